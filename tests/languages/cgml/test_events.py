"""Rules that hear movements of cards.

The deck is 2H 3H 4H 2S 3S 4S from the top and is drawn from; the pile is for discards and the line
is where cards are played. Zones are written from the top down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

import ludwright
from tools.lockstep import lock_step

Run = Callable[..., Any]

ROLES = """
components:
  component_types:
    zone_types: {open: {meta: {role: discard}}, queue: {meta: {role: play}}}
"""
DECK, PILE, LINE = (f'{{path: "$.zones.{name}"}}' for name in ("deck", "pile", "line"))
MINE, YOURS = (f'{{path: "$.players[{seat}].zones.hand"}}' for seat in (0, 1))
DRAW = f"{{action: MOVE, from: {DECK}, to: {MINE}, count: 2}}"
DISCARD = f"{{action: MOVE, from: {MINE}, to: {PILE}}}"
VALUE = "{rank_value: [{path: $.card}]}"


def note(number: object) -> str:
    """An action that writes a digit behind those of x."""
    return (
        "{action: SET_VARIABLE, path: $.x, "
        f"value: {{add: [{{mul: [{{path: $.x}}, 10]}}, {number}]}}}}"
    )


@pytest.fixture
def described(text: Run) -> Run:
    """A game with one effect beside rules for movements; then it ends."""

    def write(actions: str, *rules: str, setup: str = "") -> str:
        done = {"id": "end", "trigger": "on.phase.Act", "effect": [{"action": "END_GAME"}]}
        effect = yaml.safe_load(f"[{actions}]")
        every = [
            *(yaml.safe_load(f"{{id: r{i}, {rule}}}") for i, rule in enumerate(rules)),
            {"id": "act", "trigger": "on.phase.Act", "effect": effect},
            {**done, "priority": -1},
        ]
        changes = ROLES + (f"setup: [{setup}]" if setup else "")
        return str(text(changes, yaml.safe_dump(every)))

    return write


@pytest.fixture
def heard(described: Run, play: Run) -> Run:
    """Play such a game to its end. Machine and oracle agree."""

    def run(*parts: str, setup: str = "") -> Any:
        played = play(described(*parts, setup=setup))
        lock_step(played.game, 2, 1)
        return played

    return run


@pytest.fixture
def fault(described: Run) -> Run:
    """The fault at which such a game ends. Machine and oracle agree that there is one."""

    def run(*parts: str) -> Any:
        game = ludwright.loads(described(*parts), "cgml")
        assert lock_step(game.definition, 2, 1).status == "fault"
        with pytest.raises(ludwright.GameFault) as caught:
            game.table(seed=1, pace="decision")
        return caught.value.diagnostic

    return run


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        (DRAW, 22),
        (f"{DRAW}, {DISCARD}", 223),
        (f"{{action: MOVE, from: {DECK}, to: {LINE}}}", 24),
        (f"{{action: MOVE_ALL, from: {LINE}, to: {PILE}}}", 0),
        (f"{{action: MOVE, from: {{bottom: [{DECK}]}}, to: {YOURS}}}", 2),
        (f"{{action: DEAL, from: {DECK}, to: {PILE}, count: 1}}", 23),
    ],
)
def test_what_sets_off_what(heard: Run, actions: str, expected: int) -> None:
    rules = [
        f"trigger: {event}, effect: [{note(number)}]"
        for event, number in (("on.discard", 3), ("on.play", 4), ("on.draw", 2))
    ]
    assert heard(actions, *rules).variable("x") == expected


@pytest.mark.parametrize(
    ("event", "field", "expected"),
    [
        # 2H and 3H are drawn by player 1, 4H by player 2; then player 1 discards 3H.
        ("on.draw", VALUE, 123),
        ("on.draw", "{if: [{isEqual: [{path: $.player}, {value: p2}]}, 2, 1]}", 112),
        ("on.draw", "{count: [{path: $.from}]}", 543),
        ("on.draw", "{count: [{path: $.to}]}", 121),
        ("on.discard", VALUE, 2),
        ("on.discard", "{count: [{path: $.zone}]}", 1),
        ("on.discard", "{count: [{path: $.event.to}]}", 1),
        ("on.move", VALUE, 1232),
    ],
)
def test_a_rule_knows_card_zones_and_player(
    heard: Run, event: str, field: str, expected: int
) -> None:
    actions = f"{DRAW}, {{action: MOVE, from: {DECK}, to: {YOURS}}}, {DISCARD}"
    table = heard(actions, f"trigger: {event}, effect: [{note(field)}]")
    assert table.variable("x") == expected


def test_the_order_of_rules(heard: Run) -> None:
    rules = [
        f"trigger: on.move, effect: [{note(8)}]",
        f"trigger: on.draw, effect: [{note(6)}]",
        f"trigger: on.draw, priority: 1, effect: [{note(5)}]",
        f"trigger: on.move, timing: pre, effect: [{note(2)}]",
        f"trigger: on.draw, timing: pre, effect: [{note(1)}]",
        f"trigger: on.discard, timing: pre, effect: [{note(9)}]",
    ]
    table = heard(f"{{action: MOVE, from: {DECK}, to: {MINE}}}", *rules)
    assert table.variable("x") == 12568


def test_a_rule_may_stand_in_for_a_movement(heard: Run) -> None:
    twos = f"{{isEqual: [{VALUE}, 1]}}"
    aside = f"{{action: MOVE, from: {{path: $.card}}, to: {LINE}}}"
    rules = [
        f"trigger: on.draw, timing: replace, condition: {twos}, effect: [{aside}, {note(1)}]",
        f"trigger: on.draw, effect: [{note(2)}]",
        f"trigger: on.play, effect: [{note(3)}]",
    ]
    table = heard(DRAW, *rules)
    assert (table.zone("hand", 0), table.zone("line")) == ("3H", "2H")
    # Putting the two aside takes it from the deck (2) and plays it (3), then the rule goes on (1).
    # The movement it stands for is not made; the three is drawn as usual (2).
    assert table.variable("x") == 2312


def test_a_card_that_was_moved_before_stays_there(heard: Run) -> None:
    away = f"{{action: MOVE, from: {{path: $.card}}, to: {LINE}}}"
    once = "once_per: game"
    rules = [
        f"trigger: on.draw, timing: pre, {once}, effect: [{away}]",
        f"trigger: on.draw, effect: [{note(2)}]",
    ]
    table = heard(DRAW, *rules)
    assert (table.zone("hand", 0), table.zone("line")) == ("3H", "2H")
    # Once for the movement to the line, once for the second card.
    assert table.variable("x") == 22


def test_the_setup_is_not_heard(heard: Run) -> None:
    rule = f"trigger: on.move, effect: [{note(1)}]"
    table = heard("", rule, setup=DRAW)
    assert (table.zone("hand", 0), table.variable("x")) == ("3H 2H", 0)


def test_ordering_a_zone_is_no_movement(heard: Run) -> None:
    rule = f"trigger: on.move, effect: [{note(1)}]"
    table = heard(f"{{action: REORDER, target: {DECK}, by: reverse}}", rule)
    assert table.variable("x") == 0


def test_a_rule_may_set_off_itself(heard: Run) -> None:
    # Each card drawn draws another one, until the deck is empty.
    more = f"{{action: MOVE, from: {DECK}, to: {MINE}}}"
    rule = f"trigger: on.draw, effect: [{note(1)}, {more}]"
    table = heard(f"{{action: MOVE, from: {DECK}, to: {MINE}}}", rule)
    assert (table.zone("deck"), table.variable("x")) == ("", 111111)


def test_a_filter_inside_has_its_own_card(heard: Run) -> None:
    same = "{isEqual: [{rank: [{path: $.card}]}, {rank: [{path: $.event.card}]}]}"
    match = f"{{action: MOVE, from: {DECK}, to: {PILE}, filter: {same}}}"
    table = heard(DRAW, f"trigger: on.draw, once_per: game, effect: [{match}]")
    assert (table.zone("pile"), table.zone("hand", 0)) == ("2S", "3H 2H")


def test_who_ends_the_game_does_it_after_the_effect(heard: Run) -> None:
    end = "{action: END_GAME, winners: {value: p2}, reason: unlucky}"
    rule = f"trigger: on.draw, effect: [{end}]"
    table = heard(f"{DRAW}, {note(7)}", rule)
    assert table.result == ([1], None, "unlucky")
    assert (table.zone("hand", 0), table.variable("x")) == ("3H 2H", 7)


def test_a_jump_is_taken_after_the_effect(heard: Run) -> None:
    rule = "trigger: on.draw, effect: [{action: SET_STATE, state: Over}]"
    table = heard(f"{DRAW}, {note(7)}", rule)
    assert table.status == "over"
    assert (table.zone("hand", 0), table.variable("x")) == ("3H 2H", 7)


def test_choices_inside(text: Run) -> None:
    ask = "{action: REQUEST_INPUT, options: {value: [1, 2]}, store_as: n}"
    rules = yaml.safe_load(
        f"""
        - {{id: a, trigger: on.draw, effect: [{ask}, {note("{ref: n}")}]}}
        - {{id: b, trigger: on.phase.Act, effect: [{DRAW}, {{action: END_GAME}}]}}
        """
    )
    game = ludwright.loads(text(ROLES, yaml.safe_dump(rules)), "cgml")
    for seed in range(4):
        lock_step(game.definition, 2, seed)
    table = game.table()
    for answer in ("2", "1"):
        table.apply(answer)
    assert table.over
    assert table.variable("x") == 21


def test_a_role_that_no_zone_has_is_warned_of(text: Run) -> None:
    rules = "[{id: a, trigger: on.discard, effect: []}]"
    game = ludwright.loads(text("", rules), "cgml")
    said = [d.message for d in game.loaded.diagnostics if d.code == "CG403"]
    assert any("role 'discard'" in message for message in said)


# ---- chains --------------------------------------------------------------------------------------

LONGEST_CHAIN = 256
LESS = "{action: SET_VARIABLE, path: $.x, value: {sub: [{path: $.x}, 1]}}"
MOVED = {
    "a card": "{action: MOVE, from: {path: $.card}, to: {path: $.from}}",
    "from a zone": "{action: MOVE, from: {path: $.to}, to: {path: $.from}, count: 1}",
    "all of a zone": "{action: MOVE_ALL, from: {path: $.to}, to: {path: $.from}}",
}


def chain(left: int, again: str) -> tuple[str, str]:
    """An effect, and a rule that hears a movement and makes the next, so many times."""
    begin = f"{{action: SET_VARIABLE, path: $.x, value: {left}}}, {DRAW.replace('2', '1')}"
    on = "condition: {isGreaterThan: [{path: $.x}, 0]}"
    return begin, f"trigger: on.move, timing: post, {on}, effect: [{LESS}, {again}]"


@pytest.mark.parametrize("how", MOVED)
def test_a_chain_of_256_events_is_played(heard: Run, how: str) -> None:
    table = heard(*chain(LONGEST_CHAIN, MOVED[how]))
    assert table.status == "over" and table.variable("x") == 0


@pytest.mark.parametrize("how", MOVED)
@pytest.mark.parametrize("left", [LONGEST_CHAIN + 1, 100_000])
def test_a_longer_chain_is_a_fault_that_names_its_rules(fault: Run, how: str, left: int) -> None:
    found = fault(*chain(left, MOVED[how]))
    assert found.code == "RT132"
    assert found.message.endswith("recursion through 'r0'")


def test_all_rules_of_a_circle_are_named_and_no_others(fault: Run) -> None:
    there, back = (
        f"trigger: on.{event}, effect: [{{action: MOVE, from: {{path: $.card}}, to: {to}}}]"
        for event, to in (("discard", LINE), ("play", PILE))
    )
    before = f"trigger: on.draw, effect: [{{action: MOVE, from: {{path: $.card}}, to: {PILE}}}]"
    circle = fault(DRAW, there, back, before).message.rpartition(" through ")[2].split(", ")
    assert sorted(circle) == ["'r0'", "'r1'"]
