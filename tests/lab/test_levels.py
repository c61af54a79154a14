"""How levels are measured: resumed, merged into facts, told apart only where that is certain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright.lab import levels
from ludwright.lab.levels import CLOCKED, STEPS, equal_levels, levels_of, merged, seconds_per_move
from ludwright.pipeline import LIBRARY
from ludwright.players import budgets
from ludwright.players.level import settings_of

KUHN = lw.load("kuhn-poker").program()
LEDUC = lw.load("leduc-poker").program()


def measured(first: str, second: str, low: float, high: float) -> dict[str, Any]:
    step = levels.Step(first, second, (low + high) / 2, (low, high), 200, 0.5)
    return step.as_json()


def facts_with(*steps: dict[str, Any], iterations: tuple[int, ...], **more: Any) -> dict[str, Any]:
    return {"iterations": list(iterations), "players": 2, "seed": 1, "steps": list(steps)} | more


UP, EVEN = measured("level-2", "level-1", 0.1, 0.3), measured("level-3", "level-2", -0.1, 0.3)
TOP, GREEDY = measured("level-4", "level-3", 0.0, 0.3), measured("level-3", "greedy", -0.2, 0.1)


def test_levels_are_equal_unless_their_interval_excludes_nothing() -> None:
    """An interval that ends at 0 includes it. Another bot is no level."""
    assert equal_levels([UP, EVEN, TOP, GREEDY]) == [["level-3", "level-2"], ["level-4", "level-3"]]
    worse = measured("level-2", "level-1", -0.3, -0.1)
    assert equal_levels([worse]) == [["level-2", "level-1"]]


def test_steps_between_other_budgets_are_dropped() -> None:
    kept = facts_with(UP, EVEN, TOP, GREEDY, iterations=(10, 60, 400, 2000), seconds=[0, 0, 0, 0])
    changed = merged(kept, {"iterations": [10, 60, 400, 4000]})
    assert changed["steps"] == [UP, EVEN, GREEDY]
    assert changed["equal"] == [["level-3", "level-2"]]
    assert "seconds" not in changed
    assert merged(kept, {"iterations": [10, 60, 500, 2000]})["steps"] == [UP]
    assert merged(kept, {"iterations": kept["iterations"]})["steps"] == kept["steps"]
    clocked = measured(*CLOCKED, 0.1, 0.2)
    timed = merged(kept, facts_with(clocked, iterations=(10, 60, 400, 2000)))
    assert timed["steps"] == [*kept["steps"], clocked]
    slower = merged(timed, {"iterations": kept["iterations"], "clock": 0.5})
    assert slower["steps"] == kept["steps"]
    assert merged(slower, {"iterations": kept["iterations"]})["clock"] == 0.5


def test_steps_of_other_deals_are_replaced() -> None:
    kept = facts_with(UP, EVEN, iterations=(10, 60, 400, 2000))
    better = measured("level-3", "level-2", 0.1, 0.2)
    found = facts_with(better, iterations=(10, 60, 400, 2000))
    assert merged(kept, found)["steps"] == [UP, better]
    assert merged(kept, found | {"seed": 2})["steps"] == [better]
    assert merged(kept, found | {"players": 3})["steps"] == [better]
    assert merged(kept, found | {"options": {"hands": 1}})["steps"] == [better]
    assert merged(None, {"iterations": [1, 2, 3, 4]})["steps"] == []


def test_a_step_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int, int]] = []

    def run(deals: int) -> levels.Step:
        tick = lambda name, done, of: seen.append((name, done, of))  # noqa: E731
        return levels.step(KUHN, "level-2", "level-1", deals, 5, 1, tmp_path, tick)

    first = run(4)
    [file] = tmp_path.iterdir()
    before = file.read_text()
    assert run(4) == first and file.read_text() == before
    seen.clear()
    longer = run(8)
    assert file.read_text().startswith(before) and file.read_text() != before
    assert {done for _, done, _ in seen} <= {*range(4, 9)} and seen[-1][1:] == (8, 8)
    assert longer == levels.step(KUHN, "level-2", "level-1", 8, 5)
    # Deals that were played with another budget do not count.
    monkeypatch.setattr(levels, "iterations_of", lambda program, level: 7 * level)
    run(2)
    assert len([*tmp_path.iterdir()]) == 2


def test_all_steps_of_a_game_are_measured() -> None:
    found = levels_of(KUHN, 3, 5)
    assert [(each["first"], each["second"]) for each in found["steps"]] == [*STEPS]
    assert found["equal"] == equal_levels(found["steps"])
    assert found["players"] == 2 and len(found["seconds"]) == 4
    assert all(seconds > 0 for seconds in found["seconds"])
    assert levels_of(KUHN, 3, 5, pairs=())["steps"] == []


def test_more_iterations_take_longer() -> None:
    assert seconds_per_move(LEDUC, 1, 3) < seconds_per_move(LEDUC, 4, 3)


@pytest.mark.parametrize("name", ["durak", "oh-hell", "klondike"])
def test_budgets_grow_from_level_to_level(name: str) -> None:
    program = lw.load(name).program()
    counts = [budgets.iterations_of(program, level) for level in (1, 2, 3, 4)]
    assert counts == sorted(set(counts)) and counts[0] >= 2
    assert settings_of(program, 5).seconds == budgets.clock_of(program) > 0


def test_the_facts_say_which_levels_are_equal() -> None:
    counted = 0
    for file in sorted(LIBRARY.glob("*/facts.json")):
        facts = json.loads(file.read_text("utf-8"))
        if (found := facts.get("levels")) is None:
            continue
        counted += 1
        assert found["equal"] == equal_levels(found["steps"]), file
        assert len(found["iterations"]) == 4 and found["iterations"] == sorted(found["iterations"])
    assert counted >= 15
    of_gops = json.loads((LIBRARY / "gops" / "facts.json").read_text("utf-8"))["levels"]
    program = lw.load("gops").program()
    assert [budgets.iterations_of(program, each) for each in (1, 2, 3, 4)] == of_gops["iterations"]
