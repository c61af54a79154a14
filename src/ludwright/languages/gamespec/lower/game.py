"""A whole GameSpecDoc as a GameDef."""

from __future__ import annotations

from ....diagnostics import Report
from ....gamedef import nodes as n
from ...builders import number, placed, written_out
from ..codes.document import EXPANSION_LIMIT
from ..read.collation import collated
from ..read.tree import sections as spec
from . import choices, conditions, places, queries, terms, token_effects, values, variables
from .actions import actions_of
from .cards import CardOrder
from .effects import block
from .ending import end_procedure
from .events import shuffled, warn_of_idle_decks
from .phases import phase_procedures
from .symbols import ACTIVE, BEGIN, MOST_NODES, MOST_ZONES, Symbols, TooLarge
from .terms import TEXTS
from .triggers import entered_procedure, setting
from .turns import FixedOrder, Order, Simultaneous
from .unordered_picks import sets_where_possible

PARTS = (choices, conditions, token_effects, places, queries, values, variables)
"""The modules that say what becomes of the parts of a document."""

SEES = {"public": ("all", "all"), "owner": ("all", "count"), "hidden": ("count", "count")}
"""Who sees the tokens of a zone: its owner, and the others."""


def lower_sections(
    sections: spec.Sections, report: Report, partial: bool = False
) -> n.GameDef | None:
    """The game that the sections of a document describe. Of `partial` sections parts are missing:
    they are lowered only for the errors that this finds."""
    needed = (sections.metadata, sections.zones, sections.phases, sections.actions)
    if any(part is None for part in (*needed, sections.terminal)):
        return None
    world = Symbols(sections, report, partial)
    try:
        if sum(len(zone.ids(world.metadata.most)) for zone in world.zones) > MOST_ZONES:
            raise TooLarge
        return _lowered(world)
    except TooLarge:
        message = f"a game has at most {MOST_ZONES:,} zones and consists of {MOST_NODES:,} parts"
        world.error(EXPANSION_LIMIT, world.metadata.at, message, "fewer zones, or fewer effects")
        return None


def _lowered(world: Symbols) -> n.GameDef | None:
    order = _order(world)
    _variables(world)
    warn_of_idle_decks(world, order)
    actions = actions_of(world, order)
    phase_procedures(world, order)
    entered_procedure(world)
    end_procedure(world, order)
    before, around = setting(world)
    setup = block(around, world.things.setup)
    main = (
        *_first(world, order),
        *world.things.creations(),
        *_markers(world),
        *(before if setup else ()),
        *setup,
        *shuffled(world),
        *order.opening(),
        n.Call(procedure=BEGIN),
        *order.started(),
        *order.loop(actions),
    )
    world.procedure("main", main)
    if world.partial:
        return None
    return sets_where_possible(_game(world))


def _first(world: Symbols, order: Order) -> n.Block:
    """Who begins: that may depend on how many play."""
    first = order.first()
    known = isinstance(first, n.Seat)
    initial = first if known else n.Seat(number=0)
    world.keep(n.VariableDef(name=ACTIVE, type="seat", initial=initial, inner=True))
    return () if known else (n.SetVariable(name=ACTIVE, value=first),)


def _order(world: Symbols) -> Order:
    told = world.sections.turn_order
    if isinstance(told, spec.FixedOrder):
        return FixedOrder(world, told)
    if isinstance(told, spec.Simultaneous):
        return Simultaneous(world)
    if isinstance(told, spec.CardDriven):
        return CardOrder(world, told)
    return Order(world)


def _variables(world: Symbols) -> None:
    for var in (*world.globals.values(), *world.players.values()):
        of_player = world.players.get(var.name.text) is var
        initial = terms.truth(bool(var.init)) if var.type == "boolean" else number(int(var.init))
        kind = "bool" if var.type == "boolean" else "int"
        name = world.variable_name(var)
        world.keep(
            n.VariableDef(
                name=name,
                type=kind,
                initial=initial,
                per_seat=of_player,
                inner=name.startswith("_"),
                span=var.at.span,
            )
        )
    for lattice in world.lattices.values():
        world.keep(
            n.VariableDef(
                name=lattice.id.text,
                type=TEXTS,
                initial=world.text(lattice.default),
                count=len(world.spaces()),
                places=_places(world),
                span=lattice.at.span,
            )
        )


def _places(world: Symbols) -> tuple[str, ...]:
    """Where people are shown markers: in the spaces of the map, without one in all zones."""
    mapped = any(zone.space for zone in world.spaces())
    return tuple(
        world.zone_name(zone) if zone.space or not mapped else "" for zone in world.spaces()
    )


def _markers(world: Symbols) -> n.Block:
    """The states of markers that are not the default at the start."""
    spaces = [zone.ids(1)[0] for zone in world.spaces()]
    return tuple(
        n.SetVariable(
            name=each.marker,
            index=number(spaces.index(each.space)),
            value=world.text(each.state),
            span=each.at.span,
        )
        for each in world.sections.space_markers or ()
    )


def _game(world: Symbols) -> n.GameDef:
    things, metadata = world.things, world.metadata
    supplies = things.supplies()
    properties = things.properties()
    texts = tuple(world.texts)
    if texts:
        world.enums[TEXTS] = n.Enum(name=TEXTS, values=texts)
    _tables(world, texts)
    for procedure in world.procedures.values():
        world.spend(written_out(procedure))
    return n.GameDef(
        name=metadata.title or metadata.id,
        least_players=metadata.least,
        most_players=metadata.most,
        enums=tuple(world.enums.values()),
        tables=tuple(world.number_tables.values()),
        properties=properties,
        supplies=supplies,
        zones=(*(_zone(world, zone) for zone in world.zones), *_away(world)),
        links=tuple(world.links()),
        spots=tuple(
            n.Spot(zone=world.zone_name(zone), x=zone.spot[0], y=zone.spot[1])
            for zone in world.zones
            if zone.spot is not None
        ),
        traits=tuple(world.traits.values()),
        variables=tuple(world.variables.values()),
        procedures=tuple(placed(each, metadata.at.span) for each in world.procedures.values()),
        span=metadata.at.span,
    )


def _zone(world: Symbols, zone: spec.ZoneDef) -> n.Zone:
    owner, others = SEES[zone.visibility]
    return n.Zone(
        name=world.zone_name(zone),
        per_seat=zone.owned,
        ordered=zone.ordering != "set",
        owner_sees=owner,
        others_see=others,
        face="up",
        look=_look(zone),
        span=zone.at.span,
    )


def _look(zone: spec.ZoneDef) -> str:
    if zone.space or (zone.adjacent and zone.ordering == "set"):
        return "space"
    return "row" if zone.ordering == "set" else "pile"


def _away(world: Symbols) -> tuple[n.Zone, ...]:
    """Where cards go that leave the game."""
    return (n.Zone(name=world.away, face="up"),) if world.away else ()


def _tables(world: Symbols, texts: tuple[str, ...]) -> None:
    """Tables over all texts, which are known only now."""
    for name, lattice in world.lattice_tables.items():
        places = {state: i for i, state in enumerate(lattice.states)}
        values = tuple(places.get(text, 0) for text in texts)
        world.number_tables[name] = n.Table(name=name, enum=TEXTS, values=values)
    if world.ranks_texts:
        order = {text: i for i, text in enumerate(sorted(texts, key=collated))}
        values = tuple(order[text] for text in texts)
        world.number_tables["place by name"] = n.Table(
            name="place by name", enum=TEXTS, values=values
        )
