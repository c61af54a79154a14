"""Measure the levels of library games, and write them into their facts.json.

python docs/levels.py GAME...      options: --deals N (200), --players K, --tuning (print only, on
                                   deals of their own)
"""

from __future__ import annotations

import argparse
import json

import recorded

import ludwright as lw
from ludwright.lab.levels import REPORTING, TUNING, levels_of


def main() -> None:
    """Measure the named games one after another; what is done is kept if interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", type=int)
    parser.add_argument("--tuning", action="store_true")
    given = parser.parse_args()
    seed = TUNING if given.tuning else REPORTING
    for name in given.games:
        levels = levels_of(lw.load(name).program(given.players), given.deals, seed)
        print(name, json.dumps(levels), flush=True)
        if not given.tuning:
            recorded.add(name, "levels", levels)


if __name__ == "__main__":
    main()
