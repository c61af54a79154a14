"""Going through nodes, rewriting them and replacing names."""

from pathlib import Path

import pytest

from ludwright.diagnostics import Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read, write
from ludwright.gamedef.walk import BINDERS, FIELDS, KINDS, children, rebuild, substitute, walk

IDENTITY = (Path(__file__).parent / "identity.txt").read_text(encoding="utf-8").strip()


def expr(text: str) -> n.Expr:
    node = read(text)
    assert isinstance(node, n.Expr)
    return node


def test_kinds_are_the_dataclasses_that_can_be_made() -> None:
    assert KINDS["Number"] is n.Number
    assert {"Node", "Expr", "Statement", "Span", "Block"}.isdisjoint(KINDS)
    assert len(KINDS) == len(set(KINDS.values()))
    assert FIELDS[n.ZoneAt] == ("name", "owner", "index")


def test_children_come_in_field_order_and_out_of_tuples() -> None:
    game = read(IDENTITY.split("\n\n")[-1])
    kinds = [type(child).__name__ for child in children(game)]
    assert kinds == [
        *("Enum", "Table", "Property", "Supply", "Zone", "Zone", "Link"),
        *("Spot", "Look", "VariableDef", "Option", "Procedure", "Listener", "Team", "Trait"),
    ]
    parts = n.Notation(name="", parts=("a", n.Seats(), "b", n.Hole()))
    assert list(children(parts)) == [n.Seats(), n.Hole()]


def test_walk_visits_everything_in_the_order_of_the_text() -> None:
    for text in IDENTITY.split("\n\n"):
        node = read(text)
        spans = [each.span for each in walk(node)]
        starts = [(s.line, s.column) for s in spans if s]
        assert starts == sorted(starts)
        assert len(starts) == sum(text.count(f"{kind}(") for kind in KINDS) - overlaps(text)


def overlaps(text: str) -> int:
    """How often a name was counted twice, because another name ends with it: ForEach and Each."""
    pairs = [(a, b) for a in KINDS for b in KINDS if a != b and a.endswith(b)]
    return sum(text.count(f"{longer}(") for longer, _ in pairs)


def chain(depth: int) -> n.Expr:
    node: n.Expr = n.Number(value=0)
    for i in range(depth):
        node = n.Add(left=node, right=n.Number(value=i))
    return node


def test_walk_and_rebuild_have_no_depth_limit() -> None:
    deep = chain(20_000)
    assert sum(1 for _ in walk(deep)) == 40_001
    assert rebuild(deep, lambda node: node) is deep
    doubled = rebuild(deep, lambda x: n.Number(value=x.value * 2) if isinstance(x, n.Number) else x)
    assert sum(x.value for x in walk(doubled) if isinstance(x, n.Number)) == 20_000 * 19_999


def test_rebuild_copies_only_what_changes_and_keeps_spans() -> None:
    node = expr("And(items=(Not(item=Hole()), Exists(item=Seat(number=1)), Truth(value=True)))")
    changed = rebuild(node, lambda x: n.Truth(value=False) if isinstance(x, n.Hole) else x)
    assert isinstance(node, n.And) and isinstance(changed, n.And)
    assert write(changed) == write(node).replace("Hole()", "Truth(value=False)")
    assert changed.span == node.span == Span("gamedef", 1, 1, 1, 78)
    assert changed.items[0].span == node.items[0].span
    assert changed.items[1] is node.items[1]


def test_rebuild_works_from_the_bottom_up() -> None:
    def fold(node: n.Node) -> n.Node:
        match node:
            case n.Add(left=n.Number(value=a), right=n.Number(value=b)):
                return n.Number(value=a + b)
        return node

    assert rebuild(chain(100), fold) == n.Number(value=4950)


def test_rebuild_treats_a_node_used_twice_alike() -> None:
    shared = n.Number(value=1)
    twice = n.Add(left=shared, right=n.Not(item=n.Less(left=shared, right=shared)))
    changed = rebuild(twice, lambda x: n.Hole() if isinstance(x, n.Number) else x)
    assert sum(isinstance(x, n.Hole) for x in walk(changed)) == 3


SUBSTITUTED = {
    "a name": ('Local(name="x")', "Seat(number=7)"),
    "another name": ('Local(name="z")', 'Local(name="z")'),
    "deep inside, twice": (
        'Equal(left=Local(name="x"), right=SeatAfter(seat=Local(name="x"), steps=Hole()))',
        "Equal(left=Seat(number=7), right=SeatAfter(seat=Seat(number=7), steps=Hole()))",
    ),
    "hidden inside, not in the list": (
        'Filter(items=Local(name="x"), name="x", where=Exists(item=Local(name="x")))',
        'Filter(items=Seat(number=7), name="x", where=Exists(item=Local(name="x")))',
    ),
    "bound under another name": (
        'Each(items=Seats(), name="s", value=Equal(left=Local(name="s"), right=Local(name="x")))',
        'Each(items=Seats(), name="s", value=Equal(left=Local(name="s"), right=Seat(number=7)))',
    ),
    "both names of a run": (
        'RunLength(zone=Local(name="x"), lower="a", upper="x", where=Local(name="x"))',
        'RunLength(zone=Seat(number=7), lower="a", upper="x", where=Local(name="x"))',
    ),
    "a binder that would catch": (
        'AnyOf(items=Hole(), name="s", where=And(items=(Local(name="s"), Local(name="y"))))',
        'AnyOf(items=Hole(), name="s_2", where=And(items=(Local(name="s_2"), Local(name="s"))))',
    ),
    "a binder that would catch, and a taken name": (
        'AllOf(items=Seats(), name="s", where=And(items=(Local(name="s_2"), Local(name="y"))))',
        'AllOf(items=Seats(), name="s_3", where=And(items=(Local(name="s_2"), Local(name="s"))))',
    ),
    "a binder that catches nothing": (
        'AnyOf(items=Local(name="y"), name="s", where=Exists(item=Local(name="s")))',
        'AnyOf(items=Local(name="s"), name="s", where=Exists(item=Local(name="s")))',
    ),
    "swapped, not one after the other": (
        'Less(left=Local(name="p"), right=Local(name="q"))',
        'Less(left=Local(name="q"), right=Local(name="p"))',
    ),
}


@pytest.mark.parametrize(("before", "after"), SUBSTITUTED.values(), ids=SUBSTITUTED)
def test_substitute(before: str, after: str) -> None:
    values = {
        "x": n.Seat(number=7),
        "y": n.Local(name="s"),
        "p": n.Local(name="q"),
        "q": n.Local(name="p"),
    }
    assert substitute(expr(before), values) == read(after)


def test_substitute_gives_back_what_it_does_not_change() -> None:
    node = expr('Filter(items=Seats(), name="x", where=Exists(item=Local(name="x")))')
    assert substitute(node, {"x": n.Hole(), "y": n.Local(name="x")}) is node


def test_every_expression_with_a_name_and_a_body_is_a_binder() -> None:
    binding = {
        kind
        for kind, fields in FIELDS.items()
        if issubclass(kind, n.Expr) and "items" in fields and "name" in fields
    }
    assert binding | {n.RunLength, n.Connected} == set(BINDERS)
    assert all(set(names) | {body} <= set(FIELDS[k]) for k, (names, body) in BINDERS.items())
