"""Infer which token properties hold players: compared with those, `'0'` and `0` denote a seat."""

from __future__ import annotations

from typing import Any

from ..read.tree import effects as e
from ..read.tree import sections
from ..read.tree import values as t

QUERIES: dict[type, tuple[str, str]] = {
    e.ForEach: ("bind", "over"),
    e.ChooseOne: ("bind", "options"),
    e.ChooseN: ("bind", "options"),
    e.Reduce: ("item", "over"),
    sections.Param: ("name", "domain"),
    t.NextInOrder: ("bind", "source"),
}
"""Parts that bind a name to items of a query: the fields of the name and of the query."""
Given = list[tuple[str, t.Value]]


def seat_props(parts: list[Any]) -> frozenset[str]:
    """The properties that are ever assigned a player, directly or through names and copies."""
    named: Given = []
    given: Given = []
    listed: list[tuple[str, t.Query]] = []
    for part in parts:
        if isinstance(part, e.CreateToken):
            given += [(prop.text, value) for prop, value in part.props]
        elif isinstance(part, e.SetTokenProp):
            given.append((part.prop.text, part.value))
        elif isinstance(part, e.Let | e.BindValue):
            named.append((_bare(part.bind), part.value))
        if type(part) in QUERIES:
            bind, query = QUERIES[type(part)]
            listed.append((_bare(getattr(part, bind)), getattr(part, query)))
    names, props = set[str](), set[str]()
    # Fixed point: names and properties feed each other. Both sets only grow, so it terminates.
    while True:
        known = len(names) + len(props)
        names |= {name for name, query in listed if _lists_seats(query, names)}
        names |= {name for name, value in named if _is_seat(value, names, props)}
        props |= {prop for prop, value in given if _is_seat(value, names, props)}
        if len(names) + len(props) == known:
            return frozenset(props)


def _bare(name: t.Name) -> str:
    """A name without `$`. Scopes are ignored: all bindings of a name count as one."""
    return name.text.removeprefix("$")


def _lists_seats(query: t.Query, names: set[str]) -> bool:
    if isinstance(query, t.Joined):
        return any(_lists_seats(source, names) for source in query.sources)
    if isinstance(query, t.NextInOrder):
        return _lists_seats(query.source, names)
    if isinstance(query, t.BoundList):
        return _bare(query.name) in names
    return isinstance(query, t.Players)


def _is_seat(value: t.Value, names: set[str], props: set[str]) -> bool:
    if isinstance(value, t.Binding):
        return _bare(value.name) in names
    if isinstance(value, t.TokenProp):
        return value.prop.text in props
    if isinstance(value, t.IfValue):
        return any(_is_seat(way, names, props) for way in (value.then, value.otherwise))
    return isinstance(value, t.ActivePlayer)
