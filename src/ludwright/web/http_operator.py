"""For operators: is the server well, and what is it doing?"""

from __future__ import annotations

import ipaddress
import time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from .client import Refusal
from .http_base import context, json

STARTED = time.time()


async def healthz(request: Request) -> Response:
    """Whether the store can be written: that is what moves need."""
    hub = context(request).hub
    await hub.store.write(lambda connection: None)
    return json({"ok": True, "version": hub.config.version})


async def metrics(request: Request) -> Response:
    """Numbers in the text format of Prometheus; only for this machine itself."""
    client = request.client.host if request.client else ""
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    try:
        local = ipaddress.ip_address(client).is_loopback and not forwarded
    except ValueError:
        local = False
    if not local:
        raise Refusal("not_found", "unknown page")
    shared = context(request)
    numbers = {
        "sockets": shared.sockets.total,
        "jobs": shared.jobs.total,
        "uptime_seconds": time.time() - STARTED,
        **shared.hub.metrics(),
    }
    extra = getattr(shared.hub.engine, "metrics", None)
    if extra is not None:
        numbers |= {f"engine_{name}": value for name, value in extra().items()}
    lines = [f"ludwright_{name} {value:g}\n" for name, value in sorted(numbers.items())]
    return PlainTextResponse("".join(lines), headers={"cache-control": "no-store"})
