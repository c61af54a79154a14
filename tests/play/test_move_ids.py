"""Moves by their ids: the machine computes what Python does, and tables keep all they promise."""

from __future__ import annotations

import random

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.machine.program import Program
from ludwright.pipeline import library_games
from ludwright.play.errors import GameFault, IllegalMove, InvalidMove, MoveError
from ludwright.play.running import COPY_EVERY
from ludwright.play.table import Table
from strategies import random_program
from tools.tables import TAKING, action, decide, forever, program, table, token_action
from tools.tiny import PILE, PIT, X, loc, num

LIBRARY = sorted(name for name in library_games() if ":" not in name)
MANY = 400  # options that are compared one by one


def by_ids(program: Program, seed: int, most: int) -> int:
    """Play a random game by ids beside one by moves; the result is the number of moves made."""
    rng = random.Random(seed)
    try:
        one, two = Table(program, seed=seed), Table(program, seed=seed)
    except GameFault:
        return 0
    while not one.over and len(one.log) < most:
        moves = two.legal()
        assert len(moves) == len(two.legal()) > 0
        if len(moves) < MANY:
            assert one.legal_ids() == [move.id for move in moves]
        move = moves[rng.randrange(len(moves))]
        broken = []
        for each, apply in ((one, one.apply_id), (two, two.apply)):
            try:
                apply(move.id if each is one else move)
            except GameFault as fault:
                broken.append(str(fault))
        if broken:
            assert len(broken) == 2 and broken[0] == broken[1]
        assert one.log == two.log
        assert one.key() == two.key()
        if broken:
            break
    return len(one.log)


@pytest.mark.quick(12)
@pytest.mark.parametrize("name", LIBRARY)
def test_ids_choose_what_moves_choose(name: str) -> None:
    by_ids(lw.load(name).program(), 3, 25)


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 120, 40))
def test_ids_of_random_games(first: int) -> None:
    made = sum(by_ids(random_program(seed), seed, 20) for seed in range(first, first + 40))
    assert made > 50


# ---- what a table promises -----------------------------------------------------------------------


def test_a_game_by_ids_can_be_taken_back_and_saved() -> None:
    game = lw.load("klondike")
    here, keys, rng = game.table(seed=4), [], random.Random(2)
    while len(keys) < 3 * COPY_EVERY + 5:
        keys.append(here.key())
        ids = here.legal_ids()
        here.apply_id(ids[rng.randrange(len(ids))])
    assert game.resume(here.save()).key() == here.key()
    assert here.copy().key() == here.key()
    last = here.key()
    other = here.copy()
    for count in (1, 3, COPY_EVERY, 1, COPY_EVERY - 1, 2):
        here.undo(count)
        assert len(here.log) < len(keys) and here.key() == keys[len(here.log)]
    while here.log:
        here.undo()
        assert here.key() == keys[len(here.log)]
    assert other.key() == last and len(other.log) == len(keys)
    for entry in other.log:
        here.carry_out(entry)
    assert here.key() == last


@pytest.mark.parametrize("count", [COPY_EVERY - 1, COPY_EVERY, COPY_EVERY + 1, 2 * COPY_EVERY])
def test_undo_where_the_state_is_copied(count: int) -> None:
    flip = decide(action("up", n.SetVariable(name="x", value=n.Add(left=X, right=num(1)))))
    here = table(forever(flip))
    for number in range(count):
        here.apply_id(0) if number % 2 else here.apply("up")
    here.undo()
    assert here.variable("x") == count - 1 == len(here.log)
    here.apply_id(0)
    here.apply_id(0)
    here.undo(2)
    assert here.variable("x") == count - 1
    assert here.made_text(-1) == "up"


def test_a_reset_forgets_everything() -> None:
    here = Table(program(*TAKING), seed=1, trace=True)
    here.apply_id(here.legal_ids()[1])
    moves = here.legal()
    here.reset(2)
    again = Table(program(*TAKING), seed=2, trace=True)
    assert here.log == [] and here.key() == again.key()
    assert here.events() == again.events()
    assert here.save() == again.save()
    with pytest.raises(MoveError):
        moves[0]
    with pytest.raises(MoveError, match="no move"):
        here.undo()


def test_a_fault_leaves_the_table_as_it_was() -> None:
    divide = n.SetVariable(name="x", value=n.Divide(left=num(1), right=X))
    add = n.SetVariable(name="x", value=n.Add(left=X, right=num(1)))
    here = table(
        forever(
            decide(action("add", add), action("break"), seat=n.Seat(number=0)),
            n.If(
                test=n.Less(left=num(1), right=X),
                then=(n.SetVariable(name="x", value=num(0)), divide),
            ),
        )
    )
    here.apply_id(0)
    before, log, moves = here.key(), here.log, here.legal()
    with pytest.raises(GameFault):
        here.apply_id(0)
    assert (here.key(), here.log) == (before, log)
    with pytest.raises(GameFault):
        here.apply(here.legal()[0])
    assert (here.key(), here.log) == (before, log)
    assert str(here.legal()[1]) == "break" and moves is not None
    here.apply_id(1)
    here.undo(2)
    assert here.log == []


def test_wrong_ids_change_nothing() -> None:
    here = Table(program(*TAKING), seed=1)
    before = here.key()
    stop = here.program.ids - 1
    with pytest.raises(IllegalMove):
        here.apply_id(stop)
    for wrong in (-2, 10**6, 2**62):
        with pytest.raises(InvalidMove):
            here.apply_id(wrong)
    with pytest.raises(IllegalMove):
        here.apply_id(-1)  # there is no pause
    for odd in (True, 1.0, "0", None):
        with pytest.raises(InvalidMove, match="found"):
            here.apply_id(odd)  # type: ignore[arg-type]
    assert here.key() == before and here.log == []
    while not here.over:
        here.apply_id(here.legal_ids()[0])
    assert here.legal_ids() == []
    with pytest.raises(IllegalMove):
        here.apply_id(0)


def test_ids_name_hidden_cards_by_their_labels() -> None:
    # Face down on the pit: whoever takes one cannot identify it.
    take = token_action("take", n.TokensIn(zone=PIT), n.MoveToken(token=loc("t"), to=PILE))
    body = (
        n.Shuffle(zone=PILE),
        n.ForEach(name="k", items=n.TokensIn(zone=PILE), body=(n.MoveTop(source=PILE, to=PIT),)),
        n.Shuffle(zone=PIT),
        forever(decide(take)),
    )
    worlds = [table(*body, tokens=6, seed=seed) for seed in range(20)]
    assert len({world.key() for world in worlds}) > 1
    assert {tuple(world.legal_ids()) for world in worlds} == {tuple(worlds[0].legal_ids())}
    for world in worlds:
        assert world.legal_ids() == [move.id for move in world.legal()]
        twin = world.copy()
        world.apply_id(world.legal_ids()[2])
        twin.apply(twin.legal()[2])
        assert world.key() == twin.key()


def test_pauses_are_left_by_their_id() -> None:
    here = Table(lw.load("crazy-eights").program(), seed=1, pace="turn")
    while not here.paused:
        here.apply_id(here.legal_ids()[0])
    assert here.legal_ids() == [-1]
    made = len(here.log)
    here.apply_id(-1)
    assert here.log[made] == ()
    here.undo()
    assert here.paused and len(here.log) == made
