"""A game that runs: from one stop of the machine to the next, by a log that can be run again.

Undo replays the log from the last full copy of the state, one of which is made every COPY_EVERY
moves: the machine is deterministic, and playing costs nothing extra.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..machine import api
from ..machine import state as m
from ..machine.program import Array
from .decision import Chooses
from .errors import GameFault, TableError, fault
from .option_rows import Entry
from .setup import PACES, checked_rng, generator_words
from .stacked_deal import stack_zone
from .workspace import MOST_ROWS, workspace

Words = tuple[int, ...]
"""The eight words of a random number generator."""
COPY_EVERY = 64  # entries of the log between two full copies of the state


class Runs(Chooses):
    """A state with the log that led to it."""

    seed: int
    rng: Words | None
    pace: str
    deal: Mapping[str, tuple[str, ...]]
    reseeded: dict[int, Words]
    """By the number of moves made before: the generator's words that were drawn anew then."""
    _fresh: Words | None  # words for the next move that takes random numbers
    _copies: list[Array]
    _trace: bool

    # ---- from stop to stop ----

    def _begin(self) -> None:
        self._state[m.PACE] = PACES.index(self.pace)
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
        self._written = self._names = self._made = self._with_ids = self._read = None
        self._status = answer & 15
        self._rows = answer >> 4
        if self._status == m.FAULTED:
            if self._state[m.FAULT] != m.FAULT_ROWS or not self._grow():
                raise fault(self.program, self._state)
        elif self._status == m.DEALING:
            for zone, cards in self.deal.items():
                stack_zone(self.program, self._state, zone, cards)
            self._settle(api.advance(self._code, self._state, self._space))

    def _grow(self) -> bool:
        """Make room for more option rows and list them again."""
        rows = 4 * int(self._space[m.W_CAPACITY])
        if rows > MOST_ROWS or not self._state[m.SITE]:
            return False
        larger = workspace(self.program, rows, int(self._space[m.W_EVENT_CAPACITY]))
        self._space = larger
        self._state[m.PC] = self.program.site_addresses[int(self._state[m.SITE])]
        self._state[m.LIST_TOP] = self._state[m.KEPT_LISTS]
        self._settle(api.advance(self._code, self._state, self._space))
        return True

    def advance(self, entry: Entry) -> None:
        """Advance by a log entry of a legal move."""
        number = len(self._log)
        if self._fresh is None:
            self._run(entry, number)
        else:
            self._run_afresh(entry, number, self._fresh)
        log = self._log
        log.append(entry)
        if len(log) % COPY_EVERY == 0:
            self._copies.append(self._state.copy())

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
        del self._copies[number // COPY_EVERY + 1 :]
        self._rerun(number // COPY_EVERY, self._log[:number])

    def _rerun(self, number: int, line: list[Entry]) -> None:
        """Restore a full copy, and replay the moves of a log since."""
        self._state = self._copies[number].copy()
        self._again()
        for at in range(number * COPY_EVERY, len(line)):
            self._run(line[at], at)

    def _again(self) -> None:
        """Derive the status of a copied state, and list its options."""
        self._written = self._names = self._made = self._with_ids = self._read = None
        self._status = int(self._state[m.STATUS])
        self._rows = 0
        if self._trace:
            self._space[m.W_EVENTS] = 0
        if self._status == m.CHANCE:
            self._settle(api.advance(self._code, self._state, self._space))
        elif self._status == m.DECISION:
            self._rows = api.list_rows(self._code, self._state, self._space)
            if self._rows < 0:
                self._settle(m.FAULTED)
