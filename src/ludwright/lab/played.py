"""Rows of games that were played elsewhere, such as by people at the web table."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ..machine.program import Program
from ..play.errors import TableError
from ..play.table import Table
from ..play.utility import utility_of
from .columns import columns_of
from .parts import format_of, numbers_in, write_part
from .provenance import options_text, run_row
from .results import digest_of, part_path, parts_of
from .sampled import Row, decision_row
from .tables import DECISIONS, GAMES, RUNS, SCHEMA, TableInfo

PERSON = "person"  # who plays, of all people alike


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its table, whose names nobody gets to see, a number that tells it apart and
    means nothing else, and who played."""

    table: Table
    number: int
    bots: tuple[str, ...]
    taken_back: int = 0
    help: str = ""


def add_games(
    folder: str | Path,
    games: Iterable[PlayedGame],
    source: str,
    command: str,
    format: str | None = None,
) -> int:
    """Add those games to a folder of results that it does not have yet; returns how many. `source`
    says where they come from, and is written as a hash."""
    groups: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in games:
        groups[_run(game.table.program, source)].append(game)
    return sum(_add(Path(folder), run, group, command, format) for run, group in groups.items())


def _run(program: Program, source: str) -> str:
    """The run of games from one source: of the same game with the same options and players."""
    text = json.dumps([source, program.sources, options_text(program), program.seats, SCHEMA])
    return f"{PERSON}-{blake2b(text.encode(), digest_size=8).hexdigest()}"


def _add(
    folder: Path, run: str, games: Sequence[PlayedGame], command: str, format: str | None
) -> int:
    program, name = games[0].table.program, games[0].table.game
    digest = digest_of(program.sources)
    there = parts_of(folder, digest, run)
    chosen = format_of(format or next(iter(sorted(there)), None))
    if there - {chosen}:
        raise TableError(f"the folder has games of people as {', '.join(sorted(there))}")

    def path(table: TableInfo, part: int) -> Path:
        return part_path(folder, table.name, digest, run, part, chosen)

    known: set[int] = set()
    part = 0
    while path(GAMES, part).exists():
        known |= numbers_in(path(GAMES, part), "number")
        part += 1
    # In the order of their numbers, which says nothing about when they were played.
    new = sorted((g for g in games if g.number not in known), key=lambda game: game.number)
    if not new:
        return 0
    detailed = [rows_of_game(game) for game in new]
    rows = [row for row, _ in detailed]
    decisions = [decision for _, made in detailed for decision in made]
    about = {"game": name}
    row = run_row(
        program,
        game=name,
        games=len(known) + len(new),
        command=command,
        bots=[PERSON] * program.seats,
        decisions_every=1,
    )
    write_part(path(RUNS, 0), RUNS, row, 1)
    columns = about | columns_of(DECISIONS, decisions)
    write_part(path(DECISIONS, part), DECISIONS, columns, len(decisions))
    write_part(path(GAMES, part), GAMES, about | columns_of(GAMES, rows), len(rows))
    return len(new)


def rows_of_game(game: PlayedGame) -> tuple[Row, list[Row]]:
    """The row of a game, without the name of the game, and those of its decisions."""
    table = game.table
    # Texts of moves may have names of people in them: the game is played again without these.
    again = Table(
        table.program,
        seed=table.seed,
        rng=table.rng,
        deal=table.deal,
        pace=table.pace,
        game=table.game,
    )
    decisions: list[Row] = []
    counts: list[int] = []
    for _ in table.log:
        entry = again.repeat(table)
        if entry:
            counts.append(len(again.legal()))
            row = decision_row(again, game.number, len(decisions), again.logged(entry), game.bots)
            decisions.append(row)
        again.advance(entry)
    result = again.result()
    seats = range(table.program.seats)
    seed = None if table.rng is not None or table.deal or table.reseeded else table.seed
    row = (
        game.number,
        seed,
        game.bots,
        "over",
        result.reason,
        again.decider if again.stuck else None,
        tuple(seat in result.winners for seat in seats),
        result.scores or (None,) * len(seats),
        utility_of(table.program).of(result),
        len(counts),
        sum(count > 1 for count in counts),
        again.turns,
        sum(counts),
        max(counts, default=0),
        game.taken_back,
        game.help or None,
    )
    return row, decisions
