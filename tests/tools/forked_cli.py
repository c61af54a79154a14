"""Runs commands in forks of one process that has loaded the machine.

Each has streams, limits and surroundings of its own, and none of them loads the machine again. The
process is started by the first test that needs it, and ends with the tests.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import traceback
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn, Self

SRC = Path(__file__).parents[2] / "src"
STREAMS = ("stdin", "stdout", "stderr")
LONGEST = 1 << 16  # bytes of a request

# ---- asking --------------------------------------------------------------------------------------


class Forked:
    """A command under way."""

    def __init__(self, status: IO[str]) -> None:
        self.status = status
        self.pid = int(status.readline())

    @property
    def ended(self) -> bool:
        """Whether the command has ended."""
        return self.status.closed or bool(select.select([self.status], [], [], 0)[0])

    def interrupt(self) -> None:
        """Do what Ctrl-C does."""
        os.kill(self.pid, signal.SIGINT)

    def wait(self) -> int:
        """The exit code, when the command has ended."""
        if not self.status.closed:
            with self.status:
                self.code = int(self.status.readline())
        return self.code


def fork(args: Sequence[str], *streams: int | None, **settings: Any) -> Forked:
    """Start a command with these three streams, of which None is closed. Settings: `cwd`, `env`
    (None for what is not set), `encoding`, `limit` (bytes of a file), `terminal`: of its own,
    `without`: modules that it must not load."""
    ours, theirs = os.pipe()
    there = [number for number, stream in enumerate(streams) if stream is not None]
    asked = {"args": args, "cwd": os.getcwd(), "streams": there} | settings
    ends = [stream for stream in streams if stream is not None]
    socket.send_fds(_server(), [json.dumps(asked).encode()], [theirs, *ends])
    os.close(theirs)
    return Forked(os.fdopen(ours))


class Piped:
    """A command with pipes to its three streams."""

    def __init__(self, *args: str, **settings: Any) -> None:
        (typed, into), (out, told), (err, warned) = os.pipe(), os.pipe(), os.pipe()
        self.forked = fork(args, typed, told, warned, **settings)
        for end in (typed, told, warned):
            os.close(end)
        self.into = os.fdopen(into, "wb")
        self.out, self.err = os.fdopen(out, "rb"), os.fdopen(err, "rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.into, self.out, self.err):
            stream.close()
        self.forked.wait()


def run_all(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What came of commands: `code`, `out`, `err`. A case has `args`, and if it likes `input`,
    per stream `closed`, `full` or `broken`, and settings of `fork`."""
    return [_run(dict(case)) for case in cases]


def _run(case: dict[str, Any]) -> dict[str, Any]:
    (into, typed), (told, out), (warned, err) = os.pipe(), os.pipe(), os.pipe()
    usual = (into, out, err)
    streams = [_stream(case.pop(name, ""), end) for name, end in zip(STREAMS, usual, strict=True)]
    given = case.pop("input", b"")
    child = fork(case.pop("args"), *streams, **case)
    for end in {*streams, *usual} - {None}:
        os.close(end)
    with suppress(BrokenPipeError):
        os.write(typed, given if isinstance(given, bytes) else given.encode())
    os.close(typed)
    texts = []
    for end in (told, warned):
        with os.fdopen(end, "rb") as file:
            texts.append(file.read().decode())
    return {"code": child.wait(), "out": texts[0], "err": texts[1]}


def _stream(how: str, usual: int) -> int | None:
    if how == "full":
        return os.open("/dev/full", os.O_RDWR)
    if how == "broken":
        reader, writer = os.pipe()
        os.close(reader)
        return writer
    return None if how == "closed" else usual


@cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair()
    server = subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())],
        env=os.environ | {"PYTHONPATH": str(SRC)},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # an interrupt of the tests is none of its business
    )
    theirs.close()

    def end() -> None:
        ours.close()
        server.wait()

    atexit.register(end)
    return ours


# ---- in the other process ------------------------------------------------------------------------


def _serve(asked: socket.socket) -> None:
    from ludwright.cli import main
    from ludwright.machine import api  # noqa: F401  (here, so that no fork has to load it)
    from ludwright.table import solver_hints

    # Shells let what they run in the background ignore interrupts, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    warm_up = cache(solver_hints.warm_up)
    while True:
        message, ends, *_ = socket.recv_fds(asked, LONGEST, 1 + len(STREAMS))
        if not message:
            break
        case = json.loads(message)
        if "solve" in case["args"]:
            warm_up()
        if not os.fork():
            asked.close()
            _watch(main, case, *ends)
        for end in ends:
            os.close(end)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _watch(main: Callable[[], None], case: dict[str, Any], status: int, *ends: int) -> NoReturn:
    """Run a command in a fork, and tell its number and then its exit code."""
    child = os.fork()
    if not child:
        os.close(status)
        _become(case, dict(zip(case["streams"], ends, strict=True)))
        _leave(main, case.get("without", ()))
    for end in ends:
        os.close(end)
    with suppress(BrokenPipeError):
        os.write(status, f"{child}\n".encode())
        _, how = os.waitpid(child, 0)
        os.write(status, f"{os.waitstatus_to_exitcode(how)}\n".encode())
    os._exit(0)


def _become(case: dict[str, Any], ends: dict[int, int]) -> None:
    """Give this process the streams, limits and surroundings of a case."""
    sys.argv = ["ludwright", *case["args"]]
    os.chdir(case["cwd"])
    for name, value in case.get("env", {}).items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    for number, name in enumerate(STREAMS):
        if number not in ends:
            os.close(number)
            setattr(sys, name, None)
            continue
        os.dup2(ends[number], number)
        # As Python does when it starts.
        mode, errors = ("w" if number else "r"), ("backslashreplace" if number == 2 else None)
        encoding = case.get("encoding")
        stream = os.fdopen(number, mode, closefd=False, encoding=encoding, errors=errors)
        setattr(sys, name, stream)
    for end in ends.values():
        os.close(end)
    if case.get("terminal"):
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    if limit := case.get("limit"):
        # Bytecode that is cut off would be what later imports find.
        sys.dont_write_bytecode = True
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def _leave(main: Callable[[], None], without: Collection[str]) -> NoReturn:
    """Run a program and leave as Python would, without the time that it takes to tidy up."""
    code: Any = 0
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    if loaded := [name for name in without if name in sys.modules]:
        print("loaded:", *loaded, file=sys.stderr)
        code = 1
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            thread.join()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = 120
    os._exit(code)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
