"""Trees that nobody wrote: what macros make, with the place that they were called from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .....diagnostics import Span
from ....yaml.read import Mapping, Scalar, Sequence, Tree

HOLE = "!hole"
"""The tag of what stands in for something that was wrong and has been reported."""


def hole(span: Span) -> Mapping:
    """What nothing can be said about: who reads it reports nothing more."""
    return Mapping(span, (), HOLE)


def is_hole(tree: Tree | None) -> bool:
    """Whether a mistake stood here."""
    return isinstance(tree, Mapping) and tree.tag == HOLE


def scalar(span: Span, value: int | bool | str) -> Scalar:
    """A number, a truth or a text."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(span, text, value)


def mapping(span: Span, **entries: Tree | int | str) -> Mapping:
    """Keys with values; a trailing `_` keeps a key from being a word of Python."""
    made = ((scalar(span, key.rstrip("_")), _tree(span, value)) for key, value in entries.items())
    return Mapping(span, tuple(made))


def sequence(span: Span, *items: Tree | int | str) -> Sequence:
    """A list."""
    return Sequence(span, tuple(_tree(span, item) for item in items))


def _tree(span: Span, value: Tree | int | str) -> Tree:
    return scalar(span, value) if isinstance(value, int | str) else value


def below(tree: Tree) -> Iterable[Tree]:
    """What a node consists of."""
    if isinstance(tree, Mapping):
        return [value for _, value in tree.entries]
    return tree.items if isinstance(tree, Sequence) else ()


def measures(tree: Tree, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """How many parts a tree has (one that is repeated counts each time), and how many levels."""
    found = known.get(id(tree))
    if found is None:
        parts, levels = 1, 0
        for each in below(tree):
            more = measures(each, known)
            parts, levels = parts + more[0], max(levels, more[1] + 1)
        found = known[id(tree)] = parts, levels
    return found


def fresh(tree: Tree) -> Tree:
    """The same node as another object, so that it can be told from the first."""
    return replace(tree)
