"""Tests written as Markdown: game texts in fences, with what is wrong as comments in their lines.

A fence is labelled with a language. A comment `error: SG101 "'name'"` or `warning: ...` behind `#`
or in `<!-- -->` announces a diagnostic for its line. The optional part in quotes must occur in the
message or its help: use it for the name concerned, not for the wording. Every diagnostic must be
expected, and every expected one reported, so a fence without such comments must be clean.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.language import Tools

_HEADING = re.compile(r"#+\s+(.*)")
_FENCE = re.compile(r"(`{3,})\s*(\w+)\s*$")
_EXPECTED = re.compile(r'(?:#|<!--)\s*(error|warning):\s*(\w+)(?:\s+"([^"]*)")?')


@dataclass(frozen=True)
class Expected:
    """One diagnostic that must be reported."""

    line: int
    severity: str
    code: str
    part: str

    def fits(self, found: Diagnostic) -> bool:
        """Whether a diagnostic is the expected one."""
        line = found.span.line if found.span else 0
        same = (self.line, self.severity, self.code) == (line, found.severity, found.code)
        return same and self.part in f"{found.message} {found.help}"

    def __str__(self) -> str:
        return f'line {self.line}: {self.severity} {self.code} "{self.part}"'


@dataclass(frozen=True)
class Case:
    """One fence of a Markdown file, under its last heading."""

    file: str
    line: int
    title: str
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title}"

    @property
    def expected(self) -> list[Expected]:
        """What the comments in the text announce."""
        return [
            Expected(number, severity, code, part)
            for number, line in enumerate(self.text.splitlines(), 1)
            for severity, code, part in _EXPECTED.findall(line)
        ]


def cases(paths: Iterable[Path], languages: Iterable[str]) -> list[Case]:
    """All fences of the files that are labelled with one of the languages."""
    known = set(languages)
    return [case for path in paths for case in _cases(path) if case.language in known]


def _cases(path: Path) -> Iterator[Case]:
    title, fence, start = "", None, 0
    body: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if fence is None:
            heading = _HEADING.match(line)
            title = heading[1] if heading else title
            fence, start, body = _FENCE.match(line), number, []
        elif line.rstrip() == fence[1]:
            yield Case(path.name, start, title, fence[2], "\n".join(body) + "\n")
            fence = None
        else:
            body.append(line)
    if fence is not None:
        raise ValueError(f"{path.name}:{start}: this fence is not closed")


def problems(case: Case) -> list[str]:
    """How what is reported for a case differs from what its comments announce."""
    tools: Tools = importlib.import_module(f"ludwright.languages.{case.language}.tools").TOOLS
    report = Report()
    tools.game_of(Source(case.file, case.text), report)
    missing = case.expected
    surplus: list[str] = []
    for found in report.sorted():
        fitting = [expected for expected in missing if expected.fits(found)]
        if fitting:
            missing.remove(fitting[0])
        else:
            place = found.span.line if found.span else 0
            text = f"line {place}: {found.severity} {found.code} {found.message} ({found.help})"
            surplus.append(f"not expected: {text}")
    return surplus + [f"not reported: {expected}" for expected in missing]
