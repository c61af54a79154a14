"""Errors of all kinds come in one run: of keys, names, types and operands, in file order, once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.loading import check

# Each line with a mistake names the code, and what must be in the message or the hint.
BROKEN = """\
cgml_version: "1.3"
meta:
  name: Broken
  autor: nobody                       # CG101 did you mean 'author'
  players: {min: 2, max: many}        # CG103 an integer
components:
  component_types:
    deck_types:
      small:
        composition:
          - {type: template, template: standard_suits, values: [1, 2, 3]} # CG201 '3'
        rank_hierarchy: [1, 2]
    zone_types:
      open: {ordering: lefo}          # CG104 did you mean 'lifo'
      secret: {visibility: {owner: all, others: none}} # CG104 count_only
  decks:
    main: {type: small}
    spare: {type: smal}               # CG108 'spare' CG201 did you mean 'small'
  zones:
    - {name: deck, type: open, of_deck: main}
    - {name: hand, type: scret, of_deck: main, per_player: true} # CG201 did you mean 'secret'
    - {name: deck, type: open}        # CG106 'deck'
    - {type: open}                    # CG102 'name'
  variables:
    - {name: x, initial_value: 0}
    - {name: mine, scope: per_player, initial_value: 0}
    - {name: what, initial_value: null} # CG304 'what'
setup:
  - {action: SHUFLE, target: {path: "$.zones.deck"}} # CG203 did you mean 'SHUFFLE'
  - action: DEAL
    from: {path: "$.zones.dekc"}      # CG201 did you mean 'deck'
    to: {path: "$.players[0].zones.hand"}
  - {action: DEAL, from: {path: "$.zones.deck"}}     # CG102 'to'
  - {action: MOVE, from: {path: "zones.deck"}, to: {path: "$.zones.deck"}} # CG205 '$.zones.deck'
  - {action: SET_VARIABLE, path: $.x, value: {path: "$.players[0].mien"}} # CG206 'mine'
  - {action: SET_VARIABLE, path: $.x, value: {value: many}}    # CG301 a number
  - {action: SET_VARIABLE, path: $.x, value: {plus: [1, 2]}}   # CG202 'plus'
  - {action: SET_VARIABLE, path: $.x, value: {add: [1, 2, 3]}} # CG305 2 operands
  - {action: INCREMENT, path: $.x, by: {ref: gone}}            # CG207 'gone'
flow:
  states: {Play: {phases: [Act]}, Over: {}}
  initial_state: Play
  player_order: sideways              # CG104 clockwise
  transitions:
    - {from: Play, to: Ovre, condition: {value: true}} # CG201 did you mean 'Over'
    - {from: Play, to: Over, condition: {path: $.x}}   # CG301 boolean
rules:
  - {id: a, trigger: on.phase.Atc, effect: []}         # CG204 on.phase.Act
  - id: b
    trigger: on.phase.Act
    condition:
      isGreaterThan:
        - path: "$.zones.deck.top_card.properties.rank" # CG303 rank_value
        - value: 1
    effect:
      - {action: SET_STATE, state: Play, on_failure: panic} # CG104 abort
      - action: MOVE
        from: {path: "$.zones.deck"}
        to: {path: "$.players"}       # CG301 a zone
        amount: 2                     # CG101 'amount'
  - {id: b, trigger: on.phase.Act, effect: []}         # CG106 'b'
"""
EXPECTED = [
    (number, code, part.strip())
    for number, line in enumerate(BROKEN.splitlines(), 1)
    for code, part in re.findall(r"(CG\d{3}) ([^#]*?)(?=CG\d{3}|$)", line.partition(" # ")[2])
]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.cgml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def test_all_mistakes_are_found_in_one_run_and_in_file_order(broken: Path) -> None:
    found = check(broken)
    lines = [d.span.line if d.span else 0 for d in found]
    assert lines == sorted(lines)
    assert [(line, d.code) for line, d in zip(lines, found, strict=True)] == [
        (number, code) for number, code, _ in EXPECTED
    ]
    for d, (_, _, part) in zip(found, EXPECTED, strict=True):
        assert part in f"{d.message} {d.help}"


def test_there_are_many_and_of_all_kinds() -> None:
    codes = {code for _, code, _ in EXPECTED}
    assert len(EXPECTED) >= 25
    assert {code[2] for code in codes} == {"1", "2", "3"}
    assert len(codes) >= 14


def test_each_mistake_is_reported_once() -> None:
    report = pipeline.loads(BROKEN, "cgml", "broken.cgml").diagnostics
    assert len({(d.code, d.span, d.message) for d in report}) == len(report)
    assert all(d.span and d.span.file == "broken.cgml" for d in report)


LEAKING = """
cgml_version: "1.3"
meta: {name: Test, players: {min: 2, max: 2}}
components:
  component_types:
    deck_types:
      small:
        composition: [{type: template, template: standard_suits, values: [1, 2, 3]}]
        rank_hierarchy: [1, 2, 3]
    zone_types:
      stock: {ordering: shuffled, default_face: down, visibility: {all: count_only}}
      hand: {visibility: {owner: all, others: count_only}}
  decks: {main: {type: small}}
  zones:
    - {name: stock, type: stock, of_deck: main}
    - {name: hand, type: hand, of_deck: main, per_player: true}
  variables: [{name: bid, scope: per_player, initial_value: 0, visibility: owner}]
setup:
  - {action: SHUFFLE, target: {path: "$.zones.stock"}}
  - {action: DEAL_ROUND_ROBIN, from: {path: "$.zones.stock"}, to: {path: "$.players[*].zones.hand"}}
flow:
  states: {Play: {phases: [Act]}, Over: {}}
  initial_state: Play
  transitions: [{from: Play, to: Over, condition: {isGreaterThan: [{path: "$.players[0].bid"}, 2]}}]
rules:
  - id: r
    trigger: on.phase.Act
    effect: [ACTION]
"""
ASK = "{action: REQUEST_INPUT, store_as: a, options: OPTIONS}"
BID = ASK.replace("OPTIONS", "{range: [1, 3]}")
KEEP = '{action: SET_VARIABLE, path: "$.players[current].bid", value: {ref: a}}'


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        # The ranks of another's hand, or of the stock, are nobody's business.
        (
            ASK.replace("OPTIONS", '{path: "$.players[opponent].zones.hand[*].properties.rank"}'),
            ["CK301"],
        ),
        (ASK.replace("OPTIONS", '{path: "$.zones.stock[*].properties.suit"}'), ["CK301"]),
        (ASK.replace("OPTIONS", '{path: "$.players[current].zones.hand[*].properties.rank"}'), []),
        # A place in another's hand tells nothing.
        (
            ASK.replace(
                "OPTIONS", '{range: [1, {count: [{path: "$.players[opponent].zones.hand"}]}]}'
            ),
            [],
        ),
        (f"{BID}, {KEEP}", ["CK302"]),
        (f"{BID.replace('store_as', 'announce: false, store_as')}, {KEEP}", []),
    ],
)
def test_options_that_reveal_hidden_cards(action: str, expected: list[str]) -> None:
    loaded = pipeline.loads(LEAKING.replace("ACTION", action), "cgml")
    assert not loaded.failed
    secrets = [d for d in loaded.diagnostics if d.code.startswith("CK3")]
    assert [d.code for d in secrets] == expected
    assert all(d.span for d in secrets)


@pytest.mark.parametrize(
    ("players", "count", "expected"),
    [((2, 4), 3, None), ((2, 4), 4, "with 4 players"), ((2, 6), 3, "with 5 to 6 players")],
)
def test_more_players_than_the_deck_can_serve(
    players: tuple[int, int], count: int, expected: str | None
) -> None:
    text = LEAKING.replace("min: 2, max: 2", f"min: {players[0]}, max: {players[1]}")
    deal = f'to: {{path: "$.players[*].zones.hand"}}, count: {count}}}'
    text = text.replace('to: {path: "$.players[*].zones.hand"}}', deal).replace("ACTION", KEEP)
    text = text.replace("{ref: a}", "{value: 3}")
    found = [d for d in pipeline.loads(text, "cgml").diagnostics if d.severity == "error"]
    if expected is None:
        assert found == []
        return
    (error,) = found
    assert error.code == "CK204" and expected in error.message
    assert error.span and "DEAL_ROUND_ROBIN" in text.splitlines()[error.span.line - 1]
