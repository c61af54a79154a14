"""Texts that are not YAML: what is said about them, and that none of it is the parser's wording."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source
from ludwright.languages.yaml.read import read_yaml

CASES = {
    "a: {b: 1\nc: 2\n": "the mapping that begins in line 1 is not closed",
    "a:\n  - [1, 2\n  - 3\n": "the list that begins in line 2 is not closed",
    "a: {b: $.players[current].hand}\n": "unexpected '['",
    "a: [$.players[current]]\n": "unexpected '['",
    "a: [b{c: 1}]\n": "unexpected '{'",
    "a: {b: [1] [2]}\n": "the mapping that begins in line 1 is not closed",
    "a: 1\n b: 2\n": "unexpected ':'",
    "a:\n  b: 1\n c: 2\n": "expected a key of the mapping that begins in line 1",
    "- 1\nb: 2\n": "expected an item of the list that begins in line 1",
    "%YAML 3\n---\na\n": "invalid directive",
    "a: !<x\n": "invalid tag",
    "a: @x\n": "unexpected character '@'",
    "a:\n\tb: 1\n": "unexpected tab",
    "a: 1\nb\nc: 1\n": "expected ':' after the key in line 2",
    "a: - 1\n": "unexpected '-'",
    'a: "x\n': "the text that begins in line 1 has no closing quote",
    'a: "\\q"\n': "unknown escape sequence in a quoted text",
    'a: "\\xq"\n': "expected a hexadecimal number after the backslash",
    "a: & b\n": "expected a name after '&' or '*'",
    "a: !x!y 1\n": "unknown tag",
    "a: >0\n": "expected an indentation of at least 1",
    "a: > b\n": "expected the end of the line",
    '"a" b\n': "unexpected text after the end of the document",
}


def message(text: str, above: int = 0) -> str:
    report = Report()
    tree = read_yaml(Source("a.yaml", text), report, above=above)
    if not report.items:
        assert tree is not None
        return ""
    return report.items[0].message


@pytest.mark.parametrize("text", CASES)
def test_a_mistake_is_explained(text: str) -> None:
    assert message(text) == CASES[text]


def test_lines_are_counted_from_the_top_of_the_file() -> None:
    assert (
        message("a: {b: 1\nc: 2\n", above=10) == "the mapping that begins in line 11 is not closed"
    )


@given(st.text("ab:-[]{}\"'&*!?|>%@`# \t\n\\x0,", max_size=25))
def test_no_wording_of_the_parser_is_left(text: str) -> None:
    said = message(text)
    assert said != "invalid YAML"
    for part in ("while ", "did not find", "could not find", "found ", "scalar", "token"):
        assert part not in said, said
