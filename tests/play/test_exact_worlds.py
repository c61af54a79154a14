"""Worlds against the exact posterior: all deals and hidden choices that a seat cannot rule out,
found by playing them at tables."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludwright as lw
from ludwright.machine import stack
from ludwright.machine.program import Array
from ludwright.play.belief import Belief
from ludwright.play.setup import PACES
from ludwright.play.table import Table

GAMES = Path(__file__).parent / "secrets"
NAMES = sorted(path.stem for path in GAMES.glob("*.cgml"))
DRAWN = 4000
# Without pauses before the cards are dealt: histories do not repeat a given deal behind a pause.
DEALT_AT_ONCE = [name for name in NAMES if name != "tricks"]
Moves = list[tuple[int, int]]  # who chose the move of which id


def world(table: Table, words: Array) -> str:
    """What distinguishes worlds: where each token is, also in which order, and answers given."""
    masks = table.masks
    contents = ((zone, masks.contents(words, zone)) for zone in range(1, masks.z1))
    zones = [sorted(tokens) if zone in masks.unordered else tokens for zone, tokens in contents]
    return repr((zones, stack.answers(table.program, words)))


def table_of(game: lw.Game, order: list[str]) -> Table:
    return game.table(players=2, deal={"stock": order})


def deals(game: lw.Game, order: list[str], seat: int) -> Iterator[list[str]]:
    """All deals that give the seat its first hand."""
    mine = table_of(game, order).zone("hand", seat)
    free = [i for i, card in enumerate(order) if card not in mine]
    for cards in itertools.permutations(order[i] for i in free):
        dealt = dict(zip(free, cards, strict=True))
        yield [dealt.get(i, card) for i, card in enumerate(order)]


def posterior(game: lw.Game, order: list[str], moves: Moves, seat: int) -> Counter[str]:
    """By world: how many deals and choices of the other seat lead to it, with the seat's own
    choices as they were, and everything as the seat saw it."""
    table = table_of(game, order)
    seen = [table.information(seat)]
    for _, move in moves:
        table.apply_id(move)
        seen.append(table.information(seat))
    found: Counter[str] = Counter()

    def go_on(table: Table, made: int) -> None:
        if table.information(seat) != seen[made]:
            return
        if made == len(moves):
            found[world(table, table.state)] += 1
            return
        decider, mine = moves[made]
        if table.decider != decider:
            return
        ids = [move.id for move in table.legal()]
        for move in ids if decider != seat else [mine] * (mine in ids):
            after = table.copy()
            after.apply_id(move)
            if not after.over:
                go_on(after, made + 1)

    for deal in deals(game, order, seat):
        go_on(table_of(game, deal), 0)
    return found


def position(game: lw.Game, seed: int) -> tuple[list[str], Moves, Table]:
    """A random position with a decision."""
    draws = random.Random(seed)
    order = sorted(card for card in game.program(2).tokens if card)
    draws.shuffle(order)
    table, moves = table_of(game, order), Moves()
    for _ in range(draws.randint(2, 6)):
        move = draws.choice(list(table.legal()))
        after = table.copy()
        after.apply(move)
        if after.over:
            break
        moves.append((table.decider, move.id))
        table = after
    return order, moves, table


def distance(found: Counter[str], exact: Counter[str]) -> float:
    """Their total variation distance, less what a perfect sampler's would be on average."""
    drawn, all_of_them = found.total(), exact.total()
    noise = total = 0.0
    for each in {*found, *exact}:
        share = exact[each] / all_of_them
        total += abs(found[each] / drawn - share) / 2
        noise += math.sqrt(share * (1 - share) / drawn / (2 * math.pi))
    return total - noise


@pytest.mark.quick(6)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_worlds_follow_the_exact_posterior(name: str, seed: int) -> None:
    game = lw.load(GAMES / f"{name}.cgml")
    order, moves, table = position(game, 100 + seed)
    seat = table.decider
    assert seat is not None
    belief = Belief(table.program, seat, seed)
    belief.update(table.view(seat))
    found = Counter(world(table, state) for state in belief.worlds(DRAWN))
    exact = posterior(game, order, moves, seat)
    assert exact[world(table, table.state)] >= 1
    assert belief.evidence == 1.0
    assert distance(found, exact) < 0.02


def end_pauses(table: Table) -> Table:
    while table.paused:
        table.apply(table.legal()[0])
    return table


@pytest.mark.quick(4)
@pytest.mark.parametrize("pace", ("turn", "phase"))
@pytest.mark.parametrize("name", DEALT_AT_ONCE)
def test_pauses_change_no_posterior(name: str, pace: str) -> None:
    """What happens between two decisions says the same in one step or in many."""
    game = lw.load(GAMES / f"{name}.cgml")
    order, moves, table = position(game, 100)
    seat = table.decider
    assert seat is not None
    slow = end_pauses(game.table(players=2, deal={"stock": order}, pace=pace))
    for _, move in moves:
        slow.apply_id(move)
        end_pauses(slow)
    assert len(slow.log) > len(moves) and slow.decider == seat
    belief = Belief(slow.program, seat, 1)
    belief.update(slow.view(seat))
    found = Counter(world(slow, state) for state in belief.worlds(DRAWN))
    assert belief.evidence == 1.0
    assert distance(found, posterior(game, order, moves, seat)) < 0.02


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("name", ["gops", "hearts", "sealed-bids"])
def test_worlds_are_found_with_simultaneous_choices_at_every_pace(name: str, pace: str) -> None:
    game = lw.load(name)
    draws = random.Random(4)
    table = end_pauses(game.table(seed=4, pace=pace))
    found = []
    for number in range(14):
        assert table.decider is not None
        if number % 2:
            again = table.view(table.decider).redeal(number)
            found.append(again.evidence)
            assert sorted(map(str, again.legal())) == sorted(map(str, table.legal()))
        table.apply(draws.choice(table.legal()))
        end_pauses(table)
    assert sum(found) >= 6  # a chain may fail to find a world, at any pace
