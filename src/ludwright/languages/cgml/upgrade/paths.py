"""Upgrading paths of version 1.2, which do not start with `$`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ....diagnostics import did_you_mean
from .tree import ExpressionContext, Names

REF = "ref:"
SEATS = {
    "current": "current",
    "opponent": "opponent",
    "opponents": "opponent",
    "all": "*",
    "*": "*",
}
_SELECTOR = re.compile(r"^players?\[(\w+|\*)\]")
EVENTS = {"played": "on.play", "drawn": "on.draw", "discarded": "on.discard", "moved": "on.move"}


class UnclearPath(Exception):
    """A path that cannot be upgraded: the reason, and what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Found:
    """A path of version 1.3, or the name of a stored value; and the kind of its value."""

    text: str
    kind: str
    ref: bool = False

    def then(self, more: str, kind: str) -> Found:
        """The path extended by one step."""
        return Found(self.text + more, kind, self.ref)


@dataclass(frozen=True, slots=True)
class PathUpgrade:
    """A path being upgraded: the names of the file, its context, and the stored values that last
    for a turn."""

    names: Names
    place: ExpressionContext
    kept: dict[str, str]

    def find(self, path: str) -> Found:
        """The path of version 1.3."""
        # Both `player[current].hand` and `player.current.hand` were in use.
        path = _SELECTOR.sub(r"player.\1", path)
        first, *rest = [part.strip() for part in path.split(".")]
        if first.startswith(REF):
            return self.follow(*self.stored(first.removeprefix(REF), rest))
        # A variable may be called `group` or `item`, and then means itself.
        root = ROOTS.get(first)
        if root is not None and first not in self.names.variables:
            return self.follow(*root(self, rest))
        return self.follow(*self.named(first, rest))

    def follow(self, found: Found, rest: list[str]) -> Found:
        """The steps of a path, one after another."""
        for name in rest:
            found = self.step(found, name)
        return found

    # ---- starts ----

    def zone(self, name: str) -> Found:
        """A zone without an owner in the path."""
        if name in self.names.shared:
            return Found(f"$.zones.{name}", "zone")
        if name in self.names.homes:
            return Found(f"$.zones.{self.names.homes[name]}", "zone")
        if name not in self.names.personal:
            known = [*self.names.shared, *self.names.personal]
            raise UnclearPath(f"unknown zone '{name}'", did_you_mean(name, known))
        if self.place.everyone:
            return Found(f"$.players[*].zones.{name}", "zones")
        message = f"'{name}' is a per-player zone"
        raise UnclearPath(message, f"name the player, as in 'player.current.{name}'")

    def zones(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`zones.NAME`."""
        if not rest:
            raise UnclearPath("incomplete path", "name a zone, as in 'zones.deck'")
        return self.zone(rest[0]), rest[1:]

    def tested_zone(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`zone.NAME`, or the zone under test."""
        if not rest or rest[0] in ZONE:
            return Found("$.zone", "zone"), rest
        return self.zones(rest)

    def game(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`game.`: a zone, a variable, or what the game itself has."""
        if rest and rest[0] in OF_GAME:
            return OF_GAME[rest[0]], rest[1:]
        if rest and rest[0] in (*self.names.shared, *self.names.homes, *self.names.personal):
            return self.zones(rest)
        return self.variable(rest)

    def variable(self, rest: list[str]) -> tuple[Found, list[str]]:
        """A variable, whose name may contain dots."""
        for length in range(len(rest), 0, -1):
            name = ".".join(rest[:length])
            if name in self.names.variables:
                return Found(f"$.{name}", "value"), rest[length:]
        if rest and rest[0] in self.names.own:
            message = f"'{rest[0]}' is a per-player variable"
            raise UnclearPath(message, f"name the player, as in 'player.current.{rest[0]}'")
        name = ".".join(rest)
        known = [*self.names.variables, *self.names.shared, *ROOTS]
        raise UnclearPath(f"unknown name '{name}'", did_you_mean(name, known))

    def player(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`player.`: a named player, or the one under test."""
        seat = rest[0] if rest else ""
        if seat in SEATS or seat.isdigit():
            return self.seat(SEATS.get(seat, seat)), rest[1:]
        if seat.startswith(REF):
            return self.stored(seat.removeprefix(REF), ["zones", *rest[1:]])
        return Found("$.player", "player"), rest

    def players(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`players.`: all players, or a named one."""
        seat = rest[0] if rest else ""
        if seat in SEATS or seat.isdigit():
            return self.seat(SEATS.get(seat, seat)), rest[1:]
        return (Found("$.players[*]", "players") if rest else Found("$.players", "players")), rest

    def seat(self, selector: str) -> Found:
        """The player or players that a selector denotes."""
        return Found(f"$.players[{selector}]", "players" if selector == "*" else "player")

    def card(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`card.`: the card of the event, or the one under test."""
        event = EVENTS.get(rest[0]) if rest else None
        if event is None:
            return Found("$.card", "card"), rest
        if self.place.trigger != event:
            raise UnclearPath(
                f"no card was {rest[0]} here", f"only a rule with the trigger {event} has one"
            )
        # A test of cards gives the name `card` to what it tests.
        return Found("$.event.card" if self.place.item else "$.card", "card"), rest[1:]

    def item(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`item`: the item of a loop or test."""
        return Found("$.item", "card"), rest

    def group(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`group`: the cards of one group, or their key."""
        if rest[:1] == ["key"]:
            return Found("$.item.key", "value"), rest[1:]
        return Found("$.item.items", "cards"), rest

    def event(self, rest: list[str]) -> tuple[Found, list[str]]:
        """`event.`: a field of the event."""
        kinds = {"card": "card", "player": "player", "from": "zone", "to": "zone", "zone": "zone"}
        if not rest or rest[0] not in kinds:
            raise UnclearPath("unknown event field", f"one of: {', '.join(kinds)}")
        return Found(f"$.event.{rest[0]}", kinds[rest[0]]), rest[1:]

    def named(self, first: str, rest: list[str]) -> tuple[Found, list[str]]:
        """A path that starts with the name of a zone, deck or variable, or with the word for the
        item under test."""
        if first and first == self.place.hidden:
            message = f"'{first}' is an option and is not available in a nested test"
            raise UnclearPath(message, "use a list without a nested test: 'contains: [list, rank]'")
        if first and first == self.place.word:
            return Found("$.item", "rank" if first == "rank" else "value"), rest
        if first in (*self.names.shared, *self.names.homes):
            return self.zone(first), rest
        if first in self.names.personal:
            return self.zone(first), rest
        return self.variable([first, *rest])

    def stored(self, name: str, rest: list[str]) -> tuple[Found, list[str]]:
        """A stored value: a player if a zone or a variable of theirs follows."""
        # What the rule itself stores is still a ref; values of other rules became variables.
        variable_name = self.kept.get(name) if name not in self.place.stored else None
        if rest[:1] == ["id"]:
            rest = rest[1:]
        if rest and rest[0] in ("zones", *self.names.personal, *self.names.own):
            selector = f"$.{variable_name}" if variable_name else f"by_id={REF}{name}"
            return Found(f"$.players[{selector}]", "player"), rest
        if variable_name:
            return Found(f"$.{variable_name}", "card"), rest
        return Found(name, "card", ref=True), rest

    # ---- steps ----

    def step(self, found: Found, name: str) -> Found:
        """One more step: a field of the value so far."""
        # Kinds of lists are plurals: a zone of `players` gives `zones`.
        several = "s" if found.kind.endswith("s") else ""
        return STEPS.get(found.kind, _nothing)(self, found, name, several)

    def of_player(self, found: Found, name: str, several: str) -> Found:
        """A zone or variable of a player."""
        if name in self.names.personal:
            way = "" if found.text.endswith(".zones") else ".zones"
            return found.then(f"{way}.{name}", "zone" + several)
        if name in (*self.names.own, "id"):
            return found.then(f".{name}", "value")
        if name == "zones":
            return found.then(".zones", found.kind)
        known = [*self.names.personal, *self.names.own]
        raise UnclearPath(f"a player has no '{name}'", did_you_mean(name, known))

    def of_zone(self, found: Found, name: str, several: str) -> Found:
        """A field of a zone, or a property of all its cards."""
        if name in ZONE:
            field, kind = ZONE[name]
            return found.then(f".{field}", kind + several if kind == "card" else kind)
        if name in self.names.properties:
            return found.then(f"[*].properties.{name}", "rank" if name == "rank" else "value")
        raise UnclearPath(f"a zone has no '{name}'", did_you_mean(name, ZONE))

    def of_card(self, found: Found, name: str, several: str) -> Found:
        """A property of a card."""
        if name in self.names.properties:
            way = "" if found.text.endswith(".properties") else ".properties"
            return found.then(f"{way}.{name}", "rank" if name == "rank" else "value")
        if name in ("id", "face", "properties"):
            return found.then(f".{name}", found.kind if name == "properties" else "value")
        known = [*self.names.properties, "id", "face"]
        raise UnclearPath(f"a card has no '{name}'", did_you_mean(name, known))


def _nothing(upgrade: PathUpgrade, found: Found, name: str, several: str) -> Found:
    raise UnclearPath(f"unexpected '{name}'", "the path already denotes a value")


ZONE = {
    "top_card": ("top_card", "card"),
    "top": ("top_card", "card"),
    "bottom_card": ("bottom_card", "card"),
    "bottom": ("bottom_card", "card"),
    "card_count": ("card_count", "value"),
    "count": ("card_count", "value"),
    "size": ("card_count", "value"),
    "cards": ("cards", "cards"),
}
"""The fields of a zone: their new names, and the kinds of their values."""

OF_GAME = {
    "state": Found("$activeState", "value"),
    "phase": Found("$currentPhase", "value"),
    "current_player": Found("$.players[current]", "player"),
    "players": Found("$.players", "players"),
}
"""The fields of `game.`, besides zones and variables."""

STEPS: dict[str, Callable[[PathUpgrade, Found, str, str], Found]] = {
    "player": PathUpgrade.of_player,
    "players": PathUpgrade.of_player,
    "zone": PathUpgrade.of_zone,
    "zones": PathUpgrade.of_zone,
    "card": PathUpgrade.of_card,
    "cards": PathUpgrade.of_card,
}
"""How a path continues, by the kind of value so far."""

ROOTS: dict[str, Callable[[PathUpgrade, list[str]], tuple[Found, list[str]]]] = {
    "zones": PathUpgrade.zones,
    "zone": PathUpgrade.tested_zone,
    "game": PathUpgrade.game,
    "variables": PathUpgrade.variable,
    "player": PathUpgrade.player,
    "players": PathUpgrade.players,
    "current_player": lambda upgrade, rest: (upgrade.seat("current"), rest),
    "card": PathUpgrade.card,
    "item": PathUpgrade.item,
    "group": PathUpgrade.group,
    "event": PathUpgrade.event,
}
"""The first words of a path."""

ALONE = ("players", "current_player", "card", "item")
"""Roots that are a path by themselves, even where a text is allowed."""


def is_path(text: str, names: Names, place: ExpressionContext) -> bool:
    """Whether a bare text in place of an operand is a path."""
    first, dot, _ = text.partition(".")
    if text.startswith(REF) or text.startswith("$"):
        return True
    if " " in text:
        return False
    zones = (*names.shared, *names.homes, *names.personal)
    # A lone word may be a text: `red` is a path only if something is called that.
    if dot and first in (*ROOTS, *zones, place.word):
        return True
    return bool(text) and text in (*zones, *names.variables, *ALONE, place.word, place.hidden)
