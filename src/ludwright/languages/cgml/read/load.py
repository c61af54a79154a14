"""From a CGML file to one document: resolves includes, bases and imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from ....diagnostics import Code, Report, Source, Span
from ...files import CHAIN_LIMIT, FILE_CHAIN, FILE_CYCLE, Files, Shelf
from ...yaml.read import (
    DEPTH_LIMIT,
    NODE_LIMIT,
    YM103,
    YM104,
    Mapping,
    Scalar,
    Sequence,
    Tree,
    head,
    read_yaml,
)
from .. import codes
from ..upgrade.document import OLD, upgraded_tree
from .merge import check_extends, files_of_types, merged, without_disabled, without_unused_types
from .shapes import TAGS

INCLUDE, INHERIT = "!include", "!inherit"
VERSION = "1.3"
_FOLDER = Path(__file__).parents[1].resolve() / "components"
BUNDLED = Shelf(_FOLDER, _FOLDER, "https://cgml.io/core-components/v1/")
"""The components that come with the language, under the address that CGML gives them."""

_FIRST_LINE = re.compile(
    r"!inherit[ \t]+(?P<quote>['\"]?)(?P<name>[^'\"\r\n]+?)(?P=quote)[ \t]*(#.*)?$"
)

Upgrade = Callable[[Tree, Report, Tree], Tree]
UPGRADES: dict[str, Upgrade] = {OLD: upgraded_tree}
"""For each older version, the function that upgrades a document, which may be part of the last
argument.

Documents of one version are merged before they are upgraded, of two versions afterwards.
"""


@dataclass(frozen=True, slots=True)
class Document:
    """A document with imports and bases resolved, and the version it is written in."""

    tree: Tree
    version: str

    def upgraded(self, report: Report, whole: Tree | None = None) -> Document:
        """The document in the newest version, if there is an upgrade; it may be part of a whole."""
        upgrade = UPGRADES.get(self.version)
        return (
            Document(upgrade(self.tree, report, whole or self.tree), VERSION) if upgrade else self
        )

    def over(self, base: Document, report: Report) -> Document:
        """This document merged over a base."""
        # Merged in their own version, because an upgrade looks at the whole document to decide.
        if self.version == base.version:
            return Document(merged(base.tree, self.tree), self.version)
        whole = merged(base.tree, self.tree)
        mine, other = self.upgraded(report, whole), base.upgraded(report, whole)
        return Document(merged(other.tree, mine.tree), mine.version)


def load(source: Source, report: Report, files: Files) -> Tree | None:
    """The complete document of a file; nothing if a part of it could not be read."""
    loader = _Loader(report, files)
    try:
        with loader.inside(source.name, source.start):
            document = loader.resolved(loader.included(loader.tree(source), 0))
    except _Broken:
        return None
    if loader.broken:
        return None
    tree = document.upgraded(report).tree
    check_extends(tree, report)
    return without_disabled(without_unused_types(tree, loader.imported), report)


def load_unchecked(source: Source, report: Report, files: Files) -> Tree | None:
    """The complete document in its own version, unchecked."""
    loader = _Loader(report, files)
    try:
        with loader.inside(source.name, source.start):
            return loader.resolved(loader.included(loader.tree(source), 0)).tree
    except _Broken:
        return None


class _Broken(Exception):
    """A part cannot be read; the reason is in the report."""


@dataclass(slots=True)
class _Loader:
    """Reads a file and the files that it refers to."""

    report: Report
    files: Files
    trees: dict[str, Tree | None] = field(default_factory=dict)
    chain: list[str] = field(default_factory=list)
    imported: set[str] = field(default_factory=set)
    nodes: int = 0
    broken: bool = False

    def fail(self, code: Code, span: Span, message: str, help: str = "") -> _Broken:
        self.report.error(code, head(span), message, help)
        return _Broken()

    @contextmanager
    def inside(self, name: str, at: Span) -> Iterator[None]:
        """Track the chain of files being read, to detect cycles."""
        if name in self.chain:
            cycle = " -> ".join([*self.chain[self.chain.index(name) :], name])
            raise self.fail(FILE_CYCLE, at, f"circular reference between files: {cycle}")
        if len(self.chain) >= CHAIN_LIMIT:
            message = f"files are nested more than {CHAIN_LIMIT} deep"
            raise self.fail(FILE_CHAIN, at, message, " -> ".join(self.chain[-3:]))
        self.chain.append(name)
        try:
            yield
        finally:
            self.chain.pop()

    def tree(self, source: Source) -> Tree:
        """The tree of one file, read once."""
        if source.name not in self.trees:
            self.trees[source.name] = _read(source, self.report)
        found = self.trees[source.name]
        if found is None:
            raise _Broken
        return found

    def opened(self, name: Scalar) -> Source:
        """The file that a name refers to."""
        source = self.files.read(name.text, name.span, self.report, BUNDLED)
        if source is None:
            raise _Broken
        return source

    # ---- includes ------------------------------------------------------------------------------

    def included(self, node: Tree, depth: int) -> Tree:
        """A node with all its includes resolved."""
        self.nodes += 1
        # Per use, not per file: a file that is included twice at each level grows exponentially.
        if self.nodes > NODE_LIMIT:
            message = f"with all its files, the game has more than {NODE_LIMIT} nodes"
            raise self.fail(YM104, node.span, message)
        if depth > DEPTH_LIMIT:
            raise self.fail(YM103, node.span, f"nested more than {DEPTH_LIMIT} levels deep")
        if node.tag:
            return self.tagged(node, depth)
        if isinstance(node, Scalar):
            return node
        if isinstance(node, Sequence):
            items = []
            for (
                item
            ) in node.items:  # plain loops: comprehensions would add frames to a deep recursion
                items.append(self.part(item, depth))
            return replace(node, items=tuple(items))
        entries = []
        for key, value in node.entries:
            if key.tag:
                self.fail(codes.MISPLACED, key.span, f"'{key.tag}' is not allowed as a key")
                self.broken = True
            self.nodes += 1
            entries.append((key, self.part(value, depth)))
        return replace(node, entries=tuple(entries))

    def part(self, node: Tree, depth: int) -> Tree:
        """A part of a node; if it is broken, reading continues to report all errors."""
        try:
            return self.included(node, depth + 1)
        except _Broken:
            # The limit ends reading for good; every other error leaves the siblings to be read.
            if self.nodes > NODE_LIMIT:
                raise
            self.broken = True
            return node

    def tagged(self, node: Tree, depth: int) -> Tree:
        if node.tag != INCLUDE:
            if node.tag == INHERIT:
                hint = "write 'inherit: name', or make it the first line of the file"
                raise self.fail(
                    codes.MISPLACED, node.span, f"'{INHERIT}' is not allowed here", hint
                )
            return node  # reported when it was read
        if not isinstance(node, Scalar) or not node.text:
            raise self.fail(codes.SHAPE, node.span, f"{INCLUDE} expects the name of a file")
        source = self.opened(node)
        with self.inside(source.name, node.span):
            return self.included(self.tree(source), depth)

    # ---- imports and bases ---------------------------------------------------------------------

    def resolved(self, tree: Tree, version: str = VERSION) -> Document:
        """A document merged over everything it imports and inherits. Without a version it has that
        of its base, or of the document that refers to it."""
        if not isinstance(tree, Mapping):
            return Document(tree, version)
        version = self.version(tree) or version
        base = self.base(tree, version)
        # A child without a version is written in that of its base.
        if base is not None and not self.version(tree):
            version = base.version
        own = tuple((k, v) for k, v in tree.entries if k.text not in ("imports", "inherit"))
        documents = [*self.imports(tree, version), *([base] if base is not None else [])]
        documents.append(Document(replace(tree, entries=own), version))
        whole, *others = documents
        for other in others:
            whole = other.over(whole, self.report)
        return whole

    def version(self, tree: Mapping) -> str:
        node = tree.get("cgml_version")
        if node is None:
            return ""
        text = node.text if isinstance(node, Scalar) else "this"
        if text != VERSION and text not in UPGRADES:
            message = f'unsupported version \'{text}\'; expected "{VERSION}" or "{OLD}"'
            self.fail(codes.VERSION, node.span, message)
        return text

    def imports(self, tree: Mapping, version: str) -> list[Document]:
        imports = tree.get("imports")
        if imports is not None and not isinstance(imports, Sequence):
            raise self.fail(codes.SHAPE, imports.span, "'imports' must be a list")
        found = []
        for item in imports.items if imports is not None else ():
            if item.tag:
                continue  # a broken include, already reported
            if not isinstance(item, Mapping):
                name = item.text if isinstance(item, Scalar) else "name"
                hint = f"write it as: - {INCLUDE} '{name}'"
                raise self.fail(codes.SHAPE, item.span, "an import must be an included file", hint)
            # A mapping written in place is part of this file: it must not count as a cycle.
            here = item.span.file == self.chain[-1]
            with nullcontext() if here else self.inside(item.span.file, item.span):
                found.append(self.resolved(item, version))
            self.imported |= files_of_types(found[-1].tree) - set(self.chain)
        return found

    def base(self, tree: Mapping, version: str) -> Document | None:
        name = tree.get("inherit")
        if name is None:
            return None
        if not isinstance(name, Scalar) or not isinstance(name.value, str) or not name.text:
            raise self.fail(codes.SHAPE, name.span, "'inherit' must be the name of a file")
        source = self.opened(name)
        with self.inside(source.name, name.span):
            base = self.included(self.tree(source), 0)
            if not isinstance(base, Mapping):
                raise self.fail(
                    codes.SHAPE, base.span, "a base must be a mapping of keys to values"
                )
            return self.resolved(base, version)


def _read(source: Source, report: Report) -> Tree | None:
    """The tree of a file. A first line with `!inherit`, which is not YAML, becomes a key."""
    lines = source.text.split("\n")
    number = next((i for i, line in enumerate(lines) if line.strip() and line[0] != "#"), 0)
    found = _FIRST_LINE.match(lines[number].rstrip("\r"))
    if found is None:
        return read_yaml(source, report, TAGS)
    # The line is blanked, not removed, so that all other locations stay as they are.
    lines[number] = ""
    tree = read_yaml(Source(source.name, "\n".join(lines)), report, TAGS)
    row, start = number + 1, found.start("name") + 1
    span = Span(source.name, row, start, row, found.end("name") + 1)
    name = Scalar(span, found["name"], found["name"])
    if not isinstance(tree, Mapping):
        return tree
    if tree.get("inherit") is not None:
        report.error(codes.DUPLICATE, span, "duplicate base: given here and by 'inherit'")
        return None
    return replace(tree, entries=((Scalar(span, "inherit", "inherit"), name), *tree.entries))
