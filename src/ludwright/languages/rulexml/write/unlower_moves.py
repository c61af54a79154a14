"""Reconstruct actions from movements: candidates are lowered and compared.

The nodes in the statements (numbers, turns, destinations) limit the candidates. The first candidate
that lowers to exactly the same statements, for all gestures of the rule, is the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.actions import CELL, DONOR, RECEIVER, block_of, move_cards, subject_node
from ..lower.conditions import Nodes
from ..lower.endpoints import CLICK
from ..lower.looks import WRITTEN
from ..lower.prune_trees import PRUNE
from ..lower.selection import PEAK, Procedures
from ..lower.static_table import StaticTable, subject_cells
from ..lower.take import ALONG, SOURCE, TO
from ..read.tree import DIRECTIONS, Act, Dest
from .vocabulary import NoFit, cells_tested, degrees, word

SUBJECTS = ("r", "m", "d")
GIVEN = (RECEIVER.name, CELL.name, DONOR.name)
MOST_TRIED = 200  # the number of ways to parse the statements of one rule

Parts = tuple[tuple[str, Dest], ...]
"""The movements of receivers, movers and donors, in order."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A gesture that a rule applies to, and its movements of cards."""

    at: Nodes
    done: n.Block


@dataclass(slots=True)
class Seen:
    """The features of statements that limit the candidates."""

    kinds: set[type[n.Node]] = field(default_factory=set)
    names: set[n.Expr] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    faces: set[bool] = field(default_factory=set)
    turns: set[int] = field(default_factory=set)
    ways: set[int] = field(default_factory=set)
    arrivals: list[n.Let | n.Grow] = field(default_factory=list)
    collapsed: bool = False
    peak: bool = False


def acts_of(followed: list[Followed], table: StaticTable, game: n.GameDef) -> tuple[Act, ...]:
    """The actions, still without phases, that are lowered to these movements."""
    plain = [Followed(each.at, tuple(_plain(each.done))) for each in followed]
    start = tuple(_given(each.done) for each in plain)
    procedures = {each.name: each for each in game.procedures}
    for tried, found in enumerate(_ways(plain, start, (), table, procedures)):
        # The parts fit one by one; what lowering adds between them is only checked for the whole.
        acts = tuple(_acts(found))
        if all(move_cards(acts, each.at, table, Procedures()) == each.done for each in followed):
            return acts
        if tried > MOST_TRIED:
            break
    node = next((each.done[0] for each in followed if each.done), None)
    raise NoFit(node, "no action can express this movement of cards")


def _plain(done: n.Block) -> Iterator[n.Statement]:
    """The statements without the tests that a node still exists."""
    for each in done:
        match each:
            case n.If(test=n.Exists(item=n.Local()), then=then):
                yield from then
            case _:
                yield each


def _given(done: n.Block) -> int:
    """The number of leading statements that only bind the nodes of a gesture."""
    names = (each.name in GIVEN if isinstance(each, n.Let) else False for each in done)
    return next((number for number, named in enumerate(names) if not named), len(done))


def _acts(parts: Parts) -> Iterator[Act]:
    """Combine parts into actions; each has a receiver, a mover and a donor in that order."""
    held: dict[str, Dest] = {}
    for subject, dest in parts:
        if held and SUBJECTS.index(subject) <= max(SUBJECTS.index(each) for each in held):
            yield _act(held)
            held = {}
        held[subject] = dest
    yield _act(held)


def _act(held: dict[str, Dest]) -> Act:
    return Act(WRITTEN, word(""), receiver=held.get("r"), mover=held.get("m"), donor=held.get("d"))


def _is_pruning(done: n.Statement) -> bool:
    """Whether a statement only prunes nodes or clears the variable of a pruned one."""
    match done:
        case n.Call(procedure=PRUNE.name) | n.If(then=(n.Let(value=n.Nothing()),)):
            return True
    return False


def _ways(
    followed: list[Followed],
    places: tuple[int, ...],
    parts: Parts,
    table: StaticTable,
    procedures: dict[str, n.Procedure],
) -> Iterator[Parts]:
    """The ways to parse the statements from these positions on, by backtracking."""
    left = [each.done[place:] for each, place in zip(followed, places, strict=True)]
    if all(_is_pruning(done) for block in left for done in block):
        yield parts
        return
    nearest = [_nearest(block) for block in left]
    seen = _seen([done for block in nearest for done in block], procedures)
    last = SUBJECTS.index(parts[-1][0]) if parts else -1
    # Within an action the order is r, m, d; anything else starts another action.
    for subject in (*SUBJECTS[last + 1 :], *SUBJECTS[: last + 1]):
        if seen.names.isdisjoint(subject_node(subject, each.at, table) for each in followed):
            continue
        found: dict[tuple[tuple[int, ...], str], Dest] = {}
        for dest in _proposed(subject, seen, followed, nearest, table):
            lengths = _fits(subject, dest, followed, left, table)
            if lengths:
                where = dest.destination.text if dest.destination else ""
                # Of candidates for the same statements the simplest is kept: it comes first.
                found.setdefault((lengths, where), dest)
        # Longest match first, as in a greedy parser; backtracking tries the shorter ones.
        for (lengths, _), dest in sorted(found.items(), key=lambda item: -sum(item[0][0])):
            ends = (
                _past(each.done, place + length)
                for each, place, length in zip(followed, places, lengths, strict=True)
            )
            yield from _ways(followed, tuple(ends), (*parts, (subject, dest)), table, procedures)


def _past(done: n.Block, place: int) -> int:
    """The position after pruning statements, unless nothing else follows."""
    others = (number for number in range(place, len(done)) if not _is_pruning(done[number]))
    return next(others, place)


def _fits(
    subject: str, dest: Dest, followed: list[Followed], left: list[n.Block], table: StaticTable
) -> tuple[int, ...]:
    """The number of statements that a candidate accounts for in each gesture; () if it differs."""
    lengths = []
    for each, done in zip(followed, left, strict=True):
        length = 0
        for made in block_of(subject, dest, each.at, table, Procedures()):
            if length >= len(done) or made != done[length]:
                return ()
            length += 1
        lengths.append(length)
    return tuple(lengths) if any(lengths) else ()


# ---- candidates --------------------------------------------------------------------------------


def _nearest(block: n.Block) -> n.Block:
    """The statements that one part of an action can account for: cards arrive only once."""
    arrived = 0
    for number, done in enumerate(block):
        arrived += any(_arrives(node) for node in walk(done)) and not _is_preserving(done)
        if arrived > 1 or _is_pruning(done):
            return block[:number]
    return block


def _arrives(node: n.Node) -> bool:
    return isinstance(node, n.Let | n.Grow) and node.name == TO.name


def _is_preserving(node: n.Node) -> bool:
    """Whether a statement grows a node in the direction of its parent (`preserve`)."""
    return isinstance(node, n.If) and any(
        isinstance(each, n.DirectionOf) for each in walk(node.test)
    )


def _seen(block: Iterable[n.Statement], procedures: dict[str, n.Procedure]) -> Seen:
    """The features of statements and of the procedures they call."""
    seen = Seen()
    called: set[str] = set()
    waiting: list[n.Node] = list(block)
    while waiting:
        start = waiting.pop(0)
        ways = set(seen.ways)
        for node in walk(start):
            seen.kinds.add(type(node))
            NOTED.get(type(node), _nothing)(node, seen)
            if isinstance(node, n.Call) and node.procedure not in called:
                called.add(node.procedure)
                waiting += [procedures[node.procedure]] if node.procedure in procedures else []
        if isinstance(start, n.Procedure) and not _goes_along(start):
            seen.ways = ways  # the procedure handles all directions, which says nothing
    return seen


def _goes_along(procedure: n.Procedure) -> bool:
    """Whether a procedure follows one direction to its end."""
    return any(each.name == ALONG.name for each in procedure.parameters)


def _nothing(node: Any, seen: Seen) -> None:
    """Most nodes are not features."""


def _note_rotation(node: n.SetProperty, seen: Seen) -> None:
    for part in walk(node.value):
        if isinstance(part, n.Add) and isinstance(part.right, n.Number):
            seen.turns.add(part.right.value)


def _note_number(node: n.Conditional | n.MoveTop, seen: Seen) -> None:
    number = node.otherwise if isinstance(node, n.Conditional) else node.count
    seen.numbers |= {number.value} if isinstance(number, n.Number) else set()


def _note_way(node: n.ChildAt, seen: Seen) -> None:
    seen.ways |= {node.direction.value} if isinstance(node.direction, n.Number) else set()


def _note_arrival(node: n.Let | n.Grow, seen: Seen) -> None:
    seen.peak |= node.name == PEAK.name
    seen.arrivals += [node] if node.name == TO.name else []


def _note_loop(node: n.ForEach, seen: Seen) -> None:
    seen.collapsed |= node.name == SOURCE.name


NOTED: dict[type[n.Node], Callable[[Any, Seen], None]] = {
    n.Local: lambda node, seen: seen.names.add(node),
    n.Turn: lambda node, seen: seen.faces.add(node.up),
    n.SetProperty: _note_rotation,
    n.Conditional: _note_number,
    n.MoveTop: _note_number,
    n.ChildAt: _note_way,
    n.Let: _note_arrival,
    n.Grow: _note_arrival,
    n.ForEach: _note_loop,
}
"""How nodes are recorded as features."""


def _proposed(
    subject: str, seen: Seen, followed: list[Followed], left: list[n.Block], table: StaticTable
) -> Iterator[Dest]:
    """The candidates for statements with these features, the simplest first."""
    # Each factor lists its default first, and the rightmost one varies fastest.
    choices = product(
        _exceptions(subject, followed, left),
        _goals(subject, seen, followed, table),
        _rotations(seen, table),
        (False, True) if seen.collapsed else (False,),
        _shuffles(seen),
        _flips(seen),
        _counts(seen),
    )
    for excepted, (goal, offset), rotation, collapse, shuffle, flip, count in choices:
        yield Dest(
            WRITTEN,
            word(goal) if goal else None,
            count,
            collapse,
            shuffle,
            rotation,
            offset,
            flip,
            tuple(word(cell) for cell in excepted),
        )


def _exceptions(
    subject: str, followed: list[Followed], left: list[n.Block]
) -> list[tuple[str, ...]]:
    """The possible exceptions: none, the cells that a leading test excludes, or all of these."""
    found: dict[tuple[str, ...], None] = {(): None}
    for each, done in zip(followed, left, strict=True):
        if done and isinstance(done[0], n.If):
            try:
                kept = cells_tested(done[0].test)
            except NoFit:
                continue
            cells = subject_cells(each.at.reach, subject)
            found[tuple(cell for cell in cells if cell not in kept)] = None
    # A drag and a click may each show only some of the exceptions.
    found[tuple(dict.fromkeys(cell for cells in found for cell in cells))] = None
    return list(found)


def _goals(
    subject: str, seen: Seen, followed: list[Followed], table: StaticTable
) -> list[tuple[str, str]]:
    """The possible destinations with their offsets, including staying in the cell."""
    found: dict[tuple[str, str], None] = {}
    for node in seen.arrivals:
        goal = node.value if isinstance(node, n.Let) else node.zone
        cell = goal.zone if isinstance(goal, n.DeepestOf) else goal
        offsets = ["", "preserve"] if n.DirectionOf in seen.kinds else [""]
        if isinstance(node, n.Grow) and isinstance(node.direction, n.Number):
            offsets = [DIRECTIONS[node.direction.value]]
        names = [cell.name] if isinstance(cell, n.ZoneAt) else []
        for at in (each.at for each in followed):
            names += [each for each in SUBJECTS if subject_node(each, at, table) == goal]
        found.update(
            dict.fromkeys(("" if name == "r" else name, o) for name in names for o in offsets)
        )
    drag = any(each.at.reach.gesture != CLICK for each in followed)
    stays = ("",) if subject == "r" else ("d", "m") if drag else ("", "d", "m")
    found.update(dict.fromkeys((name, "") for name in (*stays, *_tidied(followed))))
    return list(found)


def _tidied(followed: list[Followed]) -> list[str]:
    """The cells that are pruned at the end because they were destinations."""
    calls = (done for each in followed for done in each.done if _is_pruning(done))
    return [node.name for call in calls for node in walk(call) if isinstance(node, n.ZoneAt)]


def _rotations(seen: Seen, table: StaticTable) -> list[Decimal | None]:
    return [None, *(degrees(turn, table.degree) for turn in sorted(seen.turns))]


def _shuffles(seen: Seen) -> list[str]:
    return ["", "rev", "y"] if n.Shuffle in seen.kinds else ["", "rev"]


def _flips(seen: Seen) -> list[str]:
    """The possible flips; single cards and whole cells can only be turned up."""
    found = ["", *(letter for letter, up in (("y", True), ("n", False)) if up in seen.faces)]
    if True not in seen.faces:
        return found
    return [*found, "none", "*", *(DIRECTIONS[number] for number in sorted(seen.ways))]


def _counts(seen: Seen) -> list[str]:
    found = ["", "*", "h", "d"]
    found += ["t"] if n.TopOf in seen.kinds else []
    found += ["b"] if n.BottomOf in seen.kinds or n.Reversed in seen.kinds else []
    found += ["r"] if n.Roll in seen.kinds else []
    numbers = sorted({1, *seen.numbers})  # cards that stay need not reveal their number
    found += [str(number) for number in numbers if number > 0]
    # If the direction makes no difference, any will do.
    ways = sorted(seen.ways) or [DIRECTIONS.index("south")]
    return [*found, *(DIRECTIONS[number] for number in ways)] if seen.peak else found
