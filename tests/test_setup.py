"""The set-up keeps its promises: pinned versions, complete wheels, one command."""

import importlib.metadata
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ludwright
from ludwright.cli.context import native_rooms

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
PINS = {
    canonicalize_name(pin.name): pin
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if (text := line.partition("#")[0].strip())
    for pin in [Requirement(text)]
}


def wanted(needs: list[str], extras: frozenset[str] = frozenset()) -> list[Requirement]:
    """The requirements of a list that apply to this Python."""
    environments = [default_environment() | {"extra": extra} for extra in extras | {""}]
    parsed = [Requirement(need) for need in needs]
    return [r for r in parsed if not r.marker or any(r.marker.evaluate(e) for e in environments)]


def closure(needs: list[str]) -> dict[str, str]:
    """Everything that the installed packages need in turn, by name, with its version."""
    found: dict[str, str] = {}
    todo = wanted(needs)
    while todo:
        need = todo.pop()
        name = canonicalize_name(need.name)
        if name not in found:
            installed = importlib.metadata.distribution(name)
            found[name] = installed.version
            todo += wanted(installed.requires or [], frozenset(need.extras))
    return found


def test_every_pin_is_one_exact_version_without_an_address() -> None:
    for name, pin in PINS.items():
        assert pin.url is None, name
        assert [s.operator for s in pin.specifier] == ["=="], name


@pytest.mark.parametrize("needs", [PROJECT["dependencies"], *EXTRAS.values()])
def test_the_pins_satisfy_what_the_project_asks_for(needs: list[str]) -> None:
    for need in map(Requirement, needs):
        (pinned,) = PINS[canonicalize_name(need.name)].specifier
        assert need.specifier.contains(pinned.version), need


@pytest.mark.parametrize("needs", [PROJECT["dependencies"], EXTRAS["dev"]])
def test_everything_installed_is_pinned(needs: list[str]) -> None:
    installed = closure(needs)
    assert not sorted(set(installed) - set(PINS))
    assert {n: v for n, v in installed.items() if not PINS[n].specifier.contains(v)} == {}


def test_numpy_may_be_as_old_as_the_oldest_python_needs() -> None:
    (numpy,) = [r for r in map(Requirement, PROJECT["dependencies"]) if r.name == "numpy"]
    assert numpy.specifier.contains("2.4.0")


def build(tree: Path, target: str, to: Path) -> Path:
    """Build a package of a tree; returns its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(to / target)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (made,) = (to / target).iterdir()
    return made


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    names = set(zipfile.ZipFile(build(ROOT, "wheel", tmp_path)).namelist())
    package = ROOT / "src" / "ludwright"
    files = {p for p in package.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    assert {p.relative_to(package.parent).as_posix() for p in files} <= names
    assert any(n.endswith("/entry_points.txt") for n in names)
    assert any(n.endswith("/licenses/LICENSE") for n in names)


SIMULATE = ("simulate", "hearts", "--games", "1000", "--seed", "1", "--json")
RUN = "import sys; sys.modules['numba'] = None; from ludwright.cli import main; main()"


@pytest.mark.deep
@pytest.mark.parametrize("by_sdist", [False, True])
def test_what_is_installed_needs_no_numba(tmp_path: Path, by_sdist: bool) -> None:
    """From the bitcode of the set-up, the first command takes at most 8 seconds of CPU time."""
    tree, home = tmp_path / "tree", tmp_path / "home"
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, tree / name)
    for room in native_rooms():
        found = room.built()
        assert found is not None
        (tree / room.shipped.relative_to(ROOT)).write_bytes(found)
    if by_sdist:
        with tarfile.open(build(tree, "sdist", tmp_path)) as sdist:
            sdist.extractall(tmp_path, filter="data")
        tree = tmp_path / f"ludwright-{PROJECT['version']}"
    zipfile.ZipFile(build(tree, "wheel", tmp_path)).extractall(tmp_path / "installed")
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "LUDWRIGHT_CACHE": str(home)}
    here = ludwright.load("hearts").simulate(1000, seed=1)
    for said in ("Preparing the machine (once) ...\n", ""):
        before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        command = [sys.executable, "-c", RUN, *SIMULATE]
        ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, said)
        assert sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before < 8
        there = json.loads(ended.stdout)
        for part in ("games", "decisions", "turns", "seats"):
            assert there[part] == json.loads(json.dumps(here.as_json()[part]))


def test_the_build_server_runs_what_everyone_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    *_, system, test = script.read_text(encoding="utf-8").splitlines()
    assert system.startswith("make system ||") and test == "exec make test"


def test_what_is_missing_is_listed_at_the_end() -> None:
    """Without Chromium its tests are skipped, also by workers, and the end says so."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider"]
    ended = subprocess.run(
        [*command, "tests/web/browser/test_lobby.py"],
        cwd=ROOT,
        env={**os.environ, "CHROMIUM": "/no/such/browser"},
        capture_output=True,
        text=True,
        check=True,
    )
    _, _, listed = ended.stdout.partition(" not tested ")
    assert re.search(r"^\d tests: .*/no/such/browser.*make system", listed, re.MULTILINE), ended


def test_make_help_names_every_command() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = " ".join(re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE))
    shown = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True)
    listed = set(re.findall(r"^make ([\w-]+)", shown.stdout, re.MULTILINE))
    assert listed == set(phony.split()) - {"help", "lint"}


def test_the_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])}\b", text, re.MULTILINE)


def test_make_system_installs_what_is_missing() -> None:
    """A browser counts as missing if none of its names is a command."""
    asked = ["make", "-n", "system", "CHROMES=no-browser nor-this", "CHROMIUM="]
    printed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.search(r'if \[ -z "chromium\b', printed)
    printed = subprocess.run(
        [*asked[:-2], "CHROMES=make"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "chromium" not in printed.splitlines()[0]
