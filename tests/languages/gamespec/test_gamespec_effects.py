"""Effects: every form, what is missing, and what stands beside."""

from __future__ import annotations

import pytest

from tools.gamespec.readers import clean, read
from tools.gamespec.trees import named

NO_CAPABILITY = "CNL_COMPILER_MISSING_CAPABILITY"
ACTOR, ALL = ("Player", "actor", 0, None), ("Player", "all", 0, None)
DECK, RIVER = ("ZoneNamed", "deck", None), ("ZoneNamed", "river", None)
HAND = ("ZoneNamed", "hand", ACTOR)
ONE, TWO = ("Literal", 1), ("Literal", 2)
PLAYERS = ("Players",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("setVar: {scope: global, var: a, value: 1}", ("SetVar", "a", None, ONE)),
        ("setVar: {scope: global, var: a, value: true}", ("SetVar", "a", None, ("Literal", True))),
        ("setVar: {scope: pvar, player: actor, var: a, value: 1}", ("SetVar", "a", ACTOR, ONE)),
        ("addVar: {scope: global, var: a, delta: 1}", ("AddVar", "a", None, ONE)),
        ("addVar: {scope: pvar, player: actor, var: a, delta: 1}", ("AddVar", "a", ACTOR, ONE)),
        ("moveToken: {token: $t, from: deck, to: river}", ("MoveToken", "$t", DECK, RIVER, "top")),
        (
            "moveToken: {token: $t, from: 'hand:actor', to: river, position: random}",
            ("MoveToken", "$t", HAND, RIVER, "random"),
        ),
        (
            "moveToken: {token: $t, from: {zoneExpr: {ref: tokenZone, token: $t}}, to: $z}",
            ("MoveToken", "$t", ("ZoneWorked", ("TokenZone", "$t")), ("ZoneBound", "$z"), "top"),
        ),
        ("moveAll: {from: deck, to: river}", ("MoveAll", DECK, RIVER, None)),
        (
            "moveAll: {from: deck, to: river, filter: {ref: tokenProp, token: $token, prop: up}}",
            ("MoveAll", DECK, RIVER, ("Holds", ("TokenProp", "$token", "up"))),
        ),
        (
            "moveTokenAdjacent: {token: $t, from: deck, direction: $z}",
            ("MoveAdjacent", "$t", DECK, ("ZoneBound", "$z")),
        ),
        ("draw: {from: deck, to: 'hand:actor', count: 2}", ("Draw", DECK, HAND, TWO)),
        (
            "draw: {from: deck, to: river, count: {ref: gvar, var: n}}",
            ("Draw", DECK, RIVER, ("GlobalVar", "n")),
        ),
        ("shuffle: {zone: deck}", ("Shuffle", DECK)),
        ("createToken: {type: card, zone: deck}", ("CreateToken", "card", DECK, ())),
        (
            "createToken: {type: card, zone: deck, props: {rank: 1, hue: red}}",
            ("CreateToken", "card", DECK, (("rank", ONE), ("hue", ("Literal", "red")))),
        ),
        ("destroyToken: {token: $t}", ("DestroyToken", "$t")),
        ("setTokenProp: {token: $t, prop: rank, value: 2}", ("SetTokenProp", "$t", "rank", TWO)),
        ("if: {when: true, then: []}", ("If", ("Always", True), (), ())),
        (
            "if: {when: true, then: [{shuffle: {zone: deck}}], else: [{shuffle: {zone: river}}]}",
            ("If", ("Always", True), (("Shuffle", DECK),), (("Shuffle", RIVER),)),
        ),
        (
            "forEach: {bind: $p, over: {query: players}, effects: []}",
            ("ForEach", "$p", PLAYERS, (), None, None, ()),
        ),
        (
            "forEach: {bind: $p, over: {query: players}, limit: 2, countBind: $n,"
            " effects: [{destroyToken: {token: $p}}],"
            " in: [{setVar: {scope: global, var: a, value: {ref: binding, name: $n}}}]}",
            (
                "ForEach",
                "$p",
                PLAYERS,
                (("DestroyToken", "$p"),),
                TWO,
                "$n",
                (("SetVar", "a", None, ("Binding", "$n")),),
            ),
        ),
        (
            "let: {bind: $n, value: 1, in: [{setVar: {scope: global, var: a,"
            " value: {ref: binding, name: $n}}}]}",
            ("Let", "$n", ONE, (("SetVar", "a", None, ("Binding", "$n")),)),
        ),
        ("bindValue: {bind: $n, value: 1}", ("BindValue", "$n", ONE)),
        ("chooseOne: {bind: $p, options: {query: players}}", ("ChooseOne", "$p", PLAYERS, None)),
        (
            "chooseOne: {bind: $p, options: {query: players}, chooser: $t}",
            ("ChooseOne", "$p", PLAYERS, ("Player", "chosen", 0, "$t")),
        ),
        (
            "chooseN: {bind: $p, options: {query: players}, n: 2}",
            ("ChooseN", "$p", PLAYERS, TWO, TWO, None),
        ),
        (
            "chooseN: {bind: $p, options: {query: players}, max: 2}",
            ("ChooseN", "$p", PLAYERS, ("Literal", 0), TWO, None),
        ),
        (
            "chooseN: {bind: $p, options: {query: players}, min: 1, max: {ref: gvar, var: m},"
            " chooser: actor}",
            ("ChooseN", "$p", PLAYERS, ONE, ("GlobalVar", "m"), ACTOR),
        ),
        (
            "rollRandom: {bind: $r, min: 1, max: 2, in: [{setVar: {scope: global, var: a,"
            " value: {ref: binding, name: $r}}}]}",
            ("RollRandom", "$r", ONE, TWO, (("SetVar", "a", None, ("Binding", "$r")),)),
        ),
        (
            "setMarker: {space: deck, marker: mood, state: calm}",
            ("SetMarker", DECK, "mood", ("Literal", "calm")),
        ),
        (
            "shiftMarker: {space: $z, marker: mood, delta: 1}",
            ("ShiftMarker", ("ZoneBound", "$z"), "mood", ONE),
        ),
        ("gotoPhaseExact: {phase: end}", ("GotoPhase", "end")),
        ("advancePhase: {}", ("AdvancePhase",)),
        ("endTurn: {}", ("EndTurn",)),
        ("setActivePlayer: {player: $t}", ("SetActive", ("Player", "chosen", 0, "$t"))),
        ("reveal: {zone: deck, to: all}", ("Reveal", DECK, ALL, ())),
        (
            "reveal: {zone: deck, to: actor, filter: [{prop: rank, eq: 1}]}",
            ("Reveal", DECK, ACTOR, (("TokenTest", "rank", "eq", ONE, ()),)),
        ),
        ("conceal: {zone: deck}", ("Conceal", DECK, ALL, ())),
        ("conceal: {zone: deck, from: actor}", ("Conceal", DECK, ACTOR, ())),
    ],
)
def test_effects(text: str, told: object) -> None:
    assert clean("effects", f"[{{{text}}}]", "$t", "$z") == (told,)


@pytest.mark.parametrize("word", ["commitResource", "transferVar"])
def test_transfers(word: str) -> None:
    text = (
        f"[{{{word}: {{from: {{scope: pvar, player: actor, var: chips}},"
        " to: {scope: global, var: pot}, amount: 2, min: 1, max: 2, actualBind: $paid}},"
        " {addVar: {scope: global, var: bet, delta: {ref: binding, name: $paid}}}]"
    )
    transfer = (
        "Transfer",
        ("Holding", "chips", ACTOR),
        ("Holding", "pot", None),
        TWO,
        ONE,
        TWO,
        "$paid",
    )
    assert clean("effects", text) == (transfer, ("AddVar", "bet", None, ("Binding", "$paid")))
    plain = f"[{{{word}: {{from: {{var: pot}}, to: {{player: actor, var: chips}}, amount: 1}}}}]"
    assert clean("effects", plain) == (
        ("Transfer", ("Holding", "pot", None), ("Holding", "chips", ACTOR), ONE, None, None, None),
    )


def test_folds() -> None:
    text = """
    - reduce:
        itemBind: $item
        accBind: $sum
        over: { query: intsInRange, min: 1, max: 2 }
        initial: 1
        next: { op: +, left: { ref: binding, name: $sum }, right: { ref: binding, name: $item } }
        limit: 2
        resultBind: $total
        in:
          - setVar: { scope: global, var: a, value: { ref: binding, name: $total } }
    """
    total = ("Arithmetic", "+", ("Binding", "$sum"), ("Binding", "$item"))
    inside = (("SetVar", "a", None, ("Binding", "$total")),)
    ints = ("Ints", ONE, TWO, None, (), None)
    assert clean("effects", text) == (
        ("Reduce", "$item", "$sum", ints, ONE, total, "$total", inside, TWO),
    )


def test_the_best_of_all_selections() -> None:
    text = """
    - evaluateSubset:
        source: { query: tokensInZone, zone: deck }
        subsetSize: 2
        subsetBind: $cards
        compute:
          - bindValue:
              bind: $n
              value: { aggregate: { op: count, query: { query: binding, name: $cards } } }
        scoreExpr: { ref: binding, name: $n }
        resultBind: $score
        bestSubsetBind: $best
        in:
          - forEach:
              bind: $c
              over: { query: binding, name: $best }
              effects: [{ destroyToken: { token: $c } }]
          - setVar: { scope: global, var: a, value: { ref: binding, name: $score } }
    """
    count = ("Aggregate", "count", ("BoundList", "$cards"), None, None, None)
    loop = ("ForEach", "$c", ("BoundList", "$best"), (("DestroyToken", "$c"),), None, None, ())
    assert clean("effects", text) == (
        (
            "BestSubset",
            ("TokensInZone", DECK, ()),
            TWO,
            "$cards",
            (("BindValue", "$n", count),),
            ("Binding", "$n"),
            "$score",
            "$best",
            (loop, ("SetVar", "a", None, ("Binding", "$score"))),
        ),
    )


def test_of_several_effects_in_one_mapping_the_first_of_the_table_counts() -> None:
    found = read(
        "effects", "[{shuffle: {zone: deck}, setVar: {scope: global, var: a, value: 1}, note: x}]"
    )
    assert found.told == (("SetVar", "a", None, ONE),)
    assert [(d.severity, named(d), d.path) for d in found.diagnostics] == [
        ("warning", "CNL_VALIDATOR_UNKNOWN_KEY", "doc.x.0.shuffle"),
        ("warning", "CNL_VALIDATOR_UNKNOWN_KEY", "doc.x.0.note"),
    ]


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        ("{}", "doc.x.0", "invalid effect"),
        ("shuffle", "doc.x.0", "invalid effect 'shuffle'"),
        ("{shufle: {zone: deck}}", "doc.x.0", "unknown effect 'shufle'"),
        ("{shuffle: deck}", "doc.x.0.shuffle", "a mapping"),
        ("{endTurn: true}", "doc.x.0.endTurn", "a mapping"),
        ("{shuffle: {}}", "doc.x.0.shuffle", "missing 'zone'"),
        ("{setVar: {var: a, value: 1}}", "doc.x.0.setVar", "missing 'scope'"),
        ("{setVar: {scope: zone, var: a, value: 1}}", "doc.x.0.setVar.scope", "'zone'"),
        ("{setVar: {scope: pvar, var: a, value: 1}}", "doc.x.0.setVar", "missing 'player'"),
        (
            "{moveToken: {token: $t, from: deck, to: river, position: up}}",
            "doc.x.0.moveToken.position",
            "'up'",
        ),
        (
            "{moveTokenAdjacent: {token: $t, from: deck}}",
            "doc.x.0.moveTokenAdjacent",
            "missing 'direction'",
        ),
        ("{draw: {from: deck, to: river, count: -1}}", "doc.x.0.draw.count", "at least 0"),
        (
            "{createToken: {type: card, zone: deck, props: [1]}}",
            "doc.x.0.createToken.props",
            "a mapping",
        ),
        (
            "{createToken: {type: card, zone: deck, props: {a: []}}}",
            "doc.x.0.createToken.props.a",
            "invalid value",
        ),
        ("{if: {when: true}}", "doc.x.0.if", "missing 'then'"),
        (
            "{if: {when: true, then: {shuffle: {zone: deck}}}}",
            "doc.x.0.if.then",
            "a list of effects",
        ),
        (
            "{transferVar: {from: pot, to: {var: b}, amount: 1}}",
            "doc.x.0.transferVar.from",
            "a mapping",
        ),
        ("{reveal: {zone: deck}}", "doc.x.0.reveal", "missing 'to'"),
    ],
)
def test_what_is_no_effect(text: str, path: str, message: str) -> None:
    found = read("effects", f"[{text}]", "$t")
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(NO_CAPABILITY, path)]
    assert message in found.diagnostics[0].message


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ("", ""),
        ("min: 1", ""),
        ("n: 1, max: 2", ""),
        ("n: 1, min: 0", ""),
        ("n: -1", ".n"),
        ("min: -1, max: 2", ".min"),
        ("min: 3, max: 2", ".max"),
    ],
)
def test_how_many_are_chosen_must_be_clear(fields: str, path: str) -> None:
    found = read("effects", f"[{{chooseN: {{bind: $p, options: {{query: players}}, {fields}}}}}]")
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [
        ("EFFECT_CHOOSE_N_CARDINALITY_INVALID", f"doc.x.0.chooseN{path}")
    ]


def test_a_player_of_a_global_variable_is_ignored() -> None:
    found = read("effects", "[{setVar: {scope: global, player: actor, var: a, value: 1}}]")
    assert found.told == (("SetVar", "a", None, ONE),)
    assert found.codes == ["CNL_VALIDATOR_UNKNOWN_KEY"]


def test_no_effects_at_all() -> None:
    assert clean("effects", "[]") == ()
    assert read("effects", "null").codes == [NO_CAPABILITY]
    assert read("effects", "{shuffle: {zone: deck}}").codes == [NO_CAPABILITY]


def test_every_mistake_of_a_list_is_told() -> None:
    found = read(
        "effects",
        "[{shuffle: {zone: dekc}}, {forEach: {bind: $p, over: {query: x}, effects: ["
        "{draw: {from: hand, to: river, count: 1.5}}, {destroyToken: {token: $p}}]}},"
        " {chooseNone: {bind: $q}}, {destroyToken: {token: $q}}]",
    )
    assert found.node is None
    assert [(named(d), d.path.removeprefix("doc.x.")) for d in found.diagnostics] == [
        ("CNL_COMPILER_ZONE_SELECTOR_UNKNOWN_BASE", "0.shuffle.zone"),
        (NO_CAPABILITY, "1.forEach.over.query"),
        ("CNL_COMPILER_ZONE_SELECTOR_AMBIGUOUS", "1.forEach.effects.0.draw.from"),
        (NO_CAPABILITY, "1.forEach.effects.0.draw.count"),
        (NO_CAPABILITY, "2"),
    ]
