"""Export the schema as XSD, for editors and other programs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.sax.saxutils import quoteattr

from ..read.schema import FREE, KINDS, NONE, ROOT, SHAPES, Attribute, Child, Shape
from ..read.structure import TEXTS

FOLDER = Path(__file__).parents[1] / "xsd"
TITLES = {
    "rule": "the rules of a game",
    "layout": "the positions of the cells of a game and the size of its cards",
    "deck": "the cards of a deck",
    "save": "a saved position of a game",
    "score": "the best scores of games",
    "style": "the look and sound of the table",
}


def schema() -> str:
    """The schema of rules files."""
    return xsd("rule")


def xsd(kind: str) -> str:
    """The schema of a type of file."""
    return "\n".join(_lines(kind)) + "\n"


SCHEMAS = {kind: partial(xsd, kind) for kind in KINDS}


def _lines(kind: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<!-- Rule XML: {TITLES[kind]}. Made from the table in read/schema.py. -->"
    yield '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    yield f'  <xs:element name="{ROOT}">'
    yield "    <xs:complexType>"
    yield from _content(SHAPES[kind], 3)
    yield f'      <xs:attribute name="type" use="required" fixed="{kind}"/>'
    yield "    </xs:complexType>"
    yield "  </xs:element>"
    names = _used(kind)
    for name in names:
        if not _plain(name):
            yield f'  <xs:complexType name="{name}">'
            yield from _complex(SHAPES[name], 2)
            yield "  </xs:complexType>"
    kinds = {SHAPES[name].text for name in names} | {
        attribute.text for name in names for attribute in SHAPES[name].attributes
    }
    for text in sorted(kinds & set(TEXTS)):
        yield f'  <xs:simpleType name="{text}">'
        # xs:token ignores surrounding blanks, as the reader does.
        yield '    <xs:restriction base="xs:token">'
        yield f"      <xs:pattern value={quoteattr(TEXTS[text][0].pattern)}/>"
        yield "    </xs:restriction>"
        yield "  </xs:simpleType>"
    if any(attribute.filled for name in names for attribute in SHAPES[name].attributes):
        yield '  <xs:simpleType name="name">'
        yield '    <xs:restriction base="xs:token">'
        yield '      <xs:minLength value="1"/>'
        yield "    </xs:restriction>"
        yield "  </xs:simpleType>"
    yield "</xs:schema>"


def _used(kind: str) -> list[str]:
    """The shapes that a type of file uses, in breadth-first order."""
    found: list[str] = []
    waiting = [kind]
    while waiting:
        shape = SHAPES[waiting.pop(0)]
        for name in [child.shape for child in shape.children]:
            if name not in found:
                found.append(name)
                waiting.append(name)
    return found


def _plain(name: str) -> bool:
    """Whether a shape is just a text."""
    return SHAPES[name].text == name


def _type(text: str) -> str:
    return "xs:string" if text == FREE else text


def _complex(shape: Shape, depth: int) -> Iterator[str]:
    if shape.text == NONE:
        yield from _content(shape, depth)
        for each in shape.attributes:
            yield f"{'  ' * depth}{_attribute(each)}"
        return
    yield f"{'  ' * depth}<xs:simpleContent>"
    yield f'{"  " * depth}  <xs:extension base="{_type(shape.text)}">'
    for each in shape.attributes:
        yield f"{'  ' * depth}    {_attribute(each)}"
    yield f"{'  ' * depth}  </xs:extension>"
    yield f"{'  ' * depth}</xs:simpleContent>"


def _content(shape: Shape, depth: int) -> Iterator[str]:
    """The children of an element. Those with arbitrary names are not validated."""
    # xs:all permits each child at most once, which is so in all unordered shapes.
    group, indent = "xs:sequence" if shape.ordered else "xs:all", "  " * depth
    yield f"{indent}<{group}>"
    for child in shape.children:
        yield f"{indent}  {_child(child)}"
    if shape.spare:
        yield f'{indent}  <xs:any minOccurs="0" processContents="skip"/>'
    elif shape.open:
        yield f'{indent}  <xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>'
    yield f"{indent}</{group}>"


def _child(child: Child) -> str:
    kind = _type(child.shape) if _plain(child.shape) else child.shape
    least = "" if child.least == 1 else f' minOccurs="{child.least}"'
    most = "" if child.most == 1 else ' maxOccurs="unbounded"'
    return f'<xs:element name="{child.name}" type="{kind}"{least}{most}/>'


def _attribute(attribute: Attribute) -> str:
    kind = "name" if attribute.filled else _type(attribute.text)
    use = ' use="required"' if attribute.required else ""
    return f'<xs:attribute name="{attribute.name}" type="{kind}"{use}/>'
