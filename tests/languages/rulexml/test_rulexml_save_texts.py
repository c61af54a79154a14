"""The texts of saved cells: what is written is read again, and every mistake has its place."""

from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source, Span
from ludwright.languages.rulexml import saves
from ludwright.languages.rulexml.read.tree import SavedCard, SavedNode, Word
from ludwright.languages.rulexml.saves.cell_text import Counted, cell_text, read_cell
from ludwright.languages.rulexml.saves.start import nodes_of
from strategies.saves import trees

CARD = "KH~~true~~0.0~~false~~h;;red~~13h%%13%%1"
COURT = (
    "court$null[D3~~true~~0.0~~true~~c;;green~~14c%%14%%1]$"
    "{east:court,east$null[8D~~false~~90.0~~false~~d;;red~~8d%%8%%8]$}"
)


def read(text: str, name: str = "", before: str = "") -> tuple[SavedNode | None, Report]:
    """Read a text that stands in a file behind another text."""
    written = before + escape(text)
    lines = written.split("\n")
    first = before.split("\n")
    start, end = (len(first), len(first[-1]) + 1), (len(lines), len(lines[-1]) + 1)
    word = Word(text.strip(), Span("x.save.xml", *start, *end))
    report = Report()
    called = name or text.strip().partition("$")[0]
    return read_cell(called, word, Source("x.save.xml", written), report, Counted()), report


def test_a_cell_is_read_card_by_card() -> None:
    node, report = read(COURT)
    assert node is not None and not report.items
    anchor = SavedCard("D3", True, "0.0", True, "c", "green", "14c", "14", "1")
    assert (node.path, node.deck, node.cards) == ("court", "null", (anchor,))
    [(direction, child)] = node.children
    assert (direction, child.path, child.children) == ("east", "court,east", ())
    assert child.cards == (SavedCard("8D", False, "90.0", False, "d", "red", "8d", "8", "8"),)


def test_cards_are_kept_from_the_top_down() -> None:
    node, _ = read(f"a$deck one[{CARD.replace('KH', 'QS')}*{CARD}]$")
    assert node is not None and [card.name for card in node.cards] == ["QS", "KH"]
    assert node.deck == "deck one"


def test_blanks_around_a_text_mean_nothing() -> None:
    assert read(f"\n   {COURT}\n ")[0] == read(COURT)[0]


# ---- whatever is written is read again ----------------------------------------------------------


@given(trees())
def test_what_is_written_is_read_again(tree: SavedNode) -> None:
    text = cell_text(tree)
    found, report = read(text, tree.path)
    assert found == tree and not report.items
    assert cell_text(found) == text


@given(trees(), st.data())
def test_a_broken_text_never_breaks_the_reader(tree: SavedNode, data: st.DataObject) -> None:
    text = cell_text(tree)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(["", *saves.cell_text.RESERVED, "x"]))
    changed = text[:at] + other + text[at + 1 :]
    found, report = read(changed, tree.path)
    assert (found is None) == report.failed
    if found is not None:
        assert cell_text(found) == changed.strip()


def chain(steps: int) -> str:
    """A chain of nodes to the south."""
    path, opened = "a", "a$null[]$"
    for _ in range(steps):
        path += ",south"
        opened += f"{{south:{path}$null[]$"
    return opened + "}" * steps


def test_a_deep_tree_is_read_and_one_too_deep_is_refused() -> None:
    text = chain(saves.cell_text.MOST_DEEP)
    node, report = read(text)
    assert node is not None and not report.items and cell_text(node) == text
    assert len(list(nodes_of(node))) == saves.cell_text.MOST_DEEP + 1
    node, report = read(chain(saves.cell_text.MOST_DEEP + 1))
    assert node is None and [d.code for d in report.items] == ["RX504"]
    shallow = "a$null[]$" + "{south:a$null[]$" * 5_000
    node, report = read(shallow)
    assert node is None and "RX504" in [d.code for d in report.items]


def test_nodes_and_cards_are_counted_over_a_whole_save(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves.cell_text, "MOST_NODES", 3)
    monkeypatch.setattr(saves.cell_text, "MOST_CARDS", 2)
    counted, source, report = Counted(), Source("x", COURT), Report()
    word = Word(COURT, Span("x", 1, 1, 1, len(COURT) + 1))
    assert read_cell("court", word, source, report, counted) and not report.items
    assert read_cell("court", word, source, report, counted) is None
    assert [d.code for d in report.items] == ["RX504"]


def test_nodes_come_depth_first_with_their_ways() -> None:
    text = "a$n[]${north:a,north$n[]${east:a,north,east$n[]$}}{west:a,west$n[]$}"
    node, report = read(text)
    assert node is not None and not report.items
    ways = [(), ("north",), ("north", "east"), ("west",)]
    assert [way for way, _ in nodes_of(node)] == ways


# ---- mistakes and their places -------------------------------------------------------------------

MISTAKES = {
    # a text with the stretch to point at between « and », and what the message quotes
    "a«»": ("RX501", "'$'"),
    "a$null«]»": ("RX501", "'['"),
    "a$null[]«»": ("RX501", "'$'"),
    f"a$null[{CARD}«~»~]$": ("RX501", "']'"),
    "a$null[]$«b»": ("RX501", "cell 'a'"),
    "a$null[]$«}»": ("RX501", "cell 'a'"),
    "a$null[]${«up»:a,up$null[]$}": ("RX503", "'up'"),
    "a$null[]${«South»:a,South$null[]$}": ("RX503", "'South'"),
    "a$null[]${«none»:a,none$null[]$}": ("RX503", "'none'"),
    "a$null[]${south«$»null[]$}": ("RX501", "':'"),
    "a$n[]${east:a,east$n[]$}{«east»:a,east$n[]$}": ("RX503", "'a'"),
    "a$null[]${south:a,south$null[]$«»": ("RX501", "'}'"),
    "a$null[KH~~«yes»~~0.0~~false~~h;;red~~13h%%13%%1]$": ("RX502", "'yes'"),
    "a$null[KH~~true~~«east»~~false~~h;;red~~13h%%13%%1]$": ("RX502", "'east'"),
    "a$null[KH~~true~~«nan»~~false~~h;;red~~13h%%13%%1]$": ("RX502", "'nan'"),
    "a$null[KH~~true~~0.0~~«TRUE»~~h;;red~~13h%%13%%1]$": ("RX502", "'TRUE'"),
    "a$null[KH~~true~~0.0~~false~~h«~»~red~~13h%%13%%1]$": ("RX502", "';;'"),
    "a$null[KH~~true~~0.0~~false~~h;;red~~13h%%«1.5»%%1]$": ("RX502", "'1.5'"),
    f"a$null[{CARD}*«]»$": ("RX502", "name of a card"),
    "a$null[«~~»true~~0.0~~false~~h;;red~~13h%%13%%1]$": ("RX502", "name of a card"),
}


@pytest.mark.parametrize("marked", MISTAKES)
@pytest.mark.parametrize("before", ["", "<cell>\n  & <b>", "\n\n   "])
def test_a_mistake_is_shown_where_it_is(marked: str, before: str) -> None:
    code, part = MISTAKES[marked]
    start, _, rest = marked.partition("«")
    wrong, _, _ = rest.partition("»")
    text = marked.replace("«", "").replace("»", "")
    node, report = read(text, "a", before)
    assert node is None
    [found] = [d for d in report.items if d.severity == "error"]
    assert found.code == code and part in found.message
    span = found.span
    assert span is not None
    column = len((before + start).split("\n")[-1]) + 1
    assert (span.line, span.column) == (before.count("\n") + 1, column)
    assert span.end_column == column + max(1, len(wrong))


def test_a_mistake_behind_entities_and_line_breaks_has_its_place() -> None:
    text = "a$Q&A\nx[KH~~true~~0.0~~maybe~~h;;red~~13h%%13%%1]$"
    node, report = read(text)
    [found] = report.items
    assert node is None and found.span is not None
    assert (found.span.line, found.span.column, found.span.end_column) == (2, 18, 23)
    text = text.replace("\n", "&&")
    [found] = read(text)[1].items
    column = escape(text).index("maybe") + 1
    assert found.span and (found.span.column, found.span.end_column) == (column, column + 5)


def test_a_cell_without_a_text_is_a_mistake() -> None:
    node, report = read("", "a", "<cell>")
    assert node is None and [d.code for d in report.items] == ["RX501"]


def test_all_wrong_fields_of_a_cell_are_told_at_once() -> None:
    text = "a$null[KH~~yes~~x~~no~~h;;red~~13h%%k%%1]$"
    _, report = read(text)
    assert [d.code for d in report.items] == ["RX502"] * 4


def test_nobody_is_told_of_more_mistakes_than_can_be_read() -> None:
    text = f"a$null[{'*'.join([CARD.replace('true', 'maybe')] * 150)}]$"
    node, report = read(text)
    assert node is None and len(report.items) == saves.cell_text.MOST_MISTAKES
    counted = Counted(mistakes=saves.cell_text.MOST_MISTAKES)
    word = Word("", Span("x", 1, 1, 1, 2))
    assert read_cell("a", word, Source("x", ""), report, counted) is None
    assert len(report.items) == saves.cell_text.MOST_MISTAKES


def test_another_path_is_only_warned_about_and_kept() -> None:
    text = "a$null[]${south:elsewhere$null[]${south:there$null[]$}}"
    node, report = read(text, "a")
    assert node is not None and cell_text(node) == text
    [found] = report.items  # the first of each cell is enough
    assert (found.code, found.severity) == ("RX505", "warning")
    assert "'a,south'" in found.message and "'elsewhere'" in found.message
