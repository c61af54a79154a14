"""The keys of the full-screen table, as its help lists them."""

from __future__ import annotations

KEYS = "? keys · ↑↓ enter · type a move · u undo · h hint · r rules · n new · q quit"
ENDED = "n new game · b look back · u undo · s save · q quit · esc close"
CONFIRM = "enter yes · esc no"
# At most 66 columns wide, so that no line is wrapped on a terminal of 80.
HELP = """\
↑ ↓ enter   select a move and play it; home, end and the page keys
            move further
a number    select the move with this number, then enter
some text   select the moves that contain it, then enter; if it
            starts with a command key, type that in upper case or
            after a /
MOVE / ...  play a move together with your answers to what it asks,
            each after a slash between spaces
several     where several items are picked: enter marks an item, and
            on the last line picks those that are marked
enter       continue, in games that only wait for you
a           auto-continue, on or off
u           undo: take back your last move and everything after it
w           why: explain why the selected or typed move is legal
            or not
h           hint: suggest a move; in solitaire, the next step of a
            solution (the solver sees all cards)
t           tip: the moves that a strong player favours, seeing only
            what you see: share of its search, expected utility
r           rules: show the rules of the game
n           new game; asks first if one is in progress
s  l        save the game to a file; load one
b           step back through the game so far
esc         clear what you typed, or stop the search for a hint;
            closes a page, as enter does
ctrl+w      why, while you are typing
f2          show the whole table as a page
q  ctrl+c   quit; q asks first if a game is in progress"""
