"""Reconstruct the tests of a rule: from the texts of its reasons, or from their expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ....gamedef import nodes as n
from ....gamedef.build import FALSE
from ....gamedef.walk import walk
from ..lower.conditions import ANY_CARDS, NO_CELL
from ..lower.looks import WRITTEN
from ..read.tree import Condition, Tests, Validation
from .groups import Groups
from .vocabulary import NoFit, cells_tested, word

SUBJECTS = ("receiver", "mover", "donor")
TESTS = ("num_cards", "is_faceup", "value", "color", "suit")
NAMED = re.compile(r"(?P<who>receiver|mover|donor): name (?P<name>.*)", re.DOTALL)
ASKED = re.compile(
    rf"(?P<who>{'|'.join(SUBJECTS)}): (?P<what>{'|'.join(TESTS)}) (?P<text>.*)", re.DOTALL
)
CATEGORY = re.compile(r"rule category '(?P<name>.*)'", re.DOTALL)
CONDITION = re.compile(r"(?P<every>every cell of )?'(?P<name>.*?)': (?P<said>.*)", re.DOTALL)
# The tests are in the order in which `conditions._tested` lists them.
SAID = re.compile(
    r"(?:num_cards (?P<num_cards>-?\d+))?(?:, )?(?:is_faceup (?P<is_faceup>[yn]))?(?:, )?"
    r"(?:color (?P<color>.*?))?(?:, )?(?:suit (?P<suit>.*))?",
    re.DOTALL,
)
T = TypeVar("T")


@dataclass(slots=True)
class Asked:
    """The requirements of a rule: the cells that it names, and its other tests, both in order."""

    category: str = ""
    names: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[str, str, str] | Condition] = field(default_factory=list)


def asked(reasons: Iterable[n.Reason], groups: Groups) -> Asked:
    """The requirements that the texts of reasons express."""
    found = Asked()
    for reason in reasons:
        if match := CATEGORY.fullmatch(reason.text):
            found.category = match["name"]
            found.names.append(("category", match["name"]))
            groups.define(match["name"], cells_tested(reason.test))
        elif match := NAMED.fullmatch(reason.text):
            found.names.append((match["who"], match["name"]))
            groups.define(match["name"], cells_tested(reason.test))
        elif match := ASKED.fullmatch(reason.text):
            found.lines.append((match["who"], match["what"], match["text"]))
        else:
            found.lines.append(_condition(reason, groups))
    return found


def denied(reason: n.Reason) -> n.Reason:
    """The reason that a negated reason negates."""
    test = reason.test
    if not isinstance(test, n.Conditional) or not reason.text.startswith("not "):
        raise NoFit(reason, "expected a negated test")
    return replace(reason, text=reason.text.removeprefix("not "), test=test.test)


def _condition(reason: n.Reason, groups: Groups) -> Condition:
    if reason.text == NO_CELL:
        return Condition(word(""), Tests(WRITTEN))
    match = CONDITION.fullmatch(reason.text)
    said = SAID.fullmatch(match["said"]) if match else None
    if not match or not (said or match["said"] == ANY_CARDS):
        raise NoFit(reason, f"unknown test '{reason.text}'")
    words = {name: text for name, text in said.groupdict().items() if text} if said else {}
    zones = tuple(node.name for node in walk(reason) if isinstance(node, n.ZoneAt))
    if zones:
        groups.define(match["name"], zones)
    else:
        # Folded tests name no cells any more: all that is known is how many there were.
        items = reason.test.items if isinstance(reason.test, n.And) else ()
        groups.some(match["name"], len(items) // max(1, len(words)) or 1 + bool(match["every"]))
    tests = Tests(WRITTEN, **{name: word(text) for name, text in words.items()})
    return Condition(word(match["name"]), tests)


# ---- validations -------------------------------------------------------------------------------


def validations(found: Asked) -> tuple[Validation, ...]:
    """The smallest number of validations that express all requirements in this order."""
    order = ("category", *SUBJECTS)
    # A validation is lowered in this order, so a step back starts a new one.
    names = _split(found.names, lambda each: order.index(each[0]))
    lines = _split(found.lines, _rank, repeated=len(SUBJECTS) * len(TESTS))
    made: list[Validation] = []
    while names or lines:
        here = names[0] if names else []
        there = lines[0] if lines else []
        if found.category:
            here, there = _paired(here, there, names, lines)
        made.append(_validation(here, there))
        names = names[1:] if here else names
        lines = lines[1:] if there else lines
    return tuple(made)


Name = tuple[str, str]
Line = tuple[str, str, str] | Condition


def _rank(line: Line) -> int:
    if isinstance(line, Condition):
        return len(SUBJECTS) * len(TESTS)
    return SUBJECTS.index(line[0]) * len(TESTS) + TESTS.index(line[1])


def _split(items: list[T], rank: Callable[[T], int], repeated: int = -1) -> list[list[T]]:
    """Split items into runs of increasing rank, in which only the rank `repeated` may repeat."""
    parts: list[list[T]] = []
    last = -1
    for item in items:
        number = rank(item)
        if not parts or not (number > last or number == last == repeated):
            parts.append([])
        parts[-1].append(item)
        last = number
    return parts


def _paired(
    here: list[Name], there: list[Line], names: list[list[Name]], lines: list[list[Line]]
) -> tuple[list[Name], list[Line]]:
    """Names and lines for one validation. A rule tests its category in each validation with a
    receiver and in no other, so these must be kept together."""
    asks, has = _asks(here), _has(there)
    if has and not asks and here:
        return here, []
    spare = sum(map(_asks, names)) - sum(map(_has, lines))
    if asks and there and not has and not spare:
        return [], there
    return here, there


def _asks(names: list[Name]) -> bool:
    return any(who == "category" for who, _ in names)


def _has(lines: list[Line]) -> bool:
    return any(not isinstance(line, Condition) and line[0] == "receiver" for line in lines)


def _validation(names: list[Name], lines: list[Line]) -> Validation:
    tests: dict[str, Tests] = {}
    for who, name in names:
        subject = "receiver" if who == "category" else who
        tests.setdefault(subject, Tests(WRITTEN))
        if who != "category":
            tests[subject] = replace(tests[subject], name=word(name))
    conditions = []
    for line in lines:
        if isinstance(line, Condition):
            conditions.append(line)
        else:
            who, what, text = line
            words: dict[str, Any] = {what: word(text)}
            tests[who] = replace(tests.get(who, Tests(WRITTEN)), **words)
    return Validation(WRITTEN, conditions=tuple(conditions), **tests)


# ---- conditions without reasons ----------------------------------------------------------------


def conditions(test: n.Expr, groups: Groups, game: n.GameDef) -> tuple[Condition, ...]:
    """The conditions of an automatic rule."""
    items = test.items if isinstance(test, n.And) else (test,)
    return tuple(_unworded(item, groups, game) for item in items)


def _unworded(test: n.Expr, groups: Groups, game: n.GameDef) -> Condition:
    """The cells and tests of one condition; the tests are the same for all cells."""
    items = test.items if isinstance(test, n.And) else (test,)
    zones = (node.name for item in items for node in walk(item) if isinstance(node, n.ZoneAt))
    cells = tuple(dict.fromkeys(zones))
    if not cells:  # a colour or a suit that no card has, tested for some number of cells
        twice = len(items) > len(groups.cells)
        cells = groups.cells[: len(items) // (1 + twice)]
    words: dict[str, str] = {}
    for item in items[: len(items) // max(1, len(cells))]:
        what, text = _read(item)
        if not what:
            what = "color" if "color" not in words else "suit"
            text = _unknown(what, game)
        words[what] = text
    tests = Tests(WRITTEN, **{what: word(text) for what, text in words.items()})
    return Condition(word(groups.name_of(cells)), tests)


def _unknown(what: str, game: n.GameDef) -> str:
    """A colour or suit that no card has."""
    text = "none"
    while any(enum.name == what and text in enum.values for enum in game.enums):
        text += "s"
    return text


def _read(item: n.Node) -> tuple[str, str]:
    """The property and text of a test; empty for one that never holds."""
    if isinstance(item, n.And) and item.items:  # the first item only tests for the property
        return _read(item.items[-1])
    if item == FALSE:
        return "", ""
    if isinstance(item, n.IsFaceUp):
        return "is_faceup", "y"
    if isinstance(item, n.Not) and isinstance(item.item, n.IsFaceUp):
        return "is_faceup", "n"
    if isinstance(item, n.Equal) and isinstance(item.right, n.Number):
        return "num_cards", str(item.right.value)
    if (
        isinstance(item, n.Equal)
        and isinstance(item.right, n.Symbol)
        and isinstance(item.left, n.PropertyOf)
    ):
        return item.left.property, item.right.value
    raise NoFit(item, "no condition can express this test")
