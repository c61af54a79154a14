"""Expressions as English phrases, for explanations and diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import nodes as n
from .claims import AS_FILLED, SUBLIST, claimed
from .failsafe import held, met
from .walk import substitute

CONVERSE = {"is less than": "is more than", "is at most": "is at least"}


def phrase(expr: n.Expr) -> str:
    """An expression in words."""
    return PHRASES[type(expr)](expr)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _local(expr: n.Local) -> str:
    """A name, without the number that lowering appends to make it unique."""
    return _words(re.sub(r"(?<=[a-z])_\d+$", "", expr.name))


def _a(thing: str) -> str:
    return f"an {thing}" if thing[:1].lower() in "aeiou" else f"a {thing}"


def _fill(template: str) -> Callable[[Any], str]:
    """A phrase with the parts of an expression in it, each named by its field."""

    def rule(expr: Any) -> str:
        parts = {f: getattr(expr, f) for f in type(expr).__dataclass_fields__ if f != "span"}
        said = {f: phrase(v) if isinstance(v, n.Expr) else _words(str(v)) for f, v in parts.items()}
        return template.format(**said)

    return rule


def _joined(word: str) -> Callable[[Any], str]:
    return lambda expr: f" {word} ".join(phrase(item) for item in expr.items) or word


def _variable(expr: n.Variable) -> str:
    of = f"{phrase(expr.of)}'s " if expr.of else ""
    return f"{of}{_words(expr.name)}{_number(expr.index)}"


def _number(index: n.Expr | None) -> str:
    """The number of one of several, for people, who count from 1."""
    if isinstance(index, n.Number):
        return f" {index.value + 1}"
    return f" number {phrase(index)} + 1" if index else ""


def _lookup(expr: n.Lookup) -> str:
    """A number for a property; the property is omitted if the table is named after it."""
    key, table = expr.key, _words(expr.table)
    if isinstance(key, n.PropertyOf) and _words(key.property) in table:
        return f"{table} of {phrase(key.token)}"
    return f"{table} of {phrase(key)}"


def _zone(expr: n.ZoneAt) -> str:
    owner = f"{phrase(expr.owner)}'s " if expr.owner else ""
    return f"{owner}{_words(expr.name)}{_number(expr.index)}"


def _connected(expr: n.Connected) -> str:
    zones = f"the zones connected to {phrase(expr.zone)} by {_words(expr.link)}"
    steps = "" if expr.within is None else f", within {phrase(expr.within)} steps"
    return f"{zones} where {phrase(expr.where)}{steps}"


def _not(expr: n.Not) -> str:
    inner = expr.item
    if isinstance(inner, n.Equal):
        return _compared(inner.left, "is not", inner.right)
    if isinstance(inner, n.Exists):
        return _exists(inner, False)
    if isinstance(inner, n.IsFaceUp):
        return f"{phrase(inner.token)} is face down"
    return f"not ({phrase(inner)})"


def _exists(expr: n.Exists, holds: bool = True) -> str:
    item, said = expr.item, phrase(expr.item)
    if isinstance(item, n.TopOf | n.BottomOf):
        return f"{phrase(item.zone)} is {'not empty' if holds else 'empty'}"
    # Only a bare name takes an article: not "there is a the zone of card".
    if isinstance(item, n.Local) or (isinstance(item, n.Variable) and not (item.of or item.index)):
        return f"there is {_a(said)}" if holds else f"there is no {said}"
    return f"{said} {'exists' if holds else 'does not exist'}"


def _compared(left: n.Expr, word: str, right: n.Expr) -> str:
    """A comparison: constants come last, and sizes compared with 0 are called empty or not."""
    if isinstance(left, n.Number):
        left, word, right = right, CONVERSE.get(word, word), left
    if isinstance(left, n.SizeOf) and isinstance(right, n.Number):
        size = SIZES.get((word, right.value))
        if size:
            return f"{phrase(left.zone)} is {size}"
    return f"{phrase(left)} {word} {phrase(right)}"


def _among(expr: n.Contains) -> str:
    """Membership in a list, phrased by the kind of the list."""
    value, items = phrase(expr.value), expr.items
    while claimed(items, SUBLIST) and claimed(items, AS_FILLED):  # the same items
        items = items.items  # type: ignore[attr-defined]
    if isinstance(items, n.Each):
        return f"{value} is {_of(items, 'one of')}"
    rule = AMONG.get(type(items))
    return rule(value, items) if rule else f"{value} is one of {phrase(items)}"


def _of(expr: n.Each, which: str) -> str:
    """A value computed from each item, with a phrase in place of the item."""
    item = n.Local(name=f"{which} {phrase(expr.items)}")
    return phrase(substitute(expr.value, {expr.name: item}))


def _after(expr: n.SeatAfter) -> str:
    steps, seat = expr.steps, phrase(expr.seat)
    if isinstance(steps, n.Number) and steps.value in (1, -1):
        return f"the player {'after' if steps.value == 1 else 'before'} {seat}"
    return f"the player {phrase(steps)} seats after {seat}"


def _conditional(expr: n.Conditional) -> str:
    """One value or the other; the safeguards of a fail-safe test are omitted."""
    test = held(expr)
    if test is not None:
        return phrase(met(test) or test)
    return f"{phrase(expr.then)} if {phrase(expr.test)}, else {phrase(expr.otherwise)}"


SIZES = {
    ("is", 0): "empty",
    ("is at most", 0): "empty",
    ("is less than", 1): "empty",
    ("is not", 0): "not empty",
    ("is more than", 0): "not empty",
    ("is at least", 1): "not empty",
}
"""Comparisons of a zone's size that need no number."""

AMONG: dict[type[n.Expr], Callable[[str, Any], str]] = {
    n.TokensIn: lambda value, items: f"{value} is in {phrase(items.zone)}",
    n.ZonesNamed: lambda value, items: f"{value} is {_a(_words(items.name))}",
    n.Seats: lambda value, items: f"{value} is a player",
    n.Teams: lambda value, items: f"{value} is a team",
    n.SeatsOf: lambda value, items: f"{value} is in {phrase(items.team)}",
    n.ListOf: lambda value, items: f"{value} is {' or '.join(map(phrase, items.items)) or 'none'}",
}
"""Phrases for membership, by the kind of the list."""


PHRASES: dict[type[n.Expr], Callable[[Any], str]] = {
    n.Number: lambda e: str(e.value),
    n.Truth: lambda e: "yes" if e.value else "no",
    n.Symbol: lambda e: e.value,
    n.Seat: lambda e: f"player {e.number + 1}",
    n.TeamNamed: _fill("{name}"),
    n.Nothing: lambda e: "nothing",
    n.Hole: lambda e: "something unknown",
    n.Local: _local,
    n.Variable: _variable,
    n.OptionValue: _fill("{name}"),
    n.Lookup: _lookup,
    n.ZoneAt: _zone,
    n.ZonesNamed: _fill("every {name}"),
    n.Seats: lambda e: "every player",
    n.Teams: lambda e: "every team",
    n.TeamOf: _fill("the team of {seat}"),
    n.SeatsOf: _fill("the players of {team}"),
    n.SeatAfter: _after,
    n.NumberOf: _fill("the seat number of {seat}"),
    n.OwnerOf: _fill("the owner of {zone}"),
    n.IndexOf: _fill("the index of {zone}"),
    n.TraitOf: _fill("{trait} of {zone}"),
    n.TokensIn: _fill("the cards in {zone}"),
    n.SizeOf: _fill("the size of {zone}"),
    n.TopOf: _fill("the top card of {zone}"),
    n.BottomOf: _fill("the bottom card of {zone}"),
    n.TokenAt: _fill("the card at depth {position} in {zone}"),
    n.ZoneOf: _fill("the zone of {token}"),
    n.Neighbours: _fill("the {link} neighbours of {zone}"),
    n.Connected: _connected,
    n.ChildAt: _fill("the branch of {zone} in direction {direction}"),
    n.ParentOf: _fill("the parent of {zone}"),
    n.DirectionOf: _fill("the direction of {zone}"),
    n.RootOf: _fill("the root of {zone}"),
    n.TreeOf: _fill("{zone} and its branches"),
    n.DeepestOf: _fill("the deepest branch of {zone}"),
    n.PropertyOf: _fill("{property} of {token}"),
    n.IsFaceUp: _fill("{token} is face up"),
    n.RunLength: _fill("the length of the run on {zone}"),
    n.Add: _fill("{left} + {right}"),
    n.Subtract: _fill("{left} - {right}"),
    n.Multiply: _fill("{left} x {right}"),
    n.Divide: _fill("{left} / {right}"),
    n.Modulo: _fill("{left} modulo {right}"),
    n.Equal: lambda e: _compared(e.left, "is", e.right),
    n.Less: lambda e: _compared(e.left, "is less than", e.right),
    n.AtMost: lambda e: _compared(e.left, "is at most", e.right),
    n.And: _joined("and"),
    n.Or: _joined("or"),
    n.Not: _not,
    n.Exists: _exists,
    n.Possible: lambda e: "it can be carried out",
    n.Conditional: _conditional,
    n.ListOf: lambda e: ", ".join(phrase(item) for item in e.items) or "none",
    n.Range: _fill("{low} to {high}"),
    n.Filter: _fill("{items} where {where}"),
    n.Each: lambda e: _of(e, "each of"),
    n.Distinct: _fill("the distinct values of {items}"),
    n.Join: lambda e: " and ".join(map(phrase, e.lists)) or "none",
    n.Sorted: _fill("{items} sorted by {key}"),
    n.Reversed: _fill("{items} in reverse order"),
    n.Length: _fill("the number of {items}"),
    n.Item: _fill("item {index} of {items}"),
    n.Contains: _among,
    n.Sum: _fill("the sum of {items}"),
    n.Largest: _fill("the largest of {items}"),
    n.Smallest: _fill("the smallest of {items}"),
    n.AnyOf: _fill("for at least one of {items}: {where}"),
    n.AllOf: _fill("for each of {items}: {where}"),
    n.Subsets: _fill("the combinations of {least} to {most} of {items} where {where}"),
    n.Selected: _fill("{selection} of {items}"),
    n.BestPartition: _fill("the best {groups} by {weight}"),
}
"""The phrase for each kind of expression."""
