"""The command that prints manual pages: of diagnostics, and of the constructs of languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from ..ui.completion import offered
from ..ui.options import as_json
from .group import say_json

if TYPE_CHECKING:
    from ..diagnostics import Code
    from ..languages.reference import Construct

MOST_PAGES = 4
"""Of a word with more meanings than that, the meanings are listed."""
WIDTH = 88


class Entry(NamedTuple):
    """A construct and the name of its language."""

    language: str
    construct: Construct

    @property
    def name(self) -> str:
        """What `explain` accepts for this construct alone."""
        return f"{self.language}:{self.construct.id}"


def _offered() -> Iterator[str]:
    """What a shell completes."""
    languages = _languages()
    yield from sorted(_codes())
    yield from languages
    yield from dict.fromkeys(each.construct.name for of in languages.values() for each in of)


@click.command()
@click.argument("word", required=False, shell_complete=offered(_offered))
@as_json
def explain(word: str | None, as_json: bool) -> None:
    """Print the manual page of a diagnostic, such as RT102, or of a word of a language.

    WORD is a diagnostic, a language (its words are listed), or a word such as MOVE_STACK, DEAL or
    addVar, in one language as cgml:DEAL, one meaning of it as sgdl:rules.MOVE. Without WORD, all
    diagnostics are listed.
    """
    codes = _codes()
    if word is None:
        every = [codes[each] for each in sorted({code.code for code in codes.values()})]
        if as_json:
            say_json([each.as_json() for each in every])
        else:
            click.echo("\n".join(f"{each.code}  {each.title}" for each in every))
    elif word.upper() in codes:
        _explain_code(codes[word.upper()], as_json)
    else:
        languages = _languages()
        found = _entries(word, languages)
        if not found:
            hint = _hint(word, codes, languages)
            raise click.BadParameter(f"unknown diagnostic or word '{word}'; {hint}".rstrip("; "))
        _explain_words(found, as_json)


def _codes() -> dict[str, Code]:
    """Every diagnostic, by its code and its other name."""
    from .. import pipeline  # noqa: F401  (declares its own codes)
    from ..diagnostics import ALIASES, CODES
    from ..languages import LANGUAGES
    from ..play import contract, errors, record  # noqa: F401

    for language in LANGUAGES:
        _ = language.tools  # declares those of the language
    return {**CODES, **ALIASES}


def _languages() -> dict[str, list[Entry]]:
    """The constructs of each language."""
    from ..languages import LANGUAGES

    return {
        each.name: [Entry(each.name, c) for c in each.tools.reference().constructs]
        for each in LANGUAGES
        if each.tools.reference
    }


def _explain_code(code: Code, as_json: bool) -> None:
    if as_json:
        say_json(code.as_json())
        return
    click.echo(f"{code.code}: {code.title}\n")
    click.echo(click.wrap_text(code.page, width=WIDTH))
    if code.alias:
        click.echo(f"\nAlso known as {code.alias}.")


def _entries(word: str, languages: dict[str, list[Entry]]) -> list[Entry]:
    """What a word means: a language, a construct by its id, or all with a name."""
    if word.lower() in languages:
        return languages[word.lower()]
    language, colon, name = word.partition(":")
    if not colon or language.lower() not in languages:
        every, name = [entry for each in languages.values() for entry in each], word
    else:
        every = languages[language.lower()]
    by_id = [entry for entry in every if entry.construct.id.lower() == name.lower()]
    exact = [entry for entry in every if entry.construct.name == name]
    return by_id or exact or [e for e in every if e.construct.name.lower() == name.lower()]


def _hint(word: str, codes: dict[str, Code], languages: dict[str, list[Entry]]) -> str:
    from ..diagnostics import did_you_mean

    language, colon, name = word.partition(":")
    if colon and language.lower() in languages:
        return did_you_mean(name, {e.construct.name: 0 for e in languages[language.lower()]})
    words = {e.construct.name: 0 for each in languages.values() for e in each}
    return did_you_mean(word, (*codes, *words, *languages))


def _explain_words(found: list[Entry], as_json: bool) -> None:
    if as_json:
        say_json([{"language": each.language, **each.construct.as_json()} for each in found])
    elif len(found) > MOST_PAGES:
        click.echo("\n".join(f"{each.name}  {each.construct.summary}" for each in found))
    else:
        click.echo("\n\n".join("\n".join(_page(each)) for each in found))


def _page(entry: Entry) -> Iterator[str]:
    from ..languages.reference import FILE

    each = entry.construct
    yield f"{entry.name}: {each.kind}\n"
    yield click.wrap_text(each.meaning, width=WIDTH)
    yield from _block("", each.form)
    if each.example and each.example != each.form:
        yield from _block("For example:", each.example)
    facts = {
        "Values": ", ".join(each.values),
        "Where": ", ".join("at the top of a file" if p == FILE else p for p in each.inside),
        "Since": each.since,
    }
    shown = {name: text for name, text in facts.items() if text}
    if shown:
        yield ""
    for name, text in shown.items():
        yield click.wrap_text(f"{name}: {text}", width=WIDTH, subsequent_indent="  ")


def _block(title: str, text: str) -> Iterator[str]:
    yield ""
    if title:
        yield f"{title}\n"
    yield from (f"  {line}".rstrip() for line in text.splitlines())
