"""A game, ready for tables, simulations and checks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from . import pipeline
from .diagnostics import Diagnostic, Report, render
from .gamedef import nodes as n
from .languages import LANGUAGES
from .languages.files import HIGHEST
from .languages.positions import Pile, Position, Positions, TokenState
from .machine.program import Program, VariableInfo

if TYPE_CHECKING:
    from .lab.metrics import Statistics
    from .lab.playtest import Played
    from .lab.solutions import Solutions, Summary
    from .play.contract import Tested
    from .play.record import Record
    from .play.table import Table


class GameError(ValueError):
    """A description that is not a game, or options it does not have; `diagnostics` says why."""

    def __init__(self, loaded: pipeline.Loaded, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n\n".join(render(d, loaded.sources) for d in diagnostics))
        self.diagnostics = tuple(diagnostics)
        self.sources = loaded.sources


class Game:
    """A checked game. Programs are compiled when needed, once per number of players and options."""

    def __init__(
        self, loaded: pipeline.Loaded, options: Mapping[str, object], called: str = ""
    ) -> None:
        if loaded.failed or loaded.game is None:
            raise GameError(loaded, loaded.diagnostics)
        self.loaded = loaded
        self.name = loaded.name
        self.called = called or loaded.name  # what its records say: how to find it again
        self.definition: n.GameDef = loaded.game
        self.options = dict(options)
        self.program()

    def program(self, players: int | None = None, chance: bool = False) -> Program:
        """The program for a number of players (the fewest, if not given); with `chance` the caller
        says what comes out of every shuffle and roll."""
        seats = self.definition.least_players if players is None else players
        known, key = self.loaded.programs, (seats, chance, repr(sorted(self.options.items())))
        if key not in known:
            report = Report()
            options = self.options
            made = pipeline.compile_loaded(self.definition, seats, options, report, chance)
            if made is None:
                raise GameError(self.loaded, report.sorted())
            known[key] = replace(made, sources=self.loaded.digest)
        return known[key]

    def __repr__(self) -> str:
        least, most = self.definition.least_players, self.definition.most_players
        players = str(least) if least == most else f"{least} to {most}"
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"<Game {self.name} for {players}{options}>"

    def table(
        self,
        *,
        seed: int | None = None,
        players: int | None = None,
        names: Sequence[str] | None = None,
        pace: str = "decision",
        deal: Mapping[str, Sequence[str]] | str | None = None,
        trace: bool = False,
        rng: Sequence[int] | None = None,
        chance: bool = False,
    ) -> Table:
        """A table at which the game is about to begin, with the fewest players if it is not said
        how many, and the seed of the description, or 0.

        The pace says where it stands still: at every `decision`, or also after every `turn`,
        `phase` or `event`. A deal says how a zone that is shuffled comes to lie, the first card on
        top; it may be a text: names of cards, or a number of Microsoft's (`ms:11982`). A table
        with a `trace` keeps the events since the last move. The words of a random number generator
        (`rng`) take the place of a seed. With `chance` the outcomes of shuffles and rolls are
        moves, for whoever walks through all of them.
        """
        from .play.stacked_deal import deal_of
        from .play.table import Table

        program = self.program(players, chance)
        return Table(
            program,
            seed=(self.definition.seed or 0) if seed is None else seed,
            rng=rng,
            names=names,
            pace=pace,
            deal=deal_of(program, deal) if isinstance(deal, str) else deal,
            trace=trace,
            game=self.called,
        )

    def resume(self, text: str, *, trace: bool = False, changed: bool = False) -> Table:
        """The table of a saved game; every move is checked, and RecordError says what is wrong.
        A description that was `changed` since will do, too, if that makes no difference."""
        from .play.record import RecordError, read_record
        from .play.replay import check_sources, replay

        record = read_record(text)
        if not changed:
            self._check_name(record)
            check_sources(record, self.loaded.digest)
        try:
            program = self.program(record.players)
            if program.options != record.options:
                program = self._with(record.options).program(record.players)
            return replay(record, program, trace, changed)
        except GameError:  # options or a number of players that this game does not have
            self._check_name(record)
            check_sources(record, self.loaded.digest)
            raise
        except RecordError as error:
            self._check_name(record, (error.diagnostic.message,))
            raise

    def _check_name(self, record: Record, notes: tuple[str, ...] = ()) -> None:
        """Reject a record of other sources that also names another game. The name alone proves
        nothing: the same file may be called differently."""
        from .play.record import refuse
        from .play.replay import OTHER_GAME, fits

        name = PurePosixPath(record.game[:200]).name
        if not fits(record, self.loaded.digest) and name != Path(self.called).name:
            message = f"this is a record of '{name}', not of '{self.called}'"
            refuse(OTHER_GAME, message, help=f"load it with '{name}'", notes=notes)

    def save(self, table: Table, folder: str | Path = ".") -> str:
        """The record of a table of this game that will lie in a folder and finds its game from
        there; `resume` goes on from it."""
        from .play.record import record_of

        return replace(record_of(table), game=self._found_from(Path(folder))).as_text()

    def _found_from(self, folder: Path) -> str:
        """What a record in a folder calls this game: its name in the library, or the way to its
        file."""
        if self.loaded.path is None or self.called in pipeline.library_games():
            return self.called
        try:
            way = os.path.relpath(os.path.realpath(self.loaded.path), os.path.realpath(folder))
        except ValueError:  # on another drive
            return self.called
        return Path(way).as_posix()

    @property
    def positions(self) -> Positions | None:
        """How the game's language keeps positions, if it does."""
        return next(each.positions for each in LANGUAGES if each.name == self.loaded.language)

    def position(self, table: Table, folder: str | Path = ".") -> str:
        """What lies on a table of this game, as a file of its language to go on from that will lie
        in a folder. It holds everything, so it is not for those who may not see all cards."""
        from .play.errors import TableError

        if self.positions is None:
            raise TableError(f"{self.loaded.language or 'this language'} has no files of positions")
        if table.paused:
            raise TableError("the game is in the middle of something: let it go on first")
        report, sources = Report(), self.loaded.sources
        file = self._named_from(Path(folder).resolve()) or sources[0].name
        text = self.positions.write(self.definition, position_of(table), sources, file, report)
        if text is None:
            raise GameError(self.loaded, report.sorted())
        return text

    def _named_from(self, folder: Path) -> str:
        """How a file in a folder can name that of the game: from there, or from a folder above; by
        its name alone if that does not help. Games of the library are named from there."""
        if self.loaded.path is None:
            return ""
        path, library = self.loaded.path.resolve(), pipeline.LIBRARY.resolve()
        if path.is_relative_to(library):
            return path.relative_to(library.parent).as_posix()
        for home in (folder, *folder.parents[:HIGHEST]):
            if path.is_relative_to(home) and home != home.parent:
                return path.relative_to(home).as_posix()
        return path.name

    def _with(self, options: Mapping[str, object]) -> Game:
        return Game(self.loaded, options, self.called)

    def simulate(
        self,
        games: int,
        seed: int = 0,
        *,
        players: int | None = None,
        jobs: int | None = None,
        most: int = 10_000,
        bot: str = "random",
        against: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> Statistics:
        """Play many games by themselves, each to its end or to so many (`most`) decisions or turns,
        and count. The bot sits in all seats, or in the first one `against` another; all cores work
        unless `jobs` says how many; `progress` is told the games done and those in all."""
        from .lab.simulate import simulate
        from .play.failures import as_written

        program = self.program(players)
        found = simulate(
            program, games, seed, jobs=jobs, most=most, bot=bot, against=against, progress=progress
        )
        written = as_written(found.failed_actions, self.loaded.sources)
        return replace(found, failed_actions=written)

    def solve(
        self,
        seeds: Iterable[int] = range(1, 2),
        *,
        deals: Iterable[str] = (),
        seconds: float | None = 10.0,
        states: int | None = None,
        memory: int = 2 << 30,
        jobs: int | None = None,
        save: str | Path | None = None,
        short: bool | None = None,
        progress: Callable[[Summary, int, int], None] | None = None,
    ) -> Solutions:
        """Whether deals can be won, and how, with all cards known: deals of seeds, or those given
        as texts (`ms:11982`) if there are any.

        Each deal is searched within so many seconds, positions (`states`) and bytes (`memory`). All
        cores work unless `jobs` says how many. With `save` each answer is written to a file as it
        comes, and deals that the file has already are not solved again. Solutions are made `short`
        if that is asked for, or if there is one deal and nothing is said.
        """
        from .lab.solutions import Deal, deal_called
        from .lab.solve_deals import solve_deals
        from .solver.answers import Limits

        asked = [deal_called(each) for each in deals] or [Deal(seed) for seed in seeds]
        limits = Limits(seconds, states, memory)
        return solve_deals(
            self.definition,
            self.program(),
            asked,
            limits=limits,
            jobs=jobs,
            progress=progress,
            save=save,
            short=short,
        )

    def contract(
        self, *, players: int | None = None, games: int = 4, most: int = 120, seed: int = 1
    ) -> list[Tested]:
        """Play games at random and test all that a game promises at their first moves (`most`), for
        one number of players or for each."""
        from .play.contract import contract

        return [contract(each, games, most, seed) for each in self._all_programs(players)]

    def check_by_play(
        self,
        games: int | None = None,
        *,
        seconds: float = 10.0,
        progress: Callable[[int, int, int], None] | None = None,
    ) -> Played:
        """The same with every number of players: exactly so many games each, or a few within so
        many seconds; with what failed on the way. `progress` is told the number of players, the
        games begun and those in all."""
        from .lab.playtest import check_by_play
        from .play.failures import as_written

        played = check_by_play(self._all_programs(), games, seconds, progress)
        written = as_written(played.failed_actions, self.loaded.sources)
        return replace(played, failed_actions=written)

    def _all_programs(self, players: int | None = None) -> list[Program]:
        """The programs for one number of players, or for each."""
        least, most = self.definition.least_players, self.definition.most_players
        seats = range(least, most + 1) if players is None else [players]
        return [self.program(each) for each in seats]


def position_of(table: Table) -> Position:
    """All that lies on a table, and its variables."""
    from .play import inspect_state

    program, state = table.program, table.state
    piles = []
    for number in range(1, len(program.zones)):
        if zone := program.zone_in(number, state):
            tokens = inspect_state.tokens_in(program, state, number)
            faces = inspect_state.face_up(program, state, number)
            lying = (
                TokenState(token - 1, face, inspect_state.changing_values(program, state, token))
                for token, face in zip(reversed(tokens), reversed(faces), strict=True)
            )
            piles.append(Pile(zone.name, zone.owner, zone.index, zone.path, tuple(lying)))
    variables = {
        info.name: tuple(_variable(table, info, i) for i in range(len(program.owners(info))))
        for info in program.variables.values()
    }
    return Position(tuple(piles), variables)


def _variable(table: Table, info: VariableInfo, number: int) -> int | bool | str | None:
    owned = info.per_seat or info.per_team
    return table.variable(info.name, number if owned else None, None if owned else number)


def load(
    name: str | Path,
    options: Mapping[str, object] | None = None,
    *,
    root: str | Path | None = None,
) -> Game:
    """A game of the library by name, or from a file. The files that it names must lie below the
    root: the folder of its file, if no other is given."""
    return Game(pipeline.load(name, root), options or {}, Path(name).name)


def loads(text: str, language: str, options: Mapping[str, object] | None = None) -> Game:
    """A game from a text in a language."""
    return Game(pipeline.loads(text, language), options or {})


def check(name: str | Path, *, root: str | Path | None = None) -> list[Diagnostic]:
    """Everything there is to say about a description: errors and warnings, in file order. A file
    that only belongs to a game, such as a deck, may be fine, too."""
    loaded = pipeline.load(name, root)
    aside = pipeline.ONLY_PART.code if loaded.part else ""
    return [d for d in loaded.diagnostics if d.code != aside]


def solve(
    game: Game | str | Path,
    seeds: Iterable[int] = range(1, 2),
    *,
    deals: Iterable[str] = (),
    seconds: float | None = 10.0,
    states: int | None = None,
    memory: int = 2 << 30,
    jobs: int | None = None,
    save: str | Path | None = None,
    short: bool | None = None,
    progress: Callable[[Summary, int, int], None] | None = None,
) -> Solutions:
    """Whether deals of a one-player game can be won, and how; see Game.solve."""
    return (game if isinstance(game, Game) else load(game)).solve(
        seeds,
        deals=deals,
        seconds=seconds,
        states=states,
        memory=memory,
        jobs=jobs,
        save=save,
        short=short,
        progress=progress,
    )
