"""What all HTTP handlers share: errors as JSON, bodies with limits, and who is asking."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from . import people
from .client import Departure, Refusal
from .engine.interface import Busy, NotOpen, Refused, TableFault
from .hub import Hub
from .limits import Buckets, Slots, TooMany, network
from .security import COOKIE, COOKIE_SECONDS

LOG = logging.getLogger("ludwright.web")
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

STATUS = {
    "invalid": 400,
    "not_allowed": 403,
    "not_found": 404,
    "too_large": 413,
    "rate": 429,
    "busy": 503,
    "slow": 408,
    "faulted": 422,
}


class Context:
    """What the handlers of one server share."""

    def __init__(self, hub: Hub) -> None:
        limits = hub.config.limits
        self.hub = hub
        self.requests = Buckets(limits.requests_per_minute / 60, limits.requests_per_minute)
        self.costly, self.jobs = hub.services.costly, hub.services.jobs
        self.questions = Buckets(limits.questions_per_minute / 60, limits.questions_per_minute)
        # Beside jobs: who is asked often must not be in the way of who is asked for long.
        self.answers = Slots(limits.jobs, limits.jobs_per_address)
        self.uploads = Buckets(limits.uploads_per_address / 86_400, limits.uploads_per_address)
        self.sockets = Slots(limits.sockets, limits.sockets_per_address)


def context(connection: HTTPConnection) -> Context:
    """The context of a request."""
    found: Context = connection.app.state.context
    return found


def address(connection: HTTPConnection) -> str:
    """The network that a request comes from."""
    return network(connection.client.host if connection.client else "")


def json(data: object, status: int = 200) -> Response:
    """A JSON answer that nobody keeps."""
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def error(code: str, message: str) -> Response:
    """An error as JSON."""
    body = {"error": {"code": code, "message": message}}
    return JSONResponse(body, STATUS.get(code, 400), {"cache-control": "no-store"})


def endpoint(work: Endpoint) -> Endpoint:
    """A handler whose refusals become errors."""

    async def answer(request: Request) -> Response:
        try:
            response = await work(request)
        except Refusal as refusal:
            return error(refusal.code, refusal.message)
        except Refused as refused:
            return error(refused.code, str(refused))
        except TableFault as fault:
            return error("faulted", str(fault)[:4000])
        except (Busy, NotOpen, TooMany, Departure):
            return error("busy", "the server is busy; try again")
        except Exception:
            LOG.exception("%s %s failed", request.method, request.url.path)
            context(request).hub.services.count("errors")
            return JSONResponse(
                {"error": {"code": "internal", "message": "the server failed; try again"}}, 500
            )
        return keep_person(request, response)

    return answer


# ---- bodies --------------------------------------------------------------------------------------


async def body(request: Request, kind: type[T]) -> T:
    """The JSON body of a request, checked completely."""
    context_of = context(request)
    most = context_of.hub.config.limits.body
    kind_of_body = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind_of_body != "application/json":
        # A form of another site can send other types without asking, but not this one.
        raise Refusal("invalid", "expected a body of type application/json")
    data = bytearray()
    try:
        async with asyncio.timeout(context_of.hub.config.limits.body_seconds):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise Refusal("too_large", f"the body is larger than {most:,} bytes")
    except TimeoutError:
        raise Refusal("slow", "the body did not arrive in time") from None
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Refusal("invalid", str(problem)[:300]) from None


def number(request: Request, name: str, default: int, least: int, most: int) -> int:
    """A whole number of the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not re.fullmatch("[0-9]{1,16}", text) or not least <= int(text) <= most:
        raise Refusal("invalid", f"{name}: expected a number from {least} to {most}")
    return int(text)


def costly(request: Request) -> None:
    """Count a request that writes or computes; refuse it if there were too many."""
    if not context(request).costly.take(address(request)):
        raise Refusal("rate", "too many requests; wait a minute")


# ---- people --------------------------------------------------------------------------------------


def person_of(connection: HTTPConnection) -> int:
    """The person behind a request; somebody new without a cookie."""
    state = connection.scope.setdefault("ludwright", {})
    if "person" not in state:
        signer = context(connection).hub.services.signer
        known = signer.person(connection.cookies.get(COOKIE, ""))
        state["person"] = known or people.new_person()
        state["new"] = known is None
    return int(state["person"])


def keep_person(request: Request, response: Response, person: int | None = None) -> Response:
    """Give somebody new, or recovered, a cookie."""
    state: dict[str, Any] = request.scope.get("ludwright", {})
    if person is None and not state.pop("new", False):
        return response
    state["new"] = False
    found = context(request).hub
    response.set_cookie(
        COOKIE,
        found.services.signer.cookie(person or state["person"]),
        max_age=COOKIE_SECONDS,
        path=f"{found.config.base}/",
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )
    return response


def check_banned(hub: Hub, person: int) -> None:
    """Refuse a person who is banned."""
    if str(person) in hub.bans:
        raise Refusal("not_allowed", hub.bans[str(person)] or "you are banned")


def guest_name(person: int) -> str:
    """The name of somebody who has not chosen one."""
    return f"Guest {person % 9000 + 1000}"


async def name_of(hub: Hub, person: int) -> str:
    """The name of a person."""
    known = await hub.store.read(lambda c: people.get_person(c, person))
    return (known.name if known else "") or guest_name(person)
