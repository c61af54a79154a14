"""Gathers the pages of the site: written ones with their links rewritten, and generated ones."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import command_pages, diagnostic_pages, game_pages, places, python_pages
from .markdown_links import FENCE, relative, with_links

# What a fence of a page that is run says besides its language (tests/tools/pages.py).
INFO = re.compile(r'^( *`{3,}\w+) +(?:(part|change)="([^"]+)"|none)[ \t]*$', re.MULTILINE)
TITLES = {"part": "from", "change": "change of"}
ROW = re.compile(r"^\|.*$", re.MULTILINE)
SPAN = re.compile(r"`[^`]*`")
NESTED = re.compile(r"^ {2,3}(?=(?:[-*+]|\d+\.) )", re.MULTILINE)
LANGUAGE_OF = {".xml": "xml", ".py": "python", ".md": "markdown"}


@dataclass(slots=True)
class Pages:
    """The Markdown of all pages, and the files beside them, by their places on the site."""

    texts: dict[str, str] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write all of them into an empty folder."""
        for name, text in self.texts.items():
            _made(folder / name).write_text(text, "utf-8")
        for name, content in self.files.items():
            _made(folder / name).write_bytes(content)


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def gather() -> Pages:
    """All pages of the site."""
    found = Pages()
    for path, place in places.assets():
        found.files[place] = path.read_bytes()
    for source, page in places.written().items():
        text = (places.ROOT / source).read_text("utf-8")
        found.texts[page] = _for_site(text, source, page, found)
    _gather_games(found)
    for generated in (python_pages, command_pages, diagnostic_pages):
        found.texts |= generated.pages()
    return found


def _gather_games(found: Pages) -> None:
    found.texts["gallery.md"] = game_pages.overview()
    found.files |= dict(game_pages.pictures())
    for entry in game_pages.games():
        page = places.game_page(entry.name)
        source = f"src/ludwright/library/{entry.name}/ABOUT.md"
        found.texts[page] = game_pages.page(entry, _for_site(entry.about, source, page, found))


def _for_site(text: str, source: str, page: str, found: Pages) -> str:
    """A page of the repository as a page of the site."""
    known = places.pages()

    def moved(link: str) -> str:
        path, mark, anchor = link.partition("#")
        if not path:
            return link
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if target in known:
            return relative(known[target], page) + mark + anchor
        return _other(target, page, found) or link

    return with_links(dressed(text), moved)


def _other(target: str, page: str, found: Pages) -> str:
    """A link to a file that is no page: the game that it describes, or a copy of it."""
    path = places.ROOT / target
    if path.parent.parent == places.LIBRARY and path.parent.name != "shared-xml":
        return relative(places.game_page(path.parent.name), page) + "#description"
    if path.suffix in places.ASSETS and path.is_relative_to(places.DOCS):
        return relative(path.relative_to(places.DOCS).as_posix(), page)
    if not path.is_file():
        return ""
    copy = f"files/{target}.md"
    ticks = "`" * 6
    content = path.read_text("utf-8")
    language = LANGUAGE_OF.get(path.suffix, path.suffix.strip("."))
    found.texts[copy] = f"# {path.name}\n\n`{target}`\n\n{ticks}{language}\n{content}\n{ticks}\n"
    return relative(copy, page)


def dressed(text: str) -> str:
    """A page with fences, lists and tables as Python's Markdown understands them."""

    def titled(match: re.Match[str]) -> str:
        fence, role, file = match.groups()
        return f'{fence} title="{TITLES[role]} {file}"' if role else str(fence)

    parts, at = [], 0
    for fence in FENCE.finditer(text):
        parts += [_flowing(text[at : fence.start()]), INFO.sub(titled, fence[0])]
        at = fence.end()
    return "".join([*parts, _flowing(text[at:])])


def _flowing(text: str) -> str:
    """Text without fences: nested items are indented by four spaces, and in the code of tables a
    bar is itself."""

    def barred(row: re.Match[str]) -> str:
        return SPAN.sub(lambda span: span[0].replace("\\|", "|"), row[0])

    return NESTED.sub("    ", ROW.sub(barred, text))
