"""The keys of the full-screen table, as its help lists them."""

from __future__ import annotations

KEYS = "? keys · ↑↓ enter · type a move · u undo · h hint · r rules · n new · q quit"
ENDED = "n new game · b look back · u undo · s save · q quit · esc close"
CONFIRM = "enter yes · esc no"
HELP = """\
↑ ↓ enter   select a move and play it; home, end and the page keys move further
a number    select the move with this number, then enter
part of a   select matching moves, then enter; if your text starts with a command
 move       key, type it in upper case or after a /
MOVE / ...  play a move together with your answers to what it asks, separated by ' / '
several     where several items are picked: enter marks an item, or on the last line
            picks all that are marked
enter       continue, in games that only wait for you
a           auto-continue, on or off
u           undo: take back your last move and everything after it
w           why: explain why the selected or typed move is legal or not
h           hint: suggest a move; in solitaire, the next step of a solution (the solver
            sees all cards)
t           tip: suggest the move with the best random-playout result, using only what
            you can see
r           rules: show the rules of the game
n           new game; asks first if one is in progress
s  l        save the game to a file; load one
b           step back through the game so far
esc         clear what you typed, or stop the search for a hint; closes a page, as enter does
ctrl+w      why, while you are typing
f2          show the whole table as a page, if it does not fit on the screen
q  ctrl+c   quit; q asks first if a game is in progress"""
