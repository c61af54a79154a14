"""The control flow of a program's code, and which registers never outlive a straight piece of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import ops
from . import state as m
from .program import Program, instructions

READS = ("at", "list", "both", "*")
WRITES = ("to", "both")


@dataclass(frozen=True, slots=True)
class Instruction:
    """An op in the code: its number, its operands, and the addresses that may be next by them."""

    op: int
    operands: tuple[int, ...]
    successors: tuple[int, ...]

    def named(self, kinds: Iterable[str]) -> Iterator[int]:
        """The operands of some kinds."""
        spec = ops.SPECS[self.op]
        return (x for i, x in enumerate(self.operands) if spec.operand(i)[0] in kinds)


@dataclass(frozen=True, slots=True)
class FlowGraph:
    """The ops that a game can reach, by address, and the addresses among them that are reached by
    a number that the state or a table holds."""

    instructions: dict[int, Instruction]
    entries: frozenset[int]


def flow_graph(program: Program) -> FlowGraph:
    """The control flow of a program, but for code that only texts and explanations run."""
    code = program.code.tolist()
    table = {at: (op, tuple(operands)) for at, op, operands in instructions(program)}
    returns: dict[int, list[int]] = {}
    for at, (op, operands) in table.items():
        if op == ops.CALL:
            returns.setdefault(operands[1], []).append(at + ops.width(code, at))
    found: dict[int, Instruction] = {}
    entries = {int(program.image[m.PC]), *program.due}
    todo = list(entries)
    while todo:
        at = todo.pop()
        if at in found or at not in table:
            continue
        op, operands = table[at]
        behind = at + ops.width(code, at)
        spec = ops.SPECS[op]
        targets = [x for i, x in enumerate(operands) if spec.operand(i)[0] in ("jump", "fail") and x]
        if op == ops.RETURN:
            targets += returns.get(operands[0], [])
        fresh = _entries(code, at, op, operands, targets, behind)
        entries |= fresh
        if spec.falls_through:
            targets.append(behind)
        found[at] = Instruction(op, operands, tuple(dict.fromkeys(targets)))
        todo += [*targets, *fresh]
    return FlowGraph(found, frozenset(entries & found.keys()))


# Ops whose jumps are taken later, at another op.
LATER = (ops.ATTEMPT, ops.DRY_RUN, ops.TOGETHER)
# Ops at which the machine stops, to continue behind them.
PAUSES = (ops.MARK, ops.SHUFFLE)


def _entries(
    code: list[int], at: int, op: int, operands: tuple[int, ...], targets: list[int], behind: int
) -> set[int]:
    """The addresses that an op makes reachable by a number kept somewhere."""
    if op == ops.CALL:
        return {behind}
    if op in LATER:
        return set(targets)
    if op in PAUSES:
        return {behind}
    if op in (ops.DECIDE, ops.TAKE):
        site = operands[0]
        records = range(code[site + m.SITE_ACTIONS])
        bodies = {
            code[site + m.SITE_HEAD + i * m.ACTION_WORDS + m.ACTION_CODE] for i in records
        }
        return {at, code[site + m.SITE_ROWS], code[site + m.SITE_NONE], *bodies} - {0}
    return {at} if op in (ops.DRAW, ops.TOSS) else set()


def local_registers(program: Program, graph: FlowGraph, plain: Iterable[int]) -> list[int]:
    """The registers that native code may keep in variables of its own: never live at an entry, and
    only read and written as operands of plain ops."""
    code = program.code.tolist()
    registers = range(program.registers_at, code[m.P_LISTS])
    simple = set(plain)
    used: set[int] = set()
    kept: set[int] = set(program.symbols.constants)
    for instruction in graph.instructions.values():
        words = set(instruction.named((*READS, *WRITES)))
        used |= words
        if instruction.op not in simple:
            kept |= words
        kept |= _other_words(code, instruction)
    for slots in program.live.values():
        kept.update(x for slot in slots for x in range(slot.start, slot.start + slot.count))
    for site in program.sites.values():
        kept.add(code[site.offset + m.SITE_DECIDER])
        kept.update(address for action in site.actions for _, _, address in action.operands)
        if site.pick is not None:
            kept |= {site.pick.least, site.pick.most, site.pick.items, site.pick.chosen}
    candidates = {x for x in used - kept if x in registers}
    live = _live_in(graph, candidates)
    for entry in graph.entries:
        candidates -= live[entry]
    return sorted(candidates)


def _other_words(code: list[int], instruction: Instruction) -> set[int]:
    """Words of the state that an op uses without naming them as operands."""
    op, operands = instruction.op, instruction.operands
    if op == ops.FIELD:
        return set(range(operands[1], operands[1] + operands[2] + 1))
    if op == ops.STORE:
        return set(range(operands[0], operands[0] + operands[1] + 1))
    if op == ops.TAKE_DUE:
        return set(range(operands[1], operands[1] + m.DUE_WORDS))
    if op == ops.CHANGED:
        return {operands[0]}
    if op == ops.END:
        return {operands[1]}
    return set(operands[:1]) if op in (ops.RETURN,) else set(operands[1:2]) if op == ops.CALL else set()


def _live_in(graph: FlowGraph, candidates: set[int]) -> dict[int, set[int]]:
    """Backward liveness: the candidates that are read before they are written, by address."""
    reads = {at: candidates.intersection(i.named(READS)) for at, i in graph.instructions.items()}
    writes = {at: candidates.intersection(i.named(WRITES)) for at, i in graph.instructions.items()}
    before: dict[int, list[int]] = {}
    for at, instruction in graph.instructions.items():
        for to in instruction.successors:
            before.setdefault(to, []).append(at)
    live = {at: set(words) for at, words in reads.items()}
    todo = sorted(graph.instructions, reverse=True)
    while todo:
        at = todo.pop(0) if len(todo) > 1 else todo.pop()
        for earlier in before.get(at, ()):
            fresh = live[at] - writes[earlier] - live[earlier]
            if fresh:
                live[earlier] |= fresh
                todo.append(earlier)
    return live
