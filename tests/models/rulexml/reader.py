"""A plain reader of Rule XML for the second model: rules files as simple records, no places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

DIRECTIONS = (
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
)
TESTS = ("value", "color", "suit", "num_cards", "is_faceup", "name")
WHOLE = re.compile(r"[+-]?[0-9]+")


class LoadError(Exception):
    """A file that can't be played."""


@dataclass(eq=False)
class Kind:
    """What is printed on a card."""

    name: str
    value: int | None
    color: str
    suit: str
    fixed: bool


@dataclass
class Entry:
    """One line of what a cell is dealt."""

    name: str
    face: str
    direction: str
    rotation: Fraction


@dataclass
class Block:
    """What becomes of the receiver, the mover or the donor: texts by element."""

    words: dict[str, str]
    excepted: list[str]


@dataclass
class Action:
    """Blocks by subject, then points and the next phase."""

    blocks: dict[str, Block]
    phase: str
    points: int
    player: int | None


@dataclass
class Validation:
    """Tests by subject (only those that are there) and conditions with their category."""

    tests: dict[str, dict[str, str]]
    conditions: list[tuple[str, dict[str, str]]]


@dataclass
class Rule:
    """A rule of a phase."""

    category: str
    validations: list[Validation]
    actions: list[Action]


@dataclass
class Phase:
    """A phase; `donors` are cells or groups."""

    name: str
    automatic: bool
    donors: list[str]
    rules: list[Rule]
    player: int


@dataclass
class Rules:
    """A rules file."""

    seats: int = 1
    shuffled: bool = False
    deck: list[Kind] = field(default_factory=list)
    cells: dict[str, list[Entry]] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)

    def means(self, name: str) -> list[str]:
        """The cells that a name stands for: those of the group and the cell of that name."""
        wanted = [*self.groups.get(name, []), name]
        return [cell for cell in self.cells if cell in wanted]


def whole(text: str) -> int | None:
    """A whole number, or None for another text."""
    return int(text) if WHOLE.fullmatch(text) else None


def code(text: str) -> str:
    """A text in which single letters do not care for case."""
    return text.lower() if len(text) == 1 else text


def _text(element: ElementTree.Element | None, tag: str = "") -> str:
    found = element.find(tag) if tag and element is not None else element
    return (found.text or "").strip() if found is not None else ""


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return Fraction(0)


def _points(text: str) -> int:
    found = _number(text)
    if found.denominator != 1:
        raise LoadError(f"points are whole numbers: {text}")
    return int(found)


def beside(file: Path, path: str) -> Path:
    """The file that a path in another one means: from its folder, or from one further up."""
    wanted = path.replace("\\", "/")
    for folder in file.resolve().parents[:5]:
        if (folder / wanted).is_file():
            return folder / wanted
    raise LoadError(f"no such file: {path}")


def read(file: Path) -> Rules:
    """Read a rules file and the deck it names."""
    return from_root(ElementTree.parse(file).getroot(), file)


def read_text(text: str) -> Rules:
    """Read rules that name no other file."""
    return from_root(ElementTree.fromstring(text.encode()), Path())


def from_root(data: ElementTree.Element, file: Path) -> Rules:
    """The rules that an element `data` holds."""
    rules = Rules()
    deck = data.find("deck")
    if _text(deck, "deck_path"):
        deck = ElementTree.parse(beside(file, _text(deck, "deck_path"))).getroot().find("deck")
    if deck is None:
        raise LoadError("no deck")
    rules.shuffled = _text(deck, "shuffle").lower() in ("y", "yes")
    rules.deck = [_kind(card) for card in deck.findall("card")]
    for group in data.findall("cell_groups/group"):
        cells = rules.groups.setdefault(group.get("category", ""), [])
        for cell in group.findall("cell"):
            name = cell.get("name", "")
            cells.append(name)
            rules.cells.setdefault(name, _entries(cell))
    for phase in data.findall("phases/phase"):
        name = phase.get("name", "").strip()
        rules.phases[name] = _phase(name, phase)
    owned = any(phase.get("player") for phase in data.findall("phases/phase"))
    rules.seats = int(_text(data, "settings/players")) if owned else 1
    for found in rules.phases.values():
        for action in (action for rule in found.rules for action in rule.actions):
            if action.phase not in rules.phases:
                raise LoadError(f"no such phase: {action.phase}")
    return rules


def _kind(card: ElementTree.Element) -> Kind:
    fixed = _text(card, "fixed").lower() in ("y", "yes", "true")
    suit, color = _text(card, "suit"), _text(card, "color")
    return Kind(_text(card, "name"), whole(_text(card, "value")), color, suit, fixed)


def _entries(cell: ElementTree.Element) -> list[Entry]:
    fan, turned = _text(cell, "fan"), _number(_text(cell, "rotation"))
    found = []
    for card in cell.findall("init_cards/card"):
        parts = [part.strip() for part in _text(card).split(",")] + ["", "", ""]
        direction = parts[2] if parts[2] in (*DIRECTIONS, "none") else fan
        rotation = _number(parts[3]) if parts[3] else turned
        found.append(
            Entry(
                parts[0],
                parts[1].lower(),
                direction if direction in DIRECTIONS else "none",
                rotation,
            )
        )
    return found


def _phase(name: str, phase: ElementTree.Element) -> Phase:
    return Phase(
        name,
        _text(phase, "phase_type") == "auto",
        [_text(category) for category in phase.findall("valid_donors/category")],
        [_rule(rule) for rule in phase.findall("rules/rule")],
        int(phase.get("player", "1")),
    )


def _rule(rule: ElementTree.Element) -> Rule:
    actions = [*rule.findall("action"), *rule.findall("option/action")]
    return Rule(
        rule.get("category", "").strip(),
        [_validation(validation) for validation in rule.findall("validation")],
        [_action(action) for action in actions],
    )


def _validation(validation: ElementTree.Element) -> Validation:
    subjects = {who: validation.find(who) for who in ("receiver", "mover", "donor")}
    return Validation(
        {who: _tests(found) for who, found in subjects.items() if found is not None},
        [
            (condition.get("category", "").strip(), _tests(condition))
            for condition in validation.findall("condition")
        ],
    )


def _tests(element: ElementTree.Element) -> dict[str, str]:
    """What is asked, without what asks nothing."""
    found = {tag: code(_text(element, tag)) for tag in TESTS} | {"name": _text(element, "name")}
    return {tag: text for tag, text in found.items() if text not in ("", "*")}


def _action(action: ElementTree.Element) -> Action:
    arrow = action.find("next_phase")
    if arrow is None:
        raise LoadError("an action without a next phase")
    player = arrow.get("player")
    return Action(
        {
            who: _block(block)
            for who in ("receiver", "mover", "donor")
            if (block := action.find(f"{who}_dest")) is not None
        },
        arrow.get("phase", "").strip(),
        _points(_text(arrow)),
        int(player) if player else None,
    )


def _block(block: ElementTree.Element) -> Block:
    tags = ("num_cards", "collapse", "shuffle", "rotation", "offset", "flip_up")
    return Block(
        {tag: code(_text(block, tag)) for tag in tags}
        | {"destination": _text(block, "destination")},
        [_text(name).lower() for name in block.findall("except")],
    )
