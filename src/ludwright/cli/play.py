"""Commands that play one game: at the table, automatically, or again from its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..disk import folder_of
from ..ui.options import (
    against_option,
    as_json,
    bot_options,
    check_notation,
    check_seat,
    former,
    most_moves,
    option,
    root_option,
    screen_options,
    table_options,
    the_game,
)
from .context import (
    any_seed,
    check_overwrite,
    player_called,
    prepare,
    say_faults,
    set_table,
    the_game_called,
    write_file,
)
from .group import say_json
from .records import replayed, resumed
from .scores import keep_score, read_list

if TYPE_CHECKING:
    from ..play.table import Table


@click.command()
@the_game
@table_options
@option("--seat", type=int, default=1, metavar="N", help="Your seat, counted from 1.")
@against_option("the other seats", "random")
@former("--bot", "--against")
@option("--texts", default="", metavar="NAME", help="Notation in which moves are shown.")
@option(
    "--load", type=click.Path(exists=True, dir_okay=False), help="Continue the game of a record."
)
@option("--scores", type=click.Path(dir_okay=False), help="Add your score to a high-score file.")
@screen_options
def play(
    game: str,
    options: dict[str, str],
    seat: int,
    against: str,
    texts: str,
    load: str | None,
    scores: str | None,
    plain: bool,
    no_colour: bool,
    **setup: Any,
) -> None:
    """Play a game against bots.

    In a terminal the table fills the screen: select a move with the arrow keys and enter, by its
    number, or by typing it; ? shows all keys. In a pipe, or with --plain, it is plain text.
    """
    if scores:
        # Before the game, so that nobody plays for a score that cannot be saved.
        read_list(scores, to_change=True)
    played = the_game_called(game, options)
    prepare()
    from ..players import close
    from ..table.solver_hints import Knowledge
    from ..ui.session import Session
    from ..ui.terminal import sit_down

    table = resumed(played, load) if load else set_table(played, trace=True, **setup)
    check_seat(table, seat)
    check_notation(table, texts)
    others = player_called(against, "--against")
    session = Session(
        table,
        seat - 1,
        others,
        solver=Knowledge(played) if table.program.seats == 1 else None,
        notation=texts,
        resume=lambda text: played.resume(text, trace=True),
        game=played,
        # A new game keeps all settings but the deal.
        fresh=lambda: set_table(played, trace=True, **{**setup, "seed": any_seed(), "deal": None}),
    )
    try:
        sit_down(session, plain, no_colour)
    finally:
        close(others)
    say_faults([others])
    if scores:
        keep_score(scores, played.definition.name, session.table, session.seat)


@click.command()
@the_game
@table_options
@bot_options
@most_moves
@option("--out", type=click.Path(dir_okay=False), help="Write to a file.")
@option("--text", is_flag=True, help="Write a readable transcript instead of a record.")
@option("--texts", default="", metavar="NAME", help="With --text: notation of the moves.")
def record(
    game: str,
    options: dict[str, str],
    bot: str,
    against: str | None,
    max_moves: int,
    out: str | None,
    text: bool,
    texts: str,
    **setup: Any,
) -> None:
    """Play one game automatically and write its record."""
    if texts and not text:
        raise click.UsageError("--texts requires --text: a record stores moves in its own form")
    played = the_game_called(game, options)
    prepare()
    _check_record_out(out, text)
    from ..play.record import transcript
    from ..players import against_all, close, play_on

    table = set_table(played, **setup)
    check_notation(table, texts)
    player = player_called(bot, "--bot", repeatable=True)
    others = player_called(against, "--against", repeatable=True) if against else player
    try:
        play_on(table, against_all(table.program.seats, player, others), max_moves)
    finally:
        close(player)
        close(others)
    say_faults([player, others])
    made = transcript(table, texts) + "\n" if text else played.save(table, folder_of(out))
    _put_out(made, out)


def _check_record_out(out: str | None, text: bool) -> None:
    from ..ui.files import is_record, is_transcript

    if text:
        check_overwrite(out, "a transcript", is_transcript)
    else:
        check_overwrite(out, "a record", is_record)


def _put_out(text: str, out: str | None) -> None:
    """Print a text, or write it to a file."""
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@option("--game", help="The game played.  [default: the one named in the record]")
@option("--step", is_flag=True, help="Step through it, forward and back.")
@option(
    "--seat", type=int, default=1, metavar="N", help="With --step: the seat whose view to show."
)
@screen_options
@root_option
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
    """Verify a record move by move, or step through it."""
    found, _, table = replayed(file, game)
    if step:
        from ..table.playback import Replay
        from ..ui.terminal import look_on

        check_seat(table, seat)
        look_on(Replay(table, seat - 1), plain, no_colour)
        return
    if as_json:
        result = found.result
        say_json({"game": found.game, "moves": len(found.moves), "result": result, "ok": True})
        return
    name = Path(found.game).name
    click.echo(f"{name}: {len(found.moves)} moves, all as recorded")
    click.echo(_ending(table))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@option("--game", help="The game played.  [default: the one named in the record]")
@option(
    "--after", type=click.IntRange(0), metavar="N", help="Position after N moves.  [default: all]"
)
@option("--out", type=click.Path(dir_okay=False), help="Write to a file.")
@root_option
def position(file: str, game: str | None, after: int | None, out: str | None) -> None:
    """Export a position of a record as a save file of the game's language.

    Such a file can be played like a game. It contains all cards, hidden ones included. Not every
    language has save files.
    """
    _, played, table = replayed(file, game)
    if after is not None and after > len(table.log):
        raise click.BadParameter(f"the record has {len(table.log)} moves, not {after}")
    # The whole record has been verified; positions before its end are reached by undoing.
    while after is not None and len(table.log) > after:
        table.undo()
    made = played.position(table, folder_of(out))
    ending = played.positions.suffix if played.positions else ""
    check_overwrite(out, "a saved position", lambda file: file.endswith(ending))
    _put_out(made, out)


def _ending(table: Table) -> str:
    from ..play.record import outcome

    return outcome(table.result(), table.names) if table.over else "the game is not over"
