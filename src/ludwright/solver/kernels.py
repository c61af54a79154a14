"""The solver's compiled loops, as Python calls them."""

from __future__ import annotations

from pathlib import Path

from ..machine.kernels import Kernels

KERNELS = Kernels(
    Path(__file__).parent,
    *("search_kernel", "shorten", "transposition_set"),
    *(f"board.{name}" for name in ("dfs", "best_first", "shorten", "make", "steps", "moves")),
)
entry_point = KERNELS.entry_point
