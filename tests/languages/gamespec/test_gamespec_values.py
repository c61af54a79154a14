"""Values: literals, references, arithmetic, aggregates, texts, and where they stand."""

from __future__ import annotations

import pytest

from ludwright.diagnostics import Span
from ludwright.languages.gamespec.read.reader import Declarations
from tools.gamespec.readers import WORLD, clean, read
from tools.gamespec.trees import named

NO_CAPABILITY = "CNL_COMPILER_MISSING_CAPABILITY"
ACTOR = ("Player", "actor", 0, None)
DECK = ("ZoneNamed", "deck", None)
ONE, TWO = ("Literal", 1), ("Literal", 2)
PLAYERS = "{query: players}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("2147483647", 2**31 - 1),
        ("-2147483648", -(2**31)),
        ("1.0", 1),
        ("0x10", 16),
        ("true", True),
        ("gold", "gold"),
        ("'7'", "7"),
        ("yes", "yes"),
        ("''", ""),
        ("$x", "$x"),
    ],
)
def test_literals_are_what_they_look_like(text: str, value: object) -> None:
    found = clean("value", text)
    assert found == ("Literal", value)
    assert type(found[1]) is type(value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.5", "1.5 is not a whole number"),
        (".inf", "inf is not a whole number"),
        (".nan", "nan is not a whole number"),
        ("2147483648", "2147483648 does not fit into 32 bits"),
        ("-2147483649", "-2147483649 does not fit into 32 bits"),
        ("null", "expected a number, a text or a boolean"),
        ("[1]", "invalid value"),
    ],
)
def test_fractions_numbers_too_large_and_nothing_are_no_values(text: str, message: str) -> None:
    found = read("value", text)
    assert found.node is None
    assert [(named(d), d.message) for d in found.diagnostics] == [(NO_CAPABILITY, message)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ref: gvar, var: pot}", ("GlobalVar", "pot")),
        ("{ref: pvar, player: actor, var: chips}", ("PlayerVar", ACTOR, "chips")),
        ("{ref: zoneCount, zone: deck}", ("ZoneCount", DECK)),
        ("{zoneCount: deck}", ("ZoneCount", DECK)),
        ("{zoneCount: 'hand:actor'}", ("ZoneCount", ("ZoneNamed", "hand", ACTOR))),
        ("{ref: tokenProp, token: $t, prop: rank}", ("TokenProp", "$t", "rank")),
        ("{ref: tokenZone, token: $t}", ("TokenZone", "$t")),
        ("{ref: binding, name: $t}", ("Binding", "$t")),
        ("{ref: markerState, space: deck, marker: mood}", ("MarkerState", DECK, "mood")),
        (
            "{ref: markerState, space: $t, marker: mood}",
            ("MarkerState", ("ZoneBound", "$t"), "mood"),
        ),
        ("{ref: zoneProp, zone: $t, prop: size}", ("ZoneProp", ("ZoneBound", "$t"), "size")),
        ("{ref: activePlayer}", ("ActivePlayer",)),
        ("{ref: turnCount}", ("TurnCount",)),
        (
            "{ref: assetField, row: $t, tableId: blinds, field: small}",
            ("AssetField", "$t", "blinds", "small"),
        ),
    ],
)
def test_references(text: str, told: object) -> None:
    assert clean("value", text, "$t") == told


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "floorDiv", "ceilDiv", "min", "max"])
def test_arithmetic(op: str) -> None:
    assert clean("value", f"{{op: '{op}', left: 1, right: 2}}") == ("Arithmetic", op, ONE, TWO)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{op: count, query: Q}", ("count", ("Players",), None, None, None)),
        ("{op: sum, query: Q}", ("sum", ("Players",), None, None, None)),
        ("{op: min, query: Q, prop: rank}", ("min", ("Players",), "rank", None, None)),
        (
            "{op: max, query: Q, bind: $p, valueExpr: {ref: binding, name: $p}}",
            ("max", ("Players",), None, "$p", ("Binding", "$p")),
        ),
    ],
)
def test_aggregates(text: str, told: tuple[object, ...]) -> None:
    found = clean("value", f"{{aggregate: {text.replace('Q', PLAYERS)}}}")
    assert found == ("Aggregate", *told)


@pytest.mark.parametrize(
    "text",
    [
        "{op: sum, query: Q, bind: $p}",
        "{op: sum, query: Q, valueExpr: {ref: binding, name: $p}}",
        "{op: sum, query: Q, prop: rank, bind: $p, valueExpr: 1}",
    ],
)
def test_an_aggregate_takes_a_property_or_a_value_with_a_name(text: str) -> None:
    found = read("value", f"{{aggregate: {text.replace('Q', PLAYERS)}}}")
    assert found.codes == [NO_CAPABILITY]
    assert "either 'prop', or 'bind' and 'valueExpr'" in found.diagnostics[0].message


def test_the_name_of_an_aggregate_is_known_in_its_value_only() -> None:
    found = read(
        "value",
        "{op: +, left: {aggregate: {op: sum, query: {query: players}, bind: $p, valueExpr: 1}},"
        " right: {ref: binding, name: $p}}",
    )
    assert found.codes == ["CNL_COMPILER_BINDING_UNBOUND"]
    assert found.diagnostics[0].path == "doc.x.right.name"


def test_texts_are_joined_and_values_chosen() -> None:
    assert clean("value", "{concat: []}") == ("Concat", ())
    assert clean("value", "{concat: [a, 1, {ref: gvar, var: n}]}") == (
        "Concat",
        (("Literal", "a"), ONE, ("GlobalVar", "n")),
    )
    assert clean("value", "{if: {when: true, then: 1, else: 2}}") == (
        "IfValue",
        ("Always", True),
        ONE,
        TWO,
    )


def test_a_condition_may_stand_for_a_truth() -> None:
    compare = ("Compare", "==", ONE, TWO)
    assert clean("value", "{op: ==, left: 1, right: 2}") == ("Test", compare)
    assert clean("value", "{op: not, arg: {op: ==, left: 1, right: 2}}") == (
        "Test",
        ("Not", compare),
    )


@pytest.mark.parametrize(
    ("text", "place", "help"),
    [
        ("{ref: gvr, var: n}", "doc.x.ref", "did you mean 'gvar'"),
        ("{ref: nothing}", "doc.x.ref", "'assetField'"),
        ("{op: plus, left: 1, right: 2}", "doc.x.op", "'+'"),
        ("{aggregate: {op: summ, query: {query: players}}}", "doc.x.aggregate.op", "'sum'"),
        ("{agregate: 1}", "doc.x", "did you mean 'aggregate'"),
        ("{}", "doc.x", "'zoneCount'"),
        ("[]", "doc.x", "'number'"),
        ("{ref: [a]}", "doc.x.ref", "'gvar'"),
    ],
)
def test_unknown_forms_are_told_with_those_that_there_are(text: str, place: str, help: str) -> None:
    found = read("value", text)
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(NO_CAPABILITY, place)]
    assert help in found.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{ref: gvar}", "'var'"),
        ("{ref: pvar}", "'player' and 'var'"),
        ("{op: '+', left: 1}", "'right'"),
        ("{if: {when: true, then: 1}}", "'else'"),
        ("{aggregate: {op: count}}", "'query'"),
    ],
)
def test_missing_keys_are_told_at_once(text: str, missing: str) -> None:
    found = read("value", text)
    assert found.node is None
    assert found.codes == [NO_CAPABILITY]
    assert found.diagnostics[0].message.startswith(f"missing {missing} in ")


def test_keys_that_mean_nothing_are_warned_of() -> None:
    found = read("value", "{ref: gvar, var: pot, vra: 1}")
    assert found.told == ("GlobalVar", "pot")
    [warning] = found.diagnostics
    assert (named(warning), warning.severity) == ("CNL_VALIDATOR_UNKNOWN_KEY", "warning")
    assert (warning.path, warning.help) == ("doc.x.vra", "did you mean 'var'?")


def test_a_misspelt_key_that_is_needed_is_told_once_and_read_all_the_same() -> None:
    found = read("value", "{op: '+', left: {ref: x}, rihgt: {ref: y}}")
    assert found.node is None
    assert [(d.severity, named(d), d.path, d.help) for d in found.diagnostics][:1] == [
        ("error", NO_CAPABILITY, "doc.x.rihgt", "did you mean 'right'?")
    ]
    assert [d.path for d in found.diagnostics[1:]] == ["doc.x.left.ref", "doc.x.right.ref"]
    assert read("effects", "[{chooseOne: {bnd: $x, options: {query: players}}}]").codes == [
        NO_CAPABILITY
    ]


def test_all_mistakes_are_told_at_their_places() -> None:
    found = read(
        "value", "{op: '+', left: {op: '*', left: 1.5, right: {ref: x}}, right: {concat: 3}}"
    )
    assert [d.path for d in found.diagnostics] == [
        "doc.x.left.left",
        "doc.x.left.right.ref",
        "doc.x.right.concat",
    ]
    assert found.diagnostics[0].span == Span("part.md", 1, 33, 1, 36)


def test_every_part_knows_its_path() -> None:
    found = read("value", "{op: +, left: 1, right: {concat: [a, {zoneCount: deck}]}}")
    total = found.node
    assert (total.at.path, total.left.at.path) == ("doc.x", "doc.x.left")
    count = total.right.parts[1]
    assert (count.at.path, count.zone.at.path) == (
        "doc.x.right.concat.1",
        "doc.x.right.concat.1.zoneCount",
    )


def test_names_are_trimmed_and_composed() -> None:
    assert clean("value", "{ref: gvar, var: ' cafe\u0301 '}") == ("GlobalVar", "caf\u00e9")
    for text in ("''", "' '", "3", "[a]"):
        found = read("value", f"{{ref: gvar, var: {text}}}")
        assert found.codes == [NO_CAPABILITY]


def test_what_is_nested_very_deeply_is_refused() -> None:
    for inner, outer in (("{op: not, arg: ", "}"), ("{op: and, args: [", "]}")):
        found = read("value", inner * 95 + "true" + outer * 95)
        assert found.codes == [NO_CAPABILITY]
        assert "levels deep" in found.diagnostics[0].message


# ---- selectors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("actor", ("actor", 0, None)),
        ("active", ("active", 0, None)),
        ("activePlayer", ("active", 0, None)),
        ("all", ("all", 0, None)),
        ("allOther", ("allOther", 0, None)),
        ("left", ("left", 0, None)),
        ("{relative: right}", ("right", 0, None)),
        ("'3'", ("id", 3, None)),
        ("{id: 2}", ("id", 2, None)),
        ("$p", ("chosen", 0, "$p")),
        ("{chosen: $p}", ("chosen", 0, "$p")),
        ("{chosen: p}", ("chosen", 0, "p")),
    ],
)
def test_players(text: str, told: tuple[object, ...]) -> None:
    assert clean("player", text, "$p", "p") == ("Player", *told)


@pytest.mark.parametrize(
    "text",
    [
        "actr",
        "2",
        "'-1'",
        "$",
        "{id: two}",
        "{id: true}",
        "{id: -1}",
        "{relative: up}",
        "{relative: [left]}",
        "{chosen: 2}",
        "{owner: 2}",
        "{id: 1, chosen: $p}",
        "[actor]",
        "null",
    ],
)
def test_what_is_no_player(text: str) -> None:
    found = read("player", text, "$p")
    assert (found.node, found.codes) == (None, ["CNL_COMPILER_PLAYER_SELECTOR_INVALID"])
    assert found.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "kind"), [("'4'", "player"), ("{id: 4}", "player"), ("'hand:4'", "zone")]
)
def test_players_beyond_the_last(text: str, kind: str) -> None:
    found = read(kind, text)
    assert (found.node, found.codes) == (None, ["PLAYER_SELECTOR_ID_OUT_OF_BOUNDS"])
    assert read(kind, text, world=Declarations(WORLD.bases, 5)).codes == []
    assert read(kind, text, world=Declarations(WORLD.bases, None)).codes == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deck", DECK),
        ("' deck '", DECK),
        ("'deck:none'", DECK),
        ("'hand:actor'", ("ZoneNamed", "hand", ACTOR)),
        ("'hand:activePlayer'", ("ZoneNamed", "hand", ("Player", "active", 0, None))),
        ("'hand:all'", ("ZoneNamed", "hand", ("Player", "all", 0, None))),
        ("'hand:3'", ("ZoneNamed", "hand", ("Player", "id", 3, None))),
        ("'hand:$p'", ("ZoneNamed", "hand", ("Player", "chosen", 0, "$p"))),
        ("'box:none'", ("ZoneNamed", "box", None)),
        ("'box:left'", ("ZoneNamed", "box", ("Player", "left", 0, None))),
        ("$p", ("ZoneBound", "$p")),
        ("{zoneExpr: deck}", DECK),
        ("{zoneExpr: {ref: tokenZone, token: $p}}", ("ZoneWorked", ("TokenZone", "$p"))),
        ("{ref: binding, name: $p}", ("ZoneBound", "$p")),
        ("{concat: [ha, 'nd:', 1]}", ("ZoneNamed", "hand", ("Player", "id", 1, None))),
        (
            "{concat: ['hand:', {ref: activePlayer}]}",
            ("ZoneWorked", ("Concat", (("Literal", "hand:"), ("ActivePlayer",)))),
        ),
        ("{if: {when: true, then: 'deck:none', else: 'river:none'}}", None),
    ],
)
def test_zones(text: str, told: object) -> None:
    found = clean("zone", text, "$p")
    assert found == told if told else found[0] == "ZoneWorked"


@pytest.mark.parametrize(
    ("text", "code", "help"),
    [
        ("dekc", "CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE", "did you mean 'deck'?"),
        ("'dekc:actor'", "CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE", "did you mean 'deck'?"),
        ("{concat: [de, kc]}", "CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE", "did you mean 'deck'?"),
        ("hand", "CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS", "'hand:actor'"),
        ("box", "CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS", "'box:none'"),
        ("'hand:none'", "ZONE_SELECTOR_OWNERSHIP_INVALID", "'hand:actor'"),
        ("'deck:actor'", "ZONE_SELECTOR_OWNERSHIP_INVALID", "'deck:none'"),
        ("'hand:each'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "'actor'"),
        ("'hand:actr'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "did you mean 'actor'"),
        ("'hand:'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "base:owner"),
        ("':actor'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "base:owner"),
        ("'hand:1:2'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "base:owner"),
        ("'$p:none'", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "base:owner"),
        ("''", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "base:owner"),
        ("7", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "expected a text"),
        ("[deck]", "CNL_COMPILER_ZONE_SELECTOR_INVALID", "a single zone"),
        ("'hand:$q'", "CNL_COMPILER_BINDING_UNBOUND", "'$p'"),
        ("$q", "CNL_COMPILER_BINDING_UNBOUND", "'$p'"),
        ("{zone: deck}", NO_CAPABILITY, "zoneCount"),
    ],
)
def test_what_is_no_zone(text: str, code: str, help: str) -> None:
    found = read("zone", text, "$p")
    assert (found.node, found.codes) == (None, [code])
    assert help in found.diagnostics[0].help


def test_very_long_numbers_are_no_players() -> None:
    many = "9" * 5000
    assert read("player", f"'{many}'").codes == ["CNL_COMPILER_PLAYER_SELECTOR_INVALID"]
    assert read("zone", f"'hand:{many}'").codes == ["CNL_COMPILER_ZONE_SELECTOR_INVALID"]
    assert read("value", f"{{concat: ['{many}']}}").codes == []


def test_only_the_owner_is_marked_if_only_that_is_wrong() -> None:
    [found] = read("zone", "'hand:actr'").diagnostics
    assert found.span == Span("part.md", 1, 7, 1, 11)


def test_any_zone_will_do_where_zones_could_not_be_read() -> None:
    world = Declarations(None, 2)
    assert clean("zone", "attic", world=world) == ("ZoneNamed", "attic", None)
    assert clean("zone", "'attic:actor'", world=world) == ("ZoneNamed", "attic", ACTOR)
    assert read("zone", "'attic:actr'", world=world).node is None
