"""High Card, Kuhn Poker and Spider: deals worked out by hand, and second models of their rules."""

from __future__ import annotations

import random
from itertools import chain, pairwise, permutations

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]

# ---- High Card ---------------------------------------------------------------------------------


def test_the_highest_card_of_a_round_scores_and_equals_score_both() -> None:
    game = ludwright.load("high-card", {"rounds": 3})
    # Three players: an ace alone, two kings, three sixes.
    deal = ["2H", "AS", "KS", "KD", "3C", "KH", "6S", "6H", "6D"]
    table = game.table(players=3, deal={"stock": deal}, pace="turn")
    points = []
    while not table.over:
        points.append([table.variable("points", seat) for seat in range(3)])
        table.apply("continue")
    assert points == [[0, 0, 0], [0, 1, 0], [1, 1, 1]]
    result = table.result()
    assert (result.winners, result.scores) == ((0, 1, 2), (2, 2, 2))
    assert sorted(table.zone("discard_pile")) == sorted(deal)


def test_cards_are_hidden_until_all_are_turned_up() -> None:
    table = ludwright.load("high-card").table(seed=4, pace="phase")
    sights = set()
    while not table.over:
        cards = [seen(table, looker, "place", seat) for seat in (0, 1) for looker in (0, 1)]
        sights.add(tuple((len(c), None in c) for c in cards))
        table.apply("continue")
    # Nothing dealt, all hidden, all shown: never something between.
    assert sights == {((size, hidden),) * 4 for size, hidden in ((0, False), (1, True), (1, False))}


def test_high_card_is_for_two_to_ten() -> None:
    for players in (2, 10):
        table = ludwright.load("high-card").table(players=players, seed=2)
        assert table.over
        assert len(table.zone("discard_pile")) == 5 * players


# ---- Kuhn Poker --------------------------------------------------------------------------------

VALUES = {"J": 1, "Q": 2, "K": 3}
LINES = {
    ("pass", "pass"): (1, None),
    ("pass", "bet", "call"): (2, None),
    ("pass", "bet", "fold"): (1, 1),
    ("bet", "call"): (2, None),
    ("bet", "fold"): (1, 0),
}
"""What is said, how many chips change hands, and who gets them if not the higher card."""


@pytest.mark.quick(3)
@pytest.mark.parametrize("deal", list(permutations("JQK", 2)), ids="".join)
@pytest.mark.parametrize("line", LINES, ids="-".join)
def test_every_line_of_kuhn_poker_pays_as_it_should(
    deal: tuple[str, str], line: tuple[str, ...]
) -> None:
    table = ludwright.load("kuhn-poker").table(deal={"stock": deal})
    for number, word in enumerate(line):
        assert table.decider == number % 2
        table.apply(word)
    chips, winner = LINES[line]
    if winner is None:
        winner = 0 if VALUES[deal[0]] > VALUES[deal[1]] else 1
    assert table.over
    result = table.result()
    assert (result.winners, result.scores) == ((winner,), (chips, -chips)[:: 1 - 2 * winner])
    shown = [seen(table, 1 - seat, "table", seat) for seat in (0, 1)]
    assert shown == ([[], []] if line[-1] == "fold" else [[deal[0]], [deal[1]]])


def test_kuhn_poker_has_five_lines_and_twelve_information_sets() -> None:
    sets, lines = set(), set()

    def walk(table: Table, said: tuple[str, ...]) -> None:
        if table.over:
            lines.add(said)
            return
        seat = table.decider
        assert seat is not None
        assert len(table.legal()) == 2
        assert seen(table, seat, "hand", 1 - seat) == [None]
        assert seen(table, seat, "stock") == [None]
        [own] = seen(table, seat, "hand", seat)
        sets.add((own, said))
        for move in table.legal():
            walk_on = table.copy()
            walk_on.apply(move)
            walk(walk_on, (*said, str(move)))

    for deal in permutations("JQK", 2):
        walk(ludwright.load("kuhn-poker").table(deal={"stock": deal}), ())
    assert lines == set(LINES)
    assert len(sets) == 12


def test_random_play_of_kuhn_poker_pays_what_can_be_worked_out() -> None:
    # At random a bet is folded to half the time, which pays the first player 1/4 on average; a pass
    # is followed by a bet and a fold one time in four, which costs 1/8; showdowns even out.
    statistics = ludwright.load("kuhn-poker").simulate(20_000, seed=1)
    mean = statistics.seats[0].mean_score
    assert mean is not None
    assert abs(mean - 1 / 8) < 4 * 2 / 20_000**0.5


# ---- Spider ------------------------------------------------------------------------------------

SPIDERS = {"spider": "SHCD", "spider-1-suit": "S", "spider-2-suits": "SH"}


@pytest.mark.parametrize("name", SPIDERS)
def test_spider_is_laid_out_as_everybody_knows_it(name: str) -> None:
    table = ludwright.load(name).table(seed=1)
    columns = [table.zone("COLUMN", i) for i in range(10)]
    assert [len(column) for column in columns] == [6] * 4 + [5] * 6
    assert [sum(table.face_up("COLUMN", i)) for i in range(10)] == [1] * 10
    stock = table.zone("DRAW")
    assert len(stock) == 50
    pack = [rank + suit for rank in RANKS for suit in SPIDERS[name]] * (8 // len(SPIDERS[name]))
    assert sorted([*stock, *chain(*columns)]) == sorted(pack)


def follows(upper: str, lower: str) -> bool:
    """Whether a card may lie on another."""
    return RANKS.index(upper[:-1]) == RANKS.index(lower[:-1]) - 1


def spider_moves(table: Table) -> set[str]:
    """The legal moves of a position, by the rules of Spider once more."""
    columns = [table.zone("COLUMN", i) for i in range(10)]
    faces = [table.face_up("COLUMN", i) for i in range(10)]
    moves = set()
    if table.zone("DRAW") and all(columns):
        moves.add("draw")
    for source, cards in enumerate(columns):
        for size in range(1, len(cards) + 1):
            run = cards[-size:]
            suited = all(a[-1] == b[-1] and follows(b, a) for a, b in pairwise(run))
            if not suited or not all(faces[source][-size:]):
                break
            for target, others in enumerate(columns):
                if target != source and (not others or follows(run[0], others[-1])):
                    first = f":{len(cards) - size}" if size > 1 else ""
                    word = "move_stack" if size > 1 else "move"
                    moves.add(f"{word} COLUMN[{source}]{first} COLUMN[{target}]")
    return moves


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SPIDERS)
def test_spider_has_the_moves_of_its_rules(name: str) -> None:
    gaps = 0
    for seed in range(6):
        table, rng = ludwright.load(name).table(seed=seed), random.Random(seed)
        for _ in range(120):
            if table.over:
                break
            assert {move.text("sgdl") for move in table.legal()} == spider_moves(table)
            gaps += any(not table.zone("COLUMN", i) for i in range(10))
            table.apply(rng.choice(list(table.legal())))
    assert gaps or name != "spider-1-suit"


def test_a_whole_suit_leaves_by_itself_and_uncovers_a_card() -> None:
    # Five rows are dealt: the first column gets a run from the king to the eight, the second one
    # from the seven to the two, and on the third an ace comes to lie.
    others = ["3", "5", "7", "9", "J", "Q", "10"]
    rows = [[*three, *others] for three in ("Q62", "J52", ("10", "4", "4"), "934", "82A")]
    tops = {0: "K", 1: "7"}
    pack = [rank for rank in RANKS for _ in range(8)]
    for rank in [*chain(*rows), *tops.values()]:
        pack.remove(rank)
    columns = []
    for column, size in enumerate([6] * 4 + [5] * 6):
        under = [pack.pop() for _ in range(size - (column in tops))]
        columns.append([*under, *([tops[column]] if column in tops else [])])
    # Cards are dealt in the order of the file, and the one that came into the stock last leaves
    # it first.
    deal = [*reversed([*chain(*rows)]), *chain(*columns)]
    table = ludwright.load("spider-1-suit").table(deal={"deck": [rank + "S" for rank in deal]})
    for _ in range(5):
        table.apply("draw")
    assert table.zone("COLUMN", 0)[-6:] == ["KS", "QS", "JS", "10S", "9S", "8S"]
    table.apply("move_stack COLUMN[1]:5 COLUMN[0]")
    assert [table.zone("FOUNDATION", i) for i in range(8)] == [[]] * 8
    table.apply("move COLUMN[2] COLUMN[0]")
    assert table.zone("FOUNDATION", 0) == [rank + "S" for rank in reversed(RANKS)]
    assert len(table.zone("COLUMN", 0)) == 5
    assert table.face_up("COLUMN", 0) == [False] * 4 + [True]


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["high-card", "kuhn-poker", "spider"])
def test_machine_and_oracle_agree(name: str) -> None:
    game = ludwright.load(name)
    for seed in range(5):
        lock_step(game.definition, game.definition.least_players, seed)
