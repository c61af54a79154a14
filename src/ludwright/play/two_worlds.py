"""The test of two worlds: what a seat is shown must be the same in another world, in which it knows
the same.

All that a view shows is computed from its contents, so it is these that are compared at every move:
the masked state, the observation as a tensor, and the options as the machine lists them. Texts,
answers and explanations can be computed from the true state, too: at every move they are compared
for one option, and for all of them the 1st, 2nd, 4th, 8th... time that the game stops at a place of
the description.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.program import Array, Program
from .belief import Belief
from .canonical_bytes import packed
from .draws import Draws
from .errors import GameFault, MoveError, TableError
from .explain import Condition, Explainer, Explanation
from .moves import Move
from .observed import Observed
from .present import Present
from .table import Table
from .tensors import tensors_of
from .view import Moment, View

SAMPLED_TEXTS = 2  # texts that are parsed at a decision, legal or not
EXPLAINED = 8  # legal moves whose explanations are compared
MOST_COMPARED = 48  # legal moves whose texts are compared
MOST_TEXTS = 4096  # that are remembered to be typed later
DRAWN = 4  # worlds, until one differs from the real one

Difference = tuple[str, object, object]
"""What differs, as it is in the real world and in the other."""

Written = list[tuple[int, dict[str, str]]]
"""Moves: their ids and texts."""


class Revealed(Exception):
    """Something that a seat is shown would be different in another world."""


class Visits:
    """Says which decisions are tested thoroughly: the 1st, 2nd, 4th, 8th... at each place of the
    description."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    def is_due(self, table: Table) -> bool:
        """Whether it is one of those; every decision is to be asked about once."""
        place = table.state.item(m.SITE)
        self._counts[place] += 1
        return not self._counts[place] & (self._counts[place] - 1)


class TwoWorlds:
    """Puts the seats of one random game in other worlds."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.pairs = 0  # of worlds that were compared
        self.same = 0  # redealt worlds that were the real one: they test nothing
        self._draws = Draws(seed)
        self._present = Present(program, seed)
        self._tensors = tensors_of(program)
        self._seed = seed
        self._beliefs: dict[int, Belief] = {}  # for positions that hide more than tokens
        self._texts: list[str] = []

    def test(
        self, here: Table, move: Move, remember: bool, thoroughly: bool
    ) -> list[tuple[int, Table]]:
        """Compare worlds before a move. The result has other worlds after it, with the seats that
        cannot tell them apart: all in which it can be made, if it is to be remembered."""
        after: list[tuple[int, Table]] = []
        if here.decider is None:
            return after
        key = here.key()
        for seat in range(self.program.seats):
            observed = here.observed(seat)
            state = self._world(observed, key)
            if state is None:
                continue
            self.pairs += 1
            self._compare(seat, self._seen(here, observed, state))
            if not (remember or thoroughly or seat == here.decider):
                continue
            there = self._table(here, observed, state)
            if there.over and seat != here.decider:
                continue  # who decides has no options there, which all would know
            self._compare(seat, self._shown(here, there, here.view(seat), move, thoroughly))
            asked = there.decider == here.decider
            refusal = _refusal(there, move) if asked else None
            if asked and refusal is None:
                after += [(seat, there)] if remember else []
            elif seat == here.decider:
                works = _works(here, move)
                if works and isinstance(refusal, GameFault):
                    raise refusal  # the game breaks there: no matter who learns what from it
                success = f"the success of move {move.id}", works, False
                self._compare(seat, iter([success]))
        return after

    def compare_after(self, here: Table, there: Table, seat: int) -> None:
        """Compare a seat's views after a move in two worlds in which it observed the same."""
        if here.over or there.over or here.information(seat) != there.information(seat):
            return
        if not here.view(seat).same_contents(there.view(seat)):
            raise Revealed(f"the history of a move reveals hidden information to seat {seat + 1}")

    def _compare(self, seat: int, shown: Iterator[Difference]) -> None:
        for what, mine, other in shown:
            if mine != other:
                raise Revealed(
                    f"{what} reveals hidden information to seat {seat + 1}: {_short(mine)}, "
                    f"but in another world {_short(other)}"
                )

    # ---- worlds ----

    def _table(self, here: Table, observed: Observed, state: Array) -> Table:
        return Table(
            self.program,
            names=here.names,
            pace=here.pace,
            trace=True,
            start=state,
            observed=observed,
        )

    def _world(self, observed: Observed, key: int) -> Array | None:
        """The state of another world than the one with a key; None if there is none."""
        seat, code = observed.seat, self.program.code
        worlds: Iterator[Array | None]
        if self._present.hides_more(observed):
            belief = self._beliefs.get(seat)
            if belief is None:
                seed = api.mix(self._seed, seat)
                belief = self._beliefs[seat] = Belief(self.program, seat, seed)
            belief.observe(observed)
            # What the seat knows now suffices: its view must be the same in all these worlds.
            worlds = iter(belief.worlds(DRAWN, by_past=False))
            if not belief.evidence:
                return None
        else:
            worlds = (self._present.world(observed) for _ in range(DRAWN))
        for world in worlds:
            if world is None:
                break
            if api.key(code, world, m.EXACT) != key:
                return world
        self.same += 1
        return None

    # ---- what is shown ----

    def _seen(self, here: Table, observed: Observed, state: Array) -> Iterator[Difference]:
        """What the seat sees of the table, in the real world and in a state."""
        masks, seat = here.masks, observed.seat
        words = masks.joined(state, seat)[0]
        yield "the visible table", True, np.array_equal(words, observed.words)
        if observed.shown is not observed.words:
            words = masks.masked(state, seat)[0]
            yield "the visible table", True, np.array_equal(words, observed.shown)
        mine, others = (self._tensors.write(each, seat) for each in (here.state, state))
        if not np.array_equal(mine, others):
            (first, *_) = np.flatnonzero(mine != others).tolist()
            name = self._tensors.layout.names[first]
            yield f"the observation '{name}'", mine.item(first), others.item(first)

    def _shown(
        self, here: Table, there: Table, view: View, move: Move, thoroughly: bool
    ) -> Iterator[Difference]:
        """Everything else that the seat is shown, in both worlds."""
        seat, decides = view.seat, here.decider == view.seat
        if not decides:
            if thoroughly and there.decider == here.decider:
                yield from self._shown_to_others(here, there, view)
            return
        if there.decider != seat:
            yield "who decides", here.decider, there.decider
        other = there.view(seat)
        yield "the prompt", view.prompt, other.prompt
        if not same_options(view.moment, other.moment):
            mine, others = written(view.legal()), written(other.legal())
            yield "the list of legal moves", mine, others
            yield "the list of legal moves", True, False
        if thoroughly:
            yield from self._shown_in_detail(here, there, view, other)
            return
        texts = move.texts
        yield "the text of moves", texts, view.legal()[move.index].texts
        yield "the text of moves", texts, there.legal()[move.index].texts
        yield f"the explanation of '{move}'", _whys(here, move.index), _whys(there, move.index)

    def _shown_in_detail(
        self, here: Table, there: Table, view: View, other: View
    ) -> Iterator[Difference]:
        yield "the content of the view", True, _same_contents(view, other)
        listed = written(here.legal())
        yield "the text of moves", listed, written(view.legal())
        yield "the text of moves", listed, written(there.legal())
        for index in spread(len(here.legal()), EXPLAINED):
            mine, others = _whys(here, index), _whys(there, index)
            yield f"the explanation of '{here.legal()[index]}'", mine, others
        for text in self._sampled(here):
            yield f"the answer to '{text}'", _answer(here, text), _answer(there, text)
        yield from self._explained(here, there, view.seat)

    def _shown_to_others(self, here: Table, there: Table, view: View) -> Iterator[Difference]:
        yield "the content of the view", True, _same_contents(view, there.view(view.seat))
        yield from self._explained(here, there, view.seat)

    def _explained(self, here: Table, there: Table, seat: int) -> Iterator[Difference]:
        """The explanation of a typed move, which takes long, for one of the seats."""
        if not self._draws.below(self.program.seats):
            (text, *_) = self._sampled(here)
            mine, other = (_why(table, text, seat) for table in (here, there))
            yield f"the explanation of '{text}'", mine, other

    def _sampled(self, here: Table) -> list[str]:
        """Texts of moves that are legal now, or were earlier in the game."""
        legal = here.legal()
        self._texts += [str(legal[i]) for i in spread(len(legal), SAMPLED_TEXTS)]
        del self._texts[:-MOST_TEXTS]
        below = self._draws.below
        return [self._texts[below(len(self._texts))] for _ in range(SAMPLED_TEXTS)]


def same_options(mine: Moment, other: Moment) -> bool:
    """Whether two moments offer the same to the seat that decides, with its labels for tokens."""
    if mine.rows is None or other.rows is None:
        return mine.rows is other.rows
    same = (mine.items, mine.picked, mine.least, mine.most) == (
        other.items,
        other.picked,
        other.least,
        other.most,
    )
    return same and np.array_equal(mine.rows, other.rows)


def _same_contents(mine: View, other: View) -> bool:
    """Whether two views have the same contents, apart from the events that led there."""
    moments = (packed(replace(view.moment, events=())) for view in (mine, other))
    return len({*moments}) == 1 and mine.observed.same(other.observed)


def spread(count: int, most: int) -> range:
    """Numbers below a count, evenly spaced."""
    return range(0, count, -(-count // most) or 1)


def written(moves: Sequence[Move]) -> Written:
    """The legal moves and their number; of many, an evenly spaced sample."""
    some = (moves[i] for i in spread(len(moves), MOST_COMPARED))
    return [(len(moves), {}), *((move.id, move.texts) for move in some)]


def _short(shown: object) -> str:
    text = str(shown)
    return text if len(text) <= 80 else text[:77] + "..."


def _answer(table: Table, text: str) -> str:
    """The table's answer to a typed move."""
    try:
        return f"move {table.parse(text).id}"
    except MoveError as error:
        return f"{type(error).__name__}: {error}"


def _why(table: Table, text: str, seat: int | None = None) -> Explanation | str:
    try:
        return table.explain(text, seat)
    except MoveError as error:
        return str(error)


def _whys(table: Table, index: int) -> tuple[Condition, ...]:
    """The conditions of a legal move, as the seat that decides may know them."""
    move = table.legal()[index]
    if move.info is None:
        return ()
    return Explainer(table.reading(table.decider)).conditions(move.info, table.entry(move))


def _refusal(there: Table, move: Move) -> MoveError | GameFault | TableError | None:
    """Make a move in another world, whose outcome may well differ; why it was impossible."""
    try:
        there.apply(move.id)
    except (MoveError, GameFault, TableError) as error:
        return error
    return None


def _works(here: Table, move: Move) -> bool:
    try:
        here.copy().apply(move)
    except GameFault:
        return False
    return True
