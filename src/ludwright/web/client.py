"""A connection to a table, as the table sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .engine.interface import SPECTATOR
from .protocol import encode
from .shapes import Bye, Sent


class Refusal(Exception):
    """A request that is not carried out; the code and the message go to the client."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Departure(Exception):
    """A connection that has to end, with the reason for the client."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


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
    ) -> None:
        self.person = person
        self.name = name
        self.invited = invited
        self.seats: list[int] = []
        self.muted: set[int] = set()
        self.watches = False  # wants to see what spectators see, even with a seat
        self.delay = 0.0
        self._due = 0.0
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
        loop = asyncio.get_running_loop()
        now = loop.time()
        # Never before what is still on its way: the delay may have become shorter.
        due = max(now + self.delay, self._due)
        if due <= now:
            self._post(frame)
        else:
            self._due = due + 1e-6
            loop.call_at(due, self._post, frame)

    def end(self, code: str, message: str) -> None:
        """Say goodbye and end the connection."""
        self._post(encode(Bye(code, message)))
        self._hang_up()
