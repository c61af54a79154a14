"""What a GameSpecDoc is played with: metadata, constants, variables, zones, types of tokens."""

from __future__ import annotations

from collections import abc

from ....diagnostics import Code
from ....gamedef.verify_nodes import MOST_PLAYERS
from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import values as codes
from .forms import ReadContext, too_large
from .keyed import (
    Keyed,
    Keys,
    head,
    name_of,
    number_of,
    section_items,
    sound,
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
        help = "the id of a game has no blanks around it"
        fields.wrong(codes_sections.WHITESPACE, "id", f"there are blanks around '{text}'", help)
        name = Name(text.strip(), fields.at)
    else:
        name = fields.name("id")
    players = _players(c, fields)
    depth = 8
    if fields.has("maxTriggerDepth"):
        depth = fields.whole("maxTriggerDepth", codes_sections.TRIGGER_DEPTH, 1)
    title = " ".join(fields.text("title", codes_sections.IDENTIFIER).split())
    return None if players is None else Metadata(fields.at, name.text, *players, depth, title)


def _players(c: ReadContext, fields: Keyed) -> tuple[int, int] | None:
    """How many can play; nothing after an error, as then any number may be meant."""
    players = PLAYERS.read(c, fields.tree.get("players"), fields.path("players"))
    if players is None:
        return None
    before = len(c.report.items)
    least = players.whole("min", codes_sections.PLAYERS_RANGE)
    most = players.whole("max", codes_sections.PLAYERS_RANGE)
    if len(c.report.items) > before or not (players.has("min") and players.has("max")):
        return None
    if least < 1:
        players.wrong(codes_sections.PLAYERS_LOW, "min", "there must be at least one player")
    elif least > most:
        message = f"'min' is {least}, but 'max' is {most}"
        players.wrong(codes_sections.PLAYERS_ORDER, "min", message, "swap them?")
    elif most > MOST_PLAYERS:
        players.wrong(codes_sections.PLAYERS_MOST, "max", f"at most {MOST_PLAYERS} can play")
    return None if c.failed_since(before) else (least, most)


def constants_of(c: ReadContext, tree: Tree, path: str) -> abc.Mapping[str, int] | None:
    """`constants`."""
    if not isinstance(tree, Mapping):
        c.error(codes.MISSING_CAPABILITY, Location(head(tree.span), path), "constants is a mapping")
        return None
    found: dict[str, int] = {}
    for key, value in tree.entries:
        number = number_of(value)
        if number is None:
            at = Location(head(value.span), f"{path}.{key.text}")
            wrong = (f"the constant '{key.text}' is no whole number", "numbers are whole")
            message, help = too_large(value) or wrong
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
    return sound(c, section, items, _variable, lambda each: each.name, (twice, "a variable"))


def _variable(c: ReadContext, tree: Tree, path: str) -> VarDef | None:
    fields = VARIABLE.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("name")
    type = fields.word("type")
    if fields.has("type") and not type:
        return VarDef(fields.at, name, "int", 0, 0, 0)
    if type == "boolean":
        init = fields.truth("init", codes_sections.VARIABLE_RANGE)
        for key in ("min", "max"):
            if fields.has(key):
                message = f"a boolean variable has no '{key}': it is ignored"
                c.warning(codes.UNKNOWN_KEY, fields.place(key), message)
        return VarDef(fields.at, name, type, init, 0, 1)
    missing = [key for key in ("min", "max") if not fields.has(key)]
    if missing and type:
        wanted = " and ".join(f"'{key}'" for key in missing)
        c.error(
            codes_sections.VARIABLE_MISSING, fields.at, f"a variable of type int needs {wanted}"
        )
    return _ranged(fields, name, bool(missing) or not fields.has("init"))


def _ranged(fields: Keyed, name: Name, incomplete: bool) -> VarDef:
    before = len(fields.c.report.items)
    code = codes_sections.VARIABLE_RANGE
    init, least, most = (
        fields.whole(key, code) if fields.has(key) else 0 for key in ("init", "min", "max")
    )
    if incomplete or len(fields.c.report.items) > before:
        return VarDef(fields.at, name, "int", init, least, most)
    if least > most:
        message = f"'{name.text}' has min {least}, but max {most}"
        fields.wrong(codes_sections.VARIABLE_ORDER, "min", message, "swap them?")
    elif not least <= init <= most:
        message = f"'{name.text}' starts with {init}, which is not between {least} and {most}"
        fields.wrong(codes_sections.VARIABLE_INIT, "init", message)
    return VarDef(fields.at, name, "int", init, least, most)


# ---- zones ---------------------------------------------------------------------------------------


def zones_of(c: ReadContext, tree: Tree | None, path: str) -> tuple[ZoneDef, ...]:
    """The zones that are written down; their neighbours are looked at when all are known."""
    return sound(c, "zones", section_items(tree, path), _zone, base_name)


def base_name(zone: ZoneDef) -> Name:
    """The name by which others know a zone."""
    return Name(zone.base, zone.at)


def _zone(c: ReadContext, tree: Tree, path: str) -> ZoneDef | None:
    fields = ZONE.read(c, tree, path)
    if fields is None:
        return None
    base, qualifier = base_of(fields)
    owner = fields.word("owner", codes_sections.ZONE_OWNER)
    _fits(fields, base, qualifier, owner)
    visibility = fields.word("visibility", codes_sections.ZONE_VISIBILITY)
    ordering = fields.word("ordering", codes_sections.ZONE_ORDERING)
    return ZoneDef(
        fields.at,
        base,
        owner == "player",
        visibility,
        ordering,
        neighbours_in(fields, codes_sections.ZONE),
        fields.truth("space", codes_sections.ZONE),
        properties_in(fields, codes_sections.ZONE),
        spot_in(fields, codes_sections.ZONE),
    )


def base_of(fields: Keyed) -> tuple[str, str]:
    """The id of a zone: what stands before and behind the first colon."""
    name = fields.name("id", codes_sections.ZONE_ID)
    base, _, qualifier = name.text.partition(":")
    if name.text and (not base or base.startswith("$")):
        message = f"'{name.text}' can't be the id of a zone"
        fields.wrong(codes_sections.ZONE_ID, "id", message, "write a name before the colon")
    return base, qualifier


def _fits(fields: Keyed, base: str, qualifier: str, owner: str) -> None:
    """Warn of a qualifier that is not what the owner makes of the id."""
    nobody = qualifier == "none"
    if base and qualifier and owner and (nobody != (owner == "none") or qualifier.isdigit()):
        message = f"':{qualifier}' does not count: the owner is '{owner}'"
        at = fields.place("id")
        fields.c.warning(codes_sections.ZONE_QUALIFIER, at, message, f"write '{base}'")


def neighbours_in(fields: Keyed, code: Code) -> tuple[Name, ...]:
    """The neighbours of a zone, as full ids."""
    named = fields.names("adjacentTo", code) if fields.has("adjacentTo") else ()
    return tuple(Name(full_id(n.text), n.at) for n in named)


def full_id(text: str) -> str:
    """The id of a zone, which belongs to nobody if nothing else is said."""
    return text if ":" in text or text.startswith("$") or not text else f"{text}:none"


def properties_in(fields: Keyed, code: Code) -> dict[str, Plain | tuple[Plain, ...]]:
    """What else is known of a zone: numbers, texts, truths and lists of them."""
    tree = fields.get("attributes")
    if tree is None:
        return {}
    if not isinstance(tree, Mapping):
        fields.wrong(code, "attributes", "'attributes' is a mapping")
        return {}
    found: dict[str, Plain | tuple[Plain, ...]] = {}
    for key, value in tree.entries:
        path = f"{fields.path('attributes')}.{key.text}"
        found[key.text] = property_of(fields.c, value, path, code)
    return found


def property_of(c: ReadContext, tree: Tree, path: str, code: Code) -> Plain | tuple[Plain, ...]:
    """A number, a text, a truth or a list of them."""
    if isinstance(tree, Sequence):
        return tuple(plain_of(c, each, f"{path}.{i}", code) for i, each in enumerate(tree.items))
    return plain_of(c, tree, path, code)


def plain_of(c: ReadContext, tree: Tree, path: str, code: Code) -> Plain:
    """A number, a text or a truth."""
    value = tree.value if isinstance(tree, Scalar) else None
    if isinstance(value, bool | str):
        return value
    number = number_of(tree)
    if number is None:
        wrong = ("a text, a truth or a whole number is needed here", "")
        message, help = too_large(tree) or wrong
        c.error(code, Location(head(tree.span), path), message, help)
    return number or 0


def spot_in(fields: Keyed, code: Code) -> tuple[int, int] | None:
    """Where people lay a zone."""
    tree = fields.get("spot")
    if tree is None:
        return None
    numbers = [number_of(t) for t in tree.items] if isinstance(tree, Sequence) else []
    match numbers:
        case [int(right), int(down)]:
            return right, down
    fields.wrong(code, "spot", "'spot' is two numbers: [to the right, down]")
    return None


# ---- tokens --------------------------------------------------------------------------------------


def token_types_of(c: ReadContext, tree: Tree, path: str) -> tuple[TokenType, ...]:
    """`tokenTypes`."""
    items = section_items(tree, path)
    twice = codes_sections.TOKEN_TYPE_TWICE, "a token type"
    return sound(c, "token_types", items, _token_type, lambda each: each.id, twice)


def _token_type(c: ReadContext, tree: Tree, path: str) -> TokenType | None:
    fields = TOKEN_TYPE.read(c, tree, path)
    if fields is None:
        return None
    props: dict[str, str] = {}
    tree = fields.tree.get("props") or fields.tree
    if not isinstance(tree, Mapping):
        fields.wrong(codes.MISSING_CAPABILITY, "props", "'props' is a mapping of names to kinds")
    elif fields.has("props"):
        for key, kind in tree.entries:
            where = f"{fields.path('props')}.{key.text}"
            props[name_of(c, key, where).text] = word_of(c, kind, where, KINDS, codes_sections.ENUM)
    changes = (_transition(c, t, p, props) for t, p in _listed(fields, "transitions"))
    return TokenType(fields.at, fields.name("id"), props, tuple(t for t in changes if t))


def _listed(fields: Keyed, key: str) -> list[tuple[Tree, str]]:
    return fields.items(key, codes.MISSING_CAPABILITY) if fields.has(key) else []


def _transition(c: ReadContext, tree: Tree, path: str, props: dict[str, str]) -> Transition | None:
    fields = TRANSITION.read(c, tree, path)
    if fields is None:
        return None
    prop = fields.name("prop")
    if prop.text and prop.text not in props:
        c.error(codes_sections.NO_REFERENCE, prop.at, f"there is no property '{prop.text}'")
    return Transition(fields.at, prop.text, fields.name("from").text, fields.name("to").text)
