"""Many deals: the same answers on any number of threads, kept in files, summed up carefully."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright.lab import executor
from ludwright.lab.answer_file import AnswerFile
from ludwright.lab.metrics import wilson
from ludwright.lab.solutions import Deal, parse_deal, summarize
from ludwright.lab.winnable import DIFFICULTIES, MOST_TRIED, SAMPLE, find_winnable, grader
from ludwright.play.errors import TableError
from ludwright.solver import solve as solver
from ludwright.solver.answers import Answer, Limits
from tools.small_solitaires import LITTLE, LOST, WON, answers, little

# ---- answers -------------------------------------------------------------------------------------


def test_the_number_of_threads_changes_nothing() -> None:
    one, two, five = (little().solve(range(1, 41), jobs=jobs) for jobs in (1, 2, 5))
    assert answers(one) == answers(two) == answers(five)
    assert [each.deal.seed for each in one.deals] == list(range(1, 41))
    assert {each.status for each in one.deals} == {"solved", "impossible"}


def test_solutions_of_many_deals_are_made_short_only_if_asked_for() -> None:
    deals = range(1, 41)
    plain, short = little().solve(deals), little().solve(deals, short=True)
    singly = [little().solve([seed]).deals[0] for seed in deals]
    lengths = [[len(each.answer.moves) for each in found] for found in (plain.deals, short.deals)]
    assert lengths[1] == [len(each.answer.moves) for each in singly]
    assert all(a >= b for a, b in zip(*lengths, strict=True))
    assert lengths[0] != lengths[1]
    lasting = little().solve([WON], short=False).deals[0]
    assert lasting.answer.moves == plain.deals[WON - 1].answer.moves


@pytest.mark.parametrize("part", ["shorten.shortened", "solve.replay", "solve.start_of"])
def test_seconds_are_those_of_all_that_is_done_for_a_deal(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name = part.split(".")
    real = getattr(import_module(f"ludwright.solver.{module}"), name)

    def slow(*given: Any) -> Any:
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass
        return real(*given)

    monkeypatch.setattr(f"ludwright.solver.{part}", slow)
    assert little().solve([WON]).deals[0].answer.seconds > 0.2


def test_solutions_win_at_a_table() -> None:
    found = lw.solve(little(), range(1, 41))
    won = [each for each in found.deals if each.status == "solved"]
    for each in won:
        table = little().table(seed=each.deal.seed)
        for text in each.moves(found.program, "sgdl"):
            assert not table.over
            table.apply(text)
        assert table.result().winners == (0,)
    assert WON in [each.deal.seed for each in won]


def test_texts_of_deals_are_solved_too() -> None:
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    easy = " ".join(f"{rank}S" for rank in reversed(ranks))
    found = little().solve(deals=[easy])
    assert found.deals[0].status == "solved" and found.deals[0].deal.spec == easy
    assert found.as_json()["deals"][0]["deal"] == easy


def test_a_numbered_deal_is_the_same_however_it_is_asked_for() -> None:
    assert parse_deal("ms:11982") == Deal(11982, "ms:11982")
    assert parse_deal("KH,10S") == Deal(0, "KH,10S") and parse_deal("ms:x").seed == 0
    found = lw.solve("freecell", deals=["ms:5"], states=1)
    assert found.deals[0].deal == parse_deal("ms:5")


def test_limits_make_it_unknown() -> None:
    found = lw.solve(little(), [WON], states=1)
    assert found.deals[0].status == "unknown" and found.deals[0].answer.limit == "states"
    assert found.summary.decided == 0 and found.summary.ci95 == (0, 1)


def test_games_that_are_not_for_one_are_refused() -> None:
    with pytest.raises(TableError, match="only one-player games"):
        lw.solve("war")
    with pytest.raises(TableError, match="no deal"):
        lw.solve(little(), [])
    with pytest.raises(TableError, match="number of jobs"):
        lw.solve(little(), jobs=0)


# ---- what they come to ---------------------------------------------------------------------------


def test_unknown_deals_widen_the_interval_on_both_sides() -> None:
    summary = summarize(Counter(solved=70, impossible=20, unknown=10))
    assert summary.ci95 == (wilson(70, 100)[0], wilson(80, 100)[1])
    assert summary.decided == 0.9
    assert summarize(Counter(solved=70, impossible=30)).ci95 == wilson(70, 100)


def test_the_summary_counts_every_deal() -> None:
    found = lw.solve(little(), range(1, 41))
    counts = Counter(each.status for each in found.deals)
    summary = found.as_json()["summary"]
    assert [summary[key] for key in ("solved", "impossible", "unknown")] == [
        counts["solved"], counts["impossible"], 0,
    ]  # fmt: skip
    assert sum(counts.values()) == 40 and summary["decided"] == 1


# ---- files ---------------------------------------------------------------------------------------


def test_a_second_run_goes_on_where_the_first_ended(tmp_path: Path, solved: list[int]) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve(range(1, 6), save=file)
    assert len(solved) == 5 and len(file.read_text().splitlines()) == 6
    more = little().solve(range(3, 9), save=file)
    assert len(solved) == 8 and [each.deal.seed for each in more.deals] == list(range(3, 9))
    assert answers(more) == answers(little().solve(range(3, 9)))


def test_a_line_cut_short_is_solved_again(tmp_path: Path, solved: list[int]) -> None:
    file = tmp_path / "answers.jsonl"
    whole = little().solve([LOST, WON], save=file, jobs=1)
    file.write_bytes(file.read_bytes()[:-7])
    again = little().solve([LOST, WON], save=file, jobs=1)
    assert len(solved) == 3 and answers(again) == answers(whole)
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 3


@pytest.mark.parametrize(
    ("text", "limits", "message"),
    [
        (LITTLE.replace("Little", "Other"), {}, "another game"),
        (LITTLE.replace("COLUMN 5", "COLUMN 4\nCOLUMN 1"), {}, "another version of this game"),
        (LITTLE, {"seconds": 2.0}, "other limits"),
        (LITTLE, {"states": 100}, "other limits"),
    ],
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, text: str, limits: dict[str, Any], message: str
) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    before = file.read_text()
    with pytest.raises(TableError, match=message):
        lw.loads(text, "sgdl").solve([LOST], save=file, **limits)
    assert file.read_text() == before


def test_a_file_made_with_other_options_is_refused(tmp_path: Path) -> None:
    file, program = tmp_path / "answers.jsonl", little().program()
    AnswerFile(file, program, Limits()).close()
    with pytest.raises(TableError, match="other options"):
        AnswerFile(file, replace(program, options={"cells": 2}), Limits())


@pytest.mark.parametrize("text", ["hello\n", "[1]\n", '{"game": "Little"}\n', "\xff"])
def test_a_file_of_no_answers_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(TableError, match="not an answer file"):
        little().solve([LOST], save=file)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize("row", ["{}", '{"seed":1,"deal":"","status":"won","moves":[]}', "x"])
def test_a_line_that_is_no_answer_is_told(tmp_path: Path, row: str) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    file.write_text(f"{file.read_text()}{row}\n")
    with pytest.raises(TableError, match="invalid answer"):
        little().solve([LOST], save=file)


def test_an_interrupted_run_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "answers.jsonl"
    waiting, search = lw.loads(LITTLE, "sgdl"), solver.solve
    solved: list[int] = []

    def stopped(definition: object, program: object, state: object, *rest: Any) -> Answer:
        if len(solved) < 3:
            solved.append(0)
            return search(definition, program, state, *rest)
        while not rest[1](1):
            time.sleep(0.01)
        return Answer("unknown", limit="stopped")

    def interrupt(summary: object, deals: int, states: int) -> None:
        if len(solved) == 3 and states:
            raise KeyboardInterrupt

    monkeypatch.setattr(solver, "solve", stopped)
    found = waiting.solve(range(1, 21), jobs=2, save=file, progress=interrupt)
    assert found.interrupted and found.as_json()["interrupted"] and len(found.deals) == 3
    assert len(file.read_text().splitlines()) == 4
    monkeypatch.undo()
    assert len(waiting.solve(range(1, 21), save=file).deals) == 20
    assert len(file.read_text().splitlines()) == 21


def test_what_breaks_in_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(solver, "solve", broken)
    with pytest.raises(ZeroDivisionError):
        little().solve(range(1, 4))


def test_progress_ends_with_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "TICK", 0.001)
    told: list[tuple[int, int]] = []
    little().solve(
        range(1, 9),
        progress=lambda summary, deals, _: told.append(
            (summary.solved + summary.impossible, deals)
        ),
    )
    assert told[-1] == (8, 8) and told == sorted(told)


# ---- winnable deals ------------------------------------------------------------------------------


def test_deals_are_graded_beside_others_of_their_game() -> None:
    game = little()
    sample = [
        each for each in game.solve(range(1, MOST_TRIED + 1)).deals if each.status == "solved"
    ]
    assert 3 <= len(sample) <= SAMPLE
    grade = grader(game.definition, game.program(), Limits())
    ordered = sorted(sample, key=lambda each: each.answer.states)
    grades = [grade(each) for each in ordered]
    assert grades == sorted(grades, key=DIFFICULTIES.index)
    assert {grades[0], grades[-1]} == {"easy", "hard"}
    with pytest.raises(TableError, match="too few deals"):
        grader(game.definition, game.program(), Limits(states=1))


def test_the_first_deal_that_fits_is_found() -> None:
    game, tried = little(), []
    won = [each for each in game.solve(range(1, 61)).deals if each.status == "solved"]
    assert len(won) > 2

    def find(start: int, tries: int, **more: Any) -> Deal | None:
        found = find_winnable(game.definition, game.program(), start, tries, **more)
        return found and found.deal

    assert find(1, 60) == won[0].deal
    assert find(won[0].deal.seed + 1, 60) == won[1].deal
    grade = grader(game.definition, game.program(), Limits())
    for wanted in DIFFICULTIES:
        fitting = [each.deal for each in won if grade(each) == wanted]
        assert find(1, 60, wanted=wanted) == (fitting[0] if fitting else None)
    assert find(LOST, 1, tried=tried.append) is None and tried == [1]
