"""Views hold nothing of what a seat may not know, wherever the machine keeps it meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.table import Table
from play.test_contract import DECK, ME, MINE, YOU, YOURS, low, rank
from tools.tiny import loc, num

WAIT = n.Ask(name="wait", seat=ME, items=n.Range(low=num(1), high=num(2)))
TOP = n.TopOf(zone=DECK)
SEEN = n.VariableDef(name="seen", type="int", initial=num(0))
USED = n.SetVariable(name="seen", value=n.Add(left=n.Variable(name="seen"), right=rank(loc("t"))))
LATER = n.SetVariable(name="seen", value=loc("r"))


def staged(*body: n.Statement, helpers: tuple[n.Procedure, ...] = (), **more: Any) -> n.GameDef:
    """Two hands of three cards out of eight, of which only their owners know; then the body."""
    zones = (
        n.Zone(name="deck", others_see="count", face="down"),
        n.Zone(name="hand", per_seat=True, others_see="count", face="up"),
        n.Zone(name="out", face="up"),
        n.Zone(name="dark", per_seat=True, others_see="count", face="keep"),
    )
    tokens = tuple(n.Token(name=f"T{i}", values=(i,)) for i in range(8))
    deal = [n.MoveTop(source=DECK, to=hand, count=num(3)) for hand in (MINE, YOURS)]
    variables = (SEEN, *more.pop("variables", ()))
    made = n.GameDef(
        name="staged",
        least_players=2,
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(n.Supply(name="all", zone="deck", tokens=tokens),),
        zones=zones,
        variables=variables,
        procedures=(
            n.Procedure(name="main", body=(n.Shuffle(zone=DECK), *deal, *body)),
            *helpers,
        ),
        **more,
    )
    assert not verify(made)
    return made


def dealt(made: n.GameDef, *deals: str) -> list[Table]:
    """Tables at which the cards lie as said: three for each seat, then the deck."""
    program = compile_game(made, 2)
    found = []
    for deal in deals:
        names = [f"T{i}" for i in deal]
        found.append(Table(program, seed=1, deal={"deck": names}))
    return found


GIVEN = n.Parameter(name="t", type="token")
HELPER = n.Procedure(name="f", parameters=(GIVEN,), body=(WAIT, USED))
LISTED = n.ListOf(items=(TOP, n.BottomOf(zone=DECK)), of="token")
LOW = n.Filter(items=n.TokensIn(zone=YOURS), name="c", where=low(loc("c")))
TURNS = n.VariableDef(name="turn", type="seat", initial=YOU)
THEIRS = n.ZoneAt(name="hand", owner=n.Variable(name="turn"))
DARK = n.ZoneAt(name="dark", owner=ME)
HIDDEN = n.VariableDef(name="dark_one", type="int", initial=num(0), audience="none")
KEEP = n.SetVariable(name="dark_one", value=rank(TOP))
PLACES = {
    "an argument": staged(n.Call(procedure="f", arguments=(TOP,)), helpers=(HELPER,)),
    "an argument that waits on the agenda": staged(
        n.Later(boundary="b", procedure="f", arguments=(TOP,)),
        WAIT,
        n.Boundary(name="b"),
        helpers=(HELPER,),
    ),
    "a number that waits on the agenda": staged(
        n.Later(boundary="b", procedure="f", arguments=(rank(TOP),)),
        WAIT,
        n.Boundary(name="b"),
        helpers=(
            n.Procedure(
                name="f",
                parameters=(n.Parameter(name="r", type="int"),),
                body=(n.SetVariable(name="seen", value=loc("r")),),
            ),
        ),
    ),
    "a name": staged(n.Let(name="r", value=rank(TOP)), WAIT, LATER),
    "what is left of a list in the works": staged(
        n.ForEach(name="t", items=LISTED, body=(WAIT, USED))
    ),
    "a list that is gone through": staged(n.ForEach(name="t", items=LOW, body=(WAIT, USED))),
    "a list with a name": staged(
        n.Let(name="ts", value=LOW), n.ForEach(name="t", items=loc("ts"), body=(WAIT, USED))
    ),
    "a name from when it was another's turn": staged(
        n.Let(name="r", value=rank(n.TopOf(zone=THEIRS))),
        n.SetVariable(name="turn", value=ME),
        n.Ask(name="w", seat=n.Variable(name="turn"), items=n.Range(low=num(1), high=num(2))),
        LATER,
        variables=(TURNS,),
    ),
    "one's own cards that lie face down": staged(
        n.MoveTop(source=DECK, to=DARK),
        n.Let(name="r", value=rank(n.TopOf(zone=DARK))),
        WAIT,
        LATER,
    ),
    "a variable": staged(KEEP, WAIT, variables=(HIDDEN,)),
    "what a rollback would bring back": staged(
        KEEP,
        n.Attempt(
            body=(
                n.SetVariable(name="dark_one", value=num(0)),
                WAIT,
                n.If(test=n.Equal(left=loc("wait"), right=num(1)), then=(n.Fail(reason="x"),)),
            ),
            rollback=True,
        ),
        variables=(HIDDEN,),
    ),
    "a name that a rollback would bring back": staged(
        n.Let(name="r", value=rank(TOP)),
        n.Attempt(
            body=(
                n.Let(name="r", value=num(0)),
                WAIT,
                n.If(test=n.Equal(left=loc("wait"), right=num(1)), then=(n.Fail(reason="x"),)),
            ),
            rollback=True,
        ),
        LATER,
    ),
    "a branch that fails for a reason of its own": staged(
        n.Attempt(
            body=(
                n.If(
                    test=low(TOP), then=(n.Fail(reason="low"),), otherwise=(n.Fail(reason="high"),)
                ),
            )
        ),
        WAIT,
    ),
}
# The first seat has the same cards in both. The second one has two low cards in both, but others
# and at other places, and another top card; the top card of the deck is low in one, high in the
# other.
FIRST, SECOND = "06714235", "06741352"


@pytest.mark.parametrize("place", PLACES)
def test_nothing_hidden_is_kept_in(place: str) -> None:
    one, two = dealt(PLACES[place], FIRST, SECOND)
    assert one.decider == two.decider == 0
    assert one.view(0).same(two.view(0))
    assert one.information(0) == two.information(0)
    assert one.key() != two.key()


def test_tokens_lost_in_several_zones_are_listed_the_same_way_in_all_worlds() -> None:
    """Both the hand and the deck are shuffled; which of them has the first token is hidden."""
    made = staged(WAIT, n.Shuffle(zone=DECK), n.Shuffle(zone=YOURS), WAIT)
    views = []
    for table in dealt(made, "01234567", "01267345", "01247635"):
        table.apply(1)
        views.append(table.view(0).as_bytes())
    assert len(set(views)) == 1


@pytest.mark.parametrize("text", ["T0", "T4", "T7"])
def test_a_list_to_pick_from_that_is_hidden_explains_nothing_to_others(text: str) -> None:
    items = n.Filter(items=n.TokensIn(zone=MINE), name="c", where=low(loc("c")))
    pick = n.Pick(name="p", of="token", seat=ME, items=items, least=num(1), most=num(2))
    table, other = dealt(staged(pick), "01234567", "06734512")
    found = table.explain(text, 1)
    assert found.legal is None and found == other.explain(text, 1)
