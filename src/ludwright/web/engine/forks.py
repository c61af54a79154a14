"""Engines by fork: a process that has loaded everything, and copies of it that start at once.

Nobody has to wait in a copy for the games of others, and it costs only the memory that it changes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import struct
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress

ACCOUNTS = "accounts"  # the kind of engines that work for one account each
WORD = struct.Struct(">q")
FORK = 0  # with a socket; any other number is that of a copy to forget
READY = b"ready"


def serve_forks(control: socket.socket, work: Callable[[socket.socket], None]) -> None:
    """In the process that is copied: let a copy do its work on each socket that is sent, until the
    other side closes this one."""
    control.sendall(READY)
    while True:
        data, sockets, _, _ = socket.recv_fds(control, WORD.size, 1)
        if len(data) < WORD.size:
            return
        (number,) = WORD.unpack(data)
        if number != FORK:
            # Its number is free for another process only from now on.
            with suppress(ChildProcessError):
                os.waitpid(number, 0)
            continue
        with warnings.catch_warnings():
            # Of threads that libraries have started; none of them is used.
            warnings.simplefilter("ignore", DeprecationWarning)
            copy = os.fork()
        with socket.socket(fileno=sockets[0]) as link:
            if not copy:
                _work(control, link, work)


def _work(
    control: socket.socket, link: socket.socket, work: Callable[[socket.socket], None]
) -> None:
    """In a copy."""
    control.close()
    try:
        work(link)
    except ConnectionError:
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)  # what is to happen at the end of the other process does not concern it


class Copy:
    """A copy, as the server sees it; like a process that it has started itself."""

    def __init__(self, control: socket.socket) -> None:
        self.pid = 0  # unknown until it has said so
        self._control = control

    def kill(self) -> None:
        """Kill it; without a number it ends when its socket does."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> None:
        """Let its number go, after it was killed."""
        if self.pid:
            with suppress(OSError):
                self._control.sendall(WORD.pack(self.pid))


class Original:
    """The process that is copied, as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket) -> None:
        self.process = process
        self.control = control

    @property
    def alive(self) -> bool:
        """Whether it can be copied."""
        return self.process.returncode is None

    async def end(self) -> None:
        """End it; its copies end with their sockets."""
        self.control.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


def fork(control: socket.socket, link: socket.socket) -> None:
    """Ask for a copy that works on a socket."""
    socket.send_fds(control, [WORD.pack(FORK)], [link.fileno()])
