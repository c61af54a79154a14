"""Every effect of a GameSpecDoc in play: what it changes, and what fails is no option."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.play.table import Table
from models.gamespec import side_by_side
from tools.gamespec.marsh import marsh, tent
from tools.gamespec.tables import add, game_of, is_, legal, note, put, sit, top_down, var


def tops(zone: str, *effects: str, count: int = 1) -> str:
    """Effects for each of the top tokens of a zone, which is bound to `$t`."""
    over = f"{{ query: tokensInZone, zone: {zone} }}"
    return each("$t", over, *effects, more=f", limit: {count}")


def move(token: str, source: str, target: str, position: str = "top") -> str:
    told = f"token: {token}, from: {source}, to: {target}, position: {position}"
    return f"{{ moveToken: {{ {told} }} }}"


def step(source: str, direction: str) -> str:
    return f"{{ moveTokenAdjacent: {{ token: $t, from: {source}, direction: {direction} }} }}"


def draw(count: object, source: str = "pile", target: str = "field") -> str:
    return f"{{ draw: {{ from: {source}, to: {target}, count: {count} }} }}"


def change(prop: str, value: object) -> str:
    return f"{{ setTokenProp: {{ token: $t, prop: {prop}, value: {value} }} }}"


def let(name: str, value: object, *inside: str) -> str:
    return f"{{ let: {{ bind: {name}, value: {value}, in: [{', '.join(inside)}] }} }}"


def bind(name: str, value: object) -> str:
    return f"{{ bindValue: {{ bind: {name}, value: {value} }} }}"


def each(bind: str, over: str, *effects: str, more: str = "") -> str:
    return f"{{ forEach: {{ bind: {bind}, over: {over}, effects: [{', '.join(effects)}]{more} }} }}"


def ints(least: object, most: object) -> str:
    return f"{{ query: intsInRange, min: {least}, max: {most} }}"


def of(name: str) -> str:
    return f"{{ ref: binding, name: {name} }}"


def rank(token: str = "$t") -> str:
    return f"{{ ref: tokenProp, token: {token}, prop: rank }}"


def coins(player: str, amount: object, word: str = "setVar", key: str = "value") -> str:
    return f"{{ {word}: {{ scope: pvar, player: {player}, var: coins, {key}: {amount} }} }}"


def transfer(amount: object, more: str = "", target: str = "{ scope: global, var: x }") -> str:
    source = "{ scope: pvar, player: actor, var: coins }"
    return f"{{ transferVar: {{ from: {source}, to: {target}, amount: {amount}{more} }} }}"


def mark(space: str, state: str) -> str:
    return f"{{ setMarker: {{ space: {space}, marker: tide, state: {state} }} }}"


def shift(space: str, delta: object) -> str:
    return f"{{ shiftMarker: {{ space: {space}, marker: tide, delta: {delta} }} }}"


def tide(space: str, state: str) -> str:
    """An effect that puts 1 into x if the marker of a space has a state."""
    now = f"{{ ref: markerState, space: {space}, marker: tide }}"
    return put(f"{{ if: {{ when: {is_(now, state)}, then: 1, else: 0 }} }}")


NONE = "{ query: adjacentZones, zone: isle }"
HOME = is_("{ ref: tokenZone, token: $t }", "'pile:none'")
ALL = "{ query: tokensInZone, zone: pile }"
SUM = "{ aggregate: { op: sum, query: { query: binding, name: $s }, prop: rank } }"
FOLD = (
    "{{ reduce: {{ itemBind: $i, accBind: $a, over: {0}, initial: {1}, next: {2}, resultBind: $r,"
    " in: [{3}]{4} }} }}"
).format
BEST = (
    "{{ evaluateSubset: {{ source: {0}, subsetSize: {1}, subsetBind: $s, scoreExpr: {2},"
    " resultBind: $r, bestSubsetBind: $b, in: [{3}] }} }}"
).format
PLUS = "{{ op: '+', left: {0}, right: {1} }}".format

ROWS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("set", put(7), {"x": 7}),
    ("set-too-much", put(5000), {"x": 999}),
    ("set-too-little", put(-5000), {"x": -999}),
    ("add", f"{put(5)}, {add(-7)}", {"x": -2}),
    ("add-too-much", f"{put(990)}, {add(20)}", {"x": 999}),
    ("set-coins", coins("right", 8), {"coins": [5, 8]}),
    ("coins-too-few", coins("actor", -9, "addVar", "delta"), {"coins": [1, 5]}),
    ("draw", draw(2), {"pile": "c2 c1", "field": "c4 c3 f8"}),
    ("draw-none", draw(0), {"pile": "c4 c3 c2 c1"}),
    ("draw-all-there-are", draw(9), {"pile": "", "field": "c4 c3 c2 c1 f8"}),
    ("draw-from-nothing", draw(2, "gate"), {"field": "f8"}),
    ("draw-to-itself", draw(2, "pile", "pile"), {"pile": "c4 c3 c2 c1"}),
    ("draw-by-value", draw("{ zoneCount: 'hand:0' }"), {"field": "c4 c3 f8"}),
    ("move", tops("pile", move("$t", "pile", "field")), {"pile": "c3 c2 c1", "field": "c4 f8"}),
    ("move-down", tops("pile", move("$t", "pile", "field", "bottom")), {"field": "f8 c4"}),
    ("move-within", tops("pile", move("$t", "pile", "pile", "bottom")), {"pile": "c3 c2 c1 c4"}),
    ("move-two", tops("pile", move("$t", "pile", "field"), count=2), {"field": "c3 c4 f8"}),
    ("move-all", "{ moveAll: { from: pile, to: field } }", {"pile": "", "field": "c4 c3 c2 c1 f8"}),
    (
        "move-some",
        f"{{ moveAll: {{ from: pile, to: field, filter: {is_(rank('$token'), 3, '>=')} }} }}",
        {"pile": "c2 c1", "field": "c4 c3 f8"},
    ),
    ("move-all-home", "{ moveAll: { from: pile, to: pile } }", {"pile": "c4 c3 c2 c1"}),
    ("step", tops("bank", step("bank", "dell")), {"bank": "", "dell": "p1 p3"}),
    (
        "step-by-value",
        tops("creek", let("$z", "{ concat: [fe, n, ':none'] }", step("creek", "$z"))),
        {"creek": "", "fen": "p2 p4"},
    ),
    ("create", f"{tent('gate')}, {tops('gate', put(rank()))}", {"gate": "tent", "x": 6}),
    ("create-on-top", f"{tent('bank')}, {tops('bank', put(rank()))}", {"bank": "tent p1", "x": 6}),
    ("destroy", tops("pile", "{ destroyToken: { token: $t } }"), {"pile": "c3 c2 c1"}),
    ("change-live", tops("pile", change("rank", 9), put(rank())), {"x": 9}),
    (
        "token-zone",
        tops("pile", put(f"{{ if: {{ when: {HOME}, then: 1, else: 2 }} }}")),
        {"x": 1},
    ),
    (
        "calm-to-angry",
        tops("bank", change("mood", "angry"), add(1)),
        {"x": 1},
    ),
    ("if", f"{{ if: {{ when: false, then: [{put(1)}], else: [{put(2)}] }} }}", {"x": 2}),
    ("if-not", f"{{ if: {{ when: false, then: [{put(1)}] }} }}", {"x": 0}),
    ("loop", each("$i", ints(1, 3), note(of("$i"))), {"log": 123}),
    ("loop-limit", each("$i", ints(1, 9), note(of("$i")), more=", limit: 2"), {"log": 12}),
    (
        "loop-count",
        each(
            "$i", ints(1, 9), add(1), more=f", limit: 4, countBind: $k, in: [{put(of('$k'), 'y')}]"
        ),
        {"x": 4, "y": 4},
    ),
    ("loop-a-hundred", each("$i", ints(1, 120), add(1)), {"x": 100}),
    ("loop-once-looked-up", tops("pile", draw(1), note(rank()), count=4), {"log": 4321}),
    ("let", let("$a", 4, put(of("$a"))), {"x": 4}),
    ("bind", f"{bind('$a', 4)}, {put(9)}, {add(of('$a'))}", {"x": 13}),
    ("bind-before", f"{bind('$a', var())}, {put(9)}, {put(of('$a'), 'y')}", {"x": 9, "y": 0}),
    (
        "bind-in-a-branch",
        f"{bind('$a', 1)}, {{ if: {{ when: {is_(var(), 0)}, then: [{bind('$a', 6)}] }} }}, "
        + put(of("$a")),
        {"x": 6},
    ),
    ("fold", FOLD(ints(1, 4), 10, PLUS(of("$a"), of("$i")), put(of("$r")), ""), {"x": 20}),
    ("fold-none", FOLD(ints(4, "{ zoneCount: gate }"), 10, 3, put(of("$r")), ""), {"x": 10}),
    (
        "fold-some",
        FOLD(ints(1, 4), 0, PLUS(of("$a"), of("$i")), put(of("$r")), ", limit: 2"),
        {"x": 3},
    ),
    ("best", BEST(ALL, 2, SUM, put(of("$r"))), {"x": 7}),
    # All selections are as good: the first is that of the first items.
    (
        "first-best",
        BEST(ALL, 2, 1, each("$i", "{ query: binding, name: $b }", note(rank("$i")))),
        {"log": 43},
    ),
    (
        "best-below-nothing",
        BEST(ALL, 1, "{ op: '-', left: 0, right: 9 }", put(of("$r"))),
        {"x": -9},
    ),
    ("transfer", transfer(3), {"x": 3, "coins": [2, 5]}),
    ("transfer-all-above-the-least", transfer(9), {"x": 4, "coins": [1, 5]}),
    ("transfer-at-least", transfer(1, ", min: 3"), {"x": 3, "coins": [2, 5]}),
    ("transfer-at-most", transfer(4, ", max: 2"), {"x": 2, "coins": [3, 5]}),
    (
        "transfer-up-to-the-greatest",
        f"{coins('right', 8)}, "
        + transfer(3, ", actualBind: $a", "{ scope: pvar, player: right, var: coins }")
        + f", {put(of('$a'))}",
        {"x": 1, "coins": [4, 9]},
    ),
    ("transfer-nothing", transfer(-3), {"x": 0, "coins": [5, 5]}),
    ("commit", transfer(2).replace("transferVar", "commitResource"), {"x": 2, "coins": [3, 5]}),
    ("mark", f"{mark('bank', 'high')}, {tide('bank', 'high')}", {"x": 1}),
    ("mark-one-only", f"{mark('bank', 'high')}, {tide('dell', 'mid')}", {"x": 1}),
    ("shift", f"{shift('bank', -1)}, {tide('bank', 'low')}", {"x": 1}),
    ("shift-too-far", f"{shift('bank', 7)}, {tide('bank', 'high')}", {"x": 1}),
    (
        "active",
        f"{{ setActivePlayer: {{ player: right }} }}, {put('{ ref: activePlayer }')}",
        {"x": 1},
    ),
    (
        "actor-stays",
        f"{{ setActivePlayer: {{ player: right }} }}, {coins('actor', 2)}, {coins('active', 3)}",
        {"coins": [2, 3]},
    ),
)
FAILING = {
    "move-from-elsewhere": tops("pile", move("$t", "field", "pile")),
    "step-too-far": tops("bank", step("bank", "fen")),
    "crowd": f"{tent('dell')}, {tent('dell')}",
    "crowd-by-moving": f"{tent('dell')}, {tops('bank', move('$t', 'bank', 'dell'))}",
    "crowd-by-all": f"{tent('bank')}, {{ moveAll: {{ from: bank, to: dell }} }}",
    "crowd-by-a-step": f"{tent('dell')}, {tops('bank', step('bank', 'dell'))}",
    "wet-tent": tent("creek", "red"),
    "wet": tops("bank", move("$t", "bank", "creek")),
    "wet-by-value": tops("bank", let("$z", "'creek:none'", move("$t", "bank", "$z"))),
    "angry-to-calm": tops("bank", change("mood", "angry"), change("mood", "calm")),
    "unknown-mood": tops("bank", change("mood", "glad")),
    "no-such-property": tops("pile", change("mood", "angry")),
    "high-water": mark("creek", "high"),
    "high-water-by-shift": shift("creek", 1),
    "no-such-state": mark("bank", "dry"),
    "divided-by-nothing": put("{ op: '/', left: 1, right: { zoneCount: gate } }"),
    "no-such-zone": put("{ zoneCount: { concat: ['hand:', { zoneCount: pile }] } }"),
    "too-few-for-a-subset": BEST(ALL, 5, SUM, put(1)),
    "limit-of-nothing": each("$i", ints(1, 3), add(1), more=", limit: { zoneCount: gate }"),
    "choose-from-nothing": f"{{ chooseOne: {{ bind: $c, options: {NONE} }} }}",
    "choose-too-many": f"{{ chooseN: {{ bind: $c, options: {ALL}, n: 5 }} }}",
}
TEXT = marsh((*((name, told) for name, told, _ in ROWS), *FAILING.items()))


def seen(table: Table, name: str) -> Any:
    if name == "coins":
        return [table.variable(name, 0), table.variable(name, 1)]
    return table.variable(name) if name in ("x", "y", "log") else " ".join(top_down(table, name))


@pytest.mark.parametrize(("name", "want"), [(x[0], x[2]) for x in ROWS], ids=[x[0] for x in ROWS])
def test_what_is_done(name: str, want: dict[str, Any]) -> None:
    table = sit(TEXT, name)
    assert {key: seen(table, key) for key in want} == want


def test_what_fails_is_no_option() -> None:
    assert legal(sit(TEXT)) == [name for name, _, _ in ROWS]


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(8))
def test_one_after_another_as_in_the_model(seed: int) -> None:
    side_by_side.play(game_of(TEXT), TEXT, 2, seed, most=8)
