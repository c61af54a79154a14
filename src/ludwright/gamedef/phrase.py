"""Expressions in few words, for people who want to know what a condition says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import nodes as n
from .nodes import Expr


def phrase(expr: Expr) -> str:
    """An expression in words."""
    rule = PHRASES.get(type(expr))
    return rule(expr) if rule else type(expr).__name__.lower()


def _words(name: str) -> str:
    return name.replace("_", " ")


def _fill(template: str) -> Callable[[Any], str]:
    """A phrase with the parts of an expression in it, each named by its field."""

    def rule(expr: Any) -> str:
        parts = {f: getattr(expr, f) for f in type(expr).__dataclass_fields__ if f != "span"}
        told = {f: phrase(v) if isinstance(v, Expr) else _words(str(v)) for f, v in parts.items()}
        return template.format(**told)

    return rule


def _joined(word: str) -> Callable[[Any], str]:
    return lambda expr: f" {word} ".join(phrase(item) for item in expr.items) or word


def _variable(expr: n.Variable) -> str:
    return f"{phrase(expr.of)}'s {_words(expr.name)}" if expr.of else _words(expr.name)


def _zone(expr: n.ZoneAt) -> str:
    owner = f"{phrase(expr.owner)}'s " if expr.owner else ""
    if isinstance(expr.index, n.Number):
        return f"{owner}{_words(expr.name)} {expr.index.value + 1}"
    index = f" number {phrase(expr.index)} + 1" if expr.index else ""
    return f"{owner}{_words(expr.name)}{index}"


def _not(expr: n.Not) -> str:
    inner = expr.item
    if isinstance(inner, n.Equal):
        return f"{phrase(inner.left)} is not {phrase(inner.right)}"
    if isinstance(inner, n.Exists):
        return f"there is no {phrase(inner.item)}"
    return f"not ({phrase(inner)})"


PHRASES: dict[type[Expr], Callable[[Any], str]] = {
    n.Number: lambda e: str(e.value),
    n.Truth: lambda e: "yes" if e.value else "no",
    n.Symbol: lambda e: e.value,
    n.Seat: lambda e: f"player {e.number + 1}",
    n.Nothing: lambda e: "nothing",
    n.Local: _fill("{name}"),
    n.Variable: _variable,
    n.OptionValue: _fill("{name}"),
    n.Lookup: _fill("{table} of {key}"),
    n.ZoneAt: _zone,
    n.ZonesNamed: _fill("every {name}"),
    n.Seats: lambda e: "every player",
    n.SeatAfter: _fill("the player {steps} after {seat}"),
    n.OwnerOf: _fill("the owner of {zone}"),
    n.IndexOf: _fill("the number of {zone}"),
    n.TokensIn: _fill("the cards of {zone}"),
    n.SizeOf: _fill("the size of {zone}"),
    n.TopOf: _fill("top of {zone}"),
    n.BottomOf: _fill("bottom of {zone}"),
    n.TokenAt: _fill("card {position} below the top of {zone}"),
    n.ZoneOf: _fill("the zone of {token}"),
    n.PropertyOf: _fill("{property} of {token}"),
    n.IsFaceUp: _fill("{token} is face up"),
    n.RunLength: _fill("the length of the run on {zone}"),
    n.Add: _fill("{left} + {right}"),
    n.Subtract: _fill("{left} - {right}"),
    n.Multiply: _fill("{left} x {right}"),
    n.Divide: _fill("{left} / {right}"),
    n.Modulo: _fill("{left} modulo {right}"),
    n.Equal: _fill("{left} is {right}"),
    n.Less: _fill("{left} < {right}"),
    n.AtMost: _fill("{left} <= {right}"),
    n.And: _joined("and"),
    n.Or: _joined("or"),
    n.Not: _not,
    n.Exists: _fill("there is a {item}"),
    n.Conditional: _fill("{then} if {test}, else {otherwise}"),
    n.ListOf: lambda e: ", ".join(phrase(item) for item in e.items) or "none",
    n.Range: _fill("{low} to {high}"),
    n.Filter: _fill("{items} where {where}"),
    n.Each: _fill("{value} for {items}"),
    n.Distinct: _fill("the different ones of {items}"),
    n.Length: _fill("the number of {items}"),
    n.Item: _fill("number {index} of {items}"),
    n.Contains: _fill("{value} is one of {items}"),
    n.Sum: _fill("the sum of {items}"),
    n.Largest: _fill("the largest of {items}"),
    n.Smallest: _fill("the smallest of {items}"),
    n.AnyOf: _fill("for one of {items}: {where}"),
    n.AllOf: _fill("for each of {items}: {where}"),
}
"""How each kind of expression is said."""
