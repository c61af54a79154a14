"""Code for scalar expressions: one function per kind of node, which returns the value's address.

A value that is already a word of the state (a variable, a constant, the size of a fixed zone) costs
no op: its address is returned.
"""

from __future__ import annotations

from typing import Any

from ..gamedef import nodes as n
from ..gamedef.fallibility import is_within
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import VALUES, To, Value, branch, into, test, value
from .emitter import Emitter
from .fold import Folded

# ---- values that are words of the state ----


def _constant(e: Emitter, node: n.Expr, to: To) -> int:
    return e.constant(e.layout.constant(node))


def _seat(e: Emitter, node: n.Seat, to: To) -> int:
    if node.number >= e.layout.seats:
        e.emit(ops.FAIL, e.fail, e.reason(f"player {node.number + 1} does not exist"))
    return e.constant(node.number + 1)


def _local(e: Emitter, node: n.Local, to: To) -> int:
    return e.frame.names[node.name]


def _variable(e: Emitter, node: n.Variable, to: To) -> int:
    start = e.layout.variables[node.name]
    variable = e.scope.variables[node.name]
    audience = variable.audience
    if e.context.asks and audience == "owner" and node.of is not None:
        owner = value(e, node.of)
        if variable.per_team:
            # By team, the seats that may know the value.
            masks = [0, *(sum(1 << seat for seat in team) for team in e.layout.teams)]
            e.need(m.NEED_SEATS, _entry(e, owner, masks, None))
        else:
            e.need(m.NEED_SEAT, owner)
    if node.index is not None:
        start = _numbered(e, node.index, start, variable.count, to)
    if audience == "none":
        e.need(m.NEED_NOBODY, start)
    if node.of is None:
        return start
    if isinstance(node.of, n.Seat) and node.of.number < e.layout.seats:
        return start + node.of.number
    return field(e, node.of, start - 1, len(e.layout.owners(variable)), to)


def _numbered(e: Emitter, index: n.Expr, start: int, count: int, to: To) -> int:
    if is_within(index, count):
        return start + e.layout.constant(index)
    result = into(e, to)
    e.emit(ops.FIELD, result, start - 1, count, checked_index(e, index, count), e.fail)
    return result


def checked_index(e: Emitter, index: n.Expr, count: int) -> int:
    """A register with an index counted from 1; fails if it is out of range."""
    at, result = value(e, index), e.register()
    # No zone is meant: for a family of `count` from 1, ZONE_AT is a bounds check and 1 + index.
    e.emit(ops.ZONE_AT, result, 1, count, 1, e.constant(1), at, e.fail)
    return result


def field(e: Emitter, index: n.Expr, base: int, count: int, to: To) -> int:
    """The word of an array, one per zone or token, that an index denotes."""
    at = value(e, index)
    constant = e.constant_at(at)
    if constant is not None and 1 <= constant <= count:
        return base + constant
    result = into(e, to)
    e.emit(ops.FIELD, result, base, count, at, e.fail)
    return result


def _zone_field(column: str) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        base = getattr(e.layout.columns, column)
        return field(e, node.zone, base, len(e.layout.zones) - 1, to)

    return rule


def _end_of(column: str) -> Value:
    """The top or the bottom token of a zone, which reading decides if the zone is a bag."""
    read = _zone_field(column)

    def rule(e: Emitter, node: Any, to: To) -> int:
        if e.context.draws:
            e.draw(node.zone, value(e, node.zone), 1, column == "bottom")
        return read(e, node, to)

    return rule


def _token_field(column: str) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        base = getattr(e.layout.columns, column)
        at = value(e, node.token)
        result = into(e, to)
        e.emit(ops.FIELD, result, base, len(e.layout.tokens), at, e.fail)
        return result

    return rule


_zone_word = _token_field("zone")


def _zone_of(e: Emitter, node: n.ZoneOf, to: To) -> int:
    result = _zone_word(e, node, to)
    if e.layout.pools:
        in_play = Label()
        # Zones for tokens out of play have the highest numbers.
        first = min(e.layout.pools.values())
        e.emit(ops.IF_LESS, result, e.constant(first), in_play)
        e.emit(ops.COPY, result, e.constant(0))
        e.place(in_play)
    return result


# ---- values looked up ----


def _table(e: Emitter, key: n.Expr, entries: list[int], to: To) -> int:
    return _entry(e, value(e, key), entries, to)


def _token_table(e: Emitter, node: n.PropertyOf, entries: list[int], to: To) -> int:
    at = value(e, node.token)
    if node.property not in e.layout.open:
        e.need(m.NEED_TOKEN, at)
    return _entry(e, at, entries, to)


def _entry(e: Emitter, at: int, entries: list[int], to: To) -> int:
    constant = e.constant_at(at)
    if constant is not None and 1 <= constant < len(entries):
        return e.constant(entries[constant])
    result = into(e, to)
    e.emit(ops.TABLE, result, e.table(entries), len(entries) - 1, at, e.fail)
    return result


def _lookup(e: Emitter, node: n.Lookup, to: To) -> int:
    entries = [0, *e.scope.tables[node.table].values]
    if isinstance(node.key, n.PropertyOf) and node.key.property not in e.layout.changing:
        # Compose the two tables at compile time.
        keys = e.layout.property_table(node.key.property)
        return _token_table(e, node.key, [entries[key] for key in keys], to)
    return _table(e, node.key, entries, to)


def _property(e: Emitter, node: n.PropertyOf, to: To) -> int:
    if node.property in e.layout.changing:
        at = value(e, node.token)
        e.need(m.NEED_TOKEN, at)
        result = into(e, to)
        base = e.layout.changing[node.property]
        e.emit(ops.FIELD, result, base, len(e.layout.tokens), at, e.fail)
        return result
    return _token_table(e, node, e.layout.property_table(node.property), to)


def _owner(e: Emitter, node: n.OwnerOf, to: To) -> int:
    seats = [0 if z is None or z.seat is None else z.seat + 1 for z in e.layout.zones]
    return _table(e, _rooted(e, node.zone), seats, to)


def _team_of(e: Emitter, node: n.TeamOf, to: To) -> int:
    numbers = {seat: i for i, team in enumerate(e.layout.teams, start=1) for seat in team}
    return _table(e, node.seat, [0, *(numbers[seat] for seat in range(e.layout.seats))], to)


def _number_of(e: Emitter, node: n.NumberOf, to: To) -> int:
    return _table(e, node.seat, [0, *range(e.layout.seats)], to)


def _trait(e: Emitter, node: n.TraitOf, to: To) -> int:
    """If some zones lack the trait, look up the position of the value first, which fails for
    them."""
    places, values = e.layout.trait_table(node.trait)
    zone = _rooted(e, node.zone)
    # Position 0 is out of range for TABLE, so the second lookup fails.
    if 0 in places[1 : e.layout.first_branch]:
        return _entry(e, _table(e, zone, places, None), values, to)
    return _table(e, zone, [values[place] for place in places], to)


def _index(e: Emitter, node: n.IndexOf, to: To) -> int:
    indices = [z.index if z else 0 for z in e.layout.zones]
    return _table(e, _rooted(e, node.zone), indices, to)


def _rooted(e: Emitter, zone: n.Expr) -> n.Expr:
    """The zone whose owner, index and traits a zone shares: the root of its tree."""
    return zone if isinstance(zone, n.ZoneAt) or not e.layout.has_trees else n.RootOf(zone=zone)


def _zone_at(e: Emitter, node: n.ZoneAt, to: To) -> int:
    family = e.layout.families[node.name]
    owner = value(e, node.owner) if node.owner else e.constant(1)
    index = value(e, node.index) if node.index else e.constant(0)
    seat, number = e.constant_at(owner), e.constant_at(index)
    if seat is not None and number is not None and seat and number in range(family.zone.count):
        return e.constant(family.number(seat - 1, number))
    result = into(e, to)
    count = family.zone.count
    e.emit(ops.ZONE_AT, result, family.first, count, family.seats, owner, index, e.fail)
    return result


def _token_at(e: Emitter, node: n.TokenAt, to: To) -> int:
    zone, position = value(e, node.zone), value(e, node.position)
    e.draw(node.zone, zone, -1)
    result = into(e, to)
    e.emit(ops.TOKEN_AT, result, zone, position, e.fail)
    return result


def pair_bits(e: Emitter, node: n.RunLength) -> Folded | None:
    """The bit table of a run: a row per lower token."""
    lower, upper = n.Local(name=node.lower), n.Local(name=node.upper)
    with e.bound(node.lower, 0, "token"), e.bound(node.upper, 0, "token"):
        return e.context.fold_pair(node.where, lower, upper)


def _run_length(e: Emitter, node: n.RunLength, to: To) -> int:
    zone = value(e, node.zone)
    result = into(e, to)
    folded = pair_bits(e, node)
    if folded:
        e.emit(ops.RUN_LENGTH, result, zone, e.table(folded.bits), folded.words, e.fail)
        return result
    length, upper, lower, face = (e.register() for _ in range(4))
    tokens = len(e.layout.tokens)
    again, end = Label(), Label()
    e.emit(ops.COPY, length, e.constant(0))
    e.emit(ops.FIELD, lower, e.layout.columns.top, len(e.layout.zones) - 1, zone, e.fail)
    e.place(again)
    e.emit(ops.IF_ZERO, lower, end)
    e.emit(ops.FIELD, face, e.layout.columns.face, tokens, lower, e.fail)
    e.emit(ops.IF_ZERO, face, end)
    first = Label()
    e.emit(ops.IF_ZERO, length, first)
    with e.bound(node.lower, lower, "token"), e.bound(node.upper, upper, "token"):
        test(e, node.where, end)
    e.place(first)
    e.emit(ops.ADD, length, length, e.constant(1))
    e.emit(ops.COPY, upper, lower)
    e.emit(ops.FIELD, lower, e.layout.columns.next, tokens, lower, e.fail)
    e.emit(ops.JUMP, again)
    e.place(end)
    e.emit(ops.COPY, result, length)
    return result


# ---- numbers ----


def _arithmetic(op: int, fails: bool = False) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        left, right = value(e, node.left), value(e, node.right)
        result = into(e, to)
        e.emit(op, result, left, right, *([e.fail] if fails else []))
        return result

    return rule


def _seat_after(e: Emitter, node: n.SeatAfter, to: To) -> int:
    seat, steps = value(e, node.seat), value(e, node.steps)
    result = into(e, to)
    e.emit(ops.SEAT_AFTER, result, seat, steps, e.fail)
    return result


def _truth(e: Emitter, node: n.Expr, to: To) -> int:
    """The value of a test outside a jump."""
    result = into(e, to)
    no, end = Label(), Label()
    branch(e, node, no, False)
    e.emit(ops.COPY, result, e.constant(1))
    e.emit(ops.JUMP, end)
    e.place(no)
    e.emit(ops.COPY, result, e.constant(0))
    e.place(end)
    return result


def _conditional(e: Emitter, node: n.Conditional, to: To) -> int:
    # Values are written by the last op that can fail, so `to` may be read in all parts.
    result = into(e, to)
    otherwise, end = Label(), Label()
    test(e, node.test, otherwise)
    value(e, node.then, result)
    e.emit(ops.JUMP, end)
    e.place(otherwise)
    value(e, node.otherwise, result)
    e.place(end)
    return result


VALUES |= {
    n.Number: _constant,
    n.Truth: _constant,
    n.Symbol: _constant,
    n.Nothing: _constant,
    n.TeamNamed: _constant,
    n.Seat: _seat,
    n.Local: _local,
    n.Variable: _variable,
    n.Lookup: _lookup,
    n.ZoneAt: _zone_at,
    n.SeatAfter: _seat_after,
    n.TeamOf: _team_of,
    n.OwnerOf: _owner,
    n.IndexOf: _index,
    n.NumberOf: _number_of,
    n.TraitOf: _trait,
    n.SizeOf: _zone_field("size"),
    n.TopOf: _end_of("top"),
    n.BottomOf: _end_of("bottom"),
    n.TokenAt: _token_at,
    n.ZoneOf: _zone_of,
    n.IsFaceUp: _token_field("face"),
    n.PropertyOf: _property,
    n.RunLength: _run_length,
    n.Add: _arithmetic(ops.ADD),
    n.Subtract: _arithmetic(ops.SUBTRACT),
    n.Multiply: _arithmetic(ops.MULTIPLY),
    n.Divide: _arithmetic(ops.DIVIDE, fails=True),
    n.Modulo: _arithmetic(ops.MODULO, fails=True),
    n.Equal: _truth,
    n.Less: _truth,
    n.AtMost: _truth,
    n.And: _truth,
    n.Or: _truth,
    n.Not: _truth,
    n.Exists: _truth,
    n.Contains: _truth,
    n.AnyOf: _truth,
    n.AllOf: _truth,
    n.Possible: _truth,
    n.Conditional: _conditional,
}
