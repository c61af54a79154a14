"""The compiled loops of this room, as Python calls them."""

from __future__ import annotations

from pathlib import Path

from ..machine.kernels import Kernels

KERNELS = Kernels(
    Path(__file__).parent, "observed", "mask", "step", "history_hash", "chain", "units", "tensor"
)
entry_point = KERNELS.entry_point
