"""From a GameSpecDoc to its sections, in the order in which they build on one another.

A section with an error becomes None and the others go on; then names between sections are looked
at, as far as both sections are there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ...diagnostics import ERROR, Code, Report, Source
from ...gamedef import nodes as n
from ..files import Files
from ..yaml.read import Tree
from .check.definitions import definition_findings
from .check.references import cross_validate, token_type_ids
from .codes import assets as codes_assets
from .codes import sections as codes_sections
from .codes.document import NO_BLOCKS
from .lower.game import lower_sections
from .read.actions import Offers, actions_of, triggers_of
from .read.adjacency import settled_zones
from .read.assets import Assets, assets_of
from .read.decks import event_decks_of
from .read.document import Document, capped, read_document
from .read.ending import terminal_of
from .read.keyed import section_items
from .read.macros.backtrace import noted
from .read.macros.expand import expand
from .read.markers import lattices_of, markers_of, spaces_of, stackings_of
from .read.pipelines import pipelines_of
from .read.reader import Bindings, Declarations, Reader
from .read.scenarios import scenario_effects
from .read.things import constants_of, metadata_of, token_types_of, variables_of, zones_of
from .read.tree.effects import Effects
from .read.tree.sections import CardDriven, EventDeck, Sections, VarDef, ZoneDef
from .read.tree.values import Location
from .read.turns import phases_of, turn_order_of
from .upgrade.event_cards import card_set_decks

T = TypeVar("T")
MANY = 100  # players of a game whose metadata is broken


def compile_whole(source: Source, report: Report) -> tuple[Sections, n.GameDef | None]:
    """All sections of a document and, if there is no error in them, the game."""
    found = Report()
    document = expand(read_document(source, found), found)
    sections = sections_of(document, found)
    found.items += cross_validate(sections)
    found.items += definition_findings(sections)
    game = None if found.failed else lower_sections(sections, found)
    report.items += capped(noted(document, found.sorted()))
    return sections, game


def lower(source: Source, report: Report, files: Files | None = None) -> n.GameDef | None:
    """The game of a document, if there is no error in it; it names no other files."""
    return compile_whole(source, report)[1]


def sections_of(document: Document, report: Report) -> Sections:
    """What became of each section."""
    work = _Work(document, report, Reader(report))
    if not document.sections and not document.lost:
        if not any(found.code == NO_BLOCKS.code for found in report.items):
            at = Location(document.source.start, "doc")
            help = "sections stand in blocks that begin with ```yaml and end with ```"
            message = "there are no sections of a game"
            work.c.error(codes_sections.REQUIRED_SECTION, at, message, help)
        return work.made
    for step in _STEPS:
        step(work)
    return work.made


@dataclass(slots=True)
class _Work:
    """What is compiled so far."""

    document: Document
    report: Report
    c: Reader
    made: Sections = field(default_factory=Sections)
    assets: Assets = field(default_factory=Assets)
    offers: Offers = field(default_factory=Offers)

    def tree(self, name: str) -> Tree | None:
        """What is written under the name of a section."""
        return self.document.sections.get(name)

    def errors(self) -> int:
        return sum(d.severity == ERROR for d in self.report.items)

    def kept(self, make: Callable[[], T]) -> T | None:
        """What is made, unless that adds an error."""
        before = self.errors()
        made = make()
        return made if self.errors() == before else None

    def read(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """A section, unless it is missing or broken."""
        tree = self.tree(name)
        return None if tree is None else self.kept(lambda: read(self.c, tree, f"doc.{name}"))

    def absent(self, name: str) -> bool:
        """Whether a section is not there at all."""
        return self.tree(name) is None

    def required(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """A section that must be there."""
        if self.tree(name) is None:
            self.missing(name)
        return self.read(name, read)

    def missing(self, name: str) -> None:
        at = Location(self.document.source.start, f"doc.{name}")
        help = (
            "a part of the document could not be read; is it there?" if self.document.lost else ""
        )
        self.c.error(codes_sections.REQUIRED_SECTION, at, f"there is no section '{name}'", help)

    def cascade(self, code: Code, name: str, what: str) -> None:
        at = Location(self.document.source.start, f"doc.{name}")
        message = f"{what} can't be used, so there is no '{name}'"
        self.c.warning(code, at, message, "what is said about them can't be checked")


# ---- the steps -----------------------------------------------------------------------------------


def _metadata(w: _Work) -> None:
    w.made.metadata = w.required("metadata", metadata_of)
    w.made.constants = {} if w.absent("constants") else w.read("constants", constants_of)


def _assets(w: _Work) -> None:
    w.assets = assets_of(w.c, w.tree("dataAssets"), "doc.dataAssets")
    w.made.tables = w.assets.tables


def _zones(w: _Work) -> None:
    game_map, written = w.assets.map, w.tree("zones")
    players = w.made.metadata.most if w.made.metadata else None
    cells = "zones" in w.document.partial
    w.made.unsure |= {"cells"} if cells else set()
    w.made.unsure |= {"zones"} if "map" in w.assets.broken else set()
    w.c.world = Declarations(None, players, cells)
    if game_map is None and written is None:
        if "map" in w.assets.broken:
            w.cascade(codes_assets.CASCADE_ZONES, "zones", "the map")
        else:
            w.missing("zones")
    else:
        w.made.zones = w.kept(lambda: _all_zones(w, written))
    # Without its map nobody knows what the other zones are.
    zones = None if "zones" in w.made.unsure else w.made.zones
    w.c.world = Declarations(_bases(zones), players, cells)


def _all_zones(w: _Work, written: Tree | None) -> tuple[ZoneDef, ...]:
    spaces = w.assets.map.zones if w.assets.map else ()
    zones = (*spaces, *zones_of(w.c, written, "doc.zones"))
    return settled_zones(w.c, zones, w.made.metadata.most if w.made.metadata else MANY)


def _bases(zones: tuple[ZoneDef, ...] | None) -> dict[str, frozenset[str]] | None:
    if zones is None:
        return None
    found: dict[str, frozenset[str]] = {}
    for zone in zones:
        owner = frozenset(("player" if zone.owned else "none",))
        found[zone.base] = found.get(zone.base, frozenset()) | owner
    return found


def _tokens(w: _Work) -> None:
    pieces = w.assets.pieces.token_types if w.assets.pieces else ()
    if w.absent("tokenTypes") and "pieceCatalog" in w.assets.broken:
        w.cascade(codes_assets.CASCADE_TYPES, "tokenTypes", "the catalogue of pieces")
        return
    w.made.unsure |= {"token_types"} if "pieceCatalog" in w.assets.broken else set()
    written = () if w.absent("tokenTypes") else w.read("tokenTypes", token_types_of)
    if written is not None:
        ids = {t.id.text for t in written}
        w.made.token_types = (*(p for p in pieces if p.id.text not in ids), *written)


def _variables(w: _Work) -> None:
    def global_vars(c: Reader, tree: Tree, path: str) -> tuple[VarDef, ...]:
        return variables_of(c, tree, path, codes_sections.GLOBAL_TWICE)

    def player_vars(c: Reader, tree: Tree, path: str) -> tuple[VarDef, ...]:
        return variables_of(c, tree, path, codes_sections.PLAYER_VAR_TWICE)

    written = () if w.absent("globalVars") else w.read("globalVars", global_vars)
    if written is not None and "map" not in w.assets.broken:
        names = {v.name.text for v in written}
        tracks = w.assets.map.tracks if w.assets.map else ()
        w.made.global_vars = (*written, *(t for t in tracks if t.name.text not in names))
    absent = w.absent("perPlayerVars")
    w.made.player_vars = () if absent else w.read("perPlayerVars", player_vars)


def _turns(w: _Work) -> None:
    w.made.phases = w.required("turnStructure", phases_of)
    tree, before = w.tree("turnOrder"), w.errors()
    order = turn_order_of(w.c, tree, "doc.turnOrder") if tree is not None else None
    w.made.turn_order = order if w.errors() == before else None


def _actions(w: _Work) -> None:
    offers = w.offers
    w.made.actions = w.required("actions", lambda c, t, p: actions_of(c, t, p, offers))
    w.made.pipelines = w.read("actionPipelines", lambda c, t, p: pipelines_of(c, t, p, offers))
    w.made.triggers = () if w.absent("triggers") else w.read("triggers", triggers_of)


def _setup(w: _Work) -> None:
    def read(c: Reader, tree: Tree, path: str) -> Effects | None:
        return c.effects(tree, path, Bindings())

    w.made.setup = () if w.absent("setup") else w.read("setup", read)


def _terminal(w: _Work) -> None:
    w.made.terminal = w.required("terminal", terminal_of)


def _marks(w: _Work) -> None:
    game_map, s = w.assets.map, w.made
    if s.zones is None or "zones" in s.unsure:
        return
    spaces = spaces_of(s.zones)
    types = token_type_ids(s)
    limits = section_items(w.tree("stackingConstraints"), "doc.stackingConstraints")
    limits += game_map.stacking if game_map else []
    s.stacking = w.kept(lambda: stackings_of(w.c, limits, spaces, types))
    items = section_items(w.tree("markerLattices"), "doc.markerLattices")
    items += game_map.lattices if game_map else []
    lattices = w.kept(lambda: lattices_of(w.c, items, spaces))
    s.lattices = lattices
    if lattices is not None:
        markers = game_map.markers if game_map else []
        s.space_markers = w.kept(lambda: markers_of(w.c, markers, lattices, spaces))


def _scenario(w: _Work) -> None:
    scenario = w.assets.scenario
    if scenario is None:
        w.made.setup = None if "scenario" in w.assets.broken else w.made.setup
        return
    effects = w.kept(lambda: scenario_effects(w.c, scenario, w.assets.pieces, w.made))
    setup = w.made.setup
    w.made.setup = None if effects is None or setup is None else (*effects, *setup)


def _event_decks(w: _Work) -> None:
    scope = w.offers.scope(w.c, *_event_actions(w))
    # Which actions are events nobody knows without the order of turns.
    scope.loose |= w.made.turn_order is None and not w.absent("turnOrder")

    def read(c: Reader, tree: Tree, path: str) -> tuple[EventDeck, ...]:
        return event_decks_of(c, tree, path, scope)

    w.made.event_decks = w.read("eventDecks", read)
    if w.assets.cards:
        old = w.kept(lambda: card_set_decks(w.c, w.assets.cards, scope, w.made))
        broken = w.made.event_decks is None and w.tree("eventDecks") is not None
        w.made.event_decks = None if old is None or broken else (*(w.made.event_decks or ()), *old)


def _event_actions(w: _Work) -> list[str]:
    """The actions by which events happen."""
    order = w.made.turn_order
    classes = order.classes if isinstance(order, CardDriven) else {}
    return [a for a in w.offers.params if a == "event" or "event" in classes.get(a, ())]


_STEPS = (
    _metadata,
    _assets,
    _zones,
    _tokens,
    _variables,
    _turns,
    _actions,
    _setup,
    _terminal,
    _event_decks,
    _marks,
    _scenario,
)
