"""Observations as tensors of a fixed size, with a name for every number.

What is written depends on what the seat may know and on nothing else: a state and its masked state
(`belief/mask.py`) give the same numbers, so they are equal in all worlds that the seat cannot
distinguish. `belief/tensor_layout.py` says what the numbers are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..belief import tensor as kernel
from ..belief.kernels import entry_point
from ..belief.tensor_layout import Layout, layout_of
from ..belief.tensor_table import tensor_table
from ..machine.program import Array, Program
from ..play.batch import Batch
from ..play.errors import TableError
from ..play.observation import Scratch, masks_of, scratch_of
from ..play.program_cache import PerProgram
from ..play.view import View

Tensor = np.ndarray[Any, np.dtype[np.float32]]

_observation = entry_point(kernel.observation)
_observations = entry_point(kernel.observations)

layouts = PerProgram(layout_of)


class Observer:
    """Writes what seats may know at tables of one program as arrays of float32."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout: Layout = layouts(program)
        self._masks = masks_of(program)
        self._table = tensor_table(self.layout)

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
        if view.program.digest != self.program.digest:
            raise TableError(f"expected a view of {self.program.name}, found {view!r}")
        return self.write_state(view.state, view.seat, out)

    def write_state(self, state: Array, seat: int, out: Tensor | None = None) -> Tensor:
        """What a seat may know of a state: the same as its view of it has."""
        if not 0 <= seat < self.program.seats:
            raise TableError(f"unknown seat {seat}; seats are 0 to {self.program.seats - 1}")
        found = self._room(out, self.shape)
        code, table = self._masks.code, self._masks.table
        self._masks.within(
            lambda scratch: _observation(code, table, state, self._table, scratch, seat, found)
        )
        return found

    def batch(self, batch: Batch, seat: int | None = None, out: Tensor | None = None) -> Tensor:
        """The observations of all tables of a batch, a row each: of a seat, or of whoever decides;
        of the first seat where the game is over."""
        if batch.program.digest != self.program.digest:
            raise TableError(f"expected a batch of {self.program.name}, found {batch!r}")
        if seat is not None and not 0 <= seat < self.program.seats:
            raise TableError(f"unknown seat {seat}; seats are 0 to {self.program.seats - 1}")
        found = self._room(out, (batch.tables, self.size))
        observer = -1 if seat is None else seat
        states, deciders, flat = batch.states, batch.deciders, found.reshape(-1)

        def run(first: int, past: int) -> None:
            scratch: Scratch = scratch_of(self.program)  # of this thread
            while first < past:
                first = _observations(
                    self._masks.code,
                    self._masks.table,
                    states,
                    self._table,
                    scratch.memory,
                    first,
                    past,
                    deciders,
                    observer,
                    flat,
                )
                if first < past:
                    scratch.grow()

        batch.in_parts(run)
        return found

    def _room(self, out: Tensor | None, shape: tuple[int, ...]) -> Tensor:
        """An array to write to."""
        if out is None:
            return np.empty(shape, np.float32)
        fits = out.shape == shape and out.dtype == np.float32 and out.flags.c_contiguous
        if not fits or not out.flags.writeable:
            what = f"{out.dtype} of shape {out.shape}"
            raise TableError(f"expected a writable array of float32 of shape {shape}; found {what}")
        return out


def _frozen(values: tuple[float, ...]) -> Tensor:
    found = np.array(values, np.float32)
    found.flags.writeable = False
    return found
