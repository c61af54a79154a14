"""Print YAML in one layout: indented by two, short collections on one line, with comments."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

import yaml

from .concrete import Branch, Entry, Leaf, Page, Written
from .read import core_value

WIDTH = 100
STEP = "  "
KEPT = "\0"  # stands for an empty line inside a block scalar, until layout is done

_RESOLVE: Any = yaml.resolver.Resolver().resolve
_SAFE = re.compile(r"[A-Za-z0-9_(](?:[^\s:#,\[\]{}\"'`&*!|>%@$\\]|[ ](?![ #])|:(?=[^\s,\]}])|')*")


@dataclass(frozen=True, slots=True)
class Style:
    """How to print: whether to normalise quotes, and whether to pad braces with spaces."""

    quotes: bool = True
    padded: bool = True


def printed_page(page: Page, style: Style, indent: str = "") -> str:
    """A whole document; a mapping or a list may be indented."""
    lines = [page.before] if page.before else []
    lines += page.above
    if isinstance(page.root, Leaf):
        lines += leaf(page.root, "", "", style)
    else:
        lines += branch_lines(page.root, indent, style)
    lines += page.below
    return "\n".join(_tidy(lines)).strip("\n").replace(KEPT, "") + "\n"


def _tidy(lines: list[str]) -> list[str]:
    """Collapse runs of empty lines."""
    kept: list[str] = []
    # One empty line separates; more are the same separation.
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept


# ---- scalars -------------------------------------------------------------------------------------


def is_plain(text: str) -> bool:
    """Whether a text needs no quotes, for readers of YAML 1.1 and 1.2, also in flow style."""
    if not _SAFE.fullmatch(text) or text.endswith((" ", ":")):
        return False
    plain = core_value(text) == text and isinstance(core_value(text), str)
    return plain and bool(_RESOLVE(yaml.ScalarNode, text, (True, False)) == "tag:yaml.org,2002:str")


def quoted(text: str) -> str:
    """A text as a scalar, quoted if necessary."""
    return text if is_plain(text) else json.dumps(text, ensure_ascii=False)


def scalar(leaf: Leaf, style: Style) -> str:
    """A scalar or alias with its anchor and tag, on one line."""
    raw = leaf.raw
    # In flow style a text of several lines has to become one line, with escapes.
    if "\n" in raw:
        raw = quoted(leaf.value)
    elif style.quotes and raw[:1] in ("'", '"') and "!" not in leaf.properties:
        # Quotes change only if no escape is involved; else the scalar stays as written.
        same = not any(char in leaf.value for char in '"\\') and leaf.value.isprintable()
        raw = leaf.value if is_plain(leaf.value) else f'"{leaf.value}"' if same else raw
    return " ".join(part for part in (leaf.properties, raw) if part)


def leaf(node: Leaf, head: str, indent: str, style: Style) -> list[str]:
    """The lines of a scalar after a key or a dash."""
    gap = " " if head else ""
    if "\n" not in node.raw:
        return [(head + gap + scalar(node, style)).rstrip()]
    first, *rest = node.raw.split("\n")
    begin = head + gap + " ".join(part for part in (node.properties, first.strip()) if part)
    if first[:1] in ("|", ">"):
        return _block_text(begin, rest, indent)
    # A quoted or plain text over several lines: its line breaks are folded, so indentation is free.
    return [begin, *(indent + STEP + line.strip() if line.strip() else "" for line in rest)]


def _block_text(head: str, lines: list[str], indent: str) -> list[str]:
    """A block scalar (`|` or `>`), moved to its new indentation."""
    filled = [line for line in lines if line.strip()]
    before = min((len(line) - len(line.lstrip(" ")) for line in filled[:1]), default=0)
    # An explicit indentation indicator counts from the parent: adapt it to the new indentation.
    if re.search(r"[|>][-+]?([1-9])|[|>]([1-9])", head):
        before = min((len(line) - len(line.lstrip(" ")) for line in filled), default=0)
        head = re.sub(r"([|>][-+]?)[1-9]", rf"\g<1>{len(STEP)}", head, count=1)
    return [head, *(indent + STEP + line[before:] if line.strip() else KEPT for line in lines)]


# ---- collections ---------------------------------------------------------------------------------


def one_line(node: Written, style: Style) -> str | None:
    """A node on one line; None if it contains comments or block style."""
    if isinstance(node, Leaf):
        return None if node.raw[:1] in ("|", ">") and "\n" in node.raw else scalar(node, style)
    if not node.flow or node.below:
        return None
    parts = []
    for entry in node.entries:
        if any(entry.above) or entry.beside or entry.behind or entry.below:
            return None
        text = one_line(entry.value, style)
        if text is None:
            return None
        if entry.key is None:
            parts.append(text or "null")
        else:
            # A key without a value has no colon, which could be read as part of the key.
            parts.append(_pair(entry.key, text, style) if text else scalar(entry.key, style))
    inside = ", ".join(parts)
    braces = "{ %s }" if inside and style.padded else "{%s}"
    shape = braces if node.mapping else "[%s]"
    return " ".join(part for part in (node.properties, shape % inside) if part)


def _pair(key: Leaf | None, text: str, style: Style) -> str:
    if key is None:
        return text
    # An alias as key needs a space before the colon, or the colon would be part of its name.
    begin = scalar(key, style) + (" :" if key.alias else ":")
    return f"{begin} {text}" if text else begin


def branch_lines(node: Branch, indent: str, style: Style) -> list[str]:
    """The lines of a collection that starts at an indentation."""
    text = one_line(node, style)
    if text is not None and len(indent) + len(text) <= WIDTH:
        return [indent + text]
    if _only_leaves(node):
        return _filled(node, indent, indent, style)
    lines = [indent + node.properties] if node.properties else []
    before: Written | None = None
    for entry in node.entries:
        made = entry_lines(entry, indent, style)
        # No empty line at the start, nor where it would become part of a preceding text.
        while made[:1] == [""] and (before is None or _keeps_empty_lines(before)):
            del made[0]
        lines += made
        before = entry.value
    return [*lines, *_indented(node.below, indent)]


def _keeps_empty_lines(node: Written) -> bool:
    """Whether an empty line after a node would be part of a block scalar (`|+`) that ends it."""
    if isinstance(node, Leaf):
        return node.raw[:1] in ("|", ">") and "+" in node.raw.split("\n")[0].split("#")[0]
    return not node.flow and bool(node.entries) and _keeps_empty_lines(node.entries[-1].value)


def _indented(comments: list[str], indent: str) -> list[str]:
    return [indent + text if text else "" for text in comments]


def entry_lines(entry: Entry, indent: str, style: Style) -> list[str]:
    """The lines of one entry, with its comments."""
    value = entry.value
    above = list(entry.above)
    if entry.key is None and isinstance(value, Branch) and _as_block(value, indent + STEP, style):
        entry, moved = _hoisted(entry)
        above += moved
        value = entry.value
    head = "-" if entry.key is None else _pair(entry.key, "", style)
    lines = value_lines(value, indent + head, indent, entry.beside, style)
    if entry.behind:
        lines[-1] += f" {entry.behind}"
    return [*_indented(above, indent), *lines, *_indented(entry.below, indent)]


def _hoisted(entry: Entry) -> tuple[Entry, list[str]]:
    """Move comments between a dash and the value on its line above the dash."""
    value = entry.value
    if not isinstance(value, Branch) or not value.entries:
        return entry, []
    first, *rest = value.entries
    moved = [text for text in first.above if text]
    # `- - item`: the inner dash is on the same line, and its comments move above both.
    if first.key is None:
        first, inner = _hoisted(first)
        moved += inner
    fresh = replace(value, entries=[replace(first, above=[]), *rest])
    return replace(entry, value=fresh), moved


def _as_block(node: Branch, indent: str, style: Style) -> bool:
    text = one_line(node, style)
    fits = text is not None and len(indent) + len(text) <= WIDTH
    return not fits and not _only_leaves(node)


def _only_leaves(node: Branch) -> bool:
    """Whether a node is a flow list of scalars without comments, which is filled line by line."""
    quiet = all(
        isinstance(e.value, Leaf) and not (any(e.above) or e.beside or e.behind or e.below)
        for e in node.entries
    )
    return node.flow and not node.mapping and quiet and not node.below


def value_lines(value: Written, head: str, indent: str, beside: str, style: Style) -> list[str]:
    """The lines of a value after a key or a dash."""
    if isinstance(value, Leaf):
        lines = leaf(value, head, indent, style)
        if beside:
            lines[0] += f" {beside}"
        return lines
    text = one_line(value, style)
    if text is not None and not beside and len(head) + 1 + len(text) <= WIDTH:
        return [f"{head} {text}"]
    if _only_leaves(value) and not beside:
        return _filled(value, f"{head} ", indent, style)
    start = " ".join(part for part in (head, value.properties, beside) if part)
    lines = branch_lines(_opened(value), indent + STEP, style)
    # The first line of a collection continues the line of its dash: "- key: value".
    if start == indent + "-" and lines and not lines[0].lstrip().startswith("#"):
        return [start + " " + lines[0][len(indent) + 2 :], *lines[1:]]
    return [start, *lines]


def _opened(node: Branch) -> Branch:
    """A collection in block style; items that are mappings of one key (operators) as well."""
    if not node.flow:
        return replace(node, properties="")
    entries = [
        replace(entry, value=replace(entry.value, flow=False))
        if entry.key is None and isinstance(entry.value, Branch) and _is_single(entry.value)
        else entry
        for entry in node.entries
    ]
    return replace(node, flow=False, properties="", entries=entries)


def _is_single(node: Branch) -> bool:
    return node.mapping and len(node.entries) == 1 and not node.properties


def _filled(node: Branch, head: str, indent: str, style: Style) -> list[str]:
    """A list that is too long for one line, with as many items per line as fit."""
    # An anchor or tag stands before the bracket.
    start = " ".join(part for part in (node.properties, "[") if part)
    lines, line = [head + start], indent + STEP
    for entry in node.entries:
        text = scalar(entry.value, style) + ","  # type: ignore[arg-type]
        if line.strip() and len(line) + 1 + len(text) > WIDTH:
            lines.append(line)
            line = indent + STEP
        line += f" {text}" if line.strip() else text
    return [*lines, line, indent + "]"]
