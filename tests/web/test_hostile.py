"""Hostile uploads in every language: diagnostics, or a fault of that table alone, and soon."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from ludwright import pipeline
from ludwright.languages.files import MOST_FILES
from ludwright.web.engine import pool as pools
from ludwright.web.engine.games import Games
from ludwright.web.engine.interface import Choice, GameRef, Refused, TableFault
from samplers import growth
from samplers.mistakes import mutated_text
from tools.web.hosting import hosted, opened, spec_of
from tools.web.pools import Engines, guest, upload
from web.test_engine import SMALL

SECONDS = 5.0  # of CPU for one description
CLI_GAMES = Path(__file__).parents[1] / "cli" / "games"
RULES = pipeline.load("rings").sources[0].text
LAYOUT = pipeline.load("rings").sources[1].text
SPEC = growth.gamespec("variables", 1)
CGML = growth.cgml("choices", 1)
TEXTS = {"cgml": CGML, "sgdl": SMALL, "rulexml": RULES, "gamespec": SPEC}

NESTED = {
    "cgml": "a: " + "[" * 100_000,
    "sgdl": SMALL.replace("DEST Size < 60", "AND\n" * 20_000),
    "rulexml": "<data>" + "<x>" * 100_000,
    "gamespec": "# x\n\n```yaml\na: " + "{a: " * 100_000 + "\n```\n",
}
BOMBS = {
    "cgml": "a0: &a0 [1,1,1,1,1,1,1,1,1]\n"
    + "".join(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 14)),
    "sgdl": "x\n\n$cards\nDECK 2147483647 {SPADES}\n\n$initial\nCOLUMN 99999999\n\n$win\n",
    "rulexml": '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10 if i else "&a;"}">' for i in range(12))
    + "]><data type='rule'>&a11;</data>",
    "gamespec": "# x\n\n```yaml\na0: &a0 [1,1,1,1]\n"
    + "".join(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 14))
    + "```\n",
}
OUTSIDE = ("../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "C:\\boot.ini", "\0")
REFERENCES = {
    "cgml": CGML.replace("meta:", "imports: [!include '{}']\nmeta:", 1),
    "rulexml": RULES.replace("rings.layout.xml", "{}"),
}


def diagnosed(ref: GameRef) -> pipeline.Loaded:
    """A description that is read in time, with at least one error."""
    began = time.process_time()
    loaded = Games().loaded(ref)
    assert time.process_time() - began < SECONDS
    assert loaded.failed and any(each.severity == "error" for each in loaded.diagnostics)
    assert all(each.message and len(each.message) < 2000 for each in loaded.diagnostics)
    assert "root:x:" not in str(loaded.diagnostics)
    return loaded


@pytest.mark.parametrize("language", NESTED)
def test_deep_nesting(language: str) -> None:
    diagnosed(upload(NESTED[language], language))


@pytest.mark.parametrize("language", BOMBS)
def test_bombs(language: str) -> None:
    diagnosed(upload(BOMBS[language], language))


@pytest.mark.parametrize("language", TEXTS)
def test_what_is_not_a_text(language: str) -> None:
    text = TEXTS[language]
    huge = text + "\n" * 1_000_001
    codes = [diagnosed(upload(each, language)).diagnostics[0].code for each in ("", "\0", huge)]
    assert codes == ["LW106", "LW103", "LW104"]
    for wrong in (text[:200], text + "\x01\x02", text[::-1], "\ufffe" + text, "&" + text * 3):
        loaded = Games().loaded(upload(wrong, language))
        assert loaded.game is not None or loaded.failed


@pytest.mark.parametrize("language", REFERENCES)
@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("several", [False, True])
def test_nothing_outside_is_read(language: str, path: str, several: bool) -> None:
    more = {"other_txt": "x"} if several else {}
    loaded = diagnosed(upload(REFERENCES[language].replace("{}", path), language, **more))
    assert all(source.name in ("game.cgml", "game.xml") for source in loaded.sources)


def test_an_external_entity_is_not_read() -> None:
    text = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><data type="rule">&x;</data>'
    diagnosed(upload(text, "rulexml"))


def test_files_that_include_one_another() -> None:
    circle = "!include '{}'\n"
    text = CGML.replace("meta:", "imports: [!include 'a.cgml']\nmeta:", 1)
    files = {"a_cgml": circle.replace("{}", "b.cgml"), "b_cgml": circle.replace("{}", "a.cgml")}
    loaded = diagnosed(upload(text, "cgml", **files))
    assert {"LW116"} & {each.code for each in loaded.diagnostics}


def test_files_of_an_upload_are_found() -> None:
    ref = GameRef("x", "rulexml", {"game.xml": RULES, "rings.layout.xml": LAYOUT})
    assert not Games().loaded(ref).failed
    alone = Games().loaded(GameRef("x", "rulexml", {"game.xml": RULES}))
    assert {each.code for each in alone.diagnostics} == {"RX108"} and len(alone.sources) == 1


@pytest.mark.parametrize(
    "name",
    ["../x.cgml", "/tmp/x.cgml", "a/b.cgml", "..", ".", "", "\0", "x\n", "a\\b", "C:x", "x" * 300],
)
def test_names_of_files_lead_nowhere(name: str) -> None:
    for files in ({name: CGML}, {"game.cgml": CGML, name: "x"}):
        with pytest.raises(TableFault, match="is not a file name"):
            Games().loaded(GameRef("x", "cgml", files))
    assert not Path("/tmp/x.cgml").exists()


def test_many_files() -> None:
    files = {f"f{i}.txt": "x" for i in range(MOST_FILES)}
    with pytest.raises(TableFault, match="at most 64 files"):
        Games().loaded(GameRef("x", "cgml", {"game.cgml": CGML, **files}))


MARKUP = "<script>alert(1)</script>"


def test_markup_stays_text() -> None:
    text = SMALL.replace("Small", MARKUP, 1)
    table = opened(guest("t", upload(text, "sgdl")))
    assert table.game.definition.name == MARKUP
    cgml = CGML.replace("name: growing", f"name: '{MARKUP}'").replace(
        "value: [1, 2", f"value: ['{MARKUP}', 2"
    )
    loaded = Games().loaded(upload(cgml, "cgml"))
    assert loaded.game is None or loaded.game.name == MARKUP


def test_an_endless_loop_is_a_fault_at_once() -> None:
    for name in ("loop", "endless"):
        text = (CLI_GAMES / f"{name}.cgml").read_text(encoding="utf-8")
        began = time.process_time()
        with pytest.raises(Exception, match="RT102"):
            opened(guest("t", upload(text, "cgml"), players=1))
        assert time.process_time() - began < SECONDS


def test_an_explosion_of_options_is_listed_in_part() -> None:
    table = opened(guest("t", upload(growth.cgml("choices", 8_000), "cgml"), players=2))
    began = time.process_time()
    answer = table.states([0, 1], {})
    assert time.process_time() - began < 1.0 and len(answer.bodies[0]) < 100_000
    table.apply(0, Choice(index=7_000), [0])
    assert table.made[0].text == "7001"


@pytest.mark.quick(8)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("language", TEXTS)
def test_broken_texts(language: str, seed: int) -> None:
    """A text with mistakes is read, or reported: nothing else happens, here or at a table."""
    ref = upload(mutated_text(TEXTS[language], seed), language)
    began = time.process_time()
    loaded = Games().loaded(ref)
    if not loaded.failed and loaded.game is not None:
        try:
            table = opened(guest("t", ref, loaded.game.least_players))
            table.states([0, -1], {})
        except Exception as error:
            assert type(error).__name__ in ("GameFault", "TableError")
    assert time.process_time() - began < SECONDS


# ---- in an engine --------------------------------------------------------------------------------


def test_others_are_answered_meanwhile(running: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    """A description that takes too long ends its engine; tables of the library do not notice, and
    another upload is opened again."""
    pool, modest = running.pool, guest("modest", upload(SMALL, "sgdl"))
    running.run(pool.open(modest))
    running.run(pool.open(spec_of("klondike")))
    monkeypatch.setattr(pools, "OPENING_LIMIT", 0.3)
    slow = upload(growth.cgml("phases", 12_800), "cgml")

    async def all_of_them() -> float:
        checked = asyncio.ensure_future(pool.check(slow))
        longest = 0.0
        while not checked.done():
            began = time.monotonic()
            await pool.states("table", [0], {})
            longest = max(longest, time.monotonic() - began)
            await asyncio.sleep(0.01)
        with pytest.raises(TableFault, match="too much time"):
            await checked
        return longest

    assert running.run(all_of_them()) < 1.0
    monkeypatch.undo()
    assert running.run(pool.open(modest)).status.decider == 0


def test_a_question_about_a_point_ends_in_time(
    running: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, slow = running.pool, upload(growth.cgml("phases", 12_800), "cgml")
    monkeypatch.setattr(pools, "OPENING_LIMIT", 0.3)
    with pytest.raises(TableFault, match="too much time"):
        running.run(pool.hover(slow, "game.cgml", 10))
    monkeypatch.undo()  # and the next one gets another engine

    found = running.run(pool.complete(upload("fl", "cgml"), "game.cgml", 2))
    assert "flow" in {each.text for each in found.items}


def test_hostile_uploads_are_answered_by_an_engine(running: Engines) -> None:
    pool = running.pool
    for language in TEXTS:
        for text in (NESTED[language], BOMBS[language], "", "\0"):
            assert running.run(pool.check(upload(text, language)))[0]["severity"] == "error"
            with pytest.raises(TableFault):
                running.run(pool.open(guest("bad", upload(text, language))))
    with pytest.raises(Refused):
        running.run(pool.check(upload("\ud800", "cgml")))
    with pytest.raises(TableFault, match="not a file name"):
        running.run(pool.check(GameRef("x", "cgml", {"../x": ""})))
    loop = (CLI_GAMES / "loop.cgml").read_text(encoding="utf-8")
    with pytest.raises(TableFault, match="RT102"):
        running.run(pool.open(guest("loop", upload(loop, "cgml"))))
    found = running.run(pool.open(guest("good", upload(SMALL, "sgdl"))))
    assert found.status.decider == 0
    info = running.run(pool.game_info(upload(SMALL.replace("Small", MARKUP), "sgdl"), {}, None))
    assert msgspec.json.decode(info)["title"] == MARKUP


def test_a_table_of_the_library_cannot_be_reached_by_an_upload() -> None:
    """An upload with the name of a library game is the upload."""
    ref = GameRef("klondike", "sgdl", {"klondike.sgdl": SMALL})
    assert opened(guest("t", ref)).game.definition.name == "Small"
    assert hosted("klondike").game.definition.name == "Klondike"
