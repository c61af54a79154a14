"""A move typed together with the answers to what it asks."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from click.testing import CliRunner

from ludwright.cli import cli
from ludwright.gamedef import nodes as n
from ludwright.play.errors import IllegalMove, InvalidMove, MoveError
from ludwright.players import PLAYERS
from ludwright.ui.session import Session
from tools.sitting import Person, at_screen, session
from tools.tables import COUNT_UP, action, decide, forever, table
from tools.tiny import ME, PILE, PIT, loc

YOU = n.Seat(number=1)


def asked(seat: n.Expr, name: str = "t") -> tuple[n.Statement, ...]:
    """A question for a token of the pile, which then goes to the pit."""
    ask = n.Ask(name=name, seat=seat, items=n.TokensIn(zone=PILE), prompt="Which?")
    return ask, n.MoveToken(token=loc(name), to=PIT)


def sitting(*body: n.Statement, players: int = 1) -> Session:
    """A person at a game of one action."""
    at = table(forever(decide(action("give", *body), action("a / b", COUNT_UP))), players=players)
    return Session(at, 0, PLAYERS["first"]())


def test_answers_are_written_behind_the_move() -> None:
    person = sitting(*asked(ME), *asked(ME, "u"))
    told = person.make_compound("give / T3 / T2")
    assert [each.text for each in told] == ["give", "T3", "T2"] and person.history == told
    assert person.table.zone("pit") == ["T3", "T2"]
    person.make_compound("1 / T1 / T4")  # the first by its number
    assert len(person.table.log) == 6


def test_a_move_that_is_written_like_that_itself_is_meant_first() -> None:
    person = sitting(*asked(ME))
    person.make_compound("a / b")
    assert person.table.variable("x") == 1


def test_single_moves_are_made_step_by_step_as_ever() -> None:
    person = sitting(*asked(ME))
    assert len(person.make_compound("give")) == 1
    assert person.question() == "Which?" and len(person.make_compound(person.moves()[0])) == 1
    assert person.table.zone("pit") == ["T1"]


def test_if_one_answer_does_not_fit_nothing_is_done() -> None:
    person = sitting(*asked(ME), *asked(ME, "u"))
    for text in ("give / T3", "give / T3 / T3", "give / T3 / T2 / T1", "give / hop / T1"):
        with pytest.raises(MoveError, match="nothing was done"):
            person.make_compound(text)
    assert not person.table.log and not person.history


def test_nobody_answers_for_others() -> None:
    person = sitting(*asked(ME), *asked(YOU, "u"), players=2)
    with pytest.raises(MoveError, match="player 2 decides first; play it step by step") as found:
        person.make_compound("give / T3 / T2")
    assert "T1" not in str(found.value)  # nor is told what others could say
    person.make_compound("give")
    person.make_compound("T3")
    assert person.table.decider == 1


def test_a_choice_made_together_ends_with_ones_own_part() -> None:
    person = session("hearts", 3)
    several = person.picks()
    assert several is not None
    cards = several.items[2::-1]
    (told,) = person.make_compound(" / ".join(cards))
    assert sorted(told.text.split(" + ")) == sorted(cards)
    assert person.table.decider == 1 and person.table.together


def test_at_a_table_in_lines() -> None:
    stdin = "5H / KH\nmoves\n5H KH\n2\nQS KH 5H\nquit\n"
    result = CliRunner().invoke(cli, ["play", "hearts", "--seed", "7"], input=stdin)
    assert "> 5H / KH\n  '5H' is incomplete: player 1 is asked 'Pass three cards'" in result.stdout
    assert "'5H + KH' is not legal now; pick 3 of these 17 items, not 2" in result.stdout
    assert "'2' is not a move of this game" in result.stdout  # sets have no numbers at the table
    assert "Pass three cards (pick 3) > moves\n" in result.stdout
    assert "    your hand -> your passed   5H KH QS\n" in result.stdout
    assert "\nPlay a card > quit\n" in result.stdout


def test_items_to_pick_are_listed_as_they_are_held() -> None:
    several = session("hearts", 4).picks()
    assert several is not None
    by_suit = [card[-1] for card in several.items]
    assert [suit for suit, _ in groupby(by_suit)] == ["S", "H", "C", "D"]
    for _, cards in groupby(several.items, key=lambda card: card[-1]):
        ranks = ["23456789TJQKA".index(card[0]) for card in cards]
        assert ranks == sorted(ranks) or ranks == sorted(ranks, reverse=True)


def test_in_lines_the_hand_and_the_items_to_pick_have_the_same_order() -> None:
    shown = CliRunner().invoke(cli, ["play", "hearts", "--seed", "7"], input="quit\n").stdout
    (hand,) = re.findall(r"^  your hand +(.*)$", shown, re.MULTILINE)
    items = shown.partition("\n\n   ")[2].partition("\nPass three")[0]
    assert hand.split() == items.split() and len(hand.split()) == 17


def test_a_hint_marks_the_items_to_pick() -> None:
    person = session("hearts", 4)
    hint = person.hint()
    assert hint.move

    async def asks(someone: Person) -> None:
        for key in ("h", "t"):
            await someone.press("home", "enter", key)  # marks of one's own are replaced
            assert someone.text().count("[x]") == 3
            await someone.press("enter")  # the line that picks them is selected
            told = next(told for told in person.history if told.who == "you")
            assert told.text == str(hint.move)
            await someone.press("u")

    at_screen(person, asks)


def test_a_card_that_is_not_held_is_named() -> None:
    person = session("hearts", 4)
    several = person.picks()
    assert several is not None
    held, strange = several.items, next(c for c in ("2C", "2D", "2S") if c not in several.items)
    wanted = " + ".join((*held[:2], strange))
    with pytest.raises(IllegalMove, match=f"is not legal now; '{strange}' cannot be picked"):
        person.make(wanted)
    with pytest.raises(IllegalMove, match=f"'{strange}' cannot be picked"):
        person.make(" ".join((*held[:2], strange)))
    with pytest.raises(InvalidMove, match="is not a move of this game; unknown item 'frog'"):
        person.make(" + ".join((*held[:2], "frog")))


def test_several_are_marked_and_picked_at_once() -> None:
    person = session("hearts", 4)
    several = person.picks()
    assert several is not None
    items = several.items

    async def marks(someone: Person) -> None:
        assert "(pick 3), 0 of 3 marked" in someone.text()
        await someone.press("end", "enter")
        assert "mark 3 first: 0 of 3 marked" in someone.text() and not person.table.log
        await someone.press("home", "enter", "down", "down", "enter")
        assert f"[x] {items[2]}" in plain_cards(someone) and "2 of 3" in someone.text()
        await someone.press("enter")  # and takes that mark away
        assert f"[ ] {items[2]}" in plain_cards(someone)
        await someone.press("slash", *items[4], "enter", "slash", *items[3], "enter")
        assert "done: 3 of 3 marked" in someone.text()
        await someone.press("home", "down", "enter")
        assert "unmark one first" in someone.text()
        await someone.press("end", "enter")
        told = next(told for told in person.history if told.who == "you")
        assert sorted(told.text.split(" + ")) == sorted((items[0], items[3], items[4]))

    at_screen(person, marks)


def plain_cards(someone: Person) -> str:
    """What the screen shows, with letters in place of the signs of suits."""
    text = someone.text()
    for sign, letter in zip("♠♥♦♣", "SHDC", strict=True):
        text = text.replace(sign, letter)
    return text


def test_at_a_table_that_fills_the_screen() -> None:
    person = sitting(*asked(ME), *asked(ME, "u"))

    async def types(someone: Person) -> None:
        await someone.press("slash", *"give", "space", "slash", "space", *"T3", "enter")
        assert not person.table.log and "is incomplete" in someone.text()
        await someone.press("space", "slash", "space", *"T2", "enter")
        assert person.table.zone("pit") == ["T3", "T2"]

    at_screen(person, types)
