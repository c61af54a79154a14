"""All ops by number: the interpreter, native code and plain Python are derived from this table."""

from __future__ import annotations

from . import choices, combinations, control, flow, lists, numbers, tokens, trees  # noqa: F401
from .operands import OPS as OPS
