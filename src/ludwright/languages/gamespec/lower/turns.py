"""Lower turn orders: who is next, and the main loop over decisions."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, TRUE, ZERO, equals, number, plus
from ...builders import forever
from ..read.tree import effects as e
from ..read.tree import sections
from .scope import Environment
from .symbols import ACTIVE, END, EXIT, NEXT, Symbols
from .terms import FLAG, Bound
from .variables import OVER

LOOK = "look for an end"
"""The procedure that ends the game if an end condition holds."""
ACTED = "moves made"
CLASS, FREE = "__actionClass", "__freeOperation"
"""Names bound in every action: its class, and whether it is free."""
ROUND = "round"
TURNED = "turn"
"""Boundaries at which lasting effects end."""


class Order:
    """Round-robin; other orders override what differs."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def opening(self) -> n.Block:
        """Statements between the setup and the first turn."""
        return ()

    def started(self) -> n.Block:
        """Statements after the beginning of the first turn."""
        return ()

    def first(self) -> n.Expr:
        """The first active player."""
        return n.Seat(number=0)

    def seat_of(self, faction: str) -> n.Seat:
        """The seat of a faction: here factions are player numbers."""
        return n.Seat(number=int(faction) if faction.isdecimal() else 0)

    def times(self) -> tuple[n.Expr, n.Expr]:
        """When checkpoints are evaluated: those during coups, and those after the last."""
        return TRUE, TRUE

    def offers(self, action: sections.Action) -> bool:
        """Whether an action is offered at decisions."""
        return True

    def guard(self, action: sections.Action, env: Environment) -> n.Expr:
        """A test that the turn order adds to the guard of an action."""
        return TRUE

    def classes(self, action: sections.Action) -> tuple[str, ...]:
        """The classes that an action may be played as."""
        return (action.id.text,) if action.id.text in sections.CLASSES else ()

    def parameters(self, action: sections.Action, env: Environment) -> tuple[n.Parameter, ...]:
        """Parameters that the turn order adds to an action; their names are bound in `env`."""
        found = self.classes(action)
        known = self.symbols.term(found[0] if found else "operation")
        env.names[CLASS] = Bound("", known.kind, known=known)
        env.names[FREE] = Bound("", FLAG, known=self.symbols.term(False))
        return ()

    def between(
        self, action: sections.Action, env: Environment, stage: int, stages: int
    ) -> n.Block:
        """Statements before a stage of an action, or after the last."""
        return ()

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """Statements after an action and its triggers, as part of the move."""
        return ()

    def turned(self) -> n.Block:
        """Statements between two turns; they set the active player."""
        first = equals(n.Variable(name=ACTIVE), self.first())
        step = n.SeatAfter(seat=n.Variable(name=ACTIVE), steps=ONE)
        # Tested after the change: a round begins when the first player is active again.
        begins_anew = n.If(test=first, then=(n.Boundary(name=ROUND),))
        following = n.SetVariable(name=ACTIVE, value=step)
        return (
            *self._if_lasting(n.Boundary(name=TURNED)),
            following,
            *self._if_lasting(begins_anew),
        )

    def _if_lasting(self, *statements: n.Statement) -> n.Block:
        """Statements that are needed only if there are lasting effects."""
        return statements if self.symbols.sections.event_decks else ()

    def ends_turn(self) -> n.Expr:
        """Whether the turn ends after a move."""
        return n.Variable(name=OVER) if self.symbols.does(e.EndTurn) else FALSE

    def loop(self, actions: tuple[n.Action, ...]) -> n.Block:
        """The main loop. A phase without a legal move is skipped."""
        made = n.Local(name=ACTED)
        moved = n.Let(name=ACTED, value=ONE)
        # `otherwise` runs if there is no legal action, and so records that nobody moved.
        decide = n.Decide(
            seat=n.Variable(name=ACTIVE),
            actions=actions,
            otherwise=(n.Let(name=ACTED, value=ZERO),),
        )
        return self._rounds((moved, decide), equals(made, ZERO))

    def _rounds(self, ask: n.Block, nobody: n.Expr) -> n.Block:
        """Test for the end, decide, advance. If nobody can move for too long, the game is stuck."""
        waits = n.Local(name="waits")
        phases = number(len(self.symbols.phases))
        # Once every seat has had every phase without a move, no later one will have any.
        times = n.Multiply(left=n.Length(items=n.Seats()), right=phases)
        longest = plus(times, ONE)
        stuck = n.EndGame(winners=n.ListOf(items=(), of="seat"), reason="stuck")
        ends = self.ends_turn()
        after: n.Block = (n.Let(name="waits", value=ZERO),)
        if ends != FALSE:
            leave = (n.Call(procedure=EXIT), n.Call(procedure=END))
            after = (*after, n.If(test=ends, then=leave))
        passed = (
            n.Let(name="waits", value=plus(waits, ONE)),
            n.If(test=n.Less(left=longest, right=waits), then=(stuck,)),
            n.Call(procedure=NEXT),
        )
        turn = (n.Call(procedure=LOOK), *ask, n.If(test=nobody, then=passed, otherwise=after))
        return (n.Let(name="waits", value=ZERO), forever(turn))


def seats_there(symbols: Symbols, numbers: tuple[int, ...]) -> n.Expr:
    """The seats with these numbers, without those that are not in play."""
    # Seats below the minimum number of players are always in play: a constant list.
    if all(x < symbols.metadata.least for x in numbers):
        return n.ListOf(items=tuple(n.Seat(number=x) for x in numbers), of="seat")
    name = symbols.fresh("number")
    listed = n.ListOf(items=tuple(number(x) for x in numbers), of="int")
    plays = n.Less(left=n.Local(name=name), right=n.Length(items=n.Seats()))
    there = n.Filter(items=listed, name=name, where=plays)
    seat = n.Item(items=n.Seats(), index=n.Local(name=name))
    return n.Each(items=there, name=name, value=seat)


class FixedOrder(Order):
    """A list of players, repeated; those not in play are left out."""

    PLACE = "place in order"

    def __init__(self, symbols: Symbols, config: sections.FixedOrder) -> None:
        super().__init__(symbols)
        self.config = config
        symbols.keep(n.VariableDef(name=self.PLACE, type="int", initial=ZERO, inner=True))

    def first(self) -> n.Expr:
        """The first in the list."""
        if self.config.order[0] < self.symbols.metadata.least:
            return n.Seat(number=self.config.order[0])
        return n.Item(items=self._players(), index=ZERO)

    def _players(self) -> n.Expr:
        """The players of the list that are in play; the first seat if there are none."""
        players = seats_there(self.symbols, self.config.order)
        if any(x < self.symbols.metadata.least for x in self.config.order):
            return players
        nobody = equals(n.Length(items=players), ZERO)
        alone = n.ListOf(items=(n.Seat(number=0),), of="seat")
        return n.Conditional(test=nobody, then=alone, otherwise=players)

    def turned(self) -> n.Block:
        """Advance to the next in the list."""
        place, players = n.Variable(name=self.PLACE), self._players()
        step = n.Modulo(left=plus(place, ONE), right=n.Length(items=players))
        # Evaluated after the position has advanced.
        following = n.Item(items=players, index=place)
        anew = n.If(test=equals(place, ZERO), then=(n.Boundary(name=ROUND),))
        return (
            *self._if_lasting(n.Boundary(name=TURNED)),
            n.SetVariable(name=self.PLACE, value=step),
            n.SetVariable(name=ACTIVE, value=following),
            *self._if_lasting(anew),
        )


class Simultaneous(Order):
    """All players choose at the same time; then their actions are executed in seat order."""

    def turned(self) -> n.Block:
        """Each turn is also a round."""
        return self._if_lasting(n.Boundary(name=TURNED), n.Boundary(name=ROUND))

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """Count the players who acted."""
        more = plus(n.Variable(name=ACTED), ONE)
        return (n.SetVariable(name=ACTED, value=more),)

    def loop(self, actions: tuple[n.Action, ...]) -> n.Block:
        """The main loop, with one simultaneous decision of all players per iteration."""
        self.symbols.keep(n.VariableDef(name=ACTED, type="int", initial=ZERO, inner=True))
        player = self.symbols.fresh("player")
        act = (
            n.SetVariable(name=ACTIVE, value=n.Local(name=player)),
            n.Decide(seat=n.Local(name=player), actions=actions, otherwise=()),
        )
        together = n.Together(name=player, seats=n.Seats(), body=act)
        # The active player changed for every decision; outside them it is the first.
        back = n.SetVariable(name=ACTIVE, value=self.first())
        start = n.SetVariable(name=ACTED, value=ZERO)
        nobody = equals(n.Variable(name=ACTED), ZERO)
        return self._rounds((start, together, back), nobody)
