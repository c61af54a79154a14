"""What a seat may know: views, redeals that fit them, the past, and hashes of information."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import ludwright as lw
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.machine import state as m
from ludwright.play.draws import Draws
from ludwright.play.errors import TableError
from ludwright.play.table import Table
from play.test_contract import DECK, ME, MINE, OUT, YOU, YOURS, action, game, rank
from tools.tiny import loc, num

X = n.VariableDef(name="x", type="int", initial=num(0))


def table(made: n.GameDef, seed: int = 1, players: int = 2) -> Table:
    assert not verify(made)
    return Table(compile_game(made, players), seed=seed)


PASS = action("pass")
TAKE = action("take", n.TokensIn(zone=YOURS), body=(n.MoveToken(token=loc("t"), to=MINE),))


def test_a_view_shows_ones_own_cards_and_only_the_number_of_others() -> None:
    t = table(game(PASS))
    view = t.view(0)
    assert view.zone("hand", 0) == t.zone("hand", 0)
    assert view.zone("hand", 1) == [None] * 3 and view.zone("deck") == [None] * 2
    assert view.decider == 0 and [str(move) for move in view.legal()] == ["pass"]
    assert t.view(1).legal() == ()


def test_a_view_depends_on_nothing_that_the_seat_can_not_see() -> None:
    made = compile_game(game(PASS), 2)
    # The first three go to seat 1, the next three to seat 2, and two stay in the deck.
    deals = ["T0 T1 T2 T3 T4 T5 T6 T7", "T0 T1 T2 T7 T4 T3 T5 T6", "T0 T1 T2 T6 T5 T7 T3 T4"]
    first, *others = (Table(made, seed=9, deal={"deck": deal.split()}) for deal in deals)
    assert all(t.view(0).same(first.view(0)) for t in others)
    assert {t.information(0) for t in others} == {first.information(0)}
    assert len({t.information(1) for t in (first, *others)}) == 3


def test_a_view_holds_no_random_numbers() -> None:
    assert not table(game(PASS)).view(0).state[m.RNG : m.RNG + 8].any()


def test_redeals_give_every_unseen_card_every_place() -> None:
    t = table(game(PASS), seed=3)
    view = t.view(0)
    unseen = {f"T{i}" for i in range(8)} - set(t.zone("hand", 0))
    seen: Counter[str] = Counter()
    for seed in range(200):
        world = view.redeal(seed)
        assert world.zone("hand", 0) == t.zone("hand", 0)
        assert set(world.zone("hand", 1) + world.zone("deck")) == unseen
        assert world.evidence
        seen.update(world.zone("deck"))
    # Two of five cards lie in the deck: each of them there in 80 of 200 worlds, give or take.
    assert set(seen) == unseen and all(50 < count < 110 for count in seen.values())


def test_a_card_taken_without_looking_is_named_by_its_place() -> None:
    t = table(game(TAKE, PASS))
    texts = [str(move) for move in t.legal()]
    assert texts[:3] == [f"take card {i} of player 2's hand" for i in (1, 2, 3)]
    ids = [move.id for move in t.legal()]
    for seed in range(20):
        world = t.view(0).redeal(seed)
        assert [str(move) for move in world.legal()] == texts
        assert [move.id for move in world.legal()] == ids
    t.apply(texts[1])
    taken = t.zone("hand", 0)[-1]
    assert t.view(0).zone("hand", 0)[-1] == taken
    # The other one saw it go: it knows where it is, though it can't point at it.
    assert t.view(1).zone("hand", 0) == [None] * 4
    assert all(taken in t.view(1).redeal(seed).zone("hand", 0) for seed in range(20))


def test_what_was_seen_is_remembered_until_it_is_shuffled() -> None:
    show = action("show", body=(n.MoveTop(source=DECK, to=OUT), n.MoveTop(source=OUT, to=DECK)))
    t = table(game(show, action("shuffle", body=(n.Shuffle(zone=DECK),))))
    top = t.zone("deck")[-1]
    t.apply("show")
    assert t.view(1).zone("deck") == [None, top]
    t.apply("shuffle")
    assert t.view(1).zone("deck") == [None, None]


def test_a_redeal_agrees_with_what_others_were_seen_to_choose() -> None:
    """Seat 2 may pass only without a low card, so a pass tells that it has none."""
    low = n.Less(left=rank(loc("c")), right=num(4))
    none = n.Not(item=n.AnyOf(items=n.TokensIn(zone=YOURS), name="c", where=low))
    yours = n.Decide(
        seat=YOU, actions=(action("deny", guard=none), action("admit", guard=n.Not(item=none)))
    )
    made = game(PASS)
    body = (*made.procedures[0].body[:-3], yours, n.Decide(seat=ME, actions=(PASS,)))
    made = replace(made, procedures=(n.Procedure(name="main", body=body),))
    deal = {"deck": ["T0", "T1", "T2", "T5", "T6", "T7", "T3", "T4"]}
    denied = Table(compile_game(made, 2), deal=deal)
    denied.apply("deny")
    for seed in range(30):
        world = denied.view(0).redeal(seed)
        assert world.evidence
        assert not {"T0", "T1", "T2", "T3"} & set(world.zone("hand", 1))


def test_hidden_lists_follow_from_the_past() -> None:
    """Where a seat chooses among sets of cards, the list of these sets is hidden from nobody who
    knows the cards; a world has it, too."""
    game, lists = lw.load("scopa"), 0
    for seed in range(8):
        table = game.table(players=2, seed=seed)
        for number in range(24):
            if table.over:
                break
            seat = table.decider
            assert seat is not None
            view = table.view(seat)
            lists += any(table.masks.blanks(view.observed.words, seat))
            world = view.redeal(number)
            assert world.view(seat).as_bytes() == view.as_bytes()
            moves = table.legal()
            table.apply(moves[number % len(moves)])
    assert lists > 3


def test_secret_answers_are_drawn_anew() -> None:
    bid = n.Ask(name="b", seat=YOU, items=n.Range(low=num(1), high=num(3)), announced=False)
    keep = n.SetVariable(name="bid", of=YOU, value=loc("b"))
    made = game(
        action("wait"),
        rounds=1,
        variables=(
            n.VariableDef(name="bid", type="int", initial=num(0), per_seat=True, audience="owner"),
        ),
    )
    main = made.procedures[0]
    body = (*main.body[:-1], bid, keep, main.body[-1])
    made = replace(made, procedures=(n.Procedure(name="main", body=body),))
    t = table(made)
    move = t.legal()[1]
    t.apply(move)
    assert move.text() == "2" and t.made_text(-1, 0) == "(hidden)"
    assert t.variable("bid", 1) == 2
    view = t.view(0)
    with pytest.raises(TableError, match="may not read"):
        view.variable("bid", 1)
    assert view.hides("bid", 1) and not view.hides("bid", 0)
    drawn = Counter(view.redeal(seed).variable("bid", 1) for seed in range(90))
    assert set(drawn) == {1, 2, 3} and min(drawn.values()) > 12
    assert t.view(1).variable("bid", 1) == 2


def test_a_secret_choice_among_open_cards_is_a_secret() -> None:
    """Which cards they are both know, but only seat 2 knows the one it chose."""
    first, second = (
        n.Ask(name=name, seat=YOU, items=n.TokensIn(zone=OUT), announced=False) for name in "ab"
    )
    made = game(action("wait"), rounds=1)
    main = made.procedures[0]
    show = n.MoveTop(source=DECK, to=OUT, count=num(2))
    move = n.MoveToken(token=loc("a"), to=DECK)
    body = (*main.body[:-1], show, first, second, move, main.body[-1])
    made = replace(made, procedures=(n.Procedure(name="main", body=body),))
    one, other = table(made), table(made)
    one.apply(one.legal()[0])
    other.apply(other.legal()[1])
    assert one.view(0).same(other.view(0))
    assert not one.view(1).same(other.view(1))


def test_an_announced_answer_is_known_though_it_comes_from_a_hidden_hand() -> None:
    """Seat 2 names a rank that it holds, and is asked again: all have heard which one it was."""
    held = n.Each(items=n.TokensIn(zone=YOURS), name="c", value=rank(loc("c")))
    named = n.Ask(name="r", seat=YOU, items=held)
    made = game(action("wait"), rounds=1, variables=(X,))
    main = made.procedures[0]
    again = n.Ask(name="s", seat=YOU, items=n.Range(low=num(1), high=num(2)))
    keep = n.SetVariable(name="x", value=loc("r"))
    body = (*main.body[:-1], named, again, keep, main.body[-1])
    made = replace(made, procedures=(n.Procedure(name="main", body=body),))
    t = table(made)
    first, second = t.copy(), t.copy()
    first.apply(first.legal()[0])
    second.apply(second.legal()[1])
    assert not first.view(0).same(second.view(0))
    # So the card is in the hand of seat 2 wherever it is redealt.
    heard = str(t.legal()[0])
    for seed in range(20):
        world = first.view(0).redeal(seed)
        assert world.evidence
        assert heard in {name.removeprefix("T") for name in world.zone("hand", 1)}


def test_views_follow_undo() -> None:
    t = table(game(TAKE, PASS))
    before = t.information(0), t.information(1)
    t.apply(t.legal()[0])
    after = t.information(0), t.information(1)
    t.undo()
    assert (t.information(0), t.information(1)) == before != after
    t.apply(t.legal()[0])
    assert (t.information(0), t.information(1)) == after
    t.undo()
    t.apply(t.legal()[1])
    # The chooser took another place, and got another card.
    assert t.information(0) != after[0]


def test_a_view_at_the_end_has_the_result_and_nothing_to_redeal() -> None:
    t = table(game(PASS, rounds=1))
    t.apply("pass")
    assert t.view(1).result() == t.result() and t.view(1).record() == t.save()
    with pytest.raises(TableError, match="nothing to redeal"):
        t.view(1).redeal(1)


def test_no_seat_gets_the_record_before_the_end() -> None:
    with pytest.raises(TableError, match="after the game"):
        table(game(PASS)).view(0).record()


def test_a_redealt_table_has_no_record() -> None:
    world = table(game(PASS)).view(0).redeal(1)
    with pytest.raises(TableError, match="did not start from a seeded deal"):
        world.save()


@pytest.mark.parametrize("name", ["crazy-eights", "klondike"])
def test_library_games_redeal_into_worlds_one_can_play_on(name: str) -> None:
    t = lw.load(name).table(seed=4)
    draws = Draws(1)
    for _ in range(12):
        world = t.view(t.decider or 0).redeal(draws.below(1000))
        for _ in range(5):
            if not world.over:
                world.apply(world.legal()[draws.below(len(world.legal()))])
        t.apply(t.legal()[draws.below(len(t.legal()))])


def test_a_seat_reads_of_events_what_it_saw() -> None:
    draw = action("draw", body=(n.MoveTop(source=DECK, to=MINE), n.MoveTop(source=DECK, to=OUT)))
    made = compile_game(game(draw, variables=(SECRET,)), 2)
    t = Table(made, seed=2, trace=True)
    hidden, shown = t.zone("deck")[::-1]
    t.apply("draw")
    mine, yours = ([event.text for event in t.view(seat).events()] for seat in (0, 1))
    assert mine == [f"{hidden}: deck -> player 1's hand", f"{shown}: deck -> out"]
    assert yours == ["[]: deck -> player 1's hand", f"{shown}: deck -> out"]
    assert all(event.values[0] == 0 for event in t.view(1).events()[:1])


SECRET = n.VariableDef(name="plan", type="int", initial=num(0), per_seat=True, audience="owner")


def test_nobody_else_notices_that_a_secret_variable_changes() -> None:
    plan = action("plan", body=(n.SetVariable(name="plan", of=ME, value=num(7)),))
    t = Table(compile_game(game(plan, variables=(SECRET,)), 2), trace=True)
    t.apply("plan")
    assert [event.text for event in t.view(0).events()] == ["plan of player 1 = 7"]
    assert t.view(1).events() == []


def test_nobody_reads_what_others_choose_at_the_same_time() -> None:
    t = lw.load("sealed-bids").table(players=3, seed=7)
    for decider in range(3):
        moves = t.legal()
        bid, card = moves[0], str(moves[0])
        t.apply(bid)
        assert bid.text() == t.made_text(-1, decider) == card
        others = {seat: t.made_text(-1, seat) for seat in range(3) if seat != decider}
        assert set(others.values()) == {"(hidden)"}
