"""What can fail and what cannot: the cases of fallibility.txt, and the code where nothing can.

A case is a title behind `# `, `may fail` or `cannot fail`, and a statement or the procedure main,
which is put into the game of base.txt. `may fail` stands for whatever is not proved.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.compiler.passes import prepare
from ludwright.gamedef import nodes as n
from ludwright.gamedef.block_fallibility import block_can_fail
from ludwright.gamedef.canonical import read
from ludwright.gamedef.fallibility import facts_of
from ludwright.machine import ops
from ludwright.machine.program import Program, instructions
from ludwright.machine.state import NEEDS_TRIAL

GameWith = Callable[[n.Node], n.GameDef]

TEXT = (Path(__file__).parent / "fallibility.txt").read_text(encoding="utf-8")
CASES = [part.split("\n", 2) for part in f"\n{TEXT}".split("\n# ")[1:]]
ANSWERS = {"may fail": True, "cannot fail": False}


def main_can_fail(game: n.GameDef) -> bool:
    main = next(p for p in game.procedures if p.name == "main")
    return block_can_fail(main.body, facts_of(game, 2))


@pytest.mark.parametrize(("title", "answer", "text"), CASES, ids=[case[0] for case in CASES])
def test_what_can_fail(title: str, answer: str, text: str, game_with: GameWith) -> None:
    game = game_with(read(text))
    assert main_can_fail(game) is ANSWERS[answer], "as it was written"
    assert main_can_fail(prepare(game, 2, {})) is ANSWERS[answer], "after all passes"


@pytest.mark.parametrize(("title", "answer", "text"), CASES, ids=[case[0] for case in CASES])
def test_only_what_can_fail_is_tried(
    title: str, answer: str, text: str, game_with: GameWith
) -> None:
    node = read(text)
    body = node.body if isinstance(node, n.Procedure) else (node,)
    inner = {x for x in used(compile_game(game_with(node), 2)) if x == "ATTEMPT"}
    around = n.Procedure(name="main", body=(n.Attempt(body=body),))
    found = {x for x in used(compile_game(game_with(around), 2)) if x == "ATTEMPT"}
    assert found == ({"ATTEMPT"} if ANSWERS[answer] else inner)


def used(program: Program) -> set[str]:
    """The names of the ops in a program."""
    return {ops.NAMES[op] for _, op, _ in instructions(program)}


@pytest.mark.parametrize("name", ["klondike:sgdl", "klondike-draw-1"])
def test_nothing_is_tried_out_in_a_game_whose_guards_say_all(name: str) -> None:
    game = pipeline.load(name).game
    assert game is not None
    program = compile_game(game)
    assert program.sites and used(program).isdisjoint({"ATTEMPT", "END_ATTEMPT", "END_TRIAL"})
    assert not any(site.kind & NEEDS_TRIAL for site in program.sites.values())


@pytest.mark.parametrize("guarded", [True, False])
def test_an_action_is_tried_out_only_if_it_may_fail(guarded: bool, game_with: GameWith) -> None:
    pile = n.ZoneAt(name="pile")
    action = n.Action(
        name="throw",
        guard=n.Exists(item=n.TopOf(zone=pile)) if guarded else n.Truth(value=True),
        body=(n.MoveTop(source=pile, to=n.ZoneAt(name="pit")),),
    )
    program = compile_game(game_with(n.Decide(seat=n.Seat(number=0), actions=(action,))), 2)
    (site,) = program.sites.values()
    assert bool(site.kind & NEEDS_TRIAL) is not guarded
    assert ("END_TRIAL" in used(program)) is not guarded


def test_what_may_only_end_in_a_fault_is_not_tried_out(game_with: GameWith) -> None:
    move = n.MoveTop(source=n.ZoneAt(name="pile"), to=n.ZoneAt(name="pit"))
    never = n.Fail(reason="never", final=True)
    action = n.Action(name="throw", body=(n.Attempt(body=(move,), otherwise=(never,)),))
    program = compile_game(game_with(n.Decide(seat=n.Seat(number=0), actions=(action,))), 2)
    (site,) = program.sites.values()
    assert not site.kind & NEEDS_TRIAL
