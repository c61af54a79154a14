"""The past of a seat as a tensor: what it saw at each decision, and what it knows was chosen."""

from __future__ import annotations

from ..machine import state as m
from ..play.events import KINDS
from ..play.observed import ObservedMove
from ..play.option_rows import id_of
from ..play.tensors import Tensor
from ..play.view import View
from .chance_tree import Tree
from .observation import Observer

KIND_NUMBERS = {name: number for number, (name, _) in enumerate(KINDS.values())}


class Recall:
    """Tensors of a game of at most a number of decisions, whose actions are ids. Of each decision
    they have the observation before it, who decided, the action, and how many events of each kind
    the seat noticed up to the next decision."""

    def __init__(self, tree: Tree, observer: Observer, decisions: int) -> None:
        self._tree, self._observer = tree, observer
        self._decisions, self._seats = decisions, tree.program.seats
        self._events = observer.size + self._seats + tree.actions.count
        self._each = self._events + len(KIND_NUMBERS)

    @property
    def size(self) -> int:
        """How many numbers there are, the observation of the moment included."""
        return self._observer.size + self._decisions * self._each

    def write_past(self, view: View, out: Tensor) -> None:
        """Write what a seat observed before this moment."""
        out.fill(0)
        rows = out.reshape(self._decisions, self._each)
        number = -1
        for step in view.steps:
            if _is_noticed(step, view.seat):
                number += 1
                self._write(rows[number], step, view.seat)
            if number >= 0:  # what happened before the first decision is seen
                for kind, *_ in step.seen:
                    rows[number, self._events + KIND_NUMBERS[str(kind)]] += 1

    def _write(self, row: Tensor, step: ObservedMove, seat: int) -> None:
        size = self._observer.size
        self._observer.write_state(step.words, seat, row[:size])
        assert step.decider is not None
        row[size + step.decider] = 1
        if step.row is None or None in step.row:
            return
        action, *values = (value for value in step.row if value is not None)
        info = self._tree.program.sites[step.site].actions[action - 1]
        row[size + self._seats + id_of(info, tuple(values))] = 1


def _is_noticed(step: ObservedMove, seat: int) -> bool:
    """Whether a seat notices a decision now: of simultaneous ones only its own."""
    if step.decider is None:
        return False
    return step.decider == seat or step.words[m.TOGETHER] != m.COLLECTING
