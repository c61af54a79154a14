"""A GameSpecDoc as text: Markdown whose YAML blocks hold the sections of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mapped
from dataclasses import dataclass, field, replace

from ....diagnostics import ERROR, Diagnostic, Report, Source, Span, closest, did_you_mean
from ...yaml.read import NODE_LIMIT, YM102, YM104, YM107, Mapping, Scalar, Sequence, Tree, read_yaml
from ..codes import document as codes
from .macros.synthesise import measures
from .section_guess import shapes_of

MOST_BYTES = 1 << 20
MOST_BLOCKS = 128
MOST_BLOCK_BYTES = 256 << 10
MOST_UNLABELLED = 1_000  # blocks without a label that are looked at
MOST_FINDINGS = 500

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
# What may be written as a section of its own and is a part of `terminal`.
ENDINGS = ("endConditions", "victory", "scoring")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a macro: `macro` or `conditionMacro`, its id, and where it stands."""

    kind: str
    macro: str
    at: Span


@dataclass(frozen=True, slots=True)
class Document:
    """The sections that a text has, merged; `lost` is how many blocks could not be used, `partial`
    are sections of which a part stands for nothing because of a mistake.

    `endConditions`, `victory` and `scoring` are found in `terminal`. `calls` tells by the `id` of
    nodes that come from macros through which calls they came, the outermost first.
    """

    source: Source
    sections: Mapped[str, Tree] = field(default_factory=dict)
    lost: int = 0
    calls: Mapped[int, tuple[Call, ...]] = field(default_factory=dict)
    partial: frozenset[str] = frozenset()

    def place(self, path: str) -> Span | None:
        """Where in the text something stands: `doc.zones.0.id` or `zones[0].id`."""
        nodes = self.nodes(path)
        return nodes[-1].span if nodes and nodes[-1] is not None else None

    def nodes(self, path: str) -> list[Tree | None]:
        """What stands on the way to a path; None at the end if the way leads nowhere."""
        steps = re.findall(r"[^.\[\]]+", path)
        steps = steps[1:] if steps[:1] == ["doc"] else steps
        node = self.sections.get(steps[0]) if steps else None
        way, steps = [node], steps[1:]
        while node is not None and steps:
            node, steps = _below(node, steps)
            way.append(node)
        return way

    def paths(self) -> dict[Span | None, str]:
        """What stands where: the paths of all values and their keys, by their places."""
        found: dict[Span | None, str] = {}
        waiting = [(f"doc.{name}", tree) for name, tree in self.sections.items()]
        while waiting:
            path, tree = waiting.pop()
            found.setdefault(tree.span, path)
            if isinstance(tree, Mapping):
                found |= {key.span: f"{path}.{key.text}" for key, _ in tree.entries}
                waiting += [(f"{path}.{key.text}", value) for key, value in tree.entries]
            elif isinstance(tree, Sequence):
                waiting += [(f"{path}.{i}", item) for i, item in enumerate(tree.items)]
        return found


def _below(tree: Tree, steps: list[str]) -> tuple[Tree | None, list[str]]:
    """The node of the next step, and the steps after that; keys may have dots in them."""
    if isinstance(tree, Sequence) and re.fullmatch("[0-9]{1,7}", steps[0]):
        number = int(steps[0])
        return (tree.items[number] if number < len(tree.items) else None), steps[1:]
    for end in range(1, len(steps) + 1):
        value = tree.get(".".join(steps[:end])) if isinstance(tree, Mapping) else None
        if value is not None:
            return value, steps[end:]
    return None, []


def read_document(source: Source, report: Report) -> Document:
    """The sections of a text. What can't be used is reported and left out; nothing is raised."""
    if _size_of(source.text) > MOST_BYTES:
        report.error(codes.INPUT_LIMIT, source.start, "the document is longer than 1 MiB")
        return Document(source)
    found = Report()
    merging = _Merging(found)
    parts = lost = 0
    for block in blocks_in(source, found):
        tree = _tree(block, source.name, found)
        if isinstance(tree, Mapping):
            parts += measures(tree, {})[0]
        if parts > NODE_LIMIT:
            report.error(YM104, block.start, f"the document has more than {NODE_LIMIT} parts")
            break
        if isinstance(tree, Mapping):
            merging.take(tree)
        elif not isinstance(tree, _Prose):
            lost += 1
    sections = merging.sections()
    if not sections and not found.items:
        help = "begin a block with '```yaml' and end it with '```'"
        found.error(codes.NO_BLOCKS, source.start, "there is no block of YAML here", help, "doc")
    report.items += capped(found.items)
    return Document(source, sections, lost + merging.lost)


def capped(findings: list[Diagnostic], most: int = MOST_FINDINGS) -> list[Diagnostic]:
    """No more findings than can be read: warnings are left out first, and the last one says so."""
    if len(findings) <= most:
        return findings
    places = sorted(range(len(findings)), key=lambda i: findings[i].severity != ERROR)
    kept = [findings[i] for i in sorted(places[: most - 1])]
    rest = Report()
    left = len(findings) - len(kept)
    rest.warning(codes.TRUNCATED, kept[-1].span, f"there are {left} more findings")
    return kept + rest.items


def _size_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


# ---- blocks ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """The inside of a block, where it begins in the text, and how many lines stand above it."""

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
    """What an unlabelled block is that is no mapping."""


_TICKS = re.compile("``(?:`++)")
_LABEL = re.compile(r"([A-Za-z0-9_-]*+)\r?\n")
_MORE = re.compile(r"([A-Za-z0-9_-]*+)[^`\r\n]*+\r?\n")


def blocks_in(source: Source, report: Report) -> Iterator[Block]:
    """The blocks that may hold sections, within the limits."""
    labelled = unlabelled = 0
    for block in _fenced(source, report):
        if block.label.lower() in ("yaml", "yml"):
            labelled += 1
        elif block.label or ":" not in block.body:
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


def _fenced(source: Source, report: Report) -> Iterator[Block]:
    text, at, above, counted = source.text, 0, 0, 0
    while (ticks := _TICKS.search(text, at)) is not None:
        at = ticks.end()
        label = _LABEL.match(text, at)
        opened = label or (_MORE.match(text, at) if _first(text, ticks.start()) else None)
        if opened is None:
            continue
        above += _breaks(text[counted : opened.end()])
        counted = opened.end()
        end = text.find("```", counted)
        fence = Span(source.name, above, 1, above, 4)
        if opened[1].lower() in ("yaml", "yml"):
            if end < 0:
                report.warning(codes.UNCLOSED, fence, "this block has no end")
            elif label is None:
                help = f"write nothing behind '```{opened[1]}', not even blanks"
                report.warning(codes.LABELLED, fence, "this block is not read", help)
        if end < 0:
            return
        if label:
            yield Block(opened[1], text[counted:end], above, source.name, counted)
        at = end + 3


def _first(text: str, at: int) -> bool:
    """Whether only blanks stand before a place in its line."""
    before = at
    while before and text[before - 1] in " \t":
        before -= 1
    return before == 0 or text[before - 1] == "\n"


def _breaks(text: str) -> int:
    """How many lines end in a text."""
    return len(f"{text}.".splitlines()) - 1


def _tree(block: Block, name: str, report: Report) -> Mapping | _Prose | None:
    """What a block says, or nothing if it is broken."""
    found = Report()
    tree = read_yaml(Source(name, block.body), found, above=block.above)
    if not block.label and (found.failed or not isinstance(tree, Mapping)):
        return _Prose()
    empty = any(d.code == YM107.code for d in found.items)
    report.items += [d for d in found.items if d.code != YM107.code]
    if empty or (tree is not None and not isinstance(tree, Mapping)):
        at = block.start if tree is None else tree.span
        report.warning(codes.SECTION_AMBIGUOUS, at, "a block must be a mapping of sections")
        return None
    # Which of two equal keys is meant nobody knows, so nothing of the block is trusted.
    twice = any(d.code == YM102.code for d in found.items)
    return tree if isinstance(tree, Mapping) and not twice else None


# ---- sections ----------------------------------------------------------------------------------


def _known(section: str) -> str:
    """The section that is meant, or all there are."""
    return did_you_mean(section, SECTIONS) or f"sections: {', '.join(sorted(SECTIONS))}"


@dataclass(slots=True)
class _Merging:
    """The sections found so far."""

    report: Report
    single: dict[str, tuple[Scalar, Tree]] = field(default_factory=dict)
    lists: dict[str, tuple[Scalar, Span, list[Tree]]] = field(default_factory=dict)
    lost: int = 0

    def take(self, block: Mapping) -> None:
        """Use the sections of a block."""
        mended = self.mended(block, {})
        assert isinstance(mended, Mapping)
        block = mended
        named = next((e for e in block.entries if e[0].text == "section"), None)
        if named and isinstance(named[1], Scalar) and isinstance(named[1].value, str):
            self.named(block, named[1])
        elif any(key.text in SECTIONS for key, _ in block.entries):
            for key, value in block.entries:
                self.add(key, value) if key.text in SECTIONS else self.unknown(key)
        else:
            self.shaped(block)

    def named(self, block: Mapping, name: Scalar) -> None:
        section = name.text.strip()
        if section not in SECTIONS:
            message = f"unknown section '{section}'"
            self.report.warning(codes.SECTION_UNKNOWN, name.span, message, _known(section))
            self.lost += 1
            return
        entries = tuple(e for e in block.entries if e[1] is not name)
        self.add(Scalar(name.span, section, section), Mapping(block.span, entries, block.tag))

    def shaped(self, block: Mapping) -> None:
        """Tell the section of a block by what it looks like."""
        shapes = shapes_of(block)
        if len(shapes) == 1:
            self.add(Scalar(block.span, shapes[0], shapes[0]), block)
            return
        for key, _ in block.entries:
            near = [s for s in closest(key.text, SECTIONS) if abs(len(s) - len(key.text)) < 3]
            if key.text == "coupPlan" or near:
                self.unknown(key)
        may_be = " or ".join(f"'{s}'" for s in shapes)
        message = f"this may be {may_be}" if shapes else "this looks like no section"
        help = "put it below the name of its section"
        self.report.warning(codes.SECTION_AMBIGUOUS, block.span, message, help)
        self.lost += 1

    def unknown(self, key: Scalar) -> None:
        if key.text == "coupPlan":
            help = "move it to 'turnOrder', below 'config'"
            message = "'coupPlan' is no section"
            self.report.error(codes.ROOT_COUP_PLAN, key.span, message, help, "doc.coupPlan")
            return
        message, path = f"unknown section '{key.text}'", f"doc.{key.text}"
        self.report.warning(codes.UNKNOWN_ROOT_KEY, key.span, message, _known(key.text), path)

    def add(self, key: Scalar, value: Tree) -> None:
        nothing = isinstance(value, Scalar) and value.value is None
        if key.text in LISTS:
            self.join(key, value, nothing)
        elif key.text in self.single:
            first = self.single[key.text][0].span.line
            message = f"'{key.text}' is already given in line {first}"
            help, path = "the first one counts", f"doc.{key.text}"
            self.report.warning(codes.SECTION_TWICE, key.span, message, help, path)
        elif not nothing:
            self.single[key.text] = (key, value)

    def join(self, key: Scalar, value: Tree, nothing: bool) -> None:
        items: tuple[Tree, ...] = ()
        if isinstance(value, Sequence):
            items = value.items
        elif not nothing:
            message = f"'{key.text}' is a list, and this is none"
            help = "begin each item with a dash and a space"
            self.report.warning(codes.NOT_A_LIST, value.span, message, help, f"doc.{key.text}")
        self.lists.setdefault(key.text, (key, value.span, []))[2].extend(items)

    def mended(self, tree: Tree, known: dict[int, Tree]) -> Tree:
        """The same tree without the dashes of keys that were meant as items of a list, which are
        reported. Nodes that an alias repeats are looked at once."""
        if isinstance(tree, Scalar):
            return tree
        if id(tree) not in known:
            if isinstance(tree, Sequence):
                items = tuple(self.mended(item, known) for item in tree.items)
                changed = any(a is not b for a, b in zip(items, tree.items, strict=True))
                known[id(tree)] = replace(tree, items=items) if changed else tree
            else:
                entries = tuple(
                    (self.mended_key(key), self.mended(value, known)) for key, value in tree.entries
                )
                pairs = zip(entries, tree.entries, strict=True)
                changed = any(a[0] is not b[0] or a[1] is not b[1] for a, b in pairs)
                known[id(tree)] = replace(tree, entries=entries) if changed else tree
        return known[id(tree)]

    def mended_key(self, key: Scalar) -> Scalar:
        if not re.match(r"-[A-Za-z_]", key.text):
            return key
        help = f"write '- {key.text[1:]}'"
        message = f"'{key.text}' is a key, not an item of a list"
        self.report.error(codes.DASH, key.span, message, help)
        return replace(key, text=key.text[1:], value=key.text[1:])

    def sections(self) -> dict[str, Tree]:
        """What was found, with everything about the end in `terminal`."""
        trees: dict[str, Tree] = {name: tree for name, (_, tree) in self.single.items()}
        for name, (_, span, items) in self.lists.items():
            trees[name] = Sequence(span, tuple(items))
        parts = [(name, trees.pop(name)) for name in ENDINGS if name in trees]
        terminal = trees.get("terminal")
        if parts and (terminal is None or isinstance(terminal, Mapping)):
            entries = list(terminal.entries) if terminal else []
            for name, tree in parts:
                self.end(entries, name, tree)
            trees["terminal"] = Mapping((terminal or parts[0][1]).span, tuple(entries))
        return trees

    def end(self, entries: list[tuple[Scalar, Tree]], name: str, tree: Tree) -> None:
        """Add what a section of its own says to the entries of `terminal`."""
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
            if isinstance(old, Sequence) and isinstance(new, Sequence):
                entries[at] = (entries[at][0], Sequence(old.span, old.items + new.items))
            else:
                line = entries[at][0].span.line
                message = f"'{each[0].text}' is already given in line {line}"
                path = f"doc.terminal.{each[0].text}"
                self.report.warning(codes.SECTION_TWICE, each[0].span, message, path=path)
