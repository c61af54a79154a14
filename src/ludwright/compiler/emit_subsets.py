"""Code for combinatorial nodes: Subsets, Selected and BestPartition."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.build import FALSE
from ..gamedef.failsafe import held
from ..gamedef.fallibility import items_exist
from ..machine import ops
from .code import Label
from .dispatch import VALUES, To, branch, value
from .emit_context import may_fault
from .emit_lists import values_of
from .emitter import Emitter
from .fold import fold_value


def _subsets(e: Emitter, node: n.Subsets, to: To) -> int:
    """Enumerate the selections. The items of the current one are below the result in the list area,
    in a fixed position, so that the result can grow."""
    items, least, most = value(e, node.items), value(e, node.least), value(e, node.most)
    selection, taken, result, kept = (e.register() for _ in range(4))
    again, no, end = Label(), Label(), Label()
    e.emit(ops.SUBSETS, selection, taken, items, least, most)
    e.emit(ops.NEW_LIST, result)
    e.place(again)
    alike = _alike(e, node)
    if alike:
        words, bits = alike
        e.emit(ops.NEXT_ALIKE, selection, taken, items, most, end, e.table(bits), words)
    else:
        e.emit(ops.NEXT_SUBSET, selection, taken, items, most, end)
    known = items_exist(node.items, e.context.facts)
    with e.bound(node.name, taken, e.type_of(node.items), known), e.registers(), e.failing(no):
        uses = e.context.makes_lists(node.where)
        if uses:
            e.emit(ops.KEEP_LISTS, kept)
        branch(e, node.where, no, False)
        if uses:
            e.emit(ops.DROP_LISTS, kept)
    e.emit(ops.APPEND, result, selection)
    e.emit(ops.JUMP, again)
    e.place(no)
    if uses:
        e.emit(ops.DROP_LISTS, kept)
    e.emit(ops.JUMP, again)
    e.place(end)
    return result


def _alike(e: Emitter, node: n.Subsets) -> tuple[int, list[int]] | None:
    """Which pairs of tokens may be selected together, as rows of bits: a test may demand that all
    tokens of a selection have a value in common. Prunes the enumeration. None if it does not, or
    if a seat asks (each test must then be visible)."""
    if e.context.asks or not e.context.are_tokens(node.items):
        return None
    ways = shared(node.where, n.Local(name=node.name))
    if ways is None:
        return None
    values: dict[n.Each, list[int]] = {}
    for each in {each for way in ways for each in way}:
        folded = fold_value(each.value, n.Local(name=each.name), e.layout)
        if folded is None:
            return None
        values[each] = folded
    count = len(e.layout.tokens) + 1
    words = count // 32 + 1
    bits: list[int] = []
    for one in range(count):
        row = [0] * words
        for other in range(count):
            if any(all(values[x][one] == values[x][other] for x in way) for way in ways):
                row[other >> 5] |= 1 << (other & 31)
        # Words are signed.
        bits += [w - (1 << 32) if w >> 31 else w for w in row]
    return words, bits


def shared(test: n.Expr, items: n.Local) -> list[frozenset[n.Each]] | None:
    """The test as a disjunction of sets of values that all items must have in common; None if it
    can hold without any. Parts that are evaluated before such a value must not be faults, as they
    would be skipped."""
    inner = held(test)
    if inner is not None:  # it holds only if the test inside it does
        return shared(inner, items)
    if isinstance(test, n.Or) and test.items:
        parts = [shared(part, items) for part in test.items]
        # One alternative without a shared value admits any selection.
        if any(part is None for part in parts):
            return None
        return [way for part in parts for way in part or ()]
    if isinstance(test, n.And):
        return _shared_by_all(test, items)
    if isinstance(test, n.Conditional) and test.otherwise == FALSE:
        return _shared_by_all(n.And(items=(test.test, test.then)), items)
    sides = (test.left, test.right) if isinstance(test, n.Equal) else ()
    counts = [side.items for side in sides if isinstance(side, n.Length)]
    if n.Number(value=1) in sides and counts and isinstance(counts[0], n.Distinct):
        each = counts[0].items
        if isinstance(each, n.Each) and each.items == items:
            return [frozenset({each})]
    return None


def _shared_by_all(test: n.And, items: n.Local) -> list[frozenset[n.Each]] | None:
    ways: list[frozenset[n.Each]] | None = None
    for part in test.items:
        found = shared(part, items)
        if found is not None:
            ways = found if ways is None else [a | b for a in ways for b in found]
        # Pruned selections skip this part, too, and a fault in it must not disappear.
        elif may_fault(part):
            break
    return ways


def _selected(e: Emitter, node: n.Selected, to: To) -> int:
    items, selection = value(e, node.items), value(e, node.selection)
    result = e.register()
    e.emit(ops.SELECTED, result, items, selection)
    return result


def _best_partition(e: Emitter, node: n.BestPartition, to: To) -> int:
    items, groups = value(e, node.items), value(e, node.groups)
    weights = values_of(e, items, node, node.weight)
    result = e.register()
    e.emit(ops.PARTITION, result, weights, groups)
    return result


VALUES |= {
    n.Subsets: _subsets,
    n.Selected: _selected,
    n.BestPartition: _best_partition,
}
