"""Tables of the keys that a mapping may have: for matching mappings, and for JSON Schemas.

A key is written `name: kind`, or `name?: kind` if it is optional. A kind is the name of a
definition (`name`, `effects`), words to choose from (`stack|queue`, `=all` for a single one), a
list (`[kind]`, `[kind]+` with at least one item) or a mapping of any names (`{kind}`).

What is shared is the notation, the comparison of a mapping with its table (`match`), and the
schemas of kinds. Each language has its own codes and messages, its own guess at misspelt keys, and
its own kinds of values: CGML checks them as it reads a mapping (`cgml/read/shapes.py`), GameSpec as
it reads each field (`gamespec/read/forms.py`, `keyed.py`), because a field there has one more form,
the hole that a macro leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Mapped
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..diagnostics import closest
from .yaml.read import Mapping, Scalar, Tree

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a mapping: its name, what it holds, and whether it must be there."""

    name: str
    kind: str
    required: bool = True

    @property
    def words(self) -> tuple[str, ...]:
        """The words to choose from, also of a list of them; none for other kinds."""
        kind = self.kind.rstrip("+").strip("[]")
        if kind.startswith("="):
            return (kind[1:],)
        return tuple(kind.split("|")) if "|" in kind else ()


@dataclass(frozen=True)
class Table:
    """The keys of a kind of mapping. An `open` one may have any others as well."""

    keys: tuple[Key, ...] = ()
    open: bool = False

    @cached_property
    def needs(self) -> tuple[str, ...]:
        """The names of the required keys."""
        return tuple(key.name for key in self.keys if key.required)

    @cached_property
    def may(self) -> tuple[str, ...]:
        """The names of the optional keys."""
        return tuple(key.name for key in self.keys if not key.required)

    @cached_property
    def by_name(self) -> Mapped[str, Key]:
        """The keys by their names."""
        return {key.name: key for key in self.keys}

    def with_keys(self, *written: str) -> Table:
        """The same with other keys, which replace those of the same name."""
        more = keys(*written)
        kept = tuple(key for key in self.keys if key.name not in more.by_name)
        return replace(self, keys=(*kept, *more.keys))


def keys(*written: str, open: bool = False) -> Table:
    """A table of keys, each as `name: kind` or `name?: kind`, with commas between them."""
    pairs = (each.split(": ", 1) for text in written for each in text.split(", "))
    return Table(tuple(Key(n.rstrip("?"), k, not n.endswith("?")) for n, k in pairs), open)


@dataclass(frozen=True, slots=True)
class Match:
    """A mapping beside its table: its entries, where a misspelt key has the name that is meant;
    which keys are `misspelt`, each with that name; which are `unknown`, and which are `missing`."""

    entries: tuple[tuple[Scalar, Tree], ...]
    misspelt: tuple[tuple[Scalar, str], ...]
    unknown: tuple[Scalar, ...]
    missing: tuple[str, ...]


Guess = Callable[[str, Iterable[Key]], str | None]
"""The absent key that an unknown name is read as, if any."""


def _required(name: str, absent: Iterable[Key]) -> str | None:
    """The required key that a name resembles most."""
    return next(iter(closest(name, (key.name for key in absent if key.required))), None)


def match(
    tree: Mapping, table: Table, besides: Iterable[str] = (), guess: Guess = _required
) -> Match:
    """Compare the keys of a mapping with its table; `besides` are others that it may have. An
    unknown key is read as the absent one that `guess` takes it for, so that what it holds is
    checked as well. Keys that begin with NUL are the reader's own."""
    # All present keys are excluded first: `nam` beside a `name` further down is not read as `name`.
    known = {*table.by_name, *besides}
    present = {key.text for key, _ in tree.entries}
    absent = {key.name: key for key in table.keys if key.name not in present}
    entries: list[tuple[Scalar, Tree]] = []
    misspelt: list[tuple[Scalar, str]] = []
    unknown: list[Scalar] = []
    for key, value in tree.entries:
        named = key
        if key.text not in known and not key.text.startswith("\0"):
            meant = guess(key.text, absent.values())
            if meant:
                # Each absent key stands for one misspelling: a second one is unknown.
                del absent[meant]
                misspelt.append((key, meant))
                named = replace(key, text=meant)
            elif not table.open:
                unknown.append(key)
        entries.append((named, value))
    missing = tuple(name for name, key in absent.items() if key.required)
    return Match(tuple(entries), tuple(misspelt), tuple(unknown), missing)


# ---- JSON Schema ---------------------------------------------------------------------------------
#
# Alternatives are distinguished by `if`, never by `anyOf`, so that an editor reports an error at
# its location and not that no alternative matches.


def ref(definition: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/definitions/{definition}"}


def kind_schema(kind: str, ref: Callable[[str], Schema] = ref) -> Schema:
    """The schema of what a key holds; `ref` refers to the definition of a name."""
    if kind.startswith("["):
        least = {"minItems": 1} if kind.endswith("+") else {}
        inner = kind.removesuffix("+")[1:-1]
        return {"type": "array", "items": kind_schema(inner, ref), **least}
    if kind.startswith("{"):
        return {"type": "object", "additionalProperties": kind_schema(kind[1:-1], ref)}
    words = Key("", kind).words
    return {"enum": list(words)} if words else ref(kind)


Meaning = Callable[[str], str]
"""What a key means, or nothing."""


def described(meaning: str, schema: Schema) -> Schema:
    """The same schema with a description, which editors show."""
    if not meaning:
        return schema
    # Draft 7 ignores siblings of a reference.
    return {"description": meaning, **({"allOf": [schema]} if "$ref" in schema else schema)}


def table_schema(table: Table, meaning: Meaning, besides: Iterable[str] = ()) -> Schema:
    """The schema of a mapping; a null under an optional key counts as a missing one."""
    properties: Schema = {key: {} for key in besides}
    for key in table.keys:
        held = kind_schema(key.kind)
        optional = {"if": {"type": "null"}, "then": {}, "else": held}
        properties[key.name] = described(meaning(key.name), held if key.required else optional)
    return {
        "type": "object",
        "properties": properties,
        "required": list(table.needs),
        "additionalProperties": table.open,
    }


def by_word(key: str, cases: Mapped[str, Schema], meaning: str = "") -> Schema:
    """The schema of a mapping whose kind is the word that one of its keys has."""
    tests = [
        {"if": {"properties": {key: {"const": word}}}, "then": case} for word, case in cases.items()
    ]
    words = {key: described(meaning, {"enum": list(cases)})}
    return {"type": "object", "required": [key], "properties": words, "allOf": tests}


def by_key(cases: Mapped[str, Schema], meaning: Meaning) -> Schema:
    """The schema of a mapping whose kind is the first of these keys that it has."""
    chain: Schema = {"propertyNames": {"enum": list(cases)}, "minProperties": 1}
    for key, case in reversed([*cases.items()]):
        chain = {"if": {"required": [key]}, "then": case, "else": chain}
    # Described outside the chain: before a key is written, no case applies.
    return {"type": "object", "properties": {k: described(meaning(k), {}) for k in cases}, **chain}


def either(kind: str, then: Schema, otherwise: Schema) -> Schema:
    """One schema for values of a JSON type, and another for all others."""
    return {"if": {"type": kind}, "then": then, "else": otherwise}
