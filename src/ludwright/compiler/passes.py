"""The passes: GameDef to equivalent GameDef, specialised for seats and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from ..gamedef import nodes as n
from ..gamedef.claims import of as claims_of
from ..gamedef.fallibility import can_fail, facts_of
from ..gamedef.listeners import desugar_listeners
from ..gamedef.walk import children, rebuild, substitute, walk
from .pick_plan import rewrite_picks

MOST_UNROLLED = 600  # nodes a loop may become


def desugar(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """Desugar listeners."""
    return desugar_listeners(game)


def plan_picks(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """Decide how several items are picked: at once, or one by one."""
    return rewrite_picks(game, seats)


def specialise(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """Substitute the values of options and the number of seats."""
    values = {o.name: options.get(o.name, o.default) for o in game.options}

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.OptionValue):
            return values[node.name]
        if isinstance(node, n.Length) and isinstance(node.items, n.Seats):
            return n.Number(value=seats, span=node.span)
        if isinstance(node, n.Length) and isinstance(node.items, n.Teams):
            return n.Number(value=len(game.teams), span=node.span)
        if isinstance(node, n.Length) and isinstance(node.items, n.TokensIn):
            return n.SizeOf(zone=node.items.zone, span=node.span)
        return node

    return rebuild(game, change)


def static_items(items: n.Expr, game: n.GameDef, seats: int) -> tuple[n.Expr, ...] | None:
    """The items of a static list, or None."""
    if isinstance(items, n.Seats):
        return tuple(n.Seat(number=i, span=items.span) for i in range(seats))
    if isinstance(items, n.Teams):
        return tuple(n.TeamNamed(name=team.name, span=items.span) for team in game.teams)
    if isinstance(items, n.SeatsOf) and isinstance(items.team, n.TeamNamed):
        team = next(t for t in game.teams if t.name == items.team.name)
        numbers = (number for number in sorted(set(team.seats)) if number < seats)
        return tuple(n.Seat(number=i, span=items.span) for i in numbers)
    if isinstance(items, n.ZonesNamed):
        zone = next(z for z in game.zones if z.name == items.name)
        every: n.Expr = n.Teams() if zone.per_team else n.Seats()
        owned = zone.per_seat or zone.per_team
        owners = (static_items(every, game, seats) or ()) if owned else [None]
        return tuple(
            n.ZoneAt(
                name=zone.name,
                owner=owner,
                index=n.Number(value=i) if zone.count > 1 else None,
                span=items.span,
            )
            for owner in owners
            for i in range(zone.count)
        )
    if isinstance(items, n.ListOf) and all(_is_static(item, game, seats) for item in items.items):
        return items.items
    if isinstance(items, n.Join):
        parts = [static_items(part, game, seats) for part in items.lists]
        if all(part is not None for part in parts):
            return tuple(item for part in parts for item in part or ())
    if isinstance(items, n.Reversed):
        turned = static_items(items.items, game, seats)
        return None if turned is None else turned[::-1]
    return None


def _is_static(expr: n.Expr, game: n.GameDef, seats: int) -> bool:
    """Whether an expression is an infallible constant."""
    if isinstance(expr, n.Seat):
        return expr.number < seats
    if isinstance(expr, n.ZoneAt):
        zone = next(z for z in game.zones if z.name == expr.name)
        index = expr.index or n.Number(value=0)
        there = isinstance(index, n.Number) and 0 <= index.value < zone.count
        return there and (expr.owner is None or _is_static(expr.owner, game, seats))
    return isinstance(expr, n.Number | n.Truth | n.Symbol | n.TeamNamed)


def unroll(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """Unroll loops over seats and other static lists, so that their zones become constants."""
    facts = facts_of(game, seats)
    # In a Together, an answer belongs to the choice that took it, so choices must not be copied.
    whole = (n.Decide, n.Ask, n.Pick) if any(isinstance(x, n.Together) for x in walk(game)) else ()

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Procedure):
            return _unrolled_loops(node, game, seats, whole)
        if isinstance(node, n.AnyOf | n.AllOf):
            items = static_items(node.items, game, seats)
            if items is not None and _is_short(node.where, len(items)):
                tests = tuple(substitute(node.where, {node.name: item}) for item in items)
                # In a quantifier a failing test is merely false; in the Or or And it would fail the
                # whole.
                if not any(can_fail(test, facts) for test in tests):
                    kind = n.Or if isinstance(node, n.AnyOf) else n.And
                    return kind(items=tests, span=node.span)
        if isinstance(node, n.Filter):
            return _sifted(node, game, seats)
        if isinstance(node, n.Each):
            items = static_items(node.items, game, seats)
            if items and _is_short(node.value, len(items)):
                values = tuple(substitute(node.value, {node.name: item}) for item in items)
                return n.ListOf(items=values, span=node.span)
        return node

    return rebuild(game, change)


def _sifted(node: n.Filter, game: n.GameDef, seats: int) -> n.Expr:
    """A static list of zones without those that a test of their traits excludes."""
    items = static_items(node.items, game, seats) or ()
    parts = node.where.items if isinstance(node.where, n.And) else (node.where,)
    fixed = tuple(part for part in parts if _about_traits(part, node.name))
    if not (fixed and items and all(isinstance(item, n.ZoneAt) for item in items)):
        return node
    change = _simplifier(game, seats)
    where = n.And(items=fixed)
    tests = [rebuild(substitute(where, {node.name: item}), change) for item in items]
    # A test that does not fold to a constant (the trait is missing) keeps its zone.
    kept = [item for item, test in zip(items, tests, strict=True) if test != n.Truth(value=False)]
    listed = n.ListOf(items=tuple(kept), of="zone", span=node.items.span)
    if len(fixed) == len(parts) and all(isinstance(test, n.Truth) for test in tests):
        return listed
    return node if len(kept) == len(items) else replace(node, items=listed)


TRAITS = (
    *(n.TraitOf, n.Local, n.Number, n.Truth, n.Symbol),
    *(n.And, n.Or, n.Not, n.Equal, n.Less, n.AtMost),
)


def _about_traits(test: n.Expr, name: str) -> bool:
    """Whether a test depends on nothing but the traits of the zone that a name denotes."""
    found = list(walk(test))
    alone = all(isinstance(x, TRAITS) and getattr(x, "name", name) == name for x in found)
    return alone and any(isinstance(x, n.TraitOf) for x in found)


def _unrolled_loops(
    procedure: n.Procedure, game: n.GameDef, seats: int, whole: tuple[type[n.Statement], ...]
) -> n.Procedure:
    names = _loop_names(procedure)

    def change(node: n.Node) -> n.Node:
        if not isinstance(node, n.ForEach) or node.name not in names:
            return node
        items = static_items(node.items, game, seats)
        if items is None or not _may_unroll(node, len(items)):
            return node
        if any(isinstance(x, whole) for x in walk(node)):
            return node
        copies = [_body_with(node.body, node.name, item) for item in items]
        together = tuple(statement for copy in copies for statement in copy)
        # A statement has to be replaced by one statement, not by several.
        return n.If(test=n.Truth(value=True), then=together, span=node.span)

    return cast(n.Procedure, rebuild(cast(n.Node, procedure), change))


def _loop_names(procedure: n.Procedure) -> set[str]:
    """The names that are read only inside loops that bind them, and not rebound there.

    Only these can be replaced by the items when a loop is unrolled."""
    nodes = list(walk(procedure))
    reads = Counter(x.name for x in nodes if isinstance(x, n.Local))
    inside: Counter[str] = Counter()
    again: set[str] = set()
    for loop in nodes:
        if isinstance(loop, n.ForEach):
            body = [x for statement in loop.body for x in walk(statement)]
            inside[loop.name] += sum(isinstance(x, n.Local) and x.name == loop.name for x in body)
            again.update(name for x in body for name in _bound_by(x) if name == loop.name)
    loops = {x.name for x in nodes if isinstance(x, n.ForEach)}
    return {name for name in loops - again if inside[name] == reads[name]}


def _may_unroll(loop: n.ForEach, times: int) -> bool:
    return _is_short(loop, times) and not _leaves(loop.body)


def _is_short(node: n.Node, times: int) -> bool:
    """Whether a number of copies stays within the limit."""
    return times * sum(1 for _ in walk(node)) <= MOST_UNROLLED


def _bound_by(node: n.Node) -> tuple[str, ...]:
    """The local names that a node itself binds."""
    return tuple(getattr(node, field) for field in claims_of(type(node)).binds)


def _leaves(block: n.Block) -> bool:
    """Whether a block has a Leave that exits the enclosing loop."""
    waiting: list[n.Node] = list(block)
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Leave):
            return True
        if not isinstance(node, n.While | n.ForEach):
            waiting.extend(children(node))
    return False


def _body_with(body: n.Block, name: str, item: n.Expr) -> n.Block:
    def change(node: n.Node) -> n.Node:
        return item if isinstance(node, n.Local) and node.name == name else node

    return tuple(rebuild(statement, change) for statement in body)


def simplify(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """Constant folding of arithmetic, comparisons and logic."""
    return rebuild(game, _simplifier(game, seats))


def _simplifier(game: n.GameDef, seats: int) -> Callable[[n.Node], n.Node]:
    def change(node: n.Node) -> n.Node:
        missing = any(isinstance(c, n.Seat) and c.number >= seats for c in children(node))
        if missing:  # reading a missing seat fails, which must not be folded away
            return node
        if isinstance(node, n.TeamOf) and isinstance(node.seat, n.Seat):
            team = next(t for t in game.teams if node.seat.number in t.seats)
            return n.TeamNamed(name=team.name, span=node.span)
        if isinstance(node, n.NumberOf) and isinstance(node.seat, n.Seat):
            return n.Number(value=node.seat.number, span=node.span)
        if isinstance(node, n.TraitOf) and _is_static(node.zone, game, seats):
            return _trait(node, game)
        return simplified(node)

    return change


def _trait(node: n.TraitOf, game: n.GameDef) -> n.Node:
    """The trait of a constant zone, if it has it."""
    assert isinstance(node.zone, n.ZoneAt)
    index = node.zone.index.value if isinstance(node.zone.index, n.Number) else 0
    trait = next(t for t in game.traits if t.name == node.trait)
    found = (v.value for v in trait.values if (v.zone, v.index) == (node.zone.name, index))
    value = next(found, None)
    if isinstance(value, bool):
        return n.Truth(value=value, span=node.span)
    if isinstance(value, str):
        return n.Symbol(enum=trait.type, value=value, span=node.span)
    return node if value is None else n.Number(value=value, span=node.span)


def simplified(node: n.Node) -> n.Node:
    """A node, or something simpler that means the same."""
    rule = SIMPLER.get(type(node))
    return rule(node) if rule else node


def _arithmetic(compute: Callable[[int, int], int]) -> Callable[[n.Node], n.Node]:
    def rule(node: n.Node) -> n.Node:
        left, right = node.left, node.right  # type: ignore[attr-defined]
        if isinstance(left, n.Number) and isinstance(right, n.Number):
            value = compute(left.value, right.value)
            # An overflow is a fault at run time, so it is not folded.
            if -(2**31) <= value < 2**31:
                return n.Number(value=value, span=node.span)
        return node

    return rule


def _comparison(compare: Callable[[object, object], bool]) -> Callable[[n.Node], n.Node]:
    def rule(node: n.Node) -> n.Node:
        left, right = node.left, node.right  # type: ignore[attr-defined]
        if type(left) is type(right) and isinstance(left, CONSTANTS):
            values = (_constant(left), _constant(right))
            return n.Truth(value=compare(*values), span=node.span)
        return node

    return rule


def _equal(node: n.Node) -> n.Node:
    """A comparison; that a size is 0 becomes that there is no top, which folds into bit tables."""
    assert isinstance(node, n.Equal)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, n.SizeOf) and other == n.Number(value=0):
            top = n.TopOf(zone=one.zone, span=one.span)
            return n.Not(item=n.Exists(item=top, span=node.span), span=node.span)
    return _comparison(lambda a, b: a == b)(node)


CONSTANTS = n.Number | n.Truth | n.Symbol | n.Seat | n.TeamNamed


def _constant(node: n.Expr) -> object:
    if isinstance(node, n.TeamNamed):
        return node.name
    return node.number if isinstance(node, n.Seat) else node.value  # type: ignore[attr-defined]


def _logic(node: n.Node) -> n.Node:
    """Drop neutral items and those after the first that decides; those before it may still fail."""
    assert isinstance(node, n.And | n.Or)
    decides = isinstance(node, n.Or)
    items: list[n.Expr] = []
    for item in node.items:
        if type(item) is type(node):
            items.extend(item.items)
        elif not (isinstance(item, n.Truth) and item.value is not decides):
            items.append(item)
        # Neutral constants are dropped, so a constant here is one that decides.
        if items and isinstance(items[-1], n.Truth):
            break
    if not items:
        return n.Truth(value=not decides, span=node.span)
    if len(items) == 1:
        return items[0]
    return type(node)(items=tuple(items), span=node.span)


def _not(node: n.Node) -> n.Node:
    assert isinstance(node, n.Not)
    if isinstance(node.item, n.Truth):
        return n.Truth(value=not node.item.value, span=node.span)
    return node.item.item if isinstance(node.item, n.Not) else node


def _conditional(node: n.Node) -> n.Node:
    assert isinstance(node, n.Conditional)
    if isinstance(node.test, n.Truth):
        return node.then if node.test.value else node.otherwise
    return node


SIMPLER: dict[type[n.Node], Callable[[n.Node], n.Node]] = {
    n.Add: _arithmetic(lambda a, b: a + b),
    n.Subtract: _arithmetic(lambda a, b: a - b),
    n.Multiply: _arithmetic(lambda a, b: a * b),
    n.Equal: _equal,
    n.Less: _comparison(lambda a, b: a < b),  # type: ignore[operator]
    n.AtMost: _comparison(lambda a, b: a <= b),  # type: ignore[operator]
    n.And: _logic,
    n.Or: _logic,
    n.Not: _not,
    n.Conditional: _conditional,
}

Pass = Callable[[n.GameDef, int, dict[str, n.Expr]], n.GameDef]
# Listeners first, because they generate code for all other passes. Options are substituted before
# picks, whose form depends on constant numbers; unrolling makes more constants to simplify.
PASSES: tuple[Pass, ...] = (desugar, specialise, simplify, plan_picks, unroll, simplify)


def prepare(game: n.GameDef, seats: int, options: dict[str, n.Expr]) -> n.GameDef:
    """The game after all passes, for one number of seats and one set of options."""
    for each in PASSES:
        game = each(game, seats, options)
    return game
