"""The control flow of programs, and which registers are live where."""

from __future__ import annotations

from ludwright.machine import ops
from ludwright.machine.flow_graph import FlowGraph, Instruction, _live_in, flow_graph
from ludwright.machine.program import instructions
from strategies import random_program

LIST, INDEX, RESULT, OTHER = 100, 101, 102, 103


def test_an_op_that_fails_has_not_written_its_result() -> None:
    """Where ITEM fails, what was in its target before is still there."""
    graph = FlowGraph(
        {
            10: Instruction(ops.ITEM, (RESULT, LIST, INDEX, 30), (30, 15), 15),
            15: Instruction(ops.COPY, (OTHER, RESULT), (18,), 18),
            18: Instruction(ops.STOP, (), (), 19),
            30: Instruction(ops.COPY, (OTHER, RESULT), (33,), 33),
            33: Instruction(ops.STOP, (), (), 34),
        },
        frozenset({10}),
    )
    live = _live_in(graph, {RESULT, OTHER})
    assert live[15] == live[30] == {RESULT}
    assert live[10] == {RESULT}
    behind = Instruction(ops.ITEM, (RESULT, LIST, INDEX, 18), (18, 15), 15)
    assert not _live_in(FlowGraph({**graph.instructions, 10: behind}, graph.entries), {RESULT})[10]


def test_every_successor_is_an_op() -> None:
    for seed in range(20):
        program = random_program(seed)
        graph = flow_graph(program)
        starts = {at for at, _, _ in instructions(program)}
        assert graph.entries <= graph.instructions.keys() <= starts
        for instruction in graph.instructions.values():
            assert set(instruction.successors) <= starts
