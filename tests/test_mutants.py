"""Mutants of files of every language: each is refused or plays as the oracle does."""

from __future__ import annotations

import time

import pytest

from ludwright import pipeline
from ludwright.diagnostics import Report
from ludwright.languages import LANGUAGES
from samplers.growth import KINDS, seconds
from tools.mutants import NUMBER, Mutant, differences, mutant, originals, read

NAMES = [language.name for language in LANGUAGES]
FEW, MANY = 4, 400  # mutants of a language


def wrong(language: str, seeds: range) -> list[tuple[int, str]]:
    return [(seed, ended) for seed, ended in differences(language, seeds) if ended[0] == "!"]


@pytest.mark.parametrize("language", NAMES)
def test_mutants_are_refused_or_play_as_the_oracle_does(language: str) -> None:
    assert wrong(language, range(FEW)) == []


@pytest.mark.deep
@pytest.mark.parametrize("language", NAMES)
def test_many_mutants(language: str) -> None:
    found = list(differences(language, range(FEW, MANY)))
    assert [(seed, ended) for seed, ended in found if ended[0] == "!"] == []
    # Else nothing would be played, or nothing refused.
    refused = sum(ended == "refused" for _, ended in found)
    assert len(found) / 10 < refused < len(found) * 9 / 10


@pytest.mark.parametrize("language", NAMES)
def test_a_mutant_is_another_text(language: str) -> None:
    files = len(originals(language))
    same = [
        seed
        for seed in range(files)
        if (made := mutant(language, seed)).text == made.path.read_text(encoding="utf-8")
    ]
    assert len(same) < files / 4


# ---- size --------------------------------------------------------------------------------------

GROWING = [(language, kind) for language, (_, kinds) in KINDS.items() for kind in kinds]


@pytest.mark.deep
@pytest.mark.parametrize(("language", "kind"), GROWING)
def test_time_grows_in_proportion_to_a_file(language: str, kind: str) -> None:
    """Four times as much takes about four times as long; if every thing looked at every other, it
    would be sixteen times. Piles, cells and the like have limits that are reached before."""
    count = {"piles": 48, "cells": 120, "rules": 60}.get(kind, 400)
    small = min(seconds(language, kind, count) for _ in range(2))
    assert seconds(language, kind, 4 * count) < 9 * small + 0.5


def test_many_options_take_time_in_proportion() -> None:
    few, many = seconds("cgml", "choices", 1000), seconds("cgml", "choices", 6000)
    assert many < 15 * few + 0.5


HUGE = ("2147483647", "100000")
LONGEST = 6.0  # seconds of this process


def swollen(language: str, every: int) -> list[Mutant]:
    """Files with one number each that is huge."""
    found = []
    for path in originals(language)[:: max(1, every // 8)]:
        text = path.read_text(encoding="utf-8")
        for number, place in enumerate(NUMBER.finditer(text)):
            if number % every == 0:
                huge = HUGE[number // every % 2]
                changed = text[: place.start()] + huge + text[place.end() :]
                found.append(Mutant(language, path, changed, number))
    return found


def read_soon(language: str, every: int) -> None:
    for each in swollen(language, every):
        began = time.process_time()
        loaded = read(each)
        if loaded.game and not loaded.failed:
            pipeline.compile_for(loaded.game, loaded.game.least_players, {}, Report())
        assert time.process_time() - began < LONGEST, (each.path, each.seed)


@pytest.mark.parametrize("language", NAMES)
def test_a_huge_number_is_refused_or_makes_no_difference(language: str) -> None:
    read_soon(language, every=60)


@pytest.mark.deep
@pytest.mark.parametrize("language", NAMES)
def test_every_huge_number(language: str) -> None:
    read_soon(language, every=1)
