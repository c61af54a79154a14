"""REQUEST_INPUT: a player chooses one option, or several."""

from __future__ import annotations

from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list, item_type, list_of
from ....gamedef.walk import substitute, walk
from ...yaml.read import Mapping, Scalar, Tree, parts_of
from .. import codes
from ..read.shapes import head
from .action_context import Doing, stored
from .expressions import expression, test
from .fractions import is_real
from .functions import filtered, name_of
from .move_actions import HOLES
from .subsets import settled
from .symbols import Typed
from .visibility_actions import show_to


def request_input(doing: Doing) -> n.Block:
    """REQUEST_INPUT: one option, or with `multiselect` a list of them."""
    doing.effect.asks = True
    if doing.fields.flag("multiselect"):
        return _several(doing)
    for key in ("min", "max"):
        if doing.fields.get(key) is not None:
            message = f"'{key}' belongs to 'multiselect: true'"
            doing.world.error(codes.MISPLACED, doing.fields.names[key], message)
    if doing.fields.get("pass_when") is not None and doing.fields.get("pass") is None:
        message = "'pass_when' needs a word for it: 'pass'"
        doing.world.error(codes.MISPLACED, doing.fields.names["pass_when"], message)
    seat, options = doing.player(), _options(doing)
    each, item = doing.world.each(options, doing.span)
    where = doing.where("filter", item)
    before: n.Block = ()
    if where is not None:
        before = _looked_through(doing, seat, options, item, where)
        options = filtered(options, each, where)
    if item_type(options.type) in doing.world.ways:
        return (*before, *_combination(doing, seat, options))
    name = doing.fields.text("store_as")
    kind = item_type(options.type) if is_list(options.type) else ANY
    if name:
        local = name_of(stored(doing.world, doing.effect, name, kind, doing.span, options.zones))
    else:
        local = doing.world.fresh("answer")
    ask = n.Ask(
        name=local,
        seat=seat,
        items=options.expr,
        prompt=doing.fields.text("prompt"),
        announced=doing.fields.flag("announce", True),
        span=doing.span,
    )
    if doing.fields.get("pass") is not None:
        return (*before, *_or_none(doing, ask, kind))
    return (*before, *(_automatic(doing, ask) if doing.fields.flag("auto") else (ask,)))


def _looked_through(
    doing: Doing, seat: n.Expr, options: Typed, item: Typed, where: n.Expr
) -> n.Block:
    """Who chooses by what is on cards looks at them: show those that the player may not see."""
    reads = (x for x in walk(where) if isinstance(x, n.PropertyOf))
    if options.type != "[token]" or all(item.expr not in walk(x) for x in reads):
        return ()
    for zone in walk(options.expr):
        if isinstance(zone, n.ZoneAt):
            known = doing.world.zones[zone.name]
            if not (known.owner_sees if zone.owner == seat else known.others_see):
                return show_to(doing, options, seat)
    return ()


ASKING = ("REQUEST_INPUT", "SEARCH_ZONE", "REORDER")
ALL = 1 << 30  # more options than there ever are


def may_ask(tree: Tree) -> bool:
    """Whether an action, or one inside of it, may ask somebody."""
    words = (node.get("action") for node in parts_of(tree) if isinstance(node, Mapping))
    return any(isinstance(word, Scalar) and word.text in ASKING for word in words)


def _combination(doing: Doing, seat: n.Expr, options: Typed) -> n.Block:
    """One of several combinations, which is written as a sum of what it takes."""
    among, options = settled(doing.world, options, doing.span)
    answer, taken = doing.world.each(options, doing.span, "combination")
    ask = n.Ask(
        name=answer,
        seat=seat,
        items=options.expr,
        prompt=doing.fields.text("prompt"),
        notations=(n.Notation(name="", parts=(taken.expr,)),),
        announced=doing.fields.flag("announce", True),
        span=doing.span,
    )
    asking: n.Block = (ask,)
    if doing.fields.get("pass") is not None:
        asking = _or_none(doing, ask, item_type(options.type))
    elif doing.fields.flag("auto"):
        asking = _automatic(doing, ask)
    kept = doing.store(taken.type, taken.zones)
    keep = (n.Let(name=name_of(kept), value=taken.expr, span=doing.span),) if kept else ()
    return (*(let for let, _ in among), *asking, *keep)


def _or_none(doing: Doing, ask: n.Ask, kind: str) -> n.Block:
    """With `pass` a player may choose none, and is asked even if that is all there is."""
    span, world, word = doing.span, doing.world, doing.fields.text("pass")
    if doing.fields.get("auto") is not None:
        message = "'auto' has no meaning where one may pass"
        world.error(codes.MISPLACED, doing.fields.names["auto"], message)
    if kind == "token" and word.casefold() in world.called:
        message = f"'{word}' is also the name of a card"
        world.error(codes.TWICE, doing.fields.at("pass"), message, "pass by another word")
    none: n.Expr = n.Nothing(type=world.plain(kind), span=span)
    if kind in world.ways:
        none = n.Number(value=0, span=span)
    kind = world.plain(kind)
    if kind == ANY or kind.startswith("?"):
        return HOLES
    if isinstance(none, n.Nothing) and not world.nullable(kind):
        message = f"who passes chooses nothing, but {world.say(kind)} can't be nothing"
        world.error(codes.TYPE, doing.fields.names["pass"], message)
        return HOLES
    pick = _local(doing, "pick", kind)
    written = ask.notations[0].parts if ask.notations else (pick.expr,)
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
        guard=_may_pass(doing),
        body=(n.Let(name=ask.name, value=none, span=span),),
        notations=(n.Notation(name="", parts=(word,)),),
        span=span,
    )
    return (
        *_neither(doing, ask, passed.guard),
        n.Let(name=ask.name, value=none, span=span),
        n.Decide(
            seat=ask.seat,
            actions=(chosen, passed),
            announced=ask.announced,
            prompt=ask.prompt,
            span=span,
        ),
    )


def _may_pass(doing: Doing) -> n.Expr:
    """When one may pass: always, unless a condition is given."""
    node = doing.fields.get("pass_when")
    if node is None:
        return n.Truth(value=True)
    return test(doing.world, doing.scope, node)


def _neither(doing: Doing, ask: n.Ask, may_pass: n.Expr) -> n.Block:
    """Where one may not always pass, having no option may be a failure."""
    if doing.fields.get("pass_when") is None:
        return ()
    span = doing.span
    some = n.Less(left=n.Number(value=0), right=n.Length(items=ask.items, span=span), span=span)
    fine = n.Or(items=(may_pass, some), span=span)
    fail = n.Fail(reason=f"{doing.word.text}: there is nothing to choose", span=span)
    return (n.If(test=n.Not(item=fine, span=span), then=(fail,), span=span),)


def _automatic(doing: Doing, ask: n.Ask) -> n.Block:
    place, span = doing.fields.at("auto"), doing.span
    message = "a single option is taken without asking, which tells others about it"
    doing.world.report.warning(codes.TELLS, place, message)
    one = n.Equal(left=n.Length(items=ask.items), right=n.Number(value=1), span=span)
    only = n.Item(items=ask.items, index=n.Number(value=0), span=span)
    let = n.Let(name=ask.name, value=only, span=span)
    return (n.If(test=one, then=(let,), otherwise=(ask,), span=span),)


def _options(doing: Doing) -> Typed:
    """What is offered, before the filter."""
    node = doing.fields.get("options")
    if node is None:
        return Typed(n.Hole(span=doing.span), ANY)
    name = doing.fields.text("store_as") or f"{doing.span.line}:{doing.span.column}"
    value = listed(doing, node, name)
    if item_type(value.type) in doing.world.groups or value.type in doing.world.groups:
        hint = "offer the keys: map the groups to $.item.key"
        return doing.world.hole(codes.TYPE, head(node.span), "a group can't be chosen", hint)
    if is_real(value):
        message = "numbers that are not whole can't be chosen"
        return doing.world.hole(codes.TYPE, head(node.span), message, "offer whole numbers")
    if value.type != ANY and not is_list(value.type):
        single = n.ListOf(items=(value.expr,), of=value.type, span=node.span)
        value = Typed(single, list_of(value.type), value.zones)
    return value


def listed(doing: Doing, node: Tree, name: str) -> Typed:
    """A list whose items get a name. If they are literals their type may come from what that
    name is compared with, so it stays open until that is known."""
    world, hint = doing.world, f"?{doing.effect.rule}/{name}"
    kind = world.known(hint)
    value = expression(world, doing.scope, node, None if kind == hint else list_of(kind))
    if value.type == "zone":
        return Typed(n.TokensIn(zone=value.expr, span=node.span), "[token]")
    if kind == hint and isinstance(value.expr, n.ListOf) and _literals(value.expr):
        world.join(hint, item_type(value.type), weak=True)
        return Typed(value.expr, list_of(hint))
    return value


def _literals(items: n.ListOf) -> bool:
    return all(isinstance(item, n.Symbol | n.Number) for item in items.items)


# ---- several -----------------------------------------------------------------------------------


def _local(doing: Doing, hint: str, kind: str) -> Typed:
    return doing.world.local(hint, kind, doing.span)


def _several(doing: Doing) -> n.Block:
    for key in ("auto", "pass", "pass_when"):
        if doing.fields.get(key) is not None:
            message = f"'{key}' has no meaning for several picks"
            doing.world.error(codes.MISPLACED, doing.fields.names[key], message)
    seat, options = doing.player(), _options(doing)
    low = doing.number("min", 1)
    high = doing.number("max", 1) if doing.fields.get("max") is not None else None
    kind = item_type(options.type) if is_list(options.type) else ANY
    name = doing.fields.text("store_as")
    chosen = _local(doing, "chosen", list_of(kind))
    if name:
        kept = stored(doing.world, doing.effect, name, chosen.type, doing.span, options.zones)
        chosen = replace(chosen, expr=kept.expr)
    if kind in doing.world.ways:
        doing.misfit("a list of single things", options, "options")
        return HOLES
    if kind == ANY:
        return HOLES
    return picked(doing, seat, options, chosen, low, high)


def picked(
    doing: Doing,
    seat: n.Expr,
    options: Typed,
    chosen: Typed,
    low: n.Expr,
    high: n.Expr | None,
    shows: bool = True,
) -> n.Block:
    """A player picks some of the options: a set, unless the filter looks at what was picked."""
    span, kind = doing.span, item_type(options.type)
    item = replace(_local(doing, "each", kind), zones=options.zones)
    inner = replace(doing, scope=doing.scope.bind(chosen=replace(chosen, zones=options.zones)))
    where = inner.where("filter", item)
    before = _looked_through(doing, seat, options, item, where) if where and shows else ()
    pick = n.Pick(
        name=name_of(chosen),
        of=doing.world.plain(kind),
        seat=seat,
        items=options.expr if where is None else filtered(options, item, where).expr,
        least=low,
        most=n.Number(value=ALL, span=span) if high is None else high,
        prompt=doing.fields.text("prompt"),
        announced=doing.fields.flag("announce", True),
        span=span,
    )
    if where is None or not any(node == chosen.expr for node in walk(where)):
        return (*before, pick)
    every, least = _local(doing, "options", options.type), _local(doing, "least", "int")
    size = n.Length(items=every.expr, span=span)
    few = n.Fail(reason=f"{doing.word.text}: there are too few options", span=span)
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
