"""Code for combinations: which items of a list go together, and how a list is parted best."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..machine import ops
from .dispatch import VALUES, To, branch, value
from .emitter import Emitter, Label
from .lists import values_of


def _subsets(e: Emitter, node: n.Subsets, to: To) -> int:
    """One selection after another; its items lie in one place, below the list that is made."""
    items, least, most = value(e, node.items), value(e, node.least), value(e, node.most)
    selection, taken, result, kept = (e.register() for _ in range(4))
    again, no, end = Label(), Label(), Label()
    e.emit(ops.SUBSETS, selection, taken, items, least, most)
    e.emit(ops.NEW_LIST, result)
    e.place(again)
    e.emit(ops.NEXT_SUBSET, selection, taken, items, most, end)
    with e.bound(node.name, taken, e.type_of(node.items)), e.registers(), e.failing(no):
        uses = e.makes_lists(node.where)
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
