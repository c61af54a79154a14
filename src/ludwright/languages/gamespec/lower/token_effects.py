"""Lower effects that move, create, destroy, change and reveal tokens."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    and_,
    equals,
    minimum,
    minus,
    not_,
    number,
    or_,
    truth,
)
from ..read.table_data import SpaceFilter, Stacking
from ..read.tree import effects as e
from ..read.tree import sections
from ..read.tree import values as t
from .conditions import neighbours, token_tests
from .effects import EFFECTS
from .places import players
from .scope import Environment, amount, as_kind, condition, token, value, zone
from .terms import TOKEN, Bound, unless
from .things import has
from .values import is_type


def has_listener(env: Environment, place: n.Expr) -> bool:
    """Whether a trigger may wait for tokens that enter a zone."""
    if not env.entered:
        return False
    waiting = [x.event.of for x in env.symbols.triggers if x.event.type == "tokenEntered"]
    if isinstance(place, n.Conditional):
        return has_listener(env, place.then) or has_listener(env, place.otherwise)
    if isinstance(place, n.ZoneAt):
        # `Symbols.zone_name` adds the suffix where zones with and without owner share a base.
        bases = {x.text.partition(":")[0] for x in waiting if x}
        return None in waiting or place.name.removesuffix(" of player") in bases
    return bool(waiting)


def entering(env: Environment, place: n.Expr) -> n.Block:
    """Record that a token has entered a zone, for triggers."""
    if not has_listener(env, place):
        return ()
    so_far = n.Local(name=env.entered)
    more = n.Join(lists=(so_far, n.ListOf(items=(place,), of="zone")))
    return (n.Let(name=env.entered, value=more),)


def _kept(env: Environment, place: n.Expr) -> tuple[n.Block, n.Expr]:
    """A zone that is evaluated once, if that takes more than a name."""
    if isinstance(place, n.ZoneAt | n.Local):
        return (), place
    name = env.symbols.fresh("place")
    return (n.Let(name=name, value=place),), n.Local(name=name)


def _move_token(env: Environment, effect: e.MoveToken) -> n.Block:
    item = token(env, effect.token)
    bound = env.find(effect.token.text)
    source = zone(env, effect.source)
    goal = zone(env, effect.target)
    made, target = _kept(env, goal)
    # No check if the query that bound the token already found it in this zone.
    here = unless(_is_in(env, item, source), "the token is not in that zone")
    if bound is not None and bound.zone == source:
        here = ()
    noted = entering(env, target) if has_listener(env, goal) else ()
    # Noted before the move, as the test needs the zone that the token comes from. A move within
    # one zone does not count as entering it.
    if noted and source != target:
        noted = (n.If(test=not_(equals(n.ZoneOf(token=item), target)), then=noted),)
    elif source == target:
        noted = ()
    if effect.position == "random":
        moved = _anywhere(env, item, target)
    else:
        moved = (n.MoveToken(token=item, to=target, place=effect.position),)
    types = bound.types if bound is not None else None
    checked = stacked(env, target, types) if _crowded(env, goal) else ()
    return (*made, *here, *noted, *moved, *checked)


def _is_in(env: Environment, item: n.Expr, source: n.Expr) -> n.Expr:
    """Whether a token is in a zone; a destroyed one is in none."""
    here = n.ZoneOf(token=item)
    if isinstance(source, n.ZoneOf):
        there = n.Exists(item=here) if env.symbols.does(e.DestroyToken) else TRUE
        return there if source == here else and_(there, equals(here, source))
    return equals(here, source)


def _anywhere(env: Environment, item: n.Expr, target: n.Expr) -> n.Block:
    """Insert a token at a random position; no random number is drawn for an empty zone."""
    name = env.symbols.fresh("place")
    at_home = equals(n.ZoneOf(token=item), target)
    size = n.SizeOf(zone=target)
    # A token that is moved within its zone does not count as one of the others.
    others = n.Conditional(test=at_home, then=minus(size, ONE), otherwise=size)
    most = env.symbols.fresh("others")
    roll = n.Roll(name=name, low=ZERO, high=n.Local(name=most), announced=False)
    insert = n.Insert(token=item, to=target, above=n.Local(name=name))
    top = n.MoveToken(token=item, to=target)
    some = n.Less(left=ZERO, right=n.Local(name=most))
    return (n.Let(name=most, value=others), n.If(test=some, then=(roll, insert), otherwise=(top,)))


def _move_adjacent(env: Environment, effect: e.MoveAdjacent) -> n.Block:
    target = zone(env, effect.target)
    near = n.Contains(items=neighbours(env, effect.source), value=target)
    plain = e.MoveToken(effect.at, effect.token, effect.source, effect.target)
    return (*unless(near, "the zones are not adjacent"), *_move_token(env, plain))


def _move_all(env: Environment, effect: e.MoveAll) -> n.Block:
    made, source = _kept(env, zone(env, effect.source))
    more, target = _kept(env, zone(env, effect.target))
    noted = entering(env, target)
    checked = stacked(env, target)
    # One block move if nothing looks at single tokens, else a loop from the bottom up: each token
    # goes on top, so this keeps their order.
    if effect.where is None and not noted:
        return (*made, *more, n.MoveBlock(source=source, to=target), *checked)
    name = env.symbols.fresh("token")
    test = condition(env.with_name("$token", Bound(name, TOKEN)), effect.where)
    items: n.Expr = n.TokensIn(zone=source)
    if test != TRUE:
        items = n.Filter(items=items, name=name, where=test)
    each = env.symbols.fresh("token")
    step = (n.MoveToken(token=n.Local(name=each), to=target), *noted)
    loop = n.ForEach(name=each, items=n.Reversed(items=items), body=step)
    apart = n.If(test=not_(equals(source, target)), then=(loop, *checked))
    return (*made, *more, apart)


def _draw(env: Environment, effect: e.Draw) -> n.Block:
    made, source = _kept(env, zone(env, effect.source))
    more, target = _kept(env, zone(env, effect.target))
    count, noted = amount(env, effect.count), entering(env, target)
    before = (*made, *more, *refilled(env, source))
    if count == ONE and not noted:
        return (*before, n.MoveTop(source=source, to=target, partial=True))
    there = minimum(count, n.SizeOf(zone=source))
    block = n.MoveBlock(source=source, to=target, count=there)
    if noted:
        # Noted before the move: `there` counts the tokens still in the source.
        times = n.Range(low=ONE, high=there)
        loop = n.ForEach(name=env.symbols.fresh("one"), items=times, body=noted)
        noted = (n.If(test=not_(equals(source, target)), then=(loop,)),)
    return (*before, *noted, block)


def refilled(env: Environment, source: n.Expr) -> n.Block:
    """Shuffle the discards into an empty draw pile, for decks that reshuffle."""
    block: list[n.Statement] = []
    for deck in env.symbols.sections.event_decks or ():
        pile = env.symbols.zone_at(deck.draw.text)
        discards = env.symbols.zone_at(deck.discard.text)
        if deck.reshuffles and pile == source and discards is not None:
            short = n.Less(left=n.SizeOf(zone=pile), right=ONE)
            again = (n.MoveBlock(source=discards, to=pile), n.Shuffle(zone=pile))
            block.append(n.If(test=short, then=again))
    return tuple(block)


def _create(env: Environment, effect: e.CreateToken) -> n.Block:
    things = env.symbols.things
    name = env.symbols.fresh(effect.type.text)
    made, target = _kept(env, zone(env, effect.zone))
    item = n.Local(name=name)
    before: list[n.Statement] = []  # properties are evaluated before the token exists
    block: list[n.Statement] = [n.Create(name=name, supply=effect.type.text, to=target)]
    given = {prop.text: assigned for prop, assigned in effect.props}
    for prop, kind in things.kinds.items():
        assigned = (
            as_kind(env, value(env, given[prop]), kind, given[prop].at) if prop in given else None
        )
        if assigned is not None and things.changing(prop):
            if not isinstance(assigned, n.Number | n.Symbol | n.Truth | n.Local):
                known = env.symbols.fresh(prop)
                before.append(n.Let(name=known, value=assigned))
                assigned = n.Local(name=known)
            block.append(n.SetProperty(token=item, property=prop, value=assigned))
        if things.presence_changes(prop) and not things.everywhere(prop):
            there = truth(prop in given)
            block.append(n.SetProperty(token=item, property=has(prop), value=there))
    block = [*before, *block, *stacked(env, target)]
    sel = effect.zone
    owner = sel.owner if isinstance(sel, t.ZoneNamed) else None
    # The owner may be a seat that is empty with few players.
    if owner and owner.kind == "id" and owner.number >= env.symbols.metadata.least:
        plays = n.Less(left=number(owner.number), right=n.Length(items=n.Seats()))
        return (*made, n.If(test=plays, then=tuple(block)))
    return (*made, *block)


def _destroy(env: Environment, effect: e.DestroyToken) -> n.Block:
    return (n.Destroy(token=token(env, effect.token)),)


def _set_prop(env: Environment, effect: e.SetTokenProp) -> n.Block:
    symbols, things, prop = env.symbols, env.symbols.things, effect.prop.text
    if prop not in things.kinds:
        return ()
    item = token(env, effect.token)
    new = as_kind(env, value(env, effect.value), things.kinds[prop], effect.value.at)
    block: list[n.Statement] = []
    bound = env.find(effect.token.text)
    types = bound.types if bound is not None and bound.types is not None else set(things.types)
    owners = things.declared(prop)
    # A token cannot get a property that its type does not declare.
    if not types.issubset(owners):
        some = or_(*(is_type(symbols, item, name) for name in owners))
        block += unless(some, f"the token has no {prop}")
    for kind in symbols.types:
        allowed = [x for x in kind.transitions if x.prop == prop]
        if allowed and kind.id.text in types:
            sure = len(types) == 1
            block += _transitions(env, item, kind, allowed, new, sure)
    block.append(n.SetProperty(token=item, property=prop, value=new))
    if things.presence_changes(prop) and not things.everywhere(prop):
        block.append(n.SetProperty(token=item, property=has(prop), value=TRUE))
    return tuple(block)


def _transitions(
    env: Environment,
    item: n.Expr,
    kind: sections.TokenType,
    allowed: list[sections.Transition],
    new: n.Expr,
    sure: bool,
) -> n.Block:
    """Fail unless a change of a property is a declared transition of a token type. `sure`: the
    token is known to be of that type."""
    symbols, prop = env.symbols, allowed[0].prop
    now = n.PropertyOf(token=item, property=prop)
    ways = or_(
        *(
            and_(equals(now, symbols.text(x.before)), equals(new, symbols.text(x.after)))
            for x in allowed
        )
    )
    if not symbols.things.everywhere(prop):
        ways = and_(n.PropertyOf(token=item, property=has(prop)), ways)
    fine = ways if sure else or_(not_(is_type(symbols, item, kind.id.text)), ways)
    return unless(fine, f"{kind.id.text} does not allow this transition")


# ---- stacks ------------------------------------------------------------------------------------


def _crowded(env: Environment, place: n.Expr) -> bool:
    """Whether stacking rules may apply to a zone: they concern the spaces of the map."""
    if isinstance(place, n.Conditional):
        return _crowded(env, place.then) or _crowded(env, place.otherwise)
    spaces = {env.symbols.zone_name(x) for x in env.symbols.zones if x.space}
    return not isinstance(place, n.ZoneAt) or place.name in spaces


def stacked(env: Environment, place: n.Expr, types: frozenset[str] | None = None) -> n.Block:
    """Fail if a zone, which a token of one of these types has entered, breaks a stacking rule."""
    block: list[n.Statement] = []
    for rule in env.symbols.stacking:
        if types is not None and rule.types and types.isdisjoint(rule.types):
            continue
        concerned = among(env, rule.spaces, f"stacking {rule.id.text}", place)
        if concerned != FALSE:
            count = _stack(env, rule, place)
            too_many = and_(concerned, n.Less(left=number(rule.most), right=count))
            block.append(n.If(test=too_many, then=(n.Fail(reason=f"stacking: {rule.id.text}"),)))
    return tuple(block)


def space_matches(zone: sections.ZoneDef, wanted: SpaceFilter) -> bool:
    """Whether a space of the map matches a filter."""
    return (
        (not wanted.ids or zone.ids(1)[0] in wanted.ids)
        and (not wanted.types or zone.props.get("spaceType") in wanted.types)
        and (not wanted.countries or zone.props.get("country") in wanted.countries)
        and (wanted.population is None or zone.props.get("population") == wanted.population)
    )


def among(env: Environment, wanted: SpaceFilter, name: str, place: n.Expr) -> n.Expr:
    """Whether a zone is a space that matches a filter; `name` is that of the trait for it."""
    symbols = env.symbols
    spaces = {symbols.zone_name(x): space_matches(x, wanted) for x in symbols.zones if x.space}
    if isinstance(place, n.ZoneAt):
        return truth(spaces.get(place.name, False))
    every = {symbols.zone_name(x): spaces.get(symbols.zone_name(x), False) for x in symbols.zones}
    return n.TraitOf(zone=place, trait=symbols.trait(name, "bool", every))


def _stack(env: Environment, rule: Stacking, place: n.Expr) -> n.Expr:
    """The number of tokens in a zone that a stacking rule counts."""
    name = env.symbols.fresh("token")
    item = n.Local(name=name)
    tests = []
    if rule.types:
        tests.append(or_(*(is_type(env.symbols, item, x) for x in rule.types)))
    if rule.factions:
        prop = t.Name("faction", rule.at)
        tests.append(
            token_tests(env, item, (t.TokenTest(rule.at, prop, "in", None, rule.factions),))
        )
    where = and_(*tests)
    if where == TRUE:
        return n.SizeOf(zone=place)
    return n.Length(items=n.Filter(items=n.TokensIn(zone=place), name=name, where=where))


# ---- visibility --------------------------------------------------------------------------------


def _shown(env: Environment, sel: t.ZoneSel, tests: tuple[t.TokenTest, ...]) -> tuple[str, n.Expr]:
    """The tokens of a zone that pass tests, and a loop variable for them."""
    name = env.symbols.fresh("token")
    items: n.Expr = n.TokensIn(zone=zone(env, sel))
    where = token_tests(env, n.Local(name=name), tests)
    if where != TRUE:
        items = n.Filter(items=items, name=name, where=where)
    return env.symbols.fresh("token"), items


def _reveal(env: Environment, effect: e.Reveal) -> n.Block:
    name, items = _shown(env, effect.zone, effect.tests)
    show = n.Show(token=n.Local(name=name), seats=players(env, effect.to))
    return (n.ForEach(name=name, items=items, body=(show,)),)


def _conceal(env: Environment, effect: e.Conceal) -> n.Block:
    """Undo a reveal. Seats that see the zone anyway still do."""
    sel = effect.zone
    known = (
        env.symbols.zone(sel.base, sel.owner is not None) if isinstance(sel, t.ZoneNamed) else None
    )
    if known is not None and known.visibility == "public":
        return ()
    name, items = _shown(env, sel, effect.tests)
    seats: n.Expr = players(env, effect.of)
    if known is None or known.visibility == "owner":
        seat = env.symbols.fresh("player")
        other = not_(equals(n.Local(name=seat), n.OwnerOf(zone=zone(env, sel))))
        seats = n.Filter(items=seats, name=seat, where=other)
    hide = n.Hide(token=n.Local(name=name), seats=seats)
    return (n.ForEach(name=name, items=items, body=(hide,)),)


EFFECTS.update(
    {
        e.MoveToken: _move_token,
        e.MoveAll: _move_all,
        e.MoveAdjacent: _move_adjacent,
        e.Draw: _draw,
        e.Shuffle: lambda env, effect: (n.Shuffle(zone=zone(env, effect.zone)),),
        e.CreateToken: _create,
        e.DestroyToken: _destroy,
        e.SetTokenProp: _set_prop,
        e.Reveal: _reveal,
        e.Conceal: _conceal,
    }
)
