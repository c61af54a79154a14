"""Commands that work on the text of a game: its layout, its version, the schema for editors."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..disk import TooLarge, read_whole
from ..ui.options import ROOT, option, root_option
from .context import write_file
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
        """Write a new text over the old one, or to another file."""
        write_file(out or self.file, BOM * self.bom + text)


def _read(file: str) -> Text:
    """A text with its language, by the ending of its name; the standard input has a default."""
    from .. import pipeline
    from ..diagnostics import Source
    from ..languages import LANGUAGES
    from ..languages.files import LARGEST_FILE

    by_default = next((each for each in LANGUAGES if each.stdin), None)
    language = by_default if file == STDIN else pipeline.language_of(file)
    if language is None:
        endings = ", ".join(s for each in LANGUAGES for s in each.suffixes)
        raise click.BadParameter(f"no language has files like '{file}'; known: {endings}")
    try:
        data = _stdin() if file == STDIN else read_whole(file, LARGEST_FILE)
    except OSError as error:
        raise click.BadParameter(f"'{file}' can't be read: {error.strerror}") from None
    except ValueError:
        raise click.BadParameter("a file can't have that name") from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise click.BadParameter(f"'{file}' is not UTF-8 text (line {line})") from None
    shown = "<stdin>" if file == STDIN else file
    source = Source(shown, text.removeprefix(BOM))
    return Text(file, source, language, text.startswith(BOM))


def _stdin() -> bytes:
    """What comes in, unless it does not end."""
    from ..languages.files import LARGEST_FILE

    data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise TooLarge(STDIN, LARGEST_FILE)
    return data


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--write", is_flag=True, help="Write over the files.")
@check_only
def fmt(files: tuple[str, ...], write: bool, check: bool) -> None:
    """Bring game files into one layout, without changing what they say.

    Prints the text of a file, or writes it over the file. - is the standard input. Files that
    can't be read are left alone.
    """
    if write and check:
        raise click.UsageError("--write and --check exclude each other")
    if len(files) > 1 and not (write or check):
        raise click.UsageError("several files need --write or --check")
    ctx = click.get_current_context()
    good = [_formatted(file, write, check) for file in files]
    if not all(good):
        ctx.exit(BAD)


def _formatted(file: str, write: bool, check: bool) -> bool:
    """Format one file; whether that is well."""
    from ..diagnostics import Report

    text, report = _read(file), Report()
    if text.language.format is None:
        raise click.BadParameter(f"there is no formatter for {text.language.name} yet ('{file}')")
    new = text.language.format(text.source, report)
    if new is None:
        say_problems(report.sorted(), [text.source], click.get_current_context())
        return False
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
@option("--write", is_flag=True, help="Write over the file.")
@check_only
@option("--out", type=click.Path(dir_okay=False), help="Write to another file.")
@root_option
def migrate(file: str, write: bool, check: bool, out: str | None) -> None:
    """Write a game file in the newest version of its language.

    Tells every change, line by line; what need not change is left as it is, with all comments.
    If something can't be upgraded, it says why and writes nothing. - is the standard input.
    """
    from ..diagnostics import Report
    from ..languages.files import Files

    if write + check + (out is not None) > 1:
        raise click.UsageError("--write, --check and --out exclude each other")
    ctx, text, report = click.get_current_context(), _read(file), Report()
    if text.language.migrate is None:
        raise click.BadParameter(f"{text.language.name} has only one version ('{file}')")
    path = None if file == STDIN else Path(file)
    files = Files(text.source, path, ctx.meta.get(ROOT))
    new = text.language.migrate(text.source, report, files)
    if new is None:
        say_problems(report.sorted(), [text.source], ctx)
        ctx.exit(BAD)
    told = [f"{at.file}:{at.line}: {what}" for at, what in new.changes]
    aside = not (write or check or out)
    click.echo("\n".join(told or [f"{text.source.name}: nothing to change"]), err=aside)
    if check and told:
        ctx.exit(BAD)
    if out or (write and told and file != STDIN):
        text.write(new.text, out)
    elif aside or (write and file == STDIN):
        click.echo(new.text, nl=False)


@click.command()
@click.argument("language")
@click.argument("kind", required=False)
def schema(language: str, kind: str | None) -> None:
    """Print the schema of a language, for editors.

    It is a JSON Schema or an XSD. Languages with several kinds of files have one for each KIND.
    """
    from ..diagnostics import did_you_mean
    from ..languages import LANGUAGES

    known = {each.name: each for each in LANGUAGES}
    if language not in known:
        hint = did_you_mean(language, known) or f"known: {', '.join(known)}"
        raise click.BadParameter(f"there is no language '{language}'; {hint}")
    kinds = known[language].schemas
    found = known[language].schema if kind is None else kinds.get(kind)
    if found is None and kind is not None and kinds:
        hint = did_you_mean(kind, kinds) or f"known: {', '.join(kinds)}"
        raise click.BadParameter(f"{language} has no files of the kind '{kind}'; {hint}")
    if found is None:
        raise click.BadParameter(
            f"there is no schema for {' '.join(filter(None, (language, kind)))}"
        )
    click.echo(found(), nl=False)
