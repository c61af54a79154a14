"""Properties of the cards of a template, and the names that cards are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from ludwright.gamedef import nodes as n
from tools.lockstep import lock_step

Run = Callable[..., Any]

POINTS = "{by: rank, values: {A: 11, 10: 10, K: 4}, otherwise: 0}"
TEMPLATE = f"""
components:
  component_types:
    deck_types:
      six:
        composition:
          - type: template
            template: standard_suits
            values: [9, 10, K, A]
            suits: [H, S]
            properties:
              points: {POINTS}
              trump: {{by: suit, values: {{S: true}}, otherwise: false}}
              mood: {{by: color, values: {{red: warm, black: cold}}}}
              pack: blue
        rank_hierarchy: [9, K, 10, A]
"""


def values(game: n.GameDef, name: str) -> dict[str, Any]:
    index = [p.name for p in game.properties].index(name)
    return {token.name: token.values[index] for s in game.supplies for token in s.tokens}


def test_properties_are_fixed_or_looked_up(lower: Run, text: Run) -> None:
    game = lower(text(TEMPLATE))
    assert {p.name: p.type for p in game.properties} == {
        "rank": "rank",
        "suit": "suit",
        "color": "color",
        "points": "int",
        "trump": "bool",
        "mood": "mood",
        "pack": "pack",
    }
    points = {"9": 0, "10": 10, "K": 4, "A": 11}
    assert values(game, "points") == {f"{r}{s}": points[r] for r in points for s in "HS"}
    assert {name for name, trump in values(game, "trump").items() if trump} == {
        "9S",
        "10S",
        "KS",
        "AS",
    }
    assert values(game, "mood")["9H"] == "warm"
    assert set(values(game, "pack").values()) == {"blue"}


def test_a_template_overrides_the_defaults_of_its_deck_type(lower: Run, text: Run) -> None:
    parts = """[{type: template, template: standard_suits, values: [2], suits: [H],
                 properties: {worth: 5}, copies: 2},
                {type: template, template: standard_suits, values: [2], suits: [S]}]"""
    kind = f"{{composition: {parts}, default_properties: {{worth: 1}}, rank_hierarchy: [2]}}"
    game = lower(text(f"components: {{component_types: {{deck_types: {{six: {kind}}}}}}}"))
    assert [token.values[0] for token in game.supplies[0].tokens] == [5, 5, 1]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{sum: [{path: "$.zones.deck[*].properties.points"}]}', 50),
        ('{count: [{filter: [{path: "$.zones.deck"}, {path: $.card.properties.trump}]}]}', 4),
        ('{count: [{path: "$.zones.deck[mood=cold]"}]}', 4),
        ('{max: [{path: "$.zones.deck[*].properties.points"}]}', 11),
    ],
)
def test_expressions_read_them(effect: Run, value: str, expected: int) -> None:
    action = f"- {{action: SET_VARIABLE, path: $.x, value: {value}}}"
    assert effect(action, TEMPLATE).variable("x") == expected


# Each player is dealt four cards; in turn one that counts is played, or any if none does. Who has
# played more points wins.
DUEL = f"""
{TEMPLATE}
setup:
  - {{action: SHUFFLE, target: {{path: "$.zones.deck"}}}}
  - {{action: DEAL_ALL, from: {{path: "$.zones.deck"}}, to: {{path: "$.players[*].zones.hand"}}}}
"""
DUEL_RULES = """
- id: play
  trigger: on.phase.Act
  effect:
    - action: REQUEST_INPUT
      options:
        if:
          - any:
              - {path: "$.players[current].zones.hand"}
              - {isGreaterThan: [{path: $.card.properties.points}, 0]}
          - filter:
              - {path: "$.players[current].zones.hand"}
              - {isGreaterThan: [{path: $.card.properties.points}, 0]}
          - path: "$.players[current].zones.hand[*]"
      store_as: card
    - action: INCREMENT
      path: "$.players[current].score"
      by:
        if:
          - {property: [{ref: card}, trump]}
          - {mul: [2, {ref: card.properties.points}]}
          - {ref: card.properties.points}
    - {action: MOVE, from: {ref: card}, to: {path: "$.zones.pile"}}
- id: end
  trigger: on.turn.end
  condition: {isEqual: [{path: "$.zones.pile.card_count"}, 8]}
  effect: [{action: END_GAME}]
"""


@pytest.mark.parametrize("seed", range(8))
def test_a_game_scored_by_them_goes_as_the_oracle_says(text: Run, seed: int) -> None:
    game = ludwright.loads(text(DUEL, DUEL_RULES), "cgml")
    assert lock_step(game.definition, 2, seed).status == "over"


def test_the_scores_of_that_game_are_the_points_of_its_cards(text: Run) -> None:
    table = ludwright.loads(text(DUEL, DUEL_RULES), "cgml").table(seed=5)
    hands = [table.zone("hand", seat) for seat in (0, 1)]
    while not table.over:
        points = [{"A": 11, "1": 10, "K": 4, "9": 0}[str(move)[0]] for move in table.legal()]
        assert all(points) or not any(points)
        table.apply(table.legal()[0])
    worth = {"9": 0, "10": 10, "K": 4, "A": 11}
    expected = [sum(worth[c[:-1]] * (2 if c[-1] == "S" else 1) for c in hand) for hand in hands]
    assert list(table.result().scores or ()) == expected


# ---- names -------------------------------------------------------------------------------------

NAMED = """
components:
  component_types:
    deck_types:
      six:
        composition:
          - {type: card, name: 7yellow, properties: {rank: 7, suit: yellow}, count: 2}
          - {type: card, name: 7-Green, properties: {rank: 7, suit: green}}
          - {type: card, name: "★wild", properties: {rank: 9, suit: none}}
          - {type: card, properties: {rank: 8, suit: green}}
        rank_hierarchy: [7, 8, 9]
setup:
  - {action: SHUFFLE, target: {path: "$.zones.deck"}}
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.players[0].zones.hand"}, count: 5}
"""
CHOOSE = """
- id: r
  trigger: on.phase.Act
  effect:
    - {action: REQUEST_INPUT, options: {path: "$.players[0].zones.hand"}, store_as: some%s}
    - {action: MOVE, from: {ref: some}, to: {path: "$.zones.pile"}}
    - {action: END_GAME}
"""
MANY = ", multiselect: true, min: 2, max: 2"
DEALT = ["7yellow", "7-Green", "★wild", "8green", "7yellow"]


def named(text: Run, more: str = "") -> ludwright.Table:
    game = ludwright.loads(text(NAMED, CHOOSE % more), "cgml")
    for seed in range(3):
        lock_step(game.definition, 2, seed)
    return game.table(seed=1, deal={"deck": DEALT})


def test_the_table_shows_the_names(text: Run) -> None:
    table = named(text)
    assert sorted(table.zone("hand", 0)) == sorted(DEALT)
    assert sorted({str(move) for move in table.legal()}) == sorted(set(DEALT))


@pytest.mark.parametrize("name", ["7yellow", "7-Green", "7-green", "★wild", "★WILD", "8green"])
def test_a_name_is_typed_as_a_move(text: Run, name: str) -> None:
    table = named(text)
    table.apply(name)
    assert [card.casefold() for card in table.zone("pile")] == [name.casefold()]
    assert table.over


def test_every_move_text_leads_to_its_move(text: Run) -> None:
    for move in named(text).legal():
        table = named(text)
        table.apply(str(move))
        assert table.zone("pile") == [str(move)]


@pytest.mark.parametrize("typed", ["7yellow + ★wild", "★wild 7YELLOW", "★wild, 7yellow"])
def test_names_are_typed_as_a_set(text: Run, typed: str) -> None:
    table = named(text, MANY)
    table.apply(typed)
    assert sorted(table.zone("pile")) == ["7yellow", "★wild"]


def test_a_record_of_named_cards_is_replayed(text: Run) -> None:
    table = named(text, MANY)
    table.apply("7-green + 8green")
    again = ludwright.loads(text(NAMED, CHOOSE % MANY), "cgml").resume(table.save())
    assert again.over and again.zone("pile") == table.zone("pile")
