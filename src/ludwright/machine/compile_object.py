"""Compiles generated code to object code in the cache, for a process that goes on meanwhile.

A program of its own (argument: a name; standard input: the code). It may be killed at any time.
"""

from __future__ import annotations

import json
import sys

from . import native


def main() -> None:
    """Compile what comes in, unless it is there already."""
    (name,) = sys.argv[1:]
    source = native.Source(**json.load(sys.stdin.buffer))
    native.object_code(native.MACHINE, name, lambda _: source)


if __name__ == "__main__":
    main()
