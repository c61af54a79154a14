"""Upgrading actions from version 1.2 to 1.3: one table row for each that has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics import Span
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..read.shapes import ACTION_KEYS, ACTIONS, OPERANDS
from .choices import options
from .operands import path_text, predicate, upgraded
from .paths import is_path
from .tree import (
    ExpressionContext,
    Upgrade,
    get,
    listed,
    mapping,
    operand,
    text,
    with_items,
    with_key,
    with_more,
    with_values,
    without,
    word,
)

EVERYONE = {
    "DEAL": ("to",),
    "DEAL_ALL": ("to",),
    "DEAL_ROUND_ROBIN": ("to",),
    "SHUFFLE": ("target",),
    "MOVE_ALL": ("from",),
}
"""Where a zone that each player has means the zones of all."""
PLAYERS = ("player", "players", "starting_with")
AUDIENCE = {
    ("REVEAL", "to"): ("all", "others", "current"),
    ("CONCEAL", "from"): ("all", "others", "current"),
    ("REVEAL_MATCHING", "to"): ("all", "others", "current"),
    ("REORDER", "by"): ("reverse", "rank", "suit", "player", "top", "bottom"),
}
"""Words that are allowed in place of an operand."""


def effect(work: Upgrade, place: ExpressionContext, node: Tree) -> Tree:
    """A list of actions, each of which may become several."""
    if isinstance(node, Mapping):
        work.note(node.span, "a single action is now a list of one")
        return listed(node.span, action(work, place, node))
    return with_items(node, lambda item: action(work, place, item))


def action(work: Upgrade, place: ExpressionContext, node: Tree) -> tuple[Tree, ...]:
    """One action: in its new form, inside an IF if it had a condition, and with its stored value
    kept for the turn if another rule reads it."""
    if not isinstance(node, Mapping):
        return (node,)
    name, condition = text(get(node, "action")), get(node, "condition")
    # Every action could have a condition; in 1.3 only IF has one, which it keeps.
    guarded = condition is not None and name != "IF"
    bare = without(node, "condition") if guarded else node
    row = ROWS.get(name, _plain)
    # Inside the IF as well: the value is kept only if the action ran.
    parts = (*row(work, place, bare), *_set_turn_variable(work, node))
    if not guarded or condition is None:
        return parts
    span = next(key.span for key, _ in node.entries if key.text == "condition")
    work.note(span, f"{name} with a condition is now inside an IF")
    test = upgraded(work, place, condition)
    guard = mapping(node.span, ("action", word("IF", node.span)))
    entry = next(key for key, _ in node.entries if key.text == "condition")
    guard = replace(guard, entries=(*guard.entries, (entry, test)))
    return (with_more(guard, ("then", listed(node.span, parts))),)


def _set_turn_variable(work: Upgrade, node: Mapping) -> tuple[Tree, ...]:
    """Keep a stored value that another rule of the turn reads in a variable."""
    stored = get(node, "store_as")
    name = text(stored)
    if stored is None or name not in work.kept:
        return ()
    variable = f"$.{work.kept[name]}"
    work.note(stored.span, f"other rules now read '{name}' from the variable '{variable}'")
    return (
        mapping(
            stored.span,
            ("action", word("SET_VARIABLE", stored.span)),
            ("path", word(variable, stored.span)),
            ("value", operand("ref", word(name, stored.span))),
        ),
    )


# ---- operands of actions -------------------------------------------------------------------------


def _plain(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """An action whose word is unchanged: only its operands may be old."""
    return (_operands(work, place, node),)


def _operands(work: Upgrade, place: ExpressionContext, node: Mapping) -> Mapping:
    name = text(get(node, "action"))
    return with_values(node, lambda key, value: _field(work, place, name, key, value))


def _field(work: Upgrade, place: ExpressionContext, name: str, key: str, value: Tree) -> Tree:
    of = ACTION_KEYS[name].by_name.get(key) if name in ACTION_KEYS else None
    # A key of no action of 1.3: lowering reports it, at the same location.
    if of is None:
        return value
    if of.kind == ACTIONS:
        return effect(work, place, value)
    if of.kind not in OPERANDS or text(value) in AUDIENCE.get((name, key), ()):
        return value
    if key in PLAYERS:
        return _player(work, place, value)
    if key == "path" and not value.tag:
        return _target(work, place, value)
    if key == "value":
        return _assigned(work, place, value)
    if key == "filter":
        return predicate(work, place, value)
    everyone = key in EVERYONE.get(name, ())
    return upgraded(work, replace(place, everyone=everyone), value)


def _player(work: Upgrade, place: ExpressionContext, node: Tree) -> Tree:
    """A player: `current`, or an operand."""
    if isinstance(node, Sequence):
        return with_items(node, lambda item: (_player(work, place, item),))
    if not isinstance(node, Scalar) or node.text == "current":
        return upgraded(work, place, node) if isinstance(node, Mapping) else node
    words = {"opponent": "$.players[opponent]", "all": "$.players"}
    new = f"$.players[{node.text}]" if node.text.isdigit() else words.get(node.text)
    if new is None:
        return upgraded(work, place, node)
    work.note(node.span, f"the player '{node.text}' is now 'path: {new}'")
    return operand("path", word(new, node.span))


def _target(work: Upgrade, place: ExpressionContext, node: Tree) -> Tree:
    """The variable that is assigned to."""
    if isinstance(node, Mapping):
        return with_values(
            node,
            lambda _, value: path_text(work, place, value) if isinstance(value, Scalar) else value,
        )
    return path_text(work, place, node) if isinstance(node, Scalar) else node


def _assigned(work: Upgrade, place: ExpressionContext, node: Tree) -> Tree:
    """A new value: a bare one is a literal, unless it can only be a path."""
    if isinstance(node, Scalar):
        path = isinstance(node.value, str) and is_path(node.text, work.names, place)
        return upgraded(work, place, node) if path else node
    return upgraded(work, place, node) if isinstance(node, Mapping) else node


# ---- rows ----------------------------------------------------------------------------------------


def _renamed(
    new: str, **keys: str
) -> Callable[[Upgrade, ExpressionContext, Mapping], tuple[Tree, ...]]:
    """An action, and perhaps its keys, under a new name."""

    def row(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
        old = get(node, "action")
        assert isinstance(old, Scalar)
        if old.text != new:
            work.note(old.span, f"{old.text} is now {new}")
            node = with_key(node, "action", "action", word(new, old.span))
        for key, value in node.entries:
            if key.text in keys and keys[key.text] in ACTION_KEYS[new].by_name:
                work.note(key.span, f"'{key.text}' of {old.text} is now '{keys[key.text]}'")
                node = with_key(node, key.text, keys[key.text], value)
        return _plain(work, place, node)

    return row


def _deal(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """DEAL to a per-player zone: every player gets `count` cards."""
    node = _from_deck(work, node)
    new = _operands(work, place, node)
    to = text(get(new, "to", "path"))
    everyone = to == "$.players" or to.startswith("$.players[*]")
    if text(get(node, "count")) == "all":
        return (_dealt(work, without(new, "count"), "DEAL_ALL"),)
    return (_dealt(work, new, "DEAL_ROUND_ROBIN") if everyone else new,)


def _dealt(work: Upgrade, node: Mapping, name: str) -> Mapping:
    old = get(node, "action")
    assert isinstance(old, Scalar)
    work.note(old.span, f"{old.text} to every player is now {name}")
    return with_key(node, "action", "action", word(name, old.span))


def _deal_all(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    return _plain(work, place, _from_deck(work, node))


def _from_deck(work: Upgrade, node: Mapping) -> Mapping:
    """`from_deck` names a deck, whose cards are in the first shared zone of that deck."""
    deck = get(node, "from_deck")
    if not isinstance(deck, Scalar):
        return node
    home = work.names.homes.get(deck.text)
    if home is None:
        hint = "add 'of_deck' to a shared zone, and name that zone in 'from'"
        work.refuse(deck.span, f"deck '{deck.text}' has no shared zone", hint)
        return node
    work.note(deck.span, f"'from_deck: {deck.text}' is now 'from: $.zones.{home}'")
    path = operand("path", word(f"$.zones.{home}", deck.span))
    return with_key(node, "from_deck", "from", path)


def _move(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """MOVE with `count: all` moves all cards."""
    if text(get(node, "count")) != "all":
        return _plain(work, place, node)
    old = get(node, "action")
    assert isinstance(old, Scalar)
    work.note(old.span, "MOVE with 'count: all' is now MOVE_ALL")
    node = with_key(without(node, "count"), "action", "action", word("MOVE_ALL", old.span))
    return _plain(work, place, node)


def _repeat_turn(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """REPEAT_TURN ends the turn at once and gives the same player another."""
    old = get(node, "action")
    assert isinstance(old, Scalar)
    work.note(old.span, "REPEAT_TURN is now EXTRA_TURN and END_TURN")
    # EXTRA_TURN alone would let the current turn continue.
    extra = with_key(node, "action", "action", word("EXTRA_TURN", old.span))
    end = mapping(node.span, ("action", word("END_TURN", old.span)))
    return (*_plain(work, place, extra), end)


def _request(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """REQUEST_INPUT: its options had types."""
    return (_operands_but(work, place, options(work, place, node), ("options", "filter")),)


def _operands_but(
    work: Upgrade, place: ExpressionContext, node: Mapping, done: tuple[str, ...]
) -> Mapping:
    name = text(get(node, "action"))
    return with_values(
        node, lambda key, value: value if key in done else _field(work, place, name, key, value)
    )


def _find(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """FIND_AND_STORE: the matching cards, the first of them, or the keys of the matching groups."""
    old, source = get(node, "action"), _one_of(node, "in", "from", "zone")
    assert isinstance(old, Scalar)
    stored = get(node, "store_as")
    if source is None or stored is None:
        hint = "as in 'in: player.current.hand, store_as: name'"
        work.refuse(old.span, "FIND_AND_STORE without 'in' and 'store_as'", hint)
        return (node,)
    work.note(old.span, "FIND_AND_STORE is now STORE, with the search in 'value'")
    cards = upgraded(work, place, source)
    value = _groups(work, place, node, cards) or _matches(work, place, node, cards)
    known = ("action", "in", "from", "zone", "filter", "where", "group_by", "having", "count")
    rest = without(node, *known)
    new = mapping(node.span, ("action", word("STORE", old.span)), ("value", value))
    return (replace(new, entries=(*new.entries, *rest.entries)),)


def _one_of(node: Mapping, *keys: str) -> Tree | None:
    return next((value for key, value in node.entries if key.text in keys), None)


def _groups(work: Upgrade, place: ExpressionContext, node: Mapping, cards: Tree) -> Tree | None:
    """The keys of the groups that match."""
    key, having = get(node, "group_by"), get(node, "having")
    if key is None:
        return None
    by = _property(work, key) or predicate(work, place, key)
    groups: Tree = _use("group_by", key.span, cards, by)
    if having is not None:
        groups = _use("filter", having.span, groups, predicate(work, place, having, "group"))
    return _use("map", key.span, groups, operand("path", word("$.item.key", key.span)))


def _property(work: Upgrade, node: Tree) -> Tree | None:
    if text(node) not in work.names.properties:
        return None
    return operand("path", word(f"$.card.properties.{text(node)}", node.span))


def _matches(work: Upgrade, place: ExpressionContext, node: Mapping, cards: Tree) -> Tree:
    """All matching cards with `count: all`, else the first one or nothing."""
    test = _one_of(node, "filter", "where")
    if test is not None:
        cards = _use("filter", test.span, cards, predicate(work, place, test))
    count = get(node, "count")
    if count is not None and text(count) != "1":
        if text(count) != "all":
            hint = "omit it for one card, or write 'count: all'"
            work.refuse(count.span, "FIND_AND_STORE with this 'count'", hint)
        return cards
    nothing = operand("value", Scalar(node.span, "null", None))
    # `first` of an empty list fails, where FIND_AND_STORE stored null.
    there = _use("exists", node.span, cards)
    return _use("if", node.span, there, _use("first", node.span, cards), nothing)


def _use(name: str, span: Span, *operands: Tree) -> Mapping:
    return mapping(span, (name, listed(span, operands)))


def _reject(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """REJECT_PLAY: its rule replaces the play, so the card stays in its zone."""
    old, reason = get(node, "action"), get(node, "reason")
    assert isinstance(old, Scalar)
    if not work.rejecting:
        hint = "move it to the effect of a rule with the trigger on.play, outside IF and loops"
        work.refuse(old.span, "REJECT_PLAY here", hint)
        return (node,)
    work.note(old.span, "REJECT_PLAY is now LOG in a rule with 'timing: replace'")
    said = reason if reason is not None else word("not allowed", old.span)
    rest = without(node, "action", "reason", "card", "player")
    new = mapping(node.span, ("action", word("LOG", old.span)), ("text", said))
    return (replace(new, entries=(*new.entries, *rest.entries)),)


def _return(work: Upgrade, place: ExpressionContext, node: Mapping) -> tuple[Tree, ...]:
    """RETURN_TO_HAND: a rejected card has not left the hand; any other is moved."""
    old, card = get(node, "action"), get(node, "card")
    assert isinstance(old, Scalar)
    # `timing: replace` prevents the movement, so there is nothing to move back.
    if work.rejecting and text(card) in ("", "card.played", "card"):
        work.note(old.span, "RETURN_TO_HAND is removed: a rejected card has not left the hand")
        return ()
    # The zone called `hand`, or the only one that each player has.
    hands = [name for name in work.names.personal if name == "hand"] or work.names.personal
    if card is None or len(hands) != 1:
        hint = "name the card in 'card', and call the zone 'hand'"
        work.refuse(old.span, "RETURN_TO_HAND without a known card and zone", hint)
        return (node,)
    work.note(old.span, "RETURN_TO_HAND is now MOVE")
    whose = "$.player" if place.trigger in CARD_EVENTS else "$.players[current]"
    new = mapping(
        node.span,
        ("action", word("MOVE", old.span)),
        ("from", upgraded(work, place, card)),
        ("to", operand("path", word(f"{whose}.zones.{hands[0]}", old.span))),
    )
    return (replace(new, entries=(*new.entries, *without(node, "action", "card").entries)),)


CARD_EVENTS = ("on.draw", "on.play", "on.discard", "on.move")

ROWS: dict[str, Callable[[Upgrade, ExpressionContext, Mapping], tuple[Tree, ...]]] = {
    "SET_GAME_STATE": _renamed("SET_STATE", value="state", new_state="state"),
    "INCREMENT_VARIABLE": _renamed(
        "INCREMENT", variable="path", name="path", value="by", amount="by"
    ),
    "SET_VARIABLE": _renamed("SET_VARIABLE", variable="path", name="path"),
    "REPEAT_TURN": _repeat_turn,
    "FIND_AND_STORE": _find,
    "REJECT_PLAY": _reject,
    "RETURN_TO_HAND": _return,
    "REQUEST_INPUT": _request,
    "DEAL": _deal,
    "DEAL_ALL": _deal_all,
    "MOVE": _move,
}
"""The actions with another syntax in version 1.2."""
