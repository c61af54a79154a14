"""`migrate` for CGML: writes the file of version 1.3 and leaves unchanged text alone."""

from __future__ import annotations

import re

from ....diagnostics import Report, Source, Span
from ...files import Files
from ...language import Migration
from ...yaml.concrete import page
from ...yaml.read import Mapping, Tree, head, read_yaml, same
from ...yaml.rewrite import rewritten
from .. import codes
from ..read.load import load_unchecked
from ..read.shapes import TAGS
from .document import NEW, OLD, Upgraded, modern, upgrade
from .tree import text

Notes = tuple[tuple[Span, str], ...]


def migrated(source: Source, report: Report, files: Files | None = None, /) -> Migration | None:
    """The text in version 1.3 and the changes made; nothing if it cannot be migrated, which is
    reported."""
    lines, first = _with_base(source, source.text.replace("\r\n", "\n"))
    tree = read_yaml(Source(source.name, lines), report, TAGS)
    if tree is None or report.failed:
        return None
    new = _newest(tree, report, _whole(source, tree, files))
    if report.failed:
        return None
    # Comments and layout of everything that has not changed survive.
    made = rewritten(page(lines), tree, new.tree)
    again = read_yaml(Source(source.name, made), Report(), TAGS)
    if again is None or not same(new.tree, again):
        message = "the upgraded file cannot be written without changing its meaning"
        report.error(codes.LAYOUT, source.start, message, "write its aliases out in full")
        return None
    # The file keeps its line endings.
    ends = "\r\n" if "\r\n" in source.text else "\n"
    notes = (*first, *((note.span, note.message) for note in new.notes))
    return Migration(made.replace("\n", ends), notes)


def _with_base(source: Source, text: str) -> tuple[str, Notes]:
    """A first line `!inherit 'base'`, which is not YAML, as the key it is now."""
    lines = text.split("\n")
    number = next((i for i, line in enumerate(lines) if line.strip() and line[0] != "#"), 0)
    if not re.match(r"!inherit[ \t]+\S", lines[number]):
        return text, ()
    span = Span(source.name, number + 1, 1, number + 1, len("!inherit") + 1)
    lines[number] = lines[number].replace("!inherit", "inherit:", 1)
    return "\n".join(lines), ((span, "'!inherit' is now the key 'inherit'"),)


def _whole(source: Source, tree: Tree, files: Files | None) -> Tree:
    """The complete document of which this is a part: its names may be declared elsewhere."""
    keys = {key.text for key, _ in tree.entries} if isinstance(tree, Mapping) else set()
    if files is None or keys.isdisjoint(("inherit", "imports")):
        return tree
    # Errors in other files are not reported here; migrating those reports them.
    return load_unchecked(source, Report(), files) or tree


def _newest(tree: Tree, report: Report, whole: Tree) -> Upgraded:
    version = tree.get("cgml_version") if isinstance(tree, Mapping) else None
    if version is None or text(version) not in (OLD, NEW):
        place = head((version or tree).span)
        report.error(codes.VERSION, place, f"only files of version {OLD} and {NEW} can be migrated")
        return Upgraded(tree)
    return upgrade(tree, report, whole) if text(version) == OLD else modern(tree)
