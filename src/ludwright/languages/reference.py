"""The reference of a language: each construct with its form, meaning, example, age and test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct of a language; manual pages, hover texts and completion come from it."""

    name: str  # the word as it is written: `MOVE_STACK`, `addVar`, `slot`
    group: str  # the section of the reference that it belongs to, a title for people
    kind: str  # section, key, action, operator, value, element, attribute, ...
    form: str  # how it is written, with its parts
    meaning: str  # one sentence or a few
    example: str = ""  # a text, or a part of one, that a test runs
    since: str = ""  # the version of the language that introduced it
    test: str = ""  # the file of a test that uses it
    inside: tuple[str, ...] = ()  # `id`s of constructs that may contain it; empty: anything may
    values: tuple[str, ...] = ()  # the words it accepts, where these are a fixed set

    @property
    def id(self) -> str:
        """A name that no other construct of the language has, such as `actions.MOVE`."""
        return f"{self.group.lower().replace(' ', '-')}.{self.name}"


@dataclass(frozen=True, slots=True)
class Reference:
    """All constructs of a language, in the order of its manual."""

    constructs: tuple[Construct, ...]

    def named(self, name: str) -> tuple[Construct, ...]:
        """The constructs that are written with a word."""
        return tuple(c for c in self.constructs if c.name == name)

    def within(self, parent: str) -> tuple[Construct, ...]:
        """The constructs that may stand in the one with this id."""
        return tuple(c for c in self.constructs if not c.inside or parent in c.inside)
