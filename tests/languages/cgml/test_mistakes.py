"""Mistakes that authors make, put into a game that has none: each is found, at its line."""

from __future__ import annotations

import pytest

from ludwright import pipeline

# Shed all cards by matching the top of the heap in suit or rank; who can't, draws or passes.
GAME = """\
cgml_version: "1.3"
meta:
  name: Shed
  players: { min: 2, max: 5 }
  options:
    - { name: hand_size, default: 5, allowed: [4, 5, 6] }
components:
  component_types:
    deck_types:
      half:
        composition:
          - { type: template, template: standard_suits, values: [7, 8, 9, 10, J, Q, K, A] }
        rank_hierarchy: [7, 8, 9, 10, J, Q, K, A]
    zone_types:
      stock: { ordering: shuffled, default_face: down, visibility: { all: count_only } }
      heap: { ordering: lifo }
      hand: { ordering: unordered, visibility: { owner: all, others: count_only } }
  decks:
    cards: { type: half }
  zones:
    - { name: stock, type: stock, of_deck: cards }
    - { name: heap, type: heap, of_deck: cards }
    - { name: hand, type: hand, of_deck: cards, per_player: true }
  variables:
    - { name: passes, initial_value: 0 }
    - { name: last, type: card, initial_value: null }
setup:
  - { action: SHUFFLE, target: { path: "$.zones.stock" } }
  - action: DEAL_ROUND_ROBIN
    from: { path: "$.zones.stock" }
    to: { path: "$.players[*].zones.hand" }
    count: { path: "$.hand_size" }
  - { action: MOVE, from: { path: "$.zones.stock" }, to: { path: "$.zones.heap" } }
flow:
  states:
    Playing: { phases: [Play] }
    Counting: { phases: [Count] }
    Over: {}
  initial_state: Playing
  transitions:
    - id: out
      from: Playing
      to: Counting
      condition: { isEqual: [{ path: "$.players[current].zones.hand.card_count" }, { value: 0 }] }
    - id: blocked
      from: Playing
      to: Counting
      condition: { isAtLeast: [{ path: "$.passes" }, { count: [{ path: "$.players" }] }] }
    - { from: Counting, to: Over, condition: { value: true } }
  win_condition:
    evaluator: { min: [{ path: "$.players[*].zones.hand.card_count" }] }
rules:
  - id: play
    trigger: on.phase.Play
    effect:
      - action: IF
        condition:
          any:
            - path: "$.players[current].zones.hand"
            - &fits
              or:
                - isEqual: [{ suit: [{ path: "$.card" }] }, { path: "suit(top($.zones.heap))" }]
                - isEqual: [{ rank: [{ path: "$.card" }] }, { path: "rank(top($.zones.heap))" }]
        then:
          - action: REQUEST_INPUT
            options: { path: "$.players[current].zones.hand" }
            filter: *fits
            store_as: card
          - { action: MOVE, from: { ref: card }, to: { path: "$.zones.heap" } }
          - { action: SET_VARIABLE, path: "$.last", value: { ref: card } }
          - { action: SET_VARIABLE, path: "$.passes", value: 0 }
        else:
          - { action: INCREMENT, path: "$.passes" }
          - action: IF
            condition: { exists: [{ path: "$.zones.stock" }] }
            then:
              - action: MOVE
                from: { path: "$.zones.stock" }
                to: { path: "$.players[current].zones.hand" }
  # Whoever plays an ace draws one more.
  - id: punish
    trigger: on.phase.Play
    priority: -1
    condition: { isEqual: [{ rank: [{ path: "$.last" }] }, { value: A }] }
    effect:
      - action: MOVE
        from: { path: "$.zones.stock" }
        to: { path: "$.players[current].zones.hand" }
"""
STOCK = "    - { name: stock, type: stock, of_deck: cards }\n"

# What is written instead of what, the code, and what stands in the line that it points at.
MISTAKES = {
    "more players than cards": (
        "max: 5 }",
        "max: 7 }",
        "CK204",
        "action: DEAL_ROUND_ROBIN",
    ),
    "cards for nobody": (
        "values: [7, 8, 9, 10, J, Q, K, A] }",
        "values: [7, 8, A] }",
        "CK204",
        "action: DEAL_ROUND_ROBIN",
    ),
    "a question without its test": (
        '- path: "$.players[current].zones.hand"\n            - &fits',
        '- path: "$.zones.stock"\n            - &fits',
        "CG409",
        "action: REQUEST_INPUT",
    ),
    "a variable that is not used": (
        "  variables:\n",
        "  variables:\n    - { name: spare, initial_value: 0 }\n",
        "CK401",
        "name: spare",
    ),
    "a variable that never has a value": (
        '          - { action: SET_VARIABLE, path: "$.last", value: { ref: card } }\n',
        "",
        "CK406",
        "name: last",
    ),
    "a zone that nothing comes to": (
        STOCK,
        f"{STOCK}    - {{ name: trick, type: heap, of_deck: cards }}\n",
        "CK403",
        "name: trick",
    ),
    "a zone that nothing shuffles": (
        '  - { action: SHUFFLE, target: { path: "$.zones.stock" } }\n',
        "",
        "CG404",
        "name: stock",
    ),
    "a size that can't be": (
        '{ path: "$.players[current].zones.hand.card_count" }, { value: 0 }',
        '{ path: "$.players[current].zones.hand.card_count" }, { value: 33 }',
        "CK202",
        "{ value: 33 }",
    ),
    "a rank that no card has": (
        "values: [7, 8, 9, 10, J, Q, K, A] }",
        "values: [7, 8, 9, 10, J, Q, K] }",
        "CK202",
        '{ rank: [{ path: "$.last" }] }, { value: A }',
    ),
    "a size compared with itself": (
        '{ path: "$.players[current].zones.hand.card_count" }, { value: 0 }',
        '{ path: "$.players[current].zones.hand.card_count" }, '
        '{ path: "$.players[current].zones.hand.card_count" }',
        "CK205",
        "hand.card_count",
    ),
    "sizes the wrong way round": (
        "rules:\n",
        "rules:\n  - { id: pick, trigger: on.phase.Play, effect: [{ action: REQUEST_INPUT, "
        'options: { subsets: [{ path: "$.zones.heap" }, true, 2, 3] }, on_failure: abort }] }\n',
        "CK206",
        "id: pick",
    ),
    "an option that nothing reads": (
        'count: { path: "$.hand_size" }',
        "count: 5",
        "CK402",
        "name: hand_size",
    ),
    "a state that nothing leads to": (
        "    Over: {}\n",
        "    Over: {}\n    Break: { phases: [Rest] }\n",
        "CG403",
        "Break:",
    ),
    "a rule for a phase that is never played": (
        "      to: Counting\n",
        "      to: Over\n",
        "CG403",
        "Counting: {",
    ),
    "a game without an end": (
        "from: Counting, to: Over",
        "from: Counting, to: Playing",
        "CK201",
        "cgml_version",
    ),
    "a rule that hears what never happens": (
        "rules:\n",
        "rules:\n  - { id: listen, trigger: on.draw, timing: post, effect: [] }\n"
        "  - { id: deaf, trigger: on.discard, effect: [] }\n",
        "CG403",
        "id: deaf",
    ),
    "a movement that nothing makes": (
        "rules:\n",
        "rules:\n  - { id: deaf, trigger: on.play, effect: [] }\n",
        "CK405",
        "id: deaf",
    ),
}
EXTRA = {
    # A zone where cards would be played, so that there is something to wait for.
    "a movement that nothing makes": (STOCK, f"{STOCK}    - {{ name: table, type: heap }}\n"),
}


def test_the_game_has_no_mistakes() -> None:
    assert pipeline.loads(GAME, "cgml").diagnostics == ()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_where_it_is(mistake: str) -> None:
    right, wrong, code, line = MISTAKES[mistake]
    assert right in GAME
    broken = GAME.replace(right, wrong)
    if mistake in EXTRA:
        broken = broken.replace(*EXTRA[mistake])
    found = pipeline.loads(broken, "cgml").diagnostics
    lines = broken.splitlines()
    places = [d.span.line for d in found if d.code == code and d.span]
    assert any(line in lines[place - 1] for place in places), found
