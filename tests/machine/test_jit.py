"""Where compiled code is kept, and that a changed source never meets old code."""

from __future__ import annotations

import shutil
from pathlib import Path

from ludwright.machine import jit

SOURCES = Path(jit.__file__).parent


def test_any_changed_source_changes_the_stamp(tmp_path: Path) -> None:
    copy = tmp_path / "machine"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = jit.stamp(copy)
    assert before == jit.stamp(SOURCES)
    # A helper in another file than the function it is compiled into: Numba alone does not notice.
    (copy / "rng.py").write_text((copy / "rng.py").read_text() + "\n")
    assert jit.stamp(copy) != before


def test_the_folder_is_named_by_the_stamp(tmp_path: Path) -> None:
    folder = jit.cache_folder(tmp_path, jit.HERE)
    assert folder == tmp_path / jit.stamp(SOURCES)
    assert folder.is_dir()


def test_without_a_place_to_write_the_folder_is_a_temporary_one(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    folder = jit.cache_folder(taken, jit.HERE)
    assert folder.is_dir()
    assert taken not in folder.parents


def test_old_folders_are_removed_but_not_all(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"old-{number}").mkdir()
    folder = jit.cache_folder(tmp_path, jit.HERE)
    left = {p.name for p in tmp_path.iterdir()}
    assert folder.name in left
    assert 1 < len(left) < 10
