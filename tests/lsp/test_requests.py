"""Requests of an editor: what words mean, what fits, where names are, and changes of texts."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ludwright.pipeline import LIBRARY, language_of, load, loads
from tools.language_client import Client, Failed, applied, place

_names = count()
WAR = (LIBRARY / "war" / "war.cgml").read_text()
CANFIELD = (LIBRARY / "canfield" / "canfield.sgdl").read_text()
KLONDIKE = (LIBRARY / "klondike" / "klondike.xml").read_text()
SCAT = (LIBRARY / "thirty-one" / "thirty-one.md").read_text()
RINGS = (LIBRARY / "rings" / "rings.xml").read_text()
TEXTS = {".cgml": WAR, ".sgdl": CANFIELD, ".xml": KLONDIKE, ".md": SCAT}


def opened(client: Client, ending: str, text: str) -> str:
    uri = f"untitled:text-{next(_names)}{ending}"
    client.check(uri, text, language_of(f"x{ending}").name)
    return uri


def typed(client: Client, ending: str, old: str, new: str) -> set[str]:
    """What is offered at the `|` in a new text that replaces an old one."""
    text = TEXTS[ending]
    assert old in text
    before, after = new.split("|")
    start = text.index(old)
    uri = opened(client, ending, text[:start] + before + after + text[start + len(old) :])
    at = place(text[:start] + before + "\0", "\0")
    found = client.at("completion", uri, *at)["items"]
    client.close(uri)
    return {each["label"] for each in found}


# ---- completion and hover ------------------------------------------------------------------------

COMPLETIONS = [
    # Keys and words of the language, by what encloses them.
    (".cgml", "\nflow:", "\nfl|:", {"flow"}, {"zones", "fan"}),
    (".cgml", "action: MOVE_ALL", "action: MO|", {"MOVE", "MOVE_ALL"}, {"SHUFFLE"}),
    (".cgml", "initial_state: Playing", "ini|", {"initial_state"}, {"initial_value"}),
    (".sgdl", "\n$moves", "\n$mo|", {"$moves"}, {"$initial"}),
    (".sgdl", "DESTSRC Suit match", "DESTSRC Suit ma|", {"match", "match_color"}, {"ascending"}),
    (".sgdl", "DESTSRC Suit match", "DE| Suit match", {"DEST", "DESTSRC"}, {"MOVE"}),
    (".sgdl", "MOVE_STACK COLUMN", "MO| COLUMN", {"MOVE", "MOVE_STACK"}, {"DEST"}),
    (".xml", "<valid_donors>", "<val|", {"valid_donors"}, {"phase_type", "validation"}),
    (".xml", '<phase name="', '<phase |name="', {"player"}, {"name", "category"}),
    (".xml", "<phase_type>", "<phase_type>a|", {"auto"}, {"game"}),
    (".md", "\nzones:", "\nzo|:", {"zones"}, {"actions"}),
    (".md", "visibility: hidden", "visibility: p|", {"public"}, {"stack"}),
    # Names, by the kind that is expected.
    (".cgml", '"$.zones.pack"', "$.zones.s|", {"stakes"}, {"Playing", "cards"}),
    (".cgml", "type: queue", "type: q|", {"queue"}, {"pile"}),
    (".cgml", "trigger: on.phase.Battle", "trigger: on.ph|", {"on.phase.Battle"}, {"Battle"}),
    (".cgml", "initial_state: Playing", "initial_state: |", {"Playing"}, {"pack"}),
    (".sgdl", "MOVE_STACK COLUMN COLUMN", "MOVE_STACK COL| COLUMN", {"COLUMN"}, {"MOVE"}),
    (".sgdl", "MOVE_STACK COLUMN COLUMN", "MOVE_STACK COLUMN |", {"COLUMN"}, set()),
    (".xml", '<next_phase phase="', '<next_phase phase="p|" x="', {"play"}, {"foundation"}),
    (".md", "hand:actor", "ha|", {"hand"}, {"stock"}),
    (".md", "{ ref: binding, name: $rank }", "{ ref: binding, name: $ra| }", {"rank"}, {"stock"}),
]


@pytest.mark.parametrize("case", range(len(COMPLETIONS)))
def test_what_fits_is_offered(client: Client, case: int) -> None:
    ending, old, new, wanted, unwanted = COMPLETIONS[case]
    found = typed(client, ending, old, new)
    assert wanted <= found
    assert not unwanted & found


def test_a_completion_replaces_the_word(client: Client) -> None:
    text = CANFIELD.replace("\n$moves", "\n$mo")
    uri = opened(client, ".sgdl", text)
    line, character = place(text, "$mo")
    (item,) = [
        each
        for each in client.at("completion", uri, line, character + 3)["items"]
        if each["label"] == "$moves"
    ]
    assert applied(text, [item["textEdit"]]) == CANFIELD


def test_files_of_the_folder_are_offered(client: Client, folder: Path) -> None:
    (folder / "tableau.layout.xml").write_text("<data/>")
    text = KLONDIKE.replace("shared-xml/klondike.layout.xml", "tab.xml")
    uri = (folder / "k.xml").as_uri()
    client.check(uri, text, "rulexml")
    line, character = place(text, "tab.xml", 3)
    found = client.at("completion", uri, line, character)["items"]
    assert "tableau.layout.xml" in {each["label"] for each in found}
    client.close(uri)


HOVERS = [
    (".cgml", "flow:", "states and phases"),
    (".cgml", "MOVE_ALL", "Moves all cards"),
    (".cgml", "initial_state: ", "starts"),
    (".cgml", "$.zones.stakes", "zone `stakes`"),
    (".sgdl", "RESERVE 13", "pile `RESERVE`"),
    (".xml", '<phase name="play', "phase `play`"),
    (".md", "id: stock", "zone `stock`"),
    (".md", "best: 31", "constant `best`"),
]


@pytest.mark.parametrize(("ending", "marked", "said"), HOVERS)
def test_words_and_names_are_explained(client: Client, ending: str, marked: str, said: str) -> None:
    text = TEXTS[ending]
    uri = opened(client, ending, text)
    # At the end of the marked word, before a colon and what follows it.
    shift = marked.find(":") if ending == ".cgml" and ":" in marked else len(marked)
    shift = marked.index(" ") if ending == ".sgdl" else shift
    shift = marked.index(":") if "best" in marked else shift
    found = client.at("hover", uri, *place(text, marked, shift))
    assert said in found["contents"]["value"]
    assert client.at("hover", uri, 10_000, 5) is None


def test_a_diagnostic_is_explained_where_it_is(client: Client) -> None:
    text = CANFIELD.replace("COLUMN 1\nDRAW", "COLUM 1\nDRAW").replace("$auto", "$auot")
    uri = opened(client, ".sgdl", text.replace("MOVE_STACK COLUMN COLUMN", "MOVE_STACK COLUMNS C"))
    (first, *_) = client.published[uri]
    at = first["range"]["start"]
    found = client.at("hover", uri, at["line"], at["character"])
    page = client.ask(
        "workspace/executeCommand", command="ludwright.explain", arguments=[first["code"]]
    )
    assert page.startswith(f"**{first['code']}: ")
    assert page in found["contents"]["value"]


# ---- definition, references, rename --------------------------------------------------------------


def word(text: str, span: dict[str, Any]) -> str:
    line = text.split("\n")[span["start"]["line"]].encode("utf-16-le")
    return line[span["start"]["character"] * 2 : span["end"]["character"] * 2].decode("utf-16-le")


@pytest.fixture
def games(folder: Path) -> Path:
    """Two games that share a layout, in a folder of the workspace."""
    made = folder / f"games-{next(_names)}"
    made.mkdir()
    shutil.copy(LIBRARY / "rings" / "rings.layout.xml", made)
    for name in ("rings", "others"):
        shutil.copy(LIBRARY / "rings" / "rings.xml", made / f"{name}.xml")
    return made


CELL = '<cell name="6"'


def test_names_are_found_across_files(client: Client, games: Path) -> None:
    uri, layout = (games / "rings.xml").as_uri(), games / "rings.layout.xml"
    assert client.check(uri, RINGS) == []
    at = place(RINGS, CELL, 12)
    found = client.at("references", uri, *at, context={"includeDeclaration": True})
    assert {each["uri"] for each in found} == {each.as_uri() for each in games.iterdir()}
    for each in found:
        assert word((games / each["uri"].rpartition("/")[2]).read_text(), each["range"]) == "6"
    # From the layout, which declares nothing, to the rules; and from a path to its file.
    client.check(layout.as_uri(), layout.read_text())
    there = place(layout.read_text(), CELL, 12)
    (home,) = client.at("definition", layout.as_uri(), *there)
    assert home["range"]["start"] == dict(zip(("line", "character"), at, strict=True))
    (file,) = client.at("definition", uri, *place(RINGS, "rings.layout.xml"))
    assert file["uri"] == layout.as_uri()
    client.close(uri)
    client.close(layout.as_uri())


def renamed(client: Client, uri: str, at: tuple[int, int], new: str) -> dict[str, Any]:
    changes: dict[str, Any] = client.at("rename", uri, *at, newName=new)["changes"]
    return changes


def test_a_rename_reaches_all_files_and_back(client: Client, games: Path) -> None:
    path = games / "rings.xml"
    uri, at = path.as_uri(), place(RINGS, CELL, 12)
    before = {each: each.read_text() for each in games.iterdir()}
    client.check(uri, RINGS)
    shown = client.at("prepareRename", uri, *at)
    assert shown["placeholder"] == word(RINGS, shown["range"]) == "6"
    for version, new in ((2, "hub"), (3, "6")):
        changes = renamed(client, uri, at, new)
        assert {*changes} == {each.as_uri() for each in games.iterdir()}
        for file, edits in changes.items():
            found = games / file.rpartition("/")[2]
            found.write_text(applied(found.read_text(), edits))
        for name in ("rings", "others"):
            assert load(games / f"{name}.xml").diagnostics == ()
            assert (CELL.replace("6", new)) in (games / f"{name}.xml").read_text()
        client.change(uri, path.read_text(), version)
        client.tell("workspace/didChangeWatchedFiles", changes=[])
        assert client.diagnostics(uri, version) == []
    assert {each: each.read_text() for each in before} == before
    client.close(uri)


@pytest.mark.parametrize(
    ("ending", "marked", "old", "new"),
    [
        (".cgml", "id: battle", "battle", "fight"),
        (".cgml", "{ name: stakes,", "stakes", "pot"),
        (".cgml", "initial_state: Playing", "Playing", "On"),
        (".cgml", "on.phase.Battle", "Battle", "Fight"),
        (".sgdl", "RESERVE 13", "RESERVE", "ARMY"),
        (".md", "id: discards", "discards", "rejected"),
        (".md", "bind: $rank", "rank", "height"),
    ],
)
def test_renamed_games_check_as_before(
    client: Client, ending: str, marked: str, old: str, new: str
) -> None:
    text = TEXTS[ending]
    uri = opened(client, ending, text)
    changes = renamed(client, uri, place(text, marked, marked.index(old)), new)
    assert set(changes) == {uri}
    assert {word(text, each["range"]) for each in changes[uri]} == {old}
    after = applied(text, changes[uri])
    assert after != text
    language = language_of(f"x{ending}").name
    assert loads(after, language).diagnostics == ()
    # And back again: nothing else has changed.
    client.change(uri, after, 2)
    again = renamed(client, uri, place(after, marked.replace(old, new), marked.index(old)), old)
    assert applied(after, again[uri]) == text


@pytest.mark.parametrize("new", ["COLUMN", "a b", "", "x:y", "$x", "DRAW", "{", "x" * 200])
def test_bad_names_are_refused_with_a_reason(client: Client, new: str) -> None:
    uri = opened(client, ".sgdl", CANFIELD)
    with pytest.raises(Failed, match=r".{10}"):
        renamed(client, uri, place(CANFIELD, "RESERVE 13"), new)


def test_names_of_the_library_are_not_renamed(client: Client) -> None:
    uri = opened(client, ".cgml", WAR)
    with pytest.raises(Failed, match="there is no name here"):
        renamed(client, uri, place(WAR, "action: SHUFFLE", 10), "MIX")
    # A type of zones that a bundled component declares.
    with pytest.raises(Failed, match=r"'zones\.yaml' is outside the workspace"):
        renamed(client, uri, place(WAR, "type: stock", 6), "store")


# ---- formatting, actions, tokens -----------------------------------------------------------------


def test_texts_are_formatted(client: Client) -> None:
    text = CANFIELD.replace("    AND", "\tAND").replace("COLUMN 1", "COLUMN   1")
    uri = opened(client, ".sgdl", text)
    edits = client.of("formatting", uri, options={"tabSize": 4, "insertSpaces": True})
    assert applied(text, edits) == CANFIELD
    clean = opened(client, ".sgdl", CANFIELD)
    assert client.of("formatting", clean, options={"tabSize": 4, "insertSpaces": True}) == []


MISTAKES = [
    (".cgml", "action: SHUFFLE", "action: SHUFLE"),
    (".cgml", "initial_state:", "intial_state:"),
    (".cgml", "trigger: on.phase.Battle", "trigger: on.phase.Batle"),
    (".cgml", "of_deck: cards, per_player", "of_deck: card, per_player"),
    (".sgdl", "DESTSRC Suit match", "DESTSRC Suit mach"),
    (".sgdl", "MOVE_STACK COLUMN COLUMN", "MOVE_STACK COLUMN COLUM"),
    (".xml", "<valid_donors>", "<valid_doners>"),
    (".md", "zone: stock", "zone: stok"),
]


@pytest.mark.parametrize(("ending", "good", "bad"), MISTAKES)
def test_a_correction_makes_the_file_clean(
    client: Client, ending: str, good: str, bad: str
) -> None:
    text = TEXTS[ending]
    assert good in text
    close = {"<valid_doners>": ("</valid_donors>", "</valid_doners>")}.get(bad)
    broken = text.replace(good, bad, 1)
    broken = broken.replace(*close, 1) if close else broken
    uri = opened(client, ending, broken)
    wrong = [each for each in client.published[uri] if "did you mean" in each["message"]]
    assert wrong
    actions = client.of("codeAction", uri, range=wrong[0]["range"], context={"diagnostics": wrong})
    quick = [each for each in actions if each["kind"] == "quickfix"]
    if close:
        # Both tags of an element would have to change.
        return
    assert quick and quick[0]["isPreferred"]
    assert applied(broken, quick[0]["edit"]["changes"][uri]) == text


def test_an_old_text_is_migrated(client: Client) -> None:
    path = next((Path(__file__).parents[1] / "languages" / "cgml").rglob("*1.2*.cgml"), None)
    old = path.read_text() if path else OLD
    uri = opened(client, ".cgml", old)
    start = {"line": 0, "character": 0}
    actions = client.of(
        "codeAction", uri, range={"start": start, "end": start}, context={"diagnostics": []}
    )
    (migration,) = [each for each in actions if each["kind"] == "source.fixAll"]
    new = applied(old, migration["edit"]["changes"][uri])
    assert 'cgml_version: "1.3"' in new


OLD = WAR.replace('cgml_version: "1.3"', 'cgml_version: "1.2"')


def test_names_are_coloured(client: Client) -> None:
    text = CANFIELD
    uri = opened(client, ".sgdl", text)
    data = client.of("semanticTokens/full", uri)["data"]
    lines, line, column, found = text.split("\n"), 0, 0, []
    for ahead, across, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
        line, column = line + ahead, across + (0 if ahead else column)
        found.append((lines[line][column : column + length], kind, modifiers))
    assert found[0][0] == "RESERVE"
    assert {name for name, _, _ in found} >= {"RESERVE", "FOUNDATION", "COLUMN"}
    assert {modifiers for _, _, modifiers in found} == {0, 1}


# ---- what a client can get wrong -----------------------------------------------------------------


def test_wrong_requests_are_answered(client: Client) -> None:
    for method in ("hover", "completion", "definition", "documentSymbol", "semanticTokens/full"):
        assert not client.at(method, "file:///nowhere/x.cgml", 0, 0)
        assert not client.at(method, "file:///etc/passwd", 0, 0)
        assert not client.at(method, "\0:%zz", 0, 0)
    with pytest.raises(Failed):
        client.ask("textDocument/hover", textDocument=3)
    with pytest.raises(Failed):
        client.ask("no/such/method")
    client.change("untitled:never-opened", "x", 3)
    client.close("untitled:never-opened")
    client.raw(b"Content-Length: 5\r\n\r\n\xff\x00{]]")
    client.raw(b"Content-Length: 2\r\n\r\n[]")
    uri = opened(client, ".sgdl", CANFIELD)
    assert client.at("hover", uri, 2**31 - 1, 2**31 - 1) is None
    assert (
        client.ask("workspace/executeCommand", command="ludwright.explain", arguments=["X"]) is None
    )
