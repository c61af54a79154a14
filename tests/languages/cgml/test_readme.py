"""The table in the language's README is complete and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.languages.cgml.lower.actions import ACTIONS
from ludwright.languages.cgml.lower.operators import OPERATORS
from ludwright.languages.cgml.read.shapes import ACTION_KEYS

HERE = Path(__file__).parent
README = Path(__file__).parents[3] / "src/ludwright/languages/cgml/README.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in README.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and line.count("|") == 5
]


def words(status: str) -> set[str]:
    """The operators and actions in rows of a status."""
    return {word for row in ROWS if row[1] == status for word in re.findall(r"`([\w]+)`", row[0])}


def test_every_operator_and_action_has_a_row_with_its_status() -> None:
    works, later = words("works"), words("not yet")
    assert set(OPERATORS) | set(ACTIONS) <= works
    assert not (set(OPERATORS) | set(ACTIONS)) & later


@pytest.mark.parametrize("row", [row for row in ROWS if row[3].startswith("`")], ids=lambda r: r[0])
def test_the_tests_of_a_row_exist(row: list[str]) -> None:
    files = re.findall(r"`([\w.]+)`", row[3])
    assert files and all((HERE / file).exists() for file in files)


@pytest.mark.parametrize("word", sorted({*OPERATORS, *ACTIONS}))
def test_every_word_that_works_is_used_in_a_test(word: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    pattern = rf"\b{word}\b" if word in ACTIONS else rf"\b{word}[:(]"
    assert any(re.search(pattern, text) for text in texts)


def test_actions_and_their_keys_are_the_same_list() -> None:
    assert set(ACTIONS) == set(ACTION_KEYS)
