"""Laws of views, labels and explanations, on random games.

Random games look at hidden cards all the time, so options may differ from world to world; what a
seat is shown of the table, and how it names what it can't tell, may not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import state as m
from ludwright.machine.sites import words_of
from ludwright.play.contract import _count_tokens
from ludwright.play.errors import GameFault, TableError
from ludwright.play.explain import Explainer
from ludwright.play.moves import Move
from ludwright.play.table import Table
from ludwright.play.view import View
from models.observation import masks_of as model_masks_of
from strategies import random_game


def walk(game: n.GameDef, players: int, rng: random.Random, most: int = 10) -> Iterator[Table]:
    """A random game, decision by decision, as long as it does not break."""
    try:
        table = Table(compile_game(game, players), seed=rng.randrange(2**31))
        while not table.over and len(table.log) < most:
            yield table
            table.apply(rng.choice(table.legal()))
    except GameFault:
        return


def decisions(first: int, count: int) -> Iterator[tuple[Table, random.Random]]:
    """Many random games, decision by decision; by two or three players, if they may."""
    for seed in range(first, first + count):
        game, rng = random_game(seed), random.Random(seed)
        for table in walk(game, min(2 + seed % 2, game.most_players), rng):
            yield table, rng


def shown(view: View) -> dict[str, object]:
    """What a seat sees of the table, by its zones and variables."""
    program = view.program
    zones = [zone for zone in program.zones if zone is not None]
    found: dict[str, object] = {z.label: view.zone(z.name, z.owner, z.index) for z in zones}
    for info in program.variables.values():
        kept = info.per_seat or info.per_team
        for place in range(len(program.owners(info))):
            seat, index = place if kept else None, place if info.count > 1 else None
            if info.type != "token" and not view.hides(info.name, seat):
                found[f"{info.name} {place}"] = view.variable(info.name, seat, index)
    return found


def by_label(table: Table) -> dict[tuple[int, tuple[int, ...]], Move]:
    """The options of a table by what their seat knows of them."""
    return {(move.action, move.operands): move for move in table.legal()}


def play_on(table: Table, rng: random.Random, most: int) -> None:
    """Go on at random; only the game itself may break."""
    for _ in range(most):
        if table.over:
            table.result()
            return
        try:
            table.apply(rng.choice(table.legal()))
        except GameFault:
            return


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", [0, 15, 30, 45])
def test_worlds_that_a_seat_can_not_tell_apart(first: int) -> None:
    done: Counter[str] = Counter()
    for table, rng in decisions(first, 15):
        for seat in range(table.program.seats):
            view = table.view(seat)
            copy = table.copy()
            assert copy.view(seat).same(view)
            assert copy.information(seat) == table.information(seat) == view.information()
            try:
                world = view.redeal(rng.randrange(10**6), by_past=rng.random() < 0.3)
            except TableError:
                continue  # in no world that was found the options can be listed
            _count_tokens(world)
            done["worlds"] += 1
            if (world.decider, world.site) != (table.decider, table.site):
                # Only answers that others gave in secret can lead elsewhere.
                assert not world.evidence and table.state[m.TOGETHER]
                continue
            other = world.view(seat)
            if world.evidence or not table.state[m.TOGETHER]:
                assert other.same(view) and shown(other) == shown(view)
                done["same"] += 1
            if seat == table.decider:
                mine, others = by_label(table), by_label(world)
                for label in mine.keys() & others.keys():
                    assert mine[label].id == others[label].id
                    done["labels"] += 1
            play_on(world, rng, 12)
    assert done["worlds"] > 80 and done["same"] > 70 and done["labels"] > 50


def opened(game: n.GameDef) -> n.GameDef:
    """A game in which everything lies open, in an order that means something."""
    looks = {"owner_sees": "all", "others_see": "all", "face": "up", "ordered": True}
    zones = tuple(replace(zone, **looks) for zone in game.zones)
    return replace(
        game, zones=zones, variables=tuple(replace(v, audience="all") for v in game.variables)
    )


def test_a_seat_that_knows_all_sees_the_state_itself() -> None:
    seen = 0
    for seed in range(40):
        game, rng = random_game(seed), random.Random(seed)
        if any(not supply.zone for supply in game.supplies):
            continue  # nobody knows what is not in play
        for table in walk(opened(game), game.most_players, rng, 6):
            masks, state = table.masks, table.state
            for seat in range(table.program.seats):
                if not masks.blanks(state, seat) and not state[m.TOGETHER]:
                    assert (
                        table.view(seat).state == model_masks_of(table.program).living(state)
                    ).all()
                    world = table.view(seat).redeal(1)
                    assert [*map(world.entry, world.legal())] == [*map(table.entry, table.legal())]
                    seen += 1
    assert seen > 40


# ---- explanations ----


def refused(table: Table, rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Choices that are not legal here, though their operands are of the right types. What is
    atomic is left out: more than its conditions decides about it."""
    legal = {*map(table.entry, table.legal())}
    first = int(table.state[m.SITE]) + m.SITE_HEAD + m.ACTION_TRIAL
    for number, info in enumerate(table.site.actions, start=1):
        tried = table.program.code[first + (number - 1) * m.ACTION_WORDS]
        if tried != m.LOOKAHEAD and not table.state[m.ATOMIC]:
            for _ in range(4):
                lows = [(max(low, -3), size) for low, size in info.radix]
                drawn = [rng.randrange(low, low + min(size, 12)) for low, size in lows]
                if info.sets is not None:
                    drawn = [*words_of(info.sets.of_number(drawn[0]), len(info.operands))]
                entry = (number, *drawn)
                if entry not in legal:
                    yield entry


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", [0, 20, 40])
def test_explanations_say_what_is_so(first: int) -> None:
    told: Counter[str] = Counter()
    for table, rng in decisions(first, 20):
        before = table.state.copy()
        legal = list(table.legal())
        for move in rng.sample(legal, min(3, len(legal))):
            for seat in range(table.program.seats):
                found = table.explain(move, seat)
                assert found.legal is True or (seat != table.decider and found.legal is None)
                assert {c.truth for c in found.conditions} <= {"yes", "hidden"}
                told["legal"] += 1
        assert table.decider is not None
        explainer = Explainer(table.reading(table.decider))
        for entry in refused(table, rng):
            found_out = explainer.conditions(table.site.actions[entry[0] - 1], entry)
            assert {c.truth for c in found_out} - {"yes"}
            told["refused"] += 1
        assert (table.state == before).all()
    assert told["legal"] > 200 and told["refused"] > 150
