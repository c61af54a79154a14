"""A table in an engine: choices in every form, refusals, undo, history, records, reopening."""

from __future__ import annotations

import msgspec
import pytest

from ludwright.play.draws import Draws
from ludwright.play.plain_data import Data
from ludwright.play.record import read_record
from ludwright.play.replay import replay
from ludwright.web.engine.explaining import explained
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import (
    SPECTATOR,
    Choice,
    Made,
    Refused,
    TableFault,
)
from ludwright.web.wire import explanation_data
from play.test_compound_moves import SWAP, turns
from tools.web.hosting import (
    LIBRARY,
    WORDS,
    body,
    data,
    everyone,
    hosted,
    opened,
    play,
    spec_of,
    step,
)

NOBODY: tuple[int, ...] = ()


def refused(table: Hosted, choice: Choice, seat: int | None = None) -> Refused:
    """A choice that is refused, and changes nothing."""
    before, made = body(table), [*table.made]
    with pytest.raises(Refused) as error:
        table.apply(table.table.decider or 0 if seat is None else seat, choice, [0])
    assert body(table) == before and table.made == made
    return error.value


# ---- opening -------------------------------------------------------------------------------------


def test_a_table_opens_with_the_deal_of_its_seed() -> None:
    tables = [hosted("klondike", seed=seed) for seed in (3, 3, 4)]
    scenes = [body(table)["scene"] for table in tables]
    assert scenes[0] == scenes[1] != scenes[2]
    first = tables[0].status()
    assert (first.moves, first.decider, first.waiting, first.over) == (0, 0, (0,), False)


def test_the_words_of_a_generator_deal_too() -> None:
    other = (21, *WORDS[1:])
    hands = [
        [place["cards"] for place in body(table)["scene"]["places"] if place["owner"] == 0]
        for table in (hosted("hearts"), hosted("hearts"), hosted("hearts", rng=other))
    ]
    assert hands[0] == hands[1] != hands[2]


def test_a_numbered_deal_is_dealt() -> None:
    table = hosted("freecell", deal="ms:11982")
    columns = [p["cards"] for p in body(table)["scene"]["places"] if p["name"].startswith("COLUMN")]
    assert [column[0] for column in columns[:4]] == ["AH", "AS", "4H", "AC"]


def test_a_state_says_what_a_client_needs() -> None:
    state = body(hosted("crazy-eights", 3), 0)
    assert state["seat"] == 0 and state["turn"] == {"decider": 0, "waiting": [0]}
    assert state["options"]["kind"] == "moves" and state["options"]["count"] > 0
    assert (state["over"], state["result"], state["moves"], state["made"]) == (False, None, 0, [])
    hands = {p["owner"]: p["cards"] for p in state["scene"]["places"] if p["owner"] is not None}
    assert None not in hands[0] and {*hands[1], *hands[2]} == {None}


# ---- choices -------------------------------------------------------------------------------------


def test_a_move_by_its_index() -> None:
    table = hosted("klondike")
    option = body(table)["options"]["moves"][1]
    answer = table.apply(0, Choice(index=option["n"]), [0])
    assert answer.made == (Made(0, answer.made[0].id, option["text"]),)
    line = data(answer)["made"]
    assert line == [{"n": 1, "seat": 0, "who": "you", "text": option["text"], "lines": []}]


def test_a_move_by_its_text() -> None:
    table = hosted("crazy-eights", 3)
    card = body(table)["options"]["moves"][0]["text"]
    answer = table.apply(0, Choice(text=card.lower()), [0, 1, SPECTATOR])
    assert answer.made[0].text == card
    assert [data(answer, each)["made"][0]["who"] for each in (0, 1, SPECTATOR)] == [
        "you",
        "P1",
        "P1",
    ]


def test_items_are_picked_at_once() -> None:
    table = hosted("hearts", 4)
    options = body(table)["options"]
    assert options["kind"] == "picks" and options["picks"]["at_once"]
    picked = [options["picks"]["items"][i]["text"] for i in (2, 0, 5)]
    answer = table.apply(0, Choice(items=(2, 0, 5)), [0, 1])
    assert all(card in data(answer, 0)["chosen"][0] for card in picked)
    for seat in (1, 2, 3):
        answer = table.apply(seat, Choice(items=(0, 1, 2)), [0, 1, 2])
    assert all(card in data(answer, 0)["made"][0]["text"] for card in picked)
    hidden = data(answer, 2)["made"][0]  # seat 1 has got them
    assert not any(card in msgspec.json.encode(hidden).decode() for card in picked)


def test_a_number_of_a_range() -> None:
    table = hosted("spades", 4)
    seat = table.table.decider or 0
    (bids,) = body(table, seat)["options"]["ranges"]
    assert (bids["low"], bids["high"], bids["step"]) == (0, 13, 1)
    answer = table.apply(seat, Choice(range=0, number=4), NOBODY)
    assert answer.made[0].text == f"{bids['before']}4{bids['after']}"


def swapping(players: int) -> Hosted:
    """A table whose only action asks for one or two tokens."""
    table = hosted("klondike")
    table.table, table.places = turns(SWAP, players=players, trace=True), ()
    return table


def test_a_compound_move_alone() -> None:
    table = swapping(1)
    for wrong, code in (("swap / blorb", "invalid"), ("swap / T1 / done / T2", "illegal")):
        refusal = refused(table, Choice(text=wrong))
        assert refusal.code == code and "nothing was done" in str(refusal)
    answer = table.apply(0, Choice(text="swap / T2 / done"), [0])
    assert [made.text for made in answer.made] == ["swap", "T2", "done"]
    assert [line["n"] for line in data(answer)["made"]] == [1, 2, 3]


def test_with_others_a_compound_move_is_no_way_to_peek() -> None:
    assert refused(swapping(2), Choice(text="swap / T2 / done")).code == "invalid"


def test_a_pause_ends_by_going_on() -> None:
    table = hosted("war", 2)
    assert table.status().paused and body(table)["options"]["kind"] == "continue"
    answer = table.go_on([0, 1, SPECTATOR])
    assert answer.made[0].seat is None and answer.status.moves == 1
    assert data(answer, SPECTATOR)["made"][0]["who"] == ""
    with pytest.raises(Refused):
        table.apply(0, Choice(index=0), [0])


def test_going_on_needs_a_pause() -> None:
    with pytest.raises(Refused) as error:
        hosted("klondike").go_on([0])
    assert error.value.code == "invalid"


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Choice(index=10_000), "invalid"),
        (Choice(index=-1), "invalid"),
        (Choice(), "invalid"),
        (Choice(index=0, text="draw"), "invalid"),
        (Choice(items=(0, 1)), "invalid"),
        (Choice(number=3, range=7), "invalid"),
        (Choice(text="blorb"), "invalid"),
        (Choice(text=""), "invalid"),
        (Choice(text="\0<script>"), "invalid"),
        (Choice(text="x" * 2000), "invalid"),
        (Choice(text=" / " * 600), "invalid"),
        (Choice(text="KS  column 6 -> column 1"), "illegal"),
        (Choice(text="AD column 1 -> column 2"), "illegal"),
    ],
)
def test_what_cannot_be_chosen_is_refused(choice: Choice, code: str) -> None:
    assert refused(hosted("klondike"), choice).code == code


def test_it_must_be_ones_turn() -> None:
    assert refused(hosted("spades", 4), Choice(index=0), seat=2).code == "not_your_turn"
    assert refused(hosted("hearts", 4), Choice(items=(0, 1)), seat=0).code == "illegal"
    assert refused(hosted("hearts", 4), Choice(items=(0, 0, 1)), seat=0).code == "invalid"


def test_a_number_outside_its_range_is_refused() -> None:
    assert refused(hosted("spades", 4), Choice(range=0, number=14)).code == "illegal"
    assert refused(hosted("spades", 4), Choice(range=1, number=3)).code == "invalid"


# ---- bots ----------------------------------------------------------------------------------------


def test_bots_choose_for_the_seat_that_decides() -> None:
    table = hosted("crazy-eights", 3)
    answer = table.play_bot(0, "greedy", 5, [0])
    assert answer.made[0].seat == 0
    now = table.table.decider or 0
    for seat, bot, code in ((now + 1, "greedy", "not_your_turn"), (now, "clever", "invalid")):
        with pytest.raises(Refused) as error:
            table.play_bot(seat, bot, 5, [0])
        assert error.value.code == code


def indices(seed: int) -> dict[int, list[int]]:
    """What bots bid by seat, all with the same bot and seed, in a game where all can bid alike."""
    table, found = hosted("gops", 2), {0: [], 1: []}
    while len(table.made) < 16:
        hands = {seat: table.sealed.asking(seat) for seat in table.sealed.waiting}
        texts = {seat: [str(move) for move in hand.legal()] for seat, hand in hands.items()}
        made = [
            each for seat in hands for each in table.play_bot(seat, "random", seed, NOBODY).made
        ]
        for each in made:
            found[each.seat or 0].append(texts[each.seat or 0].index(each.text))
    return found


def test_bots_are_seeded_apart() -> None:
    """By seat and by seed, and not by the deal; the same seed repeats a game."""
    first, second = indices(1), indices(2)
    assert first == indices(1) and first[0] != first[1] and first != second


# ---- chance --------------------------------------------------------------------------------------


def test_fresh_words_are_in_the_journal_and_repeat_the_game() -> None:
    table = hosted("thirty-one", 3)
    play(table, 40)
    drawn = [made for made in table.made if made.chance is not None]
    assert drawn
    again = opened(spec_of("thirty-one", 3, moves=tuple(table.made)))
    assert again.table.key() == table.table.key()
    other = opened(spec_of("thirty-one", 3, moves=tuple(table.made[: table.made.index(drawn[0])])))
    step(other, Draws(1))
    assert other.made[-1].chance != drawn[0].chance


def test_alone_the_seed_decides() -> None:
    for name in ("klondike", "rock-paper-scissors"):
        first, second = hosted(name, 1), hosted(name, 1)
        play(first, 30), play(second, 30)
        assert first.made == second.made and not any(made.chance for made in first.made)


# ---- back ----------------------------------------------------------------------------------------


def test_undo_restores_what_everybody_sees() -> None:
    table, draws = hosted("crazy-eights", 3), Draws(4)
    everybody = (*everyone(table),)
    seen = [table.states(everybody, dict.fromkeys(everybody, 99)).bodies]
    for _ in range(9):
        step(table, draws, everybody)
        seen.append(table.states(everybody, dict.fromkeys(everybody, 99)).bodies)
    for count, left in ((1, 8), (3, 5), (5, 0)):
        answer = table.undo(count, everybody)
        assert answer.status.moves == left == len(table.made)
        restored = {k: msgspec.json.decode(v) for k, v in answer.bodies.items()}
        expected = {k: msgspec.json.decode(v) for k, v in seen[left].items()}
        for each in (*restored.values(), *expected.values()):
            each.pop("events")  # of the last move: nothing moves when one is taken back
        assert restored == expected
    with pytest.raises(Refused):
        table.undo(1, everybody)


@pytest.mark.parametrize("count", [0, -1, 5])
def test_nothing_more_than_was_made_can_be_taken_back(count: int) -> None:
    table = hosted("klondike")
    play(table, 4)
    for ask in (lambda: table.undo(count, [0]), lambda: table.secret(count)):
        with pytest.raises(Refused) as error:
            ask()
        assert error.value.code == "invalid" and len(table.made) == 4


def test_chance_is_drawn_anew_after_undo() -> None:
    drawn = set()
    table = hosted("thirty-one", 3)
    play(table, 20)
    number = max(i for i, made in enumerate(table.made) if made.chance)
    for _ in range(3):
        drawn.add(table.made[number].chance)
        table.undo(len(table.made) - number, NOBODY)
        step(table, Draws(1))
    assert len(drawn) > 1


def test_moves_that_reveal_something_are_secret() -> None:
    crazy = hosted("crazy-eights", 3)
    assert crazy.apply(0, Choice(index=0), NOBODY).secret  # a card is shown
    klondike = hosted("klondike")
    assert klondike.apply(
        0, Choice(text="6H  column 3 -> column 5"), NOBODY
    ).secret  # one is turned
    assert klondike.secret(1)
    freecell = hosted("freecell")
    play(freecell, 5)
    assert not freecell.secret(5)
    morris = hosted("three-mens-morris", 2)
    play(morris, 5)
    assert not morris.secret(5)


def test_the_last_answer_of_several_reveals_the_others() -> None:
    table = hosted("gops", 2)
    first = table.apply(0, Choice(index=0), NOBODY)
    second = table.apply(1, Choice(index=0), NOBODY)
    assert (first.secret, second.secret) == (False, True)
    bids = hosted("sealed-bids", 2)
    while not bids.table.over:
        answers = [bids.apply(seat, Choice(index=0), NOBODY) for seat in bids.sealed.waiting]
        if len(answers) > 1:
            assert [each.secret for each in answers] == [False, True]
            return
    raise AssertionError("no bids were revealed")


# ---- the past ------------------------------------------------------------------------------------


def test_history_shows_what_was_seen_then() -> None:
    table, draws = hosted("klondike"), Draws(2)
    scenes = [body(table)["scene"]]
    for _ in range(6):
        step(table, draws)
        scenes.append(body(table)["scene"])
    for move in (0, 3, 6):
        found = msgspec.json.decode(table.history(0, move))
        assert found == {"seat": 0, "move": move, "scene": scenes[move]}
    for move in (-1, 7):
        with pytest.raises(Refused):
            table.history(0, move)
    assert msgspec.json.decode(table.history(SPECTATOR, 2))["seat"] is None


def test_a_record_replays() -> None:
    table = hosted("crazy-eights", 3)
    play(table, 25)
    again = replay(read_record(table.record()), table.table.program)
    assert again.key() == table.table.key() and len(again.log) == len(table.made)


def test_those_who_come_later_read_what_they_missed() -> None:
    table, other = hosted("crazy-eights", 3), hosted("crazy-eights", 3)
    moves = play(table, 15, audience=(0, 1))
    reopened = opened(spec_of("crazy-eights", 3, moves=tuple(table.made)))
    for seat in (0, 1, 2):
        assert body(table, seat)["made"] == body(reopened, seat)["made"]
    assert [line["n"] for line in body(table, 1, since=9)["made"]] == [*range(10, moves + 1)]
    assert not body(other, 1)["made"]


@pytest.mark.quick(10)
@pytest.mark.parametrize("name", LIBRARY)
def test_a_table_reopened_from_its_journal_stands_as_it_stood(name: str) -> None:
    table = hosted(name)
    everybody = (*everyone(table),)
    play(table, 40, audience=everybody)
    spec = spec_of(name, moves=tuple(table.made), sealed=tuple(table.sealed.steps))
    again = opened(msgspec.msgpack.decode(msgspec.msgpack.encode(spec), type=type(spec)))
    assert again.stands_as(spec) and again.revealing == table.revealing
    now = {each: body(again, each) for each in everybody}
    then = {each: body(table, each) for each in everybody}
    for each in (*now.values(), *then.values()):
        each.pop("events")
    assert now == then and again.status() == table.status()
    assert again.record() == table.record()


def test_a_journal_that_does_not_fit_faults_the_table() -> None:
    with pytest.raises(TableFault, match="move 1, 'nonsense', cannot be replayed"):
        hosted("klondike", moves=(Made(0, 10**6, "nonsense"),))


def test_moves_of_another_compiler_are_found_by_their_texts() -> None:
    table = hosted("klondike")
    play(table, 20)
    moved = tuple(msgspec.structs.replace(made, id=made.id + 10**6) for made in table.made)
    assert opened(spec_of("klondike", moves=moved)).table.key() == table.table.key()


# ---- finishing -----------------------------------------------------------------------------------


def test_a_solitaire_is_finished_when_nothing_is_to_be_decided() -> None:
    ranks = ["K", "Q", "J", *map(str, range(10, 1, -1)), "A"]
    table = hosted("freecell", deal=" ".join(rank + suit for rank in ranks for suit in "SHDC"))
    table.apply(0, Choice(index=0), NOBODY)
    answer = table.finish([0])
    assert answer.status.over and answer.status.winners == (0,) and 50 < len(answer.made) < 56
    assert data(answer)["made"][-1]["n"] == len(table.made) == answer.status.moves
    table.undo(len(table.made), NOBODY)
    assert table.table.decider == 0


@pytest.mark.parametrize("name", ["freecell", "klondike", "black-hole", "spider"])
def test_a_game_that_has_just_begun_is_not_finished(name: str) -> None:
    assert not hosted(name).finish([0]).made


def test_forced_moves_finish_a_game_without_decisions() -> None:
    table = hosted("clock")
    answer = table.finish([0])
    assert answer.made and answer.status.over


# ---- explanations --------------------------------------------------------------------------------


def explanation(table: Hosted, choice: Choice | None = None, *drag: int) -> Data:
    """What is explained of a choice, or of a drag: from a zone and a position to a zone."""
    seat = table.table.decider or 0
    source, target = (drag[:2], drag[2]) if drag else ((), None)
    return explanation_data(explained(table.table, seat, choice or Choice(), source, target))


def zone(table: Hosted, title: str) -> int:
    """The number of the zone of a place."""
    scene = body(table, table.table.decider or 0)["scene"]
    return next(place["zone"] for place in scene["places"] if place["title"] == title)


def unmet(found: Data) -> list[str]:
    return [line["text"] for line in found["lines"] if line["holds"] is False]


def hidden(found: Data) -> bool:
    """Whether the truth of something is hidden, or it refers to nothing."""
    return any(line["holds"] is None for line in found["lines"])


def test_an_option_and_a_text_are_explained_alike() -> None:
    table = hosted("klondike")
    option = body(table)["options"]["moves"][1]
    by_index = explanation(table, Choice(index=option["n"]))
    assert by_index == explanation(table, Choice(text=option["text"]))
    assert by_index["legal"] is True and by_index["lines"][0]["file"] == "klondike.sgdl"
    illegal = explanation(table, Choice(text="KS  column 6 -> foundation 1"))
    assert illegal["legal"] is False and unmet(illegal)


LOWER = "the card is one rank lower than the card it goes onto"


def test_drags_of_klondike() -> None:
    """Deal 3: the ace of diamonds is alone in column 1, column 3 ends with 6H, column 5 with 7C."""
    table = hosted("klondike")
    column = {i: zone(table, f"column {i}") for i in range(1, 8)}
    legal = explanation(table, None, column[3], 2, column[5])
    assert (legal["text"], legal["legal"], unmet(legal)[-1:]) == (
        "6H -> column 5",
        True,
        ["the card is a king"],
    )
    home = explanation(table, None, column[1], 0, zone(table, "foundation 1"))
    assert home["legal"] is True
    wrong = explanation(table, None, column[1], 0, column[3])
    assert wrong["legal"] is False and LOWER in unmet(wrong)
    lines = {line["text"]: line.get("line") for line in wrong["lines"]}
    assert lines["there is a rule for moving a card from column to column"] == 36
    nowhere = explanation(table, None, zone(table, "stock"), 0, column[3])
    assert nowhere["legal"] is False and nowhere["text"] == "stock -> column 3"


def test_a_run_of_freecell_is_explained_as_a_run() -> None:
    """Deal 3: column 4 ends with QH JS, column 3 with KS, column 2 with 9H."""
    table = hosted("freecell")
    source = zone(table, "column 4")
    legal = explanation(table, None, source, 5, zone(table, "column 3"))
    assert (legal["text"], legal["legal"]) == ("QH -> column 3", True)
    assert any("one by one" in line["text"] and line["holds"] for line in legal["lines"])
    illegal = explanation(table, None, source, 5, zone(table, "column 2"))
    assert illegal["legal"] is False
    assert "the moved cards go down by one rank each" not in unmet(illegal)
    assert "the lowest moved card is one rank lower than the card they go onto" in unmet(illegal)
    no_run = explanation(table, None, source, 4, zone(table, "column 3"))
    assert "the moved cards go down by one rank each" in unmet(no_run)


def test_cards_of_crazy_eights() -> None:
    table = hosted("crazy-eights", 2, rng=None, seed=3, fresh=False)
    discard, hand = zone(table, "discard pile"), zone(table, "your hand")
    cards = next(p for p in body(table)["scene"]["places"] if p["zone"] == hand)["cards"]
    top = next(p for p in body(table)["scene"]["places"] if p["zone"] == discard)["cards"][-1]
    legal = {option["text"] for option in body(table)["options"]["moves"]}
    for at, card in enumerate(cards):
        found = explanation(table, None, hand, at, discard)
        assert found["legal"] is (card in legal) and found["text"].startswith(card)
        assert any("rank" in line["text"] for line in found["lines"]), top
    other = explanation(table, None, zone(table, "P2's hand"), 0, discard)
    assert (other["legal"], other["text"]) == (False, "player 2's hand -> discard pile")
    assert "do not know" in other["lines"][0]["text"]


def test_drags_of_rule_xml() -> None:
    table = hosted("pick-up")
    option = body(table)["options"]["moves"][0]
    source, target = (ref["zone"] for ref in option["refs"])
    legal = explanation(table, None, source, 0, target)
    assert legal["legal"] is True and legal["lines"][0]["text"].startswith("valid_donors")
    illegal = explanation(table, None, source, 0, zone(table, "heap2"))
    assert illegal["legal"] is False and unmet(illegal) and illegal["lines"][0]["line"] == 99


@pytest.mark.parametrize("drag", [(0, 0, 1), (999, 0, 1), (1, 0, 999), (-1, 0, 1), (1, 0, -1)])
def test_a_drag_to_nowhere_is_refused(drag: tuple[int, int, int]) -> None:
    from ludwright.play.errors import InvalidMove

    with pytest.raises(InvalidMove, match="unknown place"):
        explanation(hosted("klondike"), None, *drag)


@pytest.mark.quick(8)
@pytest.mark.parametrize("name", LIBRARY)
def test_every_drag_has_an_explanation(name: str) -> None:
    """Every card to every place: legal exactly if a listed move is about it."""
    table, draws = hosted(name), Draws(7)
    for _ in range(6):
        seat = table.table.decider
        if seat is not None and not table.table.over:
            places = body(table, seat)["scene"]["places"][:6]
            for place in places:
                for target in places:
                    last = max(len(place["cards"]) - 1, 0)
                    found = explanation(table, None, place["zone"], last, target["zone"])
                    assert found["legal"] is True or unmet(found) or hidden(found)
        if table.table.over:
            break
        step(table, draws)
