"""Moves in words: for the seat that decides, or as another one may read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..machine import calls
from ..machine import state as m
from ..machine.program import ActionInfo, Array, Text, ValueAt
from .events import HIDDEN
from .masking import Masks
from .moves import NONE, Move

if TYPE_CHECKING:
    from .table import Table

UNANNOUNCED = "(hidden)"  # a choice that others do not learn


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a move (None: the seat that decides), and the states before and after it."""

    masks: Masks
    names: Sequence[str]
    before: Array
    after: Array | None
    seat: int | None


def move_text(reading: Reading, move: Move, text: Text) -> str:
    """A move as somebody may read it."""
    assert move.info is not None and move.site is not None
    decider = int(reading.before[m.DECIDER]) - 1
    told = move.site.announced and not reading.before[m.TOGETHER]
    if reading.seat not in (None, decider) and not told:
        return UNANNOUNCED
    return text_of(reading, move.info, text, move.entry[1:])


def text_of(reading: Reading, info: ActionInfo, text: Text, operands: Sequence[int]) -> str:
    """An action with operands as somebody may read it, whether it is legal or not."""
    state = reading.before.copy()
    decider = int(state[m.DECIDER]) - 1
    for operand, (_, _, address) in zip(operands, info.operands, strict=True):
        state[address] = operand
    state[m.ASKER] = 1 + (decider if reading.seat is None else reading.seat)
    calls.work_out(reading.masks.program.code, state, text.entry)
    return "".join(
        part if isinstance(part, str) else _value(reading, state, part, decider)
        for part in text.parts
    )


def operand_texts(table: Table, move: Move) -> list[str]:
    """What each value of a move that can be made now is called, as the seat that decides reads
    it."""
    assert move.info is not None
    return value_texts(table, move.info.chosen(move.entry[1:]))


def value_texts(table: Table, values: Iterable[tuple[int, str]]) -> list[str]:
    """What values of some types are called, as the seat that decides reads them."""
    state = table.state
    decider = int(state[m.DECIDER]) - 1
    reading = Reading(table.masks, table.names, state, None, None)
    return [_item(reading, state, value, kind, decider) for value, kind in values]


def _value(reading: Reading, state: Array, part: ValueAt, decider: int) -> str:
    """A raw value as people write it, with the names of those who sit here; a list as a sum."""
    value, kind = int(state[part.address]), part.type
    if value == m.BLANK:
        return HIDDEN
    if not kind.startswith("["):
        return _item(reading, state, value, kind, decider)
    items = state[value + 1 : value + 1 + int(state[value])].tolist()
    return " + ".join(_item(reading, state, x, kind[1:-1], decider) for x in items) or NONE


def _item(reading: Reading, state: Array, value: int, kind: str, decider: int) -> str:
    if kind == "seat" and 0 < value <= len(reading.names):
        return reading.names[value - 1]
    if kind == "token" and value:
        return _token(reading, value, decider)
    return reading.masks.program.value_text(value, kind, state)


def _token(reading: Reading, token: int, decider: int) -> str:
    """A token's name, or its place for a seat that chooses it without knowing it."""
    masks, before, after = reading.masks, reading.before, reading.after
    reader = decider if reading.seat is None else reading.seat
    if reader < 0:  # chance
        return masks.program.tokens[token]
    known = after is not None and int(after[m.KNOWN + token]) >> reader & 1
    if known or masks.identifies(before, token, reader):
        return masks.program.tokens[token]
    if reader != decider:
        return HIDDEN
    zone = masks.zone_of(before, token)
    place = masks.lying(before, zone).index(token) + 1
    return f"card {place} of {masks.program.value_text(zone, 'zone', before)}"
