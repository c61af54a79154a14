"""What the workshop's editor asks about a point of a description, and what it may be asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ludwright.web.engine import points
from ludwright.web.engine.games import Games
from ludwright.web.engine.interface import GameRef, TableFault
from ludwright.web.engine.points import complete_at, hover_at
from ludwright.web.templates import source_of, templates
from tools.web.pools import upload
from tools.web.serving import GENEROUS, Browser, server_in_thread
from web.test_hostile import BOMBS, NESTED

GAMES = Games()
TEXTS = {each["language"]: each["files"] for each in reversed(templates())}
DRAFT = {"text": "meta: {}\n#\n", "language": "cgml", "offset": 3}


def at(text: str, mark: str, language: str) -> tuple[GameRef, str, int]:
    """A draft, and the point in it where a text with a `|` for that point is."""
    before, after = mark.split("|")
    ref = upload(text, language)
    return ref, next(iter(ref.files)), text.index(before + after) + len(before)


def said(blocks: list[dict[str, Any]]) -> str:
    return " ".join(each["text"] for each in blocks)


# ---- answers -------------------------------------------------------------------------------------


def test_each_language_has_help_and_completions() -> None:
    text = {name: next(iter(files.values())) for name, files in TEXTS.items()}
    for language, offers, point in (
        ("cgml", "flow", "\nfl|ow:"),
        ("sgdl", "COLUMN", "COLUMN} COL|UMN"),
        ("rulexml", "players", "<pl|ayers>"),
        ("gamespec", "zones", "\nzon|es:"),
    ):
        asked = at(text[language], point, language)
        assert offers in {each.text for each in complete_at(GAMES, *asked).items}
        assert offers in said(hover_at(GAMES, *asked).blocks)


def test_offsets_count_code_points() -> None:
    text = "meta: {}\n# \U0001f0a1\U0001f0a2\nfl"
    found = complete_at(GAMES, upload(text, "cgml"), "game.cgml", len(text))
    flow = next(each for each in found.items if each.text == "flow")
    assert (flow.start, flow.end, flow.kind) == (len(text) - 2, len(text), "key")
    assert flow.about


def test_a_part_is_read_with_the_game_that_names_it() -> None:
    source = source_of("orchard")
    assert source is not None
    files, part = source["files"], "orchard.layout.xml"
    name = files[part].index('<cell name="') + len('<cell name="')
    ref = GameRef("draft", "rulexml", files)
    found = hover_at(GAMES, ref, part, name)
    assert "1 reference" in said(found.blocks), "in the rules"
    # By itself, a layout does not say what refers to it.
    alone = GameRef("draft", "rulexml", {part: files[part]})
    assert hover_at(GAMES, alone, part, name).blocks == []


def test_answers_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "MOST_ITEMS", 3)
    monkeypatch.setattr(points, "LONGEST_ABOUT", 4)
    monkeypatch.setattr(points, "LONGEST_ITEM", 5)
    monkeypatch.setattr(points, "LONGEST_HOVER", 10)
    found = complete_at(GAMES, upload("", "cgml"), "game.cgml", 0)
    assert len(found.items) == 3 and found.more
    assert all(len(each.text) <= 5 and len(each.about) <= 4 for each in found.items)
    (block,) = hover_at(GAMES, upload("flow:\n", "cgml"), "game.cgml", 1).blocks
    assert len(block["text"]) <= 10


@pytest.mark.parametrize("language", TEXTS)
def test_hostile_texts_are_answered(language: str) -> None:
    for text in (NESTED[language], BOMBS[language], "", "\0", "[" * 300, "(" * 300, "a" * 100_000):
        ref = upload(text, language)
        file = next(iter(ref.files))
        for offset in (0, len(text) // 2, len(text)):
            assert hover_at(GAMES, ref, file, offset).start <= offset
            for each in complete_at(GAMES, ref, file, offset).items:
                assert 0 <= each.start <= offset <= each.end <= len(text)


def test_only_files_of_the_upload_are_read() -> None:
    for files in ({"../x": ""}, {"a.cgml": "", "/etc/passwd": ""}):
        with pytest.raises(TableFault, match="not a file name"):
            hover_at(GAMES, GameRef("x", "cgml", files), next(iter(files)), 0)
    with pytest.raises(TableFault, match="unknown file"):
        complete_at(GAMES, upload("", "cgml"), "/etc/passwd", 0)


# ---- over HTTP -----------------------------------------------------------------------------------


def test_a_point_is_asked_for_over_http(ada: Browser) -> None:
    found = ada.post("/api/workshop/complete", {**DRAFT, "text": "fl", "offset": 2})
    assert {"text", "kind", "about", "start", "end"} == set(found["items"][0])
    files = {"files": {"part.cgml": "flow:\n"}, "file": "part.cgml"}
    found = ada.post("/api/workshop/hover", {**DRAFT, **files})
    assert "flow" in said(found["blocks"]) and (found["start"], found["end"]) == (0, 4)
    assert ada.post("/api/workshop/hover", {**DRAFT, "offset": 9})["blocks"] == []


@pytest.mark.parametrize(
    "asked",
    [
        {"offset": -1},
        {"offset": 12},
        {"offset": 10**30},
        {"offset": 1.5},
        {"offset": "1"},
        {"offset": None},
        {"file": "other.cgml"},
        {"file": "x" * 500},
        {"line": 1},
        {"language": "cobol"},
        {"files": {"../x": ""}},
        {"text": "x" * 500_000},
    ],
)
@pytest.mark.parametrize("question", ["hover", "complete"])
def test_odd_points_are_refused(ada: Browser, question: str, asked: dict[str, object]) -> None:
    answer = ada.http.post(f"/api/workshop/{question}", json={**DRAFT, **asked})
    assert answer.status_code in (400, 413) and answer.json()["error"]["message"]


def test_questions_have_a_rate_of_their_own(tmp_path: Path) -> None:
    limits = replace(GENEROUS, questions_per_minute=2, costly_per_minute=1)
    with server_in_thread(tmp_path, limits) as server:
        ada = Browser(server.url)
        for question, status in (("hover", 200), ("complete", 200), ("hover", 429)):
            ada.post(f"/api/workshop/{question}", DRAFT, status)
        ada.post("/api/workshop/check", {"text": "x", "language": "cgml"})
