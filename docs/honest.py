"""Measure how often solitaires are won without peeking, and write that into their facts.json.

python docs/honest.py [GAME...]     by default all library games with hidden cards that lack it;
                                    options: --deals N (100), --seconds S (50, of CPU time a game)
"""

from __future__ import annotations

import argparse
import json

import recorded

import ludwright as lw
from ludwright.lab.honest import hides_cards, honest_of
from ludwright.pipeline import library_games


def main() -> None:
    """Measure games one after another; what is done is kept if interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=50.0)
    given = parser.parse_args()
    known = [name for name in library_games() if ":" not in name]
    lacking = [name for name in known if "honest" not in recorded.read(name)]
    for name in given.games or lacking:
        program = lw.load(name).program()
        if not hides_cards(program):
            continue
        measured = honest_of(program, given.deals, given.seconds)
        print(name, json.dumps(measured), flush=True)
        recorded.add(name, "honest", measured)


if __name__ == "__main__":
    main()
