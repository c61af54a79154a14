"""The JSON Schema of a GameSpecDoc, derived from the tables of its reader.

A document is Markdown with YAML blocks; the schema describes the sections that its blocks have
together, as they are written: macros and constants are not expanded. Draft 7, which is what the
YAML servers of editors support in full.
"""

from __future__ import annotations

import json

from ...shapes import Schema, Table, by_key, by_word, either, keys, kind_schema, ref, table_schema
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
CLASSES = "pass|event|operation|limitedOperation|operationPlusSpecialActivity|specialActivity"


def schema() -> str:
    """The schema as a text."""
    return json.dumps(_document(), indent=1) + "\n"


def _document() -> Schema:
    tables = {name: table_schema(table) for name, table in TABLES.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "GameSpecDoc",
        "description": "The sections of a game, merged from the blocks of a document.",
        **table_schema(ROOT),
        "definitions": {**_plain(), **tables, **_forms(), **_sections()},
    }


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
    values = {
        "ref": by_word("ref", {**references, "constant": keys("name: name")}),
        "op": by_word("op", operations),
        **{key: table_schema(form.table) for key, form in BY_KEY.items()},
    }
    tests = by_word("op", {word: form.table for word, form in OPERATORS.items()})
    conditions = {"op": tests, "conditionMacro": ref("condition_call")}
    conditions |= {key: ref("value") for key in TRUTHS}
    selectors = {
        "id": table_schema(keys("id: whole")),
        "chosen": table_schema(keys("chosen: name")),
        "relative": table_schema(keys("relative: left|right")),
    }
    return {
        "value": either("object", by_key(values), ref("scalar")),
        "condition": either("object", by_key(conditions), {"type": "boolean"}),
        "query": by_word("query", {word: form.table for word, form in QUERIES.items()}),
        "aggregate": by_word("op", {word: form.table for word, form in AGGREGATES.items()}),
        "zone": either("object", _zone(), ref("name")),
        "zone_filter": _zone_filter(),
        "player": either("object", by_key(selectors), ref("name")),
        "token_test": _line("prop"),
        "row_test": _line("field"),
        "effect": _effect(),
        "effects": kind_schema("[effect]"),
    }


def _zone() -> Schema:
    # `if` instead of `anyOf`: an editor then reports what is wrong with the form that was chosen.
    worked = table_schema(keys("zoneExpr: zone"))
    return {"if": {"required": ["zoneExpr"]}, "then": worked, "else": ref("value")}


def _zone_filter() -> Schema:
    """A condition, or a mapping with the owner of zones."""
    asked = {"anyOf": [{"required": [key]} for key in OWNED.table.may]}
    owned = table_schema(OWNED.table)
    return {"if": {"type": "object", **asked}, "then": owned, "else": ref("condition")}


def _line(about: str) -> Schema:
    """A test of a filter: in full, or in short form with its operator as a key."""
    chain = table_schema(line_table(about, ""))
    # A chain from its end: the full form applies if no operator is a key.
    for op in reversed(OPS):
        short = {"required": [op], "not": {"required": ["op"]}}
        chain = {"if": short, "then": table_schema(line_table(about, op)), "else": chain}
    return {"type": "object", **chain}


def _effect() -> Schema:
    forms = {word: table_schema(form.table) for word, form in EFFECTS.items()}
    forms |= {"refillToSize": ref("refill"), "discardDownTo": ref("discard")}
    cases: Schema = {"macro": ref("macro_call")}
    for word, form in forms.items():
        # The word of an effect is its only key.
        cases[word] = {"properties": {word: form}, "maxProperties": 1}
    return by_key(cases)


def _sections() -> Schema:
    """Parts with several alternative forms."""
    kinds = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": {"properties": {"payload": ref(at)}},
        }
        for kind, at in PAYLOADS.items()
    ]
    nested = table_schema(cardflow.NESTED.table)
    flat = table_schema(cardflow.FLAT.table)
    board = {"if": {"required": ["macro"]}, "then": ref("board")}
    amounts = {
        "upTo": table_schema(decks.UP_TO.table),
        "n": table_schema(decks.EXACT.table),
        "max": table_schema(decks.RANGE.table),
    }
    return {
        "asset": {**table_schema(assets.ASSET.table), "allOf": kinds},
        "config": {"if": {"required": ["turnFlow"]}, "then": nested, "else": flat},
        "zone_def": {**board, "else": table_schema(things.ZONE.table)},
        "turn_order": by_word("type", ORDERS),
        "classes": either("array", kind_schema(f"[{CLASSES}]+"), kind_schema(CLASSES)),
        "cardinality": either("object", by_key(amounts), {"const": "all"}),
    }
