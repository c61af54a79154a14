"""Records: what is saved comes back, and nothing that was changed goes through."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import ludwright as lw
from ludwright.play.record import (
    LARGEST_RECORD,
    RecordError,
    read_record,
    record_of,
    state_hash,
    transcript,
)
from ludwright.play.replay import replay
from ludwright.play.table import Table
from tools.tables import FLOWING, TAKING, action, decide, end, forever, program, table
from tools.tiny import ME

Data = dict[str, Any]

game = cache(lw.load)


def played(name: str = "crazy-eights", moves: int = 30, **settings: Any) -> Table:
    t = game(name).table(seed=4, **settings)
    for number in range(moves):
        if not t.over:
            t.apply(t.legal()[number % len(t.legal())])
    return t


@cache
def finished() -> str:
    """The record of a whole game."""
    return played(moves=10_000).save()


def refused(text: str, name: str = "crazy-eights") -> tuple[str, str]:
    with pytest.raises(RecordError) as caught:
        game(name).resume(text)
    return caught.value.diagnostic.code, caught.value.diagnostic.message


# ---- round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("klondike", {}),
        ("klondike", {"deal": {"deck": ["KH", "QS", "JH"]}}),
        ("crazy-eights", {"players": 3, "names": ["Ann", "Bé", "Cy"]}),
        ("crazy-eights", {"pace": "phase"}),
        ("crazy-eights", {"rng": (1 << 100, 12345)}),
        ("war", {"pace": "turn"}),
        ("war", {}),
    ],
)
def test_a_saved_game_goes_on(name: str, settings: dict[str, Any]) -> None:
    t = game(name).table(**{"seed": 4} | settings)
    for number in range(100):
        if not t.over:
            t.apply(t.legal()[number % len(t.legal())])
    again = game(name).resume(t.save())
    assert again.key() == t.key() and again.log == t.log and again.names == t.names
    assert again.save() == t.save()
    if t.log:
        again.undo()
        t.undo()
        assert again.key() == t.key()


def test_undo_leaves_no_trace_in_a_record() -> None:
    t, other = played(moves=20), played(moves=15)
    for _ in range(5):
        t.undo()
    assert t.save() == other.save()


def test_the_options_of_a_record_are_used() -> None:
    t = lw.load("war", options={"face_down": 3}).table(seed=4, pace="turn")
    for _ in range(50):
        t.apply("continue")
    assert lw.load("war").resume(t.save()).key() == t.key()
    assert lw.load("war", options={"face_down": "3"}).resume(t.save()).key() == t.key()


def test_a_record_says_what_was_played() -> None:
    t = played("klondike", 12)
    data = json.loads(t.save())
    assert data["game"] == "klondike" and data["seed"] == 4 and data["format"] == 2
    assert len(data["moves"]) == 12 and data["result"] is None
    assert data["moves"][-1]["hash"] == state_hash(t)
    assert data["moves"][0].keys() == {"id", "text", "hash"}


def test_a_record_of_a_finished_game_has_its_result() -> None:
    t = played(moves=10_000)
    result = json.loads(t.save())["result"]
    assert t.over and result["winners"] == list(t.result().winners)
    assert result["scores"] == list(t.result().scores or ())


# ---- tampering -----------------------------------------------------------------------------------


def put(*path: str | int, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        place: Any = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def swap_moves(data: Data) -> None:
    data["moves"][3], data["moves"][4] = data["moves"][4], data["moves"][3]


def drop_move(data: Data) -> None:
    del data["moves"][7]


def add_move(data: Data) -> None:
    data["moves"].append(data["moves"][-1])


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (put("sources", value="0" * 32), "RC103", "sources 0000"),
        (put("sources", value=""), "RC103", "sources -"),
        (put("players", value=3), "RC104", "expected 3 names"),
        (put("seed", value=5), "RC107", "before the first move"),
        (put("deal", value={"draw_pile": ["AS"]}), "RC107", "before the first move"),
        (put("start", value="x"), "RC107", "before the first move"),
        (put("seed", value=-1), "RC104", "a seed is"),
        (put("deal", value={"hand": ["AS"]}), "RC104", "not a shuffled zone"),
        (put("pace", value="slow"), "RC104", "unknown pace 'slow'"),
        (put("pace", value="turn"), "RC107", "before the first move"),
        (put("names", value=["Ann"]), "RC104", "expected 2 names"),
        (put("names", value=[]), "RC104", "expected 2 names"),
        (put("moves", 9, "text", value="KH"), "RC108", "move 10: recorded as 'KH'"),
        (put("moves", 9, value={"id": 10**9, "text": "?", "hash": ""}), "RC105", "move 10:"),
        (put("moves", 9, value={"id": -7, "text": "2 of X", "hash": ""}), "RC105", "move 10:"),
        (put("moves", 9, value={"id": -1, "text": "KH", "hash": ""}), "RC106", "move 10:"),
        (put("moves", 9, "hash", value="0" * 16), "RC107", "after move 10:"),
        (put("moves", 9, "hash", value=""), "RC107", "after move 10:"),
        (put("result", value=None), "RC109", "the game is over"),
        (put("result", "winners", value=[0, 1]), "RC109", "the result is"),
        (put("result", "scores", value=[5, 5]), "RC109", "the result is"),
        (put("result", "reason", value="luck"), "RC109", "the result is"),
        (add_move, "RC106", "the game is over"),
    ],
)
def test_every_change_is_found(change: Callable[[Data], None], code: str, message: str) -> None:
    data = json.loads(finished())
    change(data)
    found, said = refused(json.dumps(data))
    assert found == code and message in said


@pytest.mark.parametrize("change", [swap_moves, drop_move])
def test_changes_of_the_order_are_found(change: Callable[[Data], None]) -> None:
    data = json.loads(played("klondike", 20).save())
    change(data)
    code, said = refused(json.dumps(data), "klondike")
    assert code in {"RC106", "RC107", "RC108"} and "move " in said


def test_a_result_before_the_end_is_found() -> None:
    data = json.loads(played(moves=5).save())
    data["result"] = {"winners": [0], "scores": None, "reason": "won"}
    assert refused(json.dumps(data))[0] == "RC109"


def test_another_game_is_found() -> None:
    assert refused(played("klondike").save(), "klondike-draw-1")[0] == "RC103"


def test_wrong_players_and_options_are_told_like_everywhere() -> None:
    data = json.loads(played("war", pace="turn").save())
    for change in (put("players", value=99), put("options", value={"nope": 1})):
        changed = json.loads(json.dumps(data))
        change(changed)
        with pytest.raises(lw.GameError):
            lw.load("war").resume(json.dumps(changed))


def test_a_game_that_breaks_tells_where_in_the_record() -> None:
    spin = program(forever(decide(action("wait"), action("spin", forever()))))
    calm = program(forever(decide(action("wait"), action("spin"))))
    t = Table(calm, seed=1)
    t.apply("wait")
    t.apply("spin")
    data = json.loads(t.save())
    forged = Table(spin, seed=1)
    data["start"] = json.loads(forged.save())["start"]
    forged.apply("wait")
    data["moves"][0] = json.loads(forged.save())["moves"][0]
    data["moves"][1]["id"] = forged.parse("spin").id
    with pytest.raises(RecordError) as caught:
        replay(read_record(json.dumps(data)), spin)
    assert caught.value.diagnostic.code == "RT102"
    assert caught.value.diagnostic.notes == ("while replaying move 2",)


# ---- what is no record at all --------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        "{}",
        '{"format": 1}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "9" * 10_000,
        '{"format": NaN}',
        "\ud800",
        "\0",
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_other_texts_are_refused(text: str) -> None:
    assert refused(text)[0] in {"RC101", "RC102"}


def test_a_new_format_is_refused() -> None:
    message = "unknown format 3; this version reads 1 and 2"
    assert refused('{"format": 3}') == ("RC102", message)
    assert refused('{"format": 0}')[0] == "RC102"


@pytest.mark.parametrize("format", ["true", "false", "1.0", "2.0", '"2"', "[2]", "null", "{}"])
def test_a_format_is_a_whole_number(format: str) -> None:
    text = json.dumps(json.loads(played(moves=3).save()))
    text = text.replace('"format": 2', f'"format": {format}')
    assert refused(text) == ("RC101", "expected a whole number in field 'format'")


def test_a_text_that_is_too_long_is_refused() -> None:
    assert refused(" " * (LARGEST_RECORD + 1))[0] == "RC101"


FIELDS = list(json.loads(played(moves=3).save()))


@pytest.mark.parametrize("field", [f for f in FIELDS if f != "format"])
def test_every_field_is_needed_and_of_its_kind(field: str) -> None:
    data = json.loads(played(moves=3).save())
    for value in (1.5, [[]], [None], True, {"winners": 1.5}):
        assert refused(json.dumps(data | {field: value}))[0] == "RC101", value
    del data[field]
    assert refused(json.dumps(data)) == ("RC101", f"missing field '{field}'")


def test_a_record_has_a_seed_or_words_but_not_both() -> None:
    data = json.loads(played(moves=3).save())
    for both in ({"seed": 4, "rng": [1, 2]}, {"seed": None, "rng": None}):
        assert refused(json.dumps(data | both))[0] == "RC101"


# ---- for people ----------------------------------------------------------------------------------


def test_a_transcript_has_a_line_per_decision() -> None:
    t = table(*TAKING, seed=1, deal={"pile": ["T1", "T2", "T3", "T4"]})
    t.apply("take T1")
    t.apply("take T3")
    t.apply("stop")
    assert transcript(t).splitlines() == [
        "tiny",
        "players  player 1",
        "seed     1",
        "deal     pile: T1 T2 T3 T4",
        "pace     decision",
        "",
        "   1  player 1  take T1   (of 4)",
        "   2  player 1  take T3   (of 4)",
        "   3  player 1  stop   (of 3)",
        "",
        "result   nobody won (done)",
    ]


def test_a_transcript_tells_what_happened_between_pauses() -> None:
    t = table(*FLOWING, pace="turn", deal={"pile": ["T2", "T1"]})
    t.apply("continue")
    t.apply("continue")
    assert transcript(t).splitlines()[-6:] == [
        "   1  continue",
        "        pile -> pit   T2",
        "   2  continue",
        "        pile -> pit   T1",
        "",
        "unfinished after 2 moves",
    ]


def test_a_transcript_names_winners_and_scores() -> None:
    t = table(decide(action("go"), seat=ME), end(1, scores=(3, -4)), players=2)
    t.apply("go")
    last = transcript(t).splitlines()[-1]
    assert last == "result   player 2 won (done); scores 3, -4"
    assert record_of(t).result == {"winners": [1], "scores": [3, -4], "reason": "done"}
