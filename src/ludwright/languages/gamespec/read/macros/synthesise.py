"""Builders for synthetic trees, which have the location of the call that they replace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .....diagnostics import Span
from ....yaml.read import Mapping, Scalar, Sequence, Tree

HOLE = "!hole"
"""The tag of a hole: a stand-in for something whose error has been reported."""


def hole(span: Span) -> Mapping:
    """A hole: whatever reads it reports nothing more."""
    # An empty mapping with a tag: code that walks trees needs no case for it.
    return Mapping(span, (), HOLE)


def is_hole(tree: Tree | None) -> bool:
    """Whether a node is a hole."""
    return isinstance(tree, Mapping) and tree.tag == HOLE


def scalar(span: Span, value: int | bool | str) -> Scalar:
    """A number, boolean or text."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(span, text, value)


def mapping(span: Span, **entries: Tree | int | str) -> Mapping:
    """A mapping; a trailing `_` of a key avoids Python keywords: `from_`, `if_`."""
    made = ((scalar(span, key.rstrip("_")), _tree(span, value)) for key, value in entries.items())
    return Mapping(span, tuple(made))


def sequence(span: Span, *items: Tree | int | str) -> Sequence:
    """A list."""
    return Sequence(span, tuple(_tree(span, item) for item in items))


def _tree(span: Span, value: Tree | int | str) -> Tree:
    return scalar(span, value) if isinstance(value, int | str) else value


def children(tree: Tree) -> Iterable[Tree]:
    """The children of a node."""
    if isinstance(tree, Mapping):
        return [value for _, value in tree.entries]
    return tree.items if isinstance(tree, Sequence) else ()


def size_and_depth(tree: Tree, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The number of nodes of a tree, aliased ones counted at each use, and its nesting depth."""
    # Memoised by identity: aliases can make a tree exponentially larger than its DAG of nodes.
    found = known.get(id(tree))
    if found is None:
        parts, levels = 1, 0
        for each in children(tree):
            more = size_and_depth(each, known)
            parts, levels = parts + more[0], max(levels, more[1] + 1)
        found = known[id(tree)] = parts, levels
    return found


def distinct_copy(tree: Tree) -> Tree:
    """A copy of a node with another `id()`."""
    return replace(tree)
