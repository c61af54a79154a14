"""What a seat can choose, from its view alone: moves with references, ranges of numbers, picks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..play.errors import IllegalMove, InvalidMove
from ..play.moves import Move
from ..play.parse import how_many
from ..play.picks import asked_for
from ..play.view import View
from .move_list import MOST_SORTED, hand_ranks, listed_moves
from .scene import visible

MOST_LISTED = 400  # moves; others can still be chosen by their text
FEW_NUMBERS = 8  # moves that differ in a number only; more of them are a range


@dataclass(frozen=True, slots=True)
class Ref:
    """Something on the table that a move is about: a `card` (its zone and position from the bottom,
    as the scene has it), a `zone`, a `seat`, a `number` or a `word`."""

    kind: str
    zone: int | None = None
    at: int | None = None  # None in a zone whose number of cards is hidden
    text: str | None = None  # the name; None for a card that the seat cannot identify
    value: int | None = None  # of a number, or of a seat, from 0


@dataclass(frozen=True, slots=True)
class Option:
    """A move to choose. Its first references are what moves, the last zone is where to."""

    index: int  # in `view.legal()`
    text: str
    action: str
    refs: tuple[Ref, ...]
    ends: bool = False  # whether it ends picking one by one


@dataclass(frozen=True, slots=True)
class Range:
    """Moves that differ in one whole number only, from low to high in steps."""

    action: str
    text_before: str
    text_after: str
    low: int
    high: int
    refs: tuple[Ref, ...]
    step: int = 1
    index: int = 0  # of the lowest number, in `view.legal()`


@dataclass(frozen=True, slots=True)
class PickItems:
    """Items to pick several of. Picked one by one, each is a move; `chosen` are the indices of
    those picked already."""

    items: tuple[Ref, ...]
    chosen: tuple[int, ...]
    least: int
    most: int
    at_once: bool  # whether they are chosen as one set
    ordered: bool  # whether the order of picking matters


@dataclass(frozen=True, slots=True)
class Options:
    """What a seat can choose now: `none` if it does not decide, `continue` after a pause, `moves`
    and ranges of them, or `picks`, a set of items."""

    kind: str
    prompt: str = ""
    moves: tuple[Option, ...] = ()
    ranges: tuple[Range, ...] = ()
    picks: PickItems | None = None
    count: int = 0  # of legal moves, listed or not


def options_of(view: View, places: Collection[str] = ()) -> Options:
    """What the seat of a view can choose; of equivalent moves only one is listed. Zones with a name
    in `places` are interchangeable."""
    legal = view.legal()
    if view.paused:
        return Options("continue", moves=(_option(view, legal[0], {}),), count=1)
    if view.over or view.decider != view.seat:
        return Options("none")
    prompt, count, picks = view.prompt, len(legal), _pick_items(view)
    if picks is not None and picks.at_once:
        return Options("picks", prompt, picks=picks, count=count)
    ranges, single = _long_spans(view)
    listed = listed_moves(view, places, single)
    for group in _by_number(listed):
        if found := _range(view, group):
            ranges.append(found)
            covered = {move.index for move in group}
            listed = [move for move in listed if move.index not in covered]
    cards: Positions = {}
    moves = tuple(_option(view, move, cards) for move in listed[:MOST_LISTED])
    return Options("moves", prompt, moves, tuple(ranges), picks, count)


def choose(
    view: View,
    *,
    index: int | None = None,
    items: Sequence[int] | None = None,
    number: int | None = None,
    range: int = 0,
    text: str | None = None,
    places: Collection[str] = (),
) -> Move:
    """The legal move with an index, that picks items (by their indices in `picks.items`), with a
    number (in a range of the options, by its index there), or that a text means."""
    if view.over:
        raise IllegalMove("the game is over")
    if not view.paused and view.decider != view.seat:
        raise IllegalMove("it is not your turn")
    if sum(each is not None for each in (index, items, number, text)) != 1:
        raise InvalidMove("expected an index, items, a number or a text")
    if text is not None:
        return view.parse(text)
    if items is not None:
        return _picked(view, items)
    if number is not None:
        index = _index_of_number(options_of(view, places).ranges, range, number)
    legal = view.legal()
    if not _is_index(index, len(legal)):
        raise InvalidMove(f"unknown move number {index!r}; {how_many(view)}")
    return legal[index or 0]


# ---- references ----------------------------------------------------------------------------------

Positions = dict[int, dict[int, int]]
"""By zone: the position of each card, by label."""


def _option(view: View, move: Move, cards: Positions) -> Option:
    info = move.info
    ends = view.pick is not None and info is not None and not info.operands
    return Option(move.index, move.text(), move.name, _refs(view, move, cards), ends)


def _refs(view: View, move: Move, cards: Positions) -> tuple[Ref, ...]:
    """What a move is about, in the order of its text; first what it chooses without naming it."""
    named = view.mentioned(move)
    others = [
        chosen for chosen in view.chosen_by(move) if chosen[1] in PLACED and chosen not in named
    ]
    refs = (_ref(view, value, kind, cards) for value, kind in (*others, *named))
    return tuple(dict.fromkeys(ref for ref in refs if ref))


PLACED = ("token", "zone", "seat")  # types of what is somewhere on the table


def _ref(view: View, value: int, kind: str, cards: Positions) -> Ref | None:
    """A reference to a value; None for nothing."""
    if kind == "int":
        return Ref("number", value=value, text=str(value))
    if kind in PLACED and not value:
        return None
    if kind == "token":
        return _card(view, value, cards)
    if kind == "zone":
        return Ref("zone", zone=value, text=view.program.value_text(value, kind, view.state))
    if kind == "seat":
        return Ref("seat", value=value - 1, text=view.names[value - 1])
    return Ref("word", text=view.program.value_text(value, kind))


def _card(view: View, label: int, cards: Positions) -> Ref:
    zone = view.masks.zone_of(view.state, label)
    if zone not in cards:
        lying = enumerate(visible(view.cards(zone)))
        cards[zone] = {card.label: at for at, card in lying}
    name = view.program.tokens[label] if view.identifies(label) else None
    return Ref("card", zone=zone, at=cards[zone].get(label), text=name)


# ---- ranges --------------------------------------------------------------------------------------


def _long_spans(view: View) -> tuple[list[Range], Sequence[Move]]:
    """Ranges that the machine lists as one row, if they are long, and all other moves."""
    legal = view.legal()
    found: list[Range] = []
    single: list[Move] = []
    for first, count in view.spans():
        ends = [legal[first], legal[first + count - 1]]
        if count > FEW_NUMBERS and _is_plain(view, ends[0]) and (made := _range(view, ends, count)):
            found.append(made)
        else:
            # No more than can be listed, as there may be millions.
            single += legal[first : first + min(count, MOST_SORTED)]
    return found, single


def _is_plain(view: View, move: Move) -> bool:
    """Whether a move's text has no computed values, which could depend on a number in it."""
    form = view.reading().wording.form(move.info) if move.info else None
    return form is not None and form.writings[""].operands is not None


def _by_number(moves: Iterable[Move]) -> Iterator[list[Move]]:
    """Moves in groups that choose the same but for one number."""
    groups: dict[tuple[object, ...], list[Move]] = {}
    for move in moves:
        if (at := _number_at(move)) is not None:
            others = (*move.operands[:at], *move.operands[at + 1 :])
            groups.setdefault((move.action, *others), []).append(move)
    return (group for group in groups.values() if len(group) > FEW_NUMBERS)


def _number_at(move: Move) -> int | None:
    """The index of the only number among a move's operands, if its text has it once."""
    info = move.info
    if info is None or info.sets is not None:
        return None
    numbers = [i for i, (_, kind, _) in enumerate(info.operands) if kind == "int"]
    written = [operand for _, operand in move.pieces() if operand in numbers]
    return written[0] if len(numbers) == len(written) == 1 else None


def _range(view: View, group: Sequence[Move], count: int = 0) -> Range | None:
    """The range of a group of moves with ascending numbers, or of the first and the last of `count`
    moves; None if their steps differ, or anything else in their texts does."""
    first, last = group[0], group[-1]
    at = _number_at(first)
    if at is None or last.index - first.index != (count or len(group)) - 1:
        return None
    numbers = [move.operands[at] for move in group]
    apart = [other.index - move.index for move, other in pairwise(group)]
    steps = {(b - a) / far for (a, b), far in zip(pairwise(numbers), apart, strict=True)}
    around = {_around(move, at) for move in group}
    step = int(min(steps))
    if steps != {step} or step < 1 or len(around) != 1:
        return None
    ((before, after),) = around
    refs = tuple(ref for ref in _refs(view, first, {}) if ref.kind != "number")
    return Range(first.name, before, after, numbers[0], numbers[-1], refs, step, first.index)


def _around(move: Move, at: int) -> tuple[str, str]:
    """The text of a move before and after the value of an operand."""
    pieces = move.pieces()
    place = [operand for _, operand in pieces].index(at)
    texts = [text for text, _ in pieces]
    return "".join(texts[:place]), "".join(texts[place + 1 :])


def _index_of_number(ranges: Sequence[Range], which: int, number: int) -> int:
    if not _is_index(which, len(ranges)):
        raise InvalidMove(f"unknown range {which!r}; there are {len(ranges)}")
    asked = ranges[which]
    steps = f" in steps of {asked.step}" if asked.step > 1 else ""
    if not _is_number(number) or not asked.low <= number <= asked.high:
        raise IllegalMove(f"expected a number from {asked.low} to {asked.high}, found {number!r}")
    if (number - asked.low) % asked.step:
        raise IllegalMove(f"expected a number from {asked.low}{steps}, found {number}")
    return asked.index + (number - asked.low) // asked.step


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_index(value: object, count: int) -> bool:
    return isinstance(value, int) and _is_number(value) and 0 <= value < count


# ---- picks ---------------------------------------------------------------------------------------


def _pick_items(view: View) -> PickItems | None:
    pick = view.pick
    if pick is None:
        return None
    at_once, picked, cards = bool(pick.items), view.picked_items(), Positions()
    items = [(item, pick.kind) for item in (*picked, *_items(view))]
    refs = tuple(
        _ref(view, value, kind, cards) or Ref("word", text="none") for value, kind in items
    )
    least, most = view.pick_sizes()
    chosen = tuple(range(len(picked)))
    return PickItems(refs, chosen, least, min(most, len(items)), at_once, pick.sequence)


def _items(view: View) -> list[int]:
    """The items that can be picked now; those of a set in the order of the hand, if they are there,
    as the order of a set does not matter."""
    assert view.pick is not None
    if not view.pick.items:
        return [view.chosen_by(move)[-1][0] for move in view.legal() if view.chosen_by(move)]
    rank = hand_ranks(view) if view.pick.kind == "token" else {}
    return sorted(view.pick_items(), key=lambda item: rank.get(item, len(rank)))


def _picked(view: View, items: Sequence[int]) -> Move:
    """The legal move that picks items by their indices."""
    if view.pick is None or not view.pick.items:
        raise InvalidMove("a set cannot be picked here; choose a move")
    known = _items(view)
    if not all(_is_index(i, len(known)) for i in items) or len({*items}) != len(items):
        raise InvalidMove(f"expected different items from 0 to {len(known) - 1}, found {items!r}")
    found = view.set_of_items([known[i] for i in items])
    if found is not None:
        return found
    least, most = view.pick_sizes()
    if not least <= len(items) <= min(most, len(known)):
        raise IllegalMove(f"{asked_for(view)}, not {len(items)}")
    raise IllegalMove("this combination is not allowed")
