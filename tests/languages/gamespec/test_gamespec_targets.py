"""Targets of pipelines that are no spaces, and how many of them there are."""

from __future__ import annotations

import pytest

from tools.gamespec.tables import (
    action,
    actions,
    add,
    card,
    document,
    is_,
    legal,
    note,
    setup,
    sit,
    values,
)

PILE = "{ query: tokensInZone, zone: pile }"
RANK = "{ ref: tokenProp, token: $target, prop: rank }"
CARDS = setup(*(card(name, rank) for name, rank in (("a", 3), ("b", 1), ("c", 2), ("d", 1))))


def game(targeting: str, *stages: str, setup: str = CARDS) -> str:
    told = ", ".join(f"{{ effects: [{each}] }}" for each in stages)
    fields = "legality: null, costValidation: null, costEffects: [], atomicity: atomic"
    pipe = f"id: pipe, actionId: go, {fields}, targeting: {{ {targeting} }}, stages: [{told}]"
    pipes = f"actionPipelines:\n  - {{ {pipe} }}\n"
    return document(setup + actions(action("go")) + pipes)


@pytest.mark.parametrize(
    ("more", "seen"),
    [
        ("", 1213),  # from the top down
        (", max: 2", 12),
        (", tieBreak: rank", 1123),
        (", tieBreak: '-rank', max: 3", 321),
        (", max: 40", 1213),
        (f", filter: {is_(RANK, 1, '>')}", 23),
    ],
)
def test_tokens_as_targets(more: str, seen: int) -> None:
    text = game(f"select: allEligible, query: {PILE}{more}", note(RANK))
    assert values(sit(text, "go"), "log") == [seen]


def test_tokens_have_no_names_to_be_sorted_by() -> None:
    move = "{ draw: { from: pile, to: field, count: 1 } }"
    both = f"{{ query: concat, sources: [{PILE}, {{ query: tokensInZone, zone: field }}] }}"
    start = setup(*(card(name, rank) for name, rank in (("a", 3), ("b", 1), ("c", 2))), move)
    for word in ("lexicographic", "-lexicographic"):
        targeting = f"select: allEligible, query: {both}, tieBreak: '{word}'"
        assert values(sit(game(targeting, note(RANK), setup=start), "go"), "log") == [132]


def test_many_targets() -> None:
    loop = "{ forEach: { bind: $i, over: { query: intsInRange, min: 1, max: 45 }, effects: [%s] } }"
    many = setup(loop % card("a", 1))
    for most, found in ((40, 40), (60, 45)):
        text = game(f"select: allEligible, query: {PILE}, max: {most}", add(RANK), setup=many)
        assert values(sit(text, "go"), "x") == [found]


def test_players_as_targets() -> None:
    digit = "{ op: +, left: { ref: binding, name: $target }, right: 1 }"
    text = game("select: exactN, max: 1, query: { query: players }", note(digit))
    assert legal(sit(text, "go")) == ["player 1", "player 2"]
    assert values(sit(text, "go", "player 2"), "log") == [2]


def test_all_stages_for_one_target_then_for_the_next() -> None:
    text = game(f"select: allEligible, query: {PILE}, max: 2", note(RANK), note(8))
    assert values(sit(text, "go"), "log") == [1828]


def test_all_targets_are_known_to_each_stage() -> None:
    count = "{ aggregate: { op: count, query: { query: binding, name: $targets } } }"
    text = game(f"select: allEligible, query: {PILE}, max: 3", note(count))
    assert values(sit(text, "go"), "log") == [333]


def test_without_targets_nothing_is_done_or_it_is_no_option() -> None:
    nothing = "query: { query: tokensInZone, zone: field }"
    assert legal(sit(game(f"select: allEligible, {nothing}", add(1)), "go")) == ["go"]
    text = game(f"select: upToN, max: 2, {nothing}", add(1))
    assert sit(text).over and sit(text).result().reason == "stuck"
