"""Mutations of a CGML game: its numbers, options, decks, rules and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch

from ....diagnostics import Report, Source
from ...mutations import (
    DECK,
    NUMBER,
    OPTION,
    RULE,
    WORD,
    Edit,
    Mutation,
    families,
    line_of,
    near,
    removed,
    replaced,
)
from ...shapes import Table
from ...yaml.concrete import Branch, Entry, Leaf, Written, page
from ...yaml.edits import exchanged, repeated, without
from ...yaml.read import core_value, read_yaml
from ..read import shapes
from ..read.shapes import TAGS

Way = tuple[str, ...]  # keys from the root, with `*` for the items of a list

OPERATORS = families(
    ("isGreaterThan", "isAtLeast", "isLessThan", "isAtMost"),
    ("isEqual", "isNotEqual"),
    ("and", "or"),
    ("any", "all"),
    ("min", "max"),
    ("argmin", "argmax"),
    ("first", "last"),
    ("top", "bottom"),
)
"""Operators in place of which another of the same type can stand."""

LEAST = {"copies": 1, "count": 1}
"""Least values of numbers in decks."""

RULES = ("rules", "setup", "flow/transitions", "*/effect", "*/do", "*/then", "*/else")
"""Lists whose entries are rules, or actions of rules."""
OPERANDS = ("*/and", "*/or", "*/list")
"""Lists that can do with one entry fewer."""
DECKS = "components/component_types/deck_types/*"
TABLES: dict[str, Table] = {
    "components/component_types/zone_types/*": shapes.ZONE_TYPE,
    "components/component_types/zone_types/*/visibility": shapes.VISIBILITY,
    "flow": shapes.FLOW,
    "rules/*": shapes.RULE,
}
"""Mappings with words that have alternatives, besides actions."""
FIXED = frozenset(("on_failure", "wait"))
"""Words that say what happens in case of errors."""
FLAGS = ("auto", "announce", "allows_reorder")


@dataclass(frozen=True, slots=True)
class _Node:
    """A node with its way from the root, and the entry and the branch that it is in."""

    way: Way
    value: Written
    entry: Entry | None = None
    parent: Branch | None = None

    def within(self, pattern: str) -> bool:
        """Whether the way matches a pattern, in which `*` is any keys."""
        return fnmatch("/".join(self.way), pattern)

    def sibling(self, key: str) -> Written | None:
        """The value of another key of the same mapping."""
        entries = self.parent.entries if self.parent else []
        return next((each.value for each in entries if each.key and each.key.value == key), None)


def mutations(text: str, /) -> Iterator[Mutation]:
    """All mutations of a text without errors; those of one kind are not listed together."""
    if read_yaml(Source("", text), Report(), TAGS) is None:
        return
    for node in _nodes(_Node((), page(text).root)):
        for each in OFFERS:
            yield from each(text, node)


def _nodes(node: _Node) -> Iterator[_Node]:
    yield node
    if isinstance(node.value, Branch):
        for entry in node.value.entries:
            key = entry.key.value if entry.key else "*"
            yield from _nodes(_Node((*node.way, key), entry.value, entry, node.value))


def _options(text: str, node: _Node) -> Iterator[Mutation]:
    """Another default of an option, of those that it allows."""
    if not node.within("meta/options/*/default") or not isinstance(node.value, Leaf):
        return
    allowed, name = node.sibling("allowed"), node.sibling("name")
    listed = [each.value for each in allowed.entries] if isinstance(allowed, Branch) else []
    title = name.value if isinstance(name, Leaf) else ""
    for other in listed:
        if isinstance(other, Leaf) and other.value != node.value.value:
            yield _replaced(OPTION, text, node.value, other.raw, title)


def _numbers(text: str, node: _Node) -> Iterator[Mutation]:
    """A number near the one that is there."""
    if not isinstance(node.value, Leaf) or node.value.alias or not node.way:
        return
    number = core_value(node.value.raw)
    if type(number) is not int:
        return
    key, in_deck = node.way[-1], node.within(f"{DECKS}/composition/*")
    in_rules = node.way[0] in ("setup", "rules", "definitions", "flow") and key != "priority"
    if in_deck and key in LEAST:
        kind = DECK
    elif in_rules or key == "initial_value" or node.within("components/variables/*expression/*"):
        kind = NUMBER
    else:
        return
    for new in near(number, LEAST[key] if kind == DECK else 0):
        yield _replaced(kind, text, node.value, str(new), _named(node))


def _decks(text: str, node: _Node) -> Iterator[Mutation]:
    """A rank, a suit or a single card fewer; a part of a deck twice."""
    inside = node.within(f"{DECKS}/composition/*")
    if not inside or node.parent is None or node.entry is None:
        return
    parts = node.within(f"{DECKS}/composition/*") and node.way[-2:] == ("composition", "*")
    ranks = node.way[-2] in ("values", "suits") and node.way[-1] == "*"
    if parts or ranks:
        number = node.parent.entries.index(node.entry)
        edit = without(text, node.parent, number)
        what = (
            f"{node.way[-2][:-1]} {node.value.value}" if isinstance(node.value, Leaf) else "cards"
        )
        if edit:
            yield removed(text, edit[0], edit[1], what, DECK)
    if parts and isinstance(node.value, Branch):
        keys = {each.key.value for each in node.value.entries if each.key}
        if not keys & {"copies", "count"} and node.value.flow:
            at = node.value.entries[-1].value.end
            what = f"line {line_of(text, at)}: two copies"
            yield Mutation(DECK, what, (Edit(at, at, ", copies: 2"),))
        elif not keys & {"copies", "count"}:
            first = node.value.entries[0].start
            column = first - text.rfind("\n", 0, first) - 1
            what = f"line {line_of(text, first)}: two copies"
            yield Mutation(DECK, what, (Edit(first, first, f"copies: 2\n{' ' * column}"),))


def _rules(text: str, node: _Node) -> Iterator[Mutation]:
    """A rule, an action or a condition fewer; an action twice, or after the next one."""
    if node.parent is None or node.entry is None or node.way[-1] != "*":
        return
    inside = "/".join(node.way[:-1])
    listed = any(fnmatch(inside, pattern) for pattern in RULES)
    if not listed and not any(fnmatch(inside, pattern) for pattern in OPERANDS):
        return
    number, name = node.parent.entries.index(node.entry), _title(node.value)
    edit = without(text, node.parent, number)
    if edit:
        yield removed(text, edit[0], edit[1], name)
    if not listed or inside in ("rules", "flow/transitions"):
        return
    line = line_of(text, node.entry.start)
    if again := repeated(text, node.parent, number):
        yield Mutation(RULE, f"line {line}: repeat {name}", (Edit(*again),))
    if number + 1 < len(node.parent.entries):
        other = exchanged(text, node.parent, number)
        if other:
            edits = tuple(Edit(*each) for each in other)
            yield Mutation(RULE, f"line {line}: {name} after the next action", edits)


def _operators(text: str, node: _Node) -> Iterator[Mutation]:
    """Another operator of the same type."""
    key = node.entry.key if node.entry else None
    # Words of mappings that are no expressions, such as `meta.players.min`, are no operators.
    if key is None or not isinstance(node.value, Branch) or node.value.mapping:
        return
    for other in OPERATORS(key.value):
        yield replaced(RULE, text, key.start, key.end, other)


def _words(text: str, node: _Node) -> Iterator[Mutation]:
    """Another of the words that a key may have."""
    if not isinstance(node.value, Leaf) or node.value.alias or node.entry is None:
        return
    action, key = node.sibling("action"), node.way[-1]
    if isinstance(action, Leaf):
        table = shapes.ACTION_TABLES.get(action.value, Table())
    else:
        around = "/".join(node.way[:-1])
        table = next((t for pattern, t in TABLES.items() if fnmatch(around, pattern)), Table())
    known = table.by_name.get(key)
    others: tuple[str, ...] = ()
    if known and known.words and key not in FIXED:
        others = known.words
    elif known and key in FLAGS:
        others = ("true", "false")
    for other in others:
        if other != node.value.value:
            yield _replaced(WORD, text, node.value, other, key)


OFFERS: tuple[Callable[[str, _Node], Iterator[Mutation]], ...] = (
    _options,
    _numbers,
    _decks,
    _rules,
    _operators,
    _words,
)
"""What each node is offered to."""


def _replaced(kind: str, text: str, leaf: Leaf, new: str, name: str = "") -> Mutation:
    start = leaf.end - len(leaf.raw)  # behind an anchor
    return replaced(kind, text, start, leaf.end, new, name)


def _named(node: _Node) -> str:
    """The name of a number for people: the name beside it, or the nearest key that says more."""
    beside = node.sibling("name")
    if isinstance(beside, Leaf):
        return beside.value
    keys = (key for key in reversed(node.way) if key not in ("*", "value", "initial_value"))
    return next(keys, "")


def _title(value: Written) -> str:
    """What a part of a rule is called in the list of changes."""
    if isinstance(value, Branch) and value.mapping:
        for wanted in ("id", "action"):
            for entry in value.entries:
                if entry.key and entry.key.value == wanted and isinstance(entry.value, Leaf):
                    return entry.value.value
        first = value.entries[0].key if value.entries else None
        return first.value if first else "a part"
    return value.value if isinstance(value, Leaf) else "a part"
