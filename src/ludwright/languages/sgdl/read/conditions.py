"""Lines to conditions: the tree of AND and OR from indentation, and each single condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ....diagnostics import Report, Span, did_you_mean
from .. import codes
from . import words
from .lines import Item, Line, full, shown
from .tree import (
    Block,
    Broken,
    CapacityTest,
    CardTest,
    Condition,
    CountTest,
    PairTest,
    PileTest,
    SizeTest,
    WholeTest,
    Word,
)

DEEPEST = 50
BLOCKS = ("AND", "OR")
SUBJECTS = ("DEST", "SRC", "DESTSRC", "SRCSTACK", "PILE", "PAIR")


@dataclass(frozen=True, slots=True)
class ConditionContext:
    """What a condition belongs to, and the conditions that may be used there, `later` those that
    only an extended file has."""

    name: str
    subjects: tuple[str, ...]
    later: tuple[str, ...] = ()


MOVE = ConditionContext("MOVE", ("DEST", "SRC", "DESTSRC"), later=("PILE",))
MOVE_STACK = ConditionContext("MOVE_STACK", ("DEST", "SRC", "DESTSRC", "SRCSTACK"), later=("PILE",))
REMOVE_ONE = ConditionContext("REMOVE", ("SRC", "PILE"))
REMOVE = ConditionContext("REMOVE", ("SRC", "DEST", "PAIR", "PILE"))
DRAW = ConditionContext("DRAW", ("PILE",))
WIN = ConditionContext("$win", ("PILE",))
LOSE = ConditionContext("$lose", ("PILE",))
ANYWHERE = ConditionContext("an unknown rule", SUBJECTS)


@dataclass(slots=True)
class _Open:
    """A block whose lines are still being read; one with an unknown word ends up broken."""

    word: str
    span: Span
    items: list[Condition] = field(default_factory=list)


def parse_condition(
    lines: list[Line], context: ConditionContext, owner: Span, report: Report
) -> Condition | None:
    """The one condition that the lines below a rule or `$win` form, or nothing if there is none."""
    top = _Open("", owner)
    stack = [top]
    for line in lines:
        if full(report):
            break
        if line.level > DEEPEST:
            report.error(
                codes.TOO_LARGE, line.span, f"conditions are nested at most {DEEPEST} levels deep"
            )
            break
        while len(stack) - 1 > line.level:
            _close(stack, report)
        _check_level(line, stack, report)
        if len(stack) == 1 and len(top.items) == 1:
            _report_extra(line, context, report)
        if line.items[0].text in BLOCKS or _lone_unknown(line):
            stack.append(_open(line, report))
        else:
            stack[-1].items.append(_leaf(line, context, report) or Broken(line.span))
    while len(stack) > 1:
        _close(stack, report)
    return top.items[0] if top.items else None


def _lone_unknown(line: Line) -> bool:
    return not line.broken and len(line.items) == 1 and line.first not in SUBJECTS


def _open(line: Line, report: Report) -> _Open:
    if line.first not in BLOCKS:
        _report_unknown(line, BLOCKS + SUBJECTS, report)
        return _Open("", line.span)
    if len(line.items) > 1 and not line.broken:
        message = f"{line.first} stands alone on its line"
        report.error(codes.BAD_CONDITION, line.items[1].span, message)
    return _Open(line.first, line.span)


def _close(stack: list[_Open], report: Report) -> None:
    block = stack.pop()
    if block.word and not block.items:
        report.error(codes.EMPTY_BLOCK, block.span, f"there is no condition below {block.word}")
    closed = Block(block.word, tuple(block.items), block.span)
    stack[-1].items.append(closed if block.word and block.items else Broken(block.span))


def _check_level(line: Line, stack: list[_Open], report: Report) -> None:
    if line.level > len(stack) - 1:
        after_leaf = bool(stack[-1].items) or len(stack) == 1
        message = (
            "only AND and OR have conditions below them"
            if after_leaf
            else "this is indented by more than one level"
        )
        report.error(codes.BAD_INDENT, line.span, message)


def _report_extra(line: Line, context: ConditionContext, report: Report) -> None:
    report.error(
        codes.EXTRA_CONDITION,
        line.span,
        f"{context.name} already has its condition",
        help="join several conditions with AND or OR",
    )


def _report_unknown(line: Line, known: tuple[str, ...], report: Report) -> None:
    first = line.items[0]
    message = f"unknown condition {shown(first.text)}"
    report.error(codes.UNKNOWN_CONDITION, first.span, message, did_you_mean(first.text, known))


# ---- single conditions -------------------------------------------------------------------------

Reader = Callable[[str, tuple[Item, ...], Span, Report], Condition | None]


def _leaf(line: Line, context: ConditionContext, report: Report) -> Condition | None:
    if line.broken:
        return None
    subject = line.first
    if subject not in SUBJECTS:
        _report_unknown(line, BLOCKS + context.subjects, report)
        return None
    if subject not in context.subjects + context.later:
        message = f"{subject} cannot be used in a condition of {context.name}"
        help = f"use {', '.join(context.subjects)}"
        report.error(codes.NOT_ALLOWED, line.items[0].span, message, help)
        return None
    if subject == "PILE":
        found = _pile(line, report)
    else:
        found = _aspect(subject, line.items[1:], line.span, report)
    return _later(found, line.items[0].words) if subject in context.later else found


def _later(found: Condition | None, by: tuple[Word, ...]) -> Condition | None:
    """The condition, marked as one that only the extended language has because of these words."""
    if found is None or isinstance(found, Block | Broken):
        return found
    return replace(found, later=(*by, *found.later))


def _aspect(subject: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    readers = ASPECTS[subject]
    if not items:
        message = f"{subject} needs one of {', '.join(readers)}"
        report.error(codes.BAD_CONDITION, span, message)
        return None
    hint = HINTS.get((subject, items[0].text))
    if hint:
        message = f"{subject} {items[0].text} makes no sense"
        report.error(codes.BAD_CONDITION, items[0].span, message, hint)
        return None
    aspect = words.choice(items[0], readers, codes.BAD_CONDITION, f"word after {subject}", report)
    if aspect is None:
        return None
    found = readers[aspect](subject, items[1:], span, report)
    return _later(found, items[0].words) if (subject, aspect) in LATER else found


def _count(items: tuple[Item, ...], wanted: str, span: Span, report: Report) -> bool:
    """Whether there are as many items as the words of `wanted`, which says what they are."""
    if len(items) == len(wanted.split()):
        return True
    at = items[len(wanted.split())].span if len(items) > len(wanted.split()) else span
    message = f"expected {wanted} here" if wanted else "nothing more may stand here"
    report.error(codes.BAD_CONDITION, at, message)
    return False


def _empty(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    return SizeTest(of, "==", 0, span) if _count(items, "", span, report) else None


def _size(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    size = _comparison(items, span, report)
    return SizeTest(of, *size, span) if size else None


def _comparison(items: tuple[Item, ...], span: Span, report: Report) -> tuple[str, int] | None:
    if not _count(items, "<operator> <number>", span, report):
        return None
    code = codes.UNKNOWN_OPERATOR
    operator = words.choice(items[0], words.OPERATORS, code, "operator", report)
    size = words.number(items[1], 0, words.LARGEST, report)
    return None if operator is None or size is None else (operator, size)


def _suits(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    denied, items = _denial(items)
    values = words.suits(items[0], report) if _count(items, "<suits>", span, report) else None
    return CardTest(of, "suit", values, span, denied, bool(denied)) if values else None


def _ranks(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    denied, items = _denial(items)
    if not _count(items, "<ranks>", span, report):
        return None
    values = words.ranks(items[0], report, (*words.RANKS, words.BASE))
    later = tuple(word for word in items[0].words if word.text == words.BASE)
    return CardTest(of, "rank", values, span, denied + later, bool(denied)) if values else None


def _denial(items: tuple[Item, ...]) -> tuple[tuple[Word, ...], tuple[Item, ...]]:
    """The words before a set that say that the card must not be of it, and the set."""
    denied = bool(items) and items[0].text == words.NOT_OF
    return (items[0].words, items[1:]) if denied else ((), items)


def _whole(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    return WholeTest(span) if _count(items, "", span, report) else None


def _capacity(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    if not _count(items, "<cells> <columns>", span, report):
        return None
    good = words.distinct(items[0].words + items[1].words, report)
    return CapacityTest(items[0].words, items[1].words, span) if good else None


def _modes(property: str, modes: tuple[str, ...]) -> Reader:
    def read(of: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
        if not items:
            report.error(codes.BAD_CONDITION, span, "expected <mode> here")
            return None
        mode = words.choice(items[0], modes, codes.BAD_CONDITION, f"{property} mode", report)
        number: int | None = 1
        wanted = "<number>" if mode in words.NUMBERED_MODES else ""
        if mode is None or not _count(items[1:], wanted, span, report):
            return None
        if wanted:
            number = words.number(items[1], 1, len(words.RANKS) - 1, report)
        later = items[0].words if mode in words.LATER_MODES else ()
        return None if number is None else PairTest(of, property, mode, span, number, 0, later)

    return read


_FITS: dict[str, Reader] = {
    "Suit": _modes("suit", words.SUIT_MODES),
    "Rank": _modes("rank", words.RANK_MODES),
}
ASPECTS: dict[str, dict[str, Reader]] = {
    "DEST": {"Empty": _empty, "Size": _size, "Suit": _suits, "Rank": _ranks},
    "SRC": {"Suit": _suits, "Rank": _ranks, "Size": _size},
    "DESTSRC": _FITS,
    "PAIR": _FITS,
    "SRCSTACK": {**_FITS, "Size": _size, "Whole": _whole, "Capacity": _capacity},
}
LATER = {("SRC", "Size"), ("SRCSTACK", "Whole"), ("SRCSTACK", "Capacity")}
HINTS = {
    ("SRC", "Empty"): "a card is taken from there; SRC Size == 1 says that it is the last one",
    ("SRCSTACK", "Empty"): "cards are moved, so there is at least one",
}
QUANTIFIERS = {"ALL": True, "ANY": False}
COUNT = "COUNT"
PILE_ASPECTS = ("Empty", "Size")


def _pile(line: Line, report: Report) -> Condition | None:
    items = line.items[1:]
    if len(items) < 3:
        message = "expected PILE ALL or PILE ANY, piles, and then Empty or Size"
        report.error(codes.BAD_CONDITION, line.span, message)
        return None
    code = codes.BAD_CONDITION
    quantifier = words.choice(items[0], (*QUANTIFIERS, COUNT), code, "word after PILE", report)
    if quantifier == COUNT:
        return _pile_count(items, line.span, report)
    good = words.distinct(items[1].words, report)
    aspect = words.choice(items[2], PILE_ASPECTS, code, "word after the piles", report)
    if quantifier is None or aspect is None or not good:
        return None
    if aspect == "Size":
        size = _comparison(items[3:], line.span, report)
    else:
        size = ("==", 0) if _count(items[3:], "", line.span, report) else None
    return PileTest(QUANTIFIERS[quantifier], items[1].words, *size, line.span) if size else None


def _pile_count(items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    good = words.distinct(items[1].words, report)
    code = codes.BAD_CONDITION
    aspect = words.choice(items[2], PILE_ASPECTS[:1], code, "word after the piles", report)
    size = _comparison(items[3:], span, report) if aspect else None
    if size is None or not good:
        return None
    return CountTest(items[1].words, *size, span, items[0].words)
