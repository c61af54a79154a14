"""What a game is: one frozen dataclass per kind of node, in no language's words.

These docstrings are the semantics. Shared by all nodes:

- Types are texts: `int`, `bool`, `seat`, `team`, `token`, `zone`, the name of an enum, `[T]` for a
  list of T, and `any` for what could not be typed. A value of type `token`, `zone`, `seat`, `team`
  or an enum may be *nothing*.
- Position 0 of a zone is its top; lists of a zone's tokens run from the top down.
- An expression may *fail* (each node says when). In a test (the `test` of If, While and
  Conditional, every `where`, an action's `guard`) a failure anywhere makes the whole test false,
  even below Not. Anywhere else it fails the statement, which ends the innermost Attempt; outside
  any Attempt it is a *fault*, which stops the game.
- And, Or, AnyOf, AllOf and Conditional evaluate from left to right and only as far as needed;
  everything else evaluates all its parts in the order of its fields.
- Local names belong to their procedure. Let, ForEach, Ask, Pick and Roll bind a name (or rebind
  it); the `name` of an expression (Filter, Each ...) is visible inside that expression only.
- Whole numbers are computed in 64 bits; a result that does not fit in 32 bits is a fault.
- There is always room for a list of up to 100 items; running out of room for a longer one is a
  fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Span
from .claims import (
    AS_FILLED,
    CHOOSES,
    DRAWS,
    ENDS,
    FAULTLESS,
    FILLED,
    FINDS,
    FOUND,
    LIST,
    MOVES,
    PASSES,
    PRESENT,
    PURE,
    RANKS,
    STRICT,
    SUBLIST,
    SURE,
    TOTAL,
    TREES,
    UNCOVERS,
    UNIQUE,
    UNORDERED,
    claims,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a game."""

    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    """A part that has a value and changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    """A part that changes the game."""


Block = tuple[Statement, ...]


# ---- values ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole(Expr):
    """A part that could not be lowered: of type `any`, reported once, never compiled."""


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Expr):
    """A whole number."""

    value: int


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Truth(Expr):
    """A truth value: true or false."""

    value: bool


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol(Expr):
    """A value of an enum."""

    enum: str
    value: str


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Expr):
    """A seat by its number, from 0. Fails if there are not that many players."""

    number: int


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamNamed(Expr):
    """A team by its name."""

    name: str


@claims(TOTAL, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Expr):
    """Nothing, of a type that may be: a token, zone, seat, team or enum."""

    type: str


@claims(TOTAL, STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Expr):
    """The value bound to a name in this procedure."""

    name: str


@claims(STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Expr):
    """The value of a variable. `of` is the seat or team it is kept for, if it is kept per seat or
    team; `index` its number (from 0) if there are several. Fails if the seat or team is nothing, or
    the index is out of range."""

    name: str
    of: Expr | None = None
    index: Expr | None = None


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValue(Expr):
    """The value that the caller set for an option, or else its default."""

    name: str


@claims(PRESENT, STRICT, FAULTLESS, needs=("key",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup(Expr):
    """The number that a table assigns to an enum value. Fails for nothing."""

    table: str
    key: Expr


# ---- zones, tokens, seats ----------------------------------------------------------------------


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneAt(Expr):
    """A zone by name. `owner` is its seat or team if it is kept per seat or team, `index` its
    number (from 0) if there are several. Fails if the owner is nothing, or the index is out of
    range."""

    name: str
    owner: Expr | None = None
    index: Expr | None = None


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class ZonesNamed(Expr):
    """All zones of a name, by seat or team, then by index."""

    name: str


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Expr):
    """All occupied seats, in order."""


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAfter(Expr):
    """The seat `steps` further round the table (backwards if negative). Fails if the seat is
    nothing."""

    seat: Expr
    steps: Expr


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class NumberOf(Expr):
    """The number of a seat, from 0. Fails if the seat is nothing."""

    seat: Expr


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Teams(Expr):
    """All teams, in order."""


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOf(Expr):
    """The team of a seat. Fails if the seat is nothing."""

    seat: Expr


@claims(PRESENT, STRICT, SURE, FILLED, FAULTLESS, UNIQUE, needs=("team",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsOf(Expr):
    """The occupied seats of a team, in order. Fails if the team is nothing."""

    team: Expr


@claims(STRICT, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerOf(Expr):
    """The seat that owns a zone, or owns the root of its tree; nothing if it has no owner or a team
    owns it. Fails if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, RANKS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOf(Expr):
    """The index (from 0) of a zone, or of the root of its tree, among the zones of that name that
    its seat or team has. Fails if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitOf(Expr):
    """A trait of a zone, or of the root of its tree. Fails if the zone is nothing or does not have
    the trait."""

    zone: Expr
    trait: str


@claims(PRESENT, STRICT, LIST, SURE, FAULTLESS, UNIQUE, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TokensIn(Expr):
    """The tokens in a zone, from the top down. Fails if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SizeOf(Expr):
    """The number of tokens in a zone. Fails if the zone is nothing."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TopOf(Expr):
    """The top token of a zone, or nothing if the zone is empty. Fails if the zone is nothing."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class BottomOf(Expr):
    """The bottom token of a zone, or nothing if the zone is empty. Fails if the zone is nothing."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAt(Expr):
    """The token `position` positions below the top, or nothing if there is none. Fails if the zone
    is nothing."""

    zone: Expr
    position: Expr


@claims(STRICT, FAULTLESS, FINDS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneOf(Expr):
    """The zone a token is in; nothing if it is out of play. Fails if the token is nothing."""

    token: Expr


@claims(PRESENT, STRICT, LIST, SURE, FAULTLESS, UNIQUE, FINDS, RANKS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours(Expr):
    """The zones that links of a name lead to from a zone, each once, in the order of the links.
    Fails if the zone is nothing."""

    zone: Expr
    link: str


@claims(
    PRESENT,
    LIST,
    SURE,
    FAULTLESS,
    UNIQUE,
    FOUND,
    FINDS,
    RANKS,
    needs=("zone",),
    binds=("name",),
    scope="where",
    test="where",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Connected(Expr):
    """The zones reachable from a zone over links of a name, by way of zones for which `where` holds
    only, and over at most `within` links if that is given. Breadth first: nearest first, those
    reached from one zone in the order of Neighbours. The zone itself is neither tested nor
    included. Fails if the zone is nothing."""

    zone: Expr
    link: str
    name: str
    where: Expr
    within: Expr | None = None


@claims(STRICT, FAULTLESS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyOf(Expr):
    """The current value of a token's property. Fails if the token is nothing."""

    token: Expr
    property: str


@claims(PRESENT, STRICT, FAULTLESS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class IsFaceUp(Expr):
    """Whether a token is face up. Fails if the token is nothing."""

    token: Expr


@claims(
    PRESENT,
    FAULTLESS,
    FOUND,
    needs=("zone",),
    binds=("lower", "upper"),
    scope="where",
    test="where",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class RunLength(Expr):
    """The length of the run at the top of a zone: its tokens are all face up, and `where` holds for
    each token (`upper`) and the one below it (`lower`). 0 if the top is face down or missing. Fails
    if the zone is nothing."""

    zone: Expr
    lower: str
    upper: str
    where: Expr


# ---- trees of zones: directions are numbered clockwise from 0 (north) to 7 (northwest) ----------

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The directions by their numbers, as people call them."""


@claims(STRICT, TREES, FAULTLESS, FINDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChildAt(Expr):
    """The zone attached to a zone in a direction, or nothing. Fails if the zone is nothing or the
    direction is not one."""

    zone: Expr
    direction: Expr


@claims(STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class ParentOf(Expr):
    """The zone that a zone is attached to; nothing for a root. Fails if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionOf(Expr):
    """The direction in which a zone is attached to its parent; -1 for a root. Fails if the zone is
    nothing."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class RootOf(Expr):
    """The root of a zone's tree, which may be the zone itself. Fails if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, LIST, SURE, TREES, FAULTLESS, UNIQUE, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOf(Expr):
    """A zone and all its descendants in preorder, children in the order of their directions. Fails
    if the zone is nothing."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class DeepestOf(Expr):
    """The descendant of a zone that is the most steps away, or the zone itself if it has none; of
    several, the last in the order of TreeOf. Fails if the zone is nothing."""

    zone: Expr


# ---- arithmetic and logic ----------------------------------------------------------------------


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Expr):
    """The sum of two numbers."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Subtract(Expr):
    """The difference of two numbers."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Multiply(Expr):
    """The product of two numbers."""

    left: Expr
    right: Expr


@claims(PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Divide(Expr):
    """The quotient of two numbers, rounded down. Fails if the divisor is 0."""

    left: Expr
    right: Expr


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Modulo(Expr):
    """The remainder of Divide, which has the sign of the divisor. Fails if the divisor is 0."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Equal(Expr):
    """Whether two values of one type (not lists) are equal; nothing equals nothing."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Less(Expr):
    """Whether the left number is less than the right one."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class AtMost(Expr):
    """Whether the left number is less than or equal to the right one."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class And(Expr):
    """Whether all items hold; true if there are none."""

    items: tuple[Expr, ...]


@claims(TOTAL, PRESENT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Or(Expr):
    """Whether any item holds; false if there are none."""

    items: tuple[Expr, ...]


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Expr):
    """Whether the item does not hold."""

    item: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Exists(Expr):
    """Whether a token, zone, seat, team or enum value is not nothing."""

    item: Expr


@claims(TOTAL, FAULTLESS, PASSES, test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Expr):
    """`then` if the test holds, else `otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr


@claims(TOTAL, PRESENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Possible(Expr):
    """Whether a block can be run now, found out by a dry run: all its effects are undone, including
    what seats have come to know. It can be run if, without failing outside any Attempt, it reaches
    its end, a choice (a Decide that has an option or no `otherwise`, an Ask with an item, a Pick
    that asks, a TakeFirst with an option), a random draw, a Mark or an EndGame; the dry run looks
    no further than that. The names it binds are its own, and must not be bound outside. Leave and
    Return cannot end it."""

    body: Block


# ---- lists -------------------------------------------------------------------------------------


@claims(*PURE, LIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf(Expr):
    """A list of these values; `of` is the type of an item, required if there are none."""

    items: tuple[Expr, ...]
    of: str = "any"


@claims(TOTAL, PRESENT, STRICT, LIST, SURE, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Expr):
    """The whole numbers from `low` to `high`, inclusive; none if `high` is less than `low`."""

    low: Expr
    high: Expr


@claims(
    TOTAL,
    PRESENT,
    LIST,
    FAULTLESS,
    SUBLIST,
    PASSES,
    binds=("name",),
    scope="where",
    test="where",
    over="items",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Filter(Expr):
    """The items for which `where` holds, in order."""

    items: Expr
    name: str
    where: Expr


@claims(
    TOTAL, PRESENT, LIST, FAULTLESS, AS_FILLED, PASSES, binds=("name",), scope="value", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Expr):
    """The value computed from each item, in order."""

    items: Expr
    name: str
    value: Expr


@claims(*PURE, LIST, UNIQUE, SUBLIST, AS_FILLED, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Distinct(Expr):
    """Every distinct item once, at its first occurrence."""

    items: Expr


@claims(*PURE, LIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Expr):
    """The concatenation of several lists; items may repeat."""

    lists: tuple[Expr, ...]


@claims(
    TOTAL,
    PRESENT,
    LIST,
    FAULTLESS,
    SUBLIST,
    AS_FILLED,
    PASSES,
    binds=("name",),
    scope="key",
    over="items",
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted(Expr):
    """The items by a number computed from each, in ascending order; the sort is stable."""

    items: Expr
    name: str
    key: Expr


@claims(*PURE, LIST, SUBLIST, AS_FILLED, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Expr):
    """The items in reverse order."""

    items: Expr


@claims(*PURE, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Length(Expr):
    """The number of items of a list."""

    items: Expr


@claims(STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Expr):
    """The item at an index, from 0. Fails if the index is out of range."""

    items: Expr
    index: Expr


@claims(*PURE, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Contains(Expr):
    """Whether a value is among the items."""

    items: Expr
    value: Expr


@claims(TOTAL, PRESENT, STRICT, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(Expr):
    """The sum of a list of numbers; 0 if it is empty."""

    items: Expr


@claims(PRESENT, STRICT, FAULTLESS, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Largest(Expr):
    """The largest of a list of numbers. Fails if it is empty."""

    items: Expr


@claims(PRESENT, STRICT, FAULTLESS, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Smallest(Expr):
    """The smallest of a list of numbers. Fails if it is empty."""

    items: Expr


@claims(
    TOTAL, PRESENT, FAULTLESS, UNORDERED, binds=("name",), scope="where", test="where", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Expr):
    """Whether `where` holds for any item. `where` is a test: a failure counts as false."""

    items: Expr
    name: str
    where: Expr


@claims(
    TOTAL, PRESENT, FAULTLESS, UNORDERED, binds=("name",), scope="where", test="where", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Expr):
    """Whether `where` holds for every item. `where` is a test: a failure counts as false."""

    items: Expr
    name: str
    where: Expr


@claims(TOTAL, PRESENT, LIST, UNIQUE, binds=("name",), scope="where", test="where")
@dataclass(frozen=True, slots=True, kw_only=True)
class Subsets(Expr):
    """The selections of `least` to `most` items of a list for which `where` holds, with the name
    bound to the list of the selected items. A selection is a number whose bit i (from 0) says
    whether the item at index i is selected. They are in order of size; of two of one size, the one
    that selects the earlier item where they first differ comes first. `where` is a test: a failure
    counts as false. A list of more than 30 items, or more than 65536 selections to test, is a
    fault."""

    items: Expr
    least: Expr = Number(value=1)
    most: Expr = Number(value=30)
    name: str
    where: Expr


@claims(*PURE, LIST, SUBLIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Selected(Expr):
    """The items of a list that a selection takes, in order; only the first 30 items can be
    selected."""

    items: Expr
    selection: Expr


@claims(TOTAL, PRESENT, LIST, UNIQUE, binds=("name",), scope="weight", over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class BestPartition(Expr):
    """The selections in `groups` that are disjoint and whose items have the largest total weight, a
    number computed from each item. Ties are broken by fewer groups; then, at the first item (in
    order) where two answers differ, by the group that comes earlier in `groups`, and a group rather
    than none. The result is ordered by the first items of its groups. A selection that is empty, or
    selects an item that the list does not have, is not a group. More than 20 items or 4096 groups
    are a fault."""

    items: Expr
    groups: Expr
    name: str
    weight: Expr


# ---- statements: values and tokens -------------------------------------------------------------


@claims(binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Statement):
    """Bind a name to a value."""

    name: str
    value: Expr


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class SetVariable(Statement):
    """Assign a value to a variable. `of` is the seat or team it is kept for, if it is kept per seat
    or team; `index` its number if there are several. Fails if the seat or team is nothing, or the
    index is out of range."""

    name: str
    value: Expr
    of: Expr | None = None
    index: Expr | None = None


@claims(DRAWS, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Statement):
    """Bind a name to a random whole number from `low` to `high`. Fails if `high` is less than
    `low`. Unless it is `announced`, no seat learns it."""

    name: str
    low: Expr
    high: Expr
    announced: bool = True


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveToken(Statement):
    """Move a token to the top or the bottom of a zone, which may be its own. Fails if either is
    nothing and, like every statement that moves tokens, if the zone has been pruned from its tree.
    If it is `quiet`, no Listener hears it."""

    token: Expr
    to: Expr
    place: str = "top"
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Statement):
    """Move a token into a zone, which may be its own, so that `above` of the other tokens there are
    above it. Seats that do not see the tokens of that zone no longer know them, as after a Shuffle,
    because they cannot know where the token went. Fails if the token or zone is nothing, and if
    `above` is negative or exceeds the number of other tokens. If it is `quiet`, no Listener hears
    it."""

    token: Expr
    to: Expr
    above: Expr
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTop(Statement):
    """Move `count` tokens, one at a time, from the top of a zone to the top or the bottom of
    another; moved to the top, they end up in reverse order. If there are fewer, or the count is
    negative, it fails and moves nothing, or moves those there are if it is `partial`. Within one
    zone nothing moves. Fails if a zone is nothing."""

    source: Expr
    to: Expr
    count: Expr = Number(value=1)
    place: str = "top"
    partial: bool = False
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBlock(Statement):
    """Move the top `count` tokens of a zone (all if there is no count) to the top or the bottom of
    another as a block, keeping their order. If there are fewer, or the count is negative, it fails
    and moves nothing. Within one zone nothing moves. Fails if a zone is nothing."""

    source: Expr
    to: Expr
    count: Expr | None = None
    place: str = "top"
    quiet: bool = False


@claims(DRAWS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Statement):
    """Put the tokens of a zone in random order. Fails if the zone is nothing."""

    zone: Expr


@claims(UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Statement):
    """Turn a token face up or face down in place; no effect if it is nothing."""

    token: Expr
    up: bool


@claims(UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Statement):
    """Reveal a token to seats, whatever its zone and face, for as long as it stays: until it moves,
    is turned over, or its zone is shuffled. No effect if the token is nothing; seats that are
    nothing are ignored."""

    token: Expr
    seats: Expr


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(Statement):
    """Hide a token from seats for as long as Show would last. They still know it."""

    token: Expr
    seats: Expr


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class SetProperty(Statement):
    """Assign a value to a changing property of a token. Fails if the token is nothing."""

    token: Expr
    property: str
    value: Expr


@claims(FOUND, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Create(Statement):
    """Bring the first token of a supply that is out of play to the top or the bottom of a zone, and
    bind it to a name. It is face down unless the zone turns it face up. Fails if all are in play,
    or the zone is nothing."""

    name: str
    supply: str
    to: Expr
    place: str = "top"


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(Statement):
    """Take a token out of play, back to its supply: no seat knows it any more, it is face down, and
    its properties have their initial values. Fails if the token is nothing, not in play, or from a
    supply that starts in a zone."""

    token: Expr


@claims(TREES, FOUND, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Grow(Statement):
    """Bind a name to the zone attached to a zone in a direction, creating it if there is none.
    Fails if all branches are in use, if the zone is nothing or has been pruned, or if the direction
    is not one."""

    name: str
    zone: Expr
    direction: Expr


@claims(TREES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Prune(Statement):
    """Detach a zone from its parent. References to it then denote an empty zone that has no parent
    and takes no tokens, until it grows again as another branch. Fails if the zone holds tokens, has
    children, is a root, or is nothing."""

    zone: Expr


@claims(TREES)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTree(Statement):
    """Attach a zone with all its descendants and their tokens to another zone in a direction. Fails
    if that direction is occupied, if the zone would become its own ancestor, if the two differ in
    how their tokens are seen, if the zone is a root, if either is nothing or has been pruned, or if
    the direction is not one."""

    zone: Expr
    to: Expr
    direction: Expr


# ---- statements: flow --------------------------------------------------------------------------


@claims(test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    """Run `then` if the test holds, else `otherwise`."""

    test: Expr
    then: Block
    otherwise: Block = ()


@claims(test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class While(Statement):
    """Run a block repeatedly while the test holds, or until Leave."""

    test: Expr
    body: Block


@claims(binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Statement):
    """Run a block for each item of a list, or until Leave. The list is evaluated once, at the
    start."""

    name: str
    items: Expr
    body: Block


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Statement):
    """Exit the innermost While or ForEach of this procedure."""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Statement):
    """Run a procedure with these arguments. Recursion, direct or indirect, is allowed; more than
    256 nested recursive calls are a fault. A listener that its own effects trigger, directly or
    indirectly, counts as recursive."""

    procedure: str
    arguments: tuple[Expr, ...] = ()


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Statement):
    """End this procedure. In `main`, end the game without winners, for the reason `finished`."""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Statement):
    """Run a block; if a statement in it fails, skip the rest and run `otherwise`. With `rollback`,
    the effects of the block are undone first, except its random draws and what seats have come to
    know (a seat that sees a token again knows it again). Exiting it by Leave or Return keeps its
    effects. Its `name` is used in reports of the failure."""

    body: Block
    otherwise: Block = ()
    rollback: bool = False
    name: str = ""


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Fail(Statement):
    """Fail for a reason. If it is `final`, it is a fault, which no Attempt catches: something has
    happened that must not."""

    reason: str
    final: bool = False


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Statement):
    """A point in the flow at which a table may pause: `turn` counts a turn, `phase` does not."""

    kind: str


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Statement):
    """End the game: the seats that win, a score for each seat if there are scores, and the
    reason."""

    winners: Expr
    scores: Expr | None = None
    reason: str = "finished"


@claims(RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Later(Statement):
    """Put a call on the agenda, to be made at the `count`th boundary of this name from now. Its
    arguments are evaluated now: at most 4, none of them a list. Fails if the count is less than 1.
    More than 64 calls on the agenda are a fault."""

    boundary: str
    procedure: str
    count: Expr = Number(value=1)
    arguments: tuple[Expr, ...] = ()


@claims(RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary(Statement):
    """Reach a boundary: all calls on the agenda that wait for its name count down; those that are
    due are removed and made one after another, in the order in which they were put there."""

    name: str


# ---- statements: choices -----------------------------------------------------------------------


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Node):
    """How a move is written: texts and values, in order. The notation named `""` is the one for
    people."""

    name: str
    parts: tuple[str | Expr, ...]


@claims(binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Node):
    """A parameter of an action or a procedure; `items` is the list from which an action's is
    chosen."""

    name: str
    type: str
    items: Expr | None = None


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Node):
    """A line of the explanation why an option is legal, in words for people: a test or, without
    one, a heading for other lines, of which all must hold if `every`, else one. It is shown, and
    decides nothing. `written` is how its file says it, if that differs."""

    text: str
    test: Expr | None = None
    parts: tuple[Reason, ...] = ()
    every: bool = True
    written: str = ""


@claims(test="guard")
@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Node):
    """Something a seat may choose to do. It has one option for each combination of values of its
    parameters for which the guard holds, the first parameter varying slowest; a later list may
    depend on earlier parameters. A list that fails counts as empty.

    An option is left out if a trial of its body fails outside any Attempt. The trial ends, and the
    option is legal, at the first choice (Decide or TakeFirst with an option, Ask, Pick), at a
    random draw, and where the body reads a property of a token or a variable that the seat may not
    know. What the body itself reveals does not count as known, except a token created from a supply
    whose tokens all have the same fixed properties.

    An `atomic` action can be completed once begun: an option is also left out if every way through
    its further choices fails, or comes to a Decide without options, before the end of the body; and
    so is every option of a Decide, Ask or Pick on the way (with respect to the outermost action, if
    they are nested). A Decide whose options are all left out has none: its `otherwise` is one more
    way. This lookahead stops at a random draw, a Mark, an EndGame, a TakeFirst with an option, what
    the seat may not know, 8 choices in a row, and 2000 options in all, or 200 once the lookahead of
    another option of the same choice was cut off by these numbers: beyond that the option counts as
    legal. If an option of a choice was cut off, and no Attempt is under way, the option that is
    chosen there is an attempt: if the atomic action fails, everything since the choice is undone as
    by an Attempt with rollback, and the choice is repeated without it.

    `because` explains the option in place of the lists and the guard, so it must hold for exactly
    the values for which these do."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    guard: Expr = Truth(value=True)
    body: Block = ()
    notations: tuple[Notation, ...] = ()
    atomic: bool = False
    because: tuple[Reason, ...] = ()


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal(Node):
    """Something a seat may write as a choice although it is never an option: values of the
    parameters, the notations for it, and why not. A text that an action accepts as well is not
    refused."""

    parameters: tuple[Parameter, ...] = ()
    notations: tuple[Notation, ...]
    because: tuple[Reason, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Picking(Node):
    """What a choice is part of: picking several items, one at a time. `chosen` is the list of those
    picked so far, of which there must be `least` to `most` in the end."""

    chosen: Local
    least: Expr
    most: Expr
    sequence: bool = False


@claims(CHOOSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Statement):
    """A seat chooses one option of the actions, listed in their order, and its body is run. If
    there is none, the game is stuck; or, if there is an `otherwise`, no seat chooses and that block
    is run: everybody may infer from it that there was no option. Whether there is an option is
    determined once, when the statement is reached. Fails if the seat is nothing. Unless it is
    `announced`, the other seats learn the choice only from its effects. What is `refused` is never
    an option. If it is part of `picking` several items, it fails if there is no option."""

    seat: Expr
    actions: tuple[Action, ...]
    announced: bool = True
    prompt: str = ""
    refused: tuple[Refusal, ...] = ()
    otherwise: Block | None = None
    picking: Picking | None = None


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFirst(Statement):
    """Run the first option of the actions as if it had been chosen; if there is none, run
    `otherwise`."""

    actions: tuple[Action, ...]
    otherwise: Block = ()


@claims(CHOOSES, UNORDERED, binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Statement):
    """A seat chooses one item of a list, which is bound to a name. Fails if the list is empty or
    the seat is nothing. Unless it is `announced`, the other seats do not learn the choice."""

    name: str
    seat: Expr
    items: Expr
    prompt: str = ""
    notations: tuple[Notation, ...] = ()
    announced: bool = True


@claims(CHOOSES, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Statement):
    """A seat picks from `least` to `most` different items of a list, and the list of them is bound
    to a name; `of` is the type of an item. `least` and `most` are evaluated once, after the list.
    It fails if the list has fewer than `least` items, or if `most` is less than `least`. Otherwise,
    if the list is empty or `most` is less than 1, no seat is asked and the result is empty.
    Otherwise it fails if the seat is nothing. Unless it is `announced`, the other seats do not
    learn the choice.

    The result is a set: the order of picking does not matter, and the items are bound in the order
    of the list. (In a Together, items of an earlier answer that are no longer in the list come
    last, in the order of their type.) The set is one choice if `of` is not `int` and has at most
    216 values besides nothing, and if there are at most 2^20 ways to pick `most` or fewer of the
    items; its options are listed in the order of Subsets. Otherwise the items are picked one by
    one: each time the seat chooses an item that it has not picked yet or, once it has `least` (and
    unless both numbers are literals and equal), to be done; it ends when `most` or all items are
    picked.

    A `sequence` is always picked one by one, and bound in the order of picking. Its list is
    evaluated anew before each pick, with the name bound to the list of those picked so far, so it
    may depend on them. It also ends when no item is left, and only then fails if there are fewer
    than `least`. Like an Ask, a choice on the way fails if it has no option."""

    name: str
    of: str
    seat: Expr
    items: Expr
    least: Expr
    most: Expr
    sequence: bool = False
    prompt: str = ""
    announced: bool = True


@claims(RANKS, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Statement):
    """Make several choices as if simultaneously: by several seats, or in several branches.

    First a dry run of the body collects the answers of each item of the list (a seat, or the number
    of a branch), with the name bound to it, from the common start: its choices (Decide, Ask, Pick)
    are answered, and its effects are undone, including what seats have come to know and what names
    were bound. It ends at the end of the body, at an EndGame (which ends nothing else), or at a
    random draw, which no choice may follow. If one fails, the statement fails.

    Then all bodies are run in the same order with these answers: a choice takes the next answer
    that this body gave there, legal or not; if there is none, it fails or runs its `otherwise`. A
    body that fails now fails the statement. Leave and Return cannot end the body, and it must not
    contain another Together. More than 256 answers are a fault."""

    name: str
    seats: Expr
    body: Block


# ---- things ------------------------------------------------------------------------------------


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Team(Node):
    """Seats, by their numbers from 0, that play together; unoccupied ones do not count. In a game
    with teams every seat is in exactly one, and none is empty, whatever the number of players."""

    name: str
    seats: tuple[int, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Enum(Node):
    """A named set of symbols, in order."""

    name: str
    values: tuple[str, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Node):
    """A number for each value of an enum, in the order of the enum."""

    name: str
    enum: str
    values: tuple[int, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Node):
    """A property of every token: `int`, `bool` or an enum. It is fixed, or `changing`: then a
    token's value is the initial one, and whoever knows the token sees it change. An `open` property
    also shows on the back and never changes: everybody knows it. An `inner` property is not
    displayed."""

    name: str
    type: str
    changing: bool = False
    open: bool = False
    inner: bool = False


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Node):
    """A card or piece: its name for people, and a value (int, bool or enum value) per property."""

    name: str
    values: tuple[int | bool | str, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Supply(Node):
    """Tokens that start in a zone, the first on top. Tokens of one supply have the same back. The
    tokens of a supply without a zone are out of play until they are created."""

    name: str
    zone: str
    tokens: tuple[Token, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Node):
    """A place for tokens, or several of a kind: one per seat if `per_seat`, one per team if
    `per_team`, each `count` times.

    `owner_sees` and `others_see` are `all`, `top`, `count` or `none`. Without an owner, all seats
    are others; a team's zone is owned by all its seats. A seat sees a token only if that allows it
    and the token is face up. `face` is what happens to a token that enters: `up`, `down` or `keep`.
    In an `ordered` zone everybody can see from which position a token is taken. `label` is the name
    for people, and `look` how they lay it out: `pile` (only the top matters), `column` (fanned),
    `row` (side by side), `space` (of a map: counted by kind) or `none` (bookkeeping: not shown
    while it is empty). Neither affects the game.

    Such a zone may be the root of a tree to which zones of the same kind are attached: `branches`
    is how many there may be at once in all trees of this declaration (of each seat or team that has
    one); 0 for none. Declarations with branches whose tokens are seen alike (order, face, who sees
    how much) share their branches. People refer to a branch by its root and the path from there:
    `cell 1,south,south`. `grows` is the direction (`north`, clockwise to `northwest`) in which they
    expect the tree to grow, "" for none in particular; `turned` is the angle in degrees, clockwise,
    by which they lay its tokens, unless these have a rotation of their own (see Look). Neither
    affects the game."""

    name: str
    per_seat: bool = False
    count: int = 1
    ordered: bool = True
    owner_sees: str = "all"
    others_see: str = "all"
    face: str = "keep"
    label: str = ""
    look: str = "pile"
    branches: int = 0
    per_team: bool = False
    grows: str = ""
    turned: int = 0


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitValue(Node):
    """The value of a trait for the zones of a name: an int, a bool or an enum value; `index` is the
    zone's number (from 0) if there are several. Zones kept per seat or per team share it."""

    zone: str
    index: int = 0
    value: int | bool | str


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Node):
    """A property of zones, `int`, `bool` or an enum, that never changes and that everybody knows.
    Not every zone need have it."""

    name: str
    type: str
    values: tuple[TraitValue, ...] = ()


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Node):
    """An edge from one zone to another, and back if `both`. Links of one name form a graph. The
    zones have no owner; an index is the zone's number (from 0) if there are several."""

    name: str
    zone_a: str
    index_a: int = 0
    zone_b: str
    index_b: int = 0
    both: bool = True


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Spot(Node):
    """Where on the table people put a zone that has no owner: `x` to the right and `y` down, in
    hundredths of the space that a pile takes; in a game with a Look, in its unit, from the upper
    left corner of the table to the centre of a token there. The first spot of a zone counts. It
    does not affect the game."""

    zone: str
    index: int = 0
    x: int
    y: int


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Node):
    """The sizes of things on a table that is displayed, in a unit of its own: the table is `width`
    units wide. A zone attached to another is drawn `step_up` away from it in its direction (on
    diagonals, in both axes) if the top of that one is face up, else `step_down`. The picture of a
    token is found by its name between `picture_start` and `picture_ending`.

    `anchor` is the property (bool) of tokens that only mark a location, and `rotation` the one
    (int) that holds the clockwise rotation of a token; "" if there is none. `degree` is how much of
    that, and of a zone's `turned`, makes one degree. None of it affects the game."""

    width: int
    height: int
    token_width: int
    token_height: int
    step_up: int = 0
    step_down: int = 0
    picture_start: str = ""
    picture_ending: str = ""
    anchor: str = ""
    rotation: str = ""
    degree: int = 1


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class VariableDef(Node):
    """A variable of type int, bool, seat, team, token, zone or an enum: one, one per seat, one per
    team, or `count` of them with an index. The audience is `all`, `owner` (the seat it is kept for,
    or all seats of the team) or `none`. An `inner` variable is bookkeeping that is not displayed.
    `places` names the zone without an owner at which each of the `count` is displayed; "" if it is
    not."""

    name: str
    type: str
    initial: Expr
    per_seat: bool = False
    audience: str = "all"
    inner: bool = False
    per_team: bool = False
    count: int = 1
    places: tuple[str, ...] = ()


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Node):
    """A setting of the caller: a number, a truth or a symbol among those allowed. `about` says in
    its author's words what it decides."""

    name: str
    default: Expr
    allowed: tuple[Expr, ...] = ()
    about: str = ""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure(Node):
    """A named block with parameters."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    body: Block = ()


@claims(test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class Listener(Node):
    """A block run around a movement from a zone named in `sources` to one named in `targets` (any
    if there are none; a branch has the name of its root), if the test holds.

    A statement that moves several tokens moves those present at its start one after another, and
    skips any that have left. For each token that is not moved quietly: all listeners `before` are
    run, in order. If the token is then elsewhere, that is all. Otherwise the first listener
    `instead` replaces the movement. If there is none, the token moves, and all listeners `after`
    are run. A test is evaluated when its listener's turn comes.

    In the test and the body, names denote the token, the zone it comes from and its destination.
    Return ends the body. A listener `instead` does not hear movements made while its own body
    runs."""

    when: str
    body: Block
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    token: str = "token"
    source: str = "source"
    target: str = "target"
    test: Expr = Truth(value=True)


PAYOFFS = ("score", "lower score", "victory")
"""What players can play for."""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class GameDef(Node):
    """A game. Play starts with the procedure `main`; a token's initial face is that of the zone it
    starts in (`keep`: down). The seed is the game's own, for tables that are given none. The
    payoff is what players play for: `score`, `lower score` or `victory`; empty: not declared."""

    name: str
    least_players: int = 1
    most_players: int = 1
    about: str = ""
    genre: str = ""
    enums: tuple[Enum, ...] = ()
    tables: tuple[Table, ...] = ()
    properties: tuple[Property, ...] = ()
    supplies: tuple[Supply, ...] = ()
    zones: tuple[Zone, ...] = ()
    links: tuple[Link, ...] = ()
    spots: tuple[Spot, ...] = ()
    look: Look | None = None
    variables: tuple[VariableDef, ...] = ()
    options: tuple[Option, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    listeners: tuple[Listener, ...] = ()
    teams: tuple[Team, ...] = ()
    seed: int | None = None
    traits: tuple[Trait, ...] = ()
    payoff: str = ""
