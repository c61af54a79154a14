"""What a word means: the entry of the reference, or the declaration of a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ..diagnostics import Span
from ..gamedef import nodes as n
from ..languages.cursor import Cursor, word_at
from ..languages.names import FILE, Mention
from ..languages.reference import Construct, Reference
from .analysis import Analysis, Document

MOST_ENTRIES = 4


@dataclass(frozen=True, slots=True)
class Hover:
    """A text in Markdown about a range of a document."""

    text: str
    span: Span


def hover(analysis: Analysis, document: Document, offset: int) -> Hover | None:
    """What is known about the word at an offset of a document; `analysis` may be of an older text
    of it."""
    line, column = document.lines.place(offset)
    mention = analysis.at(line, column)
    start, end = word_at(document.source.text, offset)
    word = document.source.text[start:end]
    # An older analysis may have another name here by now.
    if mention and (word == mention.name or mention.kind == FILE or word in mention.name):
        about = _declared(analysis, mention)
        if about:
            return Hover(about, mention.span)
    about = _entries(document, offset, document.source.text, start, end)
    return Hover(about, document.lines.span(document.source.name, start, end)) if about else None


# ---- words of the language ----------------------------------------------------------------------


def cursor_at(document: Document, offset: int) -> Cursor | None:
    """What the grammar says about an offset."""
    find = document.language.tools.cursor
    return find(document.source, offset) if find else None


def constructs(document: Document, word: str, parents: tuple[str, ...]) -> tuple[Construct, ...]:
    """The entries for a word: those that belong into what encloses it, if there are any."""
    entries = _by_name(document.language.tools.reference)
    found = entries.get(word, ())
    for parent in parents:
        ids = {each.id for each in entries.get(parent, ())}
        nearest = tuple(each for each in found if ids & set(each.inside))
        if nearest:
            return nearest
    return found


@cache
def _by_name(reference: Callable[[], Reference] | None) -> Mapping[str, tuple[Construct, ...]]:
    """The entries of a reference by the word that they are about: made once, as it takes time."""
    found: dict[str, list[Construct]] = {}
    for each in reference().constructs if reference else ():
        found.setdefault(each.name, []).append(each)
    return {name: tuple(entries) for name, entries in found.items()}


def _entries(document: Document, offset: int, text: str, start: int, end: int) -> str:
    word = text[start:end]
    if not word:
        return ""
    cursor = cursor_at(document, start)
    parents = cursor.parents if cursor else ()
    # Sections of some languages begin with a sign that is no part of a word.
    signed = text[start - 1 : end] if start and text[start - 1] in "$" else word
    found = constructs(document, word, parents) or constructs(document, signed, parents)
    if found:
        return "\n\n---\n\n".join(entry(each) for each in found[:MOST_ENTRIES])
    known = cursor.candidates if cursor else ()
    about = next((each.about for each in known if each.name == word and each.about), "")
    return f"`{word}`: {about}" if about else ""


def entry(construct: Construct) -> str:
    """An entry of the reference in Markdown."""
    parts = [f"**{construct.name}** ({construct.kind})", construct.meaning]
    if construct.form and construct.form != construct.name:
        parts.insert(1, f"```\n{construct.form}\n```")
    if construct.values:
        parts.append("Values: " + ", ".join(f"`{value}`" for value in construct.values))
    if construct.example:
        parts.append(f"For example:\n\n```\n{construct.example.rstrip()}\n```")
    if construct.since:
        parts.append(f"Since version {construct.since}.")
    return "\n\n".join(parts)


# ---- names ---------------------------------------------------------------------------------------


def _declared(analysis: Analysis, mention: Mention) -> str:
    every = analysis.mentions(mention.key)
    home = next((each for each in every if each.declares), None)
    if home is None:
        return f"{mention.kind} `{mention.name}`" if mention.kind == FILE else ""
    uses = sum(not each.declares for each in every)
    lines = analysis.sources[home.span.file]
    what = _in_game(analysis.loaded.game, mention)
    written = lines.line(home.span.line).strip()[:120]
    return "\n\n".join(
        (
            f"{mention.kind} `{mention.name}`{f': {what}' if what else ''}",
            f"```\n{written}\n```",
            f"{home.span.file}, line {home.span.line}; {uses} reference{'' if uses == 1 else 's'}",
        )
    )


def _in_game(game: n.GameDef | None, mention: Mention) -> str:
    """What a name denotes in the game, if that is clear from its declaration."""
    for zone in game.zones if game else ():
        if zone.name == mention.name and mention.kind in _ZONES:
            whose = "one per player" if zone.per_seat else "one per team" if zone.per_team else ""
            seen = f"the owner sees {zone.owner_sees}, others see {zone.others_see}"
            return ", ".join(filter(None, (whose, "ordered" if zone.ordered else "", seen)))
    for variable in game.variables if game else ():
        if variable.name == mention.name and "variable" in mention.kind:
            whose = ", one per player" if variable.per_seat else ""
            return f"{variable.type}{whose}"
    return ""


_ZONES = ("zone", "pile", "cell")
