"""Renaming what a name denotes, in all files of all games that share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..diagnostics import ERROR, Span
from ..languages.names import FILE, Mention
from .analysis import Analysis, Document, analysed

LONGEST_NAME = 80

Edits = Mapping[str, Mapping[Span, str]]
"""New texts of locations, by the key of a file: its path, or its name if it has none."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a name cannot be changed."""

    reason: str


def renamable(analyses: Sequence[Analysis], mention: Mention) -> Mention | Refused:
    """A name, if it can be changed: one that is declared in one of the games that share it."""
    if mention.kind == FILE:
        return Refused("files are renamed on the disk")
    every = (each for analysis in analyses for each in analysis.mentions(mention.key))
    if not any(each.declares for each in every):
        return Refused(f"'{mention.name}' is not declared in this game")
    return mention


def renamed(
    analyses: Sequence[Analysis], mention: Mention, new: str
) -> dict[Path | str, dict[Span, str]] | Refused:
    """The edits that rename what a mention denotes in some games, of which the first is the one
    that contains it. Each game must mean the same afterwards."""
    refused = renamable(analyses, mention)
    if isinstance(refused, Refused):
        return refused
    if not new.strip() or len(new) > LONGEST_NAME or not new.isprintable():
        return Refused(f"'{new[:LONGEST_NAME]}' is not a valid name")
    if new == mention.name:
        return {}
    other = (mention.kind, mention.scope, new)
    edits: dict[Path | str, dict[Span, str]] = {}
    for analysis in analyses:
        taken = [each for each in analysis.mentions(other) if each.declares]
        if taken:
            at = taken[0].span
            return Refused(f"duplicate {mention.kind} '{new}': declared at {at.file}:{at.line}")
        for each in analysis.mentions(mention.key):
            place = analysis.path(each.span.file) or each.span.file
            edits.setdefault(place, {})[each.span] = new
    texts = {place: _edited(place, changes, analyses) for place, changes in edits.items()}
    for analysis in analyses:
        wrong = _change_of_meaning(analysis, mention, other, texts)
        if wrong:
            return Refused(wrong)
    return edits


def _edited(place: Path | str, changes: Mapping[Span, str], analyses: Sequence[Analysis]) -> str:
    """The new text of a file."""
    name, lines = next(
        (name, lines)
        for analysis in analyses
        for name, lines in analysis.sources.items()
        if (analysis.path(name) or name) == place
    )
    text = lines.text
    # Locations of other games may have another name of the same file.
    ranges = {lines.range(replace(span, file=name)): new for span, new in changes.items()}
    for (start, end), new in sorted(ranges.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _change_of_meaning(
    before: Analysis, mention: Mention, key: tuple[str, str, str], texts: Mapping[Path | str, str]
) -> str:
    """What is wrong in a game with the new texts that was not before."""
    old = before.document.owner or before.document
    text = texts.get(old.path or old.source.name, old.source.text)
    open_texts = {path: new for path, new in texts.items() if isinstance(path, Path)}
    desk = replace(old.desk, texts={**old.desk.texts, **open_texts})
    after = analysed(Document(old.language, replace(old.source, text=text), old.path, desk))
    was = before if before.checked else analysed(before.document)
    new = Counter(_signs(after)) - Counter(_signs(was))
    for found in after.diagnostics:
        if _sign(found.code, found.span) in new and found.severity == ERROR:
            return f"with the name '{key[2]}': {found.message}"
    for found in after.diagnostics:
        if _sign(found.code, found.span) in new:
            return f"with the name '{key[2]}': {found.message}"
    places = {(each.span.file, each.span.line) for each in before.mentions(mention.key)}
    now = {(each.span.file, each.span.line) for each in after.mentions(key)}
    if places != now:
        return f"'{key[2]}' is not a valid {mention.kind} everywhere where '{mention.name}' is"
    return ""


def _sign(code: str, span: Span | None) -> tuple[str, str, int]:
    return code, span.file if span else "", span.line if span else 0


def _signs(analysis: Analysis) -> list[tuple[str, str, int]]:
    return [_sign(each.code, each.span) for each in analysis.diagnostics]
