"""A GameSpecDoc as text: fences, blocks, sections, places, limits."""

from pathlib import Path

import pytest

from ludwright.diagnostics import ERROR, Report, Source, Span
from ludwright.languages.gamespec.read.document import Document, capped, read_document
from tools.gamespec.trees import block, codes, named, plain, read

DATA = Path(__file__).parents[2] / "data" / "gamespec"


def sections(text: str) -> dict[str, object]:
    return {name: plain(tree) for name, tree in read(text)[0].sections.items()}


# ---- fences --------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["yaml", "yml", "YAML", "Yml", ""])
def test_these_blocks_are_read(label: str) -> None:
    document, report = read("# Game\n\n" + block("constants: {a: 1}", label) + "\nprose: yes\n")
    assert plain(document.sections["constants"]) == {"a": 1}
    assert report.items == []


@pytest.mark.parametrize(
    "text",
    [
        block("constants: {a: 1}", "json"),
        block("constants: {a: 1}", "yaml-x"),
        "~~~yaml\nconstants: {a: 1}\n~~~\n",
        "constants: {a: 1}\n",
        "a ``` b\nconstants: {a: 1}\n``` c\n",
        block("some words", ""),
        block("- a: list", ""),
        block("a: [broken", ""),
    ],
)
def test_these_blocks_are_prose(text: str) -> None:
    document, report = read(text)
    assert document == Document(Source("game.md", text))
    assert codes(report) == ["CNL_PARSER_NO_BLOCKS"]


def test_a_block_may_begin_and_end_within_a_line() -> None:
    assert sections("see ```yaml\nconstants: {a: 1}``` and\n") == {"constants": {"a": 1}}


@pytest.mark.parametrize("more", [" meta", " ", "{.x}"])
def test_more_than_a_label_makes_it_prose_and_leaves_the_next_block_alone(more: str) -> None:
    text = "prose\n" + block("constants: {a: 1}", "yaml" + more) + block("setup: []")
    document, report = read(text)
    assert list(document.sections) == ["setup"]
    assert codes(report) == ["CNL_PARSER_FENCE_LABEL"]
    assert report.items[0].span == Span("game.md", 2, 1, 2, 4)


def test_a_block_without_an_end_is_told_of() -> None:
    document, report = read(block("setup: []") + "```yaml\nconstants: {a: 1}\n")
    assert list(document.sections) == ["setup"]
    assert codes(report) == ["CNL_PARSER_FENCE_UNCLOSED"]
    assert report.items[0].span is not None and report.items[0].span.line == 4


# ---- YAML ----------------------------------------------------------------------------------------


def test_scalars_are_those_of_yaml_1_2() -> None:
    body = "constants: {a: 1_000, b: 0o10, c: 0x2, d: yes, e: on, f: 1.0, g: 12:30, h: ~}"
    values = {"a": "1_000", "b": 8, "c": 2, "d": "yes", "e": "on", "f": 1.0, "g": "12:30"}
    assert sections(block(body)) == {"constants": {**values, "h": None}}


def test_anchors_are_known_in_their_own_block_only() -> None:
    document, report = read(
        block("constants: &c {a: 1}\nsetup: [*c]") + block("triggers: [*c]\nactions: []")
    )
    assert plain(document.sections["setup"]) == [{"a": 1}]
    assert "triggers" not in document.sections and "actions" not in document.sections
    assert [(named(d), d.span and d.span.line) for d in report.items] == [("YM105", 6)]


@pytest.mark.parametrize(
    ("body", "code", "line", "column"),
    [
        ("constants: {a: 1}\nsetup: []\nsetup: []", "YM102", 5, 1),  # CNL_YAML_006
        ("constants: {a: 1}\nsetup: [{x: 1, x: 2}]", "YM102", 4, 16),
        ("constants:\n\ta: 1", "YM101", 4, 1),  # CNL_YAML_003
        ("constants: {a: 1}\nsetup: [}", "YM101", 4, 9),  # CNL_YAML_008
        ("constants: {a: 1}\nsetup: [*b]", "YM105", 4, 9),  # CNL_YAML_013
        ("constants: {a: 1}\n---\nsetup: []", "YM106", 4, 1),
    ],
)
def test_a_broken_block_loses_only_itself(body: str, code: str, line: int, column: int) -> None:
    document, report = read("\n" + block(body) + block("zones: [{id: a}]"))
    assert list(document.sections) == ["zones"]
    assert document.lost == 1
    assert codes(report) == [code]
    at = report.items[0].span
    assert at is not None and (at.line, at.column) == (line, column)


def test_a_dash_without_a_space_is_told_of() -> None:
    _, report = read(block("zones:\n  -id: deck\n  -id2: hand"))
    assert codes(report)[:2] == ["CNL_YAML_011", "CNL_YAML_011"]
    assert report.items[0].help == "write '- id'"
    assert report.items[1].span == Span("game.md", 4, 3, 4, 7)


def test_lines_may_end_as_they_do_elsewhere() -> None:
    text = "# A\n\n" + block("constants: {a: 1}") + "x\n" + block("zones:\n  - id: deck")
    windows = text.replace("\n", "\r\n")
    assert sections(windows) == sections(text) != {}
    for path in ("doc.constants.a", "doc.zones.0.id"):
        assert read(windows)[0].span(path) == read(text)[0].span(path) is not None


# ---- from blocks to sections ---------------------------------------------------------------------


@pytest.mark.parametrize("body", ["just words", "- a\n- b", "", "# nothing", "3"])
def test_a_block_is_a_mapping(body: str) -> None:
    document, report = read(block(body))
    assert document.sections == {} and document.lost == 1
    assert [(named(d), d.severity) for d in report.items] == [
        ("CNL_PARSER_SECTION_AMBIGUOUS", "warning")
    ]


def test_a_block_can_say_which_section_it_is() -> None:
    body = "section: ' metadata '\nid: x\nplayers: {min: 2, max: 2}"
    assert sections(block(body)) == {"metadata": {"id": "x", "players": {"min": 2, "max": 2}}}


def test_a_section_that_is_unknown_is_left_out() -> None:
    document, report = read(block("section: metadatta\nid: x"))
    assert document.sections == {} and document.lost == 1
    assert codes(report) == ["CNL_PARSER_SECTION_UNKNOWN"]
    assert "'metadata'" in report.items[0].help
    assert report.items[0].span == Span("game.md", 2, 10, 2, 19)


def test_all_sections_are_named_where_none_is_close() -> None:
    _, report = read(block("section: qqqqqqqqq"))
    assert "eventDecks" in report.items[0].help and "effectMacros" in report.items[0].help


@pytest.mark.parametrize(
    ("body", "section"),
    [
        ("id: x\nplayers: {min: 1, max: 2}", "metadata"),
        ("a: 1\nb: -2.5", "constants"),
        ("phases: [{id: main}]", "turnStructure"),
        ("type: fixedOrder\norder: ['0']", "turnOrder"),
        ("conditions: [{when: true, result: {type: draw}}]", "terminal"),
    ],
)
def test_sections_are_known_by_their_shape(body: str, section: str) -> None:
    document, report = read(block(body))
    assert list(document.sections) == [section] and report.items == []


@pytest.mark.parametrize(
    "body",
    [
        "vars: [{name: a}]",
        "id: 3\nplayers: {min: 1, max: 2}",
        "a: 1\nb: true",
        "type: sometimes",
        "conditions: [{when: true}]",
        "phases: []\ntype: roundRobin",
        "{}",
    ],
)
def test_other_shapes_are_ambiguous(body: str) -> None:
    document, report = read(block(body))
    assert document.sections == {} and codes(report) == ["CNL_PARSER_SECTION_AMBIGUOUS"]


def test_other_keys_beside_sections_are_told_of() -> None:
    document, report = read(block("setup: []\nzonez: []\nquqq: {by: me}"))
    assert list(document.sections) == ["setup"]
    assert codes(report) == ["CNL_YAML_007", "CNL_YAML_007"]
    close, listed = (d.help for d in report.items)
    assert close == "did you mean 'zones'?"
    assert "actions, " in listed and ", zones" in listed
    assert report.items[0].span == Span("game.md", 3, 1, 3, 6)
    assert [d.path for d in report.items] == ["doc.zonez", "doc.quqq"]


def test_a_misspelt_section_alone_in_its_block_is_told_of() -> None:
    _, report = read(block("zonez: []"))
    assert codes(report) == ["CNL_YAML_007", "CNL_PARSER_SECTION_AMBIGUOUS"]


@pytest.mark.parametrize("beside", ["setup: []\n", ""])
def test_a_coup_plan_is_no_section(beside: str) -> None:
    _, report = read(block(beside + "coupPlan: {phases: []}"))
    assert named(report.items[0]) == "CNL_PARSER_ROOT_COUP_PLAN"
    assert report.items[0].severity == ERROR and report.items[0].path == "doc.coupPlan"


def test_lists_are_joined_in_order() -> None:
    text = block("zones: [{id: a}, {id: b}]\nsetup:") + block("zones: [{id: c}]")
    zones = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    assert sections(text) == {"zones": zones, "setup": []}


def test_the_first_of_two_singles_counts() -> None:
    document, report = read(block("constants: {a: 1}") + block("constants: {a: 2}"))
    assert plain(document.sections["constants"]) == {"a": 1}
    assert [(named(d), d.severity) for d in report.items] == [
        ("CNL_PARSER_DUPLICATE_SINGLETON_SECTION", "warning")
    ]
    assert report.items[0].span == Span("game.md", 5, 1, 5, 10)


@pytest.mark.parametrize("body", ["zones: {id: a}", "zones: a", "section: zones\nid: a"])
def test_what_should_be_a_list_is_an_empty_one(body: str) -> None:
    document, report = read(block(body))
    assert plain(document.sections["zones"]) == []
    assert codes(report) == ["CNL_PARSER_SECTION_NOT_LIST"]


def test_the_end_may_be_told_in_sections_of_its_own() -> None:
    end = "{when: true, result: {type: draw}}"
    text = block(
        f"endConditions: [{end}]\nvictory: {{checkpoints: [], margins: []}}\n"
        "scoring: {method: highest, value: 1}"
    )
    document, report = read(text)
    assert list(document.sections) == ["terminal"] and report.items == []
    assert plain(document.sections["terminal"]) == {
        "conditions": [{"when": True, "result": {"type": "draw"}}],
        "checkpoints": [],
        "margins": [],
        "scoring": {"method": "highest", "value": 1},
    }


def test_ends_are_joined_and_the_first_scoring_counts() -> None:
    first = "terminal: {conditions: [{when: true}], scoring: {value: 1}}"
    document, report = read(
        block(first) + block("endConditions: [{when: false}]\nscoring: {value: 2}")
    )
    assert plain(document.sections["terminal"]) == {
        "conditions": [{"when": True}, {"when": False}],
        "scoring": {"value": 1},
    }
    assert codes(report) == ["CNL_PARSER_DUPLICATE_SINGLETON_SECTION"]


# ---- places --------------------------------------------------------------------------------------


def test_places_are_those_of_the_file() -> None:
    text = "# Game\n\n" + block("zones:\n  - id: deck\n    owner: none") + "\nMore:\n\n"
    text += block("zones:\n  - {id: hand, owner: player}\nconstants: {a.b: {c: 4}}")
    document, _ = read(text)
    expected = {
        "doc.zones.0.id": Span("game.md", 5, 9, 5, 13),
        "zones[0].owner": Span("game.md", 6, 12, 6, 16),
        "doc.zones.1": Span("game.md", 13, 5, 13, 30),
        "zones[1].owner": Span("game.md", 13, 23, 13, 29),
        "doc.constants.a.b.c": Span("game.md", 14, 22, 14, 23),
    }
    assert {path: document.span(path) for path in expected} == expected


@pytest.mark.parametrize(
    "path", ["", "doc", "doc.zones.2", "zones[x]", "zones[0].od", "zones[0].id.x", "actions[0]"]
)
def test_what_is_not_there_has_no_place(path: str) -> None:
    assert read(block("zones: [{id: a}, {id: b}]"))[0].span(path) is None


@pytest.mark.parametrize("name", ["lantern-drift.md", "harbor-rumors.md"])
def test_whole_documents_are_read(name: str) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    document, report = read(text)
    assert report.items == [] and document.lost == 0
    at = document.span("doc.actions.0.phase")
    assert at is not None
    line = text.splitlines()[at.line - 1]
    assert line[at.column - 1 : at.end_column - 1] in ("drift", "main")


# ---- limits --------------------------------------------------------------------------------------


def test_a_document_has_a_greatest_length() -> None:
    document, report = read(block("constants: {a: 1}") + "é" * (1 << 19))
    assert document.sections == {} and codes(report) == ["CNL_PARSER_INPUT_TOO_LARGE"]


def test_a_block_has_a_greatest_length() -> None:
    long = "zones: []\n# " + "x" * (256 << 10)
    document, report = read(block(long) + block("constants: {a: 1}"))
    assert list(document.sections) == ["constants"]
    assert [(named(d), d.severity) for d in report.items] == [("CNL_PARSER_BLOCK_TOO_LARGE", ERROR)]


def test_only_so_many_blocks_are_read() -> None:
    document, report = read(block("zones: [{id: a}]") * 130)
    assert len(document.sections["zones"].items) == 128  # type: ignore[union-attr]
    assert [(named(d), d.severity) for d in report.items] == [
        ("CNL_PARSER_TOO_MANY_BLOCKS", "warning")
    ]


def test_only_so_much_is_told_and_errors_come_first() -> None:
    keys = "".join(f"word{i}: 1\n" for i in range(600))
    document, report = read(block("setup: []\n" + keys) + block("setup: [*a]"))
    assert len(report.items) == 500 and list(document.sections) == ["setup"]
    assert named(report.items[-1]) == "CNL_PARSER_DIAGNOSTICS_TRUNCATED"
    assert report.items[-1].message == "102 more diagnostics are not shown"
    assert named(report.items[-2]) == "YM105" and report.failed


def test_what_is_within_the_limit_is_told_in_full() -> None:
    report = Report()
    read_document(Source("game.md", block("a: 1\nsetup: []\nb: 2")), report)
    assert capped(report.items, 2) == report.items
    assert len(capped(report.items * 2, 2)) == 2
