"""The contract: kept by honest games, and broken by games that tell what a player may not know."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright.checks import run_checks
from ludwright.compiler.compile import compile_game
from ludwright.diagnostics import Report
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.contract import contract
from tools.tiny import loc, num

ME, YOU = n.Seat(number=0), n.Seat(number=1)
MINE, YOURS = n.ZoneAt(name="hand", owner=ME), n.ZoneAt(name="hand", owner=YOU)
DECK, OUT = n.ZoneAt(name="deck"), n.ZoneAt(name="out")


def rank(token: n.Expr) -> n.Expr:
    return n.PropertyOf(token=token, property="rank")


def low(token: n.Expr) -> n.Expr:
    return n.Less(left=rank(token), right=num(4))


def game(*actions: n.Action, rounds: int = 3, **more: object) -> n.GameDef:
    """Two hands of three cards out of eight; the first seat chooses among the actions."""
    zones = (
        n.Zone(name="deck", others_see="count", face="down"),
        n.Zone(name="hand", per_seat=True, ordered=False, others_see="count", face="up"),
        n.Zone(name="out", face="up"),
    )
    deal = [n.MoveTop(source=DECK, to=hand, count=num(3)) for hand in (MINE, YOURS)]
    decide = n.Decide(seat=ME, actions=actions)
    made = n.GameDef(
        name="leaky",
        least_players=2,
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(
            n.Supply(
                name="all",
                zone="deck",
                tokens=tuple(n.Token(name=f"T{i}", values=(i,)) for i in range(8)),
            ),
        ),
        zones=zones,
        procedures=(
            n.Procedure(name="main", body=(n.Shuffle(zone=DECK), *deal, *[decide] * rounds)),
        ),
        **more,  # type: ignore[arg-type]
    )
    assert not verify(made)
    return made


def action(name: str, items: n.Expr | None = None, kind: str = "token", **more: object) -> n.Action:
    parameters = (n.Parameter(name="t", type=kind, items=items),) if items else ()
    parts = (f"{name} ", loc("t")) if items else (name,)
    return n.Action(
        name=name,
        parameters=parameters,
        notations=(n.Notation(name="", parts=parts),),
        **more,  # type: ignore[arg-type]
    )


PASS = action("pass")
TAKE = (n.MoveToken(token=loc("t"), to=MINE),)
LEAKY = {
    "a filter on hidden cards": (
        action(
            "take", n.Filter(items=n.TokensIn(zone=YOURS), name="c", where=low(loc("c"))), body=TAKE
        ),
        PASS,
    ),
    "a guard on a hidden card": (action("peek", guard=low(n.TopOf(zone=DECK))), PASS),
    "an id that names a hidden card": (
        action(
            "guess", n.Each(items=n.TokensIn(zone=YOURS), name="c", value=rank(loc("c"))), "int"
        ),
        PASS,
    ),
    "an error message that tells": (
        action("peek", guard=low(n.TopOf(zone=DECK))),
        action("peek often", guard=n.Truth(value=False)),
        PASS,
    ),
}


@pytest.mark.parametrize("case", LEAKY)
def test_a_game_that_tells_is_caught_by_playing_it(case: str) -> None:
    tested = contract(compile_game(game(*LEAKY[case]), 2), games=3)
    assert {breach.code for breach in tested.breaches} == {"CT106"}


def secrets(made: n.GameDef) -> list[str]:
    """What the checks say about secrets."""
    report = Report()
    run_checks(made, report)
    return [d.code for d in report.items if d.code.startswith("CK3")]


@pytest.mark.parametrize("case", LEAKY)
def test_a_game_that_tells_is_seen_before_it_is_played(case: str) -> None:
    assert set(secrets(game(*LEAKY[case]))) == {"CK301"}


def test_a_body_that_fails_for_hidden_cards_breaks_the_game() -> None:
    fails = (n.If(test=low(n.TopOf(zone=DECK)), then=(n.Fail(reason="a low card"),)),)
    tested = contract(compile_game(game(action("dig", body=fails), PASS), 2), games=6)
    # In the real world it may work: the fault in the other one is reported, not that it tells.
    assert {breach.code for breach in tested.breaches} == {"CT107"}


HONEST = {
    "one's own cards": action(
        "play",
        n.Filter(items=n.TokensIn(zone=MINE), name="c", where=low(loc("c"))),
        body=(n.MoveToken(token=loc("t"), to=OUT),),
    ),
    "a card by its place": action("take", n.TokensIn(zone=YOURS), body=TAKE),
    "a test after the choice": action(
        "dig", body=(n.If(test=low(n.TopOf(zone=DECK)), then=(n.MoveTop(source=DECK, to=OUT),)),)
    ),
}


@pytest.mark.parametrize("case", HONEST)
def test_an_honest_game_keeps_the_contract(case: str) -> None:
    made = game(HONEST[case], PASS)
    tested = contract(compile_game(made, 2), games=4)
    assert (tested.breaches, secrets(made)) == ((), [])
    assert tested.worlds == 2 * tested.moves == 24


def test_a_game_that_breaks_is_told() -> None:
    made = game(
        action(
            "boom",
            body=(
                n.Attempt(
                    body=(n.Fail(reason="x"),),
                    otherwise=(n.Roll(name="r", low=num(1), high=num(2)), n.Fail(reason="y")),
                ),
            ),
        )
    )
    tested = contract(compile_game(made, 2), games=1)
    assert [breach.code for breach in tested.breaches] == ["CT107"]
    assert "seed 1, move 1" in tested.breaches[0].message


HEARD = n.VariableDef(name="bid", type="int", initial=num(0), per_seat=True, audience="owner")


@pytest.mark.parametrize(("announced", "found"), [(True, ["CK302"]), (False, [])])
def test_an_announced_answer_is_no_secret(announced: bool, found: list[str]) -> None:
    ask = n.Ask(name="b", seat=ME, items=n.Range(low=num(1), high=num(9)), announced=announced)
    keep = n.SetVariable(name="bid", of=ME, value=loc("b"))
    made = game(action("bid", body=(ask, keep)), rounds=1, variables=(HEARD,))
    assert secrets(made) == found


# ---- cards that are told apart for a while -------------------------------------------------------

NUMBERS = n.ListOf(items=(num(1), num(2)))
DRAWN = n.Variable(name="drawn")


def asks(name: str, seat: n.Expr) -> n.Statement:
    return n.Ask(name=name, seat=seat, items=NUMBERS)


def chosen(name: str) -> n.Expr:
    return n.Equal(left=loc(name), right=num(1))


def hands(*turn: n.Statement, sorted_hands: bool = False) -> n.GameDef:
    """Turns of two hands of three cards, whose order nobody knows. What is put away is shuffled
    into a new deck when the old one is empty."""
    zones = (
        n.Zone(name="deck", others_see="count", face="down"),
        n.Zone(name="hand", per_seat=True, ordered=sorted_hands, others_see="count", face="up"),
        n.Zone(name="out", face="up"),
    )
    cards = tuple(n.Token(name=f"T{i}", values=(i,)) for i in range(10))
    again = n.If(
        test=n.Not(item=n.Exists(item=n.TopOf(zone=DECK))),
        then=(
            n.MoveTop(source=OUT, to=DECK, count=num(99), partial=True),
            n.Shuffle(zone=DECK),
        ),
    )
    body = (
        n.Shuffle(zone=DECK),
        *[n.MoveTop(source=DECK, to=hand, count=num(3)) for hand in (MINE, YOURS)],
        n.ForEach(name="i", items=n.Range(low=num(1), high=num(9)), body=(again, *turn)),
    )
    made = n.GameDef(
        name="hands",
        least_players=2,
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(n.Supply(name="all", zone="deck", tokens=cards),),
        zones=zones,
        variables=(n.VariableDef(name="drawn", type="token", initial=n.Nothing(type="token")),),
        procedures=(n.Procedure(name="main", body=body),),
    )
    assert not verify(made)
    return made


DRAW = (n.Let(name="d", value=n.TopOf(zone=DECK)), n.MoveToken(token=loc("d"), to=MINE))
PUT = n.MoveToken(token=n.TopOf(zone=MINE), to=OUT)
DISTINGUISHED = {
    "a local name": (
        *DRAW,
        asks("a", ME),
        asks("b", YOU),
        n.If(test=chosen("a"), then=(n.MoveToken(token=loc("d"), to=OUT),), otherwise=(PUT,)),
        asks("c", YOU),
    ),
    "a local name, then none": (
        *DRAW,
        asks("a", ME),
        n.If(test=chosen("a"), then=(n.MoveToken(token=loc("d"), to=OUT),)),
        asks("b", YOU),
        n.If(test=n.Not(item=chosen("a")), then=(PUT,)),
    ),
    "a variable": (
        *DRAW,
        n.SetVariable(name="drawn", value=loc("d")),
        asks("a", ME),
        n.If(test=chosen("a"), then=(n.SetVariable(name="drawn", value=n.Nothing(type="token")),)),
        asks("b", YOU),
        n.If(
            test=n.Exists(item=DRAWN),
            then=(n.MoveToken(token=DRAWN, to=OUT),),
            otherwise=(PUT,),
        ),
        n.SetVariable(name="drawn", value=n.Nothing(type="token")),
    ),
    "a card that is named where it is": (
        *DRAW,
        asks("a", ME),
        n.SetVariable(name="drawn", value=n.BottomOf(zone=MINE)),
        asks("b", YOU),
        n.SetVariable(name="drawn", value=n.Nothing(type="token")),
        asks("c", YOU),
        PUT,
    ),
    "a card that is shown where it is": (
        *DRAW,
        asks("a", ME),
        n.Show(token=n.BottomOf(zone=MINE), seats=n.ListOf(items=(YOU,), of="seat")),
        asks("b", YOU),
        n.MoveToken(token=n.BottomOf(zone=MINE), to=OUT),
    ),
}


@pytest.mark.parametrize("case", DISTINGUISHED)
@pytest.mark.parametrize("ordered", [False, True])
def test_a_card_that_was_distinguished_does_not_reveal_the_order_of_a_hand(
    case: str, ordered: bool
) -> None:
    made = hands(*DISTINGUISHED[case], sorted_hands=ordered)
    tested = contract(compile_game(made, 2), games=7, most=45)
    assert tested.breaches == () and tested.worlds > 100


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_long_game_of_crazy_eights_keeps_the_contract(players: int) -> None:
    tested = lw.load("crazy-eights").contract(players=players, games=3, most=120)[0]
    assert tested.breaches == () and tested.worlds > 50
