"""The workshop: check, upload, simulate and solve descriptions that people write in the page, and
answer what its editor asks."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from . import records
from .catalogue import languages
from .client import Refusal
from .engine.interface import Busy, GameRef, Refused, TableFault
from .http_base import address, body, check_banned, context, costly, json, number, person_of
from .http_games import known_game
from .hub import Hub
from .limits import TooMany
from .security import new_id
from .texts import plain

FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .()-]{0,79}")
MOST_FILES = 20
MOST_GAMES = 10_000
SECONDS = 10.0  # of a search or a check by play
FRESH = 300.0  # seconds in which somebody may still open a table for an upload


class Description(msgspec.Struct, forbid_unknown_fields=True):
    """A description: its text, and other files that it names."""

    text: str
    language: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=80)] = ""
    files: dict[str, str] = {}


class Point(Description, kw_only=True):
    """A point of a description: an offset in code points in one of its files, usually the first."""

    offset: Annotated[int, Meta(ge=0)]
    file: Annotated[str, Meta(max_length=80)] = ""


def _ref(hub: Hub, asked: Description, name: str) -> GameRef:
    """A description as a game for the engine."""
    known = {each["name"]: each["suffixes"][0] for each in languages()}
    if asked.language not in known:
        raise Refusal("invalid", f"unknown language '{asked.language}'")
    first = asked.name or f"game{known[asked.language]}"
    if "." not in first:
        first += known[asked.language]
    if len(asked.files) > MOST_FILES:
        raise Refusal("too_large", f"more than {MOST_FILES} files")
    for file in (first, *asked.files):
        if not FILE.fullmatch(file):
            raise Refusal("invalid", f"'{file[:80]}' is not a valid file name")
    if first in asked.files:
        raise Refusal("invalid", f"duplicate file '{first}'")
    size = len(asked.text) + sum(map(len, asked.files.values()))
    most = hub.config.limits.upload
    if size > most:
        raise Refusal("too_large", f"the description is larger than {most:,} characters")
    return GameRef(name, asked.language, {first: asked.text, **asked.files})


async def check(request: Request) -> Response:
    """The diagnostics of a description."""
    costly(request)
    shared = context(request)
    asked = await body(request, Description)
    game = _ref(shared.hub, asked, f"check {new_id()}")
    with shared.jobs.hold(address(request)):
        return json({"diagnostics": await shared.hub.engine.check(game, address(request))})


async def hover(request: Request) -> Response:
    """What the word at a point of a description means."""
    return await _at_point(request, context(request).hub.engine.hover)


async def complete(request: Request) -> Response:
    """What can be written at a point of a description."""
    return await _at_point(request, context(request).hub.engine.complete)


async def _at_point(
    request: Request, ask: Callable[[GameRef, str, int, str], Awaitable[object]]
) -> Response:
    """The answer of an engine to a question about a point."""
    shared, asker = context(request), address(request)
    if not shared.questions.take(asker):
        raise Refusal("rate", "too many requests; wait a minute")
    asked = await body(request, Point)
    game = _ref(shared.hub, asked, f"point {new_id()}")
    file = asked.file or next(iter(game.files))
    if file not in game.files:
        raise Refusal("invalid", f"unknown file '{file}'")
    if asked.offset > len(game.files[file]):
        raise Refusal("invalid", f"offset {asked.offset} is outside the text")
    with shared.answers.hold(asker):
        return json(await ask(game, file, asked.offset, asker))


async def upload(request: Request) -> Response:
    """Keep a description that has no error, so that tables can be opened for it."""
    costly(request)
    shared, person = context(request), person_of(request)
    hub = shared.hub
    check_banned(hub, person)
    asked = await body(request, Description)
    game = _ref(hub, asked, "")
    name = hub.services.signer.upload_id(game.language, game.files)
    game = msgspec.structs.replace(game, name=name)
    known = await hub.store.read(lambda c: records.get_upload(c, name)) is not None
    if not known:
        await _make_room(hub, person)
    with shared.jobs.hold(address(request)):
        found = await hub.engine.examine(game, address(request))
    if found.info is None:
        problem = {"code": "invalid", "message": "the description has errors"}
        return json({"error": problem, "diagnostics": found.diagnostics}, 400)
    # Whoever leaves the cookie out is somebody new each time, but has the same address.
    size = 0 if known else sum(map(len, game.files.values()))
    if not shared.uploads.take(address(request), size):
        raise Refusal("rate", "too much was uploaded from your network today")
    title = plain(str(msgspec.json.decode(found.info)["title"]))[:200]
    await hub.store.write(lambda c: records.put_upload(c, person, game, title))
    kept = {"upload": name, "game": msgspec.Raw(found.info), "diagnostics": found.diagnostics}
    return json(kept, 201)


async def _make_room(hub: Hub, person: int) -> None:
    """Refuse an upload of somebody who has too many, after those without a table are gone."""
    most = hub.config.limits.uploads_per_person
    if await hub.store.read(lambda c: records.upload_size(c, person)) <= most:
        return
    before = time.time() - FRESH
    await hub.store.write(lambda c: records.delete_unused_uploads(c, before, person))
    if await hub.store.read(lambda c: records.upload_size(c, person)) > most:
        raise Refusal("rate", "you have uploaded too much; delete some of your tables")


async def _asked(request: Request) -> GameRef:
    """The game of a query: an upload, or one of the library."""
    hub = context(request).hub
    name = request.query_params.get("upload")
    if name is None:
        return known_game(hub, request.query_params.get("game", ""))
    found = await hub.store.read(lambda c: records.get_upload(c, name[:40]))
    if found is None:
        raise Refusal("not_found", "unknown upload")
    return found


async def simulate(request: Request) -> Response:
    """Play many games; progress and statistics come as server-sent events."""
    costly(request)
    game = await _asked(request)
    games = number(request, "games", 1000, 1, MOST_GAMES)
    seed = number(request, "seed", 0, 0, 2**53 - 1)
    players = number(request, "players", 0, 0, 64) or None
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    events = _simulated(request, game, players, games, seed)
    return StreamingResponse(events, 200, headers, "text/event-stream")


async def _simulated(
    request: Request, game: GameRef, players: int | None, games: int, seed: int
) -> AsyncIterator[bytes]:
    shared = context(request)
    try:
        asker = address(request)
        with shared.jobs.hold(asker):
            async for progress in shared.hub.engine.simulate(game, players, games, seed, asker):
                done = progress.get("done") == progress.get("games") and "result" in progress
                yield _event("result" if done else "progress", progress)
    except (TableFault, Refused) as fault:
        yield _event("failed", {"code": "faulted", "message": str(fault)[:4000]})
    except (Busy, TooMany):
        yield _event("failed", {"code": "busy", "message": "the server is busy; try again"})


def _event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"


async def solve(request: Request) -> Response:
    """Whether a deal can be won."""
    costly(request)
    shared, game = context(request), await _asked(request)
    seed = number(request, "seed", 1, 0, 2**53 - 1)
    asker = address(request)
    with shared.jobs.hold(asker):
        return json(await shared.hub.engine.solve(game, seed, SECONDS, asker))


async def secrets(request: Request) -> Response:
    """Whether a game keeps its secrets, by play."""
    costly(request)
    shared, game = context(request), await _asked(request)
    asker = address(request)
    with shared.jobs.hold(asker):
        return json(await shared.hub.engine.secrets(game, SECONDS, asker))
