"""Recognises the section of a block that does not name it."""

from __future__ import annotations

from collections.abc import Callable

from ...yaml.read import Mapping, Scalar, Sequence, Tree

TURN_ORDERS = ("roundRobin", "fixedOrder", "simultaneous", "cardDriven")


def shapes_of(block: Mapping) -> list[str]:
    """The sections whose shape a mapping has."""
    return [name for name, fits in _SHAPES.items() if fits(block)]


def _text(tree: Tree | None) -> bool:
    return isinstance(tree, Scalar) and isinstance(tree.value, str)


def _number(tree: Tree) -> bool:
    # bool is a subclass of int in Python, but not a number in YAML.
    number = isinstance(tree, Scalar) and isinstance(tree.value, int | float)
    return number and not isinstance(tree.value, bool)  # type: ignore[union-attr]


def _metadata(block: Mapping) -> bool:
    return _text(block.get("id")) and isinstance(block.get("players"), Mapping)


def _constants(block: Mapping) -> bool:
    return bool(block.entries) and all(_number(value) for _, value in block.entries)


def _turn_structure(block: Mapping) -> bool:
    return isinstance(block.get("phases"), Sequence)


def _turn_order(block: Mapping) -> bool:
    kind = block.get("type")
    return isinstance(kind, Scalar) and kind.text in TURN_ORDERS


def _terminal(block: Mapping) -> bool:
    ends = block.get("conditions")
    return isinstance(ends, Sequence) and all(
        isinstance(each, Mapping) and each.get("when") and each.get("result") for each in ends.items
    )


# Fits `globalVars` as well as `perPlayerVars`, so such a block is reported as ambiguous.
def _variables(block: Mapping) -> bool:
    return isinstance(block.get("vars"), Sequence)


_SHAPES: dict[str, Callable[[Mapping], bool]] = {
    "metadata": _metadata,
    "constants": _constants,
    "turnStructure": _turn_structure,
    "turnOrder": _turn_order,
    "terminal": _terminal,
    "globalVars": _variables,
    "perPlayerVars": _variables,
}
