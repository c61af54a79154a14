"""Code for expressions: one function per kind of node, each gives the address of the value.

A value that already lies in a word of the state (a variable, a constant, the size of a fixed zone)
costs no op: its address is the answer. Tests are code that jumps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.nodes import Expr
from ..gamedef.scope import item_type
from ..machine import ops
from .emitter import Emitter, Label
from .fold import Folded
from .prove import exists, items_exist

To = int | None
Value = Callable[[Emitter, Any, To], int]


def value(e: Emitter, expr: Expr, to: To = None) -> int:
    """Code for an expression; the answer is the address of its value, which is `to` if given."""
    address = VALUES[type(expr)](e, expr, to)
    if to is not None and address != to:
        e.emit(ops.COPY, to, address)
        return to
    return address


def _into(e: Emitter, to: To) -> int:
    return e.register() if to is None else to


# ---- values that are there already ----


def _constant(e: Emitter, node: Expr, to: To) -> int:
    return e.constant(e.layout.constant(node))


def _seat(e: Emitter, node: n.Seat, to: To) -> int:
    if node.number >= e.layout.seats:
        e.emit(ops.FAIL, e.fail, e.reason(f"there is no player {node.number + 1}"))
    return e.constant(node.number + 1)


def _local(e: Emitter, node: n.Local, to: To) -> int:
    return e.frame.names[node.name]


def _variable(e: Emitter, node: n.Variable, to: To) -> int:
    start = e.layout.variables[node.name]
    if node.of is None:
        return start
    if isinstance(node.of, n.Seat) and node.of.number < e.layout.seats:
        return start + node.of.number
    return _field(e, node.of, start - 1, e.layout.seats, to)


def _field(e: Emitter, index: Expr, base: int, count: int, to: To) -> int:
    at = value(e, index)
    constant = e.constant_at(at)
    if constant is not None and 1 <= constant <= count:
        return base + constant
    result = _into(e, to)
    e.emit(ops.FIELD, result, base, count, at, e.fail)
    return result


def _zone_field(field: str) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        base = getattr(e.layout, field)
        return _field(e, node.zone, base, len(e.layout.zones) - 1, to)

    return rule


def _token_field(field: str) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        base = getattr(e.layout, field)
        at = value(e, node.token)
        result = _into(e, to)
        e.emit(ops.FIELD, result, base, len(e.layout.tokens), at, e.fail)
        return result

    return rule


# ---- values looked up ----


def _table(e: Emitter, key: Expr, entries: list[int], to: To) -> int:
    at = value(e, key)
    constant = e.constant_at(at)
    if constant is not None and 1 <= constant < len(entries):
        return e.constant(entries[constant])
    result = _into(e, to)
    e.emit(ops.TABLE, result, e.table(entries), len(entries) - 1, at, e.fail)
    return result


def _lookup(e: Emitter, node: n.Lookup, to: To) -> int:
    entries = [0, *e.scope.tables[node.table].values]
    if isinstance(node.key, n.PropertyOf):  # two tables in a row are one
        keys = e.layout.property_table(node.key.property)
        return _table(e, node.key.token, [entries[key] for key in keys], to)
    return _table(e, node.key, entries, to)


def _property(e: Emitter, node: n.PropertyOf, to: To) -> int:
    return _table(e, node.token, e.layout.property_table(node.property), to)


def _owner(e: Emitter, node: n.OwnerOf, to: To) -> int:
    seats = [0 if z is None or z.seat is None else z.seat + 1 for z in e.layout.zones]
    return _table(e, node.zone, seats, to)


def _index(e: Emitter, node: n.IndexOf, to: To) -> int:
    return _table(e, node.zone, [z.index if z else 0 for z in e.layout.zones], to)


def _zone_at(e: Emitter, node: n.ZoneAt, to: To) -> int:
    family = e.layout.families[node.name]
    owner = value(e, node.owner) if node.owner else e.constant(1)
    index = value(e, node.index) if node.index else e.constant(0)
    seat, number = e.constant_at(owner), e.constant_at(index)
    if seat is not None and number is not None and seat and number in range(family.zone.count):
        return e.constant(family.number(seat - 1, number))
    result = _into(e, to)
    count = family.zone.count
    e.emit(ops.ZONE_AT, result, family.first, count, family.seats, owner, index, e.fail)
    return result


def _token_at(e: Emitter, node: n.TokenAt, to: To) -> int:
    zone, position = value(e, node.zone), value(e, node.position)
    result = _into(e, to)
    e.emit(ops.TOKEN_AT, result, zone, position, e.fail)
    return result


def pair_bits(e: Emitter, node: n.RunLength) -> Folded | None:
    """The bit table of a run: a row per lower token."""
    lower, upper = n.Local(name=node.lower), n.Local(name=node.upper)
    with e.bound(node.lower, 0, "token"), e.bound(node.upper, 0, "token"):
        folded = e.fold(node.where, upper)
        if folded is None or any(key != lower for key in folded.keys):
            return None
    if folded.keys:
        return folded
    rows = len(e.layout.tokens) + 1  # the same row whatever lies below
    return Folded((lower,), (rows,), folded.words, folded.bits * rows)


def _run_length(e: Emitter, node: n.RunLength, to: To) -> int:
    zone = value(e, node.zone)
    result = _into(e, to)
    folded = pair_bits(e, node)
    if folded:
        e.emit(ops.RUN_LENGTH, result, zone, e.table(folded.bits), folded.words, e.fail)
        return result
    length, upper, lower, face = (e.register() for _ in range(4))
    tokens = len(e.layout.tokens)
    again, end = Label(), Label()
    e.emit(ops.COPY, length, e.constant(0))
    e.emit(ops.FIELD, lower, e.layout.top, len(e.layout.zones) - 1, zone, e.fail)
    e.place(again)
    e.emit(ops.IF_ZERO, lower, end)
    e.emit(ops.FIELD, face, e.layout.face, tokens, lower, e.fail)
    e.emit(ops.IF_ZERO, face, end)
    first = Label()
    e.emit(ops.IF_ZERO, length, first)
    with e.bound(node.lower, lower, "token"), e.bound(node.upper, upper, "token"):
        test(e, node.where, end)
    e.place(first)
    e.emit(ops.ADD, length, length, e.constant(1))
    e.emit(ops.COPY, upper, lower)
    e.emit(ops.FIELD, lower, e.layout.after, tokens, lower, e.fail)
    e.emit(ops.JUMP, again)
    e.place(end)
    e.emit(ops.COPY, result, length)
    return result


# ---- numbers ----


def _arithmetic(op: int, fails: bool = False) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        left, right = value(e, node.left), value(e, node.right)
        result = _into(e, to)
        e.emit(op, result, left, right, *([e.fail] if fails else []))
        return result

    return rule


def _seat_after(e: Emitter, node: n.SeatAfter, to: To) -> int:
    seat, steps = value(e, node.seat), value(e, node.steps)
    result = _into(e, to)
    e.emit(ops.SEAT_AFTER, result, seat, steps, e.fail)
    return result


def _truth(e: Emitter, node: Expr, to: To) -> int:
    """The value of a test that is not asked for a jump."""
    result = _into(e, None)
    no, end = Label(), Label()
    branch(e, node, no, False)
    e.emit(ops.COPY, result, e.constant(1))
    e.emit(ops.JUMP, end)
    e.place(no)
    e.emit(ops.COPY, result, e.constant(0))
    e.place(end)
    return result


def _conditional(e: Emitter, node: n.Conditional, to: To) -> int:
    result = _into(e, None)
    otherwise, end = Label(), Label()
    test(e, node.test, otherwise)
    value(e, node.then, result)
    e.emit(ops.JUMP, end)
    e.place(otherwise)
    value(e, node.otherwise, result)
    e.place(end)
    return result


# ---- lists ----


def _seats(e: Emitter, node: n.Seats, to: To) -> int:
    return e.constant_list(tuple(range(1, e.layout.seats + 1)))


def _zones_named(e: Emitter, node: n.ZonesNamed, to: To) -> int:
    return e.constant_list(tuple(e.layout.families[node.name].numbers))


def _list_of(e: Emitter, node: n.ListOf, to: To) -> int:
    items = []
    for item in node.items:
        address = e.register()
        with e.registers(), e.lists(item):
            made = value(e, item)
            if e.constant_at(made) is None:
                e.emit(ops.COPY, address, made)
                made = address
        items.append(made)
    constants = [e.constant_at(address) for address in items]
    if None not in constants:
        return e.constant_list(tuple(c for c in constants if c is not None))
    result = e.register()
    e.emit(ops.NEW_LIST, result)
    for address in items:
        e.emit(ops.APPEND, result, address)
    return result


def _range(e: Emitter, node: n.Range, to: To) -> int:
    low, high = value(e, node.low), value(e, node.high)
    result = e.register()
    e.emit(ops.RANGE, result, low, high)
    return result


def _tokens_in(e: Emitter, node: n.TokensIn, to: To) -> int:
    zone = value(e, node.zone)
    result = e.register()
    e.emit(ops.TOKENS, result, zone, e.fail)
    return result


def row_key(e: Emitter, folded: Folded) -> int:
    """The address of the number of the row that holds just now."""
    if not folded.keys:
        return e.constant(0)
    key = value(e, folded.keys[0])
    for expr, size in zip(folded.keys[1:], folded.sizes[1:], strict=True):
        next_value = value(e, expr)
        result = e.register()
        e.emit(ops.SCALE, result, key, size, next_value)
        key = result
    return key


def _filter(e: Emitter, node: n.Filter, to: To) -> int:
    items = value(e, node.items)
    folded = e.fold_items(node)
    result = e.register()
    if folded:
        key = row_key(e, folded)
        e.emit(ops.SELECT, result, items, e.table(folded.bits), key, folded.words)
        return result

    def body(item: int, again: Label) -> None:
        test(e, node.where, again)
        e.emit(ops.APPEND, result, item)

    e.emit(ops.NEW_LIST, result)
    each_item(e, items, node.name, node.items, body)
    return result


def _each(e: Emitter, node: n.Each, to: To) -> int:
    items = value(e, node.items)
    result, kept = e.register(), e.register()

    def body(item: int, again: Label) -> None:
        with e.lists(node.value):
            value(e, node.value, kept)
        e.emit(ops.APPEND, result, kept)

    e.emit(ops.NEW_LIST, result)
    each_item(e, items, node.name, node.items, body)
    return result


def each_item(
    e: Emitter, items: int, name: str, source: Expr, body: Callable[[int, Label], None]
) -> None:
    """Code for a loop over a list inside an expression; `body` gets the item and where to go on."""
    item, cursor = e.register(), e.register()
    again, end = Label(), Label()
    e.emit(ops.COPY, cursor, e.constant(0))
    e.place(again)
    e.emit(ops.NEXT, item, items, cursor, end)
    kind = item_type(e.type_of(source))
    with e.bound(name, item, kind, items_exist(source, e.facts)), e.registers():
        body(item, again)
    e.emit(ops.JUMP, again)
    e.place(end)


def _list_op(op: int, fails: bool = False) -> Value:
    def rule(e: Emitter, node: Any, to: To) -> int:
        items = value(e, node.items)
        result = _into(e, to)
        e.emit(op, result, items, *([e.fail] if fails else []))
        return result

    return rule


def _item(e: Emitter, node: n.Item, to: To) -> int:
    items, index = value(e, node.items), value(e, node.index)
    result = _into(e, to)
    e.emit(ops.ITEM, result, items, index, e.fail)
    return result


VALUES: dict[type[Expr], Value] = {
    n.Number: _constant,
    n.Truth: _constant,
    n.Symbol: _constant,
    n.Nothing: _constant,
    n.Seat: _seat,
    n.Local: _local,
    n.Variable: _variable,
    n.Lookup: _lookup,
    n.ZoneAt: _zone_at,
    n.ZonesNamed: _zones_named,
    n.Seats: _seats,
    n.SeatAfter: _seat_after,
    n.OwnerOf: _owner,
    n.IndexOf: _index,
    n.TokensIn: _tokens_in,
    n.SizeOf: _zone_field("size"),
    n.TopOf: _zone_field("top"),
    n.BottomOf: _zone_field("bottom"),
    n.TokenAt: _token_at,
    n.ZoneOf: _token_field("place"),
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
    n.Conditional: _conditional,
    n.ListOf: _list_of,
    n.Range: _range,
    n.Filter: _filter,
    n.Each: _each,
    n.Distinct: _list_op(ops.DISTINCT),
    n.Length: _list_op(ops.LENGTH),
    n.Item: _item,
    n.Sum: _list_op(ops.SUM),
    n.Largest: _list_op(ops.LARGEST, fails=True),
    n.Smallest: _list_op(ops.SMALLEST, fails=True),
}


# ---- tests ----


def test(e: Emitter, expr: Expr, no: Label) -> None:
    """Code that goes on if a test holds and jumps if it does not, or fails."""
    if not e.makes_lists(expr):
        with e.failing(no):
            branch(e, expr, no, False)
        return
    holds = e.register()
    false, end = Label(), Label()
    with e.lists(expr):
        with e.failing(false):
            branch(e, expr, false, False)
        e.emit(ops.COPY, holds, e.constant(1))
        e.emit(ops.JUMP, end)
        e.place(false)
        e.emit(ops.COPY, holds, e.constant(0))
        e.place(end)
    e.emit(ops.IF_ZERO, holds, no)


def branch(e: Emitter, expr: Expr, target: Label, sense: bool) -> None:
    """Code that jumps to the target if the expression has this truth, else goes on."""
    rule = BRANCHES.get(type(expr))
    if rule:
        rule(e, expr, target, sense)
    else:
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, value(e, expr), target)


Branch = Callable[[Emitter, Any, Label, bool], None]


def _branch_truth(e: Emitter, node: n.Truth, target: Label, sense: bool) -> None:
    if node.value is sense:
        e.emit(ops.JUMP, target)


def _branch_equal(e: Emitter, node: n.Equal, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    for one, other in ((left, right), (right, left)):
        if e.constant_at(other) == 0:
            e.emit(ops.IF_ZERO if sense else ops.IF_SET, one, target)
            return
    e.emit(ops.IF_EQUAL if sense else ops.IF_DIFFER, left, right, target)


def _branch_less(e: Emitter, node: n.Less, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    if sense:
        e.emit(ops.IF_LESS, left, right, target)
    else:
        e.emit(ops.IF_AT_MOST, right, left, target)


def _branch_at_most(e: Emitter, node: n.AtMost, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    if sense:
        e.emit(ops.IF_AT_MOST, left, right, target)
    else:
        e.emit(ops.IF_LESS, right, left, target)


def _branch_all(e: Emitter, node: n.And | n.Or, target: Label, sense: bool) -> None:
    """And jumps on its first false part, Or on its first true one; else the last one decides."""
    decides = isinstance(node, n.Or)
    if not node.items:
        _branch_truth(e, n.Truth(value=not decides), target, sense)
        return
    past = target if sense is decides else Label()
    for item in node.items[:-1]:
        with e.registers():
            branch(e, item, past, decides)
    branch(e, node.items[-1], target, sense)
    if past is not target:
        e.place(past)


def _branch_not(e: Emitter, node: n.Not, target: Label, sense: bool) -> None:
    branch(e, node.item, target, not sense)


def _branch_exists(e: Emitter, node: n.Exists, target: Label, sense: bool) -> None:
    at = value(e, node.item)
    if exists(node.item, e.facts):
        _branch_truth(e, n.Truth(value=True), target, sense)
    else:
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, at, target)


def _branch_contains(e: Emitter, node: n.Contains, target: Label, sense: bool) -> None:
    items, item = value(e, node.items), value(e, node.value)
    no = Label() if sense else target
    e.emit(ops.CONTAINS, items, item, no)
    if sense:
        e.emit(ops.JUMP, target)
        e.place(no)


def _branch_any(e: Emitter, node: n.AnyOf, target: Label, sense: bool) -> None:
    folded = e.fold_items(node)
    if folded and e.is_direct(node):
        assert isinstance(node.items, n.TokensIn)
        zone, key = value(e, node.items.zone), row_key(e, folded)
        e.emit(ops.IF_ANY, zone, e.table(folded.bits), key, folded.words, int(sense), target)
        return
    items = value(e, node.items)
    if folded:
        found, number = e.register(), e.register()
        key = row_key(e, folded)
        e.emit(ops.SELECT, found, items, e.table(folded.bits), key, folded.words)
        e.emit(ops.LENGTH, number, found)
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, number, target)
        return
    yes = target if sense else Label()

    def body(item: int, again: Label) -> None:
        test(e, node.where, again)
        e.emit(ops.JUMP, yes)

    each_item(e, items, node.name, node.items, body)
    if not sense:
        e.emit(ops.JUMP, target)
        e.place(yes)


def _branch_every(e: Emitter, node: n.AllOf, target: Label, sense: bool) -> None:
    items = value(e, node.items)
    no = Label() if sense else target

    def body(item: int, again: Label) -> None:
        test(e, node.where, no)

    each_item(e, items, node.name, node.items, body)
    if sense:
        e.emit(ops.JUMP, target)
        e.place(no)


BRANCHES: dict[type[Expr], Branch] = {
    n.Truth: _branch_truth,
    n.Equal: _branch_equal,
    n.Less: _branch_less,
    n.AtMost: _branch_at_most,
    n.And: _branch_all,
    n.Or: _branch_all,
    n.Not: _branch_not,
    n.Exists: _branch_exists,
    n.Contains: _branch_contains,
    n.AnyOf: _branch_any,
    n.AllOf: _branch_every,
}
