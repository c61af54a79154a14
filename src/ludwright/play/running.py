"""A game that runs: from one stop of the machine to the next, by a log that can be run again.

Undo replays the log from the last full copy of the state, one of which is made every COPY_EVERY
moves, or from the deal: the machine is deterministic, and playing costs nothing extra.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..machine import api
from ..machine import state as m
from ..machine.program import Array
from ..machine.stepping import COPY_EVERY as COPY_EVERY
from .decision import Chooses
from .errors import GameFault, TableError, fault
from .log import Log
from .option_rows import Entry
from .setup import PACES, checked_rng, generator_words
from .stacked_deal import stack_zone
from .workspace import larger_workspace

Words = tuple[int, ...]
"""The eight words of a random number generator."""


class Runs(Chooses):
    """A state with the log that led to it."""

    seed: int
    rng: Words | None
    pace: str
    deal: Mapping[str, tuple[str, ...]]
    reseeded: dict[int, Words]
    """By the number of moves made before: the generator's words that were drawn anew then."""
    _fresh: Words | None  # words for the next move that takes random numbers
    _log: Log
    _start: Array | None  # the state that it continues from; None: it began with the deal
    _copies: list[Array]  # the states after every COPY_EVERY moves
    _trace: bool
    _calls: api.Calls

    # ---- from stop to stop ----

    def _begin(self) -> None:
        """Begin the game in the state array, whatever is in it."""
        if self.rng is None and not self.deal:
            pace = PACES.index(self.pace)
            self._settle(
                self._calls.begin_game(
                    self._code,
                    self.program.image,
                    self._state,
                    self._space,
                    pace,
                    self.seed,
                )
            )
        else:
            self._begin_otherwise()

    def _begin_otherwise(self) -> None:
        """Begin with the words of a generator, or with a deal."""
        self._state[:] = self.program.image
        self._state[m.PACE] = PACES.index(self.pace)
        self._space[m.W_EVENTS] = 0
        if self.rng is None:
            api.seed_state(self._state, self.seed)
        else:
            self._state[m.RNG : m.RNG + 8] = generator_words(self.rng)
        if len(self.deal) > 1 or (self.deal and self.program.chance):
            raise TableError(
                "a deal is for a single zone, and not for a table with explicit chance"
            )
        for zone in self.deal:
            number = self.program.zone_number(zone)
            if not number or zone not in self.program.shuffled:
                known = ", ".join(sorted(self.program.shuffled)) or "none"
                raise TableError(f"'{zone}' is not a shuffled zone; these are: {known}")
            self._state[m.STACKED] = number
        self._settle(api.advance(self._code, self._state, self._space))
        unused = [zone for zone, cards in self.deal.items() if cards]
        if self._state[m.STACKED] and unused and not self.paused:
            zone = unused[0]
            raise TableError(f"'{zone}' was not shuffled before the first decision")

    def _settle(self, answer: int) -> None:
        """Note where the machine stopped."""
        self._kept = None
        self._answer = answer
        status = answer & 15
        if status <= m.OVER:
            return
        if status == m.FAULTED:
            if self._state[m.FAULT] != m.FAULT_ROWS or not self._grow():
                raise fault(self.program, self._state)
        elif status == m.DEALING:
            for zone, cards in self.deal.items():
                stack_zone(self.program, self._state, zone, cards)
            self._settle(api.advance(self._code, self._state, self._space))

    def _grow(self) -> bool:
        """Make room for more option rows and list them again."""
        larger = larger_workspace(self.program, self._state, self._space)
        if larger is None:
            return False
        self._space = larger
        self._settle(api.advance(self._code, self._state, self._space))
        return True

    def advance(self, entry: Entry) -> None:
        """Advance by a log entry of a legal move."""
        if self._log.stopped:
            self._keep_copy()
        number = len(self._log)
        if self._fresh is None:
            self._run(entry, number)
        else:
            self._run_afresh(entry, number, self._fresh)
        self._log.append(entry)

    def _keep_copy(self) -> None:
        """Copy the state, and let the log go on."""
        self._copies.append(self._state.copy())
        self._log.resume()

    def reseed(self, words: Sequence[int]) -> None:
        """Let the next move that takes random numbers take them from another generator, given like
        `rng`. The record keeps its words, so that the game can still be replayed."""
        fresh = generator_words(checked_rng(words))
        fresh[4] |= 1  # the increment has to be odd: an even one shortens the generator's period
        self._fresh = tuple(fresh)

    def _run_afresh(self, entry: Entry, number: int, fresh: Words) -> None:
        """Run with other words for the generator; if none was used, as if they had not been
        there."""
        usual = self._chance()
        self.reseeded[number] = fresh
        try:
            self._run(entry, number)
        except (GameFault, TableError):
            del self.reseeded[number]  # the move was not made; the words are for the next one
            raise
        if self._chance() == fresh:
            del self.reseeded[number]
            self._state[m.RNG : m.RNG + 8] = usual
        else:
            self._fresh = None

    def _chance(self) -> Words:
        """The words of the generator."""
        return tuple(self._state[m.RNG : m.RNG + 8].tolist())

    def _run(self, entry: Entry, number: int) -> None:
        """Give the machine the choice that is the log's entry at a number, or let it continue after
        a pause, and run until it stops."""
        if number in self.reseeded:
            self._state[m.RNG : m.RNG + 8] = self.reseeded[number]
        if self._trace:
            self._space[m.W_EVENTS] = 0
        if entry:
            self._settle(api.choose(self._code, self._state, self._space, *entry))
        else:
            self._settle(api.advance(self._code, self._state, self._space))

    def _restore(self, number: int) -> None:
        """Restore the state after `number` moves."""
        del self._copies[number // COPY_EVERY :]
        self._log.rewind(number, len(self._copies))
        self._rerun(self._log.entries)

    def _rerun(self, line: list[Entry]) -> None:
        """Restore the last full copy that was made before the end of a log, or the first state, and
        replay the moves since."""
        copies = min(len(line) // COPY_EVERY, len(self._copies))
        start = self._copies[copies - 1] if copies else self._start
        if start is None:
            self._state = self._state.copy()  # a new array: it may be inspected, or shared
            self._begin()
        else:
            self._state = start.copy()
            self._again()
        for at in range(copies * COPY_EVERY, len(line)):
            self._run(line[at], at)
        if not line[copies * COPY_EVERY :]:
            self._space[m.W_EVENTS] = 0

    def list_again(self) -> None:
        """Let the machine list the options of the current decision once more."""
        self._again()

    def _again(self) -> None:
        """Derive the status of a copied state, and list its options."""
        self._kept = None
        self._answer = status = int(self._state[m.STATUS])
        if self._trace:
            self._space[m.W_EVENTS] = 0
        if status == m.CHANCE:
            self._settle(api.advance(self._code, self._state, self._space))
        elif status == m.DECISION:
            rows = api.list_rows(self._code, self._state, self._space)
            if rows < 0:
                self._settle(m.FAULTED)
            else:
                self._answer = m.DECISION + 16 * rows
