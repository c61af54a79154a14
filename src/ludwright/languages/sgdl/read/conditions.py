"""Parse conditions: the tree of AND and OR from indentation, and each single condition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ....diagnostics import Report, Span
from ...names import refers
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

# Later passes are recursive, so the depth stays far below Python's recursion limit.
DEEPEST = 50
BLOCKS = ("AND", "OR")
SUBJECTS = ("DEST", "SRC", "DESTSRC", "SRCSTACK", "PILE", "PAIR")


@dataclass(frozen=True, slots=True)
class ConditionContext:
    """What a condition belongs to, and the subjects allowed there; `extended` ones only in extended
    files."""

    name: str
    subjects: tuple[str, ...]
    extended: tuple[str, ...] = ()


MOVE = ConditionContext("MOVE", ("DEST", "SRC", "DESTSRC"), extended=("PILE",))
MOVE_STACK = ConditionContext(
    "MOVE_STACK", ("DEST", "SRC", "DESTSRC", "SRCSTACK"), extended=("PILE",)
)
REMOVE_ONE = ConditionContext("REMOVE", ("SRC", "PILE"))
REMOVE = ConditionContext("REMOVE", ("SRC", "DEST", "PAIR", "PILE"))
DRAW = ConditionContext("DRAW", ("PILE",))
WIN = ConditionContext("$win", ("PILE",))
LOSE = ConditionContext("$lose", ("PILE",))
# For rules with an unknown keyword, so that their conditions are checked nevertheless.
ANYWHERE = ConditionContext("an unknown rule", SUBJECTS)


@dataclass(slots=True)
class _Open:
    """A block whose lines are still being read; without a `word`, it becomes Broken."""

    word: str
    span: Span
    items: list[Condition] = field(default_factory=list)


def parse_condition(
    lines: list[Line], context: ConditionContext, owner: Span, report: Report
) -> Condition | None:
    """The single condition below a rule or `$win`; None if there are no lines."""
    # A shift-reduce parse: the open blocks are a stack, and a line with less indentation closes
    # the blocks it is not part of. The bottom of the stack stands for the rule itself.
    top = _Open("", owner)
    stack = [top]
    for line in lines:
        if full(report):
            break
        if line.level > DEEPEST:
            message = f"conditions are nested more than {DEEPEST} deep"
            report.error(codes.TOO_LARGE, line.span, message)
            break
        while len(stack) - 1 > line.level:
            _close(stack, report)
        _check_level(line, stack, report)
        # Only the second condition is reported, not each further one, nor the unindented conditions
        # of a block that was reported as empty.
        if len(stack) == 1 and len(top.items) == 1 and not _emptied(top.items[0], lines[0]):
            _report_extra(line, context, report)
        if line.items[0].text in BLOCKS or _lone_unknown(line):
            stack.append(_open(line, report))
        else:
            stack[-1].items.append(_leaf(line, context, report) or Broken(line.span))
    while len(stack) > 1:
        _close(stack, report)
    return top.items[0] if top.items else None


def _emptied(condition: Condition, line: Line) -> bool:
    return isinstance(condition, Broken) and (line.first in BLOCKS or _lone_unknown(line))


def _lone_unknown(line: Line) -> bool:
    # A single unknown word is most likely a misspelt AND or OR. Reading it as a block keeps the
    # conditions below it from being reported as wrongly indented.
    return not line.broken and len(line.items) == 1 and line.first not in SUBJECTS


def _open(line: Line, report: Report) -> _Open:
    if line.first not in BLOCKS:
        _report_unknown(line, BLOCKS + SUBJECTS, report)
        return _Open("", line.span)
    if len(line.items) > 1 and not line.broken:
        message = f"unexpected {shown(line.items[1].text)} after {line.first}"
        report.error(codes.BAD_CONDITION, line.items[1].span, message)
    return _Open(line.first, line.span)


def _close(stack: list[_Open], report: Report) -> None:
    block = stack.pop()
    if block.word and not block.items:
        message = f"missing conditions below {block.word}"
        report.error(codes.EMPTY_BLOCK, block.span, message, "indent them by one level")
    closed = Block(block.word, tuple(block.items), block.span)
    stack[-1].items.append(closed if block.word and block.items else Broken(block.span))


def _check_level(line: Line, stack: list[_Open], report: Report) -> None:
    if line.level > len(stack) - 1:
        after_leaf = bool(stack[-1].items) or len(stack) == 1
        message = (
            "unexpected indentation; only conditions below AND or OR are indented"
            if after_leaf
            else "indented by more than one level"
        )
        report.error(codes.BAD_INDENT, line.span, message)


def _report_extra(line: Line, context: ConditionContext, report: Report) -> None:
    message = f"{context.name} already has a condition"
    report.error(codes.EXTRA_CONDITION, line.span, message, "join conditions with AND or OR")


def _report_unknown(line: Line, known: tuple[str, ...], report: Report) -> None:
    refers("condition", line.first, line.items[0].span, known=known)
    first = line.items[0]
    message = f"unknown condition {shown(first.text)}"
    report.error(codes.UNKNOWN_CONDITION, first.span, message, words.hint(first.text, known))


# ---- single conditions -------------------------------------------------------------------------

Reader = Callable[[str, tuple[Item, ...], Span, Report], Condition | None]


def _leaf(line: Line, context: ConditionContext, report: Report) -> Condition | None:
    if line.broken:
        return None
    subject = line.first
    if subject not in SUBJECTS:
        _report_unknown(line, BLOCKS + context.subjects + context.extended, report)
        return None
    if subject not in context.subjects + context.extended:
        message = f"{subject} is not allowed in a condition of {context.name}"
        help = f"expected {words.any_of(context.subjects)}"
        report.error(codes.NOT_ALLOWED, line.items[0].span, message, help)
        return None
    if subject == "PILE":
        found = _pile(line, report)
    else:
        found = _aspect(subject, line.items[1:], line.span, report)
    return _with_extended(found, line.items[0].words) if subject in context.extended else found


def _with_extended(found: Condition | None, by: tuple[Word, ...]) -> Condition | None:
    """The condition, with these words marked as belonging to the extended language."""
    if found is None or isinstance(found, Block | Broken):
        return found
    return replace(found, extended_words=(*by, *found.extended_words))


def _aspect(subject: str, items: tuple[Item, ...], span: Span, report: Report) -> Condition | None:
    readers = ASPECTS[subject]
    if not items:
        message = f"expected {words.any_of(readers)} after {subject}"
        report.error(codes.BAD_CONDITION, span, message)
        return None
    hint = HINTS.get((subject, items[0].text))
    if hint:
        message = f"{subject} has no aspect {shown(items[0].text)}"
        report.error(codes.BAD_CONDITION, items[0].span, message, hint)
        return None
    aspect = words.choice(items[0], readers, codes.BAD_CONDITION, f"{subject} aspect", report)
    if aspect is None:
        return None
    found = readers[aspect](subject, items[1:], span, report)
    return _with_extended(found, items[0].words) if (subject, aspect) in EXTENDED else found


def _count(items: tuple[Item, ...], wanted: str, span: Span, report: Report) -> bool:
    """Whether there are as many items as words in `wanted`, which names them for the message."""
    number = len(wanted.split())
    if len(items) > number:
        extra = items[number]
        message = f"unexpected {shown(extra.text)}; expected the end of the line"
        report.error(codes.BAD_CONDITION, extra.span, message)
    elif len(items) < number:
        report.error(codes.BAD_CONDITION, span, f"missing {wanted}")
    return len(items) == number


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
    # BASE is accepted everywhere; the word itself is marked as one of the extended language.
    values = words.ranks(items[0], report, (*words.RANKS, words.BASE))
    base = tuple(word for word in items[0].words if word.text == words.BASE)
    return CardTest(of, "rank", values, span, denied + base, bool(denied)) if values else None


def _denial(items: tuple[Item, ...]) -> tuple[tuple[Word, ...], tuple[Item, ...]]:
    """The negating word before a set, if there is one, and the remaining items."""
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
            report.error(codes.BAD_CONDITION, span, f"missing mode: {words.any_of(modes)}")
            return None
        mode = words.choice(items[0], modes, codes.BAD_CONDITION, f"{property} mode", report)
        # Only the distance modes have a number; 1 is neutral for the others.
        number: int | None = 1
        wanted = "<number>" if mode in words.NUMBERED_MODES else ""
        if mode is None or not _count(items[1:], wanted, span, report):
            return None
        if wanted:
            number = words.number(items[1], 1, len(words.RANKS) - 1, report)
        extended = items[0].words if mode in words.EXTENDED_MODES else ()
        # Conditions are read without the deck: `check` replaces the cycle of 0.
        return None if number is None else PairTest(of, property, mode, span, number, 0, extended)

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
EXTENDED = {("SRC", "Size"), ("SRCSTACK", "Whole"), ("SRCSTACK", "Capacity")}
HINTS = {
    ("SRC", "Empty"): "the source always holds a card; SRC Size == 1 tests for the last one",
    ("SRCSTACK", "Empty"): "a stack has at least one card",
}
QUANTIFIERS = {"ALL": True, "ANY": False}
COUNT = "COUNT"
PILE_ASPECTS = ("Empty", "Size")


def _pile(line: Line, report: Report) -> Condition | None:
    items = line.items[1:]
    if len(items) < 3:
        message = "expected PILE ALL or PILE ANY, then <piles>, then Empty or Size"
        report.error(codes.BAD_CONDITION, line.span, message)
        return None
    code = codes.BAD_CONDITION
    quantifier = words.choice(items[0], (*QUANTIFIERS, COUNT), code, "quantifier", report)
    if quantifier == COUNT:
        return _pile_count(items, line.span, report)
    good = words.distinct(items[1].words, report)
    aspect = words.choice(items[2], PILE_ASPECTS, code, "PILE aspect", report)
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
    aspect = words.choice(items[2], PILE_ASPECTS[:1], code, "PILE aspect", report)
    size = _comparison(items[3:], span, report) if aspect else None
    if size is None or not good:
        return None
    return CountTest(items[1].words, *size, span, items[0].words)
