"""A person at a browser: what they see, what their browser receives, and how they make moves."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket

Data = dict[str, Any]
Point = tuple[float, float]
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}

# A point where an element of a zone is what a pointer would hit; of a card if `at` is a number.
POINT = """([zone, at]) => {
  const all = [...document.querySelectorAll(`.felt [data-zone="${zone}"]`)]
    .filter((each) => at === null || each.dataset.at === String(at))
    .sort((a, b) => (b.dataset.at ?? -1) - (a.dataset.at ?? -1));
  for (const each of all) {
    each.scrollIntoView({ block: 'nearest' });
    const box = each.getBoundingClientRect();
    for (const down of [0.5, 0.1, 0.9, 0.3, 0.7])
      for (const right of [0.5, 0.1, 0.9, 0.3, 0.7]) {
        const [x, y] = [box.left + box.width * right, box.top + box.height * down];
        const hit = document.elementFromPoint(x, y)?.closest('[data-zone]');
        const same = at === null ? hit?.dataset.zone === String(zone) : hit === each;
        if (same) return [x, y];
      }
  }
  return null;
}"""
FOCUSABLE = """() => [...document.querySelectorAll('.felt [data-focus]')].map((each) => {
  const box = each.getBoundingClientRect();
  const { zone, at } = each.dataset;
  return {
    zone: Number(zone), at: at === undefined ? null : Number(at),
    here: each === document.activeElement,
    x: box.left + Math.min(box.width, 30) / 2, y: box.top + Math.min(box.height, 30) / 2,
  };
})"""
DRAWN = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
)


class Person:
    """Somebody with a browser of their own (or another tab of it) at a server."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.received: list[Data] = []
        self.sent: list[Data] = []
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()  # parts of errors that belong to the test
        self.page.on("websocket", self._connected)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url))

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:")):
            self.errors.append(f"asked for {url}")

    def check(self) -> None:
        """Fail if the page complained, or looked for something elsewhere."""
        bad = [each for each in self.errors if not any(part in each for part in self.expected)]
        assert not bad, bad

    # ---- pages -----------------------------------------------------------------------------------

    def open(self, path: str = "") -> None:
        """Go to a page of the server."""
        self.page.goto(self.address + path)

    def table(self, game: str, **wanted: Any) -> str:
        """Create a table and go there; its id. Without `bots` nobody else has a seat."""
        made = self.create(game, **wanted)
        self.sit(made["table"])
        return str(made["table"])

    def create(self, game: str, **wanted: Any) -> Any:
        """Create a table over HTTP."""
        asked = {"game": game, "bot_pause": 0, **wanted}
        answer = self.context.request.post(f"{self.address}api/tables", data=asked)
        assert answer.ok, answer.text()
        return answer.json()

    def sit(self, table: str) -> None:
        """Go to a table and wait until it is drawn."""
        self.received.clear()
        self.open(f"table/{table}")
        self.page.wait_for_selector(".felt .card, .felt .space, .felt .place, .waiting-room")
        self.drawn()

    def drawn(self) -> None:
        """Wait until what has arrived is drawn."""
        self.page.evaluate(DRAWN)

    def button(self, name: str, exact: bool = True) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def until(self, test: Callable[[], Any], seconds: float = 20) -> None:
        """Wait for something to happen."""
        end = time.monotonic() + seconds
        while not test():
            assert time.monotonic() < end, f"it did not happen; last: {self.received[-1:]}"
            self.page.wait_for_timeout(15)
        self.drawn()

    # ---- what the server said --------------------------------------------------------------------

    def frames(self, t: str) -> list[Data]:
        """The frames of a type that arrived."""
        return [frame for frame in self.received if frame["t"] == t]

    @property
    def states(self) -> list[Data]:
        """The states that arrived, the newest last."""
        return self.frames("state")

    @property
    def state(self) -> Data:
        """The newest state."""
        return next(frame for frame in reversed(self.received) if frame["t"] == "state")

    @property
    def mine(self) -> bool:
        """Whether this person has to choose now, or the game is over."""
        state = self.state
        return state["over"] or state["options"]["kind"] not in ("none", "continue")

    def my_turn(self, seconds: float = 30) -> Data:
        """Wait for one's turn, or the end of the game."""
        self.until(lambda: self.states and self.mine, seconds)
        return self.state

    def place(self, name: str, number: int = 0, owner: int | None = None) -> Data:
        """A place of the newest scene."""
        for place in self.state["scene"]["places"]:
            if (place["name"], place.get("number", 0), place["owner"]) == (name, number, owner):
                return dict(place)
        raise AssertionError(f"no place {name} {number} {owner}")

    def piles(self, zone: int) -> set[int]:
        """The zones of the place that a zone belongs to: of a tree, all its piles."""
        for place in self.state["scene"]["places"]:
            zones = {place["zone"], *(node["zone"] for node in place.get("nodes", ()))}
            if zone in zones:
                return zones
        return {zone}

    def moves(self) -> list[Data]:
        """The listed moves."""
        return list(self.state["options"].get("moves", []))

    # ---- pointers --------------------------------------------------------------------------------

    def point(self, zone: int, at: int | None = None) -> Point:
        """Where a pointer meets a card, or a place and what is in it."""
        found = self.page.evaluate(POINT, [zone, at])
        assert found, f"zone {zone}, card {at} cannot be reached by a pointer"
        return found[0], found[1]

    def click(self, zone: int, at: int | None = None, count: int = 1) -> None:
        """Click a card or a place."""
        self.page.mouse.click(*self.point(zone, at), click_count=count)

    def tap(self, zone: int, at: int | None = None) -> None:
        """Touch a card or a place."""
        self.page.touchscreen.tap(*self.point(zone, at))

    def drag(self, source: tuple[int, int | None], target: int) -> None:
        """Drag a card to a place."""
        self.page.mouse.move(*self.point(*source))
        self.page.mouse.down()
        x, y = self.point(target)
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    # ---- keys ------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self, zones: set[int], at: int | None = None) -> None:
        """Go to a card of some zones, or to what is in them, by Tab and arrows alone."""
        for _ in range(40):
            found = self.page.evaluate(FOCUSABLE)
            if any(each["here"] for each in found):
                break
            self.press("Tab")
        else:
            raise AssertionError("Tab does not lead to the table")
        start = next(i for i, each in enumerate(found) if each["here"])
        goals = [
            i
            for i, each in enumerate(found)
            if each["zone"] in zones and (at is None or each["at"] == at)
        ]
        assert goals, f"zones {zones}, card {at} cannot have the focus"
        self.press(*_path(found, start, set(goals)))

    # ---- moves -----------------------------------------------------------------------------------

    def made(self, act: Callable[[], Any]) -> Data:
        """Do something that makes a move; the frame that was sent, when the answer has arrived."""
        count, at = len(self.sent), self.state["at"]
        act()
        self.until(lambda: len(self.sent) > count)
        self.until(lambda: self.state["at"] > at or self.frames("refused"))
        assert not self.frames("refused"), self.frames("refused")
        return self.sent[count]

    def by_mouse(self, move: Data, double: bool = False) -> None:
        """Make a move with the mouse: drag, click, double click, or a button."""
        sent = self.made(lambda: self._by_mouse(move, double))
        assert sent["t"] == "move" and sent["n"] == move["n"], (sent, move)

    def _by_mouse(self, move: Data, double: bool) -> None:
        source, target = ends(move)
        if source is None:
            self.bare(move)
        elif double:
            self.click(*source, count=2)
        elif target is None:
            self.click(*source)
        else:
            self.drag(source, target)

    def bare(self, move: Data) -> None:
        """Make a move that nothing on the table stands for: by its button, or at the stock."""
        buttons = self.page.locator(".movebar .choices button")
        texts = [text.strip() for text in buttons.all_inner_texts()]
        if texts:
            bare = [each for each in self.moves() if ends(each)[0] is None]
            assert len(texts) >= len(bare), (texts, bare)
            buttons.nth(bare.index(move)).click()
            return
        marked = self.page.locator(".felt [data-zone].marked.back")
        assert marked.count() == 1, f"nothing stands for {move}"
        marked.click()

    def by_keys(self, move: Data) -> None:
        """Make a move with the keyboard alone."""
        sent = self.made(lambda: self._by_keys(move))
        assert sent["t"] == "move" and sent["n"] == move["n"], (sent, move)

    def _by_keys(self, move: Data) -> None:
        source, target = ends(move)
        if source is None:
            self.by_list(move)
            return
        self.focus({source[0]}, source[1])
        self.press("Enter")
        if target is not None:
            self.focus(self.piles(target))
            self.press("Enter")

    def by_list(self, move: Data) -> None:
        """Make a move from the list of all, by keys."""
        self.press("m")
        self.page.wait_for_selector(".dialog input:focus")
        number = self.moves().index(move)
        self.press(*["ArrowDown"] * (number + 1), "Enter")


def ends(move: Data) -> tuple[tuple[int, int | None] | None, int | None]:
    """What a move takes, as zone and position, and the zone where it leads."""
    places = [ref for ref in move["refs"] if ref["k"] in ("card", "zone")]
    if not places:
        return None, None
    first = next((ref for ref in places if ref["k"] == "card"), places[0])
    source = first["zone"], first.get("at")
    zones = [ref["zone"] for ref in places if ref["k"] == "zone" and ref is not first]
    target = zones[-1] if zones and zones[-1] != source[0] else None
    return source, target


def _path(found: list[Data], start: int, goals: set[int]) -> list[str]:
    """The shortest sequence of arrow keys, by what each key is documented to do: go to the nearest
    in its direction."""
    came: dict[int, tuple[int, str]] = {start: (start, "")}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        if here in goals:
            keys = []
            while here != start:
                here, key = came[here]
                keys.append(key)
            return keys[::-1]
        for key in ARROWS:
            there = _nearest(found, here, key)
            if there is not None and there not in came:
                came[there] = here, key
                todo.append(there)
    raise AssertionError(f"arrows do not lead to {[found[i] for i in goals]}")


def _nearest(found: list[Data], start: int, key: str) -> int | None:
    right, down = ARROWS[key]
    x, y = found[start]["x"], found[start]["y"]
    best: tuple[float, int] | None = None
    for i, each in enumerate(found):
        along = (each["x"] - x) * right + (each["y"] - y) * down
        aside = abs((each["x"] - x) * down) + abs((each["y"] - y) * right)
        if i != start and along >= 2 and (best is None or along + aside * 2.5 < best[0]):
            best = along + aside * 2.5, i
    return best[1] if best else None
