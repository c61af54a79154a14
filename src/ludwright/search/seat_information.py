"""The information set of a view: the same hash as that of an unfolded game, from a seat's own
observation history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..belief.audience_table import audience_table
from ..machine import state as m
from ..machine.program import Array, Program
from ..machine.rng import MASK64
from ..machine.sites import words_of
from ..play.events import KINDS
from ..play.moves import Move
from ..play.observed import ObservedMove
from ..play.program_cache import PerProgram
from ..play.view import View
from . import information
from .choice_table import choice_table
from .kernels import KERNELS, entry_point

_chain_of = entry_point(information.chain_of)
_link = entry_point(information.link)
_link_sight = entry_point(information.link_sight)
_link_event = entry_point(information.link_event)
_sign_of = entry_point(information.sign_of)

EVENT_NUMBERS = {name: number for number, (name, _) in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Trail:
    """The chain of a seat up to its last step; the choice of that step is not in it yet."""

    seat: int
    chain: int
    last: ObservedMove | None = None


class Reader:
    """What reading the views of one program takes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = KERNELS.program_words(program.code)
        self.audiences, self.choices = audience_table(program), choice_table(program)
        self.kinds = np.arange(len(program.tokens), dtype=np.int32)

    def key(self, view: View) -> int:
        """The hash of the information set of a view."""
        return self.key_after(self.followed(self.begun(view.seat), view.steps), view.state)

    def begun(self, seat: int) -> Trail:
        """The trail of a seat that has observed nothing."""
        return Trail(seat, int(_chain_of(seat)) & MASK64)

    def followed(self, trail: Trail, steps: Iterable[ObservedMove]) -> Trail:
        """A trail with further steps."""
        seat, h, last = trail.seat, trail.chain, trail.last
        for step in steps:
            if step.decider is not None:
                h, last = self._with_choice(h, last, seat), step
                # Of simultaneous choices a seat notices only its own.
                if step.words[m.TOGETHER] != m.COLLECTING:
                    h = self._with_sight(h, step.words, seat)
            if last is not None:  # what happened before the first decision is seen
                for kind, *values in step.seen:
                    event = np.array([EVENT_NUMBERS[str(kind)], *values, 1 << seat, 0, 0], np.int32)
                    h = int(_link_event(self.code, event, h, seat)) & MASK64
        return Trail(seat, h, last)

    def key_after(self, trail: Trail, state: Array) -> int:
        """The hash of the information set at the end of a trail, given what the seat sees there."""
        chain = self._with_choice(trail.chain, trail.last, trail.seat)
        return self._with_sight(chain, state, trail.seat)

    def signs(self, view: View) -> list[int]:
        """A hash of each legal move: equal for the same move wherever the information is the
        same."""
        assert view.site is not None, "no move to choose"
        words, site, seat = view.state, view.site.offset, view.seat
        return [
            self._sign(words, site, _words(view, move), seat, information.OWN)
            for move in view.legal()
        ]

    def _with_sight(self, h: int, words: Any, seat: int) -> int:
        linked = _link_sight(self.code, words, self.audiences, self.kinds, h, seat)
        return int(linked) & MASK64

    def _with_choice(self, h: int, step: ObservedMove | None, seat: int) -> int:
        if step is None or step.row is None:
            return h
        way = information.OWN if step.decider == seat else information.GIVEN
        action, *values = step.row
        assert action is not None
        info = self.program.sites[step.site].actions[action - 1]
        hidden = 0
        if info.sets is not None:
            known = [value for value in values if value is not None]
            hidden = len(values) - len(known)
            row = words_of(known, len(info.operands))
        else:
            row = tuple(information.NOT_KNOWN if value is None else value for value in values)
        sign = self._sign(step.words, step.site, (action, *row), seat, way, hidden)
        return int(_link(h, sign)) & MASK64

    def _sign(
        self, words: Any, site: int, row: tuple[int, ...], seat: int, way: int, hidden: int = 0
    ) -> int:
        chosen = np.array(row, np.int32)
        code, choices = self.code, self.choices
        return int(_sign_of(code, words, choices, site, chosen, seat, way, hidden)) & MASK64


def _words(view: View, move: Move) -> tuple[int, ...]:
    """The action and the operands of a move, as the machine has them."""
    assert move.info is not None
    row = move.operands
    if move.info.sets is not None:
        row = words_of(row, len(move.info.operands))
    return (move.action + 1, *row)


reader_of = PerProgram(Reader)
