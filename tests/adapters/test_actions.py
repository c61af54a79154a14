"""Actions: what a number means at a table, and what happens to wrong ones."""

import numpy as np
import pytest

import ludwright as lw
from ludwright.adapters.actions import MOST_ACTIONS, Actions
from ludwright.adapters.observation import Observer
from ludwright.play.table import Table


def actions_of(name: str, players: int | None = None) -> tuple[Actions, Table]:
    game = lw.load(name)
    return Actions(game.program(players)), game.table(seed=3, players=players)


def test_the_actions_of_a_game_with_few_ids_are_its_ids() -> None:
    actions, table = actions_of("leduc-poker")
    assert actions.by_id and actions.count == table.program.ids
    assert actions.of(table) == table.legal_ids() == [move.id for move in table.legal()]
    assert actions.of(table.view(0)) == table.legal_ids()
    assert actions.of(table.view(1)) == []  # it is not its turn
    assert np.flatnonzero(actions.mask(table)).tolist() == sorted(table.legal_ids())


def test_the_actions_of_a_game_with_many_ids_are_option_numbers() -> None:
    actions, table = actions_of("compass-rose")
    assert not actions.by_id and actions.count <= MOST_ACTIONS
    assert actions.of(table) == [*range(len(table.legal()))]
    for number, move in enumerate(table.legal()):
        assert actions.move(number, table) == move
        assert actions.number(move, table) == number
    before = table.key()
    actions.apply(1, table)
    assert table.key() != before


@pytest.mark.parametrize("name", ["leduc-poker", "compass-rose"])
@pytest.mark.parametrize("wrong", [-1, 10**6, True, None, "fold", 1.5, [0], np.array([0])])
def test_no_action_at_all(name: str, wrong: object) -> None:
    actions, table = actions_of(name)
    before = table.key()
    with pytest.raises(lw.InvalidMove, match=r"action"):
        actions.apply(wrong, table)
    assert table.key() == before and not table.log


@pytest.mark.parametrize("name", ["leduc-poker", "compass-rose"])
def test_an_action_that_is_not_legal_now(name: str) -> None:
    actions, table = actions_of(name)
    before = table.key()
    (wrong, *_) = np.flatnonzero(actions.mask(table) == 0).tolist()
    said = f"action {wrong} is not legal now; the legal act"
    with pytest.raises(lw.IllegalMove, match=said):
        actions.apply(wrong, table)
    with pytest.raises(lw.IllegalMove, match=said):
        actions.move(wrong, table.view(0))
    assert table.key() == before and not table.log


@pytest.mark.parametrize("number", [np.int64(0), np.uint8(0), np.array(0)])
def test_numbers_of_numpy_are_numbers(number: object) -> None:
    actions, table = actions_of("compass-rose")
    actions.apply(number, table)
    assert len(table.log) == 1


def test_a_game_without_decisions_has_one_action() -> None:
    game = lw.load("war")
    actions, table = Actions(game.program()), game.table(pace="turn")
    assert actions.count == 1 and actions.of(table) == [0] and table.paused
    turns = table.view(0).turns
    actions.apply(0, table)
    assert table.view(0).turns == turns + 1


def test_options_beyond_the_last_action_are_left_out_evenly() -> None:
    actions, table = actions_of("compass-rose")
    actions.count = 3
    options = len(table.legal())
    assert options > 3 and actions.left_out(table) == options - 3
    assert actions.of(table) == [0, 1, 2]
    found = [actions.move(number, table) for number in range(3)]
    assert [move.index for move in found] == [0, options // 3, 2 * options // 3]
    assert [actions.number(move, table) for move in found] == [0, 1, 2]
    with pytest.raises(lw.InvalidMove):
        actions.apply(3, table)


def test_tables_of_other_games_are_refused() -> None:
    leduc, kuhn = lw.load("leduc-poker"), lw.load("kuhn-poker")
    actions = Actions(leduc.program())
    for where in (kuhn.table(seed=1), kuhn.table(seed=1).view(0)):
        for ask in (actions.of, actions.mask):
            with pytest.raises(lw.TableError, match="expected a table or view of Leduc"):
                ask(where)
        with pytest.raises(lw.TableError, match="expected a table or view of Leduc"):
            actions.move(0, where)
    eights = lw.load("crazy-eights")
    with pytest.raises(lw.TableError, match="for 2, with the same options"):
        Actions(eights.program(2)).of(eights.table(players=3, seed=1))


@pytest.mark.parametrize("make", [Actions, Observer])
def test_a_game_is_no_program(make: type) -> None:
    with pytest.raises(lw.TableError, match=r"as game\.program\(\) returns it"):
        make(lw.load("kuhn-poker"))
