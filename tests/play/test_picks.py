"""Several items picked: a set is one choice, in any order; else they are picked one by one."""

from __future__ import annotations

import math
import random
from itertools import combinations
from typing import Any

import pytest

from ludwright.gamedef import nodes as n
from ludwright.play.contract import contract
from ludwright.play.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError
from ludwright.play.picks import collected, picks
from tools.tables import COUNT_UP, TURN, action, decide, end, forever, program, table
from tools.tiny import ME, PILE, PIT, X, loc, num, put

TOKENS = n.TokensIn(zone=PILE)
SHUFFLED = n.Shuffle(zone=PILE)
GO = decide(action("go"))


def pick(least: int | n.Expr, most: int | n.Expr, **more: Any) -> n.Pick:
    """Pick tokens of the pile, unless something else is said."""
    told: dict[str, Any] = {"name": "some", "of": "token", "seat": ME, "items": TOKENS} | more
    numbers = (num(x) if isinstance(x, int) else x for x in (least, most))
    return n.Pick(**told, **dict(zip(("least", "most"), numbers, strict=True)))


def drop(name: str = "some") -> n.Statement:
    """Lay what was picked on the pit, one after another: the last one comes to lie on top."""
    body = (n.MoveToken(token=loc("each"), to=PIT),)
    return n.ForEach(name="each", items=loc(name), body=body)


def dropping(least: int, most: int, **more: Any) -> tuple[n.Statement, ...]:
    """A game of nothing but picks, as long as there is something to pick."""
    enough = n.AtMost(left=num(max(least, 1)), right=n.SizeOf(zone=PILE))
    return (n.While(test=enough, body=(TURN, pick(least, most, **more), drop())), end())


# ---- sets ----


@pytest.mark.parametrize("tokens", [1, 3, 5])
@pytest.mark.parametrize(("least", "most"), [(0, 1), (0, 5), (1, 1), (1, 3), (2, 2), (3, 9)])
def test_every_set_is_one_move_and_its_items_may_come_in_any_order(
    tokens: int, least: int, most: int
) -> None:
    names = [f"T{i}" for i in range(1, tokens + 1)]
    sizes = range(least, min(most, tokens) + 1)
    wanted = [each for size in sizes for each in combinations(names, size)]
    if not wanted:
        return
    at = table(*dropping(least, most), tokens=tokens)
    assert [str(move) for move in at.legal()] == [" + ".join(each) or "none" for each in wanted]
    assert len({move.id for move in at.legal()}) == len(wanted)
    draws = random.Random(7)
    for move, each in zip(at.legal(), wanted, strict=True):
        mixed = draws.sample(each, len(each))
        for text in (" + ".join(mixed) or "none", ", ".join(mixed), " ".join(mixed).lower()):
            assert at.parse(text).id == move.id
        assert at.move(move.id).operands == move.operands
        after = at.copy()
        after.apply(set(mixed))
        # In the order of the list, whatever the order of the answer.
        assert after.zone("pit") == list(each) and len(after.log) == 1
        again = at.copy()
        again.apply(move)
        assert again.key() == after.key()


def test_an_id_means_the_same_set_in_every_position() -> None:
    found: dict[int, frozenset[str]] = {}
    for seed in range(6):
        at = table(SHUFFLED, *dropping(1, 3), tokens=6, seed=seed)
        for _ in range(2):
            for move in at.legal():
                items = frozenset(str(move).split(" + "))
                assert found.setdefault(move.id, items) == items
            at.apply(at.legal()[seed])
    assert len(found) == sum(math.comb(6, k) for k in (1, 2, 3))


def test_what_is_no_set_is_told() -> None:
    at = table(*dropping(2, 3), tokens=4)
    with pytest.raises(IllegalMove, match=r"'T1' is not .*; pick 2 to 3 of these 4 items, not 1"):
        at.apply("T1")
    with pytest.raises(InvalidMove, match=r"'T9 . T1' is not a move .*; unknown item 'T9'"):
        at.apply(["T9", "T1"])
    with pytest.raises(MoveError):
        at.apply(["T1", "T1"])
    with pytest.raises(InvalidMove, match="'jump' is not a move of this game"):
        at.apply("jump")
    with pytest.raises(InvalidMove, match="sets are not legal here"):
        table(forever(decide(action("go")))).apply({"T1"})


def test_tokens_with_one_name_are_told_apart_only_where_it_matters() -> None:
    at = table(*dropping(2, 2), names=("A", "A", "B", "B"))
    at.apply(["A", "A"])
    assert at.zone("pit") == ["A", "A"]
    with pytest.raises(AmbiguousMove):
        table(*dropping(2, 2), names=("A", "A", "B", "B")).apply(["A", "B"])


def test_too_few_fails_and_none_asks_nobody() -> None:
    tried = n.Attempt(body=(pick(3, 4), drop()), otherwise=(put(num(7)),))
    at = table(tried, decide(action("go", end())), tokens=2)
    assert str(at.legal()[0]) == "go" and at.variable("x") == 7
    empty = pick(0, 3, items=n.TokensIn(zone=PIT))
    none = pick(0, 0, name="none")
    at = table(empty, none, put(n.Length(items=loc("some"))), decide(action("go", end())))
    assert str(at.legal()[0]) == "go" and at.variable("x") == 0


def test_numbers_are_worked_out_once() -> None:
    at = table(put(num(2)), pick(n.Subtract(left=X, right=num(1)), X), drop(), GO)
    asked = picks(at)
    assert asked is not None and (asked.least, asked.most, asked.at_once) == (1, 2, True)
    assert len(at.legal()) == 4 + 6


@pytest.mark.parametrize("of", ["seat", "zone", "token"])
def test_what_is_picked_may_be_of_any_type_but_numbers(of: str) -> None:
    items: dict[str, n.Expr] = {"seat": n.Seats(), "zone": n.ZonesNamed(name="cell")}
    at = table(forever(TURN, pick(1, 2, of=of, items=items.get(of, TOKENS))), players=3, tokens=3)
    assert len(at.legal()) == 6
    for move in at.legal():
        assert at.parse(str(move)).id == move.id


def test_an_item_that_is_listed_twice_is_picked_once() -> None:
    twice = n.Join(lists=(TOKENS, TOKENS))
    at = table(*dropping(1, 4, items=twice), tokens=2)
    assert [str(move) for move in at.legal()] == ["T1", "T2", "T1 + T2"]


def test_a_set_that_leads_nowhere_is_no_option_of_what_is_atomic() -> None:
    """The ranks of T1, T2 ... are 0, 1 ...: only sets of an even sum lead to the end."""
    worth = n.Each(items=loc("some"), name="c", value=n.PropertyOf(token=loc("c"), property="rank"))
    odd = n.Equal(
        left=n.Modulo(left=n.Sum(items=worth), right=num(2)),
        right=num(1),
    )
    fails = n.If(test=odd, then=(n.Fail(reason="odd"),))
    swap = action("swap", pick(2, 2), fails, drop(), COUNT_UP, atomic=True)
    at = table(forever(TURN, decide(swap, action("wait"))), tokens=4)
    at.apply("swap")
    assert [str(move) for move in at.legal()] == ["T1 + T3", "T2 + T4"]
    assert at.parse("T3 + T1").id == at.legal()[0].id
    with pytest.raises(IllegalMove):
        at.apply("T1 + T2")
    at.apply({"T4", "T2"})
    # Now T1 and T3 are left, whose sum is even; after that nothing can be swapped.
    at.apply("swap")
    at.apply("T1 + T3")
    assert [str(move) for move in at.legal()] == ["wait"]


def test_answers_given_together_are_what_they_were() -> None:
    """The first body takes what the second has answered: the answer is the items all the same."""
    answers = pick(2, 2, seat=loc("s"), announced=False)
    counted = put(n.Add(left=X, right=n.Length(items=loc("some"))))
    at = table(n.Together(name="s", seats=n.Seats(), body=(answers, drop(), counted)), players=2)
    at.apply({"T1", "T2"})
    at.apply({"T2", "T3"})
    assert at.zone("pit") == ["T1", "T3", "T2"]  # T3 is still on the list, T2 comes last
    assert at.variable("x") == 4


def test_many_sets_are_counted_not_listed() -> None:
    at = table(*dropping(0, 20), tokens=20)
    assert len(at.legal()) == 1 << 20
    last = at.legal()[-1]
    assert str(last) == " + ".join(f"T{i}" for i in range(1, 21))
    assert at.move(last.id) == last
    at.apply(["T20", "T1", "T7"])
    assert at.zone("pit") == ["T1", "T7", "T20"]


# ---- one by one ----


def test_more_than_that_is_picked_item_by_item_in_any_order() -> None:
    at = table(*dropping(2, 21), tokens=21)
    assert len(at.legal()) == 21
    for text in ("T20", "T3", "T11"):
        at.apply(text)
    asked = picks(at)
    assert asked is not None and not asked.at_once
    assert (asked.chosen, asked.least, asked.most) == (("T20", "T3", "T11"), 2, 21)
    with pytest.raises(IllegalMove):
        at.apply("T3")
    at.apply("done")
    assert at.zone("pit") == ["T3", "T11", "T20"]
    # 18 are left: now the set is one choice.
    assert len(at.legal()) == (1 << 18) - 19


def test_numbers_are_picked_one_by_one() -> None:
    numbers = n.Range(low=num(1), high=num(3))
    total = put(n.Sum(items=loc("some")))
    at = table(forever(TURN, pick(1, 2, of="int", items=numbers), total))
    at.apply("3")
    assert [str(move) for move in at.legal()] == ["1", "2", "done"]
    at.apply("1")
    assert at.variable("x") == 4


def test_a_sequence_keeps_its_order_and_may_depend_on_what_was_picked() -> None:
    last = n.Item(
        items=loc("some"),
        index=n.Subtract(left=n.Length(items=loc("some")), right=num(1)),
    )
    rank = n.PropertyOf(token=loc("c"), property="rank")
    below = n.Less(left=rank, right=n.PropertyOf(token=last, property="rank"))
    empty = n.Equal(left=n.Length(items=loc("some")), right=num(0))
    falls = n.Filter(items=TOKENS, name="c", where=n.Or(items=(empty, below)))
    at = table(*dropping(2, 3, items=falls, sequence=True), tokens=4)
    at.apply("T3")
    assert [str(move) for move in at.legal()] == ["T1", "T2"]
    at.apply("T2")
    assert [str(move) for move in at.legal()] == ["T1", "done"]
    at.apply("T1")
    assert at.zone("pit") == ["T3", "T2", "T1"]


# ---- secrets ----


BLIND = n.ForEach(name="c", items=TOKENS, body=(n.Turn(token=loc("c"), up=False),))
HAND = n.ZoneAt(name="hand", owner=loc("s"))
GIVEN = n.ForEach(
    name="s",
    items=n.Seats(),
    body=(n.MoveTop(source=PILE, to=HAND, count=num(3)),),
)
MINE, YOURS = (n.TokensIn(zone=n.ZoneAt(name="hand", owner=n.Seat(number=i))) for i in (0, 1))
SECRETS = {
    "unseen cards by their places": (BLIND, SHUFFLED, *dropping(1, 2)),
    "the hand of another": (SHUFFLED, GIVEN, pick(1, 2, items=YOURS), drop(), GO),
    "a set that nobody hears of": (
        SHUFFLED,
        GIVEN,
        pick(2, 2, items=MINE, announced=False),
        pick(1, 2, items=YOURS, seat=n.Seat(number=1), name="more"),
        drop("more"),
        GO,
        drop(),
    ),
    "answers together": (
        SHUFFLED,
        GIVEN,
        n.Together(
            name="s",
            seats=n.Seats(),
            body=(
                pick(2, 2, seat=loc("s"), items=n.TokensIn(zone=HAND)),
                drop(),
            ),
        ),
        GO,
    ),
    "one by one": (BLIND, SHUFFLED, *dropping(1, 2, sequence=True)),
}


@pytest.mark.quick(2)
@pytest.mark.parametrize("case", SECRETS)
def test_picks_tell_nothing_that_their_seat_may_not_know(case: str) -> None:
    tested = contract(program(*SECRETS[case], tokens=6, players=2), games=3, most=6)
    assert tested.breaches == () and tested.worlds


def test_unseen_cards_are_picked_by_their_places() -> None:
    at = table(*SECRETS["unseen cards by their places"], tokens=3)
    ids = []
    for seed in range(4):
        at = table(*SECRETS["unseen cards by their places"], tokens=3, seed=seed)
        assert [str(move) for move in at.legal()[:2]] == ["card 1 of pile", "card 2 of pile"]
        ids.append([move.id for move in at.legal()])
        at.apply(["card 3 of pile", "card 1 of pile"])
        assert len(at.zone("pit")) == 2
    assert all(each == ids[0] for each in ids)


# ---- whole moves, and what once was recorded ----


def test_a_set_is_one_answer_or_its_items_are() -> None:
    swap = action("swap", pick(1, 2, name="$drop", prompt="Drop which?"), drop("$drop"))
    for answers in (
        [["T2", "T1"]],
        [{"T1", "T2"}],
        ["T2 + T1"],
        ["T2", "T1"],
        {"drop": ["T1", "T2"]},
        {"$drop": [["T2", "T1"]]},
    ):
        at = table(forever(TURN, decide(swap)))
        assert at.apply_whole("swap", answers) == 2
        assert at.zone("pit") == ["T1", "T2"]
    at = table(forever(TURN, decide(swap)))
    at.apply_whole("swap / T3 / done")
    assert at.zone("pit") == ["T3"]
    with pytest.raises(IllegalMove, match=r"'swap' is incomplete: .*: 1 to 2 of T1, T2, T4"):
        at.apply_whole("swap")
    with pytest.raises(IllegalMove, match=r"answer 1 to 'swap': 'T3' is not legal here"):
        at.apply_whole("swap", ["T3"])
    with pytest.raises(IllegalMove, match=r"does not ask for 'T4'"):
        at.apply_whole("swap", ["T1", "T2", "T4"])
    at.apply("swap")
    assert at.pending is not None and (at.pending.least, at.pending.most) == (1, 2)


@pytest.mark.parametrize(
    ("least", "most", "texts", "taken", "used"),
    [
        (2, 2, ["T3", "T1", "T2"], "T1 + T3", 2),
        (1, 3, ["T2", "done", "T1"], "T2", 2),
        (1, 3, ["T4", "go"], "T4", 1),
        (0, 2, ["done", "T1"], "none", 1),
        (1, 3, ["go"], None, 0),
        (2, 3, ["T1", "go"], None, 0),
    ],
)
def test_texts_of_single_items_are_collected(
    least: int, most: int, texts: list[str], taken: str | None, used: int
) -> None:
    at = table(*dropping(least, most))
    found = collected(at, texts)
    assert (found and (str(found[0]), found[1])) == (None if taken is None else (taken, used))


# ---- records ----


def test_a_game_of_sets_is_recorded_and_taken_back() -> None:
    at = table(SHUFFLED, *dropping(1, 2), tokens=9, seed=3)
    keys = [at.key()]
    for number in (3, 7, 1):
        at.apply(at.legal()[number])
        keys.append(at.key())
    for key in reversed(keys[:-1]):
        at.undo()
        assert at.key() == key
