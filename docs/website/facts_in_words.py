"""The measured facts of a game (facts.json) in words that people understand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, its value, and how sure that is."""

    term: str
    text: str
    note: str


def rows(facts: Facts) -> Iterator[Row]:
    """All facts of a game."""
    players = f" with {facts['players']} players" if facts["players"] > 1 else ""
    sample = f"{facts['games']:,} random games{players}"
    yield from _length(facts, sample)
    if "branching" in facts:
        mean = facts["branching"]
        text = f"{_rough(mean['mean'])} possible moves at each decision"
        yield Row("Choices", text, f"mean of {sample}; {_between_numbers(mean['ci95'])}")
    if "winnable" in facts:
        yield _winnable(facts["winnable"])
    if "honest" in facts:
        found = facts["honest"]
        text = f"our best player wins {_estimate(found)} of games, seeing only what you see"
        yield Row("Without peeking", text, f"{found['deals']} deals; {_between(found['ci95'])}")
    if "random" in facts:
        found = facts["random"]
        text = f"random play wins {_estimate(found)} of games"
        yield Row("By chance", text, f"{sample}; {_between(found['ci95'])}")
    if "fairness" in facts:
        yield _fairness(facts["fairness"], sample)
    for step in facts.get("levels", {}).get("steps", ()):
        yield _level(step)
    if seconds := facts.get("levels", {}).get("seconds"):
        each = ", ".join(f"level {level} {_time(took)}" for level, took in enumerate(seconds, 1))
        clock = f"level 5 thinks for {facts['levels']['clock']:g} s"
        yield Row("Time per move", each, f"on the computer that measured; {clock}")


def _length(facts: Facts, sample: str) -> Iterator[Row]:
    finished = facts["finished"]["rate"]
    # Random play of a solitaire gets stuck early: that says nothing of its length.
    if "length" in facts and facts["players"] > 1:
        found = facts["length"]
        text = f"about {_rough(found['mean'])} {found['unit']} in random play"
        yield Row("Length", text, f"mean of {sample}; {_between_numbers(found['ci95'])}")
    elif facts["players"] > 1:
        yield Row("Length", "long", f"{_percent(1 - finished)} of {sample} had to be stopped")


def _winnable(found: Facts) -> Row:
    undecided = 1 - found["decided"]
    left = f", {_percent(undecided)} of them undecided" if undecided else ""
    text = f"{_estimate(found)} of deals can be won by somebody who knows all cards"
    return Row(
        "Winnable", text, f"{found['deals']} deals searched{left}; {_between(found['ci95'])}"
    )


def _fairness(seats: Sequence[Facts], sample: str) -> Row:
    """Who wins how often; only a difference that chance does not explain counts."""
    average = sum(seat["mean"] for seat in seats) / len(seats)
    names = [f"player {number}" for number in range(1, len(seats) + 1)]
    if len(seats) == 2:
        names = ["the first player", "the second player"]
    ahead = [name for name, seat in zip(names, seats, strict=True) if seat["ci95"][0] > average]
    verdict = "no seat has a measurable advantage"
    if ahead:
        verdict = f"{' and '.join(ahead)} {'has' if len(ahead) == 1 else 'have'} an advantage"
    shares = ", ".join(
        f"player {number}: {_percent(seat['mean'])} ({_between(seat['ci95'])})"
        for number, seat in enumerate(seats, 1)
    )
    return Row("Fairness", verdict, f"victories in {sample}: {shares}")


def _level(step: Facts) -> Row:
    first, second = (name.replace("-", " ") for name in (step["first"], step["second"]))
    beats = "beats" if step["certain"] else "is not clearly stronger than"
    low, high = step["ci95"]
    sure = f"{step['difference']:+.2f} of utility per game ({low:+.2f} to {high:+.2f})"
    text = f"{first} {beats} {second}, with {_percent(step['share'])} of the victories"
    return Row("Levels", text, f"{step['deals']} deals, each from all seats: {sure}")


def _percent(share: float) -> str:
    value = share * 100
    near = min(value, 100 - value)
    if 0 < near < 0.1:
        return "under 0.1 %" if value < 50 else "over 99.9 %"
    return f"{value:.1f} %" if 0 < near < 3 else f"{value:.0f} %"


def _between(ends: Sequence[float]) -> str:
    return f"{_percent(ends[0])} to {_percent(ends[1])}"


def _estimate(found: Facts) -> str:
    """A share; at the ends, and where it is unknown, what the interval says."""
    low, high = found["ci95"]
    rate = found.get("rate")
    if rate is None:
        return f"{_percent(low)} to {_percent(high)}"
    if rate == 0:
        return _percent(high) if high < 0.001 else f"under {_percent(high)}"
    return f"over {_percent(low)}" if rate == 1 else f"about {_percent(rate)}"


def _rough(value: float) -> str:
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}".removesuffix(".0")


def _between_numbers(ends: Sequence[float]) -> str:
    digits = 1 if ends[1] - ends[0] >= 0.2 else 2
    return f"{ends[0]:.{digits}f} to {ends[1]:.{digits}f}"


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds * 1000:.1f} ms"
