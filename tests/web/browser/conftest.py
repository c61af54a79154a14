"""People at real browsers, at a real server; where Chromium is missing these tests are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tools.web import chromium
from tools.web.person import Person
from tools.web.real_server import RealServer

Visit = Callable[..., Person]


# A running playwright occupies the event loop of its thread, so other folders' tests must not find
# it: hence a scope of this folder, not of the session.
@pytest.fixture(scope="package")
def chromium_here() -> Iterator[tuple[Playwright, Browser]]:
    if why := chromium.missing():
        pytest.skip(why)
    with chromium.browser() as launched:
        yield launched


@pytest.fixture(scope="package")
def server(chromium_here: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    running = RealServer(tmp_path_factory.mktemp("browser"))
    yield running
    running.kill()


@pytest.fixture
def visit(chromium_here: tuple[Playwright, Browser], server: RealServer) -> Iterator[Visit]:
    """Makes people: `visit()` is somebody new, `visit(ada)` another tab of Ada's browser. Options
    are those of a browser context; `device` is one that playwright knows."""
    playwright, browser = chromium_here
    people: list[Person] = []

    def come(who: Person | None = None, device: str = "", **options: Any) -> Person:
        if who:
            people.append(Person(who.context, server.address))
            return people[-1]
        known = dict(playwright.devices[device]) if device else {}
        known.pop("default_browser_type", None)
        usual = {
            "device_scale_factor": 0.5,
            "reduced_motion": "reduce",
            "viewport": {"width": 1000, "height": 660},
        }
        context = browser.new_context(**{**usual, **known, **options})
        context.set_default_timeout(30_000)
        people.append(Person(context, server.address))
        return people[-1]

    yield come
    for context in {person.context for person in people}:
        context.close()
    for person in people:
        person.check()


@pytest.fixture
def ada(visit: Visit) -> Person:
    return visit()


@pytest.fixture
def bob(visit: Visit) -> Person:
    return visit()
