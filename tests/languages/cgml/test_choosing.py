"""REQUEST_INPUT with several picks, and choices that the others do not learn.

The deck is 2H 3H 4H 2S 3S 4S from the top; player 1 is dealt the first four, so the hand is
2S 4H 3H 2H from the top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

import ludwright
from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.languages.cgml.tools import TOOLS
from tools.lockstep import lock_step

Run = Callable[..., Any]

DECK, PILE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile"))
HAND = '{path: "$.players[0].zones.hand"}'
SAME_RANK = """
    or:
      - isEqual: [{count: [{path: $.chosen}]}, 0]
      - isEqual: [{rank: [{path: $.card}]}, {rank: [{first: [{path: $.chosen}]}]}]
"""


@pytest.fixture
def table(text: Run) -> Callable[..., ludwright.Table]:
    """A table where player 1 has four cards and picks some of them, which go to the pile; machine
    and oracle agree on it."""

    def sit(more: str, then: str = "", fallback: str = "") -> ludwright.Table:
        ask = {
            "action": "REQUEST_INPUT",
            "prompt": "Some cards",
            "options": yaml.safe_load(HAND),
            "multiselect": True,
            "store_as": "picks",
            **yaml.safe_load(more),
        }
        effect = [
            *yaml.safe_load(f"[{{action: DEAL, from: {DECK}, to: {HAND}, count: 4}}]"),
            ask,
            *yaml.safe_load(then or f"[{{action: MOVE, from: {{ref: picks}}, to: {PILE}}}]"),
        ]
        rules = [
            {"id": "r", "trigger": "on.phase.Act", "effect": effect},
            {"id": "e", "trigger": "on.phase.Act", "effect": [{"action": "END_GAME"}]},
        ]
        game = ludwright.loads(text("", yaml.safe_dump(rules)), "cgml")
        for seed in range(6):
            lock_step(game.definition, 2, seed)
        return game.table()

    return sit


def offered(table: ludwright.Table) -> str:
    return " ".join(str(move) for move in table.legal())


def test_picks_are_a_set_in_any_order(table: Run) -> None:
    t = table("{min: 2, max: 3}")
    assert t.prompt == "Some cards" and len(t.legal()) == 6 + 4
    assert offered(t).startswith("2S + 4H 2S + 3H")
    # Any card may come first; they are stored in the order of the hand.
    t.apply("2H + 3H + 4H")
    assert t.over
    assert t.zone("pile") == ["4H", "3H", "2H"]


def test_any_number_between_the_limits_is_enough(table: Run) -> None:
    for cards in (["2H", "2S"], ["2S", "4H", "3H"]):
        t = table("{min: 2, max: 3}")
        t.apply(cards)
        assert t.over and {*t.zone("pile")} == {*cards}
    t = table("{min: 2, max: 3}")
    for cards in (["2S"], ["2S", "4H", "3H", "2H"]):
        with pytest.raises(ludwright.IllegalMove, match="pick 2 to 3 of these 4 items, not"):
            t.apply(cards)


def test_without_limits_it_is_one_or_more(table: Run) -> None:
    t = table("{}")
    assert len(t.legal()) == 2**4 - 1
    assert offered(t).startswith("2S 4H 3H 2H 2S + 4H")


def test_nothing_may_be_enough(table: Run) -> None:
    t = table("{min: 0}")
    assert offered(t).startswith("none 2S 4H 3H 2H 2S + 4H")
    t.apply("none")
    assert t.over
    assert t.zone("pile") == []


def test_how_many_is_an_expression(table: Run) -> None:
    t = table("{min: {sub: [3, 1]}, max: {sub: [3, 1]}}")
    assert len(t.legal()) == 6
    t.apply("2S + 4H")
    assert t.over


@pytest.mark.parametrize(
    "more", ["{min: 5}", "{min: 3, filter: {isEqual: [{rank: [{path: $.card}]}, {value: 2}]}}"]
)
def test_too_few_options_fail_before_anybody_is_asked(table: Run, more: str) -> None:
    t = table(more)
    assert t.over
    assert t.zone("pile") == []


def test_a_filter_is_tested_once_if_it_does_not_look_at_the_picks(table: Run) -> None:
    t = table("{filter: {isEqual: [{rank: [{path: $.card}]}, {value: 2}]}, min: 2}")
    assert offered(t) == "2S + 2H"


def test_a_filter_may_look_at_the_picks(table: Run) -> None:
    t = table(f"{{filter: {yaml.safe_load(SAME_RANK)}, min: 1}}".replace("'", '"'))
    assert offered(t) == "2S 4H 3H 2H"
    t.apply("2H")
    # In any order, and never the same card twice.
    assert offered(t) == "2S done"
    t.apply("2S")
    assert t.over
    assert t.zone("pile") == ["2H", "2S"]


def test_a_dead_end_fails(table: Run) -> None:
    t = table(f"{{filter: {yaml.safe_load(SAME_RANK)}, min: 2}}".replace("'", '"'))
    t.apply("4H")
    assert t.over
    assert t.zone("pile") == []


def test_the_picks_are_a_list(table: Run) -> None:
    count = "[{action: SET_VARIABLE, path: $.x, value: {count: [{ref: picks}]}}]"
    t = table("{min: 2}", count)
    t.apply("4H + 2S")
    assert t.variable("x") == 2


def test_words_can_be_picked(effect: Run) -> None:
    ask = "{action: REQUEST_INPUT, options: {value: [red, blue]}, multiselect: true, store_as: c}"
    both = "{action: SET_VARIABLE, path: $.x, value: {count: [{ref: c}]}}"
    t = effect(f"[{ask}, {both}]")
    assert t.oracle.options() == [(0, 1), (0, 2), (0, 1, 2)]


@pytest.mark.parametrize("several", ["true, min: 1, max: 1", "false"])
@pytest.mark.parametrize("announce", ["", ", announce: false"])
def test_a_choice_may_stay_secret(text: Run, several: str, announce: str) -> None:
    actions = f"""
        - {{action: DEAL, from: {DECK}, to: {HAND}, count: 4}}
        - {{action: REQUEST_INPUT, options: {HAND}, multiselect: {several}{announce}}}
        """
    rules = yaml.safe_dump(
        [{"id": "r", "trigger": "on.phase.Act", "effect": yaml.safe_load(actions)}]
    )
    game = ludwright.loads(text("", rules), "cgml")
    sites = game.program().sites.values()
    assert [site.announced for site in sites] == [not announce]


# ---- one or none -------------------------------------------------------------------------------

TWOS = "{isEqual: [{rank: [{path: $.card}]}, {value: 2}]}"


def passing(text: Run, more: str) -> ludwright.Table:
    """A table where player 1 plays one of four cards or none; machine and oracle agree on it."""
    actions = f"""
        - {{action: DEAL, from: {DECK}, to: {HAND}, count: 4}}
        - {{action: REQUEST_INPUT, options: {HAND}, pass: not now, store_as: card{more}}}
        - action: IF
          condition: {{exists: [{{ref: card}}]}}
          then: [{{action: MOVE, from: {{ref: card}}, to: {PILE}}}]
          else: [{{action: SET_VARIABLE, path: $.x, value: 7}}]
        - {{action: END_GAME}}
        """
    rules = [{"id": "r", "trigger": "on.phase.Act", "effect": yaml.safe_load(actions)}]
    game = ludwright.loads(text("", yaml.safe_dump(rules)), "cgml")
    for seed in range(6):
        lock_step(game.definition, 2, seed)
    return game.table()


def test_who_may_pass_chooses_one_or_none(text: Run) -> None:
    t = passing(text, f", filter: {TWOS}")
    assert offered(t) == "2S 2H not now"
    t.apply("2H")
    assert (t.zone("pile"), t.variable("x")) == (["2H"], 0)
    t = passing(text, f", filter: {TWOS}")
    t.apply("not now")
    assert (t.zone("pile"), t.variable("x")) == ([], 7)


def test_with_nothing_to_choose_one_is_asked_to_pass(text: Run) -> None:
    t = passing(text, ", filter: {isGreaterThan: [{rank_value: [{path: $.card}]}, 9]}")
    assert offered(t) == "not now"


@pytest.mark.parametrize(
    ("keys", "code", "word"),
    [
        ("options: {value: [red]}, pass: no, multiselect: true", "CG", "multiselect"),
        ("options: {value: [red]}, pass: no, auto: true", "CG", "auto"),
        ("options: {range: [1, 3]}, pass: no", "CG301", "cannot be nothing"),
    ],
)
def test_where_passing_has_no_meaning(text: Run, keys: str, code: str, word: str) -> None:
    rules = f"- {{id: r, trigger: on.phase.Act, effect: [{{action: REQUEST_INPUT, {keys}}}]}}"
    with pytest.raises(ludwright.GameError, match=word) as raised:
        ludwright.loads(text("", rules), "cgml")
    assert [d.code.startswith(code) for d in raised.value.diagnostics] == [True]


# ---- all at once -------------------------------------------------------------------------------

HANDS = '{path: "$.players[*].zones.hand"}'
BID = """
    - action: FOR_EACH_PLAYER
      order: simultaneous
      do:
        - action: REQUEST_INPUT
          player: {path: $player}
          options: {path: "$.players[$player].zones.hand"}
          store_as: card
        - {action: MOVE, from: {ref: card}, to: {path: "$.zones.pile"}}
        - action: SET_VARIABLE
          path: "$.players[$player].score"
          value: {count: [{path: "$.zones.pile"}]}
"""


def bidding(text: Run, actions: str) -> ludwright.Game:
    effect = [
        *yaml.safe_load(f"[{{action: DEAL_ROUND_ROBIN, from: {DECK}, to: {HANDS}, count: 2}}]"),
        *yaml.safe_load(actions),
        {"action": "END_GAME"},
    ]
    rules = yaml.safe_dump([{"id": "r", "trigger": "on.phase.Act", "effect": effect}])
    return ludwright.loads(text("", rules), "cgml")


def test_all_choose_from_the_common_start(text: Run) -> None:
    game = bidding(text, BID)
    table = game.table()
    assert (table.decider, offered(table)) == (0, "4H 2H")
    table.apply("4H")
    # What the first player chose is not done yet.
    assert (table.decider, offered(table), table.zone("pile")) == (1, "2S 3H", [])
    table.apply("3H")
    assert table.over
    # Then all is done seat by seat.
    assert table.zone("pile") == ["4H", "3H"]
    assert table.result().scores == (1, 2)
    for seed in range(6):
        lock_step(game.definition, 2, seed)


def test_each_sees_what_their_own_choices_did(text: Run) -> None:
    twice = BID + "".join(
        f"    {line}\n"
        for line in """
    - action: REQUEST_INPUT
      player: {path: $player}
      options: {path: "$.players[$player].zones.hand"}
      store_as: second
    - {action: MOVE, from: {ref: second}, to: {path: "$.zones.line"}}
""".strip("\n").splitlines()
    )
    game = bidding(text, twice)
    table = game.table()
    table.apply("4H")
    assert (table.decider, offered(table)) == (0, "2H")
    for word in ("2H", "2S", "3H"):
        table.apply(word)
    assert (table.zone("pile"), table.zone("line")[::-1]) == (["4H", "2S"], ["2H", "3H"])
    for seed in range(6):
        lock_step(game.definition, 2, seed)


def test_chance_may_not_come_before_a_choice_of_all(text: Run) -> None:
    shuffled = BID.replace(
        "- action: REQUEST_INPUT",
        f"- {{action: SHUFFLE, target: {DECK}}}\n        - action: REQUEST_INPUT",
    )
    with pytest.raises(ludwright.GameError, match="random draw") as raised:
        bidding(text, shuffled)
    assert [d.code for d in raised.value.diagnostics] == ["GD131"]
    assert raised.value.diagnostics[0].span is not None


# ---- branches ----------------------------------------------------------------------------------

BRANCHES = """
    - action: PARALLEL
      wait: all
      do:
        - action: FOR_EACH
          in: {range: [1, 1]}
          do:
            - action: REQUEST_INPUT
              player: {path: "$.players[0]"}
              options: {path: "$.players[0].zones.hand"}
              store_as: mine
            - {action: MOVE, from: {ref: mine}, to: {path: "$.zones.pile"}}
        - action: FOR_EACH
          in: {range: [1, 1]}
          do:
            - action: REQUEST_INPUT
              player: {path: "$.players[0]"}
              options: {path: "$.zones.pile"}
              on_failure: continue
            - action: REQUEST_INPUT
              player: {path: "$.players[1]"}
              options: {path: "$.players[1].zones.hand"}
              store_as: other
            - {action: MOVE, from: {ref: other}, to: {path: "$.zones.line"}}
        - {action: INCREMENT, path: $.x}
        - {action: REQUEST_INPUT, options: {range: [1, 3]}, store_as: number}
    - {action: INCREMENT, path: $.x, by: {ref: number}}
"""


def test_branches_are_asked_before_any_is_carried_out(text: Run) -> None:
    game = bidding(text, BRANCHES)
    table = game.table()
    asked = []
    while not table.over:
        asked.append((table.decider, len(table.legal())))
        assert not table.zone("pile") and table.variable("x") == 0
        table.apply(table.legal()[0])
    # The pile is still empty when the second branch looks at it, so that question fails.
    assert asked == [(0, 2), (1, 2), (0, 3)]
    assert table.variable("x") == 2
    assert (len(table.zone("pile")), len(table.zone("line"))) == (1, 1)
    for seed in range(6):
        lock_step(game.definition, 2, seed)


def test_without_waiting_each_branch_sees_what_the_last_one_did(text: Run) -> None:
    game = bidding(text, BRANCHES.replace("wait: all", "wait: none"))
    table = game.table()
    table.apply(table.legal()[0])
    assert (table.decider, len(table.legal())) == (0, 1)
    assert len(table.zone("pile")) == 1


def test_branches_tell_nobody_what_was_chosen_in_others(text: Run) -> None:
    game = bidding(text, BRANCHES)
    assert [tested.breaches for tested in game.contract(games=3)] == [()]


def test_no_branch_reads_what_another_one_stores(text: Run) -> None:
    report = Report()
    actions = BRANCHES.replace("{ref: other}", "{ref: mine}")
    effect = yaml.safe_load(actions)
    rules = yaml.safe_dump([{"id": "r", "trigger": "on.phase.Act", "effect": effect}])
    TOOLS.game_of(Source("test.cgml", text("", rules)), report)
    assert [d.code for d in report.items] == ["CG207"]


# ---- what is on hidden cards -------------------------------------------------------------------

THREES = "{isEqual: [{rank: [{path: $.card}]}, {value: 3}]}"
SHUFFLE = '{action: SHUFFLE, target: {path: "$.zones.deck"}}'
LOOKS = {
    "one": f"{{action: REQUEST_INPUT, options: {DECK}, filter: {THREES}}}",
    "several": f"{{action: REQUEST_INPUT, options: {DECK}, filter: {THREES}, multiselect: true}}",
    "a search": f"{{action: SEARCH_ZONE, zone: {DECK}, filter: {THREES}}}",
}
THEIRS = (
    f'{{action: REQUEST_INPUT, options: {{path: "$.players[*].zones.hand[*]"}}, filter: {THREES}}}'
)
OWN = f"{{action: REQUEST_INPUT, options: {HAND}, player: {{value: p1}}, filter: {THREES}}}"
PLACES = f"{{action: REQUEST_INPUT, options: {DECK}, filter: {{value: true}}}}"
PAUSE = "{action: REQUEST_INPUT, player: {value: p2}, options: {value: [1, 2]}}"


def looking(text: Run, *actions: str) -> ludwright.Game:
    return bidding(text, f"[{', '.join((SHUFFLE, *actions, PAUSE))}]")


@pytest.mark.parametrize("case", LOOKS)
def test_who_chooses_by_what_is_on_cards_sees_them(text: Run, case: str) -> None:
    game = looking(text, LOOKS[case])
    table = game.table(seed=3)
    seen = [card for card in table.view(0).zone("deck") if card]
    assert sorted(seen) == sorted(table.zone("deck"))
    assert not any(table.view(1).zone("deck"))
    assert [tested.breaches for tested in game.contract(games=3)] == [()]


def test_what_a_player_sees_anyhow_need_not_be_shown(text: Run, find: Run) -> None:
    for action, shows in ((OWN, 0), (PLACES, 0), (THEIRS, 1)):
        game = looking(text, action).definition
        assert len(find(game, n.Show)) == shows, action


def test_players_are_named_by_their_ids(text: Run) -> None:
    actions = """
    - {action: REQUEST_INPUT, options: {value: [p1, p2]}, store_as: who}
    - {action: INCREMENT, path: "$.players[by_id=ref:who].score", by: 3}
    - {action: INCREMENT, path: "$.players[by_id=p2].score", by: 5}
    """
    table = bidding(text, actions).table(names=["Ann", "Bob"])
    assert [str(move) for move in table.legal()] == ["Ann", "Bob"]
    table.apply("Ann")
    assert table.result().scores == (3, 5)
