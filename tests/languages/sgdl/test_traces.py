"""Recorded games must go exactly as recorded: every list of moves, every card, every win."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw

TRACES = Path(__file__).parent / "traces"
FILES = sorted(path.name for path in TRACES.glob("*.json"))


class PublicTable:
    """The public table with moves as texts in the notation `sgdl`."""

    def __init__(self, text: str, deal: list[str]) -> None:
        self.table = lw.loads(text, language="sgdl").table(deal={"deck": deal})
        self.zone, self.face_up = self.table.zone, self.table.face_up
        self.variable, self.apply = self.table.variable, self.table.apply

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def won(self) -> bool:
        return self.table.over and list(self.table.result().winners) == [0]

    def legal(self) -> list[str]:
        return [move.text("sgdl") for move in self.table.legal()]


@pytest.fixture(params=["oracle", "public"])
def sit_down(request: pytest.FixtureRequest, table: Callable[..., Any]) -> Callable[..., Any]:
    return {"oracle": table, "public": PublicTable}[request.param]


def game_of(trace: dict[str, Any]) -> str:
    """The text of the game that a trace is of."""
    text = (TRACES / f"{trace['game'].removeprefix('mini/')}.sgdl").read_text()
    if trace["game"] == "mini/deal_order":
        # This one is won from the start and was played on; here a won game is over.
        text = text.replace("Size <= 20", "Size > 20")
    return text


def name(card: str) -> str:
    """A card of the trace as we print it: `1S` is the ace `AS`."""
    return re.sub(r"^-?1([SHCD])$", r"A\1", card).removeprefix("-")


def to_deal(trace: dict[str, Any], text: str) -> list[str]:
    """The shuffled deck without the starting cards, which are taken out before."""
    reserved = re.findall(r"[SHCD](?:[0-9]+|[JQK])\b", " ".join(re.findall(r"\{.*?\}", text)))
    taken = {name(card[1:] + card[0]) for card in reserved}
    return [card for card in map(name, trace["deck_after_shuffle"]) if card not in taken]


def draw_zones(draw: dict[str, Any]) -> dict[str, list[str]]:
    """The parts of the draw pile, each from the bottom up."""
    if draw["kind"] == "DEAL":
        return {"DRAW": draw["stock"]}
    # What is drawn, or was passed, first lies on top.
    parts = {"DRAW": draw["stock"][::-1], "WASTE": draw["window"]}
    return parts | ({"PASSED": draw["passed"][::-1]} if draw["passed"] else {})


def piles(state: dict[str, Any]) -> Iterator[tuple[str, int, list[str]]]:
    """Every pile of a state: name, index, cards from the bottom up."""
    for key, cards in state["piles"].items():
        zone, index = key.removesuffix("]").split("[")
        yield zone, int(index), cards
    if state["draw"]:
        for zone, cards in draw_zones(state["draw"]).items():
            yield zone, 0, cards


def check_state(table: Any, state: dict[str, Any]) -> None:
    for zone, index, cards in piles(state):
        assert table.zone(zone, index) == [name(card) for card in cards], (zone, index)
        assert table.face_up(zone, index) == [card[0] != "-" for card in cards], (zone, index)


# Of the long ones, a single game in `make test`.
MORE = {"klondike_seed1.json", "klondike_seed2.json"}
CASES = [pytest.param(f, marks=pytest.mark.deep) if f in MORE else f for f in FILES]


@pytest.mark.parametrize("file", CASES)
def test_trace(file: str, sit_down: Callable[..., Any]) -> None:
    trace = json.loads((TRACES / file).read_text())
    text = game_of(trace)
    table = sit_down(text, to_deal(trace, text))
    check_state(table, trace["initial"])
    always_won = trace["game"] == "mini/deal_order"
    for step in trace["steps"]:
        assert table.won == (step["win_before"] and not always_won)
        assert ([] if table.over else table.legal()) == step["legal"]
        if step["ok"]:
            table.apply(step["chosen"])
        else:
            with pytest.raises(ValueError):
                table.apply(step["chosen"])
        check_state(table, step["after"])
    assert table.won == (trace["final_win"] and not always_won)


def test_all_recorded_games_are_here() -> None:
    games = {json.loads((TRACES / file).read_text())["game"] for file in FILES}
    minis = ("auto13", "deal_order", "faces", "rotate_full", "rotate_limited")
    assert games == {"klondike", *(f"mini/{mini}" for mini in minis)}
    assert len(FILES) == 8


def test_redeals_are_counted(sit_down: Callable[..., Any]) -> None:
    trace = json.loads((TRACES / "mini_rotate_limited_seed3.json").read_text())
    text = game_of(trace)
    table = sit_down(text, to_deal(trace, text))
    for step in trace["steps"]:
        if step["ok"]:
            table.apply(step["chosen"])
            assert table.variable("redeals") == step["after"]["draw"]["redeals"]


def test_a_game_that_is_won_from_the_start_is_over(sit_down: Callable[..., Any]) -> None:
    text = (TRACES / "deal_order.sgdl").read_text()
    trace = json.loads((TRACES / "mini_deal_order_seed2.json").read_text())
    assert trace["steps"][0]["win_before"]
    assert sit_down(text, to_deal(trace, text)).won
