"""Teams: who is in which, what paths say of them, and which players a team stands for."""

from __future__ import annotations

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes
from ..read import shapes
from ..read.shapes import head, read
from .functions import filtered, name_of, one_seat
from .symbols import Symbols, Typed

DECLARE = "name them in 'meta.players.teams', as in '{red: [0, 2], blue: [1, 3]}'"
FORMS = "teams are lists of seats, names with such lists, or 'alternate: n'"


# ---- meta.players.teams ------------------------------------------------------------------------


def read_teams(world: Symbols, node: Tree, key: Span) -> None:
    """The teams of a game: `[[0, 2], [1, 3]]`, `{red: [0, 2], ...}` or `{alternate: 2}`."""
    if isinstance(node, Mapping) and node.get("alternate") is not None:
        _alternate(world, node)
    elif isinstance(node, Mapping):
        for name, value in node.entries:
            _team(world, name.text, value, name.span)
    elif isinstance(node, Sequence):
        for number, value in enumerate(node.items, start=1):
            _team(world, f"t{number}", value, value.span)
    else:
        world.error(codes.SHAPE, head(node.span), "these are no teams", FORMS)
    if world.teams:
        _whole(world, key)


def _alternate(world: Symbols, node: Mapping) -> None:
    """Seat i is in the team i modulo n."""
    fields = read(node, shapes.ALTERNATE, "teams", world.report)
    count = fields.whole("alternate") if fields else 0
    if fields is None or not 1 <= count <= world.least:
        at = fields.at("alternate") if fields else node.span
        world.error(codes.NUMBER, at, f"1 to {world.least} teams can be made of the fewest players")
        return
    names = [name.text for name in fields.items("names") if isinstance(name, Scalar)]
    if fields.get("names") is not None and len(set(names)) != count:
        world.error(codes.NUMBER, fields.at("names"), f"{count} teams need as many different names")
        return
    for number in range(count):
        name = names[number] if names else f"t{number + 1}"
        seats = tuple(range(number, world.most, count))
        world.teams[name] = n.Team(name=name, seats=seats, span=head(node.span))


def _team(world: Symbols, name: str, node: Tree, span: Span) -> None:
    if not isinstance(node, Sequence):
        world.error(codes.SHAPE, head(node.span), f"the seats of '{name}' must be a list", FORMS)
        return
    taken = {seat for team in world.teams.values() for seat in team.seats}
    seats: list[int] = []
    for item in node.items:
        number = item.value if isinstance(item, Scalar) else None
        if not isinstance(number, int) or not 0 <= number < world.most:
            told = f"a seat is a number from 0 to {world.most - 1}"
            world.error(codes.NUMBER, head(item.span), told)
        elif number in taken or number in seats:
            world.error(codes.TWICE, item.span, f"seat {number} is in a team already")
        else:
            seats.append(number)
    world.teams[name] = n.Team(name=name, seats=tuple(seats), span=head(span))


def _whole(world: Symbols, span: Span) -> None:
    """Every seat is in a team, and no team is empty, however many play."""
    taken = {seat for team in world.teams.values() for seat in team.seats}
    for seat in range(world.most):
        if seat not in taken:
            world.error(codes.NUMBER, span, f"seat {seat} is in no team")
    for team in world.teams.values():
        if not any(seat < world.least for seat in team.seats):
            told = f"nobody is in the team '{team.name}' if {world.least} play"
            world.error(codes.NUMBER, team.span, told)


# ---- paths -------------------------------------------------------------------------------------


def teams(world: Symbols, place: Span) -> Typed:
    """All teams."""
    if not world.teams:
        return _none(world, place)
    return Typed(n.Teams(span=place), "[team]")


def _none(world: Symbols, place: Span) -> Typed:
    return world.hole(codes.UNKNOWN, place, "this game has no teams", DECLARE)


def team_of(world: Symbols, seat: Typed, place: Span) -> Typed:
    """The team of a player."""
    if not world.teams:
        return _none(world, place)
    return Typed(n.TeamOf(seat=seat.expr, span=place), "team")


def players_of(world: Symbols, team: Typed, place: Span) -> Typed:
    """The players of a team."""
    return Typed(n.SeatsOf(team=team.expr, span=place), "[seat]")


def team_named(world: Symbols, text: str, place: Span) -> Typed:
    """The team with a name."""
    if not world.teams:
        return _none(world, place)
    if text not in world.teams:
        return world.unknown(place, "team", text, world.teams)
    return Typed(n.TeamNamed(name=text, span=place), "team")


def team_numbered(world: Symbols, number: int, place: Span) -> Typed:
    """A team by its place in the list, from 0."""
    if not 0 <= number < len(world.teams):
        return world.hole(codes.NUMBER, place, f"there is no team {number}: they count from 0")
    return Typed(n.TeamNamed(name=list(world.teams)[number], span=place), "team")


def one_team(world: Symbols, value: Typed, place: Span) -> Typed:
    """A team where one is needed; a player stands for the own team."""
    kind = world.known(value.type)
    if kind == "seat":
        return team_of(world, value, place)
    if kind == ANY or world.join(kind, "team") is not None:
        return Typed(value.expr, "team")
    told = f"a team is needed here, but this is {world.say(kind)}"
    return world.hole(codes.TYPE, place, told)


def mates(world: Symbols, seat: Typed, place: Span) -> Typed:
    """The other players of a player's team."""
    team = team_of(world, seat, place)
    if team.type == ANY:
        return team
    other = world.local("seat", "seat", place)
    same = n.Equal(left=other.expr, right=seat.expr, span=place)
    return filtered(players_of(world, team, place), other, n.Not(item=same, span=place))


def mate(world: Symbols, seat: Typed, place: Span) -> Typed:
    """The other player of a team of two, if all teams are that whoever plays; else as `mates`."""
    pairs = [team.seats for team in world.teams.values()]
    if not pairs or world.least != world.most or any(len(pair) != 2 for pair in pairs):
        return mates(world, seat, place)
    steps = {(b - a) % world.most for pair in pairs for a, b in (pair, pair[::-1])}
    if len(steps) == 1:
        number = n.Number(value=steps.pop(), span=place)
        return Typed(n.SeatAfter(seat=seat.expr, steps=number, span=place), "seat")
    return one_seat(world, mates(world, seat, place), place)


def against(world: Symbols, seat: Typed, place: Span) -> Typed:
    """The players of all teams but a player's own."""
    other = world.local("seat", "seat", place)
    theirs = n.TeamOf(seat=other.expr, span=place)
    mine = n.TeamOf(seat=seat.expr, span=place)
    same = n.Equal(left=theirs, right=mine, span=place)
    return filtered(Typed(n.Seats(span=place), "[seat]"), other, n.Not(item=same, span=place))


def other_teams(world: Symbols, seat: Typed, place: Span) -> Typed:
    """All teams but a player's own; the other one if there are two."""
    mine = n.TeamOf(seat=seat.expr, span=place)
    if len(world.teams) == 2:
        first, second = (n.TeamNamed(name=name, span=place) for name in world.teams)
        test = n.Equal(left=mine, right=first, span=place)
        return Typed(n.Conditional(test=test, then=second, otherwise=first, span=place), "team")
    other = world.local("team", "team", place)
    same = n.Equal(left=other.expr, right=mine, span=place)
    return filtered(teams(world, place), other, n.Not(item=same, span=place))


# ---- players instead of teams ------------------------------------------------------------------


def as_players(world: Symbols, value: Typed, span: Span) -> Typed:
    """A team or a list of teams as the list of their players; anything else as it is."""
    kind = world.known(value.type)
    if kind not in ("team", "[team]"):
        return value
    seat = world.local("seat", "seat", span)
    team = n.TeamOf(seat=seat.expr, span=span)
    inside: n.Expr = n.Equal(left=team, right=value.expr, span=span)
    if kind == "[team]":
        inside = n.Contains(items=value.expr, value=team, span=span)
    expr = n.Filter(items=n.Seats(span=span), name=name_of(seat), where=inside, span=span)
    return Typed(expr, "[seat]")
