"""The second tier: a program's ops one after another as native code of its own.

The program is a constant, each op a block that calls its function with a constant address, and LLVM
does the rest. Any address without a block is left to the interpreter: both run on the same state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from . import advance, interpreter, ir, native, ops, stepping
from . import state as m
from .flow_graph import FlowGraph, Instruction, flow_graph, local_registers
from .jit import qualified
from .program import Program
from .semantics.table import OPS

# Ops too large or too rare to be inlined, and those that name words in a loop.
APART = interpreter.RARE | {ops.ROW, ops.LATER, ops.PICKED}
STEPS = (stepping.begin_game, stepping.choose_id, stepping.step_tables)
ENTRIES = (advance.operate, advance.playouts, *STEPS)
CHUNK = 1200  # ops compiled as one function: compile time grows faster than its length


class Writer:
    """Writes the code of one program."""

    def __init__(self, program: Program, functions: dict[str, ir.Function]) -> None:
        self.program = program
        self.functions = functions
        self.graph: FlowGraph = flow_graph(program)
        self.bodies = {number: functions[qualified(f)] for number, f in OPS.items()}
        plain = set(OPS) - APART
        self.locals = local_registers(program, self.graph, plain)
        addresses = sorted(self.graph.instructions)
        self.chunks = [addresses[i : i + CHUNK] for i in range(0, len(addresses), CHUNK)]
        self.chunk_of = {at: k for k, chunk in enumerate(self.chunks) for at in chunk}
        crossed = {
            to
            for at, instruction in self.graph.instructions.items()
            for to in instruction.successors
            if self.chunk_of.get(to) != self.chunk_of[at]
        }
        self.entries = sorted((self.graph.entries | crossed) & self.graph.instructions.keys())
        if crossed:  # a register must not be live where a chunk ends
            graph = FlowGraph(self.graph.instructions, frozenset(self.entries))
            self.locals = local_registers(program, graph, plain)

    def text(self) -> str:
        """The whole module."""
        parts = [ir.python(), self.constants(), self.words()]
        parts += [self.chunk(number, chunk) for number, chunk in enumerate(self.chunks)]
        parts += [self.driver()]
        for function in ENTRIES:
            name = qualified(function)
            parts.append(ir.entry(name, self.functions[name], program="@P"))
        parts.append(ir.c_function(qualified(advance.operate), self.functions[qualified(advance.operate)], program="@P"))
        return "".join(parts)

    def constants(self) -> str:
        """The program, and the chunk that each entry is in, from 1."""
        code = self.program.code.tolist()
        where = [0] * len(code)
        for at in self.entries:
            where[at] = self.chunk_of[at] + 1
        names = [f"@chunk{k}" for k in range(len(self.chunks))]
        return (
            _array("P", "i32", code)
            + _array("where", "i16", where)
            + f"@chunks = internal constant [{len(names)} x ptr] ["
            + ", ".join(f"ptr {name}" for name in names)
            + "]\n"
        )

    def words(self) -> str:
        """How operands are read and written: constants, local variables, words of the state."""
        image = self.program.image.tolist()
        kinds, values = [0] * len(image), [0] * len(image)
        for at in self.program.symbols.constants:
            kinds[at], values[at] = 1, image[at]
        for slot, at in enumerate(self.locals):
            kinds[at], values[at] = 2, slot
        return _array("kinds", "i8", kinds) + _array("values", "i32", values) + WORDS

    def chunk(self, number: int, chunk: list[int]) -> str:
        """A part of the code as a function: from an entry to where it leaves the part."""
        room = max(1, len(self.locals))
        cases = " ".join(f"i64 {at}, label %b{at}" for at in self.entries if self.chunk_of[at] == number)
        exits = [(at, f"%r{at}") for at in chunk]
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
  switch i64 %pc, label %leave [{cases}]
leave:
  ret i64 %pc
"""
        inside = set(chunk)
        for at in chunk:
            text += self.block(at, self.graph.instructions[at], inside)
        results = ", ".join(f"[{value}, %b{at}]" for at, value in exits)
        places = ", ".join(f"[{at}, %b{at}]" for at, _ in exits)
        jumped = self.functions[ir.JUMPED]
        text += f"computed:\n  %to = phi i64 {results}\n  %from = phi i64 {places}\n"
        text += ir.call(jumped, "there", "@P", "%S", "%B", "%from", "%to")
        return text + "  br label %dispatch\n}\n"

    def block(self, at: int, instruction: Instruction, inside: set[int]) -> str:
        """An op: its function, then a switch over the addresses that may be next."""
        registers = "%S" if instruction.op in APART else "%R"
        text = f"b{at}:\n"
        text += ir.call(self.bodies[instruction.op], f"r{at}", "@P", "%S", registers, "%B", str(at))
        ahead = [to for to in instruction.successors if to in inside and to > at]
        back = [to for to in instruction.successors if to in inside and to <= at]
        cases = " ".join(f"i64 {to}, label %b{to}" for to in ahead)
        cases += " " + " ".join(f"i64 {to}, label %j{at}.{to}" for to in back)
        text += f"  switch i64 %r{at}, label %computed [{cases}]\n"
        for to in back:  # charged to the budget: what is below 0 is the fault
            name = f"k{at}.{to}"
            text += f"j{at}.{to}:\n"
            text += ir.call(self.functions[ir.JUMPED], name, "@P", "%S", "%B", str(at), str(to))
            text += f"  %s{at}.{to} = icmp eq i64 %{name}, {to}\n"
            text += f"  br i1 %s{at}.{to}, label %b{to}, label %f{at}.{to}\n"
            text += f"f{at}.{to}:\n  ret i64 %{name}\n"
        return text

    def driver(self) -> str:
        """The run loop: from chunk to chunk."""
        begin = ir.call(self.functions[ir.BEGIN], "begun", "@P", "%B")
        return f"""
declare i64 @lw_resume(ptr, ptr, ptr, i64)
define i64 @lw_run(ptr %P0, ptr noalias %S, ptr noalias %B, i64 %start) {{
entry:
  %ret = alloca i64
  %exc = alloca ptr
{begin}  br label %loop
loop:
  %pc = phi i64 [%start, %entry], [%to, %inside]
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
  %rest = call i64 @lw_resume(ptr @P, ptr %S, ptr %B, i64 %pc)
  ret i64 %rest
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


class Fast:
    """The native code of a program."""

    def __init__(self, library: native.Library) -> None:
        self.operate: Callable[..., Any] = library.function(qualified(advance.operate))
        self.playouts: Callable[..., Any] = library.function(qualified(advance.playouts))
        self.begin_game, self.choose_id, self.step_tables = (
            library.function(qualified(function)) for function in STEPS
        )
        self.address = library.address(f"c_{qualified(advance.operate)}")


def compile_program(program: Program) -> Fast | None:
    """The native code of a program, from the cache or compiled now; None without a compiler."""
    if interpreter.LIBRARY is None:
        return None
    key = hashlib.sha256(program.code.tobytes() + program.image.tobytes()).hexdigest()[:24]

    def source(bitcode: native.Bitcode) -> native.Source:
        inlined = [qualified(f) for number, f in OPS.items() if number not in APART]
        return native.Source(Writer(program, bitcode.functions).text(), inlined)

    native.llvm.add_symbol("lw_resume", interpreter.LIBRARY.address("c_resume"))
    library = native.load(native.MACHINE, key, source)
    return None if library is None else Fast(library)
