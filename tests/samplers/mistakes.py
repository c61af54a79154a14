"""Copies of game files with mistakes in them, as people and broken tools make them; by seed."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

ODD = [None, True, 0, -1, 7, 2**31, 10**15, 1.5, "", "x", "current", "$", "$.zones", "on.phase"]
ODD += [[], {}, [[]], [1, "a"], {"value": 1}, {"path": "$.players[current]"}, {"": ""}]
CHARACTERS = " :-[]{}#&*!|>'\"%@`,.$\t\n0azA_é\u2028\0"


def mutated_text(text: str, seed: int) -> str:
    """A text in which characters or lines are wrong."""
    rng = random.Random(seed)
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice(TEXT)(rng, text)
    return text


def mutated_document(document: Any, seed: int) -> Any:
    """A document of lists and mappings in which parts are wrong, lost or in the wrong place."""
    rng = random.Random(seed)
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 4))):
        rng.choice(TREE)(rng, document)
    return document


# ---- texts ---------------------------------------------------------------------------------------


def _lines(change: Callable[[random.Random, list[str]], None]) -> Callable[..., str]:
    def mutate(rng: random.Random, text: str) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    return mutate


def _at(rng: random.Random, lines: list[str]) -> int:
    return rng.randrange(len(lines))


def _lose_line(rng: random.Random, lines: list[str]) -> None:
    del lines[_at(rng, lines)]
    lines += [] if lines else [""]


def _repeat_line(rng: random.Random, lines: list[str]) -> None:
    place = _at(rng, lines)
    lines.insert(place, lines[place])


def _swap_lines(rng: random.Random, lines: list[str]) -> None:
    a, b = _at(rng, lines), _at(rng, lines)
    lines[a], lines[b] = lines[b], lines[a]


def _shift_line(rng: random.Random, lines: list[str]) -> None:
    place = _at(rng, lines)
    lines[place] = "  " + lines[place] if rng.random() < 0.5 else lines[place][2:]


def _cut(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _lose_characters(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + text[place + rng.choice((1, 1, 3)) :]


def _add_character(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(CHARACTERS) + text[place:]


def _swap_words(rng: random.Random, text: str) -> str:
    words = text.split(" ")
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return " ".join(words)


TEXT = [
    _lines(_lose_line),
    _lines(_repeat_line),
    _lines(_swap_lines),
    _lines(_shift_line),
    _cut,
    _lose_characters,
    _add_character,
    _swap_words,
]

# ---- trees ---------------------------------------------------------------------------------------

Place = tuple[Any, Any]
"""A list or mapping, and an index or key of it."""


def _places(document: Any) -> list[Place]:
    found: list[Place] = []
    waiting = [document]
    while waiting:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        found += [(node, key) for key in keys]
        waiting += [node[key] for key in keys if isinstance(node[key], (dict, list))]
    return found


def _some(rng: random.Random, document: Any) -> Place | None:
    places = _places(document)
    return rng.choice(places) if places else None


def _lose(rng: random.Random, document: Any) -> None:
    if place := _some(rng, document):
        del place[0][place[1]]


def _swap(rng: random.Random, document: Any) -> None:
    a, b = _some(rng, document), _some(rng, document)
    if a and b:
        # Copies, because one of them may lie inside of the other.
        first, second = copy.deepcopy(a[0][a[1]]), copy.deepcopy(b[0][b[1]])
        a[0][a[1]] = second
        b[0][b[1]] = first


def _repeat(rng: random.Random, document: Any) -> None:
    """An item twice in a list, or a part that replaces another."""
    a, b = _some(rng, document), _some(rng, document)
    if a and b and isinstance(a[0], list):
        a[0].insert(a[1], copy.deepcopy(a[0][a[1]]))
    elif a and b:
        b[0][b[1]] = copy.deepcopy(a[0][a[1]])


def _retype(rng: random.Random, document: Any) -> None:
    if place := _some(rng, document):
        place[0][place[1]] = copy.deepcopy(rng.choice(ODD))


def _misspell(rng: random.Random, document: Any) -> None:
    """A key or a text with two letters swapped, one lost, or one more."""
    place = _some(rng, document)
    if place is None:
        return
    node, key = place
    if isinstance(node, dict) and rng.random() < 0.5:
        node[_misspelt(rng, key)] = node.pop(key)
    elif isinstance(node[key], str):
        node[key] = _misspelt(rng, node[key])


def _misspelt(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word) + 1)
    ways = (
        word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + rng.choice("aeknz_.$[") + word[at:],
    )
    return rng.choice(ways)


TREE = [_lose, _swap, _repeat, _retype, _misspell]
