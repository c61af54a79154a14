"""What the constructs of SGDL become: things, places, and the shape of actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ludwright.diagnostics import Report, Source
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read, write
from ludwright.gamedef.verify import verify
from ludwright.gamedef.walk import walk
from ludwright.languages.sgdl.tools import TOOLS

Lower = Callable[[str], n.GameDef]

ROOT = Path(__file__).parents[3]
GAMES = sorted(
    [
        *ROOT.glob("src/ludwright/library/*/*.sgdl"),
        *Path(__file__).parent.glob("traces/*.sgdl"),
    ]
)

SIMPLE = """Simple
$cards
DECK {deck}
$initial
{initial}
$moves
{moves}
$win
{win}
"""


def text(
    initial: str,
    moves: str = "MOVE A A\nDEST Empty",
    win: str = "PILE ALL A Empty",
    deck: str = "1 SPADES",
) -> str:
    return SIMPLE.format(deck=deck, initial=initial, moves=moves, win=win)


def loop(game: n.GameDef) -> tuple[n.Statement, ...]:
    turns = game.procedures[0].body[-1]
    assert isinstance(turns, n.While)
    return turns.body


def actions(game: n.GameDef) -> tuple[n.Action, ...]:
    return next(s.actions for s in loop(game) if isinstance(s, n.Decide))


@pytest.mark.quick(9)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_games_keep_the_laws_and_survive_their_text(path: Path, lower: Lower) -> None:
    game = lower(path.read_text())
    assert verify(game) == []
    assert read(write(game)) == game


# ---- things and places ---------------------------------------------------------------------------


def test_the_deck_is_built_in_the_order_written(lower: Lower) -> None:
    game = lower(text("A 12", deck="2 {HEARTS, SPADES} {K, 1, 10}"))
    (deck,) = game.supplies
    once = ["KH", "AH", "10H", "KS", "AS", "10S"]
    assert [token.name for token in deck.tokens] == once * 2
    assert deck.tokens[1].values == ("1", "HEARTS", "red")
    assert deck.tokens[3].values == ("K", "SPADES", "black")
    assert [prop.name for prop in game.properties] == ["rank", "suit", "color"]


def test_a_full_deck_has_thirteen_ranks_and_numbers_for_them(lower: Lower) -> None:
    game = lower(text("A 26", deck="1 {CLUBS, DIAMONDS}"))
    names = [token.name for token in game.supplies[0].tokens]
    assert names[:3] == ["AC", "2C", "3C"]
    assert names[10:14] == ["JC", "QC", "KC", "AD"]
    ranks = next(enum for enum in game.enums if enum.name == "rank")
    (table,) = game.tables
    assert dict(zip(ranks.values, table.values, strict=True))["K"] == 13


def test_the_first_line_is_the_name(lower: Lower) -> None:
    game = lower(text("A 13"))
    assert game.name == "Simple"
    assert (game.least_players, game.most_players) == (1, 1)


def test_piles_of_one_name_are_one_zone_several_times(lower: Lower) -> None:
    game = lower(text("A 6\nB 3\nA 4"))
    found = {zone.name: (zone.count, zone.face, zone.others_see, zone.label) for zone in game.zones}
    assert found == {
        "deck": (1, "down", "count", "deck"),
        "A": (2, "keep", "all", "a"),
        "B": (1, "keep", "all", "b"),
    }


def test_piles_are_fanned_but_foundations_are_stacked(lower: Lower) -> None:
    game = lower(text("A 6\nFOUNDATION 0\nDRAW 7 ROTATE 3 3 U"))
    looks = {zone.name: zone.look for zone in game.zones}
    assert looks == {
        "deck": "pile", "DRAW": "pile", "WASTE": "row", "PASSED": "pile", "A": "column",
        "FOUNDATION": "pile",
    }  # fmt: skip
    game = lower(text("A 6\nDRAW 7 ROTATE 3 U U"))
    assert {zone.name: zone.look for zone in game.zones}["WASTE"] == "pile"


@pytest.mark.parametrize(
    ("rules", "look"),
    [
        ("MOVE A CELL\nDEST Empty", "pile"),
        ("MOVE A CELL\nAND\n    DEST Empty\n    SRC Rank 1", "pile"),
        ("MOVE A CELL\nOR\n    DEST Empty\n    SRC Rank 1", "column"),
        ("MOVE A CELL\nDEST Size <= 1", "column"),
        ("MOVE_STACK A CELL\nDEST Empty", "column"),
        ("MOVE A CELL\nDEST Empty\nMOVE CELL CELL\nSRC Rank 1", "column"),
        ("MOVE CELL A\nSRC Rank 1", "pile"),
    ],
)
def test_places_that_never_hold_two_cards_are_not_fanned(
    lower: Lower, rules: str, look: str
) -> None:
    for count, expected in ((0, look), (1, look), (2, "column")):
        game = lower(text(f"A {13 - count}\nCELL {count}", rules))
        assert {zone.name: zone.look for zone in game.zones}["CELL"] == expected
    game = lower(text("A 6\nCELL 0\nDRAW 7 DEAL CELL", rules))
    assert {zone.name: zone.look for zone in game.zones}["CELL"] == "column"


def test_starting_cards_leave_before_the_only_shuffle(lower: Lower) -> None:
    """So a given order of the deck speaks of the cards that are really dealt."""
    body = lower(text("A 2 {S1, SK}\nB 11")).procedures[0].body
    kinds = [type(statement).__name__ for statement in body]
    assert kinds == ["MoveToken", "MoveToken", "Shuffle", "MoveTop", "Turn", "Turn", "While"]


@pytest.mark.parametrize(
    ("draw", "names", "redeals"),
    [
        ("DEAL A", ["deck", "DRAW", "A"], False),
        ("ROTATE 1 U U", ["deck", "DRAW", "WASTE", "A"], False),
        ("ROTATE 1 U 0", ["deck", "DRAW", "WASTE", "A"], False),
        ("ROTATE 1 3 U", ["deck", "DRAW", "WASTE", "PASSED", "A"], False),
        ("ROTATE 1 3 2", ["deck", "DRAW", "WASTE", "PASSED", "A"], True),
    ],
)
def test_zones_of_the_draw_pile(draw: str, names: list[str], redeals: bool, lower: Lower) -> None:
    game = lower(text(f"DRAW 5 {draw}\nA 8"))
    assert [zone.name for zone in game.zones] == names
    faces = {zone.name: zone.face for zone in game.zones}
    assert faces["DRAW"] == "down"
    assert faces.get("WASTE", "up") == faces.get("PASSED", "up") == "up"
    assert [variable.name for variable in game.variables] == ["redeals"] * redeals


def test_our_own_names_make_way_for_those_of_the_author(lower: Lower) -> None:
    initial = "DRAW 4 ROTATE 1 3 U\nWASTE 1\nPASSED 2\ndeck 3\na 1\nA 2"
    game = lower(text(initial, "MOVE DRAW WASTE\nDEST Empty"))
    names = [zone.name for zone in game.zones]
    assert len(set(names)) == len(names) == 9
    labels = [zone.label for zone in game.zones]
    assert len(set(labels)) == len(labels)
    assert game.supplies[0].zone not in ("deck", "WASTE", "PASSED")
    assert verify(game) == []


# ---- actions -------------------------------------------------------------------------------------


def test_order_of_actions(lower: Lower) -> None:
    moves = (
        "MOVE_STACK A B\nDEST Empty\nMOVE {B, A} {A, B}\nDEST Empty\n"
        "DRAW\nPILE ALL A Empty\nMOVE DRAW A\nDEST Empty"
    )
    game = lower(text("DRAW 5 ROTATE 1 U U\nA 4\nB 4", moves))
    texts = [
        (action.name, *(str(text.parts[0]) for text in action.notations[1:]))
        for action in actions(game)
    ]
    assert texts == [
        ("draw", "draw"),
        ("move", "move B["),
        ("move", "move B["),
        ("move", "move A["),
        ("move", "move A[", "move_stack A["),
        ("move", "move DRAW"),
        ("move_stack", "move_stack A["),
    ]


def test_a_move_has_a_guard_of_a_fixed_shape(lower: Lower) -> None:
    """Piles must differ if they can be the same, the card is face up, then the condition."""
    moves = "MOVE A {A, B}\nAND\n    DESTSRC Suit match\n    SRC Rank {1, K}"
    same, other = actions(lower(text("A 7\nB 6", moves)))
    source, target = n.Local(name="source"), n.Local(name="target")
    assert isinstance(same.guard, n.And)
    assert isinstance(other.guard, n.And)
    assert same.guard.items[0] == n.Not(item=n.Equal(left=source, right=target))
    assert same.guard.items[1:] == other.guard.items
    face_up, condition = other.guard.items
    top, onto = n.TopOf(zone=source), n.TopOf(zone=target)
    assert face_up == n.IsFaceUp(token=top)
    rank = n.PropertyOf(token=top, property="rank")
    assert condition == n.And(
        items=(
            n.And(
                items=(
                    n.Exists(item=onto),
                    n.Equal(
                        left=n.PropertyOf(token=top, property="suit"),
                        right=n.PropertyOf(token=onto, property="suit"),
                    ),
                )
            ),
            n.Or(
                items=(
                    n.Equal(left=rank, right=n.Symbol(enum="rank", value="1")),
                    n.Equal(left=rank, right=n.Symbol(enum="rank", value="K")),
                )
            ),
        )
    )


def runs(action: n.Action) -> list[n.RunLength]:
    return [node for node in walk(action) if isinstance(node, n.RunLength)]


def test_what_must_hold_in_a_run_bounds_its_length(lower: Lower) -> None:
    """Also from nested ANDs; only what is left is asked for each length."""
    moves = (
        "MOVE_STACK A A\nAND\n    SRCSTACK Suit match\n    AND\n        SRCSTACK Rank equal\n"
        "        DEST Empty"
    )
    (stack,) = actions(lower(text("A 13\nA 0", moves)))
    (run,) = runs(stack)
    assert isinstance(run.where, n.And)
    assert len(run.where.items) == 2
    assert stack.parameters[2].items == n.Range(
        low=n.Number(value=0), high=n.Subtract(left=run, right=n.Number(value=1))
    )
    assert isinstance(stack.guard, n.And)
    size = n.SizeOf(zone=n.Local(name="target"))
    assert stack.guard.items[1:] == (n.Equal(left=size, right=n.Number(value=0)),)


def test_a_run_is_one_choice_below_or(lower: Lower) -> None:
    moves = "MOVE_STACK A B\nOR\n    SRCSTACK Suit match\n    SRCSTACK Rank equal"
    (stack,) = actions(lower(text("A 13\nB 0", moves)))
    bound, suit, rank = runs(stack)
    assert bound.where == n.Truth(value=True)
    depth = n.Local(name="depth")
    tests = n.Or(items=(n.Less(left=depth, right=suit), n.Less(left=depth, right=rank)))
    assert isinstance(stack.guard, n.And)
    assert stack.guard.items == (tests,)


def test_conditions_know_their_lines(lower: Lower) -> None:
    game = lower(text("A 7\nB 6", "MOVE A B\nOR\n    DEST Empty\n    DEST Size > 3"))
    (move,) = actions(game)
    assert isinstance(move.guard, n.And)
    lines = [node.span.line for node in walk(move.guard.items[1]) if node.span]
    assert list(dict.fromkeys(lines)) == [9, 10, 11]


def test_win_is_spelled_out_for_every_pile(lower: Lower) -> None:
    game = lower(text("DRAW 4 ROTATE 1 2 U\nA 5\nA 4", win="PILE ANY {A, DRAW} Empty"))
    first = loop(game)[0]
    assert isinstance(first, n.If)
    assert isinstance(first.test, n.Or)
    assert len(first.test.items) == 3
    zones = [node.name for node in walk(first.test.items[2]) if isinstance(node, n.ZoneAt)]
    assert sorted(zones) == ["DRAW", "PASSED", "WASTE"]


def test_only_games_with_automatic_rules_look_for_them(lower: Lower) -> None:
    plain = lower(text("A 13"))
    assert not [node for node in walk(plain) if isinstance(node, n.TakeFirst)]
    auto = lower(text("A 13\nB 0", "MOVE A B\nDEST Empty\n$auto\nMOVE B A\nSRC Rank K"))
    (first,) = [node for node in walk(auto) if isinstance(node, n.TakeFirst)]
    assert [action.name for action in first.actions] == ["move"]


# ---- after errors --------------------------------------------------------------------------------


def test_bad_parts_leave_holes_and_the_rest_is_built() -> None:
    report = Report()
    source = Source("x", text("A 7\nB 6", "MOVE A B\nDEST Emty\nMOVE B X\nDEST Empty", win="PILE"))
    game = TOOLS.game_of(source, report)
    assert [d.code for d in report.sorted()] == ["SG404", "SG301", "SG404"]
    assert game is not None
    assert len(actions(game)) == 1
    holes = [node.span.line for node in walk(game) if isinstance(node, n.Hole) and node.span]
    # The first is part of the guard and of what is told about it.
    assert sorted(set(holes)) == [9, 13] and len(holes) == 3


@pytest.mark.parametrize("initial", ["", "A"])
def test_nothing_is_built_without_piles(initial: str) -> None:
    report = Report()
    assert TOOLS.game_of(Source("x", text(initial)), report) is None
    assert report.failed


# ---- the page about the language -----------------------------------------------------------------


def test_the_mapping_table_names_tests_that_exist() -> None:
    page = (ROOT / "src/ludwright/languages/sgdl/README.md").read_text()
    here = Path(__file__).parent
    tests = "".join(path.read_text() for path in here.glob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 25
    assert not {name for name in named if f"def {name}(" not in tests}
