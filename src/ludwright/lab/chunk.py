"""What one worker does for a run: some games, as columns, and a few of them in detail."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..machine.program import Program
from ..machine.rng import mix
from ..players import seated
from .columns import null_unless
from .parts import Columns
from .plan import Plan
from .rows import Rows, rows_of
from .sampled import Sampled, sample_game


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games that were played, and how long that took."""

    rows: Rows
    sampled: Sampled
    seconds: float


def play_chunk(program: Program, plan: Plan, last: int, games: range) -> Chunk:
    """Play some games of a run, which is the work of one worker."""
    began = time.perf_counter()
    rows = rows_of(
        program,
        plan.seed,
        games.start,
        len(games),
        bot=plan.bot,
        against=plan.against,
        most=plan.max_moves,
        of=last,
    )
    sampled = Sampled()
    if any(map(plan.details, games)):
        with seated(plan.bots) as players:
            for number in filter(plan.details, games):
                sample_game(program, players, plan, number, sampled)
    return Chunk(rows, sampled, time.perf_counter() - began)


def game_columns(plan: Plan, rows: Rows) -> Columns:
    """The columns of `games` from those of the machine."""
    over = rows["over"]
    return {
        "game": plan.game,
        "number": rows["game"],
        "seed": mix(plan.seed, rows["game"].astype(np.uint64)).astype(np.int64),
        "bots": plan.bots,
        "status": np.select([over, rows["faulted"]], ["over", "faulted"], "unfinished").astype(
            object
        ),
        "reason": _reasons(rows),
        "stuck": np.ma.masked_less(rows["stuck"], 0),
        "won": null_unless(rows["winners"], over),
        "scores": null_unless(rows["scores"], rows["scored"]),
        "utility": null_unless(rows["utility"], over),
        **{name: rows[name] for name in ("decisions", "choices", "options", "largest")},
        # A game that is cut off is at the beginning of the next turn.
        "turns": np.minimum(rows["turns"], plan.max_moves),
        "taken_back": 0,
        "help": None,
    }


def _reasons(rows: Rows) -> Any:
    reasons = rows.reasons
    texts = np.array([*reasons, "stuck", None], dtype=object)
    codes = np.where(rows["stuck"] >= 0, len(reasons), rows["reason"])
    return texts[np.where(codes < 0, len(reasons) + 1, codes)]
