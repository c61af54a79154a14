"""The decorator for compiled functions of the solver, with a store of its own.

A change in this room then recompiles the searches, not the machine.
"""

from __future__ import annotations

from pathlib import Path

from ..machine import jit as machine

STORE = machine.store_of(machine.HERE, Path(__file__).parent)
jit = machine.jit_into(STORE)
