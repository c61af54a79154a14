"""Reading event decks: cards with sides, branches, targets and lasting effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ....diagnostics import Code
from ...shapes import keys
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import sections as codes_sections
from .cardflow import qualified
from .collation import collated
from .forms import ReadContext
from .keyed import Keyed, Keys, number_of, report_duplicates, section_items
from .scope import Bindings
from .tree.effects import Effects
from .tree.sections import DURATIONS, Branch, EventCard, EventDeck, Lasting, Side, Target
from .tree.values import Name

DECK = Keys(
    "an event deck",
    codes_sections.DECK,
    keys(
        "id: name, drawZone: name, discardZone: name, cards: [card], shuffleOnSetup?: flag",
        "reshuffle?: flag",
    ),
)
CARD = Keys(
    "an event card",
    codes_sections.CARD,
    keys(
        "id: name, title: text, sideMode: single|dual, order?: whole, unshaded?: side",
        "shaded?: side",
    ),
)
_CONTENT = ("effects?: effects", "targets?: [target]", "lastingEffects?: [lasting]")
_CONTENT_NAMES = keys(*_CONTENT).may
SIDE = Keys(
    "a side",
    codes_sections.CARD,
    keys("applicability?: condition", "branches?: [branch]", *_CONTENT),
)
BRANCH = Keys(
    "a branch",
    codes_sections.CARD,
    keys("id: name", "applicability?: condition", "order?: whole", *_CONTENT),
)
TARGET = Keys(
    "a target",
    codes_sections.CARD,
    keys("id: name, selector: query, cardinality: cardinality, filter?: condition"),
)
EXACT = Keys("cardinality", codes_sections.CARD, keys("n: whole"))
RANGE = Keys("cardinality", codes_sections.CARD, keys("max: whole, min?: whole"))
UP_TO = Keys("cardinality", codes_sections.CARD, keys("upTo: whole"))
LASTING = Keys(
    "a lasting effect",
    codes_sections.CARD,
    keys(
        "id: name, duration: turn|nextTurn|round|cycle, setupEffects: effects",
        "teardownEffects?: effects",
    ),
)
# In the legacy form a lasting effect may have a single `effect` instead of `setupEffects`.
LEGACY_LASTING = replace(
    LASTING, table=LASTING.table.with_keys("setupEffects?: effects", "effect?: effect")
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Events:
    """The context of reading cards: the scope of events, and whether the legacy form is allowed."""

    c: ReadContext
    scope: Bindings
    legacy: bool = False


@dataclass(frozen=True, slots=True)
class _Ordered(Generic[T]):
    order: int | None
    id: Name
    what: T


def event_decks_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> tuple[EventDeck, ...]:
    """`eventDecks`, sorted by id."""
    found = []
    for item, where in section_items(tree, path):
        fields = DECK.read(c, item, where)
        if fields is not None:
            deck = _deck(Events(c, scope), fields)
            found.append(deck)
    report_duplicates(c, (deck.id for deck in found), codes_sections.DECK_TWICE, "event deck")
    return tuple(sorted(found, key=lambda deck: collated(deck.id.text)))


def _deck(events: Events, fields: Keyed) -> EventDeck:
    return EventDeck(
        fields.at,
        fields.name("id", codes_sections.DECK),
        qualified(fields.name("drawZone", codes_sections.DECK)),
        qualified(fields.name("discardZone", codes_sections.DECK)),
        cards_in(events, fields),
        fields.flag("shuffleOnSetup", codes_sections.DECK),
        fields.flag("reshuffle", codes_sections.DECK),
    )


def cards_in(events: Events, deck: Keyed) -> tuple[EventCard, ...]:
    """The cards of a deck: those with an `order` first, in that order, then the others by id."""
    found = []
    for tree, path in deck.items("cards", codes_sections.DECK_CARDS):
        fields = CARD.read(events.c, tree, path)
        if fields is not None:
            card = _card(events, fields)
            found.append(_Ordered(_order(fields), card.id, card))
    twice, order = codes_sections.CARD_TWICE, codes_sections.CARD_ORDER
    return _sorted_items(events.c, found, twice, order, "card")


def _order(fields: Keyed) -> int | None:
    return fields.whole("order", codes_sections.CARD, 0) if fields.has("order") else None


def _sorted_items(
    c: ReadContext, found: list[_Ordered[T]], twice: Code, ambiguous: Code, what: str
) -> tuple[T, ...]:
    report_duplicates(c, (each.id for each in found), twice, what)
    seen: dict[int, Name] = {}
    for each in found:
        if each.order is not None and seen.setdefault(each.order, each.id) is not each.id:
            message = f"duplicate order {each.order}, also of '{seen[each.order].text}'"
            c.error(ambiguous, each.id.at, message)
    # Defined by the language: explicit `order` ascending, then ids by collation.
    by = sorted(found, key=lambda e: (e.order is None, e.order or 0, collated(e.id.text)))
    return tuple(each.what for each in by)


def _card(events: Events, fields: Keyed) -> EventCard:
    mode = fields.word("sideMode", codes_sections.CARD)
    given = [key for key in ("unshaded", "shaded") if fields.has(key)]
    # An invalid `sideMode` has been reported, but a card without sides is wrong in any mode.
    if mode == "dual" and len(given) < 2:
        fields.error(codes_sections.CARD, "sideMode", "a dual card must have both sides")
    elif not given:
        c = events.c
        c.error(codes_sections.CARD, fields.at, "missing side: 'unshaded' or 'shaded'")
    return EventCard(
        fields.at,
        fields.name("id", codes_sections.CARD),
        fields.text("title", codes_sections.CARD),
        _side(events, fields, "unshaded"),
        _side(events, fields, "shaded"),
    )


def _side(events: Events, card: Keyed, key: str) -> Side | None:
    fields = SIDE.read(events.c, card.get(key), card.path(key))
    if fields is None:
        return None
    _require_content(fields, "a side", ("branches", *_CONTENT_NAMES))
    scope = events.scope.inner()
    applicability = fields.condition("applicability", scope)
    # In the order of execution: targets are chosen first and bound in effects and branches.
    targets = _targets(events, fields, scope)
    effects = _effects(fields, scope)
    found = []
    items = fields.items("branches", codes_sections.CARD) if fields.has("branches") else []
    for tree, path in items:
        each = BRANCH.read(events.c, tree, path)
        if each is not None:
            # Branches are alternatives: the targets of one are not bound in the others.
            branch = _branch(events, each, scope.inner())
            found.append(_Ordered(_order(each), branch.id, branch))
    twice, order = codes_sections.BRANCH_TWICE, codes_sections.BRANCH_ORDER
    branches = _sorted_items(events.c, found, twice, order, "branch")
    lasting = _lasting(events, fields, scope)
    return Side(fields.at, applicability, effects, branches, targets, lasting)


def _branch(events: Events, fields: Keyed, scope: Bindings) -> Branch:
    _require_content(fields, "a branch", _CONTENT_NAMES)
    applicability = fields.condition("applicability", scope)
    targets = _targets(events, fields, scope)
    effects = _effects(fields, scope)
    lasting = _lasting(events, fields, scope)
    name = fields.name("id", codes_sections.CARD)
    return Branch(fields.at, name, applicability, effects, targets, lasting)


def _require_content(fields: Keyed, what: str, keys: Iterable[str]) -> None:
    if not any(fields.has(key) for key in keys):
        message = f"{what} must have one of {', '.join(keys)}"
        fields.c.error(codes_sections.CARD, fields.at, message)


def _effects(fields: Keyed, scope: Bindings, key: str = "effects") -> Effects:
    if fields.empty(key):
        fields.error(codes_sections.CARD, key, f"'{key}' is empty", "remove it")
    return fields.effects(key, scope, codes_sections.CARD)


# ---- targets -------------------------------------------------------------------------------------


def _targets(events: Events, side: Keyed, scope: Bindings) -> tuple[Target, ...]:
    found = []
    items = side.items("targets", codes_sections.CARD) if side.has("targets") else []
    for tree, path in items:
        fields = TARGET.read(events.c, tree, path)
        if fields is None:
            # The id of this target, which later effects may use, is unknown.
            scope.incomplete = True
            continue
        name = fields.name("id", codes_sections.CARD)
        least, most = _cardinality(fields)
        selector = fields.query("selector", scope)
        where = fields.condition("filter", scope.inner("$target", "$token", "$zone"))
        found.append(Target(fields.at, name, selector, where, least, most))
        # Bound after its own selector and filter: only later targets and effects can use it.
        if name.text:
            bound = Name(f"${name.text.removeprefix('$')}", name.at)
            scope.bind(events.c.report, bound, "a target of the event")
    report_duplicates(events.c, (t.id for t in found), codes_sections.SAME_IDENTIFIER, "target")
    return tuple(found)


def _cardinality(target: Keyed) -> tuple[int, int | None]:
    """The minimum and maximum number of targets; None means all."""
    tree, path = target.tree.get("cardinality"), target.path("cardinality")
    if isinstance(tree, Scalar) and tree.value == "all":
        return 0, None
    if not isinstance(tree, Mapping):
        if tree is not None:
            help = "write {n: 2}, {min: 1, max: 3}, {upTo: 3} or all"
            target.error(codes_sections.CARD, "cardinality", "invalid 'cardinality'", help)
        return 0, None
    # The form is chosen by its key first, so that errors name the keys of that form.
    if tree.get("upTo") is not None:
        fields = UP_TO.read(target.c, tree, path)
        return 0, fields.whole("upTo", codes_sections.CARD, 1) if fields else 1
    fields = (EXACT if tree.get("n") is not None else RANGE).read(target.c, tree, path)
    if fields is None:
        return 0, None
    if fields.keys is EXACT:
        n = fields.whole("n", codes_sections.CARD, 0)
        return n, n
    least = fields.whole("min", codes_sections.CARD, 0) if fields.has("min") else 0
    most = fields.whole("max", codes_sections.CARD, 0)
    # After an invalid `max`, 0 stands in for it.
    if number_of(tree.get("max")) is not None and least > most:
        fields.error(codes_sections.CARD, "min", f"'min' is {least}, but 'max' is {most}")
    return least, most


# ---- lasting effects -----------------------------------------------------------------------------


def _lasting(events: Events, side: Keyed, scope: Bindings) -> tuple[Lasting, ...]:
    found = []
    keys = LEGACY_LASTING if events.legacy else LASTING
    has = side.has("lastingEffects")
    items = side.items("lastingEffects", codes_sections.CARD) if has else []
    for tree, path in items:
        fields = keys.read(events.c, tree, path)
        if fields is not None:
            found.append(_lasting_effect(events, fields, scope))
    report_duplicates(
        events.c, (e.id for e in found), codes_sections.SAME_IDENTIFIER, "lasting effect"
    )
    return tuple(found)


def _lasting_effect(events: Events, fields: Keyed, scope: Bindings) -> Lasting:
    setup: Effects
    if fields.keys is LEGACY_LASTING and not fields.has("setupEffects"):
        setup = _legacy_effect(events.c, fields, scope.inner())
    else:
        setup = _effects(fields, scope.inner(), "setupEffects")
    return Lasting(
        fields.at,
        fields.name("id", codes_sections.CARD),
        fields.word("duration", codes_sections.CARD) or DURATIONS[0],
        setup,
        # Teardown runs in a later turn, when the bindings of the event no longer exist.
        fields.effects("teardownEffects", Bindings(), codes_sections.CARD),
    )


def _legacy_effect(c: ReadContext, fields: Keyed, scope: Bindings) -> Effects:
    tree = fields.get("effect")
    if tree is None:
        message = "missing 'effect' or 'setupEffects' in a lasting effect"
        c.error(codes_sections.CARD, fields.at, message)
        return ()
    return c.effects(Sequence(tree.span, (tree,)), fields.path("effect"), scope) or ()
