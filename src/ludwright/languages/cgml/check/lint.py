"""Lints: unreachable states, rules and phases, choices that may be empty, unused names."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ....diagnostics import Report, Span
from ....gamedef import nodes as n
from ....gamedef.empty_choices import empty_offers
from ....gamedef.failsafe import held
from ....gamedef.intervals import Intervals
from ....gamedef.walk import walk
from ...yaml.read import Mapping, Scalar, Sequence, Tree, parts_of
from .. import codes
from ..lower.states import actions_in
from ..lower.symbols import StateInfo, Symbols
from ..read.definitions import Definitions

TO_STATE = ("SET_STATE", "SET_GAME_STATE")
REQUEST = "REQUEST_INPUT"
TESTS = ("any", "filter")


def report_lints(
    symbols: Symbols, tree: Tree, game: n.GameDef, known: n.GameDef, definitions: Definitions
) -> None:
    """Warn about suspicious constructs in a file without errors, but not about unused parts of the
    files it is built on. `known` is the game in which only fallible tests are guarded."""
    # Collected apart, to drop those about the files that the game is built on.
    own = Report()
    _lint_declarations(replace(symbols, report=own), tree, game)
    _absent_values(replace(symbols, report=own), known)
    _unused(own, definitions)
    mine = [d for d in own.items if d.span and d.span.file == tree.span.file]
    symbols.report.items.extend(mine)


def _lint_declarations(symbols: Symbols, tree: Tree, game: n.GameDef) -> None:
    reached = _Reachability(symbols, tree)
    for state in symbols.states.values():
        if state.name not in reached.states and not reached.is_spare_ending(state):
            message = f"state '{state.name}' is unreachable"
            help = "add a transition or a SET_STATE that leads to it, or remove it"
            symbols.report.warning(codes.NEVER, state.span, message, help)
    for transition in reached.transitions:
        if transition.state not in reached.states:
            message = f"state '{transition.state}' is unreachable"
            symbols.report.warning(codes.NEVER, transition.span, message)
    for rule in reached.rules:
        if not reached.is_active(rule):
            message = f"this rule never runs: '{rule.trigger}' never happens"
            symbols.report.warning(codes.NEVER, rule.span, message)
    _skipped_phases(symbols, reached, game)
    for variable in symbols.variables.values():
        if variable.computed is not None and variable.name not in symbols.expanded:
            message = f"unused computed variable '{variable.name}'"
            symbols.report.warning(codes.UNREAD, variable.span, message)
    for span, name in symbols.aliases.items():
        if span not in symbols.read:
            message = f"unused name: nothing in this test reads '$.{name}'"
            symbols.report.warning(codes.UNREAD_ALIAS, span, message, "remove 'as'")
    _empty_choices(symbols, tree, game)


def _unused(report: Report, definitions: Definitions) -> None:
    # A definition that only an unused one refers to is not reported: removing that one shows it.
    inside = {name for each in definitions.known.values() for name in each.uses}
    for name, definition in definitions.known.items():
        if name not in definitions.used | inside:
            message = f"unused definition '{name}'"
            help = f"refer to it as {{use: {name}}}, or remove it"
            report.warning(codes.UNUSED, definition.name.span, message, help)


def _text(node: Tree | None, *keys: str) -> str:
    """The text of the first of some keys that a mapping has."""
    for key in keys:
        value = node.get(key) if isinstance(node, Mapping) else None
        if isinstance(value, Scalar):
            return value.text
    return ""


def _items(node: Tree | None) -> tuple[Tree, ...]:
    return node.items if isinstance(node, Sequence) else ()


# ---- states and phases -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: its trigger, and the states and phases that its effect leads to."""

    trigger: str
    span: Span
    states: frozenset[str]
    phases: frozenset[str]
    ends: bool


@dataclass(frozen=True, slots=True)
class _Transition:
    """A transition between states."""

    state: str
    to: str
    span: Span
    end: Span  # of the name of the state that it leads to


class _Reachability:
    """The states and phases that are reachable, by a fixpoint over transitions and rules."""

    def __init__(self, symbols: Symbols, tree: Tree) -> None:
        flow = tree.get("flow") if isinstance(tree, Mapping) else None
        nodes = _items(flow.get("transitions")) if isinstance(flow, Mapping) else ()
        self.symbols = symbols
        self.transitions = [
            _Transition(
                _text(each, "from"), _text(each, "to"), _place(each, "from"), _place(each, "to")
            )
            for each in nodes
        ]
        self._left = {way.state for way in self.transitions}
        self.rules = [*_rules(tree)]
        self.states = {_text(flow, "initial_state")}
        self.phases: set[str] = set()
        # Both sets only grow, so equal sizes mean that a round added nothing.
        before = (-1, -1)
        while before != (len(self.states), len(self.phases)):
            before = (len(self.states), len(self.phases))
            self._propagate()

    def _propagate(self) -> None:
        for name in self.states & set(self.symbols.states):
            self.phases.update(self.symbols.states[name].phases)
        self.states.update(way.to for way in self.transitions if way.state in self.states)
        for rule in self.rules:
            if self.is_active(rule):
                self.states |= rule.states
                self.phases |= rule.phases

    def is_active(self, rule: _Rule) -> bool:
        """Whether the trigger of a rule may happen, judging by states and phases."""
        kind, _, name = rule.trigger.rpartition(".")
        # Only `on.phase.Act` and `on.state.enter.Over` name a place; `on.move` may happen anywhere.
        if kind == "on.phase":
            return name in self.phases
        return not kind.startswith("on.state.") or name in self.states

    def is_set(self, state: str) -> bool:
        """Whether a rule enters a state by SET_STATE."""
        return any(state in rule.states for rule in self.rules if self.is_active(rule))

    def is_spare_ending(self, state: StateInfo) -> bool:
        """Whether a state only documents the end of the game, which END_GAME brings about."""
        if state.phases or state.name in self._left:
            return False
        waits = any(rule.trigger.endswith(f".{state.name}") for rule in self.rules)
        return self._may_end() and not waits

    def _may_end(self) -> bool:
        """Whether the game may end other than by a state. A game without an end has its own
        lint."""
        if any(rule.ends and self.is_active(rule) for rule in self.rules):
            return True
        known = [s for s in self.symbols.states.values() if s.name in self.states]
        # No reachable state ends the game, so it ends otherwise or never.
        return all(s.phases or s.name in self._left for s in known)


def _rules(tree: Tree) -> Iterator[_Rule]:
    rules = tree.get("rules") if isinstance(tree, Mapping) else None
    for node in _items(rules):
        if _text(node, "disabled") == "true":
            continue
        actions = [(_text(action, "action"), action) for action in actions_in(node)]
        states = (_text(action, "state") for word, action in actions if word in TO_STATE)
        phases = (
            _text(action, "phase", "name") for word, action in actions if word == "INSERT_PHASE"
        )
        span = _place(node, "trigger")
        ends = any(word == "END_GAME" for word, _ in actions)
        yield _Rule(_text(node, "trigger"), span, frozenset(states), frozenset(phases), ends)


def _place(node: Tree, key: str) -> Span:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.span if value is not None else node.span


def _skipped_phases(symbols: Symbols, reached: _Reachability, game: n.GameDef) -> None:
    """Warn about phases that never run after SET_STATE, because a transition is taken first."""
    ways = [
        way
        for way in reached.transitions
        if symbols.states[way.state].phases and reached.is_set(way.state)
    ]
    if not ways:
        return
    intervals = Intervals(game)
    ifs = (node for node in walk(game) if isinstance(node, n.If))
    certain = {node.span for node in ifs if intervals.always(node.test)}
    for way in ways:
        if way.end in certain:
            message = f"SET_STATE skips the phases of '{way.state}': this transition always holds"
            help = "enter the state by a transition, or leave it by SET_STATE in its last phase"
            symbols.report.warning(codes.SKIPPED, way.end, message, help)


# ---- comparisons -------------------------------------------------------------------------------


def _absent_values(symbols: Symbols, known: n.GameDef) -> None:
    """Warn about `isNotEqual` where a value may be absent: it is then false, not true."""
    # The guards around fallible comparisons that could not be proved unnecessary.
    doubtful = {
        node.span
        for node in walk(known)
        if isinstance(node, n.Conditional) and held(node) is not None and node.span
    }
    for span in sorted(doubtful & symbols.differences, key=lambda span: (span.line, span.column)):
        message = "a value may be absent here, and 'isNotEqual' is then false"
        help = "test 'exists' first, or write 'not' around 'isEqual' if absent counts as different"
        symbols.report.warning(codes.ABSENT, span, message, help)


# ---- choices -----------------------------------------------------------------------------------


def _empty_choices(symbols: Symbols, tree: Tree, game: n.GameDef) -> None:
    """Warn about choices that may have no option, in rules that do not handle that."""
    rules = tree.get("rules") if isinstance(tree, Mapping) else None
    hashes = _SubtreeHashes()
    tested = {*_tested(rules, hashes)} if rules else set()
    silent = {span for rule in _items(rules) for span in _unhandled_choices(rule, tested, hashes)}
    if not silent:
        return
    for ask, caught in empty_offers(game):
        if caught and ask.span in silent:
            message = "there may be no option here, and the rest of the rule is then skipped"
            help = "test that there is an option, or add 'on_failure'"
            symbols.report.warning(codes.EMPTY, ask.span, message, help)


def _tested(tree: Tree, hashes: _SubtreeHashes) -> Iterator[tuple[int, int]]:
    """The lists that are tested or filtered anywhere, with their tests: an author who tests the
    same list elsewhere presumably knows that it is not empty here."""
    for node in parts_of(tree):
        for key, value in node.entries if isinstance(node, Mapping) else ():
            if key.text in TESTS and len(_items(value)) == 2:
                items, test = _items(value)
                yield hashes.of(items), hashes.of(test)


class _SubtreeHashes:
    """A number for each subtree, equal for equal subtrees: hash consing."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def of(self, node: Tree | None) -> int:
        """The number of a subtree."""
        if id(node) not in self.known:
            # By identity first: nodes shared by definitions would be hashed once per use.
            self.known[id(node)] = hash(self._parts(node))
        return self.known[id(node)]

    def _parts(self, node: Tree | None) -> tuple[object, ...]:
        if isinstance(node, Mapping):
            return tuple((key.text, self.of(value)) for key, value in node.entries)
        if isinstance(node, Sequence):
            return ("list", *(self.of(item) for item in node.items))
        return (repr(node.value),) if node is not None else ()


def _unhandled_choices(
    tree: Tree, tested: Collection[tuple[int, int]], hashes: _SubtreeHashes
) -> Iterator[Span]:
    """The locations of choices without an `on_failure` on them or around them."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping) and node.get("on_failure") is None:
            word = node.get("action")
            if isinstance(word, Scalar) and word.text == REQUEST:
                # A mapping with `on_failure` is not descended into: it covers everything inside it.
                asked = (hashes.of(node.get("options")), hashes.of(node.get("filter")))
                yield from (word.span,) if asked not in tested else ()
            waiting += [value for _, value in node.entries]
        waiting += _items(node)
