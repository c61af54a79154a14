"""Stacks of one card: another text for a move, or a move that is listed like any other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Report, Source
from ludwright.languages.sgdl.check.references import check
from ludwright.languages.sgdl.lower.single_card_stacks import stacks_of_one
from ludwright.languages.sgdl.lower.symbols import symbol_table
from ludwright.languages.sgdl.read.sections import parse
from ludwright.play.errors import IllegalMove
from ludwright.solver.answers import SOLVED

Sit = Callable[..., Any]
HEAD = "Ones\n$extended\n$cards\nDECK 1 {SPADES, HEARTS} {1, 2, 3, 4}\n$initial\n"


def game(piles: str, moves: str, win: str = "PILE ALL GOAL Size > 7", score: str = "") -> str:
    return f"{HEAD}{piles}\n$moves\n{moves}\n{score}$win\n{win}\n"


def rule(kind: str, *conditions: str) -> str:
    """A rule from A to B for which all conditions must hold."""
    if len(conditions) == 1:
        return f"{kind} A B\n{conditions[0]}\n"
    lines = [f"    {line}" for each in conditions for line in each.splitlines()]
    return "\n".join([f"{kind} A B", "AND", *lines, ""])


def kinds(text: str) -> dict[tuple[str, str], str]:
    """What stacks of one card are, by the names of the piles."""
    report = Report()
    file = check(parse(Source("ones.sgdl", text), report), report)
    assert not report.failed
    return {pair: one.value for pair, one in stacks_of_one(file, symbol_table(file)).items()}


PILES = "A 2 FACE_ALL\nA 1\nB 1\nB 0\nGOAL 0"
EITHER = "OR\n    DEST Empty\n    DESTSRC Rank descending"
PARTED = "OR\n    AND\n        DEST Empty\n        SRC Rank 4\n    DESTSRC Rank descending"

PROVED = {
    "the same condition": (("DEST Empty",), ("DEST Empty",), "same"),
    "a run besides": ((EITHER,), ("SRCSTACK Rank descending", EITHER), "same"),
    "more to hold": ((EITHER,), ("SRC Rank 3", EITHER), "same"),
    "one of the ways": ((EITHER,), (PARTED,), "same"),
    "fewer ways": ((PARTED,), (EITHER,), "listed"),
    "a colour by a suit": (("DESTSRC Suit match_color",), ("DESTSRC Suit match",), "same"),
    "a suit by a colour, with a suit of each": (
        ("DESTSRC Suit match",),
        ("DESTSRC Suit match_color",),
        "same",
    ),
    "a size by a size": (("DEST Size < 5",), ("DEST Size < 4",), "same"),
    "a size by a larger one": (("DEST Size < 4",), ("DEST Size < 5",), "listed"),
    "a card by no card": (("DEST Size == 0",), ("DESTSRC Rank equal",), "listed"),
    "a size by a card": (("DEST Size > 0",), ("DESTSRC Rank equal",), "same"),
    "other piles": (("PILE ALL B Size < 4",), ("PILE ALL {A, B} Size < 3",), "same"),
    "some other pile": (("PILE ALL B Size < 4",), ("PILE ANY B Size < 4",), "listed"),
    "a whole pile": (("DEST Empty",), ("SRCSTACK Whole", "DEST Empty"), "same"),
    "the size of the source": (("SRC Size == 1",), ("SRCSTACK Whole",), "same"),
    "the size of the stack": (("DEST Empty",), ("SRCSTACK Size <= 2", "DEST Empty"), "same"),
    "any size of a stack": (("DEST Empty",), ("SRCSTACK Size >= 1",), "listed"),
    "more than one card": (("DEST Empty",), ("SRCSTACK Size >= 2", "DEST Empty"), "never"),
    "nothing that can be": (("DEST Empty",), ("DEST Empty", "DESTSRC Rank equal"), "never"),
    "room for one card": (("DEST Empty",), ("SRCSTACK Capacity GOAL B", "DEST Empty"), "same"),
    "no rule for single cards": ((), ("DEST Empty",), "listed"),
}


@pytest.mark.parametrize("case", PROVED)
def test_what_a_stack_of_one_card_is(case: str) -> None:
    single, stack, expected = PROVED[case]
    moves = (rule("MOVE", *single) if single else "") + rule("MOVE_STACK", *stack)
    assert kinds(game(PILES, moves)) == {("A", "B"): expected}


def test_what_gives_other_points_is_another_move() -> None:
    moves = rule("MOVE", "DEST Empty") + rule("MOVE_STACK", "DEST Empty")
    for points, expected in (("5 MOVE A B", "listed"), ("5 MOVE A B\n5 MOVE_STACK A B", "same")):
        text = game(PILES, moves, score=f"$score\n{points}\n")
        assert kinds(text) == {("A", "B"): expected}


# ---- what is listed is what is accepted ----------------------------------------------------------

LEAVES = (
    "DEST Empty", "DEST Size < 2", "DEST Rank {2, 3}", "DEST Suit != HEARTS", "SRC Rank {1, 3}",
    "SRC Suit SPADES", "SRC Size > 1", "DESTSRC Suit match", "DESTSRC Suit alternate_color",
    "DESTSRC Rank descending", "DESTSRC Rank distance 1", "PILE ALL A Size > 0",
    "PILE COUNT B Empty == 1",
)  # fmt: skip


def condition(rng: random.Random, depth: int = 2) -> list[str]:
    """The lines of a random condition."""
    if not depth or rng.random() < 0.3:
        return [rng.choice(LEAVES)]
    parts = [condition(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    return [rng.choice(("AND", "OR")), *(f"    {line}" for part in parts for line in part)]


def as_stack(lines: list[str]) -> list[str]:
    """The same for stacks, which must be runs."""
    return ["AND", "    SRCSTACK Suit match", *(f"    {line}" for line in lines)]


def random_game(rng: random.Random, moves: dict[str, list[str]], cards: list[str]) -> str:
    sizes = [*(rng.randint(0, 2) for _ in range(3)), rng.randint(0, 1)]
    piles = []
    for name, size in zip("AABB", sizes, strict=True):
        taken, cards = cards[:size], cards[size:]
        piles.append(f"{name} {size}" + (f" FACE_ALL {{{', '.join(taken)}}}" if size else ""))
    rules = [f"{kind} A B\n" + "\n".join(lines) for kind, lines in moves.items()]
    always = ["MOVE X X\nDEST Empty"]
    return game("\n".join([*piles, "X 1", "X 0", "GOAL 0"]), "\n".join(rules + always))


def single_cards(legal: list[str], tops: dict[str, int]) -> set[str]:
    """The piles between which a top card may be moved, by whatever text."""
    found = set()
    for text in legal:
        word, source, target = text.split()
        pile, _, start = source.partition(":")
        if pile.startswith("A") and (word == "move" or int(start) == tops[pile]):
            found.add(f"{pile} {target}")
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(8))
def test_single_cards_may_go_where_one_of_the_two_rules_lets_them(seed: int, table: Sit) -> None:
    """By the moves that are listed; and each rule is known from a game that has no other."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(12):
        cards = [suit + rank for suit in "SH" for rank in "1234"]
        rng.shuffle(cards)
        one, several = condition(rng), condition(rng)
        dealt = rng.getrandbits(32)

        def sit(moves: dict[str, list[str]], dealt: int = dealt, cards: Any = cards) -> Any:
            return table(random_game(random.Random(dealt), moves, cards))

        tops = {f"A[{i}]": len(sit({"MOVE": one}).zone("A", i)) - 1 for i in (0, 1)}
        by_move, by_stack = (
            single_cards(sit({"MOVE": lines}).legal(), tops) for lines in (one, several)
        )
        both = sit({"MOVE": one, "MOVE_STACK": as_stack(several)})
        legal = both.legal()
        assert len(set(legal)) == len(legal)
        assert single_cards(legal, tops) == by_move | by_stack
        for i, j in ((i, j) for i in (0, 1) for j in (0, 1)):
            pair = f"A[{i}] B[{j}]"
            again = sit({"MOVE": one, "MOVE_STACK": as_stack(several)})
            accepted = True
            try:
                again.apply(f"move_stack A[{i}]:{tops[f'A[{i}]']} B[{j}]")
            except ValueError:
                accepted = False
            # It may also be accepted where only the other rule allows it.
            assert accepted or pair not in by_stack
            assert not accepted or pair in by_move | by_stack
            seen["accepted" if accepted else "refused"] += 1
    assert seen["accepted"] > 3 and seen["refused"] > 3


# ---- at the table, and when solving --------------------------------------------------------------

ONLY_STACKS = """Stacks of one
$cards
DECK 1 {SPADES} {1, 2}
$initial
A 1
B 1
$moves
MOVE_STACK A B
SRCSTACK Size >= 1
$win
PILE ALL A Empty
"""
FREER_STACKS = """Freer stacks
$extended
$cards
DECK 1 {SPADES, HEARTS} {1, 2, 3, 4, 5}
$initial
GOAL 1 {S1}
GOAL 1 {H1}
COLUMN 3 FACE_ALL
COLUMN 3 FACE_ALL
COLUMN 2 FACE_ALL
COLUMN 0
$moves
MOVE COLUMN GOAL
AND
    DESTSRC Suit match
    DESTSRC Rank ascending
MOVE COLUMN COLUMN
AND
    PILE ALL GOAL Size < 2
    DEST Empty
MOVE_STACK COLUMN COLUMN
AND
    SRCSTACK Rank ascending
    DEST Empty
$win
PILE ALL COLUMN Empty
"""


def test_a_game_of_nothing_but_stacks_of_one_is_not_stuck() -> None:
    loaded = lw.loads(ONLY_STACKS, language="sgdl")
    table = loaded.table(seed=1)
    (move,) = table.legal()
    assert not table.over and move.text("sgdl") == "move_stack A[0]:0 B[0]"
    (solution,) = loaded.solve([1]).deals
    assert (solution.status, solution.moves(loaded.program())) == (SOLVED, [str(move)])
    table.apply(move)
    assert table.over and table.result().winners == (0,)


def test_solutions_are_made_of_listed_moves() -> None:
    loaded = lw.loads(FREER_STACKS, language="sgdl")
    solved = 0
    for solution in loaded.solve(range(12)).deals:
        table = loaded.table(seed=solution.deal.seed)
        for text in solution.moves(loaded.program()):
            assert text in [str(move) for move in table.legal()]
            table.apply(text)
        solved += solution.status == SOLVED
        assert solution.status != SOLVED or table.result().winners == (0,)
    assert solved


def test_a_rule_for_two_cards_or_more_is_no_mistake_and_refuses_one() -> None:
    moves = rule("MOVE_STACK", "SRCSTACK Size >= 2", "DEST Empty")
    text = game("A 8 FACE_ALL\nB 0\nB 0", moves, "PILE ALL A Empty").replace("$extended\n", "")
    assert pipeline.loads(text, "sgdl").diagnostics == ()
    loaded = lw.loads(text, language="sgdl")
    table = loaded.table(seed=1)
    assert table.legal()[0].text("sgdl") == "move_stack A[0]:6 B[0]"
    one = "move_stack A[0]:7 B[0]"
    with pytest.raises(IllegalMove):
        table.apply(one)
    found = table.explain(one)
    assert not found.legal
    told = {part.text: part.truth for part in found.conditions[-1].parts}
    empty = "the pile it goes to is empty"
    assert told == {"at least 2 cards move together": "no", empty: "yes"}
