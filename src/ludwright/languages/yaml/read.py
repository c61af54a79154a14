"""Read YAML to a tree with spans: safe for untrusted files, with the scalars of YAML 1.2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from ...diagnostics import Report, Source, Span, declare
from .errors import explained

DEPTH_LIMIT = 200
NODE_LIMIT = 200_000
TEXT_LIMIT = 4_000_000

YM101 = declare(
    "YM101",
    "not valid YAML",
    """The file is not well-formed YAML, and nothing after this location was read. Common causes:
    indentation with tabs (YAML requires spaces), a missing space after a colon, a list item that
    is not aligned with the others, or a missing closing quote.""",
)
YM102 = declare(
    "YM102",
    "duplicate key",
    """A mapping has the same key twice, and it is not clear which value is meant. Keys are
    compared as text: `2` and `"2"` are the same key. Remove or rename one of them.""",
)
YM103 = declare(
    "YM103",
    "nested too deeply",
    "Lists and mappings may be nested at most 200 deep. Games need far less; split the file.",
)
YM104 = declare(
    "YM104",
    "file too large",
    """A file may have at most 4 million characters and 200,000 nodes. A node that is repeated by
    an alias (`*name`) counts each time.""",
)
YM105 = declare(
    "YM105",
    "alias without anchor",
    "An alias `*name` repeats a node marked `&name`, which must end before the alias.",
)
YM106 = declare(
    "YM106",
    "more than one document",
    "A game is one YAML document. A line `---` starts another: move that to its own file.",
)
YM107 = declare("YM107", "empty document", "The file is empty or consists of comments only.")
YM108 = declare(
    "YM108",
    "unknown tag",
    """The tag (`!name`) of a value is not defined. Valid tags are those of YAML (`!!str`, `!!int`,
    `!!float`, `!!bool`, `!!null`) and those of the language. Tags never execute code.""",
)
YM109 = declare(
    "YM109", "key is not a scalar", "A key must be a text or a number, not a list or a mapping."
)
YM110 = declare(
    "YM110",
    "number too long",
    "Integers have at most 18 digits. Put quotes around it if it is meant as a text.",
)
YM111 = declare(
    "YM111",
    "colon without a space",
    """In `{on:play}`, all of `on:play` is one key without a value. Add a space after the colon, or
    put quotes around the text if it is meant as a key.""",
)


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A scalar: text, value, and the column where its text begins (0 if columns do not match)."""

    span: Span
    text: str
    value: int | float | bool | str | None
    tag: str = ""
    begins: int = 0

    def part(self, start: int, end: int) -> Span:
        """The span of some characters of the text; of the whole scalar if columns do not match."""
        if not self.begins:
            return self.span
        line, file = self.span.line, self.span.file
        return Span(file, line, self.begins + start, line, self.begins + max(end, start + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A list."""

    span: Span
    items: tuple[Tree, ...]
    tag: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """Keys with values, in order and without duplicates."""

    span: Span
    entries: tuple[tuple[Scalar, Tree], ...]
    tag: str = ""

    def get(self, key: str) -> Tree | None:
        """The value of a key; None if it is missing."""
        return next((value for name, value in self.entries if name.text == key), None)


Tree = Scalar | Sequence | Mapping


def head(span: Span) -> Span:
    """The first character of a span of several lines, else the span itself."""
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def parts_of(tree: Tree) -> Iterator[Tree]:
    """A node and everything below it."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Mapping):
            waiting += [value for _, value in node.entries]
        elif isinstance(node, Sequence):
            waiting += node.items


def same(a: Tree, b: Tree) -> bool:
    """Whether two trees say the same; the order of keys does not matter."""
    if a.tag != b.tag or type(a) is not type(b):
        return False
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        # `1.0` and `1.00` are the same number, but "1.0" and 1.0 are not the same value.
        if isinstance(a.value, str) or isinstance(b.value, str):
            return a.text == b.text and type(a.value) is type(b.value)
        return a.value == b.value or a.text == b.text
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        mine, other = ({key.text: value for key, value in m.entries} for m in (a, b))
        return mine.keys() == other.keys() and all(same(v, other[k]) for k, v in mine.items())
    # Only sequences are left, which mypy cannot infer from three pairwise tests.
    return len(a.items) == len(b.items) and all(map(same, a.items, b.items))  # type: ignore[union-attr]


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read."""

    start: Any
    mapping: bool
    flow: bool
    anchor: str | None
    tag: str
    children: list[Tree] = field(default_factory=list)
    seen: dict[str, Span] = field(default_factory=dict)
    last: Span | None = None
    size: int = 1
    height: int = 1


class _Refused(Exception):
    """Stop reading; the reason has been reported."""


def read_yaml(
    source: Source, report: Report, tags: frozenset[str] = frozenset(), above: int = 0
) -> Tree | None:
    """The only document of a file as a tree; None if it cannot be read.

    `tags` are the tags (such as `!include`) that the language knows; they are kept on the nodes.
    `above` is the number of lines above the text, where it is only a part of its file.
    """
    start = Span(source.name, above + 1, 1, above + 1, 2)
    if len(source.text) > TEXT_LIMIT:
        report.error(YM104, start, f"the file has more than {TEXT_LIMIT:,} characters")
        return None
    reader = _Reader(source, report, tags, above)
    try:
        for event in _events(source, report, above):
            reader.take(event)
    except _Refused:
        return None
    if reader.document is None:
        report.error(YM107, start, "the file is empty")
    return reader.document


def _events(source: Source, report: Report, above: int) -> Iterator[Any]:
    try:
        loader = yaml.CSafeLoader(source.text)
    except (UnicodeEncodeError, yaml.YAMLError):
        start = Span(source.name, above + 1, 1, above + 1, 2)
        report.error(YM101, start, "the text contains characters that YAML does not allow")
        raise _Refused from None
    try:
        # The event stream is iterative; composing nodes would recurse in C and crash when deep.
        while (event := loader.get_event()) is not None:
            yield event
    except yaml.YAMLError as problem:
        place = _place(source, problem, above)
        report.error(YM101, place, *explained(problem, source.text, above))
        raise _Refused from None
    finally:
        loader.dispose()


def _place(source: Source, problem: yaml.YAMLError, above: int) -> Span:
    mark = getattr(problem, "problem_mark", None)
    if mark is not None:
        line, column = above + mark.line + 1, mark.column + 1
        return Span(source.name, line, column, line, column + 1)
    # A ReaderError (a control character) has an offset instead of a mark.
    before = source.text[: getattr(problem, "position", 0)]
    line, column = above + before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return Span(source.name, line, column, line, column + 1)


class _Reader:
    """Builds the tree from parser events, with an explicit stack instead of recursion."""

    def __init__(
        self, source: Source, report: Report, tags: frozenset[str], above: int = 0
    ) -> None:
        self.source = source
        self.above = above
        self.report = report
        self.tags = tags
        self.document: Tree | None = None
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Tree, int, int]] = {}
        self.nodes = 0
        self.documents = 0

    def take(self, event: Any) -> None:
        """Process one event."""
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event)

    def refuse(self, code: Any, span: Span, message: str) -> None:
        self.report.error(code, span, message)
        raise _Refused

    def span(self, start: Any, end: Any) -> Span:
        first, last = self.above + start.line + 1, self.above + end.line + 1
        return Span(self.source.name, first, start.column + 1, last, end.column + 1)

    def start_document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.refuse(
                YM106, self.span(event.start_mark, event.end_mark), "unexpected second document"
            )

    def open(self, event: Any) -> None:
        if len(self.stack) >= DEPTH_LIMIT:
            here = self.span(event.start_mark, event.end_mark)
            self.refuse(YM103, here, f"nested more than {DEPTH_LIMIT} deep")
        mapping = isinstance(event, yaml.MappingStartEvent)
        tag = self.tag(event, self.span(event.start_mark, event.start_mark))
        self.stack.append(
            _Open(event.start_mark, mapping, bool(event.flow_style), event.anchor, tag)
        )

    def close(self, event: Any) -> None:
        frame = self.stack.pop()
        span = self.span(frame.start, event.end_mark)
        if not frame.flow and frame.last:
            # libyaml ends a block collection at the next token: end it at its last child instead.
            span = span.to(frame.last)
        node: Tree
        if frame.mapping:
            pairs = zip(frame.children[::2], frame.children[1::2], strict=True)
            entries = tuple((key, value) for key, value in pairs if isinstance(key, Scalar))
            node = Mapping(span, entries, frame.tag)
        else:
            node = Sequence(span, tuple(frame.children), frame.tag)
        self.add(node, span, frame.anchor, frame.size, frame.height)

    def scalar(self, event: Any) -> None:
        span = self.span(event.start_mark, event.end_mark)
        tag = self.tag(event, span)
        quoted = event.style in ("'", '"')
        plain = not event.style or event.style == ":"
        shift = 1 if quoted else 0
        one_line = span.line == span.end_line and (plain or quoted)
        # Escapes and tags shift the text: then only the whole scalar has a span.
        exact = one_line and span.end_column - span.column == len(event.value) + 2 * shift
        value = self.resolved_value(event.value, event.tag or "", plain, span)
        begins = span.column + shift if exact else 0
        self.add(Scalar(span, event.value, value, tag, begins), span, event.anchor)

    def alias(self, event: Any) -> None:
        span = self.span(event.start_mark, event.end_mark)
        if event.anchor not in self.anchors:
            self.refuse(YM105, span, f"unknown anchor '&{event.anchor}'")
        node, size, height = self.anchors[event.anchor]
        if len(self.stack) + height > DEPTH_LIMIT:
            # The alias itself is one token, but the node it repeats is as deep as it was written.
            self.refuse(YM103, span, f"nested more than {DEPTH_LIMIT} deep")
        # Nodes are shared, but count as often as they are used: "billion laughs" stays out.
        self.nodes += size - 1
        self.add(node, span, None, size, height)

    def tag(self, event: Any, span: Span) -> str:
        tag = event.tag or ""
        # The tags of YAML's own types only choose the value of the scalar (see `resolved_value`).
        if tag in ("", "!") or tag.startswith("tag:yaml.org,2002:"):
            return ""
        if tag not in self.tags:
            self.report.error(YM108, span, f"unknown tag '{tag}'")
        return str(tag)

    def resolved_value(self, text: str, tag: str, plain: bool, span: Span) -> Any:
        # `!` (the non-specific tag) and `!!str` make any scalar a text, `!!int` even a quoted 3 a
        # number.
        name = tag.removeprefix("tag:yaml.org,2002:")
        if name == "str" or tag == "!" or not (plain or name in _TAGGED):
            return text
        value = core_value(text)
        if value is _TOO_LONG:
            self.report.error(YM110, span, "integer with more than 18 digits")
            return 0
        return value

    def add(
        self, node: Tree, place: Span, anchor: str | None, size: int = 1, height: int = 0
    ) -> None:
        self.nodes += 1
        if self.nodes > NODE_LIMIT:
            self.refuse(YM104, node.span, f"the file has more than {NODE_LIMIT:,} nodes")
        if anchor:
            self.anchors[anchor] = (node, size, height)
        if not self.stack:
            self.document = node
            return
        frame = self.stack[-1]
        # The children of a mapping are keys and values in turn.
        if frame.mapping and len(frame.children) % 2 == 0:
            node = self.key(frame, node)
        elif frame.mapping:
            self.lint(frame.children[-1], node)
        frame.children.append(node)
        frame.last = place
        frame.size += size
        frame.height = max(frame.height, height + 1)

    def key(self, frame: _Open, node: Tree) -> Scalar:
        if not isinstance(node, Scalar):
            self.report.error(YM109, node.span, "expected a scalar as key")
            # Stand in a key that cannot be written, so that the value is still checked.
            return Scalar(node.span, f"\0{len(frame.children)}", None)
        first = frame.seen.setdefault(node.text, node.span)
        if first is not node.span:
            message = f"duplicate key '{node.text}'; first used at line {first.line}"
            self.report.error(YM102, node.span, message)
            return Scalar(node.span, f"\0{len(frame.children)}", None)
        return node

    def lint(self, key: Tree, value: Tree) -> None:
        # `{on:play}` is valid YAML, so this can only be a warning.
        missing = isinstance(value, Scalar) and value.text == "" and value.value is None
        if isinstance(key, Scalar) and missing and re.fullmatch(r"\w+:\w+", key.text):
            message = f"'{key.text}' is a key without a value"
            self.report.warning(YM111, key.span, message, "add a space after the colon")


_HANDLERS: dict[type, Any] = {
    yaml.DocumentStartEvent: _Reader.start_document,
    yaml.SequenceStartEvent: _Reader.open,
    yaml.MappingStartEvent: _Reader.open,
    yaml.SequenceEndEvent: _Reader.close,
    yaml.MappingEndEvent: _Reader.close,
    yaml.ScalarEvent: _Reader.scalar,
    yaml.AliasEvent: _Reader.alias,
}

_TAGGED = frozenset(("int", "float", "bool", "null"))
_TOO_LONG = object()
_WORDS = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def core_value(text: str) -> Any:
    """The value of a plain scalar in the core schema of YAML 1.2: `on`, `no`, `12:30` stay text."""
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        # A sign and 18 digits: it fits in 64 bits, and conversion stays linear.
        return int(text) if len(text) <= 19 else _TOO_LONG
    if _BASED.fullmatch(text):
        # `0x` and 15 digits: 60 bits at most.
        return int(text, 0) if len(text) <= 17 else _TOO_LONG
    if _REAL.fullmatch(text):
        return float(text)
    return text
