"""The page and its files: served from the package, checked by browsers at every use."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .client import Refusal
from .http_base import context, keep_person, person_of
from .security import policy

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain",
    ".toml": "text/plain",
    ".woff2": "font/woff2",
    ".png": "image/png",
}
LEAST_PACKED = 1_000  # bytes; smaller files gain nothing


class File:
    """A file in memory: its bytes, also compressed, and a tag that changes with them."""

    def __init__(self, path: Path, data: bytes) -> None:
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        self.kind = kind or "application/octet-stream"
        self.data = data
        self.tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
        packed = gzip.compress(data, 6) if len(data) >= LEAST_PACKED else data
        self.packed = packed if len(packed) < len(data) else None


class Files:
    """The files of a folder; those that changed are read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        # By the path that a name leads to: there are endlessly many names of one file.
        self._files: dict[Path, tuple[int, int, File]] = {}

    def get(self, name: str) -> File | None:
        """A file by its path in the folder."""
        path = (self._folder / name).resolve()
        if "\0" in name or not path.is_relative_to(self._folder) or not path.is_file():
            return None
        status = path.stat()
        known = self._files.get(path)
        if known and known[:2] == (status.st_mtime_ns, status.st_size):
            return known[2]
        file = File(path, path.read_bytes())
        self._files[path] = status.st_mtime_ns, status.st_size, file
        return file


FILES = Files(STATIC)


def answer(request: Request, file: File, headers: dict[str, str]) -> Response:
    """A file, or that the browser has it already."""
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding", **headers}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    data = file.data
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = file.packed, "gzip"
    return Response(data, 200, headers, file.kind)


async def static(request: Request) -> Response:
    """A file of the page."""
    name = request.path_params["path"]
    try:
        file = FILES.get(name)
    except (OSError, ValueError):  # a name that no file can have
        file = None
    if file is None:
        raise Refusal("not_found", "unknown file")
    return answer(request, file, {})


async def page(request: Request) -> Response:
    """The page, which decides by its address what to show."""
    file = FILES.get("index.html")
    if file is None:
        raise Refusal("not_found", "the page is not installed")
    base = context(request).hub.config.base
    data = file.data.replace(b'<base href="/">', f'<base href="{base}/">'.encode())
    shown = File(STATIC / "index.html", data)
    response = answer(request, shown, {"content-security-policy": policy(data)})
    # Anew at every visit, so that it never expires for those who come back.
    return keep_person(request, response, person_of(request))


async def home(request: Request) -> Response:
    """The address without a slash at its end."""
    return RedirectResponse(f"{context(request).hub.config.base}/", 307)
