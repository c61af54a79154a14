"""A text with everything that editors ask about: its diagnostics and the names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..diagnostics import Diagnostic, Source, Span
from ..languages import LANGUAGES
from ..languages.files import EMPTY_DESK, Desk
from ..languages.language import Language
from ..languages.names import FILE, Mention, recorded
from ..pipeline import Loaded, loads, with_checks
from .text import Lines


@dataclass(frozen=True)
class Document:
    """A text to analyse: its language, its name in diagnostics, its file if it has one, and the
    other texts that are open. One that is part of a game is analysed with its `owner`."""

    language: Language
    source: Source
    path: Path | None = None
    desk: Desk = EMPTY_DESK
    owner: Document | None = None

    @cached_property
    def lines(self) -> Lines:
        """The text by lines."""
        return Lines(self.source.text)

    def with_text(self, text: str) -> Document:
        """The document with another text."""
        return replace(self, source=replace(self.source, text=text))


def document(text: str, language: str, name: str = "<text>") -> Document:
    """A text that is no file."""
    found = next(each for each in LANGUAGES if each.name == language)
    return Document(found, Source(name, text))


@dataclass(frozen=True)
class Analysis:
    """What a document means: the loaded game, and all names in all its files, each with a location
    that covers the name alone. `checked` if all checks have run."""

    document: Document
    loaded: Loaded
    names: tuple[Mention, ...]
    checked: bool

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong in all files."""
        return self.loaded.diagnostics

    @cached_property
    def file(self) -> str:
        """The name of the document in locations."""
        if self.document.owner is None:
            return self.document.source.name
        paths = self.loaded.paths.items()
        return next((name for name, path in paths if path == self.document.path), "")

    @cached_property
    def sources(self) -> Mapping[str, Lines]:
        """All texts that were read, by name."""
        return {each.name: Lines(each.text) for each in reversed(self.loaded.sources)}

    def path(self, file: str) -> Path | None:
        """The file of a source."""
        return self.loaded.paths.get(file)

    def at(self, line: int, column: int, file: str | None = None) -> Mention | None:
        """The name that covers a location, or ends there: the shortest one."""
        wanted = file or self.file
        found = [
            each
            for each in self.names
            if each.span.file == wanted
            and (each.span.line, each.span.column) <= (line, column)
            and (line, column) <= (each.span.end_line, each.span.end_column)
        ]
        # Of two that touch, the one that begins here; declarations before uses.
        return min(found, key=lambda m: (_length(m.span), not m.declares), default=None)

    def mentions(self, key: tuple[str, str, str]) -> tuple[Mention, ...]:
        """All mentions of what a name denotes."""
        return self._by_key.get(key, ())

    def declared(self, kind: str, scope: str = "") -> tuple[Mention, ...]:
        """The declarations of a kind."""
        of_kind = (m for m in self.names if m.declares and (m.kind, m.scope) == (kind, scope))
        return tuple({m.name: m for m in of_kind}.values())

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, str, str], tuple[Mention, ...]]:
        found: dict[tuple[str, str, str], list[Mention]] = {}
        for each in self.names:
            found.setdefault(each.key, []).append(each)
        return {key: tuple(each) for key, each in found.items()}


def _length(span: Span) -> tuple[int, int]:
    return span.end_line - span.line, span.end_column - span.column


def analysed(document: Document, *, checked: bool = True) -> Analysis:
    """Analyse a document; unless `checked`, without the checks of the game as a whole."""
    main, desk = document.owner or document, document.desk
    if document.owner is not None and document.path is not None:
        desk = replace(desk, texts={**desk.texts, document.path: document.source.text})
    with recorded() as found:
        loaded = loads(
            main.source.text,
            main.language.name,
            main.source.name,
            main.path.stem if main.path else "",
            main.path,
            checked=False,
            desk=desk,
        )
    sources = {each.name: Lines(each.text) for each in reversed(loaded.sources)}
    names = tuple(dict.fromkeys(_narrowed(found, sources)))
    analysis = Analysis(document, loaded, names, False)
    return with_all_checks(analysis) if checked else analysis


def with_all_checks(analysis: Analysis) -> Analysis:
    """The same with the diagnostics of all checks."""
    if analysis.checked or analysis.loaded.part:
        return replace(analysis, checked=True)
    return replace(analysis, loaded=with_checks(analysis.loaded), checked=True)


def _narrowed(found: Iterable[Mention], sources: Mapping[str, Lines]) -> Iterable[Mention]:
    """The mentions whose locations contain their name once, narrowed to it: references are recorded
    with what surrounds them, such as quotes or `on.phase.`."""
    for each in found:
        lines = sources.get(each.span.file)
        if lines is None:
            continue
        start, end = lines.range(each.span)
        written = lines.text[start:end]
        if each.kind == FILE or written == each.name:
            yield each
            continue
        # As a whole word: `D` is in `KD,D,none` as a part of `KD`, too.
        pattern = rf"(?<![\w-]){re.escape(each.name)}(?![\w-])"
        places = [match.start() for match in re.finditer(pattern, written)]
        if len(places) == 1 and len(written) < 10_000:
            at = start + places[0]
            span = lines.span(each.span.file, at, at + len(each.name))
            yield replace(each, span=span)
