"""The form of a rules page, ABOUT.md: a title, a line on players and time, fixed sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

SECTIONS = (
    "Aim",
    "Players",
    "Cards",
    "Set-up",
    "Play",
    "End",
    "Scoring",
    "Variants",
    "Origin",
)
NOTES = "Author's notes"  # of no use to players: how the description does it

FENCE = re.compile(r"\s*```")
HEADING = re.compile(r"(##?) +(.+?)\s*")
ITALICS = re.compile(r"\*([^*\s](?:[^*]*[^*\s])?)\*")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile(r"[*`]")
SENTENCE = re.compile(r"(?<=[.!?]) ")


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A rules page in parts; `line` has no marks, the texts of sections are Markdown."""

    title: str
    line: str
    sections: tuple[tuple[str, str], ...]

    def section(self, heading: str) -> str:
        """The text below a heading, empty if there is none."""
        return dict(self.sections).get(heading, "")


def read_page(text: str) -> RulesPage:
    """The parts of a page; other text below its title is a section without a heading."""
    title, line, sections = "", "", []
    for level, heading, body in _split(text):
        if level == "#" and not title:
            title, heading = heading, ""
            first, _, rest = body.partition("\n\n")
            if found := ITALICS.fullmatch(" ".join(first.split())):
                line, body = found[1], rest.strip()
            if not body:
                continue
        sections.append((heading, body))
    return RulesPage(title, line, tuple(sections))


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    """The levels and texts of headings of the first and second level, and what is below each."""
    level, heading, body, fenced = "", "", list[str](), False
    for line in (*text.splitlines(), None):
        found = HEADING.fullmatch(line) if line and not fenced else None
        if line is None or found:
            below = "\n".join(body).strip()
            if heading or below:
                yield level, heading, below
        if found:
            level, heading, body = found[1], found[2], []
        elif line is not None:
            fenced ^= bool(FENCE.match(line))
            body.append(line)


def faults_of(text: str) -> list[str]:
    """How a page differs from the form that all pages of the library have."""
    page = read_page(text)
    headings = [heading for heading, _ in page.sections]
    faults = []
    if not page.title:
        faults.append("expected '# Title' at the start")
    if not page.line.endswith("."):
        faults.append("expected a sentence in italics on players, cards and time below the title")
    if headings not in ([*SECTIONS], [*SECTIONS, NOTES]):
        found = ", ".join(heading or "text without a heading" for heading in headings)
        faults.append(f"expected the sections {', '.join(SECTIONS)}; found {found}")
    return [*faults, *(f"'{heading}' is empty" for heading, body in page.sections if not body)]


def for_players(text: str) -> str:
    """A page without the notes of its author."""
    kept = (
        f"{level} {heading}\n\n{body}".strip()
        for level, heading, body in _split(text)
        if heading != NOTES
    )
    return "\n\n".join(kept) + "\n"


def summary(text: str) -> str:
    """The first sentence below the title and the line in italics, without marks."""
    first = next((body for _, body in read_page(text).sections if body), "").partition("\n\n")[0]
    return MARKS.sub("", LINK.sub(r"\1", SENTENCE.split(" ".join(first.split()))[0]))
