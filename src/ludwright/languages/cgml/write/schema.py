"""The JSON Schema of CGML, generated from the tables of keys, actions and operators.

Draft 7, because YAML language servers support it in full. Alternatives are distinguished by `if`,
never by `anyOf`, so that an error is reported at its location.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from .. import reference
from ..lower.aliases import AS, NAMING
from ..lower.operators import MANY, OPERATORS
from ..lower.search_actions import ORDERS
from ..lower.visibility_actions import AUDIENCES
from ..read import shapes
from ..read.load import VERSION
from ..read.shapes import ACTIONS, FLAG, FREE, LIST, MAP, OPERAND, TEXT, VALUE, WHOLE, Key, Shape

Schema = dict[str, Any]

SECTIONS: dict[str, Shape] = {
    "document": shapes.DOCUMENT,
    "meta": shapes.META,
    "players": shapes.PLAYERS,
    "rng": shapes.RNG,
    "option": shapes.OPTION,
    "components": shapes.COMPONENTS,
    "component_types": shapes.COMPONENT_TYPES,
    "deck_type": shapes.DECK_TYPE,
    "zone_type": shapes.ZONE_TYPE,
    "deck": shapes.DECK,
    "zone": shapes.ZONE,
    "variable": shapes.VARIABLE,
    "flow": shapes.FLOW,
    "state": shapes.STATE,
    "transition": shapes.TRANSITION,
    "win": shapes.WIN,
    "rule": shapes.RULE,
}
"""Mappings that a child may give in part: its base has the rest."""

WHOLES: dict[str, Shape] = {
    "template": shapes.TEMPLATE,
    "card": shapes.CARD,
    "lookup": shapes.LOOKUP,
    "visibility": shapes.VISIBILITY,
    "winners": shapes.WINNERS,
}

HOLDS = {
    "document.meta": "meta",
    "document.imports": "import []",
    "document.components": "components",
    "document.definitions": "definition {}",
    "document.flow": "flow",
    "document.rules": "rule []",
    "meta.players": "players",
    "meta.options": "option []",
    "meta.rng": "rng",
    "option.allowed": "scalar []",
    "components.component_types": "component_types",
    "components.decks": "deck {}",
    "components.zones": "zone []",
    "components.variables": "variable []",
    "components.events": "text []",
    "component_types.deck_types": "deck_type {}",
    "component_types.zone_types": "zone_type {}",
    "deck_type.composition": "part []",
    "deck_type.rank_hierarchy": "text []",
    "deck_type.default_properties": "text {}",
    "template.values": "text []",
    "template.suits": "text []",
    "template.properties": "template_property {}",
    "lookup.values": "text {}",
    "card.properties": "text {}",
    "zone_type.visibility": "visibility",
    "flow.states": "state {}",
    "flow.transitions": "transition []",
    "flow.win_condition": "win",
    "state.phases": "text []",
    "win.evaluator": "evaluator",
    # Values of any kind, and operands with words of their own.
    "document.cgml_version": "version",
    "document.inherit": "file",
    "option.default": "scalar",
    "lookup.otherwise": "scalar",
    "variable.initial_value": "literal",
    "players.teams": "teams",
    "player": "who",
    "starting_with": "who",
    "path": "variable_path",
    "REVEAL.to": "audience",
    "CONCEAL.from": "audience",
    "PEEK.players": "audience",
    "LOOK.player": "audience",
    "REVEAL_MATCHING.to": "audience",
    "REORDER.by": "order",
    "SET_VARIABLE.value": "literal_or_operand",
}
"""What lists, mappings and values hold; `[]` is a list of it and `{}` a mapping of names to it."""

ONE_OF = {"INSERT_PHASE": ("phase", "name"), "REMOVE_PHASE": ("phase", "name")}
"""Actions that take one of two keys."""

SCALAR: Schema = {"type": ["string", "number", "boolean"]}
KINDS: dict[str, Schema] = {
    TEXT: SCALAR,
    WHOLE: {"type": "integer"},
    FLAG: {"type": "boolean"},
    LIST: {"type": "array"},
    MAP: {"type": "object"},
    VALUE: {},
    FREE: {},
    OPERAND: {"$ref": "#/definitions/operand"},
    ACTIONS: {"type": "array", "items": {"$ref": "#/definitions/action"}},
}


def schema() -> str:
    """The schema as a text."""
    return json.dumps(_document(), indent=1) + "\n"


def _document() -> Schema:
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"CGML {VERSION}",
        "description": "A card game with states, phases and rules.",
        "if": {"type": "object", "required": ["inherit"]},
        "then": _ref("child_document"),
        "else": _ref("document"),
        "definitions": dict(_definitions()),
    }


def _definitions() -> Iterable[tuple[str, Schema]]:
    yield from _values()
    for name, shape in WHOLES.items():
        yield name, _object(name, shape)
    for name, shape in SECTIONS.items():
        yield name, _object(name, shape)
        yield f"child_{name}", _object(name, shape, child=True)
    yield "action", _action()
    for name, shape in shapes.ACTION_KEYS.items():
        keys = _object(name, {**shapes.EVERY_ACTION, **shape})
        yield f"action_{name}", {**keys, **(_either(*ONE_OF[name]) if name in ONE_OF else {})}


def _ref(name: str, about: str = "") -> Schema:
    # Draft 7 ignores siblings of a reference.
    target = {"$ref": f"#/definitions/{name}"}
    return {"description": about, "allOf": [target]} if about else target


def _if_has(key: str, then: Schema, otherwise: Schema, value: str = "") -> Schema:
    test: Schema = {"required": [key]}
    if value:
        test["properties"] = {key: {"const": value}}
    return {"type": "object", "if": test, "then": then, "else": otherwise}


def _either(key: str, other: str) -> Schema:
    """Exactly one of two keys."""
    both = {"not": {"required": [other]}}
    return {"if": {"required": [key]}, "then": both, "else": {"required": [other]}}


def _worded(words: Iterable[str], otherwise: Schema) -> Schema:
    """One of some words, or something that is not text."""
    return {"if": {"type": "string"}, "then": {"enum": list(words)}, "else": otherwise}


def _values() -> Iterable[tuple[str, Schema]]:
    """Everything that is not a mapping with fixed keys."""
    operand = KINDS[OPERAND]
    yield "text", SCALAR
    yield "scalar", SCALAR
    yield "file", {"type": "string", "minLength": 1}
    yield "version", {"enum": [VERSION, float(VERSION)]}
    # Editors see an included file as the text of its name.
    yield "import", {"type": ["string", "object"]}
    literals = ["string", "number", "boolean", "null", "array"]
    yield "literal", {"type": literals, "items": _ref("literal")}
    literal = _ref("literal")
    yield "literal_or_operand", {"if": {"type": "object"}, "then": operand, "else": literal}
    yield "variable_path", {"if": {"type": "string"}, "then": {"minLength": 1}, "else": operand}
    yield "who", _worded(["current"], operand)
    some = {"if": {"type": "array"}, "then": {"items": _ref("who")}, "else": operand}
    yield "audience", _worded(AUDIENCES, some)
    yield "order", {"if": {"type": "object"}, "then": operand, "else": {"enum": list(ORDERS)}}
    seats = {"type": "array", "items": {"type": "integer"}}
    names: Schema = {"type": "array", "items": SCALAR}
    alternate: Schema = {"alternate": {"type": "integer"}, "names": names}
    named = {"type": "object", "additionalProperties": seats}
    listed = {"type": "array", "items": seats}
    mixed = {"properties": alternate, "additionalProperties": False}
    by_name = _if_has("alternate", mixed, named)
    yield "teams", {"if": {"type": "array"}, "then": listed, "else": by_name}
    looked_up = {"if": {"type": "object"}, "then": _ref("lookup"), "else": SCALAR}
    yield "template_property", looked_up
    yield "part", _if_has("type", _ref("card"), _ref("template"), "card")
    yield "evaluator", _if_has("winners", _ref("winners"), operand)
    yield "operand", _operand()
    # `disabled` may stand beside the one key of a definition, or alone, to delete an inherited one.
    disabled = {"type": "object", "required": ["disabled"]}
    switched = {"if": disabled, "then": _ref("switched_definition"), "else": operand}
    alone = {**disabled, "maxProperties": 1}
    deleted = {"properties": {"disabled": {"const": True}}}
    yield "definition", {"if": alone, "then": deleted, "else": switched}
    yield "switched_definition", _operand(disabled=True)


def _operand(disabled: bool = False) -> Schema:
    """An operand; in a definition, beside `disabled`, which is not one of its keys."""
    extra = 1 if disabled else 0
    leaves: dict[str, Schema] = {
        "value": _ref("literal"),
        "path": {"type": "string"},
        "ref": {**SCALAR, "minLength": 1},
        "use": SCALAR,
    }
    operators = {name: _operands(name) for name in OPERATORS}
    operators[AS] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
    properties = {
        name: {"description": reference.OPERANDS[name], **_inlined(each)}
        for name, each in {**leaves, **operators}.items()
    }
    if disabled:
        properties["disabled"] = {"description": reference.KEYS["disabled"], "type": "boolean"}
    return {
        "description": "A number, or one of: value, path, ref, use, an operator and its operands.",
        "type": ["number", "boolean", "object"],
        "properties": properties,
        "additionalProperties": False,
        "if": {"required": [AS]},
        "then": {
            "minProperties": 2 + extra,
            "maxProperties": 2 + extra,
            "propertyNames": {"enum": [AS, *NAMING, *(["disabled"] if disabled else [])]},
        },
        "else": {"minProperties": 1 + extra, "maxProperties": 1 + extra},
    }


def _inlined(schema: Schema) -> Schema:
    return {"allOf": [schema]} if "$ref" in schema else schema


def _operands(name: str) -> Schema:
    operator, items = OPERATORS[name], KINDS[OPERAND]
    found: Schema = {"type": "array", "items": SPECIAL.get(name, items)}
    if operator.least:
        found["minItems"] = operator.least
    if operator.most < MANY:
        found["maxItems"] = operator.most
    return found


SPECIAL: dict[str, Any] = {
    "canPerform": {"$ref": "#/definitions/action"},
    # The name of a property may be a bare word.
    "property": [
        {"$ref": "#/definitions/operand"},
        {"if": {"type": "string"}, "else": {"$ref": "#/definitions/operand"}},
    ],
}
"""Operators with operands of another kind."""


def _object(name: str, shape: Shape, child: bool = False) -> Schema:
    """A mapping by its shape; that of a child has no required keys, because its base may have
    them."""
    properties = {key: _key(name, key, of, child) for key, of in shape.items()}
    found: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    needed = [key for key, of in shape.items() if of.needed and not child]
    if needed:
        found["required"] = needed
    return {**found, **MORE.get(name, {})} if not child else found


MORE: dict[str, Schema] = {
    "variable": {
        "if": {"properties": {"computed": {"const": True}}, "required": ["computed"]},
        "then": {"required": ["expression"]},
    },
    "REPEAT": {"oneOf": [{"required": ["count"]}, {"required": ["while"]}]},
}
"""Keys that require or exclude one another."""


def _key(name: str, key: str, of: Key, child: bool) -> Schema:
    about = _help(name, key)
    if of.words:
        return {"description": about, "enum": list(of.words)}
    holds = HOLDS.get(f"{name}.{key}") or (HOLDS.get(key) if of.kind == OPERAND else None)
    if holds is not None:
        return {"description": about, **_inlined(_held(holds, child))}
    return {"description": about, **_inlined(KINDS[of.kind])}


def _held(holds: str, child: bool) -> Schema:
    name, _, many = holds.partition(" ")
    one = _ref(f"child_{name}" if child and name in SECTIONS else name)
    if many == "[]":
        return {"type": "array", "items": one}
    return {"type": "object", "additionalProperties": one} if many == "{}" else one


def _help(name: str, key: str) -> str:
    return reference.KEYS.get(f"{name}.{key}") or reference.KEYS[key]


def _action() -> Schema:
    """An action; its word determines its keys."""
    named: Mapping[str, Shape] = shapes.ACTION_KEYS
    words = list(named)
    return {
        "type": "object",
        "required": ["action"],
        "properties": {"action": {"description": reference.KEYS["action"], "enum": words}},
        "allOf": [
            {
                "if": {"properties": {"action": {"const": name}}, "required": ["action"]},
                "then": _ref(f"action_{name}", reference.ACTIONS[name]),
            }
            for name in named
        ],
    }
