"""Evaluate variants: is it a game, is it degenerate, how far is it from the goals?

Every game of every variant with the same number has the same seed. Sample sizes adapt: a variant
is played on only as long as it may turn out to be the best of its kind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ...machine.program import Program
from ...play.contract import contract
from ...play.errors import TableError
from ...players import check_plays
from ..definition import Measure
from ..estimates import Estimate
from ..executor import Executor
from ..rows import Rows, sample
from .archive import Cell, cell_of
from .degenerate import flaws
from .goals import Goal, Measured
from .species import Species

FIRST = 256  # games of the first sample
GROWTH = 4  # how much larger the next one is
CONTRACT_MOVES = 60  # at which the contract is tested, of one game


@dataclass(frozen=True, slots=True)
class Setting:
    """How games are played: the bots, the limit of moves, the number of games of the last sample,
    and the seed of all games."""

    goals: tuple[Goal, ...]
    games: int
    seed: int
    bot: str = "random"
    against: str = ""
    most: int = 2000
    jobs: int | None = None
    engine: str | Executor = "threads"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a sample of games shows: its kind, the measures of the goals, and what is degenerate."""

    games: int
    cell: Cell
    measured: Measured
    flaws: dict[str, str]


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why a text is no variant."""

    reason: str


def digest(text: str) -> str:
    """The identity of a text in the file of evaluations."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def sizes(games: int) -> list[int]:
    """The sizes of the samples of a variant."""
    found, size = [], FIRST
    while size < games:
        found.append(size)
        size *= GROWTH
    return [*found, games]


def evaluated(
    program: Program, games: int, setting: Setting, measures: Sequence[Measure], seed: int
) -> Evaluation:
    """Play games of a program."""
    rows = sample(
        program,
        games,
        seed,
        bot=setting.bot,
        against=setting.against,
        jobs=setting.jobs,
        engine=setting.engine,
        most=setting.most,
    )
    if rows.interrupted:  # games that are missing would make it another result
        raise KeyboardInterrupt
    return Evaluation(games, cell_of(rows), measured(program, rows, measures), flaws(rows))


def measured(program: Program, rows: Rows, measures: Sequence[Measure]) -> dict[str, Estimate]:
    """The measures of games; one that makes no sense for the program has no value."""
    return {each.name: each.refusal(program) or each.estimate(rows) for each in measures}


def breach(program: Program) -> str:
    """What a quick test of the contract of all games finds: leaks of hidden information, moves that
    cannot be undone."""
    found = contract(program, games=1, most=CONTRACT_MOVES).breaches
    return found[0].message.partition(" (")[0] if found else ""


def program_of(species: Species, text: str, setting: Setting) -> Program | Rejected:
    """The program of a text, if it is a game that the bots play."""
    found = species.program(text)
    if isinstance(found, str):
        return Rejected(found)
    try:
        for bot in {setting.bot, setting.against or setting.bot}:
            check_plays(bot, found)
    except TableError as refusal:
        return Rejected(str(refusal))
    return found
