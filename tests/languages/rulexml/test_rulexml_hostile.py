"""XML that is meant to do harm is refused at once, with a clear error: RX105 and its kin."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import CODES, Diagnostic, Report, Source
from ludwright.languages.rulexml.check.references import check
from ludwright.languages.rulexml.read.elements import DEEPEST, MOST_ELEMENTS
from ludwright.languages.rulexml.read.files import read, read_file
from ludwright.languages.rulexml.read.tree import Rules
from samplers.rulexml import RULE, SAMPLES

ALLOWED = 1.0  # seconds; all of it takes some hundredths
HEAD = '<?xml version="1.0" encoding="UTF-8" ?>\n'

LAUGHS = HEAD + (
    '<!DOCTYPE data [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{i} "' + f"&a{i - 1};" * 10 + '">' for i in range(1, 12))
    + ']>\n<data type="rule">&a11;</data>'
)
QUADRATIC = HEAD + (
    f'<!DOCTYPE data [<!ENTITY a "{"x" * 400_000}">]><data type="rule">{"&a;" * 100_000}</data>'
)
EXTERNAL = HEAD + (
    '<!DOCTYPE data [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n'
    '<data type="style"><language>&secret;</language></data>'
)
PARAMETER = HEAD + (
    '<!DOCTYPE data [<!ENTITY % remote SYSTEM "http://localhost/x.dtd"> %remote;]>\n'
    '<data type="rule"/>'
)
REMOTE = HEAD + '<!DOCTYPE data SYSTEM "http://localhost/rule.dtd">\n<data type="rule"/>'
DEEP = '<data type="rule">' + "<a>" * 200_000 + "</a>" * 200_000 + "</data>"
CUT = '<data type="rule">' + "<a>" * 200_000
DEEP_TESTS = '<data type="rule">' + "<validation>" * 60_000
MANY = '<data type="deck"><deck>' + "<card/>" * 100_000 + "</deck></data>"
STRANGE = '<data type="score">' + "".join(f"<g{i}><x/></g{i}>" for i in range(9_000)) + "</data>"
WRONG = '<data type="deck"><deck>' + "<cart/>" * 19_000 + "</deck></data>"
LONG_NAME = f'<data type="rule"><{"a" * 900_000}/></data>'
LONG_VALUE = f'<data type="{"rule" * 200_000}"/>'
LONG_TEXT = RULE.replace("<players>2", f"<players>{'2' * 900_000}")
ATTRIBUTES = "<data " + " ".join(f"a{i}=''" for i in range(60_000)) + ' type="rule"/>'
COMMENT = f'<data type="rule"><!--{"-" * 900_000}'
INSTRUCTIONS = HEAD + "<?x y?>" * 100_000 + '<data type="rule"/>'
CDATA = f'<data type="rule">{"<![CDATA[x]]>" * 70_000}</data>'
COMMAS = RULE.replace("AH,U", "AH" + "," * 900_000)
DIGITS = RULE.replace("22.5", "2" * 900_000)
LATIN = HEAD.replace("UTF-8", "ISO-8859-1") + '<data type="rule"/>'
UTF_7 = HEAD.replace("UTF-8", "UTF-7") + '+ADw-data type="rule"/>'
WIDE = HEAD.replace("UTF-8", "UTF-16") + '<data type="rule"/>'

TEXTS = {
    "a billion laughs": (LAUGHS, "RX102"),
    "a quadratic bomb": (QUADRATIC, "RX102"),
    "an external entity": (EXTERNAL, "RX102"),
    "a parameter entity": (PARAMETER, "RX102"),
    "a document type elsewhere": (REMOTE, "RX102"),
    "instructions": (INSTRUCTIONS, "RX103"),
    "Latin letters": (LATIN, "RX104"),
    "seven bits": (UTF_7, "RX104"),
    "sixteen bits that are none": (WIDE, "RX104"),
    "unclosed elements": (CUT, "RX105"),
    "nested tests": (DEEP_TESTS, "RX105"),
    "many elements": (MANY, "RX105"),
    "many mistakes": (WRONG, "RX105"),
    "many games": (STRANGE, None),
    "a long name": (LONG_NAME, "RX201"),
    "a long kind": (LONG_VALUE, "RX106"),
    "a long number": (LONG_TEXT, "RX208"),
    "many attributes": (ATTRIBUTES, "RX205"),
    "a comment without an end": (COMMENT, "RX101"),
    "many sections": (CDATA, "RX207"),
    "many parts": (COMMAS, "RX210"),
    "many digits": (DIGITS, "RX208"),
    "a lone half of a pair": ('<data type="\ud800"/>', "RX106"),
    "nothing but a mark": ("\ufeff", "RX101"),
}


def timed(work: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
    gc.collect()
    gc.disable()  # what other tests have left behind takes longer to look through than a file
    start = time.process_time()
    found = work()
    took = time.process_time() - start
    gc.enable()
    assert took < ALLOWED
    return found


def reported(text: str) -> list[Diagnostic]:
    report = Report()
    read(Source("test.xml", text), report)
    return report.sorted()


@pytest.mark.quick(4)
@pytest.mark.parametrize("what", TEXTS)
def test_texts(what: str) -> None:
    text, code = TEXTS[what]
    found = timed(lambda: reported(text))
    told = [d.code for d in found]
    assert code is None or code in told
    if code and code.startswith("RX10") and code != "RX105":
        assert told == [code]
    assert all(len(d.message) + len(d.help) < 400 for d in found)


def test_two_hundred_thousand_nested_elements() -> None:
    (found,) = timed(lambda: reported(DEEP))
    assert (found.code, found.severity) == ("RX105", "error")
    (found,) = timed(lambda: list(pipeline.loads(DEEP, "rulexml").diagnostics))
    assert found.code == "LW104"


@pytest.mark.deep
def test_fifty_megabytes_of_cards(tmp_path: Path) -> None:
    cards = "<card><name>AH</name><value>1</value></card>\n" * 1_150_000
    text = f'<data type="deck"><deck>{cards}</deck></data>'
    assert len(text) > 50_000_000
    assert [d.code for d in timed(lambda: reported(text))] == ["RX105"]
    found = timed(lambda: list(pipeline.loads(text, "rulexml").diagnostics))
    assert [d.code for d in found] == ["LW104"]
    file = tmp_path / "huge.deck.xml"
    file.write_text(text)
    assert [d.code for d in timed(lambda: lw.check(file))] == ["LW104"]
    rules = tmp_path / "game.xml"
    named = "<deck_path>huge.deck.xml</deck_path>"
    rules.write_text(RULE.replace("<deck_path></deck_path>", named))
    assert "LW104" in [d.code for d in timed(lambda: lw.check(rules))]


def test_other_encodings_of_files(tmp_path: Path) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-32", "latin-1"):
        file = tmp_path / f"{encoding}.xml"
        file.write_bytes(RULE.replace("small", "größe").encode(encoding))
        (found,) = timed(lambda file=file: lw.check(file))
        assert found.code == "LW103"


def test_a_mark_at_the_start_of_a_file_is_fine(tmp_path: Path) -> None:
    file = tmp_path / "marked.deck.xml"
    file.write_bytes(b'\xef\xbb\xbf<data type="deck"><deck/></data>')
    assert lw.check(file) == []


def test_the_limits_themselves() -> None:
    def nested(depth: int) -> str:
        return '<data type="score">' + "<a>" * (depth - 1) + "</a>" * (depth - 1) + "</data>"

    assert "RX105" not in [d.code for d in reported(nested(DEEPEST))]
    assert [d.code for d in reported(nested(DEEPEST + 1))] == ["RX105"]
    cards = "<card><name>A</name></card>" * (MOST_ELEMENTS // 2 - 1)
    deck = f'<data type="deck"><deck>{cards}%s</deck></data>'
    assert reported(deck % "") == []
    assert [d.code for d in reported(deck % "<card/>")] == ["RX105"]


def test_a_hundred_mistakes_are_told_and_then_no_more() -> None:
    found = reported(WRONG)
    assert [d.code in ("RX201", "RX202") for d in found].count(True) == 100
    assert [d.code for d in found].count("RX105") == 1


# ---- games that are only tiresome ----------------------------------------------------------------


def busy(rules: int, cells: int = 500) -> str:
    """A game of many automatic phases whose rules all ask for every cell."""
    table = "".join(f'<cell name="x{i}"><init_cards/></cell>' for i in range(cells))
    rule = (
        '<rule category=""><validation><condition category="g"><num_cards>1</num_cards></condition>'
        '<condition category="x{}"><is_faceup>y</is_faceup></condition></validation>'
        '<action><next_phase phase="p{}"/></action></rule>'
    )
    phases = "".join(
        f'<phase name="p{i}"><phase_type>auto</phase_type><valid_donors/><rules>'
        + "".join(rule.format((i + j * 100) % 500, min(rules - 1, i + j + 1)) for j in range(3))
        + "</rules></phase>"
        for i in range(rules)
    )
    start = (
        RULE[: RULE.index("<cell_groups>")]
        .replace("table.layout.xml", "")
        .replace("<players>2", "<players>1")
    )
    groups = f'<cell_groups><group category="g">{table}</group></cell_groups>'
    return f"{start}{groups}<phases>{phases}</phases></data>"


def crowded(phases: int, rules: int) -> str:
    """A game with so many phases, one after another, in each of which all rules say the same."""
    cells = "".join(
        f'<cell name="{x}"><init_cards><card>{x},U</card></init_cards></cell>' for x in "ab"
    )
    cards = "".join(f"<card><name>{x}</name><value>1</value></card>" for x in "ab")
    rule = (
        '<rule category="g"><validation><receiver/><mover><value>{}</value></mover></validation>'
        '<action><mover_dest/><next_phase phase="{}">{}</next_phase></action></rule>'
    )
    names = [*(f"p{i}" for i in range(1, phases)), "win"]
    laid = "".join(
        f'<phase name="{name}"><phase_type>manual</phase_type>'
        "<valid_donors><category>g</category></valid_donors><rules>"
        + "".join(rule.format(j - rules + 1, names[i + 1], j) for j in range(rules))
        + "</rules></phase>"
        for i, name in enumerate(names[:-1])
    )
    last = '<phase name="win"><phase_type>manual</phase_type><valid_donors/><rules/></phase>'
    return (
        '<data type="rule"><settings><players>1</players><layout/></settings>'
        f'<deck>{cards}</deck><cell_groups><group category="g">{cells}</group></cell_groups>'
        f"<phases>{laid}{last}</phases></data>"
    )


@pytest.mark.quick(1)
@pytest.mark.parametrize(("phases", "rules"), [(100, 1), (2, 100)])
def test_games_of_the_largest_size_can_be_played(phases: int, rules: int) -> None:
    """The last rule of a phase is the one that holds: two cards of the same value."""
    table = lw.loads(crowded(phases, rules), "rulexml").table(seed=1)
    table.apply("drag a -> b")
    assert table.variable("score") == rules - 1


def checked(text: str) -> list[Diagnostic]:
    report = Report()
    found = read_file(Source("test.xml", text), report)
    if isinstance(found.file, Rules):
        check(found.file, found.layout, report, found.broken)
    return report.sorted()


def test_looking_for_circles_comes_to_an_end() -> None:
    start = time.process_time()
    assert "RX312" in {d.code for d in checked(busy(100))}
    assert time.process_time() - start < 10


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "text", [busy(101), busy(10, 501), crowded(2, 101)], ids=["phases", "cells", "rules in a phase"]
)
def test_games_that_are_too_large(text: str) -> None:
    assert [d.code for d in timed(lambda: checked(text))] == ["RX105"]


def test_whatever_is_done_to_a_text_it_is_read_or_refused() -> None:
    chance = random.Random(6)
    kinds = list(SAMPLES.values())
    for _ in range(300):
        text = chance.choice(kinds)
        for _ in range(chance.randint(1, 6)):
            at, length = chance.randrange(len(text)), chance.randint(0, 12)
            other = chance.choice(kinds)
            start = chance.randrange(len(other))
            piece = chance.choice(["", "<", "/>", "&", '"', "*", "\n", other[start : start + 20]])
            text = text[:at] + piece + text[at + length :]
        lines = text.splitlines() or [""]
        for found in checked(text):
            assert found.span is not None
            assert 1 <= found.span.line <= len(lines) + 1
            assert found.message and found.code in CODES
