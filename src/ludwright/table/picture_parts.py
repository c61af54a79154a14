"""What pictures of tables consist of: cards, backs, empty places and pieces as SVG markup.

Texts of a game get into the markup by `text` alone, which escapes them.
"""

from __future__ import annotations

import re
from zlib import crc32

from ..markup.html import text as escaped

WIDE, HIGH = 10.0, 14.0  # of a card, in the unit of all drawings
CARD = re.compile(r"(10|[1-9TJQKA])([A-Z])")
FRENCH = frozenset("CDHS")
PIECE = re.compile(r"[\s_-]*\d+$")  # the number of one of several equal pieces
LONGEST_NAME = 24  # letters of a card's name; more could not be read
LETTER = 0.58  # the width of a letter as a share of its size

# In squares of 100 by 100: fonts may lack the symbols of suits.
_SUITS = {
    "S": "M50 6C62 28 92 40 92 64c0 14-11 22-22 22-7 0-13-3-16-8 1 9 5 14 12 17H34c7-3 11-8 12-17"
    "-3 5-9 8-16 8C19 86 8 78 8 64 8 40 38 28 50 6z",
    "H": "M50 93C40 76 7 56 7 31 7 17 18 8 30 8c9 0 17 6 20 15C53 14 61 8 70 8c12 0 23 9 23 23"
    " 0 25-33 45-43 62z",
    "D": "M50 5C58 22 72 39 87 50 72 61 58 78 50 95 42 78 28 61 13 50 28 39 42 22 50 5z",
    "C": "M50 6c12 0 21 9 21 20 0 6-3 12-7 16 3-2 6-3 9-3 12 0 21 9 21 20s-9 20-21 20c-8 0-15-5"
    "-19-12 1 13 5 21 14 27H32c9-6 13-14 14-27-4 7-11 12-19 12C15 79 6 70 6 59s9-20 21-20c3 0 6 1"
    " 9 3-4-4-7-10-7-16C29 15 38 6 50 6z",
}
_INKS = {"S": "#15161a", "C": "#15161a", "H": "#c1121f", "D": "#c1121f"}
_COLOURS = {"black": "#26272b", "white": "#fbfaf5", "red": "#b3202b", "blue": "#1f57a8"}
# Where a card has the sign of its suit, and how large: by whether it is fanned.
SIGNS = {False: ((5.9, 1.1, 3.3), (2.2, 6.6, 5.6)), True: ((1.2, 6.2, 3.6), (4.4, 8, 5))}
_RECT = f'width="{WIDE:g}" height="{HIGH:g}" rx="1"'

DEFINITIONS = "".join(
    [
        "<defs>",
        *(
            f'<symbol id="{suit}" viewBox="0 0 100 100"><path d="{path}" fill="{_INKS[suit]}"/>'
            "</symbol>"
            for suit, path in _SUITS.items()
        ),
        f'<g id="paper"><rect {_RECT} fill="#fffefa" stroke="#7d7a6c" stroke-width=".35"/></g>',
        f'<g id="back"><rect {_RECT} fill="#fffefa" stroke="#7d7a6c" stroke-width=".35"/>',
        '<rect x=".9" y=".9" width="8.2" height="12.2" rx=".6" fill="#27508f"/>',
        '<path d="M1 4l8 8M1 9l4 4M3 1l6 6M7 1l2 2M9 4l-8 8M9 9l-4 4M7 1L1 7M3 1L1 3" '
        'stroke="#fff" stroke-opacity=".4" stroke-width=".4" fill="none"/></g>',
        f'<g id="empty"><rect {_RECT} fill="#000" fill-opacity=".12" stroke="#fff" '
        'stroke-opacity=".45" stroke-width=".4" stroke-dasharray="1.2 .9"/></g>',
        "</defs>",
    ]
)


def is_french(names: list[str]) -> bool:
    """Whether cards with a rank and the letter of a suit are of a French pack; it may have further
    suits."""
    suits = {found[2] for name in names if (found := CARD.fullmatch(name))}
    return bool(suits) and (suits <= FRENCH or suits >= FRENCH)


def placed(x: float, y: float, markup: str, turned: float = 0.0) -> str:
    """Markup moved to a place, rotated about the centre of a card."""
    rotation = f" rotate({turned:g} {WIDE / 2:g} {HIGH / 2:g})" if turned else ""
    return f'<g transform="translate({_short(x)} {_short(y)}){rotation}">{markup}</g>'


def use(name: str) -> str:
    """One of the definitions: `paper`, `back`, `empty`."""
    return f'<use href="#{name}"/>'


def card(name: str | None, french: bool, fanned: bool = False) -> str:
    """A card at the origin; None is a hidden one. Of a `fanned` one, others cover all but the left
    edge."""
    if name is None:
        return use("back")
    known = CARD.fullmatch(name) if french else None
    if known is None or known[2] not in FRENCH:
        return use("paper") + _named(name)
    rank, suit = known[1].replace("T", "10"), known[2]
    narrow = ' textLength="5" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    return (
        f'{use("paper")}<text x="3" y="5.2" font-size="5.4" text-anchor="middle" '
        f'font-weight="700" fill="{_INKS[suit]}"{narrow}>{rank}</text>'
        + "".join(
            f'<use href="#{suit}" x="{x}" y="{y}" width="{size}" height="{size}"/>'
            for x, y, size in SIGNS[fanned]
        )
    )


def piece(name: str, size: float) -> str:
    """A piece at the origin: a disc in the colour of its kind, with its first letter."""
    kind = PIECE.sub("", name) or name
    colour = _COLOURS.get(kind.lower()) or f"hsl({_hue(kind)} 55% 34%)"
    ink = "#222" if colour == _COLOURS["white"] else "#fff"
    return (
        f'<circle cx="{_short(size)}" cy="{_short(size)}" r="{_short(size * 0.9)}" '
        f'fill="{colour}" stroke="#fff" stroke-width=".4"/>'
        + text(kind[:1].upper(), size, size * 1.42, size * 1.15, ink)
    )


def text(words: str, x: float, y: float, size: float, ink: str) -> str:
    """A centred text."""
    return (
        f'<text x="{_short(x)}" y="{_short(y)}" font-size="{_short(size)}" text-anchor="middle" '
        f'fill="{ink}">{escaped(words)}</text>'
    )


def fitting(words: str, width: float, largest: float) -> float:
    """The largest size at which a text fits into a width."""
    return min(largest, width / (LETTER * max(1, len(words))))


def _named(name: str) -> str:
    """The name of a card that is not a playing card, in up to four lines."""
    shown = re.sub(r"[-_\s]+", " ", name).strip()[:LONGEST_NAME] or "?"
    lines: list[str] = []
    for word in shown.split():
        if lines and len(lines[-1]) + len(word) < 8:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    lines = lines[:4]
    size = min(fitting(line, WIDE - 1.4, 5.0) for line in lines)
    ink = f"hsl({_hue(shown.rstrip('0123456789'))} 60% 28%)"
    band = f'<rect x=".2" y=".2" width="9.6" height="1.4" rx=".7" fill="{ink}"/>'
    rows = (text(line, WIDE / 2, 2.4 + size * (i + 0.9), size, ink) for i, line in enumerate(lines))
    return band + "".join(rows)


def _hue(kind: str) -> int:
    """An angle of the colour wheel, the same for equal texts; a description may hold anything."""
    return crc32(kind.encode("utf-8", "replace")) % 360


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
