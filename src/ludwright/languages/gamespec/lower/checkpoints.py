"""Checkpoints: when a faction has won, and how factions are ranked at the very end."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import and_
from ..read.collation import collated
from ..read.tree import sections
from .scope import Environment, amount, condition
from .turns import Order


def checkpoint_block(order: Order, env: Environment) -> n.Block:
    """End the game at the first checkpoint that holds, as far as it is the time for it."""
    terminal = env.symbols.sections.terminal
    during, last = order.times()
    assert terminal
    block: list[n.Statement] = []
    for told in terminal.checkpoints:
        if told.timing == "duringCoup":
            end = _won(order, told)
            test = and_(during, condition(env, told.when))
            block.append(n.If(test=test, then=end, span=told.at.span))
    for told in terminal.checkpoints:
        if told.timing == "finalCoup":
            end = _ranked(order, env, terminal) if terminal.margins else _won(order, told)
            test = and_(last, condition(env, told.when))
            block.append(n.If(test=test, then=end, span=told.at.span))
    return tuple(block)


def _won(order: Order, told: sections.Checkpoint) -> n.Block:
    winner = n.ListOf(items=(order.seat_of(told.faction.text),), of="seat")
    return (n.EndGame(winners=winner, reason=told.id.text),)


def _ranked(order: Order, env: Environment, terminal: sections.Terminal) -> n.Block:
    """The faction with the best margin wins; of several the one whose name comes first."""
    symbols = env.symbols
    best, winner = symbols.fresh("best"), symbols.fresh("winner")
    block: list[n.Statement] = []
    margins: dict[int, n.Expr] = {}
    for told in sorted(terminal.margins, key=lambda margin: collated(margin.faction.text)):
        name = symbols.fresh("margin")
        here, seat = n.Local(name=name), order.seat_of(told.faction.text)
        block.append(n.Let(name=name, value=amount(env, told.value), span=told.at.span))
        take = (n.Let(name=best, value=here), n.Let(name=winner, value=seat))
        if not margins:
            block += take
        else:
            so_far = n.Local(name=best)
            better = (
                n.Less(left=so_far, right=here)
                if terminal.descending
                else n.Less(left=here, right=so_far)
            )
            block.append(n.If(test=better, then=take))
        margins[seat.number] = here
    winners = n.ListOf(items=(n.Local(name=winner),), of="seat")
    every = set(margins) == set(range(symbols.metadata.most)) and (
        symbols.metadata.least == symbols.metadata.most
    )
    listed = tuple(margins[number] for number in sorted(margins))
    scores = n.ListOf(items=listed, of="int") if every else None
    block.append(n.EndGame(winners=winners, scores=scores, reason="margins"))
    return tuple(block)
