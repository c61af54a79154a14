"""The structure of each type of file, as one table for the checker and the XSD files."""

from __future__ import annotations

from dataclasses import dataclass

# Types of text.
NONE = ""  # elements only
FREE = "text"
WHOLE = "whole"  # a whole number
MAYBE_WHOLE = "maybe_whole"  # the same, or empty
COUNT = "count"  # a positive whole number
NUMBER = "number"  # a decimal number
MAYBE_NUMBER = "maybe_number"  # the same, or empty
FLAG = "flag"  # 0 or 1

MANY = None  # no limit for `Child.most`


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute; `filled` if it must not be empty."""

    name: str
    required: bool = True
    text: str = FREE
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Child:
    """A child element: its name, its shape and how often it may occur."""

    name: str
    shape: str
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """The content of an element. `spare` allows one further element of any name at the end, which
    is ignored; `loose` any number of them, and text and attributes. `open` allows elements of any
    name, each of the given shape."""

    text: str = NONE
    children: tuple[Child, ...] = ()
    ordered: bool = True
    attributes: tuple[Attribute, ...] = ()
    spare: bool = False
    loose: bool = False
    open: str = ""


def _texts(least: int, **kinds: str) -> tuple[Child, ...]:
    return tuple(Child(name, kind, least) for name, kind in kinds.items())


# Tests and movements are FREE texts: an invalid one is a warning with a default, not an error.
# `category` is allowed in tests but has no effect; `name` is what restricts the cell.
_TESTS = _texts(
    0, num_cards=FREE, value=FREE, color=FREE, suit=FREE, is_faceup=FREE, category=FREE, name=FREE
)
_DEST = (
    *_texts(0, destination=FREE, num_cards=FREE, collapse=FREE, shuffle=FREE),
    *_texts(0, rotation=FREE, offset=FREE, flip_up=FREE),
    Child("except", FREE, 0, MANY),
)
_CARD = (Child("name", FREE), *_texts(0, value=MAYBE_WHOLE, color=FREE, suit=FREE, fixed=FREE))
_CATEGORY = Attribute("category")
# An extension for several players, which other programs reject.
_PLAYER = Attribute("player", required=False, text=COUNT)

SHAPES: dict[str, Shape] = {
    **{kind: Shape(kind) for kind in (FREE, WHOLE, MAYBE_WHOLE, COUNT, NUMBER, MAYBE_NUMBER, FLAG)},
    # ---- rules
    "rule": Shape(
        children=(
            Child("settings", "settings"),
            Child("deck", "cards"),
            Child("cell_groups", "groups"),
            Child("phases", "phases"),
        )
    ),
    "settings": Shape(children=_texts(1, players=COUNT, layout=FREE), ordered=False),
    "cards": Shape(
        children=(
            *_texts(0, deck_path=FREE, deck_name=FREE, shuffle=FREE),
            Child("card", "card", 0, MANY),
        )
    ),
    "card": Shape(children=_CARD),
    "groups": Shape(children=(Child("group", "group", 1, MANY),)),
    "group": Shape(
        children=(Child("cell", "cell", 1, MANY),),
        attributes=(Attribute("category", filled=True),),
    ),
    "cell": Shape(
        children=(
            Child("fan", FREE, 0),
            Child("rotation", MAYBE_NUMBER, 0),
            Child("init_cards", "init_cards"),
        ),
        attributes=(Attribute("name", filled=True),),
        spare=True,
    ),
    "init_cards": Shape(children=(Child("card", FREE, 0, MANY),)),
    "phases": Shape(children=(Child("phase", "phase", 1, MANY),)),
    "phase": Shape(
        children=(
            Child("phase_type", FREE),
            Child("valid_donors", "valid_donors"),
            Child("rules", "rules"),
        ),
        attributes=(Attribute("name", filled=True), _PLAYER),
    ),
    "valid_donors": Shape(children=(Child("category", FREE, 0, MANY),)),
    # May be empty: phases in which a game ends have no rules.
    "rules": Shape(children=(Child("rule", "one_rule", 0, MANY),)),
    # Not "rule", which is the shape of a whole rules file; likewise "cards" is not "deck".
    "one_rule": Shape(
        children=(
            Child("validation", "validation", 0, MANY),
            Child("action", "action", 0, MANY),
            Child("option", "option", 0, MANY),
        ),
        attributes=(_CATEGORY,),
    ),
    "validation": Shape(
        children=(
            Child("receiver", "tests", 0, MANY),
            Child("mover", "tests", 0, MANY),
            Child("donor", "tests", 0, MANY),
            Child("condition", "condition", 0, MANY),
        )
    ),
    "tests": Shape(children=_TESTS, ordered=False),
    "condition": Shape(children=_TESTS, ordered=False, attributes=(_CATEGORY,)),
    "option": Shape(children=(Child("action", "action"),)),
    "action": Shape(
        children=(
            Child("receiver_dest", "dest", 0),
            Child("mover_dest", "dest", 0),
            Child("donor_dest", "dest", 0),
            Child("next_phase", "next_phase"),
        )
    ),
    "dest": Shape(children=_DEST),
    "next_phase": Shape(FREE, attributes=(Attribute("phase", filled=True), _PLAYER)),
    # ---- decks
    "deck": Shape(children=(Child("deck", "cards"),)),
    # ---- layouts
    "layout": Shape(
        children=(
            Child("game", FREE),
            Child("attributes", "attributes"),
            Child("cards", "card_names"),
            Child("card_map", "card_map"),
            Child("cells", "places"),
        ),
        ordered=False,
    ),
    "attributes": Shape(
        children=(
            *_texts(1, players=COUNT, screen_height=COUNT, card_width=COUNT, card_height=COUNT),
            *_texts(1, face_down_offset=WHOLE, face_up_offset=WHOLE),
        ),
        ordered=False,
    ),
    "card_names": Shape(children=(Child("card", FREE, 1, MANY),)),
    "card_map": Shape(children=_texts(1, start=FREE, extension=FREE), ordered=False),
    "places": Shape(children=(Child("cell", "place", 1, MANY),)),
    "place": Shape(
        children=_texts(1, x_val=NUMBER, y_val=NUMBER),
        ordered=False,
        attributes=(Attribute("name", filled=True),),
    ),
    # ---- saves, scores, styles
    "save": Shape(
        children=(
            *_texts(1, phase=FREE, game=FREE, file=FREE, score=NUMBER),
            Child("others", "others", 0),
            Child("cells", "saved"),
        ),
        ordered=False,
    ),
    # An extension: the scores of all players but the first.
    "others": Shape(children=(Child("score", NUMBER, 1, MANY),)),
    "saved": Shape(children=(Child("cell", "saved_cell", 1, MANY),)),
    "saved_cell": Shape(FREE, attributes=(Attribute("name", filled=True),)),
    "score": Shape(open="scores"),
    # Loose, as score files of other programs have further entries, which are ignored.
    "scores": Shape(children=(Child("score", NUMBER, 0, MANY),), loose=True),
    "style": Shape(
        children=(
            *_texts(1, language=FREE, difficulty=WHOLE, cards=FREE, sound=FLAG),
            *_texts(1, table=FREE, dark=FLAG),
        ),
        ordered=False,
    ),
}

KINDS = ("rule", "layout", "deck", "save", "score", "style")
"""The types of files. The content of a `data` element of a type has the shape of that name."""

ROOT = "data"


@dataclass(frozen=True, slots=True)
class Old:
    """The replacement of an obsolete element, and the shape of its content."""

    help: str
    shape: str = FREE


_VALUE = "use 'value' instead: a number, 'l' for less or 'g' for greater"

# Obsolete elements, by the shape that contained them.
OLD: dict[tuple[str, str], Old] = {
    ("one_rule", "receive_rule"): Old("use 'validation' instead", "validation"),
    ("validation", "receive_rule"): Old("put the tests into 'validation' itself", "validation"),
    ("tests", "direction"): Old(_VALUE),
    ("condition", "direction"): Old("conditions no longer compare values"),
    ("dest", "direction"): Old("use 'rotation' instead"),
    ("dest", "flip"): Old("use 'flip_up' instead"),
    ("group", "category"): Old('use the attribute instead: <group category="...">'),
}
