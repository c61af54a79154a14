"""The page about the language says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from ludwright.diagnostics import ALIASES, CODES
from ludwright.languages import gamespec
from ludwright.pipeline import load_sections
from tools.gamespec.documents import compiled_text

FOLDER = Path(str(gamespec.__file__)).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent


def test_the_example_is_a_game() -> None:
    (example,) = re.findall(r"^````markdown\n(.*?)^````", README, re.DOTALL | re.MULTILINE)
    assert compiled_text(example)[1] == []
    made = load_sections(example)
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


def test_codes_of_the_tables_are_declared_with_their_aliases() -> None:
    """`GS501 (CNL_XREF_X)`, or `GS502 (_Y)` for one that begins like the one before it."""
    found = re.findall(r"`?\b(GS\d{3})`? \(`?([A-Z_0-9]+)`?", README)
    assert len(found) > 40
    assert [code for code, name in found if not CODES[code].alias.endswith(name)] == []
    whole = [name for _, name in found if not name.startswith("_")]
    assert [name for name in whole if name not in ALIASES] == []
