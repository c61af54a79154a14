"""Rules to actions: what the player may do, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, has_tokens
from ..read.scores import DRAWN, REDEAL
from ..read.tree import DRAW, Deal, Draw, File, Gather, MoveRule, Rotate
from .after_leaving import left
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
from .score import scored
from .single_card_stacks import NO_STACKS, OneCard, Pair, ends, ruled
from .symbols import DrawZones, Symbols

REDEALS = "redeals"
NOTATION, AS_STACK = "sgdl", "sgdl-stack"
TOP = n.Subtract(left=n.SizeOf(zone=SOURCE), right=ONE)


def player_actions(
    file: File, places: Symbols, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[n.Action, ...]:
    """Draw, then single cards, then stacks, then what is removed."""
    draws = tuple(_draw(file, draw, places) for draw in file.draws)
    return (*draws, *rule_actions(file.moves, places, ones))


def rule_actions(
    rules: Sequence[MoveRule], places: Symbols, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[n.Action, ...]:
    """Single cards, then stacks, one action for each pair of names in the order of the file; then
    what is removed. Stacks of one card are what `ones` says, or nothing."""
    moves, stacks = [], []
    for rule, pair in ruled(rules):
        if rule.kind == "MOVE":
            moves.append(_move(rule, pair, places, ones.get(pair)))
        elif rule.kind == "MOVE_STACK":
            stacks.append(_move_stack(rule, pair, places, ones.get(pair)))
    return (*moves, *stacks, *remove_actions(rules, places))


# ---- moving cards ------------------------------------------------------------------------------


def _move(rule: MoveRule, pair: Pair, places: Symbols, one: OneCard | None) -> n.Action:
    face_up = n.IsFaceUp(token=n.TopOf(zone=SOURCE))
    test = predicate(rule.condition, single(places, pair[0]))
    move = n.MoveToken(token=n.TopOf(zone=SOURCE), to=TARGET)
    as_stack = replace(_notation("move_stack ", pair, TOP), name=AS_STACK)
    return n.Action(
        name="move",
        parameters=ends(pair, places),
        guard=n.And(
            items=(*_apart(pair), face_up, *_uncovered(pair, places), test), span=rule.span
        ),
        body=(move, *left(pair[0], SOURCE, places), *scored(places, "MOVE", *pair)),
        notations=(
            _for_people(n.TopOf(zone=SOURCE)),
            _notation("move ", pair, drawn=pair[0] in places.draws),
            *([as_stack] if one == OneCard.SAME else []),
        ),
        because=why_move(rule, pair, single(places, pair[0])),
        span=rule.span,
    )


def _move_stack(rule: MoveRule, pair: Pair, places: Symbols, one: OneCard | None) -> n.Action:
    within, rest = split_run(rule.condition)
    test = rest_of(rest, stack(places))
    longest = n.Subtract(left=run_length(within), right=ONE)
    shortest = ZERO if one == OneCard.LISTED else ONE
    depth = n.Parameter(name=DEPTH.name, type="int", items=n.Range(low=shortest, high=longest))
    lowest = n.Subtract(left=TOP, right=DEPTH)
    count = n.Add(left=DEPTH, right=ONE)
    block = n.MoveBlock(source=SOURCE, to=TARGET, count=count)
    cards = (n.TokenAt(zone=SOURCE, position=DEPTH), "..", n.TopOf(zone=SOURCE))
    return n.Action(
        name="move_stack",
        parameters=(*ends(pair, places), depth),
        guard=n.And(items=(*_apart(pair), *_uncovered(pair, places), test), span=rule.span),
        body=(block, *left(pair[0], SOURCE, places), *scored(places, "MOVE_STACK", *pair)),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        because=why_stack(rule, pair, places),
        span=rule.span,
    )


def _apart(pair: Pair) -> tuple[n.Expr, ...]:
    """Nothing moves onto its own pile; piles of different names are never the same."""
    return (n.Not(item=n.Equal(left=SOURCE, right=TARGET)),) if pair[0] == pair[1] else ()


def _uncovered(pair: Pair, places: Symbols) -> tuple[n.Expr, ...]:
    """Cards neither leave nor come to a pile that others lie on."""
    source, target = pair
    return (*free(source, SOURCE, places), *free(target, TARGET, places))


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
"""When something can be drawn, and what happens then."""


def redeals_of(draw: Rotate | Gather) -> str:
    """The variable that counts how often a draw pile was turned over."""
    return REDEALS if draw.name == DRAW else f"{draw.name}_{REDEALS}"


def _draw(file: File, draw: Draw, places: Symbols) -> n.Action:
    possible, body = _DRAWS[type(draw)](draw, places)
    named = draw.name != DRAW
    rules = [
        rule
        for rule in file.moves
        if rule.kind == DRAW and [word.text for word in rule.sources] == [draw.name] * named
    ]
    tests = tuple(predicate(rule.condition, single(places)) for rule in rules[:1])
    text = f"draw {draw.name}" if named else "draw"
    return n.Action(
        name="draw",
        guard=n.And(items=(possible, *tests)) if tests else possible,
        body=body,
        notations=(n.Notation(name="", parts=(text,)), n.Notation(name=NOTATION, parts=(text,))),
        because=why_draw(possible, rules[0].condition if rules else None, places),
        span=draw.span,
    )


def _filled(*zones: str) -> n.Expr:
    """Whether one of the zones holds a card."""
    tests = tuple(has_tokens(n.ZoneAt(name=zone)) for zone in zones)
    return tests[0] if len(tests) == 1 else n.Or(items=tests)


def _deal(draw: Deal, places: Symbols) -> Drawing:
    pile = n.Local(name="pile")
    # The top of a pile lies face up anyway, so nothing is lost if no card came on it.
    give = (
        n.MoveTop(source=n.ZoneAt(name=draw.name), to=pile, partial=True),
        n.Turn(token=n.TopOf(zone=pile), up=True),
    )
    deals = tuple(
        n.ForEach(name=pile.name, items=n.ZonesNamed(name=word.text), body=give)
        for word in draw.piles
    )
    return _filled(draw.name), (*deals, *scored(places, DRAWN))


def _gather(draw: Gather, places: Symbols) -> Drawing:
    """All cards of the piles are shuffled and dealt face up, a packet to each pile, and again."""
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

    cards = tuple(
        n.Less(left=ZERO, right=size) for word in draw.piles for size in places.sizes(word.text)
    )
    deal = n.While(test=_filled(draw.name), body=each(give))
    body = (*each((n.MoveBlock(source=pile, to=stock),)), n.Shuffle(zone=stock), deal, *_used(draw))
    body += scored(places, REDEAL)
    return n.And(items=(*_redeals_left(draw), n.Or(items=cards))), body


def _rotate(draw: Rotate, places: Symbols) -> Drawing:
    """When cards can be drawn or the pile turned over, and what happens then."""
    zones = places.draws[draw.name]
    assert zones.waste
    waste, stock = n.ZoneAt(name=zones.waste), n.ZoneAt(name=draw.name)
    take: list[n.Statement] = [
        n.MoveTop(source=stock, to=waste, count=n.Number(value=draw.per_draw), partial=True)
    ]
    if zones.passed and draw.window is not None:
        passed = n.ZoneAt(name=zones.passed)
        oldest = n.MoveToken(token=n.BottomOf(zone=waste), to=passed, place="bottom")
        too_many = n.Less(left=n.Number(value=draw.window), right=n.SizeOf(zone=waste))
        take.append(n.While(test=too_many, body=(oldest,)))
    take += scored(places, DRAWN)
    if draw.redeals == 0:
        return _filled(draw.name), tuple(take)
    turn = (*_redeal(draw, zones), *scored(places, REDEAL))
    body = n.If(test=_filled(draw.name), then=tuple(take), otherwise=turn)
    left, drawn = _redeals_left(draw), _filled(*zones.parts[1:])
    again = n.And(items=(*left, drawn)) if left else drawn
    return n.Or(items=(_filled(draw.name), again)), (body,)


def _redeals_left(draw: Rotate | Gather) -> tuple[n.Expr, ...]:
    if draw.redeals is None:
        return ()
    return (n.Less(left=n.Variable(name=redeals_of(draw)), right=n.Number(value=draw.redeals)),)


def _redeal(draw: Rotate, zones: DrawZones) -> tuple[n.Statement, ...]:
    """The cards go back in the order in which they were drawn, the oldest on top."""
    assert zones.waste
    stock, waste = n.ZoneAt(name=draw.name), n.ZoneAt(name=zones.waste)
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
