"""Euchre and Cribbage beside OpenSpiel's, in lock step: the same deals, moves and points."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pyspiel
import pytest

import ludwright as lw
from ludwright import Table

SUITS = {"Spades": "S", "Hearts": "H", "Diamonds": "D", "Clubs": "C"}


def draw(state: pyspiel.State, texts: Iterable[str]) -> None:
    """Make their next chance nodes come out as these texts."""
    for text in texts:
        assert state.is_chance_node()
        drawn = [each for each, _ in state.chance_outcomes()]
        outcomes = {state.action_to_string(-1, each).removeprefix("Deal "): each for each in drawn}
        state.apply_action(outcomes[text])


def theirs(state: pyspiel.State, table: Table, ours: Callable[[str, Table], str]) -> dict[str, int]:
    """Their legal actions by the texts of our moves."""
    seat = state.current_player()
    legal = state.legal_actions()
    named = {ours(state.action_to_string(seat, action), table): action for action in legal}
    assert len(named) == len(legal)
    return named


# ---- Euchre --------------------------------------------------------------------------------------


def suit_first(card: str) -> str:
    """A card of ours in their words."""
    return card[-1] + card[:-1].replace("10", "T")


def deal_euchre(state: pyspiel.State, table: Table) -> None:
    """Seat 3, which is West, deals; its own card is their first one, and one is turned up."""
    hands = [table.zone("hand", seat) for seat in range(4)]
    dealt = [hands[(3 + number) % 4][number // 4] for number in range(20)]
    draw(state, ["W", *map(suit_first, [*dealt, *table.zone("upcard")])])


def euchre_move(text: str, table: Table) -> str:
    """Their words in ours. They name the suit that is ordered up."""
    if text in SUITS:
        first = table.variable("bids_made") < 4
        return ("order up", "pick up")[table.decider == 3] if first else SUITS[text]
    words = {"Pass": "pass", "Alone": "alone", "Partner": "with partner"}
    return words.get(text) or text[1:].replace("T", "10") + text[0]


@pytest.mark.quick(2)
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize(("stick", "lone"), [(False, False), (True, False), (True, True)])
def test_euchre_is_theirs(stick: bool, lone: bool, part: int) -> None:
    options = {"hands": 1, "stick_the_dealer": stick, "defend_alone": lone}
    ours = lw.load("euchre", options)
    game = pyspiel.load_game("euchre", {"stick_the_dealer": stick, "allow_lone_defender": lone})
    for seed in range(10 * part, 10 * part + 10):
        rng, table, state = random.Random(seed), ours.table(seed=seed), game.new_initial_state()
        deal_euchre(state, table)
        # Ours says whether it plays alone before the dealer discards, theirs says it then.
        said: list[tuple[int, str]] = []
        while not table.over:
            moves = sorted(map(str, table.legal()))
            seat, move = table.decider, rng.choice(["pass"] * ("pass" in moves) * 3 + moves)
            assert seat is not None
            if "alone" in moves:
                said.append((seat, move))
            else:
                legal = theirs(state, table, euchre_move)
                assert (seat, moves) == (state.current_player(), sorted(legal))
                state.apply_action(legal[move])
            table.apply(move)
            while said and "Alone" in map(state.action_to_string, state.legal_actions()):
                seat, move = said.pop(0)
                assert seat == state.current_player()
                state.apply_action(theirs(state, table, euchre_move)[move])
        assert state.is_terminal() and not said
        scores = table.result().scores or ()
        assert state.returns() == [scores[seat] - scores[1 - seat % 2] for seat in range(4)]


# ---- Cribbage ------------------------------------------------------------------------------------

BONUS = 1000.0  # what their winner gets besides the points


def tens(card: str) -> str:
    """A card of ours in their words."""
    return card.replace("10", "T")


def deal_cribbage(state: pyspiel.State, table: Table) -> None:
    """Hand by hand, and of three players a card for the crib."""
    dealt = [card for seat in range(table.program.seats) for card in table.zone("hand", seat)]
    draw(state, map(tens, [*dealt, *table.zone("crib")]))


def cribbage_move(text: str, table: Table) -> str:
    """Their words in ours; cards for the crib in alphabetical order."""
    if text == "Pass":
        return "go"
    return " + ".join(sorted(text.removeprefix("Choose ").replace("T", "10").split()))


def pass_on(state: pyspiel.State, table: Table) -> None:
    """Those who can't play have to say so in theirs, even without cards; in ours only some do."""
    while not state.is_terminal() and not state.is_chance_node():
        alone = [state.action_to_string(each) for each in state.legal_actions()] == ["Pass"]
        here = not table.over and table.decider == state.current_player()
        if not alone or (here and str(table.legal()[0]) == "go"):
            return
        state.apply_action(state.legal_actions()[0])


@pytest.mark.quick(3)
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cribbage_is_theirs_until_somebody_wins(players: int, seed: int) -> None:
    table = lw.load("cribbage", {"crib_flush": 4}).table(players=players, seed=seed)
    state = pyspiel.load_game("cribbage", {"players": players}).new_initial_state()
    deal_cribbage(state, table)
    rng, hands = random.Random(seed), 0
    while not table.over:
        pass_on(state, table)
        points = [table.variable("points", seat) for seat in range(players)]
        assert state.returns() == points
        moves = sorted(" + ".join(sorted(str(move).split(" + "))) for move in table.legal())
        if moves == ["deal"]:
            table.apply("deal")
            deal_cribbage(state, table)
            hands += 1
            continue
        legal = theirs(state, table, cribbage_move)
        assert (table.decider, moves) == (state.current_player(), sorted(legal))
        move = rng.choice(moves)
        starter = table.zone("starter")
        table.apply(move)
        state.apply_action(legal[move])
        if state.is_chance_node() and not starter:
            draw(state, map(tens, table.zone("starter")))
    pass_on(state, table)
    assert state.is_terminal() and hands >= 5
    bonus = [BONUS] + [-BONUS / (players - 1)] * (players - 1)
    if players == 4:
        bonus = [BONUS / 2, -BONUS / 2] * 2
    returns = state.returns()
    first = returns.index(max(returns))
    points = [each - bonus[seat - first] for seat, each in enumerate(returns)]
    result = table.result()
    scores = list(result.scores or ())
    if any(table.zone("hand", seat) for seat in range(players)):
        assert points == scores
    # Theirs counts the show to its end, from the first seat on, even if somebody has won.
    assert all(more >= less for more, less in zip(points, scores, strict=True))
    enough = [seat for seat in range(players) if points[seat] >= 121]
    assert set(result.winners) <= set(enough)
    assert len(enough) > len(result.winners) or enough == list(result.winners)
