"""Observations as tensors: what seats may know of states, as arrays of a fixed size.

A state and its masked state give the same numbers; `belief/tensor_layout.py` says what they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..belief import tensor as kernel
from ..belief.kernels import entry_point
from ..belief.tensor_layout import Layout, layout_of
from ..belief.tensor_table import tensor_table
from ..machine.move_ids import Numbers
from ..machine.program import Array, Program
from .errors import TableError
from .observation import masks_of, scratch_of
from .program_cache import PerProgram

Tensor = np.ndarray[Any, np.dtype[np.float32]]

_observation = entry_point(kernel.observation)
_observations = entry_point(kernel.observations)


class Tensors:
    """Writes observations of the states of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout: Layout = layout_of(program)
        self._masks = masks_of(program)
        self._table = tensor_table(self.layout)
        # A token is at most this deep in its zone, or in the zones that hang from one another.
        deepest = len(program.tokens) + len(program.zones)
        self._parts = (1 / np.maximum(np.arange(deepest + 1), 1)).astype(np.float32)

    def write(self, state: Array, seat: int, out: Tensor | None = None) -> Tensor:
        """What a seat may know of a state, or of its masked state: the same."""
        self.check_seat(seat)
        found = self._room(out, (self.layout.size,))
        code, table, parts = self._masks.code, self._masks.table, self._parts
        self._masks.within(
            lambda scratch: _observation(
                code, table, state, self._table, parts, scratch, seat, found
            )
        )
        return found

    def room_for(self, tables: int, out: Tensor | None) -> Tensor:
        """An array for the observations of tables, a row each."""
        return self._room(out, (tables, self.layout.size))

    def write_all(
        self, states: Array, first: int, past: int, deciders: Numbers, seat: int | None, out: Tensor
    ) -> None:
        """Write a row for each of some tables, whose states are one behind the other: what a seat,
        or whoever decides, may know; the first seat where nobody decides."""
        masks, scratch = self._masks, scratch_of(self.program)
        observer, flat = -1 if seat is None else seat, out.reshape(-1)
        while first < past:
            first = _observations(
                *(masks.code, masks.table, states, self._table, self._parts, scratch.memory),
                *(first, past, deciders, observer, flat),
            )
            if first < past:
                scratch.grow()

    def check_seat(self, seat: int) -> None:
        """Reject what is not the number of a seat."""
        seats = self.program.seats
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not whole or not 0 <= seat < seats:
            raise TableError(f"unknown seat {seat!r}; seats are 0 to {seats - 1}")

    def _room(self, out: Tensor | None, shape: tuple[int, ...]) -> Tensor:
        if out is None:
            return np.empty(shape, np.float32)
        fits = isinstance(out, np.ndarray) and out.shape == shape and out.dtype == np.float32
        if not fits or not (out.flags.c_contiguous and out.flags.writeable):
            what = f"{out.dtype} of shape {out.shape}" if isinstance(out, np.ndarray) else repr(out)
            raise TableError(f"expected a writable array of float32 of shape {shape}; found {what}")
        return out


tensors_of = PerProgram(Tensors)
