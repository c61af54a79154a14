"""What is live where somebody decides: names of the waiting procedure and of all its callers."""

from __future__ import annotations

from ludwright.compiler.compile import compile_game
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify
from models import registers
from tools.lockstep import Machine

GAME = """GameDef(name="nested", procedures=(
  Procedure(name="main", body=(
    Let(name="early", value=Number(value=7)),
    ForEach(name="turn", items=Range(low=Number(value=1), high=Number(value=3)), body=(
      Call(procedure="inner", arguments=(Add(left=Local(name="turn"), right=Number(value=10)),)),
      Let(name="late", value=Add(left=Local(name="early"), right=Local(name="turn"))),
    )),
  )),
  Procedure(name="inner", parameters=(Parameter(name="given", type="int"),), body=(
    Let(name="mine", value=Multiply(left=Local(name="given"), right=Number(value=2))),
    Let(name="idle", value=Number(value=5)),
    Ask(name="answer", seat=Seat(number=0), items=Range(low=Number(value=0), high=Number(value=4))),
    Let(name="after", value=Add(left=Local(name="mine"), right=Local(name="given"))),
  )),
))"""


def test_names_and_values_from_the_site_out_to_main() -> None:
    game = read(GAME)
    assert isinstance(game, GameDef)
    assert verify(game) == []
    machine = Machine(compile_game(game), seed=1)
    for round_number in (1, 2, 3):
        slots = registers.live_registers(machine.program, machine.state)
        values = {slot.name: int(machine.state[slot.start]) for slot in slots if slot.name}
        assert {slot.type for slot in slots if slot.name} == {"int"}
        # `answer` is about to be chosen, `late` is not there yet, and nobody reads `idle`.
        assert values == {
            "given": 10 + round_number,
            "mine": 2 * (10 + round_number),
            "early": 7,
            "turn": round_number,
        }
        machine.take(0)
    assert machine.status == "over"
