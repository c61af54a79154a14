"""Kinds of games: an author's word, or what the parts of a definition show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright import pipeline
from ludwright.gamedef import nodes as n
from ludwright.gamedef.kinds import OTHER, kind_of

LIBRARY = Path(ludwright.__file__).parent / "library"
BET = n.Action(
    name="raise",
    parameters=(
        n.Parameter(
            name="by",
            type="int",
            items=n.Range(low=n.Number(value=1), high=n.Number(value=9)),
        ),
    ),
)


def game(**parts: object) -> n.GameDef:
    return n.GameDef(name="x", least_players=2, most_players=2, **parts)  # type: ignore[arg-type]


def main(*body: n.Statement) -> tuple[n.Procedure, ...]:
    return (n.Procedure(name="main", body=body),)


@pytest.mark.parametrize(
    ("definition", "kind"),
    [
        (game(), OTHER),
        (game(genre="climbing"), "climbing"),
        (n.GameDef(name="x"), "solitaire"),
        (game(links=(n.Link(name="road", zone_a="a", zone_b="b"),)), "board"),
        (game(procedures=main(n.Decide(seat=n.Seat(number=0), actions=(BET,)))), "betting"),
        (game(zones=(n.Zone(name="hand", per_seat=True, others_see="count"),)), "hand management"),
        (game(zones=(n.Zone(name="won", per_seat=True),)), OTHER),
    ],
)
def test_parts_show_the_kind(definition: n.GameDef, kind: str) -> None:
    assert kind_of(definition) == kind


def test_a_language_without_genres_still_has_kinds() -> None:
    found = {
        name: kind_of(definition)
        for name in ("texas-holdem", "thirty-one", "three-mens-morris", "brackwater")
        if (definition := pipeline.load(name, checked=False).game)
    }
    assert found == {
        "texas-holdem": "betting",
        "thirty-one": "hand management",
        "three-mens-morris": "board",
        "brackwater": "board",
    }


def test_every_library_game_has_a_kind() -> None:
    files = sorted(LIBRARY.glob("*/about.json"))
    genres = {file.parent.name: json.loads(file.read_text("utf-8"))["genre"] for file in files}
    assert len(genres) >= 75 and not [name for name, genre in genres.items() if not genre]
