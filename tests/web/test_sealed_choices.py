"""Simultaneous choices at a hosted table: in any order, sealed until all are in."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from ludwright.machine import state as m
from ludwright.play.draws import Draws
from ludwright.play.plain_data import Data
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import SPECTATOR, Choice, Made, Refused, TableFault
from tools.web.hosting import (
    LIBRARY,
    body,
    data,
    everyone,
    game_of,
    hosted,
    opened,
    some_players,
    step,
)

NOBODY: tuple[int, ...] = ()


def asks_together(name: str) -> bool:
    return bool(game_of(name).program(some_players(name)).code[m.P_ANSWERS])


@pytest.fixture(scope="module", params=["gops", "hearts", "sealed-bids"])
def table(request: pytest.FixtureRequest) -> Hosted:
    """A table at which all can choose."""
    found, draws = hosted(request.param, 3, fresh=False), Draws(4)
    while len(found.sealed.waiting) < 3:
        step(found, draws)
    return found


def again(table: Hosted, sealed: tuple[Made, ...] | None = None) -> Hosted:
    """The table, opened from its journal."""
    kept = tuple(table.sealed.steps) if sealed is None else sealed
    return opened(msgspec.structs.replace(table.spec, moves=tuple(table.made), sealed=kept))


def some_choice(table: Hosted, seat: int, number: int = 0) -> Choice:
    """A choice of a seat that it has now, from what it is sent."""
    options = body(table, seat)["options"]
    if options["kind"] == "picks":
        items = range(number, number + options["picks"]["least"])
        return Choice(items=tuple(items))
    return Choice(index=options["moves"][number]["n"])


def quiet(found: Data) -> Data:
    return {name: value for name, value in found.items() if name not in ("events", "turn")}


@pytest.mark.deep
def test_these_are_all_library_games_with_simultaneous_choices() -> None:
    found = {name for name in LIBRARY if some_players(name) > 1 and asks_together(name)}
    assert found == {"gops", "hearts", "sealed-bids"}


def test_the_last_seat_chooses_first(table: Hosted) -> None:
    table, who = again(table), everyone(table)
    before = {each: body(table, each) for each in who}
    moves = len(table.made)
    assert table.status().waiting == (0, 1, 2) and table.status().together
    assert all(before[seat]["options"]["kind"] != "none" for seat in (0, 1, 2))
    first = table.apply(2, some_choice(table, 2), who)
    assert first.status.waiting == (0, 1) and first.status.moves == moves and not first.made
    assert first.sealed is not None and first.sealed.seat == 2
    # The others learn who has chosen, and nothing else.
    for each in (0, 1, SPECTATOR):
        assert quiet(data(first, each)) == quiet(before[each]) and not data(first, each)["events"]
        assert data(first, each)["turn"] == {"decider": 0, "waiting": [0, 1]}
    assert data(first, 2)["options"]["kind"] == "none"
    assert data(first, 2)["chosen"] == [first.sealed.text]
    assert data(first, 2)["scene"] == before[2]["scene"]
    second = table.apply(0, some_choice(table, 0), who)
    assert second.status.waiting == (1,) and data(second, 0)["options"]["kind"] == "none"
    last = table.apply(1, some_choice(table, 1), who)
    assert [each.seat for each in last.made] == [0, 1, 2] and last.secret and last.sealed is None
    assert len(data(last, 1)["made"]) == 3 and not table.sealed.steps


def test_every_order_is_the_same_game(table: Hosted) -> None:
    chosen = {seat: some_choice(table, seat, seat) for seat in range(3)}
    ends = set()
    for order in permutations(range(3)):
        copy = again(table)
        for seat in order:
            copy.apply(seat, chosen[seat], NOBODY)
        ends.add(
            (copy.record(), *(msgspec.json.encode(body(copy, each)) for each in everyone(copy)))
        )
    assert len(ends) == 1


def test_a_choice_is_made_once_and_can_be_changed(table: Hosted) -> None:
    table = again(table)
    before = body(table, 1)
    sealed = table.apply(1, some_choice(table, 1, 1), [1]).sealed
    withdrawn = sealed.text if sealed else ""
    for choice in (Choice(index=0), Choice(text="blorb")):
        with pytest.raises(Refused) as error:
            table.apply(1, choice, [1])
        assert error.value.code == "not_your_turn"
    with pytest.raises(Refused):
        table.withdraw(0, [0])
    answer = table.withdraw(1, [0, 1])
    assert answer.status.waiting == (0, 1, 2) and not answer.made and answer.sealed is None
    assert quiet(data(answer, 1)) == quiet(before) and not table.sealed.steps
    other = some_choice(table, 1, 2)
    for seat in (2, 0):
        table.apply(seat, some_choice(table, seat), NOBODY)
    assert table.apply(1, other, [1]).made[1].text == table.made[-2].text != withdrawn
    with pytest.raises(Refused):
        table.withdraw(1, [1])


def test_sealed_choices_come_back_from_the_journal(table: Hosted) -> None:
    table, who = again(table), everyone(table)
    for seat in (2, 0):
        table.apply(seat, some_choice(table, seat, 1), who)
    back = again(table)
    assert back.stands_as(msgspec.structs.replace(back.spec)) and back.status() == table.status()
    assert not again(table, sealed=()).stands_as(back.spec)
    for each in who:
        assert quiet(body(back, each)) == quiet(body(table, each))
    choice = some_choice(table, 1)
    assert back.apply(1, choice, NOBODY).made == table.apply(1, choice, NOBODY).made
    assert back.record() == table.record()


def test_sealed_choices_of_another_compiler_are_found_by_their_texts(table: Hosted) -> None:
    table = again(table)
    table.apply(2, some_choice(table, 2), NOBODY)
    found = table.sealed.steps[0]
    renumbered = msgspec.structs.replace(found, id=found.id + 1)
    assert again(table, sealed=(renumbered,)).status() == table.status()
    for wrong in (Made(2, 10**6, "nonsense"), Made(None, 1, ""), Made(7, 1, "")):
        with pytest.raises(TableFault, match="cannot be restored"):
            again(table, sealed=(wrong,))


def test_bots_choose_early(table: Hosted) -> None:
    table = again(table)
    for bot in ("greedy", "random", "first"):
        copy = again(table)
        assert copy.play_bot(2, bot, 1, [0]).status.waiting == (0, 1)
        copy.play_bot(0, bot, 1, [0])
        with pytest.raises(Refused):
            copy.play_bot(0, bot, 1, [0])
        assert len(copy.play_bot(1, bot, 1, [0]).made) == 3


def test_undo_drops_sealed_choices(table: Hosted) -> None:
    table = again(table)
    for seat in (0, 1, 2):
        table.apply(seat, some_choice(table, seat), NOBODY)
    position = table.table.key()
    # Back to where the first seat has chosen and the others have not.
    answer = table.undo(2, [0, 1])
    assert answer.status.waiting == (1, 2) and not answer.status.over
    assert data(answer, 0)["options"]["kind"] == "none" != data(answer, 1)["options"]["kind"]
    table.apply(2, some_choice(table, 2), NOBODY)
    table.undo(1, NOBODY)
    assert table.status().waiting == (0, 1, 2) and not table.sealed.steps
    for seat in (1, 2, 0):
        table.apply(seat, some_choice(table, seat), NOBODY)
    assert table.table.key() == position


def test_explanations_are_of_what_the_seat_is_asked(table: Hosted) -> None:
    from tools.web.worlds import _explained

    choice = some_choice(table, 2)
    if choice.index is not None:
        assert b'"legal":true' in _explained(table, 2, choice, (), None)
