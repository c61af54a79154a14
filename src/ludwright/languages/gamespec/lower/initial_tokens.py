"""Evaluate the start of the setup at compile time: the tokens that it certainly creates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..read.tree import effects as e
from ..read.tree import values as t

if TYPE_CHECKING:
    from .symbols import Symbols

MOST = 2000
"""The limit of tokens that are created at compile time."""
BESIDE = (e.SetVar, e.AddVar, e.SetMarker, e.ShiftMarker)
"""Effects that neither read nor change tokens: creations may be moved ahead of them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, by its index."""

    table: str
    number: int


Known = t.Scalar | Row
Env = Mapping[str, Known]


class NotStatic(Exception):
    """The value depends on the state of the game."""


@dataclass(frozen=True, slots=True)
class Made:
    """A token that the setup creates, in a shared zone or in that of a player."""

    effect: e.CreateToken
    type: str
    base: str
    owner: int | None
    props: Mapping[str, t.Scalar]


def made_first(symbols: Symbols) -> tuple[list[Made], e.Effects]:
    """The tokens that a prefix of the setup creates, and the remaining effects."""
    made: list[Made] = []
    rest: list[e.Effect] = []
    setup = symbols.sections.setup or ()
    # The first effect that depends on the state ends the prefix: later ones may depend on it.
    for position, effect in enumerate(setup):
        if isinstance(effect, BESIDE):
            rest.append(effect)
            continue
        try:
            found = list(_made(symbols, effect, {}))
        except NotStatic:
            return made, (*rest, *setup[position:])
        if len(made) + len(found) > MOST:
            return made, (*rest, *setup[position:])
        made += found
    return made, tuple(rest)


def _made(symbols: Symbols, effect: e.Effect, env: Env) -> Iterator[Made]:
    """Interpret an effect; raises NotStatic if that takes more than constants."""
    if isinstance(effect, e.CreateToken):
        yield _token(symbols, effect, env)
    elif isinstance(effect, e.If):
        chosen = effect.then if _holds(symbols, effect.when, env) else effect.otherwise
        yield from _all(symbols, chosen, env)
    elif isinstance(effect, e.Let):
        yield from _all(
            symbols, effect.inside, {**env, effect.bind.text: _value(symbols, effect.value, env)}
        )
    elif isinstance(effect, e.ForEach) and not effect.after:
        # The default is that of `effects.MOST_ITEMS`, which cannot be imported from here.
        limit = 100 if effect.limit is None else _value(symbols, effect.limit, env)
        if not isinstance(limit, int) or limit < 1:
            raise NotStatic
        for item in _items(symbols, effect.over, env)[:limit]:
            yield from _all(symbols, effect.effects, {**env, effect.bind.text: item})
    else:
        raise NotStatic


def _all(symbols: Symbols, effects: e.Effects, env: Env) -> Iterator[Made]:
    for effect in effects:
        yield from _made(symbols, effect, env)


def _token(symbols: Symbols, effect: e.CreateToken, env: Env) -> Made:
    zone = effect.zone
    if isinstance(zone, t.ZoneWorked):
        text = _value(symbols, zone.value, env)
        base, _, number = str(text).partition(":")
        owner = None if number in ("", "none") else int(number) if number.isdecimal() else -1
    elif isinstance(zone, t.ZoneNamed) and (zone.owner is None or zone.owner.kind == "id"):
        base, owner = zone.base, zone.owner.number if zone.owner else None
    else:
        raise NotStatic
    # A seat beyond the fewest players may be empty: that is decided at run time.
    if owner is not None and not 0 <= owner < symbols.metadata.least:
        raise NotStatic
    if symbols.zone(base, owned=owner is not None) is None:
        raise NotStatic
    props: dict[str, t.Scalar] = {}
    for name, value in effect.props:
        known = _value(symbols, value, env)
        # A value of the wrong type is left to the effect, whose lowering reports it.
        if isinstance(known, Row) or not _fits(symbols, name.text, known):
            raise NotStatic
        props[name.text] = known
    return Made(effect, effect.type.text, base, owner, props)


def _fits(symbols: Symbols, prop: str, value: t.Scalar) -> bool:
    declared = next((each.props[prop] for each in symbols.types if prop in each.props), None)
    return declared is None or _KINDS[declared] is type(value)


_KINDS: dict[str, type] = {"int": int, "string": str, "boolean": bool}


def _items(symbols: Symbols, query: t.Query, env: Env) -> list[Known]:
    if isinstance(query, t.Enums):
        return list(query.values)
    if isinstance(query, t.Joined):
        return [item for source in query.sources for item in _items(symbols, source, env)]
    if isinstance(query, t.AssetRows) and not query.tests:
        rows = symbols.tables[query.table.text].rows
        return [Row(query.table.text, i) for i in range(len(rows))]
    if isinstance(query, t.Ints) and not (query.step or query.always or query.most_results):
        least, most = _value(symbols, query.least, env), _value(symbols, query.most, env)
        if isinstance(least, int) and isinstance(most, int):
            # No more than can be used: a huge range must not be built.
            return list(range(least, min(most, least + MOST) + 1))
    raise NotStatic


def known_value(symbols: Symbols, value: t.Value) -> t.Scalar | None:
    """The constant that a value denotes; None if it depends on the state."""
    try:
        found = _value(symbols, value, {})
    except NotStatic:
        return None
    return None if isinstance(found, Row) else found


def _value(symbols: Symbols, value: t.Value, env: Env) -> Known:
    if isinstance(value, t.Literal):
        return value.value
    if isinstance(value, t.Binding) and value.name.text in env:
        return env[value.name.text]
    if isinstance(value, t.AssetField) and isinstance(env.get(value.row.text), Row):
        row = env[value.row.text]
        assert isinstance(row, Row)
        field = symbols.tables[row.table].rows[row.number].get(value.field.text)
        if field is not None:
            return field
    if isinstance(value, t.Arithmetic) and value.op in _SUMS:
        left, right = _value(symbols, value.left, env), _value(symbols, value.right, env)
        if _whole(left) and _whole(right):
            assert isinstance(left, int) and isinstance(right, int)
            return _SUMS[value.op](left, right)
    if isinstance(value, t.Concat):
        return "".join(_text(_value(symbols, part, env)) for part in value.parts)
    if isinstance(value, t.IfValue):
        chosen = value.then if _holds(symbols, value.when, env) else value.otherwise
        return _value(symbols, chosen, env)
    if isinstance(value, t.Test):
        return _holds(symbols, value.condition, env)
    raise NotStatic


# Without division, which may fail and is left to run time.
_SUMS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": lambda a, b: min(a, b),
    "max": lambda a, b: max(a, b),
}


def _whole(value: Known) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Known) -> str:
    if isinstance(value, Row):
        raise NotStatic
    return str(value).lower() if isinstance(value, bool) else str(value)


def _holds(symbols: Symbols, condition: t.Condition, env: Env) -> bool:
    if isinstance(condition, t.Always):
        return condition.truth
    if isinstance(condition, t.Every):
        return all(_holds(symbols, arg, env) for arg in condition.args)
    if isinstance(condition, t.Some):
        return any(_holds(symbols, arg, env) for arg in condition.args)
    if isinstance(condition, t.Not):
        return not _holds(symbols, condition.arg, env)
    if isinstance(condition, t.Compare):
        left, right = _value(symbols, condition.left, env), _value(symbols, condition.right, env)
        if condition.op in ("==", "!="):
            # Values of different types are never equal, but in Python 1 == True.
            equal = type(left) is type(right) and left == right
            return equal == (condition.op == "==")
        if _whole(left) and _whole(right):
            assert isinstance(left, int) and isinstance(right, int)
            return _ORDERS[condition.op](left, right)
    raise NotStatic


_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
