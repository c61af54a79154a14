"""A table: legal moves, carrying them out, the way back, pauses, deals, looking."""

import pytest

import ludwright as lw
from ludwright.gamedef import nodes as n
from ludwright.play.errors import (
    AmbiguousMove,
    GameFault,
    IllegalMove,
    InvalidMove,
    MoveError,
    TableError,
)
from ludwright.play.setup import natural_pace
from ludwright.play.table import Table
from tools.tables import (
    COUNT_UP,
    FLOWING,
    PILE,
    PIT,
    TAKING,
    TURN,
    X,
    action,
    decide,
    end,
    forever,
    loc,
    num,
    program,
    put,
    table,
    token_action,
)


def state(t: Table) -> bytes:
    return t._state.tobytes()


def play(t: Table, *numbers: int) -> Table:
    for number in numbers:
        moves = t.legal()
        t.apply(moves[number % len(moves)])
    return t


# ---- back and forth ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["klondike", "crazy-eights"])
def test_undo_restores_every_word(name: str) -> None:
    t = lw.load(name).table(seed=5)
    before = [state(t)]
    for number in range(150):
        if t.over:
            break
        play(t, number * 7)
        before.append(state(t))
    while len(before) > 1:
        before.pop()
        t.undo()
        assert state(t) == before[-1]
    with pytest.raises(MoveError, match="no move to take back"):
        t.undo()


def test_what_is_legal_after_undo_is_what_was_legal_before() -> None:
    t = table(*TAKING)
    before = [(m.id, str(m)) for m in t.legal()]
    play(t, 2, 0)
    t.undo()
    t.undo()
    assert [(m.id, str(m)) for m in t.legal()] == before


def test_the_game_goes_on_alike_after_undo() -> None:
    t = lw.load("klondike").table(seed=5)
    play(t, *range(100))
    key = t.key()
    for _ in range(70):
        t.undo()
    play(t, *range(30, 100))
    assert t.key() == key


def test_copies_are_independent() -> None:
    t = lw.load("klondike").table(seed=5)
    play(t, *range(70))
    other = t.copy()
    here = state(t)
    play(other, *range(70))
    other.undo()
    assert state(t) == here and len(t.log) == 70
    there = state(other)
    t.undo()
    assert state(other) == there and len(other.log) == 139


def test_keys_tell_states_apart_and_only_those() -> None:
    t, other = table(*TAKING, seed=4), table(*TAKING, seed=4)
    assert t.key() == other.key()
    play(t, 0)
    assert t.key() != other.key()
    play(other, 0)
    assert t.key() == other.key()


# ---- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["klondike", "klondike-draw-1", "crazy-eights"])
def test_every_notation_of_every_move_means_that_move(name: str) -> None:
    t = lw.load(name).table(seed=2)
    for number in range(40):
        moves = list(t.legal())
        for move in moves:
            for notation in move.info.texts:
                written = move.text(notation)
                # Two moves may look alike in one notation; that is the only excuse.
                if sum(m.text(notation) == written for m in moves) == 1:
                    assert t.parse(f"  {written.upper()} ") == move
        if t.over:
            break
        play(t, number * 5)


@pytest.mark.parametrize("name", ["klondike", "crazy-eights"])
def test_ids_are_unique_and_mean_the_same_everywhere(name: str) -> None:
    t = lw.load(name).table(seed=2)
    meanings: dict[int, tuple[object, ...]] = {}
    for number in range(60):
        if t.over:
            break
        moves = list(t.legal())
        assert len({m.id for m in moves}) == len(moves)
        for move in moves:
            meaning = (move.site.offset, move.action, move.operands)
            assert meanings.setdefault(move.id, meaning) == meaning
            assert 0 <= move.id < t.program.ids
            assert t.move(move.id) == move
        play(t, number * 3)


def test_a_text_can_be_invalid_illegal_or_ambiguous() -> None:
    t = table(*TAKING, names=("T1", "T2", "T2", "T3"))
    for text in ("", "jump", "take", "take T9", "7"):
        with pytest.raises(InvalidMove, match="not a move of this game; there are 4 legal moves"):
            t.apply(text)
    with pytest.raises(IllegalMove, match="'stop' is not legal now"):
        t.apply("stop")
    with pytest.raises(AmbiguousMove, match="'take T2' matches 2 moves"):
        t.apply("take T2")
    t.apply("take t1")
    with pytest.raises(IllegalMove):
        t.apply("take T1")
    t.apply("s")
    assert t.over
    with pytest.raises(IllegalMove, match="the game is over"):
        t.apply("take T3")
    assert len(t.log) == 2


def test_a_move_is_known_by_what_it_does_not_by_where_it_was_made() -> None:
    t = table(*TAKING, seed=1)
    other = t.copy()
    move = t.legal()[1]
    other.apply(move)
    assert t.log == [] and len(other.log) == 1
    with pytest.raises(IllegalMove, match="not legal here"):
        other.apply(move)  # that token is no longer there
    t.apply(move)
    assert t.key() == other.key()


def test_a_move_of_a_line_that_was_taken_back_is_checked_again() -> None:
    t = table(*TAKING, seed=1)
    t.apply("take T1")
    stale = t.parse("take T2")
    t.undo()
    t.apply("take T2")
    assert len(t.log) == 1
    with pytest.raises(IllegalMove):
        t.apply(stale)


def test_a_move_keeps_its_text_when_the_table_has_gone_on() -> None:
    t = lw.load("klondike").table(seed=3)
    made, said = [], []
    for number in range(80):
        move = t.legal()[number % len(t.legal())]
        made.append(move)
        said.append(str(move))
        t.apply(move)
    assert [str(move) for move in made] == said
    for _ in range(80):
        t.undo()
    play(t, 0, 0, 0)
    assert [str(move) for move in made] == said


def test_a_list_of_moves_is_over_with_its_decision() -> None:
    t = table(*TAKING)
    moves = t.legal()
    assert len(moves) == 4 and moves[-1] == moves[3] and len(moves[1:3]) == 2
    with pytest.raises(IndexError, match="there are 4 legal moves"):
        moves[4]
    t.apply(moves[0])
    with pytest.raises(MoveError, match="moved on"):
        moves[0]
    t.undo()
    with pytest.raises(MoveError, match="moved on"):
        moves[0]


def test_unknown_ids_are_invalid_and_known_ones_illegal() -> None:
    t = table(*TAKING)
    stop = next(i for i in range(t.program.ids) if i not in {m.id for m in t.legal()})
    with pytest.raises(IllegalMove, match=f"move {stop} is not legal"):
        t.move(stop)
    for number in (-2, t.program.ids, 10**30):
        with pytest.raises(InvalidMove, match="unknown move id"):
            t.move(number)


def test_a_range_of_numbers_is_as_many_moves() -> None:
    bid = n.Ask(name="b", seat=n.Seat(number=0), items=n.Range(low=num(-2), high=num(7)))
    t = table(bid, put(loc("b")), forever(decide(action("wait"))))
    moves = t.legal()
    assert [str(m) for m in moves] == [str(i) for i in range(-2, 8)]
    assert [t.move(m.id).operands for m in moves] == [(i,) for i in range(-2, 8)]
    t.apply("-1")
    assert t.variable("x") == -1


def test_many_options_make_the_table_grow() -> None:
    pairs = n.Action(
        name="pair",
        parameters=tuple(
            n.Parameter(name=name, type="token", items=n.TokensIn(zone=PILE)) for name in "ab"
        ),
        notations=(n.Notation(name="", parts=(loc("a"), " and ", loc("b"))),),
        body=(n.MoveToken(token=loc("a"), to=PIT),),
    )
    t = table(forever(decide(pairs)), tokens=40)
    assert len(t.legal()) == 1600
    t.apply("t7 and T3")
    assert len(t.legal()) == 39 * 39
    t.undo()
    assert len(t.legal()) == 1600 and t.copy().legal()[1599].id == t.legal()[1599].id


# ---- the end -------------------------------------------------------------------------------------


def test_a_game_is_over_with_a_result() -> None:
    t = table(*TAKING, seed=1)
    with pytest.raises(TableError, match="not over"):
        t.result()
    play(t, 0, 0, 0, 0)
    assert t.over and not t.stuck and t.decider is None and len(t.legal()) == 0
    assert (t.result().winners, t.result().scores, t.result().reason) == ((0,), None, "done")
    t.undo()
    assert not t.over and t.decider == 0


def test_nobody_can_move() -> None:
    never = action("never", guard=n.Less(left=X, right=num(0)))
    t = table(decide(never), players=2)
    assert t.over and t.stuck and t.decider == 0
    assert (t.result().winners, t.result().reason) == ((), "stuck")


def test_scores_and_several_winners() -> None:
    t = table(end(0, 2, scores=(7, -1, 7), reason="draw"), players=3)
    result = t.result()
    assert (result.winners, result.scores, result.reason) == ((0, 2), (7, -1, 7), "draw")


def test_a_fault_leaves_the_table_as_it_was() -> None:
    broken = action("break", put(n.Divide(left=num(1), right=X)))
    t = table(forever(decide(action("wait", COUNT_UP), broken)), seed=1)
    assert [str(m) for m in t.legal()] == ["wait"]  # what is sure to fail is not offered
    loop = action("spin", forever(COUNT_UP, put(num(0))))
    t = table(forever(decide(action("wait", COUNT_UP), loop)), seed=1)
    t.apply("wait")
    before = state(t)
    with pytest.raises(GameFault) as caught:
        t.apply("spin")
    assert caught.value.diagnostic.code == "RT102"
    assert state(t) == before and len(t.log) == 1
    t.apply("wait")
    assert t.variable("x") == 2


# ---- pace ----------------------------------------------------------------------------------------


def test_without_decisions_a_game_runs_to_its_end() -> None:
    t = table(*FLOWING)
    assert t.over and t.result().scores == (3,) and t.turns == 4


def test_a_paced_game_pauses_at_every_turn() -> None:
    t = table(*FLOWING, pace="turn", trace=True)
    for taken in range(4):
        assert t.paused and not t.over and t.decider is None and t.turns == taken + 1
        assert len(t.zone("pit")) == taken
        (only,) = t.legal()
        assert (str(only), only.id, only.name) == ("continue", -1, "continue")
        t.apply(["continue", only, t.move(-1), "CONTINUE "][taken])
        assert sum(e.kind == "move" for e in t.events()) == 1
    assert t.over
    t.undo()
    assert t.paused and len(t.zone("pit")) == 3
    with pytest.raises(InvalidMove):
        t.apply("draw")


def test_the_pace_changes_nothing_but_the_pauses() -> None:
    paced = lw.load("war").table(seed=3, pace="turn")
    while not paced.over:
        paced.apply("continue")
    straight = lw.load("war").table(seed=3)
    assert paced.result() == straight.result() and paced.turns == straight.turns
    assert len(paced.log) == paced.turns


def test_events_are_the_finest_pace() -> None:
    t = table(*FLOWING, pace="event")
    steps = 0
    while not t.over:
        t.apply("continue")
        steps += 1
    assert steps > 8  # a shuffle, and a mark and a move for each of four cards


def test_the_natural_pace_is_by_turns_where_nobody_decides() -> None:
    assert natural_pace(program(*FLOWING)) == "turn"
    assert natural_pace(program(*TAKING)) == "decision"
    automatic = n.TakeFirst(actions=(action("go", COUNT_UP),))
    assert natural_pace(program(TURN, automatic, end())) == "turn"


# ---- deals ---------------------------------------------------------------------------------------


def test_a_deal_is_dealt_in_its_order() -> None:
    t = table(*TAKING, deal={"pile": ["t3", "T1"]}, seed=9)
    assert t.zone("pile")[::-1] == ["T3", "T1", "T2", "T4"]  # the first on top, the others below
    assert table(*TAKING, deal={"pile": ["T3", "T1"]}, seed=10).key() == t.key()


def test_cards_are_dealt_from_the_top_of_the_deck() -> None:
    suits = "SHCD"
    ranks = ["K", "Q", "J", "10", *"98765432", "A"]
    deck = [rank + suit for suit in suits for rank in ranks]
    t = lw.load("klondike").table(deal={"deck": deck})
    columns = [card for i in range(7) for card in t.zone("COLUMN", i)]
    assert set(columns) == set(deck[:28])
    assert set(t.zone("DRAW")) == set(deck[28:])


@pytest.mark.parametrize("pace", ["turn", "phase", "event"])
def test_a_deal_works_at_every_pace(pace: str) -> None:
    t = table(*FLOWING, pace=pace, deal={"pile": ["T4", "T2"]})
    while not t.over:
        t.apply("continue")
    assert t.zone("pit") == ["T4", "T2", "T1", "T3"]
    for _ in t.log:
        t.undo()
    while not t.over:
        t.apply("continue")
    assert t.zone("pit") == ["T4", "T2", "T1", "T3"]


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ({"pile": ["T9"]}, "unknown or duplicate card 'T9'"),
        ({"pile": ["T1", "T2", "T1"]}, "unknown or duplicate card 'T1'"),
        ({"pit": ["T1"]}, "'pit' is not a shuffled zone; these are: pile"),
        ({"nowhere": ["T1"]}, "'nowhere' is not a shuffled zone"),
        ({"pile": [], "pit": []}, "a single zone"),
    ],
)
def test_impossible_deals_are_refused(deal: dict[str, list[str]], message: str) -> None:
    with pytest.raises(TableError, match=message):
        table(*TAKING, deal=deal)


def test_a_deal_needs_a_shuffle_before_the_first_decision() -> None:
    later = decide(action("mix", n.Shuffle(zone=PILE)))
    with pytest.raises(TableError, match="not shuffled before the first decision"):
        table(later, forever(decide(action("wait"))), deal={"pile": ["T1"]})


# ---- setting up and looking ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [{"pace": "slow"}, {"seed": -1}, {"seed": 2**63}, {"names": ["a", "b"]}, {"rng": [1, 2, 3]}],
)
def test_impossible_tables_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TableError):
        Table(program(*TAKING), **wrong)  # type: ignore[arg-type]


def test_a_generator_can_be_given_in_words() -> None:
    t = lw.load("klondike").table(rng=(12345, 67891))
    words = [12345, 0, 0, 0, 67891, 0, 0, 0]
    assert lw.load("klondike").table(rng=words).key() == t.key()
    assert lw.load("klondike").table(rng=(12346, 67891)).key() != t.key()


def test_zones_and_variables_by_name() -> None:
    t = table(
        n.MoveTop(source=PILE, to=n.ZoneAt(name="cell", index=num(2))),
        n.MoveTop(source=PILE, to=n.ZoneAt(name="hand", owner=n.Seat(number=1))),
        n.SetVariable(name="score", value=num(8), of=n.Seat(number=1)),
        forever(decide(action("wait"))),
        players=2,
    )
    assert (
        t.zone("cell", 2) == ["T1"] and t.zone("cell", 0) == [] and t.zone("pile") == ["T4", "T3"]
    )
    assert t.zone("hand", 1) == ["T2"] and t.zone("hand", 0) == []
    assert t.variable("score", seat=1) == 8 and t.variable("score", seat=0) == 5
    assert t.variable("next") == 0 and t.variable("x") == 0
    assert t.face_up("pile") == [True, True]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("plie",), "did you mean 'pile'"),
        (("zzz",), "the zones are: pile, pit, hand, cell"),
        (("cell", 3), "an index, 0 to 2"),
        (("hand",), "a seat, 0 to 1"),
        (("hand", 2), "a seat, 0 to 1"),
        (("hand", 0, 1), "unknown zone 'hand 0 1'"),
    ],
)
def test_zones_that_are_not_there(asked: tuple[object, ...], message: str) -> None:
    t = table(forever(decide(action("wait"))), players=2)
    with pytest.raises(TableError, match=message):
        t.zone(*asked)  # type: ignore[arg-type]


def test_variables_that_are_not_there() -> None:
    t = table(forever(decide(action("wait"))), players=2)
    with pytest.raises(TableError, match="did you mean 'score'"):
        t.variable("scores")
    for seat in (None, 2, -1):
        with pytest.raises(TableError, match="seat=0 to 1"):
            t.variable("score", seat=seat)


def test_a_seat_sees_what_is_shown_to_it() -> None:
    deal = [
        n.MoveTop(source=PILE, to=n.ZoneAt(name="hand", owner=n.Seat(number=s))) for s in (0, 1)
    ]
    t = table(*deal, n.MoveTop(source=PILE, to=PIT), forever(decide(action("wait"))), players=2)
    mine, yours = t.view(0), t.view(1)
    # Who saw a card before it went to a hand still knows that it is there.
    assert mine.zone("hand", 0) == ["T1"] and mine.sees("hand", 0) == [True]
    assert yours.zone("hand", 0) == ["T1"] and yours.sees("hand", 0) == [False]
    assert yours.zone("pit") == ["T3"] and yours.sees("pit") == [False]
    for seat in (-1, 2):
        with pytest.raises(TableError, match="seats are 0 to 1"):
            t.view(seat)


def test_a_move_hides_the_cards_that_its_reader_does_not_see() -> None:
    second = n.Seat(number=1)
    hand = n.ZoneAt(name="hand", owner=second)
    give = token_action("give", n.TokensIn(zone=hand), n.MoveToken(token=loc("t"), to=PIT))
    show = token_action("show", n.TokensIn(zone=hand), n.MoveToken(token=loc("t"), to=PILE))
    t = table(
        n.MoveBlock(source=PILE, to=PIT),
        n.Shuffle(zone=PIT),
        n.MoveTop(source=PIT, to=hand, count=num(3)),
        forever(decide(give, show, seat=second)),
        players=2,
    )
    first, second_card, _ = t.zone("hand", 1)
    hidden = t.parse(f"give {first}")
    assert t.text(hidden, 0) == "give []" and hidden.text() == f"give {first}"
    t.apply(hidden)
    assert t.made_text(-1, 0) == "give []"
    shown = t.parse(f"show {second_card}")
    assert t.text(shown, 0) == "show []"
    t.apply(shown)
    assert t.made_text(-1, 0) == t.made_text(-1, 1) == f"show {second_card}"
    assert t.made_text(0, 0) == "give []" and t.made_text(0, 1) == f"give {first}"
