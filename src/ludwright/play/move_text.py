"""Texts of moves: for the seat that decides, or as another seat may read them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from ..machine import api
from ..machine import state as m
from ..machine.program import ActionInfo, Array, SiteInfo
from .events import HIDDEN
from .observation import Masks
from .text_rendering import Form, Piece, Wording, Writing

UNANNOUNCED = "(hidden)"  # a choice that is not announced


@dataclass(frozen=True, slots=True)
class Readership:
    """Who reads a move (None: the seat that decides), and the states before and after it."""

    masks: Masks
    wording: Wording
    before: Array
    after: Array | None = None
    seat: int | None = None


def move_text(
    reading: Readership, site: SiteInfo, action: int, operands: Sequence[int], notation: str
) -> str:
    """A move as its reader may know it."""
    info = site.actions[action]
    decider = int(reading.before[m.DECIDER]) - 1
    # Simultaneous choices stay hidden until all seats have made theirs.
    announced = site.announced and not reading.before[m.TOGETHER]
    if reading.seat not in (None, decider) and not announced:
        return UNANNOUNCED
    return text_of(reading, info, notation, operands)


def public_text(
    readings: Sequence[Readership],
    site: SiteInfo,
    action: int,
    operands: Sequence[int],
    public: Container[int],
    notation: str,
) -> str:
    """A move as those who read it alike may know it, without tokens that are not public."""
    first = readings[0]
    if not site.announced or first.before[m.TOGETHER]:
        return UNANNOUNCED
    form = first.wording.form(site.actions[action])
    writing = form.writings.get(notation) or form.writings[""]
    read = [_pieces(reading, form, writing, operands) for reading in readings]
    shared = (
        _common(pieces, at.type, public)
        for pieces, at in zip(zip(*read, strict=True), writing.values, strict=True)
    )
    return first.wording.joined(writing.text, tuple(shared))


def _common(pieces: Sequence[Piece], kind: str, public: Container[int]) -> Piece:
    """A value that all read alike; a token only if it is public."""
    first = pieces[0]
    if kind.startswith("["):
        sizes = {len(each) for each in pieces if isinstance(each, tuple)}
        if len(sizes) != 1 or not all(isinstance(each, tuple) for each in pieces):
            return HIDDEN
        columns = zip(*(each for each in pieces if isinstance(each, tuple)), strict=True)
        items = (_common(column, kind[1:-1], public) for column in columns)
        return tuple(item for item in items if not isinstance(item, tuple))
    if any(each != first for each in pieces):
        return HIDDEN
    if kind == "token" and isinstance(first, int) and first and first not in public:
        return HIDDEN
    return first


def text_of(reading: Readership, info: ActionInfo, notation: str, operands: Sequence[int]) -> str:
    """An action with operands as its reader may know it, legal or not."""
    form = reading.wording.form(info)
    writing = form.writings.get(notation) or form.writings[""]
    return reading.wording.joined(writing.text, _pieces(reading, form, writing, operands))


def all_pieces(
    reading: Readership, form: Form, operands: Sequence[int]
) -> tuple[tuple[Piece, ...], ...]:
    """The values in the texts of an action, for each of its notations, as the reader may know
    them."""
    return tuple([_pieces(reading, form, each, operands) for each in form.writings.values()])


def operand_texts(reading: Readership, info: ActionInfo, operands: Sequence[int]) -> list[str]:
    """The text of each value of a move."""
    return value_texts(reading, info.chosen(operands))


def value_texts(reading: Readership, values: Iterable[tuple[int, str]]) -> list[str]:
    """The texts of values with their types."""
    return [
        reading.wording.value(_piece(reading, reading.before, value, kind), kind)
        for value, kind in values
    ]


def _pieces(
    reading: Readership, form: Form, writing: Writing, operands: Sequence[int]
) -> tuple[Piece, ...]:
    """The values in a text, as they are written."""
    if not writing.values:
        return ()
    state, values = _evaluate(reading, form, writing, operands)
    pieces: list[Piece] = [*values]
    if m.BLANK in pieces:
        pieces = [HIDDEN if each == m.BLANK else each for each in pieces]
    for i in writing.special:
        value, kind = pieces[i], writing.values[i].type
        if kind == "token" and isinstance(value, int):
            pieces[i] = value and _token(reading, value)
        else:
            pieces[i] = _evaluated(reading, state, value, kind)
    return tuple(pieces)


def _evaluate(
    reading: Readership, form: Form, writing: Writing, operands: Sequence[int]
) -> tuple[Array, list[int]]:
    """The raw values in a text; those that are not just operands are evaluated on a copy of the
    state, which is returned because lists are in it."""
    state = reading.before
    if writing.operands is not None:
        return state, [operands[i] for i in writing.operands]
    state = state.copy()
    for operand, address in zip(operands, form.addresses, strict=True):
        state[address] = operand
    seat = reading.seat
    # A value that the reader may not know evaluates to BLANK.
    state[m.ASKER] = state.item(m.DECIDER) if seat is None else seat + 1
    api.evaluate(reading.wording.program.code, state, writing.text.entry)
    return state, [state.item(address) for address in writing.addresses]


def mentioned(reading: Readership, form: Form, operands: Sequence[int]) -> list[tuple[int, str]]:
    """The values in the text for people, in its order, with their types; those in lists one by
    one, without hidden ones."""
    writing = form.writings[""]
    state, values = _evaluate(reading, form, writing, operands)
    found: list[tuple[int, str]] = []
    for value, at in zip(values, writing.values, strict=True):
        if at.type.startswith("[") and value != m.BLANK:
            items = state[value + 1 : value + 1 + int(state[value])].tolist()
            found += [(item, at.type[1:-1]) for item in items]
        else:
            found.append((value, at.type))
    return [(value, kind) for value, kind in found if value != m.BLANK]


def _evaluated(reading: Readership, state: Array, value: Piece, kind: str) -> Piece:
    if not isinstance(value, int):
        return value
    if not kind.startswith("["):
        return _piece(reading, state, value, kind)
    items = state[value + 1 : value + 1 + int(state[value])].tolist()
    return tuple(_piece(reading, state, each, kind[1:-1]) for each in items)


def _piece(reading: Readership, state: Array, value: int, kind: str) -> int | str:
    """A value that can be written without the state."""
    if kind == "token" and value:
        return _token(reading, value)
    if kind == "zone" and reading.wording.trees:
        return reading.wording.program.value_text(value, kind, state)
    return value


def _token(reading: Readership, token: int) -> int | str:
    """A token's number, or its position for a deciding seat that cannot identify it."""
    masks, before, after = reading.masks, reading.before, reading.after
    decider = before.item(m.DECIDER) - 1
    reader = decider if reading.seat is None else reading.seat
    if reader < 0:  # chance
        return token
    if masks.identifies(before, token, reader):
        return token
    # A card laid down face up is named in the text, though it was hidden before.
    if after is not None and int(after[m.KNOWN + token]) >> reader & 1:
        return token
    if reader != decider:
        # Where it was is for the decider alone, who has to name it somehow.
        return HIDDEN
    zone = masks.zone_of(before, token)
    place = masks.contents(before, zone).index(token) + 1
    return f"card {place} of {masks.program.value_text(zone, 'zone', before)}"
