"""Teams: who is in which, paths through them, what each keeps, and which of them wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludwright
from ludwright.gamedef import nodes as n

Effect = Callable[..., Any]
Text = Callable[..., str]
Lower = Callable[[str], n.GameDef]

FOUR = """
meta: {players: {min: 4, max: 4, teams: {red: [0, 2], blue: [1, 3]}}}
flow: {win_condition: {evaluator: {max: [{path: "$.teams[*].points"}]}}}
components:
  zones:
    - {name: deck, type: deck, of_deck: cards}
    - {name: hand, type: hand, of_deck: cards, per_player: true}
    - {name: tricks, type: hand, of_deck: cards, per_team: true}
    - {name: spoils, type: open, of_deck: cards, owner_scope: team}
"""
POINTS = """
- {name: points, scope: per_team, initial_value: 0}
- {name: side, type: team}
- {name: who, type: player}
"""


@pytest.fixture
def four(effect: Effect) -> Effect:
    """Play one effect with four players in two teams."""

    def run(actions: str, changes: str = "", variables: str = "") -> Any:
        return effect(actions, changes or FOUR, POINTS + variables, players=4)

    return run


def number(four: Effect, expression: str) -> int:
    """The value of a number."""
    played = four(f"[{{action: SET_VARIABLE, path: $.x, value: {expression}}}]")
    return int(played.variable("x"))


def counted(four: Effect, path: str) -> int:
    return number(four, f'{{count: [{{path: "{path}"}}]}}')


# ---- declarations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("[[0, 2], [1, 3]]", {"t1": (0, 2), "t2": (1, 3)}),
        ("{red: [0, 1], blue: [2, 3]}", {"red": (0, 1), "blue": (2, 3)}),
        ("{alternate: 2}", {"t1": (0, 2), "t2": (1, 3)}),
        ("{alternate: 2, names: [ns, ew]}", {"ns": (0, 2), "ew": (1, 3)}),
        ("{alternate: 4}", {"t1": (0,), "t2": (1,), "t3": (2,), "t4": (3,)}),
    ],
)
def test_teams_are_declared(text: Text, lower: Lower, teams: str, expected: Any) -> None:
    game = lower(text(f"meta: {{players: {{min: 4, max: 4, teams: {teams}}}}}"))
    assert {team.name: team.seats for team in game.teams} == expected


def test_teams_that_alternate_go_with_any_number_of_players(text: Text, lower: Lower) -> None:
    game = lower(text("meta: {players: {min: 2, max: 6, teams: {alternate: 2}}}"))
    assert [team.seats for team in game.teams] == [(0, 2, 4), (1, 3, 5)]


def test_zones_and_variables_of_teams(text: Text, lower: Lower) -> None:
    game = lower(text(FOUR, variables=POINTS))
    assert [zone.name for zone in game.zones if zone.per_team] == ["tricks", "spoils"]
    assert [each.name for each in game.variables if each.per_team] == ["points"]


# ---- paths ---------------------------------------------------------------------------------------


def test_players_of_teams(four: Effect) -> None:
    assert counted(four, "$.teams") == counted(four, "$.teams[*]") == 2
    for path in ("$.players[team=red]", "$.teams[0].players", "$.teams[red].players"):
        assert counted(four, path) == 2
    assert counted(four, "$.players[teammate]") == counted(four, "$teammates") == 1
    assert counted(four, "$.players[opponent]") == 2
    assert number(four, "{count: [{teammates: [{value: p2}]}]}") == 1
    assert number(four, "{count: [{teammates: []}]}") == 1


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("$.teams[0]", "red"),
        ("$.teams[1]", "blue"),
        ("$.teams[blue]", "blue"),
        ("$.teams[by_id=red]", "red"),
        ("$.teams[current]", "red"),
        ("$.teams[opponent]", "blue"),
        ("$.players[1].team", "blue"),
        ("$.teams[$.players[3]]", "blue"),
        ("$.teams[0].name", "red"),
        ("$.teams[1].id", "blue"),
    ],
)
def test_one_team(four: Effect, path: str, expected: str) -> None:
    played = four(f'[{{action: SET_VARIABLE, path: $.side, value: {{path: "{path}"}}}}]')
    assert played.variable("side") == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("$.players[teammate]", 2),
        ("$.teams[red].players[1]", 2),
        ("$.players[team=blue][0]", 1),
    ],
)
def test_one_player_of_a_team(four: Effect, path: str, expected: int) -> None:
    played = four(f'[{{action: SET_CURRENT_PLAYER, player: {{path: "{path}"}}}}]')
    assert played.variable("current") == expected


MATE = '{path: "$.players[teammate]"}'
HIS = "$.players[teammate]"
ONE_PLAYER = [
    f"{{action: SET_VARIABLE, path: $.who, value: {MATE}}}",
    f"{{action: SET_VARIABLE, path: $.who, value: {{if: [true, {MATE}, {{value: p1}}]}}}}",
    f"{{action: SET_VARIABLE, path: $.who, value: {{next_player: [{MATE}]}}}}",
    f'{{action: SET_VARIABLE, path: $.side, value: {{path: "{HIS}.team"}}}}',
    f'{{action: SET_VARIABLE, path: $.x, value: {{path: "{HIS}.zones.hand.card_count"}}}}',
    f"{{action: IF, condition: {{isEqual: [{MATE}, {{value: p3}}]}}, then: []}}",
    f"{{action: IF, condition: {{isEqual: [{{path: $.who}}, {MATE}]}}, then: []}}",
    f"{{action: IF, condition: {{in: [{MATE}, {{path: $.players}}]}}, then: []}}",
    f'{{action: MOVE, from: {{path: $.zones.deck}}, to: {{path: "{HIS}.zones.hand"}}}}',
    f"{{action: DEAL, from: {{path: $.zones.deck}}, to: {MATE}, count: 1}}",
    f"{{action: EXTRA_TURN, player: {MATE}}}",
    f"{{action: FOR_EACH, in: {MATE}, do: [{{action: INCREMENT, path: $.x}}]}}",
]


@pytest.mark.parametrize("teams", ["{red: [0, 2], blue: [1, 3]}", "{red: [0, 1], blue: [2, 3]}"])
@pytest.mark.parametrize("action", ONE_PLAYER)
def test_the_teammate_of_a_pair_is_a_player(four: Effect, teams: str, action: str) -> None:
    four(f"[{action}]", FOUR.replace("{red: [0, 2], blue: [1, 3]}", teams))


@pytest.mark.parametrize(
    ("teams", "expected"),
    [("{red: [0, 2], blue: [1, 3]}", 2), ("{red: [0, 3], blue: [1, 2]}", 3)],
)
def test_which_player_the_teammate_is(four: Effect, teams: str, expected: int) -> None:
    who = f"[{{action: SET_VARIABLE, path: $.who, value: {MATE}}}]"
    changes = FOUR.replace("{red: [0, 2], blue: [1, 3]}", teams)
    assert four(who, changes).variable("who") == expected


def test_of_several_teammates_none_is_the_one_that_is_needed(effect: Effect) -> None:
    changes = FOUR.replace("4", "6").replace("{red: [0, 2], blue: [1, 3]}", "{alternate: 2}")
    who = f"{{action: SET_VARIABLE, path: $.who, value: {MATE}}}"
    count = f"{{action: SET_VARIABLE, path: $.x, value: {{count: [{MATE}]}}}}"
    played = effect(f"[{count}, {who}]", changes, POINTS, players=6)
    assert (played.variable("x"), played.variable("who")) == (2, None)


def test_teams_that_were_stored(four: Effect) -> None:
    played = four("""
- {action: SET_VARIABLE, path: $.side, value: blue}
- action: FOR_EACH
  in: {path: "$.players[team=$.side]"}
  do: [{action: INCREMENT, path: $.x}]
- action: FOR_EACH
  in: {path: $.teams}
  do:
    - action: INCREMENT
      path: "$.teams[ref:item].points"
      by: {count: [{path: "$.players[team=ref:item]"}]}
    - action: IF
      condition: {isEqual: [{path: $.team}, {value: blue}]}
      then: [{action: INCREMENT, path: $.x, by: 10}]
""")
    assert played.variable("x") == 12
    assert [played.variable("points", team) for team in (0, 1)] == [2, 2]


def test_variables_whose_type_is_found_out(four: Effect) -> None:
    played = four(
        """
- {action: SET_VARIABLE, path: $.found, value: {path: "$.teams[opponent]"}}
- action: IF
  condition: {isEqual: [{path: $.given}, {path: "$.teams[current]"}]}
  then: [{action: INCREMENT, path: $.x}]
""",
        variables="""
- {name: found}
- {name: given, initial_value: red}
""",
    )
    assert (played.variable("found"), played.variable("given")) == ("blue", "red")
    assert played.variable("x") == 1


def test_a_team_stands_for_its_players(four: Effect) -> None:
    played = four("""
- {action: DEAL, from: {path: $.zones.deck}, to: {path: "$.players[1].zones.hand"}, count: 1}
- {action: REVEAL, target: {path: "$.players[1].zones.hand"}, to: {path: "$.teams[red]"}}
- action: FOR_EACH_PLAYER
  players: {path: "$.teams[blue]"}
  do: [{action: INCREMENT, path: "$.players[$player].score"}]
""")
    assert [played.variable("score", seat) for seat in range(4)] == [0, 1, 0, 1]
    assert played.oracle.snapshot()["shown"][0] == 0b0111


def test_opponents_are_all_others_without_partners(effect: Effect) -> None:
    changes = "meta: {players: {min: 3, max: 3, teams: {alternate: 3}}}"
    played = effect(
        "[{action: SET_VARIABLE, path: $.x, value: {count: [{path: '$.players[opponent]'}]}}]",
        changes,
        players=3,
    )
    assert played.variable("x") == 2


# ---- what a team keeps ---------------------------------------------------------------------------


def test_cards_and_points_of_teams(four: Effect) -> None:
    played = four("""
- {action: DEAL, from: {path: $.zones.deck}, to: {path: "$.teams[current].zones.tricks"}, count: 2}
- {action: MOVE, from: {path: $.zones.deck}, to: {path: "$.teams[opponent].zones.spoils"}}
- action: INCREMENT
  path: "$.teams[current].points"
  by: {path: "$.teams[current].zones.tricks.card_count"}
- {action: INCREMENT, path: "$.players[1].team.points", by: 7}
- {action: SET_VARIABLE, path: $.x, value: {count: [{path: "$.teams[*].zones.tricks[*]"}]}}
""")
    assert [played.zone("tricks", team) for team in (0, 1)] == ["3H 2H", ""]
    assert [played.zone("spoils", team) for team in (0, 1)] == ["", "4H"]
    assert [played.variable("points", team) for team in (0, 1)] == [2, 7]
    assert played.variable("x") == 2


def test_all_teams_at_once(four: Effect) -> None:
    played = four("""
- action: DEAL_ROUND_ROBIN
  from: {path: $.zones.deck}
  to: {path: "$.teams[*].zones.tricks"}
  count: 3
- {action: SET_VARIABLE, path: "$.teams[*].points", value: 4}
- {action: SET_VARIABLE, path: $.x, value: {sum: [{path: "$.teams[*].points"}]}}
""")
    assert [played.zone("tricks", team) for team in (0, 1)] == ["3S 4H 2H", "4S 2S 3H"]
    assert played.variable("x") == 8


def test_the_hands_of_a_team_as_one_list(four: Effect) -> None:
    played = four("""
- {action: DEAL, from: {path: $.zones.deck}, to: {path: "$.players[0].zones.hand"}, count: 1}
- {action: DEAL, from: {path: $.zones.deck}, to: {path: "$.players[1].zones.hand"}, count: 2}
- {action: DEAL, from: {path: $.zones.deck}, to: {path: "$.players[2].zones.hand"}, count: 2}
- {action: SET_VARIABLE, path: $.x, value: {count: [{path: "$.teams[red].players.zones.hand[*]"}]}}
""")
    assert played.variable("x") == 3


def test_a_computed_variable_of_each_team(four: Effect) -> None:
    played = four(
        """
- {action: INCREMENT, path: "$.teams[blue].points", by: 5}
- {action: SET_VARIABLE, path: $.x, value: {path: "$.teams[blue].double"}}
""",
        variables="""
- name: double
  scope: per_team
  computed: true
  expression: {mul: [{path: "$team.points"}, {value: 2}]}
""",
    )
    assert played.variable("x") == 10


def test_a_team_sees_what_it_keeps(text: Text) -> None:
    rules = """
- id: r
  trigger: on.phase.Act
  effect:
    - {action: MOVE, from: {path: $.zones.deck}, to: {path: "$.teams[current].zones.tricks"}}
    - {action: INCREMENT, path: "$.teams[current].plan"}
    - {action: REQUEST_INPUT, options: {path: $.teams}, store_as: side}
    - {action: INCREMENT, path: "$.teams[ref:side].points"}
"""
    secret = "- {name: plan, scope: per_team, initial_value: 0, visibility: owner}"
    made = text(FOUR, rules, POINTS + secret)
    table = ludwright.loads(made, "cgml").table(players=4, seed=1)
    assert list(map(str, table.legal())) == ["red", "blue"]
    assert [table.view(seat).zone("tricks", 0) for seat in range(4)] == [["2H"], [None]] * 2
    assert [table.view(seat).hides("plan", 0) for seat in range(4)] == [False, True] * 2
    table.apply("blue")
    assert table.variable("points", 1) == 1


# ---- who wins ------------------------------------------------------------------------------------


def test_the_best_team_wins_with_all_its_players(four: Effect) -> None:
    played = four("[{action: INCREMENT, path: '$.teams[blue].points', by: 3}]")
    assert played.result == ([1, 3], [0, 3, 0, 3], "finished")


def test_the_lowest_of_computed_numbers(four: Effect) -> None:
    changes = FOUR.replace(
        '{max: [{path: "$.teams[*].points"}]}',
        '{min: [{map: [{path: $.teams}, {mul: [{path: "$.item.points"}, {value: 10}]}]}]}',
    )
    played = four("[{action: INCREMENT, path: '$.teams[blue].points', by: 3}]", changes)
    assert played.result == ([0, 2], [0, 30, 0, 30], "finished")


@pytest.mark.parametrize(
    ("evaluator", "winners"),
    [
        ('{path: "$.teams[blue]"}', [1, 3]),
        ("{argmax: [{path: $.teams}, {path: $.item.points}]}", [0, 2]),
        ("{sort: [{path: $.teams}, {path: $.item.points}]}", [1, 3]),
        ('{winners: {path: "$.teams"}}', [0, 1, 2, 3]),
        ('{winners: {path: "$.teams[1]"}}', [1, 3]),
        ('{path: "$.side"}', []),
    ],
)
def test_a_team_as_the_result(four: Effect, evaluator: str, winners: list[int]) -> None:
    changes = FOUR.replace('{max: [{path: "$.teams[*].points"}]}', evaluator)
    played = four("[{action: INCREMENT, path: '$.teams[red].points'}]", changes)
    assert played.result[0] == winners


def test_a_team_ends_the_game_as_winner(four: Effect) -> None:
    played = four("[{action: END_GAME, winners: {path: '$.teams[opponent]'}, reason: gone}]")
    assert played.result == ([1, 3], None, "gone")
