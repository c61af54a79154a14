"""`fmt` for CGML: one layout for every file, with keys in the order of the language's tables."""

from __future__ import annotations

from collections.abc import Iterable

from ....diagnostics import Report, Source
from ...shapes import Table
from ...yaml.concrete import Branch, Entry, Leaf, Written, page
from ...yaml.printer import Style, printed_page
from ...yaml.read import read_yaml, same
from .. import codes
from ..read import shapes
from ..read.shapes import TAGS


def _order(*tables: Table, first: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The keys of some tables, with those first with which games usually begin."""
    return tuple(dict.fromkeys((*first, *(name for table in tables for name in table.by_name))))


ORDERS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): _order(shapes.DOCUMENT, first=("cgml_version", "inherit", "imports")),
    ("meta",): _order(shapes.META),
    ("meta", "players"): _order(shapes.PLAYERS),
    ("meta", "rng"): _order(shapes.RNG),
    ("meta", "options", "*"): _order(shapes.OPTION, first=("name", "description")),
    ("components",): _order(shapes.COMPONENTS),
    ("components", "component_types"): _order(shapes.COMPONENT_TYPES),
    ("components", "component_types", "deck_types", "*"): _order(shapes.DECK_TYPE),
    ("components", "component_types", "deck_types", "*", "composition", "*"): _order(
        shapes.TEMPLATE, shapes.CARD, first=("type", "name")
    ),
    (
        *("components", "component_types", "deck_types", "*", "composition", "*"),
        *("properties", "*"),
    ): _order(shapes.LOOKUP),
    ("components", "component_types", "zone_types", "*"): _order(
        shapes.ZONE_TYPE, first=("ordering", "default_face", "allows_reorder")
    ),
    ("components", "component_types", "zone_types", "*", "visibility"): _order(shapes.VISIBILITY),
    ("components", "decks", "*"): _order(shapes.DECK),
    ("components", "zones", "*"): _order(shapes.ZONE),
    ("components", "variables", "*"): _order(shapes.VARIABLE, first=("name", "type")),
    ("flow",): _order(shapes.FLOW),
    ("flow", "states", "*"): _order(shapes.STATE),
    ("flow", "transitions", "*"): _order(shapes.TRANSITION),
    ("flow", "win_condition"): _order(shapes.WIN),
    ("rules", "*"): _order(shapes.RULE),
}
"""The keys of a mapping by its path in the document; `*` matches any name or item."""

NAMED = (
    ("components", "component_types", "deck_types"),
    ("components", "component_types", "deck_types", "*", "composition", "*", "properties"),
    ("components", "component_types", "zone_types"),
    ("components", "decks"),
    ("flow", "states"),
)
"""Mappings whose keys are names chosen by the file."""


def formatted(source: Source, report: Report) -> str | None:
    """The text in its canonical layout; nothing if it cannot be read, which is reported."""
    lines = source.text.replace("\r\n", "\n")
    tree = read_yaml(Source(source.name, lines), report, TAGS)
    if tree is None or report.failed:
        return None
    written = page(lines)
    _arrange(written.root, ())
    text = printed_page(written, Style())
    # A formatter must never change a game: the output is read again and compared.
    again = read_yaml(Source(source.name, text), Report(), TAGS)
    if again is None or not same(tree, again):
        message = "this file cannot be reformatted without changing its meaning"
        report.error(
            codes.LAYOUT, source.start, message, "anchors and long keys are the usual causes"
        )
        return None
    return text


def _arrange(node: Written, way: tuple[str, ...]) -> None:
    """Sort the keys of all mappings."""
    if not isinstance(node, Branch):
        return
    for entry in node.entries:
        _arrange(entry.value, (*way, _name(entry, way)))
    # The sort is stable, so keys that no table has stay in their order, behind all others.
    if node.mapping and not _anchored(node):
        order = {key: number for number, key in enumerate(_keys(node, way))}
        node.entries.sort(
            key=lambda entry: order.get(entry.key.value, len(order)) if entry.key else 0
        )


def _name(entry: Entry, way: tuple[str, ...]) -> str:
    return entry.key.value if entry.key is not None and way not in NAMED else "*"


def _keys(node: Branch, way: tuple[str, ...]) -> Iterable[str]:
    word = next((e.value for e in node.entries if e.key and e.key.value == "action"), None)
    if isinstance(word, Leaf) and way[:1] in (("setup",), ("rules",), ("definitions",)):
        # `action` first, then its own keys, then those that every action has.
        first, *last = shapes.EVERY_ACTION.by_name
        own = shapes.ACTION_KEYS.get(word.value, Table())
        return (first, *own.by_name, *last)
    return ORDERS.get(way, ())


def _anchored(node: Written) -> bool:
    """Whether a subtree has anchors or aliases: an alias must stay behind its anchor."""
    if isinstance(node, Leaf):
        return node.alias or "&" in node.properties
    inner = [part for e in node.entries for part in (e.key, e.value) if part is not None]
    return "&" in node.properties or any(_anchored(part) for part in inner)
