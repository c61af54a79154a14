"""The reference of CGML: constructs from the tables of keys, actions, operators and paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ..reference import FILE, Construct, Reference, id_of, reference_of
from ..shapes import Key, Table
from ..table_reference import homes, key_form, table_form
from .lower import selectors
from .lower.aliases import AS, CONTEXT, PER_ITEM
from .lower.components import LOOKS
from .lower.expressions import LEAVES
from .lower.functions import FUNCTIONS
from .lower.operators import MANY, OPERATORS
from .lower.rules import CARD_EVENTS, TURN_EVENTS
from .lower.search_actions import ORDERS
from .lower.visibility_actions import AUDIENCES
from .meanings import actions, expressions, keys
from .meanings.words import WORDS as SAID
from .meanings.words import WORDS_OF
from .read import shapes

GROUPS: dict[str, str] = {
    "document": "Document",
    "meta": "Meta",
    "players": "Players",
    "alternate": "Teams",
    "rng": "Random numbers",
    "option": "Options",
    "components": "Components",
    "component_types": "Component types",
    "deck_type": "Deck types",
    "template": "Templates",
    "lookup": "Lookups",
    "card": "Cards",
    "zone_type": "Zone types",
    "visibility": "Visibility",
    "deck": "Decks",
    "zone": "Zones",
    "variable": "Variables",
    "flow": "Flow",
    "state": "States",
    "transition": "Transitions",
    "win": "Win condition",
    "winners": "Winners",
    "rule": "Rules",
}
"""The sections of the reference for mappings with fixed keys, by the names of their tables."""
TABLES: dict[str, Table] = {
    **shapes.SECTIONS,
    **shapes.WHOLES,
    "alternate": shapes.ALTERNATE,
}
ACTIONS, EVERY, EXPRESSIONS, PATHS = "Actions", "Every action", "Expressions", "Paths"
TRIGGERS, META_KEYS = "Triggers", "Keys of meta"

HELD = {
    "operand": "expression",
    "literal_or_operand": "literal or expression",
    "who": "player",
    "audience": "players",
    "variable_path": "path of a variable",
    "whole": "integer",
    "flag": "true or false",
    "free": "keys of your own",
    "scalar": "value",
    "version": '"1.3"',
    "import": "!include file",
    "order": "order or number for each card",
    "part": "template or card",
    "template_property": "value or lookup",
    "win": "win condition",
    "definition": "expression",
}
"""Kinds of values in forms, where their own names would not be understood."""
WITHIN = {
    "operand": (*sorted(shapes.OPERANDS), "definition", "evaluator"),
    "winners": ("evaluator",),
    "template": ("part",),
    "card": ("part",),
    "lookup": ("template_property",),
    "alternate": ("teams",),
}
"""Kinds that may be written where another kind is expected."""
WORDS: dict[str, tuple[str, ...]] = {
    "audience": tuple(AUDIENCES),
    "order": tuple(ORDERS),
    "who": ("current",),
}
"""The words of kinds that also accept expressions."""

NEW = frozenset(
    ("DEAL_ROUND_ROBIN", "DEAL_ALL", "MOVE_ALL", "REVEAL", "CONCEAL", "FLIP", "PEEK", "LOOK",
     "REORDER", "CHOOSE_RANDOM", "SEARCH_ZONE", "MILL", "REVEAL_MATCHING", "FOR_EACH_PLAYER",
     "FOR_EACH", "PARALLEL", "IF", "SKIP_TURN", "EXTRA_TURN", "REVERSE_ORDER", "INSERT_PHASE",
     "REMOVE_PHASE", "SET_STATE", "INCREMENT")
)  # fmt: skip
NEW_OPERATORS = frozenset(
    ("distinct", "group_by", "add", "sub", "mul", "div", "mod", "sum", "avg", "len", "contains",
     "in", "exists", "rank_value", "canPerform")
)  # fmt: skip
NEW_KEYS = frozenset(
    f"rules.{name}" for name in ("timing", "priority", "once_per", "enabled_when", "on_failure")
)
"""What version 1.3 added to the language."""
OWN = frozenset(("SET_CURRENT_PLAYER", "END_TURN", "END_GAME", "LOG", "REPEAT", "STORE", "RAISE"))
OWN_OPERATORS = frozenset(
    ("filter", "map", "sort", "first", "last", "nth", "argmax", "argmin", "if", "isAtLeast",
     "isAtMost", "isNotEqual", "concat", "range", "abs", "floor", "ceil", "next_player",
     "teammates", "rank", "suit", "owner", "property", "subsets", "best_partition", "as", "use")
)  # fmt: skip
OWN_KEYS = frozenset(
    ("document.definitions", "meta.options", "players.teams", "components.events",
     "zones.per_team", "templates.properties", "cards.name", "winners.scores",
     "actions.FOR_EACH_PLAYER.starting_with", "actions.REQUEST_INPUT.announce",
     "actions.REQUEST_INPUT.pass", "actions.REQUEST_INPUT.pass_when", "every-action.id",
     "every-action.disabled")
)  # fmt: skip
"""What Ludwright added to version 1.3."""
EXTENSION = "Ludwright"


def reference() -> Reference:
    """The reference of CGML."""
    return reference_of(map(_with_version, _constructs()), Path(__file__).parent)


def _constructs() -> Iterator[Construct]:
    for name, group in GROUPS.items():
        inside = PLACES.get(name, ()) if name != "document" else (FILE,)
        yield from _keys(name, TABLES[name], group, inside)
    yield from _meta_keys()
    yield from _actions()
    yield from _keys("", shapes.EVERY_ACTION, EVERY, tuple(_action_ids()))
    yield from _triggers()
    yield from _expressions()
    yield from _paths()
    yield from _words()


def _with_version(construct: Construct) -> Construct:
    """A construct with the version of the language that introduced it."""
    own, new = (construct.id in each for each in (OWN_KEYS, NEW_KEYS))
    if construct.kind in ("action", "operator", "operand"):
        own = construct.name in (OWN if construct.kind == "action" else OWN_OPERATORS)
        new = construct.name in (NEW if construct.kind == "action" else NEW_OPERATORS)
    own = own or construct.group in (META_KEYS, "Teams", "Lookups", "Options")
    version = EXTENSION if own else "1.3" if new else ""
    return replace(construct, since=version)


def _owners() -> Iterator[tuple[str, Table]]:
    """The start of the ids of all keys, with the tables of these keys."""
    for name, group in GROUPS.items():
        yield id_of(group), TABLES[name]
    for name, table in shapes.ACTION_KEYS.items():
        yield id_of(ACTIONS, name), table


def _action_ids() -> Iterator[str]:
    yield from (id_of(ACTIONS, name) for name in shapes.ACTION_KEYS)


PLACES = homes(_owners(), WITHIN)
"""The keys that hold values of each kind, by their ids."""


def _keys(
    name: str, table: Table, group: str, inside: tuple[str, ...], of: str = ""
) -> Iterator[Construct]:
    for key in table.keys:
        known = keys.KEYS
        yield Construct(
            key.name,
            group,
            "key",
            key_form(key, HELD),
            known.get(f"{name}.{key.name}") or known[key.name],
            inside=inside,
            values=_values(key),
            of=of,
        )


def _values(key: Key) -> tuple[str, ...]:
    """The words that a key accepts."""
    return WORDS.get(key.kind) or key.words or (("true", "false") if key.kind == "flag" else ())


def _meta_keys() -> Iterator[Construct]:
    """The keys of your own that are read nevertheless."""
    holders = {
        "genre": ("meta.meta",),
        "payoff": ("meta.meta",),
        "role": (id_of(GROUPS["zone_type"], "meta"), id_of(GROUPS["zone"], "meta")),
        "look": (id_of(GROUPS["zone_type"], "meta"),),
        "inner": (id_of(GROUPS["variable"], "meta"),),
    }
    for name, inside in holders.items():
        form, meaning, words = keys.META_KEYS[name]
        words = LOOKS if name == "look" else words
        yield Construct(name, META_KEYS, "key", form, meaning, inside=inside, values=words)


# ---- actions and triggers ------------------------------------------------------------------------


def _actions() -> Iterator[Construct]:
    inside = PLACES["action"] + (id_of(EXPRESSIONS, "canPerform"),)
    for name, table in shapes.ACTION_KEYS.items():
        form = table_form(table, HELD, f"action: {name}")
        meaning = actions.ACTIONS[name]
        yield Construct(name, ACTIONS, "action", form, meaning, inside=inside)
        yield from _keys(name, table, ACTIONS, (id_of(ACTIONS, name),), name)


def _triggers() -> Iterator[Construct]:
    inside = (id_of(GROUPS["rule"], "trigger"),)
    named = ("on.phase", "on.state.enter", "on.state.exit")
    for name in (*CARD_EVENTS, *TURN_EVENTS, *named):
        form = f"trigger: {name}" + (".<name>" if name in named else "")
        yield Construct(name, TRIGGERS, "trigger", form, actions.TRIGGERS[name], inside=inside)


# ---- expressions ---------------------------------------------------------------------------------


def _expressions() -> Iterator[Construct]:
    everywhere = (
        *PLACES["operand"],
        *(id_of(EXPRESSIONS, name) for name in OPERATORS if name != "canPerform"),
    )
    forms = {
        "value": "value: <literal>",
        "path": "path: <path>",
        "ref": "ref: <name>",
        "use": "use: <name>",
        AS: "<operator>: [<list>, <test>]\nas: <name>",
    }
    for name in (*LEAVES, AS, *OPERATORS):
        operators = tuple(id_of(EXPRESSIONS, each) for each in PER_ITEM)
        yield Construct(
            name,
            EXPRESSIONS,
            "operator" if name in OPERATORS else "operand",
            forms.get(name) or _form(name),
            expressions.OPERANDS[name],
            inside=operators if name == AS else everywhere,
        )


def _form(name: str) -> str:
    """An operator with its operands."""
    operator = OPERATORS[name]
    parts = [*expressions.OPERAND_NAMES.get(name, ("<expression>",) * min(operator.most, 2))]
    shown = parts[: operator.least]
    if operator.most == MANY:
        return f"{name}: [{', '.join(shown or parts[:1])}, ...]"
    more = "".join(f"[, {part}]" if shown else f"[{part}]" for part in parts[operator.least :])
    return f"{name}: [{', '.join(shown)}{more}]"


def _paths() -> Iterator[Construct]:
    inside = (id_of(EXPRESSIONS, "path"), *PLACES["variable_path"])
    for name, (form, meaning) in expressions.PATHS.items():
        if name in CONTEXT:
            yield Construct(name, PATHS, "path", form, meaning, inside=inside)
    for kind, fields in selectors.FIELDS.items():
        for name in fields:
            meaning = expressions.FIELDS[kind][name]
            group = f"Fields of {_KINDS[kind]}"
            yield Construct(name, group, "field", f"<path>.{name}", meaning, inside=inside)
    for group, words, known in (
        ("Selectors of players", selectors.SEAT_WORDS, expressions.SEAT_WORDS),
        ("Selectors of teams", selectors.TEAM_WORDS, expressions.TEAM_WORDS),
    ):
        root = "players" if known is expressions.SEAT_WORDS else "teams"
        for name in words:
            form = f"$.{root}[{name}]"
            yield Construct(name, group, "selector", form, known[name], inside=inside)
    for name in FUNCTIONS:
        meaning = expressions.FUNCTIONS.get(name) or expressions.OPERANDS[name]
        form = f"{name}(<path>)"
        yield Construct(name, "Path functions", "function", form, meaning, inside=inside)


_KINDS = {
    "seat": "players",
    "team": "teams",
    "zone": "zones",
    "visibility": "visibility",
    "token": "cards",
}


# ---- words ---------------------------------------------------------------------------------------


def _words() -> Iterator[Construct]:
    """The words that keys accept, each with the keys that accept it."""
    found: dict[tuple[str, str], list[str]] = {}
    for owner, table in (*_owners(), (id_of(EVERY), shapes.EVERY_ACTION)):
        for key in table.keys:
            for word in _values(key) if key.kind not in ("flag", "who") else ():
                found.setdefault((group_of(key), word), []).append(f"{owner}.{key.name}")
    for group, words in SAID.items():
        for name, meaning in words.items():
            inside = tuple(found[group, name])
            yield Construct(name, group, "value", name, meaning, inside=inside)


def group_of(key: Key) -> str:
    """The section that explains the words of a key."""
    by_kind: Mapping[str, str] = {"audience": "Audiences", "order": "Orders"}
    return by_kind.get(key.kind) or WORDS_OF[key.name]
