"""Commands on source files: format, migrate, and schemas for editors."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..disk import TooLarge, read_whole
from ..ui.completion import games
from ..ui.options import ROOT, option, root_option
from .context import check_overwrite_description, write_file
from .group import BAD, say_problems

if TYPE_CHECKING:
    from ..diagnostics import Source
    from ..languages.language import Language

STDIN = "-"
BOM = "\ufeff"

check_only = option("--check", is_flag=True, help="Write nothing; exit with 1 if it would change.")


@dataclass(frozen=True)
class Text:
    """A text of a language, and where it came from."""

    file: str
    source: Source
    language: Language
    bom: bool = False

    def write(self, text: str, out: str | None = None) -> None:
        """Replace a file, or write another one."""
        write_file(out or self.file, BOM * self.bom + text)


def _read(file: str, language: Language | None = None) -> Text:
    """A text with its language, by the ending of its name; the standard input has no ending, and is
    in the default language if no other is given."""
    from .. import pipeline
    from ..diagnostics import Source
    from ..languages import LANGUAGES
    from ..languages.files import LARGEST_FILE

    by_default = language or next((each for each in LANGUAGES if each.stdin), None)
    language = by_default if file == STDIN else pipeline.language_of(file)
    if language is None:
        endings = ", ".join(s for each in LANGUAGES for s in each.suffixes)
        raise click.BadParameter(f"unknown file type: '{file}'; known: {endings}")
    try:
        data = _stdin() if file == STDIN else read_whole(file, LARGEST_FILE)
    except OSError as error:
        raise click.BadParameter(f"'{file}' cannot be read: {error.strerror}") from None
    except ValueError:
        raise click.BadParameter("not a valid file name") from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise click.BadParameter(f"'{file}' is not UTF-8 text (line {line})") from None
    shown = "<stdin>" if file == STDIN else file
    source = Source(shown, text.removeprefix(BOM))
    return Text(file, source, language, text.startswith(BOM))


def _named(language: str) -> Language:
    """A language by its name."""
    from ..diagnostics import did_you_mean
    from ..languages import LANGUAGES

    known = {each.name: each for each in LANGUAGES}
    if language not in known:
        hint = did_you_mean(language, known) or f"known: {', '.join(known)}"
        raise click.BadParameter(f"unknown language '{language}'; {hint}")
    return known[language]


def _stdin() -> bytes:
    """The standard input, up to a limit."""
    from ..languages.files import LARGEST_FILE

    data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise TooLarge(STDIN, LARGEST_FILE)
    return data


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=games)
@option("--write", is_flag=True, help="Overwrite the files.")
@check_only
@option("--language", metavar="NAME", help="Language of the standard input.  [default: cgml]")
def fmt(files: tuple[str, ...], write: bool, check: bool, language: str | None) -> None:
    """Format game files of any language without changing their meaning.

    Prints the result, or overwrites the file. Comments are kept, and so is the prose of a
    GameSpecDoc. - is the standard input. Files that cannot be parsed are left untouched.
    """
    if write and check:
        raise click.UsageError("--write and --check are mutually exclusive")
    if len(files) > 1 and not (write or check):
        raise click.UsageError("several files require --write or --check")
    if language is not None and STDIN not in files:
        raise click.UsageError("--language applies to the standard input (-) only")
    ctx, chosen = click.get_current_context(), None if language is None else _named(language)
    # A list, so that every file is formatted even after one has failed.
    good = [_formatted(file, write, check, chosen) for file in files]
    if not all(good):
        ctx.exit(BAD)


def _formatted(file: str, write: bool, check: bool, language: Language | None) -> bool:
    """Format one file; whether that is well."""
    from ..diagnostics import Report

    text, report = _read(file, language), Report()
    if text.language.tools.format is None:
        raise click.BadParameter(f"no formatter for {text.language.name} ('{file}')")
    new = text.language.tools.format(text.source, report)
    if new is None:
        say_problems(report.sorted(), [text.source], click.get_current_context())
        return False
    # A byte order mark is removed, which is a change as well.
    changed = new != text.source.text or text.bom
    if check:
        click.echo(f"{text.source.name}: {'would change' if changed else 'fine'}")
        return not changed
    if not write or file == STDIN:
        click.echo(new, nl=False)
    elif changed:
        Text(file, text.source, text.language).write(new)
        click.echo(f"{file}: formatted")
    return True


@click.command()
@click.argument("file")
@option("--write", is_flag=True, help="Overwrite the file.")
@check_only
@option("--out", type=click.Path(dir_okay=False), help="Write to another file.")
@root_option
def migrate(file: str, write: bool, check: bool, out: str | None) -> None:
    """Upgrade a game file to the newest version of its language.

    Reports every change with its line; everything else, comments included, stays as it is. If
    something cannot be upgraded, it says why and writes nothing. - is the standard input.
    """
    from ..diagnostics import Report
    from ..languages.files import Files

    if write + check + (out is not None) > 1:
        raise click.UsageError("--write, --check and --out are mutually exclusive")
    ctx, text, report = click.get_current_context(), _read(file), Report()
    if text.language.tools.migrate is None:
        raise click.BadParameter(f"{text.language.name} has only one version ('{file}')")
    check_overwrite_description(out, text.language.name)
    path = None if file == STDIN else Path(file)
    files = Files(text.source, path, ctx.meta.get(ROOT))
    new = text.language.tools.migrate(text.source, report, files)
    if new is None:
        say_problems(report.sorted(), [text.source], ctx)
        ctx.exit(BAD)
    changes = [f"{at.file}:{at.line}: {what}" for at, what in new.changes]
    # Without a target the new text goes to the standard output, so the changes go to the other.
    aside = not (write or check or out)
    click.echo("\n".join(changes or [f"{text.source.name}: nothing to change"]), err=aside)
    if check and changes:
        ctx.exit(BAD)
    if out or (write and changes and file != STDIN):
        text.write(new.text, out)
    elif aside or (write and file == STDIN):
        click.echo(new.text, nl=False)


@click.command()
@click.argument("language")
@click.argument("kind", required=False)
def schema(language: str, kind: str | None) -> None:
    """Print the schema of a language, for editors.

    A JSON Schema or an XSD. Languages with several kinds of files have one per KIND.
    """
    from ..diagnostics import did_you_mean

    chosen = _named(language)
    kinds = chosen.tools.schemas
    found = chosen.tools.schema if kind is None else kinds.get(kind)
    if found is None and kind is not None and kinds:
        hint = did_you_mean(kind, kinds) or f"known: {', '.join(kinds)}"
        raise click.BadParameter(f"{language} has no file kind '{kind}'; {hint}")
    if found is None:
        raise click.BadParameter(f"no schema for {' '.join(filter(None, (language, kind)))}")
    click.echo(found(), nl=False)
