"""A second model of Rule XML, simple and slow: a table of nodes, and what a gesture does to it."""

from __future__ import annotations

import copy
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from models.rulexml.reader import (
    DIRECTIONS,
    Block,
    Entry,
    Kind,
    LoadError,
    Phase,
    Rule,
    Rules,
    whole,
)
from models.rulexml.reader import read as read_rules
from models.rulexml.table import (
    Card,
    Node,
    Packet,
    arrange,
    as_plain,
    at,
    close_up,
    degrees,
    merge,
    prune,
    shape,
    take_out,
    value_holds,
    word_holds,
)

Position = dict[str, Any]
ENDS = ("win", "loss")
"""Phases in which a move ends the game; one that begins there, from a save, can go on."""


class Refused(Exception):
    """A gesture that is no move: nothing happens."""


class Chance(Protocol):
    """Where random numbers come from."""

    def randrange(self, stop: int) -> int:
        """A number from 0 below `stop`."""


class Model:
    """A game on the table. Gestures answer `waiting`, `win`, `loss` or `invalid`."""

    largest_mixed = 1000  # piles of more cards are not shuffled, but noted as mixed

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules, self.chance = rules, chance
        self.cells: dict[str, Node] = {}
        self.phase = next(iter(rules.phases))
        self.scores = [0] * rules.seats
        self.seat = 0
        self.mixed: list[list[Card]] = []  # piles that the last gesture would have shuffled
        deck = list(rules.deck)
        if rules.shuffled:
            self._mix(deck)
        self._deal(deck)
        try:
            self._run_on()
        except Refused as error:
            raise LoadError(str(error)) from error
        self.scores = [0] * rules.seats  # points count from the first move on

    @classmethod
    def at(cls, rules: Rules, position: Position) -> Model:
        """A game that goes on from a position."""
        model = cls.__new__(cls)
        model.rules, model.chance, model.mixed = rules, random.Random(0), []
        model.put(position)
        return model

    # ---- dealing ---------------------------------------------------------------------------

    def _deal(self, deck: list[Kind]) -> None:
        entries = [(cell, n) for cell, given in self.rules.cells.items() for n in range(len(given))]
        wanted = {(cell, n): self.rules.cells[cell][n].name for cell, n in entries}
        if list(wanted.values()).count("**") > 1:
            raise LoadError("the rest can be dealt once only")
        got: dict[tuple[str, int], list[Kind]] = {}
        for key in (key for key in entries if wanted[key] not in ("Rd", "**")):
            got[key] = [self._take(deck, [kind for kind in deck if kind.name == wanted[key]][:1])]
        for key in (key for key in entries if wanted[key] == "Rd"):
            loose = [kind for kind in deck if not kind.fixed]
            if not self.rules.shuffled and loose:
                loose = loose[self.chance.randrange(len(loose)) :]
            got[key] = [self._take(deck, loose[:1])]
        for key in (key for key in entries if wanted[key] == "**"):
            got[key] = deck[::-1]
        for cell, given in self.rules.cells.items():
            self.cells[cell] = current = Node(name=cell)
            for n, entry in enumerate(given):
                current = self._lay(current, entry, got[cell, n])

    def _take(self, deck: list[Kind], found: list[Kind]) -> Kind:
        if not found:
            raise LoadError("a card that can't be dealt")
        at = next(n for n, kind in enumerate(deck) if kind is found[0])
        return deck.pop(at)

    def _lay(self, node: Node, entry: Entry, kinds: list[Kind]) -> Node:
        if kinds and entry.direction != "none":
            node = node.child(entry.direction)
        node.cards += [Card(kind, entry.face == "u", entry.rotation % 360) for kind in kinds]
        return node

    # ---- positions -------------------------------------------------------------------------

    def position(self) -> Position:
        """Everything there is to see, as plain values."""
        cells = {name: as_plain(node) for name, node in self.cells.items()}
        score: Any = self.scores[0] if len(self.scores) == 1 else list(self.scores)
        return {"phase": self.phase, "score": score, "cells": cells}

    def put(self, position: Position) -> None:
        """Take up a position: cards of one name come from the deck in its order."""
        deck = list(self.rules.deck)
        self.cells = {name: Node(name=name) for name in self.rules.cells}
        for name, plain in position["cells"].items():
            self._fill(self.cells[name], plain, deck)
        self.phase, score = position["phase"], position["score"]
        self.scores = list(score) if isinstance(score, list) else [int(score)]
        self.seat = self.rules.phases[self.phase].player - 1

    def _fill(self, node: Node, plain: dict[str, Any], deck: list[Kind]) -> None:
        for text in plain["cards"]:
            text, _, turned = text.partition("@")
            name = text.rstrip("!")[:-1]
            kind = self._take(deck, [kind for kind in deck if kind.name == name][:1])
            up = text.rstrip("!").endswith("+")
            node.cards.append(Card(kind, up, Fraction(turned or 0)))
        for direction, kid in plain.get("kids", {}).items():
            self._fill(node.child(direction), kid, deck)

    def node(self, path: str) -> Node | None:
        """The node at the end of a path, if there is one."""
        cell, *steps = path.split(",")
        found = self.cells.get(cell)
        for step in steps:
            found = found.kids.get(step) if found else None
        return found

    def nodes(self) -> list[str]:
        """The paths of all nodes."""
        return [node.path() for root in self.cells.values() for node in root.all()]

    # ---- gestures --------------------------------------------------------------------------

    def make(self, text: str) -> str:
        """Carry out a gesture as it is written: `drag 1,south -> 5` or `click 7`."""
        rule = self._rule(three := self.three(text))
        if rule is None:
            return "invalid"
        before = self.copy()
        self.mixed = []
        self.seat = self.rules.phases[self.phase].player - 1
        try:
            self._carry_out(rule, three)
        except Refused:
            self.cells, self.phase, self.scores = before.cells, before.phase, before.scores
            return "invalid"
        ended = self.phase.lower()
        return ended if ended in ENDS else "waiting"

    def three(self, text: str) -> dict[str, Node]:
        """Donor, mover and receiver of a gesture; nothing if it is none."""
        word, _, rest = text.strip().partition(" ")
        mover, _, target = rest.partition("->")
        grabbed = self.node(mover.strip())
        under = grabbed if word == "click" else self.node(target.strip())
        if grabbed is None or under is None or not grabbed.grabbed():
            return {}
        if word == "click":
            return {"donor": grabbed, "mover": grabbed, "receiver": grabbed}
        if grabbed.root() is under.root():
            return {}
        return {"donor": grabbed.root(), "mover": grabbed, "receiver": under.leaf()}

    def gestures(self) -> list[str]:
        """Everything that can be tried: every node on every node of another cell, every click."""
        nodes = [(path, path.partition(",")[0]) for path in self.nodes()]
        drags = [f"drag {a} -> {b}" for a, cell in nodes for b, other in nodes if cell != other]
        return drags + [f"click {path}" for path, _ in nodes]

    def legal(self) -> list[str]:
        """The gestures that are moves."""
        return [text for text in self.gestures() if self.allows(text)]

    def allows(self, text: str) -> bool:
        """Whether a gesture is a move."""
        rule = self._rule(self.three(text))
        if rule is None or not self.rules.phases[rule.actions[-1].phase].automatic:
            return rule is not None
        return self.copy().make(text) != "invalid"

    def copy(self) -> Model:
        """The same table once more."""
        other = copy.copy(self)
        other.cells = {name: node.copy() for name, node in self.cells.items()}
        other.scores = list(self.scores)
        return other

    def _rule(self, three: dict[str, Node]) -> Rule | None:
        phase = self.rules.phases[self.phase]
        if not three or phase.automatic:
            return None
        donor = three["donor"].root().name
        if not any(donor in self.rules.means(name) for name in phase.donors):
            return None
        for rule in phase.rules:
            if self._matches(rule, three):
                return rule if rule.actions else None
        return None

    # ---- matching --------------------------------------------------------------------------

    def _matches(self, rule: Rule, three: dict[str, Node]) -> bool:
        for validation in rule.validations:
            asked = rule.category if "receiver" in validation.tests else ""
            if asked and three["receiver"].root().name not in self.rules.means(asked):
                return False
            for who, tests in validation.tests.items():
                for tag, text in tests.items():
                    if not self._holds(tag, text, three[who], three["receiver"].top()):
                        return False
        return self._conditions_hold(rule)

    def _conditions_hold(self, rule: Rule) -> bool:
        for validation in rule.validations:
            for category, tests in validation.conditions:
                for cell in self.rules.means(category):
                    for tag, text in tests.items():
                        if tag in ("value", "name") or text in ("=", "!"):
                            continue
                        if not self._holds(tag, text, self.cells[cell], None):
                            return False
        return True

    def _holds(self, tag: str, text: str, node: Node, other: Card | None) -> bool:
        card = node.top()
        if tag == "name":
            return node.root().name in self.rules.means(text)
        if tag == "num_cards":
            return whole(text) is None or node.count() == whole(text)
        if tag == "is_faceup":
            return card is not None and card.up == (text == "y")
        if tag == "value":
            return value_holds(text, card, other)
        return word_holds(tag, text, card, other)

    # ---- actions ---------------------------------------------------------------------------

    def _carry_out(self, rule: Rule, three: dict[str, Node]) -> None:
        blocks = [
            (who, action.blocks[who])
            for action in rule.actions
            for who in ("receiver", "mover", "donor")
            if who in action.blocks
        ]
        for number, (who, block) in enumerate(blocks):
            if not three[who].gone:
                self._block(block, three[who], three)
            later = [self._goal(block.words["destination"]) for _, block in blocks[number + 1 :]]
            prune(
                three[who].root(), [three[goal] for goal in later if goal in ("mover", "receiver")]
            )
        for root in self.cells.values():
            prune(root, [])
        self._go(rule)
        self._run_on()

    def _go(self, rule: Rule) -> None:
        for action in rule.actions:
            seat = self.seat if action.player is None else action.player - 1
            self.scores[seat] += action.points
        self.phase = rule.actions[-1].phase

    def _run_on(self) -> None:
        been: list[Phase] = []
        while (phase := self.rules.phases[self.phase]).automatic:
            if phase in been:
                raise Refused("automatic phases go round in a circle")
            been.append(phase)
            firing = [rule for rule in phase.rules if self._conditions_hold(rule)]
            if not firing or not firing[0].actions:
                raise Refused(f"no rule of {self.phase} holds")
            self._go(firing[0])

    def _block(self, block: Block, subject: Node, three: dict[str, Node]) -> None:
        words = block.words
        if subject.root().name.lower() in block.excepted:
            return
        goal = self._goal(words["destination"])
        target = self.cells[words["destination"]].leaf() if goal == "" else three[goal]
        stays = target.root() is subject.root()
        packet, inside = self._select(words["num_cards"], subject, stays)
        if words["collapse"] == "y" and not stays:
            packet = Packet(packet.everything())
        if (turn := degrees(words["rotation"])) is not None:
            for card in packet.everything():
                if not card.kind.fixed:
                    card.rotation = (card.rotation + turn) % 360
        self._flip(words["flip_up"], packet, subject if inside else None)
        landed, moved = subject, subject.loose()
        if not stays:
            if all(card.kind.fixed for card in packet.everything()):
                return
            landed = at(target, words["offset"])
            moved = [card for card in packet.cards if not card.kind.fixed]
            take_out(subject.root(), packet)
            merge(packet, landed)
            if words["num_cards"] == "d":
                close_up(subject)
        if words["shuffle"] == "y" and moved:
            self._shuffle(landed)
        elif words["shuffle"] == "rev":
            arrange(landed, moved, moved[::-1])

    def _select(self, how: str, subject: Node, stays: bool) -> tuple[Packet, bool]:
        """The selection, and whether it is still in its place. What travels may be turned over."""
        step = 1 if stays else -1
        if how == "*":
            return shape(subject, lambda node: node.loose()[::step]), False
        if how == "h":
            start = subject.root()
            if start.cards and not start.cards[0].kind.fixed:
                return shape(start, lambda node: node.loose()[::step]), False
            below = start.below()
            return shape(below[0], lambda node: node.loose()[::step]) if below else Packet(
                []
            ), False
        if how == "d":
            return Packet(subject.loose()), False
        if how == "t":
            return shape(subject, lambda node: node.loose()[-1:] if node.grabbed() else []), False
        if how == "b":
            return shape(subject, lambda node: node.loose()[:1]), False
        if how == "r":
            return shape(subject, self._one_of), False
        if (number := whole(how)) is not None and number > 0:
            return Packet(subject.leaf().loose()[-number:][::step]), False
        start = subject.peak(how) if how in DIRECTIONS else subject
        return shape(start, lambda node: list(node.cards)), True

    def _one_of(self, node: Node) -> list[Card]:
        loose = node.loose()
        return [loose[self.chance.randrange(len(loose))]] if loose else []

    def _goal(self, name: str) -> str:
        """The part of a gesture that a destination means; "" for a cell."""
        letters = {"m": "mover", "d": "donor", "r": "receiver"}
        known = name.lower() not in letters and name in self.cells
        return "" if known else letters.get(name.lower(), "receiver")

    def _flip(self, how: str, packet: Packet, place: Node | None) -> None:
        cards: list[Card] = []
        if how == "*" and place is not None:
            cards = [card for node in place.root().all() for card in node.cards]
        elif how in ("y", "n", "*"):
            cards = packet.everything()
        elif how in (*DIRECTIONS, "none"):
            cards = packet.peak(how).cards[-1:]
        for card in cards:
            if not card.kind.fixed:
                card.up = how != "n"

    def _shuffle(self, node: Node) -> None:
        loose = node.loose()
        if len(loose) > self.largest_mixed:
            self.mixed.append(loose)
            return
        mixed = list(loose)
        self._mix(mixed)
        arrange(node, loose, mixed)

    def _mix(self, items: list[Any]) -> None:
        for n in range(len(items) - 1, 0, -1):
            other = self.chance.randrange(n + 1)
            items[n], items[other] = items[other], items[n]


def main(file: str) -> None:
    """Play gestures from the standard input; an empty line makes a random one that is a move."""
    chance = random.Random()
    model = Model(read_rules(Path(file)), chance)
    _show(model)
    for line in sys.stdin:
        text = line.strip()
        if not text:
            legal = model.legal()
            if not legal:
                print("no moves")
                break
            text = legal[chance.randrange(len(legal))]
        print(f"> {text}: {model.make(text)}")
        _show(model)


def _show(model: Model) -> None:
    print(f"phase {model.phase}, score {model.position()['score']}")
    for root in model.cells.values():
        for node in root.all():
            print(f"  {node.path()}: {' '.join(map(str, node.cards))}")


if __name__ == "__main__":
    main(sys.argv[1])
