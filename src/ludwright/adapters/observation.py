"""Observations as tensors of a fixed size, with a name for every number.

What is written depends on what the seat may know and on nothing else, so it is equal in all worlds
that the seat cannot distinguish.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..machine.program import Array, Program
from ..play.batch import Batch
from ..play.errors import TableError
from ..play.tensors import Tensor, Tensors, tensors_of
from ..play.view import View
from .game import checked_program


class Observer:
    """Writes what seats may know at tables of one program as arrays of float32."""

    def __init__(self, program: Program) -> None:
        self.program = checked_program(program)
        self._tensors: Tensors = tensors_of(program)
        self.layout = self._tensors.layout

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.layout.size

    @property
    def shape(self) -> tuple[int]:
        """The shape of an observation."""
        return (self.size,)

    @property
    def legend(self) -> list[str]:
        """What each number is."""
        return [*self.layout.names]

    @cached_property
    def low(self) -> Tensor:
        """The smallest possible value of each number."""
        return _frozen(self.layout.low)

    @cached_property
    def high(self) -> Tensor:
        """The largest possible value of each number."""
        return _frozen(self.layout.high)

    def write(self, view: View, out: Tensor | None = None) -> Tensor:
        """The observation of a view, written to an array if one is given."""
        if not isinstance(view, View) or not self._knows(view.program):
            raise TableError(f"expected a view of {self._name()}, found {view!r}")
        return self._tensors.write(view.state, view.seat, out)

    def write_state(self, state: Array, seat: int, out: Tensor | None = None) -> Tensor:
        """What a seat may know of a state: the same as its view has, without the work of a view."""
        return self._tensors.write(state, seat, out)

    def batch(self, batch: Batch, seat: int | None = None, out: Tensor | None = None) -> Tensor:
        """The observations of all tables of a batch, a row each: of a seat, or of whoever decides;
        of the first seat where the game is over."""
        if not isinstance(batch, Batch) or not self._knows(batch.program):
            raise TableError(f"expected a batch of {self._name()}, found {batch!r}")
        if seat is not None:
            self._tensors.check_seat(seat)
        write, found = self._tensors.write_all, self._tensors.room_for(batch.tables, out)
        states, deciders = batch.states, batch.deciders
        batch.in_parts(lambda first, past: write(states, first, past, deciders, seat, found))
        return found

    def _knows(self, program: Program) -> bool:
        return program is self.program or program.digest == self.program.digest

    def _name(self) -> str:
        return f"{self.program.name} for {self.program.seats}, with the same options"

    def __repr__(self) -> str:
        return f"<Observer of {self.program.name}: {self.size} numbers>"


def _frozen(values: tuple[float, ...]) -> Tensor:
    found = np.array(values, np.float32)
    found.flags.writeable = False
    return found
