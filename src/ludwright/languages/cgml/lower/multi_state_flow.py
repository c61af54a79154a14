"""Games with several states that have turns: a program counter over the phases of all states."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import number
from ...builders import set_number, variable_is
from .dynamic_phases import current_phase, go_to_phase
from .expressions import test
from .flow_actions import COUNT, JUMP, STATE, STEP, TURN, TURN_OVER
from .rules import RuleEvent
from .states import Flow, Phases, called, changed, endings, entered, event_of, first_step, scope_of


def number_steps(flow: Flow) -> None:
    """Number the phases of all states; a state without phases is one step of its own."""
    for state in flow.symbols.states.values():
        if not flow.terminal(state.name):
            for phase in state.phases or ("",):
                flow.steps[state.name, phase] = len(flow.steps)


def first_steps(flow: Flow) -> n.Block:
    """Start with the first phase of the active state."""
    if flow.dynamic:
        return (set_number(STEP, 0),)
    return tuple(
        n.If(test=_in_state(state), then=(set_number(STEP, first_step(flow, state)),))
        for state in dict.fromkeys(state for state, _ in flow.steps)
    )


def _in_state(state: str) -> n.Expr:
    return n.Equal(left=n.Variable(name=STATE), right=n.Symbol(enum="state", value=state))


def stepwise(flow: Flow) -> Phases:
    """The steps of a turn. A variable holds the next one, so that jumps can change it."""
    begin = RuleEvent() if flow.symbols.simultaneous else event_of(flow, "on.turn.begin", "")
    block: list[n.Statement] = [*first_steps(flow), *begin.block, *endings(flow, begin)]
    if begin.jumps:
        block += [n.Call(procedure="settle"), *_cut(flow, begin)]
    more = n.AtMost(left=number(0), right=n.Variable(name=STEP))
    if flow.dynamic:
        return Phases((*block, n.While(test=more, body=_next_dynamic_phase(flow))))
    body: list[n.Statement] = []
    order = list(flow.steps)
    for place, (state, phase) in enumerate(order):
        # Steps of one state are adjacent; after its last phase the turn is over.
        follows = place + 1 < len(order) and order[place + 1][0] == state
        part = _step(flow, state, phase, place + 1 if follows else TURN_OVER)
        body.append(n.If(test=variable_is(STEP, place), then=part))
    return Phases((*block, n.While(test=more, body=tuple(body))))


def _next_dynamic_phase(flow: Flow) -> n.Block:
    """The next phase of a dynamic list, if there is one left, and what follows the last."""
    now = n.Local(name="now")
    further = n.Add(left=n.Variable(name=STEP), right=number(1))
    body: list[n.Statement] = [
        n.Let(name="now", value=current_phase()),
        # Advanced before the rules run, so that a rule can insert a phase as the next one.
        n.SetVariable(name=STEP, value=further),
        *entered(flow, now),
    ]
    jumps = frozenset[str]()
    for phase in flow.symbols.phases:
        event = _shared(flow, phase, "")
        jumps |= event.jumps
        here = n.Equal(left=now, right=n.Symbol(enum="phase", value=phase))
        body.append(n.If(test=here, then=(*event.block, *endings(flow, event))))
    left = n.Less(left=n.Variable(name=STEP), right=n.Variable(name=COUNT))
    return (
        n.If(test=left, then=tuple(body)),
        n.If(test=n.Not(item=left), then=(set_number(STEP, TURN_OVER),)),
        n.Call(procedure="settle"),
        *_cut(flow, RuleEvent((), jumps)),
    )


def _step(flow: Flow, state: str, phase: str, following: int) -> n.Block:
    # A phase of several states is lowered once, without a static state.
    here = "" if sum(p == phase for _, p in flow.steps) > 1 else state
    event = _shared(flow, phase, here) if phase else RuleEvent()
    return (
        *(entered(flow, n.Symbol(enum="phase", value=phase)) if phase else ()),
        *event.block,
        *endings(flow, event),
        # Set before jumps are taken, because a jump to a phase overwrites it.
        set_number(STEP, following),
        n.Call(procedure="settle"),
        *_cut(flow, event),
    )


def _shared(flow: Flow, phase: str, state: str) -> RuleEvent:
    """The rules of a phase; a procedure if several states have that phase."""
    if state:
        return event_of(flow, f"on.phase.{phase}", state, phase)
    event, name = event_of(flow, f"on.phase.{phase}", "", phase), f"phase_{phase}"
    if all(procedure.name != name for procedure in flow.procedures):
        flow.procedures.append(n.Procedure(name=name, body=event.block))
    return RuleEvent((n.Call(procedure=name),), event.jumps)


def _cut(flow: Flow, event: RuleEvent) -> n.Block:
    """The end of the turn, if it was requested."""
    if TURN not in event.jumps:
        return ()
    # A negative step ends the loop over the steps.
    over = (set_number(JUMP, 0), set_number(STEP, TURN_OVER))
    return (n.If(test=variable_is(JUMP, flow.symbols.jump(TURN)), then=over),)


def settle(flow: Flow) -> n.Procedure:
    """Take remembered jumps; test the transitions after each and once after a phase."""
    tests = _transitions(flow)
    jumps = [jump for jump in flow.symbols.jumps if jump != TURN]
    if not jumps:
        return n.Procedure(name="settle", body=tests)
    testing = n.Local(name="testing")
    yes, no = (n.Let(name="testing", value=n.Truth(value=value)) for value in (True, False))
    # Entering a state may request another jump, so this loops until nothing is pending. The end
    # of a turn is not a jump between states: `_cut` takes it.
    pending = n.Or(items=tuple(variable_is(JUMP, flow.symbols.jump(jump)) for jump in jumps))
    taken = tuple(statement for jump in jumps for statement in _jump(flow, jump))
    body = (n.If(test=pending, then=(yes, *taken), otherwise=(no, *tests)),)
    loop = n.While(test=n.Or(items=(testing, pending)), body=body)
    return n.Procedure(name="settle", body=(yes, loop))


def _jump(flow: Flow, jump: str) -> n.Block:
    """One kind of jump: to a state, or to a phase of the active state."""
    kind, _, name = jump.partition(":")
    code = flow.symbols.jump(jump)
    block: list[n.Statement] = [set_number(JUMP, 0)]
    if kind == "state":
        block += _from_any(flow, name)
    elif flow.dynamic:
        block += go_to_phase(name)
    else:
        for (state, phase), place in flow.steps.items():
            if phase == name:
                block.append(n.If(test=_in_state(state), then=(set_number(STEP, place),)))
    return (n.If(test=variable_is(JUMP, code), then=tuple(block)),)


def _from_any(flow: Flow, new: str) -> n.Block:
    """Enter a state from whichever is active: only the rules for leaving differ."""
    leaving: list[n.Statement] = []
    for state in dict.fromkeys(state for state, _ in flow.steps):
        rules = called(flow, f"on.state.exit.{state}", state)
        if rules:
            leaving.append(n.If(test=_in_state(state), then=rules))
    entering = changed(flow, "", new)
    return (*leaving, *entering)


def _transitions(flow: Flow) -> n.Block:
    """Take the first transition that holds. All of them test the state before it, so that one
    transition does not lead to the next before a phase was played."""
    block: list[n.Statement] = [n.Let(name="was", value=n.Variable(name=STATE))]
    for state in dict.fromkeys(state for state, _ in flow.steps):
        chain: n.Block = ()
        for transition in reversed(flow.transitions.get(state, ())):
            condition = transition.get("condition")
            if condition is not None:
                holds = test(flow.symbols, scope_of(flow, state, ""), condition)
                gone = changed(flow, state, transition.text("to"))
                # Built from the last to the first: the highest priority is tested first.
                chain = (n.If(test=holds, then=gone, otherwise=chain, span=transition.at("to")),)
        if chain:
            here = n.Equal(left=n.Local(name="was"), right=n.Symbol(enum="state", value=state))
            block.append(n.If(test=here, then=chain))
    return tuple(block)
