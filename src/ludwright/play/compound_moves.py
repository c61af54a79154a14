"""Compound moves: a move together with the answers it asks for.

A compound move is played on a copy of the table first, so that an invalid answer changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..machine import stack
from ..machine.program import SiteInfo
from .compound_answers import Answers, ByName, Compound, InOrder, names_asked, who_decides
from .errors import IllegalMove
from .moves import Move
from .option_rows import Entry
from .picks import options, picks

if TYPE_CHECKING:
    from .table import Table

SEPARATOR = " / "
_SEPARATOR = re.compile(r"\s+/\s+")


@dataclass(frozen=True, slots=True)
class Pending:
    """The question that a move under way asks: the names of what is asked for, the seat, and its
    options. Where several items are picked: those picked already, and the smallest and largest
    number."""

    names: tuple[str, ...]
    seat: int | None
    prompt: str
    options: Sequence[Move]
    picked: tuple[str, ...]
    least: int
    most: int


def pending(table: Table) -> Pending | None:
    """The question that a move under way asks; None if there is none."""
    if table.decider is None:
        return None
    asked = picks(table)
    if not (asked and asked.chosen) and not _under_way(table):
        return None
    names = tuple(dict.fromkeys(names_asked(table.site)))
    picked, least, most = (asked.chosen, asked.least, asked.most) if asked else ((), 1, 1)
    return Pending(names, table.decider, table.prompt, table.legal(), picked, least, most)


def parts(text: str) -> list[str]:
    """A move and its answers, written one after another."""
    return _SEPARATOR.split(text.strip())


def entries(
    table: Table,
    move: Move | str | Collection[str],
    answers: Answers = (),
    seat: int | None = None,
) -> list[Entry]:
    """The log entries of a compound move, played on a copy of the table. If an answer is invalid,
    the error says which one, and what is legal there. With a seat, no other seat's choice can be
    part of it."""
    other = table.copy()
    begun = len(other.log)
    by_name = isinstance(answers, Mapping)
    said: InOrder | ByName
    said = ByName(answers) if isinstance(answers, Mapping) else InOrder(answers)
    # A text that is a legal move as it is takes precedence over one with answers in it.
    if isinstance(move, str) and not by_name and not options(other, move):
        move, *more = parts(move)
        said = InOrder([*more, *answers])
    first = said.first(other, move)
    # Read before the move: afterwards the site is that of the first question.
    site, depth = first.site, len(stack.call_stack(other.program, other.state))
    whole = Compound(str(first))
    other.apply(first)
    # Pauses behind the last answer belong to the next move, so they are not counted as done.
    done = len(other.log)
    while _reaches_a_choice(other) and _goes_on(other, site, depth):
        if seat not in (None, other.decider):
            who = who_decides(other)
            raise IllegalMove(
                f"{whole.called} is interrupted: {who} decides first; play it step by step"
            )
        other.apply(said.next(other, whole))
        done = len(other.log)
    if left := said.left():
        raise IllegalMove(f"{whole.called} does not ask for {left}; nothing was done")
    return other.log[begun:done]


# ---- what belongs to a move ----------------------------------------------------------------------


def _reaches_a_choice(table: Table) -> bool:
    """End pauses; whether a seat then decides. Explicit chance ends a compound move: it is no
    seat's answer."""
    while table.paused:
        table.apply(table.legal()[0])
    return table.decider is not None and not table.stuck


def _goes_on(table: Table, site: SiteInfo | None, depth: int) -> bool:
    """Whether a decision is part of a move chosen at a site at a depth of the call stack: it is
    inside the body of an action of the site, or continues the picks begun there."""
    if site is None:
        return False
    standing = stack.call_stack(table.program, table.state)
    # The frame at the depth of the first choice; deeper ones are procedures that it calls.
    outer = standing[len(standing) - depth] if depth <= len(standing) else 0
    asked = picks(table) if table.site is site else None
    return _within(site, outer) or (asked is not None and bool(asked.chosen))


def _under_way(table: Table) -> bool:
    """Whether the decision is inside the body of some action."""
    standing = stack.call_stack(table.program, table.state)
    return any(_within(site, at) for site in table.program.sites.values() for at in standing)


def _within(site: SiteInfo, address: int) -> bool:
    """Whether an address is in the bodies of a site's actions."""
    start, end = site.body
    return start <= address < end
