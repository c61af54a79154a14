"""Lower the targets of a pipeline: the candidates, the choice, and the order of processing."""

from __future__ import annotations

from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, minimum, minus, number
from ..codes import lowering as codes
from ..read.tree import sections
from ..read.tree import values as t
from . import terms
from .choices import several
from .effects import bind
from .scope import Environment, as_number, condition, items_of, value
from .symbols import ACTIVE, RANKS
from .terms import PLAYER, TEXT, TOKEN, ZONE, Bound, Terms, a_kind
from .values import token_prop

TARGET, TARGETS = "$target", "$targets"


def candidates(env: Environment, targeting: sections.Targeting) -> Terms:
    """The candidates for targets."""
    if targeting.query is not None:
        found = items_of(env, targeting.query)
    else:
        mapped = any(each.space for each in env.symbols.zones)
        # Without a query: the spaces of the map, or all zones if there is no map.
        default = t.Spaces(targeting.at) if mapped else t.Zones(targeting.at)
        found = items_of(env, default)
    if targeting.where is None:
        return found
    name = env.symbols.fresh("target")
    where = condition(_about(env, name, found.kind), targeting.where)
    listed = n.Filter(items=found.expr, name=name, where=where)
    return replace(found, expr=listed)


def _about(env: Environment, name: str, kind: str) -> Environment:
    """The environment in which a local is the target; zones and tokens have a second name."""
    bound = Bound(name, kind)
    inside = env.with_name(TARGET, bound)
    words = {ZONE: "$zone", TOKEN: "$token"}
    if kind in words:
        inside.names[words[kind]] = bound
    return inside


def least_targets(targeting: sections.Targeting) -> int:
    """The minimum number of targets."""
    if targeting.select == "exactN":
        return targeting.most or 1
    return 1 if targeting.select == "upToN" else 0


def chosen(env: Environment, targeting: sections.Targeting) -> n.Block:
    """Let the targets be chosen, sort them, and bind them in `env`."""
    found = candidates(env, targeting)
    name = t.Name(TARGETS, targeting.at)
    if targeting.select == "allEligible":
        block: n.Block = _all_of(env, name, found)
    else:
        most = number(targeting.most) if targeting.most is not None else n.Length(items=found.expr)
        least = number(least_targets(targeting))
        block = several(env, name, found, n.Variable(name=ACTIVE), least, most)
    return (*block, *_ordered(env, targeting, found.kind))


def _all_of(env: Environment, name: t.Name, found: Terms) -> n.Block:
    bound = bind(env, name, found.kind, many=True, zone=found.zone)
    return (n.Let(name=bound.local, value=found.expr),)


def _ordered(env: Environment, targeting: sections.Targeting, kind: str) -> n.Block:
    """Sort the targets by order, then tie-break; keep the first `most` of all eligible ones."""
    bound = env.names[TARGETS]
    block: list[n.Statement] = []
    # Sorting is stable, so the least significant key comes first.
    for word in (targeting.tie_break, targeting.order):
        if word is not None:
            name = env.symbols.fresh("target")
            key = _key(env, word, Bound(name, kind))
            listed = n.Sorted(items=terms.local(bound), name=name, key=key)
            block.append(n.Let(name=bound.local, value=listed))
    if targeting.select == "allEligible" and targeting.most is not None:
        here, place = terms.local(bound), env.symbols.fresh("place")
        count = minimum(n.Length(items=here), number(targeting.most))
        places = n.Range(low=ONE, high=count)
        item = n.Item(items=here, index=minus(n.Local(name=place), ONE))
        first = n.Each(items=places, name=place, value=item)
        block.append(n.Let(name=bound.local, value=first))
    return tuple(block)


def _key(env: Environment, word: t.Name, bound: Bound) -> n.Expr:
    """The sort key of a target; a leading `-` reverses the order."""
    down, name = word.text.startswith("-"), word.text.removeprefix("-")
    here = terms.local(bound)
    if name == "lexicographic":
        key = _rank(env, bound)
    elif bound.kind == TOKEN:
        key = as_number(env, token_prop(env, here, t.Name(name, word.at)), word.at)
    elif bound.kind == ZONE:
        inside = env.with_name(TARGET, bound)
        zone = t.ZoneBound(word.at, t.Name(TARGET, word.at))
        prop = t.ZoneProp(word.at, zone, t.Name(name, word.at))
        key = as_number(inside, value(inside, prop), word.at)
    else:
        env.symbols.error(
            codes.TYPE_MISMATCH, word.at, f"{a_kind(bound.kind)} has no property '{name}'"
        )
        return n.Hole()
    return minus(ZERO, key) if down else key


def _rank(env: Environment, bound: Bound) -> n.Expr:
    """The position of a target among all of its kind, sorted by id."""
    symbols, here = env.symbols, terms.local(bound)
    if bound.kind == ZONE:
        order = {symbols.zone_name(x): i for i, x in enumerate(symbols.ordered_zones())}
        return n.TraitOf(zone=here, trait=symbols.trait(RANKS, "int", order))
    if bound.kind == TEXT:
        return n.Lookup(table=symbols.text_ranks(), key=here)
    if bound.kind == TOKEN:
        # Tokens have no id: a constant key keeps the order of the query.
        return ZERO
    return n.NumberOf(seat=here) if bound.kind == PLAYER else here


def each_target(env: Environment) -> tuple[Environment, str]:
    """The environment of the stages for one target, and the variable of the loop over targets."""
    bound = env.names[TARGETS]
    name = env.symbols.fresh("target")
    return _about(env, name, bound.kind), name
