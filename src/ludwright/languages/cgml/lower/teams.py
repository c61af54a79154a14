"""Teams: their members, their paths, and the players that a team denotes."""

from __future__ import annotations

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import ANY
from ...names import declares, refers
from ...yaml.read import Mapping, Scalar, Sequence, Tree, head
from .. import codes
from ..read import shapes
from ..read.shapes import named, read
from .functions import filtered, name_of, one_seat
from .symbols import Symbols, Typed

DECLARE = "declare them in 'meta.players.teams', as in '{red: [0, 2], blue: [1, 3]}'"
FORMS = "expected lists of seats, names with lists of seats, or 'alternate: n'"


# ---- meta.players.teams ------------------------------------------------------------------------


def read_teams(symbols: Symbols, node: Tree, key: Span) -> None:
    """The teams of a game: `[[0, 2], [1, 3]]`, `{red: [0, 2], ...}` or `{alternate: 2}`."""
    # A team may have any name: only a number shows that a similar key is meant to be this one.
    count = named(node, "alternate", ("names",))
    if isinstance(node, Mapping) and (node.get("alternate") or isinstance(count, Scalar)):
        _alternate(symbols, node)
    elif isinstance(node, Mapping):
        for name, value in node.entries:
            _team(symbols, name.text, value, name.span)
    elif isinstance(node, Sequence):
        for number, value in enumerate(node.items, start=1):
            _team(symbols, f"t{number}", value, value.span)
    else:
        symbols.error(codes.SHAPE, head(node.span), "invalid teams", FORMS)
    if symbols.teams:
        _check_complete(symbols, key)


def _alternate(symbols: Symbols, node: Mapping) -> None:
    """Seat i is in the team i modulo n."""
    fields = read(node, shapes.ALTERNATE, "teams", symbols.report)
    count = fields.whole("alternate") if fields else 0
    if fields is None or not 1 <= count <= symbols.least:
        at = fields.at("alternate") if fields else node.span
        symbols.error(
            codes.NUMBER,
            at,
            f"'alternate' must be between 1 and {symbols.least}, the fewest players",
        )
        return
    given = [name for name in fields.items("names") if isinstance(name, Scalar)]
    names = [name.text for name in given]
    for each in given:
        declares("team", each.text, each.span)
    if fields.get("names") is not None and len(set(names)) != count:
        symbols.error(codes.NUMBER, fields.at("names"), f"expected {count} different team names")
        return
    for number in range(count):
        name = names[number] if names else f"t{number + 1}"
        seats = tuple(range(number, symbols.most, count))
        symbols.teams[name] = n.Team(name=name, seats=seats, span=head(node.span))


def _team(symbols: Symbols, name: str, node: Tree, span: Span) -> None:
    if not isinstance(node, Sequence):
        symbols.error(codes.SHAPE, head(node.span), f"the seats of '{name}' must be a list", FORMS)
        return
    declares("team", name, span)
    taken = {seat for team in symbols.teams.values() for seat in team.seats}
    seats: list[int] = []
    for item in node.items:
        number = item.value if isinstance(item, Scalar) else None
        # Up to the most players: with fewer, the last seats are empty.
        if not isinstance(number, int) or not 0 <= number < symbols.most:
            message = f"a seat must be a number from 0 to {symbols.most - 1}"
            symbols.error(codes.NUMBER, head(item.span), message)
        elif number in taken or number in seats:
            symbols.error(
                codes.DUPLICATE, item.span, f"duplicate seat {number}: it is already in a team"
            )
        else:
            seats.append(number)
    symbols.teams[name] = n.Team(name=name, seats=tuple(seats), span=head(span))


def _check_complete(symbols: Symbols, span: Span) -> None:
    """Check that every seat is in a team and no team is empty, for every number of players."""
    taken = {seat for team in symbols.teams.values() for seat in team.seats}
    for seat in range(symbols.most):
        if seat not in taken:
            symbols.error(codes.NUMBER, span, f"seat {seat} is not in any team")
    for team in symbols.teams.values():
        # With the fewest players only the first seats are taken.
        if not any(seat < symbols.least for seat in team.seats):
            message = f"team '{team.name}' is empty with {symbols.least} players"
            symbols.error(codes.NUMBER, team.span, message)


# ---- paths -------------------------------------------------------------------------------------


def teams(symbols: Symbols, span: Span) -> Typed:
    """All teams."""
    if not symbols.teams:
        return _no_teams(symbols, span)
    return Typed(n.Teams(span=span), "[team]")


def _no_teams(symbols: Symbols, span: Span) -> Typed:
    return symbols.hole(codes.UNKNOWN, span, "this game has no teams", DECLARE)


def team_of(symbols: Symbols, seat: Typed, span: Span) -> Typed:
    """The team of a player."""
    if not symbols.teams:
        return _no_teams(symbols, span)
    return Typed(n.TeamOf(seat=seat.expr, span=span), "team")


def players_of(symbols: Symbols, team: Typed, span: Span) -> Typed:
    """The players of a team."""
    return Typed(n.SeatsOf(team=team.expr, span=span), "[seat]")


def team_named(symbols: Symbols, text: str, span: Span) -> Typed:
    """The team with a name."""
    if not symbols.teams:
        return _no_teams(symbols, span)
    refers("team", text, span)
    if text not in symbols.teams:
        return symbols.unknown(span, "team", text, symbols.teams)
    return Typed(n.TeamNamed(name=text, span=span), "team")


def team_numbered(symbols: Symbols, number: int, span: Span) -> Typed:
    """A team by its index, from 0."""
    if not 0 <= number < len(symbols.teams):
        return symbols.hole(codes.NUMBER, span, f"unknown team {number}: teams are numbered from 0")
    return Typed(n.TeamNamed(name=list(symbols.teams)[number], span=span), "team")


def one_team(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """A team where one is expected; a player denotes their own team."""
    kind = symbols.known(value.type)
    if kind == "seat":
        return team_of(symbols, value, span)
    if kind == ANY or symbols.join(kind, "team") is not None:
        return Typed(value.expr, "team")
    message = f"expected a team, found {symbols.describe(kind)}"
    return symbols.hole(codes.TYPE, span, message)


def teammates(symbols: Symbols, seat: Typed, span: Span) -> Typed:
    """The other players of a player's team."""
    team = team_of(symbols, seat, span)
    if team.type == ANY:
        return team
    other = symbols.local("seat", "seat", span)
    same = n.Equal(left=other.expr, right=seat.expr, span=span)
    return filtered(players_of(symbols, team, span), other, n.Not(item=same, span=span))


def partner(symbols: Symbols, seat: Typed, span: Span) -> Typed:
    """The partner, if all teams are pairs for every number of players; else as `mates`."""
    pairs = [team.seats for team in symbols.teams.values()]
    if not pairs or symbols.least != symbols.most or any(len(pair) != 2 for pair in pairs):
        return teammates(symbols, seat, span)
    # If partners always sit equally far apart, no search is needed.
    steps = {(b - a) % symbols.most for pair in pairs for a, b in (pair, pair[::-1])}
    if len(steps) == 1:
        number = n.Number(value=steps.pop(), span=span)
        return Typed(n.SeatAfter(seat=seat.expr, steps=number, span=span), "seat")
    return one_seat(symbols, teammates(symbols, seat, span), span)


def opposing_players(symbols: Symbols, seat: Typed, span: Span) -> Typed:
    """The players of all other teams."""
    other = symbols.local("seat", "seat", span)
    theirs = n.TeamOf(seat=other.expr, span=span)
    mine = n.TeamOf(seat=seat.expr, span=span)
    same = n.Equal(left=theirs, right=mine, span=span)
    return filtered(Typed(n.Seats(span=span), "[seat]"), other, n.Not(item=same, span=span))


def other_teams(symbols: Symbols, seat: Typed, span: Span) -> Typed:
    """All other teams; a single team if there are two."""
    mine = n.TeamOf(seat=seat.expr, span=span)
    # A path to one team can be compared and assigned, a list of one cannot.
    if len(symbols.teams) == 2:
        first, second = (n.TeamNamed(name=name, span=span) for name in symbols.teams)
        test = n.Equal(left=mine, right=first, span=span)
        return Typed(n.Conditional(test=test, then=second, otherwise=first, span=span), "team")
    other = symbols.local("team", "team", span)
    same = n.Equal(left=other.expr, right=mine, span=span)
    return filtered(teams(symbols, span), other, n.Not(item=same, span=span))


# ---- players instead of teams ------------------------------------------------------------------


def as_players(symbols: Symbols, value: Typed, span: Span) -> Typed:
    """A team or a list of teams as the list of their players; anything else unchanged."""
    kind = symbols.known(value.type)
    if kind not in ("team", "[team]"):
        return value
    seat = symbols.local("seat", "seat", span)
    team = n.TeamOf(seat=seat.expr, span=span)
    inside: n.Expr = n.Equal(left=team, right=value.expr, span=span)
    if kind == "[team]":
        inside = n.Contains(items=value.expr, value=team, span=span)
    expr = n.Filter(items=n.Seats(span=span), name=name_of(seat), where=inside, span=span)
    return Typed(expr, "[seat]")
