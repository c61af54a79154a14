"""One table, two uses: the checker and the XSD files agree on what may stand where."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

import pytest
from lxml import etree

from ludwright.diagnostics import Report, Source
from ludwright.languages.reference import id_of
from ludwright.languages.rulexml.meanings import GROUPS
from ludwright.languages.rulexml.read.elements import parse
from ludwright.languages.rulexml.read.schema import KINDS, OLD, SHAPES
from ludwright.languages.rulexml.read.structure import Structure
from ludwright.languages.rulexml.reference import reference
from ludwright.languages.rulexml.write.xsd import FOLDER, SCHEMAS
from samplers.rulexml import SAMPLES

XSD = {kind: etree.XMLSchema(etree.fromstring(text().encode())) for kind, text in SCHEMAS.items()}


def ours(text: str, kind: str) -> list[str]:
    """What the checker finds wrong."""
    report = Report()
    root = parse(Source("test.xml", text), report)
    assert root is not None, report.items
    Structure(report).check(root, kind)
    return [f"{d.code} {d.message}" for d in report.items if d.severity == "error"]


def theirs(text: str, kind: str) -> list[str]:
    """What a validator finds wrong that knows nothing but the XSD."""
    XSD[kind].validate(etree.fromstring(text.encode()))
    return [str(each.message) for each in XSD[kind].error_log]


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_are_what_the_table_makes(kind: str) -> None:
    hint = f"run: ludwright schema rulexml {kind} > {FOLDER.name}/{kind}.xsd"
    assert (FOLDER / f"{kind}.xsd").read_text(encoding="utf-8") == SCHEMAS[kind](), hint


def test_there_are_no_other_files() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_samples_are_right_in_both_eyes(kind: str) -> None:
    assert ours(SAMPLES[kind], kind) == []
    assert theirs(SAMPLES[kind], kind) == []


def test_the_samples_use_every_element_and_attribute() -> None:
    roots = {kind: ElementTree.fromstring(text) for kind, text in SAMPLES.items()}
    used = {element.tag for root in roots.values() for element in root.iter()}
    names = {name for root in roots.values() for element in root.iter() for name in element.attrib}
    assert {child.name for shape in SHAPES.values() for child in shape.children} <= used
    assert {each.name for shape in SHAPES.values() for each in shape.attributes} <= names


def test_names_of_earlier_days_are_known_to_neither() -> None:
    for shape, name in OLD:
        assert name not in {child.name for child in SHAPES[shape].children}


# ---- descriptions --------------------------------------------------------------------------------

XS = "{http://www.w3.org/2001/XMLSchema}"


def construct_of(node: etree._Element, kind: str) -> str:
    """The id of the construct that an XSD declares."""
    name, types = str(node.get("name")), [*node.iterancestors(f"{XS}complexType")]
    if not types:
        return id_of("Files", name)
    group = GROUPS.get(types[0].get("name") or kind, "")
    if node.tag == f"{XS}element":
        return id_of(group, name)
    return "files.data.type" if name == "type" else id_of(f"Attributes of {group.lower()}", name)


@pytest.mark.parametrize("kind", KINDS)
def test_elements_and_attributes_say_what_the_reference_says(kind: str) -> None:
    known = reference().by_id
    root = etree.fromstring(SCHEMAS[kind]().encode())
    for node in root.iter(f"{XS}element", f"{XS}attribute"):
        about = node.findtext(f"{XS}annotation/{XS}documentation")
        assert about == known[construct_of(node, kind)].meaning


# ---- changed files -------------------------------------------------------------------------------

Change = Callable[[ElementTree.Element, int], None]


def drop(parent: ElementTree.Element, place: int) -> None:
    parent.remove(parent[place])


def double(parent: ElementTree.Element, place: int) -> None:
    parent.insert(place, parent[place])


def swap(parent: ElementTree.Element, place: int) -> None:
    moved = parent[place]
    parent.remove(moved)
    parent.insert((place + 1) % (len(parent) + 1), moved)


def rename(parent: ElementTree.Element, place: int) -> None:
    changed = ElementTree.Element("color" if place % 2 else "nonsense", parent[place].attrib)
    changed.text = parent[place].text
    changed.extend(list(parent[place]))
    parent[place] = changed


def empty(parent: ElementTree.Element, place: int) -> None:
    parent[place].text = None
    for child in list(parent[place]):
        parent[place].remove(child)


def write(parent: ElementTree.Element, place: int) -> None:
    parent[place].text = "some words"


def strip(parent: ElementTree.Element, place: int) -> None:
    parent[place].attrib.clear()


def label(parent: ElementTree.Element, place: int) -> None:
    parent[place].set("name", "x")


CHANGES: tuple[Change, ...] = (drop, double, swap, rename, empty, write, strip, label)


def places(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, int]]:
    for parent in root.iter():
        for place in range(len(parent)):
            yield parent, place


def in_a_cell(root: ElementTree.Element) -> bool:
    """Whether something known stands behind the cards of a cell.

    There an XSD lets in one element of whatever name, since it can't say: of an unknown one."""
    return any(
        any(child.tag in ("fan", "rotation", "init_cards") for child in cell[place + 1 :])
        for cell in root.iter("cell")
        for place, each in enumerate(cell)
        if each.tag == "init_cards"
    )


def agree(root: ElementTree.Element, kind: str) -> bool:
    text = ElementTree.tostring(root, encoding="unicode")
    mine, other = ours(text, kind), theirs(text, kind)
    if in_a_cell(root):
        return bool(mine)
    if kind == "score":  # its elements may have any name, so that an XSD can't look into them
        return bool(mine) or not other
    assert bool(mine) == bool(other), f"{mine} {other}\n{text}"
    return True


def various(root: ElementTree.Element) -> list[int]:
    """The numbers of places that differ in what stands there, before it and around it."""
    found: dict[tuple[str, str, str], int] = {}
    for number, (parent, place) in enumerate(places(root)):
        before = parent[place - 1].tag if place else ""
        found.setdefault((parent.tag, before, parent[place].tag), number)
    return list(found.values())


@pytest.mark.quick(1)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_one_change(kind: str, part: int) -> None:
    for number in various(ElementTree.fromstring(SAMPLES[kind]))[part::4]:
        for change in CHANGES:
            root = ElementTree.fromstring(SAMPLES[kind])
            change(*list(places(root))[number])
            assert agree(root, kind)


@pytest.mark.quick(2)
@pytest.mark.parametrize("kind", KINDS)
def test_several_changes(kind: str) -> None:
    chance = random.Random(kind)
    for _ in range(60):
        root = ElementTree.fromstring(SAMPLES[kind])
        for _ in range(chance.randint(2, 4)):
            there = list(places(root))
            if there:
                chance.choice(CHANGES)(*chance.choice(there))
        assert agree(root, kind)


def test_the_changes_make_files_of_both_sorts() -> None:
    right, wrong = 0, 0
    for change in CHANGES:
        root = ElementTree.fromstring(SAMPLES["rule"])
        change(*list(places(root))[9])
        found = ours(ElementTree.tostring(root, encoding="unicode"), "rule")
        right, wrong = right + (not found), wrong + bool(found)
    assert right and wrong
