"""Lowering a CGML document to a GameDef, section by section."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ....diagnostics import Diagnostic, Report, Source
from ....gamedef import nodes as n
from ....gamedef.simplify_tests import relaxed, without_safeguards
from ....gamedef.walk import walk
from ...builders import quiet, with_spans, written_out
from ...files import Files
from ...names import refers
from ...yaml.read import Mapping, Scalar, Tree, head
from .. import codes
from ..check.lint import report_lints
from ..read import shapes
from ..read.definitions import expanded
from ..read.load import load
from ..read.shapes import Fields, read
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


def game_of(source: Source, report: Report, files: Files | None = None, /) -> n.GameDef | None:
    """Lower a game. Errors go to the report; what could be lowered is returned."""
    tree = load(source, report, files or Files(source))
    if tree is None:
        return None
    # Joined with the last round's report, so that an error in a definition prevents lints.
    expansion = Report()
    tree, definitions = expanded(tree, expansion)
    inferred: dict[str, str] = {}
    for _ in range(ROUNDS):
        # Fixpoint: lower again with the types inferred so far, until nothing new is inferred. Weak
        # guesses, from literals, count only when there is no firm evidence left.
        work = _Work(Symbols(Report(), inferred, expression, action))
        work.symbols.defined = tuple(definitions.known)
        game = work.game(tree)
        found = work.symbols.firm or work.symbols.weak
        if not found:
            break
        inferred = {**inferred, **found}
    # Only the last round's report counts: earlier ones lack types and would report mismatches.
    blame(work.symbols, definitions)
    work.symbols.report.items.extend(expansion.items)
    if game is not None and not work.symbols.report.failed:
        known = without_safeguards(game)
        game = relaxed(known)
        report_lints(work.symbols, tree, game, known, definitions)
    # A line that cannot be upgraded is reported once, not again as an error of version 1.3.
    refused = {_line(d) for d in report.items if d.code == codes.NOT_UPGRADED.code}
    found_out = dict.fromkeys(work.symbols.report.items)
    report.items.extend(d for d in found_out if _line(d) not in refused)
    return game


@dataclass(slots=True)
class _Work:
    """One pass over a document."""

    symbols: Symbols
    parts: components.Parts = field(default_factory=components.Parts)
    listeners: tuple[n.Listener, ...] = ()
    seed: int | None = None

    def game(self, tree: Tree) -> n.GameDef | None:
        symbols = self.symbols
        document = read(tree, shapes.DOCUMENT, "the document", symbols.report)
        if document is None:
            return None
        symbols.tested, symbols.stored = names_in(tree, AS), names_in(tree, "store_as")
        meta = self.meta(document)
        actions = states.actions_in(tree)
        flow_node = document.get("flow")
        flow_fields = (
            read(flow_node, shapes.FLOW, "flow", symbols.report) if flow_node is not None else None
        )
        if flow_fields is not None:
            # First of all: whether there are turns decides what `current` means below.
            symbols.order = flow_fields.text("player_order", "clockwise")
            states.read_states(symbols, flow_fields, actions, document.items("rules"))
        # Variables of the flow exist only if the file needs them: fewer words in every state.
        if any(_is(action.get("action"), "REVERSE_ORDER") for action in actions):
            symbols.machinery.add(DIRECTION)
        if states.mentions(tree, "turn_index"):
            symbols.machinery.add(INDEX)
        if symbols.phases and states.asks_for_phase(document.items("rules"), flow_node):
            symbols.machinery.add(NOW)
        parts = document.get("components")
        if parts is not None:
            # States come before components, because phases are values; components before all
            # actions.
            components.components(symbols, parts, self.parts)
        setup = self.setup(document)
        flow = self.flow(document, flow_fields, actions)
        main, procedures = self.played(flow, flow_fields)
        variables = (*components.variables(symbols, self.parts), *self.machinery(flow))
        # After setup and flow: only now is it known what is shuffled.
        self.check_shuffled()
        if self.listeners:
            # Rules do not listen to the deal.
            setup = quiet(setup)
        body = n.Procedure(name="main", body=(*setup, *main), span=head(tree.span))
        return self.assembled(tree, meta, variables, (body, *procedures))

    def meta(self, document: Fields) -> Fields:
        symbols, node = self.symbols, document.get("meta")
        empty = Fields(document.span, {}, {})
        meta = read(node, shapes.META, "meta", symbols.report) if node is not None else None
        if meta is None:
            return empty
        if (rng := meta.get("rng")) is not None:
            self.random(read(rng, shapes.RNG, "rng", symbols.report) or empty)
        if (players := meta.get("players")) is not None:
            self.players(read(players, shapes.PLAYERS, "players", symbols.report) or empty)
        components.options(symbols, meta.items("options"), self.parts)
        return meta

    def random(self, fields: Fields) -> None:
        """Read the default seed, for tables that are given none."""
        seed = fields.whole("seed")
        if not 0 <= seed < 2**63:
            message = "a seed must be an integer from 0 to 2^63 - 1"
            self.symbols.error(codes.NUMBER, fields.at("seed"), message)
        elif fields.flag("deterministic") and fields.get("seed") is not None:
            self.seed = seed

    def players(self, fields: Fields) -> None:
        symbols = self.symbols
        least, most = fields.whole("min", 2), fields.whole("max", 2)
        if not 1 <= least <= PLAYER_LIMIT:
            symbols.error(
                codes.NUMBER, fields.at("min"), f"'min' must be between 1 and {PLAYER_LIMIT}"
            )
            least = 2
        if not least <= most <= PLAYER_LIMIT:
            limits = f"between 'min' and {PLAYER_LIMIT}"
            symbols.error(codes.NUMBER, fields.at("max"), f"'max' must be {limits}")
            # Corrected after the error, so that teams are still checked against something.
            most = least
        symbols.least, symbols.most = least, most
        if (teams := fields.get("teams")) is not None:
            read_teams(symbols, teams, fields.names["teams"])

    def setup(self, document: Fields) -> n.Block:
        effect = Effect(rule="setup")
        statements = block(self.symbols, Environment(effect=effect), document.items("setup"))
        return statements

    def flow(self, document: Fields, fields: Fields | None, actions: list[Mapping]) -> Flow | None:
        symbols = self.symbols
        rules = read_rules(symbols, document.items("rules"))
        if fields is None or not symbols.states:
            return None
        initial = fields.text("initial_state")
        refers("state", initial, fields.at("initial_state"))
        if initial not in symbols.states:
            if fields.get("initial_state") is not None:
                symbols.unknown(fields.at("initial_state"), "state", initial, symbols.states)
            # Any state will do: the error is reported, and the rules are still lowered for theirs.
            initial = next(iter(symbols.states))
        # The plain ending gets its name (`finish`) before any END_GAME with a reason of its own.
        symbols.finish()
        flow = Flow(symbols, rules, initial, states.read_transitions(symbols, fields))
        flow.simple = states.is_simple(flow, actions)
        flow.dynamic = states.has_dynamic_phases(actions)
        # Before all other rules, which may raise these events.
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
            n.Procedure(name=name, body=finish(self.symbols, win, reason))
            for reason, name in self.symbols.finishes.items()
        )
        return main, (*flow.procedures, *endings)

    def machinery(self, flow: Flow | None) -> tuple[n.VariableDef, ...]:
        return states.variables(flow) if flow else ()

    def check_shuffled(self) -> None:
        for zone in self.symbols.zones.values():
            if zone.shuffled and zone.name not in self.symbols.shuffled:
                message = f"zone '{zone.name}' has 'ordering: shuffled' but is never shuffled"
                self.symbols.report.warning(codes.UNSHUFFLED, zone.span, message)

    def assembled(
        self,
        tree: Tree,
        meta: Fields,
        variables: tuple[n.VariableDef, ...],
        procedures: tuple[n.Procedure, ...],
    ) -> n.GameDef | None:
        symbols, parts = self.symbols, self.parts
        extra = meta.get("meta")
        genre = extra.get("genre") if isinstance(extra, Mapping) else None
        payoff = extra.get("payoff") if isinstance(extra, Mapping) else None
        game = n.GameDef(
            name=meta.text("name"),
            least_players=symbols.least,
            most_players=symbols.most,
            about=meta.text("description"),
            genre=genre.text if isinstance(genre, Scalar) else "",
            tables=(*tables(symbols), *lengths(symbols)),
            properties=tuple(n.Property(name=k, type=v) for k, v in symbols.properties.items()),
            supplies=tuple(parts.supplies),
            zones=tuple(parts.zones),
            variables=variables,
            options=tuple(parts.options),
            procedures=procedures,
            listeners=self.listeners,
            teams=tuple(symbols.teams.values()),
            seed=self.seed,
            payoff=_payoff(symbols, payoff),
            span=head(tree.span),
        )
        # Written out, because later passes walk shared parts once per use.
        size = written_out(game)
        if size > SIZE_LIMIT:
            symbols.error(codes.COMPLEX, game.span, f"the game has more than {SIZE_LIMIT} parts")
            return None
        return with_spans(replace(game, enums=_enums(symbols, game)))


def _payoff(symbols: Symbols, said: Tree | None) -> str:
    """What players play for, if it is declared."""
    if said is None:
        return ""
    word = said.text if isinstance(said, Scalar) else ""
    if word not in n.PAYOFFS:
        symbols.unknown(said.span, "payoff", word, n.PAYOFFS)
        return ""
    return word


def _enums(symbols: Symbols, game: n.GameDef) -> tuple[n.Enum, ...]:
    """The enums of a game; texts, faces, phases and states only if something reads them."""
    every = {**symbols.enums, TEXT_TYPE: tuple(symbols.texts)}
    # The enums of card properties always stay: the values of tokens are their symbols.
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
