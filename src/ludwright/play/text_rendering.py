"""Rendering of texts, as far as no state is needed: names of cards, zones, seats and values."""

from __future__ import annotations

from typing import NamedTuple

from ..machine import state as m
from ..machine.program import ActionInfo, Program, Text, ValueAt
from .program_cache import PerProgram

NONE = "none"  # an empty list

Piece = int | str | tuple[int | str, ...]
"""A value in a text: a number of its type, or a text in its place; of a list, several."""


class Writing(NamedTuple):
    """An action's text in a notation: the addresses of its values, the indices of those that are
    not plain numbers, and the indices of operands, if all values are operands."""

    text: Text
    values: tuple[ValueAt, ...]
    addresses: tuple[int, ...]
    special: tuple[int, ...]
    operands: tuple[int, ...] | None


class Form(NamedTuple):
    """What the moves of an action share: which operands are tokens, the addresses of operands for
    evaluating its texts, and its notations."""

    tokens: tuple[int, ...]
    addresses: tuple[int, ...]
    writings: dict[str, Writing]


# By the identity of an action, which the program keeps.
_forms: PerProgram[dict[int, Form]] = PerProgram(lambda program: {})


class Wording:
    """Renders moves of a game with the players' names."""

    def __init__(self, program: Program, names: tuple[str, ...]) -> None:
        self.program = program
        self.names = names
        self.trees = bool(program.code[m.P_TREES])  # then a zone's name depends on the state
        self._forms = _forms(program)

    def __reduce__(self) -> tuple[type[Wording], tuple[Program, tuple[str, ...]]]:
        return Wording, (self.program, self.names)

    def form(self, info: ActionInfo) -> Form:
        """What the moves of an action share."""
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
        # These depend on who reads them, or on the state; all others are plain numbers.
        special = (i for i, x in enumerate(values) if x.type in more or x.type.startswith("["))
        operands = tuple(x.parameter for x in values if x.parameter is not None)
        plain = len(operands) == len(values) and not any(x.type.startswith("[") for x in values)
        at = tuple(x.address for x in values)
        return Writing(text, values, at, tuple(special), operands if plain else None)

    def joined(self, text: Text, pieces: tuple[Piece, ...]) -> str:
        """A text with its values filled in."""
        left = iter(pieces)
        return "".join(
            part if isinstance(part, str) else self.piece(next(left), part.type)
            for part in text.parts
        )

    def piece(self, piece: Piece, kind: str) -> str:
        """The text of a value or of a list of values."""
        if isinstance(piece, tuple):
            return " + ".join(self.value(each, kind[1:-1]) for each in piece) or NONE
        return self.value(piece, kind)

    def value(self, piece: int | str, kind: str) -> str:
        """The text of a single value."""
        if isinstance(piece, str):
            return piece
        if kind == "seat" and 0 < piece <= len(self.names):
            return self.names[piece - 1]
        return self.program.value_text(piece, kind)
