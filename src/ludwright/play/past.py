"""The past of a seat in flat records, as the kernels of belief replay it; it grows step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..belief import past_table as t
from ..belief.audience_table import audience_table
from ..belief.kernels import KERNELS, entry_point
from ..belief.observed import observation_hash
from ..machine import stack
from ..machine import state as m
from ..machine.keys import mixed
from ..machine.program import ActionInfo, Array, Program, SiteInfo
from .events import ABOUT_TOKENS, KINDS
from .observation import Masks
from .observed import Observed, ObservedMove
from .program_cache import PerProgram

KIND_NUMBERS = {name: number for number, (name, _) in KINDS.items()}
ALL_LABELS = -1  # a mask


class Tables:
    """What kernels of belief know of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = KERNELS.program_words(program.code)
        self.audience: Array = audience_table(program)
        self.numbers: Array = np.arange(len(program.tokens), dtype=np.int32)
        self.sites: Array = _site_table(program)
        self._hash = entry_point(observation_hash)

    def seen(self, words: Array, seat: int) -> list[int]:
        """Two words that hash what a seat sees of a masked state."""
        return _halves(self._hash(self.code, words, self.audience, seat, self.numbers))


tables_of = PerProgram(Tables)


def _halves(number: int) -> list[int]:
    return [number & 0x7FFFFFFF, number >> 31 & 0x7FFFFFFF]


def _site_table(program: Program) -> Array:
    size = max(program.sites, default=0) + 1
    words = [0] * size
    words[0] = size
    for offset, site in program.sites.items():
        words[offset] = len(words)
        pick = site.pick
        words += [pick.least, pick.most, pick.items] if pick else [0, 0, 0]
        for action in site.actions:
            words += [_token_mask(action), _row_kind(action, site)]
    return np.array(words, np.int32)


def _token_mask(action: ActionInfo) -> int:
    kinds = (kind for _, kind, _ in action.operands)
    return sum(1 << i for i, kind in enumerate(kinds, 1) if kind == "token")


def _row_kind(action: ActionInfo, site: SiteInfo) -> int:
    if action.sets is None:
        return t.PLAIN
    of_tokens = action.sets.kind == "token"
    if action.is_range and site.pick is not None:
        return t.TOKEN_SETS if of_tokens else t.SETS
    return t.TOKEN_SET if of_tokens else t.SET


@dataclass(frozen=True, slots=True)
class Record:
    """A flat record and what Python needs to know of it."""

    words: Array
    masked: Array
    step: ObservedMove | None
    kinds: tuple[int, ...]  # by label: equal if it makes no difference which of them is which
    places: tuple[tuple[int, tuple[int, ...]], ...]  # per group: its start, kinds of its places
    spans: tuple[tuple[int, int], ...]  # per group: where its permutation starts, its length
    varies: bool  # whether something is hidden of the choice
    forgets: bool  # whether what was hidden before it does not matter any more

    @property
    def permutations(self) -> int:
        """The number of words of the permutations of its groups."""
        return sum(length for _, length in self.spans)


class Past:
    """The records of a seat's past since the last deal, see `belief/past_table.py`."""

    def __init__(self, masks: Masks, seat: int) -> None:
        self.masks = masks
        self.seat = seat
        self.tables = tables_of(masks.program)
        self._observed: Observed | None = None  # followed last
        self._steps: list[Record] = []
        self._matters: list[tuple[int, Array] | None] = []  # by step: see `matters`
        self.records: list[Record] = []  # since the last deal, with the present and answers
        self.steps = 0  # the number of steps among them
        self.words: Array = np.zeros(0, np.int32)
        self.starts: Array = np.zeros(0, np.int32)
        self.permutations = 0  # words of the permutations of all groups

    def extend(self, observed: Observed) -> None:
        """Follow an observation: drop steps that were undone, add new ones."""
        count = len(observed.steps) - observed.answered
        same = min(len(self._steps), count)
        if self._observed is not None:
            same = min(same, observed.steps_shared(self._observed))
        self._observed = observed
        del self._steps[same:], self._matters[same:]
        steps = observed.steps[same:count]
        after = [*(step.words for step in steps[1:]), observed.words]
        for step, words in zip(steps, after, strict=False):
            self._steps.append(self._record(step.words, step, words, self._last()))
            self._matters.append(None)
        answers = [
            self._record(observed.words, step, observed.words, None)
            for step in observed.steps[count:]
        ]
        cut = max((i + 1 for i, step in enumerate(self._steps) if step.forgets), default=0)
        self.steps = count - cut
        self.records = [
            *self._steps[cut:],
            self._record(observed.words, None, observed.words, self._last()),
            *answers,
        ]
        self._join()

    def matters(self, k: int, find: Callable[[int], tuple[int, Array]]) -> tuple[int, Array]:
        """What matters of the unit that begins at record k, and how its labels may have been mixed,
        see `belief/units.py`; that is found out once, given the number of the step since the game
        began."""
        number = k + len(self._steps) - self.steps
        known = self._matters[number]
        if known is None:
            known = self._matters[number] = find(number)
        return known

    def _last(self) -> Record | None:
        return self._steps[-1] if self._steps else None

    def _join(self) -> None:
        """Put the records one behind the other."""
        sizes = [len(record.words) for record in self.records]
        self.starts = np.cumsum([0, *sizes[:-1]]).astype(np.int32)
        self.words = np.concatenate([record.words for record in self.records])
        permutations, end = 0, self.steps
        for record, start in zip(self.records, self.starts.tolist(), strict=True):
            self.words[start + t.H_PERMUTATIONS] = permutations
            permutations += record.permutations
        for k in range(self.steps - 1, -1, -1):
            if not self._in_one_unit(k):
                end = k + 1
            self.words[self.starts[k] + t.H_END] = end
        self.permutations = permutations

    def _in_one_unit(self, k: int) -> bool:
        """Whether a step and the next are answers of the same round, or there is a pause between
        them: there a masked state has no registers, so that it cannot be continued."""
        if k + 1 >= self.steps:
            return False
        words, after = self.records[k].masked, self.records[k + 1].masked
        if after[m.STATUS] == m.PAUSED:
            return True
        return bool(words[m.TOGETHER] == m.COLLECTING and (words == after).all())

    # ---- a record ----

    def _record(
        self, words: Array, step: ObservedMove | None, after: Array, before: Record | None
    ) -> Record:
        masks, program = self.masks, self.masks.program
        tables: list[Sequence[int] | Array] = []
        head = [0] * t.RECORD_HEAD

        def put(field: int, table: Sequence[int] | Array, width: int = 0) -> None:
            head[field] = t.RECORD_HEAD + sum(map(len, tables))
            tables.append(table)
            if width:
                head[field + 1] = len(table) // width

        head[t.H_SEEN : t.H_SEEN + 2] = self.tables.seen(words, self.seat)
        kinds = self._kinds(words, before)
        places: list[tuple[int, tuple[int, ...]]] = []
        spans: list[tuple[int, int]] = []
        varies = forgets = False
        if step is not None:
            head[t.H_DECIDER] = 0 if step.decider is None else step.decider + 1
            head[t.H_EVENTS : t.H_EVENTS + 2] = _halves(_events(step))
            row = step.row
            own = row is not None and step.decider == self.seat
            varies = step.decider is not None and (row is None or None in row)
            kind = t.HIDDEN if varies else t.ANNOUNCED
            head[t.H_CHOICE] = t.CONTINUED if step.decider is None else kind
            put(t.H_ROW, [t.UNKNOWN if x is None else x for x in row or ()], 1)
            head[t.H_LABELS] = _labels(step) if own else 0
            put(t.H_FOLLOWS, step.follows)
            put(t.H_LOST, self._lost(words, step, after), t.LOST_WORDS)
            groups, places, spans = self._groups(words, step, kinds)
            put(t.H_GROUPS, groups)
            head[t.H_GROUP_COUNT] = len(spans)
            forgets = self._forgets(step, after)
        put(t.H_NAMING, masks.naming(words), 1)
        put(t.H_SHIFTS, [0, *stack.checkpoint_shifts(program, words)], 1)
        put(t.H_BLANKS, self._blanks(words), t.BLANK_WORDS)
        put(t.H_WORDS, words)
        flat = np.concatenate(
            [np.array(head, np.int32), *(np.asarray(x, np.int32) for x in tables)]
        )
        return Record(flat, words, step, kinds, tuple(places), tuple(spans), varies, forgets)

    def _kinds(self, words: Array, before: Record | None) -> tuple[int, ...]:
        """By label: numbers that are equal where the seat distinguishes labels neither now nor at
        any time before, so that exchanging them makes no difference."""
        now = self.masks.classes(words, self.seat)
        if before is None or before.step is None:
            return numbered(now)
        then: list[object] = [before.kinds[x] for x in before.step.follows.tolist()]
        for number, (_, ends) in enumerate(before.step.mixed):
            for label in ends:
                then[label] = (number,)
        return numbered([*zip(now, then, strict=True)])

    def _lost(self, words: Array, step: ObservedMove, after: Array) -> list[int]:
        """The labels after a step of tokens that were known before it, but not mixed with others,
        and not known any more; each with its token."""
        known, known_after = self.masks.known(words, self.seat), self.masks.known(after, self.seat)
        labels = np.flatnonzero(known[step.follows] & (step.follows > 0) & ~known_after)
        return [x for label in labels.tolist() for x in (label, int(step.follows[label]))]

    def _groups(
        self, words: Array, step: ObservedMove, kinds: Sequence[int]
    ) -> tuple[list[int], list[tuple[int, tuple[int, ...]]], list[tuple[int, int]]]:
        """The groups of mixed labels, each with one back; the kinds of their places, where these
        differ; where their permutations start, and their lengths."""
        backs, known = self.masks.backs, self.masks.known(words, self.seat)
        found: list[int] = []
        places: list[tuple[int, tuple[int, ...]]] = []
        spans: list[tuple[int, int]] = []
        start = 0
        for starts, ends in step.mixed:
            for back in sorted({int(backs[label]) for label in ends}):
                before = [label for label in starts if backs[label] == back]
                after = [label for label in ends if backs[label] == back]
                fixed = [label for label in before if known[label]]
                rest = [label for label in before if not known[label]]
                found += [start, len(fixed), len(rest), len(after), *fixed, *rest, *after]
                spans.append((start, len(rest)))
                distinct = [kinds[label] for label in rest]
                if len(set(distinct)) > 1:
                    places.append((start, tuple(distinct)))
                start += len(rest)
        return found, places, spans

    def _blanks(self, words: Array) -> list[int]:
        addresses = self.masks.blanks(words, self.seat)
        lists = self.masks.lists(words) if addresses else set()
        return [x for address in addresses for x in (address, int(address in lists))]

    def _forgets(self, step: ObservedMove, after: Array) -> bool:
        """Whether a step shuffled all tokens that are hidden after it, and nothing else is hidden:
        then what was hidden before does not matter any more."""
        if not any(event[0] == "shuffle" for event in step.seen):
            return False
        unknown = {*np.flatnonzero(~self.masks.known(after, self.seat)).tolist()} - {0}
        together = any(unknown <= {*ends} for _, ends in step.mixed)
        return together and not self.masks.blanks(after, self.seat) and not after[m.TOGETHER]


def numbered(values: Sequence[object]) -> tuple[int, ...]:
    """Equal values as equal numbers."""
    numbers: dict[object, int] = {}
    return tuple(numbers.setdefault(each, len(numbers)) for each in values)


def _labels(step: ObservedMove) -> int:
    """A mask of the values of a choice that are labels; a set may have more than bits."""
    if step.kinds and all(kind == "token" for kind in step.kinds):
        return ALL_LABELS
    return sum(1 << i for i, kind in enumerate(step.kinds, 1) if kind == "token")


def _events(step: ObservedMove) -> int:
    """A hash of the events of a step as in `belief/replay.py`."""
    h = 1
    for kind, *values in step.seen:
        h = mixed(h, KIND_NUMBERS[str(kind)])
        for value in values[1:] if kind in ABOUT_TOKENS else values:
            assert isinstance(value, int)
            h = mixed(h, value)
    return h
