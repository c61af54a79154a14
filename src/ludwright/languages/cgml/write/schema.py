"""The JSON Schema of CGML, generated from the tables of keys, actions and operators.

Draft 7, because YAML language servers support it in full. Alternatives are distinguished by `if`,
never by `anyOf`, so that an error is reported at its location.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ...shapes import Key, Schema, Table, described, either, kind_schema, ref
from ..lower.aliases import AS, PER_ITEM
from ..lower.operators import MANY, OPERATORS
from ..lower.search_actions import ORDERS
from ..lower.visibility_actions import AUDIENCES
from ..meanings import actions, expressions, keys
from ..read import shapes
from ..read.load import VERSION

ONE_OF = {"INSERT_PHASE": ("phase", "name"), "REMOVE_PHASE": ("phase", "name")}
"""Actions that take one of two keys."""

SCALAR: Schema = {"type": ["string", "number", "boolean"]}
INLINE: dict[str, Schema] = {
    shapes.TEXT: SCALAR,
    shapes.WHOLE: {"type": "integer"},
    shapes.FLAG: {"type": "boolean"},
    "free": {},
}
"""Kinds that are short enough to be repeated at every key."""
OPERAND: Schema = ref(shapes.OPERAND)


def schema() -> str:
    """The schema as a text."""
    return json.dumps(_document(), indent=1) + "\n"


def _document() -> Schema:
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"CGML {VERSION}",
        "description": "A card game with states, phases and rules.",
        "if": {"type": "object", "required": ["inherit"]},
        "then": ref("child_document"),
        "else": ref("document"),
        "definitions": dict(_definitions()),
    }


def _definitions() -> Iterable[tuple[str, Schema]]:
    yield from _values()
    for name, table in shapes.WHOLES.items():
        yield name, _object(name, table)
    for name, table in shapes.SECTIONS.items():
        yield name, _object(name, table)
        yield f"child_{name}", _object(name, table, child=True)
    yield "action", _action()
    for name, table in shapes.ACTION_KEYS.items():
        # `action` first, as in a file; messages list an action's own keys first (ACTION_TABLES).
        made = _object(name, Table((*shapes.EVERY_ACTION.keys, *table.keys)))
        yield f"action_{name}", {**made, **(_one_of(*ONE_OF[name]) if name in ONE_OF else {})}


def _if_has(key: str, then: Schema, otherwise: Schema, value: str = "") -> Schema:
    test: Schema = {"required": [key]}
    if value:
        test["properties"] = {key: {"const": value}}
    return {"type": "object", "if": test, "then": then, "else": otherwise}


def _one_of(key: str, other: str) -> Schema:
    """Exactly one of two keys."""
    both = {"not": {"required": [other]}}
    return {"if": {"required": [key]}, "then": both, "else": {"required": [other]}}


def _worded(words: Iterable[str], otherwise: Schema) -> Schema:
    """One of some words, or something that is not text."""
    return either("string", {"enum": list(words)}, otherwise)


def _values() -> Iterable[tuple[str, Schema]]:
    """Everything that is not a mapping with fixed keys."""
    yield "text", SCALAR
    yield "scalar", SCALAR
    yield "file", {"type": "string", "minLength": 1}
    yield "version", {"enum": [VERSION, float(VERSION)]}
    # Editors see an included file as the text of its name.
    yield "import", {"type": ["string", "object"]}
    literals = ["string", "number", "boolean", "null", "array"]
    yield "literal", {"type": literals, "items": ref("literal")}
    literal = ref("literal")
    yield "literal_or_operand", either("object", OPERAND, literal)
    yield "variable_path", either("string", {"minLength": 1}, OPERAND)
    yield "who", _worded(["current"], OPERAND)
    some = either("array", {"items": ref("who")}, OPERAND)
    yield "audience", _worded(AUDIENCES, some)
    yield "order", either("object", OPERAND, {"enum": list(ORDERS)})
    seats = {"type": "array", "items": {"type": "integer"}}
    names: Schema = {"type": "array", "items": SCALAR}
    alternate: Schema = {"alternate": {"type": "integer"}, "names": names}
    named = {"type": "object", "additionalProperties": seats}
    listed = {"type": "array", "items": seats}
    mixed = {"properties": alternate, "additionalProperties": False}
    by_name = _if_has("alternate", mixed, named)
    yield "teams", either("array", listed, by_name)
    looked_up = either("object", ref("lookup"), SCALAR)
    yield "template_property", looked_up
    yield "part", _if_has("type", ref("card"), ref("template"), "card")
    yield "evaluator", _if_has("winners", ref("winners"), OPERAND)
    yield "operand", _operand()
    # `disabled` may stand beside the one key of a definition, or alone, to delete an inherited one.
    disabled = {"type": "object", "required": ["disabled"]}
    switched = {"if": disabled, "then": ref("switched_definition"), "else": OPERAND}
    alone = {**disabled, "maxProperties": 1}
    deleted = {"properties": {"disabled": {"const": True}}}
    yield "definition", {"if": alone, "then": deleted, "else": switched}
    yield "switched_definition", _operand(disabled=True)


def _operand(disabled: bool = False) -> Schema:
    """An operand; in a definition, beside `disabled`, which is not one of its keys."""
    extra = 1 if disabled else 0
    leaves: dict[str, Schema] = {
        "value": ref("literal"),
        "path": {"type": "string"},
        "ref": {**SCALAR, "minLength": 1},
        "use": SCALAR,
    }
    operators = {name: _operands(name) for name in OPERATORS}
    # An identifier, as `lower/aliases.py` requires.
    operators[AS] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
    properties = {
        name: described(expressions.OPERANDS[name], each)
        for name, each in {**leaves, **operators}.items()
    }
    if disabled:
        properties["disabled"] = described(keys.KEYS["disabled"], {"type": "boolean"})
    return {
        "description": "A number, or one of: value, path, ref, use, an operator and its operands.",
        "type": ["number", "boolean", "object"],
        "properties": properties,
        "additionalProperties": False,
        "if": {"required": [AS]},
        "then": {
            "minProperties": 2 + extra,
            "maxProperties": 2 + extra,
            "propertyNames": {"enum": [AS, *PER_ITEM, *(["disabled"] if disabled else [])]},
        },
        "else": {"minProperties": 1 + extra, "maxProperties": 1 + extra},
    }


def _operands(name: str) -> Schema:
    operator = OPERATORS[name]
    # A list as `items` gives each position its own schema (draft 7).
    found: Schema = {"type": "array", "items": SPECIAL.get(name, OPERAND)}
    if operator.least:
        found["minItems"] = operator.least
    if operator.most < MANY:
        found["maxItems"] = operator.most
    return found


SPECIAL: dict[str, Any] = {
    "canPerform": ref("action"),
    # The name of a property may be a bare word.
    "property": [
        OPERAND,
        {"if": {"type": "string"}, "else": OPERAND},
    ],
}
"""Operators with operands of another kind."""


def _object(name: str, table: Table, child: bool = False) -> Schema:
    """A mapping by its table; that of a child has no required keys, because its base may have
    them."""
    properties = {key.name: _key(name, key, child) for key in table.keys}
    found: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if child:
        return found
    return {**found, **({"required": [*table.needs]} if table.needs else {}), **MORE.get(name, {})}


MORE: dict[str, Schema] = {
    "variable": {
        "if": {"properties": {"computed": {"const": True}}, "required": ["computed"]},
        "then": {"required": ["expression"]},
    },
    "REPEAT": {"oneOf": [{"required": ["count"]}, {"required": ["while"]}]},
}
"""Keys that require or exclude one another."""


def _key(name: str, key: Key, child: bool) -> Schema:
    def part(kind: str) -> Schema:
        # Below a child's section everything is partial, down to the sections inside it.
        return ref(f"child_{kind}" if child and kind in shapes.SECTIONS else kind)

    held = INLINE[key.kind] if key.kind in INLINE else kind_schema(key.kind, part)
    return described(_help(name, key.name), held)


def _help(name: str, key: str) -> str:
    return keys.KEYS.get(f"{name}.{key}") or keys.KEYS[key]


def _action() -> Schema:
    """An action; its word determines its keys."""
    words = list(shapes.ACTION_KEYS)
    return {
        "type": "object",
        "required": ["action"],
        "properties": {"action": described(keys.KEYS["action"], {"enum": words})},
        "allOf": [
            {
                "if": {"properties": {"action": {"const": name}}, "required": ["action"]},
                "then": described(actions.ACTIONS[name], ref(f"action_{name}")),
            }
            for name in words
        ],
    }
