"""Reading conditions."""

from __future__ import annotations

from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Tree
from .forms import Fields, Form, ReadContext, by_word, unsupported
from .scope import Bindings
from .tree import values as t

TRUTHS = ("ref", "if")
"""The keys of values that are allowed as conditions, since they may be booleans."""


def condition_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> t.Condition | None:
    """A condition."""
    if isinstance(tree, Scalar) and isinstance(tree.value, bool):
        return t.Always(t.Location(tree.span, path), tree.value)
    if isinstance(tree, Mapping) and tree.get("op"):
        return by_word(c, tree, path, scope, "op", OPERATORS)
    if isinstance(tree, Mapping) and any(tree.get(key) for key in TRUTHS):
        value = c.value(tree, path, scope)
        return t.Holds(t.Location(tree.span, path), value) if value else None
    unsupported(c, tree, path, "condition", ("true", "false", "op", *TRUTHS))
    return None


def _args(f: Fields) -> tuple[t.Condition, ...]:
    return f.items("args", f.c.condition, "conditions")


def _compare(f: Fields) -> t.Condition:
    return t.Compare(f.at, f.name("op").text, f.value("left"), f.value("right"))


def _among(f: Fields) -> t.Condition:
    # The language has no list literals, so only a binding can be a list.
    bound_list = f.value("set")
    if not isinstance(bound_list, t.Binding) and not f.broken:
        f.error("'set' must be a binding that is a list", f.location("set"), _SET)
    name = bound_list.name if isinstance(bound_list, t.Binding) else t.Name("", f.at)
    return t.Among(f.at, f.value("item"), name)


_SET = "write {ref: binding, name: $name}"


def _adjacent(f: Fields) -> t.Condition:
    return t.Adjacent(f.at, f.zone("left"), f.zone("right"))


def via(f: Fields) -> t.Condition | None:
    """The condition on `$zone` for a zone to be on a path."""
    return f.optional(lambda key: f.condition(key, f.scope.inner("$zone")), "via")


def max_depth(f: Fields) -> int | None:
    """The maximum length of a path."""
    return f.optional(lambda key: f.whole(key, 0), "maxDepth")


def _linked(f: Fields) -> t.Condition:
    return t.Linked(f.at, f.zone("from"), f.zone("to"), via(f), max_depth(f))


def _includes(f: Fields) -> t.Condition:
    return t.PropIncludes(f.at, f.zone("zone"), f.name("prop"), f.value("value"))


# `make` reads the operator from the form itself, so all comparisons share one form.
_COMPARE: Form[t.Condition] = Form(_compare, keys("left: value, right: value"))

OPERATORS: dict[str, Form[t.Condition]] = {
    "and": Form(lambda f: t.Every(f.at, _args(f)), keys("args: [condition]")),
    "or": Form(lambda f: t.Some(f.at, _args(f)), keys("args: [condition]")),
    "not": Form(lambda f: t.Not(f.at, f.condition("arg")), keys("arg: condition")),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARE),
    "in": Form(_among, keys("item: value, set: value")),
    "adjacent": Form(_adjacent, keys("left: zone, right: zone")),
    "connected": Form(_linked, keys("from: zone, to: zone, via?: condition, maxDepth?: whole")),
    "zonePropIncludes": Form(_includes, keys("zone: zone, prop: name, value: value")),
}
