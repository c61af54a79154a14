"""Paths, systematically: every way to select players, used on everything a player has.

Player 1 holds 3H 2H (3H on top) and has 10 points, player 2 holds 4H and has 20; the deck has
2S 3S 4S (2S on top), the pile is empty. Player 1 has the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludwright import pipeline

Run = Callable[..., Any]

DEALT = """
setup:
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.players[0].zones.hand"}, count: 2}
  - {action: DEAL, from: {path: "$.zones.deck"}, to: {path: "$.players[1].zones.hand"}}
  - {action: SET_VARIABLE, path: "$.players[0].score", value: 10}
  - {action: SET_VARIABLE, path: "$.players[1].score", value: 20}
"""
VARIABLES = """
- {name: whom, type: player, initial_value: p2}
- {name: team.captain, type: player, initial_value: p1}
- {name: y, initial_value: 0}
"""

# How a player, or both, is selected, and which.
SELECTORS = {
    "[0]": (0,),
    "[1]": (1,),
    "[current]": (0,),
    "[opponent]": (1,),
    "[opponents]": (1,),
    "[by_id=p1]": (0,),
    "[by_id=p2]": (1,),
    "[by_id='p2']": (1,),
    "[by_id=ref:chosen]": (1,),
    "[ref:chosen]": (1,),
    "[$currentPlayer]": (0,),
    "[$player]": (0,),
    "[$.player]": (0,),
    "[$.whom]": (1,),
    "[$.team.captain]": (0,),
    "[$.players[$.whom].id]": (1,),
    "[*]": (0, 1),
    "": (0, 1),
}
# What is asked of the selected: the path behind it, an operator around it, the answer per player.
# Answers of several players are added up.
USES = {
    "a variable": (".score", "sum", (10, 20)),
    "how many cards": (".zones.hand.card_count", "sum", (2, 1)),
    "a zone": (".zones.hand", "count", (2, 1)),
    "the cards": (".zones.hand[*]", "count", (2, 1)),
    "the cards by name": (".zones.hand.cards", "count", (2, 1)),
    "a card": (".zones.hand.top_card", "count", (1, 1)),
    "cards with a value": (".zones.hand[rank=3]", "count", (1, 0)),
    "the player": ("", "count", (1, 1)),
    "its id": (".id", "count", (1, 1)),
}


def worth(effect: Run, expression: str) -> int:
    table = effect(
        f"""
- {{action: REQUEST_INPUT, options: {{path: "$.players[opponent]"}}, store_as: chosen}}
- {{action: SET_VARIABLE, path: $.x, value: {expression}}}
""",
        DEALT,
        VARIABLES,
    )
    table.choose(1, "seat")
    answer = table.variable("x")
    assert isinstance(answer, int)
    return answer


@pytest.mark.quick(23)
@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("use", USES)
def test_every_selector_with_every_use(effect: Run, selector: str, use: str) -> None:
    behind, operator, answers = USES[use]
    if use == "cards with a value" and len(SELECTORS[selector]) > 1:
        behind = behind.replace("[rank", "[*][rank")  # of all of them together
    path = f"$.players{selector}{behind}"
    expected = sum(answers[seat] for seat in SELECTORS[selector])
    assert worth(effect, f'{{{operator}: [{{path: "{path}"}}]}}') == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("rank_value($.zones.deck[0])", 1),
        ("rank_value($.zones.deck[2])", 3),
        ("rank_value($.zones.deck.top_card)", 1),
        ("rank_value($.zones.deck.top)", 1),
        ("rank_value(top($.zones.deck))", 1),
        ("rank_value(bottom($.zones.deck))", 3),
        ("rank_value(rank(bottom($.zones.deck)))", 3),
        ("rank_value($.zones.deck.bottom_card.properties.rank)", 3),
        ("count($.zones.deck)", 3),
        ("count(all($.zones.deck))", 3),
        ("count($.zones.deck[suit=S])", 3),
        ("count($.zones.deck[suit=H])", 0),
        ("count($.players[*].zones.hand)", 3),
        ("count(top($.players[*].zones.hand))", 2),
        ("$.players[0].zones.hand.top_card.id.properties.rank", None),
        ("owner($.players[1].zones.hand.top_card)", None),
    ],
)
def test_functions_and_places_in_zones(effect: Run, path: str, expected: int | None) -> None:
    if expected is not None:
        assert worth(effect, f'{{path: "{path}"}}') == expected
        return
    other = {"owner": "{value: p2}"}.get(path.partition("(")[0], "{value: 3}")
    assert worth(effect, f'{{if: [{{isEqual: [{{path: "{path}"}}, {other}]}}, 1, 0]}}') == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("$.zones.deck.ordering", "lifo"),
        ("$.zones.line.ordering", "fifo"),
        ("$.players[0].zones.hand.ordering", "unordered"),
        ("$.zones.deck.default_face", "down"),
        ("$.zones.pile.default_face", "up"),
        ("$.zones.deck.visibility.others", "count_only"),
        ("$.players[0].zones.hand.visibility.owner", "all"),
        ("$.players[0].zones.hand.visibility.others", "count_only"),
        ("$.zones.deck.top_card.face", "down"),
        ("$.players[1].zones.hand.top_card.face", "up"),
    ],
)
def test_fields_that_are_words(effect: Run, path: str, value: str) -> None:
    both = (value, "lifo" if value != "lifo" else "fifo")
    if value in ("up", "down"):
        both = (value, "down" if value == "up" else "up")
    for word, expected in zip(both, (1, 0), strict=True):
        test = f'{{isEqual: [{{path: "{path}"}}, {{value: {word}}}]}}'
        assert worth(effect, f"{{if: [{test}, 1, 0]}}") == expected


def test_fields_of_one_of_several_zones(effect: Run) -> None:
    zones = '{list: [{path: "$.zones.line"}, {path: "$.zones.pile"}, {path: "$.zones.deck"}]}'
    for field, word, expected in (
        ("ordering", "fifo", 1),
        ("ordering", "lifo", 2),
        ("default_face", "down", 2),
        ("visibility.others", "all", 2),
    ):
        test = f"{{isEqual: [{{path: $.zone.{field}}}, {{value: {word}}}]}}"
        assert worth(effect, f"{{sum: [{{map: [{zones}, {{if: [{test}, 1, 0]}}]}}]}}") == expected
    reorders = "{if: [{path: $.zone.allows_reorder}, 1, 0]}"
    assert worth(effect, f"{{sum: [{{map: [{zones}, {reorders}]}}]}}") == 0


@pytest.mark.parametrize(
    ("text_", "expected"),
    [
        ("{len: [{value: abc}]}", 3),
        ("{len: [{if: [{isEqual: [{path: $.x}, 0]}, {value: four}, {value: seven77}]}]}", 4),
        ("{len: [{list: [1, 2]}]}", 2),
        ('{len: [{path: "$.zones.deck"}]}', 3),
        ("{len: [{rank: [{path: $.zones.deck.top_card}]}]}", 1),
    ],
)
def test_lengths(effect: Run, text_: str, expected: int) -> None:
    assert worth(effect, text_) == expected


# ---- what is rejected, with a way out ------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("zones.deck", "write '$.zones.deck'"),
        ("deck.top_card", "write '$.zones.deck.top_card'"),
        ("shared_zones.deck", "write '$.zones.deck'"),
        ("game.deck.card_count", "write '$.zones.deck.card_count'"),
        ("player.current.hand", "write '$.players[current].zones.hand'"),
        ("players.0.score", "write '$.players[0].score'"),
        ("players[0].score", "write '$.players[0].score'"),
        ("x", "write '$.x'"),
        ("$.shared_zones.deck", "write '$.zones.deck'"),
        ("top($.shared_zones.deck)", "write 'top($.zones.deck)'"),
        ("$.players[0].zones.dekc", "did you mean 'deck'"),
        ("$.players[curent].score", "did you mean 'current'"),
        ("$.players[0].scroe", "did you mean 'score'"),
        ("$.zones.hand", "write '$.players[current].zones.hand'"),
        ("$.players[0].zones.deck", "write '$.zones.deck'"),
        ("$.zones.deck.ordring", "did you mean 'ordering'"),
        ("$.zones.deck[suit=X]", "one of: H, S"),
        ("$.zones.deck[colour=red]", ""),
        ("$.zones.deck.visibility", ""),
    ],
)
def test_what_is_wrong_with_a_path(text: Run, path: str, hint: str) -> None:
    rule = f"""
- id: r
  trigger: on.phase.Act
  effect: [{{action: LOG, text: x}}, {{action: REQUEST_INPUT, options: {{path: "{path}"}}}}]
"""
    loaded = pipeline.loads(text("", rule), "cgml")
    (found,) = [d for d in loaded.diagnostics if d.severity == "error"]
    assert hint in found.help
    assert found.span is not None
