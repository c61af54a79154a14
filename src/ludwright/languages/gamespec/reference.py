"""The reference of GameSpecDoc: constructs from the tables of sections and of forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..reference import FILE, Construct, Reference, id_of, reference_of
from ..shapes import Key, Table, keys
from ..table_reference import base, homes, key_form, table_form
from .meanings import forms as said
from .meanings.sections import meaning_of
from .meanings.words import WORDS, WORDS_OF
from .read import assets, cardflow, decks, selectors, things
from .read.conditions import OPERATORS, TRUTHS
from .read.effects import EFFECTS, HOLDING
from .read.filters import OPS
from .read.queries import OWNED, QUERIES
from .read.values import AGGREGATES, ARITHMETIC, BY_KEY, IF, REFERENCES
from .write.schema import CLASSES, OBSOLETE, ORDERS, ROOT, TABLES

SECTIONS: dict[str, tuple[str, Table]] = {
    "document": ("Document", ROOT),
    "metadata": ("Metadata", TABLES["metadata"]),
    "players": ("Numbers of players", TABLES["players"]),
    "variable": ("Variables", TABLES["variable"]),
    "zone_def": ("Zones", things.ZONE.table),
    "board": ("Boards of cells", TABLES["board"]),
    "token_type": ("Token types", TABLES["token_type"]),
    "transition": ("Transitions", TABLES["transition"]),
    "structure": ("Turn structure", TABLES["structure"]),
    "phase": ("Phases", TABLES["phase"]),
    "order": ("Turn order", keys(f"type: {'|'.join(ORDERS)}", "order?: [name]+, config?: config")),
    "action": ("Actions", TABLES["action"]),
    "param": ("Params", TABLES["param"]),
    "limit": ("Limits", TABLES["limit"]),
    "trigger": ("Triggers", TABLES["trigger"]),
    "event": ("Events of triggers", TABLES["event"]),
    "pipeline": ("Pipelines", TABLES["pipeline"]),
    "targeting": ("Targeting", TABLES["targeting"]),
    "stage": ("Stages", TABLES["stage"]),
    "terminal": ("Terminal", TABLES["terminal"]),
    "end_condition": ("End conditions", TABLES["end_condition"]),
    "result": ("Result", TABLES["result"]),
    "scoring": ("Scoring", TABLES["scoring"]),
    "checkpoint": ("Checkpoints", TABLES["checkpoint"]),
    "margin": ("Margins", TABLES["margin"]),
    "ranking": ("Ranking", TABLES["ranking"]),
    "config": ("Config", cardflow.NESTED.table),
    "turn_flow": ("Turn flow", TABLES["turn_flow"]),
    "slots": ("Card lifecycle", TABLES["slots"]),
    "eligibility": ("Eligibility", TABLES["eligibility"]),
    "window": ("Override windows", TABLES["window"]),
    "option_row": ("Option matrix", TABLES["option_row"]),
    "reward": ("Pass rewards", TABLES["reward"]),
    "monsoon": ("Monsoon", TABLES["monsoon"]),
    "restriction": ("Restricted actions", TABLES["restriction"]),
    "max_param": ("Limited params", TABLES["max_param"]),
    "pivotal": ("Pivotal actions", TABLES["pivotal"]),
    "interrupt": ("Interrupts", TABLES["interrupt"]),
    "cancellation": ("Cancellations", TABLES["cancellation"]),
    "coup_plan": ("Coup plan", TABLES["coup_plan"]),
    "coup_phase": ("Coup phases", TABLES["coup_phase"]),
    "deck": ("Event decks", TABLES["deck"]),
    "card": ("Event cards", TABLES["card"]),
    "side": ("Sides of cards", TABLES["side"]),
    "branch": ("Branches", TABLES["branch"]),
    "target": ("Targets", TABLES["target"]),
    "up_to": ("Cardinality up to a number", decks.UP_TO.table),
    "exact": ("Cardinality of a number", decks.EXACT.table),
    "range": ("Cardinality in a range", decks.RANGE.table),
    "lasting": ("Lasting effects", TABLES["lasting"]),
    "asset": ("Data assets", assets.ASSET.table),
    "map": ("Maps", TABLES["map"]),
    "space": ("Spaces", TABLES["space"]),
    "track": ("Tracks", TABLES["track"]),
    "lattice": ("Marker lattices", TABLES["lattice"]),
    "constraint": ("Constraints of markers", TABLES["constraint"]),
    "space_marker": ("Space markers", TABLES["space_marker"]),
    "stacking": ("Stacking constraints", TABLES["stacking"]),
    "space_filter": ("Filters of spaces", TABLES["space_filter"]),
    "piece_filter": ("Filters of pieces", TABLES["piece_filter"]),
    "catalog": ("Piece catalogues", TABLES["catalog"]),
    "piece_type": ("Piece types", TABLES["piece_type"]),
    "status_transition": ("Status transitions", TABLES["status_transition"]),
    "stock": ("Inventory", TABLES["stock"]),
    "table": ("Tables", TABLES["table"]),
    "scenario": ("Scenarios", TABLES["scenario"]),
    "placement": ("Placements", TABLES["placement"]),
    "track_value": ("Values of tracks", TABLES["track_value"]),
    "marker": ("Markers", TABLES["marker"]),
    "aside": ("Pieces out of play", TABLES["aside"]),
    "card_set": ("Sets of event cards", TABLES["card_set"]),
    "effect_macro": ("Effect macros", TABLES["effect_macro"]),
    "condition_macro": ("Condition macros", TABLES["condition_macro"]),
    "macro_param": ("Params of macros", TABLES["macro_param"]),
    "condition_call": ("Calls of condition macros", TABLES["condition_call"]),
}
"""The sections of the reference for declarations: the name of each table, its title, its keys."""

HELD = {
    "whole": "number",
    "any": "value",
    "scalar": "value",
    "flag": "true or false",
    "names": "name or names",
    "effects": "effects",
    "kind": "int, string or boolean",
    "property": "value or values",
    "token_test": "test",
    "row_test": "test",
    "zone_filter": "condition",
    "classes": "class or classes",
    "zone_def": "zone or board",
    "old_card": "card",
    "holding": "variable",
}
"""Kinds of values in forms, where their own names would not be understood."""


def _forms() -> dict[str, dict[str, Table]]:
    """The tables of forms, by the titles of their sections."""
    built_in = {
        "refillToSize": TABLES["refill"],
        "discardDownTo": TABLES["discard"],
        "macro": keys("args?: {any}"),
    }
    references = {word: form.table for word, form in REFERENCES.items()}
    return {
        "Effects": {**{word: form.table for word, form in EFFECTS.items()}, **built_in},
        "Values": {
            **dict.fromkeys(("ref", "op"), Table()),
            **dict.fromkeys(BY_KEY, Table()),
            "if": IF.table,
        },
        "References": {**references, "constant": keys("name: name")},
        "Arithmetic": dict.fromkeys(ARITHMETIC, keys("left: value, right: value")),
        "Aggregates": {word: form.table for word, form in AGGREGATES.items()},
        "Conditions": {word: form.table for word, form in OPERATORS.items()},
        "Queries": {word: form.table for word, form in QUERIES.items()},
    }


FORMS = _forms()
TRANSFERS, ZONE_FILTERS, FILTERS, PLAYERS = (
    "Variables of transfers", "Filters of zones", "Filters", "Players",
)  # fmt: skip
WITHIN: dict[str, tuple[str, ...]] = {
    "effect": ("effects",),
    "condition": ("zone_filter", "value"),
    "turn_flow": ("config",),
    "token_test": ("row_test",),
    "coup_plan": ("config",),
    "order": ("turn_order",),
}
"""Kinds that may be written where another kind is expected."""


def reference() -> Reference:
    """The reference of GameSpecDoc."""
    return reference_of(_constructs(), Path(__file__).parent)


def _constructs() -> Iterator[Construct]:
    for name, (group, table) in SECTIONS.items():
        inside = (FILE,) if name == "document" else _inside(name)
        for key in (key for key in table.keys if key.name not in OBSOLETE):
            yield _key(key, group, meaning_of(name, key.name), inside, values_of(name, key))
    yield from _effects()
    yield from _values()
    yield from _conditions()
    yield from _queries()
    yield from _selectors()
    yield from _words()


# ---- where constructs may stand ------------------------------------------------------------------


def _owners() -> Iterator[tuple[str, Table]]:
    """The start of the ids of all keys, with the tables of these keys."""
    for group, table in SECTIONS.values():
        yield id_of(group), table
    for group, tables in FORMS.items():
        for word, table in tables.items():
            yield id_of(group, word), table
    yield id_of(TRANSFERS), HOLDING.table
    yield id_of(ZONE_FILTERS), OWNED.table


PLACES = homes(_owners(), WITHIN)
"""The keys that hold values of each kind, by their ids."""
_MACROS = {
    "effect": ("effect-macros.effects",),
    "condition": ("condition-macros.condition",),
    "macro_param": ("effect-macros.params", "condition-macros.params"),
    "board": ("document.zones",),
    **dict.fromkeys(("map", "catalog", "scenario", "table", "card_set"), ("data-assets.payload",)),
    **dict.fromkeys(("up_to", "exact", "range"), ("targets.cardinality",)),
}


def _inside(kind: str) -> tuple[str, ...]:
    """Where values of a kind may stand."""
    if kind == "condition_call":
        kind = "condition"
    # The keys of a flat `config` are those of its flow.
    found = (*PLACES.get(kind, ()), *_MACROS.get(kind, ()))
    if kind in ("condition", "value"):
        found += tuple(id_of("Values", key) for key in ("concat", "zoneCount") if kind == "value")
    return tuple(dict.fromkeys(found))


def values_of(name: str, key: Key) -> tuple[str, ...]:
    """The words that a key of a section accepts."""
    if base(key.kind) == "classes":
        return tuple(CLASSES.split("|"))
    if base(key.kind) == "kind":
        return things.KINDS
    return key.words or (("true", "false") if key.kind == "flag" else ())


# ---- constructs ----------------------------------------------------------------------------------


def _key(
    key: Key,
    group: str,
    meaning: str,
    inside: tuple[str, ...],
    values: tuple[str, ...] = (),
    of: str = "",
) -> Construct:
    form = key_form(key, HELD)
    return Construct(key.name, group, "key", form, meaning, inside=inside, values=values, of=of)


def _form(
    group: str, kind: str, word: str, form: str, meaning: str, inside: tuple[str, ...]
) -> Iterator[Construct]:
    """A form and the keys that it has."""
    yield Construct(word, group, kind, form, meaning, inside=inside)
    for key in FORMS[group][word].keys:
        part, inside = said.part_of(word, key.name), (id_of(group, word),)
        yield _key(key, group, part, inside, values_of("", key), word)


def _effects() -> Iterator[Construct]:
    inside = _inside("effect")
    for word, table in FORMS["Effects"].items():
        form = table_form(table, HELD)
        indented = "".join(f"\n    {line}" for line in form.splitlines())
        written = f"{word}:{indented}" if table.keys else f"{word}: {{}}"
        if word == "macro":
            written = "macro: <name>\n[args: {<name>: <value>, ...}]"
        yield from _form("Effects", "effect", word, written, said.EFFECTS[word], inside)
    places = (PLACES["holding"],)
    for key in HOLDING.table.keys:
        yield _key(key, TRANSFERS, said.PARTS[key.name], *places, values_of("", key))


def _values() -> Iterator[Construct]:
    value, condition = _inside("value"), _inside("condition")
    for word in FORMS["Values"]:
        form, meaning = said.BY_KEY[word]
        inside = condition if word in (*TRUTHS, "op") else value
        yield from _form("Values", "value form", word, form, meaning, inside)
    for word in FORMS["References"]:
        form, meaning = said.VALUES[word]
        inside = () if word == "constant" else ("values.ref",)
        yield from _form("References", "reference", word, form, meaning, inside)
    for word in ARITHMETIC:
        form = f"{{op: {_quoted(word)}, left: <value>, right: <value>}}"
        meaning = said.ARITHMETIC[word]
        yield from _form("Arithmetic", "operator", word, form, meaning, ("values.op",))
    for word in AGGREGATES:
        form = f"{{aggregate: {{op: {word}, {_inline(AGGREGATES[word].table)}}}}}"
        meaning = said.AGGREGATES[word]
        yield from _form("Aggregates", "aggregate", word, form, meaning, ("values.aggregate",))


def _conditions() -> Iterator[Construct]:
    for word, each in OPERATORS.items():
        form = f"{{op: {_quoted(word)}, {_inline(each.table)}}}"
        meaning = said.CONDITIONS[word]
        yield from _form("Conditions", "operator", word, form, meaning, ("values.op",))


def _queries() -> Iterator[Construct]:
    inside = _inside("query")
    for word, each in QUERIES.items():
        form = f"{{query: {word}{', ' if each.table.keys else ''}{_inline(each.table)}}}"
        yield from _form("Queries", "query", word, form, said.QUERIES[word], inside)
    for key in OWNED.table.keys:
        yield _key(key, ZONE_FILTERS, said.PARTS[key.name], ("queries.zones.filter",))
    tests = (*PLACES["token_test"], *PLACES["row_test"])
    for word, (form, meaning) in said.FILTERS.items():
        values = OPS if word == "op" else ()
        yield Construct(word, FILTERS, "key", form, meaning, inside=tests, values=values)


def _selectors() -> Iterator[Construct]:
    for word in (*selectors.WORDS, *SELECTORS):
        form, meaning = said.PLAYERS[word]
        yield Construct(word, PLAYERS, "selector", form, meaning, inside=_inside("player"))


SELECTORS = ("id", "chosen", "relative")
"""The keys of selectors that are mappings."""


def _words() -> Iterator[Construct]:
    """The words that keys accept, each with the keys that accept it."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, (group, table) in SECTIONS.items():
        for key in table.keys:
            title = WORDS_OF.get(f"{name}.{key.name}", "")
            for word in values_of(name, key) if title else ():
                found.setdefault((title, word), []).append(id_of(group, key.name))
    for title, words in WORDS.items():
        for word, meaning in words.items():
            inside = tuple(found[title, word])
            yield Construct(word, title, "value", word, meaning, inside=inside)


def _inline(table: Table) -> str:
    """The keys of a table in one line."""
    return ", ".join(_inline_keys(table.keys, HELD))


def _inline_keys(found: Iterable[Key], names: Mapping[str, str]) -> Iterator[str]:
    return (key_form(key, names) for key in sorted(found, key=lambda key: not key.required))


def _quoted(word: str) -> str:
    return word if word.isalpha() else f"'{word}'"
