"""Pages over the table: rules, a new game, the end; enter and escape close each of them."""

from __future__ import annotations

import pytest

from ludwright.play.inspect_state import Result
from ludwright.table.rules import paragraphs, wrapped
from ludwright.table.session import Hint
from ludwright.table.standings import Standing, standings
from ludwright.ui.session import Session
from ludwright.ui.widgets import Page
from tools.sitting import Person, at_screen, session


def drawn_out(name: str, players: int) -> Session:
    """A game that ends with the next press of enter."""
    sitting = session(name, players)
    while not sitting.table.over:
        sitting.let_others_move()
        if not sitting.table.over:
            sitting.make(sitting.moves()[0])
    sitting.undo()
    return sitting


# ---- rules ---------------------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("closing", ["enter", "escape"])
@pytest.mark.parametrize("key", ["r", "question_mark", "f2", "w"])
def test_enter_and_escape_close_every_page(key: str, closing: str) -> None:
    sitting = session("klondike")

    async def opens(person: Person) -> None:
        await person.press(key)
        assert isinstance(person.app.screen, Page)
        await person.press(closing)
        assert person.play.session is sitting and not sitting.table.log

    at_screen(sitting, opens)


def test_the_rules_are_on_a_key() -> None:
    async def reads(person: Person) -> None:
        await person.press("r")
        assert person.page.startswith("Crazy Eights\n") and "**" not in person.page
        await person.press("pagedown", "end", "home")
        assert isinstance(person.app.screen, Page)

    at_screen(session("crazy-eights", 2), reads)


def test_a_page_of_markdown_is_read_without_its_marks() -> None:
    page = (
        "# A *game*\n\nTwo\nlines, **bold**.\n- an item\n  goes on\n- x * y * z\n\n"
        "| a | bc |\n|---|---|\n| **long** | d |\n\n```\n  as   it is\n```\n[here](x.md) `code`"
    )
    assert list(paragraphs(page)) == [
        "A game", "", "Two lines, bold.", "- an item goes on", "- x * y * z", "",
        "a      bc", "long   d", "", "  as   it is", "here code",
    ]  # fmt: skip
    assert list(wrapped(["- one two three"], 9)) == ["- one two", "  three"]


# ---- a new game ----------------------------------------------------------------------------------


def test_a_new_game_begins_at_once_or_asks_if_one_is_under_way() -> None:
    sitting = session("klondike")

    async def begins(person: Person) -> None:
        await person.press("n")
        assert sitting.table.seed == 8 and "new game, seed 8" in person.text()
        await person.press("enter", "n")
        assert "Start another game?" in person.page
        await person.press("escape")
        assert len(sitting.table.log) == 1 == len(sitting.history)
        await person.press("n", "enter")
        assert not sitting.table.log and not sitting.history
        assert person.play.moves.listed and "stock" in person.text()

    at_screen(sitting, begins)


def test_where_no_other_game_can_be_dealt_that_is_told() -> None:
    sitting = session("klondike")
    sitting._fresh = None

    async def asks(person: Person) -> None:
        await person.press("n")
        assert "cannot start another game here" in person.text()

    at_screen(sitting, asks)


# ---- the end -------------------------------------------------------------------------------------


def test_the_end_has_places_and_scores_and_what_can_be_done_next() -> None:
    sitting = drawn_out("gops", 2)

    async def ends(person: Person) -> None:
        await person.press("enter")
        assert sitting.table.over
        result = sitting.table.result()
        first, second = standings(result, 2)
        rows = [line.split() for line in person.page.splitlines()[2:]]
        assert [row[0] for row in rows] == [f"{first.place}.", f"{second.place}."]
        assert [int(row[-1]) for row in rows] == [first.score, second.score]
        assert "(you)" in person.page and f"({result.reason})" in person.page
        await person.press("b")
        assert person.replay.replay.ending()
        await person.press("escape")
        assert "The game is over" in person.text()
        await person.press("u")
        assert not sitting.table.over
        await person.press("enter", "n")
        assert not sitting.table.over and not sitting.table.log

    at_screen(sitting, ends)


def test_the_end_is_told_once() -> None:
    sitting = drawn_out("crazy-eights", 2)

    async def ends(person: Person) -> None:
        await person.press("enter")
        assert isinstance(person.app.screen, Page)
        await person.press("escape", "enter", "1", "enter", "escape")
        assert person.play.session is sitting and sitting.table.over
        await person.press("n")
        assert not sitting.table.over

    at_screen(sitting, ends)


@pytest.mark.parametrize(
    ("result", "places"),
    [
        (Result((1,), (3, 9, 5), "points"), [(1, 1), (2, 2), (0, 3)]),
        (Result((1,), (30, 9, 15), "points"), [(1, 1), (2, 2), (0, 3)]),
        (Result((0, 2), (7, 1, 7), "points"), [(0, 1), (2, 1), (1, 3)]),
        (Result((2,), (4, 4, 9), "points"), [(2, 1), (0, 2), (1, 2)]),
        (Result((1,), None, "last"), [(1, 1), (0, None), (2, None)]),
        (Result((1,), (9, 5, 1), "other"), [(1, 1), (0, None), (2, None)]),
        (Result((), (1, 2, 3), "stuck"), [(0, None), (1, None), (2, None)]),
    ],
)
def test_places_follow_the_winners_and_the_scores(
    result: Result, places: list[tuple[int, int | None]]
) -> None:
    scores = result.scores or (None, None, None)
    assert standings(result, 3) == [Standing(seat, at, scores[seat]) for seat, at in places]


# ---- hints ---------------------------------------------------------------------------------------


def test_a_long_hint_marks_its_move_without_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = session("klondike")
    move = sitting.moves()[2]
    told = "winnable in 117 moves: 6S  column 5 -> column 7 (the solver sees all cards)"
    monkeypatch.setattr(sitting, "hint", lambda: Hint(told, move))

    async def asks(person: Person) -> None:
        await person.press("h")
        assert person.play.moves.highlighted == 2
        assert "in 117 moves" in person.text() and "all cards)" in person.text()

    at_screen(sitting, asks, (60, 16))
