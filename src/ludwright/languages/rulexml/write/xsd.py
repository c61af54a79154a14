"""Export the schema as XSD, for editors and other programs, with the meanings of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from .. import meanings
from ..read.schema import FREE, KINDS, NONE, ROOT, SHAPES, Attribute, Child
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
    yield f"<!-- Rule XML: {TITLES[kind]}. Made from read/schema.py and meanings.py. -->"
    yield '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    yield f'  <xs:element name="{ROOT}">'
    yield from _annotation(meanings.ROOT, 2)
    yield "    <xs:complexType>"
    yield from _content(kind, 3)
    given = f'name="type" use="required" fixed="{kind}"'
    yield from _described("attribute", given, meanings.ATTRIBUTES[f"{ROOT}.type"], 3)
    yield "    </xs:complexType>"
    yield "  </xs:element>"
    names = _used(kind)
    for name in names:
        if not _plain(name):
            yield f'  <xs:complexType name="{name}">'
            yield from _complex(name, 2)
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


def _complex(name: str, depth: int) -> Iterator[str]:
    shape = SHAPES[name]
    if shape.text == NONE:
        yield from _content(name, depth)
        for each in shape.attributes:
            yield from _attribute(name, each, depth)
        return
    yield f"{'  ' * depth}<xs:simpleContent>"
    yield f'{"  " * depth}  <xs:extension base="{_type(shape.text)}">'
    for each in shape.attributes:
        yield from _attribute(name, each, depth + 2)
    yield f"{'  ' * depth}  </xs:extension>"
    yield f"{'  ' * depth}</xs:simpleContent>"


def _content(name: str, depth: int) -> Iterator[str]:
    """The children of an element. Those with arbitrary names are not validated."""
    shape = SHAPES[name]
    # xs:all permits each child at most once, which is so in all unordered shapes.
    group, indent = "xs:sequence" if shape.ordered else "xs:all", "  " * depth
    yield f"{indent}<{group}>"
    for child in shape.children:
        yield from _child(name, child, depth + 1)
    if shape.spare:
        yield f'{indent}  <xs:any minOccurs="0" processContents="skip"/>'
    elif shape.open:
        yield f'{indent}  <xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>'
    yield f"{indent}</{group}>"


def _child(shape: str, child: Child, depth: int) -> Iterator[str]:
    kind = _type(child.shape) if _plain(child.shape) else child.shape
    least = "" if child.least == 1 else f' minOccurs="{child.least}"'
    most = "" if child.most == 1 else ' maxOccurs="unbounded"'
    given = f'name="{child.name}" type="{kind}"{least}{most}'
    yield from _described("element", given, meanings.of_element(shape, child.name), depth)


def _attribute(shape: str, attribute: Attribute, depth: int) -> Iterator[str]:
    kind = "name" if attribute.filled else _type(attribute.text)
    use = ' use="required"' if attribute.required else ""
    given = f'name="{attribute.name}" type="{kind}"{use}'
    meaning = meanings.ATTRIBUTES[f"{shape}.{attribute.name}"]
    yield from _described("attribute", given, meaning, depth)


def _described(tag: str, given: str, meaning: str, depth: int) -> Iterator[str]:
    """A declaration with what it means, which editors show."""
    indent = "  " * depth
    yield f"{indent}<xs:{tag} {given}>"
    yield from _annotation(meaning, depth + 1)
    yield f"{indent}</xs:{tag}>"


def _annotation(meaning: str, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}<xs:annotation>"
    yield f"{indent}  <xs:documentation>{escape(meaning)}</xs:documentation>"
    yield f"{indent}</xs:annotation>"
