"""Random files of Rule XML: tables and the second model make the same gestures and stay alike."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

import ludwright
from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.machine import state as m
from models.rulexml.reader import read_text
from models.rulexml.side_by_side import Side, play
from strategies.rulexml import rules_file, tag

FILES = 40
GESTURES = 40
SOUTH = 4
WORDS = {
    "num_cards": {"*", "h", "d", "t", "b", "r", "1", "2", "3", "south", "none", "", "0"},
    "destination": {"r", "m", "d", "", "a", "stock"},
    "collapse": {"y", "n", ""},
    "shuffle": {"y", "rev", "n", "", "yes"},
    "offset": {"none", "preserve", "0", "south", "northwest", ""},
    "flip_up": {"y", "n", "*", "none", "south", "northwest", ""},
    "rotation": {"", "*", "90", "45.5", "-30"},
    "value": {"0", "1", "-1", "l", "g", "*"},
    "color": {"=", "!", "red", "black", "*"},
    "suit": {"=", "!", "h", "clubs", ""},
    "is_faceup": {"y", "n", "*"},
    "name": {"a", "b", "*"},
    "phase_type": {"manual", "auto", ""},
}
"""Words that must come up somewhere, by element."""


@pytest.mark.quick(2)
@pytest.mark.parametrize("number", range(FILES))
def test_random_files_go_alike(number: int) -> None:
    text = rules_file(random.Random(number))
    game = ludwright.Game(pipeline.loads(text, "rulexml", checked=False), {})
    side = Side(game, game.table(seed=number), read_text(text))
    play(side, random.Random(number), GESTURES, lists_every=8)


@pytest.mark.quick(4)
@pytest.mark.parametrize("number", range(FILES))
def test_random_files_with_trees_that_grow_one_way_go_alike(number: int) -> None:
    text = _one_way(number)
    game = ludwright.Game(pipeline.loads(text, "rulexml", checked=False), {})
    side = Side(game, game.table(seed=number), read_text(text))
    play(side, random.Random(number), GESTURES, lists_every=8)


@pytest.mark.quick(1)
@pytest.mark.parametrize("number", ["r", "t", "2", "h", "b", "d", "*", "south", "none", "1"])
def test_cards_that_stay_are_changed_alike(number: str) -> None:
    """All ways to turn and rotate the same selection, of a pile with two nodes below."""
    dealt = {"a": ("A1,D", "A2,U,none", "A3,D,south", "A4,D,none", "A5,U,south"), "b": ("A6,U",)}
    cells = "".join(
        tag("cell", tag("init_cards", "".join(tag("card", card) for card in cards)), name=name)
        for name, cards in dealt.items()
    )
    deck = "".join(tag("card", tag("name", f"A{i}") + tag("value", str(i))) for i in range(1, 7))
    for flip, turn in product(("y", "n", "*", "none", "south", ""), ("", "90")):
        words = {"destination": "a", "num_cards": number, "rotation": turn, "flip_up": flip}
        dest = tag("receiver_dest", "".join(tag(*word) for word in words.items()))
        next_phase = tag("next_phase", "", phase="p")
        rule = tag("rule", tag("validation", "") + tag("action", dest + next_phase), category="b")
        donors = tag("valid_donors", tag("category", "g"))
        phase = tag("phase", tag("phase_type", "manual") + donors + tag("rules", rule), name="p")
        settings = tag("settings", tag("players", "1") + tag("layout", ""))
        groups = tag("cell_groups", tag("group", cells, category="g"))
        body = settings + tag("deck", deck) + groups + tag("phases", phase)
        text = tag("data", body, type="rule")
        game = ludwright.Game(pipeline.loads(text, "rulexml", checked=False), {})
        for seed in range(3):
            side = Side(game, game.table(seed=seed), read_text(text))
            for gesture in ("drag b -> a", "click a", "click a,south", "drag a,south -> b"):
                side.make(gesture)


@pytest.mark.parametrize("files", [FILES // 3, pytest.param(FILES, marks=pytest.mark.deep)])
def test_one_way_is_a_chain_and_another_way_is_not(files: int) -> None:
    chains = [_way(_one_way(number)) for number in range(files)]
    assert chains.count(SOUTH) > files / 3
    assert chains.count(-1) > files / 20


def _one_way(number: int) -> str:
    """A file whose trees grow south, or nearly: every fourth has one other way."""
    text = rules_file(random.Random(2000 + number), one_way=True)
    return text if number % 4 else text.replace("<offset>south<", "<offset>east<", 1)


def _way(text: str) -> int:
    """The only direction in which trees grow; -1 if there are several, -2 if there is none."""
    game = pipeline.loads(text, "rulexml", checked=False).game
    assert game is not None
    code = compile_game(game).code
    return int(code[code[m.P_TREES] + m.TREE_WAY]) if code[m.P_TREES] else -2


def test_random_files_say_everything_there_is_to_say() -> None:
    texts = "".join(rules_file(random.Random(number)) for number in range(FILES))
    said = {tag: set(re.findall(f"<{tag}>([^<]*)</{tag}>", texts)) for tag in WORDS}
    assert not {tag: words - said[tag] for tag, words in WORDS.items() if words - said[tag]}
    assert all(f"<{tag}" in texts for tag in ("except", "condition", "donor_dest", "receiver_dest"))
