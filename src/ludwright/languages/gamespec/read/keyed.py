"""Mappings of a section, read by tables of their keys, each with the codes of its family.

What is missing or wrong is reported once and has a stand-in: a section with an error is dropped as
a whole, so what stands in for something is never used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ....diagnostics import Code, Span, did_you_mean
from ...shapes import Table, match
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import values as codes
from .forms import LEAST, MOST, ReadContext, identifier, listed, too_large
from .macros.synthesise import is_hole
from .scope import Bindings
from .tree.effects import Effects
from .tree.values import Condition, Hole, Location, Name, Player, Query, Value

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Keys:
    """A kind of mapping: its table of keys, and the codes for one that is malformed (`shape`) or
    lacks a key. Unknown keys are ignored with a warning, or are errors if it is `strict`."""

    what: str
    shape: Code
    table: Table = field(default_factory=Table)
    missing: Code | None = None
    strict: bool = False

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the required keys."""
        return self.table.needs

    @property
    def may(self) -> tuple[str, ...]:
        """The names of the optional keys."""
        return self.table.may

    def read(self, c: ReadContext, tree: Tree | None, path: str) -> Keyed | None:
        """The fields of a mapping, or nothing if it is none."""
        if is_hole(tree):
            return None
        if not isinstance(tree, Mapping):
            if tree is not None:
                keys = f" with {listed(self.needs)}" if self.needs else ""
                c.error(
                    self.shape, Location(head(tree.span), path), f"{self.what} is a mapping{keys}"
                )
            return None
        found = Keyed(c, tree, Location(head(tree.span), path), self)
        found.look_at_keys()
        return found


def head(span: Span) -> Span:
    """The first character of a place that goes over several lines, else all of it."""
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def is_null(tree: Tree | None) -> bool:
    """Whether nothing is said."""
    return tree is None or (isinstance(tree, Scalar) and tree.value is None)


def number_of(tree: Tree | None) -> int | None:
    """The whole number of 32 bits that a node is, if it is one."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and LEAST <= value <= MOST:
        return value
    return None


def text_of(tree: Tree | None) -> str | None:
    """The text that a node is, trimmed and in normal form; nothing if it is none, or empty."""
    value = tree.value if isinstance(tree, Scalar) else None
    return identifier(value) or None if isinstance(value, str) else None


@dataclass(slots=True)
class Keyed:
    """The fields of one mapping."""

    c: ReadContext
    tree: Mapping
    at: Location
    keys: Keys

    def look_at_keys(self) -> None:
        """Report keys that are misspelt, unknown or missing."""
        keys, found = self.keys, match(self.tree, self.keys.table)
        for key, meant in found.misspelt:
            at = Location(key.span, self.path(key.text))
            message, help = f"{keys.what} has no '{key.text}'", f"did you mean '{meant}'?"
            self.c.error(keys.missing or keys.shape, at, message, help)
        for key in found.unknown:
            self._unknown(key)
        if found.missing:
            message = f"{keys.what} needs {listed(found.missing)}"
            self.c.error(keys.missing or keys.shape, self.at, message)
        self.tree = replace(self.tree, entries=found.entries)

    def _unknown(self, key: Scalar) -> None:
        at = Location(key.span, self.path(key.text))
        hint = did_you_mean(key.text, self.keys.table.by_name)
        message = f"{self.keys.what} has no '{key.text}'"
        if self.keys.strict:
            self.c.error(self.keys.shape, at, message, hint)
        else:
            self.c.warning(codes.UNKNOWN_KEY, at, f"{message}: it is ignored", hint)

    def path(self, key: str) -> str:
        """The path of a field."""
        return f"{self.at.path}.{key}"

    def place(self, key: str) -> Location:
        """The place of a field, or of the whole if it is not there."""
        tree = self.tree.get(key)
        return Location(head(tree.span), self.path(key)) if tree else self.at

    def get(self, key: str) -> Tree | None:
        """What stands under a key, if something does."""
        tree = self.tree.get(key)
        return None if is_null(tree) else tree

    def has(self, key: str) -> bool:
        """Whether something stands under a key."""
        return not is_null(self.tree.get(key))

    def empty(self, key: str) -> bool:
        """Whether an empty list stands under a key."""
        tree = self.tree.get(key)
        return isinstance(tree, Sequence) and not tree.items

    def wrong(self, code: Code, key: str, message: str, help: str = "") -> None:
        """Report that a field is not as it must be."""
        self.c.error(code, self.place(key), message, help)

    # ---- plain fields ----------------------------------------------------------------------------

    def name(self, key: str, code: Code = codes_sections.IDENTIFIER) -> Name:
        """An identifier."""
        tree = self.tree.get(key)
        if tree is None:
            return Name("", self.at)
        return name_of(self.c, tree, self.path(key), code)

    def maybe(self, key: str, code: Code = codes_sections.IDENTIFIER) -> Name | None:
        """An identifier that need not be there."""
        return self.name(key, code) if self.has(key) else None

    def text(self, key: str, code: Code) -> str:
        """A text, as it is written."""
        tree = self.get(key)
        if tree is None:
            return ""
        if isinstance(tree, Scalar) and isinstance(tree.value, str):
            return tree.value
        self.wrong(code, key, f"'{key}' is a text", "put quotes around a number")
        return ""

    def word(self, key: str, code: Code = codes_sections.ENUM) -> str:
        """One of the words of a key; nothing if it is missing, or another."""
        tree, words = self.tree.get(key), self.keys.table.by_name[key].words
        return word_of(self.c, tree, self.path(key), words, code) if tree else ""

    def whole(self, key: str, code: Code, least: int = LEAST) -> int:
        """A whole number."""
        tree = self.tree.get(key)
        if tree is None:
            return least if least > LEAST else 0
        number = number_of(tree)
        if is_hole(tree):
            return max(least, 0)
        if number is not None and number >= least:
            return number
        wanted = "a whole number" if least == LEAST else f"a whole number of at least {least}"
        message, help = too_large(tree) or (f"'{key}' is {wanted}", "")
        self.wrong(code, key, message, help)
        return least if least > LEAST else 0

    def truth(self, key: str, code: Code, otherwise: bool = False) -> bool:
        """`true` or `false`."""
        tree = self.get(key)
        if tree is None:
            return otherwise
        if isinstance(tree, Scalar) and isinstance(tree.value, bool):
            return tree.value
        self.wrong(code, key, f"'{key}' is true or false")
        return otherwise

    def items(self, key: str, code: Code, least: int = 0) -> list[tuple[Tree, str]]:
        """The items of a list, each with its path."""
        tree = self.tree.get(key)
        if tree is None:
            return []
        if isinstance(tree, Sequence) and len(tree.items) >= least:
            return [(item, f"{self.path(key)}.{i}") for i, item in enumerate(tree.items)]
        wanted = "a list of at least one" if least else "a list"
        self.wrong(code, key, f"'{key}' is {wanted}")
        return []

    def names(self, key: str, code: Code, least: int = 0) -> tuple[Name, ...]:
        """A list of identifiers."""
        return tuple(name_of(self.c, t, p, code) for t, p in self.items(key, code, least))

    def texts(self, key: str, code: Code) -> tuple[str, ...]:
        """A list of identifiers, without places."""
        return tuple(name.text for name in self.names(key, code))

    def words(self, key: str, code: Code) -> tuple[str, ...]:
        """A list of words."""
        words = self.keys.table.by_name[key].words
        return tuple(word_of(self.c, t, p, words, code) for t, p in self.items(key, code))

    # ---- fields that say what happens ------------------------------------------------------------

    def read(
        self,
        read: Callable[[Tree, str, Bindings], T | None],
        key: str,
        scope: Bindings,
        stand_in: T,
    ) -> T:
        """A field as a reader understands it."""
        tree = self.tree.get(key)
        got = read(tree, self.path(key), scope) if tree is not None else None
        return stand_in if got is None else got

    def effects(self, key: str, scope: Bindings, code: Code | None = None) -> Effects:
        """Effects; names that they bind from here on are bound in the scope."""
        tree = self.get(key)
        if tree is None:
            return ()
        if code is not None and not isinstance(tree, Sequence):
            self.wrong(code, key, f"'{key}' is a list of effects")
            return ()
        return self.read(self.c.effects, key, scope, ())

    def condition(self, key: str, scope: Bindings) -> Condition | None:
        """A condition that need not be there."""
        if not self.has(key):
            return None
        nothing: Condition = Hole(self.at)
        return self.read(self.c.condition, key, scope, nothing)

    def value(self, key: str, scope: Bindings) -> Value:
        """A value."""
        nothing: Value = Hole(self.at)
        return self.read(self.c.value, key, scope, nothing)

    def query(self, key: str, scope: Bindings) -> Query:
        """A query."""
        nothing: Query = Hole(self.at)
        return self.read(self.c.query, key, scope, nothing)

    def player(self, key: str, scope: Bindings) -> Player:
        """A player selector."""
        return self.read(self.c.player, key, scope, Player(self.at, "actor"))


def name_of(c: ReadContext, tree: Tree, path: str, code: Code = codes_sections.IDENTIFIER) -> Name:
    """An identifier."""
    at = Location(tree.span, path)
    text = text_of(tree)
    if text is None:
        c.error(code, at, "a name is needed here", "a text that is not empty; quote a number")
        return Name("", at)
    if isinstance(tree, Scalar) and tree.value != str(tree.value).strip():
        message = f"the blanks around '{text}' do not count"
        c.warning(codes_sections.WHITESPACE, at, message, "remove them")
    return Name(text, at)


def word_of(c: ReadContext, tree: Tree, path: str, words: tuple[str, ...], code: Code) -> str:
    """One of a few words; nothing for another, so that nobody takes it for one of them."""
    text = text_of(tree)
    if text in words:
        return text
    help = did_you_mean(text or "", words) or f"it may be {listed(words, 'or')}"
    message = "means nothing here"
    shown = f"'{text}' {message}" if text else f"this {message}"
    c.error(code, Location(head(tree.span), path), shown, help)
    return ""


def sound(
    c: ReadContext,
    section: str,
    items: Iterable[tuple[Tree, str]],
    read: Callable[[ReadContext, Tree, str], T | None],
    name: Callable[[T], Name],
    twice: tuple[Code, str] | None = None,
) -> tuple[T, ...]:
    """The declarations that can be read without an error. The names of the others are lost, so
    that nobody who uses them is blamed. No name is declared `twice`, with this code and noun."""
    found: list[T] = []
    names: list[Name] = []
    for tree, path in items:
        start = len(c.report.items)
        made = read(c, tree, path)
        names += [] if made is None else [name(made)]
        if made is not None and not c.failed_since(start):
            found.append(made)
        elif not is_hole(tree):
            c.lose(section, "" if made is None else names[-1].text)
    if twice:
        once(c, names, *twice, section)
    return tuple(found)


def once(c: ReadContext, names: Iterable[Name], code: Code, what: str, section: str = "") -> None:
    """Report names that are declared twice. One of the two was meant as another name, so that one
    is lost."""
    seen: dict[str, Name] = {}
    for name in names:
        first = seen.setdefault(name.text, name)
        if first is not name and name.text:
            line = first.at.span.line
            message = f"there is already {what} '{name.text}' in line {line}"
            c.error(code, name.at, message, "give one of them another name")
            if section:
                c.lose(section)


def section_items(tree: Tree | None, path: str) -> list[tuple[Tree, str]]:
    """The items of a section that is a list."""
    items = tree.items if isinstance(tree, Sequence) else ()
    return [(item, f"{path}.{i}") for i, item in enumerate(items)]
