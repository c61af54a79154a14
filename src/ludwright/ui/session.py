"""A person at the terminal's table, with files to save to and to load from."""

from __future__ import annotations

from ..table import session
from .files import load_game, position_ending, save_game


class Session(session.Session):
    """One person at a table; the same bot plays in all other seats."""

    @property
    def position_ending(self) -> str:
        """The file ending of saved positions; empty if the language has none."""
        return position_ending(self.game)

    def save(self, file: str) -> str:
        """Write a record, or a position if the file's ending asks for one; returns the message to
        show."""
        return save_game(self.game, self.table, file)

    def load(self, file: str) -> str:
        """Continue the game of a record instead; returns the message to show."""
        if self.resume is None:
            return "cannot load records here"
        found = load_game(self.game, self.seat, self.resume, file)
        if isinstance(found, str):
            return found
        self.sit_at(found)
        return f"loaded {file}"
