"""What a GameSpecDoc says inside of its sections in kernel form: values, queries, effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..read.tree import effects as e
from ..read.tree import values as t

Json = Any


def json_of(value: object) -> Json:
    """Anything as data."""
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
    """A mapping of what is there: what is None or an empty list is left out. A trailing `_` keeps
    a key from being a word of Python."""
    there = {key: value for key, value in entries.items() if value is not None and value != ()}
    return {key.rstrip("_"): json_of(value) for key, value in there.items()}


# ---- players, zones, values --------------------------------------------------------------------


def _player(player: t.Player) -> Json:
    if player.kind in ("left", "right"):
        return {"relative": player.kind}
    forms: dict[str, Json] = {"id": {"id": player.number}, "chosen": given(chosen=player.name)}
    return forms.get(player.kind, player.kind)


def _zone(zone: t.ZoneNamed) -> str:
    owner = zone.owner
    if owner is None:
        return f"{zone.base}:none"
    if owner.kind == "chosen" and owner.name is not None:
        return f"{zone.base}:{owner.name.text}"
    return f"{zone.base}:{owner.number if owner.kind == 'id' else owner.kind}"


def _binary(node: Any) -> Json:
    return given(op=node.op, left=node.left, right=node.right)


def _ref(word: str, **fields: str) -> Callable[[Any], Json]:
    """A reference: its word, and which key holds which field."""
    return lambda node: {"ref": word, **_fields(node, fields)}


def _query(word: str, **fields: str) -> Callable[[Any], Json]:
    return lambda node: {"query": word, **_fields(node, fields)}


def _op(word: str, **fields: str) -> Callable[[Any], Json]:
    return lambda node: {"op": word, **_fields(node, fields)}


def _effect(word: str, **fields: str) -> Callable[[Any], Json]:
    return lambda node: {word: _fields(node, fields)}


def form(**fields: str) -> Callable[[Any], Json]:
    """How a mapping is made: which key holds which field."""
    return lambda node: _fields(node, fields)


def _fields(node: Any, fields: Mapping[str, str]) -> dict[str, Json]:
    return given(**{key: getattr(node, field) for key, field in fields.items()})


def _aggregate(node: t.Aggregate) -> Json:
    fields = given(op=node.op, query=node.query, prop=node.prop, bind=node.bind)
    return {"aggregate": fields | given(valueExpr=node.value)}


def _test(test: t.TokenTest) -> Json:
    return given(prop=test.prop, op=test.op) | _against(test.value, test.texts)


def _row_test(test: t.RowTest) -> Json:
    return given(field=test.field, op=test.op) | _against(test.value, test.literals)


def _against(value: t.Value | None, several: tuple[t.Scalar, ...]) -> Json:
    return {"value": list(several) if value is None else json_of(value)}


def _zones_query(node: t.Zones) -> Json:
    where = node.where
    limits = given(owner=node.owner, condition=where) if node.owner else json_of(where)
    return {"query": "zones"} | ({} if limits is None else {"filter": limits})


def _connected(node: t.ConnectedZones) -> Json:
    start = True if node.include_start else None
    fields = given(zone=node.zone, via=node.via, includeStart=start, maxDepth=node.depth)
    return {"query": "connectedZones", **fields}


def _next_in_order(node: t.NextInOrder) -> Json:
    start = True if node.include_start else None
    fields = given(source=node.source, from_=node.start, bind=node.bind, where=node.where)
    return {"query": "nextInOrderByCondition", **fields, **given(includeFrom=start)}


# ---- effects -----------------------------------------------------------------------------------


def _scope(player: t.Player | None) -> dict[str, Json]:
    return {"scope": "global"} if player is None else {"scope": "pvar", "player": json_of(player)}


def _set_var(node: e.SetVar) -> Json:
    return {"setVar": _scope(node.player) | given(var=node.var, value=node.value)}


def _add_var(node: e.AddVar) -> Json:
    return {"addVar": _scope(node.player) | given(var=node.var, delta=node.delta)}


def _holding(node: e.Holding) -> Json:
    return _scope(node.player) | given(var=node.var)


def _move_token(node: e.MoveToken) -> Json:
    position = None if node.position == "top" else node.position
    fields = given(token=node.token, from_=node.source, to=node.target, position=position)
    return {"moveToken": fields}


def _create_token(node: e.CreateToken) -> Json:
    props = {name.text: json_of(value) for name, value in node.props}
    return {"createToken": given(type=node.type, zone=node.zone, props=props or None)}


def _if(node: e.If) -> Json:
    return {"if": whole(node, when="when", then="then") | given(else_=node.otherwise)}


def _for_each(node: e.ForEach) -> Json:
    fields = whole(node, bind="bind", over="over", effects="effects")
    more = given(limit=node.limit, countBind=node.count, in_=node.after)
    return {"forEach": fields | more}


def _let(node: e.Let) -> Json:
    return {"let": whole(node, bind="bind", value="value", in_="inside")}


def _roll(node: e.RollRandom) -> Json:
    return {"rollRandom": whole(node, bind="bind", min="least", max="most", in_="inside")}


def _reduce(node: e.Reduce) -> Json:
    names = {"itemBind": "item", "accBind": "so_far", "over": "over", "initial": "initial"}
    fields = whole(node, **names, next="next", resultBind="result", in_="inside")
    return {"reduce": fields | given(limit=node.limit)}


def _best_subset(node: e.BestSubset) -> Json:
    names = {"source": "source", "subsetSize": "size", "subsetBind": "subset"}
    fields = whole(node, **names, compute="compute", scoreExpr="score", in_="inside")
    binds = given(resultBind=node.result, bestSubsetBind=node.best)
    return {"evaluateSubset": fields | binds}


def whole(node: Any, **fields: str) -> dict[str, Json]:
    """A mapping with every field, also with lists that are empty."""
    return {key.rstrip("_"): json_of(getattr(node, field)) for key, field in fields.items()}


def _choose_n(node: e.ChooseN) -> Json:
    fields = given(bind=node.bind, options=node.options, chooser=node.chooser)
    # `n` is read as one value that is both the least and the greatest number.
    same = node.least is node.most
    many = given(n=node.most) if same else given(min=node.least, max=node.most)
    return {"chooseN": fields | many}


FORMS: dict[type, Callable[[Any], Json]] = {
    t.Player: _player,
    t.ZoneNamed: _zone,
    t.ZoneBound: lambda node: node.name.text,
    t.ZoneWorked: form(zoneExpr="value"),
    t.Literal: lambda node: node.value,
    t.GlobalVar: _ref("gvar", var="var"),
    t.PlayerVar: _ref("pvar", player="player", var="var"),
    t.ZoneCount: _ref("zoneCount", zone="zone"),
    t.TokenProp: _ref("tokenProp", token="token", prop="prop"),
    t.TokenZone: _ref("tokenZone", token="token"),
    t.Binding: _ref("binding", name="name"),
    t.MarkerState: _ref("markerState", space="space", marker="marker"),
    t.ZoneProp: _ref("zoneProp", zone="zone", prop="prop"),
    t.ActivePlayer: _ref("activePlayer"),
    t.TurnCount: _ref("turnCount"),
    t.AssetField: _ref("assetField", row="row", tableId="table", field="field"),
    t.Arithmetic: _binary,
    t.Aggregate: _aggregate,
    t.Concat: lambda node: {"concat": json_of(node.parts)},
    t.IfValue: lambda node: {"if": whole(node, when="when", then="then", else_="otherwise")},
    t.Test: lambda node: json_of(node.condition),
    t.Holds: lambda node: json_of(node.value),
    t.Always: lambda node: node.truth,
    t.Every: lambda node: {"op": "and", "args": json_of(node.args)},
    t.Some: lambda node: {"op": "or", "args": json_of(node.args)},
    t.Not: _op("not", arg="arg"),
    t.Compare: _binary,
    t.Among: lambda node: (
        given(op="in", item=node.item) | {"set": {"ref": "binding", "name": node.set.text}}
    ),
    t.Adjacent: _op("adjacent", left="left", right="right"),
    t.Linked: _op("connected", from_="start", to="goal", via="via", maxDepth="depth"),
    t.PropIncludes: _op("zonePropIncludes", zone="zone", prop="prop", value="value"),
    t.TokenTest: _test,
    t.TokensInZone: _query("tokensInZone", zone="zone", filter="tests"),
    t.TokensNear: _query("tokensInAdjacentZones", zone="zone", filter="tests"),
    t.Ints: _query(
        "intsInRange",
        min="least",
        max="most",
        step="step",
        alwaysInclude="always",
        maxResults="most_results",
    ),
    t.Enums: lambda node: {"query": "enums", "values": list(node.values)},
    t.Players: _query("players"),
    t.Zones: _zones_query,
    t.Spaces: _query("mapSpaces", filter="where"),
    t.AdjacentZones: _query("adjacentZones", zone="zone"),
    t.ConnectedZones: _connected,
    t.BoundList: _query("binding", name="name"),
    t.Joined: _query("concat", sources="sources"),
    t.NextInOrder: _next_in_order,
    t.RowTest: _row_test,
    t.AssetRows: _query("assetRows", tableId="table", where="tests"),
    e.SetVar: _set_var,
    e.AddVar: _add_var,
    e.Holding: _holding,
    e.Transfer: _effect(
        "transferVar",
        from_="source",
        to="target",
        amount="amount",
        min="least",
        max="most",
        actualBind="actual",
    ),
    e.MoveToken: _move_token,
    e.MoveAll: _effect("moveAll", from_="source", to="target", filter="where"),
    e.MoveAdjacent: _effect("moveTokenAdjacent", token="token", from_="source", direction="target"),
    e.Draw: _effect("draw", from_="source", to="target", count="count"),
    e.Shuffle: _effect("shuffle", zone="zone"),
    e.CreateToken: _create_token,
    e.DestroyToken: _effect("destroyToken", token="token"),
    e.SetTokenProp: _effect("setTokenProp", token="token", prop="prop", value="value"),
    e.If: _if,
    e.ForEach: _for_each,
    e.Let: _let,
    e.BindValue: _effect("bindValue", bind="bind", value="value"),
    e.Reduce: _reduce,
    e.BestSubset: _best_subset,
    e.ChooseOne: _effect("chooseOne", bind="bind", options="options", chooser="chooser"),
    e.ChooseN: _choose_n,
    e.RollRandom: _roll,
    e.SetMarker: _effect("setMarker", space="space", marker="marker", state="state"),
    e.ShiftMarker: _effect("shiftMarker", space="space", marker="marker", delta="delta"),
    e.GotoPhase: _effect("gotoPhaseExact", phase="phase"),
    e.AdvancePhase: _effect("advancePhase"),
    e.EndTurn: _effect("endTurn"),
    e.SetActive: _effect("setActivePlayer", player="player"),
    e.Reveal: _effect("reveal", zone="zone", to="to", filter="tests"),
    e.Conceal: _effect("conceal", zone="zone", from_="of", filter="tests"),
}
