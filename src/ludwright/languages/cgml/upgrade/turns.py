"""Stored values of version 1.2 that another rule of the same turn reads: they become variables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .paths import REF
from .tree import Upgrade, get, items, listed, mapping, text, with_more, word

FORGET = "forget_what_was_stored"
_REF = re.compile(rf"{REF}(\w+)")


def stored_by(node: Tree | None) -> set[str]:
    """The names that the actions of an effect store."""
    return {text(value) for key, value in _entries(node) if key == "store_as"}


def read_by(node: Tree | None) -> set[str]:
    """The names of stored values that a tree reads."""
    found = {name for leaf in _leaves(node) for name in _REF.findall(leaf)}
    return found | {
        text(v).split(".")[0].removeprefix(REF) for k, v in _entries(node) if k == "ref"
    }


def _entries(node: Tree | None) -> Iterator[tuple[str, Tree]]:
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key.text, value
            yield from _entries(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _entries(item)


def _leaves(node: Tree | None) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _leaves(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _leaves(item)


def turn_variables(tree: Tree, taken: list[str]) -> dict[str, str]:
    """The stored values that other rules read, each with the name of its variable."""
    rules = items(get(tree, "rules"))
    stored = set[str]().union(*(stored_by(get(rule, "effect")) for rule in rules))
    wanted: dict[str, str] = {}
    for rule in rules:
        conditions = read_by(get(rule, "condition")) | read_by(get(rule, "enabled_when"))
        # A rule that stores a name itself reads its own value, not that of another rule.
        others = read_by(get(rule, "effect")) - stored_by(get(rule, "effect"))
        for name in sorted((conditions | others) & stored):
            wanted[name] = f"{name}_of_turn" if name in taken else name
    return wanted


def declared(work: Upgrade, tree: Mapping) -> Mapping:
    """The file with a variable for each such value, which is cleared when a turn begins."""
    if not work.kept:
        return tree
    stores: dict[str, list[Mapping]] = {}
    for node in _store_actions(tree):
        stores.setdefault(text(node.get("store_as")), []).append(node)
    numbers = {name for name in work.kept if _is_number(work, stores.get(name, []))}
    variables = [
        _variable(tree, new, name in numbers, _asked(stores.get(name, [])))
        for name, new in work.kept.items()
    ]
    if isinstance(components := tree.get("components"), Mapping):  # else it is refused later
        longer = _longer(components, "variables", variables)
        tree = _with(tree, "components", lambda _: longer)
    # Without turns nothing is forgotten: there is no event to clear the values at.
    if text(get(tree, "flow", "player_order")) == "simultaneous":
        return tree
    span = tree.span
    actions = [
        mapping(
            span,
            ("action", word("SET_VARIABLE", span)),
            ("path", word(f"$.{new}", span)),
            ("value", _empty(tree, name in numbers)),
        )
        for name, new in work.kept.items()
    ]
    rule = mapping(
        span,
        ("id", word(FORGET, span)),
        ("trigger", word("on.turn.begin", span)),
        # Before every other rule of the event, which may already store a new value.
        ("priority", Scalar(span, "1000", 1000)),
        ("effect", listed(span, actions)),
    )
    names = ", ".join(f"'{new}'" for new in work.kept.values())
    where = next(key.span for key, _ in tree.entries if key.text == "rules")
    work.note(where, f"the new rule '{FORGET}' clears {names} when a turn begins")
    return _longer(tree, "rules", [rule])


def _variable(tree: Mapping, new: str, number: bool, asked: bool) -> Tree:
    span = tree.span
    entries: list[tuple[str, Tree]] = [
        ("name", word(new, span)),
        ("initial_value", _empty(tree, number)),
    ]
    if not asked:
        # Drawn or found cards must not become public through the variable.
        entries.append(("visibility", word("none", span)))
    return mapping(span, *entries)


def _empty(tree: Tree, number: bool) -> Scalar:
    return Scalar(tree.span, "0", 0) if number else Scalar(tree.span, "null", None)


def _store_actions(tree: Tree) -> Iterator[Mapping]:
    """The actions that store something."""
    if isinstance(tree, Mapping):
        if tree.get("store_as") is not None:
            yield tree
        for _, value in tree.entries:
            yield from _store_actions(value)
    elif isinstance(tree, Sequence):
        for item in tree.items:
            yield from _store_actions(item)


def _asked(stores: list[Mapping]) -> bool:
    return all(text(get(node, "action")) == "REQUEST_INPUT" for node in stores)


def _is_number(work: Upgrade, stores: list[Mapping]) -> bool:
    """Whether the options are numbers that are not ranks."""
    offered = [item for node in stores for item in items(get(node, "options", "value"))]
    ranks = {text(rank) for rank in items(work.names.ranks)}
    # A variable of numbers cannot be unset, so its type has to be known here.
    whole = all(isinstance(i, Scalar) and type(i.value) is int for i in offered)
    return bool(offered) and whole and not {text(item) for item in offered} <= ranks


def _with(tree: Mapping, key: str, change: object) -> Mapping:
    entries = tuple((k, change(v) if k.text == key else v) for k, v in tree.entries)  # type: ignore[operator]
    return Mapping(tree.span, entries, tree.tag)


def _longer(node: Mapping, key: str, more: list[Tree]) -> Mapping:
    """A mapping with more items in one of its lists."""
    old = node.get(key)
    if not isinstance(old, Sequence):
        return with_more(node, (key, listed(node.span, more)))
    longer = Sequence(old.span, (*old.items, *more), old.tag)
    return _with(node, key, lambda _: longer)
