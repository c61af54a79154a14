"""Evolution: goals, degenerate games, the archive, runs that are resumed, results that play."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import ludwright as lw
from ludwright import pipeline
from ludwright.cli import cli
from ludwright.game import Game
from ludwright.lab.estimates import Estimate
from ludwright.lab.evolve import evolve as search
from ludwright.lab.evolve.archive import Archive, Variant, cell_of
from ludwright.lab.evolve.degenerate import flaws, new_flaw
from ludwright.lab.evolve.evaluation import sizes
from ludwright.lab.evolve.goals import Goal, best_case, parse_goal, reached, score, units_of
from ludwright.lab.rows import Rows, sample
from ludwright.play.errors import TableError

RACE = Path(__file__).parent / "race.cgml"
# A race to 20 by steps of 1 or 2 takes 13.4 turns; from 5, 10 or 40 it takes 3.6, 6.8 or 26.9.
GOAL, SETTING = "turns=12..15", {"variants": 10, "games": 400, "seed": 1}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["evolve", *map(str, arguments)])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ---- goals ---------------------------------------------------------------------------------------


def estimate(value: float, half: float = 0.0) -> Estimate:
    return Estimate(value, value - half, value + half, 100)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("turns=20..40", 20, 40),
        ("first_seat=0", 0, 0),
        ("first_seat=-0.01..0.01", -0.01, 0.01),
        ("forced<=.3", -inf, 0.3),
        (" branching >= 1e1 ", 10, inf),
    ],
)
def test_goals_are_read(text: str, low: float, high: float) -> None:
    found = parse_goal(text)
    assert (found.low, found.high, found.text) == (low, high, text.strip())


@pytest.mark.parametrize(
    "text",
    ["turns", "turns=", "turns=40..20", "turns>=1..2", "lenght=3", "turns==3", "turns=nan", ""],
)
def test_other_goals_are_refused(text: str) -> None:
    with pytest.raises(TableError, match=r"cannot read the goal|unknown measure 'lenght'"):
        parse_goal(text)


def test_distances() -> None:
    span, point = Goal("a", 2, 4, "a=2..4"), Goal("b", 0, 0, "b=0")
    assert span.distance(estimate(3, 0.5)) == 0 and span.reached(estimate(3, 0.5))
    # An interval that is partly outside is not there yet, but may be with more games.
    assert span.distance(estimate(4, 0.5)) == 0.5 and span.at_best(estimate(4, 0.5)) == 0
    assert span.distance(estimate(0, 0.5)) == 2.5 and span.at_best(estimate(0, 0.5)) == 1.5
    assert point.distance(estimate(-3, 1)) == 2 == point.at_best(estimate(-3, 1))
    # A goal that is reached is as near as can be, whatever the noise.
    assert point.distance(estimate(0.5, 1)) == 0
    assert point.reached(estimate(0.5, 1)) and not point.reached(estimate(3, 1))
    assert span.distance(Estimate(None, None, None, 0)) == inf


def test_goals_of_different_units_count_alike() -> None:
    goals = (Goal("a", 100, 200, ""), Goal("b", 0, 0, ""))
    units = units_of(goals, {"a": estimate(50), "b": estimate(0.5)})
    assert units == (50, 0.5)
    found = {"a": estimate(75), "b": estimate(0.25, 0.1)}
    assert score(goals, units, found) == pytest.approx(0.5 + 0.3)
    assert best_case(goals, units, found) == pytest.approx(0.5 + 0.3)
    assert not reached(goals, found)
    # The original is at the first goal: its unit is that of the goal's own bounds.
    assert units_of(goals, {"a": estimate(150), "b": estimate(0)}) == (200, 1)


# ---- degenerate games ----------------------------------------------------------------------------


def rows(games: int = 100, seats: int = 2, **columns: Any) -> Rows:
    """Games that are fine: of ten decisions, and won by the seats in turn."""
    winners = np.arange(games)[:, None] % seats == np.arange(seats)
    fine: dict[str, Any] = {
        "over": np.full(games, True),
        "faulted": np.full(games, False),
        "stuck": np.full(games, -1),
        "turns": np.full(games, 10),
        "decisions": np.full(games, 10),
        "choices": np.full(games, 8),
        "options": np.full(games, 40),
        "winners": winners,
    }
    given = {name: np.broadcast_to(c, fine[name].shape) for name, c in columns.items()}
    return Rows({**fine, **given}, seats, ("random",) * seats, 0, 2000)


@pytest.mark.parametrize(
    ("found", "what"),
    [
        (rows(), {}),
        (rows(over=np.arange(100) < 80), {"never_ends": "games do not end"}),
        (rows(faulted=np.arange(100) == 7), {"breaks": "games break"}),
        (rows(stuck=np.where(np.arange(100) < 60, 0, -1)), {"gets_stuck": "games get stuck"}),
        (rows(choices=0), {"no_choices": "there is nothing to choose"}),
        (rows(winners=np.array([[False, True]])), {"one_winner": "seat 2 always wins"}),
        (rows(winners=True), {"all_drawn": "all games are drawn"}),
        (rows(winners=False), {"all_drawn": "all games are drawn"}),
        (rows(seats=1, winners=True), {"never_lost": "random play always wins"}),
        (rows(seats=1, winners=False), {}),
        (rows(over=np.arange(100) < 95, winners=np.arange(2) == np.arange(100)[:, None] % 2), {}),
    ],
)
def test_degenerate_games(found: Rows, what: dict[str, str]) -> None:
    assert flaws(found) == what


def test_games_of_the_library_that_have_nothing_to_choose() -> None:
    war = sample(lw.load("war").program(), 40)
    assert set(flaws(war)) == {"no_choices"}
    assert flaws(sample(lw.load("kuhn-poker").program(), 200)) == {}
    # What the original is like, too, is no reason to reject a variant; a fault always is one.
    assert new_flaw(flaws(war), flaws(war)) == "" and new_flaw(flaws(war), {}) != ""
    assert new_flaw({"breaks": "games break"}, {"breaks": "games break"}) == "games break"


# ---- the archive ---------------------------------------------------------------------------------


def test_variants_compete_with_those_of_their_kind() -> None:
    def variant(number: int, score: float, margin: float, *cell: int) -> Variant:
        return Variant(number, "", (), {}, score, margin, (cell[0], cell[1]))

    archive = Archive()
    assert archive.offer(variant(1, 0.5, 0.1, 4, 4))
    assert archive.offer(variant(2, 0.9, 0.1, 4, 5))  # of another kind
    assert not archive.offer(variant(3, 0.45, 0.1, 4, 4))  # better, but within its margin
    assert archive.offer(variant(4, 0.3, 0.1, 4, 4))
    assert [each.number for each in archive.ranked()] == [4, 2]
    assert archive.to_beat((4, 4)) == 0.3 and archive.to_beat((9, 9)) == inf


def test_kinds_are_half_octaves() -> None:
    # log2(10) = 3.32 and log2(4) = 2; without decisions there is no branching.
    assert cell_of(rows()) == (6, 4)
    assert cell_of(rows(turns=16, options=49)) == (8, 4)
    assert cell_of(rows(decisions=0, options=0)) == (6, None)


def test_samples_grow() -> None:
    assert sizes(5000) == [256, 1024, 4096, 5000]
    assert sizes(1024) == [256, 1024] and sizes(100) == [100]


# ---- runs ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole run."""
    folder = tmp_path_factory.mktemp("evolve") / "race"
    found = lw.evolve(RACE, [GOAL], out=folder, jobs=1, kinds=["option"], **SETTING)  # type: ignore[arg-type]
    assert found.made == 10 and not found.interrupted
    return folder


def test_the_goal_is_reached_by_the_only_way(finished: Path) -> None:
    index = json.loads((finished / "index.json").read_text())
    best = index["results"][0]
    assert best["reached"] and not index["original"]["reached"]
    # As expected from renewal theory: (20 + 2/3) / 1.5 turns, nearly.
    low, high = best["measures"]["turns"]["ci95"]
    assert 12 < low < 13.45 < high < 15
    game = lw.load(finished / best["file"])
    assert [each.default.value for each in game.definition.options] == [20]  # type: ignore[attr-defined]
    assert index["variants"] == 10
    # Every variant that was made is a result, or there is a reason.
    assert len(index["results"]) + sum(index["rejected"].values()) == 10


def test_results_play_and_say_what_they_changed(finished: Path) -> None:
    index = json.loads((finished / "index.json").read_text())
    original = (finished / index["original"]["file"]).read_text()
    assert original == RACE.read_text()
    assert index["results"]
    for each in index["results"]:
        text = (finished / each["file"]).read_text()
        assert not pipeline.load(finished / each["file"]).diagnostics
        diff = (finished / each["diff"]).read_text().splitlines()
        gone = [line[1:] for line in diff if line.startswith("-") and line[:3] != "---"]
        new = [line[1:] for line in diff if line.startswith("+") and line[:3] != "+++"]
        assert gone == ["      default: 5"] and len(new) == 1
        # The difference leads from one text to the other, and all comments are still there.
        assert original.replace(gone[0], new[0]) == text and "# of the total" in text
        assert [line[2:] for line in diff if line[:2] == "# "] == each["changes"]


def test_the_measures_are_those_of_fresh_seeds(finished: Path) -> None:
    index = json.loads((finished / "index.json").read_text())
    best = index["results"][0]
    fresh = int(search.api.mix(1, search.FRESH + 1))
    turns = sample(lw.load(finished / best["file"]).program(), 400, fresh)["turns"]
    assert best["measures"]["turns"]["value"] == turns.mean()


def test_an_interrupted_run_goes_on(finished: Path, tmp_path: Path) -> None:
    folder, played = tmp_path / "race", []

    def interrupt(made: int, variants: int, score: float) -> None:
        if made == 1:
            raise KeyboardInterrupt

    given: dict[str, Any] = {"out": folder, "jobs": 2, "kinds": ["option"], **SETTING}
    first = lw.evolve(RACE, [GOAL], progress=interrupt, **given)
    assert first.interrupted and first.made == 1
    assert json.loads((folder / "index.json").read_text())["interrupted"]
    # A line that was cut short is written again.
    with (folder / "evaluations.jsonl").open("a") as file:
        file.write('{"text":"ab')
    counted = search.evaluated

    def count(*given: Any) -> Any:
        played.append(given)
        return counted(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "evaluated", count)
        again = lw.evolve(RACE, [GOAL], **given)
        assert not again.interrupted and played
        new, old = contents(folder), contents(finished)
        lines = [set(each.pop("evaluations.jsonl").splitlines()) for each in (new, old)]
        assert new == old and lines[0] >= lines[1]
        # Everything is known now.
        played.clear()
        lw.evolve(RACE, [GOAL], **given)
        assert not played and contents(folder).keys() == contents(finished).keys()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 2}, "made with another seed"),
        ({"games": 300}, "made with another number of games"),
        ({"most": 50}, "made with another move limit"),
        ({"bot": "first"}, "made with other bots"),
    ],
)
def test_a_folder_of_another_run(finished: Path, change: dict[str, Any], message: str) -> None:
    before = contents(finished)
    with pytest.raises(TableError, match=f"{message}; use another folder"):
        lw.evolve(RACE, [GOAL], out=finished, **{**SETTING, **change})
    assert contents(finished) == before


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "race-1.cgml").write_text("mine")
    with pytest.raises(TableError, match="has other files"):
        lw.evolve(RACE, [GOAL], out=tmp_path, variants=1)
    assert contents(tmp_path) == {"race-1.cgml": b"mine"}


@pytest.mark.parametrize(
    ("game", "goals", "given", "message"),
    [
        (RACE, [], {}, "at least one goal"),
        (RACE, [GOAL], {"variants": 0}, "at least 1"),
        (RACE, [GOAL], {"bot": "genius"}, "genius"),
        (RACE, ["won=1"], {"variants": 1, "games": 10}, "'won' has no value for this game"),
        ("war", ["branching=2"], {"variants": 1, "games": 10}, "'branching' has no value"),
    ],
)
def test_refusals(game: Path | str, goals: list[str], given: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        lw.evolve(game, goals, **given)


def test_a_game_of_several_files(tmp_path: Path) -> None:
    # The layout and the deck are beside the results, so that these play.
    folder = tmp_path / "new"
    found = lw.evolve(
        "orchard", ["turns>=1000"], out=folder, variants=3, games=40, seed=3, kinds=["number"]
    )
    names = [each.name for each in folder.iterdir()]
    assert "orchard.layout.xml" in names and "orchard-original.xml" in names
    original = lw.load(folder / "orchard-original.xml")
    assert original.program().code.tolist() == lw.load("orchard").program().code.tolist()
    assert found.made == 3


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    arguments = (RACE, "--goal", GOAL, "--out", folder, "--variants", 4, "--games", 100)
    shown = run(*arguments, "--change", "option")
    assert shown.exit_code == 0 and "4 variants made" in shown.stdout
    assert "original 0 of 1 goals reached: turns 3." in shown.stdout
    found = json.loads(run(*arguments, "--change", "option", "--json").stdout)
    assert found == json.loads((folder / "index.json").read_text())
    assert found["game"] == "race.cgml" and found["goals"] == [GOAL]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--goal", GOAL),
        ("--out", "DIR"),
        ("--goal", "turns", "--out", "DIR"),
        ("--goal", "lenght=3", "--out", "DIR"),
        ("--goal", GOAL, "--out", "DIR", "--change", "everything"),
        ("--goal", GOAL, "--out", "DIR", "--set", "x=1"),
        ("--goal", GOAL, "--out", "DIR", "--players", 3),
        ("--goal", GOAL, "--out", "DIR", "--games", 0),
    ],
)
def test_wrong_usage(arguments: tuple[object, ...], tmp_path: Path) -> None:
    given = [tmp_path / "new" if each == "DIR" else each for each in arguments]
    result = run(RACE, *given)
    assert result.exit_code == 2 and result.stderr and not result.stdout
    assert not list(tmp_path.glob("*/*"))


def test_options_of_the_game_hold_for_all_variants(tmp_path: Path) -> None:
    found = lw.evolve(
        Game(pipeline.load(RACE), {"target": 40}), ["turns>=40"], variants=6, games=100, seed=2
    )
    turns = found.original.measured["turns"].value
    assert turns is not None and 25 < turns < 29


# ---- the demonstration of docs/lab.md ------------------------------------------------------------

HEAD_START = Path(__file__).parents[3] / "benchmarks/variants/eights-with-a-head-start.cgml"


@pytest.mark.deep
def test_a_head_start_is_evolved_away(tmp_path: Path) -> None:
    found = lw.evolve(
        HEAD_START,
        ["first_seat=-0.01..0.01", "turns=15..40"],
        out=tmp_path / "fair",
        variants=120,
        games=100_000,
        seed=1,
    )
    unfair = found.original.measured["first_seat"]
    assert unfair.low is not None and unfair.low > 0.05
    best = found.results[0]
    assert best.reached and best.measured["first_seat"].count == 100_000


@pytest.mark.parametrize("seed", range(4))
def test_every_variant_is_accounted_for(seed: int) -> None:
    found = lw.evolve(RACE, [GOAL, "branching>=1.5"], variants=12, games=60, seed=seed, keep=1)
    assert found.made == 12 == len(found.results) + sum(found.rejected.values())


def test_texts_are_no_lists() -> None:
    with pytest.raises(TableError, match=r"goals in a list, as \['turns=3'\]"):
        lw.evolve(RACE, "turns=3")
    with pytest.raises(TableError, match="unknown kind of change 'letter'; expected number"):
        lw.evolve(RACE, [GOAL], kinds=["letter"])
    with pytest.raises(TableError, match="expected games in a list, found 'war'"):
        lw.compare("war", 10)
    with pytest.raises(TableError, match="list of values for the option 'face_down'"):
        lw.compare(["war"], 10, options={"face_down": 3})  # type: ignore[dict-item]
    with pytest.raises(TableError, match=r"in a list, as \['turns'\]"):
        lw.load("war").measure(10, names="turns")
