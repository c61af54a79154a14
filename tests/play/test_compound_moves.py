"""A move and all that it asks, at once: what belongs to it, and what is said if it does not fit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.errors import AmbiguousMove, GameFault, IllegalMove, InvalidMove, MoveError
from ludwright.play.table import Table
from tools.tables import COUNT_UP, TURN, action, decide, end, forever, token_action
from tools.tiny import ME, PILE, PIT, X, game, loc, num, put

YOU = n.Seat(number=1)
DROP = "$drop"
TOKENS = n.TokensIn(zone=PILE)


def pick(least: int, most: int, seat: n.Expr = ME, into: str = DROP) -> tuple[n.Statement, ...]:
    """Pick tokens of the pile one by one into a list."""
    picks = n.Pick(
        name=into,
        of="token",
        seat=seat,
        items=TOKENS,
        least=num(least),
        most=num(most),
        sequence=True,
        prompt="Drop which?",
    )
    return (picks,)


DROPPED = n.ForEach(name="old", items=loc(DROP), body=(n.MoveToken(token=loc("old"), to=PIT),))
SWAP = action("swap", *pick(1, 2), DROPPED, COUNT_UP)
PAY = n.Ask(name="$coins", seat=ME, items=n.Range(low=num(1), high=num(9)))
ADDED = put(n.Add(left=X, right=loc("$coins")))
HAGGLE = n.Procedure(name="haggle", body=(PAY, ADDED))
DEEP = n.Procedure(
    name="deep",
    parameters=(n.Parameter(name="times", type="int"),),
    body=(
        n.If(
            test=n.Less(left=num(0), right=loc("times")),
            then=(
                n.Call(
                    procedure="deep",
                    arguments=(n.Subtract(left=loc("times"), right=num(1)),),
                ),
                n.Call(procedure="haggle"),
            ),
        ),
    ),
)
PLAIN = token_action("take", TOKENS, n.MoveToken(token=loc("t"), to=PIT))


def table(*body: n.Statement, tokens: int = 6, players: int = 2, **more: Any) -> Table:
    """A table of a tiny game with two procedures that ask for coins."""
    made = game(*body, tokens=tokens, helpers=(HAGGLE, DEEP))
    made = replace(made, zones=(replace(made.zones[0], face="up"), *made.zones[1:]))
    assert not verify(made)
    return Table(compile_game(made, players), **more)


def turns(*actions: n.Action, **more: Any) -> Table:
    """A game whose turns are one choice among actions."""
    return table(forever(TURN, decide(*actions)), **more)


def refused(at: Table, move: Any, answers: Any, kind: type[Exception] = IllegalMove) -> str:
    """What is said of a whole move that does not fit, which changes nothing."""
    moves, before, log = at.legal(), at.key(), at.log
    with pytest.raises(kind) as found:
        at.apply_whole(move, answers)
    assert (at.key(), at.log) == (before, log)
    assert len(list(moves)) == len(moves)  # the list of before is still good
    return str(found.value)


# ---- answers in order ----


def test_answers_are_given_in_order() -> None:
    at = turns(SWAP, PLAIN)
    start = at.key()
    assert at.apply_whole("swap", ["T2", "T1"]) == 3
    assert at.zone("pit") == ["T2", "T1"] and at.variable("x") == 1 and at.pending is None
    at.undo(3)
    assert at.key() == start
    at.apply_whole("swap", ["T3", "done"])
    assert at.zone("pit") == ["T3"]


def test_an_answer_may_be_a_text_a_name_a_move_or_an_id() -> None:
    at = turns(SWAP, action("pay", PAY, ADDED))
    other = at.copy()
    other.apply("swap")
    drop = other.parse("T4")
    at.apply_whole(at.parse("swap"), [drop, "t5"])
    at.apply_whole("s", [drop.id - 1, "done"])
    assert at.zone("pit") == ["T4", "T5", "T3"]
    # Where numbers are chosen, a number is what is chosen.
    at.apply_whole("pay", [7])
    assert at.variable("x") == 2 + 7


def test_a_whole_move_may_be_one_text() -> None:
    at = turns(SWAP, PLAIN)
    at.apply_whole("Swap / t1 /  DONE")
    at.apply_whole("take T2")
    assert at.zone("pit") == ["T1", "T2"] and len(at.log) == 4
    assert "answer 1 to 'swap': 'T2' is not legal" in refused(at, "swap / T2", ())


def test_what_is_missing_is_told() -> None:
    at = turns(SWAP, names=("Ann", "Bob"), tokens=3)
    assert refused(at, "swap", []) == (
        "'swap' is incomplete: Ann is asked 'Drop which?': T1, T2, T3; nothing was done"
    )
    assert "'Drop which?': T1, T2, done;" in refused(at, "swap", ["T3"])


def test_what_is_left_over_is_told() -> None:
    at = turns(SWAP)
    assert refused(at, "swap", ["T1", "T2", "T3", "done"]) == (
        "'swap' does not ask for 'T3', 'done'; nothing was done"
    )


def test_the_answer_that_does_not_fit_is_told() -> None:
    at = turns(SWAP, PLAIN, tokens=2)
    assert refused(at, "swap", ["T1", "take T2"]) == (
        "answer 2 to 'swap': 'take T2' is not legal here; "
        "player 1 is asked 'Drop which?': T2, done; nothing was done"
    )
    assert "answer 1 to 'swap': 'jump' is not a move here" in refused(
        at, "swap", ["jump"], InvalidMove
    )
    assert "'hop' is not a move here" in refused(at, "hop", ["T1"], InvalidMove)
    assert "answer 1 to 'swap': 'done' is not legal" in refused(at, "swap", ["done"])


def test_an_answer_that_fits_several_options_is_ambiguous() -> None:
    both = tuple(
        n.Action(
            name=name,
            parameters=(n.Parameter(name="t", type="token", items=TOKENS),),
            body=(n.MoveToken(token=loc("t"), to=PIT),),
        )
        for name in ("lose", "burn")
    )
    at = turns(action("clear", decide(*both)))
    assert "'T1' matches 2 moves: lose T1, burn T1" in refused(at, "clear", ["T1"], AmbiguousMove)
    at.apply_whole("clear", ["burn T1"])
    assert at.zone("pit") == ["T1"]


def test_hidden_cards_have_no_names() -> None:
    blind = n.ForEach(name="c", items=TOKENS, body=(n.Turn(token=loc("c"), up=False),))
    at = table(blind, n.Shuffle(zone=PILE), forever(TURN, decide(SWAP)), tokens=3)
    found = refused(at, "swap", ["T1"], MoveError)
    assert "card 1 of pile" in found and "T2" not in found
    at.apply_whole("swap", ["card 3 of pile", "done"])
    assert len(at.zone("pit")) == 1


def test_nothing_is_done_if_the_game_breaks_on_the_way() -> None:
    broken = n.Fail(reason="it fell apart", final=True)
    at = turns(
        action("pay", PAY, n.If(test=n.Less(left=num(5), right=loc("$coins")), then=(broken,)))
    )
    refused(at, "pay", [6], GameFault)
    assert at.apply_whole("pay", [5]) == 2


# ---- answers by name ----


@pytest.mark.parametrize("name", ["drop", "$drop", "Drop"])
def test_answers_are_given_by_name(name: str) -> None:
    at = turns(SWAP)
    at.apply_whole("swap", {name: ["T1"]})  # and done
    at.apply_whole("swap", {name: ["T4", "T3"]})
    at.apply_whole("swap", {name: "T2"})
    assert at.zone("pit") == ["T1", "T4", "T3", "T2"]


def test_names_may_be_numbered_where_several_things_share_them() -> None:
    asks = [replace(PAY, name=f"$coins{i}", prompt=p) for i, p in (("", ""), (" 2", "coins"))]
    pays = [put(n.Add(left=X, right=loc(ask.name))) for ask in asks]
    at = turns(
        *(action(x, a, p) for x, a, p in zip("ab", asks, pays, strict=True)),
        action("c", *asks, *pays),
    )
    at.apply_whole("a", {"coins": 1})
    at.apply_whole("b", {"coins": 2})
    at.apply_whole("c", {"coins": [4, 1]})
    at.apply_whole("c", {"coins": 1, "coins 2": 1})
    assert at.variable("x") == 10


def test_values_of_the_move_itself_are_given_by_name() -> None:
    at = turns(PLAIN, SWAP)
    at.apply_whole("take", {"t": "T3"})
    assert at.zone("pit") == ["T3"]
    assert "'take' matches 5 moves: take T1" in refused(at, "take", {}, AmbiguousMove)
    assert "'take' is not a move" in refused(at, "take", {"t": "T3"}, InvalidMove)


def test_names_that_are_missing_or_left_over() -> None:
    at = turns(SWAP, PLAIN)
    assert "'swap' is incomplete: player 1 is asked 'Drop which?'" in refused(at, "swap", {"x": 1})
    assert "'swap' is incomplete" in refused(at, "swap", {"drop": []})
    assert refused(at, "swap", {"drop": ["T1"], "$gain": "T2"}) == (
        "'swap' does not ask for '$gain'; nothing was done"
    )
    assert "does not ask for 'drop'" in refused(at, "swap", {"drop": ["T1", "T2", "T3"]})
    assert "'drop' of 'swap': 'done' is not legal" in refused(at, "swap", {"drop": ["done"]})


@pytest.mark.parametrize(
    ("given", "gone"),
    [
        ([["T1"], ["T2"]], ["T1", "T2"]),
        ([["T1", "T2"], ["T3"]], ["T1", "T2", "T3"]),  # the first ends by itself
        ([[], ["T3"]], ["T3"]),
        ([["T5", "T6"], []], ["T5", "T6"]),
        ([[], []], []),
    ],
)
def test_each_request_of_a_name_can_have_picks_of_its_own(
    given: list[list[str]], gone: list[str]
) -> None:
    at = turns(action("twice", *pick(0, 2), DROPPED, *pick(0, 2), DROPPED))
    at.apply_whole("twice", {"drop": given})
    assert at.zone("pit") == gone and at.pending is None


def test_one_answer_for_each_time_a_name_is_asked_for() -> None:
    seats = n.ForEach(name="s", items=n.Seats(), body=(n.Call(procedure="haggle"),))
    at = turns(action("tax", seats), players=3)
    at.apply_whole("tax", {"coins": [1, 2, 4]})
    assert at.variable("x") == 7
    assert "is incomplete" in refused(at, "tax", {"coins": [1, 2]})


# ---- what belongs to a move ----


def test_what_is_asked_in_a_procedure_belongs_to_the_move_that_calls_it() -> None:
    at = table(
        forever(
            TURN,
            decide(action("buy", n.Call(procedure="haggle")), action("wait")),
            n.Call(procedure="haggle"),
        )
    )
    assert at.apply_whole("buy", [3]) == 2
    # Now the same procedure asks after the move: that is no part of it.
    assert at.pending is None and [str(move) for move in at.legal()[:2]] == ["1", "2"]
    assert at.apply_whole("4") == 1
    assert at.apply_whole("wait") == 1
    at.apply("5")
    assert "does not ask for '3'" in refused(at, "wait", [3])
    at.apply("buy")
    assert at.pending is not None and at.pending.names == ("$coins",)


def test_calls_in_a_circle_belong_to_the_move() -> None:
    at = turns(action("dig", n.Call(procedure="deep", arguments=(num(3),))), action("wait"))
    assert at.apply_whole("dig", [1, 2, 3]) == 4 and at.variable("x") == 6
    assert "is incomplete" in refused(at, "dig", [1, 2])
    assert "does not ask for" in refused(at, "dig", [1, 2, 3, 4])


def test_only_what_comes_after_belongs_to_an_inner_choice() -> None:
    inner = decide(action("gold", PAY, ADDED), action("free"))
    at = turns(action("buy", inner, n.Call(procedure="haggle")))
    at.apply("buy")
    assert at.apply_whole("gold", [2]) == 2  # but the last question is another's
    assert at.pending is not None
    at.apply("1")
    assert at.pending is None and at.variable("x") == 3
    at.apply_whole("buy / gold / 2 / 4")
    assert at.variable("x") == 9


def test_others_may_be_asked_inside() -> None:
    ask = n.Ask(name="gift", seat=YOU, items=TOKENS, prompt="Give which?")
    at = turns(action("beg", ask, n.MoveToken(token=loc("gift"), to=PIT)))
    assert "player 2 is asked 'Give which?'" in refused(at, "beg", [])
    at.apply_whole("beg", {"gift": "T6"})
    assert at.zone("pit") == ["T6"]


def test_a_seat_that_chooses_together_with_others_makes_its_own_whole_move() -> None:
    bid = n.Decide(seat=loc("s"), actions=(action("bid", replace(PAY, seat=loc("s")), ADDED),))
    at = table(forever(TURN, n.Together(name="s", seats=n.Seats(), body=(bid,))))
    assert at.apply_whole("bid", [4]) == 2
    assert at.decider == 1 and at.pending is None
    assert "is incomplete: player 2 is asked" in refused(at, "bid", {})
    assert at.apply_whole("bid", {"coins": 5}) == 2
    assert at.decider == 0 and at.variable("x") == 9


def test_all_may_be_asked_together_inside_of_a_move() -> None:
    ask = (replace(PAY, seat=loc("s")), ADDED)
    at = turns(action("levy", n.Together(name="s", seats=n.Seats(), body=ask)), players=3)
    assert at.apply_whole("levy", [1, 2, 4]) == 4
    assert at.variable("x") == 7
    at.apply_whole("levy", {"coins": [1, 1, 1]})
    assert at.variable("x") == 10
    assert "player 3 is asked for $coins" in refused(at, "levy", [1, 2])


@pytest.mark.parametrize("pace", ["turn", "phase", "event"])
def test_pauses_do_not_interrupt_a_whole_move(pace: str) -> None:
    body = (COUNT_UP, *pick(1, 1), TURN, DROPPED, *pick(1, 1), DROPPED, COUNT_UP)
    at = turns(action("swap", *body), pace=pace)
    while at.paused:
        at.apply("continue")
    assert "is incomplete" in refused(at, "swap", ["T1"])
    at.apply_whole("swap", ["T1", "T2"])
    while at.paused:
        at.apply("continue")
    assert at.zone("pit") == ["T1", "T2"] and at.decider == 0


def test_picks_at_the_top_are_one_move() -> None:
    at = table(forever(TURN, *pick(1, 3), DROPPED))
    assert at.apply_whole("T1 / T2 / done") == 3
    assert "is incomplete" in refused(at, "T3", ["T4"])
    assert at.apply_whole("T3", ["T4", "T5"]) == 3
    assert at.zone("pit") == ["T1", "T2", "T3", "T4", "T5"]


def test_chance_that_is_told_ends_a_whole_move() -> None:
    roll = n.Roll(name="r", low=num(1), high=num(6))
    body = (PAY, roll, put(loc("r")), n.Call(procedure="haggle"))
    made = game(forever(TURN, decide(action("bet", *body))), helpers=(HAGGLE,))
    at = Table(compile_game(made, 1, chance=True))
    assert "does not ask for 'roll 3'" in refused(at, "bet", [2, "roll 3"])
    assert at.apply_whole("bet", [2]) == 2 and at.chance
    at.apply("roll 3")
    assert at.pending is not None
    at.apply("4")
    assert at.pending is None and at.variable("x") == 7


def test_a_whole_move_may_end_the_game() -> None:
    at = turns(action("leap", *pick(1, 1), end(0)))
    assert at.apply_whole("leap", ["T1"]) == 2 and at.over


# ---- what is still open ----


def test_what_is_open_is_told() -> None:
    at = turns(SWAP, tokens=3)
    assert at.pending is None
    at.apply("swap")
    found = at.pending
    assert found is not None
    assert found.names == ("$drop", "$drop, pick 1", "done", "Drop which?")
    assert (found.least, found.most) == (1, 2)
    assert (found.seat, found.prompt, found.picked) == (0, "Drop which?", ())
    assert [str(move) for move in found.options] == ["T1", "T2", "T3"]
    at.apply("T2")
    found = at.pending
    assert found is not None and found.picked == ("T2",)
    assert (found.least, found.most) == (1, 2)
    at.apply("done")
    assert at.pending is None


def test_one_answer_is_least_and_most_of_a_plain_question() -> None:
    at = turns(action("buy", n.Call(procedure="haggle")))
    at.apply("buy")
    found = at.pending
    assert found is not None and (found.names, found.least, found.most) == (("$coins",), 1, 1)


# ---- both ways are the same ----


def _grouped(at: Table, draws: random.Random, moves: int) -> list[list[str]]:
    """Random play, step by step; what belongs to one move is put together."""
    groups: list[list[str]] = []
    for _ in range(moves):
        if at.over:
            break
        fresh = at.pending is None
        move = draws.choice(list(at.legal()))
        groups += [[]] if fresh else []
        groups[-1].append(str(move))
        at.apply(move)
    if at.pending is not None:
        groups.pop()
    return groups


@pytest.mark.parametrize("seed", range(4))
def test_whole_moves_lead_where_single_steps_lead(seed: int) -> None:
    inner = decide(action("gold", PAY, ADDED), action("none", *pick(0, 2, YOU), DROPPED), seat=YOU)
    back = n.MoveTop(source=PIT, to=PILE, count=n.SizeOf(zone=PIT))
    actions = (
        SWAP,
        PLAIN,
        action("buy", inner, n.Call(procedure="haggle")),
        action("dig", n.Call(procedure="deep", arguments=(num(2),)), back),
    )

    def sit() -> Table:
        return turns(*actions, tokens=9)

    groups = _grouped(sit(), random.Random(seed), 60)
    single, whole = sit(), sit()
    for first, *answers in groups:
        for text in (first, *answers):
            single.apply(text)
        assert _count(whole, first, answers) == 1 + len(answers)
        assert whole.key() == single.key()
    assert len(groups) > 5


def _count(at: Table, move: str, answers: Sequence[str]) -> int:
    return at.apply_whole(move, list(answers))
