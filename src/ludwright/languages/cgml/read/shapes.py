"""The keys that a CGML file may have, as tables, and reading mappings by them.

The notation and the matching of keys are those of `languages/shapes.py`. The kinds below `operand`
are checked where they are used; `read` checks the others. Every kind is also a definition of the
JSON Schema (`write/schema.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from difflib import SequenceMatcher

from ....diagnostics import Report, Span, closest, did_you_mean
from ...shapes import Key, Table, keys, match
from ...yaml.read import Mapping, Scalar, Sequence, Tree, head
from .. import codes

TEXT, WHOLE, FLAG, OPERAND, ACTIONS = "text", "whole", "flag", "operand", "[action]"

OPERANDS = frozenset((OPERAND, "who", "audience", "order", "variable_path", "literal_or_operand"))
"""Kinds that are operands, some of them with words of their own."""

VISIBLE = "all|count_only|hidden|top_card_only"
POLICY = "abort|continue|rollback"
DIRECTION = "clockwise|counterclockwise"

TAGS = frozenset(("!include", "!inherit"))
"""The tags of the language."""

DOCUMENT = keys(
    "cgml_version: version, meta: meta, imports?: [import], inherit?: file",
    "components: components, definitions?: {definition}, setup: [action], flow: flow",
    "rules: [rule]",
)
META = keys(
    "name: text, author?: text, description?: text, players: players, options?: [option]",
    "rng?: rng, meta?: free",
)
PLAYERS = keys("min: whole, max: whole, teams?: teams")
# Read only by `lower/teams.py`: a mapping of team names to seats has the same place.
ALTERNATE = keys("alternate: whole, names?: [text]")
RNG = keys("deterministic?: flag, seed?: whole")
OPTION = keys(
    "name: text, default: scalar, allowed?: [scalar], description?: text, disabled?: flag"
)
COMPONENTS = keys(
    "component_types?: component_types, decks?: {deck}, zones?: [zone], variables?: [variable]",
    "events?: [text], meta?: free",
)
COMPONENT_TYPES = keys("deck_types?: {deck_type}, zone_types?: {zone_type}, meta?: free")
DECK_TYPE = keys(
    "composition: [part], rank_hierarchy?: [text], default_properties?: {text}",
    "disabled?: flag, meta?: free",
)
TEMPLATE = keys(
    "type: =template, template: =standard_suits, values: [text], suits?: [text]",
    "properties?: {template_property}, copies?: whole",
)
LOOKUP = keys("by: rank|suit|color, values: {text}, otherwise?: scalar")
# `count` and `copies` mean the same and multiply.
CARD = keys("type: =card, name?: text, properties: {text}, count?: whole, copies?: whole")
ZONE_TYPE = keys(
    "ordering?: unordered|fifo|lifo|shuffled, visibility?: visibility, default_face?: up|down",
    "allows_reorder?: flag, disabled?: flag, meta?: free",
)
VISIBILITY = keys(f"owner?: {VISIBLE}, others?: {VISIBLE}, all?: {VISIBLE}")
DECK = keys("type: text, disabled?: flag, meta?: free")
ZONE = keys(
    "name: text, type: text, of_deck?: text, per_player?: flag, per_team?: flag",
    "owner_scope?: player|team|global, disabled?: flag, meta?: free",
)
VARIABLE = keys(
    "name: text, scope?: global|per_player|per_team, initial_value?: literal, type?: text",
    "computed?: flag, expression?: operand, visibility?: all|owner|none, description?: text",
    "disabled?: flag, meta?: free",
)
FLOW = keys(
    "states: {state}, initial_state: text",
    f"player_order?: {DIRECTION}|simultaneous, transitions?: [transition], win_condition?: win",
    "meta?: free",
)
STATE = keys("phases?: [text], description?: text, disabled?: flag, meta?: free")
TRANSITION = keys(
    "id?: text, from: text, to: text, condition: operand, priority?: whole, description?: text",
    "disabled?: flag, meta?: free",
)
WIN = keys("description?: text, evaluator: evaluator, meta?: free")
WINNERS = keys("winners: operand, scores?: operand, reason?: text")
RULE = keys(
    "id: text, description?: text, trigger: text, timing?: pre|post|replace, priority?: whole",
    "once_per?: turn|phase|game, enabled_when?: operand, condition?: operand, effect: [action]",
    f"on_failure?: {POLICY}, store_as?: text, extends?: text, disabled?: flag, meta?: free",
)

SECTIONS: Dict[str, Table] = {
    "document": DOCUMENT,
    "meta": META,
    "players": PLAYERS,
    "rng": RNG,
    "option": OPTION,
    "components": COMPONENTS,
    "component_types": COMPONENT_TYPES,
    "deck_type": DECK_TYPE,
    "zone_type": ZONE_TYPE,
    "deck": DECK,
    "zone": ZONE,
    "variable": VARIABLE,
    "flow": FLOW,
    "state": STATE,
    "transition": TRANSITION,
    "win": WIN,
    "rule": RULE,
}
"""Mappings that a child may give in part: its base has the rest."""
WHOLES: Dict[str, Table] = {
    "template": TEMPLATE,
    "card": CARD,
    "lookup": LOOKUP,
    "visibility": VISIBILITY,
    "winners": WINNERS,
}
"""Mappings that a child replaces as a whole."""

EVERY_ACTION = keys(
    f"action: text, on_failure?: {POLICY}, description?: text, id?: text, disabled?: flag"
)
ACTION_KEYS: Dict[str, Table] = {
    "MOVE": keys("from: operand, to: operand, count?: operand, filter?: operand, store_as?: text"),
    "MOVE_ALL": keys("from: operand, to: operand, filter?: operand"),
    "DEAL": keys("from: operand, to: operand, count?: operand, store_as?: text"),
    "DEAL_ROUND_ROBIN": keys(f"from: operand, to: operand, count?: operand, order?: {DIRECTION}"),
    "DEAL_ALL": keys(f"from: operand, to: operand, order?: {DIRECTION}"),
    "DRAW": keys("player?: who, from?: operand, to?: operand, count?: operand, store_as?: text"),
    "DISCARD": keys(
        "from: operand, to?: operand, count?: operand, filter?: operand, store_as?: text"
    ),
    "SHUFFLE": keys("target: operand"),
    "FLIP": keys("target: operand"),
    "MILL": keys("from: operand, to: operand, count?: operand, store_as?: text"),
    "REVEAL": keys("target: operand, to?: audience"),
    "CONCEAL": keys("target: operand, from?: audience"),
    "PEEK": keys("target: operand, players?: audience"),
    "LOOK": keys("target: operand, player?: audience"),
    "REVEAL_MATCHING": keys("from: operand, filter: operand, to?: audience"),
    "CHOOSE_RANDOM": keys("from: operand, count?: operand, store_as: text"),
    "SEARCH_ZONE": keys(
        "zone: operand, filter?: operand, max?: operand, player?: who, prompt?: text",
        "store_as?: text",
    ),
    "REORDER": keys("target: operand, by: order, player?: who"),
    "LOG": keys("text: text"),
    "SET_VARIABLE": keys("path: variable_path, value: literal_or_operand"),
    "STORE": keys("value: operand, store_as: text"),
    "INCREMENT": keys("path: variable_path, by?: operand"),
    "SET_STATE": keys("state: text"),
    "SET_GAME_STATE": keys("state: text"),
    "SET_PHASE": keys("phase: text"),
    "INSERT_PHASE": keys("phase?: text, name?: text, after?: text"),
    "REMOVE_PHASE": keys("phase?: text, name?: text"),
    "END_TURN": Table(),
    "END_GAME": keys("winners?: operand, reason?: text"),
    "SET_CURRENT_PLAYER": keys("player: who"),
    "SKIP_TURN": keys("player?: who"),
    "EXTRA_TURN": keys("player?: who"),
    "REVERSE_ORDER": Table(),
    "RAISE": keys("event: text"),
    "REQUEST_INPUT": keys(
        "player?: who, prompt?: text, options: operand, filter?: operand, multiselect?: flag",
        "min?: operand, max?: operand, auto?: flag, announce?: flag, pass?: text",
        "pass_when?: operand, store_as?: text",
    ),
    "FOR_EACH_PLAYER": keys(
        f"order?: {DIRECTION}|simultaneous, players?: operand, starting_with?: who",
        "do: [action]",
    ),
    "FOR_EACH": keys("in: operand, do: [action]"),
    "IF": keys("condition: operand, then: [action], else?: [action]"),
    "PARALLEL": keys("wait?: all|none, do: [action]"),
    "REPEAT": keys("count?: operand, while?: operand, do: [action]"),
}
"""The keys of each action, besides those that every action has."""

ACTION_TABLES: Dict[str, Table] = {
    # The action's own keys first: help lists them in this order.
    name: Table((*table.keys, *EVERY_ACTION.keys))
    for name, table in ACTION_KEYS.items()
}
"""All keys of each action."""

KEYS_OF_ACTIONS = frozenset(name for table in ACTION_TABLES.values() for name in table.by_name)
"""All keys that any action has."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping read by its table, without values of the wrong kind."""

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


def is_text(node: Tree) -> bool:
    """Whether a node is text, or a number that can be read as text."""
    return isinstance(node, Scalar) and node.value is not None and not node.tag


_MAPPING = (lambda n: isinstance(n, Mapping), "a mapping of keys to values")
_CHECKS = {
    TEXT: (is_text, "text"),
    WHOLE: (lambda n: isinstance(n, Scalar) and type(n.value) is int, "an integer"),
    FLAG: (lambda n: isinstance(n, Scalar) and type(n.value) is bool, "true or false"),
    ACTIONS: (lambda n: isinstance(n, Sequence), "a list of actions"),
    # An operand or a table of winners (WINNERS), so neither table fits in general.
    "evaluator": _MAPPING,
    **dict.fromkeys((*SECTIONS, *WHOLES), _MAPPING),
}
"""How the value of a key of some kind is tested, and what a value that fails must be."""
_BY_BRACKET = {"[": (lambda n: isinstance(n, Sequence), "a list"), "{": _MAPPING}


def read(node: Tree, table: Table, what: str, report: Report) -> Fields | None:
    """Read a mapping by its table; nothing if the node is not a mapping."""
    if not isinstance(node, Mapping):
        report.error(codes.SHAPE, head(node.span), f"{what} must be a mapping of keys to values")
        return None
    found = match(node, table, guess=_guess)
    for key, name in found.misspelt:
        _unknown(key, name, table, what, report)
    # A suggestion never names a key that is there: two of the same name would be the next error.
    present = {key.text for key, _ in found.entries}
    for key in found.unknown:
        meant = misspelling(key.text, (name for name in table.by_name if name not in present))
        _unknown(key, meant, table, what, report)
    fields = Fields(node.span, {}, {})
    for key, value in found.entries:
        of = table.by_name.get(key.text)
        if of is not None:
            fields.names[of.name] = key.span
            if fits(value, of, report):
                fields.values[of.name] = value
    for name in found.missing:
        message = f"missing key '{name}' in {what}"
        report.error(codes.MISSING, head(node.span), message, _known(table))
    return fields


def _unknown(key: Scalar, meant: str | None, table: Table, what: str, report: Report) -> None:
    hint = did_you_mean(key.text, [meant] if meant else table.by_name) or _known(table)
    report.error(codes.UNKNOWN_KEY, key.span, f"unknown key '{key.text}' in {what}", hint)


def _guess(name: str, absent: Iterable[Key]) -> str | None:
    """The absent key that an unknown one is read as. For an optional key the guess must be near
    certain, because without it nothing would be missing."""
    required = {key.name: key.required for key in absent}
    meant = misspelling(name, required)
    return meant if meant and (required[meant] or _alike(name, meant)) else None


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


def _known(table: Table) -> str:
    return "known keys: " + ", ".join(table.by_name)


def fits(value: Tree, key: Key, report: Report) -> bool:
    """Whether a value is of the kind that its key requires; reports it if not."""
    words = key.words
    check = (is_text, "a word") if words else _CHECKS.get(key.kind, _BY_BRACKET.get(key.kind[0]))
    if check is not None and not check[0](value):
        report.error(codes.SHAPE, head(value.span), f"'{key.name}' must be {check[1]}")
        return False
    if words and isinstance(value, Scalar) and value.text not in words:
        hint = did_you_mean(value.text, words) or "expected one of: " + ", ".join(words)
        message = f"invalid value '{value.text}' for '{key.name}'"
        report.error(codes.WORD, value.span, message, hint)
        return False
    return True
