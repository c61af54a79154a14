"""What a seat can choose: references that point into its scene, ranges, picks; and no secrets."""

from __future__ import annotations

from functools import cache

import pytest

from ludwright import Game, load, pipeline
from ludwright.gamedef import nodes as n
from ludwright.play.draws import Draws
from ludwright.play.errors import IllegalMove, InvalidMove, MoveError, TableError
from ludwright.play.setup import natural_pace
from ludwright.play.table import Table
from ludwright.play.view import View
from ludwright.table.move_list import Interchangeable
from ludwright.table.options import FEW_NUMBERS, Options, Ref, choose, options_of
from ludwright.table.scene import scene_of
from tools import tables
from tools.tables import action, decide, end
from tools.tiny import loc, num

SECRETIVE = {"cheat", "crazy-eights", "go-fish", "hearts", "klondike", "memory", "texas-holdem"}
LIBRARY = sorted(name for name in pipeline.library_games() if ":" not in name)


@cache
def game(name: str) -> Game:
    return load(name)


def table_of(name: str, seed: int = 3, players: int | None = None) -> Table:
    found = game(name).table(seed=seed, players=players)
    return game(name).table(seed=seed, players=players, pace=natural_pace(found.program))


def asked(table: Table) -> tuple[View, Options]:
    """The view of the seat that decides, and its options."""
    view = table.view(table.decider or 0)
    return view, options_of(view)


def all_refs(options: Options) -> list[Ref]:
    refs = [ref for option in options.moves for ref in option.refs]
    refs += [ref for each in options.ranges for ref in each.refs]
    return refs + list(options.picks.items if options.picks else ())


# ---- every game ----------------------------------------------------------------------------------


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_options_point_into_the_scene_and_can_be_chosen(name: str) -> None:
    table, draws = table_of(name), Draws(5)
    for _ in range(40):
        if table.over:
            break
        view, found = asked(table)
        legal = view.legal()
        assert found.count == len(legal)
        nodes = {node.zone: node.cards for p in scene_of(view).places for node in p.nodes}
        for ref in all_refs(found):
            if ref.kind == "card" and ref.at is not None:
                seen = nodes[ref.zone or 0][ref.at]
                assert seen in (None, ref.text)  # known cards are drawn only if they are seen
        for option in found.moves:
            move = choose(view, index=option.index)
            assert str(move) == option.text and move.name == option.action
            assert table.entry(move) == table.entry(legal[option.index])
        listed = {option.index for option in found.moves}
        for number, each in enumerate(found.ranges):
            for value in (each.low, each.high):
                move = choose(view, number=value, range=number)
                assert str(move) == f"{each.text_before}{value}{each.text_after}"
                assert move.index not in listed
        if found.picks and found.picks.at_once:
            pick = draws.shuffled([*range(len(found.picks.items))])[: found.picks.least]
            taken = choose(view, items=pick)
            names = [found.picks.items[i].text for i in pick]
            assert all(name is None or name in str(taken) for name in names)
            table.apply(taken)
        else:
            table.apply(table.legal()[draws.below(len(legal))])


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_nobody_learns_from_options_or_scenes_what_is_hidden(name: str) -> None:
    table, draws, worlds = table_of(name), Draws(9), 0
    for _ in range(25):
        if table.over:
            break
        for seat in range(table.program.seats):
            try:
                there = table.view(seat).redeal(draws.below(2**31 - 1), by_past=False)
            except TableError:
                continue
            if there.evidence:
                worlds += 1
                mine, other = table.view(seat), there.view(seat)
                assert options_of(mine) == options_of(other)
                assert scene_of(mine) == scene_of(other)
        table.apply(table.legal()[draws.below(len(table.legal()))])
    assert worlds or name not in SECRETIVE


# ---- single games --------------------------------------------------------------------------------


def test_a_solitaire_move_names_its_card_source_and_target() -> None:
    table = table_of("klondike")
    _, found = asked(table)
    option = next(each for each in found.moves if each.text.startswith("AD"))
    card, source, target = option.refs
    assert (card.kind, card.text, card.at) == ("card", "AD", 0)
    assert (source.kind, source.zone, source.text) == ("zone", card.zone, "column 1")
    assert (target.kind, target.text) == ("zone", "foundation 1")


def test_of_a_run_the_lowest_card_comes_first() -> None:
    for seed in range(20):
        table, draws = table_of("spider-1-suit", seed), Draws(seed)
        for _ in range(30):
            view, found = asked(table)
            runs = [each for each in found.moves if each.action == "move_stack"]
            for option in runs:
                cards = [ref for ref in option.refs if ref.kind == "card"]
                size = len(view.cards(cards[0].zone or 0))
                assert len(cards) == 2 and cards[0].zone == cards[1].zone
                assert (cards[0].at or 0) < (cards[1].at or 0) == size - 1
            if runs:
                return
            table.apply(table.legal()[draws.below(len(table.legal()))])
    raise AssertionError("no run can be moved in any of these games")


def test_a_set_is_picked_by_the_indices_of_its_items_in_any_order() -> None:
    table = table_of("hearts", players=3)
    view, found = asked(table)
    assert (found.kind, found.moves, found.count) == ("picks", (), 680)
    assert found.picks is not None
    hand = next(p for p in scene_of(view).places if p.name == "hand" and p.owner == view.seat)
    assert [ref.text for ref in found.picks.items] == list(hand.shown)
    move = choose(view, items=[4, 0, 2])
    wanted = {found.picks.items[i].text for i in (0, 2, 4)}
    assert {*str(move).split(" + ")} == wanted and move in view.legal()
    assert choose(view, text=" ".join(map(str, wanted))) == move
    table.apply(move)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"items": [0, 1]}, IllegalMove),
        ({"items": [0, 1, 1]}, InvalidMove),
        ({"items": [0, 1, 17]}, InvalidMove),
        ({"items": [0, 1, -1]}, InvalidMove),
        ({"items": [0, 1, True]}, InvalidMove),
        ({"items": [0, 1, [2]]}, InvalidMove),
        ({"index": 680}, InvalidMove),
        ({"index": -1}, InvalidMove),
        ({"number": 3}, InvalidMove),
        ({"text": "no such card"}, InvalidMove),
        ({}, InvalidMove),
        ({"index": 0, "text": "2C"}, InvalidMove),
    ],
)
def test_what_cannot_be_chosen_is_refused(given: dict[str, object], error: type[MoveError]) -> None:
    view, _ = asked(table_of("hearts", players=3))
    with pytest.raises(error):
        choose(view, **given)  # type: ignore[arg-type]


def test_a_seat_that_does_not_decide_has_no_options() -> None:
    table = table_of("crazy-eights", players=3)
    other = table.view(((table.decider or 0) + 1) % 3)
    assert options_of(other) == Options("none")
    with pytest.raises(IllegalMove, match="not your turn"):
        choose(other, index=0)


def test_items_picked_one_by_one_are_moves_with_an_end() -> None:
    table = game("brackwater").table(seed=3)
    table.apply("muster operation")
    _, found = asked(table)
    assert found.kind == "moves" and found.picks is not None and not found.picks.at_once
    assert found.picks.chosen == () and len(found.picks.items) == len(found.moves) == 6
    table.apply(table.legal()[0])
    _, found = asked(table)
    assert found.picks is not None and found.picks.chosen == (0,)
    assert found.picks.items[0] == Ref("zone", zone=4, text="brackmouth")
    assert [each.text for each in found.moves if each.ends] == ["done"]


def bids(items: n.Expr) -> Table:
    parts = ("bid ", loc("k"), " chips")
    bid = n.Action(
        name="bid",
        parameters=(n.Parameter(name="k", type="int", items=items),),
        notations=(n.Notation(name="", parts=parts),),
    )
    return tables.table(decide(action("pass"), bid), end(0))


def test_many_numbers_are_a_range() -> None:
    view, found = asked(bids(n.Range(low=num(5), high=num(2_000_000))))
    assert [each.text for each in found.moves] == ["pass"] and found.count == 1_999_997
    (asked_for,) = found.ranges
    assert (asked_for.text_before, asked_for.text_after) == ("bid ", " chips")
    assert (asked_for.low, asked_for.high, asked_for.step) == (5, 2_000_000, 1)
    assert str(choose(view, number=123_456)) == "bid 123456 chips"
    for wrong in (4, 2_000_001):
        with pytest.raises(IllegalMove, match="from 5 to 2000000"):
            choose(view, number=wrong)
    with pytest.raises(InvalidMove, match="unknown range 1"):
        choose(view, number=7, range=1)


def test_steps_of_equal_size_are_a_range_too() -> None:
    steps = n.ListOf(items=tuple(map(num, range(20, 20 * FEW_NUMBERS + 40, 20))))
    view, found = asked(bids(steps))
    assert [(each.low, each.high, each.step) for each in found.ranges] == [(20, 180, 20)]
    assert str(choose(view, number=60)) == "bid 60 chips"
    with pytest.raises(IllegalMove, match="in steps of 20"):
        choose(view, number=50)


@pytest.mark.parametrize(
    "items",
    [
        n.Range(low=num(1), high=num(FEW_NUMBERS)),
        n.ListOf(items=tuple(num(2**i) for i in range(12))),
        n.ListOf(items=tuple(num(12 - i) for i in range(12))),
    ],
)
def test_few_or_irregular_numbers_are_moves(items: n.Expr) -> None:
    _, found = asked(bids(items))
    assert not found.ranges and len(found.moves) == found.count


def test_interchangeable_places_are_listed_once() -> None:
    view, found = asked(table_of("klondike"))
    assert sum(each.text.startswith("AD") for each in found.moves) == 4
    merged = options_of(view, Interchangeable(game("klondike"))(view.program))
    assert sum(each.text.startswith("AD") for each in merged.moves) == 1
    assert merged.count == found.count
