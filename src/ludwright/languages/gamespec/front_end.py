"""The front end: reads sections in the order of their dependencies, checks and lowers them.

All errors of a document are reported in one run. What cannot be read becomes a hole, and the names
of broken declarations stay known, so that references between sections can be checked; then the rest
of the document is lowered for the errors that only lowering can find.
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
from .check.names import record
from .check.references import cross_validate, token_type_ids
from .check.salvage import salvaged
from .codes import assets as codes_assets
from .codes import sections as codes_sections
from .codes.document import NO_BLOCKS
from .lower.game import lower_sections
from .read.actions import ActionParams, actions_of, triggers_of
from .read.adjacency import checked_adjacency
from .read.assets import Assets, assets_of
from .read.decks import event_decks_of
from .read.document import Document, capped, read_document
from .read.ending import terminal_of
from .read.keyed import section_items
from .read.macros.backtrace import with_backtraces
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
ASSUMED_PLAYERS = 100  # more than any game has: with broken metadata no owner is out of range


def read_check_lower(source: Source, report: Report) -> tuple[Sections, n.GameDef | None]:
    """The sections of a document, None for those with errors, and the game if there is no error."""
    found = Report()
    document = expand(read_document(source, found), found)
    state = _read(document, found)
    record(state.sections)
    _add_independent(found, [*cross_validate(state.sections), *definition_findings(state.sections)])
    game = None
    if found.failed:
        # Type errors show up only in lowering, and should not wait until the others are fixed.
        _lower_salvaged(state, found)
    else:
        game = lower_sections(state.sections, found)
    report.items += capped(with_backtraces(document, found.sorted()))
    return state.intact(), game


def game_of(source: Source, report: Report, files: Files | None = None) -> n.GameDef | None:
    """The game of a document, None if it has errors; a document never refers to other files."""
    return read_check_lower(source, report)[1]


def read_sections(source: Source, report: Report, files: Files | None = None) -> Sectioned:
    """The sections of a document, each by itself, and the game if there is no error."""
    sections, game = read_check_lower(source, report)
    return Sectioned(game, sections, lambda: as_kernel(sections))


def _lower_salvaged(state: _SectionReader, found: Report) -> None:
    """Lower the intact rest of a document with errors, for the errors that only lowering can find.
    Its warnings are dropped: they may be caused by what is missing."""
    rest, more = salvaged(state.sections), Report()
    if rest is None:
        return
    lower_sections(rest, more, partial=True)
    _add_independent(found, [d for d in more.items if d.severity == ERROR])


def _add_independent(found: Report, later: list[Diagnostic]) -> None:
    """Add the diagnostics of a later stage, except those whose span contains an error of an earlier
    stage: these are follow-up errors."""
    spans = {d.span for d in found.items if d.severity == ERROR and d.span}
    ranges = sorted(map(_range, spans))

    def follows(outer: Span) -> bool:
        start, end = _range(outer)
        # Ranges are sorted by start, so candidates to lie inside are a contiguous slice.
        inside = takewhile(lambda each: each[0] <= end, ranges[bisect_left(ranges, (start,)) :])
        return any(inner_end <= end for _, inner_end in inside)

    found.items += [d for d in later if d.span is None or not follows(d.span)]


def _range(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    return (span.line, span.column), (span.end_line, span.end_column)


def _read(document: Document, report: Report) -> _SectionReader:
    """Read all sections, as far as possible."""
    state = _SectionReader(document, report, Reader(report))
    # One message instead of five about missing sections; lost blocks have been reported.
    if not document.sections and not document.lost:
        if not any(found.code == NO_BLOCKS.code for found in report.items):
            at = Location(document.source.start, "doc")
            help = "put sections in blocks that start with ```yaml and end with ```"
            message = "the document has no sections"
            state.c.error(codes_sections.REQUIRED_SECTION, at, message, help)
        return state
    for step in _STEPS:
        step(state)
    state.sections.lost = state.c.lost
    return state


@dataclass(slots=True)
class _SectionReader:
    """What has been read so far. `sections` also has what could be read of `broken` ones, because
    other sections are checked against their names; `intact` drops them."""

    document: Document
    report: Report
    c: Reader
    sections: Sections = field(default_factory=Sections)
    broken: set[str] = field(default_factory=set)
    assets: Assets = field(default_factory=Assets)
    action_params: ActionParams = field(default_factory=ActionParams)

    def tree(self, name: str) -> Tree | None:
        """The tree of a section after expansion."""
        return self.document.sections.get(name)

    def absent(self, name: str) -> bool:
        """Whether the document does not have a section."""
        return self.tree(name) is None

    def build(self, field: str, make: Callable[[], object], *needs: str) -> None:
        """Set a section; it is broken if making it reports an error, or if one that it needs is."""
        start = len(self.report.items)
        setattr(self.sections, field, make())
        if self.c.failed_since(start) or not self.broken.isdisjoint(needs):
            self.broken.add(field)

    def read(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """A section as its reader returns it, if the document has it."""
        tree = self.tree(name)
        return None if tree is None else read(self.c, tree, f"doc.{name}")

    def required(self, name: str, read: Callable[[Reader, Tree, str], T | None]) -> T | None:
        """A section as its reader returns it; an absent one is reported."""
        if self.absent(name):
            self.missing(name)
        return self.read(name, read)

    def missing(self, name: str) -> None:
        at = Location(self.document.source.start, f"doc.{name}")
        help = "it may be in a block that could not be read" if self.document.lost else ""
        self.c.error(codes_sections.REQUIRED_SECTION, at, f"missing section '{name}'", help)

    def cascade(self, code: Code, name: str, what: str) -> None:
        at = Location(self.document.source.start, f"doc.{name}")
        message = f"no '{name}' because of errors in {what}"
        self.c.warning(code, at, message, "references to them are not checked")

    def intact(self) -> Sections:
        """The sections, None for those that are broken."""
        left: dict[str, Any] = dict.fromkeys(self.broken)
        # Zones declared beside a broken map are intact; only the spaces of the map are not.
        if "map" in self.assets.broken and "zones" not in self.broken:
            spaces = {zone.base for zone in self.assets.map.zones} if self.assets.map else ()
            left["zones"] = tuple(z for z in self.sections.zones or () if z.base not in spaces)
        return replace(self.sections, **left)


# ---- the steps -----------------------------------------------------------------------------------


def _metadata(w: _SectionReader) -> None:
    w.build("metadata", lambda: w.required("metadata", metadata_of))
    w.build("constants", lambda: {} if w.absent("constants") else w.read("constants", constants_of))


def _assets(w: _SectionReader) -> None:
    w.assets = assets_of(w.c, w.tree("dataAssets"), "doc.dataAssets")
    w.sections.tables = w.assets.tables
    if not w.assets.broken.isdisjoint(("table", "tables", "scenario")):
        w.broken.add("tables")


def _zones(w: _SectionReader) -> None:
    tree, has_map = w.tree("zones"), w.assets.map is not None
    players = w.sections.metadata.most if w.sections.metadata else None
    w.sections.cells = "zones" in w.document.partial
    # Without bases no zone is unknown, while the zones themselves are being read.
    w.c.declarations = Declarations(None, players, w.sections.cells)
    broken_map = "map" in w.assets.broken
    if broken_map and tree is None:
        w.cascade(codes_assets.CASCADE_ZONES, "zones", "the map")
    elif not has_map and tree is None:
        w.missing("zones")
        w.c.mark_lost("zones")
    w.build("zones", lambda: _all_zones(w, tree))
    if (broken_map or not has_map) and tree is None:
        w.broken.add("zones")
    lost = frozenset(w.c.lost.get("zones", ()))
    # A lost zone whose name is unknown might be any: then no base can be called unknown.
    bases = None if "" in lost else _bases(w.sections.zones or ())
    w.c.declarations = Declarations(bases, players, w.sections.cells, lost)


def _all_zones(w: _SectionReader, tree: Tree | None) -> tuple[ZoneDef, ...]:
    spaces = w.assets.map.zones if w.assets.map else ()
    zones = (*spaces, *zones_of(w.c, tree, "doc.zones"))
    return checked_adjacency(
        w.c, zones, w.sections.metadata.most if w.sections.metadata else ASSUMED_PLAYERS
    )


def _bases(zones: tuple[ZoneDef, ...]) -> dict[str, frozenset[str]]:
    """For each base whether its zones are owned (`player`), shared (`none`) or both."""
    found: dict[str, frozenset[str]] = {}
    for zone in zones:
        owner = frozenset(("player" if zone.owned else "none",))
        found[zone.base] = found.get(zone.base, frozenset()) | owner
    return found


def _tokens(w: _SectionReader) -> None:
    pieces = w.assets.pieces.token_types if w.assets.pieces else ()
    broken = "pieceCatalog" in w.assets.broken
    if w.absent("tokenTypes") and broken:
        w.cascade(codes_assets.CASCADE_TYPES, "tokenTypes", "the piece catalogue")
        w.broken.add("token_types")

    def types() -> tuple[TokenType, ...]:
        declared = w.read("tokenTypes", token_types_of) or ()
        ids = {t.id.text for t in declared}
        # A type of `tokenTypes` replaces the piece of the same id: it may have more properties.
        return (*(p for p in pieces if p.id.text not in ids), *declared)

    w.build("token_types", types)


def _variables(w: _SectionReader) -> None:
    def read(name: str, field: str, twice: Code) -> tuple[VarDef, ...]:
        return w.read(name, lambda c, t, p: variables_of(c, t, p, field, twice)) or ()

    def global_vars() -> tuple[VarDef, ...]:
        declared = read("globalVars", "global_vars", codes_sections.GLOBAL_TWICE)
        names = {v.name.text for v in declared}
        tracks = w.assets.map.tracks if w.assets.map else ()
        return (*declared, *(t for t in tracks if t.name.text not in names))

    w.build("global_vars", global_vars)
    if "map" in w.assets.broken:
        w.broken.add("global_vars")
    twice = codes_sections.PLAYER_VAR_TWICE
    w.build("player_vars", lambda: read("perPlayerVars", "player_vars", twice))


def _turns(w: _SectionReader) -> None:
    w.build("phases", lambda: w.required("turnStructure", phases_of))
    w.build("turn_order", lambda: w.read("turnOrder", turn_order_of))
    if "turn_order" in w.broken:
        w.c.mark_lost("turn_order")


def _actions(w: _SectionReader) -> None:
    def actions(c: Reader, tree: Tree, path: str) -> tuple[Action, ...]:
        return actions_of(c, tree, path, w.action_params)

    def pipelines(c: Reader, tree: Tree, path: str) -> tuple[Pipeline, ...]:
        return pipelines_of(c, tree, path, w.action_params)

    w.build("actions", lambda: w.required("actions", actions))
    w.build("pipelines", lambda: w.read("actionPipelines", pipelines))
    w.build("triggers", lambda: () if w.absent("triggers") else w.read("triggers", triggers_of))


def _setup(w: _SectionReader) -> None:
    def read(c: Reader, tree: Tree, path: str) -> Effects | None:
        return c.effects(tree, path, Bindings())

    w.build("setup", lambda: () if w.absent("setup") else w.read("setup", read))


def _terminal(w: _SectionReader) -> None:
    w.build("terminal", lambda: w.required("terminal", terminal_of))


def _markers(w: _SectionReader) -> None:
    game_map, s = w.assets.map, w.sections
    # Constraints are checked against all spaces, so one missing space makes them undecidable.
    if s.zones is None or w.c.lost.get("zones"):
        w.c.mark_lost("lattices")
        w.broken |= {"stacking", "lattices", "space_markers"}
        return
    spaces = spaces_of(s.zones)
    s.lost = w.c.lost
    types = token_type_ids(s)
    limits = section_items(w.tree("stackingConstraints"), "doc.stackingConstraints")
    limits += game_map.stacking if game_map else []
    w.build("stacking", lambda: stackings_of(w.c, limits, spaces, types))
    items = section_items(w.tree("markerLattices"), "doc.markerLattices")
    items += game_map.lattices if game_map else []
    w.build("lattices", lambda: lattices_of(w.c, items, spaces))
    markers = game_map.markers if game_map and "lattices" not in w.broken else []
    w.build("space_markers", lambda: markers_of(w.c, markers, s.lattices or (), spaces), "lattices")


def _scenario(w: _SectionReader) -> None:
    scenario = w.assets.scenario
    if scenario is None:
        w.broken |= {"setup"} if "scenario" in w.assets.broken else set()
        return
    w.sections.lost = w.c.lost
    pieces = None if "pieceCatalog" in w.assets.broken else w.assets.pieces

    # The scenario comes first: the effects of `setup` may rely on its pieces.
    def setup() -> Effects:
        return (*scenario_effects(w.c, scenario, pieces, w.sections), *(w.sections.setup or ()))

    w.build("setup", setup)


def _event_decks(w: _SectionReader) -> None:
    scope = w.action_params.scope(w.c, *_event_actions(w))
    # The classes of actions are part of the turn order: without it, any action may be an event.
    scope.incomplete |= "turn_order" in w.broken

    def decks() -> tuple[EventDeck, ...] | None:
        found = w.read("eventDecks", lambda c, t, p: event_decks_of(c, t, p, scope))
        if not w.assets.cards:
            return found
        return (*(found or ()), *card_set_decks(w.c, w.assets.cards, scope, w.sections))

    w.build("event_decks", decks)


def _event_actions(w: _SectionReader) -> list[str]:
    """The actions that are played as events."""
    order = w.sections.turn_order
    classes = order.classes if isinstance(order, CardDriven) else {}
    return [a for a in w.action_params.params if a == "event" or "event" in classes.get(a, ())]


# In the order of dependencies: zones before whatever selects zones, actions before the events that
# see their params, markers and the scenario after everything that they are checked against.
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
    _markers,
    _scenario,
)
