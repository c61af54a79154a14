"""The library for the lobby: summaries, facts and rules pages, from the folders of its games."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from ..languages import LANGUAGES
from ..table.rules_page import for_players, summary

LIBRARY = Path(__file__).parent.parent / "library"
SUMMARY, FACTS, PAGE, PICTURE = "about.json", "facts.json", "ABOUT.md", "picture.svg"
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?::[a-z0-9]+)?")
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(.*)")
HEADING = re.compile(r"#+\s+(.*)")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
RULE = re.compile(r"[\s|:-]+")  # the line below the head of a table

Block = dict[str, Any]


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    """The summaries of all games with their facts, by name."""
    found = {}
    for file in sorted(LIBRARY.glob(f"*/{SUMMARY}")):
        entry = json.loads(file.read_text(encoding="utf-8"))
        facts = file.with_name(FACTS)
        entry["facts"] = json.loads(facts.read_text(encoding="utf-8")) if facts.exists() else {}
        page = file.with_name(PAGE)
        if not entry["about"] and page.is_file():
            entry["about"] = summary(page.read_text(encoding="utf-8"))
        found[entry["name"]] = entry
    return found


def languages() -> list[dict[str, Any]]:
    """The languages in which games can be written."""
    return [
        {"name": each.name, "title": each.title, "suffixes": each.suffixes} for each in LANGUAGES
    ]


def folder_of(name: str) -> Path | None:
    """The folder of a library game, whose name may include a language."""
    short = name.partition(":")[0]
    return LIBRARY / short if NAME.fullmatch(name) and short in catalogue() else None


def rules_of(name: str) -> list[Block]:
    """The rules of a library game as blocks, without the notes of its author."""
    folder = folder_of(name)
    page = folder / PAGE if folder else None
    found = page.read_text(encoding="utf-8") if page and page.is_file() else ""
    return blocks(for_players(found)) if found else []


def picture_of(name: str) -> bytes | None:
    """The picture of a library game."""
    folder = folder_of(name)
    file = folder / PICTURE if folder else None
    return file.read_bytes() if file and file.is_file() else None


def blocks(page: str) -> list[Block]:
    """A Markdown page as headings, paragraphs, lists, tables and code; texts keep their emphasis,
    and links only their texts."""
    found: list[Block] = []
    code: list[str] | None = None
    apart = True
    for line in page.splitlines():
        if line.lstrip().startswith("```"):
            if code is None:
                code = []
            else:
                found.append({"kind": "code", "text": "\n".join(code)})
                code = None
            apart = True
        elif code is not None:
            code.append(line)
        else:
            apart = _add(found, line, apart)
    if code:
        found.append({"kind": "code", "text": "\n".join(code)})
    return found


def _add(found: list[Block], line: str, apart: bool) -> bool:
    """Add a line of text to the blocks; returns whether the next one begins a new block."""
    text = LINK.sub(r"\1", line.strip())
    last = found[-1] if found and not apart else {}
    if not text:
        return True
    if heading := HEADING.fullmatch(text):
        found.append({"kind": "heading", "text": heading[1]})
        return True
    if text.startswith("|"):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if last.get("kind") != "table":
            found.append({"kind": "table", "rows": [cells]})
        elif not RULE.fullmatch(text):
            last["rows"].append(cells)
    elif item := ITEM.fullmatch(line):
        if found and found[-1]["kind"] == "items":
            found[-1]["items"].append(LINK.sub(r"\1", item[1]))
        else:
            found.append({"kind": "items", "items": [LINK.sub(r"\1", item[1])]})
    elif last.get("kind") == "items":
        last["items"][-1] += f" {text}"
    elif last.get("kind") == "paragraph":
        last["text"] += f" {text}"
    else:
        found.append({"kind": "paragraph", "text": text})
    return False
