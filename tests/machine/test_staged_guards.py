"""Parts of a guard may be asked early, but never so that a game stops that should go on."""

from __future__ import annotations

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from tools.lockstep import lock_step
from tools.tiny import ME, loc, num

HUGE = 2**31 - 1
ONE, OTHER = loc("one"), loc("other")


def rank(token: n.Expr) -> n.Expr:
    return n.PropertyOf(token=token, property="rank")


FITS = n.Less(left=rank(ONE), right=num(2))  # asked before the second list is made
MATCHES = n.Not(item=n.Equal(left=rank(ONE), right=rank(OTHER)))
STOPS = n.Less(left=num(0), right=n.Add(left=n.Variable(name="much"), right=rank(ONE)))
NEVER = n.Less(left=rank(OTHER), right=num(0))
MAKES_NONE = n.Filter(
    items=n.TokensIn(zone=n.ZoneAt(name="pile")), name="x", where=n.Truth(value=False)
)
STOPS_TO_MAKE = n.Filter(
    items=n.TokensIn(zone=n.ZoneAt(name="pile")),
    name="x",
    where=n.Less(left=num(0), right=n.Add(left=n.Variable(name="much"), right=rank(ONE))),
)
PILE = n.TokensIn(zone=n.ZoneAt(name="pile"))


def game(second: n.Expr, *guard: n.Expr) -> n.GameDef:
    """Two cards are chosen; to add a rank of 1 or more to `much` stops the game."""
    tokens = tuple(n.Token(name=f"card {i}", values=(i,)) for i in range(1, 4))
    both = n.Action(
        name="both",
        parameters=(
            n.Parameter(name="one", type="token", items=PILE),
            n.Parameter(name="other", type="token", items=second),
        ),
        guard=n.And(items=guard),
        body=(n.MoveToken(token=ONE, to=n.ZoneAt(name="pit")),),
    )
    made = n.GameDef(
        name="stages",
        properties=(n.Property(name="rank", type="int"),),
        zones=(n.Zone(name="pile", face="up"), n.Zone(name="pit", face="up")),
        supplies=(n.Supply(name="all", zone="pile", tokens=tokens),),
        variables=(n.VariableDef(name="much", type="int", initial=num(HUGE)),),
        procedures=(
            n.Procedure(
                name="main",
                body=(
                    n.While(
                        test=n.Truth(value=True),
                        body=(n.Decide(seat=ME, actions=(both, n.Action(name="wait"))),),
                    ),
                ),
            ),
        ),
    )
    assert verify(made) == []
    return made


CASES: dict[str, tuple[n.GameDef, str]] = {
    "parts in any order": (game(PILE, MATCHES, FITS), "decision"),
    "what stops is never asked, as there is no second card": (game(MAKES_NONE, STOPS), "decision"),
    "a part before it keeps it from being asked": (game(PILE, NEVER, STOPS), "decision"),
    "a part after it does not": (game(PILE, STOPS, NEVER), "fault"),
    "nor one that could be asked before": (game(PILE, STOPS, n.Not(item=FITS), FITS), "fault"),
    "a list that stops is made before anything is asked": (
        game(STOPS_TO_MAKE, n.Less(left=rank(ONE), right=num(0))),
        "fault",
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_machine_and_oracle_stop_alike(what: str) -> None:
    made, status = CASES[what]
    assert lock_step(made, 1, seed=1, most=6).status == status
