"""Parts of GameSpecDocs read for themselves: what was understood, and what was reported."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.gamespec.read import reader
from ludwright.languages.gamespec.read.reader import Bindings, Declarations, Reader
from ludwright.languages.gamespec.read.tree.values import Location
from ludwright.languages.yaml.read import Tree, read_yaml
from tools.gamespec.trees import named

READERS = {
    "value": reader.value_of,
    "condition": reader.condition_of,
    "query": reader.query_of,
    "player": reader.player_of,
    "zone": reader.zone_of,
    "effects": reader.effects_of,
    "tests": reader.token_tests_of,
}
BASES = {
    "deck": frozenset(("none",)),
    "river": frozenset(("none",)),
    "hand": frozenset(("player",)),
    "box": frozenset(("none", "player")),
}
WORLD = Declarations(BASES, 4)


def tree_of(text: str) -> Tree:
    """A text as a YAML tree."""
    report = Report()
    tree = read_yaml(Source("part.md", text), report)
    assert tree is not None and not report.items
    return tree


def told(node: Any) -> Any:
    """A node as nested tuples: its kind, then its fields, without places."""
    if isinstance(node, tuple):
        return tuple(told(item) for item in node)
    if not is_dataclass(node):
        return node
    parts = [getattr(node, f.name) for f in fields(node)]
    inner = [told(part) for part in parts if not isinstance(part, Location)]
    return (type(node).__name__, *inner) if type(node).__name__ != "Name" else inner[0]


@dataclass(frozen=True)
class Found:
    """What was read, if there was no error in it, and the diagnostics."""

    node: Any
    diagnostics: tuple[Diagnostic, ...]

    @property
    def told(self) -> Any:
        """The node without places."""
        return told(self.node)

    @property
    def codes(self) -> list[str]:
        """The codes of all diagnostics, in the order in which they were reported."""
        return [named(d) for d in self.diagnostics]


def read(
    kind: str, text: str, *names: str, world: Declarations = WORLD, scope: Any = None
) -> Found:
    """Read a text as something, with names in scope; its path is `doc.x`."""
    report = Report()
    inside = scope or Bindings().inner(*names)
    node = READERS[kind](Reader(report, world), tree_of(text), "doc.x", inside)  # type: ignore[operator]
    return Found(None if report.failed else node, tuple(report.items))


def clean(kind: str, text: str, *names: str, world: Declarations = WORLD) -> Any:
    """What a text says, which must be all right."""
    found = read(kind, text, *names, world=world)
    assert found.diagnostics == ()
    return found.told
