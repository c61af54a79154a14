"""The page of the command line: the whole help of every command, from the commands themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from ludwright.cli import cli

PAGE = "command-line.md"
HEAD = """\
# All commands

What `ludwright COMMAND --help` prints. [The introduction](commands.md) says what the commands are
for, with examples. GAME is a library name (`ludwright games`) or a file. Exit codes: 0 fine, 1 the
game or the result is bad, 2 wrong usage.
"""
ESCAPED = re.compile(r"([|*_])")


def pages() -> dict[str, str]:
    """The page."""
    parts = [HEAD]
    for name, command in cli.commands.items():
        parts += _described(command, ("ludwright", name), 2)
    return {PAGE: "\n\n".join(parts) + "\n"}


def _described(command: click.Command, path: tuple[str, ...], level: int) -> Iterator[str]:
    """A command and, if it is a group, its parts."""
    context = click.Context(command, info_name=" ".join(path))
    title = " ".join(path[1:])
    yield f"{'#' * level} {title} {{ #{'-'.join(path[1:])} }}"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{' '.join(path)} {usage}\n```"
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        # Click leaves the lines of a paragraph as they are behind this mark.
        kept = paragraph.startswith("\b\n")
        yield f"```text\n{paragraph[2:]}\n```" if kept else _escaped(paragraph)
    if found := _options(command, context):
        rows = "\n".join(found)
        yield f'<div class="options" markdown>\n\n| option | |\n|---|---|\n{rows}\n\n</div>'
    if isinstance(command, click.Group):
        for name, part in command.commands.items():
            yield from _described(part, (*path, name), level + 1)


def _options(command: click.Command, context: click.Context) -> list[str]:
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    return [
        f"| {' '.join(f'`{part}`' for part in name.split('  '))} | {_escaped(help)} |"
        for name, help in filter(None, records)
    ]


def _escaped(text: str) -> str:
    """Help as Markdown: the marks in it mean themselves."""
    return ESCAPED.sub(r"\\\1", text.replace("<", "&lt;"))
