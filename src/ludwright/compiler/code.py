"""The code of a program while it is emitted: ops, labels, constants, tables and locations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..diagnostics import Span
from ..machine import ops
from ..machine import state as m
from ..machine.program import Binding, SiteInfo, Slot

# Ops that leave the top of the list area where it is, and come to the next op or to a target.
UNLISTED = {
    *(ops.JUMP, ops.IF_ZERO, ops.IF_SET, ops.IF_EQUAL, ops.IF_DIFFER, ops.IF_LESS),
    *(ops.IF_AT_MOST, ops.IF_ANY, ops.JUMP_TABLE, ops.FAIL, ops.NEED),
    *(ops.COPY, ops.ADD, ops.SUBTRACT, ops.MULTIPLY, ops.DIVIDE, ops.MODULO, ops.SCALE),
    *(ops.SEAT_AFTER, ops.TABLE, ops.FIELD, ops.STORE, ops.ZONE_AT, ops.TOKEN_AT),
    *(
        ops.RUN_LENGTH,
        ops.SET,
        ops.CHANGED,
        ops.KEEP_LIST,
        ops.LENGTH,
        ops.ITEM,
        ops.NEXT,
        ops.CONTAINS,
    ),
    *(ops.SUM, ops.LARGEST, ops.SMALLEST, ops.SUM_OF, ops.LARGEST_OF, ops.SMALLEST_OF),
    *(
        ops.COUNT_TOKENS,
        ops.COUNT_ITEMS,
        ops.COUNT_VALUES,
        ops.MOVE,
        ops.MOVE_TOP,
        ops.MOVE_BLOCK,
        ops.TURN,
    ),
    *(ops.CHILD, ops.DEEPEST, ops.NEXT_LINK, ops.ROW, ops.ROWS_RANGE, ops.ROWS_ZONE),
    *(ops.ROWS_PAIRS, ops.ROWS_RUNS, ops.NEXT_RUN, ops.ROWS_NODES, ops.NEXT_NODE),
    *(ops.FIRST_FIT, ops.MOVE_EACH, ops.ROOT, ops.FURTHEST, ops.TREE_SIZE),
    *(ops.PRUNE_LEAVES, ops.MOVE_BRANCH),
}


class Label:
    """A location in the code that may not be known yet."""

    address: int | None = None
    asked = False  # whether a NEED jumps here, because a seat may not know something


@dataclass(frozen=True)
class TableAt:
    """The location of a table, as a word of another table."""

    offset: int


class Code:
    """Everything the linker puts in a program besides what the layout has fixed.

    Words of the state are addressed from the start, ops from P_CODE. Tables follow the code, whose
    length is unknown until the end, so they are addressed by their offset until the program is
    linked."""

    def __init__(self, words: list[int]) -> None:
        self.ops: list[int | Label] = []
        self.tables: list[int | Label | TableAt] = []
        self.words = words
        self.locations: list[tuple[int, Span | None]] = []
        self.reasons: list[str] = []
        self.sites: list[SiteInfo] = []
        self.live: dict[int, tuple[Slot, ...]] = {}  # by the offset of the table that lists them
        self.rollbacks: list[tuple[Label, int]] = []  # where they resume, and what is live there
        self.attempts: list[tuple[int, int, str]] = []
        self.procedures: list[int] = []  # of each its first op, its end, its return address
        self.ids = 0  # options that have been numbered
        self.widest = 3  # words of the widest row
        self.has_ranges = False
        self.bindings: list[Binding] = []  # registers that have a name for a while
        self.constants: dict[int, int] = {}  # their values by their addresses
        self._constants: dict[int, int] = {}
        self._lists: dict[tuple[int, ...], int] = {}
        self._shared: dict[tuple[int | TableAt, ...], int] = {}

    # ---- ops ----

    @property
    def here(self) -> int:
        """The address of the next op."""
        return m.P_CODE + len(self.ops)

    def emit(self, op: int, *operands: int | Label) -> None:
        """Append an op."""
        self.ops.append(op)
        self.ops.extend(operands)

    def place(self, label: Label) -> None:
        """Let a label denote the next op."""
        label.address = self.here

    def at(self, span: Span | None) -> None:
        """Attribute the code from here on to a location in the file."""
        # A range runs to the next entry, so equal neighbours and nodes without a span extend it.
        if span and (not self.locations or self.locations[-1][1] != span):
            self.locations.append((self.here, span))

    def uses_lists_since(self, start: int) -> bool:
        """Whether the ops from an address on may change the top of the list area."""
        code = [word if isinstance(word, int) else 0 for word in self.ops[start - m.P_CODE :]]
        at = 0
        while at < len(code) and code[at] in UNLISTED:
            at += ops.width(code, at)
        return at < len(code)

    def written_since(self, start: int) -> list[tuple[int, int]]:
        """The words of the state that the ops from an address on write, as runs: address and
        length. Those of procedures that they call are not among them."""
        # Labels are operands, never opcodes, so any number will do for the widths.
        code = [word if isinstance(word, int) else 0 for word in self.ops]
        runs, at = set(), start - m.P_CODE
        while at < len(code):
            spec = ops.SPECS[code[at]]
            runs |= {
                (code[at + i], 1)
                for i in range(1, ops.width(code, at))
                if spec.operand(i - 1)[0] in ("to", "both")
            }
            if code[at] == ops.KEEP_LIST:  # its room is behind the register that names it
                runs.add((code[at + 1] + 1, code[at + 3] + 1))
            if code[at] == ops.TAKE_DUE:
                runs.add((code[at + 2], 1 + m.MOST_ARGUMENTS))
            at += ops.width(code, at)
        return sorted(runs)

    def reason(self, text: str) -> int:
        """The number of a reason."""
        # Texts are numbered: an operand is a word, and equal reasons share one number.
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    # ---- words of the state ----

    def word(self, first: int = 0) -> int:
        """The address of a new word with this initial value."""
        self.words.append(first)
        return len(self.words) - 1

    def constant(self, value: int) -> int:
        """The address of a word that always has this value."""
        if value not in self._constants:
            self._constants[value] = address = self.word(value)
            self.constants[address] = value
        return self._constants[value]

    def constant_list(self, values: tuple[int, ...]) -> int:
        """The address of a word that always names a list of these values."""
        if values not in self._lists:
            self._lists[values] = len(self.words)
            self.words.extend((len(values), *values))
        # Lists are handled by address, so a constant list is the constant of its own address.
        return self.constant(self._lists[values])

    def constant_at(self, address: int) -> int | None:
        """The value of the constant at an address, if it is one."""
        return self.constants.get(address)

    # ---- tables ----

    def table(self, words: Iterable[int | TableAt]) -> int:
        """The offset of a table with these words; equal tables are stored once."""
        key = tuple(words)
        if key not in self._shared:
            self._shared[key] = len(self.tables)
            self.tables.extend(key)
        return self._shared[key]


def resolved(word: int | Label | TableAt, base: int) -> int:
    """A word as a number, with tables starting at `base`."""
    if isinstance(word, Label):
        assert word.address is not None, "a label was never placed"
        return word.address
    return base + word.offset if isinstance(word, TableAt) else word
