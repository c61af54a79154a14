"""From the text of a GameSpecDoc, Markdown with YAML blocks, to the trees of its sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mapped
from dataclasses import dataclass, field, replace

from ....diagnostics import ERROR, Diagnostic, Report, Source, Span, closest, did_you_mean
from ...yaml.read import NODE_LIMIT, YM102, YM104, YM107, Mapping, Scalar, Sequence, Tree, read_yaml
from ..codes import document as codes
from .macros.synthesise import size_and_depth
from .section_guess import shapes_of

MOST_BYTES = 1 << 20
MOST_BLOCKS = 128
MOST_BLOCK_BYTES = 256 << 10
MOST_UNLABELLED = 1_000  # each unlabelled block must be parsed to find out whether it is prose
MOST_DIAGNOSTICS = 500

SINGLE = ("metadata", "constants", "turnStructure", "turnOrder", "terminal", "victory", "scoring")
LISTS = (
    "dataAssets",
    "globalVars",
    "perPlayerVars",
    "zones",
    "tokenTypes",
    "setup",
    "actionPipelines",
    "eventDecks",
    "actions",
    "triggers",
    "effectMacros",
    "conditionMacros",
    "stackingConstraints",
    "markerLattices",
    "endConditions",
)
SECTIONS = frozenset(SINGLE + LISTS)
# The parts of `terminal` that may also be sections of their own, as in older documents.
ENDINGS = ("endConditions", "victory", "scoring")


@dataclass(frozen=True, slots=True)
class Call:
    """A macro call: `macro` or `conditionMacro`, the id of the macro, the location of the call."""

    kind: str
    macro: str
    at: Span


@dataclass(frozen=True, slots=True)
class Document:
    """The merged sections of a text; `lost` is the number of blocks that could not be used, and
    `partial` has the sections from which something is missing because of an error.

    `endConditions`, `victory` and `scoring` are moved to `terminal`. `calls` has the macro calls
    that produced a node, by its `id()`, the outermost call first.
    """

    source: Source
    sections: Mapped[str, Tree] = field(default_factory=dict)
    lost: int = 0
    calls: Mapped[int, tuple[Call, ...]] = field(default_factory=dict)
    partial: frozenset[str] = frozenset()

    def span(self, path: str) -> Span | None:
        """The location of a path: `doc.zones.0.id` or `zones[0].id`."""
        nodes = self.nodes(path)
        return nodes[-1].span if nodes and nodes[-1] is not None else None

    def nodes(self, path: str) -> list[Tree | None]:
        """The nodes from a section down to a path; the last is None if there is no such node."""
        steps = re.findall(r"[^.\[\]]+", path)
        steps = steps[1:] if steps[:1] == ["doc"] else steps
        node = self.sections.get(steps[0]) if steps else None
        found, steps = [node], steps[1:]
        while node is not None and steps:
            node, steps = _child(node, steps)
            found.append(node)
        return found

    def paths(self) -> dict[Span | None, str]:
        """The paths of all values and keys by their locations."""
        found: dict[Span | None, str] = {}
        stack = [(f"doc.{name}", tree) for name, tree in self.sections.items()]
        while stack:
            path, tree = stack.pop()
            # An aliased node has several paths but one span: any of them will do.
            found.setdefault(tree.span, path)
            if isinstance(tree, Mapping):
                found |= {key.span: f"{path}.{key.text}" for key, _ in tree.entries}
                stack += [(f"{path}.{key.text}", value) for key, value in tree.entries]
            elif isinstance(tree, Sequence):
                stack += [(f"{path}.{i}", item) for i, item in enumerate(tree.items)]
        return found


def _child(tree: Tree, steps: list[str]) -> tuple[Tree | None, list[str]]:
    """The node of the next step, and the remaining steps."""
    if isinstance(tree, Sequence) and re.fullmatch("[0-9]{1,7}", steps[0]):
        number = int(steps[0])
        return (tree.items[number] if number < len(tree.items) else None), steps[1:]
    # Keys may contain dots, at which the path was split: try the shortest key first.
    for end in range(1, len(steps) + 1):
        value = tree.get(".".join(steps[:end])) if isinstance(tree, Mapping) else None
        if value is not None:
            return value, steps[end:]
    return None, []


def read_document(source: Source, report: Report) -> Document:
    """The sections of a text. What cannot be used is reported and omitted; nothing is raised."""
    if _size_of(source.text) > MOST_BYTES:
        report.error(codes.INPUT_LIMIT, source.start, "the document is longer than 1 MiB")
        return Document(source)
    found = Report()
    merger = _SectionMerger(found)
    parts = lost = 0
    for block in blocks_in(source, found):
        tree = _parsed(block, source.name, found)
        # The YAML reader limits the nodes of each block, this limits their sum.
        if isinstance(tree, Mapping):
            parts += size_and_depth(tree, {})[0]
        if parts > NODE_LIMIT:
            report.error(YM104, block.start, f"the document has more than {NODE_LIMIT} nodes")
            break
        if isinstance(tree, Mapping):
            merger.add_block(tree)
        elif not isinstance(tree, _Prose):
            lost += 1
    sections = merger.sections()
    if not sections and not found.items:
        help = "start a block with '```yaml' and end it with '```'"
        found.error(codes.NO_BLOCKS, source.start, "the document has no YAML block", help, "doc")
    report.items += capped(found.items)
    return Document(source, sections, lost + merger.lost)


def capped(found: list[Diagnostic], most: int = MOST_DIAGNOSTICS) -> list[Diagnostic]:
    """At most `most` diagnostics: warnings are dropped first, and a last one counts the dropped."""
    if len(found) <= most:
        return found
    # A stable sort puts errors first; sorting the kept indices restores the original order.
    indices = sorted(range(len(found)), key=lambda i: found[i].severity != ERROR)
    kept = [found[i] for i in sorted(indices[: most - 1])]
    rest = Report()
    left = len(found) - len(kept)
    rest.warning(codes.TRUNCATED, kept[-1].span, f"{left} more diagnostics are not shown")
    return kept + rest.items


def _size_of(text: str) -> int:
    # A lone surrogate in the text must not raise here.
    return len(text.encode("utf-8", "surrogatepass"))


# ---- blocks ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its body, the offset of the body in the text, and the lines above it."""

    label: str
    body: str
    above: int
    file: str
    at: int

    @property
    def start(self) -> Span:
        """The first character of the block."""
        return Span(self.file, self.above + 1, 1, self.above + 1, 2)


class _Prose:
    """An unlabelled block that is not a YAML mapping."""


_TICKS = re.compile("``(?:`++)")
_LABEL = re.compile(r"([A-Za-z0-9_-]*+)\r?\n")
# Possessive: two adjacent `*` would backtrack quadratically over a long line without its end.
_LONG_LABEL = re.compile(r"([A-Za-z0-9_-]*+)[^`\r\n]*+\r?\n")


def blocks_in(source: Source, report: Report) -> Iterator[Block]:
    """The blocks that may contain sections, within the limits."""
    labelled = unlabelled = 0
    for block in _fenced_blocks(source, report):
        if block.label.lower() in ("yaml", "yml"):
            labelled += 1
        elif block.label or ":" not in block.body:
            # Another language, or an unlabelled text that cannot be a mapping.
            continue
        else:
            unlabelled += 1
        if labelled > MOST_BLOCKS or unlabelled > MOST_UNLABELLED:
            message = f"only the first {MOST_BLOCKS} blocks are read"
            report.warning(codes.BLOCK_LIMIT, block.start, message)
            return
        if _size_of(block.body) > MOST_BLOCK_BYTES:
            report.error(codes.BLOCK_SIZE, block.start, "the block is longer than 256 KiB")
            continue
        yield block


def _fenced_blocks(source: Source, report: Report) -> Iterator[Block]:
    text, at, above, counted = source.text, 0, 0, 0
    while (ticks := _TICKS.search(text, at)) is not None:
        at = ticks.end()
        label = _LABEL.match(text, at)
        # More than a label opens a block only at the start of a line: elsewhere it is inline code.
        opened = label or (
            _LONG_LABEL.match(text, at) if _starts_line(text, ticks.start()) else None
        )
        if opened is None:
            continue
        above += _line_breaks(text[counted : opened.end()])
        counted = opened.end()
        # Unlike in Markdown, the closing fence need not be at the start of a line.
        end = text.find("```", counted)
        fence = Span(source.name, above, 1, above, 4)
        if opened[1].lower() in ("yaml", "yml"):
            if end < 0:
                report.warning(codes.UNCLOSED, fence, "unclosed block", "end it with '```'")
            elif label is None:
                help = f"remove everything after '```{opened[1]}', also spaces"
                report.warning(codes.LABELLED, fence, "this block is ignored", help)
        if end < 0:
            return
        if label:
            yield Block(opened[1], text[counted:end], above, source.name, counted)
        at = end + 3


def _starts_line(text: str, at: int) -> bool:
    """Whether only spaces and tabs precede an offset in its line."""
    before = at
    while before and text[before - 1] in " \t":
        before -= 1
    return before == 0 or text[before - 1] == "\n"


def _line_breaks(text: str) -> int:
    """The number of line breaks in a text, as `Source.line` counts them."""
    return len(f"{text}.".splitlines()) - 1


def _parsed(block: Block, name: str, report: Report) -> Mapping | _Prose | None:
    """The tree of a block, None if it is invalid."""
    found = Report()
    tree = read_yaml(Source(name, block.body), found, above=block.above)
    if not block.label and (found.failed or not isinstance(tree, Mapping)):
        return _Prose()
    # YM107 is about an empty file; an empty block is only a block without sections.
    empty = any(d.code == YM107.code for d in found.items)
    report.items += [d for d in found.items if d.code != YM107.code]
    if empty or (tree is not None and not isinstance(tree, Mapping)):
        at = block.start if tree is None else tree.span
        report.warning(codes.SECTION_AMBIGUOUS, at, "a block must be a mapping of sections")
        return None
    # With a duplicate key it is unclear which one is meant: the whole block is dropped.
    twice = any(d.code == YM102.code for d in found.items)
    return tree if isinstance(tree, Mapping) and not twice else None


# ---- sections ----------------------------------------------------------------------------------


def _section_hint(section: str) -> str:
    """The section that is probably meant, or a list of all sections."""
    return did_you_mean(section, SECTIONS) or f"sections: {', '.join(sorted(SECTIONS))}"


@dataclass(slots=True)
class _SectionMerger:
    """Merges the sections of all blocks: lists are concatenated, of others the first is used."""

    report: Report
    single: dict[str, tuple[Scalar, Tree]] = field(default_factory=dict)
    lists: dict[str, tuple[Scalar, Span, list[Tree]]] = field(default_factory=dict)
    lost: int = 0

    def add_block(self, block: Mapping) -> None:
        """Add the sections of a block: named by `section`, by its keys, or recognised by shape."""
        repaired = self.repaired(block, {})
        assert isinstance(repaired, Mapping)
        block = repaired
        named = next((e for e in block.entries if e[0].text == "section"), None)
        if named and isinstance(named[1], Scalar) and isinstance(named[1].value, str):
            self.add_named(block, named[1])
        elif any(key.text in SECTIONS for key, _ in block.entries):
            for key, value in block.entries:
                self.add_section(key, value) if key.text in SECTIONS else self.report_unknown(key)
        else:
            self.add_by_shape(block)

    def add_named(self, block: Mapping, name: Scalar) -> None:
        section = name.text.strip()
        if section not in SECTIONS:
            message = f"unknown section '{section}'"
            self.report.warning(codes.SECTION_UNKNOWN, name.span, message, _section_hint(section))
            self.lost += 1
            return
        entries = tuple(e for e in block.entries if e[1] is not name)
        self.add_section(
            Scalar(name.span, section, section), Mapping(block.span, entries, block.tag)
        )

    def add_by_shape(self, block: Mapping) -> None:
        """Add a block without names of sections, if its shape matches exactly one section."""
        shapes = shapes_of(block)
        if len(shapes) == 1:
            self.add_section(Scalar(block.span, shapes[0], shapes[0]), block)
            return
        for key, _ in block.entries:
            # Typos only: `conditions` resembles `endConditions`, but is a key of `terminal`.
            near = [s for s in closest(key.text, SECTIONS) if abs(len(s) - len(key.text)) < 3]
            if key.text == "coupPlan" or near:
                self.report_unknown(key)
        may_be = " or ".join(f"'{s}'" for s in shapes)
        message = f"ambiguous block: {may_be}" if shapes else "this block matches no section"
        help = "put it below the name of its section"
        self.report.warning(codes.SECTION_AMBIGUOUS, block.span, message, help)
        self.lost += 1

    def report_unknown(self, key: Scalar) -> None:
        if key.text == "coupPlan":
            help = "move it to 'turnOrder', below 'config'"
            message = "'coupPlan' is not a section"
            self.report.error(codes.ROOT_COUP_PLAN, key.span, message, help, "doc.coupPlan")
            return
        message, path = f"unknown section '{key.text}'", f"doc.{key.text}"
        self.report.warning(
            codes.UNKNOWN_ROOT_KEY, key.span, message, _section_hint(key.text), path
        )

    def add_section(self, key: Scalar, value: Tree) -> None:
        nothing = isinstance(value, Scalar) and value.value is None
        if key.text in LISTS:
            self.extend_list(key, value, nothing)
        elif key.text in self.single:
            first = self.single[key.text][0].span.line
            message = f"duplicate section '{key.text}', first in line {first}"
            help, path = "only the first one is used", f"doc.{key.text}"
            self.report.warning(codes.SECTION_TWICE, key.span, message, help, path)
        elif not nothing:
            self.single[key.text] = (key, value)

    def extend_list(self, key: Scalar, value: Tree, nothing: bool) -> None:
        items: tuple[Tree, ...] = ()
        if isinstance(value, Sequence):
            items = value.items
        elif not nothing:
            message = f"'{key.text}' must be a list"
            help = "start each item with a dash and a space"
            self.report.warning(codes.NOT_A_LIST, value.span, message, help, f"doc.{key.text}")
        self.lists.setdefault(key.text, (key, value.span, []))[2].extend(items)

    def repaired(self, tree: Tree, known: dict[int, Tree]) -> Tree:
        """The tree with `-key` read as `key`: a list item without its space, which is reported. The
        memo `known` keeps aliased nodes shared, and their errors from being repeated."""
        if isinstance(tree, Scalar):
            return tree
        if id(tree) not in known:
            if isinstance(tree, Sequence):
                items = tuple(self.repaired(item, known) for item in tree.items)
                changed = any(a is not b for a, b in zip(items, tree.items, strict=True))
                known[id(tree)] = replace(tree, items=items) if changed else tree
            else:
                entries = tuple(
                    (self.repaired_key(key), self.repaired(value, known))
                    for key, value in tree.entries
                )
                pairs = zip(entries, tree.entries, strict=True)
                changed = any(a[0] is not b[0] or a[1] is not b[1] for a, b in pairs)
                known[id(tree)] = replace(tree, entries=entries) if changed else tree
        return known[id(tree)]

    def repaired_key(self, key: Scalar) -> Scalar:
        # `-1` is a valid key, so only a dash before a letter is a typo.
        if not re.match(r"-[A-Za-z_]", key.text):
            return key
        help = f"write '- {key.text[1:]}'"
        message = f"'{key.text}' is a key, not a list item"
        self.report.error(codes.DASH, key.span, message, help)
        return replace(key, text=key.text[1:], value=key.text[1:])

    def sections(self) -> dict[str, Tree]:
        """The merged sections, with those about the end of the game moved to `terminal`."""
        trees: dict[str, Tree] = {name: tree for name, (_, tree) in self.single.items()}
        for name, (_, span, items) in self.lists.items():
            trees[name] = Sequence(span, tuple(items))
        parts = [(name, trees.pop(name)) for name in ENDINGS if name in trees]
        terminal = trees.get("terminal")
        if parts and (terminal is None or isinstance(terminal, Mapping)):
            entries = list(terminal.entries) if terminal else []
            for name, tree in parts:
                self.add_ending(entries, name, tree)
            trees["terminal"] = Mapping((terminal or parts[0][1]).span, tuple(entries))
        return trees

    def add_ending(self, entries: list[tuple[Scalar, Tree]], name: str, tree: Tree) -> None:
        """Add a section about the end of the game to the entries of `terminal`."""
        key = self.lists[name][0] if name in self.lists else self.single[name][0]
        added = [(key, tree)]
        if name == "endConditions":
            added = [(Scalar(key.span, "conditions", "conditions"), tree)]
        elif name == "victory" and isinstance(tree, Mapping):
            added = list(tree.entries)
        for each in added:
            at = next((i for i, e in enumerate(entries) if e[0].text == each[0].text), None)
            if at is None:
                entries.append(each)
                continue
            old, new = entries[at][1], each[1]
            # Both `terminal.conditions` and `endConditions` may list conditions.
            if isinstance(old, Sequence) and isinstance(new, Sequence):
                entries[at] = (entries[at][0], Sequence(old.span, old.items + new.items))
            else:
                line = entries[at][0].span.line
                message = f"duplicate '{each[0].text}', first in line {line}"
                path = f"doc.terminal.{each[0].text}"
                self.report.warning(codes.SECTION_TWICE, each[0].span, message, path=path)
