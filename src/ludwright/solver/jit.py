"""How the searches are compiled: as the machine is, but kept in a folder of their own.

So a change here does not cost a new compilation of the machine.
"""

from __future__ import annotations

from pathlib import Path

from ..machine import jit as machine

STORE = machine.store_of(machine.HERE, Path(__file__).parent)
jit = machine.jit_into(STORE)
