"""Runs a page of documentation: its files are written, its commands run, what it shows is compared.

Fenced blocks mean the following, in the order of the page and in one folder; a file that has fences
itself is fenced by four backticks:

    ```cgml title="race.cgml"     a whole file; it replaces an earlier one of that name
    ```cgml part="race.cgml"      lines of that file as it is now, in this order
    ```diff change="race.cgml"    a change of it: lines marked with - and + and what is around them
    ```sh                         commands; one that has to fail ends with `# exit 1`
    ```text                       after commands: lines they printed, in this order; ... is whatever
    ```python                     code, in one namespace per page
    ```KIND none                  text that is not run
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from ludwright.cli import cli

FENCE = re.compile(r"^( *)(`{3,})(\w+)?(?: +([^\n]*))?\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)
GIVEN = re.compile(r'(title|part|change)="([^"]+)"')
FAILS = re.compile(r"\s+# exit (\d)$")
ANY = "..."


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its line on the page, its kind, what it does to which file, its text."""

    line: int
    kind: str
    role: str
    file: str
    text: str


def blocks_of(page: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in FENCE.finditer(page):
        indent, _, kind, info, text = found.groups()
        given = GIVEN.search(info or "")
        role, file = given.groups() if given else ("none" if info == "none" else "", "")
        assert given or not info or info == "none", f"unknown: ```{kind} {info}"
        lines = (line.removeprefix(indent) for line in text.splitlines(keepends=True))
        yield Block(page[: found.start()].count("\n") + 1, kind or "", role, file, "".join(lines))


def run_page(page: str, folder: Path) -> None:
    """Run a page in a folder that is the current one; an AssertionError names the line."""
    names: dict[str, Any] = {"__name__": "__page__"}
    printed: str | None = None
    for block in blocks_of(page):
        where = f"line {block.line}"
        before, printed = printed, None
        if block.role == "none":
            continue
        if block.role:
            _file(block, folder / block.file, where)
        elif block.kind == "sh":
            printed = "".join(_command(line, where) for line in block.text.splitlines() if line)
        elif block.kind == "python":
            out = StringIO()
            with redirect_stdout(out):
                exec(compile(block.text, where, "exec"), names)
            printed = out.getvalue()
        elif block.kind == "text":
            if before is not None:
                _shown(block.text, before, where)
        else:
            raise AssertionError(f"{where}: what is ```{block.kind} for? Name its file, or 'none'")


def _file(block: Block, file: Path, where: str) -> None:
    if block.role == "title":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")
        return
    text = file.read_text(encoding="utf-8")
    if block.role == "part":
        _shown(block.text, text, where)
        return
    old = "".join(row[1:] for row in block.text.splitlines(keepends=True) if row[0] in "- ")
    new = "".join(row[1:] for row in block.text.splitlines(keepends=True) if row[0] in "+ ")
    assert text.count(old) == 1, f"{where}: {file.name} has this {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def _command(line: str, where: str) -> str:
    fails = FAILS.search(line)
    program, *arguments = shlex.split(FAILS.sub("", line))
    assert program == "ludwright", f"{where}: {line}"
    result = CliRunner().invoke(cli, arguments, input="")
    assert result.exit_code == int(fails[1] if fails else 0), f"{where}: {line}\n{result.output}"
    return result.output


def _shown(text: str, printed: str, where: str) -> None:
    """Assert that all lines of a text occur in what was printed, in their order."""
    rest = [" ".join(line.split()) for line in printed.splitlines()]
    for line in text.splitlines():
        wanted = " ".join(line.split())
        if wanted in ("", ANY):
            continue
        parts = [re.escape(part) for part in wanted.split(ANY)]
        there = [at for at, row in enumerate(rest) if re.fullmatch(".*".join(parts), row)]
        assert there, f"{where}: this is not shown (any more):\n{line}\n\nprinted:\n{printed}"
        del rest[: there[0] + 1]
