"""Picks of several items: what can be picked at a decision, and sets given by texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from ..machine.sites import PickInfo
from .equivalent_moves import same_token
from .errors import AmbiguousMove, IllegalMove, InvalidMove
from .move_text import value_texts
from .moves import Move, named, normal, values_of
from .offers import Offers
from .text_rendering import NONE

DONE = "done"  # ends picking one by one
_JOINED = re.compile(r"\s*[+,]\s*")


@dataclass(frozen=True, slots=True)
class Picks:
    """What is picked at the current decision: the items, as the seat that decides reads them, and
    the smallest and largest number. `chosen` are those picked already, if they are picked one by
    one."""

    items: tuple[str, ...]
    chosen: tuple[str, ...]
    least: int
    most: int
    at_once: bool
    sequence: bool  # whether the order of picking matters


def picks(offers: Offers) -> Picks | None:
    """What is picked at the current decision; None if it is not about several items."""
    pick = offers.pick
    if pick is None:
        return None
    at_once = bool(pick.items)
    if at_once:
        items = _texts(offers, offers.pick_items(), pick.kind)
    else:
        items = [move.text() for move in offers.legal() if move.info and move.info.operands]
    chosen = _texts(offers, offers.picked_items(), pick.kind)
    least, most = offers.pick_sizes()
    # A description may allow "up to 5" where only 3 are left.
    most = min(most, len(items) + len(chosen))
    return Picks(tuple(items), tuple(chosen), least, most, at_once, pick.sequence)


def picks_set(offers: Offers) -> bool:
    """Whether the options of the current decision are sets."""
    return offers.pick is not None and bool(offers.pick.items)


def options(offers: Offers, text: str) -> list[Move]:
    """The legal moves that a text denotes; the items of a set may be in any order."""
    if not picks_set(offers):
        return named(offers, text)
    found = _set_of(offers, items_in(offers, text))
    return [] if found is None else [found]


def is_set_of_texts(value: object) -> TypeGuard[Collection[str]]:
    """Whether a value may be a set to pick: a collection of texts."""
    if not isinstance(value, Collection) or isinstance(value, str | bytes | Mapping):
        return False
    return all(isinstance(item, str) for item in value)


def set_move(offers: Offers, items: Iterable[str]) -> Move:
    """The legal move that picks items, given by their texts in any order."""
    wanted = [str(item) for item in items]
    found = _set_of(offers, wanted) if picks_set(offers) else None
    if found is not None:
        return found
    text = " + ".join(wanted) or NONE
    asked = picks(offers)
    if asked is None or not asked.at_once:
        raise InvalidMove(f"'{text}' is a set, but sets are not legal here")
    known = {normal(text) for text in asked.items}
    strange = [item for item in wanted if normal(item) not in known]
    if not strange:
        why = "this combination is not allowed"
        if not asked.least <= len(wanted) <= asked.most:
            why = f"{asked_for(offers)}, not {len(wanted)}"
        raise IllegalMove(f"'{text}' is not legal now; {why}")
    unknown = [item for item in strange if _means_nothing(offers, item)]
    if unknown:
        raise InvalidMove(f"'{text}' is not a move of this game; unknown item '{unknown[0]}'")
    raise IllegalMove(f"'{text}' is not legal now; '{strange[0]}' cannot be picked")


def _means_nothing(offers: Offers, item: str) -> bool:
    """Whether a text denotes no item of any position."""
    pick = offers.pick
    return pick is None or not values_of(item, pick.kind, offers.program, offers.state)


def how_many(asked: Picks) -> str:
    """The number of items to pick, in words."""
    if asked.least == asked.most:
        return str(asked.most)
    return f"{asked.least} to {asked.most}"


def asked_for(offers: Offers) -> str:
    """How many of how many items to pick at the current decision, in words."""
    asked = picks(offers)
    assert asked is not None
    return f"pick {how_many(asked)} of these {len(asked.items)} items"


def collected(offers: Offers, texts: Sequence[str]) -> tuple[Move, int] | None:
    """The set that texts of single items pick one after another, as older records have it, and the
    number of texts it takes, `done` included; None if they do not."""
    asked = picks(offers)
    if asked is None or not asked.at_once:
        return None
    # A list and not a set: two equal cards can both be picked.
    left = [normal(text) for text in asked.items]
    taken: list[str] = []
    for text in texts:
        if len(taken) == asked.most or normal(text) not in left:
            break
        left.remove(normal(text))
        taken.append(text)
    used = len(taken)
    if used < min(len(texts), used + 1) and used < asked.most and normal(texts[used]) == DONE:
        used += 1
    found = _set_of(offers, taken)
    return None if found is None or not used else (found, used)


def _texts(offers: Offers, values: Iterable[int], kind: str) -> list[str]:
    return value_texts(offers.reading(), [(value, kind) for value in values])


def parts_of(text: str) -> list[str]:
    """The items of a sum."""
    return [] if normal(text) in ("", NONE) else _JOINED.split(text.strip())


def items_in(offers: Offers, text: str) -> list[str]:
    """The items that a text denotes: a sum, or separated by blanks if no item has one."""
    known = _names(offers)
    if normal(text) in known:
        return [text]  # also the item `none`, which is written like the empty set
    # A sum first: a name like `7 of spades` must not be taken apart at its blanks.
    for parts in (parts_of(text), text.split()):
        if all(normal(part) in known for part in parts):
            return parts
    blanks = text.split()
    meant = len(blanks) > 1 and not any(_means_nothing(offers, part) for part in blanks)
    return blanks if meant else parts_of(text)


def _names(offers: Offers) -> set[str]:
    """The names of the items to pick from."""
    pick = offers.pick
    assert pick is not None
    return {normal(each) for each in _texts(offers, offers.pick_items(), pick.kind)}


def _set_of(offers: Offers, texts: Sequence[str]) -> Move | None:
    """The legal set of the items that texts denote; among equivalent items of one name, any."""
    pick = offers.pick
    assert pick is not None
    items = offers.pick_items()
    called: dict[str, list[int]] = {}
    for item, text in zip(items, _texts(offers, items, pick.kind), strict=True):
        called.setdefault(normal(text), []).append(item)
    taken: list[int] = []
    for text in dict.fromkeys(map(normal, texts)):
        same, count = called.get(text, []), sum(normal(each) == text for each in texts)
        if count > len(same):
            return None
        if count < len(same) and not all(_is_same(offers, pick, same[0], x) for x in same):
            raise AmbiguousMove(f"'{text}' matches {len(same)} items: give the number of the move")
        taken += same[:count]
    return offers.set_of_items(taken)


def _is_same(offers: Offers, pick: PickInfo, one: int, other: int) -> bool:
    return pick.kind == "token" and same_token(offers, one, other)
