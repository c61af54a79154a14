"""Native code of a program plays the interpreter's games: every word, key and option."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludwright.compiler.compile import compile_game
from ludwright.machine import advance, api, interpreter, native, profile, tier
from ludwright.machine import state as m
from ludwright.machine.flow_graph import flow_graph
from ludwright.machine.program import Program, instructions
from ludwright.machine.tier_ir import Writer
from ludwright.pipeline import library_games, load
from ludwright.play.workspace import workspace
from strategies import random_game

pytestmark = pytest.mark.skipif(not interpreter.COMPILED, reason="there is no compiler here")

LIBRARY = sorted(name for name in library_games() if ":" not in name)
# Trials, atomic actions, simultaneous choices, recursion, agenda, dry runs, trees, sets, chance.
HARD = (
    *("storm-the-gate", "president", "rings", "gin-rummy", "gops", "hearts", "texas-holdem"),
    *("klondike:rulexml", "orchard", "freecell"),
)
GAMES = Path(__file__).parents[1] / "cli" / "games"


class Side:
    """One of two machines that play the same game."""

    def __init__(self, program: Program, seed: int, code: tier.NativeCode | None) -> None:
        self.program = program
        self.operate = api._operate if code is None else code.operate
        self.state = program.image.copy()
        self.space = workspace(program)
        api.seed_state(self.state, seed)
        self.answer = self.run(0)

    def run(self, option: int | None = None) -> int:
        """Advance, after taking an option if the machine waits for one."""
        if self.state[m.STATUS] == m.DECISION and option is not None:
            api.take_option(self.program.code, self.state, self.space, option)
        return int(self.operate(self.program.code, self.state, self.space, 0, 0, 0, 0, 0))


def writer_of(program: Program, hot: set[int] | None = None) -> Writer:
    bitcode = native.MACHINE.bitcode
    assert bitcode is not None
    return Writer(program, bitcode.functions, hot)


def copies(program: Program, locals: list[int]) -> list[int]:
    """Where checkpoints of attempts, rounds and dry runs have copies of registers."""
    code = program.code.tolist()
    end, after = code[m.P_LISTS_END], program.columns.next
    shifts = [
        code[m.P_CHECKPOINTS] + k * (end - after) - after for k in range(code[m.P_CHECKPOINT_COUNT])
    ]
    if code[m.P_ANSWERS]:
        shifts.append(code[m.P_START] - m.KNOWN)
    if code[m.P_DRY_RUNS]:
        record = m.DRY_RUN_HEAD + end - m.KNOWN
        dry = range(code[m.P_CALLS_END], len(program.image), record)
        shifts += [at + m.DRY_RUN_HEAD - m.KNOWN for at in dry]
    return [x + shift for x in locals for shift in shifts if x + shift < len(program.image)]


def agree(program: Program, code: tier.NativeCode, locals: list[int], seed: int, most: int) -> str:
    """Play at random on both sides, comparing everything at every decision; how it ended."""
    compared = np.ones(len(program.image), bool)
    compared[locals + copies(program, locals)] = False  # never live where the machine waits
    chooser = random.Random(seed)
    plain, fast = Side(program, seed, None), Side(program, seed, code)
    for _ in range(most):
        assert plain.answer == fast.answer
        different = np.flatnonzero((plain.state != fast.state) & compared)
        assert not different.size, different[:10]
        rows = m.W_DATA + int(plain.space[m.W_ROWS]) * int(program.code[m.P_WIDTH])
        assert (plain.space[m.W_DATA : rows] == fast.space[m.W_DATA : rows]).all()
        for kind in (m.EXACT, m.POSITION, m.FUTURE):
            assert api.key(program.code, plain.state, kind) == api.key(
                program.code, fast.state, kind
            )
        status = plain.answer & 15
        if status != m.DECISION or not plain.answer >> 4:
            return {m.OVER: "over", m.FAULTED: "fault"}.get(status, "stuck")
        count = api.count_options(program.code, plain.state, plain.space)
        option = chooser.randrange(int(count))
        plain.answer, fast.answer = plain.run(option), fast.run(option)
    return "cut"


def check(program: Program, seeds: range, most: int) -> Counter[str]:
    its = tier.Tier(program)
    code, writer = its.compile(), its.writer()
    assert code is not None
    whole = program.code_end <= 4 * tier.MOST_OPS
    assert whole == (len(writer.instructions) == len(flow_graph(program).instructions))
    locals = writer.locals
    return Counter(agree(program, code, locals, seed, most) for seed in seeds)


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return compile_game(game)


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", HARD)
def test_hard_games_are_the_same(name: str) -> None:
    check(program_of(name), range(3), 60)


def test_a_program_of_which_only_the_hot_part_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    # With other players than elsewhere: code is cached by program.
    game = load("hearts").game
    assert game is not None
    program = compile_game(game, 5)
    monkeypatch.setattr(tier, "MOST_OPS", program.code_end // 6)
    check(program, range(3), 60)


@pytest.mark.deep
@pytest.mark.parametrize("name", LIBRARY)
def test_library_games_are_the_same(name: str) -> None:
    check(program_of(name), range(4), 300)


# A few games by default: most of the time goes into compiling.
@pytest.mark.parametrize(
    ("first", "count"),
    [(0, 2), *(pytest.param(first, 8, marks=pytest.mark.deep) for first in range(0, 400, 8))],
)
def test_random_games_are_the_same(first: int, count: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(first, first + count):
        ends += check(compile_game(random_game(seed)), range(3), 40)
    assert ends["over"] > count // 4


@pytest.mark.parametrize("name", ["loop.cgml", "endless.cgml"])
def test_endless_games_fault_at_the_same_op(name: str) -> None:
    program = program_of(str(GAMES / name))
    assert check(program, range(1), 5) == {"fault": 1}


def test_playouts_are_the_same() -> None:
    program = program_of("crazy-eights")
    code = tier.Tier(program).compile()
    assert code is not None
    words = advance.G_SEATS + m.RESULT_WORDS * program.seats
    ours, theirs = np.zeros((2, 50 * words), np.int32)
    state, space = program.image.copy(), workspace(program)
    api.playouts(program.code, program.image, state, space, 7, 3, 500, ours)
    code.playouts(program.code, program.image, state, space, 7, 3, 50, 500, theirs)
    assert ours.any() and (ours == theirs).all()


# ---- a part of the code --------------------------------------------------------------------------


@pytest.mark.quick(2)
@pytest.mark.parametrize("kept", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("name", ["hearts", "president"])
def test_any_part_may_be_missing(name: str, kept: float) -> None:
    program = program_of(name)
    chosen = random.Random(kept)
    hot = {at for at in flow_graph(program).instructions if chosen.random() < kept}
    writer = writer_of(program, hot)
    from ludwright.machine.tier_ir import INLINED

    bitcode = native.MACHINE.bitcode
    assert bitcode is not None and interpreter.LIBRARY is not None
    made = native.compile_source(bitcode, native.Source(writer.text(), INLINED))
    resume = interpreter.LIBRARY.address("c_resume")
    code = tier.NativeCode(native.Library(made, {"lw_resume": resume}))
    for seed in range(3):
        agree(program, code, writer.locals, seed, 60)


def test_hot_addresses_are_those_that_run() -> None:
    program = program_of("war")
    counts = profile.profile(program, games=2).counts
    starts = {at for at, _, _ in instructions(program)}
    assert {int(at) for at in np.flatnonzero(counts)} <= starts
    hot = profile.hot_addresses(program, 0.9, 1000)
    assert counts[sorted(hot)].sum() >= 0.9 * counts.sum() and len(hot) < len(
        np.flatnonzero(counts)
    )


# ---- when it is compiled -------------------------------------------------------------------------


def test_little_work_is_left_to_the_interpreter() -> None:
    assert tier.Tier(compile_game(random_game(901))).expect(0.1) is None


def test_much_work_is_compiled_in_another_process() -> None:
    waiting = tier.Tier(compile_game(random_game(902)))
    native.MACHINE.store.remove(native._object_name(waiting.name))
    assert waiting.expect(1e6) is None
    assert waiting._compiling is not None
    waiting._compiling.process.wait(100)
    assert waiting.expect(0) is not None
    again = tier.Tier(waiting.program)
    assert again.expect(0) is not None, "the object code is kept"


def test_an_interrupted_compilation_leaves_nothing_and_is_repeated() -> None:
    program = compile_game(random_game(906))
    native.MACHINE.store.remove(native._object_name(tier.Tier(program).name))
    folder = native.MACHINE.store.folder
    assert folder is not None
    before = set(folder.iterdir())
    for _ in range(2):
        waiting = tier.Tier(program)
        assert waiting.expect(1e6) is None and waiting._compiling is not None
        waiting._compiling.process.kill()
        waiting._compiling.process.wait()
        assert waiting.expect(0) is None
        assert set(folder.iterdir()) - before <= {folder / "lock"}
    again = tier.Tier(program)
    assert again.expect(1e6) is None and again._compiling is not None
    again._compiling.process.wait(100)
    assert again.expect(0) is not None


@pytest.mark.parametrize("value", ["off", "OFF", "0"])
def test_the_tier_can_be_switched_off(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_game(random_game(902))
    assert tier.Tier(program).compile() is not None
    monkeypatch.setenv(native.TIER, value)
    off = tier.Tier(program)
    assert off.expect(1e6) is None and off._compiling is None and off.compile() is None
    assert interpreter.COMPILED
    monkeypatch.setenv(native.TIER, "on")
    assert tier.Tier(program).expect(0) is not None


def test_some_processes_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier, "_compiles", True)
    tier.compile_nothing()
    waiting = tier.Tier(compile_game(random_game(903)))
    native.MACHINE.store.remove(native._object_name(waiting.name))
    assert waiting.expect(1e6) is None and waiting._compiling is None


def test_the_cache_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(native, "kept", lambda room, name: asked.append(name))
    waiting = tier.Tier(compile_game(random_game(904)))
    assert [waiting.expect(0) for _ in range(3)] == [None] * 3
    assert asked == [waiting.name]


def test_programs_share_a_tier_only_if_they_are_the_same() -> None:
    program = compile_game(random_game(905))
    other = replace(program, code=program.code + 1)  # with the same digest
    assert tier.tier_of(program) is tier.tier_of(program)
    assert tier.tier_of(other) is not tier.tier_of(program)
    assert tier.tier_of(other).name != tier.tier_of(program).name
