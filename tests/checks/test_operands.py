"""Checks of operands, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.diagnostics import Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify


def number(value: int) -> str:
    return f"Number(value={value})"


X, Y, FEW = 'Variable(name="x")', 'Variable(name="y")', 'OptionValue(name="few")'
PARTS = f"""
    options=(Option(name="few", default={number(2)}, allowed=({number(1)}, {number(2)})),),
    variables=(
        VariableDef(name="x", type="int", initial={number(0)}),
        VariableDef(name="y", type="int", initial={number(0)}),
    ),
"""
MORE = f"Add(left={X}, right={number(1)})"
CHANGES = f'SetVariable(name="x", value={Y}), SetVariable(name="y", value={MORE})'


def codes(*statements: str) -> list[str]:
    """What is reported of the operands of a game."""
    body = f"{CHANGES}, {', '.join(statements)},"
    main = f'Procedure(name="main", body=({body}))'
    game = read(f'GameDef(name="x", {PARTS} procedures=({main},))')
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items if d.code in ("CK205", "CK206")]


@pytest.mark.parametrize("kind", ["Equal", "Less", "AtMost"])
@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (X, X, ["CK205"]),
        (MORE, MORE, ["CK205"]),
        (X, Y, []),
        (MORE, X, []),
        (number(1), number(1), []),
    ],
)
def test_comparisons_of_an_expression_with_itself(
    kind: str, left: str, right: str, expected: list[str]
) -> None:
    test = f"{kind}(left={left}, right={right})"
    assert (
        codes(f'SetVariable(name="x", value=Conditional(test={test}, then={X}, otherwise={Y}))')
        == expected
    )


def test_comparisons_that_are_never_made_are_not_looked_at() -> None:
    test = f"Equal(left={X}, right={X})"
    inside = f"If(test={test}, then=(Return(),))"
    assert codes(f"If(test=Truth(value=True), then=({inside},))") == ["CK205"]
    assert codes(f"If(test=Truth(value=False), then=({inside},))") == []


SIZES = [
    (number(3), number(2), ["CK206"]),
    (number(2), number(2), []),
    (number(3), FEW, ["CK206"]),
    (number(2), FEW, []),
    (number(3), X, []),
]


@pytest.mark.parametrize(("least", "most", "expected"), SIZES)
def test_sizes_of_selections(least: str, most: str, expected: list[str]) -> None:
    listed = f'ListOf(items=({X}, {Y}), of="int")'
    sizes = f"least={least}, most={most}"
    found = f"Subsets(items={listed}, {sizes}, name='s', where=Truth(value=True))"
    assert codes(f'SetVariable(name="x", value=Length(items={found}))') == expected
    pick = f"Pick(name='s', of='int', seat=Seat(number=0), items={listed}, {sizes})"
    assert codes(pick) == expected
