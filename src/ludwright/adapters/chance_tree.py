"""Games with explicit chance as trees of nodes that never change: outcomes and actions lead on.

Nodes are made when they are reached. A node has a table of its own, so that any number of playouts
can go on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from ..game import Game
from ..loading import load
from ..machine.program import Program
from ..play.errors import IllegalMove, InvalidMove, TableError
from ..play.setup import natural_pace
from ..play.table import Table
from ..play.utility import utility_of
from ..play.view import View
from ..search.seat_information import Trail, reader_of
from .actions import Actions

CHANCE, TERMINAL = -1, -2
MAX_DECISIONS = 1000
MOST_SORTED = 1 << 16  # options of one decision that are put in canonical order
DRAW = 0  # the number of the site of draws, among those of chance

Path = tuple["Path", int] | None  # the way to a node, the last step first


class TreeKey(NamedTuple):
    """What a tree is found by; `players` may be 0 for the fewest."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    max_decisions: int


# Trees in use: a node that is unpickled belongs to the tree that is there already.
_TREES: WeakValueDictionary[TreeKey, Tree] = WeakValueDictionary()


class Tree:
    """The game of a number of players with explicit chance, cut off after `max_decisions`.

    An action is an id where there are few; else its number among the options in the order of their
    ids, which is the same in all positions of an information set.
    """

    def __init__(self, game: Game, players: int | None, max_decisions: int, name: str) -> None:
        if type(max_decisions) is not int or max_decisions < 1:
            wrong = f"max_decisions must be a whole number from 1, found {max_decisions!r}"
            raise TableError(wrong)
        plain = game.program(players)
        self.program: Program = game.program(players, chance=True)
        self.definition = game.definition
        self.max_decisions = max_decisions
        self.actions = Actions(plain)
        self.utility = utility_of(plain)
        self.reader = reader_of(self.program)
        options = tuple(sorted((key, str(value)) for key, value in game.options.items()))
        self.key = TreeKey(name, plain.seats, options, max_decisions)
        table = Table(self.program, pace=natural_pace(self.program), game=game.called)
        self.root = Node(self, table, 0, None, {})
        _TREES[self.key] = self

    def node(self, actions: Iterable[int]) -> Node:
        """The node that outcomes and actions lead to."""
        found = self.root
        for action in actions:
            found = found.child(action)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return tree_of, (self.key,)


def tree_of(key: TreeKey) -> Tree:
    """The tree of a key: the one in use, or made anew."""
    found = _TREES.get(key)
    if found is None and "@" in key.game:
        what = f"'{key.game}' has no file to load it from, and is not in use any more"
        raise TableError(f"{what}; load it, and make a game of it with load_game")
    if found is None:
        game = load(key.game, dict(key.options))
        found = Tree(game, key.players or None, key.max_decisions, key.game)
    return found


def node_of(tree: Tree, actions: Iterable[int]) -> Node:
    """The node of a tree that outcomes and actions lead to."""
    return tree.node(actions)


class Node:
    """A node of a tree. `decisions` is how many were made before."""

    def __init__(
        self,
        tree: Tree,
        table: Table,
        decisions: int,
        path: Path,
        trails: dict[int, tuple[int, Trail]],
    ) -> None:
        self.tree, self.table, self.decisions = tree, table, decisions
        self._path, self._trails = path, trails
        self._views: dict[int, View] = {}

    # ---- who decides, and what there is to choose from ----

    @cached_property
    def who(self) -> int:
        """The seat that decides, CHANCE or TERMINAL. Where the game pauses, seat 0 goes on."""
        table = self.table
        if table.over or self.decisions >= self.tree.max_decisions:
            return TERMINAL
        if table.chance:
            return CHANCE
        return table.decider or 0

    @cached_property
    def actions(self) -> Sequence[int]:
        """The actions of the seat that decides, or the outcomes of chance, in ascending order."""
        if self.who == TERMINAL:
            return ()
        if self.who == CHANCE:
            # Cards are drawn by number, so an outcome is the same card everywhere.
            drawn = self.table.site is self.tree.program.chance[DRAW]
            return [value - 1 for value in self._values] if drawn else range(len(self._values))
        if self.table.paused:
            return (0,)
        if self.tree.actions.by_id:
            return self._ids
        count = self._options if self._is_vast else len(self._ids)
        return range(min(count, self.tree.actions.count))

    @cached_property
    def _values(self) -> list[int]:
        """What chance chooses from: tokens or numbers."""
        found: list[int] = self.table.option_rows()[:, 1].tolist()
        return found

    @cached_property
    def _options(self) -> int:
        return len(self.table.legal())

    @cached_property
    def _ids(self) -> list[int]:
        """The ids of the options in canonical order; equal options are one."""
        return sorted(set(self.table.legal_ids()))

    @property
    def _is_vast(self) -> bool:
        """Whether there are so many options that they stay in the game's order."""
        return self._options > MOST_SORTED

    def _chosen(self, table: Table, action: int) -> None:
        """Carry out an action or an outcome."""
        if self.who == CHANCE:
            table.carry_out((1, self._values[self.actions.index(action)]))
        elif self.table.paused:
            table.carry_out(())
        elif self.tree.actions.by_id:
            table.apply_id(action)
        elif self._is_vast:
            table.apply(table.legal()[self.tree.actions.option(action, self._options)])
        else:
            table.apply_id(self._ids[self.tree.actions.option(action, len(self._ids))])

    def child(self, action: int) -> Node:
        """The node that an action or an outcome leads to; a wrong one is refused."""
        self.check(action)
        # Playouts from the root have histories of their own; branches of one share theirs.
        table = self.table.copy() if self._path is None else self.table.branch()
        self._chosen(table, action)
        decisions = self.decisions + (self.who != CHANCE)
        return Node(self.tree, table, decisions, (self._path, action), dict(self._trails))

    def check(self, action: object) -> None:
        """Refuse what is no action or outcome here."""
        if isinstance(action, bool) or not isinstance(action, int):
            raise InvalidMove(f"expected the number of an action, found {action!r}")
        if action in self.actions:
            return
        if self.who == TERMINAL:
            raise IllegalMove("the game is over: no action is legal")
        what = "outcome" if self.who == CHANCE else "action"
        some = ", ".join(map(str, self.actions[:8])) + (", ..." if len(self.actions) > 8 else "")
        raise IllegalMove(f"{what} {action} is not legal now; legal: {some}")

    def text(self, action: int) -> str:
        """An action or an outcome in words; none is in the same words as another one here."""
        known = action in self.actions
        return self._texts[self.actions.index(action)] if known else f"action {action}"

    @cached_property
    def _texts(self) -> list[str]:
        texts = [*self._plain_texts()]
        seen: dict[str, int] = {}
        for i, text in enumerate(texts):
            seen[text] = number = seen.get(text, 0) + 1
            if number > 1:  # cards that nobody can tell apart, for instance
                texts[i] = f"{text} ({number})"
        return texts

    def _plain_texts(self) -> Iterable[str]:
        table, actions = self.table, self.tree.actions
        if self.who == CHANCE:
            tokens = self.tree.program.tokens
            drawn = table.site is self.tree.program.chance[DRAW]
            return (tokens[value] if drawn else str(value) for value in self._values)
        if table.paused:
            return ("continue",)
        moves = table.legal()
        if self._is_vast:
            return (str(moves[actions.option(i, len(moves))]) for i in self.actions)
        places = {id: place for place, id in enumerate(table.legal_ids())}
        if actions.by_id:
            return (str(moves[places[id]]) for id in self._ids)
        chosen = (self._ids[actions.option(i, len(self._ids))] for i in self.actions)
        return (str(moves[places[id]]) for id in chosen)

    # ---- results and what seats know ----

    @property
    def returns(self) -> tuple[float, ...]:
        """The utility of each seat; 0 unless the game is over."""
        return self.tree.utility.of(self.table.result() if self.table.over else None)

    def view(self, seat: int) -> View:
        """The view of a seat."""
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.table.view(seat)
        return found

    def information(self, seat: int) -> int:
        """A hash of the information set of a seat: of all that it observed and chose, in order, but
        not of the order in which chance was asked."""
        view, reader = self.view(seat), self.tree.reader
        known, trail = self._trails.get(seat) or (0, reader.begun(seat))
        made = view.observed.made
        if known < made:
            trail = reader.followed(trail, view.observed.steps_after(known))
            self._trails[seat] = made, trail
        return reader.key_after(trail, view.state)

    # ---- values that never change are not copied ----

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return node_of, (self.tree, self.path)

    @property
    def path(self) -> list[int]:
        """The outcomes and actions that lead here."""
        found, step = [], self._path
        while step is not None:
            step, action = step
            found.append(action)
        return found[::-1]
