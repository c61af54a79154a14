"""Fifty mistakes of as many kinds in a long document: all are told in one run, at their lines."""

import pytest

from gamespec_planting import MANY, MISTAKES, Mistake, long_document, planted
from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.gamespec.compiling import compile_whole


def findings(text: str) -> list[Diagnostic]:
    report = Report()
    compile_whole(Source("long.md", text), report)
    return report.sorted()


def test_nothing_is_wrong_with_the_document_itself() -> None:
    text = long_document()
    assert text.count("\n") > 2000
    assert findings(text) == []


def test_fifty_mistakes_are_told_in_one_run() -> None:
    text, expected = planted(long_document(), MISTAKES)
    assert len(expected) == len(MISTAKES) >= 50
    told = {(each.span.line, each.code) for each in findings(text) if each.span}
    assert set(expected.items()) <= told
    # What follows from a mistake may be told, too, but nothing is told of lines that are right.
    assert {line for line, _ in told} == set(expected)


@pytest.mark.parametrize("mistake", MISTAKES[::5], ids=lambda m: m.code)
def test_a_mistake_alone_is_told_only_at_its_line(mistake: Mistake) -> None:
    text, expected = planted(long_document(), [mistake])
    told = {(each.span.line, each.code) for each in findings(text) if each.span}
    assert set(expected.items()) <= told
    assert {line for line, _ in told} == set(expected)


def test_a_mistake_in_a_macro_is_told_once_with_notes_about_its_calls() -> None:
    text = long_document()
    old, new = "setVar: {scope: global, var: v1,", "setVra: {scope: global, var: v1,"
    mistake = Mistake("CNL_COMPILER_MISSING_CAPABILITY", old, new)
    broken, expected = planted(text, [mistake])
    (told,) = findings(broken)
    assert told.span is not None and {told.span.line: told.code} == expected
    # Every trigger calls `twice`, which calls `other` two times.
    calls = [text[: text.find(call)].count("\n") + 1 for call in ("{macro: other,", "macro: twice")]
    assert told.notes == (
        f"in the macro 'other', called in line {calls[0]}",
        f"in the macro 'twice', called in line {calls[1]}",
        f"also at {MANY * 2 - 1} other calls",
    )
