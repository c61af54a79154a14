"""Reading forms: the mappings of values, conditions, queries and effects, by tables of keys."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections import abc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, TypeVar

from ....diagnostics import ERROR, Code, Report, did_you_mean
from ...shapes import Table, match
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes.values import MISSING_CAPABILITY, UNKNOWN_KEY
from .macros.boards import is_cell
from .macros.synthesise import is_hole
from .scope import Bindings
from .tree.effects import Effects
from .tree.values import (
    Condition,
    Hole,
    Location,
    Name,
    Player,
    Query,
    TokenTest,
    Value,
    ZoneSel,
)

T = TypeVar("T")

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
MAX_NESTING = 50  # of forms; readers are recursive, so this also bounds the Python stack


@dataclass(frozen=True, slots=True)
class Declarations:
    """What zones and players exist: the owners (`none`, `player`) of each base of zones, None if
    they could not be read; the maximum number of players; `cells` if a board could not be read;
    `lost` has the bases of broken zones."""

    bases: abc.Mapping[str, frozenset[str]] | None = None
    players: int | None = None
    cells: bool = False
    lost: frozenset[str] = frozenset()

    def owners(self, base: str) -> frozenset[str] | None:
        """The possible owners of zones of a base; None if the base is unknown."""
        # Both owners are possible where the declaration could not be read.
        if self.bases is None or base in self.lost:
            return frozenset(("none", "player"))
        return self.bases.get(base) or (frozenset(("none",)) if self.may_be_cell(base) else None)

    def may_be_cell(self, name: str) -> bool:
        """Whether a name may be a cell of a board that could not be read."""
        return self.cells and is_cell(name)


@dataclass(slots=True)
class ReadContext(ABC):
    """The context of reading, and the readers of nested forms. `lost` has the names of broken
    declarations by section: using such a name is not an error."""

    report: Report
    declarations: Declarations = field(default_factory=Declarations)
    depth: int = 0
    lost: dict[str, set[str]] = field(default_factory=dict)

    def error(self, code: Code, at: Location, message: str, help: str = "") -> None:
        """Report an error."""
        self.report.error(code, at.span, message, help, at.path)

    def warning(self, code: Code, at: Location, message: str, help: str = "") -> None:
        """Report a warning."""
        self.report.warning(code, at.span, message, help, at.path)

    def failed_since(self, start: int) -> bool:
        """Whether an error has been reported since the report had `start` diagnostics."""
        return any(found.severity == ERROR for found in islice(self.report.items, start, None))

    def mark_lost(self, section: str, name: str = "") -> None:
        """Record a broken declaration; the empty name means that its name is unknown."""
        self.lost.setdefault(section, set()).add(name)

    @abstractmethod
    def value(self, tree: Tree, path: str, scope: Bindings) -> Value | None:
        """A value."""

    @abstractmethod
    def condition(self, tree: Tree, path: str, scope: Bindings) -> Condition | None:
        """A condition."""

    @abstractmethod
    def query(self, tree: Tree, path: str, scope: Bindings) -> Query | None:
        """A query."""

    @abstractmethod
    def player(self, tree: Tree, path: str, scope: Bindings) -> Player | None:
        """A player selector."""

    @abstractmethod
    def zone(self, tree: Tree, path: str, scope: Bindings) -> ZoneSel | None:
        """A zone selector."""

    @abstractmethod
    def effects(self, tree: Tree, path: str, scope: Bindings) -> Effects | None:
        """A list of effects."""

    @abstractmethod
    def token_tests(self, tree: Tree, path: str, scope: Bindings) -> tuple[TokenTest, ...] | None:
        """A token filter."""


Read = Callable[[Tree, str, Bindings], T | None]


def identifier(text: str) -> str:
    """An identifier in the form in which identifiers are compared: trimmed, in NFC."""
    return unicodedata.normalize("NFC", text.strip())


def text_of(value: int | bool | str) -> str:
    """The text of a literal: numbers in decimal, booleans as `true` and `false`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def quoted_list(words: Iterable[str], last: str = "and") -> str:
    """Words in quotes: 'a', 'b' and 'c'."""
    *others, end = [f"'{word}'" for word in words]
    return f"{', '.join(others)} {last} {end}" if others else end


def unsupported(c: ReadContext, tree: Tree, path: str, what: str, forms: Iterable[str]) -> None:
    """Report an unknown form, with those that are allowed."""
    forms = tuple(forms)
    keys = [key.text for key, _ in tree.entries] if isinstance(tree, Mapping) else []
    words = [tree.text] if isinstance(tree, Scalar) else keys
    # The name of a form is known but misplaced where a text is given for it: `- shuffle`.
    hints = (did_you_mean(word, forms) for word in words if word not in forms)
    help = next((hint for hint in hints if hint), "") or f"expected {quoted_list(forms, 'or')}"
    # A mapping with several keys has no obvious name, so only its kind is given.
    name = f" '{words[0]}'" if len(words) == 1 and words[0] else ""
    problem = "unknown" if name and words[0] not in forms else "invalid"
    c.error(MISSING_CAPABILITY, Location(tree.span, path), f"{problem} {what}{name}", help)


def name_of(c: ReadContext, tree: Tree, path: str) -> Name | None:
    """An identifier."""
    at = Location(tree.span, path)
    if isinstance(tree, Scalar) and isinstance(tree.value, str) and identifier(tree.value):
        return Name(identifier(tree.value), at)
    c.error(MISSING_CAPABILITY, at, "expected a name", "write a non-empty text")
    return None


def literal_value(tree: Tree) -> int | bool | str | None:
    """The 32-bit integer, text or boolean of a scalar; None for anything else."""
    value = tree.value if isinstance(tree, Scalar) else None
    # YAML's core schema reads `3.0` as a float; documents made by tools contain such integers.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    good = isinstance(value, bool | str) or (isinstance(value, int) and INT_MIN <= value <= INT_MAX)
    return value if good and not isinstance(value, float) else None


def literal_of(c: ReadContext, tree: Tree, path: str) -> int | bool | str | None:
    """A number, text or boolean."""
    at = Location(tree.span, path)
    good, value = literal_value(tree), tree.value if isinstance(tree, Scalar) else None
    # A hole has been reported, so None is returned without another error.
    if good is not None or is_hole(tree):
        return good
    if value is None:
        message = "expected a number, a text or a boolean"
        c.error(MISSING_CAPABILITY, at, message, "put a text in quotes")
    else:
        message, help = range_error(tree) or (
            f"{value} is not a whole number",
            "only whole numbers are allowed",
        )
        c.error(MISSING_CAPABILITY, at, message, help)
    return None


def range_error(tree: Tree) -> tuple[str, str] | None:
    """The message and help for a whole number that does not fit into 32 bits, else None."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or INT_MIN <= value <= INT_MAX:
        return None
    help = f"numbers are between {INT_MIN} and {INT_MAX}"
    return f"{value} does not fit into 32 bits", help


def whole_of(c: ReadContext, tree: Tree, path: str, least: int = INT_MIN) -> int | None:
    """A literal whole number."""
    value = literal_of(c, tree, path)
    if value is None:
        return None
    if not isinstance(value, bool | str) and value >= least:
        return value
    kind = "a whole number" if least == INT_MIN else f"a whole number of at least {least}"
    c.error(MISSING_CAPABILITY, Location(tree.span, path), f"expected {kind}")
    return None


def items_of(
    c: ReadContext, tree: Tree, path: str, scope: Bindings, read: Read[T], what: str
) -> tuple[T, ...] | None:
    """The items of a list that could be read; None if it is not a list."""
    if not isinstance(tree, Sequence):
        c.error(MISSING_CAPABILITY, Location(tree.span, path), f"expected a list of {what}")
        return None
    # A hole may stand for an effect that binds a name for the items after it.
    scope.incomplete |= any(map(is_hole, tree.items))
    items = [(item, f"{path}.{i}") for i, item in enumerate(tree.items) if not is_hole(item)]
    found = [read(item, place, scope) for item, place in items]
    return tuple(item for item in found if item is not None)


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """A kind of mapping: its table of keys, and what makes a node of its fields."""

    make: Callable[[Fields], T]
    table: Table = field(default_factory=Table)

    def read(
        self, c: ReadContext, tree: Tree, path: str, scope: Bindings, what: str, mark: str = ""
    ) -> T | None:
        """The node of a mapping; `mark` is the key that named its kind (`op`, `ref`), if any."""
        at = Location(tree.span, path)
        if not isinstance(tree, Mapping):
            needs = self.table.needs
            keys = f"with {quoted_list(needs)}" if needs else "which may be empty: {}"
            c.error(MISSING_CAPABILITY, at, f"{what} must be a mapping, {keys}")
            return None
        fields = Fields(c, at, scope, what, self.table, {})
        fields.take(tree, mark)
        return self.make(fields)


def by_word(
    c: ReadContext,
    tree: Mapping,
    path: str,
    scope: Bindings,
    key: str,
    forms: abc.Mapping[str, Form[T]],
) -> T | None:
    """A mapping whose kind is the value of one of its keys: `{op: ==, ...}`."""
    word = tree.get(key)
    form = forms.get(word.text) if isinstance(word, Scalar) else None
    if form and isinstance(word, Scalar):
        return form.read(c, tree, path, scope, f"'{word.text}'", key)
    unsupported(c, word or tree, f"{path}.{key}" if word else path, key, forms)
    return None


@dataclass(slots=True)
class Fields:
    """The fields of one form. A missing or invalid field is replaced by a hole or another stand-in,
    so that reading continues and each error is reported once; `broken` says that there was one."""

    c: ReadContext
    at: Location
    scope: Bindings
    what: str
    table: Table
    trees: dict[str, Tree]
    broken: bool = False

    def take(self, tree: Mapping, mark: str) -> None:
        """Take the fields of a mapping; misspelt, unknown and missing keys are reported."""
        found = match(tree, self.table, (mark,))
        self.trees = {key.text: value for key, value in found.entries}
        for key, meant in found.misspelt:
            at = Location(key.span, self.path(key.text))
            # Read as the key that is meant, so this is an error although unknown keys are warnings.
            message = f"unknown key '{key.text}' in {self.what}"
            self.error(message, at, f"did you mean '{meant}'?")
        for key in found.unknown:
            at = Location(key.span, self.path(key.text))
            message = f"unknown key '{key.text}' in {self.what} is ignored"
            hint = did_you_mean(key.text, self.table.by_name)
            self.c.warning(UNKNOWN_KEY, at, message, hint)
        if found.missing:
            self.error(f"missing {quoted_list(found.missing)} in {self.what}")

    def error(self, message: str, at: Location | None = None, help: str = "") -> None:
        """Report an error in the form."""
        self.c.error(MISSING_CAPABILITY, at or self.at, message, help)
        self.broken = True

    def path(self, key: str) -> str:
        """The path of a field."""
        return f"{self.at.path}.{key}"

    def location(self, key: str) -> Location:
        """The location of a field, or of the whole form if it is missing."""
        tree = self.trees.get(key)
        return Location(tree.span, self.path(key)) if tree else self.at

    def has(self, key: str) -> bool:
        """Whether a field is present and not null."""
        tree = self.trees.get(key)
        return tree is not None and not (isinstance(tree, Scalar) and tree.value is None)

    def optional(self, read: Callable[[str], T], key: str) -> T | None:
        """An optional field, None if it is absent."""
        return read(key) if self.has(key) else None

    def read(
        self, read: Callable[[Tree, str, Bindings], T], key: str, scope: Bindings | None = None
    ) -> T | None:
        """A field as its reader returns it; an error in it makes the form broken."""
        tree, start = self.trees.get(key), len(self.c.report.items)
        got = read(tree, self.path(key), scope or self.scope) if tree is not None else None
        # A reader may report an error and still return a node with a hole in it.
        self.broken |= got is None or self.c.failed_since(start)
        return got

    def value(self, key: str, scope: Bindings | None = None) -> Value:
        """A value."""
        return self.read(self.c.value, key, scope) or Hole(self.at)

    def condition(self, key: str, scope: Bindings | None = None) -> Condition:
        """A condition."""
        return self.read(self.c.condition, key, scope) or Hole(self.at)

    def query(self, key: str, scope: Bindings | None = None) -> Query:
        """A query."""
        return self.read(self.c.query, key, scope) or Hole(self.at)

    def player(self, key: str) -> Player:
        """A player selector."""
        return self.read(self.c.player, key) or Player(self.at, "actor")

    def zone(self, key: str) -> ZoneSel:
        """A zone selector."""
        return self.read(self.c.zone, key) or Hole(self.at)

    def effects(self, key: str, scope: Bindings | None = None) -> Effects:
        """A list of effects."""
        return self.read(self.c.effects, key, scope) or ()

    def tests(self, key: str) -> tuple[TokenTest, ...]:
        """A token filter, which is optional."""
        return self.optional(lambda k: self.read(self.c.token_tests, k), key) or ()

    def name(self, key: str) -> Name:
        """An identifier."""
        return self.read(lambda t, p, _: name_of(self.c, t, p), key) or Name("", self.at)

    def word(self, key: str) -> str:
        """One of the words that the table allows for a key."""
        found, words = self.name(key), self.table.by_name[key].words
        if found.text and found.text not in words:
            help = did_you_mean(found.text, words) or f"expected {quoted_list(words, 'or')}"
            self.error(f"invalid value '{found.text}' of '{key}'", found.at, help)
        return found.text

    def whole(self, key: str, least: int = INT_MIN) -> int:
        """A literal whole number; 0 after an error."""
        return self.read(lambda t, p, _: whole_of(self.c, t, p, least), key) or 0

    def flag(self, key: str) -> bool:
        """`true` or `false`; false by default."""
        if not self.has(key):
            return False
        tree = self.trees.get(key)
        if isinstance(tree, Scalar) and isinstance(tree.value, bool):
            return tree.value
        self.error("expected true or false", self.location(key))
        return False

    def items(self, key: str, read: Read[T], what: str) -> tuple[T, ...]:
        """A list."""
        return self.read(lambda t, p, s: items_of(self.c, t, p, s, read, what), key) or ()

    def form(self, key: str, form: Form[T], stand_in: T) -> T:
        """A nested form; `stand_in` after an error."""
        what = f"'{key}'"
        return self.read(lambda t, p, s: form.read(self.c, t, p, s, what), key) or stand_in

    def bound(self, key: str) -> Name:
        """The name of a binding in scope."""
        found = self.name(key)
        if found.text and not self.scope.require(self.c.report, found):
            self.broken = True
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""

        def read(tree: Tree, path: str, scope: Bindings) -> str | None:
            if isinstance(tree, Scalar) and isinstance(tree.value, str):
                return tree.value
            help = "put numbers, true and false in quotes"
            self.c.error(MISSING_CAPABILITY, Location(tree.span, path), "expected a text", help)
            return None

        return self.items(key, read, "texts")

    def bind(self, key: str, scope: Bindings, what: str, persists: bool = False) -> Name:
        """A name that the form binds in a scope."""
        found = self.name(key)
        if found.text:
            scope.bind(self.c.report, found, what, persists)
        else:
            # Any name may have been meant, so uses of unbound names are not errors here.
            scope.incomplete = True
        return found
