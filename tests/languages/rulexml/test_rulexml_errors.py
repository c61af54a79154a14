"""Every mistake is reported at its line, and nothing else; the Markdown files hold the cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.diagnostics import CODES
from ludwright.languages.rulexml import codes
from tools.mdtest import Case, cases, problems

CASES = cases(sorted(Path(__file__).parent.glob("*.md")), ["rulexml"])
# Cases that need more than one file, or too long ones, are in the tests named here.
ELSEWHERE = {
    codes.TOO_LARGE.code: "test_rulexml_hostile.py",
    codes.CELL_NOT_PLACED.code: "test_rulexml_files.py",
    codes.UNKNOWN_PLACED.code: "test_rulexml_files.py",
    codes.CARD_NOT_SHOWN.code: "test_rulexml_files.py",
    codes.UNKNOWN_SHOWN.code: "test_rulexml_files.py",
    codes.WRONG_KIND.code: "test_rulexml_files.py",
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_reported(case: Case) -> None:
    assert problems(case) == []


def test_every_code_of_reading_has_a_case() -> None:
    tested = {expected.code for case in CASES for expected in case.expected} | set(ELSEWHERE)
    declared = {code for code in CODES if code.startswith(("RX1", "RX2", "RX3", "RX40"))}
    assert declared <= tested


@pytest.mark.parametrize(("code", "file"), ELSEWHERE.items())
def test_the_other_cases_are_where_they_are_said_to_be(code: str, file: str) -> None:
    assert code in (Path(__file__).parent / file).read_text(encoding="utf-8")


def test_no_name_of_a_code_is_given_twice() -> None:
    lines = Path(codes.__file__).read_text(encoding="utf-8").splitlines()
    names = [line.partition(" =")[0] for line in lines if line.endswith("= declare(")]
    assert names and len(names) == len(set(names))
