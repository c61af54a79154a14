"""Games that were recorded when the items of a set were picked one by one, each with its own text.

They can be played again by their texts: those of a set are collected.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludwright
from ludwright.play.picks import collected

DATA = Path(__file__).parent.parent / "data" / "picked-one-by-one"
LINE = re.compile(r"^ *\d+  player (\d+)  (.+?)   \(of \d+\)$", re.MULTILINE)


@pytest.mark.parametrize("name", ["cheat", "hearts"])
def test_texts_of_single_picks_lead_through_the_same_game(name: str) -> None:
    text = (DATA / f"{name}.txt").read_text(encoding="utf-8")
    steps = [(int(seat) - 1, move) for seat, move in LINE.findall(text)]
    assert len(steps) > 40
    players = len(text.splitlines()[1].split(","))
    table = ludwright.load(name).table(players=players, seed=1)
    at = sets = 0
    while at < len(steps):
        seat, move = steps[at]
        assert table.decider == seat
        # Only what the same seat said is part of its set.
        more = next((i for i, step in enumerate(steps[at:]) if step[0] != seat), len(steps) - at)
        found = collected(table, [each for _, each in steps[at : at + more]])
        if found is None and at + more == len(steps) and table.site.pick is not None:
            break  # it ends in the middle of a set
        table.apply(found[0] if found else move)
        at += found[1] if found else 1
        sets += found is not None
    assert sets >= 3
