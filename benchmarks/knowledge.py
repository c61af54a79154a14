"""Measure the cost of tracking knowledge, and the speed of its uses: views, redeals, contracts.

The first table needs a machine that tracks nothing: a copy of the package in a temporary folder,
with every write of knowledge removed from `machine/tokens.py`. Both machines alternate over the
same games.
"""

from __future__ import annotations

import ast
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import ludwright as lw
from ludwright import pipeline
from ludwright.machine import advance, api
from ludwright.play.table import Table
from ludwright.play.workspace import workspace

ROUNDS = 60
PACKAGE = Path(lw.__file__).parent
PLAYED = [  # game, players, games per round, move limit: a round takes some hundredths of a second
    ("war", 2, 300, 100_000),
    ("klondike", 1, 300, 200),
    ("crazy-eights", 4, 4000, 10_000),
]
KEEPERS = ("relink", "move_token", "move_all", "turn_token")  # the functions that track knowledge
KEPT = ("shown", "KNOWN", "P_GRANTS")  # the names through which they write it


# ---- a machine that tracks nothing ---------------------------------------------------------------


class Cut(ast.NodeTransformer):
    """Removes writes of knowledge from a function, and statements left without effect."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def _written(self, target: ast.expr) -> set[str]:
        nodes = list(ast.walk(target))
        names = {n.id for n in nodes if isinstance(n, ast.Name)}
        names |= {n.attr for n in nodes if isinstance(n, ast.Attribute)}  # of `m`
        return names & set(KEPT) if isinstance(target, ast.Subscript) else set()

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        """Remove an assignment that writes knowledge."""
        return self._unless(node, self._written(node.targets[0]))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | None:
        """Remove an assignment that writes knowledge."""
        return self._unless(node, self._written(node.target))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        """Remove calls of `show_top`, which writes knowledge."""
        called = node.value.func if isinstance(node.value, ast.Call) else None
        top = isinstance(called, ast.Name) and called.id == "show_top"
        return self._unless(node, {"show_top"} if top else set())

    def visit_If(self, node: ast.If) -> ast.stmt | None:
        """Remove a test without effect, and the one that moves tokens one by one for knowledge."""
        if any(isinstance(n, ast.Return) for n in node.body):
            return self._unless(node, {"one by one"})
        return self._unless_idle(node)

    def visit_While(self, node: ast.While) -> ast.stmt | None:
        """Remove a loop without effect."""
        return self._unless_idle(node)

    def _unless(self, node: ast.stmt, found: set[str]) -> ast.stmt | None:
        self.found |= found
        return None if found else node

    def _unless_idle(self, node: ast.If | ast.While) -> ast.stmt | None:
        self.generic_visit(node)
        left = [n for each in (*node.body, *node.orelse) for n in ast.walk(each)]
        stores = (isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) for n in left)
        does = any(isinstance(n, ast.Expr) for n in left) or any(stores)
        return node if does else None


def forgetful(source: str) -> str:
    """The source of tokens.py without tracking; stops with an error if that is not found."""
    module = ast.parse(source)
    for name in KEEPERS:
        cut = Cut()
        keeper = next((f for f in module.body if getattr(f, "name", "") == name), None)
        if keeper is None:
            raise SystemExit(f"machine/tokens.py has no '{name}'; update {__file__}")
        cut.visit(keeper)
        wanted = {"shown", "KNOWN"} | ({"one by one"} if name == "move_all" else set())
        if missing := wanted - cut.found:
            raise SystemExit(f"no writes of {missing} in '{name}'; update {__file__}")
    return ast.unparse(ast.fix_missing_locations(module))


# ---- alternating runs ----------------------------------------------------------------------------


def play_on_demand() -> None:
    """Play a round of a game for each line read; print the seconds and a digest of the results."""
    ready = {}
    for line in sys.stdin:
        game, players, games, most = PLAYED[int(line)]
        if game not in ready:
            program = lw.load(game).program(players)
            ready[game] = program, program.image.copy(), workspace(program, rows=4096)
        program, state, space = ready[game]
        results = np.zeros(games * (advance.G_SEATS + 2 * program.seats), np.int32)
        start = time.process_time()
        api.playouts(program.code, program.image, state, space, 1, 0, most, results)
        seconds = time.process_time() - start
        print(seconds, hashlib.sha256(results.tobytes()).hexdigest(), flush=True)


@contextmanager
def machine(path: Path, cache: Path | None = None) -> Iterator[Callable[[int], tuple[float, str]]]:
    """A process that plays with the package of a given folder."""
    own = {"PYTHONPATH": str(path)} | ({"LUDWRIGHT_CACHE": str(cache)} if cache else {})
    command = [sys.executable, __file__, "--play"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=os.environ | own, text=True, **pipes) as process:

        def play(number: int) -> tuple[float, str]:
            print(number, file=process.stdin, flush=True)
            seconds, played = process.stdout.readline().split()
            return float(seconds), played

        yield play


def overheads() -> Iterator[str]:
    """Lines about the same games with and without tracking."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src" / "ludwright"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        tokens = copy / "machine" / "tokens.py"
        tokens.write_text(forgetful(tokens.read_text("utf-8")), "utf-8")
        cache = Path(folder) / "cache"
        with machine(PACKAGE.parent) as keeps, machine(copy.parent, cache) as forgets:
            for number, (game, _, games, _) in enumerate(PLAYED):
                if keeps(number)[1] != forgets(number)[1]:
                    raise SystemExit(f"{game}: games differ without tracking")
                pairs = [(keeps(number)[0], forgets(number)[0]) for _ in range(ROUNDS)]
                mine, other = (min(column) for column in zip(*pairs, strict=True))
                over = 100 * (mine / other - 1)
                yield f"| {game} | {games / mine:,.0f} | {games / other:,.0f} | {over:+.1f} % |"


# ---- uses of knowledge ---------------------------------------------------------------------------


def positions(game: str, players: int, moves: int = 40, every: int = 5) -> list[Table]:
    """Tables along a random game."""
    table = lw.load(game).table(players=players, seed=1)
    draws = random.Random(1)
    found = []
    for number in range(1, moves + 1):
        table.apply(draws.choice(table.legal()))
        if table.over:
            break
        if number % every == 0:
            found.append(table.copy())
    return found


def rate(work: Callable[[Table, int, int], object], tables: list[Table], times: int) -> float:
    """Calls of a function per second, over the seats of some tables: the best of three runs."""
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        for table in tables:
            for number in range(times):
                work(table, number % table.program.seats, number)
        best = max(best, times * len(tables) / (time.perf_counter() - start))
    return best


def uses(game: str = "go-fish", players: int = 4) -> Iterator[str]:
    """Lines about views and redeals of a game along a random game."""
    tables = positions(game, players)
    yield f"| views | {rate(lambda table, seat, _: table.view(seat), tables, 100):,.0f} |"

    def dealt(table: Table, seat: int, seed: int) -> Table:
        return table.view(seat).redeal(seed, by_past=False)

    def dealt_by_past(table: Table, seat: int, seed: int) -> Table:
        return table.view(seat).redeal(seed)

    yield f"| views with a redeal from current knowledge | {rate(dealt, tables, 40):,.0f} |"
    yield f"| views with a redeal by the past, too | {rate(dealt_by_past, tables, 40):,.1f} |"


def contracts() -> Iterator[str]:
    """Lines about the contract of each game of the library, over a few games: CPU time for each
    world, also those that were the real one."""
    for name in (name for name in pipeline.library_games() if ":" not in name):
        game = lw.load(name)
        players = game.definition.least_players
        game.program(players)
        game.contract(players=players, games=1, most=3)
        start = time.process_time()
        (tested,) = game.contract(players=players, games=4)
        seconds = time.process_time() - start
        kept = "broken" if tested.breaches else "kept"
        each = f"{1000 * seconds / max(1, tested.worlds + tested.same):.2f}"
        counts = f"{tested.moves} | {tested.worlds} | {tested.same} | {each} | {kept}"
        yield f"| {name}, {players} | {counts} |"


def main() -> None:
    """Measure everything and print three tables."""
    tables = [
        ("| knowledge tracked | games/s | games/s without | overhead |", overheads),
        ("| Go Fish for four | per second |", uses),
        ("| contract: game, players | moves | worlds | same | ms each | |", contracts),
    ]
    for head, lines in tables:
        print(f"\n{head}\n|{'---|' * (head.count('|') - 1)}", flush=True)
        for line in lines():
            print(line, flush=True)


if __name__ == "__main__":
    play_on_demand() if sys.argv[1:] == ["--play"] else main()
