"""Rules: what sets them off, their conditions, and their effects as blocks of statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics import Span, did_you_mean
from ...gamedef import nodes as n
from ...gamedef.walk import walk
from ..building import Tree
from . import codes, syntax
from .actions import block
from .expressions import test
from .functions import empty
from .jumps import ENDING, JUMP
from .syntax import Fields, read
from .world import Effect, Scope, Typed, World

CARD_EVENTS = ("on.draw", "on.play", "on.discard", "on.move")
TURN_EVENTS = ("on.turn.begin", "on.turn.end")
FIRED = "flow_fired_"
MOVES = (n.MoveToken, n.MoveTop, n.MoveBlock)


@dataclass(frozen=True, slots=True)
class Event:
    """What happens at one event: the rules in their order, and the jumps they may remember."""

    block: n.Block = ()
    jumps: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Heard:
    """A rule that hears movements: its test and what it does."""

    test: n.Expr
    block: n.Block


@dataclass(slots=True)
class Rules:
    """The rules of a game by what sets them off."""

    world: World
    waiting: dict[str, list[Fields]] = field(default_factory=dict)
    once: dict[str, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)

    def of(self, trigger: str) -> list[Fields]:
        """The rules that an event sets off, the most important first."""
        self.done.add(trigger)
        return sorted(self.waiting.get(trigger, ()), key=lambda rule: -rule.whole("priority"))

    def event(self, trigger: str, **bound: Typed) -> Event:
        """The rules of one event, the most important first."""
        return chain([self._rule(rule, bound) for rule in self.of(trigger)])

    def _rule(self, fields: Fields, bound: dict[str, Typed]) -> Event:
        effect, tests, statement = self._parts(fields, bound, tail=True)
        tests, then = self._limited(fields, tests, statement)
        span = fields.at("id")
        if tests:
            then = (n.If(test=_all(tests, span), then=then, span=span),)
        moves = any(isinstance(node, MOVES) for node in walk(statement))
        return Event(then, frozenset(effect.jumps | self.heard if moves else effect.jumps))

    def heard_rule(self, fields: Fields, bound: dict[str, Typed]) -> Heard:
        """A rule for movements. What it jumps to is taken after the event in which a card moves."""
        effect, tests, statement = self._parts(fields, bound, tail=False)
        tests, then = self._limited(fields, tests, statement)
        self.heard |= effect.jumps
        span = fields.at("id")
        return Heard(_all(tests, span) if tests else n.Truth(value=True, span=span), then)

    def _parts(
        self, fields: Fields, bound: dict[str, Typed], tail: bool
    ) -> tuple[Effect, list[n.Expr], n.Statement]:
        """What a rule stores and jumps to, its conditions, and its effect."""
        world, name = self.world, fields.text("id")
        effect = Effect(rule=name, policy=fields.text("on_failure", "abort"))
        span = fields.at("id")
        if not world.simultaneous:
            bound = {"player": world.current(span), **bound}
        scope = Scope(bound=bound, effect=effect)
        tests = [
            test(world, scope, node)
            for key in ("enabled_when", "condition")
            if (node := fields.get(key)) is not None
        ]
        inner = Scope(bound=bound, effect=effect, tail=tail)
        body = block(world, inner, fields.items("effect"))
        body = (*_unset(world, effect, span), *body)
        rollback = effect.policy == "rollback"
        return effect, tests, n.Attempt(body=body, rollback=rollback, span=span)

    def _limited(
        self, fields: Fields, tests: list[n.Expr], statement: n.Statement
    ) -> tuple[list[n.Expr], n.Block]:
        """The conditions and the effect of a rule, which may not run again if it is limited."""
        span, limit = fields.at("id"), fields.text("once_per")
        if limit == "phase" and not fields.text("trigger").startswith("on.phase."):
            self.world.not_yet(fields.at("once_per"), "'once_per: phase' for other triggers")
        if limit not in ("turn", "game"):
            return tests, (statement,)
        name = FIRED + fields.text("id")
        self.once[name] = limit
        fired = n.Variable(name=name, span=span)
        mark = n.SetVariable(name=name, value=n.Truth(value=True), span=span)
        return [n.Not(item=fired, span=span), *tests], (mark, statement)


def _all(tests: list[n.Expr], span: Span) -> n.Expr:
    return tests[0] if len(tests) == 1 else n.And(items=tuple(tests), span=span)


def _unset(world: World, effect: Effect, span: Span) -> n.Block:
    """What may be read without having been stored starts as nothing."""
    return tuple(
        n.Let(name=name, value=empty(world, kind, span), span=span)
        for name, kind in effect.early.items()
    )


def chain(events: list[Event]) -> Event:
    """Events one after another: once a jump is remembered the rest is left out."""
    block: n.Block = ()
    for event in reversed(events):
        if event.jumps and block:
            block = (n.If(test=undisturbed(event.jumps), then=block),)
        block = (*event.block, *block)
    return Event(block, frozenset[str]().union(*(event.jumps for event in events)))


def undisturbed(jumps: frozenset[str]) -> n.Expr:
    """Whether none of these jumps is remembered."""
    ends = any(jump.startswith("end:") for jump in jumps)
    names = [ENDING] if ends else []
    names += [JUMP] if any(not jump.startswith("end:") for jump in jumps) else []
    tests = tuple(n.Equal(left=n.Variable(name=name), right=n.Number(value=0)) for name in names)
    return tests[0] if len(tests) == 1 else n.And(items=tests)


def read_rules(world: World, nodes: tuple[Tree, ...]) -> Rules:
    """Read the rules and sort them by what sets them off."""
    rules, seen = Rules(world), set[str]()
    for node in nodes:
        fields = read(node, syntax.RULE, "a rule", world.report)
        if fields is None:
            continue
        name = fields.text("id")
        if name in seen:
            world.error(codes.TWICE, fields.at("id"), f"there are two rules '{name}'")
        seen.add(name)
        timed = fields.text("trigger") in CARD_EVENTS
        if fields.text("timing", "post") != "post" and not timed:
            world.not_yet(fields.at("timing"), f"'timing: {fields.text('timing')}'")
        if fields.get("trigger") is not None and not fields.flag("disabled"):
            _sorted(world, rules, fields)
    return rules


def _sorted(world: World, rules: Rules, fields: Fields) -> None:
    trigger, span = fields.text("trigger"), fields.at("trigger")
    known = triggers(world)
    if trigger not in known:
        hint = did_you_mean(trigger, known)
        world.error(codes.TRIGGER, span, f"nothing is called '{trigger}'", hint)
        trigger = "never"
    elif trigger in TURN_EVENTS and world.simultaneous:
        message = "there are no turns when all play at once, so this rule never runs"
        world.report.warning(codes.NEVER, span, message)
        trigger = "never"
    rules.waiting.setdefault(trigger, []).append(fields)


def triggers(world: World) -> list[str]:
    """The names of all events of a game's flow."""
    states = [f"on.state.{way}.{name}" for name in world.states for way in ("enter", "exit")]
    return [*CARD_EVENTS, *TURN_EVENTS, *(f"on.phase.{phase}" for phase in world.phases), *states]
