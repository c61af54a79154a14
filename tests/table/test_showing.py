"""Tables and views in notebooks: drawn from what a seat knows alone, and never foreign markup."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import ludwright as lw
from ludwright.pipeline import LIBRARY

HOSTILE = "<script>alert(1)</script>&\"'"


def pictures(html: str) -> list[str]:
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    return [base64.b64decode(each).decode() for each in found]


def parsed(html: str) -> ElementTree.Element:
    """The HTML, which is to be well-formed as XML, too."""
    return ElementTree.fromstring(re.sub(r"(<img [^>]*[^/])>", r"\1/>", html))


@pytest.mark.parametrize(
    ("name", "players", "moves"),
    [
        *(("hearts", 3, 7), ("go-fish", 3, 12), ("cheat", 3, 9), ("leduc-poker", 2, 2)),
        *(("gops", 2, 5), ("klondike", 1, 15), ("crazy-eights", 2, 10)),
    ],
)
def test_a_view_is_shown_alike_in_worlds_that_its_seat_cannot_tell_apart(
    name: str, players: int, moves: int
) -> None:
    table = lw.load(name).table(players=players, seed=3)
    lw.play_on(table, ["random"] * players, moves)
    other = 0
    for seat in range(players):
        view = table.view(seat)
        for seed in range(3):
            world = view.redeal(seed)
            other += world.key() != table.key()
            assert world.view(seat)._repr_html_() == view._repr_html_()
            assert world.view(seat).svg() == view.svg()
    assert other


def test_a_view_is_shown_without_what_only_its_table_knows() -> None:
    one, two = (lw.load("hearts").table(players=3, seed=seed) for seed in (1234567, 7654321))
    assert "1234567" in one._repr_html_()
    assert "1234567" not in one.view(0)._repr_html_()
    assert one.view(0)._repr_html_() != two.view(0)._repr_html_()


def test_a_table_is_drawn_as_the_seat_sees_it_that_decides() -> None:
    table = lw.load("leduc-poker").table(seed=5)
    assert table.decider is not None
    assert table.svg() == table.view(table.decider).svg() != table.view(1 - table.decider).svg()
    assert pictures(table._repr_html_()) == [table.svg()]


def test_showing_changes_nothing() -> None:
    table = lw.load("go-fish").table(players=3, seed=4)
    before = table.save(), table.key(), [str(move) for move in table.legal()]
    table._repr_html_()
    assert (table.save(), table.key(), [str(move) for move in table.legal()]) == before


@pytest.mark.parametrize("name", ["klondike", "hearts", "war", "gops"])
def test_a_table_is_shown_at_its_start_and_when_it_is_over(name: str) -> None:
    table = lw.load(name).table(seed=1, pace="turn")
    assert "legal move" in table._repr_html_() or table.paused
    lw.play_on(table, ["random"] * table.program.seats, 20_000)
    html = table._repr_html_()
    parsed(html)
    if table.over:
        winners = ", ".join(table.names[seat] for seat in table.result().winners) or "nobody"
        assert f"over: {winners} won" in html


def test_a_table_waits_for_chance_or_for_whoever_continues() -> None:
    assert "chance decides" in lw.load("kuhn-poker").table(chance=True)._repr_html_()
    assert "paused" in lw.load("war").table(seed=1, pace="turn")._repr_html_()


def test_many_moves_are_counted() -> None:
    table = lw.load("hearts").table(players=3, seed=7)
    html = table._repr_html_()
    assert html.count("<li>") == 12
    assert f"{len(table.legal()):,} legal moves" in html
    assert f"and {len(table.legal()) - 12:,} more" in html


def test_texts_of_a_description_and_names_of_players_are_no_markup() -> None:
    text = (LIBRARY / "leduc-poker" / "leduc-poker.cgml").read_text("utf-8")
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    renamed = re.sub(r"\n  name: .*", lambda _: f"\n  name: {quoted}", text, count=1)
    game = lw.loads(renamed, "cgml")
    assert game.program().name == HOSTILE
    table = game.table(seed=1, names=[HOSTILE, "b"])
    for html in (table._repr_html_(), table.view(0)._repr_html_(), table.view(1)._repr_html_()):
        assert "<script" not in html and "&lt;script&gt;" in html
        assert {node.tag for node in parsed(html).iter()} <= {"div", "img", "ol", "li"}
        assert not any("<script" in svg for svg in pictures(html))


def test_nothing_is_imported_for_pictures_before_one_is_drawn() -> None:
    asked = (
        "import sys, ludwright as lw; t = lw.load('kuhn-poker').table(seed=1); "
        "assert 'ludwright.table.pictures' not in sys.modules; t.svg(); "
        "assert 'ludwright.table.pictures' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", asked], check=True)
