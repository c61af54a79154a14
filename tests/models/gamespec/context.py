"""The second model of GameSpecDocs: what things are worked out in, names, players and tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from models.gamespec import original_hash

Tree = Any
State = dict[str, Any]


class Fail(Exception):
    """An effect or a value that does not work out."""


class Chance(Exception):
    """A trial came to a random draw that nobody can know yet."""


class Token(str):
    """The id of a token, which is no text."""


class Seat(int):
    """A player: a number, and beside a text of digits the player of that number."""


class Row(dict[str, Any]):
    """A row of a table."""


@dataclass
class Dice:
    """How many random draws were made, and how many may be."""

    made: int = 0
    most: int | None = None


@dataclass
class Context:
    """What effects and values are worked out in."""

    game: dict[str, Any]
    s: State
    actor: int
    env: dict[str, Any] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    dice: Dice = field(default_factory=Dice)
    move: dict[str, Any] = field(default_factory=dict)
    told: bool = False  # what is chosen was told before, possible or not

    def inner(self, **bound: Any) -> Context:
        """The same, with names that hold inside only."""
        return replace(self, env={**self.env, **bound})

    def random(self, low: int, high: int) -> int:
        """A random number."""
        if self.dice.most is not None and self.dice.made >= self.dice.most:
            raise Chance
        self.dice.made += 1
        return original_hash.between(self.s["rng"], low, high)


def bare(name: str) -> str:
    """A name without its `$`."""
    return name.removeprefix("$")


def kind(value: Any) -> str:
    """What a value is: things of two kinds are never equal."""
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, int):
        return "number"
    if isinstance(value, Token):
        return "token"
    return "text" if isinstance(value, str) else type(value).__name__


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same thing."""
    if {kind(left), kind(right)} == {"number", "text"} and Seat in (type(left), type(right)):
        return str(left) == str(right)
    return kind(left) == kind(right) and left == right


def bound(name: str, ctx: Context) -> Any:
    """What a name stands for."""
    if bare(name) not in ctx.env:
        raise Fail(f"MISSING_BINDING {name}")
    return ctx.env[bare(name)]


# ---- players -----------------------------------------------------------------------------------

Players = Callable[[Context], list[int]]


def everyone(ctx: Context) -> list[int]:
    """All players."""
    return [Seat(player) for player in range(ctx.s["playerCount"])]


PLAYERS: dict[str, Players] = {
    "actor": lambda ctx: [ctx.actor],
    "active": lambda ctx: [ctx.s["activePlayer"]],
    "activePlayer": lambda ctx: [ctx.s["activePlayer"]],
    "all": everyone,
    "allOther": lambda ctx: [player for player in everyone(ctx) if player != ctx.actor],
    "left": lambda ctx: [(ctx.actor - 1) % ctx.s["playerCount"]],
    "right": lambda ctx: [(ctx.actor + 1) % ctx.s["playerCount"]],
}


def players(sel: Tree, ctx: Context) -> list[int]:
    """The players that a selector means."""
    if isinstance(sel, dict):
        (form,) = sel
        sel = sel[form]
    if isinstance(sel, int):
        found = [sel]
    elif sel in PLAYERS:
        found = PLAYERS[sel](ctx)
    elif sel.isdigit():
        found = [int(sel)]
    else:
        named = bound(sel, ctx)
        found = [int(named) if kind(named) == "text" and named.isdigit() else named]
    for player in found:
        if kind(player) != "number" or player not in range(ctx.s["playerCount"]):
            raise Fail(f"no player {player!r}")
    return found


def one_player(sel: Tree, ctx: Context) -> int:
    """The player that a selector means."""
    found = players(sel, ctx)
    if len(found) != 1:
        raise Fail("SELECTOR_CARDINALITY")
    return found[0]


def holder(token: Token, ctx: Context) -> str:
    """The zone that a token lies in."""
    for zone, held in ctx.s["zones"].items():
        if token in held:
            return str(zone)
    raise Fail(f"EFFECT_RUNTIME: {token} is nowhere")


def token_at(name: str, ctx: Context) -> Token:
    """The token that a binding holds, which must be in play."""
    found = bound(name, ctx)
    if not isinstance(found, Token) or found not in ctx.s["tokens"]:
        raise Fail("TYPE_MISMATCH: a token")
    return found


def text(shown: Any) -> str:
    """A value as a text."""
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def props_of(token: Token, ctx: Context) -> dict[str, Any]:
    """The properties of a token; its type is one of them, unless one of that name is declared."""
    made = ctx.s["tokens"][token]
    if any("type" in kind["props"] for kind in ctx.game["types"].values()):
        return dict(made["props"])
    return {"type": made["type"], **made["props"]}
