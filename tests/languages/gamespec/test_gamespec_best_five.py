"""Hands of poker valued by `evaluateSubset`: the best five of seven, beside a second model."""

from __future__ import annotations

import random
from pathlib import Path

import ludwright
from models.holdem import PACK, of_five, of_seven

DATA = Path(__file__).parents[2] / "data" / "gamespec"


def test_the_best_five_of_seven_are_found() -> None:
    game = ludwright.load(DATA / "best-five.md")
    assert game.loaded.diagnostics == ()
    rng = random.Random(5)
    few = [card for card in PACK if card[:-1] in ("A", "2", "3", "4", "5", "6")]
    found: dict[int, set[tuple[int, ...]]] = {}
    for number in range(40):
        cards = rng.sample(few if number % 2 else PACK, 7)
        rest = [card for card in PACK if card not in cards]
        table = game.table(deal={"deck": [*cards, *rest]})
        table.apply("show")
        assert table.over
        best = table.zone("best")
        assert len(best) == 5 and set(best) <= set(cards)
        assert of_five(best) == of_seven(cards)
        [score] = table.result().scores or ()
        found.setdefault(int(score), set()).add(of_seven(cards))
    assert all(len(same) == 1 for same in found.values())
    ordered = [strength for value in sorted(found) for strength in found[value]]
    assert ordered == sorted(ordered)
    assert len({strength[0] for strength in ordered}) >= 6
