"""Reading piece catalogues: token types with a faction, status dimensions and a total."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....diagnostics import did_you_mean
from ...shapes import keys
from ...yaml.read import Sequence, Tree
from ..codes import assets as codes_assets
from .forms import ReadContext, quoted_list
from .keyed import Keyed, Keys, read_declarations
from .tree.sections import TokenType, Transition
from .tree.values import Name

CATALOG = Keys(
    "a piece catalogue",
    codes_assets.CATALOG,
    keys("pieceTypes: [piece_type], inventory: [stock]"),
)
PIECE = Keys(
    "a piece type",
    codes_assets.CATALOG,
    keys(
        "id: name, faction: name, statusDimensions: [name]",
        "transitions: [status_transition], visual?: any",
    ),
)
TRANSITION = Keys(
    "a transition", codes_assets.CATALOG, keys("dimension: name, from: name, to: name")
)
STOCK = Keys(
    "a row of the inventory",
    codes_assets.CATALOG,
    keys("pieceTypeId: name, faction: name, total: whole"),
)

FACTION = "faction"
STATUSES = {"activity": ("underground", "active"), "tunnel": ("untunneled", "tunneled")}
"""The dimensions with fixed values; the first one is the default."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece type: its token type, its faction and its initial status."""

    type: TokenType
    faction: str
    status: dict[str, str]


@dataclass(frozen=True, slots=True)
class Catalog:
    """The piece types by their ids."""

    pieces: dict[str, Piece]

    @property
    def token_types(self) -> tuple[TokenType, ...]:
        """The token types of all pieces."""
        return tuple(piece.type for piece in self.pieces.values())


def catalog_of(c: ReadContext, tree: Tree, path: str) -> Catalog | None:
    """The payload of a piece catalogue."""
    fields = CATALOG.read(c, tree, path)
    if fields is None:
        return None
    start, items = len(c.report.items), fields.items("pieceTypes", codes_assets.CATALOG)
    if c.failed_since(start) or not fields.has("pieceTypes"):
        c.mark_lost("token_types")
    twice = codes_assets.PIECE_TWICE, "piece type"
    pieces = read_declarations(c, "token_types", items, _piece, lambda each: each.type.id, twice)
    by_id = {piece.type.id.text: piece for piece in pieces}
    # If one of the lists is malformed, comparing it with the other would only add noise.
    lists = (fields.tree.get("pieceTypes"), fields.tree.get("inventory"))
    whole = all(isinstance(tree, Sequence) for tree in lists)
    return Catalog(_with_totals(fields, by_id) if whole else by_id)


def _piece(c: ReadContext, tree: Tree, path: str) -> Piece | None:
    fields = PIECE.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id", codes_assets.CATALOG)
    faction = fields.name("faction", codes_assets.CATALOG)
    dimensions = fields.texts("statusDimensions", codes_assets.CATALOG)
    changes = []
    for each, where in fields.items("transitions", codes_assets.CATALOG):
        change = TRANSITION.read(c, each, where)
        if change is not None:
            changes.append(_transition(change, dimensions))
    # Faction and status are ordinary properties of tokens, which filters and effects can use.
    props = {FACTION: "string", **dict.fromkeys(dimensions, "string")}
    type = TokenType(fields.at, name, props, tuple(changes))
    return Piece(type, faction.text, {d: _initial_status(d, changes) for d in dimensions})


def _transition(fields: Keyed, dimensions: tuple[str, ...]) -> Transition:
    dimension = fields.name("dimension", codes_assets.CATALOG)
    if dimension.text and dimension.text not in dimensions:
        message = f"unknown status dimension '{dimension.text}'"
        hint = did_you_mean(dimension.text, dimensions)
        fields.c.error(codes_assets.DIMENSION, dimension.at, message, hint)
    before, after = (fields.name(key, codes_assets.CATALOG) for key in ("from", "to"))
    if dimension.text in dimensions:
        check_status(fields.c, dimension.text, before)
        check_status(fields.c, dimension.text, after)
    return Transition(fields.at, dimension.text, before.text, after.text)


def check_status(c: ReadContext, dimension: str, value: Name) -> None:
    """Report an invalid value of a dimension with fixed values."""
    words = STATUSES.get(dimension)
    if words and value.text and value.text not in words:
        message = f"invalid value '{value.text}' of '{dimension}'"
        hint = did_you_mean(value.text, words) or f"expected {quoted_list(words, 'or')}"
        c.error(codes_assets.STATUS_VALUE, value.at, message, hint)


def _initial_status(dimension: str, changes: list[Transition]) -> str:
    # Of other dimensions the initial value is where the first transition starts.
    written = (change.before for change in changes if change.prop == dimension)
    return STATUSES[dimension][0] if dimension in STATUSES else next(written, "")


def _with_totals(catalog: Keyed, pieces: dict[str, Piece]) -> dict[str, Piece]:
    """The pieces with their totals from `inventory`."""
    c, totals = catalog.c, dict[str, int]()
    for tree, path in catalog.items("inventory", codes_assets.CATALOG):
        fields = STOCK.read(c, tree, path)
        if fields is None:
            continue
        name = fields.name("pieceTypeId", codes_assets.CATALOG)
        faction = fields.name("faction", codes_assets.CATALOG)
        total = fields.whole("total", codes_assets.CATALOG, 0)
        piece = pieces.get(name.text)
        lost = c.lost.get("token_types", ())
        if piece is None and name.text and "" not in lost and name.text not in lost:
            message = f"unknown piece type '{name.text}'"
            c.error(
                codes_assets.INVENTORY_UNKNOWN, name.at, message, did_you_mean(name.text, pieces)
            )
        elif piece and faction.text and piece.faction != faction.text:
            message = f"'{name.text}' belongs to '{piece.faction}', not to '{faction.text}'"
            c.error(codes_assets.INVENTORY_FACTION, faction.at, message)
        if name.text in totals:
            message = f"duplicate inventory of '{name.text}'"
            c.error(codes_assets.INVENTORY_TWICE, name.at, message)
        totals.setdefault(name.text, total)
    for key, piece in pieces.items():
        if key and key not in totals:
            message = f"missing inventory of '{key}'"
            c.error(codes_assets.INVENTORY_MISSING, piece.type.id.at, message)
    return {
        key: replace(piece, type=replace(piece.type, total=totals.get(key)))
        for key, piece in pieces.items()
    }
