"""Why a move is legal or not: its conditions, each with its truth and its place in the file."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from .text_rendering import NONE
from .workspace import workspace

if TYPE_CHECKING:
    from .decision import Chooses

YES, NO, HIDDEN, FAILS = "yes", "no", "hidden", "fails"
TRUTHS = {m.HOLDS: YES, m.HOLDS_NOT: NO, m.HIDDEN: HIDDEN, m.FAILS: FAILS}
MOST_MEANINGS = 16  # of a text: the one that is nearest to legal is explained
MOST_GUESSES = 16384  # ways to fill in what a text does not say


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in words: `yes`, `no`, `hidden` (the asker may not know), or `fails`, if it asks
    for something that is not there."""

    text: str
    truth: str
    place: Span | None
    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What decides about a move: whether it is legal (None if the asker may not know), and all its
    conditions."""

    text: str
    legal: bool | None
    conditions: tuple[Condition, ...]


def explain(table: Chooses, move: Move | str, seat: int | None) -> Explanation:
    """Explain a move of the decision at which a table stands; see Table.explain."""
    asker = table.decider if seat is None else seat
    if table.decider is None or asker is None or not 0 <= asker < table.program.seats:
        raise MoveError("nobody has to decide, so there is nothing to explain")
    explainer = Explainer(table.reading(asker))
    if asker != table.decider:
        text = move if isinstance(move, str) else table.text(move, asker)
        if isinstance(move, str) and not looks_like_a_move(table.program, normal(text)):
            raise InvalidMove(f"'{text}' is not a move of this game")
        return _for_others(explainer, text)
    legal = options(table, move) if isinstance(move, str) else table.same(move)
    meant = [(each.info, table.entry(each)) for each in legal if each.info]
    meant = meant or list(explainer.meant(str(move)))
    if not meant:
        table.parse(str(move))  # it means nothing here: told as to one who tries to make it
    told = [(explainer.conditions(*each), each[0]) for each in meant[:MOST_MEANINGS]]
    conditions, info = min(told, key=lambda each: _unmet(each[0]))
    if not legal and all(condition.truth == YES for condition in conditions):
        conditions += (Condition("it can be finished once begun", NO, info.span),)
    return Explanation(str(move), bool(legal), conditions)


def _for_others(explainer: Explainer, text: str) -> Explanation:
    """Explain a move to a seat that does not decide, out of nothing but what it may know: not even
    which of its meanings is legal, or whether it has one."""
    found = [Explanation(text, None, ())]
    for info, entry in explainer.meant(text):
        conditions = explainer.conditions(info, entry)
        truths = {condition.truth for condition in conditions} - {YES}
        unknown = truths <= {HIDDEN} and (bool(truths) or explainer.is_searched(entry))
        found.append(Explanation(text, None if unknown else not truths, conditions))
    best = {True: 0, None: 1, False: 2}
    return min(found[1:] or found, key=lambda each: best[each.legal])


def _unmet(conditions: tuple[Condition, ...]) -> int:
    """How many conditions stand against a move."""
    return sum(condition.truth in (NO, FAILS) for condition in conditions)


class Explainer:
    """Explains the moves of one decision to a seat."""

    def __init__(self, reading: Readership) -> None:
        assert reading.seat is not None
        self.reading = reading
        self.program: Program = reading.wording.program
        self.state = reading.before
        self.seat = reading.seat
        self.space = workspace(self.program)

    def conditions(self, info: ActionInfo, entry: tuple[int, ...]) -> tuple[Condition, ...]:
        """The conditions of an action with these operands, and whether its effects can be."""
        state = self._with(info, entry[1:])
        self.space[m.W_ROWS] = 0
        api.run_code(self.program.code, state, self.space, info.why[0].entry)
        width = int(self.program.code[m.P_WIDTH])
        count = int(self.space[m.W_ROWS])
        rows = self.space[m.W_DATA : m.W_DATA + count * width].reshape(count, width)
        truths = {int(row[0]): TRUTHS[int(row[1])] for row in rows}
        told = tuple(_told(condition, truths) for condition in info.why[0].conditions)
        if all(condition.truth in (YES, HIDDEN) for condition in told):
            return (*told, *self._effects(entry))
        return told

    def _with(self, info: ActionInfo, operands: Iterable[int]) -> Array:
        """The state with operands in their places, and the seat that asks."""
        state = self.state.copy()
        for operand, (_, _, address) in zip(operands, info.operands, strict=True):
            state[address] = operand
        state[m.ASKER] = self.seat + 1
        return state

    def _effects(self, entry: tuple[int, ...]) -> Iterator[Condition]:
        """What stops the action from being carried out, if something does that is tried out."""
        if not self._trial(entry):
            return
        decider = int(self.state[m.DECIDER]) - 1
        tried = self._tried(entry, self.seat)
        at, text = int(tried[m.PC]), "it can be carried out"
        if tried[m.STATUS] == m.CANNOT:
            # What the decider can't know does not stop it: another may know more.
            if self.seat != decider and self._tried(entry, decider)[m.STATUS] != m.CANNOT:
                return
            reason = self.program.reasons[int(tried[m.REASON])]
            because = f": {reason}" if self.program.is_failure(at) else ""
            yield Condition(f"{text}{because}", NO, self.program.place(at))
        elif self.seat != decider and self.program.code[at] == ops.NEED:
            yield Condition(text, HIDDEN, self.program.place(at))

    def _trial(self, entry: tuple[int, ...]) -> int:
        """How an action is tried out before it is an option."""
        record = int(self.state[m.SITE]) + m.SITE_HEAD + (entry[0] - 1) * m.ACTION_WORDS
        return int(self.program.code[record + m.ACTION_TRIAL])

    def is_searched(self, entry: tuple[int, ...]) -> bool:
        """Whether an action is an option only if there is a way through its further choices."""
        return self._trial(entry) == m.LOOKAHEAD or bool(self.state[m.ATOMIC])

    def _tried(self, entry: tuple[int, ...], seat: int) -> Array:
        """The state in which an action stops that is tried out on behalf of a seat."""
        code, state, space = self.program.code, self.state.copy(), self.space
        state[m.ACTION : m.ACTION + len(entry)] = entry
        state[m.MODE], state[m.TRIAL_BASE] = 1, state[m.ATTEMPT_TOP]
        state[m.ASKER] = seat + 1
        known = state[m.KNOWN : m.KNOWN + len(self.program.tokens)]
        known |= ((known >> seat) & 1) * m.KNEW
        api.run_code(code, state, space, int(state[m.PC]))
        while state[m.STATUS] == m.DECISION and self._asks_in_vain(state):
            state[m.ACTION] = -1
            api.run_code(code, state, space, int(state[m.PC]))
        return state

    def _asks_in_vain(self, state: Array) -> bool:
        """Whether a state waits for the answer to a question that has none."""
        site, trial = int(state[m.SITE]), state.copy()
        if self.program.code[site + m.SITE_KIND] % m.NEEDS_TRIAL != m.KIND_ASK:
            return False
        self.space[m.W_ROWS], trial[m.STATUS] = 0, m.RUNNING
        rows = int(self.program.code[site + m.SITE_ROWS])
        api.run_code(self.program.code, trial, self.space, rows)
        return bool(trial[m.STATUS] == m.RUNNING and self.space[m.W_ROWS] == 0)

    # ---- from texts ----

    def meant(self, text: str) -> Iterator[tuple[ActionInfo, tuple[int, ...]]]:
        """What a text may mean at this decision, whether it is legal or not; what is refused only
        if it means nothing else."""
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
        sizes = [(low, min(size, MOST_GUESSES)) for low, size in info.radix]
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
        """The sets that a sum may mean."""
        assert info.sets is not None
        # A set of nothing but nothing is written like one without items.
        for parts in (parts_of(text), [text]) if text == NONE else (parts_of(text),):
            known = (self._values(part, info.sets.kind) for part in parts)
            for values in itertools.islice(itertools.product(*known), MOST_GUESSES):
                operands = words_of(values, len(info.operands))
                read = normal(text_of(self.reading, info, notation, operands))
                if len(set(values)) == len(parts) and _same_sum(read, text):
                    yield operands

    def _values(self, text: str, kind: str) -> list[int]:
        """The values that a text may stand for, with nothing."""
        nothing = self.program.value_text(0, kind, self.state) if kind != "bool" else ""
        found = values_of(text, kind, self.program, self.state)
        return [*found, 0] if text == normal(nothing) else found


def _same_sum(one: str, other: str) -> bool:
    return sorted(parts_of(one)) == sorted(parts_of(other))


def _told(condition: ConditionInfo, truths: dict[int, str]) -> Condition:
    parts = tuple(_told(part, truths) for part in condition.parts)
    truth = JOIN[condition.kind]([p.truth for p in parts]) if parts else truths[condition.number]
    return Condition(condition.text, truth, condition.span, parts)


def _all(truths: list[str]) -> str:
    """From the left: the first that does not hold decides."""
    return next((t for t in truths if t != YES), YES)


def _one(truths: list[str]) -> str:
    """From the left: the first that holds, or can't be told, decides."""
    return next((t for t in truths if t != NO), NO)


def _opposite(truths: list[str]) -> str:
    return {YES: NO, NO: YES}.get(truths[0], truths[0])


JOIN = {"and": _all, "or": _one, "not": _opposite}


def requirements(program: Program) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Every action of a game, with what is asked for it, and all that must hold: each condition in
    words, and how many others it is part of."""
    for site in program.sites.values():
        for action in site.actions:
            asked = f"({site.prompt})" if site.prompt else ""
            name = " ".join(filter(None, (action.name.replace("_", " "), asked)))
            told = (line for each in action.why for line in _levels(each.conditions, 0))
            if name:
                yield name, tuple(told)


def _levels(conditions: Iterable[ConditionInfo], depth: int) -> Iterator[tuple[str, int]]:
    for condition in conditions:
        yield condition.text, depth
        yield from _levels(condition.parts, depth + 1)
