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
    """Write the compiled functions of a room: a line of facts on exported ones, then bitcode."""
    from .numba_dialect import NumbaDialect

    file, stamp, *modules = sys.argv[1:]
    dialect = NumbaDialect(modules[0].split(".")[1])
    jit.use(dialect)
    for module in modules:
        import_module(module)
    bitcode = link(dialect.functions)
    facts = {
        name.removeprefix("lw."): (name, f.signature.replace("array", "int32[::1]"), f.export.value)
        for name, f in dialect.functions.items()
        if f.export != jit.Export.NO
    }
    header = json.dumps({"stamp": stamp, "functions": facts})
    write_whole(file, header.encode() + b"\n" + bitcode)


def link(functions: Mapping[str, Function]) -> bytes:
    """All functions in one module, optimised, under their names."""
    import llvmlite.binding as llvm

    from .native import optimise, target_machine
    from .numba_dialect import modules

    linked = llvm.parse_assembly("")
    # What several functions need is linked once. Modules are told apart by identity: llvmlite holds
    # some to be equal that are not.
    found = {id(module): module for f in functions.values() for module in modules(f.library)}
    for module in found.values():
        linked.link_in(module, preserve=True)
    own = {function.symbol: name for name, function in functions.items()}
    for defined in linked.functions:
        if defined.name in own:
            defined.name = own[defined.name]
        elif not defined.is_declaration:
            defined.linkage = "internal"
    for variable in linked.global_variables:
        variable.linkage = "internal"
    # Whatever links this optimises again, for what it calls and for its processor.
    optimise(linked, target_machine())
    return bytes(linked.as_bitcode())


if __name__ == "__main__":
    main()
