"""Comparisons: known differences, exact zeros, intervals that hold together, games needed."""

from __future__ import annotations

import json
from math import inf, isclose
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import ludwright as lw
from ludwright.cli import cli
from ludwright.lab.compare import (
    Gap,
    contrasts,
    holm,
    influence,
    normal_score,
    paired,
    square_and_add,
    student_score,
    two_sided,
)
from ludwright.lab.estimates import Estimate
from ludwright.lab.metrics import wilson
from ludwright.play.errors import TableError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["compare", *map(str, arguments)])


# ---- games ---------------------------------------------------------------------------------------


def test_war_is_as_much_shorter_as_published() -> None:
    # benchmarks/README.md: 440.9 battles with one card face down, 236.0 with three.
    found = lw.compare(["war"], 2000, seed=5, options={"face_down": [1, 3]})
    turns = next(each for each in found.differences if each.metric == "turns")
    assert (turns.a, turns.b) == ("war face_down=1", "war face_down=3")
    assert turns.ci95[0] < 440.9 - 236.0 < turns.ci95[1] and turns.differ
    assert turns.p_adjusted < 1e-6 and turns.games_needed is not None
    assert turns.games_needed < 2000
    # Nobody decides anything: what is undefined is left out, with the reason.
    assert "branching" not in {each.metric for each in found.differences}
    assert "war face_down=1" in found.undefined["branching"]


def test_identical_variants_differ_in_nothing() -> None:
    found = lw.compare(["kuhn-poker", "kuhn-poker"], 400, seed=1)
    assert found.variants == ("kuhn-poker", "kuhn-poker #2")
    assert len(found.differences) > 10
    for each in found.differences:
        assert (each.difference, each.p_adjusted, each.games_needed) == (0, 1, None)
        assert each.ci95[0] <= 0 <= each.ci95[1] and not each.differ


def test_all_pairs_of_all_combinations() -> None:
    options = {"most_draws": ["1", "2"], "reshuffle": ["true", "false"]}
    found = lw.compare(["switch"], 30, options=options, measures=["turns", "forced"])
    assert len(found.variants) == 4 and len(set(found.variants)) == 4
    assert found.variants[1] == "switch most_draws=1 reshuffle=false"
    assert len(found.differences) == 2 * 6
    assert {each.metric for each in found.differences} == {"turns", "forced"}


def test_the_same_for_any_number_of_threads() -> None:
    one, many = (lw.compare(["kuhn-poker", "leduc-poker"], 3000, 3, jobs=jobs) for jobs in (1, 2))
    assert one.as_json() == many.as_json()


def test_a_child_is_compared_with_its_base(tmp_path: Path) -> None:
    child = tmp_path / "longer.cgml"
    child.write_text(
        'cgml_version: "1.3"\n'
        "inherit: https://cgml.io/core-components/v1/shedding.cgml\n"
        "meta: { name: Longer, players: { min: 2, max: 4 } }\n"
        "setup:\n"
        "  - { id: deal, action: DEAL_ROUND_ROBIN, from: { path: $.zones.draw_pile },\n"
        '      to: { path: "$.players[*].zones.hand" }, count: { value: 12 } }\n'
    )
    found = lw.compare(["crazy-eights", child], 300, measures=["turns"])
    # With twelve cards each instead of seven there is more to get rid of.
    (turns,) = found.differences
    assert turns.b == "longer.cgml" and turns.ci95[1] < 0


@pytest.mark.parametrize(
    ("variants", "games", "given", "message"),
    [
        (["war", "klondike"], 10, {}, "'klondike' has 1 seat and 'war' 2"),
        (["war"], 10, {}, "at least two variants"),
        (["war", "cheat"], 1, {}, "at least 2 games"),
        (["war", "cheat"], 10, {"measures": ["lenght"]}, "unknown measure 'lenght'"),
        (["war", "cheat"], 10, {"bot": "genius"}, "genius"),
        (["war", "cheat"], 10, {"seed": -1}, "seed"),
    ],
)
def test_refusals(variants: list[str], games: int, given: dict[str, object], message: str) -> None:
    with pytest.raises(TableError, match=message):
        lw.compare(variants, games, **given)  # type: ignore[arg-type]


def test_an_interrupt_keeps_the_games_that_all_variants_have() -> None:
    calls = []

    def interrupt(done: int, total: int) -> None:
        calls.append(total)
        if done > 30_000 + 1024:
            raise KeyboardInterrupt

    found = lw.compare(["go-fish"] * 2, 30_000, jobs=1, measures=["turns"], progress=interrupt)
    assert set(calls) == {60_000}
    assert found.interrupted and 1024 <= found.games < 30_000
    assert found.games % 1024 == 0 and found.as_json()["interrupted"]


# ---- statistics ----------------------------------------------------------------------------------


def test_pairing_counts() -> None:
    values = np.random.default_rng(1).normal(size=200)
    same = paired(values + 0.25, values)
    assert isclose(same.value, 0.25) and same.below < 1e-12
    # By hand: the differences are -1, 0 and 4, with mean 1 and standard error sqrt(7/3).
    gap = paired(np.array([1.0, 5.0, 9.0]), np.array([2.0, 5.0, 5.0]))
    assert isclose(gap.value, 1) and isclose(gap.below, (7 / 3) ** 0.5) and gap.freedom == 2


def test_games_in_which_a_value_is_undefined() -> None:
    nan = float("nan")
    gap = paired(np.array([4.0, nan, 6.0, 8.0]), np.array([nan, 1.0, 3.0, 2.0]))
    assert isclose(gap.value, 6 - 2)
    # Half as many values weigh twice as much each, and those that are missing nothing.
    assert np.allclose(influence(np.array([4.0, nan, 8.0, nan])), [-4, 0, 4, 0])


def test_shares_have_the_published_interval() -> None:
    # Newcombe 1998, method 10: 56/70 - 48/80 is 0.2, from 0.0524 to 0.3339.
    one, other = (Estimate(k / n, *wilson(k, n), n) for k, n in ((56, 70), (48, 80)))
    (found,) = contrasts({("share", "a", "b"): square_and_add(one, other)})
    assert isclose(found.difference, 0.2)
    assert found.ci95 == pytest.approx((0.0524, 0.3339), abs=0.0001)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1] and holm([]) == []


def test_students_points() -> None:
    # Tables of the t distribution: two-sided 5 % and 1 %.
    for freedom, five, one in ((5, 2.571, 4.032), (10, 2.228, 3.169), (60, 2.000, 2.660)):
        assert student_score(1.959964, freedom) == pytest.approx(five, abs=0.012)
        assert student_score(2.575829, freedom) == pytest.approx(one, abs=0.04)
        assert two_sided(normal_score(five, freedom)) == pytest.approx(0.05, abs=0.001)
        assert normal_score(student_score(1.3, freedom), freedom) == pytest.approx(1.3)
    assert student_score(1.5, inf) == normal_score(1.5, inf) == 1.5


def test_intervals_hold_together() -> None:
    rng, runs, games = np.random.default_rng(7), 400, 60
    shifts = np.array([0.0, 0.3, 2.0, 0.0, 0.5, 1.0])
    held = falsely = 0
    for _ in range(runs):
        base = rng.normal(size=(6, games))
        ours = base + rng.normal(size=(6, games)) + shifts[:, None]
        ours[5, rng.random(games) < 0.3] = np.nan  # undefined in some games of one variant
        gaps = {(str(i), "a", "b"): paired(ours[i], base[i]) for i in range(6)}
        found = contrasts(gaps)
        held += all(c.ci95[0] <= s <= c.ci95[1] for c, s in zip(found, shifts, strict=True))
        falsely += any(c.p_adjusted < 0.05 for c, s in zip(found, shifts, strict=True) if not s)
    # At least 95 %, but for two standard errors of this many runs.
    assert held / runs > 0.95 - 2 * (0.05 * 0.95 / runs) ** 0.5
    assert falsely / runs < 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5


def test_as_many_games_as_needed_show_the_difference() -> None:
    # One difference of 0.1 with a standard deviation of 1: ((1.960 + 1.282) / 0.1)^2 = 1051.
    games = 400
    (found,) = contrasts({("m", "a", "b"): Gap(0.1, 1 / games**0.5, 1 / games**0.5, inf, games)})
    assert found.games_needed == 1051
    rng, shown = np.random.default_rng(3), 0
    for _ in range(300):
        gap = paired(rng.normal(0.1, 1, 1051), np.zeros(1051))
        shown += contrasts({("m", "a", "b"): gap})[0].differ
    assert 0.85 < shown / 300 < 0.95


# ---- the command ---------------------------------------------------------------------------------


def test_both_forms_have_the_same_figures() -> None:
    arguments = ("war", "--set", "face_down=1,2", "--games", 200, "--seed", 2)
    found = json.loads(run(*arguments, "--json").stdout)
    assert found["games"] == 200
    assert found["variants"] == ["war face_down=1", "war face_down=2"]
    keys = ["metric", "a", "b", "difference", "ci95", "p_adjusted", "games_needed"]
    assert all(list(each) == keys for each in found["differences"])
    turns = next(each for each in found["differences"] if each["metric"] == "turns")
    values = [found["measures"][name]["turns"]["value"] for name in found["variants"]]
    assert isclose(turns["difference"], values[0] - values[1])
    text = run(*arguments).stdout
    assert f"{turns['difference']:.4g}" in text and "games needed" in text
    assert "left out: branching" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("war", "--games", 10),
        ("war", "--games", 10, "--set", "face_down=2"),
        ("war", "--games", 10, "--set", "face_down=2,7"),
        ("war", "--games", 10, "--set", "face_up=1,2"),
        ("war", "gin-rummy", "--games", 10, "--set", "face_down=1,2"),
        ("war", "klondike", "--games", 10),
        ("war", "cheat", "--games", 10, "--measure", "fun"),
        ("war", "cheat", "--games", 10, "--bot", "genius"),
        ("war", "cheat", "--games", 10, "--players", 9),
        ("war", "no-such-game", "--games", 10),
        ("war", "cheat"),
    ],
)
def test_wrong_usage(arguments: tuple[object, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and result.stderr and not result.stdout
