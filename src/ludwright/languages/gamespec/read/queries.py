"""Reading queries: the items to choose from or to iterate over."""

from __future__ import annotations

from ...shapes import keys
from ...yaml.read import Mapping, Tree
from ..codes import values as codes
from .conditions import max_depth, via
from .filters import row_tests_of
from .forms import Fields, Form, ReadContext, by_word, unsupported
from .scope import Bindings
from .tree import values as t


def query_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> t.Query | None:
    """A query."""
    if isinstance(tree, Mapping) and tree.get("query"):
        return by_word(c, tree, path, scope, "query", QUERIES)
    unsupported(c, tree, path, "query", (f"query: {word}" for word in QUERIES))
    return None


def _ints(f: Fields) -> t.Query:
    least, most, step = f.value("min"), f.value("max"), f.optional(f.value, "step")
    # Only literals can be checked here; other bounds are known in play.
    match least, most:
        case t.Literal(value=int(a)), t.Literal(value=int(b)) if a > b and not f.broken:
            _invalid_range(f, f"empty range: 'min' is {a}, but 'max' is {b}", f.at)
    match step:
        case t.Literal(value=int(size)) if size < 1:
            _invalid_range(f, "'step' must be at least 1", step.at)
    always: tuple[t.Value, ...] = ()
    if f.has("alwaysInclude"):
        always = f.items("alwaysInclude", f.c.value, "values")
    results = f.optional(lambda key: f.whole(key, 1), "maxResults")
    return t.Ints(f.at, least, most, step, always, results)


def _invalid_range(f: Fields, message: str, at: t.Location) -> None:
    f.c.error(codes.INTS_RANGE, at, message)
    f.broken = True


def _where(f: Fields, key: str) -> t.Condition | None:
    """An optional condition on `$zone`."""
    return f.optional(lambda k: f.condition(k, f.scope.inner("$zone")), key)


def _zones(f: Fields) -> t.Query:
    # `filter` is either a condition or `{owner, condition}`; neither key can start a condition.
    tree = f.trees.get("filter")
    if isinstance(tree, Mapping) and (tree.get("owner") or tree.get("condition")):
        found = f.form("filter", OWNED, t.Zones(f.at))
        return t.Zones(f.at, found.owner, found.where)
    return t.Zones(f.at, None, _where(f, "filter"))


OWNED = Form(
    lambda f: t.Zones(f.at, f.optional(f.player, "owner"), _where(f, "condition")),
    keys("owner?: player, condition?: condition"),
)


def _connected(f: Fields) -> t.Query:
    return t.ConnectedZones(f.at, f.zone("zone"), via(f), f.flag("includeStart"), max_depth(f))


def _next(f: Fields) -> t.Query:
    # Source and start are read in the outer scope; only `where` sees the item.
    source, start, inner = f.query("source"), f.value("from"), f.scope.inner()
    bind = f.bind("bind", inner, "an item")
    where = f.condition("where", inner)
    return t.NextInOrder(f.at, source, start, bind, where, f.flag("includeFrom"))


def _rows(f: Fields) -> t.Query:
    def read(tree: Tree, path: str, scope: Bindings) -> tuple[t.RowTest, ...] | None:
        return row_tests_of(f.c, tree, path, scope)

    tests = f.optional(lambda key: f.read(read, key), "where")
    return t.AssetRows(f.at, f.name("tableId"), tests or ())


QUERIES: dict[str, Form[t.Query]] = {
    "tokensInZone": Form(
        lambda f: t.TokensInZone(f.at, f.zone("zone"), f.tests("filter")),
        keys("zone: zone, filter?: [token_test]"),
    ),
    "tokensInAdjacentZones": Form(
        lambda f: t.TokensNear(f.at, f.zone("zone"), f.tests("filter")),
        keys("zone: zone, filter?: [token_test]"),
    ),
    "intsInRange": Form(
        _ints,
        keys("min: value, max: value, step?: value, alwaysInclude?: [value], maxResults?: whole"),
    ),
    "enums": Form(lambda f: t.Enums(f.at, f.texts("values")), keys("values: [text]")),
    "players": Form(lambda f: t.Players(f.at)),
    "zones": Form(_zones, keys("filter?: zone_filter")),
    "mapSpaces": Form(lambda f: t.Spaces(f.at, _where(f, "filter")), keys("filter?: condition")),
    "adjacentZones": Form(lambda f: t.AdjacentZones(f.at, f.zone("zone")), keys("zone: zone")),
    "connectedZones": Form(
        _connected, keys("zone: zone, via?: condition, includeStart?: flag, maxDepth?: whole")
    ),
    "binding": Form(lambda f: t.BoundList(f.at, f.bound("name")), keys("name: name")),
    "concat": Form(
        lambda f: t.Joined(f.at, f.items("sources", f.c.query, "queries")), keys("sources: [query]")
    ),
    "nextInOrderByCondition": Form(
        _next,
        keys("source: query, from: value, bind: name, where: condition, includeFrom?: flag"),
    ),
    "assetRows": Form(_rows, keys("tableId: name, where?: [row_test]")),
}
