"""The observation history of a seat: what it saw of each move, and which tokens it could follow.

Steps are written by `belief/step.py` to the arrays of `belief/history.py`; observations are
snapshots of them, whose parts become objects when they are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..belief import step as kernel
from ..belief.history import (
    ROW_HEAD,
    Knowledge,
    Past,
    Shape,
    Steps,
    Stretch,
    combined,
)
from ..belief.kernels import entry_point
from ..belief.mask import DONE, FULL
from ..belief.mask_table import M_MOST_VALUES, X_FULL
from ..machine import stack
from ..machine import state as m
from ..machine.kernels import OPERATE
from ..machine.program import Array
from ..machine.stepping import COPY_EVERY, L_ENTRIES
from .errors import fault
from .observation import Masks, scratch_of
from .observed import Observed, bits, frozen
from .workspace import EVENT_ROOM, MOST_ROWS, workspace

if TYPE_CHECKING:
    from .log import Log
    from .table import Table

Row = tuple[int | None, ...]
Group = tuple[list[int], list[int]]
Truths = np.ndarray[Any, np.dtype[np.bool_]]

LEAST_ROOM = 2  # steps
WIDTHS = 64  # words of masked states are kept in multiples of it
MOST_PIECES = 16  # stretches of steps, before they are joined

_step = entry_point(kernel.step)
_repeat = entry_point(kernel.repeat)
_look = entry_point(kernel.look)


class ObservationHistory:
    """All observations of a seat; it catches up with the table when asked. At a table that started
    from a state, the seat may remember what was before."""

    def __init__(self, table: Table, seat: int, masks: Masks, before: Observed | None) -> None:
        self.seat, self.masks = seat, masks
        program = masks.program
        n1, code = masks.n1, program.code
        self._state = table.first_state()
        self._next = np.zeros_like(self._state)
        self._space = workspace(program, events=EVENT_ROOM)
        self._groups = np.zeros(
            2 * (n1 + masks.z1) + EVENT_ROOM + kernel.GROUP_COLUMNS * n1, np.int32
        )
        self._secret = np.zeros(4 * n1, np.int32)  # labels and classes
        # Not a program's native code, which at a pause has no registers in the state.
        self._machine = OPERATE
        self._scratch = scratch_of(program)
        row = ROW_HEAD + int(masks.table[M_MOST_VALUES])
        self._least_width = int(code[m.P_LISTS])
        self._shape = Shape(n1, row, EVENT_ROOM)
        self._stride = 1 + int(code[m.P_WIDTH])
        self._made = np.zeros(COPY_EVERY * self._stride, np.int32)  # log entries
        self._reseeded: dict[int, tuple[int, ...]] = {}
        self._copies: list[Array] = []  # states, every COPY_EVERY moves
        self._now: Observed | None = None
        self._same: tuple[Log, int] | None = None  # the log that was followed last
        same_back = np.equal.outer(masks.backs, masks.backs)
        same_back[0, :] = same_back[:, 0] = False
        self._alike = bits(same_back)
        # Steps before the table began, stretches since, and the one that is being written.
        past = before.past if before else None
        self._before: tuple[Steps, ...] = past.pieces if past else ()
        self._pieces: list[tuple[Stretch, int, Steps]] = []
        self._last = Stretch(self._shape, self._least_width, LEAST_ROOM)
        self._start = self._state.copy()
        if past:
            self._begin(past.moment)
        else:
            self._last.possible[: self._shape.cells] = self._alike
            self._last.chain[:2] = seat + 1
        self._look(fresh=True)

    def _look(self, fresh: bool) -> None:
        """Observe the current state; a fresh one is written down."""
        masks = self.masks
        while True:
            last = self._last
            done = _look(
                *(masks.code, masks.image, masks.table, self._state, self._scratch.memory),
                *(self.seat, self._secret, last.words, last.width, last.count, last.possible),
                int(fresh),
            )
            if done == DONE:
                return
            self._make_room(done)

    def _make_room(self, trouble: int) -> None:
        """Make the room that a kernel did not find, or raise the fault that it met."""
        rows = 4 * self._space.item(m.W_CAPACITY)
        if trouble == FULL:
            self._scratch.grow()
        elif trouble == kernel.WIDER:
            last, count = self._last, self._last.count
            if count:
                self._pieces.append((last, count, last.steps(count)))
            self._begin(last.moment(count, self.masks.image), self._scratch.memory.item(X_FULL))
        elif trouble == kernel.MORE_ROWS and rows <= MOST_ROWS:
            self._space = workspace(self.masks.program, rows, EVENT_ROOM)
        else:
            raise fault(self.masks.program, self._next)

    def _begin(self, moment: Knowledge, width: int = 0) -> None:
        """Begin a stretch of steps, with room for at least `width` words of masked states."""
        differ = np.flatnonzero(moment.words != self.masks.image)
        used = max(width, int(differ[-1]) + 1 if len(differ) else 0, self._least_width)
        used = min(-(-used // WIDTHS) * WIDTHS, self.masks.size)
        self._last = Stretch(self._shape, used, LEAST_ROOM)
        self._last.begin(moment)

    def __len__(self) -> int:
        return sum(count for _, count, _ in self._pieces) + self._last.count

    @property
    def size(self) -> int:
        """Its bytes, approximately."""
        each = 4 * self._last.width + 8 * self._shape.cells
        return (1 + len(self)) * each + (3 + len(self._copies)) * self._state.nbytes

    # ---- keeping up ----

    def catch_up(self, table: Table) -> None:
        """Advance, or go back, to the moment at which a table is."""
        log = table.log_words
        number, keep = len(self), self._kept(log)
        if table.reseeded or self._reseeded:
            # The same move may have been taken back and repeated with other random numbers.
            drawn, known = table.reseeded, self._reseeded
            keep = min([keep, *(i for i in {*drawn, *known} if drawn.get(i) != known.get(i))])
        if keep < number:
            self._go_back(keep)
        for each in range(keep, len(log)):
            self._step(log, each, table.reseeded.get(each))
        self._same = log, log.moment[0]

    def _kept(self, log: Log) -> int:
        """The number of moves that the history and a log have in common."""
        count = min(len(self), len(log))
        if self._same is not None and self._same[0] is log and self._same[1] == log.moment[0]:
            return count
        width = self._stride
        mine = self._made[: count * width].reshape(-1, width)
        theirs = log.words[L_ENTRIES : L_ENTRIES + count * width].reshape(-1, width)
        for i in np.flatnonzero((mine != theirs).any(axis=1)).tolist():
            used = 2 + mine.item(i, 0)  # what follows is of older moves
            if (mine[i, :used] != theirs[i, :used]).any():
                return int(i)
        return count

    def _go_back(self, keep: int) -> None:
        """Drop all but the first moves."""
        own = keep - sum(count for _, count, _ in self._pieces)
        if own >= self._last.shared:
            self._last.count = own
        else:
            self._cut(keep)
        self._now = None
        self._reseeded = {i: words for i, words in self._reseeded.items() if i < keep}
        del self._copies[keep // COPY_EVERY :]
        copies = len(self._copies)
        self._state[:] = self._copies[-1] if copies else self._start
        for number in range(copies * COPY_EVERY, keep):
            self._repeat(number)
        self._look(fresh=False)

    def _cut(self, keep: int) -> None:
        """Begin a new stretch after the first moves: snapshots refer to those that follow."""
        last = self._last
        pieces, self._pieces = [*self._pieces, (last, last.count, None)], []
        for stretch, count, steps in pieces:
            if keep <= count:
                if keep:
                    self._pieces.append((stretch, keep, stretch.steps(keep)))
                break
            assert steps is not None
            self._pieces.append((stretch, count, steps))
            keep -= count
        if len(self._pieces) > MOST_PIECES:
            whole = combined([(each, count) for each, count, _ in self._pieces], self.masks.image)
            self._pieces = [(whole, whole.count, whole.steps(whole.count))]
        self._begin(stretch.moment(keep, self.masks.image))

    def _step(self, log: Log, number: int, fresh: tuple[int, ...] | None) -> None:
        """Write the step of a log's next move."""
        masks = self.masks
        if len(self._made) < (number + 1) * self._stride:
            self._made = np.concatenate([self._made, np.zeros_like(self._made)])
        entry = L_ENTRIES + number * self._stride
        self._made[number * self._stride :][: self._stride] = log.words[entry:][: self._stride]
        if fresh is not None:
            self._reseeded[number] = fresh
        while True:
            last = self._last
            last.grow()
            done = _step(
                *(self._machine, masks.code, masks.image, masks.table, self._state, self._next),
                *(self._space, self._scratch.memory, self._groups, self._secret, log.words, entry),
                *(self._generator(number), number in self._reseeded, self.seat, last.count),
                *(last.words, last.width, last.possible, self._alike, last.chain, last.decider),
                *(last.rows, last.follows, last.mixed_at, last.mixed, last.seen_at, last.seen),
            )
            if done == DONE:
                break
            self._make_room(done)
        self._state, self._next = self._next, self._state
        last.count += 1
        self._now = None
        if (number + 1) % COPY_EVERY == 0:
            self._copies.append(self._state.copy())

    def _repeat(self, number: int) -> None:
        """Repeat a move of which the step is written."""
        done = _repeat(
            *(self._machine, self.masks.code, self._state, self._next, self._space, self._made),
            *(number * self._stride, self._generator(number), number in self._reseeded),
        )
        if done != DONE:
            self._make_room(done)
            self._repeat(number)
        else:
            self._state, self._next = self._next, self._state

    def _generator(self, number: int) -> Array:
        """The words of the generator that a move began with, if they were drawn anew."""
        return np.array(self._reseeded.get(number, ()), np.int32)

    def observed(self) -> Observed:
        """The current observation."""
        if self._now is None:
            self._now = self._observed()
        return self._now

    def _observed(self) -> Observed:
        masks, last, state = self.masks, self._last, self._state
        last.shared = last.count
        moment = last.moment(last.count, masks.image)
        pieces = [*self._before, *(steps for _, _, steps in self._pieces)]
        decider = decider_of(state)
        # A seat that answers sees its own answers.
        answering = decider == self.seat and state.item(m.TOGETHER)
        words = frozen(moment.words)
        return Observed(
            masks,
            self.seat,
            decider,
            words,
            frozen(masks.masked(state, self.seat)[0]) if answering else words,
            len(stack.answers(masks.program, state)) if state.item(m.TOGETHER) else 0,
            Past((*pieces, last.steps(last.count)), moment, masks.image),
        )


def decider_of(state: Array) -> int | None:
    """The seat that decides in a state."""
    return state.item(m.DECIDER) - 1 if state.item(m.STATUS) == m.DECISION else None
