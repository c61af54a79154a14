"""Moves: the options of a decision as values, with texts, notations and fixed ids."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, overload

from ..machine.program import DIRECTION_WORDS, ActionInfo, Array, Program, SiteInfo, Text
from .option_rows import id_of
from .program_cache import PerProgram
from .text_rendering import NONE, Piece, Wording

if TYPE_CHECKING:
    from .offers import Offers

CONTINUE = "continue"
DIRECTION = f"(?:{'|'.join(DIRECTION_WORDS)})"
BEFORE_DIRECTION = re.compile(rf",(?={DIRECTION})")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """One option of a decision, as the seat that decides may know it. It has no reference to a
    table, so it reveals nothing else. `str(move)` is for people, `text(name)` a named notation.
    Moves that choose the same are equal."""

    index: int  # in the list of legal moves; -1 if it was made from a log entry
    site: SiteInfo | None  # None: the move that ends a pause
    action: int
    operands: tuple[int, ...]
    """What is chosen, as numbers: for a token that the seat cannot identify, its label in the
    seat's view."""
    _wording: Wording
    _pieces: tuple[tuple[Piece, ...], ...] = ()  # the values in its texts, by notation

    @property
    def info(self) -> ActionInfo | None:
        """The action this is an option of."""
        return self.site.actions[self.action] if self.site else None

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.info.name if self.info else CONTINUE

    @property
    def id(self) -> int:
        """The id of this move, the same in every game of this program; -1 for the end of a
        pause."""
        return id_of(self.info, self.operands) if self.info else -1

    @property
    def choice(self) -> tuple[int, int, tuple[int, ...]]:
        """What is chosen, and where: equal for equal moves."""
        return self.info.first_id if self.info else -1, self.action, self.operands

    def __eq__(self, other: object) -> bool:
        return self.choice == other.choice if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.choice)

    def text(self, notation: str = "") -> str:
        """The move in a notation, for the seat that decides; the text for people if the action
        lacks that notation. `Table.text` writes it for another seat."""
        info = self.info
        if info is None:
            return CONTINUE
        writings = self._wording.form(info).writings
        name = notation if notation in writings else ""
        pieces = self._pieces[list(writings).index(name)]
        return self._wording.joined(writings[name].text, pieces)

    def pieces(self) -> list[tuple[str, int | None]]:
        """The text for people in pieces, each with the index of the operand that it is the value
        of; None for a word, or for a value that is computed."""
        if self.info is None:
            return [(CONTINUE, None)]
        text, values = self._wording.form(self.info).writings[""].text, iter(self._pieces[0])
        return [
            (part, None)
            if isinstance(part, str)
            else (self._wording.piece(next(values), part.type), part.parameter)
            for part in text.parts
        ]

    @property
    def texts(self) -> dict[str, str]:
        """The move in all its notations; the text for people has the name ''."""
        return {name: self.text(name) for name in (self.info.texts if self.info else ("",))}

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Move {self.id}: {self.text()}>"


class Moves(Sequence[Move]):
    """The legal moves of a decision, made on access."""

    __slots__ = ("_count",)

    def __init__(self, count: int) -> None:
        self._count = count

    @abstractmethod
    def _at(self, index: int) -> Move:
        """The move at an index, which is in range."""

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        count = self._count
        if isinstance(index, slice):
            return [self._at(i) for i in range(count)[index]]
        if not isinstance(index, int):
            raise TypeError(f"indices are integers or slices, found {index!r}")
        if not -count <= index < count:
            raise IndexError(f"there are {count} legal moves")
        return self._at(index % count)

    def __iter__(self) -> Iterator[Move]:
        return (self._at(i) for i in range(self._count))

    def __repr__(self) -> str:
        return f"[{', '.join(str(move) for move in self)}]"


def notations(program: Program) -> list[str]:
    """The names of all notations of a game, beside the text for people."""
    infos = [action for site in program.sites.values() for action in site.actions]
    return sorted({name for info in infos for name in info.texts if name})


def looks_like_a_move(program: Program, text: str) -> bool:
    """Whether a text has the form of a move, legal or not."""
    return any(
        pattern(writing, program).fullmatch(text)
        for site in program.sites.values()
        for action in (*site.actions, *site.refused)
        for writing in action.texts.values()
    )


_patterns: PerProgram[dict[Text, re.Pattern[str]]] = PerProgram(lambda program: {})


def pattern(text: Text, program: Program) -> re.Pattern[str]:
    """The pattern of texts of a notation, with a group for each value."""
    kept = _patterns(program)
    if text not in kept:
        kept[text] = _pattern(text, program)
    return kept[text]


def _pattern(text: Text, program: Program) -> re.Pattern[str]:
    pieces = []
    for part in text.parts:
        if isinstance(part, str):
            # People type any number of blanks where the text has some.
            pieces.append(r"\s+".join(re.escape(word) for word in re.split(r"\s+", part)))
        else:
            pieces.append(f"({_values_pattern(part.type, program)})")
    return re.compile(r"\s*".join(["", *pieces, ""]), re.IGNORECASE)


def _values_pattern(kind: str, program: Program) -> str:
    if kind.startswith("["):
        item = _values_pattern(kind[1:-1], program)
        return rf"{NONE}|{item}(?:\s*\+\s*{item})*"
    if kind == "int":
        return r"-?\d+"
    # Longest first, so that of two readings the one with the longer names is found.
    ordered = sorted(set(names_of(kind, program)), key=lambda name: (-len(name), name))
    branch = rf"(?:(?:\s*,\s*|\s+){DIRECTION})*" if kind == "zone" else ""
    return "(?:" + "|".join(re.escape(name) for name in ordered) + f"){branch}"


def names_of(kind: str, program: Program, state: Array | None = None) -> list[str]:
    """The names of the values of a type, by number; "" where there is none. The names of branches
    depend on the state."""
    if kind == "zone" and state is not None:
        zones = [program.zone_in(number, state) for number in range(len(program.zones))]
        return [zone.label if zone else "" for zone in zones]
    known = {
        "token": list(program.tokens),
        "zone": ["" if z is None else z.label for z in program.zones],
        "seat": ["", *(f"player {i + 1}" for i in range(program.seats))],
        "team": ["", *(team.name for team in program.teams)],
        "bool": ["no", "yes"],
    }
    return known.get(kind) or ["", *program.enums.get(kind, ())]


def values_of(text: str, kind: str, program: Program, state: Array) -> list[int]:
    """The raw values of a type that a text may denote in a state."""
    if kind == "int":
        # No number of a game is that long, and int() of a long text is slow.
        return [int(text)] if len(text) < 11 else []
    form = bare if kind == "zone" else normal
    names = [form(name) for name in names_of(kind, program, state)]
    return [value for value, name in enumerate(names) if name == form(text) != ""]


def normal(text: str) -> str:
    """A typed move in lower case, with single blanks."""
    return " ".join(text.split()).casefold()


def squeezed(text: str) -> str:
    """A typed move in lower case, without blanks."""
    return normal(text).replace(" ", "")


def bare(text: str) -> str:
    """A typed move in lower case, without blanks and without commas before directions."""
    return BEFORE_DIRECTION.sub("", squeezed(text))


def unordered(text: str) -> str:
    """A typed move in lower case, without blanks and with the items of a combination sorted."""
    return "+".join(sorted(squeezed(text).split("+")))


def named(offers: Offers, text: str) -> list[Move]:
    """The legal moves that a text matches: exactly, or else without blanks, or else without commas
    between directions, or else with the items of a combination in another order."""
    written = offers.written
    for form in (normal, squeezed, bare, unordered):
        if found := [*filter(partial(_is_called, written, form, form(text)), offers.legal())]:
            return found
    return []


Written = dict[int, list[str]]
"""The texts of moves in all their notations, by index."""


def _is_called(written: Written, form: Callable[[str], str], wanted: str, move: Move) -> bool:
    """Whether one of a move's texts matches; texts are cached, as making them is slow."""
    texts = written.get(move.index)
    if texts is None:
        texts = written[move.index] = [*move.texts.values()]
    return any(form(text) == wanted for text in texts)
