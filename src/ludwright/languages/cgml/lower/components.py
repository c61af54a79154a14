"""Decks, zones, variables and options: what a game is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, head, read
from .card_names import check_names
from .cards import Card, deck_type, properties, tokens
from .expressions import fitted, literal
from .flow_actions import RESERVED
from .fractions import REAL, over, parts
from .symbols import TEXT_TYPE, Environment, Symbols, Typed, VariableInfo, ZoneInfo, ZoneLooks
from .teams import DECLARE, team_numbered

SEES = {"all": "all", "count_only": "count", "hidden": "none", "top_card_only": "top"}
WORDS = {ours: word for word, ours in SEES.items()}
LOOKS = ("pile", "row", "column")
ROLES = {
    **dict.fromkeys(("draw", "deck", "stock"), "draw"),
    **dict.fromkeys(("discard", "waste"), "discard"),
    **dict.fromkeys(("play", "trick", "table"), "play"),
}
TYPES = {
    **dict.fromkeys(("number", "integer", "int"), "int"),
    **dict.fromkeys(("real", "fraction"), REAL),
    **dict.fromkeys(("boolean", "bool"), "bool"),
    **dict.fromkeys(("player", "seat"), "seat"),
    "card": "token",
    "team": "team",
    "zone": "zone",
    "text": TEXT_TYPE,
}


@dataclass(slots=True)
class Parts:
    """The things of a game, as they are found."""

    supplies: list[n.Supply] = field(default_factory=list)
    zones: list[n.Zone] = field(default_factory=list)
    options: list[n.Option] = field(default_factory=list)
    variables: list[tuple[VariableInfo, Fields]] = field(default_factory=list)


def components(world: Symbols, node: Tree, parts: Parts) -> None:
    """Everything below `components`."""
    fields = read(node, shapes.COMPONENTS, "components", world.report)
    if fields is None:
        return
    kinds = fields.get("component_types")
    types = read(kinds, shapes.COMPONENT_TYPES, "component_types", world.report) if kinds else None
    decks = _decks(world, fields, types)
    check_names(world, decks)
    _zones(world, fields, types, decks, parts)
    _supplies(world, fields, decks, parts)
    _variables(world, fields, parts)
    _events(world, fields)


def _events(world: Symbols, fields: Fields) -> None:
    """The events of the game's own."""
    found: dict[str, None] = {}
    for node in fields.items("events"):
        name = node.text if isinstance(node, Scalar) and shapes.is_text(node) else ""
        if not name.isidentifier() or name in ("draw", "play", "discard", "move"):
            message = "an event needs a name of its own: letters, digits and '_'"
            world.error(codes.SHAPE, head(node.span), message)
        elif name in found:
            world.error(codes.TWICE, node.span, f"there are two events '{name}'")
        found[name] = None
    world.events = tuple(name for name in found if name.isidentifier())


# ---- decks -------------------------------------------------------------------------------------


def _decks(world: Symbols, fields: Fields, types: Fields | None) -> dict[str, list[Card]]:
    """The cards of each deck."""
    kinds = {}
    for name, node in types.entries("deck_types") if types else ():
        kinds[name.text] = deck_type(world, name, node)
    used: dict[str, str] = {}
    for name, node in fields.entries("decks"):
        deck = read(node, shapes.DECK, f"deck '{name.text}'", world.report)
        kind = deck.text("type").removeprefix("deck_types.") if deck else ""
        if deck and kind not in kinds and deck.get("type") is not None:
            world.unknown(deck.at("type"), "deck type", kind, kinds)
        used[name.text] = kind
    # A type that no deck has, from a collection of them perhaps, says nothing about the cards.
    # Where it can't be told which are meant, all of this file are looked at, and none of others.
    told = set(used.values()) <= kinds.keys()
    here = {k.name for k in kinds.values() if not told and k.span.file == fields.span.file}
    properties(world, [k for name, k in kinds.items() if name in {*used.values(), *here}])
    return {name: kinds[kind].cards if kind in kinds else [] for name, kind in used.items()}


def _supplies(world: Symbols, fields: Fields, decks: dict[str, list[Card]], parts: Parts) -> None:
    places: dict[str, str] = {}
    for node in fields.items("zones"):
        if not isinstance(node, Mapping):
            continue
        deck, zone, own = (node.get(key) for key in ("of_deck", "name", "per_player"))
        shared = not (isinstance(own, Scalar) and own.value is True) and not _of_team(node)
        if isinstance(deck, Scalar) and isinstance(zone, Scalar) and shared:
            places.setdefault(deck.text, zone.text)
    spans = {key.text: key.span for key, _ in fields.entries("decks")}
    for name, cards in decks.items():
        if name not in places:
            hint = f"give a shared zone 'of_deck: {name}'"
            world.error(codes.NO_ZONE, spans[name], f"the deck '{name}' starts in no zone", hint)
            continue
        supply = n.Supply(
            name=name, zone=places[name], tokens=tokens(world, name, cards), span=spans[name]
        )
        parts.supplies.append(supply)


# ---- zones -------------------------------------------------------------------------------------


def _zones(
    world: Symbols,
    fields: Fields,
    types: Fields | None,
    decks: dict[str, list[Card]],
    parts: Parts,
) -> None:
    kinds: dict[str, Fields] = {}
    for name, node in types.entries("zone_types") if types else ():
        kind = read(node, shapes.ZONE_TYPE, f"zone type '{name.text}'", world.report)
        if kind is not None:
            kinds[name.text] = kind
            _sees(world, kind)  # also where no zone is of this type
    for node in fields.items("zones"):
        zone = read(node, shapes.ZONE, "a zone", world.report)
        if zone is not None and zone.get("name") is not None:
            _zone(world, zone, kinds, decks, parts)


def _zone(
    world: Symbols,
    zone: Fields,
    kinds: dict[str, Fields],
    decks: dict[str, list[Card]],
    parts: Parts,
) -> None:
    name, span = zone.text("name"), zone.at("name")
    if name in world.zones:
        world.error(codes.TWICE, span, f"there are two zones '{name}'")
        return
    ours = zone.flag("per_team") or zone.text("owner_scope") == "team"
    if ours:
        key = "per_team" if zone.flag("per_team") else "owner_scope"
        _check_teams(world, zone.at(key), zone.flag("per_player"))
    deck = zone.text("of_deck")
    if deck and deck not in decks:
        world.unknown(zone.at("of_deck"), "deck", deck, decks)
    word = zone.text("type").removeprefix("zone_types.")
    kind = kinds.get(word)
    if kind is None:
        if zone.get("type") is not None:
            world.unknown(zone.at("type"), "zone type", word, kinds)
        kind = Fields(span, {}, {})
    owner, others = _sees(world, kind)
    ordering, mine = kind.text("ordering", "lifo"), zone.flag("per_player")
    parts.zones.append(
        n.Zone(
            name=name,
            per_seat=mine,
            per_team=ours,
            ordered=ordering != "unordered",
            owner_sees=owner,
            others_see=others,
            face=kind.text("default_face", "up"),
            label=name.replace("_", " "),
            look=_look(world, kind, owner, others),
            span=span,
        )
    )
    face = kind.text("default_face", "up")
    world.looks[name] = ZoneLooks(
        ordering, WORDS[owner], WORDS[others], face, kind.flag("allows_reorder")
    )
    world.zones[name] = ZoneInfo(
        name,
        mine,
        ordering == "fifo",
        owner == "all" != others,
        _role(kind, name, word),
        ordering == "shuffled",
        span,
        per_team=ours,
        owner_sees=face == "up" and (owner if mine or ours else others) == "all",
        others_see=face == "up" and others == "all",
        fixed_order=not kind.flag("allows_reorder", True),
    )


def _of_team(zone: Mapping) -> bool:
    own, scope = zone.get("per_team"), zone.get("owner_scope")
    kept = isinstance(own, Scalar) and own.value is True
    return kept or (isinstance(scope, Scalar) and scope.text == "team")


def _check_teams(world: Symbols, span: Span, per_player: bool) -> None:
    """Complain about what is kept per team where that can't be."""
    if not world.teams:
        world.error(codes.UNKNOWN, span, "this game has no teams", DECLARE)
    elif per_player:
        world.error(codes.WORD, span, "something is kept per player or per team, not both")


def _sees(world: Symbols, kind: Fields) -> tuple[str, str]:
    node = kind.get("visibility")
    fields = read(node, shapes.VISIBILITY, "visibility", world.report) if node else None
    if fields is None:
        return "all", "all"
    everybody = fields.text("all", "all")
    owner, others = fields.text("owner", everybody), fields.text("others", everybody)
    return SEES[owner], SEES[others]


def _look(world: Symbols, kind: Fields, owner: str, others: str) -> str:
    """As the type says; else a hand and open cards without an order lie in a row, everything else
    in a pile."""
    meta = kind.get("meta")
    said = meta.get("look") if isinstance(meta, Mapping) else None
    if isinstance(said, Scalar) and said.text in LOOKS:
        return said.text
    if said is not None:
        world.unknown(said.span, "look", said.text if isinstance(said, Scalar) else "", LOOKS)
    hand, ordering = owner == "all" != others, kind.text("ordering", "lifo")
    return "row" if owner == "all" and (hand or ordering == "unordered") else "pile"


def _role(kind: Fields, *names: str) -> str:
    return role_of(kind.get("meta"), *names)


def role_of(meta: Tree | None, *names: str) -> str:
    """The role a zone plays: as its type says, or by the first word in its names that tells."""
    given = meta.get("role") if isinstance(meta, Mapping) else None
    if isinstance(given, Scalar):
        return given.text
    words = [word for name in names for word in _words(name)]
    found = next((ROLES[word] for word in words if word in ROLES), None)
    return found or ("pile" if "pile" in words else "")


def _words(name: str) -> list[str]:
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return [word.lower() for word in re.split(r"[_\-\s]+", spaced)]


# ---- variables and options ---------------------------------------------------------------------


def options(world: Symbols, nodes: tuple[Tree, ...], parts: Parts) -> None:
    """What a caller may set."""
    for node in nodes:
        fields = read(node, shapes.OPTION, "an option", world.report)
        default = fields.get("default") if fields else None
        if fields is None or default is None or fields.get("name") is None:
            continue
        name = fields.text("name")
        if _taken(world, name, fields.at("name")):
            continue
        value = literal(world, default)
        allowed = tuple(_allowed(world, item, value.type) for item in fields.items("allowed"))
        if value.type not in ("int", "bool", TEXT_TYPE):
            world.error(codes.SHAPE, head(default.span), "a number, text or truth value is needed")
            continue
        if allowed and value.expr not in allowed:
            world.error(codes.NUMBER, default.span, "the default is not among the allowed values")
        world.options[name] = value.type
        parts.options.append(
            n.Option(name=name, default=value.expr, allowed=allowed, span=fields.at("name"))
        )


def _allowed(world: Symbols, node: Tree, kind: str) -> n.Expr:
    value = literal(world, node, kind)
    if world.join(value.type, kind) is None:
        return world.hole(codes.TYPE, head(node.span), f"{world.say(kind)} is needed here").expr
    return value.expr


def _taken(world: Symbols, name: str, span: Span) -> bool:
    if name in RESERVED:
        world.error(codes.TWICE, span, f"the name '{name}' is used by the flow itself")
        return True
    if name in world.variables or name in world.options:
        world.error(codes.TWICE, span, f"there are two variables or options '{name}'")
        return True
    return False


def _variables(world: Symbols, fields: Fields, parts: Parts) -> None:
    for node in fields.items("variables"):
        variable = read(node, shapes.VARIABLE, "a variable", world.report)
        if variable is None or variable.get("name") is None:
            continue
        name, span = variable.text("name"), variable.at("name")
        if _taken(world, name, span):
            continue
        ours = variable.text("scope") == "per_team"
        if ours:
            _check_teams(world, variable.at("scope"), False)
        mine, computed = variable.text("scope") == "per_player", variable.flag("computed")
        if computed and variable.get("expression") is None:
            message = "a computed variable needs the key 'expression'"
            world.error(codes.MISSING, variable.span, message)
            continue
        tree = variable.get("expression") if computed else None
        info = VariableInfo(name, mine, _type(world, variable, name), span, tree, ours)
        world.variables[name] = info
        parts.variables.append((info, variable))


def _type(world: Symbols, variable: Fields, name: str) -> str:
    word, initial = variable.text("type"), variable.get("initial_value")
    if not word and isinstance(initial, Scalar) and type(initial.value) in (bool, float):
        return "bool" if isinstance(initial.value, bool) else REAL
    if not word and isinstance(initial, Scalar) and initial.value not in (None, ""):
        world.literals[name] = initial.text
        world.join(f"?{name}", "int" if isinstance(initial.value, int) else TEXT_TYPE, weak=True)
    if not word:
        return f"?{name}"
    kind = TYPES.get(word, word if word in world.enums else "")
    if not kind:
        world.unknown(variable.at("type"), "type", word, [*TYPES, *world.enums])
    return kind or ANY


def variables(world: Symbols, found: Parts) -> list[n.VariableDef]:
    """The variables, once everything that tells their types has been seen."""
    return [
        variable
        for info, fields in found.variables
        if info.computed is None or _checked(world, info)
        for variable in _whole_parts(_variable(world, info, fields))
    ]


def _whole_parts(variable: n.VariableDef) -> list[n.VariableDef]:
    """A variable that holds a fraction is two: the number above and the one it is divided by."""
    if variable.type != REAL:
        return [variable]
    upper, lower = parts(Typed(variable.initial, REAL))
    return [
        replace(variable, type="int", initial=upper),
        replace(variable, name=over(variable.name), type="int", initial=lower),
    ]


def _checked(world: Symbols, info: VariableInfo) -> bool:
    """A computed variable is written out where it is read; here it is only looked at."""
    seat = Typed(n.Seat(number=0, span=info.span), "seat")
    scope = Environment(bound={"player": seat} if info.per_player else {})
    if info.per_team and world.teams:
        scope = scope.bind(team=team_numbered(world, 0, info.span))
    if info.computed is not None:
        world.unfolding.append(info.name)
        value = world.lower(world, scope, info.computed, info.declared)
        if info.declared:
            fitted(world, value, info.declared, info.computed.span)
        world.unfolding.pop()
    return False


def _variable(world: Symbols, info: VariableInfo, fields: Fields) -> n.VariableDef:
    node, kind = fields.get("initial_value"), world.known(info.type)
    audience = fields.text("visibility", "all")
    if audience == "owner" and not (info.per_player or info.per_team):
        message = "only a variable with 'scope: per_player' or 'per_team' has an owner"
        world.error(codes.WORD, fields.at("visibility"), message)
        audience = "all"
    initial = _initial(world, info, node, kind)
    return n.VariableDef(
        name=info.name,
        type=ANY if kind.startswith("?") else kind,
        initial=initial,
        per_seat=info.per_player,
        per_team=info.per_team,
        audience=audience,
        inner=_is_inner(fields),
        span=info.span,
    )


def _is_inner(fields: Fields) -> bool:
    """Whether a variable only keeps the game going, which nobody needs to see."""
    meta = fields.get("meta")
    flag = meta.get("inner") if isinstance(meta, Mapping) else None
    return isinstance(flag, Scalar) and flag.value is True


def _initial(world: Symbols, info: VariableInfo, node: Tree | None, kind: str) -> n.Expr:
    unset = node is None or (isinstance(node, Scalar) and node.value in (None, ""))
    if not unset and node is not None:
        return fitted(world, literal(world, node, kind), kind, node.span, weak=True).expr
    if kind.startswith("?"):
        message = f"nothing tells the type of '{info.name}'"
        return world.hole(codes.UNTYPED, info.span, message, "add a 'type:' key").expr
    if world.nullable(kind):
        return n.Nothing(type=kind, span=info.span)
    if kind == ANY:
        return n.Hole(span=info.span)
    message = f"'{info.name}' is {world.say(kind)} and needs an initial_value"
    return world.hole(codes.UNSET, info.span, message).expr
