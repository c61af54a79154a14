"""Style files: the look and sound of the table."""

from __future__ import annotations

from ..read.tree import Style
from . import markup


def style_text(style: Style) -> str:
    """The text of a style file; the language is capitalised there."""
    language = style.language[:1].upper() + style.language[1:]
    texts = {
        "language": language,
        "difficulty": str(style.difficulty),
        "cards": style.cards,
        "sound": str(int(style.sound)),
        "table": style.table,
        "dark": str(int(style.dark)),
    }
    return markup.document("style", (markup.element(name, text) for name, text in texts.items()))


def style_words(style: Style) -> str:
    """A short description of a style."""
    return (
        f"a style: {style.language or 'no language'}, difficulty {style.difficulty}, cards "
        f"'{style.cards}', table '{style.table}', {'dark' if style.dark else 'light'}, sound "
        f"{'on' if style.sound else 'off'}"
    )
