"""Texas Hold'em beside a second model: betting, blinds, pots, and what hands are worth."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest

import ludwright
from ludwright import Table
from ludwright.play.moves import Move
from models.holdem import BLINDS, PACK, STREETS, Hand, of_five, of_seven, pots
from tools.lockstep import lock_step
from tools.tables import seen


@cache
def holdem() -> ludwright.Game:
    return ludwright.load("texas-holdem")


def numbers(table: Table, name: str) -> list[int]:
    return [table.variable(name, seat) for seat in range(table.program.seats)]


def told(move: Move) -> tuple[str, int]:
    word, _, size = str(move).partition(" ")
    return word, int(size or 0)


def new_hand(table: Table, chips: list[int], button: int, number: int) -> Hand:
    """The model at the start of a hand, with the cards of the table."""
    seats = range(table.program.seats)
    hands = [table.zone("hand", seat) for seat in seats]
    hand = Hand(chips, button, hands, table.zone("deck")[::-1][:5])
    big = BLINDS[min(number // 10, len(BLINDS) - 1)]
    hand.begin(table.variable("smallBlind"), big)
    assert table.variable("bigBlind") == big
    return hand


def compare(table: Table, hand: Hand) -> None:
    """All that the model knows is so at the table."""
    assert table.decider == hand.speaker
    assert sorted(table.zone("board")) == sorted(hand.coming[: STREETS[hand.street]])
    assert numbers(table, "chips") == hand.chips
    assert numbers(table, "bet") == hand.bets
    assert numbers(table, "stake") == hand.stakes
    assert table.variable("pot") == sum(hand.bets) + sum(hand.stakes)
    moves = [told(move) for move in table.legal()]
    assert {word for word, _ in moves} == hand.words()
    least, pot, most = hand.sizes()
    sizes = [size for word, size in moves if word in ("bet", "raise")]
    if sizes:
        assert sizes == sorted(set(sizes))
        assert len(sizes) <= 12
        assert (sizes[0], sizes[-1]) == (least, most)
        assert pot in sizes or not least <= pot <= most
        step = max(hand.big, 10 * -((least - most) // 90))
        assert set(sizes) - {pot, most} == set(range(least, most + 1, step)) - {pot, most}


def play(table: Table, rng: random.Random, weights: dict[str, int]) -> Counter[str]:
    """A whole game at random beside the model; how often what was done."""
    players = table.program.seats
    chips, button, number = [1000] * players, 0, 0
    done: Counter[str] = Counter()
    while True:
        hand = new_hand(table, chips, button, number)
        while hand.street != "over":
            compare(table, hand)
            moves = list(table.legal())
            [move] = rng.choices(moves, [weights.get(move.name, 1) for move in moves])
            done[move.name] += 1
            word, size = told(move)
            table.apply(move)
            hand.say(word, size)
        chips, number = hand.settle(), number + 1
        done["split"] += len(pots(hand.stakes, hand.out)) > 2
        assert numbers(table, "chips") == chips
        assert numbers(table, "bet") == numbers(table, "stake") == [0] * players
        assert table.variable("_sidePot") == table.variable("pot") == 0
        if sum(each > 0 for each in chips) == 1:
            break
        [deal] = table.legal()
        assert str(deal) == "deal"
        button = next(seat for seat in hand.around(button) if chips[seat])
        assert table.decider == button
        table.apply(deal)
    assert table.over
    assert list(table.result().scores or ()) == chips
    assert table.result().winners == (chips.index(sum(chips)),)
    return done


CAREFUL = {"fold": 4, "check": 20, "call": 12}


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_holdem_follows_its_rules(players: int) -> None:
    done: Counter[str] = Counter()
    game = holdem()
    for seed in range(3):
        table = game.table(players=players, seed=seed)
        done += play(table, random.Random(seed), CAREFUL if seed else {})
    assert {"fold", "check", "call", "bet", "raise"} <= set(done)
    assert done["split"] or players == 2


# ---- stacked deals ---------------------------------------------------------------------------


def deal(*cards: str, players: int = 2) -> Table:
    """Two cards each from the first seat on, then the board."""
    rest = [card for card in PACK if card not in cards]
    return holdem().table(players=players, deal={"deck": [*cards, *rest]})


def say(table: Table, *words: str) -> None:
    for word in words:
        table.apply(word)


def test_heads_up_the_dealer_posts_the_small_blind_and_speaks_first_and_then_last() -> None:
    table = holdem().table(seed=1)
    assert numbers(table, "bet") == [10, 20]
    assert table.decider == 0
    say(table, "call")
    assert table.decider == 1
    say(table, "check")
    assert len(table.zone("board")) == 3
    assert table.decider == 1
    say(table, "bet 20", "fold")
    # The other one deals.
    assert (numbers(table, "chips"), table.decider) == ([980, 1020], 1)
    say(table, "deal")
    assert numbers(table, "bet") == [20, 10]
    assert table.decider == 1


def test_three_players_post_and_speak_from_the_left_of_the_dealer() -> None:
    table = holdem().table(players=3, seed=1)
    assert numbers(table, "bet") == [0, 10, 20]
    assert table.decider == 0
    say(table, "call", "call")
    # The big blind may still raise.
    assert table.decider == 2
    assert {move.name for move in table.legal()} == {"check", "raise"}
    say(table, "check")
    assert table.decider == 1


def test_a_raise_is_at_least_as_large_as_the_last_one() -> None:
    table = holdem().table(players=3, seed=1)
    # The pot is 30, and with a call of 20 it is 50: by that much, up to 70.
    say(table, "raise 70")
    sizes = [told(move)[1] for move in table.legal() if move.name == "raise"]
    # By 50, up to 120; everything is 1000; the pot is 100 and a call 60: by 160, up to 230.
    assert sizes[0] == 120 and sizes[-1] == 1000 and 230 in sizes


def test_odd_chips_go_to_the_left_of_the_dealer() -> None:
    # The board is the best hand there is. Three share 70 chips: 24 for the first of them.
    others = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]
    table = deal(*others, "AS", "KS", "QS", "JS", "10S", players=4)
    say(table, "call", "call", "fold", "check", *["check"] * 9)
    assert numbers(table, "chips") == [1003, 990, 1004, 1003]


def test_all_in_for_less_wins_only_the_main_pot() -> None:
    # Three hands: after the first the seats have different chips, then all go all in.
    game = holdem()
    for seed in range(40):
        table = game.table(players=3, seed=seed)
        say(table, "raise 150", "fold", "call")
        while not {"deal"} & {move.name for move in table.legal()}:
            table.apply("check" if "check" in map(str, table.legal()) else "call")
        chips = numbers(table, "chips")
        if sorted(chips) != sorted(set(chips)) or table.over:
            continue
        say(table, "deal")
        hands = [table.zone("hand", seat) for seat in range(3)]
        board = table.zone("deck")[::-1][:5]
        for _ in range(3):
            moves = [str(move) for move in table.legal()]
            raises = [move for move in moves if move.startswith("raise")]
            table.apply(raises[-1] if raises else "call")
        worth = [of_seven([*hand, *board]) for hand in hands]
        least, middle, most = sorted(range(3), key=lambda seat: chips[seat])
        if not worth[least] > worth[middle] > worth[most]:
            continue
        # The shortest stack wins three times its chips, the next one the rest that was called.
        after = numbers(table, "chips")
        assert after[least] == 3 * chips[least]
        assert after[middle] == 2 * (chips[middle] - chips[least])
        assert after[most] == chips[most] - chips[middle]
        assert all(None not in seen(table, 0, "hand", seat) for seat in range(3))
        return
    pytest.fail("no such deal")


# ---- what hands are worth ----------------------------------------------------------------------

# From the best to the worst: two cards, and the others that lie on the table.
ORDER = [
    "AS KS QS JS 10S 2C 3D",
    "9H 8H 7H 6H 5H AH KC",
    "5D 4D 3D 2D AD KD 9S",
    "AS AC AD AH KC KD KS",
    "AS AC AD AH QC QD 2S",
    "KS KC KD KH AC AD 2S",
    "AS AC AD KH KC KD 2S",
    "KS KC KD AH AC 3D 2S",
    "AS JS 9S 3S 2S AC AD",
    "KS QS JS 9S 2S AC AD",
    "AS KC QD JH 10S 10C 10D",
    "6S 5C 4D 3H 2S AC AD",
    "5S 4C 3D 2H AS AC AD",
    "QS QC QD AH KC 3D 2S",
    "QS QC QD AH JC 3D 2S",
    "AS AC KD KH 3C 3D QS",
    "AS AC KD KH 3C 3D JS",
    "AS AC KD QH JC 3D 2S",
    "AS AC KD QH 9C 3D 2S",
    "AS KC QD JH 9C 3D 2S",
    "AS KC QD JH 8C 3D 2S",
]


def worth(text: str) -> int:
    """What the game says of seven cards: two in the hand of the first seat, five on the table."""
    cards = text.split()
    others = [card for card in PACK if card not in cards][:2]
    table = deal(*cards[:2], *others, *cards[2:])
    say(table, "raise 1000", "call")
    assert len(table.zone("board")) == 5
    return int(table.variable("_worth", 0))


def test_hands_have_their_order() -> None:
    rng, values = random.Random(1), []
    for text in ORDER:
        cards = text.split()
        first = worth(text)
        rng.shuffle(cards)
        assert worth(" ".join(cards)) == first
        values.append(first)
    assert all(better > worse for better, worse in pairwise(values))


def test_what_does_not_count_makes_no_difference() -> None:
    assert worth("AS AC KD KH QC 3D 2S") == worth("AD AH KS KC QD 9H 9S")
    assert worth("AS KC QD JH 9C 3D 2S") == worth("AH KD QS JC 9D 8H 7S")
    assert worth("9S 8C 7D 6H 5C 5D 5S") == worth("9D 8H 7S 6C 5H 2D AC")


def test_the_value_straight_from_seven_cards_is_that_of_the_best_five() -> None:
    rng = random.Random(7)
    found: dict[int, set[tuple[int, ...]]] = {}
    few = [card for card in PACK if card[:-1] in ("A", "2", "3", "4", "5", "6")]
    for pack in (PACK, few):  # few ranks make the better hands
        for _ in range(80):
            cards = rng.sample(pack, 7)
            found.setdefault(worth(" ".join(cards)), set()).add(of_seven(cards))
    assert all(len(same) == 1 for same in found.values())
    ordered = [strength for value in sorted(found) for strength in found[value]]
    assert ordered == sorted(ordered)
    assert len({strength[0] for strength in ordered}) >= 7


def test_the_model_counts_kinds_as_they_are_counted_by_hand() -> None:
    # Twenty cards from the ten up. Four straight flushes and no other flush; five fours, each with
    # 16 others; 5 * 4 threes with 4 * 6 pairs; 4^5 straights less the 4 that are flushes; threes
    # with two of the other ranks, 6 * 16; two pairs, 10 * 36, and 3 * 4 others; a pair and 4 * 64.
    high = [card for card in PACK if card[:-1] in ("10", "J", "Q", "K", "A")]
    kinds = Counter(of_five(five)[0] for five in combinations(high, 5))
    assert kinds == {8: 4, 7: 80, 6: 480, 4: 1020, 3: 1920, 2: 4320, 1: 7680}


def test_pots_of_several_who_are_all_in() -> None:
    assert pots([50, 100, 300, 300, 20], [False, False, False, False, True]) == [
        (220, [0, 1, 2, 3]),
        (150, [1, 2, 3]),
        (400, [2, 3]),
    ]
    assert pots([10, 70, 50], [True, False, False]) == [(110, [1, 2]), (20, [1])]


def test_hands_are_hidden_until_they_are_compared() -> None:
    table = deal("AS", "AH", "KS", "KH", "2C", "3D", "7H", "9S", "JC")
    assert seen(table, 1, "hand", 0) == [None, None]
    say(table, "raise 1000", "call")
    assert sorted(card or "" for card in seen(table, 1, "hand", 0)) == ["AH", "AS"]
    assert table.over
    folded = deal("AS", "AH", "KS", "KH")
    say(folded, "raise 40", "fold")
    assert seen(folded, 1, "hand", 0) == [None, None]


@pytest.mark.parametrize("players", [2, 5])
def test_blinds_end_a_game_in_which_everybody_folds(players: int) -> None:
    table = holdem().table(players=players, seed=4)
    while not table.over:
        moves = {str(move): move for move in table.legal()}
        table.apply(moves.get("fold") or moves.get("check") or moves["deal"])
    # Who folds loses blinds and wins them: nobody is out by that alone while they are small. From
    # hand 111 on the big blind is more than anybody has, so every hand has somebody all in.
    assert 40 < table.variable("hands") < 140


def test_random_games_end() -> None:
    statistics = holdem().simulate(40, players=10, seed=1, jobs=1)
    assert statistics.finished == 40


def test_notes_of_the_dealer_are_not_shown() -> None:
    shown = {variable.name for variable in holdem().definition.variables if not variable.inner}
    assert {"chips", "bet", "stake", "bigBlind", "pot", "dealer"} <= shown
    assert not any(name.startswith("_") for name in shown)


def test_machine_and_oracle_agree() -> None:
    for players, seed in ((2, 3), (4, 1)):
        lock_step(holdem().definition, players, seed)
