"""Scenes: numbers of zones, the order of a hand, what backs show, states of pieces."""

from __future__ import annotations

import pickle
from functools import cache

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.draws import Draws
from ludwright.play.setup import natural_pace
from ludwright.play.table import Table
from ludwright.table.scene import Scene, scene_of
from tools.tables import action, decide
from tools.tiny import zone

LIBRARY = sorted(name for name in pipeline.library_games() if ":" not in name)
game = cache(lw.load)


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_scene_is_made_of_a_view_alone(name: str) -> None:
    """A view that was taken to another process shows the same."""
    pace = natural_pace(game(name).table(seed=2).program)
    table, draws = game(name).table(seed=2, pace=pace), Draws(4)
    for _ in range(8):
        if table.over:
            break
        for seat in range(table.program.seats):
            view = table.view(seat)
            found = scene_of(view)
            assert scene_of(pickle.loads(pickle.dumps(view))) == found
            _is_consistent(found, view.zones_by_number())
        table.apply(table.legal()[draws.below(len(table.legal()))])


def _is_consistent(found: Scene, zones: dict[int, object]) -> None:
    numbers = [node.zone for place in found.places for node in place.nodes]
    assert len(numbers) == len(set(numbers)) and set(numbers) <= set(zones)
    for place in found.places:
        size = len(place.cards)
        assert sorted(place.sorted) in ([], [*range(size)])
        assert len(place.states) in (0, size) and len(place.backs) in (0, size)
        assert bool(place.sorted) <= (place.owner == found.seat)


def test_a_hand_keeps_its_cards_in_place_and_has_an_order() -> None:
    table = game("crazy-eights").table(seed=3, players=3)
    places = scene_of(table.view(1)).places
    hand = next(p for p in places if p.label == "hand" and p.owner == 1)
    assert list(hand.cards) == table.zone("hand", 1)
    assert hand.zone == table.program.zone_number("hand", 1)
    assert [hand.cards[i] for i in hand.sorted] == list(hand.shown) != list(hand.cards)
    other = next(p for p in places if p.label == "hand" and p.owner == 0)
    assert other.sorted == () and set(other.cards) == {None}


def test_backs_are_given_where_they_differ() -> None:
    supplies = tuple(
        n.Supply(name=name, zone="pile", tokens=(n.Token(name=f"{name} 1", values=()),))
        for name in ("red", "blue")
    )
    made = n.GameDef(
        name="two packs",
        least_players=1,
        most_players=1,
        properties=(),
        supplies=supplies,
        zones=(zone("pile", face="down"),),
        procedures=(n.Procedure(name="main", body=(decide(action("wait")),)),),
    )
    assert not verify(made)
    (pile,) = scene_of(Table(compile_game(made, 1)).view(0)).places
    assert pile.cards == (None, None) and sorted(pile.backs) == ["blue", "red"]
    (deck, *_) = scene_of(game("klondike").table(seed=1).view(0)).places
    assert deck.backs == ()


def test_pieces_on_a_map_have_names_and_states() -> None:
    found = scene_of(game("brackwater").table(seed=3).view(0))
    spaces = [place for place in found.places if place.look == "space" and place.states]
    names = set(game("brackwater").table(seed=3).program.tokens)
    for place in spaces:
        assert {card for card in place.cards if card} <= names
        assert place.shown != place.cards
    assert spaces
