"""Reading effects: on tokens and variables, choices, and control flow."""

from __future__ import annotations

from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Tree, parts_of
from ..codes import values as codes
from .forms import Fields, Form, ReadContext, identifier, items_of, unsupported
from .scope import Bindings
from .tree import effects as e
from .tree.values import Literal, Location, Name, Player, Value


def effects_of(c: ReadContext, tree: Tree | None, path: str, scope: Bindings) -> e.Effects | None:
    """A list of effects; persistent names are bound for the effects that follow in the list."""
    if tree is None:
        return ()

    def read(tree: Tree, path: str, scope: Bindings) -> e.Effect | None:
        return effect_of(c, tree, path, scope)

    return items_of(c, tree, path, scope, read, "effects")


def effect_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> e.Effect | None:
    """One effect; if it has several known keys, the first in the order of the table decides."""
    keys = {key.text for key, _ in tree.entries} if isinstance(tree, Mapping) else set()
    word = next((word for word in EFFECTS if word in keys), None)
    if word is None or not isinstance(tree, Mapping):
        unsupported(c, tree, path, "effect", EFFECTS)
        _bind_all(tree, scope)
        return None
    for key, _ in tree.entries:
        # Keys that start with NUL are the reader's own.
        if key.text != word and not key.text.startswith("\0"):
            at = Location(key.span, f"{path}.{key.text}")
            message = f"key '{key.text}' beside '{word}' is ignored"
            c.warning(codes.UNKNOWN_KEY, at, message, "write each effect as a list item of its own")
    inner = tree.get(word) or tree
    if not isinstance(inner, Mapping):
        # The name that the effect should have bound is unknown.
        scope.incomplete = True
    return EFFECTS[word].read(c, inner, f"{path}.{word}", scope, f"'{word}'")


def _bind_all(tree: Tree, scope: Bindings) -> None:
    """Bind all names that an unknown effect may bind, so that their uses are not errors."""
    for part in parts_of(tree):
        # By convention: `bind`, `countBind`, `resultBind` and so on.
        for key, value in part.entries if isinstance(part, Mapping) else ():
            if key.text.lower().endswith("bind") and isinstance(value, Scalar):
                scope.names.setdefault(identifier(value.text), "unknown effect")
                scope.persistent.add(identifier(value.text))


# ---- variables ---------------------------------------------------------------------------------


def _variable(f: Fields, optional: bool = False) -> tuple[Name, Player | None]:
    """A variable and its player, None for a global one. If its scope is invalid the name is empty:
    it cannot be looked up in either section."""
    scope = f.word("scope") if f.has("scope") else ""
    name, unnamed = f.name("var"), Name("", f.at)
    if scope == "global" and f.has("player"):
        message = "'player' of a global variable is ignored"
        f.c.warning(codes.UNKNOWN_KEY, f.location("player"), message)
        return name, None
    if scope == "pvar" and not f.has("player"):
        f.error("missing 'player' of a per-player variable", help="for example 'player: actor'")
        return unnamed, None
    known_scope = scope in SCOPES or (optional and not f.has("scope"))
    return name if known_scope else unnamed, f.optional(f.player, "player")


SCOPES = ("global", "pvar")


def _set_var(f: Fields) -> e.Effect:
    return e.SetVar(f.at, *_variable(f), f.value("value"))


def _add_var(f: Fields) -> e.Effect:
    return e.AddVar(f.at, *_variable(f), f.value("delta"))


HOLDING = Form(
    lambda f: e.Holding(f.at, *_variable(f, optional=True)),
    keys("var: name, scope?: global|pvar, player?: player"),
)


def _transfer(f: Fields) -> e.Effect:
    stand_in = e.Holding(f.at, Name("", f.at), None)
    source, target = f.form("from", HOLDING, stand_in), f.form("to", HOLDING, stand_in)
    amount, least, most = f.value("amount"), f.optional(f.value, "min"), f.optional(f.value, "max")
    actual = f.optional(lambda key: f.bind(key, f.scope, "an amount", persists=True), "actualBind")
    return e.Transfer(f.at, source, target, amount, least, most, actual)


# ---- tokens ------------------------------------------------------------------------------------


def _move(f: Fields) -> e.Effect:
    token, source, target = f.bound("token"), f.zone("from"), f.zone("to")
    position = f.optional(lambda key: f.word(key), "position")
    return e.MoveToken(f.at, token, source, target, position or "top")


def _move_all(f: Fields) -> e.Effect:
    inner = f.scope.inner("$token")
    where = f.optional(lambda key: f.condition(key, inner), "filter")
    return e.MoveAll(f.at, f.zone("from"), f.zone("to"), where)


def _move_adjacent(f: Fields) -> e.Effect:
    return e.MoveAdjacent(f.at, f.bound("token"), f.zone("from"), f.zone("direction"))


def _nonnegative(f: Fields, key: str) -> Value:
    """A value; a negative literal is an error."""
    value = f.value(key)
    if isinstance(value, Literal) and isinstance(value.value, int) and value.value < 0:
        f.error(f"'{key}' must be at least 0", value.at)
    return value


def _draw(f: Fields) -> e.Effect:
    return e.Draw(f.at, f.zone("from"), f.zone("to"), _nonnegative(f, "count"))


def _create(f: Fields) -> e.Effect:
    type, zone = f.name("type"), f.zone("zone")
    props = f.optional(lambda key: f.read(lambda t, p, s: _props(f, t, p, s), key), "props")
    return e.CreateToken(f.at, type, zone, props or ())


def _props(
    f: Fields, tree: Tree, path: str, scope: Bindings
) -> tuple[tuple[Name, Value], ...] | None:
    if not isinstance(tree, Mapping):
        f.error("'props' must be a mapping of names to values", Location(tree.span, path))
        return None
    found = []
    for key, inner in tree.entries:
        name = identifier(key.text)
        value = f.c.value(inner, f"{path}.{key.text}", scope)
        if value is None:
            f.broken = True
        else:
            found.append((Name(name, Location(key.span, f"{path}.{key.text}")), value))
    return tuple(found)


def _set_prop(f: Fields) -> e.Effect:
    return e.SetTokenProp(f.at, f.bound("token"), f.name("prop"), f.value("value"))


# ---- control flow ------------------------------------------------------------------------------


def _if(f: Fields) -> e.Effect:
    when, then, other = f.condition("when"), f.scope.inner(), f.scope.inner()
    made = e.If(f.at, when, f.effects("then", then), _optional_effects(f, "else", other))
    # Choices in a branch stay bound after it, also if the other branch makes none: a document may
    # use the name only where that branch was taken.
    f.scope.merge(then)
    f.scope.merge(other)
    return made


def _optional_effects(f: Fields, key: str, scope: Bindings) -> e.Effects:
    return f.effects(key, scope) if f.has(key) else ()


def _for_each(f: Fields) -> e.Effect:
    over, limit = f.query("over"), f.optional(f.value, "limit")
    # `in` runs once after the loop: it sees the count, but no longer the item.
    inner, after = f.scope.inner(), f.scope.inner()
    bind = f.bind("bind", inner, "an item")
    effects = f.effects("effects", inner)
    count = f.optional(lambda key: f.bind(key, after, "the number of items"), "countBind")
    return e.ForEach(f.at, bind, over, effects, limit, count, _optional_effects(f, "in", after))


def _let(f: Fields) -> e.Effect:
    value, inner = f.value("value"), f.scope.inner()
    bind = f.bind("bind", inner, "a value")
    return e.Let(f.at, bind, value, f.effects("in", inner))


def _bind_value(f: Fields) -> e.Effect:
    # The value first: `bindValue` may redefine a name in terms of its old value.
    value = f.value("value")
    return e.BindValue(f.at, f.bind("bind", f.scope, "a value", persists=True), value)


def _reduce(f: Fields) -> e.Effect:
    over, initial, limit = f.query("over"), f.value("initial"), f.optional(f.value, "limit")
    inner, after = f.scope.inner(), f.scope.inner()
    item, accumulator = f.bind("itemBind", inner, "an item"), f.bind("accBind", inner, "a value")
    following = f.value("next", inner)
    result = f.bind("resultBind", after, "a value")
    inside = f.effects("in", after)
    return e.Reduce(f.at, item, accumulator, over, initial, following, result, inside, limit)


def _best_subset(f: Fields) -> e.Effect:
    source, size = f.query("source"), f.value("subsetSize")
    inner, after = f.scope.inner(), f.scope.inner()
    subset = f.bind("subsetBind", inner, "some items")
    compute = _optional_effects(f, "compute", inner)
    score = f.value("scoreExpr", inner)
    result = f.bind("resultBind", after, "a score")
    best = f.optional(lambda key: f.bind(key, after, "some items"), "bestSubsetBind")
    inside = f.effects("in", after)
    return e.BestSubset(f.at, source, size, subset, compute, score, result, best, inside)


# ---- choices and chance ------------------------------------------------------------------------


def _choose_one(f: Fields) -> e.Effect:
    options, chooser = f.query("options"), f.optional(f.player, "chooser")
    bind = f.bind("bind", f.scope, "a choice", persists=True)
    return e.ChooseOne(f.at, bind, options, chooser)


def _choose_n(f: Fields) -> e.Effect:
    options, chooser = f.query("options"), f.optional(f.player, "chooser")
    bind = f.bind("bind", f.scope, "a choice", persists=True)
    least, most = _choice_bounds(f)
    return e.ChooseN(f.at, bind, options, least, most, chooser)


def _choice_bounds(f: Fields) -> tuple[Value, Value]:
    nothing = Literal(f.at, 0)
    if f.has("n") == (f.has("max") or f.has("min")) or (f.has("min") and not f.has("max")):
        _invalid_count(f, "'chooseN' takes either 'n', or 'max' and optionally 'min'", f.at)
        return nothing, nothing
    if f.has("n"):
        least = most = f.value("n")
    else:
        least, most = f.value("min") if f.has("min") else nothing, f.value("max")
    match least, most:
        case Literal(value=int(a)), Literal(value=int(b)) if a < 0 or b < a:
            _invalid_count(f, f"invalid number of items: {a} to {b}", (least if a < 0 else most).at)
    return least, most


def _invalid_count(f: Fields, message: str, at: Location) -> None:
    f.c.error(codes.CHOOSE_N, at, message)
    f.broken = True


def _roll(f: Fields) -> e.Effect:
    least, most, inner = f.value("min"), f.value("max"), f.scope.inner()
    bind = f.bind("bind", inner, "a random number")
    return e.RollRandom(f.at, bind, least, most, f.effects("in", inner))


# ---- markers and visibility --------------------------------------------------------------------


def _set_marker(f: Fields) -> e.Effect:
    return e.SetMarker(f.at, f.zone("space"), f.name("marker"), f.value("state"))


def _shift_marker(f: Fields) -> e.Effect:
    return e.ShiftMarker(f.at, f.zone("space"), f.name("marker"), f.value("delta"))


def _reveal(f: Fields) -> e.Effect:
    return e.Reveal(f.at, f.zone("zone"), f.player("to"), f.tests("filter"))


def _conceal(f: Fields) -> e.Effect:
    of = f.player("from") if f.has("from") else Player(f.at, "all")
    return e.Conceal(f.at, f.zone("zone"), of, f.tests("filter"))


_TRANSFER: Form[e.Effect] = Form(
    _transfer,
    keys(
        "from: holding, to: holding, amount: value, min?: value, max?: value", "actualBind?: name"
    ),
)

# The order is part of the language: see `effect_of`.
EFFECTS: dict[str, Form[e.Effect]] = {
    "setVar": Form(_set_var, keys("scope: global|pvar, var: name, value: value, player?: player")),
    "addVar": Form(_add_var, keys("scope: global|pvar, var: name, delta: value, player?: player")),
    "moveToken": Form(
        _move, keys("token: name, from: zone, to: zone, position?: top|bottom|random")
    ),
    "moveAll": Form(_move_all, keys("from: zone, to: zone, filter?: condition")),
    "moveTokenAdjacent": Form(_move_adjacent, keys("token: name, from: zone, direction: zone")),
    "draw": Form(_draw, keys("from: zone, to: zone, count: value")),
    "shuffle": Form(lambda f: e.Shuffle(f.at, f.zone("zone")), keys("zone: zone")),
    "createToken": Form(_create, keys("type: name, zone: zone, props?: {value}")),
    "destroyToken": Form(lambda f: e.DestroyToken(f.at, f.bound("token")), keys("token: name")),
    "setTokenProp": Form(_set_prop, keys("token: name, prop: name, value: value")),
    "if": Form(_if, keys("when: condition, then: effects, else?: effects")),
    "forEach": Form(
        _for_each,
        keys(
            "bind: name, over: query, effects: effects, limit?: value, countBind?: name",
            "in?: effects",
        ),
    ),
    "let": Form(_let, keys("bind: name, value: value, in: effects")),
    "chooseOne": Form(_choose_one, keys("bind: name, options: query, chooser?: player")),
    "chooseN": Form(
        _choose_n,
        keys("bind: name, options: query, n?: value, min?: value, max?: value, chooser?: player"),
    ),
    "rollRandom": Form(_roll, keys("bind: name, min: value, max: value, in: effects")),
    "setMarker": Form(_set_marker, keys("space: zone, marker: name, state: value")),
    "shiftMarker": Form(_shift_marker, keys("space: zone, marker: name, delta: value")),
    "gotoPhaseExact": Form(lambda f: e.GotoPhase(f.at, f.name("phase")), keys("phase: name")),
    "advancePhase": Form(lambda f: e.AdvancePhase(f.at)),
    "endTurn": Form(lambda f: e.EndTurn(f.at)),
    "setActivePlayer": Form(
        lambda f: e.SetActive(f.at, f.player("player")), keys("player: player")
    ),
    # The older name of `transferVar`.
    "commitResource": _TRANSFER,
    "transferVar": _TRANSFER,
    "bindValue": Form(_bind_value, keys("bind: name, value: value")),
    "reduce": Form(
        _reduce,
        keys(
            "itemBind: name, accBind: name, over: query, initial: value, next: value",
            "resultBind: name, in: effects, limit?: value",
        ),
    ),
    "evaluateSubset": Form(
        _best_subset,
        keys(
            "source: query, subsetSize: value, subsetBind: name, scoreExpr: value",
            "resultBind: name, in: effects, compute?: effects, bestSubsetBind?: name",
        ),
    ),
    "reveal": Form(_reveal, keys("zone: zone, to: player, filter?: [token_test]")),
    "conceal": Form(_conceal, keys("zone: zone, from?: player, filter?: [token_test]")),
}
