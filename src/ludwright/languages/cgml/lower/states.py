"""The states of a game: reading them, changing from one to another, the variables they need."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ....gamedef import nodes as n
from ....gamedef.build import number
from ...builders import set_number, variable_is
from ...names import declares, refers
from ...yaml.read import Mapping, Scalar, Tree, head, parts_of
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, read
from .dynamic_phases import MOST_PHASES, filled
from .expressions import test
from .flow_actions import (
    COUNT,
    CURRENT,
    DIRECTION,
    ENDING,
    EXTRA,
    INDEX,
    JUMP,
    LINE,
    NOW,
    RAISED,
    SKIPS,
    STATE,
    STEP,
    WINNING,
)
from .rules import RuleEvent, Rules
from .symbols import EVENT, Environment, StateInfo, Symbols, Typed


@dataclass(slots=True)
class Flow:
    """The flow of a game: its states, the rules they trigger, and the procedures made so far."""

    symbols: Symbols
    rules: Rules
    initial: str
    transitions: dict[str, list[Fields]]
    simple: bool = True
    dynamic: bool = False  # the phases of a state can change
    steps: dict[tuple[str, str], int] = field(default_factory=dict)
    procedures: list[n.Procedure] = field(default_factory=list)

    def terminal(self, name: str) -> bool:
        """Whether entering a state ends the game."""
        return not self.symbols.states[name].phases and not self.transitions.get(name)


STEPWISE = ("SET_PHASE", "INSERT_PHASE", "REMOVE_PHASE")
"""Actions that need to know which phase is next."""


def actions_in(tree: Tree) -> list[Mapping]:
    """All mappings with an `action` key, at any depth."""
    nodes = (node for node in parts_of(tree) if isinstance(node, Mapping))
    return [node for node in nodes if node.get("action") is not None]


def mentions(tree: Tree, word: str) -> bool:
    """Whether a word occurs in any text of a tree."""
    return any(isinstance(node, Scalar) and word in node.text for node in parts_of(tree))


PHASES = ("$.phase", "$phase", "$currentPhase", "$.event.phase")


def asks_for_phase(rules: tuple[Tree, ...], flow: Tree | None) -> bool:
    """Whether the phase is read where it is not statically known."""
    # Inside a rule for `on.phase.NAME`, `$.phase` is a constant; anywhere else it needs a variable.
    elsewhere: list[Tree] = [flow] if flow else []
    for rule in rules:
        trigger = rule.get("trigger") if isinstance(rule, Mapping) else None
        if not (isinstance(trigger, Scalar) and trigger.text.startswith("on.phase.")):
            elsewhere.append(rule)
    return any(mentions(tree, word) for tree in elsewhere for word in PHASES)


def read_states(
    symbols: Symbols, fields: Fields, actions: list[Mapping], rules: tuple[Tree, ...]
) -> None:
    """Read the states and their phases, and the phases that actions insert and rules handle."""
    for name, node in fields.entries("states"):
        declares("state", name.text, name.span)
        state = read(node, shapes.STATE, f"state '{name.text}'", symbols.report)
        phases: list[str] = []
        for phase in state.items("phases") if state else ():
            if not isinstance(phase, Scalar) or not shapes.is_text(phase):
                symbols.error(codes.SHAPE, head(phase.span), "a phase must be a name")
            elif phase.text in phases:
                symbols.error(codes.DUPLICATE, phase.span, f"duplicate phase '{phase.text}'")
            else:
                declares("phase", phase.text, phase.span)
                phases.append(phase.text)
        symbols.states[name.text] = StateInfo(name.text, tuple(phases), name.span)
    every = [phase for state in symbols.states.values() for phase in state.phases]
    triggers = [rule.get("trigger") for rule in rules if isinstance(rule, Mapping)]
    heard = [x.text.removeprefix("on.phase.") for x in triggers if isinstance(x, Scalar)]
    # An inserted phase without a rule is a misspelling, reported at the action.
    every += [name for name in _inserted(actions) if name in heard]
    symbols.phases = tuple(dict.fromkeys(every))
    symbols.enums["phase"], symbols.enums["state"] = symbols.phases, tuple(symbols.states)


def _inserted(actions: list[Mapping]) -> list[str]:
    """The names of phases that actions insert."""
    found = []
    for action in actions:
        word = action.get("action")
        if isinstance(word, Scalar) and word.text == "INSERT_PHASE":
            names = (action.get("phase"), action.get("name"))
            found += [name.text for name in names if isinstance(name, Scalar)]
    return found


def read_transitions(symbols: Symbols, fields: Fields) -> dict[str, list[Fields]]:
    """The transitions by the state they leave, highest priority first."""
    found: dict[str, list[Fields]] = {}
    seen = set[str]()
    for node in fields.items("transitions"):
        transition = read(node, shapes.TRANSITION, "a transition", symbols.report)
        if transition is None:
            continue
        name = transition.text("id")
        if name and name in seen:
            message = f"duplicate transition '{name}'"
            help = "use another id; to redirect one of the base, disable it and add another"
            symbols.error(codes.DUPLICATE, transition.at("id"), message, help)
        seen.add(name)
        good = True
        for key in ("from", "to"):
            state = transition.text(key)
            refers("state", state, transition.at(key))
            if state not in symbols.states:
                good = False
                if transition.get(key) is not None:
                    symbols.unknown(transition.at(key), "state", state, symbols.states)
        if good:
            found.setdefault(transition.text("from"), []).append(transition)
        elif (condition := transition.get("condition")) is not None:
            # The transition is dropped, but its condition is still checked for errors of its own.
            test(symbols, Environment(), condition)
    return {
        # Stable: transitions of the same priority stay in file order.
        state: sorted(each, key=lambda t: -t.whole("priority"))
        for state, each in found.items()
    }


def has_dynamic_phases(actions: list[Mapping]) -> bool:
    """Whether an action changes the phases of a state."""
    words = [action.get("action") for action in actions]
    return any(isinstance(w, Scalar) and w.text in STEPWISE[1:] for w in words)


def is_simple(flow: Flow, actions: list[Mapping]) -> bool:
    """Whether only the first state has turns and every transition out of it ends the game."""
    for action in actions:
        word, state = action.get("action"), action.get("state")
        if isinstance(word, Scalar) and word.text in STEPWISE:
            return False
        target = state.text if isinstance(state, Scalar) else ""
        # A jump to a state with turns of its own: one loop is not enough.
        if target in flow.symbols.states and not flow.terminal(target):
            return False
    ways = [t.text("to") for t in flow.transitions.get(flow.initial, ())]
    return all(flow.terminal(way) for way in ways)


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases of a turn as a block, and whether the turn may be cut short."""

    block: n.Block
    cut: bool = False


def endings(flow: Flow, event: RuleEvent) -> n.Block:
    """End the game if a rule of the event has requested it."""
    return tuple(
        n.If(
            test=variable_is(ENDING, int(jump.removeprefix("end:"))),
            then=(flow.symbols.endings[int(jump.removeprefix("end:")) - 1],),
        )
        for jump in sorted(event.jumps)
        if jump.startswith("end:")
    )


def changed(flow: Flow, old: str, new: str) -> n.Block:
    """Leave one state and enter another, with the rules for both."""
    leave, enter = (
        called(flow, f"on.state.exit.{old}", old),
        called(flow, f"on.state.enter.{new}", new),
    )
    if flow.terminal(new):
        # The rules for entering run before the end, and may still end the game differently.
        return (*leave, *enter, finished(flow))
    symbol = n.Symbol(enum="state", value=new)
    return (*leave, n.SetVariable(name=STATE, value=symbol), *begun(flow, new), *enter)


def finished(flow: Flow) -> n.Statement:
    """End the game by its win condition."""
    return n.Call(procedure=flow.symbols.finish())


def called(flow: Flow, trigger: str, state: str) -> n.Block:
    """The rules of an event that is raised at several sites, as a procedure."""
    if trigger not in flow.rules.waiting:
        return ()
    name = trigger.removeprefix("on.").replace(".", "_")
    if all(procedure.name != name for procedure in flow.procedures):
        event = event_of(flow, trigger, state)
        block = (*event.block, *endings(flow, event))
        flow.procedures.append(n.Procedure(name=name, body=block))
    return (n.Call(procedure=name),)


def entered(flow: Flow, phase: n.Expr) -> n.Block:
    """A phase begins."""
    known = NOW in flow.symbols.machinery
    kept = (n.SetVariable(name=NOW, value=phase),) if known else ()
    return (n.Mark(kind="phase"), *kept, *flow.rules.limited_to("phase"))


def raised(flow: Flow) -> None:
    """Procedures for the game's own events. As with movements, jumps of their rules are taken after
    the event in which they were raised."""
    for name in flow.symbols.events:
        event = event_of(flow, f"on.{name}", "")
        # Whoever raises the event has to test for these jumps afterwards.
        flow.rules.heard |= event.jumps
        flow.procedures.append(n.Procedure(name=RAISED + name, body=event.block))


def event_of(flow: Flow, trigger: str, state: str, phase: str = "") -> RuleEvent:
    """The rules of an event, bound to the state and phase in which it happens."""
    bound = scope_of(flow, state, phase).bound
    event = {f"{EVENT}{name}": value for name, value in bound.items()}
    return flow.rules.event(trigger, **bound, **event)


def scope_of(flow: Flow, state: str, phase: str) -> Environment:
    """The environment that binds `$.state` and `$.phase`."""
    symbols, bound = flow.symbols, dict[str, Typed]()
    if phase:
        bound["phase"] = Typed(n.Symbol(enum="phase", value=phase), "phase")
    elif NOW in symbols.machinery:
        bound["phase"] = Typed(n.Variable(name=NOW), "phase")
    if flow.simple or state:
        known = n.Symbol(enum="state", value=state or flow.initial)
        bound["state"] = Typed(known, "state")
    else:
        bound["state"] = Typed(n.Variable(name=STATE), "state")
    if not symbols.simultaneous:
        bound["player"] = symbols.current(symbols.states[flow.initial].span)
        if INDEX in symbols.machinery:
            bound["turn_index"] = Typed(n.Variable(name=INDEX), "int")
    return Environment(bound=bound)


def begun(flow: Flow, state: str) -> n.Block:
    """Make the first phase of a state the next one."""
    if not flow.dynamic:
        return (set_number(STEP, first_step(flow, state)),)
    name = f"phases_of_{state}"
    if all(procedure.name != name for procedure in flow.procedures):
        body = filled(flow.symbols.states[state].phases)
        flow.procedures.append(n.Procedure(name=name, body=body))
    return (n.Call(procedure=name),)


def first_step(flow: Flow, state: str) -> int:
    """The number of the first phase of a state."""
    # No such step only after an error: is_simple does not see a jump whose key is misspelt.
    return next((number for (name, _), number in flow.steps.items() if name == state), 0)


# ---- variables of the flow ---------------------------------------------------------------------


def variables(flow: Flow) -> tuple[n.VariableDef, ...]:
    """The variables that the flow needs."""
    symbols = flow.symbols
    zero = number(0)
    found = []
    if not symbols.simultaneous:
        found.append(_inner(CURRENT, "seat", n.Seat(number=0)))
    if DIRECTION in symbols.machinery:
        way = number(-1 if symbols.order == "counterclockwise" else 1)
        # Not `inner`: players see which way the game goes.
        found.append(n.VariableDef(name=DIRECTION, type="int", initial=way))
    if symbols.jumps:
        found.append(_inner(JUMP, "int", zero))
    if symbols.endings:
        found.append(_inner(ENDING, "int", zero))
    if WINNING in symbols.machinery:
        no = n.Truth(value=False)
        found.append(_inner(WINNING, "bool", no, per_seat=True))
    for name in EXTRA if EXTRA[0] in symbols.machinery else ():
        found.append(_inner(name, "seat", n.Nothing(type="seat")))
    if INDEX in symbols.machinery:
        # Incremented at the start of each turn, so the first turn has index 0.
        found.append(_inner(INDEX, "int", number(-1)))
    if NOW in symbols.machinery:
        found.append(_inner(NOW, "phase", n.Nothing(type="phase")))
    if SKIPS in symbols.machinery:
        found.append(_inner(SKIPS, "int", zero, per_seat=True))
    if flow.steps:
        first = n.Symbol(enum="state", value=flow.initial)
        found.append(_inner(STATE, "state", first))
        found.append(_inner(STEP, "int", zero))
    if flow.dynamic:
        none = n.Nothing(type="phase")
        found.append(replace(_inner(LINE, "phase", none), count=MOST_PHASES))
        found.append(_inner(COUNT, "int", zero))
    for name in flow.rules.once:
        found.append(_inner(name, "bool", n.Truth(value=False)))
    return tuple(found)


def _inner(name: str, type: str, initial: n.Expr, per_seat: bool = False) -> n.VariableDef:
    return n.VariableDef(name=name, type=type, initial=initial, per_seat=per_seat, inner=True)
