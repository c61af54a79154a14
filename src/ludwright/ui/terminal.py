"""Chooses between the full screen and plain text."""

from __future__ import annotations

import os
import sys

from ..table.playback import Replay
from .session import Session


def fills_screen(plain: bool) -> bool:
    """Whether input and output are a terminal that can show a full screen."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
    # Suit symbols and frames need UTF-8.
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return able and not plain and encoding == "utf8"


def in_colour(no_colour: bool) -> bool:
    """Whether colours are wanted; see no-color.org for the variable."""
    return not (no_colour or os.environ.get("NO_COLOR"))


def sit_down(session: Session, plain: bool, no_colour: bool) -> None:
    """Play at a table until the game is over or the person quits."""
    if fills_screen(plain):
        from .screen import play_on_screen  # here, because plain text needs no Textual

        play_on_screen(session, in_colour(no_colour))
        return
    from .lines import LineTable

    print(f"{session.name}; 'help' lists the commands")
    LineTable(session).run()


def look_on(replay: Replay, plain: bool, no_colour: bool) -> None:
    """Step through a played game."""
    if fills_screen(plain):
        from .screen import replay_on_screen

        replay_on_screen(replay, in_colour(no_colour))
        return
    from .lines import step_through

    step_through(replay)
