"""Parse XML into elements with locations, safely: no entities, no external files, limited size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

from ....diagnostics import Code, Report, Source, Span, did_you_mean
from .. import codes
from .tree import Word

LARGEST = 1_000_000  # characters
DEEPEST = 64  # also bounds the recursion of the structure check and of `fmt`
MOST_ELEMENTS = 20_000
MOST_HINTS = 100
WIDEST = 60  # characters of a name or a text that messages quote

ENCODINGS = ("utf-8", "utf8", "us-ascii", "ascii")

# Matches bytes, as expat's CurrentByteIndex counts bytes, not characters.
_ATTRIBUTE = re.compile(rb"""\s+([^\s=>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_LINES = re.compile("\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Element:
    """An element. `span` is the location of its name in the start tag, and also that of an empty
    text."""

    name: str
    span: Span
    attributes: dict[str, Word]
    children: list[Element] = field(default_factory=list)
    texts: list[Word] = field(default_factory=list)

    @property
    def text(self) -> Word:
        """The text without surrounding blanks."""
        if not self.texts:
            return Word("", self.span)
        whole = "".join(word.text for word in self.texts).strip()
        return Word(whole, self.texts[0].span.to(_last(self.texts).span))

    def all(self, name: str) -> list[Element]:
        """The children with a name."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Element | None:
        """The first child with a name."""
        return next((child for child in self.children if child.name == name), None)

    def word(self, name: str) -> Word:
        """The text of the first child with a name; empty if there is none."""
        found = self.first(name)
        return found.text if found else Word("", self.span)

    def attribute(self, name: str) -> Word:
        """The value of an attribute without surrounding blanks; empty if there is none."""
        return self.attributes.get(name, Word("", self.span))


def _last(texts: list[Word]) -> Word:
    return next((word for word in reversed(texts) if word.text.strip()), texts[0])


def shown(text: str) -> str:
    """A text for messages, shortened if it is long."""
    return text if len(text) <= WIDEST else text[:WIDEST] + "…"


def hint(name: str, known: Iterable[str], report: Report) -> str:
    """The closest known name; none after many diagnostics, as the search is slow."""
    return did_you_mean(shown(name), known) if len(report.items) < MOST_HINTS else ""


class _Refused(Exception):
    """The file is refused for a reason other than malformed XML."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Found(Exception):
    """Parsing stops at the root element, as nothing else is needed."""


class _Reader:
    """Builds the tree of elements from the events of an expat parser."""

    def __init__(self, source: Source, only_root: bool) -> None:
        self.file = source.name
        # Lone surrogates, which a text from a program may contain, must not crash the parser.
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
        # A str, not bytes: expat then ignores the declared encoding, which `_declared` checks.
        self.parser.Parse(self.data.decode(), True)

    def end_tag(self) -> str:
        """The name in the end tag at which the parser stopped."""
        # A character has at most four bytes, so this covers all that `shown` keeps of a name.
        rest = self.data[self.parser.ErrorByteIndex :][: 4 * WIDEST + 4].decode(errors="ignore")
        return shown(re.split(r"[\s>]", rest, maxsplit=1)[0])

    def here(self, length: int = 1, shift: int = 0) -> Span:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1 + shift
        return Span(self.file, line, column, line, column + length)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= DEEPEST:
            raise _Refused(codes.TOO_LARGE, f"elements are nested more than {DEEPEST} deep")
        if self.count > MOST_ELEMENTS:
            raise _Refused(codes.TOO_LARGE, f"more than {MOST_ELEMENTS:,} elements")
        element = Element(name, self.here(len(name), 1), self._attributes(name, attributes))
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        # Stopping here is cheap, and also finds the type of a file that is malformed further on.
        if self.only_root:
            raise _Found

    def _attributes(self, tag: str, values: dict[str, str]) -> dict[str, Word]:
        """The attributes with the locations of their values, which expat does not provide."""
        found: dict[str, Word] = {}
        index = self.parser.CurrentByteIndex + 1 + len(tag.encode())
        place = self.here(shift=1 + len(tag))
        line, column = place.line, place.column
        # Expat keeps the order of the file, so the n-th match is the n-th attribute.
        for name in values:
            match = _ATTRIBUTE.match(self.data, index)
            if match is None:  # cannot happen in well-formed XML; the attribute has no location
                break
            start = match.start(2) if match[2] is not None else match.start(3)
            line, column = _moved(line, column, self.data[index:start].decode())
            index, written = match.end(), (match[2] or match[3] or b"").decode()
            after = _moved(line, column, written)
            blanks = len(written) - len(written.lstrip(" "))
            # An empty value is located after the name of the element.
            span = Span(self.file, line, column + blanks, *after)
            found[name] = Word(values[name].strip(), span if written.strip() else place)
            line, column = after[0], after[1] + 1
        return found

    def _end(self, name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if not self.open:
            return
        # expat may deliver one text in several pieces. Leading blanks are dropped here, those
        # between two pieces are kept, and trailing ones are stripped by Element.text.
        element, solid = self.open[-1], text.strip()
        if solid:
            blanks = len(text) - len(text.lstrip())
            element.texts.append(Word(text, self.here(len(solid), blanks)))
        elif element.texts:
            element.texts.append(Word(text, self.here()))

    def _doctype(self, *_: object) -> None:
        raise _Refused(codes.DOCTYPE, "document type declarations are not allowed")

    def _instruction(self, target: str, _: str) -> None:
        message = f"processing instruction <?{shown(target)}?> is not allowed"
        raise _Refused(codes.INSTRUCTION, message)

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.lower() not in ENCODINGS:
            message = f"expected encoding UTF-8, found {shown(encoding)}"
            raise _Refused(codes.ENCODING, message)


def _moved(line: int, column: int, over: str) -> tuple[int, int]:
    """The position after a text that starts at a position."""
    lines = _LINES.split(over)
    return (line + len(lines) - 1, len(lines[-1]) + (column if len(lines) == 1 else 1))


def parse(source: Source, report: Report, only_root: bool = False) -> Element | None:
    """The root element, or None after one error; with `only_root`, just its start tag."""
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


# ---- malformed XML -------------------------------------------------------------------------------

_ESCAPE = "in text, write '&amp;' for '&' and '&lt;' for '<'"
_MESSAGES = {
    "XML_ERROR_NO_ELEMENTS": ("the file contains no element", ""),
    "XML_ERROR_INVALID_TOKEN": ("unexpected character", _ESCAPE),
    "XML_ERROR_UNCLOSED_TOKEN": ("unclosed tag or comment", ""),
    "XML_ERROR_DUPLICATE_ATTRIBUTE": ("duplicate attribute", ""),
    "XML_ERROR_JUNK_AFTER_DOC_ELEMENT": (
        "unexpected content after the end of the root element",
        "put everything into one element 'data'",
    ),
    "XML_ERROR_UNDEFINED_ENTITY": ("unknown entity; custom entities are not allowed", _ESCAPE),
    "XML_ERROR_BAD_CHAR_REF": ("reference to a character that XML does not allow", ""),
    "XML_ERROR_MISPLACED_XML_PI": (
        "'<?xml' must be at the very start of the file",
        "remove everything before it, including blanks and empty lines",
    ),
    "XML_ERROR_UNCLOSED_CDATA_SECTION": ("unclosed CDATA section", ""),
}
_BY_CODE = {expat.errors.codes[getattr(expat.errors, name)]: m for name, m in _MESSAGES.items()}


def _report_malformed(error: expat.ExpatError, reader: _Reader, report: Report) -> None:
    other = f"malformed XML: {expat.ErrorString(error.code)}"
    message, help = _BY_CODE.get(error.code, (other, ""))
    if reader.open:
        last = reader.open[-1]
        still = f"<{shown(last.name)}> at line {last.span.line} is not closed"
        # Expat uses this code for an empty file and for one that ends inside an element.
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
            message = "unexpected end of file"
        if error.code == expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]:
            opened = f"<{shown(last.name)}> at line {last.span.line}"
            message = f"</{reader.end_tag()}> does not match {opened}"
            still = f"close <{shown(last.name)}> first"
        help = help or still
    line, column = error.lineno, error.offset + 1
    report.error(codes.NOT_XML, Span(reader.file, line, column, line, column + 1), message, help)
