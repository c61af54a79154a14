"""Mistakes that authors make, put into the games of the library: each is found, at its line."""

from __future__ import annotations

import pytest

from ludwright import pipeline

# Which game, what is written instead of what, the code, and what stands in the line it points at.
MISTAKES = {
    "more players than cards": (
        "crazy-eights",
        "players: { min: 2, max: 7 }",
        "players: { min: 2, max: 11 }",
        ("CK204", "action: DEAL_ROUND_ROBIN"),
    ),
    "a question without its test": (
        "crazy-eights",
        """        condition:
          any:
            - path: "$.players[current].zones.hand"
            - &fits
              or:""",
        """        condition:
          any:
            - path: "$.players"
            - value: true
        else: []
        then:
          - &unused
            action: LOG
            text: nothing
      - action: IF
        condition:
          any:
            - path: "$.zones.draw_pile"
            - &fits
              or:""",
        ("CG409", "action: REQUEST_INPUT"),
    ),
    "a variable that is never used": (
        "crazy-eights",
        "- { name: passes_in_a_row, initial_value: 0 }",
        "- { name: passes_in_a_row, initial_value: 0 }\n    - { name: spare, initial_value: 0 }",
        ("CK401", "name: spare"),
    ),
    "a variable that never has a value": (
        "go-fish",
        """      - action: SET_VARIABLE
        path: { path: "$.wanted" }
        value: { ref: rank }
""",
        "",
        ("CK406", "name: wanted"),
    ),
    "a zone nothing comes to": (
        "go-fish",
        'to: { path: "$.zones.shown" }',
        'to: { path: "$.zones.stock" }',
        ("CK403", "name: shown"),
    ),
    "a zone that nothing shuffles": (
        "go-fish",
        """  - action: SHUFFLE
    target: { path: "$.zones.stock" }
""",
        "",
        ("CG404", "name: stock"),
    ),
    "a count that can't be": (
        "go-fish",
        "{ value: 52 }]",
        "{ value: 53 }]",
        (None, ""),  # the books of several players are not counted: nothing is said
    ),
    "a size that can't be": (
        "war",
        'isEqual: [{ path: "$.players[0].zones.pile.card_count" }, { value: 0 }]',
        'isEqual: [{ path: "$.players[0].zones.pile.card_count" }, { value: 53 }]',
        ("CK202", "{ value: 53 }"),
    ),
    "an option that nothing reads": (
        "war",
        "$.face_down",
        "$.zones.stakes.card_count",
        ("CK402", "name: face_down"),
    ),
    "a state that nothing leads to": (
        "kuhn-poker",
        "      to: Showdown\n",
        "      to: Betting\n",
        (None, ""),  # a SET_STATE still leads there
    ),
    "a state that really nothing leads to": (
        "kuhn-poker",
        "Showdown: { phases: [Compare] }",
        "Showdown: { phases: [Compare] }\n    Elsewhere: { phases: [Compare] }",
        ("CG403", "Elsewhere"),
    ),
    "a rule for a movement that nothing makes": (
        "crazy-eights",
        "    - { name: discard_pile, type: pile, of_deck: cards }\n",
        """    - { name: discard_pile, type: pile, of_deck: cards }
    - { name: table, type: pile, of_deck: cards }
""",
        ("CK403", "name: table"),
    ),
    "a rule that hears what never happens": (
        "crazy-eights",
        "rules:\n",
        """rules:
  - id: back_again
    trigger: on.move
    condition:
      isEqual: [{ path: "$.from.card_count" }, { value: 99 }]
    effect: []

""",
        ("CK202", "{ value: 99 }"),
    ),
    "a rank that no card has": (
        "crazy-eights",
        "values: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]",
        "values: [A, 2, 3, 4, 5, 6, 7, 9, 10, J, Q, K]",
        ("CK202", "isEqual: [{ rank: [{ ref: card }] }, { value: 8 }]"),
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_where_it_is(mistake: str) -> None:
    name, right, wrong, (code, line) = MISTAKES[mistake]
    text = pipeline.library_games()[name].read_text(encoding="utf-8")
    assert right in text
    broken = text.replace(right, wrong)
    found = pipeline.loads(broken, "cgml", f"{name}.cgml").diagnostics
    if code is None:
        assert found == ()
        return
    places = [d.span.line for d in found if d.code == code and d.span]
    lines = broken.splitlines()
    assert any(line in lines[place - 1] for place in places), found
