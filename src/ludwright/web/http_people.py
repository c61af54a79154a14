"""People without accounts: a name, settings, and a link that opens their games elsewhere."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from . import people
from .client import Refusal
from .http_base import (
    body,
    context,
    costly,
    guest_name,
    json,
    keep_person,
    person_of,
)
from .texts import clean_name


class Me(msgspec.Struct, forbid_unknown_fields=True):
    """What a person wants to be remembered; fields that are left out stay."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    settings: dict[str, Any] | None = None


async def me(request: Request) -> Response:
    """GET: who one is. POST: change it."""
    hub, person = context(request).hub, person_of(request)
    known = await hub.store.read(lambda c: people.get_person(c, person))
    if request.method == "POST":
        costly(request)
        asked = await body(request, Me)
        name = clean_name(asked.name) if asked.name is not None else known.name if known else ""
        settings = asked.settings if asked.settings is not None else known.settings if known else {}
        if len(msgspec.json.encode(settings)) > people.LARGEST_SETTINGS:
            raise Refusal("too_large", "the settings are too large")
        known = await hub.store.write(lambda c: people.put_person(c, person, name, settings))
    return json(
        {
            "person": person,
            "name": known.name if known and known.name else guest_name(person),
            "named": bool(known and known.name),
            "settings": known.settings if known else {},
        }
    )


async def recovery(request: Request) -> Response:
    """A new recovery link; earlier ones are no longer valid."""
    costly(request)
    hub, person = context(request).hub, person_of(request)
    known = await hub.store.read(lambda c: people.get_person(c, person))
    name, settings = (known.name, known.settings) if known else ("", {})
    code = secrets.token_urlsafe(12)
    kept = people.recovery_hash(code)
    await hub.store.write(lambda c: people.put_person(c, person, name, settings, kept))
    token = hub.services.signer.recovery_token(person, code)
    return json({"link": f"{hub.config.base}/recover/{token}"})


async def recover(request: Request) -> Response:
    """Become the person of a recovery link."""
    hub = context(request).hub
    found = hub.services.signer.recovered(request.path_params["token"])
    if found is None:
        raise Refusal("not_found", "this link is not valid")
    person, code = found
    known = await hub.store.read(lambda c: people.get_person(c, person))
    if known is None or not secrets.compare_digest(known.recovery, people.recovery_hash(code)):
        raise Refusal("not_found", "this link is no longer valid")
    if await _sent_by_another_site(request, person):
        # Otherwise any page could replace somebody's cookie, and with it all their games.
        raise Refusal("not_allowed", "to become somebody else here, paste the link as an address")
    request.scope["ludwright"] = {"person": person, "new": False}
    response = RedirectResponse(f"{hub.config.base}/my", 303)
    return keep_person(request, response, person)


async def _sent_by_another_site(request: Request, person: int) -> bool:
    """Whether a page of another site opened a link that would replace somebody who is known."""
    now = person_of(request)
    if now == person or request.headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    return await context(request).hub.store.read(lambda c: people.get_person(c, now)) is not None
