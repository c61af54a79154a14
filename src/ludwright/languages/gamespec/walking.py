"""Everything that is inside of a part of a GameSpecDoc."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from .tree import Name, Part, Place

_FIELDS: dict[type[Part], tuple[str, ...]] = {}


def _fields(kind: type[Part]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name != "at")
    return _FIELDS[kind]


def parts_in(whole: object) -> Iterator[Part]:
    """A part and all parts below it, in the order in which they are written."""
    waiting = [whole]
    while waiting:
        node = waiting.pop()
        below: list[object] = []
        if isinstance(node, Part):
            yield node
            below = [getattr(node, name) for name in _fields(type(node))]
        elif isinstance(node, tuple):
            below = list(node)
        elif isinstance(node, Mapping):
            below = list(node.values())
        waiting += [each for each in reversed(below) if not isinstance(each, Name | Place | str)]
