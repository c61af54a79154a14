"""Games made of several files: what is put where, who is right, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import ludwright as lw
from ludwright import pipeline
from ludwright.diagnostics import Report, render
from ludwright.gamedef.canonical import write
from ludwright.languages.cgml.read import load as loading
from ludwright.languages.yaml.read import Mapping, Scalar, Tree

ADDRESS = "https://cgml.io/core-components/v1/"
LIBRARY = pipeline.LIBRARY
COMPONENTS = sorted(Path(loading.__file__).parents[1].glob("components/*.*ml"))

# Without it a warning would say that the game never ends.
ENDING = "flow: {transitions: [{from: Play, to: Over, condition: {value: true}}]}"

Folder = Callable[..., pipeline.Loaded]


@pytest.fixture
def folder(tmp_path: Path, text: Callable[..., str]) -> Folder:
    """Writes files and loads the first; `game.cgml` is there already, and whole."""
    (tmp_path / "game.cgml").write_text(text(ENDING))

    def load(files: dict[str, str], root: Path | None = None) -> pipeline.Loaded:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return pipeline.load(tmp_path / next(iter(files)), root)

    return load


def codes(loaded: pipeline.Loaded) -> list[str]:
    return [d.code for d in loaded.diagnostics]


def said(loaded: pipeline.Loaded) -> str:
    """All messages, for people."""
    return "\n".join(render(d, loaded.sources) for d in loaded.diagnostics)


def fine(loaded: pipeline.Loaded) -> str:
    """The game in its canonical text."""
    assert not loaded.failed, said(loaded)
    assert loaded.game is not None
    return write(loaded.game)


# ---- inherit -------------------------------------------------------------------------------------


def test_a_child_is_its_base_with_changes(folder: Folder, text: Callable[..., str]) -> None:
    rule = "[{id: r, trigger: on.phase.Act, effect: []}]"
    child = f"inherit: game.cgml\nmeta: {{name: Other}}\nrules: {rule}"
    alone = pipeline.loads(text(f"{ENDING}\nmeta: {{name: Other}}", rule), "cgml")
    assert fine(folder({"child.cgml": child})) == fine(alone)


@pytest.mark.parametrize(
    "line", ["!inherit 'game.cgml'", '!inherit "game.cgml" # the base', "!inherit game.cgml"]
)
def test_the_base_may_stand_in_the_first_line(folder: Folder, line: str) -> None:
    first = folder({"child.cgml": f"# A child.\n{line}\nmeta: {{name: Other}}\n"})
    key = folder({"child.cgml": "inherit: game.cgml\nmeta: {name: Other}\n"})
    assert fine(first) == fine(key)


def test_a_wrong_base_in_the_first_line_is_found_there(folder: Folder) -> None:
    loaded = folder({"child.cgml": "\n!inherit 'gam.cgml'\nmeta: {name: Other}\n"})
    (found,) = loaded.diagnostics
    assert (found.code, found.span.line, found.span.column) == ("LW111", 2, 11)
    assert "did you mean 'game.cgml'" in found.help


def test_two_bases_are_one_too_many(folder: Folder) -> None:
    loaded = folder({"child.cgml": "!inherit game.cgml\ninherit: game.cgml\n"})
    assert codes(loaded) == ["CG106"]


def test_a_chain_of_bases_each_over_the_one_below(folder: Folder) -> None:
    files = {
        "a.cgml": "inherit: more/b.cgml\nmeta: {author: A}",
        "more/b.cgml": "inherit: ../c.cgml\nmeta: {name: B, author: B}",
        "c.cgml": "inherit: game.cgml\nmeta: {name: C, players: {max: 3}}",
    }
    game = folder(files).game
    assert game is not None
    assert (game.name, game.least_players, game.most_players) == ("B", 2, 3)


def test_a_base_may_be_incomplete_and_only_the_whole_is_checked(folder: Folder) -> None:
    files = {
        "half.cgml": "inherit: game.cgml\nflow: {initial_state: Over}\n",
        "lost.cgml": "flow: {}",
    }
    assert fine(folder(files))
    missing = codes(
        folder({"child.cgml": "inherit: lost.cgml\nmeta: {name: X, players: {min: 2, max: 2}}"})
    )
    assert set(missing) == {"CG102"}


def test_the_version_of_each_file_must_fit(folder: Folder) -> None:
    loaded = folder(
        {
            "child.cgml": 'inherit: old.cgml\ncgml_version: "1.3"',
            "old.cgml": "inherit: game.cgml\ncgml_version: 0.9",
        }
    )
    (found,) = loaded.diagnostics
    assert found.code == "CG105" and found.span.file.endswith("old.cgml")


def test_documents_of_two_versions_are_upgraded_before_they_are_merged(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def upgrade(tree: Tree, report: Report, whole: Tree) -> Tree:
        assert isinstance(tree, Mapping)
        seen.append(sorted(key.text for key, _ in tree.entries))
        new = [
            (k, v if k.text != "cgml_version" else Scalar(v.span, "1.3", "1.3"))
            for k, v in tree.entries
        ]
        return Mapping(tree.span, tuple(new))

    monkeypatch.setitem(loading.UPGRADES, "0.9", upgrade)
    over = 'inherit: old.cgml\ncgml_version: "1.3"\nmeta: {name: New}'
    files = {
        "new.cgml": over,
        "old.cgml": "inherit: older.cgml\nmeta: {author: Me}",
        "older.cgml": "cgml_version: 0.9\nrules: []",
        "whole.cgml": "imports: [!include game.cgml]\ninherit: new.cgml",
    }
    folder(files)
    assert seen == [["cgml_version", "meta", "rules"]]
    assert folder({"whole.cgml": files["whole.cgml"]}).game is not None


# ---- include -------------------------------------------------------------------------------------


def test_a_file_may_be_included_anywhere(folder: Folder, text: Callable[..., str]) -> None:
    document = yaml.safe_load(
        text(ENDING, "[{id: r, trigger: on.phase.Act, effect: [{action: END_TURN}]}]")
    )
    whole = fine(folder({"whole.cgml": json.dumps(document)}))
    pieces = json.dumps(document["flow"]), json.dumps(document["components"]["zones"][1])
    shown = json.dumps(document)
    for number, piece in enumerate(pieces):
        assert piece in shown
        shown = shown.replace(piece, f"!include parts/{number}.yaml")
    shown = shown.replace('{"action": "END_TURN"}', "!include 'parts/action.yaml'")
    files = {
        "main.cgml": shown,
        "parts/0.yaml": pieces[0].replace('["Act"]', "!include phases.yaml"),
        "parts/1.yaml": pieces[1],
        "parts/action.yaml": "action: END_TURN",
        "parts/phases.yaml": "[!include ../word.yaml]",
        "word.yaml": "Act",
    }
    assert fine(folder(files)) == whole


def test_the_same_file_may_be_reached_in_two_ways(folder: Folder) -> None:
    files = {
        "top.cgml": "imports: [!include left.cgml, !include right.cgml]\ninherit: game.cgml",
        "left.cgml": "inherit: common.yaml\nmeta: {author: L}",
        "right.cgml": "imports: [!include common.yaml]\nmeta: {author: R}",
        "common.yaml": "meta: {description: C, name: C}",
    }
    loaded = folder(files)
    assert fine(loaded)
    assert loaded.game is not None and (loaded.game.name, loaded.game.about) == ("Test", "C")
    assert len(loaded.sources) == 5


@pytest.mark.parametrize(
    ("a", "b", "c", "chain"),
    [
        ("inherit: a.cgml", "", "", "a a"),
        ("inherit: b.cgml", "inherit: a.cgml", "", "a b a"),
        ("imports: [!include b.cgml]", "inherit: a.cgml", "", "a b a"),
        ("rules: !include b.cgml", "[!include c.cgml]", "x: !include ./b.cgml", "b c b"),
        ("imports: [!include b.cgml]", "inherit: c.cgml", "imports: [!include b.cgml]", "b c b"),
    ],
)
def test_a_circle_is_told_with_its_chain(
    folder: Folder, a: str, b: str, c: str, chain: str
) -> None:
    (found,) = folder({"a.cgml": a, "b.cgml": b, "c.cgml": c}).diagnostics
    assert found.code == "LW116"
    names = found.message.partition(": ")[2].split(" -> ")
    assert [Path(name).stem for name in names] == chain.split()


def test_mistakes_are_quoted_from_the_file_they_stand_in(folder: Folder) -> None:
    files = {
        "main.cgml": "inherit: game.cgml\nrules:\n  - !include parts/rule.yaml\n",
        "parts/rule.yaml": "# A rule.\nid: r\ntrigger: on.phase.Actt\neffect: []\n",
    }
    loaded = folder(files)
    (found,) = loaded.diagnostics
    assert (Path(found.span.file).name, found.span.line, found.span.column) == ("rule.yaml", 3, 10)
    assert "3 | trigger: on.phase.Actt" in said(loaded)


def test_mistakes_of_a_merged_entry_are_found_where_each_key_stands(folder: Folder) -> None:
    files = {
        "main.cgml": "inherit: base.cgml\nrules: [{id: r, effect: [{action: NOTHING}]}]\n",
        "base.cgml": "inherit: game.cgml\n\nrules: [{id: r, trigger: on.nothing, effect: []}]\n",
    }
    places = [(d.code, Path(d.span.file).name, d.span.line) for d in folder(files).diagnostics]
    assert places == [("CG204", "base.cgml", 3), ("CG203", "main.cgml", 2)]


def test_all_that_can_not_be_read_is_told_at_once(folder: Folder) -> None:
    text = "rules:\n  - !include a.yaml\n  - !include b.yaml\nmeta: !include c.yaml\n"
    loaded = folder({"main.cgml": text, "b.yaml": "a: [\n"})
    assert sorted(codes(loaded)) == ["LW111", "LW111", "YM101"]


@pytest.mark.parametrize(
    ("content", "code", "part"),
    [
        ("imports: game.cgml", "CG103", "a list"),
        ("imports: [game.cgml]", "CG103", "!include 'game.cgml'"),
        ("imports: [!include list.yaml]", "CG103", "an import must"),
        ("imports: [!inherit game.cgml]", "CG406", "'inherit: name'"),
        ("inherit: [game.cgml]", "CG103", "name of a file"),
        ("inherit: 3", "CG103", "name of a file"),
        ("inherit: ''", "CG103", "name of a file"),
        ("inherit: list.yaml", "CG103", "a base must be"),
        ("inherit: .", "LW102", "not a file"),
        ("meta: !include {a: b}", "CG103", "name of a file"),
        ("meta: !include", "CG103", "name of a file"),
        ("!include x: 3", "CG406", "not allowed as a key"),
        ("!include list.yaml", "CG103", "the document must be a mapping"),
    ],
)
def test_what_can_not_be_included_or_inherited(
    folder: Folder, content: str, code: str, part: str
) -> None:
    loaded = folder({"main.cgml": content, "list.yaml": "[1, 2]"})
    assert codes(loaded) == [code]
    assert part in said(loaded)


# ---- what is refused -----------------------------------------------------------------------------


def test_links_that_lead_out_of_the_folder_are_not_followed(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("{}")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "link.yaml").symlink_to("../secret.yaml")
    (tmp_path / "games" / "up").symlink_to("..")
    (tmp_path / "games" / "loop.yaml").symlink_to("loop.yaml")
    text = "imports: [!include link.yaml, !include up/secret.yaml, !include loop.yaml]"
    assert codes(folder({"games/a.cgml": text})) == ["LW112", "LW112", "LW111"]


def test_a_wider_folder_may_be_given(folder: Folder, tmp_path: Path) -> None:
    text = "inherit: ../game.cgml"
    assert codes(folder({"games/a.cgml": text})) == ["LW112"]
    assert fine(folder({"games/a.cgml": text}, root=tmp_path))
    assert lw.load(tmp_path / "games" / "a.cgml", root=tmp_path).definition.name == "Test"
    found = lw.check(tmp_path / "games" / "a.cgml", root=tmp_path)
    assert [d for d in found if d.severity == "error"] == []


def test_a_file_that_is_no_text_or_too_large(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"a\n\xe9")
    (tmp_path / "huge.yaml").write_text("#" * pipeline.LARGEST_FILE)
    loaded = folder({"main.cgml": "imports: [!include latin.yaml, !include huge.yaml]"})
    assert codes(loaded) == ["LW103", "LW104"]
    assert "line 2" in said(loaded)


def test_all_files_together_are_not_larger_than_one_may_be(folder: Folder, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.yaml").write_text("{} #" + name * (pipeline.LARGEST_FILE // 2 - 50))
    assert fine(folder({"main.cgml": "imports: [!include a.yaml]\ninherit: game.cgml"}))
    text = "imports: [!include a.yaml, !include b.yaml]\ninherit: game.cgml"
    assert codes(folder({"main.cgml": text})) == ["LW104"]


@pytest.mark.deep
def test_parts_that_multiply_are_counted(folder: Folder) -> None:
    files = {f"{n}.yaml": "[" + f"!include {n + 1}.yaml, " * 10 + "]" for n in range(9)}
    loaded = folder({"main.cgml": "rules: !include 0.yaml", **files, "9.yaml": "x"})
    assert codes(loaded) == ["YM104"]


def test_parts_in_parts_are_not_too_deep(folder: Folder) -> None:
    deep = "[" * 100 + "!include {}" + "]" * 100
    files = {"0.yaml": deep.format("1.yaml"), "1.yaml": deep.format("2.yaml"), "2.yaml": "x"}
    assert codes(folder({"main.cgml": "rules: !include 0.yaml", **files})) == ["YM103"]


# ---- components that come with the language ------------------------------------------------------


def test_a_text_without_a_folder_may_use_what_is_bundled(text: Callable[..., str]) -> None:
    document = yaml.safe_load(text())
    del document["components"]["component_types"]
    document["components"]["decks"] = {"cards": {"type": "standard_52"}}
    for zone in document["components"]["zones"]:
        zone["type"] = "stock"
    imports = [f"!include {ADDRESS}standard_52.yaml", f"!include {ADDRESS}zones.yaml"]
    shown = json.dumps({"imports": imports, **document}).replace('"!include ', "!include '")
    shown = shown.replace('.yaml"', ".yaml'")
    loaded = pipeline.loads(shown, "cgml")
    assert not loaded.failed, said(loaded)
    assert loaded.game is not None and len(loaded.game.supplies[0].tokens) == 52
    assert [source.name for source in loaded.sources[1:]] == [name.split()[1] for name in imports]


def test_what_is_imported_but_not_used_does_not_count(folder: Folder) -> None:
    imports = [f"!include {ADDRESS}{name}.yaml" for name in PACKS]
    with_all = f"imports: [{', '.join(imports)}]\ninherit: game.cgml"
    assert fine(folder({"main.cgml": with_all})) == fine(
        folder({"main.cgml": "inherit: game.cgml"})
    )


@pytest.mark.parametrize(
    ("thing", "meant"),
    [
        ("decks: {cards: {type: italian40}}", "italian_40"),
        ("zones: [{name: pile, type: won_card}]", "won_cards"),
    ],
)
def test_but_what_is_imported_may_be_what_was_meant(folder: Folder, thing: str, meant: str) -> None:
    imports = [f"!include {ADDRESS}{name}.yaml" for name in (*PACKS, "zones")]
    text = f"imports: [{', '.join(imports)}]\ninherit: game.cgml\ncomponents: {{{thing}}}"
    errors = [d for d in folder({"main.cgml": text}).diagnostics if d.severity == "error"]
    assert [(d.code, meant in d.help) for d in errors] == [("CG201", True)]


@pytest.mark.parametrize("way", ["inherit: packs.yaml", "imports: [!include packs.yaml]"])
def test_nor_does_what_an_import_has_from_others(folder: Folder, way: str) -> None:
    files = {
        "main.cgml": "imports: [!include parts.yaml]\ninherit: game.cgml",
        "parts.yaml": way,
        "packs.yaml": "components: {component_types: {deck_types: {other: {odd: []}}}}",
    }
    loaded = folder(files)
    assert fine(loaded) == fine(folder({"main.cgml": "inherit: game.cgml"}))


def test_an_empty_base_changes_nothing(folder: Folder, text: Callable[..., str]) -> None:
    alone = fine(folder({"whole.cgml": text(ENDING)}))
    empty = {"whole.cgml": f"!inherit empty.yaml\n{text(ENDING)}", "empty.yaml": "{}"}
    assert fine(folder(empty)) == alone
    assert fine(folder({"child.cgml": "inherit: game.cgml"})) == alone


PACKS = {
    "standard_52": (52, "2", "A"),
    "standard_52_ace_low": (52, "A", "K"),
    "deck-std52": (52, "2", "A"),
    "double_104": (104, "2", "A"),
    "short_36": (36, "6", "A"),
    "piquet_32": (32, "7", "A"),
    "short_24": (24, "9", "A"),
    "pinochle_48": (48, "9", "A"),
    "italian_40": (40, "A", "K"),
    "eight_packs": (416, "A", "K"),
}


def test_every_component_is_tested() -> None:
    packs = {path.stem for path in COMPONENTS if path.suffix == ".yaml"}
    assert packs == {*PACKS, "zones"}
    # A base is tested by the games that inherit it.
    texts = [path.read_text("utf-8") for path in LIBRARY.glob("*/*.cgml")]
    for base in (path.name for path in COMPONENTS if path.suffix == ".cgml"):
        assert any(f"/{base}" in text for text in texts), base


@pytest.mark.parametrize("name", PACKS)
def test_every_pack_has_its_cards(folder: Folder, name: str) -> None:
    cards, lowest, highest = PACKS[name]
    kind = "standard_52" if name == "deck-std52" else name
    text = f"""
imports: [!include '{ADDRESS}{name}.yaml']
inherit: game.cgml
components:
  component_types: {{deck_types: {{six: {{disabled: true}}}}}}
  decks: {{cards: {{type: {kind}}}}}
"""
    loaded = folder({"main.cgml": text})
    assert fine(loaded)
    assert loaded.game is not None
    tokens = loaded.game.supplies[0].tokens
    (ranks,) = (e.values for e in loaded.game.enums if e.name == "rank")
    (order,) = (t.values for t in loaded.game.tables if t.name == "rank_value")
    assert len(tokens) == cards
    assert (ranks[order.index(min(order))], ranks[order.index(max(order))]) == (lowest, highest)


def test_every_bundled_zone_type_can_be_used(folder: Folder) -> None:
    (path,) = (path for path in COMPONENTS if path.stem == "zones")
    kinds = yaml.safe_load(path.read_text())["components"]["component_types"]["zone_types"]
    zones = ", ".join(f"{{name: zone{n}, type: {kind}}}" for n, kind in enumerate(kinds))
    imports = f"imports: [!include {ADDRESS}zones.yaml]"
    text = f"{imports}\ninherit: game.cgml\ncomponents: {{zones: [{zones}]}}"
    assert not folder({"main.cgml": text}).failed


def test_a_misspelt_component_and_a_way_out_of_the_bundle(folder: Folder) -> None:
    loaded = folder({"main.cgml": f"imports: [!include {ADDRESS}standart_52.yaml]"})
    assert codes(loaded) == ["LW111"] and "'standard_52.yaml'" in said(loaded)
    for name in ("../lower.py", "/etc/passwd"):
        assert codes(folder({"main.cgml": f"imports: [!include {ADDRESS}{name}]"})) == ["LW112"]
