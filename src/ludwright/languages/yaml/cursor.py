"""Where an offset is in a YAML text that may be broken: the path of keys to it, and what is written
so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from ..cursor import PLACEHOLDER, Cursor, word_at
from ..schema_words import Schema, Step, words_at
from .read import DEPTH_LIMIT, NODE_LIMIT, core_value

LONGEST = 300_000  # characters of a text that is looked at


@dataclass(frozen=True, slots=True)
class Place:
    """A point of a document: the path to the mapping or value, whether a key is written there, and
    the document as plain data, without what is being written."""

    path: tuple[Step, ...]
    key: bool
    data: Any


def cursor_by_schema(text: str, offset: int, schema: Schema) -> Cursor | None:
    """The cursor at an offset of a document that a schema describes."""
    place = place_at(text, offset)
    if place is None:
        return None
    found = words_at(schema, place.data, place.path, place.key)
    parents = [str(step) for step in reversed(place.path) if isinstance(step, str)]
    words, parent = _kind(place), _parent(place)
    if not place.key:
        # A mapping may begin where a value is expected: also the document itself.
        if place.path:
            parent[place.path[-1]] = {}
        found += words_at(schema, place.data if place.path else {}, place.path, True)
    unique = {each.name: each for each in reversed(found)}
    kind = "key" if place.key else "value"
    return Cursor(kind, (*words, *parents), tuple(reversed(unique.values())))


def _parent(place: Place) -> Any:
    """The mapping or list that contains the place."""
    inner = place.data
    for step in place.path[: None if place.key else -1]:
        inner = inner[step]
    return inner


def _kind(place: Place) -> tuple[str, ...]:
    """The first text of the innermost mapping, which often says what it is (`action: MOVE`)."""
    parent = _parent(place)
    values = parent.values() if isinstance(parent, dict) else ()
    return tuple(each for each in values if isinstance(each, str) and each != PLACEHOLDER)[:1]


def place_at(text: str, offset: int) -> Place | None:
    """The place of an offset; None if the text up to it cannot be read."""
    if len(text) > LONGEST:
        return None
    start, end = word_at(text, offset)
    before, after = text[:start], text[end:]
    rest = after.partition("\n")[0].lstrip(" ")
    # A word before a colon is a key already; else it may be one that is being written.
    forms = (PLACEHOLDER,) if rest.startswith(":") else (PLACEHOLDER, f"{PLACEHOLDER}: ")
    for tail in (after, ""):
        for form in forms:
            found = _Finder().find(before + form + tail)
            if found is not None:
                return found
    return None


@dataclass(slots=True)
class _Open:
    """A collection that is being read; `key` is that of a mapping whose value comes next."""

    data: dict[str, Any] | list[Any]
    key: str | None = None

    def add(self, value: Any) -> None:
        """Add an item or the value of the key."""
        if isinstance(self.data, list):
            self.data.append(value)
        elif self.key is not None:
            self.data[self.key] = value

    @property
    def last(self) -> Step:
        """The step to what was added last."""
        return len(self.data) - 1 if isinstance(self.data, list) else self.key or ""


@dataclass(slots=True)
class _Finder:
    """Reads a text up to its first error, and notes where the placeholder is."""

    stack: list[_Open] = field(default_factory=list)
    root: Any = None
    found: tuple[tuple[Step, ...], bool] | None = None

    def find(self, text: str) -> Place | None:
        """The place of the placeholder in a text."""
        try:
            loader = yaml.CSafeLoader(text)
        except (UnicodeEncodeError, yaml.YAMLError):
            return None
        try:
            for _ in range(NODE_LIMIT):
                event = loader.get_event()
                if event is None or len(self.stack) > DEPTH_LIMIT:
                    break
                self.take(event)
        except yaml.YAMLError:
            # What follows an error is unknown, what was read before it is not.
            pass
        finally:
            loader.dispose()
        return Place(*self.found, self.root) if self.found else None

    def take(self, event: Any) -> None:
        """Process one event."""
        if isinstance(event, yaml.ScalarEvent):
            self.scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            opened = _Open({} if isinstance(event, yaml.MappingStartEvent) else [])
            # Added to its parent at once, so that an error further on does not lose it.
            if self.stack:
                self.stack[-1].add(opened.data)
            else:
                self.root = opened.data
            self.stack.append(opened)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self.stack.pop()
            self.finish()
        elif isinstance(event, yaml.AliasEvent):
            self.plain("", None)

    def finish(self) -> None:
        """A value has ended."""
        if self.stack:
            self.stack[-1].key = None

    def scalar(self, event: Any) -> None:
        """A scalar, which may be the one with the placeholder."""
        text, quoted = event.value, event.style in ("'", '"')
        # A plain text over several lines has swallowed the word: another reading finds it.
        lines = event.end_mark.line > event.start_mark.line
        if PLACEHOLDER in text and not (lines and not quoted):
            steps = [each.last for each in self.stack[:-1]]
            top = self.stack[-1] if self.stack else None
            key = top is not None and isinstance(top.data, dict) and top.key is None
            if top is not None and isinstance(top.data, list):
                steps.append(len(top.data))
            elif top is not None and top.key is not None:
                steps.append(top.key)
            self.found = tuple(steps), key
            if key and top is not None:
                # What follows is the value of a key that is not there yet.
                top.key = "\0"
                return
        self.plain(text, text if event.style else core_value(text))

    def plain(self, text: str, value: Any) -> None:
        """A key, or a value without parts."""
        if not self.stack:
            self.root = value
            return
        top = self.stack[-1]
        if isinstance(top.data, dict) and top.key is None:
            top.key = text
        else:
            if top.key != "\0":
                top.add(value)
            top.key = None
