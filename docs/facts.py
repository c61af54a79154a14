"""Write facts.json, measured by random play and by the solver, into the folders of library games.

python docs/facts.py [GAME...]      all games whose facts are missing or outdated, by default
"""

from __future__ import annotations

import sys
import time

import recorded

import ludwright as lw
from ludwright.lab.facts import facts_of
from ludwright.pipeline import library_games

GAMES, DEALS, SECONDS = 2_000, 40, 20.0


def outdated(name: str) -> bool:
    """Whether a game's facts are missing, or of another description."""
    return bool(recorded.read(name).get("digest") != lw.load(name).loaded.digest)


def write(name: str) -> None:
    """Measure a game and write its facts."""
    game = lw.load(name)
    facts = facts_of(game.definition, game.program(), GAMES, DEALS, SECONDS)
    facts = {"command": f"make facts GAME={name}"} | facts
    recorded.write(name, facts)


def main() -> None:
    """Measure the named games, or all that need it; what is done is kept if interrupted."""
    known = [name for name in library_games() if ":" not in name]
    names = sys.argv[1:] or [name for name in known if outdated(name)]
    for number, name in enumerate(names, 1):
        began = time.monotonic()
        write(name)
        print(f"{number:>3} of {len(names)}  {name}  {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
