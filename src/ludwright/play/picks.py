"""Picks of several items: what can be picked at a decision, and sets given by texts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from ..machine.sites import PickInfo, words_of
from .equivalent_moves import same_token
from .errors import AmbiguousMove, IllegalMove, InvalidMove
from .move_text import value_texts
from .moves import Move, named, normal, values_of
from .set_options import listed
from .text_rendering import NONE

if TYPE_CHECKING:
    from .decision import Chooses

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


def picks(table: Chooses) -> Picks | None:
    """What is picked at the current decision; None if it is not about several items."""
    pick = _pick(table)
    if pick is None:
        return None
    at_once = bool(pick.items)
    if at_once:
        items = _texts(table, listed(table.state, pick.items), pick.kind)
    else:
        items = [move.text() for move in table.legal() if move.info and move.info.operands]
    chosen = _texts(table, listed(table.state, pick.chosen) if pick.chosen else [], pick.kind)
    least, most = int(table.state[pick.least]), int(table.state[pick.most])
    most = min(most, len(items) + len(chosen))
    return Picks(tuple(items), tuple(chosen), max(least, 0), most, at_once, pick.sequence)


def picks_set(table: Chooses) -> bool:
    """Whether the options of the current decision are sets."""
    pick = _pick(table)
    return pick is not None and bool(pick.items)


def options(table: Chooses, text: str) -> list[Move]:
    """The legal moves that a text denotes; the items of a set may be in any order."""
    if not picks_set(table):
        return named(table, text)
    found = _set_of(table, items_in(table, text))
    return [] if found is None else [found]


def is_set_of_texts(value: object) -> TypeGuard[Collection[str]]:
    """Whether a value may be a set to pick: a collection of texts."""
    if not isinstance(value, Collection) or isinstance(value, str | bytes | Mapping):
        return False
    return all(isinstance(item, str) for item in value)


def set_move(table: Chooses, items: Iterable[str]) -> Move:
    """The legal move that picks items, given by their texts in any order."""
    wanted = [str(item) for item in items]
    found = _set_of(table, wanted) if picks_set(table) else None
    if found is not None:
        return found
    text = " + ".join(wanted) or NONE
    asked = picks(table)
    if asked is None or not asked.at_once:
        raise InvalidMove(f"'{text}' is a set, but sets are not legal here")
    known = {normal(text) for text in asked.items}
    strange = [item for item in wanted if normal(item) not in known]
    if not strange:
        why = "this combination is not allowed"
        if not asked.least <= len(wanted) <= asked.most:
            why = f"{asked_for(table)}, not {len(wanted)}"
        raise IllegalMove(f"'{text}' is not legal now; {why}")
    unknown = [item for item in strange if _means_nothing(table, item)]
    if unknown:
        raise InvalidMove(f"'{text}' is not a move of this game; unknown item '{unknown[0]}'")
    raise IllegalMove(f"'{text}' is not legal now; '{strange[0]}' cannot be picked")


def _means_nothing(table: Chooses, item: str) -> bool:
    """Whether a text denotes no item of any position."""
    pick = _pick(table)
    return pick is None or not values_of(item, pick.kind, table.program, table.state)


def how_many(asked: Picks) -> str:
    """The number of items to pick, in words."""
    if asked.least == asked.most:
        return str(asked.most)
    return f"{asked.least} to {asked.most}"


def asked_for(table: Chooses) -> str:
    """How many of how many items to pick at the current decision, in words."""
    asked = picks(table)
    assert asked is not None
    return f"pick {how_many(asked)} of these {len(asked.items)} items"


def collected(table: Chooses, texts: Sequence[str]) -> tuple[Move, int] | None:
    """The set that texts of single items pick one after another, as older records have it, and the
    number of texts it takes, `done` included; None if they do not."""
    asked = picks(table)
    if asked is None or not asked.at_once:
        return None
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
    found = _set_of(table, taken)
    return None if found is None or not used else (found, used)


def _pick(table: Chooses) -> PickInfo | None:
    return table.site.pick if table.decider is not None else None


def _texts(table: Chooses, values: Iterable[int], kind: str) -> list[str]:
    return value_texts(table.reading(), [(value, kind) for value in values])


def parts_of(text: str) -> list[str]:
    """The items of a sum."""
    return [] if normal(text) in ("", NONE) else _JOINED.split(text.strip())


def items_in(table: Chooses, text: str) -> list[str]:
    """The items that a text denotes: a sum, or separated by blanks if no item has one."""
    known = _names(table)
    if normal(text) in known:
        return [text]  # also the item `none`, which is written like the empty set
    for parts in (parts_of(text), text.split()):
        if all(normal(part) in known for part in parts):
            return parts
    blanks = text.split()
    meant = len(blanks) > 1 and not any(_means_nothing(table, part) for part in blanks)
    return blanks if meant else parts_of(text)


def _names(table: Chooses) -> set[str]:
    """The names of the items to pick from."""
    pick = _pick(table)
    assert pick is not None
    return {normal(each) for each in _texts(table, listed(table.state, pick.items), pick.kind)}


def _set_of(table: Chooses, texts: Sequence[str]) -> Move | None:
    """The legal set of the items that texts denote; among equivalent items of one name, any."""
    pick = _pick(table)
    assert pick is not None
    items = listed(table.state, pick.items)
    called: dict[str, list[int]] = {}
    for item, text in zip(items, _texts(table, items, pick.kind), strict=True):
        called.setdefault(normal(text), []).append(item)
    taken: list[int] = []
    for text in dict.fromkeys(map(normal, texts)):
        same, count = called.get(text, []), sum(normal(each) == text for each in texts)
        if count > len(same):
            return None
        if count < len(same) and not all(_is_same(table, pick, same[0], x) for x in same):
            raise AmbiguousMove(f"'{text}' matches {len(same)} items: give the number of the move")
        taken += same[:count]
    return _legal(table, taken)


def _is_same(table: Chooses, pick: PickInfo, one: int, other: int) -> bool:
    return pick.kind == "token" and same_token(table, one, other)


def _legal(table: Chooses, items: Sequence[int]) -> Move | None:
    """The move that picks these items, if it is legal."""
    info = table.site.actions[0]
    entry = (1, *words_of(items, len(info.operands)))
    return table.logged(entry) if table.lists(entry) else None
