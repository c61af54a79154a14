"""Movements of cards back to what actions say: proposals that are lowered and compared.

What the statements hold (numbers, flips, places) tells which words can have led to them; of these
the words are taken that lead to exactly the same statements, in all gestures that follow the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product

from ...gamedef.nodes import (
    Add,
    Block,
    BottomOf,
    Call,
    DeepestOf,
    DirectionOf,
    ForEach,
    GameDef,
    Grow,
    If,
    Let,
    Node,
    Number,
    Procedure,
    Reversed,
    Roll,
    SetProperty,
    Shuffle,
    Statement,
    TopOf,
    Turn,
    ZoneAt,
)
from ...gamedef.walk import walk
from .closing import PRUNE
from .conditions import Nodes
from .fitting import NoFit, cells_tested, degrees, word
from .ground import Ground, subject_cells
from .looks import WRITTEN
from .moving import CELL, DONOR, PEAK, RECEIVER, Procedures, block_of, moved
from .taking import SOURCE, TO
from .tree import DIRECTIONS, Act, Dest

SUBJECTS = ("r", "m", "d")
FIELDS = {"r": "receiver", "m": "mover", "d": "donor"}
GIVEN = (RECEIVER.name, CELL.name, DONOR.name)
MOST_TRIED = 200  # ways to read the statements of one rule

Parts = tuple[tuple[str, Dest], ...]
"""What becomes of receivers, movers and donors, in order."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A gesture that follows a rule, and what it does to the cards."""

    at: Nodes
    done: Block


@dataclass(slots=True)
class Seen:
    """What statements hold that words may have led to."""

    kinds: set[type[Node]] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    faces: set[bool] = field(default_factory=set)
    turns: set[int] = field(default_factory=set)
    cells: list[str] = field(default_factory=list)
    offsets: set[int] = field(default_factory=set)
    collapsed: bool = False
    peak: bool = False


def acts_of(followed: list[Followed], ground: Ground, game: GameDef) -> tuple[Act, ...]:
    """Actions, still without phases, that move cards in this way."""
    start = tuple(_given(each.done) for each in followed)
    procedures = {each.name: each for each in game.procedures}
    for tried, found in enumerate(_ways(followed, start, (), ground, procedures)):
        acts = tuple(_acts(found))
        if all(moved(acts, each.at, ground, Procedures()) == each.done for each in followed):
            return acts
        if tried > MOST_TRIED:
            break
    node = next((each.done[0] for each in followed if each.done), None)
    raise NoFit(node, "no action moves cards in this way")


def _given(done: Block) -> int:
    """How many statements only give names to the nodes of a gesture."""
    names = (each.name in GIVEN if isinstance(each, Let) else False for each in done)
    return next((number for number, named in enumerate(names) if not named), len(done))


def _acts(parts: Parts) -> Iterator[Act]:
    """Receivers, movers and donors in this order make one action."""
    held: dict[str, Dest] = {}
    for subject, dest in parts:
        if held and SUBJECTS.index(subject) <= max(SUBJECTS.index(each) for each in held):
            yield _act(held)
            held = {}
        held[subject] = dest
    yield _act(held)


def _act(held: dict[str, Dest]) -> Act:
    return Act(WRITTEN, word(""), **{FIELDS[subject]: dest for subject, dest in held.items()})  # type: ignore[arg-type]


def _is_pruning(done: Statement) -> bool:
    return isinstance(done, Call) and done.procedure == PRUNE.name


def _ways(
    followed: list[Followed],
    places: tuple[int, ...],
    parts: Parts,
    ground: Ground,
    procedures: dict[str, Procedure],
) -> Iterator[Parts]:
    """The ways to read what is left of the statements from these places on."""
    left = [each.done[place:] for each, place in zip(followed, places, strict=True)]
    if all(_is_pruning(done) for block in left for done in block):
        yield parts
        return
    seen = _seen((done for block in left for done in block), procedures)
    last = SUBJECTS.index(parts[-1][0]) if parts else -1
    for subject in (*SUBJECTS[last + 1 :], *SUBJECTS[: last + 1]):
        found: dict[tuple[tuple[int, ...], str], Dest] = {}
        for dest in _proposed(subject, seen, followed, left, ground):
            lengths = _fits(subject, dest, followed, left, ground)
            if lengths:
                where = dest.destination.text if dest.destination else ""
                found.setdefault((lengths, where), dest)
        for (lengths, _), dest in sorted(found.items(), key=lambda item: -sum(item[0][0])):
            ends = (
                _past(each.done, place + length)
                for each, place, length in zip(followed, places, lengths, strict=True)
            )
            yield from _ways(followed, tuple(ends), (*parts, (subject, dest)), ground, procedures)


def _past(done: Block, place: int) -> int:
    """After the nodes that have gone."""
    more = any(not _is_pruning(each) for each in done[place:])
    return place + 1 if more and _is_pruning(done[place]) else place


def _fits(
    subject: str, dest: Dest, followed: list[Followed], left: list[Block], ground: Ground
) -> tuple[int, ...]:
    """How many statements words lead to in each gesture; nothing if to others than there are."""
    lengths = []
    for each, done in zip(followed, left, strict=True):
        block = tuple(block_of(subject, dest, each.at, ground, Procedures()))
        if block != done[: len(block)]:
            return ()
        lengths.append(len(block))
    return tuple(lengths) if any(lengths) else ()


# ---- what can have led to it -------------------------------------------------------------------


def _seen(block: Iterable[Statement], procedures: dict[str, Procedure]) -> Seen:
    """What statements and the procedures that they call hold."""
    seen = Seen()
    called: set[str] = set()
    waiting: list[Node] = list(block)
    while waiting:
        for node in walk(waiting.pop()):
            seen.kinds.add(type(node))
            _note(node, seen)
            if isinstance(node, Call) and node.procedure not in called:
                called.add(node.procedure)
                waiting += [procedures[node.procedure]] if node.procedure in procedures else []
    return seen


def _note(node: Node, seen: Seen) -> None:
    if isinstance(node, Number):
        seen.numbers.add(node.value)
    elif isinstance(node, Turn):
        seen.faces.add(node.up)
    elif isinstance(node, SetProperty):
        seen.turns |= {part.right.value for part in walk(node) if _adds(part)}  # type: ignore[attr-defined]
    elif isinstance(node, ForEach) and node.name == SOURCE.name:
        seen.collapsed = True
    elif isinstance(node, Let) and node.name == PEAK.name:
        seen.peak = True
    elif isinstance(node, Let | Grow) and node.name == TO.name:
        goal = node.value if isinstance(node, Let) else node.zone
        goal = goal.zone if isinstance(goal, DeepestOf) else goal
        if isinstance(goal, ZoneAt):
            seen.cells.append(goal.name)
        if isinstance(node, Grow) and isinstance(node.direction, Number):
            seen.offsets.add(node.direction.value)


def _adds(node: Node) -> bool:
    return isinstance(node, Add) and isinstance(node.right, Number)


def _proposed(
    subject: str, seen: Seen, followed: list[Followed], left: list[Block], ground: Ground
) -> Iterator[Dest]:
    """Words that may have led to statements in which this is seen, the plainest first."""
    choices = product(
        _exceptions(subject, followed, left),
        (None, "m", "d", *dict.fromkeys(seen.cells)),
        _rotations(seen, ground),
        _offsets(seen),
        (False, True) if seen.collapsed else (False,),
        _shuffles(seen),
        _flips(seen),
        _counts(seen),
    )
    for excepted, goal, rotation, offset, collapse, shuffle, flip, count in choices:
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


def _exceptions(subject: str, followed: list[Followed], left: list[Block]) -> list[tuple[str, ...]]:
    """The cells that a first test leaves out, in any of the gestures; or none."""
    left_out: dict[str, None] = {}
    for each, done in zip(followed, left, strict=True):
        if done and isinstance(done[0], If):
            try:
                kept = cells_tested(done[0].test)
            except NoFit:
                continue
            cells = subject_cells(each.at.reach, subject)
            left_out.update(dict.fromkeys(cell for cell in cells if cell not in kept))
    return [(), tuple(left_out)] if left_out else [()]


def _rotations(seen: Seen, ground: Ground) -> list[Decimal | None]:
    return [None, *(degrees(turn, ground.degree) for turn in sorted(seen.turns))]


def _offsets(seen: Seen) -> list[str]:
    found = ["", *(DIRECTIONS[number] for number in sorted(seen.offsets))]
    return [*found, "preserve"] if DirectionOf in seen.kinds else found


def _shuffles(seen: Seen) -> list[str]:
    return ["", "rev", "y"] if Shuffle in seen.kinds else ["", "rev"]


def _flips(seen: Seen) -> list[str]:
    """Single cards and all of a cell are only turned up."""
    found = ["", *(letter for letter, up in (("y", True), ("n", False)) if up in seen.faces)]
    return [*found, "none", "*", *_directions(seen)] if True in seen.faces else found


def _directions(seen: Seen) -> list[str]:
    """Those that are gone; where all lead to the same, one of them."""
    found = [number for number in sorted(seen.numbers) if 0 <= number < len(DIRECTIONS)]
    return [DIRECTIONS[number] for number in found or (DIRECTIONS.index("south"),)]


def _counts(seen: Seen) -> list[str]:
    found = ["", "*", "h", "d"]
    found += ["t"] if TopOf in seen.kinds else []
    found += ["b"] if BottomOf in seen.kinds or Reversed in seen.kinds else []
    found += ["r"] if Roll in seen.kinds else []
    found += [str(number) for number in sorted(seen.numbers) if number > 0]
    return [*found, *_directions(seen)] if seen.peak else found
