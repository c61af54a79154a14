"""Several items that a person marks in any order, and picks together."""

from __future__ import annotations

from ..play.picks import Picks, how_many

MARKS = ("[ ]", "[x]")


class Picker:
    """What a person has marked of what can be picked."""

    def __init__(self, asked: Picks) -> None:
        self.asked = asked
        self.marked: list[int] = []  # numbers of items, in the order of marking

    def toggle(self, item: int) -> bool:
        """Mark an item, or take its mark away; false if that would be too many."""
        if item in self.marked:
            self.marked.remove(item)
        elif len(self.marked) == self.asked.most:
            return False
        else:
            self.marked.append(item)
        return True

    @property
    def ready(self) -> bool:
        """Whether what is marked can be picked."""
        return self.asked.least <= len(self.marked) <= self.asked.most

    @property
    def full(self) -> bool:
        """Whether no more can be marked."""
        return len(self.marked) == self.asked.most

    @property
    def count(self) -> str:
        """How many are marked, in words."""
        return f"{len(self.marked)} of {how_many(self.asked)}"

    @property
    def items(self) -> list[str]:
        """What is marked."""
        return [self.asked.items[item] for item in self.marked]

    def line(self, item: int) -> str:
        """An item with its mark."""
        return f"{MARKS[item in self.marked]} {self.asked.items[item]}"
