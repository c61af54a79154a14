"""Lower rules and draw piles to actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, has_tokens
from ..read.scores import DRAWN, REDEAL
from ..read.tree import DRAW, Deal, Draw, File, Gather, MoveRule, Rotate
from .after_leaving import after_leaving
from .covers import free
from .predicates import (
    DEPTH,
    SOURCE,
    TARGET,
    predicate,
    rest_of,
    run_length,
    single,
    split_run,
    stack,
)
from .reasons import why_draw, why_move, why_stack
from .removal import remove_actions
from .score import add_points
from .single_card_stacks import NO_STACKS, OneCard, Pair, ends, rules_by_pair
from .symbols import DrawZones, Symbols

REDEALS = "redeals"
NOTATION, AS_STACK = "sgdl", "sgdl-stack"
TOP = n.Subtract(left=n.SizeOf(zone=SOURCE), right=ONE)


def player_actions(
    file: File, symbols: Symbols, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[n.Action, ...]:
    """The actions of the player: draws first, then those of the rules in `$moves`."""
    draws = tuple(_draw(file, draw, symbols) for draw in file.draws)
    return (*draws, *rule_actions(file.moves, symbols, ones))


def rule_actions(
    rules: Sequence[MoveRule], symbols: Symbols, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[n.Action, ...]:
    """All MOVE, then all MOVE_STACK, then all REMOVE actions, one for each pair of names in file
    order. `ones` says how stacks of a single card are treated; by default there are none."""
    moves, stacks = [], []
    for rule, pair in rules_by_pair(rules):
        if rule.kind == "MOVE":
            moves.append(_move(rule, pair, symbols, ones.get(pair)))
        elif rule.kind == "MOVE_STACK":
            stacks.append(_move_stack(rule, pair, symbols, ones.get(pair)))
    # The order by kind is visible: it is the order of listed moves, and of what `$auto` tries
    # first.
    return (*moves, *stacks, *remove_actions(rules, symbols))


# ---- moving cards ------------------------------------------------------------------------------


def _move(rule: MoveRule, pair: Pair, symbols: Symbols, one: OneCard | None) -> n.Action:
    face_up = n.IsFaceUp(token=n.TopOf(zone=SOURCE))
    test = predicate(rule.condition, single(symbols, pair[0]))
    move = n.MoveToken(token=n.TopOf(zone=SOURCE), to=TARGET)
    # Where a stack of this one card is the same move, it is an alternative notation.
    as_stack = replace(_notation("move_stack ", pair, TOP), name=AS_STACK)
    return n.Action(
        name="move",
        parameters=ends(pair, symbols),
        guard=n.And(
            items=(*_apart(pair), face_up, *_uncovered(pair, symbols), test), span=rule.span
        ),
        body=(move, *after_leaving(pair[0], SOURCE, symbols), *add_points(symbols, "MOVE", *pair)),
        notations=(
            _for_people(n.TopOf(zone=SOURCE)),
            _notation("move ", pair, drawn=pair[0] in symbols.draws),
            *([as_stack] if one == OneCard.SAME else []),
        ),
        because=why_move(rule, pair, single(symbols, pair[0])),
        span=rule.span,
    )


def _move_stack(rule: MoveRule, pair: Pair, symbols: Symbols, one: OneCard | None) -> n.Action:
    within, rest = split_run(rule.condition)
    test = rest_of(rest, stack(symbols))
    # DEPTH counts from the top card, which is 0. The run bounds it, so only runs are listed.
    longest = n.Subtract(left=run_length(within), right=ONE)
    shortest = ZERO if one == OneCard.LISTED else ONE
    depth = n.Parameter(name=DEPTH.name, type="int", items=n.Range(low=shortest, high=longest))
    # The notation counts cards from the bottom of the pile.
    lowest = n.Subtract(left=TOP, right=DEPTH)
    count = n.Add(left=DEPTH, right=ONE)
    block = n.MoveBlock(source=SOURCE, to=TARGET, count=count)
    cards = (n.TokenAt(zone=SOURCE, position=DEPTH), "..", n.TopOf(zone=SOURCE))
    return n.Action(
        name="move_stack",
        parameters=(*ends(pair, symbols), depth),
        guard=n.And(items=(*_apart(pair), *_uncovered(pair, symbols), test), span=rule.span),
        body=(
            block,
            *after_leaving(pair[0], SOURCE, symbols),
            *add_points(symbols, "MOVE_STACK", *pair),
        ),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        because=why_stack(rule, pair, symbols),
        span=rule.span,
    )


def _apart(pair: Pair) -> tuple[n.Expr, ...]:
    """Cards never move onto their own pile; piles with different names need no test."""
    return (n.Not(item=n.Equal(left=SOURCE, right=TARGET)),) if pair[0] == pair[1] else ()


def _uncovered(pair: Pair, symbols: Symbols) -> tuple[n.Expr, ...]:
    """Cards neither leave nor enter a covered pile."""
    source, target = pair
    return (*free(source, SOURCE, symbols), *free(target, TARGET, symbols))


def _for_people(*cards: str | n.Expr) -> n.Notation:
    return n.Notation(name="", parts=(*cards, "  ", SOURCE, " -> ", TARGET))


def _notation(
    verb: str, pair: Pair, lowest: n.Expr | None = None, drawn: bool = False
) -> n.Notation:
    source, target = pair
    start: tuple[str | n.Expr, ...] = (f"{verb}{source}[", n.IndexOf(zone=SOURCE), "]")
    if drawn:
        start = (f"{verb}{source}",)
    where: tuple[str | n.Expr, ...] = (":", lowest) if lowest else ()
    return n.Notation(
        name=NOTATION, parts=(*start, *where, f" {target}[", n.IndexOf(zone=TARGET), "]")
    )


# ---- drawing -----------------------------------------------------------------------------------

Drawing = tuple[n.Expr, tuple[n.Statement, ...]]
"""The guard and the body of a draw action."""


def redeals_of(draw: Rotate | Gather) -> str:
    """The variable that counts the redeals of a draw pile."""
    return REDEALS if draw.name == DRAW else f"{draw.name}_{REDEALS}"


def _draw(file: File, draw: Draw, symbols: Symbols) -> n.Action:
    possible, body = _DRAWS[type(draw)](draw, symbols)
    named = draw.name != DRAW
    rules = [
        rule
        for rule in file.moves
        # The rule of the unnamed draw pile has no source at all.
        if rule.kind == DRAW and [word.text for word in rule.sources] == [draw.name] * named
    ]
    tests = tuple(predicate(rule.condition, single(symbols)) for rule in rules[:1])
    text = f"draw {draw.name}" if named else "draw"
    return n.Action(
        name="draw",
        guard=n.And(items=(possible, *tests)) if tests else possible,
        body=body,
        notations=(n.Notation(name="", parts=(text,)), n.Notation(name=NOTATION, parts=(text,))),
        because=why_draw(possible, rules[0].condition if rules else None, symbols),
        span=draw.span,
    )


def _filled(*zones: str) -> n.Expr:
    """Whether any of the zones holds a card."""
    tests = tuple(has_tokens(n.ZoneAt(name=zone)) for zone in zones)
    return tests[0] if len(tests) == 1 else n.Or(items=tests)


def _deal(draw: Deal, symbols: Symbols) -> Drawing:
    pile = n.Local(name="pile")
    # If the stock runs out, the pile gets no card and Turn has no effect: its top card is already
    # face up.
    give = (
        n.MoveTop(source=n.ZoneAt(name=draw.name), to=pile, partial=True),
        n.Turn(token=n.TopOf(zone=pile), up=True),
    )
    deals = tuple(
        n.ForEach(name=pile.name, items=n.ZonesNamed(name=word.text), body=give)
        for word in draw.piles
    )
    return _filled(draw.name), (*deals, *add_points(symbols, DRAWN))


def _gather(draw: Gather, symbols: Symbols) -> Drawing:
    """Collect and shuffle the cards of all piles, then deal packets face up until none is left."""
    pile, stock, position = n.Local(name="pile"), n.ZoneAt(name=draw.name), n.Local(name="position")
    packet = n.Number(value=draw.packet)
    turn = n.Turn(token=n.TokenAt(zone=pile, position=position), up=True)
    positions = n.Range(low=ZERO, high=n.Number(value=draw.packet - 1))
    give = (
        n.MoveTop(source=stock, to=pile, count=packet, partial=True),
        n.ForEach(name=position.name, items=positions, body=(turn,)),
    )

    def each(body: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
        return tuple(
            n.ForEach(name=pile.name, items=n.ZonesNamed(name=word.text), body=body)
            for word in draw.piles
        )

    # With all piles empty, a redeal would change nothing but the count.
    cards = tuple(
        n.Less(left=ZERO, right=size) for word in draw.piles for size in symbols.sizes(word.text)
    )
    # More than one round is needed if the packets are too small for all cards.
    deal = n.While(test=_filled(draw.name), body=each(give))
    body = (*each((n.MoveBlock(source=pile, to=stock),)), n.Shuffle(zone=stock), deal, *_used(draw))
    body += add_points(symbols, REDEAL)
    return n.And(items=(*_redeals_left(draw), n.Or(items=cards))), body


def _rotate(draw: Rotate, symbols: Symbols) -> Drawing:
    """Draw cards to the waste, or turn it over when the stock is empty."""
    zones = symbols.draws[draw.name]
    assert zones.waste
    waste, stock = n.ZoneAt(name=zones.waste), n.ZoneAt(name=draw.name)
    take: list[n.Statement] = [
        n.MoveTop(source=stock, to=waste, count=n.Number(value=draw.per_draw), partial=True)
    ]
    if zones.passed and draw.window is not None:
        passed = n.ZoneAt(name=zones.passed)
        # The window shows the last cards drawn; older ones go below those that passed before.
        oldest = n.MoveToken(token=n.BottomOf(zone=waste), to=passed, place="bottom")
        too_many = n.Less(left=n.Number(value=draw.window), right=n.SizeOf(zone=waste))
        take.append(n.While(test=too_many, body=(oldest,)))
    take += add_points(symbols, DRAWN)
    # Without redeals there is no If: the writer recognises ROTATE ... 0 by that.
    if draw.redeals == 0:
        return _filled(draw.name), tuple(take)
    turn = (*_redeal(draw, zones), *add_points(symbols, REDEAL))
    body = n.If(test=_filled(draw.name), then=tuple(take), otherwise=turn)
    left, drawn = _redeals_left(draw), _filled(*zones.parts[1:])
    again = n.And(items=(*left, drawn)) if left else drawn
    return n.Or(items=(_filled(draw.name), again)), (body,)


def _redeals_left(draw: Rotate | Gather) -> tuple[n.Expr, ...]:
    if draw.redeals is None:
        return ()
    return (n.Less(left=n.Variable(name=redeals_of(draw)), right=n.Number(value=draw.redeals)),)


def _redeal(draw: Rotate, zones: DrawZones) -> tuple[n.Statement, ...]:
    """Return the cards to the stock so that they are drawn again in the same order."""
    assert zones.waste
    stock, waste = n.ZoneAt(name=draw.name), n.ZoneAt(name=zones.waste)
    # MoveTop reverses the waste, as turning it over does. The passed cards are in drawing order
    # already, oldest on top, and are the first to be drawn again.
    body: list[n.Statement] = [n.MoveTop(source=waste, to=stock, count=n.SizeOf(zone=waste))]
    if zones.passed:
        body.append(n.MoveBlock(source=n.ZoneAt(name=zones.passed), to=stock))
    return (*body, *_used(draw))


def _used(draw: Rotate | Gather) -> tuple[n.Statement, ...]:
    if draw.redeals is None:
        return ()
    name = redeals_of(draw)
    return (n.SetVariable(name=name, value=n.Add(left=n.Variable(name=name), right=ONE)),)


_DRAWS: dict[type, Callable[[Any, Symbols], Drawing]] = {
    Deal: _deal,
    Rotate: _rotate,
    Gather: _gather,
}
