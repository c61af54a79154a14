"""What a person can do at any table: moves, undo, why, hints, files, looking back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.diagnostics import Span
from ludwright.gamedef import nodes as n
from ludwright.play.errors import MoveError, TableError
from ludwright.play.explain import Condition, Explanation
from ludwright.play.view import View
from ludwright.players import PLAYERS, Advice
from ludwright.table.explanation import explanation_lines
from ludwright.table.playback import Replay
from ludwright.table.session import MOST_AT_ONCE, Hint
from ludwright.ui.session import Session
from tools.sitting import session
from tools.tables import COUNT_UP, action, decide, forever, table


def play(sitting: Session, moves: int) -> None:
    """Make the first move again and again."""
    sitting.let_others_move()
    for _ in range(moves):
        sitting.make("1")
        sitting.let_others_move()


def test_moves_are_found_by_number_and_text() -> None:
    sitting = session("klondike")
    first = sitting.moves()[1]
    assert sitting.find("2") == first and sitting.find(str(first).upper()) == first
    for text in ("0", "5", "hop", "", "99999999999", "²"):
        with pytest.raises(MoveError):
            sitting.find(text)


def test_there_is_one_story_for_each_move() -> None:
    sitting = session("crazy-eights", 4)
    play(sitting, 3)
    assert len(sitting.history) == len(sitting.table.log) > 3
    mine = [told for told in sitting.history if told.who == "you"]
    assert len(mine) == 3 and {told.who for told in sitting.history} > {"you", "player 2"}


def test_others_draw_in_secret() -> None:
    sitting = session("crazy-eights", 4, seed=1)
    play(sitting, 6)
    drawn = [line for told in sitting.history for line in told.lines if line.startswith("draw")]
    secret = [line for line in drawn if "player" in line]
    assert secret and all(line.endswith("[]") for line in secret)
    assert any("your hand" in line and not line.endswith("[]") for line in drawn)


def test_all_cards_of_a_trick_are_told_also_the_last_one_played() -> None:
    sitting = session("whist")
    play(sitting, 2)
    taken = [line for told in sitting.history for line in told.lines if line.startswith("trick")]
    assert taken and all(len(line.split("won")[1].split()) == 4 for line in taken)


def test_undo_goes_back_to_one_s_own_last_decision() -> None:
    sitting = session("crazy-eights", 4)
    play(sitting, 2)
    before, moves = sitting.table.key(), len(sitting.table.log)
    sitting.make("1")
    sitting.let_others_move()
    assert len(sitting.table.log) > moves + 1
    sitting.undo()
    assert sitting.table.key() == before and len(sitting.history) == moves
    assert sitting.table.decider == sitting.seat


def test_undo_leaves_what_others_did_before_one_s_first_move() -> None:
    sitting = session("crazy-eights", 4, seat=2)
    sitting.let_others_move()
    key, moves = sitting.table.key(), len(sitting.table.log)
    assert moves > 0
    with pytest.raises(MoveError, match="no move to take back"):
        sitting.undo()
    assert sitting.table.key() == key and len(sitting.history) == moves


def test_undo_goes_back_one_pause() -> None:
    sitting = session("war")
    play(sitting, 3)
    sitting.undo()
    assert len(sitting.table.log) == 2 and sitting.waits


def test_others_do_not_play_for_ever_without_a_pause() -> None:
    body = forever(decide(action("go", COUNT_UP), seat=n.Seat(number=1)))
    sitting = Session(table(body, players=2, trace=True), 0, PLAYERS["first"]())
    assert len(sitting.let_others_move()) == MOST_AT_ONCE == sitting.table.variable("x")
    assert sitting.waits and not sitting.moves() and sitting.question() == "enter = continue"
    sitting.make("")
    assert sitting.table.variable("x") == MOST_AT_ONCE
    sitting.let_others_move()
    assert sitting.table.variable("x") == 2 * MOST_AT_ONCE
    with pytest.raises(MoveError):
        sitting.hint()
    with pytest.raises(MoveError):
        sitting.tip()
    with pytest.raises(MoveError):
        sitting.undo()


def test_a_tip_is_the_adviser_s_move_and_so_is_a_hint_without_a_solver() -> None:
    asked = []

    def last(view: View) -> list[Advice]:
        asked.append(view)
        return [Advice(view.legal()[-1], 0.75, 1.0), Advice(view.legal()[0], 0.25, -0.125)]

    sitting = session("klondike")
    assert sitting.tip().move == sitting.moves()[0]
    sitting = session("klondike")
    sitting.adviser = last
    first, *_, best = sitting.moves()
    assert sitting.must_think and sitting.must_consult
    tip = sitting.tip()
    assert tip.move == best and tip.text == f"{best} (75 %, +1.00); {first} (25 %, -0.12)"
    assert sitting.hint() == tip and len(asked) == 1  # what it said of a position is kept
    assert not sitting.table.log and not sitting.must_think
    sitting.make(best)
    assert sitting.must_think and sitting.tip().move and len(asked) == 2
    war = session("war")
    assert war.hint().text == "continue" and not war.must_think


def test_an_adviser_without_an_answer_leaves_the_first_move() -> None:
    def lost(view: View) -> list[Advice]:
        raise TableError("found no world")

    for adviser in (lost, lambda view: []):
        sitting = session("klondike")
        sitting.adviser = adviser
        assert sitting.tip() == Hint(str(sitting.moves()[0]), sitting.moves()[0])


# ---- why -----------------------------------------------------------------------------------------


TREE = Explanation(
    "KH a -> b",
    False,
    (
        Condition(
            "all of",
            "no",
            Span("some.game", 12, 1, 12, 5),
            (
                Condition("the target is empty", "yes", None),
                Condition("one of", "no", None, (Condition("it is a queen", "no", None),)),
                Condition("the card below is red", "hidden", None),
                Condition("it is above a queen", "fails", None),
            ),
        ),
    ),
)


def test_an_explanation_is_drawn_as_a_tree() -> None:
    assert explanation_lines(TREE) == [
        "'KH a -> b' is not legal",
        "  1 NO  all of  (some.game:12)",
        "  2 yes   the target is empty",
        "  3 NO    one of",
        "  4 NO      it is a queen",
        "  5 ?     the card below is red",
        "  6 !     it is above a queen",
        "  (? = you cannot know whether it holds)",
        "  (! = it refers to something that does not exist)",
    ]


def test_why_asks_the_table() -> None:
    sitting = session("klondike")
    lines = sitting.why("2")
    assert lines[0] == "'8D  column 4 -> column 3' is legal"
    assert "   2 yes the two piles differ  (klondike.sgdl:36)" in lines
    wrong = sitting.why("move COLUMN[1] COLUMN[2]")
    assert wrong[0] == "'move COLUMN[1] COLUMN[2]' is not legal"
    assert any(" NO  " in line for line in wrong)
    assert "is not legal now" in sitting.why("KH  column 1 -> column 2")[0]
    assert "is not a move of this game" in sitting.why("hop")[0]
    assert sitting.why("99") == ["no move 99; the moves are numbered 1 to 4"]


def test_conditions_are_said_in_the_words_of_the_table() -> None:
    lines = session("spider").why("1")
    drawn = "yes there are cards to draw or to turn over  (spider.sgdl:9)"
    assert lines[:2] == ["'draw' is legal", f"   1 {drawn}"]
    assert "  12 yes   column 10 is not empty  (spider.sgdl:48)" in lines
    solitaire = session("klondike")
    solitaire.make("draw")
    told = solitaire.why("move DRAW COLUMN[1]")
    rule = "there is a rule for moving a card from draw to column"
    assert told[1] == f"   1 yes {rule}  (klondike.sgdl:36)"
    assert "   6 NO      the pile it goes to is empty  (klondike.sgdl:39)" in told
    cards = session("crazy-eights", 3)
    assert any("card is in current's hand" in line for line in cards.why("1"))
    assert any("rank of the top card of discard pile" in line for line in cards.why("1"))


def test_why_always_has_an_answer() -> None:
    sitting = session("klondike")
    for text in ("1", "hop", "KH  column 1 -> column 2"):
        assert sitting.why(text)[0]
    assert session("war").why("continue")[0]


# ---- other games ---------------------------------------------------------------------------------


def test_where_moves_are_numbers_a_number_is_the_move() -> None:
    fish = session("go-fish")
    ranks = [fish.text(move) for move in fish.moves()]
    assert fish.table.prompt == "Choose a rank to ask for" and not fish.numbered
    # No rank stands where its number would be in the list.
    numbers = [rank for rank in ranks if rank.isdecimal() and ranks.index(rank) + 1 != int(rank)]
    assert numbers
    for rank in numbers:
        assert fish.text(fish.find(rank)) == rank and fish.number(rank) == 0
    cards = session("crazy-eights", 2)
    assert cards.numbered and cards.find("1") == cards.moves()[0]


def test_a_choice_that_names_no_card_is_told_with_its_question() -> None:
    fish = session("go-fish", 3, seat=1)
    first, second, *_ = fish.let_others_move()
    assert first.who == second.who == "player 1"
    assert first.text in [f"Choose a player to ask: player {i}" for i in (2, 3)] and not first.lines
    assert second.text.startswith("Choose a rank to ask for: ") and second.lines
    cards = session("crazy-eights", 3)
    card = str(cards.moves()[0])
    assert cards.make(card).text == card


def test_bids_are_told_when_all_are_made() -> None:
    bids = session("sealed-bids", 3, seat=1)
    assert [(t.who, t.text, t.lines) for t in bids.let_others_move()] == [
        ("player 1", "(hidden)", ())
    ]
    mine = bids.make("3")
    assert mine.text in ("QH", "Q of hearts") and not mine.lines
    told, *_ = bids.let_others_move()
    assert (told.who, told.text) == ("player 3", "(hidden)")
    bid = [line.split("   ") for line in told.lines if line.split("   ")[0].endswith("bid")]
    assert [way for way, _ in bid] == [
        "player 1's hand -> player 1's bid",
        "your hand -> your bid",
        "player 3's hand -> player 3's bid",
    ]
    assert bid[1][1] == mine.text


# ---- files and looking back ----------------------------------------------------------------------


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    sitting, file = session("crazy-eights", 3), tmp_path / "game.json"
    play(sitting, 2)
    key, history = sitting.table.key(), list(sitting.history)
    assert sitting.save(str(file)) == f"saved to {file}"
    play(sitting, 2)
    assert sitting.load(str(file)) == f"loaded {file}"
    assert sitting.table.key() == key and sitting.history == history
    sitting.undo()
    assert sitting.history == history[: len(sitting.table.log)]


def test_what_can_t_be_saved_or_loaded_is_told(tmp_path: Path) -> None:
    sitting, other = session("crazy-eights", 3, seat=2), tmp_path / "other.json"
    before = sitting.table
    other.write_text(session("war").table.save())
    few = tmp_path / "few.json"
    few.write_text(session("crazy-eights", 2).table.save())
    assert "cannot be written" in sitting.save(str(tmp_path))
    assert "cannot be read" in sitting.load(str(tmp_path / "none.json"))
    assert "a record of 'war', not of 'crazy-eights'" in sitting.load(str(other))
    other.write_text(session("klondike").table.save())
    assert "not of 'klondike-draw-1'" in session("klondike-draw-1").load(str(other))
    assert "you are in seat 3, but the record has 2 seats" in sitting.load(str(few))
    assert sitting.table is before


@pytest.mark.parametrize(("name", "players"), [("klondike", 1), ("crazy-eights", 3), ("war", 2)])
def test_a_replay_goes_back_and_forth(name: str, players: int) -> None:
    sitting = session(name, players)
    play(sitting, 5)
    replay, keys = Replay(sitting.table, 0), []
    while True:
        keys.append(replay.table.key())
        if not replay.forward():
            break
    assert keys[-1] == sitting.table.key() and replay.history == sitting.history
    for key in reversed(keys[:-1]):
        assert replay.back() and replay.table.key() == key
    assert not replay.back() and replay.progress == f"move 0 of {len(sitting.table.log)}"


def test_a_replay_is_seen_from_any_seat() -> None:
    sitting = session("crazy-eights", 3)
    play(sitting, 4)
    replay = Replay(sitting.table, 0)
    while replay.forward():
        pass
    key, told = replay.table.key(), [t.text for t in replay.history]
    replay.sit(1)
    assert replay.table.key() == key and [t.text for t in replay.history] == told
    assert {t.who for t in replay.history} >= {"you", "player 1"}
    mine = [line for t in replay.history for line in t.lines if "player 1's hand" in line]
    assert all(line.endswith("[]") for line in mine if line.startswith("draw pile"))
