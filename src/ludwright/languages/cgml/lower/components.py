"""Decks, zones, variables and options."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...names import declares, refers
from ...yaml.read import Mapping, Scalar, Tree, head
from .. import codes
from ..read import shapes
from ..read.shapes import Fields, read
from .card_names import check_names
from .cards import Card, deck_type, properties, tokens
from .expressions import fitted, literal
from .flow_actions import RESERVED
from .fractions import REAL, over, parts
from .symbols import TEXT_TYPE, Environment, Symbols, Typed, VariableInfo, ZoneInfo, ZoneLooks
from .teams import DECLARE, team_numbered

SEES = {"all": "all", "count_only": "count", "hidden": "none", "top_card_only": "top"}
WORDS = {ours: word for word, ours in SEES.items()}
LOOKS = ("pile", "row", "column", "none")
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
    """The declarations of a game, collected while they are read."""

    supplies: list[n.Supply] = field(default_factory=list)
    zones: list[n.Zone] = field(default_factory=list)
    options: list[n.Option] = field(default_factory=list)
    variables: list[tuple[VariableInfo, Fields]] = field(default_factory=list)


def components(symbols: Symbols, node: Tree, parts: Parts) -> None:
    """Read everything below `components`."""
    fields = read(node, shapes.COMPONENTS, "components", symbols.report)
    if fields is None:
        return
    kinds = fields.get("component_types")
    types = (
        read(kinds, shapes.COMPONENT_TYPES, "component_types", symbols.report) if kinds else None
    )
    decks = _decks(symbols, fields, types)
    # In this order: zones refer to decks, and the types of variables to the properties of cards.
    check_names(symbols, decks)
    _zones(symbols, fields, types, decks, parts)
    _supplies(symbols, fields, decks, parts)
    _variables(symbols, fields, parts)
    _events(symbols, fields)


def _events(symbols: Symbols, fields: Fields) -> None:
    """The game's own events."""
    found: dict[str, None] = {}
    for node in fields.items("events"):
        name = node.text if isinstance(node, Scalar) and shapes.is_text(node) else ""
        if not name.isidentifier() or name in ("draw", "play", "discard", "move"):
            message = "expected an event name of letters, digits and '_' that is not built in"
            symbols.error(codes.SHAPE, head(node.span), message)
        elif name in found:
            symbols.error(codes.DUPLICATE, node.span, f"duplicate event '{name}'")
        declares("event", name, node.span)
        found[name] = None
    symbols.events = tuple(name for name in found if name.isidentifier())


# ---- decks -------------------------------------------------------------------------------------


def _decks(symbols: Symbols, fields: Fields, types: Fields | None) -> dict[str, list[Card]]:
    """The cards of each deck."""
    kinds = {}
    for name, node in types.entries("deck_types") if types else ():
        declares("deck type", name.text, name.span)
        kinds[name.text] = deck_type(symbols, name, node)
    used: dict[str, str] = {}
    for name, node in fields.entries("decks"):
        deck = read(node, shapes.DECK, f"deck '{name.text}'", symbols.report)
        kind = deck.text("type").removeprefix("deck_types.") if deck else ""
        declares("deck", name.text, name.span)
        if deck:
            refers("deck type", kind, deck.at("type"))
        if deck and kind not in kinds and deck.get("type") is not None:
            symbols.unknown(deck.at("type"), "deck type", kind, kinds)
        used[name.text] = kind
    # Deck types that no deck has, perhaps from a collection, do not define properties. After an
    # unknown type any could be meant: then those of this file count, and no imported ones.
    complete = set(used.values()) <= kinds.keys()
    here = {k.name for k in kinds.values() if not complete and k.span.file == fields.span.file}
    properties(symbols, [k for name, k in kinds.items() if name in {*used.values(), *here}])
    return {name: kinds[kind].cards if kind in kinds else [] for name, kind in used.items()}


def _supplies(symbols: Symbols, fields: Fields, decks: dict[str, list[Card]], parts: Parts) -> None:
    homes: dict[str, str] = {}
    for node in fields.items("zones"):
        if not isinstance(node, Mapping):
            continue
        deck, zone, own = (node.get(key) for key in ("of_deck", "name", "per_player"))
        shared = not (isinstance(own, Scalar) and own.value is True) and not _of_team(node)
        if isinstance(deck, Scalar) and isinstance(zone, Scalar) and shared:
            # The first shared zone of a deck is where its cards start.
            homes.setdefault(deck.text, zone.text)
    spans = {key.text: key.span for key, _ in fields.entries("decks")}
    for name, cards in decks.items():
        if name not in homes:
            hint = f"add 'of_deck: {name}' to a shared zone"
            symbols.error(codes.NO_ZONE, spans[name], f"deck '{name}' has no starting zone", hint)
            continue
        supply = n.Supply(
            name=name, zone=homes[name], tokens=tokens(symbols, name, cards), span=spans[name]
        )
        parts.supplies.append(supply)


# ---- zones -------------------------------------------------------------------------------------


def _zones(
    symbols: Symbols,
    fields: Fields,
    types: Fields | None,
    decks: dict[str, list[Card]],
    parts: Parts,
) -> None:
    kinds: dict[str, Fields] = {}
    for name, node in types.entries("zone_types") if types else ():
        declares("zone type", name.text, name.span)
        kind = read(node, shapes.ZONE_TYPE, f"zone type '{name.text}'", symbols.report)
        if kind is not None:
            kinds[name.text] = kind
            _sees(symbols, kind)  # reports errors, even if no zone has this type
    for node in fields.items("zones"):
        zone = read(node, shapes.ZONE, "a zone", symbols.report)
        if zone is not None and zone.get("name") is not None:
            _zone(symbols, zone, kinds, decks, parts)


def _zone(
    symbols: Symbols,
    zone: Fields,
    kinds: dict[str, Fields],
    decks: dict[str, list[Card]],
    parts: Parts,
) -> None:
    name, span = zone.text("name"), zone.at("name")
    declares("zone", name, span)
    if name in symbols.zones:
        symbols.error(
            codes.DUPLICATE,
            span,
            f"duplicate zone '{name}'; first declared at line {symbols.zones[name].span.line}",
        )
        return
    ours = zone.flag("per_team") or zone.text("owner_scope") == "team"
    if ours:
        key = "per_team" if zone.flag("per_team") else "owner_scope"
        _check_teams(symbols, zone.at(key), zone.flag("per_player"))
    deck = zone.text("of_deck")
    refers("deck", deck, zone.at("of_deck"))
    if deck and deck not in decks:
        symbols.unknown(zone.at("of_deck"), "deck", deck, decks)
    word = zone.text("type").removeprefix("zone_types.")
    refers("zone type", word, zone.at("type"))
    kind = kinds.get(word)
    if kind is None:
        if zone.get("type") is not None:
            symbols.unknown(zone.at("type"), "zone type", word, kinds)
        kind = Fields(span, {}, {})
    owner, others = _sees(symbols, kind)
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
            look=_look(symbols, kind, owner, others),
            span=span,
        )
    )
    face = kind.text("default_face", "up")
    symbols.looks[name] = ZoneLooks(
        ordering, WORDS[owner], WORDS[others], face, kind.flag("allows_reorder")
    )
    symbols.zones[name] = ZoneInfo(
        name,
        mine,
        ordering == "fifo",
        owner == "all" != others,
        _role(kind, name, word),
        ordering == "shuffled",
        span,
        per_team=ours,
        # A face-down card is hidden even in an open zone.
        owner_sees=face == "up" and (owner if mine or ours else others) == "all",
        others_see=face == "up" and others == "all",
        fixed_order=not kind.flag("allows_reorder", True),
    )


def _of_team(zone: Mapping) -> bool:
    own, scope = zone.get("per_team"), zone.get("owner_scope")
    kept = isinstance(own, Scalar) and own.value is True
    return kept or (isinstance(scope, Scalar) and scope.text == "team")


def _check_teams(symbols: Symbols, span: Span, per_player: bool) -> None:
    """Report a per-team zone or variable in a game without teams, or one that is per player too."""
    if not symbols.teams:
        symbols.error(codes.UNKNOWN, span, "this game has no teams", DECLARE)
    elif per_player:
        symbols.error(codes.WORD, span, "a zone or variable is per player or per team, not both")


def _sees(symbols: Symbols, kind: Fields) -> tuple[str, str]:
    node = kind.get("visibility")
    fields = read(node, shapes.VISIBILITY, "visibility", symbols.report) if node else None
    if fields is None:
        return "all", "all"
    # `all` is the default for both; `owner` and `others` are more specific.
    everybody = fields.text("all", "all")
    owner, others = fields.text("owner", everybody), fields.text("others", everybody)
    return SEES[owner], SEES[others]


def _look(symbols: Symbols, kind: Fields, owner: str, others: str) -> str:
    """The layout of a zone: as its type says; by default a row for hands and open unordered cards,
    a pile for everything else."""
    meta = kind.get("meta")
    said = meta.get("look") if isinstance(meta, Mapping) else None
    if isinstance(said, Scalar) and said.text in LOOKS:
        return said.text
    if said is not None:
        symbols.unknown(said.span, "look", said.text if isinstance(said, Scalar) else "", LOOKS)
    hand, ordering = owner == "all" != others, kind.text("ordering", "lifo")
    return "row" if owner == "all" and (hand or ordering == "unordered") else "pile"


def _role(kind: Fields, *names: str) -> str:
    return role_of(kind.get("meta"), *names)


def role_of(meta: Tree | None, *names: str) -> str:
    """The role of a zone: as its type says, or by the first word of its names that implies one."""
    given = meta.get("role") if isinstance(meta, Mapping) else None
    if isinstance(given, Scalar):
        return given.text
    words = [word for name in names for word in _words(name)]
    found = next((ROLES[word] for word in words if word in ROLES), None)
    return found or ("pile" if "pile" in words else "")


def _words(name: str) -> list[str]:
    # `drawPile`, `draw_pile` and `draw-pile` are the same words.
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return [word.lower() for word in re.split(r"[_\-\s]+", spaced)]


# ---- variables and options ---------------------------------------------------------------------


def options(symbols: Symbols, nodes: tuple[Tree, ...], parts: Parts) -> None:
    """The settings that a caller may choose."""
    for node in nodes:
        fields = read(node, shapes.OPTION, "an option", symbols.report)
        default = fields.get("default") if fields else None
        if fields is None or default is None or fields.get("name") is None:
            continue
        name = fields.text("name")
        declares("option", name, fields.at("name"))
        if _taken(symbols, name, fields.at("name")):
            continue
        value = literal(symbols, default)
        allowed = tuple(_allowed(symbols, item, value.type) for item in fields.items("allowed"))
        # Options are set from outside, for example on the command line, as plain values.
        if value.type not in ("int", "bool", TEXT_TYPE):
            symbols.error(codes.SHAPE, head(default.span), "expected a number, text or boolean")
            continue
        if allowed and value.expr not in allowed:
            symbols.error(codes.NUMBER, default.span, "the default is not among the allowed values")
        symbols.options[name] = value.type
        about, span = fields.text("description"), fields.at("name")
        parts.options.append(
            n.Option(name=name, default=value.expr, allowed=allowed, about=about, span=span)
        )


def _allowed(symbols: Symbols, node: Tree, kind: str) -> n.Expr:
    value = literal(symbols, node, kind)
    if symbols.join(value.type, kind) is None:
        return symbols.hole(codes.TYPE, head(node.span), f"expected {symbols.describe(kind)}").expr
    return value.expr


def _taken(symbols: Symbols, name: str, span: Span) -> bool:
    if name in RESERVED:
        symbols.error(codes.DUPLICATE, span, f"'{name}' is reserved")
        return True
    if name in symbols.variables or name in symbols.options:
        symbols.error(codes.DUPLICATE, span, f"duplicate variable or option '{name}'")
        return True
    return False


def _variables(symbols: Symbols, fields: Fields, parts: Parts) -> None:
    for node in fields.items("variables"):
        variable = read(node, shapes.VARIABLE, "a variable", symbols.report)
        if variable is None or variable.get("name") is None:
            continue
        name, span = variable.text("name"), variable.at("name")
        declares("variable", name, span)
        if _taken(symbols, name, span):
            continue
        ours = variable.text("scope") == "per_team"
        if ours:
            _check_teams(symbols, variable.at("scope"), False)
        mine, computed = variable.text("scope") == "per_player", variable.flag("computed")
        if computed and variable.get("expression") is None:
            message = "missing key 'expression' in a computed variable"
            symbols.error(codes.MISSING, variable.span, message)
            continue
        tree = variable.get("expression") if computed else None
        info = VariableInfo(name, mine, _type(symbols, variable, name), span, tree, ours)
        symbols.variables[name] = info
        parts.variables.append((info, variable))


def _type(symbols: Symbols, variable: Fields, name: str) -> str:
    word, initial = variable.text("type"), variable.get("initial_value")
    # A boolean or a decimal point leaves no doubt; an integer might be a rank, a text anything.
    if not word and isinstance(initial, Scalar) and type(initial.value) in (bool, float):
        return "bool" if isinstance(initial.value, bool) else REAL
    if not word and isinstance(initial, Scalar) and initial.value not in (None, ""):
        # A weak guess: uses of the variable may determine another type.
        symbols.literals[name] = initial.text
        symbols.join(f"?{name}", "int" if isinstance(initial.value, int) else TEXT_TYPE, weak=True)
    if not word:
        return f"?{name}"
    refers("type", word, variable.at("type"), known=(*TYPES, *symbols.enums))
    kind = TYPES.get(word, word if word in symbols.enums else "")
    if not kind:
        symbols.unknown(variable.at("type"), "type", word, [*TYPES, *symbols.enums])
    return kind or ANY


def variables(symbols: Symbols, found: Parts) -> list[n.VariableDef]:
    """The variables, once all uses that determine their types have been read."""
    return [
        variable
        for info, fields in found.variables
        if info.computed is None or _checked(symbols, info)
        for variable in _whole_parts(_variable(symbols, info, fields))
    ]


def _whole_parts(variable: n.VariableDef) -> list[n.VariableDef]:
    """A variable that holds a fraction becomes two: the numerator and the denominator."""
    if variable.type != REAL:
        return [variable]
    upper, lower = parts(Typed(variable.initial, REAL))
    return [
        replace(variable, type="int", initial=upper),
        replace(variable, name=over(variable.name), type="int", initial=lower),
    ]


def _checked(symbols: Symbols, info: VariableInfo) -> bool:
    """Check a computed variable; it becomes code only where it is read."""
    # Any owner will do: the expression is only checked here, and lowered again where it is read.
    seat = Typed(n.Seat(number=0, span=info.span), "seat")
    env = Environment(bound={"player": seat} if info.per_player else {})
    if info.per_team and symbols.teams:
        env = env.bind(team=team_numbered(symbols, 0, info.span))
    if info.computed is not None:
        # On the stack while it is checked, so that a cycle through it is found.
        symbols.expansion_stack.append(info.name)
        value = symbols.lower(symbols, env, info.computed, info.declared)
        if info.declared:
            fitted(symbols, value, info.declared, info.computed.span)
        symbols.expansion_stack.pop()
    return False


def _variable(symbols: Symbols, info: VariableInfo, fields: Fields) -> n.VariableDef:
    node, kind = fields.get("initial_value"), symbols.known(info.type)
    audience = fields.text("visibility", "all")
    if audience == "owner" and not (info.per_player or info.per_team):
        message = "only a variable with 'scope: per_player' or 'per_team' has an owner"
        symbols.error(codes.WORD, fields.at("visibility"), message)
        audience = "all"
    initial = _initial(symbols, info, node, kind)
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
    """Whether a variable is bookkeeping that no table shows."""
    meta = fields.get("meta")
    flag = meta.get("inner") if isinstance(meta, Mapping) else None
    return isinstance(flag, Scalar) and flag.value is True


def _initial(symbols: Symbols, info: VariableInfo, node: Tree | None, kind: str) -> n.Expr:
    unset = node is None or (isinstance(node, Scalar) and node.value in (None, ""))
    if not unset and node is not None:
        return fitted(symbols, literal(symbols, node, kind), kind, node.span, weak=True).expr
    if kind.startswith("?"):
        message = f"cannot infer the type of '{info.name}'"
        return symbols.hole(codes.UNTYPED, info.span, message, "add a 'type:' key").expr
    if symbols.nullable(kind):
        return n.Nothing(type=kind, span=info.span)
    if kind == ANY:
        return n.Hole(span=info.span)
    message = (
        f"missing initial_value: '{info.name}' is {symbols.describe(kind)}, which cannot be unset"
    )
    return symbols.hole(codes.UNSET, info.span, message).expr
