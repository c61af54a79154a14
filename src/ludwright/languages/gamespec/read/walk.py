"""Traversal of typed trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TypeVar, cast

from .tree.sections import Sections
from .tree.values import Location, Name, Part

T = TypeVar("T", bound=Part)

# Cached per class: `dataclasses.fields` is slow, and this is asked for every part of a document.
_FIELDS: dict[type[Part | Sections], tuple[str, ...]] = {}


def _fields(kind: type[Part | Sections]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name != "at")
    return _FIELDS[kind]


def parts_in(whole: object) -> Iterator[Part]:
    """A part and all its descendants, in document order (pre-order)."""
    # An explicit stack: recursive generators would pass each part up through every level.
    stack = [whole]
    while stack:
        node = stack.pop()
        children: list[object] = []
        if isinstance(node, Part | Sections):
            if isinstance(node, Part):
                yield node
            children = [getattr(node, name) for name in _fields(type(node))]
        elif isinstance(node, tuple):
            children = list(node)
        elif isinstance(node, Mapping):
            children = list(node.values())
        # Reversed, as the last item is popped first; leaves are filtered out early for speed.
        stack += [
            each for each in reversed(children) if not isinstance(each, Name | Location | str)
        ]


@dataclass(slots=True)
class PartsByKind:
    """The parts of each section by kind, so that each section is traversed only once. `effects` has
    those of the actions, `actions` the rest of them."""

    sections: Sections
    found: dict[str, dict[type[Part], list[Part]]] = field(default_factory=dict)

    def of(self, name: str, kind: type[T]) -> list[T]:
        """The parts of a kind in a section."""
        if name not in self.found:
            self.found[name] = {}
            for part in parts_in(_SECTIONS[name](self.sections)):
                self.found[name].setdefault(type(part), []).append(part)
        return cast("list[T]", self.found[name].get(kind, []))

    def all(self, kind: type[T]) -> list[T]:
        """The parts of a kind in all sections that refer to others."""
        return [part for name in _SECTIONS for part in self.of(name, kind)]


_SECTIONS: dict[str, Callable[[Sections], object]] = {
    "setup": lambda s: s.setup,
    "phases": lambda s: s.phases,
    "turn_order": lambda s: s.turn_order,
    # Effects of actions have a code of their own for unknown zones (CNL_XREF_EFFECT_ZONE_MISSING).
    "effects": lambda s: tuple(a.effects for a in s.actions or ()),
    "actions": lambda s: tuple((a.params, a.pre, a.cost) for a in s.actions or ()),
    "pipelines": lambda s: s.pipelines,
    "triggers": lambda s: s.triggers,
    "terminal": lambda s: s.terminal,
    "event_decks": lambda s: s.event_decks,
}
