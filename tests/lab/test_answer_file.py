"""Answers in files: what can't be true is not believed, and what was true stays so."""

from __future__ import annotations

import json
import math
import os
import resource
from dataclasses import replace
from pathlib import Path

import pytest

import ludwright as lw
from ludwright.lab.answer_file import AnswerFile
from ludwright.lab.solutions import Deal
from ludwright.play.errors import TableError
from ludwright.solver.answers import Limits
from tools.small_solitaires import LOST, WON, answers, little

MOVES = [[[]], [], [[1]], [[0, 0]], [[99, 1, 1]], [[1, 2, 3, 4, 5, 6, 7, 8]], [[2**31 - 1] * 3]]


@pytest.mark.parametrize("moves", MOVES, ids=str)
def test_moves_that_do_not_win_are_not_believed(
    tmp_path: Path, moves: list[list[int]], solved: list[int]
) -> None:
    file = tmp_path / "answers.jsonl"
    honest = little().solve([LOST], save=file)
    head, row = file.read_text().splitlines()
    forged = json.loads(row) | {"status": "solved", "moves": moves}
    file.write_text(f"{head}\n{json.dumps(forged)}\n")
    if [] in moves:
        with pytest.raises(TableError, match="invalid answer"):
            little().solve([LOST], save=file)
        return
    again = little().solve([LOST], save=file)
    assert answers(again) == answers(honest) and again.unverified == 1 and len(solved) == 2
    assert little().solve([LOST], save=file).unverified == 0 and len(solved) == 2


def test_moves_that_go_on_after_a_win_or_stop_before_it_are_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    honest = little().solve([WON], save=file)
    head, row = file.read_text().splitlines()
    right = json.loads(row)["moves"]
    for moves in (right[:-1], right + right[-1:], right[1:], [*right[:-1], right[-1][:-1]]):
        file.write_text(f"{head}\n{json.dumps(json.loads(row) | {'moves': moves})}\n")
        again = little().solve([WON], save=file)
        assert answers(again) == answers(honest) and again.unverified == 1


FORGED = {
    "seed": [-1, 2**63, True, "1", None, 1.5, [1]],
    "deal": [None, 1, []],
    "status": ["won", None, 1, []],
    "moves": [None, 1, "x", {}, [1], ["ab"], [[1.5]], [[None]], [[True]], [[2**31]], [[10**30]]],
    "states": [-1, "1", None, 1.5, True],
    "seconds": [-1, None, "1", math.nan, math.inf, True],
    "limit": [None, 1, []],
    "more": [1],
}


@pytest.mark.parametrize("field", FORGED)
def test_forged_answers_are_refused(tmp_path: Path, field: str) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([WON], save=file)
    head, row = file.read_text().splitlines()
    for value in FORGED[field]:
        text = f"{head}\n{json.dumps(json.loads(row) | {field: value})}\n"
        file.write_text(text)
        with pytest.raises(TableError, match="invalid answer"):
            little().solve([WON], save=file)
        assert file.read_text() == text


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000, "\0", "{}"])
@pytest.mark.parametrize("first", [True, False])
def test_odd_lines_are_refused(tmp_path: Path, line: str, first: bool) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    file.write_text(f"{line}\n" if first else f"{file.read_text()}{line}\n")
    with pytest.raises(TableError, match="not an answer file" if first else "invalid answer"):
        little().solve([LOST], save=file)


@pytest.mark.parametrize("format", [True, 1.0, 2.0, "2", None, 0, -1, []])
def test_a_format_of_answers_is_a_whole_number(tmp_path: Path, format: object) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    head, *rows = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps(json.loads(head) | {"format": format}), *rows, ""]))
    with pytest.raises(TableError, match="not an answer file"):
        little().solve([LOST], save=file)


def test_a_first_line_cut_short_is_written_again(tmp_path: Path, solved: list[int]) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    head = file.read_bytes().splitlines(keepends=True)[0]
    for size in range(len(head)):
        file.write_bytes(head[:size])
        AnswerFile(file, little().program(), Limits()).close()
        assert file.read_bytes() == head


def test_a_compiler_that_numbers_otherwise_costs_no_answer_that_can_be_checked(
    tmp_path: Path, solved: list[int]
) -> None:
    file = tmp_path / "answers.jsonl"
    first = little().solve([LOST, WON], save=file, jobs=1)
    program = replace(little().program(), digest="f" * 16)
    kept = AnswerFile(file, program, Limits())
    kept.close()
    assert len(kept.verified_answers([Deal(LOST), Deal(WON)])) == 2 and kept.unverified == 0
    assert answers(little().solve([LOST, WON], save=file, jobs=1)) == answers(first)
    assert len(solved) == 2


def test_answers_found_with_other_semantics_are_kept_if_they_can_be_checked(
    tmp_path: Path, solved: list[int]
) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST, WON], save=file, jobs=1)
    head, *rows = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps(json.loads(head) | {"semantics": 99}), *rows, ""]))
    again = little().solve([LOST, WON], save=file, jobs=1)
    assert again.unverified == 1 and len(solved) == 3
    assert file.read_text().splitlines()[0] == head
    assert little().solve([LOST, WON], save=file).unverified == 0 and len(solved) == 3


OLDER = Path(__file__).parent.parent / "data" / "records" / "format-1"


@pytest.mark.parametrize("name", ["golf", "freecell", "compass-rose"])
def test_an_older_file_of_answers_is_brought_up_to_date(tmp_path: Path, name: str) -> None:
    file, program = tmp_path / "answers.jsonl", lw.load(name).program()
    head, *rows = map(json.loads, (OLDER / f"{name}.answers").read_text().splitlines())
    limits = Limits(**head["limits"])
    deals = [Deal(row["seed"], row["deal"]) for row in rows]
    solved = [deal for deal, row in zip(deals, rows, strict=True) if row["status"] == "solved"]
    for digest, expected in ((program.digest, deals), ("0" * 16, solved)):
        lines = [head | {"digest": digest}, *rows]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        kept = AnswerFile(file, program, limits)
        kept.close()
        assert set(kept.verified_answers(deals)) == set(expected)
        assert kept.unverified == len(deals) - len(expected)
        assert json.loads(file.read_text().splitlines()[0]) == kept.head
        once_more = AnswerFile(file, program, limits)
        once_more.close()
        assert set(once_more.verified_answers(deals)) == set(expected) and once_more.unverified == 0


@pytest.mark.parametrize("odd", ["fifo", "folder", "/dev/null", "/dev/zero", "/dev/full"])
def test_answers_are_kept_in_plain_files(tmp_path: Path, odd: str) -> None:
    file = tmp_path / "odd" if "/" not in odd else Path(odd)
    if odd == "fifo":
        os.mkfifo(file)
    elif odd == "folder":
        file.mkdir()
    with pytest.raises(TableError, match="cannot open"):
        little().solve([LOST], save=file)


def test_a_full_disk_is_reported_and_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "answers.jsonl"
    little().solve([LOST], save=file)
    before, limit = file.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, limit[1]))
    try:
        with pytest.raises(TableError, match="File too large"):
            little().solve([LOST, WON], save=file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert file.read_bytes() == before
