"""Why a move is legal or not: conditions with their truths and places, as far as one may know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.diagnostics import Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.contract import contract
from ludwright.play.errors import IllegalMove, InvalidMove
from ludwright.play.explain import Condition, Explanation
from ludwright.play.table import Table
from play.test_contract import DECK, ME, MINE, OUT, YOU, YOURS, action, game, low, rank
from play.test_secrets import FIRST, SECOND, SEEN, dealt, staged
from tools.tiny import NO, YES, loc, num

TOP = n.TopOf(zone=DECK)
PASS = action("pass")
PLAY = action("play", n.TokensIn(zone=MINE), body=(n.MoveToken(token=loc("t"), to=OUT),))
FAILS = n.Equal(left=rank(n.TopOf(zone=OUT)), right=num(1))  # there is no such card
NOUGHT = n.Equal(left=n.Variable(name=SEEN.name), right=num(0))


def choosing(*actions: n.Action, first: tuple[n.Statement, ...] = (), deal: str = FIRST) -> Table:
    """A table at which the first seat chooses, after something was done."""
    decide = n.Decide(seat=ME, actions=(*actions, PASS))
    return dealt(staged(*first, decide), deal)[0]


def truths(found: Explanation) -> list[str]:
    return [condition.truth for condition in found.conditions]


@pytest.mark.parametrize(("deal", "holds"), [(FIRST, "yes"), (SECOND, "no")])
def test_a_condition_on_a_hidden_card_is_told_to_those_who_may_know(deal: str, holds: str) -> None:
    show = n.Show(token=TOP, seats=n.ListOf(items=(ME,), of="seat"))
    table = choosing(action("peek", guard=low(TOP)), first=(show,), deal=deal)
    mine, yours = table.explain("peek"), table.explain("peek", 1)
    assert truths(mine) == [holds] and mine.legal is (holds == "yes")
    assert truths(yours) == ["hidden"] and yours.legal is None


@pytest.mark.parametrize("deal", [FIRST, SECOND])
def test_a_condition_on_a_card_that_nobody_sees_is_hidden(deal: str) -> None:
    table = choosing(action("peek", guard=n.And(items=(NOUGHT, low(TOP)))), deal=deal)
    assert truths(table.explain("peek")) == ["yes", "hidden"]
    assert truths(table.explain("peek", 1)) == ["yes", "hidden"]


def test_another_seat_is_not_told_which_cards_one_holds() -> None:
    table = choosing(PLAY)  # the first seat has T0, T6 and T7
    assert table.explain("play T6").legal is True and truths(table.explain("play T6")) == ["yes"]
    with pytest.raises(IllegalMove, match="'play T4' is not legal now; there are 4 legal moves"):
        table.explain("play T4")
    # The second seat does not even learn whether these texts mean something here.
    for text in ("play T6", "play T3", "play T5"):
        assert table.explain(text, 1) == Explanation(text, None, ())
    with pytest.raises(InvalidMove, match=r"^'hop' is not a move of this game$"):
        table.explain("hop", 1)
    assert table.explain(table.legal()[0], 1) == Explanation("play []", None, ())


def test_another_seat_is_told_about_cards_that_it_sees() -> None:
    out = n.MoveTop(source=MINE, to=OUT, count=num(3))
    back = action("back", n.TokensIn(zone=OUT), body=(n.MoveToken(token=loc("t"), to=DECK),))
    table = choosing(back, first=(out,))
    for text, legal, truth in (("back T6", True, "yes"), ("back T2", False, "no")):
        found = table.explain(text, 1)  # T2 is the second seat's own
        assert (found.legal, truths(found)) == (legal, [truth])


def test_another_seat_knows_what_is_open() -> None:
    table = choosing(action("go", guard=n.Not(item=NOUGHT)), action("stay", guard=NOUGHT))
    assert (table.explain("go", 1).legal, truths(table.explain("go", 1))) == (False, ["no"])
    assert (table.explain("stay", 1).legal, truths(table.explain("stay", 1))) == (True, ["yes"])


def test_conditions_have_places() -> None:
    def at(line: int) -> Span:
        return Span("file", line, 1, line, 9)

    guard = n.And(
        items=(n.Less(left=n.Variable(name="seen"), right=num(5), span=at(4)), NOUGHT), span=at(3)
    )
    going = n.Action(
        name="go",
        parameters=(
            n.Parameter(
                name="k", type="int", items=n.Range(low=num(1), high=num(2), span=at(2)), span=at(1)
            ),
        ),
        guard=guard,
        notations=(n.Notation(name="", parts=("go ", loc("k"))),),
        span=at(9),
    )
    places = [c.place for c in choosing(going).explain("go 1").conditions]
    # Both ends of the range are at the range; what has no place of its own is at the action.
    assert places == [at(2), at(2), at(4), at(9)]


def test_and_or_and_not_are_trees() -> None:
    guard = n.And(
        items=(
            n.Or(items=(n.Not(item=NOUGHT), n.And(items=(NOUGHT, FAILS)))),
            n.Not(item=n.Or(items=(n.Not(item=NOUGHT), NOUGHT))),
            low(TOP),
        )
    )
    found = choosing(action("go", guard=guard)).explain("go")

    def tree(condition: Condition) -> object:
        return condition.truth, *map(tree, condition.parts)

    assert [tree(condition) for condition in found.conditions] == [
        ("fails", ("no",), ("fails", ("yes",), ("fails",))),
        ("no", ("yes", ("no",), ("yes",))),
        ("hidden",),
    ]
    assert [c.text for c in found.conditions[:2]] == ["at least one of these", "not this"]
    assert found.legal is False


def test_what_a_filter_asks_for_is_told_apart_from_the_list() -> None:
    where = n.And(items=(low(loc("c")), n.Less(left=num(0), right=rank(loc("c")))))
    table = choosing(action("play", n.Filter(items=n.TokensIn(zone=MINE), name="c", where=where)))
    # In the hand? Low? Above 0?
    assert truths(table.explain("play T0")) == ["yes", "yes", "no"]
    assert truths(table.explain("play T7")) == ["yes", "no", "yes"]


def test_both_ends_of_a_range_are_conditions() -> None:
    table = choosing(action("bid", n.Range(low=num(2), high=num(4)), "int"))
    assert [truths(table.explain(f"bid {k}")) for k in (1, 3, 5)] == [
        ["no", "yes"],
        ["yes", "yes"],
        ["yes", "no"],
    ]


def test_effects_that_can_not_be_carried_out_say_why() -> None:
    span = Span("file", 3, 1, 3, 9)
    out = n.MoveTop(source=OUT, to=DECK, span=span)
    said = (n.If(test=NOUGHT, then=(n.Fail(reason="it is too early", span=span),)),)
    ask = n.Ask(name="q", seat=ME, items=n.TokensIn(zone=OUT), span=span)
    nought = n.Variable(name=SEEN.name)
    divide = n.Divide(left=num(1), right=nought, span=span)
    share = n.SetVariable(name=SEEN.name, value=divide)
    table = choosing(
        action("dig", body=(out,)),
        action("wait", body=said),
        action("look", body=(ask,)),
        action("share", body=(share,)),
    )
    becauses = {
        "dig": "",
        "wait": ": it is too early",
        "look": ": nothing to choose from",
        "share": ": division by 0",
    }
    for text, because in becauses.items():
        found = table.explain(text)
        assert found.legal is False
        assert found.conditions == (Condition(f"it can be carried out{because}", "no", span),)


def test_effects_are_looked_at_only_once_the_conditions_hold() -> None:
    out = n.MoveTop(source=OUT, to=DECK)
    table = choosing(action("dig", guard=n.Not(item=NOUGHT), body=(out,)))
    assert truths(table.explain("dig")) == ["no"]


def test_a_question_without_answers_fails_on_the_way() -> None:
    nothing = n.TokensIn(zone=OUT)
    ask = n.Ask(name="q", seat=ME, items=nothing)
    fails = (n.Attempt(body=(ask,)), n.Fail(reason="nothing is there"))
    found = choosing(action("go", body=fails)).explain("go")
    assert [c.text for c in found.conditions] == ["it can be carried out: nothing is there"]


def test_what_is_atomic_must_be_finished() -> None:
    after = n.Attempt(body=(n.Ask(name="q", seat=ME, items=n.Range(low=num(1), high=num(2))),))
    found = choosing(action("go", body=(after, n.Fail(reason="x")), atomic=True)).explain("go")
    assert (found.legal, truths(found)) == (False, ["no"])
    assert found.conditions[0].text == "it can be finished once begun"


def test_another_seat_is_not_told_how_effects_on_hidden_cards_end() -> None:
    """The top of the second hand decides, which only its owner sees."""
    if_low = n.If(test=low(n.TopOf(zone=YOURS)), then=(n.MoveTop(source=OUT, to=DECK),))
    decide = n.Decide(seat=YOU, actions=(action("dig", body=(if_low,)), PASS))
    table = dealt(staged(decide), FIRST)[0]
    assert table.decider == 1
    assert (table.explain("dig").legal, truths(table.explain("dig"))) == (False, ["no"])
    assert (table.explain("dig", 0).legal, truths(table.explain("dig", 0))) == (None, ["hidden"])


def test_what_the_decider_can_not_know_does_not_stop_it() -> None:
    """The first seat may choose although the second one knows that it will fail."""
    if_low = n.If(test=low(n.TopOf(zone=YOURS)), then=(n.MoveTop(source=OUT, to=DECK),))
    table = choosing(action("dig", body=(if_low,)))
    assert [table.explain("dig", seat).legal for seat in (0, 1)] == [True, True]


def test_what_a_text_does_not_say_is_guessed() -> None:
    more = n.Less(left=num(3), right=loc("t"))
    go = n.Action(
        name="go",
        parameters=(n.Parameter(name="t", type="int", items=n.Range(low=num(1), high=num(3))),),
        guard=more,
        notations=(n.Notation(name="", parts=("go",)),),
    )
    found = choosing(go).explain("  GO ")
    assert (found.legal, truths(found)) == (False, ["yes", "yes", "no"])


def test_a_legal_meaning_of_a_text_comes_first() -> None:
    go = n.Action(
        name="go",
        parameters=(n.Parameter(name="t", type="int", items=n.Range(low=num(1), high=num(3))),),
        guard=n.Less(left=num(2), right=loc("t")),
        notations=(n.Notation(name="", parts=("go",)),),
    )
    found = choosing(go).explain("go")
    assert (found.legal, truths(found)) == (True, ["yes", "yes", "yes"])


def test_texts_that_mean_nothing_here() -> None:
    elsewhere = n.Decide(seat=ME, actions=(action("run"),))
    table = dealt(staged(n.Decide(seat=ME, actions=(PASS,)), elsewhere), FIRST)[0]
    with pytest.raises(InvalidMove, match="'hop' is not a move of this game"):
        table.explain("hop")
    with pytest.raises(IllegalMove, match="'run' is not legal now"):
        table.explain("run")


def test_actions_without_conditions() -> None:
    table = choosing(action("never", guard=NO), action("ever", guard=YES))
    assert truths(table.explain("never")) == ["no"]
    assert table.explain("ever") == Explanation("ever", True, ())


# ---- in the words of the author ------------------------------------------------------------------

NOW, NEVER = n.Reason(text="now", test=NOUGHT), n.Reason(text="never", test=NO)


def test_what_an_author_says_is_told_in_place_of_the_guard() -> None:
    one = n.Reason(text="one", parts=(NEVER, NOW), every=False)
    both = n.Reason(text="both", parts=(one, NOW, NEVER))
    found = choosing(action("go", guard=NO, because=(NOW, both))).explain("go")
    now, never = Condition("now", "yes", None), Condition("never", "no", None)
    either = Condition("one", "yes", None, (never, now), "or")
    tree = Condition("both", "no", None, (either, now, never), "and")
    assert found == Explanation("go", False, (now, tree))


def test_what_an_author_says_hides_what_the_guard_hides() -> None:
    told = n.Reason(text="low", test=low(TOP))
    found = choosing(action("peek", guard=low(TOP), because=(told,))).explain("peek")
    assert truths(found) == ["hidden"]


def refusing(text: str, *because: n.Reason) -> n.Refusal:
    return n.Refusal(notations=(n.Notation(name="", parts=(text,)),), because=because)


def test_what_is_refused_is_told_and_can_not_be_done() -> None:
    choice = n.Decide(seat=ME, actions=(PASS,), refused=(refusing("hop", NOW, NEVER),))
    table = dealt(staged(choice), FIRST)[0]
    assert [str(move) for move in table.legal()] == ["pass"]
    found = table.explain("hop")
    assert (found.legal, truths(found)) == (False, ["yes", "no"])
    with pytest.raises(IllegalMove, match="'hop' is not legal now"):
        table.apply("hop")
    with pytest.raises(InvalidMove):
        table.apply("skip")


def test_what_an_action_can_mean_is_not_refused() -> None:
    stay = action("stay", guard=n.Not(item=NOUGHT))
    choice = n.Decide(seat=ME, actions=(stay, PASS), refused=(refusing("stay", NEVER, NEVER),))
    assert truths(dealt(staged(choice), FIRST)[0].explain("stay")) == ["no"]


def test_what_is_refused_may_have_values() -> None:
    there = n.Less(left=loc("k"), right=num(3))
    parameter = n.Parameter(name="k", type="int", items=n.Range(low=num(3), high=num(9)))
    refusal = n.Refusal(
        parameters=(parameter,),
        notations=(n.Notation(name="", parts=("take ", loc("k"))),),
        because=(n.Reason(text="there are so many", test=there),),
    )
    choice = n.Decide(seat=ME, actions=(PASS,), refused=(refusal,))
    table = dealt(staged(choice), FIRST)[0]
    assert truths(table.explain("take 7")) == truths(table.explain("take 70")) == ["no"]


INSIDE = {
    "at once": lambda test: (test,),
    "in a procedure": lambda test: (n.Call(procedure="look"),),
    "in another dry run": lambda test: (
        n.If(test=n.Not(item=n.Possible(body=(test,))), then=(n.Fail(reason="no"),)),
    ),
    "in a question": lambda test: (
        n.Ask(
            name="q",
            seat=ME,
            items=n.Filter(items=n.Seats(), name="s", where=n.Possible(body=(test,))),
        ),
    ),
}


@pytest.mark.parametrize("inside", INSIDE)
def test_a_dry_run_tells_nobody_what_it_read(inside: str) -> None:
    # Whether it can be done depends on the first card of the first seat's hand.
    mine = n.TopOf(zone=n.ZoneAt(name="hand", owner=ME))
    fails = n.If(test=low(mine), then=(n.Fail(reason="low"),))
    guard = n.And(items=(NOUGHT, n.Possible(body=INSIDE[inside](fails))))
    made = game(PASS, rounds=0, variables=(SEEN,))
    main, look = made.procedures[0], n.Procedure(name="look", body=(fails,))
    decide = n.Decide(seat=ME, actions=(action("go", guard=guard), PASS))
    main = replace(main, body=(*main.body, decide))
    made = replace(made, procedures=(main, look))
    assert not verify(made)
    for seed in range(6):
        table = Table(compile_game(made, 2), seed=seed)
        before = table.state.copy()
        can = any(str(move) == "go" for move in table.legal())
        assert truths(table.explain("go")) == ["yes", "yes" if can else "no"]
        assert truths(table.explain("go", 1)) == ["yes", "hidden"]
        assert (table.state == before).all()
    assert contract(compile_game(made, 2), games=3).breaches == ()
