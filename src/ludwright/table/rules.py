"""The rules of a game: the page its author wrote, else a summary of its description."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from .rules_page import for_players

if TYPE_CHECKING:
    from ..game import Game

PAGE = "ABOUT.md"
LARGEST_PAGE = 1_000_000  # bytes
WIDEST = 88
INDENT = "  "
GUTTER = "   "  # between the columns of a table
FENCE = re.compile(r"\s*```")
STARTS = re.compile(r"\s*([-*+] |\d+[.)] |#|>|\|)")  # lines that start a new block
HEADING = re.compile(r"#+ +")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")


def page_beside(file: Path | None, notes: bool = False) -> str:
    """The text of the rules page next to a game's file, or nothing; as written for players, or with
    the notes of its author."""
    path = file.parent / PAGE if file else None
    try:
        if path and path.is_file() and path.stat().st_size <= LARGEST_PAGE:
            text = path.read_text(encoding="utf-8")
            return text if notes else for_players(text)
    except (OSError, ValueError):
        pass
    return ""


def rules_of(game: Game, notes: bool = False) -> list[str]:
    """The rules of a game, one paragraph or list item per line."""
    page = page_beside(game.loaded.path, notes)
    return list(paragraphs(page) if page else described(game))


def paragraphs(page: str) -> Iterator[str]:
    """A Markdown page as plain text: each paragraph, item or heading is one line."""
    fenced = False
    for block in _blocks(page.splitlines()):
        if FENCE.match(block[0]):
            fenced = not fenced
        elif fenced:
            yield from block
        elif block[0].startswith("|"):
            yield from _tabled(block)
        else:
            first, *rest = block
            yield plain(" ".join([first.rstrip(), *(line.strip() for line in rest)]))


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Groups of lines: paragraphs, items and tables."""
    block: list[str] = []
    for line in lines:
        table = bool(block) and block[0].startswith("|") and line.startswith("|")
        apart = not line.strip() or STARTS.match(line) or FENCE.match(line)
        ended = block and (not block[0].strip() or FENCE.match(block[0]))
        if block and not table and (apart or ended):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _tabled(rows: Iterable[str]) -> Iterator[str]:
    """A table as aligned columns, without its separator row."""
    # The first cell may be empty, so only one bar is removed at each end.
    inner = (row.strip().removeprefix("|").removesuffix("|") for row in rows)
    cells = [[plain(cell.strip()) for cell in row.split("|")] for row in inner]
    cells = [row for row in cells if not all(set(cell) <= set("-: ") for cell in row)]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    for row in cells:
        line = GUTTER.join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        yield line.rstrip()


def plain(text: str) -> str:
    """A line of Markdown without marks for emphasis, links, code or headings."""
    text = LINK.sub(r"\1", HEADING.sub("", text, count=1))
    # Emphasis may be nested, so one substitution is not enough.
    while (shorter := EMPHASIS.sub(r"\2", text)) != text:
        text = shorter
    return text.replace("`", "")


def described(game: Game) -> Iterator[str]:
    """A summary of a description: title, players, introduction, and the conditions of actions."""
    from ..play.explain import requirements

    definition = game.definition
    yield definition.name
    yield ""
    least, most = definition.least_players, definition.most_players
    several = f"{least} players" if least == most else f"{least} to {most} players"
    yield "One player." if most == 1 else f"{several}."
    if definition.about:
        yield ""
        yield from paragraphs(definition.about)
    yield ""
    yield "Actions and their conditions:"
    for name, conditions in dict.fromkeys(requirements(game.program())):
        yield f"- {name}"
        yield from (f"{INDENT * (depth + 1)}- {text}" for text, depth in conditions)


def wrapped(lines: Iterable[str], width: int = WIDEST) -> Iterator[str]:
    """The lines of a page, wrapped; list items with a hanging indent. Tables stay as they are."""
    for line in lines:
        if GUTTER in line.strip():
            yield line
            continue
        start = re.match(r"\s*(?:[-*+] |\d+[.)] )?", line)
        indent = " " * (start.end() if start else 0)
        found = textwrap.wrap(
            line, width, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
        )
        yield from found or [""]
