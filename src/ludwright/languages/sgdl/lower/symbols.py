"""The symbol table of a file, and the zones for its piles, draw piles and deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce

from ....diagnostics import Span
from ....gamedef import nodes as n
from ..read.scores import Key, points
from ..read.tree import DRAW, Block, Condition, Draw, File, Rotate, SizeTest
from ..read.words import UNCOVERED, cycle
from .sentences import spoken

STACKED = "FOUNDATION"


@dataclass(frozen=True, slots=True)
class DrawZones:
    """The zones of a draw pile: the stock, the waste and the cards that passed the window, or None;
    and the size of the window if it is refilled."""

    stock: str
    waste: str | None = None
    passed: str | None = None
    refill: int | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The zones that exist."""
        return tuple(part for part in (self.stock, self.waste, self.passed) if part)


@dataclass(frozen=True, slots=True)
class Symbols:
    """The names of a file: the number of piles of each, the other zones, and what else is known."""

    piles: dict[str, int]
    deck: str
    draws: dict[str, DrawZones]
    cards: int
    covered: frozenset[str] = frozenset()  # names with a covered pile
    covering: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # see _covering
    points: Mapping[Key, int] = field(default_factory=dict)
    cycle: int = 0  # the number of ranks before they wrap

    def at(self, name: str, index: int) -> n.ZoneAt:
        """The zone of one pile."""
        # A zone with a count of 1 is not indexed.
        several = self.piles[name] > 1
        return n.ZoneAt(name=name, index=n.Number(value=index) if several else None)

    def every(self, name: str) -> list[n.ZoneAt]:
        """The zones of all piles with a name."""
        return [self.at(name, index) for index in range(self.piles[name])]

    def sources(self, name: str) -> n.ZonesNamed:
        """The zones that cards are taken from: for a draw pile, its waste."""
        draw = self.draws.get(name)
        return n.ZonesNamed(name=draw.waste if draw and draw.waste else name)

    def spoken(self, name: str) -> list[str]:
        """The piles with a name in words, as people count them."""
        if name in self.draws or self.piles[name] == 1:
            return [spoken(name)]
        return [f"{spoken(name)} {i + 1}" for i in range(self.piles[name])]

    def sizes(self, name: str) -> Iterator[n.Expr]:
        """The size of each pile with a name; a draw pile is one pile in up to three zones."""
        if name not in self.draws:
            yield from (n.SizeOf(zone=pile) for pile in self.every(name))
            return
        sizes: list[n.Expr] = [
            n.SizeOf(zone=n.ZoneAt(name=part)) for part in self.draws[name].parts
        ]
        yield reduce(lambda left, right: n.Add(left=left, right=right), sizes)


def symbol_table(file: File) -> Symbols:
    """The symbol table of a file; generated zones get names that no pile has."""
    piles = Counter(pile.name.text for pile in file.piles)
    names = {*piles, *(draw.name for draw in file.draws)}
    return Symbols(
        dict(piles),
        deck=_free("deck", names),
        draws={draw.name: _draw_zones(draw, names) for draw in file.draws},
        cards=file.deck.cards if file.deck else 0,
        covered=frozenset(pile.name.text for pile in file.piles if pile.layout.covered_by),
        covering=_covering(file),
        points=points(file),
        cycle=cycle(file.deck.ranks) if file.deck else 0,
    )


def _covering(file: File) -> dict[str, tuple[str, ...]]:
    """For each name, the names of FACE_UNCOVERED piles that piles of that name cover."""
    found: dict[str, dict[str, None]] = {}
    for pile in file.piles:
        for cover in pile.layout.covered_by if pile.face == UNCOVERED else ():
            found.setdefault(cover.name, {})[pile.name.text] = None
    return {name: tuple(below) for name, below in found.items()}


def _draw_zones(draw: Draw, names: Container[str]) -> DrawZones:
    if not isinstance(draw, Rotate):
        return DrawZones(draw.name)
    # Cards only pass out of a limited window, so an unlimited one has no zone for them.
    before = "" if draw.name == DRAW else f"{draw.name}_"
    return DrawZones(
        draw.name,
        waste=_free(f"{before}WASTE", names),
        passed=_free(f"{before}PASSED", names) if draw.window is not None else None,
        refill=draw.window if draw.refill else None,
    )


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name


def zones(file: File, symbols: Symbols) -> tuple[n.Zone, ...]:
    """All zones: the deck, the draw piles with waste and passed cards, and the piles."""
    labels = _labels(symbols)
    # Reversed, so that the first line of each name is the one that stays.
    spans = {pile.name.text: pile.span for pile in reversed(file.piles)}
    first = file.draws[0].span if file.draws else None
    heaps = {rule.to.text for rule in file.moves + file.auto if rule.to} | _singles(file)
    found = [_hidden(symbols.deck, labels, first)]
    for draw in file.draws:
        drawn = symbols.draws[draw.name]
        shown = ((drawn.waste, "row" if drawn.passed else "pile"), (drawn.passed, "pile"))
        found.append(_hidden(drawn.stock, labels, draw.span))
        found += [
            n.Zone(name=name, face="up", label=labels[name], look=look, span=draw.span)
            for name, look in shown
            if name
        ]
    found += [
        n.Zone(
            name=name, count=count, label=labels[name], look=_look(name, heaps), span=spans[name]
        )
        for name, count in symbols.piles.items()
    ]
    return tuple(found)


def _hidden(name: str, labels: dict[str, str], span: Span | None) -> n.Zone:
    return n.Zone(name=name, face="down", others_see="count", label=labels[name], span=span)


def _look(name: str, heaps: Container[str]) -> str:
    """Piles are fanned, except foundations, heaps of removed cards and single-card piles."""
    return "pile" if name == STACKED or name in heaps else "column"


def _singles(file: File) -> set[str]:
    """The names of piles that never hold more than one card: they start so, nothing is dealt to
    them, and rules move a card there only if they are empty."""
    dealt = {
        word.text for draw in file.draws if not isinstance(draw, Rotate) for word in draw.piles
    }
    # MOVE_STACK may bring several cards. What REMOVE takes from counts as filled, too: only the
    # display depends on it.
    filled = {
        word.text
        for rule in file.moves + file.auto
        if rule.kind != "MOVE" or not _needs_empty(rule.condition)
        for word in rule.targets
    }
    several = {pile.name.text for pile in file.piles if pile.count > 1}
    return {pile.name.text for pile in file.piles} - dealt - filled - several


def _needs_empty(condition: Condition) -> bool:
    """Whether a condition obviously requires an empty target."""
    if isinstance(condition, Block) and condition.word == "AND":
        return any(_needs_empty(item) for item in condition.items)
    # `DEST Empty` and `DEST Size == 0` are read as the same test.
    return condition == SizeTest("DEST", "==", 0, condition.span)


def _labels(symbols: Symbols) -> dict[str, str]:
    """Labels for display: names in lower case, unless two would become equal."""
    wanted = {name: name.lower() for name in symbols.piles}
    wanted[symbols.deck] = "deck"
    for name, draw in symbols.draws.items():
        before = "" if name == DRAW else f"{name.lower()} "
        wanted[name] = before.strip() or "stock"
        extra = ((draw.waste, f"{before}waste"), (draw.passed, f"{before}passed"))
        wanted |= {zone: label for zone, label in extra if zone}
    uses = Counter(wanted.values())
    return {name: label if uses[label] == 1 else name for name, label in wanted.items()}
