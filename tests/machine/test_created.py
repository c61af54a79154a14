"""Tokens that an action creates may be looked at while it is tried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import ME, PILE, TABLE, game, num, put, rank, zone

MAKE = n.Create(name="c", supply="spare", to=PILE)
FAIL = n.Fail(reason="no")
LOW = n.Equal(left=rank("c"), right=num(3))
DARK = (zone("pile", face="up", others_see="count"), *TABLE[1:])


def options(*body: n.Statement, ranks: tuple[int, ...] = (3, 3), **more: Any) -> list[Any]:
    """What may be chosen if there is one action with this body, whatever the oracle says too."""
    act = n.Action(name="go", body=body)
    made = game(n.Decide(seat=ME, actions=(act, n.Action(name="pass"))), **more)
    spare = tuple(n.Token(name=f"S{i}", values=(x, "red")) for i, x in enumerate(ranks))
    made = replace(made, supplies=(*made.supplies, n.Supply(name="spare", zone="", tokens=spare)))
    assert not verify(made)
    lock_step(made, 2, 1)
    return Machine(compile_game(made, 2), 1).options()


CHECK = (MAKE, n.If(test=LOW, then=(FAIL,)))
PROBED = (n.If(test=n.Possible(body=CHECK), then=(put(num(1)),), otherwise=(FAIL,)),)


@pytest.mark.parametrize("body", [CHECK, PROBED], ids=["tried out", "a dry run inside"])
def test_what_is_created_is_known_to_who_sees_it(body: n.Block) -> None:
    assert options(*body) == [(1,)]
    assert options(*body, ranks=(4, 4)) == [(0,), (1,)]


@pytest.mark.parametrize("body", [CHECK, PROBED], ids=["tried out", "a dry run inside"])
def test_what_can_not_be_told_beforehand_stays_unknown(body: n.Block) -> None:
    assert options(*body, ranks=(3, 4)) == [(0,), (1,)]
    assert options(*body, zones=DARK) == [(0,), (1,)]


def test_other_tokens_stay_unknown() -> None:
    turned = (MAKE, n.MoveTop(source=n.ZoneAt(name="pit"), to=PILE))
    hidden = n.Equal(left=n.PropertyOf(token=n.TopOf(zone=PILE), property="rank"), right=num(9))
    zones = (zone("pit", others_see="count", face="down"), zone("pile", face="up"), *TABLE[2:])
    assert options(*turned, n.If(test=hidden, then=(FAIL,)), zones=zones) == [(0,), (1,)]
