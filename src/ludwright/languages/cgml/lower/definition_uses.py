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
class DefinitionUse:
    """One use of a definition by the rest of the file, and what was wrong with it there."""

    name: str
    at: Span
    found: tuple[Diagnostic, ...]


def used(symbols: Symbols, env: Environment, node: Used, want: str | None) -> Typed:
    """The value of a named expression."""
    if node.body is None or node.at is None:
        return Typed(n.Hole(span=node.span), ANY)
    if symbols.using:
        return symbols.lower(symbols, env, node.body, want)
    outer, symbols.report, symbols.using = symbols.report, Report(), True
    value = symbols.lower(symbols, env, node.body, want)
    inner, symbols.report, symbols.using = symbols.report, outer, False
    symbols.uses.append(DefinitionUse(node.name, node.at, tuple(inner.items)))
    return value


def blame(symbols: Symbols, definitions: Definitions) -> None:
    """Report what was found in named expressions, each mistake where it belongs."""
    places: dict[str, set[Span]] = {}
    wrong: dict[Diagnostic, set[Span]] = {}
    for use in symbols.uses:
        for name in definitions.reached(use.name):
            places.setdefault(name, set()).add(use.at)
        for found in use.found:
            wrong.setdefault(found, set()).add(use.at)
    for found, spans in wrong.items():
        home = definitions.home(found.span)
        own = found not in symbols.scoped and (home is None or spans == places.get(home.name.text))
        if own or home is None:
            symbols.report.items.append(found)
            continue
        note = _note(home, found)
        for span in spans:
            symbols.report.items.append(replace(found, span=span, notes=(*found.notes, note)))
    for name in definitions.known.keys() - definitions.reached(*definitions.used):
        _check_alone(symbols, definitions.known[name])


def _note(home: Definition, found: Diagnostic) -> str:
    at = found.span or home.name.span
    return f"in the definition '{home.name.text}' at {at.file}:{at.line}:{at.column}"


def _check_alone(symbols: Symbols, definition: Definition) -> None:
    """Report what is wrong with an expression that nothing uses, as far as that is certain."""
    if definition.body is None:
        return
    apart = copy(symbols)
    for each in fields(symbols):
        value = getattr(symbols, each.name)
        if isinstance(value, dict | set | list):
            setattr(apart, each.name, copy(value))
    apart.report, apart.scoped, apart.using = Report(), set(), True
    apart.lower(apart, Environment(), definition.body, None)
    symbols.expressions = apart.expressions
    sure = (d for d in apart.report.items if d not in apart.scoped and d.code not in BY_TYPE)
    symbols.report.items.extend(sure)
