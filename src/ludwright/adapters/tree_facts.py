"""What is known of a game before it is played: bounds of utilities, of its length, of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.information_flow import InformationFlow
from ..gamedef.walk import walk
from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, Program, instructions
from ..play.draws import Draws
from ..play.workspace import MOST_ROWS
from ..search import unfold as u
from ..search.game_tree import GameTree
from ..search.walk import NotSolvable
from .chance_tree import TERMINAL, Tree

Truths = np.ndarray[Any, np.dtype[np.bool_]]

MOST_NODES = 10_000  # of a tree that is unfolded for its exact facts
LARGE = 1e9  # the product of the numbers of children along one path of a larger tree
BALANCED, DIGITS = 1e-9, 9  # how far apart sums of utilities may be, if they are the same
UNBOUNDED = float(2**31)  # a score is a number of 32 bits


@dataclass(frozen=True, slots=True)
class TreeFacts:
    """Facts of a tree. They are exact if it is small, else they are sound bounds.

    `total` is the sum of all utilities, if it is always the same; `decisions` and `chances` are the
    most of either kind on a path, `outcomes` the most of a chance node."""

    least: float
    most: float
    total: float | None
    decisions: int
    chances: int | None
    outcomes: int
    exact: bool


def facts_of(tree: Tree) -> TreeFacts:
    """The facts of a tree; games without information sets are refused."""
    small = _unfolded(tree)
    if small is not None:
        found = _exact(small)
        if found.decisions <= tree.max_decisions:
            return found
    least, most = _range(tree)
    return TreeFacts(
        least, most, _total(tree), tree.max_decisions, None, _outcomes(tree.program), False
    )


def is_perfect(game: n.GameDef, program: Program) -> bool:
    """Whether it is certain that nothing is ever hidden, the future included."""
    flow = InformationFlow(game)
    return (
        not uses_chance(program)
        and not program.code[m.P_ANSWERS]
        and all(variable.audience == "all" for variable in game.variables)
        and all(flow.is_open(n.ZoneAt(name=zone.name)) for zone in game.zones)
        # What is taken out of play is hidden; what is still to come comes in a known order.
        and not any(isinstance(node, n.Hide | n.Destroy) for node in walk(game))
    )


def uses_chance(program: Program) -> bool:
    """Whether a program with explicit chance ever asks it."""
    tosses = any(op == ops.TOSS for _, op, _ in instructions(program))
    return tosses or bool(program.shuffled)


# ---- small trees, exactly ------------------------------------------------------------------------


def _unfolded(tree: Tree) -> GameTree | None:
    """The whole tree, if it is small and every decision is one."""
    if not tree.program.sites or _seems_large(tree):
        return None
    try:
        return GameTree(tree.program, most=MOST_NODES)
    except NotSolvable:
        pass
    try:
        GameTree(tree.program, most=MOST_NODES, strict=False)
    except NotSolvable:
        return None  # too large
    # Small, but its information sets contradict themselves: say why.
    return GameTree(tree.program, most=MOST_NODES)


def _seems_large(tree: Tree) -> bool:
    """Whether a random path has so many branches that unfolding is hopeless (Knuth 1975)."""
    node, draws, product = tree.root, Draws(1), 1.0
    for _ in range(tree.max_decisions):
        if node.who == TERMINAL:
            return False
        product *= len(node.actions)
        if product > LARGE:
            return True
        node = node.child(node.actions[draws.below(len(node.actions))])
    return True


def _exact(tree: GameTree) -> TreeFacts:
    nodes = tree.nodes.reshape(-1, u.NODE_WORDS)
    values = tree.values.reshape(-1, tree.seats)
    sums = values.sum(axis=1)
    same = bool(np.ptp(sums) < BALANCED)
    chance = nodes[:, u.N_WHO] == u.CHANCE
    return TreeFacts(
        least=float(values.min()),
        most=float(values.max()),
        total=round(float(sums[0]), DIGITS) if same else None,
        decisions=_deepest(nodes, nodes[:, u.N_WHO] >= 0),
        chances=_deepest(nodes, chance),
        outcomes=_outcomes(tree.program),
        exact=True,
    )


def _deepest(nodes: Array, counted: Truths) -> int:
    """The most counted nodes on a path; children come after their parents."""
    above = np.zeros(len(nodes), np.int32)
    for node, (first, count) in enumerate(nodes[:, [u.N_FIRST, u.N_COUNT]].tolist()):
        above[first : first + count] = above[node] + counted[node]
    return int(above.max())


# ---- other trees, by what programs can do --------------------------------------------------------


def _range(tree: Tree) -> tuple[float, float]:
    """The least and the most that a result is worth; 0 is among them, for a game cut off."""
    if tree.utility.by_score:
        return -UNBOUNDED, UNBOUNDED
    sides = len(set(tree.utility.sides))
    return (0.0, 1.0) if sides == 1 else (-1.0 / (sides - 1), 1.0)


def _total(tree: Tree) -> float | None:
    """The sum of all utilities, if it is always the same."""
    sides = tree.utility.sides
    sizes = {sides.count(side) for side in sides}
    if len(set(sides)) == 1 or len(sizes) > 1:
        return None
    # A score that is not declared is the utility only because scores add up to 0.
    return None if tree.program.payoff in ("score", "lower score") else 0.0


def _outcomes(program: Program) -> int:
    """No chance node has more outcomes."""
    most = 0
    for _, op, operands in instructions(program):
        if op == ops.DRAW and program.shuffled:
            most = max(most, len(program.tokens) - 1)
        elif op == ops.TOSS:
            low, high = (program.symbols.constants.get(at) for at in operands[1:3])
            most = max(most, MOST_ROWS if low is None or high is None else high - low + 1)
    return most
