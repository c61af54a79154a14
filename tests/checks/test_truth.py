"""What the checks say about random games is true, as far as the oracle can tell."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from ludwright.checks import run_checks
from ludwright.checks.setup_feasible import can_start
from ludwright.diagnostics import Report
from ludwright.gamedef import nodes as n
from ludwright.gamedef.intervals import Intervals
from ludwright.gamedef.nodes import GameDef, Node
from ludwright.gamedef.walk import rebuild, walk
from oracle import Oracle
from strategies import random_game

SEEDS = range(60)
LIE = n.EndGame(winners=n.ListOf(items=(), of="seat"), reason="a lie")


# ---- starts --------------------------------------------------------------------------------------


def number(rng: random.Random, depth: int = 2) -> n.Expr:
    """A small number, also one that depends on how many play or lie somewhere."""
    if depth == 0 or rng.random() < 0.4:
        return n.Number(value=rng.randint(-1, 4))
    left, right = number(rng, depth - 1), number(rng, depth - 1)
    made = (
        n.Add(left=left, right=right),
        n.Subtract(left=left, right=right),
        n.Length(items=n.Seats()),
        n.SizeOf(zone=zone(rng)),
        n.Variable(name="x"),
        n.Conditional(test=n.Less(left=left, right=right), then=left, otherwise=right),
    )
    return rng.choice(made)


def zone(rng: random.Random) -> n.Expr:
    """The deck, the pile, or a hand."""
    hand = n.ZoneAt(name="hand", owner=n.Seat(number=rng.randint(0, 2)))
    return rng.choice((n.ZoneAt(name="deck"), n.ZoneAt(name="pile"), hand))


def statement(rng: random.Random, depth: int = 2) -> n.Statement:
    """Something that may be done at the start of a game."""
    inner = tuple(statement(rng, depth - 1) for _ in range(2)) if depth else ()
    hand = n.ZoneAt(name="hand", owner=n.Local(name="seat"))
    deal = n.MoveTop(source=n.ZoneAt(name="deck"), to=hand, count=number(rng))
    partial = rng.random() < 0.3
    made: list[n.Statement] = [
        n.MoveTop(source=zone(rng), to=zone(rng), count=number(rng), partial=partial),
        n.MoveBlock(source=zone(rng), to=zone(rng), count=number(rng) if partial else None),
        n.MoveToken(token=n.TopOf(zone=zone(rng)), to=zone(rng)),
        n.ForEach(name="seat", items=n.Seats(), body=(deal,)),
        n.SetVariable(name="x", value=number(rng)),
    ]
    if inner:
        test = n.AtMost(left=number(rng), right=number(rng))
        made += [
            n.If(test=test, then=inner[:1], otherwise=inner[1:]),
            n.Attempt(body=inner, otherwise=inner[:1], rollback=partial),
            n.ForEach(name="i", items=n.Range(low=n.Number(value=1), high=number(rng)), body=inner),
        ]
    return rng.choice(made)


def start(seed: int) -> GameDef:
    """A game that is over after its start."""
    rng = random.Random(seed)
    tokens = tuple(n.Token(name="a", values=()) for _ in range(12))
    return GameDef(
        name="start",
        least_players=2,
        most_players=4,
        zones=(n.Zone(name="deck"), n.Zone(name="pile"), n.Zone(name="hand", per_seat=True)),
        supplies=(n.Supply(name="cards", zone="deck", tokens=tokens),),
        variables=(n.VariableDef(name="x", type="int", initial=n.Number(value=1)),),
        procedures=(n.Procedure(name="main", body=tuple(statement(rng) for _ in range(4))),),
    )


def test_a_start_is_said_to_fail_exactly_if_it_does() -> None:
    fail = 0
    for seed in range(300):
        game, report = start(seed), Report()
        can_start(game, report)
        told = {
            int(players)
            for found in report.items
            for listed in re.findall(r"with ([\d, to]+) player", found.message)
            for players in spread(listed)
        }
        faults = {each for each in (2, 3, 4) if Oracle(game, each, seed).status == "fault"}
        assert told == faults, seed
        fail += bool(told)
    assert 100 < fail < 290  # both happen often enough


def spread(listed: str) -> list[int]:
    """The numbers that a list like `2, 4` or `2 to 4` names."""
    numbers = [int(word) for word in re.findall(r"\d+", listed)]
    return [*range(numbers[0], numbers[-1] + 1)] if "to" in listed else numbers


# ---- tests ---------------------------------------------------------------------------------------


def test_random_games_are_checked_without_trouble() -> None:
    for seed in SEEDS:
        run_checks(random_game(seed), Report())


def with_lies(game: GameDef) -> tuple[GameDef, int]:
    """The game with an end wherever it is said that nothing gets to, and how many there are."""
    intervals = Intervals(game)

    def change(node: Node) -> Node:
        if isinstance(node, n.If):
            then = (LIE,) if intervals.never(node.test) else node.then
            otherwise = (LIE,) if intervals.always(node.test) else node.otherwise
            return replace(node, then=then, otherwise=otherwise)
        if isinstance(node, n.While) and intervals.never(node.test):
            return replace(node, body=(LIE,))
        return node

    lying = rebuild(game, change)
    return lying, sum(x is LIE for x in walk(lying))


def test_a_test_that_is_said_to_come_out_alike_does() -> None:
    lies = 0
    for seed in SEEDS:
        game, many = with_lies(random_game(seed))
        lies += many
        if not many:
            continue
        choices = random.Random(seed)
        table = Oracle(game, game.most_players, seed)
        for _ in range(60):
            if table.status != "decision":
                break
            table.choose(choices.choice(table.options()))
        assert table.result is None or table.result[2] != "a lie", seed
    assert lies > 10
