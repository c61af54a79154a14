"""Print trees as indented XML, omitting elements with default values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from xml.sax.saxutils import escape, quoteattr

from ..read.tree import (
    NONE,
    Act,
    Card,
    Cell,
    Condition,
    Dealt,
    Deck,
    Dest,
    GestureRule,
    LayoutFile,
    Phase,
    Rules,
    Tests,
    Validation,
    Word,
)

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
Lines = Iterable[str]


def printed_rules(rules: Rules) -> str:
    """The text of a rules file."""
    settings = (
        _text("players", str(rules.players)),
        _text("layout", rules.layout.text if rules.layout else ""),
    )
    return _file(
        "rule",
        (
            *_around("settings", settings),
            *_deck(rules.deck),
            *_around("cell_groups", _groups(rules)),
            *_around("phases", (line for phase in rules.phases for line in _phase(phase))),
        ),
    )


def printed_layout(layout: LayoutFile) -> str:
    """The text of a layout file."""
    names = ("players", "screen_height", "card_width", "card_height")
    sizes = (*names, "face_down_offset", "face_up_offset")
    cells = (
        line
        for name, x, y in layout.cells
        for line in _around(
            "cell",
            (_text("x_val", _number(x)), _text("y_val", _number(y))),
            name=name.text,
        )
    )
    return _file(
        "layout",
        (
            _text("game", layout.game),
            *_around("attributes", (_text(name, str(getattr(layout, name))) for name in sizes)),
            *_around("cards", (_text("card", name) for name in layout.cards)),
            *_around(
                "card_map", (_text("start", layout.start), _text("extension", layout.extension))
            ),
            *_around("cells", cells),
        ),
    )


# ---- lines -------------------------------------------------------------------------------------


def _file(kind: str, lines: Lines) -> str:
    return "\n".join((HEAD, *_around("data", lines, type=kind))) + "\n"


def _start(tag: str, attributes: dict[str, str]) -> str:
    return tag + "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())


def _text(tag: str, text: str, /, **attributes: str) -> str:
    start = _start(tag, attributes)
    return f"<{start}>{escape(text)}</{tag}>" if text else f"<{start}/>"


def _around(tag: str, lines: Lines, /, **attributes: str) -> Iterator[str]:
    """An element with children, if there are any."""
    inner = [f"  {line}" for line in lines]
    start = _start(tag, attributes)
    yield f"<{start}>" if inner else f"<{start}/>"
    yield from inner
    if inner:
        yield f"</{tag}>"


def _number(value: Decimal) -> str:
    # normalize() turns 100 into 1E+2, and `:f` turns it back.
    return f"{value.normalize():f}" if value else "0"


def _said(name: str, text: str) -> Iterator[str]:
    """An element, unless its text is empty."""
    if text:
        yield _text(name, text)


# ---- the table ---------------------------------------------------------------------------------


def _deck(deck: Deck) -> Iterator[str]:
    cards = (line for card in deck.cards for line in _card(card))
    return _around("deck", (*_said("shuffle", "y" if deck.shuffled else ""), *cards))


def _card(card: Card) -> Iterator[str]:
    return _around(
        "card",
        (
            _text("name", card.name.text),
            *_said("value", "" if card.value is None else str(card.value)),
            *_said("color", card.color),
            *_said("suit", card.suit),
            *_said("fixed", "y" if card.fixed else ""),
        ),
    )


def _groups(rules: Rules) -> Iterator[str]:
    """The groups; a cell is described where it first occurs."""
    cells = {cell.name.text: cell for cell in rules.cells}
    for group in rules.groups:
        lines: list[str] = []
        for name in group.cells:
            lines += _cell(name, cells.pop(name, None))
        yield from _around("group", lines, category=group.category.text)


def _cell(name: str, cell: Cell | None) -> Iterator[str]:
    # Further groups only mention the cell, but the schema requires its <init_cards>.
    if cell is None:
        return _around("cell", (_text("init_cards", ""),), name=name)
    return _around(
        "cell",
        (
            *_said("fan", "" if cell.fan == NONE else cell.fan),
            *_said("rotation", _number(cell.rotation) if cell.rotation else ""),
            *_around("init_cards", (_text("card", _dealt(card)) for card in cell.cards)),
        ),
        name=name,
    )


def _dealt(card: Dealt) -> str:
    rotation = "" if card.rotation is None else _number(card.rotation)
    parts = [card.name, card.face.upper(), card.direction, rotation]
    # Trailing defaults are omitted; between commas an empty part means the default.
    while not parts[-1]:
        parts.pop()
    return ",".join(parts)


# ---- phases ------------------------------------------------------------------------------------


def _whose(player: int | None) -> dict[str, str]:
    return {} if player is None else {"player": str(player)}


def _phase(phase: Phase) -> Iterator[str]:
    return _around(
        "phase",
        (
            _text("phase_type", "auto" if phase.automatic else "manual"),
            *_around("valid_donors", (_text("category", donor.text) for donor in phase.donors)),
            *_around("rules", (line for rule in phase.rules for line in _rule(rule))),
        ),
        name=phase.name.text,
        **_whose(phase.player),
    )


def _rule(rule: GestureRule) -> Iterator[str]:
    return _around(
        "rule",
        (
            *(line for each in rule.validations for line in _validation(each)),
            *(line for each in rule.actions for line in _act(each)),
        ),
        category=rule.category.text,
    )


def _validation(validation: Validation) -> Iterator[str]:
    subjects = ("receiver", "mover", "donor")
    given = ((name, getattr(validation, name)) for name in subjects)
    return _around(
        "validation",
        (
            *(line for name, each in given if each for line in _around(name, _tests(each))),
            *(line for each in validation.conditions for line in _condition(each)),
        ),
    )


def _condition(condition: Condition) -> Iterator[str]:
    return _around("condition", _tests(condition.tests), category=condition.category.text)


def _tests(tests: Tests) -> Iterator[str]:
    for name in ("name", "num_cards", "is_faceup", "value", "color", "suit"):
        asked: Word | None = getattr(tests, name)
        if asked:
            yield _text(name, asked.text)


def _act(act: Act) -> Iterator[str]:
    subjects = ("receiver", "mover", "donor")
    given = ((name, getattr(act, name)) for name in subjects)
    following = _text(
        "next_phase",
        str(act.points) if act.points else "",
        phase=act.next_phase.text,
        **_whose(act.player),
    )
    dests = (line for name, each in given if each for line in _around(f"{name}_dest", _dest(each)))
    return _around("action", (*dests, following))


def _dest(dest: Dest) -> Iterator[str]:
    yield from _said("destination", dest.destination.text if dest.destination else "")
    yield from _said("num_cards", dest.num_cards)
    yield from _said("collapse", "y" if dest.collapse else "")
    yield from _said("shuffle", dest.shuffle)
    yield from _said("rotation", "" if dest.rotation is None else _number(dest.rotation))
    yield from _said("offset", dest.offset)
    yield from _said("flip_up", dest.flip_up)
    yield from (_text("except", cell.text) for cell in dest.excepted)
