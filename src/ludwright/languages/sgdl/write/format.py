"""`fmt` for SGDL: the layout of `printer.py`, with all words and comments as written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....diagnostics import Report, Source, declare
from ..read.lines import Line, raw_lines, split
from ..read.sections import SECTIONS, parse
from ..read.tree import File
from .conditions import LEVEL, texts

LAYOUT = declare(
    "SG601",
    "layout cannot be changed",
    """`fmt` reads its own output before it returns it. Here the output could not be read: with a
    blank after each comma and four for each level, a line would exceed 2000 characters.""",
)
EXTENDED = "$extended"
OF_RULES = ("$moves", "$auto")
# Sections whose name may stand apart from what follows.
OPEN = (EXTENDED, *OF_RULES)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with words, a comment, or both; `gap` is whether an empty line stands above it, and
    `head` whether it starts a section or a rule that one must stand above."""

    level: int
    code: str
    comment: str
    gap: bool
    head: bool = False

    @property
    def text(self) -> str:
        """The line as it is to be written."""
        return LEVEL * self.level + " ".join(filter(None, (self.code, self.comment)))


def formatted(source: Source, report: Report) -> str | None:
    """The text in canonical layout; None, with a report, if it cannot be read."""
    file = parse(source, report)
    if report.failed:
        return None
    rows = _spaced(_leveled(list(_rows(source, file))))
    text = "".join("\n" * row.gap + row.text + "\n" for row in rows)
    # Only a line that grew can fail: the words are the same as before.
    again = Report()
    parse(Source(source.name, text), again)
    if again.failed:
        message = "the layout of this file cannot be changed: a line would become too long"
        report.error(LAYOUT, source.start, message, "shorten the longest lines")
        return None
    return text


def _rows(source: Source, file: File) -> Iterator[_Row]:
    """The lines of a text that are not empty."""
    words = {raw.span.line: raw for raw in raw_lines(source, Report())}
    rules = {rule.span.line for rule in (*file.moves, *file.auto)}
    gap = False
    for number, whole in enumerate(source.text.splitlines(), 1):
        before, mark, after = whole.partition("#")
        comment = (mark + after).rstrip()
        raw = words.get(number)
        if raw and (raw.text.startswith("$") or number == file.name.span.line):
            yield _Row(0, raw.text, comment, gap, raw.text in SECTIONS.keys() - {EXTENDED})
        elif raw:
            line = split(raw, Report())
            yield _Row(line.level, _code(line), comment, gap, number in rules)
        elif comment:
            # Comments may be indented by any number of blanks: the nearest level counts.
            yield _Row((len(before.replace("\t", LEVEL)) + 2) // len(LEVEL), "", comment, gap)
        gap = not (raw or comment)


def _code(line: Line) -> str:
    """The words of a line, with one blank between them and behind each comma of a set."""
    items = ((item.braced, ", ".join(texts(item.words))) for item in line.items)
    return " ".join(f"{{{text}}}" if braced else text for braced, text in items)


def _leveled(rows: list[_Row]) -> list[_Row]:
    """Comments as deep as the line below, or as the one above if they were indented like it."""
    made, above, below = list[_Row](), [0], 0
    for row in rows:
        above.append(row.level if row.code else above[-1])
    # From the end, as a comment takes the level of the line below it.
    for row, deepest in zip(reversed(rows), reversed(above[:-1]), strict=True):
        below = row.level if row.code else below
        made.append(replace(row, level=max(below, min(row.level, max(below, deepest)))))
    return made[::-1]


def _spaced(rows: list[_Row]) -> list[_Row]:
    """Empty lines before sections and rules, above their comments, and where they were written; but
    none between the name of a section and lines other than rules."""
    spaced = list(rows)
    for number, row in enumerate(rows):
        before = rows[number - 1].code if number else "$"
        if before.startswith("$") and before not in OPEN:
            spaced[number] = replace(row, gap=False)
    for number, row in enumerate(rows):
        first = number
        # Comments directly above a section or rule belong to it, so the empty line goes above them.
        while row.head and first and not rows[first].gap and _remark(rows[first - 1]):
            first -= 1
        opening = not row.code.startswith("$") and rows[first - 1].code in OF_RULES
        if row.head and first and not opening:
            spaced[first] = replace(spaced[first], gap=True)
    return spaced


def _remark(row: _Row) -> bool:
    return not row.code and not row.level
