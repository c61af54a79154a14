"""The main loop of a game: one turn per iteration, straight-line code where possible."""

from __future__ import annotations

from ....gamedef import nodes as n
from ...builders import forever, next_seat, set_number, skip_turns, unqueue, variable_is
from .. import codes
from .dynamic_phases import procedures as line_procedures
from .expressions import test
from .flow_actions import CURRENT, EXTRA, INDEX, JUMP, SKIPS, TURN
from .multi_state_flow import first_steps, number_steps, settle, stepwise
from .operators import step
from .rules import RuleEvent
from .states import (
    Flow,
    Phases,
    begun,
    called,
    changed,
    endings,
    entered,
    event_of,
    finished,
    scope_of,
)


def play(flow: Flow) -> n.Block:
    """Everything after the setup."""
    flow.procedures.extend(line_procedures() if flow.dynamic else ())
    enter = event_of(flow, f"on.state.enter.{flow.initial}", flow.initial)
    if flow.terminal(flow.initial):
        return (*enter.block, *endings(flow, enter), finished(flow))
    # Most games have one state with turns: no program counter, and phases inline.
    build = _one_state if flow.simple else _several_states
    block = build(flow, enter)
    _check_untriggered(flow)
    return block


def _one_state(flow: Flow, enter: RuleEvent) -> n.Block:
    start = (*enter.block, *_take_jumps(flow, enter, flow.initial))
    phases, end = _phases_in_sequence(flow), _turn_end(flow)
    return (*start, forever(_turn(flow, phases, end)))


def _several_states(flow: Flow, enter: RuleEvent) -> n.Block:
    number_steps(flow)
    phases, end = stepwise(flow), _turn_end(flow)
    # After all rules: the procedure must know every jump that they may remember.
    for state in flow.symbols.states:
        if not flow.terminal(state):
            called(flow, f"on.state.exit.{state}", state)
        called(flow, f"on.state.enter.{state}", state)
    flow.procedures.append(settle(flow))
    first = begun(flow, flow.initial) if flow.dynamic else ()
    start = (*first, *enter.block, *endings(flow, enter), *first_steps(flow))
    taken = (n.Call(procedure="settle"),) if enter.jumps else ()
    return (*start, *taken, forever(_turn(flow, phases, end)))


def _check_untriggered(flow: Flow) -> None:
    """Lower rules and transitions that nothing can trigger, too, for their errors."""
    report = flow.symbols.report
    for trigger, rules in flow.rules.waiting.items():
        if trigger not in flow.rules.done:
            event_of(flow, trigger, "")
            # `never` collects rules with an unknown trigger, which have an error already.
            for rule in rules if trigger != "never" else ():
                message = f"this rule never runs: '{trigger}' never happens"
                report.warning(codes.NEVER, rule.at("trigger"), message)
    for state, transitions in flow.transitions.items() if flow.simple else ():
        for transition in transitions if state != flow.initial else ():
            if (condition := transition.get("condition")) is not None:
                test(flow.symbols, scope_of(flow, state, ""), condition)
            message = f"state '{state}' is unreachable"
            report.warning(codes.NEVER, transition.at("from"), message)


# ---- turns -------------------------------------------------------------------------------------


def _turn_end(flow: Flow) -> RuleEvent:
    return RuleEvent() if flow.symbols.simultaneous else event_of(flow, "on.turn.end", "")


def _turn(flow: Flow, phases: Phases, end: RuleEvent) -> n.Block:
    """One turn: the phases, its end, and whose turn is next."""
    again = flow.rules.limited_to("turn")
    # END_TURN skipped the remaining phases; the jump must not leak into the next turn.
    over = (set_number(JUMP, 0),) if phases.cut else ()
    more = n.Add(left=n.Variable(name=INDEX), right=n.Number(value=1))
    counted = (n.SetVariable(name=INDEX, value=more),) if INDEX in flow.symbols.machinery else ()
    block = (n.Mark(kind="turn"), *counted, *again, *phases.block, *over)
    if flow.symbols.simultaneous:
        return block
    after: n.Block = end.block
    if end.jumps and flow.simple:
        after = (*after, *_take_jumps(flow, end, flow.initial), set_number(JUMP, 0))
    elif end.jumps:
        after = (*after, *endings(flow, end), n.Call(procedure="settle"), set_number(JUMP, 0))
    return (*block, *after, *_pass_on(flow))


def _pass_on(flow: Flow) -> n.Block:
    onward: n.Statement = next_seat(
        CURRENT, step(flow.symbols, flow.symbols.states[flow.initial].span)
    )
    if EXTRA[0] in flow.symbols.machinery:
        # Extra turns come before the turn order; a skip applies to whoever is next by either.
        onward = unqueue(EXTRA, CURRENT, onward)
    if SKIPS in flow.symbols.machinery:
        return (onward, *skip_turns(CURRENT, SKIPS, onward))
    return (onward,)


def _phases_in_sequence(flow: Flow) -> Phases:
    """The phases of the only state with turns, in sequence."""
    state = flow.initial
    begin = RuleEvent() if flow.symbols.simultaneous else event_of(flow, "on.turn.begin", state)
    block: list[n.Statement] = [*begin.block, *_take_jumps(flow, begin, state)]
    cut = TURN in begin.jumps
    for phase in flow.symbols.states[state].phases:
        event = event_of(flow, f"on.phase.{phase}", state, phase)
        part = (
            *entered(flow, n.Symbol(enum="phase", value=phase)),
            *event.block,
            *_take_jumps(flow, event, state),
            *_transitions(flow, state),
        )
        # Once an earlier phase may end the turn, each later one runs only if it has not.
        whole = (n.If(test=variable_is(JUMP, 0), then=part),) if cut else part
        block.extend(whole)
        cut = cut or TURN in event.jumps
    if not flow.symbols.states[state].phases:
        block.extend(_transitions(flow, state))
    return Phases(tuple(block), cut)


def _take_jumps(flow: Flow, event: RuleEvent, state: str) -> n.Block:
    """In a simple flow: take the jumps that end the game; the end of the turn waits."""
    block: list[n.Statement] = list(endings(flow, event))
    for jump in sorted(event.jumps):
        if jump.startswith("state:"):
            gone = changed(flow, state, jump.removeprefix("state:"))
            block.append(n.If(test=variable_is(JUMP, flow.symbols.jump(jump)), then=gone))
    return tuple(block)


def _transitions(flow: Flow, state: str) -> n.Block:
    """In a simple flow: the transitions, each of which ends the game."""
    block: list[n.Statement] = []
    for transition in flow.transitions.get(state, ()):
        condition = transition.get("condition")
        if condition is not None:
            holds = test(flow.symbols, scope_of(flow, state, ""), condition)
            gone = changed(flow, state, transition.text("to"))
            block.append(n.If(test=holds, then=gone, span=transition.at("to")))
    return tuple(block)
