"""What a seat does in the game: moves, undo, explanations, hints."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from . import protocol as p
from .client import Client, Refusal
from .engine.interface import SPECTATOR, Busy, Choice, NotOpen, TableFault
from .journal import AnyLine, Deal, Ended, Moved, Past, Undone, Withdrawn
from .limits import TooMany
from .seating import concerned, playing
from .shapes import Explanation, Hint, History, Solution, with_body
from .undo import is_free, moves_to_keep
from .votes import Votes

if TYPE_CHECKING:
    from .live import LiveTable

LARGEST_DEAL = 1_000_000_000  # numbers of deals that people can type


def check_seat(table: LiveTable, client: Client, seat: int) -> None:
    """Refuse what is not for this client to do."""
    if seat not in client.seats or seat not in playing(table.seats):
        raise Refusal("not_allowed", "this is not your seat")


def check_playing(table: LiveTable) -> None:
    """Refuse moves when there is no game."""
    if table.row.phase == "faulted":
        raise Refusal("faulted", table.past.fault)
    if table.row.phase != "playing":
        over = table.row.phase == "over"
        raise Refusal("not_allowed", "the game is over" if over else "the game has not started")


# ---- moves ---------------------------------------------------------------------------------------


async def move(table: LiveTable, client: Client, asked: p.Move) -> None:
    """Make a move of the list; at a pause, continue."""
    if table.status and table.status.paused:
        _check_move(table, client, asked.seat, asked.at)
        await table.make(lambda engine, who: engine.go_on(table.id, who))
        return
    await _choose(table, client, asked.seat, asked.at, Choice(index=asked.n))


async def pick(table: LiveTable, client: Client, asked: p.Pick) -> None:
    """Pick items."""
    await _choose(table, client, asked.seat, asked.at, Choice(items=tuple(asked.items)))


async def number(table: LiveTable, client: Client, asked: p.NumberMove) -> None:
    """Make a move with a number."""
    choice = Choice(range=asked.range, number=asked.value)
    await _choose(table, client, asked.seat, asked.at, choice)


async def say(table: LiveTable, client: Client, asked: p.Say) -> None:
    """Make a move given by its text."""
    await _choose(table, client, asked.seat, asked.at, Choice(text=asked.text))


def _check_move(table: LiveTable, client: Client, seat: int, at: int) -> None:
    check_seat(table, client, seat)
    check_playing(table)
    if at != table.past.number(seat):
        raise Refusal("late", "the table has changed meanwhile")


async def _choose(table: LiveTable, client: Client, seat: int, at: int, choice: Choice) -> None:
    _check_move(table, client, seat, at)
    if table.status and seat not in table.status.waiting:
        raise Refusal("not_your_turn", "it is not your turn")
    await table.make(lambda engine, who: engine.apply(table.id, seat, choice, who))


async def finish(table: LiveTable, client: Client, asked: p.Finish) -> None:
    """Make the moves that end a solitaire."""
    check_seat(table, client, asked.seat)
    check_playing(table)
    if not table.single:
        raise Refusal("not_allowed", "only a game for one can be finished automatically")
    answer = await table.make(lambda engine, who: engine.finish(table.id, who))
    if not answer.made:
        raise Refusal("illegal", "the game cannot be finished automatically yet")


# ---- back and forth ------------------------------------------------------------------------------


async def undo(table: LiveTable, client: Client, asked: p.Undo) -> None:
    """Take moves back, or propose it."""
    check_seat(table, client, asked.seat)
    # After the end everybody may see everything: others must not come back to such a game.
    if not (table.row.phase == "over" and table.solo and table.past.moves):
        check_playing(table)
    if asked.to is None and table.past.has_sealed(asked.seat):
        await withdraw(table, asked.seat)
        return
    keep = moves_to_keep(table.past.moves, asked.seat, asked.to)
    if keep is None:
        raise Refusal("invalid", "no move to take back")
    people = concerned(table.seats)
    if is_free(table.past.moves, keep, client.person, people):
        await take_back(table, keep, asked.seat)
        return
    if people.keys() - playing(table.seats).keys():
        raise Refusal("not_allowed", "somebody is away who would have to agree")
    asks = frozenset(people.values())
    votes = table.votes.proposed("undo", asked.seat, keep, client.person, asks)
    await table.save(votes=votes)
    table.announce()


async def withdraw(table: LiveTable, seat: int) -> None:
    """Take back a choice that the others do not know yet."""
    audience = table.audience()
    answer = await table.ask(lambda engine: engine.withdraw(table.id, seat, audience))
    now = table.now()
    await table.save([Withdrawn(seat, table.clocks.after((), now) if table.clocks else None)])
    table.status = answer.status
    table.settle(now)
    table.show(answer, len(table.past.moves))


async def take_back(table: LiveTable, keep: int, seat: int | None) -> None:
    """Take back all moves after the first `keep`."""
    count = len(table.past.moves) - keep
    audience = table.audience()
    answer = await table.ask(lambda engine: engine.undo(table.id, count, audience))
    row = table.changed_row(phase="playing") if table.row.phase == "over" else None
    await table.save([Undone(count, seat)], row, votes=table.votes.without("undo"))
    table.status = answer.status
    table.settle(table.now())
    table.show(answer, keep)
    table.announce()


async def redo(table: LiveTable, client: Client, asked: p.Redo) -> None:
    """Make moves again that were taken back, up to the next own decision."""
    check_seat(table, client, asked.seat)
    check_playing(table)
    if not table.alone or not table.past.redo:
        raise Refusal("invalid", "no move to make again")
    while again := table.past.redoable:
        await _repeat(table, again[-1])
        status = table.status
        if status is None or status.over or asked.seat in status.waiting or status.paused:
            return


async def _repeat(table: LiveTable, moved: Moved) -> None:
    made = moved.made
    if made.seat is None:
        await table.make(lambda engine, who: engine.go_on(table.id, who))
        return
    seat, choice = made.seat, Choice(text=made.text)
    try:
        await table.make(lambda engine, who: engine.apply(table.id, seat, choice, who))
    except Refusal:
        table.past.redo.clear()
        raise


async def restart(table: LiveTable, client: Client, asked: p.Restart) -> None:
    """Deal again at a table for one."""
    if not table.single or not client.seats or table.past.deal is None:
        raise Refusal("not_allowed", "only a game for one can be dealt again")
    old = table.past.deal
    if table.row.phase == "faulted" and not (asked.fresh or asked.seed is not None):
        raise Refusal("faulted", table.past.fault)
    seed = old.seed if asked.seed is None else asked.seed
    if asked.fresh:
        seed = secrets.randbelow(LARGEST_DEAL)
        if asked.winnable:
            seed = await winnable_seed(table, client, seed)
    stacked = old.deal if seed == old.seed else ""
    new = msgspec.structs.replace(old, seed=seed, deal=stacked, sources="")
    await deal(table, new)


async def winnable_seed(table: LiveTable, client: Client, first: int) -> int:
    """The number of a deal that can be won."""
    try:
        with table.services.jobs.hold(client.address):
            engine = table.services.engine
            found = await engine.winnable(table.game, first, 10.0, client.address)
    except (Busy, TableFault, TooMany):
        found = None
    if found is None:
        raise Refusal("busy", "no winnable deal was found in time; try again")
    return found


async def deal(table: LiveTable, new: Deal) -> None:
    """Begin a game at the table."""
    await table.forget()
    spec = new.spec(table.id, table.game)
    try:
        opened = await table.services.engine.open(spec)
    except TableFault as fault:
        raise Refusal("invalid", str(fault)) from None
    except (Busy, NotOpen):
        raise Refusal("busy", "the server is busy; try again") from None
    lines: list[AnyLine] = []
    if table.row.phase == "playing" and table.past.moves:  # a game that is given up is lost
        given_up = Ended((), None, "given up", early=True)
        lines.append(table.past.measured(given_up, table.now()))
    lines.append(msgspec.structs.replace(new, sources=opened.sources))
    phase = "playing"
    if opened.status.over:
        lines.append(Past().ending(opened.status, table.now()))
        phase = "over"
    # Whoever was shown how to win this deal still knows it.
    help = table.row.settings.help if table.past.deal and table.past.deal.seed == new.seed else ""
    settings = msgspec.structs.replace(table.row.settings, help=help)
    row = table.changed_row(phase=phase, rematch=None, settings=settings)
    await table.save(lines, row, votes=Votes(last=table.votes.last))
    table.adopt(opened.status)
    await table.show_all(0)


# ---- questions -----------------------------------------------------------------------------------


async def explain(table: LiveTable, client: Client, asked: p.Explain) -> None:
    """Why a move is legal or not."""
    check_seat(table, client, asked.seat)
    check_playing(table)
    choice = Choice(index=asked.n, text=asked.text)
    source = (asked.source.zone, asked.source.at) if asked.source else ()
    target = asked.to.zone if asked.to else None
    body = await table.ask(
        lambda engine: engine.explain(table.id, asked.seat, choice, source, target)
    )
    client.send_frame(with_body(Explanation(asked.re), body))


async def history(table: LiveTable, client: Client, asked: p.History) -> None:
    """The table as it was: at one's own table for one, and after the end for all."""
    if table.past.deal is None:
        raise Refusal("not_allowed", "the game has not started")
    own = table.single and asked.seat in client.seats
    if not own and table.row.phase != "over":
        raise Refusal("not_allowed", "earlier positions are shown after the game")
    if asked.seat is not None and asked.seat >= len(table.seats):
        raise Refusal("invalid", f"unknown seat {asked.seat}")
    audience = SPECTATOR if asked.seat is None else asked.seat
    body = await table.ask(lambda engine: engine.history(table.id, audience, asked.move))
    client.send_frame(with_body(History(asked.re), body))


async def hint(table: LiveTable, client: Client, asked: p.Hint) -> None:
    """A good move."""
    await _advise(table, client, asked.seat, Hint(asked.re), whole=False)


async def solution(table: LiveTable, client: Client, asked: p.Solution) -> None:
    """All moves of a solution."""
    if not table.single:
        raise Refusal("not_allowed", "only a game for one has a solution")
    await _advise(table, client, asked.seat, Solution(asked.re), whole=True)


async def _note_help(table: LiveTable, help: Literal["hint", "solution"]) -> None:
    """Remember that a game is no longer won by its person alone, before they see the advice."""
    async with table.lock:
        if table.row.settings.help in (help, "solution") or table.closed:
            return
        settings = msgspec.structs.replace(table.row.settings, help=help)
        await table.save((), table.changed_row(settings=settings))
        table.announce()


async def _advise(
    table: LiveTable, client: Client, seat: int, head: Hint | Solution, whole: bool
) -> None:
    check_seat(table, client, seat)
    check_playing(table)
    if not table.alone:
        raise Refusal("not_allowed", "there are no hints in a game with others")
    spec = table.spec()
    try:
        with table.services.jobs.hold(client.address):
            advice = await table.services.engine.hint(spec, seat, whole, client.address)
    except (Busy, TableFault, NotOpen, TooMany):
        raise Refusal("busy", "no hint now; try again") from None
    if advice.moves or not whole:
        await _note_help(table, "solution" if whole else "hint")
    body: dict[str, object] = {
        "text": advice.text,
        "sees_hidden": advice.sees_hidden,
        "status": advice.status,
    }
    if advice.index is not None:
        body["n"] = advice.index
    if advice.favoured:
        body["favoured"] = advice.favoured
    if whole:
        body["moves"] = list(advice.moves)
    client.send_frame(with_body(head, p.encode(body)))
