"""What a game is: one frozen dataclass per kind of node, in no language's words.

Meaning shared by all nodes:

- Types are texts: `int`, `bool`, `seat`, `team`, `token`, `zone`, the name of an enum, `[T]` for a
  list of T, `any` for what could not be typed. `token`, `zone`, `seat`, `team` and enum values may
  be *nothing*.
- In a zone position 0 is the top; lists of a zone's tokens go from the top down.
- An expression may *fail* (each node says when). In a test (the `test` of If, While and
  Conditional, every `where`, an action's `guard`) a failure anywhere makes that whole test false,
  also below Not. Anywhere else it fails the statement, which ends the innermost Attempt; outside
  of any Attempt it is a fault that stops the game.
- And, Or, AnyOf, AllOf and Conditional evaluate from the left and only as far as needed;
  everything else evaluates all its parts in the order of its fields.
- Local names belong to their procedure. Let, ForEach, Ask, Pick and Roll bind a name (again), a
  `name` of an expression (Filter, Each ...) binds it inside that expression only.
- Whole numbers are computed in 64 bits; a result outside of 32 bits is a fault.
- A list of up to 100 items always has room; that there is no room for a longer one is a fault.
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
    """Anything that is part of a game."""

    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(Node):
    """Something that has a value and changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Node):
    """Something that changes the game."""


Block = tuple[Statement, ...]


# ---- values ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole(Expr):
    """What could not be lowered: of type `any`, reported once, never compiled."""


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Expr):
    """A whole number."""

    value: int


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Truth(Expr):
    """True or false."""

    value: bool


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol(Expr):
    """One value of an enum."""

    enum: str
    value: str


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Expr):
    """A seat by its number, 0 for the first. Fails if so many do not play."""

    number: int


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamNamed(Expr):
    """A team by its name."""

    name: str


@claims(TOTAL, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Expr):
    """No token, zone, seat, team or enum value."""

    type: str


@claims(TOTAL, STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Expr):
    """The value bound to a name in this procedure."""

    name: str


@claims(STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Expr):
    """The value of a variable; `of` is the seat or the team it is kept for, if it is, `index` its
    number (from 0) if there are several. Fails for no seat, no team, and an index that does not
    exist."""

    name: str
    of: Expr | None = None
    index: Expr | None = None


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class OptionValue(Expr):
    """The value that the caller set for an option, or its default."""

    name: str


@claims(PRESENT, STRICT, FAULTLESS, needs=("key",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup(Expr):
    """The number a table gives for an enum value. Fails for nothing."""

    table: str
    key: Expr


# ---- places, tokens, seats ---------------------------------------------------------------------


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneAt(Expr):
    """A zone by name; `owner` is the seat or the team if it is kept per seat or per team, `index`
    its number (from 0) if there are several. Fails for no seat, for no team and for an index that
    does not exist."""

    name: str
    owner: Expr | None = None
    index: Expr | None = None


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class ZonesNamed(Expr):
    """All zones of a name: by seat or team, then by index."""

    name: str


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Expr):
    """All seats that play, in order."""


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAfter(Expr):
    """The seat `steps` further round the table (negative: back). Fails for no seat."""

    seat: Expr
    steps: Expr


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class NumberOf(Expr):
    """The number of a seat, 0 for the first. Fails for no seat."""

    seat: Expr


@claims(*PURE, SURE, FILLED, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Teams(Expr):
    """All teams, in order."""


@claims(PRESENT, STRICT, FAULTLESS, needs=("seat",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOf(Expr):
    """The team that a seat is in. Fails for no seat."""

    seat: Expr


@claims(PRESENT, STRICT, SURE, FILLED, FAULTLESS, UNIQUE, needs=("team",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsOf(Expr):
    """The seats of a team that play, in order. Fails for no team."""

    team: Expr


@claims(STRICT, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerOf(Expr):
    """The seat that owns a zone, or its root; nothing if none does, or a team. Fails for no
    zone."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, RANKS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOf(Expr):
    """The number of a zone, or of its root, among the zones of that name that its seat or team has,
    from 0. Fails for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class TraitOf(Expr):
    """A trait of a zone, or of its root. Fails for no zone, and for one that does not have it."""

    zone: Expr
    trait: str


@claims(PRESENT, STRICT, LIST, SURE, FAULTLESS, UNIQUE, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TokensIn(Expr):
    """The tokens of a zone, from the top down. Fails for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class SizeOf(Expr):
    """How many tokens a zone holds. Fails for no zone."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TopOf(Expr):
    """The top token of a zone, or nothing if it is empty. Fails for no zone."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class BottomOf(Expr):
    """The bottom token of a zone, or nothing if it is empty. Fails for no zone."""

    zone: Expr


@claims(STRICT, FAULTLESS, PASSES, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAt(Expr):
    """The token `position` places below the top, or nothing. Fails for no zone."""

    zone: Expr
    position: Expr


@claims(STRICT, FAULTLESS, FINDS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneOf(Expr):
    """The zone a token lies in; nothing if it is not in play. Fails for no token."""

    token: Expr


@claims(PRESENT, STRICT, LIST, SURE, FAULTLESS, UNIQUE, FINDS, RANKS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours(Expr):
    """The zones that links of a name lead to from a zone, each once, in the order of the links.
    Fails for no zone."""

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
    """The zones that can be reached from a zone over links of a name, going only to zones for
    which `where` holds, and over at most `within` links if that is given: the nearest first, those
    of one zone in the order of Neighbours. The zone itself is not tested and not among them. Fails
    for no zone."""

    zone: Expr
    link: str
    name: str
    where: Expr
    within: Expr | None = None


@claims(STRICT, FAULTLESS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyOf(Expr):
    """A property of a token, as it is now. Fails for no token."""

    token: Expr
    property: str


@claims(PRESENT, STRICT, FAULTLESS, needs=("token",))
@dataclass(frozen=True, slots=True, kw_only=True)
class IsFaceUp(Expr):
    """Whether a token lies face up. Fails for no token."""

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
    """How many tokens from the top down form a run: all face up, and `where` holds for each
    token (`upper`) and the one it lies on (`lower`). 0 if the top is face down or missing."""

    zone: Expr
    lower: str
    upper: str
    where: Expr


# ---- trees of zones: directions are the numbers from 0 (north) clockwise to 7 (northwest) -------

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""What people call them."""


@claims(STRICT, TREES, FAULTLESS, FINDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class ChildAt(Expr):
    """The zone below a zone in a direction, or nothing. Fails for no zone and no direction."""

    zone: Expr
    direction: Expr


@claims(STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class ParentOf(Expr):
    """The zone that a zone hangs from; nothing for a root. Fails for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionOf(Expr):
    """In which direction a zone hangs from its parent; -1 for a root. Fails for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class RootOf(Expr):
    """The zone at the root of a zone's tree: itself, if it hangs from none. Fails for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, LIST, SURE, TREES, FAULTLESS, UNIQUE, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOf(Expr):
    """A zone and all zones below it, each before those below itself, directions in order. Fails
    for no zone."""

    zone: Expr


@claims(PRESENT, STRICT, TREES, FAULTLESS, FINDS, needs=("zone",))
@dataclass(frozen=True, slots=True, kw_only=True)
class DeepestOf(Expr):
    """The zone that hangs the most steps below a zone, itself if none does; of several the last in
    the order of TreeOf. Fails for no zone."""

    zone: Expr


# ---- arithmetic and logic ----------------------------------------------------------------------


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Expr):
    """Sum of two numbers."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Subtract(Expr):
    """Difference of two numbers."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Multiply(Expr):
    """Product of two numbers."""

    left: Expr
    right: Expr


@claims(PRESENT, STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Divide(Expr):
    """Quotient of two numbers, rounded down. Fails for a divisor of 0."""

    left: Expr
    right: Expr


@claims(PRESENT, STRICT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Modulo(Expr):
    """What Divide leaves over: it has the sign of the divisor. Fails for a divisor of 0."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Equal(Expr):
    """Whether two values of one type (not lists) are the same; nothing equals nothing."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Less(Expr):
    """Whether the left number is smaller."""

    left: Expr
    right: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class AtMost(Expr):
    """Whether the left number is smaller or the same."""

    left: Expr
    right: Expr


@claims(TOTAL, PRESENT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class And(Expr):
    """Whether all hold; true for none."""

    items: tuple[Expr, ...]


@claims(TOTAL, PRESENT, FAULTLESS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Or(Expr):
    """Whether one holds; false for none."""

    items: tuple[Expr, ...]


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Expr):
    """Whether it does not hold."""

    item: Expr


@claims(*PURE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Exists(Expr):
    """Whether a token, zone, seat, team or enum value is not nothing."""

    item: Expr


@claims(TOTAL, FAULTLESS, PASSES, test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Expr):
    """One value or the other."""

    test: Expr
    then: Expr
    otherwise: Expr


@claims(TOTAL, PRESENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Possible(Expr):
    """Whether a block could be carried out now, found out by a dry run: whatever it does is undone,
    also what seats have come to know. It could if it comes to its end or, as far as it looks, to a
    choice (a Decide, unless it has an `otherwise` and no option, an Ask with an item, a Pick that
    asks, a TakeFirst with an option), a random draw, a Mark or an EndGame without failing before
    that outside of any Attempt. The names it binds are its own, and none of them has a value
    outside. Leave and Return do not lead out of it."""

    body: Block


# ---- lists -------------------------------------------------------------------------------------


@claims(*PURE, LIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf(Expr):
    """A list of these values; `of` is the type of an item, needed if there are none."""

    items: tuple[Expr, ...]
    of: str = "any"


@claims(TOTAL, PRESENT, STRICT, LIST, SURE, UNIQUE)
@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Expr):
    """The whole numbers from `low` to `high`, both included; none if `high` is smaller."""

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
    """The items for which `where` holds, in their order."""

    items: Expr
    name: str
    where: Expr


@claims(
    TOTAL, PRESENT, LIST, FAULTLESS, AS_FILLED, PASSES, binds=("name",), scope="value", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Expr):
    """A value computed from each item, in their order."""

    items: Expr
    name: str
    value: Expr


@claims(*PURE, LIST, UNIQUE, SUBLIST, AS_FILLED, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Distinct(Expr):
    """Each different item once, where it first occurs."""

    items: Expr


@claims(*PURE, LIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Expr):
    """The items of several lists as one list, in their order; an item may occur more than once."""

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
    """The items by a number computed from each, the smallest first; equal ones keep their order."""

    items: Expr
    name: str
    key: Expr


@claims(*PURE, LIST, SUBLIST, AS_FILLED, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Expr):
    """The items from the last to the first."""

    items: Expr


@claims(*PURE, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Length(Expr):
    """How many items a list has."""

    items: Expr


@claims(STRICT, FAULTLESS, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Expr):
    """The item at an index, from 0. Fails if there is none."""

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
    """The sum of a list of numbers; 0 for none."""

    items: Expr


@claims(PRESENT, STRICT, FAULTLESS, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Largest(Expr):
    """The largest of a list of numbers. Fails for none."""

    items: Expr


@claims(PRESENT, STRICT, FAULTLESS, UNORDERED)
@dataclass(frozen=True, slots=True, kw_only=True)
class Smallest(Expr):
    """The smallest of a list of numbers. Fails for none."""

    items: Expr


@claims(
    TOTAL, PRESENT, FAULTLESS, UNORDERED, binds=("name",), scope="where", test="where", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Expr):
    """Whether `where` holds for an item. `where` is a test: failing it counts as false."""

    items: Expr
    name: str
    where: Expr


@claims(
    TOTAL, PRESENT, FAULTLESS, UNORDERED, binds=("name",), scope="where", test="where", over="items"
)
@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Expr):
    """Whether `where` holds for every item. `where` is a test: failing it counts as false."""

    items: Expr
    name: str
    where: Expr


@claims(TOTAL, PRESENT, LIST, UNIQUE, binds=("name",), scope="where", test="where")
@dataclass(frozen=True, slots=True, kw_only=True)
class Subsets(Expr):
    """The ways to select `least` to `most` items of a list, as far as `where` holds with the name
    bound to the list of the selected items. A selection is a number: its bit i (from 0) says
    whether the item at index i is taken. Fewer items come first; of two selections of one size the
    one that takes the earlier item where they first differ. `where` is a test: failing it counts as
    false. A list of more than 30 items, or more than 65536 ways to be tested, is a fault."""

    items: Expr
    least: Expr = Number(value=1)
    most: Expr = Number(value=30)
    name: str
    where: Expr


@claims(*PURE, LIST, SUBLIST, PASSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Selected(Expr):
    """The items of a list that a selection takes, in their order; of a long list only the first 30
    can be taken."""

    items: Expr
    selection: Expr


@claims(TOTAL, PRESENT, LIST, UNIQUE, binds=("name",), scope="weight", over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class BestPartition(Expr):
    """Those of the selections in `groups` that share no item and whose items weigh most together,
    by a number computed from each item. If several are equally good: as few groups as possible;
    then, where going through the items in order two answers first differ, the group that comes
    earlier in `groups`, and rather a group than none. They are listed by their first items.
    What selects nothing, or what is not there, is no group. More than 20 items, or more than 4096
    groups, are a fault."""

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
    """Give a variable a new value; `of` is the seat or the team it is kept for, if it is, `index`
    its number if there are several. Fails for no seat, no team, and an index that is not there."""

    name: str
    value: Expr
    of: Expr | None = None
    index: Expr | None = None


@claims(DRAWS, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Statement):
    """Bind a name to a random whole number from `low` to `high`. Fails if `high` is smaller. Unless
    it is `announced` nobody learns it."""

    name: str
    low: Expr
    high: Expr
    announced: bool = True


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveToken(Statement):
    """Move a token to the top or the bottom of a zone (also of its own). Fails for nothing, and,
    as all that moves tokens, for a zone that has gone from its tree. No Listener hears what is
    `quiet`."""

    token: Expr
    to: Expr
    place: str = "top"
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Statement):
    """Move a token into a zone (also its own) so that `above` of the others there lie above it.
    Whoever does not see the tokens of that zone then knows them no more, as after a Shuffle: nobody
    can tell where it went. Fails for nothing, if `above` is below 0, and if there are not so many.
    No Listener hears what is `quiet`."""

    token: Expr
    to: Expr
    above: Expr
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTop(Statement):
    """Move `count` tokens, one after another, from the top of a zone to the top or the bottom of
    another, so that several placed on top end up reversed. With too few, or a count below 0, it
    fails and moves nothing, or with `partial` moves what is there. Nothing moves within one zone.
    Fails for no zone."""

    source: Expr
    to: Expr
    count: Expr = Number(value=1)
    place: str = "top"
    partial: bool = False
    quiet: bool = False


@claims(MOVES, UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveBlock(Statement):
    """Move the top `count` tokens of a zone (all, if there is no count) onto or under another,
    keeping their order. With too few, or a count below 0, it fails and moves nothing. Nothing
    moves within one zone. Fails for no zone."""

    source: Expr
    to: Expr
    count: Expr | None = None
    place: str = "top"
    quiet: bool = False


@claims(DRAWS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Statement):
    """Put the tokens of a zone in random order. Fails for no zone."""

    zone: Expr


@claims(UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Statement):
    """Turn a token face up or down where it lies; nothing happens to no token."""

    token: Expr
    up: bool


@claims(UNCOVERS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Statement):
    """Let seats see a token, whatever its zone and face are, as long as it stays: until it moves,
    is turned over, or its zone is shuffled. Nothing happens to no token; no seat is left out."""

    token: Expr
    seats: Expr


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(Statement):
    """Take a token out of the sight of seats, as long as Show would last. They still know it."""

    token: Expr
    seats: Expr


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class SetProperty(Statement):
    """Give a token a new value of a property that changes. Fails for no token."""

    token: Expr
    property: str
    value: Expr


@claims(FOUND, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Create(Statement):
    """Bring the first token of a pool that is not in play to the top or the bottom of a zone, and
    bind it to a name. It lies face down unless the zone turns it up. Fails if all are in play, and
    for no zone."""

    name: str
    supply: str
    to: Expr
    place: str = "top"


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(Statement):
    """Take a token out of play, back to its pool: nobody knows it any more, it is face down and
    its properties are as at the start. Fails for no token, for one that is not in play and for one
    that is not from a pool."""

    token: Expr


@claims(TREES, FOUND, binds=("name",))
@dataclass(frozen=True, slots=True, kw_only=True)
class Grow(Statement):
    """Bind a name to the zone below a zone in a direction; it is made if there is none. Fails if
    all branches are in use, for no zone, one that has gone, and no direction."""

    name: str
    zone: Expr
    direction: Expr


@claims(TREES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Prune(Statement):
    """Remove a zone from its parent. Who still names it names an empty zone that hangs nowhere and
    takes no tokens, until a branch grows anew. Fails if the zone holds tokens or has zones below
    it, for a root and for no zone."""

    zone: Expr


@claims(TREES)
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTree(Statement):
    """Hang a zone with all below it, tokens included, from another zone in a direction. Fails if a
    zone is there already, if it would hang from itself, if the two are not seen alike, for a root,
    for no zone, one that has gone, and no direction."""

    zone: Expr
    to: Expr
    direction: Expr


# ---- statements: flow --------------------------------------------------------------------------


@claims(test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class If(Statement):
    """One block or the other."""

    test: Expr
    then: Block
    otherwise: Block = ()


@claims(test="test")
@dataclass(frozen=True, slots=True, kw_only=True)
class While(Statement):
    """Repeat a block as long as the test holds, or until Leave."""

    test: Expr
    body: Block


@claims(binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Statement):
    """Run a block for each item of a list, which is made once, before the first; or until Leave."""

    name: str
    items: Expr
    body: Block


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Statement):
    """End the innermost While or ForEach of this procedure."""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Statement):
    """Run a procedure with these arguments. Procedures may call themselves, also through others;
    more than 256 such calls inside of each other are a fault. A listener that is set off by what it
    does, also through others, counts like a procedure that calls itself."""

    procedure: str
    arguments: tuple[Expr, ...] = ()


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Statement):
    """End this procedure. In `main` it ends the game without winners, reason `finished`."""


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Statement):
    """Run a block; if a statement in it fails, leave the rest out and run `otherwise`. With
    `rollback` what the block did is undone first, except what it drew at random and what seats
    have come to know (who sees a token again knows it again). Leaving it by Leave or Return keeps
    what was done. Its `name` is for reports on what failed."""

    body: Block
    otherwise: Block = ()
    rollback: bool = False
    name: str = ""


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Fail(Statement):
    """Fail, for a reason. What is `final` is a fault: something has happened that must not, and no
    Attempt helps."""

    reason: str
    final: bool = False


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Statement):
    """A place in the flow where a table may pause: `turn` counts a turn, `phase` does not."""

    kind: str


@claims(ENDS)
@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Statement):
    """End the game: the seats that win, a score for each seat if there are scores, and why."""

    winners: Expr
    scores: Expr | None = None
    reason: str = "finished"


@claims(RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Later(Statement):
    """Put a call on the agenda, to be made at the boundary of this name that is the `count`th from
    now. It is given the values its arguments have now, at most 4 and no lists. Fails for a count
    below 1. More than 64 calls on the agenda are a fault."""

    boundary: str
    procedure: str
    count: Expr = Number(value=1)
    arguments: tuple[Expr, ...] = ()


@claims(RANKS)
@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary(Statement):
    """A boundary comes: all calls on the agenda that wait for its name count down; those that are
    due are taken off and made one after another, in the order they were put there."""

    name: str


# ---- statements: choices -----------------------------------------------------------------------


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Node):
    """How a move is written: texts and values, in order. `""` is the notation for people."""

    name: str
    parts: tuple[str | Expr, ...]


@claims(binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Node):
    """What an action or a procedure is given; `items` is the list an action's value is from."""

    name: str
    type: str
    items: Expr | None = None


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Node):
    """One line of why something may be chosen, in its author's words: a test or, without one, what
    joins other lines, of which all must hold if `every`, else one. It is told, and decides
    nothing."""

    text: str
    test: Expr | None = None
    parts: tuple[Reason, ...] = ()
    every: bool = True


@claims(test="guard")
@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Node):
    """Something a seat may choose to do: one option for each way to choose the parameters, the
    first outermost (a later list may depend on earlier parameters), for which the guard holds. A
    list that fails counts as empty.
    An option is left out if its body would fail outside of any Attempt before its first choice
    (Decide or TakeFirst with an option, Ask, Pick), random draw, or look at a property of a token
    or at a variable that the seat may not know; what the body itself brings to light does not count
    as known, except a token that it creates from a pool whose tokens have the same fixed
    properties.
    What is `atomic` can be finished once begun: an option is left out also if every way through its
    further choices fails, or comes to a Decide without options, before the end of the body; and so
    is every option of a Decide, Ask or Pick on the way (of the outermost, if one is inside of
    another).
    A Decide of which all are left out so has none: its `otherwise` is one more way.
    Such a search looks no further than a random draw, a Mark, an EndGame, a TakeFirst with an
    option, what the seat may not know, 8 choices in a row, and 2000 options in all: beyond that it
    counts as possible.
    `because` is told in place of the lists and the guard to those who ask why, and so must all hold
    for exactly those values for which these do."""

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
    """What a seat may write down as a choice though it is never one: values of the parameters, the
    texts for it, and why not. A text that an action can mean as well is not refused by this."""

    parameters: tuple[Parameter, ...] = ()
    notations: tuple[Notation, ...]
    because: tuple[Reason, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Picking(Node):
    """What a choice is part of: several items, of which one is picked at a time. `chosen` is the
    list of those picked so far; it is to be `least` to `most` of them."""

    chosen: Local
    least: Expr
    most: Expr
    sequence: bool = False


@claims(CHOOSES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Statement):
    """A seat chooses one option of the actions, in their order, and it is carried out. If there
    is none the game is stuck; or, if there is a block `otherwise`, nobody chooses and that is
    carried out: everybody may see by what happens that there was nothing to choose. Whether there
    is an option is found out once, when the statement is reached. Fails for no seat. Unless it is
    `announced` the others learn what was chosen only by what it does. What is `refused` is no
    option. If it is part of `picking` several items it fails where there is no option."""

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
    """Carry out the first option of the actions, as if chosen; if there is none, `otherwise`."""

    actions: tuple[Action, ...]
    otherwise: Block = ()


@claims(CHOOSES, UNORDERED, binds=("name",), over="items")
@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Statement):
    """A seat chooses one item of a list, which is bound to a name. Fails if the list is empty, and
    for no seat. Unless it is `announced` the others do not learn what was chosen."""

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
    to a name; `of` is the type of an item. `least` and `most` are worked out once, after the list.
    If there are fewer items than `least`, or `most` is smaller, it fails. If there are none, or
    `most` is below 1, nobody is asked, and none are picked. Else it fails for no seat. Unless it is
    `announced` the others do not learn what was picked.

    It is a set: the order of picking does not count, and the items are bound in the order of the
    list. (In a Together, what was answered and is not on the list any more comes last, in the order
    of its type.) The set is one choice if `of` is not `int` and has at most 216 values beside
    nothing, and if there are at most 2^20 ways to pick `most` or fewer of the items. Its options
    are listed as in Subsets. Else the items are picked one by one: each time the seat chooses one
    that it has not picked yet or, once it has `least` and unless both numbers are written down and
    the same, to be done; with `most`, or with all items, it ends by itself.

    A `sequence` is always picked one by one, and bound in the order of picking. Its list is worked
    out anew before each pick, with the name bound to the list of what was picked so far, so it may
    depend on that; it ends, too, when nothing is left to pick, and fails if those are fewer than
    `least`, not before. As an Ask, a choice on the way fails if no option is left."""

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
    """Let several choices be made as if at the same time: by several seats, or in several branches.
    First the body is run for each item of the list (a seat, or the number of a branch), with the
    name bound to it, from the common start: its choices (Decide, Ask, Pick) are answered,
    and what it did is undone, also what seats have come to know and what names were bound. Such a
    rehearsal ends with the body, with an EndGame, which ends nothing else, or with a random draw,
    after which no choice may come. If one fails, the statement fails.
    Then all bodies are run in the same order with the answers given: a choice takes the next answer
    that was given there by this body, possible or not; if there is none it fails, or carries out
    its `otherwise`. A body that fails now fails the statement. Leave and Return do not lead out of
    the body, and there is no Together inside of another. After 256 answers one more is a fault."""

    name: str
    seats: Expr
    body: Block


# ---- things ------------------------------------------------------------------------------------


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Team(Node):
    """Seats, by their numbers from 0, that play together; those that nobody sits at do not count.
    In a game with teams every seat is in one, and none is empty, however many play."""

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
    """A number for each value of an enum, in the enum's order."""

    name: str
    enum: str
    values: tuple[int, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Node):
    """A property of every token: `int`, `bool` or an enum. It is fixed, or `changing`: then the
    token's value is the first one, and whoever knows the token sees it change. What is `open` shows
    on the back, too, and never changes: everybody knows it. What is `inner` is not shown."""

    name: str
    type: str
    changing: bool = False
    open: bool = False
    inner: bool = False


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Node):
    """A card or piece: its name for people and a value (int, bool or enum value) per property."""

    name: str
    values: tuple[int | bool | str, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Supply(Node):
    """Tokens that start in a zone, the first on top. Tokens of one supply share their back. A
    supply without a zone is a pool: its tokens are not in play until they are created."""

    name: str
    zone: str
    tokens: tuple[Token, ...]


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Node):
    """A place for tokens, or several alike: one per seat if `per_seat`, one per team if `per_team`,
    each `count` times.

    `owner_sees` and `others_see` are `all`, `top`, `count` or `none` (without an owner, all are
    others; a team's zone is owned by all its seats); a seat sees a token only if that allows it and
    the token is face up. `face` is what happens to a token that comes in: `up`, `down` or `keep`.
    In an `ordered` zone everybody can tell from which place a token is taken. `label` is the name
    for people, and `look` how they lay it out: `pile` (only the top matters), `column` (fanned),
    `row` (side by side) or `space` (of a map: counted by kind); it changes nothing in the game.

    Below such a zone, the root of a tree, others like it may grow: `branches` is how many at once
    in all trees of this declaration (of each seat or team that has one); with 0 it has none. Those
    that have, and whose zones are seen alike (order, face, who sees how much), share their
    branches. People call a branch by its root and the way from there: `cell 1,south,south`. `grows`
    is the direction (`north`, clockwise to `northwest`) in which they expect the tree to grow, ""
    for none in particular; `turned` is by how many degrees, clockwise, they lay its tokens turned,
    unless these have a rotation of their own (see Look). Both change nothing in the game."""

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
    """What a trait is for the zones of a name: an int, a bool or an enum value; `index` is the
    number (from 0) if there are several. Zones that are kept per seat or per team have it alike."""

    zone: str
    index: int = 0
    value: int | bool | str


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Node):
    """A property of zones, `int`, `bool` or an enum, that never changes and everybody knows. A zone
    may have it or not."""

    name: str
    type: str
    values: tuple[TraitValue, ...] = ()


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Node):
    """A way from one zone to another, and back if `both`. Links that share a name are a graph. The
    zones have no owner; an index is the number (from 0) if there are several."""

    name: str
    zone_a: str
    index_a: int = 0
    zone_b: str
    index_b: int = 0
    both: bool = True


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Spot(Node):
    """Where on the table people lay a zone that has no owner: `x` to the right and `y` down, in
    hundredths of the room that a pile takes up there; in a game with a Look in its unit, from the
    upper left corner of the table to the middle of a token that lies there. Of two for one zone the
    first counts. It changes nothing in the game."""

    zone: str
    index: int = 0
    x: int
    y: int


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Node):
    """How large things are on a table that people look at, in a unit of its own: the table is
    `width` of it wide. A zone that hangs below another lies `step_up` away from it in its direction
    (diagonals: that much in both) if the top of that one is face up, else `step_down`. The picture
    of a token is found by its name between `picture_start` and `picture_ending`.

    `anchor` is the property (bool) of tokens that only mark a place, and `rotation` the one (int)
    that tells by how much a token is turned clockwise; "" if there is none. `degree` is how much of
    that, and of a zone's `turned`, makes one degree. Nothing of it changes anything in the game."""

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
    team, or `count` of them that are told apart by an index. The audience is `all`, `owner` (the
    seat it is kept for, or all seats of the team) or `none`. What is `inner` keeps the game going
    and means nothing to people, who are not bothered with it. `places` names the zone without an
    owner that each of the `count` is about, where people are shown it; "" if they are not."""

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
    """Something the caller may set: a number, a truth or a symbol out of those allowed."""

    name: str
    default: Expr
    allowed: tuple[Expr, ...] = ()


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
    """What happens around a movement from a zone named in `sources` to one in `targets` (any, if
    there are none; a branch has its root's name), if the test holds. A statement that moves several
    tokens moves those that are there at its start one after another, and leaves out what no longer
    lies there. For each token that is not moved quietly: all listeners `before`, in order. If the
    token then lies elsewhere, that is all. Else the first listener `instead`, in place of the
    movement. If there is none, the movement, and all listeners `after`. A test is made when the
    turn of its listener comes.
    In test and body, names stand for the token, the zone it comes from and the zone it is to go to.
    Return ends the body. A listener `instead` does not hear what is moved while its body runs."""

    when: str
    body: Block
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    token: str = "token"
    source: str = "source"
    target: str = "target"
    test: Expr = Truth(value=True)


@claims()
@dataclass(frozen=True, slots=True, kw_only=True)
class GameDef(Node):
    """A whole game. Play starts with the procedure `main`; a token's initial face is that of the
    zone it starts in (`keep`: down). The seed is the game's own, for tables that are given none."""

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
