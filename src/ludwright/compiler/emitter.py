"""Where code comes together: ops, labels, registers, constants, tables, and places in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from ..diagnostics import Span
from ..gamedef import nodes as n
from ..gamedef.call_graph import calls_of, due_at, rehearsed, tried_out, within_atomic
from ..gamedef.claims import FAULTLESS, LIST, claimed, may
from ..gamedef.fallibility import Facts, can_fail, exists, facts_of, items_exist
from ..gamedef.information_flow import OPEN, Dependence, Secrecy
from ..gamedef.scope import Scope, is_list, item_type
from ..gamedef.types import type_of
from ..gamedef.walk import children, walk
from ..machine import ops
from ..machine import state as m
from ..machine.program import SiteInfo, Slot
from .fold import Folded, Tables, fold
from .layout import Layout
from .liveness import alive

FEWEST_ITEMS = 16  # room of a local list that has a place of its own
JOINED_ITEMS = 64  # ... in a game that joins lists, where an item may occur more than once
SELECTIONS = 256  # ... of numbers, in a game that selects items of lists
FEW = 4  # items of a written list that are tested one by one


def is_short(items: n.Expr) -> bool:
    """Whether a list is written out and so short that a test over it needs no list."""
    return isinstance(items, n.ListOf) and len(items.items) <= FEW


def may_fault(expr: n.Expr) -> bool:
    """Whether an expression must not be evaluated where nothing asks for it, as it may be a fault:
    a number that is too large, or a list that is too long."""
    return any(may(part, LIST) or not claimed(part, FAULTLESS) for part in walk(expr))


def shuffles(game: n.GameDef) -> Iterator[n.Shuffle]:
    """All shuffles of a game."""
    return (x for x in walk(game) if isinstance(x, n.Shuffle))


class Label:
    """A place in the code that may not be known yet."""

    address: int | None = None
    asked = False  # whether something that its reader may not know leads there


@dataclass(frozen=True)
class TableAt:
    """The place of a table, named inside another table."""

    offset: int


class Loop(NamedTuple):
    """Where Leave goes, and how many attempts, bodies and atomic bodies are around the loop."""

    end: Label
    attempts: int
    bodies: int
    atomic: int


class Agenda(NamedTuple):
    """Who waits for which boundary, and where that is kept; where what is due is put."""

    due: dict[str, list[str]]
    entries: int
    due_now: int


class Push(NamedTuple):
    """A call in a circle: its table, what is live there, and whether it is in a loop."""

    table: Label
    live: list[int]
    slots: dict[int, Slot]
    looping: bool


@dataclass
class Frame:
    """The registers of one procedure: where it returns to, its names, what is in use."""

    returns: int  # the address of its return place; 0 in main
    names: dict[str, int] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    held: list[int] = field(default_factory=list)  # registers in use, innermost last
    kept: dict[int, Slot] = field(default_factory=dict)  # those that are needed while one waits
    told: dict[str, Dependence] = field(default_factory=dict)  # what the names tell
    chosen: dict[str, n.Action] = field(default_factory=dict)  # those that actions here have bound
    free: list[int] = field(default_factory=list)
    lasting: frozenset[str] = frozenset()  # names whose lists have a place of their own
    rooms: dict[str, int] = field(default_factory=dict)  # how many items fit there
    lists: int = 0  # where it is kept how full the list area was at the start; 0: nowhere
    attempts: int = 0
    bodies: int = 0  # how many action bodies that are tried out are around here
    atomic: int = 0  # how many atomic bodies are around here
    loops: list[Loop] = field(default_factory=list)
    circle: frozenset[str] = frozenset()  # the procedures through which it may call itself
    pushes: list[Push] = field(default_factory=list)  # its calls in that circle

    def live(self, alive: frozenset[str] | None = None) -> list[int]:
        """The registers whose values may still be needed; of names, only those that are alive."""
        kept = {self.lists} if self.lists else set()
        names = {k: v for k, v in self.names.items() if alive is None or k in alive}
        for name in names.keys() & self.rooms.keys():
            # The register and, right behind it, the list that it names.
            kept |= {names[name] + 1 + i for i in range(self.rooms[name] + 1)}
        kept |= self.kept.keys() & set(self.held)
        return sorted({*names.values(), *kept})


class Emitter:
    """Turns a prepared game into code; the functions for each kind of node use it."""

    def __init__(self, game: n.GameDef, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.scope = Scope.of(game)
        self.draws = bool(layout.bags)  # whether code settles what lies in bags
        self._bags = {x.zone.name if isinstance(x.zone, n.ZoneAt) else "" for x in shuffles(game)}
        self.facts: Facts = facts_of(game, layout.seats)
        self.code: list[int | Label] = []
        self.places: list[tuple[int, Span | None]] = []
        self.tables: list[int | Label | TableAt] = []
        self.words: list[int] = layout.first_words()
        self.constants: dict[int, int] = {}
        self._constants_at: dict[int, int] = {}
        self.frames: dict[str, Frame] = {}
        self.entries: dict[str, Label] = {}
        self.frame = Frame(0)
        self.fail: Label | int = 0
        self.calls = calls_of(game)
        self.tried = tried_out(game)
        self.secrecy = Secrecy(game)
        self.alive = {at: names for p in game.procedures for at, names in alive(p).items()}
        self.asks: Label | bool = False  # whether somebody may not know what is read, and then?
        self.sites: list[SiteInfo] = []
        self.live: dict[int, tuple[Slot, ...]] = {}  # by the offset of the table that says so
        self.rollbacks: list[tuple[Label, int]] = []  # where they go on, and what is live there
        self.attempts: list[tuple[int, int, str]] = []
        self.procedures: list[int] = []  # of each its first op, its end, its return place
        self.reasons: list[str] = []
        self.ids = 0
        self.widest = 3
        self.most_kept = -1  # words that a call in a circle keeps; -1: there is none
        self.rehearsed = rehearsed(game)
        self.within_atomic = within_atomic(game)
        self.searched = False  # whether every way through the choices here may be tried out
        self.agenda = Agenda(due_at(game), 0, 0)
        self.probes = 0  # where it is kept how many dry runs are under way
        self.has_ranges = False
        self._lists: dict[tuple[int, ...], int] = {}
        self._shared: dict[tuple[int | TableAt, ...], int] = {}
        self._folded: Tables = {}
        self._live: dict[tuple[tuple[int, ...], tuple[Slot, ...]], int] = {}

    # ---- code ----

    @property
    def here(self) -> int:
        """The address of the next op."""
        return m.P_CODE + len(self.code)

    def emit(self, op: int, *operands: int | Label) -> None:
        """Add an op."""
        self.code.append(op)
        self.code.extend(operands)

    def place(self, label: Label) -> None:
        """Say that a label is here."""
        label.address = self.here

    def at(self, span: Span | None) -> None:
        """Say where in the file the code from here on comes from."""
        if span and (not self.places or self.places[-1][1] != span):
            self.places.append((self.here, span))

    @contextmanager
    def failing(self, label: Label | int) -> Iterator[None]:
        """Let what fails inside go to a label instead of failing the statement."""
        before, self.fail = self.fail, label
        yield
        self.fail = before

    @contextmanager
    def asking(self, label: Label | bool) -> Iterator[None]:
        """Let what the asking seat may not know go to a label, or (true) end the trial."""
        before, self.asks = self.asks, label
        yield
        self.asks = before

    def need(self, kind: int, at: int) -> None:
        """Say that somebody who asks must know a value from here on."""
        if self.asks:
            past = Label()
            goal = past if self.asks is True else self.asks
            goal.asked = True
            self.emit(ops.NEED, kind, at, goal)
            self.place(past)

    def draw(self, zone: n.Expr, at: int, count: int, bottom: bool = False) -> None:
        """Settle what lies at so many places of a zone, if it may be a bag and chance is told."""
        named = zone.name if isinstance(zone, n.ZoneAt) else ""
        bag = not named or not self._bags.isdisjoint({named, ""})
        if self.draws and bag and not isinstance(self.asks, Label):
            self.emit(ops.DRAW, at, self.constant(count), int(bottom))

    @contextmanager
    def settled(self) -> Iterator[None]:
        """Leave bags alone inside: what is listed there may not depend on them."""
        before, self.draws = self.draws, False
        yield
        self.draws = before

    def reason(self, text: str) -> int:
        """The number of a reason."""
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    # ---- words of the state ----

    def word(self, first: int = 0) -> int:
        """The address of a new word with this first value."""
        self.words.append(first)
        return len(self.words) - 1

    def constant(self, value: int) -> int:
        """The address of a word that always has this value."""
        if value not in self.constants:
            self.constants[value] = address = self.word(value)
            self._constants_at[address] = value
        return self.constants[value]

    def constant_list(self, values: tuple[int, ...]) -> int:
        """The address of a word that always names a list of these values."""
        if values not in self._lists:
            self._lists[values] = len(self.words)
            self.words.extend((len(values), *values))
        return self.constant(self._lists[values])

    def constant_at(self, address: int) -> int | None:
        """The value of the constant at an address, if there is one."""
        return self._constants_at.get(address)

    def register(self, lasts: bool = False) -> int:
        """A register for a value in the works; given back at the end of `registers`. It lasts if
        it is needed after somebody was waited for."""
        address = self.frame.free.pop() if self.frame.free else self.word()
        self.frame.held.append(address)
        self.frame.kept.pop(address, None)
        if lasts:
            self.frame.kept[address] = Slot("", address, 1, "int", "all")
        return address

    def keep_list(self, address: int, items: n.Expr) -> None:
        """Say that the list that a register names is needed after somebody was waited for."""
        told = self.secrecy.told(items, self.frame.told)
        slot = Slot("", address, 1, self.type_of(items), self._audience(told, None))
        self.frame.kept[address] = slot

    @contextmanager
    def registers(self) -> Iterator[None]:
        """Give the registers taken inside back at the end."""
        frame, before = self.frame, len(self.frame.held)
        yield
        while len(frame.held) > before:
            frame.free.append(frame.held.pop())

    def name(self, name: str, kind: str) -> int:
        """The register of a local name."""
        if name not in self.frame.names:
            self.frame.names[name] = self.word()
        self.frame.types[name] = kind
        return self.frame.names[name]

    def list_name(self, name: str, kind: str) -> int:
        """The register of a local name whose list has a place of its own, right behind it."""
        if name not in self.frame.rooms:
            counted = self.values_of(item_type(kind)) or 0
            joins = any(isinstance(x, n.Join) for x in walk(self.game))
            room = max(JOINED_ITEMS, 2 * counted) if joins else max(FEWEST_ITEMS, counted)
            if kind == "[int]" and any(isinstance(x, n.Subsets) for x in walk(self.game)):
                room = max(room, SELECTIONS)
            self.frame.rooms[name] = room
            self.frame.names[name] = self.word(len(self.words) + 1)
            self.words.extend([0] * (self.frame.rooms[name] + 1))
        self.frame.types[name] = kind
        return self.frame.names[name]

    @contextmanager
    def bound(self, name: str, address: int, kind: str, exists: bool = True) -> Iterator[None]:
        """Bind a name inside an expression or an action only."""
        frame, facts = self.frame, self.facts
        before = (frame.names.get(name), frame.types.get(name))
        frame.names[name], frame.types[name] = address, kind
        self.facts = facts.bind(name, exists)
        yield
        self.facts = facts
        old_address, old_type = before
        if old_address is None or old_type is None:
            del frame.names[name], frame.types[name]
        else:
            frame.names[name], frame.types[name] = old_address, old_type

    # ---- types and static facts ----

    def type_of(self, expr: n.Expr) -> str:
        """The type of an expression here."""
        return type_of(expr, self.scope.with_names(self.frame.types))

    def values_of(self, kind: str) -> int | None:
        """How many raw values a type has, nothing included; None if too many to count."""
        return self.layout.values_of(kind)

    def domain(self, expr: n.Expr) -> int | None:
        """How many values an expression has that changes but cannot fail; None if it may."""
        if can_fail(expr, self.facts) or may_fault(expr):
            return None
        return self.values_of(self.type_of(expr))

    def fold(self, test: n.Expr, token: n.Expr) -> Folded | None:
        """A test over a token as a bit table, if it is static enough and nobody asks about it."""
        if self.asks:
            return None
        return fold(test, token, self.layout, self.domain, self._folded)

    def fold_pair(self, test: n.Expr, key: n.Expr, token: n.Expr) -> Folded | None:
        """A test over two tokens as a bit table with a row per token that `key` may be."""
        folded = self.fold(test, token)
        if folded is None or any(each != key for each in folded.keys):
            return None
        if folded.keys:
            return folded
        rows = len(self.layout.tokens) + 1  # the same row whatever the key is
        return Folded((key,), (rows,), folded.words, folded.bits * rows)

    def are_tokens(self, items: n.Expr) -> bool:
        """Whether the items of a list are tokens, none of them nothing."""
        return item_type(self.type_of(items)) == "token" and items_exist(items, self.facts)

    # ---- tables ----

    def table(self, words: Iterable[int | TableAt]) -> int:
        """The offset of a table with these words; equal tables are kept once."""
        key = tuple(words)
        if key not in self._shared:
            self._shared[key] = len(self.tables)
            self.tables.extend(key)
        return self._shared[key]

    def live_table(self, waiting: n.Node) -> int:
        """The offset of what is live while a statement waits."""
        seat = waiting.seat if isinstance(waiting, n.Decide | n.Ask | n.Pick) else None
        alive = self.alive.get(id(waiting), frozenset())  # nobody waits in what is tried out
        return self._live_table(self.frame.live(alive), self._slots(seat))

    def _slots(self, seat: n.Expr | None = None) -> dict[int, Slot]:
        """What is known of the registers in use here, where a seat may be waited for."""
        frame = self.frame
        slots = dict(frame.kept)
        for name, at in frame.names.items():
            kind = frame.types.get(name, "int")
            slots[at] = Slot(name, at, 1, kind, self.audience(name, seat))
        return slots

    def audience(self, name: str, seat: n.Expr | None) -> str:
        """Who may know the value of a name: all, the seat that decides, or none for sure. What was
        chosen in secret may be known to its chooser, if that is the seat that decides."""
        frame = self.frame
        steady = seat is not None and self.secrecy.is_steady(
            seat, name, frame.chosen.get(name), frame.told
        )
        told = frame.told.get(name, OPEN)
        audience = self._audience(told, seat if steady else None)
        choosers = self.secrecy.chosen_by(told)
        if audience != "none" or not choosers:
            return audience
        return "chooser" if choosers == {seat} else "nobody"

    def _audience(self, told: Dependence, seat: n.Expr | None) -> str:
        hidden = [s for s in told.secrets if not self.secrecy.is_open(s)]
        if not hidden:
            return "all"
        owned = seat is not None and all(self.secrecy.is_owned(s, seat) for s in hidden)
        return "decider" if owned else "none"

    def _live_table(self, live: list[int], slots: dict[int, Slot]) -> int:
        words = (self.frame.returns, len(live), *live)
        told = tuple(slots.get(at, Slot("", at, 1, "int", "all")) for at in live)
        if (words, told) not in self._live:  # not shared where registers hold something else
            self._live[words, told] = offset = len(self.tables)
            self.tables.extend(words)
            self.live[offset] = told
        return self._live[words, told]

    def push(self) -> Label:
        """The table of what a call in a circle keeps; it is made when the procedure is known."""
        frame, table = self.frame, Label()
        frame.pushes.append(Push(table, frame.live(), self._slots(), bool(frame.loops)))
        return table

    def place_pushes(self) -> None:
        """Make the tables of all calls of this procedure that are in a circle."""
        for table, live, slots, looping in self.frame.pushes:
            # An earlier round of a loop may have bound what is bound only further down.
            kept = sorted({*live, *self.frame.live()}) if looping else live
            table.address = self._live_table(kept, self._slots() | slots)
            self.most_kept = max(self.most_kept, len(kept))

    # ---- lists ----

    def makes_lists(self, *exprs: n.Expr | None) -> bool:
        """Whether an expression puts lists in the list area."""
        waiting: list[n.Node] = [expr for expr in exprs if expr]
        while waiting:
            node = waiting.pop()
            if may(node, LIST):
                return True
            if isinstance(node, n.AnyOf) and is_short(node.items):
                waiting.extend((*children(node.items), node.where))
            elif isinstance(node, n.AllOf) and isinstance(node.items, n.Neighbours):
                waiting.extend((node.items.zone, node.where))
            elif isinstance(node, n.Item) and isinstance(node.items, n.TokensIn):
                waiting.extend((node.items.zone, node.index))
            elif not (isinstance(node, n.AnyOf) and self.is_direct(node)):
                if isinstance(node, n.AnyOf) and self.fold_items(node):
                    return True  # those for which it holds are put in a list
                waiting.extend(children(node))
        return False

    def fold_items(self, node: n.Filter | n.AnyOf) -> Folded | None:
        """The bit table of a test over a list of tokens, if it is static enough."""
        if not self.are_tokens(node.items):
            return None
        with self.bound(node.name, 0, "token"):
            return self.fold(node.where, n.Local(name=node.name))

    def is_direct(self, node: n.AnyOf) -> bool:
        """Whether a test over a zone's tokens is one op that needs no list of them."""
        zone = node.items.zone if isinstance(node.items, n.TokensIn) else None
        return zone is not None and exists(zone, self.facts) and self.fold_items(node) is not None

    @contextmanager
    def lists(self, *exprs: n.Expr | None) -> Iterator[None]:
        """Give the list area back at the end, if these expressions use it."""
        if not self.makes_lists(*exprs):
            yield
            return
        kept = self.register(lasts=True)
        self.emit(ops.KEEP_LISTS, kept)
        yield
        self.emit(ops.DROP_LISTS, kept)

    def binds_lists(self, block: n.Block) -> bool:
        """Whether a block binds a name to a list in the list area."""
        return any(
            isinstance(node, n.Let | n.Pick)
            and node.name not in self.frame.lasting
            and (isinstance(node, n.Pick) or is_list(self.type_of(node.value)))
            for statement in block
            for node in walk(statement)
        )
