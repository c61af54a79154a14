"""XML text to elements with their places, with nothing in it that could grow or reach out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

from ....diagnostics import Code, Report, Source, Span, did_you_mean
from .. import codes
from .tree import Word

LARGEST = 1_000_000  # characters
DEEPEST = 64
MOST_ELEMENTS = 20_000
MOST_HINTS = 100
WIDEST = 60  # characters of a name or a text that messages quote

ENCODINGS = ("utf-8", "utf8", "us-ascii", "ascii")

_ATTRIBUTE = re.compile(rb"""\s+([^\s=>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_LINES = re.compile("\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Element:
    """An element: `span` is its name in the start tag; `text` is without blanks around it, and
    stands where the element does if there is none."""

    name: str
    span: Span
    attributes: dict[str, Word]
    children: list[Element] = field(default_factory=list)
    texts: list[Word] = field(default_factory=list)

    @property
    def text(self) -> Word:
        """The text without blanks around it."""
        if not self.texts:
            return Word("", self.span)
        whole = "".join(word.text for word in self.texts).strip()
        return Word(whole, self.texts[0].span.to(_last(self.texts).span))

    def all(self, name: str) -> list[Element]:
        """The elements of a name in it."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Element | None:
        """The first element of a name in it."""
        return next((child for child in self.children if child.name == name), None)

    def word(self, name: str) -> Word:
        """The text of the first element of a name in it; empty if there is none."""
        found = self.first(name)
        return found.text if found else Word("", self.span)

    def attribute(self, name: str) -> Word:
        """An attribute without blanks around it; empty if there is none."""
        return self.attributes.get(name, Word("", self.span))


def _last(texts: list[Word]) -> Word:
    return next((word for word in reversed(texts) if word.text.strip()), texts[0])


def shown(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= WIDEST else text[:WIDEST] + "…"


def hint(name: str, known: Iterable[str], report: Report) -> str:
    """A known name that is close, as long as there are few mistakes: looking takes its time."""
    return did_you_mean(shown(name), known) if len(report.items) < MOST_HINTS else ""


class _Refused(Exception):
    """Reading ends here, for a reason that is no matter of XML."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Found(Exception):
    """The root is known, and nothing else is wanted."""


class _Reader:
    """Collects elements while expat goes through a text."""

    def __init__(self, source: Source, only_root: bool) -> None:
        self.file = source.name
        self.data = source.text.encode(errors="replace")
        self.only_root = only_root
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        self.parser.XmlDeclHandler = self._declared

    def run(self) -> None:
        self.parser.Parse(self.data.decode(), True)

    def end_tag(self) -> str:
        """The name in the end tag at which the parser stopped."""
        rest = self.data[self.parser.ErrorByteIndex :][: 4 * WIDEST + 4].decode(errors="ignore")
        return shown(re.split(r"[\s>]", rest, maxsplit=1)[0])

    def here(self, length: int = 1, shift: int = 0) -> Span:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1 + shift
        return Span(self.file, line, column, line, column + length)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= DEEPEST:
            raise _Refused(codes.TOO_LARGE, f"more than {DEEPEST} elements lie in each other")
        if self.count > MOST_ELEMENTS:
            raise _Refused(codes.TOO_LARGE, f"there are more than {MOST_ELEMENTS:,} elements")
        element = Element(name, self.here(len(name), 1), self._attributes(name, attributes))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        if self.only_root:
            raise _Found

    def _attributes(self, tag: str, values: dict[str, str]) -> dict[str, Word]:
        """The attributes with the places of their values, which expat does not tell."""
        found: dict[str, Word] = {}
        index = self.parser.CurrentByteIndex + 1 + len(tag.encode())
        place = self.here(shift=1 + len(tag))
        line, column = place.line, place.column
        for name in values:
            match = _ATTRIBUTE.match(self.data, index)
            if match is None:
                break
            start = match.start(2) if match[2] is not None else match.start(3)
            line, column = _moved(line, column, self.data[index:start].decode())
            index, written = match.end(), (match[2] or match[3] or b"").decode()
            after = _moved(line, column, written)
            blanks = len(written) - len(written.lstrip(" "))
            span = Span(self.file, line, column + blanks, *after)
            found[name] = Word(values[name].strip(), span if written.strip() else place)
            line, column = after[0], after[1] + 1
        return found

    def _end(self, name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if not self.open:
            return
        element, solid = self.open[-1], text.strip()
        if solid:
            blanks = len(text) - len(text.lstrip())
            element.texts.append(Word(text, self.here(len(solid), blanks)))
        elif element.texts:
            element.texts.append(Word(text, self.here()))

    def _doctype(self, *_: object) -> None:
        raise _Refused(codes.DOCTYPE, "a document type is not allowed here")

    def _instruction(self, target: str, _: str) -> None:
        message = f"the instruction <?{shown(target)}?> is not allowed here"
        raise _Refused(codes.INSTRUCTION, message)

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ENCODINGS:
            message = f"the file says that it is written in {shown(encoding)}, not in UTF-8"
            raise _Refused(codes.ENCODING, message)


def _moved(line: int, column: int, over: str) -> tuple[int, int]:
    """The place behind a text that begins at a place."""
    lines = _LINES.split(over)
    return (line + len(lines) - 1, len(lines[-1]) + (column if len(lines) == 1 else 1))


def parse(source: Source, report: Report, only_root: bool = False) -> Element | None:
    """The root of a text, or nothing and one error; only its start tag if no more is wanted."""
    if len(source.text) > LARGEST:
        message = f"the file is larger than {LARGEST:,} characters"
        report.error(codes.TOO_LARGE, source.start, message)
        return None
    reader = _Reader(source, only_root)
    try:
        reader.run()
    except _Found:
        pass
    except _Refused as refused:
        report.error(refused.code, reader.here(), str(refused))
        return None
    except expat.ExpatError as error:
        _report_malformed(error, reader, report)
        return None
    return reader.root


# ---- what is not XML -----------------------------------------------------------------------------

_AND = "in texts '&' is written '&amp;' and '<' is written '&lt;'"
_MESSAGES = {
    "XML_ERROR_NO_ELEMENTS": ("there is no element in the file", ""),
    "XML_ERROR_INVALID_TOKEN": ("this can't stand here in XML", _AND),
    "XML_ERROR_UNCLOSED_TOKEN": ("a tag or a comment that begins here does not end", ""),
    "XML_ERROR_DUPLICATE_ATTRIBUTE": ("the attribute is given twice", ""),
    "XML_ERROR_JUNK_AFTER_DOC_ELEMENT": (
        "there is something behind the end of the outermost element",
        "the whole file stands in one element 'data'",
    ),
    "XML_ERROR_UNDEFINED_ENTITY": ("there are no entities of one's own here", _AND),
    "XML_ERROR_BAD_CHAR_REF": ("there is no such character in XML", ""),
    "XML_ERROR_MISPLACED_XML_PI": (
        "'<?xml' must be the very first thing in the file",
        "remove what stands before it, also blanks and empty lines",
    ),
    "XML_ERROR_UNCLOSED_CDATA_SECTION": ("a CDATA section that begins here does not end", ""),
}
_TOLD = {expat.errors.codes[getattr(expat.errors, name)]: told for name, told in _MESSAGES.items()}


def _report_malformed(error: expat.ExpatError, reader: _Reader, report: Report) -> None:
    other = f"this is not XML: {expat.ErrorString(error.code)}"
    message, help = _TOLD.get(error.code, (other, ""))
    if reader.open:
        last = reader.open[-1]
        still = f"<{shown(last.name)}> of line {last.span.line} is still open"
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            message = "the file ends in the middle"
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]:
            opened = f"<{shown(last.name)}> in line {last.span.line}"
            message = f"</{reader.end_tag()}> does not match {opened}"
            still = f"close <{shown(last.name)}> first"
        help = help or still
    line, column = error.lineno, error.offset + 1
    report.error(codes.NOT_XML, Span(reader.file, line, column, line, column + 1), message, help)
