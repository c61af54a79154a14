"""People at tables of GameSpecDocs: whole moves with what they choose, and maps with markers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ludwright import Game, loads
from ludwright.play.errors import IllegalMove
from ludwright.play.table import Table
from ludwright.table.scene import scene_of
from ludwright.ui.faces import Faces
from ludwright.ui.layout import lay_out

DATA = Path(__file__).parents[2] / "data" / "gamespec"

DOCUMENT = """\
# Reeds

```yaml
metadata: {id: reeds, players: {min: 2, max: 2}}
dataAssets:
  - id: fen
    kind: map
    payload:
      spaces:
        - {id: 'mill:none', spaceType: town, population: 1, econ: 0, terrainTags: [],
           country: fen, coastal: false, adjacentTo: ['weir:none']}
        - {id: 'weir:none', spaceType: town, population: 1, econ: 0, terrainTags: [],
           country: fen, coastal: false, adjacentTo: ['mill:none']}
      markerLattices:
        - {id: mood, states: [calm, angry], defaultState: calm}
zones:
  - {id: bank, owner: player, visibility: public, ordering: set}
tokenTypes:
  - {id: reed, props: {cut: boolean}}
  - {id: boat, props: {}}
setup:
  - createToken: {type: boat, zone: 'bank:0'}
  - createToken: {type: boat, zone: 'bank:0'}
  - createToken: {type: reed, zone: 'mill:none', props: {cut: false}}
  - createToken: {type: reed, zone: 'mill:none', props: {cut: false}}
  - createToken: {type: reed, zone: 'mill:none', props: {cut: false}}
turnStructure: {phases: [{id: main}]}
actions:
  - id: reap
    actor: active
    phase: main
    params:
      - {name: $space, domain: {query: mapSpaces}}
    pre: null
    cost: []
    effects:
      - chooseN:
          bind: $reeds
          options: {query: tokensInZone, zone: $space, filter: [{prop: cut, eq: false}]}
          min: 1
          max: 2
      - forEach:
          bind: $reed
          over: {query: binding, name: $reeds}
          effects: [{setTokenProp: {token: $reed, prop: cut, value: true}}]
      - chooseOne: {bind: $mood, options: {query: enums, values: [calm, angry]}}
      - setMarker: {space: $space, marker: mood, state: {ref: binding, name: $mood}}
    limits: [{scope: turn, max: 1}]
terminal:
  conditions:
    - {when: {op: '==', left: {ref: markerState, space: 'weir:none', marker: mood}, right: angry},
       result: {type: draw}}
```
"""


@cache
def reeds() -> Game:
    return loads(DOCUMENT, "gamespec")


def table() -> Table:
    return reeds().table(seed=1)


def drawn(at: Table) -> list[str]:
    lines = lay_out(scene_of(at.view(0)), 60, 20, Faces(signs=False))
    return ["".join(text for text, _ in line).rstrip() for line in lines if line]


def test_a_whole_move_by_the_names_of_the_document() -> None:
    at = table()
    at.apply_whole("reap", {"$space": "mill", "$reeds": ["reed", "reed"], "$mood": "angry"})
    assert at.decider == 1 and at.pending is None
    at.apply_whole("reap", {"space": "mill", "reeds": "reed", "mood": "calm"})
    assert len(at.log) == 4 + 3  # the last reed needs no word that it is the last


def test_a_whole_move_in_order() -> None:
    at = table()
    (mill,) = [move for move in at.legal() if "mill" in str(move)]
    assert at.apply_whole(f"{mill} / reed / done / angry") == 4


def test_what_is_missing_is_named() -> None:
    at = table()
    with pytest.raises(IllegalMove, match="is asked 'mood': calm, angry"):
        at.apply_whole("reap", {"space": "mill", "reeds": ["reed", "reed"]})
    assert not at.log


def test_spaces_show_pieces_by_kind_and_markers() -> None:
    at = table()
    assert any("mill: 3 reed (mood calm)" in line for line in drawn(at))
    at.apply_whole("reap", {"space": "mill", "reeds": ["reed", "reed"], "mood": "angry"})
    lines = drawn(at)
    assert any("mill: reed, 2 reed cut (mood angry)" in line for line in lines)
    assert any("weir: -- (mood calm)" in line for line in lines)
    assert not any("has" in line or "mood 1" in line for line in lines)


def test_each_reason_stands_where_it_is_written() -> None:
    text = (DATA / "lantern-drift.md").read_text(encoding="utf-8")
    lines = text.splitlines()
    told = loads(text, "gamespec").table(seed=1).explain("swap").conditions
    written = [lines[each.place.line - 1].strip() for each in told if each.place]
    limits = "limits: [{ scope: turn, max: 1 }, { scope: game, max: 6 }]"
    assert written == [
        limits,
        limits,
        "- { op: '==', left: { ref: gvar, var: acted }, right: 0 }",
        "- { op: '>', left: { zoneCount: 'hand:actor' }, right: 0 }",
        "- { op: '>', left: { zoneCount: deck }, right: 1 }",
        "costValidation: { op: '>=', left: { ref: pvar, player: actor, var: score }, right: 1 }",
    ]
