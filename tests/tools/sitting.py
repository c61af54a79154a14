"""People at tables, without a terminal: sessions, screens driven by keys, and what is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache

from textual import events
from textual.pilot import Pilot

import ludwright as lw
from ludwright.play.setup import natural_pace
from ludwright.players import PLAYERS, Advice
from ludwright.table.playback import Replay
from ludwright.ui.play_screen import PlayScreen
from ludwright.ui.replay_screen import ReplayScreen
from ludwright.ui.screen import TableApp
from ludwright.ui.session import Session
from ludwright.ui.widgets import Page


def first_move(view: lw.View) -> list[Advice]:
    """An adviser that has not thought for long."""
    return [Advice(view.legal()[0], 1.0, 0.5)]


@cache
def loaded(name: str) -> lw.Game:
    """A game of the library, read once."""
    return lw.load(name)


def session(name: str, players: int | None = None, seed: int = 7, seat: int = 0) -> Session:
    """A person at a table of the library."""
    game = loaded(name)
    pace = natural_pace(game.program(players))
    return Session(
        game.table(players=players, seed=seed, pace=pace, trace=True),
        seat,
        PLAYERS["random"](),
        adviser=first_move,
        resume=lambda text: game.resume(text, trace=True),
        game=game,
        fresh=lambda: game.table(players=players, seed=seed + 1, pace=pace, trace=True),
    )


class Person:
    """Somebody who presses keys and reads the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text letter by letter."""
        names = {
            " ": "space",
            "/": "slash",
            "-": "minus",
            ">": "greater_than_sign",
            ".": "full_stop",
        }
        driver = self.app._driver
        assert driver is not None
        for letter in text:
            driver.send_message(events.Key(names.get(letter, letter), letter))
        await self.pilot.pause()

    def lines(self) -> list[str]:
        """What the terminal shows."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines())

    def part(self, name: str) -> str:
        """What a part of the screen says."""
        return str(self.app.screen.query_one(f"#{name}").render())

    @property
    def play(self) -> PlayScreen:
        """The screen, which must be one for playing."""
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    @property
    def replay(self) -> ReplayScreen:
        """The screen, which must be one for looking on."""
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    @property
    def page(self) -> str:
        """The text of the page that is open."""
        assert isinstance(self.app.screen, Page)
        return str(self.app.screen.query_one("#page").render())


def at_screen(
    seen: Session | Replay,
    doing: Callable[[Person], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    colour: bool = True,
) -> TableApp:
    """Let somebody do something at a table that fills a terminal."""
    app = TableApp(seen, colour)

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await doing(Person(app, pilot))

    asyncio.run(sit())
    return app
