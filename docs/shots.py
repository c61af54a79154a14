"""Take screenshots of every library game at the web table, and put them on contact sheets.

Starts a server of its own, makes a table of each game over the HTTP interface (bots in the other
seats), and writes `build/shots/`: one PNG per game and size, and a sheet per size. Names of games
as arguments restrict it to these; `name=4` asks for four players.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent
OUT = ROOT / "build" / "shots"
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
SHEETS = {"phone": (240, 7), "desktop": (620, 3)}  # width of a picture, pictures in a row
SETTLED = 700  # milliseconds for bots to move and cards to arrive
SEED = 7
TOO_MANY = 429  # requests of one address within a minute
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port with an empty store; its address."""
    command = "from ludwright.cli import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "web.db")
        running = subprocess.Popen(
            [sys.executable, "-u", "-c", command, "serve", "--port", "0", "--db", store],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            assert running.stdout is not None
            for line in running.stdout:
                if found := re.search(r"http://\S+/", line):
                    yield found[0]
                    return
            raise SystemExit("the server did not start")
        finally:
            running.terminate()
            running.wait(30)


def games(context: BrowserContext, address: str, wanted: Sequence[str]) -> list[tuple[str, int]]:
    """The games to show, each with a number of players."""
    known = context.request.get(f"{address}api/games").json()["games"]
    most = {game["name"]: _players(game) for game in known}
    chosen = [name.partition("=") for name in wanted] or [(name, "", "") for name in sorted(most)]
    return [(name, int(count) if count else most[name]) for name, _, count in chosen]


def _players(game: dict[str, Any]) -> int:
    """Four players where a game allows it: a full table, but not a crowd."""
    players = game["players"]
    least, most = (players["least"], players["most"]) if isinstance(players, dict) else players
    return int(min(max(4, least), most))


def table(context: BrowserContext, address: str, game: str, players: int) -> str:
    """The id of a new table with a person in the first seat and bots in the others."""
    bots = {str(seat): "greedy" for seat in range(1, players)}
    asked: dict[str, Any] = {"game": game, "players": players, "seat": 0, "bots": bots}
    if players == 1:
        asked["seed"] = SEED
    answer = context.request.post(f"{address}api/tables", data=asked)
    while answer.status == TOO_MANY:
        time.sleep(5)
        answer = context.request.post(f"{address}api/tables", data=asked)
    if not answer.ok:
        raise SystemExit(f"{game}: {answer.text()}")
    return str(answer.json()["table"])


def shoot(page: Page, address: str, id: str, file: Path) -> list[str]:
    """Write a screenshot of a table; returns what is wrong with it."""
    # The page is loaded once: a server counts requests, and each load makes dozens.
    if page.url.startswith(address):
        page.evaluate(GO, f"table/{id}")
    else:
        page.goto(f"{address}table/{id}")
    page.wait_for_selector(ON_TABLE, timeout=60_000)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=file)
    found: list[str] = page.evaluate(OUTSIDE)
    return found


ON_TABLE = ".felt .card, .felt .space, .felt .place"
GO = """path => {
  history.pushState(null, '', new URL(path, document.baseURI));
  dispatchEvent(new PopStateEvent('popstate'));
}"""
# Cards and places that reach beyond the felt, and a felt that is wider than the window.
OUTSIDE = """() => {
  const frame = document.querySelector('.felt-frame');
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const found = [];
  if (frame.scrollWidth > frame.clientWidth + 1) found.push('wider than the window');
  if (frame.scrollHeight > frame.clientHeight + 1) found.push('has to be scrolled');
  for (const each of document.querySelectorAll('.felt .card, .felt .place, .felt .space')) {
    const box = each.getBoundingClientRect();
    if (box.left < felt.left - 2 || box.right > felt.right + 2 || box.bottom > felt.bottom + 6)
      found.push(`cut off: ${each.getAttribute('aria-label') ?? each.className}`);
  }
  return found.slice(0, 3);
}"""


def sheet(browser: Browser, size: str, names: Sequence[str]) -> Path:
    """All pictures of a size on one page."""
    width, across = SHEETS[size]
    figures = "".join(
        f'<figure><img width="{width}" src="{name}.{size}.png">'
        f"<figcaption>{name}</figcaption></figure>"
        for name in names
    )
    style = (
        "body{margin:4px;display:flex;flex-wrap:wrap;gap:4px;font:13px sans-serif}figure{margin:0}"
    )
    source = OUT / f"{size}.html"
    source.write_text(f"<!doctype html><style>{style}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": across * (width + 4) + 8, "height": 600})
    page.goto(source.as_uri())
    page.wait_for_load_state("load")
    file = OUT / f"sheet.{size}.png"
    page.screenshot(path=file, full_page=True)
    page.close()
    return file


def main() -> None:
    """Take all screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--dark", action="store_true", help="in the dark theme")
    parser.add_argument("--size", choices=SIZES, action="append")
    asked = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, chromium_sandbox=False, args=list(FLAGS)
        )
        names: list[str] = []
        for size in asked.size or SIZES:
            wide, high = SIZES[size]
            context = browser.new_context(
                viewport={"width": wide, "height": high},
                color_scheme="dark" if asked.dark else "light",
                reduced_motion="reduce",
                has_touch=size == "phone",
            )
            chosen = games(context, address, asked.games)
            names = [name for name, _ in chosen]
            page = context.new_page()
            for name, players in chosen:
                id = table(context, address, name, players)
                for problem in shoot(page, address, id, OUT / f"{name}.{size}.png"):
                    print(f"{name} ({size}): {problem}", flush=True)
                context.request.delete(f"{address}api/tables/{id}")
            context.close()
            print(sheet(browser, size, names).relative_to(ROOT))
        browser.close()


if __name__ == "__main__":
    main()
