"""Lower event cards: what a card of a deck does when an action is played as an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....diagnostics import did_you_mean
from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, TRUE, ZERO, and_, equals, number, or_
from ..codes import lowering as codes
from ..read.tree import sections
from ..read.tree import values as t
from . import targets as targeting
from .choices import several
from .effects import bind, block
from .scope import Environment, condition
from .symbols import ACTIVE, Symbols
from .terms import TEXT, TEXTS, local
from .triggers import followed, setting
from .turns import CLASS, ROUND, TURNED, Order
from .values import token_prop

EVENT = "event"
CARD_ID, DECK_ID, CARD_PROP = "eventCardId", "eventDeckId", "cardId"
ENDS = {"turn": (TURNED, 1), "nextTurn": (TURNED, 2), "round": (ROUND, 1), "cycle": (ROUND, 1)}
"""When a lasting effect of a duration ends: at which boundary, counted from its start."""

Options = Sequence[tuple[str, n.Expr]]
"""Texts to choose from, each with the condition under which it is offered."""
Try = tuple[n.Expr, int, n.Expr]
"""A candidate for the card played: its id, the index of its deck, and a condition."""


def event_effects(env: Environment, order: Order, action: sections.Action) -> n.Block:
    """The effects of the card played, if the action is played as an event."""
    decks, played = env.symbols.sections.event_decks or (), _as_event(env, order, action)
    if not decks or played == FALSE:
        return ()
    return _if(played, _EventCards(env.inside(), action).all_cards(decks))


def warn_of_idle_decks(symbols: Symbols, order: Order) -> None:
    """Warn about decks, and single cards of others, that can never be played."""
    events = [x for x in symbols.actions if x.id.text == EVENT or EVENT in order.classes(x)]
    named = any(
        param.name.text.removeprefix("$") == CARD_ID for each in events for param in each.params
    )
    things = symbols.things
    tokens = things.given(CARD_PROP) if things.kinds.get(CARD_PROP) == TEXT else ()
    for deck in symbols.sections.event_decks or ():
        ids = [card.id.text for card in deck.cards]
        if not events:
            message, help = "no action is an event", f"give an action the id '{EVENT}'"
        elif named or None in tokens:
            continue
        elif not set(tokens).isdisjoint(ids):
            _warn_of_idle_cards(symbols, deck, {str(token) for token in tokens})
            continue
        else:
            message = f"no token has a '{CARD_PROP}' of this deck"
            help = f"create a token in '{deck.draw.text}' with {CARD_PROP}: {next(iter(ids), 'id')}"
        whole = f"no card of '{deck.id.text}' can be played: {message}"
        symbols.warn(codes.IDLE_DECK, deck.at, whole, help)


def _warn_of_idle_cards(symbols: Symbols, deck: sections.EventDeck, tokens: set[str]) -> None:
    ids = {card.id.text for card in deck.cards}
    for card in deck.cards:
        name = card.id.text
        if name not in tokens:
            message = f"the card '{name}' is never played: no token has {CARD_PROP}: {name}"
            create = f"create a token in '{deck.draw.text}' with {CARD_PROP}: {name}"
            help = did_you_mean(name, sorted(tokens - ids)) or create
            symbols.warn(codes.IDLE_DECK, card.id.at, message, help)


def shuffled(symbols: Symbols) -> n.Block:
    """Shuffle the draw piles of decks between the setup and the first turn."""
    piles = (symbols.zone_at(x.draw.text) for x in symbols.sections.event_decks or () if x.shuffled)
    return tuple(n.Shuffle(zone=pile) for pile in piles if pile is not None)


def _as_event(env: Environment, order: Order, action: sections.Action) -> n.Expr:
    """Whether an action is played as an event."""
    classes = order.classes(action)
    if action.id.text == EVENT or classes == (EVENT,):
        return TRUE
    bound = env.names.get(CLASS)
    if EVENT not in classes or bound is None or bound.known is not None:
        return FALSE
    return equals(local(bound), env.symbols.text(EVENT))


class _EventCards:
    """Lowers the event cards for one action."""

    def __init__(self, env: Environment, action: sections.Action) -> None:
        self.env, self.action = env, action
        self.symbols = env.symbols
        self.card, self.deck = self.symbols.fresh("card"), self.symbols.fresh("deck")
        self.side, self.branch = self.symbols.fresh("side"), self.symbols.fresh("branch")

    def all_cards(self, decks: tuple[sections.EventDeck, ...]) -> n.Block:
        """Find the card played, then dispatch on its id."""
        found, clash = self._which(decks), self._ids_clash(decks)
        done: list[n.Statement] = []
        for place, deck in enumerate(decks):
            for card in deck.cards:
                test = equals(n.Local(name=self.card), self.symbols.text(card.id.text))
                if clash:
                    test = and_(test, equals(n.Local(name=self.deck), number(place)))
                done += _if(test, self._card(card))
        return (*found, *done) if found and done else ()

    # ---- which card ----

    def _given(self, name: str) -> n.Expr | None:
        """The text parameter of the action with a name, if there is one."""
        bound = self.env.find(name)
        if bound is None or bound.kind != TEXT or bound.many:
            return None
        return bound.known.expr if bound.known is not None else local(bound)

    def _ids_clash(self, decks: tuple[sections.EventDeck, ...]) -> bool:
        """Whether card ids clash between decks, so that the deck has to be tested as well."""
        names = [card.id.text for deck in decks for card in deck.cards]
        return len(names) > len(set(names))

    def _which(self, decks: tuple[sections.EventDeck, ...]) -> n.Block:
        """Bind the id of the card played (nothing if there is none) and the index of its deck."""
        given, named = self._given(CARD_ID), self._given(DECK_ID)
        driven = self.symbols.sections.turn_order
        tries: list[Try] = []
        for place, deck in enumerate(decks):
            # A parameter names the card, else it is on top of the slot in play or the discards.
            there: n.Expr = TRUE
            if given is None:
                shown = driven.played if isinstance(driven, sections.CardDriven) else deck.discard
                card_id = self._top(shown)
            else:
                card_id = given
                if named is not None:
                    there = equals(named, self.symbols.text(deck.id.text))
            if card_id is not None:
                tries.append((card_id, place, there))
        if len(tries) == 1 and tries[0][2] == TRUE:
            return (n.Let(name=self.card, value=tries[0][0]),)
        start = (
            n.Let(name=self.card, value=n.Nothing(type=TEXTS)),
            n.Let(name=self.deck, value=number(-1)),
        )
        return (*start, *self._first_hit(decks, tries)) if tries else ()

    def _top(self, zone: t.Name) -> n.Expr | None:
        """The id of the card on top of a zone; nothing if there is none."""
        found = self.symbols.zone_at(zone.text)
        if found is None or CARD_PROP not in self.symbols.things.kinds:
            return None
        found_id = token_prop(self.env, n.TopOf(zone=found), t.Name(CARD_PROP, zone.at))
        if found_id.kind != TEXT:
            return None
        # A test that fails counts as false: an empty zone and a card without an id give nothing.
        none = n.Nothing(type=TEXTS)
        return n.Conditional(test=n.Exists(item=found_id.expr), then=found_id.expr, otherwise=none)

    def _first_hit(self, decks: tuple[sections.EventDeck, ...], tries: list[Try]) -> n.Block:
        """Bind the card and the first deck that contains it."""
        block: list[n.Statement] = []
        for position, (card_id, place, there) in enumerate(tries):
            sought = self.symbols.fresh("sought")
            ids = tuple(self.symbols.text(card.id.text) for card in decks[place].cards)
            known = n.Contains(items=n.ListOf(items=ids, of=TEXTS), value=n.Local(name=sought))
            free = equals(n.Local(name=self.deck), number(-1)) if position else TRUE
            hit = (
                n.Let(name=self.card, value=n.Local(name=sought)),
                n.Let(name=self.deck, value=number(place)),
            )
            block.append(n.Let(name=sought, value=card_id))
            block.append(n.If(test=and_(free, there, known), then=hit))
        return tuple(block)

    # ---- sides and branches ----

    def _card(self, card: sections.EventCard) -> n.Block:
        """The effects of a card: of its only side, or of the one that is chosen."""
        sides = {
            name: side
            for name, side in (("unshaded", card.unshaded), ("shaded", card.shaded))
            if side is not None
        }
        fits = {name: condition(self.env, x.applicability) for name, x in sides.items()}
        # A card with one side leaves nothing to choose, even if a param names the other.
        if len(sides) == 1:
            (name,) = sides
            return _if(fits[name], self._side(sides[name]))
        done: list[n.Statement] = []
        done += self._picked(self.side, "side", list(fits.items()), self._given("side"))
        for name, side in sides.items():
            chosen = and_(equals(n.Local(name=self.side), self.symbols.text(name)), fits[name])
            done += _if(chosen, self._side(side))
        return tuple(done)

    def _picked(self, name: str, word: str, options: Options, given: n.Expr | None) -> n.Block:
        """Bind a name to one of the options: the given one if it is among them, else the only one
        whose condition holds, else the player's choice among those."""
        texts = tuple(self.symbols.text(text) for text, _ in options)
        listed: n.Expr = n.ListOf(items=texts, of=TEXTS)
        sure = all(test == TRUE for _, test in options)
        if not sure:
            each = self.symbols.fresh(word)
            # Each text is offered under a condition of its own, so the filter tests both.
            tests = (
                and_(equals(n.Local(name=each), self.symbols.text(x)), test) for x, test in options
            )
            fitting = n.Filter(items=listed, name=each, where=or_(*tests))
            picked = self._of_fitting(name, word, fitting)
        elif len(texts) == 1:
            picked = (n.Let(name=name, value=texts[0]),)
        else:
            picked = (_ask(name, word, listed),)
        if given is None:
            return picked
        taken = n.Let(name=name, value=given)
        # No fallback is needed where the param cannot be anything else.
        if self._always(word, {text for text, _ in options}):
            return (taken,)
        is_one = n.Contains(items=listed, value=given)
        return (n.If(test=is_one, then=(taken,), otherwise=picked),)

    def _of_fitting(self, name: str, word: str, fitting: n.Expr) -> n.Block:
        """Bind a name to the only item of a list, else to the player's choice, else to nothing."""
        ways = n.Local(name=self.symbols.fresh(f"{word}s"))
        some = n.Less(left=ONE, right=n.Length(items=ways))
        one = equals(n.Length(items=ways), ONE)
        only = n.If(test=one, then=(n.Let(name=name, value=n.Item(items=ways, index=ZERO)),))
        return (
            n.Let(name=ways.name, value=fitting),
            n.Let(name=name, value=n.Nothing(type=TEXTS)),
            n.If(test=some, then=(_ask(name, word, ways),), otherwise=(only,)),
        )

    def _always(self, word: str, texts: set[str]) -> bool:
        """Whether the values of a parameter are all among some texts."""
        domains = [x.domain for x in self.action.params if x.name.text.lstrip("$") == word]
        return all(isinstance(x, t.Enums) and texts.issuperset(x.values) for x in domains)

    def _side(self, side: sections.Side) -> n.Block:
        """The effects of a side and of one of its branches: targets, effects, lasting effects."""
        inside = self.env.inside()
        picked: n.Block = ()
        if side.branches:
            fits = [(x.id.text, condition(inside, x.applicability)) for x in side.branches]
            picked = self._picked(self.branch, "branch", fits, self._given("branch"))
        done = [*picked, *self._targets(inside, side.targets), *block(inside, side.effects)]
        ways = [(branch, inside.inside()) for branch in side.branches]
        for branch, env in ways:
            body = (*self._targets(env, branch.targets), *block(env, branch.effects))
            done += self._if_branch(branch, body)
        # Lasting effects come last, also those of the side: setup effects see what branches did.
        done += self._lasting(inside, side.lasting)
        for branch, env in ways:
            done += self._if_branch(branch, self._lasting(env, branch.lasting))
        return tuple(done)

    def _if_branch(self, branch: sections.Branch, body: n.Block) -> n.Block:
        return _if(equals(n.Local(name=self.branch), self.symbols.text(branch.id.text)), body)

    # ---- targets and lasting effects ----

    def _targets(self, env: Environment, targets: Iterable[sections.Target]) -> n.Block:
        """Let targets be chosen one after another, and bind them in `env`."""
        done: list[n.Statement] = []
        for target in targets:
            meant = sections.Targeting(target.at, query=target.selector, where=target.where)
            found = targeting.candidates(env, meant)
            name = t.Name(f"${target.id.text.lstrip('$')}", target.id.at)
            if target.most is None:
                bound = bind(env, name, found.kind, many=True, zone=found.zone)
                done.append(n.Let(name=bound.local, value=found.expr))
            else:
                least, most = number(target.least), number(target.most)
                done += several(env, name, found, n.Variable(name=ACTIVE), least, most)
        return tuple(done)

    def _lasting(self, env: Environment, lasting: Iterable[sections.Lasting]) -> n.Block:
        """Run the setup of lasting effects now, and postpone their teardown to a boundary."""
        done: list[n.Statement] = []
        for each in lasting:
            done += block(env, each.setup)
            if each.teardown:
                boundary, count = ENDS[each.duration]
                name = self._end(each)
                later = n.Later(boundary=boundary, procedure=name, count=number(count))
                done.append(later)
        return tuple(done)

    def _end(self, lasting: sections.Lasting) -> str:
        """The teardown procedure of a lasting effect. Bindings of the card are not in scope."""
        name = f"end of {lasting.id.text}"
        before, env = setting(self.symbols)
        body = (*before, *followed(env, lasting.teardown))
        taken = [x for x in self.symbols.procedures if x == name or x.startswith(f"{name} ")]
        # Cards may share an id for different teardowns: reuse equal ones, number the others.
        same_body = [x for x in taken if self.symbols.procedures[x].body == body]
        if same_body:
            return same_body[0]
        name = f"{name} {len(taken) + 1}" if taken else name
        self.symbols.procedure(name, body)
        return name


def _ask(name: str, word: str, items: n.Expr) -> n.Ask:
    return n.Ask(name=name, seat=n.Variable(name=ACTIVE), items=items, prompt=word)


def _if(test: n.Expr, body: n.Block) -> n.Block:
    return body if test == TRUE or not body else (n.If(test=test, then=body),)
