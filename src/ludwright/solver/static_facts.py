"""What searches know of a game before they start: worked out once from its definition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..compiler.passes import prepare
from ..gamedef import nodes as n
from ..gamedef.relevance import idle_variables
from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, Program, instructions
from .goal_terms import evaluation
from .state_hash import Y_FORGOTTEN, Y_GROUPS, Y_KNOWING
from .symmetry import interchangeable

MOST_KEPT = 16


@dataclass(frozen=True)
class StaticFacts:
    """What a search uses: which places are interchangeable (and the same as if none were) and what
    is forgotten, and what a position is worth."""

    places: Array
    places_apart: Array
    evaluation: Array


_kept: dict[str, StaticFacts] = {}


def known_of(definition: n.GameDef, program: Program) -> StaticFacts:
    """What is to be known of a game that was compiled to a program."""
    found = _kept.get(program.digest)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        found = _kept[program.digest] = _known(definition, program)
    return found


def _known(definition: n.GameDef, program: Program) -> StaticFacts:
    game = prepared(definition, program)
    operands = Y_GROUPS + len(program.zones)
    end = operands + len(program.code)
    words = forgotten_words(game, program)
    apart = np.zeros(end + 1 + len(words), np.int32)
    apart[end:] = [len(words), *words]
    apart[Y_FORGOTTEN] = end if words else 0
    apart[Y_KNOWING] = any(op == ops.NEED for _, op, _ in instructions(program))
    for site in program.sites.values():
        for number, action in enumerate(site.actions):
            zones = (kind == "zone" for _, kind, _ in action.operands)
            mask = sum(zone << i for i, zone in enumerate(zones))
            apart[operands + site.offset + number] = 0 if action.is_range else mask
    places = apart.copy()
    for group, name in enumerate(interchangeable(game, program), start=1):
        for number, zone in enumerate(program.zones):
            if zone and zone.name == name:
                places[Y_GROUPS + number] = group
    return StaticFacts(places, apart, evaluation(game, program))


def forgotten_words(game: n.GameDef, program: Program) -> list[int]:
    """Where a state keeps what can never influence whether it is won: points, as a rule."""
    idle = {program.variables[name].address for name in idle_variables(game)}
    return [
        address
        for slot in program.slots
        if slot.start in idle and slot.keys & m.FUTURE
        for address in range(slot.start, slot.start + slot.count)
    ]


def prepared(definition: n.GameDef, program: Program) -> n.GameDef:
    """A game as it was compiled: with the values of its options, loops over fixed lists undone."""
    defaults = {option.name: option.default for option in definition.options}
    values = {name: _constant(defaults[name], value) for name, value in program.options.items()}
    return prepare(definition, program.seats, values)


def _constant(like: n.Expr, value: object) -> n.Expr:
    if isinstance(like, n.Symbol):
        return n.Symbol(enum=like.enum, value=str(value))
    return n.Truth(value=bool(value)) if isinstance(like, n.Truth) else n.Number(value=int(value))  # type: ignore[call-overload]
