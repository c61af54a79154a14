"""Lower chooseOne and chooseN to decisions."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import ZERO, minimum, not_, number, or_
from ..read.tree import effects as e
from ..read.tree import values as t
from . import terms
from .effects import EFFECTS, bind
from .places import player
from .scope import Environment, amount, items_of
from .symbols import ACTIVE
from .terms import Terms


def _chooser(env: Environment, who: t.Player | None) -> n.Expr:
    return player(env, who) if who is not None else n.Variable(name=ACTIVE)


def prompt(name: t.Name) -> str:
    """The prompt of a choice: its binding without `$`."""
    return name.text.lstrip("$")


def _choose_one(env: Environment, effect: e.ChooseOne) -> n.Block:
    items, seat = items_of(env, effect.options), _chooser(env, effect.chooser)
    bound = bind(env, effect.bind, items.kind, zone=items.zone, types=items.types)
    listed = items.expr
    # A restriction may cap a number that is chosen during the action instead of as a parameter.
    if prompt(effect.bind) in env.caps and items.kind == terms.NUMBER:
        test, cap = env.caps[prompt(effect.bind)]
        name = env.symbols.fresh("number")
        few = n.AtMost(left=n.Local(name=name), right=number(cap))
        listed = n.Filter(items=listed, name=name, where=or_(not_(test), few))
    return (n.Ask(name=bound.local, seat=seat, items=listed, prompt=prompt(effect.bind)),)


def _choose_n(env: Environment, effect: e.ChooseN) -> n.Block:
    items, seat = items_of(env, effect.options), _chooser(env, effect.chooser)
    least, most = amount(env, effect.least), amount(env, effect.most)
    return several(env, effect.bind, items, seat, least, most)


def several(
    env: Environment, name: t.Name, items: Terms, seat: n.Expr, least: n.Expr, most: n.Expr
) -> n.Block:
    """Let a seat pick between `least` and `most` distinct items, in sequence. Where the order is
    never read, `unordered_picks` turns the sequence into a set."""
    source = env.symbols.fresh("choices")
    before: list[n.Statement] = [n.Let(name=source, value=items.expr)]
    least, most = _once(env, least, before), _once(env, most, before)
    enough = least
    if prompt(name) in env.caps:
        test, cap = env.caps[prompt(name)]
        fewer = n.Conditional(test=test, then=minimum(most, number(cap)), otherwise=most)
        most = _once(env, fewer, before)
        # The cap may be below the minimum: then the capped number is enough.
        enough = minimum(least, most)
    listed = n.Local(name=source)
    # With duplicates in the list, only distinct items can be picked: count those.
    if least != ZERO:
        size = n.Length(items=n.Distinct(items=listed) if items.repeats else listed)
        fail = n.Fail(reason="too few items to choose from")
        before.append(n.If(test=n.Less(left=size, right=least), then=(fail,)))
    bound = bind(env, name, items.kind, many=True, zone=items.zone, types=items.types)
    pick = n.Pick(
        name=bound.local,
        of=terms.type_of(items.kind),
        seat=seat,
        items=listed,
        least=enough,
        most=most,
        sequence=True,
        prompt=prompt(name),
    )
    return (*before, pick)


def _once(env: Environment, count: n.Expr, before: list[n.Statement]) -> n.Expr:
    """A number that is evaluated once, before the first item is picked."""
    if isinstance(count, n.Number):
        return count
    name = env.symbols.fresh("many")
    before.append(n.Let(name=name, value=count))
    return n.Local(name=name)


EFFECTS.update({e.ChooseOne: _choose_one, e.ChooseN: _choose_n})
