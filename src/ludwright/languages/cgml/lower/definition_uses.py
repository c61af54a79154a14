"""Lowering named expressions where they are used, and attributing their errors.

An error that occurs in every use is reported once, at the definition. One that occurs only in some
uses, or because of a name that is not available there, is reported at the use.
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
"""Errors that depend on the neighbours of an expression."""


@dataclass(frozen=True, slots=True)
class DefinitionUse:
    """One use of a definition outside definitions, and the diagnostics it caused."""

    name: str
    at: Span
    found: tuple[Diagnostic, ...]


def used(symbols: Symbols, env: Environment, node: Used, want: str | None) -> Typed:
    """Lower a named expression where it is used."""
    if node.body is None or node.at is None:
        return Typed(n.Hole(span=node.span), ANY)
    if symbols.using:
        return symbols.lower(symbols, env, node.body, want)
    # Collect the diagnostics of the outermost use only; nested uses add to the same report.
    outer, symbols.report, symbols.using = symbols.report, Report(), True
    value = symbols.lower(symbols, env, node.body, want)
    inner, symbols.report, symbols.using = symbols.report, outer, False
    symbols.uses.append(DefinitionUse(node.name, node.at, tuple(inner.items)))
    return value


def blame(symbols: Symbols, definitions: Definitions) -> None:
    """Report the diagnostics of named expressions, each where it belongs."""
    sites: dict[str, set[Span]] = {}
    wrong: dict[Diagnostic, set[Span]] = {}
    for use in symbols.uses:
        for name in definitions.reached(use.name):
            sites.setdefault(name, set()).add(use.at)
        for found in use.found:
            wrong.setdefault(found, set()).add(use.at)
    for found, spans in wrong.items():
        home = definitions.home(found.span)
        # Wrong in every use, and not for lack of a name there: the definition is wrong.
        own = found not in symbols.scoped and (home is None or spans == sites.get(home.name.text))
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
    """Report the certain errors of an expression that nothing uses."""
    if definition.body is None:
        return
    # Work on a copy: an unused expression must not influence inferred types or generated names.
    apart = copy(symbols)
    for each in fields(symbols):
        value = getattr(symbols, each.name)
        if isinstance(value, dict | set | list):
            setattr(apart, each.name, copy(value))
    apart.report, apart.scoped, apart.using = Report(), set(), True
    apart.lower(apart, Environment(), definition.body, None)
    # The size limit counts unused definitions, too: they cost time to check.
    symbols.expressions = apart.expressions
    sure = (d for d in apart.report.items if d not in apart.scoped and d.code not in BY_TYPE)
    symbols.report.items.extend(sure)
