"""The games in Rule XML: what their rules allow, and that they can be won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

import ludwright as lw
from tools.lockstep import lock_step

SUITS, RANKS = "SHCD", ("A", *map(str, range(2, 11)), "J", "Q", "K")
PACK = [rank + suit for suit in SUITS for rank in RANKS]
BY_RANK = [rank + suit for rank in RANKS for suit in SUITS]
NORTH, NORTHEAST, EAST, SOUTH, NORTHWEST = 0, 1, 2, 4, 7
KLONDIKES = ("klondike:rulexml", "klondike-draw-1:rulexml", "colour-blind-klondike")
NAMES = ("war:rulexml", "memory", "storm-the-gate", "orchard")


@cache
def game(name: str) -> lw.Game:
    """A game, loaded once."""
    return lw.load(name)


def dealt(name: str, cards: Iterable[str], seed: int = 1) -> lw.Table:
    """A table at which these cards are dealt first."""
    return game(name).table(deal={"undealt": [*cards]}, seed=seed)


def moves(table: lw.Table) -> list[str]:
    return [move.text() for move in table.legal()]


def run(table: lw.Table, *texts: str) -> None:
    for text in texts:
        table.apply(text)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", NAMES)
def test_the_oracle_agrees(name: str) -> None:
    definition = game(name).definition
    lock_step(definition, definition.least_players, seed=3, most=8)


# ---- Klondike ----------------------------------------------------------------------------------


def columns(table: lw.Table) -> list[list[str]]:
    """The cards of each column without its gap."""
    depth = Counter(zone.name for zone in table.zones() if zone.path)
    return [
        [
            card
            for steps in range(1, depth[name] + 1)
            for card in table.zone(name, path=[SOUTH] * steps)
        ]
        for name in "1234567"
    ]


def open_deal(draw: int) -> list[str]:
    """A deal of Klondike in which every card can go home as soon as it is uncovered."""
    order = iter(BY_RANK)
    columns = [[next(order) for _ in range(size)][::-1] for size in range(1, 8)]
    stock = list(order)
    for first in range(0, 24, draw):
        stock[first : first + draw] = reversed(stock[first : first + draw])
    return [card for cards in columns for card in cards] + stock


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "draw"), [*zip(KLONDIKES, (3, 1, 3), strict=True)])
def test_klondike_is_won_when_all_cards_are_home(name: str, draw: int) -> None:
    table = dealt(name, open_deal(draw))
    while not table.over:
        offered = moves(table)
        home = [text for text in offered if "-> home" in text]
        table.apply(home[0] if home else "drag stock -> waste")
    assert table.result().winners == (0,)
    assert table.result().scores == (52,)


def test_colours_do_not_count_for_the_blind() -> None:
    # The last cards of the columns: 8H, 9D, KS and four that fit nowhere.
    last = ["8H", "9D", "KS", "2C", "4C", "6C", "10C"]
    rest = iter(card for card in PACK if card not in last)
    cards = [c for n, top in enumerate(last) for c in [*(next(rest) for _ in range(n)), top]]
    assert "drag 1,south -> 2" not in moves(dealt("klondike:rulexml", cards))
    table = dealt("colour-blind-klondike", cards)
    assert "drag 1,south -> 2" in moves(table)
    table.apply("drag 1,south -> 2")
    # A run of two moves together now: on the ten, and a king only into the gap.
    offered = moves(table)
    assert "drag 2,south,south -> 7" in offered and "drag 2,south,south -> 1" not in offered
    assert "drag 3,south,south,south -> 1" in offered
    table.apply("drag 2,south,south -> 7")
    assert columns(table)[6][-3:] == ["10C", "9D", "8H"]
    assert table.face_up("2", path=[SOUTH]) == [True]


# ---- War ---------------------------------------------------------------------------------------


def test_war_goes_from_player_to_player() -> None:
    # Four cards are enough: the rest is below them. A tie, then an ace beats a king.
    rest = [card for card in PACK if card not in ("9S", "9H", "AS", "KS", "2C", "3C")]
    table = dealt("war:rulexml", [*rest[:23], "AS", "2C", "9S", "9H", "3C", "KS", *rest[23:]])
    seats = []
    for text in (
        *("drag pile1 -> table1", "drag pile2 -> table2", "drag table2 -> table1"),
        *("drag pile1 -> stakes", "drag pile2 -> stakes"),
        *("drag pile1 -> table1", "drag pile2 -> table2", "drag table2 -> table1"),
    ):
        assert moves(table) == [text]
        seats.append(table.decider)
        table.apply(text)
    assert seats == [0, 1, 1, 0, 1, 0, 1, 1]
    assert table.zone("stakes") == ["spot", "2C", "3C", "9S", "AS", "9H", "KS"]
    assert table.decider == 0
    table.apply("drag pile1 -> stakes")
    assert sorted(table.zone("pile1")[1:7]) == sorted(["2C", "3C", "9S", "AS", "9H", "KS"])
    assert table.zone("pile1")[7:] == rest[:23] and table.zone("stakes") == ["spot"]


# ---- Tri Peaks ---------------------------------------------------------------------------------


def uncover(table: lw.Table) -> None:
    """Turn up whatever nothing covers."""
    while clicks := [text for text in moves(table) if text.startswith("click")]:
        table.apply(clicks[0])


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_tri_peaks_is_the_same_but_for_the_turning(seed: int) -> None:
    rng = Random(seed)
    cards = rng.sample(PACK, 52)
    other = game("tri-peaks:sgdl").table(deal={"deck": cards})
    table = dealt("tri-peaks:rulexml", cards)
    while not table.over:
        offered = {"draw": "drag stock -> foundation"}
        for text in moves(table):
            cell = text.removeprefix("drag ").removesuffix(" -> foundation")
            if cell != "stock":
                offered[f"{table.zone(cell)[-1]}  card {cell} -> foundation"] = text
        if offered["draw"] not in moves(table):
            del offered["draw"]
        assert sorted(offered) == sorted(moves(other))
        chosen = rng.choice(sorted(offered))
        other.apply(chosen)
        table.apply(offered[chosen])
        uncover(table)
    assert other.over and other.result().winners == table.result().winners


def test_tri_peaks_can_be_won() -> None:
    # One run of 28 cards from a king on, round the corner twice, from the last cell to the first.
    left = {rank: [rank + suit for suit in SUITS] for rank in RANKS}
    run_of_cards = [left[RANKS[n % 13]].pop() for n in range(12, 12 + 29)]
    stock = [card for cards in left.values() for card in cards]
    table = dealt("tri-peaks:rulexml", [*run_of_cards[:0:-1], run_of_cards[0], *stock])
    assert table.face_up("18") == [False] and "click 18" not in moves(table)
    for cell in range(28, 0, -1):
        uncover(table)
        table.apply(f"drag {cell} -> foundation")
    assert table.result().winners == (0,) and table.result().scores == (28,)


# ---- Memory ------------------------------------------------------------------------------------

PLACES = [f"{row}{n}" for row in "abcd" for n in range(1, 6)]


def test_memory_asks_for_pairs() -> None:
    table = game("memory").table(seed=4)
    where: dict[str, list[str]] = {}
    for cell in PLACES:
        where.setdefault(table.zone(cell)[0], []).append(cell)
    assert sorted(map(len, where.values())) == [2] * 10
    (one, two), (three, four), *others = where.values()
    assert sorted(moves(table)) == sorted(f"click {cell}" for cell in PLACES)
    run(table, f"click {one}")
    assert f"click {one}" not in moves(table) and len(moves(table)) == 19
    # A miss: both are turned down again.
    run(table, f"click {three}")
    assert sorted(moves(table)) == sorted([f"drag {one} -> {three}", f"drag {three} -> {one}"])
    assert table.face_up(one) == table.face_up(three) == [True]
    run(table, f"drag {three} -> {one}")
    assert table.face_up(one) == table.face_up(three) == [False]
    assert table.variable("score", 0) == -1
    for first, second in ((one, two), (three, four), *others):
        run(table, f"click {first}", f"click {second}", f"drag {second} -> {first}")
    assert table.result().winners == (0,) and table.result().scores == (-1 + 10 * 5,)


# ---- Rock Paper Scissors -----------------------------------------------------------------------

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}


def reply(table: lw.Table, mine: str) -> str:
    """Play a card against the one in the centre; where both have to go then."""
    table.apply(f"drag {mine} -> centre")
    assert table.face_up("centre")[-1] and table.zone("centre", path=[SOUTH]) == [mine]
    [text] = moves(table)
    return text.removeprefix("drag centre -> ")


@pytest.mark.parametrize("mine", BEATS)
def test_rock_paper_scissors_compares(mine: str) -> None:
    seen = set()
    for seed in range(12):
        table = game("rock-paper-scissors").table(seed=seed)
        table.apply("drag theirs -> centre")
        assert table.view(0).zone("centre") == ["mat", None]
        theirs = table.zone("centre")[-1]
        expected = "even" if mine == theirs else "won" if BEATS[mine] == theirs else "lost"
        assert reply(table, mine) == expected
        seen.add(theirs)
    assert seen == set(BEATS)


@pytest.mark.parametrize(("better", "winners", "score"), [(True, (0,), 30), (False, (), -30)])
def test_three_rounds_decide(better: bool, winners: tuple[int, ...], score: int) -> None:
    table = game("rock-paper-scissors").table(seed=2)
    for _ in range(3):
        table.apply("drag theirs -> centre")
        theirs = table.zone("centre")[-1]
        wins = next(card for card in BEATS if BEATS[card] == theirs)
        pile = reply(table, wins if better else BEATS[theirs])
        table.apply(f"drag centre -> {pile}")
    assert table.result().winners == winners and table.result().scores == (score,)


def test_an_empty_hand_loses() -> None:
    """Who always ties comes to nothing."""
    for seed in range(50):
        table = game("rock-paper-scissors").table(seed=seed)
        while not table.over:
            table.apply("drag theirs -> centre")
            theirs = table.zone("centre")[-1]
            if not table.zone(theirs):
                break
            assert reply(table, theirs) == "even"
            table.apply("drag centre -> even")
        if table.over:
            assert table.result().winners == () and table.result().scores == (0,)
            return
    pytest.fail("no game was played to its end")


# ---- Fifty-Two Pick-Up -------------------------------------------------------------------------


def worth(below: str, card: str) -> int:
    apart = abs(RANKS.index(below[:-1]) - RANKS.index(card[:-1]))
    return 2 if apart == 1 else 1 if below[-1] == card[-1] else -1


def test_what_is_picked_up_is_worth_what_it_fits() -> None:
    table = game("pick-up").table(seed=7)
    score = 0
    assert len(moves(table)) == 13
    while not table.over:
        text = Random(len(table.zone("pile"))).choice(moves(table))
        below = table.zone("pile")[-1]
        table.apply(text)
        score += worth(below, table.zone("pile")[-1])
        if not table.over:
            assert table.variable("score", 0) == score
    assert len(table.zone("pile")) == 52
    assert table.result().winners == (0,) and table.result().scores == (score,)


def test_only_what_nothing_lies_on_is_picked_up() -> None:
    table = game("pick-up").table(seed=7)
    heap = [text for text in moves(table) if text.startswith("drag heap8")]
    assert heap == ["drag heap8,east,northeast,north -> pile"]
    run(table, *heap, "drag heap8,east,northeast -> pile", "drag heap8,east -> pile")
    assert "drag heap8 -> pile" in moves(table)


# ---- Storm the Gate ----------------------------------------------------------------------------


def strength(card: str) -> int:
    return int(card[1:])


def hand(table: lw.Table) -> list[str]:
    depth = sum(zone.name == "hand" and bool(zone.path) for zone in table.zones())
    return [table.zone("hand", path=[EAST] * n)[0] for n in range(1, depth + 1)]


def attack(table: lw.Table, place: int) -> None:
    table.apply(f"drag hand{',east' * (place + 1)} -> gate")


def storm(seed: int) -> lw.Table:
    """Play with the weakest card that wins; else call for help, then give up the weakest one."""
    table = game("storm-the-gate").table(seed=seed)
    while not table.over:
        table.apply("drag castle -> gate")
        while True:
            mine, defender = hand(table), strength(table.zone("gate")[-1])
            strong = [card for card in mine if strength(card) > defender]
            strong += [card for card in mine if strength(card) - defender == -11]
            if strong or "drag reserve -> hand" not in moves(table):
                break
            table.apply("drag reserve -> hand")
        attack(table, mine.index(min(strong or mine, key=strength)))
    return table


def test_a_castle_can_be_taken_or_not() -> None:
    results = [storm(seed).result() for seed in range(12)]
    assert {result.reason for result in results} == {"won", "lost"}
    assert all((result.reason == "won") == (result.winners == (0,)) for result in results)


def test_every_fight_has_its_end() -> None:
    seen = set()
    for seed in range(25):
        table = game("storm-the-gate").table(seed=seed)
        table.apply("drag castle -> gate")
        for number, card in enumerate(before := hand(table)):
            after = table.copy()
            defender = after.zone("gate")[-1]
            attack(after, number)
            mine, theirs = strength(card), strength(defender)
            wins = mine > theirs or (mine, theirs) == (1, 12)
            assert hand(after) == [c for c in before if c is not card]
            assert (card in after.zone("reserve")) == wins
            assert (card in after.zone("fallen")) == (not wins)
            assert (defender in after.zone("captured")) == wins
            assert (defender in after.zone("fallen")) == (mine == theirs)
            assert (defender in after.zone("castle")) == (not wins and mine != theirs)
            points = 30 if mine < theirs and wins else 10 if wins else 0 if mine == theirs else -10
            assert after.variable("score", 0) == points
            assert not any(after.face_up("castle")[1:]) and not any(after.face_up("reserve")[1:])
            seen.add(points)
    assert seen == {30, 10, 0, -10}


# ---- Rings -------------------------------------------------------------------------------------


def test_rings_take_two_thirds_of_all_positions() -> None:
    """From the start there is one way that never turns back. It would lead through all 64
    positions; the one with all cards up is the 43rd."""
    table = game("rings").table()
    last = ""
    while not table.over:
        [text] = [text for text in moves(table) if text != last]
        table.apply(text)
        last = text
    assert table.result().winners == (0,) and table.result().scores == ((2**7 - 1) // 3,)


# ---- Orchard -----------------------------------------------------------------------------------


def test_orchards_grow_in_two_directions() -> None:
    fruit = [f"{letter}{n}" for letter in "ACFP" for n in range(1, 9)]
    first = ["A8", "C8", "F5", "P8", "P7", "C6", "F8", "F7", "A1", "P5", "A7", "C7"]
    rest = [card for card in fruit if card not in first]
    table = dealt("orchard", [*first, "F4", "F6", *(c for c in rest if c not in ("F4", "F6"))])
    # Ends: F5, C6, A1, C7. Only the ace can be picked, for any basket; C7 is covered by nothing.
    ends = {text.split()[1] for text in moves(table) if "basket" in text}
    assert ends == {"tree3,north,northwest,northeast"}
    assert "drag tree2,north,northwest,northeast -> tree4" in moves(table)
    run(table, "drag tree2,north,northwest,northeast -> tree4")
    run(table, "drag stock -> tree1")
    end = [NORTH, NORTHWEST, NORTHEAST]
    assert table.zone("tree1", path=[*end, NORTHWEST]) == ["F4"]
    assert table.zone("tree1", path=[*end, NORTHEAST]) == ["F6"]
    # A branch goes with all that grows from it: F6 on F7 needs the ace out of the way.
    f6 = "drag tree1,north,northwest,northeast,northeast -> tree3"
    assert f6 not in moves(table)
    run(table, "drag tree3,north,northwest,northeast -> basket1")
    run(table, f6, "drag tree1,north,northwest,northeast -> tree3")
    after = [NORTH, NORTHWEST, NORTH, NORTH]
    assert table.zone("tree3", path=after) == ["F5"]
    assert table.zone("tree3", path=[*after, NORTHWEST]) == ["F4"]
    assert table.variable("score", 0) == 1


def test_orchards_can_be_won_by_chance() -> None:
    seat = game("orchard").simulate(games=150, seed=1).seats[0]
    assert 0 < seat.wins < 50


# ---- Compass Rose ------------------------------------------------------------------------------

RAYS = {
    "n": "north",
    "ne": "northeast",
    "e": "east",
    "se": "southeast",
    "s": "south",
    "sw": "southwest",
    "w": "west",
    "nw": "northwest",
}


def rose(outer: list[str]) -> list[str]:
    """A deal with these cards outermost; the others can go home one after the other."""
    order = [card for card in BY_RANK if card not in outer]
    layers = [outer, *(order[n : n + 8] for n in range(0, 32, 8))][::-1]
    return [layer[ray] for ray in range(8) for layer in layers] + order[32:]


def test_a_rose_can_be_won() -> None:
    table = dealt("compass-rose", rose(BY_RANK[:8]))
    while not table.over:
        home = [text for text in moves(table) if "-> home" in text]
        table.apply(home[0] if home else "drag stock -> waste")
    assert table.result().winners == (0,) and table.result().scores == (52,)


def test_rays_go_on_in_their_directions() -> None:
    outer = ["KS", "QH", "9S", "5D", "8H", "3C", "7C", "JS"]
    table = dealt("compass-rose", rose(outer))
    ends = {ray: f"{ray}{f',{way}' * 5}" for ray, way in RAYS.items()}
    fits = {("ne", "n"), ("nw", "ne"), ("s", "e"), ("w", "s")}
    expected = {f"drag {ends[card]} -> {ray}" for card, ray in fits}
    assert set(moves(table)) == expected | {"drag stock -> waste"}
    run(table, f"drag {ends['w']} -> s")
    assert table.zone("s", path=[SOUTH] * 6) == ["7C"]


@pytest.mark.parametrize("number", range(8))
def test_an_empty_ray_points_where_it_did(number: int) -> None:
    table = dealt("compass-rose", rose(BY_RANK[:8]))
    ray = [*RAYS][number]
    run(table, "drag stock -> waste")
    card = table.zone("waste", path=[SOUTH])
    refill = f"drag waste,south -> {ray}"
    while refill not in moves(table):
        run(table, next(text for text in moves(table) if "-> home" in text))
    run(table, refill)
    assert table.zone(ray) in (["gap"], ["spot"])
    assert table.zone(ray, path=[number]) == card


# ---- what games promise ------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["klondike:rulexml", "tri-peaks:rulexml", "war:rulexml"])
def test_the_second_language_keeps_the_contract(name: str) -> None:
    [tested] = game(name).contract(games=1, most=20)
    assert tested.breaches == () and tested.moves > 0
