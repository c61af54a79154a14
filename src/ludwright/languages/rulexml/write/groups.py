"""The groups of a game: those that its reasons name, and new ones for other sets of cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..lower.looks import WRITTEN
from ..read.tree import Group
from .vocabulary import word


@dataclass(slots=True)
class Groups:
    """Names and the cells that they denote; `cells` are all cells in order, and `vague` the names
    of which only the number of cells is known."""

    cells: tuple[str, ...]
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    vague: dict[str, int] = field(default_factory=dict)

    def define(self, name: str, cells: Iterable[str]) -> None:
        """Define the cells that a name denotes."""
        wanted = set(cells)
        self.named[name] = tuple(cell for cell in self.cells if cell in wanted)

    def some(self, name: str, number: int) -> None:
        """Note a name that denotes some number of cells."""
        self.vague[name] = number

    def settle(self) -> None:
        """Choose cells for the names of which only the number is known."""
        for name, number in self.vague.items():
            if name not in self.named:
                # Any cells will do: the result of such a test does not depend on them.
                own = (name,) if name in self.cells else ()
                others = tuple(cell for cell in self.cells if cell != name)
                self.define(name, (*own, *others[: number - len(own)]))

    def name_of(self, cells: tuple[str, ...]) -> str:
        """A name for some cells, defined if there is none."""
        # A cell's own name, unless a group of that name has further cells.
        if len(cells) == 1 and self.named.get(cells[0], cells) == cells:
            return cells[0]
        for name, held in self.named.items():
            if set(held) == set(cells):
                return name
        name = self.free(_common(cells) or "group")
        self.define(name, cells)
        return name

    def free(self, name: str) -> str:
        """An unused name, formed by appending a number if necessary."""
        numbers = (f"{name}{number}" for number in range(2, 10_000))
        taken = (*self.cells, *self.named)
        return name if name not in taken else next(each for each in numbers if each not in taken)

    def all(self) -> tuple[Group, ...]:
        """All groups, ordered so that the cells are first mentioned in their order: each cell in
        one of the required groups or, if it is in none, in an additional one."""
        found: list[Group] = []
        # A name that denotes just the cell of that name needs no group.
        needed = {name: cells for name, cells in self.named.items() if cells != (name,)}
        seen: set[str] = set()
        alone: list[str] = []
        # Cells without a group are collected until the next group starts, to keep the order.
        for cell in self.cells:
            if cell in seen:
                continue
            name = self._home(cell, seen, needed)
            if name:
                found += self._others(alone)
                alone = []
                found.append(Group(word(name), needed.pop(name), WRITTEN))
                seen |= set(found[-1].cells)
            else:
                alone.append(cell)
                seen.add(cell)
        found += self._others(alone)
        return (*found, *(Group(word(name), held, WRITTEN) for name, held in needed.items()))

    def _home(self, cell: str, seen: set[str], needed: dict[str, tuple[str, ...]]) -> str:
        """The largest group whose new cells are exactly the next ones, starting with this cell."""
        fitting = {}
        for name, held in needed.items():
            new = tuple(each for each in held if each not in seen)
            start = self.cells.index(cell)
            if new and new == self.cells[start : start + len(new)]:
                fitting[name] = len(new)
        return max(fitting, key=lambda name: fitting[name], default="")

    def _others(self, cells: list[str]) -> Iterator[Group]:
        """A group for cells that are in no required group."""
        if len(cells) == 1 and cells[0] not in self.named:
            yield Group(word(cells[0]), tuple(cells), WRITTEN)
        elif cells:
            name = self.free("others")
            self.named[name] = tuple(cells)
            yield Group(word(name), tuple(cells), WRITTEN)


def _common(cells: tuple[str, ...]) -> str:
    """The plural of the common alphabetic prefix of names, if it is long enough."""
    start = cells[0]
    while not all(cell.startswith(start) for cell in cells):
        start = start[:-1]
    found = re.match(r"[^\W\d_]{3,}", start)
    return f"{found[0]}s" if found else ""
