"""The gallery: an overview with small pictures, and a page per library game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gallery import LANGUAGES, Entry, entries

from ludwright.table.rules_page import NOTES, read_page

from .facts_in_words import rows
from .places import LIBRARY, game_page

OVERVIEW = """\
# Gallery

{count} games, each with its rules, a picture of its table, what was measured about it, and the
description from which all of that is made. `ludwright games` lists them in the terminal; `make
play` opens the web table, where all of them can be played.
"""
TRY = """\
```sh
ludwright play {name}
ludwright serve --game {name}
ludwright simulate {name} --games 1000 --seed 1
```

`play` is the terminal, `serve` the web table in your browser.{more}
"""
SUFFIXES = {".cgml": "cgml", ".sgdl": "sgdl", ".xml": "rulexml", ".md": "gamespec"}
FENCES = {"cgml": "yaml", "sgdl": "sgdl", "rulexml": "xml", "gamespec": "markdown"}
FENCE = "`" * 6


def overview() -> str:
    """The page of all games, by kind."""
    found = entries()
    parts = [OVERVIEW.format(count=sum(map(len, found.values())))]
    for section, games in found.items():
        cards = "\n\n".join(map(_card, games))
        parts.append(f'## {section}\n\n<div class="games" markdown>\n\n{cards}\n\n</div>\n')
    return "\n".join(parts)


def games() -> Iterator[Entry]:
    """All games of the library."""
    for section in entries().values():
        yield from section


def _card(entry: Entry) -> str:
    """A game as a link with its picture, title, players and description."""
    title, name = entry.rules.title, entry.name
    players = "1 player" if entry.players == "1" else f"{entry.players} players"
    return (
        f'[![]({name_of_picture(name)}){{ loading=lazy width="320" height="200" }} **{title}**'
        f" *{players}* {entry.description}]({game_page(name)}){{ .game }}"
    )


def name_of_picture(name: str) -> str:
    """The place of a game's picture on the site."""
    return game_page(name).replace(".md", ".svg")


def pictures() -> Iterator[tuple[str, bytes]]:
    """The pictures of all games, with their places."""
    for file in sorted(LIBRARY.glob("*/picture.svg")):
        yield name_of_picture(file.parent.name), file.read_bytes()


def navigation() -> list[dict[str, Any]]:
    """The games for the navigation, by kind."""
    return [
        {section: [{entry.rules.title: game_page(entry.name)} for entry in games]}
        for section, games in entries().items()
    ]


def page(entry: Entry, about: str) -> str:
    """The page of a game, whose rules page is given with links as the site needs them."""
    rules = read_page(about)
    players = "one" if entry.players == "1" else entry.players
    languages = ", ".join(LANGUAGES[each] for each in entry.languages)
    parts = [
        f"# {rules.title}",
        f"*{rules.line}*" if rules.line else "",
        f"![The table of {rules.title}]({entry.name}.svg){{ .table-picture }}",
        f"**Players**: {players} · **Kind**: {entry.genre} · **Written in**: {languages}",
        *(f"## {heading}\n\n{body}" if heading else body for heading, body in rules.sections
          if heading != NOTES),
        f"## Try it\n\n{_commands(entry)}",
        f"## Measured\n\n{_measured(entry.name)}",
        f"## Description\n\n{_description(entry)}",
        _folded("Author's notes", rules.section(NOTES)),
    ]  # fmt: skip
    return "\n\n".join(filter(None, parts)) + "\n"


def _commands(entry: Entry) -> str:
    more = ""
    if "solitaire" in entry.genre:
        more = " `solve` decides whether deals can be won, where the game is one that it can solve."
    elif entry.players != "1":
        more = " Bots of several levels fill the other seats: `--against level-3`."
    return TRY.format(name=entry.name, more=more)


def _measured(name: str) -> str:
    file = LIBRARY / name / "facts.json"
    if not file.is_file():
        return "Not measured yet."
    facts = json.loads(file.read_text("utf-8"))
    lines = ["| | measured | how sure |", "|---|---|---|"]
    lines += [f"| {row.term} | {row.text} | {row.note} |" for row in rows(facts)]
    return "\n".join(lines) + f"\n\nMeasured by `{facts['command']}`; intervals are 95 %."


def _description(entry: Entry) -> str:
    """The files of a game, one tab per language if there are several."""
    files = sorted(
        (file for file in (LIBRARY / entry.name).iterdir() if _is_description(file)),
        key=lambda file: entry.languages.index(SUFFIXES[file.suffix]),
    )
    blocks = []
    for file in files:
        language = SUFFIXES[file.suffix]
        text = file.read_text("utf-8").rstrip("\n")
        block = f'{FENCE}{FENCES[language]} title="{file.name}"\n{text}\n{FENCE}'
        if len(files) > 1:
            block = f'=== "{LANGUAGES[language]}"\n\n{_indented(block)}'
        blocks.append(block)
    return "\n\n".join(blocks)


def _is_description(file: Path) -> bool:
    return file.suffix in SUFFIXES and file.name != "ABOUT.md"


def _folded(title: str, text: str) -> str:
    return f'??? note "{title}"\n\n{_indented(text)}' if text else ""


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
