"""Moves: what may be chosen at a decision, as text for people, notations and fixed ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, overload
from weakref import WeakKeyDictionary

from ..machine import state as m
from ..machine.program import DIRECTION_WORDS, ActionInfo, Array, Program, SiteInfo, Text

if TYPE_CHECKING:
    from .table import Table

CONTINUE = "continue"
NONE = "none"  # a list without items
DIRECTION = f"(?:{'|'.join(DIRECTION_WORDS)})"
BEFORE_DIRECTION = re.compile(rf",(?={DIRECTION})")


class Move:
    """One option of a decision. It prints for people; `text(name)` is a named notation."""

    __slots__ = ("_line", "_number", "_raw", "_table", "action", "row", "site", "value")

    def __init__(
        self,
        table: Table,
        line: list[tuple[int, ...]],
        number: int,
        site: SiteInfo | None,
        action: int,
        operands: tuple[int, ...],
        row: int,
        value: int = 0,
    ) -> None:
        self._table = table
        self._line = line  # the table's log: what it holds is never changed, only added to
        self._number = number  # the entry of that log this move would be
        self.site = site  # None: the move that only lets a paused game go on
        self.action = action
        self._raw = operands
        self.row = row  # the option row, -1 for one read from a log
        self.value = value

    @property
    def info(self) -> ActionInfo | None:
        """The action this is an option of."""
        return self.site.actions[self.action] if self.site else None

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.info.name if self.info else CONTINUE

    @property
    def entry(self) -> tuple[int, ...]:
        """What a table's log keeps of this move; it may hold what the seat can't know."""
        return (self.action + 1, *self._raw) if self.site else ()

    @property
    def operands(self) -> tuple[int, ...]:
        """What was chosen, as numbers (of a set, its values in order): a token that the seat can't
        identify is given by its place, as the label that it has in the seat's view."""
        info = self.info
        if info is None:
            return self._raw
        if not info.names_tokens:
            return tuple(value for value, _ in info.chosen(self._raw))
        return self._table.labelled(self._line, self._number, info, self._raw)

    @property
    def id(self) -> int:
        """The fixed id of this move in every game of this program; -1 to go on after a pause."""
        info = self.info
        if info is None:
            return -1
        if info.sets is not None:
            return info.first_id + info.sets.number(self.operands)
        number = 0
        for operand, (low, size) in zip(self.operands, info.radix, strict=True):
            number = number * size + operand - low
        return info.first_id + number

    def belongs_to(self, line: list[tuple[int, ...]]) -> bool:
        """Whether this is an option of the position to which a log has come."""
        return self._line is line and self._number == len(line)

    @property
    def choice(self) -> tuple[SiteInfo | None, int, tuple[int, ...]]:
        """What is chosen, and where: the same for moves that choose the same."""
        return self.site, self.action, self.operands

    def same(self, other: Move) -> bool:
        """Whether two moves choose the same."""
        return self.choice == other.choice

    def text(self, notation: str = "", seat: int | None = None) -> str:
        """The move in a notation; in the one for people if the action has none of that name.

        It is written for the seat that decides, or for another one that is named, which reads []
        for cards that it can't tell.
        """
        return self._table.move_text(self, self._line, self._number, notation, seat)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Move {self.text()!r}>"


class Moves(Sequence[Move]):
    """The legal moves of a decision, made when looked at."""

    __slots__ = ("_count", "_line", "_number", "_table")

    def __init__(self, table: Table, line: list[tuple[int, ...]], count: int) -> None:
        self._table = table
        self._line = line
        self._number = len(line)
        self._count = count

    def __len__(self) -> int:
        return self._count

    @property
    def place(self) -> tuple[object, int]:
        """Which decision this is: the log of its table, and how many entries that had."""
        return self._line, self._number

    def offers(self, move: Move) -> bool:
        """Whether a move was made at this very decision."""
        return move.belongs_to(self._line)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        count = self._count
        if isinstance(index, slice):
            return [self._table.option(i, self._line, self._number) for i in range(count)[index]]
        if not -count <= index < count:
            raise IndexError(f"there are {count} legal moves")
        return self._table.option(index % count, self._line, self._number)

    def __iter__(self) -> Iterator[Move]:
        return (self._table.option(i, self._line, self._number) for i in range(self._count))

    def __repr__(self) -> str:
        return f"[{', '.join(str(move) for move in self)}]"


def notations(program: Program) -> list[str]:
    """The names of the notations that moves of a game have beside the one for people."""
    infos = [action for site in program.sites.values() for action in site.actions]
    return sorted({name for info in infos for name in info.texts if name})


def looks_like_a_move(program: Program, text: str) -> bool:
    """Whether a text has the form of a move, wherever it might be legal."""
    return any(
        pattern(writing, program).fullmatch(text)
        for site in program.sites.values()
        for action in (*site.actions, *site.refused)
        for writing in action.texts.values()
    )


# By the identity of a program, which is kept with its patterns so that it stays the only one.
_patterns: dict[int, tuple[Program, dict[Text, re.Pattern[str]]]] = {}
MOST_KEPT = 8


def pattern(text: Text, program: Program) -> re.Pattern[str]:
    """What texts of a notation look like, with a group for each value."""
    if id(program) not in _patterns:
        if len(_patterns) >= MOST_KEPT:
            _patterns.pop(next(iter(_patterns)))
        _patterns[id(program)] = program, {}
    kept = _patterns[id(program)][1]
    if text not in kept:
        kept[text] = _pattern(text, program)
    return kept[text]


def _pattern(text: Text, program: Program) -> re.Pattern[str]:
    pieces = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(r"\s+".join(re.escape(word) for word in re.split(r"\s+", part)))
        else:
            pieces.append(f"({_values_pattern(part.type, program)})")
    return re.compile(r"\s*".join(["", *pieces, ""]), re.IGNORECASE)


def _values_pattern(kind: str, program: Program) -> str:
    if kind.startswith("["):
        item = _values_pattern(kind[1:-1], program)
        return rf"{NONE}|{item}(?:\s*\+\s*{item})*"
    if kind == "int":
        return r"-?\d+"
    ordered = sorted(set(names_of(kind, program)), key=lambda name: (-len(name), name))
    branch = rf"(?:(?:\s*,\s*|\s+){DIRECTION})*" if kind == "zone" else ""
    return "(?:" + "|".join(re.escape(name) for name in ordered) + f"){branch}"


def names_of(kind: str, program: Program, state: Array | None = None) -> list[str]:
    """What the values of a type are called, by their number; "" where there is none. The branches
    of trees are those of a state."""
    if kind == "zone" and state is not None:
        zones = [program.zone_in(number, state) for number in range(len(program.zones))]
        return [zone.label if zone else "" for zone in zones]
    known = {
        "token": list(program.tokens),
        "zone": ["" if z is None else z.label for z in program.zones],
        "seat": ["", *(f"player {i + 1}" for i in range(program.seats))],
        "team": ["", *(team.name for team in program.teams)],
        "bool": ["no", "yes"],
    }
    return known.get(kind) or ["", *program.enums.get(kind, ())]


def values_of(text: str, kind: str, program: Program, state: Array) -> list[int]:
    """The raw values of a type that a text may stand for in a state."""
    if kind == "int":
        return [int(text)] if len(text) < 11 else []
    form = bare if kind == "zone" else normal
    names = [form(name) for name in names_of(kind, program, state)]
    return [value for value, name in enumerate(names) if name == form(text) != ""]


def normal(text: str) -> str:
    """A typed move without what does not matter: blanks and capitals."""
    return " ".join(text.split()).casefold()


def squeezed(text: str) -> str:
    """A typed move without any blanks."""
    return normal(text).replace(" ", "")


def bare(text: str) -> str:
    """A typed move without any blanks, and without commas on the way to a branch."""
    return BEFORE_DIRECTION.sub("", squeezed(text))


def named(table: Table, text: str) -> list[Move]:
    """The legal moves that a text fits; blanks, and commas between directions, matter only if it
    fits one with them."""
    written = _written_at(table)
    for form in (normal, squeezed, bare):
        if found := table.find(partial(_is_called, written, form, form(text))):
            return found
    return []


Written = dict[tuple[int, ...], list[str]]
"""How moves are written in all their notations, by what a log would have of them."""
# By table: the log, how many entries it had, and how moves were written then.
_written: WeakKeyDictionary[object, tuple[object, int, Written]] = WeakKeyDictionary()


def _written_at(table: Table) -> Written:
    """How moves are written where a table stands, as far as it was asked before."""
    found, (line, number) = _written.get(table), table.legal().place
    if found is None or found[0] is not line or found[1] != number:
        found = _written[table] = line, number, {}
    return found[2]


def _is_called(written: Written, form: Callable[[str], str], wanted: str, move: Move) -> bool:
    """Whether a move is written like this in one of its notations; how moves are written is worked
    out once."""
    texts = written.get(move.entry)
    if texts is None:
        texts = [CONTINUE] if move.info is None else [*map(move.text, move.info.texts)]
        written[move.entry] = texts
    return any(form(text) == wanted for text in texts)


def option_rows(program: Program, site: SiteInfo, space: Array) -> list[list[int]]:
    """The options in a workspace as actions (from 1) and operands, each number of a range by
    itself."""
    width = int(program.code[m.P_WIDTH])
    count = int(space[m.W_ROWS])
    found = []
    for row in space[m.W_DATA : m.W_DATA + count * width].reshape(count, width).tolist():
        info = site.actions[row[0] - 1]
        if info.is_range:
            assert info.sets is None, "sets are not listed one by one"
            found += [[row[0], number] for number in range(row[1], row[2] + 1)]
        else:
            found.append(row[: 1 + len(info.operands)])
    return found
