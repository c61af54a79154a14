"""Small CGML games put together from parts, and played by the oracle."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
import yaml

from ludwright.compiler.compile import compile_game
from ludwright.diagnostics import Report, Source, render
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.gamedef.walk import walk
from ludwright.languages.cgml.tools import TOOLS
from ludwright.machine.program import Program
from ludwright.play.table import Table
from oracle import Oracle

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C where there is one: ten times as fast

# Six cards, from the top of the deck: 2H 3H 4H 2S 3S 4S.
BASE = """
cgml_version: "1.3"
meta: {name: Test, players: {min: 2, max: 2}}
components:
  component_types:
    deck_types:
      six:
        composition:
          - {type: template, template: standard_suits, values: [2, 3, 4], suits: [H, S]}
        rank_hierarchy: [2, 3, 4]
    zone_types:
      deck: {ordering: lifo, default_face: down, visibility: {all: count_only}}
      open: {ordering: lifo, visibility: {all: all}}
      hand: {ordering: unordered, visibility: {owner: all, others: count_only}}
      queue: {ordering: fifo, default_face: down}
  decks: {cards: {type: six}}
  zones:
    - {name: deck, type: deck, of_deck: cards}
    - {name: pile, type: open, of_deck: cards}
    - {name: line, type: queue, of_deck: cards}
    - {name: hand, type: hand, of_deck: cards, per_player: true}
  variables:
    - {name: x, initial_value: 0}
    - {name: score, scope: per_player, initial_value: 0}
setup: []
flow:
  states: {Play: {phases: [Act]}, Over: {phases: []}}
  initial_state: Play
  transitions: []
  win_condition: {evaluator: {max: [{path: "$.players[*].score"}]}}
rules: []
"""


def read(text: str) -> Any:
    """The data of a YAML text."""
    return yaml.load(text, Loader=LOADER)


DOCUMENT = read(BASE)


def merged(base: Any, change: Any) -> Any:
    """Mappings key by key, unless it is an operator; anything else is replaced."""
    if isinstance(base, dict) and isinstance(change, dict) and "max" not in base:
        keys = {**base, **change}
        return {key: merged(base.get(key), change.get(key, base.get(key))) for key in keys}
    return change


def game_text(changes: str = "", rules: str = "", variables: str = "") -> str:
    """The base game with changes, more variables, and other rules, all given as YAML."""
    document = merged(DOCUMENT, read(changes) or {})
    parts = document["components"]
    more = {"variables": [*parts["variables"], *(read(variables) or [])]}
    rules_now = read(rules) or document["rules"]
    return json.dumps({**document, "components": {**parts, **more}, "rules": rules_now}, indent=1)


@lru_cache(maxsize=1)  # as many seeds of one game are often played one after another
def lowered(text: str) -> n.GameDef:
    """The game of a text with no errors, which keeps all laws of GameDef."""
    report, source = Report(), Source("test.cgml", text)
    game = TOOLS.game_of(source, report)
    assert not report.failed, "\n".join(render(d, [source]) for d in report.sorted())
    assert game is not None
    assert verify(game) == []
    return game


@lru_cache(maxsize=1)
def compiled(text: str, players: int) -> Program:
    """The program of such a game."""
    return compile_game(lowered(text), players)


class Played:
    """A game played by the oracle, in the words of the public table, and by the machine: where
    no decisions are left, both must have come to the same end."""

    def __init__(self, text: str, players: int = 2, seed: int = 1) -> None:
        self.game = lowered(text)
        self.oracle = Oracle(self.game, players, seed)
        if self.status == "over":
            self.agree(Table(compiled(text, players), seed=seed))

    def agree(self, table: Table) -> None:
        """The machine's table shows the same."""
        result = table.result()
        winners, scores, reason = self.result
        assert (list(result.winners), result.reason) == (winners, reason)
        assert list(result.scores or ()) == list(scores or ())
        assert table.turns == self.oracle.world.turns
        for zone, seat, _ in self.oracle.things.zone_numbers:
            assert " ".join(reversed(table.zone(zone, seat))) == self.zone(zone, seat)
        for name, which in self.oracle.world.variables:
            place = "index" if self.oracle.things.variables[name].count > 1 else "seat"
            assert table.variable(name, **{place: which}) == self.variable(name, which)

    @property
    def status(self) -> str:
        return self.oracle.status

    @property
    def result(self) -> Any:
        return self.oracle.result

    def zone(self, name: str, seat: int | None = None) -> str:
        """The names of the cards, from the top down."""
        number = self.oracle.things.zone_numbers[name, seat, 0]
        names = [self.oracle.things.tokens[t - 1].name for t in self.oracle.world.zones[number]]
        return " ".join(names)

    def variable(self, name: str, seat: int | None = None) -> Any:
        kind = self.oracle.things.variables[name].type
        return self.said(self.oracle.world.variables[name, seat], kind)

    def said(self, raw: int, kind: str) -> Any:
        """A raw value as people would say it."""
        if kind in self.oracle.things.enums:
            return self.oracle.things.enums[kind][raw - 1] if raw else None
        if kind == "token":
            return self.oracle.things.tokens[raw - 1].name if raw else None
        if kind == "seat":
            return raw - 1 if raw else None
        if kind == "team":
            return self.oracle.things.team_names[raw - 1] if raw else None
        return bool(raw) if kind == "bool" else raw

    def options(self, kind: str = "token") -> list[Any]:
        return [self.said(row[1], kind) for row in self.oracle.options()]

    def choose(self, what: Any, kind: str = "token") -> None:
        row = next(row for row in self.oracle.options() if self.said(row[1], kind) == what)
        self.oracle.choose(row)


@pytest.fixture
def text() -> Callable[..., str]:
    return game_text


@pytest.fixture
def lower() -> Callable[[str], n.GameDef]:
    return lowered


@pytest.fixture
def play() -> Callable[..., Played]:
    """Play a whole text: `play(text, players=3, ...)`."""
    return Played


@pytest.fixture
def effect() -> Callable[..., Played]:
    """Play one effect, given as YAML, in the first phase; then the game ends."""

    def run(actions: str, changes: str = "", variables: str = "", **settings: Any) -> Played:
        rule = {"id": "r", "trigger": "on.phase.Act", "effect": read(actions)}
        done = {"id": "end", "trigger": "on.phase.Act", "effect": [{"action": "END_GAME"}]}
        rules = json.dumps([{**rule, **settings.pop("rule", {})}, {**done, "priority": -1}])
        return Played(game_text(changes, rules, variables), **settings)

    return run


def nodes_of(game: n.GameDef, kind: type[n.Node]) -> list[Any]:
    """All nodes of a kind."""
    return [node for node in walk(game) if isinstance(node, kind)]


@pytest.fixture
def find() -> Callable[..., list[Any]]:
    return nodes_of


# More zones of each player, for the examples of the language's text.
SEAT_ZONES = """
components:
  zones:
    - {name: deck, type: deck, of_deck: cards}
    - {name: pile, type: open, of_deck: cards}
    - {name: hand, type: hand, of_deck: cards, per_player: true}
    - {name: stack, type: deck, of_deck: cards, per_player: true}
    - {name: front, type: open, of_deck: cards, per_player: true}
    - {name: won, type: open, of_deck: cards, per_player: true}
"""


def dealing(*hands: tuple[str, int, int], more: str = "") -> str:
    """Those zones, and a setup: to a zone of a seat so many cards off the deck."""
    deals = "\n".join(
        f'  - {{action: DEAL, from: {{path: "$.zones.deck"}}, '
        f'to: {{path: "$.players[{seat}].zones.{zone}"}}, count: {count}}}'
        for zone, seat, count in hands
    )
    return f"{SEAT_ZONES}setup:\n{deals}\n{more}" if hands else f"{SEAT_ZONES}{more}"


@pytest.fixture
def dealt() -> Callable[..., str]:
    return dealing
