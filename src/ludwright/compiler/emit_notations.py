"""Code for notations: the values that the text of an option shows."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..machine import ops
from ..machine import state as m
from ..machine.program import Text, ValueAt
from .code import Label
from .dispatch import value
from .emitter import Emitter
from .option_plan import Plan


def texts(e: Emitter, plan: Plan) -> None:
    """Emit code that evaluates the values in a notation, for each notation of an action."""
    notations = {notation.name: notation.parts for notation in plan.action.notations}
    if plan.action.name:
        notations.setdefault("", _plain_text(plan.action))
    for name, parts in notations.items():
        entry = e.here
        shown: list[str | ValueAt] = []
        failed = Label()
        exprs = [part for part in parts if isinstance(part, n.Expr)]
        with e.registers(), e.lists(*exprs):
            # A text must not fail the statement: at a failure, the remaining values stay unset.
            with e.failing(failed):
                for part in parts:
                    shown.append(part if isinstance(part, str) else _shown(e, plan, part))
            e.place(failed)
        e.emit(ops.ROWS_END)
        plan.texts[name] = Text(entry, tuple(shown))


def _shown(e: Emitter, plan: Plan, part: n.Expr) -> ValueAt:
    """Emit a value of a text; a value that its reader may not know becomes a blank."""
    kept, blank, past = e.register(), Label(), Label()
    with e.asking(blank):
        value(e, part, kept)
    if blank.asked:
        e.emit(ops.JUMP, past)
        e.place(blank)
        e.emit(ops.COPY, kept, e.constant(m.BLANK))
        e.place(past)
    names = [parameter.name for parameter in plan.action.parameters]
    name = part.name if isinstance(part, n.Local) else ""
    return ValueAt(kept, e.type_of(part), names.index(name) if name in names else None)


def _plain_text(action: n.Action) -> tuple[str | n.Expr, ...]:
    parts: list[str | n.Expr] = [action.name]
    for parameter in action.parameters:
        parts += [" ", n.Local(name=parameter.name)]
    return tuple(parts)
