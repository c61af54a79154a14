"""Reading values: literals, references, arithmetic, aggregates."""

from __future__ import annotations

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
        for key, words in _BY_WORD.items():
            if key in keys:
                return by_word(c, tree, path, scope, key, words)
        for key, form in _BY_KEY.items():
            if key in keys:
                return form.read(c, tree, path, scope, f"'{key}'")
    unsupported(c, tree, path, "value", ("number", "text", "true", *_BY_WORD, *_BY_KEY))
    return None


# ---- references --------------------------------------------------------------------------------

REFERENCES: dict[str, Form[t.Value]] = {
    "gvar": Form(lambda f: t.GlobalVar(f.at, f.name("var")), ("var",)),
    "pvar": Form(lambda f: t.PlayerVar(f.at, f.player("player"), f.name("var")), ("player", "var")),
    "zoneCount": Form(lambda f: t.ZoneCount(f.at, f.zone("zone")), ("zone",)),
    "tokenProp": Form(
        lambda f: t.TokenProp(f.at, f.bound("token"), f.name("prop")), ("token", "prop")
    ),
    "tokenZone": Form(lambda f: t.TokenZone(f.at, f.bound("token")), ("token",)),
    "binding": Form(lambda f: t.Binding(f.at, f.bound("name")), ("name",)),
    "markerState": Form(
        lambda f: t.MarkerState(f.at, f.zone("space"), f.name("marker")), ("space", "marker")
    ),
    "zoneProp": Form(lambda f: t.ZoneProp(f.at, f.zone("zone"), f.name("prop")), ("zone", "prop")),
    "activePlayer": Form(lambda f: t.ActivePlayer(f.at)),
    "turnCount": Form(lambda f: t.TurnCount(f.at)),
    "assetField": Form(
        lambda f: t.AssetField(f.at, f.bound("row"), f.name("tableId"), f.name("field")),
        ("row", "tableId", "field"),
    ),
}


# ---- operations --------------------------------------------------------------------------------


def _arithmetic(f: Fields) -> t.Value:
    return t.Arithmetic(f.at, f.name("op").text, f.value("left"), f.value("right"))


def _test(form: Form[t.Condition]) -> Form[t.Value]:
    return Form(lambda f: t.Test(f.at, form.make(f)), form.needs, form.may)


_OPERATIONS: dict[str, Form[t.Value]] = {
    **dict.fromkeys(ARITHMETIC, Form(_arithmetic, ("left", "right"))),
    **{word: _test(form) for word, form in OPERATORS.items()},
}


def _count(f: Fields) -> t.Value:
    return t.Aggregate(f.at, "count", f.query("query"))


def _fold(f: Fields) -> t.Value:
    query, inner = f.query("query"), f.scope.inner()
    op, prop = f.name("op").text, f.maybe(f.name, "prop")
    if not (f.has("bind") or f.has("valueExpr")):
        return t.Aggregate(f.at, op, query, prop)
    if prop or not (f.has("bind") and f.has("valueExpr")):
        f.wrong(f"'{op}' takes either 'prop', or 'bind' and 'valueExpr'")
        inner.loose = True
    bind = f.maybe(lambda key: f.bind(key, inner, "an item"), "bind")
    value = f.maybe(lambda key: f.value(key, inner), "valueExpr")
    return t.Aggregate(f.at, op, query, None, bind, value)


_FOLD: Form[t.Value] = Form(_fold, ("query",), ("prop", "bind", "valueExpr"))
_AGGREGATES: dict[str, Form[t.Value]] = {
    "count": Form(_count, ("query",)),
    **dict.fromkeys(("sum", "min", "max"), _FOLD),
}


def _aggregate(f: Fields) -> t.Value:
    def read(tree: Tree, path: str, scope: Bindings) -> t.Value | None:
        if isinstance(tree, Mapping):
            return by_word(f.c, tree, path, scope, "op", _AGGREGATES)
        unsupported(f.c, tree, path, "aggregate", _AGGREGATES)
        return None

    return f.read(read, "aggregate") or t.Literal(f.at, 0)


def _concat(f: Fields) -> t.Value:
    return t.Concat(f.at, f.items("concat", f.c.value, "values"))


def _choice(f: Fields) -> t.Value:
    return t.IfValue(f.at, f.condition("when"), f.value("then"), f.value("else"))


_IF: Form[t.Value] = Form(_choice, ("when", "then", "else"))

_BY_WORD = {"ref": REFERENCES, "op": _OPERATIONS}
_BY_KEY: dict[str, Form[t.Value]] = {
    "aggregate": Form(_aggregate, ("aggregate",)),
    "concat": Form(_concat, ("concat",)),
    "if": Form(lambda f: f.form("if", _IF, t.Literal(f.at, 0)), ("if",)),
    "zoneCount": Form(lambda f: t.ZoneCount(f.at, f.zone("zoneCount")), ("zoneCount",)),
}
