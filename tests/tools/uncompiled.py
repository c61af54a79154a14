"""Plays a fixed list of games and prints a digest of every state: the same, compiled or not.

Run as a program without native code it also makes sure that no word is read or written before
the start of a program, state or workspace; behind their ends plain Python fails by itself.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from typing import Any

LIBRARY = {"klondike": 60, "klondike-draw-1": 60, "crazy-eights": 60, "war": 1}


def digests(last: int) -> Iterator[str]:
    """A line per state of so many random games, and of some of the library: what is played, and
    a digest of all its words."""
    from ludwright.compiler.compile import compile_game
    from ludwright.pipeline import load
    from strategies import random_game

    games = [(f"random {seed}", random_game(seed), 20) for seed in range(last)]
    games += [(name, load(name).game, most) for name, most in LIBRARY.items()]
    for name, game, most in games:
        program = compile_game(game)
        for number, state in enumerate(_states(program, most)):
            yield f"{name} {number} {hashlib.sha256(state).hexdigest()[:16]}"


def _states(program: Any, most: int) -> Iterator[bytes]:
    from ludwright.machine import api
    from ludwright.machine.state import EXACT, FUTURE, POSITION
    from tools.lockstep import Machine

    rng = random.Random(program.digest)
    machine = Machine(program, seed=rng.randrange(2**63))
    for _ in range(most):
        keys = [api.key(program.code, machine.state, k) for k in (EXACT, POSITION, FUTURE)]
        yield machine.state.tobytes() + repr([int(key) for key in keys]).encode()
        count = len(machine.options())
        if not count:
            return
        machine.take(rng.randrange(count))
    yield machine.state.tobytes()


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(f"word {index}")
    return index


def main() -> None:
    """Print the digests, with every index checked."""
    from ludwright.machine import jit

    # The other modules take it from there, so it has to be changed before.
    assert "ludwright.machine.run" not in sys.modules
    jit.U = _checked
    from ludwright.machine import native

    assert not native.possible()
    for line in digests(int(sys.argv[1])):
        print(line)


if __name__ == "__main__":
    main()
