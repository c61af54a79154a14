"""Warn about rules, and alternatives below OR, that no card and no destination meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ....diagnostics import Report
from ....gamedef import nodes as n
from .. import codes
from ..read.tree import (
    Block,
    CapacityTest,
    Condition,
    File,
    MoveRule,
    PairTest,
    SizeTest,
    WholeTest,
)
from .implication import Prover
from .predicates import predicate, single
from .symbols import Symbols

Conditions: TypeAlias = tuple[Condition, ...]
Test: TypeAlias = Callable[[Condition], bool]


EMPTY = (
    "on an empty destination DESTSRC, DEST Suit and DEST Rank are false; join alternatives with OR"
)
CARDS = "the deck has no cards that meet all of its tests; join alternatives with OR"
SIZES = "no pile of this game can have such a size"


def report_impossible(file: File, symbols: Symbols, report: Report) -> None:
    """Warn about conditions that are proved never to hold, in a file without errors."""
    if file.deck is None or report.failed:
        return
    finder = _Finder(Prover(file.deck), symbols)
    # Of REMOVE both cards lie on top of a pile, which the prover knows nothing about.
    for rule in (each for each in file.moves + file.auto if each.kind != "REMOVE"):
        for parts in finder.impossible(rule.condition, ()):
            *_, condition = parts
            message = "this condition never holds"
            if condition is rule.condition:
                message = f"{_called(rule)} never applies"
            report.warning(codes.NEVER_HOLDS, condition.span, message, _why(parts, finder))


def _why(parts: Conditions, finder: _Finder) -> str:
    """Which of the tests of a condition that never holds contradict each other."""
    if finder.never(parts, _is_size):
        return CARDS
    return SIZES if finder.never(parts, lambda each: not _is_size(each)) else EMPTY


def _called(rule: MoveRule) -> str:
    names = (", ".join(word.text for word in words) for words in (rule.sources, rule.targets))
    return " ".join((rule.kind, *(f"{{{each}}}" if "," in each else each for each in names)))


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the impossible parts of conditions."""

    prover: Prover
    symbols: Symbols

    def impossible(self, condition: Condition, context: Conditions) -> Iterator[Conditions]:
        """The outermost parts of a condition that never hold, each behind its context."""
        if self.never((*context, condition)):
            yield (*context, condition)
        elif isinstance(condition, Block):
            for item in condition.items:
                others = tuple(each for each in condition.items if each is not item)
                yield from self.impossible(
                    item, (*context, *others) if condition.word == "AND" else context
                )

    def never(self, parts: Conditions, left_out: Test = lambda condition: False) -> bool:
        """Whether conditions are proved never to hold together, even if some are left out."""
        known = [_without(part, lambda each: _is_run(each) or left_out(each)) for part in parts]
        tests = tuple(predicate(each, single(self.symbols)) for each in known if each)
        return bool(tests) and self.prover.never(n.And(items=tests))


def _is_run(condition: Condition) -> bool:
    """Whether a condition is about more than two cards."""
    if isinstance(condition, PairTest | SizeTest):
        return condition.of == "SRCSTACK"
    return isinstance(condition, WholeTest | CapacityTest)


def _is_size(condition: Condition) -> bool:
    return isinstance(condition, SizeTest)


def _without(condition: Condition, left_out: Test) -> Condition | None:
    """A condition as if some tests in it held; None if it then holds in any case."""
    if not isinstance(condition, Block):
        return None if left_out(condition) else condition
    items = tuple(each for item in condition.items if (each := _without(item, left_out)))
    if condition.word == "OR" and len(items) < len(condition.items):
        return None
    return Block(condition.word, items, condition.span) if items else None
