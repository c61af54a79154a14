"""Rules: their triggers, their conditions, and their effects as blocks of statements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ...names import declares, refers
from ...yaml.read import Tree
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, read
from .actions import block
from .expressions import test
from .flow_actions import ENDING, JUMP, RAISED
from .functions import empty
from .symbols import Effect, Environment, Symbols, Typed

CARD_EVENTS = ("on.draw", "on.play", "on.discard", "on.move")
TURN_EVENTS = ("on.turn.begin", "on.turn.end")
FIRED = "flow_fired_"
MOVES = (n.MoveToken, n.MoveTop, n.MoveBlock)
TIMINGS = ("pre", "replace", "post")


@dataclass(frozen=True, slots=True)
class RuleEvent:
    """The rules of one event in order, and the jumps they may remember."""

    block: n.Block = ()
    jumps: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FlowRule:
    """A rule of the flow: its test, if it has one, and its effect."""

    test: n.Expr | None
    then: RuleEvent
    span: Span

    @property
    def event(self) -> RuleEvent:
        """The rule as an event."""
        return self.then if self.test is None else self.or_else(RuleEvent())

    def or_else(self, other: RuleEvent) -> RuleEvent:
        """This rule or, if its test does not hold, something else."""
        test = n.Truth(value=True, span=self.span) if self.test is None else self.test
        block = n.If(test=test, then=self.then.block, otherwise=other.block, span=self.span)
        return RuleEvent((block,), self.then.jumps | other.jumps)


@dataclass(frozen=True, slots=True)
class Heard:
    """A rule for movements: its test and its effect."""

    test: n.Expr
    block: n.Block


@dataclass(slots=True)
class Rules:
    """The rules of a game by trigger."""

    symbols: Symbols
    waiting: dict[str, list[Fields]] = field(default_factory=dict)
    once: dict[str, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)

    def of(self, trigger: str) -> list[Fields]:
        """The rules of a trigger, highest priority first."""
        self.done.add(trigger)
        return sorted(self.waiting.get(trigger, ()), key=lambda rule: -rule.whole("priority"))

    def event(self, trigger: str, **bound: Typed) -> RuleEvent:
        """The rules of one event: those before it, then the first in place of it whose conditions
        hold or, if there is none, those after it; the most important of each first."""
        every = self.of(trigger)
        before, instead, after = (
            [self._rule(rule, bound) for rule in every if rule.text("timing", "post") == timing]
            for timing in TIMINGS
        )
        event = chain([rule.event for rule in after])
        # Built inside out: the first `replace` rule that holds wins, else the `post` rules run.
        for rule in reversed(instead):
            event = rule.or_else(event)
        return chain([*(rule.event for rule in before), event])

    def _rule(self, fields: Fields, bound: dict[str, Typed]) -> FlowRule:
        # An event raised in the middle of an effect does not end the game there.
        tail = fields.text("trigger").removeprefix("on.") not in self.symbols.events
        effect, tests, statement = self._parts(fields, bound, tail)
        tests, then = self._limited(fields, tests, statement)
        span = fields.at("id")
        # A movement may run listeners, whose jumps are remembered during this effect.
        spreads = any(_may_trigger(node) for node in walk(statement))
        jumps = frozenset(effect.jumps | self.heard if spreads else effect.jumps)
        return FlowRule(_all(tests, span) if tests else None, RuleEvent(then, jumps), span)

    def limited_to(self, limit: str) -> n.Block:
        """Statements that allow rules to run again that are limited to once per phase or turn."""
        names = [
            FIRED + rule.text("id")
            for rules in self.waiting.values()
            for rule in rules
            if rule.text("once_per") == limit and not _enters(rule)
        ]
        return tuple(n.SetVariable(name=name, value=n.Truth(value=False)) for name in names)

    def heard_rule(self, fields: Fields, bound: dict[str, Typed]) -> Heard:
        """A rule for movements. Its jumps are taken after the event in which the card moves."""
        effect, tests, statement = self._parts(fields, bound, tail=False)
        tests, then = self._limited(fields, tests, statement)
        self.heard |= effect.jumps
        span = fields.at("id")
        return Heard(_all(tests, span) if tests else n.Truth(value=True, span=span), then)

    def _parts(
        self, fields: Fields, bound: dict[str, Typed], tail: bool
    ) -> tuple[Effect, list[n.Expr], n.Statement]:
        """What a rule stores and jumps to, its conditions, and its effect."""
        symbols, name = self.symbols, fields.text("id")
        effect = Effect(rule=name, policy=fields.text("on_failure", "abort"))
        span = fields.at("id")
        if not symbols.simultaneous:
            # The event's own player, if it has one, takes precedence.
            bound = {"player": symbols.current(span), **bound}
        env = Environment(bound=bound, effect=effect)
        tests = [
            test(symbols, env, node)
            for key in ("enabled_when", "condition")
            if (node := fields.get(key)) is not None
        ]
        # Only the effect may be a tail: a condition is an expression.
        inner = Environment(bound=bound, effect=effect, tail=tail)
        body = block(symbols, inner, fields.items("effect"))
        # After lowering the body, which finds out what is read early.
        body = (*_unset(symbols, effect, span), *body)
        rollback = effect.policy == "rollback"
        if effect.undo:
            body = _undone(effect, body, span)
        return (
            effect,
            tests,
            n.Attempt(body=body, rollback=rollback or bool(effect.undo), name=name, span=span),
        )

    def _limited(
        self, fields: Fields, tests: list[n.Expr], statement: n.Statement
    ) -> tuple[list[n.Expr], n.Block]:
        """The conditions and effect of a rule, with its limit applied."""
        span, limit = fields.at("id"), fields.text("once_per")
        if not limit or _enters(fields):
            return tests, (statement,)
        name = FIRED + fields.text("id")
        self.once[name] = limit
        fired = n.Variable(name=name, span=span)
        mark = n.SetVariable(name=name, value=n.Truth(value=True), span=span)
        # Marked before the effect runs: an effect that triggers its own rule does not repeat it.
        return [n.Not(item=fired, span=span), *tests], (mark, statement)


def _enters(rule: Fields) -> bool:
    """Whether a rule is limited to once per phase and triggered by entering it."""
    return rule.text("once_per") == "phase" and rule.text("trigger").startswith("on.phase.")


def _may_trigger(node: n.Node) -> bool:
    """Whether a statement may trigger other rules at once, by a movement or an event."""
    return isinstance(node, MOVES) or (
        isinstance(node, n.Call) and node.procedure.startswith(RAISED)
    )


def _all(tests: list[n.Expr], span: Span) -> n.Expr:
    return tests[0] if len(tests) == 1 else n.And(items=tuple(tests), span=span)


def _undone(effect: Effect, body: n.Block, span: Span) -> n.Block:
    """An effect in which the failing action decides whether everything is undone."""
    undo = n.Local(name=effect.undo, span=span)
    usual = n.Let(name=effect.undo, value=n.Truth(value=effect.policy == "rollback"), span=span)
    # The inner attempt catches the failure; failing again makes the outer one roll back.
    again = n.If(test=undo, then=(n.Fail(reason="all is undone", span=span),), span=span)
    return (usual, n.Attempt(body=body, otherwise=(again,), span=span))


def _unset(symbols: Symbols, effect: Effect, span: Span) -> n.Block:
    """Let what may be read before it is stored start as nothing."""
    return tuple(
        n.Let(name=name, value=empty(symbols, kind, span), span=span)
        for name, kind in effect.early.items()
    )


def chain(events: list[RuleEvent]) -> RuleEvent:
    """Events in sequence: once a jump is remembered the rest is skipped."""
    block: n.Block = ()
    for event in reversed(events):
        # Built from the last rule, so that each test guards everything after it.
        if event.jumps and block:
            block = (n.If(test=no_jump_pending(event.jumps), then=block),)
        block = (*event.block, *block)
    return RuleEvent(block, frozenset[str]().union(*(event.jumps for event in events)))


def no_jump_pending(jumps: frozenset[str]) -> n.Expr:
    """Whether none of these jumps is remembered."""
    ends = any(jump.startswith("end:") for jump in jumps)
    names = [ENDING] if ends else []
    names += [JUMP] if any(not jump.startswith("end:") for jump in jumps) else []
    tests = tuple(n.Equal(left=n.Variable(name=name), right=n.Number(value=0)) for name in names)
    return tests[0] if len(tests) == 1 else n.And(items=tests)


def read_rules(symbols: Symbols, nodes: tuple[Tree, ...]) -> Rules:
    """Read the rules and index them by trigger."""
    rules, seen = Rules(symbols), set[str]()
    for node in nodes:
        fields = read(node, shapes.RULE, "a rule", symbols.report)
        if fields is None:
            continue
        name = fields.text("id")
        declares("rule", name, fields.at("id"))
        refers("rule", fields.text("extends"), fields.at("extends"))
        if name in seen:
            symbols.error(codes.DUPLICATE, fields.at("id"), f"duplicate rule '{name}'")
        seen.add(name)
        if fields.get("trigger") is not None and not fields.flag("disabled"):
            _index(symbols, rules, fields)
    return rules


def _index(symbols: Symbols, rules: Rules, fields: Fields) -> None:
    trigger, span = fields.text("trigger"), fields.at("trigger")
    known = triggers(symbols)
    _refer(trigger, span, known)
    if trigger not in known:
        hint = did_you_mean(trigger, known)
        symbols.error(codes.TRIGGER, span, f"unknown trigger '{trigger}'", hint)
        trigger = "never"
    elif trigger in TURN_EVENTS and symbols.simultaneous:
        message = "this rule never runs: simultaneous play has no turns"
        symbols.report.warning(codes.NEVER, span, message)
        trigger = "never"
    rules.waiting.setdefault(trigger, []).append(fields)


def _refer(trigger: str, span: Span, known: list[str]) -> None:
    """The name that a trigger contains, or all triggers if it is unknown."""
    found = _NAMED.fullmatch(trigger)
    if trigger not in known:
        refers("trigger", trigger, span, known=known)
    elif found:
        refers(found["kind"] or "event", found["name"], span)


_NAMED = re.compile(r"on\.((?P<kind>phase|state)\.((enter|exit)\.)?)?(?P<name>[^.]+)")


def triggers(symbols: Symbols) -> list[str]:
    """All triggers of a game's flow."""
    states = [f"on.state.{way}.{name}" for name in symbols.states for way in ("enter", "exit")]
    phases = (f"on.phase.{phase}" for phase in symbols.phases)
    return [
        *CARD_EVENTS,
        *TURN_EVENTS,
        *phases,
        *states,
        *(f"on.{name}" for name in symbols.events),
    ]
