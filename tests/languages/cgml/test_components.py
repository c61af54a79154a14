"""Decks, zones, variables and options as things of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.languages.cgml.tools import TOOLS

Run = Callable[..., Any]


def deck(composition: str, more: str = "", hierarchy: str = "") -> str:
    ranks = f", rank_hierarchy: {hierarchy}" if hierarchy else ""
    kind = f"{{composition: {composition}{more}{ranks}}}"
    return f"components: {{component_types: {{deck_types: {{six: {kind}}}}}}}"


def names(game: n.GameDef) -> str:
    return " ".join(token.name for supply in game.supplies for token in supply.tokens)


def test_standard_suits(lower: Run, text: Run) -> None:
    template = "[{type: template, template: standard_suits, values: [9, 10]}]"
    game = lower(text(deck(template, hierarchy="[9, 10]")))
    assert names(game) == "9S 10S 9H 10H 9D 10D 9C 10C"
    assert [(p.name, p.type) for p in game.properties] == [
        ("rank", "rank"),
        ("suit", "suit"),
        ("color", "color"),
    ]
    values = {token.name: token.values for token in game.supplies[0].tokens}
    assert (values["9H"], values["10C"]) == (("9", "H", "red"), ("10", "C", "black"))
    assert game.tables == (n.Table(name="rank_value", enum="rank", values=(1, 2)),)
    assert (game.supplies[0].name, game.supplies[0].zone) == ("cards", "deck")


def test_suits_copies_and_defaults(lower: Run, text: Run) -> None:
    template = (
        "[{type: template, template: standard_suits, values: [A], suits: [cups, H], copies: 2}]"
    )
    game = lower(text(deck(template, ", default_properties: {points: 3, wild: false}", "[A]")))
    assert names(game) == "Acups AH Acups AH"
    # A suit of its own has no colour; numbers and truth values are no enums.
    assert {p.name: p.type for p in game.properties} == {
        "points": "int",
        "wild": "bool",
        "rank": "rank",
        "suit": "suit",
    }
    assert game.supplies[0].tokens[0].values == (3, False, "A", "cups")


def test_explicit_cards_are_named_by_what_tells_them_apart(lower: Run, text: Run) -> None:
    cards = """[{type: card, properties: {kind: animal, name: cat, worth: 2}, count: 2},
                {type: card, properties: {kind: animal, name: dog, worth: 5}}]"""
    game = lower(text(deck(cards)))
    assert names(game) == "cat cat dog"
    assert {p.name: p.type for p in game.properties} == {
        "kind": "kind",
        "name": "name",
        "worth": "int",
    }


def test_properties_of_explicit_cards_in_expressions(effect: Run) -> None:
    cards = """[{type: card, properties: {name: cat, worth: 2}, count: 2},
                {type: card, properties: {name: dog, worth: 5}}]"""
    worth = '{sum: [{path: "$.zones.deck[*].properties.worth"}]}'
    table = effect(f"[{{action: SET_VARIABLE, path: $.x, value: {worth}}}]", deck(cards))
    assert table.variable("x") == 9


@pytest.mark.parametrize(
    ("kind", "zone"),
    [
        ("{}", {"owner_sees": "all", "others_see": "all", "face": "up", "ordered": True}),
        ("{ordering: unordered}", {"ordered": False}),
        ("{ordering: shuffled, allows_reorder: true}", {"ordered": True}),
        ("{default_face: down}", {"face": "down"}),
        ("{visibility: {all: count_only}}", {"owner_sees": "count", "others_see": "count"}),
        ("{visibility: {owner: all, others: hidden}}", {"owner_sees": "all", "others_see": "none"}),
        (
            "{visibility: {all: top_card_only, owner: all}}",
            {"owner_sees": "all", "others_see": "top"},
        ),
        ("{ordering: lifo}", {"look": "pile"}),
        ("{ordering: unordered}", {"look": "row"}),
        ("{ordering: unordered, visibility: {all: count_only}}", {"look": "pile"}),
        ("{ordering: lifo, visibility: {owner: all, others: count_only}}", {"look": "row"}),
        ("{ordering: lifo, meta: {look: row}}", {"look": "row"}),
        ("{ordering: unordered, meta: {look: column, note: free}}", {"look": "column"}),
        ("{ordering: lifo, meta: {look: none}}", {"look": "none"}),
    ],
)
def test_zones(lower: Run, text: Run, kind: str, zone: dict[str, Any]) -> None:
    change = f"""
    components:
      component_types: {{zone_types: {{mine: {kind}}}}}
      zones: [{{name: deck, type: deck, of_deck: cards}},
              {{name: mine, type: mine, per_player: true}}]
    """
    hand = next(zone for zone in lower(text(change)).zones if zone.per_seat)
    assert {name: getattr(hand, name) for name in zone} == zone


def test_variables(lower: Run, text: Run) -> None:
    variables = """
    - {name: open, initial_value: true}
    - {name: wish, type: suit, initial_value: S, visibility: none}
    - {name: bid, scope: per_player, initial_value: 2, visibility: owner}
    - {name: dealer, type: player, initial_value: p2}
    - {name: best, type: card, initial_value: null}
    - {name: mood, initial_value: calm}
    - {name: counter, initial_value: 0, meta: {inner: true}}
    - {name: points, initial_value: 0, meta: {inner: false, note: shown}}
    """
    found = {v.name: v for v in lower(text("", "", variables)).variables}
    assert found["open"] == n.VariableDef(name="open", type="bool", initial=n.Truth(value=True))
    assert found["wish"].initial == n.Symbol(enum="suit", value="S")
    assert (found["wish"].audience, found["bid"].audience) == ("none", "owner")
    assert found["bid"].per_seat
    assert found["dealer"].initial == n.Seat(number=1)
    assert found["best"].initial == n.Nothing(type="token")
    assert found["mood"].initial == n.Symbol(enum="text", value="calm")
    assert (found["counter"].inner, found["points"].inner) == (True, False)


def test_meta_and_options(lower: Run, text: Run) -> None:
    meta = """
    meta:
      name: Name
      description: About it.
      players: {min: 1, max: 4}
      rng: {deterministic: true, seed: 3}
      options:
        - {name: rounds, default: 3, allowed: [1, 3]}
        - {name: style, default: short, allowed: [short, long]}
        - {name: fast, default: false}
      meta: {genre: test}
    """
    game = lower(text(meta))
    assert (game.name, game.about, game.genre) == ("Name", "About it.", "test")
    assert (game.least_players, game.most_players) == (1, 4)
    assert game.payoff == ""
    rounds, style, fast = game.options
    assert rounds == n.Option(
        name="rounds", default=n.Number(value=3), allowed=(n.Number(value=1), n.Number(value=3))
    )
    assert style.default == n.Symbol(enum="text", value="short")
    assert fast == n.Option(name="fast", default=n.Truth(value=False))
    assert n.Enum(name="text", values=("short", "long")) in game.enums


@pytest.mark.parametrize("payoff", n.PAYOFFS)
def test_what_players_play_for(lower: Run, text: Run, payoff: str) -> None:
    assert lower(text(f"meta: {{meta: {{payoff: {payoff}}}}}")).payoff == payoff


@pytest.mark.parametrize("payoff", ["scores", "[score]", "{by: score}", "''"])
def test_an_unknown_payoff_is_reported(text: Run, payoff: str) -> None:
    report = Report()
    TOOLS.game_of(Source("test.cgml", text(f"meta: {{meta: {{payoff: {payoff}}}}}")), report)
    [found] = report.items
    assert found.code == "CG201" and "unknown payoff" in found.message and found.span


def test_decks_may_order_their_ranks_differently(play: Run, text: Run) -> None:
    changes = """
    components:
      component_types:
        deck_types:
          upside_down:
            composition: [{type: template, template: standard_suits, values: [4, 2], suits: [S]}]
            rank_hierarchy: [4, 3, 2]
      decks: {others: {type: upside_down}}
      zones:
        - {name: deck, type: deck, of_deck: cards}
        - {name: second, type: deck, of_deck: others}
      variables:
        - {name: x, initial_value: 0}
        - {name: y, initial_value: 0}
        - {name: score, scope: per_player, initial_value: 0}
    """
    rules = """
    - id: look
      trigger: on.phase.Act
      effect:
        # The second deck, from the top: 4S 2S; the first: 2H 3H 4H 2S 3S 4S.
        - {action: SET_VARIABLE, path: $.x, value: {path: "rank_value(top($.zones.second))"}}
        - {action: SET_VARIABLE, path: $.y, value: {sum: [{rank_value: [{path: "$.zones.deck"}]}]}}
        - {action: END_GAME}
    """
    played = play(text(changes, rules))
    assert played.zone("second") == "4S 2S"
    assert (played.variable("x"), played.variable("y")) == (1, 12)


@pytest.mark.parametrize(
    ("allows", "by", "found"),
    [
        ("false", "player", ["CG411"]),
        ("false", "top", ["CG411"]),
        ("false", "rank", []),
        ("true", "player", []),
        ("", "player", []),
    ],
)
def test_a_player_should_not_rearrange_what_may_not_be(
    text: Run, allows: str, by: str, found: list[str]
) -> None:
    key = f", allows_reorder: {allows}" if allows else ""
    kind = f"components: {{component_types: {{zone_types: {{open: {{ordering: lifo{key}}}}}}}}}"
    reorder = f"{{action: REORDER, target: {{path: $.zones.pile}}, by: {by}}}"
    rules = f"- {{id: r, trigger: on.phase.Act, effect: [{reorder}, {{action: END_GAME}}]}}"
    report = Report()
    assert TOOLS.game_of(Source("test.cgml", text(kind, rules)), report) is not None
    assert [d.code for d in report.items] == found


@pytest.mark.parametrize(
    ("rng", "seed"),
    [
        ("{deterministic: true, seed: 7}", 7),
        ("{deterministic: false, seed: 7}", None),
        ("{seed: 7}", None),
        ("{deterministic: true}", None),
    ],
)
def test_a_game_may_have_a_seed_of_its_own(text: Run, rng: str, seed: int | None) -> None:
    shuffle = "setup: [{action: SHUFFLE, target: {path: $.zones.deck}}]\n"
    rules = "- {id: r, trigger: on.phase.Act, effect: [{action: END_GAME}]}"
    game = ludwright.loads(text(f"{shuffle}meta: {{rng: {rng}}}", rules), "cgml")
    assert game.definition.seed == seed
    assert game.table().seed == (seed or 0)
    assert game.table().zone("deck") == game.table(seed=seed or 0).zone("deck")
    assert game.table(seed=5).seed == 5
    assert game.table(seed=5).zone("deck") != game.table().zone("deck")
