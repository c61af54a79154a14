"""Solitaires with a small pack, of every kind that the prunings of the solver tell apart."""

from __future__ import annotations

SUITS = "{SPADES, HEARTS, CLUBS, DIAMONDS}"
UP = """OR
    AND
        DEST Empty
        SRC Rank 1
    AND
        DESTSRC Suit match
        DESTSRC Rank ascending
"""
UP_FROM_BASE = """OR
    AND
        DEST Empty
        SRC Rank BASE
    AND
        DESTSRC Suit match
        DESTSRC Rank ascending_wrap
"""
DOWN_ROUND = """    AND
        DEST Rank != BASE
        DESTSRC Suit alternate_color
        DESTSRC Rank descending_wrap
"""
WHOLE = """AND
    {whole}
    PILE ALL COLUMN Size > 0
    DEST Rank != BASE
    DESTSRC Suit alternate_color
    DESTSRC Rank descending_wrap
"""


def indented(text: str) -> str:
    """The lines of a condition one level deeper."""
    return "".join(f"    {line}\n" for line in text.splitlines())


def head(ranks: int, decks: int, extended: bool) -> str:
    """The beginning of a file."""
    named = ", ".join(str(rank) for rank in range(1, ranks + 1))
    says = "$extended\n" if extended else ""
    return f"Mini\n{says}$cards\nDECK {decks} {SUITS} {{{named}}}\n$initial\n"


def down(suit: str, spaces: str) -> str:
    """The condition for building on columns; `spaces` is the rank that may go to an empty one."""
    build = f"OR\n    AND\n        DESTSRC Suit {suit}\n        DESTSRC Rank descending\n"
    if spaces == "any":
        return build + "    DEST Empty\n"
    return build + f"    AND\n        DEST Empty\n        SRC Rank {spaces}\n"


def building(
    columns: tuple[int, ...],
    ranks: int,
    *,
    suit: str = "alternate_color",
    kings: bool = False,
    cells: int = 0,
    draw: str = "",
    back: bool = False,
    runs: str = "linked",
    face: str = "FACE_LAST",
    decks: int = 1,
) -> str:
    """Columns are built down, foundations up; `runs` are none, linked, any, or as cells allow."""
    spaces = str(ranks) if kings else "any"
    text = head(ranks, decks, runs == "capacity")
    text += "".join(f"COLUMN {size} {face}\n" for size in columns)
    text += "CELL 0\n" * cells + "FOUNDATION 0\n" * (4 * decks)
    left = 4 * decks * ranks - sum(columns)
    text += f"DRAW {left} {draw}\n" if draw else ""
    sources = ["COLUMN", *(["CELL"] if cells else []), *(["DRAW"] if "ROTATE" in draw else [])]
    text += f"$moves\nMOVE {{{', '.join(sources)}}} FOUNDATION\n{UP}"
    sources += ["FOUNDATION"] if back else []
    text += f"MOVE {{{', '.join(sources)}}} COLUMN\n{down(suit, spaces)}"
    text += "MOVE COLUMN CELL\nDEST Empty\n" if cells else ""
    stack = f"AND\n    SRCSTACK Suit {suit}\n    SRCSTACK Rank descending\n"
    stack += "    SRCSTACK Capacity CELL COLUMN\n" if runs == "capacity" else ""
    stack += indented(down(suit, spaces))
    if runs:
        condition = down(suit, spaces) if runs == "any" else stack
        text += f"MOVE_STACK COLUMN COLUMN\n{condition}"
    return text + f"$win\nPILE ALL FOUNDATION Size == {ranks}\n"


def based(ranks: int, reserve: int, columns: int, per_draw: int, whole: bool = False) -> str:
    """A reserve fills empty columns by itself, and its base rank is dealt."""
    text = head(ranks, 1, True)
    text += (
        f"RESERVE {reserve}\nFOUNDATION 1 BASE\n" + "FOUNDATION 0\n" * 3 + "COLUMN 1\n" * columns
    )
    text += f"DRAW {4 * ranks - reserve - 1 - columns} ROTATE {per_draw} U U\n"
    text += f"$moves\nMOVE {{DRAW, RESERVE, COLUMN}} FOUNDATION\n{UP_FROM_BASE}"
    lay = f"OR\n    DEST Empty\n{DOWN_ROUND}"
    if whole:
        text += f"MOVE {{DRAW, RESERVE}} COLUMN\n{lay}"
        text += "MOVE COLUMN COLUMN\n" + WHOLE.format(whole="SRC Size == 1")
        text += "MOVE_STACK COLUMN COLUMN\n" + WHOLE.format(whole="SRCSTACK Whole")
    else:
        run = "    SRCSTACK Suit alternate_color\n    SRCSTACK Rank descending_wrap\n"
        text += f"MOVE {{DRAW, RESERVE, COLUMN}} COLUMN\n{lay}"
        text += f"MOVE_STACK COLUMN COLUMN\nAND\n{run}{indented(lay)}"
    text += "$auto\nMOVE RESERVE COLUMN\nDEST Empty\n"
    return text + f"$win\nPILE ALL FOUNDATION Size == {ranks}\n"


def ranks_only(
    fans: tuple[int, ...], ranks: int, fits: str, *, goals: int = 1, draw: str = "", win: str = ""
) -> str:
    """Cards go from fans to goals, from which none comes back; suits are no matter."""
    text = head(ranks, 1, True) + "GOAL 1\n" * goals
    text += "".join(f"FAN {size} FACE_ALL\n" for size in fans)
    text += f"DRAW {4 * ranks - goals - sum(fans)} {draw}\n" if draw else ""
    return text + f"$moves\nMOVE FAN GOAL\n{fits}$win\n{win or 'PILE ALL FAN Empty'}\n"


SINGLE = f"MOVE {{COLUMN}} COLUMN\n{down('alternate_color', 'any')}"

MINIS = {
    "three at a time, cards come back": building(
        (3, 4, 5), 6, kings=True, draw="ROTATE 3 U U", back=True, face="FACE_ALTERNATE_LAST"
    ),
    "one at a time, cards come back": building(
        (5, 5, 5), 6, kings=True, draw="ROTATE 1 U U", back=True, face="FACE_HALF"
    ),
    "two at a time, any card to a space": building((4, 5, 6), 6, draw="ROTATE 2 U U", back=True),
    "two redeals": building((1, 2, 3, 4), 4, kings=True, draw="ROTATE 2 U 2", back=True),
    "no redeal": building((3, 4, 5), 5, draw="ROTATE 1 U 0"),
    "no stock, cards come back": building((6, 6, 6, 6), 6, back=True, face="FACE_HALF"),
    "open, kings only, cards come back": building(
        (5, 5, 5, 5), 5, kings=True, back=True, face="FACE_ALL"
    ),
    "a cell": building((5, 5, 5, 5), 5, cells=1, runs="", face="FACE_ALL"),
    "two cells": building((8, 8, 8), 6, cells=2, runs="", face="FACE_ALL"),
    "runs as cells allow": building((7, 7, 6), 5, cells=1, runs="capacity", face="FACE_ALL"),
    "a cell, cards come back": building((7, 7, 6), 5, cells=1, runs="", back=True, face="FACE_ALL"),
    "in suit": building((8, 8, 8), 6, suit="match", cells=2, runs="", face="FACE_ALL"),
    "in colour": building((5, 5, 5, 5), 5, suit="match_color", cells=1, face="FACE_ALL"),
    "any group": building((4, 5, 5, 6), 5, kings=True, runs="any", face="FACE_HALF"),
    "any group in suit": building((4, 5, 5, 6), 5, suit="match", runs="any", face="FACE_HALF"),
    "dealt out": building((2, 2, 2), 4, draw="DEAL COLUMN", back=True),
    "two packs": building((4, 4, 4), 3, decks=2, draw="ROTATE 1 U 0"),
    "a reserve, three at a time": based(6, 8, 2, 3),
    "a reserve, one at a time": based(6, 9, 2, 1),
    "a reserve, whole piles": based(6, 8, 2, 3, whole=True),
    "ranks only": ranks_only((3,) * 5, 4, "DESTSRC Rank distance_wrap 1\n"),
    "ranks only, dealt on": ranks_only((3,) * 4, 5, "DESTSRC Rank distance 1\n", draw="DEAL GOAL"),
    "ranks only, as many on each": ranks_only(
        (3, 3, 3, 3, 2), 4, "DESTSRC Rank distance_wrap 1\n", goals=2, win="PILE ALL GOAL Size == 8"
    ),
    "ranks only, few on each": ranks_only(
        (3, 3, 3, 3, 2), 4, "AND\n    DEST Size < 11\n    DESTSRC Rank distance_wrap 1\n", goals=2
    ),
    "ranks, and a suit that takes all": ranks_only(
        (3,) * 5, 4, "OR\n    DESTSRC Rank distance_wrap 1\n    DEST Suit SPADES\n"
    ),
    "stacks of one card": building((4, 4, 4), 3, face="FACE_ALL").replace(SINGLE, ""),
    "more stacks of one card than single cards": building((6, 6, 4), 4).replace(
        SINGLE, f"MOVE {{COLUMN}} COLUMN\n{down('alternate_color', '4')}"
    ),
}
"""The texts of the games, by what is special about them."""
