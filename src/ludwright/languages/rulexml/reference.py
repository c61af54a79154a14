"""The reference of Rule XML: constructs from the table of shapes that the checker uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..reference import FILE, Construct, Reference, id_of, reference_of
from . import meanings
from .read.rules import FLIPS
from .read.schema import FLAG, FREE, KINDS, NONE, ROOT, SHAPES, Attribute, Child, Shape
from .read.tree import DIRECTIONS
from .read.tree import NONE as NOWHERE
from .read.words import LETTERS

FILES, COMPASS = "Files", "Directions"
EXTENSION = "Ludwright"
OWN = frozenset(("phase.player", "next_phase.player", "save.others", "others.score"))
"""What Ludwright added, which other programs reject: games for several players."""
HELD = {
    "whole": "whole number",
    "maybe_whole": "whole number",
    "count": "number from 1",
    "number": "number",
    "maybe_number": "degrees",
    "flag": "0 or 1",
    "text": "text",
}
"""The types of texts in forms."""

TEXTS: dict[str, tuple[str, ...]] = {
    "phase.phase_type": ("Phase types",),
    "cell.fan": (COMPASS,),
    "dest.num_cards": ("Selections", COMPASS),
    "dest.destination": ("Destinations",),
    "dest.flip_up": ("Flips", COMPASS),
    "dest.shuffle": ("Shuffles",),
    "dest.offset": ("Offsets", COMPASS),
    "dest.collapse": ("Answers",),
    "cards.shuffle": ("Answers",),
    "card.fixed": ("Answers",),
    "tests.value": ("Comparisons of values",),
    "tests.color": ("Comparisons of words",),
    "tests.suit": ("Comparisons of words",),
    "tests.is_faceup": ("Answers",),
    "condition.is_faceup": ("Answers",),
    "init_cards.card": ("Starting cards", COMPASS),
}
"""The words that the text of an element may be, by the section that explains them."""
ANSWERS = {"cards.shuffle": ("y", "yes"), "card.fixed": ("y", "true")}
"""The answers that an element accepts, where these are more than `y`."""
FIXED = {"dest.num_cards": (*LETTERS, NOWHERE, *DIRECTIONS), "dest.flip_up": FLIPS}


def reference() -> Reference:
    """The reference of Rule XML."""
    return reference_of(_constructs(), Path(__file__).parent)


def _constructs() -> Iterator[Construct]:
    form = f'<{ROOT} type="{"|".join(KINDS)}">...</{ROOT}>'
    yield Construct(ROOT, FILES, "element", form, meanings.ROOT, inside=(FILE,))
    yield Construct(
        "type",
        FILES,
        "attribute",
        f'type="{"|".join(KINDS)}"',
        meanings.ATTRIBUTES["data.type"],
        inside=(id_of(FILES, ROOT),),
        values=KINDS,
        of=ROOT,
    )
    for name, group in meanings.GROUPS.items():
        for child in SHAPES[name].children:
            yield _element(name, group, child)
        for attribute in SHAPES[name].attributes:
            yield _attribute(name, group, attribute)
    yield from _words()


def _element(shape: str, group: str, child: Child) -> Construct:
    key = f"{shape}.{child.name}"
    return Construct(
        child.name,
        group,
        "element",
        _form(child),
        meanings.of_element(shape, child.name),
        since=EXTENSION if key in OWN else "",
        inside=parents(shape),
        values=values_of(key, child),
    )


def _form(child: Child) -> str:
    """An element with its attributes and its content, in brackets if it is optional."""
    shape = SHAPES[child.shape]
    attributes = "".join(
        f" {each.name}={_held(each)}" if each.required else f" [{each.name}={_held(each)}]"
        for each in shape.attributes
    )
    start, end = f"<{child.name}{attributes}>", f"</{child.name}>"
    lines = (
        [f"{start}<{HELD[shape.text]}>{end}"]
        if shape.text != NONE
        else [start, *(f"  {line}" for line in _children(shape)), end]
    )
    if child.least == 0:
        lines = [f"[{lines[0]}", *lines[1:]]
        lines[-1] += "]"
    if child.most is None:
        lines[-1] += " ..."
    return "\n".join(lines)


def _children(shape: Shape) -> Iterator[str]:
    for child in shape.children:
        many = " ..." if child.most is None else ""
        one = f"<{child.name}>"
        yield f"[{one}]{many}" if child.least == 0 else f"{one}{many}"


def _held(attribute: Attribute) -> str:
    return f'"<{HELD[attribute.text]}>"'


def parents(shape: str) -> tuple[str, ...]:
    """The elements that have a shape, or the root of the files of that type."""
    found = tuple(
        id_of(group, child.name)
        for name, group in meanings.GROUPS.items()
        for child in SHAPES[name].children
        if child.shape == shape
    )
    return (*((id_of(FILES, ROOT),) if shape in (*KINDS, "scores") else ()), *found)


def _attribute(shape: str, group: str, attribute: Attribute) -> Construct:
    form = f"{attribute.name}={_held(attribute)}"
    key = f"{shape}.{attribute.name}"
    return Construct(
        attribute.name,
        f"Attributes of {group.lower()}",
        "attribute",
        form if attribute.required else f"[{form}]",
        meanings.ATTRIBUTES[key],
        since=EXTENSION if key in OWN else "",
        inside=parents(shape),
    )


def values_of(key: str, child: Child) -> tuple[str, ...]:
    """The words that the text of an element may be."""
    if child.shape == FLAG:
        return ("0", "1")
    if child.shape != FREE or key not in TEXTS:
        return ()
    if key in FIXED:
        return FIXED[key]
    found = [word for group in TEXTS[key] for word in words_of(key, group)]
    return tuple(dict.fromkeys(found))


def words_of(key: str, group: str) -> tuple[str, ...]:
    """The words of a section that an element accepts."""
    if group == "Answers":
        return ANSWERS.get(key, ("y",))
    return (NOWHERE, *DIRECTIONS) if group == COMPASS else tuple(meanings.WORDS[group])


def _words() -> Iterator[Construct]:
    for group, words in meanings.WORDS.items():
        for word, meaning in words.items():
            inside = _takers(group, word)
            if group == "Kinds of files":
                inside = (id_of(FILES, ROOT, "type"),)
            yield Construct(word, group, "value", word, meaning, inside=inside)
    for word in DIRECTIONS:
        meaning = f"The direction to the {word}, where cards are attached to others."
        yield Construct(word, COMPASS, "value", word, meaning, inside=_takers(COMPASS, word))
    meaning = "No direction: the same pile, or the whole node."
    yield Construct(NOWHERE, COMPASS, "value", NOWHERE, meaning, inside=_takers(COMPASS, NOWHERE))


def _takers(group: str, word: str) -> tuple[str, ...]:
    """The elements whose text may be a word of a section."""
    return tuple(
        id_of(meanings.GROUPS[key.partition(".")[0]], key.partition(".")[2])
        for key, groups in TEXTS.items()
        if group in groups and word in words_of(key, group)
    )
