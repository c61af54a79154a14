"""The front door: every name is there, and opening it costs nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright

SRC = Path(ludwright.__file__).parent.parent


@pytest.mark.parametrize("name", ludwright.__all__)
def test_every_name_can_be_imported(name: str) -> None:
    found: dict[str, object] = {}
    exec(f"from ludwright import {name}", found)
    assert found[name] is getattr(ludwright, name)
    assert getattr(found[name], "__doc__", None)


def test_no_other_name_can() -> None:
    with pytest.raises(ImportError, match="nothing_like_this"):
        from ludwright import nothing_like_this  # noqa: F401


def test_all_names_with_a_home_are_shown() -> None:
    assert ludwright.__all__ == sorted(ludwright.__all__)
    assert set(ludwright._HOMES) | {"__version__"} == set(ludwright.__all__)


def test_opening_the_door_loads_nothing_heavy() -> None:
    code = "import sys, ludwright; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": str(SRC)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "ludwright" in loaded
    assert loaded.isdisjoint({"numpy", "numba", "llvmlite", "yaml", "click"})
