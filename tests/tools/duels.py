"""Tiny games of two seats with a result that is easy to work out, for trees and equilibria."""

from __future__ import annotations

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.machine.program import Program
from tools.tables import PILES, action, decide, token_action
from tools.tiny import PILE, PIT, X, loc, num, put

SEATS = n.Seat(number=0), n.Seat(number=1)
HANDS = tuple(n.ZoneAt(name="hand", owner=seat) for seat in SEATS)
SHUFFLE = n.Shuffle(zone=PILE)
DEAL = (SHUFFLE, *(n.MoveTop(source=PILE, to=hand) for hand in HANDS))
BAGS = tuple(n.ZoneAt(name="bag", owner=seat) for seat in SEATS)
SHOWN = n.ZoneAt(name="shown")
Y = n.Variable(name="y")
TOKENS = {"discard": 4, "unordered": 4}


def y(value: int) -> n.Statement:
    return n.SetVariable(name="y", value=num(value))


def x(value: int) -> n.Statement:
    return put(num(value))


def gets(value: n.Expr) -> n.Statement:
    """The end: the first seat gets this from the second, and wins if that is more than 0."""
    lost = n.Subtract(left=num(0), right=value)
    more = n.Less(left=num(0), right=value)
    first, second = (n.ListOf(items=(seat,), of="seat") for seat in SEATS)
    scores = n.ListOf(items=(value, lost), of="int")
    ends = [n.EndGame(winners=each, scores=scores, reason="done") for each in (first, second)]
    return n.If(test=more, then=(ends[0],), otherwise=(ends[1],))


def secret(seat: int, *actions: n.Action) -> n.Statement:
    """A choice that is not announced."""
    return n.Decide(seat=SEATS[seat], actions=actions, announced=False)


def of(first: n.Expr, second: n.Expr, *rows: tuple[int, ...]) -> n.Expr:
    """The entry of a table, by two numbers from 0."""
    found: n.Expr = num(0)
    for i, row in enumerate(rows):
        for k, entry in enumerate(row):
            here = n.And(
                items=(
                    n.Equal(left=first, right=num(i)),
                    n.Equal(left=second, right=num(k)),
                )
            )
            found = n.Conditional(test=here, then=num(entry), otherwise=found)
    return found


def duel(*body: n.Statement, tokens: int = 3, chance: bool = True, **pile: str) -> Program:
    """The program of a duel."""
    return compile_game(described(*body, tokens=tokens, **pile), 2, chance=chance)


def described(*body: n.Statement, tokens: int = 3, **pile: str) -> n.GameDef:
    """A game of two seats with tokens 1, 2 ... face down in a pile."""
    hidden = n.Zone(name="pile", **{"face": "down", "others_see": "count", **pile})  # type: ignore[arg-type]
    supply = tuple(n.Token(name=f"T{i}", values=(i,)) for i in range(1, tokens + 1))
    return n.GameDef(
        name="duel",
        least_players=2,
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(n.Supply(name="all", zone="pile", tokens=supply),),
        zones=(
            *(hidden, *PILES[1:], n.Zone(name="shown", face="up")),
            n.Zone(name="bag", per_seat=True, face="up", others_see="count", ordered=False),
        ),
        variables=(
            n.VariableDef(name="x", type="int", initial=num(0), audience="none"),
            n.VariableDef(name="y", type="int", initial=num(0), audience="none"),
        ),
        procedures=(n.Procedure(name="main", body=body),),
    )


def matrix(*rows: tuple[int, ...], chance: bool = True) -> Program:
    """Both seats choose at the same time; what the first one gets."""
    names = "abcdef"
    first = [action(names[i], x(i)) for i in range(len(rows))]
    second = [action(names[i], y(i)) for i in range(len(rows[0]))]
    mine = n.Equal(left=loc("s"), right=SEATS[0])
    asked = n.If(
        test=mine,
        then=(n.Decide(seat=loc("s"), actions=tuple(first)),),
        otherwise=(n.Decide(seat=loc("s"), actions=tuple(second)),),
    )
    round_ = n.Together(name="s", seats=n.Seats(), body=(asked,))
    return duel(round_, gets(of(X, Y, *rows)), chance=chance)


def plays(seat: int, zone: n.ZoneAt, to: n.ZoneAt) -> n.Statement:
    """A seat chooses a token of a zone and lays it down."""
    play = token_action("play", n.TokensIn(zone=zone), n.MoveToken(token=loc("t"), to=to))
    return decide(play, seat=SEATS[seat])


def deal_two(to: tuple[n.ZoneAt, ...]) -> tuple[n.Statement, ...]:
    return SHUFFLE, *(n.MoveTop(source=PILE, to=each, count=num(2)) for each in to)


FIRST, SECOND = (action("a", x(1)), action("b")), (action("c"), action("d"))
SHOW_TOP = n.Show(token=n.TopOf(zone=PILE), seats=n.ListOf(items=(SEATS[0],), of="seat"))
BID = n.Ask(name="bid", seat=loc("s"), items=n.ListOf(items=(num(1), num(2))))
BIDS = n.Together(
    name="s", seats=n.Seats(), body=(BID, put(n.Add(left=X, right=loc("bid"))))
)  # fmt: skip
# By name, games in which information is hidden in different ways.
DUELS: dict[str, tuple[n.Statement, ...]] = {
    "announced": (*DEAL, decide(*FIRST), decide(*SECOND, seat=SEATS[1]), gets(X)),
    "unannounced": (*DEAL, secret(0, *FIRST), decide(*SECOND, seat=SEATS[1]), gets(X)),
    "peek": (
        *(SHUFFLE, secret(0, action("look", SHOW_TOP), action("pass"))),
        *(secret(0, *FIRST), decide(*SECOND, seat=SEATS[1]), gets(X)),
    ),
    "discard": (*deal_two(HANDS), plays(0, HANDS[0], PIT), plays(1, HANDS[1], PIT), gets(num(1))),
    "unordered": (
        *deal_two(BAGS),
        plays(0, BAGS[0], SHOWN),
        plays(1, BAGS[1], SHOWN),
        gets(num(1)),
    ),
    "bids": (*DEAL, BIDS, decide(*SECOND), gets(X)),
}
