"""Information sets of unfolded games are those of tables and of views."""

from __future__ import annotations

import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.machine.program import Program
from ludwright.play.draws import Draws
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from ludwright.search import unfold as u
from ludwright.search.game_tree import GameTree
from ludwright.search.seat_information import reader_of
from ludwright.search.walk import NotSolvable
from strategies import random_game
from tools.duels import DUELS, TOKENS, duel, matrix


def assert_same_partition(program: Program, strict: bool = True, most: int = 20_000) -> GameTree:
    """Walk through a table along the whole tree: both distinguish the same."""
    tree = GameTree(program, most=most, strict=strict)
    records = tree.nodes.reshape(-1, u.NODE_WORDS).tolist()
    table = Table(program)
    ours: dict[int, tuple[int, int]] = {}
    theirs: dict[tuple[int, int], int] = {}

    def visit(node: int) -> None:
        who, number, first, count = records[node][:4]
        assert table.over == (who == u.TERMINAL) and table.chance == (who == u.CHANCE)
        if who >= 0:
            assert table.decider == who
            information = who, table.information(who)
            assert ours.setdefault(number, information) == information, tree.path(node)
            assert theirs.setdefault(information, number) == number, tree.path(node)
        if not strict:
            assert table.over or count == len(table.legal())
        for child in range(first, first + count):
            table.apply(table.legal()[records[child][u.N_OPTION]])
            visit(child)
            table.undo()

    visit(0)
    assert len(ours) == tree.information_sets
    return tree


def test_kuhn_poker_is_unfolded_as_it_is_known() -> None:
    tree = assert_same_partition(lw.load("kuhn-poker").program(chance=True))
    assert (tree.size, tree.chance, tree.terminals) == (58, 4, 30)
    assert [tree.sets_of(seat) for seat in (0, 1)] == [6, 6]


@pytest.mark.deep
def test_leduc_poker_is_unfolded_as_it_is_known() -> None:
    tree = assert_same_partition(lw.load("leduc-poker").program(chance=True))
    assert (tree.size, tree.terminals, tree.information_sets) == (9457, 5520, 936)


# Worked out by hand: the information sets of each seat.
KNOWN = {
    "announced": (3, 6),  # a card each; the second seat also knows the choice
    "unannounced": (3, 3),
    "peek": (1 + 3 + 1, 2),  # the second seat notices whether a card is looked at
    "discard": (4 * 3, 4 * 3),  # two of four cards; nobody sees what is laid down
    "unordered": (6, 6 * 2),  # the same in any order; the other's card lies face up
    "bids": (3 + 3 * 2, 3),  # a card; then its own bid, as the other's is not announced
}


@pytest.mark.parametrize("name", DUELS)
def test_tiny_games_are_unfolded_as_their_tables_see_them(name: str) -> None:
    program = duel(*DUELS[name], tokens=TOKENS.get(name, 3))
    # Where chance is explicit, a table also observes the order in which cards are drawn.
    tree = GameTree(program) if name == "unordered" else assert_same_partition(program)
    assert tuple(tree.sets_of(seat) for seat in (0, 1)) == KNOWN[name]


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 400, 40))
def test_random_games_are_unfolded_as_their_tables_see_them(first: int) -> None:
    unfolded = 0
    for seed in range(first, first + 40):
        game = random_game(seed)
        seats = min(game.most_players, max(2, game.least_players))
        try:
            tree = assert_same_partition(compile_game(game, seats, chance=True), False, 150)
        except (NotSolvable, GameFault):
            continue
        unfolded += tree.information_sets > 1
    assert unfolded >= 4


@pytest.mark.parametrize("name", ["kuhn-poker", *DUELS])
def test_views_without_explicit_chance_have_the_same_keys_and_signs(name: str) -> None:
    if name in DUELS:
        tokens = TOKENS.get(name, 3)
        plain, explicit = (duel(*DUELS[name], tokens=tokens, chance=each) for each in (False, True))
    else:
        game = lw.load(name)
        plain, explicit = game.program(), game.program(chance=True)
    tree = GameTree(explicit)
    records = tree.sets.reshape(-1, u.SET_WORDS).tolist()
    left = dict(zip(tree.keys(), records, strict=True))
    met: set[int] = set()
    reader, draws = reader_of(plain), Draws(7)
    for seed in range(200):
        table = Table(plain, seed=seed, pace=("decision", "turn")[seed % 2])
        while not table.over:
            if table.decider is not None:
                view = table.view(table.decider)
                key = reader.key(view)
                record = left[key]
                met.add(key)
                first, count = record[u.I_FIRST], record[u.I_COUNT]
                assert record[u.I_SEAT] == table.decider
                assert sorted(reader.signs(view)) == tree.signs[first : first + count].tolist()
            moves = table.legal()
            table.apply(moves[draws.below(len(moves))])
    assert met == set(left)


def test_a_tree_begins_at_any_state() -> None:
    table = lw.load("kuhn-poker").table(chance=True)
    for _ in range(3):
        table.apply(table.legal()[0])
    tree = GameTree(table.program, table.state)
    # Bet or check after the other's first move: 9 nodes are below the deal, see Kuhn (1950).
    assert tree.chance == 0 and tree.size < 9 and tree.size - tree.terminals <= 3


def test_simultaneous_answers_are_not_seen() -> None:
    tree = assert_same_partition(matrix((1, -1), (-1, 1)))
    assert (tree.size, tree.terminals, tree.information_sets) == (7, 4, 2)


def test_a_large_tree_is_refused() -> None:
    with pytest.raises(NotSolvable, match="more than 20 nodes"):
        GameTree(lw.load("kuhn-poker").program(chance=True), most=20)
    with pytest.raises(NotSolvable, match="more than 30,000 nodes"):
        GameTree(lw.load("gops").program(chance=True), most=30_000)
