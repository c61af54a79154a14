"""The clocks of a table: the thinking time that each seat has left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Clocks:
    """Seconds left per seat; those of the running seats count down since the last switch."""

    def __init__(self, left: Sequence[float], increment: float) -> None:
        self._left = list(left)
        self._increment = increment
        self._since = 0.0
        self.running: frozenset[int] = frozenset()

    def left(self, now: float) -> list[float]:
        """What each seat has left."""
        gone = max(0.0, now - self._since)
        return [
            max(0.0, seconds - gone) if seat in self.running else seconds
            for seat, seconds in enumerate(self._left)
        ]

    def after(self, seats: Iterable[int], now: float) -> tuple[float, ...]:
        """What each seat would have left after moves of some of them."""
        left = self.left(now)
        for seat in seats:
            left[seat] += self._increment
        return tuple(round(seconds, 3) for seconds in left)

    def switch(self, left: Sequence[float], running: Iterable[int], now: float) -> None:
        """Set what is left, and let other seats run."""
        self._left, self._since, self.running = list(left), now, frozenset(running)

    def stop(self, now: float) -> None:
        """Let nobody run."""
        self.switch(self.left(now), (), now)

    def expires(self) -> tuple[float, int] | None:
        """When the next running seat is out of time, and which."""
        due = [(self._since + self._left[seat], seat) for seat in self.running]
        return min(due, default=None)
