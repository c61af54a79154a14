"""Kuhn and Leduc Poker: their trees, what strategies are worth, and a second model of Leduc."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean

import pytest

import ludwright
from ludwright import Table
from ludwright.lab.tree import count_tree
from models.game_trees import Node, best_response, trained, tree_of
from tools.lockstep import lock_step
from tools.tables import seen

CARDS = [rank + suit for suit in "SH" for rank in "JQK"]


@pytest.fixture(
    scope="module", params=["kuhn-poker", pytest.param("leduc-poker", marks=pytest.mark.deep)]
)
def game(request: pytest.FixtureRequest) -> tuple[str, list[Node]]:
    return request.param, tree_of(ludwright.load(request.param).table(chance=True))


@pytest.mark.deep
def test_leduc_poker_has_the_tree_that_is_published() -> None:
    tree = count_tree(ludwright.load("leduc-poker").table(chance=True))
    assert (tree.chance, tree.decisions, tree.terminals) == (157, 3780, 5520)
    assert tree.information_sets == (468, 468)


@pytest.mark.deep
def test_what_the_best_wins_against_random_play_is_as_published(
    game: tuple[str, list[Node]],
) -> None:
    name, nodes = game
    published = {"kuhn-poker": 0.916667, "leduc-poker": 4.747222}[name]
    assert best_response(nodes, 0, {}) + best_response(nodes, 1, {}) == pytest.approx(
        published, abs=1e-6
    )


def test_random_play_pays_what_it_pays_elsewhere(game: tuple[str, list[Node]]) -> None:
    # Kuhn by hand; Leduc as OpenSpiel works it out.
    name, nodes = game
    values = [float(node.score) for node in nodes]
    for number in range(len(nodes) - 1, -1, -1):
        if moves := nodes[number].moves:
            values[number] = fmean(values[move] for move in moves)
    assert values[0] == pytest.approx({"kuhn-poker": 1 / 8, "leduc-poker": -5 / 64}[name])


def test_the_value_of_the_game_is_as_published(game: tuple[str, list[Node]]) -> None:
    # Whatever a strategy secures to either seat is a bound that the value can't cross.
    name, nodes = game
    published, rounds, gap = {
        "kuhn-poker": (-1 / 18, 200, 0.002),
        "leduc-poker": (-0.085606424, 20, 0.3),
    }[name]
    strategy = trained(nodes, rounds)
    least, most = -best_response(nodes, 1, strategy), best_response(nodes, 0, strategy)
    assert least <= published <= most
    assert most - least < gap


# ---- a second model of Leduc Poker -------------------------------------------------------------


class Leduc:
    """The rules of Leduc Poker once more: what may be said, and what it pays."""

    def __init__(self, deal: tuple[str, ...], said: tuple[str, ...]) -> None:
        self.deal, self.stakes, self.round = deal, [1, 1], 0
        self.decider = self.raises = self.quiet = 0
        self.folded: int | None = None
        for word in said:
            self.say(word)

    @property
    def over(self) -> bool:
        return self.folded is not None or self.round == 2

    def words(self) -> list[str]:
        if self.stakes[0] == self.stakes[1]:
            return ["pass", "bet"]
        return ["call", "raise", "fold"] if self.raises < 2 else ["call", "fold"]

    def say(self, word: str) -> None:
        me, quiet = self.decider, False
        if word == "fold":
            self.folded = me
        elif word in ("bet", "raise"):
            self.stakes[me] = max(self.stakes) + (2, 4)[self.round]
            self.raises += 1
        else:
            self.stakes[me], quiet = max(self.stakes), True
        self.decider = 1 - me
        # A call ends the round; so does a second pass.
        if quiet and (word == "call" or self.quiet):
            self.round, self.raises, self.quiet, self.decider = self.round + 1, 0, 0, 0
        elif quiet:
            self.quiet = 1

    def pays(self) -> int:
        """What the first player wins."""
        if self.folded is not None:
            return (-1, 1)[self.folded] * self.stakes[self.folded]
        first, second, board = (card[0] for card in self.deal)
        if first == second:
            return 0
        ahead = first == board or (second != board and "JQK".index(first) > "JQK".index(second))
        return self.stakes[0] if ahead else -self.stakes[0]


@pytest.mark.quick(1)
@pytest.mark.parametrize("deal", list(permutations(CARDS, 3))[::7], ids="".join)
def test_leduc_poker_follows_its_rules(deal: tuple[str, ...]) -> None:
    lines = 0

    def walk(table: Table, said: tuple[str, ...]) -> None:
        nonlocal lines
        model = Leduc(deal, said)
        assert table.over == model.over
        if table.over:
            lines += 1
            won = model.pays()
            result = table.result()
            assert result.scores == (won, -won)
            assert result.winners == ((0, 1) if not won else (0,) if won > 0 else (1,))
            shown = [seen(table, 1 - seat, "table", seat) for seat in (0, 1)]
            assert shown == ([[], []] if said[-1] == "fold" else [[deal[0]], [deal[1]]])
            return
        seat = model.decider
        assert table.decider == seat
        assert table.zone("board") == [*deal[2:]][: model.round]
        assert [table.variable("stake", each) for each in (0, 1)] == model.stakes
        assert seen(table, seat, "hand", 1 - seat) == [None]
        assert [str(move) for move in table.legal()] == model.words()
        for word in model.words():
            after = table.copy()
            after.apply(word)
            walk(after, (*said, word))

    walk(ludwright.load("leduc-poker").table(deal={"stock": deal}), ())
    # 4 ways to fold in the first round, and after 5 ways to go on 9 ways to end in the second.
    assert lines == 4 + 5 * 9


def test_machine_and_oracle_agree() -> None:
    for seed in range(4):
        lock_step(ludwright.load("leduc-poker").definition, 2, seed)


THREE = """\
cgml_version: "1.3"
inherit: https://cgml.io/core-components/v1/limit_betting.cgml
meta: {name: Three, players: {min: 3, max: 3}}
components:
  component_types:
    deck_types:
      court:
        composition:
          - {type: card, properties: {rank: J}, count: 2}
          - {type: card, properties: {rank: Q}, count: 2}
        rank_hierarchy: [J, Q]
  decks: {cards: {type: court}}
"""


@pytest.mark.parametrize(
    ("deal", "said", "scores"),
    [
        ("QJJ", ["pass", "pass", "pass"], (2, -1, -1)),
        ("JQQ", ["pass", "bet", "call", "fold"], (-1, 0, 0)),
        ("JQJ", ["bet", "call", "call"], (-2, 4, -2)),
        ("JQJ", ["bet", "fold", "fold"], (2, -1, -1)),
        # Five chips for two: the fifth is nobody's.
        ("QJQ", ["pass", "pass", "bet", "call", "fold"], (0, -1, 0)),
    ],
)
def test_more_than_two_can_bet(deal: str, said: list[str], scores: tuple[int, ...]) -> None:
    table = ludwright.loads(THREE, "cgml").table(deal={"stock": list(deal)})
    for word in said:
        table.apply(word)
    assert table.over
    assert table.result().scores == scores
