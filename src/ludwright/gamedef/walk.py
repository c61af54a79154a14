"""Traversal of a game: the nodes below a node, rewriting, and substitution of local names."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, TypeVar, cast

from . import nodes as n
from .claims import CLAIMS

KINDS: dict[str, type[n.Node]] = {
    name: kind
    for name, kind in vars(n).items()
    if isinstance(kind, type)
    and issubclass(kind, n.Node)
    and kind not in (n.Node, n.Expr, n.Statement)
}
"""Every kind of node by its name."""

FIELDS: dict[type[n.Node], tuple[str, ...]] = {
    kind: tuple(f.name for f in dataclasses.fields(kind) if f.name != "span")
    for kind in KINDS.values()
}
"""The fields of every kind of node, in order, without the span."""

NODE_FIELDS: dict[type[n.Node], tuple[str, ...]] = {
    kind: tuple(
        f.name
        for f in dataclasses.fields(kind)
        if not {"Node", "Expr", "Statement", "Block", *KINDS}.isdisjoint(
            re.findall(r"\w+", str(f.type))
        )
    )
    for kind in KINDS.values()
}
"""The fields that may hold nodes, by their annotations: the others are texts and numbers."""

_BACKWARDS = {kind: names[::-1] for kind, names in NODE_FIELDS.items()}

BINDERS: dict[type[n.Node], tuple[tuple[str, ...], str]] = {
    kind: (each.binds, each.scope) for kind, each in CLAIMS.items() if each.scope
}
"""The expressions that bind names: the fields that hold the names, the field that sees them."""

N = TypeVar("N", n.Expr, n.Statement, n.GameDef, n.Node)


def children(node: n.Node) -> list[n.Node]:
    """The nodes directly below a node, in the order of its fields."""
    found: list[n.Node] = []
    for name in NODE_FIELDS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, tuple):
            found += [item for item in value if isinstance(item, n.Node)]
        elif value is not None and isinstance(value, n.Node):
            found.append(value)
    return found


_TRAVERSED: list[tuple[n.GameDef, tuple[n.Node, ...]]] = []
# A small cache of whole games, which analyses traverse again and again.


def walk(node: n.Node) -> Iterator[n.Node]:
    """A node and everything below it, in preorder."""
    if not isinstance(node, n.GameDef):
        return _walk(node)
    for game, found in _TRAVERSED:
        if game is node:
            return iter(found)
    found = tuple(_walk(node))
    # Three games: passes alternate between a game and its rewritten versions.
    _TRAVERSED[:] = [*_TRAVERSED[-2:], (node, found)]
    return iter(found)


def _walk(node: n.Node) -> Iterator[n.Node]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _BACKWARDS[type(node)]:
            value = getattr(node, name)
            if isinstance(value, tuple):
                waiting += [item for item in value[::-1] if isinstance(item, n.Node)]
            elif value is not None and isinstance(value, n.Node):
                waiting.append(value)


def rebuild(node: N, change: Callable[[n.Node], n.Node]) -> N:
    """The node with `change` applied to everything below it and then to itself.

    Unchanged nodes are shared, not copied; changed ones keep their span."""
    done: dict[int, n.Node] = {}
    # Reverse preorder visits children before parents, without recursion.
    for each in reversed(list(walk(node))):
        # Games share subtrees; each is rewritten once, and stays shared.
        if id(each) not in done:
            done[id(each)] = change(_with_children(each, done))
    result: Any = done[id(node)]
    return cast(N, result)


def _with_children(node: n.Node, done: Mapping[int, n.Node]) -> n.Node:
    fields: dict[str, Any] = {}
    # Only fields that change are collected: most nodes are returned as they are.
    for name in NODE_FIELDS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, tuple):
            new = tuple([done[id(x)] if isinstance(x, n.Node) else x for x in value])
            if not _same(value, new):
                fields[name] = new
        elif value is not None and done[id(value)] is not value:
            fields[name] = done[id(value)]
    return dataclasses.replace(node, **fields) if fields else node


def with_parts(node: n.Node, change: Callable[[n.Node], n.Node]) -> n.Node:
    """The node with `change` applied to the nodes directly below it."""
    return _changed(node, {name: _each(value, change) for name, value in _parts(node)})


def _parts(node: n.Node) -> Iterator[tuple[str, Any]]:
    for name in NODE_FIELDS[type(node)]:
        value = getattr(node, name)
        if value is not None:
            yield name, value


def _each(value: Any, change: Callable[[n.Node], n.Node]) -> Any:
    if isinstance(value, tuple):
        return tuple(change(item) if isinstance(item, n.Node) else item for item in value)
    return change(value)


def _changed(node: n.Node, fields: Mapping[str, Any]) -> n.Node:
    same = all(_same(getattr(node, name), new) for name, new in fields.items())
    return node if same else dataclasses.replace(node, **fields)


def _same(old: object, new: object) -> bool:
    if isinstance(old, tuple) and isinstance(new, tuple):
        return all(a is b for a, b in zip(old, new, strict=True))
    return old is new


def substitute(expr: n.Expr, values: Mapping[str, n.Expr]) -> n.Expr:
    """Capture-avoiding substitution of values for local names.

    A name bound inside shadows the one outside; it is renamed if it would capture a name that
    occurs in one of the values."""
    return cast(n.Expr, _substituted(expr, values))


def _substituted(node: n.Node, values: Mapping[str, n.Expr]) -> n.Node:
    if isinstance(node, n.Local):
        return values.get(node.name, node)
    binders, inside = BINDERS.get(type(node), ((), ""))
    fields: dict[str, Any] = {}
    for name, value in _parts(node):
        if name == inside:
            fields.update(_substituted_inside(node, binders, value, values))
        else:
            fields[name] = _each(value, lambda x: _substituted(x, values))
    return _changed(node, fields)


def _substituted_inside(
    node: n.Node, binders: tuple[str, ...], body: n.Expr, values: Mapping[str, n.Expr]
) -> Iterator[tuple[str, Any]]:
    bound = {getattr(node, field) for field in binders}
    mentioned = _locals(body)
    # Values that are not used inside cannot be captured either, so they force no renaming.
    inner = {k: v for k, v in values.items() if k in mentioned and k not in bound}
    caught = set().union(*map(_locals, inner.values()))
    renamed: dict[str, n.Expr] = {}
    for field in binders:
        name = getattr(node, field)
        if name in caught:
            fresh = _fresh(name, caught | mentioned | bound)
            bound.add(fresh)
            renamed[name] = n.Local(name=fresh)
            yield field, fresh
    yield (BINDERS[type(node)][1], _substituted(body, inner | renamed))


def _locals(expr: n.Expr) -> set[str]:
    return {each.name for each in walk(expr) if isinstance(each, n.Local)}


def _fresh(name: str, taken: set[str]) -> str:
    return next(f"{name}_{i}" for i in count(2) if f"{name}_{i}" not in taken)
