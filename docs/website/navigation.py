"""The navigation: which pages belong together, and in which order."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import game_pages, python_pages
from .markdown_links import links

# Each section with its pages; a folder stands for all pages in it that are not named elsewhere.
# What is not there yet is left out.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Start": ("index.md", "install.md", "table.md", "web.md", "editors.md"),
    "Tutorial": ("tutorial/",),
    "Guides": ("guides/",),
    "How-to": ("howto/",),
    "Reference": ("reference/", "languages/"),
    "Gallery": ("gallery.md",),
    "Python": ("python.md", *map(python_pages.place, python_pages.PAGES)),
    "Commands": ("commands.md", "command-line.md"),
    "Diagnostics": ("diagnostics.md", "diagnostics/"),
    "Laboratory": (
        "lab.md",
        "players.md",
        "arena.md",
        "learning.md",
        "equilibrium.md",
        "solver.md",
        "scale.md",
        "speed.md",
        "openspiel.md",
        "benchmarks.md",
    ),
    "Project": (
        "architecture.md",
        "mapping.md",
        "protocol.md",
        "contributing.md",
        "tests.md",
        "renamed.md",
        "changelog.md",
    ),
}
# Pages that others lead to: games from the gallery, sources from where they are named.
OUT = ("files/",)
LANGUAGE_ORDER = ("cgml", "sgdl", "rulexml", "gamespec")
TITLE = re.compile(r"^# +(.+?)(?: *\{[^}]*\})? *$", re.MULTILINE)
MARKS = re.compile(r"[`*]")


def navigation(texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """The navigation as mkdocs.yml writes it: sections with titled pages."""
    found: list[dict[str, Any]] = []
    for section, names in SECTIONS.items():
        entries: list[Any] = [
            {title_of(texts[page]): page} for page in _pages(names, texts, section)
        ]
        if section == "Gallery":
            entries += game_pages.navigation()
        if entries:
            found.append({section: entries})
    return found


def _pages(names: Iterable[str], texts: Mapping[str, str], section: str) -> Iterator[str]:
    elsewhere = {name for others in SECTIONS.values() for name in others}
    for name in names:
        if name.endswith("/"):
            yield from _folder(name, [page for page in texts if page not in elsewhere], texts)
        elif name in texts:
            yield name


def _folder(folder: str, pages: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """The pages of a folder: its index, those that it links to in that order, the others by name,
    languages in their usual order."""
    there = [page for page in pages if page.startswith(folder)]
    first = [page for page in there if posixpath.basename(page) in ("index.md", "README.md")]
    linked = [
        posixpath.normpath(posixpath.join(folder, link.partition("#")[0]))
        for page in first
        for link in links(texts[page])
    ]

    def rank(page: str) -> tuple[int, int, str]:
        name = posixpath.basename(page).removesuffix(".md")
        language = LANGUAGE_ORDER.index(name) if name in LANGUAGE_ORDER else len(LANGUAGE_ORDER)
        return linked.index(page) if page in linked else len(linked), language, page

    return [*first, *sorted((page for page in there if page not in first), key=rank)]


def title_of(text: str) -> str:
    """The title of a page."""
    found = TITLE.search(text)
    return MARKS.sub("", found[1]) if found else "?"


def placed(entries: Iterable[Any]) -> Iterator[str]:
    """The pages of a navigation."""
    for entry in entries:
        for value in entry.values():
            if isinstance(value, str):
                yield value
            else:
                yield from placed(value)
