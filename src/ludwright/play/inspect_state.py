"""Looking at a state: the cards of a zone, who sees them, the values of variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..diagnostics import did_you_mean
from ..machine import state as m
from ..machine.look import LookInfo as LookInfo
from ..machine.program import DIRECTION_WORDS as DIRECTION_WORDS
from ..machine.program import Array, Program, VariableInfo
from ..machine.program import ZoneInfo as ZoneInfo
from .errors import TableError

Way = Sequence[int]
"""Directions from a zone to one that hangs below it."""
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Where each direction leads: to the right, and down."""


def find_zone(program: Program, name: str, which: int | None, index: int | None) -> int:
    """The number of a zone; `which` is the seat or the team if there is one for each, else its
    number."""
    zones = [z for z in program.zones if z and z.name == name]
    if not zones:
        known = list(dict.fromkeys(z.name for z in program.zones if z))
        hint = did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}"
        raise TableError(f"there is no zone '{name}'; {hint}")
    if zones[0].owner is None:
        owner, number = None, which if index is None else index
    else:
        owner, number = which, index
    found = program.zone_number(name, owner, number or 0)
    if not found:
        seats = f"seats 0 to {program.seats - 1}" if zones[0].seat is not None else "one"
        seats = seats if zones[0].team is None else f"teams 0 to {len(program.teams) - 1}"
        each = 1 + max(z.index for z in zones)
        numbers = f", numbered 0 to {each - 1}" if each > 1 else ""
        asked = " ".join(str(part) for part in (name, which, index) if part is not None)
        raise TableError(f"there is no zone '{asked}': of '{name}' there is {seats}{numbers}")
    return found


def find_branch(program: Program, state: Array, zone: int, path: Way) -> int:
    """The number of the zone to which directions lead from another."""
    trees = int(program.code[m.P_TREES])
    for direction in path:
        below = int(program.code[trees]) + (2 + direction) * len(program.zones) if trees else 0
        number = int(state[below + zone]) if trees and 0 <= direction < m.DIRECTIONS else 0
        if not number:
            label = program.value_text(zone, "zone", state)
            raise TableError(f"nothing hangs below '{label}' in direction {direction}")
        zone = number
    return zone


def tokens_in(program: Program, state: Array, zone: int) -> list[int]:
    """The tokens of a zone, from bottom to top."""
    above = program.columns.previous
    tokens = []
    token = int(state[program.columns.bottom + zone])
    while token:
        tokens.append(token)
        token = int(state[above + token])
    return tokens


def face_up(program: Program, state: Array, zone: int) -> list[bool]:
    """Whether each token of a zone lies face up, from bottom to top."""
    face = program.columns.face
    return [bool(state[face + t]) for t in tokens_in(program, state, zone)]


def anchored(program: Program, state: Array, zone: int) -> list[bool]:
    """Whether each token of a zone only marks the place, from bottom to top."""
    tokens = tokens_in(program, state, zone)
    return [bool(program.look and program.look.anchors[t]) for t in tokens]


def turned(program: Program, state: Array, zone: int) -> list[Fraction]:
    """By how many degrees each token of a zone is turned clockwise, from bottom to top."""
    tokens, look = tokens_in(program, state, zone), program.look
    place = program.zone_in(zone, state)
    turns = [place.turned if place else 0] * len(tokens)
    if look and look.rotation:
        address = program.properties[look.rotation].address
        turns = [int(state[address + t]) for t in tokens]
    elif look and look.turned:
        turns = [look.turned[t] for t in tokens]
    return [Fraction(turn, look.degree if look else 1) for turn in turns]


def spot_of(program: Program, state: Array, zone: int) -> tuple[int, int] | None:
    """Where people lay a zone, if the game says so: a branch a step away from what it hangs from,
    in the direction in which it does."""
    found = program.zone_in(zone, state)
    if found is None or found.spot is None or program.look is None:
        return found.spot if found and not found.path else None
    (x, y), look = found.spot, program.look
    above = program.zone_number(found.name, found.owner, found.index)
    for direction in found.path:
        faces = face_up(program, state, above)
        step = look.step_up if faces and faces[-1] else look.step_down
        right, down = WAYS[direction]
        x, y = x + right * step, y + down * step
        above = find_branch(program, state, above, [direction])
    return x, y


def changing_values(
    program: Program, state: Array, token: int
) -> dict[str, int | bool | str | None]:
    """The properties of a token that change, as they are now."""
    kinds = {"int": int, "bool": bool}
    values: dict[str, int | bool | str | None] = {}
    for info in program.properties.values():
        value = int(state[info.address + token])
        plain = kinds.get(info.type)
        values[info.name] = plain(value) if plain else program.value_text(value, info.type, state)
    return values


def seen_token(program: Program, state: Array, token: int, seat: int) -> str | None:
    """The name of a token, if a seat sees it."""
    shown = m.KNOWN + 5 * int(program.code[m.P_TOKENS])
    return program.tokens[token] if int(state[shown + token]) >> seat & 1 else None


def seen_by(program: Program, state: Array, zone: int, seat: int) -> list[str | None]:
    """The cards of a zone from bottom to top as a seat sees them: None where it does not."""
    return [seen_token(program, state, t, seat) for t in tokens_in(program, state, zone)]


def find_variable(program: Program, name: str) -> VariableInfo:
    """A variable by its name."""
    info = program.variables.get(name)
    if info is None:
        known = ", ".join(program.variables) or "none"
        hint = did_you_mean(name, program.variables) or f"there are: {known}"
        raise TableError(f"there is no variable '{name}'; {hint}")
    return info


def value_of(
    program: Program, state: Array, name: str, seat: int | None, index: int | None = None
) -> int | bool | str | None:
    """The value of a variable."""
    info = find_variable(program, name)
    kept = info.per_seat or info.per_team
    count = len(program.owners(info))
    if info.count > 1 and (index is None or not 0 <= index < count):
        raise TableError(f"there are {count} of '{name}': say index=0 to {count - 1}")
    if kept and (seat is None or not 0 <= seat < count):
        whom = "team" if info.per_team else "player"
        raise TableError(f"'{name}' is kept per {whom}: say seat=0 to {count - 1}")
    which = seat if kept else index if info.count > 1 else 0
    address = info.address + (which or 0)
    return _plain(program, state, int(state[address]), info)


def _plain(
    program: Program, state: Array, value: int, info: VariableInfo
) -> int | bool | str | None:
    if info.type == "bool":
        return bool(value)
    if info.type == "int":
        return value
    if info.type == "seat":
        return value - 1 if value else None
    return program.value_text(value, info.type, state) if value else None


def whole_teams(program: Program, seats: Sequence[int]) -> tuple[str, ...]:
    """The names of the teams that some seats make up, if they do."""
    whole = [team for team in program.teams if set(team.seats) <= set(seats)]
    found = {seat for team in whole for seat in team.seats}
    return tuple(team.name for team in whole) if found == set(seats) else ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seats that won, a score per seat if there are scores, and why; which
    teams won, if the winners are exactly those."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    teams: tuple[str, ...] = ()


class Looks:
    """Ways to look at a state, for whatever has one."""

    program: Program

    @property
    def state(self) -> Array:
        """The words to look at."""
        raise NotImplementedError

    @property
    def together(self) -> bool:
        """Whether several seats choose as if at the same time, each without knowing the others'."""
        return bool(self.state[m.TOGETHER])

    def _zone(self, name: str, which: int | None, index: int | None, path: Way = ()) -> int:
        root = find_zone(self.program, name, which, index)
        return find_branch(self.program, self.state, root, path)

    def zones(self) -> list[ZoneInfo]:
        """All zones, in the order of the description, then the branches of trees that there are."""
        numbers = range(1, len(self.program.zones))
        return [z for z in (self.program.zone_in(i, self.state) for i in numbers) if z]

    def face_up(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[bool]:
        """Whether each card of a zone lies face up, from bottom to top."""
        return face_up(self.program, self.state, self._zone(name, which, index, path))

    @property
    def look(self) -> LookInfo | None:
        """How large things are on a table that people look at, if the game says so."""
        return self.program.look

    def anchored(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[bool]:
        """Whether each card of a zone only marks the place, from bottom to top."""
        return anchored(self.program, self.state, self._zone(name, which, index, path))

    def turned(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[Fraction]:
        """By how many degrees each card of a zone is turned clockwise, from bottom to top; 0 for
        one that can't be told."""
        return turned(self.program, self.state, self._zone(name, which, index, path))

    def spot(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> tuple[int, int] | None:
        """Where people lay a zone now, to the right and down, if the game says so."""
        return spot_of(self.program, self.state, self._zone(name, which, index, path))


class LooksAtAll(Looks):
    """Ways to look at a state for those from whom nothing is hidden."""

    def zone(
        self,
        name: str,
        which: int | None = None,
        index: int | None = None,
        *,
        path: Way = (),
    ) -> list[str]:
        """The cards of a zone from bottom to top; `which`: the seat, team, or number; `path`:
        the directions to one that hangs below it."""
        tokens = tokens_in(self.program, self.state, self._zone(name, which, index, path))
        return [self.program.tokens[t] for t in tokens]

    def variable(
        self, name: str, seat: int | None = None, index: int | None = None
    ) -> int | bool | str | None:
        """The value of a variable: a number, a truth, the text of a symbol or a team, a seat's
        number. `seat` is whose: a seat, or a team's number if it is kept per team; `index` is
        which, if there are several."""
        return value_of(self.program, self.state, name, seat, index)
