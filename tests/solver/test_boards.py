"""Boards: they have the machine's moves, and leaving moves out never changes an answer."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.machine.interpreter import COMPILED
from ludwright.solver import general
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits
from ludwright.solver.board import words as b
from ludwright.solver.pile_game import NotAPileGame
from ludwright.solver.solve import solve
from tools.mini_solitaires import MINIS

if COMPILED:
    from ludwright.solver.board.driver import EXHAUSTED, WON, BestFirst, DepthFirst
    from ludwright.solver.board.solve import PROVED, Board
    from tools.board_answers import WAYS
    from tools.board_moves import moves_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="boards are only used as native code")

SOLITAIRES = sorted(path.parent.name for path in pipeline.LIBRARY.glob("*/*.sgdl"))
NO_BOARDS = {"pyramid", "tri-peaks", "la-belle-lucie"}


@cache
def mini(name: str) -> lw.Game:
    """A small solitaire."""
    return lw.loads(MINIS[name], language="sgdl")


def board_of(game: lw.Game, table: lw.Table) -> Board:
    """The position of a table."""
    return Board(game.definition, game.program(), table.state)


# ---- the same moves ----------------------------------------------------------------------------


def entries(board: Board) -> set[tuple[int, ...]]:
    """The moves of a board without any pruning, as a table's log would have them; without draws,
    and without what only comes in reach by drawing on."""
    rules = board.rules(0, exact=True)
    position = board.position(rules)
    zone = board.program.zone_number
    numbers = [zone(name, None, index) for name, index in rules.piles]
    found = set()
    for move in moves_of(rules, position):
        kind, source, target = move & 3, move >> b.S_FROM & 255, move >> b.S_TO & 255
        amount = move >> b.S_COUNT & 0x3FFF
        if kind != b.DRAW:
            rule = board.game.rules[move >> b.S_RULE & 255]
            action = rule.action + 1
        if kind == b.MOVE:
            depth = (amount - 1,) if rule.depth else ()
            found.add((action, numbers[source], numbers[target], *depth))
        elif kind == b.PLAY_STOCK and amount + 1 == position.numbers[b.DRAWN]:
            stock = board.game.stock
            assert stock and stock.waste
            found.add((action, zone(stock.waste), numbers[target]))
    return found


def same_moves(game: lw.Game, seed: int, most: int) -> None:
    """Play at random, and compare what the board and the table can do."""
    table = game.table(seed=seed)
    random = np.random.default_rng(seed)
    for _ in range(most):
        if table.over:
            break
        legal = table.legal()
        told = {table.entry(move) for move in legal if move.operands}
        assert entries(board_of(game, table)) == told
        table.apply(legal[int(random.integers(len(legal)))])


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", [game for game in SOLITAIRES if game not in NO_BOARDS])
def test_a_board_has_the_moves_of_the_game(name: str) -> None:
    same_moves(lw.load(name), seed=3, most=40)


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", MINIS)
def test_a_board_has_the_moves_of_a_small_game(name: str) -> None:
    for seed in range(3):
        same_moves(mini(name), seed, most=30)


@pytest.mark.parametrize("name", sorted(NO_BOARDS))
def test_other_games_are_left_to_the_general_search(name: str) -> None:
    game = lw.load(name)
    with pytest.raises(NotAPileGame):
        board_of(game, game.table(seed=1))


# ---- the same answers --------------------------------------------------------------------------


def answers(board: Board) -> list[int]:
    """What searches find without prunings, with each of them, and with all."""
    found = []
    for options, exact in WAYS[:-1]:
        rules = board.rules(options, exact)
        found.append(DepthFirst(rules, board.position(rules)).run(1_000_000))
    rules = board.rules(PROVED)
    return found + [kind(rules, board.position(rules)).run(1_000_000) for kind in SEARCHES]


SEARCHES = (DepthFirst, BestFirst) if COMPILED else ()


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", MINIS)
def test_no_pruning_changes_an_answer(name: str) -> None:
    game = mini(name)
    seen = set()
    for seed in range(100, 140):
        found = answers(board_of(game, game.table(seed=seed)))
        assert len(set(found)) == 1, seed
        assert found[0] in (WON, EXHAUSTED)
        seen.update(found)
    assert WON in seen


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", MINIS)
def test_the_general_search_gives_the_same_answers(name: str) -> None:
    game = mini(name)
    limits = Limits(seconds=None, states=40_000)
    compared = 0
    for seed in range(200, 208):
        state = game.table(seed=seed).state
        quick = solve(game.definition, game.program(), state)
        slow = general.search(game.definition, game.program(), state.copy(), limits, None)
        assert quick.status in (SOLVED, IMPOSSIBLE)
        if slow.status != UNKNOWN:
            compared += 1
            assert quick.status == slow.status, seed
    assert compared > 3


def test_best_first_and_depth_first_see_the_same_positions_of_a_lost_deal() -> None:
    game = mini("no stock, cards come back")
    compared = 0
    for seed in range(20):
        board = board_of(game, game.table(seed=seed))
        rules = board.rules(PROVED)
        both = [kind(rules, board.position(rules)) for kind in SEARCHES]
        if [search.run(1_000_000) for search in both] == [EXHAUSTED, EXHAUSTED]:
            assert both[0].visited == both[1].visited
            compared += 1
    assert compared


# ---- what is proved ----------------------------------------------------------------------------


def facts(name: str, text: str = "") -> Any:
    """What is found out about a game of the library, or of another text."""
    game = lw.loads(text, language="sgdl") if text else lw.load(name)
    return board_of(game, game.table(seed=1)).rules(PROVED).facts


def test_what_is_proved_of_games_of_the_library() -> None:
    klondike = facts("klondike")
    assert klondike.safe == b.SAFE_RETURNS
    assert klondike.interchangeable == {"COLUMN", "FOUNDATION"}
    assert len(klondike.parts) == 2
    assert klondike.returns
    freecell = facts("freecell")
    assert freecell.safe == b.SAFE_STAYS
    assert freecell.interchangeable == {"COLUMN", "CELL", "FOUNDATION"}
    assert not freecell.parts  # cards may go to cells, so a part may be worth moving
    canfield = facts("canfield")
    assert canfield.fills
    assert not canfield.slack
    spider = facts("spider")
    assert spider.safe == b.SAFE_NEVER
    assert spider.interchangeable == {"FOUNDATION"}  # a deal goes over the columns in their order


def test_what_keys_need_not_tell_of_games_of_the_library() -> None:
    """Of a pile that nothing leaves, its top card; of suits that no rule asks for, nothing."""
    golf, hole, klondike = (facts(name) for name in ("golf", "black-hole", "klondike"))
    assert (golf.key_parts["FOUNDATION"], golf.key_parts["COLUMN"]) == (b.TOP, b.WHOLE)
    assert hole.key_parts["FOUNDATION"] == b.TOP
    assert (
        facts("freecell").key_parts["FOUNDATION"] == b.TOP_AND_SIZE
    )  # the test for winning counts
    assert klondike.key_parts["FOUNDATION"] == b.WHOLE  # cards come back from there
    assert len(set(golf.looks)) == len(set(hole.looks)) == 13
    assert len(set(klondike.looks)) == 52
    assert hole.bears
    assert not golf.bears  # not all cards have to get to the foundation
    assert not klondike.bears


@pytest.mark.parametrize(
    ("change", "kept", "looks"),
    [
        (("", ""), b.TOP, 4),
        (("MOVE FAN GOAL\n", "MOVE GOAL FAN\nDEST Empty\nMOVE FAN GOAL\n"), b.WHOLE, 4),
        (("$win\n", "$auto\nMOVE GOAL FAN\nDEST Size > 9\n$win\n"), b.WHOLE, 4),
        (("$win\nPILE", "$win\nAND\n    PILE ALL GOAL Size > 1\n    PILE"), b.TOP_AND_SIZE, 4),
        (("DESTSRC Rank", "AND\n    DEST Size != 3\n    DESTSRC Rank"), b.TOP_AND_SIZE, 4),
        (("DESTSRC Rank", "AND\n    SRC Suit != HEARTS\n    DESTSRC Rank"), b.TOP, 8),
        (("DESTSRC Rank", "AND\n    DEST Suit != HEARTS\n    DESTSRC Rank"), b.TOP, 8),
        (("DESTSRC Rank", "AND\n    DESTSRC Suit match\n    DESTSRC Rank"), b.TOP, 16),
    ],
)
def test_what_a_rule_asks_for_is_in_the_key(change: tuple[str, str], kept: int, looks: int) -> None:
    text = MINIS["ranks only"].replace("distance_wrap", "distance")
    found = facts("", text.replace(*change))
    assert (found.key_parts["GOAL"], len(set(found.looks))) == (kept, looks)


def test_a_safe_card_needs_what_may_lie_on_it() -> None:
    """Black fives wait for red fours, these for black threes, if cards may come back."""
    kinds = {
        rank + suit[0]: number
        for number, (rank, suit, _) in enumerate(board_of_klondike().game.kinds)
    }
    closure = facts("klondike").closure[kinds["5S"]]
    needed = {card for card, number in kinds.items() if closure >> number & 1}
    assert needed == (
        {f"{rank}S" for rank in range(1, 6)}
        | {f"{rank}{suit}" for rank in range(1, 5) for suit in "HD"}
        | {f"{rank}C" for rank in range(1, 4)}
    )


def board_of_klondike() -> Board:
    """Some deal of Klondike."""
    game = lw.load("klondike")
    return board_of(game, game.table(seed=1))


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        # A draw that asks for cards in all columns makes it matter whether one is empty.
        (("$win", "DRAW\nPILE ALL COLUMN Size > 0\n$win"), "safe"),
        # Winning without all cards on foundations makes no card safe there.
        (("PILE ALL FOUNDATION Size == 5", "PILE ALL FOUNDATION Size == 4"), "safe"),
        # A test that names one column tells it from the others.
        (("$win\n", "$win\nAND\n    PILE ALL COLUMN Size < 19\n    "), ""),
    ],
)
def test_prunings_are_off_where_their_conditions_are_not_met(
    change: tuple[str, str], lost: str
) -> None:
    text = mini_text().replace(*change)
    plain, changed = facts("", mini_text()), facts("", text)
    assert plain.safe == b.SAFE_RETURNS
    if lost == "safe":
        assert changed.safe == b.SAFE_NEVER
    else:
        assert changed.interchangeable == plain.interchangeable


def mini_text() -> str:
    """A small game in which every pruning is on."""
    return MINIS["open, kings only, cards come back"].replace(
        "FOUNDATION 0\n$moves", "FOUNDATION 0\nDRAW 0 ROTATE 1 U 3\n$moves"
    )


# ---- solutions ---------------------------------------------------------------------------------


def test_microsofts_first_deals_of_freecell_are_solved_in_few_moves() -> None:
    game = lw.load("freecell")
    found = lw.solve(game, deals=[f"ms:{number}" for number in range(1, 11)], seconds=20)
    assert [deal.status for deal in found.deals] == [SOLVED] * 10


def test_a_limit_of_positions_is_kept() -> None:
    game = lw.load("klondike")
    state = game.table(seed=3).state
    answer = solve(game.definition, game.program(), state, Limits(seconds=None, states=30_000))
    assert (answer.status, answer.limit) == (UNKNOWN, "states")
    assert 30_000 <= answer.states < 35_000


def test_answers_do_not_depend_on_the_clock() -> None:
    game = lw.load("klondike-draw-1")
    state = game.table(seed=8).state
    first = solve(game.definition, game.program(), state, Limits(seconds=None))
    second = solve(game.definition, game.program(), state, Limits(seconds=500.0))
    assert (first.status, first.moves, first.states) == (
        second.status,
        second.moves,
        second.states,
    )


# ---- interchangeable piles ---------------------------------------------------------------------


def pile(table: lw.Table, zone: str, index: int) -> tuple[tuple[str, bool], ...]:
    """The cards of a pile and how they lie."""
    return tuple(zip(table.zone(zone, index), table.face_up(zone, index), strict=True))


def up_to_order(game: lw.Game, table: lw.Table) -> object:
    """What lies on a table, the piles of each name in no order."""
    counts = {zone.name: zone.count for zone in game.definition.zones}
    return tuple(
        tuple(sorted(pile(table, zone, i) for i in range(count))) for zone, count in counts.items()
    )


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["a cell", "two cells", "in suit", "any group"])
def test_positions_that_differ_in_the_order_of_piles_are_one(name: str) -> None:
    game = mini(name)
    compared = 0
    for seed in range(1000, 1030):
        table = game.table(seed=seed)
        board = board_of(game, table)
        rules = board.rules(0)
        search = DepthFirst(rules, board.position(rules))
        if search.run(150) != EXHAUSTED:
            continue
        seen, waiting = {up_to_order(game, table)}, [table]
        while waiting:
            here = waiting.pop()
            for move in [] if here.over else here.legal():
                after = here.copy()
                after.apply(move)
                if up_to_order(game, after) not in seen:
                    seen.add(up_to_order(game, after))
                    waiting.append(after)
        assert search.visited == len(seen)
        compared += 1
    assert compared > 2


def test_where_memory_is_short_the_search_that_needs_least_goes_on() -> None:
    game = lw.load("klondike")
    state = game.table(seed=3).state
    little = Limits(seconds=None, states=1_500_000, memory=40 << 20)
    answer = solve(game.definition, game.program(), state, little)
    assert (answer.status, answer.limit) == (UNKNOWN, "memory")
    assert answer.states > 500_000


@pytest.mark.parametrize(
    "changes",
    [{"ROTATE 1 U 3": "ROTATE 1 U 300"}, {"DECK 1": "DECK 20", "COLUMN 5": "COLUMN 85"}],
)
def test_what_does_not_fit_on_a_board_is_left_to_the_general_search(
    changes: dict[str, str],
) -> None:
    text = mini_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    game = lw.loads(text, language="sgdl")
    board = board_of(game, game.table(seed=1))
    with pytest.raises(NotAPileGame):
        board.rules(PROVED)
