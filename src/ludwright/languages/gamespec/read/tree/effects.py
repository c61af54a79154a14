"""What a GameSpecDoc lets happen: its effects, with places, as written.

Built-in and effect macros are gone here. Names that are bound `from here on` are bound for the
following effects of the same list and, behind an `if`, for what follows that.
"""

from __future__ import annotations

from dataclasses import dataclass

from .values import Condition, Name, Part, Player, Query, TokenTest, Value, ZoneSel


@dataclass(frozen=True, slots=True)
class SetVar(Part):
    """`setVar`; with a player it is that player's."""

    var: Name
    player: Player | None
    value: Value


@dataclass(frozen=True, slots=True)
class AddVar(Part):
    """`addVar`; with a player it is that player's."""

    var: Name
    player: Player | None
    delta: Value


@dataclass(frozen=True, slots=True)
class Holding(Part):
    """A variable that an amount is taken from or goes to."""

    var: Name
    player: Player | None


@dataclass(frozen=True, slots=True)
class Transfer(Part):
    """`transferVar`, `commitResource`: move an amount from a variable to another, as much as there
    is above the one's least and below the other's greatest. At least `least` is asked for and at
    most `most`. `actual` is bound to what was moved."""

    source: Holding
    target: Holding
    amount: Value
    least: Value | None = None
    most: Value | None = None
    actual: Name | None = None


@dataclass(frozen=True, slots=True)
class MoveToken(Part):
    """`moveToken`: to the `top`, the `bottom` or a `random` place."""

    token: Name
    source: ZoneSel
    target: ZoneSel
    position: str = "top"


@dataclass(frozen=True, slots=True)
class MoveAll(Part):
    """`moveAll`: as a block on top; the filter is about `$token`."""

    source: ZoneSel
    target: ZoneSel
    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class MoveAdjacent(Part):
    """`moveTokenAdjacent`: to a neighbour, on top."""

    token: Name
    source: ZoneSel
    target: ZoneSel


@dataclass(frozen=True, slots=True)
class Draw(Part):
    """`draw`: a block from the top, as many as there are."""

    source: ZoneSel
    target: ZoneSel
    count: Value


@dataclass(frozen=True, slots=True)
class Shuffle(Part):
    """`shuffle`."""

    zone: ZoneSel


@dataclass(frozen=True, slots=True)
class CreateToken(Part):
    """`createToken`: a new token on top."""

    type: Name
    zone: ZoneSel
    props: tuple[tuple[Name, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class DestroyToken(Part):
    """`destroyToken`."""

    token: Name


@dataclass(frozen=True, slots=True)
class SetTokenProp(Part):
    """`setTokenProp`."""

    token: Name
    prop: Name
    value: Value


@dataclass(frozen=True, slots=True)
class If(Part):
    """`if`."""

    when: Condition
    then: Effects
    otherwise: Effects = ()


@dataclass(frozen=True, slots=True)
class ForEach(Part):
    """`forEach`: for the first `limit` (100) items; then `after` with `count` bound to how many."""

    bind: Name
    over: Query
    effects: Effects
    limit: Value | None = None
    count: Name | None = None
    after: Effects = ()


@dataclass(frozen=True, slots=True)
class Let(Part):
    """`let`: a name for a value, inside."""

    bind: Name
    value: Value
    inside: Effects


@dataclass(frozen=True, slots=True)
class BindValue(Part):
    """`bindValue`: a name for a value, from here on."""

    bind: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Reduce(Part):
    """`reduce`: fold the items into one value, which has a name inside."""

    item: Name
    so_far: Name
    over: Query
    initial: Value
    next: Value
    result: Name
    inside: Effects
    limit: Value | None = None


@dataclass(frozen=True, slots=True)
class BestSubset(Part):
    """`evaluateSubset`: the best score over all selections of so many items, the first best."""

    source: Query
    size: Value
    subset: Name
    compute: Effects
    score: Value
    result: Name
    best: Name | None
    inside: Effects


@dataclass(frozen=True, slots=True)
class ChooseOne(Part):
    """`chooseOne`: a player (the active one) chooses an item."""

    bind: Name
    options: Query
    chooser: Player | None = None


@dataclass(frozen=True, slots=True)
class ChooseN(Part):
    """`chooseN`: a player (the active one) chooses several different items, in an order."""

    bind: Name
    options: Query
    least: Value
    most: Value
    chooser: Player | None = None


@dataclass(frozen=True, slots=True)
class RollRandom(Part):
    """`rollRandom`: a random number, which has a name inside."""

    bind: Name
    least: Value
    most: Value
    inside: Effects


@dataclass(frozen=True, slots=True)
class SetMarker(Part):
    """`setMarker`."""

    space: ZoneSel
    marker: Name
    state: Value


@dataclass(frozen=True, slots=True)
class ShiftMarker(Part):
    """`shiftMarker`: by so many states, not beyond the ends."""

    space: ZoneSel
    marker: Name
    delta: Value


@dataclass(frozen=True, slots=True)
class GotoPhase(Part):
    """`gotoPhaseExact`: go on to a later phase of this turn."""

    phase: Name


@dataclass(frozen=True, slots=True)
class AdvancePhase(Part):
    """`advancePhase`: go on to the next phase, or the next turn."""


@dataclass(frozen=True, slots=True)
class EndTurn(Part):
    """`endTurn`: when this move is done, the turn is over."""


@dataclass(frozen=True, slots=True)
class SetActive(Part):
    """`setActivePlayer`."""

    player: Player


@dataclass(frozen=True, slots=True)
class Reveal(Part):
    """`reveal`: let players see tokens of a zone."""

    zone: ZoneSel
    to: Player
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Conceal(Part):
    """`conceal`: take back what was revealed."""

    zone: ZoneSel
    of: Player
    tests: tuple[TokenTest, ...] = ()


Effect = (
    SetVar
    | AddVar
    | Transfer
    | MoveToken
    | MoveAll
    | MoveAdjacent
    | Draw
    | Shuffle
    | CreateToken
    | DestroyToken
    | SetTokenProp
    | If
    | ForEach
    | Let
    | BindValue
    | Reduce
    | BestSubset
    | ChooseOne
    | ChooseN
    | RollRandom
    | SetMarker
    | ShiftMarker
    | GotoPhase
    | AdvancePhase
    | EndTurn
    | SetActive
    | Reveal
    | Conceal
)
Effects = tuple[Effect, ...]
