"""The control flow of a program's code, and the registers that native code may keep to itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from . import ops
from . import state as m
from .program import Program, instructions

READS = ("at", "list", "both", "*")
WRITES = ("to", "both")
# Ops whose jumps are taken later, at another op.
DEFERRED = (ops.ATTEMPT, ops.DRY_RUN, ops.TOGETHER)
# Ops at which the machine stops, to continue behind them, or to carry them out once more.
PAUSES = (ops.MARK, ops.SHUFFLE)
REPEATED = (ops.DRAW, ops.TOSS)


@dataclass(frozen=True, slots=True)
class Instruction:
    """An op in the code: its number, its operands, the addresses that may be next by them, and the
    one behind it."""

    op: int
    operands: tuple[int, ...]
    successors: tuple[int, ...]
    behind: int  # the address behind it

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
    entries = {int(program.image[m.PC])}
    todo = list(entries)
    while todo:
        at = todo.pop()
        if at in found or at not in table:
            continue
        op, operands = table[at]
        behind = at + ops.width(code, at)
        found[at] = instruction = Instruction(op, operands, (), behind)
        targets = [to for to in instruction.named(("jump", "fail")) if to]
        if op == ops.RETURN:
            targets += returns.get(operands[0], [])
        if op == ops.JUMP_TABLE:
            first = operands[1] + 2
            targets += code[first : first + code[first - 1]]
        kept = set(targets) if op in DEFERRED else _kept_addresses(code, at, instruction, behind)
        if ops.SPECS[op].falls_through:
            targets.append(behind)
        found[at] = Instruction(op, operands, tuple(dict.fromkeys(targets)), behind)
        entries |= kept
        todo += [*targets, *kept]
    return FlowGraph(found, frozenset(entries & found.keys()))


def _kept_addresses(code: list[int], at: int, instruction: Instruction, behind: int) -> set[int]:
    """The addresses that the state or a table holds because of an op."""
    op = instruction.op
    if op == ops.CALL or op in PAUSES:
        return {behind}
    if op in (ops.DECIDE, ops.TAKE):
        site = instruction.operands[0]
        bodies = {
            code[site + m.SITE_HEAD + i * m.ACTION_WORDS + m.ACTION_CODE]
            for i in range(code[site + m.SITE_ACTIONS])
        }
        return {at, code[site + m.SITE_ROWS], code[site + m.SITE_NONE], *bodies} - {0}
    return {at} if op in REPEATED else set()


# ---- registers -----------------------------------------------------------------------------------


def local_registers(program: Program, graph: FlowGraph, plain: Set[int]) -> list[int]:
    """The registers that are never live at an entry, and that nothing but operands of plain ops
    refers to."""
    used: set[int] = set()
    shared: set[int] = set(program.symbols.constants) | _words_at_decisions(program)
    for instruction in graph.instructions.values():
        words = set(instruction.named((*READS, *WRITES)))
        used |= words
        if instruction.op not in plain:
            shared |= words
        shared |= _unnamed_words(instruction)
    registers = range(program.registers_at, int(program.code[m.P_LISTS]))
    candidates = {x for x in used - shared if x in registers}
    live = _live_in(graph, candidates)
    return sorted(candidates.difference(*(live[entry] for entry in graph.entries)))


def _words_at_decisions(program: Program) -> set[int]:
    """The words that are looked at while the machine waits, or that a choice is written to."""
    found: set[int] = set()
    for slots in program.live.values():
        found.update(x for slot in slots for x in range(slot.start, slot.start + slot.count))
    for site in program.sites.values():
        found.add(int(program.code[site.offset + m.SITE_DECIDER]))
        found.update(address for action in site.actions for _, _, address in action.operands)
        if site.pick is not None:
            found |= {site.pick.least, site.pick.most, site.pick.items, site.pick.chosen}
    return found


def _unnamed_words(instruction: Instruction) -> set[int]:
    """The words that an op uses beside those that its operands name."""
    op, operands = instruction.op, instruction.operands
    if op == ops.FIELD:
        return set(range(operands[1], operands[1] + operands[2] + 1))
    if op == ops.STORE:
        return set(range(operands[0], operands[0] + operands[1] + 1))
    if op == ops.TAKE_DUE:
        return set(range(operands[1], operands[1] + m.DUE_WORDS))
    if op == ops.CHANGED:
        return {operands[0]}
    if op in (ops.END, ops.CALL):
        return {operands[1]}
    # Return addresses are looked up to find which statement failed.
    return {operands[0]} if op == ops.RETURN else set()


def _live_in(graph: FlowGraph, candidates: Set[int]) -> dict[int, set[int]]:
    """Backward liveness: the candidates that may be read before they are written, by address."""
    table = graph.instructions
    writes = {at: candidates & set(instruction.named(WRITES)) for at, instruction in table.items()}
    live = {at: candidates & set(instruction.named(READS)) for at, instruction in table.items()}
    before: dict[int, list[int]] = {}
    for at, instruction in table.items():
        for to in instruction.successors:
            before.setdefault(to, []).append(at)
    todo = sorted(table)  # the last ones first: most jumps lead ahead
    while todo:
        at = todo.pop()
        for earlier in before.get(at, ()):
            # An op that jumps or fails may not have written its result.
            written = writes[earlier] if table[earlier].behind == at else set()
            fresh = live[at] - written - live[earlier]
            if fresh:
                live[earlier] |= fresh
                todo.append(earlier)
    return {at: set(words) for at, words in live.items()}
