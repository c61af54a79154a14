"""Answers of a compound move, in order or by name, and the moves that they denote."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from ..machine.program import SiteInfo
from .equivalent_moves import alike
from .errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from .move_text import operand_texts
from .moves import Move, looks_like_a_move, normal
from .picks import Picks, collected, how_many, options, picks, picks_set, set_move
from .text_rendering import NONE

if TYPE_CHECKING:
    from .table import Table

Answer = Move | str | int | Collection[str]
Given = Answer | Sequence[Answer] | Sequence[Sequence[Answer]]
"""What is given for a name: one answer, one for each time it is asked for, or several picks each
time. A set may be given as one, or by its items one after another."""
Answers = Sequence[Answer] | Mapping[str, Given]

NUMBERED = re.compile(r" \d+$")
MOST_LISTED = 12  # options in a message


class Compound:
    """A compound move that is being made: its text, and the number of answers used."""

    def __init__(self, text: str) -> None:
        self.called = f"'{text}'"
        self.answers = 0

    @property
    def answer(self) -> str:
        """The start of a message about the current answer."""
        return f"answer {self.answers} to {self.called}: "


class InOrder:
    """Answers in order."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers: list[Any] = list(answers)

    def first(self, table: Table, move: Move | str | Collection[str]) -> Move:
        """The move itself."""
        if picks_set(table):
            self._answers.insert(0, move)
            return self._set(table, Compound(str(move)), "")
        return _the(table, _option(table, move), move, "")

    def next(self, table: Table, whole: Compound) -> Move:
        """The answer to the next question."""
        if not self._answers:
            raise _missing(table, whole)
        whole.answers += 1
        if picks_set(table):
            return self._set(table, whole, whole.answer)
        answer = self._answers.pop(0)
        return _the(table, _option(table, answer), answer, whole.answer)

    def _set(self, table: Table, whole: Compound, what: str) -> Move:
        """A set, given as one or by its items."""
        found, used = _picked(table, self._answers)
        if found is None and used == len(self._answers):
            raise _missing(table, whole)
        if found is None:
            return _the(table, [], self._answers[used], what)
        del self._answers[:used]
        return found

    def left(self) -> str:
        """The unused answers, in words."""
        return ", ".join(f"'{answer}'" for answer in self._answers)


def _picked(table: Table, answers: Sequence[Answer]) -> tuple[Move | None, int]:
    """The set that the next answers denote, and the number of answers it takes; or None, and the
    number of answers that could be part of one."""
    first = answers[0] if answers else ()
    # In order of precedence: a move, a collection, items one by one, the sum of a whole set.
    if isinstance(first, Move):
        found = table.same(first)
        return (found[0], 1) if found else (None, 0)
    if isinstance(first, Sequence | Set) and not isinstance(first, str) and answers:
        return set_move(table, first), 1
    texts = [str(answer) for answer in answers]
    if (taken := collected(table, texts)) is not None:
        return taken
    if texts and (meant := options(table, texts[0])):
        return meant[0], 1
    asked = picks(table)
    known = {normal(text) for text in asked.items} if asked else set()
    strange = next((i for i, text in enumerate(texts) if normal(text) not in known), len(texts))
    return None, strange


class ByName:
    """Answers by the names of what is asked for."""

    def __init__(self, answers: Mapping[str, Given]) -> None:
        self._names = {_plain(name): name for name in answers}
        self._answers = {_plain(name): _items(given) for name, given in answers.items()}
        self._several: dict[str, list[Any]] = {}

    def first(self, table: Table, move: Move | str | Collection[str]) -> Move:
        """The move itself: by its text, or by its action's name and the answers for its
        operands."""
        if picks_set(table):
            return InOrder(()).first(table, move)
        found = _option(table, move)
        # `("trade", {"loads": 2})`: the action by name, its operands by theirs.
        if not found and isinstance(move, str):
            called = [each for each in table.legal() if _plain(each.name) == _plain(move)]
            found = [each for each in called if self._fits(table, each)]
        chosen = _the(table, found, move, "")
        for name, _, _ in _operands(chosen):
            self._answers.pop(self._key(name), None)
        return chosen

    def _key(self, name: str) -> str:
        """The key of the answers for a name; '' if there are none."""
        keys = (_plain(name), _unnumbered(name))
        return next((key for key in keys if key in self._answers), "")

    def _fits(self, table: Table, move: Move) -> bool:
        given = (self._answers.get(self._key(name)) for name, _, _ in _operands(move))
        texts = _values(table, move)
        return all(
            answers is None or (len(answers) == 1 and _says(answers[0], text))
            for answers, text in zip(given, texts, strict=True)
        )

    def next(self, table: Table, whole: Compound) -> Move:
        """The answer to the next question."""
        name = next(filter(None, map(self._key, names_asked(table.site))), "")
        if not name:
            raise _missing(table, whole)
        answers, asked = self._answers[name], picks(table)
        what = f"'{self._names[name]}' of {whole.called}: "
        if asked and asked.at_once:
            return self._set(table, name, whole, what)
        # A list is for all picks of one question, so it is taken when the first of them is asked.
        if answers and _is_list(answers[0]) and not (asked and asked.chosen):
            self._several[name] = _items(answers.pop(0))
        queue = self._several.get(name, answers)
        if not queue:
            self._several.pop(name, None)
            return self._stop(table, whole)
        answer = queue.pop(0)
        return _the(table, _option(table, answer), answer, what)

    def _set(self, table: Table, name: str, whole: Compound, what: str) -> Move:
        """A set: one list, or as many of the answers as it takes."""
        answers = self._answers[name]
        apart = bool(answers) and _is_list(answers[0])
        given = _items(answers[0]) if apart else answers
        found, used = _picked(table, given) if given else (_none(table), 0)
        if found is None or (apart and used < len(given)):
            if used == len(given):
                raise _missing(table, whole)
            return _the(table, [], given[used], what)
        del answers[: 1 if apart else used]
        return found

    def _stop(self, table: Table, whole: Compound) -> Move:
        """The only option that picks nothing more."""
        stops = [move for move in table.legal() if not _operands(move)]
        if len(stops) != 1:
            raise _missing(table, whole)
        return stops[0]

    def left(self) -> str:
        """The unused answers, in words."""
        rest = [*self._answers.items(), *self._several.items()]
        unasked = dict.fromkeys(name for name, answers in rest if answers)
        return ", ".join(f"'{self._names[name]}'" for name in unasked)


def _none(table: Table) -> Move | None:
    """The empty set, if it is legal."""
    return next(iter(options(table, NONE)), None)


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence | Set) and not isinstance(given, str)


def _items(given: Any) -> list[Any]:
    return list(given) if _is_list(given) else [given]


def _operands(move: Move) -> tuple[tuple[str, str, int], ...]:
    return move.info.operands if move.info else ()


def _option(table: Table, answer: object) -> list[Move]:
    """The legal moves that an answer may denote: a move, a text, the text of an operand, a number,
    or a move's id."""
    if isinstance(answer, Move):
        return table.same(answer)
    # Before numbers: True is an int, and would be the move with id 1.
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    found = options(table, str(answer)) or table.find(lambda move: _about(table, move, answer))
    if not found and isinstance(answer, int):
        return table.find(lambda move: move.id == answer)
    return found


def _about(table: Table, move: Move, answer: object) -> bool:
    return any(_says(answer, text) for text in _values(table, move))


def _values(table: Table, move: Move) -> list[str]:
    """The text of each value of a legal move, for the seat that decides."""
    operands = table.entry(move)[1:]
    return operand_texts(table.reading(), move.info, operands) if move.info else []


def _says(answer: object, text: str) -> bool:
    return normal(str(answer)) == normal(text)


def _the(table: Table, found: list[Move], answer: object, what: str) -> Move:
    """The only option that an answer denotes."""
    if found and all(alike(table, move, found[0]) for move in found):
        return found[0]
    given = f"{what}'{answer}'"
    if found:
        raise AmbiguousMove(f"{given} matches {len(found)} moves: {_listed(found)}")
    text = str(answer)
    # A move of another position is illegal here, but still a move of this game.
    known = isinstance(answer, Move) or looks_like_a_move(table.program, normal(text))
    error: Callable[[str], MoveError] = IllegalMove if known else InvalidMove
    problem = "is not legal" if known else "is not a move"
    raise error(f"{given} {problem} here; {_asked(table)}; nothing was done")


def _missing(table: Table, whole: Compound) -> IllegalMove:
    return IllegalMove(f"{whole.called} is incomplete: {_asked(table)}; nothing was done")


def _asked(table: Table) -> str:
    """Which seat is asked for what, and its options."""
    names = " or ".join(dict.fromkeys(names_asked(table.site)))
    asked = f"'{table.prompt}'" if table.prompt else f"for {names}"
    several = picks(table)
    offered = _offered(several) if several and several.at_once else _listed(table.legal())
    return f"{who_decides(table)} is asked {asked}: {offered}"


def _offered(several: Picks) -> str:
    """The items a set is picked from, in words."""
    more = len(several.items) - MOST_LISTED
    items = ", ".join(several.items[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
    return f"{how_many(several)} of {items}"


def who_decides(table: Table) -> str:
    """The name of the seat that decides."""
    return "nobody" if table.decider is None else table.names[table.decider]


def _listed(moves: Sequence[Move]) -> str:
    texts = [move.text() for move in moves[:MOST_LISTED]]
    more = len(moves) - len(texts)
    return ", ".join(texts) + (f" and {more} more" if more else "")


# ---- names ---------------------------------------------------------------------------------------


def names_asked(site: SiteInfo) -> Iterator[str]:
    """The names of what is asked for at a site."""
    for action in site.actions:
        yield action.name
        yield from (name for name, _, _ in action.operands)
    if site.prompt:
        yield site.prompt


def _plain(name: str) -> str:
    return normal(name).lstrip("$")


def _unnumbered(name: str) -> str:
    """A name without a number at its end: picks one by one have numbered names."""
    return NUMBERED.sub("", _plain(name))
