"""The log of a table: its moves as words that the machine writes, and as entries when asked for."""

from __future__ import annotations

import numpy as np

from ..machine.program import Array
from ..machine.stepping import COPY_EVERY, L_COUNT, L_ENTRIES, L_STOP
from .option_rows import Entry


class Log:
    """The moves made so far. It stops at every COPY_EVERY moves, until its table has copied the
    state."""

    __slots__ = ("_entries", "_rewound", "_stride", "words")

    def __init__(self, width: int) -> None:
        self._stride = 1 + width
        self._entries: list[Entry] = []  # those that were asked for
        self._rewound = 0  # times
        self.words: Array = np.zeros(L_ENTRIES + COPY_EVERY * self._stride, np.int32)
        self.words[L_STOP] = COPY_EVERY

    def __len__(self) -> int:
        return self.words.item(L_COUNT)

    @property
    def moment(self) -> tuple[int, int]:
        """Differs at any two moments between which something was done."""
        return self._rewound, len(self)

    @property
    def entries(self) -> list[Entry]:
        """All moves; not to be changed."""
        known, count = self._entries, self.words.item(L_COUNT)
        if len(known) < count:
            start, end = (L_ENTRIES + number * self._stride for number in (len(known), count))
            rows = self.words[start:end].reshape(-1, self._stride).tolist()
            known += (tuple(row[1 : 2 + row[0]]) for row in rows)
        return known

    @property
    def stopped(self) -> bool:
        """Whether the state has to be copied before the next move."""
        return self.words.item(L_COUNT) >= self.words.item(L_STOP)

    def resume(self) -> None:
        """Make room for more moves, up to the next copy."""
        self.words[L_STOP] += COPY_EVERY
        if self.words.item(L_STOP) * self._stride > len(self.words) - L_ENTRIES:
            self.words = np.concatenate([self.words, np.zeros_like(self.words)])

    def append(self, entry: Entry) -> None:
        """Add a move; the log must not have stopped."""
        count = self.words.item(L_COUNT)
        start = L_ENTRIES + count * self._stride
        self.words[start : start + 1 + len(entry)] = (len(entry) - 1, *entry)
        self.words[L_COUNT] = count + 1

    def rewind(self, count: int = 0, copies: int = 0) -> None:
        """Keep the first `count` moves and `copies` copies of the state."""
        self._rewound += 1
        if self._entries:
            del self._entries[count:]
        self.words[L_COUNT] = count
        self.words[L_STOP] = (1 + copies) * COPY_EVERY

    def copy(self) -> Log:
        """An independent copy."""
        other = Log.__new__(Log)
        other._stride, other.words = self._stride, self.words.copy()
        other._entries, other._rewound = list(self._entries), self._rewound
        return other
