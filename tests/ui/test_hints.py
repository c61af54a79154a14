"""Hints of the solver at a table: what it says, when it searches, and that it can be stopped."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.players import PLAYERS
from ludwright.solver import solve
from ludwright.solver.answers import Answer
from ludwright.table.solver_hints import Knowledge
from ludwright.ui.session import Session
from tools.sitting import Person, at_screen, first_move
from tools.small_solitaires import LITTLE, LOST, WON, little, little_file

SOLVE = solve.solve


def sitting(seed: int, game: lw.Game | None = None, **settings: Any) -> Session:
    """A person at a tiny solitaire, with a solver."""
    played = game or little()
    table = played.table(seed=seed, trace=True, **settings)
    others = PLAYERS["first"]()
    resume = played.resume
    solver = Knowledge(played)
    return Session(table, 0, others, adviser=first_move, solver=solver, resume=resume)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which every search adds."""
    found: list[int] = []

    def counted(*given: Any) -> Answer:
        found.append(1)
        return SOLVE(*given)

    monkeypatch.setattr(solve, "solve", counted)
    return found


def test_hints_lead_to_the_win_after_one_search(searches: list[int]) -> None:
    person, left = sitting(WON), []
    assert person.must_think
    while not person.table.over:
        hint = person.hint()
        assert hint.move and not person.must_think
        assert hint.text.startswith("winnable in ") and str(hint.move) in hint.text
        left.append(int(hint.text.split()[2]))
        person.make(hint.move)
    assert person.table.result().winners == (0,)
    assert left == list(range(len(left), 0, -1)) and len(searches) == 1


def test_a_move_off_the_way_asks_again_and_taking_it_back_does_not(searches: list[int]) -> None:
    person = sitting(WON)
    first = person.hint()
    others = [move for move in person.moves() if first.move and move != first.move]
    assert others
    person.make(others[0])
    assert person.must_think
    person.hint()
    assert len(searches) == 2
    person.undo()
    assert person.hint().move is not None and len(searches) <= 3


def test_what_is_lost_stays_lost(searches: list[int]) -> None:
    person = sitting(LOST)
    assert person.hint().text.startswith("this deal is impossible") and person.hint().move is None
    person.make("1")
    assert person.hint().text.startswith("this position is no longer winnable")
    assert len(searches) == 1


def test_a_hint_says_that_it_sees_what_the_person_does_not() -> None:
    assert sitting(WON).hint().text.endswith(" (the solver sees all cards)")
    shown = re.sub(r"^(COLUMN \d)$", r"\1 FACE_ALL", LITTLE, flags=re.MULTILINE)
    assert shown.count("FACE_ALL") == 3
    open_cards = lw.loads(shown, "sgdl")
    assert "all cards" not in sitting(WON, open_cards).hint().text


def test_without_an_answer_the_adviser_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def gives_up(*given: object) -> Answer:
        asked.append(1)
        return Answer("unknown", limit="time")

    monkeypatch.setattr(solve, "solve", gives_up)
    person = sitting(WON)
    hint = person.hint()
    assert hint.text == f"no solution found in time; try {person.tip().text}"
    assert hint.move and hint.move == person.tip().move
    person.hint()
    assert len(asked) == 1  # the same position would take as long again


def test_ctrl_c_stops_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: object) -> Answer:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "solve", interrupted)
    person = sitting(WON)
    assert person.hint().text.startswith("no solution found in time") and person.must_think


def test_nobody_waits_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(
        definition: object, program: object, state: object, limits: object, asked: Any
    ) -> Answer:
        while not asked(1):
            time.sleep(0.01)
        return Answer("unknown", limit="stopped")

    monkeypatch.setattr(solve, "solve", busy)
    person = sitting(WON)
    person.solver = Knowledge(little(), seconds=0.05)
    assert person.hint().text.startswith("no solution found in time") and not person.must_think


def test_a_game_with_chance_ahead_has_tips_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object) -> Answer:
        raise solve.NotSolvable("chance")

    monkeypatch.setattr(solve, "solve", refuses)
    person = sitting(WON)
    assert person.hint().move and not person.must_think


def test_pauses_are_no_moves(searches: list[int]) -> None:
    person = sitting(WON, pace="event")
    while person.table.paused:
        person.make("")
    hint = person.hint()
    assert hint.move
    person.make(hint.move)
    while person.table.paused:
        assert person.hint().text == "continue"
        person.make("")
    assert person.hint().move and len(searches) == 1


def test_a_loaded_game_knows_nothing_of_the_last_one(tmp_path: Path) -> None:
    file = tmp_path / "lost.json"
    sitting(LOST).save(str(file))
    person = sitting(WON)
    assert person.hint().move
    person.load(str(file))
    assert person.hint().text.startswith("this deal is impossible")


def test_hints_in_lines(tmp_path: Path) -> None:
    game = str(little_file(tmp_path))
    said = CliRunner().invoke(cli, ["play", game, "--seed", str(WON)], input="hint\nhint\ntip\n")
    assert said.stdout.count("  thinking ... (ctrl+c stops)\n") == 1
    assert said.stdout.count("  hint: winnable in ") == 2
    lost = CliRunner().invoke(cli, ["play", game, "--seed", str(LOST)], input="hint\nquit\n")
    assert "  hint: this deal is impossible (the solver sees all cards)\n" in lost.stdout


def test_hints_on_the_screen() -> None:
    person = sitting(WON)

    async def asks(at: Person) -> None:
        await at.press("h")
        await at.app.workers.wait_for_complete()
        await at.pilot.pause()
        assert "hint: winnable in " in at.text()
        marked = at.play.moves.selected_move()
        hint = person.hint()
        assert marked and hint.move and marked == hint.move
        await at.press("enter", "h")
        assert "hint: winnable in " in at.text()
        await at.press("t")
        await at.app.workers.wait_for_complete()
        await at.pilot.pause()
        assert "tip: " in at.text()

    at_screen(person, asks, size=(100, 30))


def test_a_search_on_the_screen_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(
        definition: object, program: object, state: object, limits: object, asked: Any
    ) -> Answer:
        begun.set()
        while not asked(1):
            time.sleep(0.01)
        return Answer("unknown", limit="stopped")

    monkeypatch.setattr(solve, "solve", endless)
    person = sitting(WON)

    async def asks(at: Person) -> None:
        await at.press("h")
        assert begun.wait(10)
        assert "thinking: esc stops" in at.text()
        await at.press("down", "escape")
        await at.app.workers.wait_for_complete()
        assert "thinking" not in at.text() and person.must_think
        begun.clear()
        await at.press("h")
        assert begun.wait(10)
        await at.press("q")

    at_screen(person, asks)
    assert person.solver and person.solver.stopped
