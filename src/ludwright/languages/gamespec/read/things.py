"""Reading `metadata`, `constants`, variables, `zones` and `tokenTypes`."""

from __future__ import annotations

from collections import abc

from ....diagnostics import Code
from ....gamedef.verify_nodes import MOST_PLAYERS
from ...names import declares
from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import values as codes
from .forms import ReadContext, range_error
from .keyed import (
    Keyed,
    Keys,
    head,
    name_of,
    number_of,
    read_declarations,
    section_items,
    text_of,
    word_of,
)
from .tree.sections import Metadata, TokenType, Transition, VarDef, ZoneDef
from .tree.values import Location, Name
from .tree.values import Scalar as Plain

METADATA = Keys(
    "metadata",
    codes_sections.IDENTIFIER,
    keys("id: name, players: players, maxTriggerDepth?: whole, title?: text"),
)
PLAYERS = Keys(
    "players",
    codes_sections.PLAYERS,
    keys("min: whole, max: whole"),
    missing=codes_sections.PLAYERS_RANGE,
)
VARIABLE = Keys(
    "a variable",
    codes_sections.VARIABLE,
    keys("name: name, type: int|boolean, init: scalar, min?: whole, max?: whole"),
    missing=codes_sections.VARIABLE_MISSING,
)
ZONE = Keys(
    "a zone",
    codes_sections.ZONE,
    keys(
        "id: name, owner: none|player, visibility: public|owner|hidden",
        "ordering: stack|queue|set, adjacentTo?: [name], space?: flag",
        "attributes?: {property}, spot?: [whole]",
    ),
)
TOKEN_TYPE = Keys(
    "a token type",
    codes.MISSING_CAPABILITY,
    keys("id: name, props: {kind}, transitions?: [transition]"),
)
TRANSITION = Keys(
    "a transition", codes.MISSING_CAPABILITY, keys("prop: name, from: name, to: name")
)

KINDS = ("int", "string", "boolean")


def metadata_of(c: ReadContext, tree: Tree, path: str) -> Metadata | None:
    """`metadata`."""
    fields = METADATA.read(c, tree, path)
    if fields is None:
        return None
    written = fields.get("id")
    text = written.text if isinstance(written, Scalar) else ""
    if text.strip() and text != text.strip():
        help = "the id of a game must not have any"
        fields.error(codes_sections.WHITESPACE, "id", f"whitespace around '{text}'", help)
        name = Name(text.strip(), fields.at)
    else:
        name = fields.name("id")
    players = _players(c, fields)
    depth = 8
    if fields.has("maxTriggerDepth"):
        depth = fields.whole("maxTriggerDepth", codes_sections.TRIGGER_DEPTH, 1)
    # A YAML block scalar may have line breaks; a title is shown in one line.
    title = " ".join(fields.text("title", codes_sections.IDENTIFIER).split())
    return None if players is None else Metadata(fields.at, name.text, *players, depth, title)


def _players(c: ReadContext, fields: Keyed) -> tuple[int, int] | None:
    """The minimum and maximum number of players; None after an error: any number may be meant."""
    players = PLAYERS.read(c, fields.tree.get("players"), fields.path("players"))
    if players is None:
        return None
    before = len(c.report.items)
    least = players.whole("min", codes_sections.PLAYERS_RANGE)
    most = players.whole("max", codes_sections.PLAYERS_RANGE)
    if len(c.report.items) > before or not (players.has("min") and players.has("max")):
        return None
    if least < 1:
        players.error(codes_sections.PLAYERS_LOW, "min", "'min' must be at least 1")
    elif least > most:
        message = f"'min' is {least}, but 'max' is {most}"
        players.error(codes_sections.PLAYERS_ORDER, "min", message, "swap them?")
    elif most > MOST_PLAYERS:
        players.error(codes_sections.PLAYERS_MOST, "max", f"'max' must be at most {MOST_PLAYERS}")
    return None if c.failed_since(before) else (least, most)


def constants_of(c: ReadContext, tree: Tree, path: str) -> abc.Mapping[str, int] | None:
    """`constants`."""
    if not isinstance(tree, Mapping):
        c.error(
            codes.MISSING_CAPABILITY, Location(head(tree.span), path), "constants must be a mapping"
        )
        return None
    found: dict[str, int] = {}
    for key, value in tree.entries:
        number = number_of(value)
        if number is None:
            at = Location(head(value.span), f"{path}.{key.text}")
            wrong = (
                f"constant '{key.text}' is not a whole number",
                "only whole numbers are allowed",
            )
            message, help = range_error(value) or wrong
            c.error(codes.MISSING_CAPABILITY, at, message, help)
        else:
            found[text_of(key) or key.text] = number
    return found


# ---- variables -----------------------------------------------------------------------------------


def variables_of(
    c: ReadContext, tree: Tree, path: str, section: str, twice: Code
) -> tuple[VarDef, ...]:
    """`globalVars` or `perPlayerVars`."""
    items = section_items(tree, path)
    return read_declarations(
        c, section, items, _variable, lambda each: each.name, (twice, "variable")
    )


def _variable(c: ReadContext, tree: Tree, path: str) -> VarDef | None:
    fields = VARIABLE.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("name")
    type = fields.word("type")
    # Without a valid type the other keys cannot be checked; the name is still declared.
    if fields.has("type") and not type:
        return VarDef(fields.at, name, "int", 0, 0, 0)
    if type == "boolean":
        init = fields.flag("init", codes_sections.VARIABLE_RANGE)
        for key in ("min", "max"):
            if fields.has(key):
                message = f"'{key}' of a boolean variable is ignored"
                c.warning(codes.UNKNOWN_KEY, fields.location(key), message)
        return VarDef(fields.at, name, type, init, 0, 1)
    missing = [key for key in ("min", "max") if not fields.has(key)]
    if missing and type:
        keys_text = " and ".join(f"'{key}'" for key in missing)
        c.error(
            codes_sections.VARIABLE_MISSING, fields.at, f"missing {keys_text} of an int variable"
        )
    return _int_variable(fields, name, bool(missing) or not fields.has("init"))


def _int_variable(fields: Keyed, name: Name, incomplete: bool) -> VarDef:
    # A range with a missing or invalid bound is not compared: the stand-in 0 would be out of range.
    before = len(fields.c.report.items)
    code = codes_sections.VARIABLE_RANGE
    init, least, most = (
        fields.whole(key, code) if fields.has(key) else 0 for key in ("init", "min", "max")
    )
    if incomplete or len(fields.c.report.items) > before:
        return VarDef(fields.at, name, "int", init, least, most)
    if least > most:
        message = f"'min' of '{name.text}' is {least}, but 'max' is {most}"
        fields.error(codes_sections.VARIABLE_ORDER, "min", message, "swap them?")
    elif not least <= init <= most:
        message = f"'init' of '{name.text}' is {init}, not between {least} and {most}"
        fields.error(codes_sections.VARIABLE_INIT, "init", message)
    return VarDef(fields.at, name, "int", init, least, most)


# ---- zones ---------------------------------------------------------------------------------------


def zones_of(c: ReadContext, tree: Tree | None, path: str) -> tuple[ZoneDef, ...]:
    """`zones`; adjacency is checked later, when the zones of the map are known too."""
    return read_declarations(c, "zones", section_items(tree, path), _zone, base_name)


def base_name(zone: ZoneDef) -> Name:
    """The name under which a zone is declared."""
    return Name(zone.base, zone.at)


def _zone(c: ReadContext, tree: Tree, path: str) -> ZoneDef | None:
    fields = ZONE.read(c, tree, path)
    if fields is None:
        return None
    base, qualifier = base_of(fields)
    owner = fields.word("owner", codes_sections.ZONE_OWNER)
    _check_qualifier(fields, base, qualifier, owner)
    visibility = fields.word("visibility", codes_sections.ZONE_VISIBILITY)
    ordering = fields.word("ordering", codes_sections.ZONE_ORDERING)
    return ZoneDef(
        fields.at,
        base,
        owner == "player",
        visibility,
        ordering,
        neighbours_in(fields, codes_sections.ZONE),
        fields.flag("space", codes_sections.ZONE),
        properties_in(fields, codes_sections.ZONE),
        spot_in(fields, codes_sections.ZONE),
    )


def base_of(fields: Keyed) -> tuple[str, str]:
    """The id of a zone, split at its first colon into base and qualifier."""
    name = fields.name("id", codes_sections.ZONE_ID)
    base, _, qualifier = name.text.partition(":")
    declares("zone", base, name.at.span)
    if name.text and (not base or base.startswith("$")):
        message = f"invalid zone id '{name.text}'"
        help = "write a name without '$' before the colon"
        fields.error(codes_sections.ZONE_ID, "id", message, help)
    return base, qualifier


def _check_qualifier(fields: Keyed, base: str, qualifier: str, owner: str) -> None:
    """Warn of a qualifier that contradicts the owner: ids are derived from base and owner alone."""
    shared = qualifier == "none"
    if base and qualifier and owner and (shared != (owner == "none") or qualifier.isdigit()):
        message = f"':{qualifier}' is ignored: the owner is '{owner}'"
        at = fields.location("id")
        fields.c.warning(codes_sections.ZONE_QUALIFIER, at, message, f"write '{base}'")


def neighbours_in(fields: Keyed, code: Code) -> tuple[Name, ...]:
    """The neighbours of a zone, as full ids."""
    named = fields.names("adjacentTo", code) if fields.has("adjacentTo") else ()
    return tuple(Name(full_id(n.text), n.at) for n in named)


def full_id(text: str) -> str:
    """The full id of a zone: `:none` is the default owner, bindings stay as they are."""
    return text if ":" in text or text.startswith("$") or not text else f"{text}:none"


def properties_in(fields: Keyed, code: Code) -> dict[str, Plain | tuple[Plain, ...]]:
    """The `attributes` of a zone: numbers, texts, booleans and lists of these."""
    tree = fields.get("attributes")
    if tree is None:
        return {}
    if not isinstance(tree, Mapping):
        fields.error(code, "attributes", "'attributes' must be a mapping")
        return {}
    found: dict[str, Plain | tuple[Plain, ...]] = {}
    for key, value in tree.entries:
        path = f"{fields.path('attributes')}.{key.text}"
        found[key.text] = property_of(fields.c, value, path, code)
    return found


def property_of(c: ReadContext, tree: Tree, path: str, code: Code) -> Plain | tuple[Plain, ...]:
    """A number, text or boolean, or a list of these."""
    if isinstance(tree, Sequence):
        return tuple(scalar_of(c, each, f"{path}.{i}", code) for i, each in enumerate(tree.items))
    return scalar_of(c, tree, path, code)


def scalar_of(c: ReadContext, tree: Tree, path: str, code: Code) -> Plain:
    """A number, text or boolean."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, bool | str):
        return value
    number = number_of(tree)
    if number is None:
        wrong = ("expected a text, a boolean or a whole number", "")
        message, help = range_error(tree) or wrong
        c.error(code, Location(head(tree.span), path), message, help)
    return number or 0


def spot_in(fields: Keyed, code: Code) -> tuple[int, int] | None:
    """The position of a zone on the screen, None by default."""
    tree = fields.get("spot")
    if tree is None:
        return None
    numbers = [number_of(t) for t in tree.items] if isinstance(tree, Sequence) else []
    match numbers:
        case [int(right), int(down)]:
            return right, down
    fields.error(code, "spot", "'spot' must be two whole numbers: [right, down]")
    return None


# ---- tokens --------------------------------------------------------------------------------------


def token_types_of(c: ReadContext, tree: Tree, path: str) -> tuple[TokenType, ...]:
    """`tokenTypes`."""
    items = section_items(tree, path)
    twice = codes_sections.TOKEN_TYPE_TWICE, "token type"
    return read_declarations(c, "token_types", items, _token_type, lambda each: each.id, twice)


def _token_type(c: ReadContext, tree: Tree, path: str) -> TokenType | None:
    fields = TOKEN_TYPE.read(c, tree, path)
    if fields is None:
        return None
    props: dict[str, str] = {}
    tree = fields.tree.get("props") or fields.tree
    if not isinstance(tree, Mapping):
        message = "'props' must be a mapping of names to types"
        fields.error(codes.MISSING_CAPABILITY, "props", message)
    elif fields.has("props"):
        for key, kind in tree.entries:
            where = f"{fields.path('props')}.{key.text}"
            props[name_of(c, key, where).text] = word_of(c, kind, where, KINDS, codes_sections.ENUM)
    changes = (_transition(c, t, p, props) for t, p in _optional_items(fields, "transitions"))
    return TokenType(fields.at, fields.name("id"), props, tuple(t for t in changes if t))


def _optional_items(fields: Keyed, key: str) -> list[tuple[Tree, str]]:
    return fields.items(key, codes.MISSING_CAPABILITY) if fields.has(key) else []


def _transition(c: ReadContext, tree: Tree, path: str, props: dict[str, str]) -> Transition | None:
    fields = TRANSITION.read(c, tree, path)
    if fields is None:
        return None
    prop = fields.name("prop")
    if prop.text and prop.text not in props:
        c.error(codes_sections.NO_REFERENCE, prop.at, f"unknown property '{prop.text}'")
    return Transition(fields.at, prop.text, fields.name("from").text, fields.name("to").text)
