"""What the choices at each site consist of, as one flat array that compiled loops can follow."""

from __future__ import annotations

import numpy as np

from ..machine.program import ActionInfo, Array, Program

# ---- the table: the first site; for each offset from there on where its site is described ----
T_FIRST, T_SITES = range(2)
# ---- a site: whether its choices are announced; then a word per action: a bit for each operand
# that is a token, or SET and whether its items are tokens ----
T_ANNOUNCED, T_ACTIONS = range(2)
SET, SET_OF_TOKENS = 1 << 16, 1 << 17


def choice_table(program: Program) -> Array:
    """The table of a program."""
    first, last = min(program.sites, default=0), max(program.sites, default=-1)
    words = [first, *[0] * (last + 1 - first)]
    for offset, site in program.sites.items():
        words[T_SITES + offset - first] = len(words)
        words += [int(site.announced), *map(_action_word, site.actions)]
    return np.array(words, np.int32)


def _action_word(action: ActionInfo) -> int:
    if action.sets is not None:
        return SET_OF_TOKENS if action.sets.kind == "token" else SET
    kinds = [kind for _, kind, _ in action.operands]
    return sum(1 << i for i, kind in enumerate(kinds) if kind == "token")
