"""The hash of what a seat sees: equal where masked states are, but for what it leaves out."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ludwright import pipeline
from ludwright.belief import observed
from ludwright.belief.audience_table import audience_table
from ludwright.belief.kernels import KERNELS, entry_point
from ludwright.compiler.compile import compile_game
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from ludwright.play.errors import GameFault, TableError
from ludwright.play.table import Table

SLOW = {"brackwater"}  # to compile
GAMES = [name for name in pipeline.library_games() if name.partition(":")[0] not in SLOW]

_hash = entry_point(observed.observation_hash)


class Hashes:
    """Hashes of states of one program."""

    def __init__(self, program: Program) -> None:
        self.code = KERNELS.program_words(program.code)
        self.table = audience_table(program)
        # Every token is of its own kind, as in masked states.
        self.kinds = np.arange(len(program.tokens), dtype=np.int32)

    def __call__(self, state: Array, seat: int) -> int:
        return int(_hash(self.code, state, self.table, seat, self.kinds))


def assert_partition(program: Program, moves: int) -> int:
    """Compare states along random games, and redealt ones; returns how many were alike."""
    hashes, alike = Hashes(program), 0
    classes: dict[tuple[int, int], set[bytes]] = {}
    for seed in range(3):
        table, rng = Table(program, seed=seed), random.Random(seed)
        for number in range(moves):
            if table.over:
                break
            for seat in range(program.seats):
                state = table._state
                found = hashes(state, seat)
                classes.setdefault((seat, found), set()).add(seen(table, state, seat))
                if number % 5 == 0 and not table.paused:
                    try:
                        world = table.view(seat).redeal(number, by_past=False)
                    except TableError:
                        continue
                    if world.evidence:
                        assert hashes(world._state, seat) == found
                        alike += not (world._state == state).all()
            try:
                table.apply(rng.choice(table.legal_ids()))
            except GameFault:
                break
    # One hash, one observation: nothing that a seat sees is left out.
    assert all(len(each) == 1 for each in classes.values())
    return alike


def seen(table: Table, state: Array, seat: int) -> bytes:
    """A masked state without what the hash leaves out: counters, lists, attempts, checkpoints."""
    masks, program = table.masks, table.program
    words = masks.masked(state, seat)[0]
    code, columns = program.code, program.columns
    parts = [words[[m.PC, m.DECIDER]], words[m.KNOWN :][: masks.n1] >> seat & 1]
    parts += [words[columns.face : columns.shown], words[columns.zone : columns.face]]
    results = int(code[m.P_RESULTS]) + m.RESULT_WORDS * program.seats
    parts.append(words[results : program.registers_at])
    for zone in range(1, masks.z1):
        if zone not in masks.unordered:
            parts.append(np.array([-1, *masks.contents(words, zone)], np.int32))
    return b"".join(part.astype(np.int32).tobytes() for part in parts)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", GAMES)
def test_states_are_told_apart_as_by_their_masks(name: str) -> None:
    game = pipeline.load(name).game
    program = compile_game(game, min(3, game.most_players))
    alike = assert_partition(program, 20)
    hides = name.partition(":")[0] in ("go-fish", "hearts", "crazy-eights", "leduc-poker")
    assert alike or not hides
