"""Checks of the flow, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.diagnostics import Report
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.text import read
from ludwright.gamedef.verify import verify

FOREVER = "While(test=Truth(value=True), body=({body}))"
END = 'EndGame(winners=ListOf(items=(), of="seat"))'
ASK = 'Ask(name="a", seat=Seat(number=0), items=Seats())'


def codes(*procedures: str) -> list[str]:
    game = read(f'GameDef(name="x", procedures=({", ".join(procedures)},))')
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items]


def main(*statements: str) -> str:
    return f'Procedure(name="main", body=({", ".join(statements)},))'


NEVER = {
    "a loop without an end": (main(FOREVER.format(body=f"{ASK},")),),
    "an end that nothing calls": (
        main(FOREVER.format(body=f"{ASK},")),
        f'Procedure(name="finish", body=({END},))',
    ),
}

SOMETIMES = {
    "an end in the loop": (
        main(FOREVER.format(body=f"If(test=Truth(value=True), then=({END},)),")),
    ),
    "a loop that is left": (main(FOREVER.format(body="Leave(),")),),
    "an end in a procedure that is called": (
        main(FOREVER.format(body='Call(procedure="finish"),')),
        f'Procedure(name="finish", body=({END},))',
    ),
    "a game that simply runs out": (main(ASK),),
}


@pytest.mark.parametrize("case", NEVER)
def test_a_game_that_nothing_ends_is_pointed_out(case: str) -> None:
    assert codes(*NEVER[case]) == ["CK201"]


@pytest.mark.parametrize("case", SOMETIMES)
def test_a_game_that_can_end_is_left_alone(case: str) -> None:
    assert codes(*SOMETIMES[case]) == []
