"""How a table looks: what can be wrong with it, and how those who draw it learn of it."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine.program import DIRECTION_WORDS
from ludwright.play.inspect_state import WAYS
from ludwright.play.table import Table

LOOK = n.Look(
    width=1000,
    height=600,
    token_width=80,
    token_height=112,
    step_up=25,
    step_down=10,
    picture_start="cards/",
    picture_ending=".png",
    anchor="fixed",
    rotation="rotation",
    degree=10,
)
ROOT = n.ZoneAt(name="cell")


def grown(name: str, below: n.Expr, direction: int) -> n.Grow:
    return n.Grow(name=name, zone=below, direction=n.Number(value=direction))


def game(**changes: Any) -> n.GameDef:
    """A cell with an anchor, south of it a card face up and turned, east of that one face down."""
    south, east, end = (n.Local(name=name) for name in ("south", "east", "end"))
    top = n.TopOf(zone=south)
    deal = (
        n.MoveTop(source=n.ZoneAt(name="deck"), to=ROOT),
        grown("south", ROOT, 4),
        n.MoveTop(source=n.ZoneAt(name="deck"), to=south),
        n.Turn(token=top, up=True),
        n.SetProperty(token=top, property="rotation", value=n.Number(value=225)),
        grown("east", south, 2),
        n.MoveTop(source=n.ZoneAt(name="deck"), to=east),
        grown("end", east, 5),
        n.Ask(name="it", seat=n.Seat(number=0), items=n.ListOf(items=(end,))),
    )
    tokens = [("D", 0, True), ("A", 0, False), ("B", 900, False)]
    made = n.GameDef(
        name="look",
        properties=(
            n.Property(name="fixed", type="bool"),
            n.Property(name="rotation", type="int", changing=True),
        ),
        supplies=(
            n.Supply(
                name="cards",
                zone="deck",
                tokens=tuple(n.Token(name=a, values=(fixed, turn)) for a, turn, fixed in tokens),
            ),
        ),
        zones=(n.Zone(name="deck"), n.Zone(name="cell", branches=9, grows="south", turned=450)),
        spots=(n.Spot(zone="cell", x=500, y=300),),
        look=LOOK,
        procedures=(n.Procedure(name="main", body=deal),),
    )
    return dataclasses.replace(made, **changes)


def table(**changes: Any) -> Table:
    made = game(**changes)
    assert verify(made) == []
    return Table(compile_game(made))


WRONG = {
    "invalid width 0; expected at least 1": {"width": 0},
    "invalid height -1; expected at least 1": {"height": -1},
    "invalid token_width 0; expected at least 1": {"token_width": 0},
    "invalid token_height 0; expected at least 1": {"token_height": 0},
    "invalid degree 0; expected at least 1": {"degree": 0},
    "invalid step_up -1; expected at least 0": {"step_up": -1},
    "invalid step_down -1; expected at least 0": {"step_down": -1},
    "this number does not fit in 32 bits": {"width": 2**31},
    "unknown property 'fixt'": {"anchor": "fixt"},
    "expected a property of type bool, found 'rotation' of type int": {"anchor": "rotation"},
    "expected a property of type int, found 'fixed' of type bool": {"rotation": "fixed"},
}


@pytest.mark.parametrize(("message", "changes"), WRONG.items())
def test_what_can_be_wrong(message: str, changes: dict[str, Any]) -> None:
    found = verify(game(look=dataclasses.replace(LOOK, **changes)))
    assert [d.message for d in found] == [message]


def test_the_table_tells_sizes_and_pictures() -> None:
    look = table().look
    assert look is not None and table().view(0).look == look
    assert (look.width, look.height, look.token_width, look.token_height) == (1000, 600, 80, 112)
    assert look.picture("KS") == "cards/KS.png"
    assert table(look=None).look is None


def test_zones_tell_where_they_lie_and_how_they_fan_out() -> None:
    cell = next(zone for zone in table().zones() if zone.name == "cell" and not zone.path)
    assert (cell.spot, cell.grows, cell.turned) == ((500, 300), "south", 450)


def test_a_branch_lies_a_step_from_what_it_hangs_from() -> None:
    seen = table()
    assert seen.spot("deck") is None
    assert seen.spot("cell") == (500, 300)
    # The anchor is face down: 10 further south. The card there is face up: 25 further east. The
    # one there is face down: 10 to the left and 10 down.
    assert seen.spot("cell", path=(4,)) == (500, 310)
    assert seen.spot("cell", path=(4, 2)) == (525, 310)
    assert seen.spot("cell", path=(4, 2, 5)) == (515, 320)
    assert seen.view(0).spot("cell", path=(4, 2, 5)) == (515, 320)


def test_without_a_look_only_roots_have_a_spot() -> None:
    seen = table(look=None)
    assert seen.spot("cell") == (500, 300) and seen.spot("cell", path=(4,)) is None


def test_directions_lead_where_their_names_say() -> None:
    assert DIRECTION_WORDS == n.DIRECTIONS, "the machine's words are those of games"
    for word, (right, down) in zip(DIRECTION_WORDS, WAYS, strict=True):
        assert right == ("east" in word) - ("west" in word)
        assert down == ("south" in word) - ("north" in word)


def test_anchors_and_rotations_of_tokens() -> None:
    seen = table()
    assert seen.anchored("cell") == [True] and seen.anchored("cell", path=(4,)) == [False]
    assert seen.turned("cell") == [0]
    assert seen.turned("cell", path=(4,)) == [Fraction(45, 2)]
    assert seen.turned("cell", path=(4, 2)) == [90]
    assert seen.view(0).turned("cell", path=(4,)) == [Fraction(45, 2)]


def test_without_a_rotation_of_their_own_tokens_lie_as_their_place() -> None:
    plain = dataclasses.replace(LOOK, rotation="", anchor="")
    seen = table(look=plain)
    assert seen.turned("cell", path=(4,)) == [45] and seen.anchored("cell") == [False]
    assert table(look=None).turned("cell", path=(4,)) == [450]
    fixed = (n.Property(name="fixed", type="bool"), n.Property(name="rotation", type="int"))
    body = game().procedures[0].body
    unturned = tuple(s for s in body if not isinstance(s, n.SetProperty))
    main = (n.Procedure(name="main", body=unturned),)
    assert table(properties=fixed, procedures=main).turned("cell", path=(4, 2)) == [90]
