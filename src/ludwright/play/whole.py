"""Whole moves: a move together with the answers to all that it asks on its way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..machine import state as m
from ..machine.program import Program, SiteInfo
from .alike import alike
from .errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from .listing import Entry
from .moves import Move, looks_like_a_move, named, normal
from .writing import operand_texts

if TYPE_CHECKING:
    from .table import Table

Answer = Move | str | int
Given = Answer | Sequence[Answer] | Sequence[Sequence[Answer]]
"""What is said where a name is asked for: once, again and again, or several picks each time."""
Answers = Sequence[Answer] | Mapping[str, Given]

SEPARATOR = " / "
_SEPARATOR = re.compile(r"\s+/\s+")
NUMBERED = re.compile(r" \d+$")
MOST_TOLD = 12  # options in a message


@dataclass(frozen=True, slots=True)
class Pending:
    """What a move that is half made still asks: the names of what is asked for, whom, and what can
    be said. Where several things are picked one after another: which were, and how many it will be
    at least and at most, as far as that can be told before the next pick."""

    names: tuple[str, ...]
    seat: int | None
    prompt: str
    options: tuple[Move, ...]
    picked: tuple[str, ...]
    least: int
    most: int


def pending(table: Table) -> Pending | None:
    """What a move that is half made still asks; None where no move is under way."""
    if table.decider is None:
        return None
    picks = picked(table)
    state = table.state
    if not (picks or _under_way(table)):
        return None
    options = tuple(table.legal())
    items = sum(1 for move in options if move.operands)
    several = bool(picks) or len({bool(a.operands) for a in table.site.actions}) > 1
    least = len(picks) + (1 if items == len(options) else 0)
    most = max(least, len(picks) + (items if several else 1))
    kind = _kind(table.site)
    texts = tuple(table.program.value_text(value, kind, state) for value in picks)
    asked = tuple(dict.fromkeys(_names(table.site)))
    return Pending(asked, table.decider, table.prompt, options, texts, least, most)


def parts(text: str) -> list[str]:
    """A move and its answers, written one after another."""
    return _SEPARATOR.split(text.strip())


def entries(
    table: Table, move: Move | str, answers: Answers = (), seat: int | None = None
) -> list[Entry]:
    """What a log will have of a whole move. It is tried out beside the table; if it does not fit,
    the error says which answer, and what could be said there. With a seat, nobody else's choice
    can be part of it."""
    other = table.copy()
    begun = len(other.log)
    by_name = isinstance(answers, Mapping)
    said: _InOrder | _ByName
    said = _ByName(answers) if isinstance(answers, Mapping) else _InOrder(answers)
    if isinstance(move, str) and not by_name and not named(other, move):
        move, *more = parts(move)
        said = _InOrder([*more, *answers])
    first = said.first(other, move)
    site, depth = first.site, len(other.program.standing(other.state))
    whole = _Whole(str(first))
    whole.note(other, first)
    other.apply(first)
    done = len(other.log)
    while _reaches_a_choice(other) and _goes_on(other, site, depth, whole):
        if seat not in (None, other.decider):
            raise IllegalMove(
                f"{whole.called} is interrupted: {_who(other)} decides first; make it step by step"
            )
        chosen = said.next(other, whole)
        whole.note(other, chosen)
        other.apply(chosen)
        done = len(other.log)
    if left := said.left():
        raise IllegalMove(f"{whole.called} asks for less: {left} is left over; nothing was done")
    return other.log[begun:done]


# ---- what belongs to a move ----------------------------------------------------------------------


def _reaches_a_choice(table: Table) -> bool:
    """Go on where the game only pauses; whether a seat then decides. Chance that the caller tells
    ends a whole move: it is nobody's answer."""
    while table.paused:
        table.apply(table.legal()[0])
    return table.decider is not None and not table.stuck


def _goes_on(table: Table, site: SiteInfo | None, depth: int, whole: _Whole) -> bool:
    """Whether a decision is part of a move that was chosen at a site, with so many procedures under
    way: it is made inside of what the site's actions do, or goes on with the picks begun there."""
    if site is None:
        return False
    standing = table.program.standing(table.state)
    outer = standing[len(standing) - depth] if depth <= len(standing) else 0
    inside = _within(table.program, site, outer)
    return inside or (table.site is site and bool(picked(table, whole.picks(table))))


def _under_way(table: Table) -> bool:
    """Whether the decision is made inside of what some action does."""
    program = table.program
    standing = program.standing(table.state)
    return any(_within(program, site, at) for site in program.sites.values() for at in standing)


def _within(program: Program, site: SiteInfo, address: int) -> bool:
    """Whether an address lies in the code of what a site's actions do: behind the op that waits
    there, and before the code that lists its options."""
    waits = program.site_addresses.get(site.offset, 0)
    return 0 < waits < address < int(program.code[site.offset + m.SITE_ROWS])


def picked(table: Table, made: list[int] | None = None) -> list[int]:
    """What was picked before at the site that waits, as part of the same request: the last choices
    there (looked up if they are not given), as far as a list that is kept holds just these. A list
    with the name of what is asked for is taken at its word."""
    site = table.site
    kind = f"[{_kind(site)}]"
    kept = {
        held.slot.name: table.state[held.items[1:]].tolist()
        for held in table.program.held(table.state)
        if held.slot.type == kind and held.items
    }
    asked = {_unnumbered(name) for name in _names(site)}
    for name, items in kept.items():
        if _unnumbered(name) in asked:
            return list(items)
    lists = [items for items in kept.values() if items]
    if made is None:
        made = _made_here(table, max(map(len, lists), default=0))
    return next((made[i:] for i in range(len(made)) if made[i:] in lists), [])


def _made_here(table: Table, most: int) -> list[int]:
    """What the seat that decides has chosen last at this site, without a choice elsewhere in
    between; no more than so many."""
    before, made = table.copy(), list[int]()
    while len(made) < most and (log := before.log):
        before.undo()
        if log[-1] and not _is_pick(before, log[-1], table.site, table.decider):
            break
        made[:0] = log[-1][1:]
    return made


def _is_pick(before: Table, entry: Entry, site: SiteInfo, seat: int | None) -> bool:
    """Whether a seat chose one thing at a site."""
    here = before.decider == seat and before.site is site
    return here and len(entry) == 2


def _kind(site: SiteInfo) -> str:
    """The type of what is picked at a site, if one thing is."""
    kinds = {a.operands[0][1] for a in site.actions if len(a.operands) == 1}
    return kinds.pop() if len(kinds) == 1 else ""


def _names(site: SiteInfo) -> Iterator[str]:
    """What may be asked for at a site."""
    for action in site.actions:
        yield action.name
        yield from (name for name, _, _ in action.operands)
    if site.prompt:
        yield site.prompt


def _plain(name: str) -> str:
    return normal(name).lstrip("$")


def _unnumbered(name: str) -> str:
    """A name without the number that tells it from others like it."""
    return NUMBERED.sub("", _plain(name))


# ---- answers -------------------------------------------------------------------------------------


class _Whole:
    """A move that is being made: how it is written, how many answers it has got, and what was
    chosen last, where and by whom."""

    def __init__(self, text: str) -> None:
        self.called = f"'{text}'"
        self.answers = 0
        self._at: tuple[int, int | None] | None = None
        self._made: list[int] = []

    def note(self, table: Table, move: Move) -> None:
        """Remember what is about to be chosen."""
        entry = table.entry(move)
        single = len(entry) == 2
        self._made = [*self.picks(table), entry[1]] if single else []
        self._at = (table.site.offset, table.decider) if single else None

    def picks(self, table: Table) -> list[int]:
        """What the seat that decides has chosen last at this site, one thing each time."""
        return self._made if self._at == (table.site.offset, table.decider) else []


class _InOrder:
    """Answers one after another."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = list(answers)

    def first(self, table: Table, move: Move | str) -> Move:
        """The move itself."""
        return _the(table, _option(table, move), move, "")

    def next(self, table: Table, whole: _Whole) -> Move:
        """The answer to the next question."""
        if not self._answers:
            raise _missing(table, whole)
        whole.answers += 1
        answer = self._answers.pop(0)
        what = f"answer {whole.answers} to {whole.called}: "
        return _the(table, _option(table, answer), answer, what)

    def left(self) -> str:
        """What was not asked for."""
        return ", ".join(f"'{answer}'" for answer in self._answers)


class _ByName:
    """Answers by the names of what is asked for."""

    def __init__(self, answers: Mapping[str, Given]) -> None:
        self._names = {_plain(name): name for name in answers}
        self._answers = {_plain(name): _items(given) for name, given in answers.items()}
        self._several: dict[str, list[Any]] = {}

    def first(self, table: Table, move: Move | str) -> Move:
        """The move itself: by its text, or by its action's name and what is said of its values."""
        found = _option(table, move)
        if not found and isinstance(move, str):
            called = [each for each in table.legal() if _plain(each.name) == _plain(move)]
            found = [each for each in called if self._fits(table, each)]
        chosen = _the(table, found, move, "")
        for name, _, _ in _operands(chosen):
            self._answers.pop(self._key(name), None)
        return chosen

    def _key(self, name: str) -> str:
        """What answers call something that is asked for; nothing if they do not name it."""
        keys = (_plain(name), _unnumbered(name))
        return next((key for key in keys if key in self._answers), "")

    def _fits(self, table: Table, move: Move) -> bool:
        given = (self._answers.get(self._key(name)) for name, _, _ in _operands(move))
        texts = _values(table, move)
        return all(
            answers is None or (len(answers) == 1 and _says(answers[0], text))
            for answers, text in zip(given, texts, strict=True)
        )

    def next(self, table: Table, whole: _Whole) -> Move:
        """The answer to the next question."""
        name = next(filter(None, map(self._key, _names(table.site))), "")
        if not name:
            raise _missing(table, whole)
        answers = self._answers[name]
        if answers and _is_list(answers[0]) and not picked(table, whole.picks(table)):
            self._several[name] = _items(answers.pop(0))
        queue = self._several.get(name, answers)
        if not queue:
            self._several.pop(name, None)
            return self._stop(table, whole)
        answer = queue.pop(0)
        what = f"'{self._names[name]}' of {whole.called}: "
        return _the(table, _option(table, answer), answer, what)

    def _stop(self, table: Table, whole: _Whole) -> Move:
        """The one option that picks nothing more."""
        stops = [move for move in table.legal() if not _operands(move)]
        if len(stops) != 1:
            raise _missing(table, whole)
        return stops[0]

    def left(self) -> str:
        """What was not asked for."""
        rest = [*self._answers.items(), *self._several.items()]
        unasked = dict.fromkeys(name for name, answers in rest if answers)
        return ", ".join(f"'{self._names[name]}'" for name in unasked)


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str)


def _items(given: object) -> list[Any]:
    return list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]


def _operands(move: Move) -> tuple[tuple[str, str, int], ...]:
    return move.info.operands if move.info else ()


def _option(table: Table, answer: object) -> list[Move]:
    """The legal moves that an answer may mean: a move, a text, the name of what a move is about, a
    number that is chosen, or a move's id."""
    if isinstance(answer, Move):
        return table.find(lambda move: move == answer)
    if isinstance(answer, bool):
        answer = "yes" if answer else "no"
    found = named(table, str(answer)) or table.find(lambda move: _about(table, move, answer))
    if not found and isinstance(answer, int):
        return table.find(lambda move: move.id == answer)
    return found


def _about(table: Table, move: Move, answer: object) -> bool:
    return any(_says(answer, text) for text in _values(table, move))


def _values(table: Table, move: Move) -> list[str]:
    """What each value of a legal move is called, as the seat that decides reads it."""
    operands = table.entry(move)[1:]
    return operand_texts(table.reading(), move.info, operands) if move.info else []


def _says(answer: object, text: str) -> bool:
    return normal(str(answer)) == normal(text)


def _the(table: Table, found: list[Move], answer: object, what: str) -> Move:
    """The only option that an answer means."""
    if found and all(alike(table, move, found[0]) for move in found):
        return found[0]
    told = f"{what}'{answer}'"
    if found:
        raise AmbiguousMove(f"{told} fits {len(found)} moves: {_listed(found)}")
    text = str(answer)
    known = isinstance(answer, Move) or looks_like_a_move(table.program, normal(text))
    error: Callable[[str], MoveError] = IllegalMove if known else InvalidMove
    problem = "is not legal" if known else "is not a move"
    raise error(f"{told} {problem} here; {_asked(table)}; nothing was done")


def _missing(table: Table, whole: _Whole) -> IllegalMove:
    return IllegalMove(f"{whole.called} is not whole: {_asked(table)}; nothing was done")


def _asked(table: Table) -> str:
    """Who is asked what, and what could be said."""
    asked = f"'{table.prompt}'" if table.prompt else " or ".join(dict.fromkeys(_names(table.site)))
    return f"{_who(table)} is asked {asked}: {_listed(table.legal())}"


def _who(table: Table) -> str:
    return "nobody" if table.decider is None else table.names[table.decider]


def _listed(moves: Sequence[Move]) -> str:
    texts = [move.text() for move in moves[:MOST_TOLD]]
    more = len(moves) - len(texts)
    return ", ".join(texts) + (f" and {more} more" if more else "")
