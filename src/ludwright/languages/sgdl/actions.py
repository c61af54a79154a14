"""Rules to actions: what the player may do, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...gamedef.nodes import (
    Action,
    Add,
    And,
    BottomOf,
    Equal,
    Exists,
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
    Truth,
    Turn,
    Variable,
    While,
    ZoneAt,
    ZonesNamed,
)
from .places import DrawZones, Places
from .predicates import DEPTH, SOURCE, TARGET, predicate, run_length, single, split_run, stack
from .tree import DRAW, Condition, Deal, Draw, File, Gather, Rotate, Rule

REDEALS = "redeals"
NOTATION = "sgdl"
ONE = Number(value=1)
NONE = Number(value=0)


def player_actions(file: File, places: Places) -> tuple[Action, ...]:
    """Draw, then single cards, then stacks, then the stacks of one card, which are not listed."""
    draws = tuple(_draw(file, draw, places) for draw in file.draws)
    one_card = tuple(_one_card_stack(rule, pair, places) for rule, pair in _pairs(file.moves))
    return (*draws, *rule_actions(file.moves, places), *(a for a in one_card if a))


def rule_actions(rules: Iterable[Rule], places: Places) -> tuple[Action, ...]:
    """Single cards, then stacks, one action for each pair of names in the order of the file."""
    pairs = _pairs(rules)
    moves = [_move(rule, pair, places) for rule, pair in pairs if rule.kind == "MOVE"]
    stacks = [_move_stack(rule, pair, places) for rule, pair in pairs if rule.kind == "MOVE_STACK"]
    return (*moves, *stacks)


Pair = tuple[str, str]


def _pairs(rules: Iterable[Rule]) -> list[tuple[Rule, Pair]]:
    return [
        (rule, (source.text, target.text))
        for rule in rules
        for source in rule.sources
        for target in rule.targets
    ]


# ---- moving cards ------------------------------------------------------------------------------


def _move(rule: Rule, pair: Pair, places: Places) -> Action:
    face_up = IsFaceUp(token=TopOf(zone=SOURCE))
    test = predicate(rule.condition, single(places, pair[0]))
    return Action(
        name="move",
        parameters=_ends(pair, places),
        guard=And(items=(*_apart(pair), face_up, test), span=rule.span),
        body=_one_card_body(pair, places),
        notations=(
            _for_people(TopOf(zone=SOURCE)),
            _notation("move ", pair, drawn=pair[0] in places.draws),
        ),
        span=rule.span,
    )


def _move_stack(rule: Rule, pair: Pair, places: Places) -> Action:
    within, rest = split_run(rule.condition)
    longest = Subtract(left=run_length(within), right=ONE)
    depth = Parameter(name=DEPTH.name, type="int", items=Range(low=ONE, high=longest))
    lowest = Subtract(left=Subtract(left=SizeOf(zone=SOURCE), right=ONE), right=DEPTH)
    count = Add(left=DEPTH, right=ONE)
    block = MoveBlock(source=SOURCE, to=TARGET, count=count)
    cards = (TokenAt(zone=SOURCE, position=DEPTH), "..", TopOf(zone=SOURCE))
    return Action(
        name="move_stack",
        parameters=(*_ends(pair, places), depth),
        guard=And(items=(*_apart(pair), _rest(rest, places)), span=rule.span),
        body=(block, *_left(pair, places)),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        span=rule.span,
    )


def _rest(condition: Condition | None, places: Places) -> Expr:
    return predicate(condition, stack(places)) if condition else Truth(value=True)


def _one_card_stack(rule: Rule, pair: Pair, places: Places) -> Action | None:
    """A stack of one card is accepted when it is written out, though a plain move says the same."""
    if rule.kind != "MOVE_STACK":
        return None
    face_up = IsFaceUp(token=TopOf(zone=SOURCE))
    test = predicate(rule.condition, single(places))
    lowest = Subtract(left=SizeOf(zone=SOURCE), right=ONE)
    cards = (TopOf(zone=SOURCE), "..", TopOf(zone=SOURCE))
    return Action(
        name="move_stack",
        parameters=_ends(pair, places),
        guard=And(items=(*_apart(pair), face_up, test), span=rule.span),
        body=_one_card_body(pair, places),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        listed=False,
        span=rule.span,
    )


def _ends(pair: Pair, places: Places) -> tuple[Parameter, Parameter]:
    source, target = pair
    return (
        Parameter(name=SOURCE.name, type="zone", items=places.sources(source)),
        Parameter(name=TARGET.name, type="zone", items=ZonesNamed(name=target)),
    )


def _apart(pair: Pair) -> tuple[Expr, ...]:
    """Nothing moves onto its own pile; piles of different names are never the same."""
    return (Not(item=Equal(left=SOURCE, right=TARGET)),) if pair[0] == pair[1] else ()


def _one_card_body(pair: Pair, places: Places) -> tuple[Statement, ...]:
    return (MoveToken(token=TopOf(zone=SOURCE), to=TARGET), *_left(pair, places))


def _left(pair: Pair, places: Places) -> tuple[Statement, ...]:
    """The card below what left is turned up; a window that is refilled gets a card back."""
    return (Turn(token=TopOf(zone=SOURCE), up=True), *refilling(pair[0], places))


def refilling(source: str, places: Places) -> tuple[Statement, ...]:
    """The card that passed last comes back into the window of a draw pile that lost one."""
    draw = places.draws.get(source)
    if draw is None or draw.refill is None or draw.waste is None or draw.passed is None:
        return ()
    waste, newest = ZoneAt(name=draw.waste), BottomOf(zone=ZoneAt(name=draw.passed))
    room = Less(left=SizeOf(zone=waste), right=Number(value=draw.refill))
    back = MoveToken(token=newest, to=waste, place="bottom")
    return (If(test=And(items=(room, Exists(item=newest))), then=(back,)),)


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
    return _filled(draw.name), tuple(
        ForEach(name=pile.name, items=ZonesNamed(name=word.text), body=give) for word in draw.piles
    )


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
    if draw.redeals == 0:
        return _filled(draw.name), tuple(take)
    body = If(test=_filled(draw.name), then=tuple(take), otherwise=_redeal(draw, zones))
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
