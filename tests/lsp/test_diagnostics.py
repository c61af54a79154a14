"""Diagnostics pushed to an editor: of library files, broken ones, unsaved and included ones."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest

from ludwright.pipeline import LIBRARY, language_of, loads
from tools.language_client import Client, place

FILES = sorted(
    path
    for path in LIBRARY.rglob("*")
    if path.is_file() and language_of(path.name) and path.name != "ABOUT.md"
)
GAMES = {each: (LIBRARY / each).read_text() for each in ("war/war.cgml", "golf/golf.sgdl")}
WAR, GOLF = GAMES.values()
_names = count()


def unsaved(ending: str) -> str:
    """A new address of a text that is no file."""
    return f"untitled:game-{next(_names)}{ending}"


@pytest.mark.quick(12)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_library_files_are_clean(client: Client, path: Path) -> None:
    uri = path.as_uri()
    assert client.check(uri, path.read_text()) == []
    symbols = client.of("documentSymbol", uri)
    # A variant may declare nothing of its own.
    assert symbols or "inherit" in path.read_text()
    lines = path.read_text().split("\n")
    for each in symbols:
        at = each["selectionRange"]["start"]
        assert lines[at["line"]][at["character"] :].startswith(each["name"])
    client.close(uri)


BROKEN = {
    "an unknown zone": (".cgml", WAR, "$.zones.", "$.zones.x", "CG"),
    "a misspelt key": (".cgml", WAR, "\nflow:", "\nflwo:", "CG"),
    "no YAML": (".cgml", WAR, "\nflow:", "\nflow: [", "YM101"),
    "an unknown pile": (".sgdl", GOLF, "\nMOVE COLUMN", "\nMOVE COLOMN", "SG"),
    "not well-formed": (".xml", '<data type="rule">\n<rule>\n</data>\n', "", "", "RX"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_mistake_is_reported_where_it_is(client: Client, case: str) -> None:
    ending, text, old, new, code = BROKEN[case]
    assert old in text
    text = text.replace(old, new, 1) if old else text
    found = client.check(uri := unsaved(ending), text, language_of(f"x{ending}").name)
    assert found
    assert any(each["code"].startswith(code) for each in found)
    # The same codes at the same places as anywhere else, in other units.
    every = loads(text, language_of(f"x{ending}").name, "x").diagnostics
    places = {(d.code, d.span.line - 1) for d in every if d.span}
    assert {(d["code"], d["range"]["start"]["line"]) for d in found} == places
    if old and not case.startswith("no"):
        line, _ = place(text, new.lstrip("\n"))
        assert line in {each["range"]["start"]["line"] for each in found}
    client.close(uri)


def test_columns_are_in_utf_16(client: Client) -> None:
    line = "meta: { name: '🂡🂢', plyers: { min: 2, max: 2 } }"
    found = client.check(unsaved(".cgml"), f'cgml_version: "1.3"\n{line}\n')
    starts = [d["range"]["start"]["character"] for d in found if "plyers" in d["message"]]
    assert starts == [line.encode("utf-16-le").index("plyers".encode("utf-16-le")) // 2]


def test_other_encodings_are_negotiated() -> None:
    offered = {"general": {"positionEncodings": ["utf-8", "utf-16"]}}
    made = Client(None, capabilities=offered)
    chosen = made.hello["capabilities"]["positionEncoding"]
    line = "meta: { name: '🂡🂢', plyers: { min: 2, max: 2 } }"
    found = made.check("untitled:a.cgml", f'cgml_version: "1.3"\n{line}\n')
    starts = [d["range"]["start"]["character"] for d in found if "plyers" in d["message"]]
    units = {"utf-8": line.encode().index(b"plyers"), "utf-16": line.index("plyers") + 2}
    assert starts == [units[chosen]]
    assert made.stop() == 0


# ---- several files -------------------------------------------------------------------------------

PARTS = """\
components:
  zones:
    - { name: extra, type: pile }
"""


def test_an_included_file_has_its_diagnostics(client: Client, folder: Path) -> None:
    base, parts = folder / "included.cgml", folder / "parts.yaml"
    text = WAR.replace("\ncomponents:", "\nimports:\n  - !include 'parts.yaml'\ncomponents:", 1)
    if "\nimports:" in WAR:
        text = WAR.replace("\nimports:", "\nimports:\n  - !include 'parts.yaml'", 1)
    parts.write_text(PARTS.replace("type: pile", "type: nowhere"))
    base.write_text(text)
    found = client.check(base.as_uri(), text)
    assert [each["code"] for each in found] == []
    there = client.published[parts.as_uri()]
    assert [each["range"]["start"]["line"] for each in there if "nowhere" in each["message"]] == [2]
    # What is typed there counts before it is saved, and closing it brings the file back.
    client.open(parts.as_uri(), PARTS.replace("type: pile", "type: elsewhere"), "cgml")
    client.until(parts.as_uri(), [each["code"] for each in there])
    while not any("elsewhere" in each["message"] for each in client.published[parts.as_uri()]):
        client._next()
    client.close(parts.as_uri())
    while not any("nowhere" in each["message"] for each in client.published[parts.as_uri()]):
        client._next()
    client.close(base.as_uri())


def test_nothing_outside_the_workspace_is_read(client: Client, folder: Path) -> None:
    secret = folder.parent / "secret.yaml"
    secret.write_text("components: {}\n")
    inner = folder / "inner"
    inner.mkdir(exist_ok=True)
    (inner / "link.yaml").symlink_to(secret)
    for name in ("../../secret.yaml", "link.yaml", "/etc/passwd"):
        text = f"cgml_version: \"1.3\"\nimports: [!include '{name}']\n"
        found = client.check((inner / "a.cgml").as_uri(), text)
        assert "LW112" in {each["code"] for each in found}, name
        client.close((inner / "a.cgml").as_uri())
    # A game outside of it may not include anything.
    text = "cgml_version: \"1.3\"\nimports: [!include 'secret.yaml']\n"
    found = client.check((folder.parent / "b.cgml").as_uri(), text)
    assert "LW114" in {each["code"] for each in found}


def test_texts_of_other_kinds_are_left_alone(client: Client, folder: Path) -> None:
    for name, text in (("a.md", "# Notes\n"), ("b.yaml", "on: push\n"), ("c.xml", "<html/>")):
        uri = (folder / name).as_uri()
        client.open(uri, text, "plaintext")
        assert client.of("hover", uri, position={"line": 0, "character": 0}) is None
        assert uri not in client.published


# ---- robustness ----------------------------------------------------------------------------------


def test_junk_is_answered_with_diagnostics(client: Client) -> None:
    for language in ("cgml", "sgdl", "rulexml", "gamespec"):
        for text in ("", "\0\1\2", "\x0b\u2028\ud83c", "[" * 5000, "a: " * 3000, "x" * 1_100_000):
            uri = unsaved("")
            client.open(uri, text.encode("utf-8", "replace").decode(), language)
            assert client.diagnostics(uri), (language, text[:10])
            client.of("documentSymbol", uri)
            client.at("completion", uri, 0, 3)
            client.close(uri)


def edits(text: str, seed: int, number: int) -> list[str]:
    """A text after each of some random edits; the last one undoes them all."""
    made, now, numbers = [], text, random.Random(seed)
    for _ in range(number):
        at = numbers.randrange(len(now) + 1)
        cut = numbers.choice((0, 0, 1, 3, 40))
        new = numbers.choice(
            ("", "x", "\n", "  ", ": ", "{", "]", "🂡", "'", "<", now[at : at + 30])
        )
        now = now[:at] + new + now[at + cut :]
        made.append(now)
    return made


EDITED = (
    "high-card/high-card.cgml",
    "golf/golf.sgdl",
    "rings/rings.xml",
    "three-mens-morris/three-mens-morris.md",
)


@pytest.mark.quick(4)
@pytest.mark.parametrize("seed", range(12))
def test_random_edits_end_with_a_fresh_check(client: Client, seed: int) -> None:
    file = EDITED[seed % 4]
    path = LIBRARY / file
    language, text = language_of(path.name).name, path.read_text()
    uri = unsaved(path.suffix)
    client.check(uri, text, language)
    version = 1
    for version, now in enumerate(edits(text, seed, 85), 2):
        client.change(uri, now, version)
        if version % 20 == 0:
            client.at("completion", uri, version % 9, version % 30)
            client.at("hover", uri, version % 9, version % 30)
    found = {(d["code"], d["range"]["start"]["line"]) for d in client.diagnostics(uri, version)}
    fresh = loads(now, language, uri.rpartition("/")[2]).diagnostics
    assert found == {(d.code, min(d.span.line - 1, now.count("\n"))) for d in fresh if d.span}
    # Nearly all versions were stale before they were looked at.
    assert client.counts[uri] < 60
    client.close(uri)
