"""The typed tree of selectors, values, conditions and queries, with locations.

Macros and constants have been expanded. Names of bindings keep their `$`. Identifiers are trimmed
and normalised (NFC).
"""

from __future__ import annotations

from dataclasses import dataclass

from .....diagnostics import Span

Scalar = int | bool | str


@dataclass(frozen=True, slots=True)
class Location:
    """A location in the file, and as a path in the document (`doc.actions.0.phase`)."""

    span: Span
    path: str


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier with its location."""

    text: str
    at: Location


@dataclass(frozen=True, slots=True)
class Part:
    """A node of the tree."""

    at: Location


@dataclass(frozen=True, slots=True)
class Hole(Part):
    """A stand-in for a value, condition, query or zone whose error has been reported; whatever
    reads a hole reports nothing more."""


# ---- players and zones -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Player(Part):
    """A player selector: `actor`, `active`, `all`, `allOther`, `left`, `right`, `id` (with a
    number) or `chosen` (with the name of a binding)."""

    kind: str
    number: int = 0
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class ZoneNamed(Part):
    """The zone of a base that a player owns, or the shared one."""

    base: str
    owner: Player | None


@dataclass(frozen=True, slots=True)
class ZoneBound(Part):
    """The zone that a binding denotes, or whose id is the text bound."""

    name: Name


@dataclass(frozen=True, slots=True)
class ZoneWorked(Part):
    """The zone whose id is computed by a value."""

    value: Value


ZoneSel = ZoneNamed | ZoneBound | ZoneWorked | Hole


# ---- values ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal(Part):
    """A number, text or boolean."""

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
    """`zoneCount`: the number of tokens in a zone."""

    zone: ZoneSel


@dataclass(frozen=True, slots=True)
class TokenProp(Part):
    """`tokenProp`: the current value of a property of a bound token."""

    token: Name
    prop: Name


@dataclass(frozen=True, slots=True)
class TokenZone(Part):
    """`tokenZone`: the zone that a bound token is in."""

    token: Name


@dataclass(frozen=True, slots=True)
class Binding(Part):
    """`binding`: the value of a binding."""

    name: Name


@dataclass(frozen=True, slots=True)
class MarkerState(Part):
    """`markerState`: the state of a marker in a space; by default that of its lattice."""

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
    """`turnCount`: the number of turns completed."""


@dataclass(frozen=True, slots=True)
class AssetField(Part):
    """`assetField`: a field of a bound table row."""

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
    """`count`, `sum`, `min` or `max` over a query: of the items, of a property of each token, or of
    a value computed with a name bound to the item; 0 for an empty query."""

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
    """`if`: a conditional value; only the chosen operand is evaluated."""

    when: Condition
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Test(Part):
    """A condition as a boolean value."""

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
    """`in`: whether a value is in a bound list."""

    item: Value
    # A name, not a value: the language has no list literals.
    set: Name


@dataclass(frozen=True, slots=True)
class Adjacent(Part):
    """`adjacent`."""

    left: ZoneSel
    right: ZoneSel


@dataclass(frozen=True, slots=True)
class Linked(Part):
    """`connected`: whether a zone is reachable; `via` is a condition on `$zone`."""

    start: ZoneSel
    goal: ZoneSel
    # Tested for each zone entered, also the goal, but not for the start.
    via: Condition | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class PropIncludes(Part):
    """`zonePropIncludes`: whether a list property of a space contains a value."""

    zone: ZoneSel
    prop: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Holds(Part):
    """A boolean value as a condition."""

    value: Value


Condition = (
    Always | Every | Some | Not | Compare | Among | Adjacent | Linked | PropIncludes | Holds | Hole
)


# ---- queries -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TokenTest(Part):
    """One test of a token filter: `eq`, `neq` with a value; `in`, `notIn` with texts."""

    prop: Name
    op: str
    value: Value | None = None
    # Texts, because `in` compares the text of a property, also of a number.
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokensInZone(Part):
    """`tokensInZone`, from the top down."""

    zone: ZoneSel
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class TokensNear(Part):
    """`tokensInAdjacentZones`, in the order of the neighbours."""

    zone: ZoneSel
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Ints(Part):
    """`intsInRange`: every `step`th number from `least` to `most`, and those of `always` within the
    range, in ascending order without duplicates; thinned evenly to `most_results` if there are
    more, but keeping the least, the greatest and those of `always`."""

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
    """`zones`, sorted by id: those of some players, and for which a condition on `$zone` holds."""

    owner: Player | None = None
    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class Spaces(Part):
    """`mapSpaces`: the spaces, sorted by id, for which a condition on `$zone` holds."""

    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class AdjacentZones(Part):
    """`adjacentZones`, sorted by id."""

    zone: ZoneSel


@dataclass(frozen=True, slots=True)
class ConnectedZones(Part):
    """`connectedZones`, in breadth-first order; `via` is a condition on `$zone`."""

    zone: ZoneSel
    via: Condition | None = None
    include_start: bool = False
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class BoundList(Part):
    """`binding`: a bound list."""

    name: Name


@dataclass(frozen=True, slots=True)
class Joined(Part):
    """`concat`: the concatenation of several queries."""

    sources: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class NextInOrder(Part):
    """`nextInOrderByCondition`: the first item after `start` (or `start` itself, if included), in
    cyclic order, for which `where` holds with `bind` bound to it: one item or none."""

    source: Query
    start: Value
    bind: Name
    where: Condition
    include_start: bool = False


@dataclass(frozen=True, slots=True)
class RowTest(Part):
    """One test of a row filter: `eq`, `neq` with a value; `in`, `notIn` with literals."""

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
