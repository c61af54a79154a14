"""Corners of play: things that are rarely put together."""

from __future__ import annotations

import pytest

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

CARDS = setup(*(card(name, rank) for rank, name in enumerate("abcd", start=1)))
ONCE = "[{ scope: turn, max: 1 }]"
PHASES = "turnStructure: { phases: [{ id: a%s }, { id: b%s }] }\n"
TOGETHER = "turnOrder: { type: simultaneous }\n"
END, NEXT = "{ endTurn: {} }", "{ advancePhase: {} }"
COINS = """
perPlayerVars:
  - { name: coins, type: int, init: 3, min: 0, max: 9 }
"""
TABLE = """
dataAssets:
  - id: wages
    kind: table
    payload: { rows: [{ who: cook, pay: 3 }, { who: clerk, pay: 5 }] }
"""


def choose(options: str, more: str = "", bind: str = "$c") -> str:
    return f"{{ chooseOne: {{ bind: {bind}, options: {options}{more} }} }}"


def of(name: str) -> str:
    return f"{{ ref: binding, name: {name} }}"


def ints(least: object, most: object) -> str:
    return f"{{ query: intsInRange, min: {least}, max: {most} }}"


def param(name: str, domain: str) -> str:
    return f"{{ name: {name}, domain: {domain} }}"


# ---- params --------------------------------------------------------------------------------------


def test_params_may_depend_on_earlier_ones_and_have_two_names() -> None:
    params = f"[{param('n', ints(1, 2))}, {param('$m', ints(of('$n'), 2))}]"
    go = action("go", note(of("n")), note(of("$n")), note(of("m")), params=params)
    text = document(actions(go))
    assert legal(sit(text)) == ["go 1, 1", "go 1, 2", "go 2, 2"]
    assert values(sit(text, "go 1, 2"), "log") == [112]


def test_params_of_all_kinds() -> None:
    rows = {
        "{ query: players }": ["player 1", "player 2"],
        "{ query: enums, values: [up, down] }": ["up", "down"],
        "{ query: zones, filter: { owner: all } }": ["player 1's hand", "player 2's hand"],
        "{ query: tokensInZone, zone: pile }": ["d", "c", "b", "a"],
    }
    for query, names in rows.items():
        text = document(CARDS + actions(action("go", params=f"[{param('$p', query)}]")))
        assert legal(sit(text)) == [f"go {name}" for name in names]


def test_rows_of_tables_are_chosen_and_read() -> None:
    query = "{ query: assetRows, tableId: wages }"
    pay = "{ ref: assetField, row: %s, tableId: wages, field: pay }"
    text = document(
        TABLE
        + actions(
            action("go", put(pay % "$r"), params=f"[{param('$r', query)}]"),
            action("ask", choose(query), put(pay % "$c")),
        )
    )
    table = sit(text)
    first, second, _ = legal(table)
    assert [values(sit(text, move), "x") for move in (first, second)] == [[3], [5]]
    options = legal(sit(text, "ask"))
    assert [values(sit(text, "ask", move), "x") for move in options] == [[3], [5]]


@pytest.mark.parametrize(
    ("actor", "may"),
    [("all", [0, 1]), ("allOther", []), ("'1'", [1]), ("{ id: 0 }", [0]), ("actor", [0, 1])],
)
def test_who_may_act(actor: str, may: list[int]) -> None:
    text = document(actions(action("end", END), action("go", actor=actor)))
    table, found = sit(text), []
    for player in range(2):
        found += [player] if "go" in legal(table) else []
        table.apply("end")
    assert found == may


def test_an_action_may_be_forbidden_by_its_limit() -> None:
    text = document(actions(action("end", END), action("go", limits="[{ scope: game, max: 0 }]")))
    assert legal(sit(text)) == ["end"]


def test_truths_are_variables_conditions_and_values() -> None:
    flag = "globalVars: [{ name: up, type: boolean, init: false }]\n"
    up = "{ ref: gvar, var: up }"
    text = document(
        flag
        + actions(
            action("down", put("false", "up"), pre=up),
            action("turn", put(f"{{ op: not, arg: {up} }}", "up")),
        )
    )
    assert legal(sit(text)) == ["turn"]
    table = sit(text, "turn")
    assert table.variable("up") is True and legal(table) == ["down", "turn"]
    assert sit(text, "turn", "down").variable("up") is False


# ---- choices elsewhere ---------------------------------------------------------------------------


def test_choices_when_a_phase_begins() -> None:
    enter = f", onEnter: [{choose(ints(1, 3))}, {note(of('$c'))}]"
    text = document(PHASES % (enter, "") + actions(action("go", END, phase="a")))
    table = sit(text)
    assert (table.decider, legal(table)) == (0, ["1", "2", "3"])
    table.apply("2")
    assert legal(table) == ["go"]
    table.apply("go")
    assert (table.decider, legal(table), values(table, "log")) == (1, ["1", "2", "3"], [2])


def test_choices_in_triggers() -> None:
    text = document(
        actions(action("go", note(1)))
        + "triggers:\n  - { event: { type: actionResolved }, effects: ["
        + f"{choose(ints(4, 5), ', chooser: right')}, {note(of('$c'))}] }}\n"
    )
    table = sit(text, "go")
    assert (table.decider, legal(table)) == (1, ["4", "5"])
    table.apply("5")
    assert (table.decider, values(table, "log")) == (0, [15])


def test_each_player_chooses_in_a_loop() -> None:
    inside = f"{choose(ints(1, 3), ', chooser: { chosen: $p }')}, {note(of('$c'))}"
    loop = f"{{ forEach: {{ bind: $p, over: {{ query: players }}, effects: [{inside}] }} }}"
    table = sit(document(actions(action("go", loop))), "go")
    assert table.decider == 0
    table.apply("3")
    assert table.decider == 1
    table.apply("1")
    assert values(table, "log") == [31]


# ---- phases and turns ----------------------------------------------------------------------------


def test_a_phase_may_be_left_when_it_begins() -> None:
    skip = f", onEnter: [{note(1)}, {NEXT}, {note(3)}]"
    text = document(
        PHASES % (skip, f", onEnter: [{note(2)}]") + actions(action("go", phase="b", limits=ONCE))
    )
    table = sit(text)
    assert (legal(table), values(table, "log")) == (["go"], [123])


def test_all_end_the_turn_together() -> None:
    text = document(
        TOGETHER
        + PHASES % ("", f", onEnter: [{note(9)}]")
        + actions(action("go", END, note(1), phase="a"))
        + "triggers:\n  - { event: { type: turnStart }, effects: ["
        + note(5)
        + "] }\n"
    )
    table = sit(text, "go", "go")
    assert values(table, "log") == [5115] and table.decider == 0


def test_one_of_all_ends_the_phase() -> None:
    # What was chosen is done in any case, in the order of players.
    text = document(
        TOGETHER
        + PHASES % ("", f", onEnter: [{note(7)}]")
        + actions(
            action("on", note(1), NEXT, phase="a"),
            action("go", note(2), phase="a"),
            action("b", phase="b"),
        )
    )
    table = sit(text, "on", "go")
    assert values(table, "log") == [172] and legal(table) == ["b"]


def test_a_turn_ended_by_a_trigger_ends_with_the_move() -> None:
    text = document(
        CARDS
        + actions(action("go", "{ draw: { from: pile, to: field, count: 1 } }"))
        + "triggers:\n  - { event: { type: tokenEntered, zone: field }, effects: ["
        + f"{END}, {note(1)}] }}\n"
        + "  - { event: { type: actionResolved }, effects: ["
        + f"{note(2)}] }}\n"
    )
    table = sit(text, "go")
    assert (table.decider, values(table, "log")) == (1, [12])


# ---- numbers and places --------------------------------------------------------------------------


def test_from_a_variable_to_itself() -> None:
    same = "{ scope: pvar, player: actor, var: coins }"
    go = f"{{ transferVar: {{ from: {same}, to: {same}, amount: 2, actualBind: $a }} }}"
    table = sit(document(COINS + actions(action("go", go, put(of("$a"))))), "go")
    assert (table.variable("coins", 0), values(table, "x")) == (3, [2])


def test_a_player_in_a_variable() -> None:
    # The number of a player is a number like any other, and names hands.
    hand = "{ concat: ['hand:', { ref: gvar, var: x }] }"
    steps = (
        put("{ op: -, left: 1, right: { ref: activePlayer } }"),
        f"{{ draw: {{ from: pile, to: {hand}, count: 1 }} }}",
        "{ let: { bind: $p, value: { ref: gvar, var: x }, in: [{ draw: { from: pile, "
        "to: 'hand:$p', count: 1 } }] } }",
    )
    table = sit(document(CARDS + actions(action("go", *steps))), "go")
    assert top_down(table, "hand", 1) == ["c", "d"]


def test_zones_in_names_are_texts_and_places() -> None:
    zone = "{ let: { bind: $z, value: 'pile:none', in: [%s] } }"
    inside = put("{ op: +, left: { zoneCount: $z }, right: { ref: zoneCount, zone: $z } }")
    table = sit(document(CARDS + actions(action("go", zone % inside))), "go")
    assert values(table, "x") == [8]


def test_best_of_a_computed_score() -> None:
    pile = "{ query: tokensInZone, zone: pile }"
    total = "{ aggregate: { op: sum, query: { query: binding, name: $s }, prop: rank } }"
    far = "{ op: '*', left: %s, right: %s }" % ((f"{{ op: -, left: {of('$t')}, right: 4 }}",) * 2)
    best = (
        f"{{ evaluateSubset: {{ source: {pile}, subsetSize: 2, subsetBind: $s, "
        f"compute: [{{ bindValue: {{ bind: $t, value: {total} }} }}], "
        f"scoreExpr: {{ op: -, left: 0, right: {far} }}, resultBind: $r, bestSubsetBind: $b, "
        f"in: [{put(of('$r'))}, {{ forEach: {{ bind: $i, over: {{ query: binding, name: $b }}, "
        f"effects: [{note('{ ref: tokenProp, token: $i, prop: rank }')}] }} }}] }} }}"
    )
    # The only two that make four are 3 and 1.
    assert values(sit(document(CARDS + actions(action("go", best))), "go"), "x", "log") == [0, 31]


# ---- how many play -------------------------------------------------------------------------------

ALONE = "metadata: { id: tiny, players: { min: 1, max: 4 } }\n"


@pytest.mark.parametrize("order", ["", TOGETHER, "turnOrder: { type: fixedOrder, order: ['0'] }\n"])
def test_one_plays_alone(order: str) -> None:
    right = "{ setActivePlayer: { player: right } }"
    text = document(ALONE + order + actions(action("go", right, add(1), limits=ONCE)))
    table = sit(text, "go", "go", players=1)
    assert (table.decider, values(table, "x", "turn number")) == (0, [2, 2])


def test_what_is_about_players_who_do_not_play() -> None:
    text = document(
        ALONE
        + COINS
        + CARDS
        + actions(
            action("give", "{ draw: { from: pile, to: 'hand:2', count: 1 } }"),
            action("pay", "{ setVar: { scope: pvar, player: '2', var: coins, value: 1 } }"),
            action("hands", put("{ aggregate: { op: count, query: { query: zones } } }")),
            action("go", actor="'2'"),
        )
    )
    # With two there is no third hand, and a move that needs one is no option.
    assert legal(sit(text, players=2)) == ["hands"]
    assert legal(sit(text, players=3)) == ["give", "pay", "hands"]
    # pile, field and the hands of those who play
    assert [values(sit(text, "hands", players=n), "x") for n in (1, 2, 4)] == [[3], [4], [6]]


def test_hands_and_a_zone_of_the_same_name() -> None:
    zones = """
zones:
  - { id: pile, owner: none, visibility: public, ordering: stack }
  - { id: "hand:none", owner: none, visibility: public, ordering: set }
  - { id: "hand:player", owner: player, visibility: owner, ordering: set }
"""
    draw = "{ draw: { from: pile, to: '%s', count: %s } }"
    told = note("{ zoneCount: $i }")
    listed = f"{{ forEach: {{ bind: $i, over: {{ query: zones }}, effects: [{told}] }} }}"
    go = action("go", draw % ("hand:none", 1), draw % ("hand:1", 2), listed)
    table = sit(document(zones + CARDS + actions(go)), "go")
    # hand:0, hand:1, hand:none, pile
    assert values(table, "log") == [211]


# ---- counts and copies ---------------------------------------------------------------------------


def test_any_of_equal_cards_is_meant() -> None:
    twins = setup(card("a", 1), card("a", 1), card("b", 2))
    query = "{ query: tokensInZone, zone: field }"
    move = "{ moveAll: { from: pile, to: field } }"
    take = "{ moveToken: { token: $c, from: field, to: pile } }"
    text = document(
        twins
        + actions(
            action("lay", move),
            action("take", choose(query), take, pre=is_("{ zoneCount: field }", 0, ">")),
        )
    )
    assert top_down(sit(text, "lay", "take", "a"), "pile") == ["a"]


def test_undo_takes_everything_back() -> None:
    text = document(
        CARDS
        + actions(
            action(
                "go",
                "{ shuffle: { zone: pile } }",
                "{ draw: { from: pile, to: field, count: 1 } }",
                END,
            )
        )
        + "triggers:\n  - { event: { type: tokenEntered }, effects: ["
        + note(1)
        + "] }\n"
    )
    table = sit(text)
    before = table.key()
    table.apply("go")
    after = table.key()
    table.undo()
    assert table.key() == before
    table.apply("go")
    assert table.key() == after
