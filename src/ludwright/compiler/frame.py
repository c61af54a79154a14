"""The frame of a procedure: its registers, local names and lists.

Frames are static: every procedure has words of its own in the state. Calls in a cycle save the
live ones on a stack (see `Push`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ..gamedef import nodes as n
from ..gamedef.information_flow import Dependence
from ..machine.program import Slot
from .code import Code, Label

NEAR = 16  # words that are copied rather than skipped


class Loop(NamedTuple):
    """Where Leave jumps to, and how many attempts, bodies and atomic bodies enclose the loop."""

    end: Label
    attempts: int
    bodies: int
    atomic: int


class Push(NamedTuple):
    """A recursive call: its table, what is live there, and whether it is in a loop."""

    table: Label
    live: list[int]
    slots: dict[int, Slot]
    looping: bool


class Frame:
    """The registers of one procedure: its return address, its names, and what is in use."""

    def __init__(
        self, code: Code, returns: int = 0, escaping: frozenset[str] = frozenset()
    ) -> None:
        self.code = code
        self.returns = returns  # the address of its return address; 0 in main
        self.escaping = escaping  # names whose lists have room of their own
        self.names: dict[str, int] = {}
        self.types: dict[str, str] = {}
        self.body: n.Block = ()
        self.depends: dict[str, Dependence] = {}  # what the values of its names depend on
        self.chosen: dict[str, n.Action] = {}  # the actions here that have bound a parameter
        self.rooms: dict[str, int] = {}  # capacity of the lists that have room of their own
        self.lists = 0  # the address of the list top at the start; 0 if it is not saved
        self.kept: dict[int, Slot] = {}  # registers whose values are needed after a decision
        self.held: list[int] = []  # registers in use, innermost last
        self._free: list[int] = []
        self.attempts = 0  # how many attempts enclose the next op ...
        self.bodies = 0  # ... how many bodies of actions that may be tried ...
        self.atomic = 0  # ... and how many of atomic actions
        self.loops: list[Loop] = []
        self.cycle: frozenset[str] = frozenset()  # the procedures through which it calls itself
        self.pushes: list[Push] = []  # its calls in that cycle

    def register(self, lasts: bool = False) -> int:
        """A register for an intermediate value, released at the end of `registers`. It `lasts` if
        it is needed after a decision."""
        address = self._free.pop() if self._free else self.code.word()
        self.held.append(address)
        # A reused register no longer holds what it was kept for.
        self.kept.pop(address, None)
        if lasts:
            self.kept[address] = Slot("", address, 1, "int", "all")
        return address

    @contextmanager
    def registers(self) -> Iterator[None]:
        """Release the registers taken inside."""
        before = len(self.held)
        yield
        while len(self.held) > before:
            self._free.append(self.held.pop())

    def name(self, name: str, kind: str) -> int:
        """The register of a local name."""
        if name not in self.names:
            self.names[name] = self.code.word()
        self.types[name] = kind
        return self.names[name]

    def list_name(self, name: str, kind: str, room: int) -> int:
        """The register of a local name whose list has room of its own, right behind it."""
        if name not in self.rooms:
            words = self.code.words
            self.rooms[name] = room
            # The register is initialised with the address of the word behind it, where the list is.
            self.names[name] = self.code.word(len(words) + 1)
            words.extend([0] * (room + 1))
        self.types[name] = kind
        return self.names[name]

    def live(self, live_names: frozenset[str] | None = None) -> list[int]:
        """The registers whose values may still be read; of names, only the live ones."""
        kept = {self.lists} if self.lists else set()
        names = {k: v for k, v in self.names.items() if live_names is None or k in live_names}
        for name in names.keys() & self.rooms.keys():
            # The register and, right behind it, the list that it names.
            kept |= {names[name] + 1 + i for i in range(self.rooms[name] + 1)}
        kept |= self.kept.keys() & set(self.held)
        return sorted({*names.values(), *kept})

    def runs(self, live: list[int]) -> list[tuple[int, int]]:
        """Registers as runs of words, by address and length, with a few others between them; the
        room of a list has a length below 0, because only the list in it matters."""
        rooms = {self.names[name] + 1: room + 1 for name, room in self.rooms.items()}
        found: list[tuple[int, int]] = []
        past = 0  # the end of the room at hand
        for at in live:
            if at in rooms:
                past = at + rooms[at]
                found.append((at, -1))
            elif at >= past:
                start, length = found[-1] if found else (0, -1)
                if length > 0 and at - start - length <= NEAR:
                    found[-1] = (start, at + 1 - start)
                else:
                    found.append((at, 1))
        return found
