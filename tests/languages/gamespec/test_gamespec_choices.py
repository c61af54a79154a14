"""Choices inside of moves, chance, and who sees what."""

from __future__ import annotations

from ludwright.pipeline import load_sections
from tools.gamespec.tables import (
    action,
    actions,
    add,
    card,
    document,
    is_,
    legal,
    note,
    put,
    setup,
    sit,
    top_down,
    values,
)
from tools.gamespec.trees import named

PILE = "{ query: tokensInZone, zone: pile }"
CARDS = setup(*(card(name, rank) for rank, name in enumerate("abcd", start=1)))
EACH = (
    "{ forEach: { bind: $i, over: { query: binding, name: $c }, effects: ["
    + note("{ ref: tokenProp, token: $i, prop: rank }")
    + "] } }"
)


def choose(how: str, more: str = "", options: str = PILE) -> str:
    word = "chooseN" if how else "chooseOne"
    return f"{{ {word}: {{ bind: $c, options: {options}{how}{more} }} }}"


def game(*effects: str, more: str = "") -> str:
    return document(CARDS + actions(action("go", *effects)) + more)


MOVE = "{ moveToken: { token: $c, from: pile, to: field } }"


def test_one_is_chosen_when_it_is_due() -> None:
    text = game("{ draw: { from: pile, to: field, count: 1 } }", choose(""), MOVE)
    table = sit(text, "go")
    # d has gone before the choice.
    assert (table.decider, legal(table)) == (0, ["c", "b", "a"])
    table.apply("b")
    assert top_down(table, "field") == ["b", "d"]


def test_each_time_it_is_asked_anew() -> None:
    loop = "{ forEach: { bind: $n, over: { query: intsInRange, min: 1, max: 2 }, effects: [%s] } }"
    table = sit(game(loop % f"{choose('')}, {MOVE}"), "go", "c")
    assert legal(table) == ["d", "b", "a"]
    table.apply("a")
    assert top_down(table, "field") == ["a", "c"] and legal(table) == ["go"]


def test_several_are_chosen_in_an_order() -> None:
    table = sit(game(choose(", n: 2"), EACH), "go")
    assert legal(table) == ["d", "c", "b", "a"]
    table.apply("b")
    assert legal(table) == ["d", "c", "a"]
    table.apply("d")
    assert values(table, "log") == [24] and legal(table) == ["go"]


def test_one_may_stop_once_there_are_enough() -> None:
    table = sit(game(choose(", min: 1, max: 3"), EACH), "go")
    assert "done" not in legal(table)
    table.apply("a")
    assert legal(table) == ["d", "c", "b", "done"]
    assert values(sit(game(choose(", min: 1, max: 3"), EACH), "go", "a", "done"), "log") == [1]
    for name in "bc":
        table.apply(name)
    assert values(table, "log") == [123] and legal(table) == ["go"]


def test_it_ends_when_nothing_is_left() -> None:
    table = sit(game(choose(", max: 9"), EACH), "go", *"abcd")
    assert values(table, "log") == [1234] and legal(table) == ["go"]
    assert legal(sit(game(choose(", max: 9"), EACH), "go"))[-1] == "done"


def test_how_many_may_be_worked_out() -> None:
    text = game(put(2), choose(", n: { ref: gvar, var: x }"), EACH)
    assert values(sit(text, "go", "d", "a"), "log") == [41]


def test_somebody_else_may_choose() -> None:
    table = sit(game(choose("", ", chooser: right"), MOVE), "go")
    assert table.decider == 1
    table.apply("c")
    assert table.decider == 0 and top_down(table, "field") == ["c"]


def test_choices_of_texts_numbers_players_and_zones() -> None:
    rows = {
        "{ query: enums, values: [left, right] }": ["left", "right"],
        "{ query: intsInRange, min: 3, max: 4 }": ["3", "4"],
        "{ query: players }": ["player 1", "player 2"],
        f"{{ query: zones, filter: {is_('{ zoneCount: $zone }', 4)} }}": ["pile"],
    }
    assert {query: legal(sit(game(choose("", "", query), add(1)), "go")) for query in rows} == rows


def test_a_move_that_leads_nowhere_is_no_option() -> None:
    # Whatever is chosen first, nothing is left for the second choice.
    poor = "{ chooseN: { bind: $d, options: { query: tokensInZone, zone: field }, n: 2 } }"
    text = document(CARDS + actions(action("go", choose(""), MOVE, poor), action("stay")))
    assert legal(sit(text)) == ["stay"]
    # Only the low cards can be moved on: the others are no options.
    low = is_("{ ref: tokenProp, token: $c, prop: rank }", 2, "<=")
    fails = put("{ op: /, left: 1, right: 0 }")
    only = f"{{ if: {{ when: {low}, then: [], else: [{fails}] }} }}"
    assert legal(sit(game(choose(""), only), "go")) == ["b", "a"]


def test_what_was_chosen_is_in_the_list() -> None:
    here = "{ ref: binding, name: $k }"
    chosen = f"{{ op: in, item: {here}, set: {{ ref: binding, name: $c }} }}"
    ints = "{ query: intsInRange, min: 1, max: 3 }"
    told = f"{{ if: {{ when: {chosen}, then: [{note(here)}] }} }}"
    ask = f"{{ forEach: {{ bind: $k, over: {ints}, effects: [{told}] }} }}"
    assert values(sit(game(choose(", n: 2", "", ints), ask), "go", "3", "1"), "log") == [13]


def test_kinds_that_are_never_equal() -> None:
    test = "{{ if: {{ when: {0}, then: [{1}] }} }}".format
    text = game(
        test(is_("{ zoneCount: pile }", "'4'"), add(1)),
        test(is_("{ ref: activePlayer }", "'x'", "!="), add(10)),
        test(is_("true", 1), add(100)),
    )
    assert values(sit(text, "go"), "x") == [10]
    told = [named(found) for found in load_sections(text).diagnostics]
    assert told == ["CNL_COMPILER_NEVER_EQUAL"] * 3


# ---- chance --------------------------------------------------------------------------------------


def test_random_numbers_lie_between_and_come_with_the_seed() -> None:
    roll = "{ rollRandom: { bind: $r, min: 2, max: 4, in: [%s] } }"
    text = game(roll % put("{ ref: binding, name: $r }"))
    seen = [values(sit(text, "go", seed=seed), "x")[0] for seed in range(30)]
    assert set(seen) == {2, 3, 4}
    assert seen == [values(sit(text, "go", seed=seed), "x")[0] for seed in range(30)]


def test_a_random_place_is_anywhere() -> None:
    text = game(
        "{ draw: { from: pile, to: field, count: 2 } }",
        f"{{ forEach: {{ bind: $t, over: {PILE}, limit: 1, effects: "
        "[{ moveToken: { token: $t, from: pile, to: field, position: random } }] } }",
    )
    seen = {" ".join(top_down(sit(text, "go", seed=seed), "field")) for seed in range(30)}
    assert seen == {"b d c", "d b c", "d c b"}


def test_shuffling_keeps_all_cards() -> None:
    text = game("{ shuffle: { zone: pile } }")
    seen = [top_down(sit(text, "go", seed=seed), "pile") for seed in range(12)]
    assert all(sorted(each) == ["a", "b", "c", "d"] for each in seen)
    assert len({tuple(each) for each in seen}) > 4


# ---- sight ---------------------------------------------------------------------------------------

ZONES = """
zones:
  - { id: pile, owner: none, visibility: hidden, ordering: stack }
  - { id: field, owner: none, visibility: public, ordering: set }
  - { id: hand, owner: player, visibility: owner, ordering: set }
"""
DEAL = """
  - { shuffle: { zone: pile } }
  - { draw: { from: pile, to: 'hand:each', count: 1 } }
"""


def seen(table: object, zone: str, owner: int | None = None) -> list[list[bool]]:
    """Whether each player can tell the cards of a zone."""
    return [[c is not None for c in table.view(s).zone(zone, owner)] for s in range(2)]  # type: ignore[attr-defined]


def test_hidden_zones_are_seen_by_nobody_hands_by_their_owners() -> None:
    table = sit(document(ZONES + CARDS + DEAL + actions(action("go"))))
    assert seen(table, "pile") == [[False, False]] * 2
    assert seen(table, "hand", 0) == [[True], [False]]
    assert seen(table, "hand", 1) == [[False], [True]]


def test_cards_are_revealed_and_concealed() -> None:
    text = document(
        ZONES
        + CARDS
        + DEAL
        + actions(
            action("to-all", "{ reveal: { zone: 'hand:actor', to: all } }"),
            action("to-one", "{ reveal: { zone: pile, to: actor } }"),
            action("none", "{ reveal: { zone: pile, to: all, filter: [{ prop: rank, eq: 9 }] } }"),
            action("hide", "{ conceal: { zone: 'hand:actor' } }"),
        )
    )
    assert seen(sit(text, "to-all"), "hand", 0) == [[True], [True]]
    assert seen(sit(text, "to-one"), "pile") == [[True, True], [False, False]]
    assert seen(sit(text, "none"), "pile") == [[False, False]] * 2
    # The other player has seen the card, and knows it as long as it stays where it is.
    table = sit(text, "to-all", "hide")
    assert [table.view(s).sees("hand", 0) for s in range(2)] == [[True], [False]]
