"""Tiny GameSpecDocs for tests of what happens in play, and tables to play them at."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import ludwright
from ludwright.play.table import Table

DEFAULTS = {
    "metadata": "metadata: { id: tiny, players: { min: 2, max: 2 } }",
    "globalVars": """\
globalVars:
  - { name: x, type: int, init: 0, min: -999, max: 999 }
  - { name: y, type: int, init: 0, min: -999, max: 999 }
  - { name: log, type: int, init: 0, min: 0, max: 999999999 }""",
    "zones": """\
zones:
  - { id: pile, owner: none, visibility: public, ordering: stack }
  - { id: field, owner: none, visibility: public, ordering: set }
  - { id: hand, owner: player, visibility: owner, ordering: set }""",
    "tokenTypes": "tokenTypes: [{ id: card, props: { name: string, rank: int } }]",
    "turnStructure": "turnStructure: { phases: [{ id: main }] }",
    "terminal": "terminal: { conditions: [] }",
}
"""Sections that a document has unless it says otherwise."""


def document(text: str, **more: str) -> str:
    """A document of these sections, and of the usual ones that are not among them."""
    written = {*re.findall(r"^(\w+):", text, re.MULTILINE), *more}
    given = [text, *more.values()]
    blocks = [*given, *(told for name, told in DEFAULTS.items() if name not in written)]
    return "# Tiny\n\n" + "".join(f"```yaml\n{each.strip()}\n```\n\n" for each in blocks)


def action(name: str, *effects: str, **more: str) -> str:
    """One line of the actions: an action of the active player in the phase `main`."""
    plain = {
        "actor": "active",
        "phase": "main",
        "params": "[]",
        "pre": "null",
        "cost": "[]",
        "limits": "[]",
    }
    fields = {**plain, **more, "effects": f"[{', '.join(effects)}]"}
    return f"  - {{ id: {name}, {', '.join(f'{k}: {v}' for k, v in fields.items())} }}\n"


def actions(*lines: str) -> str:
    """The section of actions."""
    return "actions:\n" + "".join(lines)


def put(value: str | int, var: str = "x") -> str:
    """An effect that gives a variable of the game a value."""
    return f"{{ setVar: {{ scope: global, var: {var}, value: {value} }} }}"


def add(delta: str | int, var: str = "x") -> str:
    """An effect that adds to a variable of the game."""
    return f"{{ addVar: {{ scope: global, var: {var}, delta: {delta} }} }}"


def note(digit: str | int) -> str:
    """An effect that writes a digit behind those that are noted already."""
    return put(
        f"{{ op: +, left: {{ op: '*', left: {var('log')}, right: 10 }}, right: {digit} }}", "log"
    )


def var(name: str = "x") -> str:
    """A variable of the game as a value."""
    return f"{{ ref: gvar, var: {name} }}"


def is_(left: str | int, right: str | int, op: str = "==") -> str:
    """A comparison."""
    return f"{{ op: '{op}', left: {left}, right: {right} }}"


def card(name: str, rank: int = 0, zone: str = "pile") -> str:
    """An effect that makes a card on top of a zone."""
    props = f"{{ name: {name}, rank: {rank} }}"
    return f"{{ createToken: {{ type: card, zone: {zone}, props: {props} }} }}"


def setup(*effects: str) -> str:
    """The section of what is done at the start."""
    return "setup:\n" + "".join(f"  - {each}\n" for each in effects)


@cache
def game_of(text: str) -> ludwright.Game:
    """The game of a document, compiled once."""
    return ludwright.loads(text, "gamespec")


def sit(text: str, *moves: str, players: int = 2, seed: int = 1) -> Table:
    """A table of a document at which some moves were made."""
    table = game_of(text).table(players=players, seed=seed)
    for move in moves:
        table.apply(move)
    return table


def legal(table: Table) -> list[str]:
    """What can be chosen."""
    return [] if table.over else [str(move) for move in table.legal()]


def top_down(table: Table, zone: str, owner: int | None = None) -> list[str]:
    """What lies in a zone, from the top down."""
    return table.zone(zone, owner)[::-1]


def values(table: Table, *names: str) -> list[Any]:
    """Some variables of the game."""
    return [table.variable(name) for name in names]
