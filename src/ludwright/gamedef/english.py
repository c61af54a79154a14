"""Expressions as English phrases, for explanations and diagnostics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from . import nodes as n
from .claims import AS_FILLED, SUBLIST, claimed
from .failsafe import held, met
from .walk import BINDERS, substitute, walk, with_parts

MOST_WORDS = 40  # of a phrase
MOST_LISTED = 12  # words of a list of which a value is one
MOST_ITEMS = 8  # of a list that is written out
CONVERSE = {"is less than": "is more than", "is at most": "is at least"}


def phrase(expr: n.Expr) -> str:
    """An expression in words."""
    used = {x.name for x in walk(expr) if isinstance(x, n.Local)}
    counts = Counter(map(_without_number, used))
    # `card` and `card 2` in one phrase are different cards, so there the numbers stay.
    names = {name: _without_number(name) for name in used if counts[_without_number(name)] == 1}
    words = _phrase(_renamed(expr, names)).split(" ")
    return " ".join(words if len(words) <= MOST_WORDS else [*words[:MOST_WORDS], "..."])


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """A node with other names for its locals. Bound names lose their numbers as well, unless the
    scope also has another local of that name."""
    if isinstance(node, n.Local):
        return n.Local(name=names.get(node.name, node.name))
    binders, inside = BINDERS.get(type(node), ((), ""))
    if not binders:
        return with_parts(node, lambda part: _renamed(part, names))
    body = getattr(node, inside)
    used = {x.name for x in walk(body) if isinstance(x, n.Local)}
    bound = {getattr(node, field) for field in binders}
    taken = {names.get(name, name) for name in used - bound}
    fields: dict[str, Any] = {}
    for field in binders:
        short = _without_number(getattr(node, field))
        fields[field] = getattr(node, field) if short in taken else short
        taken.add(fields[field])
    inner = {**names, **{getattr(node, field): shown for field, shown in fields.items()}}
    outside = with_parts(node, lambda part: part if part is body else _renamed(part, names))
    return replace(outside, **fields, **{inside: _renamed(body, inner)})


def _without_number(name: str) -> str:
    """A name without the number that lowering appends to make it unique."""
    return re.sub(r"(?<=[a-z])[_ ]\d+(?=$|,)", "", name)


def _phrase(expr: n.Expr) -> str:
    return PHRASES[type(expr)](expr)


def _words(name: str) -> str:
    return name.replace("_", " ").strip()


def _a(thing: str) -> str:
    return f"an {thing}" if thing[:1].lower() in "aeiou" else f"a {thing}"


def _fill(template: str) -> Callable[[Any], str]:
    """A phrase with the parts of an expression in it, each named by its field."""

    def rule(expr: Any) -> str:
        parts = {f: getattr(expr, f) for f in type(expr).__dataclass_fields__ if f != "span"}
        said = {
            f: _phrase(v) if isinstance(v, n.Expr) else _words(str(v)) for f, v in parts.items()
        }
        return template.format(**said)

    return rule


def _joined(word: str) -> Callable[[Any], str]:
    def rule(expr: n.And | n.Or) -> str:
        items = [
            f"({_phrase(item)})" if isinstance(item, n.And | n.Or) else _phrase(item)
            for item in expr.items
        ]
        return f" {word} ".join(items) or word

    return rule


def _operation(sign: str) -> Callable[[Any], str]:
    """An operation on numbers, with parentheses where a reader would calculate otherwise."""

    def rule(expr: Any) -> str:
        left, right = expr.left, expr.right
        if right == n.Number(value=1) and sign in ("x", "/"):
            return _phrase(left)
        return f"{_operand(left, sign)} {sign} {_operand(right, sign, right=True)}"

    return rule


def _operand(expr: n.Expr, sign: str, right: bool = False) -> str:
    inner = PRECEDENCE.get(type(expr), 9)
    # The phrase that `_of` puts in place of an item may end in an operation of its own.
    phrased = isinstance(expr, n.Local) and expr.name.startswith(("each of ", "one of "))
    loose = phrased or isinstance(expr, n.Conditional)
    # `a - (b - c)` and `a / (b x c)`, but `a + b + c`.
    looser = inner <= SIGNS[sign] if right and sign != "+" else inner < SIGNS[sign]
    return f"({_phrase(expr)})" if loose or looser else _phrase(expr)


def _variable(expr: n.Variable) -> str:
    of = f"{_phrase(expr.of)}'s " if expr.of else ""
    return f"{of}{_words(expr.name)}{_number(expr.index)}"


def _number(index: n.Expr | None) -> str:
    """The number of one of several, for people, who count from 1."""
    if isinstance(index, n.Number):
        return f" {index.value + 1}"
    return f" number {_phrase(index)} + 1" if index else ""


def _lookup(expr: n.Lookup) -> str:
    """A number for a property; the property is omitted if the table is named after it."""
    key, table = expr.key, _words(expr.table)
    if isinstance(key, n.PropertyOf) and _words(key.property) in table:
        return f"{table} of {_phrase(key.token)}"
    return f"{table} of {_phrase(key)}"


def _zone(expr: n.ZoneAt) -> str:
    owner = f"{_phrase(expr.owner)}'s " if expr.owner else ""
    return f"{owner}{_words(expr.name)}{_number(expr.index)}"


def _connected(expr: n.Connected) -> str:
    zones = f"the zones connected to {_phrase(expr.zone)} by {_words(expr.link)}"
    steps = "" if expr.within is None else f", within {_phrase(expr.within)} steps"
    return f"{zones} where {_phrase(expr.where)}{steps}"


def _not(expr: n.Not) -> str:
    inner = expr.item
    if isinstance(inner, n.Equal):
        return _compared(inner.left, "is not", inner.right)
    if isinstance(inner, n.Exists):
        return _exists(inner, False)
    if isinstance(inner, n.IsFaceUp):
        return f"{_phrase(inner.token)} is face down"
    return f"not ({_phrase(inner)})"


def _exists(expr: n.Exists, holds: bool = True) -> str:
    item, said = expr.item, _phrase(expr.item)
    if isinstance(item, n.TopOf | n.BottomOf):
        return f"{_phrase(item.zone)} is {'not empty' if holds else 'empty'}"
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
            return f"{_phrase(left.zone)} is {size}"
    return f"{_phrase(left)} {word} {_phrase(right)}"


def _among(expr: n.Contains) -> str:
    """Membership in a list, phrased by the kind of the list."""
    value, items = _phrase(expr.value), expr.items
    while claimed(items, SUBLIST) and claimed(items, AS_FILLED):  # the same items
        items = items.items  # type: ignore[attr-defined]
    if isinstance(items, n.Each):
        return _shortened(f"{value} is {_of(items, 'one of')}", value)
    rule = AMONG.get(type(items))
    return rule(value, items) if rule else _shortened(f"{value} is one of {_phrase(items)}", value)


def _listed(items: tuple[n.Expr, ...], separator: str) -> str:
    """Several items, the first few of them if they are many."""
    few = items if len(items) <= MOST_ITEMS else items[:3]
    others = [f"{len(items) - len(few)} others"] if len(few) < len(items) else []
    return separator.join([*map(_phrase, few), *others]) or "none"


def _shortened(said: str, value: str) -> str:
    """A membership; the list is left out if nobody would read it to its end."""
    long = len(said.split()) > MOST_LISTED + len(value.split())
    return f"{value} is one of the listed values" if long else said


def _of(expr: n.Each, which: str) -> str:
    """A value computed from each item, with a phrase in place of the item."""
    item = n.Local(name=f"{which} {_phrase(expr.items)}")
    return _phrase(substitute(expr.value, {expr.name: item}))


def _after(expr: n.SeatAfter) -> str:
    steps, seat = expr.steps, _phrase(expr.seat)
    if isinstance(steps, n.Number) and steps.value in (1, -1):
        return f"the player {'after' if steps.value == 1 else 'before'} {seat}"
    return f"the player {_phrase(steps)} seats after {seat}"


def _conditional(expr: n.Conditional) -> str:
    """One value or the other; the safeguards of a fail-safe test are omitted."""
    test = held(expr)
    if test is not None:
        return _phrase(met(test) or test)
    return f"{_phrase(expr.then)} if {_phrase(expr.test)}, else {_phrase(expr.otherwise)}"


SIGNS = {"+": 1, "-": 1, "x": 2, "/": 2, "modulo": 2}
PRECEDENCE: dict[type[n.Expr], int] = {
    n.Add: 1,
    n.Subtract: 1,
    n.Multiply: 2,
    n.Divide: 2,
    n.Modulo: 2,
}
"""How tightly operations bind, by their sign and by their node."""

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
    n.TokensIn: lambda value, items: f"{value} is in {_phrase(items.zone)}",
    n.ZonesNamed: lambda value, items: f"{value} is {_a(_words(items.name))}",
    n.Seats: lambda value, items: f"{value} is a player",
    n.Teams: lambda value, items: f"{value} is a team",
    n.SeatsOf: lambda value, items: f"{value} is in {_phrase(items.team)}",
    n.ListOf: lambda value, items: f"{value} is {_listed(items.items, ' or ')}",
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
    n.Local: _fill("{name}"),
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
    n.Add: _operation("+"),
    n.Subtract: _operation("-"),
    n.Multiply: _operation("x"),
    n.Divide: _operation("/"),
    n.Modulo: _operation("modulo"),
    n.Equal: lambda e: _compared(e.left, "is", e.right),
    n.Less: lambda e: _compared(e.left, "is less than", e.right),
    n.AtMost: lambda e: _compared(e.left, "is at most", e.right),
    n.And: _joined("and"),
    n.Or: _joined("or"),
    n.Not: _not,
    n.Exists: _exists,
    n.Possible: lambda e: "it can be carried out",
    n.Conditional: _conditional,
    n.ListOf: lambda e: _listed(e.items, ", "),
    n.Range: _fill("{low} to {high}"),
    n.Filter: _fill("{items} where {where}"),
    n.Each: lambda e: _of(e, "each of"),
    n.Distinct: _fill("the distinct values of {items}"),
    n.Join: lambda e: _listed(e.lists, " and "),
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
