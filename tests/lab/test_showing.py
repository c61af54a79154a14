"""Results in notebooks: the figures of the result, the same for the same games, well-formed."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import ludwright as lw
from ludwright.lab.arena_result import Arena
from ludwright.lab.metrics import Statistics
from ludwright.lab.solutions import Solutions

SVG = "{http://www.w3.org/2000/svg}"


def cells(html: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.fixture(scope="module")
def statistics() -> Statistics:
    return lw.load("leduc-poker").simulate(500, seed=1, jobs=1)


@pytest.fixture(scope="module")
def solutions() -> Solutions:
    return lw.solve("klondike-draw-1", range(1, 4), seconds=None, states=3_000, jobs=1)


@pytest.fixture(scope="module")
def arena() -> Arena:
    return lw.load("leduc-poker").arena(["greedy", "random"], 10, seed=3, jobs=1)


def test_statistics_show_every_seat_with_its_interval(statistics: Statistics) -> None:
    rows = cells(statistics._repr_html_())
    for seat in statistics.seats:
        low, high = (100 * end for end in seat.ci95)
        assert [
            str(seat.seat + 1),
            f"{100 * seat.win_rate:.2f} %",
            f"{low:.2f} to {high:.2f} %",
        ] in [row[:3] for row in rows]
    assert ["games", "500"] in rows
    shown = texts(statistics.svg())
    assert {"player 1", "player 2"} <= set(shown)


def test_results_are_shown_alike_however_long_they_took(
    statistics: Statistics, solutions: Solutions
) -> None:
    slower = replace(statistics, seconds=1e6, decisions_per_second=1.0, turns_per_second=1.0)
    assert slower._repr_html_() == statistics._repr_html_()
    assert replace(solutions, seconds=1e6)._repr_html_() == solutions._repr_html_()


def test_the_bar_of_solutions_has_the_length_of_its_parts(solutions: Solutions) -> None:
    summary = solutions.summary
    bars = [
        (float(node.get("width", "")), node.get("fill"))
        for node in ElementTree.fromstring(solutions.svg()).iter(f"{SVG}rect")
        if node.get("height") == "34"
    ]
    whole = sum(width for width, _ in bars)
    counts = [each for each in (summary.solved, summary.unknown, summary.impossible) if each]
    assert [round(width / whole * len(solutions.deals), 1) for width, _ in bars] == counts
    assert f"{summary.solved} winnable" in texts(solutions.svg())
    assert [row[0] for row in cells(solutions._repr_html_())[1:]] == ["seed 1", "seed 2", "seed 3"]


def test_an_arena_shows_its_bots_and_differences(arena: Arena) -> None:
    rows = cells(arena._repr_html_())
    names = [row[0] for row in rows]
    assert {"greedy", "random", "greedy - random"} <= set(names)
    assert texts(arena.svg())[-4:] and {"greedy", "random"} <= set(texts(arena.svg()))


def test_names_of_bots_are_no_markup(arena: Arena) -> None:
    hostile = "<script>alert(1)</script>"
    players = (replace(arena.players[0], name=hostile), *arena.players[1:])
    html = replace(arena, players=players)._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html
    ElementTree.fromstring(replace(arena, players=players).svg())


def test_results_of_nothing_are_shown(
    statistics: Statistics, solutions: Solutions, arena: Arena
) -> None:
    nothing = (
        replace(statistics, seats=(), branching=None),
        replace(solutions, deals=()),
        replace(arena, players=(), differences=()),
    )
    for each in nothing:
        ElementTree.fromstring(each.svg())
        assert each._repr_html_()
