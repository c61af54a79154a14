"""Random small files of Rule XML that use every construct, from a generator that is given."""

from __future__ import annotations

import random
from collections.abc import Sequence
from xml.sax.saxutils import escape

from models.rulexml.reader import DIRECTIONS

CELLS = ("a", "b", "c", "x1", "Q", "stock", "m")
GROUPS = ("g", "k", "b", "outer")
COLORS = ("red", "black", "Red", "")
SUITS = ("h", "s", "clubs", "")
FEW = ("south", "south", "east", "northwest")  # often the same, so that piles meet
TURNS = ("", "", "", "90", "45.5", "-30", "*")


def rules_file(rng: random.Random, one_way: bool = False) -> str:
    """A rules file that can be played, and has no layout; its trees may grow one way only."""
    maker = _Maker(rng)
    if one_way:
        maker.directions = ["south"]
    return maker.file()


def tag(element: str, text: str, **attributes: str) -> str:
    """An element as it is written."""
    more = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{element}{more}>{text}</{element}>"


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.cells = rng.sample(CELLS, rng.randint(3, 5))
        self.groups = rng.sample(GROUPS, rng.randint(1, 3))
        self.manual = ["p", *rng.sample(("q", "r", "s"), rng.randint(0, 2))]
        self.automatic = rng.sample(("check", "m2", "win_check"), rng.randint(0, 2))
        self.ends = rng.sample(("Win", "loss"), rng.randint(0, 2))
        self.seats = 2 if rng.random() < 0.25 else 1
        self.directions = rng.sample(FEW, 2) if rng.random() < 0.8 else list(DIRECTIONS)

    def whose(self, often: float) -> dict[str, str]:
        """Whose phase it is, or whose points, where several play."""
        several = self.seats > 1 and self.rng.random() < often
        return {"player": self.rng.choice("12")} if several else {}

    def one(self, items: Sequence[str], often: float = 1.0) -> str:
        """One of these, or nothing."""
        return self.rng.choice(items) if self.rng.random() < often else ""

    def file(self) -> str:
        """The whole file."""
        settings = tag("settings", tag("players", str(self.seats)) + tag("layout", ""))
        deck, names = self.deck()
        groups = self.cell_groups(names)
        phases = tag("phases", "".join(self.phases()))
        body = f"{settings}\n{deck}\n{groups}\n{phases}"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{tag("data", body, type="rule")}\n'

    # ---- cards and cells -------------------------------------------------------------------

    def deck(self) -> tuple[str, list[str]]:
        """The deck, and the names of its cards."""
        cards, names = [], []
        for number in range(self.rng.randint(5, 11)):
            fixed = self.one(("y", "y", "true", "n"), 0.3)
            name = f"{'F' if fixed else 'A'}{number}"
            value = self.one(("0", "1", "2", "3", "4"), 0.9)
            parts = {"name": name, "value": value, "color": self.one(COLORS)}
            parts |= {"suit": self.one(SUITS), "fixed": fixed}
            written = {key: text for key, text in parts.items() if text or key == "value"}
            card = tag("card", "".join(tag(key, text) for key, text in written.items()))
            again = 2 if self.rng.random() < 0.1 else 1
            cards += [card] * again
            names += [name] * again
        shuffle = tag("shuffle", self.one(("y", "yes", "n", "maybe"), 0.7))
        return tag("deck", tag("deck_name", "cards") + shuffle + "\n".join(cards)), names

    def cell_groups(self, names: list[str]) -> str:
        """All cells, each with what it is dealt, some of them in several groups."""
        left = list(names)
        self.rng.shuffle(left)
        loose = sum(name.startswith("A") for name in names)
        rest, dealt = self.rng.random() < 0.5, 0
        entries: dict[str, list[str]] = {cell: [] for cell in self.cells}
        for _ in range(self.rng.randint(len(names) - 2, len(names))):
            cell = self.rng.choice(self.cells)
            if left and (self.rng.random() < 0.7 or dealt >= loose):
                name = left.pop()
            elif sum(each.startswith("A") for each in left) > 0:
                name, dealt = "Rd", dealt + 1
                left.remove(next(each for each in left if each.startswith("A")))
            else:
                continue
            entries[cell].append(self.entry(name))
        if rest:
            given = entries[self.rng.choice(self.cells)]
            given.insert(self.rng.randint(0, len(given)), self.entry("**"))
        written = [self.group(self.groups[0], self.cells, entries)]
        for group in self.groups[1:]:
            some = self.rng.sample(self.cells, self.rng.randint(1, 3))
            written.append(self.group(group, some, entries))
        return tag("cell_groups", "\n".join(written))

    def group(self, name: str, cells: list[str], entries: dict[str, list[str]]) -> str:
        """A group; cells that were described before are only named again."""
        return tag("group", "\n".join(self.cell(cell, entries) for cell in cells), category=name)

    def cell(self, name: str, entries: dict[str, list[str]]) -> str:
        """A cell with what it is dealt, the first time."""
        given = "".join(tag("card", entry) for entry in entries.get(name, ()))
        entries[name] = []
        fan = tag("fan", self.one((*self.directions, "none"), 0.7))
        turned = tag("rotation", self.one(("0", "90"), 0.5))
        return tag("cell", fan + turned + tag("init_cards", given), name=name)

    def entry(self, name: str) -> str:
        """What a cell is dealt."""
        entry = f"{name},{self.rng.choice('UUDud')}"
        if self.rng.random() < 0.4:
            entry += f",{self.one((*self.directions, 'none'))}"
            entry += self.one((",180", ",7.5"), 0.2)
        return entry

    # ---- phases and rules ------------------------------------------------------------------

    def phases(self) -> list[str]:
        """All phases; the automatic ones lead to manual ones, or to later automatic ones."""
        found = [self.phase(name) for name in self.manual]
        found += [self.automatic_phase(i) for i in range(len(self.automatic))]
        return found + [
            self.phase(name) if self.rng.random() < 0.5 else _end(name) for name in self.ends
        ]

    def places(self) -> list[str]:
        """Names of cells and groups."""
        return [*self.cells, *self.groups, self.groups[0], self.groups[0]]

    def phase(self, name: str) -> str:
        """A phase that waits for a gesture."""
        donors = [self.groups[0]] if self.rng.random() < 0.7 else self.rng.sample(self.cells, 2)
        rules = "\n".join(self.rule() for _ in range(self.rng.randint(1, 4)))
        return tag(
            "phase",
            tag("phase_type", self.one(("manual",), 0.9))
            + tag("valid_donors", "".join(tag("category", donor) for donor in donors))
            + tag("rules", rules),
            name=name,
            **({"player": "2"} if name == "p" and self.seats > 1 else self.whose(0.7)),
        )

    def automatic_phase(self, number: int) -> str:
        """A phase that goes on at once. What asks for colours or suits is never all that there is:
        of cards that nobody sees it could not be told before the move whether a rule holds."""
        targets = [*self.manual, *self.automatic[number + 1 :], *self.ends]
        rules = []
        for _ in range(self.rng.randint(0, 2)):
            condition = self.condition() + self.one((self.condition(),), 0.3)
            validation = tag("validation", tag("receiver", tag("num_cards", "77")) + condition)
            rules.append(tag("rule", validation + self.action(targets), category=""))
        blind = any(f"<{word}>" in rule for rule in rules for word in ("color", "suit"))
        if self.rng.random() < 0.8 or blind or not rules:
            rules.append(tag("rule", tag("validation", "") + self.arrow(targets), category=""))
        return tag(
            "phase",
            tag("phase_type", "auto") + tag("valid_donors", "") + tag("rules", "\n".join(rules)),
            name=self.automatic[number],
        )

    def rule(self) -> str:
        """A rule for a gesture."""
        targets = [*self.manual, *self.manual, *self.automatic, *self.automatic, *self.ends]
        validations = "".join(self.validation() for _ in range(self.rng.choice((0, 1, 1, 1, 2))))
        count = self.rng.choice((0, 1, 1, 1, 1, 1, 1, 2, 2))
        actions = "\n".join(self.action(targets) for _ in range(count))
        return tag("rule", validations + actions, category=self.one(self.places(), 0.9))

    def validation(self) -> str:
        """Tests of the three piles, and conditions."""
        text = ""
        for who in ("receiver", "mover", "donor"):
            if self.rng.random() < (0.7 if who == "receiver" else 0.4):
                text += tag(who, self.tests())
        if self.rng.random() < 0.15:
            text += self.condition()
        return tag("validation", text)

    def tests(self) -> str:
        """A few tests in any order."""
        choices = {
            "value": ("0", "1", "-1", "2", "l", "g", "G", "*"),
            "color": ("=", "!", "red", "black", "*"),
            "suit": ("=", "!", "h", "S", "clubs", ""),
            "num_cards": ("0", "1", "2", "3", "4", "*"),
            "is_faceup": ("y", "n", "Y", "*"),
            "name": (*self.places(), "*"),
        }
        count = self.rng.choice((0, 0, 0, 1, 1, 2))
        return "".join(
            tag(name, self.one(choices[name])) for name in self.rng.sample(sorted(choices), count)
        )

    def condition(self) -> str:
        """What is asked of cells."""
        choices = {
            "num_cards": ("0", "1", "2", "3", "4"),
            "color": ("red", "black"),
            "suit": ("h", "s"),
            "is_faceup": ("y", "n"),
        }
        text = "".join(
            tag(name, self.one(values))
            for name, values in choices.items()
            if self.rng.random() < (0.7 if name == "num_cards" else 0.15)
        )
        return tag("condition", text, category=self.one([*self.places(), "otherwise"], 0.95))

    def action(self, targets: Sequence[str]) -> str:
        """What is done with cards, then where to."""
        blocks = ""
        for who in ("receiver", "mover", "donor"):
            if self.rng.random() < (0.8 if who == "mover" else 0.3):
                blocks += tag(f"{who}_dest", self.block(who))
        points = self.one(("1", "-2", "10", "5.0"), 0.6)
        arrow = tag("next_phase", points, phase=self.one(targets), **self.whose(0.3))
        return tag("action", blocks + arrow)

    def arrow(self, targets: Sequence[str]) -> str:
        """An action that only leads on."""
        return tag("action", tag("next_phase", self.one(("3", ""), 0.5), phase=self.one(targets)))

    def block(self, who: str) -> str:
        """What becomes of one of the three piles."""
        numbers = ("*", "h", "d", "t", "b", "r", "1", "2", "3", "T", "none", *self.directions)
        places = ("r", "m", "d", "", *self.cells, self.groups[0])
        back = ("d", "D", "m") if who == "receiver" else ()  # where trees get branches
        parts = {
            "destination": self.one((*places, *back, *back), 0.9),
            "num_cards": self.one(numbers, 0.85),
            "collapse": self.one(("y", "n"), 0.35),
            "shuffle": self.one(("y", "rev", "n"), 0.2),
            "rotation": self.one(TURNS),
            "offset": self.one(("none", "preserve", "0", *self.directions, *self.directions), 0.6),
            "flip_up": self.one(("y", "n", "*", "none", "N", *self.directions), 0.4),
        }
        text = "".join(tag(name, value) for name, value in parts.items())
        return text + "".join(
            tag("except", name) for name in self.cells if self.rng.random() < 0.05
        )


def _end(name: str) -> str:
    rules = tag("rules", tag("rule", "", category=""))
    donors = tag("valid_donors", "")
    return tag("phase", tag("phase_type", "manual") + donors + rules, name=name)
