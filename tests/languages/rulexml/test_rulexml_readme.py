"""The tables in the language's README are complete and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.languages.rulexml.read.schema import SHAPES

HERE = Path(__file__).parent
README = Path(__file__).parents[3] / "src/ludwright/languages/rulexml/README.md"
TEXT = README.read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if line.startswith("|") and not line.startswith("|--")
]


def test_every_element_and_attribute_has_a_row() -> None:
    told = {word for row in ROWS for word in re.findall(r"`(\w+)`", row[0])}
    known = {child.name for shape in SHAPES.values() for child in shape.children}
    known |= {each.name for shape in SHAPES.values() for each in shape.attributes}
    assert not known - told, f"add {sorted(known - told)} to a table of languages/rulexml/README.md"


def test_every_disagreement_has_a_row() -> None:
    assert [row[0] for row in ROWS if re.fullmatch(r"D\d+", row[0])] == [
        f"D{number}" for number in range(1, 27)
    ]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", TEXT))))
def test_tests_that_are_named_exist(name: str) -> None:
    files = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    assert any(f"def {name}(" in text for text in files)


def test_recorded_cases_that_are_named_exist_and_all_are_named() -> None:
    named = {
        name
        for match in re.findall(r"mini ((?:`\w+`(?:, )?)+)", TEXT)
        for name in re.findall(r"`(\w+)`", match)
    }
    there = {path.stem for path in (HERE / "mini").glob("*.xml")}
    assert named <= there
    assert len(named) > len(there) * 3 // 4


def test_cases_that_are_named_exist() -> None:
    titles = {
        file: re.findall(r"^#+ (.*)$", (HERE / file).read_text(encoding="utf-8"), re.MULTILINE)
        for file in ("reading.md", "checks.md")
    }
    named = [found for row in ROWS for found in re.findall(r"`(\w+\.md)`: ([^|;]+)", row[-1])]
    assert named
    for file, names in named:
        for name in names.strip().split(", "):
            assert any(name.casefold() in title.casefold() for title in titles[file]), name
