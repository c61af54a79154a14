"""The text of a program's own native code: its ops one after another.

The program is a constant, and each op a block that calls its function with a constant address; LLVM
does the rest. Code is cut into chunks, because compile time grows faster than the length of a
function. Any address without a block is left to the interpreter: both run on the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from . import advance, interpreter, ir, ops, stepping
from .flow_graph import FlowGraph, Instruction, flow_graph, local_registers
from .jit import qualified
from .program import Program
from .semantics.table import OPS

# Ops that the interpreter leaves apart, but of which a program that has them runs many.
OFTEN = {
    *(ops.ROWS_PAIRS, ops.ROWS_RUNS, ops.TAKE, ops.ROLL, ops.DISTINCT, ops.KEEP_LIST),
    *(ops.SUBSETS, ops.NEXT_SUBSET, ops.NEXT_ALIKE, ops.SELECTED, ops.NEXT_LINK),
    *(ops.SORT, ops.REVERSE, ops.SHOW, ops.BEGIN_ATOMIC, ops.END_ATOMIC, ops.MOVE_EACH),
    *(ops.NEXT_RUN, ops.TOPS, ops.ROWS_NODES, ops.NEXT_NODE, ops.ROOT, ops.FURTHEST),
}
# Ops too large or too rare to be inlined; they, and ops that name words in a loop, find these in
# the state, because a variable whose address is computed cannot be kept in a processor's register.
APART = interpreter.RARE - OFTEN
SHARING = APART | {number for number, spec in enumerate(ops.SPECS) if "*" in spec.operands}
INLINED = [qualified(function) for number, function in OPS.items() if number not in APART]
ENTRIES = (
    *(advance.operate, advance.playouts),
    *(stepping.begin_game, stepping.choose_id, stepping.step_tables),
)
CHUNK = 1000  # ops


class Writer:
    """Writes the code of one program, or of its hot part."""

    def __init__(
        self, program: Program, functions: Mapping[str, ir.Function], hot: Set[int] | None = None
    ) -> None:
        self.program = program
        self.functions = functions
        self.bodies = {number: functions[qualified(f)] for number, f in OPS.items()}
        graph = flow_graph(program)
        addresses = sorted(at for at in graph.instructions if hot is None or at in hot)
        self.instructions = {at: graph.instructions[at] for at in addresses}
        self.chunks = [addresses[i : i + CHUNK] for i in range(0, len(addresses), CHUNK)]
        self.chunk_of = {at: k for k, chunk in enumerate(self.chunks) for at in chunk}
        crossed = {
            to
            for at, instruction in self.instructions.items()
            for to in instruction.successors
            if self.chunk_of.get(to) != self.chunk_of[at]
        }
        if hot is not None:  # places to come back to from the interpreter
            calls = (i for i in graph.instructions.values() if i.op == ops.CALL)
            crossed |= {instruction.operands[0] for instruction in calls}
        self.entries = sorted((graph.entries | crossed) & self.instructions.keys())
        # Where a chunk is left, everything that is live has to be in the state.
        whole = FlowGraph(graph.instructions, graph.entries | (crossed & graph.instructions.keys()))
        self.locals = local_registers(program, whole, OPS.keys() - SHARING)

    def text(self) -> str:
        """The whole module."""
        parts = [ir.python(), self._constants(), self._words()]
        parts += [self._chunk(number, chunk) for number, chunk in enumerate(self.chunks)]
        parts.append(self._driver())
        for name in [qualified(function) for function in ENTRIES]:
            parts.append(ir.entry(name, self.functions[name], program="@P"))
        name = qualified(advance.operate)
        parts.append(ir.c_function(name, self.functions[name], program="@P"))
        return "".join(parts)

    def _constants(self) -> str:
        """The program, and the chunk that each entry is in, from 1."""
        code = self.program.code.tolist()
        where = [0] * len(code)
        for at in self.entries:
            where[at] = self.chunk_of[at] + 1
        chunks = ", ".join(f"ptr @chunk{k}" for k in range(len(self.chunks)))
        table = f"@chunks = internal constant [{len(self.chunks)} x ptr] [{chunks}]\n"
        return _array("P", "i32", code) + _array("where", "i16", where) + table

    def _words(self) -> str:
        """What each word of the state is to an operand, and its value or local variable."""
        image = self.program.image.tolist()
        kinds, values = [0] * len(image), [0] * len(image)
        for at in self.program.symbols.constants:
            kinds[at], values[at] = 1, image[at]
        for number, at in enumerate(self.locals):
            kinds[at], values[at] = 2, number
        return _array("kinds", "i8", kinds) + _array("values", "i32", values) + WORDS

    def _chunk(self, number: int, chunk: list[int]) -> str:
        """A part of the code as a function: from an entry to where it leaves the part."""
        room = max(1, len(self.locals))
        entries = (at for at in self.entries if self.chunk_of[at] == number)
        text = f"""
define internal i64 @chunk{number}(ptr noalias %S, ptr noalias %B, i64 %start) {{
entry:
  %ret = alloca i64
  %exc = alloca ptr
  %R = alloca [{room} x i32]
  store [{room} x i32] zeroinitializer, ptr %R
  br label %dispatch
dispatch:
  %pc = phi i64 [%start, %entry], [%there, %computed]
  switch i64 %pc, label %leave [{_cases(entries)}]
leave:
  ret i64 %pc
"""
        inside = set(chunk)
        text += "".join(self._block(at, self.instructions[at], inside) for at in chunk)
        results = ", ".join(f"[%r{at}, %b{at}]" for at in chunk)
        places = ", ".join(f"[{at}, %b{at}]" for at in chunk)
        text += f"computed:\n  %to = phi i64 {results}\n  %from = phi i64 {places}\n"
        text += self._jumped("there", "%from", "%to")
        return text + "  br label %dispatch\n}\n"

    def _block(self, at: int, instruction: Instruction, inside: Set[int]) -> str:
        """An op: its function, then a switch over the addresses that may be next."""
        registers = "%S" if instruction.op in SHARING else "%R"
        body = self.bodies[instruction.op]
        text = f"b{at}:\n" + ir.call(body, f"r{at}", "@P", "%S", registers, "%B", str(at))
        near = [to for to in instruction.successors if to in inside]
        back = [to for to in near if to <= at]
        cases = _cases(to for to in near if to > at)
        cases += "".join(f" i64 {to}, label %j{at}.{to}" for to in back)
        text += f"  switch i64 %r{at}, label %computed [{cases}]\n"
        for to in back:  # charged to the budget: anything but `to` is a fault
            edge = f"{at}.{to}"
            text += f"j{edge}:\n{self._jumped(f'k{edge}', str(at), str(to))}"
            text += f"  %s{edge} = icmp eq i64 %k{edge}, {to}\n"
            text += f"  br i1 %s{edge}, label %b{to}, label %f{edge}\n"
            text += f"f{edge}:\n  ret i64 %k{edge}\n"
        return text

    def _jumped(self, name: str, at: str, to: str) -> str:
        return ir.call(self.functions[ir.JUMPED], name, "@P", "%S", "%B", at, to)

    def _driver(self) -> str:
        """The run loop: from chunk to chunk."""
        begin = ir.call(self.functions[ir.BEGIN], "begun", "@P", "%B")
        return f"""
declare i64 @lw_resume(ptr, ptr, ptr, i64, ptr)
define i64 @lw_run(ptr %P0, ptr noalias %S, ptr noalias %B, i64 %start) {{
entry:
  %ret = alloca i64
  %exc = alloca ptr
{begin}  br label %loop
loop:
  %pc = phi i64 [%start, %entry], [%to, %inside], [%back, %again]
  %place = getelementptr i16, ptr @where, i64 %pc
  %chunk = load i16, ptr %place
  %known = icmp ne i16 %chunk, 0
  br i1 %known, label %inside, label %outside
inside:
  %index = sub i16 %chunk, 1
  %wide = zext i16 %index to i64
  %at = getelementptr ptr, ptr @chunks, i64 %wide
  %f = load ptr, ptr %at
  %to = call i64 %f(ptr %S, ptr %B, i64 %pc)
  %out = icmp slt i64 %to, 0
  br i1 %out, label %stop, label %loop
stop:
  %status = sub i64 0, %to
  ret i64 %status
outside:
  %rest = call i64 @lw_resume(ptr @P, ptr %S, ptr %B, i64 %pc, ptr @where)
  %stopped = icmp sgt i64 %rest, 0
  br i1 %stopped, label %end, label %again
end:
  ret i64 %rest
again:
  %back = sub i64 0, %rest
  br label %loop
}}
"""


WORDS = """
define i64 @lw_word(ptr %S, ptr %R, i64 %x) alwaysinline {
  %k = getelementptr i8, ptr @kinds, i64 %x
  %kind = load i8, ptr %k
  %v = getelementptr i32, ptr @values, i64 %x
  %value = load i32, ptr %v
  switch i8 %kind, label %word [i8 1, label %constant i8 2, label %local]
constant:
  %c = sext i32 %value to i64
  ret i64 %c
local:
  %slot = getelementptr i32, ptr %R, i32 %value
  %l = load i32, ptr %slot
  %wide = sext i32 %l to i64
  ret i64 %wide
word:
  %at = getelementptr i32, ptr %S, i64 %x
  %w = load i32, ptr %at
  %far = sext i32 %w to i64
  ret i64 %far
}
define void @lw_set_word(ptr %S, ptr %R, i64 %x, i64 %new) alwaysinline {
  %k = getelementptr i8, ptr @kinds, i64 %x
  %kind = load i8, ptr %k
  %narrow = trunc i64 %new to i32
  %is = icmp eq i8 %kind, 2
  br i1 %is, label %local, label %word
local:
  %v = getelementptr i32, ptr @values, i64 %x
  %value = load i32, ptr %v
  %slot = getelementptr i32, ptr %R, i32 %value
  store i32 %narrow, ptr %slot
  ret void
word:
  %at = getelementptr i32, ptr %S, i64 %x
  store i32 %narrow, ptr %at
  ret void
}
"""


def _array(name: str, kind: str, values: list[int]) -> str:
    items = ", ".join(f"{kind} {value}" for value in values)
    return f"@{name} = internal constant [{len(values)} x {kind}] [{items}]\n"


def _cases(addresses: Iterable[int]) -> str:
    return " ".join(f"i64 {at}, label %b{at}" for at in addresses)
