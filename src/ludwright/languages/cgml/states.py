"""The states of a game: reading them, changing from one to another, the variables they need."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...gamedef import nodes as n
from ..building import Mapping, Scalar, Sequence, Tree
from ..flow import number, set_number, variable_is
from . import codes, syntax
from .expressions import test
from .jumps import CURRENT, DIRECTION, ENDING, EXTRA, JUMP, SKIPS, STATE, STEP, TURN_INDEX, WINNING
from .rules import TURN_EVENTS, Event, Rules
from .syntax import Fields, read
from .world import Scope, StateInfo, Typed, World


@dataclass(slots=True)
class Flow:
    """The flow of a game: its states, the rules that hang on them, and what was built so far."""

    world: World
    rules: Rules
    initial: str
    transitions: dict[str, list[Fields]]
    simple: bool = True
    steps: dict[tuple[str, str], int] = field(default_factory=dict)
    procedures: list[n.Procedure] = field(default_factory=list)

    def terminal(self, name: str) -> bool:
        """Whether entering a state ends the game."""
        return not self.world.states[name].phases and not self.transitions.get(name)


def actions_in(tree: Tree) -> list[Mapping]:
    """All mappings with an `action` key, wherever they are."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            found += [node] if node.get("action") is not None else []
            waiting += [value for _, value in node.entries]
        elif isinstance(node, Sequence):
            waiting += node.items
    return found


def read_states(world: World, fields: Fields) -> None:
    """The states and their phases."""
    for name, node in fields.entries("states"):
        state = read(node, syntax.STATE, f"state '{name.text}'", world.report)
        phases: list[str] = []
        for phase in state.items("phases") if state else ():
            if not isinstance(phase, Scalar) or not syntax.is_text(phase):
                world.error(codes.SHAPE, syntax.head(phase.span), "a phase must be a name")
            elif phase.text in phases:
                world.error(codes.TWICE, phase.span, f"the phase '{phase.text}' is given twice")
            else:
                phases.append(phase.text)
        world.states[name.text] = StateInfo(name.text, tuple(phases), name.span)
    every = [phase for state in world.states.values() for phase in state.phases]
    world.phases = tuple(dict.fromkeys(every))
    world.enums["phase"], world.enums["state"] = world.phases, tuple(world.states)


def read_transitions(world: World, fields: Fields) -> dict[str, list[Fields]]:
    """The transitions by the state they leave, the most important first."""
    found: dict[str, list[Fields]] = {}
    seen = set[str]()
    for node in fields.items("transitions"):
        transition = read(node, syntax.TRANSITION, "a transition", world.report)
        if transition is None:
            continue
        name = transition.text("id")
        if name and name in seen:
            world.error(codes.TWICE, transition.at("id"), f"there are two transitions '{name}'")
        seen.add(name)
        good = True
        for key in ("from", "to"):
            state = transition.text(key)
            if state not in world.states:
                good = False
                if transition.get(key) is not None:
                    world.unknown(transition.at(key), "state", state, world.states)
        if good:
            found.setdefault(transition.text("from"), []).append(transition)
        elif (condition := transition.get("condition")) is not None:
            test(world, Scope(), condition)
    return {
        state: sorted(each, key=lambda t: -t.whole("priority")) for state, each in found.items()
    }


def is_simple(flow: Flow, actions: list[Mapping]) -> bool:
    """Whether only the first state has turns and every way out of it ends the game."""
    for action in actions:
        word, state = action.get("action"), action.get("state")
        if isinstance(word, Scalar) and word.text == "SET_PHASE":
            return False
        target = state.text if isinstance(state, Scalar) else ""
        if target in flow.world.states and not flow.terminal(target):
            return False
    ways = [t.text("to") for t in flow.transitions.get(flow.initial, ())]
    return all(flow.terminal(way) for way in ways)


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases of a turn as a block, and whether the turn may be cut short."""

    block: n.Block
    cut: bool = False


def endings(flow: Flow, event: Event) -> n.Block:
    """End the game if a rule of the event has said so."""
    return tuple(
        n.If(
            test=variable_is(ENDING, int(jump.removeprefix("end:"))),
            then=(flow.world.endings[int(jump.removeprefix("end:")) - 1],),
        )
        for jump in sorted(event.jumps)
        if jump.startswith("end:")
    )


def changed(flow: Flow, old: str, new: str) -> n.Block:
    """Leave one state and enter another, with what hangs on that."""
    leave, enter = (
        called(flow, f"on.state.exit.{old}", old),
        called(flow, f"on.state.enter.{new}", new),
    )
    if flow.terminal(new):
        return (*leave, *enter, finished(flow))
    symbol = n.Symbol(enum="state", value=new)
    return (
        *leave,
        n.SetVariable(name=STATE, value=symbol),
        set_number(STEP, first_step(flow, new)),
        *enter,
    )


def finished(flow: Flow) -> n.Statement:
    """End the game by its win condition."""
    return n.Call(procedure=flow.world.finish())


def called(flow: Flow, trigger: str, state: str) -> n.Block:
    """The rules of an event that several places raise, as a procedure of their own."""
    if trigger not in flow.rules.waiting:
        return ()
    name = trigger.removeprefix("on.").replace(".", "_")
    if all(procedure.name != name for procedure in flow.procedures):
        event = event_of(flow, trigger, state)
        block = (*event.block, *endings(flow, event))
        flow.procedures.append(n.Procedure(name=name, body=block))
    return (n.Call(procedure=name),)


def event_of(flow: Flow, trigger: str, state: str, phase: str = "") -> Event:
    """The rules of an event, which know the state and phase it happens in."""
    bound = {**scope_of(flow, state, phase).bound}
    if trigger in TURN_EVENTS and _asks_for_number(flow, trigger):
        flow.world.machinery.add(TURN_INDEX)
        bound["turn_index"] = Typed(n.Variable(name=TURN_INDEX), "int")
    return flow.rules.event(trigger, **bound)


def _asks_for_number(flow: Flow, trigger: str) -> bool:
    """Whether a rule for an event of a turn may ask which turn it is."""
    waiting = [tree for rule in flow.rules.of(trigger) for tree in rule.values.values()]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [value for _, value in node.entries]
        elif isinstance(node, Sequence):
            waiting += node.items
        elif "turn_index" in node.text:
            return True
    return False


def scope_of(flow: Flow, state: str, phase: str) -> Scope:
    """What `$.state` and `$.phase` mean."""
    world, bound = flow.world, dict[str, Typed]()
    if phase:
        bound["phase"] = Typed(n.Symbol(enum="phase", value=phase), "phase")
    if flow.simple or state:
        known = n.Symbol(enum="state", value=state or flow.initial)
        bound["state"] = Typed(known, "state")
    else:
        bound["state"] = Typed(n.Variable(name=STATE), "state")
    if not world.simultaneous:
        bound["player"] = world.current(world.states[flow.initial].span)
    return Scope(bound=bound)


def first_step(flow: Flow, state: str) -> int:
    """The number of the first phase of a state."""
    return next(number for (name, _), number in flow.steps.items() if name == state)


# ---- variables of the flow ---------------------------------------------------------------------


def variables(flow: Flow) -> tuple[n.VariableDef, ...]:
    """The variables that the flow needs."""
    world = flow.world
    zero = number(0)
    found = []
    if not world.simultaneous:
        found.append(n.VariableDef(name=CURRENT, type="seat", initial=n.Seat(number=0)))
    if DIRECTION in world.machinery:
        way = number(-1 if world.order == "counterclockwise" else 1)
        found.append(n.VariableDef(name=DIRECTION, type="int", initial=way))
    if world.jumps:
        found.append(_inner(JUMP, "int", zero))
    if world.endings:
        found.append(_inner(ENDING, "int", zero))
    if WINNING in world.machinery:
        no = n.Truth(value=False)
        found.append(_inner(WINNING, "bool", no, per_seat=True))
    for name in EXTRA if EXTRA[0] in world.machinery else ():
        found.append(_inner(name, "seat", n.Nothing(type="seat")))
    if TURN_INDEX in world.machinery:
        found.append(_inner(TURN_INDEX, "int", zero))
    if SKIPS in world.machinery:
        found.append(_inner(SKIPS, "int", zero, per_seat=True))
    if flow.steps:
        first = n.Symbol(enum="state", value=flow.initial)
        found.append(_inner(STATE, "state", first))
        found.append(_inner(STEP, "int", zero))
    for name in flow.rules.once:
        found.append(_inner(name, "bool", n.Truth(value=False)))
    return tuple(found)


def _inner(name: str, type: str, initial: n.Expr, per_seat: bool = False) -> n.VariableDef:
    return n.VariableDef(name=name, type=type, initial=initial, per_seat=per_seat, inner=True)
