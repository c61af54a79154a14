"""Games: the catalogue, their pages and pictures, deals of the day, and one's own statistics."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from . import records
from .catalogue import catalogue, folder_of, languages, picture_of, rules_of
from .client import Refusal
from .engine.interface import GameRef, TableFault
from .http_base import context, json, person_of
from .hub import Hub
from .play_commands import LARGEST_DEAL

SAMPLE = 12  # cards shown on a game's page


def known_game(hub: Hub, name: str) -> GameRef:
    """A game of the library, or a file that the operator named."""
    if name not in dict(hub.config.files) and folder_of(name) is None:
        raise Refusal("not_found", f"unknown game '{name[:60]}'")
    return GameRef(name)


async def games(request: Request) -> Response:
    """The catalogue."""
    hub = context(request).hub
    files = [await _file_entry(hub, name) for name, _ in hub.config.files]
    listed = [*files, *catalogue().values()]
    return json({"games": listed, "bots": hub.services.bots, "languages": languages()})


async def _file_entry(hub: Hub, name: str) -> dict[str, Any]:
    """The summary of a file, which has none of its own."""
    entry: dict[str, Any] = {"name": name, "title": name, "players": [1, 1], "file": True}
    entry |= {"genre": "your files", "languages": [], "about": "", "facts": {}}
    try:
        info = msgspec.json.decode(await hub.engine.game_info(GameRef(name), {}, None))
    except TableFault as fault:
        return entry | {"about": str(fault)[:500], "broken": True}
    players = [info["least"], info["most"]]
    return entry | {"title": info["title"], "players": players, "languages": [info["language"]]}


async def game(request: Request) -> Response:
    """The page of a game."""
    hub, name = context(request).hub, request.path_params["name"]
    ref = known_game(hub, name)
    info = msgspec.json.decode(await hub.engine.game_info(ref, {}, None))
    entry = catalogue().get(name.partition(":")[0]) or await _file_entry(hub, name)
    cards = info.pop("cards", {})
    sample = dict(list(cards.items())[:: max(1, len(cards) // SAMPLE)][:SAMPLE])
    picture = f"{hub.config.base}/pictures/{name.partition(':')[0]}.svg"
    page = {"rules": rules_of(name), "info": info, "sample": sample, "picture": picture}
    return json({**entry, "name": name, "options": info.get("options", []), **page})


async def picture(request: Request) -> Response:
    """The picture of a game's table."""
    data = picture_of(request.path_params["name"])
    if data is None:
        raise Refusal("not_found", "no picture")
    headers = {"cache-control": "public, max-age=3600"}
    # A picture opened by itself is a document: nothing in it may run.
    headers["content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(data, 200, headers, "image/svg+xml")


async def daily(request: Request) -> Response:
    """The deal of the day: the same for everybody, another every day (UTC)."""
    name = known_game(context(request).hub, request.path_params["name"]).name
    day = time.strftime("%Y-%m-%d", time.gmtime())
    digest = hashlib.sha256(f"{day} {name}".encode()).digest()
    return json({"game": name, "date": day, "seed": int.from_bytes(digest[:8]) % LARGEST_DEAL})


async def statistics(request: Request) -> Response:
    """How one has fared at a game."""
    hub, person = context(request).hub, person_of(request)
    name = request.path_params["name"][:100]
    rows = await hub.store.read(lambda c: records.results_of(c, person, name))
    return json({"game": name, **summary(rows)})


def summary(rows: Sequence[Any]) -> dict[str, Any]:
    """Games played and won, streaks of wins, and times in seconds."""
    longest = current = 0
    for row in rows:
        current = current + 1 if row["won"] else 0
        longest = max(longest, current)
    won = [row for row in rows if row["won"]]
    return {
        "played": len(rows),
        "won": len(won),
        "streak": current,
        "best_streak": longest,
        "best_time": min((row["seconds"] for row in won), default=None),
        "mean_time": sum(row["seconds"] for row in won) / len(won) if won else None,
        "fewest_moves": min((row["moves"] for row in won), default=None),
        "best_score": max((row["score"] for row in rows if row["score"] is not None), default=None),
        "last": [bool(row["won"]) for row in rows[-20:]],
    }
