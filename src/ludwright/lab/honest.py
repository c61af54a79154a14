"""How often a solitaire is won without peeking: by the player that plays from its view alone."""

from __future__ import annotations

import time
from typing import Any

from ..machine import api
from ..machine.program import Program
from ..play.table import Table
from ..players import begin, choice
from ..players.hindsight import Hindsight
from ..players.open_cards import is_open
from .metrics import wilson

REPORTING = 0x5EED  # the seed of the deals that are reported; nothing is tuned on these
LONGEST = 2_000  # moves of a game; longer ones count as lost, as do those that are given up
FEWEST = 10  # deals, however long they take


def hides_cards(program: Program) -> bool:
    """Whether a game is a solitaire in which the player does not know all cards at first."""
    if Hindsight().declines(program):
        return False
    table = Table(program)
    return table.decider is not None and not is_open(table.view(table.decider, past=False))


def honest_of(
    program: Program,
    deals: int = 100,
    seconds: float = 50.0,
    seed: int = REPORTING,
    player: Hindsight | None = None,
) -> dict[str, Any]:
    """The share of deals won without peeking, as facts have it, of up to so many deals; fewer if
    these take more CPU time."""
    began, player = time.process_time(), player or Hindsight()
    played = won = 0
    while played < deals and (played < FEWEST or time.process_time() - began < seconds):
        won += _is_won(Table(program, seed=int(api.mix(seed, played))), player)
        played += 1
    ends = [round(end, 4) for end in wilson(won, played)]
    return {"rate": round(won / played, 4), "ci95": ends, "deals": played, "seed": seed}


def _is_won(table: Table, player: Hindsight) -> bool:
    begin(table, [player])
    for _ in range(LONGEST):
        if table.over or player.gave_up:
            break
        table.apply(table.legal()[0] if table.decider is None else choice(player, table))
    return table.over and 0 in table.result().winners
