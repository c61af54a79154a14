"""Upgrading a document of version 1.2 to the equivalent document of version 1.3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....diagnostics import Report
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .actions import CARD_EVENTS, effect
from .operands import upgraded
from .tree import (
    ExpressionContext,
    Note,
    Upgrade,
    get,
    items,
    listed,
    mapping,
    names_of,
    text,
    with_items,
    with_key,
    with_more,
    with_values,
    without,
    word,
)
from .turns import declared, read_by, stored_by, turn_variables

OLD, NEW = "1.2", "1.3"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A tree of version 1.3, and the changes that led to it."""

    tree: Tree
    notes: tuple[Note, ...] = ()


def upgraded_tree(tree: Tree, report: Report, whole: Tree | None = None) -> Tree:
    """A tree of version 1.2 upgraded to version 1.3."""
    return upgrade(tree, report, whole).tree


def upgrade(tree: Tree, report: Report, whole: Tree | None = None) -> Upgraded:
    """A tree of version 1.2 upgraded to version 1.3; what cannot be upgraded is reported. For a
    part of a document, names are looked up in the whole."""
    if not isinstance(tree, Mapping):
        return Upgraded(tree)
    work = Upgrade(report, names_of(whole or tree))
    names = work.names
    taken = [*names.variables, *names.own, *_options(tree)]
    work.kept = turn_variables(tree, taken)
    _refuse_cross_file_refs(work, tree, whole or tree)
    # From the old tree, where the states are a list of names.
    final = _final(tree)
    new = with_values(tree, lambda key, value: _section(work, tree, final, key, value))
    # Last, so that words which the upgrade itself has written are modern, too.
    done = _renamed(declared(work, new), work.notes)
    return Upgraded(done, tuple(sorted(work.notes, key=lambda n: (n.span.line, n.span.column))))


def _refuse_cross_file_refs(work: Upgrade, tree: Mapping, whole: Tree) -> None:
    """Report values that one file stores and another reads: each file is upgraded by itself."""
    rules = tree.get("rules")
    here = read_by(rules) | stored_by(rules)
    # Read or stored here, with the other half in another file: neither file can be changed alone.
    for name in sorted((turn_variables(whole, []).keys() - work.kept.keys()) & here):
        place = next(key.span for key, _ in tree.entries if key.text == "rules")
        message = f"'{name}' is stored in one file and read in another"
        work.refuse(place, message, "set a variable where it is stored, and read that")


def modern(tree: Tree) -> Upgraded:
    """A tree of version 1.3 with deprecated words replaced."""
    notes: list[Note] = []
    return Upgraded(_renamed(tree, notes), tuple(notes))


def _renamed(node: Tree, notes: list[Note]) -> Tree:
    if isinstance(node, Sequence):
        return with_items(node, lambda item: (_renamed(item, notes),))
    if not isinstance(node, Mapping):
        return node
    old = node.get("action")
    if isinstance(old, Scalar) and old.text in DEPRECATED:
        new = DEPRECATED[old.text]
        notes.append(Note(old.span, f"{old.text} is now {new}"))
        node = with_key(node, "action", "action", word(new, old.span))
    return with_values(node, lambda key, value: value if key == "meta" else _renamed(value, notes))


DEPRECATED = {"SET_GAME_STATE": "SET_STATE"}
"""Deprecated words of version 1.3, with their replacements."""


def _options(tree: Mapping) -> list[str]:
    return [text(get(option, "name")) for option in items(get(tree, "meta", "options"))]


# ---- sections ------------------------------------------------------------------------------------


def _section(work: Upgrade, tree: Mapping, final: set[str], key: str, value: Tree) -> Tree:
    if key == "flow":
        return _flow(work, value, final)
    row = SECTIONS.get(key)
    return row(work, value) if row else value


def _version(work: Upgrade, node: Tree) -> Tree:
    work.note(node.span, f'the version is now "{NEW}"')
    return word(NEW, node.span)


def _components(work: Upgrade, node: Tree) -> Tree:
    if not isinstance(node, Mapping):
        return node
    return with_values(
        node,
        lambda key, value: (
            with_items(value, lambda item: (_variable(work, item),))
            if key == "variables"
            else value
        ),
    )


def _variable(work: Upgrade, node: Tree) -> Tree:
    """The scope of a variable had other words, and a computed one held its expression."""
    if not isinstance(node, Mapping):
        return node
    for key, value in node.entries:
        scope = SCOPES.get((key.text, text(value)))
        if scope is not None:
            work.note(key.span, f"'{key.text}: {text(value)}' is now 'scope: {scope}'")
            node = with_key(node, key.text, "scope", word(scope, value.span))
    computed = node.get("computed")
    # The renamed key keeps its position and comments; `computed: true` is appended.
    if isinstance(computed, Mapping):
        work.note(computed.span, "the expression of 'computed' is now in 'expression'")
        node = with_key(node, "computed", "expression", computed)
        node = with_more(node, ("computed", Scalar(node.span, "true", True)))
    return with_values(
        node,
        lambda key, value: (
            upgraded(work, ExpressionContext(), value) if key == "expression" else value
        ),
    )


SCOPES = {
    ("per_player", "true"): "per_player",
    ("per_player", "false"): "global",
    ("per_team", "true"): "per_team",
    ("per_team", "false"): "global",
    ("scope", "player"): "per_player",
    ("scope", "team"): "per_team",
    ("scope", "game"): "global",
    ("owner", "player"): "per_player",
    ("owner", "team"): "per_team",
    ("owner", "game"): "global",
    ("owner", "global"): "global",
}
"""The scope of a variable: old key and word, new word."""


def _setup(work: Upgrade, node: Tree) -> Tree:
    return effect(work, ExpressionContext(stored=frozenset(stored_by(node))), node)


def _rules(work: Upgrade, node: Tree) -> Tree:
    return with_items(node, lambda item: (_rule(work, item),))


def _rule(work: Upgrade, node: Tree) -> Tree:
    if not isinstance(node, Mapping):
        return node
    actions, trigger = get(node, "effect"), text(get(node, "trigger"))
    rejects = any(text(get(action, "action")) == "REJECT_PLAY" for action in items(actions))
    work.rejecting = rejects and trigger in CARD_EVENTS
    # Conditions are tested before the effect stores anything.
    place = ExpressionContext(trigger=trigger)
    inside = replace(place, stored=frozenset(stored_by(actions)))
    rows: dict[str, Callable[[Tree], Tree]] = {
        "condition": lambda value: upgraded(work, place, value),
        "enabled_when": lambda value: upgraded(work, place, value),
        "effect": lambda value: effect(work, inside, value),
    }
    new = with_values(node, lambda key, value: rows[key](value) if key in rows else value)
    # In 1.3 the role of the target decides the event: onto the discard pile is on.discard.
    if trigger == "on.play" and "play" not in work.names.roles and "discard" in work.names.roles:
        span = next(value.span for key, value in node.entries if key.text == "trigger")
        work.note(span, "on.play is now on.discard, because cards are played to the discard pile")
        new = with_key(new, "trigger", "trigger", word("on.discard", span))
    if work.rejecting:
        span = next(key.span for key, _ in node.entries if key.text == "trigger")
        work.note(span, f"the rule replaces {trigger}: 'timing: replace'")
        new = with_more(without(new, "timing"), ("timing", word("replace", span)))
    work.rejecting = False
    return new


# ---- flow ----------------------------------------------------------------------------------------


def _flow(work: Upgrade, node: Tree, final: set[str]) -> Tree:
    if not isinstance(node, Mapping):
        return node
    node = _states(work, node, final)
    rows: dict[str, Callable[[Tree], Tree]] = {
        "transitions": lambda value: with_items(value, lambda item: (_transition(work, item),)),
        "win_condition": lambda value: _transition(work, value),
    }
    return with_values(node, lambda key, value: rows[key](value) if key in rows else value)


def _transition(work: Upgrade, node: Tree) -> Tree:
    """The condition of a transition, or the evaluator of the win condition."""
    if not isinstance(node, Mapping):
        return node
    return with_values(
        node,
        lambda key, value: (
            upgraded(work, ExpressionContext(), value)
            if key in ("condition", "evaluator") and "winners" not in _keys(value)
            else value
        ),
    )


def _keys(node: Tree) -> set[str]:
    return {key.text for key, _ in node.entries} if isinstance(node, Mapping) else set()


def _states(work: Upgrade, node: Mapping, final: set[str]) -> Mapping:
    """A list of states with one turn structure: each state now has its phases."""
    states, turn = node.get("states"), node.get("turn_structure")
    if not isinstance(states, Sequence):
        return _turn_of(work, node, turn) if turn is not None else node
    names = [item for item in states.items if isinstance(item, Scalar)]
    key = next(k.span for k, _ in node.entries if k.text == "states")
    if len(names) < len(states.items):
        work.refuse(states.span, "a state that is not just a name", "write the names of the states")
        return node
    # A state of 1.3 without phases and transitions ends the game.
    if turn is None or isinstance(turn, Scalar):
        hint = "list the phases of a turn in 'turn_structure'"
        work.refuse(key, "states without a list 'turn_structure'", hint)
        return node
    work.note(key, "each state now has its own phases")
    table = tuple((name, _phases(work, name, turn, final)) for name in names)
    new = with_key(node, "states", "states", Mapping(states.span, table))
    span = next(k.span for k, _ in node.entries if k.text == "turn_structure")
    work.note(span, "'turn_structure' is removed: its phases are now in the states")
    return without(new, "turn_structure")


def _phases(work: Upgrade, name: Scalar, turn: Tree, final: set[str]) -> Mapping:
    phases = get(turn, name.text) if isinstance(turn, Mapping) else turn
    if name.text in final or phases is None:
        phases = listed(name.span, ())
    return mapping(name.span, ("phases", phases))


def _turn_of(work: Upgrade, node: Mapping, turn: Tree) -> Mapping:
    """States that are already a mapping: each must have phases of its own."""
    span = next(k.span for k, _ in node.entries if k.text == "turn_structure")
    states = node.get("states")
    lacking = (
        [k.text for k, v in states.entries if get(v, "phases") is None]
        if isinstance(states, Mapping)
        else []
    )
    if lacking:
        hint = "give each state its 'phases', and remove 'turn_structure'"
        work.refuse(span, f"'turn_structure' beside the state '{lacking[0]}' without phases", hint)
        return node
    work.note(span, "'turn_structure' is removed: the states have their own phases")
    return without(node, "turn_structure")


def _final(tree: Mapping) -> set[str]:
    """The final states: not the initial one, and without a transition out of them."""
    flow = get(tree, "flow")
    names = {text(item) for item in items(get(flow, "states"))}
    left = {text(get(each, "from")) for each in items(get(flow, "transitions"))}
    # A rule for leaving a state shows that it is left, perhaps by SET_GAME_STATE.
    left |= {
        text(get(rule, "trigger")).removeprefix("on.state.exit.")
        for rule in items(get(tree, "rules"))
    }
    return names - left - {text(get(flow, "initial_state"))}


SECTIONS: dict[str, Callable[[Upgrade, Tree], Tree]] = {
    "cgml_version": _version,
    "components": _components,
    "setup": _setup,
    "rules": _rules,
}
"""The sections that may have changed, besides the flow."""
