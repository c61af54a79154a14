"""From a CGML file to a game: reads every section and puts the parts together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ....diagnostics import Diagnostic, Report, Source
from ....gamedef import nodes as n
from ....gamedef.simplify_tests import relaxed, settled
from ....gamedef.walk import walk
from ...builders import placed, quiet, written_out
from ...files import Files
from ...yaml.read import Mapping, Scalar, Tree
from .. import codes
from ..check.lint import advise
from ..read import shapes
from ..read.definitions import expanded
from ..read.load import load
from ..read.shapes import Fields, head, read
from . import components, single_state_flow, states
from .actions import action, block
from .aliases import AS, names_in
from .cards import lengths, tables
from .definition_uses import blame
from .events import listeners
from .expressions import expression
from .flow_actions import DIRECTION, INDEX, NOW
from .rules import read_rules
from .states import Flow
from .symbols import SIZE_LIMIT, TEXT_TYPE, Effect, Environment, Symbols
from .teams import read_teams
from .win_condition import finish

ROUNDS = 50
PLAYER_LIMIT = 16
ONLY_IF_USED = (TEXT_TYPE, "face", "phase", "state")


def lower(source: Source, report: Report, files: Files | None = None, /) -> n.GameDef | None:
    """Read a game. What is wrong goes to the report; what could be read comes back."""
    tree = load(source, report, files or Files(source))
    if tree is None:
        return None
    put_in = Report()
    tree, definitions = expanded(tree, put_in)
    inferred: dict[str, str] = {}
    for _ in range(ROUNDS):
        # Types found out by use are known from the start in the next round.
        work = _Work(Symbols(Report(), inferred, expression, action))
        work.world.defined = tuple(definitions.known)
        game = work.game(tree)
        found = work.world.firm or work.world.weak
        if not found:
            break
        inferred = {**inferred, **found}
    blame(work.world, definitions)
    work.world.report.items.extend(put_in.items)
    if game is not None and not work.world.report.failed:
        known = settled(game)
        game = relaxed(known)
        advise(work.world, tree, game, known, definitions)
    # A line that can't be upgraded is told once, not again as what it would be in version 1.3.
    told = {_line(d) for d in report.items if d.code == codes.NOT_UPGRADED.code}
    found_out = dict.fromkeys(work.world.report.items)
    report.items.extend(d for d in found_out if _line(d) not in told)
    return game


@dataclass(slots=True)
class _Work:
    """One pass over a file."""

    world: Symbols
    parts: components.Parts = field(default_factory=components.Parts)
    listeners: tuple[n.Listener, ...] = ()
    seed: int | None = None

    def game(self, tree: Tree) -> n.GameDef | None:
        world = self.world
        document = read(tree, shapes.DOCUMENT, "the document", world.report)
        if document is None:
            return None
        world.tested, world.stored = names_in(tree, AS), names_in(tree, "store_as")
        meta = self.meta(document)
        actions = states.actions_in(tree)
        flow_node = document.get("flow")
        flow_fields = (
            read(flow_node, shapes.FLOW, "flow", world.report) if flow_node is not None else None
        )
        if flow_fields is not None:
            world.order = flow_fields.text("player_order", "clockwise")
            states.read_states(world, flow_fields, actions, document.items("rules"))
        if any(_is(action.get("action"), "REVERSE_ORDER") for action in actions):
            world.machinery.add(DIRECTION)
        if states.mentions(tree, "turn_index"):
            world.machinery.add(INDEX)
        if world.phases and states.asks_for_phase(document.items("rules"), flow_node):
            world.machinery.add(NOW)
        parts = document.get("components")
        if parts is not None:
            components.components(world, parts, self.parts)
        setup = self.setup(document)
        flow = self.flow(document, flow_fields, actions)
        main, procedures = self.played(flow, flow_fields)
        variables = (*components.variables(world, self.parts), *self.machinery(flow))
        self.shuffling()
        if self.listeners:
            setup = quiet(setup)
        body = n.Procedure(name="main", body=(*setup, *main), span=head(tree.span))
        return self.assembled(tree, meta, variables, (body, *procedures))

    def meta(self, document: Fields) -> Fields:
        world, node = self.world, document.get("meta")
        empty = Fields(document.span, {}, {})
        meta = read(node, shapes.META, "meta", world.report) if node is not None else None
        if meta is None:
            return empty
        if (rng := meta.get("rng")) is not None:
            self.random(read(rng, shapes.RNG, "rng", world.report) or empty)
        if (players := meta.get("players")) is not None:
            self.players(read(players, shapes.PLAYERS, "players", world.report) or empty)
        components.options(world, meta.items("options"), self.parts)
        return meta

    def random(self, fields: Fields) -> None:
        """A game that says so plays with its own seed, unless a table is given another one."""
        seed = fields.whole("seed")
        if not 0 <= seed < 2**63:
            message = "a seed is a whole number from 0 to 2^63 - 1"
            self.world.error(codes.NUMBER, fields.at("seed"), message)
        elif fields.flag("deterministic") and fields.get("seed") is not None:
            self.seed = seed

    def players(self, fields: Fields) -> None:
        world = self.world
        least, most = fields.whole("min", 2), fields.whole("max", 2)
        if not 1 <= least <= PLAYER_LIMIT:
            world.error(codes.NUMBER, fields.at("min"), f"1 to {PLAYER_LIMIT} players can play")
            least = 2
        if not least <= most <= PLAYER_LIMIT:
            limits = f"between 'min' and {PLAYER_LIMIT}"
            world.error(codes.NUMBER, fields.at("max"), f"'max' must lie {limits}")
            most = least
        world.least, world.most = least, most
        if (teams := fields.get("teams")) is not None:
            read_teams(world, teams, fields.names["teams"])

    def setup(self, document: Fields) -> n.Block:
        effect = Effect(rule="setup")
        statements = block(self.world, Environment(effect=effect), document.items("setup"))
        return statements

    def flow(self, document: Fields, fields: Fields | None, actions: list[Mapping]) -> Flow | None:
        world = self.world
        rules = read_rules(world, document.items("rules"))
        if fields is None or not world.states:
            return None
        initial = fields.text("initial_state")
        if initial not in world.states:
            if fields.get("initial_state") is not None:
                world.unknown(fields.at("initial_state"), "state", initial, world.states)
            initial = next(iter(world.states))
        world.finish()
        flow = Flow(world, rules, initial, states.read_transitions(world, fields))
        flow.simple = states.is_simple(flow, actions)
        flow.lined = states.is_lined(actions)
        # Before all other rules, which may set these off.
        states.raised(flow)
        self.listeners = listeners(flow)
        return flow

    def played(
        self, flow: Flow | None, fields: Fields | None
    ) -> tuple[n.Block, tuple[n.Procedure, ...]]:
        if flow is None:
            return (), ()
        main = single_state_flow.play(flow)
        win = fields.get("win_condition") if fields else None
        endings = tuple(
            n.Procedure(name=name, body=finish(self.world, win, reason))
            for reason, name in self.world.finishes.items()
        )
        return main, (*flow.procedures, *endings)

    def machinery(self, flow: Flow | None) -> tuple[n.VariableDef, ...]:
        return states.variables(flow) if flow else ()

    def shuffling(self) -> None:
        for zone in self.world.zones.values():
            if zone.shuffled and zone.name not in self.world.shuffled:
                message = f"the zone '{zone.name}' is called shuffled, but nothing shuffles it"
                self.world.report.warning(codes.UNSHUFFLED, zone.span, message)

    def assembled(
        self,
        tree: Tree,
        meta: Fields,
        variables: tuple[n.VariableDef, ...],
        procedures: tuple[n.Procedure, ...],
    ) -> n.GameDef | None:
        world, parts = self.world, self.parts
        extra = meta.get("meta")
        genre = extra.get("genre") if isinstance(extra, Mapping) else None
        game = n.GameDef(
            name=meta.text("name"),
            least_players=world.least,
            most_players=world.most,
            about=meta.text("description"),
            genre=genre.text if isinstance(genre, Scalar) else "",
            tables=(*tables(world), *lengths(world)),
            properties=tuple(n.Property(name=k, type=v) for k, v in world.properties.items()),
            supplies=tuple(parts.supplies),
            zones=tuple(parts.zones),
            variables=variables,
            options=tuple(parts.options),
            procedures=procedures,
            listeners=self.listeners,
            teams=tuple(world.teams.values()),
            seed=self.seed,
            span=head(tree.span),
        )
        size = written_out(game)
        if size > SIZE_LIMIT:
            world.error(codes.COMPLEX, game.span, f"the game has more than {SIZE_LIMIT} parts")
            return None
        return placed(replace(game, enums=_enums(world, game)))


def _enums(world: Symbols, game: n.GameDef) -> tuple[n.Enum, ...]:
    """The enums of a game; texts, faces, phases and states only if something reads them."""
    every = {**world.enums, TEXT_TYPE: tuple(world.texts)}
    used = set(every) - set(ONLY_IF_USED) | {
        word
        for node in walk(game)
        for word in (getattr(node, "enum", None), getattr(node, "type", None))
        if word in ONLY_IF_USED
    }
    return tuple(n.Enum(name=k, values=v) for k, v in every.items() if k in used and v)


def _line(found: Diagnostic) -> tuple[str, int] | None:
    return (found.span.file, found.span.line) if found.span else None


def _is(node: Tree | None, text: str) -> bool:
    return isinstance(node, Scalar) and node.text == text
