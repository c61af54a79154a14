"""Lower token types: properties, which of them change, and the supplies of tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ....gamedef import nodes as n
from ..codes import lowering as codes
from ..read.tree import effects as e
from ..read.tree import sections
from ..read.tree import values as t
from .initial_tokens import Made, known_value, made_first
from .seats import seat_props
from .terms import FLAG, NUMBER, TEXT, TEXTS, type_of

if TYPE_CHECKING:
    from .symbols import Symbols

KIND = "token type"
"""The property that holds the type of a token."""
KINDS = {"int": NUMBER, "string": TEXT, "boolean": FLAG}
SPARE = 60
"""The default number of tokens of a type that can be created during a game."""
TITLES = ("name", "title", "label", "card", "cardId")
"""Properties that give a token its name, by preference."""
FACES = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
_BLANKS: dict[str, t.Scalar] = {NUMBER: 0, TEXT: "-", FLAG: False}


class Things:
    """Types, properties and supplies of tokens."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.types = {x.id.text: x for x in symbols.types}
        # What the setup creates first becomes part of the deal; only the rest is executed.
        self.first, self.setup = made_first(symbols)
        in_advance = {id(made.effect) for made in self.first}
        self.later: dict[str, list[e.CreateToken]] = {}
        self.changed: set[str] = set()
        destroys = False
        parts = list(symbols.everything())
        self.seats = seat_props(parts)
        for part in parts:
            if isinstance(part, e.CreateToken) and id(part) not in in_advance:
                self.later.setdefault(part.type.text, []).append(part)
            elif isinstance(part, e.SetTokenProp):
                self.changed.add(part.prop.text)
            destroys = destroys or isinstance(part, e.DestroyToken)
        self._known: dict[tuple[str, str], list[t.Scalar | None]] = {}
        self.kinds = self._kinds()
        self.pooled = set(self.types) if destroys else self._pooled()

    def _kinds(self) -> dict[str, str]:
        kinds: dict[str, str] = {}
        for kind in self.types.values():
            for prop, word in kind.props.items():
                if kinds.setdefault(prop, KINDS[word]) != KINDS[word]:
                    message = f"'{prop}' is {word} here and of another type in another token type"
                    help = "rename one of the properties"
                    self.symbols.error(codes.PROP_TYPES, kind.at, message, help)
        return kinds

    def _pooled(self) -> set[str]:
        """The types whose tokens start out of play and are created by statements, rather than being
        placed in a zone by the deal."""
        homes: dict[str, set[tuple[str, int | None]]] = {name: set() for name in self.types}
        for made in self.first:
            homes.setdefault(made.type, set()).add((made.base, made.owner))
        # A supply fills one zone without an owner, so it cannot deal a type that starts elsewhere.
        pooled = {x for x, home in homes.items() if len(home) != 1 or x in self.later}
        pooled |= {x for x, home in homes.items() if any(owner is not None for _, owner in home)}
        # A supply fills a zone: a type that shares its zone with a pooled one is pooled, too.
        while True:
            shared = set().union(*(homes[x] for x in pooled)) if pooled else set()
            more = {x for x, home in homes.items() if home & shared} - pooled
            if not more:
                return pooled
            pooled |= more

    # ---- properties ----

    def declared(self, prop: str) -> list[str]:
        """The types that declare a property."""
        return [name for name, kind in self.types.items() if prop in kind.props]

    def _given(self, name: str, prop: str) -> list[t.Scalar | None]:
        """The values of a property in all creations of a type; None for those not constant."""
        if (name, prop) in self._known:
            return self._known[name, prop]
        given = self._known[name, prop] = list[t.Scalar | None]()
        for made in self.first:
            if made.type == name and prop in made.props:
                given.append(made.props[prop])
        for effect in self.later.get(name, ()):
            values = [value for each, value in effect.props if each.text == prop]
            given += [known_value(self.symbols, value) for value in values]
        return given

    def given(self, prop: str) -> list[t.Scalar | None]:
        """The values of a property in all creations; None for one that is not constant."""
        return [value for name in self.types for value in self._given(name, prop)]

    @cached_property
    def _makings(self) -> Counter[str]:
        """The number of creations of each type that occur in the document."""
        return Counter(made.type for made in self.first) + Counter(
            {name: len(effects) for name, effects in self.later.items()}
        )

    def always_has(self, name: str, prop: str) -> bool | None:
        """Whether tokens of a type have a property: always, never, or None for sometimes. Vacuously
        true of a type that is never created."""
        given, makings = len(self._given(name, prop)), self._makings[name]
        if given == makings:
            return True
        if prop in self.changed and prop in self.types[name].props:
            return None
        return False if given == 0 else None

    def everywhere(self, prop: str) -> bool:
        """Whether every token has a property."""
        return all(self.always_has(name, prop) for name in self.types)

    def _fixed(self, prop: str) -> bool:
        # Tokens out of play are interchangeable: what differs between them must be set on creation.
        if prop in self.changed:
            return False
        for name in self.later:
            given = self._given(name, prop)
            # repr distinguishes 1 from True, which are equal in Python.
            if None in given or len(set(map(repr, given))) > 1:
                return False
        return True

    def changing(self, prop: str) -> bool:
        """Whether a property may change, or differ among tokens created during the game."""
        return not self._fixed(prop)

    def presence_changes(self, prop: str) -> bool:
        """Whether a token may gain or lose a property."""
        return any(self.always_has(name, prop) is None for name in self.later) or (
            prop in self.changed and any(self.always_has(x, prop) is None for x in self.types)
        )

    def properties(self) -> tuple[n.Property, ...]:
        """The properties of the game."""
        made: list[n.Property] = []
        if len(self.types) > 1:
            made.append(n.Property(name=KIND, type=TEXTS))
        for prop, kind in self.kinds.items():
            changing = self.changing(prop)
            made.append(n.Property(name=prop, type=type_of(kind), changing=changing))
            if not self.everywhere(prop):
                changes = self.presence_changes(prop)
                made.append(n.Property(name=has(prop), type="bool", changing=changes, inner=True))
        return tuple(made)

    def _values(
        self, name: str, props: Mapping[str, t.Scalar], present: Container[str]
    ) -> tuple[t.Scalar, ...]:
        """The initial values of a token: its properties, with their presence where it varies."""
        values: list[t.Scalar] = [name] if len(self.types) > 1 else []
        for prop in self.kinds:
            value = props[prop] if prop in props else self._blank(name, prop)
            self.symbols.term(value)  # declares a text that results from a concatenation
            values.append(value)
            if not self.everywhere(prop):
                values.append(prop in present)
        return tuple(values)

    def _blank(self, name: str, prop: str) -> t.Scalar:
        """The value of a property that a token lacks, or that is computed on creation. For a type
        that is created during the game it is the constant of its creations, which do not set it."""
        blank = _BLANKS[self.kinds[prop]]
        known = [x for x in self._given(name, prop) if type(x) is type(blank)]
        return known[0] if name in self.later and known else blank

    # ---- supplies ----

    @cached_property
    def most_tokens(self) -> int:
        """The total number of tokens."""
        return sum(len(supply.tokens) for supply in self.supplies())

    def supplies(self) -> tuple[n.Supply, ...]:
        """All tokens: those dealt to a zone, and those that start out of play."""
        dealt: dict[str, list[Made]] = {}
        for made in self.first:
            if made.type not in self.pooled:
                dealt.setdefault(made.base, []).append(made)
        found = []
        for base, all_made in dealt.items():
            zone = self.symbols.zone(base, owned=False)
            assert zone
            kinds = {made.type for made in all_made}
            name = kinds.pop() if len(kinds) == 1 else base
            # Each creation puts its token on top; a supply lists the top first.
            tokens = tuple(self._token(made) for made in reversed(all_made))
            found.append(n.Supply(name=name, zone=self.symbols.zone_name(zone), tokens=tokens))
        for name in self.types:
            tokens = tuple(self._pool(name)) if name in self.pooled else ()
            if tokens:
                found.append(n.Supply(name=name, zone="", tokens=tokens))
        return tuple(found)

    def _pool(self, name: str) -> list[n.Token]:
        """The tokens of a type that start out of play."""
        tokens = [self._token(made) for made in self.first if made.type == name]
        if name in self.later:
            total = self.types[name].total
            spare = SPARE if total is None else max(0, total - len(tokens))
            present = [prop for prop in self.kinds if self.always_has(name, prop)]
            span, values = self.later[name][0].at.span, self._values(name, {}, present)
            tokens += [n.Token(name=name, values=values, span=span)] * spare
        return tokens

    def _token(self, made: Made) -> n.Token:
        kind = self.types[made.type]
        props = {x: v for x, v in made.props.items() if x in self._distinguishing[made.type]}
        named = self._name(kind, props)
        values = self._values(made.type, made.props, made.props)
        return n.Token(name=named, values=values, span=made.effect.at.span)

    @cached_property
    def _distinguishing(self) -> dict[str, set[str]]:
        """For each type, the constant properties in which its tokens differ."""
        values_of: dict[str, dict[str, set[str]]] = {name: {} for name in self.types}
        for made in self.first:
            for prop, value in made.props.items():
                values_of.setdefault(made.type, {}).setdefault(prop, set()).add(repr(value))
        return {
            name: {x for x, values in props.items() if len(values) > 1 and not self.changing(x)}
            for name, props in values_of.items()
        }

    def _name(self, kind: sections.TokenType, props: dict[str, t.Scalar]) -> str:
        """The display name of a token: its title, rank and suit, or all that distinguishes it."""
        for title in TITLES:
            if isinstance(props.get(title), str):
                return str(props[title])
        if isinstance(props.get("suit"), str) and "rank" in props:
            rank = props["rank"]
            face = FACES.get(rank, str(rank)) if isinstance(rank, int) else rank
            return f"{face}{str(props['suit'])[:1].upper()}"
        words = [_word(prop, value) for prop, value in props.items()]
        joined = " ".join(word for word in words if word)
        return (
            joined
            if any(isinstance(x, str) for x in props.values())
            else f"{kind.id.text} {joined}".rstrip()
        )

    def creations(self) -> n.Block:
        """Create the tokens of pooled types that the setup creates first."""
        block: list[n.Statement] = []
        for made in self.first:
            if made.type not in self.pooled:
                continue
            zone = self.symbols.zone(made.base, owned=made.owner is not None)
            assert zone
            owner = None if made.owner is None else n.Seat(number=made.owner)
            to = n.ZoneAt(name=self.symbols.zone_name(zone), owner=owner)
            create = n.Create(name="made", supply=made.type, to=to, span=made.effect.at.span)
            block.append(create)
        return tuple(block)


def has(prop: str) -> str:
    """The property that holds whether a token has another property."""
    return f"has {prop}"


def _word(prop: str, value: t.Scalar) -> str:
    if isinstance(value, bool):
        return prop if value else ""
    return str(value)
