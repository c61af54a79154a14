"""The same game in two languages: the same deal and the same choices give the same play."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import ludwright
from ludwright.play.table import Table
from tools.same_deal import ANCHORS, Piles, as_undealt, sgdl_piles

# ---- War -----------------------------------------------------------------------------------------
# In Rule XML every card is moved by hand, in CGML all happens by itself; and the points are 1 for
# the winner in the one, the cards of both piles in the other. What both do to the cards is alike.


def pile(table: Table, seat: int) -> list[str]:
    """A player's pile in Rule XML, the next card first."""
    return [card for card in reversed(table.zone(f"pile{seat + 1}")) if card != "spot"]


def queue(table: Table, seat: int) -> list[str]:
    """A player's pile in CGML, the next card first."""
    return table.zone("pile", seat)[::-1]


def tell(table: Table, cards: list[str]) -> None:
    """Say in which order shuffled cards come; the last one needs no saying."""
    for card in cards[:-1]:
        table.apply(f"draw {card}")


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_war_goes_alike_in_cgml_and_rulexml(seed: int) -> None:
    by_hand = ludwright.load("war:rulexml").table(seed=seed)
    by_itself = ludwright.load("war:cgml").table(chance=True)
    dealt = [pile(by_hand, 0), pile(by_hand, 1)]
    tell(by_itself, [card for pair in zip(*dealt, strict=True) for card in pair])
    battles = 0
    while not by_hand.over:
        battles += 1
        while by_hand.variable("phase") not in ("take_1", "take_2", "win"):
            (move,) = by_hand.legal()
            by_hand.apply(move)
        left = [pile(by_hand, seat) for seat in (0, 1)]
        assert [queue(by_itself, seat) for seat in (0, 1)] == left
        if by_hand.over:
            break
        winner = 0 if by_hand.variable("phase") == "take_1" else 1
        stakes = by_hand.zone("stakes")[1:]
        assert sorted(f"draw {card}" for card in stakes) == sorted(
            move.text() for move in by_itself.legal()
        )
        (move,) = by_hand.legal()
        by_hand.apply(move)
        tell(by_itself, pile(by_hand, winner)[len(left[winner]) :])
    assert by_itself.over
    assert by_itself.turns == battles
    assert by_itself.result().winners == by_hand.result().winners


# ---- Klondike ------------------------------------------------------------------------------------
# No difference in what may be done; in Rule XML it is scored, and empty piles hold anchors.

DRAWN = ("klondike", "klondike-draw-1")


def xml_piles(table: Table) -> Piles:
    """All piles in Rule XML: a column is a chain of nodes."""
    found: Piles = {}
    for zone in sorted(table.zones(), key=lambda zone: len(zone.path)):
        name = re.sub(r"^home", "home ", zone.name)
        name = f"column {name}" if name.isdigit() else name
        if name.startswith(("column", "home", "stock", "waste")):
            cards = table.zone(zone.name, path=zone.path)
            faces = table.face_up(zone.name, path=zone.path)
            lying = [card for card in zip(cards, faces, strict=True) if card[0] not in ANCHORS]
            found.setdefault(name, []).extend(lying)
    return found


def sgdl_moves(table: Table) -> dict[tuple[str, ...], Any]:
    """The moves in SGDL: the lowest card that moves, and where to."""
    found = {}
    for move in table.legal():
        match = re.fullmatch(r"(\w+)(?:\.\.\w+)?  .* -> (\w+) ?(\d*)", move.text())
        if match is None:
            found["draw",] = move
        else:
            card, to, number = match.groups()
            found[card, f"{to} {number}".replace("foundation", "home")] = move
    return found


def xml_moves(table: Table) -> dict[tuple[str, ...], Any]:
    """The moves in Rule XML in the same form."""
    found = {}
    for move in table.legal():
        mover, to = move.text().removeprefix("drag ").split(" -> ")
        name, *way = mover.split(",")
        if to in ("stock", "waste"):
            found["draw",] = move
            continue
        card = table.zone(name, path=[4] * len(way))[-1]
        there = f"column {to}" if to.isdigit() else re.sub(r"^home", "home ", to)
        assert (card, there) not in found
        found[card, there] = move
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", DRAWN)
def test_klondike_goes_alike_in_sgdl_and_rulexml(name: str) -> None:
    ours, theirs = ludwright.load(f"{name}:rulexml"), ludwright.load(f"{name}:sgdl")
    deck = sorted(card for cards in sgdl_piles(theirs.table()).values() for card, _ in cards)
    order = random.Random(name)
    for _ in range(3):
        order.shuffle(deck)
        one = theirs.table(deal={"deck": deck})
        other = ours.table(deal={"undealt": as_undealt(ours, sgdl_piles(one))})
        for _ in range(120):
            assert xml_piles(other) == sgdl_piles(one)
            left, right = xml_moves(other), sgdl_moves(one)
            assert sorted(left) == sorted(right)
            if not left:
                break
            choice = order.choice(sorted(left))
            other.apply(left[choice])
            one.apply(right[choice])
        assert other.over == one.over
