"""Sight: a state as somebody may look at it, with the cards that are hidden from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .errors import TableError
from .events import HIDDEN
from .inspect_state import Looks, changing_values, find_variable, tokens_in, turned, value_of


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card of a zone: its label in the state that is looked at, its name (None if it cannot be
    identified), whether it is seen now, whether it is only a marker, and what its back shows."""

    label: int
    name: str | None
    seen: bool
    anchor: bool
    back: str


class Sight(Looks):
    """Inspection of a state with hidden cards and variables: by a seat, or by the public."""

    seat: int | None
    names: tuple[str, ...]

    def sees_token(self, token: int) -> bool:
        """Whether a token is seen now."""
        raise NotImplementedError

    def identifies(self, token: int) -> bool:
        """Whether a token can be identified: it is seen, or known where it is."""
        raise NotImplementedError

    def knows_token(self, token: int) -> bool:
        """Whether it is known which token a label in the state is, wherever the token is."""
        raise NotImplementedError

    def counts_cards(self, number: int) -> bool:
        """Whether the number of cards in the zone with a number may be known."""
        raise NotImplementedError

    def hides(self, name: str, seat: int | None = None) -> bool:
        """Whether a variable is hidden."""
        raise NotImplementedError

    def cards(self, number: int) -> list[SeenCard]:
        """The cards of the zone with a number, from bottom to top; none if not even their number
        may be known."""
        program = self.program
        tokens = tokens_in(program, self.state, number) if self.counts_cards(number) else []
        return [
            SeenCard(
                token,
                program.tokens[token] if self.identifies(token) else None,
                self.sees_token(token),
                bool(program.look and program.look.anchors[token]),
                program.backs[token],
            )
            for token in tokens
        ]

    def rotations(self, number: int) -> list[Fraction]:
        """The rotation of each card of the zone with a number, from bottom to top."""
        return turned(self.program, self.state, number)

    def changing(self, card: SeenCard) -> dict[str, int | bool | str | None]:
        """The changing properties of a card; {} for one that cannot be identified."""
        if card.name is None:
            return {}
        return changing_values(self.program, self.state, card.label)

    def variable(
        self, name: str, seat: int | None = None, index: int | None = None
    ) -> int | bool | str | None:
        """The value of a variable that is not hidden; of an unknown token, `[]`."""
        value = value_of(self.program, self.state, name, seat, index)
        if self.hides(name, seat):
            who = "a spectator" if self.seat is None else f"seat {self.seat}"
            raise TableError(f"{who} may not read '{name}'")
        info = find_variable(self.program, name)
        if info.type == "token" and value is not None:
            which = seat if info.per_seat or info.per_team else index
            # A label that stands for an unknown token has the name of another one.
            token = self.state.item(info.address + (which or 0))
            return value if self.knows_token(token) else HIDDEN
        return value
