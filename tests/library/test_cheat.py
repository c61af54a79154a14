"""Cheat beside a second model of its rules, and what the others know of a claim."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludwright
from tools.lockstep import lock_step
from tools.tables import seen

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = [rank + suit for rank in RANKS for suit in "SHDC"]


@cache
def cheat(most: int = 1000) -> ludwright.Game:
    return ludwright.load("cheat", {"most_claims": most})


def words(table: ludwright.Table) -> list[str]:
    return [str(move) for move in table.legal()]


def lay(table: ludwright.Table, cards: list[str]) -> None:
    """Lay these cards."""
    table.apply(str(len(cards)))
    table.apply(cards)


@pytest.mark.quick(2)
@pytest.mark.parametrize("players", range(2, 7))
def test_cheat_follows_its_rules(players: int) -> None:
    ends = 0
    for seed in range(4):
        table, rng = cheat(100).table(players=players, seed=seed), random.Random(seed)
        hands = [set(table.zone("hand", seat)) for seat in range(players)]
        heap: set[str] = set()
        for claims in range(100):
            current, rank = claims % players, RANKS[claims % 13]
            assert (table.decider, str(table.variable("rank_to_claim"))) == (current, rank)
            assert words(table) == [str(n) for n in range(1, min(4, len(hands[current])) + 1)]
            # True or nearly true claims as a rule, so that hands get smaller.
            true = [card for card in hands[current] if card[:-1] == rank][:4]
            laid = true if true and rng.random() < 0.8 else rng.sample(sorted(hands[current]), 1)
            lay(table, laid)
            hands[current] -= {*laid}
            assert {*table.zone("claim")} == {*laid} and {*table.zone("heap")} == heap
            doubter = None
            for step in range(1, players):
                other = (current + step) % players
                assert (table.decider, words(table)) == (other, ["believe", "doubt"])
                doubts = rng.random() < 0.1
                table.apply("doubt" if doubts else "believe")
                if doubts:
                    doubter = other
                    break
            heap |= {*laid}
            if doubter is not None:
                honest = all(card[:-1] == rank for card in laid)
                hands[doubter if honest else current] |= heap
                heap = set()
            assert [{*table.zone("hand", seat)} for seat in range(players)] == hands
            assert table.zone("claim") == [] and {*table.zone("heap")} == heap
            if not hands[current]:
                ends += 1
                break
        assert table.over
        left = [len(hand) for hand in hands]
        result = table.result()
        assert list(result.scores or ()) == [-count for count in left]
        assert list(result.winners) == [s for s in range(players) if left[s] == min(left)]
    assert ends


def test_who_lays_which_card_is_told_to_nobody() -> None:
    # The same number of cards from two hands: for the other players nothing differs.
    views = []
    for lie in (False, True):
        table = cheat().table(players=3, deal={"pack": PACK})
        mine = table.zone("hand", 0)
        true = [card for card in mine if card[0] == "A"][:1]
        lay(table, [card for card in mine if card[0] == "K"][:1] if lie else true)
        assert [str(move) for move in table.legal()] == ["believe", "doubt"]
        views.append(table.view(1))
        assert seen(table, 2, "claim") == [None]
        assert seen(table, 2, "hand", 0) == [None] * 17
    assert views[0].same(views[1])


def test_a_doubted_claim_is_shown_to_all() -> None:
    table = cheat().table(players=3, deal={"pack": PACK}, trace=True)
    lay(table, [card for card in table.zone("hand", 0) if card[0] == "K"][:1])
    table.apply("believe")
    table.apply("doubt")
    shown, taken = (e for e in table.events() if e.kind == "move")
    assert shown.seers == 0b111
    assert taken.text.endswith("-> player 1's hand")
    assert len(table.zone("hand", 0)) == 18


def test_the_last_cards_must_be_believed_or_true() -> None:
    def last(answer: str, card: str) -> ludwright.Table:
        """Two players with all cards but one believed away, and then the answer to the last."""
        table = cheat().table(players=2, deal={"pack": PACK})
        while len(table.zone("hand", 0)) > 1:
            me = table.decider
            assert me is not None
            mine = table.zone("hand", me)
            if me == 0:
                lay(table, [c for c in mine if c != card][:4])
            else:
                lay(table, mine[:1])
            table.apply("believe")
        while table.decider != 0:
            lay(table, table.zone("hand", 1)[:1])
            table.apply("believe")
        lay(table, [card])
        assert not table.over
        table.apply(answer)
        return table

    assert last("believe", "AS").result().winners == (0,)
    # After seven turns each the last claim is the fifteenth of the game: twos.
    assert last("doubt", "2S").result().winners == (0,)
    lost = last("doubt", "AS")
    assert not lost.over and len(lost.zone("hand", 0)) > 26


def test_after_so_many_claims_the_fewest_cards_win() -> None:
    table = cheat(100).table(players=2, seed=3)
    for _ in range(100):
        me = table.decider
        assert me is not None and not table.over
        lay(table, table.zone("hand", me)[:1])
        table.apply("doubt")
    assert table.over


def test_machine_and_oracle_agree() -> None:
    for players in (2, 6):
        lock_step(cheat().definition, players, players, most=150)


def test_games_come_to_an_end() -> None:
    for players in (2, 6):
        assert cheat().simulate(60, players=players).finished == 60
