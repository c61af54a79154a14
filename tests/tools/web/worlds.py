"""Two worlds of a table in an engine that a seat cannot distinguish, and what differs between the
messages it gets there."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

import msgspec

from ludwright.play.draws import Draws
from ludwright.play.errors import GameFault, MoveError, TableError
from ludwright.play.table import Table
from ludwright.web.engine.child import Server
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import SPECTATOR, Choice, Refused
from tools.web.hosting import body, everyone, opened, spec_of

EXPLAINED = 4  # options and earlier texts explained at every decision
DRAGGED = 6
NONSENSE = ("", "blorb", "pass", "8H", "card 1 of deck", "\0")


class Leak(AssertionError):
    """A message that differs between worlds."""


def other_world(here: Hosted, seat: int, seed: int) -> Hosted | None:
    """The table in another world that a seat cannot distinguish from this one, if there is any; all
    it was sent so far stays the same."""
    if here.table.decider is None or here.table.over:
        return None
    try:
        world = here.table.view(seat).redeal(seed, by_past=False)
    except TableError:
        return None
    if not world.evidence:
        return None
    there = copy.copy(here)
    there.table = Table(
        here.table.program,
        names=here.table.names,
        pace=here.table.pace,
        trace=True,
        start=world.state.copy(),
        observed=world._observed,
    )
    there.made, there.revealing = [*here.made], [*here.revealing]
    there.reports = {each: [*lines] for each, lines in here.reports.items()}
    there.public, there.bots = {}, {}
    draws = Draws(seed)
    for step in here.sealed.steps:
        if step.seat == seat:
            there.sealed.restore(step)
    for other in {step.seat for step in here.sealed.steps} - {seat}:
        # Of the choices of others the seat knows only that they are complete.
        while other in there.sealed.waiting and other not in here.sealed.waiting:
            moves = there.sealed.asking(other).legal()
            there.apply(other, Choice(index=draws.below(len(moves))), ())
    return there


class Watched:
    """A random game whose messages are compared in two worlds at every move, for every seat."""

    def __init__(self, name: str, players: int | None = None, seed: int = 1) -> None:
        self.draws = Draws(seed)
        self.here = opened(spec_of(name, players, fresh=False))
        self.everyone = everyone(self.here)
        self.texts = [*NONSENSE]
        self.worlds = self.compared = self.followed = self.sealed = 0

    def play(self, moves: int) -> None:
        """Play, and compare; raises Leak."""
        for _ in range(moves):
            if self.here.table.over:
                return
            self.step()

    def step(self) -> None:
        """Compare everything at this decision, then make a random move."""
        table = self.here.table
        seats = range(table.program.seats)
        there = {seat: other_world(self.here, seat, self.draws.below(2**31 - 1)) for seat in seats}
        worlds = {seat: world for seat, world in there.items() if world is not None}
        self.worlds += len(worlds)
        for seat, world in worlds.items():
            self._compare_now(seat, world)
        if self.here.sealed:
            self._choose_together(worlds)
            return
        index = self.draws.below(len(table.legal()))
        number, decider = table.legal()[index].id, table.decider
        choice = Choice() if decider is None else Choice(text=str(table.legal()[index]))
        self.texts.append(choice.text or "")
        answer = self._make(self.here, number)
        for seat, world in worlds.items():
            self._compare_next(seat, world, number, answer)

    def _choose_together(self, worlds: dict[int, Hosted]) -> None:
        """Let any of the seats choose that can; in other worlds it chooses something else, unless
        it is their seat. Until all have chosen, nobody else may notice what."""
        waiting = self.here.sealed.waiting
        actor = waiting[self.draws.below(len(waiting))]
        moves = self.here.sealed.asking(actor).legal()
        index = self.draws.below(len(moves))
        self.texts.append(str(moves[index]))
        answer = self.here.apply(actor, Choice(index=index), self.everyone)
        for seat, world in worlds.items():
            other = index
            if seat != actor:
                other = self.draws.below(len(world.sealed.asking(actor).legal()))
            there = world.apply(actor, Choice(index=other), self.everyone)
            if answer.made or there.made:
                continue  # what all have chosen is another story there
            self.sealed += 1
            for audience in (seat, SPECTATOR):
                mine, theirs = answer.bodies[audience], there.bodies[audience]
                self._same(f"a choice, to {audience},", seat, mine, theirs)

    # ---- now ----

    def _compare_now(self, seat: int, there: Hosted) -> None:
        for audience in (seat, SPECTATOR):
            mine, other = (_still(each, audience) for each in (self.here, there))
            self._same(f"the state of {audience}", seat, mine, other)
        for choice, source, target in self._questions(seat):
            answers = [
                _explained(each, seat, choice, source, target) for each in (self.here, there)
            ]
            self._same(f"the explanation of {choice} {source} {target}", seat, *answers)
        for choice in self._wrong():
            refusals = [_refused(each, seat, choice) for each in (self.here, there)]
            self._same(f"the answer to {choice}", seat, *refusals)

    def _questions(self, seat: int) -> Iterator[tuple[Choice, Sequence[int], int | None]]:
        for text in self._some(self.texts):
            yield Choice(text=text), (), None
            yield Choice(text=self._about_a_hidden_card(text, seat)), (), None
        if seat not in self.here.sealed.waiting:
            return
        options = body(self.here, seat)["options"]
        for option in self._some(options.get("moves", [])):
            yield Choice(index=option["n"]), (), None
        places = body(self.here, seat)["scene"]["places"]
        for _ in range(DRAGGED):
            source, target = (places[self.draws.below(len(places))] for _ in range(2))
            at = self.draws.below(len(source["cards"]) + 1)
            yield Choice(), (source["zone"], at), target["zone"]

    def _about_a_hidden_card(self, text: str, seat: int) -> str:
        """A text with a card that the seat cannot identify in place of one that is named."""
        places = [p for p in body(self.here, seat)["scene"]["places"] if None in p["cards"]]
        if not places:
            return text
        place = places[self.draws.below(len(places))]
        label = self.here.table.program.value_text(place["zone"], "zone", self.here.table.state)
        card = f"card {1 + self.draws.below(len(place['cards']))} of {label}"
        known = {each for each in self.here.table.program.tokens if each}
        return " ".join(card if word in known else word for word in text.split(" "))

    def _wrong(self) -> Iterator[Choice]:
        """Choices that are probably refused; those that are not are made in a copy."""
        yield from (Choice(text=text) for text in self._some(self.texts))
        yield from (Choice(index=10**6), Choice(items=(0, 1)), Choice(items=(0, 99)))
        yield Choice(range=0, number=10**6)

    def _some(self, items: Sequence[object]) -> list[object]:  # type: ignore[type-arg]
        return [items[self.draws.below(len(items))] for _ in range(min(EXPLAINED, len(items)))]

    # ---- next ----

    def _make(self, table: Hosted, number: int) -> dict[int, bytes]:
        made = table._make([table.table._entry_with(number)], self.everyone)
        return table._answer(made, self.everyone).bodies

    def _compare_next(
        self, seat: int, there: Hosted, number: int, answer: dict[int, bytes]
    ) -> None:
        """Make the same move there; if the seat observes the same, it gets the same message."""
        try:
            other = self._make(there, number)
        except (MoveError, GameFault, TableError):
            return  # not in that world
        here, world = self.here.table, there.table
        if here.over or world.over or here.information(seat) != world.information(seat):
            return
        self.followed += 1
        for audience in (seat, SPECTATOR):
            self._same(f"the message to {audience}", seat, answer[audience], other[audience])

    def _same(self, what: str, seat: int, mine: bytes, other: bytes) -> None:
        self.compared += 1
        if mine != other:
            at = next((i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), 0)
            part = slice(max(at - 60, 0), at + 60)
            raise Leak(f"{what} reveals something to seat {seat}: {mine[part]!r} {other[part]!r}")


def _still(table: Hosted, audience: int) -> bytes:
    """The state that an audience gets, without the events of the last move: a world that was just
    made has none. They are compared when the move is made."""
    data = body(table, audience)
    del data["events"]
    return msgspec.json.encode(data)


def _explained(
    table: Hosted, seat: int, choice: Choice, source: Sequence[int], target: int | None
) -> bytes:
    server = Server({})
    server.tables["table"] = table
    asked = msgspec.to_builtins(choice)
    try:
        return server.explain("table", seat, asked, list(source), target)
    except (MoveError, TableError, Refused) as error:
        return f"{type(error).__name__}: {error}".encode()


def _refused(table: Hosted, seat: int, choice: Choice) -> bytes:
    """The refusal of a choice, or that it is possible."""
    trial = copy.copy(table)
    trial.table = table.table.copy()
    trial.made, trial.revealing = [*table.made], [*table.revealing]
    trial.reports, trial.public = {}, {}
    for step in table.sealed.steps:
        trial.sealed.restore(step)
    try:
        trial.apply(seat, choice, ())
    except Refused as refusal:
        return f"{refusal.code}: {refusal}".encode()
    except GameFault:
        return b"fault"
    return b"possible"
