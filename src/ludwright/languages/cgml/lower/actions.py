"""Effects: lists of actions as blocks of statements, with what to do when one fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics import did_you_mean
from ....gamedef import nodes as n
from ....gamedef.build import ONE
from ....gamedef.types import ANY, is_list, item_type
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes
from ..read.merge import is_disabled
from ..read.shapes import ACTION_KEYS, EVERY_ACTION, head, read
from . import (
    dynamic_phases,
    flow_actions,
    move_actions,
    request_input,
    search_actions,
    visibility_actions,
)
from .action_context import Doing, for_each, stored
from .expressions import expression, fitted, flexible, literal, test
from .failure_policy import may_fail
from .fractions import REAL, REALS, combined, hold, kept, over, parts, reduced
from .functions import filtered, name_of
from .list_order import frozen
from .move_actions import HOLES, seats_around
from .subsets import settled
from .symbols import Environment, Symbols, Typed
from .teams import as_players


def block(world: Symbols, scope: Environment, nodes: tuple[Tree, ...]) -> n.Block:
    """The statements of a list of actions; those that are disabled are left out."""
    statements: list[n.Statement] = []
    nodes = tuple(node for node in nodes if not is_disabled(node))
    for number, node in enumerate(nodes):
        tail = scope.tail and number == len(nodes) - 1
        statements.extend(action(world, replace(scope, tail=tail), node))
    return tuple(statements)


def action(world: Symbols, scope: Environment, node: Tree) -> n.Block:
    """The statements of one action."""
    word = node.get("action") if isinstance(node, Mapping) else None
    if not isinstance(word, Scalar):
        world.error(codes.SHAPE, head(node.span), "an action is a mapping with the key 'action'")
        return HOLES
    lower = ACTIONS.get(word.text)
    if lower is None:
        hint = did_you_mean(word.text, ACTIONS)
        world.error(codes.ACTION, word.span, f"there is no action '{word.text}'", hint)
        return _left_out(world, scope, node)
    fields = read(node, {**ACTION_KEYS[word.text], **EVERY_ACTION}, word.text, world.report)
    if fields is None:
        return HOLES
    doing = Doing(world, scope, fields, word)
    sure = set(doing.effect.sure)
    return _with_policy(doing, lower(doing), sure)


def _left_out(world: Symbols, scope: Environment, node: Tree) -> n.Block:
    """What an action that can't be lowered stores is still known, of any type."""
    name = node.get("store_as") if isinstance(node, Mapping) else None
    if isinstance(name, Scalar) and scope.effect:
        stored(world, scope.effect, name.text, ANY, name.span)
    return HOLES


def _with_policy(doing: Doing, statements: n.Block, sure: set[str]) -> n.Block:
    """An action that may fail without ending the effect is an attempt of its own; after it only
    the names of before have certainly a value."""
    statements = (*doing.guards, *statements)
    own = doing.fields.text("on_failure")
    effect = doing.effect
    inherited = effect.policy == "continue" and not own and doing.word.text not in CONTAINERS
    if own == "continue" or inherited:
        if may_fail(doing.world, statements):
            effect.sure = sure
        return (n.Attempt(body=statements, span=doing.span),)
    if own == "rollback" and effect.policy is None:
        message = "there is nothing to roll back in the setup: an action that fails stops the game"
        doing.world.error(codes.MISPLACED, doing.fields.at("on_failure"), message)
    if (own == "rollback") == (effect.policy == "rollback") or not own or effect.policy is None:
        return statements
    # While this action is under way, a name tells what becomes of the effect if it fails.
    effect.undo = effect.undo or doing.world.fresh("undo")
    undo, keep = (
        n.Let(name=effect.undo, value=n.Truth(value=value), span=doing.span)
        for value in (own == "rollback", own != "rollback")
    )
    return (undo, *statements, keep)


def _inner(doing: Doing, key: str, scope: Environment | None = None) -> n.Block:
    """A nested list of actions: what it stores may be missing afterwards."""
    effect = doing.effect
    before = set(effect.sure)
    node = doing.fields.get(key)
    nodes = node.items if isinstance(node, Sequence) else ()
    statements = block(doing.world, scope or doing.scope, nodes)
    effect.sure = before
    return statements


# ---- variables ---------------------------------------------------------------------------------


def _target(doing: Doing) -> Typed:
    """The variable an action changes: a path, or a mapping with a path in it."""
    node = doing.fields.get("path")
    if isinstance(node, Mapping):
        node = node.get("path")
    if not isinstance(node, Scalar):
        message = "the path of a variable is needed here"
        return doing.world.hole(codes.SHAPE, head(doing.fields.at("path")), message)
    value = doing.world.lower(doing.world, doing.scope, _as_path(node), None)
    inner = value.expr.value if isinstance(value.expr, n.Each) else value.expr
    if value.type in (REAL, REALS) and isinstance(inner, n.Divide):
        inner = inner.left
    if value.type != ANY and not isinstance(inner, n.Variable):
        return doing.world.hole(codes.TYPE, node.span, "only a variable can be changed")
    return value


def _as_path(node: Scalar) -> Mapping:
    return Mapping(node.span, ((Scalar(node.span, "path", "path"), node),))


def _set_variable(doing: Doing) -> n.Block:
    target = _target(doing)
    kind = item_type(target.type) if is_list(target.type) else target.type
    node = doing.fields.get("value")
    if node is None:
        return HOLES
    # A bare list or text after `value:` is a literal, as it is in an operand.
    if isinstance(node, Mapping) or kind == ANY:
        value = expression(doing.world, doing.scope, node, kind)
    else:
        value = literal(doing.world, node, kind)
    value = doing.fitted(value, kind, node.span, weak=flexible(node) > 0)
    return _assigned(doing, target, lambda _: value)


def _increment(doing: Doing) -> n.Block:
    target = _target(doing)
    kind = item_type(target.type) if is_list(target.type) else target.type
    if kind == REAL:
        node = doing.fields.get("by")
        more = Typed(ONE, "int") if node is None else doing.wanted("by", REAL)
        return _assigned(doing, target, lambda old: combined(n.Add, old, more))
    by = doing.number("by", 1)
    if doing.world.join(kind, "int") is None:
        doing.misfit("a number", target, "path")
        return HOLES
    return _assigned(
        doing, target, lambda old: Typed(n.Add(left=old.expr, right=by, span=doing.span), kind)
    )


def _assigned(doing: Doing, target: Typed, value: Callable[[Typed], Typed]) -> n.Block:
    def assign(variable: Typed) -> n.Block:
        old = parts(variable)[0]
        if not isinstance(old, n.Variable):
            return HOLES
        if variable.type != REAL:
            new = value(variable).expr
            return (n.SetVariable(name=old.name, of=old.of, value=new, span=doing.span),)
        lets, upper, lower = reduced(doing.world, value(variable), doing.span)
        return (
            *lets,
            n.SetVariable(name=old.name, of=old.of, value=upper, span=doing.span),
            n.SetVariable(name=over(old.name), of=old.of, value=lower, span=doing.span),
        )

    if is_list(target.type):
        return for_each(doing.world, target, "seat", assign, doing.span)
    return assign(target)


def _store(doing: Doing) -> n.Block:
    """STORE: a value of any type under a name, for the rest of the effect."""
    node = doing.fields.get("value")
    if node is None:
        return HOLES
    bare = not isinstance(node, Mapping)
    before, value = _settled(doing, literal(doing.world, node) if bare else doing.value("value"))
    stored_as = doing.store(value.type, value.zones)
    if stored_as is None:
        return HOLES
    lets = hold(doing.world, name_of(stored_as), stored_as.type, value, doing.span)
    return (*(each for each, _ in before), *lets)


def _settled(doing: Doing, items: Typed) -> tuple[list[tuple[n.Let, str]], Typed]:
    """Groups and combinations as they are now, and what is to be bound before."""
    for known, settle in ((doing.world.groups, frozen), (doing.world.ways, settled)):
        if item_type(items.type) in known:
            return settle(doing.world, items, doing.span)
    return [], items


# ---- control -----------------------------------------------------------------------------------


def _if(doing: Doing) -> n.Block:
    node = doing.fields.get("condition")
    condition = test(doing.world, doing.scope, node) if node is not None else n.Hole()
    then = _inner(doing, "then")
    otherwise = _inner(doing, "else")
    return (n.If(test=condition, then=then, otherwise=otherwise, span=doing.span),)


def _hoisted(doing: Doing, items: Typed) -> tuple[n.Block, Typed]:
    """A list that fails to be made counts as empty if the effect goes on after failures."""
    certain = isinstance(items.expr, n.Seats | n.ListOf)
    if doing.effect.policy != "continue" or certain or items.type == REALS:
        return (), items
    name = doing.world.fresh("items")
    let = n.Let(name=name, value=items.expr, span=doing.span)
    kept = replace(items, expr=n.Local(name=name, span=doing.span))
    return _bound(doing, items.type, let), kept


def _bound(doing: Doing, kind: str, *lets: n.Let) -> n.Block:
    """Lists that are all empty if one of them fails to be made and the effect goes on then."""
    if doing.effect.policy != "continue":
        return lets
    of = doing.world.plain(item_type(kind))
    empty = n.ListOf(items=(), of=of, span=doing.span)
    return (*(replace(let, value=empty) for let in lets), n.Attempt(body=lets, span=doing.span))


def _for_each(doing: Doing) -> n.Block:
    node = doing.fields.get("in")
    items = Typed(n.Hole(span=doing.span), ANY)
    if node is not None:
        items = request_input.listed(doing, node, f"{node.span.line}:{node.span.column}")
    if items.type == "seat":  # who is selected by a word, such as a teammate, may be just one
        items = Typed(n.ListOf(items=(items.expr,), of="seat", span=doing.span), "[seat]")
    if items.type != ANY and not is_list(items.type):
        items = doing.misfit("a list", items, "in")
    if is_list(item_type(items.type)):
        items = doing.world.not_yet(doing.span, "lists of lists")
    if items.type == ANY:
        items = Typed(items.expr, "[any]")
    lets, items = _settled(doing, items)
    grouped = tuple(s for let, kind in lets for s in _bound(doing, kind, let))
    before, items = _hoisted(doing, items)
    if items.type == REALS:
        return _for_each_fraction(doing, items)
    # The list is made before the first item: computing items on the way would see the changes.
    name, item = doing.world.each(items, doing.span, "item")
    body = _body_with_item(doing, item)
    loop = n.ForEach(name=name, items=items.expr, body=body, span=doing.span)
    return (*grouped, *before, loop)


def _for_each_fraction(doing: Doing, items: Typed) -> n.Block:
    lets, each = kept(doing.world, items, doing.span)
    body = _body_with_item(doing, Typed(each.value, REAL))
    loop = n.ForEach(name=each.name, items=each.items, body=body, span=doing.span)
    return (*_bound(doing, REALS, *lets), loop)


def _body_with_item(doing: Doing, item: Typed) -> n.Block:
    """The body of a loop over items. In a filter inside of it `$.item` is what the filter tests,
    but `ref: item` is still the loop's."""
    effect = doing.effect
    outer, sure = effect.refs.get("item"), set(effect.sure)
    effect.refs["item"] = item
    effect.sure.add("item")
    body = _inner(doing, "do", replace(doing.scope.item(item), tail=False))
    effect.sure = sure
    del effect.refs["item"]
    if outer is not None:
        effect.refs["item"] = outer
    return body


def _for_each_player(doing: Doing) -> n.Block:
    seats = _seats(doing)
    before, seats = _hoisted(doing, seats)
    seat = doing.world.local("player", "seat", doing.span)
    scope = replace(doing.scope.bind(player=seat), tail=False)
    if doing.world.simultaneous:
        scope = replace(scope, current=seat)
    asked, doing.effect.asks = doing.effect.asks, False
    joint, doing.effect.joint = doing.effect.joint, False
    body = _inner(doing, "do", scope)
    together = doing.effect.asks and doing.fields.text("order") == "simultaneous"
    doing.effect.asks = doing.effect.asks or asked
    loop: n.Statement = n.ForEach(name=name_of(seat), items=seats.expr, body=body, span=doing.span)
    if together:
        _not_inside(doing)
        loop = n.Together(name=name_of(seat), seats=seats.expr, body=body, span=doing.span)
    doing.effect.joint = joint or together or doing.effect.joint
    return (*before, loop)


def _not_inside(doing: Doing) -> None:
    """Input can't be collected from several if that is already done inside."""
    if doing.effect.joint:
        message = "inside of this, input is already collected from several players or branches"
        doing.world.error(codes.MISPLACED, doing.span, message, "ask one after another there")


def _seats(doing: Doing) -> Typed:
    """The players of a loop: some or all of them, in the order round the table."""
    backwards = doing.fields.text("order") == "counterclockwise"
    start: n.Expr | None = n.Seat(number=0, span=doing.span) if backwards else None
    if doing.fields.get("starting_with") is not None:
        start = doing.player("starting_with")
    around = Typed(n.Seats(span=doing.span), "[seat]")
    if start is not None:
        around = Typed(seats_around(doing, start, -1 if backwards else 1), "[seat]")
    if doing.fields.get("players") is None:
        return around
    value = as_players(doing.world, doing.value("players", "[seat]"), doing.span)
    if value.type == "seat":
        value = Typed(n.ListOf(items=(value.expr,), of="seat", span=doing.span), "[seat]")
    value = fitted(doing.world, value, "[seat]", doing.fields.at("players"))
    if start is None:
        return value
    seat = doing.world.local("seat", "seat", doing.span)
    meant = n.Contains(items=value.expr, value=seat.expr, span=doing.span)
    return filtered(around, seat, meant)


def _repeat(doing: Doing) -> n.Block:
    scope = replace(doing.scope, tail=False)
    count, again = doing.fields.get("count"), doing.fields.get("while")
    if (count is None) == (again is None):
        doing.world.error(codes.MISSING, doing.span, "REPEAT needs either 'count' or 'while'")
        return HOLES
    if again is not None:
        condition = test(doing.world, scope, again)
        return (n.While(test=condition, body=_inner(doing, "do", scope), span=doing.span),)
    one = n.Number(value=1, span=doing.span)
    times = Typed(n.Range(low=one, high=doing.number("count", 1), span=doing.span), "[int]")
    before, times = _hoisted(doing, times)
    name = doing.world.fresh("round")
    body = _inner(doing, "do", scope)
    return (*before, n.ForEach(name=name, items=times.expr, body=body, span=doing.span))


def _parallel(doing: Doing) -> n.Block:
    """The branches one after another, which is the same if at most one of them asks; if all are to
    be waited for, first the input of every branch is collected."""
    effect, span = doing.effect, doing.span
    asked, refs, sure = effect.asks, dict(effect.refs), set(effect.sure)
    waits = doing.fields.text("wait") == "all"
    waits = waits and sum(map(request_input.may_ask, doing.fields.items("do"))) > 1
    found: list[n.Block] = []
    asking = 0
    joint, effect.joint = effect.joint, False
    kept, certain = dict(refs), set(sure)
    for node in doing.fields.items("do"):
        effect.asks = False
        if waits:  # no branch sees what another one stores
            effect.refs, effect.sure = dict(refs), set(sure)
        found.append(block(doing.world, replace(doing.scope, tail=False), (node,)))
        asking += effect.asks
        asked = asked or effect.asks
        kept |= effect.refs
        certain |= effect.sure
    effect.asks, effect.refs, effect.sure = asked, kept, certain
    if asking < 2 or not waits:
        effect.joint = effect.joint or joint
        return tuple(statement for branch in found for statement in branch)
    _not_inside(doing)
    effect.joint = True
    one = doing.world.local("branch", "int", span)
    numbers = n.Range(low=n.Number(value=1), high=n.Number(value=len(found)), span=span)
    body = tuple(
        n.If(test=n.Equal(left=one.expr, right=n.Number(value=number)), then=branch, span=span)
        for number, branch in enumerate(found, start=1)
    )
    return (n.Together(name=name_of(one), seats=numbers, body=body, span=span),)


CONTAINERS = frozenset(("PARALLEL", "IF", "FOR_EACH", "FOR_EACH_PLAYER", "REPEAT"))
"""Actions made of actions: what fails inside of them is dealt with inside."""

ACTIONS: dict[str, Callable[[Doing], n.Block]] = {
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
    "LOG": lambda doing: (),
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
"""Every action that can be used."""
