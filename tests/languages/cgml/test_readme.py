"""The table in the language's README is complete and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.diagnostics import Report, Source
from ludwright.languages.cgml.lower.actions import ACTIONS
from ludwright.languages.cgml.lower.operators import OPERATORS
from ludwright.languages.cgml.meanings.actions import ACTIONS as ACTION_HELP
from ludwright.languages.cgml.read.shapes import ACTION_KEYS
from ludwright.languages.cgml.write.format import formatted
from ludwright.languages.reference import first_sentence

HERE = Path(__file__).parent
README = Path(__file__).parents[3] / "src/ludwright/languages/cgml/README.md"
TEXT = README.read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("|") and line.count("|") == 5
]


def words(status: str) -> set[str]:
    """The operators and actions in rows of a status."""
    return {word for row in ROWS if row[1] == status for word in re.findall(r"`([\w]+)`", row[0])}


def test_every_operator_and_action_has_a_row_with_its_status() -> None:
    works, later = words("works"), words("not yet")
    missing = sorted((set(OPERATORS) | set(ACTIONS)) - works)
    assert not missing, f"README.md, 'Every construct': add {missing} to a row that works"
    assert not (set(OPERATORS) | set(ACTIONS)) & later


@pytest.mark.parametrize("row", [row for row in ROWS if row[3].startswith("`")], ids=lambda r: r[0])
def test_the_tests_of_a_row_exist(row: list[str]) -> None:
    files = re.findall(r"`([\w.]+)`", row[3])
    assert files and all((HERE / file).exists() for file in files)


@pytest.mark.parametrize("word", sorted({*OPERATORS, *ACTIONS}))
def test_every_word_that_works_is_used_in_a_test(word: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    pattern = rf"\b{word}\b" if word in ACTIONS else rf"\b{word}[:(]"
    found = any(re.search(pattern, text) for text in texts)
    assert found, f"no tests/languages/cgml/test_*.py uses {word}"


def test_actions_and_their_keys_are_the_same_list() -> None:
    differ = sorted(set(ACTIONS) ^ set(ACTION_KEYS))
    assert not differ, f"{differ}: in one of lower/actions.py ACTIONS, read/shapes.py ACTION_KEYS"


def between(start: str, end: str) -> str:
    return TEXT.partition(start)[2].partition(end)[0]


FIRST_GAME = between("```yaml\n", "```")


def test_the_first_game_has_no_diagnostics_and_is_in_the_layout_of_fmt() -> None:
    loaded = pipeline.loads(FIRST_GAME, language="cgml")
    assert loaded.game is not None and list(loaded.diagnostics) == []
    assert formatted(Source("first.cgml", FIRST_GAME), Report()) == FIRST_GAME


def test_the_first_game_is_explained_line_by_line() -> None:
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \|", TEXT, re.MULTILINE)
    explained = [line for low, high in rows for line in range(int(low), int(high or low) + 1)]
    assert explained == list(range(1, len(FIRST_GAME.splitlines()) + 1))


def test_the_table_of_actions_is_that_of_their_keys() -> None:
    def listed(keys: tuple[str, ...]) -> str:
        return ", ".join(f"`{key}`" for key in keys)

    rows = between("| action and effect |", "\n\n").splitlines()[2:]
    wanted = [
        f"| `{name}`: {first_sentence(ACTION_HELP.get(name, 'MEANINGS/ACTIONS.PY'))} | "
        f"{listed(table.needs)} | {listed(table.may)} |"
        for name, table in ACTION_KEYS.items()
    ]
    missing = "\n".join(row for row in wanted if row not in rows)
    assert not missing, f"README.md, 'Every action and its keys': add\n{missing}"
    assert rows == wanted, "README.md, 'Every action and its keys': in the order of ACTION_KEYS"
