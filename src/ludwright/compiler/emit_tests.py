"""Code for tests: per kind of node a function that emits a jump on one of its truth values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..gamedef import nodes as n
from ..gamedef.failsafe import held
from ..gamedef.fallibility import exists
from ..gamedef.scope import item_type
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import BRANCHES, branch, test, value
from .emit_cases import by_case
from .emit_context import is_short
from .emit_graphs import each_neighbour
from .emit_lists import row_key
from .emit_statements import inner_block
from .emitter import Emitter
from .fold import Folded
from .hoist import hoisted
from .streams import Item, loop_over


def _branch_truth(e: Emitter, node: n.Truth, target: Label, sense: bool) -> None:
    if node.value is sense:
        e.emit(ops.JUMP, target)


def _need_tokens(e: Emitter, expr: n.Expr, *addresses: int) -> None:
    """In explanations and texts, equality of tokens is revealed only to seats that know them."""
    if isinstance(e.context.asks, Label) and e.type_of(expr) == "token":
        for address in addresses:
            e.need(m.NEED_TOKEN, address)


def _branch_equal(e: Emitter, node: n.Equal, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    if e.context.asks and e.constant_at(left) != 0 != e.constant_at(right):
        _need_tokens(e, node.left, left, right)
    if _branch_known(e, left, right, lambda a, b: a == b, target, sense):
        return
    for one, other in ((left, right), (right, left)):
        # Comparing with nothing, zero or false needs no second operand.
        if e.constant_at(other) == 0:
            e.emit(ops.IF_ZERO if sense else ops.IF_SET, one, target)
            return
    e.emit(ops.IF_EQUAL if sense else ops.IF_DIFFER, left, right, target)


def _branch_known(
    e: Emitter,
    left: int,
    right: int,
    compare: Callable[[int, int], bool],
    target: Label,
    sense: bool,
) -> bool:
    """Emit a comparison of two constants, if they are; unrolled loops have such."""
    one, other = e.constant_at(left), e.constant_at(right)
    if one is None or other is None:
        return False
    _branch_truth(e, n.Truth(value=compare(one, other)), target, sense)
    return True


def _branch_less(e: Emitter, node: n.Less, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    if _branch_known(e, left, right, lambda a, b: a < b, target, sense):
        return
    if sense:
        e.emit(ops.IF_LESS, left, right, target)
    else:
        e.emit(ops.IF_AT_MOST, right, left, target)


def _branch_at_most(e: Emitter, node: n.AtMost, target: Label, sense: bool) -> None:
    left, right = value(e, node.left), value(e, node.right)
    if _branch_known(e, left, right, lambda a, b: a <= b, target, sense):
        return
    if sense:
        e.emit(ops.IF_AT_MOST, left, right, target)
    else:
        e.emit(ops.IF_LESS, right, left, target)


def _branch_all(e: Emitter, node: n.And | n.Or, target: Label, sense: bool) -> None:
    """Short-circuit: And is decided by its first false part, Or by its first true one."""
    decides = isinstance(node, n.Or)
    if not node.items:
        _branch_truth(e, n.Truth(value=not decides), target, sense)
        return
    # The deciding part jumps to the target, or past the rest of this test.
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
    if e.context.draws and isinstance(node.item, n.TopOf | n.BottomOf):
        # Testing for a token must not decide which one it is.
        size = value(e, n.SizeOf(zone=node.item.zone))
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, size, target)
        return
    at = value(e, node.item)
    if exists(node.item, e.context.facts):
        _branch_truth(e, n.Truth(value=True), target, sense)
    else:
        e.emit(ops.IF_SET if sense else ops.IF_ZERO, at, target)


def _branch_contains(e: Emitter, node: n.Contains, target: Label, sense: bool) -> None:
    no = Label() if sense else target
    if e.context.is_in_zone(node):
        assert isinstance(node.items, n.TokensIn)
        zone, item, found = value(e, node.items.zone), value(e, node.value), e.register()
        e.emit(ops.FIELD, found, e.layout.columns.zone, len(e.layout.tokens), item, no)
        e.emit(ops.IF_EQUAL if sense else ops.IF_DIFFER, found, zone, target)
        if sense:
            e.place(no)
        return
    items, item = value(e, node.items), value(e, node.value)
    if not isinstance(node.items, n.TokensIn):  # the zone of a token is public
        _need_tokens(e, node.value, item)
    e.emit(ops.CONTAINS, items, item, no)
    if sense:
        e.emit(ops.JUMP, target)
        e.place(no)


def _branch_any(e: Emitter, node: n.AnyOf, target: Label, sense: bool) -> None:
    if is_short(node.items):
        _branch_any_of_few(e, node, target, sense)
    else:
        by_case(e, node, lambda each: _branch_some(e, each, target, sense))


def _branch_some(e: Emitter, node: n.AnyOf, target: Label, sense: bool) -> None:
    """Jump if a test that depends on the item holds for any, or for none."""
    if node.where == n.Truth(value=False) and e.context.may_skip(node.items):
        _branch_truth(e, n.Truth(value=False), target, sense)
        return
    folded = e.context.fold_items(node)
    if folded:
        _branch_bits(e, node, folded, target, sense)
        return
    node = e.context.sifted(node)
    yes, none = target if sense else Label(), Label()
    loop = loop_over(e, node.items, node.where)
    with hoisted(e, node.where, node.name, none) as where:

        def body(item: Item, again: Label) -> None:
            with e.bound(node.name, *item):
                test(e, where, again)
            e.emit(ops.JUMP, yes)

        loop(body)
    e.place(none)
    if not sense:
        e.emit(ops.JUMP, target)
        e.place(yes)


def _branch_bits(
    e: Emitter, node: n.AnyOf | n.AllOf, folded: Folded, target: Label, sense: bool
) -> None:
    """Jump if any item has its bit set in a row of a table, or if none has."""
    if e.context.is_direct(node):
        assert isinstance(node.items, n.TokensIn)
        zone, key = value(e, node.items.zone), row_key(e, folded)
        e.emit(ops.IF_ANY, zone, e.table(folded.bits), key, folded.words, int(sense), target)
        return
    items, found = value(e, node.items), e.register()
    key = row_key(e, folded)
    e.emit(ops.COUNT_ITEMS, found, items, e.table(folded.bits), key, folded.words)
    e.emit(ops.IF_SET if sense else ops.IF_ZERO, found, target)


def _branch_any_of_few(e: Emitter, node: n.AnyOf, target: Label, sense: bool) -> None:
    """The same for a few literal items, without a list of them."""
    assert isinstance(node.items, n.ListOf)
    kind = item_type(e.type_of(node.items))
    addresses = [value(e, item) for item in node.items.items]
    yes = target if sense else Label()
    for item, address in zip(node.items.items, addresses, strict=True):
        no = Label()
        with e.bound(node.name, address, kind, exists(item, e.context.facts)), e.registers():
            test(e, node.where, no)
        e.emit(ops.JUMP, yes)
        e.place(no)
    if not sense:
        e.emit(ops.JUMP, target)
        e.place(yes)


def _branch_every(e: Emitter, node: n.AllOf, target: Label, sense: bool) -> None:
    if isinstance(node.items, n.Neighbours):  # without a list of them
        no = Label() if sense else target

        def near(item: int, again: Label) -> None:
            with e.bound(node.name, item, "zone", True):
                test(e, node.where, no)

        each_neighbour(e, value(e, node.items.zone), node.items.link, near)
        if sense:
            e.emit(ops.JUMP, target)
            e.place(no)
        return
    by_case(e, node, lambda each: _branch_each(e, each, target, sense))


def _branch_each(e: Emitter, node: n.AllOf, target: Label, sense: bool) -> None:
    """Jump if a test that depends on the item holds for all, or not for all."""
    if node.where == n.Truth(value=True) and e.context.may_skip(node.items):
        _branch_truth(e, n.Truth(value=True), target, sense)
        return
    folded = e.context.fold_items(node)
    if folded:
        # It holds for all if its opposite, which includes its failure, holds for none.
        opposite = replace(folded, bits=tuple(~word for word in folded.bits))
        _branch_bits(e, node, opposite, target, not sense)
        return
    no = Label() if sense else target
    loop = loop_over(e, node.items, node.where)
    with hoisted(e, node.where, node.name, None) as where:

        def body(item: Item, again: Label) -> None:
            with e.bound(node.name, *item):
                test(e, where, no)

        loop(body)
    if sense:
        e.emit(ops.JUMP, target)
        e.place(no)


def _branch_conditional(e: Emitter, node: n.Conditional, target: Label, sense: bool) -> None:
    if held(node) is not None and not e.context.makes_lists(node.test) and sense:
        # A fail-safe test has one target for false and for failure.
        no = Label()
        with e.failing(no):
            branch(e, node.test, target, True)
        e.place(no)
        return
    otherwise, end = Label(), Label()
    both = isinstance(node.otherwise, n.Truth) and node.otherwise.value is sense
    test(e, node.test, target if both else otherwise)
    with e.registers():
        branch(e, node.then, target, sense)
    if not both:
        e.emit(ops.JUMP, end)
        e.place(otherwise)
        with e.registers():
            branch(e, node.otherwise, target, sense)
    e.place(end)


def _branch_possible(e: Emitter, node: n.Possible, target: Label, sense: bool) -> None:
    other = Label()
    yes, no = (target, other) if sense else (other, target)
    # In an explanation, a dry run that meets a hidden value has no answer: it jumps to `hidden`.
    hidden: Label | int = 0
    if isinstance(e.context.asks, Label):
        hidden, e.context.asks.asked = e.context.asks, True
    written = Label()
    e.emit(ops.DRY_RUN, no, yes, hidden, written)
    start = e.here
    with e.failing(0), e.asking(bool(e.context.asks)):
        inner_block(e, node.body)
    # A recursive call may write the registers of any procedure under way.
    runs = [] if e.context.facts.cycles else e.code.written_since(start)
    count = -1 if e.context.facts.cycles else len(runs)
    written.address = e.table([count, *(x for run in runs for x in run)])
    e.emit(ops.END_DRY_RUN)
    e.place(other)


BRANCHES |= {
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
    n.Conditional: _branch_conditional,
    n.Possible: _branch_possible,
}
