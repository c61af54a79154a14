"""Where a chosen zone hangs is worked out once, lists of zones are made once: nothing changes."""

from __future__ import annotations

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine import ops
from ludwright.machine.program import instructions
from tools.lockstep import lock_step
from tools.orchard import orchard
from tools.tiny import ME, loc, num

FROM, TO, EACH = loc("from"), loc("to"), loc("each")
TREES = n.Join(lists=(n.TreeOf(zone=n.ZoneAt(name="oak")), n.TreeOf(zone=n.ZoneAt(name="elm"))))


def end(zone: n.Expr) -> n.Expr:
    return n.DeepestOf(zone=zone)


def differ(left: n.Expr, right: n.Expr) -> n.Expr:
    return n.Not(item=n.Equal(left=left, right=right))


OTHER_TREE = differ(n.RootOf(zone=FROM), n.RootOf(zone=TO))
MORE = n.AtMost(left=n.SizeOf(zone=end(FROM)), right=n.SizeOf(zone=end(TO)))
NOT_THERE = differ(end(FROM), end(TO))
BOUND_AGAIN = n.AnyOf(items=TREES, name="to", where=differ(end(TO), n.RootOf(zone=TO)))
EMPTY = n.Filter(items=TREES, name="each", where=n.Equal(left=n.SizeOf(zone=EACH), right=num(9)))

GUARDS = {
    "one tree and another": (OTHER_TREE, MORE, NOT_THERE),
    "asked only later": (n.Truth(value=True), MORE, NOT_THERE, OTHER_TREE),
    "a name bound again": (MORE, BOUND_AGAIN, NOT_THERE, OTHER_TREE),
}


def game(items: n.Expr, *guard: n.Expr) -> n.GameDef:
    """Cards are laid below two roots; then a card may go from one zone to the end of another."""
    move = n.Action(
        name="move",
        parameters=(
            n.Parameter(name="from", type="zone", items=TREES),
            n.Parameter(name="to", type="zone", items=items),
        ),
        guard=n.And(items=(n.Exists(item=n.TopOf(zone=FROM)), *guard)),
        body=(n.MoveTop(source=FROM, to=end(TO)),),
    )
    plain = orchard(n.Decide(seat=ME, actions=(move, n.Action(name="wait"))))
    assert verify(plain) == []
    return plain


@pytest.mark.quick(2)
@pytest.mark.parametrize("items", [TREES, EMPTY], ids=["some", "none"])
@pytest.mark.parametrize("name", GUARDS)
def test_the_same_options_are_listed(items: n.Expr, name: str) -> None:
    for seed in range(4):
        lock_step(game(items, *GUARDS[name]), 1, seed)


def test_the_ends_of_both_zones_are_looked_for_once() -> None:
    """Where each test is told by itself, each of the four has to look for its own."""
    asked, bare = game(TREES, *GUARDS["one tree and another"]), game(TREES)
    assert _looked_for(asked) - _looked_for(bare) == 2 + 4


def _looked_for(made: n.GameDef) -> int:
    return [op for _, op, _ in instructions(compile_game(made, 1))].count(ops.DEEPEST)
