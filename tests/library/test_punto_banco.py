"""Punto Banco beside a second model of its table, and how often each side wins."""

from __future__ import annotations

from math import sqrt

import pytest

import ludwright
from tools.lockstep import lock_step

PUBLISHED = {"banco": 0.458597, "punto": 0.446247, "tie": 0.095156}


WORTH = {"A": 1, **{str(n): n for n in range(2, 10)}}


def worth(card: str) -> int:
    return WORTH.get(card[:-1], 0)


def points(hand: list[str]) -> int:
    return sum(map(worth, hand)) % 10


# Rows are banco's points, columns what punto's third card counts: whether banco draws.
DRAWS = ["1111111111"] * 3 + ["1111111101", "0011111100", "0000111100", "0000001100", "0000000000"]


def coup(shoe: list[str]) -> tuple[list[str], list[str]]:
    """The hands of a coup, dealt from the end of a shoe."""
    first, second = [shoe.pop()], [shoe.pop()]
    first.append(shoe.pop())
    second.append(shoe.pop())
    if max(points(first), points(second)) >= 8:
        return first, second
    if points(first) <= 5:
        first.append(shoe.pop())
        if DRAWS[points(second)][worth(first[-1])] == "1":
            second.append(shoe.pop())
    elif points(second) <= 5:
        second.append(shoe.pop())
    return first, second


@pytest.mark.parametrize("seed", range(4))
def test_punto_banco_follows_its_table(seed: int) -> None:
    game = ludwright.load("punto-banco", {"coups": 60})
    table = game.table(seed=seed, pace="turn")
    shoe = table.zone("shoe")
    assert len(shoe) == 416 and len(set(shoe)) == 52
    wins = [0, 0]
    while not table.over:
        table.apply("continue")
        hands = coup(shoe)
        assert (table.zone("hand", 0), table.zone("hand", 1)) == hands
        wins[0] += points(hands[0]) > points(hands[1])
        wins[1] += points(hands[0]) < points(hands[1])
        assert [table.variable("coups_won", seat) for seat in (0, 1)] == wins
        assert table.zone("shoe") == shoe
    assert table.turns == 60
    assert table.result().scores == tuple(wins)


@pytest.mark.parametrize(
    ("dealt", "sizes", "winner"),
    [
        # A natural of banco: punto with nothing may not draw.
        ("KS KH QS 8H 9S", (2, 2), 1),
        # Punto stands on six, banco draws on five.
        ("KS KH 6S 5H 4S", (2, 3), 1),
        # Banco's three against a third card of eight stands, against a nine draws.
        ("KS KH 5S 3H 8S", (3, 2), None),
        ("KS KH 5S 3H 9S 2S", (3, 3), 1),
        # Banco's six draws only against six and seven.
        ("2S KH 2H 6H 5S", (3, 2), 0),
        ("2S KH 2H 6H 6S 5D", (3, 3), 1),
    ],
)
def test_coups_dealt_by_hand(dealt: str, sizes: tuple[int, int], winner: int | None) -> None:
    table = ludwright.load("punto-banco").table(deal={"shoe": dealt.split()})
    assert (len(table.zone("hand", 0)), len(table.zone("hand", 1))) == sizes
    assert table.result().winners == ((0, 1) if winner is None else (winner,))
    assert table.result().scores == tuple(int(seat == winner) for seat in (0, 1))


def test_each_side_wins_as_often_as_published() -> None:
    coups = 200_000
    statistics = ludwright.load("punto-banco").simulate(coups, seed=1)
    punto, banco = statistics.seats
    assert punto.shared == banco.shared
    found = {"banco": banco.wins, "punto": punto.wins, "tie": punto.shared}
    for name, share in PUBLISHED.items():
        assert abs(found[name] / coups - share) < 4 * sqrt(share * (1 - share) / coups), name


def test_machine_and_oracle_agree() -> None:
    for seed in range(3):
        lock_step(ludwright.load("punto-banco").definition, 2, seed)
