"""Reading declarations: the mappings of sections, by tables of keys, with codes of their own.

A missing or invalid field is reported once and replaced by a stand-in, which never reaches a game:
a document with errors has none.
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
from .forms import INT_MAX, INT_MIN, ReadContext, identifier, quoted_list, range_error
from .macros.synthesise import is_hole
from .scope import Bindings
from .tree.effects import Effects
from .tree.values import Condition, Hole, Location, Name, Player, Query, Value

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Keys:
    """A kind of mapping: its table of keys, and the codes for a malformed one (`shape`) and for
    missing keys. Unknown keys are ignored with a warning, or are errors if it is `strict`."""

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
        """The fields of a mapping; None if it is not one, which is reported."""
        if is_hole(tree):
            return None
        if not isinstance(tree, Mapping):
            # An absent key is optional, or reported by the mapping that should have it.
            if tree is not None:
                keys = f" with {quoted_list(self.needs)}" if self.needs else ""
                message = f"{self.what} must be a mapping{keys}"
                c.error(self.shape, Location(head(tree.span), path), message)
            return None
        found = Keyed(c, tree, Location(head(tree.span), path), self)
        found.check_keys()
        return found


def head(span: Span) -> Span:
    """The first character of a span of several lines, else the whole span."""
    # Underlining a whole block would bury the message.
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def is_null(tree: Tree | None) -> bool:
    """Whether a node is absent or null."""
    return tree is None or (isinstance(tree, Scalar) and tree.value is None)


def number_of(tree: Tree | None) -> int | None:
    """The value of a node that is a 32-bit integer, else None."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and INT_MIN <= value <= INT_MAX:
        return value
    return None


def text_of(tree: Tree | None) -> str | None:
    """The text of a node, trimmed and in NFC; None if it is empty or not a text."""
    value = tree.value if isinstance(tree, Scalar) else None
    return identifier(value) or None if isinstance(value, str) else None


@dataclass(slots=True)
class Keyed:
    """The fields of one mapping."""

    c: ReadContext
    tree: Mapping
    at: Location
    keys: Keys

    def check_keys(self) -> None:
        """Report keys that are misspelt, unknown or missing."""
        # A key that resembles a missing one is misspelt (an error), others are unknown.
        keys, found = self.keys, match(self.tree, self.keys.table)
        for key, meant in found.misspelt:
            at = Location(key.span, self.path(key.text))
            message = f"unknown key '{key.text}' in {keys.what}"
            help = f"did you mean '{meant}'?"
            self.c.error(keys.missing or keys.shape, at, message, help)
        for key in found.unknown:
            self._unknown(key)
        if found.missing:
            message = f"missing {quoted_list(found.missing)} in {keys.what}"
            self.c.error(keys.missing or keys.shape, self.at, message)
        # With misspelt keys corrected, so that their values are checked as well.
        self.tree = replace(self.tree, entries=found.entries)

    def _unknown(self, key: Scalar) -> None:
        at = Location(key.span, self.path(key.text))
        hint = did_you_mean(key.text, self.keys.table.by_name)
        message = f"unknown key '{key.text}' in {self.keys.what}"
        if self.keys.strict:
            self.c.error(self.keys.shape, at, message, hint)
        else:
            self.c.warning(codes.UNKNOWN_KEY, at, f"{message} is ignored", hint)

    def path(self, key: str) -> str:
        """The path of a field."""
        return f"{self.at.path}.{key}"

    def location(self, key: str) -> Location:
        """The location of a field, or of the whole mapping if it is missing."""
        tree = self.tree.get(key)
        return Location(head(tree.span), self.path(key)) if tree else self.at

    def get(self, key: str) -> Tree | None:
        """The value of a key, None if it is absent or null."""
        tree = self.tree.get(key)
        return None if is_null(tree) else tree

    def has(self, key: str) -> bool:
        """Whether a key has a value other than null."""
        return not is_null(self.tree.get(key))

    def empty(self, key: str) -> bool:
        """Whether the value of a key is an empty list."""
        tree = self.tree.get(key)
        return isinstance(tree, Sequence) and not tree.items

    def error(self, code: Code, key: str, message: str, help: str = "") -> None:
        """Report an error in a field."""
        self.c.error(code, self.location(key), message, help)

    # ---- plain fields ----------------------------------------------------------------------------

    def name(self, key: str, code: Code = codes_sections.IDENTIFIER) -> Name:
        """An identifier."""
        tree = self.tree.get(key)
        if tree is None:
            return Name("", self.at)
        return name_of(self.c, tree, self.path(key), code)

    def optional(self, key: str, code: Code = codes_sections.IDENTIFIER) -> Name | None:
        """An optional identifier."""
        return self.name(key, code) if self.has(key) else None

    def text(self, key: str, code: Code) -> str:
        """A text, verbatim."""
        tree = self.get(key)
        if tree is None:
            return ""
        if isinstance(tree, Scalar) and isinstance(tree.value, str):
            return tree.value
        self.error(code, key, f"'{key}' must be a text", "put numbers, true and false in quotes")
        return ""

    def word(self, key: str, code: Code = codes_sections.ENUM) -> str:
        """One of the words that the table allows for a key; empty if missing or invalid."""
        tree, words = self.tree.get(key), self.keys.table.by_name[key].words
        return word_of(self.c, tree, self.path(key), words, code) if tree else ""

    def whole(self, key: str, code: Code, least: int = INT_MIN) -> int:
        """A whole number."""
        tree = self.tree.get(key)
        if tree is None:
            return least if least > INT_MIN else 0
        number = number_of(tree)
        # A hole is a constant whose error has been reported.
        if is_hole(tree):
            return max(least, 0)
        if number is not None and number >= least:
            return number
        kind = "a whole number" if least == INT_MIN else f"a whole number of at least {least}"
        message, help = range_error(tree) or (f"'{key}' must be {kind}", "")
        self.error(code, key, message, help)
        return least if least > INT_MIN else 0

    def flag(self, key: str, code: Code, default: bool = False) -> bool:
        """`true` or `false`."""
        tree = self.get(key)
        if tree is None:
            return default
        if isinstance(tree, Scalar) and isinstance(tree.value, bool):
            return tree.value
        self.error(code, key, f"'{key}' must be true or false")
        return default

    def items(self, key: str, code: Code, least: int = 0) -> list[tuple[Tree, str]]:
        """The items of a list, each with its path."""
        tree = self.tree.get(key)
        if tree is None:
            return []
        if isinstance(tree, Sequence) and len(tree.items) >= least:
            return [(item, f"{self.path(key)}.{i}") for i, item in enumerate(tree.items)]
        kind = "a list of at least one item" if least else "a list"
        self.error(code, key, f"'{key}' must be {kind}")
        return []

    def names(self, key: str, code: Code, least: int = 0) -> tuple[Name, ...]:
        """A list of identifiers."""
        return tuple(name_of(self.c, t, p, code) for t, p in self.items(key, code, least))

    def texts(self, key: str, code: Code) -> tuple[str, ...]:
        """A list of identifiers, without their locations."""
        return tuple(name.text for name in self.names(key, code))

    def words(self, key: str, code: Code) -> tuple[str, ...]:
        """A list of words that the table allows."""
        words = self.keys.table.by_name[key].words
        return tuple(word_of(self.c, t, p, words, code) for t, p in self.items(key, code))

    # ---- fields with forms -----------------------------------------------------------------------

    def read(
        self,
        read: Callable[[Tree, str, Bindings], T | None],
        key: str,
        scope: Bindings,
        stand_in: T,
    ) -> T:
        """A field as its reader returns it; `stand_in` after an error."""
        tree = self.tree.get(key)
        got = read(tree, self.path(key), scope) if tree is not None else None
        return stand_in if got is None else got

    def effects(self, key: str, scope: Bindings, code: Code | None = None) -> Effects:
        """A list of effects; persistent names that they bind are added to the scope."""
        tree = self.get(key)
        if tree is None:
            return ()
        if code is not None and not isinstance(tree, Sequence):
            self.error(code, key, f"'{key}' must be a list of effects")
            return ()
        return self.read(self.c.effects, key, scope, ())

    def condition(self, key: str, scope: Bindings) -> Condition | None:
        """An optional condition."""
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
        c.error(code, at, "expected a name", "write a non-empty text; put a number in quotes")
        return Name("", at)
    if isinstance(tree, Scalar) and tree.value != str(tree.value).strip():
        message = f"whitespace around '{text}' is ignored"
        c.warning(codes_sections.WHITESPACE, at, message, "remove it")
    return Name(text, at)


def word_of(c: ReadContext, tree: Tree, path: str, words: tuple[str, ...], code: Code) -> str:
    """One of a few words; empty for any other, so that none of them is assumed."""
    text = text_of(tree)
    if text in words:
        return text
    help = did_you_mean(text or "", words) or f"expected {quoted_list(words, 'or')}"
    message = f"invalid value '{text}'" if text else "invalid value"
    c.error(code, Location(head(tree.span), path), message, help)
    return ""


def read_declarations(
    c: ReadContext,
    section: str,
    items: Iterable[tuple[Tree, str]],
    read: Callable[[ReadContext, Tree, str], T | None],
    name: Callable[[T], Name],
    twice: tuple[Code, str] | None = None,
) -> tuple[T, ...]:
    """The declarations without errors. The names of the others are marked as lost, so that uses of
    them are not errors. Duplicate names are reported with the code and noun in `twice`."""
    found: list[T] = []
    names: list[Name] = []
    for tree, path in items:
        start = len(c.report.items)
        made = read(c, tree, path)
        # Also names of broken declarations count as declared when duplicates are looked for.
        names += [] if made is None else [name(made)]
        if made is not None and not c.failed_since(start):
            found.append(made)
        # Losing an unknown name for a failed macro call would switch off all checks of names.
        elif not is_hole(tree):
            c.mark_lost(section, "" if made is None else names[-1].text)
    if twice:
        report_duplicates(c, names, *twice, section)
    return tuple(found)


def report_duplicates(
    c: ReadContext, names: Iterable[Name], code: Code, what: str, section: str = ""
) -> None:
    """Report duplicate names. One of the two was probably meant as another name, so that an unknown
    name of the section is lost."""
    seen: dict[str, Name] = {}
    for name in names:
        first = seen.setdefault(name.text, name)
        # Unreadable names are empty, and not duplicates of each other.
        if first is not name and name.text:
            line = first.at.span.line
            message = f"duplicate {what} '{name.text}', first in line {line}"
            c.error(code, name.at, message, "rename one of them")
            if section:
                c.mark_lost(section)


def section_items(tree: Tree | None, path: str) -> list[tuple[Tree, str]]:
    """The items of a list section with their paths."""
    items = tree.items if isinstance(tree, Sequence) else ()
    return [(item, f"{path}.{i}") for i, item in enumerate(items)]
