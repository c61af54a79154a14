"""Types and laws: the data of laws.txt, and what the data cannot say."""

import dataclasses
import re
from pathlib import Path

import pytest

from ludwright.diagnostics import CODES, Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.gamedef.expression_types import EXPRESSIONS
from ludwright.gamedef.types import STATEMENTS, Scope, check, item_type, list_of, type_of, unify
from ludwright.gamedef.verify import ALLOWED, LAWS, REFERENCES, verify
from ludwright.gamedef.walk import FIELDS, KINDS

HERE = Path(__file__).parent
LAWS_TEXT = (HERE / "laws.txt").read_text(encoding="utf-8")
CASES = [p for p in LAWS_TEXT.split("\n\n") if re.search(r"^# (GD|fine)", p)]

FIELD_OF = {
    n.Enum: "enums",
    n.Table: "tables",
    n.Supply: "supplies",
    n.Zone: "zones",
    n.Link: "links",
    n.Trait: "traits",
    n.Spot: "spots",
    n.VariableDef: "variables",
    n.Option: "options",
    n.Procedure: "procedures",
    n.Listener: "listeners",
}


def base() -> n.GameDef:
    game = read((HERE / "base.txt").read_text(encoding="utf-8"))
    assert isinstance(game, n.GameDef)
    return game


def with_main(*body: n.Statement) -> n.GameDef:
    game = base()
    main, *others = game.procedures
    main = dataclasses.replace(main, body=body)
    return dataclasses.replace(game, procedures=(main, *others))


def game_with(node: n.Node) -> n.GameDef:
    """The game of a paragraph: base.txt with the node at its place."""
    if isinstance(node, n.GameDef):
        return node
    if isinstance(node, n.Expr):
        return with_main(n.Let(name="it", value=node))
    if isinstance(node, n.Statement):
        return with_main(node)
    game, field = base(), FIELD_OF[type(node)]
    return dataclasses.replace(game, **{field: (*getattr(game, field), node)})


def test_base_is_fine() -> None:
    assert verify(base()) == []


@pytest.mark.parametrize("text", CASES)
def test_law(text: str) -> None:
    expected = sorted(re.findall(r"^# (GD\d+) (.+)$", text, re.MULTILINE))
    found = sorted((d.code, d.message) for d in verify(game_with(read(text))))
    assert [code for code, _ in found] == [code for code, _ in expected], found
    for (_, part), (_, message) in zip(expected, found, strict=True):
        assert part in message


def test_every_code_is_tested_and_has_a_page() -> None:
    declared = {code for code in CODES if code.startswith("GD")}
    tested = set(re.findall(r"GD\d+", LAWS_TEXT)) | {"GD116"}
    assert declared == tested
    assert all(len(CODES[code].page) > 40 for code in declared)


def test_every_expression_and_statement_has_a_rule() -> None:
    assert set(EXPRESSIONS) == {k for k in KINDS.values() if issubclass(k, n.Expr)}
    assert set(STATEMENTS) == {k for k in KINDS.values() if issubclass(k, n.Statement)}


def test_tables_name_real_fields() -> None:
    assert all(set(words) <= set(FIELDS[kind]) for kind, words in ALLOWED.items())
    assert all(field in FIELDS[kind] for kind, (field, _, _) in REFERENCES.items())
    scope = Scope()
    assert all(hasattr(scope, where) for _, where, _ in REFERENCES.values())
    assert set(LAWS) <= set(KINDS.values())


@pytest.mark.parametrize(
    ("a", "b", "both"),
    [
        ("int", "int", "int"),
        ("int", "bool", None),
        ("any", "token", "token"),
        ("token", "any", "token"),
        ("any", "[seat]", "[seat]"),
        ("[any]", "[seat]", "[seat]"),
        ("[[seat]]", "[any]", "[[seat]]"),
        ("[int]", "[seat]", None),
        ("[any]", "seat", None),
        ("any", "any", "any"),
    ],
)
def test_unify(a: str, b: str, both: str | None) -> None:
    assert unify(a, b) == both
    assert unify(b, a) == both


def test_types_of_lists() -> None:
    assert list_of("token") == "[token]"
    assert item_type("[token]") == "token"
    assert item_type("[[int]]") == "[int]"
    assert item_type("any") == item_type("int") == "any"


TYPES = {
    "Hole()": "any",
    'Symbol(enum="suit", value="hearts")': "suit",
    'Symbol(enum="colour", value="red")': "any",
    'Nothing(type="rank")': "rank",
    'Local(name="card")': "token",
    'Local(name="unknown")': "any",
    'Variable(name="score", of=Seat(number=0))': "int",
    'OptionValue(name="draw")': "int",
    'Lookup(table="points", key=Hole())': "int",
    'TokensIn(zone=ZoneAt(name="deck"))': "[token]",
    'TopOf(zone=ZoneAt(name="deck"))': "token",
    'ZoneOf(token=Local(name="card"))': "zone",
    'OwnerOf(zone=ZoneAt(name="deck"))': "seat",
    'PropertyOf(token=Local(name="card"), property="suit")': "suit",
    'PropertyOf(token=Local(name="card"), property="wild")': "bool",
    "Conditional(test=Hole(), then=Hole(), otherwise=Number(value=1))": "int",
    'Conditional(test=Hole(), then=ListOf(items=(), of="seat"), otherwise=Hole())': "[seat]",
    "ListOf(items=(Hole(), Seat(number=0)))": "[seat]",
    "ListOf(items=(ListOf(items=(Hole(),)), Seats()))": "[[seat]]",
    'ListOf(items=(), of="zone")': "[zone]",
    'Filter(items=ZonesNamed(name="hand"), name="z", where=Hole())': "[zone]",
    'Each(items=Seats(), name="s", value=ZoneAt(name="hand", owner=Local(name="s")))': "[zone]",
    'Each(items=Seats(), name="card", value=Local(name="card"))': "[seat]",
    "Distinct(items=Range(low=Hole(), high=Hole()))": "[int]",
    "Join(lists=(Hole(), Seats()))": "[seat]",
    'Sorted(items=ZonesNamed(name="hand"), name="z", key=Number(value=0))': "[zone]",
    "Reversed(items=Seats())": "[seat]",
    'Subsets(items=Seats(), name="s", where=Hole())': "[int]",
    "Selected(items=Seats(), selection=Number(value=1))": "[seat]",
    'BestPartition(items=Seats(), groups=Hole(), name="s", weight=Hole())': "[int]",
    "Item(items=Seats(), index=Number(value=0))": "seat",
    "Item(items=Hole(), index=Number(value=0))": "any",
}


@pytest.mark.parametrize(("text", "expected"), TYPES.items())
def test_type_of(text: str, expected: str) -> None:
    node = read(text)
    assert isinstance(node, n.Expr)
    assert type_of(node, Scope.of(base()).bind("card", "token")) == expected


def test_places_and_hints() -> None:
    text = 'Attempt(body=(\n  Return(),\n  Shuffle(zone=ZoneAt(name="dekc")),\n))'
    (found,) = verify(game_with(read(text, "here")))
    assert found.span == Span("here", 3, 16, 3, 35)
    assert found.help == "did you mean 'deck'?"


def test_a_node_without_a_place_has_that_of_what_is_around_it() -> None:
    place = Span("here", 5, 1, 6, 2)
    statement = n.Shuffle(zone=n.ZoneAt(name="nowhere"), span=place)
    assert [d.span for d in verify(with_main(statement))] == [place]


def test_check_reports_only_types() -> None:
    node = n.Add(left=n.Variable(name="unknown"), right=n.Truth(value=True))
    (problem,) = check(game_with(node))
    assert (problem.code.code, problem.node) == ("GD201", node.right)


def deep_expression(depth: int) -> n.Expr:
    expr: n.Expr = n.ListOf(items=(n.Number(value=0),))
    for _ in range(depth):
        expr = n.ListOf(items=(expr,))
    return n.Length(items=expr)


def deep_actions(depth: int) -> n.Statement:
    statement: n.Statement = n.Return()
    for _ in range(depth):
        action = n.Action(name="a", body=(statement,))
        statement = n.Decide(seat=n.Seat(number=0), actions=(action,))
    return statement


def test_up_to_150_levels_are_fine() -> None:
    # The game, main, the Let, Length and the innermost number make the rest.
    assert verify(game_with(deep_expression(145))) == []
    assert verify(game_with(deep_actions(73))) == []


@pytest.mark.parametrize("node", [deep_expression(146), deep_expression(30_000), deep_actions(900)])
def test_deeper_ones_are_refused(node: n.Node) -> None:
    assert [d.code for d in verify(game_with(node))] == ["GD116"]
