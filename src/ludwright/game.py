"""A loaded game: the entry to tables, records, simulation, solving and tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from . import pipeline
from .compiler.origins import remember
from .diagnostics import Diagnostic, Report, render
from .gamedef import nodes as n
from .languages import LANGUAGES
from .languages.positions import Positions
from .machine.program import Program

if TYPE_CHECKING:
    from .lab.arena_result import Arena
    from .lab.collect import Collected
    from .lab.equilibrium import Equilibrium
    from .lab.estimates import Estimate
    from .lab.executor import Executor
    from .lab.metrics import Statistics
    from .lab.playtest import Played
    from .lab.report.write import Report as Written
    from .lab.solutions import Solutions, Summary
    from .play.batch import Batch
    from .play.contract import Tested
    from .play.record import Record
    from .play.table import Table
    from .players import Bot


class GameError(ValueError):
    """An invalid description, or unknown options; see `diagnostics`."""

    def __init__(self, loaded: pipeline.Loaded, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n\n".join(render(d, loaded.sources) for d in diagnostics))
        self.diagnostics = tuple(diagnostics)
        self.sources = loaded.sources


class Game:
    """A checked game. Programs are compiled on demand, once per number of players and options."""

    def __init__(
        self, loaded: pipeline.Loaded, options: Mapping[str, object], called: str = ""
    ) -> None:
        if loaded.failed or loaded.game is None:
            raise GameError(loaded, loaded.diagnostics)
        self.loaded = loaded
        self.name = loaded.name
        self.called = called or loaded.name  # the name in its records, by which it is found again
        self.definition: n.GameDef = loaded.game
        self.options = dict(options)
        self.program()  # reports invalid options now, not at the first table

    def program(self, players: int | None = None, chance: bool = False) -> Program:
        """The program for a number of players (default: the fewest); with `chance`, outcomes of
        shuffles and rolls are chosen by the caller."""
        seats = self.definition.least_players if players is None else players
        # Programs are kept with the loaded sources, so games with the same sources share them.
        known, key = self.loaded.programs, (seats, chance, repr(sorted(self.options.items())))
        if key not in known:
            report = Report()
            options = self.options
            made = pipeline.compile_for(self.definition, seats, options, report, chance)
            if made is None:
                raise GameError(self.loaded, report.sorted())
            made = replace(made, sources=self.loaded.digest)
            known[key] = remember(made, self.definition)
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
        """A table at the start of a game. Defaults: the fewest players, and the seed of the
        description, or 0.

        `pace` is where the table pauses: at every `decision`, or also after every `turn`, `phase`
        or `event`. `deal` replaces the result of a shuffle by lists of cards per zone, top card
        first, or by a text: card names, or one of Microsoft's numbers (`ms:11982`). With `trace`,
        the table keeps the events since the last move. `rng`, the words of a random number
        generator, replaces the seed. With `chance`, outcomes of shuffles and rolls are moves, for
        enumeration.
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

    def batch(
        self,
        tables: int,
        seed: int = 0,
        *,
        players: int | None = None,
        autoreset: bool = True,
        threads: int = 1,
        log: bool = False,
    ) -> Batch:
        """Many tables that are stepped in one call. Table i begins with the game of the seed
        mix(seed, i).

        A finished table begins its next game with the next step; without `autoreset`, it stays
        finished. `threads` is how many threads step tables at the same time. With a `log`, tables
        taken out of the batch know their game from its beginning.
        """
        from .play.batch import Batch

        return Batch(
            self.program(players),
            tables,
            seed=seed,
            autoreset=autoreset,
            threads=threads,
            log=log,
            game=self.called,
        )

    def observation_legend(self, players: int | None = None) -> list[str]:
        """What each number of an observation is, as `adapters.observation` writes them."""
        from .belief.tensor_layout import layout_of

        return [*layout_of(self.program(players)).names]

    def resume(self, text: str, *, trace: bool = False, changed: bool = False) -> Table:
        """The table of a saved game. Every move is verified; RecordError says what is wrong. With
        `changed`, other sources are accepted if every move still replays."""
        from .play.record import RecordError, read_record
        from .play.replay import check_sources, replay

        record = read_record(text)
        if not changed:
            self._check_name(record)
            check_sources(record, self.loaded.digest)
        try:
            program = self.program(record.players)
            # The options of the record win over those this game was loaded with.
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

        # Records come from anywhere: the name is cut before it is put into a message.
        name = PurePosixPath(record.game[:200]).name
        if not fits(record, self.loaded.digest) and name != Path(self.called).name:
            message = f"this is a record of '{name}', not of '{self.called}'"
            refuse(OTHER_GAME, message, help=f"load it with '{name}'", notes=notes)

    def save(self, table: Table, folder: str | Path = ".") -> str:
        """The record of a table of this game, for `resume`. It names the game relative to the
        folder it will be saved in."""
        from .play.record import record_of

        return replace(record_of(table), game=self._found_from(Path(folder))).as_text()

    def _found_from(self, folder: Path) -> str:
        """The name of this game in a record in a folder: its library name, or a relative path."""
        if self.loaded.path is None or self.called in pipeline.library_games():
            return self.called
        try:
            way = os.path.relpath(os.path.realpath(self.loaded.path), os.path.realpath(folder))
        except ValueError:  # on another drive
            return self.called
        return Path(way).as_posix()

    @property
    def positions(self) -> Positions | None:
        """How the game's language saves positions, if it does."""
        return next(each.tools.positions for each in LANGUAGES if each.name == self.loaded.language)

    def position(self, table: Table, folder: str | Path = ".") -> str:
        """The position of a table as a file of the game's language, to be saved in a folder and
        continued from. It contains all cards, hidden ones included."""
        from .play.errors import TableError
        from .positions import position_of

        if self.positions is None:
            raise TableError(f"{self.loaded.language or 'this language'} cannot save positions")
        if table.paused:
            raise TableError("cannot save a position at a pause; continue first")
        report, sources = Report(), self.loaded.sources
        file = self.loaded.named_from(Path(folder).resolve()) or sources[0].name
        text = self.positions.write(self.definition, position_of(table), sources, file, report)
        if text is None:
            raise GameError(self.loaded, report.sorted())
        return text

    def _with(self, options: Mapping[str, object]) -> Game:
        return Game(self.loaded, options, self.called)

    def simulate(
        self,
        games: int,
        seed: int = 0,
        *,
        players: int | None = None,
        jobs: int | None = None,
        engine: str | Executor = "threads",
        most: int = 10_000,
        bot: Bot = "random",
        against: Bot = "",
        save: str | Path | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Statistics:
        """Play many games automatically, each for at most `most` decisions or turns, and return
        statistics. The bot, a name, a player or a function that makes one, sits in all seats, or in
        the first one `against` another. `jobs` is the number of workers (default: one per core;
        one for a player), and `engine` where they are: `threads`, `processes`, or an executor. With
        `save`, results are appended to a file, and what is in that file is not played again.
        `progress` gets the games done and in total."""
        from .lab.simulate import simulate
        from .play.failures import as_written

        program = self.program(players)
        found = simulate(
            program,
            games,
            seed,
            jobs=jobs,
            engine=engine,
            most=most,
            bot=bot,
            against=against,
            save=save,
            progress=progress,
        )
        written = as_written(found.failed_actions, self.loaded.sources)
        return replace(found, failed_actions=written)

    def measure(
        self,
        games: int = 1000,
        seed: int = 0,
        *,
        names: Iterable[str] | None = None,
        players: int | None = None,
        **batch: Any,
    ) -> dict[str, Estimate]:
        """Measure the game, by the names in `lab.measures.MEASURES` (default: all but the slow
        ones). Who plays, `bot`, `against`, `jobs`, `engine`, `most`, `save` and `progress`: see
        there."""
        from .lab.measures import measure

        return measure(self.program(players), games, seed, names=names, **batch)

    def arena(
        self,
        players: Sequence[Bot],
        deals: int,
        seed: int = 0,
        *,
        seats: int | None = None,
        jobs: int | None = None,
        engine: str | Executor = "threads",
        most: int = 10_000,
        out: str | Path | None = None,
        stop: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Arena:
        """Let bots play the same deals under every rotation, and rate them.

        `players` are names of bots, functions or classes that make players, or players; `seats` is
        the number of seats (default: the fewest). With more seats than bots, bots repeat in cyclic
        order; partners share a bot. Each game is played for at most `most` moves. `jobs` and
        `engine` are those of `simulate`. With `out`, finished deals are appended to a file, and
        those in that file are not played again. With `stop`, play ends as soon as a sequential test
        says that the bots differ. `progress` gets the deals done and in total.
        """
        from .lab.arena import arena

        program = self.program(seats)
        found = arena(
            program,
            players,
            deals,
            seed,
            jobs=jobs,
            engine=engine,
            most=most,
            out=out,
            stop=stop,
            progress=progress,
        )
        return replace(found, game=self.called)

    def report(
        self,
        path: str | Path,
        *,
        games: int = 1000,
        seed: int = 0,
        bot: str = "random",
        against: str = "",
        players: int | None = None,
        jobs: int | None = None,
        engine: str | Executor = "threads",
        most: int = 10_000,
        levels: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> Written:
        """Measure this game and write a page about it; see `ludwright.report`."""
        from .lab.report.write import report

        given = {"games": games, "seed": seed, "bot": bot, "against": against, "players": players}
        given |= {"jobs": jobs, "engine": engine, "most": most}
        given |= {"levels": levels, "progress": progress}
        return report([self], path, **given)  # type: ignore[arg-type]

    def collect(
        self,
        games: int,
        seed: int = 0,
        *,
        out: str | Path,
        players: int | None = None,
        **settings: Any,
    ) -> Collected:
        """Play games into files of a folder, for `lw.query` and other tools; a run that was
        interrupted goes on where it stopped. The settings are those of `lab.collect.collect`: `bot`
        and `against` (names), `most`, `decisions_every`, `positions_every`, `format` (`parquet` or
        `csv`), `jobs`, `engine`, `progress`."""
        from .lab.collect import collect

        return collect(self.program(players), games, seed, out=out, game=self.called, **settings)

    def equilibrium(
        self,
        *,
        players: int | None = None,
        method: str = "cfr",
        iterations: int | None = None,
        target: float | None = None,
        seed: int = 0,
        most: int | None = None,
        progress: Callable[[int, float | None], None] | None = None,
        unfolding: Callable[[int], None] | None = None,
    ) -> Equilibrium:
        """Compute an equilibrium of a small game: a strategy for all seats, their values, and how
        exploitable it is.

        The method `cfr` (CFR+) unfolds the game, which may have at most `most` nodes; `mccfr`
        samples it by a `seed`, for at most `most` information sets. Both end after a number of
        `iterations`, or as soon as the exploitability is at most a `target` (default for `cfr`:
        0.001). `progress` gets the iterations done and the exploitability, None if unknown;
        `unfolding` the nodes of the tree so far.
        """
        from .lab.equilibrium import METHODS, solve_by_samples, solve_by_tree
        from .play.errors import TableError

        if method not in METHODS:
            raise TableError(f"unknown method '{method}'; expected {' or '.join(METHODS)}")
        given: dict[str, Any] = {"iterations": iterations, "target": target, "progress": progress}
        if most is not None:
            given["most"] = most
        if method == "cfr":
            given["unfolding"] = unfolding
            return solve_by_tree(self.program(players, chance=True), self.called, **given)
        program = self.program(players)
        explicit = partial(self.program, players, chance=True)
        return solve_by_samples(program, explicit, self.called, seed=seed, **given)

    def solve(
        self,
        seeds: Iterable[int] = range(1, 2),
        *,
        deals: Iterable[str] = (),
        seconds: float | None = 10.0,
        states: int | None = None,
        memory: int = 2 << 30,
        jobs: int | None = None,
        engine: str | Executor = "threads",
        save: str | Path | None = None,
        short: bool | None = None,
        progress: Callable[[Summary, int, int], None] | None = None,
    ) -> Solutions:
        """Decide whether deals are winnable with all cards known: those of seeds, or `deals` given
        as texts (`ms:11982`).

        `seconds`, positions (`states`) and bytes (`memory`) limit the search of each deal. `jobs`
        and `engine` are those of `simulate`. With `save`, answers are appended to a file as they
        come, and deals in that file are not solved again. `short` shortens solutions (default: if
        there is only one deal).
        """
        from .lab.solutions import Deal, parse_deal
        from .lab.solve_deals import solve_deals
        from .solver.answers import Limits

        asked = [parse_deal(each) for each in deals] or [Deal(seed) for seed in seeds]
        limits = Limits(seconds, states, memory)
        return solve_deals(
            self.definition,
            self.program(),
            asked,
            limits=limits,
            jobs=jobs,
            engine=engine,
            progress=progress,
            save=save,
            short=short,
        )

    def contract(
        self, *, players: int | None = None, games: int = 4, most: int = 120, seed: int = 1
    ) -> list[Tested]:
        """Play random games and verify the contract of a game at their first `most` moves, for one
        number of players or for each."""
        from .play.contract import contract

        return [contract(each, games, most, seed) for each in self._all_programs(players)]

    def check_by_play(
        self,
        games: int | None = None,
        *,
        seconds: float = 10.0,
        progress: Callable[[int, int, int], None] | None = None,
    ) -> Played:
        """The same with every number of players, and a list of failed actions: `games` games each,
        or a few within `seconds`. `progress` gets the number of players, the games started and in
        total."""
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
