"""Explanations of what a person tried: a listed option, a typed move, or a drag of a card."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ...machine.program import ActionInfo
from ...play.errors import InvalidMove
from ...play.explain import Explainer, Explanation
from ...play.inspect_state import tokens_in
from ...play.table import Table
from .interface import Choice

YES = "yes"


def explained(
    table: Table, seat: int, choice: Choice, source: Sequence[int], target: int | None
) -> Explanation:
    """Why a choice is legal or not; a drag is explained as the action that it fits best."""
    if choice.text is not None:
        return table.explain(choice.text, seat)
    if choice.index is not None and table.decider == seat:
        moves = table.view(seat).legal()
        if 0 <= choice.index < len(moves):
            return table.explain(moves[choice.index], seat)
    if len(source) != 2 or table.decider != seat:
        raise InvalidMove("nothing to explain: name a move, or a card and where it should go")
    return _explained_drag(table, seat, source[0], source[1], target)


def _explained_drag(
    table: Table, seat: int, zone: int, position: int, target: int | None
) -> Explanation:
    zones = len(table.program.zones)
    if not 0 < zone < zones or (target is not None and not 0 < target < zones):
        raise InvalidMove("unknown place")
    explainer = Explainer(table.reading(seat))
    drag = _Drag(table, seat, zone, position, target)
    found = [
        Explanation(drag.text(), False, explainer.conditions(info, entry))
        for info, entry in itertools.islice(drag.meanings(), MOST_MEANINGS)
    ]
    if not found:
        raise InvalidMove("no rule is about moving this card there")
    # The action that lacks least is the one that was meant.
    return min(found, key=lambda each: sum(c.truth != YES for c in each.conditions))


MOST_MEANINGS = 24


class _Drag:
    """A card (by its zone and position from the bottom) dragged to a zone."""

    def __init__(
        self, table: Table, seat: int, zone: int, position: int, target: int | None
    ) -> None:
        self.table = table
        self.seat = seat
        self.zone = zone
        self.target = target
        self.tokens = tokens_in(table.program, table.state, zone)
        self.position = min(max(position, 0), max(len(self.tokens) - 1, 0))

    def text(self) -> str:
        """What was tried, as the seat sees it."""
        program, state = self.table.program, self.table.state
        label = program.value_text(self.zone, "zone", state)
        token = self.tokens[self.position] if self.tokens else 0
        known = token and self.table.masks.identifies(state, token, self.seat)
        what = program.tokens[token] if known else label
        if self.target is None:
            return what
        return f"{what} -> {program.value_text(self.target, 'zone', state)}"

    def meanings(self) -> Iterator[tuple[ActionInfo, tuple[int, ...]]]:
        """The actions of this decision with operands that fit, then those that are never legal."""
        site = self.table.site
        for number, info in enumerate(site.actions, start=1):
            yield from ((info, (number, *operands)) for operands in self._operands(info))
        for info in site.refused:
            yield from ((info, (0, *operands)) for operands in self._operands(info))

    def _operands(self, info: ActionInfo) -> Iterator[tuple[int, ...]]:
        if info.sets is not None:
            return
        kinds = [kind for _, kind, _ in info.operands]
        zones = iter(self._zones(kinds.count("zone"), "token" in kinds))
        choices = [self._values(kind, zones) for kind in kinds]
        for operands in itertools.product(*choices):
            among = info.among or (None,) * len(operands)
            pairs = zip(operands, among, strict=True)
            if operands and all(where is None or value in where for value, where in pairs):
                yield operands

    def _zones(self, count: int, named: bool) -> list[int]:
        """The zones an action is about: where the card is, unless it is named, and where to."""
        zones = [] if named else [self.zone]
        zones += [] if self.target is None else [self.target]
        return zones if len(zones) == count else []

    def _values(self, kind: str, zones: Iterator[int]) -> list[int]:
        if kind == "zone":
            return [*itertools.islice(zones, 1)]
        if kind == "token":
            return self.tokens[self.position : self.position + 1]
        if kind == "int":
            # Actions count the cards of a run either with or without the one that is dragged.
            above = len(self.tokens) - self.position
            return [above - 1, above]
        return []
