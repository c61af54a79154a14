"""Records that other versions wrote: they replay as long as descriptions mean the same."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludwright as lw
from ludwright.machine.program import Program
from ludwright.play import replay
from ludwright.play.record import RecordError, read_record, record_of, state_hash
from ludwright.play.semantics import SEMANTICS
from ludwright.play.table import Table
from tools.tables import action, decide, forever, program
from tools.tiny import num, put

RECORDS = Path(__file__).parent.parent / "data" / "records"
OLDER = sorted((RECORDS / "format-1").glob("*.json"))
PRESENT = sorted((RECORDS / "format-2").glob("*.json"))
REFUSED: set[str] = set()  # records of `format-2` that do not replay with the present semantics

game = cache(lw.load)


def name(file: Path) -> str:
    return file.stem


def game_of(file: Path) -> lw.Game:
    called = json.loads(file.read_text())["game"]
    beside = file.with_name(called)
    return game(beside if beside.exists() else called)


def program_of(file: Path) -> Program:
    record = read_record(file.read_text())
    made = game_of(file)
    plain = made.program(record.players)
    if plain.options == record.options:
        return plain
    return lw.Game(made.loaded, record.options).program(record.players)


# ---- format 1 ------------------------------------------------------------------------------------


def test_there_are_records_of_every_language() -> None:
    for files in (OLDER, PRESENT):
        assert {game_of(file).loaded.language for file in files} == {
            "cgml", "sgdl", "rulexml", "gamespec",
        }  # fmt: skip


@pytest.mark.parametrize("file", OLDER, ids=name)
def test_an_older_record_replays_whatever_ids_are_now(file: Path) -> None:
    data = json.loads(file.read_text())
    rules, text = program_of(file), file.read_text()
    for move in data["moves"]:
        move["id"] += 1
    tables = [replay.replay(read_record(each), rules) for each in (text, json.dumps(data))]
    ours = record_of(tables[0])
    assert tables[0].log == tables[1].log
    assert data["format"] == 1 and ours.result == data["result"]
    texts = [text for step in ours.moves for text in step.text.split(" + ")]
    recorded = [text for move in data["moves"] for text in move["text"].split(" + ")]
    assert sorted(texts) == sorted(recorded)


def test_an_older_record_of_other_moves_is_refused_with_a_reason() -> None:
    data = json.loads((RECORDS / "format-1" / "klondike.json").read_text())
    data["moves"][3]["text"] = data["moves"][2]["text"]
    data["moves"][3]["id"] = 10**9
    with pytest.raises(RecordError) as caught:
        game("klondike").resume(json.dumps(data))
    (note,) = caught.value.diagnostic.notes
    assert caught.value.diagnostic.message.startswith("move 4:") and "older format" in note


@pytest.mark.parametrize("field", ["result", "seed", "players", "names", "options"])
def test_an_older_record_is_held_to_what_it_says(field: str) -> None:
    data = json.loads((RECORDS / "format-1" / "crazy-eights.json").read_text())
    others = {"result": None, "seed": 8, "players": 4, "names": ["Ann"], "options": {"x": 1}}
    with pytest.raises((RecordError, lw.GameError)):
        game("crazy-eights").resume(json.dumps(data | {field: others[field]}))


# ---- format 2 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", PRESENT, ids=name)
def test_a_record_replays_or_the_semantics_have_changed(file: Path) -> None:
    made_with = json.loads(file.read_text())["semantics"]
    if name(file) in REFUSED:
        with pytest.raises(RecordError) as caught:
            game_of(file).resume(file.read_text())
        notes = caught.value.diagnostic.notes
        assert f"recorded with semantics {made_with}, this version has {SEMANTICS}" in notes
        return
    table = game_of(file).resume(file.read_text())
    assert len(table.log) == len(json.loads(file.read_text())["moves"])


@pytest.mark.parametrize("file", PRESENT, ids=name)
def test_the_present_version_writes_the_same_record(file: Path) -> None:
    if json.loads(file.read_text())["semantics"] == SEMANTICS:
        table = game_of(file).resume(file.read_text())
        ours, theirs = record_of(table), read_record(file.read_text())
        assert (ours.sources, ours.start, ours.result) == (
            theirs.sources, theirs.start, theirs.result,
        )  # fmt: skip
        assert [(s.text, s.hash) for s in ours.moves] == [(s.text, s.hash) for s in theirs.moves]


# ---- which description ---------------------------------------------------------------------------


def test_sources_are_all_files_of_a_game(tmp_path: Path) -> None:
    def written(folder: str, **changes: str) -> lw.Game:
        place = tmp_path / folder
        (place / "shared-xml").mkdir(parents=True)
        for path in ("war.xml", "war.layout.xml", "shared-xml/ace-high-52.deck.xml"):
            text = (RECORDS / "format-2" / path).read_text() + changes.get(Path(path).stem, "")
            (place / path).write_text(text)
        return lw.load(place / "war.xml")

    first = written("first").program().sources
    assert first == written("elsewhere").program().sources
    for changed in ("war", "war.layout", "ace-high-52.deck"):
        other = written(f"changed-{changed}", **{changed: "<!-- -->\n"})
        assert other.program().sources != first, changed


def test_line_ends_are_no_part_of_the_sources(tmp_path: Path) -> None:
    text = (RECORDS / "format-2" / "canfield.sgdl").read_text()
    digests = set()
    for mark, ends in ((b"", "\n"), (b"", "\r\n"), (b"\xef\xbb\xbf", "\r\n")):
        file = tmp_path / "canfield.sgdl"
        file.write_bytes(mark + text.replace("\n", ends).encode())
        digests.add(lw.load(file).program().sources)
    assert len(digests) == 1


def test_components_that_come_with_a_language_are_sources() -> None:
    loaded = game("high-card").loaded
    assert len(loaded.sources) > 1
    other = lw.pipeline.Loaded(loaded.name, None, (), loaded.sources[:1], loaded.language)
    assert other.digest != loaded.digest


def test_options_in_any_order_are_the_same(tmp_path: Path) -> None:
    file = RECORDS / "format-1" / "war-options.json"
    data = json.loads(file.read_text())
    data["options"] = dict(reversed(data["options"].items()))
    first = game("war").resume(file.read_text()).save()
    assert game("war").resume(json.dumps(data)).key() == game("war").resume(first).key()


CALM = "game.sgdl"


def changed_game(tmp_path: Path, old: str, new: str) -> tuple[lw.Game, str]:
    """A game that was changed after a record of it was made, and that record."""
    file = tmp_path / CALM
    file.write_text((RECORDS / "format-2" / "canfield.sgdl").read_text())
    before = lw.load(file)
    table = before.table(seed=3)
    for _ in range(10):
        table.apply(table.legal()[0])
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return lw.load(file), before.save(table, tmp_path)


def test_a_changed_description_is_refused_by_name(tmp_path: Path) -> None:
    after, text = changed_game(tmp_path, "\n", "\n# a remark\n")
    with pytest.raises(RecordError) as caught:
        after.resume(text)
    problem = caught.value.diagnostic
    assert problem.code == "RC103" and "--game FILE" in problem.help
    assert read_record(text).sources in problem.message and after.loaded.digest in problem.message


def test_a_change_that_makes_no_difference_can_be_let_through(tmp_path: Path) -> None:
    after, text = changed_game(tmp_path, "\n", "\n# a remark\n")
    assert len(after.resume(text, changed=True).log) == 10


def test_a_change_that_makes_a_difference_is_never_let_through(tmp_path: Path) -> None:
    after, text = changed_game(tmp_path, "ROTATE 3", "ROTATE 2")
    with pytest.raises(RecordError) as caught:
        after.resume(text, changed=True)
    assert after.loaded.digest in caught.value.diagnostic.notes[0]


# ---- other semantics -----------------------------------------------------------------------------


def reworded(before: str, after: str) -> tuple[str, Any]:
    """A record of a game, and the program in which a move is called otherwise."""
    old = program(forever(decide(action(before), action("wait"))))
    table = Table(old, seed=1)
    table.apply(before)
    table.apply("wait")
    return table.save(), program(forever(decide(action(after), action("wait"))))


def test_a_move_that_is_called_otherwise_is_known_by_its_state() -> None:
    text, program = reworded("go", "walk")
    record = read_record(text)
    with pytest.raises(RecordError) as caught:
        replay.replay(record, program)
    assert caught.value.diagnostic.code == "RC108"
    other = read_record(text.replace(f'"semantics": {SEMANTICS}', f'"semantics": {SEMANTICS + 1}'))
    assert len(replay.replay(other, program).log) == 2


def test_other_semantics_are_named_where_a_record_does_not_hold() -> None:
    data = json.loads(PRESENT[0].read_text()) | {"semantics": SEMANTICS + 1}
    data["moves"][2]["hash"] = "0" * 16
    with pytest.raises(RecordError) as caught:
        game_of(PRESENT[0]).resume(json.dumps(data))
    (note,) = caught.value.diagnostic.notes
    assert note == f"recorded with semantics {SEMANTICS + 1}, this version has {SEMANTICS}"


def test_equal_texts_are_told_apart_by_the_state() -> None:
    rules = program(forever(decide(action("go", put(num(1))), action("go", put(num(2))))))
    table = Table(rules, seed=1)
    for choice in (1, 0, 1, 1):
        table.apply(table.legal()[choice])
    data = json.loads(table.save())
    for move in data["moves"]:
        move["id"] += 1000
    assert replay.replay(read_record(json.dumps(data)), rules).log == table.log
    for move in data["moves"]:
        move["hash"] = "0" * 16
    with pytest.raises(RecordError, match="matches 2 moves"):
        replay.replay(read_record(json.dumps(data)), rules)


# ---- the state -----------------------------------------------------------------------------------


def test_the_hash_of_a_state_is_that_of_what_lies_there() -> None:
    table = game("klondike").table(seed=3)
    again = game("klondike").table(seed=3)
    assert state_hash(table) == state_hash(again) != state_hash(game("klondike").table(seed=4))
    table.apply(table.legal()[0])
    assert state_hash(table) != state_hash(again)
    table.undo()
    assert state_hash(table) == state_hash(again)
