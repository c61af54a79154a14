"""The application: routes, what guards them, and the life of a server process."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from . import (
    http_games,
    http_lists,
    http_operator,
    http_people,
    http_sources,
    http_tables,
    http_workshop,
    pages,
)
from .client import Departure, Refusal
from .config import Config
from .engine.interface import Engine
from .http_base import Context, address, check_banned, context, endpoint, error, name_of, person_of
from .hub import Hub
from .leases import Elsewhere
from .limits import TooMany, network
from .relay import Arrival, Door, relay
from .security import HEADERS, INVITED, same_origin, split_url
from .sockets import attend, goodbye, hello_of
from .store import Store

LOG = logging.getLogger("ludwright.web")
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")


def routes() -> list[BaseRoute]:
    """Every address of a server."""
    table = "/api/tables/{table}"
    found: list[BaseRoute] = [
        Route("/healthz", endpoint(http_operator.healthz)),
        Route("/metrics", endpoint(http_operator.metrics)),
        Route("/api/games", endpoint(http_games.games)),
        Route("/api/games/{name}", endpoint(http_games.game)),
        Route("/api/games/{name}/source", endpoint(http_sources.source)),
        Route("/pictures/{name}.svg", endpoint(http_games.picture)),
        Route("/api/daily/{name}", endpoint(http_games.daily)),
        Route("/api/statistics/{name}", endpoint(http_games.statistics)),
        Route("/api/me", endpoint(http_people.me), methods=["GET", "POST"]),
        Route("/api/me/recovery", endpoint(http_people.recovery), methods=["POST"]),
        Route("/recover/{token}", endpoint(http_people.recover)),
        Route("/api/tables", endpoint(http_lists.tables), methods=["GET"]),
        Route("/api/tables", endpoint(http_tables.create), methods=["POST"]),
        Route("/api/my/tables", endpoint(http_lists.mine)),
        Route(table, endpoint(http_tables.delete), methods=["DELETE"]),
        Route(f"{table}/record", endpoint(http_tables.record)),
        Route(f"{table}/from-here", endpoint(http_tables.from_here), methods=["POST"]),
        Route("/join/{token}", endpoint(http_tables.join)),
        Route("/api/workshop/check", endpoint(http_workshop.check), methods=["POST"]),
        Route("/api/workshop/hover", endpoint(http_workshop.hover), methods=["POST"]),
        Route("/api/workshop/complete", endpoint(http_workshop.complete), methods=["POST"]),
        Route("/api/workshop/templates", endpoint(http_sources.templates)),
        Route("/api/workshop/games", endpoint(http_workshop.upload), methods=["POST"]),
        Route("/api/workshop/simulate", endpoint(http_workshop.simulate)),
        Route("/api/workshop/solve", endpoint(http_workshop.solve)),
        Route("/api/workshop/secrets", endpoint(http_workshop.secrets)),
        Route("/static/{path:path}", endpoint(pages.static)),
        WebSocketRoute("/ws/{table}", socket),
    ]
    shown = ("/", "/game/{name}", "/table/{table}", "/workshop", "/my", "/replay/{table}")
    return [*found, *(Route(path, endpoint(pages.page)) for path in shown)]


def application(config: Config, engine: Engine, store: Store, process: str = "") -> Starlette:
    """A server as an application; `process` is its name among several."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub = Hub(store, engine, config, process)
        app.state.context = Context(hub)
        door = Door(hub)
        if not store.local:
            await door.open()
        await engine.start()
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()
            await door.close()
            await engine.stop()

    below = routes()
    if config.base:
        outside = [Route("/healthz", endpoint(http_operator.healthz))]
        below = [
            *outside,
            Route(config.base, endpoint(pages.home)),
            Mount(config.base, routes=below),
        ]
    app = Starlette(routes=below, lifespan=lifespan, exception_handlers={HTTPException: _unknown})
    app.add_middleware(Guard, config=config)
    return app


async def _unknown(request: Request, exception: Exception) -> Response:
    """An address or a method that there is not."""
    assert isinstance(exception, HTTPException)
    code = "not_found" if exception.status_code == 404 else "invalid"
    response = error(code, str(exception.detail).lower())
    response.status_code = exception.status_code
    return response


# ---- before anything else ------------------------------------------------------------------------


FILE_COST = 0.05  # of a request, for a file that is in memory


def _is_file(path: str, base: str) -> bool:
    return path.removeprefix(base).startswith(("/static/", "/pictures/"))


class Guard:
    """Refuses what comes from other pages, from banned addresses, or too often; adds headers."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app = app
        self._config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", "default-src 'none'")
            await send(message)

        connection = HTTPConnection(scope)
        shared = context(connection)
        refusal = self._refusal(connection, shared, scope["method"] in CHANGING)
        # A page consists of dozens of files; most answers are that the browser has them already.
        cost = FILE_COST if _is_file(scope["path"], self._config.base) else 1.0
        if refusal is None and not shared.requests.take(address(connection), cost):
            refusal = Refusal("rate", "too many requests; wait a minute")
        if refusal is not None:
            shared.hub.services.count("refused_requests")
            await error(refusal.code, refusal.message)(scope, receive, with_headers)
            return
        shared.hub.services.count("requests")
        await self._app(scope, receive, with_headers)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        shared = context(connection)
        refusal = self._refusal(connection, shared, True)
        # Everybody at a table hears of each connection, so they have the price of a request.
        if refusal is not None or not shared.requests.take(address(connection)):
            shared.hub.services.count("refused_sockets")
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # an answer 403: no connection
            return
        await self._app(scope, receive, send)

    def _refusal(
        self, connection: HTTPConnection, shared: Context, changes: bool
    ) -> Refusal | None:
        host = connection.client.host if connection.client else ""
        bans = shared.hub.bans
        if host in bans or network(host) in bans:
            return Refusal("not_allowed", bans.get(host) or "this address is banned")
        if not self._knows_host(connection.headers):
            return Refusal("not_allowed", "unknown host name; see --origin")
        scheme = connection.scope["scheme"]
        if changes and not same_origin(connection.headers, scheme, self._config.origins):
            return Refusal("not_allowed", "this request comes from another site")
        return None

    def _knows_host(self, headers: Headers) -> bool:
        """Whether a server for this machine alone is called by its name: a page of another site
        may let its own name point to us."""
        if not is_local(self._config.host):
            return True
        asked = split_url(f"//{headers.get('host', '')}")
        name = (asked.hostname if asked else None) or ""
        allowed = {urlsplit(origin).hostname for origin in self._config.origins}
        return name in LOCAL_NAMES or name in allowed


def is_local(host: str) -> bool:
    """Whether an address is only reachable from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# ---- WebSockets ----------------------------------------------------------------------------------


class SocketLink:
    """A link over a WebSocket."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def receive(self) -> str | bytes | None:
        """The next frame; None at the end."""
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes")

    async def send(self, frame: bytes) -> None:
        """Send a frame as text."""
        try:
            await self._websocket.send_text(frame.decode())
        except WebSocketDisconnect:
            raise OSError("the client is gone") from None

    async def close(self) -> None:
        """End the connection."""
        if self._websocket.application_state == WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await self._websocket.close(1000)


async def socket(websocket: WebSocket) -> None:
    """A connection to a table."""
    shared = context(websocket)
    hub = shared.hub
    person = person_of(websocket)
    invited = tuple(each for each in websocket.cookies.get(INVITED, "").split("|") if each)
    try:
        with shared.sockets.hold(address(websocket)):
            await websocket.accept()
            link = SocketLink(websocket)
            try:
                table, source = websocket.path_params["table"], address(websocket)
                await _connect(hub, link, table, person, invited, source)
            except Departure as departure:
                await goodbye(link, departure)
            except Refusal as refusal:
                await goodbye(link, Departure(refusal.code, refusal.message))
    except TooMany:
        await websocket.close(1013)
    except (WebSocketDisconnect, OSError, RuntimeError):
        pass  # gone in the middle of something
    except Exception:
        LOG.exception("a connection failed")
        hub.services.count("errors")


async def _connect(
    hub: Hub, link: SocketLink, table: str, person: int, invited: tuple[str, ...], source: str
) -> None:
    check_banned(hub, person)
    hello = await hello_of(link)
    found = await hub.find(table)
    if found is None:
        raise Departure("unknown", "there is no such table; it may have been deleted")
    # Links to other tables stay for those.
    own = tuple(each for each in invited if (hub.services.signer.seat(each) or ("",))[0] == table)
    name = await name_of(hub, person)
    if isinstance(found, Elsewhere):
        secret = hub.services.signer.internal
        await relay(link, hub, found, Arrival(secret, table, person, name, own, hello, source))
        await link.close()
    else:
        await attend(link, found, person, name, own, hello, hub.config.limits, source)
