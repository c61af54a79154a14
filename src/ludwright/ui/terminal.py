"""Which table a terminal gets: a full screen for people, lines of text for everything else."""

from __future__ import annotations

import os
import sys

from .session import Replay, Session


def fills_screen(plain: bool) -> bool:
    """Whether a person sits at a terminal that can show a full screen."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return able and not plain and encoding == "utf8"


def in_colour(no_colour: bool) -> bool:
    """Whether colours are welcome."""
    return not (no_colour or os.environ.get("NO_COLOR"))


def sit_down(session: Session, plain: bool, no_colour: bool) -> None:
    """Play at a table until the game is over or the person leaves."""
    if fills_screen(plain):
        from .screen import play_on_screen

        play_on_screen(session, in_colour(no_colour))
        return
    from .lines import LineTable

    print(f"{session.name}; 'help' tells what you can type")
    LineTable(session).run()


def look_on(replay: Replay, plain: bool, no_colour: bool) -> None:
    """Show a game that was played, step by step."""
    if fills_screen(plain):
        from .screen import replay_on_screen

        replay_on_screen(replay, in_colour(no_colour))
        return
    from .lines import step_through

    step_through(replay)
