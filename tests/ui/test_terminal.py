"""Which table a terminal gets, tried in a real one."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import struct
import sys
import termios
import time

import pytest

from ludwright.ui.terminal import fills_screen, in_colour
from tools.forked_cli import fork

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
FULL_SCREEN = "\x1b[?1049h"


class Terminal:
    """A command in a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.settings = termios.tcgetattr(theirs)
        self.theirs = theirs
        usual = {"NO_COLOR": None, "COLORTERM": None, "TERM": "xterm-256color"}
        self.child = fork(
            arguments,
            *(theirs, theirs, theirs),
            env=usual | {"LC_ALL": "C.UTF-8"} | environment,
            encoding="utf-8",
            terminal=True,
        )
        self.output = ""

    def read_until(self, wanted: str) -> None:
        """Read what is printed until a text comes."""
        end = time.monotonic() + 60
        while wanted not in self.output:
            assert time.monotonic() < end, f"no {wanted!r} in {self.output[-2000:]!r}"
            self._read()

    def _read(self) -> None:
        if select.select([self.mine], [], [], 0.1)[0]:
            self.output += os.read(self.mine, 65536).decode(errors="replace")

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.mine, text.encode())

    def ends(self) -> int:
        """Wait for the command to end; the answer is its exit code."""
        end = time.monotonic() + 30
        while not self.child.ended:
            assert time.monotonic() < end, self.output[-2000:]
            self._read()
        self._read()
        assert termios.tcgetattr(self.theirs) == self.settings
        os.close(self.mine)
        os.close(self.theirs)
        return self.child.wait()


@pytest.mark.quick(1)
@pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "ctrl-c"])
def test_a_terminal_is_filled_and_given_back(key: str) -> None:
    terminal = Terminal("play", "klondike", "--seed", "7")
    terminal.read_until("your move")
    assert FULL_SCREEN in terminal.output and COLOUR.search(terminal.output)
    assert "8♦" in terminal.output
    terminal.type(key)
    assert terminal.ends() == 0
    assert "\x1b[?1049l" in terminal.output and "Traceback" not in terminal.output
    assert terminal.output.rstrip().endswith("Klondike, seed 7: quit after 0 moves")


def test_no_colour_means_no_colour_codes() -> None:
    terminal = Terminal("play", "klondike", "--seed", "7", NO_COLOR="1")
    terminal.read_until("your move")
    terminal.type("q")
    assert terminal.ends() == 0
    assert FULL_SCREEN in terminal.output and not COLOUR.search(terminal.output)
    assert "8D" in terminal.output and "♦" not in terminal.output


def test_a_dumb_terminal_gets_lines() -> None:
    terminal = Terminal("play", "klondike", "--seed", "7", TERM="dumb")
    terminal.read_until("your move > ")
    terminal.type("quit\n")
    assert terminal.ends() == 0
    assert "\x1b" not in terminal.output and "Goodbye." in terminal.output


class Stream(io.StringIO):
    """A terminal as far as it is asked."""

    def __init__(self, terminal: bool, encoding: str) -> None:
        super().__init__()
        self.terminal = terminal
        self.code = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.code

    def isatty(self) -> bool:
        return self.terminal


def test_the_screen_is_for_terminals_that_can_and_people_who_want(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def filled(stdin: bool = True, stdout: bool = True, code: str = "utf-8") -> bool:
        monkeypatch.setattr(sys, "stdin", Stream(stdin, code))
        monkeypatch.setattr(sys, "stdout", Stream(stdout, code))
        return fills_screen(plain=False)

    monkeypatch.setenv("TERM", "xterm")
    assert filled() and not fills_screen(plain=True)
    assert not filled(stdin=False) and not filled(stdout=False) and not filled(code="latin-1")
    monkeypatch.setenv("TERM", "dumb")
    assert not filled()


def test_colours_are_for_those_who_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert in_colour(no_colour=False) and not in_colour(no_colour=True)
    monkeypatch.setenv("NO_COLOR", "yes")
    assert not in_colour(no_colour=False)
