"""Effects: lists of actions lowered to blocks of statements, with their failure policies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics import did_you_mean
from ....gamedef import nodes as n
from ....gamedef.build import ONE
from ....gamedef.types import ANY, is_list, item_type
from ...names import declares
from ...yaml.read import Mapping, Scalar, Sequence, Tree, head
from .. import codes
from ..read.merge import is_disabled
from ..read.shapes import ACTION_TABLES, KEYS_OF_ACTIONS, named, read
from . import (
    dynamic_phases,
    flow_actions,
    move_actions,
    request_input,
    search_actions,
    visibility_actions,
)
from .action_context import ActionContext, for_each, stored
from .expressions import expression, fitted, flexible, literal, test
from .failure_policy import may_fail
from .fractions import REAL, REALS, combined, hold, kept, over, parts, reduced
from .functions import filtered, name_of
from .list_order import frozen_groups
from .move_actions import HOLES, seats_around
from .names import STORED
from .subsets import frozen_combinations
from .symbols import Environment, Symbols, Typed
from .teams import as_players


def block(symbols: Symbols, env: Environment, nodes: tuple[Tree, ...]) -> n.Block:
    """The statements of a list of actions, without the disabled ones."""
    statements: list[n.Statement] = []
    nodes = tuple(node for node in nodes if not is_disabled(node))
    for number, node in enumerate(nodes):
        # Only the last action may end the game at once; see flow_actions.end_game.
        tail = env.tail and number == len(nodes) - 1
        statements.extend(action(symbols, replace(env, tail=tail), node))
    return tuple(statements)


def action(symbols: Symbols, env: Environment, node: Tree) -> n.Block:
    """The statements of one action."""
    word = named(node, "action", KEYS_OF_ACTIONS)
    if not isinstance(word, Scalar):
        symbols.error(codes.SHAPE, head(node.span), "an action is a mapping with the key 'action'")
        return HOLES
    lower = ACTIONS.get(word.text)
    if lower is None:
        hint = did_you_mean(word.text, ACTIONS)
        symbols.error(codes.ACTION, word.span, f"unknown action '{word.text}'", hint)
        return _left_out(symbols, env, node)
    fields = read(node, ACTION_TABLES[word.text], word.text, symbols.report)
    if fields is None:
        return HOLES
    ctx = ActionContext(symbols, env, fields, word)
    declares(STORED, fields.text("store_as"), fields.at("store_as"), ctx.effect.rule)
    # Taken before lowering: what a failing action would have stored is not certain afterwards.
    sure = set(ctx.effect.sure)
    return _with_policy(ctx, lower(ctx), sure)


def _left_out(symbols: Symbols, env: Environment, node: Tree) -> n.Block:
    """Declare what an action that cannot be lowered stores, with any type, to avoid follow-up
    errors."""
    name = node.get("store_as") if isinstance(node, Mapping) else None
    if isinstance(name, Scalar) and env.effect:
        stored(symbols, env.effect, name.text, ANY, name.span)
    return HOLES


def _with_policy(ctx: ActionContext, statements: n.Block, sure: set[str]) -> n.Block:
    """Apply `on_failure`. An action that may fail without ending the effect is an attempt of its
    own, after which only the names stored before it are certain."""
    statements = (*ctx.guards, *statements)
    own = ctx.fields.text("on_failure")
    effect = ctx.effect
    # Containers leave the policy of the rule to the actions inside them.
    inherited = effect.policy == "continue" and not own and ctx.word.text not in CONTAINERS
    if own == "continue" or inherited:
        # What an infallible action stores stays certain.
        if may_fail(ctx.symbols, statements):
            effect.sure = sure
        return (n.Attempt(body=statements, span=ctx.span),)
    if own == "rollback" and effect.policy is None:
        message = "nothing to roll back in the setup: there a failing action stops the game"
        ctx.symbols.error(codes.MISPLACED, ctx.fields.at("on_failure"), message)
    # The action's policy is that of the rule, whose own attempt implements it.
    if (own == "rollback") == (effect.policy == "rollback") or not own or effect.policy is None:
        return statements
    # While this action runs, a local says whether its failure undoes the effect.
    effect.undo = effect.undo or ctx.symbols.fresh("undo")
    undo, keep = (
        n.Let(name=effect.undo, value=n.Truth(value=value), span=ctx.span)
        for value in (own == "rollback", own != "rollback")
    )
    return (undo, *statements, keep)


def _inner(ctx: ActionContext, key: str, env: Environment | None = None) -> n.Block:
    """A nested list of actions: what it stores may be unset afterwards."""
    effect = ctx.effect
    before = set(effect.sure)
    node = ctx.fields.get(key)
    nodes = node.items if isinstance(node, Sequence) else ()
    statements = block(ctx.symbols, env or ctx.env, nodes)
    # A branch may not be taken and a loop may run zero times.
    effect.sure = before
    return statements


# ---- variables ---------------------------------------------------------------------------------


def _target(ctx: ActionContext) -> Typed:
    """The variable that an action assigns to: a path, or a mapping with a path in it."""
    node = ctx.fields.get("path")
    if isinstance(node, Mapping):
        node = node.get("path")
    if not isinstance(node, Scalar):
        message = "expected the path of a variable"
        return ctx.symbols.hole(codes.SHAPE, head(ctx.fields.at("path")), message)
    value = ctx.symbols.lower(ctx.symbols, ctx.env, _as_path(node), None)
    # A path through `[*]` assigns to the variable of each player.
    inner = value.expr.value if isinstance(value.expr, n.Each) else value.expr
    # A fraction is read as a division of two variables: the numerator has its name.
    if value.type in (REAL, REALS) and isinstance(inner, n.Divide):
        inner = inner.left
    if value.type != ANY and not isinstance(inner, n.Variable):
        return ctx.symbols.hole(
            codes.TYPE, node.span, "expected a variable: nothing else can be assigned to"
        )
    return value


def _as_path(node: Scalar) -> Mapping:
    return Mapping(node.span, ((Scalar(node.span, "path", "path"), node),))


def _set_variable(ctx: ActionContext) -> n.Block:
    target = _target(ctx)
    kind = item_type(target.type) if is_list(target.type) else target.type
    node = ctx.fields.get("value")
    if node is None:
        return HOLES
    # A bare list or text after `value:` is a literal, as it is in an operand.
    if isinstance(node, Mapping) or kind == ANY:
        value = expression(ctx.symbols, ctx.env, node, kind)
    else:
        value = literal(ctx.symbols, node, kind)
    value = ctx.fitted(value, kind, node.span, weak=flexible(node) > 0)
    return _assigned(ctx, target, lambda _: value)


def _increment(ctx: ActionContext) -> n.Block:
    target = _target(ctx)
    kind = item_type(target.type) if is_list(target.type) else target.type
    if kind == REAL:
        node = ctx.fields.get("by")
        more = Typed(ONE, "int") if node is None else ctx.wanted("by", REAL)
        return _assigned(ctx, target, lambda old: combined(n.Add, old, more))
    by = ctx.number("by", 1)
    # An open type becomes a number by this use.
    if ctx.symbols.join(kind, "int") is None:
        ctx.misfit("a number", target, "path")
        return HOLES
    return _assigned(
        ctx, target, lambda old: Typed(n.Add(left=old.expr, right=by, span=ctx.span), kind)
    )


def _assigned(ctx: ActionContext, target: Typed, value: Callable[[Typed], Typed]) -> n.Block:
    def assign(variable: Typed) -> n.Block:
        old = parts(variable)[0]
        if not isinstance(old, n.Variable):
            return HOLES
        if variable.type != REAL:
            new = value(variable).expr
            return (n.SetVariable(name=old.name, of=old.of, value=new, span=ctx.span),)
        # Fractions are stored in lowest terms, so that numerators stay within 32 bits.
        lets, upper, lower = reduced(ctx.symbols, value(variable), ctx.span)
        return (
            *lets,
            n.SetVariable(name=old.name, of=old.of, value=upper, span=ctx.span),
            n.SetVariable(name=over(old.name), of=old.of, value=lower, span=ctx.span),
        )

    if is_list(target.type):
        return for_each(ctx.symbols, target, "seat", assign, ctx.span)
    return assign(target)


def _store(ctx: ActionContext) -> n.Block:
    """STORE: a value of any type under a name, for the rest of the effect."""
    node = ctx.fields.get("value")
    if node is None:
        return HOLES
    bare = not isinstance(node, Mapping)
    before, value = _frozen(ctx, literal(ctx.symbols, node) if bare else ctx.value("value"))
    stored_as = ctx.store(value.type, value.zones)
    if stored_as is None:
        return HOLES
    lets = hold(ctx.symbols, name_of(stored_as), stored_as.type, value, ctx.span)
    return (*(each for each, _ in before), *lets)


def _frozen(ctx: ActionContext, items: Typed) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Groups and combinations frozen at their present value, and the lists to bind for that."""
    kind = item_type(items.type)
    if kind in ctx.symbols.groups:
        return frozen_groups(ctx.symbols, items, ctx.span)
    if kind in ctx.symbols.combinations:
        return frozen_combinations(ctx.symbols, items, ctx.span)
    return [], items


# ---- control -----------------------------------------------------------------------------------


def _if(ctx: ActionContext) -> n.Block:
    node = ctx.fields.get("condition")
    condition = test(ctx.symbols, ctx.env, node) if node is not None else n.Hole()
    then = _inner(ctx, "then")
    otherwise = _inner(ctx, "else")
    return (n.If(test=condition, then=then, otherwise=otherwise, span=ctx.span),)


def _hoisted(ctx: ActionContext, items: Typed) -> tuple[n.Block, Typed]:
    """Bind a list before a loop; it is empty if evaluating it fails and the policy is
    `continue`."""
    certain = isinstance(items.expr, n.Seats | n.ListOf)
    if ctx.effect.policy != "continue" or certain or items.type == REALS:
        return (), items
    name = ctx.symbols.fresh("items")
    let = n.Let(name=name, value=items.expr, span=ctx.span)
    kept = replace(items, expr=n.Local(name=name, span=ctx.span))
    return _bound(ctx, items.type, let), kept


def _bound(ctx: ActionContext, kind: str, *lets: n.Let) -> n.Block:
    """Bind several lists; all are empty if one of them fails and the policy is `continue`."""
    if ctx.effect.policy != "continue":
        return lets
    of = ctx.symbols.plain(item_type(kind))
    empty = n.ListOf(items=(), of=of, span=ctx.span)
    # The attempt overwrites the empty lists; if it fails, they stay.
    return (*(replace(let, value=empty) for let in lets), n.Attempt(body=lets, span=ctx.span))


def _for_each(ctx: ActionContext) -> n.Block:
    node = ctx.fields.get("in")
    items = Typed(n.Hole(span=ctx.span), ANY)
    if node is not None:
        items = request_input.listed(ctx, node, f"{node.span.line}:{node.span.column}")
    if items.type == "seat":  # a selector such as [teammate] may denote one player
        items = Typed(n.ListOf(items=(items.expr,), of="seat", span=ctx.span), "[seat]")
    if items.type != ANY and not is_list(items.type):
        items = ctx.misfit("a list", items, "in")
    if is_list(item_type(items.type)):
        items = ctx.symbols.not_yet(ctx.span, "lists of lists")
    # After an error the body is still lowered, with items of any type.
    if items.type == ANY:
        items = Typed(items.expr, "[any]")
    lets, items = _frozen(ctx, items)
    grouped = tuple(s for let, kind in lets for s in _bound(ctx, kind, let))
    before, items = _hoisted(ctx, items)
    if items.type == REALS:
        return _for_each_fraction(ctx, items)
    # Built before the loop: items computed on the way would see the changes of the body.
    name, item = ctx.symbols.each(items, ctx.span, "item")
    body = _body_with_item(ctx, item)
    loop = n.ForEach(name=name, items=items.expr, body=body, span=ctx.span)
    return (*grouped, *before, loop)


def _for_each_fraction(ctx: ActionContext, items: Typed) -> n.Block:
    lets, each = kept(ctx.symbols, items, ctx.span)
    body = _body_with_item(ctx, Typed(each.value, REAL))
    loop = n.ForEach(name=each.name, items=each.items, body=body, span=ctx.span)
    return (*_bound(ctx, REALS, *lets), loop)


def _body_with_item(ctx: ActionContext, item: Typed) -> n.Block:
    """The body of a loop over items. In a nested filter `$.item` is the filter's item, but `ref:
    item` remains the loop's."""
    effect = ctx.effect
    outer, sure = effect.refs.get("item"), set(effect.sure)
    effect.refs["item"] = item
    effect.sure.add("item")
    body = _inner(ctx, "do", replace(ctx.env.item(item), tail=False))
    effect.sure = sure
    # Loops nest, so the item of the outer loop is restored.
    del effect.refs["item"]
    if outer is not None:
        effect.refs["item"] = outer
    return body


def _for_each_player(ctx: ActionContext) -> n.Block:
    seats = _seats(ctx)
    before, seats = _hoisted(ctx, seats)
    seat = ctx.symbols.local("player", "seat", ctx.span)
    env = replace(ctx.env.bind(player=seat), tail=False)
    if ctx.symbols.simultaneous:
        # Without turns, whoever is being asked counts as the current player.
        env = replace(env, current=seat)
    # Reset to learn whether this body asks, merged with what was known before afterwards.
    asked, ctx.effect.asks = ctx.effect.asks, False
    joint, ctx.effect.joint = ctx.effect.joint, False
    body = _inner(ctx, "do", env)
    together = ctx.effect.asks and ctx.fields.text("order") == "simultaneous"
    ctx.effect.asks = ctx.effect.asks or asked
    loop: n.Statement = n.ForEach(name=name_of(seat), items=seats.expr, body=body, span=ctx.span)
    if together:
        _not_inside(ctx)
        loop = n.Together(name=name_of(seat), seats=seats.expr, body=body, span=ctx.span)
    ctx.effect.joint = joint or together or ctx.effect.joint
    return (*before, loop)


def _not_inside(ctx: ActionContext) -> None:
    """Report input that is collected from several players within such a collection."""
    if ctx.effect.joint:
        message = "an inner action already collects input from several players or branches"
        ctx.symbols.error(
            codes.MISPLACED, ctx.span, message, "make the inner choices one after another"
        )


def _seats(ctx: ActionContext) -> Typed:
    """The seats of a loop, all or some, in turn order."""
    backwards = ctx.fields.text("order") == "counterclockwise"
    start: n.Expr | None = n.Seat(number=0, span=ctx.span) if backwards else None
    if ctx.fields.get("starting_with") is not None:
        start = ctx.player("starting_with")
    around = Typed(n.Seats(span=ctx.span), "[seat]")
    if start is not None:
        around = Typed(seats_around(ctx, start, -1 if backwards else 1), "[seat]")
    if ctx.fields.get("players") is None:
        return around
    value = as_players(ctx.symbols, ctx.value("players", "[seat]"), ctx.span)
    if value.type == "seat":
        value = Typed(n.ListOf(items=(value.expr,), of="seat", span=ctx.span), "[seat]")
    value = fitted(ctx.symbols, value, "[seat]", ctx.fields.at("players"))
    # Without a start the order of the list counts; with one, the order around the table.
    if start is None:
        return value
    seat = ctx.symbols.local("seat", "seat", ctx.span)
    meant = n.Contains(items=value.expr, value=seat.expr, span=ctx.span)
    return filtered(around, seat, meant)


def _repeat(ctx: ActionContext) -> n.Block:
    env = replace(ctx.env, tail=False)
    count, again = ctx.fields.get("count"), ctx.fields.get("while")
    if (count is None) == (again is None):
        ctx.symbols.error(codes.MISSING, ctx.span, "REPEAT takes either 'count' or 'while'")
        return HOLES
    if again is not None:
        condition = test(ctx.symbols, env, again)
        return (n.While(test=condition, body=_inner(ctx, "do", env), span=ctx.span),)
    one = n.Number(value=1, span=ctx.span)
    # Evaluated once: a body that changes what `count` reads does not change the rounds.
    times = Typed(n.Range(low=one, high=ctx.number("count", 1), span=ctx.span), "[int]")
    before, times = _hoisted(ctx, times)
    name = ctx.symbols.fresh("round")
    body = _inner(ctx, "do", env)
    return (*before, n.ForEach(name=name, items=times.expr, body=body, span=ctx.span))


def _parallel(ctx: ActionContext) -> n.Block:
    """The branches one after another, which is equivalent if at most one of them asks; with `wait:
    all`, the input of every branch is collected first."""
    effect, span = ctx.effect, ctx.span
    asked, refs, sure = effect.asks, dict(effect.refs), set(effect.sure)
    waits = ctx.fields.text("wait") == "all"
    # Syntactic, because it has to be known before the branches are lowered.
    waits = waits and sum(map(request_input.may_ask, ctx.fields.items("do"))) > 1
    found: list[n.Block] = []
    asking = 0
    joint, effect.joint = effect.joint, False
    kept, certain = dict(refs), set(sure)
    for node in ctx.fields.items("do"):
        effect.asks = False
        if waits:  # no branch sees what another one stores
            effect.refs, effect.sure = dict(refs), set(sure)
        found.append(block(ctx.symbols, replace(ctx.env, tail=False), (node,)))
        asking += effect.asks
        asked = asked or effect.asks
        kept |= effect.refs
        certain |= effect.sure
    effect.asks, effect.refs, effect.sure = asked, kept, certain
    if asking < 2 or not waits:
        effect.joint = effect.joint or joint
        return tuple(statement for branch in found for statement in branch)
    _not_inside(ctx)
    effect.joint = True
    # Together over the numbers of the branches: each iteration runs the branch of its number.
    one = ctx.symbols.local("branch", "int", span)
    numbers = n.Range(low=n.Number(value=1), high=n.Number(value=len(found)), span=span)
    body = tuple(
        n.If(test=n.Equal(left=one.expr, right=n.Number(value=number)), then=branch, span=span)
        for number, branch in enumerate(found, start=1)
    )
    return (n.Together(name=name_of(one), seats=numbers, body=body, span=span),)


CONTAINERS = frozenset(("PARALLEL", "IF", "FOR_EACH", "FOR_EACH_PLAYER", "REPEAT"))
"""Actions made of actions: a failure inside is handled inside."""

ACTIONS: dict[str, Callable[[ActionContext], n.Block]] = {
    "MOVE": move_actions.move,
    "MOVE_ALL": move_actions.move_all,
    "DEAL": move_actions.deal,
    "DEAL_ROUND_ROBIN": move_actions.deal_round_robin,
    "DEAL_ALL": move_actions.deal_all,
    "DRAW": move_actions.draw,
    "DISCARD": move_actions.discard,
    "SHUFFLE": move_actions.shuffle,
    "FLIP": move_actions.flip,
    "MILL": move_actions.move,
    "REVEAL": visibility_actions.reveal,
    "CONCEAL": visibility_actions.conceal,
    "PEEK": visibility_actions.peek,
    "LOOK": visibility_actions.look,
    "REVEAL_MATCHING": visibility_actions.reveal_matching,
    "CHOOSE_RANDOM": search_actions.choose_random,
    "SEARCH_ZONE": search_actions.search_zone,
    "REORDER": search_actions.reorder,
    "LOG": lambda ctx: (),
    "SET_VARIABLE": _set_variable,
    "INCREMENT": _increment,
    "STORE": _store,
    "REQUEST_INPUT": request_input.request_input,
    "IF": _if,
    "FOR_EACH": _for_each,
    "FOR_EACH_PLAYER": _for_each_player,
    "REPEAT": _repeat,
    "PARALLEL": _parallel,
    "SET_STATE": flow_actions.set_state,
    "SET_GAME_STATE": flow_actions.set_game_state,
    "SET_PHASE": flow_actions.set_phase,
    "END_TURN": flow_actions.end_turn,
    "END_GAME": flow_actions.end_game,
    "INSERT_PHASE": dynamic_phases.insert_phase,
    "REMOVE_PHASE": dynamic_phases.remove_phase,
    "SET_CURRENT_PLAYER": flow_actions.set_current_player,
    "SKIP_TURN": flow_actions.skip_turn,
    "EXTRA_TURN": flow_actions.extra_turn,
    "REVERSE_ORDER": flow_actions.reverse_order,
    "RAISE": flow_actions.raise_event,
}
"""Every action of the language."""
