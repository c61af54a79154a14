"""A GameSpecDoc with a little of everything, in which each line of a table is an action."""

from __future__ import annotations

from collections.abc import Iterable

from tools.gamespec.tables import action, actions, card, document, note, put, setup

SECTIONS = """
perPlayerVars:
  - { name: coins, type: int, init: 5, min: 1, max: 9 }
zones:
  - { id: pile, owner: none, visibility: public, ordering: stack }
  - { id: field, owner: none, visibility: public, ordering: set }
  - { id: chest, owner: none, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner, ordering: set }
tokenTypes:
  - { id: card, props: { name: string, rank: int } }
  - id: piece
    props: { name: string, rank: int, faction: string, mood: string }
    transitions: [{ prop: mood, from: calm, to: angry }]
  - { id: tent, props: { rank: int, faction: string } }
stackingConstraints:
  - id: crowd
    description: Two of them at most.
    spaceFilter: { spaceIds: ['dell:none'] }
    pieceFilter: { pieceTypeIds: [piece, tent] }
    rule: maxCount
    maxCount: 2
  - id: wet
    description: Nothing red in the water.
    spaceFilter: { spaceTypes: [water] }
    pieceFilter: { factions: [red] }
    rule: prohibit
markerLattices:
  - id: tide
    states: [low, mid, high]
    defaultState: mid
    constraints: [{ spaceTypes: [water], allowedStates: [low, mid] }]
dataAssets:
  - id: marsh
    kind: map
    payload:
      spaces:
        - { id: bank, spaceType: land, population: 2, terrainTags: [reed], attributes: { no: 1 },
            adjacentTo: [creek, dell] }
        - { id: creek, spaceType: water, population: 0, terrainTags: [], attributes: { no: 2 },
            adjacentTo: [bank, fen] }
        - { id: dell, spaceType: land, population: 1, terrainTags: [reed, stone],
            attributes: { no: 3 }, adjacentTo: [bank, fen] }
        - { id: fen, spaceType: water, population: 0, terrainTags: [], attributes: { no: 4 },
            adjacentTo: [creek, dell, gate] }
        - { id: gate, spaceType: land, population: 3, terrainTags: [stone], attributes: { no: 5 },
            adjacentTo: [fen] }
        - { id: isle, spaceType: water, population: 0, terrainTags: [], attributes: { no: 6 },
            adjacentTo: [] }
  - id: wages
    kind: table
    payload:
      rows:
        - { who: cook, pay: 3, night: false }
        - { who: guard, pay: 4, night: true }
        - { who: clerk, pay: 5, night: false }
"""


def tent(zone: str, faction: str = "blue") -> str:
    """An effect that puts up a tent."""
    props = f"{{ rank: 6, faction: {faction} }}"
    return f"{{ createToken: {{ type: tent, zone: {zone}, props: {props} }} }}"


def piece(number: int, zone: str, faction: str) -> str:
    """An effect that makes a piece; its rank is its number."""
    props = f"{{ name: p{number}, rank: {number}, faction: {faction}, mood: calm }}"
    return f"{{ createToken: {{ type: piece, zone: {zone}, props: {props} }} }}"


SETUP = setup(
    *(card(f"c{rank}", rank) for rank in (1, 2, 3, 4)),
    card("f8", 8, "field"),
    card("k6", 6, "chest"),
    card("h5", 5, "'hand:0'"),
    card("h7", 7, "'hand:0'"),
    card("g9", 9, "'hand:1'"),
    piece(1, "bank", "red"),
    piece(2, "creek", "blue"),
    piece(3, "dell", "red"),
    piece(4, "fen", "blue"),
)
"""Four cards in the pile, 4 on top; some in hands and elsewhere, and a piece in each space."""


def marsh(rows: Iterable[tuple[str, str]]) -> str:
    """The document with an action for each line: its name and its effects."""
    lines = "".join(action(name, effects) for name, effects in rows)
    return document(SECTIONS + SETUP + actions(lines))


def showing(value: str) -> str:
    """Effects that put a value into x."""
    return put(value)


def asking(condition: str) -> str:
    """Effects that put 1 or 0 into x."""
    return put(f"{{ if: {{ when: {condition}, then: 1, else: 0 }} }}")


def listing(query: str, item: str) -> str:
    """Effects that note a digit for each item of a query, which is bound to `$i`."""
    over = f"{{ forEach: {{ bind: $i, over: {query}, effects: [{note(item)}] }} }}"
    return over


RANK = "{ ref: tokenProp, token: $i, prop: rank }"
PLACE = "{ ref: zoneProp, zone: $i, prop: no }"
SELF = "{ ref: binding, name: $i }"
"""What is noted of items that are tokens, spaces or numbers."""
