"""Keys: what they leave out, and that they tell states apart."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine import api
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.pipeline import load
from strategies import random_program
from tools.lockstep import Machine, Row
from tools.orchard import hanging, orchard
from tools.tiny import ME, PILE, loc, num

KINDS = (m.EXACT, m.POSITION, m.FUTURE)


def keys(machine: Machine) -> list[int]:
    return [int(api.key(machine.program.code, machine.state, kind)) for kind in KINDS]


def fork(machine: Machine) -> Machine:
    """The same game, which goes on on its own."""
    other = Machine(machine.program, seed=0)
    other.state[:], other.space[:], other.answer = machine.state, machine.space, machine.answer
    return other


def walks(program: Program, seed: int, most: int) -> Iterator[Machine]:
    """A random game, decision by decision."""
    rng, machine = random.Random(seed), Machine(program, seed)
    for _ in range(most):
        if machine.status != "decision":
            return
        yield machine
        machine.take(rng.randrange(len(machine.options())))


@pytest.fixture(scope="module")
def programs() -> dict[str, Program]:
    found = {}
    for name in ("klondike", "crazy-eights"):
        game = load(name).game
        assert game is not None
        found[name] = compile_game(game)
    return found


def live_words(machine: Machine) -> set[int]:
    """The registers that are live where a machine waits, from the site out to main."""
    code, state = machine.program.code, machine.state
    found: set[int] = set()
    live = int(code[int(state[m.SITE]) + m.SITE_LIVE])
    while live:
        count = int(code[live + 1])
        found |= {int(x) for x in code[live + 2 : live + 2 + count]}
        kept = int(code[live])
        found |= {kept} - {0}
        live = int(code[int(state[kept]) - 1]) if kept else 0
    return found


@pytest.mark.parametrize("seed", range(12))
def test_keys_leave_out_random_numbers_and_dead_registers(seed: int) -> None:
    program = random_program(seed)
    kept = [slot for slot in program.slots if slot.audience != "answers"]
    first = max(slot.start + slot.count for slot in kept)
    for machine in walks(program, seed, 10):
        before, words = keys(machine), machine.state
        dead = [
            *range(m.RNG, m.RNG + 8),
            *(set(range(first, int(program.code[m.P_ATTEMPTS]))) - live_words(machine)),
            *range(int(words[m.ATTEMPT_TOP]), int(program.code[m.P_ATTEMPTS_END])),
            *range(int(words[m.LIST_TOP]), int(program.code[m.P_LISTS_END])),
            m.DECISIONS,
            m.ACTION + 1,
        ]
        kept = words.copy()
        words[dead] += 1
        assert keys(machine) == before
        words[:] = kept


@pytest.mark.parametrize("seed", range(12))
def test_a_live_register_is_part_of_every_key(seed: int) -> None:
    program = random_program(seed)
    for machine in walks(program, seed, 10):
        before = keys(machine)
        for at in sorted(live_words(machine)):
            if machine.state[at] >= m.P_CODE:
                continue  # it may be a place in the code, which is followed
            machine.state[at] += 1
            assert all(a != b for a, b in zip(keys(machine), before, strict=True))
            machine.state[at] -= 1


def in_either_order(machine: Machine, one: Row, other: Row) -> list[Machine]:
    """What becomes of two moves in both orders, if both can be made so."""
    found = []
    for moves in ((one, other), (other, one)):
        each = fork(machine)
        for move in moves:
            if move not in each.options():
                return []
            each.choose(move)
        found.append(each)
    return found


def test_the_order_of_two_moves_that_make_the_same_position_does_not_matter(
    programs: dict[str, Program],
) -> None:
    same = different = 0
    for seed in range(6):
        rng = random.Random(seed)
        for machine in walks(programs["klondike"], seed, 40):
            if len(machine.options()) < 2:
                continue
            ends = in_either_order(machine, *rng.sample(machine.options(), 2))
            if len(ends) < 2 or "decision" not in (end.status for end in ends):
                continue
            shots = [end.snapshot() for end in ends]
            alike = [(shot["zones"], shot["faces"], shot["variables"]) for shot in shots]
            future = [keys(end)[2] for end in ends]
            assert (alike[0] == alike[1]) == (future[0] == future[1])
            same += alike[0] == alike[1]
            different += alike[0] != alike[1]
    assert same > 20
    assert different > 0


@pytest.mark.parametrize("name", ["klondike", "crazy-eights"])
def test_different_states_have_different_keys(programs: dict[str, Program], name: str) -> None:
    states: dict[int, dict[int, tuple[str, ...]]] = {kind: {} for kind in KINDS}
    for seed in range(8):
        for machine in walks(programs[name], seed, 60):
            shot = machine.snapshot()
            for left_out in ("rng", "turns"):
                del shot[left_out]
            position = repr(shot), repr(machine.options())
            exact = (*position, str(machine.state[m.TURNS]))
            seen = (exact, position, (repr((shot["zones"], shot["faces"])), position[1]))
            for kind, key, what in zip(KINDS, keys(machine), seen, strict=True):
                assert states[kind].setdefault(key, what) == what
    assert all(len(found) > 100 for found in states.values())


def alike(
    *body: n.Statement, after: n.Block = (), variables: tuple[n.VariableDef, ...] = ()
) -> Machine:
    """A game with two tokens that are alike on a pile, and a decision at the end of the body."""
    tokens = (n.Token(name="A", values=(1,)), n.Token(name="B", values=(1,)))
    wait = n.Decide(seat=ME, actions=(n.Action(name="go"),))
    game = n.GameDef(
        name="alike",
        properties=(n.Property(name="rank", type="int"),),
        zones=(n.Zone(name="pile", face="up"), n.Zone(name="pit", face="up")),
        supplies=(n.Supply(name="all", zone="pile", tokens=tokens),),
        variables=variables,
        procedures=(n.Procedure(name="main", body=(*body, wait, *after)),),
    )
    return Machine(compile_game(game), seed=1)


def choose_one() -> n.Statement:
    zone = n.Parameter(name="n", type="int", items=n.Range(low=num(0), high=num(1)))
    token = n.TokenAt(zone=PILE, position=loc("n"))
    move = n.MoveToken(token=token, to=n.ZoneAt(name="pit"))
    return n.Decide(seat=ME, actions=(n.Action(name="move", parameters=(zone,), body=(move,)),))


def test_of_equal_tokens_it_does_not_matter_which_lies_where() -> None:
    first, second = (alike(choose_one()) for _ in range(2))
    first.choose((0, 0))
    second.choose((0, 1))
    exact, position, future = zip(keys(first), keys(second), strict=True)
    assert exact[0] != exact[1]
    assert position[0] != position[1]
    assert future[0] == future[1]


def test_it_matters_if_something_holds_on_to_one_of_them() -> None:
    held = n.VariableDef(name="held", type="token", initial=n.Nothing(type="token"))
    hold = n.SetVariable(name="held", value=n.TopOf(zone=PILE))
    used = (n.Turn(token=n.Variable(name="held"), up=False),)
    first, second = (alike(hold, choose_one(), after=used, variables=(held,)) for _ in range(2))
    first.choose((0, 0))
    second.choose((0, 1))
    assert keys(first)[2] != keys(second)[2]


def test_equal_tokens_are_alike_as_long_as_their_changing_properties_are() -> None:
    tokens = tuple(n.Token(name=name, values=(1, power)) for name, power in (("A", 3), ("B", 4)))
    which = n.Parameter(name="n", type="int", items=n.Range(low=num(0), high=num(1)))
    token = n.TokenAt(zone=PILE, position=loc("n"))
    power = n.Parameter(name="p", type="int", items=n.Range(low=num(3), high=num(5)))
    body = n.SetProperty(token=token, property="power", value=loc("p"))
    change = n.Action(name="change", parameters=(which, power), body=(body,))
    game = n.GameDef(
        name="changing",
        properties=(
            n.Property(name="rank", type="int"),
            n.Property(name="power", type="int", changing=True),
        ),
        zones=(n.Zone(name="pile", face="up"),),
        supplies=(n.Supply(name="all", zone="pile", tokens=tokens),),
        procedures=(
            n.Procedure(
                name="main",
                body=(
                    n.While(test=n.Truth(value=True), body=(n.Decide(seat=ME, actions=(change,)),)),
                ),
            ),
        ),
    )
    program = compile_game(game)

    def future(*choices: Row) -> int:
        machine = Machine(program, seed=1)
        for choice in choices:
            machine.choose(choice)
        return keys(machine)[2]

    assert future() != future((0, 0, 5))
    assert future() != future((0, 0, 4), (0, 1, 3))
    assert future((0, 0, 4)) == future((0, 0, 5), (0, 1, 4), (0, 0, 4))


def test_which_branch_something_holds_on_to_matters() -> None:
    root = n.ZoneAt(name="pile")

    def action(name: str, first: int, second: int) -> n.Action:
        grown = tuple(
            n.Grow(name=which, zone=root, direction=num(d))
            for which, d in (("a", first), ("b", second))
        )
        body = (*grown, n.SetVariable(name="held", value=loc("a")))
        return n.Action(name=name, body=body)

    wait = n.Decide(seat=ME, actions=(n.Action(name="go"),))
    choice = n.Decide(seat=ME, actions=(action("north first", 0, 4), action("south first", 4, 0)))
    used = n.Attempt(body=(n.Prune(zone=n.Variable(name="held")),))
    game = n.GameDef(
        name="held",
        zones=(n.Zone(name="pile", branches=2),),
        variables=(n.VariableDef(name="held", type="zone", initial=n.Nothing(type="zone")),),
        procedures=(n.Procedure(name="main", body=(choice, wait, used)),),
    )
    machines = [Machine(compile_game(game), seed=1) for _ in range(2)]
    for number, machine in enumerate(machines):
        machine.take(number)
    # Both hold on to the branch with the lowest number, but it hangs elsewhere.
    assert machines[0].snapshot()["variables"] == machines[1].snapshot()["variables"]
    assert all(a != b for a, b in zip(*map(keys, machines), strict=True))


def test_the_numbers_of_branches_are_no_part_of_a_position() -> None:
    """The same cards hang in the same places, whatever grew first: the same keys but the exact one;
    and different ones if they hang elsewhere."""
    program = compile_game(orchard())
    exact: dict[str, set[int]] = {}
    found: dict[str, set[tuple[int, int]]] = {}
    places: dict[int, set[str]] = {}
    for seed in range(12):
        for machine in walks(program, seed, 60):
            what = repr(hanging(machine.program, machine.state))
            one, position, future = keys(machine)
            exact.setdefault(what, set()).add(one)
            found.setdefault(what, set()).add((position, future))
            places.setdefault(position, set()).add(what)
    assert all(len(each) == 1 for each in found.values())
    assert all(len(each) == 1 for each in places.values())
    assert any(len(each) > 1 for each in exact.values())
    assert len(found) > 100
