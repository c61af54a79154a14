"""Lower phases: turns, automatic phases, points and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO
from ...builders import forever
from ..read.tree import Act, GestureRule, Phase, Rules, Save
from ..saves.file import points_of
from .conditions import condition_line
from .gestures import actions, refusals
from .selection import Procedures
from .static_table import StaticTable

PHASE, SCORE, SETTLE = "phase", "score", "settle"
MOVED_BY = n.Local(name="moved_by")
WON, LOST = "win", "loss"


def several(rules: Rules) -> bool:
    """Whether the game has more than one seat."""
    return rules.players > 1


def variables(table: StaticTable) -> tuple[n.VariableDef, ...]:
    """The variables for the phase and the points."""
    rules, position = table.rules, table.position
    first = position.phase.text if position else rules.phases[0].name.text
    points = points_of(position)[0] if position else 0
    return (
        n.VariableDef(
            name=PHASE, type=PHASE, initial=n.Symbol(enum=PHASE, value=first), inner=True
        ),
        n.VariableDef(
            name=SCORE, type="int", initial=n.Number(value=points), per_seat=several(rules)
        ),
    )


def is_phase(name: str) -> n.Expr:
    """Whether the game is in a phase."""
    return n.Equal(left=n.Variable(name=PHASE), right=n.Symbol(enum=PHASE, value=name))


def owner(phase: Phase) -> n.Seat:
    """Whose turn it is in a phase."""
    return n.Seat(number=(phase.player or 1) - 1)


# ---- what a rule leads to ----------------------------------------------------------------------


def _counted(acts: Iterable[Act], mover: n.Expr, rules: Rules) -> Iterator[n.Statement]:
    """Add the points of all actions, summed up for each player."""
    totals: dict[int | None, int] = {}
    for act in acts:
        player = act.player if several(rules) else None
        totals[player] = totals.get(player, 0) + act.points
    for player, points in totals.items():
        whose: n.Expr | None = None
        if several(rules):
            whose = mover if player is None else n.Seat(number=player - 1)
        if points:
            sum_ = n.Add(left=n.Variable(name=SCORE, of=whose), right=n.Number(value=points))
            yield n.SetVariable(name=SCORE, value=sum_, of=whose)


def _led(
    rule: GestureRule, phase: Phase, mover: n.Expr, table: StaticTable
) -> Iterator[n.Statement]:
    """Add points, then enter the phase that the last action names."""
    yield from _counted(rule.actions, mover, table.rules)
    name = rule.actions[-1].next_phase.text
    if name != phase.name.text:
        yield n.SetVariable(name=PHASE, value=n.Symbol(enum=PHASE, value=name))


def _after(phase: Phase, table: StaticTable, rule: GestureRule) -> n.Block:
    """The effects of a move beyond its movements, including automatic phases."""
    name = rule.actions[-1].next_phase.text
    automatic = any(p.automatic and p.name.text == name for p in table.rules.phases)
    who = (owner(phase),) if several(table.rules) else ()
    passed = (n.Call(procedure=SETTLE, arguments=who),) if automatic else ()
    return (*_led(rule, phase, owner(phase), table), *passed)


# ---- automatic phases --------------------------------------------------------------------------


def settle_procedure(table: StaticTable) -> n.Procedure | None:
    """The procedure that runs automatic phases until one waits for a move.

    Automatic phases move no cards. If the phases can form a cycle, more steps than there are
    automatic phases therefore mean that it would never end.
    """
    rules = table.rules
    automatic = [phase for phase in rules.phases if phase.automatic]
    if not automatic:
        return None
    chain: n.Block = ()
    for phase in reversed(automatic):
        then = _passed(phase, table)
        chain = (n.If(test=is_phase(phase.name.text), then=then, otherwise=chain, span=phase.span),)
    hops = n.Local(name="hops")
    bound: n.Block = ()
    if _may_cycle(rules):
        names = ", ".join(phase.name.text for phase in automatic)
        endless = n.Fail(reason=f"endless cycle of automatic phases: {names}")
        over = n.Less(left=n.Number(value=len(automatic)), right=hops)
        bound = (
            n.Let(name=hops.name, value=n.Add(left=hops, right=ONE)),
            n.If(test=over, then=(endless,)),
        )
    start = (n.Let(name=hops.name, value=ZERO),) if bound else ()
    here = n.Or(items=tuple(is_phase(phase.name.text) for phase in automatic))
    who = (n.Parameter(name=MOVED_BY.name, type="seat"),) if several(rules) else ()
    body = (*start, n.While(test=here, body=(*bound, *chain)))
    return n.Procedure(name=SETTLE, parameters=who, body=body)


def _passed(phase: Phase, table: StaticTable) -> n.Block:
    """Apply the first rule whose conditions hold; other tests and movements are ignored."""
    chain: n.Block = (n.Fail(reason=f"no rule of automatic phase '{phase.name.text}' applies"),)
    for rule in reversed(phase.rules):
        if not rule.actions:
            continue
        tests = tuple(
            condition_line(condition, table).test
            for validation in rule.validations
            for condition in validation.conditions
        )
        # A rule without tests replaces the rest of the chain, which it makes unreachable.
        test = n.And(items=tuple(test for test in tests if test != n.And(items=())))
        then = tuple(_led(rule, phase, MOVED_BY, table))
        chain = (
            (n.If(test=test, then=then, otherwise=chain, span=rule.span),) if test.items else then
        )
    return chain


def _may_cycle(rules: Rules) -> bool:
    """Whether the graph of automatic phases has a cycle: phases without successors are removed
    until there are none, and anything left is on a cycle or leads to one."""
    leads = {
        phase.name.text: {rule.actions[-1].next_phase.text for rule in phase.rules if rule.actions}
        for phase in rules.phases
        if phase.automatic
    }
    left = set(leads)
    while True:
        ends = {name for name in left if not leads[name] & left}
        if not ends:
            return bool(left)
        left -= ends


# ---- the turns ---------------------------------------------------------------------------------


def turns(table: StaticTable, procedures: Procedures) -> n.Block:
    """Run automatic phases at the start, then one move after another."""
    rules = table.rules
    # A save is resumed in its phase as it is; `check_save` has refused automatic ones.
    starts = any(phase.automatic for phase in rules.phases[:1]) and not table.position
    begin = tuple(_resumed(rules, table.position)) if table.position else ()
    if starts:
        who = (n.Seat(number=0),) if several(rules) else ()
        begin = (n.Call(procedure=SETTLE, arguments=who), *_uncounted(rules))
    choice: n.Block = ()
    for phase in reversed([phase for phase in rules.phases if not phase.automatic]):
        then = (_choice(phase, table, procedures),)
        choice = (
            n.If(test=is_phase(phase.name.text), then=then, otherwise=choice, span=phase.span),
        )
    # Final phases are tested after a move: starting in one that has rules does not end the game.
    return (*begin, forever((n.Mark(kind="turn"), *choice, *_ended(rules))))


def _resumed(rules: Rules, position: Save) -> Iterator[n.Statement]:
    """Restore the points of all players. A game that was saved when it was won continues if its
    last phase has rules; otherwise it is over at once."""
    if several(rules):
        for number in range(rules.players):
            points = n.Number(value=dict(enumerate(points_of(position))).get(number, 0))
            yield n.SetVariable(name=SCORE, value=points, of=n.Seat(number=number))


def _uncounted(rules: Rules) -> Iterator[n.Statement]:
    """Reset the points, which count only from the first move on."""
    if not several(rules):
        yield n.SetVariable(name=SCORE, value=ZERO)
        return
    for number in range(rules.players):
        yield n.SetVariable(name=SCORE, value=ZERO, of=n.Seat(number=number))


def _choice(phase: Phase, table: StaticTable, procedures: Procedures) -> n.Statement:
    """A decision; a phase without actions ends the game."""
    found = tuple(actions(phase, table, procedures, partial(_after, phase, table)))
    if not found:
        return _end(phase.name.text.lower(), table.rules)
    missing = tuple(refusals(phase, found, table))
    return n.Decide(seat=owner(phase), actions=found, refused=missing, span=phase.span)


def _ended(rules: Rules) -> Iterator[n.Statement]:
    """End the game if a move has led to one of the final phases."""
    for phase in rules.phases:
        word = phase.name.text.lower()
        if not phase.automatic and word in (WON, LOST):
            yield n.If(test=is_phase(phase.name.text), then=(_end(word, rules),), span=phase.span)


def _end(word: str, rules: Rules) -> n.EndGame:
    winners: n.Expr = n.ListOf(items=(), of="seat")
    if word == WON:
        winners = _leaders() if several(rules) else n.ListOf(items=(n.Seat(number=0),), of="seat")
    scores: n.Expr = n.ListOf(items=(n.Variable(name=SCORE),), of="int")
    if several(rules):
        scores = _points()
    reasons = {WON: "won", LOST: "lost"}
    return n.EndGame(winners=winners, scores=scores, reason=reasons.get(word, "stuck"))


def _points() -> n.Expr:
    seat = n.Local(name="seat")
    return n.Each(items=n.Seats(), name=seat.name, value=n.Variable(name=SCORE, of=seat))


def _leaders() -> n.Expr:
    """The seats with the most points."""
    seat = n.Local(name="leader")
    most = n.Equal(left=n.Variable(name=SCORE, of=seat), right=n.Largest(items=_points()))
    return n.Filter(items=n.Seats(), name=seat.name, where=most)
