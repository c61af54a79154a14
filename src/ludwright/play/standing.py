"""Where a game stands: paused, over, or waiting for somebody's choice."""

from __future__ import annotations

from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, SiteInfo
from .inspect_state import LooksAtAll


class Stands(LooksAtAll):
    """A state in which the machine has stopped."""

    _code: Array
    _state: Array
    _answer: int  # the status in which the machine stopped, plus 16 times the number of option rows

    @property
    def _status(self) -> int:
        return self._answer & 15

    @property
    def _rows(self) -> int:
        return self._answer >> 4

    @property
    def paused(self) -> bool:
        """Whether the game only pauses, because of the table's pace."""
        return self._status == m.PAUSED

    @property
    def chance(self) -> bool:
        """Whether chance decides now: the legal moves are its outcomes, all equally likely."""
        return self._status == m.CHANCE

    @property
    def stuck(self) -> bool:
        """Whether the seat that decides has no legal move."""
        return self._answer == m.DECISION

    @property
    def over(self) -> bool:
        """Whether the game has ended, or nobody can move."""
        # A decision without rows, or the end.
        return 0 < self._answer <= m.OVER

    @property
    def decider(self) -> int | None:
        """The seat that decides now."""
        return int(self._state[m.DECIDER]) - 1 if self._status == m.DECISION else None

    @property
    def prompt(self) -> str:
        """The question to the seat that decides, if the description has one."""
        site = self.site if self._status == m.DECISION else None
        return site.prompt if site else ""

    @property
    def turns(self) -> int:
        """The number of turns begun."""
        return int(self._state[m.TURNS])

    @property
    def state(self) -> Array:
        """The words of the true state, read-only; not for a seat, since nothing is hidden."""
        words = self._state.view()
        words.flags.writeable = False
        return words

    @property
    def site(self) -> SiteInfo:
        """The site at which a seat, or chance, decides now."""
        if self._answer & 15 == m.CHANCE:
            drawn = self._code[self._state.item(m.PC)] == ops.DRAW
            return self.program.chance[0 if drawn else 1]
        return self.program.sites[self._state.item(m.SITE)]
