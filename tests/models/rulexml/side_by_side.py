"""Ludwright and the second model of Rule XML side by side: the same gestures, the same table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ludwright.game import Game
from ludwright.play.errors import MoveError
from ludwright.play.inspect_state import find_branch, tokens_in
from ludwright.play.table import Table
from models.rulexml.game import Model, Position
from models.rulexml.reader import DIRECTIONS, Kind, Rules
from models.rulexml.recorded import cards_of
from models.rulexml.table import Card

ENDS = {"won": "win", "lost": "loss", "stuck": "waiting"}


class Difference(AssertionError):
    """The table and the model do not agree."""


def position_of(game: Game, table: Table, rules: Rules) -> Position:
    """Everything there is to see on a table, as the model says it."""
    cells: dict[str, Any] = {name: {"cards": []} for name in rules.cells}
    for zone in table.zones():
        if zone.name in cells:
            node = cells[zone.name]
            for step in zone.path:
                node = node.setdefault("kids", {}).setdefault(DIRECTIONS[step], {"cards": []})
            node["cards"] = _cards(game, table, zone.name, zone.path)
    score: Any = table.variable("score") if rules.seats == 1 else _scores(table, rules)
    return {"phase": table.variable("phase"), "score": score, "cells": _in_order(cells)}


def _scores(table: Table, rules: Rules) -> list[Any]:
    return [table.variable("score", seat) for seat in range(rules.seats)]


def _cards(game: Game, table: Table, name: str, path: tuple[int, ...]) -> list[str]:
    """The cards of a node from the bottom up, as the model writes them."""
    program, state = table.program, table.state
    number = find_branch(program, state, program.zone_number(name), path)
    rotation, look = program.properties.get("rotation"), game.definition.look
    degree = look.degree if look else 1
    tokens = [token for supply in game.definition.supplies for token in supply.tokens]
    which = [each.name for each in game.definition.properties].index("fixed")
    found = []
    for token, up in zip(
        tokens_in(program, state, number), table.face_up(name, path=path), strict=True
    ):
        fixed = bool(tokens[token - 1].values[which])
        kind = Kind(program.tokens[token], None, "", "", fixed)
        turned = int(state[rotation.address + token]) if rotation else 0
        found.append(str(Card(kind, up, Fraction(turned, degree))))
    return found


def ended(table: Table) -> str:
    """How a table says that the last move ended."""
    return ENDS[table.result().reason] if table.over else "waiting"


def _in_order(cells: dict[str, Any]) -> dict[str, Any]:
    return {name: _sorted(node) for name, node in cells.items()}


def _sorted(node: dict[str, Any]) -> dict[str, Any]:
    kids = node.get("kids", {})
    below = {step: _sorted(kids[step]) for step in DIRECTIONS if step in kids}
    return {"cards": node["cards"], "kids": below} if below else {"cards": node["cards"]}


class Told:
    """Chance as it is told: a list of numbers, then zeros; it notes how many there were."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers, self.stops = numbers, list[int]()

    def randrange(self, stop: int) -> int:
        """The next number."""
        self.stops.append(stop)
        at = len(self.stops) - 1
        return self.numbers[at] if at < len(self.numbers) else 0


def outcomes(model: Model, text: str) -> Iterator[Model]:
    """Everything that a gesture may come to, chance by chance."""
    numbers: list[int] | None = []
    while numbers is not None:
        tried = model.copy()
        tried.chance, tried.largest_mixed = (told := Told(numbers)), 4
        tried.make(text)
        yield tried
        numbers = _next(numbers, told.stops)


def _next(numbers: list[int], stops: list[int]) -> list[int] | None:
    """The numbers of the next outcome, the last one counted up first."""
    full = numbers[: len(stops)] + [0] * (len(stops) - len(numbers))
    while full and full[-1] == stops[len(full) - 1] - 1:
        full.pop()
    return [*full[:-1], full[-1] + 1] if full else None


def came_out(model: Model, text: str, after: Position) -> bool:
    """Whether a gesture can lead to a position. What large piles are shuffled into is not gone
    through: it is enough that the cards that were mixed are in the places of such cards."""
    return any(_alike(tried, after) for tried in outcomes(model, text))


def _alike(model: Model, after: Position) -> bool:
    mixed = {str(card) for cards in model.mixed for card in cards}
    mine = model.position()
    if not mixed or mine == after:
        return mine == after
    return cards_of(mine) == cards_of(after) and _blank(mine, mixed) == _blank(after, mixed)


def _blank(position: Position, mixed: set[str]) -> str:
    """A position with a blank for every card that was shuffled."""
    text = str(position)
    for card in mixed:
        text = text.replace(f"'{card}'", "'?'")
    return text


def canonical(model: Model, text: str) -> str:
    """A gesture as a table writes it: a drag ends at a cell, or at an end that is not its end."""
    three = model.three(text)
    if text.startswith("click") or not three:
        return text
    end = three["receiver"]
    root = end.root()
    return f"drag {three['mover'].path()} -> {(root if root.leaf() is end else end).path()}"


class Side:
    """A game on a table and in the model, at the same position."""

    def __init__(self, game: Game, table: Table, rules: Rules) -> None:
        self.game, self.table = game, table
        self.model = Model.at(rules, position_of(game, table, rules))
        self.cards = self._names()
        self.made: list[str] = []

    def lists_alike(self) -> None:
        """Compare the legal moves. A seat may be offered what comes to nothing, if only cards that
        it can't see tell."""
        mine = [] if self.table.over else [move.text() for move in self.table.legal()]
        if len(set(mine)) < len(mine):
            raise self._difference(f"a move is listed twice: {mine}")
        other = {canonical(self.model, text) for text in self.model.legal()}
        more = {text for text in set(mine) - other if not self._comes_to_nothing(text)}
        if more or not other <= set(mine):
            raise self._difference(f"only listed: {more}; missing: {other - set(mine)}")

    def _comes_to_nothing(self, text: str) -> bool:
        """Whether a move changes nothing."""
        self.table.apply(text)
        after = position_of(self.game, self.table, self.model.rules)
        self.table.undo()
        return after == self.model.position()

    def branches(self) -> int:
        """How many nodes hang below roots."""
        return len(self.model.nodes()) - len(self.model.cells)

    def any_gesture(self, rng: random.Random) -> str:
        """A gesture, sensible or not: any node, dropped on any other, or clicked."""
        nodes = self.model.nodes()
        mover, target = rng.choice(nodes), rng.choice(nodes)
        return f"click {mover}" if rng.random() < 0.2 else f"drag {mover} -> {target}"

    def make(self, text: str) -> str:
        """Make a gesture on both sides, and compare what it comes to."""
        text = canonical(self.model, text)
        allowed = self.model.allows(text)
        before = self.model.copy()
        try:
            self.table.apply(text)
        except MoveError:
            if allowed:
                raise self._difference(f"'{text}' is refused") from None
            return "invalid"
        if not allowed:
            if position_of(self.game, self.table, self.model.rules) == self.model.position():
                return "invalid"
            raise self._difference(f"'{text}' is accepted")
        self.made.append(text)
        result = self.model.make(text)
        after = position_of(self.game, self.table, self.model.rules)
        if self.model.position() != after:
            if not came_out(before, text, after):
                expected = f"{self.model.position()}\nfrom\n{before.position()}"
                raise self._difference(f"'{text}' leads to\n{after}\nnot to\n{expected}")
            self.model.put(after)
        if self._names() != self.cards:
            raise self._difference("cards are lost")
        if ended(self.table) != result:
            raise self._difference(f"the table says {ended(self.table)}, the model {result}")
        return result

    def _names(self) -> list[str]:
        """The names of all cards on the table."""
        cards = cards_of(self.model.position())
        return sorted(card.partition("@")[0].rstrip("!")[:-1] for card in cards)

    def _difference(self, text: str) -> Difference:
        return Difference(f"{text}\nafter {self.made}")


def play(
    side: Side,
    rng: random.Random,
    gestures: int,
    lists_every: int,
    went: Counter[str] | None = None,
) -> int:
    """Make gestures, half of them legal moves, until the game ends; now and then compare all that
    could be made. Trees of odd files may get more nodes than there are cards, and there is room for
    so many only: then it stops."""
    room = len(side.cards)
    for number in range(gestures):
        legal = side.table.legal()
        if side.table.over or side.branches() > room:
            return number
        if number % lists_every == 0:
            side.lists_alike()
        if rng.random() < 0.5:
            result = side.make(legal[rng.randrange(len(legal))].text())
        else:
            result = side.make(side.any_gesture(rng))
        if went is not None:
            went[result] += 1
    return gestures
