"""The sections of a GameSpecDoc, each read for itself: what `compile_document` gives back."""

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
    depth: int = 8
    title: str = ""


@dataclass(frozen=True, slots=True)
class VarDef(Part):
    """A variable: `int` within bounds, or `boolean`."""

    name: Name
    type: str
    init: int | bool
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class ZoneDef(Part):
    """A zone, or one for each player. Neighbours are ids of zones, in order. What a space of the
    map has are its properties: numbers, texts, truths, and lists of texts. `spot` is where people
    lay it: to the right and down, in hundredths of the room that a pile takes up."""

    base: str
    owned: bool
    visibility: str
    ordering: str
    adjacent: tuple[Name, ...] = ()
    space: bool = False
    props: Mapping[str, Scalar | tuple[Scalar, ...]] = field(default_factory=dict)
    spot: tuple[int, int] | None = None

    def ids(self, players: int) -> tuple[str, ...]:
        """The ids of the zones that it stands for."""
        owners = range(players) if self.owned else ("none",)
        return tuple(f"{self.base}:{owner}" for owner in owners)


@dataclass(frozen=True, slots=True)
class Transition(Part):
    """A change of a property that is allowed."""

    prop: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TokenType(Part):
    """A kind of token: `int`, `string` or `boolean` for each property. `total` is how many there
    are, if the catalogue says so."""

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
    """Round the table."""


@dataclass(frozen=True, slots=True)
class FixedOrder(Part):
    """Players by their numbers, again and again."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Simultaneous(Part):
    """All choose, then all is done."""


@dataclass(frozen=True, slots=True)
class OptionRow(Part):
    """What the second may do after what the first did."""

    first: str
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassReward(Part):
    """What a faction gets for passing: added to a global variable, within its bounds."""

    faction: Name
    resource: Name
    amount: int


@dataclass(frozen=True, slots=True)
class Window(Part):
    """A way to stay, or not to stay, eligible."""

    id: Name
    duration: str


@dataclass(frozen=True, slots=True)
class Restriction(Part):
    """An action that is restricted before a coup."""

    action: Name
    param: Name | None = None
    most: int | None = None
    override: str | None = None


@dataclass(frozen=True, slots=True)
class Monsoon(Part):
    """What is restricted while a coup card lies ahead."""

    restricted: tuple[Restriction, ...]
    blocks_pivotal: bool = True
    override: str | None = None


@dataclass(frozen=True, slots=True)
class Cancellation(Part):
    """One pivotal action that takes another away."""

    winner: Name
    canceled: Name


@dataclass(frozen=True, slots=True)
class Pivotal(Part):
    """Actions that interrupt."""

    actions: tuple[Name, ...]
    needs_window: bool = True
    not_before_coup: bool = True
    precedence: tuple[Name, ...] = ()
    cancellations: tuple[Cancellation, ...] = ()


@dataclass(frozen=True, slots=True)
class CoupPhase(Part):
    """A phase of a coup round; steps are names for people, effects are what is done."""

    id: Name
    steps: tuple[str, ...] = ()
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class CoupPlan(Part):
    """What happens when a coup card leaves."""

    phases: tuple[CoupPhase, ...]
    omitted_at_last: tuple[Name, ...] = ()
    most_in_a_row: int | None = None


@dataclass(frozen=True, slots=True)
class CardDriven(Part):
    """Cards say who may act. Three zones are the slots; `classes` says which of the classes an
    action may be played as, if that is not its own name, and `classed` where that is said."""

    played: Name
    lookahead: Name
    leader: Name
    factions: tuple[Name, ...]
    windows: tuple[Window, ...] = ()
    matrix: tuple[OptionRow, ...] = ()
    rewards: tuple[PassReward, ...] = ()
    durations: tuple[str, ...] = ()
    monsoon: Monsoon | None = None
    pivotal: Pivotal | None = None
    coup: CoupPlan | None = None
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    classed: tuple[Name, ...] = ()


TurnOrder = RoundRobin | FixedOrder | Simultaneous | CardDriven

CLASSES = ("pass", "event", "operation", "limitedOperation", "operationPlusSpecialActivity")
"""What an action can be played as; one of the class SPECIAL comes with another."""
SPECIAL = "specialActivity"
DURATIONS = ("turn", "nextTurn", "round", "cycle")


# ---- actions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Param(Part):
    """What is chosen with an action."""

    name: Name
    domain: Query


@dataclass(frozen=True, slots=True)
class Limit(Part):
    """How often per `turn`, `phase` or `game`."""

    scope: str
    most: int


@dataclass(frozen=True, slots=True)
class Action(Part):
    """What a player may do."""

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
    """Which targets a pipeline goes through: `upToN`, `exactN` or `allEligible` of those (spaces of
    the map or, without one, zones; or what `query` says) for which the filter holds with `$target`
    (and `$zone`) bound; by `order`, then by `tie_break`: `lexicographic` or a property, with `-`
    the greatest first. Without `select` there are none."""

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
    """How an action is carried out, in stages."""

    id: Name
    action: Name
    applicability: Condition | None
    legality: Condition | None
    affordable: Condition | None
    cost: Effects
    targeting: Targeting
    stages: tuple[Stage, ...]
    atomic: bool
    windows: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class TriggerEvent(Part):
    """What a trigger waits for: `phaseEnter`, `phaseExit`, `turnStart`, `turnEnd`,
    `actionResolved` or `tokenEntered`; of a phase, an action or a zone (its id), or of any."""

    type: str
    of: Name | None = None


@dataclass(frozen=True, slots=True)
class Trigger(Part):
    """Effects that follow an event; `$zone`, `$phase` or `$action` is bound to what it is about."""

    id: Name
    event: TriggerEvent
    match: Condition | None = None
    when: Condition | None = None
    effects: Effects = ()


# ---- the end -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndCondition(Part):
    """When the game is over: `win` (of a player), `lossAll`, `draw` or `score`."""

    when: Condition
    result: str
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Checkpoint(Part):
    """When a faction wins: `duringCoup` or `finalCoup`."""

    id: Name
    faction: Name
    timing: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Margin(Part):
    """What a faction is ranked by after the last coup."""

    faction: Name
    value: Value


@dataclass(frozen=True, slots=True)
class Scoring(Part):
    """What players are ranked by; the actor is the player."""

    highest: bool
    value: Value


@dataclass(frozen=True, slots=True)
class Terminal(Part):
    """`terminal`: how games end."""

    conditions: tuple[EndCondition, ...]
    checkpoints: tuple[Checkpoint, ...] = ()
    margins: tuple[Margin, ...] = ()
    descending: bool = True
    scoring: Scoring | None = None


# ---- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target(Part):
    """What is chosen when an event happens: bound to its id, with a `$` in front of it. Without
    `most` all."""

    id: Name
    selector: Query
    where: Condition | None = None
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Lasting(Part):
    """Effects now, and others when they end."""

    id: Name
    duration: str
    setup: Effects
    teardown: Effects = ()


@dataclass(frozen=True, slots=True)
class Branch(Part):
    """One way an event can go."""

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
    """A card with one side or two."""

    id: Name
    title: str
    unshaded: Side | None = None
    shaded: Side | None = None


@dataclass(frozen=True, slots=True)
class EventDeck(Part):
    """Cards by their order, then by id. With `reshuffles` an empty draw zone takes the discards."""

    id: Name
    draw: Name
    discard: Name
    cards: tuple[EventCard, ...]
    shuffled: bool = False
    reshuffles: bool = False


@dataclass(slots=True)
class Sections:
    """What became of each section; None for what is missing or broken. `lost` has the names of
    declarations that could not be read, by the names of sections here (an empty name may be any);
    `cells` if the cells of a board are not known."""

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
        """The names that a section declares, with those of broken declarations; None if nobody
        can say what they are."""
        lost = self.lost.get(section, ())
        return None if "" in lost else {*names, *lost}
