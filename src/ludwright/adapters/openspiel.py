"""OpenSpiel: any game as a `pyspiel.Game` with explicit chance, for its algorithms.

A shuffle is a row of draws, one card at a time, when the card begins to matter. Seats that choose
simultaneously choose one after another, and notice nothing of one another's choices. Rewards are
utilities, at the end. A game is over after `max_decisions`; it is worth nothing then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..game import Game
from ..loading import load
from ..pipeline import library_games
from ..play.errors import TableError
from .chance_tree import CHANCE, MAX_DECISIONS, TERMINAL, Node, Tree, TreeKey, tree_of
from .extras import absent
from .observation import Observer
from .recall import Recall
from .seen_text import SeenText
from .tree_facts import TreeFacts, facts_of, is_perfect, uses_chance

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise absent(error, "openspiel") from None

NAME = "ludwright"
MOST_SEATS = 16
LONGEST = 4096  # numbers of the tensor of an information state
MANY = 1 << 30  # chance nodes in a history, where their number is not bounded
# A text that OpenSpiel reads back from the parameters of a game as it was written.
PLAIN = re.compile(r"(?![\d.-]+$)(?!(?i:true|false)$)[\w.:/ -]+")
TYPE, WHO = pyspiel.GameType, pyspiel.PlayerId


def load_game(
    game: Game | str | Path,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    max_decisions: int = MAX_DECISIONS,
) -> LudwrightGame:
    """A game as OpenSpiel's algorithms take it: of the library, of a file, or one that is loaded.

    `players` is the number of seats (default: the fewest). A game is broken off, and worth nothing
    to anybody, after `max_decisions`.
    """
    if isinstance(game, str | Path):
        game = load(game, options)
    elif not isinstance(game, Game):
        raise TableError(f"expected a game or its name, found {game!r}")
    elif options:
        raise TableError("a loaded game has its options already; give its name instead")
    return LudwrightGame(Tree(game, players, max_decisions, _name_of(game)))


def _name_of(game: Game) -> str:
    """The name by which a game is found again; one without a file, as long as it is used."""
    path = game.loaded.path
    if path is not None:
        name = game.called if library_games().get(game.called) == path else str(path)
        if PLAIN.fullmatch(name):
            return name
    return f"{re.sub('[^A-Za-z]+', '-', game.name)}@{game.loaded.digest[:16]}"


# ---- registration --------------------------------------------------------------------------------


def register() -> None:
    """Let `pyspiel.load_game("ludwright(game=kuhn-poker,players=2)")` find games; importing this
    module does so."""
    if NAME not in pyspiel.registered_names():
        # A class: OpenSpiel releases it after the interpreter's end, where a function must not end.
        pyspiel.register_game(_any_game(), LudwrightGame)


def _any_game() -> Any:
    """The type of all games, whose parameters say which one it is."""
    return TYPE(
        short_name=NAME,
        long_name="A game of Ludwright",
        dynamics=TYPE.Dynamics.SEQUENTIAL,
        chance_mode=TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=TYPE.Information.IMPERFECT_INFORMATION,
        utility=TYPE.Utility.GENERAL_SUM,
        reward_model=TYPE.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={
            "game": "kuhn-poker",
            "players": 0,  # the fewest
            "options": "",  # name:value;name:value
            "max_decisions": MAX_DECISIONS,
        },
    )


def _key_of(parameters: Mapping[str, Any]) -> TreeKey:
    """What the game that parameters name is found by."""
    pairs = (each.partition(":") for each in str(parameters["options"]).split(";") if each)
    return TreeKey(
        str(parameters["game"]),
        int(parameters["players"]),
        tuple(sorted((option.strip(), value.strip()) for option, _, value in pairs)),
        int(parameters["max_decisions"]),
    )


def _parameters(key: TreeKey) -> dict[str, Any]:
    found: dict[str, Any] = {"game": key.game, "players": key.players}
    if key.options:
        found["options"] = ";".join(f"{name}:{value}" for name, value in key.options)
    if key.max_decisions != MAX_DECISIONS:
        found["max_decisions"] = key.max_decisions
    return found


# ---- the game ------------------------------------------------------------------------------------


class LudwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A game for a number of players: of a `tree`, or of the parameters that name it."""

    def __init__(self, of: Tree | Mapping[str, Any]) -> None:
        tree = of if isinstance(of, Tree) else tree_of(_key_of(of))
        facts = facts_of(tree)
        self.tree, self.facts = tree, facts
        self.seen, self.observer = SeenText(tree.program), Observer(tree.program)
        recall = Recall(tree, self.observer, facts.decisions) if tree.actions.by_id else None
        self.recall = recall if recall and recall.size <= LONGEST else None
        kind = _type(tree, facts, self.recall is not None)
        super().__init__(kind, _info(tree, facts), _parameters(tree.key))

    def new_initial_state(self, _from: object = None) -> LudwrightState:
        """The state before anything is drawn or chosen."""
        return LudwrightState(self, self.tree.root)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes on a path; a large number where they are not bounded."""
        return MANY if self.facts.chances is None else self.facts.chances

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> LudwrightObserver:
        """What sees states as one seat does: now, or with everything that it observed before."""
        return LudwrightObserver(self, iig_obs_type, params)

    def information(self, node: Node, seat: int) -> str:
        """The information state of a seat: what it sees, and a hash of what it observed before."""
        return f"{self.observation(node, seat)}; past: {node.information(seat):016x}"

    def observation(self, node: Node, seat: int) -> str:
        """What a seat sees now."""
        return f"seat {seat}; {self.seen.of(node.view(seat))}"


def _type(tree: Tree, facts: TreeFacts, recalled: bool) -> Any:
    game = tree.definition
    perfect = is_perfect(game, tree.program)
    return TYPE(
        short_name=NAME,
        long_name=tree.program.name,
        dynamics=TYPE.Dynamics.SEQUENTIAL,
        chance_mode=TYPE.ChanceMode.EXPLICIT_STOCHASTIC
        if uses_chance(tree.program)
        else TYPE.ChanceMode.DETERMINISTIC,
        information=TYPE.Information.PERFECT_INFORMATION
        if perfect
        else TYPE.Information.IMPERFECT_INFORMATION,
        utility=_utility(tree, facts),
        reward_model=TYPE.RewardModel.TERMINAL,
        max_num_players=game.most_players,
        min_num_players=game.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=recalled,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(tree.key),
    )


def _utility(tree: Tree, facts: TreeFacts) -> Any:
    kinds = TYPE.Utility
    if tree.program.seats == 1:
        return kinds.GENERAL_SUM
    if len(set(tree.utility.sides)) == 1:
        return kinds.IDENTICAL
    if facts.total is None:
        return kinds.GENERAL_SUM
    return kinds.CONSTANT_SUM if facts.total else kinds.ZERO_SUM


def _info(tree: Tree, facts: TreeFacts) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=tree.actions.count,
        max_chance_outcomes=facts.outcomes,
        num_players=tree.program.seats,
        min_utility=facts.least,
        max_utility=facts.most,
        utility_sum=facts.total,
        max_game_length=max(1, facts.decisions),
    )


# ---- its states ----------------------------------------------------------------------------------


class LudwrightState(pyspiel.State):  # type: ignore[misc]
    """A state, by its `node`, which never changes: that of the next state is another one."""

    def __init__(self, game: LudwrightGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Who decides."""
        who = self.node.who
        return who if who >= 0 else int(PLAYERS[who])

    def is_terminal(self) -> bool:
        """Whether the game is over, or broken off."""
        return self.node.who == TERMINAL

    def _legal_actions(self, _player: int) -> list[int]:
        return [*self.node.actions]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes, all equally likely."""
        outcomes = self.node.actions
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.node.text(action)

    def returns(self) -> list[float]:
        """The utility of each seat."""
        return [*self.node.returns]

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat, by default the one that decides, sees and observed before."""
        return self._game.information(self.node, self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """What a seat, by default the one that decides, sees now."""
        return self._game.observation(self.node, self._seat(player))

    @property
    def _game(self) -> LudwrightGame:
        game: LudwrightGame = self.get_game()
        return game

    def _seat(self, player: int | None) -> int:
        seat, seats = self.node.who if player is None else player, self.num_players()
        if not 0 <= seat < seats:
            raise TableError(f"expected a seat from 0 to {seats - 1}, found {seat}")
        return seat

    def __str__(self) -> str:
        node = self.node
        who = WHERE.get(node.who) or f"seat {node.who} decides"
        return f"{who}; {self._game.seen.whole(node.table)}"


PLAYERS = {CHANCE: WHO.CHANCE, TERMINAL: WHO.TERMINAL}
WHERE = {CHANCE: "chance decides", TERMINAL: "over"}


class LudwrightObserver:
    """What sees states as one seat does: now, or with everything before. Its `tensor` is None if
    it would have too many numbers; `dict` has its parts."""

    def __init__(
        self, game: LudwrightGame, kind: Any = None, params: Mapping[str, Any] | None = None
    ) -> None:
        if params:
            raise ValueError(f"observers take no parameters, found {dict(params)}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("only what one seat sees can be observed, all of it; set public_info")
        self._game, self._recalls = game, bool(kind.perfect_recall)
        now = game.observer.size
        size = now if not self._recalls else game.recall.size if game.recall else 0
        self.tensor = np.zeros(size, np.float32) if size else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict["observation"] = self.tensor[:now]
            if size > now:
                self.dict["past"] = self.tensor[now:]

    def set_from(self, state: LudwrightState, player: int) -> None:
        """Write the tensor of a state as a seat sees it."""
        if self.tensor is None:
            return
        view = state.node.view(player)
        self._game.observer.write(view, self.tensor[: self._game.observer.size])
        if self._recalls and self._game.recall is not None:
            self._game.recall.write_past(view, self.dict["past"])

    def string_from(self, state: LudwrightState, player: int) -> str:
        """The text of a state as a seat sees it."""
        game = self._game
        return (game.information if self._recalls else game.observation)(state.node, player)


register()
