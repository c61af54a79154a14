"""What a GameSpecDoc says, with places: values, conditions, queries and effects, as written.

Macros and constants are gone here: each is replaced by what it stands for. Names of bindings keep
their `$`. An identifier is trimmed and normalised (NFC).
"""

from __future__ import annotations

from dataclasses import dataclass

from .....diagnostics import Span

Scalar = int | bool | str


@dataclass(frozen=True, slots=True)
class Location:
    """Where something stands: in the file, and in the document (`doc.actions.0.phase`)."""

    span: Span
    path: str


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier, and where it stands."""

    text: str
    at: Location


@dataclass(frozen=True, slots=True)
class Part:
    """Anything that has a place."""

    at: Location


@dataclass(frozen=True, slots=True)
class Hole(Part):
    """Stands in for a value, condition, query or zone that could not be read: the reason has been
    reported, and whatever reads a hole reports nothing more."""


# ---- players and zones -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player(Part):
    """Which players: `actor`, `active`, `all`, `allOther`, `left`, `right`, `id` (with its number)
    or `chosen` (with the binding that holds the player)."""

    kind: str
    number: int = 0
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class ZoneNamed(Part):
    """The zone of a base that belongs to a player, or to nobody."""

    base: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class ZoneBound(Part):
    """The zone that a binding holds, or whose id is the text that it holds."""

    name: Name


@dataclass(frozen=True, slots=True)
class ZoneWorked(Part):
    """The zone whose id a value gives."""

    value: Value


ZoneSel = ZoneNamed | ZoneBound | ZoneWorked | Hole


# ---- values ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal(Part):
    """A number, a text or a truth."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class GlobalVar(Part):
    """`gvar`: a global variable."""

    var: Name


@dataclass(frozen=True, slots=True)
class PlayerVar(Part):
    """`pvar`: a variable of one player."""

    player: Player
    var: Name


@dataclass(frozen=True, slots=True)
class ZoneCount(Part):
    """`zoneCount`: how many tokens a zone holds."""

    zone: ZoneSel


@dataclass(frozen=True, slots=True)
class TokenProp(Part):
    """`tokenProp`: a property of the token in a binding, as it is now."""

    token: Name
    prop: Name


@dataclass(frozen=True, slots=True)
class TokenZone(Part):
    """`tokenZone`: the zone that the token in a binding lies in."""

    token: Name


@dataclass(frozen=True, slots=True)
class Binding(Part):
    """`binding`: what a name stands for."""

    name: Name


@dataclass(frozen=True, slots=True)
class MarkerState(Part):
    """`markerState`: the state of a marker in a space; its default if never set."""

    space: ZoneSel
    marker: Name


@dataclass(frozen=True, slots=True)
class ZoneProp(Part):
    """`zoneProp`: a property of a space of the map."""

    zone: ZoneSel
    prop: Name


@dataclass(frozen=True, slots=True)
class ActivePlayer(Part):
    """`activePlayer`: the number of the active player."""


@dataclass(frozen=True, slots=True)
class TurnCount(Part):
    """`turnCount`: how many turns have ended."""


@dataclass(frozen=True, slots=True)
class AssetField(Part):
    """`assetField`: a field of the row of a table that a binding holds."""

    row: Name
    table: Name
    field: Name


@dataclass(frozen=True, slots=True)
class Arithmetic(Part):
    """`+`, `-`, `*`, `/` (towards zero), `floorDiv`, `ceilDiv`, `min`, `max`."""

    op: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Aggregate(Part):
    """`count`, `sum`, `min` or `max` over a query: of the items, of a property of each token, or
    of a value worked out with a name bound to the item; 0 for none."""

    op: str
    query: Query
    prop: Name | None = None
    bind: Name | None = None
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Concat(Part):
    """`concat`: texts joined."""

    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class IfValue(Part):
    """`if`: one value or the other."""

    when: Condition
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Test(Part):
    """A condition as a value: a truth."""

    condition: Condition


Value = (
    Literal
    | GlobalVar
    | PlayerVar
    | ZoneCount
    | TokenProp
    | TokenZone
    | Binding
    | MarkerState
    | ZoneProp
    | ActivePlayer
    | TurnCount
    | AssetField
    | Arithmetic
    | Aggregate
    | Concat
    | IfValue
    | Test
    | Hole
)


# ---- conditions --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Always(Part):
    """`true` or `false`."""

    truth: bool


@dataclass(frozen=True, slots=True)
class Every(Part):
    """`and`."""

    args: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some(Part):
    """`or`."""

    args: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Part):
    """`not`."""

    arg: Condition


@dataclass(frozen=True, slots=True)
class Compare(Part):
    """`==`, `!=`, `<`, `<=`, `>`, `>=`."""

    op: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Among(Part):
    """`in`: whether a value is in the list that a binding holds."""

    item: Value
    set: Name


@dataclass(frozen=True, slots=True)
class Adjacent(Part):
    """`adjacent`."""

    left: ZoneSel
    right: ZoneSel


@dataclass(frozen=True, slots=True)
class Linked(Part):
    """`connected`: whether a zone can be reached; `via` is about `$zone`."""

    start: ZoneSel
    goal: ZoneSel
    via: Condition | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class PropIncludes(Part):
    """`zonePropIncludes`: whether a list that a space of the map has contains a value."""

    zone: ZoneSel
    prop: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Holds(Part):
    """A value that is a truth as a condition."""

    value: Value


Condition = (
    Always | Every | Some | Not | Compare | Among | Adjacent | Linked | PropIncludes | Holds | Hole
)


# ---- queries -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TokenTest(Part):
    """One line of a token filter: `eq`, `neq` with a value; `in`, `notIn` with texts."""

    prop: Name
    op: str
    value: Value | None = None
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokensInZone(Part):
    """`tokensInZone`, from the top down."""

    zone: ZoneSel
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class TokensNear(Part):
    """`tokensInAdjacentZones`, neighbours in order."""

    zone: ZoneSel
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Ints(Part):
    """`intsInRange`: every `step`th number from `least`, then those of `always` that lie within and
    are not yet there, all in order; only `most_results` of them, evenly thinned, if there are
    more (the least, the greatest and those of `always` stay)."""

    least: Value
    most: Value
    step: Value | None = None
    always: tuple[Value, ...] = ()
    most_results: int | None = None


@dataclass(frozen=True, slots=True)
class Enums(Part):
    """`enums`: these texts."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Players(Part):
    """`players`: all, in order."""


@dataclass(frozen=True, slots=True)
class Zones(Part):
    """`zones`, in order: of some players, and as far as a condition about `$zone` holds."""

    owner: Player | None = None
    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class Spaces(Part):
    """`mapSpaces`: the zones of the map, in order, as far as a condition about `$zone` holds."""

    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class AdjacentZones(Part):
    """`adjacentZones`, in order."""

    zone: ZoneSel


@dataclass(frozen=True, slots=True)
class ConnectedZones(Part):
    """`connectedZones`, the nearest first; `via` is about `$zone`."""

    zone: ZoneSel
    via: Condition | None = None
    include_start: bool = False
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class BoundList(Part):
    """`binding`: the list that a name stands for."""

    name: Name


@dataclass(frozen=True, slots=True)
class Joined(Part):
    """`concat`: the items of several queries, one after another."""

    sources: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class NextInOrder(Part):
    """`nextInOrderByCondition`: the first item behind `start` (or `start` itself, if it counts), in
    a circle, for which `where` holds with `bind` bound to it: one item or none."""

    source: Query
    start: Value
    bind: Name
    where: Condition
    include_start: bool = False


@dataclass(frozen=True, slots=True)
class RowTest(Part):
    """One line of a row filter: `eq`, `neq` with a value; `in`, `notIn` with literals."""

    field: Name
    op: str
    value: Value | None = None
    literals: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class AssetRows(Part):
    """`assetRows`: the rows of a table that pass all tests."""

    table: Name
    tests: tuple[RowTest, ...] = ()


Query = (
    TokensInZone
    | TokensNear
    | Ints
    | Enums
    | Players
    | Zones
    | Spaces
    | AdjacentZones
    | ConnectedZones
    | BoundList
    | Joined
    | NextInOrder
    | AssetRows
    | Hole
)
