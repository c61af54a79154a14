"""Pictures of tables: well-formed, safe, inside their frame, and only of what a seat sees."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import ludwright as lw
from ludwright.pipeline import LIBRARY, library_games
from ludwright.table.picture_parts import is_french
from ludwright.table.pictures import PICTURE, picture, picture_of
from ludwright.table.scene import Node, Place, Scene, scene_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>&\"'\x00\ud800"
# One of each way of drawing: columns, hands, a map, a layout with trees, no decisions at all.
KINDS = ("klondike", "hearts", "three-mens-morris", "compass-rose", "war", "pyramid")


def place(look: str, *cards: str | None, **more: object) -> Place:
    return replace(Place("p", "place", None, 0, look, cards), **more)  # type: ignore[arg-type]


def scene(*places: Place, seats: int = 1) -> Scene:
    return Scene(0, tuple(f"player {i + 1}" for i in range(seats)), places, ())


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def uses(svg: str, name: str) -> int:
    drawn = svg[svg.index("</defs>") :]
    return drawn.count(f'<use href="#{name}"/>')


def corners(svg: str) -> list[tuple[float, float]]:
    """The upper left corners of all cards, in pixels."""
    found: list[tuple[float, float]] = []

    def walk(node: ElementTree.Element, x: float, y: float, scale: float) -> None:
        for kind, values in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
            numbers = [float(each) for each in values.split()]
            if kind == "translate":
                x, y = x + scale * numbers[0], y + scale * numbers[1]
            elif kind == "scale":
                scale *= numbers[0]
        if node.get("href") in ("#paper", "#back", "#empty"):
            found.append((x, y))
        for child in node:
            if child.tag != f"{SVG}defs":
                walk(child, x, y, scale)

    walk(ElementTree.fromstring(svg), 0, 0, 1)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_table_is_drawn_inside_its_frame(name: str) -> None:
    svg = picture_of(lw.load(name))
    wide, high = PICTURE
    assert ElementTree.fromstring(svg).get("viewBox") == f"0 0 {wide} {high}"
    assert corners(svg) or "<circle" in svg
    assert all(0 <= x < wide and 0 <= y < high for x, y in corners(svg))
    assert len(svg) < 40_000


def test_the_same_game_has_the_same_picture() -> None:
    assert picture_of(lw.load("klondike")) == picture_of(lw.load("klondike"))


def test_only_what_the_seat_sees_is_in_the_picture() -> None:
    game = lw.load("hearts")
    table = game.table(seed=5)
    seen = scene_of(table.view(0))
    hands = [place for place in seen.places if place.name == "hand"]
    mine = next(place for place in hands if place.owner == 0)
    svg = picture(seen)
    assert uses(svg, "paper") == sum(card is not None for p in seen.places for card in p.cards)
    assert len(texts(svg)) == uses(svg, "paper") >= len(mine.cards)


def test_texts_of_a_game_are_never_markup() -> None:
    named = place("pile", HOSTILE)
    space = place("space", HOSTILE, label=HOSTILE, spot=(0, 0))
    svg = picture(scene(named, space), french=False)
    tags = {node.tag for node in ElementTree.fromstring(svg.encode("utf-8", "strict")).iter()}
    assert f"{SVG}script" not in tags
    assert "<script" not in svg


def test_a_playing_card_has_its_rank_and_the_shape_of_its_suit() -> None:
    svg = picture(scene(place("pile", "TH")))
    assert texts(svg) == ["10"]
    assert 'href="#H"' in svg
    other = picture(scene(place("pile", "TH")), french=False)
    assert texts(other) == ["TH"]


@pytest.mark.parametrize(
    ("names", "french"),
    [
        (["AS", "10H", "joker"], True),
        (["7B", "KS", "2C"], False),
        (["AS", "AH", "AD", "AC", "AT"], True),
        (["guard", "post"], False),
    ],
)
def test_which_packs_are_french(names: list[str], french: bool) -> None:
    assert is_french(names) is french


def test_columns_cascade_and_piles_show_their_top() -> None:
    column = picture(scene(place("column", None, "KS", "QH")))
    heights = [y for _, y in corners(column)]
    assert heights == sorted(heights) and len(set(heights)) == 3
    assert texts(picture(scene(place("pile", "2S", "3S", "4S")))) == ["3", "4"]


def test_trees_hang_in_their_directions() -> None:
    east = Node((2,), ("KH",), Fraction(0), 5)
    south = Node((4,), (None,), Fraction(90), 6)
    svg = picture(scene(place("tree", "AS", branches=(east, south))))
    (ax, ay), (ex, ey), (sx, sy) = corners(svg)
    assert ex > ax and ey == ay
    assert sx == ax and sy > ay
    assert "rotate(90" in svg


def test_empty_places_belong_to_solitaires_only() -> None:
    assert uses(picture(scene(place("pile"))), "empty") == 1
    assert uses(picture(scene(place("pile"), seats=2)), "empty") == 0


def test_many_pieces_are_counted() -> None:
    svg = picture(scene(place("space", *["guard"] * 20, spot=(0, 0))), french=False)
    assert svg.count("<circle") == 7
    assert "+13" in texts(svg)


@pytest.mark.parametrize("places", [(), (place("row"),), (place("pile", *["AS"] * 300),)])
def test_extreme_scenes_are_drawn(places: tuple[Place, ...]) -> None:
    ElementTree.fromstring(picture(scene(*places)))


LIBRARY_GAMES = [name for name in library_games() if ":" not in name]


@pytest.mark.parametrize("name", LIBRARY_GAMES)
def test_every_library_game_has_a_picture(name: str) -> None:
    file = LIBRARY / name / "picture.svg"
    assert file.is_file(), "run docs/pictures.py"
    ElementTree.fromstring(file.read_text("utf-8"))


@pytest.mark.quick(5)
@pytest.mark.parametrize("name", LIBRARY_GAMES)
def test_pictures_are_up_to_date(name: str) -> None:
    text = (LIBRARY / name / "picture.svg").read_text("utf-8")
    assert text == picture_of(lw.load(name)) + "\n", "run docs/pictures.py"
