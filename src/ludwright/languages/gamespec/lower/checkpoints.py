"""Lower checkpoints: victory tests of factions, and the final ranking by margins."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import and_
from ..read.collation import collated
from ..read.tree import sections
from .scope import Environment, amount, condition
from .turns import Order


def checkpoint_block(order: Order, env: Environment) -> n.Block:
    """End the game at the first checkpoint whose timing and condition hold."""
    terminal = env.symbols.sections.terminal
    # Those during coups take precedence over the final ones, whatever their order in the file.
    during, last = order.times()
    assert terminal
    block: list[n.Statement] = []
    for checkpoint in terminal.checkpoints:
        if checkpoint.timing == "duringCoup":
            end = _won(order, checkpoint)
            test = and_(during, condition(env, checkpoint.when))
            block.append(n.If(test=test, then=end, span=checkpoint.at.span))
    for checkpoint in terminal.checkpoints:
        if checkpoint.timing == "finalCoup":
            end = _ranked(order, env, terminal) if terminal.margins else _won(order, checkpoint)
            test = and_(last, condition(env, checkpoint.when))
            block.append(n.If(test=test, then=end, span=checkpoint.at.span))
    return tuple(block)


def _won(order: Order, checkpoint: sections.Checkpoint) -> n.Block:
    winner = n.ListOf(items=(order.seat_of(checkpoint.faction.text),), of="seat")
    return (n.EndGame(winners=winner, reason=checkpoint.id.text),)


def _ranked(order: Order, env: Environment, terminal: sections.Terminal) -> n.Block:
    """The faction with the best margin wins; ties go to the faction whose name sorts first."""
    symbols = env.symbols
    best, winner = symbols.fresh("best"), symbols.fresh("winner")
    block: list[n.Statement] = []
    margins: dict[int, n.Expr] = {}
    for margin in sorted(terminal.margins, key=lambda each: collated(each.faction.text)):
        name = symbols.fresh("margin")
        here, seat = n.Local(name=name), order.seat_of(margin.faction.text)
        block.append(n.Let(name=name, value=amount(env, margin.value), span=margin.at.span))
        take = (n.Let(name=best, value=here), n.Let(name=winner, value=seat))
        if not margins:
            block += take
        else:
            so_far = n.Local(name=best)
            # Strict comparison in the order of names is the tie-break.
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
    # Scores are reported only if every seat has a margin: GameDef requires one per seat.
    scores = n.ListOf(items=listed, of="int") if every else None
    block.append(n.EndGame(winners=winners, scores=scores, reason="margins"))
    return tuple(block)
