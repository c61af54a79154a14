"""Players of solitaires: what they win, that they do not peek, and what they do not play."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright import PLAYERS
from ludwright.cli import cli
from ludwright.lab.honest import hides_cards, honest_of
from ludwright.machine import state as m
from ludwright.play.errors import TableError
from ludwright.players import SOLITARY, begin, check_plays, choice, play_on, why_not
from ludwright.players.hindsight import Care, Hindsight
from ludwright.players.open_cards import Follower, Solver, is_open, log_entry
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, Limits
from ludwright.solver.solve import solve
from ludwright.solver.verdict import after, position_key, verdict
from ludwright.ui.catalogue import catalogue
from ludwright.web.config import BOTS

QUICK = Care(worlds=4, on_board=1_000, on_machine=60, open_cards=2_000)
# From the summaries: every worker collects all tests, and loading all games takes seconds.
SOLITAIRES = [entry["name"] for entry in catalogue() if entry["players"][1] == 1]
DECIDING = [name for name in SOLITAIRES if name != "clock"]  # it plays itself


def games_won(name: str, player: Any, seeds: range, most: int = 400) -> int:
    won = 0
    for seed in seeds:
        table = lw.load(name).table(seed=seed)
        play_on(table, player, most)
        won += table.over and 0 in table.result().winners
    return won


# ---- strength ------------------------------------------------------------------------------------


def test_it_wins_at_klondike_what_random_play_never_does() -> None:
    """It won 25 of 54 deals, at the effort of the tests it wins some, too. Random play won none
    of 2,000, so one victory in two games is no luck."""
    assert games_won("klondike", Hindsight(QUICK), range(1, 3)) >= 1


def test_a_solution_is_followed_to_the_end() -> None:
    for bot in ("solver", "hindsight"):
        assert games_won("freecell", PLAYERS[bot](), range(1, 3)) == 2


def test_a_solution_is_found_again_after_a_move_of_somebody_else() -> None:
    table = lw.load("freecell").table(seed=1)
    player = Solver()
    begin(table, [player])
    for number in range(300):
        if table.over:
            break
        move = choice(player, table)
        others = [each for each in table.legal() if each != move]
        table.apply(others[0] if number == 1 else move)
    assert table.over and 0 in table.result().winners


# ---- hidden cards --------------------------------------------------------------------------------


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", DECIDING)
def test_it_chooses_the_same_in_worlds_that_it_cannot_distinguish(name: str) -> None:
    table = lw.load(name).table(seed=11)
    play_on(table, "random", 3)
    for _ in range(2):
        if table.over or table.decider is None:
            return
        view = table.view(0)
        chosen = set()
        for seed in range(3):
            world = view.redeal(seed) if seed else table
            player = Hindsight(QUICK)
            player.begin(0, table.program, 5)
            chosen.add(player.choose(world.view(0)).choice)
        assert len(chosen) == 1
        table.apply(table.legal()[-1])


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", DECIDING)
def test_solutions_in_worlds_begin_with_moves_that_are_listed(name: str) -> None:
    """Also where cards that the seat cannot identify are chosen."""
    game = lw.load(name)
    table = game.table(seed=4)
    player = Hindsight(QUICK)
    begin(table, [player])
    for number in range(4):
        if table.over:
            return
        view = table.view(0)
        listed = {log_entry(each) for each in view.legal()}
        for world in player._worlds(view):
            first = player._first(view, world)
            assert first is None or first in listed
        table.apply(table.legal()[number % len(table.legal())])


@pytest.mark.parametrize("name", ["freecell", "golf", "memory", "klondike"])
def test_a_verdict_agrees_with_the_solver(name: str) -> None:
    """A short search may not know, but never claims what is not so."""
    game = lw.load(name)
    told = 0
    for seed in range(1, 5):
        table = game.table(seed=seed)
        play_on(table, "random", 4 * seed)
        start = table.state.copy()
        start[m.PACE] = start[m.TURN_LIMIT] = 0
        found = verdict(game.definition, table.program, start, 3_000, 300)
        if found.status not in (SOLVED, IMPOSSIBLE):
            continue
        told += 1
        exact = solve(game.definition, table.program, start, Limits(None, 10**6))
        assert exact.status == found.status
        if found.status == SOLVED:
            assert found.first is not None and table.lists(found.first)
            end = after(table.program, start, found.first)
            assert end[m.STATUS] in (m.DECISION, m.OVER)
    assert told


def test_keys_tell_positions_apart() -> None:
    game = lw.load("klondike")
    table = game.table(seed=2)
    keys = {position_key(game.definition, table.program, table.state)}
    play_on(table, "random", 1)
    keys.add(position_key(game.definition, table.program, table.state))
    table.undo()
    keys.add(position_key(game.definition, table.program, table.state))
    assert len(keys) == 2


def test_what_is_open_is_told_from_what_is_hidden() -> None:
    first = {name: lw.load(name).table(seed=1).view(0, past=False) for name in DECIDING}
    shown = {name for name, view in first.items() if is_open(view)}
    assert {"freecell", "accordion", "beleaguered-castle", "fan"} <= shown
    assert shown.isdisjoint({"klondike", "golf", "memory", "spider", "yukon", "pyramid"})
    assert hides_cards(lw.load("golf").program()) and not hides_cards(lw.load("fan").program())
    assert not hides_cards(lw.load("crazy-eights").program())


# ---- giving up -----------------------------------------------------------------------------------


def test_what_is_won_without_peeking_is_counted() -> None:
    """Every deal of Pick-Up is won by any play, as each card can be picked up at any time."""
    found = honest_of(lw.load("pick-up").program(), 1, player=Hindsight(QUICK))
    assert (found["rate"], found["deals"]) == (1.0, 1) and found["ci95"][1] == 1.0


def test_no_position_is_visited_without_end() -> None:
    """With unlimited redeals only giving up ends the search for a move."""
    table = lw.load("klondike").table(seed=7)
    player = Hindsight(Care(worlds=1, on_board=1, on_machine=1, patience=2))
    begin(table, [player])
    for _ in range(300):
        table.apply(choice(player, table))
        if player.gave_up:
            break
    assert player.gave_up


# ---- what they do not play -----------------------------------------------------------------------


@pytest.mark.parametrize("bot", [each for each in PLAYERS if each != "level-5"])
def test_every_bot_plays_or_says_why_not(bot: str) -> None:
    """Whoever does not decline makes a legal move; whoever declines cannot begin either."""
    for name in ("crazy-eights", "klondike", "freecell"):
        table = lw.load(name).table(seed=1)
        reason = why_not(bot, table.program)
        if not reason:
            play_on(table, bot, 1)
            assert len(table.log) == 1
            continue
        assert bot in SOLITARY
        with pytest.raises(TableError, match="does not play"):
            play_on(table, bot, 1)
        with pytest.raises(TableError, match="does not play"):
            check_plays(PLAYERS[bot](), table.program)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "crazy-eights", "--games", "2", "--bot", "hindsight"], "has 2 players"),
        (["simulate", "crazy-eights", "--games", "2", "--against", "hindsight"], "has 2 players"),
        (["simulate", "klondike", "--games", "2", "--bot", "solver"], "some are hidden"),
        (["record", "go-fish", "--bot", "solver"], "has 2 players"),
        (["arena", "crazy-eights", "--players", "random,hindsight", "--deals", "2"], "2 players"),
        (["play", "crazy-eights", "--against", "hindsight"], "has 2 players"),
        (["simulate", "clock", "--games", "2", "--bot", "hindsight"], "with decisions"),
    ],
)
def test_the_command_line_says_who_does_not_play_what(arguments: list[str], reason: str) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 2 and reason in done.stderr and "Traceback" not in done.stderr


def test_a_program_without_its_description_is_declined() -> None:
    import pickle

    table = lw.load("klondike").table(seed=1)
    copied = pickle.loads(pickle.dumps(table.view(0))).program
    assert "description" in why_not("hindsight", copied)
    with pytest.raises(TableError, match="description"):
        Hindsight().begin(0, copied, 1)
    with pytest.raises(TableError, match="has 2 players"):
        Follower(lw.load("go-fish").program())


def test_the_web_table_offers_no_player_of_solitaires() -> None:
    assert set(PLAYERS) - set(BOTS) == SOLITARY


@pytest.mark.parametrize(("bot", "name"), [("hindsight", "canfield"), ("solver", "freecell")])
def test_the_same_seed_gives_the_same_choices(bot: str, name: str) -> None:
    logs, player = [], PLAYERS[bot]()
    for seed in (3, 5, 3):
        table = lw.load(name).table(seed=seed)
        play_on(table, player, 6)
        logs.append(table.log)
    assert logs[0] == logs[2] != logs[1]
