"""Lists in the list area, beside the same in Python."""

from __future__ import annotations

import random

import pytest

from ludwright.machine import lists
from ludwright.machine import state as m

START = 40
# Around the numbers that are looked up in bits, and of both signs.
VALUES = [0, 1, 31, 32, 62, 63, 64, 65, 1 << 20, -1, -63, -64, -(2**31), 2**31 - 1]


@pytest.mark.parametrize("seed", range(20))
def test_different_values(seed: int) -> None:
    rng = random.Random(seed)
    items = [rng.choice(VALUES) for _ in range(rng.randrange(30))]
    state = [0] * START + [len(items), *items] + [0] * 40
    state[m.LIST_TOP] = START + 1 + len(items)
    at = lists.append_distinct(state, START)
    found = state[at + 1 : at + 1 + state[at]]
    assert found == list(dict.fromkeys(items))
    assert state[m.LIST_TOP] == at + 1 + len(found)
    # The same values as entries of a table, and the items their places in it.
    table = [0, *VALUES]
    state[START + 1 : START + 1 + len(items)] = [1 + VALUES.index(value) for value in items]
    assert lists.count_values(table, state, START, 0, len(VALUES)) == len(found)
    assert lists.count_values(table, state, START, 0, 5) == (
        -1 if any(VALUES.index(value) > 4 for value in items) else len(found)
    )


@pytest.mark.parametrize("words", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_counting_tokens_in_a_row(words: int, seed: int) -> None:
    rng = random.Random(seed)
    row = [rng.randrange(-(2**31), 2**31) for _ in range(words)] + [0]
    items = [rng.randrange(32 * words) for _ in range(20)]
    state = [0] * START + [len(items), *items]
    expected = sum(row[t // 32] >> (t % 32) & 1 for t in items)
    assert lists.count_items(row, state, START, 0, words) == expected
