"""A connection to a table, as the table sees it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from msgspec import UNSET

from .engine.interface import SPECTATOR
from .protocol import encode
from .shapes import Bye, Sent

MOST_DELAYED = 20_000_000  # bytes of frames that a spectator gets later


class Refusal(Exception):
    """A request that is not carried out; the code and the message go to the client."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Departure(Exception):
    """A connection that has to end, with the reason for the client, and whether it may come back to
    watch."""

    def __init__(self, code: str, message: str, *, watch: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.watch = watch


class Client:
    """A browser or another program. `post` queues a frame and never blocks; `hang_up` ends the
    connection after what is queued."""

    def __init__(
        self,
        person: int,
        name: str,
        post: Callable[[bytes], None],
        hang_up: Callable[[], None],
        invited: tuple[str, ...] = (),
        address: str = "",
    ) -> None:
        self.person = person
        self.address = address
        self.name = name
        self.invited = invited
        self.seats: list[int] = []
        self.muted: set[int] = set()
        self.watches = False  # wants to see what spectators see, even with a seat
        self.delay = 0.0
        self._due = 0.0
        self._later: deque[tuple[float, bytes]] = deque()  # what spectators get with a delay
        self._later_size = 0
        self._timer: asyncio.TimerHandle | None = None
        self._post = post
        self._hang_up = hang_up

    @property
    def spectates(self) -> bool:
        """Whether it has no seat."""
        return not self.seats

    @property
    def audience(self) -> list[int]:
        """The views it gets."""
        return self.seats or [SPECTATOR]

    def send(self, message: Sent) -> None:
        """Send a message."""
        self._post(encode(message))

    def send_frame(self, frame: bytes) -> None:
        """Send a frame."""
        self._post(frame)

    def show(self, frame: bytes) -> None:
        """Send what happens on the table; spectators may get it later."""
        now = asyncio.get_running_loop().time()
        # Never before what is still on its way: the delay may have become shorter.
        due = max(now + self.delay, self._due)
        if due <= now and not self._later:
            self._post(frame)
            return
        self._due = due
        self._later.append((due, frame))
        self._later_size += len(frame)
        if self._later_size > MOST_DELAYED:
            self.end("slow", "too much has happened meanwhile; connect again")
        elif self._timer is None:
            self._release()

    def _release(self) -> None:
        """Send what is due, and wait for the rest."""
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._later and self._later[0][0] <= loop.time():
            _, frame = self._later.popleft()
            self._later_size -= len(frame)
            self._post(frame)
        if self._later:
            self._timer = loop.call_at(self._later[0][0], self._release)

    def forget(self) -> None:
        """Drop what has not been sent yet: the connection has ended."""
        self._later.clear()
        self._later_size = 0
        if self._timer:
            self._timer.cancel()

    def end(self, code: str, message: str, *, watch: bool = False) -> None:
        """Say goodbye and end the connection."""
        self.forget()
        self._post(encode(Bye(code, message, watch or UNSET)))
        self._hang_up()
