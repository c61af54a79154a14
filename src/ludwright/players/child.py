"""A program in a process of its own, spoken to in lines, within limits of time and size."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Sequence

LONGEST_LINE = 64 << 10  # bytes that the program writes in one line
MOST_READ = 1 << 20  # bytes that it writes before it is spoken to again
MOST_UNREAD = 16 << 20  # bytes sent to it that it does not read
NOTES_KEPT = 2 << 10  # bytes of its error stream; the last ones
GRACE = 0.5  # seconds that it may take to end by itself
CHUNK = 64 << 10
# What a program needs to find its files and to write text. Everything else, such as passwords and
# keys of the one who runs it, stays here.
INHERITED = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"),
    *("XDG_CACHE_HOME", "LUDWRIGHT_CACHE"),  # where a program that is ours finds compiled code
)


class Died(Exception):
    """The program has ended, or had to be ended; the message says why."""


class Child:
    """The running program. Nothing here waits longer than it is asked to, whatever the program
    does: all pipes are read and written as far as they go, and its error stream is drained."""

    def __init__(self, command: Sequence[str]) -> None:
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                start_new_session=True,  # so that its children end with it, and Ctrl-C is ours
            )
        except (OSError, ValueError) as error:
            raise Died(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe)
        self._selector = selectors.DefaultSelector()
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        for pipe in (self._output, self._errors):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unsent, self._unread, self._notes = bytearray(), bytearray(), bytearray()
        self._read = 0
        self._ended = False  # whether it has closed its output
        self._end = weakref.finalize(self, _kill, self._process)

    def say(self, line: bytes) -> None:
        """Send a line, as soon as the program reads."""
        if len(self._unsent) + len(line) > MOST_UNREAD:
            raise Died("does not read what it is sent")
        self._unsent += line + b"\n"
        self._read = 0

    def line(self, deadline: float) -> bytes | None:
        """The next line of the program; None if there is none in time."""
        while (end := self._unread.find(b"\n")) < 0:
            if len(self._unread) > LONGEST_LINE:
                raise Died(f"wrote a line longer than {LONGEST_LINE:,} bytes")
            if self._ended:
                raise Died("ended" + self._status())
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self._exchange(left)
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def push(self) -> None:
        """Send and read what is possible at once."""
        if not self._ended:
            self._exchange(0.0)

    def _exchange(self, seconds: float) -> None:
        """Read and write what is possible now, or wait for that."""
        writes = self._input in self._selector.get_map()
        if self._unsent and not writes and not self._end_of_input():
            self._selector.register(self._input, selectors.EVENT_WRITE)
        for key, _ in self._selector.select(seconds):
            if key.fd == self._input:
                self._send()
            elif key.fd == self._errors:
                self._note()
            else:
                self._receive()

    def _end_of_input(self) -> bool:
        return self._process.stdin is None or self._process.stdin.closed

    def _send(self) -> None:
        try:
            del self._unsent[: os.write(self._input, self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # it has closed its input; whether it has ended, its output will say
            self._unsent.clear()
        if not self._unsent:
            self._selector.unregister(self._input)

    def _receive(self) -> None:
        found = _taken(self._output)
        if found is None:
            return
        if not found:
            self._selector.unregister(self._output)
            self._ended = True
        self._unread += found
        self._read += len(found)
        if self._read > MOST_READ:
            raise Died(f"wrote more than {MOST_READ:,} bytes without being asked")

    def _note(self) -> None:
        found = _taken(self._errors)
        if found == b"":
            self._selector.unregister(self._errors)
        self._notes = (self._notes + (found or b""))[-NOTES_KEPT:]

    def _status(self) -> str:
        """How the program ended, if it has."""
        if not _has_ended(self._process, time.monotonic() + GRACE):
            return ": closed its output"
        with contextlib.suppress(ValueError, KeyError):
            if self._errors in self._selector.get_map():
                self._note()
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        status = found.si_status if found else 0
        by_itself = found is not None and found.si_code == os.CLD_EXITED
        return f" with exit status {status}" if by_itself else f" by signal {status}"

    @property
    def notes(self) -> str:
        """The last line of its error stream."""
        lines = self._notes.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")[:200]

    def stop(self, farewell: bytes = b"") -> None:
        """End the program and all processes that it has started, after a short time to do so by
        itself if it gets a farewell."""
        if farewell and not self._ended:
            deadline = time.monotonic() + GRACE
            with contextlib.suppress(Died, OSError):
                self.say(farewell)
                while not self._ended and (left := deadline - time.monotonic()) > 0:
                    self._exchange(left)
                    self._unread.clear()
                _has_ended(self._process, deadline)
        self._end()
        self._selector.close()


def _taken(pipe: int) -> bytes | None:
    """What a pipe has now: None if that is nothing, no bytes if it is closed."""
    try:
        return os.read(pipe, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _has_ended(process: subprocess.Popen[bytes], deadline: float) -> bool:
    """Whether a process ends in time. It is not reaped: until then, no other can get its number."""
    while True:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process with its whole group, and close its pipes."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
