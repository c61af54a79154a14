"""Turn orders: whose turn it is next, and how the game goes on from decision to decision."""

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
"""The procedure that ends the game if it is over."""
ACTED = "moves made"
CLASS, FREE = "__actionClass", "__freeOperation"
"""What every action is bound to: what it is played as, and whether it costs nothing."""
ROUND = "round"
TURNED = "turn"
"""Boundaries for what lasts."""


class Order:
    """Round the table; other orders say what they do differently."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def opening(self) -> n.Block:
        """What is done between the setup and the first turn."""
        return ()

    def started(self) -> n.Block:
        """What is done once the first turn has begun."""
        return ()

    def first(self) -> n.Expr:
        """Who begins."""
        return n.Seat(number=0)

    def seat_of(self, faction: str) -> n.Seat:
        """Who plays a faction: here players are called by their numbers."""
        return n.Seat(number=int(faction) if faction.isdecimal() else 0)

    def times(self) -> tuple[n.Expr, n.Expr]:
        """When it is time for checkpoints: those during coups, and those after the last."""
        return TRUE, TRUE

    def offers(self, action: sections.Action) -> bool:
        """Whether an action can be chosen by itself."""
        return True

    def guard(self, action: sections.Action, env: Environment) -> n.Expr:
        """When an action is allowed, beside what it says itself."""
        return TRUE

    def classes(self, action: sections.Action) -> tuple[str, ...]:
        """What an action may be played as."""
        return (action.id.text,) if action.id.text in sections.CLASSES else ()

    def parameters(self, action: sections.Action, env: Environment) -> tuple[n.Parameter, ...]:
        """What is chosen with an action, beside what it says itself; names are bound env."""
        found = self.classes(action)
        known = self.symbols.term(found[0] if found else "operation")
        env.names[CLASS] = Bound("", known.kind, known=known)
        env.names[FREE] = Bound("", FLAG, known=self.symbols.term(False))
        return ()

    def between(
        self, action: sections.Action, env: Environment, stage: int, stages: int
    ) -> n.Block:
        """What may be done before a stage of an action, or behind the last one."""
        return ()

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """What follows an action and its triggers, as part of the move."""
        return ()

    def turned(self) -> n.Block:
        """What is done between two turns; it says who is next."""
        first = equals(n.Variable(name=ACTIVE), self.first())
        step = n.SeatAfter(seat=n.Variable(name=ACTIVE), steps=ONE)
        begins_anew = n.If(test=first, then=(n.Boundary(name=ROUND),))
        following = n.SetVariable(name=ACTIVE, value=step)
        return (
            *self._if_lasting(n.Boundary(name=TURNED)),
            following,
            *self._if_lasting(begins_anew),
        )

    def _if_lasting(self, *statements: n.Statement) -> n.Block:
        """Statements that matter only if something may last."""
        return statements if self.symbols.sections.event_decks else ()

    def ends_turn(self) -> n.Expr:
        """Whether the turn is over when a move has been made."""
        return n.Variable(name=OVER) if self.symbols.does(e.EndTurn) else FALSE

    def loop(self, actions: tuple[n.Action, ...]) -> n.Block:
        """Decision after decision; a phase in which nobody can move is passed."""
        made = n.Local(name=ACTED)
        moved = n.Let(name=ACTED, value=ONE)
        decide = n.Decide(
            seat=n.Variable(name=ACTIVE),
            actions=actions,
            otherwise=(n.Let(name=ACTED, value=ZERO),),
        )
        return self._rounds((moved, decide), equals(made, ZERO))

    def _rounds(self, ask: n.Block, nobody: n.Expr) -> n.Block:
        """Look for an end, ask, and go on; if nobody can move for too long, that is the end."""
        waits = n.Local(name="waits")
        phases = number(len(self.symbols.phases))
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
    """Players by their numbers, as far as they play."""
    if all(x < symbols.metadata.least for x in numbers):
        return n.ListOf(items=tuple(n.Seat(number=x) for x in numbers), of="seat")
    name = symbols.fresh("number")
    listed = n.ListOf(items=tuple(number(x) for x in numbers), of="int")
    plays = n.Less(left=n.Local(name=name), right=n.Length(items=n.Seats()))
    there = n.Filter(items=listed, name=name, where=plays)
    seat = n.Item(items=n.Seats(), index=n.Local(name=name))
    return n.Each(items=there, name=name, value=seat)


class FixedOrder(Order):
    """A list of players, again and again; those who do not play are left out."""

    PLACE = "place in order"

    def __init__(self, symbols: Symbols, told: sections.FixedOrder) -> None:
        super().__init__(symbols)
        self.told = told
        symbols.keep(n.VariableDef(name=self.PLACE, type="int", initial=ZERO, inner=True))

    def first(self) -> n.Expr:
        """The first of the list."""
        if self.told.order[0] < self.symbols.metadata.least:
            return n.Seat(number=self.told.order[0])
        return n.Item(items=self._players(), index=ZERO)

    def _players(self) -> n.Expr:
        """Those of the list who play; the first player if there is nobody else."""
        players = seats_there(self.symbols, self.told.order)
        if any(x < self.symbols.metadata.least for x in self.told.order):
            return players
        nobody = equals(n.Length(items=players), ZERO)
        alone = n.ListOf(items=(n.Seat(number=0),), of="seat")
        return n.Conditional(test=nobody, then=alone, otherwise=players)

    def turned(self) -> n.Block:
        """The next of the list."""
        place, players = n.Variable(name=self.PLACE), self._players()
        step = n.Modulo(left=plus(place, ONE), right=n.Length(items=players))
        following = n.Item(items=players, index=place)
        anew = n.If(test=equals(place, ZERO), then=(n.Boundary(name=ROUND),))
        return (
            *self._if_lasting(n.Boundary(name=TURNED)),
            n.SetVariable(name=self.PLACE, value=step),
            n.SetVariable(name=ACTIVE, value=following),
            *self._if_lasting(anew),
        )


class Simultaneous(Order):
    """All choose at the same time, then all is done, player by player."""

    def turned(self) -> n.Block:
        """Every turn is a round."""
        return self._if_lasting(n.Boundary(name=TURNED), n.Boundary(name=ROUND))

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """Count those who did something."""
        more = plus(n.Variable(name=ACTED), ONE)
        return (n.SetVariable(name=ACTED, value=more),)

    def loop(self, actions: tuple[n.Action, ...]) -> n.Block:
        """Decisions of all, again and again."""
        self.symbols.keep(n.VariableDef(name=ACTED, type="int", initial=ZERO, inner=True))
        player = self.symbols.fresh("player")
        act = (
            n.SetVariable(name=ACTIVE, value=n.Local(name=player)),
            n.Decide(seat=n.Local(name=player), actions=actions, otherwise=()),
        )
        together = n.Together(name=player, seats=n.Seats(), body=act)
        back = n.SetVariable(name=ACTIVE, value=self.first())
        start = n.SetVariable(name=ACTED, value=ZERO)
        nobody = equals(n.Variable(name=ACTED), ZERO)
        return self._rounds((start, together, back), nobody)
