"""A CGML game with everything it imports and inherits, as one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Report, Source, Span
from ...files import Files
from ...yaml.concrete import page
from ...yaml.read import Mapping, Tree, parts_of, read_yaml, same
from ...yaml.rewrite import rewritten
from .. import codes
from ..read import shapes
from ..read.load import INCLUDE, INHERIT, load
from ..read.shapes import TAGS

APART = ("imports", "inherit")
BLANK = "{}\n"


def whole(source: Source, report: Report, files: Files, /) -> str | None:
    """The text without references to other files; nothing after an error. Comments of the file
    itself are kept, and a file without references stays as it is."""
    plain = source.text.replace("\r\n", "\n")
    tree = load(source, report, files)
    if tree is None or report.failed:
        return None
    own = read_yaml(Source(source.name, plain), Report(), TAGS)
    if own is not None and not _refers(own):
        return plain
    ordered = _ordered(tree)
    for text in _candidates(plain, own, ordered):
        again = read_yaml(Source(source.name, text), Report(), TAGS)
        if again is not None and same(ordered, again):
            return text
    message = "this game cannot be written as one file without changing its meaning"
    report.error(codes.LAYOUT, source.start, message, "write its aliases out in full")
    return None


def _refers(tree: Tree) -> bool:
    keys = {key.text for key, _ in tree.entries} if isinstance(tree, Mapping) else set()
    return not keys.isdisjoint(APART) or any(each.tag == INCLUDE for each in parts_of(tree))


def _ordered(tree: Tree) -> Tree:
    """A document with its sections in the usual order: the merged ones of a base come first."""
    if not isinstance(tree, Mapping):
        return tree
    order = {key: number for number, key in enumerate(("cgml_version", *shapes.DOCUMENT.by_name))}
    entries = sorted(tree.entries, key=lambda entry: order.get(entry[0].text, len(order)))
    return replace(tree, entries=tuple(entries))


def _candidates(text: str, own: Tree | None, new: Tree) -> Iterator[str]:
    """The text with its comments; failing that (anchors may be out of order) one without any."""
    if own is not None and INHERIT not in text:
        yield rewritten(page(text), own, new)
    nowhere = Span("", 0, 0, 0, 0)
    yield rewritten(page("{}\n"), Mapping(nowhere, ()), new)
