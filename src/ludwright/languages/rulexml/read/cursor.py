"""What may stand at a point of a Rule XML file, which need not be well-formed, for editors."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....diagnostics import Source
from ...cursor import Candidate, Cursor
from .schema import KINDS, ROOT, SHAPES, Shape

# Comments first: what is in them is no tag.
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<(/?)([^\s<>/=]*)([^<>]*)(>|\Z|(?=<))", re.S
)
_ATTRIBUTE = re.compile(r"""([^\s=/]+)\s*=\s*("[^"]*"?|'[^']*'?)|([^\s=/]+)""")
_REST = re.compile(r"[^<>]*")
MOST_TAGS = 50_000


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag that is open at the offset: its name and attributes."""

    name: str
    attributes: dict[str, str]


def cursor(source: Source, offset: int, /) -> Cursor | None:
    """The elements or attributes that fit at an offset."""
    stack: list[_Tag] = []
    text = source.text[:offset]
    for number, token in enumerate(_TOKEN.finditer(text)):
        if number > MOST_TAGS:
            return None
        closing, name, inside, end = token.groups()
        if name is None:  # a comment or an instruction
            if token.end() == offset and not token[0].endswith(("-->", "?>")):
                return None
            continue
        if token.end() == offset and not end:
            return _in_tag(stack, closing, name, inside, _REST.match(source.text, offset))
        if closing:
            while stack and stack.pop().name != name:
                pass
        elif not inside.endswith("/"):
            stack.append(_Tag(name, _attributes(inside)))
    return Cursor("text", _names(stack), _children(stack))


def _attributes(inside: str) -> dict[str, str]:
    found = _ATTRIBUTE.finditer(inside)
    return {each[1]: each[2].strip("\"'") for each in found if each[1]}


def _names(stack: list[_Tag]) -> tuple[str, ...]:
    return tuple(tag.name for tag in reversed(stack))


def _in_tag(
    stack: list[_Tag], closing: str, name: str, inside: str, rest: re.Match[str] | None
) -> Cursor:
    parents = _names(stack)
    if closing:
        end = (Candidate(stack[-1].name, "element"),) if stack else ()
        return Cursor("element", parents, end)
    if not inside:
        return Cursor("element", parents, _children(stack))
    last = [*_ATTRIBUTE.finditer(inside)][-1:]
    open_value = last and last[0][2] and (len(last[0][2]) < 2 or last[0][2][-1] != last[0][2][0])
    if last and open_value:
        words = KINDS if (name, last[0][1]) == (ROOT, "type") else ()
        values = tuple(Candidate(word, "value") for word in words)
        return Cursor("value", (last[0][1], name, *parents), values)
    shape = _shape([*stack, _Tag(name, {})])
    given = _attributes(inside + (rest[0] if rest else ""))
    names = [each.name for each in shape.attributes] if shape else []
    names = ["type"] if name == ROOT and not stack else names
    left = tuple(Candidate(each, "attribute") for each in names if each not in given)
    return Cursor("attribute", (name, *parents), left)


def _shape(stack: list[_Tag]) -> Shape | None:
    """The shape of the innermost element."""
    if not stack or stack[0].name != ROOT:
        return None
    shape = SHAPES.get(stack[0].attributes.get("type", ""))
    for tag in stack[1:]:
        children = {child.name: child.shape for child in shape.children} if shape else {}
        inner = children.get(tag.name) or (shape.open if shape else "")
        shape = SHAPES.get(inner)
    return shape


def _children(stack: list[_Tag]) -> tuple[Candidate, ...]:
    if not stack:
        return (Candidate(ROOT, "element"),)
    shape = _shape(stack)
    return tuple(Candidate(each.name, "element") for each in shape.children) if shape else ()
