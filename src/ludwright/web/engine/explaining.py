"""Explanations of what a person tried: a listed option, a typed move, or a drag of a card."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from ...machine.program import ActionInfo
from ...play.errors import InvalidMove
from ...play.explain import NO, Condition, Explainer, Explanation, Meaning
from ...play.move_text import mentioned
from ...play.table import Table
from ...table.scene import visible
from .interface import Choice

MOST_MEANINGS = 24
NO_RULE = Condition("there is a rule for moving this card there", NO, None)
UNKNOWN = Condition("this card, which you do not know, can be chosen here", NO, None)


def explained(
    table: Table, seat: int, choice: Choice, source: Sequence[int], target: int | None
) -> Explanation:
    """Why a choice is legal or not; a drag is explained as the action that it fits best."""
    if choice.text is not None:
        return table.explain(choice.text, seat)
    if choice.index is not None and table.decider == seat:
        moves = table.view(seat, past=False).legal()
        if 0 <= choice.index < len(moves):
            return table.explain(moves[choice.index], seat)
    if len(source) != 2 or table.decider != seat:
        raise InvalidMove("nothing to explain: name a move, or a card and where it should go")
    zones, (zone, position) = len(table.program.zones), source
    if not 0 < zone < zones or (target is not None and not 0 < target < zones):
        raise InvalidMove("unknown place")
    drag = _Drag(table, seat, zone, position, target)
    meant = drag.meanings()
    if not meant:
        return Explanation(drag.text, False, (NO_RULE,))
    legal = [each for each in meant if each[1][0] and table.lists(each[1])]
    if drag.unknown:
        # A seat may know a card without knowing which of several it is: conditions about the card
        # at this position would be that.
        return Explanation(drag.text, bool(legal), () if legal else (UNKNOWN,))
    return Explainer(drag.reading).best(drag.text, legal or meant, bool(legal))


class _Drag:
    """A card dragged to a zone, given by its zone and position in the scene of the seat that
    decides."""

    def __init__(
        self, table: Table, seat: int, zone: int, position: int, target: int | None
    ) -> None:
        self.zone = zone
        self.target = target
        self.site = table.site
        self.reading = table.reading(seat)
        view, program = table.view(seat, past=False), table.program
        lying = view.cards(zone)
        shown = visible(lying)
        card = shown[min(max(position, 0), len(shown) - 1)] if shown else None
        # By label, as the order of cards that the seat cannot distinguish is not the true one.
        names = table.masks.names(table.state, seat).tolist()
        self.token = names.index(card.label) if card else 0
        self.unknown = card is not None and card.name is None
        self.above = len(lying) - lying.index(card) if card else 0
        what = card.name if card and card.name else program.value_text(zone, "zone", view.state)
        to = "" if target is None else f" -> {program.value_text(target, 'zone', view.state)}"
        self.text = what + to

    def meanings(self) -> list[Meaning]:
        """The actions of this decision with operands that fit; those that are never legal only if
        there is no other."""
        found = self._meanings(enumerate(self.site.actions, start=1))
        about_it = [each for each in found if self._is_about_it(*each)]
        return about_it or found or self._meanings((0, info) for info in self.site.refused)

    def _meanings(self, infos: Iterable[tuple[int, ActionInfo]]) -> list[Meaning]:
        found = ((i, (n, *operands)) for n, i in infos for operands in self._operands(i))
        return [*itertools.islice(found, MOST_MEANINGS)]

    def _is_about_it(self, info: ActionInfo, entry: tuple[int, ...]) -> bool:
        """Whether the text of a move names the dragged card first, if it names any: not another one
        of the same pile."""
        named = mentioned(self.reading, self.reading.wording.form(info), entry[1:])
        tokens = [value for value, kind in named if kind == "token"]
        return not tokens or tokens[0] == self.token

    def _operands(self, info: ActionInfo) -> Iterator[tuple[int, ...]]:
        if info.sets is not None:
            return
        kinds = [kind for _, kind, _ in info.operands]
        zones = iter(self._zones(kinds.count("zone"), "token" in kinds))
        choices = [self._values(kind, zones) for kind in kinds]
        # No option has a larger number, or another zone; what somebody drags may, such as cards
        # that are not a run.
        cards = len(self.reading.wording.program.tokens)
        limited = [number for number, kind in enumerate(kinds) if kind != "zone"]
        for operands in itertools.product(*choices):
            limits = [(operands[number], info.radix[number]) for number in limited]
            among = zip(operands, info.among or (None,) * len(operands), strict=True)
            possible = all(low <= value < low + max(size, cards) for value, (low, size) in limits)
            if operands and possible and all(zones is None or at in zones for at, zones in among):
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
            return [self.token] if self.token else []
        if kind == "int" and self.above:
            # Actions count the cards of a run either with or without the one that is dragged.
            return [self.above - 1, self.above]
        return []
