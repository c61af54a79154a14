"""Checks of unused declarations, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.diagnostics import Diagnostic, Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify

SUPPLY = (
    'Supply(name="cards", zone="{zone}", tokens=('
    + 'Token(name="a", values=()), ' * 6
    + "))"  # six cards
)


def found(
    *statements: str,
    zones: str = 'Zone(name="deck")',
    zone: str = "deck",
    players: tuple[int, int] = (2, 2),
    more: str = "",
) -> list[Diagnostic]:
    """What the checks say about a game with six cards."""
    body = ", ".join(statements)
    game = read(
        f'GameDef(name="x", least_players={players[0]}, most_players={players[1]}, '
        f"zones=({zones},), supplies=({SUPPLY.format(zone=zone)},), {more} "
        f'procedures=(Procedure(name="main", body=({body},)),))'
    )
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return report.items


def codes(*statements: str, **settings: str) -> list[str]:
    return [d.code for d in found(*statements, **settings)]  # type: ignore[arg-type]


VARIABLE = 'variables=(VariableDef(name="x", type="int", initial=Number(value=0){more}),),'
READ = 'If(test=Less(left=Variable(name="x"), right=Number(value=3)), then=(Return(),))'
SET = 'SetVariable(name="x", value=Number(value=1))'
COUNT = 'SetVariable(name="x", value=Add(left=Variable(name="x"), right=Number(value=1)))'


@pytest.mark.parametrize(
    ("statements", "more", "expected"),
    [
        ((), "", ["CK401"]),
        ((), ", inner=True", []),
        ((SET,), "", []),  # people can see it
        ((SET,), ', audience="none"', ["CK401"]),
        ((COUNT,), ', audience="none"', ["CK401"]),
        ((COUNT, READ), ', audience="none"', []),
    ],
)
def test_variables(statements: tuple[str, ...], more: str, expected: list[str]) -> None:
    assert codes("Return()", *statements, more=VARIABLE.format(more=more)) == expected


def test_variables_without_a_value() -> None:
    more = 'variables=(VariableDef(name="x", type="seat", initial=Nothing(type="seat")),),'
    use = 'If(test=Exists(item=Variable(name="x")), then=(Return(),))'
    value = 'SetVariable(name="x", value=Seat(number=0))'
    assert codes(use, more=more) == ["CK406"]
    assert codes(value, use, more=more) == []
    assert codes(use, more=more.replace('Nothing(type="seat")', "Seat(number=0)")) == []


def test_options() -> None:
    option = 'options=(Option(name="o", default=Truth(value=True)),),'
    assert codes("Return()", more=option) == ["CK402"]
    assert codes('If(test=OptionValue(name="o"), then=(Return(),))', more=option) == []


TWO = 'Zone(name="deck"), Zone(name="pile")'
PILE, DECK = 'ZoneAt(name="pile")', 'ZoneAt(name="deck")'


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Return()", ["CK403"]),
        (f"MoveTop(source={PILE}, to={DECK}, partial=True)", ["CK403"]),
        (f"MoveTop(source={DECK}, to={PILE})", []),
        (f"MoveBlock(source={DECK}, to={PILE})", []),
        (f'Let(name="z", value={PILE}), MoveTop(source={DECK}, to=Local(name="z"))', []),
        (
            'ForEach(name="z", items=ZonesNamed(name="pile"), '
            f'body=(MoveToken(token=TopOf(zone={DECK}), to=Local(name="z")),))',
            [],
        ),
        (f"If(test=Truth(value=False), then=(MoveTop(source={DECK}, to={PILE}),))", ["CK403"]),
        # To wherever a card lies: that may be any zone.
        (f"MoveTop(source={DECK}, to=ZoneOf(token=TopOf(zone={DECK})))", []),
    ],
)
def test_zones(statement: str, expected: list[str]) -> None:
    assert [c for c in codes(statement, zones=TWO) if c != "CK202"] == expected


def test_zones_in_what_nothing_calls() -> None:
    unused = f'Procedure(name="other", body=(MoveTop(source={DECK}, to={PILE}),))'
    for call, expected in (("Return()", ["CK403"]), ('Call(procedure="other")', [])):
        game = read(
            f'GameDef(name="x", zones=({TWO}), supplies=({SUPPLY.format(zone="deck")},), '
            f'procedures=(Procedure(name="main", body=({call},)), {unused}))'
        )
        assert isinstance(game, GameDef)
        report = Report()
        run_checks(game, report)
        assert [d.code for d in report.items] == expected


def test_pools() -> None:
    create = f'Create(name="t", supply="cards", to={DECK})'
    assert codes("Return()", zone="") == ["CK403", "CK404"]
    assert codes(create, zone="") == []


LISTENER = 'listeners=(Listener(when="after", sources=({sources}), targets=({targets}), body=()),),'


@pytest.mark.parametrize(
    ("statement", "sources", "targets", "expected"),
    [
        (f"MoveTop(source={DECK}, to={PILE})", "", '"pile",', []),
        (f"MoveTop(source={DECK}, to={PILE})", '"deck",', "", []),
        (f"MoveTop(source={DECK}, to={PILE})", '"pile",', "", ["CK405"]),
        (f"MoveTop(source={DECK}, to={PILE})", "", '"deck",', ["CK405"]),
        (f"MoveTop(source={DECK}, to={PILE}, quiet=True)", "", "", ["CK405"]),
        (f"MoveToken(token=BottomOf(zone={DECK}), to={PILE})", '"pile",', "", ["CK405"]),
        # Where a card that was looked up before lies now can't be told.
        (
            f'Let(name="t", value=TopOf(zone={DECK})), MoveToken(token=Local(name="t"), to={PILE})',
            '"pile",',
            "",
            [],
        ),
    ],
)
def test_listeners(statement: str, sources: str, targets: str, expected: list[str]) -> None:
    more = LISTENER.format(sources=sources, targets=targets)
    assert codes(statement, zones=TWO, more=more) == expected
