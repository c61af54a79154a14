"""Moves in words, as far as that needs no state: names of cards, zones, seats and values."""

from __future__ import annotations

from typing import NamedTuple

from ..machine import state as m
from ..machine.program import ActionInfo, Program, Text, ValueAt
from .program_cache import PerProgram

NONE = "none"  # a list without items

Piece = int | str | tuple[int | str, ...]
"""A value in a text: a number of its type, or what is told instead; of a list, several."""


class Writing(NamedTuple):
    """How an action is written in a notation: where the values in its text are, which of them are
    more than numbers, and which operands they are, if they are nothing else."""

    text: Text
    values: tuple[ValueAt, ...]
    addresses: tuple[int, ...]
    special: tuple[int, ...]
    operands: tuple[int, ...] | None


class Form(NamedTuple):
    """What the moves of an action have in common: which operands are tokens, where operands are put
    to work out its texts, and how it is written in each notation."""

    tokens: tuple[int, ...]
    addresses: tuple[int, ...]
    writings: dict[str, Writing]


# By the identity of an action, which the program keeps.
_forms: PerProgram[dict[int, Form]] = PerProgram(lambda program: {})


class Wording:
    """The words for the moves of a game, with the names of those who sit at the table."""

    def __init__(self, program: Program, names: tuple[str, ...]) -> None:
        self.program = program
        self.names = names
        self.trees = bool(program.code[m.P_TREES])  # then a zone's name depends on the state
        self._forms = _forms(program)

    def __reduce__(self) -> tuple[type[Wording], tuple[Program, tuple[str, ...]]]:
        return Wording, (self.program, self.names)

    def form(self, info: ActionInfo) -> Form:
        """What the moves of an action have in common."""
        found = self._forms.get(id(info))
        if found is None:
            tokens = tuple(i for i, (_, kind, _) in enumerate(info.operands) if kind == "token")
            writings = {name: self._writing(text) for name, text in info.texts.items()}
            addresses = tuple(address for _, _, address in info.operands)
            found = self._forms[id(info)] = Form(tokens, addresses, writings)
        return found

    def _writing(self, text: Text) -> Writing:
        values = tuple(part for part in text.parts if isinstance(part, ValueAt))
        more = ("token", *["zone"] * self.trees)
        special = (i for i, x in enumerate(values) if x.type in more or x.type.startswith("["))
        operands = tuple(x.parameter for x in values if x.parameter is not None)
        plain = len(operands) == len(values) and not any(x.type.startswith("[") for x in values)
        at = tuple(x.address for x in values)
        return Writing(text, values, at, tuple(special), operands if plain else None)

    def joined(self, text: Text, pieces: tuple[Piece, ...]) -> str:
        """A text with its values put in."""
        left = iter(pieces)
        return "".join(
            part if isinstance(part, str) else self._said(next(left), part.type)
            for part in text.parts
        )

    def _said(self, piece: Piece, kind: str) -> str:
        if isinstance(piece, tuple):
            return " + ".join(self.value(each, kind[1:-1]) for each in piece) or NONE
        return self.value(piece, kind)

    def value(self, piece: int | str, kind: str) -> str:
        """A single value as people write it."""
        if isinstance(piece, str):
            return piece
        if kind == "seat" and 0 < piece <= len(self.names):
            return self.names[piece - 1]
        return self.program.value_text(piece, kind)
