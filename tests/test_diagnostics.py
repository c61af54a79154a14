"""Diagnostics as people and programs read them."""

from __future__ import annotations

import pytest

from ludwright.checks import setup_feasible
from ludwright.diagnostics import (
    CODES,
    Code,
    Diagnostic,
    Report,
    Source,
    Span,
    declare,
    did_you_mean,
    render,
)

SOURCE = Source("war.cgml", "first: line\n  from: dekc\n\tto: hand\n")
CODE = Code("XX999", "a test", "Only for tests.")


def diagnostic(span: Span | None, **more: object) -> Diagnostic:
    return Diagnostic("XX999", "there is no zone 'dekc'", span, **more)  # type: ignore[arg-type]


def test_text_has_code_place_line_carets_help_and_notes() -> None:
    shown = render(
        diagnostic(Span("war.cgml", 2, 9, 2, 13), help="did you mean 'deck'?", notes=("a note",)),
        [SOURCE],
    )
    assert shown.splitlines() == [
        "error[XX999]: there is no zone 'dekc'",
        "  --> war.cgml:2:9",
        "  |",
        "2 |   from: dekc",
        "  |         ^^^^",
        "help: did you mean 'deck'?",
        "note: a note",
    ]


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    shown = render(diagnostic(Span("war.cgml", 1, 8, 2, 3)), [SOURCE]).splitlines()
    assert shown[-1] == "  |        ^^^^"


def test_tabs_keep_carets_in_their_place() -> None:
    shown = render(diagnostic(Span("war.cgml", 3, 2, 3, 4)), [SOURCE]).splitlines()
    assert shown[-2:] == ["3 |  to: hand", "  |  ^^"]


@pytest.mark.parametrize("column", [1, 70, 100, 5000, 9998])
def test_a_very_long_line_is_quoted_around_its_span(column: int) -> None:
    line = "".join(chr(ord("a") + i % 26) for i in range(10_000))
    shown = render(diagnostic(Span("long", 1, column, 1, column + 3)), [Source("long", line)])
    quoted, carets = shown.splitlines()[-2:]
    assert len(quoted) < 140
    at = carets.index("^")
    assert quoted[at : at + 3] == line[column - 1 : column + 2]
    assert carets.count("^") == 3


def test_without_a_source_or_a_span_there_is_still_the_message() -> None:
    assert render(diagnostic(Span("gone", 7, 1, 7, 2))).splitlines()[1] == "  --> gone:7:1"
    assert render(diagnostic(None)) == "error[XX999]: there is no zone 'dekc'"


def test_json_has_the_same_facts() -> None:
    data = diagnostic(Span("war.cgml", 2, 9, 3, 1), severity="warning", help="h").as_json()
    assert data == {
        "file": "war.cgml",
        "line": 2,
        "column": 9,
        "end_line": 3,
        "end_column": 1,
        "severity": "warning",
        "code": "XX999",
        "alias": "",
        "message": "there is no zone 'dekc'",
        "help": "h",
        "notes": [],
        "path": "",
    }


def test_a_report_gives_everything_once_and_in_file_order() -> None:
    report = Report()
    later, earlier = Span("a", 9, 1, 9, 2), Span("a", 2, 5, 2, 6)
    report.warning(CODE, later, "second")
    report.error(CODE, earlier, "first")
    report.error(CODE, earlier, "first")
    assert [d.message for d in report.sorted()] == ["first", "second"]
    assert report.failed


def test_warnings_alone_do_not_fail() -> None:
    report = Report()
    report.warning(CODE, None, "careful")
    assert not report.failed


def test_the_closest_names_are_offered() -> None:
    known = ["deck", "discard", "hand", "Hand_2"]
    assert did_you_mean("dekc", known) == "did you mean 'deck'?"
    assert did_you_mean("HAND", known).startswith("did you mean 'hand'")
    assert did_you_mean("trump", known) == ""


def test_a_code_is_declared_once() -> None:
    taken = next(iter(CODES)) if CODES else declare("XX998", "a test", "Only for tests.").code
    with pytest.raises(ValueError, match=rf"{taken}.* declared in {__name__}:\d+: duplicate"):
        declare(taken, "again", "A code that exists.")


def test_a_duplicate_says_where_the_first_is() -> None:
    first = f"in {setup_feasible.__name__}:\\d+$"
    with pytest.raises(ValueError, match=f"duplicate 'CK204', declared {first}"):
        declare("CK204", "again", "A code that exists.")


def test_a_code_may_have_an_alias_that_is_its_own() -> None:
    if "XX997" not in CODES:
        declare("XX997", "a test", "Only for tests.", alias="A_TEST")
    found = Diagnostic("XX997", "wrong", None)
    assert found.alias == found.as_json()["alias"] == "A_TEST"
    assert Diagnostic("XX999", "wrong", None).as_json()["alias"] == ""
    with pytest.raises(ValueError, match="XX996"):
        declare("XX996", "again", "An alias that exists.", alias="A_TEST")
    assert "XX996" not in CODES


def test_a_report_keeps_the_path_in_a_document() -> None:
    report = Report()
    report.error(CODE, None, "wrong", path="doc.actions.0.phase")
    report.warning(CODE, None, "odd", "look there", "doc.zones.1")
    assert [d.as_json()["path"] for d in report.items] == ["doc.actions.0.phase", "doc.zones.1"]
    assert Diagnostic("XX999", "wrong", None).as_json()["path"] == ""
