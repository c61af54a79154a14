"""What every formatter promises: the same game, the same comments, and nothing left to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludwright.diagnostics import Report, Source, render
from ludwright.gamedef.canonical import write
from ludwright.languages.files import Files
from ludwright.languages.language import Tools
from ludwright.pipeline import LIBRARY


def fmt(language: Tools, text: str) -> str:
    """A text that can be formatted, in its layout."""
    report, source = Report(), Source("game", text)
    assert language.format is not None
    made = language.format(source, report)
    assert made is not None, "\n".join(render(d, [source]) for d in report.items)
    return made


def refused(language: Tools, text: str) -> list[str]:
    """The codes of the errors for which a text is not formatted."""
    report = Report()
    assert language.format is not None and language.format(Source("game", text), report) is None
    assert report.failed
    return [d.code for d in report.sorted()]


def meaning(language: Tools, text: str, path: Path | None = None) -> str:
    """The game that a text describes, without its places."""
    report, source = Report(), Source("game", text)
    game = language.game_of(source, report, Files(source, path, LIBRARY))
    assert game is not None and not report.failed, report.items[:3]
    return write(game)


def keeps_everything(
    language: Tools, text: str, comments: Callable[[str], list[str]], path: Path | None = None
) -> str:
    """Hold the formatted text to all promises, and return it."""
    made = fmt(language, text)
    assert fmt(language, made) == made
    assert meaning(language, made, path) == meaning(language, text, path)
    assert comments(made) == comments(text)
    return made
