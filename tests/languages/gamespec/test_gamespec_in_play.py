"""Every value, condition and query of a GameSpecDoc in play, with what comes out of it."""

from __future__ import annotations

import pytest

from tools.gamespec.marsh import PLACE, RANK, SELF, asking, listing, marsh, showing
from tools.gamespec.tables import is_, sit, values


def op(word: str, left: object, right: object) -> str:
    return f"{{ op: '{word}', left: {left}, right: {right} }}"


def total(word: str, query: str, more: str = "") -> str:
    return f"{{ aggregate: {{ op: {word}, query: {query}{more} }} }}"


def each(zone: str, more: str = "") -> str:
    return f"{{ query: tokensInZone, zone: {zone}{more} }}"


def ints(least: object, most: object, more: str = "") -> str:
    return f"{{ query: intsInRange, min: {least}, max: {most}{more} }}"


def only(*tests: str) -> str:
    return f", filter: [{', '.join(tests)}]"


def prop(zone: str, name: str) -> str:
    return f"{{ ref: zoneProp, zone: {zone}, prop: {name} }}"


LAND = is_(prop("$zone", "spaceType"), "land")
COINS = "{ ref: pvar, player: %s, var: coins }"
PAY = "{ ref: assetField, row: $i, tableId: wages, field: pay }"
NEXT = "{{ query: nextInOrderByCondition, source: {0}, from: {1}, bind: $n, where: {2}{3} }}".format
ODD = f"{{ op: or, args: [{', '.join(is_('{ ref: binding, name: $n }', x) for x in (1, 3, 5))}] }}"

VALUES = (
    ("number", 7, "7"),
    ("sum", 5, op("+", 2, 3)),
    ("difference", -1, op("-", 2, 3)),
    ("product", -6, op("*", 2, -3)),
    ("quotient", 3, op("/", 7, 2)),
    ("quotient-of-a-debt", -3, op("/", -7, 2)),
    ("quotient-by-a-debt", -3, op("/", 7, -2)),
    ("quotient-of-debts", 3, op("/", -7, -2)),
    ("floor", -4, op("floorDiv", -7, 2)),
    ("ceiling", -3, op("ceilDiv", -7, 2)),
    ("ceiling-above", 4, op("ceilDiv", 7, 2)),
    ("least", 2, op("min", 5, 2)),
    ("greatest", 5, op("max", 5, 2)),
    ("either", 4, "{ if: { when: true, then: 4, else: 5 } }"),
    ("lazy", 4, f"{{ if: {{ when: true, then: 4, else: {op('/', 1, 0)} }} }}"),
    ("count", 4, total("count", each("pile"))),
    ("sum-of-ranks", 10, total("sum", each("pile"), ", prop: rank")),
    ("least-rank", 1, total("min", each("pile"), ", prop: rank")),
    ("greatest-rank", 4, total("max", each("pile"), ", prop: rank")),
    ("sum-of-items", 9, total("sum", ints(2, 4))),
    ("sum-of-none", 0, total("sum", each("gate"), ", prop: rank")),
    ("least-of-none", 0, total("min", each("gate"), ", prop: rank")),
    ("greatest-of-none", 0, total("max", each("gate"), ", prop: rank")),
    (
        "sum-of-squares",
        14,
        total(
            "sum",
            ints(1, 3),
            f", bind: $s, valueExpr: {op('*', *['{ ref: binding, name: $s }'] * 2)}",
        ),
    ),
    ("coins-of-the-actor", 5, COINS % "actor"),
    ("coins-of-another", 5, COINS % "{ id: 1 }"),
    ("zone-count", 2, "{ zoneCount: 'hand:actor' }"),
    ("zone-count-right", 1, "{ ref: zoneCount, zone: 'hand:right' }"),
    ("zone-count-text", 4, "{ zoneCount: { concat: [pi, le, ':none'] } }"),
    ("zone-count-player", 1, "{ zoneCount: { concat: ['hand:', 1] } }"),
    ("population", 2, prop("bank", "population")),
    ("population-by-text", 3, prop("{ concat: [ga, te, ':none'] }", "population")),
    ("active-player", 0, op("+", "{ ref: activePlayer }", 0)),
    ("turn-count", 0, "{ ref: turnCount }"),
    ("constant", 6, "{ ref: constant, name: six }"),
)
CONDITIONS = (
    ("always", 1, "true"),
    ("never", 0, "false"),
    ("all-of-none", 1, "{ op: and, args: [] }"),
    ("one-of-none", 0, "{ op: or, args: [] }"),
    ("all", 0, "{ op: and, args: [true, false] }"),
    ("one", 1, "{ op: or, args: [false, true] }"),
    ("not", 1, "{ op: not, arg: false }"),
    ("less", 0, is_(2, 2, "<")),
    ("at-most", 1, is_(2, 2, "<=")),
    ("more", 1, is_("{ zoneCount: pile }", 3, ">")),
    ("at-least", 0, is_("{ zoneCount: pile }", 5, ">=")),
    ("different", 1, is_("{ zoneCount: pile }", 3, "!=")),
    ("joined", 1, is_("{ concat: [la, nd] }", prop("bank", "spaceType"))),
    ("joined-number", 1, is_("{ concat: [a, 1, true] }", "a1true")),
    ("land", 1, is_(prop("dell", "spaceType"), "land")),
    ("player-is-a-number", 1, is_("{ ref: activePlayer }", 0)),
    ("tags", 1, "{ op: zonePropIncludes, zone: dell, prop: terrainTags, value: stone }"),
    ("no-tags", 0, "{ op: zonePropIncludes, zone: bank, prop: terrainTags, value: stone }"),
    ("adjacent", 1, "{ op: adjacent, left: bank, right: creek }"),
    ("adjacent-back", 1, "{ op: adjacent, left: creek, right: bank }"),
    ("not-adjacent", 0, "{ op: adjacent, left: bank, right: gate }"),
    ("connected", 1, "{ op: connected, from: bank, to: gate }"),
    ("connected-to-itself", 0, "{ op: connected, from: bank, to: bank }"),
    ("connected-too-far", 0, "{ op: connected, from: bank, to: gate, maxDepth: 2 }"),
    ("connected-just", 1, "{ op: connected, from: bank, to: gate, maxDepth: 3 }"),
    ("connected-by-land", 0, f"{{ op: connected, from: bank, to: gate, via: {LAND} }}"),
    ("connected-island", 0, "{ op: connected, from: bank, to: isle }"),
    ("marker", 1, is_("{ ref: markerState, space: bank, marker: tide }", "mid")),
)
QUERIES = (
    ("pile", 4321, each("pile"), RANK),
    ("pile-eq", 3, each("pile", only("{ prop: name, eq: c3 }")), RANK),
    ("pile-neq", 421, each("pile", only("{ prop: rank, neq: 3 }")), RANK),
    ("pile-in", 41, each("pile", only("{ prop: name, in: [c1, c4, c9] }")), RANK),
    ("pile-not-in", 32, each("pile", only("{ prop: name, notIn: [c1, c4] }")), RANK),
    ("numbers-as-texts", 2, each("pile", only("{ prop: rank, in: ['2'] }")), RANK),
    (
        "pile-both",
        2,
        each("pile", only("{ prop: rank, neq: 3 }", "{ prop: name, in: [c2, c3] }")),
        RANK,
    ),
    ("lacking-never-fits", 0, each("pile", only("{ prop: faction, neq: red }")), RANK),
    ("type", 1, each("bank", only("{ prop: type, eq: piece }")), RANK),
    ("near", 14, "{ query: tokensInAdjacentZones, zone: creek }", RANK),
    (
        "near-red",
        1,
        "{ query: tokensInAdjacentZones, zone: creek" + only("{ prop: faction, eq: red }") + " }",
        RANK,
    ),
    ("ints", 234, ints(2, 4), SELF),
    ("ints-none", 0, ints(4, "{ zoneCount: gate }"), SELF),
    ("ints-step", 258, ints(2, 8, ", step: 3"), SELF),
    ("ints-always", 2578, ints(2, 8, ", step: 3, alwaysInclude: [7, 9, 5]"), SELF),
    # Nine numbers but room for four: every third (nine by three), and the last.
    ("ints-thinned", 1479, ints(1, 9, ", maxResults: 4"), SELF),
    ("ints-few-enough", 123, ints(1, 3, ", maxResults: 4"), SELF),
    ("ints-of-values", 234, ints("{ zoneCount: 'hand:0' }", "{ zoneCount: pile }"), SELF),
    ("players", 12, "{ query: players }", op("+", SELF, 1)),
    ("spaces", 123456, "{ query: mapSpaces }", PLACE),
    ("spaces-of-land", 135, f"{{ query: mapSpaces, filter: {LAND} }}", PLACE),
    (
        "zones-with-pieces",
        1234,
        "{ query: zones, filter: "
        + is_(total("count", each("$zone", only("{ prop: type, eq: piece }"))), 1)
        + " }",
        PLACE,
    ),
    # bank, chest, creek, dell, fen, field, hand:0, hand:1, pile
    (
        "zones-in-order",
        111111214,
        f"{{ query: zones, filter: {is_('{ zoneCount: $zone }', 0, '>')} }}",
        "{ zoneCount: $i }",
    ),
    ("zones-owned", 2, "{ query: zones, filter: { owner: actor } }", "{ zoneCount: $i }"),
    ("zones-of-all", 21, "{ query: zones, filter: { owner: all } }", "{ zoneCount: $i }"),
    ("neighbours", 235, "{ query: adjacentZones, zone: fen }", PLACE),
    ("reached", 2345, "{ query: connectedZones, zone: bank }", PLACE),
    ("reached-by-land", 3, f"{{ query: connectedZones, zone: bank, via: {LAND} }}", PLACE),
    (
        "reached-soon",
        123,
        "{ query: connectedZones, zone: bank, maxDepth: 1, includeStart: true }",
        PLACE,
    ),
    ("reached-at-once", 0, "{ query: connectedZones, zone: bank, maxDepth: 0 }", PLACE),
    ("joined", 84321, f"{{ query: concat, sources: [{each('field')}, {each('pile')}] }}", RANK),
    ("joined-numbers", 1278, f"{{ query: concat, sources: [{ints(1, 2)}, {ints(7, 8)}] }}", SELF),
    ("next", 3, NEXT(ints(1, 6), 2, ODD, ""), SELF),
    ("next-behind", 3, NEXT(ints(1, 6), 1, ODD, ""), SELF),
    ("next-with-itself", 1, NEXT(ints(1, 6), 1, ODD, ", includeFrom: true"), SELF),
    ("next-round", 1, NEXT(ints(1, 6), 5, ODD, ""), SELF),
    ("next-never-itself", 0, NEXT(ints(5, 6), 5, ODD, ""), SELF),
    ("next-from-elsewhere", 0, NEXT(ints(1, 6), 9, ODD, ""), SELF),
    (
        "next-player",
        2,
        NEXT("{ query: players }", "{ ref: activePlayer }", "true", ""),
        op("+", SELF, 1),
    ),
    ("rows", 345, "{ query: assetRows, tableId: wages }", PAY),
    (
        "rows-by-day",
        35,
        "{ query: assetRows, tableId: wages, where: [{ field: night, eq: false }] }",
        PAY,
    ),
    (
        "rows-by-name",
        4,
        "{ query: assetRows, tableId: wages, where: [{ field: who, in: [guard, smith] }] }",
        PAY,
    ),
)
ALL = (
    *((f"value-{name}", "x", want, showing(told)) for name, want, told in VALUES),
    *((f"condition-{name}", "x", want, asking(told)) for name, want, told in CONDITIONS),
    *((f"query-{name}", "log", want, listing(query, item)) for name, want, query, item in QUERIES),
)
TEXT = "# Constants\n\n```yaml\nconstants: { six: 6 }\n```\n" + marsh((x[0], x[3]) for x in ALL)


@pytest.mark.parametrize(("name", "var", "want"), [x[:3] for x in ALL], ids=[x[0] for x in ALL])
def test_what_comes_out(name: str, var: str, want: int) -> None:
    assert values(sit(TEXT, name), var) == [want]
