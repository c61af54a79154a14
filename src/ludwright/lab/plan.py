"""Plans of runs: everything that the rows of a run depend on, from which it has its name."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from ..machine.program import Program
from ..play.semantics import SEMANTICS
from ..players import against_all
from .provenance import options_text, run_row
from .results import digest_of
from .tables import DECISIONS, POSITIONS, SCHEMA

CHUNK, BOT_CHUNK = 4096, 16  # games that one worker plays at once: at random, by bots
PART, BOT_PART = 65_536, 256  # games of a file
MOST_SAMPLED = 256  # games of a file with rows of their own decisions or positions


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the rows of a run depend on."""

    game: str
    digest: str
    options: str
    players: int
    bot: str
    against: str
    seed: int
    max_moves: int
    decisions_every: int
    positions_every: int
    part: int
    schema: int = SCHEMA
    semantics: int = SEMANTICS

    @property
    def run(self) -> str:
        """The name of the run."""
        text = json.dumps(asdict(self), sort_keys=True)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def folder_digest(self) -> str:
        """The digest in the names of folders."""
        return digest_of(self.digest)

    @property
    def bots(self) -> list[str]:
        """Who plays, by seat."""
        return [*against_all(self.players, self.bot, self.against)]  # type: ignore[list-item]

    def row(self, program: Program, games: int, command: str) -> dict[str, Any]:
        """Its row of the table `runs`."""
        return run_row(
            program,
            game=self.game,
            games=games,
            command=command,
            bots=self.bots,
            seed=self.seed,
            max_moves=self.max_moves,
            decisions_every=self.decisions_every,
            positions_every=self.positions_every,
            part=self.part,
        )

    def details(self, number: int) -> set[str]:
        """The tables in which a game has rows, beside `games`."""
        every = {DECISIONS.name: self.decisions_every, POSITIONS.name: self.positions_every}
        return {table for table, n in every.items() if n and number % n == 0}

    @property
    def at_random(self) -> bool:
        """Whether the machine plays alone."""
        return self.bot == self.against == "random"


def planned(
    program: Program,
    game: str,
    seed: int,
    bot: str,
    against: str,
    most: int,
    decisions_every: int,
    positions_every: int,
) -> Plan:
    """The plan of a run; its files are the smaller the more of its games are sampled."""
    part = PART if bot == against == "random" else BOT_PART
    for every in (decisions_every, positions_every):
        part = min(part, MOST_SAMPLED * every) if every else part
    return Plan(
        game=game or program.name,
        digest=program.sources,
        options=options_text(program),
        players=program.seats,
        bot=bot,
        against=against,
        seed=seed,
        max_moves=most,
        decisions_every=decisions_every,
        positions_every=positions_every,
        part=part,
    )


def command(plan: Plan, games: int) -> str:
    """The command that makes the same rows."""
    words = ["ludwright", "collect", plan.game, "--players", plan.players]
    for name, value in json.loads(plan.options).items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--games", games, "--seed", plan.seed, "--bot", plan.bot]
    if plan.against != plan.bot:
        words += ["--against", plan.against]
    words += ["--max-moves", plan.max_moves]
    if plan.decisions_every:
        words += ["--decisions-every", plan.decisions_every]
    if plan.positions_every:
        words += ["--positions-every", plan.positions_every]
    return shlex.join(map(str, words))
