"""The second model of observation histories: what a seat saw of each move, in sets and dicts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludwright.machine import stack
from ludwright.machine import state as m
from ludwright.machine.program import Array, SiteInfo
from ludwright.play.events import WAYS, Event, as_seen
from ludwright.play.table import Table

from .observation import Masks

Row = tuple[int | None, ...]
Group = tuple[list[int], list[int]]
Class = tuple[int, ...]
Classes = dict[int, Class]
Truths = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """One move, as a seat observed it.

    `words` is the masked state before it. `row` is what the seat knows of the choice: the action
    and its operands, None for a hidden operand or a choice that was not announced. `follows` maps
    each label after the move to the label before it, 0 where the seat lost track; such labels are
    in the groups of those that were mixed, before and after.
    """

    words: Array
    decider: int | None
    row: Row | None
    kinds: tuple[str, ...]  # types of the operands
    follows: Array
    mixed: tuple[Group, ...]
    seen: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """The observation of a seat at one moment: nothing in it depends on what is hidden from it.

    `words` is the masked state to redeal. `shown` is the one to look at: it also has the seat's own
    simultaneous answers, the last `answered` steps.
    """

    seat: int
    decider: int | None
    words: Array
    shown: Array
    steps: tuple[ObservedMove, ...]
    answered: int
    possible: Truths  # by token and label: whether the token may be the one with that label
    chain: bytes  # a hash of all steps; empty in an observation without the past

    @property
    def remembers(self) -> bool:
        """Whether it has the past."""
        return bool(self.chain)

    @property
    def information(self) -> int:
        """A hash of everything that the seat observed and chose, in order."""
        last = _link(self.chain, self.shown, None, ())
        return int.from_bytes(last[:8], "big") >> 1


class ObservationHistory:
    """All observations of a seat; it catches up with the table when asked. At a table that started
    from a state, the seat may remember what was before."""

    def __init__(self, table: Table, seat: int, masks: Masks, before: Observed | None) -> None:
        self.seat = seat
        self.masks = masks
        first = table.first_state()
        self._replay = Table(table.program, names=table.names, trace=True, start=first)
        self._see()
        self._alike: Truths = np.equal.outer(masks.backs, masks.backs)
        self._alike[0, :] = self._alike[:, 0] = False
        self._earlier = before.steps if before else ()
        self._steps: list[ObservedMove] = []
        possible = before.possible if before else self._alike
        self._possible = [self._unless_known(possible.copy(), self.words)]
        self._chain = [before.chain if before else hashlib.sha256(repr(seat).encode()).digest()]

    def _see(self) -> None:
        """Observe the current state."""
        self.words, self._labels = self.masks.joined(self._replay.state, self.seat)
        self._classes = self.masks.classes(self.words, self.seat)

    @property
    def size(self) -> int:
        """Its bytes, approximately."""
        return (1 + len(self._steps)) * (self.words.nbytes + self._possible[0].nbytes)

    # ---- keeping up ----

    def catch_up(self, table: Table) -> None:
        """Advance, or go back, to the moment at which a table is."""
        log = table.log
        done = self._replay.log
        same = next((i for i, (a, b) in enumerate(zip(done, log, strict=False)) if a != b), None)
        keep = min(len(done), len(log)) if same is None else same
        # The same move may have been taken back and repeated with other random numbers.
        drawn, known = table.reseeded, self._replay.reseeded
        keep = min([keep, *(i for i in {*drawn, *known} if drawn.get(i) != known.get(i))])
        for _ in range(len(done) - keep):
            self._replay.undo()
        if keep < len(done):
            del self._steps[keep:], self._possible[keep + 1 :], self._chain[keep + 1 :]
            self._see()
        for _ in log[keep:]:
            self._step(self._replay.repeat(table))

    def _step(self, entry: tuple[int, ...]) -> None:
        masks, seat, replay = self.masks, self.seat, self._replay
        words, labels, classes = self.words, self._labels, self._classes
        true = replay.state.copy()
        before = stack.before_answers(masks.program, true)
        decider = replay.decider
        site = replay.site if entry else None
        # In a copy the seat knows every token: those it no longer knows after the move are the ones
        # it could not follow.
        tracer = replay.copy()
        tracer._state[m.KNOWN : m.KNOWN + masks.n1] |= 1 << seat
        if masks.answers:
            tracer._state[masks.start : masks.start + masks.n1] |= 1 << seat
        tracer.advance(entry)
        lost = ~masks.known(stack.before_answers(masks.program, tracer.state), seat)
        replay.advance(entry)
        after = stack.before_answers(masks.program, replay.state)
        self._see()
        events = replay.events()
        follows, mixed = self._followed(before, after, labels, classes, lost, events)
        row = self._row(site, entry, true, after, labels, decider) if site else None
        announced = (as_seen(event, seat, masks.program) for event in events)
        seen = tuple((event.kind, *event.values) for event in announced if event)
        chosen = site.actions[entry[0] - 1].chosen(entry[1:]) if site else []
        kinds = tuple(kind for _, kind in chosen) if row is not None else ()
        self._steps.append(ObservedMove(words, decider, row, kinds, _frozen(follows), mixed, seen))
        possible = self._moved(self._possible[-1], follows, mixed)
        self._possible.append(self._unless_known(possible, self.words))
        self._chain.append(_link(self._chain[-1], words, row, seen))

    def _row(
        self,
        site: SiteInfo,
        entry: tuple[int, ...],
        before: Array,
        after: Array,
        labels: Array,
        decider: int | None,
    ) -> Row | None:
        """What the seat knows of a choice: its own by label, that of another by what it sees. The
        values of a set are sorted, as their order would reveal something."""
        action = site.actions[entry[0] - 1]
        chosen = action.chosen(entry[1:])
        announced: list[int | None]
        if decider == self.seat:
            announced = [int(labels[x]) if kind == "token" else x for x, kind in chosen]
        elif not site.announced or before[m.TOGETHER]:
            return None
        else:
            announced = [self._announced(value, kind, before, after) for value, kind in chosen]
        if action.sets is not None:
            announced.sort(key=lambda value: (value is None, value))
        return (entry[0], *announced)

    def _announced(self, value: int, kind: str, before: Array, after: Array) -> int | None:
        if kind != "token" or not value:
            return value
        seen = self.masks.identifies(before, value, self.seat)
        return value if seen or int(after[m.KNOWN + value]) >> self.seat & 1 else None

    # ---- following tokens ----

    def _followed(
        self,
        before: Array,
        after: Array,
        labels: Array,
        classes: Classes,
        lost: Array,
        events: list[Event],
    ) -> tuple[Array, tuple[Group, ...]]:
        masks = self.masks
        shown = masks.shown(before, self.seat)
        groups = _Groups()
        for token in np.flatnonzero(lost).tolist():
            if token:
                groups.join(token, ("before", masks.zone_of(before, token)))
                groups.join(token, ("after", masks.zone_of(after, token)))
        for token, shuffle in _shuffled(events, masks, before, lost):
            groups.join(token, ("shuffled", shuffle))
        for zone in _taken_unseen(events, masks.unordered, shown):
            # The seat cannot know which of these it was, even if it sees the token now.
            for token in masks.contents(before, zone):
                if not shown[token]:
                    groups.join(token, ("before", zone))
        for number, alike in enumerate(self._reclassified(before, labels, classes, events)):
            for token in alike:
                groups.join(token, ("class", number))
        follows = np.zeros(masks.n1, np.int32)
        follows[self._labels] = labels
        mixed = []
        for tokens in groups.sets():
            ends = sorted(int(self._labels[t]) for t in tokens)
            follows[ends] = 0
            mixed.append((sorted(int(labels[t]) for t in tokens), ends))
        return follows, tuple(sorted(mixed))  # by labels: the tokens are hidden

    def _reclassified(
        self, before: Array, labels: Array, classes: Classes, events: list[Event]
    ) -> list[set[int]]:
        """Tokens that stay in an unordered zone where the seat distinguishes them otherwise than
        before: a name that referred to one of them is gone, or one is shown. It cannot know which
        of them has which label, because it does not know their order."""
        moved = {event.values[0] for event in events if event.kind in WAYS}
        staying: dict[int, list[tuple[int, Class, Class]]] = {}
        for zone in self.masks.unordered:
            for token in self.masks.contents(before, zone):
                if token not in moved:
                    old, new = classes[int(labels[token])], self._classes[int(self._labels[token])]
                    staying.setdefault(zone, []).append((token, old, new))
        found: list[set[int]] = []
        for tokens in staying.values():
            pairs = {(old, new) for _, old, new in tokens}
            if len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs}):
                continue  # each class has become one
            groups, ways = _Groups(), {token: (old, new) for token, old, new in tokens}
            for token, (old, new) in ways.items():
                groups.join(token, ("before", old))
                groups.join(token, ("after", new))
            found += [s for s in groups.sets() if len({ways[t] for t in s}) > 1]
        return found

    def _unless_known(self, possible: Truths, words: Array) -> Truths:
        """Which token may have which label, given that a known token has its own number."""
        known = np.flatnonzero(self.masks.known(words, self.seat))
        possible[known, :] = False
        possible[:, known] = False
        possible[known, known] = True
        return possible

    def _moved(self, possible: Truths, follows: Array, mixed: Iterable[Group]) -> Truths:
        moved: Truths = possible[:, follows]
        for starts, ends in mixed:
            moved[:, ends] = np.any(possible[:, starts], axis=1, keepdims=True)
        return moved & self._alike  # tokens with different backs are never confused

    def observed(self) -> Observed:
        """The current observation."""
        replay, masks = self._replay, self.masks
        mine = replay.decider == self.seat  # a seat that answers sees its own answers
        return Observed(
            seat=self.seat,
            decider=replay.decider,
            words=_frozen(self.words),
            shown=_frozen(masks.masked(replay.state, self.seat)[0] if mine else self.words),
            steps=(*self._earlier, *self._steps),
            answered=len(stack.answers(masks.program, replay.state)),
            possible=_frozen(self._possible[-1]),
            chain=self._chain[-1],
        )


def _frozen(array: Any) -> Any:
    """The array, made read-only."""
    array.flags.writeable = False
    return array


class _Groups:
    """Tokens that the seat may confuse with one another: a union-find, keyed by tokens and zones.

    Two tokens are in one set if the seat lost track of both and they have been in the same zone.
    The sets are small, so that merging renames all members instead of linking roots.
    """

    def __init__(self) -> None:
        self._sets: dict[object, set[int]] = {}

    def join(self, token: int, key: object) -> None:
        """Merge the set of a token with the set of a key."""
        mine = self._sets.get(token, {token})
        other = self._sets.get(key, set())
        mine |= other
        self._sets[key] = mine
        for each in mine:
            self._sets[each] = mine
        for name, members in list(self._sets.items()):
            if members is other:
                self._sets[name] = mine

    def sets(self) -> list[set[int]]:
        """The disjoint sets."""
        return list({id(s): s for s in self._sets.values()}.values())


def _shuffled(
    events: Iterable[Event], masks: Masks, before: Array, lost: Array
) -> Iterator[tuple[int, int]]:
    """The lost tokens of each shuffle, with its number: they may have come there and gone on in the
    same move."""
    zones = {t: masks.zone_of(before, t) for t in np.flatnonzero(lost).tolist() if t}
    for number, event in enumerate(events):
        if event.kind in WAYS and event.values[0] in zones:
            zones[event.values[0]] = event.values[2]
        elif event.kind == "shuffle":
            yield from ((t, number) for t, zone in zones.items() if zone == event.values[0])


def _taken_unseen(events: Iterable[Event], unordered: list[int], shown: Array) -> set[int]:
    """The unordered zones that a token left which the seat had not seen there."""
    moves = [event.values for event in events if event.kind == "move"]
    return {source for token, source, *_ in moves if source in unordered and not shown[token]}


def _link(chain: bytes, words: Array, row: Row | None, seen: object) -> bytes:
    announced = words.astype("<i4").tobytes() + repr((row, seen)).encode()
    return hashlib.sha256(chain + announced).digest()
