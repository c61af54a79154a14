"""Games made of several files, some of them of version 1.2."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright import pipeline
from ludwright.diagnostics import Report, Source
from ludwright.languages.cgml.upgrade.migrate import migrated
from ludwright.languages.files import Files

BASE = (Path(__file__).parent / "older" / "trick.cgml").read_text(encoding="utf-8")
CHILD = """\
cgml_version: 1.2
inherit: base.cgml
meta: {name: Longer Tricks}
rules:
  - id: take
    effect:
      - {action: MOVE_ALL, from: player.0.trick, to: player.current.won} # zones of the base
      - {action: INCREMENT_VARIABLE, path: player.current.tricks, value: 2}
"""
NEW_CHILD = """\
cgml_version: "1.3"
inherit: base.cgml
rules:
  - id: take
    effect:
      - { action: INCREMENT, path: "$.players[current].tricks", by: 5 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base.cgml").write_text(BASE)
    (tmp_path / "child.cgml").write_text(CHILD)
    (tmp_path / "new.cgml").write_text(NEW_CHILD)
    (tmp_path / "first.cgml").write_text(CHILD.replace("inherit: base.cgml", "").lstrip())
    return tmp_path


def migrate(file: Path) -> str:
    source, report = Source(file.name, file.read_text()), Report()
    made = migrated(source, report, Files(source, file))
    assert made is not None, report.items
    return made.text


def test_a_child_uses_names_of_its_base(folder: Path) -> None:
    loaded = pipeline.load(folder / "child.cgml")
    assert not loaded.failed, loaded.diagnostics
    assert loaded.game is not None and loaded.game.name == "Longer Tricks"


def test_a_new_child_of_an_old_base(folder: Path) -> None:
    assert not pipeline.load(folder / "new.cgml").failed


def test_an_old_child_of_a_new_base(folder: Path) -> None:
    before = pipeline.load(folder / "child.cgml").game
    (folder / "base.cgml").write_text(migrate(folder / "base.cgml"))
    loaded = pipeline.load(folder / "child.cgml")
    assert not loaded.failed, loaded.diagnostics
    assert loaded.game == before


def test_a_base_in_the_first_line(folder: Path) -> None:
    text = CHILD.replace("inherit: base.cgml\n", "")
    (folder / "first.cgml").write_text("!inherit 'base.cgml'\n" + text)
    first, child = pipeline.load(folder / "first.cgml"), pipeline.load(folder / "child.cgml")
    assert not first.failed and first.game == child.game


def test_migrating_a_child_looks_into_its_base(folder: Path) -> None:
    made = migrate(folder / "child.cgml")
    assert '{path: "$.players[0].zones.trick"}' in made and "# zones of the base" in made
    before = pipeline.load(folder / "child.cgml").game
    for name in ("base.cgml", "child.cgml"):
        (folder / name).with_suffix(".new").write_text(migrate(folder / name))
    for name in ("base", "child"):
        (folder / f"{name}.cgml").write_text((folder / f"{name}.new").read_text())
    assert pipeline.load(folder / "child.cgml").game == before
    assert ludwright.load(folder / "child.cgml").table(seed=1).legal()
