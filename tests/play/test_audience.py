"""Who sees that a variable changed: its audience, also when the seat is known only at run time."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify
from ludwright.play.table import Table

GAME = """GameDef(name="secrets", least_players=3, most_players=3, variables=(
    VariableDef(name="open", type="int", initial=Number(value=0)),
    VariableDef(name="dark", type="int", initial=Number(value=0), audience="none"),
    VariableDef(name="mine", type="int", initial=Number(value=0), per_seat=True, audience="owner"),
    VariableDef(name="known", type="int", initial=Number(value=0), per_seat=True),
  ),
  procedures=(Procedure(name="main", body=(
    Ask(name="who", seat=Seat(number=0), items=Seats()),
    SetVariable(name="open", value=Number(value=1)),
    SetVariable(name="dark", value=Number(value=2)),
    SetVariable(name="mine", of=Seat(number=1), value=Number(value=3)),
    SetVariable(name="mine", of=Local(name="who"), value=Number(value=4)),
    SetVariable(name="known", of=Local(name="who"), value=Number(value=5)),
    Ask(name="who", seat=Seat(number=0), items=Seats()),
  )),))"""


@pytest.mark.parametrize("who", [0, 1, 2])
def test_events_of_variables_are_for_their_audience(who: int) -> None:
    game = read(GAME)
    assert isinstance(game, GameDef)
    assert verify(game) == []
    table = Table(compile_game(game), trace=True)
    table.apply(table.legal()[who])
    seen = [[bool(e.seers >> seat & 1) for seat in range(3)] for e in table.events()]
    owner = [seat == who for seat in range(3)]
    everybody, nobody, second = [True] * 3, [False] * 3, [False, True, False]
    assert seen == [everybody, nobody, second, owner, everybody]
