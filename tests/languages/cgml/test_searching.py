"""Looking at cards, choosing them at random, searching and putting zones in order.

The deck is 2H 3H 4H 2S 3S 4S from the top and nobody sees into it; zones are written from the top
down. Player 1 has the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import yaml

import ludwright
from tools.lockstep import lock_step
from tools.tables import seen

Run = Callable[..., Any]

DECK, PILE, LINE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile", "line"))
MINE, YOURS = (f'{{path: "$.players[{seat}].zones.hand"}}' for seat in (0, 1))
HANDS = '{path: "$.players[*].zones.hand"}'
TOP = '{path: "$.zones.deck.top_card"}'
IS_3 = '{isEqual: [{path: "$.card.properties.rank"}, {value: 3}]}'
DEAL = f"{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}"


def seers(table: Any, zone: str, seat: int | None = None) -> list[int]:
    """Who sees each card of a zone, from the top, as masks."""
    number = table.oracle.things.zone_numbers[zone, seat, 0]
    return [table.oracle.world.shown[token] for token in table.oracle.world.zones[number]]


# ---- seeing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (f"{{action: REVEAL, target: {TOP}}}", [3, 0, 0, 0, 0, 0]),
        (f"{{action: REVEAL, target: {DECK}, to: all}}", [3] * 6),
        (f"{{action: REVEAL, target: {TOP}, to: current}}", [1, 0, 0, 0, 0, 0]),
        (f"{{action: REVEAL, target: {TOP}, to: others}}", [2, 0, 0, 0, 0, 0]),
        (f"{{action: REVEAL, target: {TOP}, to: {{value: p2}}}}", [2, 0, 0, 0, 0, 0]),
        (f'{{action: REVEAL, target: {TOP}, to: {{path: "$.players"}}}}', [3, 0, 0, 0, 0, 0]),
        (f"{{action: PEEK, target: {TOP}}}", [1, 0, 0, 0, 0, 0]),
        (f"{{action: PEEK, players: [current], target: {TOP}}}", [1, 0, 0, 0, 0, 0]),
        (f"{{action: PEEK, players: [current, {{value: p2}}], target: {TOP}}}", [3, 0, 0, 0, 0, 0]),
        (f"{{action: LOOK, target: {DECK}}}", [1] * 6),
        (f"{{action: LOOK, player: {{value: p2}}, target: {DECK}}}", [2] * 6),
        (f"{{action: REVEAL_MATCHING, from: {DECK}, filter: {IS_3}}}", [0, 3, 0, 0, 3, 0]),
        (
            f"{{action: REVEAL_MATCHING, from: {DECK}, filter: {IS_3}, to: current}}",
            [0, 1, 0, 0, 1, 0],
        ),
        # Nothing is there to be seen.
        (f"{{action: REVEAL, target: {{top: [{PILE}]}}}}", [0] * 6),
    ],
)
def test_who_sees_what(effect: Run, action: str, expected: list[int]) -> None:
    assert seers(effect(f"[{action}]"), "deck") == expected


def test_what_was_shown_is_out_of_sight_when_it_moves(effect: Run) -> None:
    table = effect(
        f"""
        - {DEAL}
        - {{action: REVEAL, target: {MINE}}}
        - {{action: MOVE, from: {MINE}, to: {YOURS}}}
        """
    )
    assert (seers(table, "hand", 0), seers(table, "hand", 1)) == ([3], [2, 2, 2])


def test_cards_of_several_hands(effect: Run) -> None:
    table = effect(f"[{DEAL}, {{action: REVEAL, target: {{all: [{HANDS}]}}}}]")
    assert (seers(table, "hand", 0), seers(table, "hand", 1)) == ([3, 3], [3, 3])
    table = effect(f"[{DEAL}, {{action: REVEAL, target: {HANDS}}}]")
    assert seers(table, "hand", 0) == [3, 3]


@pytest.mark.parametrize(
    ("whom", "mine", "yours"),
    [("", 1, 2), (", from: others", 1, 2), (", from: all", 0, 0), (", from: {value: p1}", 2, 2)],
)
def test_concealing(effect: Run, whom: str, mine: int, yours: int) -> None:
    table = effect(
        f"""
        - {DEAL}
        - {{action: REVEAL, target: {HANDS}}}
        - {{action: CONCEAL, target: {HANDS}{whom}}}
        """
    )
    assert (seers(table, "hand", 0), seers(table, "hand", 1)) == ([mine] * 2, [yours] * 2)


# ---- chance ------------------------------------------------------------------------------------


def test_one_card_at_random(effect: Run) -> None:
    actions = f"""
        - {{action: CHOOSE_RANDOM, from: {DECK}, store_as: card}}
        - {{action: MOVE, from: {{ref: card}}, to: {PILE}}}
        """
    found = Counter(effect(actions, seed=seed).zone("pile") for seed in range(90))
    assert sorted(found) == ["2H", "2S", "3H", "3S", "4H", "4S"]
    assert all(3 <= count <= 35 for count in found.values())  # 15, deviation 3.5


def test_several_at_random_are_different_ones(effect: Run) -> None:
    actions = f"""
        - {{action: CHOOSE_RANDOM, from: {DECK}, count: {{add: [1, 2]}}, store_as: cards}}
        - {{action: MOVE_ALL, from: {{ref: cards}}, to: {PILE}}}
        """
    seen = set()
    for seed in range(40):
        table = effect(actions, seed=seed)
        cards = table.zone("pile").split()
        assert len(set(cards)) == 3
        assert sorted([*cards, *table.zone("deck").split()]) == ["2H", "2S", "3H", "3S", "4H", "4S"]
        seen.add(tuple(cards))
    # There are 120 ways to draw three of six in order.
    assert len(seen) > 20


@pytest.mark.parametrize("count", ["", ", count: 1", ", count: 2"])
def test_too_few_to_choose_from(effect: Run, count: str) -> None:
    actions = f"""
        - {{action: MOVE, from: {DECK}, to: {LINE}}}
        - {{action: CHOOSE_RANDOM, from: {LINE if "2" in count else PILE}{count}, store_as: c}}
        - {{action: SET_VARIABLE, path: $.x, value: 1}}
        """
    assert effect(actions).variable("x") == 0


def test_a_random_player(effect: Run) -> None:
    actions = """
        - {action: CHOOSE_RANDOM, from: {path: $.players}, store_as: who}
        - {action: INCREMENT, path: "$.players[ref:who].score"}
        """
    found = {effect(actions, seed=seed).result[1].index(1) for seed in range(20)}
    assert found == {0, 1}


# ---- searching ---------------------------------------------------------------------------------


@pytest.fixture
def table(text: Run) -> Callable[[str], ludwright.Table]:
    """A table where an effect is under way; machine and oracle agree on it."""

    def sit(actions: str) -> ludwright.Table:
        effect = [*yaml.safe_load(actions), {"action": "END_GAME"}]
        rules = yaml.safe_dump([{"id": "r", "trigger": "on.phase.Act", "effect": effect}])
        game = ludwright.loads(text("", rules), "cgml")
        for seed in range(6):
            lock_step(game.definition, 2, seed)
        return game.table()

    return sit


def offered(table: ludwright.Table, seat: int | None = None) -> str:
    return " ".join(table.text(move, seat) for move in table.legal())


def test_searching_shows_the_zone_to_the_one_who_searches(table: Run) -> None:
    t = table(
        f"""
        - action: SEARCH_ZONE
          zone: {DECK}
          filter: {IS_3}
          max: 1
          prompt: A three
          store_as: c
        - {{action: MOVE, from: {{ref: c}}, to: {MINE}}}
        """
    )
    assert (t.prompt, offered(t)) == ("A three", "3H 3S")
    assert seen(t, 0, "deck") == ["4S", "3S", "2S", "4H", "3H", "2H"]
    assert seen(t, 1, "deck") == [None] * 6
    assert offered(t, seat=1) == "[] []"
    t.apply("3S")
    assert t.zone("hand", 0) == ["3S"]


def test_searching_for_several(table: Run) -> None:
    t = table(
        f"""
        - action: SEARCH_ZONE
          zone: {DECK}
          player: {{value: p2}}
          filter: {IS_3}
          max: 2
          store_as: c
        - {{action: MOVE, from: {{ref: c}}, to: {YOURS}}}
        """
    )
    assert (t.decider, offered(t)) == (1, "none 3H 3S 3H + 3S")
    assert offered(t, seat=0) == "none [] [] [] + []"
    t.apply("3H")
    assert t.zone("hand", 1) == ["3H"]


def test_searching_in_vain_fails_unless_none_is_enough(effect: Run) -> None:
    for most, expected in ((1, 0), (2, 1)):
        actions = f"""
            - {{action: SEARCH_ZONE, zone: {PILE}, max: {most}, store_as: c}}
            - {{action: SET_VARIABLE, path: $.x, value: 1}}
            """
        assert effect(actions).variable("x") == expected


def test_milling(effect: Run) -> None:
    table = effect(f"[{{action: MILL, from: {DECK}, to: {PILE}, count: 2}}]")
    assert (table.zone("pile"), table.zone("deck")) == ("3H 2H", "4H 2S 3S 4S")
    table = effect(f"[{{action: MILL, from: {DECK}, to: {PILE}, count: 7}}]")
    assert table.zone("pile") == ""


def test_a_log_changes_nothing(effect: Run) -> None:
    table = effect("[{action: LOG, text: hello}, {action: SET_VARIABLE, path: $.x, value: 1}]")
    assert table.variable("x") == 1


# ---- order -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("reverse", "4S 3S 2S 4H 3H 2H"),
        ("rank", "2H 2S 3H 3S 4H 4S"),
        ("suit", "2H 3H 4H 2S 3S 4S"),
        ("{sub: [0, {rank_value: [{path: $.card}]}]}", "4H 4S 3H 3S 2H 2S"),
    ],
)
def test_reordering(effect: Run, by: str, expected: str) -> None:
    table = effect(f"[{{action: REORDER, target: {DECK}, by: {by}}}]")
    assert table.zone("deck") == expected


def test_suits_are_put_in_their_order(effect: Run) -> None:
    by_rank = f"{{action: REORDER, target: {DECK}, by: rank}}"
    table = effect(f"[{by_rank}, {{action: REORDER, target: {DECK}, by: suit}}]")
    assert table.zone("deck") == "2H 3H 4H 2S 3S 4S"


def test_a_player_puts_cards_in_order(table: Run) -> None:
    t = table(
        f"""
        - {{action: DEAL, from: {DECK}, to: {YOURS}, count: 3}}
        - {{action: REORDER, target: {YOURS}, by: player}}
        """
    )
    # The owner of the zone, not the player whose turn it is.
    assert (t.decider, offered(t)) == (1, "4H 3H 2H")
    t.apply("3H")
    assert offered(t) == "4H 2H"
    t.apply("2H")
    assert t.over
    assert t.zone("hand", 1)[::-1] == ["3H", "2H", "4H"]


def test_whoever_orders_a_hidden_zone_sees_it(table: Run) -> None:
    t = table(f"[{{action: REORDER, target: {DECK}, by: player, player: {{value: p2}}}}]")
    assert t.decider == 1
    assert None not in seen(t, 1, "deck")
    assert seen(t, 0, "deck") == [None] * 6
    assert offered(t, seat=0) == "[] [] [] [] [] []"


@pytest.mark.parametrize(("end", "place"), [("top", -1), ("bottom", 0)])
def test_one_card_goes_to_an_end(table: Run, end: str, place: int) -> None:
    t = table(f"[{{action: REORDER, target: {DECK}, by: {end}}}]")
    t.apply("4H")
    assert t.over
    rest = t.zone("deck")
    assert rest.pop(place) == "4H"
    assert rest[::-1] == ["2H", "3H", "2S", "3S", "4S"]
