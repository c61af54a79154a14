"""The typed trees of sections: the result of `load_sections`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..table_data import DataTable, Lattice, SpaceMarker, Stacking
from .effects import Effects
from .values import Condition, Name, Part, Player, Query, Scalar, Value


@dataclass(frozen=True, slots=True)
class Metadata(Part):
    """`metadata`."""

    id: str
    least: int
    most: int
    # The nesting depth of triggers that fire triggers; deeper ones are dropped.
    depth: int = 8
    title: str = ""


@dataclass(frozen=True, slots=True)
class VarDef(Part):
    """A variable: `int` within bounds, or `boolean`."""

    name: Name
    type: str
    init: int | bool
    # Bounds of an `int`; results outside are clamped, not errors.
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class ZoneDef(Part):
    """A zone, or one for each player (`owned`). Neighbours are full ids, sorted. `props` are the
    properties of a space: numbers, texts, booleans and lists of these. `spot` is its position on
    the screen: to the right and down, in hundredths of the size of a pile."""

    base: str
    owned: bool
    visibility: str
    ordering: str
    adjacent: tuple[Name, ...] = ()
    space: bool = False
    props: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    spot: tuple[int, int] | None = None

    def ids(self, players: int) -> tuple[str, ...]:
        """The full ids of the zone, or of the zones of all players."""
        owners = range(players) if self.owned else ("none",)
        return tuple(f"{self.base}:{owner}" for owner in owners)


@dataclass(frozen=True, slots=True)
class Transition(Part):
    """An allowed change of a property."""

    prop: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TokenType(Part):
    """A token type: `int`, `string` or `boolean` for each property. `total` is the number of pieces
    in the inventory of a catalogue."""

    id: Name
    props: Mapping[str, str]
    transitions: tuple[Transition, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Phase(Part):
    """A phase of a turn."""

    id: Name
    on_enter: Effects = ()
    on_exit: Effects = ()


# ---- turn orders -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundRobin(Part):
    """Players in the order of their numbers, cyclically."""


@dataclass(frozen=True, slots=True)
class FixedOrder(Part):
    """Players in a given order, cyclically."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Simultaneous(Part):
    """All players choose, then all choices are executed."""


@dataclass(frozen=True, slots=True)
class OptionRow(Part):
    """The classes of actions open to the second faction after the class that the first played."""

    first: str
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassReward(Part):
    """The reward of a faction for passing, added to a global variable within its bounds."""

    faction: Name
    resource: Name
    amount: int


@dataclass(frozen=True, slots=True)
class Window(Part):
    """An override of the eligibility of a faction."""

    id: Name
    duration: str


@dataclass(frozen=True, slots=True)
class Restriction(Part):
    """An action that is restricted during a monsoon; without `param` it is forbidden."""

    action: Name
    param: Name | None = None
    most: int | None = None
    override: str | None = None


@dataclass(frozen=True, slots=True)
class Monsoon(Part):
    """Restrictions while a coup card is in the lookahead slot."""

    restricted: tuple[Restriction, ...]
    blocks_pivotal: bool = True
    override: str | None = None


@dataclass(frozen=True, slots=True)
class Cancellation(Part):
    """A pivotal action that cancels another."""

    winner: Name
    canceled: Name


@dataclass(frozen=True, slots=True)
class Pivotal(Part):
    """The pivotal actions, which interrupt the eligible factions."""

    actions: tuple[Name, ...]
    needs_window: bool = True
    not_before_coup: bool = True
    precedence: tuple[Name, ...] = ()
    cancellations: tuple[Cancellation, ...] = ()


@dataclass(frozen=True, slots=True)
class CoupPhase(Part):
    """A phase of a coup round; steps are names for human readers, effects are executed."""

    id: Name
    steps: tuple[str, ...] = ()
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class CoupPlan(Part):
    """The coup round that is played when a coup card leaves."""

    phases: tuple[CoupPhase, ...]
    omitted_at_last: tuple[Name, ...] = ()
    most_in_a_row: int | None = None


@dataclass(frozen=True, slots=True)
class CardDriven(Part):
    """A card-driven turn order. Three zones are the slots; `classes` has the classes that an action
    may be played as, if not its own id, and `classed` the locations of its keys."""

    played: Name
    lookahead: Name
    leader: Name
    factions: tuple[Name, ...]
    windows: tuple[Window, ...] = ()
    matrix: tuple[OptionRow, ...] = ()
    rewards: tuple[PassReward, ...] = ()
    # Part of the format, but without effect on play.
    durations: tuple[str, ...] = ()
    monsoon: Monsoon | None = None
    pivotal: Pivotal | None = None
    coup: CoupPlan | None = None
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    classed: tuple[Name, ...] = ()


TurnOrder = RoundRobin | FixedOrder | Simultaneous | CardDriven

CLASSES = ("pass", "event", "operation", "limitedOperation", "operationPlusSpecialActivity")
"""The classes of actions; one of the class SPECIAL accompanies another action."""
SPECIAL = "specialActivity"
DURATIONS = ("turn", "nextTurn", "round", "cycle")


# ---- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Param(Part):
    """A param of an action and its domain."""

    name: Name
    domain: Query


@dataclass(frozen=True, slots=True)
class Limit(Part):
    """A limit on the uses of an action per `turn`, `phase` or `game`."""

    scope: str
    most: int


@dataclass(frozen=True, slots=True)
class Action(Part):
    """An action of a player."""

    id: Name
    actor: Player
    phases: tuple[Name, ...]
    params: tuple[Param, ...] = ()
    pre: Condition | None = None
    cost: Effects = ()
    effects: Effects = ()
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True)
class Targeting(Part):
    """The targets of a pipeline: `upToN`, `exactN` or `allEligible` of the candidates that pass the
    filter, in which `$target` and `$zone` are bound. Candidates are the results of `query`, by
    default the spaces of the map or, without a map, all zones. They are sorted by `order`, then by
    `tie_break`: `lexicographic` or a property, descending with `-`. Without `select` there are no
    targets."""

    select: str | None = None
    most: int | None = None
    query: Query | None = None
    where: Condition | None = None
    order: Name | None = None
    tie_break: Name | None = None


@dataclass(frozen=True, slots=True)
class Stage(Part):
    """A stage of a pipeline."""

    name: str
    effects: Effects


@dataclass(frozen=True, slots=True)
class Pipeline(Part):
    """The execution of an action, in stages."""

    id: Name
    action: Name
    applicability: Condition | None
    legality: Condition | None
    affordable: Condition | None
    cost: Effects
    targeting: Targeting
    stages: tuple[Stage, ...]
    atomic: bool
    # Only checked as references; they have no effect on play.
    windows: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class TriggerEvent(Part):
    """The event of a trigger: `phaseEnter`, `phaseExit`, `turnStart`, `turnEnd`, `actionResolved`
    or `tokenEntered`; of one phase, action or zone (its id), or of any."""

    type: str
    of: Name | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Part):
    """Effects after an event, with `$zone`, `$phase` or `$action` bound to its subject."""

    id: Name
    event: TriggerEvent
    # Both must hold; `match` is tested first.
    match: Condition | None = None
    when: Condition | None = None
    effects: Effects = ()


# ---- the end -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndCondition(Part):
    """A condition that ends the game: `win` (of a player), `lossAll`, `draw` or `score`."""

    when: Condition
    result: str
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint(Part):
    """A condition for the victory of a faction: `duringCoup` or `finalCoup`."""

    id: Name
    faction: Name
    timing: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Margin(Part):
    """The value that a faction is ranked by after the final coup."""

    faction: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Scoring(Part):
    """The value that players are ranked by, with each player as the actor."""

    highest: bool
    value: Value


@dataclass(frozen=True, slots=True)
class Terminal(Part):
    """`terminal`."""

    conditions: tuple[EndCondition, ...]
    checkpoints: tuple[Checkpoint, ...] = ()
    margins: tuple[Margin, ...] = ()
    descending: bool = True
    scoring: Scoring | None = None


# ---- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target(Part):
    """A choice of targets when an event happens, bound to `$` and its id. Without `most` all are
    targets."""

    id: Name
    selector: Query
    where: Condition | None = None
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Lasting(Part):
    """Effects at once, and `teardown` effects when the duration ends."""

    id: Name
    duration: str
    setup: Effects
    teardown: Effects = ()


@dataclass(frozen=True, slots=True)
class Branch(Part):
    """One alternative of an event."""

    id: Name
    applicability: Condition | None = None
    effects: Effects = ()
    targets: tuple[Target, ...] = ()
    lasting: tuple[Lasting, ...] = ()


@dataclass(frozen=True, slots=True)
class Side(Part):
    """One side of an event card."""

    applicability: Condition | None = None
    effects: Effects = ()
    branches: tuple[Branch, ...] = ()
    targets: tuple[Target, ...] = ()
    lasting: tuple[Lasting, ...] = ()


@dataclass(frozen=True, slots=True)
class EventCard(Part):
    """A card with one or two sides."""

    id: Name
    title: str
    unshaded: Side | None = None
    shaded: Side | None = None


@dataclass(frozen=True, slots=True)
class EventDeck(Part):
    """Cards by order, then by id. With `reshuffles` the discards refill an empty draw zone."""

    id: Name
    draw: Name
    discard: Name
    cards: tuple[EventCard, ...]
    shuffled: bool = False
    reshuffles: bool = False


@dataclass(slots=True)
class Sections:
    """All sections; None for a missing or broken one. `lost` has the names of broken declarations
    by field (the empty name stands for any); `cells` is set if a board could not be read."""

    metadata: Metadata | None = None
    constants: Mapping[str, int] | None = None
    global_vars: tuple[VarDef, ...] | None = None
    player_vars: tuple[VarDef, ...] | None = None
    zones: tuple[ZoneDef, ...] | None = None
    token_types: tuple[TokenType, ...] | None = None
    setup: Effects | None = None
    phases: tuple[Phase, ...] | None = None
    turn_order: TurnOrder | None = None
    pipelines: tuple[Pipeline, ...] | None = None
    actions: tuple[Action, ...] | None = None
    triggers: tuple[Trigger, ...] | None = None
    terminal: Terminal | None = None
    event_decks: tuple[EventDeck, ...] | None = None
    stacking: tuple[Stacking, ...] | None = None
    lattices: tuple[Lattice, ...] | None = None
    space_markers: tuple[SpaceMarker, ...] | None = None
    tables: tuple[DataTable, ...] | None = None
    lost: Mapping[str, Collection[str]] = field(default_factory=dict)
    cells: bool = False

    def known(self, section: str, names: Iterable[str]) -> set[str] | None:
        """The names that a section declares, with those of broken declarations; None if some of
        them are unknown."""
        lost = self.lost.get(section, ())
        return None if "" in lost else {*names, *lost}
