"""What the words of one CGML file stand for, while it is being lowered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....diagnostics import Code, Diagnostic, Report, Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of, unify
from ....gamedef.walk import substitute
from ...yaml.read import Tree
from .. import codes

if TYPE_CHECKING:
    from .definition_uses import Use

EXPRESSION_LIMIT = 50_000
SIZE_LIMIT = 300_000
TEXT_TYPE = "text"
REAL, REALS = "real", "[real]"
GROUP = "group:"
WAY = "way:"
EVENT = "event."
NULLABLE = ("seat", "team", "token", "zone", TEXT_TYPE)

CALLED = {"token": "card", "[token]": "cards", "seat": "player", "zone": "zone", "team": "team"}
"""What an item under test is called in paths, beside `$.item`."""

PEOPLE = {
    "int": "number",
    "real": "number",
    "bool": "truth value",
    "seat": "player",
    "token": "card",
    "zones": "zones",
    "properties": "properties of a card",
    ANY: "value",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression, its type, and for a zone the names it may have."""

    expr: n.Expr
    type: str
    zones: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Group:
    """What a list was grouped by: the list, the key of an item and the name that stands for the
    item in it; the list of all keys, if they are kept."""

    items: Typed
    key: Typed
    name: str
    listed: n.Local | None = None


@dataclass(frozen=True, slots=True)
class Ways:
    """What combinations are taken from: the list, and whether no two share an item."""

    items: Typed
    disjoint: bool = False


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """What lowering must know of a zone."""

    name: str
    per_player: bool
    fifo: bool
    owner_sees_all: bool
    role: str
    shuffled: bool
    span: Span
    per_team: bool = False
    owner_sees: bool = True
    others_see: bool = True
    fixed_order: bool = False  # the file says that players may not rearrange it


@dataclass(frozen=True, slots=True)
class ZoneLooks:
    """What paths can ask about the type of a zone, in the words of the file."""

    ordering: str
    owner: str
    others: str
    face: str
    reorders: bool


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """What lowering must know of a variable; `type` may still be open (`?name`)."""

    name: str
    per_player: bool
    type: str
    span: Span
    computed: Tree | None = None
    per_team: bool = False

    @property
    def declared(self) -> str | None:
        """The type that its declaration names, if it does."""
        return None if self.type.startswith("?") else self.type


@dataclass(frozen=True, slots=True)
class StateInfo:
    """A state of the flow and its phases."""

    name: str
    phases: tuple[str, ...]
    span: Span


def base_of(items: Typed) -> n.Expr:
    """The list that an expression about each item runs over: for fractions the one that they are
    computed from."""
    if items.type == REALS and isinstance(items.expr, n.Each):
        return items.expr.items
    return items.expr


@dataclass(slots=True)
class Effect:
    """What one effect stores, asks and jumps to; `policy` is nothing in the setup."""

    rule: str
    policy: str | None = None
    refs: dict[str, Typed] = field(default_factory=dict)
    sure: set[str] = field(default_factory=set)
    early: dict[str, str] = field(default_factory=dict)
    jumps: set[str] = field(default_factory=set)
    asks: bool = False
    joint: bool = False  # input was collected from several before anything was done
    undo: str = ""  # the name that tells whether a failure undoes what the effect did, if it varies
    others: set[str] = field(default_factory=set)  # refs around a dry run, which it may not change


@dataclass(frozen=True, slots=True)
class Environment:
    """What names mean at one place: `$.card` and its like, who is current, the effect."""

    bound: Mapping[str, Typed] = field(default_factory=dict)
    current: Typed | None = None
    effect: Effect | None = None
    tail: bool = False
    aliases: Mapping[str, Span] = field(default_factory=dict)  # names of items, and where given

    def bind(self, **names: Typed) -> Environment:
        """This scope with more names."""
        return replace(self, bound={**self.bound, **names})

    def item(self, value: Typed) -> Environment:
        """This scope inside of a test of one item."""
        kind = CALLED.get(value.type)
        names = {"item": value, **({kind: value} if kind else {})}
        event = self.bound.get(EVENT + "zone")
        if kind == "card" and (event is None or self.bound.get("zone") is not event):
            lies = n.ZoneOf(token=value.expr, span=value.expr.span)
            names["zone"] = Typed(lies, "zone", value.zones)
        return self.bind(**names)

    def called(self, name: str, value: Typed, span: Span) -> Environment:
        """This scope with a name of the file's own for the item of a test."""
        return replace(self.bind(**{name: value}), aliases={**self.aliases, name: span})


@dataclass(slots=True)
class Symbols:
    """Everything declared so far, the diagnostics, and the types found out by use."""

    report: Report
    inferred: Mapping[str, str]
    lower: Callable[[Symbols, Environment, Tree, str | None], Typed]
    perform: Callable[[Symbols, Environment, Tree], n.Block]
    firm: dict[str, str] = field(default_factory=dict)
    weak: dict[str, str] = field(default_factory=dict)
    least: int = 2
    most: int = 2
    teams: dict[str, n.Team] = field(default_factory=dict)
    order: str = "clockwise"
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    texts: dict[str, None] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    ranks: str = ""
    called: frozenset[str] = frozenset()  # the names of all cards, without capitals
    lengths: dict[str, str] = field(default_factory=dict)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    looks: dict[str, ZoneLooks] = field(default_factory=dict)
    variables: dict[str, VariableInfo] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    states: dict[str, StateInfo] = field(default_factory=dict)
    phases: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    shuffled: set[str] = field(default_factory=set)
    machinery: set[str] = field(default_factory=set)
    jumps: dict[str, int] = field(default_factory=dict)
    endings: list[n.Statement] = field(default_factory=list)
    finishes: dict[str, str] = field(default_factory=dict)
    unfolding: list[str] = field(default_factory=list)
    circles: set[str] = field(default_factory=set)
    unfolded: set[str] = field(default_factory=set)
    literals: dict[str, str] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    ways: dict[str, Ways] = field(default_factory=dict)
    differences: set[Span] = field(default_factory=set)  # where `isNotEqual` compares
    tested: frozenset[str] = frozenset()  # what items of tests are called somewhere in the file
    aliases: dict[Span, str] = field(default_factory=dict)  # where an item gets a name
    read: set[Span] = field(default_factory=set)  # such places whose name is read
    stored: frozenset[str] = frozenset()  # what actions somewhere in the file store
    defined: tuple[str, ...] = ()  # the names of definitions
    uses: list[Use] = field(default_factory=list)  # of definitions, with what is wrong there
    using: bool = False  # while a named expression is being lowered
    scoped: set[Diagnostic] = field(default_factory=set)  # what is wrong only in its place
    expressions: int = 0

    def error(self, code: Code, span: Span | None, message: str, help: str = "") -> None:
        """Report an error."""
        self.report.error(code, span, message, help)

    def hole(self, code: Code, span: Span, message: str, help: str = "") -> Typed:
        """Report an error and leave a hole in its place."""
        self.report.error(code, span, message, help)
        return Typed(n.Hole(span=span), ANY)

    def unbound(self, code: Code, span: Span, message: str, help: str = "") -> Typed:
        """Report a name that has a meaning, but not here, and leave a hole in its place."""
        hole = self.hole(code, span, message, help)
        self.scoped.add(self.report.items[-1])
        return hole

    def unknown(self, span: Span, what: str, name: str, known: Iterable[str]) -> Typed:
        """Report a name that is not declared."""
        return self.hole(
            codes.UNKNOWN, span, f"there is no {what} '{name}'", did_you_mean(name, known)
        )

    def not_yet(self, span: Span, what: str) -> Typed:
        """Report a construct that can't be run yet."""
        return self.hole(codes.NOT_YET, span, f"not yet supported: {what}")

    def bound(self, scope: Environment, name: str) -> Typed | None:
        """What a name stands for in a scope, if it does; it counts as read."""
        if name in scope.aliases:
            self.read.add(scope.aliases[name])
        return scope.bound.get(name)

    def fresh(self, hint: str) -> str:
        """A local name that is not used anywhere else."""
        self.names[hint] = self.names.get(hint, 0) + 1
        number = self.names[hint]
        return hint if number == 1 else f"{hint}_{number}"

    def local(self, hint: str, type: str, span: Span | None) -> Typed:
        """A new local name as a value."""
        return Typed(n.Local(name=self.fresh(hint), span=span), type)

    def jump(self, target: str) -> int:
        """The number that remembers a jump."""
        return self.jumps.setdefault(target, len(self.jumps) + 1)

    def finish(self, reason: str = "finished") -> str:
        """The procedure that ends the game by the win condition, for a reason."""
        number = len(self.finishes)
        return self.finishes.setdefault(reason, f"finish_{number + 1}" if number else "finish")

    def group(self, group: Group) -> str:
        """The type of a group: each use of a grouping has one of its own."""
        name = f"{GROUP}{len(self.groups) + 1}"
        self.groups[name] = group
        return name

    def way(self, ways: Ways) -> str:
        """The type of combinations: those of each list have one of their own."""
        name = f"{WAY}{len(self.ways) + 1}"
        self.ways[name] = ways
        return name

    def one(self, items: Typed, item: n.Expr) -> Typed:
        """An item of a list as a value; a combination is the list of what it takes, a fraction is
        computed where it is used."""
        if items.type == REALS and isinstance(items.expr, n.Each):
            base = replace(item, items=items.expr.items) if isinstance(item, n.Item) else item
            return Typed(substitute(items.expr.value, {items.expr.name: base}), REAL)
        ways = self.ways.get(item_type(items.type))
        if ways is None:
            return Typed(item, item_type(items.type), items.zones)
        taken = n.Selected(items=ways.items.expr, selection=item, span=item.span)
        return replace(ways.items, expr=taken)

    def each(self, items: Typed, span: Span | None, hint: str = "each") -> tuple[str, Typed]:
        """A new local name for the items of the base of a list, and what it stands for."""
        item = n.Local(name=self.fresh(hint), span=span)
        return item.name, self.one(items, item)

    # ---- types ----

    def plain(self, type: str) -> str:
        """A type as the game has it: there a group is its key, a combination a number,
        and of a fraction each part is a number."""
        if is_list(type):
            return list_of(self.plain(item_type(type)))
        if type in self.ways or type == REAL:
            return "int"
        return self.known(self.groups[type].key.type if type in self.groups else type)

    def known(self, type: str) -> str:
        """A type with what was found out about it filled in."""
        if is_list(type):
            return list_of(self.known(item_type(type)))
        return self.inferred.get(type[1:], type) if type.startswith("?") else type

    def join(self, a: str, b: str, *, weak: bool = False) -> str | None:
        """The type both have; what is still open is noted for the next round."""
        a, b = self.known(a), self.known(b)
        if is_list(a) and is_list(b):
            item = self.join(item_type(a), item_type(b), weak=weak)
            return None if item is None else list_of(item)
        for one, other in ((a, b), (b, a)):
            if one.startswith("?"):
                self._note(one[1:], other, weak)
                return one if other == ANY else other
        return unify(a, b)

    def _note(self, name: str, type: str, weak: bool) -> None:
        if type == ANY or is_list(type) or type.startswith(("?", GROUP, WAY)):
            return
        if weak or self._possible(name, type):
            (self.weak if weak else self.firm).setdefault(name, type)

    def _possible(self, name: str, type: str) -> bool:
        """Whether what starts with a literal could have a type; if not, its use is the error."""
        literal = self.literals.get(name)
        if literal is None:
            return True
        if type == "seat":
            return literal.startswith("p") and literal[1:].isdigit()
        return literal in (self.teams if type == "team" else self.enums.get(type, ()))

    def nullable(self, type: str) -> bool:
        """Whether a value of the type may be nothing."""
        return type in NULLABLE or type in self.enums

    def say(self, type: str, many: bool = False) -> str:
        """A type in words for people."""
        type = self.known(type)
        if is_list(type):
            return "a list of " + self.say(item_type(type), True)
        word = PEOPLE.get(type, "value" if type.startswith("?") else type)
        word = "group" if type in self.groups else word
        word = "combination" if type in self.ways else word
        return word + "s" if many else ("" if word.endswith("s") else "a ") + word

    def contrast(self, a: str, b: str) -> tuple[str, str]:
        """Two types that clash in words for people, which differ."""
        one, other = self.say(a), self.say(b)
        if one != other:
            return one, other
        if {self._inner(a), self._inner(b)} == {"int", REAL}:
            return self._number(a), self._number(b)
        return one, f"{other} of another list"

    def _inner(self, type: str) -> str:
        type = self.known(type)
        return item_type(type) if is_list(type) else type

    def _number(self, type: str) -> str:
        word = "whole number" if self._inner(type) == "int" else "fraction"
        return f"a list of {word}s" if is_list(self.known(type)) else f"a {word}"

    # ---- seats ----

    @property
    def simultaneous(self) -> bool:
        """Whether nobody has the turn."""
        return self.order == "simultaneous"

    def current(self, span: Span) -> Typed:
        """The seat whose turn it is; the first if nobody has the turn."""
        if self.simultaneous:
            return Typed(n.Seat(number=0, span=span), "seat")
        return Typed(n.Variable(name="current", span=span), "seat")
