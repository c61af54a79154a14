"""What is claimed of kinds of nodes: what is forgotten is not assumed."""

from __future__ import annotations

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.claims import (
    CLAIMS,
    FILLED,
    FLAGS,
    PRESENT,
    STRICT,
    SURE,
    TOTAL,
    claimed,
    claims,
)
from ludwright.gamedef.fallibility import EXISTS, FAILS, can_fail, exists, facts_of
from ludwright.gamedef.walk import KINDS
from strategies import random_game

KNOWN = facts_of(random_game(1), 2)
PILE = n.ZoneAt(name=KNOWN.game.zones[0].name)


@pytest.mark.parametrize("kind", [n.SizeOf, n.DirectionOf, n.TokensIn, n.IndexOf])
def test_a_forgotten_kind_may_fail_and_may_be_nothing(
    kind: type[n.Expr], monkeypatch: pytest.MonkeyPatch
) -> None:
    zone = n.Seats()  # of which it is claimed that it is never nothing, and does not fail
    node = kind(zone=zone)
    assert not can_fail(node, KNOWN) and exists(node, KNOWN)
    monkeypatch.delitem(CLAIMS, kind)
    assert can_fail(node, KNOWN) and not exists(node, KNOWN)


def test_what_a_kind_needs_may_not_be_nothing() -> None:
    assert can_fail(n.SizeOf(zone=n.ZoneOf(token=n.Local(name="t"))), KNOWN)


def test_claims_are_about_fields_that_there_are() -> None:
    with pytest.raises(AssertionError, match="SizeOf has no fields"):
        claims(needs=("token",))(n.SizeOf)
    assert CLAIMS[n.SizeOf].needs == ("zone",)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.__name__)
def test_claims_do_not_contradict_each_other(kind: type[n.Node]) -> None:
    found = CLAIMS.get(kind)
    if found is None:
        assert not issubclass(kind, n.Expr | n.Statement) or kind is n.Hole
        return
    assert not (TOTAL in found.flags and found.needs)
    assert SURE in found.flags or FILLED not in found.flags
    assert not (STRICT in found.flags and found.scope), "a part is evaluated for each item"
    assert bool(found.binds) >= bool(found.scope)


def test_rules_are_for_what_claims_leave_open() -> None:
    assert [kind.__name__ for kind in FAILS if TOTAL in CLAIMS[kind].flags] == []
    assert [kind.__name__ for kind in EXISTS if PRESENT in CLAIMS[kind].flags] == []


def test_a_hole_claims_nothing() -> None:
    assert not any(claimed(n.Hole(), flag) for flag in FLAGS)
    assert can_fail(n.Hole(), KNOWN) and not exists(n.Hole(), KNOWN)
