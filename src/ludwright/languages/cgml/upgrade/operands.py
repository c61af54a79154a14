"""Upgrading operands and operators from version 1.2 to 1.3: one table row for each form."""

from __future__ import annotations

from collections.abc import Callable

from ....diagnostics import Span
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..lower.operators import OPERATORS, SIGNS
from .paths import REF, Found, PathUpgrade, UnclearPath, is_path
from .tree import (
    ExpressionContext,
    Upgrade,
    get,
    listed,
    mapping,
    operand,
    text,
    with_items,
    with_key,
    with_values,
    word,
)

TESTS = frozenset(("filter", "map", "any", "all", "sort", "argmax", "argmin", "group_by"))
"""Operators whose second operand is evaluated for each item of the first."""
COMPARISONS = frozenset(("isGreaterThan", "isLessThan", "isAtLeast", "isAtMost", "max", "min"))
"""Operators that compare by size; ranks have no size, only a position in the hierarchy."""


def upgraded(work: Upgrade, place: ExpressionContext, node: Tree) -> Tree:
    """An operand; an included file is upgraded by itself."""
    if node.tag:
        return node
    if isinstance(node, Scalar):
        return _scalar(work, place, node)
    if isinstance(node, Sequence):
        return _bare_list(work, place, node)
    keys = tuple(key.text for key, _ in node.entries)
    form = FORMS.get(frozenset(keys))
    if form is not None:
        return form(work, place, node)
    # Not an operand: lowering reports it, with a better message than an upgrade could.
    if len(keys) != 1:
        return node
    leaf = LEAVES.get(keys[0])
    if leaf is not None:
        return leaf(work, place, node)
    return _operator(work, place, node)


def predicate(work: Upgrade, place: ExpressionContext, node: Tree, item: str = "") -> Tree:
    """A test of one item."""
    return upgraded(work, place.tested(item), node)


# ---- paths, refs, values -------------------------------------------------------------------------


def found(work: Upgrade, place: ExpressionContext, node: Scalar) -> Found | None:
    """The upgraded path of a path of version 1.2; nothing if it was refused."""
    try:
        return PathUpgrade(work.names, place, work.kept).find(node.text)
    except UnclearPath as unclear:
        work.refuse(node.span, f"the path '{node.text}': {unclear.message}", unclear.hint)
        return None


def path_text(work: Upgrade, place: ExpressionContext, node: Scalar) -> Tree:
    """The new text of a path, where only a path is allowed."""
    if node.text.lstrip().startswith("$") or "(" in node.text:
        return node
    new = found(work, place, node)
    if new is None:
        return node
    work.note(node.span, f"the path '{node.text}' is now '{new.text}'")
    return word(new.text, node.span)


def _scalar(work: Upgrade, place: ExpressionContext, node: Scalar) -> Tree:
    """A bare value: a path or ref without its key, or a literal."""
    if not isinstance(node.value, str):
        return node
    if not is_path(node.text, work.names, place):
        work.note(node.span, f"the text '{node.text}' is now in 'value:'")
        return operand("value", node)
    return _reached(work, place, node)


def _reached(work: Upgrade, place: ExpressionContext, node: Scalar) -> Tree:
    if node.text.startswith("$"):
        work.note(node.span, f"the path '{node.text}' is now in 'path:'")
        return operand("path", node)
    new = found(work, place, node)
    if new is None:
        return node
    key = "ref" if new.ref else "path"
    work.note(node.span, f"'{node.text}' is now '{key}: {new.text}'")
    return operand(key, word(new.text, node.span))


def _bare_list(work: Upgrade, place: ExpressionContext, node: Sequence) -> Tree:
    """A list in place of an operand: of literals, or of operands."""
    parts = [upgraded(work, place, item) for item in node.items]
    # `[hand, 3]` has a path in it, so it cannot become a literal.
    if all(isinstance(item, Scalar) for item in node.items) and not any(
        isinstance(part, Mapping) and head_of(part) != "value" for part in parts
    ):
        work.note(node.span, "the list is now in 'value:'")
        return operand("value", node)
    work.note(node.span, "the list is now in 'list:'")
    return operand("list", listed(node.span, parts))


def _path(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    value = node.entries[0][1]
    if not isinstance(value, Scalar):
        hint = "add them up with 'sum', or make a 'list' of them"
        work.refuse(node.span, "several paths in one 'path'", hint)
        return node
    if value.text.lstrip().startswith("$") or "(" in value.text:
        return node
    new = found(work, place, value)
    if new is None:
        return node
    key, described = ("ref", f"ref: {new.text}") if new.ref else ("path", new.text)
    work.note(value.span, f"the path '{value.text}' is now '{described}'")
    return with_key(node, "path", key, word(new.text, value.span))


def _ref(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    value = node.entries[0][1]
    if not isinstance(value, Scalar):
        return node
    try:
        new = PathUpgrade(work.names, place, work.kept).find(REF + value.text.removeprefix(REF))
    except UnclearPath:  # a field of version 1.3, such as `item.key`
        return node
    if new.ref and new.text == value.text:
        return node
    work.note(value.span, f"'ref: {value.text}' is now '{new.text}'")
    return with_key(node, "ref", "ref" if new.ref else "path", word(new.text, value.span))


def _value(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    value = node.entries[0][1]
    if not text(value).startswith(REF):
        return node
    assert isinstance(value, Scalar)
    new = found(work, place, value)
    if new is None:
        return node
    key = "ref" if new.ref else "path"
    work.note(value.span, f"'value: {value.text}' is now '{key}: {new.text}'")
    return with_key(node, "value", key, word(new.text, value.span))


LEAVES: dict[str, Callable[[Upgrade, ExpressionContext, Mapping], Tree]] = {
    "path": _path,
    "ref": _ref,
    "value": _value,
}
"""The operands that are not operators."""


# ---- operators -----------------------------------------------------------------------------------


def _operator(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    """One operator with its operands, which are now in a list."""
    key, value = node.entries[0]
    special = SPECIAL.get(key.text)
    if special is not None:
        return special(work, place, node)
    if key.text not in OPERATORS:
        return node
    if not isinstance(value, Sequence):
        work.note(key.span, f"the operand of '{key.text}' is now in a list")
        value = listed(value.span, (value,))
    return _applied(work, place, node, value)


def _applied(work: Upgrade, place: ExpressionContext, node: Mapping, operands: Sequence) -> Tree:
    """An operator with upgraded operands."""
    name = node.entries[0][0].text
    numbers = {id(item): number for number, item in enumerate(operands.items)}

    def change(item: Tree) -> tuple[Tree]:
        # Only the second operand is evaluated per item; the first is the list.
        inner = place.tested() if name in TESTS and numbers[id(item)] else place
        return (upgraded(work, inner, item),)

    new = with_items(operands, change)
    if name in COMPARISONS and isinstance(new, Sequence):
        new = _by_value(work, new)
    return with_values(node, lambda key, value: new if key == name else value)


def _by_value(work: Upgrade, operands: Sequence) -> Tree:
    """Compare ranks by their positions in the hierarchy."""
    if not any(_is_rank(item) for item in operands.items):
        return operands
    work.note(operands.span, "ranks are now compared by 'rank_value'")
    return with_items(operands, lambda item: (_valued(item),))


def _is_rank(node: Tree) -> bool:
    path = text(get(node, "path")) or text(get(node, "ref"))
    return path.endswith(".properties.rank")


def head_of(node: Tree) -> str:
    """The first key of a mapping, which determines the kind of operand."""
    return node.entries[0][0].text if isinstance(node, Mapping) and node.entries else ""


def _valued(node: Tree) -> Tree:
    # Operators already give numbers; paths, refs and literals may be ranks.
    leaf = isinstance(node, Scalar) or head_of(node) in LEAVES
    return mapping(node.span, ("rank_value", listed(node.span, (node,)))) if leaf else node


def _signed(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    """`operator: "+"` with `operands`: the operator itself is now the key."""
    sign, operands = get(node, "operator"), get(node, "operands")
    name = SIGNS.get(text(sign), text(sign))
    span = sign.span if sign else node.span
    if name not in OPERATORS:
        work.refuse(span, f"unknown operator '{text(sign)}'", f"one of: {', '.join(SIGNS)}")
        return node
    parts = operands if isinstance(operands, Sequence) else listed(node.span, ())
    # `+` took any number of operands, `add` takes two.
    name = "sum" if name == "add" and len(parts.items) > 2 else name
    work.note(span, f"the operator '{text(sign)}' is now '{name}'")
    return _applied(work, place, mapping(node.span, (name, parts)), parts)


def _selected(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    """`map` next to `select`: both are now operands of `map`."""
    source, select = get(node, "map"), get(node, "select")
    return _mapped(work, place, node, source, select)


def _map(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    """`map` with a list and `select`, or with both as keys."""
    value = node.entries[0][1]
    if isinstance(value, Mapping):
        source = next((v for k, v in value.entries if k.text in SOURCES), None)
        return _mapped(work, place, node, source, get(value, "select"))
    if isinstance(value, Sequence) and len(value.items) == 2:
        select = get(value.items[1], "select")
        if select is not None:
            return _mapped(work, place, node, value.items[0], select)
    return _applied(work, place, node, value) if isinstance(value, Sequence) else node


SOURCES = ("list", "in", "from", "over", "of")
"""Keys that name the list to iterate over."""


def _mapped(
    work: Upgrade, place: ExpressionContext, node: Mapping, source: Tree | None, select: Tree | None
) -> Tree:
    if source is None or select is None:
        work.refuse(
            node.span, "'map' without a list and 'select'", "write 'map: [list, expression]'"
        )
        return node
    work.note(node.span, "'select' is now the second operand of 'map'")
    each = _of_item(work, place, source, select)
    parts = listed(_joined(source, select), (upgraded(work, place, source), each))
    return mapping(node.span, ("map", parts))


def _of_item(work: Upgrade, place: ExpressionContext, source: Tree, select: Tree) -> Tree:
    """What is read of each item: an expression, or just the name of a field."""
    names = work.names
    if isinstance(select, Scalar) and select.text in names.properties:
        work.note(select.span, f"'{select.text}' is now 'path: $.card.properties.{select.text}'")
        return operand("path", word(f"$.card.properties.{select.text}", select.span))
    if isinstance(select, Scalar) and select.text in names.own:
        work.note(select.span, f"'{select.text}' is now 'path: $.player.{select.text}'")
        return operand("path", word(f"$.player.{select.text}", select.span))
    return predicate(work, place, select)


def _joined(first: Tree, last: Tree) -> Span:
    return first.span.to(last.span)


def _filter_word(work: Upgrade, place: ExpressionContext, node: Mapping) -> Tree:
    """`select` with a list and a predicate is now `filter`."""
    key, value = node.entries[0]
    if not isinstance(value, Sequence) or len(value.items) != 2:
        work.refuse(key.span, "'select' without 'map'", "write 'filter: [list, predicate]'")
        return node
    work.note(key.span, "'select' is now 'filter'")
    return _applied(work, place, with_key(node, "select", "filter"), value)


SPECIAL: dict[str, Callable[[Upgrade, ExpressionContext, Mapping], Tree]] = {
    "map": _map,
    "select": _filter_word,
}
"""Operators with another syntax in version 1.2."""

FORMS: dict[frozenset[str], Callable[[Upgrade, ExpressionContext, Mapping], Tree]] = {
    frozenset(("operator", "operands")): _signed,
    frozenset(("map", "select")): _selected,
}
"""Operands of more than one key, by their keys."""
