"""Card-driven turn order: each card is a turn in which two eligible factions act."""

from __future__ import annotations

from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, TRUE, ZERO, and_, equals, not_, number, or_, plus, truth
from ..read.tree import sections
from ..read.tree import values as t
from ..read.tree.sections import SPECIAL
from . import terms
from .actions import action_of, available
from .rounds import CoupRounds
from .scope import Environment
from .symbols import ACTIVE, Symbols
from .terms import TEXT, TEXTS, Bound
from .token_effects import refilled
from .turns import CLASS, ROUND, TURNED, Order, seats_there
from .values import token_prop
from .variables import OVER, add
from .windows import ACTS, GOES, OVERRIDE, STAYS, allowed, caps, directives

ELIGIBLE, DONE, PASSED = "eligible", "acted on this card", "passed"
FIRST = "first acted as"
AWAY = "out of the game"
BOTH = "operationPlusSpecialActivity"
NO_SPECIAL = "no special activity"
SPECIALLY = "had a special activity"
LAST = "last time to ask"


class CardOrder(Order):
    """Cards are revealed one by one; on each, eligible factions act in the given order."""

    def __init__(self, symbols: Symbols, config: sections.CardDriven) -> None:
        super().__init__(symbols)
        self.config = config
        self.specials: dict[str, n.Action] = {}
        # False while the winner of a cancellation is lowered, which would recurse otherwise.
        self.cancels = True
        for name in (ELIGIBLE, DONE, PASSED):
            initial, inner = truth(name == ELIGIBLE), name != ELIGIBLE
            symbols.keep(
                n.VariableDef(name=name, type="bool", initial=initial, per_seat=True, inner=inner)
            )
        symbols.keep(n.VariableDef(name=ACTS, type="int", initial=ZERO, inner=True))
        symbols.keep(n.VariableDef(name=OVER, type="bool", initial=FALSE, inner=True))
        nothing = n.Nothing(type=TEXTS)
        symbols.keep(n.VariableDef(name=FIRST, type=TEXTS, initial=nothing, inner=True))
        if config.windows:
            variable = n.VariableDef(
                name=OVERRIDE, type="int", initial=ZERO, per_seat=True, inner=True
            )
            symbols.keep(variable)
        # Last: it reads what is set up above.
        self.rounds = CoupRounds(self)

    # ---- seats ----

    def seat_of(self, faction: str) -> n.Seat:
        """The seat of a faction: its number if all factions are numbers, else its list position."""
        names = [each.text for each in self.config.factions]
        if all(name.isdecimal() for name in names):
            return n.Seat(number=int(faction))
        return n.Seat(number=names.index(faction))

    def seats(self) -> n.Expr:
        """The seats of all factions in play, in order."""
        numbers = [self.seat_of(each.text).number for each in self.config.factions]
        return seats_there(self.symbols, tuple(dict.fromkeys(numbers)))

    def candidates(self) -> n.Expr:
        """The seats that may still act on this card, in order."""
        name = self.symbols.fresh("faction")
        seat = n.Local(name=name)
        free = and_(n.Variable(name=ELIGIBLE, of=seat), not_(n.Variable(name=DONE, of=seat)))
        return n.Filter(items=self.seats(), name=name, where=free)

    def _next_active(self) -> n.Block:
        """Make the first candidate the active player; without one, leave the active player."""
        name = self.symbols.fresh("ready")
        ready = n.Local(name=name)
        some = n.Less(left=ZERO, right=n.Length(items=ready))
        first = n.SetVariable(name=ACTIVE, value=n.Item(items=ready, index=ZERO))
        return (n.Let(name=name, value=self.candidates()), n.If(test=some, then=(first,)))

    # ---- cards ----

    def slot(self, name: t.Name) -> n.Expr:
        """The zone of a card slot. `check` has made sure that it exists."""
        found = self.symbols.zone_at(name.text)
        assert found is not None
        return found

    def pile(self) -> n.Expr | None:
        """The draw pile: that of the first event deck, or the only stack that is not a slot."""
        decks = self.symbols.sections.event_decks
        if decks:
            return self.symbols.zone_at(decks[0].draw.text)
        # Without a deck, the pile is guessed: None if several stacks qualify.
        slots = {x.text.partition(":")[0] for x in (self.config.played, self.config.lookahead)}
        slots.add(self.config.leader.text.partition(":")[0])
        stacks = [z for z in self.symbols.zones if z.ordering == "stack" and z.base not in slots]
        return n.ZoneAt(name=self.symbols.zone_name(stacks[0])) if len(stacks) == 1 else None

    def is_coup(self, card: n.Expr) -> n.Expr:
        """Whether a card starts a coup round."""
        if "isCoup" not in self.symbols.things.kinds:
            return FALSE
        found = token_prop(Environment(self.symbols), card, t.Name("isCoup", self.config.at))
        return found.expr

    def coup_ahead(self) -> n.Expr:
        """Whether the next card starts a coup round."""
        top = n.TopOf(zone=self.slot(self.config.lookahead))
        return and_(n.Exists(item=top), self.is_coup(top))

    def _revealed(self, only_if_empty: bool) -> n.Block:
        """Advance the cards: from the pile to the lookahead slot, from there to the one in play."""
        played, ahead = self.slot(self.config.played), self.slot(self.config.lookahead)
        pile = self.pile()
        block: list[n.Statement] = []
        if only_if_empty and pile is not None:
            for slot in (played, ahead):
                empty = equals(n.SizeOf(zone=slot), ZERO)
                block.append(n.If(test=empty, then=self._drawn(pile, slot)))
            return tuple(block)
        # In this order: the lookahead slot must be empty before the next card is drawn.
        block.append(n.MoveTop(source=ahead, to=played, partial=True))
        return (*block, *(self._drawn(pile, ahead) if pile is not None else ()))

    def _drawn(self, pile: n.Expr, to: n.Expr) -> n.Block:
        again = refilled(Environment(self.symbols), pile)
        return (*again, n.MoveTop(source=pile, to=to, partial=True))

    def left(self) -> n.Block:
        """Move the card in play to the discard pile or, without a separate one, out of the game."""
        decks = self.symbols.sections.event_decks
        played = self.slot(self.config.played)
        discards = self.symbols.zone_at(decks[0].discard.text) if decks else None
        if discards is None or discards == played:
            self.symbols.away = AWAY
            discards = n.ZoneAt(name=AWAY)
        return (n.MoveTop(source=played, to=discards, partial=True),)

    def opening(self) -> n.Block:
        """Reveal the first cards."""
        return self._revealed(only_if_empty=True)

    def started(self) -> n.Block:
        """Let the first eligible faction begin."""
        return self._next_active()

    def turned(self) -> n.Block:
        """Replace the card and update eligibility."""
        return (
            # Boundaries come after the cards have moved, so that teardowns see the next card.
            *self.rounds.card_leaves(),
            *self._revealed(only_if_empty=False),
            *self._if_lasting(n.Boundary(name=TURNED)),
            *self.rounds.round_ends(self._if_lasting(n.Boundary(name=ROUND))),
            *self._eligibility(),
            *self._next_active(),
        )

    def _eligibility(self) -> n.Block:
        """Who acted without passing rests on the next card, unless an override says otherwise. If
        that leaves nobody, all factions are eligible again."""
        name = self.symbols.fresh("faction")
        seat = n.Local(name=name)
        rests = and_(n.Variable(name=DONE, of=seat), not_(n.Variable(name=PASSED, of=seat)))
        ready: n.Expr = not_(rests)
        more: n.Block = ()
        if self.config.windows:
            override = n.Variable(name=OVERRIDE, of=seat)
            stays, goes = equals(override, number(STAYS)), equals(override, number(GOES))
            # An override beats the rule in both directions.
            ready = or_(stays, and_(ready, not_(goes)))
            more = (n.SetVariable(name=OVERRIDE, of=seat, value=ZERO),)
        each = (
            n.SetVariable(name=ELIGIBLE, of=seat, value=ready),
            n.SetVariable(name=DONE, of=seat, value=FALSE),
            n.SetVariable(name=PASSED, of=seat, value=FALSE),
            *more,
        )
        other = self.symbols.fresh("faction")
        all_again = n.ForEach(
            name=other,
            items=self.seats(),
            body=(n.SetVariable(name=ELIGIBLE, of=n.Local(name=other), value=TRUE),),
        )
        nobody = equals(n.Length(items=self.candidates()), ZERO)
        return (
            n.ForEach(name=name, items=self.seats(), body=each),
            n.SetVariable(name=ACTS, value=ZERO),
            n.SetVariable(name=FIRST, value=n.Nothing(type=TEXTS)),
            n.If(test=nobody, then=(all_again,)),
        )

    # ---- legality ----

    def classes(self, action: sections.Action) -> tuple[str, ...]:
        """What an action may be played as."""
        return tuple(self.config.classes.get(action.id.text, super().classes(action)))

    def offers(self, action: sections.Action) -> bool:
        """Special activities are offered only within operations."""
        return SPECIAL not in self.classes(action)

    def _fits(self, word: str | None) -> n.Expr:
        """Whether an action of a class is permitted after the first action on this card."""
        return or_(self._free(), self._follows(word))

    def _free(self) -> n.Expr:
        """Whether the first action on this card imposes no restriction."""
        second = equals(n.Variable(name=ACTS), ONE)
        return or_(not_(second), not_(n.Exists(item=n.Variable(name=FIRST))))

    def _follows(self, word: str | None) -> n.Expr:
        """Whether the option matrix permits a class after that of the first action."""
        first = n.Variable(name=FIRST)
        # Rows that do not list the class forbid it; passing is always permitted.
        rows = [row for row in self.config.matrix if word not in row.second and word != "pass"]
        return and_(*(not_(equals(first, self.symbols.text(row.first))) for row in rows))

    def parameters(self, action: sections.Action, env: Environment) -> tuple[n.Parameter, ...]:
        """The action class, where there is a choice."""
        found = self.classes(action)
        super().parameters(action, env)
        env.caps = caps(self, action)
        if len(found) < 2:
            return ()
        name, each = self.symbols.fresh("as"), self.symbols.fresh("as")
        texts = tuple(self.symbols.text(word) for word in found)
        here = n.Local(name=each)
        ways = [and_(equals(here, self.symbols.text(x)), self._follows(x)) for x in found]
        where = or_(self._free(), *ways)
        items = n.Filter(items=n.ListOf(items=texts, of=TEXTS), name=each, where=where)
        env.names[CLASS] = Bound(name, TEXT)
        return (n.Parameter(name=name, type=TEXTS, items=items),)

    def guard(self, action: sections.Action, env: Environment) -> n.Expr:
        """The option matrix and the restrictions in force."""
        found = self.classes(action)
        fits: n.Expr = TRUE
        # With several classes, the parameter for the class is filtered by the matrix instead.
        if len(found) < 2 and SPECIAL not in found:
            fits = self._fits(found[0] if found else None)
        return and_(fits, allowed(self, action, env))

    # ---- after an action ----

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """Record who acted and how; end the turn after two actions or without candidates."""
        found = self.classes(action)
        # A special activity is part of an operation, which is what counts as the action.
        if SPECIAL in found:
            return ()
        seat = env.actor
        block: list[n.Statement] = [n.SetVariable(name=DONE, of=seat, value=TRUE)]
        if found == ("pass",):
            block.append(n.SetVariable(name=PASSED, of=seat, value=TRUE))
            block += self._rewards(env)
        else:
            acts = plus(n.Variable(name=ACTS), ONE)
            block.append(n.SetVariable(name=ACTS, value=acts))
            block += self._first_class(found, env)
        block += directives(self, action, env)
        none = equals(n.Length(items=self.candidates()), ZERO)
        # At most two factions act on a card; passing does not count as acting.
        over = or_(n.AtMost(left=number(2), right=n.Variable(name=ACTS)), none)
        ends = (n.SetVariable(name=OVER, value=TRUE),)
        return (*block, n.If(test=over, then=ends, otherwise=self._next_active()))

    def _rewards(self, env: Environment) -> n.Block:
        """What the acting faction gains by passing."""
        block: list[n.Statement] = []
        for reward in self.config.rewards:
            var = self.symbols.globals.get(reward.resource.text)
            if var is not None:
                mine = equals(env.actor, self.seat_of(reward.faction.text))
                block.append(n.If(test=mine, then=add(env, var, None, number(reward.amount))))
        return tuple(block)

    def _first_class(self, found: tuple[str, ...], env: Environment) -> n.Block:
        """Store the class of the first action; a limited operation counts as an operation."""
        if not found:
            return ()
        text = self.symbols.text
        bound = env.names[CLASS]
        played_as: n.Expr = bound.known.expr if bound.known else terms.local(bound)
        limited = text("limitedOperation")
        if len(found) > 1 and "limitedOperation" in found:
            played_as = n.Conditional(
                test=equals(played_as, limited), then=text("operation"), otherwise=played_as
            )
        elif found == ("limitedOperation",):
            played_as = text("operation")
        unknown = not_(n.Exists(item=n.Variable(name=FIRST)))
        return (n.If(test=unknown, then=(n.SetVariable(name=FIRST, value=played_as),)),)

    def ends_turn(self) -> n.Expr:
        """The variable that `resolved` sets when the card is finished."""
        return n.Variable(name=OVER)

    def times(self) -> tuple[n.Expr, n.Expr]:
        """Checkpoints are evaluated in coup rounds, if there are any."""
        return self.rounds.during(), self.rounds.last()

    # ---- special activities ----

    def between(
        self, action: sections.Action, env: Environment, stage: int, stages: int
    ) -> n.Block:
        """Offer a special activity before each stage of an operation, once per operation."""
        special = [each for each in self.symbols.actions if SPECIAL in self.classes(each)]
        special = [each for each in special if not _apart(action.actor, each.actor)]
        if BOTH not in self.classes(action) or not special:
            return ()
        bound = env.names[CLASS]
        wanted: n.Expr = TRUE
        if bound.known is None:
            wanted = equals(terms.local(bound), self.symbols.text(BOTH))
        elif bound.known.literal != BOTH:
            return ()
        before: n.Block = ()
        if stage == 0:
            none_yet = n.SetVariable(name=SPECIALLY, value=FALSE)
            self.symbols.keep(n.VariableDef(name=SPECIALLY, type="bool", initial=FALSE, inner=True))
            before = (none_yet,)
        last = truth(stage == stages)
        ask = n.Call(procedure=self._special(special), arguments=(last,))
        wanted = and_(wanted, not_(n.Variable(name=SPECIALLY)))
        return (*before, n.If(test=wanted, then=(ask,)))

    def _special(self, activities: list[sections.Action]) -> str:
        """The procedure that offers these activities; its parameter: is this the last offer?"""
        for each in activities:
            if each.id.text not in self.specials:
                self.specials[each.id.text] = action_of(self.symbols, self, each)
        name = ", ".join(each.id.text for each in activities)
        name = f"special activity: {name}"
        if name not in self.symbols.procedures:
            had = n.SetVariable(name=SPECIALLY, value=TRUE)
            found = [self.specials[each.id.text] for each in activities]
            # Offered only if a dry run of some activity succeeds; asking about none would be noise.
            tried = (
                replace(each, guard=and_(each.guard, n.Possible(body=each.body))) for each in found
            )
            some = or_(*(available(each) for each in tried))
            last = n.Local(name=LAST)
            ask = n.Decide(
                seat=n.Variable(name=ACTIVE),
                actions=(
                    *(replace(each, body=(*each.body, had)) for each in found),
                    n.Action(name="not yet", guard=not_(last)),
                    n.Action(name=NO_SPECIAL, guard=last),
                ),
                prompt="special activity",
            )
            block = (n.If(test=some, then=(ask,)),)
            self.symbols.procedure(name, block, n.Parameter(name=LAST, type="bool"))
        return name


def _apart(one: t.Player, other: t.Player) -> bool:
    """Whether two actors are certain to be different players."""
    return one.kind == other.kind == "id" and one.number != other.number
