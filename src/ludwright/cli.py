"""The command line: what a command does is elsewhere, how it is asked for and told is here."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .ui.options import (
    JSON,
    SEED,
    as_json,
    check_notation,
    check_seat,
    most_moves,
    option,
    program_options,
    screen_options,
    table_options,
    the_game,
)

if TYPE_CHECKING:
    from .diagnostics import Diagnostic, Source
    from .game import Game
    from .pipeline import Loaded
    from .play.table import Table
    from .players import Player

BAD, WRONG_USE, INTERRUPTED = 1, 2, 130
# Codes of what the caller got wrong, not the author of a game.
CALLER = {"LW101", "LW107", "LW108", "LW109"}
SOURCES = "ludwright.sources"  # where the context keeps the texts that error messages quote


class Commands(click.Group):
    """The commands. Whatever goes wrong in one ends in a message and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except Exception as error:
            ctx.exit(_explain(error, ctx))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they are written below."""
        return list(self.commands)


def _explain(error: Exception, ctx: click.Context) -> int:
    """Say what went wrong; the answer is the exit code."""
    from .game import GameError
    from .play.errors import GameFault, TableError
    from .play.record import RecordError

    if isinstance(error, GameError):
        _say_problems(error.diagnostics, error.sources, ctx)
        return WRONG_USE if {d.code for d in error.diagnostics} <= CALLER else BAD
    if isinstance(error, GameFault | RecordError | TableError):
        _say_problems([error.diagnostic], ctx.meta.get(SOURCES, ()), ctx)
        return WRONG_USE if isinstance(error, TableError) else BAD
    if isinstance(error, RecursionError):
        click.echo("error: this is nested too deeply to be read", err=True)
        return BAD
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    click.echo(f"error: this is a fault of Ludwright, please report it: {what}", err=True)
    return BAD


def _say_problems(
    problems: Sequence[Diagnostic], sources: Sequence[Source], ctx: click.Context
) -> None:
    from .diagnostics import render

    if ctx.meta.get(JSON):
        _say_json([d.as_json() for d in problems], err=True)
    else:
        click.echo("\n\n".join(render(d, sources) for d in problems), err=True)


def _say_json(data: object, err: bool = False) -> None:
    click.echo(json.dumps(data, indent=1, ensure_ascii=False), err=err)


# ---- what commands have in common ----------------------------------------------------------------


def _load(name: str) -> Loaded:
    from . import pipeline
    from .diagnostics import Diagnostic
    from .game import GameError

    path = Path(name)
    try:
        odd = path.exists() and not (path.is_file() or path.is_dir())
        why = "it is neither a file nor a folder"
    except (OSError, ValueError) as error:
        odd, why = True, str(getattr(error, "strerror", None) or error)
    if odd:
        message = f"'{name[:60]}' can't be read: {why}"
        problem = Diagnostic(pipeline.NOT_READABLE.code, message, None)
        raise GameError(pipeline.Loaded(name, None, (), ()), [problem])
    return pipeline.load(name)


def _game(name: str, options: dict[str, str] | None = None) -> Game:
    """A game, with its text kept for error messages."""
    from .game import Game

    loaded = _load(name)
    click.get_current_context().meta[SOURCES] = loaded.sources
    return Game(loaded, options or {}, Path(name).name)


def _prepare() -> None:
    """Say why the first use of the machine takes a while."""
    from .machine import jit

    if jit.cold():
        click.echo("Preparing the machine (once, about 20 seconds) ...", err=True)


def _table(game: Game, players: int | None, seed: int | None, **settings: Any) -> Table:
    """A table as the options ask for; what is not given is chosen."""
    from .play.dealing import deal_of
    from .play.setting import natural_pace
    from .ui.files import deal_text

    program = game.program(players)
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
    spec = settings.pop("deal")
    deal = deal_of(program, deal_text(spec)) if spec else None
    pace = settings.pop("pace") or natural_pace(program)
    return game.table(players=players, seed=seed, pace=pace, deal=deal, **settings)


# ---- the commands --------------------------------------------------------------------------------


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ludwright")
def cli() -> None:
    """Write the rules; get the game: play, check, simulate card games from their written rules.

    GAME is a name of the library (see 'ludwright games') or a file.
    """


@cli.command()
@as_json
def games(as_json: bool) -> None:
    """List the library."""
    from . import pipeline
    from .ui.checking import about

    names = list(pipeline.library_games())
    rows = [about(name, _game(name), names) for name in names if ":" not in name]
    if as_json:
        _say_json(rows)
        return
    for row in rows:
        least, most = row["players"]
        players = str(least) if least == most else f"{least}-{most}"
        languages = ", ".join(row["languages"])
        click.echo(f"{row['name']:<20} {players:<5} {row['genre']:<12} {languages}")


@cli.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--play", "by_play", is_flag=True, help="Play each game too, and test all it promises.")
@as_json
def check(files: tuple[str, ...], by_play: bool, as_json: bool) -> None:
    """Tell everything that is wrong with games, and where.

    With --play each game is also played at random by every number of players: nothing may get
    lost, every move can be taken back, and no player is told what it may not know.
    """
    from .ui.checking import tested_line

    ctx = click.get_current_context()
    found: list[Diagnostic] = []
    for file in files:
        problems, sources, game = _checked(file)
        told = "fine"
        if by_play and game:
            _prepare()
            tested = game.contract()
            problems = [*problems, *(breach for each in tested for breach in each.breaches)]
            told = tested_line(tested)
        found += problems
        if problems and not as_json:
            _say_problems(problems, sources, ctx)
        elif not as_json:
            click.echo(f"{file}: {told}")
    if as_json:
        _say_json([d.as_json() for d in found])
    if any(d.severity == "error" for d in found):
        ctx.exit(BAD)


def _checked(file: str) -> tuple[Sequence[Diagnostic], Sequence[Source], Game | None]:
    from .game import Game, GameError

    try:
        loaded = _load(file)
        game = Game(loaded, {})
    except GameError as error:
        return error.diagnostics, error.sources, None
    return loaded.diagnostics, loaded.sources, game


@cli.command()
@click.argument("code")
def explain(code: str) -> None:
    """Print the manual page of a diagnostic, such as RT102."""
    from . import pipeline  # noqa: F401  (declares its own codes and those of the languages)
    from .diagnostics import CODES, did_you_mean
    from .play import contract, errors, record  # noqa: F401

    found = CODES.get(code.upper())
    if found is None:
        hint = did_you_mean(code, CODES)
        raise click.BadParameter(f"there is no diagnostic '{code}'; {hint}".rstrip("; "))
    click.echo(f"{found.code}: {found.title}\n")
    click.echo(click.wrap_text(found.page, width=88))


@cli.command()
@the_game
def show(game: str) -> None:
    """Print a game as Ludwright understood it."""
    from .gamedef.text import write

    click.echo(write(_game(game).definition))


@cli.command()
@the_game
@program_options
def listing(game: str, players: int | None, options: dict[str, str]) -> None:
    """Print the code that runs a game: source line, address, op, operands."""
    from .machine.program import listing as listed

    click.echo(listed(_game(game, options).program(players)))


@cli.command()
@the_game
@table_options
@option("--seat", type=int, default=1, metavar="N", help="Your seat, 1 for the first.")
@option("--texts", default="", metavar="NAME", help="A notation to show moves in.")
@option("--load", type=click.Path(exists=True, dir_okay=False), help="Go on with a record.")
@screen_options
def play(
    game: str,
    options: dict[str, str],
    seat: int,
    texts: str,
    load: str | None,
    plain: bool,
    no_colour: bool,
    **setup: Any,
) -> None:
    """Play a game; random players sit in the other seats.

    In a terminal the table fills the screen: choose a move with the arrow keys and enter, by its
    number, or by typing it; ? shows all keys. In a pipe, or with --plain, it is lines of text.
    """
    played = _game(game, options)
    _prepare()
    from .players import PLAYERS
    from .ui.files import record_text
    from .ui.session import Session
    from .ui.terminal import sit_down

    if load:
        table = played.resume(record_text(load), trace=True)
    else:
        table = _table(played, trace=True, **setup)
    check_seat(table, seat)
    check_notation(table, texts)
    session = Session(
        table,
        seat - 1,
        PLAYERS["random"](table.seed),
        adviser=PLAYERS["greedy"](table.seed),
        notation=texts,
        resume=lambda text: played.resume(text, trace=True),
    )
    sit_down(session, plain, no_colour)


@cli.command()
@the_game
@table_options
@option("--policy", default="random", metavar="NAME", help="Who plays: random or first.")
@most_moves
@option("--out", type=click.Path(dir_okay=False), help="Write to a file.")
@option("--text", is_flag=True, help="Write a page for people, not a record.")
def record(
    game: str,
    options: dict[str, str],
    policy: str,
    max_moves: int,
    out: str | None,
    text: bool,
    **setup: Any,
) -> None:
    """Play one game by itself and write its record."""
    played = _game(game, options)
    _prepare()
    from .play.record import transcript
    from .players import play_on

    table = _table(played, **setup)
    play_on(table, _player(policy, table.seed), max_moves)
    written = transcript(table) + "\n" if text else table.save()
    if out is None:
        click.echo(written, nl=False)
        return
    try:
        Path(out).write_text(written, encoding="utf-8")
    except OSError as error:
        raise click.BadParameter(f"'{out}' can't be written: {error.strerror}") from None


def _player(name: str, seed: int) -> Player:
    from .players import PLAYERS

    if name not in PLAYERS:
        raise click.BadParameter(f"there is no player '{name}': {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)


@cli.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@option("--game", help="The game that was played.  [default: the one the record names]")
@option("--step", is_flag=True, help="Show it move by move, back and forth.")
@option("--seat", type=int, default=1, metavar="N", help="With --step: whose eyes to see it with.")
@screen_options
@as_json
def replay(
    file: str,
    game: str | None,
    step: bool,
    seat: int,
    plain: bool,
    no_colour: bool,
    as_json: bool,
) -> None:
    """Check a record move by move, and look at it step by step."""
    from .play.record import read_record
    from .ui.files import record_text

    text = record_text(file)
    found = read_record(text, file)
    beside = Path(file).parent / Path(found.game).name
    played = _game(game or (str(beside) if beside.is_file() else found.game))
    _prepare()
    table = played.resume(text)
    if step:
        from .ui.session import Replay
        from .ui.terminal import look_on

        check_seat(table, seat)
        look_on(Replay(table, seat - 1), plain, no_colour)
        return
    if as_json:
        result = found.result
        _say_json({"game": found.game, "moves": len(found.moves), "result": result, "ok": True})
        return
    click.echo(f"{found.game}: {len(found.moves)} moves, all as recorded")
    click.echo(_ending(table))


def _ending(table: Table) -> str:
    from .play.record import outcome

    return outcome(table.result(), table.names) if table.over else "the game is not over"


@cli.command()
@the_game
@program_options
@option("--games", type=click.IntRange(1), required=True, metavar="N", help="How many.")
@option("--seed", type=SEED, default=0, metavar="S", help="Which games.")
@option("--bot", default="random", metavar="NAME", help="Who plays.")
@most_moves
@option("--jobs", type=click.IntRange(1), metavar="J", help="Threads.  [default: all cores]")
@as_json
def simulate(
    game: str,
    options: dict[str, str],
    players: int | None,
    max_moves: int,
    as_json: bool,
    **batch: Any,
) -> None:
    """Play many games and count: win rates with margins of error, lengths, branching."""
    ctx = click.get_current_context()
    played = _game(game, options)
    _prepare()
    from .ui.report import statistics_lines

    _player(batch["bot"], 0)
    progress = _progress if sys.stderr.isatty() else None
    found = played.simulate(players=players, most=max_moves, progress=progress, **batch)
    if as_json:
        _say_json(found.as_json())
    else:
        click.echo("\n".join(statistics_lines(found)))
    if found.first_fault:
        if not as_json:
            first = found.first_fault
            click.echo(f"\ngame {first.game} of the batch, of seed {first.seed}, broke:", err=True)
            _say_problems([first.error.diagnostic], ctx.meta[SOURCES], ctx)
        ctx.exit(BAD)
    if found.interrupted:
        ctx.exit(INTERRUPTED)


def _progress(done: int, games: int) -> None:
    click.echo(f"\r{done:,} of {games:,} games " + "\n" * (done == games), nl=False, err=True)


@cli.command()
@the_game
@table_options
@option("--depth", type=click.IntRange(1, 100), required=True, metavar="D", help="Moves.")
@as_json
def perft(game: str, options: dict[str, str], depth: int, as_json: bool, **setup: Any) -> None:
    """Count the move tree: how many sequences of 1 to D moves there are."""
    played = _game(game, options)
    _prepare()
    from .lab.perft import perft as count

    table = _table(played, **setup)
    counts = count(table, depth)
    if as_json:
        _say_json({"game": table.game, "seed": table.seed, "counts": counts})
        return
    click.echo(f"seed {table.seed}")
    for level, number in enumerate(counts, 1):
        click.echo(f"depth {level} {number}")


@cli.command()
@the_game
@program_options
@option("--most", type=click.IntRange(1), default=1_000_000, metavar="N", help="Nodes to walk.")
@as_json
def tree(game: str, players: int | None, options: dict[str, str], most: int, as_json: bool) -> None:
    """Count the whole tree of a small game: chance, decisions, ends, information sets."""
    played = _game(game, options)
    _prepare()
    from .lab.tree import count_tree
    from .ui.report import tree_lines

    counted = count_tree(played.table(players=players, chance=True), most)
    if as_json:
        _say_json({"game": played.called, **dataclasses.asdict(counted)})
    else:
        click.echo("\n".join(tree_lines(counted)))


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="ludwright")
    finally:
        _let_go_of_output()


def _let_go_of_output() -> None:
    """Write out what is left; if nobody reads any more, say nothing about it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
