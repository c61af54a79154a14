"""Concrete syntax of YAML: every node with its offsets, its style and its comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import yaml


@dataclass(slots=True, eq=False)
class Leaf:
    """A scalar or an alias: as written, and its value."""

    raw: str
    value: str
    properties: str = ""
    alias: bool = False
    start: int = 0
    end: int = 0


@dataclass(slots=True, eq=False)
class Branch:
    """A mapping or a list; `below` are comments after its last entry."""

    mapping: bool
    flow: bool
    entries: list[Entry] = field(default_factory=list)
    properties: str = ""
    below: list[str] = field(default_factory=list)
    start: int = 0
    end: int = 0


@dataclass(slots=True, eq=False)
class Entry:
    """An item of a list, or a key with its value. Comments are above it, beside its key or dash if
    the value starts on a later line, behind its value, or below it if nothing follows. An empty
    comment is an empty line."""

    value: Written
    key: Leaf | None = None
    above: list[str] = field(default_factory=list)
    beside: str = ""
    behind: str = ""
    below: list[str] = field(default_factory=list)
    start: int = 0


Written = Leaf | Branch


@dataclass(slots=True, eq=False)
class Page:
    """A document: the text before its root, the root, the comments around it, and all comments with
    their offsets."""

    text: str
    before: str
    root: Written
    above: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Comment:
    """A comment: offset, text, column; is it alone on its line, and below an empty one?"""

    at: int
    text: str
    column: int
    alone: bool
    gap: bool


def page(text: str) -> Page:
    """The concrete syntax of a text that `read_yaml` has accepted."""
    return _built(text).finished()


def comments(text: str) -> list[str]:
    """The comments of such a text, in order."""
    return [comment.text for comment in _built(text).comments()]


def _built(text: str) -> _Builder:
    builder = _Builder(text)
    loader = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) is not None:
            builder.take(event)
    finally:
        loader.dispose()
    return builder


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been read; in a mapping, also the key of the next value."""

    branch: Branch
    key: Leaf | None = None


class _Builder:
    """Builds a page from parser events, then attaches the comments, which have no events."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0, *(found.end() for found in re.finditer(r"\r\n|[\n\r]", text))]
        self.stack: list[_Open] = []
        self.root: Written | None = None
        self.begin = 0
        self.taken: list[tuple[int, int]] = []  # ranges of scalars, which hold no comments
        self.keeps: list[tuple[int, int]] = []  # ranges of scalars that keep empty lines (`|+`)

    def take(self, event: Any) -> None:
        """Process one event."""
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, yaml.DocumentStartEvent):
            self.begin = end if event.explicit else 0
        elif isinstance(event, yaml.AliasEvent):
            self.add(Leaf(self.text[start:end], str(event.anchor), "", True, start, end))
        elif isinstance(event, yaml.ScalarEvent):
            self.add(self.scalar(event, start, end))
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            mapping = isinstance(event, yaml.MappingStartEvent)
            written = self.text[start:end]
            properties = _properties(event, written)
            # Nothing in the properties or the opening bracket is a comment.
            self.taken.append((start, start + len(properties)))
            flow = bool(event.flow_style)
            self.stack.append(
                _Open(Branch(mapping, flow, properties=properties, start=start, end=end))
            )
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            branch = self.stack.pop().branch
            last = branch.entries[-1].value.end if branch.entries else end
            # libyaml ends a block collection at the next token, behind comments that follow it.
            branch.end = end if branch.flow else last
            self.add(branch)

    def scalar(self, event: Any, start: int, end: int) -> Leaf:
        raw = self.text[start:end]
        properties = _properties(event, raw)
        raw = raw[len(properties) :].lstrip()
        if event.style in ("|", ">"):
            sign = raw.split("\n", 1)[0].split("#")[0]
            # Only `+` makes empty lines at the end a part of the text.
            raw = raw.removesuffix("\n") if "+" in sign else raw.rstrip()
            if "+" in sign:
                self.keeps.append((start, end))
            if not event.value.endswith("\n") and "-" not in sign:
                # The text ends with the file, without a line break: strip the one it gets now.
                raw = f"{raw[0]}-{raw[1:].replace('+', '', 1) if '+' in sign else raw[1:]}"
            end -= len(self.text[start:end]) - len(self.text[start:end].rstrip())
        self.taken.append((start, end))
        return Leaf(raw, event.value, " ".join(properties.split()), False, start, end)

    def add(self, node: Written) -> None:
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if not top.branch.mapping:
            start = node.start if top.branch.flow else self.dash(node)
            top.branch.entries.append(Entry(node, start=start))
        elif top.key is None:
            # A collection as key is an error in `read_yaml`: such a page is never printed.
            top.key = node if isinstance(node, Leaf) else Leaf("", "")
        else:
            top.branch.entries.append(Entry(node, top.key, start=top.key.start))
            top.key = None

    def dash(self, node: Written) -> int:
        """The offset of the dash of a list item: searched upwards, past comments and properties."""
        line = bisect_right(self.lines, node.start) - 1
        while line >= 0:
            begin = self.lines[line]
            stop = self.lines[line + 1] if line + 1 < len(self.lines) else len(self.text)
            part = self.text[begin : min(stop, node.start)]
            found = re.search(r"(^\s*|\s)((?:- *)+)(&\S*\s*|!\S*\s*)*(#.*)?\s*$", part)
            if found:
                return begin + found.start(2) + max(0, found[2].rstrip().rfind("-"))
            line -= 1
        return node.start

    # ---- comments ----

    def comments(self) -> list[_Comment]:
        """All comments: from `#` to the end of the line, outside scalars."""
        found, at = list[_Comment](), 0
        # Scalars come in order, so everything between two of them is syntax or comments.
        for start, end in [*self.taken, (len(self.text), len(self.text))]:
            for match in re.finditer(r"(?:(?<=\s)|^)#[^\r\n]*", self.text[at:start], re.MULTILINE):
                found.append(self.comment(at + match.start(), match[0].rstrip()))
            at = max(at, end)
        return found

    def comment(self, at: int, text: str) -> _Comment:
        line = bisect_right(self.lines, at) - 1
        begin = self.lines[line]
        alone = not self.text[begin:at].strip()
        return _Comment(at, text, at - begin, alone, self.after_gap(at))

    def after_gap(self, at: int) -> bool:
        """Whether the line before an offset is empty and not part of a block scalar."""
        line = bisect_right(self.lines, at) - 1
        before = self.lines[line - 1]
        if line > 0 and any(start <= before < end for start, end in self.keeps):
            return False
        return line > 0 and not self.text[self.lines[line - 1] : self.lines[line]].strip()

    def column(self, at: int) -> int:
        return at - self.lines[bisect_right(self.lines, at) - 1]

    def same_line(self, a: int, b: int) -> bool:
        return bisect_right(self.lines, a) == bisect_right(self.lines, b)

    # ---- attaching comments ----

    def finished(self) -> Page:
        root = self.root if self.root is not None else Leaf("", "")
        made = Page(self.text, self.text[: self.begin].rstrip(), root)
        every = self.comments()
        made.comments = [(comment.at, comment.text) for comment in every]
        for comment in every:
            if comment.at < self.begin:
                continue
            if isinstance(root, Branch):
                self.attach(root, comment)
            else:
                (made.above if comment.at < root.start else made.below).append(comment.text)
        self.gaps(root)
        return made

    def attach(self, branch: Branch, comment: _Comment) -> None:
        """Attach a comment inside or after a branch to the entry it belongs to."""
        if not branch.entries:
            branch.below.append(comment.text)
            return
        # The last entry that starts before the comment; what decides then is whether the comment
        # is inside its value, on its last line, indented like its parts, or else about the next.
        place = bisect_right(branch.entries, comment.at, key=lambda entry: entry.start)
        if place == 0:
            _note(branch.entries[0].above, comment)
            return
        entry = branch.entries[place - 1]
        following = branch.entries[place] if place < len(branch.entries) else None
        value = entry.value
        if comment.at < value.end:
            self.inside(entry, comment)
        elif not comment.alone and self.same_line(value.end, comment.at):
            self.behind(entry, comment)
        elif isinstance(value, Branch) and not value.flow and self.deeper(entry, comment):
            self.attach(value, comment)
        elif following is not None:
            _note(following.above, comment)
        else:
            _note(entry.below, comment)

    def deeper(self, entry: Entry, comment: _Comment) -> bool:
        return comment.column > self.column(entry.start)

    def inside(self, entry: Entry, comment: _Comment) -> None:
        value = entry.value
        if isinstance(value, Branch) and comment.at > value.start:
            self.attach(value, comment)
        elif not comment.alone and not entry.beside:
            entry.beside = comment.text
        elif isinstance(value, Branch) and value.entries:
            _note(value.entries[0].above, comment)
        else:
            _note(entry.above, comment)

    def behind(self, entry: Entry, comment: _Comment) -> None:
        value = entry.value
        if isinstance(value, Branch) and not value.flow:
            # Behind a block is behind its last entry, however deeply nested.
            self.behind(value.entries[-1], comment)
        else:
            entry.behind = comment.text

    def gaps(self, node: Written) -> None:
        """Record empty lines above entries that start a line."""
        if not isinstance(node, Branch):
            return
        for entry in node.entries:
            begin = self.lines[bisect_right(self.lines, entry.start) - 1]
            if not self.text[begin : entry.start].strip() and self.after_gap(entry.start):
                entry.above.append("")
            self.gaps(entry.value)


def _note(notes: list[str], comment: _Comment) -> None:
    if comment.gap and comment.alone:
        notes.append("")
    notes.append(comment.text)


def _properties(event: Any, written: str) -> str:
    """The anchor and tag of a node, as written."""
    if not event.anchor and not event.tag:
        return ""
    found = re.match(r"(?:[&!][^\s]*(?:\s+|$))*(?:[&!][^\s\[{]*)?", written)
    return found[0].rstrip() if found else ""
