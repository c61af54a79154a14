"""The compiled loops of this room, as Python calls them."""

from __future__ import annotations

from pathlib import Path

from ..belief.kernels import KERNELS as BELIEF
from ..machine.kernels import Kernels

KERNELS = Kernels(
    Path(__file__).parent,
    *("bandits", "iterations", "signs"),
    *("information", "unfold", "regret", "response", "sampling"),
    uses=(BELIEF,),
)
entry_point = KERNELS.entry_point
