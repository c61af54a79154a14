"""Moves: what may be chosen at a decision, as text for people, notations and fixed ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from ..machine.program import DIRECTION_WORDS, ActionInfo, Program, SiteInfo, Text

if TYPE_CHECKING:
    from .table import Table

CONTINUE = "continue"


class Move:
    """One option of a decision. It prints for people; `text(name)` is a named notation."""

    __slots__ = ("_line", "_number", "_table", "action", "operands", "row", "site", "value")

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
        self.operands = operands
        self.row = row  # the option row, -1 for a form that is not listed
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
    def id(self) -> int:
        """The fixed id of this move in every game of this program; -1 to go on after a pause."""
        info = self.info
        if info is None:
            return -1
        number = 0
        for operand, (low, size) in zip(self.operands, info.radix, strict=True):
            number = number * size + operand - low
        return info.first_id + number

    def belongs_to(self, line: list[tuple[int, ...]]) -> bool:
        """Whether this is an option of the position to which a log has come."""
        return self._line is line and self._number == len(line)

    def same(self, other: Move) -> bool:
        """Whether two moves choose the same."""
        mine = (self.site, self.action, self.operands)
        return mine == (other.site, other.action, other.operands)

    def text(self, notation: str = "", seat: int | None = None) -> str:
        """The move in a notation; in the one for people if the action has none of that name.

        A seat reads [] for cards that it does not see now.
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
        for action in site.actions
        for writing in action.texts.values()
    )


def pattern(text: Text, program: Program) -> re.Pattern[str]:
    """What texts of a notation look like, whatever their values."""
    pieces = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(r"\s+".join(re.escape(word) for word in re.split(r"\s+", part)))
        else:
            pieces.append(_values_pattern(part[1], program))
    return re.compile(r"\s*".join(["", *pieces, ""]), re.IGNORECASE)


def _values_pattern(kind: str, program: Program) -> str:
    if kind == "int":
        return r"-?\d+"
    names = {
        "token": {t for t in program.tokens if t},
        "zone": {z.label for z in program.zones if z},
        "seat": {f"player {i + 1}" for i in range(program.seats)},
        "bool": {"yes", "no"},
    }.get(kind, set(program.enums.get(kind, ())))
    branch = rf"(?:\s+(?:{'|'.join(DIRECTION_WORDS)}))*" if kind == "zone" else ""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "(?:" + "|".join(re.escape(name) for name in ordered) + ")" + branch


def normal(text: str) -> str:
    """A typed move without what does not matter: blanks and capitals."""
    return " ".join(text.split()).casefold()
