"""The tokens of a GameSpecDoc: what they have, what of it changes, and where they come from."""

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
"""The property that says of which type a token is."""
KINDS = {"int": NUMBER, "string": TEXT, "boolean": FLAG}
SPARE = 60
"""How many tokens of a type can be made during a game, if the document does not say."""
TITLES = ("name", "title", "label", "card", "cardId")
"""Properties that name a token."""
FACES = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
_BLANKS: dict[str, t.Scalar] = {NUMBER: 0, TEXT: "-", FLAG: False}


class Things:
    """Types, properties and supplies of tokens."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.types = {x.id.text: x for x in symbols.types}
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
                    message = f"'{prop}' is {word} here and something else in another type"
                    help = "give one of them another name"
                    self.symbols.error(codes.PROP_TYPES, kind.at, message, help)
        return kinds

    def _pooled(self) -> set[str]:
        """The types whose tokens can't simply lie in one zone at the start."""
        homes: dict[str, set[tuple[str, int | None]]] = {name: set() for name in self.types}
        for made in self.first:
            homes.setdefault(made.type, set()).add((made.base, made.owner))
        pooled = {x for x, home in homes.items() if len(home) != 1 or x in self.later}
        pooled |= {x for x, home in homes.items() if any(owner is not None for _, owner in home)}
        while True:
            shared = set().union(*(homes[x] for x in pooled)) if pooled else set()
            more = {x for x, home in homes.items() if home & shared} - pooled
            if not more:
                return pooled
            pooled |= more

    # ---- properties ----

    def declared(self, prop: str) -> list[str]:
        """The types that have a property."""
        return [name for name, kind in self.types.items() if prop in kind.props]

    def _given(self, name: str, prop: str) -> list[t.Scalar | None]:
        """What tokens of a type are given as a property when they are made; None if it depends."""
        if (name, prop) in self._known:
            return self._known[name, prop]
        given = self._known[name, prop] = list[t.Scalar | None]()
        for made in self.first:
            if made.type == name and prop in made.props:
                given.append(made.props[prop])
        for effect in self.later.get(name, ()):
            values = [value for told, value in effect.props if told.text == prop]
            given += [known_value(self.symbols, value) for value in values]
        return given

    def given(self, prop: str) -> list[t.Scalar | None]:
        """What any tokens are given as a property when they are made; None if it depends."""
        return [value for name in self.types for value in self._given(name, prop)]

    @cached_property
    def _makings(self) -> Counter[str]:
        """How often tokens of each type are made, as far as that is written down."""
        return Counter(made.type for made in self.first) + Counter(
            {name: len(effects) for name, effects in self.later.items()}
        )

    def always_has(self, name: str, prop: str) -> bool | None:
        """Whether tokens of a type have a property: always, never, or None for sometimes. Of a type
        that is never made nothing else is true."""
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
        if prop in self.changed:
            return False
        for name in self.later:
            given = self._given(name, prop)
            if None in given or len(set(map(repr, given))) > 1:
                return False
        return True

    def changing(self, prop: str) -> bool:
        """Whether a property may change, or differ in what is made during the game."""
        return not self._fixed(prop)

    def presence_changes(self, prop: str) -> bool:
        """Whether a token may have a property at one time and not at another."""
        return any(self.always_has(name, prop) is None for name in self.later) or (
            prop in self.changed and any(self.always_has(x, prop) is None for x in self.types)
        )

    def properties(self) -> tuple[n.Property, ...]:
        """All properties of the game's tokens."""
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
        """What a token holds at the start: its written properties, and which of all it has."""
        values: list[t.Scalar] = [name] if len(self.types) > 1 else []
        for prop in self.kinds:
            told = props[prop] if prop in props else self._blank(name, prop)
            self.symbols.term(told)  # texts that were put together are new
            values.append(told)
            if not self.everywhere(prop):
                values.append(prop in present)
        return tuple(values)

    def _blank(self, name: str, prop: str) -> t.Scalar:
        """What stands in for a property that a token lacks, or that is worked out when it is made.
        Where tokens of its type may come again, it is what they are given: a property that is the
        same for all of them is never set."""
        blank = _BLANKS[self.kinds[prop]]
        known = [x for x in self._given(name, prop) if type(x) is type(blank)]
        return known[0] if name in self.later and known else blank

    # ---- supplies ----

    @cached_property
    def most_tokens(self) -> int:
        """How many tokens there can be."""
        return sum(len(supply.tokens) for supply in self.supplies())

    def supplies(self) -> tuple[n.Supply, ...]:
        """All tokens: those that lie in a zone at the start, and those that are still to come."""
        lying: dict[str, list[Made]] = {}
        for made in self.first:
            if made.type not in self.pooled:
                lying.setdefault(made.base, []).append(made)
        found = []
        for base, all_made in lying.items():
            zone = self.symbols.zone(base, owned=False)
            assert zone
            kinds = {made.type for made in all_made}
            name = kinds.pop() if len(kinds) == 1 else base
            tokens = tuple(self._token(made) for made in reversed(all_made))
            found.append(n.Supply(name=name, zone=self.symbols.zone_name(zone), tokens=tokens))
        for name in self.types:
            tokens = tuple(self._pool(name)) if name in self.pooled else ()
            if tokens:
                found.append(n.Supply(name=name, zone="", tokens=tokens))
        return tuple(found)

    def _pool(self, name: str) -> list[n.Token]:
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
        telling = {x: v for x, v in made.props.items() if x in self._telling[made.type]}
        named = self._name(kind, telling)
        values = self._values(made.type, made.props, made.props)
        return n.Token(name=named, values=values, span=made.effect.at.span)

    @cached_property
    def _telling(self) -> dict[str, set[str]]:
        """For each type the properties that tell its tokens apart."""
        told: dict[str, dict[str, set[str]]] = {name: {} for name in self.types}
        for made in self.first:
            for prop, value in made.props.items():
                told.setdefault(made.type, {}).setdefault(prop, set()).add(repr(value))
        return {
            name: {x for x, values in props.items() if len(values) > 1 and not self.changing(x)}
            for name, props in told.items()
        }

    def _name(self, kind: sections.TokenType, props: dict[str, t.Scalar]) -> str:
        """What people call a token: its title, rank and suit, or all that tells it apart."""
        for title in TITLES:
            if isinstance(props.get(title), str):
                return str(props[title])
        if isinstance(props.get("suit"), str) and "rank" in props:
            rank = props["rank"]
            face = FACES.get(rank, str(rank)) if isinstance(rank, int) else rank
            return f"{face}{str(props['suit'])[:1].upper()}"
        words = [_word(prop, value) for prop, value in props.items()]
        told = " ".join(word for word in words if word)
        return (
            told
            if any(isinstance(x, str) for x in props.values())
            else f"{kind.id.text} {told}".rstrip()
        )

    def creations(self) -> n.Block:
        """Bring the tokens of pools that are there from the start into play."""
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
    """The property that says whether a token has another one."""
    return f"has {prop}"


def _word(prop: str, value: t.Scalar) -> str:
    if isinstance(value, bool):
        return prop if value else ""
    return str(value)
