"""Prints digests of observations along random games: the same, compiled or not. Run as plain
Python it also makes sure that no word in front of an array is read or written."""

from __future__ import annotations

import hashlib
import random

from ludwright.belief import tensor
from ludwright.belief.kernels import KERNELS
from ludwright.compiler.compile import compile_game
from ludwright.pipeline import load
from ludwright.play.table import Table
from ludwright.play.tensors import Tensors

GAMES = ("kuhn-poker", "thirty-one", "orchard", "hearts")


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(f"word {index}")
    return index


def main() -> None:
    """Print a line per game."""
    if not KERNELS.are_compiled:
        tensor.U = _checked
    for name in GAMES:
        game = load(name).game
        assert game is not None
        program = compile_game(game)
        table, rng, tensors = Table(program, seed=3), random.Random(1), Tensors(program)
        digest = hashlib.sha256()
        for _ in range(20):
            if not table.over:
                for seat in range(program.seats):
                    digest.update(tensors.write(table.state, seat).tobytes())
                table.apply_id(rng.choice(table.legal_ids()))
        print(name, digest.hexdigest())


if __name__ == "__main__":
    main()
