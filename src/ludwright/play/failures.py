"""Failed statements that an attempt has handled: which, why, how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..diagnostics import Source, Span
from ..machine import ops
from ..machine import state as m
from ..machine.failures import CALL_WORDS
from ..machine.program import Array, Program

Failures = dict[int, tuple[int, int]]
"""By the address of what failed: a count, and the highest address of a cause."""

LONGEST_ACTION = 40

ABSENT = "something it needs is missing"
NO_ZONE = "unknown zone"
TOO_FEW = "too few cards"
REASONS = {
    ops.DIVIDE: "division by zero",
    ops.MODULO: "division by zero",
    ops.ROLL: "empty range of numbers to roll",
    ops.ZONE_AT: NO_ZONE,
    ops.TOKENS: NO_ZONE,
    ops.SHUFFLE: NO_ZONE,
    ops.TOKEN_AT: TOO_FEW,
    ops.MOVE_TOP: TOO_FEW,
    ops.MOVE_BLOCK: TOO_FEW,
    ops.ITEM: "the list is too short",
    ops.FIRST_FIT: "the list is too short",
    ops.LARGEST: "the list is empty",
    ops.SMALLEST: "the list is empty",
    ops.MOVE: "missing card or zone",
    ops.MOVE_EACH: "missing card or zone",
    ops.INSERT: "missing card or zone",
    ops.DECIDE: "no options to choose from",
}


@dataclass(frozen=True, slots=True)
class FailedAction:
    """A failed action: its rule, its source text, the reason, the location, the count."""

    rule: str
    action: str
    reason: str
    span: Span | None
    count: int = 1

    def __str__(self) -> str:
        what = " ".join(word for word in (self.rule, self.action) if word) or "an action"
        where = f" (line {self.span.line})" if self.span else ""
        return f"{what} failed{where}: {self.reason}"

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        line = self.span.line if self.span else None
        return {
            "rule": self.rule,
            "action": self.action,
            "reason": self.reason,
            "line": line,
            "count": self.count,
        }


def failure(program: Program, failed: int, cause: int, count: int = 1) -> FailedAction:
    """The failure at an address, caused by the op at another."""
    op = int(program.code[cause])
    explicit = op == ops.FAIL
    reason = program.reasons[int(program.code[cause + 2])] if explicit else REASONS.get(op, ABSENT)
    return FailedAction(_attempted(program, failed), "", reason, program.location(failed), count)


def _attempted(program: Program, address: int) -> str:
    """The name of the outermost attempt around the code at an address that has one."""
    # Innermost first in the program; the outermost one with a name is the rule that people know.
    around = reversed(program.attempts)
    return next((name for start, end, name in around if start <= address < end and name), "")


def recursive_calls(program: Program, state: Array) -> list[str]:
    """The cycle of recursive procedures under way, in the order of calls: the names of the attempts
    around the calls or, if none has a name, their lines."""
    at, found = int(state[m.PC]), dict[int, int]()
    while (entry := _procedure_at(program, at)) not in found:
        returns = int(program.code[entry + 2]) if entry else 0
        back = int(state[returns]) if returns else 0
        if not back:
            return []
        found[entry] = at
        # A return address is behind its call; its location is that of the call itself.
        at = back - CALL_WORDS
    cycle = list(found.values())[list(found).index(entry) :][::-1]
    names = [f"'{name}'" for each in cycle if (name := _attempted(program, each))]
    lines = [f"line {place.line}" for each in cycle if (place := program.location(each))]
    return list(dict.fromkeys(names or lines))


def _procedure_at(program: Program, address: int) -> int:
    """The table entry of the procedure with the code at an address, or 0."""
    table = int(program.code[m.P_PROCEDURES])
    words = program.code[table + 1 :][: int(program.code[table]) * m.PROCEDURE_WORDS]
    start, end = words[:: m.PROCEDURE_WORDS], words[1 :: m.PROCEDURE_WORDS]
    inside = np.flatnonzero((start <= address) & (address < end))
    return table + 1 + int(inside[0]) * m.PROCEDURE_WORDS if len(inside) else 0


def take_failures(space: Array) -> Failures:
    """The failures counted in a workspace; its counters are reset."""
    at = int(space[m.W_FAILURES])
    if not at:
        return {}
    counters = space[at:]
    counted = counters.reshape(-1, m.FAILURE_WORDS)
    found = {
        int(i): (int(counted[i, 0]), int(counted[i, 1])) for i in np.flatnonzero(counted[:, 0])
    }
    counters[:] = 0
    return found


def add_failures(into: Failures, more: Failures) -> None:
    """Add counts to others, in any order."""
    for address, (count, cause) in more.items():
        before, highest = into.get(address, (0, 0))
        # The maximum does not depend on the order, so neither do results of parallel workers.
        into[address] = before + count, max(highest, cause)


def failed_actions(program: Program, failures: Failures) -> tuple[FailedAction, ...]:
    """Failures, the most frequent first."""
    found = [failure(program, at, cause, count) for at, (count, cause) in sorted(failures.items())]
    return most_frequent(found)


def most_frequent(failed: Iterable[FailedAction]) -> tuple[FailedAction, ...]:
    """Equal failures added up, the most frequent first."""
    counts: dict[FailedAction, int] = {}
    for each in failed:
        # Several addresses may belong to one statement; to people that is one failure.
        key = replace(each, count=1)
        counts[key] = counts.get(key, 0) + each.count
    found = [replace(each, count=count) for each, count in counts.items()]
    return tuple(sorted(found, key=lambda each: -each.count))


def as_written(
    failed: Iterable[FailedAction], sources: Sequence[Source]
) -> tuple[FailedAction, ...]:
    """Failures with the source text of each action."""
    texts = {source.name: source for source in sources}
    return tuple(replace(each, action=_written(each.span, texts)) for each in failed)


def _written(span: Span | None, texts: dict[str, Source]) -> str:
    if span is None or span.file not in texts:
        return ""
    line = texts[span.file].line(span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    text = line[span.column - 1 : end].strip()
    return text if len(text) <= LONGEST_ACTION else text[: LONGEST_ACTION - 3] + "..."
