"""The JSON Schema of a GameSpecDoc, derived from the tables of its reader.

A document is Markdown with YAML blocks; the schema describes the sections that its blocks have
together, as they are written: macros and constants are not expanded. Its descriptions are the
meanings of the reference. Draft 7, which is what the YAML servers of editors support in full.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

from ...shapes import (
    Meaning,
    Schema,
    Table,
    by_key,
    by_word,
    described,
    either,
    keys,
    kind_schema,
    ref,
    table_schema,
)
from ..meanings import forms as said
from ..meanings.sections import meaning_of
from ..meanings.words import WORDS
from ..read import (
    actions,
    assets,
    cardflow,
    coups,
    decks,
    ending,
    markers,
    pieces,
    pipelines,
    scenarios,
    spaces,
    things,
    turns,
)
from ..read.conditions import OPERATORS, TRUTHS
from ..read.effects import EFFECTS, HOLDING
from ..read.filters import OPS, line_table
from ..read.queries import OWNED, QUERIES
from ..read.values import AGGREGATES, BY_KEY, IF, OPERATIONS, REFERENCES
from ..upgrade.event_cards import CARD_SET

TABLES: dict[str, Table] = {
    "metadata": things.METADATA.table,
    "players": things.PLAYERS.table,
    "variable": things.VARIABLE.table,
    "token_type": things.TOKEN_TYPE.table,
    "transition": things.TRANSITION.table,
    "structure": turns.STRUCTURE.table,
    "phase": turns.PHASE.table,
    "action": actions.ACTION.table,
    "param": actions.PARAM.table,
    "limit": actions.LIMIT.table,
    "trigger": actions.TRIGGER.table,
    "event": actions.EVENT.table,
    "pipeline": pipelines.PIPELINE.table,
    "targeting": pipelines.TARGETING.table,
    "stage": pipelines.STAGE.table,
    "terminal": ending.TERMINAL.table,
    "end_condition": ending.CONDITION.table,
    "result": ending.RESULT.table,
    "scoring": ending.SCORING.table,
    "checkpoint": ending.CHECKPOINT.table,
    "margin": ending.MARGIN.table,
    "ranking": ending.RANKING.table,
    "turn_flow": cardflow.FLOW.table,
    "slots": cardflow.SLOTS.table,
    "eligibility": cardflow.ELIGIBILITY.table,
    "window": cardflow.WINDOW.table,
    "option_row": cardflow.ROW.table,
    "reward": cardflow.REWARD.table,
    "monsoon": cardflow.MONSOON.table,
    "restriction": cardflow.RESTRICTION.table,
    "max_param": cardflow.MAX_PARAM.table,
    "pivotal": cardflow.PIVOTAL.table,
    "interrupt": cardflow.INTERRUPT.table,
    "cancellation": cardflow.CANCELLATION.table,
    "coup_plan": coups.PLAN.table,
    "coup_phase": coups.PHASE.table,
    "deck": decks.DECK.table,
    "card": decks.CARD.table,
    "side": decks.SIDE.table,
    "branch": decks.BRANCH.table,
    "target": decks.TARGET.table,
    "lasting": decks.LASTING.table,
    "card_set": CARD_SET.table,
    "map": spaces.MAP.table,
    "space": spaces.SPACE.table,
    "track": spaces.TRACK.table,
    "lattice": markers.LATTICE.table,
    "constraint": markers.RULE.table,
    "space_marker": markers.MARKER.table,
    "stacking": markers.STACKING.table,
    "space_filter": markers.SPACES.table,
    "piece_filter": markers.PIECES.table,
    "catalog": pieces.CATALOG.table,
    "piece_type": pieces.PIECE.table,
    "status_transition": pieces.TRANSITION.table,
    "stock": pieces.STOCK.table,
    "table": assets.TABLE.table,
    "placement": scenarios.PLACEMENT.table,
    "track_value": scenarios.TRACK.table,
    "marker": scenarios.MARKER.table,
    "aside": scenarios.ASIDE.table,
    # The reader's table is open and leaves these lists to `scenarios`; the schema spells them out.
    "scenario": assets.SCENARIO.table.with_keys(
        "initialPlacements?: [placement], initialTrackValues?: [track_value]",
        "initialMarkers?: [marker], outOfPlay?: [aside]",
    ),
    "holding": HOLDING.table,
    "if_value": IF.table,
    "constant": keys("ref: =constant, name: name"),
    "macro_call": keys("macro: name, args?: {any}"),
    "condition_call": keys("conditionMacro: name, args?: {any}"),
    "board": keys("macro: grid|hex, args: any"),
    "macro_param": keys("name: name, type?: any"),
    "effect_macro": keys("id: name, params?: any, effects: any", open=True),
    "condition_macro": keys("id: name, params?: any, condition: any", open=True),
    "refill": keys("zone: zone, fromZone: zone, size: whole"),
    "discard": keys("zone: zone, size: whole, to?: zone"),
}
"""The mappings of a document. What is inside a macro is checked where it is called."""

ROOT = keys(
    "metadata: metadata, constants?: {whole}, dataAssets?: [asset], globalVars?: [variable]",
    "perPlayerVars?: [variable], zones?: [zone_def], tokenTypes?: [token_type], setup?: effects",
    "turnStructure: structure, turnOrder?: turn_order, actions: [action], terminal: terminal",
    "actionPipelines?: [pipeline], triggers?: [trigger], eventDecks?: [deck]",
    "effectMacros?: [effect_macro], conditionMacros?: [condition_macro]",
    "stackingConstraints?: [stacking], markerLattices?: [lattice]",
)

ORDERS = {
    "roundRobin": keys(open=False),
    "fixedOrder": keys("order: [name]+"),
    "simultaneous": keys(open=False),
    "cardDriven": keys("config: config"),
}
PAYLOADS = {
    "map": "map",
    "pieceCatalog": "catalog",
    "scenario": "scenario",
    "table": "table",
    "eventCardSet": "card_set",
}
OBSOLETE = frozenset(("activePlayerOrder", "effect"))
"""Keys of older forms: the reader knows them in order to say what is written instead."""
CLASSES = "pass|event|operation|limitedOperation|operationPlusSpecialActivity|specialActivity"


def schema() -> str:
    """The schema as a text."""
    return json.dumps(_document(), indent=1) + "\n"


def _document() -> Schema:
    tables = {name: table_schema(table, _table_meaning(name)) for name, table in TABLES.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "GameSpecDoc",
        "description": "The sections of a game, merged from the blocks of a document.",
        **table_schema(ROOT, _section("document")),
        "definitions": {**_plain(), **tables, **_forms(), **_sections()},
    }


# ---- meanings ------------------------------------------------------------------------------------


def _section(name: str) -> Meaning:
    """What the keys of a section mean."""
    return lambda key: "" if key in OBSOLETE else meaning_of(name, key)


def _flat(key: str) -> str:
    """What a key of a `config` means that has the keys of its flow in itself."""
    return meaning_of("config" if key in cardflow.NESTED.table.by_name else "turn_flow", key)


def _form(word: str) -> Meaning:
    """What the keys of a form mean."""
    return partial(said.part_of, word)


def _macro_call(key: str) -> str:
    return said.EFFECTS[key] if key == "macro" else said.part_of("macro", key)


def _constant(key: str) -> str:
    return _by_key(key) if key == "ref" else said.part_of("constant", key)


def _by_key(key: str) -> str:
    """What a key means that says which form of a value or condition it is."""
    return said.BY_KEY[key][1] if key in said.BY_KEY else meaning_of("condition_call", key)


def _filter(key: str) -> str:
    return said.FILTERS[key][1]


def _player(key: str) -> str:
    return said.PLAYERS[key][1]


def _amount(key: str) -> str:
    return meaning_of({"upTo": "up_to", "n": "exact", "max": "range"}[key], key)


FORMS: dict[str, Meaning] = {
    "holding": _form(""),
    "if_value": _form("if"),
    "refill": _form("refillToSize"),
    "discard": _form("discardDownTo"),
    "macro_call": _macro_call,
    "constant": _constant,
}
"""The tables that are no sections, with what their keys mean."""


def _table_meaning(name: str) -> Meaning:
    return FORMS.get(name) or _section(name)


# ---- definitions ---------------------------------------------------------------------------------


def _plain() -> Schema:
    """Scalars and lists of them; a reference to a constant may replace a number."""
    return {
        "any": {},
        "name": {"type": "string", "pattern": r"\S"},
        "names": either("array", kind_schema("[name]+"), ref("name")),
        "text": {"type": "string"},
        "flag": {"type": "boolean"},
        "whole": either("object", ref("constant"), {"type": "integer"}),
        "scalar": either("object", ref("constant"), {"type": ["integer", "string", "boolean"]}),
        "kind": {"enum": list(things.KINDS)},
        "property": either("array", kind_schema("[scalar]"), ref("scalar")),
        "row": {"type": "object", "additionalProperties": ref("scalar")},
        "old_card": {"type": "object"},
    }


def _forms() -> Schema:
    """Values, conditions, queries, effects and selectors."""
    # Values and conditions share the key `op`, so each kind has its own table of words.
    operations = {word: form.table for word, form in OPERATIONS.items()}
    references = {word: form.table for word, form in REFERENCES.items()}
    meanings = {word: meaning for word, (_, meaning) in said.VALUES.items()}
    values = {
        "ref": _worded("ref", {**references, "constant": keys("name: name")}, meanings),
        "op": _worded("op", operations, {**said.ARITHMETIC, **said.CONDITIONS}),
        **{key: table_schema(form.table, _by_key) for key, form in BY_KEY.items()},
    }
    operators = {word: form.table for word, form in OPERATORS.items()}
    tests = _worded("op", operators, said.CONDITIONS)
    conditions = {"op": tests, "conditionMacro": ref("condition_call")}
    conditions |= {key: ref("value") for key in TRUTHS}
    selectors = {
        "id": table_schema(keys("id: whole"), _player),
        "chosen": table_schema(keys("chosen: name"), _player),
        "relative": table_schema(keys("relative: left|right"), _player),
    }
    queries = {word: form.table for word, form in QUERIES.items()}
    aggregates = {word: form.table for word, form in AGGREGATES.items()}
    return {
        "value": either("object", by_key(values, _by_key), ref("scalar")),
        "condition": either("object", by_key(conditions, _by_key), {"type": "boolean"}),
        "query": _worded("query", queries, said.QUERIES),
        "aggregate": _worded("op", aggregates, said.AGGREGATES),
        "zone": either("object", _zone(), ref("name")),
        "zone_filter": _zone_filter(),
        "player": either("object", by_key(selectors, _player), ref("name")),
        "token_test": _line("prop"),
        "row_test": _line("field"),
        "effect": _effect(),
        "effects": kind_schema("[effect]"),
    }


def _worded(key: str, tables: Mapping[str, Table], meanings: Mapping[str, str]) -> Schema:
    """A form that is known by a word."""
    cases = {
        word: described(meanings[word], table_schema(table, _form(word), [key]))
        for word, table in tables.items()
    }
    return by_word(key, cases, said.BY_KEY[key][1] if key in said.BY_KEY else "")


def _zone() -> Schema:
    # `if` instead of `anyOf`: an editor then reports what is wrong with the form that was chosen.
    worked = table_schema(keys("zoneExpr: zone"), lambda key: "")
    return {"if": {"required": ["zoneExpr"]}, "then": worked, "else": ref("value")}


def _zone_filter() -> Schema:
    """A condition, or a mapping with the owner of zones."""
    asked = {"anyOf": [{"required": [key]} for key in OWNED.table.may]}
    owned = table_schema(OWNED.table, _form("zones"))
    return {"if": {"type": "object", **asked}, "then": owned, "else": ref("condition")}


def _line(about: str) -> Schema:
    """A test of a filter: in full, or in short form with its operator as a key."""
    chain = table_schema(line_table(about, ""), _filter)
    # A chain from its end: the full form applies if no operator is a key.
    for op in reversed(OPS):
        short = {"required": [op], "not": {"required": ["op"]}}
        then = table_schema(line_table(about, op), _filter)
        chain = {"if": short, "then": then, "else": chain}
    return {"type": "object", **chain}


def _effect() -> Schema:
    forms = {word: table_schema(form.table, _form(word)) for word, form in EFFECTS.items()}
    forms |= {"refillToSize": ref("refill"), "discardDownTo": ref("discard")}
    cases: Schema = {"macro": ref("macro_call")}
    for word, form in forms.items():
        # The word of an effect is its only key.
        cases[word] = {"properties": {word: form}, "maxProperties": 1}
    return by_key(cases, said.EFFECTS.__getitem__)


def _sections() -> Schema:
    """Parts with several alternative forms."""
    kinds = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": described(WORDS["Kinds of assets"][kind], {"properties": {"payload": ref(at)}}),
        }
        for kind, at in PAYLOADS.items()
    ]
    nested = table_schema(cardflow.NESTED.table, _section("config"))
    flat = table_schema(cardflow.FLAT.table, _flat)
    board = {"if": {"required": ["macro"]}, "then": ref("board")}
    amounts = {
        "upTo": table_schema(decks.UP_TO.table, _section("up_to")),
        "n": table_schema(decks.EXACT.table, _section("exact")),
        "max": table_schema(decks.RANGE.table, _section("range")),
    }
    orders = {
        word: described(
            WORDS["Turn orders"][word], table_schema(table, _section("order"), ["type"])
        )
        for word, table in ORDERS.items()
    }
    return {
        "asset": {**table_schema(assets.ASSET.table, _section("asset")), "allOf": kinds},
        "config": {"if": {"required": ["turnFlow"]}, "then": nested, "else": flat},
        "zone_def": {**board, "else": table_schema(things.ZONE.table, _section("zone_def"))},
        "turn_order": by_word("type", orders, meaning_of("order", "type")),
        "classes": either("array", kind_schema(f"[{CLASSES}]+"), kind_schema(CLASSES)),
        "cardinality": either("object", by_key(amounts, _amount), {"const": "all"}),
    }
