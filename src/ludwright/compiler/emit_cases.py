"""Code for tests over items by case: tests that do not depend on the item come first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from ..gamedef import nodes as n
from ..gamedef.fallibility import exists
from ..gamedef.walk import rebuild, walk
from ..machine import ops
from .code import Label
from .dispatch import test, value
from .emitter import Emitter
from .hoist import is_word
from .unswitch import Split, Tree, unswitched

Test = TypeVar("Test", n.Filter, n.AnyOf, n.AllOf)


def by_case(e: Emitter, node: Test, emit: Callable[[Test], None]) -> None:
    """Emit a test over items by `emit`, once for each case of its invariant parts."""
    tree = case_tree(e, node)
    zone = node.items.zone if isinstance(node.items, n.TokensIn) else None
    if zone is None or not isinstance(tree, Split) or not _is_shared(zone):
        _by_case(e, node, tree, emit)
        return
    # All cases are about one zone, and tests before them may be, too.
    name = f"{node.name}, zone"
    there, address = exists(zone, e.context.facts), value(e, zone)
    with e.bound(name, address, "zone", there):
        known = n.Local(name=name, span=zone.span)
        shared = cast(Test, rebuild(node, lambda part: known if part == zone else part))
        _by_case(e, shared, case_tree(e, shared), emit)


def _is_shared(zone: n.Expr) -> bool:
    """Whether finding a zone takes code, and means the same everywhere in an expression."""
    named = any(isinstance(part, n.Local) for part in walk(zone))
    return not (named or is_word(zone))


def case_tree(e: Emitter, node: n.Filter | n.AnyOf | n.AllOf) -> Tree:
    """The cases of a test over items; only one if the whole test is a bit table."""
    if not e.context.is_plain or e.context.fold_items(node) is not None:
        return node.where
    return unswitched(node.where, frozenset((node.name,)), e.layout, e.context.facts)


def _by_case(e: Emitter, node: Test, tree: Tree, emit: Callable[[Test], None]) -> None:
    if not isinstance(tree, Split):
        emit(replace(node, where=tree))
        return
    otherwise, end = Label(), Label()
    facts = e.context.facts
    with e.registers():
        test(e, tree.test, otherwise)
    e.context.facts = facts.plus(tree.test)
    with e.registers():
        _by_case(e, node, tree.then, emit)
    e.context.facts = facts
    e.emit(ops.JUMP, end)
    e.place(otherwise)
    with e.registers():
        _by_case(e, node, tree.otherwise, emit)
    e.place(end)
