"""Apply changes of a tree to its text; unchanged nodes keep their text byte for byte."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace

from ...diagnostics import Span
from .concrete import Branch, Entry, Leaf, Page, Written
from .printer import KEPT, Style, entry_lines, one_line, quoted, value_lines
from .read import Mapping, Scalar, Sequence, Tree

SHORT = 60
_BREAKS = frozenset(",[]{}\n")


def rewritten(page: Page, old: Tree, new: Tree) -> str:
    """The text of a page after the changes from one tree to another.

    Nodes are compared by identity: the same object is unchanged. A new node with the span of an
    old one replaces it and inherits its comments.
    """
    work = _Rewrite(page, old)
    work.change(page.root, old, new)
    return work.text()


@dataclass(slots=True)
class _Rewrite:
    """The edits of a page, and the map from nodes of the tree to the concrete syntax."""

    page: Page
    old: Tree
    edits: list[tuple[int, int, str]] = field(default_factory=list)  # start, end, new text
    loose: list[tuple[int, str, str]] = field(default_factory=list)  # offset, template, comment
    nodes: dict[int, Written] = field(default_factory=dict)
    places: dict[Span, Written] = field(default_factory=dict)
    entries: dict[Span, Entry] = field(default_factory=dict)
    anchors: dict[str, Tree] = field(default_factory=dict)
    style: Style = field(default_factory=Style)

    def __post_init__(self) -> None:
        # Follow the majority of the page in padding braces.
        padded = self.page.text.count("{ ") * 2 >= self.page.text.count("{")
        self.style = Style(quotes=False, padded=padded)
        self.learn(self.page.root, self.old)

    def learn(self, written: Written, tree: Tree) -> None:
        """Map each node of the tree to its concrete node and entry."""
        self.nodes.setdefault(id(tree), written)
        self.places.setdefault(tree.span, written)
        if not isinstance(written, Branch):
            return
        for entry, (key, value) in zip(written.entries, _parts(tree), strict=False):
            if key is not None and entry.key is not None:
                self.nodes.setdefault(id(key), entry.key)
            self.entries.setdefault((key or value).span, entry)
            self.learn(entry.value, value)

    def text(self) -> str:
        """The text with all edits applied. Comments of deleted nodes are kept, unless they occur
        elsewhere in the new text."""
        made = self.edited(self.edits)
        wanted = {text for _, _, text in self.loose}
        # By count, because the same comment may occur several times in the file.
        lacking = {text: _times(text, self.page.text) - _times(text, made) for text in wanted}
        for at, shape, text in self.loose:
            if lacking[text] > 0:
                lacking[text] -= 1
                self.edits.append((at, at, shape.replace("%s", text)))
        return self.edited(self.edits) if wanted else made

    def edited(self, edits: list[tuple[int, int, str]]) -> str:
        parts, at = [], 0
        # Stable: insertions at the same offset keep the order in which they were made.
        for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
            parts += [self.page.text[at:start], new]
            at = end
        return "".join([*parts, self.page.text[at:]])

    # ---- finding the changes ----

    def change(self, written: Written, old: Tree, new: Tree) -> None:
        """Edit a node in place; its kind has not changed."""
        if isinstance(written, Branch):
            self.note_anchor(written.properties, new)
            self.change_entries(written, old, new)

    def note_anchor(self, properties: str, new: Tree) -> None:
        for part in properties.split():
            if part.startswith("&"):
                self.anchors[part[1:]] = new

    def change_entries(self, branch: Branch, old: Tree, new: Tree) -> None:
        before, after = _parts(old), _parts(new)
        groups = _aligned(before, after)
        # A flow collection is edited in place only if its entries correspond one to one.
        straight = [len(group) for group in groups[1:]] == [1] * len(before) and not groups[0]
        if branch.flow and not straight:
            entry = Entry(branch, start=branch.start)
            self.replace_value(entry, old, new, flow=True)
            return
        if groups[0]:
            self.insert(branch, branch.entries[0].start, groups[0], first=True)
        for entry, part, group in zip(branch.entries, before, groups[1:], strict=True):
            self.change_entry(branch, entry, part, group)

    def change_entry(self, branch: Branch, entry: Entry, part: _Part, group: list[_Part]) -> None:
        key, value = part
        if not group:
            self.delete(branch, entry)
            return
        (new_key, new_value), *more = group
        self.entries.pop((key or value).span, None)
        renamed = key is not None and new_key is not None and key.text != new_key.text
        if renamed and entry.key is not None and new_key is not None:
            name = quoted(new_key.text)
            self.edits.append((entry.key.start, entry.key.end, name))
        if new_value is not value:
            self.change_value(branch, entry, value, new_value)
        else:
            self.note_anchor(entry.value.properties, new_value)
        if more:
            self.insert(branch, self.line_end(entry.value.end), more)

    def change_value(self, branch: Branch, entry: Entry, old: Tree, new: Tree) -> None:
        value = entry.value
        # An alias stays if its anchor has changed in the same way.
        if isinstance(value, Leaf) and value.alias:
            known = self.anchors.get(value.value)
            if known is not None and _same(known, new):
                return
        if isinstance(value, Branch) and type(old) is type(new) and self.kindred(old, new):
            self.change(value, old, new)
        else:
            self.note_anchor(value.properties, new)
            self.replace_value(entry, old, new, branch.flow)

    def kindred(self, old: Tree, new: Tree) -> bool:
        """Whether a new collection derives from the old one: a list with some of its items, a
        mapping with its first key."""
        spans = [_place(part) for part in _parts(old)]
        spans = spans[:1] if isinstance(old, Mapping) else spans
        return any(_place(part) in spans for part in _parts(new))

    # ---- edits ----

    def replace_value(self, entry: Entry, old: Tree, new: Tree, flow: bool) -> None:
        """Replace the value after a key or a dash."""
        value, style = entry.value, self.style
        self.entries.pop(old.span, None)
        fresh = self.written(new, flow)
        if value.properties and not fresh.properties:
            fresh = replace(fresh, properties=value.properties)
        if flow or (isinstance(fresh, Leaf) and isinstance(value, Leaf)):
            text = one_line(_bare(fresh), style) or ""
            self.edits.append((value.start, value.end, text))
            if isinstance(value, Branch):
                self.keep(entry, comments_between(self.page, value.start, value.end))
            return
        start, sign = (entry.start, "-") if entry.key is None else (entry.key.end, ":")
        indent = " " * (entry.start - self.line_start(entry.start))
        head = indent + self.page.text[entry.start : start] + sign
        block = isinstance(value, Branch) and not value.flow
        end = self.line_end(value.end) if block else value.end
        there = comments_between(self.page, start, end)
        lines = value_lines(fresh, head, indent, entry.beside, style)
        lines, lost = _balanced(lines, there, _texts(value) | {entry.beside})
        lines[0] = lines[0][len(head) :]
        self.edits.append((start, end, sign + "\n".join(lines).replace(KEPT, "")))
        self.keep(entry, lost)

    def keep(self, entry: Entry, lost: list[str]) -> None:
        """Keep comments whose node is gone: above an entry or, if it shares its line, below."""
        begin = self.line_start(entry.start)
        before = self.page.text[begin : entry.start]
        if not before.strip():
            self.loose += [(begin, f"{before}%s\n", text) for text in lost]
        else:
            end, column = self.line_end(entry.value.end), " " * len(before)
            self.loose += [(end, f"\n{column}%s", text) for text in lost]

    def insert(self, branch: Branch, at: int, parts: list[_Part], first: bool = False) -> None:
        """Insert entries before the first one or after a line."""
        indent = " " * (branch.entries[0].start - self.line_start(branch.entries[0].start))
        blank = self.spacious(branch)
        made: list[str] = []
        for part in parts:
            lines = self.lines(part, indent)
            made += ["", *lines] if blank else lines
        if first:
            self.edits.append((at, at, "\n".join(made).lstrip(" ") + "\n" + indent))
        else:
            self.edits.append((at, at, "".join(f"\n{line}" for line in made)))

    def spacious(self, branch: Branch) -> bool:
        """Whether all entries are separated by empty lines."""
        rest = branch.entries[1:]
        return bool(rest) and all("" in entry.above for entry in rest)

    def lines(self, part: _Part, indent: str) -> list[str]:
        lines = entry_lines(self.entry(part, False), indent, self.style)
        return [line.replace(KEPT, "") for line in lines]

    def delete(self, branch: Branch, entry: Entry) -> None:
        """Delete an entry; its comments stay, on lines of their own."""
        begin, end = self.line_start(entry.start), self.line_end(entry.value.end)
        before = self.page.text[begin : entry.start]
        kept = comments_between(self.page, entry.start, end)
        if not before.strip():
            self.edits.append((begin, min(end + 1, len(self.page.text)), ""))
            self.loose += [(begin, f"{before}%s\n", text) for text in kept]
            return
        following = [e for e in branch.entries if e.start > entry.start]
        stop = following[0].start if following else end
        self.edits.append((entry.start, stop, ""))
        if following:
            self.keep(following[0], kept)

    def line_start(self, at: int) -> int:
        return self.page.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        end = self.page.text.find("\n", at)
        return len(self.page.text) if end < 0 else end

    # ---- new nodes ----

    def written(self, tree: Tree, flow: bool) -> Written:
        """The concrete syntax of a node: unchanged for an old one, else in the style around it."""
        known = self.nodes.get(id(tree))
        if known is not None:
            return _in_flow_style(known) if flow else known
        if isinstance(tree, Scalar):
            return Leaf(_raw(tree), tree.text)
        origin = self.places.get(tree.span)
        inline = flow or isinstance(origin, Leaf) or (isinstance(origin, Branch) and origin.flow)
        entries = [self.entry(part, inline) for part in _parts(tree)]
        branch = Branch(isinstance(tree, Mapping), inline, entries)
        return branch if inline or origin is not None else self.compact(branch)

    def compact(self, branch: Branch) -> Branch:
        """Print a new collection on one line if it is short and has no comments."""
        text = one_line(_in_flow_style(branch), self.style)
        single = not branch.entries or (branch.mapping and len(branch.entries) == 1)
        plain = not branch.mapping and all(isinstance(e.value, Leaf) for e in branch.entries)
        fits = text is not None and len(text) <= SHORT and (single or plain)
        return replace(branch, flow=True) if fits else branch

    def entry(self, part: _Part, flow: bool) -> Entry:
        key, value = part
        old = self.entries.pop((key or value).span, None)
        name = None if key is None else Leaf(self.raw_key(key), key.text)
        fresh = Entry(self.written(value, flow), name)
        if old is None:
            return fresh
        fresh.above = [text for text in old.above if text]
        fresh.beside, fresh.behind, fresh.below = old.beside, old.behind, list(old.below)
        grown = isinstance(fresh.value, Branch) and one_line(fresh.value, self.style) is None
        if grown and fresh.behind:
            # After a block, the comment would seem to be about the last line only.
            fresh.above += [fresh.behind] if key is None or fresh.beside else []
            fresh.beside = fresh.beside or (fresh.behind if key is not None else "")
            fresh.behind = ""
        return fresh

    def raw_key(self, key: Scalar) -> str:
        known = self.nodes.get(id(key))
        return known.raw if isinstance(known, Leaf) else quoted(key.text)


_Part = tuple[Scalar | None, Tree]


def _parts(tree: Tree) -> list[_Part]:
    if isinstance(tree, Mapping):
        return list(tree.entries)
    return [(None, item) for item in tree.items] if isinstance(tree, Sequence) else []


def _place(part: _Part) -> Span:
    return (part[0] or part[1]).span


def _aligned(before: list[_Part], after: list[_Part]) -> list[list[_Part]]:
    """The new entries grouped by the old entry that they derive from; those before all first."""
    groups: list[list[_Part]] = [[] for _ in range(len(before) + 1)]
    at = 0
    for part in after:
        span = _place(part)
        # Spans only move forward: an entry without a later match derives from the current one.
        later = range(at + 1, len(before) + 1)
        at = next((number for number in later if _place(before[number - 1]) == span), at)
        groups[at].append(part)
    return groups


def _raw(node: Scalar) -> str:
    """A scalar as written: a text is quoted if it would be read as something else."""
    if not isinstance(node.value, str):
        return node.text or "null"
    # Paths are quoted everywhere, as they must be in flow style.
    path = node.text.startswith("$")
    return json.dumps(node.text, ensure_ascii=False) if path else quoted(node.text)


def _in_flow_style(node: Written) -> Written:
    """A node in flow style."""
    if isinstance(node, Leaf):
        bare = not node.alias and node.raw[:1] not in ("'", '"')
        return replace(node, raw=quoted(node.value)) if bare and _BREAKS & {*node.raw} else node
    entries = [replace(entry, value=_in_flow_style(entry.value)) for entry in node.entries]
    return replace(node, flow=True, entries=entries)


def _times(comment: str, text: str) -> int:
    """The number of lines that end with a comment."""
    return len(re.findall(rf"(?:^|[ \t]){re.escape(comment)}[ \t]*$", text, re.MULTILINE))


def _texts(node: Written) -> set[str]:
    """The comments inside a node."""
    if isinstance(node, Leaf):
        return set()
    own = {text for e in node.entries for text in (*e.above, e.beside, e.behind, *e.below)}
    return own.union(node.below, *(_texts(entry.value) for entry in node.entries))


def _balanced(lines: list[str], there: list[str], known: set[str]) -> tuple[list[str], list[str]]:
    """The new lines without comments from outside the replaced range, which stay there; and the
    comments of that range that the new lines lack."""
    left, kept = list(there), list[str]()
    for line in lines:
        text = next((c for c in known | set(there) if c and f" {line}".endswith(f" {c}")), None)
        if text is None or text in left:
            kept.append(line)
        elif line.strip() != text:
            kept.append(line.removesuffix(text).rstrip())
        if text in left:
            left.remove(text)
    return kept, left


def _bare(node: Written) -> Written:
    """A node without its comments."""
    if isinstance(node, Leaf):
        return node
    entries = [Entry(_bare(entry.value), entry.key) for entry in node.entries]
    return replace(node, entries=entries, below=[])


def _same(a: Tree, b: Tree) -> bool:
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return a.text == b.text
    mine, other = _parts(a), _parts(b)
    keys = [k.text for k, _ in mine if k] == [k.text for k, _ in other if k]
    if len(mine) != len(other) or not keys:
        return False
    return all(_same(x, y) for (_, x), (_, y) in zip(mine, other, strict=True))


def comments_between(page: Page, start: int, end: int) -> list[str]:
    """The comments between two offsets of a page."""
    first = bisect_left(page.comments, start, key=lambda comment: comment[0])
    return [text for at, text in page.comments[first:] if at < end]
