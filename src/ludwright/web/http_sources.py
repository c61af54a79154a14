"""Descriptions of library games over HTTP, for the workshop."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from .client import Refusal
from .http_base import json
from .templates import source_of
from .templates import templates as all_templates


async def source(request: Request) -> Response:
    """The description of a game of the library."""
    name = request.path_params["name"]
    found = await run_in_threadpool(source_of, name)
    if found is None:
        raise Refusal("not_found", f"unknown game '{name[:60]}'")
    return json(found)


async def templates(request: Request) -> Response:
    """A small game per language to start from."""
    return json({"templates": await run_in_threadpool(all_templates)})
