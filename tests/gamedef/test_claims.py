"""Claims about kinds of nodes: every analysis takes a kind without claims for the worst case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import get_args

import pytest

from ludwright.checks.reachability import Movements
from ludwright.compiler.emit_context import may_fault
from ludwright.compiler.emitter import Emitter
from ludwright.compiler.layout import Layout
from ludwright.compiler.liveness import live_names
from ludwright.compiler.pick_plan import rewrite_picks
from ludwright.gamedef import nodes as n
from ludwright.gamedef import walk
from ludwright.gamedef.block_fallibility import after, statement_can_fail
from ludwright.gamedef.call_graph import deciding_procedures
from ludwright.gamedef.claims import (
    CLAIMS,
    EFFECTS,
    FILLED,
    GUARANTEES,
    LIST,
    MOVES,
    PRESENT,
    STRICT,
    SURE,
    TOTAL,
    claimed,
    claims,
    may,
)
from ludwright.gamedef.expression_types import EXPRESSIONS
from ludwright.gamedef.fallibility import (
    EXISTS,
    FAILS,
    can_fail,
    certainly_nonempty,
    exists,
    facts_of,
    is_sure,
    items_exist,
)
from ludwright.gamedef.information_flow import InformationFlow
from ludwright.gamedef.intervals import Intervals
from ludwright.gamedef.listeners import Movement
from ludwright.gamedef.nonempty import NONE, Lists, filled
from ludwright.gamedef.relevance import idle_variables
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
    assert not any(claimed(n.Hole(), flag) for flag in GUARANTEES)
    assert all(may(n.Hole(), effect) for effect in EFFECTS)
    assert can_fail(n.Hole(), KNOWN) and not exists(n.Hole(), KNOWN)


def test_every_flag_is_claimed_by_some_kind_and_none_is_unknown() -> None:
    found = {flag for each in CLAIMS.values() for flag in each.flags}
    assert found == {*GUARANTEES, *EFFECTS}


def test_listeners_hear_all_that_moves() -> None:
    assert {kind for kind, each in CLAIMS.items() if MOVES in each.flags} == {*get_args(Movement)}


def test_lists_are_put_in_the_list_area_or_are_the_same_at_all_times() -> None:
    constant = {n.ZonesNamed, n.Seats, n.Teams, n.SeatsOf}
    sure = {kind for kind, each in CLAIMS.items() if SURE in each.flags and kind in EXPRESSIONS}
    assert {kind for kind in sure if LIST not in CLAIMS[kind].flags} == constant


# ---- a kind that somebody adds and forgets to declare ------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Enigma(n.Expr):
    """An expression without claims."""

    item: n.Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Stir(n.Statement):
    """A statement without claims."""

    value: n.Expr
    body: n.Block = ()


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for kind, inside in ((Enigma, ("item",)), (Stir, ("value", "body"))):
        names = tuple(f.name for f in fields(kind) if f.name != "span")
        monkeypatch.setitem(walk.FIELDS, kind, names)
        monkeypatch.setitem(walk.NODE_FIELDS, kind, inside)
        monkeypatch.setitem(walk._BACKWARDS, kind, inside[::-1])
    yield


ENIGMA = Enigma(item=n.Number(value=1))
STIR = Stir(value=n.Number(value=1))
DECK, NAME = n.ZoneAt(name="deck"), n.Local(name="x")


def small_game(*body: n.Statement) -> n.GameDef:
    return n.GameDef(
        name="Small",
        variables=(n.VariableDef(name="v", type="int", initial=n.Number(value=0)),),
        zones=(n.Zone(name="deck"), n.Zone(name="heap")),
        procedures=(n.Procedure(name="main", body=body),),
    )


def test_unknown_expressions_may_fail_and_may_be_nothing() -> None:
    assert can_fail(ENIGMA, KNOWN) and not exists(ENIGMA, KNOWN) and not is_sure(ENIGMA, KNOWN)
    assert not items_exist(ENIGMA, KNOWN) and not certainly_nonempty(ENIGMA)
    game = small_game()
    assert not filled(ENIGMA, NONE, Lists(game))
    # A test is not certain if what is evaluated before its outcome is clear may fail.
    open_ = n.Less(left=n.SizeOf(zone=DECK), right=n.Number(value=1))
    certain = n.Truth(value=True)
    assert Intervals(game).always(n.Or(items=(open_, certain)))
    assert not Intervals(game).always(n.Or(items=(ENIGMA, certain)))


def test_unknown_expressions_decide_something() -> None:
    def made(value: n.Expr) -> n.GameDef:
        return small_game(n.SetVariable(name="v", value=value))

    read = n.Variable(name="v")
    assert idle_variables(made(n.Add(left=read, right=read))) == {"v"}
    assert idle_variables(made(Enigma(item=read))) == set()


def test_unknown_expressions_may_be_faults_and_make_lists() -> None:
    game = small_game()
    emitter = Emitter(game, Layout(game, 1))
    assert may_fault(ENIGMA) and emitter.context.makes_lists(ENIGMA)
    assert not may_fault(n.Number(value=1)) and not emitter.context.makes_lists(n.Number(value=1))


def test_unknown_expressions_pass_on_what_is_hidden() -> None:
    flow = InformationFlow(small_game())
    assert flow.depends_on(Enigma(item=n.TopOf(zone=DECK)), {}).origins == {DECK}


@pytest.mark.parametrize("kind", [n.Reversed, n.Distinct])
def test_the_order_of_a_list_does_not_hide_where_tokens_come_from(kind: type) -> None:
    token = n.Item(items=kind(items=n.TokensIn(zone=DECK)), index=n.Number(value=0))
    told = InformationFlow(small_game()).depends_on(n.PropertyOf(token=token, property="rank"), {})
    assert told.secrets == {DECK}


def test_a_sorted_list_reveals_its_keys() -> None:
    key = n.PropertyOf(token=NAME, property="rank")
    listed = n.Sorted(items=n.TokensIn(zone=DECK), name="x", key=key)
    assert InformationFlow(small_game()).depends_on(listed, {}).secrets == {DECK}


def test_unknown_expressions_may_be_any_zone() -> None:
    movements = Movements(small_game())
    assert movements.zones(DECK) == {"deck"} and movements.zones(Enigma(item=DECK)) is None


def test_unknown_lists_may_repeat_an_item() -> None:
    def pick(items: n.Expr) -> set[type]:
        asked = n.Pick(
            name="x",
            of="token",
            seat=n.Seat(number=0),
            items=items,
            least=n.Number(value=1),
            most=n.Number(value=1),
        )
        return {type(x) for x in walk.walk(rewrite_picks(small_game(asked), 1))}

    assert n.Distinct in pick(ENIGMA) and n.Distinct not in pick(n.TokensIn(zone=DECK))


def test_unknown_nodes_may_need_trees() -> None:
    assert Layout(small_game(STIR), 1).has_trees and not Layout(small_game(), 1).has_trees


def test_unknown_statements_may_fail_bind_and_choose() -> None:
    assert statement_can_fail(STIR, KNOWN)
    assert after(STIR, replace(KNOWN, names=frozenset({"x"}))).names == set()
    assert (
        deciding_procedures(small_game(STIR)) == {"main"}
        and deciding_procedures(small_game(n.Return())) == set()
    )


def test_unknown_statements_read_whatever_is_in_them() -> None:
    ask = n.Ask(name="y", seat=n.Seat(number=0), items=n.Seats())
    stir = Stir(value=n.Number(value=1), body=(n.Let(name="z", value=NAME),))
    (main,) = small_game(ask, stir).procedures
    assert live_names(main)[id(ask)] == {"x"}
