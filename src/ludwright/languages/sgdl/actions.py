"""Rules to actions: what the player may do, and what happens by itself."""

from __future__ import annotations

from collections.abc import Iterable

from ...gamedef.nodes import (
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
from .places import Places
from .predicates import DEPTH, SOURCE, TARGET, predicate, run_length, single, split_run, stack
from .reasons import why_draw, why_move, why_stack
from .tree import DRAW, Condition, Deal, File, Rotate, Rule

REDEALS = "redeals"
NOTATION = "sgdl"
ONE = Number(value=1)
NONE = Number(value=0)


def player_actions(file: File, places: Places) -> tuple[Action, ...]:
    """Draw, then single cards, then stacks, then the stacks of one card, which are not listed."""
    draws = () if file.draw is None else (_draw(file, file.draw, places),)
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
    test = predicate(rule.condition, single(places))
    return Action(
        name="move",
        parameters=_ends(pair, places),
        guard=And(items=(*_apart(pair), face_up, test), span=rule.span),
        body=_one_card_body(),
        notations=(_for_people(TopOf(zone=SOURCE)), _notation("move ", pair)),
        because=why_move(rule, pair, places),
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
        body=(block, Turn(token=TopOf(zone=SOURCE), up=True)),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        because=why_stack(rule, pair, places),
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
        body=_one_card_body(),
        notations=(_for_people(*cards), _notation("move_stack ", pair, lowest)),
        listed=False,
        because=why_move(rule, pair, places),
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


def _one_card_body() -> tuple[Statement, ...]:
    move = MoveToken(token=TopOf(zone=SOURCE), to=TARGET)
    return (move, Turn(token=TopOf(zone=SOURCE), up=True))


def _for_people(*cards: str | Expr) -> Notation:
    return Notation(name="", parts=(*cards, "  ", SOURCE, " -> ", TARGET))


def _notation(verb: str, pair: Pair, lowest: Expr | None = None) -> Notation:
    source, target = pair
    start: tuple[str | Expr, ...] = (f"{verb}{source}[", IndexOf(zone=SOURCE), "]")
    if source == DRAW:
        start = (f"{verb}{DRAW}",)
    where: tuple[str | Expr, ...] = (":", lowest) if lowest else ()
    return Notation(name=NOTATION, parts=(*start, *where, f" {target}[", IndexOf(zone=TARGET), "]"))


# ---- drawing -----------------------------------------------------------------------------------


def _draw(file: File, draw: Deal | Rotate, places: Places) -> Action:
    if isinstance(draw, Deal):
        possible, body = _filled(DRAW), _deal_body(draw)
    else:
        possible, body = _rotate(draw, places)
    rules = [rule for rule in file.moves if rule.kind == DRAW]
    tests = tuple(predicate(rule.condition, single(places)) for rule in rules[:1])
    return Action(
        name="draw",
        guard=And(items=(possible, *tests)) if tests else possible,
        body=body,
        notations=(Notation(name="", parts=("draw",)), Notation(name=NOTATION, parts=("draw",))),
        because=why_draw(possible, rules[0].condition if rules else None, places),
        span=draw.span,
    )


def _filled(*zones: str) -> Expr:
    """Whether one of the zones holds a card."""
    tests = tuple(Less(left=NONE, right=SizeOf(zone=ZoneAt(name=zone))) for zone in zones)
    return tests[0] if len(tests) == 1 else Or(items=tests)


def _deal_body(draw: Deal) -> tuple[Statement, ...]:
    pile = Local(name="pile")
    # The top of a pile lies face up anyway, so nothing is lost if no card came on it.
    give = (
        MoveTop(source=ZoneAt(name=DRAW), to=pile, partial=True),
        Turn(token=TopOf(zone=pile), up=True),
    )
    return tuple(
        ForEach(name=pile.name, items=ZonesNamed(name=word.text), body=give) for word in draw.piles
    )


def _rotate(draw: Rotate, places: Places) -> tuple[Expr, tuple[Statement, ...]]:
    """When cards can be drawn or the pile turned over, and what happens then."""
    assert places.waste
    waste, stock = ZoneAt(name=places.waste), ZoneAt(name=DRAW)
    take: list[Statement] = [
        MoveTop(source=stock, to=waste, count=Number(value=draw.per_draw), partial=True)
    ]
    if places.passed and draw.window is not None:
        passed = ZoneAt(name=places.passed)
        oldest = MoveToken(token=BottomOf(zone=waste), to=passed, place="bottom")
        too_many = Less(left=Number(value=draw.window), right=SizeOf(zone=waste))
        take.append(While(test=too_many, body=(oldest,)))
    if draw.redeals == 0:
        return _filled(DRAW), tuple(take)
    body = If(test=_filled(DRAW), then=tuple(take), otherwise=_redeal(draw, places))
    drawn = _filled(*filter(None, (places.waste, places.passed)))
    if draw.redeals is not None:
        left = Less(left=Variable(name=REDEALS), right=Number(value=draw.redeals))
        drawn = And(items=(left, drawn))
    return Or(items=(_filled(DRAW), drawn)), (body,)


def _redeal(draw: Rotate, places: Places) -> tuple[Statement, ...]:
    """The cards go back in the order in which they were drawn, the oldest on top."""
    assert places.waste
    stock, waste = ZoneAt(name=DRAW), ZoneAt(name=places.waste)
    body: list[Statement] = [MoveTop(source=waste, to=stock, count=SizeOf(zone=waste))]
    if places.passed:
        body.append(MoveBlock(source=ZoneAt(name=places.passed), to=stock))
    if draw.redeals is not None:
        used = Add(left=Variable(name=REDEALS), right=ONE)
        body.append(SetVariable(name=REDEALS, value=used))
    return tuple(body)
