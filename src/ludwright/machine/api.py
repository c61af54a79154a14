"""The machine as other rooms call it: the compiled functions, or the same source as plain Python.

Plain Python gets the program as a list and the arrays as memoryviews, whose items are Python
integers: several times faster than NumPy scalars, and without their 32-bit overflows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from . import advance as machine
from . import keys, move_ids, rng, stepping, tally, tokens
from . import state as m
from .interpreter import COMPILED, compiled
from .program import Array, Program
from .tier import tier_of

# The last program as a list. Keyed by id, which is safe while the array is referenced here.
_lists: dict[int, tuple[Array, list[int]]] = {}


def _program_list(code: Array) -> list[int]:
    kept = _lists.get(id(code))
    if kept is None or kept[0] is not code:
        _lists.clear()
        kept = _lists[id(code)] = (code, code.tolist())
    return kept[1]


def _called(function: Callable[..., Any], takes_program: bool = True) -> Callable[..., Any]:
    """A function of the machine that takes arrays, compiled or not."""
    if COMPILED:
        return compiled(function)

    def call(*arguments: Any) -> Any:
        seen = [memoryview(a) if isinstance(a, np.ndarray) else a for a in arguments]  # type: ignore[arg-type]
        if takes_program:
            seen[0] = _program_list(arguments[0])
        return function(*seen)

    return call


count_options = _called(machine.count_options)
take_option = _called(machine.take_option)
key = _called(keys.key)
relink = _called(tokens.relink)
below = _called(rng.below, takes_program=False)
seed_words = _called(rng.seed_words, takes_program=False)
mix = rng.mix
bot_seed = rng.bot_seed
option_ids = _called(move_ids.option_ids)
table_ids = _called(stepping.table_ids)
wrong_choice = _called(stepping.wrong_choice, takes_program=False)
add_games = _called(tally.add_games, takes_program=False)
_operate = _called(machine.operate)
_option_row = _called(machine.option_row)
_playouts = _called(machine.playouts)
_nothing = np.zeros(m.W_DATA, np.int32)


class Calls(NamedTuple):
    """Functions that run a program: those of the interpreter, or of its own native code."""

    begin_game: Callable[..., int]
    choose_id: Callable[..., int]
    step_tables: Callable[..., int]


INTERPRETER = Calls(
    _called(stepping.begin_game), _called(stepping.choose_id), _called(stepping.step_tables)
)


def calls_of(program: Program, seconds: float) -> Calls:
    """The functions that run a program: those of its own native code, if that is there. It is made
    if the seconds of the interpreter's work ahead are worth it."""
    code = tier_of(program).expect(seconds)
    return INTERPRETER if code is None else Calls(code.begin_game, code.choose_id, code.step_tables)


def advance(code: Array, words: Array, space: Array) -> int:
    """Run to the next decision, end, pause or fault; see `advance.advance` for the result."""
    return int(_operate(code, words, space, machine.ADVANCE, 0, 0, 0, 0))


def choose(code: Array, words: Array, space: Array, action: int, *operands: int) -> int:
    """Make a choice by its action (from 1) and operands, and advance."""
    if len(operands) <= 3:
        a, b, c = (*operands, 0, 0, 0)[:3]
        return int(_operate(code, words, space, machine.ADVANCE, action, a, b, c))
    words[m.ACTION] = action
    words[m.OPERANDS : m.OPERANDS + len(operands)] = operands
    return advance(code, words, space)


def row_of_option(code: Array, words: Array, space: Array, option: int) -> tuple[int, int]:
    """The row of an option and, in a row that stands for a range, its number."""
    packed = int(_option_row(code, words, space, option))
    return packed >> 32, (packed & 0xFFFFFFFF) - 2**31


def list_rows(code: Array, words: Array, space: Array) -> int:
    """List the options of the waiting site; the result is how many rows, -1 on a fault."""
    return int(_operate(code, words, space, machine.LIST, 0, 0, 0, 0))


def evaluate(code: Array, words: Array, entry: int) -> None:
    """Run code that only evaluates expressions, on a state that is discarded."""
    run_code(code, words, _nothing, entry)


def run_code(code: Array, words: Array, space: Array, entry: int) -> None:
    """Run code from an address until it stops, on a state that is discarded."""
    _operate(code, words, space, machine.EVALUATE, entry, 0, 0, 0)


def try_choice(code: Array, words: Array, space: Array, seat: int) -> None:
    """Try the choice made in a state, which is discarded, on behalf of a seat (from 1)."""
    _operate(code, words, space, machine.TRY, seat, 0, 0, 0)


def seed_state(words: Array, seed: int) -> None:
    """Seed the game's own generator."""
    seed_words(words, m.RNG, seed)


def playouts_of(program: Program, seconds: float) -> Callable[..., None]:
    """The function `playouts` for a program; see `calls_of`."""
    code = tier_of(program).expect(seconds)
    return playouts if code is None else partial(playouts, by=code.playouts)


def playouts(
    code: Array,
    image: Array,
    words: Array,
    space: Array,
    seed: int,
    first: int,
    most: int,
    games: Array,
    by: Callable[..., Any] = _playouts,
) -> None:
    """Play games number first, first + 1 ... of a batch at random, until `games` is full."""
    count = len(games) // (machine.G_SEATS + m.RESULT_WORDS * int(code[m.P_SEATS]))
    by(code, image, words, space, seed, first, count, most, games)
