"""Spectators see nothing that some seat does not see."""

from __future__ import annotations

from functools import cache

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.draws import Draws
from ludwright.play.events import ABOUT_TOKENS, recognised
from ludwright.play.public_view import PublicView
from ludwright.play.setup import natural_pace
from ludwright.play.table import Table
from ludwright.table.move_report import MoveReporter
from ludwright.table.scene import Scene, scene_of
from ludwright.table.spectator import public_scene
from tools.tables import action, decide, program
from tools.tiny import ME, PILE, num, zone

LIBRARY = sorted(name for name in pipeline.library_games() if ":" not in name)
game = cache(lw.load)


def shown(scene: Scene) -> dict[int, tuple[str | None, ...]]:
    """The cards of every place and branch, by the number of its zone."""
    return {node.zone: node.cards for place in scene.places for node in place.nodes}


def values(scene: Scene) -> dict[tuple[str, int | None], str]:
    return {(value.name, value.owner): value.text for value in scene.values}


@pytest.mark.quick(15)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_spectator_sees_only_what_every_seat_sees(name: str) -> None:
    first = game(name).table(seed=5)
    table, draws = game(name).table(seed=5, pace=natural_pace(first.program)), Draws(2)
    for _ in range(60):
        public = public_scene(table)
        assert public.seat is None and not any(place.sorted for place in public.places)
        for seat in range(table.program.seats):
            # A seat that answers together with others sees its own answer already, others do not.
            if not (table.together and table.decider == seat):
                _shows_no_more(public, scene_of(table.view(seat)))
        if table.over:
            break
        table.apply(table.legal()[draws.below(len(table.legal()))])


def _shows_no_more(public: Scene, seen: Scene) -> None:
    mine = shown(seen)
    counted = {place.zone: place.counted for place in seen.places}
    for number, cards in shown(public).items():
        if not cards:
            continue
        assert counted.get(number, True) and len(mine[number]) == len(cards)
        pairs = zip(cards, mine[number], strict=True)
        assert all(card is None or card == other for card, other in pairs)
    assert values(public).items() <= values(seen).items()
    states = {place.zone: place.states for place in seen.places}
    assert all(not place.states or states[place.zone] == place.states for place in public.places)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_spectator_cannot_distinguish_worlds_that_no_seat_can(name: str) -> None:
    table, draws = game(name).table(seed=6), Draws(3)
    for _ in range(15):
        if table.over or table.decider is None:
            break
        for seat in range(table.program.seats):
            there = table.view(seat).redeal(draws.below(2**31 - 1), by_past=False)
            assert not there.evidence or public_scene(there) == public_scene(table)
        table.apply(table.legal()[draws.below(len(table.legal()))])


def test_what_is_open_is_seen() -> None:
    table = game("crazy-eights").table(seed=1, players=3)
    public = public_scene(table)
    (discard,) = (p for p in public.places if p.label == "discard pile")
    assert discard.cards == tuple(table.zone("discard_pile"))
    hands = [p.cards for p in public.places if p.label == "hand"]
    assert len(hands) == 3 and {card for cards in hands for card in cards} == {None}


def test_a_card_known_to_all_but_not_seen_is_hidden() -> None:
    """A card that was open and is turned down: every seat knows it, nobody sees it."""
    top = n.TopOf(zone=PILE)
    turns = (n.Turn(token=top, up=True), n.Turn(token=top, up=False))
    made = program(*turns, decide(action("wait")), players=2)
    table = Table(made, seed=1)
    known = table.view(0).zone("pile")
    assert known[-1] == table.zone("pile")[-1]
    public = PublicView(table)
    number = made.zone_number("pile")
    assert public.cards(number)[-1].name is None and public.cards(number)[-1].label == 0


@pytest.mark.parametrize("audience", ["all", "owner", "none"])
@pytest.mark.parametrize("type", ["int", "token"])
def test_only_variables_that_all_seats_may_read_are_shown(audience: str, type: str) -> None:
    value: n.Expr = num(7) if type == "int" else n.TopOf(zone=PILE)
    first: n.Expr = num(0) if type == "int" else n.Nothing(type="token")
    bid = n.VariableDef(
        name="bid", type=type, initial=first, per_seat=audience == "owner", audience=audience
    )
    made = n.GameDef(
        name="bids",
        least_players=2,
        most_players=2,
        properties=(),
        supplies=(n.Supply(name="all", zone="pile", tokens=(n.Token(name="T1", values=()),)),),
        zones=(zone("pile", face="down"),),
        variables=(bid,),
        procedures=(
            n.Procedure(
                name="main",
                body=(
                    n.Show(token=n.TopOf(zone=PILE), seats=n.ListOf(items=(ME,), of="seat")),
                    n.SetVariable(name="bid", value=value, of=ME if audience == "owner" else None),
                    decide(action("wait")),
                ),
            ),
        ),
    )
    assert not verify(made)
    table = Table(compile_game(made, 2), seed=1)
    shown = {value.text for value in public_scene(table).values}
    # The first seat sees the token that the variable refers to, the second does not.
    public = {"int": "7", "token": "[]"}[type]
    assert shown == ({public} if audience == "all" else set())
    if audience == "all" and type == "token":
        texts = [scene_of(table.view(seat)).values[0].text for seat in range(2)]
        assert texts == ["T1", "[]"]


# ---- reports -------------------------------------------------------------------------------------


@pytest.mark.quick(10)
@pytest.mark.parametrize("name", LIBRARY)
def test_reports_for_spectators_name_only_cards_that_all_seats_saw(name: str) -> None:
    first = game(name).table(seed=5)
    pace = natural_pace(first.program)
    table, draws = game(name).table(seed=5, pace=pace, trace=True), Draws(2)
    everyone = (1 << table.program.seats) - 1
    for _ in range(60):
        if table.over:
            break
        move = table.legal()[draws.below(len(table.legal()))]
        reporter = MoveReporter(table, move)
        table.apply(move)
        reporter.public_report(table)
        known = recognised(table.program, table.events())
        public = recognised(table.program, reporter.public_events(table))
        for event, shown in zip(known, public, strict=True):
            if event.kind in ABOUT_TOKENS and shown.seers:
                assert event.seers & everyone == everyone


def test_a_card_that_passes_between_the_only_two_seats_is_not_public() -> None:
    table = game("go-fish").table(seed=3, players=2, trace=True)
    for move in ("J", "6", "7"):
        table.apply(move)
    asks = next(move for move in table.legal() if str(move) == "3")
    reporter = MoveReporter(table, asks)
    table.apply(asks)
    given = "player 1's hand -> player 2's hand"
    # Both seats saw the cards, each in its own hand; nobody else did.
    assert [line for line in reporter.report(table, 1).lines if "3S 3H" in line]
    assert reporter.public_report(table).lines == (f"{given}   [] []",)


def test_what_is_played_to_the_table_is_public_even_if_it_is_gathered_at_once() -> None:
    table = game("war").table(seed=3, pace="turn", trace=True)
    reporter = MoveReporter(table, table.legal()[0])
    table.apply(table.legal()[0])
    played = reporter.public_report(table)
    assert "player 1's pile -> player 1's table   2C" in played.lines
    assert played.who == "" and played.lines[-1].endswith("[] []")


def test_a_choice_that_is_not_announced_is_hidden_from_spectators() -> None:
    table = game("hearts").table(seed=3, players=3, trace=True)
    reporter = MoveReporter(table, table.legal()[0])
    table.apply(table.legal()[0])
    assert reporter.public_report(table).text == "(hidden)"
