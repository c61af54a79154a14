"""Checks of hidden information, on small games in canonical text.

`tests/play/test_contract.py` plays games with such mistakes: there they are found by playing, too.
"""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.diagnostics import Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify

ME = "Seat(number=0)"


def codes(*statements: str) -> list[str]:
    """What the checks of this family report about a game with a deck, hands and a hidden bid."""
    game = read(
        'GameDef(name="x", least_players=2, most_players=2, '
        'properties=(Property(name="pips", type="int"),), '
        'zones=(Zone(name="deck", face="down"), '
        'Zone(name="hand", per_seat=True, face="down", others_see="count")), '
        'supplies=(Supply(name="cards", zone="deck", tokens=(Token(name="a", values=(1,)),)),), '
        'variables=(VariableDef(name="bid", type="int", initial=Number(value=0), per_seat=True, '
        'audience="owner"),), '
        f'procedures=(Procedure(name="main", body=({", ".join(statements)},)),))'
    )
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items if d.code.startswith("CK3")]


def guarded(zone: str) -> str:
    """An action that is possible if the top card of a zone is low."""
    pips = f'PropertyOf(token=TopOf(zone={zone}), property="pips")'
    guard = f"Less(left={pips}, right=Number(value=3))"
    return f'Decide(seat={ME}, actions=(Action(name="peek", guard={guard}), Action(name="pass")))'


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ('ZoneAt(name="deck")', ["CK301"]),
        ('ZoneAt(name="hand", owner=Seat(number=1))', ["CK301"]),
        (f'ZoneAt(name="hand", owner={ME})', []),
    ],
)
def test_options_must_not_depend_on_hidden_cards(zone: str, expected: list[str]) -> None:
    assert codes(guarded(zone)) == expected


@pytest.mark.parametrize(("announced", "expected"), [("True", ["CK302"]), ("False", [])])
def test_a_hidden_answer_is_not_announced(announced: str, expected: list[str]) -> None:
    numbers = "Range(low=Number(value=1), high=Number(value=9))"
    ask = f'Ask(name="b", seat={ME}, items={numbers}, announced={announced})'
    keep = f'SetVariable(name="bid", of={ME}, value=Local(name="b"))'
    assert codes(ask, keep) == expected
