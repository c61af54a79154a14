"""Facts about a game that the general search uses, derived once per program."""

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

MOST_CACHED = 16


@dataclass(frozen=True)
class StaticFacts:
    """Arrays for the search kernel: interchangeable zones and forgotten words (`places`, and
    `places_apart` with no zone interchangeable), and the encoded win conditions."""

    places: Array
    places_apart: Array
    evaluation: Array


_cache: dict[str, StaticFacts] = {}


def static_facts_of(definition: n.GameDef, program: Program) -> StaticFacts:
    """The facts about a game and the program compiled from it; the last few are cached."""
    found = _cache.get(program.digest)
    if found is None:
        if len(_cache) >= MOST_CACHED:
            _cache.pop(next(iter(_cache)))
        found = _cache[program.digest] = _derive(definition, program)
    return found


def _derive(definition: n.GameDef, program: Program) -> StaticFacts:
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
    """The addresses of variables that never influence who wins: scores, as a rule."""
    idle = {program.variables[name].address for name in idle_variables(game)}
    return [
        address
        for slot in program.slots
        if slot.start in idle and slot.keys & m.FUTURE
        for address in range(slot.start, slot.start + slot.count)
    ]


def prepared(definition: n.GameDef, program: Program) -> n.GameDef:
    """A game as it was compiled: options substituted, loops over fixed lists unrolled.

    Programs do not keep their tree: only the solver and the list of moves need it, once a game.
    """
    defaults = {option.name: option.default for option in definition.options}
    values = {name: _constant(defaults[name], value) for name, value in program.options.items()}
    return prepare(definition, program.seats, values)


def _constant(like: n.Expr, value: object) -> n.Expr:
    if isinstance(like, n.Symbol):
        return n.Symbol(enum=like.enum, value=str(value))
    return n.Truth(value=bool(value)) if isinstance(like, n.Truth) else n.Number(value=int(value))  # type: ignore[call-overload]
