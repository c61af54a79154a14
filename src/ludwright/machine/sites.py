"""What a program says of sites where several items are picked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetInfo:
    """What the options of an action are, if each is a set of items: the type of an item, how many
    values that has, and how many items a set has at most in any position."""

    kind: str
    values: int
    largest: int


@dataclass(frozen=True, slots=True)
class PickInfo:
    """Several items that are picked at a site: state addresses of how many at least and at most,
    and of the list that they are from; or, where they are picked one by one, of the list of those
    picked so far."""

    kind: str  # the type of an item
    least: int
    most: int
    items: int = 0
    chosen: int = 0
    sequence: bool = False  # whether the order of picking counts
