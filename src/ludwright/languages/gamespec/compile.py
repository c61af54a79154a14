"""From a GameSpecDoc to its sections, in the order in which they build on one another.

All mistakes of a document are reported in one run. What can't be read becomes a hole, and the names
of broken declarations stay known, so that references between sections can be checked; then what is
left of the document is lowered, for the mistakes that only lowering can find.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, TypeVar

from ...diagnostics import ERROR, Code, Diagnostic, Report, Source, Span
from ...gamedef import nodes as n
from ..files import Files
from ..language import Sectioned
from ..yaml.read import Tree
from .check.definitions import definition_findings
from .check.references import cross_validate, token_type_ids
from .check.salvage import salvaged
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
from .read.tree.sections import (
    Action,
    CardDriven,
    EventDeck,
    Pipeline,
    Sections,
    TokenType,
    VarDef,
    ZoneDef,
)
from .read.tree.values import Location
from .read.turns import phases_of, turn_order_of
from .upgrade.event_cards import card_set_decks
from .write.kernel import as_kernel

T = TypeVar("T")
MANY = 100  # players of a game whose metadata is broken


def compile_whole(source: Source, report: Report) -> tuple[Sections, n.GameDef | None]:
    """All sections of a document without those that have an error and, if none has, the game."""
    found = Report()
    document = expand(read_document(source, found), found)
    work = _read(document, found)
    _add(found, [*cross_validate(work.made), *definition_findings(work.made)])
    game = None
    if found.failed:
        _look_for_more(work, found)
    else:
        game = lower_sections(work.made, found)
    report.items += capped(noted(document, found.sorted()))
    return work.sound(), game


def lower(source: Source, report: Report, files: Files | None = None) -> n.GameDef | None:
    """The game of a document, if there is no error in it; it names no other files."""
    return compile_whole(source, report)[1]


def read_sections(source: Source, report: Report, files: Files | None = None) -> Sectioned:
    """The sections of a document, each for itself, and the game if there is no error."""
    sections, game = compile_whole(source, report)
    return Sectioned(game, sections, lambda: as_kernel(sections))


def _look_for_more(work: _Work, found: Report) -> None:
    """Lower what a document with errors has that is sound, for the errors that only lowering can
    find. Nothing else is of use: warnings may come from what is missing."""
    rest, more = salvaged(work.made), Report()
    if rest is None:
        return
    lower_sections(rest, more, partial=True)
    _add(found, [d for d in more.items if d.severity == ERROR])


def _add(found: Report, later: list[Diagnostic]) -> None:
    """Add what a later stage has found, unless it is about something with an error in it that an
    earlier stage found: then it follows from that."""
    spans = {d.span for d in found.items if d.severity == ERROR and d.span}
    ranges = sorted(map(_range, spans))

    def follows(outer: Span) -> bool:
        start, end = _range(outer)
        inside = takewhile(lambda each: each[0] <= end, ranges[bisect_left(ranges, (start,)) :])
        return any(inner_end <= end for _, inner_end in inside)

    found.items += [d for d in later if d.span is None or not follows(d.span)]


def _range(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    return (span.line, span.column), (span.end_line, span.end_column)


def _read(document: Document, report: Report) -> _Work:
    """What became of each section."""
    work = _Work(document, report, Reader(report))
    if not document.sections and not document.lost:
        if not any(found.code == NO_BLOCKS.code for found in report.items):
            at = Location(document.source.start, "doc")
            help = "sections stand in blocks that begin with ```yaml and end with ```"
            message = "there are no sections of a game"
            work.c.error(codes_sections.REQUIRED_SECTION, at, message, help)
        return work
    for step in _STEPS:
        step(work)
    work.made.lost = work.c.lost
    return work


@dataclass(slots=True)
class _Work:
    """What is compiled so far. Of `broken` sections `made` has what could be read."""

    document: Document
    report: Report
    c: Reader
    made: Sections = field(default_factory=Sections)
    broken: set[str] = field(default_factory=set)
    assets: Assets = field(default_factory=Assets)
    offers: Offers = field(default_factory=Offers)

    def tree(self, name: str) -> Tree | None:
        """What is written under the name of a section."""
        return self.document.sections.get(name)

    def absent(self, name: str) -> bool:
        """Whether a section is not there at all."""
        return self.tree(name) is None

    def keep(self, field: str, make: Callable[[], object], *needs: str) -> None:
        """Make a section; it is broken if that adds an error, or if one that it needs is."""
        start = len(self.report.items)
        setattr(self.made, field, make())
        if self.c.failed_since(start) or not self.broken.isdisjoint(needs):
            self.broken.add(field)

    def read(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """What a section says, if it is there."""
        tree = self.tree(name)
        return None if tree is None else read(self.c, tree, f"doc.{name}")

    def required(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """What a section says that must be there."""
        if self.absent(name):
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

    def sound(self) -> Sections:
        """The sections without those that are broken."""
        left: dict[str, Any] = dict.fromkeys(self.broken)
        if "map" in self.assets.broken and "zones" not in self.broken:
            spaces = {zone.base for zone in self.assets.map.zones} if self.assets.map else ()
            left["zones"] = tuple(z for z in self.made.zones or () if z.base not in spaces)
        return replace(self.made, **left)


# ---- the steps -----------------------------------------------------------------------------------


def _metadata(w: _Work) -> None:
    w.keep("metadata", lambda: w.required("metadata", metadata_of))
    w.keep("constants", lambda: {} if w.absent("constants") else w.read("constants", constants_of))


def _assets(w: _Work) -> None:
    w.assets = assets_of(w.c, w.tree("dataAssets"), "doc.dataAssets")
    w.made.tables = w.assets.tables
    if not w.assets.broken.isdisjoint(("table", "tables", "scenario")):
        w.broken.add("tables")


def _zones(w: _Work) -> None:
    written, has_map = w.tree("zones"), w.assets.map is not None
    players = w.made.metadata.most if w.made.metadata else None
    w.made.cells = "zones" in w.document.partial
    w.c.world = Declarations(None, players, w.made.cells)
    broken_map = "map" in w.assets.broken
    if broken_map and written is None:
        w.cascade(codes_assets.CASCADE_ZONES, "zones", "the map")
    elif not has_map and written is None:
        w.missing("zones")
        w.c.lose("zones")
    w.keep("zones", lambda: _all_zones(w, written))
    if (broken_map or not has_map) and written is None:
        w.broken.add("zones")
    lost = frozenset(w.c.lost.get("zones", ()))
    bases = None if "" in lost else _bases(w.made.zones or ())
    w.c.world = Declarations(bases, players, w.made.cells, lost)


def _all_zones(w: _Work, written: Tree | None) -> tuple[ZoneDef, ...]:
    spaces = w.assets.map.zones if w.assets.map else ()
    zones = (*spaces, *zones_of(w.c, written, "doc.zones"))
    return settled_zones(w.c, zones, w.made.metadata.most if w.made.metadata else MANY)


def _bases(zones: tuple[ZoneDef, ...]) -> dict[str, frozenset[str]]:
    """Who owns the zones of each base."""
    found: dict[str, frozenset[str]] = {}
    for zone in zones:
        owner = frozenset(("player" if zone.owned else "none",))
        found[zone.base] = found.get(zone.base, frozenset()) | owner
    return found


def _tokens(w: _Work) -> None:
    pieces = w.assets.pieces.token_types if w.assets.pieces else ()
    broken = "pieceCatalog" in w.assets.broken
    if w.absent("tokenTypes") and broken:
        w.cascade(codes_assets.CASCADE_TYPES, "tokenTypes", "the catalogue of pieces")
        w.broken.add("token_types")

    def types() -> tuple[TokenType, ...]:
        written = w.read("tokenTypes", token_types_of) or ()
        ids = {t.id.text for t in written}
        return (*(p for p in pieces if p.id.text not in ids), *written)

    w.keep("token_types", types)


def _variables(w: _Work) -> None:
    def read(name: str, field: str, twice: Code) -> tuple[VarDef, ...]:
        return w.read(name, lambda c, t, p: variables_of(c, t, p, field, twice)) or ()

    def global_vars() -> tuple[VarDef, ...]:
        written = read("globalVars", "global_vars", codes_sections.GLOBAL_TWICE)
        names = {v.name.text for v in written}
        tracks = w.assets.map.tracks if w.assets.map else ()
        return (*written, *(t for t in tracks if t.name.text not in names))

    w.keep("global_vars", global_vars)
    if "map" in w.assets.broken:
        w.broken.add("global_vars")
    twice = codes_sections.PLAYER_VAR_TWICE
    w.keep("player_vars", lambda: read("perPlayerVars", "player_vars", twice))


def _turns(w: _Work) -> None:
    w.keep("phases", lambda: w.required("turnStructure", phases_of))
    w.keep("turn_order", lambda: w.read("turnOrder", turn_order_of))
    if "turn_order" in w.broken:
        w.c.lose("turn_order")


def _actions(w: _Work) -> None:
    def actions(c: Reader, tree: Tree, path: str) -> tuple[Action, ...]:
        return actions_of(c, tree, path, w.offers)

    def pipelines(c: Reader, tree: Tree, path: str) -> tuple[Pipeline, ...]:
        return pipelines_of(c, tree, path, w.offers)

    w.keep("actions", lambda: w.required("actions", actions))
    w.keep("pipelines", lambda: w.read("actionPipelines", pipelines))
    w.keep("triggers", lambda: () if w.absent("triggers") else w.read("triggers", triggers_of))


def _setup(w: _Work) -> None:
    def read(c: Reader, tree: Tree, path: str) -> Effects | None:
        return c.effects(tree, path, Bindings())

    w.keep("setup", lambda: () if w.absent("setup") else w.read("setup", read))


def _terminal(w: _Work) -> None:
    w.keep("terminal", lambda: w.required("terminal", terminal_of))


def _marks(w: _Work) -> None:
    game_map, s = w.assets.map, w.made
    if s.zones is None or w.c.lost.get("zones"):
        w.c.lose("lattices")
        w.broken |= {"stacking", "lattices", "space_markers"}
        return
    spaces = spaces_of(s.zones)
    s.lost = w.c.lost
    types = token_type_ids(s)
    limits = section_items(w.tree("stackingConstraints"), "doc.stackingConstraints")
    limits += game_map.stacking if game_map else []
    w.keep("stacking", lambda: stackings_of(w.c, limits, spaces, types))
    items = section_items(w.tree("markerLattices"), "doc.markerLattices")
    items += game_map.lattices if game_map else []
    w.keep("lattices", lambda: lattices_of(w.c, items, spaces))
    markers = game_map.markers if game_map and "lattices" not in w.broken else []
    w.keep("space_markers", lambda: markers_of(w.c, markers, s.lattices or (), spaces), "lattices")


def _scenario(w: _Work) -> None:
    scenario = w.assets.scenario
    if scenario is None:
        w.broken |= {"setup"} if "scenario" in w.assets.broken else set()
        return
    w.made.lost = w.c.lost
    pieces = None if "pieceCatalog" in w.assets.broken else w.assets.pieces

    def setup() -> Effects:
        return (*scenario_effects(w.c, scenario, pieces, w.made), *(w.made.setup or ()))

    w.keep("setup", setup)


def _event_decks(w: _Work) -> None:
    scope = w.offers.scope(w.c, *_event_actions(w))
    # Without the order of turns it is not known which actions are events.
    scope.loose |= "turn_order" in w.broken

    def decks() -> tuple[EventDeck, ...] | None:
        found = w.read("eventDecks", lambda c, t, p: event_decks_of(c, t, p, scope))
        if not w.assets.cards:
            return found
        return (*(found or ()), *card_set_decks(w.c, w.assets.cards, scope, w.made))

    w.keep("event_decks", decks)


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
