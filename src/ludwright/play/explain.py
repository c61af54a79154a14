"""Explanations: why a move is legal or not, by its conditions with their truth and location."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..diagnostics import Span
from ..machine import api, ops
from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program, ValueAt
from ..machine.sites import ConditionInfo, words_of
from .errors import InvalidMove, MoveError
from .move_text import Readership, text_of
from .moves import Move, bare, looks_like_a_move, normal, pattern, values_of
from .picks import options, parts_of
from .set_options import listed
from .text_rendering import NONE
from .workspace import workspace

if TYPE_CHECKING:
    from .decision import Chooses

YES, NO, HIDDEN, FAILS = "yes", "no", "hidden", "fails"
TRUTHS = {m.HOLDS: YES, m.HOLDS_NOT: NO, m.HIDDEN: HIDDEN, m.FAILS: FAILS}
MOST_MEANINGS = 16  # of a text: the one with the fewest unmet conditions is explained
MOST_GUESSES = 16384  # combinations of operands that a text leaves open


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in words: `yes`, `no`, `hidden` (from the asker), or `fails`, if it refers to
    something that does not exist. `joins` says how its parts belong together: `and`, `or` or
    `not`."""

    text: str
    truth: str
    place: Span | None
    parts: tuple[Condition, ...] = ()
    joins: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a move is legal (None if that is hidden from the asker), and all its conditions."""

    text: str
    legal: bool | None
    conditions: tuple[Condition, ...]


def explain(table: Chooses, move: Move | str, seat: int | None) -> Explanation:
    """Explain a move of the current decision; see Table.explain."""
    asker = table.decider if seat is None else seat
    if table.decider is None or asker is None or not 0 <= asker < table.program.seats:
        raise MoveError("nothing to explain: no seat is to decide")
    explainer = Explainer(table.reading(asker))
    # The decider's list of moves would reveal its cards, so others are answered without it.
    if asker != table.decider:
        text = move if isinstance(move, str) else table.text(move, asker)
        if isinstance(move, str) and not looks_like_a_move(table.program, normal(text)):
            raise InvalidMove(f"'{text}' is not a move of this game")
        # In the state as the asker may know it: conditions go through cards one by one, and where
        # their order is hidden, so is which of them comes first.
        words, _ = table.masks.masked(table.state, asker)
        if table.pick_items() and table.pick and not listed(words, table.pick.items):
            return Explanation(text, None, ())  # the list to pick from is hidden
        return _for_others(Explainer(replace(table.reading(asker), before=words)), text)
    legal = options(table, move) if isinstance(move, str) else table.same(move)
    meant = [(each.info, table.entry(each)) for each in legal if each.info]
    meant = meant or list(explainer.meant(str(move)))
    if not meant:
        table.parse(str(move))  # raises the error of an invalid move
    return explainer.best(str(move), meant[:MOST_MEANINGS], bool(legal))


def _for_others(explainer: Explainer, text: str) -> Explanation:
    """Explain a move to a seat that does not decide, using only what it may know: not even which of
    its meanings is legal, or whether one exists."""
    found = [Explanation(text, None, ())]
    for info, entry in explainer.meant(text):
        conditions = explainer.conditions(info, entry)
        truths = {condition.truth for condition in conditions} - {YES}
        unknown = truths <= {HIDDEN} and (bool(truths) or explainer.needs_lookahead(entry))
        found.append(Explanation(text, None if unknown else not truths, conditions))
    best = {True: 0, None: 1, False: 2}
    return min(found[1:] or found, key=lambda each: best[each.legal])


def _unmet(conditions: tuple[Condition, ...]) -> int:
    """The number of unmet conditions."""
    return sum(condition.truth in (NO, FAILS) for condition in conditions)


Meaning = tuple[ActionInfo, tuple[int, ...]]
"""An action, and a log entry of it that may be illegal."""


class Explainer:
    """Explains the moves of one decision to a seat."""

    def __init__(self, reading: Readership) -> None:
        assert reading.seat is not None
        self.reading = reading
        self.program: Program = reading.wording.program
        self.state = reading.before
        self.seat = reading.seat
        self.space = workspace(self.program)

    def best(self, text: str, meant: Sequence[Meaning], legal: bool) -> Explanation:
        """The explanation of the meaning of a text that lacks least; `legal` if all are."""
        explained = [(self.conditions(*each), each[0]) for each in meant]
        conditions, info = min(explained, key=lambda each: _unmet(each[0]))
        # Every condition holds, so what failed is the lookahead through later choices.
        if not legal and all(condition.truth == YES for condition in conditions):
            conditions += (Condition("it can be finished once begun", NO, info.span),)
        return Explanation(text, legal, conditions)

    def conditions(self, info: ActionInfo, entry: tuple[int, ...]) -> tuple[Condition, ...]:
        """The conditions of an action with these operands and, if they are met, the trial of its
        body."""
        state = self._with(info, entry[1:])
        self.space[m.W_ROWS] = 0
        api.run_code(self.program.code, state, self.space, info.why[0].entry)
        width = int(self.program.code[m.P_WIDTH])
        count = int(self.space[m.W_ROWS])
        rows = self.space[m.W_DATA : m.W_DATA + count * width].reshape(count, width)
        truths = {int(row[0]): TRUTHS[int(row[1])] for row in rows}
        found = tuple(_judged(condition, truths) for condition in info.why[0].conditions)
        # Otherwise the machine would not have tried the body either.
        if all(condition.truth in (YES, HIDDEN) for condition in found):
            return (*found, *self._effects(entry))
        return found

    def _with(self, info: ActionInfo, operands: Iterable[int]) -> Array:
        """The state with these operands, and the asking seat."""
        state = self.state.copy()
        for operand, (_, _, address) in zip(operands, info.operands, strict=True):
            state[address] = operand
        state[m.ASKER] = self.seat + 1
        return state

    def _effects(self, entry: tuple[int, ...]) -> Iterator[Condition]:
        """The reason why the trial of an action fails, if it does."""
        if not self._needed(entry):
            return
        decider = int(self.state[m.DECIDER]) - 1
        trial = self._run_trial(entry, self.seat)
        at, text = int(trial[m.PC]), "it can be carried out"
        if trial[m.STATUS] == m.CANNOT:
            # A failure that is hidden from the decider does not make its move illegal.
            if self.seat != decider and self._run_trial(entry, decider)[m.STATUS] != m.CANNOT:
                return
            reason = FAILING.get(int(self.program.code[at]), "")
            if self.program.is_failure(at):
                reason = self.program.reasons[int(trial[m.REASON])]
            because = f": {reason}" if reason else ""
            yield Condition(f"{text}{because}", NO, self.program.location(at))
        elif self.seat != decider and self.program.code[at] == ops.NEED:
            yield Condition(text, HIDDEN, self.program.location(at))

    def _needed(self, entry: tuple[int, ...]) -> int:
        """The trial that an action needs before it is an option: 0, TRIAL or LOOKAHEAD."""
        record = int(self.state[m.SITE]) + m.SITE_HEAD + (entry[0] - 1) * m.ACTION_WORDS
        return int(self.program.code[record + m.ACTION_TRIAL]) & m.TRIAL_BITS

    def needs_lookahead(self, entry: tuple[int, ...]) -> bool:
        """Whether an action is an option only if its further choices can be completed."""
        return self._needed(entry) == m.LOOKAHEAD or bool(self.state[m.ATOMIC])

    def _run_trial(self, entry: tuple[int, ...], seat: int) -> Array:
        """The state in which the trial of an action on behalf of a seat stops."""
        state = self.state.copy()
        state[m.ACTION : m.ACTION + len(entry)] = entry
        api.try_choice(self.program.code, state, self.space, seat + 1)
        return state

    # ---- from texts ----

    def meant(self, text: str) -> Iterator[tuple[ActionInfo, tuple[int, ...]]]:
        """What a text may denote at this decision, legal or not; refused actions only if it denotes
        nothing else."""
        site = self.program.sites[int(self.state[m.SITE])]
        found: set[tuple[int, ...]] = set()
        yield from self._meant(text, enumerate(site.actions, start=1), found)
        if not found:
            yield from self._meant(text, ((0, info) for info in site.refused), found)

    def _meant(
        self, text: str, infos: Iterable[tuple[int, ActionInfo]], found: set[tuple[int, ...]]
    ) -> Iterator[tuple[ActionInfo, tuple[int, ...]]]:
        for number, info in infos:
            for notation in info.texts:
                for operands in self._operands(info, notation, normal(text)):
                    if (number, *operands) not in found:
                        found.add((number, *operands))
                        yield info, (number, *operands)

    def _operands(self, info: ActionInfo, notation: str, text: str) -> Iterator[tuple[int, ...]]:
        writing = info.texts[notation]
        match = pattern(writing, self.program).fullmatch(text)
        if match is None:
            return
        if info.sets is not None:
            yield from self._set(info, notation, text)
            return
        # No option has a larger number, but a text may: of cards that are not a run, for example.
        cards = len(self.program.tokens)
        sizes = [(low, min(max(size, cards), MOST_GUESSES)) for low, size in info.radix]
        # Operands that the text does not mention (the depth of `9C..7C`) are guessed and compared.
        choices: list[Sequence[int]] = [range(low, low + size) for low, size in sizes]
        values = [part for part in writing.parts if isinstance(part, ValueAt)]
        for part, said in zip(values, match.groups(), strict=True):
            if part.parameter is not None:
                choices[part.parameter] = values_of(said, part.type, self.program, self.state)
        for number, zones in enumerate(info.among):
            if zones is not None:
                choices[number] = [zone for zone in zones if zone in choices[number]]
        guesses = itertools.islice(itertools.product(*choices), MOST_GUESSES)
        for operands in guesses:
            if bare(text_of(self.reading, info, notation, operands)) == bare(text):
                yield operands

    def _set(self, info: ActionInfo, notation: str, text: str) -> Iterator[tuple[int, ...]]:
        """The sets that a sum may denote."""
        assert info.sets is not None
        # The set with the only item `none` is written like the empty set.
        for parts in (parts_of(text), [text]) if text == NONE else (parts_of(text),):
            known = (self._values(part, info.sets.kind) for part in parts)
            for values in itertools.islice(itertools.product(*known), MOST_GUESSES):
                operands = words_of(values, len(info.operands))
                read = normal(text_of(self.reading, info, notation, operands))
                if len(set(values)) == len(parts) and _same_sum(read, text):
                    yield operands

    def _values(self, text: str, kind: str) -> list[int]:
        """The values that a text may denote, including nothing."""
        nothing = self.program.value_text(0, kind, self.state) if kind != "bool" else ""
        found = values_of(text, kind, self.program, self.state)
        return [*found, 0] if text == normal(nothing) else found


def _same_sum(one: str, other: str) -> bool:
    return sorted(parts_of(one)) == sorted(parts_of(other))


def _judged(condition: ConditionInfo, truths: dict[int, str]) -> Condition:
    parts = tuple(_judged(part, truths) for part in condition.parts)
    # Conditions that are joined may be none, as those of a rule that always applies.
    join = JOIN.get(condition.kind)
    truth = join([p.truth for p in parts]) if join else truths[condition.number]
    joins = condition.kind if parts else ""
    return Condition(condition.text, truth, condition.span, parts, joins)


def _all(truths: list[str]) -> str:
    """As the machine evaluates them: the first that is not met decides."""
    return next((t for t in truths if t != YES), YES)


def _one(truths: list[str]) -> str:
    """As the machine evaluates them: the first that is met, hidden or fails decides."""
    return next((t for t in truths if t != NO), NO)


def _opposite(truths: list[str]) -> str:
    return {YES: NO, NO: YES}.get(truths[0], truths[0])


FAILING = {
    ops.DIVIDE: "division by 0",
    ops.MODULO: "division by 0",
    ops.DECIDE: "nothing to choose from",
}
"""Why ops other than FAIL fail, where that can be said."""

JOIN = {"and": _all, "or": _one, "not": _opposite}


def requirements(program: Program) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Every action of a game with its prompt, and its conditions: each in words, and its nesting
    depth."""
    for site in program.sites.values():
        for action in site.actions:
            asked = f"({site.prompt})" if site.prompt else ""
            name = " ".join(filter(None, (action.name.replace("_", " "), asked)))
            lines = (line for each in action.why for line in _levels(each.conditions, 0))
            if name:
                yield name, tuple(lines)


def _levels(conditions: Iterable[ConditionInfo], depth: int) -> Iterator[tuple[str, int]]:
    for condition in conditions:
        yield condition.text, depth
        yield from _levels(condition.parts, depth + 1)
