"""Event decks as they are read: cards, sides, branches, targets, lasting effects; the old way."""

from __future__ import annotations

from typing import Any

import pytest

from ludwright.languages.gamespec.read.tree.effects import AddVar, Shuffle
from tools.gamespec.documents import CARDS, GONE, SMALL, compiled, said, told

C, V = "CNL_COMPILER_EVENT_", "CNL_VALIDATOR_EVENT_"
CARD = "eventDecks.0.cards.0"
STIR = {"shuffle": {"zone": "deck"}}
STORM = CARDS["eventDecks"][0]["cards"][0]
PICK = {"id": "who", "selector": {"query": "players"}, "cardinality": {"n": 1}}
LAST = {"id": "rain", "duration": "turn", "setupEffects": [STIR]}
NOTHING: dict[str, Any] = {"unshaded": {"effects": [STIR]}, "sideMode": "single", "title": "T"}


def test_a_deck_of_two_cards() -> None:
    pay = {"addVar": {"scope": "global", "var": "gold", "delta": 2}}
    feast = {
        "id": "feast",
        "title": "A feast",
        "sideMode": "dual",
        "unshaded": {"effects": [pay], "applicability": {"op": ">", "left": 1, "right": 0}},
        "shaded": {"effects": [STIR]},
    }
    sections, findings = compiled(CARDS, ("eventDecks.0.cards.+", feast))
    assert findings == [] and sections.event_decks
    (deck,) = sections.event_decks
    assert (deck.id.text, deck.draw.text, deck.discard.text) == ("news", "deck:none", "shown:none")
    assert (deck.shuffled, deck.reshuffles) == (False, False)
    first, second = deck.cards
    assert (first.id.text, second.id.text, first.title) == ("feast", "storm", "A feast")
    assert first.unshaded and first.shaded and second.unshaded and second.shaded is None
    assert [type(e) for e in first.unshaded.effects] == [AddVar]
    assert first.unshaded.applicability is not None
    assert [type(e) for e in first.shaded.effects] == [Shuffle]


def test_decks_can_be_shuffled() -> None:
    changes = (("eventDecks.0.shuffleOnSetup", True), ("eventDecks.0.reshuffle", True))
    sections, findings = compiled(CARDS, *changes)
    assert findings == [] and sections.event_decks
    assert sections.event_decks[0].shuffled and sections.event_decks[0].reshuffles


def test_cards_and_branches_come_by_order_then_by_id() -> None:
    def card(name: str, **more: Any) -> dict[str, Any]:
        return {**NOTHING, "id": name, **more}

    branches = [
        {"id": n, "effects": [STIR], **more}
        for n, more in (("b", {}), ("a", {}), ("z", {"order": 0}))
    ]
    cards = [card("b"), card("x", order=2), card("a"), card("y", order=1)]
    cards[0] = {**cards[0], "unshaded": {"branches": branches}}
    sections, findings = compiled(CARDS, ("eventDecks.0.cards", cards))
    assert findings == [] and sections.event_decks
    made = sections.event_decks[0].cards
    assert [c.id.text for c in made] == ["y", "x", "a", "b"]
    assert made[3].unshaded and [b.id.text for b in made[3].unshaded.branches] == ["z", "a", "b"]


def test_decks_come_by_id() -> None:
    deck = {**CARDS["eventDecks"][0], "id": "alpha"}
    sections, findings = compiled(CARDS, ("eventDecks.+", deck))
    assert findings == [] and sections.event_decks
    assert [d.id.text for d in sections.event_decks] == ["alpha", "news"]


@pytest.mark.parametrize(
    "written, least, most",
    [
        ({"n": 2}, 2, 2),
        ({"max": 3}, 0, 3),
        ({"min": 1, "max": 3}, 1, 3),
        ({"upTo": 3}, 0, 3),
        ("all", 0, None),
    ],
)
def test_how_many_targets(written: Any, least: int, most: int | None) -> None:
    tokens = {"query": "tokensInZone", "zone": "deck"}
    is_big = {
        "op": ">",
        "left": {"ref": "tokenProp", "token": "$token", "prop": "size"},
        "right": 1,
    }
    target = {"id": "t", "selector": tokens, "filter": is_big, "cardinality": written}
    sections, findings = compiled(CARDS, (f"{CARD}.unshaded.targets", [target]))
    assert findings == [] and sections.event_decks
    side = sections.event_decks[0].cards[0].unshaded
    assert side and (side.targets[0].least, side.targets[0].most) == (least, most)
    assert side.targets[0].where is not None


def test_targets_are_bound_for_what_follows() -> None:
    each = {"forEach": {"bind": "$p", "over": {"query": "binding", "name": "$who"}, "effects": []}}
    last = {**LAST, "setupEffects": [each]}
    side = {"targets": [PICK], "effects": [each], "lastingEffects": [last]}
    branch = {"id": "b", "effects": [each]}
    _, findings = compiled(CARDS, (f"{CARD}.unshaded", {**side, "branches": [branch]}))
    assert findings == []
    # Not when it is over, and not on the other side.
    over = {**LAST, "teardownEffects": [each]}
    other = {
        **STORM,
        "sideMode": "dual",
        "unshaded": {**side, "lastingEffects": [over]},
        "shaded": {"effects": [each]},
    }
    _, findings = compiled(CARDS, (CARD, other))
    assert [path for _, path in told(findings)] == [
        f"{CARD}.unshaded.lastingEffects.0.teardownEffects.0.forEach.over.name",
        f"{CARD}.shaded.effects.0.forEach.over.name",
    ]
    assert {code for code, _ in told(findings)} == {"CNL_COMPILER_BINDING_UNBOUND"}


def test_params_of_the_event_action_are_bound_in_events() -> None:
    number = {"name": "n", "domain": {"query": "intsInRange", "min": 1, "max": 2}}
    use = {"addVar": {"scope": "global", "var": "gold", "delta": {"ref": "binding", "name": "$n"}}}
    _, findings = compiled(
        CARDS, ("actions.0.params", [number]), (f"{CARD}.unshaded.effects", [use])
    )
    assert findings == []
    _, findings = compiled(CARDS, (f"{CARD}.unshaded.effects", [use]))
    assert [code for code, _ in told(findings)] == ["CNL_COMPILER_BINDING_UNBOUND"]


MISTAKES: list[tuple[str, Any, str, str]] = [
    ("eventDecks.0", 1, V + "DECK_SHAPE_INVALID", "eventDecks.0"),
    ("eventDecks.0.drawZone", GONE, V + "DECK_SHAPE_INVALID", "eventDecks.0"),
    ("eventDecks.0.shuffleOnSetup", 1, V + "DECK_SHAPE_INVALID", "eventDecks.0.shuffleOnSetup"),
    ("eventDecks.0.cards", {}, V + "DECK_CARDS_INVALID", "eventDecks.0.cards"),
    ("eventDecks.+", CARDS["eventDecks"][0], C + "DECK_ID_DUPLICATE", "eventDecks.1.id"),
    (f"{CARD}.title", GONE, V + "CARD_SHAPE_INVALID", CARD),
    (f"{CARD}.sideMode", "dual", V + "CARD_SHAPE_INVALID", f"{CARD}.sideMode"),
    (f"{CARD}.unshaded", GONE, V + "CARD_SHAPE_INVALID", CARD),
    (f"{CARD}.unshaded", {}, V + "CARD_SHAPE_INVALID", f"{CARD}.unshaded"),
    (f"{CARD}.unshaded.effects", [], V + "CARD_SHAPE_INVALID", f"{CARD}.unshaded.effects"),
    (f"{CARD}.order", -1, V + "CARD_SHAPE_INVALID", f"{CARD}.order"),
    ("eventDecks.0.cards.+", STORM, C + "CARD_ID_DUPLICATE", "eventDecks.0.cards.1.id"),
    (
        "eventDecks.0.cards",
        [{**STORM, "order": 1}, {**STORM, "id": "s", "order": 1}],
        C + "CARD_ORDER_AMBIGUOUS",
        "eventDecks.0.cards.1.id",
    ),
    (
        f"{CARD}.unshaded.branches",
        [{"id": "a", "effects": [STIR]}] * 2,
        C + "CARD_BRANCH_ID_DUPLICATE",
        f"{CARD}.unshaded.branches.1.id",
    ),
    (
        f"{CARD}.unshaded.branches",
        [{"id": "a", "order": 1, "effects": [STIR]}, {"id": "b", "order": 1, "effects": [STIR]}],
        C + "CARD_BRANCH_ORDER_AMBIGUOUS",
        f"{CARD}.unshaded.branches.1.id",
    ),
    (
        f"{CARD}.unshaded.branches",
        [{"id": "a"}],
        V + "CARD_SHAPE_INVALID",
        f"{CARD}.unshaded.branches.0",
    ),
    (
        f"{CARD}.unshaded.targets",
        [{**PICK, "cardinality": 2}],
        V + "CARD_SHAPE_INVALID",
        f"{CARD}.unshaded.targets.0.cardinality",
    ),
    (
        f"{CARD}.unshaded.targets",
        [{**PICK, "cardinality": {"min": 3, "max": 2}}],
        V + "CARD_SHAPE_INVALID",
        f"{CARD}.unshaded.targets.0.cardinality.min",
    ),
    (
        f"{CARD}.unshaded.lastingEffects",
        [{**LAST, "duration": "untilCoupRound"}],
        V + "CARD_SHAPE_INVALID",
        f"{CARD}.unshaded.lastingEffects.0.duration",
    ),
    (
        f"{CARD}.unshaded.lastingEffects",
        [{**LAST, "setupEffects": []}],
        V + "CARD_SHAPE_INVALID",
        f"{CARD}.unshaded.lastingEffects.0.setupEffects",
    ),
    (
        f"{CARD}.unshaded.effects",
        [{"query": "nonsense"}],
        "CNL_COMPILER_MISSING_CAPABILITY",
        f"{CARD}.unshaded.effects.0",
    ),
]


@pytest.mark.parametrize(
    "path, value, code, where", MISTAKES, ids=[f"{m[2]}-{m[3]}" for m in MISTAKES]
)
def test_a_mistake_is_told_once_at_its_place(path: str, value: Any, code: str, where: str) -> None:
    sections, findings = compiled(CARDS, (path, value))
    assert told(findings) == [(code, where)]
    assert sections.event_decks is None


def test_zones_of_a_deck_must_exist() -> None:
    _, findings = compiled(CARDS, ("eventDecks.0.discardZone", "nowhere"))
    assert told(findings) == [("CNL_XREF_EVENT_DECK_ZONE_MISSING", "eventDecks.0.discardZone")]


# ---- the old way ---------------------------------------------------------------------------------

OLD_CARDS = [{**STORM, "unshaded": {"effects": [STIR], "lastingEffects": [LAST]}}]
OLDER_CARDS = [
    {
        **STORM,
        "unshaded": {
            "effects": [STIR],
            "lastingEffects": [{"id": "rain", "duration": "turn", "effect": STIR}],
        },
    }
]
ZONES = {"drawZone": "deck:none", "discardZone": "shown:none"}


def asset(payload: dict[str, Any], name: str = "news") -> dict[str, Any]:
    """A data asset of the old kind."""
    return {"id": name, "kind": "eventCardSet", "payload": payload}


@pytest.mark.parametrize("cards", [OLD_CARDS, OLDER_CARDS], ids=["lists", "one mapping"])
@pytest.mark.parametrize("zones", [ZONES, {}], ids=["named", "by the turn order"])
def test_both_ways_give_the_same_decks(cards: Any, zones: dict[str, str]) -> None:
    new, findings = compiled(CARDS, ("eventDecks.0.cards", OLD_CARDS))
    assert findings == []
    changes = (("eventDecks", GONE), ("dataAssets", [asset({"cards": cards, **zones})]))
    old, findings = compiled(CARDS, *changes)
    assert told(findings) == [("?" + C + "CARD_SET_DEPRECATED", "dataAssets.0.id")]
    assert said(new.event_decks) == said(old.event_decks)


def test_only_one_old_set() -> None:
    sets = [asset({"cards": OLD_CARDS}, name) for name in ("one", "two")]
    sections, findings = compiled(CARDS, ("eventDecks", GONE), ("dataAssets", sets))
    assert told(findings) == [(C + "CARD_SET_AMBIGUOUS", "dataAssets.1.id")]
    assert sections.event_decks is None


def test_an_old_set_needs_zones_if_no_cards_drive() -> None:
    sections, findings = compiled(SMALL, ("dataAssets", [asset({"cards": OLD_CARDS})]))
    codes = [code for code, _ in told(findings)]
    assert codes == ["?" + C + "CARD_SET_DEPRECATED", *[V + "DECK_SHAPE_INVALID"] * 2]
    assert sections.event_decks is None
