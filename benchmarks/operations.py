"""Time operations with many targets: how long it takes to list the options of each choice."""

from __future__ import annotations

import argparse
import time

import ludwright
from ludwright.play.table import Table

REPEATS = 5
COST = "{ op: '>=', left: { ref: gvar, var: gold }, right: 1 }"
PAY = "{ addVar: { scope: global, var: gold, delta: -1 } }"
EMPTY = (
    "{ op: '==', left: { aggregate: { op: count, query: { query: tokensInZone, zone: $target } } },"
    " right: 0 }"
)
PLACE = (
    "{ forEach: { bind: $piece, limit: 1, over: { query: tokensInZone, zone: reserve },"
    " effects: [{ moveToken: { token: $piece, from: reserve, to: $target } }] } }"
)
CHOICE = (
    "{ chooseOne: { bind: $what, options: { query: enums, values: [place, earn] } } },"
    " { if: { when: { op: '==', left: { ref: binding, name: $what }, right: place },"
    f" then: [{PLACE}], else: [{{ addVar: {{ scope: global, var: fame, delta: 1 }} }}] }} }}"
)


ACTION = """\
  - {{ id: settle-{0}, actor: active, phase: main, params: [], pre: null, cost: [], effects: [],
      limits: [] }}"""
PIPELINE = """\
  - id: settle-{0}
    actionId: settle-{0}
    legality: null
    costValidation: {COST}
    costEffects: [{PAY}]
    targeting: {{ select: upToN, max: {1}, query: {{ query: zones }}, filter: {EMPTY} }}
    stages: [{{ effects: [{CHOICE}] }}]
    atomicity: atomic"""


STUCK = (
    "{ if: { when: { op: '<', left: { ref: gvar, var: fame }, right: 99 }, then:"
    " [{ chooseOne: { bind: $none, options: { query: enums, values: [] } } }] } }, "
)
TOO_MANY = 4  # spaces: more ways to choose them than a lookahead tries


def document(targets: int, operations: int, most: int = 0, last: str = "") -> str:
    """A GameSpecDoc with some equal operations in up to as many spaces, or up to `most` of them,
    with an effect behind the choice of spaces. Each space costs one gold, of which there is one
    less, so that only trying shows which choices can be completed."""
    spaces = "\n".join(
        f"  - {{ id: land-{i}, owner: none, visibility: public, ordering: set }}"
        for i in range(1, targets + 1)
    )
    numbers = range(1, operations + 1)
    words = {"COST": COST, "PAY": PAY, "EMPTY": EMPTY, "CHOICE": last + CHOICE}
    actions = "\n".join(ACTION.format(i) for i in numbers)
    pipelines = "\n".join(PIPELINE.format(i, most or targets, **words) for i in numbers)
    return f"""# Operations

```yaml
metadata: {{ id: operations, players: {{ min: 2, max: 2 }} }}
globalVars:
  - {{ name: gold, type: int, init: {targets - 1}, min: 0, max: 99 }}
  - {{ name: fame, type: int, init: 0, min: 0, max: 99 }}
zones:
  - {{ id: reserve, owner: none, visibility: public, ordering: set }}
{spaces}
tokenTypes: [{{ id: piece, props: {{}} }}]
setup:
  - forEach:
      bind: $i
      over: {{ query: intsInRange, min: 1, max: {targets} }}
      effects: [{{ createToken: {{ type: piece, zone: reserve }} }}]
turnStructure: {{ phases: [{{ id: main }}] }}
actions:
{actions}
actionPipelines:
{pipelines}
terminal: {{ conditions: [] }}
```
"""


def timed(game: ludwright.Game, moves: list[str]) -> tuple[float, Table]:
    """The least time of the last of some moves, and the table after it."""
    best = float("inf")
    for _ in range(REPEATS):
        table = game.table(seed=1)
        for move in moves[:-1]:
            table.apply(move)
        start = time.thread_time()
        table.apply(moves[-1])
        best = min(best, time.thread_time() - start)
    return best, table


def main() -> None:
    """Print the time of the first choices of an operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", type=int, nargs="?", default=37)
    parser.add_argument("operations", type=int, nargs="?", default=40)
    given = parser.parse_args()
    game = ludwright.loads(document(given.targets, given.operations), "gamespec")
    print(f"{len(game.table(seed=1).program.image):,} words of state")
    moves = ["settle-1", "land-1", "land-2", "land-3", "done"]
    for count in range(1, len(moves) + 1):
        spent, table = timed(game, moves[:count])
        options = len(table.legal())
        print(f"{moves[count - 1]:8} {options:4} options next {spent * 1000:9.3f} ms")
    stuck = ludwright.loads(document(given.targets, 1, TOO_MANY, STUCK), "gamespec")
    spent, table = timed(stuck, moves[:1])
    options = len(table.legal())
    print(f"no way   {options:4} options next {spent * 1000:9.3f} ms, each search cut off")


if __name__ == "__main__":
    main()
