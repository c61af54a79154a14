"""Positions as a line: the same wherever a seat sees the same, or with all that is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..machine import state as m
from ..machine.program import Program
from ..play.inspect_state import tokens_in
from ..play.table import Table
from ..play.view import View

Place = tuple[int | None, int | None]  # an owner or an index
Hides = Callable[[str, int | None], bool]


class SeenText:
    """Texts of positions of one program."""

    def __init__(self, program: Program) -> None:
        sight, words = int(program.code[m.P_SIGHT]), m.SIGHT_WORDS
        zones = range(len(program.zones))
        self._sorted = {z for z in zones if not program.code[sight + z * words] & m.ORDERED}
        self._program = program
        self._variables = [each for each in program.variables.values() if not each.inner]

    def of(self, view: View) -> str:
        """The zones with their cards from bottom to top, then the variables."""
        return "; ".join([*self._zones(view), *self._values(view, view.hides)])

    def whole(self, table: Table) -> str:
        """The same with all that is hidden; the order of cards that is still open means nothing."""
        zones = []
        for number, zone in table.zones_by_number().items():
            if tokens := tokens_in(self._program, table.state, number):
                names = [self._program.tokens[token] for token in tokens]
                zones.append(f"{zone.label}: {' '.join(names)}")
        return "; ".join([*zones, *self._values(table, lambda name, owner: False)])

    def _zones(self, view: View) -> Iterator[str]:
        for number, zone in view.zones_by_number().items():
            cards = view.cards(number)
            if not cards:
                continue
            names = [f"[{card.back}]" if card.name is None else card.name for card in cards]
            if number in self._sorted:  # the order in which cards came there is not seen
                names.sort()
            yield f"{zone.label}: {' '.join(_counted(names))}"

    def _values(self, looks: View | Table, hides: Hides) -> Iterator[str]:
        for info in self._variables:
            if info.per_seat or info.per_team:
                owners = range(len(self._program.owners(info)))
                places: list[Place] = [(owner, None) for owner in owners]
            else:
                places = [(None, i if info.count > 1 else None) for i in range(info.count)]
            values = [
                "?" if hides(info.name, place[0]) else _text(looks.variable(info.name, *place))
                for place in places
            ]
            if any(value != "?" for value in values):
                yield f"{info.name}: {' '.join(values)}"


def _text(value: int | bool | str | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _counted(names: list[str]) -> Iterator[str]:
    """Names in order, with equal ones that follow one another as one and their number."""
    start = 0
    for i in range(1, len(names) + 1):
        if i == len(names) or names[i] != names[start]:
            yield names[start] + (f"x{i - start}" if i - start > 1 else "")
            start = i
