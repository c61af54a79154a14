"""Actions that are carried out in stages: what they cost, whom they concern, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tools.gamespec.card_driven import Tree, action, add, legal, points, sit
from tools.gamespec.plain import ONCE, compare, note, plain, value

SPACES = {"birch": 2, "alder": 3, "cedar": 1}
RANK = {"ref": "zoneProp", "zone": "$target", "prop": "rank"}
ANOTHER = action("rest", limits=ONCE)


def pipeline(*effects: Tree, name: str = "p", **more: Any) -> Tree:
    """A pipeline for the action `work` with one stage."""
    stages = [{"stage": "only", "effects": list(effects)}]
    needed = {"actionId": "work", "costEffects": [], "targeting": {}, "atomicity": "atomic"}
    return {"id": name, "stages": stages, **needed, **more}


def game(*pipelines: Tree, work: Tree | None = None, **more: Any) -> str:
    """A document with the actions `work` and `rest`."""
    done = work or action("work", add(50), limits=ONCE)
    return plain(done, ANOTHER, actionPipelines=list(pipelines), **more)


def test_without_a_pipeline_an_action_does_what_it_says() -> None:
    table = sit(plain(action("work", add(7), cost=[add(-1, "coin")])), "work")
    assert (points(table), points(table, "coin")) == (7, 2)


def test_a_pipeline_goes_through_its_stages_instead() -> None:
    stages = [{"effects": [note(1)]}, {"stage": "second", "effects": [note(2), note(3)]}]
    work = action("work", add(50), cost=[add(-3, "coin")])
    table = sit(game(pipeline(stages=stages, costEffects=[add(-1, "coin")]), work=work), "work")
    assert points(table, "seen") == 123
    assert (points(table), points(table, "coin")) == (0, 2)


AFFORD = compare(value("coin"), ">=", 5)


def test_what_can_not_be_paid_is_no_move() -> None:
    assert legal(sit(game(pipeline(costValidation=AFFORD)))) == ["rest"]
    enough = compare(value("coin"), ">=", 3)
    assert legal(sit(game(pipeline(costValidation=enough)))) == ["work", "rest"]


def test_partly_means_without_paying() -> None:
    some = pipeline(
        add(1), costValidation=AFFORD, costEffects=[add(-3, "coin")], atomicity="partial"
    )
    table = sit(game(some), "work")
    assert (points(table), points(table, "coin")) == (1, 3)
    enough = {**some, "costValidation": compare(value("coin"), ">=", 3)}
    table = sit(game(enough), "work")
    assert (points(table), points(table, "coin")) == (1, 0)


def test_a_pipeline_may_be_illegal() -> None:
    assert legal(sit(game(pipeline(legality=compare(value("coin"), ">", 3))))) == ["rest"]
    assert legal(sit(game(pipeline(legality=None)))) == ["work", "rest"]


def test_the_first_pipeline_that_applies_is_taken() -> None:
    def which(*applicable: Any) -> str:
        pipes = [
            pipeline(add(i + 1), name=f"p{i}", applicability=a) for i, a in enumerate(applicable)
        ]
        return game(*pipes)

    rich, poor = compare(value("coin"), ">", 2), compare(value("coin"), "<=", 2)
    assert points(sit(which(rich, poor), "work")) == 1
    assert points(sit(which(poor, rich), "work")) == 2
    assert points(sit(which(poor, rich, True), "work")) == 2
    assert points(sit(which(poor, poor, True), "work")) == 3
    assert legal(sit(which(poor, poor))) == ["rest"]
    assert legal(sit(which(poor))) == ["rest"]


def test_conditions_limits_and_params_of_the_action_still_count() -> None:
    n = {"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": 3}}
    odd = compare({"ref": "binding", "name": "$n"}, "!=", 2)
    work = action("work", params=[n], pre=odd, limits=[{"scope": "game", "max": 1}])
    pays = pipeline(note({"ref": "binding", "name": "$n"}))
    table = sit(game(pays, work=work))
    assert legal(table) == ["work 1", "work 3", "rest"]
    table.apply("work 3")
    assert points(table, "seen") == 3
    assert legal(table) == ["rest"]


def test_what_an_early_stage_chose_later_ones_know() -> None:
    options = {"query": "intsInRange", "min": 1, "max": 2}
    choose = {"chooseOne": {"bind": "$n", "options": options}}
    stages = [{"effects": [choose]}, {"effects": [note({"ref": "binding", "name": "$n"})]}]
    table = sit(game(pipeline(stages=stages)), "work")
    assert legal(table) == ["1", "2"]
    table.apply("2")
    assert points(table, "seen") == 2


# ---- targets -------------------------------------------------------------------------------------


def aimed(select: str = "allEligible", **more: Any) -> str:
    """A pipeline that writes down the rank of each target."""
    whole = {"costValidation", "costEffects", "atomicity"}
    rest = {key: more.pop(key) for key in whole & set(more)}
    return game(pipeline(note(RANK), targeting={"select": select, **more}, **rest), spaces=SPACES)


def chosen(text: str, *targets: str) -> Any:
    """What was written down."""
    return points(sit(text, "work", *targets), "seen")


@pytest.mark.parametrize(
    "more, seen",
    [
        ({"tieBreak": "lexicographic"}, 321),
        ({"tieBreak": "rank"}, 123),
        ({"tieBreak": "-rank"}, 321),
        ({"order": "rank"}, 123),
        ({"order": "-rank", "tieBreak": "lexicographic"}, 321),
    ],
)
def test_all_targets_in_an_order(more: Tree, seen: int) -> None:
    # By name: alder 3, birch 2, cedar 1.
    assert chosen(aimed(**more)) == seen


def test_targets_that_are_chosen_are_ordered_too() -> None:
    text = aimed("exactN", max=2, tieBreak="lexicographic")
    assert chosen(text, "cedar", "alder") == chosen(text, "alder", "cedar") == 31
    as_chosen = aimed("exactN", max=2)
    assert (chosen(as_chosen, "cedar", "alder"), chosen(as_chosen, "alder", "cedar")) == (13, 31)


def test_up_to_so_many_targets() -> None:
    text = aimed("upToN", max=2)
    assert "done" not in legal(sit(text, "work"))
    assert chosen(text, "birch", "done") == 2
    assert chosen(text, "birch", "cedar") == 21


def test_a_filter_is_about_the_target() -> None:
    large = compare(RANK, ">", 1)
    assert sorted(legal(sit(aimed("exactN", max=1, filter=large), "work"))) == ["alder", "birch"]
    assert chosen(aimed(filter=large, tieBreak="lexicographic")) == 32
    near = compare({"ref": "zoneProp", "zone": "$zone", "prop": "rank"}, "<", 3)
    assert chosen(aimed(filter=near, tieBreak="rank")) == 12


def test_too_few_targets_are_no_move() -> None:
    assert legal(sit(aimed("exactN", max=4))) == ["rest"]
    assert "work" in legal(sit(aimed("exactN", max=3)))


PRICE = {
    "costValidation": compare(value("coin"), ">=", RANK),
    "costEffects": [add({"op": "-", "left": 0, "right": RANK}, "coin")],
}


def test_partly_leaves_out_targets_that_can_not_be_paid() -> None:
    # There are 3 coins: cedar costs 1, birch 2, and for alder nothing is left.
    cheap = aimed(tieBreak="rank", atomicity="partial", **PRICE)
    table = sit(cheap, "work")
    assert (points(table, "seen"), points(table, "coin")) == (12, 0)
    dear = aimed(tieBreak="-rank", atomicity="partial", **PRICE)
    table = sit(dear, "work")
    assert (points(table, "seen"), points(table, "coin")) == (3, 0)


def test_wholly_means_all_targets_must_be_paid() -> None:
    assert legal(sit(aimed(tieBreak="rank", **PRICE))) == ["rest"]
    some = aimed("exactN", max=2, tieBreak="rank", **PRICE)
    table = sit(some, "work")
    # Not alder and another one: that would cost more than there is.
    assert sorted(legal(table)) == ["birch", "cedar"]
    table.apply("birch")
    assert legal(table) == ["cedar"]
