"""What a seat sees of a position in one line of text, the same wherever it sees the same."""

from __future__ import annotations

from collections.abc import Iterator

from ..machine import state as m
from ..machine.program import Program, VariableInfo
from ..play.view import View


class SeenText:
    """Texts of positions of one program."""

    def __init__(self, program: Program) -> None:
        sight, words = int(program.code[m.P_SIGHT]), m.SIGHT_WORDS
        zones = range(len(program.zones))
        self._sorted = {z for z in zones if not program.code[sight + z * words] & m.ORDERED}
        self._variables = [each for each in program.variables.values() if not each.inner]

    def of(self, view: View) -> str:
        """The zones with their cards from bottom to top, then the variables."""
        return "; ".join([*self._zones(view), *self._values(view)])

    def _zones(self, view: View) -> Iterator[str]:
        for number, zone in view.zones_by_number().items():
            cards = view.cards(number)
            if not cards:
                continue
            names = [f"[{card.back}]" if card.name is None else card.name for card in cards]
            if number in self._sorted:  # the order in which cards came there is not seen
                names.sort()
            yield f"{zone.label}: {' '.join(_counted(names))}"

    def _values(self, view: View) -> Iterator[str]:
        for info in self._variables:
            if info.per_seat or info.per_team:
                owners = range(len(view.program.owners(info)))
                values = [_value(view, info, owner, None) for owner in owners]
            elif info.count > 1:
                values = [_value(view, info, None, index) for index in range(info.count)]
            else:
                values = [_value(view, info, None, None)]
            if any(value != "?" for value in values):
                yield f"{info.name}: {' '.join(values)}"


def _value(view: View, info: VariableInfo, owner: int | None, index: int | None) -> str:
    if view.hides(info.name, owner):
        return "?"
    value = view.variable(info.name, owner, index)
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
