"""Bitcode that fits is all that native code needs; without it, and without Numba to build it, a
room runs as plain Python and says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludwright.cli.context import native_rooms
from ludwright.machine import native

ROOMS = {room.name: room for room in native_rooms()}
NO_NUMBA = "import sys; sys.modules['numba'] = None; from ludwright.cli import main; main()"
SOLVE = ("solve", "golf", "--seed", "3", "--states", "20", "--jobs", "1")
SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "another stamp": lambda data: data.replace(b'"stamp": "', b'"stamp": "0', 1),
    "empty": lambda data: b"",
    "cut off": lambda data: data[:100],
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the bitcode of all rooms."""
    folder = tmp_path_factory.mktemp("package")
    ignored = shutil.ignore_patterns("__pycache__", "*.bitcode")
    shutil.copytree(native.HERE.parent, folder / "ludwright", ignore=ignored)
    for room in ROOMS.values():
        found = room._shipped() or room.built()  # building takes half a minute
        assert found is not None
        shipped(folder, room.name).write_bytes(found)
    return folder


def shipped(package: Path, room: str) -> Path:
    return package / "ludwright" / "machine" / "bitcode" / ROOMS[room].shipped.name


def run(package: Path, cache: Path, *command: str) -> tuple[list[str], list[str]]:
    """What a command prints where Numba is not installed, and its warnings."""
    done = subprocess.run(
        [sys.executable, "-c", NO_NUMBA, *command],
        env={**os.environ, "PYTHONPATH": str(package), "LUDWRIGHT_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr.splitlines()


@pytest.mark.parametrize(
    ("room", "how"),
    [
        ("machine", "another stamp"),
        *(pytest.param("machine", how, marks=pytest.mark.deep) for how in ("empty", "cut off")),
        *(pytest.param("solver", how, marks=pytest.mark.deep) for how in SPOILT),
    ],
)
def test_a_room_without_bitcode_runs_as_plain_python(
    package: Path, tmp_path: Path, room: str, how: str
) -> None:
    """The other room has bitcode: both find the same answer together, native or not."""
    file = shipped(package, room)
    data = file.read_bytes()
    file.write_bytes(SPOILT[how](data))
    try:
        (answer, *_), warnings = run(package, tmp_path, *SOLVE)
    finally:
        file.write_bytes(data)
    assert answer.split()[:3] == ["seed", "3", "unknown"]
    (slow,) = [line for line in warnings if "plain Python" in line]
    assert f"the {room} runs as plain Python" in slow and "numba" in slow
    assert f"Preparing the {room} (once) ..." not in warnings


def test_a_function_of_another_room_that_is_not_compiled_there_is_refused() -> None:
    """Called, it would crash."""
    found = native.MACHINE.bitcode
    assert found is not None
    text = "declare void @lw.machine.nowhere.nothing()\n"
    text += "define void @c_it() { call void @lw.machine.nowhere.nothing() ret void }\n"
    with pytest.raises(ValueError, match="no module that is compiled: lw"):
        native.compile_source(found, native.Source(text))


@pytest.mark.deep
def test_bitcode_is_enough(package: Path, tmp_path: Path) -> None:
    first, warnings = run(package, tmp_path, *SOLVE)
    assert warnings == ["Preparing the machine (once) ...", "Preparing the solver (once) ..."]
    again, warnings = run(package, tmp_path, *SOLVE)
    assert warnings == [] and again[0].split()[:3] == first[0].split()[:3]
