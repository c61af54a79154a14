"""Canfield by two rules: a second model of them, and what happens when the reserve is used up."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludwright import Table
from models.solitaires import PACK, load, number, red

WHOLE = {"canfield": False, "canfield-whole-piles": True}


@pytest.mark.parametrize("name", WHOLE)
def test_the_cards_lie_as_the_rules_say(name: str) -> None:
    table = load(name).table(seed=4)
    assert [len(table.zone("COLUMN", i)) for i in range(4)] == [1] * 4
    assert [len(table.zone("FOUNDATION", i)) for i in range(4)] == [1, 0, 0, 0]
    assert table.face_up("RESERVE", 0) == [False] * 12 + [True]
    assert (len(table.zone("DRAW")), table.zone("WASTE")) == (34, [])


def height(card: str, base: int) -> int:
    """How many steps a card is above the base rank."""
    return (number(card) - base) % 13


def fits(card: str, below: str, base: int) -> bool:
    """Whether a card may follow another in a column."""
    return red(card) != red(below) and height(card, base) == height(below, base) - 1


def rises(card: str, foundation: list[str], base: int) -> bool:
    """Whether a card may go to a foundation."""
    if not foundation:
        return height(card, base) == 0
    top = foundation[-1]
    return card[-1] == top[-1] and height(card, base) == height(top, base) + 1


def modelled(table: Table, whole: bool, base: int) -> Iterator[str]:
    """The legal moves of a position, by the rules of Canfield once more."""
    columns = [table.zone("COLUMN", i) for i in range(4)]
    foundations = [table.zone("FOUNDATION", i) for i in range(4)]
    waste, reserve = table.zone("WASTE"), table.zone("RESERVE", 0)
    if table.zone("DRAW") or waste:
        yield "draw"
    tops = {"DRAW": waste[-1:], "RESERVE[0]": reserve[-1:]}
    tops |= {f"COLUMN[{i}]": cards[-1:] for i, cards in enumerate(columns)}
    for place, card in tops.items():
        for i, cards in enumerate(foundations):
            if card and rises(card[0], cards, base):
                yield f"move {place} FOUNDATION[{i}]"
    for place in ("DRAW", "RESERVE[0]"):
        for i, cards in enumerate(columns):
            if tops[place] and (not cards or fits(tops[place][0], cards[-1], base)):
                yield f"move {place} COLUMN[{i}]"
    for source, cards in enumerate(columns):
        for first in [0] if whole and cards else range(len(cards)):
            for target, others in enumerate(columns):
                if target == source or (whole and not all(columns)):
                    continue
                if not others or fits(cards[first], others[-1], base):
                    last = first == len(cards) - 1
                    word, index = ("move", "") if last else ("move_stack", f":{first}")
                    yield f"{word} COLUMN[{source}]{index} COLUMN[{target}]"


@pytest.mark.parametrize("name", WHOLE)
def test_the_moves_are_those_of_the_rules(name: str) -> None:
    game, rng, gaps, longer = load(name), random.Random(1), 0, 0
    for seed in range(6):
        table = game.table(seed=seed) if seed < 3 else easy(name, 4 * seed - 11)
        base = number(table.zone("FOUNDATION", 0)[0])
        for _ in range(120):
            if table.over:
                break
            texts = [move.text("sgdl") for move in table.legal()]
            assert sorted(texts) == sorted(modelled(table, WHOLE[name], base))
            gap = any(not table.zone("COLUMN", i) for i in range(4))
            # The reserve leaves no gap open.
            assert not (gap and table.zone("RESERVE", 0))
            gaps += gap
            longer += any(text.startswith("move_stack") for text in texts)
            moves = [text for text in texts if text != "draw"]
            table.apply(rng.choice(moves if moves and rng.random() < 0.6 else texts))
    assert gaps and longer


def easy(name: str, base: int) -> Table:
    """A deal in which every card can go to its foundation as soon as it comes up."""
    rising = sorted(PACK, key=lambda card: height(card, base))
    reserve, columns, stock = rising[5:18], rising[1:5], rising[18:]
    # Of three that are turned the last one comes first.
    threes = [stock[i : i + 3][::-1] for i in range(0, len(stock), 3)]
    drawn = [card for three in threes for card in three]
    deck = [*reversed(reserve), rising[0], *columns, *drawn]
    return load(name).table(deal={"deck": deck})


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("base", [1, 7, 13])
def test_suits_go_round_from_the_base(name: str, base: int) -> None:
    table = easy(name, base)
    while not table.over:
        texts = [move.text("sgdl") for move in table.legal()]
        table.apply(next((text for text in texts if " FOUNDATION[" in text), "draw"))
    assert table.result().winners == (0,)
    for i in range(4):
        cards = table.zone("FOUNDATION", i)
        assert [height(card, base) for card in cards] == list(range(13))
        assert len({card[-1] for card in cards}) == 1


@pytest.mark.parametrize("name", WHOLE)
def test_a_gap_is_filled_from_the_reserve_at_once(name: str) -> None:
    # The base is a seven, and the seven that is the first column's goes to a foundation.
    cards = [*PACK]
    piles = {"7S": 13, "7H": 14, "2C": 15, "9D": 16, "JS": 17, "QC": 12, "QD": 11}
    for card in piles:
        cards.remove(card)
    for card, place in sorted(piles.items(), key=lambda item: item[1]):
        cards.insert(place, card)
    table = load(name).table(deal={"deck": cards})
    assert table.zone("RESERVE", 0)[-2:] == ["QD", "QC"]
    table.apply("move COLUMN[0] FOUNDATION[1]")
    assert table.zone("COLUMN", 0) == ["QC"]
    assert table.zone("RESERVE", 0)[-1] == "QD" and table.face_up("RESERVE", 0)[-1]
    assert len(table.zone("RESERVE", 0)) == 12
