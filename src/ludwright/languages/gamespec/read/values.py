"""Reading values: literals, references, arithmetic, aggregates."""

from __future__ import annotations

from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Tree
from .conditions import OPERATORS
from .forms import Fields, Form, ReadContext, by_word, literal_of, unsupported
from .scope import Bindings
from .tree import values as t

ARITHMETIC = ("+", "-", "*", "/", "floorDiv", "ceilDiv", "min", "max")


def value_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> t.Value | None:
    """A value."""
    if isinstance(tree, Scalar):
        literal = literal_of(c, tree, path)
        return None if literal is None else t.Literal(t.Location(tree.span, path), literal)
    if isinstance(tree, Mapping):
        keys = [key.text for key, _ in tree.entries]
        # `ref` and `op` first: `{ref: zoneCount, zone: x}` must not be taken for `{zoneCount: x}`.
        for key, words in _BY_WORD.items():
            if key in keys:
                return by_word(c, tree, path, scope, key, words)
        for key, form in BY_KEY.items():
            if key in keys:
                return form.read(c, tree, path, scope, f"'{key}'")
    unsupported(c, tree, path, "value", ("number", "text", "true", *_BY_WORD, *BY_KEY))
    return None


# ---- references --------------------------------------------------------------------------------

REFERENCES: dict[str, Form[t.Value]] = {
    "gvar": Form(lambda f: t.GlobalVar(f.at, f.name("var")), keys("var: name")),
    "pvar": Form(
        lambda f: t.PlayerVar(f.at, f.player("player"), f.name("var")),
        keys("player: player, var: name"),
    ),
    "zoneCount": Form(lambda f: t.ZoneCount(f.at, f.zone("zone")), keys("zone: zone")),
    "tokenProp": Form(
        lambda f: t.TokenProp(f.at, f.bound("token"), f.name("prop")),
        keys("token: name, prop: name"),
    ),
    "tokenZone": Form(lambda f: t.TokenZone(f.at, f.bound("token")), keys("token: name")),
    "binding": Form(lambda f: t.Binding(f.at, f.bound("name")), keys("name: name")),
    "markerState": Form(
        lambda f: t.MarkerState(f.at, f.zone("space"), f.name("marker")),
        keys("space: zone, marker: name"),
    ),
    "zoneProp": Form(
        lambda f: t.ZoneProp(f.at, f.zone("zone"), f.name("prop")), keys("zone: zone, prop: name")
    ),
    "activePlayer": Form(lambda f: t.ActivePlayer(f.at)),
    "turnCount": Form(lambda f: t.TurnCount(f.at)),
    "assetField": Form(
        lambda f: t.AssetField(f.at, f.bound("row"), f.name("tableId"), f.name("field")),
        keys("row: name, tableId: name, field: name"),
    ),
}


# ---- operations --------------------------------------------------------------------------------


def _arithmetic(f: Fields) -> t.Value:
    return t.Arithmetic(f.at, f.name("op").text, f.value("left"), f.value("right"))


# Every operator of conditions is also a value: a boolean.
def _test(form: Form[t.Condition]) -> Form[t.Value]:
    return Form(lambda f: t.Test(f.at, form.make(f)), form.table)


OPERATIONS: dict[str, Form[t.Value]] = {
    **dict.fromkeys(ARITHMETIC, Form(_arithmetic, keys("left: value, right: value"))),
    **{word: _test(form) for word, form in OPERATORS.items()},
}


def _count(f: Fields) -> t.Value:
    return t.Aggregate(f.at, "count", f.query("query"))


def _fold(f: Fields) -> t.Value:
    # The query is read in the outer scope: it is evaluated before `bind` has a value.
    query, inner = f.query("query"), f.scope.inner()
    op, prop = f.name("op").text, f.optional(f.name, "prop")
    if not (f.has("bind") or f.has("valueExpr")):
        return t.Aggregate(f.at, op, query, prop)
    if prop or not (f.has("bind") and f.has("valueExpr")):
        f.error(f"'{op}' takes either 'prop', or 'bind' and 'valueExpr'")
        # Without `bind`, names in `valueExpr` must not cause a second error.
        inner.incomplete = True
    bind = f.optional(lambda key: f.bind(key, inner, "an item"), "bind")
    value = f.optional(lambda key: f.value(key, inner), "valueExpr")
    return t.Aggregate(f.at, op, query, None, bind, value)


_FOLD: Form[t.Value] = Form(
    _fold, keys("query: query, prop?: name, bind?: name, valueExpr?: value")
)
AGGREGATES: dict[str, Form[t.Value]] = {
    "count": Form(_count, keys("query: query")),
    **dict.fromkeys(("sum", "min", "max"), _FOLD),
}


def _aggregate(f: Fields) -> t.Value:
    def read(tree: Tree, path: str, scope: Bindings) -> t.Value | None:
        if isinstance(tree, Mapping):
            return by_word(f.c, tree, path, scope, "op", AGGREGATES)
        unsupported(f.c, tree, path, "aggregate", AGGREGATES)
        return None

    return f.read(read, "aggregate") or t.Literal(f.at, 0)


def _concat(f: Fields) -> t.Value:
    return t.Concat(f.at, f.items("concat", f.c.value, "values"))


def _choice(f: Fields) -> t.Value:
    return t.IfValue(f.at, f.condition("when"), f.value("then"), f.value("else"))


IF: Form[t.Value] = Form(_choice, keys("when: condition, then: value, else: value"))

_BY_WORD = {"ref": REFERENCES, "op": OPERATIONS}
BY_KEY: dict[str, Form[t.Value]] = {
    "aggregate": Form(_aggregate, keys("aggregate: aggregate")),
    "concat": Form(_concat, keys("concat: [value]")),
    "if": Form(lambda f: f.form("if", IF, t.Literal(f.at, 0)), keys("if: if_value")),
    "zoneCount": Form(lambda f: t.ZoneCount(f.at, f.zone("zoneCount")), keys("zoneCount: zone")),
}
