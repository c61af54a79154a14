"""XML that is meant to do harm is refused at once, with a clear error: RX105 and its kin."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.rulexml.elements import DEEPEST, MOST_ELEMENTS
from ludwright.languages.rulexml.reading import read
from rulexml_samples import RULE

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
    start = time.process_time()
    found = work()
    assert time.process_time() - start < ALLOWED
    return found


def reported(text: str) -> list[Diagnostic]:
    report = Report()
    read(Source("test.xml", text), report)
    return report.sorted()


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
    assert [d.code for d in found].count("RX201") == 100
    assert [d.code for d in found].count("RX105") == 1
