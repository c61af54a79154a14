"""Items that a person marks in any order, to pick them together."""

from __future__ import annotations

from collections.abc import Iterable

from ..play.picks import Picks, how_many

MARKS = ("[ ]", "[x]")


class Picker:
    """The items to pick from, and which of them are marked."""

    def __init__(self, asked: Picks) -> None:
        self.asked = asked
        self.marked: list[int] = []  # indices of items, in the order they were marked

    def toggle(self, item: int) -> bool:
        """Mark or unmark an item; false if that would mark too many."""
        if item in self.marked:
            self.marked.remove(item)
        elif self.full:
            return False
        else:
            self.marked.append(item)
        return True

    def mark_all(self, texts: Iterable[str]) -> None:
        """Mark exactly the items with these texts; of items with the same text, one for each."""
        self.marked = []
        for text in texts:
            # Items may have equal texts, so an item that is already marked does not count.
            same = (i for i, item in enumerate(self.asked.items) if item == text)
            self.marked += [i for i in same if i not in self.marked][:1]

    @property
    def ready(self) -> bool:
        """Whether the marked items can be picked, as far as their number is concerned."""
        return self.asked.least <= len(self.marked) <= self.asked.most

    @property
    def full(self) -> bool:
        """Whether no more items can be marked."""
        return len(self.marked) == self.asked.most

    @property
    def count(self) -> str:
        """How many items are marked, of how many, in words."""
        if self.asked.least == self.asked.most:
            return f"{len(self.marked)} of {self.asked.most} marked"
        return f"{len(self.marked)} marked, pick {how_many(self.asked)}"

    @property
    def items(self) -> list[str]:
        """The texts of the marked items."""
        return [self.asked.items[item] for item in self.marked]

    def line(self, item: int) -> str:
        """An item with its mark."""
        return f"{MARKS[item in self.marked]} {self.asked.items[item]}"
