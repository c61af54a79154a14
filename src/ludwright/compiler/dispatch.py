"""Dispatch: the tables of emit functions for expressions, filled by the `emit_*` modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..machine import ops
from .code import Label
from .emitter import Emitter

To = int | None
Value = Callable[[Emitter, Any, To], int]
Branch = Callable[[Emitter, Any, Label, bool], None]

# Filled from below: the modules that emit one kind of node call each other through these tables,
# which would otherwise be circular imports.
VALUES: dict[type[n.Expr], Value] = {}
"""For every kind of expression: emit code that evaluates it, and return the address of its
value."""

BRANCHES: dict[type[n.Expr], Branch] = {}
"""For kinds of tests: emit code that jumps."""


def value(e: Emitter, expr: n.Expr, to: To = None) -> int:
    """Emit an expression and return the address of its value, which is `to` if given."""
    with e.context.asking_about(expr):
        address = VALUES[type(expr)](e, expr, to)
    if to is not None and address != to:
        e.emit(ops.COPY, to, address)
        return to
    return address


def into(e: Emitter, to: To) -> int:
    """The register `to`, or a new one."""
    return e.register() if to is None else to


def test(e: Emitter, expr: n.Expr, no: Label) -> None:
    """Emit code that continues if a test holds and jumps if it does not, or fails.

    If the test makes lists, both its exits restore the list area."""
    with e.context.asking_about(expr):
        _test(e, expr, no)


def _test(e: Emitter, expr: n.Expr, no: Label) -> None:
    kept = false = None
    parts = expr.items if isinstance(expr, n.And) else (expr,)
    # Parts that decide before a list is made leave nothing to restore.
    for part in parts:
        with e.registers():
            if false is not None:
                with e.failing(false):
                    branch(e, part, false, False)
                continue
            if not e.context.makes_lists(part):
                with e.failing(no):
                    branch(e, part, no, False)
                continue
        kept, false = e.register(lasts=True), Label()
        e.emit(ops.KEEP_LISTS, kept)
        begun = e.here
        with e.registers(), e.failing(false):
            branch(e, part, false, False)
        if not e.code.uses_lists_since(begun):
            _restore(e, kept, false, no)
            kept = false = None
    if kept is not None and false is not None:
        _restore(e, kept, false, no)


def _restore(e: Emitter, kept: int, false: Label, no: Label) -> None:
    """Restore the list area at both exits of a test."""
    end = Label()
    for exit_, past in ((false, end), (end, no)):
        e.emit(ops.DROP_LISTS, kept)
        e.emit(ops.JUMP, past)
        e.place(exit_)


def branch(e: Emitter, expr: n.Expr, target: Label, sense: bool) -> None:
    """Emit code that jumps to the target if the expression has this truth, else continues."""
    rule = BRANCHES.get(type(expr))
    if rule:
        with e.context.asking_about(expr):
            rule(e, expr, target, sense)
    else:
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, value(e, expr), target)
