"""Where the cards of a patience lie: the zones for its piles, its draw pile and its deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass

from ...gamedef.nodes import Add, Expr, Number, SizeOf, Zone, ZoneAt, ZonesNamed
from .tree import DRAW, File, Rotate

STACKED = "FOUNDATION"


@dataclass(frozen=True, slots=True)
class Places:
    """How many piles each name has, and the names of the other zones (none: not there)."""

    piles: dict[str, int]
    deck: str
    stock: str | None
    waste: str | None
    passed: str | None

    def at(self, name: str, index: int) -> ZoneAt:
        """One pile."""
        several = self.piles[name] > 1
        return ZoneAt(name=name, index=Number(value=index) if several else None)

    def every(self, name: str) -> list[ZoneAt]:
        """All piles of a name."""
        return [self.at(name, index) for index in range(self.piles[name])]

    def sources(self, name: str) -> ZonesNamed:
        """Where cards of that name are taken from: of the draw pile, what it shows."""
        return ZonesNamed(name=self.waste if name == DRAW and self.waste else name)

    def texts(self, name: str) -> list[str]:
        """What the piles of a name are called in the texts of moves."""
        return [DRAW] if name == DRAW else [f"{name}[{i}]" for i in range(self.piles[name])]

    def sizes(self, name: str) -> Iterator[Expr]:
        """The size of each pile of a name; the draw pile is one, in up to three parts."""
        if name != DRAW:
            yield from (SizeOf(zone=pile) for pile in self.every(name))
            return
        size: Expr = SizeOf(zone=ZoneAt(name=DRAW))
        for part in (self.waste, self.passed):
            if part:
                size = Add(left=size, right=SizeOf(zone=ZoneAt(name=part)))
        yield size


def places(file: File) -> Places:
    """The places of a game, under names that no pile of the author has."""
    piles = Counter(pile.name.text for pile in file.piles)
    rotates = isinstance(file.draw, Rotate)
    limited = isinstance(file.draw, Rotate) and file.draw.window is not None
    return Places(
        dict(piles),
        deck=_free("deck", piles),
        stock=DRAW if file.draw else None,
        waste=_free("WASTE", piles) if rotates else None,
        passed=_free("PASSED", piles) if limited else None,
    )


def _free(name: str, taken: Container[str]) -> str:
    while name in taken:
        name += "_"
    return name


def zones(file: File, where: Places) -> tuple[Zone, ...]:
    """All zones: the deck, the draw pile with what it shows, and the piles."""
    labels = _labels(where)
    spans = {pile.name.text: pile.span for pile in reversed(file.piles)}
    hidden = (where.deck, where.stock)
    shown = ((where.waste, "row" if where.passed else "pile"), (where.passed, "pile"))
    draw = file.draw.span if file.draw else None
    found = [
        Zone(name=name, face="down", others_see="count", label=labels[name], span=draw)
        for name in hidden
        if name
    ]
    found += [
        Zone(name=name, face="up", label=labels[name], look=look, span=draw)
        for name, look in shown
        if name
    ]
    found += [
        Zone(name=name, count=count, label=labels[name], look=_look(name), span=spans[name])
        for name, count in where.piles.items()
    ]
    return tuple(found)


def _look(name: str) -> str:
    """Piles are fanned, except for the one name that means a stack."""
    return "pile" if name == STACKED else "column"


def _labels(where: Places) -> dict[str, str]:
    """Names for people: lower case, unless that would make two of them alike."""
    wanted = {name: name.lower() for name in where.piles}
    extra = ((where.deck, "deck"), (where.stock, "stock"), (where.waste, "waste"))
    wanted |= {name: label for name, label in (*extra, (where.passed, "passed")) if name}
    uses = Counter(wanted.values())
    return {name: label if uses[label] == 1 else name for name, label in wanted.items()}
