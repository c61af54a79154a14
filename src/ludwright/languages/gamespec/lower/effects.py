"""Lower effects to statements: the dispatch table, and the effects that contain others."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from ....gamedef import nodes as n
from ....gamedef.build import ONE, TRUE, ZERO, equals, number, or_, plus
from ..codes import lowering as codes
from ..read.tree import effects as e
from ..read.tree import values as t
from ..read.walk import parts_in
from . import terms
from .scope import Environment, amount, as_number, condition, items_of, value
from .terms import NUMBER, UNKNOWN, Bound, Terms, a_kind, nothing_of

EFFECTS: dict[type, Callable[[Environment, Any], n.Block]] = {}
"""The function that lowers each effect. Modules of this package add their own entries."""

MOST_ITEMS = 100
"""The default limit of a loop."""
STATIONARY = {
    *(e.SetVar, e.AddVar, e.Transfer, e.SetTokenProp, e.SetMarker, e.ShiftMarker),
    *(e.If, e.ForEach, e.Let, e.BindValue, e.Reduce, e.BestSubset, e.RollRandom),
    *(e.ChooseOne, e.ChooseN, e.EndTurn, e.SetActive, e.Reveal, e.Conceal),
}
"""Effects that move no tokens themselves. All others may: facts about tokens do not survive them,
so an effect that is missing here costs speed, never soundness."""
BINDING = {e.Let, e.BindValue, e.Reduce, e.BestSubset, e.If, e.ForEach}
"""Effects that only bind names, unless the effects inside them do more. All others are rejected
where what they do would be discarded."""


def block(env: Environment, effects: Iterable[e.Effect]) -> n.Block:
    """A sequence of effects. Names that they bind for later effects are added to `env`."""
    done: list[n.Statement] = []
    for effect in effects:
        for statement in EFFECTS[type(effect)](env, effect):
            span = statement.span or effect.at.span
            done.append(dataclasses.replace(statement, span=span))
        # What is known about the zones of tokens holds only until something moves.
        if _moves(env, effect):
            _moved(env)
    return tuple(done)


def _moves(env: Environment, effect: e.Effect) -> bool:
    """Whether an effect may move tokens; memoised, as blocks are nested."""
    known = env.symbols.moves
    if id(effect) not in known:
        known[id(effect)] = any(map(_is_moving, parts_in(effect)))
    return known[id(effect)]


def _is_moving(part: t.Part) -> bool:
    """Whether a part is an effect that may itself move tokens."""
    return type(part) in EFFECTS and type(part) not in STATIONARY


def _moved(env: Environment) -> None:
    """Forget in which zones tokens are known to be."""
    for name, bound in env.names.items():
        if bound.zone is not None:
            env.names[name] = dataclasses.replace(bound, zone=None)


def bind(env: Environment, name: t.Name, kind: str, many: bool = False, **known: Any) -> Bound:
    """Bind a name to a fresh local in `env`."""
    bound = env.names[name.text] = Bound(env.symbols.fresh(name.text), kind, many, **known)
    return bound


# ---- names -------------------------------------------------------------------------------------


def _let(env: Environment, effect: e.Let) -> n.Block:
    inside = env.inside()
    # Outside the new scope: a name is not visible in its own definition.
    term = value(env, effect.value)
    local = bind(inside, effect.bind, term.kind)
    return (n.Let(name=local.local, value=term.expr), *block(inside, effect.inside))


def _bind_value(env: Environment, effect: e.BindValue) -> n.Block:
    term = value(env, effect.value)
    local = bind(env, effect.bind, term.kind)
    return (n.Let(name=local.local, value=term.expr),)


def _if(env: Environment, effect: e.If) -> n.Block:
    """A branch. A name bound in either branch is bound after it, whichever branch was taken."""
    test = condition(env, effect.when)
    # A constant test, as macros produce, selects its branch at compile time.
    if isinstance(test, n.Truth):
        return block(env, effect.then if test.value else effect.otherwise)
    # This is a phi node: the name gets a new local that is initialised before the branch and
    # assigned at the end of each branch that binds the name.
    branches = (env.inside(), env.inside())
    done = [list(block(branches[0], effect.then)), list(block(branches[1], effect.otherwise))]
    before: list[n.Statement] = []
    shared: dict[str, Bound] = {}
    for branch, statements in zip(branches, done, strict=True):
        for name, bound in branch.names.items():
            known = env.names.get(name)
            if known is not None and known.local == bound.local:
                continue
            if name not in shared:
                shared[name] = _shared(env, name, bound, before)
            if (shared[name].kind, shared[name].many) == (bound.kind, bound.many):
                statements.append(n.Let(name=shared[name].local, value=terms.local(bound)))
    env.names.update(shared)
    return (*before, n.If(test=test, then=tuple(done[0]), otherwise=tuple(done[1])))


def _shared(env: Environment, name: str, bound: Bound, before: list[n.Statement]) -> Bound:
    """The local of a name after a branch that binds it."""
    known = env.names.get(name)
    if known is not None and (known.kind, known.many) == (bound.kind, bound.many):
        start: n.Expr = terms.local(known)
    elif bound.many:
        start = n.ListOf(items=(), of=terms.type_of(bound.kind))
    else:
        start = nothing_of(bound.kind)
    made = Bound(env.symbols.fresh(name), bound.kind, bound.many)
    before.append(n.Let(name=made.local, value=start))
    return made


def _for_each(env: Environment, effect: e.ForEach) -> n.Block:
    items = items_of(env, effect.over)
    inside = env.inside()
    # If the body moves nothing but its own item, and once, each item is still where the query
    # found it when its turn comes, and the move need not check that.
    only = all(
        isinstance(part, e.MoveToken) and part.token.text == effect.bind.text
        for part in parts_in(effect.effects)
        if _is_moving(part)
    )
    known = items.zone if only and _single(effect.effects) else None
    # In later iterations, tokens may have left the zones in which they were before the loop.
    if not only:
        _moved(inside)
    local = bind(inside, effect.bind, items.kind, zone=known, types=items.types)
    body = block(inside, effect.effects)
    counted = effect.count is not None and effect.after
    limit = None if effect.limit is None else amount(env, effect.limit)
    before: n.Block = ()
    if counted or limit is not None or not _few(env, items, MOST_ITEMS):
        done = env.symbols.fresh("times")
        before = (n.Let(name=done, value=ZERO),)
        if limit is not None:
            most = env.symbols.fresh("limit")
            wrong = terms.unless(
                n.Less(left=ZERO, right=n.Local(name=most)), "the limit is below 1"
            )
            before = (*before, n.Let(name=most, value=limit), *wrong)
            limit = n.Local(name=most)
        # Count the iterations and leave at the limit: ForEach itself has none.
        full = n.AtMost(left=limit or number(MOST_ITEMS), right=n.Local(name=done))
        once_more = n.Let(name=done, value=plus(n.Local(name=done), ONE))
        body = (n.If(test=full, then=(n.Leave(),)), once_more, *body)
    after: n.Block = ()
    if counted and effect.count is not None:
        behind = env.with_name(effect.count.text, Bound(done, NUMBER))
        after = block(behind, effect.after)
    return (*before, n.ForEach(name=local.local, items=items.expr, body=body), *after)


def _single(effects: e.Effects) -> bool:
    """Whether there is exactly one move of a single token."""
    return sum(isinstance(part, e.MoveToken) for part in parts_in(effects)) == 1


def _few(env: Environment, items: Terms, most: int) -> bool:
    """Whether a list certainly has at most that many items."""
    if items.most is not None:
        return items.most <= most
    return items.kind == terms.TOKEN and env.symbols.things.most_tokens <= most


def _reduce(env: Environment, effect: e.Reduce) -> n.Block:
    items = items_of(env, effect.over)
    start = value(env, effect.initial)
    so_far, item = env.symbols.fresh(effect.so_far.text), env.symbols.fresh(effect.item.text)
    inside = env.with_name(effect.so_far.text, Bound(so_far, start.kind))
    inside.names[effect.item.text] = Bound(item, items.kind)
    following = value(inside, effect.next)
    if following.kind != start.kind and UNKNOWN not in (following.kind, start.kind):
        message = f"expected {a_kind(start.kind)} as in 'initial', found {a_kind(following.kind)}"
        env.symbols.error(codes.TYPE_MISMATCH, effect.next.at, message)
    body: n.Block = (n.Let(name=so_far, value=following.expr),)
    before: n.Block = (n.Let(name=so_far, value=start.expr),)
    if effect.limit is not None or not _few(env, items, MOST_ITEMS):
        done = env.symbols.fresh("times")
        most = amount(env, effect.limit) if effect.limit is not None else number(MOST_ITEMS)
        full = n.AtMost(left=most, right=n.Local(name=done))
        once_more = n.Let(name=done, value=plus(n.Local(name=done), ONE))
        body = (n.If(test=full, then=(n.Leave(),)), once_more, *body)
        before = (*before, n.Let(name=done, value=ZERO))
    result = env.with_name(effect.result.text, Bound(so_far, start.kind))
    loop = n.ForEach(name=item, items=items.expr, body=body)
    return (*before, loop, *block(result, effect.inside))


def _best_subset(env: Environment, effect: e.BestSubset) -> n.Block:
    """Try all subsets of a size; keep the best score and the first subset that reaches it."""
    for part in parts_in(effect.compute):
        if type(part) in EFFECTS and type(part) not in BINDING:
            message = "this effect would be discarded with the subset that it is tried for"
            env.symbols.error(codes.DISCARDED, part.at, message)
    fresh = env.symbols.fresh
    items = items_of(env, effect.source)
    source, taken, subset = fresh("items"), fresh("selection"), fresh(effect.subset.text)
    best, chosen, score = fresh("best"), fresh("chosen"), fresh("score")
    size = amount(env, effect.size)
    inside = env.with_name(effect.subset.text, Bound(subset, items.kind, many=True))
    compute = block(inside, effect.compute)
    rated = as_number(inside, value(inside, effect.score), effect.score.at)
    listed, selection = n.Local(name=source), n.Local(name=taken)
    # A selection is a bit mask, so 0 says that none has been tried yet.
    first = equals(n.Local(name=chosen), ZERO)
    better = or_(first, n.Less(left=n.Local(name=best), right=n.Local(name=score)))
    body = (
        n.Let(name=subset, value=n.Selected(items=listed, selection=selection)),
        *compute,
        n.Let(name=score, value=rated),
        n.If(
            test=better,
            then=(n.Let(name=best, value=n.Local(name=score)), n.Let(name=chosen, value=selection)),
        ),
    )
    ways = n.Subsets(items=listed, least=size, most=size, name=fresh("some"), where=TRUE)
    after = env.with_name(effect.result.text, Bound(best, NUMBER))
    behind: n.Block = ()
    if effect.best is not None:
        kept = fresh(effect.best.text)
        after.names[effect.best.text] = Bound(kept, items.kind, many=True)
        behind = (n.Let(name=kept, value=n.Selected(items=listed, selection=n.Local(name=chosen))),)
    none = n.Less(left=n.Length(items=listed), right=size)
    return (
        n.Let(name=source, value=items.expr),
        n.If(test=none, then=(n.Fail(reason="too few items to choose from"),)),
        n.Let(name=best, value=ZERO),
        n.Let(name=chosen, value=ZERO),
        n.ForEach(name=taken, items=ways, body=body),
        *behind,
        *block(after, effect.inside),
    )


def _roll(env: Environment, effect: e.RollRandom) -> n.Block:
    low, high = amount(env, effect.least), amount(env, effect.most)
    inside = env.inside()
    local = bind(inside, effect.bind, NUMBER)
    return (n.Roll(name=local.local, low=low, high=high), *block(inside, effect.inside))


EFFECTS.update(
    {
        e.Let: _let,
        e.BindValue: _bind_value,
        e.If: _if,
        e.ForEach: _for_each,
        e.Reduce: _reduce,
        e.BestSubset: _best_subset,
        e.RollRandom: _roll,
    }
)
