"""Version 1.2: every form is read as what it means, worked out by hand; whole games run.

The deck is 2H 3H 4H 2S 3S 4S from the top, as in the other tests.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.languages.cgml.tools import TOOLS
from ludwright.languages.cgml.upgrade.document import upgrade
from ludwright.languages.yaml.read import Mapping, Sequence, read_yaml
from tools.lockstep import lock_step

Run = Callable[..., Any]

OLDER = Path(__file__).parent / "older"
FILES = sorted(OLDER.glob("*.cgml"))
OLD = 'cgml_version: "1.2"'
GAMES = {"war": 2, "go-fish": 3, "eights": 3, "trick": 2}


@cache
def lowered(path: Path) -> n.GameDef:
    report = Report()
    game = TOOLS.game_of(Source(path.name, path.read_text(encoding="utf-8")), report)
    assert game is not None and not report.failed, report.items
    return game


@pytest.mark.quick(7)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_old_file_is_clean(path: Path) -> None:
    assert lowered(path).name.startswith("Old ")
    assert not [d for d in ludwright.check(path) if d.severity == "error"]


def test_a_number_is_a_version_too(lower: Run, text: Run) -> None:
    assert lower(text("cgml_version: 1.2")) == lower(text(OLD)) == lower(text())


# ---- one form each -------------------------------------------------------------------------------

VALUES = [
    # Paths.
    ("{path: game.deck.card_count}", 6),
    ("{path: zones.deck.card_count}", 6),
    ("zones.deck.size", 6),
    ("{path: deck.count}", 6),
    ("{path: game.cards.card_count}", 6),
    ("{path: player.0.score}", 5),
    ("{path: player.1.score}", 7),
    ("{path: player.current.score}", 5),
    ("{path: player.opponent.score}", 7),
    ("{path: current_player.score}", 5),
    ('{path: "players[1].score"}', 7),
    ("{sum: [{path: players.score}]}", 12),
    ("{sum: {path: player.all.score}}", 12),
    ("{path: game.x}", 1),
    ("{path: variables.x}", 1),
    ("{path: trick.size}", 3),
    ("{rank_value: {path: zone.deck.top_card.rank}}", 1),
    ("{rank_value: {path: zones.deck.bottom_card.rank}}", 3),
    # Operators.
    ('{operator: "+", operands: [{path: x}, {value: 2}]}', 3),
    ('{operator: "+", operands: [1, 2, 3]}', 6),
    ('{operator: "-", operands: [{value: 9}, {path: x}]}', 8),
    ('{operator: "*", operands: [3, 4]}', 12),
    ('{operator: "%", operands: [7, 4]}', 3),
    ("{operator: max, operands: [3, 8, 5]}", 8),
    ("{min: [{value: 9}, {path: deck.card_count}]}", 6),
    ("{count: zones.deck}", 6),
    ("{count: {filter: [zones.deck, {isEqual: [card.suit, S]}]}}", 3),
    ("{count: {select: [{path: deck}, {isEqual: [{path: card.rank}, {value: 2}]}]}}", 2),
    ("{count: {distinct: {map: [{path: deck}, {select: card.rank}]}}}", 3),
    ("{count: {distinct: {map: deck, select: suit}}}", 2),
    ("{sum: {map: {in: players, select: score}}}", 12),
    ("{max: {map: {list: players, select: {path: player.score}}}}", 7),
    # Literals without a key.
    ("4", 4),
]


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=[value for value, _ in VALUES])
def test_values(effect: Run, value: str, expected: int) -> None:
    table = effect(
        f"""
        - {{action: SET_VARIABLE, path: player.0.score, value: 5}}
        - {{action: SET_VARIABLE, variable: players.1.score, value: {{value: 7}}}}
        - {{action: SET_VARIABLE, path: {{path: x}}, value: 1}}
        - {{action: SET_VARIABLE, path: game.result, value: {value}}}
        """,
        OLD,
        "[{name: result, initial_value: 0}, {name: trick.size, initial_value: 3}]",
    )
    assert table.variable("result") == expected


TESTS = [
    ("{isEqual: [{path: zone.deck.top_card.rank}, {value: 2}]}", True),
    ('{isEqual: [deck.top_card.rank, "3"]}', False),
    # Ranks are compared by their places: 2 < 4.
    ("{isGreaterThan: [{path: deck.bottom_card.rank}, {path: deck.top_card.rank}]}", True),
    ("{isLessThan: [{path: deck.bottom_card.rank}, {value: 3}]}", False),
    ("{isGreaterThan: [{max: {path: deck.rank}}, 2]}", True),
    ("{isGreaterThan: [{max: {path: deck.rank}}, 3]}", False),
    ("{not: {isEqual: [{path: deck.card_count}, {value: 0}]}}", True),
    ('{operator: "==", operands: [{path: deck.card_count}, 6]}', True),
    ('{operator: "!=", operands: [{path: deck.card_count}, 6]}', False),
    ('{operator: ">=", operands: [{path: deck.card_count}, 6]}', True),
    ('{operator: "<", operands: [{path: deck.card_count}, 6]}', False),
    ("{contains: [{path: deck.suit}, {value: H}]}", True),
    ("{exists: pile.top_card}", False),
    ("{any: [deck, {isEqual: [card.rank, 4]}]}", True),
    ("{isEqual: [player.current.id, player.0.id]}", True),
]


@pytest.mark.parametrize(("condition", "holds"), TESTS, ids=[test for test, _ in TESTS])
def test_a_condition_on_any_action(effect: Run, condition: str, holds: bool) -> None:
    table = effect(f"[{{action: INCREMENT_VARIABLE, path: x, condition: {condition}}}]", OLD)
    assert table.variable("x") == holds


MOVES = [
    ("{action: DRAW, player: current}", "", "2H", ""),
    ("{action: DRAW, player: 1, count: 2}", "", "", "3H 2H"),
    ("{action: DRAW, from: zones.line}", "", "", ""),
    ("{action: DRAW, count: {min: [9, {path: deck.size}]}}", "", "4S 3S 2S 4H 3H 2H", ""),
    # Everyone gets as many, card by card.
    ("{action: DEAL, from: zones.deck, to: zones.hand, count: 2}", "", "4H 2H", "2S 3H"),
    ("{action: DEAL, from: deck, to: players, count: 1}", "", "2H", "3H"),
    ("{action: DEAL, from: deck, to: player.1.hand, count: 2}", "", "", "3H 2H"),
    ("{action: DEAL, from: deck, to: zones.hand, count: all}", "", "3S 4H 2H", "4S 2S 3H"),
    ("{action: DEAL_ALL, from_deck: cards, to: players.hand}", "", "3S 4H 2H", "4S 2S 3H"),
    ("{action: MOVE, from: zones.deck, to: zones.pile}", "2H", "", ""),
    ("{action: MOVE, from: deck, to: pile, count: all}", "2H 3H 4H 2S 3S 4S", "", ""),
    ("{action: MOVE, from: deck, to: pile, filter: {isEqual: [card.rank, 4]}}", "4S 4H", "", ""),
]


@pytest.mark.parametrize(("action", "pile", "mine", "yours"), MOVES, ids=[m[0] for m in MOVES])
def test_moving(effect: Run, action: str, pile: str, mine: str, yours: str) -> None:
    table = effect(f"[{action}]", OLD)
    assert (table.zone("pile"), table.zone("hand", 0), table.zone("hand", 1)) == (pile, mine, yours)


FINDS = [
    ("filter: {isEqual: [card.rank, 3]}", "ref:it", "3H"),
    ("where: {isEqual: [card.rank, 3]}, count: 1", "ref:it", "3H"),
    ("filter: {isEqual: [card.rank, 3]}, count: all", "ref:it", "3S 3H"),
    # All spades: the groups are by suit, and each has three cards of which one is a four.
    ("group_by: suit, having: {contains: [{map: [group, {select: rank}]}, 4]}", "", "S H"),
    ("group_by: card.rank, having: {isGreaterThan: [{count: group}, 2]}", "", ""),
]


@pytest.mark.parametrize(("how", "moved", "expected"), FINDS, ids=[find[0] for find in FINDS])
def test_find_and_store(effect: Run, how: str, moved: str, expected: str) -> None:
    move = f"{{action: MOVE, from: {moved}, to: pile}}"
    if not moved:
        wanted = (
            "{isEqual: [card.suit, ref:item]}"
            if "suit" in how
            else "{isEqual: [card.rank, ref:item]}"
        )
        inner = f"{{action: MOVE, from: {{first: {{filter: [deck, {wanted}]}}}}, to: pile}}"
        move = f"{{action: FOR_EACH, in: ref:it, do: [{inner}]}}"
    table = effect(f"[{{action: FIND_AND_STORE, in: deck, {how}, store_as: it}}, {move}]", OLD)
    found = table.zone("pile")
    assert found == expected or " ".join(card[-1] for card in found.split()) == expected


def test_what_is_not_found_is_nothing(effect: Run) -> None:
    table = effect(
        """
        - {action: FIND_AND_STORE, in: zones.pile, store_as: it}
        - {action: INCREMENT_VARIABLE, path: x, value: 5, condition: {not: {exists: ref:it}}}
        """,
        OLD,
    )
    assert table.variable("x") == 5


def test_store_keeps_a_value_for_the_rest_of_the_effect(effect: Run) -> None:
    # What was counted before the move is still the same after it.
    table = effect(
        """
        - {action: STORE, value: {count: [{path: "$.zones.deck"}]}, store_as: before}
        - {action: MOVE, from: {path: "$.zones.deck"}, to: {path: "$.zones.pile"}}
        - {action: SET_VARIABLE, path: $.x, value: {ref: before}}
        """
    )
    assert table.variable("x") == 6


# ---- options -------------------------------------------------------------------------------------

OPTIONS = [
    ("options: {type: player}", "seat", [0, 1, 2]),
    (
        "options: {type: player}, filter: {not: {isEqual: [player.id, player.current.id]}}",
        "seat",
        [1, 2],
    ),
    ("options: {filter: {not: {isEqual: [{path: player.id}, player.current.id]}}}", "seat", [1, 2]),
    ("options: {type: rank}", "rank", ["2", "3", "4"]),
    ("options: {type: rank, filter: [2, 4]}", "rank", ["2", "4"]),
    ("options: {type: rank, filter: {not: {isEqual: [rank, 3]}}}", "rank", ["2", "4"]),
    (
        "options: {type: rank}, filter: {distinct: {map: [line, {select: card.rank}]}}",
        "rank",
        ["3"],
    ),
    ("options: {type: rank}, filter: {contains: [{path: line.rank}, rank]}", "rank", ["3"]),
    ("options: {type: suit}", "suit", ["H", "S"]),
    ("options: {type: card, from: zones.line}", "token", ["3H"]),
    ("options: {values: [4, 5]}", "int", [4, 5]),
    ("options: [4, 5]", "int", [4, 5]),
    ("options: zones.line", "token", ["3H"]),
]


@pytest.mark.parametrize(("how", "kind", "expected"), OPTIONS, ids=[o[0] for o in OPTIONS])
def test_options(effect: Run, how: str, kind: str, expected: list[Any]) -> None:
    use = {
        "seat": "{action: DRAW, player: ref:it}",
        "rank": "{action: MOVE, from: deck, to: pile, filter: {isEqual: [card.rank, ref:it]}}",
        "suit": "{action: MOVE, from: deck, to: pile, filter: {isEqual: [card.suit, ref:it]}}",
        "token": "{action: MOVE, from: ref:it, to: pile}",
        "int": "{action: SET_VARIABLE, path: x, value: ref:it}",
    }
    table = effect(
        f"""
        - {{action: MOVE, from: {{path: "$.zones.deck[1]"}}, to: zones.line}}
        - {{action: REQUEST_INPUT, player: current, {how}, store_as: it}}
        - {use[kind]}
        """,
        OLD + "\nmeta: {players: {min: 2, max: 3}}",
        players=3,
    )
    assert table.options(kind) == expected


# ---- rules and turns -----------------------------------------------------------------------------

LISTED = OLD + "\nflow: {states: [Play, Over], turn_structure: [Act, Then]}"


def test_a_list_of_states_shares_the_turn_and_the_last_one_ends_the_game(
    play: Run, text: Run
) -> None:
    rules = """
    - {id: one, trigger: on.phase.Act, effect: [{action: INCREMENT_VARIABLE, path: x, value: 10}]}
    - {id: two, trigger: on.phase.Then, effect: [{action: INCREMENT_VARIABLE, path: x}]}
    - id: end
      trigger: on.turn.end
      condition: {isGreaterThan: [{path: x}, {value: 20}]}
      effect: [{action: SET_GAME_STATE, state: Over}]
    """
    table = play(text(LISTED, rules))
    # Two turns of two phases each: 11, 22, then over.
    assert (table.status, table.variable("x")) == ("over", 22)


def test_repeat_turn_ends_the_turn_and_the_same_player_has_another(play: Run, text: Run) -> None:
    rules = """
    - id: again
      trigger: on.phase.Act
      condition: {isLessThan: [{path: player.current.score}, {value: 3}]}
      effect:
        - {action: INCREMENT_VARIABLE, path: player.current.score}
        - {action: REPEAT_TURN}
    - {id: later_rule, trigger: on.phase.Act, effect: [{action: INCREMENT_VARIABLE, path: x}]}
    - id: later_phase
      trigger: on.phase.Then
      effect: [{action: INCREMENT_VARIABLE, path: x, by: 10}]
    - id: end
      trigger: on.turn.end
      effect: [{action: SET_GAME_STATE, state: Over, condition: {isEqual: [x, 22]}}]
    """
    table = play(text(LISTED, rules))
    # Each player repeats three times, then has one full turn.
    assert (table.variable("score", 0), table.variable("score", 1)) == (3, 3)
    assert table.variable("x") == 22


def test_what_one_rule_stores_another_of_the_turn_can_read(play: Run, text: Run) -> None:
    rules = """
    - id: store
      trigger: on.phase.Act
      condition: {isLessThan: [{path: x}, {value: 1}]}
      effect:
        - {action: REQUEST_INPUT, player: current, options: {type: rank}, store_as: rank}
        - {action: REQUEST_INPUT, player: current, options: {type: player}, store_as: who}
        - {action: REQUEST_INPUT, player: current, options: {value: [10, 20]}, store_as: number}
    - id: read
      trigger: on.phase.Then
      condition: {exists: [ref:rank]}
      effect:
        - {action: MOVE, from: deck, to: ref:who.hand, filter: {isEqual: [card.rank, ref:rank]}}
        - {action: SET_VARIABLE, path: x, value: ref:number}
    - id: forgotten
      trigger: on.phase.Then
      condition: {not: {exists: [ref:rank]}}
      effect: [{action: SET_GAME_STATE, state: Over}]
    """
    table = play(text(LISTED, rules))
    table.choose("3", "rank")
    table.choose(1, "seat")
    table.choose(20, "int")
    # In the second turn nothing is stored, so the game is over.
    assert (table.status, table.variable("x")) == ("over", 20)
    assert table.zone("hand", 1) == "3S 3H"


def test_a_stored_name_may_be_that_of_a_variable(play: Run, text: Run) -> None:
    rules = """
    - {id: a, trigger: on.phase.Act, effect: [{action: DRAW, store_as: x}]}
    - id: b
      trigger: on.phase.Then
      effect:
        - {action: SET_VARIABLE, path: x, value: {rank_value: {path: ref:x.rank}}}
        - {action: SET_GAME_STATE, state: Over}
    """
    table = play(text(LISTED, rules))
    assert table.variable("x") == 1
    # Others may not know which card was drawn.
    (kept,) = [v for v in table.game.variables if v.name == "x_of_turn"]
    assert kept.audience == "none"


def test_a_rejected_card_stays_in_the_hand(play: Run, text: Run) -> None:
    rules = """
    - {id: start, trigger: on.state.enter.Play, effect: [{action: DRAW, player: 0, count: 3}]}
    - id: play
      trigger: on.phase.Act
      effect:
        - {action: REQUEST_INPUT, player: current, options: player.0.hand, store_as: card}
        - {action: MOVE, from: ref:card, to: zones.pile}
    - id: too_low
      trigger: on.discard
      condition: {isLessThan: [{path: card.discarded.rank}, {path: zone.pile.top_card.rank}]}
      effect: [{action: REJECT_PLAY, reason: Too low.}, {action: RETURN_TO_HAND, card: card.played}]
    """
    change = "components: {component_types: {zone_types: {open: {meta: {role: discard}}}}}"
    table = play(text(f"{LISTED}\n{change}", rules))
    table.choose("3H")
    assert table.zone("pile") == "3H"
    table.choose("2H")
    assert (table.zone("pile"), table.options()) == ("3H", ["4H", "2H"])
    table.choose("4H")
    assert table.zone("pile") == "4H 3H"


def test_play_to_a_discard_pile_is_heard(play: Run, text: Run) -> None:
    rules = """
    - {id: move, trigger: on.phase.Act, effect: [{action: MOVE, from: deck, to: zones.pile}]}
    - id: heard
      trigger: on.play
      effect: [{action: INCREMENT_VARIABLE, path: x}, {action: SET_GAME_STATE, state: Over}]
    """
    change = "components: {component_types: {zone_types: {open: {meta: {role: discard}}}}}"
    assert play(text(f"{LISTED}\n{change}", rules)).variable("x") == 1


def test_a_card_goes_back_to_a_hand(effect: Run) -> None:
    table = effect("[{action: RETURN_TO_HAND, card: deck.top_card}]", OLD)
    assert table.zone("hand", 0) == "2H"


@pytest.mark.parametrize(
    "declared",
    ["per_player: true", "scope: player", "owner: player", "scope: per_player"],
)
def test_whose_a_variable_is(play: Run, text: Run, declared: str) -> None:
    rules = """
    - id: a
      trigger: on.phase.Act
      effect: [{action: INCREMENT_VARIABLE, path: player.1.mine}, {action: END_GAME}]
    """
    table = play(text(OLD, rules, f"[{{name: mine, {declared}, initial_value: 0}}]"))
    assert (table.variable("mine", 0), table.variable("mine", 1)) == (0, 1)


def test_a_computed_variable_holds_its_expression(effect: Run) -> None:
    variables = '[{name: twice, computed: {operator: "*", operands: [2, {path: deck.size}]}}]'
    table = effect("[{action: SET_VARIABLE, path: x, value: twice}]", OLD, variables)
    assert table.variable("x") == 12


def test_what_another_file_stores_can_not_be_read() -> None:
    part, other = (
        read_yaml(Source("part", f"rules: [{{id: {name}, effect: [{action}]}}]"), Report())
        for name, action in (
            ("a", "{action: DRAW, player: ref:who}"),
            ("b", "{action: REQUEST_INPUT, options: {type: player}, store_as: who}"),
        )
    )
    assert isinstance(part, Mapping) and isinstance(other, Mapping)
    (_, mine), (_, theirs) = part.entries[0], other.entries[0]
    assert isinstance(mine, Sequence) and isinstance(theirs, Sequence)
    rules = Sequence(mine.span, (*mine.items, *theirs.items))
    whole = Mapping(part.span, ((part.entries[0][0], rules),))
    report = Report()
    upgrade(part, report, whole)
    assert [d.code for d in report.items] == ["CG501"]
    assert "stored in one file and read in another" in report.items[0].message


# ---- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES.items())
def test_whole_games_run(name: str, players: int) -> None:
    game = lowered(OLDER / f"{name}.cgml")
    for seed in range(3):
        lock_step(game, players, seed, 40)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["trick", "turns"])
def test_values_of_a_turn_tell_nobody_too_much(name: str) -> None:
    tested = ludwright.load(OLDER / f"{name}.cgml").contract()
    assert not [breach for each in tested for breach in each.breaches]


def test_old_war_is_won_with_all_cards_or_by_count() -> None:
    table = ludwright.load(OLDER / "war.cgml").table(seed=3)
    while not table.over:
        table.advance()
    total = sum(len(table.zone(zone, seat)) for zone in ("pile", "shown") for seat in (0, 1))
    assert total + len(table.zone("stakes")) == 20
    assert table.result().winners


# ---- notes and places ----------------------------------------------------------------------------


def test_an_untouched_tree_is_the_same_object() -> None:
    text = 'setup: [{action: SHUFFLE, target: {path: "$.zones.deck"}}]\nrules: [{effect: []}]\n'
    tree = read_yaml(Source("new", text), Report())
    assert tree is not None
    assert upgrade(tree, Report()).tree is tree


def test_names_of_a_part_are_found_in_the_whole() -> None:
    part = read_yaml(Source("part", "setup: [{action: SHUFFLE, target: deck}]"), Report())
    whole = read_yaml(Source("whole", "components: {zones: [{name: deck}]}"), Report())
    assert part is not None and whole is not None
    report = Report()
    assert upgrade(part, report, whole).notes[0].message == "'deck' is now 'path: $.zones.deck'"
    assert not report.failed


def test_every_change_is_noted_with_its_place() -> None:
    text = "cgml_version: 1.2\nsetup:\n  - {action: SET_GAME_STATE, state: Over}\n"
    tree = read_yaml(Source("old", text), Report())
    assert tree is not None
    notes = upgrade(tree, Report()).notes
    assert [(note.span.line, note.message) for note in notes] == [
        (1, 'the version is now "1.3"'),
        (3, "SET_GAME_STATE is now SET_STATE"),
    ]


def test_mistakes_are_told_at_their_place_in_the_old_file() -> None:
    text = (OLDER / "war.cgml").read_text(encoding="utf-8")
    report = Report()
    TOOLS.game_of(Source("war", text.replace("player.1.pile.card_count", "player.1.score")), report)
    (found,) = [d for d in report.items if d.severity == "error"]
    line = next(
        i for i, each in enumerate(text.splitlines(), 1) if "player.1.pile.card_count" in each
    )
    assert found.span and found.span.line == line and found.code == "CG501"
