"""The keys that a CGML file may have, as tables, and reading mappings by them."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from difflib import SequenceMatcher

from ....diagnostics import Report, Span, closest, did_you_mean
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes


@dataclass(frozen=True, slots=True)
class Key:
    """What a key holds: its kind, whether it is required, and its allowed words, if they are
    few."""

    kind: str
    needed: bool = False
    words: tuple[str, ...] = ()


Shape = Dict[str, Key]

TEXT, WHOLE, FLAG, WORD, LIST, MAP = "text", "whole", "flag", "word", "list", "map"
"""Kinds that are checked when a mapping is read."""
VALUE, OPERAND, ACTIONS, FREE = "value", "operand", "actions", "free"
"""Kinds that are checked where they are used."""

VISIBLE = Key(WORD, words=("all", "count_only", "hidden", "top_card_only"))
POLICY = Key(WORD, words=("abort", "continue", "rollback"))
TURNING = Key(WORD, words=("clockwise", "counterclockwise"))

TAGS = frozenset(("!include", "!inherit"))
"""The tags of the language."""

DOCUMENT: Shape = {
    "cgml_version": Key(VALUE, True),
    "meta": Key(MAP, True),
    "imports": Key(LIST),
    "inherit": Key(VALUE),
    "components": Key(MAP, True),
    "definitions": Key(MAP),
    "setup": Key(ACTIONS, True),
    "flow": Key(MAP, True),
    "rules": Key(LIST, True),
}
META: Shape = {
    "name": Key(TEXT, True),
    "author": Key(TEXT),
    "description": Key(TEXT),
    "players": Key(MAP, True),
    "options": Key(LIST),
    "rng": Key(MAP),
    "meta": Key(FREE),
}
PLAYERS: Shape = {"min": Key(WHOLE, True), "max": Key(WHOLE, True), "teams": Key(FREE)}
ALTERNATE: Shape = {"alternate": Key(WHOLE, True), "names": Key(LIST)}
RNG: Shape = {"deterministic": Key(FLAG), "seed": Key(WHOLE)}
OPTION: Shape = {
    "name": Key(TEXT, True),
    "default": Key(VALUE, True),
    "allowed": Key(LIST),
    "description": Key(TEXT),
    "disabled": Key(FLAG),
}
COMPONENTS: Shape = {
    "component_types": Key(MAP),
    "decks": Key(MAP),
    "zones": Key(LIST),
    "variables": Key(LIST),
    "events": Key(LIST),
    "meta": Key(FREE),
}
COMPONENT_TYPES: Shape = {"deck_types": Key(MAP), "zone_types": Key(MAP), "meta": Key(FREE)}
DECK_TYPE: Shape = {
    "composition": Key(LIST, True),
    "rank_hierarchy": Key(LIST),
    "default_properties": Key(MAP),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
TEMPLATE: Shape = {
    "type": Key(WORD, True, ("template",)),
    "template": Key(WORD, True, ("standard_suits",)),
    "values": Key(LIST, True),
    "suits": Key(LIST),
    "properties": Key(MAP),
    "copies": Key(WHOLE),
}
LOOKUP: Shape = {
    "by": Key(WORD, True, ("rank", "suit", "color")),
    "values": Key(MAP, True),
    "otherwise": Key(VALUE),
}
CARD: Shape = {
    "type": Key(WORD, True, ("card",)),
    "name": Key(TEXT),
    "properties": Key(MAP, True),
    "count": Key(WHOLE),
    "copies": Key(WHOLE),
}
ZONE_TYPE: Shape = {
    "ordering": Key(WORD, words=("unordered", "fifo", "lifo", "shuffled")),
    "visibility": Key(MAP),
    "default_face": Key(WORD, words=("up", "down")),
    "allows_reorder": Key(FLAG),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
VISIBILITY: Shape = {"owner": VISIBLE, "others": VISIBLE, "all": VISIBLE}
DECK: Shape = {"type": Key(TEXT, True), "disabled": Key(FLAG), "meta": Key(FREE)}
ZONE: Shape = {
    "name": Key(TEXT, True),
    "type": Key(TEXT, True),
    "of_deck": Key(TEXT),
    "per_player": Key(FLAG),
    "per_team": Key(FLAG),
    "owner_scope": Key(WORD, words=("player", "team", "global")),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
VARIABLE: Shape = {
    "name": Key(TEXT, True),
    "scope": Key(WORD, words=("global", "per_player", "per_team")),
    "initial_value": Key(VALUE),
    "type": Key(TEXT),
    "computed": Key(FLAG),
    "expression": Key(OPERAND),
    "visibility": Key(WORD, words=("all", "owner", "none")),
    "description": Key(TEXT),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
FLOW: Shape = {
    "states": Key(MAP, True),
    "initial_state": Key(TEXT, True),
    "player_order": Key(WORD, words=("clockwise", "counterclockwise", "simultaneous")),
    "transitions": Key(LIST),
    "win_condition": Key(MAP),
    "meta": Key(FREE),
}
STATE: Shape = {
    "phases": Key(LIST),
    "description": Key(TEXT),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
TRANSITION: Shape = {
    "id": Key(TEXT),
    "from": Key(TEXT, True),
    "to": Key(TEXT, True),
    "condition": Key(OPERAND, True),
    "priority": Key(WHOLE),
    "description": Key(TEXT),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}
WIN: Shape = {"description": Key(TEXT), "evaluator": Key(MAP, True), "meta": Key(FREE)}
WINNERS: Shape = {
    "winners": Key(OPERAND, True),
    "scores": Key(OPERAND),
    "reason": Key(TEXT),
}
RULE: Shape = {
    "id": Key(TEXT, True),
    "description": Key(TEXT),
    "trigger": Key(TEXT, True),
    "timing": Key(WORD, words=("pre", "post", "replace")),
    "priority": Key(WHOLE),
    "once_per": Key(WORD, words=("turn", "phase", "game")),
    "enabled_when": Key(OPERAND),
    "condition": Key(OPERAND),
    "effect": Key(ACTIONS, True),
    "on_failure": POLICY,
    "store_as": Key(TEXT),
    "extends": Key(TEXT),
    "disabled": Key(FLAG),
    "meta": Key(FREE),
}

EVERY_ACTION: Shape = {
    "action": Key(TEXT, True),
    "on_failure": POLICY,
    "description": Key(TEXT),
    "id": Key(TEXT),
    "disabled": Key(FLAG),
}
MOVING: Shape = {
    "from": Key(OPERAND, True),
    "to": Key(OPERAND, True),
    "count": Key(OPERAND),
    "filter": Key(OPERAND),
    "store_as": Key(TEXT),
}
TO_STATE: Shape = {"state": Key(TEXT, True)}
OF_PLAYER: Shape = {"player": Key(OPERAND)}
ACTION_KEYS: Dict[str, Shape] = {
    "MOVE": MOVING,
    "MOVE_ALL": {
        "from": Key(OPERAND, True),
        "to": Key(OPERAND, True),
        "filter": Key(OPERAND),
    },
    "DEAL": {
        "from": Key(OPERAND, True),
        "to": Key(OPERAND, True),
        "count": Key(OPERAND),
        "store_as": Key(TEXT),
    },
    "DEAL_ROUND_ROBIN": {
        "from": Key(OPERAND, True),
        "to": Key(OPERAND, True),
        "count": Key(OPERAND),
        "order": TURNING,
    },
    "DEAL_ALL": {"from": Key(OPERAND, True), "to": Key(OPERAND, True), "order": TURNING},
    "DRAW": {
        "player": Key(OPERAND),
        "from": Key(OPERAND),
        "to": Key(OPERAND),
        "count": Key(OPERAND),
        "store_as": Key(TEXT),
    },
    "DISCARD": {
        "from": Key(OPERAND, True),
        "to": Key(OPERAND),
        "count": Key(OPERAND),
        "filter": Key(OPERAND),
        "store_as": Key(TEXT),
    },
    "SHUFFLE": {"target": Key(OPERAND, True)},
    "FLIP": {"target": Key(OPERAND, True)},
    "MILL": {
        "from": Key(OPERAND, True),
        "to": Key(OPERAND, True),
        "count": Key(OPERAND),
        "store_as": Key(TEXT),
    },
    "REVEAL": {"target": Key(OPERAND, True), "to": Key(OPERAND)},
    "CONCEAL": {"target": Key(OPERAND, True), "from": Key(OPERAND)},
    "PEEK": {"target": Key(OPERAND, True), "players": Key(OPERAND)},
    "LOOK": {"target": Key(OPERAND, True), "player": Key(OPERAND)},
    "REVEAL_MATCHING": {
        "from": Key(OPERAND, True),
        "filter": Key(OPERAND, True),
        "to": Key(OPERAND),
    },
    "CHOOSE_RANDOM": {
        "from": Key(OPERAND, True),
        "count": Key(OPERAND),
        "store_as": Key(TEXT, True),
    },
    "SEARCH_ZONE": {
        "zone": Key(OPERAND, True),
        "filter": Key(OPERAND),
        "max": Key(OPERAND),
        "player": Key(OPERAND),
        "prompt": Key(TEXT),
        "store_as": Key(TEXT),
    },
    "REORDER": {
        "target": Key(OPERAND, True),
        "by": Key(OPERAND, True),
        "player": Key(OPERAND),
    },
    "LOG": {"text": Key(TEXT, True)},
    "SET_VARIABLE": {"path": Key(OPERAND, True), "value": Key(OPERAND, True)},
    "STORE": {"value": Key(OPERAND, True), "store_as": Key(TEXT, True)},
    "INCREMENT": {"path": Key(OPERAND, True), "by": Key(OPERAND)},
    "SET_STATE": TO_STATE,
    "SET_GAME_STATE": TO_STATE,
    "SET_PHASE": {"phase": Key(TEXT, True)},
    "INSERT_PHASE": {"phase": Key(TEXT), "name": Key(TEXT), "after": Key(TEXT)},
    "REMOVE_PHASE": {"phase": Key(TEXT), "name": Key(TEXT)},
    "END_TURN": {},
    "END_GAME": {"winners": Key(OPERAND), "reason": Key(TEXT)},
    "SET_CURRENT_PLAYER": {"player": Key(OPERAND, True)},
    "SKIP_TURN": OF_PLAYER,
    "EXTRA_TURN": OF_PLAYER,
    "REVERSE_ORDER": {},
    "RAISE": {"event": Key(TEXT, True)},
    "REQUEST_INPUT": {
        "player": Key(OPERAND),
        "prompt": Key(TEXT),
        "options": Key(OPERAND, True),
        "filter": Key(OPERAND),
        "multiselect": Key(FLAG),
        "min": Key(OPERAND),
        "max": Key(OPERAND),
        "auto": Key(FLAG),
        "announce": Key(FLAG),
        "pass": Key(TEXT),
        "pass_when": Key(OPERAND),
        "store_as": Key(TEXT),
    },
    "FOR_EACH_PLAYER": {
        "order": Key(WORD, words=("clockwise", "counterclockwise", "simultaneous")),
        "players": Key(OPERAND),
        "starting_with": Key(OPERAND),
        "do": Key(ACTIONS, True),
    },
    "FOR_EACH": {"in": Key(OPERAND, True), "do": Key(ACTIONS, True)},
    "IF": {
        "condition": Key(OPERAND, True),
        "then": Key(ACTIONS, True),
        "else": Key(ACTIONS),
    },
    "PARALLEL": {"wait": Key(WORD, words=("all", "none")), "do": Key(ACTIONS, True)},
    "REPEAT": {"count": Key(OPERAND), "while": Key(OPERAND), "do": Key(ACTIONS, True)},
}
"""The keys of each action, besides those that every action has."""

KEYS_OF_ACTIONS = frozenset(key for keys in (EVERY_ACTION, *ACTION_KEYS.values()) for key in keys)
"""All keys that any action has."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping read by its shape, without values of the wrong kind."""

    span: Span
    values: dict[str, Tree]
    names: dict[str, Span]

    def get(self, key: str) -> Tree | None:
        """The value of a key, if it is present."""
        return self.values.get(key)

    def text(self, key: str, default: str = "") -> str:
        """The value of a key as text."""
        value = self.values.get(key)
        return value.text if isinstance(value, Scalar) else default

    def whole(self, key: str, default: int = 0) -> int:
        """The value of a key as an integer."""
        value = self.values.get(key)
        number = value.value if isinstance(value, Scalar) else default
        return number if isinstance(number, int) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """The value of a key as a boolean."""
        value = self.values.get(key)
        return bool(value.value) if isinstance(value, Scalar) else default

    def at(self, key: str) -> Span:
        """The location of a key's value, or of the mapping if the key is missing."""
        value = self.values.get(key)
        return value.span if value is not None else self.span

    def items(self, key: str) -> tuple[Tree, ...]:
        """The items of a list."""
        value = self.values.get(key)
        return value.items if isinstance(value, Sequence) else ()

    def entries(self, key: str) -> tuple[tuple[Scalar, Tree], ...]:
        """The keys and values of a mapping."""
        value = self.values.get(key)
        return value.entries if isinstance(value, Mapping) else ()


def head(span: Span) -> Span:
    """The first character of a span of several lines, else the span itself."""
    if span.line == span.end_line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def is_text(node: Tree) -> bool:
    """Whether a node is text, or a number that can be read as text."""
    return isinstance(node, Scalar) and node.value is not None and not node.tag


_CHECKS = {
    TEXT: (is_text, "text"),
    WORD: (is_text, "a word"),
    WHOLE: (lambda n: isinstance(n, Scalar) and type(n.value) is int, "an integer"),
    FLAG: (lambda n: isinstance(n, Scalar) and type(n.value) is bool, "true or false"),
    LIST: (lambda n: isinstance(n, Sequence), "a list"),
    ACTIONS: (lambda n: isinstance(n, Sequence), "a list of actions"),
    MAP: (lambda n: isinstance(n, Mapping), "a mapping of keys to values"),
}


def read(node: Tree, shape: Shape, what: str, report: Report) -> Fields | None:
    """Read a mapping by its shape; nothing if the node is not a mapping."""
    if not isinstance(node, Mapping):
        report.error(codes.SHAPE, head(node.span), f"{what} must be a mapping of keys to values")
        return None
    fields = Fields(node.span, {}, {})
    present = {key.text for key, _ in node.entries}
    for key, value in node.entries:
        if key.text.startswith("\0"):
            continue
        name = key.text
        if name not in shape:
            absent = [each for each in shape if each not in present]
            meant = misspelling(name, absent)
            hint = did_you_mean(name, [meant] if meant else shape) or _known(shape)
            report.error(codes.UNKNOWN_KEY, key.span, f"unknown key '{name}' in {what}", hint)
            if meant is None or not (shape[meant].needed or _alike(name, meant)):
                continue
            # One mistake, one error: go on as if the key were spelt correctly. For an optional key
            # the guess must be near certain, because without it nothing would be missing.
            name = meant
            present.add(name)
        fields.names[name] = key.span
        if fits(name, value, shape[name], report):
            fields.values[name] = value
    for name, key_shape in shape.items():
        if key_shape.needed and name not in fields.names:
            message = f"missing key '{name}' in {what}"
            report.error(codes.MISSING, head(node.span), message, _known(shape))
    return fields


def misspelling(name: str, keys: Iterable[str]) -> str | None:
    """The key that an unknown name is most likely a misspelling of."""
    keys = list(keys)
    # A swap in a key of two letters is not close by difflib's measure.
    swapped = [key for key in keys if sorted(key) == sorted(name)]
    return next(iter([*swapped, *closest(name, keys)]), None)


def _alike(name: str, key: str) -> bool:
    return sorted(name) == sorted(key) or SequenceMatcher(None, name, key).ratio() >= 0.8


def named(node: Tree | None, key: str, known: Iterable[str]) -> Tree | None:
    """The value of a key that decides how a mapping is read, even if the key is misspelt; `known`
    are the other keys that the mapping may have."""
    if not isinstance(node, Mapping) or node.get(key) is not None:
        return node.get(key) if isinstance(node, Mapping) else None
    known = {*known}
    unknown = ((name.text, value) for name, value in node.entries if name.text not in known)
    return next((value for name, value in unknown if misspelling(name, (key,))), None)


def _known(shape: Shape) -> str:
    return "known keys: " + ", ".join(shape)


def fits(name: str, value: Tree, key: Key, report: Report) -> bool:
    """Whether a value is of the kind that its key requires; reports it if not."""
    check = _CHECKS.get(key.kind)
    if check is not None and not check[0](value):
        report.error(codes.SHAPE, head(value.span), f"'{name}' must be {check[1]}")
        return False
    if key.words and isinstance(value, Scalar) and value.text not in key.words:
        hint = did_you_mean(value.text, key.words) or "expected one of: " + ", ".join(key.words)
        report.error(codes.WORD, value.span, f"invalid value '{value.text}' for '{name}'", hint)
        return False
    return True
