"""The symbol table of a CGML file, the environments of its expressions, and type inference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ....diagnostics import Code, Diagnostic, Report, Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of, unify
from ....gamedef.walk import substitute
from ...names import declares, refers
from ...yaml.read import Tree
from .. import codes

if TYPE_CHECKING:
    from .definition_uses import DefinitionUse

MOST_HINTS = 10  # known names in a hint
EXPRESSION_LIMIT = 50_000
SIZE_LIMIT = 300_000
TEXT_TYPE = "text"
REAL, REALS = "real", "[real]"
GROUP = "group:"
COMBINATION = "combination:"
EVENT = "event."
ITEM = "item of a test"
NULLABLE = ("seat", "team", "token", "zone", TEXT_TYPE)

ITEM_NAMES = {"token": "card", "[token]": "cards", "seat": "player", "zone": "zone", "team": "team"}
"""How paths refer to the item under test, besides `$.item`."""

TYPE_NAMES = {
    "int": "number",
    "real": "number",
    "bool": "boolean",
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
    """How a list was grouped: the list, the key of an item and the local that denotes the item in
    it; the list of all keys, if it is bound."""

    items: Typed
    key: Typed
    name: str
    listed: n.Local | None = None


@dataclass(frozen=True, slots=True)
class CombinationSource:
    """The source of combinations: the list, and whether they are disjoint."""

    items: Typed
    disjoint: bool = False


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """What lowering needs to know about a zone."""

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
    fixed_order: bool = False  # players may not reorder it


@dataclass(frozen=True, slots=True)
class ZoneLooks:
    """What paths can read of a zone's type, in CGML's words."""

    ordering: str
    owner: str
    others: str
    face: str
    reorders: bool


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """What lowering needs to know about a variable; `type` may still be open (`?name`)."""

    name: str
    per_player: bool
    type: str
    span: Span
    computed: Tree | None = None
    per_team: bool = False

    @property
    def declared(self) -> str | None:
        """The declared type, if there is one."""
        return None if self.type.startswith("?") else self.type


@dataclass(frozen=True, slots=True)
class StateInfo:
    """A state of the flow and its phases."""

    name: str
    phases: tuple[str, ...]
    span: Span


def _scope(span: Span) -> str:
    """The test in which a name given with `as` is known, for editors."""
    return f"{span.file}:{span.line}:{span.column}"


def base_of(items: Typed) -> n.Expr:
    """The list to iterate over for each item; fractions are computed from another list."""
    if items.type == REALS and isinstance(items.expr, n.Each):
        return items.expr.items
    return items.expr


@dataclass(slots=True)
class Effect:
    """What one effect stores, asks and jumps to; `policy` is None in the setup."""

    rule: str
    policy: str | None = None
    refs: dict[str, Typed] = field(default_factory=dict)
    sure: set[str] = field(default_factory=set)
    early: dict[str, str] = field(default_factory=dict)
    jumps: set[str] = field(default_factory=set)
    asks: bool = False
    joint: bool = False  # input is collected from several players before any is carried out
    undo: str = ""  # the local that says whether a failure undoes the effect, if it varies
    others: set[str] = field(
        default_factory=set
    )  # refs outside a dry run, which it must not change


@dataclass(frozen=True, slots=True)
class Environment:
    """The local names at one point: `$.card` and the like, the current player, the effect."""

    bound: Mapping[str, Typed] = field(default_factory=dict)
    current: Typed | None = None
    effect: Effect | None = None
    tail: bool = False
    aliases: Mapping[str, Span] = field(default_factory=dict)  # names given with `as`, and where

    def bind(self, **names: Typed) -> Environment:
        """This environment with more names."""
        return replace(self, bound={**self.bound, **names})

    def item(self, value: Typed) -> Environment:
        """This environment inside a test of one item."""
        kind = ITEM_NAMES.get(value.type)
        names = {"item": value, **({kind: value} if kind else {})}
        # `$.zone` in a test of cards is the card's zone, unless a rule for movements has bound it.
        event = self.bound.get(EVENT + "zone")
        if kind == "card" and (event is None or self.bound.get("zone") is not event):
            zone_of = n.ZoneOf(token=value.expr, span=value.expr.span)
            names["zone"] = Typed(zone_of, "zone", value.zones)
        return self.bind(**names)

    def with_alias(self, name: str, value: Typed, span: Span) -> Environment:
        """This environment with the file's own name for the item of a test."""
        declares(ITEM, name, span, _scope(span))
        return replace(self.bind(**{name: value}), aliases={**self.aliases, name: span})


@dataclass(slots=True)
class Symbols:
    """The symbol table: all declarations so far, the report, and the types inferred from uses."""

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
    card_names: frozenset[str] = frozenset()  # all of them, case-folded
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
    expansion_stack: list[str] = field(default_factory=list)
    cyclic: set[str] = field(default_factory=set)
    expanded: set[str] = field(default_factory=set)
    literals: dict[str, str] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    combinations: dict[str, CombinationSource] = field(default_factory=dict)
    differences: set[Span] = field(default_factory=set)  # where `isNotEqual` compares
    tested: frozenset[str] = frozenset()  # all names given with `as` in the file
    aliases: dict[Span, str] = field(default_factory=dict)  # where `as` names an item
    read: set[Span] = field(default_factory=set)  # those of them whose name is read
    stored: frozenset[str] = frozenset()  # all names stored by actions in the file
    defined: tuple[str, ...] = ()  # the names of definitions
    uses: list[DefinitionUse] = field(
        default_factory=list
    )  # of definitions, with what is wrong there
    using: bool = False  # while a named expression is being lowered
    scoped: set[Diagnostic] = field(default_factory=set)  # errors that depend on the environment
    expressions: int = 0

    def error(self, code: Code, span: Span | None, message: str, help: str = "") -> None:
        """Report an error."""
        self.report.error(code, span, message, help)

    def hole(self, code: Code, span: Span, message: str, help: str = "") -> Typed:
        """Report an error and return a hole."""
        self.report.error(code, span, message, help)
        return Typed(n.Hole(span=span), ANY)

    def unbound(self, code: Code, span: Span, message: str, help: str = "") -> Typed:
        """Report a name that is valid elsewhere but not here, and leave a hole."""
        hole = self.hole(code, span, message, help)
        self.scoped.add(self.report.items[-1])
        return hole

    def unknown(self, span: Span, what: str, name: str, known: Iterable[str]) -> Typed:
        """Report an undeclared name."""
        names = list(dict.fromkeys(known))
        listed = f"known: {', '.join(names)}" if 0 < len(names) <= MOST_HINTS else ""
        help = did_you_mean(name, names) or listed
        return self.hole(codes.UNKNOWN, span, f"unknown {what} '{name}'", help)

    def not_yet(self, span: Span, what: str) -> Typed:
        """Report an unsupported construct."""
        return self.hole(codes.NOT_YET, span, f"not yet supported: {what}")

    def bound(self, env: Environment, name: str, at: Span | None = None) -> Typed | None:
        """What a name denotes in an environment, if anything; marks it as read."""
        if name in env.aliases:
            refers(ITEM, name, at, _scope(env.aliases[name]))
            self.read.add(env.aliases[name])
        return env.bound.get(name)

    def fresh(self, hint: str) -> str:
        """A local name that is not used anywhere else."""
        # Readable and deterministic: the same file gives the same names in every run.
        self.names[hint] = self.names.get(hint, 0) + 1
        number = self.names[hint]
        return hint if number == 1 else f"{hint}_{number}"

    def local(self, hint: str, type: str, span: Span | None) -> Typed:
        """A new local as a value."""
        return Typed(n.Local(name=self.fresh(hint), span=span), type)

    def jump(self, target: str) -> int:
        """The number that encodes a jump."""
        return self.jumps.setdefault(target, len(self.jumps) + 1)

    def finish(self, reason: str = "finished") -> str:
        """The procedure that ends the game by the win condition, for a reason."""
        number = len(self.finishes)
        return self.finishes.setdefault(reason, f"finish_{number + 1}" if number else "finish")

    def group(self, group: Group) -> str:
        """A new type for a group: each grouping has its own."""
        name = f"{GROUP}{len(self.groups) + 1}"
        self.groups[name] = group
        return name

    def combination(self, source: CombinationSource) -> str:
        """The type of combinations: each list has its own, where equal expressions are one list."""
        for name, other in self.combinations.items():
            if other == source:
                return name
        name = f"{COMBINATION}{len(self.combinations) + 1}"
        self.combinations[name] = source
        return name

    def one(self, items: Typed, item: n.Expr) -> Typed:
        """An item of a list as a value; a combination is the list of its items, a fraction is
        computed in place."""
        if items.type == REALS and isinstance(items.expr, n.Each):
            # A list of fractions exists only as a formula over its base list.
            base = replace(item, items=items.expr.items) if isinstance(item, n.Item) else item
            return Typed(substitute(items.expr.value, {items.expr.name: base}), REAL)
        source = self.combinations.get(item_type(items.type))
        if source is None:
            return Typed(item, item_type(items.type), items.zones)
        taken = n.Selected(items=source.items.expr, selection=item, span=item.span)
        return replace(source.items, expr=taken)

    def each(self, items: Typed, span: Span | None, hint: str = "each") -> tuple[str, Typed]:
        """A new local for the items of a list's base, and the value it denotes."""
        item = n.Local(name=self.fresh(hint), span=span)
        return item.name, self.one(items, item)

    # ---- types ----

    def plain(self, type: str) -> str:
        """The GameDef type: a group is its key, a combination and each part of a fraction an
        integer."""
        if is_list(type):
            return list_of(self.plain(item_type(type)))
        if type in self.combinations or type == REAL:
            return "int"
        return self.known(self.groups[type].key.type if type in self.groups else type)

    def known(self, type: str) -> str:
        """A type with inferred types filled in."""
        if is_list(type):
            return list_of(self.known(item_type(type)))
        return self.inferred.get(type[1:], type) if type.startswith("?") else type

    def join(self, a: str, b: str, *, weak: bool = False) -> str | None:
        """The common type of two; evidence for open types is noted for the next round."""
        a, b = self.known(a), self.known(b)
        if is_list(a) and is_list(b):
            item = self.join(item_type(a), item_type(b), weak=weak)
            return None if item is None else list_of(item)
        # An open type (`?name`) adopts the other; the evidence counts from the next round on.
        for one, other in ((a, b), (b, a)):
            if one.startswith("?"):
                self._note(one[1:], other, weak)
                return one if other == ANY else other
        return unify(a, b)

    def _note(self, name: str, type: str, weak: bool) -> None:
        # Types that say nothing about a single value, or that no variable can have.
        if type == ANY or is_list(type) or type.startswith(("?", GROUP, COMBINATION)):
            return
        if weak or self._possible(name, type):
            (self.weak if weak else self.firm).setdefault(name, type)

    def _possible(self, name: str, type: str) -> bool:
        """Whether a variable that starts with a literal could have a type; if not, its use is the
        error."""
        literal = self.literals.get(name)
        if literal is None:
            return True
        if type == "seat":
            return literal.startswith("p") and literal[1:].isdigit()
        return literal in (self.teams if type == "team" else self.enums.get(type, ()))

    def nullable(self, type: str) -> bool:
        """Whether a value of the type may be nothing."""
        return type in NULLABLE or type in self.enums

    def describe(self, type: str, many: bool = False) -> str:
        """A type in words."""
        type = self.known(type)
        if is_list(type):
            return "a list of " + self.describe(item_type(type), True)
        word = TYPE_NAMES.get(type, "value" if type.startswith("?") else type)
        word = "group" if type in self.groups else word
        word = "combination" if type in self.combinations else word
        return word + "s" if many else ("" if word.endswith("s") else "a ") + word

    def contrast(self, a: str, b: str) -> tuple[str, str]:
        """Two mismatched types in words that differ."""
        one, other = self.describe(a), self.describe(b)
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
        """Whether there are no turns."""
        return self.order == "simultaneous"

    def current(self, span: Span) -> Typed:
        """The seat whose turn it is; the first if there are no turns."""
        if self.simultaneous:
            return Typed(n.Seat(number=0, span=span), "seat")
        return Typed(n.Variable(name="current", span=span), "seat")
