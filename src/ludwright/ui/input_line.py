"""The line a person types into on the full screen: part of a move, or a file name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

Submit = Callable[[str], None]


class InputLine:
    """What has been typed so far, and what it is for."""

    def __init__(self) -> None:
        self.text = ""
        self.literal = False  # after a slash: letters are text even if they are command keys
        self.prompt = ""  # what is asked for instead of a move
        self._submit: Submit | None = None
        self._proposed = False  # the text is a proposal, which typing replaces

    @property
    def asks(self) -> bool:
        """Whether something else than a move is asked for."""
        return self._submit is not None

    @property
    def active(self) -> bool:
        """Whether letters are typed: otherwise they are command keys."""
        return bool(self.text) or self.literal or self.asks

    def ask(self, prompt: str, submit: Submit, proposal: str = "") -> None:
        """Ask for a text, with a proposal to accept, replace or edit."""
        self.prompt, self._submit = prompt, submit
        self.text, self._proposed = proposal, bool(proposal)

    def add(self, text: str) -> None:
        """Type some letters."""
        self.text = text if self._proposed else self.text + text
        self._proposed = False

    def erase(self) -> None:
        """Delete the last letter; on an empty line, end literal typing. A proposal is edited."""
        self.literal = self.literal and bool(self.text)
        self.text, self._proposed = self.text[:-1], False

    def clear(self) -> None:
        """Forget what was typed and what was asked for."""
        self.text, self.prompt, self._submit = "", "", None
        self.literal = self._proposed = False

    def answer(self) -> Callable[[], None]:
        """Clear the line, and return what to do with the answer: nothing if it is empty."""
        text, submit = self.text, self._submit
        self.clear()
        return partial(submit, text) if submit and text else lambda: None
