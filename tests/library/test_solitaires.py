"""Solitaires: laid out as everybody knows them, with the moves of their rules, and no others."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from ludwright import Table
from models.solitaires import PACK, SOLITAIRES, Solitaire, easy_deal, load


@pytest.mark.quick(11)
@pytest.mark.parametrize("name", SOLITAIRES)
def test_the_cards_lie_as_the_rules_say(name: str) -> None:
    table, rules = load(name).table(seed=1), SOLITAIRES[name]
    for pile, sizes in rules.piles.items():
        assert tuple(map(len, rules.zones(table, pile))) == sizes
    stock = table.zone("DRAW") if rules.stock else []
    assert len(stock) == rules.stock
    faces = [table.face_up(rules.name, i) for i in range(len(rules.columns))]
    shown = ["".join("du"[up] for up in each) for each in faces]
    assert shown == [rules.faces(i, size) for i, size in enumerate(rules.columns)]
    cards = chain(*(chain(*rules.zones(table, pile)) for pile in rules.piles))
    assert sorted([*stock, *cards]) == sorted(PACK * rules.decks)


def ups(texts: list[str]) -> list[str]:
    """The moves that bring a card to a foundation."""
    return [text for text in texts if " FOUNDATION[" in text and "move FOUNDATION" not in text]


def busy(table: Table, rules: Solitaire, rng: random.Random) -> str:
    """A move of somebody who likes to fill foundations, and columns to get empty."""
    texts = [move.text("sgdl") for move in table.legal()]
    if (up := ups(texts)) and rng.random() < 0.7:
        return rng.choice(up)
    sizes = {f"{rules.name}[{i}]": len(c) for i, c in enumerate(rules.zones(table, rules.name))}
    source = {text: text.split()[1] for text in texts if text.startswith("move ")}
    short = min((sizes.get(s, 99) for s in source.values()), default=99)
    least = [text for text, s in source.items() if sizes.get(s, 99) == short]
    return rng.choice(least if least and rng.random() < 0.5 else texts)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SOLITAIRES)
def test_the_moves_are_those_of_the_rules(name: str) -> None:
    game, rules, gaps = load(name), SOLITAIRES[name], 0
    easy = game.table(deal={"deck": easy_deal(rules)})
    for seed, start in enumerate([*(game.table(seed=seed) for seed in (1, 2)), easy, easy]):
        table, rng, redealt = start.copy(), random.Random(seed), 0
        for _ in range(60):
            if table.over:
                break
            texts = [move.text("sgdl") for move in table.legal()]
            assert set(texts) == rules.moves(table, redealt)
            assert len(set(texts)) == len(texts)
            empty = [i for i, c in enumerate(rules.zones(table, rules.name)) if not c]
            gaps += any(text.endswith(f"{rules.name}[{i}]") for text in texts for i in empty)
            move = busy(table, rules, rng)
            redealt += move == "draw" and (rules.gathers > 0 or not table.zone("DRAW"))
            table.apply(move)
    # Something could be put into a gap, where the rules allow it.
    assert bool(gaps) == (rules.gaps != "nothing")


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", [name for name, rules in SOLITAIRES.items() if not rules.leave])
def test_a_deal_without_obstacles_is_won(name: str) -> None:
    rules = SOLITAIRES[name]
    table = load(name).table(deal={"deck": easy_deal(rules)})
    while not table.over:
        texts = [move.text("sgdl") for move in table.legal()]
        table.apply((ups(texts) or ["draw"])[0])
    assert table.result().winners == (0,)
    assert all(len(pile) == 13 for pile in rules.zones(table, "FOUNDATION"))
