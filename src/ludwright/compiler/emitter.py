"""The emitter: the code so far, the frame of the procedure at hand, and what is known here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from ..gamedef import nodes as n
from ..gamedef.call_graph import due_at
from ..machine import ops
from ..machine.program import Slot
from .code import Code, Label
from .emit_context import EmitContext
from .frame import Frame, Push
from .layout import Layout


class Agenda(NamedTuple):
    """Which procedures wait for each boundary, where they are kept, and where due calls are put."""

    due: dict[str, list[str]]
    entries: int
    due_now: int


class Emitter:
    """What the functions that emit a kind of node work with."""

    def __init__(self, game: n.GameDef, layout: Layout) -> None:
        self.game, self.layout = game, layout
        self.code = code = Code(layout.first_words())
        self.context = context = EmitContext(game, layout, code)
        self.scope = context.scope
        self.frames: dict[str, Frame] = {}
        self.entries: dict[str, Label] = {}
        self.agenda = Agenda(due_at(game), 0, 0)
        self.dry_runs = 0  # the address of how many dry runs are under way
        self.registers_at = 0  # the address of constants and frames
        self.most_kept = -1  # words that a recursive call saves; -1 if there is none
        self._live: dict[tuple[tuple[int, ...], tuple[Slot, ...]], int] = {}
        # What nearly every node needs is at hand without naming the part that provides it.
        self.emit, self.place, self.at, self.table = code.emit, code.place, code.at, code.table
        self.word, self.reason = code.word, code.reason
        self.constant, self.constant_at = code.constant, code.constant_at
        self.constant_list = code.constant_list
        self.failing, self.asking, self.bound = context.failing, context.asking, context.bound
        self.type_of = context.type_of

    @property
    def here(self) -> int:
        """The address of the next op."""
        return self.code.here

    @property
    def fail(self) -> Label | int:
        """Where a failure jumps to."""
        return self.context.fail

    @property
    def frame(self) -> Frame:
        """The frame of the procedure at hand."""
        return self.context.frame

    def register(self, lasts: bool = False) -> int:
        """A register of this frame."""
        return self.frame.register(lasts)

    def registers(self) -> AbstractContextManager[None]:
        """Release the registers taken inside."""
        return self.frame.registers()

    @contextmanager
    def lists(self, *exprs: n.Expr | None) -> Iterator[None]:
        """Restore the list area at the end, if these expressions use it."""
        if not self.context.makes_lists(*exprs):
            yield
            return
        kept = self.register(lasts=True)
        self.emit(ops.KEEP_LISTS, kept)
        yield
        self.emit(ops.DROP_LISTS, kept)

    def bind_list(self, name: str, kind: str, made: int) -> None:
        """Bind a local name to a list; one that escapes its loop is copied out of the list area."""
        if name in self.frame.escaping:
            to = self.frame.list_name(name, kind, self.context.room_for(kind))
            self.emit(ops.KEEP_LIST, to, made, self.frame.rooms[name])
        else:
            self.emit(ops.COPY, self.frame.name(name, kind), made)

    def require(self, address: int, reason: str) -> None:
        """Fail if a value is nothing."""
        there = Label()
        self.emit(ops.IF_SET, address, there)
        self.emit(ops.FAIL, self.fail, self.reason(reason))
        self.place(there)

    # ---- hidden information and chance ----

    def need(self, kind: int, at: int) -> None:
        """Demand that the asking seat may know a value, if one asks."""
        asks = self.context.asks
        if asks:
            past = Label()
            # In a trial, NEED ends the trial itself; the label only completes the op.
            target = past if asks is True else asks
            target.asked = True
            self.emit(ops.NEED, kind, at, target)
            self.place(past)

    def draw(self, zone: n.Expr, at: int, count: int, bottom: bool = False) -> None:
        """Decide which tokens are in `count` positions of a zone, if it may be a bag."""
        if self.context.draws_from(zone):
            self.emit(ops.DRAW, at, self.constant(count), int(bottom))

    # ---- what is live ----

    def keep_list(self, address: int, items: n.Expr) -> None:
        """Mark the list that a register names as needed after a decision."""
        depends = self.context.flow.depends_on(items, self.frame.depends)
        audience = self.context.audience_of(depends, None)
        self.frame.kept[address] = Slot("", address, 1, self.type_of(items), audience)

    def live_table(self, waiting: n.Node) -> int:
        """The offset of the table of what is live while a statement waits."""
        seat = waiting.seat if isinstance(waiting, n.Decide | n.Ask | n.Pick) else None
        names = self.context.live_names.get(id(waiting), frozenset())  # nothing waits in a dry run
        return self._live_table(self.frame.live(names), self._slots(seat, waiting))

    def _slots(self, seat: n.Expr | None = None, waiting: n.Node | None = None) -> dict[int, Slot]:
        """What the registers in use here hold, if `seat` is the one that decides where a statement
        waits."""
        frame = self.frame
        slots = dict(frame.kept)
        for name, at in frame.names.items():
            audience = self.context.audience(name, seat, waiting)
            slots[at] = Slot(name, at, 1, frame.types.get(name, "int"), audience)
        return slots

    def _live_table(self, live: list[int], slots: dict[int, Slot]) -> int:
        # The return address leads to the caller's own table, so the machine can follow the chain.
        runs = self.frame.runs(live)
        words = (self.frame.returns, len(live), *live, len(runs), *(x for run in runs for x in run))
        held = tuple(slots.get(at, Slot("", at, 1, "int", "all")) for at in live)
        if (words, held) not in self._live:  # not shared where registers hold something else
            tables = self.code.tables
            self._live[words, held] = offset = len(tables)
            tables.extend(words)
            self.code.live[offset] = held
        return self._live[words, held]

    def push(self) -> Label:
        """The table of what a recursive call saves; it is filled in by `place_pushes`."""
        frame, table = self.frame, Label()
        frame.pushes.append(Push(table, frame.live(), self._slots(), bool(frame.loops)))
        return table

    def place_pushes(self) -> None:
        """Make the tables of all recursive calls of this procedure."""
        for table, live, slots, looping in self.frame.pushes:
            # An earlier iteration may have bound what is bound only further down.
            kept = sorted({*live, *self.frame.live()}) if looping else live
            table.address = self._live_table(kept, self._slots() | slots)
            self.most_kept = max(self.most_kept, len(kept))
