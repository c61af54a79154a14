"""The page about the language says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.diagnostics import CODES
from ludwright.languages import gamespec
from ludwright.pipeline import compile_document
from tools.gamespec.documents import compiled_text

FOLDER = Path(str(gamespec.__file__)).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent


def test_the_example_is_a_game() -> None:
    (example,) = re.findall(r"^````markdown\n(.*?)^````", README, re.DOTALL | re.MULTILINE)
    assert compiled_text(example)[1] == []
    made = compile_document(example)
    assert made.game is not None and made.diagnostics == ()


def test_all_files_are_named_and_there() -> None:
    table = README.partition("| file |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`([\w/]+\.py|[\w/]+/)`", table))
    folders = {f"{path.parent.relative_to(FOLDER).as_posix()}/" for path in FOLDER.rglob("*/*.py")}
    assert named == folders | {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}


def test_tests_that_are_named_exist() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("*.py"))
    there = set(re.findall(r"def (test_\w+)", written))
    named = set(re.findall(r"\b(test_(?!gamespec)\w+)\b(?!\.py)", README))
    cut = {name for name in named if f"{name}…" in README}
    assert named - cut - there == set()
    assert [name for name in cut if not any(t.startswith(name) for t in there)] == []
    files = set(re.findall(r"\b(test_\w+)\.py", README))
    assert files <= {path.stem for path in TESTS.parents[1].rglob("test_*.py")}


def test_codes_of_the_tables_are_declared_or_said_to_be_left_out() -> None:
    table = README.partition("### Names between sections")[2].partition("###")[0]
    told = re.findall(r"\b(?:CNL_XREF|REF|CNL_VALIDATOR)_\w+_MISSING", table)
    assert len(told) > 10
    assert [code for code in told if code not in CODES] == []
    short = re.findall(r", _(\w+)", table)
    assert [code for code in short if f"CNL_XREF_{code}" not in CODES] == []
