"""Go Fish and Old Maid beside second models of their rules, which must agree at every decision."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from ludwright import Table
from tools.lockstep import lock_step
from tools.tables import seen

# ---- Go Fish -----------------------------------------------------------------------------------


class Fishing:
    """The rules of Go Fish once more, in plain Python; the stock's last card is its top."""

    def __init__(self, hands: list[list[str]], stock: list[str], books: list[list[str]]) -> None:
        self.hands, self.stock, self.books = hands, stock, books
        self.current = self.dry = 0
        self.begin()

    @property
    def others(self) -> list[int]:
        seats = range(len(self.hands))
        return [seat for seat in seats if seat != self.current and self.hands[seat]]

    @property
    def over(self) -> bool:
        return sum(map(len, self.books)) == 52 or self.dry > 50

    def ranks(self) -> set[str]:
        return {card[:-1] for card in self.hands[self.current]}

    def begin(self) -> None:
        """The start of a turn; turns without cards pass."""
        while not self.over:
            if not self.hands[self.current] and self.stock:
                self.hands[self.current].append(self.stock.pop())
            if self.hands[self.current]:
                return
            self.current = (self.current + 1) % len(self.hands)

    def ask(self, asked: int | None, rank: str) -> None:
        mine, again = self.hands[self.current], False
        got = [c for c in self.hands[asked] if c[:-1] == rank] if asked is not None else []
        if asked is not None and got:
            self.hands[asked] = [c for c in self.hands[asked] if c[:-1] != rank]
            mine += got
            again, self.dry = True, 0
        elif self.stock:
            mine.append(self.stock.pop())
            self.dry = 0
            again = mine[-1][:-1] == rank
        else:
            self.dry += 1
        for book in [r for r, count in Counter(c[:-1] for c in mine).items() if count == 4]:
            self.books[self.current] += [c for c in mine if c[:-1] == book]
            mine[:] = [c for c in mine if c[:-1] != book]
        if not again:
            self.current = (self.current + 1) % len(self.hands)
        self.begin()


def same(table: Table, model: Fishing) -> bool:
    seats = range(len(model.hands))
    return (
        table.zone("stock") == model.stock
        and all(sorted(table.zone("hand", s)) == sorted(model.hands[s]) for s in seats)
        and all(sorted(table.zone("books", s)) == sorted(model.books[s]) for s in seats)
    )


def fish(players: int, seed: int) -> tuple[Table, Fishing]:
    table = ludwright.load("go-fish").table(players=players, seed=seed)
    hands = [table.zone("hand", seat) for seat in range(players)]
    books = [table.zone("books", seat) for seat in range(players)]
    return table, Fishing(hands, table.zone("stock"), books)


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(2, 7))
def test_go_fish_follows_its_rules(players: int) -> None:
    for seed in range(8):
        (table, model), rng = fish(players, seed), random.Random(seed)
        while not table.over:
            assert not model.over
            assert same(table, model)
            assert table.decider == model.current
            asked = model.others[0] if len(model.others) == 1 else None
            if len(model.others) > 1:
                names = [f"player {seat + 1}" for seat in model.others]
                assert [str(move) for move in table.legal()] == names
                choice = rng.randrange(len(names))
                asked = model.others[choice]
                table.apply(names[choice])
            assert {str(move) for move in table.legal()} == model.ranks()
            rank = rng.choice(sorted(model.ranks()))
            table.apply(rank)
            model.ask(asked, rank)
        assert model.over
        books = [len(cards) // 4 for cards in model.books]
        result = table.result()
        assert list(result.scores or ()) == books
        assert [i for i, count in enumerate(books) if count == max(books)] == list(result.winners)


def test_what_is_asked_for_and_given_stays_between_the_two() -> None:
    # Everybody has seven cards, and player 1 asks player 2 for the other aces.
    deal = ["AS", "AH", "2S", "2H", "AD", "2D"]
    table = ludwright.load("go-fish").table(players=3, deal={"stock": deal})
    table.apply("player 2")
    table.apply("A")
    assert sorted(c for c in table.zone("hand", 0) if c[0] == "A") == ["AD", "AH", "AS"]
    assert table.decider == 0
    assert seen(table, 2, "hand", 0) == [None] * 9
    assert seen(table, 0, "hand", 1) == [None] * 5
    assert seen(table, 0, "stock") == [None] * 31


def test_a_fished_card_that_was_asked_for_is_shown() -> None:
    # Two players; the first asks for aces, the second has none, and the next card is one.
    rest = [f"{rank}{suit}" for rank in ("3", "4", "5", "6", "7", "8") for suit in "SH"]
    table = ludwright.load("go-fish").table(deal={"stock": ["AS", "2H", *rest, "AC"]}, trace=True)
    table.apply("A")
    assert table.zone("hand", 0)[-1] == "AC"
    assert table.decider == 0
    fished, shown, kept = (e for e in table.events() if e.kind == "move")
    assert [e.text[:2] for e in (fished, shown, kept)] == ["AC"] * 3
    # Both saw the card when it was shown; in the hand only its owner sees it.
    assert (fished.seers, shown.seers) == (0b01, 0b11)
    assert seen(table, 1, "hand", 0) == [None] * 8


# ---- Old Maid ----------------------------------------------------------------------------------


def unpaired(hand: list[str]) -> list[str]:
    """The ranks of which a hand keeps a card."""
    return sorted(rank for rank, count in Counter(c[:-1] for c in hand).items() if count % 2)


def ranks(table: Table, seat: int) -> list[str]:
    return sorted(card[:-1] for card in table.zone("hand", seat))


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(2, 7))
def test_old_maid_follows_its_rules(players: int) -> None:
    game = ludwright.load("old-maid")
    for seed in range(10):
        table, rng = game.table(players=players, seed=seed), random.Random(seed)
        current, decisions = 0, 0
        while not table.over:
            hands = [ranks(table, seat) for seat in range(players)]
            me = table.decider
            assert me is not None and hands[me]
            round_ = [(me + step) % players for step in range(1, players)]
            neighbour = next(seat for seat in round_ if hands[seat])
            offered = table.zone("hand", neighbour)[::-1]
            assert [str(move) for move in table.legal()] == [
                str(i + 1) for i in range(len(offered))
            ]
            assert seen(table, me, "hand", neighbour) == [None] * len(offered)
            place = rng.randrange(len(offered))
            table.apply(str(place + 1))
            hands[neighbour].remove(offered[place][:-1])
            hands[me] = unpaired([rank + "?" for rank in [*hands[me], offered[place][:-1]]])
            current = advance(hands, me)
            assert [ranks(table, seat) for seat in range(players)] == hands
            assert table.over or table.decider == current
            decisions += 1
        left = [seat for seat in range(players) if table.zone("hand", seat)]
        assert [table.zone("hand", seat)[0][0] for seat in left] == ["Q"]
        assert list(table.result().winners) == [s for s in range(players) if s not in left]
        assert len(table.zone("discard_pile")) == 50
        assert decisions


def advance(hands: list[list[str]], current: int) -> int:
    """Play on to the next choice: turns without cards pass, a single card is simply taken."""
    players = len(hands)
    while sum(map(bool, hands)) > 1:
        current = (current + 1) % players
        if not hands[current]:
            continue
        round_ = [(current + step) % players for step in range(1, players)]
        neighbour = next(seat for seat in round_ if hands[seat])
        if len(hands[neighbour]) > 1:
            return current
        card = hands[neighbour].pop()
        hands[current] = unpaired([rank + "?" for rank in [*hands[current], card]])
    return current


def test_the_pack_of_old_maid_lacks_a_queen() -> None:
    table = ludwright.load("old-maid").table(players=3, seed=3)
    cards = [c for seat in range(3) for c in table.zone("hand", seat)] + table.zone("discard_pile")
    assert len(cards) == len(set(cards)) == 51
    assert sorted(card for card in cards if card[0] == "Q") == ["QD", "QH", "QS"]


def test_the_places_of_an_offered_hand_tell_nothing() -> None:
    """The same card is as often in the first place as in any other."""
    deal = [f"{rank}{suit}" for rank in ("Q", "K") for suit in "SH"]
    first = Counter()
    game = ludwright.load("old-maid")
    for seed in range(300):
        table = game.table(seed=seed, deal={"pack": deal})
        offered = table.zone("hand", 1)[::-1]
        first[offered[0]] += 1
    expected = 300 / len(first)
    assert len(first) == len(offered)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in first.values())


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["go-fish", "old-maid"])
def test_machine_and_oracle_agree(name: str) -> None:
    game = ludwright.load(name).definition
    for players in (2, 3, 6):
        for seed in range(3):
            lock_step(game, players, seed, most=150)


@pytest.mark.parametrize("name", ["go-fish", "old-maid"])
def test_random_games_come_to_an_end(name: str) -> None:
    statistics = ludwright.load(name).simulate(300, players=4, seed=1)
    assert statistics.finished == 300
