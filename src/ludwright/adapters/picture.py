"""A table as text, as a seat sees it: its zones, its variables, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from ..machine.program import VariableInfo
from ..play.errors import TableError
from ..play.events import HIDDEN
from ..play.view import View


def picture(view: View) -> str:
    """What a seat sees, in lines; cards from bottom to top, `[]` for one it cannot identify."""
    return "\n".join([*_zones(view), *_variables(view), _standing(view)])


def _zones(view: View) -> Iterator[str]:
    for number, zone in view.zones_by_number().items():
        if not view.counts_cards(number):
            yield f"{zone.label}: ?"
            continue
        cards = [card.name or HIDDEN for card in view.cards(number) if not card.anchor]
        hidden = len(cards) > 1 and set(cards) == {HIDDEN}
        yield f"{zone.label}: {f'{len(cards)} {HIDDEN}' if hidden else ' '.join(cards) or '-'}"


def _variables(view: View) -> Iterator[str]:
    for info in view.program.variables.values():
        if not info.inner:
            values = (_value(view, info, which) for which in range(len(view.program.owners(info))))
            yield f"{info.name.replace('_', ' ')}: {' '.join(values)}"


def _value(view: View, info: VariableInfo, which: int) -> str:
    owned = info.per_seat or info.per_team
    try:
        value = view.variable(info.name, which if owned else None, None if owned else which)
    except TableError:  # hidden from this seat
        return "?"
    return "none" if value is None else str(value)


def _standing(view: View) -> str:
    if view.over:
        result = view.result()
        won = ", ".join(view.names[seat] for seat in result.winners) or "nobody"
        return f"over: {won} won"
    if view.paused or view.decider is None:
        return "nobody decides"
    return f"{view.names[view.decider]} decides"
