"""What actions do to a small table, worked out by hand.

The deck is 2H 3H 4H 2S 3S 4S from the top; zones are written from the top down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

DECK, PILE, LINE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile", "line"))
MINE, YOURS = (f'{{path: "$.players[{seat}].zones.hand"}}' for seat in (0, 1))
HANDS = '{path: "$.players[*].zones.hand"}'
IS_3 = '{isEqual: [{path: "$.card.properties.rank"}, {value: 3}]}'

MOVES = [
    # Off the top of a zone one card goes, or as many as said; the last one ends up on top.
    (f"{{action: MOVE, from: {DECK}, to: {PILE}}}", "2H", "3H 4H 2S 3S 4S"),
    (f"{{action: MOVE, from: {DECK}, to: {PILE}, count: 3}}", "4H 3H 2H", "2S 3S 4S"),
    (f"{{action: MOVE, from: {DECK}, to: {PILE}, count: {{add: [1, 1]}}}}", "3H 2H", "4H 2S 3S 4S"),
    # Too few: nothing moves.
    (f"{{action: MOVE, from: {DECK}, to: {PILE}, count: 7}}", "", "2H 3H 4H 2S 3S 4S"),
    # One card, a list of cards, cards that fit.
    (f"{{action: MOVE, from: {{bottom: [{DECK}]}}, to: {PILE}}}", "4S", "2H 3H 4H 2S 3S"),
    (f"{{action: MOVE, from: {{top: [{PILE}]}}, to: {DECK}}}", "", "2H 3H 4H 2S 3S 4S"),
    (f"{{action: MOVE, from: {DECK}, to: {PILE}, filter: {IS_3}}}", "3S 3H", "2H 4H 2S 4S"),
    (
        f"{{action: MOVE, from: {DECK}, to: {PILE}, filter: {IS_3}, count: 1}}",
        "3H",
        "2H 4H 2S 3S 4S",
    ),
    (
        f"{{action: MOVE, from: {DECK}, to: {PILE}, filter: {IS_3}, count: 3}}",
        "",
        "2H 3H 4H 2S 3S 4S",
    ),
    (f"{{action: MOVE, from: {{filter: [{DECK}, {IS_3}]}}, to: {PILE}}}", "3S 3H", "2H 4H 2S 4S"),
    # All of it keeps its order.
    (f"{{action: MOVE_ALL, from: {DECK}, to: {PILE}}}", "2H 3H 4H 2S 3S 4S", ""),
    (f"{{action: MOVE_ALL, from: {DECK}, to: {PILE}, filter: {IS_3}}}", "3H 3S", "2H 4H 2S 4S"),
    (f"{{action: MOVE_ALL, from: {PILE}, to: {DECK}}}", "", "2H 3H 4H 2S 3S 4S"),
    (f"{{action: DEAL, from: {DECK}, to: {PILE}, count: 2}}", "3H 2H", "4H 2S 3S 4S"),
    (f"{{action: DISCARD, from: {DECK}, to: {PILE}}}", "2H", "3H 4H 2S 3S 4S"),
]


@pytest.mark.parametrize(("action", "pile", "deck"), MOVES)
def test_moving(effect: Run, action: str, pile: str, deck: str) -> None:
    table = effect(f"[{action}]")
    assert (table.zone("pile"), table.zone("deck")) == (pile, deck)


EITHER = "{if: [{isEqual: [{path: $.x}, NUMBER]}, {path: $.zones.line}, {path: $.zones.pile}]}"
MOVEMENTS = [
    # what is done, what lies in the queue and on the pile afterwards, from the top
    ("{action: MOVE, from: DECK, to: EITHER, count: 2}", "2H 3H", "3H 2H"),
    ("{action: MOVE_ALL, from: DECK, to: EITHER}", "2H 3H 4H 2S 3S 4S", "2H 3H 4H 2S 3S 4S"),
    (
        "{action: MOVE_ALL, from: DECK, to: EITHER,"
        " filter: {isEqual: [{suit: [{path: $.card}]}, {value: S}]}}",
        "2S 3S 4S",
        "2S 3S 4S",
    ),
    ("{action: DEAL, from: DECK, to: EITHER, count: 2}", "2H 3H", "3H 2H"),
    ("{action: DEAL_ROUND_ROBIN, from: DECK, to: {list: [EITHER]}, count: 2}", "2H 3H", "3H 2H"),
    ("{action: DEAL_ALL, from: DECK, to: EITHER}", "2H 3H 4H 2S 3S 4S", "4S 3S 2S 4H 3H 2H"),
    (
        "{action: FOR_EACH, in: {path: '$.zones.deck[*]'}, do:"
        " [{action: MOVE, from: {ref: item}, to: EITHER}]}",
        "2H 3H 4H 2S 3S 4S",
        "4S 3S 2S 4H 3H 2H",
    ),
]


@pytest.mark.parametrize(("action", "queue", "pile"), MOVEMENTS)
def test_which_zone_it_is_may_be_known_late(
    effect: Run, action: str, queue: str, pile: str
) -> None:
    for number, zone, lies in ((0, "line", queue), (1, "pile", pile)):
        to = EITHER.replace("NUMBER", str(number))
        table = effect(f"- {action.replace('EITHER', to).replace('DECK', DECK)}")
        assert table.zone(zone) == lies


def test_a_fifo_zone_gives_its_oldest_card_first(effect: Run) -> None:
    table = effect(
        f"""
        - {{action: MOVE, from: {DECK}, to: {LINE}, count: 3}}
        - {{action: MOVE, from: {LINE}, to: {PILE}}}
        - {{action: MOVE_ALL, from: {DECK}, to: {LINE}}}
        """
    )
    assert table.zone("pile") == "2H"
    assert table.zone("line") == "3H 4H 2S 3S 4S"


def test_dealing_round_by_round(effect: Run) -> None:
    table = effect(f"[{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}]")
    assert (table.zone("hand", 0), table.zone("hand", 1)) == ("4H 2H", "2S 3H")
    other = effect(
        f"[{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, order: counterclockwise}}]",
        "meta: {players: {min: 3, max: 3}}",
        players=3,
    )
    assert [other.zone("hand", seat) for seat in range(3)] == ["2H", "4H", "3H"]


def test_dealing_rounds_needs_all_the_cards_and_dealing_all_does_not(effect: Run) -> None:
    few = effect(f"[{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 4}}]")
    assert few.zone("deck") == "2H 3H 4H 2S 3S 4S"
    some = effect(
        f"""
        - {{action: MOVE, from: {DECK}, to: {PILE}}}
        - {{action: DEAL_ALL, from: {DECK}, to: {HANDS}}}
        """
    )
    assert (some.zone("hand", 0), some.zone("hand", 1)) == ("4S 2S 3H", "3S 4H")


def test_a_player_as_recipient_is_the_hand(effect: Run) -> None:
    table = effect(f'[{{action: DEAL, from: {DECK}, to: {{path: "$.players[1]"}}, count: 2}}]')
    assert table.zone("hand", 1) == "3H 2H"
    assert effect("[{action: DRAW, count: 2}]").zone("hand", 0) == "3H 2H"
    assert effect("[{action: DRAW, player: {value: p2}}]").zone("hand", 1) == "2H"


def test_moving_from_several_zones(effect: Run) -> None:
    start = f"- {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}\n"
    table = effect(f"{start}- {{action: MOVE, from: {HANDS}, to: {PILE}}}")
    assert table.zone("pile") == "2S 4H"
    table = effect(f"{start}- {{action: MOVE, from: {HANDS}, to: {PILE}, count: 3}}")
    assert table.zone("pile") == ""
    table = effect(f"{start}- {{action: MOVE_ALL, from: {HANDS}, to: {PILE}}}")
    assert table.zone("pile") == "2S 3H 4H 2H"


def test_what_moves_store(effect: Run) -> None:
    table = effect(
        f"""
        - {{action: MOVE, from: {DECK}, to: {PILE}, store_as: one}}
        - {{action: MOVE, from: {DECK}, to: {PILE}, count: 2, store_as: two}}
        - {{action: DEAL, from: {DECK}, to: {PILE}, store_as: dealt}}
        - {{action: MOVE, from: {{ref: one}}, to: {LINE}, store_as: again}}
        - {{action: MOVE, from: {{ref: two}}, to: {MINE}}}
        - {{action: MOVE, from: {{first: [{{ref: dealt}}]}}, to: {YOURS}}}
        - action: SET_VARIABLE
          path: {{path: $.x}}
          value: {{rank_value: [{{ref: again}}]}}
        """
    )
    assert (table.zone("line"), table.zone("hand", 0)) == ("2H", "4H 3H")
    assert (table.zone("hand", 1), table.variable("x")) == ("2S", 1)


def test_faces(effect: Run) -> None:
    # The deck lies face down, the pile face up; flipping turns where the card lies.
    table = effect(
        f"""
        - {{action: MOVE, from: {DECK}, to: {PILE}, count: 2}}
        - {{action: FLIP, target: {{path: "$.zones.pile.top_card"}}}}
        - {{action: FLIP, target: {{top: [{DECK}]}}}}
        """
    )
    names = [token.name for token in table.oracle.things.tokens]
    up = {name for name, face in zip(names, table.oracle.world.faces[1:], strict=True) if face}
    assert up == {"2H", "4H"}


def test_shuffling_is_by_seed(effect: Run) -> None:
    orders = {
        effect(f"[{{action: SHUFFLE, target: {DECK}}}]", seed=s).zone("deck") for s in range(8)
    }
    assert len(orders) > 5
    assert {" ".join(sorted(order.split())) for order in orders} == {"2H 2S 3H 3S 4H 4S"}


def test_variables(effect: Run) -> None:
    table = effect(
        """
        - {action: SET_VARIABLE, path: $.x, value: 4}
        - {action: INCREMENT, path: {path: $.x}}
        - {action: INCREMENT, path: {path: $.x}, by: {mul: [2, 5]}}
        - {action: SET_VARIABLE, path: {path: "$.players[*].score"}, value: {path: $.x}}
        - {action: INCREMENT, path: {path: "$.players[opponent].score"}, by: 1}
        """
    )
    assert table.variable("x") == 15
    assert [table.variable("score", seat) for seat in range(2)] == [15, 16]


# ---- control -----------------------------------------------------------------------------------

DIGIT = "{action: SET_VARIABLE, path: {path: $.x}, value: {add: [{mul: [{path: $.x}, 10]}, %s]}}"


def test_where_cards_go_is_decided_before_the_first(effect: Run) -> None:
    empty = '{isEqual: [{path: "$.zones.pile.card_count"}, {value: 0}]}'
    place = f'{{if: [{empty}, {{path: "$.zones.pile"}}, {{path: "$.zones.deck"}}]}}'
    hearts = '{isEqual: [{path: "$.card.properties.suit"}, {value: H}]}'
    table = effect(
        f"""
        - action: MOVE
          from: {{path: "$.zones.deck"}}
          to: {place}
          filter: {hearts}
        """
    )
    assert (table.zone("pile"), table.zone("deck")) == ("4H 3H 2H", "2S 3S 4S")


def test_loops(effect: Run) -> None:
    over = DIGIT % "{path: $.item}"
    assert (
        effect(f"[{{action: FOR_EACH, in: {{value: [3, 1]}}, do: [{over}]}}]").variable("x") == 31
    )
    count = DIGIT % "1"
    assert effect(f"[{{action: REPEAT, count: 3, do: [{count}]}}]").variable("x") == 111
    less = "{isLessThan: [{path: $.x}, 100]}"
    assert effect(f"[{{action: REPEAT, while: {less}, do: [{count}]}}]").variable("x") == 111
    card = DIGIT % '{rank_value: [{path: "$.card"}]}'
    assert effect(f"[{{action: FOR_EACH, in: {DECK}, do: [{card}]}}]").variable("x") == 123123


def test_the_item_of_a_loop_in_a_filter(effect: Run) -> None:
    """`ref: item` is the loop's rank, `$.item` the card that the filter looks at."""
    same = "{isEqual: [{rank: [{path: $.item}]}, {ref: item}]}"
    table = effect(
        f"""
        - action: FOR_EACH
          in: {{value: [4, 2]}}
          do: [{{action: MOVE, from: {DECK}, to: {PILE}, filter: {same}}}]
        - {{action: MOVE_ALL, from: {DECK}, to: {LINE}}}
        """
    )
    assert (table.zone("pile"), table.zone("line")) == ("2S 2H 4S 4H", "3H 3S")


def test_loops_over_players(effect: Run) -> None:
    three = "meta: {players: {min: 3, max: 3}}"
    number = "- {name: number, scope: per_player, initial_value: 0}"
    setup = "".join(
        f'- {{action: SET_VARIABLE, path: {{path: "$.players[{s}].number"}}, value: {s + 1}}}\n'
        for s in range(3)
    )
    digit = DIGIT % '{path: "$.players[$player].number"}'

    def order(more: str) -> Any:
        loop = f"- {{action: FOR_EACH_PLAYER, do: [{digit}]{more}}}"
        return effect(setup + loop, three, number, players=3).variable("x")

    assert order("") == 123
    assert order(", order: simultaneous") == 123
    assert order(", order: counterclockwise") == 132
    assert order(", starting_with: {value: p2}") == 231
    assert order(", starting_with: {value: p2}, order: counterclockwise") == 213
    assert order(', players: {path: "$.players[opponent]"}') == 23
    some = ', players: {path: "$.players[opponent]"}'
    assert order(f"{some}, starting_with: {{value: p3}}") == 32
    assert order(f"{some}, starting_with: {{value: p1}}") == 23
    assert order(f"{some}, order: counterclockwise") == 32


def test_what_is_stored_in_a_branch_may_be_nothing(effect: Run) -> None:
    def run(deck: str) -> Any:
        return effect(
            f"""
            - action: IF
              condition: {{exists: [{{path: "$.zones.{deck}"}}]}}
              then: [{{action: MOVE, from: {{path: "$.zones.{deck}"}}, to: {MINE}, store_as: c}}]
            - action: IF
              condition: {{exists: [{{ref: c}}]}}
              then: [{{action: SET_VARIABLE, path: {{path: $.x}}, value: 1}}]
              else: [{{action: SET_VARIABLE, path: {{path: $.x}}, value: 2}}]
            """
        ).variable("x")

    assert (run("deck"), run("pile")) == (1, 2)


# ---- failing -----------------------------------------------------------------------------------

FAILING = f"""
- {{action: INCREMENT, path: $.x}}
- {{action: MOVE, from: {PILE}, to: {DECK}%s}}
- {{action: INCREMENT, path: $.x, by: 10}}
"""


@pytest.mark.parametrize(
    ("policy", "own", "x"),
    [
        ("abort", "", 1),
        ("continue", "", 11),
        ("rollback", "", 0),
        ("abort", ", on_failure: continue", 11),
        ("continue", ", on_failure: abort", 1),
        ("rollback", ", on_failure: continue", 11),
    ],
)
def test_what_happens_after_a_failure(effect: Run, policy: str, own: str, x: int) -> None:
    assert effect(FAILING % own, rule={"on_failure": policy}).variable("x") == x


def test_continue_goes_on_inside_of_loops_and_after_lists_that_fail(effect: Run) -> None:
    inner = FAILING.strip().replace("\n", "").replace("- ", ", ").lstrip(", ") % ""
    actions = f"""
    - {{action: REPEAT, count: 2, do: [{inner}]}}
    - {{action: FOR_EACH, in: {{rank_value: [{{list: [{{top: [{PILE}]}}]}}]}}, do: [{inner}]}}
    - {{action: INCREMENT, path: $.x, by: 100}}
    """
    assert effect(actions, rule={"on_failure": "continue"}).variable("x") == 122


def test_what_was_stored_before_a_store_that_fails_stays(effect: Run) -> None:
    actions = f"""
    - {{action: STORE, value: 7, store_as: m}}
    - {{action: STORE, value: {{rank_value: [{{top: [{PILE}]}}]}}, store_as: m}}
    - {{action: SET_VARIABLE, path: $.x, value: {{ref: m}}}}
    """
    assert effect(actions, rule={"on_failure": "continue"}).variable("x") == 7


def test_a_card_that_a_failing_store_did_not_store_is_absent(effect: Run) -> None:
    actions = f"""
    - {{action: STORE, value: {{nth: [{PILE}, 2]}}, store_as: card, on_failure: continue}}
    - {{action: IF, condition: {{exists: [{{ref: card}}]}},
        then: [{{action: SET_VARIABLE, path: $.x, value: 1}}],
        else: [{{action: SET_VARIABLE, path: $.x, value: 2}}]}}
    """
    assert effect(actions).variable("x") == 2


def test_setup_that_fails_is_a_fault(play: Run, text: Run) -> None:
    setup = f"setup: [{{action: MOVE, from: {PILE}, to: {DECK}}}]"
    assert play(text(setup)).status == "fault"


# ---- choices -----------------------------------------------------------------------------------


def test_asking(effect: Run) -> None:
    table = effect(
        f"""
        - {{action: DEAL, from: {DECK}, to: {YOURS}, count: 3}}
        - action: REQUEST_INPUT
          player: {{value: p2}}
          prompt: Which one?
          options: {YOURS}
          filter: {{isNotEqual: [{{path: "$.card.properties.rank"}}, {{value: 3}}]}}
          store_as: c
        - {{action: MOVE, from: {{ref: c}}, to: {PILE}}}
        """
    )
    assert (table.oracle.decider, table.options()) == (1, ["4H", "2H"])
    table.choose("2H")
    assert (table.zone("pile"), table.zone("hand", 1)) == ("2H", "4H 3H")


def test_asking_without_options_fails_and_one_option_is_still_asked(effect: Run) -> None:
    ask = "[{action: REQUEST_INPUT, options: %s%s, store_as: c}, {action: INCREMENT, path: $.x}]"
    assert effect(ask % (PILE, "")).variable("x") == 0
    one = effect(ask % ("{value: [5]}", ""))
    assert (one.status, one.options("int")) == ("decision", [5])
    assert effect(ask % ("{value: [5]}", ", auto: true")).variable("x") == 1


def test_asking_for_players_and_ranks(effect: Run) -> None:
    deal = f"- {{action: DEAL, from: {DECK}, to: {MINE}, count: 4}}\n"
    ranks = '{distinct: [{path: "$.players[current].zones.hand[*].properties.rank"}]}'
    table = effect(f"{deal}- {{action: REQUEST_INPUT, options: {ranks}, store_as: r}}")
    # The hand is 2S 4H 3H 2H from the top.
    assert table.options("rank") == ["2", "4", "3"]
    seats = '{path: "$.players[opponent]"}'
    table = effect(
        f"""
        - {{action: REQUEST_INPUT, options: {seats}, store_as: who}}
        - {{action: DEAL, from: {DECK}, to: {{path: "$.players[by_id=ref:who].zones.hand"}}}}
        """,
        "meta: {players: {min: 3, max: 3}}",
        players=3,
    )
    assert table.options("seat") == [1, 2]
    table.choose(2, "seat")
    assert table.zone("hand", 2) == "2H"


def test_parallel_branches_run_in_order(effect: Run) -> None:
    table = effect(
        f"""
        - action: PARALLEL
          wait: all
          do:
            - {{action: MOVE, from: {DECK}, to: {PILE}}}
            - {{action: MOVE, from: {DECK}, to: {LINE}, store_as: card}}
        - {{action: SET_VARIABLE, path: $.x, value: {{rank_value: [{{ref: card}}]}}}}
        """
    )
    assert (table.zone("pile"), table.zone("line"), table.variable("x")) == ("2H", "3H", 2)


ROUNDS = [
    ("order: counterclockwise", 13),
    ("order: counterclockwise, starting_with: {value: p2}", 13),
    ("order: clockwise, starting_with: {value: p2}", 31),
    ("order: clockwise", 31),  # then the list itself is the order
]


@pytest.mark.parametrize(("keys", "course"), ROUNDS)
def test_some_players_in_an_order(effect: Run, keys: str, course: int) -> None:
    numbers = "".join(
        f"- {{action: SET_VARIABLE, path: '$.players[{seat}].score', value: {seat + 1}}}\n"
        for seat in range(3)
    )
    some = "{list: [{value: p3}, {value: p1}]}"
    digit = "{add: [{mul: [{path: $.x}, 10]}, {path: '$.players[$player].score'}]}"
    loop = (
        f"- {{action: FOR_EACH_PLAYER, players: {some}, {keys}, do:"
        f" [{{action: SET_VARIABLE, path: $.x, value: {digit}}}]}}"
    )
    three = "meta: {players: {min: 3, max: 3}}"
    assert effect(numbers + loop, three, players=3).variable("x") == course


def test_what_is_taken_from_several_zones_is_kept(effect: Run) -> None:
    hands = '{path: "$.players[*].zones.hand"}'
    table = effect(
        f"""
        - {{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {hands}, count: 3}}
        - {{action: MOVE, from: {hands}, to: {PILE}, count: 2, store_as: taken}}
        - {{action: SET_VARIABLE, path: $.x, value: {{count: [{{ref: taken}}]}}}}
        - {{action: MOVE, from: {{nth: [{{ref: taken}}, 2]}}, to: {LINE}}}
        """
    )
    # The hands were 3S 4H 2H and 4S 2S 3H from the top: 3S 4H 4S 2S are taken.
    assert (table.variable("x"), table.zone("line")) == (4, "4S")
    assert (table.zone("hand", 0), table.zone("hand", 1)) == ("2H", "3H")
