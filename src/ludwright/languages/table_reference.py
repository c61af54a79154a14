"""Constructs from tables of keys: their forms, and where each kind of mapping may stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .reference import id_of
from .shapes import Key, Table


def base(kind: str) -> str:
    """The kind inside lists and mappings of names: `rule` of `[rule]+`."""
    return kind.strip("[]{}+")


def held(kind: str, names: Mapping[str, str]) -> str:
    """What a key holds, as a part of a form; `names` has other words for kinds."""
    if kind.startswith("["):
        return f"[{held(kind.removesuffix('+')[1:-1], names)}, ...]"
    if kind.startswith("{"):
        return f"{{<name>: {held(kind[1:-1], names)}, ...}}"
    words = Key("", kind).words
    return " | ".join(words) if words else f"<{names.get(kind, kind.replace('_', ' '))}>"


def key_form(key: Key, names: Mapping[str, str]) -> str:
    """A key with what it holds, in brackets if it is optional."""
    line = f"{key.name}: {held(key.kind, names)}"
    return line if key.required else f"[{line}]"


def table_form(table: Table, names: Mapping[str, str], *above: str) -> str:
    """The keys of a mapping, one on each line, those that are required first."""
    ordered = sorted(table.keys, key=lambda key: not key.required)
    return "\n".join((*above, *(key_form(key, names) for key in ordered)))


def homes(
    owners: Iterable[tuple[str, Table]], within: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The ids of the keys that hold each kind. An owner is the start of its keys' ids and its
    table; `within` has the kinds whose values may be of a kind as well."""
    found: dict[str, list[str]] = {}
    for start, table in owners:
        for key in table.keys:
            found.setdefault(base(key.kind), []).append(f"{start}.{key.name}")
    kinds = dict.fromkeys((*found, *within))
    return {
        kind: tuple(
            place for each in (kind, *within.get(kind, ())) for place in found.get(each, ())
        )
        for kind in kinds
    }


def start_of(group: str, *of: str) -> str:
    """The start of the ids of a group's constructs, or of the parts of one."""
    return id_of(group, *of)
