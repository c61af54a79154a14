"""`definitions`: named expressions, substituted for each `{use: name}`.

Uses are replaced in the tree before it is lowered, so an expression means what it would mean if it
were written where it is used. A `Used` node remembers both locations, for diagnostics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ....diagnostics import Report, Span
from ...names import declares, refers
from ...shapes import Key
from ...yaml.read import DEPTH_LIMIT, NODE_LIMIT, Mapping, Scalar, Sequence, Tree, parts_of
from .. import codes
from .shapes import FLAG, fits, is_text

DEFINITION = "definition"
DEFINITIONS, USE = "definitions", "use"
SECTIONS = ("setup", "flow", "rules")
"""The sections with operands, besides variables."""


@dataclass(frozen=True, slots=True, eq=False)
class Used(Mapping):
    """An expression substituted for its use; it reads like the mapping that it is. Without a body
    it is broken, and that has been reported."""

    name: str = ""
    at: Span | None = None
    body: Tree | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """A named expression after substitution: its number of nodes, its height, and the definitions
    it uses. Without a body it is broken."""

    name: Scalar
    body: Tree | None
    size: int = 0
    height: int = 1
    uses: tuple[str, ...] = ()


@dataclass(slots=True)
class Definitions:
    """The definitions of a file, and which of them the rest of the file uses."""

    known: dict[str, Definition] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def home(self, span: Span | None) -> Definition | None:
        """The definition that contains a location."""
        bodies = ((each, each.body) for each in self.known.values())
        return next((d for d, body in bodies if body and span and _holds(body.span, span)), None)

    def reached(self, *names: str) -> set[str]:
        """The named definitions, and all that they use, transitively."""
        found, waiting = set(names), [*names]
        while waiting:
            new = set(self.known[waiting.pop()].uses) - found
            found |= new
            waiting += new
        return found


def expanded(tree: Tree, report: Report) -> tuple[Tree, Definitions]:
    """A document with all definitions substituted for their uses."""
    section = tree.get(DEFINITIONS) if isinstance(tree, Mapping) else None
    if not isinstance(tree, Mapping) or not isinstance(section, Mapping):
        return tree, Definitions()
    found = Definitions()
    work = _Work(report, found)
    # A duplicate has a key that starts with NUL, and has been reported.
    work.read({name.text: (name, body) for name, body in section.entries if name.text[:1] != "\0"})
    entries = tuple(
        (key, work.section(key.text, value)) for key, value in tree.entries if value is not section
    )
    return replace(tree, entries=entries), found


def _holds(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return outer.file == inner.file and start <= (inner.line, inner.column) < end


def _used_name(node: Tree) -> Scalar | None:
    """The name in `{use: name}`, if the node has that form."""
    name = node.get(USE) if isinstance(node, Mapping) and len(node.entries) == 1 else None
    return name if isinstance(name, Scalar) and is_text(name) else None


def _used_in(tree: Tree) -> Iterator[str]:
    yield from (name.text for node in parts_of(tree) if (name := _used_name(node)) is not None)


Written = dict[str, tuple[Scalar, Tree]]
"""Definitions by name, as declared."""


@dataclass(slots=True)
class _Work:
    """The substitution of one document."""

    report: Report
    found: Definitions
    size: int = 0
    cut: bool = False  # the size limit has been reported
    lost: bool = False  # a use in the current definition could not be replaced

    def read(self, written: Written) -> None:
        """Expand all definitions, each after those that it uses."""
        needs = {
            name: tuple(each for each in dict.fromkeys(_used_in(body)) if each in written)
            for name, (_, body) in written.items()
        }
        for name in _ordered(needs, self.cycle(written)):
            if name not in self.found.known:
                self.found.known[name] = self.definition(*written[name], needs[name])
        # The limit applies to the document, where each use adds the size of its definition again.
        self.size = 0

    def cycle(self, written: Written) -> Callable[[list[str]], None]:
        """A callback that reports each cycle of definitions once."""

        def report(cycle: list[str]) -> None:
            if not self.found.known.keys().isdisjoint(cycle):
                return
            # From the first one in the file: the message must not depend on the search order.
            at = cycle.index(min(cycle, key=lambda name: _start(written[name][0].span)))
            names = [*cycle[at:], *cycle[:at]]
            message = f"recursive definition '{names[0]}': {' -> '.join([*names, names[0]])}"
            self.report.error(codes.RECURSION, written[names[0]][0].span, message)
            for name in names:
                self.found.known[name] = Definition(written[name][0], None)

        return report

    def definition(self, name: Scalar, body: Tree, uses: tuple[str, ...]) -> Definition:
        declares(DEFINITION, name.text, name.span)
        self.size, self.lost = 0, False
        if isinstance(body, Mapping):
            flag = body.get("disabled")
            if flag is not None:
                fits(flag, Key("disabled", FLAG), self.report)
            # `disabled: true` has deleted it by now; `false` would count as another key.
            own = tuple((key, value) for key, value in body.entries if key.text != "disabled")
            body = replace(body, entries=own)
        new, height = self.put(body, 0, own=False)
        if self.lost:
            return Definition(name, None, uses=uses)
        return Definition(name, new, self.size, height, uses)

    def section(self, name: str, node: Tree) -> Tree:
        """A section of the document with all uses substituted."""
        if name in SECTIONS:
            new, _ = self.put(node, 1)
            return new
        if name == "components" and isinstance(node, Mapping):
            entries = tuple(
                (key, self.put(value, 2)[0] if key.text == "variables" else value)
                for key, value in node.entries
            )
            return replace(node, entries=entries)
        return node

    def put(self, node: Tree, depth: int, own: bool = True) -> tuple[Tree, int]:
        """A node with all uses substituted, and its height; `own` is false inside definitions."""
        name = _used_name(node)
        if name is not None and name.text in self.found.known:
            return self.use(node, name, depth, own)
        self.size += 1
        if isinstance(node, Mapping):
            made = [
                # `meta` belongs to other tools: a mapping `{use: ...}` in it is not ours to expand.
                (key, *((value, 0) if key.text == "meta" else self.put(value, depth + 1, own)))
                for key, value in node.entries
            ]
            entries = tuple((key, value) for key, value, _ in made)
            return replace(node, entries=entries), 1 + max((h for *_, h in made), default=0)
        if isinstance(node, Sequence):
            items = [self.put(item, depth + 1, own) for item in node.items]
            height = 1 + max((h for _, h in items), default=0)
            return replace(node, items=tuple(item for item, _ in items)), height
        return node, 1

    def use(self, node: Tree, name: Scalar, depth: int, own: bool) -> tuple[Tree, int]:
        definition = self.found.known[name.text]
        refers(DEFINITION, name.text, name.span)
        body, size = definition.body, self.size + definition.size
        if own:
            self.found.used.add(name.text)
        # Sizes add up without building the tree: nested uses can grow exponentially.
        deep = depth + definition.height > DEPTH_LIMIT
        if body is None or deep or size > NODE_LIMIT:
            if body is not None and not self.cut:
                limit = f"{DEPTH_LIMIT} levels" if deep else f"{NODE_LIMIT} nodes"
                message = f"too large: with its definitions expanded, this has more than {limit}"
                self.report.error(codes.COMPLEX, name.span, message)
                self.cut = True
            self.lost = True
            return Used(node.span, (), "", name.text, name.span), 1
        self.size = size
        return (
            Used(node.span, _entries(body), "", name.text, name.span, body),
            definition.height,
        )


def _ordered(
    needs: dict[str, tuple[str, ...]], cycle: Callable[[list[str]], None]
) -> Iterator[str]:
    """All names in topological order, by an iterative depth-first search; cycles are reported as
    they are found."""
    done: set[str] = set()
    for root in needs:
        # The stack is an ordered dict from name to the names still to visit: a name found in it
        # closes a cycle.
        stack = {root: iter(needs[root])} if root not in done else {}
        while stack:
            name = next(reversed(stack))
            needed = next(stack[name], None)
            if needed is None:
                del stack[name]
                done.add(name)
                yield name
            elif needed in stack:
                names = list(stack)
                cycle(names[names.index(needed) :])
            elif needed not in done:
                stack[needed] = iter(needs[needed])


def _start(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def _entries(body: Tree) -> tuple[tuple[Scalar, Tree], ...]:
    """An expression as the entries of a mapping: a bare number is a value."""
    if isinstance(body, Mapping):
        return body.entries
    number = isinstance(body, Scalar) and type(body.value) in (int, float, bool)
    return ((Scalar(body.span, "value", "value"), body),) if number else ()
