"""Checks for writers: what a language cannot express, and whether a game survives a round trip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.walk import FIELDS, rebuild, walk


def uncommon(game: n.GameDef) -> Iterator[tuple[n.Node, str]]:
    """The nodes that a language without teams, options, events and owners cannot express, each
    with a message."""
    # One message for all teams; each option and zone has a name to report it by.
    for team in game.teams[:1]:
        yield team, "the game has teams"
    for option in game.options:
        yield option, f"the game has the option '{option.name}'"
    for listener in game.listeners[:1]:
        yield listener, "the game listens for moving cards"
    for zone in game.zones:
        if zone.per_seat or zone.per_team:
            yield zone, f"the zone '{zone.name}' has owners"


def difference(game: n.GameDef, again: n.GameDef | None) -> n.Node | None:
    """The first node in which a game differs from its copy, or the nearest one with a span."""
    if again is None:
        return game
    # Reasons only explain the rules: a game without any equals one that differs in nothing else.
    explained = any(isinstance(node, n.Action) and node.because for node in walk(game))
    return _first(game, again if explained else rebuild(again, _unexplained))


def _unexplained(node: n.Node) -> n.Node:
    """A node without the reasons that serve for explanations only."""
    if isinstance(node, n.Action):
        return replace(node, because=())
    return replace(node, refused=()) if isinstance(node, n.Decide) else node


def _first(one: n.Node, other: Any) -> n.Node | None:
    if type(one) is not type(other):
        return one
    for name in FIELDS[type(one)]:
        mine, others = getattr(one, name), getattr(other, name)
        if mine == others:
            continue
        parts = zip_longest(_parts(mine), _parts(others))
        inner = (_first(a, b) for a, b in parts if isinstance(a, n.Node) and a != b)
        # A synthesised node has no span: report the nearest node around it that has one.
        found = next(inner, None)
        return found if found and found.span else one
    return None


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
