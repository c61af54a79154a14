"""Measures of a game as plain text and JSON, and their definitions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from ..lab.estimates import Estimate
from ..lab.measures import MEASURES, SLOW

WIDTH = 100
MOST_PARTS = 8
INDENT = {"initial_indent": "  ", "subsequent_indent": "  "}


def estimates_lines(found: Mapping[str, Estimate]) -> Iterator[str]:
    """Estimates, one in a line, with the values they are made of below."""
    wide = max((len(name) for name in found), default=0)
    for name, each in found.items():
        text = each.note if each.value is None else _value_text(name, each)
        yield f"{name:<{wide}}  {text}"
        if each.parts:
            shown = [_part_text(*part) for part in each.parts[:MOST_PARTS]]
            if len(each.parts) > MOST_PARTS:
                shown.append(f"{len(each.parts) - MOST_PARTS} more")
            yield f"{'':<{wide}}  {'; '.join(shown)}"


def _value_text(name: str, each: Estimate) -> str:
    value, low, high = (_number(number) for number in (each.value, each.low, each.high))
    note = f"; {each.note}" if each.note else ""
    return f"{value:>9}  ({low} to {high})  {MEASURES[name].unit}, n = {each.count:,}{note}"


def _part_text(name: str, value: float | None) -> str:
    return name if value is None else f"{name} {_number(value)}"


def _number(value: float | None) -> str:
    return "?" if value is None or abs(value) == float("inf") else f"{value:.4g}"


def estimates_as_json(found: Mapping[str, Estimate]) -> dict[str, Any]:
    """The machine-readable form, with units."""
    return {name: {"unit": MEASURES[name].unit} | each.as_json() for name, each in found.items()}


def definition_lines() -> Iterator[str]:
    """All measures with their definitions."""
    for each in MEASURES.values():
        slow = ", only if asked for" if each.source in SLOW else ""
        yield f"{each.name}: {each.title} ({each.unit}{slow})"
        yield from textwrap.wrap(
            each.definition, WIDTH, initial_indent="  ", subsequent_indent="  "
        )
        if each.reference:
            yield f"  reference: {each.reference}"
        yield f"  interval: {each.interval}"


def definitions_as_json() -> list[dict[str, Any]]:
    """The same in machine-readable form."""
    words = ("name", "title", "unit", "definition", "reference", "interval")
    return [
        {word: getattr(each, word) for word in words} | {"slow": each.source in SLOW}
        for each in MEASURES.values()
    ]


def definition_table() -> Iterator[str]:
    """The same as a table in Markdown."""
    yield "| measure | unit | definition | reference | interval |"
    yield "|---|---|---|---|---|"
    for each in MEASURES.values():
        name = f"`{each.name}`" + (" (slow)" if each.source in SLOW else "")
        cells = (name, each.unit, each.definition, each.reference, each.interval)
        yield f"| {' | '.join(cells)} |"
