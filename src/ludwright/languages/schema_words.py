"""The words that a JSON Schema allows at a point of a document that is being written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cursor import Candidate

Schema = dict[str, Any]
Step = str | int
DEEPEST = 60  # references and conditions inside one another

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
}


def words_at(schema: Schema, data: Any, path: tuple[Step, ...], key: bool) -> list[Candidate]:
    """The keys that a mapping at a path may have besides its own, or the values that may be there.
    `data` is what has been written so far."""
    walk = _Walk(schema)
    here, value = [schema], data
    outer: list[Schema] = []
    for step in path:
        outer = [part for node in here for part in walk.parts(node, value)]
        here = [each for part in outer for each in _inner(part, step)]
        value = _child(value, step)
    found: dict[str, Candidate] = {}
    meanings = {} if key or not path else walk.meanings(outer, path[-1])
    for node in here:
        for part in walk.parts(node, value):
            for each in _keys(part, walk) if key else _values(part, meanings):
                if each.about or each.name not in found:
                    found[each.name] = each
    present = value if key and isinstance(value, dict) else {}
    return [each for name, each in found.items() if name not in present]


def _child(data: Any, step: Step) -> Any:
    if isinstance(data, dict):
        return data.get(step)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return data[step]
    return None


def _inner(part: Schema, step: Step) -> Iterator[Schema]:
    """The schemas of a key or an item."""
    if isinstance(step, int):
        inner = part.get("items")
    else:
        inner = part.get("properties", {}).get(step) or part.get("additionalProperties")
    if isinstance(inner, dict):
        yield inner


def _keys(part: Schema, walk: _Walk) -> Iterator[Candidate]:
    for name, inner in part.get("properties", {}).items():
        yield Candidate(name, "key", walk.about(inner))
    for name in part.get("propertyNames", {}).get("enum", ()):
        yield Candidate(name, "key")


def _values(part: Schema, meanings: dict[Any, str]) -> Iterator[Candidate]:
    words = [*part.get("enum", ()), *([part["const"]] if "const" in part else [])]
    if part.get("type") == "boolean":
        words += [True, False]
    for word in words:
        text = str(word).lower() if isinstance(word, bool) else str(word)
        yield Candidate(text, "value", meanings.get(word, ""))


class _Walk:
    """Resolves references and conditions of one schema."""

    def __init__(self, root: Schema) -> None:
        self.definitions: Schema = root.get("definitions", {})

    def parts(self, node: Schema, data: Any, depth: int = 0) -> Iterator[Schema]:
        """The schemas without references or conditions that apply to a value."""
        if depth > DEEPEST:
            return
        yield node
        for inner in self._applied(node, data):
            yield from self.parts(inner, data, depth + 1)

    def _applied(self, node: Schema, data: Any) -> Iterator[Schema]:
        if "$ref" in node:
            yield self.definitions.get(node["$ref"].rpartition("/")[2], {})
        yield from node.get("allOf", ())
        yield from node.get("anyOf", ())
        if "if" in node:
            branch = node.get("then" if self.fits(node["if"], data) else "else")
            if isinstance(branch, dict):
                yield branch

    def fits(self, test: Schema, data: Any, depth: int = 0) -> bool:
        """Whether a value passes a condition, as far as conditions in our schemas go."""
        if depth > DEEPEST:
            return False
        if "$ref" in test:
            test = self.definitions.get(test["$ref"].rpartition("/")[2], {})
        kinds = test.get("type", ())
        kinds = (kinds,) if isinstance(kinds, str) else kinds
        if kinds and not any(_is(kind, data) for kind in kinds):
            return False
        if "const" in test and data != test["const"]:
            return False
        if "enum" in test and data not in test["enum"]:
            return False
        if isinstance(data, dict):
            inner = test.get("properties", {}).items()
            return all(name in data for name in test.get("required", ())) and all(
                self.fits(each, data[name], depth + 1) for name, each in inner if name in data
            )
        return all(self.fits(each, data, depth + 1) for each in test.get("allOf", ()))

    def meanings(self, parts: list[Schema], key: Step) -> dict[Any, str]:
        """What the values of a key mean where each decides what else a mapping has."""
        found = {}
        for case in (case for part in parts for case in part.get("allOf", ())):
            word = case.get("if", {}).get("properties", {}).get(key, {}).get("const")
            about = case.get("then", {}).get("description")
            if word is not None and about:
                found[word] = about
        return found

    def about(self, node: Schema) -> str:
        """What a schema says about its values."""
        found = (part.get("description") for part in self.parts(node, None))
        return next((text for text in found if isinstance(text, str)), "")


def _is(kind: str, data: Any) -> bool:
    if kind == "null":
        return data is None
    # In JSON a truth value is no number.
    return isinstance(data, _TYPES[kind]) and (kind == "boolean" or not isinstance(data, bool))
