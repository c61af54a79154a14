"""Queries and their filters."""

from __future__ import annotations

import pytest

from tools.gamespec.readers import clean, read
from tools.gamespec.trees import named

NO_CAPABILITY = "CNL_COMPILER_MISSING_CAPABILITY"
DECK = ("ZoneNamed", "deck", None)
HERE = ("Adjacent", ("ZoneBound", "$zone"), DECK)
HERE_TEXT = "{op: adjacent, left: $zone, right: deck}"
ACTOR = ("Player", "actor", 0, None)


def number(value: int) -> tuple[str, int]:
    return ("Literal", value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query: tokensInZone, zone: deck", ("TokensInZone", DECK, ())),
        ("query: tokensInZone, zone: $l", ("TokensInZone", ("ZoneBound", "$l"), ())),
        ("query: tokensInAdjacentZones, zone: deck", ("TokensNear", DECK, ())),
        (
            "query: intsInRange, min: 1, max: 3",
            ("Ints", number(1), number(3), None, (), None),
        ),
        (
            "query: intsInRange, min: {ref: gvar, var: a}, max: 9, step: 2,"
            " alwaysInclude: [4, {ref: gvar, var: a}], maxResults: 5",
            (
                "Ints",
                ("GlobalVar", "a"),
                number(9),
                number(2),
                (number(4), ("GlobalVar", "a")),
                5,
            ),
        ),
        ("query: enums, values: [red, '1', ' a ']", ("Enums", ("red", "1", " a "))),
        ("query: players", ("Players",)),
        ("query: zones", ("Zones", None, None)),
        (f"query: zones, filter: {HERE_TEXT}", ("Zones", None, HERE)),
        ("query: zones, filter: {owner: actor}", ("Zones", ACTOR, None)),
        (f"query: zones, filter: {{owner: actor, condition: {HERE_TEXT}}}", ("Zones", ACTOR, HERE)),
        (f"query: zones, filter: {{condition: {HERE_TEXT}}}", ("Zones", None, HERE)),
        ("query: mapSpaces", ("Spaces", None)),
        (f"query: mapSpaces, filter: {HERE_TEXT}", ("Spaces", HERE)),
        ("query: adjacentZones, zone: deck", ("AdjacentZones", DECK)),
        ("query: connectedZones, zone: deck", ("ConnectedZones", DECK, None, False, None)),
        (
            f"query: connectedZones, zone: deck, via: {HERE_TEXT}, includeStart: true, maxDepth: 2",
            ("ConnectedZones", DECK, HERE, True, 2),
        ),
        ("query: binding, name: $l", ("BoundList", "$l")),
        (
            "query: concat, sources: [{query: players}, {query: binding, name: $l}]",
            ("Joined", (("Players",), ("BoundList", "$l"))),
        ),
        (
            "query: nextInOrderByCondition, source: {query: players}, from: {ref: activePlayer},"
            " bind: $seat, where: {op: '>', left: {ref: pvar, player: $seat, var: chip}, right: 0}",
            (
                "NextInOrder",
                ("Players",),
                ("ActivePlayer",),
                "$seat",
                (
                    "Compare",
                    ">",
                    ("PlayerVar", ("Player", "chosen", 0, "$seat"), "chip"),
                    number(0),
                ),
                False,
            ),
        ),
        (
            "query: nextInOrderByCondition, source: {query: players}, from: 0, bind: $seat,"
            " where: true, includeFrom: true",
            ("NextInOrder", ("Players",), number(0), "$seat", ("Always", True), True),
        ),
        ("query: assetRows, tableId: blinds", ("AssetRows", "blinds", ())),
        (
            "query: assetRows, tableId: blinds, where: [{field: level, op: eq, value: 1},"
            " {field: kind, in: [a, 2, true]}]",
            (
                "AssetRows",
                "blinds",
                (
                    ("RowTest", "level", "eq", number(1), ()),
                    ("RowTest", "kind", "in", None, ("a", 2, True)),
                ),
            ),
        ),
    ],
)
def test_queries(text: str, told: object) -> None:
    assert clean("query", f"{{{text}}}", "$l") == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{prop: hue, op: eq, value: red}", ("hue", "eq", ("Literal", "red"), ())),
        ("{prop: hue, eq: red}", ("hue", "eq", ("Literal", "red"), ())),
        ("{prop: hue, neq: {ref: gvar, var: h}}", ("hue", "neq", ("GlobalVar", "h"), ())),
        ("{prop: hue, op: in, value: [red, 3, true]}", ("hue", "in", None, ("red", "3", "true"))),
        ("{prop: hue, notIn: []}", ("hue", "notIn", None, ())),
    ],
)
def test_lines_of_a_token_filter(text: str, told: tuple[object, ...]) -> None:
    assert clean("tests", f"[{text}]") == (("TokenTest", *told),)
    query = clean("query", f"{{query: tokensInZone, zone: deck, filter: [{text}, {text}]}}")
    assert query == ("TokensInZone", DECK, (("TokenTest", *told), ("TokenTest", *told)))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("{prop: hue, eq: red}", "doc.x"),
        ("[red]", "doc.x.0"),
        ("[{prop: hue}]", "doc.x.0"),
        ("[{eq: red}]", "doc.x.0"),
        ("[{prop: hue, op: is, value: red}]", "doc.x.0.op"),
        ("[{prop: hue, in: red}]", "doc.x.0.in"),
        ("[{prop: hue, op: notIn, value: [[red]]}]", "doc.x.0.value.0"),
    ],
)
def test_what_is_no_filter(text: str, path: str) -> None:
    found = read("tests", text)
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(NO_CAPABILITY, path)]


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("{}", NO_CAPABILITY, "doc.x"),
        ("players", NO_CAPABILITY, "doc.x"),
        ("{query: playrs}", NO_CAPABILITY, "doc.x.query"),
        ("{query: tokensInZone}", NO_CAPABILITY, "doc.x"),
        ("{query: enums, values: red}", NO_CAPABILITY, "doc.x.values"),
        ("{query: enums, values: [red, 2]}", NO_CAPABILITY, "doc.x.values.1"),
        ("{query: intsInRange, min: 1, max: 2, maxResults: 0}", NO_CAPABILITY, "doc.x.maxResults"),
        ("{query: intsInRange, min: 3, max: 2}", "DOMAIN_INTS_RANGE_INVALID", "doc.x"),
        (
            "{query: intsInRange, min: 1, max: 2, step: 0}",
            "DOMAIN_INTS_RANGE_INVALID",
            "doc.x.step",
        ),
        (
            "{query: connectedZones, zone: deck, includeStart: 1}",
            NO_CAPABILITY,
            "doc.x.includeStart",
        ),
        (
            "{query: zones, filter: {owner: acter}}",
            "CNL_COMPILER_PLAYER_SELECTOR_INVALID",
            "doc.x.filter.owner",
        ),
        ("{query: zones, filter: 3}", NO_CAPABILITY, "doc.x.filter"),
        ("{query: binding, name: $m}", "CNL_COMPILER_BINDING_UNBOUND", "doc.x.name"),
        ("{query: concat, sources: [{query: none}]}", NO_CAPABILITY, "doc.x.sources.0.query"),
        ("{query: tokensInZone, zone: hand}", "CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS", "doc.x.zone"),
    ],
)
def test_what_is_no_query(text: str, code: str, path: str) -> None:
    found = read("query", text, "$l")
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(code, path)]


def test_an_unknown_query_gets_the_names_of_all() -> None:
    [found] = read("query", "{query: everything}").diagnostics
    assert "'tokensInZone'" in found.help and "'assetRows'" in found.help
    [close] = read("query", "{query: tokenInZone, zone: deck}").diagnostics
    assert close.help.startswith("did you mean 'tokensInZone'")


def test_the_names_inside_of_a_query_are_not_known_outside() -> None:
    source = "{query: zones, filter: {op: adjacent, left: $zone, right: deck}}"
    text = (
        f"{{query: nextInOrderByCondition, source: {source}, from: {{ref: binding, name: $zone}},"
        " bind: $seat, where: {op: ==, left: {ref: binding, name: $seat}, right: 1}}"
    )
    found = read("query", text)
    assert [(named(d), d.path) for d in found.diagnostics] == [
        ("CNL_COMPILER_BINDING_UNBOUND", "doc.x.from.name")
    ]
