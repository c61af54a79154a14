"""Tables with tiny games written as nodes, for what the library's games do not have."""

from __future__ import annotations

from typing import Any

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine.program import Program
from ludwright.play.table import Table
from tools.tiny import ME, PILE, PIT, YES, X, loc, num, put, zone

PILES = (
    zone("pile", face="up"),
    zone("pit", face="down"),
    zone("hand", per_seat=True, face="up", others_see="count"),
    zone("cell", count=3),
)
NOBODY = n.ListOf(items=(), of="seat")
COUNT_UP = put(n.Add(left=X, right=num(1)))
TURN = n.Mark(kind="turn")


def program(
    *body: n.Statement, tokens: int = 4, players: int = 1, names: tuple[str, ...] = ()
) -> Program:
    """A game with tokens T1, T2 ... from the top of the pile, and variables x and score."""
    called = names or tuple(f"T{i}" for i in range(1, tokens + 1))
    game = n.GameDef(
        name="tiny",
        least_players=1,
        most_players=4,
        properties=(n.Property(name="rank", type="int"),),
        supplies=(
            n.Supply(
                name="all",
                zone="pile",
                tokens=tuple(n.Token(name=t, values=(i,)) for i, t in enumerate(called)),
            ),
        ),
        zones=PILES,
        variables=(
            n.VariableDef(name="x", type="int", initial=num(0)),
            n.VariableDef(name="next", type="seat", initial=ME),
            n.VariableDef(name="score", type="int", initial=num(5), per_seat=True),
        ),
        procedures=(n.Procedure(name="main", body=body),),
    )
    assert not verify(game)
    return compile_game(game, players)


def table(*body: n.Statement, **settings: Any) -> Table:
    """A table for a tiny game; see `program` and Table for the settings."""
    made = {k: settings.pop(k) for k in ("tokens", "players", "names") if k in settings}
    return Table(program(*body, **made), **settings)


def seen(table: Table, seat: int, *zone: Any) -> list[str | None]:
    """The cards of a zone from bottom to top that a seat sees now, None for the others."""
    view = table.view(seat)
    cards = zip(view.zone(*zone), view.sees(*zone), strict=True)
    return [card if shown else None for card, shown in cards]


def forever(*body: n.Statement) -> n.Statement:
    """A loop without end."""
    return n.While(test=YES, body=body)


def action(name: str, *body: n.Statement, **more: Any) -> n.Action:
    """An action that is written like its name."""
    notations = (n.Notation(name="", parts=(name,)), n.Notation(name="short", parts=(name[0],)))
    return n.Action(name=name, body=body, **{"notations": notations} | more)


def token_action(name: str, items: n.Expr, *body: n.Statement, **more: Any) -> n.Action:
    """An action on a token `t` out of a list, written with the token's name."""
    parts = (f"{name} ", loc("t"))
    return n.Action(
        name=name,
        parameters=(n.Parameter(name="t", type="token", items=items),),
        notations=(n.Notation(name="", parts=parts),),
        body=body,
        **more,
    )


def decide(*actions: n.Action, seat: n.Expr = ME) -> n.Statement:
    """A choice of the first seat, unless another is named."""
    return n.Decide(seat=seat, actions=actions)


def end(*winners: int, scores: tuple[int, ...] | None = None, reason: str = "done") -> n.Statement:
    """The end of the game."""
    return n.EndGame(
        winners=n.ListOf(items=tuple(n.Seat(number=w) for w in winners), of="seat"),
        scores=n.ListOf(items=tuple(map(num, scores)), of="int") if scores else None,
        reason=reason,
    )


# Take the cards of the pile in any order, or stop; the last one taken ends the game.
TAKING = (
    n.Shuffle(zone=PILE),
    forever(
        TURN,
        decide(
            token_action(
                "take",
                n.TokensIn(zone=PILE),
                n.MoveToken(token=loc("t"), to=PIT),
                COUNT_UP,
                n.If(test=n.Equal(left=n.SizeOf(zone=PILE), right=num(0)), then=(end(0),)),
            ),
            action("stop", end(), guard=n.Less(left=num(0), right=X)),
        ),
    ),
)
# Nobody decides: a card a turn goes to the pit, and the owner of the last one wins.
FLOWING = (
    n.Shuffle(zone=PILE),
    n.While(
        test=n.Less(left=num(0), right=n.SizeOf(zone=PILE)),
        body=(TURN, n.MoveTop(source=PILE, to=PIT)),
    ),
    end(0, scores=(3,)),
)
