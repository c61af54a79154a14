"""REQUEST_INPUT: a player chooses one option, or several."""

from __future__ import annotations

from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import substitute, walk
from ...yaml.read import Mapping, Scalar, Tree, head, parts_of
from .. import codes
from .action_context import ActionContext, stored
from .expressions import expression, test
from .fractions import is_real
from .functions import filtered, name_of
from .move_actions import HOLES
from .subsets import frozen_combinations
from .symbols import Typed
from .visibility_actions import show_to


def request_input(ctx: ActionContext) -> n.Block:
    """REQUEST_INPUT: one option, or with `multiselect` a list of them."""
    ctx.effect.asks = True
    if ctx.fields.flag("multiselect"):
        return _multiselect(ctx)
    for key in ("min", "max"):
        if ctx.fields.get(key) is not None:
            message = f"'{key}' needs 'multiselect: true'"
            ctx.symbols.error(codes.MISPLACED, ctx.fields.names[key], message)
    if ctx.fields.get("pass_when") is not None and ctx.fields.get("pass") is None:
        message = "'pass_when' needs 'pass', the word to pass with"
        ctx.symbols.error(codes.MISPLACED, ctx.fields.names["pass_when"], message)
    seat, options = ctx.player(), _options(ctx)
    each, item = ctx.symbols.each(options, ctx.span)
    where = ctx.where("filter", item)
    before: n.Block = ()
    if where is not None:
        before = _looked_through(ctx, seat, options, item, where)
        options = filtered(options, each, where)
    if item_type(options.type) in ctx.symbols.combinations:
        return (*before, *_combination(ctx, seat, options))
    name = ctx.fields.text("store_as")
    kind = item_type(options.type) if is_list(options.type) else ANY
    if name:
        # After the options: `options` may still read the old value of the same name.
        local = name_of(stored(ctx.symbols, ctx.effect, name, kind, ctx.span, options.zones))
    else:
        local = ctx.symbols.fresh("answer")
    ask = n.Ask(
        name=local,
        seat=seat,
        items=options.expr,
        prompt=ctx.fields.text("prompt"),
        announced=ctx.fields.flag("announce", True),
        span=ctx.span,
    )
    if ctx.fields.get("pass") is not None:
        return (*before, *_with_pass(ctx, ask, kind))
    return (*before, *(_automatic(ctx, ask) if ctx.fields.flag("auto") else (ask,)))


def _looked_through(
    ctx: ActionContext, seat: n.Expr, options: Typed, item: Typed, where: n.Expr
) -> n.Block:
    """Reveal to the player the hidden cards that a filter reads: choosing by them would leak
    them."""
    # A filter that reads no property of the card, only counts or other cards, reveals nothing.
    reads = (x for x in walk(where) if isinstance(x, n.PropertyOf))
    if options.type != "[token]" or all(item.expr not in walk(x) for x in reads):
        return ()
    for zone in walk(options.expr):
        if isinstance(zone, n.ZoneAt):
            known = ctx.symbols.zones[zone.name]
            # By syntax: another expression for the owner counts as another player.
            if not (known.owner_sees if zone.owner == seat else known.others_see):
                return show_to(ctx, options, seat)
    return ()


INPUT_ACTIONS = ("REQUEST_INPUT", "SEARCH_ZONE", "REORDER")
ALL = 1 << 30  # no limit: no list is that long


def may_ask(tree: Tree) -> bool:
    """Whether an action, or one nested in it, may ask a player."""
    words = (node.get("action") for node in parts_of(tree) if isinstance(node, Mapping))
    return any(isinstance(word, Scalar) and word.text in INPUT_ACTIONS for word in words)


def _combination(ctx: ActionContext, seat: n.Expr, options: Typed) -> n.Block:
    """Choose one of several combinations, which is written as a sum of its items."""
    among, options = frozen_combinations(ctx.symbols, options, ctx.span)
    answer, taken = ctx.symbols.each(options, ctx.span, "combination")
    ask = n.Ask(
        name=answer,
        seat=seat,
        items=options.expr,
        prompt=ctx.fields.text("prompt"),
        notations=(n.Notation(name="", parts=(taken.expr,)),),
        announced=ctx.fields.flag("announce", True),
        span=ctx.span,
    )
    asking: n.Block = (ask,)
    if ctx.fields.get("pass") is not None:
        asking = _with_pass(ctx, ask, item_type(options.type))
    elif ctx.fields.flag("auto"):
        asking = _automatic(ctx, ask)
    kept = ctx.store(taken.type, taken.zones)
    keep = (n.Let(name=name_of(kept), value=taken.expr, span=ctx.span),) if kept else ()
    return (*(let for let, _ in among), *asking, *keep)


def _with_pass(ctx: ActionContext, ask: n.Ask, kind: str) -> n.Block:
    """With `pass` a player may choose nothing, and is asked even if that is the only option."""
    span, symbols, word = ctx.span, ctx.symbols, ctx.fields.text("pass")
    if ctx.fields.get("auto") is not None:
        message = "'auto' is not allowed with 'pass'"
        symbols.error(codes.MISPLACED, ctx.fields.names["auto"], message)
    if kind == "token" and word.casefold() in symbols.card_names:
        message = f"'{word}' is already the name of a card"
        symbols.error(
            codes.DUPLICATE, ctx.fields.at("pass"), message, "choose another word for 'pass'"
        )
    none: n.Expr = n.Nothing(type=symbols.plain(kind), span=span)
    if kind in symbols.combinations:
        # The empty combination: no bit is set.
        none = n.Number(value=0, span=span)
    kind = symbols.plain(kind)
    if kind == ANY or kind.startswith("?"):
        return HOLES
    if isinstance(none, n.Nothing) and not symbols.nullable(kind):
        message = f"'pass' is not allowed here: {symbols.describe(kind)} cannot be nothing"
        symbols.error(
            codes.TYPE, ctx.fields.names["pass"], message, "offer a value that means it, such as 0"
        )
        return HOLES
    pick = _local(ctx, "pick", kind)
    written = ask.notations[0].parts if ask.notations else (pick.expr,)
    # The notation of a combination mentions the answer, which is now the parameter.
    parts = (substitute(p, {ask.name: pick.expr}) for p in written if isinstance(p, n.Expr))
    chosen = n.Action(
        name="pick",
        parameters=(n.Parameter(name=name_of(pick), type=kind, items=ask.items, span=span),),
        body=(n.Let(name=ask.name, value=pick.expr, span=span),),
        notations=(n.Notation(name="", parts=tuple(parts)),),
        span=span,
    )
    passed = n.Action(
        name="pass",
        guard=_may_pass(ctx),
        body=(n.Let(name=ask.name, value=none, span=span),),
        notations=(n.Notation(name="", parts=(word,)),),
        span=span,
    )
    return (
        *_fail_without_option(ctx, ask, passed.guard),
        n.Let(name=ask.name, value=none, span=span),
        n.Decide(
            seat=ask.seat,
            actions=(chosen, passed),
            announced=ask.announced,
            prompt=ask.prompt,
            span=span,
        ),
    )


def _may_pass(ctx: ActionContext) -> n.Expr:
    """When passing is allowed: always, unless a condition is given."""
    node = ctx.fields.get("pass_when")
    if node is None:
        return n.Truth(value=True)
    return test(ctx.symbols, ctx.env, node)


def _fail_without_option(ctx: ActionContext, ask: n.Ask, may_pass: n.Expr) -> n.Block:
    """Where passing may be forbidden, having no option may be a failure."""
    if ctx.fields.get("pass_when") is None:
        return ()
    span = ctx.span
    some = n.Less(left=n.Number(value=0), right=n.Length(items=ask.items, span=span), span=span)
    fine = n.Or(items=(may_pass, some), span=span)
    fail = n.Fail(reason=f"{ctx.word.text}: there is nothing to choose", span=span)
    return (n.If(test=n.Not(item=fine, span=span), then=(fail,), span=span),)


def _automatic(ctx: ActionContext, ask: n.Ask) -> n.Block:
    place, span = ctx.fields.at("auto"), ctx.span
    message = "taking a single option automatically reveals to others that it was the only one"
    ctx.symbols.report.warning(codes.REVEALS, place, message)
    one = n.Equal(left=n.Length(items=ask.items), right=n.Number(value=1), span=span)
    only = n.Item(items=ask.items, index=n.Number(value=0), span=span)
    let = n.Let(name=ask.name, value=only, span=span)
    return (n.If(test=one, then=(let,), otherwise=(ask,), span=span),)


def _options(ctx: ActionContext) -> Typed:
    """What is offered, before the filter."""
    node = ctx.fields.get("options")
    if node is None:
        return Typed(n.Hole(span=ctx.span), ANY)
    # Without a name, the location identifies the open type across the rounds of inference.
    name = ctx.fields.text("store_as") or f"{ctx.span.line}:{ctx.span.column}"
    value = listed(ctx, node, name)
    if item_type(value.type) in ctx.symbols.groups or value.type in ctx.symbols.groups:
        hint = "offer the keys: map the groups to $.item.key"
        return ctx.symbols.hole(
            codes.TYPE, head(node.span), "groups cannot be offered as options", hint
        )
    if is_real(value):
        message = "fractions cannot be offered as options"
        return ctx.symbols.hole(codes.TYPE, head(node.span), message, "offer whole numbers")
    if value.type != ANY and not is_list(value.type):
        single = n.ListOf(items=(value.expr,), of=value.type, span=node.span)
        value = Typed(single, list_of(value.type), value.zones)
    return value


def listed(ctx: ActionContext, node: Tree, name: str) -> Typed:
    """A list whose items get a name. The type of literals may follow from what that name is
    compared with, so it stays open until that is known."""
    symbols, hint = ctx.symbols, f"?{ctx.effect.rule}/{name}"
    kind = symbols.known(hint)
    value = expression(symbols, ctx.env, node, None if kind == hint else list_of(kind))
    if value.type == "zone":
        return Typed(n.TokensIn(zone=value.expr, span=node.span), "[token]")
    if kind == hint and isinstance(value.expr, n.ListOf) and _literals(value.expr):
        # Weak evidence: the literals' own type, unless a comparison determines another.
        symbols.join(hint, item_type(value.type), weak=True)
        return Typed(value.expr, list_of(hint))
    return value


def _literals(items: n.ListOf) -> bool:
    return all(isinstance(item, n.Symbol | n.Number) for item in items.items)


# ---- several -----------------------------------------------------------------------------------


def _local(ctx: ActionContext, hint: str, kind: str) -> Typed:
    return ctx.symbols.local(hint, kind, ctx.span)


def _multiselect(ctx: ActionContext) -> n.Block:
    for key in ("auto", "pass", "pass_when"):
        if ctx.fields.get(key) is not None:
            message = f"'{key}' is not allowed with 'multiselect'"
            ctx.symbols.error(codes.MISPLACED, ctx.fields.names[key], message)
    seat, options = ctx.player(), _options(ctx)
    low = ctx.number("min", 1)
    high = ctx.number("max", 1) if ctx.fields.get("max") is not None else None
    kind = item_type(options.type) if is_list(options.type) else ANY
    name = ctx.fields.text("store_as")
    chosen = _local(ctx, "chosen", list_of(kind))
    if name:
        kept = stored(ctx.symbols, ctx.effect, name, chosen.type, ctx.span, options.zones)
        chosen = replace(chosen, expr=kept.expr)
    if kind in ctx.symbols.combinations:
        ctx.misfit("a list of single things", options, "options")
        return HOLES
    if kind == ANY:
        return HOLES
    return picked(ctx, seat, options, chosen, low, high)


def picked(
    ctx: ActionContext,
    seat: n.Expr,
    options: Typed,
    chosen: Typed,
    low: n.Expr,
    high: n.Expr | None,
    shows: bool = True,
) -> n.Block:
    """A player picks several options: a set, unless the filter reads what was picked so far."""
    span, kind = ctx.span, item_type(options.type)
    item = replace(_local(ctx, "each", kind), zones=options.zones)
    # `$.chosen` in the filter is what was picked so far.
    inner = replace(ctx, env=ctx.env.bind(chosen=replace(chosen, zones=options.zones)))
    where = inner.where("filter", item)
    before = _looked_through(ctx, seat, options, item, where) if where and shows else ()
    pick = n.Pick(
        name=name_of(chosen),
        of=ctx.symbols.plain(kind),
        seat=seat,
        items=options.expr if where is None else filtered(options, item, where).expr,
        least=low,
        most=n.Number(value=ALL, span=span) if high is None else high,
        prompt=ctx.fields.text("prompt"),
        announced=ctx.fields.flag("announce", True),
        span=span,
    )
    if where is None or not any(node == chosen.expr for node in walk(where)):
        return (*before, pick)
    every, least = _local(ctx, "options", options.type), _local(ctx, "least", "int")
    size = n.Length(items=every.expr, span=span)
    # A sequence filters again after each pick, so the number of options has to be tested up front.
    few = n.Fail(reason=f"{ctx.word.text}: there are too few options", span=span)
    return (
        *before,
        n.Let(name=name_of(every), value=options.expr, span=span),
        n.Let(name=name_of(least), value=low, span=span),
        n.If(test=n.Less(left=size, right=least.expr, span=span), then=(few,), span=span),
        replace(
            pick,
            items=filtered(replace(every, zones=options.zones), item, where).expr,
            least=least.expr,
            sequence=True,
        ),
    )
