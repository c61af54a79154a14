"""Random solitaires with a few cards: every construct of SGDL, in any combination.

Most games are of the sort that boards are for, and nearly half of the deals can be won; some use
what only the general search knows, so that the border between the two is crossed in all directions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

SUITS = ("SPADES", "HEARTS", "CLUBS", "DIAMONDS")
OPERATORS = ("==", "<", ">", "<=", ">=", "!=")
FACES = ("", "FACE_LAST", "FACE_ALL", "FACE_ALL", "FACE_ALTERNATE_LAST", "FACE_HALF", "FACE (ud)*u")
MOST_CARDS = 11

Leaf = Callable[[], str]


def random_solitaire(seed: int) -> str:
    """The text of a game; always the same for a seed."""
    return _Writing(random.Random(seed), random.Random(f"more {seed}")).whole()


def nested(word: str, parts: Sequence[str]) -> str:
    """Conditions under AND or OR; a single one stands for itself."""
    if len(parts) == 1:
        return parts[0]
    inner = "".join(f"    {line}\n" for part in parts for line in part.splitlines())
    return f"{word}\n{inner}"


class _Writing:
    """Writes one game."""

    def __init__(self, rng: random.Random, more: random.Random) -> None:
        self.rng = rng
        self.more = more  # decides on what was added later, so that games stay what they were
        suits = rng.choice((1, 1, 2, 2, 2, 3, 4))
        self.decks = 2 if suits == 1 and rng.random() < 0.3 else 1
        most = max(2, MOST_CARDS // (suits * self.decks))
        self.ranks = min(10, rng.randint(max(1, most - 2), most))
        self.suits = SUITS[:suits]
        self.cards = suits * self.decks * self.ranks
        self.base = False
        self.draws: list[str] = []  # names of draw piles that show a card
        self.names: dict[str, int] = {}  # how many piles have a name

    def chance(self, share: float) -> bool:
        """Whether something that happens so often happens."""
        return self.rng.random() < share

    def whole(self) -> str:
        """The text."""
        initial = self._initial()
        moves, auto, lose = self._moves(), "", ""
        if self.chance(0.45):
            auto = "$auto\n" + self._auto()
        if self.chance(0.08):
            lose = "$lose\n" + self._pile_test()
        score = "$score\n5 WIN\n-1 DRAW\n" if self.draws and self.chance(0.1) else ""
        ranks = ", ".join(map(str, range(1, self.ranks + 1)))
        deck = f"DECK {self.decks} {{{', '.join(self.suits)}}} {{{ranks}}}\n"
        head = f"Random\n$extended\n$cards\n{deck}$initial\n{initial}$moves\n{moves}"
        return f"{head}{auto}{score}$win\n{self._win()}{lose}"

    # ---- piles ----

    def _initial(self) -> str:
        rng, left = self.rng, self.cards
        lines: list[str] = []
        goals = rng.choice((1, 1, len(self.suits), len(self.suits) * self.decks))
        aces = self.chance(0.3) and goals <= len(self.suits)
        for i in range(goals):
            ace = f" {{{self.suits[i][0]}1}}" if aces else ""
            lines.append(f"GOAL {int(aces)}{ace}")
            left -= aces
        if not aces and self.chance(0.15) and left > 3:
            lines[0], left, self.base = "GOAL 1 BASE", left - 1, True
        self.names["GOAL"] = goals
        stock = rng.randint(0, left // 2) if self.chance(0.6) else 0
        left -= stock
        for name, share, most in (("CELL", 0.4, 2), ("RESERVE", 0.3, 2), ("DUMP", 0.15, 1)):
            if self.chance(share):
                self.names[name] = rng.randint(1, most)
                for _ in range(self.names[name]):
                    size = min(left, rng.choice((0, 0, 1)) if name == "CELL" else rng.randint(0, 3))
                    lines.append(f"{name} {size} {rng.choice(FACES) if size else ''}")
                    left -= size
        columns = rng.randint(1, 3)
        self.names["COLUMN"] = columns
        for i in range(columns):
            size = left if i == columns - 1 else rng.randint(0, min(left, 4))
            lines.append(f"COLUMN {size} {rng.choice(FACES) if size else ''}")
            left -= size
        if stock or self.chance(0.05):
            lines.insert(rng.randint(0, len(lines)), self._stock("", stock))
        if self.chance(0.03):
            lines.append(self._stock("MORE ", 0))
        self._add_more(lines)
        return "\n".join(lines) + "\n"

    def _add_more(self, lines: list[str]) -> None:
        """At times a pile that another one covers. What gathers piles shuffles them, so that there
        is nothing to solve: such games are left out."""
        dealt = any(" DEAL " in line for line in lines)
        if self.more.random() < 0.15 and not dealt:
            numbers: Counter[str] = Counter()
            piles = []
            for at, line in enumerate(lines):
                name, size = line.split()[:2]
                if name != "DRAW" and size != "0":
                    piles.append((at, f"{name}[{numbers[name]}]"))
                numbers[name] += 1
            if len(piles) > 1:
                (below, _), (_, above) = self.more.sample(piles, 2)
                face = (
                    self.more.choice(("", "FACE_UNCOVERED"))
                    if lines[below][-1] in " 0123456789"
                    else ""
                )
                lines[below] += f" {face} COVERED_BY {above}"

    def _stock(self, name: str, cards: int) -> str:
        if self.chance(0.25):
            piles = self.rng.sample(sorted(self.names), self.rng.randint(1, len(self.names)))
            return f"DRAW {name}{cards} DEAL {{{', '.join(piles)}}}"
        self.draws.append(name.strip() or "DRAW")
        window = self.rng.choice(("1", "2", "2 REFILL")) if self.chance(0.1) else "U"
        window, _, refill = window.partition(" ")
        redeals = self.rng.choice(("0", "1", "2", "U", "U"))
        return f"DRAW {name}{cards} ROTATE {self.rng.randint(1, 3)} {window} {redeals} {refill}"

    # ---- rules ----

    def _moves(self) -> str:
        rng, text = self.rng, ""
        sources = [*self.names, *self.draws]
        for target in self.names:
            for source in sources:
                share = 0.8 if target == "GOAL" and source != "GOAL" else 0.45
                share = {"GOAL": 0.2, "DUMP": 0.1}.get(source, share)
                if self.chance(share):
                    text += f"MOVE {source} {target}\n{self._onto(target, self._move_leaf)}\n"
                if source not in self.draws and self.chance(0.3 if source == "COLUMN" else 0.07):
                    text += f"MOVE_STACK {source} {target}\n{self._stack(target)}\n"
        if self.draws and self.chance(0.2):
            text += f"DRAW{'' if self.draws[0] == 'DRAW' else ' MORE'}\n{self._pile_test()}\n"
        if self.names["GOAL"] == 1 and self.chance(0.1):
            removed = rng.choice(sorted({*sources} - {"GOAL"}))
            text += f"REMOVE {removed} TO GOAL\nSRC Rank {self._rank()}\n"
        if self.names["GOAL"] == 1 and self.chance(0.1):
            text += "REMOVE COLUMN COLUMN TO GOAL\nPAIR Rank distance 1\n"
        return text or "MOVE COLUMN GOAL\nDEST Size >= 0\n"

    def _auto(self) -> str:
        """Mostly moves that come to an end: to goals, and to empty piles."""
        text = ""
        sources = [*self.names, *self.draws]
        for source in self.rng.sample(sources, self.rng.randint(1, len(sources))):
            others = [name for name in self.names if name != source]
            target = "GOAL" if self.chance(0.5) and source != "GOAL" else self.rng.choice(others)
            condition = self._onto(target, self._move_leaf) if self.chance(0.5) else "DEST Empty"
            if source not in self.draws and self.chance(0.15):
                text += f"MOVE_STACK {source} {target}\n{self._stack(target)}\n"
            else:
                text += f"MOVE {source} {target}\n{condition}\n"
        return text

    def _onto(self, target: str, leaf: Leaf) -> str:
        """A condition as games have them, at times with something more, or any condition."""
        if self.chance(0.1):
            return self._any(leaf)
        condition = self._building(target)
        if self.chance(0.25):
            parts = [condition, leaf()]
            self.rng.shuffle(parts)
            condition = nested("OR" if self.chance(0.1) else "AND", parts)
        return condition

    def _any(self, leaf: Leaf) -> str:
        parts = [leaf() for _ in range(self.rng.randint(1, 3))]
        return nested("OR" if self.chance(0.2) else "AND", parts)

    def _building(self, target: str) -> str:
        rng = self.rng
        if target == "CELL" or (target != "GOAL" and self.chance(0.1)):
            return "DEST Empty"
        if target == "DUMP" and self.chance(0.5):
            return "DEST Size >= 0"
        ways = ("ascending", "ascending_wrap", "distance 1", "distance_wrap 1")
        if target != "GOAL":
            ways = ("descending", "descending", "descending_wrap", "distance 1", "equal")
        parts = [f"DESTSRC Rank {rng.choice(ways)}"]
        if self.chance(0.6):
            parts.append(f"DESTSRC Suit {rng.choice(('match', 'match_color', 'alternate_color'))}")
        first = {"GOAL": "BASE" if self.base else "1"}.get(target, str(self.ranks))
        start = nested("AND", ["DEST Empty", f"SRC Rank {first}"])
        if target != "GOAL" and self.chance(0.5):
            start = "DEST Empty"
        built = nested("AND", parts)
        return nested("OR", [start, built]) if self.chance(0.85) else built

    def _stack(self, target: str) -> str:
        parts = []
        if self.chance(0.7):
            parts.append(f"SRCSTACK Rank {self.rng.choice(('descending', 'ascending', 'equal'))}")
        if self.chance(0.4):
            parts.append(f"SRCSTACK Suit {self.rng.choice(('match', 'alternate_color'))}")
        if self.chance(0.15):
            parts.append("SRCSTACK Whole")
        if self.chance(0.15):
            parts.append(f"SRCSTACK Size {self.rng.choice(OPERATORS)} {self.rng.randint(1, 3)}")
        if self.chance(0.15) and "CELL" in self.names:
            parts.append("SRCSTACK Capacity CELL COLUMN")
        return nested("AND", [*parts, self._onto(target, self._move_leaf)])

    # ---- conditions ----

    def _rank(self) -> str:
        return "BASE" if self.base and self.chance(0.3) else str(self.rng.randint(1, self.ranks))

    def _move_leaf(self) -> str:
        rng = self.rng
        number = f"{rng.choice(OPERATORS)} {rng.randint(0, 3)}"
        suit, denied = rng.choice(self.suits), rng.choice(("", "!= "))
        return rng.choice(
            (
                f"DEST Size {number}",
                f"SRC Size {number}",
                f"SRC Rank {denied}{self._rank()}",
                f"DEST Rank {denied}{self._rank()}",
                f"SRC Suit {denied}{suit}",
                f"DEST Suit {suit}",
                "DESTSRC Suit alternate_color",
                self._pile_leaf(),
                self._pile_leaf(),
            )
        )

    def _pile_test(self) -> str:
        return self._any(self._pile_leaf) if self.chance(0.3) else self._pile_leaf()

    def _pile_leaf(self) -> str:
        rng = self.rng
        known = [*self.names, *self.draws]
        names = rng.sample(known, rng.choice((1, 1, min(2, len(known)))))
        number = f"{rng.choice(OPERATORS)} {rng.randint(0, 4)}"
        if self.chance(0.25) and not set(names) & set(self.draws):
            return f"PILE COUNT {{{', '.join(names)}}} Empty {number}"
        how = "ANY" if self.chance(0.05) else "ALL"
        return f"PILE {how} {{{', '.join(names)}}} {rng.choice(('Empty', f'Size {number}'))}"

    def _win(self) -> str:
        rng, goals = self.rng, self.names["GOAL"]
        if self.chance(0.5):
            return f"PILE ALL GOAL Size == {max(1, self.cards // goals)}\n"
        others = [name for name in (*self.names, *self.draws) if name != "GOAL"]
        if self.chance(0.5):
            return f"PILE ALL {{{', '.join(others)}}} Empty\n"
        some = rng.sample(others, rng.randint(1, len(others)))
        parts = [f"PILE ALL {{{', '.join(some)}}} Empty"]
        if self.chance(0.4):
            parts.append(self._pile_leaf())
        return nested("AND", parts) + "\n"
