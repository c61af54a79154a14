"""The check of the setup, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.checks.setup_feasible import can_start
from ludwright.diagnostics import ERROR, Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify

TOKENS = 'Token(name="a", values=()), ' * 6
SUPPLY = f'Supply(name="cards", zone="deck", tokens=({TOKENS}))'
DECK = 'ZoneAt(name="deck")'
HANDS = 'Zone(name="deck"), Zone(name="hand", per_seat=True)'
HAND = 'ZoneAt(name="hand", owner=Local(name="s"))'


def deal(count: str) -> str:
    """Deal a number of cards to each player."""
    move = f"MoveTop(source={DECK}, to={HAND}, count={count})"
    return f'ForEach(name="s", items=Seats(), body=({move},))'


def failures(
    *statements: str,
    players: tuple[int, int] = (2, 2),
    procedures: str = "",
    variables: str = "",
) -> list[str]:
    """The messages about the setup of a game with six cards."""
    game = read(
        f'GameDef(name="x", least_players={players[0]}, most_players={players[1]}, '
        f"zones=({HANDS},), variables=({variables}), supplies=({SUPPLY},), "
        f'procedures=(Procedure(name="main", body=({", ".join(statements)},)), {procedures}))'
    )
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    can_start(game, report)
    assert all(d.code == "CK204" and d.severity == ERROR and d.span for d in report.items)
    return [d.message for d in report.items]


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


def to_first_hand(count: str) -> str:
    first = 'ZoneAt(name="hand", owner=Seat(number=0))'
    return f"MoveTop(source={DECK}, to={first}, count={count})"


def test_variables_of_one_name_have_values_of_their_own() -> None:
    several = 'VariableDef(name="x", type="int", count=2, initial=Number(value=1)),'
    nine = 'SetVariable(name="x", value=Number(value=9), index=Number(value={}))'
    moved = to_first_hand('Variable(name="x", index=Number(value=1))')
    assert failures(nine.format(0), moved, variables=several) == []
    assert len(failures(nine.format(1), moved, variables=several)) == 1
    unknown = nine.replace("Number(value={})", 'Local(name="which")')
    roll = 'Roll(name="which", low=Number(value=0), high=Number(value=1))'
    assert failures(roll, unknown, moved, variables=several) == []


def test_a_procedure_that_fails_leaves_the_names_of_its_caller() -> None:
    fails = (
        'Procedure(name="fails", parameters=(Parameter(name="count", type="int"),), '
        'body=(Fail(reason="no luck"),)),'
    )
    call = 'Attempt(body=(Call(procedure="fails", arguments=(Number(value=9),)),))'
    one = 'Let(name="count", value=Number(value=1))'
    assert failures(one, call, to_first_hand('Local(name="count")'), procedures=fails) == []


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
