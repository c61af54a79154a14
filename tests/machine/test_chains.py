"""Trees that grow in one direction are walked as chains, and moves between zones are found by one
op: both must be what the oracle makes of the same nodes, also where trees nearly are chains."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.program import Program, instructions
from tools.lockstep import lock_step
from tools.tiny import ME, loc, num

SOUTH, EAST = num(4), num(2)
NODE, TARGET, TO, SOURCE = loc("node"), loc("target"), loc("to"), loc("source")
CELLS, FLAT = ("a", "b", "c"), ("d", "e")
HUGE = 2**31 - 1


def cell(name: str) -> n.ZoneAt:
    return n.ZoneAt(name=name)


def of(token: n.Expr, name: str) -> n.Expr:
    return n.PropertyOf(token=token, property=name)


def top(zone: n.Expr) -> n.Expr:
    return n.TopOf(zone=zone)


def total(zone: n.Expr) -> n.Expr:
    below = loc("below")
    sizes = n.Each(items=n.TreeOf(zone=zone), name="below", value=n.SizeOf(zone=below))
    return n.Sum(items=sizes)


END = n.DeepestOf(zone=TARGET)
LOOSE = n.Not(item=of(top(NODE), "fixed"))
FACE_UP = n.IsFaceUp(token=top(NODE))
APART = n.Not(item=n.Equal(left=n.RootOf(zone=NODE), right=TARGET))
ALONE = n.And(
    items=(
        n.AtMost(left=n.SizeOf(zone=NODE), right=num(1)),
        n.Equal(left=total(NODE), right=num(1)),
    )
)
LESS = n.Equal(
    left=of(top(NODE), "rank"), right=n.Subtract(left=of(top(END), "rank"), right=num(1))
)
OTHER = n.Not(item=n.Equal(left=of(top(NODE), "red"), right=of(top(END), "red")))
FLATLY = n.Less(left=of(top(NODE), "rank"), right=of(top(TARGET), "rank"))
BARE = n.Or(
    items=(n.Not(item=n.Exists(item=top(END))), n.Less(left=num(1), right=n.SizeOf(zone=END)))
)
FEW = n.Less(left=total(TARGET), right=num(5))
LEAF = n.Not(item=n.Exists(item=n.ChildAt(zone=NODE, direction=SOUTH)))
EARLY = n.Less(left=n.Variable(name="moves"), right=num(7))
STOPS = n.Less(left=num(0), right=n.Add(left=n.Variable(name="much"), right=of(top(NODE), "rank")))
PARTS = (LOOSE, FACE_UP, APART, ALONE, LESS, OTHER, FLATLY, BARE, FEW, LEAF, EARLY, STOPS)
WEIGHTS = (8, 4, 8, 2, 2, 5, 1, 2, 2, 1, 1, 1)


def taking(ways: tuple[n.Number, ...]) -> n.Procedure:
    """Move the loose tokens of a zone and of all below it, keeping the shape."""
    kept = n.Filter(
        items=n.TokensIn(zone=SOURCE), name="t", where=n.Not(item=of(loc("t"), "fixed"))
    )
    moved = n.MoveToken(token=loc("card"), to=TO)
    down = tuple(
        n.If(
            test=n.Exists(item=n.ChildAt(zone=SOURCE, direction=way)),
            then=(
                n.Grow(name="deeper", zone=TO, direction=way),
                n.Call(
                    procedure="take",
                    arguments=(n.ChildAt(zone=SOURCE, direction=way), loc("deeper")),
                ),
            ),
        )
        for way in ways
    )
    return n.Procedure(
        name="take",
        parameters=(n.Parameter(name="source", type="zone"), n.Parameter(name="to", type="zone")),
        body=(n.ForEach(name="card", items=n.Reversed(items=kept), body=(moved,)), *down),
    )


def pruning() -> n.Procedure:
    """Prune the empty leaves below a zone, except those of a list."""
    each, start, spared = loc("each"), loc("start"), loc("spared")
    bare = n.And(
        items=(
            n.Equal(left=n.SizeOf(zone=each), right=num(0)),
            n.Exists(item=n.ParentOf(zone=each)),
            n.Equal(left=n.Length(items=n.TreeOf(zone=each)), right=num(1)),
            n.Not(item=n.Contains(items=spared, value=each)),
        )
    )
    walk = n.Reversed(items=n.TreeOf(zone=start))
    return n.Procedure(
        name="prune",
        parameters=(
            n.Parameter(name="start", type="zone"),
            n.Parameter(name="spared", type="[zone]"),
        ),
        body=(
            n.ForEach(name="each", items=walk, body=(n.If(test=bare, then=(n.Prune(zone=each),)),)),
        ),
    )


def pruned(start: n.Expr, *spared: n.Expr) -> n.Statement:
    return n.Call(procedure="prune", arguments=(start, n.ListOf(items=spared, of="zone")))


def dragged(rng: random.Random, ways: tuple[n.Number, ...]) -> n.Block:
    """What a drag does: cards are taken, some zone is turned up, empty leaves are pruned."""
    receiver, donor, peak = loc("receiver"), loc("donor"), loc("peak")
    child = n.ChildAt(zone=peak, direction=SOUTH)
    spared = (receiver,) if rng.random() < 0.3 else ()
    cards = n.Filter(items=n.TokensIn(zone=NODE), name="t", where=n.Not(item=of(loc("t"), "fixed")))
    taken: tuple[n.Block, ...] = (
        (n.Call(procedure="take", arguments=(NODE, TO)),),
        (n.MoveToken(token=n.Item(items=cards, index=num(0)), to=TO),),
        (n.ForEach(name="card", items=cards, body=(n.MoveToken(token=loc("card"), to=TO),)),),
    )
    grown = n.If(
        test=n.Contains(items=n.ListOf(items=tuple(map(cell, CELLS))), value=TARGET),
        then=(n.Grow(name="to", zone=receiver, direction=rng.choice(ways)),),
    )
    return (
        n.Attempt(
            body=(
                n.Let(name="receiver", value=END),
                n.Let(name="donor", value=n.RootOf(zone=NODE)),
                n.Let(name="to", value=receiver),
                *((grown,) if rng.random() < 0.8 else ()),
                *rng.choice(taken),
                *((pruned(donor, *spared),) if rng.random() < 0.8 else ()),
                n.Let(name="peak", value=donor),
                n.While(test=n.Exists(item=child), body=(n.Let(name="peak", value=child),)),
                n.Turn(token=top(peak), up=rng.random() < 0.7),
                pruned(n.RootOf(zone=receiver)),
            ),
            otherwise=(n.Turn(token=top(NODE), up=False),),
            rollback=rng.random() < 0.5,
        ),
        n.SetVariable(name="moves", value=n.Add(left=n.Variable(name="moves"), right=num(1))),
    )


def dealt(rng: random.Random, ways: tuple[n.Number, ...], count: int) -> list[n.Statement]:
    """A deal of chains, flat piles, and a few zones that hold two tokens."""
    statements: list[n.Statement] = [n.Shuffle(zone=cell("deck"))]
    for name in (*CELLS, *FLAT):
        statements.append(n.Let(name="to", value=cell(name)))
        for _ in range(rng.randint(0, count // 5)):
            if name in CELLS and rng.random() < 0.8:
                statements.append(n.Grow(name="to", zone=TO, direction=rng.choice(ways)))
            statements.append(n.MoveTop(source=cell("deck"), to=TO, partial=True))
            statements.append(n.Turn(token=top(TO), up=rng.random() < 0.7))
    return statements


def drag(rng: random.Random, ways: tuple[n.Number, ...]) -> n.Action:
    """An action on a zone of a tree and a target, with some of the parts as its guard."""
    trees = tuple(n.TreeOf(zone=cell(name)) for name in rng.sample(CELLS, 2))
    flat = n.ListOf(items=tuple(map(cell, rng.sample(FLAT, 1))), of="zone")
    targets = rng.sample((*CELLS, *FLAT), 3)
    parts = [part for part, often in zip(PARTS, WEIGHTS, strict=True) if rng.random() * 9 < often]
    rng.shuffle(parts)
    return n.Action(
        name="drag",
        parameters=(
            n.Parameter(name="node", type="zone", items=n.Join(lists=(*trees, flat))),
            n.Parameter(
                name="target", type="zone", items=n.ListOf(items=tuple(map(cell, targets)))
            ),
        ),
        guard=n.And(items=(*parts, APART) if rng.random() < 0.7 else tuple(parts)),
        body=dragged(rng, ways),
    )


def game(rng: random.Random, ways: tuple[n.Number, ...]) -> n.GameDef:
    """A game of drags between trees that grow in some directions."""
    count = rng.randint(10, 40)
    tokens = tuple(
        n.Token(name=f"card {i}", values=(rng.randint(1, 4), rng.random() < 0.5, i % 9 == 0))
        for i in range(count)
    )
    actions = tuple(drag(rng, ways) for _ in range(rng.randint(1, 3)))
    moves = n.While(
        test=n.Less(left=n.Variable(name="moves"), right=num(12)),
        body=(n.Decide(seat=ME, actions=(*actions, WAIT)),),
    )
    made = n.GameDef(
        name="chains",
        properties=(
            n.Property(name="rank", type="int"),
            n.Property(name="red", type="bool"),
            n.Property(name="fixed", type="bool", open=True),
        ),
        zones=(
            *(n.Zone(name=name, branches=count) for name in CELLS),
            *(n.Zone(name=name) for name in FLAT),
            n.Zone(name="deck", others_see="none"),
        ),
        supplies=(n.Supply(name="all", zone="deck", tokens=tokens),),
        variables=(
            n.VariableDef(name="moves", type="int", initial=num(0)),
            n.VariableDef(name="much", type="int", initial=num(HUGE - rng.randint(1, 4))),
        ),
        procedures=(
            n.Procedure(name="main", body=(*dealt(rng, ways, count), moves)),
            taking(ways),
            pruning(),
        ),
    )
    assert verify(made) == []
    return made


WAIT = n.Action(
    name="wait",
    body=(n.SetVariable(name="moves", value=n.Add(left=n.Variable(name="moves"), right=num(1))),),
)


def names_of(program: Program) -> set[str]:
    return {ops.NAMES[op] for _, op, _ in instructions(program)}


@pytest.mark.quick(12)
@pytest.mark.parametrize("seed", range(120))
def test_drags_between_chains_and_trees_go_as_the_oracle_says(seed: int) -> None:
    rng = random.Random(seed)
    made = game(rng, (SOUTH,) if seed % 3 else (SOUTH, EAST))
    for walk in range(6):
        lock_step(made, 1, 100 * seed + walk, most=14)


def test_the_random_games_use_every_op_and_both_kinds_of_trees() -> None:
    seen: set[str] = set()
    ways = set()
    for seed in range(30):
        made = game(random.Random(seed), (SOUTH,) if seed % 3 else (SOUTH, EAST))
        program = compile_game(made, 1, {})
        ways.add(int(program.code[program.code[m.P_TREES] + m.TREE_WAY]))
        seen |= names_of(program)
    wanted = {
        "TOPS",
        "ROWS_NODES",
        "NEXT_NODE",
        "FURTHEST",
        "PRUNE_LEAVES",
        "MOVE_EACH",
        "MOVE_BRANCH",
    }
    assert wanted | {"FIRST_FIT", "ROOT", "TREE_SIZE"} <= seen
    assert ways == {4, -1}


@pytest.mark.parametrize(
    "direction, way",
    [
        (SOUTH, 4),
        (n.DirectionOf(zone=cell("b")), 4),
        (EAST, -1),
        (n.Variable(name="moves"), -1),
        (num(9), -1),
    ],
)
def test_what_is_a_chain(direction: n.Expr, way: int) -> None:
    made = game(random.Random(1), (SOUTH,))
    grow = n.Procedure(name="grow", body=(n.Grow(name="x", zone=cell("a"), direction=direction),))
    program = compile_game(
        n.GameDef(
            **{
                name: getattr(made, name)
                for name in ("name", "properties", "zones", "supplies", "variables")
            },
            procedures=(*made.procedures, grow),
        ),
        1,
        {},
    )
    assert program.code[program.code[m.P_TREES] + m.TREE_WAY] == way


def test_leaves_are_pruned_without_any_other_list() -> None:
    made = game(random.Random(0), (SOUTH, EAST))
    grown = tuple(n.Grow(name="x", zone=cell("a"), direction=way) for way in (SOUTH, EAST))
    wait = n.Decide(seat=ME, actions=(WAIT,))
    main = n.Procedure(name="main", body=(*grown, pruned(cell("a")), wait))
    only = replace(made, procedures=(main, pruning()))
    assert verify(only) == []
    assert "TREE" not in names_of(compile_game(only, 1, {}))
    lock_step(only, 1, 0, most=3)


# ---- runs of piles -------------------------------------------------------------------------------

PILE, DEPTH = loc("source"), loc("depth")
LOWEST = n.TokenAt(zone=PILE, position=DEPTH)
RUN_PARTS = (
    n.Not(item=n.Equal(left=PILE, right=TARGET)),
    n.Or(
        items=(
            n.Not(item=n.Exists(item=top(TARGET))),
            n.Less(left=of(LOWEST, "rank"), right=of(top(TARGET), "rank")),
        )
    ),
    n.Less(left=of(LOWEST, "rank"), right=num(4)),
    n.AtMost(left=DEPTH, right=n.SizeOf(zone=TARGET)),
    n.Less(left=n.Variable(name="moves"), right=num(7)),
    n.Less(left=num(0), right=n.Add(left=n.Variable(name="much"), right=of(LOWEST, "rank"))),
    n.Less(left=n.Multiply(left=DEPTH, right=n.SizeOf(zone=PILE)), right=num(14)),
)


def runs(rng: random.Random) -> n.GameDef:
    """A game in which runs move between piles, with some of the parts as guards."""
    tokens = tuple(
        n.Token(name=f"card {i}", values=(rng.randint(1, 5), i % 2 == 0)) for i in range(24)
    )
    lower, upper = loc("lower"), loc("upper")
    follows = n.AtMost(left=of(upper, "rank"), right=of(lower, "rank"))
    run = n.RunLength(zone=PILE, lower="lower", upper="upper", where=follows)
    parts = [part for part in RUN_PARTS[1:] if rng.random() < 0.4]
    rng.shuffle(parts)
    parts.insert(rng.randint(0, len(parts)), RUN_PARTS[0])
    piles = n.ZonesNamed(name="pile")
    move = n.Action(
        name="move",
        parameters=(
            n.Parameter(name="source", type="zone", items=piles),
            n.Parameter(name="target", type="zone", items=piles),
            n.Parameter(
                name="depth",
                type="int",
                items=n.Range(low=num(1), high=n.Subtract(left=run, right=num(1))),
            ),
        ),
        guard=n.And(items=tuple(parts)),
        body=(
            n.MoveBlock(source=PILE, to=TARGET, count=n.Add(left=DEPTH, right=num(1))),
            *WAIT.body,
        ),
    )
    deal = tuple(
        statement
        for i in range(24)
        for statement in (
            n.MoveTop(source=cell("deck"), to=n.ZoneAt(name="pile", index=num(i % 5))),
            n.Turn(token=top(n.ZoneAt(name="pile", index=num(i % 5))), up=rng.random() < 0.9),
        )
    )
    made = n.GameDef(
        name="runs",
        properties=(n.Property(name="rank", type="int"), n.Property(name="red", type="bool")),
        zones=(n.Zone(name="pile", count=6), n.Zone(name="deck")),
        supplies=(n.Supply(name="all", zone="deck", tokens=tokens),),
        variables=(
            n.VariableDef(name="moves", type="int", initial=num(0)),
            n.VariableDef(name="much", type="int", initial=num(HUGE - rng.randint(1, 5))),
        ),
        procedures=(
            n.Procedure(
                name="main",
                body=(
                    n.Shuffle(zone=cell("deck")),
                    *deal,
                    n.While(
                        test=n.Less(left=n.Variable(name="moves"), right=num(12)),
                        body=(n.Decide(seat=ME, actions=(move, WAIT)),),
                    ),
                ),
            ),
        ),
    )
    assert verify(made) == []
    return made


@pytest.mark.quick(12)
@pytest.mark.parametrize("seed", range(100))
def test_runs_between_piles_go_as_the_oracle_says(seed: int) -> None:
    made = runs(random.Random(seed))
    for walk in range(6):
        lock_step(made, 1, 100 * seed + walk, most=14)


def test_candidates_are_listed_first_where_only_part_of_a_guard_is_a_table() -> None:
    programs = [compile_game(runs(random.Random(seed)), 1, {}) for seed in range(20)]
    assert {"NEXT_RUN", "ROWS_RUNS"} <= set().union(*map(names_of, programs))
