"""Games in OpenSpiel: its own checks, its own solvers, its own trees of the same games."""

from __future__ import annotations

import gc
import importlib
import pickle
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator

import pyspiel
import pytest

import ludwright as lw
from ludwright.adapters import openspiel
from ludwright.adapters.chance_tree import Tree, tree_of
from ludwright.adapters.openspiel import LudwrightGame, LudwrightState, load_game
from ludwright.gamedef import nodes as n
from ludwright.pipeline import Loaded, library_games
from ludwright.play.draws import Draws
from ludwright.play.errors import TableError
from ludwright.search.game_tree import GameTree
from ludwright.search.walk import NotSolvable
from tools.duels import DEAL, DUELS, HANDS, SEATS, TOKENS, described, gets
from tools.tiny import X, loc, num

GAMES = [name for name in library_games() if ":" not in name]


def duel(name: str) -> lw.Game:
    """A tiny game as one that is loaded."""
    return game_of(described(*DUELS[name], tokens=TOKENS.get(name, 3)))


def game_of(definition: n.GameDef) -> lw.Game:
    return lw.Game(Loaded(definition.name, definition, (), ()), {})


def states_of(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    """All states of a game, depth first."""
    left = [game.new_initial_state()]
    while left:
        state = left.pop()
        yield state
        if not state.is_terminal():
            left += [state.child(action) for action in state.legal_actions()]


def kinds(game: pyspiel.Game) -> Counter[str]:
    """The number of states by who decides."""
    return Counter(
        "over" if s.is_terminal() else "chance" if s.is_chance_node() else "seat"
        for s in states_of(game)
    )


def random_path(game: pyspiel.Game, seed: int, most: int) -> Iterator[LudwrightState]:
    """The states of a random game, up to a number of steps."""
    state, draws = game.new_initial_state(), Draws(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        actions = state.legal_actions()
        state = state.child(actions[draws.below(len(actions))])


# ---- OpenSpiel's own checks ----------------------------------------------------------------------


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong_with_random_games(name: str) -> None:
    loaded = lw.load(name)
    least, most = loaded.definition.least_players, loaded.definition.most_players
    for players in sorted({least, most}):
        game = load_game(loaded, players, max_decisions=20)
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        # Ids mean the same at tables that draw their own random numbers.
        plain, explicit = loaded.program(players), loaded.program(players, chance=True)
        each = [[[(a.first_id, a.radix) for a in s.actions] for s in p.sites.values()]
                for p in (plain, explicit)]  # fmt: skip
        assert each[0] == each[1]


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong_with_long_games(name: str) -> None:
    for serialize in (True, False):
        pyspiel.random_sim_test(load_game(name), num_sims=1, serialize=serialize, verbose=False)


# ---- trees, information sets, equilibria ---------------------------------------------------------


def test_kuhn_poker_has_the_tree_and_the_value_that_it_has_in_openspiel() -> None:
    ours, theirs = load_game("kuhn-poker"), pyspiel.load_game("kuhn_poker")
    assert kinds(ours) == kinds(theirs) == {"chance": 4, "seat": 24, "over": 30}
    for name in ("max_utility", "min_utility", "utility_sum", "max_game_length"):
        assert getattr(ours, name)() == getattr(theirs, name)()
    for name in ("utility", "information", "chance_mode", "dynamics"):
        assert getattr(ours.get_type(), name) == getattr(theirs.get_type(), name)
    value, apart = solved(ours, 300)
    assert value == pytest.approx(-1 / 18, abs=1e-3)
    assert apart < 1e-3


@pytest.mark.deep
def test_leduc_poker_has_the_tree_and_the_value_that_it_has_in_openspiel() -> None:
    ours, theirs = load_game("leduc-poker"), pyspiel.load_game("leduc_poker")
    assert kinds(ours) == kinds(theirs) == {"chance": 157, "seat": 3780, "over": 5520}
    cached = pyspiel.convert_to_cached_tree(ours)
    uniform = pyspiel.UniformRandomPolicy
    assert pyspiel.nash_conv(cached, uniform(cached)) == pytest.approx(
        pyspiel.nash_conv(theirs, uniform(theirs))
    )
    value, apart = solved(ours, 400)
    assert value == pytest.approx(-0.0856, abs=1e-3)
    assert apart < 0.02


def solved(game: pyspiel.Game, iterations: int) -> tuple[float, float]:
    """The value of the first seat by OpenSpiel's CFR+, and how far it is from an equilibrium."""
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)
    return values[0], pyspiel.nash_conv(tree, policy)


@pytest.mark.parametrize("name", ["kuhn-poker", "gops", *DUELS])
def test_information_states_are_information_sets(name: str) -> None:
    loaded = duel(name) if name in DUELS else lw.load(name, {"cards": 3} if name == "gops" else {})
    game = load_game(loaded)
    actions: dict[str, list[int]] = {}
    shown: dict[str, tuple[object, ...]] = {}
    tensors: dict[str, tuple[float, ...]] = {}
    seats: Counter[int] = Counter()
    for state in states_of(game):
        for seat in range(2):
            text = state.information_state_string(seat)
            seen = state.observation_string(seat), *state.observation_tensor(seat)
            assert shown.setdefault(text, seen) == seen
        seat = state.current_player()
        if seat >= 0:
            text = state.information_state_string()
            seats[seat] += text not in actions
            assert actions.setdefault(text, state.legal_actions()) == state.legal_actions()
            if game.recall:
                tensor = tuple(state.information_state_tensor())
                assert tensors.setdefault(text, tensor) == tensor
    tree = GameTree(loaded.program(chance=True))
    assert [seats[0], seats[1]] == [tree.sets_of(0), tree.sets_of(1)]
    assert len(set(tensors.values())) == len(tensors)  # what differs in text differs in numbers
    assert bool(tensors) == (name != "gops")  # where it is not too long


@pytest.mark.parametrize("name", ["whist", "scopa", "go-fish"])
def test_the_order_in_which_cards_are_drawn_is_not_observed(name: str) -> None:
    game = load_game(name)
    *_, state = dealt(game, Draws(3))
    seat, path = state.current_player(), state.history()
    same = different = 0
    for first, second in draws_to_exchange(len(path), 60):
        other = game.new_initial_state()
        swapped = [*path]
        swapped[first], swapped[second] = path[second], path[first]
        for action in swapped:
            other.apply_action(action)
        if other.current_player() != seat:
            continue
        looks_alike = seen_by(state, seat) == seen_by(other, seat)
        texts = [each.information_state_string(seat) for each in (state, other)]
        assert (texts[0] == texts[1]) == looks_alike
        if looks_alike:
            same += 1
            assert state.legal_actions() == other.legal_actions()
            assert strings(state) == strings(other)
            assert state.observation_tensor(seat) == other.observation_tensor(seat)
        else:
            different += 1
    assert same > 5 and different > 5


def dealt(game: LudwrightGame, draws: Draws) -> Iterator[LudwrightState]:
    """The states of a deal, up to the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.legal_actions()
        state = state.child(outcomes[draws.below(len(outcomes))])
        yield state


def draws_to_exchange(count: int, most: int) -> list[tuple[int, int]]:
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    return pairs[:: max(1, len(pairs) // most)]


def seen_by(state: LudwrightState, seat: int) -> list[list[str]]:
    """By zone the cards that a seat sees; before the first decision nothing else is known."""
    view = state.node.table.view(seat)
    zones = view.zones_by_number()
    return [sorted(str(card.name) for card in view.cards(number)) for number in zones]


def strings(state: LudwrightState) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.parametrize(
    "name", ["spades", "oh-hell", pytest.param("gin-rummy", marks=pytest.mark.deep)]
)
def test_strings_name_no_hidden_card(name: str) -> None:
    game = load_game(name)
    hands: dict[int, list[str]] = defaultdict(list)
    for state in random_path(game, 5, 90):
        table = state.node.table
        hands = {seat: table.zone("hand", seat) for seat in range(game.num_players())}
        if state.node.who < 0:
            continue
        for seat in hands:
            texts = state.observation_string(seat), state.information_state_string(seat)
            words = set(re.findall(r"\w+", " ".join(texts)))
            assert set(hands[seat]) <= words
            for other in set(hands) - {seat}:
                hidden = {c for c in hands[other] if c not in known_of(state, seat)}
                assert not hidden & words
    assert any(hands.values())


def known_of(state: LudwrightState, seat: int) -> set[str]:
    """The cards in other hands that a seat saw when they were taken up from the discards."""
    view = state.node.view(seat)
    number = {zone.owner: i for i, zone in view.zones_by_number().items() if zone.name == "hand"}
    cards = [card for owner, i in number.items() if owner != seat for card in view.cards(i)]
    return {card.name for card in cards if card.name}


# ---- games of all kinds --------------------------------------------------------------------------


def test_a_game_is_broken_off_after_its_decisions() -> None:
    game = load_game("klondike", max_decisions=5)
    assert game.max_game_length() == 5
    *_, last = random_path(game, 1, 500)
    assert last.is_terminal() and last.returns() == [0.0] and last.node.decisions == 5
    assert not last.node.table.over


def test_a_game_without_decisions_is_continued() -> None:
    game = load_game("war", max_decisions=50)
    assert game.num_distinct_actions() == 1
    decided = [s for s in random_path(game, 1, 400) if s.current_player() >= 0]
    assert len(decided) == 50
    assert all(strings(state) == ["continue"] for state in decided)


def test_a_board_without_secrets_is_perfect_information() -> None:
    kind = load_game("three-mens-morris").get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM


def test_equal_options_are_one_action() -> None:
    twice = n.Ask(name="a", seat=SEATS[0], items=n.ListOf(items=(num(2), num(1), num(1)), of="int"))
    state = load_game(game_of(described(twice, gets(loc("a"))))).new_initial_state()
    assert len(state.legal_actions()) == 2
    assert sorted(state.child(a).returns()[0] for a in state.legal_actions()) == [1.0, 2.0]


def test_a_player_learns_what_partners_win() -> None:
    game = load_game("whist")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    *_, last = random_path(game, 2, 2000)
    found = last.returns()
    assert found[0] == found[2] == -found[1] == -found[3]


# ---- saved states, parameters --------------------------------------------------------------------


def test_games_are_found_by_their_parameters() -> None:
    game = load_game("gops", 3, options={"cards": 4}, max_decisions=200)
    assert game.to_string() == "ludwright(game=gops,max_decisions=200,options=cards:4,players=3)"
    again = pyspiel.load_game(game.to_string())
    assert again.tree is game.tree
    assert again.num_players() == 3 and again.to_string() == game.to_string()
    name = game.to_string()
    del game, again
    assert pyspiel.load_game(name).tree.program.options["cards"] == 4
    assert pyspiel.load_game("ludwright(game=war)").tree.key.players == 2
    with pytest.raises(lw.GameError, match="klondyke"):
        pyspiel.load_game("ludwright(game=klondyke)")


def test_a_state_is_saved_with_its_path() -> None:
    game = load_game("leduc-poker")
    *_, state = random_path(game, 4, 6)
    saved = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(saved)
    assert again.history() == state.history() == state.node.path
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    node = pickle.loads(pickle.dumps(state.node))
    assert node is not state.node and node.information(0) == state.node.information(0)


def test_a_game_without_a_file_is_found_while_it_is_used() -> None:
    game = load_game(duel("announced"))
    key = game.tree.key
    assert pyspiel.load_game(game.to_string()).tree is game.tree
    del game
    gc.collect()
    with pytest.raises(TableError, match="no file to load it from"):
        tree_of(key)


# ---- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [2, 5, 99, -3])
def test_a_wrong_action_changes_nothing(wrong: int) -> None:
    state = load_game("kuhn-poker").new_initial_state()
    for outcome in (2, 0):
        state.apply_action(outcome)
    before = str(state), state.history(), state.legal_actions()
    assert wrong not in state.legal_actions()
    with pytest.raises(lw.IllegalMove, match=rf"action {wrong} is not legal now; legal: 0, 1"):
        state.apply_action(wrong)
    assert (str(state), state.history(), state.legal_actions()) == before
    state.apply_action(1)
    assert state.history() == [2, 0, 1]


def test_outcomes_and_ends_refuse_what_is_none() -> None:
    game = load_game("kuhn-poker")
    with pytest.raises(lw.IllegalMove, match="outcome 3 is not legal now; legal: 0, 1, 2"):
        game.new_initial_state().apply_action(3)
    *_, last = random_path(game, 1, 50)
    with pytest.raises(lw.IllegalMove, match="over"):
        last.node.child(0)
    with pytest.raises(lw.InvalidMove, match="expected the number"):
        last.node.child("fold")
    with pytest.raises(TableError, match="seat from 0 to 1, found 2"):
        last.observation_string(2)


@pytest.mark.parametrize("most", [0, -1, 1.5, True, "9"])
def test_wrong_numbers_of_decisions_are_refused(most: object) -> None:
    with pytest.raises(TableError, match="whole number from 1"):
        load_game("kuhn-poker", max_decisions=most)  # type: ignore[arg-type]


def test_wrong_games_are_refused() -> None:
    with pytest.raises(lw.GameError, match="klondyke"):
        load_game("klondyke")
    with pytest.raises(lw.GameError, match="players"):
        load_game("kuhn-poker", 3)
    with pytest.raises(lw.GameError, match="no option"):
        load_game("gops", options={"colour": 1})
    with pytest.raises(TableError, match="options already"):
        load_game(lw.load("gops"), options={"cards": 3})
    with pytest.raises(TableError, match="expected a game"):
        load_game(7)  # type: ignore[arg-type]


def test_options_that_depend_on_what_is_hidden_are_refused() -> None:
    hidden = n.PropertyOf(token=n.TopOf(zone=HANDS[1]), property="rank")
    below = n.Filter(
        items=n.ListOf(items=(num(0), num(1))), name="i", where=n.Less(left=loc("i"), right=hidden)
    )
    game = game_of(described(*DEAL, n.Ask(name="a", seat=SEATS[0], items=below), gets(X)))
    with pytest.raises(NotSolvable, match="cannot know"):
        load_game(game)
    assert Tree(game, 2, 10, "duel").root.actions  # it can be played, but not solved


def test_only_what_one_seat_sees_can_be_observed() -> None:
    game = load_game("kuhn-poker")
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="what one seat sees"):
        game.make_py_observer(kind)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})
    assert (
        load_game("gops").make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)).tensor
        is None
    )


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, openspiel.__name__)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'ludwright\[openspiel\]'"):
        importlib.import_module(openspiel.__name__)
