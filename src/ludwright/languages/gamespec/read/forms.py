"""How the forms of a GameSpecDoc are read: mappings with keys that are needed or allowed."""

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

LEAST, MOST = -(2**31), 2**31 - 1
NESTED = 50  # forms within forms


@dataclass(frozen=True, slots=True)
class Declarations:
    """What is declared: owners of each zone's base (`none`, `player`), or None if that could not be
    read, and how many players there are at most; `cells` if nobody knows which cells there are;
    `lost` are the bases of zones of which only that is known."""

    bases: abc.Mapping[str, frozenset[str]] | None = None
    players: int | None = None
    cells: bool = False
    lost: frozenset[str] = frozenset()

    def owners(self, base: str) -> frozenset[str] | None:
        """Who may own zones of a base, for all that is known; nothing if there is no such base."""
        if self.bases is None or base in self.lost:
            return frozenset(("none", "player"))
        return self.bases.get(base) or (frozenset(("none",)) if self.may_be_cell(base) else None)

    def may_be_cell(self, name: str) -> bool:
        """Whether a zone may be a cell of a board that could not be read."""
        return self.cells and is_cell(name)


@dataclass(slots=True)
class ReadContext(ABC):
    """What reading needs to know, and how nested forms are read. `lost` has the names of broken
    declarations by section: whoever uses such a name makes no mistake."""

    report: Report
    world: Declarations = field(default_factory=Declarations)
    depth: int = 0
    lost: dict[str, set[str]] = field(default_factory=dict)

    def error(self, code: Code, at: Location, message: str, help: str = "") -> None:
        """Report an error."""
        self.report.error(code, at.span, message, help, at.path)

    def warning(self, code: Code, at: Location, message: str, help: str = "") -> None:
        """Report a warning."""
        self.report.warning(code, at.span, message, help, at.path)

    def failed_since(self, start: int) -> bool:
        """Whether an error is among the diagnostics from this position on."""
        return any(found.severity == ERROR for found in islice(self.report.items, start, None))

    def lose(self, section: str, name: str = "") -> None:
        """Note a declaration that could not be read; without a name it may be of any name."""
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
    """An identifier as it is compared."""
    return unicodedata.normalize("NFC", text.strip())


def text_of(value: int | bool | str) -> str:
    """The text of a literal: numbers in decimal, truths as `true` and `false`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in quotes, joined: 'a', 'b' and 'c'."""
    *others, end = [f"'{word}'" for word in words]
    return f"{', '.join(others)} {last} {end}" if others else end


def unsupported(c: ReadContext, tree: Tree, path: str, what: str, forms: Iterable[str]) -> None:
    """Report a form that is not known, with those that are."""
    forms = tuple(forms)
    keys = [key.text for key, _ in tree.entries] if isinstance(tree, Mapping) else []
    words = [tree.text] if isinstance(tree, Scalar) else keys
    hints = (did_you_mean(word, forms) for word in words)
    help = next((hint for hint in hints if hint), "") or f"it may be {listed(forms, 'or')}"
    named = f"'{words[0]}'" if len(words) == 1 and words[0] else "this"
    c.error(MISSING_CAPABILITY, Location(tree.span, path), f"{named} is no {what}", help)


def name_of(c: ReadContext, tree: Tree, path: str) -> Name | None:
    """An identifier."""
    at = Location(tree.span, path)
    if isinstance(tree, Scalar) and isinstance(tree.value, str) and identifier(tree.value):
        return Name(identifier(tree.value), at)
    c.error(MISSING_CAPABILITY, at, "a name is needed here", "a text that is not empty")
    return None


def plain(tree: Tree) -> int | bool | str | None:
    """The number (whole and of 32 bits), text or truth that a scalar is; nothing for others."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    good = isinstance(value, bool | str) or (isinstance(value, int) and LEAST <= value <= MOST)
    return value if good and not isinstance(value, float) else None


def literal_of(c: ReadContext, tree: Tree, path: str) -> int | bool | str | None:
    """A number, a text or a truth."""
    at = Location(tree.span, path)
    good, value = plain(tree), tree.value if isinstance(tree, Scalar) else None
    if good is not None or is_hole(tree):
        return good
    if value is None:
        message = "a number, a text or a truth is needed here"
        c.error(MISSING_CAPABILITY, at, message, "write it in quotes if it is a text")
    else:
        message, help = too_large(tree) or (f"{value} is no whole number", "numbers are whole")
        c.error(MISSING_CAPABILITY, at, message, help)
    return None


def too_large(tree: Tree) -> tuple[str, str] | None:
    """What is wrong with a whole number that does not fit into 32 bits, and what would."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or LEAST <= value <= MOST:
        return None
    help = f"numbers lie between {LEAST} and {MOST}"
    return f"{value} does not fit into 32 bits", help


def whole_of(c: ReadContext, tree: Tree, path: str, least: int = LEAST) -> int | None:
    """A whole number that is written as such."""
    value = literal_of(c, tree, path)
    if value is None:
        return None
    if not isinstance(value, bool | str) and value >= least:
        return value
    wanted = "a whole number" if least == LEAST else f"a whole number of at least {least}"
    c.error(MISSING_CAPABILITY, Location(tree.span, path), f"{wanted} is needed here")
    return None


def items_of(
    c: ReadContext, tree: Tree, path: str, scope: Bindings, read: Read[T], what: str
) -> tuple[T, ...] | None:
    """The items of a list that can be read; nothing if it is no list."""
    if not isinstance(tree, Sequence):
        c.error(MISSING_CAPABILITY, Location(tree.span, path), f"a list of {what} is needed here")
        return None
    scope.loose |= any(map(is_hole, tree.items))
    items = [(item, f"{path}.{i}") for i, item in enumerate(tree.items) if not is_hole(item)]
    found = [read(item, place, scope) for item, place in items]
    return tuple(item for item in found if item is not None)


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """A mapping of some kind: what it is read as, and its table of keys."""

    make: Callable[[Fields], T]
    table: Table = field(default_factory=Table)

    def read(
        self, c: ReadContext, tree: Tree, path: str, scope: Bindings, what: str, mark: str = ""
    ) -> T | None:
        """What a mapping says; `mark` is the key by which it was recognised, if it is inside."""
        at = Location(tree.span, path)
        if not isinstance(tree, Mapping):
            needs = self.table.needs
            keys = f"with {listed(needs)}" if needs else "which may be empty: {}"
            c.error(MISSING_CAPABILITY, at, f"{what} is a mapping, {keys}")
            return None
        fields = Fields(c, at, scope, what, self.table, {})
        fields.look_at(tree, mark)
        return self.make(fields)


def by_word(
    c: ReadContext,
    tree: Mapping,
    path: str,
    scope: Bindings,
    key: str,
    forms: abc.Mapping[str, Form[T]],
) -> T | None:
    """A mapping whose kind is the word that one of its keys has."""
    word = tree.get(key)
    form = forms.get(word.text) if isinstance(word, Scalar) else None
    if form and isinstance(word, Scalar):
        return form.read(c, tree, path, scope, f"'{word.text}'", key)
    unsupported(c, word or tree, f"{path}.{key}" if word else path, key, forms)
    return None


@dataclass(slots=True)
class Fields:
    """The fields of one form. A field that is missing or wrong has a hole or another stand-in, so
    that reading goes on and each mistake is reported once; `broken` says that there was one."""

    c: ReadContext
    at: Location
    scope: Bindings
    what: str
    table: Table
    trees: dict[str, Tree]
    broken: bool = False

    def look_at(self, tree: Mapping, mark: str) -> None:
        """Take the fields of a mapping, and report keys that are misspelt, unknown or missing."""
        found = match(tree, self.table, (mark,))
        self.trees = {key.text: value for key, value in found.entries}
        for key, meant in found.misspelt:
            at = Location(key.span, self.path(key.text))
            self.wrong(f"{self.what} has no '{key.text}'", at, f"did you mean '{meant}'?")
        for key in found.unknown:
            at = Location(key.span, self.path(key.text))
            message = f"{self.what} has no '{key.text}': it is ignored"
            hint = did_you_mean(key.text, self.table.by_name)
            self.c.warning(UNKNOWN_KEY, at, message, hint)
        if found.missing:
            self.wrong(f"{self.what} needs {listed(found.missing)}")

    def wrong(self, message: str, at: Location | None = None, help: str = "") -> None:
        """Report that the form is not as it must be."""
        self.c.error(MISSING_CAPABILITY, at or self.at, message, help)
        self.broken = True

    def path(self, key: str) -> str:
        """The path of a field."""
        return f"{self.at.path}.{key}"

    def place(self, key: str) -> Location:
        """The place of a field, or of the whole if it is not there."""
        tree = self.trees.get(key)
        return Location(tree.span, self.path(key)) if tree else self.at

    def has(self, key: str) -> bool:
        """Whether a field is there, and is not null."""
        tree = self.trees.get(key)
        return tree is not None and not (isinstance(tree, Scalar) and tree.value is None)

    def maybe(self, read: Callable[[str], T], key: str) -> T | None:
        """A field that need not be there."""
        return read(key) if self.has(key) else None

    def read(
        self, read: Callable[[Tree, str, Bindings], T], key: str, scope: Bindings | None = None
    ) -> T | None:
        """A field as some reader understands it; if it is wrong, so is the form as a whole."""
        tree, start = self.trees.get(key), len(self.c.report.items)
        got = read(tree, self.path(key), scope or self.scope) if tree is not None else None
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
        """A token filter, which need not be there."""
        return self.maybe(lambda k: self.read(self.c.token_tests, k), key) or ()

    def name(self, key: str) -> Name:
        """An identifier."""
        return self.read(lambda t, p, _: name_of(self.c, t, p), key) or Name("", self.at)

    def word(self, key: str) -> str:
        """One of the words of a key."""
        found, words = self.name(key), self.table.by_name[key].words
        if found.text and found.text not in words:
            help = did_you_mean(found.text, words) or f"it may be {listed(words, 'or')}"
            self.wrong(f"'{found.text}' means nothing here", found.at, help)
        return found.text

    def whole(self, key: str, least: int = LEAST) -> int:
        """A number that is written as such."""
        return self.read(lambda t, p, _: whole_of(self.c, t, p, least), key) or 0

    def truth(self, key: str) -> bool:
        """`true` or `false`; false if it is not there."""
        if not self.has(key):
            return False
        tree = self.trees.get(key)
        if isinstance(tree, Scalar) and isinstance(tree.value, bool):
            return tree.value
        self.wrong("true or false is needed here", self.place(key))
        return False

    def items(self, key: str, read: Read[T], what: str) -> tuple[T, ...]:
        """A list."""
        return self.read(lambda t, p, s: items_of(self.c, t, p, s, read, what), key) or ()

    def form(self, key: str, form: Form[T], stand_in: T) -> T:
        """A mapping of some kind."""
        what = f"'{key}'"
        return self.read(lambda t, p, s: form.read(self.c, t, p, s, what), key) or stand_in

    def bound(self, key: str) -> Name:
        """A name that is bound."""
        found = self.name(key)
        if found.text and not self.scope.uses(self.c.report, found):
            self.broken = True
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""

        def read(tree: Tree, path: str, scope: Bindings) -> str | None:
            if isinstance(tree, Scalar) and isinstance(tree.value, str):
                return tree.value
            help = "put quotes around it if it is a text"
            self.c.error(MISSING_CAPABILITY, Location(tree.span, path), "a text is needed", help)
            return None

        return self.items(key, read, "texts")

    def bind(self, key: str, scope: Bindings, what: str, stays: bool = False) -> Name:
        """A name, bound in a scope."""
        found = self.name(key)
        if found.text:
            scope.bind(self.c.report, found, what, stays)
        else:
            scope.loose = True
        return found
