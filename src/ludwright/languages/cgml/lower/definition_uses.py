"""Named expressions where they are used, and whose fault it is if one is wrong there.

What is wrong with an expression wherever it is used is reported once, at its definition. What is
wrong only in some places, or because of a name that is not known there, is reported at the use.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields, replace

from ....diagnostics import Diagnostic, Report, Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY
from .. import codes
from ..read.definitions import Definition, Definitions, Used
from .symbols import Environment, Symbols, Typed

BY_TYPE = frozenset(code.code for code in (codes.TYPE, codes.LITERAL, codes.UNTYPED, codes.RANKS))
"""What depends on the neighbours of an expression."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a definition by the rest of the file, and what was wrong with it there."""

    name: str
    at: Span
    found: tuple[Diagnostic, ...]


def used(world: Symbols, scope: Environment, node: Used, want: str | None) -> Typed:
    """The value of a named expression."""
    if node.body is None or node.at is None:
        return Typed(n.Hole(span=node.span), ANY)
    if world.using:
        return world.lower(world, scope, node.body, want)
    outer, world.report, world.using = world.report, Report(), True
    value = world.lower(world, scope, node.body, want)
    inner, world.report, world.using = world.report, outer, False
    world.uses.append(Use(node.name, node.at, tuple(inner.items)))
    return value


def blame(world: Symbols, definitions: Definitions) -> None:
    """Report what was found in named expressions, each mistake where it belongs."""
    places: dict[str, set[Span]] = {}
    wrong: dict[Diagnostic, set[Span]] = {}
    for use in world.uses:
        for name in definitions.reached(use.name):
            places.setdefault(name, set()).add(use.at)
        for found in use.found:
            wrong.setdefault(found, set()).add(use.at)
    for found, spans in wrong.items():
        home = definitions.home(found.span)
        own = found not in world.scoped and (home is None or spans == places.get(home.name.text))
        if own or home is None:
            world.report.items.append(found)
            continue
        note = _note(home, found)
        for span in spans:
            world.report.items.append(replace(found, span=span, notes=(*found.notes, note)))
    for name in definitions.known.keys() - definitions.reached(*definitions.used):
        _check_alone(world, definitions.known[name])


def _note(home: Definition, found: Diagnostic) -> str:
    at = found.span or home.name.span
    return f"in the definition '{home.name.text}' at {at.file}:{at.line}:{at.column}"


def _check_alone(world: Symbols, definition: Definition) -> None:
    """Report what is wrong with an expression that nothing uses, as far as that is certain."""
    if definition.body is None:
        return
    apart = copy(world)
    for each in fields(world):
        value = getattr(world, each.name)
        if isinstance(value, dict | set | list):
            setattr(apart, each.name, copy(value))
    apart.report, apart.scoped, apart.using = Report(), set(), True
    apart.lower(apart, Environment(), definition.body, None)
    world.expressions = apart.expressions
    sure = (d for d in apart.report.items if d not in apart.scoped and d.code not in BY_TYPE)
    world.report.items.extend(sure)
