"""The keys of the table at which a person plays, as they are listed there."""

from __future__ import annotations

KEYS = "? keys · ↑↓ enter · type a move · u undo · h hint · r rules · n new · q quit"
ENDED = "n new game · b look back · u undo · s save · q leave · esc close"
HELP = """\
↑ ↓ enter   choose a move from the list and make it; home, end and page keys move further
a number    choose the move with this number, then enter
several     where several are picked, enter marks one, and picks the marked ones at the end
a move      type a part of it: the list shows the moves that fit; enter makes the marked one
            a first letter that is a key below is typed as a capital, or after a /
            behind it, each after a blank, a / and a blank, your answers to what it asks
enter       go on, where the game only waits for you
r           rules: the page of the game
u           undo: take your last move back
w           why: tell why the marked or typed move may be made or not
h           hint: mark a good move; alone, what the solver knows, which sees all cards
t           tip: mark a move that does well in random games, from what you see
a           let the game run on by itself, and stop it
n           new game: other cards; asks if one is under way
s  l        save the game in a file; load one
b           look back at the game so far, step by step
esc         clear what you typed, or stop thinking about a hint; enter and esc close a page
ctrl+w      why, while you are typing
f2          everything on the table as a page, if it is too much for the screen
q  ctrl+c   leave the table"""
