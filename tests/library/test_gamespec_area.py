"""The Brackwater Charter: what lies on the map, who may act, and what a Reckoning counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.languages.gamespec.read.tree.sections import Sections
from models.gamespec import side_by_side
from tools.lockstep import lock_step

PIECES = {
    **{"guard": 16, "post": 5, "factor": 12, "hall": 6},
    **{"band": 15, "camp": 6, "crew": 14, "cove": 5},
}
BASES = ("post", "hall", "camp", "cove")
OWNERS = dict(zip(PIECES, "WWGGRRCC", strict=True))
RECKONING = "portent"
GOALS = (19, 20, 20, 17)
DEEDS = ("oath-of-the-dykes", "great-fair", "night-of-reeds", "black-fleet")
CLASSES = ("operation", "limitedOperation", "operationPlusSpecialActivity")
SECOND = {
    "event": {"operation", "operationPlusSpecialActivity"},
    "operation": {"limitedOperation", "event"},
    "limitedOperation": {"limitedOperation", "event"},
    "operationPlusSpecialActivity": {"limitedOperation"},
}
Choice = Callable[[lw.Table, Random], lw.Move]


@cache
def game() -> lw.Game:
    return lw.load("brackwater")


@cache
def sections() -> Sections:
    document = pipeline.library_games()["brackwater"].read_text(encoding="utf-8")
    return pipeline.load_sections(document).sections


@cache
def spaces() -> dict[str, dict[str, object]]:
    """The spaces of the map with what the document says of them, and their numbers."""
    zones = sections().zones
    [numbers] = [x for x in game().definition.traits if x.name == "space number"]
    number = {each.zone: each.value for each in numbers.values}
    assert zones is not None
    return {z.base: {**z.props, "number": number[z.base]} for z in zones if z.space}


def moves(table: lw.Table) -> list[str]:
    return [move.text() for move in table.legal()]


def any_move(table: lw.Table, rng: Random) -> lw.Move:
    return rng.choice(table.legal())


def played(seed: int, choose: Choice = any_move) -> Iterator[tuple[lw.Table, str]]:
    """A game at random: the table at each decision, and what is chosen then."""
    table, rng = game().table(seed=seed), Random(seed)
    while not table.over:
        chosen = choose(table, rng)
        yield table, chosen.text()
        table.apply(chosen)
    yield table, ""


def marker(table: lw.Table, name: str, space: str) -> object:
    return table.variable(name, index=spaces()[space]["number"])


def tallied(table: lw.Table) -> tuple[int, int, int, int]:
    """What the four powers count, worked out from what lies on the map."""
    trust = unrest = haul = 0
    worth = table.variable("trade")
    assert isinstance(worth, int)
    for name, about in spaces().items():
        here = Counter(table.zone(name))
        people, mood = about["population"], marker(table, "mood", name)
        assert isinstance(people, int)
        trust += here["post"] + people * {"loyal": 2, "settled": 1}.get(str(mood), 0)
        unrest += here["camp"] + people * {"revolt": 2, "restless": 1}.get(str(mood), 0)
        worth += here["hall"]
        mine = here["crew"] + here["cove"]
        haul += 2 * here["cove"] + (bool(about["coastal"]) and mine > here.total() - mine)
    return trust, worth, unrest, haul


def counted(table: lw.Table) -> tuple[object, ...]:
    return tuple(table.variable(name) for name in ("trust", "worth", "unrest", "haul"))


# ---- the start ---------------------------------------------------------------------------------


def test_the_map_is_as_large_as_it_says() -> None:
    assert len(spaces()) == 24
    kinds = Counter(about["spaceType"] for about in spaces().values())
    assert kinds == {"town": 6, "polder": 3, "marsh": 5, "isle": 4, "road": 2, "water": 4}
    assert sum(int(str(about["population"])) for about in spaces().values()) == 17


def test_the_start() -> None:
    table = game().table(seed=1)
    assert Counter(table.zone("brackmouth")) == {"guard": 2, "post": 1, "factor": 2, "hall": 1}
    assert Counter(table.zone("reserve", 2)) == {"band": 8, "camp": 4}
    assert marker(table, "mood", "gatewick") == "loyal"
    assert marker(table, "mood", "eel-marsh") == "revolt"
    assert marker(table, "mood", "sallowford") == "quiet"
    assert [table.variable(x) for x in ("coffers", "purse", "stores", "plunder")] == [8, 6, 5, 5]
    # Two posts, Gatewick twice 2, Brackmouth 2, Millbar and High Polder 1 each; two halls and a
    # trade of 2; two camps, Eel Marsh twice 1, three restless; two coves, three isles, the sound.
    assert tallied(table) == (10, 4, 7, 8)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_part_of_the_deck_has_its_reckoning(seed: int) -> None:
    table = game().table(seed=seed)
    cards = [*table.zone("shown"), *table.zone("coming"), *reversed(table.zone("deck"))]
    assert len(cards) == 35 and len(set(cards)) == 31
    for first in range(0, 35, 7):
        part = cards[first : first + 7]
        assert RECKONING not in part[:3] and part[3:].count(RECKONING) == 1


# ---- what always holds -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [4, 5])
def test_nothing_is_lost_and_nothing_lies_where_it_must_not(seed: int) -> None:
    for table, _ in played(seed):
        found = Counter(x for seat in range(4) for x in table.zone("reserve", seat))
        for seat in range(4):
            assert {OWNERS[x] for x in table.zone("reserve", seat)} <= {"WGRC"[seat]}
        for name, about in spaces().items():
            here = table.zone(name)
            found.update(here)
            bases = sum(x in BASES for x in here)
            assert bases <= (0 if about["spaceType"] in ("road", "water") else 2)
            assert about["population"] or marker(table, "mood", name) == "quiet"
            floods = about["spaceType"] in ("polder", "road")
            assert floods or marker(table, "tide", name) == "dry"
        assert found == PIECES


# ---- cards -------------------------------------------------------------------------------------


def gone(table: lw.Table) -> int:
    """How many cards have gone."""
    return len(table.zone("past")) + len(table.zone("reckoned"))


def class_of(text: str) -> str:
    """What a move is played as."""
    name, *rest = text.replace(",", "").split()
    return "operation" if name in DEEDS else rest[0] if rest and rest[0] in CLASSES else name


def override(text: str, seat: int) -> tuple[int, bool] | None:
    """Who is ready on the next card or not because of a move."""
    _, told, rest = text.partition("eligibilityOverride:")
    if not told:
        return None
    who, how, _ = rest.split(":")
    powers = ["wardens", "guilds", "reedfolk", "corsairs"]
    return (seat if who == "self" else powers.index(who)), how == "eligible"


@pytest.mark.parametrize("seed", range(10, 16))
def test_two_act_on_a_card_and_rest_on_the_next(seed: int) -> None:
    ready, card = {0, 1, 2, 3}, 0
    waiting = sorted(ready)
    acted: dict[int, str] = {}
    told: dict[int, bool] = {}
    for table, chosen in played(seed):
        if table.over:
            break
        if gone(table) != card:
            # All have been asked, or two have acted; who acted rests, unless told otherwise.
            assert not waiting or len(acted) == 2
            ready = {x for x in range(4) if told.get(x, x not in acted)} or {0, 1, 2, 3}
            waiting, card, acted, told = sorted(ready), gone(table), {}, {}
        if table.prompt:
            continue
        seat = table.decider
        assert seat == waiting.pop(0) and len(acted) < 2
        if acted:
            [first] = acted.values()
            offered = {class_of(text) for text in moves(table)} - {"pass"}
            assert offered <= SECOND[first]
        if chosen != "pass":
            acted[seat] = class_of(chosen)
        if ordered := override(chosen, seat):
            told[ordered[0]] = ordered[1]


@pytest.mark.parametrize("seed", range(20, 24))
def test_spring_tide_and_great_deeds(seed: int) -> None:
    done: set[str] = set()
    tides = 0
    for table, chosen in played(seed):
        if table.over or table.prompt:
            continue
        offered = moves(table)
        tide = RECKONING in table.zone("coming")
        if tide:
            tides += 1
            assert not [x for x in offered if x.startswith(("march", *DEEDS))]
            assert all(x.endswith("pilot") for x in offered if x.startswith("voyage"))
            assert all(x.endswith(" 1") for x in offered if x.startswith("trade"))
        else:
            assert not [x for x in offered if x.startswith("voyage") and x.endswith("pilot")]
        deeds = {x.split()[0] for x in offered} & {*DEEDS}
        assert not deeds & done
        assert not deeds or table.variable("reckonings") != 0
        if RECKONING in table.zone("shown"):
            assert not [x for x in offered if x.startswith("event")]
        done |= {chosen.split()[0]} & {*DEEDS}
    assert tides


# ---- Reckonings --------------------------------------------------------------------------------


def test_a_year_in_which_nobody_does_anything() -> None:
    table = game().table(seed=7)
    funds = {"coffers": 8, "purse": 6, "stores": 5, "plunder": 5}
    earned = {"coffers": 3, "purse": 1, "stores": 1, "plunder": 1}
    # 4 and a third of 10; 1 and a third of 4, of 7 and of 8.
    income = {"coffers": 7, "purse": 2, "stores": 3, "plunder": 3}
    while not table.over:
        last = table.zone("shown") == [RECKONING] and len(table.zone("reckoned")) == 4
        reckons = table.zone("shown") == [RECKONING]
        assert {name: table.variable(name) for name in funds} == funds
        for seat in range(4):
            assert table.decider == seat and not table.prompt
            table.apply("pass")
        for name in funds:
            funds[name] = min(30, funds[name] + earned[name])
        if reckons and not last:
            assert counted(table) == (10, 4, 7, 8)
            for name in funds:
                funds[name] = min(30, funds[name] + income[name])
            # Two guards alone in Millbar, one in Tern Harbour; Gatewick is loyal already.
            assert (table.decider, moves(table)) == (0, ["millbar", "tern-harbour", "done"])
            table.apply("done")
            # Three marshes; Eel Marsh is in revolt already, nobody lives in Willow Carr.
            fens = ["grey-fen", "heron-marsh", "lantern-fen", "done"]
            assert (table.decider, moves(table)) == (2, fens)
            table.apply("done")
    # Nobody reached a goal: 10 of 19, 4 of 20, 7 of 20, 8 of 17.
    assert table.result().scores == (-9, -16, -13, -9)
    assert table.result().winners == (3,)  # Corsairs come before Wardens in the alphabet


@pytest.mark.parametrize("seed", range(30, 36))
def test_a_tally_is_what_lies_on_the_map(seed: int) -> None:
    for table, _ in played(seed):
        if table.over:
            continue
        if table.prompt == "heard" and "done" in moves(table):
            assert counted(table) == tallied(table)
    # The last Reckoning is only counted, or somebody reached a goal.
    result = table.result()
    found = tallied(table)
    assert counted(table) == found
    margins = tuple(have - goal for have, goal in zip(found, GOALS, strict=True))
    [winner] = result.winners
    if max(margins) < 0:
        best = [seat for seat in (3, 1, 2, 0) if margins[seat] == max(margins)]
        assert result.scores == margins and winner == best[0]
    else:
        assert winner == next(seat for seat in (2, 3, 1, 0) if margins[seat] >= 0)


# ---- other views of the same game --------------------------------------------------------------


def test_the_oracle_agrees() -> None:
    lock_step(game().definition, 4, seed=3, most=6)


def test_the_second_model_of_the_language_agrees() -> None:
    text = pipeline.library_games()["brackwater"].read_text(encoding="utf-8")
    assert side_by_side.play(game(), text, players=4, seed=5, most=30) == 30


# ---- everything happens ------------------------------------------------------------------------


def eager(table: lw.Table, rng: Random) -> lw.Move:
    """Play the event if that is possible."""
    events = [] if table.prompt else table.find(lambda move: move.name == "event")
    return rng.choice(events or table.legal())


def test_every_card_side_branch_and_action_is_played() -> None:
    decks, actions = sections().event_decks, sections().actions
    assert decks is not None and actions is not None
    [deck] = decks
    wanted: set[tuple[str, ...]] = {(action.id.text,) for action in actions}
    assert len(deck.cards) == 30
    for card in deck.cards:
        sides = {"unshaded": card.unshaded, "shaded": card.shaded}
        there = {name: side for name, side in sides.items() if side is not None}
        wanted |= {(card.id.text, name) for name in there if len(there) == 2}
        wanted |= {(card.id.text,)} if len(there) == 1 else set()
        for side in there.values():
            wanted |= {(card.id.text, branch.id.text) for branch in side.branches}
    seen: set[tuple[str, ...]] = set()
    for seed in range(100, 160):
        card = ""
        for table, chosen in played(seed, eager if seed % 2 else any_move):
            if table.over:
                break
            if not table.prompt:
                card = table.zone("shown")[0] if chosen.startswith("event") else ""
                seen |= {(chosen.replace(",", "").split()[0],), (card,)}
            elif table.prompt == "special activity":
                seen.add((chosen.replace(",", "").split()[0],))
            elif table.prompt in ("side", "branch"):
                seen.add((card, chosen))
        if wanted <= seen:
            return
    raise AssertionError(sorted(wanted - seen))


def test_every_power_wins_sometimes() -> None:
    found = game().simulate(60, seed=3, jobs=1)
    assert (found.finished, found.faulted) == (60, 0)
    assert all(seat.wins >= 4 for seat in found.seats)
    assert 150 < found.decisions_per_game < 400
