"""Signed cookies and links, and the rules that browsers are given for our pages."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without what people confuse
ID_LENGTH = 16  # letters, which are 80 bits
COOKIE = "ludwright"
INVITED = "ludwright-invited"  # seat links that were opened; redeemed by the first connection
COOKIE_SECONDS = 400 * 86_400  # browsers keep no cookie longer
INVITED_SECONDS = 3_600
IMPORT_MAP = re.compile(rb"<script\b[^>]*\btype=[\"']?importmap[\"']?[^>]*>(.*?)</script>", re.S)


def new_id() -> str:
    """A name that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


class Signer:
    """Signs what clients keep for us; each kind with a salt of its own."""

    def __init__(self, secret: str) -> None:
        self._people = URLSafeTimedSerializer(secret, "person")
        self._seats = URLSafeSerializer(secret, "seat")
        self._recovery = URLSafeSerializer(secret, "recovery")
        self._uploads = hashlib.sha256(f"upload {secret}".encode()).digest()
        self.internal = hashlib.sha256(f"relay {secret}".encode()).hexdigest()

    def upload_id(self, language: str, files: Mapping[str, str]) -> str:
        """A name for a description that nobody guesses, the same for the same texts."""
        texts = msgspec.json.encode([language, *files.items()])
        digest = hmac.digest(self._uploads, texts, "sha256")
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:ID_LENGTH])

    def cookie(self, person: int) -> str:
        """The cookie of a person."""
        return _text(self._people.dumps(person))

    def person(self, cookie: str) -> int | None:
        """The person of a cookie."""
        try:
            person = self._people.loads(cookie, max_age=COOKIE_SECONDS)
        except BadData:
            return None
        return person if type(person) is int and 0 < person < 2**53 else None

    def seat_token(self, table: str, seat: int, nonce: str) -> str:
        """The invitation to a seat."""
        return _text(self._seats.dumps([table, seat, nonce]))

    def seat(self, token: str) -> tuple[str, int, str] | None:
        """The table, seat and nonce of an invitation."""
        match self._loaded(self._seats, token):
            case [str() as table, int() as seat, str() as nonce]:
                return table, seat, nonce
        return None

    def recovery_token(self, person: int, code: str) -> str:
        """What lets another browser become the same person."""
        return _text(self._recovery.dumps([person, code]))

    def recovered(self, token: str) -> tuple[int, str] | None:
        """The person and the code of a recovery link."""
        match self._loaded(self._recovery, token):
            case [int() as person, str() as code]:
                return person, code
        return None

    def _loaded(self, serializer: URLSafeSerializer, token: str) -> Any:
        try:
            return serializer.loads(token[:1000])
        except BadData:
            return None


def _text(signed: str | bytes) -> str:
    return signed.decode() if isinstance(signed, bytes) else signed


# ---- origins -------------------------------------------------------------------------------------


def same_origin(headers: Mapping[str, str], scheme: str, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        # Browsers send it with every WebSocket and every request that changes something; other
        # programs, which hold no cookie of anybody, do not.
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in allowed:
        return True
    host = headers.get("host", "")
    parts = split_url(origin)
    if parts is None:
        return False
    secure = scheme in ("https", "wss")
    return parts.netloc == host and bool(host) and (parts.scheme == "https") == secure


def split_url(url: str) -> SplitResult | None:
    """The parts of an address; None if it is none."""
    try:
        return urlsplit(url)
    except ValueError:
        return None


# ---- headers -------------------------------------------------------------------------------------


def policy(page: bytes) -> str:
    """The content security policy of a page. Import maps have to be inline, so theirs are allowed
    by their hashes; no other inline script is."""
    hashes = [
        "'sha256-" + base64.b64encode(hashlib.sha256(found).digest()).decode() + "'"
        for found in IMPORT_MAP.findall(page)
    ]
    return "; ".join(
        [
            "default-src 'none'",
            " ".join(["script-src 'self'", *hashes]),
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # seat links must not travel to other sites
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
