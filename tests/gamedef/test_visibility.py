"""Which tokens every seat always knows, and that nothing else is taken to be known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.visibility import SUPPLY, Visibility
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.program import Program
from ludwright.play.table import Table
from tools.tiny import ME, num

OPEN = n.Zone(name="open", others_see="all", face="up")
ALSO_OPEN = n.Zone(name="also open", others_see="all", face="up")
CLOSED = n.Zone(name="closed", others_see="count", face="up")
PIECE, CARD, SPARE = "piece", "card", "spare"


def at(zone: n.Zone) -> n.ZoneAt:
    return n.ZoneAt(name=zone.name)


def top(zone: n.Zone) -> n.TopOf:
    return n.TopOf(zone=at(zone))


def game(*body: n.Statement, helpers: tuple[n.Procedure, ...] = ()) -> n.GameDef:
    """Pieces in an open zone, cards in a closed one, spare parts out of play."""
    places = {PIECE: OPEN.name, CARD: CLOSED.name, SPARE: ""}
    return n.GameDef(
        name="small",
        least_players=2,
        most_players=2,
        properties=(n.Property(name="rank", type="int"),),
        supplies=tuple(
            n.Supply(name=name, zone=zone, tokens=(n.Token(name=name, values=(i,)),) * 2)
            for i, (name, zone) in enumerate(places.items())
        ),
        zones=(OPEN, ALSO_OPEN, CLOSED),
        variables=(n.VariableDef(name="place", type="zone", initial=at(OPEN)),),
        procedures=(*helpers, n.Procedure(name="main", body=body)),
    )


def known(of: n.GameDef) -> set[str]:
    return {name for kind, name in Visibility(of).known if kind == SUPPLY}


PLACE = n.Variable(name="place")
MOVE = n.MoveToken(token=top(OPEN), to=PLACE)
EACH = n.ForEach(
    name="t",
    items=n.TokensIn(zone=at(CLOSED)),
    body=(n.MoveToken(token=n.Local(name="t"), to=at(OPEN)),),
)
PUT = n.Procedure(
    name="put",
    parameters=(n.Parameter(name="to", type="zone"),),
    body=(n.MoveToken(token=top(OPEN), to=n.Local(name="to")),),
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ((), {PIECE, SPARE}),
        ((n.MoveToken(token=top(OPEN), to=at(ALSO_OPEN)),), {PIECE, SPARE}),
        ((n.MoveToken(token=top(OPEN), to=at(CLOSED)),), {SPARE}),
        ((n.MoveBlock(source=at(OPEN), to=at(CLOSED)),), {SPARE}),
        # Cards that are drawn do not make pieces unknown, nor become known.
        ((EACH,), {PIECE, SPARE}),
        # By a variable, whose values count wherever they are set.
        ((MOVE,), {PIECE, SPARE}),
        ((MOVE, n.SetVariable(name="place", value=at(CLOSED))), {SPARE}),
        # By an argument.
        ((n.Call(procedure="put", arguments=(at(ALSO_OPEN),)),), {PIECE, SPARE}),
        ((n.Call(procedure="put", arguments=(at(CLOSED),)),), {SPARE}),
        # What is created is of one kind; what is destroyed is out of sight.
        ((n.Create(name="new", supply=SPARE, to=at(OPEN)),), {PIECE, SPARE}),
        (
            (
                n.Create(name="new", supply=SPARE, to=at(OPEN)),
                n.Destroy(token=n.Local(name="new")),
            ),
            {PIECE},
        ),
        # Face down, a token is hidden anywhere.
        ((n.Turn(token=top(CLOSED), up=False),), {SPARE}),
        ((n.Hide(token=top(CLOSED), seats=n.Seats()),), {SPARE}),
    ],
)
def test_which_tokens_are_always_known(body: n.Block, expected: set[str]) -> None:
    assert known(game(*body, helpers=(PUT,))) == expected


def test_different_tokens_out_of_play_are_not_known() -> None:
    small = game(n.Create(name="new", supply=SPARE, to=at(OPEN)))
    spare = small.supplies[2]
    mixed = replace(spare, tokens=(spare.tokens[0], n.Token(name="other", values=(9,))))
    assert known(replace(small, supplies=(*small.supplies[:2], mixed))) == {PIECE}


def test_a_name_that_the_game_does_not_bind_may_be_anything() -> None:
    visibility = Visibility(game(EACH))
    assert visibility.always_known(top(OPEN), "main") is False  # cards come there
    assert visibility.always_known(top(ALSO_OPEN), "main")  # nothing does
    assert not visibility.always_known(n.Local(name="made while code is emitted"), "main")


def _program(zone: n.Zone) -> Program:
    """An action that fails unless the sum of the ranks in a zone is 0."""
    ranks = n.Each(
        items=n.TokensIn(zone=at(zone)),
        name="t",
        value=n.PropertyOf(token=n.Local(name="t"), property="rank"),
    )
    test = n.Equal(left=n.Sum(items=ranks), right=num(0))
    body = (n.If(test=test, otherwise=(n.Fail(reason="too much"),), then=()),)
    actions = (n.Action(name="go", body=body), n.Action(name="stay"))
    return compile_game(game(n.Decide(seat=ME, actions=actions)))


def _needs(program: Program) -> int:
    code, address, found = program.code.tolist(), m.P_CODE, 0
    while address < program.code_end:
        found += code[address] == ops.NEED
        address += ops.width(code, address)
    return found


def test_a_trial_asks_only_about_what_may_be_hidden() -> None:
    shown, hidden = _program(OPEN), _program(CLOSED)
    assert _needs(hidden) > _needs(shown)
    # Pieces have rank 0, cards have not, but that must not be told.
    assert [str(move) for move in Table(shown).legal()] == ["go", "stay"]
    assert [str(move) for move in Table(hidden).legal()] == ["go", "stay"]


def test_what_is_always_known_is_known_from_the_start() -> None:
    table = Table(_program(OPEN))
    everybody = (1 << table.program.seats) - 1
    tokens = range(1, len(table.program.tokens))
    seen = {t for t in tokens if table._state[m.KNOWN + t] == everybody}
    assert seen == {t for t in tokens if table.program.tokens[t] == PIECE}
