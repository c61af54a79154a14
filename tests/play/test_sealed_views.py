"""A view leads nowhere: not to a table, its state or its log, whatever is done with it; and its
bytes are the same in worlds that its seat can't tell apart."""

from __future__ import annotations

import gc
import pickle
import random
import types
import weakref
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.machine import state as m
from ludwright.play.canonical_bytes import packed, unpacked
from ludwright.play.contract import contract
from ludwright.play.errors import TableError
from ludwright.play.moves import Move
from ludwright.play.observation import scratch_of
from ludwright.play.observation_history import ObservationHistory
from ludwright.play.table import Table
from ludwright.play.view import Moment, View
from play.test_contract import game as hands
from play.test_views import PASS, TAKE

# Hands, a stock, cards taken unseen, secret answers given together, a hidden layout, no secrets.
GAMES = [
    ("go-fish", 3),
    ("gin-rummy", 2),
    ("hearts", 3),
    ("sealed-bids", 3),
    ("concentration", 2),
    ("klondike", 1),
    ("three-mens-morris", 2),
]


@cache
def loaded(name: str) -> lw.Game:
    return lw.load(name)


def referred(value: Any) -> list[Any]:
    """What can be reached from a value in one step, leaving out what belongs to everybody: modules,
    classes, and the globals of functions."""
    if isinstance(value, types.ModuleType | type | types.BuiltinFunctionType):
        return []
    if isinstance(value, types.FunctionType):
        return [value.__closure__, value.__defaults__, value.__kwdefaults__, value.__dict__]
    if isinstance(value, weakref.ReferenceType):
        return [value()]
    if isinstance(value, memoryview):
        return [value.obj]
    found = gc.get_referents(value)
    if isinstance(value, np.ndarray):
        found.append(value.base)
    return found


def reachable(*roots: object) -> Iterator[Any]:
    seen, left = {id(roots)}, [*roots]
    while left:
        value = left.pop()
        if id(value) not in seen:
            seen.add(id(value))
            yield value
            left += [each for each in referred(value) if each is not None]


def secret_arrays(table: Table) -> list[Any]:
    """The words of a table, and of the tables on which what seats know is worked out."""
    found = [table._state, table._space, *table._copies]
    for past in table._histories.values():
        found += [past._state, past._next, past._start, past._space, *past._copies]
        found += [past._secret, past._groups, past._made]
    return [*found, scratch_of(table.program).memory]


def assert_sealed(table: Table, seat: int, *roots: object) -> None:
    secrets, masks, state = secret_arrays(table), table.masks, table._state
    lying = slice(masks.columns.next, masks.columns.end)
    hides = not (table.view(seat).state[lying] == state[lying]).all()
    needle, rng = state[lying].tobytes(), state[m.RNG : m.RNG + 8].tobytes()
    for value in reachable(*roots):
        assert not isinstance(value, Table | ObservationHistory), type(value)
        assert value is not table._log
        if isinstance(value, np.ndarray) and value.dtype == np.int32:
            assert not any(np.shares_memory(value, secret) for secret in secrets)
            words = value.tobytes()
            assert not (hides and needle in words) and rng not in words


def walk(name: str, players: int, moves: int, **settings: Any) -> Iterator[tuple[Table, int]]:
    """A game played at random, at every so many moves, with every seat."""
    table, rng = loaded(name).table(players=players, seed=5, **settings), random.Random(name)
    for number in range(moves):
        if table.over:
            return
        if number % 4 == 3 and not table.paused:
            yield from ((table, seat) for seat in range(players))
        table.apply(rng.choice(table.legal_ids()))


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_that_a_view_refers_to_leads_to_the_table(name: str, players: int) -> None:
    for table, seat in walk(name, players, 20, trace=True):
        view = table.view(seat)
        moves = view.legal()
        chosen = [*moves[:3]]
        assert_sealed(table, seat, view, moves, chosen, view.events())
        assert [str(move) for move in chosen] == [str(move) for move in moves[:3]]
        try:
            view.redeal(1)
        except TableError:
            continue
        assert_sealed(table, seat, view)  # also not to worlds that it was made in
        assert_sealed(table, seat, *table.legal()[:3])


def test_the_walk_finds_what_is_hidden() -> None:
    table = loaded("go-fish").table(players=3, seed=5)
    view = table.view(0)
    leaks: list[object] = [
        lambda: table,
        [table._log],
        table.legal(),
        table._state[3:],
        memoryview(table._state),
        table.state,
        table._state.copy(),
        weakref.ref(table),
        {"trials": np.concatenate([np.zeros(9, np.int32), table._state])},
    ]
    for leak in leaks:
        with pytest.raises(AssertionError):
            assert_sealed(table, 0, view, leak)


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_view_is_the_same_bytes_in_worlds_that_look_alike(name: str, players: int) -> None:
    compared = 0
    for table, seat in walk(name, players, 20):
        view = table.view(seat)
        world = view.redeal(seat)
        if world.evidence:
            assert pickle.dumps(world.view(seat)) == pickle.dumps(view)
            assert world.information(seat) == view.information()
            compared += 1
    assert compared > 3


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_view_comes_back_from_its_bytes(name: str, players: int) -> None:
    for table, seat in walk(name, players, 12, trace=True):
        view = table.view(seat)
        again: View = pickle.loads(pickle.dumps(view))
        assert again.as_bytes() == view.as_bytes() and again.same(view)
        assert again.information() == view.information() and again.events() == view.events()
        assert [move.texts for move in again.legal()] == [move.texts for move in view.legal()]
        assert again.redeal(3).key() == view.redeal(3).key()
        if table.decider == seat:
            table.copy().apply(again.legal()[-1])


@pytest.mark.quick(2)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_view_offers_the_moves_of_its_table(name: str, players: int) -> None:
    for table, seat in walk(name, players, 24):
        view = table.view(seat)
        assert len(view.legal()) == (len(table.legal()) if seat == table.decider else 0)
        for mine, move in zip(view.legal(), table.legal(), strict=False):
            assert (mine, mine.texts, mine.index) == (move, move.texts, move.index)
            assert table.entry(mine) == table.entry(move) and table.text(mine) == str(mine)


LEAKS = {
    "a number": lambda table, moment: (
        replace(moment, turns=table.zone("hand", 1).index("T7") + 1)
        if "T7" in table.zone("hand", 1)
        else moment
    ),
    "a text": lambda table, moment: replace(moment, prompt=" ".join(table.zone("deck"))),
    "the order of moves": lambda table, moment: (
        replace(
            moment,
            rows=moment.rows[np.argsort([len(table.zone("deck")[0])] * len(moment.rows))][::-1],
        )
        if moment.rows is not None and table.zone("deck")[0] in ("T1", "T3", "T5")
        else moment
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_contract_notices_a_view_that_tells(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(hands(TAKE, PASS), 2)
    assert contract(program, games=2).breaches == ()
    honest = Table._moment

    def telling(table: Table, seat: int) -> Moment:
        return LEAKS[leak](table, honest(table, seat))

    monkeypatch.setattr(Table, "_moment", telling)
    assert {breach.code for breach in contract(program, games=3).breaches} == {"CT106"}


def test_the_contract_notices_a_memory_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(hands(TAKE, PASS), 2)
    honest = ObservationHistory._step

    def telling(past: ObservationHistory, *arguments: Any) -> None:
        honest(past, *arguments)
        last, (top, *_) = past._last, past.masks.contents(past._state, 1)
        end = last.mixed_at.item(last.count)
        last.mixed[end : end + 3] = 1, top, top
        last.mixed_at[last.count] = end + 3

    monkeypatch.setattr(ObservationHistory, "_step", telling)
    assert {breach.code for breach in contract(program, games=3).breaches} == {"CT106"}


def test_a_move_is_a_value() -> None:
    table = loaded("klondike").table(seed=3)
    move = table.legal()[0]
    for name in ("index", "operands", "site", "_pieces"):
        with pytest.raises(FrozenInstanceError):
            setattr(move, name, 1)
    again: Move = pickle.loads(pickle.dumps(move))
    assert again == move and hash(again) == hash(move) and again.texts == move.texts
    assert again != table.legal()[1] and move != "draw"
    other = loaded("klondike").table(seed=3)
    other.apply(again)
    table.apply(move)
    assert table.key() == other.key()


def test_moves_are_made_by_value_id_and_text() -> None:
    for name, players in GAMES:
        tables = [loaded(name).table(players=players, seed=2) for _ in range(4)]
        rng = random.Random(name)
        for _ in range(25):
            first = tables[0]
            if first.over:
                break
            move = rng.choice(first.legal())
            assert first.legal_ids()[move.index] == move.id
            tables[0].apply(move)
            tables[1].apply(move.id)
            tables[2].apply_id(move.id)
            seat = tables[3].decider
            tables[3].apply(move if seat is None else tables[3].view(seat).legal()[move.index])
            assert len({table.key() for table in tables}) == 1


def test_the_state_is_for_reading() -> None:
    table = loaded("go-fish").table(players=3, seed=1)
    view = table.view(0)
    for words in (table.state, view.state):
        with pytest.raises(ValueError, match="read-only"):
            words[0] = 1
    assert (table.state == table._state).all()


def test_a_table_can_begin_again() -> None:
    game = lw.load("crazy-eights")
    table, fresh = game.table(players=3, seed=4, trace=True), game.table(players=3, seed=9)
    early = table.legal()
    for _ in range(5):
        table.apply(table.legal()[-1])
    world = table.view(table.decider or 0).redeal(1)
    table.reset(9)
    assert table.key() == fresh.key() and table.log == [] and table.seed == 9
    assert table.information(1) == fresh.information(1)
    with pytest.raises(lw.MoveError, match="moved on"):
        early[0]
    table.apply(table.legal()[0])
    table.reset()
    assert table.key() == fresh.key() and table.save() == fresh.save()
    assert not world.whole
    world.reset(9)
    assert world.key() == fresh.key() and world.whole
    with pytest.raises(TableError, match="a seed is"):
        table.reset(-1)


def test_what_is_packed_is_what_it_says_not_who_else_holds_it() -> None:
    text = "".join(["two", " words"])
    shared, apart = (text, text), (text, "two words".replace("x", ""))
    assert packed(shared) == packed((text, "".join([*text])))
    value = (1, None, True, [2, (b"x", "y")], np.arange(6, dtype=np.int32).reshape(2, 3), apart)
    again = unpacked(packed(value), ())
    assert again[:4] == value[:4] and (again[4] == value[4]).all() and again[5] == apart
    assert packed(again) == packed(value)
    with pytest.raises(TypeError, match="cannot be packed"):
        packed({1})


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "a", True])
def test_what_is_no_seed_changes_nothing(seed: Any) -> None:
    game = lw.load("hearts")
    table = game.table(seed=7)
    table.apply({"5H", "KH", "QS"})
    before = table.key(), len(table.log), table.seed
    refused = pytest.raises(TableError, match="a seed is a whole number")
    for call in (table.reset, table.view(0).redeal, lambda seed: game.table(seed=seed)):
        with refused:
            call(seed)
    assert (table.key(), len(table.log), table.seed) == before
    assert game.resume(table.save()).key() == table.key()
