"""Effects that ask a player: real decisions, made when they come."""

from __future__ import annotations

from ....gamedef import nodes as n
from ...flow import number
from .. import effects as e
from .. import tree as t
from . import terms
from .around import Around, amount, items_of
from .doing import DONE, bind
from .places import player
from .terms import Terms, both, negated
from .world import ACTIVE


def _chooser(around: Around, who: t.Player | None) -> n.Expr:
    return player(around, who) if who is not None else n.Variable(name=ACTIVE)


def prompt(name: t.Name) -> str:
    """What is asked for."""
    return name.text.lstrip("$")


def _choose_one(around: Around, effect: e.ChooseOne) -> n.Block:
    items, seat = items_of(around, effect.options), _chooser(around, effect.chooser)
    bound = bind(around, effect.bind, items.kind, lies=items.lies, types=items.types)
    listed = items.expr
    if prompt(effect.bind) in around.caps and items.kind == terms.NUMBER:
        test, cap = around.caps[prompt(effect.bind)]
        name = around.world.fresh("number")
        few = n.AtMost(left=n.Local(name=name), right=number(cap))
        listed = n.Filter(items=listed, name=name, where=terms.either(negated(test), few))
    return (n.Ask(name=bound.local, seat=seat, items=listed, prompt=prompt(effect.bind)),)


def _choose_n(around: Around, effect: e.ChooseN) -> n.Block:
    items, seat = items_of(around, effect.options), _chooser(around, effect.chooser)
    least, most = amount(around, effect.least), amount(around, effect.most)
    return several(around, effect.bind, items, seat, least, most)


def several(
    around: Around, name: t.Name, items: Terms, seat: n.Expr, least: n.Expr, most: n.Expr
) -> n.Block:
    """Let a seat pick different items one by one, from so many to so many."""
    fresh, kind = around.world.fresh, terms.type_of(items.kind)
    if prompt(name) in around.caps:
        test, cap = around.caps[prompt(name)]
        fewer = terms.smaller(most, number(cap))
        most = n.Conditional(test=test, then=fewer, otherwise=most)
    source = fresh("choices")
    listed_once = n.Distinct(items=items.expr) if items.repeats else items.expr
    before: list[n.Statement] = [n.Let(name=source, value=listed_once)]
    least, most = _once(around, least, before), _once(around, most, before)
    bound = bind(around, name, items.kind, many=True, lies=items.lies, types=items.types)
    picked, listed = n.Local(name=bound.local), n.Local(name=source)
    count = n.Length(items=picked)
    left, item = fresh("item"), fresh("item")
    rest = n.Filter(
        items=listed,
        name=left,
        where=negated(n.Contains(items=picked, value=n.Local(name=left))),
    )
    here = n.Local(name=item)
    more = n.Join(lists=(picked, n.ListOf(items=(here,), of=kind)))
    pick = n.Action(
        name=prompt(name),
        parameters=(n.Parameter(name=item, type=kind, items=rest),),
        body=(n.Let(name=bound.local, value=more),),
        notations=(n.Notation(name="", parts=(here,)),),
    )
    actions: tuple[n.Action, ...] = (pick,)
    if least != most:
        enough = n.AtMost(left=least, right=count)
        actions = (pick, n.Action(name="done", guard=enough, body=(n.Leave(),)))
    open_ = both(n.Less(left=count, right=most), n.Less(left=count, right=n.Length(items=listed)))
    few = n.Less(left=n.Length(items=listed), right=least)
    start = n.Let(name=bound.local, value=n.ListOf(items=(), of=kind))
    if least != number(0):
        before.append(n.If(test=few, then=(terms.refused("there are too few to choose from"),)))
    ask = n.Decide(seat=seat, actions=actions, prompt=prompt(name))
    return (*before, start, n.While(test=open_, body=(ask,)))


def _once(around: Around, told: n.Expr, before: list[n.Statement]) -> n.Expr:
    """A number that is worked out before the first item is picked."""
    if isinstance(told, n.Number):
        return told
    name = around.world.fresh("many")
    before.append(n.Let(name=name, value=told))
    return n.Local(name=name)


DONE.update({e.ChooseOne: _choose_one, e.ChooseN: _choose_n})
