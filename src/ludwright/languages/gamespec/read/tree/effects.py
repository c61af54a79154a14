"""The typed tree of effects, with locations.

Macros have been expanded. A persistent name is bound for the effects that follow in the same list
and, if bound in a branch of `if`, also for those after the `if`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .values import Condition, Name, Part, Player, Query, TokenTest, Value, ZoneSel


@dataclass(frozen=True, slots=True)
class SetVar(Part):
    """`setVar`; with a player it sets that player's variable."""

    var: Name
    player: Player | None
    value: Value


@dataclass(frozen=True, slots=True)
class AddVar(Part):
    """`addVar`; with a player it changes that player's variable."""

    var: Name
    player: Player | None
    delta: Value


@dataclass(frozen=True, slots=True)
class Holding(Part):
    """The source or target of a transfer: a global or per-player variable."""

    var: Name
    player: Player | None


@dataclass(frozen=True, slots=True)
class Transfer(Part):
    """`transferVar`, `commitResource`: move an amount from one variable to another, limited by the
    minimum of the source and the maximum of the target. The amount is first clamped to `least` and
    `most`. `actual` is bound to the amount moved."""

    source: Holding
    target: Holding
    amount: Value
    least: Value | None = None
    most: Value | None = None
    actual: Name | None = None


@dataclass(frozen=True, slots=True)
class MoveToken(Part):
    """`moveToken`: to the `top`, the `bottom` or a `random` position."""

    token: Name
    # The token must be there: a token that is elsewhere makes the effect fail.
    source: ZoneSel
    target: ZoneSel
    position: str = "top"


@dataclass(frozen=True, slots=True)
class MoveAll(Part):
    """`moveAll`: as a block on top; the filter is a condition on `$token`."""

    source: ZoneSel
    target: ZoneSel
    where: Condition | None = None


@dataclass(frozen=True, slots=True)
class MoveAdjacent(Part):
    """`moveTokenAdjacent`: to the top of a neighbouring zone."""

    token: Name
    source: ZoneSel
    target: ZoneSel


@dataclass(frozen=True, slots=True)
class Draw(Part):
    """`draw`: a block from the top, all tokens if there are fewer than `count`."""

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
    """`forEach`: over the first `limit` items (100 by default); then `after`, with `count` bound to
    the number of iterations."""

    bind: Name
    over: Query
    effects: Effects
    limit: Value | None = None
    count: Name | None = None
    after: Effects = ()


@dataclass(frozen=True, slots=True)
class Let(Part):
    """`let`: binds a value in the nested effects."""

    bind: Name
    value: Value
    inside: Effects


@dataclass(frozen=True, slots=True)
class BindValue(Part):
    """`bindValue`: binds a value persistently."""

    bind: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Reduce(Part):
    """`reduce`: folds the items into one value, which is bound in the nested effects."""

    item: Name
    so_far: Name
    over: Query
    initial: Value
    # Sees `item` and `so_far`; `inside` sees only `result`.
    next: Value
    result: Name
    inside: Effects
    limit: Value | None = None


@dataclass(frozen=True, slots=True)
class BestSubset(Part):
    """`evaluateSubset`: the best score of all subsets of `size` items; of equals the first."""

    source: Query
    size: Value
    subset: Name
    # Runs for each subset and is undone, so only its bindings matter, to `score`.
    compute: Effects
    score: Value
    result: Name
    best: Name | None
    inside: Effects


@dataclass(frozen=True, slots=True)
class ChooseOne(Part):
    """`chooseOne`: a player, by default the active one, chooses an item."""

    bind: Name
    options: Query
    chooser: Player | None = None


@dataclass(frozen=True, slots=True)
class ChooseN(Part):
    """`chooseN`: a player, by default the active one, chooses several distinct items, in order."""

    bind: Name
    options: Query
    least: Value
    most: Value
    chooser: Player | None = None


@dataclass(frozen=True, slots=True)
class RollRandom(Part):
    """`rollRandom`: a random number, bound in the nested effects."""

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
    """`shiftMarker`: by `delta` states, clamped to the first and last."""

    space: ZoneSel
    marker: Name
    delta: Value


@dataclass(frozen=True, slots=True)
class GotoPhase(Part):
    """`gotoPhaseExact`: skip to a later phase of this turn."""

    phase: Name


@dataclass(frozen=True, slots=True)
class AdvancePhase(Part):
    """`advancePhase`: continue with the next phase, or the next turn."""


@dataclass(frozen=True, slots=True)
class EndTurn(Part):
    """`endTurn`: the turn ends when this move is complete."""


@dataclass(frozen=True, slots=True)
class SetActive(Part):
    """`setActivePlayer`."""

    player: Player


@dataclass(frozen=True, slots=True)
class Reveal(Part):
    """`reveal`: show tokens of a zone to players."""

    zone: ZoneSel
    to: Player
    tests: tuple[TokenTest, ...] = ()


@dataclass(frozen=True, slots=True)
class Conceal(Part):
    """`conceal`: undo `reveal` for players."""

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
