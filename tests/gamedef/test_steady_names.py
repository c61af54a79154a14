"""A seat may know what was computed from what is its own, as long as it is still the same seat."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.gamedef.information_flow import InformationFlow, names_of
from ludwright.gamedef.steady_names import is_bound_steadily
from ludwright.gamedef.walk import walk

CURRENT = n.Variable(name="current")
EACH = n.Local(name="each")


def held(seat: n.Expr) -> n.Expr:
    """Something that only this seat knows: what its first token is."""
    return n.PropertyOf(token=n.TopOf(zone=n.ZoneAt(name="hand", owner=seat)), property="rank")


def let(value: n.Expr, name: str = "count") -> n.Let:
    """A name for a value."""
    return n.Let(name=name, value=value)


def ask(seat: n.Expr) -> n.Ask:
    """The statement in question."""
    return n.Ask(
        name="answer", seat=seat, items=n.Range(low=n.Local(name="count"), high=n.Number(value=9))
    )


COUNT, ASK = let(held(CURRENT)), ask(CURRENT)
NEXT = n.SetVariable(name="current", value=n.SeatAfter(seat=CURRENT, steps=n.Number(value=1)))
OTHER = n.SetVariable(name="other", value=n.Number(value=1))
TRUE = n.Truth(value=True)


def loop(*body: n.Statement) -> n.While:
    """A loop."""
    return n.While(test=TRUE, body=body)


def branch(*body: n.Statement) -> n.If:
    """Statements that may be skipped."""
    return n.If(test=TRUE, then=body)


def each(*body: n.Statement) -> n.ForEach:
    """A loop over seats."""
    return n.ForEach(name="each", items=n.Seats(), body=body)


STEADY: dict[str, Sequence[n.Statement]] = {
    "at once": (COUNT, ASK),
    "after something else": (COUNT, OTHER, branch(OTHER), ASK),
    "before the seat changes": (COUNT, ASK, NEXT),
    "in a block": (COUNT, n.Attempt(body=(branch(OTHER, ASK),))),
    "bound again in a loop": (loop(COUNT, ASK, NEXT),),
    "bound after the seat changed": (COUNT, NEXT, COUNT, ASK),
    "from a name that is as steady": (let(held(CURRENT), "size"), let(n.Local(name="size")), ASK),
    "from what is open": (let(n.Number(value=1), "size"), NEXT, let(n.Local(name="size")), ASK),
    "of a local seat": (each(let(held(EACH)), ask(EACH)),),
    "another call": (COUNT, n.Call(procedure="harmless"), ASK),
}
UNSTEADY: dict[str, Sequence[n.Statement]] = {
    "another seat": (COUNT, NEXT, ASK),
    "perhaps another seat": (COUNT, branch(NEXT), ASK),
    "in a call": (COUNT, n.Call(procedure="next"), ASK),
    "in a call of a call": (COUNT, n.Call(procedure="indirectly"), ASK),
    "on the agenda": (
        COUNT, n.Later(procedure="next", boundary="now"), n.Boundary(name="now"), ASK
    ),
    "in the last round of a loop": (COUNT, loop(ASK, NEXT)),
    "bound in a branch": (branch(COUNT), ASK),
    "perhaps bound again": (COUNT, branch(let(held(n.Variable(name="other")))), ASK),
    "bound again later in a loop": (COUNT, loop(ASK, let(held(n.Variable(name="other"))))),
    "from a name bound before": (let(held(CURRENT), "size"), NEXT, let(n.Local(name="size")), ASK),
    "of a local seat that went on": (
        each(let(held(EACH))), each(ask(EACH)),
    ),
    "bound before a loop of seats": (let(held(EACH)), each(ask(EACH))),
    "never bound": (ASK,),
}  # fmt: skip


def is_steady(body: Sequence[n.Statement]) -> bool:
    """The answer for a procedure, whose only Ask it is about."""
    game = n.GameDef(
        name="test",
        zones=(n.Zone(name="hand", per_seat=True, owner_sees="all", others_see="none"),),
        variables=(
            n.VariableDef(name="current", type="seat", initial=n.Seat(number=0)),
            n.VariableDef(name="other", type="int", initial=n.Number(value=0)),
        ),
        procedures=(
            n.Procedure(name="main", body=tuple(body)),
            n.Procedure(name="next", body=(NEXT,)),
            n.Procedure(name="indirectly", body=(n.Call(procedure="next"),)),
            n.Procedure(name="harmless", body=(OTHER,)),
        ),
    )
    flow = InformationFlow(game)
    [question] = [x for x in walk(game) if isinstance(x, n.Ask)]
    env = names_of(game, flow)["main"]
    return is_bound_steadily(flow, tuple(body), "count", question, question.seat, env)


@pytest.mark.parametrize("case", STEADY)
def test_a_seat_is_known_to_be_the_same(case: str) -> None:
    assert is_steady(STEADY[case])


@pytest.mark.parametrize("case", UNSTEADY)
def test_a_seat_may_be_another(case: str) -> None:
    assert not is_steady(UNSTEADY[case])


# ---- games ---------------------------------------------------------------------------------------

GAME = """\
cgml_version: "1.3"
imports:
  - !include 'https://cgml.io/core-components/v1/standard_52.yaml'
  - !include 'https://cgml.io/core-components/v1/zones.yaml'
meta: {{ name: Stored, players: {{ min: 2, max: 2 }} }}
components:
  decks: {{ cards: {{ type: standard_52 }} }}
  zones:
    - {{ name: stock, type: stock, of_deck: cards }}
    - {{ name: hand, type: hand, of_deck: cards, per_player: true, owner_scope: player }}
    - {{ name: heap, type: open_cards, of_deck: cards }}
setup:
  - {{ action: SHUFFLE, target: {{ path: "$.zones.stock" }} }}
  - action: DEAL_ROUND_ROBIN
    from: {{ path: "$.zones.stock" }}
    to: {{ path: "$.players[*].zones.hand" }}
    count: 4
flow:
  states: {{ Play: {{ phases: [Play] }}, Over: {{}} }}
  initial_state: Play
  transitions:
    - from: Play
      to: Over
      condition: {{ isEqual: [{{ count: [{{ path: "$.players[*].zones.hand" }}] }}, 0] }}
  win_condition: {{ evaluator: {{ max: [{{ path: "$.players[*].zones.hand.card_count" }}] }} }}
rules:
  - id: play
    trigger: on.phase.Play
    effect:
      - {{ action: STORE, value: {{ {value} }}, store_as: fact }}
      - action: REQUEST_INPUT
        prompt: Play a card
        options: {{ path: "$.players[current].zones.hand" }}
        filter: {{ {test} }}
        pass: pass
        store_as: card
      - action: MOVE
        from:
          if:
            - exists: [{{ ref: card }}]
            - {{ ref: card }}
            - path: "$.players[current].zones.hand.top_card"
        to: {{ path: "$.zones.heap" }}
"""
MINE = '{ path: "$.players[current].zones.hand" }'
FACTS = {
    "a number": (
        f"count: [{{ filter: [{MINE}, {{ isEqual: [{{ suit: [{{ path: $.card }}] }}, "
        "{ value: H }] }] }]",
        "isAtLeast: [{ ref: fact }, 1]",
    ),
    "a list of values": (
        f"distinct: [{{ map: [{MINE}, {{ rank_value: [{{ path: $.card }}] }}] }}]",
        "isAtLeast: [{ max: [{ ref: fact }] }, 9]",
    ),
    "a truth": (
        f"any: [{MINE}, {{ isEqual: [{{ suit: [{{ path: $.card }}] }}, {{ value: S }}] }}]",
        "ref: fact",
    ),
    "a list of cards": (
        f"filter: [{MINE}, {{ isEqual: [{{ suit: [{{ path: $.card }}] }}, {{ value: H }}] }}]",
        "in: [{ path: $.card }, { ref: fact }]",
    ),
}


@pytest.mark.parametrize("kind", FACTS)
def test_what_a_rule_stores_of_ones_own_hand_is_known_to_its_player(kind: str) -> None:
    value, test = FACTS[kind]
    game = lw.loads(GAME.format(value=value, test=test), "cgml")
    [tested] = game.contract(games=6)
    assert tested.finished == 6 and tested.worlds > 50 and not tested.breaches


def test_what_a_rule_stores_of_another_hand_is_not() -> None:
    value, test = FACTS["a number"]
    text = GAME.format(value=value.replace("current", "opponent"), test=test)
    [tested] = lw.loads(text, "cgml").contract(games=6)
    assert any(each.code == "CT106" for each in tested.breaches)
