"""Checks of the flow, on small games in canonical text."""

from __future__ import annotations

import pytest

from ludwright.checks import run_checks
from ludwright.diagnostics import Report
from ludwright.gamedef.canonical import read
from ludwright.gamedef.nodes import GameDef
from ludwright.gamedef.verify import verify

FOREVER = "While(test=Truth(value=True), body=({body}))"
END = "EndGame(winners=Seats())"
ASK = 'Ask(name="a", seat=Seat(number=0), items=Seats())'


def number(value: int) -> str:
    return f"Number(value={value})"


def codes(*procedures: str) -> list[str]:
    game = read(f'GameDef(name="x", procedures=({", ".join(procedures)},))')
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items]


def main(*statements: str) -> str:
    return f'Procedure(name="main", body=({", ".join(statements)},))'


NEVER = {
    "an end behind a test that never holds": (
        main(FOREVER.format(body=f"{ASK}, If(test=Truth(value=False), then=({END},)),")),
    ),
    "an end that is called behind a test that never holds": (
        main(
            FOREVER.format(
                body=f"{ASK}, If(test=Truth(value=False), then=(Call(procedure='finish'),)),"
            )
        ),
        f'Procedure(name="finish", body=({END},))',
    ),
    "a loop without an end": (main(FOREVER.format(body=f"{ASK},")),),
    "an end that nothing calls": (
        main(FOREVER.format(body=f"{ASK},")),
        f'Procedure(name="finish", body=({END},))',
    ),
}

SOMETIMES = {
    "an end in the loop": (
        main(FOREVER.format(body=f"If(test=Truth(value=True), then=({END},)),")),
    ),
    "a loop that is left": (main(FOREVER.format(body="Leave(),")),),
    "an end in a procedure that is called": (
        main(FOREVER.format(body='Call(procedure="finish"),')),
        f'Procedure(name="finish", body=({END},))',
    ),
    "a game that simply runs out": (main(ASK),),
}


@pytest.mark.parametrize("case", NEVER)
def test_a_game_that_nothing_ends_is_pointed_out(case: str) -> None:
    assert "CK201" in codes(*NEVER[case])


@pytest.mark.parametrize("case", SOMETIMES)
def test_a_game_that_can_end_is_left_alone(case: str) -> None:
    assert codes(*SOMETIMES[case]) == []


# ---- winners -------------------------------------------------------------------------------------

NOBODY = 'EndGame(winners=ListOf(items=(), of="seat"))'
CHOSEN = 'Equal(left=Local(name="a"), right=Seat(number=0))'
SCORED = (
    f'EndGame(winners=ListOf(items=(), of="seat"), scores=ListOf(items=({number(1)},), of="int"))'
)


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ([NOBODY], ["CK207"]),
        ([f"If(test=Truth(value=False), then=({END},))", NOBODY], ["CK202", "CK207"]),
        ([ASK, f"If(test={CHOSEN}, then=({END},))", NOBODY], []),
        ([SCORED], []),
        ([END], []),
        ([ASK], []),
    ],
)
def test_a_game_that_nobody_wins(statements: list[str], expected: list[str]) -> None:
    assert sorted(codes(main(*statements))) == expected


# ---- tests that always come out alike ------------------------------------------------------------

# Two red cards of 3 and 5 in a zone; suits are red and black.
CARDS = """
    enums=(Enum(name="suit", values=("red", "black")),),
    tables=(Table(name="worth", enum="suit", values=(2, 4)),),
    properties=(Property(name="suit", type="suit"), Property(name="pips", type="int")),
    supplies=(
        Supply(
            name="cards",
            zone="deck",
            tokens=(Token(name="a", values=("red", 3)), Token(name="b", values=("red", 5))),
        ),
    ),
    zones=(Zone(name="deck"),),
    options=(Option(name="limit", default=Number(value=2), allowed=(Number(value=2),)),),
    variables=(
        VariableDef(name="open", type="bool", initial=Truth(value=False)),
        VariableDef(name="x", type="int", initial=Number(value=0)),
    ),
"""
DECK = 'ZoneAt(name="deck")'
TOP = f"TopOf(zone={DECK})"
SIZE = f"SizeOf(zone={DECK})"
X = 'Variable(name="x")'


def warned(test: str, form: str = "If(test={test}, then=(Leave(),))") -> int:
    """How many tests of a game are said to come out alike; one of them is given."""
    body = form.format(test=test)
    more = 'SetVariable(name="x", value=Number(value=1))'
    reads = f'If(test=Less(left=OptionValue(name="limit"), right={X}), then=(Leave(),))'
    loop = FOREVER.format(body=f"{more}, {reads}, {body},")
    game = read(f'GameDef(name="x", {CARDS} procedures=({main(loop)},))')
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items].count("CK202")


@pytest.mark.parametrize(
    "test",
    [
        "Truth(value=False)",
        f"Less(left={SIZE}, right={number(0)})",
        f"Less(left={number(2)}, right={SIZE})",
        f"Equal(left={SIZE}, right={number(3)})",
        f'AtMost(left={number(6)}, right=PropertyOf(token={TOP}, property="pips"))',
        f'Equal(left=PropertyOf(token={TOP}, property="suit"), '
        'right=Symbol(enum="suit", value="black"))',
        f'Less(left={number(4)}, right=Lookup(table="worth", '
        f'key=PropertyOf(token={TOP}, property="suit")))',
        'Variable(name="open")',
        f"And(items=(Less(left={X}, right={number(2)}), Not(item=Truth(value=True))))",
        f'Less(left={number(2)}, right=OptionValue(name="limit"))',
        f"Equal(left=Modulo(left={X}, right={number(3)}), right={number(3)})",
        f'Contains(items=ListOf(items=({number(1)},), of="int"), value={number(2)})',
    ],
)
def test_a_test_that_never_holds(test: str) -> None:
    assert warned(test) == 1
    assert warned(f"Not(item={test})") == 0


@pytest.mark.parametrize(
    "test",
    [
        "Truth(value=True)",
        f"Less(left={SIZE}, right={number(1)})",
        f"Less(left={number(1)}, right={SIZE})",
        f"Equal(left={SIZE}, right={number(2)})",
        f'AtMost(left={number(5)}, right=PropertyOf(token={TOP}, property="pips"))',
        f"Equal(left={X}, right={number(3)})",
        f"Or(items=(Truth(value=False), Less(left={X}, right={number(2)})))",
    ],
)
def test_a_test_that_may_hold(test: str) -> None:
    assert warned(test) == 0


@pytest.mark.parametrize(
    "form",
    [
        "While(test={test}, body=(Leave(),))",
        "If(test=Not(item={test}), then=(), otherwise=(Leave(),))",
        "Decide(seat=Seat(number=0), actions=(Action(name='a', guard={test}), Action(name='b')))",
        f"If(test=AnyOf(items=TokensIn(zone={DECK}), name='t', where={{test}}), then=())",
    ],
)
def test_where_tests_are_looked_at(form: str) -> None:
    assert warned(f"Less(left={SIZE}, right={number(0)})", form) >= 1
    assert warned(f"Less(left={SIZE}, right={number(1)})", form) == 0


def test_what_is_never_done_is_not_looked_at_again() -> None:
    inside = f"If(test=Less(left={SIZE}, right={number(0)}), then=(Leave(),))"
    assert warned("Truth(value=False)", f"If(test={{test}}, then=({inside},))") == 1


# ---- choices -------------------------------------------------------------------------------------

TOKENS = f"TokensIn(zone={DECK})"
ASKING = f'Ask(name="t", seat=Seat(number=0), items={TOKENS})'
HERE = f"Less(left={number(0)}, right={SIZE})"


def asked(*statements: str) -> int:
    """How many questions of a game may break it."""
    game = read(f'GameDef(name="x", {CARDS} procedures=({main(*statements)},))')
    assert isinstance(game, GameDef)
    assert verify(game) == []
    report = Report()
    run_checks(game, report)
    return [d.code for d in report.items].count("CK203")


@pytest.mark.parametrize(
    "statement",
    [
        ASKING,
        f"If(test=Truth(value=True), then=({ASKING},))",
        f"If(test={HERE}, then=(), otherwise=({ASKING},))",
        f"If(test=Equal(left={SIZE}, right={number(0)}), then=({ASKING},))",
        f"While(test=Less(left={SIZE}, right={number(2)}), body=({ASKING},))",
        f'Ask(name="i", seat=Seat(number=0), items=Range(low={number(1)}, high={X}))',
    ],
)
def test_a_question_that_may_break_the_game(statement: str) -> None:
    assert asked(statement) == 1


@pytest.mark.parametrize(
    "statement",
    [
        f"Attempt(body=({ASKING},))",
        f"If(test={HERE}, then=({ASKING},))",
        f"If(test=Equal(left={SIZE}, right={number(0)}), then=(), otherwise=({ASKING},))",
        f"If(test=Exists(item={TOP}), then=({ASKING}, {ASKING}))",
        f"If(test=Not(item={HERE}), then=(Return(),)), {ASKING}",
        f"If(test=AnyOf(items={TOKENS}, name='t', where=IsFaceUp(token=Local(name='t'))), "
        f"then=(Ask(name='t', seat=Seat(number=0), items=Filter(items={TOKENS}, name='u', "
        "where=IsFaceUp(token=Local(name='u')))),))",
        f"While(test={HERE}, body=({ASKING},))",
        f'Let(name="l", value={TOKENS}), If(test=Less(left={number(1)}, '
        'right=Length(items=Local(name="l"))), then=(Ask(name="t", seat=Seat(number=0), '
        'items=Local(name="l")),))',
        ASK,
        f'Ask(name="i", seat=Seat(number=0), items=Range(low={number(1)}, high={number(2)}))',
    ],
)
def test_a_question_that_has_an_answer(statement: str) -> None:
    assert asked(statement) == 0


def test_what_was_tested_may_be_gone() -> None:
    away = f'MoveTop(source={DECK}, to=ZoneAt(name="away"))'
    zones = 'zones=(Zone(name="deck"), Zone(name="away")),'
    for taken, expected in ((f"{away}, ", 1), ("", 0)):
        body = main(f"If(test={HERE}, then=({taken}{ASKING},)), {away}")
        text = CARDS.replace('zones=(Zone(name="deck"),),', zones)
        game = read(f'GameDef(name="x", {text} procedures=({body},))')
        assert isinstance(game, GameDef)
        report = Report()
        run_checks(game, report)
        assert [d.code for d in report.items].count("CK203") == expected
