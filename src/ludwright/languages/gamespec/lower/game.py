"""Lower a GameSpecDoc, section by section, to a GameDef."""

from __future__ import annotations

from ....diagnostics import Report
from ....gamedef import nodes as n
from ....gamedef.build import number, truth
from ...builders import with_spans, written_out
from ..codes.document import EXPANSION_LIMIT
from ..read.collation import collated
from ..read.tree import sections as spec
from . import choices, conditions, places, queries, token_effects, values, variables
from .actions import actions_of
from .cards import CardOrder
from .effects import block
from .ending import end_procedure
from .events import shuffled, warn_of_idle_decks
from .phases import phase_procedures
from .symbols import ACTIVE, BEGIN, MOST_NODES, MOST_ZONES, RANKS, Symbols, TooLarge
from .terms import TEXTS
from .triggers import entered_procedure, setting
from .turns import FixedOrder, Order, Simultaneous
from .unordered_picks import sets_where_possible

PARTS = (choices, conditions, token_effects, places, queries, values, variables)
"""The modules whose import fills the tables LOWERED and EFFECTS."""

SEES = {"public": ("all", "all"), "owner": ("all", "count"), "hidden": ("count", "count")}
"""What the owner and the others see of a zone, by its visibility."""


def lower_sections(
    sections: spec.Sections, report: Report, partial: bool = False
) -> n.GameDef | None:
    """The game that the sections of a document describe. `partial` sections lack the parts with
    errors, and are lowered only to find further ones."""
    needed = (sections.metadata, sections.zones, sections.phases, sections.actions)
    if any(part is None for part in (*needed, sections.terminal)):
        return None
    symbols = Symbols(sections, report, partial)
    try:
        if sum(len(zone.ids(symbols.metadata.most)) for zone in symbols.zones) > MOST_ZONES:
            raise TooLarge
        return _lowered(symbols)
    except TooLarge:
        message = f"the game is too large: at most {MOST_ZONES:,} zones and {MOST_NODES:,} nodes"
        symbols.error(
            EXPANSION_LIMIT, symbols.metadata.at, message, "use fewer zones or fewer effects"
        )
        return None


def _lowered(symbols: Symbols) -> n.GameDef | None:
    order = _order(symbols)
    _variables(symbols)
    warn_of_idle_decks(symbols, order)
    actions = actions_of(symbols, order)
    phase_procedures(symbols, order)
    entered_procedure(symbols)
    end_procedure(symbols, order)
    before, env = setting(symbols)
    # `block` and not `followed`: the setup fires no triggers.
    setup = block(env, symbols.things.setup)
    main = (
        *_first(symbols, order),
        *symbols.things.creations(),
        *_markers(symbols),
        *(before if setup else ()),
        *setup,
        *shuffled(symbols),
        *order.opening(),
        n.Call(procedure=BEGIN),
        *order.started(),
        *order.loop(actions),
    )
    symbols.procedure("main", main)
    if symbols.partial:
        return None
    return sets_where_possible(_game(symbols))


def _first(symbols: Symbols, order: Order) -> n.Block:
    """Declare the active player; set it at run time if it depends on the number of players."""
    first = order.first()
    known = isinstance(first, n.Seat)
    initial = first if known else n.Seat(number=0)
    symbols.keep(n.VariableDef(name=ACTIVE, type="seat", initial=initial, inner=True))
    return () if known else (n.SetVariable(name=ACTIVE, value=first),)


def _order(symbols: Symbols) -> Order:
    given = symbols.sections.turn_order
    if isinstance(given, spec.FixedOrder):
        return FixedOrder(symbols, given)
    if isinstance(given, spec.Simultaneous):
        return Simultaneous(symbols)
    if isinstance(given, spec.CardDriven):
        return CardOrder(symbols, given)
    return Order(symbols)


def _variables(symbols: Symbols) -> None:
    for var in (*symbols.globals.values(), *symbols.players.values()):
        of_player = symbols.players.get(var.name.text) is var
        initial = truth(bool(var.init)) if var.type == "boolean" else number(int(var.init))
        kind = "bool" if var.type == "boolean" else "int"
        name = symbols.variable_name(var)
        symbols.keep(
            n.VariableDef(
                name=name,
                type=kind,
                initial=initial,
                per_seat=of_player,
                # A leading underscore marks bookkeeping that is not displayed.
                inner=name.startswith("_"),
                span=var.at.span,
            )
        )
    for lattice in symbols.lattices.values():
        symbols.keep(
            n.VariableDef(
                name=lattice.id.text,
                type=TEXTS,
                initial=symbols.text(lattice.default),
                count=len(symbols.spaces()),
                places=_places(symbols),
                span=lattice.at.span,
            )
        )


def _places(symbols: Symbols) -> tuple[str, ...]:
    """The zones at which markers are displayed: spaces of the map or, without a map, all."""
    mapped = any(zone.space for zone in symbols.spaces())
    return tuple(
        symbols.zone_name(zone) if zone.space or not mapped else "" for zone in symbols.spaces()
    )


def _markers(symbols: Symbols) -> n.Block:
    """Set the markers whose initial state is not the default."""
    spaces = [zone.ids(1)[0] for zone in symbols.spaces()]
    return tuple(
        n.SetVariable(
            name=each.marker,
            index=number(spaces.index(each.space)),
            value=symbols.text(each.state),
            span=each.at.span,
        )
        for each in symbols.sections.space_markers or ()
    )


def _game(symbols: Symbols) -> n.GameDef:
    things, metadata = symbols.things, symbols.metadata
    supplies = things.supplies()
    properties = things.properties()
    # From here on no text may be added: supplies and properties were the last to do so.
    texts = tuple(symbols.texts)
    if texts:
        symbols.enums[TEXTS] = n.Enum(name=TEXTS, values=texts)
    _tables(symbols, texts)
    for procedure in symbols.procedures.values():
        # Shared nodes count once per occurrence: the compiler emits code for each.
        symbols.spend(written_out(procedure))
    return n.GameDef(
        name=metadata.title or metadata.id,
        least_players=metadata.least,
        most_players=metadata.most,
        enums=tuple(symbols.enums.values()),
        tables=tuple(symbols.number_tables.values()),
        properties=properties,
        supplies=supplies,
        zones=(*(_zone(symbols, zone) for zone in symbols.zones), *_away(symbols)),
        links=tuple(symbols.links()),
        spots=tuple(
            n.Spot(zone=symbols.zone_name(zone), x=zone.spot[0], y=zone.spot[1])
            for zone in symbols.zones
            if zone.spot is not None
        ),
        traits=tuple(symbols.traits.values()),
        variables=tuple(symbols.variables.values()),
        procedures=tuple(
            with_spans(each, metadata.at.span) for each in symbols.procedures.values()
        ),
        span=metadata.at.span,
    )


def _zone(symbols: Symbols, zone: spec.ZoneDef) -> n.Zone:
    owner, others = SEES[zone.visibility]
    return n.Zone(
        name=symbols.zone_name(zone),
        per_seat=zone.owned,
        ordered=zone.ordering != "set",
        owner_sees=owner,
        others_see=others,
        # The language has no faces: visibility alone decides who sees a token.
        face="up",
        look=_look(zone),
        span=zone.at.span,
    )


def _look(zone: spec.ZoneDef) -> str:
    if zone.space or (zone.adjacent and zone.ordering == "set"):
        return "space"
    return "row" if zone.ordering == "set" else "pile"


def _away(symbols: Symbols) -> tuple[n.Zone, ...]:
    """The zone of cards that leave the game, if any do."""
    return (n.Zone(name=symbols.away, face="up"),) if symbols.away else ()


def _tables(symbols: Symbols, texts: tuple[str, ...]) -> None:
    """Fill in the tables that are indexed by text."""
    for name, lattice in symbols.lattice_tables.items():
        places = {state: i for i, state in enumerate(lattice.states)}
        values = tuple(places.get(text, 0) for text in texts)
        symbols.number_tables[name] = n.Table(name=name, enum=TEXTS, values=values)
    if symbols.ranks_texts:
        order = {text: i for i, text in enumerate(sorted(texts, key=collated))}
        values = tuple(order[text] for text in texts)
        symbols.number_tables[RANKS] = n.Table(name=RANKS, enum=TEXTS, values=values)
