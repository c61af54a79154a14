"""The reference of a language: each construct with its form, meaning, example, age and test."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..disk import read_whole

FILE = ""
"""What `Construct.inside` has for the top level of a file."""
USES = "uses.json"
"""The file in a language's folder with the examples and tests of its constructs, by id. They are
found in games and tests, and kept as long as they are there, by `docs/reference.py`."""
_LARGEST = 4_000_000


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct of a language; manual pages, hover texts and completion come from it."""

    name: str  # the word as it is written: `MOVE_STACK`, `addVar`, `slot`
    group: str  # the section of the reference that it belongs to, a title for people
    kind: str  # section, key, action, operator, value, element, attribute, ...
    form: str  # how it is written, with its parts: <what stands there>, [what may be omitted]
    meaning: str  # one sentence or a few
    example: str = ""  # a part of a game that is checked by a test
    since: str = ""  # the version of the language that introduced it
    test: str = ""  # the file of a test that uses it
    inside: tuple[str, ...] = ()  # `id`s of constructs that may contain it; empty: anything may
    values: tuple[str, ...] = ()  # the words it accepts, where these are a fixed set
    of: str = ""  # the construct of the same group whose part it is: the action of a key
    source: str = ""  # the file that the example is a part of

    @property
    def id(self) -> str:
        """A name that no other construct of the language has, such as `actions.MOVE` or
        `actions.MOVE.count`."""
        return id_of(self.group, *((self.of,) if self.of else ()), self.name)

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return first_sentence(self.meaning)

    def as_json(self) -> dict[str, Any]:
        """The machine-readable form."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {"id": self.id, **fields}


def first_sentence(text: str) -> str:
    """What comes before the first full stop that ends a sentence."""
    return text.split(". ")[0].rstrip(".") + "."


def id_of(group: str, *names: str) -> str:
    """The id of the construct with these names in a group."""
    return ".".join((group.lower().replace(" ", "-"), *names))


@dataclass(frozen=True)
class Reference:
    """All constructs of a language, in the order of its manual."""

    constructs: tuple[Construct, ...]

    @cached_property
    def by_id(self) -> dict[str, Construct]:
        """The constructs by their ids."""
        return {each.id: each for each in self.constructs}

    def named(self, name: str) -> tuple[Construct, ...]:
        """The constructs that are written with a word."""
        return tuple(c for c in self.constructs if c.name == name)

    def within(self, parent: str) -> tuple[Construct, ...]:
        """The constructs that may stand in the one with this id, or at the top of a file."""
        return tuple(c for c in self.constructs if not c.inside or parent in c.inside)


def reference_of(constructs: Iterable[Construct], folder: Path) -> Reference:
    """The reference of the language in a folder, with the examples and tests of its `USES`."""
    uses = json.loads(read_whole(folder / USES, _LARGEST))
    return Reference(tuple(replace(c, **uses.get(c.id, {})) for c in constructs))
