"""Several items that are picked: what can be picked at a table, and sets by their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..machine.sites import PickInfo, words_of
from .equivalent_moves import same_token
from .errors import AmbiguousMove, IllegalMove, InvalidMove
from .move_text import value_texts
from .moves import Move, named, normal, values_of
from .set_options import listed
from .text_rendering import NONE

if TYPE_CHECKING:
    from .decision import Chooses

DONE = "done"  # what ends picking one by one
_JOINED = re.compile(r"\s*[+,]\s*")


@dataclass(frozen=True, slots=True)
class Picks:
    """What is picked where a table stands: of these items, so many at least and at most, as their
    seat reads them. Those that are chosen already, where they are chosen one by one; where the
    whole set is one choice there are none."""

    items: tuple[str, ...]
    chosen: tuple[str, ...]
    least: int
    most: int
    at_once: bool
    sequence: bool  # whether the order of picking counts


def picks(table: Chooses) -> Picks | None:
    """What is picked where a table stands; None where it is not about several items."""
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
    """Whether a whole set is chosen where a table stands."""
    pick = _pick(table)
    return pick is not None and bool(pick.items)


def options(table: Chooses, text: str) -> list[Move]:
    """The legal moves that a text means; of a set the items may come in any order."""
    if not picks_set(table):
        return named(table, text)
    found = _set_of(table, items_in(table, text))
    return [] if found is None else [found]


def set_move(table: Chooses, items: Iterable[str]) -> Move:
    """The legal move that picks items, given by their texts in any order."""
    wanted = [str(item) for item in items]
    found = _set_of(table, wanted) if picks_set(table) else None
    if found is not None:
        return found
    told = " + ".join(wanted) or NONE
    asked = picks(table)
    if asked is None or not asked.at_once:
        raise InvalidMove(f"'{told}' is a set, but no set is picked here")
    known = {normal(text) for text in asked.items}
    strange = [item for item in wanted if normal(item) not in known]
    if not strange:
        why = "this combination is not allowed"
        if not asked.least <= len(wanted) <= asked.most:
            why = f"{asked_for(table)}, not {len(wanted)}"
        raise IllegalMove(f"'{told}' is not legal now; {why}")
    unknown = [item for item in strange if _means_nothing(table, item)]
    if unknown:
        raise InvalidMove(f"'{told}' is not a move of this game; unknown item '{unknown[0]}'")
    raise IllegalMove(f"'{told}' is not legal now; '{strange[0]}' can't be picked")


def _means_nothing(table: Chooses, item: str) -> bool:
    """Whether a text names nothing that could be picked in any position."""
    pick = _pick(table)
    return pick is None or not values_of(item, pick.kind, table.program, table.state)


def how_many(asked: Picks) -> str:
    """How many are picked, in words."""
    if asked.least == asked.most:
        return str(asked.most)
    return f"{asked.least} to {asked.most}"


def asked_for(table: Chooses) -> str:
    """How many of how many items to pick at the current decision, in words."""
    asked = picks(table)
    assert asked is not None
    return f"pick {how_many(asked)} of these {len(asked.items)} items"


def collected(table: Chooses, texts: Sequence[str]) -> tuple[Move, int] | None:
    """The set that texts of single items pick one after another, as they once were recorded, and
    how many of the texts it takes, with the one that says that it is done; None if they do not."""
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
    """The items that a sum names."""
    return [] if normal(text) in ("", NONE) else _JOINED.split(text.strip())


def items_in(table: Chooses, text: str) -> list[str]:
    """The items that a text names: a sum, or one behind another if none of them has a blank."""
    known = _names(table)
    if normal(text) in known:
        return [text]  # also an item that is nothing, which is written like a set without items
    for parts in (parts_of(text), text.split()):
        if all(normal(part) in known for part in parts):
            return parts
    blanks = text.split()
    meant = len(blanks) > 1 and not any(_means_nothing(table, part) for part in blanks)
    return blanks if meant else parts_of(text)


def _names(table: Chooses) -> set[str]:
    """What the items that can be picked are called."""
    pick = _pick(table)
    assert pick is not None
    return {normal(each) for each in _texts(table, listed(table.state, pick.items), pick.kind)}


def _set_of(table: Chooses, texts: Sequence[str]) -> Move | None:
    """The legal set of the items that texts name; of those that are called alike, any that makes
    no difference."""
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
            raise AmbiguousMove(f"'{text}' may be any of {len(same)}: give the number of the move")
        taken += same[:count]
    return _legal(table, taken)


def _is_same(table: Chooses, pick: PickInfo, one: int, other: int) -> bool:
    return pick.kind == "token" and same_token(table, one, other)


def _legal(table: Chooses, items: Sequence[int]) -> Move | None:
    """The move that picks these items, if it is legal."""
    info = table.site.actions[0]
    entry = (1, *words_of(items, len(info.operands)))
    return table.logged(entry) if table.lists(entry) else None
