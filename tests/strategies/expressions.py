"""Random expressions of a given type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludwright.gamedef import nodes as n

from .maker import Maker, Scope

Make = Callable[[Maker, str, Scope, int], n.Expr]


def expr(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """An expression of a type."""
    if depth <= 0 or m.pick(3) == 0:
        return leaf(m, kind, scope)
    if kind.startswith("["):
        return list_of(m, kind[1:-1], scope, depth - 1)
    makers = {"int": INTS, "bool": BOOLS, "seat": SEATS, "token": TOKENS, "zone": ZONES}
    makers["team"] = TEAMS
    # The makers that need no particular type come last.
    make = m.one([*makers.get(kind, SYMBOLS), choose_value, take_item])
    return make(m, kind, scope, depth - 1)


def leaf(m: Maker, kind: str, scope: Scope) -> n.Expr:
    """A name, a variable, an option or a constant of a type."""
    found: list[n.Expr] = [n.Local(name=k) for k, v in scope.names.items() if v == kind]
    found += [
        n.Variable(name=v.name, of=sure_owner(m, v, scope), index=index_of(m, v))
        for v in m.variables
        if v.type == kind
    ]
    found += [n.OptionValue(name=o.name) for o in m.options if o.name == f"set_{kind}"]
    if found and m.pick(3):
        return m.one(found)
    if kind.startswith("["):
        return plain_list(m, kind[1:-1], scope)
    if kind != "int" and kind != "bool" and m.rarely(8):
        return n.Nothing(type=kind)
    if kind == "seat":
        return n.Seat(number=m.pick(m.most))
    if kind == "zone":
        return zone_at(m, scope, 0)
    if kind == "token":
        return n.TopOf(zone=stocked(m, scope))
    return m.fixed_value(kind)


def index_of(m: Maker, variable: n.VariableDef) -> n.Expr | None:
    """Which of several variables, if there are; sometimes none of them."""
    if variable.count == 1:
        return None
    round = n.Variable(name="round")
    return m.one((n.Number(value=m.pick(3)), n.Number(value=1), round))


def sure_seat(m: Maker, scope: Scope) -> n.Expr:
    """A seat that is never nothing, as long as the numbers in it do not fail."""
    if m.pick(2) == 0:
        return n.Seat(number=0)
    steps = n.Variable(name="round") if m.pick(2) else n.Number(value=m.pick(5) - 1)
    return n.SeatAfter(seat=n.Seat(number=0), steps=steps)


def sure_owner(m: Maker, kept: n.Zone | n.VariableDef, scope: Scope) -> n.Expr | None:
    """For whom something is kept."""
    if kept.per_team:
        return n.TeamOf(seat=sure_seat(m, scope)) if m.pick(2) else m.fixed_value("team")
    return sure_seat(m, scope) if kept.per_seat else None


def zone_at(m: Maker, scope: Scope, depth: int) -> n.ZoneAt:
    """A zone by name."""
    zone = m.one(m.zones)
    owner, index = sure_owner(m, zone, scope), None
    if owner and m.rarely(4):
        owner = expr(m, "team" if zone.per_team else "seat", scope, depth)
    if zone.count > 1:
        number = n.Number(value=m.pick(zone.count))
        index = expr(m, "int", scope, depth) if m.rarely(4) else number
    return n.ZoneAt(name=zone.name, owner=owner, index=index)


def stocked(m: Maker, scope: Scope) -> n.ZoneAt:
    """A zone that is not so often empty."""
    return n.ZoneAt(name="deck") if m.pick(2) else zone_at(m, scope, 0)


def plain_list(m: Maker, kind: str, scope: Scope) -> n.Expr:
    """A list that needs no other list."""
    natural: dict[str, Callable[[], n.Expr]] = {
        "seat": lambda: seats(m, scope),
        "team": n.Teams,
        "zone": lambda: n.ZonesNamed(name=m.one(m.zones).name),
        "token": lambda: n.TokensIn(zone=stocked(m, scope)),
        "int": lambda: n.Range(low=n.Number(value=m.pick(3) - 1), high=small(m, scope)),
    }
    if kind in natural and m.pick(3) < 2:
        return natural[kind]()
    items = m.some(0, 3, lambda: leaf(m, kind, scope))
    return n.ListOf(items=tuple(items), of=kind)


def seats(m: Maker, scope: Scope) -> n.Expr:
    """All seats, or those of a team."""
    if m.teams and m.pick(2):
        return n.SeatsOf(team=leaf(m, "team", scope))
    return n.Seats()


def small(m: Maker, scope: Scope) -> n.Expr:
    """A small number, so that lists stay short."""
    if m.pick(2) == 0:
        return n.Number(value=m.pick(5))
    return n.Modulo(left=leaf(m, "int", scope), right=n.Number(value=6))


def list_of(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A list made from other lists."""
    if kind == "zone" and m.rarely(2):
        return linked_zones(m, scope, depth)
    if m.rarely(8):
        return combined(m, kind, scope, depth)
    which = m.pick(8)
    if which == 0:
        return plain_list(m, kind, scope)
    if which == 6:
        return n.Join(lists=tuple(m.some(1, 2, lambda: expr(m, f"[{kind}]", scope, depth))))
    if which == 7:
        return in_another_order(m, kind, scope, depth)
    if which == 1:
        return n.Distinct(items=expr(m, f"[{kind}]", scope, depth))
    if which == 2:
        source = m.scalar()
        items, name, inner = over(m, source, scope, depth)
        return n.Each(items=items, name=name, value=expr(m, kind, inner, depth))
    if which == 3:
        return choose_value(m, f"[{kind}]", scope, depth)
    items, name, inner = over(m, kind, scope, depth)
    return n.Filter(items=items, name=name, where=expr(m, "bool", inner, depth))


def linked_zones(m: Maker, scope: Scope, depth: int) -> n.Expr:
    """Where links lead to, one step or as far as a test allows; or a tree."""
    if m.rarely(3):
        return n.TreeOf(zone=expr(m, "zone", scope, depth))
    link, zone = m.one(m.links).name, expr(m, "zone", scope, depth)
    if m.pick(2) == 0:
        return n.Neighbours(zone=zone, link=link)
    name = m.fresh("r")
    where = expr(m, "bool", scope.having(**{name: "zone"}), depth)
    within = small(m, scope) if m.rarely(2) else None
    return n.Connected(zone=zone, link=link, name=name, where=where, within=within)


def in_another_order(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """The items by a number, which may be the same for several, or backwards."""
    items, name, inner = over(m, kind, scope, depth)
    if m.pick(2):
        return n.Reversed(items=items)
    return n.Sorted(items=items, name=name, key=expr(m, "int", inner, depth))


def combined(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """What goes together of a list: the selections as numbers, or the items of one."""
    if kind != "int":
        items = expr(m, f"[{kind}]", scope, depth)
        return n.Selected(items=items, selection=expr(m, "int", scope, depth))
    its = m.scalar()
    items = expr(m, f"[{its}]", scope, depth)
    if m.pick(2):
        return selections(m, its, items, scope, depth)
    groups = selections(m, its, items, scope, depth) if m.pick(3) else expr(m, "[int]", scope, 0)
    name = m.fresh("w")
    weight = expr(m, "int", scope.having(**{name: its}), depth)
    return n.BestPartition(items=items, groups=groups, name=name, weight=weight)


def selections(m: Maker, its: str, items: n.Expr, scope: Scope, depth: int) -> n.Subsets:
    """The selections of few items of a list: there may be many items."""
    name = m.fresh("g")
    least, most = (n.Number(value=m.pick(3)) for _ in range(2))
    where = expr(m, "bool", scope.having(**{name: f"[{its}]"}), depth)
    return n.Subsets(items=items, least=least, most=most, name=name, where=where)


def over(m: Maker, kind: str, scope: Scope, depth: int) -> tuple[n.Expr, str, Scope]:
    """A list, a name for its items and the scope with it; the name may hide another one."""
    same = [name for name, its in scope.names.items() if its == kind]
    name = m.one(same) if same and m.rarely(6) else m.fresh("i")
    return expr(m, f"[{kind}]", scope, depth), name, scope.having(**{name: kind})


def stored(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A value to keep: numbers are kept small, so that they seldom overflow."""
    made = expr(m, kind, scope, depth)
    if kind != "int" or isinstance(made, n.Number | n.Local | n.Variable):
        return made
    if m.rarely(40):
        made = n.Add(left=n.Number(value=2**31 - 1), right=made)
    return n.Modulo(left=made, right=n.Number(value=m.one((20, 7, -9))))


# ---- expressions by type ------------------------------------------------------------------------


def of_type(node: Any, **kinds: str) -> Make:
    """A maker of a node whose fields have fixed types."""

    def make(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
        parts = {name: expr(m, its, scope, depth) for name, its in kinds.items()}
        return node(**parts)  # type: ignore[no-any-return]

    return make


def choose_value(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A Conditional of any type."""
    test = expr(m, "bool", scope, depth)
    then, otherwise = expr(m, kind, scope, depth), expr(m, kind, scope, depth)
    return n.Conditional(test=test, then=then, otherwise=otherwise)


def take_item(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """An Item of a list of any type."""
    items = expr(m, f"[{kind}]", scope, depth)
    index = n.Number(value=0) if m.pick(3) < 2 else expr(m, "int", scope, depth)
    return n.Item(items=items, index=index)


def read_property(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A property of this type."""
    which = m.one([p.name for p in m.properties if p.type == kind])
    return n.PropertyOf(token=expr(m, "token", scope, depth), property=which)


def look_up(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A number from a table."""
    table = m.one(m.tables)
    return n.Lookup(table=table.name, key=expr(m, table.enum, scope, depth))


def divide(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A quotient or what is left over; the divisor may be 0 or negative."""
    node = n.Divide if m.pick(2) else n.Modulo
    return node(left=expr(m, "int", scope, depth), right=expr(m, "int", scope, depth))


def run_length(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """The length of a run."""
    lower, upper = m.fresh("l"), m.fresh("u")
    where = expr(m, "bool", scope.having(**{lower: "token", upper: "token"}), depth)
    if m.pick(2):
        worth = [n.PropertyOf(token=n.Local(name=k), property="is_int") for k in (lower, upper)]
        where = n.AtMost(left=worth[0], right=worth[1])
    return n.RunLength(zone=stocked(m, scope), lower=lower, upper=upper, where=where)


def equal(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A comparison of two values of one type."""
    its = m.scalar()
    return n.Equal(left=expr(m, its, scope, depth), right=expr(m, its, scope, depth))


def exists(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """Whether something is there."""
    return n.Exists(item=expr(m, m.one(m.scalars[2:]), scope, depth))


def several(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """Up to three tests in one."""
    node = n.And if m.pick(2) else n.Or
    return node(items=tuple(m.some(0, 3, lambda: expr(m, "bool", scope, depth))))


def contains(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """Whether a list has an item."""
    its = m.scalar()
    return n.Contains(items=expr(m, f"[{its}]", scope, depth), value=expr(m, its, scope, depth))


def quantified(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A test of all items of a list."""
    items, name, inner = over(m, m.scalar(), scope, depth)
    node = n.AnyOf if m.pick(2) else n.AllOf
    return node(items=items, name=name, where=expr(m, "bool", inner, depth))


def length(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """How long a list of any type is."""
    return n.Length(items=expr(m, f"[{m.scalar()}]", scope, depth))


def zone_by_name(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A zone by name with computed owner and index."""
    return zone_at(m, scope, depth)


def direction(m: Maker, scope: Scope) -> n.Expr:
    """One of few directions, so that they are met again; rarely none at all."""
    return leaf(m, "int", scope) if m.rarely(6) else n.Number(value=m.one((0, 4, 7)))


def child_at(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """What hangs below a zone."""
    return n.ChildAt(zone=expr(m, "zone", scope, depth), direction=direction(m, scope))


def read_trait(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """A trait of a zone, if there is one of the type."""
    found = [t for t in m.traits if t.type == kind]
    if not found:
        return read_property(m, kind, scope, depth)
    return n.TraitOf(zone=expr(m, "zone", scope, depth), trait=m.one(found).name)


INTS: list[Make] = [
    of_type(n.NumberOf, seat="seat"),
    read_trait,
    of_type(n.Add, left="int", right="int"),
    of_type(n.Subtract, left="int", right="int"),
    of_type(n.Multiply, left="int", right="int"),
    divide,
    look_up,
    of_type(n.SizeOf, zone="zone"),
    of_type(n.IndexOf, zone="zone"),
    of_type(n.Sum, items="[int]"),
    of_type(n.Largest, items="[int]"),
    of_type(n.Smallest, items="[int]"),
    run_length,
    read_property,
    length,
    of_type(n.DirectionOf, zone="zone"),
]


def possible(m: Maker, kind: str, scope: Scope, depth: int) -> n.Expr:
    """Whether a few statements could be carried out; their names are new."""
    made: list[n.Statement] = []
    for _ in range(1 + m.pick(3)):
        made.append(m.one(PROBES)(m, scope, depth))
    if m.rarely(3):
        test = expr(m, "bool", scope, depth)
        made = [n.If(test=test, then=tuple(made), otherwise=(n.Fail(reason="no"),))]
    if m.rarely(3):
        made = [n.Attempt(body=tuple(made), rollback=bool(m.pick(2)))]
    return n.Possible(body=tuple(made))


Probe = Callable[[Maker, Scope, int], n.Statement]
PROBES: list[Probe] = [
    lambda m, scope, depth: n.MoveTop(source=stocked(m, scope), to=zone_at(m, scope, 0)),
    lambda m, scope, depth: n.MoveToken(token=expr(m, "token", scope, 0), to=zone_at(m, scope, 0)),
    lambda m, scope, depth: n.Let(name=m.fresh("p"), value=stored(m, "int", scope, depth)),
    lambda m, scope, depth: n.SetVariable(name="round", value=small(m, scope)),
    lambda m, scope, depth: n.Roll(name=m.fresh("p"), low=n.Number(value=1), high=small(m, scope)),
    lambda m, scope, depth: n.Shuffle(zone=stocked(m, scope)),
    lambda m, scope, depth: n.Show(token=expr(m, "token", scope, 0), seats=n.Seats()),
    lambda m, scope, depth: n.Ask(
        name=m.fresh("p"), seat=sure_seat(m, scope), items=expr(m, "[int]", scope, depth)
    ),
    lambda m, scope, depth: n.If(
        test=expr(m, "bool", scope, depth), then=(n.Fail(reason="perhaps"),)
    ),
]
"""What is tried out."""

BOOLS: list[Make] = [
    of_type(n.Less, left="int", right="int"),
    of_type(n.AtMost, left="int", right="int"),
    of_type(n.Not, item="bool"),
    of_type(n.IsFaceUp, token="token"),
    equal,
    exists,
    several,
    contains,
    quantified,
    read_property,
    read_trait,
    lambda m, kind, scope, depth: (
        possible(m, kind, scope, depth) if m.rarely(3) else exists(m, kind, scope, depth)
    ),
]
SEATS: list[Make] = [
    of_type(n.SeatAfter, seat="seat", steps="int"),
    of_type(n.OwnerOf, zone="zone"),
]
TEAMS: list[Make] = [of_type(n.TeamOf, seat="seat")]
TOKENS: list[Make] = [
    of_type(n.TopOf, zone="zone"),
    of_type(n.BottomOf, zone="zone"),
    of_type(n.TokenAt, zone="zone", position="int"),
]
ZONES: list[Make] = [
    of_type(n.ZoneOf, token="token"),
    zone_by_name,
    child_at,
    of_type(n.ParentOf, zone="zone"),
    of_type(n.RootOf, zone="zone"),
]
SYMBOLS: list[Make] = [read_property, read_trait]
