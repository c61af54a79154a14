"""The text of LLVM IR around the compiled functions: the interpreter, and what Python calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from . import ops, run
from .jit import Export, qualified
from .semantics.table import OPS

BEGIN, JUMPED = qualified(run.begin), qualified(run.jumped)

TYPES = {"int64": "i64", "uint64": "i64"}
INTEGERS = {"int64": "PyLong_AsLongLong", "uint64": "PyLong_AsUnsignedLongLongMask"}
BUFFER = "[12 x i64]"  # room for a Py_buffer: its first word is the address, its third the length


class Function(NamedTuple):
    """A compiled function: its symbol in the bitcode, its result and its arguments."""

    symbol: str
    result: str
    arguments: tuple[str, ...]
    export: Export

    @property
    def parameters(self) -> str:
        """The types of all parameters: Numba's convention puts result and exception first."""
        return ", ".join(("ptr", "ptr", *(_parameter(kind) for kind in self.arguments)))


def _parameter(kind: str) -> str:
    """An array is passed as owner, parent, count, item size, address, shape and stride."""
    return "ptr, ptr, i64, i64, ptr, i64, i64" if is_array(kind) else TYPES.get(kind, "ptr")


def is_array(kind: str) -> bool:
    """Whether an argument is an array, not a pointer or a number."""
    return kind.endswith("[::1]")


def item_size(kind: str) -> int:
    """The bytes of an item of an array."""
    return int(re.findall(r"\d+", kind)[0]) // 8


def functions(facts: Mapping[str, tuple[str, str, int]]) -> dict[str, Function]:
    """The compiled functions by name, given their symbols, signatures and callers."""
    return {name: _function(*each) for name, each in facts.items()}


def _function(symbol: str, signature: str, export: int) -> Function:
    result, _, arguments = signature.removesuffix(")").partition("(")
    return Function(symbol, result, tuple(arguments.split(", ")), Export(export))


def declarations(compiled: Iterable[Function]) -> str:
    """What generated code may call."""
    return "\n".join(f'declare i32 @"{f.symbol}"({f.parameters})' for f in compiled) + "\n"


def call(function: Function, name: str, *arguments: str) -> str:
    """Call a function: its result is in `%ret`, loaded as `%<name>` if it has one. An array is
    given as its address; `%<address>.n` is its number of items."""
    given = ", ".join(map(_argument, function.arguments, arguments))
    text = f'  %{name}.e = call i32 @"{function.symbol}"(ptr %ret, ptr %exc, {given})\n'
    if function.result != "void":
        text += f"  %{name} = load i64, ptr %ret\n"
    return text


def _argument(kind: str, value: str) -> str:
    if not is_array(kind):
        return f"{_parameter(kind)} {value}"
    size = item_size(kind)
    count = f"i64 {value}.n"
    return f"ptr null, ptr null, {count}, i64 {size}, ptr {value}, {count}, i64 {size}"


# In the interpreter every operand is a word of the state.
PLAIN_WORDS = """
define i64 @lw_word(ptr %S, ptr %R, i64 %x) alwaysinline {
  %at = getelementptr i32, ptr %S, i64 %x
  %word = load i32, ptr %at
  %wide = sext i32 %word to i64
  ret i64 %wide
}
define void @lw_set_word(ptr %S, ptr %R, i64 %x, i64 %value) alwaysinline {
  %at = getelementptr i32, ptr %S, i64 %x
  %word = trunc i64 %value to i32
  store i32 %word, ptr %at
  ret void
}
"""


# Counts how often the op at each address runs, for those who want to know.
COUNT = """  %all = load ptr, ptr @counts
  %one = getelementptr i64, ptr %all, i64 %pc
  %count = load i64, ptr %one
  %more = add i64 %count, 1
  store i64 %more, ptr %one
"""
COUNTS = """
@counts = global ptr null
define void @c_count_in(ptr %where) {
  store ptr %where, ptr @counts
  ret void
}
"""


def interpreter(compiled: Mapping[str, Function], counted: bool = False) -> str:
    """The run loop: a switch over all ops. `c_resume` returns the status in which the machine
    stopped or, negated, the address of an op with native code, where the loop jumps back to it."""
    names = {number: ops.NAMES[number].lower() for number in OPS}
    bodies = {number: compiled[qualified(function)] for number, function in OPS.items()}
    cases = " ".join(f"i32 {number}, label %{name}" for number, name in names.items())
    text = f"""{COUNTS if counted else ""}
define i64 @lw_run(ptr noalias %P, ptr noalias %S, ptr noalias %B, i64 %start) {{
  %ret = alloca i64
  %exc = alloca ptr
{call(compiled[BEGIN], "begun", "%P", "%B")}\
  %status = call i64 @c_resume(ptr %P, ptr %S, ptr %B, i64 %start, ptr null)
  ret i64 %status
}}
define i64 @c_resume(
  ptr noalias %P, ptr noalias %S, ptr noalias %B, i64 %start, ptr %known
) {{
entry:
  %ret = alloca i64
  %exc = alloca ptr
  br label %loop
loop:
  %pc = phi i64 [%start, %entry], [%to, %done], [%there, %go_on], [%there, %look]
{COUNT if counted else ""}  %place = getelementptr i32, ptr %P, i64 %pc
  %op = load i32, ptr %place
  switch i32 %op, label %stop [{cases}]
"""
    for number, name in names.items():
        body = call(bodies[number], f"r.{name}", "%P", "%S", "%S", "%B", "%pc")
        text += f"{name}:\n{body}  br label %done\n"
    results = ", ".join(f"[%r.{name}, %{name}]" for name in names.values())
    return f"""{text}done:
  %to = phi i64 {results}
  %ahead = icmp sgt i64 %to, %pc
  br i1 %ahead, label %loop, label %back, !prof !0
back:
{call(compiled[JUMPED], "there", "%P", "%S", "%B", "%pc", "%to")}\
  %out = icmp slt i64 %there, 0
  br i1 %out, label %leave, label %go_on
go_on:
  %alone = icmp eq ptr %known, null
  br i1 %alone, label %loop, label %look
look:
  %flag = getelementptr i16, ptr %known, i64 %there
  %chunk = load i16, ptr %flag
  %here = icmp eq i16 %chunk, 0
  br i1 %here, label %loop, label %leave
leave:
  %status = sub i64 0, %there
  ret i64 %status
}}
!0 = !{{!"branch_weights", i32 100, i32 1}}
"""


def entry(name: str, function: Function, program: str = "") -> str:
    """A function as Python calls it (METH_FASTCALL): buffers and integers in, an integer out. Its
    first argument may be a constant program, whatever is given."""
    count = len(function.arguments)
    numbers = [i for i, kind in enumerate(function.arguments) if kind in INTEGERS]
    buffers = [i for i, kind in enumerate(function.arguments) if kind not in INTEGERS]
    text = f"define ptr @py_{name}(ptr %self, ptr %given, i64 %n) {{\n"
    text += "  %ret = alloca i64\n  %exc = alloca ptr\n"
    text += "".join(f"  %v{i} = alloca {BUFFER}\n" for i in buffers)
    text += f"  %fits = icmp eq i64 %n, {count}\n  br i1 %fits, label %counted, label %wrong\n"
    text += "wrong:\n  %bad = call i32 @PyErr_BadArgument()\n  ret ptr null\ncounted:\n"
    for i in range(count):
        text += f"  %p{i} = getelementptr ptr, ptr %given, i64 {i}\n  %o{i} = load ptr, ptr %p{i}\n"
    for i in numbers:
        text += f"  %x{i} = call i64 @{INTEGERS[function.arguments[i]]}(ptr %o{i})\n"
        text += f"  %s{i} = icmp eq i64 %x{i}, -1\n  br i1 %s{i}, label %e{i}, label %k{i}\n"
        text += f"e{i}:\n  %q{i} = call ptr @PyErr_Occurred()\n"
        text += f"  %t{i} = icmp eq ptr %q{i}, null\n  br i1 %t{i}, label %k{i}, label %u0\nk{i}:\n"
    for held, i in enumerate(buffers):
        text += f"  %g{i} = call i32 @PyObject_GetBuffer(ptr %o{i}, ptr %v{i}, i32 0)\n"
        text += f"  %h{i} = icmp eq i32 %g{i}, 0\n  br i1 %h{i}, label %m{i}, label %u{held}\n"
        text += f"m{i}:\n  %x{i} = load ptr, ptr %v{i}\n"
        if is_array(function.arguments[i]):
            text += f"  %l{i} = getelementptr i64, ptr %v{i}, i64 2\n"
            text += f"  %b{i} = load i64, ptr %l{i}\n"
            text += f"  %x{i}.n = udiv i64 %b{i}, {item_size(function.arguments[i])}\n"
    if function.export == Export.LONG:
        text += "  %thread = call ptr @PyEval_SaveThread()\n"
    values = [f"%x{i}" for i in range(count)]
    text += call(function, "value", *([program, *values[1:]] if program else values))
    if function.export == Export.LONG:
        text += "  call void @PyEval_RestoreThread(ptr %thread)\n"
    released = [f"  call void @PyBuffer_Release(ptr %v{i})\n" for i in buffers]
    text += "".join(released)
    value = "0" if function.result == "void" else "%value"
    text += f"  %made = call ptr @PyLong_FromLongLong(i64 {value})\n  ret ptr %made\n"
    # Whatever went wrong, Python knows; give back the buffers held so far.
    for held in range(len(buffers), 0, -1):
        text += f"u{held}:\n{released[held - 1]}  br label %u{held - 1}\n"
    return f"{text}u0:\n  ret ptr null\n}}\n"


def c_function(name: str, function: Function, program: str = "") -> str:
    """A function as other native code calls it, by the C convention; see `entry`."""
    given = ", ".join(f"{_parameter(kind)} %x{i}" for i, kind in enumerate(function.arguments))
    values = [f"%x{i}" for i in range(len(function.arguments))]
    values[:1] = [program] if program else values[:1]
    return f"""define i64 @c_{name}({given}) {{
  %ret = alloca i64
  %exc = alloca ptr
{call(function, "value", *values)}  ret i64 %value
}}
"""


def python() -> str:
    """The functions of Python that entry points call."""
    kinds = PYTHON_FUNCTIONS.items()
    return "".join(f"declare {kind.replace('(', f'@{name}(', 1)}\n" for name, kind in kinds)


def entries(compiled: Mapping[str, Function]) -> str:
    """Everything that Python calls."""
    called = (Export.QUICK, Export.LONG)
    return python() + "".join(entry(n, f) for n, f in compiled.items() if f.export in called)


PYTHON_FUNCTIONS = {
    "PyErr_BadArgument": "i32 ()",
    "PyErr_Occurred": "ptr ()",
    "PyLong_AsLongLong": "i64 (ptr)",
    "PyLong_AsUnsignedLongLongMask": "i64 (ptr)",
    "PyLong_FromLongLong": "ptr (i64)",
    "PyObject_GetBuffer": "i32 (ptr, ptr, i32)",
    "PyBuffer_Release": "void (ptr)",
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
}
