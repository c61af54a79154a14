"""Swapping what lies in interchangeable places changes nothing: tried out in every solitaire.

From a position and from the same position with two places swapped the same positions must be
within one move, as keys tell them.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ludwright
from ludwright.game import Game
from ludwright.machine.program import Array, Program
from ludwright.pipeline import library_games
from ludwright.play.errors import GameFault
from ludwright.play.inspect_state import tokens_in
from ludwright.play.table import Table
from ludwright.solver.kernels import KERNELS, entry_point
from ludwright.solver.search_kernel import key_of
from ludwright.solver.state_hash import HASH_WORDS, HIGH, LOW, Y_GROUPS
from ludwright.solver.static_facts import static_facts_of
from models import brute_force

POSITIONS = 6
key_words = entry_point(key_of)


def games() -> list[str]:
    solitaires = (name for name, file in library_games().items() if file.suffix == ".sgdl")
    return [*brute_force.GAMES, *(name for name in solitaires if ":" not in name)]


def key(program: Program, state: Array, places: Array) -> tuple[int, int]:
    words = np.zeros(HASH_WORDS, np.uint64)
    key_words(words, KERNELS.program_words(program.code), state.copy(), places)
    return int(words[LOW]), int(words[HIGH])


def swapped(program: Program, state: Array, one: int, other: int) -> Array:
    """A state with what lies in two zones swapped."""
    after = state.copy()
    columns = program.columns
    for zone, new in ((one, other), (other, one)):
        for token in tokens_in(program, state, zone):
            after[columns.zone + token] = new
        for at in (columns.top, columns.bottom, columns.size):
            after[at + new] = state[at + zone]
    return after


def reached(table: Table, places: Array) -> set[object]:
    """The keys of all positions within one move, and how many moves end the game."""
    found: Counter[object] = Counter()
    for move in table.legal():
        after = table.copy()
        try:
            after.apply(move)
        except GameFault:
            continue
        found[key(table.program, after.state, places)] += 1
    return set(found.items())


def load_game(name: str) -> Game:
    return (
        ludwright.loads(brute_force.GAMES[name], "sgdl")
        if name in brute_force.GAMES
        else ludwright.load(name)
    )


@pytest.mark.quick(10)
@pytest.mark.parametrize("name", games())
def test_a_swap_changes_nothing(name: str) -> None:
    game = load_game(name)
    program = game.program()
    places = static_facts_of(game.definition, program).places
    groups: dict[int, list[int]] = {}
    for zone in range(1, len(program.zones)):
        if places[Y_GROUPS + zone]:
            groups.setdefault(int(places[Y_GROUPS + zone]), []).append(zone)
    rng = random.Random(name)
    table = game.table(seed=rng.randrange(1000))
    for _ in range(POSITIONS if groups else 0):
        for _ in range(rng.randrange(1, 7)):
            moves = table.legal()
            if len(moves):
                table.apply(moves[rng.randrange(len(moves))])
        if table.over:
            table = game.table(seed=rng.randrange(1000))
            continue
        for zones in groups.values():
            one, other = rng.sample(zones, 2)
            state = swapped(program, table.state, one, other)
            assert key(program, state, places) == key(program, table.state, places)
            mirrored = Table(program, start=state)
            assert reached(mirrored, places) == reached(table, places), (one, other)


def test_a_swap_where_it_matters_is_noticed() -> None:
    """The columns to which cards are dealt one by one are not interchangeable."""
    game = load_game("deals")
    program = game.program()
    places = static_facts_of(game.definition, program).places.copy()
    columns = [i for i, zone in enumerate(program.zones) if zone and zone.name == "COLUMN"]
    places[[Y_GROUPS + zone for zone in columns]] = 9
    table = game.table(seed=1)
    mirrored = Table(program, start=swapped(program, table.state, *columns))
    assert key(program, mirrored.state, places) == key(program, table.state, places)
    assert reached(mirrored, places) != reached(table, places)
