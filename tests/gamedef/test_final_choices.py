"""Choices with which a simultaneous round ends."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from tools import tiny
from tools.lockstep import lock_step
from tools.tiny import PILE, PIT, X, loc, num

WHO = loc("s")
HAND = n.ZoneAt(name="hand", owner=WHO)
ASK = n.Ask(name="a", seat=WHO, items=n.TokensIn(zone=PILE))
AGAIN = n.Ask(name="b", seat=WHO, items=n.ListOf(items=(num(1), num(2))))
MOVE = n.MoveToken(token=loc("a"), to=HAND)
TOP = n.MoveTop(source=PIT, to=HAND, count=num(1))
SET = n.SetVariable(name="x", value=num(3))
COUNTED = n.SetVariable(name="x", value=n.Add(left=X, right=num(1)))
FEW = n.Less(left=n.SizeOf(zone=PILE), right=num(2))
ROUND = n.While(test=n.Truth(value=True), body=(n.Leave(),))


def choose(*body: n.Statement, atomic: bool = False) -> n.Decide:
    taken = n.Parameter(name="a", type="token", items=n.TokensIn(zone=PILE))
    action = n.Action(name="take", parameters=(taken,), body=body, atomic=atomic)
    return n.Decide(seat=WHO, actions=(action,))


@pytest.mark.parametrize(
    ("body", "final"),
    [
        ((ASK,), [True]),
        ((ASK, MOVE), [True]),
        ((ASK, SET, MOVE), [True]),
        ((choose(MOVE),), [True]),
        ((choose(MOVE), SET), [True]),
        ((choose(MOVE, atomic=True),), [False]),
        # Something is done before it, or may be.
        ((SET, ASK), [False]),
        ((n.If(test=FEW, then=(SET,)), ASK), [False]),
        # Something behind it may fail, stop the game, ask again, or go on forever.
        ((ASK, TOP), [False]),
        ((ASK, COUNTED), [False]),
        ((ASK, MOVE, AGAIN), [False, False]),
        ((choose(MOVE), AGAIN), [False, False]),
        ((ASK, ROUND), [False]),
        # In branches, each of which does one or the other.
        ((n.If(test=FEW, then=(TOP,), otherwise=(ASK, MOVE)),), [True]),
        ((n.If(test=FEW, then=(AGAIN,), otherwise=(choose(MOVE),)), SET), [True, True]),
        ((n.If(test=FEW, then=(AGAIN,), otherwise=(choose(MOVE),)), TOP), [False, False]),
    ],
)
def test_final_choices(body: n.Block, final: list[bool]) -> None:
    together = n.Together(name="s", seats=n.Seats(), body=body)
    # A failure in a round is one of the whole.
    tried = n.Attempt(body=(together,), rollback=True, otherwise=(SET,))
    end = n.Ask(name="end", seat=n.Seat(number=0), items=n.TokensIn(zone=PILE))
    made = tiny.game(tried, end, tokens=6)
    program = compile_game(made, 2)
    first = next(at for at, site in program.sites.items() if "end" in site.actions[0].name)
    sites = [at for at in sorted(program.sites) if at != first]
    kinds = [int(program.code[at + m.SITE_KIND]) for at in sites]
    assert sorted(bool(kind & m.IS_FINAL) for kind in kinds) == sorted(final)
    for seed in range(3):
        lock_step(made, 2, seed, most=8)
