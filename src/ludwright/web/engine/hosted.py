"""A table in an engine: it makes moves, and the messages that seats and spectators get of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from ...game import Game
from ...machine import stack
from ...machine import state as m
from ...machine.program import Array
from ...machine.rng import words
from ...play.compound_moves import entries, parts
from ...play.errors import GameFault, IllegalMove, MoveError, TableError
from ...play.events import Event
from ...play.option_rows import Entry
from ...play.plain_data import Data, events_data, result_data
from ...play.public_events import seen_in_public
from ...play.record import RecordedMove, record_of
from ...play.replay import follow
from ...play.setup import natural_pace
from ...play.table import Table
from ...players import PLAYERS, Player, choice, own_seed
from ...players.level import Level
from ...table.finishing import finishing
from ...table.move_report import MoveReport, MoveReporter
from ...table.options import choose, options_of
from ...table.playback import Replay
from ...table.scene import scene_of
from ...table.seat import Seat
from ...table.spectator import public_scene
from ..config import BOTS
from ..wire import options_data, scene_data
from .interface import SPECTATOR, Answer, Choice, Made, Refused, Status, TableFault, TableSpec
from .sealed_choices import SealedChoices

encode = msgspec.json.Encoder().encode


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
    revealing: list[bool] = field(default_factory=list)
    """By move: whether chance was involved, or something was revealed."""
    reports: dict[int, list[MoveReport]] = field(default_factory=dict)
    bots: dict[tuple[int, str], Player] = field(default_factory=dict)
    public: dict[int, tuple[MoveReport, list[Event]]] = field(default_factory=dict)
    """What spectators saw of the moves of the present request, by number: they have no past."""
    _sealed: SealedChoices | None = None

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
        for step in spec.sealed:
            self.sealed.restore(step)

    def stands_as(self, spec: TableSpec) -> bool:
        """Whether the table is the one of a specification, after the same moves."""
        asked, mine = (replace(s, moves=(), sealed=(), sources="") for s in (spec, self.spec))
        made = (self.made, self.sealed.steps) == ([*spec.moves], [*spec.sealed])
        return asked == mine and made

    def _repeat(self, step: Made) -> None:
        """Make a move of the journal again, by its text where ids have changed since."""
        if step.chance is not None:
            self.table.reseed(step.chance)
        before = self.table.state.copy()
        try:
            if not self._repeat_by_id(step):
                follow(self.table, [RecordedMove(step.id, step.text, None)], strict=False)
        except (MoveError, GameFault) as error:
            number = len(self.made) + 1
            raise TableFault(f"move {number}, '{step.text}', cannot be replayed: {error}") from None
        self.made.append(step)
        self.revealing.append(self._revealed(before))

    def _repeat_by_id(self, step: Made) -> bool:
        """Make a move by its id if it still has the same text; that lists no other moves."""
        try:
            move = self.table.move(step.id)
        except MoveError:
            return False
        if str(move) != step.text:
            return False
        self.table.apply(move)
        return True

    # ---- simultaneous choices ----

    @property
    def sealed(self) -> SealedChoices:
        """The choices where seats choose together, which wait until all are in."""
        if self._sealed is None or not self._sealed.belongs_to(self.table):
            self._sealed = SealedChoices(self.table)
        return self._sealed

    def _seal(self, seat: int, entry: Entry, audience: Sequence[int]) -> Answer:
        """Keep a choice of a seat; with the last one, all are made."""
        sealed, start = self.sealed, len(self.made)
        step = sealed.keep(seat, entry)
        if sealed.waiting:
            return replace(self._answer([], audience), sealed=step)
        sealed.make(lambda each: self._make_one(each, audience))
        return self._answer(self.made[start:], audience)

    def withdraw(self, seat: int, audience: Sequence[int]) -> Answer:
        """Drop the last sealed choice of a seat, which can choose again."""
        self.sealed.withdraw(seat)
        return self._answer([], audience)

    # ---- moves ----

    def apply(self, seat: int, chosen: Choice, audience: Sequence[int]) -> Answer:
        """Make the choice of a seat."""
        if seat not in self.sealed.waiting:
            raise Refused("not_your_turn", "it is not your turn")
        self._draw_anew()
        try:
            found = self._chosen(seat, chosen)
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        except (MoveError, TableError) as error:
            raise Refused("invalid", str(error)) from None
        if self.sealed:
            return self._seal(seat, found[0], audience)
        return self._answer(self._make(found, audience), audience)

    def _chosen(self, seat: int, chosen: Choice) -> list[Entry]:
        """The log entries of a choice: several if its text has answers, too."""
        table = self.sealed.asking(seat)
        view = table.view(seat, past=False)
        # With others at the table, a compound move that fails would be a way to peek: its message
        # depends on what its first part reveals.
        text = chosen.text if table.program.seats == 1 else None
        if text is not None and len(parts(text)) > 1 and not Seat(view).means_a_move(text):
            return entries(table, text, (), seat)
        move = choose(
            view,
            index=chosen.index,
            items=chosen.items,
            range=chosen.range or 0,
            number=chosen.number,
            text=chosen.text,
            places=self.places,
        )
        return [table.entry(move)]

    def go_on(self, audience: Sequence[int]) -> Answer:
        """Continue after a pause."""
        if not self.table.paused:
            raise Refused("invalid", "the game does not pause now")
        self._draw_anew()
        return self._answer(self._make([()], audience), audience)

    def play_bot(self, seat: int, bot: str, seed: int, audience: Sequence[int]) -> Answer:
        """Let a bot choose for a seat that can choose now."""
        if seat not in self.sealed.waiting:
            raise Refused("not_your_turn", "it is not the bot's turn")
        key = seat, bot
        if key not in self.bots:
            if bot not in BOTS:
                raise Refused("invalid", f"unknown bot '{bot}'")
            self.bots[key] = _registered(bot)
            # Every seat has a stream of its own, which has nothing to do with the deal.
            self.bots[key].begin(seat, self.table.program, own_seed(seed, seat))
        self._draw_anew()
        table = self.sealed.asking(seat)
        entry = table.entry(choice(self.bots[key], table))
        if self.sealed:
            return self._seal(seat, entry, audience)
        return self._answer(self._make([entry], audience), audience)

    def finish(self, audience: Sequence[int]) -> Answer:
        """Make the moves that end a solitaire without decisions, as far as they go."""
        return self._answer(self._make(finishing(self.game, self.table), audience), audience)

    def _draw_anew(self) -> None:
        """Let the chance of the next moves come from the operating system, at tables where it
        does."""
        if self.spec.fresh:
            self.table.reseed(fresh_words())

    def _make(self, line: Sequence[Entry], audience: Iterable[int]) -> list[Made]:
        """Make legal moves; returns them for the journal."""
        start = len(self.made)
        for entry in line:
            self._make_one(entry, audience)
        return self.made[start:]

    def _make_one(self, entry: Entry, audience: Iterable[int]) -> None:
        table, number = self.table, len(self.made)
        move, before, seat = table.logged(entry), table.state.copy(), table.decider
        reporter = MoveReporter(table, move)
        table.carry_out(entry)
        # Seats that were not connected have gaps, which a replay fills when they come back.
        for each in audience:
            if each == SPECTATOR:
                self.public[number] = reporter.public_report(table), reporter.public_events(table)
            elif len(self.reports.setdefault(each, [])) == number:
                self.reports[each].append(reporter.report(table, each))
        self.made.append(Made(seat, move.id, str(move), table.reseeded.get(number)))
        self.revealing.append(self._revealed(before))

    def _revealed(self, before: Array) -> bool:
        """Whether chance was involved in the last move, or a seat may know something since then
        that it did not know before."""
        program, after = self.table.program, self.table.state
        chance = slice(m.RNG, m.RNG + 8)
        known = slice(m.KNOWN, m.KNOWN + len(program.tokens))
        if (after[chance] != before[chance]).any() or (after[known] & ~before[known]).any():
            return True
        if before[m.TOGETHER] and self._answers(after) <= self._answers(before):
            return True  # all answers are in, and take effect
        # What others may read can depend on what was hidden from them; that it does is not known.
        hides = any(info.audience != "all" for info in program.variables.values())
        values = slice(self.table.masks.variables_at, program.registers_at)
        return hides and bool((after[values] != before[values]).any())

    def undo(self, count: int, audience: Sequence[int]) -> Answer:
        """Take back the last moves; at tables with fresh chance it will be drawn anew."""
        try:
            self.table.undo(count)
        except MoveError as error:
            raise Refused("invalid", str(error)) from None
        del self.made[-count:], self.revealing[-count:]
        for lines in self.reports.values():
            del lines[len(self.made) :]
        self.bots.clear()  # what they remember may not have happened
        return self._answer([], audience)

    def secret(self, count: int) -> bool:
        """Whether the last moves involved chance or revealed something."""
        if not 0 < count <= len(self.made):
            raise Refused("invalid", "no move to take back")
        return any(self.revealing[-count:])

    # ---- messages ----

    def _answer(self, made: Sequence[Made], audience: Sequence[int]) -> Answer:
        start = len(self.made) - len(made)
        found = self.states(audience, dict.fromkeys(audience, start))
        self.public.clear()
        return Answer(found.status, found.bodies, tuple(made), any(self.revealing[start:]))

    def states(self, audience: Sequence[int], since: dict[int, int]) -> Answer:
        """The state for each audience, with log lines since a number of moves."""
        status = self.status()
        bodies = {each: self._body(each, status, since.get(each, 0)) for each in audience}
        return Answer(status, bodies)

    def status(self) -> Status:
        """Where the table stands."""
        table, waiting = self.table, self.sealed.waiting
        result = table.result() if table.over else None
        return Status(
            moves=len(self.made),
            decider=waiting[0] if waiting else table.decider,
            waiting=waiting,
            paused=table.paused,
            over=table.over,
            forced=not self.sealed and table.decider is not None and len(table.legal()) == 1,
            winners=result.winners if result else (),
            scores=result.scores if result else None,
            reason=result.reason if result else "",
            together=bool(self.sealed),
        )

    def _answers(self, state: Array) -> int:
        """The number of simultaneous answers that are not revealed yet."""
        return len(stack.answers(self.table.program, state))

    def _body(self, audience: int, status: Status, since: int) -> bytes:
        """The body of a state message, made from a view alone, or from what all seats see."""
        data: Data
        if audience == SPECTATOR:
            _, events = self.public.get(len(self.made) - 1, (None, []))
            data = {
                "seat": None,
                "scene": scene_data(public_scene(self.table)),
                "events": events_data(
                    seen_in_public(self.table.program, events), self.table.program
                ),
            }
        else:
            sealed, table = self.sealed, self.sealed.asking(audience)
            view = table.view(audience, past=False)
            # A table that asks early has the events of choices that nobody made.
            now = view if table is self.table else self.table.view(audience, past=False)
            data = {
                "seat": audience,
                "scene": scene_data(scene_of(view)),
                "options": options_data(options_of(view, self.places)),
                "events": events_data([] if sealed.still else now.events(), view.program),
            }
            if sealed:
                data["chosen"] = sealed.texts(audience)
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
        scene = (
            public_scene(then)
            if audience == SPECTATOR
            else scene_of(then.view(audience, past=False))
        )
        seat = None if audience == SPECTATOR else audience
        return encode({"seat": seat, "move": move, "scene": scene_data(scene)})

    def record(self) -> str:
        """The record of the game so far."""
        return record_of(self.table).as_text()


def _line_data(line: MoveReport) -> Data:
    return {"who": line.who, "text": line.text, "lines": line.lines}


def _registered(name: str) -> Player:
    """A bot by its name. Clients cannot name commands or files, and no bot takes more than one core
    from others."""
    player = PLAYERS[name]()
    if isinstance(player, Level):
        player.cores = 1
    return player


def replayed_reports(table: Table, seat: int) -> list[MoveReport]:
    """The reports of all moves of a table for a seat."""
    return Replay(table, seat).to_end().history
