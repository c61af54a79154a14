"""A table in an engine: it makes moves, and the messages that seats and spectators get of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from ...game import Game
from ...machine import state as m
from ...machine.rng import words
from ...play.errors import GameFault, IllegalMove, InvalidMove, MoveError, TableError
from ...play.events import Event
from ...play.moves import Move
from ...play.record import RecordedMove, record_of
from ...play.replay import follow
from ...play.setup import natural_pace
from ...play.table import Table
from ...players import PLAYERS, Player, choice
from ...table.move_report import MoveReport, MoveReporter
from ...table.options import choose, options_of
from ...table.playback import Replay
from ...table.scene import scene_of
from ...table.spectator import public_scene
from ..wire import Data, events_data, options_data, result_data, scene_data
from .interface import SPECTATOR, Answer, Choice, Made, Refused, Status, TableFault, TableSpec

encode = msgspec.json.Encoder().encode
MOST_AHEAD = 64  # answers looked ahead where several seats choose together
MOST_FORCED = 500  # moves made at once by `finish`


def fresh_words() -> tuple[int, ...]:
    """The words of a random number generator, drawn from the operating system."""
    return tuple(words(secrets.randbits(128), secrets.randbits(128) | 1))


@dataclass
class Hosted:
    """A table with the reports of its moves, kept for each audience that has asked for them."""

    spec: TableSpec
    game: Game
    places: tuple[str, ...] = ()  # zones that are interchangeable, as proved from the rules
    table: Table = field(init=False)
    made: list[Made] = field(default_factory=list)
    reports: dict[int, list[MoveReport]] = field(default_factory=dict)
    bots: dict[tuple[int, str], Player] = field(default_factory=dict)
    public: dict[int, tuple[MoveReport, list[Event]]] = field(default_factory=dict)
    """What spectators saw of the moves of the present request, by number: they have no past."""

    def __post_init__(self) -> None:
        spec, program = self.spec, self.game.program(self.spec.players)
        self.table = self.game.table(
            players=spec.players,
            names=spec.names,
            seed=spec.seed,
            rng=spec.rng,
            deal=spec.deal or None,
            pace=spec.pace or natural_pace(program),
            trace=True,
        )
        for step in spec.moves:
            self._repeat(step)

    def _repeat(self, step: Made) -> None:
        """Make a move of the journal again, by its text where ids have changed since."""
        if step.chance is not None:
            self.table.reseed(step.chance)
        try:
            follow(self.table, [RecordedMove(step.id, step.text, None)], strict=False)
        except (MoveError, GameFault) as error:
            number = len(self.made) + 1
            raise TableFault(f"move {number}, '{step.text}', cannot be replayed: {error}") from None
        self.made.append(step)

    # ---- moves ----

    def apply(self, seat: int, chosen: Choice, audience: Sequence[int]) -> Answer:
        """Make the choice of a seat."""
        if self.table.decider != seat:
            raise Refused("not_your_turn", "it is not your turn")
        try:
            move = choose(
                self.table.view(seat),
                index=chosen.index,
                items=chosen.items,
                range=chosen.range or 0,
                number=chosen.number,
                text=chosen.text,
                places=self.places,
            )
            return self._answer([self._make(move, audience)], audience)
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        except (InvalidMove, MoveError, TableError) as error:
            raise Refused("invalid", str(error)) from None

    def go_on(self, audience: Sequence[int]) -> Answer:
        """Continue after a pause."""
        if not self.table.paused:
            raise Refused("invalid", "the game does not pause now")
        return self._answer([self._make(self.table.legal()[0], audience)], audience)

    def play_bot(self, seat: int, bot: str, seed: int, audience: Sequence[int]) -> Answer:
        """Let a bot choose for the seat that decides."""
        if self.table.decider != seat:
            raise Refused("not_your_turn", "it is not the bot's turn")
        key = seat, bot
        if key not in self.bots:
            if bot not in PLAYERS:
                raise Refused("invalid", f"unknown bot '{bot}'")
            self.bots[key] = PLAYERS[bot]()
            self.bots[key].begin(seat, self.table.program, seed)
        return self._answer([self._make(choice(self.bots[key], self.table), audience)], audience)

    def finish(self, audience: Sequence[int]) -> Answer:
        """Make moves as long as there is only one, up to the end of the game."""
        made = []
        while not self.table.over and len(self.table.legal()) == 1 and len(made) < MOST_FORCED:
            made.append(self._make(self.table.legal()[0], audience))
        return self._answer(made, audience)

    def _make(self, move: Move, audience: Iterable[int]) -> tuple[Made, bool]:
        """Make a legal move; returns it for the journal, and whether chance or a revelation was
        involved."""
        table, number = self.table, len(self.made)
        if self.spec.fresh:
            table.reseed(fresh_words())
        before = table.state.copy()
        seat, id, text = table.decider, move.id, str(move)
        reporter = MoveReporter(table, move)
        table.apply(move)
        # Seats that were not connected have gaps, which a replay fills when they come back.
        for each in audience:
            if each == SPECTATOR:
                self.public[number] = reporter.public_report(table), reporter.public_events(table)
            elif len(self.reports.setdefault(each, [])) == number:
                self.reports[each].append(reporter.report(table, each))
        made = Made(seat, id, text, table.reseeded.get(number))
        self.made.append(made)
        return made, self._revealed(before)

    def _revealed(self, before: m.Array) -> bool:
        """Whether a seat can identify a token that it could not before, or chance was involved."""
        program, after = self.table.program, self.table.state
        columns = slice(program.columns.known, program.columns.next)
        grown = bool((after[columns] & ~before[columns]).any())
        chance = slice(m.RNG, m.RNG + 8)
        return grown or bool((after[chance] != before[chance]).any())

    def undo(self, count: int, audience: Sequence[int]) -> Answer:
        """Take back the last moves; at tables with fresh chance it will be drawn anew."""
        try:
            self.table.undo(count)
        except MoveError as error:
            raise Refused("invalid", str(error)) from None
        del self.made[-count:]
        for lines in self.reports.values():
            del lines[len(self.made) :]
        self.bots.clear()  # what they remember may not have happened
        return self._answer([], audience)

    def secret(self, count: int) -> bool:
        """Whether the last moves involved chance or revealed something."""
        start = len(self.made) - count
        if start < 0:
            raise Refused("invalid", "no move to take back")
        earlier = self.table.copy()
        earlier.undo(count)
        return self._revealed(earlier.state)

    # ---- messages ----

    def _answer(self, made: Sequence[tuple[Made, bool]], audience: Sequence[int]) -> Answer:
        since = dict.fromkeys(audience, len(self.made) - len(made))
        found = self.states(audience, since)
        self.public.clear()
        secret = any(revealed for _, revealed in made)
        return Answer(found.status, found.bodies, tuple(step for step, _ in made), secret)

    def states(self, audience: Sequence[int], since: dict[int, int]) -> Answer:
        """The state for each audience, with log lines since a number of moves."""
        status = self.status()
        bodies = {each: self._body(each, status, since.get(each, 0)) for each in audience}
        return Answer(status, bodies)

    def status(self) -> Status:
        """Where the table stands."""
        table = self.table
        result = table.result() if table.over else None
        return Status(
            moves=len(self.made),
            decider=table.decider,
            waiting=self._waiting(),
            paused=table.paused,
            over=table.over,
            forced=table.decider is not None and len(table.legal()) == 1,
            winners=result.winners if result else (),
            scores=result.scores if result else None,
            reason=result.reason if result else "",
        )

    def _waiting(self) -> tuple[int, ...]:
        """The seats that still have to choose: one, or where several choose together, all that
        will be asked before anything is revealed."""
        table = self.table
        if table.decider is None:
            return ()
        if not table.together:
            return (table.decider,)
        # What is answered here changes nothing: answers take effect once all are in, and the copy
        # is thrown away.
        ahead, made, found = table.copy(), len(table.log), dict.fromkeys([table.decider])
        while ahead.together and ahead.decider is not None and len(ahead.log) < made + MOST_AHEAD:
            found[ahead.decider] = None
            try:
                ahead.apply(ahead.legal()[0])
            except (GameFault, TableError):
                break
        return tuple(found)

    def _body(self, audience: int, status: Status, since: int) -> bytes:
        """The body of a state message, made from a view alone, or from what all seats see."""
        data: Data
        if audience == SPECTATOR:
            _, events = self.public.get(len(self.made) - 1, (None, []))
            data = {
                "seat": None,
                "scene": scene_data(public_scene(self.table)),
                "events": events_data(events, self.table.program),
            }
        else:
            view = self.table.view(audience)
            data = {
                "seat": audience,
                "scene": scene_data(scene_of(view)),
                "options": options_data(options_of(view, self.places)),
                "events": events_data(view.events(), view.program),
            }
        data["turn"] = {"decider": status.decider, "waiting": status.waiting}
        data["paused"] = status.paused
        data["over"] = status.over
        data["result"] = result_data(self.table.result()) if status.over else None
        data["moves"] = status.moves
        data["made"] = [
            {"n": number, "seat": step.seat} | _line_data(line)
            for number, (step, line) in enumerate(
                zip(self.made[since:], self._lines(audience)[since:], strict=True), since + 1
            )
        ]
        return encode(data)

    def _lines(self, audience: int) -> Sequence[MoveReport]:
        """The reports of all moves for an audience; missing ones are made by a replay. Of earlier
        moves spectators learn only who made them."""
        if audience == SPECTATOR:
            return [self._public_line(number, step) for number, step in enumerate(self.made)]
        lines = self.reports.setdefault(audience, [])
        if len(lines) < len(self.made):
            lines[:] = replayed_reports(self.table, audience)
        return lines

    def _public_line(self, number: int, step: Made) -> MoveReport:
        if number in self.public:
            return self.public[number][0]
        return MoveReport("" if step.seat is None else self.table.names[step.seat], "", ())

    def history(self, audience: int, move: int) -> bytes:
        """The scene after a number of moves, as the audience saw it then."""
        if not 0 <= move <= len(self.made):
            raise Refused("invalid", f"the game has {len(self.made)} moves")
        then = self.table.copy()
        if move < len(self.made):
            then.undo(len(self.made) - move)
        scene = public_scene(then) if audience == SPECTATOR else scene_of(then.view(audience))
        seat = None if audience == SPECTATOR else audience
        return encode({"seat": seat, "move": move, "scene": scene_data(scene)})

    def record(self) -> str:
        """The record of the game so far."""
        return record_of(self.table).as_text()


def _line_data(line: MoveReport) -> Data:
    return {"who": line.who, "text": line.text, "lines": line.lines}


def replayed_reports(table: Table, seat: int) -> list[MoveReport]:
    """The reports of all moves of a table for a seat."""
    return Replay(table, seat).to_end().history
