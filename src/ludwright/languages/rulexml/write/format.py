"""`fmt` for Rule XML: elements on lines, indented by level, with all comments and texts kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ....diagnostics import Report, Source, declare
from ..read.elements import Element, parse
from ..read.files import kind_in

WIDTH = 100
STEP = "  "
TAB = 4
LAYOUT = declare(
    "RX701",
    "layout cannot be changed",
    """`fmt` reads its own output before it returns it. Here the output could not be read or had
    another meaning; most likely it exceeds a million characters.""",
)

# In well-formed XML every `<` starts markup, except inside comments and CDATA sections.
_MARKUP = re.compile(r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?:[^>"']|"[^"]*"|'[^']*')*>""", re.DOTALL)
_HEAD = re.compile(r"(?:<\?.*?\?>)?", re.DOTALL)
_NAME = re.compile(r"[^<> \t\n/]+")
_ATTRIBUTE = re.compile(r"""([^ \t\n=]+)[ \t\n]*=[ \t\n]*("[^"]*"|'[^']*')""")
_BLANKS = " \t\n"


@dataclass(frozen=True, slots=True)
class _Note:
    """A comment: `behind` if it follows the previous part on the same line, `column` where it
    starts, `gap` if an empty line precedes it."""

    text: str
    gap: bool
    behind: bool
    column: int


@dataclass(slots=True)
class _Node:
    """An element: its name and attributes as printed, and its parts or, if it contains text, its
    whole content as written. `gap` if an empty line precedes it, `joined` if it follows the
    previous part on the same line, `broken` if its content was written on several lines."""

    tag: list[str]
    gap: bool = False
    joined: bool = False
    start: int = 0
    parts: list[_Node | _Note] = field(default_factory=list)
    worded: bool = False
    text: str = ""
    broken: bool = False


def formatted(source: Source, report: Report) -> str | None:
    """The text in the standard layout; None, with a report, if it cannot be read."""
    root = parse(source, report)
    if root is None or not kind_in(root, report):
        return None
    text = _printed(re.sub("\r\n?", "\n", source.text))
    again = parse(Source(source.name, text), Report())
    if again is None or not _same(root, again):
        message = "this file cannot be formatted without changing its meaning"
        report.error(LAYOUT, source.start, message)
        return None
    return text


def _same(one: Element, other: Element) -> bool:
    """Whether two elements are equal, ignoring layout."""
    texts = [
        (each.name, each.text.text, [(k, v.text) for k, v in each.attributes.items()])
        for each in (one, other)
    ]
    alike = texts[0] == texts[1] and len(one.children) == len(other.children)
    return alike and all(map(_same, one.children, other.children))


# ---- text to parts -------------------------------------------------------------------------------


def _parts(text: str) -> list[_Node | _Note]:
    """The parts of a text without an XML declaration."""
    stack, end = [_Node([])], 0
    for found in _MARKUP.finditer(text):
        before, markup = text[end : found.start()], found[0]
        node, gap = stack[-1], before.count("\n") > 1
        joined = end > 0 and "\n" not in before
        # An element with text is kept as written: layout inside it would become part of the text.
        node.worded |= bool(before.strip(_BLANKS)) or markup.startswith("<![")
        if markup.startswith("<!--"):
            node.parts.append(_Note(markup, gap, joined, _column(text, found.start())))
        elif markup.startswith("</"):
            _close(stack.pop(), text, found.start())
        elif not markup.startswith("<!["):
            node.parts.append(_Node(_tag(markup), gap, joined, found.end()))
            stack += [] if markup.endswith("/>") else node.parts[-1:]  # type: ignore[arg-type]
        end = found.end()
    return stack[0].parts


def _tag(markup: str) -> list[str]:
    """The name in a start tag, and each attribute."""
    name = _NAME.search(markup)
    assert name is not None
    return [name[0], *(f"{key}={_value(value)}" for key, value in _ATTRIBUTE.findall(markup))]


def _value(written: str) -> str:
    """A value on one line, in double quotes if it contains none; XML reads line ends as blanks."""
    value = re.sub(r"[\t\n]", " ", written[1:-1])
    return written[0] + value + written[0] if '"' in value else f'"{value}"'


def _close(node: _Node, text: str, end: int) -> None:
    held = text[node.start : end]
    node.broken = "\n" in held
    if node.worded:
        node.text, node.parts = held.strip(_BLANKS), []


def _column(text: str, at: int) -> int:
    return len(text[text.rfind("\n", 0, at) + 1 : at].expandtabs(TAB))


# ---- parts to text -------------------------------------------------------------------------------


def _printed(text: str) -> str:
    head = _HEAD.match(text)
    assert head is not None
    lines = [head[0]] if head[0] else []
    _add_parts(_parts(text[head.end() :]), "", lines)
    return "\n".join(lines) + "\n"


def _add_parts(parts: list[_Node | _Note], indent: str, lines: list[str]) -> None:
    """Print the parts of an element below its start tag."""
    before: _Node | _Note | None = None
    for part in parts:
        if part.gap and before:
            lines.append("")
        if isinstance(part, _Node):
            _add_node(part, before, indent, lines)
        elif part.behind:
            lines[-1] += f" {part.text}"
        else:
            lines += _shifted(part, indent)
        before = part


def _add_node(node: _Node, before: _Node | _Note | None, indent: str, lines: list[str]) -> None:
    whole = _one_line(node)
    if whole and node.joined and _is_leaf(node) and _is_leaf(before) and _fits(lines[-1], whole):
        lines[-1] += whole
    elif whole and _fits(indent, whole):
        lines.append(indent + whole)
    else:
        _add_broken(node, indent, lines)


def _is_leaf(part: _Node | _Note | None) -> bool:
    return isinstance(part, _Node) and not part.parts


def _fits(line: str, more: str) -> bool:
    return "\n" not in line and len(line) + len(more) <= WIDTH


def _add_broken(node: _Node, indent: str, lines: list[str]) -> None:
    """Print an element on several lines."""
    name, *attributes = node.tag
    ending = ">" if node.parts or node.text else "/>"
    start = f"{indent}<{' '.join(node.tag)}"
    if not _fits(start, ending):
        start = f"\n{indent}{STEP}".join([f"{indent}<{name}", *attributes])
    if node.text or not node.parts:
        lines.append(start + ending + (f"{node.text}</{name}>" if node.text else ""))
        return
    lines.append(start + ending)
    _add_parts(node.parts, indent + STEP, lines)
    lines.append(f"{indent}</{name}>")


def _one_line(part: _Node | _Note) -> str | None:
    """A part on one line; None if it was written on several."""
    if isinstance(part, _Note):
        return part.text if "\n" not in part.text else None
    start = " ".join(part.tag)
    if not part.parts and not part.text:
        return f"<{start}/>"
    inner = [_one_line(each) for each in part.parts]
    # Line breaks between children are the author's choice and are kept.
    if None in inner or "\n" in part.text or (part.broken and part.parts):
        return None
    held, before = part.text, None
    for each, text in zip(part.parts, inner, strict=True):
        apart = before is not None and (isinstance(each, _Note) or isinstance(before, _Note))
        held, before = f"{held}{' ' * apart}{text}", each
    return f"<{start}>{held}</{part.tag[0]}>"


def _shifted(note: _Note, indent: str) -> Iterator[str]:
    """The lines of a comment, shifted by the same distance."""
    first, *rest = note.text.split("\n")
    yield indent + first.rstrip(_BLANKS)
    for line in rest:
        words = line.strip(_BLANKS)
        before = len(line.rstrip(_BLANKS).expandtabs(TAB)) - len(words)
        yield " " * (before + len(indent) - note.column) + words if words else ""
