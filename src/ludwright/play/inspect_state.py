"""Inspection of a state: the cards of a zone, who sees them, the values of variables."""

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
"""Directions from a zone to a descendant."""
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The step of each direction: to the right, and down."""


def find_zone(program: Program, name: str, which: int | None, index: int | None) -> int:
    """The number of a zone; `which` is its seat or team if it has one, else its index."""
    zones = [z for z in program.zones if z and z.name == name]
    if not zones:
        known = list(dict.fromkeys(z.name for z in program.zones if z))
        hint = did_you_mean(str(name), known) or f"the zones are: {', '.join(known) or 'none'}"
        raise TableError(f"unknown zone '{name}'; {hint}")
    # `zone("column", 2)` means the index, `zone("hand", 2)` the seat: by what the zone has.
    if zones[0].owner is None:
        owner, number = None, which if index is None else index
    else:
        owner, number = which, index
    found = program.zone_number(name, owner, number or 0)
    if not found:
        asked = " ".join(str(part) for part in (name, which, index) if part is not None)
        raise TableError(f"unknown zone '{asked}'; {_addressing(program, zones)}")
    return found


def _addressing(program: Program, zones: Sequence[ZoneInfo]) -> str:
    """What it takes to address one of the zones of a name."""
    name, most = zones[0].name, max(zone.index for zone in zones)
    needs = []
    if zones[0].team is not None:
        needs.append(f"a team, 0 to {len(program.teams) - 1}")
    elif zones[0].seat is not None:
        needs.append(f"a seat, 0 to {program.seats - 1}")
    if most:
        needs.append(f"an index, 0 to {most}")
    return f"'{name}' needs {' and '.join(needs)}" if needs else f"there is only one '{name}'"


def find_branch(program: Program, state: Array, zone: int, path: Way) -> int:
    """The number of the descendant to which directions lead from a zone."""
    trees = int(program.code[m.P_TREES])
    for direction in path:
        below = int(program.code[trees]) + (2 + direction) * len(program.zones) if trees else 0
        number = int(state[below + zone]) if trees and 0 <= direction < m.DIRECTIONS else 0
        if not number:
            label = program.value_text(zone, "zone", state)
            raise TableError(f"'{label}' has no branch in direction {direction}")
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
    """Whether each token of a zone is face up, from bottom to top."""
    face = program.columns.face
    return [bool(state[face + t]) for t in tokens_in(program, state, zone)]


def anchored(program: Program, state: Array, zone: int) -> list[bool]:
    """Whether each token of a zone is only a marker, from bottom to top."""
    tokens = tokens_in(program, state, zone)
    # Only games with a layout have markers; elsewhere every token is a card.
    return [bool(program.look and program.look.anchors[t]) for t in tokens]


def turned(program: Program, state: Array, zone: int) -> list[Fraction]:
    """The rotation of each token of a zone in degrees clockwise, from bottom to top."""
    tokens, look = tokens_in(program, state, zone), program.look
    place = program.zone_in(zone, state)
    turns = [place.turned if place else 0] * len(tokens)
    if look and look.rotation:
        address = program.properties[look.rotation].address
        turns = [int(state[address + t]) for t in tokens]
    # A rotation that never changes is a table by token, without words in the state.
    elif look and look.turned:
        turns = [look.turned[t] for t in tokens]
    return [Fraction(turn, look.degree if look else 1) for turn in turns]


def spot_of(program: Program, state: Array, zone: int) -> tuple[int, int] | None:
    """The position of a zone on the screen, if the game specifies it; a branch is one step away
    from its parent, in its direction."""
    found = program.zone_in(zone, state)
    if found is None or found.spot is None or program.look is None:
        return found.spot if found and not found.path else None
    (x, y), look = found.spot, program.look
    above = program.zone_number(found.name, found.owner, found.index)
    for direction in found.path:
        faces = face_up(program, state, above)
        # Face-down cards usually overlap more, so each face has a step of its own.
        step = look.step_up if faces and faces[-1] else look.step_down
        right, down = WAYS[direction]
        x, y = x + right * step, y + down * step
        above = find_branch(program, state, above, [direction])
    return x, y


def changing_values(
    program: Program, state: Array, token: int
) -> dict[str, int | bool | str | None]:
    """The current values of a token's changing properties."""
    kinds = {"int": int, "bool": bool}
    values: dict[str, int | bool | str | None] = {}
    for info in program.properties.values():
        value = int(state[info.address + token])
        plain = kinds.get(info.type)
        values[info.name] = plain(value) if plain else program.value_text(value, info.type, state)
    return values


def seen_token(program: Program, state: Array, token: int, seat: int) -> str | None:
    """The name of a token, if a seat sees it."""
    shown = program.columns.shown
    return program.tokens[token] if int(state[shown + token]) >> seat & 1 else None


def seen_by(program: Program, state: Array, zone: int, seat: int) -> list[str | None]:
    """The cards of a zone from bottom to top as a seat sees them; None for one it does not see."""
    return [seen_token(program, state, t, seat) for t in tokens_in(program, state, zone)]


def find_variable(program: Program, name: str) -> VariableInfo:
    """A variable by its name."""
    info = program.variables.get(name)
    if info is None:
        known = ", ".join(program.variables) or "none"
        hint = did_you_mean(str(name), program.variables) or f"the variables are: {known}"
        raise TableError(f"unknown variable '{name}'; {hint}")
    return info


def value_of(
    program: Program, state: Array, name: str, seat: int | None, index: int | None = None
) -> int | bool | str | None:
    """The value of a variable."""
    info = find_variable(program, name)
    kept = info.per_seat or info.per_team
    count = len(program.owners(info))
    if info.count > 1 and (index is None or not 0 <= index < count):
        raise TableError(f"'{name}' needs an index, 0 to {count - 1}")
    if kept and (seat is None or not 0 <= seat < count):
        whom = "team" if info.per_team else "player"
        raise TableError(f"'{name}' has a value per {whom}: pass seat=0 to {count - 1}")
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
        # Seats are counted from 1 in the state, as 0 is nobody.
        return value - 1 if value else None
    return program.value_text(value, info.type, state) if value else None


def whole_teams(program: Program, seats: Sequence[int]) -> tuple[str, ...]:
    """The names of the teams that consist of exactly these seats; () if there are none."""
    whole = [team for team in program.teams if set(team.seats) <= set(seats)]
    # A team whose members did not all win is not named, nor is one beside other winners.
    found = {seat for team in whole for seat in team.seats}
    return tuple(team.name for team in whole) if found == set(seats) else ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the winners, a score per seat if there are scores, the reason; the
    winning teams, if the winners are exactly their seats."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    teams: tuple[str, ...] = ()


class Looks:
    """Inspection of a state, as far as nothing is revealed by it."""

    program: Program

    @property
    def state(self) -> Array:
        """The words of the state."""
        raise NotImplementedError

    @property
    def together(self) -> bool:
        """Whether several seats choose simultaneously, without knowing the choices of the
        others."""
        return bool(self.state[m.TOGETHER])

    def _zone(self, name: str, which: int | None, index: int | None, path: Way = ()) -> int:
        root = find_zone(self.program, name, which, index)
        return find_branch(self.program, self.state, root, path)

    def zones(self) -> list[ZoneInfo]:
        """All zones in the order of the description, then the existing branches of trees."""
        return [*self.zones_by_number().values()]

    def zones_by_number(self) -> dict[int, ZoneInfo]:
        """The same zones, by number: names of branches change, numbers do not."""
        numbers = range(1, len(self.program.zones))
        found = ((i, self.program.zone_in(i, self.state)) for i in numbers)
        return {number: zone for number, zone in found if zone}

    def face_up(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[bool]:
        """Whether each card of a zone is face up, from bottom to top."""
        return face_up(self.program, self.state, self._zone(name, which, index, path))

    @property
    def look(self) -> LookInfo | None:
        """The sizes of things on the screen, if the game specifies them."""
        return self.program.look

    def anchored(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[bool]:
        """Whether each card of a zone is only a marker, from bottom to top."""
        return anchored(self.program, self.state, self._zone(name, which, index, path))

    def turned(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[Fraction]:
        """The rotation of each card of a zone in degrees clockwise, from bottom to top; 0 for a
        card that cannot be identified."""
        return turned(self.program, self.state, self._zone(name, which, index, path))

    def spot(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> tuple[int, int] | None:
        """The current position of a zone on the screen, right and down, if the game specifies
        it."""
        return spot_of(self.program, self.state, self._zone(name, which, index, path))


class LooksAtAll(Looks):
    """Inspection of a state with nothing hidden."""

    def zone(
        self, name: str, which: int | None = None, index: int | None = None, *, path: Way = ()
    ) -> list[str]:
        """The cards of a zone from bottom to top; `which`: its seat, team or index; `path`:
        directions to a descendant."""
        tokens = tokens_in(self.program, self.state, self._zone(name, which, index, path))
        return [self.program.tokens[t] for t in tokens]

    def variable(
        self, name: str, seat: int | None = None, index: int | None = None
    ) -> int | bool | str | None:
        """The value of a variable: a number, a boolean, a seat, or the text of a symbol or team.
        `seat` is its seat, or its team if it has a value per team; `index` is its index, if it is
        indexed."""
        return value_of(self.program, self.state, name, seat, index)
