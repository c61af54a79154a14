"""Events: which card happens, its sides and branches, its targets, and what lasts for a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.pipeline import load_sections
from tools.gamespec.card_driven import (
    ACTIONS,
    COUP,
    Tree,
    action,
    add,
    choice,
    document,
    legal,
    points,
    sit,
)
from tools.gamespec.trees import named

DATA = Path(__file__).parent.parent.parent / "data" / "gamespec"
PASS, EVENT, OPERATION, LIMITED = ACTIONS
SIDES = [choice("side", "unshaded", "shaded")]


def at_least(number: int, var: str = "points") -> Tree:
    return {"op": ">=", "left": {"ref": "gvar", "var": var}, "right": number}


def single(name: str, **side: Any) -> Tree:
    return {"id": name, "title": name, "sideMode": "single", "unshaded": side}


def dual(name: str, unshaded: Tree, shaded: Tree) -> Tree:
    sides = {"unshaded": unshaded, "shaded": shaded}
    return {"id": name, "title": name, "sideMode": "dual", **sides}


def deck(*cards: Tree, name: str = "deck", **more: Any) -> Tree:
    zones = {"drawZone": "pile:none", "discardZone": "spent:none"}
    return {"id": name, **zones, "cards": list(cards), **more}


def game(*cards: Tree, params: list[Tree] | None = None, **more: Any) -> str:
    """A card-driven document with one deck, in which events may be played."""
    actions = (PASS, action("event", params=params or []), OPERATION)
    return document(actions=actions, eventDecks=[deck(*cards)], **more)


# ---- cards and sides -----------------------------------------------------------------------------


def test_the_card_in_play_happens() -> None:
    text = game(single("a", effects=[add(5)]), single("b", effects=[add(7)]))
    table = sit(text, "event")
    assert points(table) == 5
    assert points(sit(text, "pass", "pass", "pass", "event")) == 7
    # There is no event for a third card.
    assert points(sit(text, *["pass"] * 6, "event")) == 0


def test_an_event_comes_after_what_its_action_does() -> None:
    twice = {"op": "*", "left": 2, "right": {"ref": "gvar", "var": "points"}}
    double = {"setVar": {"scope": "global", "var": "points", "value": twice}}
    actions = (PASS, action("event", add(4)))
    text = document(actions=actions, eventDecks=[deck(single("a", effects=[double]))])
    assert points(sit(text, "event")) == 8


def test_a_side_is_chosen_with_the_action_or_when_it_happens() -> None:
    a = dual("a", {"effects": [add(1)]}, {"effects": [add(2)]})
    text = game(a, params=SIDES)
    assert legal(sit(text)) == ["pass", "event unshaded", "event shaded", "operation"]
    assert points(sit(text, "event unshaded")) == 1
    assert points(sit(text, "event shaded")) == 2
    table = sit(game(a), "event")
    assert (table.decider, legal(table)) == (0, ["unshaded", "shaded"])
    table.apply("shaded")
    assert (table.decider, points(table)) == (1, 2)


def test_a_side_that_there_is_not_is_another() -> None:
    text = game(single("a", effects=[add(1)]), params=SIDES)
    assert points(sit(text, "event shaded")) == 1


def test_a_side_that_does_not_apply_does_nothing() -> None:
    never, always = at_least(50), at_least(0)
    barred = {"effects": [add(1)], "applicability": never}
    free = {"effects": [add(2)], "applicability": always}
    # The only side that applies is taken without a question.
    assert points(sit(game(dual("a", barred, free)), "event")) == 2
    assert points(sit(game(dual("a", free, barred)), "event")) == 2
    assert points(sit(game(dual("a", barred, barred)), "event")) == 0
    assert legal(sit(game(dual("a", free, free)), "event")) == ["unshaded", "shaded"]
    given = game(dual("a", barred, free), params=SIDES)
    assert points(sit(given, "event unshaded")) == 0
    assert points(sit(game(single("a", **barred)), "event")) == 0


# ---- branches ------------------------------------------------------------------------------------


def branch(name: str, amount: int, **more: Any) -> Tree:
    return {"id": name, "effects": [add(amount)], **more}


def test_a_branch_is_asked_for() -> None:
    text = game(single("a", effects=[add(1)], branches=[branch("x", 10), branch("y", 20)]))
    table = sit(text, "event")
    assert legal(table) == ["x", "y"]
    assert points(table) == 0
    table.apply("y")
    assert points(table) == 21


def test_only_branches_that_apply_are_offered() -> None:
    rich = at_least(10)
    poor = {"op": "not", "arg": rich}
    branches = [branch("x", 10, applicability=rich), branch("y", 20, applicability=poor)]
    assert points(sit(game(single("a", branches=branches)), "event")) == 20
    more = [*branches, branch("z", 30)]
    assert legal(sit(game(single("a", branches=more)), "event")) == ["y", "z"]
    none = [branch("x", 10, applicability=rich)]
    assert points(sit(game(single("a", effects=[add(1)], branches=none)), "event")) == 1


def test_a_branch_may_be_chosen_with_the_action() -> None:
    params = [choice("branch", "x", "y", "other")]
    text = game(single("a", branches=[branch("x", 10), branch("y", 20)]), params=params)
    assert points(sit(text, "event y")) == 20
    assert legal(sit(text, "event other")) == ["x", "y"]


def test_branches_come_by_order_then_by_name() -> None:
    branches = [branch("a", 1), branch("c", 2, order=2), branch("b", 3, order=1)]
    assert legal(sit(game(single("a", branches=branches)), "event")) == ["b", "c", "a"]


# ---- targets -------------------------------------------------------------------------------------

IN_FIELD = {"query": "tokensInZone", "zone": "field:none"}
TO_CAMP = {
    "forEach": {
        "bind": "$it",
        "over": {"query": "binding", "name": "$some"},
        "effects": [{"moveToken": {"token": "$it", "from": "field:none", "to": "camp:none"}}],
    }
}


def targets(cardinality: Any, **more: Any) -> Tree:
    target = {"id": "some", "selector": IN_FIELD, "cardinality": cardinality, **more}
    return single("a", targets=[target], effects=[TO_CAMP, add(1)])


def moved(text: str, *moves: str) -> list[str]:
    return sorted(sit(text, "event", *moves).zone("camp"))


def test_all_targets_that_fit_are_taken() -> None:
    text = game(targets("all"), pieces=(1, 2, 3))
    assert moved(text) == ["p1", "p2", "p3"]
    high = {
        "op": ">",
        "left": {"ref": "tokenProp", "token": "$target", "prop": "rank"},
        "right": 1,
    }
    assert moved(game(targets("all", filter=high), pieces=(1, 2, 3))) == ["p2", "p3"]
    assert points(sit(game(targets("all")), "event")) == 1


def test_up_to_so_many_targets_are_chosen() -> None:
    text = game(targets({"upTo": 2}), pieces=(1, 2, 3))
    assert sorted(legal(sit(text, "event"))) == ["done", "p1", "p2", "p3"]
    assert moved(text, "done") == []
    assert moved(text, "p3", "done") == ["p3"]
    assert moved(text, "p3", "p1") == ["p1", "p3"]


def test_so_many_targets_must_be_chosen() -> None:
    text = game(targets({"n": 2}), pieces=(1, 2, 3))
    assert sorted(legal(sit(text, "event"))) == ["p1", "p2", "p3"]
    assert moved(text, "p2", "p1") == ["p1", "p2"]
    some = game(targets({"min": 1, "max": 3}), pieces=(1, 2, 3))
    assert "done" not in legal(sit(some, "event"))
    assert "done" in legal(sit(some, "event", "p1"))


def test_an_event_with_too_few_targets_can_not_be_played() -> None:
    text = game(targets({"n": 2}), pieces=(1,))
    assert legal(sit(text)) == ["pass", "operation"]


def test_branches_have_targets_of_their_own() -> None:
    target = {"id": "some", "selector": IN_FIELD, "cardinality": {"n": 1}}
    branches = [branch("x", 10), {"id": "y", "targets": [target], "effects": [TO_CAMP]}]
    text = game(single("a", branches=branches), pieces=(1, 2))
    assert points(sit(text, "event", "x")) == 10
    table = sit(text, "event", "y")
    assert sorted(legal(table)) == ["p1", "p2"]
    table.apply("p2")
    assert table.zone("camp") == ["p2"]


# ---- what lasts ----------------------------------------------------------------------------------


def lasting(duration: str, name: str = "spell", teardown: list[Tree] | None = None) -> Tree:
    ends = [add(-1, "mark"), add(10)] if teardown is None else teardown
    return {
        "id": name,
        "duration": duration,
        "setupEffects": [add(1, "mark")],
        "teardownEffects": ends,
    }


@pytest.mark.parametrize(("duration", "ends"), [("turn", 1), ("nextTurn", 2)])
def test_what_lasts_for_turns_ends_with_them(duration: str, ends: int) -> None:
    text = game(single("a", lastingEffects=[lasting(duration)]))
    table = sit(text, "event")
    for turn in range(1, 4):
        assert points(table, "mark") == (1 if turn <= ends else 0)
        while table.turns < turn:
            table.apply("pass")
    assert (points(table, "mark"), points(table)) == (0, 10)


@pytest.mark.parametrize("duration", ["round", "cycle"])
def test_what_lasts_for_a_round_ends_with_a_coup(duration: str) -> None:
    text = game(single("a", lastingEffects=[lasting(duration)]), cards=("a", "b", COUP, "c"))
    table = sit(text, "event", "pass", "pass")
    for shown in ("b", COUP):
        assert (table.zone("shown"), points(table, "mark")) == ([shown], 1)
        while table.zone("shown") == [shown]:
            table.apply("pass")
    assert (table.zone("shown"), points(table, "mark")) == (["c"], 0)


def test_what_lasts_ends_in_the_order_it_began() -> None:
    def note(digit: int) -> list[Tree]:
        points_ = {"ref": "gvar", "var": "points"}
        shifted = {"op": "+", "left": {"op": "*", "left": 3, "right": points_}, "right": digit}
        return [{"setVar": {"scope": "global", "var": "points", "value": shifted}}]

    one, two = lasting("turn", "one", note(1)), lasting("turn", "two", note(2))
    y = {"id": "y", "lastingEffects": [two]}
    text = game(single("a", lastingEffects=[one], branches=[y]))
    assert points(sit(text, "event", "pass", "pass")) == 1 * 3 + 2


def test_lasting_effects_come_after_all_others() -> None:
    twice = {"op": "*", "left": 2, "right": {"ref": "gvar", "var": "points"}}
    double = {"setVar": {"scope": "global", "var": "points", "value": twice}}
    spell = {"id": "s", "duration": "turn", "setupEffects": [double]}
    card_ = single("a", lastingEffects=[spell], effects=[add(3)], branches=[branch("x", 4)])
    assert points(sit(game(card_), "event")) == 14


# ---- other orders, other cards -------------------------------------------------------------------


def around_the_table(*cards: Tree, actions: Any, setup: list[Tree], **more: Any) -> str:
    decks = more.pop("decks", [deck(*cards)])
    order = more.pop("turnOrder", {"type": "roundRobin"})
    return document(turnOrder=order, actions=actions, setup=setup, eventDecks=decks, **more)


LAID = {"createToken": {"type": "card", "zone": "spent", "props": {"cardId": "b", "isCoup": False}}}
ENDING = action("event", {"endTurn": {}})


def test_in_other_orders_the_top_of_the_discards_happens() -> None:
    cards = (single("a", effects=[add(5)]), single("b", effects=[add(7)]))
    text = around_the_table(*cards, actions=(PASS, ENDING), setup=[LAID])
    table = sit(text, "event")
    assert (points(table), table.decider) == (7, 1)
    none = around_the_table(*cards, actions=(PASS, ENDING), setup=[])
    assert points(sit(none, "event")) == 0


def test_a_round_ends_when_the_order_begins_anew() -> None:
    spell = single("b", lastingEffects=[lasting("round")])
    rest = action("pass", {"endTurn": {}})
    text = around_the_table(spell, actions=(rest, ENDING), setup=[LAID])
    table = sit(text, "pass", "event")
    assert points(table, "mark") == 1
    table.apply("pass")
    assert (table.decider, points(table, "mark")) == (0, 0)


def test_a_card_may_be_named_with_the_action() -> None:
    cards = (single("a", effects=[add(5)]), single("b", effects=[add(7)]))
    event = action("event", params=[choice("eventCardId", "a", "b", "c")])
    text = around_the_table(*cards, actions=(event,), setup=[LAID])
    assert [points(sit(text, f"event {x}")) for x in "abc"] == [5, 7, 0]


def test_decks_may_have_cards_of_the_same_name() -> None:
    decks = [
        deck(single("a", effects=[add(5)]), name="one"),
        deck(single("a", effects=[add(7)]), single("b", effects=[add(9)]), name="two"),
    ]
    both = [choice("eventCardId", "a", "b"), choice("eventDeckId", "one", "two")]
    text = around_the_table(actions=(action("event", params=both),), setup=[], decks=decks)
    found = {move: points(sit(text, move)) for move in legal(sit(text))}
    assert found == {"event a, one": 5, "event a, two": 7, "event b, one": 0, "event b, two": 9}
    first = around_the_table(actions=(action("event", params=both[:1]),), setup=[], decks=decks)
    assert [points(sit(first, f"event {x}")) for x in "ab"] == [5, 9]


def test_an_action_may_be_an_event_by_its_class() -> None:
    flow = {"actionClassByActionId": {"parley": ["event", "operation"]}}
    parley = action("parley", add(1))
    a = single("a", effects=[add(5)])
    text = document(actions=(PASS, parley), eventDecks=[deck(a)], flow=flow)
    assert points(sit(text, "parley event")) == 6
    assert points(sit(text, "parley operation")) == 1


def test_a_pile_is_shuffled_at_the_start_if_its_deck_says_so() -> None:
    cards = [single(x, effects=[add(1)]) for x in "abcdefgh"]
    names = tuple("abcdefgh")
    plain = document(names, eventDecks=[deck(*cards)])
    mixed = document(names, eventDecks=[deck(*cards, shuffleOnSetup=True)])
    first = {tuple(sit(mixed, seed=seed).zone("shown")) for seed in range(6)}
    assert {tuple(sit(plain, seed=seed).zone("shown")) for seed in range(3)} == {("a",)}
    assert len(first) > 1


def test_discards_come_back_if_the_deck_says_so() -> None:
    cards = [single(x, effects=[add(1)]) for x in "ab"]
    text = document(("a", "b"), eventDecks=[deck(*cards, reshuffle=True)])
    table = sit(text, *["pass"] * 3)
    assert table.zone("shown") == ["b"]
    assert (table.zone("ahead"), table.zone("spent")) == (["a"], [])
    lost = document(("a", "b"), eventDecks=[deck(*cards)])
    assert sit(lost, *["pass"] * 3).zone("spent") == ["a"]


def test_what_enters_zones_in_an_event_is_told_to_triggers() -> None:
    trigger = {
        "id": "camped",
        "event": {"type": "tokenEntered", "zone": "camp:none"},
        "effects": [add(1, "mark")],
    }
    text = game(targets("all"), pieces=(1, 2, 3), triggers=[trigger])
    assert points(sit(text, "event"), "mark") == 3


# ---- a whole game --------------------------------------------------------------------------------


def test_harbor_rumors_plays_to_an_end() -> None:
    game_ = ludwright.load(DATA / "harbor-rumors.md")
    lengths = set()
    for seed in range(4):
        table = game_.table(players=3, seed=seed)
        while not table.over:
            moves = table.legal()
            table.apply(moves[(7 * len(table.log) + seed) % len(moves)])
        assert table.result().reason in ("draw", "rich-harbor", "stuck")
        lengths.add(len(table.log))
    assert len(lengths) > 1


def test_the_zones_of_a_deck_must_exist() -> None:
    broken = {**deck(single("a", effects=[add(1)])), "drawZone": "nowhere:none"}
    found = load_sections(document(eventDecks=[broken]))
    assert found.game is None
    assert "CNL_XREF_EVENT_DECK_ZONE_MISSING" in [named(d) for d in found.diagnostics]


def test_cards_of_a_deck_are_read() -> None:
    one, two = single("b", effects=[add(1)]), single("a", effects=[add(1), add(2)])
    found = load_sections(document(eventDecks=[deck(one, two)])).sections.event_decks
    assert found is not None
    assert [[x.id.text for x in each.cards] for each in found] == [["a", "b"]]
    assert [len(x.unshaded.effects) for x in found[0].cards if x.unshaded] == [2, 1]
