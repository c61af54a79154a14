"""Actions that fail in play are counted: which, why, where, how often; and no seat learns of it."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright.play.contract import broken_promises
from ludwright.play.events import failures_of
from ludwright.play.failures import failed_actions

TURNS = 6

TEXT = """\
cgml_version: "1.3"
meta: {{name: failing, players: {{min: 2, max: 2}}}}
components:
  component_types:
    deck_types:
      d: {{composition: [{{type: template, template: standard_suits, values: [2, 3]}}]}}
    zone_types:
      pile: {{ordering: lifo, visibility: {{all: all}}}}
  decks: {{m: {{type: d}}}}
  zones:
    - {{name: deck, type: pile, of_deck: m}}
    - {{name: empty, type: pile, of_deck: m}}
    - {{name: other, type: pile, of_deck: m}}
  variables:
    - {{name: turns, initial_value: 0}}
    - {{name: zero, initial_value: 0}}
    - {{name: reached, initial_value: 0}}
setup: []
flow:
  states: {{S: {{phases: [A]}}, Over: {{phases: []}}}}
  initial_state: S
  player_order: clockwise
  transitions: [{{from: S, to: Over, condition: {{isAtLeast: [{{path: "$.turns"}}, {turns}]}}}}]
  win_condition: {{evaluator: {{winners: {{list: [{{path: "$.players[0]"}}]}}, reason: done}}}}
rules:
  - id: failing
    trigger: on.phase.A
    priority: 2
    on_failure: {policy}
    effect:
      - {{action: {action}}}
      - {{action: INCREMENT, path: {{path: "$.reached"}}, by: 1}}
  - id: counting
    trigger: on.phase.A
    effect:
      - {{action: INCREMENT, path: {{path: "$.turns"}}, by: 1}}
{more}"""

LISTENING = """\
  - id: listening
    trigger: on.move
    effect:
      - {action: INCREMENT, path: {path: "$.zero"}, by: 0}
"""

FAILING = {
    "too few cards": 'MOVE, from: {path: "$.zones.empty"}, to: {path: "$.zones.other"}',
    "a division": 'INCREMENT, path: {path: "$.reached"}, by: {mod: [1, {path: "$.zero"}]}',
    "a fraction": 'SET_VARIABLE, path: {path: "$.reached"}, '
    'value: {div: [1, {add: [{path: "$.turns"}, 2]}]}',
    "a constant fraction": 'SET_VARIABLE, path: {path: "$.reached"}, value: 0.5',
    "half a card": 'MOVE, from: {path: "$.zones.deck"}, to: {path: "$.zones.other"}, '
    'count: {div: [1, {add: [{path: "$.turns"}, 2]}]}',
    "an empty list": 'INCREMENT, path: {path: "$.reached"}, by: {max: [{filter: [{range: [1, 2]}, '
    '{isEqual: [{path: "$.item"}, 9]}]}]}',
}

REASONS = {
    "a division": "division by zero",
    "a fraction": "the number is not whole",
    "a constant fraction": "the number is not whole",
    "half a card": "the number is not whole",
    "an empty list": "the list is empty",
}


def described(action: str, policy: str, listens: bool) -> str:
    more = LISTENING if listens else ""
    return TEXT.format(action=action, policy=policy, more=more, turns=TURNS)


def line_of_the_failing_action(text: str) -> int:
    lines = text.splitlines()
    return 2 + next(i for i, line in enumerate(lines) if line == "    effect:")


@pytest.mark.parametrize("listens", [False, True], ids=["direct", "heard"])
@pytest.mark.parametrize("policy", ["abort", "continue", "rollback"])
@pytest.mark.parametrize("kind", FAILING)
def test_a_failing_action_is_counted_once_a_turn(kind: str, policy: str, listens: bool) -> None:
    text = described(FAILING[kind], policy, listens)
    game = lw.loads(text, "cgml")
    found = game.simulate(games=5, seed=3, jobs=1)
    assert found.finished == 5
    failing = [each for each in found.failed_actions if each.rule == "failing"]
    first = failing[0]
    assert first.count == 5 * TURNS
    assert first.span and first.span.line == line_of_the_failing_action(text)
    assert first.action == FAILING[kind].partition(",")[0]
    assert first.reason == REASONS.get(kind, first.reason)
    assert all(each.rule for each in found.failed_actions)


def test_a_rule_that_works_is_not_reported() -> None:
    works = 'MOVE_ALL, from: {path: "$.zones.empty"}, to: {path: "$.zones.other"}'
    found = lw.loads(described(works, "abort", True), "cgml").simulate(games=3, jobs=1)
    assert found.failed_actions == ()


@pytest.mark.parametrize("bot", ["random", "first"])
def test_any_number_of_workers_and_any_bot_count_the_same(bot: str) -> None:
    game = lw.loads(described(FAILING["a division"], "abort", False), "cgml")
    alone, together = (game.simulate(games=40, seed=1, jobs=jobs, bot=bot) for jobs in (1, 4))
    assert alone.failed_actions == together.failed_actions
    assert [each.count for each in alone.failed_actions] == [40 * TURNS]


def test_a_table_with_a_trace_reports_failures_and_a_view_does_not() -> None:
    game = lw.loads(described(FAILING["too few cards"], "abort", False), "cgml")
    table = game.table(seed=1, pace="turn", trace=True)
    seen = 0
    while not table.over:
        table.apply(table.legal()[0])
        failed = failed_actions(table.program, failures_of(table.events()))
        seen += sum(each.count for each in failed)
        for seat in range(2):
            assert "failed" not in {event.kind for event in table.view(seat).events()}
    assert seen == TURNS


def test_a_game_that_never_ends_is_reported_by_play() -> None:
    text = described(FAILING["too few cards"], "abort", False)
    stuck = text.replace("by: 1}\n", "by: 0}\n")
    played = lw.loads(stuck, "cgml").check_by_play(games=1)
    assert [(d.code, d.severity) for d in broken_promises(played.tested)] == [("CT108", "warning")]
    assert (played.games, played.finished, played.faulted) == (1, 0, 0)
    assert broken_promises(lw.loads(text, "cgml").check_by_play(games=1).tested) == []


def test_games_are_exact_if_asked_for_and_else_end_with_the_time() -> None:
    game = lw.load("kuhn-poker")
    exact = game.check_by_play(games=7, seconds=0.0)
    assert (exact.games, exact.stopped_by) == (7, "games")
    first = game.check_by_play(seconds=0.0)
    assert (first.games, first.stopped_by) == (1, "time")
    told: list[tuple[int, int, int]] = []
    game.check_by_play(games=2, progress=lambda *done: told.append(done))
    assert told == [(2, 0, 2), (2, 1, 2)]


def test_what_was_played_as_json() -> None:
    game = lw.loads(described(FAILING["too few cards"], "abort", False), "cgml")
    data = game.check_by_play(games=2).as_json()
    assert (data["games"], data["finished"], data["unfinished"], data["faulted"]) == (2, 2, 0, 0)
    [failed] = data["failed_actions"]
    assert (failed["rule"], failed["action"], failed["count"]) == ("failing", "MOVE", 2 * TURNS)


def test_a_fault_is_counted_as_a_fault() -> None:
    too_large = 'INCREMENT, path: {path: "$.reached"}, by: 2000000000'
    played = lw.loads(described(too_large, "abort", False), "cgml").check_by_play(games=2)
    assert (played.games, played.finished, played.faulted) == (2, 0, 2)
    assert {d.code for d in broken_promises(played.tested)} == {"CT107"}
