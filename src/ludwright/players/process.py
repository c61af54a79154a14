"""A bot that is any program: the protocol of JSON lines, and what happens if it fails.

docs/players.md describes the protocol. Whatever the program does, the game goes on: where it is
late, wrong or dead, the first legal move is made for it, and counted.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any, NoReturn

from ..machine.program import Program
from ..play.errors import IllegalMove, InvalidMove, MoveError, TableError
from ..play.inspect_state import Result
from ..play.moves import Move
from ..play.observed import Observed
from ..play.plain_data import Data, program_data, result_data, view_data
from ..play.utility import utility_of
from ..play.view import View
from .child import Child, Died
from .faults import Faults

PROTOCOL = 1
NAME = re.compile(r"cmd(?::(?P<seconds>\d+(?:\.\d+)?))?\s+(?P<command>.+)", re.DOTALL)
MOVE_SECONDS = 2.0  # for a move, if the name of the bot says nothing else
LONGEST_MOVE = 3600.0
GAME_MOVES = 60  # times that long it may think in a game
START_SECONDS = 10.0  # to say hello, and to be ready for a game
LONGEST_TEXT = 1000  # of a move
MOST_LATE = 10  # moves in a row; then it is taken for dead
MOST_DEATHS = 3  # in a row, without an answer in between


class ProcessPlayer:
    """A program that plays, `cmd PROGRAM ARGUMENTS` by name; `cmd:0.5 ...` has half a second per
    move. Every seat has a process of its own, so none learns what another seat knows; it serves
    one game after another."""

    def __init__(self, name: str) -> None:
        self._command, self._seconds = _command(name)
        self._seats: dict[int, _Seated] = {}
        self.faults = Faults(name)

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Take a seat; the program starts with its first decision there."""
        if seat not in self._seats:
            self._seats[seat] = _Seated(self._command, self._seconds, self.faults)
        self._seats[seat].begin(seat, program, seed)

    def choose(self, view: View) -> Move:
        """The move of the program, or the first one if it fails."""
        self.faults.decisions += 1
        return self._seats[view.seat].choose(view)

    def end(self, result: Result) -> None:
        """Pass the result."""
        for each in self._seats.values():
            each.end(result)

    def close(self) -> None:
        """End all processes."""
        for each in self._seats.values():
            each.close()


def _command(name: str) -> tuple[list[str], float]:
    """The words of a command, and the seconds for a move."""
    found = NAME.fullmatch(name.strip())
    if found is None:
        _refuse(name, "expected 'cmd PROGRAM ARGUMENTS', or 'cmd:SECONDS ...'")
    seconds = float(found["seconds"] or MOVE_SECONDS)
    if not 0 < seconds <= LONGEST_MOVE:
        _refuse(name, f"the seconds for a move must be above 0, and at most {LONGEST_MOVE:.0f}")
    if os.name != "posix":
        _refuse(name, "programs play on POSIX systems only")
    try:
        words = shlex.split(found["command"])
    except ValueError as error:
        _refuse(name, f"{error}".lower())
    if not words or not shutil.which(words[0]):
        _refuse(name, f"the program '{(words or [''])[0]}' is not found, or not executable")
    return words, seconds


def _refuse(name: str, why: str) -> NoReturn:
    """Refuse a name that no program can be started by."""
    raise TableError(f"bot '{name[:200]}' cannot play: {why}")


class _Late(Exception):
    """No answer in time."""


class _Invalid(Exception):
    """An answer that is no legal move."""


class _Seated:
    """The process of one seat."""

    def __init__(self, command: list[str], seconds: float, faults: Faults) -> None:
        self._command = command
        self._seconds = seconds
        self._faults = faults
        self._child: Child | None = None
        self._wants: Sequence[object] = ()  # what it has asked for in its hello
        self._at = 0  # the number of the last question, in all games
        self._deaths = 0  # in a row

    def begin(self, seat: int, program: Program, seed: int) -> None:
        """Prepare for a game."""
        self._program = program
        self._left = GAME_MOVES * self._seconds
        self._alive = self._deaths < MOST_DEATHS  # in this game
        self._late = 0  # moves in a row
        self._seen: Observed | None = None
        self._introduced = self._asked_since = False
        self._game: Data = {"t": "begin", "game": program_data(program), "seat": seat, "seed": seed}
        self._game |= {"seconds": self._seconds, "game_seconds": self._left}

    def choose(self, view: View) -> Move:
        """The move of the program, or the first one if it fails."""
        if self._alive:
            try:
                return self._asked(view)
            except _Late as failed:
                self._faults.late += 1
                self._faults.last = str(failed)
                if self._late == MOST_LATE:
                    self._bury(f"did not answer {MOST_LATE} times in a row")
            except _Invalid as failed:
                self._faults.invalid += 1
                self._faults.last = str(failed)
            except Died as failed:
                self._bury(str(failed))
        self._faults.replaced += 1
        return view.legal()[0]

    def _asked(self, view: View) -> Move:
        child = self._child or self._started()
        if self._left <= 0:
            raise _Late(f"used up its {GAME_MOVES * self._seconds:g} seconds for the game")
        if not self._introduced:
            child.say(_line(self._game))
            self._told(child, "ready")
            self._introduced = True
        self._at += 1
        self._asked_since = True  # its begin, or its last end
        child.say(_line(self._question(view)))
        began = time.monotonic()
        try:
            answer = self._answer(child, began + min(self._seconds, self._left))
        finally:
            self._left -= time.monotonic() - began
        self._late = self._deaths = 0
        return _chosen(view, answer)

    def _started(self) -> Child:
        """The program, running, after both have said hello."""
        child = self._child = Child(self._command)
        child.say(_line({"t": "hello", "protocol": PROTOCOL, "version": _version()}))
        hello = self._told(child, "hello")
        if hello.get("protocol") != PROTOCOL:
            raise Died(f"speaks protocol {hello.get('protocol')!r:.20}, not {PROTOCOL}")
        wants = hello.get("wants")
        self._wants = wants if isinstance(wants, list) else ()
        return child

    def _told(self, child: Child, what: str) -> Data:
        """The message with which a program is ready to go on; late answers are skipped."""
        deadline = time.monotonic() + START_SECONDS
        while (line := child.line(deadline)) is not None:
            try:
                told = _parsed(line)
            except _Invalid as wrong:
                raise Died(f"did not say '{what}': {wrong}") from None
            if told.get("t") == what:
                return told
            if "at" not in told:
                raise Died(f"did not say '{what}', but {_short(line)}")
        raise Died(f"did not say '{what}' within {START_SECONDS:g} seconds")

    def _question(self, view: View) -> Data:
        """What the program gets to choose: its view, with what is new since its last question."""
        same = 0 if self._seen is None else view.observed.steps_shared(self._seen)
        data = {"t": "choose", "at": self._at, "seconds": round(min(self._seconds, self._left), 3)}
        data |= view_data(view, since=same)
        self._seen = view.observed
        if "words" in self._wants:
            data["words"] = view.state.tolist()
        if "view" in self._wants:
            data["view"] = b64encode(view.as_bytes()).decode()
        return data

    def _answer(self, child: Child, deadline: float) -> Data:
        """The answer to the last question; late answers to earlier ones are skipped."""
        while (line := child.line(deadline)) is not None:
            answer = _parsed(line)
            at = answer.get("at")
            if at == self._at:
                return answer
            if not isinstance(at, int) or not 0 <= at < self._at:
                raise _Invalid(f"expected 'at': {self._at}, found {_short(line)}")
        self._late += 1
        raise _Late(f"no answer within {self._seconds:g} seconds")

    def end(self, result: Result) -> None:
        """Pass the result."""
        if self._child is None or not self._asked_since:
            return
        self._asked_since = False
        utility = utility_of(self._program).of(result)
        try:
            self._child.say(_line({"t": "end", "result": result_data(result), "utility": utility}))
            self._child.push()
        except Died as failed:
            self._bury(str(failed))

    def _bury(self, why: str) -> None:
        """Give up the process for the rest of the game."""
        self._faults.died += 1
        self._deaths += 1
        self._alive = False
        notes = self._child.notes if self._child else ""
        self._faults.last = f"{why}: {notes}" if notes else why
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.stop(_line({"t": "bye"}) if self._alive else b"")
            self._child = None


# ---- messages ------------------------------------------------------------------------------------


def _line(message: Data) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _parsed(line: bytes) -> Data:
    """A message of a program."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _Invalid(f"expected a JSON object, found {_short(line)}")
    return found


def _chosen(view: View, answer: Data) -> Move:
    """The legal move that an answer means."""
    given = [way for way in WAYS if way in answer]
    if len(given) != 1:
        raise _Invalid(f"expected one of {', '.join(WAYS)}, found {_short(_line(answer))}")
    try:
        return WAYS[given[0]](view, answer[given[0]])
    except MoveError as error:
        raise _Invalid(f"{given[0]} {_short(_line(answer[given[0]]))}: {error}") from None


def _by_number(view: View, number: Any) -> Move:
    legal = view.legal()
    if not _is_whole(number) or not 0 <= number < len(legal):
        raise InvalidMove(f"expected a number from 0 to {len(legal) - 1}")
    return legal[int(number)]


def _by_id(view: View, number: Any) -> Move:
    found = view.move(number) if _is_whole(number) else None
    if found is None:
        raise IllegalMove("this is not the id of a legal move")
    return found


def _by_text(view: View, text: Any) -> Move:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidMove(f"expected a text of at most {LONGEST_TEXT:,} characters")
    return view.parse(text)


def _by_items(view: View, numbers: Any) -> Move:
    items = view.pick_items()
    if not isinstance(numbers, list) or not all(
        _is_whole(each) and 0 <= each < len(items) for each in numbers
    ):
        raise InvalidMove(f"expected numbers from 0 to {len(items) - 1}")
    found = view.set_of_items([items[each] for each in numbers])
    if found is None:
        raise IllegalMove("these items cannot be picked together")
    return found


WAYS: dict[str, Callable[[View, Any], Move]] = {
    "n": _by_number,
    "id": _by_id,
    "text": _by_text,
    "items": _by_items,
}


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _version() -> str:
    try:
        return metadata.version("ludwright")
    except metadata.PackageNotFoundError:  # run from its sources
        return ""
