"""The parts of a GameSpecDoc's sections in kernel form: values, conditions, queries and effects.

Most forms follow from the dataclasses: the word from the name of the class, the keys from the names
of its fields, and what may be left out from their defaults. The tables below hold the exceptions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, get_args

from ..read.tree import effects as e
from ..read.tree import values as t

Json = Any

WORDS: dict[type, str] = {
    t.GlobalVar: "gvar",
    t.PlayerVar: "pvar",
    t.Every: "and",
    t.Some: "or",
    t.Linked: "connected",
    t.PropIncludes: "zonePropIncludes",
    t.TokensNear: "tokensInAdjacentZones",
    t.Ints: "intsInRange",
    t.Spaces: "mapSpaces",
    t.BoundList: "binding",
    t.Joined: "concat",
    t.NextInOrder: "nextInOrderByCondition",
    e.Transfer: "transferVar",
    e.MoveAdjacent: "moveTokenAdjacent",
    e.BestSubset: "evaluateSubset",
    e.GotoPhase: "gotoPhaseExact",
    e.SetActive: "setActivePlayer",
}
"""Kernel words that are not the name of the class."""

KEYS = {
    # Several fields share a key: a part that has two of these renames one in OWN_KEYS.
    "source": "from",
    "target": "to",
    "start": "from",
    "goal": "to",
    "least": "min",
    "most": "max",
    "depth": "maxDepth",
    "otherwise": "else",
    "inside": "in",
    "after": "in",
    "tests": "filter",
    "table": "tableId",
    "always": "alwaysInclude",
    "most_results": "maxResults",
    "actual": "actualBind",
    "result": "resultBind",
}
"""Kernel keys that are not the name of the field, in all parts."""

OWN_KEYS: dict[type, dict[str, str]] = {
    t.ZoneWorked: {"value": "zoneExpr"},
    t.Aggregate: {"value": "valueExpr"},
    t.Spaces: {"where": "filter"},
    t.NextInOrder: {"source": "source", "include_start": "includeFrom"},
    t.AssetRows: {"tests": "where"},
    e.MoveAll: {"where": "filter"},
    e.MoveAdjacent: {"target": "direction"},
    e.ForEach: {"count": "countBind"},
    e.Reduce: {"item": "itemBind", "so_far": "accBind"},
    e.BestSubset: {
        "source": "source",
        "size": "subsetSize",
        "subset": "subsetBind",
        "score": "scoreExpr",
        "best": "bestSubsetBind",
    },
    e.Conceal: {"of": "from"},
}
"""Kernel keys of the fields of one part, before those of all."""


def json_of(value: object) -> Json:
    """Any part, name, list or mapping as plain data."""
    if isinstance(value, t.Name):
        return value.text
    if isinstance(value, tuple):
        return [json_of(each) for each in value]
    if isinstance(value, Mapping):
        return {key: json_of(each) for key, each in value.items()}
    if isinstance(value, t.Part):
        return FORMS[type(value)](value)
    return value


def given(**entries: object) -> dict[str, Json]:
    """A mapping without the entries that are None or an empty list. A trailing `_` keeps a key
    from being a keyword of Python."""
    there = {key: value for key, value in entries.items() if value is not None and value != ()}
    return {key.rstrip("_"): json_of(value) for key, value in there.items()}


def whole(node: Any, **fields: str) -> dict[str, Json]:
    """A mapping with every field, empty lists included."""
    return {key.rstrip("_"): json_of(getattr(node, field)) for key, field in fields.items()}


def form(**fields: str) -> Callable[[Any], Json]:
    """A function that makes a mapping: which key holds which field."""
    return lambda node: given(**{key: getattr(node, field) for key, field in fields.items()})


# ---- derived forms -----------------------------------------------------------------------------


def derived(node: t.Part) -> dict[str, Json]:
    """A mapping of the fields of a part, without those that are absent or have their default."""
    # None is never a value of the kernel, so it always means absent; an empty list may be one, and
    # is left out only where it is the default.
    values = ((key, getattr(node, name), default) for name, key, default in _fields(type(node)))
    return {key: json_of(value) for key, value, default in values if value not in (None, default)}


def _fields(kind: type[t.Part]) -> list[tuple[str, str, object]]:
    """The fields of a part: name, kernel key and default (MISSING if the field is required)."""
    # Memoised: a document has thousands of parts of a few dozen classes.
    if kind not in _FIELDS:
        keys = KEYS | OWN_KEYS.get(kind, {})
        fields = [each for each in dataclasses.fields(kind) if each.name != "at"]
        _FIELDS[kind] = [(x.name, keys.get(x.name, _camel(x.name)), x.default) for x in fields]
    return _FIELDS[kind]


_FIELDS: dict[type[t.Part], list[tuple[str, str, object]]] = {}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first[0].lower() + first[1:] + "".join(map(str.capitalize, others))


def _word(node: t.Part) -> str:
    return WORDS.get(type(node)) or _camel(type(node).__name__)


def _ref(node: t.Part) -> Json:
    return {"ref": _word(node), **derived(node)}


def _op(node: t.Part) -> Json:
    return {"op": _word(node), **derived(node)}


def _query(node: t.Part) -> Json:
    return {"query": _word(node), **derived(node)}


def _effect(node: t.Part) -> Json:
    return {_word(node): derived(node)}


# ---- irregular forms ---------------------------------------------------------------------------


def _player(player: t.Player) -> Json:
    if player.kind in ("left", "right"):
        return {"relative": player.kind}
    forms: dict[str, Json] = {"id": {"id": player.number}, "chosen": given(chosen=player.name)}
    return forms.get(player.kind, player.kind)


def _zone(zone: t.ZoneNamed) -> str:
    # The kernel always names the owner, even where a document omits `:none`.
    owner = zone.owner
    if owner is None:
        return f"{zone.base}:none"
    if owner.kind == "chosen" and owner.name is not None:
        return f"{zone.base}:{owner.name.text}"
    return f"{zone.base}:{owner.number if owner.kind == 'id' else owner.kind}"


def _test(test: t.TokenTest) -> Json:
    return given(prop=test.prop, op=test.op) | _against(test.value, test.texts)


def _row_test(test: t.RowTest) -> Json:
    return given(field=test.field, op=test.op) | _against(test.value, test.literals)


def _against(value: t.Value | None, several: tuple[t.Scalar, ...]) -> Json:
    # `in` and `notIn` compare with a list, all other operators with one value.
    return {"value": list(several) if value is None else json_of(value)}


def _zones_query(node: t.Zones) -> Json:
    where = node.where
    # Without an owner, the filter is the condition itself.
    limits = given(owner=node.owner, condition=where) if node.owner else json_of(where)
    return {"query": "zones"} | ({} if limits is None else {"filter": limits})


def _scope(player: t.Player | None) -> dict[str, Json]:
    return {"scope": "global"} if player is None else {"scope": "pvar", "player": json_of(player)}


def _holding(node: e.Holding) -> Json:
    return _scope(node.player) | given(var=node.var)


def _variable_effect(node: e.SetVar | e.AddVar) -> Json:
    return {_word(node): _scope(node.player) | derived(node)}


def _create_token(node: e.CreateToken) -> Json:
    props = {name.text: json_of(value) for name, value in node.props}
    return {"createToken": given(type=node.type, zone=node.zone, props=props or None)}


def _choose_n(node: e.ChooseN) -> Json:
    fields = derived(node)
    # The reader makes one value of `n` that is both the minimum and the maximum.
    if node.least is node.most:
        del fields["min"]
        fields["n"] = fields.pop("max")
    return {"chooseN": fields}


FORMS: dict[type, Callable[[Any], Json]] = {
    t.Player: _player,
    t.ZoneNamed: _zone,
    t.ZoneBound: lambda node: node.name.text,
    t.ZoneWorked: derived,
    t.Literal: lambda node: node.value,
    t.Arithmetic: derived,
    t.Aggregate: lambda node: {"aggregate": derived(node)},
    t.Concat: lambda node: {"concat": json_of(node.parts)},
    t.IfValue: lambda node: {"if": derived(node)},
    # The tree wraps conditions used as values, and values used as conditions; the kernel does not.
    t.Test: lambda node: json_of(node.condition),
    t.Holds: lambda node: json_of(node.value),
    t.Always: lambda node: node.truth,
    t.Compare: derived,
    t.Among: lambda node: (
        given(op="in", item=node.item) | {"set": {"ref": "binding", "name": node.set.text}}
    ),
    t.TokenTest: _test,
    t.Zones: _zones_query,
    t.RowTest: _row_test,
    e.SetVar: _variable_effect,
    e.AddVar: _variable_effect,
    e.Holding: _holding,
    e.CreateToken: _create_token,
    e.ChooseN: _choose_n,
}
# All parts without a form of their own are regular: a new effect needs no entry here unless its
# word or keys differ from its names.
for _union, _form in (t.Value, _ref), (t.Condition, _op), (t.Query, _query), (e.Effect, _effect):
    for _kind in set(get_args(_union)) - {t.Hole}:  # sections with errors are not written
        FORMS.setdefault(_kind, _form)
