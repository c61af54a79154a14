"""Checks of things and of the start, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.checks.setup_feasible import can_start
from ludwright.diagnostics import ERROR, Diagnostic, Report
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


# ---- the start -----------------------------------------------------------------------------------

HANDS = 'Zone(name="deck"), Zone(name="hand", per_seat=True)'
HAND = 'ZoneAt(name="hand", owner=Local(name="s"))'


def deal(count: str) -> str:
    """So many cards to each player."""
    move = f"MoveTop(source={DECK}, to={HAND}, count={count})"
    return f'ForEach(name="s", items=Seats(), body=({move},))'


def failures(*statements: str, players: tuple[int, int]) -> list[str]:
    every = found(*statements, zones=HANDS, players=players)
    told = [d for d in every if d.code == "CK204"]
    assert all(d.severity == ERROR and d.span for d in told)
    return [d.message for d in told]


TWO_PLAY = "Equal(left=Length(items=Seats()), right=Number(value=2))"
FEW = f"Conditional(test={TWO_PLAY}, then=Number(value=4), otherwise=Number(value=1))"


@pytest.mark.parametrize(
    ("count", "players", "expected"),
    [
        ("Number(value=2)", (2, 3), []),
        ("Number(value=2)", (2, 4), ["4 players: cannot move 2 from 'deck', which holds 0"]),
        ("Number(value=2)", (3, 6), ["4 to 6 players"]),
        (FEW, (2, 6), ["with 2 players: cannot move 4 from 'deck', which holds 2"]),
        (FEW, (3, 6), []),
        (f"Divide(left=SizeOf(zone={DECK}), right=Number(value=2))", (2, 6), []),
        (
            "Subtract(left=Number(value=1), right=Number(value=2))",
            (2, 2),
            ["2 players: cannot move -1"],
        ),
    ],
)
def test_a_deal(count: str, players: tuple[int, int], expected: list[str]) -> None:
    told = failures(deal(count), players=players)
    assert len(told) == len(expected)
    assert all(part in message for part, message in zip(expected, told, strict=True))


MUCH = deal("Number(value=9)")


@pytest.mark.parametrize(
    "statement",
    [
        f"Attempt(body=({MUCH},))",
        'Ask(name="a", seat=Seat(number=0), items=Seats()), ' + MUCH,
        'Mark(kind="turn"), ' + MUCH,
        f"If(test=IsFaceUp(token=TopOf(zone={DECK})), then=({MUCH},))",
        f"If(test=Less(left=SizeOf(zone={DECK}), right=Number(value=6)), then=({MUCH},))",
        f"While(test=Truth(value=True), body=(Leave(), {MUCH}))",
        "Return(), " + MUCH,
    ],
)
def test_what_is_not_done_at_the_start_does_not_count(statement: str) -> None:
    assert failures(statement, players=(2, 2)) == []


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ('If(test=Truth(value=True), then=(Fail(reason="no luck"),))', "no luck"),
        (f"While(test=Truth(value=True), body=({deal('Number(value=1)')},))", "cannot move 1"),
        (f"Attempt(body=({MUCH},), otherwise=({MUCH},))", "cannot move 9"),
        (f'MoveToken(token=TopOf(zone={DECK}), to=ZoneAt(name="hand", owner=Seat(number=5)))', ""),
    ],
)
def test_other_ways_to_fail(statement: str, why: str) -> None:
    told = [m for m in failures(statement, players=(2, 2)) if why in m]
    assert len(told) == 1


def setup_of(
    *statements: str, players: int = 2, procedures: str = "", variables: str = ""
) -> list[str]:
    """The codes for a game with these statements, procedures and variables."""
    game = read(
        f'GameDef(name="x", least_players={players}, most_players={players}, '
        f'zones=(Zone(name="deck"), Zone(name="pile")), variables=({variables}), '
        f"supplies=({SUPPLY.format(zone='deck')},), "
        f'procedures=(Procedure(name="main", body=({", ".join(statements)},)), {procedures}))'
    )
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    can_start(game, report)
    return [d.code for d in report.items]


def to_pile(count: str) -> str:
    return f'MoveTop(source={DECK}, to=ZoneAt(name="pile"), count={count})'


def test_variables_of_one_name_have_values_of_their_own() -> None:
    several = 'VariableDef(name="x", type="int", count=2, initial=Number(value=1)),'
    nine = 'SetVariable(name="x", value=Number(value=9), index=Number(value={}))'
    moved = to_pile('Variable(name="x", index=Number(value=1))')
    assert setup_of(nine.format(0), moved, variables=several) == []
    assert setup_of(nine.format(1), moved, variables=several) == ["CK204"]
    unknown = nine.replace("Number(value={})", 'Local(name="which")')
    roll = 'Roll(name="which", low=Number(value=0), high=Number(value=1))'
    assert setup_of(roll, unknown, moved, variables=several) == []


def test_a_procedure_that_fails_leaves_the_names_of_its_caller() -> None:
    fails = (
        'Procedure(name="fails", parameters=(Parameter(name="count", type="int"),), '
        'body=(Fail(reason="no luck"),)),'
    )
    call = 'Attempt(body=(Call(procedure="fails", arguments=(Number(value=9),)),))'
    one = 'Let(name="count", value=Number(value=1))'
    assert setup_of(one, call, to_pile('Local(name="count")'), procedures=fails) == []


def test_calls_in_a_circle_are_no_trouble() -> None:
    circle = 'Procedure(name="round", body=(Call(procedure="round"),))'
    game = read(
        f'GameDef(name="x", procedures=(Procedure(name="main", body=(Call(procedure="round"),)), '
        f"{circle}))"
    )
    assert isinstance(game, GameDef)
    report = Report()
    run_checks(game, report)
    assert report.items == []
