"""Messages depend on nothing that is hidden from whoever gets them: every library game in two
worlds that a seat cannot distinguish, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ludwright.play.events import Event
from ludwright.play.plain_data import Data
from ludwright.table.move_report import MoveReport, MoveReporter
from ludwright.ui.catalogue import catalogue
from ludwright.web.engine import child, explaining
from ludwright.web.engine import hosted as hosting
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import SPECTATOR, Status
from ludwright.web.engine.sealed_choices import SealedChoices
from tools.web.hosting import LIBRARY, game_of
from tools.web.worlds import Leak, Watched

# From the summaries: loading all games would take every worker many seconds.
SEVERAL = [entry["name"] for entry in catalogue() if entry["players"][1] > 1]
# Games in which a seat always knows everything have no other world.
OPEN = {"rock-paper-scissors", "three-mens-morris"}


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_no_message_depends_on_what_is_hidden(name: str) -> None:
    game = Watched(name)
    game.play(10 if game.here.spec.players > 1 else 5)


@pytest.mark.deep
@pytest.mark.parametrize("name", SEVERAL)
def test_no_message_depends_on_what_is_hidden_in_long_games(name: str) -> None:
    definition = game_of(name).definition
    for players in {definition.least_players, min(definition.most_players, 5)}:
        game = Watched(name, players, seed=players)
        game.play(60)


def test_worlds_are_compared_and_followed() -> None:
    """What is not tested proves nothing: there are other worlds, and games continue there."""
    games = [Watched("crazy-eights", 3, seed) for seed in (1, 2, 3)]
    for game in games:
        game.play(12)
        assert game.worlds >= 30 and game.compared > 12 * game.worlds
    # Whether a choice can be made in another world, too, is up to chance.
    assert sum(game.followed for game in games) >= 12


@pytest.mark.parametrize("name", ["gops", "hearts", "sealed-bids"])
def test_no_message_depends_on_choices_that_are_sealed(name: str) -> None:
    game = Watched(name, 3, seed=5)
    game.play(60 if name == "hearts" else 9)
    assert game.sealed >= 4


# ---- planted leaks -------------------------------------------------------------------------------


def hidden_card(table: Hosted) -> str:
    """The top card of the draw pile."""
    return str(table.table.zone("draw_pile")[-1])


def plant_in_scene(patch: pytest.MonkeyPatch) -> None:
    """A hidden card in the scene: with its name instead of none."""
    body = Hosted._body

    def leaking(self: Hosted, audience: int, status: Status, since: int) -> bytes:
        return body(self, audience, status, since)[:-1] + f',"x":"{hidden_card(self)}"}}'.encode()

    patch.setattr(Hosted, "_body", leaking)


def plant_in_options(patch: pytest.MonkeyPatch) -> None:
    """The number of moves that another seat would have."""
    state: dict[str, Hosted] = {}
    body, options = Hosted._body, hosting.options_data

    def noted(self: Hosted, audience: int, status: Status, since: int) -> bytes:
        state["table"] = self
        return body(self, audience, status, since)

    def leaking(found: Any) -> Data:
        return options(found) | {"next": hidden_card(state["table"])[-1]}

    patch.setattr(Hosted, "_body", noted)
    patch.setattr(hosting, "options_data", leaking)


def plant_in_explanations(patch: pytest.MonkeyPatch) -> None:
    """An explanation that knows whether the next card would fit."""
    explained = explaining.explained

    def leaking(table: Any, *asked: Any) -> Any:
        found = explained(table, *asked)
        return replace(found, text=found.text + table.zone("draw_pile")[-1])

    patch.setattr(child, "explained", leaking)


def plant_in_refusals(patch: pytest.MonkeyPatch) -> None:
    """A refusal that names a card of somebody else."""
    choose = hosting.choose

    def leaking(view: Any, **chosen: Any) -> Any:
        try:
            return choose(view, **chosen)
        except hosting.MoveError as error:
            raise type(error)(f"{error} {SEEN['table'].table.zone('draw_pile')[-1]}") from None

    SEEN: dict[str, Hosted] = {}
    chosen = Hosted._chosen

    def noted(self: Hosted, seat: int, choice: Any) -> Any:
        SEEN["table"] = self
        return chosen(self, seat, choice)

    patch.setattr(Hosted, "_chosen", noted)
    patch.setattr(hosting, "choose", leaking)


def plant_in_public_events(patch: pytest.MonkeyPatch) -> None:
    """Spectators' events with the cards that only one seat saw."""
    patch.setattr(hosting, "seen_in_public", lambda program, events: events)


def plant_in_reports(patch: pytest.MonkeyPatch) -> None:
    """The log for a seat with what the owner of a card read."""
    report = MoveReporter.report

    def leaking(self: MoveReporter, table: Any, seat: int, notation: str = "") -> MoveReport:
        others = [report(self, table, each).lines for each in range(table.program.seats)]
        return replace(report(self, table, seat), lines=max(others, key=str))

    patch.setattr(MoveReporter, "report", leaking)


def plant_in_events(patch: pytest.MonkeyPatch) -> None:
    """Events as the machine knows them, not as the seat saw them."""
    body, events = Hosted._body, hosting.events_data
    state: dict[str, Hosted] = {}

    def noted(self: Hosted, audience: int, status: Status, since: int) -> bytes:
        state["table"] = self
        return body(self, audience, status, since)

    def leaking(found: list[Event], program: Any) -> list[Data]:
        return events(state["table"].table.events(), program)

    patch.setattr(Hosted, "_body", noted)
    patch.setattr(hosting, "events_data", leaking)


def plant_in_sealed_choices(patch: pytest.MonkeyPatch) -> None:
    """What somebody else has chosen."""
    patch.setattr(SealedChoices, "texts", lambda self, seat: [step.text for step in self.steps])


def plant_in_turns(patch: pytest.MonkeyPatch) -> None:
    """Options that depend on the choice of another seat."""
    asking = SealedChoices.asking

    def leaking(self: SealedChoices, seat: int) -> Any:
        found = asking(self, seat)
        odd = sum(len(step.text) + step.id for step in self.steps if step.seat != seat) % 2
        return found if odd or seat not in self.waiting else self._table

    patch.setattr(SealedChoices, "asking", leaking)


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    each.__name__.removeprefix("plant_in_"): each
    for each in (
        plant_in_scene,
        plant_in_options,
        plant_in_explanations,
        plant_in_refusals,
        plant_in_public_events,
        plant_in_reports,
        plant_in_events,
        plant_in_sealed_choices,
        plant_in_turns,
    )
}


@pytest.mark.parametrize("where", PLANTED)
def test_a_planted_leak_is_found(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[where](monkeypatch)
    # Cards are drawn in one, and seen by nobody else; in the other moves are refused for a reason.
    game = "thirty-one" if where in ("public_events", "events", "reports") else "crazy-eights"
    game = "gops" if where in ("sealed_choices", "turns") else game
    with pytest.raises(Leak) as found:
        Watched(game, 3).play(60)
    if where == "public_events":
        assert f"the message to {SPECTATOR}" in str(found.value)
