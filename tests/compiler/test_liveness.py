"""What may still be read where somebody chooses: by kind of statement, and in random games."""

from __future__ import annotations

import random

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine import api
from ludwright.machine import state as m
from ludwright.machine.program import Array, Program
from models import registers
from models.observation import Masks
from strategies import random_game
from tools.lockstep import Machine
from tools.tiny import ME, X, game, loc, num, put

TWO = n.Range(low=num(1), high=num(2))
FAIL = n.Fail(reason="no")


def ask() -> n.Statement:
    """A question: a node of its own each time, because what is alive is told by statement."""
    return n.Ask(name="q", seat=ME, items=TWO)


def let(name: str, value: int = 5) -> n.Statement:
    return n.Let(name=name, value=num(value))


def read(name: str) -> n.Statement:
    return put(loc(name))


def is_one(name: str) -> n.Expr:
    return n.Equal(left=loc(name), right=num(1))


def made(*body: n.Statement, helpers: tuple[n.Procedure, ...] = ()) -> Program:
    whole = game(*body, helpers=helpers)
    assert not verify(whole)
    return compile_game(whole, 2)


def alive(machine: Machine) -> set[str]:
    return {
        slot.name for slot in registers.live_registers(machine.program, machine.state) if slot.name
    }


A, B = (let("a"), let("b"))
HELPER = n.Procedure(
    name="f",
    parameters=(n.Parameter(name="p", type="int"), n.Parameter(name="unread", type="int")),
    body=(ask(), read("p")),
)
CASES: dict[str, tuple[n.Block, list[set[str]]]] = {
    # per case: the statements, and what is alive at each choice if the first option is taken
    "what is read later": ((A, B, ask(), read("a")), [{"a"}]),
    "what is told about a choice": (
        (
            A,
            B,
            n.Decide(
                seat=ME,
                actions=(n.Action(name="go", because=(n.Reason(text="a", test=is_one("a")),)),),
                refused=(
                    n.Refusal(
                        notations=(n.Notation(name="", parts=("stop",)),),
                        because=(n.Reason(text="b", test=is_one("b")),),
                    ),
                ),
            ),
        ),
        [{"a", "b"}],
    ),
    "what is bound again before it is read": ((A, ask(), let("a", 6), read("a")), [set()]),
    "an answer is not alive before it is given": ((ask(), ask(), read("q")), [set(), set()]),
    "one side of an If": ((A, B, ask(), n.If(test=is_one("a"), then=(read("b"),))), [{"a", "b"}]),
    "the test and the next round of a While": (
        (
            A,
            B,
            n.While(test=n.Less(left=X, right=num(1)), body=(ask(), put(num(1)), read("a"))),
            ask(),
            read("b"),
        ),
        # Reading `a` makes x 5, so there is one round.
        [{"a", "b"}, {"b"}],
    ),
    "a loop over items": (
        (n.ForEach(name="i", items=TWO, body=(ask(), read("i"))), ask()),
        [{"i"}, {"i"}, set()],
    ),
    "a list with a name, while it is gone through": (
        (
            n.Let(name="l", value=n.Each(items=TWO, name="e", value=n.Add(left=X, right=loc("e")))),
            n.ForEach(name="i", items=loc("l"), body=(ask(),)),
            ask(),
        ),
        [{"l"}, {"l"}, set()],
    ),
    "where Leave leads to": (
        (A, B, n.ForEach(name="i", items=TWO, body=(ask(), n.Leave(), read("b"))), read("a")),
        [{"a"}],
    ),
    "where a failure leads to": (
        (A, B, n.Attempt(body=(ask(), let("a", 6), FAIL), otherwise=(read("b"),))),
        [{"b"}],
    ),
    "what is bound before a failure": (
        (A, n.Attempt(body=(ask(), let("a", 6), FAIL), otherwise=(read("a"),))),
        [{"a"}],
    ),
    "behind a failure that is caught further out": (
        (A, n.Attempt(body=(n.Attempt(body=(ask(), FAIL), otherwise=(FAIL,)),)), read("a")),
        [{"a"}],
    ),
    "after a rollback": (
        (A, n.Attempt(body=(let("a", 6), ask(), FAIL), otherwise=(read("a"),), rollback=True)),
        [{"a"}],
    ),
    "parameters, guards and bodies of actions": (
        (
            A,
            B,
            let("c"),
            n.Decide(
                seat=ME,
                actions=(
                    n.Action(
                        name="go",
                        parameters=(n.Parameter(name="k", type="int", items=TWO),),
                        guard=n.Less(left=loc("k"), right=loc("a")),
                        body=(ask(), read("k"), read("b")),
                    ),
                ),
            ),
        ),
        [{"a", "b"}, {"b", "k"}],
    ),
    "what every action binds again": (
        (
            A,
            B,
            n.Decide(
                seat=ME,
                actions=(
                    n.Action(name="one", body=(let("a", 6), let("b", 6))),
                    n.Action(name="two", body=(let("a", 7),)),
                ),
            ),
            read("a"),
            read("b"),
        ),
        [{"b"}],
    ),
    "a choice in a loop": (
        (
            A,
            n.ForEach(
                name="i",
                items=TWO,
                body=(
                    n.Decide(
                        seat=ME, actions=(n.Action(name="go", body=(read("a"), let("a", 7))),)
                    ),
                ),
            ),
        ),
        [{"a"}, {"a"}],
    ),
    "what several seats ask for": (
        (
            A,
            B,
            n.Together(
                name="w",
                seats=n.Seats(),
                body=(n.Ask(name="q", seat=loc("w"), items=TWO), read("b"), ask()),
            ),
            read("a"),
        ),
        [{"a", "b"}] * 4,
    ),
    "a call, and what is around it": (
        (A, B, n.Call(procedure="f", arguments=(num(1), num(2))), read("b")),
        [{"p", "b"}],
    ),
    "a boundary": (
        (
            A,
            n.Later(boundary="x", procedure="f", arguments=(num(1), num(2))),
            n.Boundary(name="x"),
            read("a"),
        ),
        [{"p", "a"}],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_alive_is(case: str) -> None:
    body, expected = CASES[case]
    machine = Machine(made(*body, helpers=(HELPER,)), seed=1)
    found = []
    while machine.status == "decision":
        found.append(alive(machine))
        machine.take(0)
    assert machine.status == "over"
    assert found == expected


def test_a_frame_is_known_from_the_site_out_to_main() -> None:
    """Names of the procedure that waits and of all that called it, with their values."""
    inner = n.Procedure(
        name="f",
        parameters=(n.Parameter(name="given", type="int"),),
        body=(
            n.Let(name="mine", value=n.Multiply(left=loc("given"), right=num(2))),
            ask(),
            put(n.Add(left=loc("given"), right=loc("mine"))),
        ),
    )
    call = n.Call(procedure="f", arguments=(n.Add(left=loc("turn"), right=num(10)),))
    loop = n.ForEach(name="turn", items=TWO, body=(call, read("turn")))
    machine = Machine(made(let("early", 7), loop, let("late"), read("early"), helpers=(inner,)), 1)
    for turn in (1, 2):
        slots = [
            slot for slot in registers.live_registers(machine.program, machine.state) if slot.name
        ]
        assert {slot.type for slot in slots} == {"int"}
        assert {slot.name: int(machine.state[slot.start]) for slot in slots} == {
            "given": 10 + turn,
            "mine": 2 * (10 + turn),
            "early": 7,
            "turn": turn,
        }
        machine.take(0)
    assert machine.status == "over"


# ---- random games --------------------------------------------------------------------------------


def without_dead_registers(masks: Masks, state: Array) -> Array:
    """A state in which every register that is not live holds what it held at first."""
    program, words = masks.program, state.copy()
    agenda = int(program.code[m.P_AGENDA])
    kept = {slot.start for slot in registers.live_registers(program, state)} | set(
        registers.return_words(program, state)
    )
    kept |= set(range(agenda, agenda + 1 + m.MOST_DUE * m.DUE_WORDS)) if agenda else set()
    dead = [
        at for at in range(program.registers_at, int(program.code[m.P_ATTEMPTS])) if at not in kept
    ]
    words[dead] = program.image[dead]
    return words


def without_anything_dead(masks: Masks, state: Array) -> Array:
    """What views are made of: also lists, tries and snapshots only as far as they are needed."""
    words = masks.living(state)
    words[m.RNG : m.RNG + 8] = state[m.RNG : m.RNG + 8]
    if state[m.TOGETHER]:  # what others answered is left out for another reason
        end = int(masks.program.code[m.P_CALLS])
        words[masks.answers : end] = state[masks.answers : end]
    return words


def fork(machine: Machine, state: Array) -> Machine:
    """The same game, which goes on from another state."""
    other = Machine.__new__(Machine)
    other.program, other.answer = machine.program, machine.answer
    other.state, other.space = state.copy(), machine.space.copy()
    api.list_rows(other.program.code, other.state, other.space)
    return other


def go_on_alike(one: Machine, two: Machine, rng: random.Random, most: int) -> None:
    """Play both by the same choices; fail where they differ in anything that can be seen."""
    for _ in range(most):
        assert two.status == one.status and two.options() == one.options()
        assert two.snapshot() == one.snapshot()
        if not (
            one.state[m.CHECKPOINTS] or one.state[m.TOGETHER] or one.state[m.LIST_TOP] > lists(one)
        ):
            exact = [int(api.key(x.program.code, x.state, m.EXACT)) for x in (one, two)]
            assert exact[0] == exact[1]
        if one.status != "decision":
            return
        row = rng.choice(one.options())
        one.choose(row)
        two.choose(row)


def lists(machine: Machine) -> int:
    return int(machine.program.code[m.P_LISTS])


@pytest.mark.quick(1)
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_what_is_dead_is_never_read_again(first: int) -> None:
    decisions = 0
    for seed in range(first, first + 10):
        whole = random_game(seed)
        masks = Masks(compile_game(whole))
        rng, machine = random.Random(seed), Machine(masks.program, seed)
        for _ in range(12):
            if machine.status != "decision":
                break
            decisions += 1
            for blanked in (without_dead_registers, without_anything_dead):
                other = fork(machine, blanked(masks, machine.state))
                go_on_alike(fork(machine, machine.state), other, rng, 6)
            machine.choose(rng.choice(machine.options()))
    assert decisions > 30
