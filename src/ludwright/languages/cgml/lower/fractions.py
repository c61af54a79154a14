"""Fractions, represented exactly by pairs of integers, which is all a GameDef has.

Invariants: a value of type `real` is a Divide of its numerator by a denominator above 0; a list of
them is an Each whose value is such a Divide. Every function here preserves both.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, last_index, number, opposite
from ....gamedef.walk import substitute, walk
from .symbols import REAL as REAL
from .symbols import REALS as REALS
from .symbols import Symbols, Typed


def parts(value: Typed) -> tuple[n.Expr, n.Expr]:
    """The numerator and denominator of a number."""
    if value.type != REAL or isinstance(value.expr, n.Hole):
        return value.expr, ONE
    assert isinstance(value.expr, n.Divide)
    return value.expr.left, value.expr.right


def ratio(upper: n.Expr, lower: n.Expr, span: Span | None) -> Typed:
    """The fraction of two integers, the second of which is above 0."""
    return Typed(n.Divide(left=upper, right=lower, span=span), REAL)


def as_real(value: Typed) -> Typed:
    """A number as a fraction."""
    return ratio(*parts(value), value.expr.span)


def constant(value: Fraction, span: Span) -> Typed:
    """A fraction as it is written in a file."""
    return ratio(number(value.numerator), number(value.denominator), span)


def whole(value: Typed, span: Span) -> n.Expr:
    """A number where an integer is expected; it fails for a proper fraction. Also for lists."""
    if isinstance(value.expr, n.Each) and value.type == REALS:
        each = value.expr
        inner = whole(Typed(each.value, REAL), span)
        return n.Each(items=each.items, name=each.name, value=inner, span=span)
    if value.type != REAL:
        return value.expr
    upper, lower = parts(value)
    rest = n.Equal(left=n.Modulo(left=upper, right=lower), right=ZERO)
    # Division by 0 fails, which is how an expression reports that it has no value.
    exact = n.Conditional(test=rest, then=lower, otherwise=ZERO)
    return n.Divide(left=upper, right=exact, span=span)


def not_whole(value: Typed, span: Span) -> n.Block:
    """A statement that fails if a number is not an integer; none if it certainly is one."""
    if value.type != REAL or isinstance(value.expr, n.Hole):
        return ()
    upper, lower = parts(value)
    fail = n.Fail(reason="the number is not whole", span=span)
    if isinstance(upper, n.Number) and isinstance(lower, n.Number):
        return (fail,) if upper.value % lower.value else ()
    rest = n.Modulo(left=upper, right=lower, span=span)
    test = n.Not(item=n.Equal(left=rest, right=ZERO, span=span), span=span)
    return (n.If(test=test, then=(fail,), span=span),)


def rounded(value: Typed, up: bool, span: Span) -> n.Expr:
    """The nearest integer below, or above."""
    if value.type != REAL:
        return value.expr
    upper, lower = parts(value)
    if not up:
        return n.Divide(left=upper, right=lower, span=span)
    # Divide rounds down, so the ceiling of x is minus the floor of -x.
    turned = n.Divide(left=opposite(upper), right=lower, span=span)
    return n.Subtract(left=ZERO, right=turned, span=span)


# ---- arithmetic --------------------------------------------------------------------------------


def divided(a: Typed, b: Typed, span: Span) -> Typed:
    """The quotient. Its denominator fails for a divisor of 0."""
    (above, below), (over, under) = parts(a), parts(b)
    upper, lower = _times(above, under), _times(below, over)
    if isinstance(lower, n.Number) and lower.value > 0:
        return ratio(upper, lower, span)
    # Denominators stay above 0 (the invariant), so a negative divisor changes both signs.
    negative = n.Less(left=lower, right=ZERO, span=span)
    is_zero = n.Equal(left=lower, right=ZERO, span=span)
    sound = n.Conditional(test=is_zero, then=ZERO, otherwise=ONE, span=span)
    checked = n.Divide(left=lower, right=sound, span=span)
    return ratio(
        n.Conditional(test=negative, then=opposite(upper), otherwise=upper, span=span),
        n.Conditional(test=negative, then=opposite(lower), otherwise=checked, span=span),
        span,
    )


def combined(kind: type[n.Add] | type[n.Subtract] | type[n.Modulo], a: Typed, b: Typed) -> Typed:
    """The sum, difference or remainder, over a common denominator."""
    (above, below), (over, under) = parts(a), parts(b)
    # A common denominator needs no multiplication, which keeps numbers within 32 bits.
    if below != under:
        above, over, below = _times(above, under), _times(over, below), _times(below, under)
    return ratio(kind(left=above, right=over), below, a.expr.span)


def multiplied(a: Typed, b: Typed) -> Typed:
    """The product."""
    (above, below), (over, under) = parts(a), parts(b)
    return ratio(_times(above, over), _times(below, under), a.expr.span)


Test = type[n.Less] | type[n.AtMost] | type[n.Equal]


def compared(kind: Test, a: Typed, b: Typed, span: Span | None) -> n.Expr:
    """Whether one fraction is less than the other, or equal to it."""
    (above, below), (over, under) = parts(a), parts(b)
    if below == under:
        if not isinstance(below, n.Number):  # not needed here, but evaluating it may fail
            above = n.Add(left=above, right=n.Multiply(left=below, right=ZERO))
        return kind(left=above, right=over, span=span)
    # Cross-multiplied; denominators are above 0, so the direction of `<` is kept.
    return kind(left=_times(above, under), right=_times(over, below), span=span)


def chosen(test: n.Expr, a: Typed, b: Typed, span: Span) -> Typed:
    """One fraction or the other."""
    (above, below), (over, under) = parts(a), parts(b)
    upper = n.Conditional(test=test, then=above, otherwise=over, span=span)
    lower = n.Conditional(test=test, then=below, otherwise=under, span=span)
    return ratio(upper, lower, span)


def _times(a: n.Expr, b: n.Expr) -> n.Expr:
    if isinstance(a, n.Number) and isinstance(b, n.Number):
        return number(a.value * b.value)
    if ONE in (a, b):
        return b if a == ONE else a
    return n.Multiply(left=a, right=b)


# ---- lists -------------------------------------------------------------------------------------


def as_reals(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """A list of numbers as fractions, each computed from an item of another list."""
    if isinstance(value.expr, n.Each) and value.type == REALS:
        return value
    if isinstance(value.expr, n.Each):
        inner = n.Divide(left=value.expr.value, right=ONE, span=span)
        each = n.Each(items=value.expr.items, name=value.expr.name, value=inner, span=span)
        return Typed(each, REALS)
    item = symbols.local("each", "int", span)
    inner = n.Divide(left=item.expr, right=ONE, span=span)
    assert isinstance(item.expr, n.Local)
    return Typed(n.Each(items=value.expr, name=item.expr.name, value=inner, span=span), REALS)


def listed(symbols: Symbols, values: list[Typed], span: Span) -> Typed:
    """Several fractions as a list, each computed from its index."""
    at = symbols.local("at", "int", span)
    assert isinstance(at.expr, n.Local)
    value = values[-1]
    for index in range(len(values) - 2, -1, -1):
        here = n.Equal(left=at.expr, right=number(index), span=span)
        value = chosen(here, values[index], value, span)
    upper, lower = parts(value)
    places = n.Range(low=ZERO, high=number(len(values) - 1), span=span)
    inner = n.Divide(left=upper, right=lower, span=span)
    return Typed(n.Each(items=places, name=at.expr.name, value=inner, span=span), REALS)


def summed(items: Typed, span: Span) -> Typed | None:
    """The sum of a list of fractions with a common denominator; nothing if they have none."""
    assert isinstance(items.expr, n.Each) and isinstance(items.expr.value, n.Divide)
    each, one = items.expr, items.expr.value
    # A denominator that depends on the item differs from item to item.
    if any(isinstance(node, n.Local) and node.name == each.name for node in walk(one.right)):
        return None
    uppers = n.Each(items=each.items, name=each.name, value=one.left, span=span)
    return ratio(n.Sum(items=uppers, span=span), one.right, span)


def extreme(symbols: Symbols, items: Typed, largest: bool, span: Span) -> Typed:
    """The largest or smallest of a list of fractions: the first that no other one beats."""
    assert isinstance(items.expr, n.Each) and isinstance(items.expr.value, n.Divide)
    each = items.expr
    best = n.Filter(
        items=each.items, name=each.name, where=not_beaten(symbols, items, largest, span), span=span
    )
    first = n.Item(items=best, index=ZERO, span=span)
    return Typed(substitute(each.value, {each.name: first}), REAL)


def not_beaten(symbols: Symbols, items: Typed, largest: bool, span: Span) -> n.Expr:
    """Whether no item of a list of fractions beats the one that its name denotes."""
    assert isinstance(items.expr, n.Each)
    each, other = items.expr, symbols.fresh("other")
    value = Typed(each.value, REAL)
    theirs = Typed(substitute(each.value, {each.name: n.Local(name=other)}), REAL)
    a, b = (theirs, value) if largest else (value, theirs)
    where = compared(n.AtMost, a, b, span)
    return n.AllOf(items=each.items, name=other, where=where, span=span)


def place_among(symbols: Symbols, items: n.Expr, name: str, key: Typed, span: Span) -> n.Expr:
    """An integer that orders items as their fractions do: the number of smaller ones."""
    other = symbols.fresh("other")
    theirs = Typed(substitute(key.expr, {name: n.Local(name=other)}), REAL)
    smaller = n.Filter(
        items=items, name=other, where=compared(n.Less, theirs, key, span), span=span
    )
    return n.Length(items=smaller, span=span)


def kept(symbols: Symbols, items: Typed, span: Span) -> tuple[tuple[n.Let, n.Let], n.Each]:
    """Freeze a list of fractions: statements that bind its parts, and the resulting list."""
    assert isinstance(items.expr, n.Each) and isinstance(items.expr.value, n.Divide)
    each, one = items.expr, items.expr.value
    name = symbols.fresh("uppers")
    lets = (
        n.Let(name=name, value=replace(each, value=one.left), span=span),
        n.Let(name=over(name), value=replace(each, value=one.right), span=span),
    )
    found = held(symbols, n.Local(name=name), REALS, span)
    assert isinstance(found, n.Each)
    return lets, found


def held(symbols: Symbols, local: n.Local, type: str, span: Span) -> n.Expr:
    """The value of a local; for fractions it holds the numerators, and a second local the
    denominators."""
    lower = n.Local(name=over(local.name), span=span)
    if type == REAL:
        return n.Divide(left=local, right=lower, span=span)
    if type != REALS:
        return local
    at = n.Local(name=symbols.fresh("at"), span=span)
    last = last_index(local)
    value = n.Divide(left=n.Item(items=local, index=at), right=n.Item(items=lower, index=at))
    places = n.Range(low=ZERO, high=last, span=span)
    return n.Each(items=places, name=at.name, value=value, span=span)


def hold(symbols: Symbols, name: str, type: str, value: Typed, span: Span) -> n.Block:
    """Statements that assign a value to a local of its type."""
    if type == REAL:
        first, *now = reduced(symbols, value, span)
    elif type == REALS:  # build both lists first: each may be computed from the other
        made, _ = kept(symbols, as_reals(symbols, value, span), span)
        first, now = made, [n.Local(name=let.name, span=span) for let in made]
    else:
        return (n.Let(name=name, value=value.expr, span=span),)
    lets = (
        n.Let(name=to, value=part, span=span)
        for to, part in zip((name, over(name)), now, strict=True)
    )
    return (*first, *lets)


def reduced(
    symbols: Symbols, value: Typed, span: Span
) -> tuple[tuple[n.Statement, ...], n.Expr, n.Expr]:
    """Statements that reduce a fraction to lowest terms, and its parts afterwards."""
    upper, lower = (n.Local(name=symbols.fresh(word), span=span) for word in ("upper", "lower"))
    a, b, rest = (n.Local(name=symbols.fresh(word), span=span) for word in ("a", "b", "rest"))
    above, below = parts(value)
    step = (
        n.Let(name=rest.name, value=n.Modulo(left=a, right=b), span=span),
        n.Let(name=a.name, value=b, span=span),
        n.Let(name=b.name, value=rest, span=span),
    )
    statements = (
        n.Let(name=upper.name, value=above, span=span),
        n.Let(name=lower.name, value=below, span=span),
        n.Let(name=a.name, value=upper, span=span),
        n.Let(name=b.name, value=lower, span=span),
        n.While(test=n.Less(left=ZERO, right=b), body=step, span=span),
    )
    # Euclid's algorithm; its first step makes `a` the denominator, so `a` stays above 0.
    return statements, n.Divide(left=upper, right=a), n.Divide(left=lower, right=a)


def over(name: str) -> str:
    """The name of the denominator that belongs to a numerator."""
    return f"{name}.over"


def is_real(value: Typed) -> bool:
    """Whether a value is a fraction, or a list of fractions."""
    return value.type in (REAL, REALS)


def has_reals(values: list[Typed]) -> bool:
    """Whether one of several numbers is a fraction."""
    return any(is_real(value) for value in values)
