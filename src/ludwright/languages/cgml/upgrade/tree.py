"""Tools for upgrading a tree of version 1.2: its declarations, the changes made, and new nodes.

Unchanged nodes stay the same objects, so that `migrate` can leave their text alone. A new node has
the location of the one it replaces; a new key has a span without length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ....diagnostics import Report, Span
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes
from ..lower.components import role_of

STANDARD = ("rank", "suit", "color")


@dataclass(frozen=True, slots=True)
class Note:
    """One change: its location and a description."""

    span: Span
    message: str


@dataclass(slots=True)
class Names:
    """What the names in a file of version 1.2 may denote."""

    shared: list[str] = field(default_factory=list)
    personal: list[str] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    variables: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    properties: list[str] = field(default_factory=lambda: list(STANDARD))
    roles: set[str] = field(default_factory=set)
    ranks: Tree | None = None
    suits: Tree | None = None


@dataclass(frozen=True, slots=True)
class ExpressionContext:
    """The context of an expression: the trigger of its rule, whether an item is under test, which
    word denotes that item (or did so outside the innermost test), whether a per-player zone may be
    named without a player, and the values that the rule itself stored."""

    trigger: str = ""
    item: bool = False
    word: str = ""
    hidden: str = ""
    everyone: bool = False
    stored: frozenset[str] = frozenset()

    def tested(self, word: str = "") -> ExpressionContext:
        """The same context inside a test of one item."""
        # A nested test rebinds the item: the outer word is remembered, to report its use.
        hidden = "" if word else self.word
        return replace(self, item=True, word=word, hidden=hidden, everyone=False)


@dataclass(slots=True)
class Upgrade:
    """The upgrade of one file."""

    report: Report
    names: Names
    notes: list[Note] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    rejecting: bool = False

    def note(self, span: Span, message: str) -> None:
        """Record a change."""
        self.notes.append(Note(span, message))

    def refuse(self, span: Span, message: str, hint: str) -> None:
        """Report what cannot be upgraded, and what to write instead."""
        self.report.error(codes.NOT_UPGRADED, span, message, hint)


# ---- reading -------------------------------------------------------------------------------------


def get(node: Tree | None, *way: str) -> Tree | None:
    """The value under a sequence of keys, if it is present."""
    for key in way:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def items(node: Tree | None) -> tuple[Tree, ...]:
    """The items of a list."""
    return node.items if isinstance(node, Sequence) else ()


def text(node: Tree | None) -> str:
    """The text of a scalar, or nothing."""
    return node.text if isinstance(node, Scalar) else ""


def is_true(node: Tree | None) -> bool:
    """Whether a node is `true`."""
    return isinstance(node, Scalar) and node.value is True


def names_of(tree: Tree) -> Names:
    """The zones, decks, variables and properties that a file declares."""
    names = Names()
    for zone in items(get(tree, "components", "zones")):
        name, mine = text(get(zone, "name")), is_true(get(zone, "per_player"))
        (names.personal if mine else names.shared).append(name)
        of = text(get(zone, "type"))
        meta = get(tree, "components", "component_types", "zone_types", of, "meta")
        names.roles.add(role_of(meta, name, of))
        if not mine and (deck := text(get(zone, "of_deck"))):
            # As in lowering: the cards of a deck start in its first shared zone.
            names.homes.setdefault(deck, name)
    for variable in items(get(tree, "components", "variables")):
        mine = is_true(get(variable, "per_player")) or _per_player(variable)
        (names.own if mine else names.variables).append(text(get(variable, "name")))
    types = get(tree, "components", "component_types", "deck_types")
    for _, kind in types.entries if isinstance(types, Mapping) else ():
        names.ranks = names.ranks or get(kind, "rank_hierarchy")
        for part in items(get(kind, "composition")):
            # The hierarchy if there is one, else the ranks in the order of the template.
            names.ranks = names.ranks or get(part, "values")
            names.suits = names.suits or get(part, "suits")
        groups = [kind.get("default_properties")] if isinstance(kind, Mapping) else []
        groups += [get(part, "properties") for part in items(get(kind, "composition"))]
        for group in groups:
            names.properties += (
                [k.text for k, _ in group.entries] if isinstance(group, Mapping) else []
            )
    return names


def _per_player(variable: Tree) -> bool:
    return "player" in (text(get(variable, "scope")), text(get(variable, "owner"))) or (
        text(get(variable, "scope")) == "per_player"
    )


# ---- writing -------------------------------------------------------------------------------------


def empty_span(span: Span) -> Span:
    """The span of something that the file does not have: where it would be, without length."""
    return Span(span.file, span.line, span.column, span.line, span.column)


def word(value: str, span: Span) -> Scalar:
    """A text."""
    return Scalar(span, value, value)


def mapping(span: Span, *entries: tuple[str, Tree]) -> Mapping:
    """A mapping with new keys."""
    return Mapping(span, tuple((word(key, empty_span(span)), value) for key, value in entries))


def listed(span: Span, nodes: Iterable[Tree]) -> Sequence:
    """A list."""
    return Sequence(span, tuple(nodes))


def operand(key: str, value: Tree) -> Mapping:
    """An operand of one key, at the location of its value."""
    return mapping(value.span, (key, value))


def with_values(node: Mapping, change: Callable[[str, Tree], Tree]) -> Mapping:
    """A mapping with changed values; the same one if none has changed."""
    entries = tuple((key, change(key.text, value)) for key, value in node.entries)
    # Identity is what `yaml/rewrite.py` compares: a copy would be printed anew.
    if all(new is old for (_, new), (_, old) in zip(entries, node.entries, strict=True)):
        return node
    return replace(node, entries=entries)


def with_items(node: Tree, change: Callable[[Tree], Iterable[Tree]]) -> Tree:
    """A list with changed items, each of which may become several; the same one if none has."""
    if not isinstance(node, Sequence):
        return node
    groups = [tuple(change(item)) for item in node.items]
    if all(len(g) == 1 and g[0] is old for g, old in zip(groups, node.items, strict=True)):
        return node
    return replace(node, items=tuple(item for group in groups for item in group))


def with_key(node: Mapping, key: str, new: str, value: Tree | None = None) -> Mapping:
    """A mapping with another word for a key, at the same position, and perhaps another value."""
    return replace(
        node,
        entries=tuple(
            # The old span ties the new key to the comments of the old one.
            (word(new, k.span) if new != key else k, value or v) if k.text == key else (k, v)
            for k, v in node.entries
        ),
    )


def without(node: Mapping, *keys: str) -> Mapping:
    """A mapping without some keys."""
    return replace(
        node, entries=tuple(entry for entry in node.entries if entry[0].text not in keys)
    )


def with_more(node: Mapping, *entries: tuple[str, Tree]) -> Mapping:
    """A mapping with more keys appended."""
    return replace(node, entries=(*node.entries, *mapping(node.span, *entries).entries))
