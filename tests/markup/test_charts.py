"""Charts and markup: scales contain what is drawn on them, texts stay texts."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.markup import html
from ludwright.markup.charts import Interval, intervals, nice_ticks, shares

NUMBERS = st.floats(-1e9, 1e9).filter(lambda x: x == 0 or abs(x) > 1e-6)


@given(NUMBERS, NUMBERS)
def test_ticks_are_even_and_contain_the_values(one: float, two: float) -> None:
    low, high = sorted((one, two))
    ticks = nice_ticks(low, high)
    step = ticks[1] - ticks[0]
    slack = 1e-6 * step
    assert ticks[0] <= low + slack and ticks[-1] >= high - slack
    assert 2 <= len(ticks) <= 8
    assert all(abs(b - a - step) < slack + 1e-9 * abs(b) for a, b in pairwise(ticks))


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0.0, 1.0, [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]), (48.0, 52.0, [48, 49, 50, 51, 52])],
)
def test_ticks_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert nice_ticks(low, high) == pytest.approx(ticks)


def test_an_interval_lies_where_the_scale_says() -> None:
    svg = intervals(
        [Interval("a", 50.0, 25.0, 100.0, "50 %"), Interval("b", 0.0, None, None, "")], "t"
    )
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    dots = [float(node.get("cx", "")) for node in root.iter(f"{space}circle")]
    bars = [n for n in root.iter(f"{space}line") if n.get("stroke-width") == "2.5"]
    (bar,) = bars  # none for the row without an interval
    left, right = float(bar.get("x1", "")), float(bar.get("x2", ""))
    # Relative to the scale: 0 is at the second dot, 100 at the end of the first row's interval.
    assert (dots[0] - dots[1]) / (right - dots[1]) == pytest.approx(0.5, abs=0.01)
    assert (left - dots[1]) / (right - dots[1]) == pytest.approx(0.25, abs=0.01)


@given(st.text(max_size=40))
def test_texts_are_never_markup(words: str) -> None:
    page = html.table(("a", words), [(words, words)], words) + html.items([words])
    root = ElementTree.fromstring(f"<p>{page}</p>")
    assert {node.tag for node in root.iter()} <= set(
        ["p", "table", "caption", "thead", "tbody", "tr", "th", "td", "ol", "li"]
    )
    assert not re.search("[\x00-\x08\u202e]", page)
    ElementTree.fromstring(intervals([Interval(words, 1, 0, 2, words)], words))
    ElementTree.fromstring(shares([(words, 1)], words))
    ElementTree.fromstring(html.tag("p", html.text(words), title=words, class_=words))
