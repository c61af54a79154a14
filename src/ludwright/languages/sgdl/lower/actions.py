"""Rules to actions: what the player may do, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ....gamedef.nodes import (
    Action,
    Add,
    And,
    BottomOf,
    Equal,
    Expr,
    ForEach,
    If,
    IndexOf,
    IsFaceUp,
    Less,
    Local,
    MoveBlock,
    MoveToken,
    MoveTop,
    Not,
    Notation,
    Number,
    Or,
    Parameter,
    Range,
    SetVariable,
    Shuffle,
    SizeOf,
    Statement,
    Subtract,
    TokenAt,
    TopOf,
    Turn,
    Variable,
    While,
    ZoneAt,
    ZonesNamed,
)
from ..read.scores import DRAWN, REDEAL
from ..read.tree import DRAW, Deal, Draw, File, Gather, Rotate, Rule
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
from .symbols import DrawZones, Places

REDEALS = "redeals"
NOTATION, AS_STACK = "sgdl", "sgdl-stack"
ONE = Number(value=1)
NONE = Number(value=0)
TOP = Subtract(left=SizeOf(zone=SOURCE), right=ONE)


def player_actions(
    file: File, places: Places, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[Action, ...]:
    """Draw, then single cards, then stacks, then what is removed."""
    draws = tuple(_draw(file, draw, places) for draw in file.draws)
    return (*draws, *rule_actions(file.moves, places, ones))


def rule_actions(
    rules: Sequence[Rule], places: Places, ones: Mapping[Pair, OneCard] = NO_STACKS
) -> tuple[Action, ...]:
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


def _move(rule: Rule, pair: Pair, places: Places, one: OneCard | None) -> Action:
    face_up = IsFaceUp(token=TopOf(zone=SOURCE))
    test = predicate(rule.condition, single(places, pair[0]))
    move = MoveToken(token=TopOf(zone=SOURCE), to=TARGET)
    as_stack = replace(_notation("move_stack ", pair, TOP), name=AS_STACK)
    return Action(
        name="move",
        parameters=ends(pair, places),
        guard=And(items=(*_apart(pair), face_up, *_uncovered(pair, places), test), span=rule.span),
        body=(move, *left(pair[0], SOURCE, places), *scored(places, "MOVE", *pair)),
        notations=(
            _for_people(TopOf(zone=SOURCE)),
            _notation("move ", pair, drawn=pair[0] in places.draws),
            *([as_stack] if one == OneCard.SAME else []),
        ),
        because=why_move(rule, pair, single(places, pair[0])),
        span=rule.span,
    )


def _move_stack(rule: Rule, pair: Pair, places: Places, one: OneCard | None) -> Action:
    within, rest = split_run(rule.condition)
    test = rest_of(rest, stack(places))
    longest = Subtract(left=run_length(within), right=ONE)
    shortest = NONE if one == OneCard.LISTED else ONE
    depth = Parameter(name=DEPTH.name, type="int", items=Range(low=shortest, high=longest))
    lowest = Subtract(left=TOP, right=DEPTH)
    count = Add(left=DEPTH, right=ONE)
    block = MoveBlock(source=SOURCE, to=TARGET, count=count)
    cards = (TokenAt(zone=SOURCE, position=DEPTH), "..", TopOf(zone=SOURCE))
    return Action(
        name="move_stack",
        parameters=(*ends(pair, places), depth),
        guard=And(items=(*_apart(pair), *_uncovered(pair, places), test), span=rule.span),
        body=(block, *left(pair[0], SOURCE, places), *scored(places, "MOVE_STACK", *pair)),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        because=why_stack(rule, pair, places),
        span=rule.span,
    )


def _apart(pair: Pair) -> tuple[Expr, ...]:
    """Nothing moves onto its own pile; piles of different names are never the same."""
    return (Not(item=Equal(left=SOURCE, right=TARGET)),) if pair[0] == pair[1] else ()


def _uncovered(pair: Pair, places: Places) -> tuple[Expr, ...]:
    """Cards neither leave nor come to a pile that others lie on."""
    source, target = pair
    return (*free(source, SOURCE, places), *free(target, TARGET, places))


def _for_people(*cards: str | Expr) -> Notation:
    return Notation(name="", parts=(*cards, "  ", SOURCE, " -> ", TARGET))


def _notation(verb: str, pair: Pair, lowest: Expr | None = None, drawn: bool = False) -> Notation:
    source, target = pair
    start: tuple[str | Expr, ...] = (f"{verb}{source}[", IndexOf(zone=SOURCE), "]")
    if drawn:
        start = (f"{verb}{source}",)
    where: tuple[str | Expr, ...] = (":", lowest) if lowest else ()
    return Notation(name=NOTATION, parts=(*start, *where, f" {target}[", IndexOf(zone=TARGET), "]"))


# ---- drawing -----------------------------------------------------------------------------------

Drawing = tuple[Expr, tuple[Statement, ...]]
"""When something can be drawn, and what happens then."""


def redeals_of(draw: Rotate | Gather) -> str:
    """The variable that counts how often a draw pile was turned over."""
    return REDEALS if draw.name == DRAW else f"{draw.name}_{REDEALS}"


def _draw(file: File, draw: Draw, places: Places) -> Action:
    possible, body = _DRAWS[type(draw)](draw, places)
    named = draw.name != DRAW
    rules = [
        rule
        for rule in file.moves
        if rule.kind == DRAW and [word.text for word in rule.sources] == [draw.name] * named
    ]
    tests = tuple(predicate(rule.condition, single(places)) for rule in rules[:1])
    text = f"draw {draw.name}" if named else "draw"
    return Action(
        name="draw",
        guard=And(items=(possible, *tests)) if tests else possible,
        body=body,
        notations=(Notation(name="", parts=(text,)), Notation(name=NOTATION, parts=(text,))),
        because=why_draw(possible, rules[0].condition if rules else None, places),
        span=draw.span,
    )


def _filled(*zones: str) -> Expr:
    """Whether one of the zones holds a card."""
    tests = tuple(Less(left=NONE, right=SizeOf(zone=ZoneAt(name=zone))) for zone in zones)
    return tests[0] if len(tests) == 1 else Or(items=tests)


def _deal(draw: Deal, places: Places) -> Drawing:
    pile = Local(name="pile")
    # The top of a pile lies face up anyway, so nothing is lost if no card came on it.
    give = (
        MoveTop(source=ZoneAt(name=draw.name), to=pile, partial=True),
        Turn(token=TopOf(zone=pile), up=True),
    )
    deals = tuple(
        ForEach(name=pile.name, items=ZonesNamed(name=word.text), body=give) for word in draw.piles
    )
    return _filled(draw.name), (*deals, *scored(places, DRAWN))


def _gather(draw: Gather, places: Places) -> Drawing:
    """All cards of the piles are shuffled and dealt face up, a packet to each pile, and again."""
    pile, stock, position = Local(name="pile"), ZoneAt(name=draw.name), Local(name="position")
    packet = Number(value=draw.packet)
    turn = Turn(token=TokenAt(zone=pile, position=position), up=True)
    positions = Range(low=NONE, high=Number(value=draw.packet - 1))
    give = (
        MoveTop(source=stock, to=pile, count=packet, partial=True),
        ForEach(name=position.name, items=positions, body=(turn,)),
    )

    def each(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(
            ForEach(name=pile.name, items=ZonesNamed(name=word.text), body=body)
            for word in draw.piles
        )

    cards = tuple(
        Less(left=NONE, right=size) for word in draw.piles for size in places.sizes(word.text)
    )
    deal = While(test=_filled(draw.name), body=each(give))
    body = (*each((MoveBlock(source=pile, to=stock),)), Shuffle(zone=stock), deal, *_used(draw))
    body += scored(places, REDEAL)
    return And(items=(*_redeals_left(draw), Or(items=cards))), body


def _rotate(draw: Rotate, places: Places) -> Drawing:
    """When cards can be drawn or the pile turned over, and what happens then."""
    zones = places.draws[draw.name]
    assert zones.waste
    waste, stock = ZoneAt(name=zones.waste), ZoneAt(name=draw.name)
    take: list[Statement] = [
        MoveTop(source=stock, to=waste, count=Number(value=draw.per_draw), partial=True)
    ]
    if zones.passed and draw.window is not None:
        passed = ZoneAt(name=zones.passed)
        oldest = MoveToken(token=BottomOf(zone=waste), to=passed, place="bottom")
        too_many = Less(left=Number(value=draw.window), right=SizeOf(zone=waste))
        take.append(While(test=too_many, body=(oldest,)))
    take += scored(places, DRAWN)
    if draw.redeals == 0:
        return _filled(draw.name), tuple(take)
    turn = (*_redeal(draw, zones), *scored(places, REDEAL))
    body = If(test=_filled(draw.name), then=tuple(take), otherwise=turn)
    left, drawn = _redeals_left(draw), _filled(*zones.parts[1:])
    again = And(items=(*left, drawn)) if left else drawn
    return Or(items=(_filled(draw.name), again)), (body,)


def _redeals_left(draw: Rotate | Gather) -> tuple[Expr, ...]:
    if draw.redeals is None:
        return ()
    return (Less(left=Variable(name=redeals_of(draw)), right=Number(value=draw.redeals)),)


def _redeal(draw: Rotate, zones: DrawZones) -> tuple[Statement, ...]:
    """The cards go back in the order in which they were drawn, the oldest on top."""
    assert zones.waste
    stock, waste = ZoneAt(name=draw.name), ZoneAt(name=zones.waste)
    body: list[Statement] = [MoveTop(source=waste, to=stock, count=SizeOf(zone=waste))]
    if zones.passed:
        body.append(MoveBlock(source=ZoneAt(name=zones.passed), to=stock))
    return (*body, *_used(draw))


def _used(draw: Rotate | Gather) -> tuple[Statement, ...]:
    if draw.redeals is None:
        return ()
    name = redeals_of(draw)
    return (SetVariable(name=name, value=Add(left=Variable(name=name), right=ONE)),)


_DRAWS: dict[type, Callable[[Any, Places], Drawing]] = {
    Deal: _deal,
    Rotate: _rotate,
    Gather: _gather,
}
