"""Maps and boards: spaces by name, what lies there counted by kind, and what is marked there."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.table import Table
from ludwright.players import PLAYERS
from ludwright.table.scene import scene_of
from ludwright.ui.faces import Faces
from ludwright.ui.layout import lay_out
from ludwright.ui.lines import scene_lines
from ludwright.ui.session import Session
from tools.sitting import Person, at_screen
from tools.tiny import ME, YES, loc, num

SPACES = tuple(f"town_{letter}" for letter in "abcdefghijklmnopqrstuvwx")
MOOD = n.Enum(name="mood", values=("calm", "unrest", "-"))
POSTURE = n.Enum(name="posture", values=("hidden", "active"))
WAIT = n.Decide(seat=ME, actions=(n.Action(name="wait"),))


def created(kind: str, *zones: str) -> list[n.Statement]:
    """Tokens of a kind, one in each of these zones."""
    return [n.Create(name="t", supply=kind, to=n.ZoneAt(name=zone)) for zone in zones]


def changed(name: str, value: n.Expr) -> n.Statement:
    """The token that was created last changes."""
    return n.SetProperty(token=loc("t"), property=name, value=value)


def mood(index: int, value: str) -> n.Statement:
    """A mark in a space."""
    symbol = n.Symbol(enum="mood", value=value)
    return n.SetVariable(name="mood", value=symbol, index=num(index))


def game(
    *body: n.Statement, zones: tuple[n.Zone, ...], spots: tuple[n.Spot, ...] = ()
) -> n.GameDef:
    """A game on a map with two kinds of pieces, a mark for each space, and gold for each seat."""
    values = ("hidden", False, True, 0)
    places = tuple(zone.name for zone in zones if zone.look == "space" and not zone.per_seat)
    made = n.GameDef(
        name="map",
        least_players=2,
        most_players=4,
        enums=(MOOD, POSTURE),
        properties=(
            n.Property(name="posture", type="posture", changing=True),
            n.Property(name="tired", type="bool", changing=True),
            n.Property(name="known", type="bool", changing=True, inner=True),
            n.Property(name="load", type="int", changing=True),
        ),
        supplies=tuple(
            n.Supply(name=kind, zone="", tokens=(n.Token(name=kind, values=values),) * 9)
            for kind in ("guild", "watch")
        ),
        zones=zones,
        spots=spots,
        variables=(
            n.VariableDef(
                name="mood",
                type="mood",
                initial=n.Symbol(enum="mood", value="calm"),
                count=len(places),
                places=places,
            ),
            n.VariableDef(name="gold", type="int", initial=num(3), per_seat=True),
        ),
        procedures=(n.Procedure(name="main", body=(*body, WAIT)),),
    )
    assert not verify(made)
    return made


def spaces(*names: str) -> tuple[n.Zone, ...]:
    """Open spaces."""
    return tuple(n.Zone(name=name, look="space", face="up") for name in names)


def table(*body: n.Statement, zones: tuple[n.Zone, ...], spots: tuple[n.Spot, ...] = ()) -> Table:
    """A table with such a game."""
    return Table(compile_game(game(*body, zones=zones, spots=spots), 2))


def drawn(at: Table, width: int = 60, height: int = 20, seat: int = 0) -> list[str]:
    """What is drawn for a seat, without blank lines."""
    lines = lay_out(scene_of(at.view(seat)), width, height, Faces(signs=False))
    texts = ["".join(text for text, _ in line).rstrip() for line in lines]
    assert all(len(text) <= width for text in texts) and len(texts) <= height
    return [text for text in texts if text]


def test_what_lies_in_a_space_is_counted_by_kind() -> None:
    at = table(
        *created("guild", "harbour", "harbour", "mill"),
        *created("watch", "harbour"),
        zones=spaces("harbour", "mill", "old_ford"),
    )
    lines = drawn(at)
    assert lines[0].split() == ["player", "2", "gold", "3"]
    (shown,) = [line for line in lines if "harbour" in line]
    assert "harbour: 2 guild hidden, watch hidden (mood calm)" in shown
    assert any("mill: guild hidden (mood calm)" in line for line in lines)
    assert any("old ford: -- (mood calm)" in line for line in lines)


def test_what_changes_about_pieces_is_told() -> None:
    at = table(
        *created("guild", "mill"),
        changed("posture", n.Symbol(enum="posture", value="active")),
        *created("guild", "mill"),
        changed("tired", YES),
        changed("load", num(4)),
        zones=spaces("mill"),
    )
    # What is true is told by its name, what is inner not at all.
    assert any("mill: guild active, guild hidden tired load 4" in line for line in drawn(at))


def test_marks_are_told_where_they_are() -> None:
    at = table(mood(1, "unrest"), mood(2, "-"), zones=spaces("harbour", "mill", "ford"))
    lines = drawn(at)
    assert any("harbour: -- (mood calm)" in line for line in lines)
    assert any("mill: -- (mood unrest)" in line for line in lines)
    assert any(line.rstrip().endswith("ford: --") for line in lines)  # nothing is marked there
    assert not any("mood 1" in line for line in lines)


def test_what_is_marked_almost_everywhere_is_told_once() -> None:
    zones = spaces("harbour", "mill", "ford", "keep")
    lines = drawn(table(mood(1, "unrest"), zones=zones))
    assert "elsewhere: mood calm" in lines and sum("mood" in line for line in lines) == 2
    assert any("mill: -- (mood unrest)" in line for line in lines)
    assert "everywhere: mood calm" in drawn(table(zones=zones))
    # If one has no mark at all, nothing can be said of the others together.
    text = "\n".join(drawn(table(mood(1, "-"), zones=zones)))
    assert "where:" not in text and text.count("mood calm") == 3


def test_marks_of_other_zones_are_told_beside_what_is_counted() -> None:
    made = game(zones=spaces("mill"))
    pile = n.Zone(name="quarry")
    marked = replace(made.variables[0], count=2, places=("mill", "quarry"))
    made = replace(made, zones=(*made.zones, pile), variables=(marked, *made.variables[1:]))
    lines = drawn(Table(compile_game(made, 2)))
    assert "mood of quarry: calm" in lines
    nowhere = replace(marked, places=("mill", ""))
    made = replace(made, variables=(nowhere, *made.variables[1:]))
    assert not verify(made)
    assert sum("mood" in line for line in drawn(Table(compile_game(made, 2)))) == 1


def test_a_map_comes_in_columns_if_there_is_room() -> None:
    at = table(*created("guild", *SPACES[:6]), zones=spaces(*SPACES))
    wide = drawn(at, 100, 20)
    first = next(line for line in wide if "town a:" in line)
    assert first.split("  ")[0] == "town a: guild hidden" and first.count("town") == 4
    assert first.index("town g") == next(x for x in wide if "town b" in x).index("town h")


@pytest.mark.parametrize("size", [(46, 18), (60, 14), (30, 24)])
def test_a_large_map_fits_a_small_screen(size: tuple[int, int]) -> None:
    at = table(
        *created("guild", *SPACES[:6], "town_a"),
        *created("watch", "town_a", "town_c"),
        mood(3, "unrest"),
        zones=spaces(*SPACES),
    )
    text = " ".join(" ".join(line.split()) for line in drawn(at, *size))
    assert "lines" not in text and "town a: 2 guild hidden, watch hidden" in text
    assert "town d: guild hidden (mood unrest)" in text and "elsewhere: mood calm" in text
    assert all(f"town {letter}" in text for letter in "abcdefghijklmnopqrstuvwx")


def test_empty_spaces_are_told_together_if_there_is_little_room() -> None:
    at = table(*created("guild", "town_b"), zones=spaces(*SPACES))
    text = " ".join(" ".join(line.split()) for line in drawn(at, 46, 12))
    assert "town b: guild hidden empty: town a, town c, town d" in text


def test_long_contents_go_on_below() -> None:
    kinds = [
        x for load in range(5) for x in (*created("guild", "mill"), changed("load", num(load)))
    ]
    text = drawn(table(*kinds, zones=spaces("mill")), 30, 20)
    start = next(i for i, line in enumerate(text) if line.startswith("mill: "))
    assert text[start + 1].startswith("  guild hidden load")
    told = " ".join(text)
    assert all(f"load {load}" in told for load in range(1, 5)) and "…" not in told


def test_what_cannot_be_seen_is_counted_too() -> None:
    zones = (n.Zone(name="mill", look="space", face="down"),)
    at = table(*created("guild", "mill", "mill"), zones=zones)
    assert any("mill: 2 [] (mood calm)" in line for line in drawn(at))


def test_spaces_of_seats_are_shown_with_them() -> None:
    camp = n.Zone(name="camp", look="space", per_seat=True, face="up")
    to = [n.ZoneAt(name="camp", owner=n.Seat(number=seat)) for seat in (0, 1, 1)]
    made = [n.Create(name="t", supply="watch", to=zone) for zone in to]
    at = table(*made, zones=(*spaces("mill"), camp))
    assert "player 2   camp 2 watch hidden   gold 3" in drawn(at)
    assert "camp: watch hidden" in drawn(at)
    lines = list(scene_lines(scene_of(at.view(0))))
    assert any(line.split() == ["your", "camp", "watch", "hidden"] for line in lines)


def test_many_equal_pieces_in_a_row_are_counted() -> None:
    row = n.Zone(name="reserve", look="row", per_seat=True, face="up")
    to = [n.ZoneAt(name="reserve", owner=n.Seat(number=seat)) for seat in (0, 1)]
    kinds = ("watch", "guild", "guild", "guild", "guild")
    made = [n.Create(name="t", supply=kind, to=zone) for zone in to for kind in kinds]
    at = table(*made, zones=(*spaces("mill"), row))
    assert "player 2   reserve watch guildx4   gold 3" in drawn(at)
    assert drawn(at)[-2:] == ["your reserve (5)", "guildx4 watch"]
    lines = [" ".join(line.split()) for line in scene_lines(scene_of(at.view(1)))]
    assert "your reserve guild x 4 watch" in lines


# ---- boards --------------------------------------------------------------------------------------


def board(*body: n.Statement, size: int = 3) -> Table:
    """A square of spaces that say where they lie."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    spots = tuple(n.Spot(zone=f"c{r}{c}", x=100 * c, y=100 * r) for r, c in cells)
    return table(*body, zones=spaces(*(f"c{r}{c}" for r, c in cells)), spots=spots)


def test_a_board_is_drawn_as_it_lies() -> None:
    at = board(*created("guild", "c11"), *created("watch", "c02", "c02"), mood(8, "unrest"))
    for height, edges in ((40, 4), (9, 0)):  # in frames if there is room, else by lines
        lines = [line for line in drawn(at, 76, height) if "player" not in line]
        assert len([line for line in lines if line.startswith("+--")]) == edges
        columns = [[line.find(f"c{r}{c}") for r in range(3)] for c in range(3) for line in lines]
        assert all(len({at for at in column if at >= 0}) <= 1 for column in columns)
        [watch] = [line.index("2 watch hidden") for line in lines if "2 watch hidden" in line]
        [guild] = [line.index("guild hidden") for line in lines if "guild hidden" in line]
        assert guild < watch and any("(mood unrest)" in line for line in lines)


def test_empty_cells_are_dots_if_their_names_do_not_fit() -> None:
    made = board(size=6)
    assert drawn(made, 60)[1].split() == [f"c0{i}" for i in range(6)]
    assert drawn(made, 20)[1].split() == ["."] * 6
    told = drawn(made, 15, 40)  # too narrow for a board: by name
    assert any(line.startswith("c00: --") for line in told)


def test_lines_show_maps_and_boards() -> None:
    at = board(*created("guild", "c11"))
    lines = [line.replace("|", " ").split() for line in scene_lines(scene_of(at.view(0)))]
    assert [line for line in lines if "c" in line[0]][:3] == [
        ["c00", "c01", "c02"],
        ["c10", "c11", "c12"],
        ["c20", "c21", "c22"],
    ]
    assert lines[5] == [".", "guild", "hidden", "."]
    assert lines[10] == ["everywhere:", "mood", "calm"]


# ---- the screen ----------------------------------------------------------------------------------


@cache
def large() -> Table:
    body = [
        x
        for letter in SPACES
        for load in range(5)
        for x in (*created("guild", letter)[:1], changed("load", num(load + 1)))
    ]
    few = game(zones=spaces(*SPACES))
    supply = replace(few.supplies[0], tokens=few.supplies[0].tokens[:1] * 130)
    main = n.Procedure(name="main", body=(*body, WAIT))
    full = replace(few, supplies=(supply, few.supplies[1]), procedures=(main,))
    return Table(compile_game(full, 2))


def test_what_does_not_fit_can_be_read_on_a_page() -> None:
    async def reads(person: Person) -> None:
        assert "lines" in person.text() and "town x: guild" not in person.text()
        await person.press("f2")
        assert "town x: guild hidden load 1, guild hidden load 2" in person.page
        await person.press("escape")
        await person.press("slash", "w", "f2")
        assert "town a: guild" in person.page

    at_screen(Session(large(), 0, PLAYERS["first"]()), reads)


# ---- laws ----------------------------------------------------------------------------------------


def test_places_of_variables_must_be_there() -> None:
    made = game(zones=spaces("mill", "ford"))
    mark = made.variables[0]

    def problems(places: tuple[str, ...]) -> list[str]:
        wrong = replace(made, variables=(replace(mark, places=places), *made.variables[1:]))
        return [problem.message for problem in verify(wrong)]

    assert problems(("mill", "ford")) == []
    assert problems(("mill",)) == ["the count of 'mood' is 2, but it has 1 places"]
    assert problems(("mill", "fort")) == ["unknown zone 'fort'"]
