"""Checks the links of the built site: each leads to a file of it, and to a name in that file."""

from __future__ import annotations

import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:|//")
LINKING = ("href", "src")


class _Reader(HTMLParser):
    """The names in a page, and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect ids, and targets of links, images, scripts and styles."""
        for key, value in attrs:
            if value is None:
                continue
            if key == "id" or (tag == "a" and key == "name"):
                self.names.add(value)
            elif key in LINKING:
                self.links.add(value)
                if tag != "a":
                    self.loaded.add(value)


def broken(site: Path) -> list[str]:
    """The internal links of a site that lead nowhere, and files that come from elsewhere."""
    pages: dict[str, _Reader] = {}
    for file in sorted(site.rglob("*.html")):
        reader = pages[file.relative_to(site).as_posix()] = _Reader()
        reader.feed(file.read_text("utf-8"))
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    found = []
    for page, reader in pages.items():
        # The page of missing pages is served at any address, so its links are absolute.
        for link in sorted(reader.links) if page != "404.html" else ():
            if EXTERNAL.match(link):
                if link in reader.loaded and not link.startswith("data:"):
                    found.append(f"{page}: {link} is loaded from elsewhere")
                continue
            path, _, anchor = link.partition("#")
            path = unquote(path.partition("?")[0])
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            target = page if not path else target
            target = "index.html" if target == "." else target
            if target not in files:
                found.append(f"{page}: {link} leads to no file")
            elif anchor and target in pages and unquote(anchor) not in pages[target].names:
                found.append(f"{page}: {link} leads to nothing in that page")
    return found
