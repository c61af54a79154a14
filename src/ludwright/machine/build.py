"""Builds bitcode from marked sources, by Numba.

A program of its own (arguments: a file, a stamp, modules), because whether a marked function is
compiled is decided as its module loads.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from ..disk import write_whole
from . import jit

if TYPE_CHECKING:
    from .numba_dialect import Function


def main() -> None:
    """Write the exported functions of a room: a line of facts, then bitcode."""
    from .numba_dialect import NumbaDialect

    file, stamp, *modules = sys.argv[1:]
    dialect = NumbaDialect()
    jit.use(dialect)
    for module in modules:
        import_module(module)
    # What is exported from other rooms has its place there.
    room = modules[0].split(".")[1]
    own = {name: f for name, f in dialect.exports.items() if name.partition(".")[0] == room}
    bitcode = link(own)
    facts = {
        name: (_symbol(f), f.signature.replace("array", "int32[::1]"), f.export.value)
        for name, f in own.items()
    }
    header = json.dumps({"stamp": stamp, "functions": facts})
    write_whole(file, header.encode() + b"\n" + bitcode)


def _symbol(function: Function) -> str:
    (overload,) = function.dispatcher.overloads.values()
    return str(overload.fndesc.llvm_func_name)


def link(exports: Mapping[str, Function]) -> bytes:
    """All functions in one module."""
    import llvmlite.binding as llvm

    symbols = [_symbol(function) for function in exports.values()]
    declared = "\n".join(f'declare void @"{symbol}"()' for symbol in symbols)
    keep = ", ".join(f'ptr @"{symbol}"' for symbol in symbols)
    # Referred to by a global that nothing uses, so that linking keeps them and optimising need not.
    text = f"{declared}\n@keep = internal global [{len(symbols)} x ptr] [{keep}]\n"
    module = llvm.parse_assembly(text)
    for function in exports.values():
        (overload,) = function.dispatcher.overloads.values()
        module.link_in(overload.library._get_module_for_linking(), preserve=True)
    return bytes(module.as_bitcode())


if __name__ == "__main__":
    main()
