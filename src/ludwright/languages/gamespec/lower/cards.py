"""Card-driven turns: each card is a turn, and two of those who are eligible act on it."""

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
    """Cards are revealed one by one; factions act on them in order, as far as they are eligible."""

    def __init__(self, symbols: Symbols, told: sections.CardDriven) -> None:
        super().__init__(symbols)
        self.told = told
        self.specials: dict[str, n.Action] = {}
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
        if told.windows:
            variable = n.VariableDef(
                name=OVERRIDE, type="int", initial=ZERO, per_seat=True, inner=True
            )
            symbols.keep(variable)
        self.rounds = CoupRounds(self)

    # ---- seats ----

    def seat_of(self, faction: str) -> n.Seat:
        """Who plays a faction: by its number if all are numbers, else by its place in the list."""
        names = [each.text for each in self.told.factions]
        if all(name.isdecimal() for name in names):
            return n.Seat(number=int(faction))
        return n.Seat(number=names.index(faction))

    def seats(self) -> n.Expr:
        """All factions that play, in order."""
        numbers = [self.seat_of(each.text).number for each in self.told.factions]
        return seats_there(self.symbols, tuple(dict.fromkeys(numbers)))

    def candidates(self) -> n.Expr:
        """Those who may still act on this card, in order."""
        name = self.symbols.fresh("faction")
        seat = n.Local(name=name)
        free = and_(n.Variable(name=ELIGIBLE, of=seat), not_(n.Variable(name=DONE, of=seat)))
        return n.Filter(items=self.seats(), name=name, where=free)

    def _next_active(self) -> n.Block:
        """The first who may act is the active player; if there is none, it stays as it is."""
        name = self.symbols.fresh("ready")
        ready = n.Local(name=name)
        some = n.Less(left=ZERO, right=n.Length(items=ready))
        first = n.SetVariable(name=ACTIVE, value=n.Item(items=ready, index=ZERO))
        return (n.Let(name=name, value=self.candidates()), n.If(test=some, then=(first,)))

    # ---- cards ----

    def slot(self, name: t.Name) -> n.Expr:
        """A zone by its id."""
        found = self.symbols.zone_at(name.text)
        assert found is not None
        return found

    def pile(self) -> n.Expr | None:
        """Where cards are drawn from."""
        decks = self.symbols.sections.event_decks
        if decks:
            return self.symbols.zone_at(decks[0].draw.text)
        slots = {x.text.partition(":")[0] for x in (self.told.played, self.told.lookahead)}
        slots.add(self.told.leader.text.partition(":")[0])
        stacks = [z for z in self.symbols.zones if z.ordering == "stack" and z.base not in slots]
        return n.ZoneAt(name=self.symbols.zone_name(stacks[0])) if len(stacks) == 1 else None

    def is_coup(self, card: n.Expr) -> n.Expr:
        """Whether a card is one of those that bring a coup round."""
        if "isCoup" not in self.symbols.things.kinds:
            return FALSE
        found = token_prop(Environment(self.symbols), card, t.Name("isCoup", self.told.at))
        return found.expr

    def coup_ahead(self) -> n.Expr:
        """Whether the next card brings a coup round."""
        top = n.TopOf(zone=self.slot(self.told.lookahead))
        return and_(n.Exists(item=top), self.is_coup(top))

    def _revealed(self, only_if_empty: bool) -> n.Block:
        """Bring the next cards up: to the slot ahead and from there to the one in play."""
        played, ahead = self.slot(self.told.played), self.slot(self.told.lookahead)
        pile = self.pile()
        block: list[n.Statement] = []
        if only_if_empty and pile is not None:
            for slot in (played, ahead):
                empty = equals(n.SizeOf(zone=slot), ZERO)
                block.append(n.If(test=empty, then=self._drawn(pile, slot)))
            return tuple(block)
        block.append(n.MoveTop(source=ahead, to=played, partial=True))
        return (*block, *(self._drawn(pile, ahead) if pile is not None else ()))

    def _drawn(self, pile: n.Expr, to: n.Expr) -> n.Block:
        again = refilled(Environment(self.symbols), pile)
        return (*again, n.MoveTop(source=pile, to=to, partial=True))

    def left(self) -> n.Block:
        """The card in play leaves: to the discards, if they are elsewhere, or out of the game."""
        decks = self.symbols.sections.event_decks
        played = self.slot(self.told.played)
        discards = self.symbols.zone_at(decks[0].discard.text) if decks else None
        if discards is None or discards == played:
            self.symbols.away = AWAY
            discards = n.ZoneAt(name=AWAY)
        return (n.MoveTop(source=played, to=discards, partial=True),)

    def opening(self) -> n.Block:
        """The first cards."""
        return self._revealed(only_if_empty=True)

    def started(self) -> n.Block:
        """The first faction begins."""
        return self._next_active()

    def turned(self) -> n.Block:
        """The end of a card: it leaves, the next comes, and those who did not act are eligible."""
        return (
            *self.rounds.card_leaves(),
            *self._revealed(only_if_empty=False),
            *self._if_lasting(n.Boundary(name=TURNED)),
            *self.rounds.round_ends(self._if_lasting(n.Boundary(name=ROUND))),
            *self._eligibility(),
            *self._next_active(),
        )

    def _eligibility(self) -> n.Block:
        name = self.symbols.fresh("faction")
        seat = n.Local(name=name)
        rests = and_(n.Variable(name=DONE, of=seat), not_(n.Variable(name=PASSED, of=seat)))
        ready: n.Expr = not_(rests)
        more: n.Block = ()
        if self.told.windows:
            told = n.Variable(name=OVERRIDE, of=seat)
            stays, goes = equals(told, number(STAYS)), equals(told, number(GOES))
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

    # ---- what may be done ----

    def classes(self, action: sections.Action) -> tuple[str, ...]:
        """What an action may be played as."""
        return tuple(self.told.classes.get(action.id.text, super().classes(action)))

    def offers(self, action: sections.Action) -> bool:
        """Special activities come only with operations."""
        return SPECIAL not in self.classes(action)

    def _fits(self, word: str | None) -> n.Expr:
        """Whether something of a class may follow what the first has done."""
        return or_(self._free(), self._follows(word))

    def _free(self) -> n.Expr:
        """Whether it does not matter what the first has done."""
        second = equals(n.Variable(name=ACTS), ONE)
        return or_(not_(second), not_(n.Exists(item=n.Variable(name=FIRST))))

    def _follows(self, word: str | None) -> n.Expr:
        """Whether the option matrix lets a class follow what the first has done."""
        first = n.Variable(name=FIRST)
        rows = [row for row in self.told.matrix if word not in row.second and word != "pass"]
        return and_(*(not_(equals(first, self.symbols.text(row.first))) for row in rows))

    def parameters(self, action: sections.Action, env: Environment) -> tuple[n.Parameter, ...]:
        """The class, if there are several."""
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
        """The option matrix, and what is restricted just now."""
        found = self.classes(action)
        fits: n.Expr = TRUE
        if len(found) < 2 and SPECIAL not in found:
            fits = self._fits(found[0] if found else None)
        return and_(fits, allowed(self, action, env))

    # ---- what is done ----

    def resolved(self, action: sections.Action, env: Environment) -> n.Block:
        """Note who acted and how; the card may be over."""
        found = self.classes(action)
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
        over = or_(n.AtMost(left=number(2), right=n.Variable(name=ACTS)), none)
        ends = (n.SetVariable(name=OVER, value=TRUE),)
        return (*block, n.If(test=over, then=ends, otherwise=self._next_active()))

    def _rewards(self, env: Environment) -> n.Block:
        block: list[n.Statement] = []
        for reward in self.told.rewards:
            var = self.symbols.globals.get(reward.resource.text)
            if var is not None:
                mine = equals(env.actor, self.seat_of(reward.faction.text))
                block.append(n.If(test=mine, then=add(env, var, None, number(reward.amount))))
        return tuple(block)

    def _first_class(self, found: tuple[str, ...], env: Environment) -> n.Block:
        """Remember what the first has done; a limited operation counts as one."""
        if not found:
            return ()
        text = self.symbols.text
        bound = env.names[CLASS]
        told: n.Expr = bound.known.expr if bound.known else terms.local(bound)
        limited = text("limitedOperation")
        if len(found) > 1 and "limitedOperation" in found:
            told = n.Conditional(test=equals(told, limited), then=text("operation"), otherwise=told)
        elif found == ("limitedOperation",):
            told = text("operation")
        unknown = not_(n.Exists(item=n.Variable(name=FIRST)))
        return (n.If(test=unknown, then=(n.SetVariable(name=FIRST, value=told),)),)

    def ends_turn(self) -> n.Expr:
        """The card may be over."""
        return n.Variable(name=OVER)

    def times(self) -> tuple[n.Expr, n.Expr]:
        """Coup rounds have checkpoints of their own."""
        return self.rounds.during(), self.rounds.last()

    # ---- special activities ----

    def between(
        self, action: sections.Action, env: Environment, stage: int, stages: int
    ) -> n.Block:
        """One special activity may come with an operation that is played so."""
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
        """The procedure in which one of these is chosen, or none; is it the last time to ask?"""
        for each in activities:
            if each.id.text not in self.specials:
                self.specials[each.id.text] = action_of(self.symbols, self, each)
        name = ", ".join(each.id.text for each in activities)
        name = f"special activity: {name}"
        if name not in self.symbols.procedures:
            had = n.SetVariable(name=SPECIALLY, value=TRUE)
            found = [self.specials[each.id.text] for each in activities]
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
