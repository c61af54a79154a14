"""Upgrading the options of REQUEST_INPUT: typed options, with two kinds of filters."""

from __future__ import annotations

from collections.abc import Callable

from ....diagnostics import Span
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..lower.cards import STANDARD_SUITS
from .operands import predicate, upgraded
from .tree import (
    ExpressionContext,
    Upgrade,
    get,
    listed,
    operand,
    text,
    with_key,
    with_more,
    without,
    word,
)

TRUTHS = frozenset(
    ("isEqual", "isNotEqual", "isGreaterThan", "isLessThan", "isAtLeast", "isAtMost")
) | frozenset(("not", "and", "or", "any", "all", "contains", "in", "exists", "operator"))
"""Operators that make a filter a predicate; any other gives the list of what is allowed."""


def options(work: Upgrade, place: ExpressionContext, node: Mapping) -> Mapping:
    """REQUEST_INPUT with its options and its filter upgraded."""
    given = get(node, "options")
    if given is None:
        return _filtered(work, place, node, get(node, "filter"), "")
    kinds = isinstance(given, Mapping) and bool(
        {"type", "filter"} & {k.text for k, _ in given.entries}
    )
    if not kinds or not isinstance(given, Mapping) or "filter" in _only(given):
        new = _offered(work, place, given)
        node = node if new is given else with_key(node, "options", "options", new)
        return _filtered(work, place, node, get(node, "filter"), "")
    return _typed(work, place, node, given)


def _only(given: Mapping) -> set[str]:
    """The key of an operand: `filter` with two operands is an operator, not a filter of options."""
    if len(given.entries) != 1 or not isinstance(given.entries[0][1], Sequence):
        return set()
    return {given.entries[0][0].text}


def _offered(work: Upgrade, place: ExpressionContext, given: Tree) -> Tree:
    """Options without a type: a list of values, or an operand."""
    values = get(given, "values")
    if isinstance(given, Mapping) and isinstance(values, Sequence):
        work.note(given.span, "'values' of options is now 'value'")
        return with_key(given, "values", "value", values)
    return upgraded(work, place, given)


def _filtered(
    work: Upgrade, place: ExpressionContext, node: Mapping, test: Tree | None, item: str
) -> Mapping:
    """The action with its filter upgraded in place."""
    if test is None:
        return node
    new = predicate(work, place, test, item)
    return node if new is test else with_key(node, "filter", "filter", new)


def _typed(work: Upgrade, place: ExpressionContext, node: Mapping, given: Mapping) -> Mapping:
    """Options of a type: the list of all values and a predicate, or the list of allowed values."""
    kind, inner = get(given, "type"), get(given, "filter")
    name = text(kind) or "player"
    source = KINDS.get(name)
    span = kind.span if kind is not None else given.span
    if source is None:
        hint = f"known kinds: {', '.join(KINDS)}; or offer a list: 'options: {{value: [...]}}'"
        work.refuse(span, f"options of type '{name}'", hint)
        return node
    # The filter was written inside the options or beside them.
    test = inner if inner is not None else get(node, "filter")
    # `filter: [2, 3]` listed what is allowed instead of testing each option.
    if test is not None and not _is_test(test):
        work.note(span, f"options of type {name} are now the list of allowed values")
        allowed = operand("value", test) if _plain(test) else upgraded(work, place, test)
        return with_key(without(node, "filter"), "options", "options", allowed)
    every = source(work, place, given, span)
    if every is None:
        return node
    work.note(span, f"options of type {name} are now '{every.entries[0][0].text}'")
    node = with_key(node, "options", "options", every)
    if inner is None:
        return _filtered(work, place, node, get(node, "filter"), name)
    key = next(k for k, _ in given.entries if k.text == "filter")
    moved = with_more(without(node, "filter"), ("filter", predicate(work, place, inner, name)))
    return _keyed(moved, key)


def _keyed(node: Mapping, key: Scalar) -> Mapping:
    """The mapping with the location of the old key for the last one, so that its comments stay with
    it."""
    *before, (_, value) = node.entries
    return Mapping(node.span, (*before, (word(key.text, key.span), value)), node.tag)


def _is_test(node: Tree) -> bool:
    return isinstance(node, Mapping) and any(key.text in TRUTHS for key, _ in node.entries)


def _plain(node: Tree) -> bool:
    return isinstance(node, Sequence) and all(isinstance(item, Scalar) for item in node.items)


# ---- kinds ---------------------------------------------------------------------------------------


def _players(work: Upgrade, place: ExpressionContext, given: Mapping, span: Span) -> Mapping:
    return operand("path", word("$.players", span))


def _ranks(work: Upgrade, place: ExpressionContext, given: Mapping, span: Span) -> Mapping | None:
    if work.names.ranks is None:
        work.refuse(span, "options of type 'rank': no ranks are declared", "list them in 'options'")
        return None
    return operand("value", work.names.ranks)


def _suits(work: Upgrade, place: ExpressionContext, given: Mapping, span: Span) -> Mapping:
    suits = work.names.suits or listed(span, (word(suit, span) for suit in STANDARD_SUITS))
    return operand("value", suits)


def _cards(work: Upgrade, place: ExpressionContext, given: Mapping, span: Span) -> Mapping | None:
    source = next((v for k, v in given.entries if k.text in ("from", "in", "zone")), None)
    if source is None:
        work.refuse(
            span,
            "options of type 'card' without 'from'",
            "add a source, such as 'from: player.current.hand'",
        )
        return None
    cards = upgraded(work, place, source)
    return cards if isinstance(cards, Mapping) else None


KINDS: dict[str, Callable[[Upgrade, ExpressionContext, Mapping, Span], Mapping | None]] = {
    "player": _players,
    "rank": _ranks,
    "suit": _suits,
    "card": _cards,
}
"""The source of the options, by the word after `type`."""
