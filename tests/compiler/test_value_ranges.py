"""Value ranges: ids are few because operands are bounded, and no option is outside the bounds."""

from __future__ import annotations

import random

import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine.program import Program
from ludwright.pipeline import library_games
from ludwright.play.errors import GameFault
from ludwright.play.table import Table
from strategies import random_program
from tools.tables import forever, program
from tools.tiny import PILE, X, game, loc, num, put

LIBRARY = sorted(name for name in library_games() if ":" not in name)


def radix_of(items: n.Expr, *before: n.Statement) -> tuple[int, int]:
    """The lowest number and how many there are, of a number chosen from a list again and again."""
    ask = n.Ask(name="chosen", seat=n.Seat(number=0), items=items)
    (site,) = program(forever(*before, ask), tokens=3).sites.values()
    ((digits,),) = [each.radix for each in site.actions]
    return digits


def up_to(high: n.Expr) -> n.Range:
    return n.Range(low=num(1), high=high)


def least(*items: n.Expr) -> n.Expr:
    return n.Smallest(items=n.ListOf(items=items, of="int"))


def plus(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Add(left=left, right=right)


def minus(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Subtract(left=left, right=right)


TOKENS = n.TokensIn(zone=PILE)
BOTH = (1 << 31) - 1


@pytest.mark.parametrize(
    ("items", "before", "expected"),
    [
        (up_to(num(4)), (), (1, 4)),
        (up_to(least(num(2), n.SizeOf(zone=PILE))), (), (1, 2)),
        (up_to(n.SizeOf(zone=PILE)), (), (1, 3)),  # as many as there are tokens
        (up_to(plus(n.SizeOf(zone=PILE), num(2))), (), (1, 5)),
        (up_to(n.Length(items=n.Join(lists=(TOKENS, TOKENS)))), (), (1, 6)),
        # A variable has its initial value, 0, and what is ever assigned to it.
        (up_to(X), (put(num(7)),), (1, 7)),
        (n.Range(low=X, high=num(9)), (put(num(-2)),), (-2, 12)),
        (up_to(X), (put(loc("chosen")), put(num(5))), (1, 5)),
        (up_to(X), (put(minus(X, num(1))),), (0, 1)),  # there is none
        (up_to(X), (put(least(plus(X, num(1)), num(6))),), (1, 6)),
        (up_to(X), (put(plus(X, num(1))),), (1, BOTH)),
        (up_to(n.Divide(left=num(20), right=num(3))), (), (1, 6)),
        (up_to(n.Modulo(left=X, right=num(5))), (put(plus(X, num(3))),), (1, 4)),
        (n.ListOf(items=(num(8), num(3)), of="int"), (), (3, 6)),
        (n.Each(items=up_to(num(3)), name="k", value=plus(loc("k"), num(10))), (), (11, 3)),
        (n.Filter(items=up_to(num(3)), name="k", where=n.Less(left=X, right=loc("k"))), (), (1, 3)),
        # A bit for each of three tokens, and at least one of them.
        (n.Subsets(items=TOKENS, name="some", where=n.Truth(value=True)), (), (1, 7)),
        (
            up_to(n.Sum(items=n.Each(items=TOKENS, name="t", value=num(2)))),
            (),
            (1, 6),
        ),
        (
            up_to(loc("dice")),
            (n.Roll(name="dice", low=num(1), high=num(6)),),
            (1, 6),
        ),
    ],
)
def test_the_range_of_a_number(
    items: n.Expr, before: tuple[n.Statement, ...], expected: tuple[int, int]
) -> None:
    bound = n.Let(name="chosen", value=num(1))  # before it is asked for the first time
    assert radix_of(items, bound, *before) == expected


def test_the_range_of_an_argument() -> None:
    """A parameter can be what any call passes."""
    ask = n.Ask(name="chosen", seat=n.Seat(number=0), items=up_to(loc("most")))
    asks = n.Procedure(name="asks", parameters=(n.Parameter(name="most", type="int"),), body=(ask,))
    calls = [n.Call(procedure="asks", arguments=(num(k),)) for k in (2, 8, 5)]
    (site,) = compile_game(game(*calls, helpers=(asks,))).sites.values()
    assert site.actions[0].radix == ((1, 8),)


def wrong_ids(made: Program, seed: int, most: int) -> list[str]:
    """Play a random game; whatever is wrong with an id."""
    rng, wrong = random.Random(seed), []
    try:
        here = Table(made, seed=seed)
    except GameFault:
        return []
    for _ in range(most):
        if here.over:
            break
        ids = here.legal_ids() if len(here.legal()) < 3000 else []
        wrong += [f"id {id} of {made.ids}" for id in ids if not 0 <= id < made.ids]
        moves = [*here.legal()] if 0 < len(ids) < 100 else []
        # Options that choose the same, such as equal items of a list, have one id.
        if moves and len(set(moves)) != len(set(ids)):
            wrong.append(f"equal ids of {moves}")
        for move in moves:
            info = move.info
            assert info is not None
            if info.sets is not None:
                if len(move.operands) > info.sets.largest:
                    wrong.append(f"{move} has too many items")
            elif not all(
                low <= each < low + size
                for each, (low, size) in zip(move.operands, info.radix, strict=True)
            ):
                wrong.append(f"{move} is outside {info.radix}")
        try:
            here.apply(here.legal()[rng.randrange(len(here.legal()))])
        except GameFault:
            break
    return wrong


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", LIBRARY)
def test_ids_of_the_library_are_in_range(name: str) -> None:
    made = lw.load(name)
    for players in {made.definition.least_players, made.definition.most_players}:
        assert wrong_ids(made.program(players), 5, 150) == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 400, 10))
def test_ids_of_random_games_are_in_range(first: int) -> None:
    for seed in range(first, first + 10):
        assert wrong_ids(random_program(seed), seed, 25) == [], seed


# As few as the rules can be shown to allow; whoever makes a number larger should know why.
FEW = 4096
MANY = {
    "brackwater",  # a name of one space, and another one's index, in many places
    "cheat",  # one to four of any cards
    "compass-rose",  # any branch to any branch
    "gin-rummy",  # a bit for each of up to 30 cards
    "hearts",  # three of any cards
    "orchard",  # any branch to any branch
    "pick-up",  # any branch to any branch
    "scopa",  # a bit for each of up to 30 cards
    "omaha",  # any amount
    "texas-holdem",  # any amount
}


@pytest.mark.quick(6)
@pytest.mark.parametrize("name", LIBRARY)
def test_most_games_have_few_ids(name: str) -> None:
    made = lw.load(name)
    ids = max(made.program(k).ids for k in (None, made.definition.most_players))
    assert ids < 2**31 and (ids <= FEW) == (name not in MANY)


def test_a_run_that_climbs_is_not_longer_than_its_ranks() -> None:
    (move,) = [
        info
        for site in lw.load("klondike").program().sites.values()
        for info in site.actions
        if info.name == "move_stack"
    ]
    assert move.radix[2] == (1, 12)  # a stack is a king down to a two at most
