"""Compiles generated code to object code in the cache, for a process that goes on meanwhile.

A program of its own (argument: a name).
"""

from __future__ import annotations

import json
import sys

from . import native


def main() -> None:
    """Compile what was written beside the object code to be."""
    (name,) = sys.argv[1:]
    room = native.MACHINE
    source = room.store.read(f"{name}.source")
    if source is not None:
        native.object_code(room, name, lambda _: native.Source(**json.loads(source)))
        room.store.remove(f"{name}.source")


if __name__ == "__main__":
    main()
