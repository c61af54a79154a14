"""Macro definitions, `effectMacros` and `conditionMacros`, and the arguments of calls."""

from __future__ import annotations

from collections.abc import Mapping as Mapped
from dataclasses import dataclass

from .....diagnostics import Report, did_you_mean
from ....names import declares
from ....yaml.read import Mapping, Scalar, Sequence, Tree, parts_of
from ...codes import document as codes

Env = Mapped[str, Tree]


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: its params and its body. Calls of a broken one expand to nothing."""

    id: str
    params: tuple[str, ...]
    body: Tree
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of macro: its section, the key of calls and the key of its body."""

    section: str
    call: str
    body: str


EFFECTS = Kind("effectMacros", "macro", "effects")
MACRO = "macro"
CONDITIONS = Kind("conditionMacros", "conditionMacro", "condition")


def param_of(tree: Tree) -> str | None:
    """The name of a param if the node is one, `{param: name}`, else None."""
    # Only a lone `param`: other mappings may have a key of this name.
    if isinstance(tree, Mapping) and len(tree.entries) == 1:
        key, name = tree.entries[0]
        if key.text == "param" and isinstance(name, Scalar) and isinstance(name.value, str):
            return name.text
    return None


def macros_of(kind: Kind, section: Tree | None, report: Report) -> dict[str, Macro]:
    """The macros of a section by their ids; of duplicates the first."""
    found: dict[str, Macro] = {}
    for item in section.items if isinstance(section, Sequence) else ():
        name = item.get("id") if isinstance(item, Mapping) else None
        if not isinstance(item, Mapping) or not isinstance(name, Scalar) or not name.text.strip():
            report.error(codes.MACRO_INVALID, item.span, "missing 'id' of a macro")
            continue
        declares(MACRO, name.text, name.span)
        if name.text in found:
            message = f"duplicate macro '{name.text}'"
            report.error(codes.MACRO_TWICE, name.span, message, "the first one is used")
            continue
        found[name.text] = _macro(kind, name.text, item, report)
    return found


def _macro(kind: Kind, name: str, item: Mapping, report: Report) -> Macro:
    body, params = item.get(kind.body), _params(item.get("params"))
    if body is None or (kind is EFFECTS and not isinstance(body, Sequence)):
        what = "list 'effects'" if kind is EFFECTS else "'condition'"
        at = item.span if body is None else body.span
        report.error(codes.MACRO_INVALID, at, f"missing {what} of the macro '{name}'")
        return Macro(name, (), item, broken=True)
    if params is None:
        at = (item.get("params") or item).span
        message = f"the params of '{name}' must be a list of {{name, type}}"
        report.error(codes.MACRO_INVALID, at, message)
        return Macro(name, (), item, broken=True)
    # Checked in the definition, so that the error is not repeated at each call.
    broken = False
    for part in parts_of(body):
        param = param_of(part)
        if param is not None and param not in params:
            message = f"unknown param '{param}' of the macro '{name}'"
            hint = did_you_mean(param, params)
            report.error(codes.MACRO_INVALID, part.span, message, hint)
            broken = True
    return Macro(name, params, body, broken)


def _params(tree: Tree | None) -> tuple[str, ...] | None:
    """The names of the params, written as `{name, type}` or as plain texts; None after an error."""
    if tree is None:
        return ()
    if not isinstance(tree, Sequence):
        return None
    names = [each.get("name") if isinstance(each, Mapping) else each for each in tree.items]
    texts = [name.text for name in names if isinstance(name, Scalar) and name.value is not None]
    return tuple(texts) if len(texts) == len(names) else None


def arguments(call: Mapping, macro: Macro, report: Report) -> dict[str, Tree] | None:
    """The arguments of a call by param; None if one is missing, which is reported."""
    given = call.get("args")
    if given is not None and not isinstance(given, Mapping):
        empty = isinstance(given, Scalar) and given.value is None
        if not empty:
            message = f"'args' of '{macro.id}' must be a mapping of names to values"
            report.error(codes.MACRO_MISSING_ARGS, given.span, message)
            return None
    entries = given.entries if isinstance(given, Mapping) else ()
    values = {key.text: value for key, value in entries}
    for key, _ in entries:
        if key.text not in macro.params:
            hint = did_you_mean(key.text, macro.params)
            message = f"unknown param '{key.text}' of the macro '{macro.id}'"
            report.warning(codes.MACRO_EXTRA_ARGS, key.span, message, hint)
    missing = [name for name in macro.params if name not in values]
    if missing:
        message = f"missing {', '.join(repr(name) for name in missing)} for '{macro.id}'"
        report.error(codes.MACRO_MISSING_ARGS, (given or call).span, message)
        return None
    return {name: values[name] for name in macro.params}
