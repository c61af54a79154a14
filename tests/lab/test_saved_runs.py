"""Simulations, measurements and comparisons that are saved go on where they were interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludwright as lw
from ludwright.cli import cli
from ludwright.lab import rows, simulate
from ludwright.play.errors import TableError

GAME = "leduc-poker"


def simulated(**given: Any) -> Any:
    found = lw.load(GAME).simulate(3000, 5, jobs=1, **given).as_json()
    return {name: each for name, each in found.items() if "second" not in name}


def measured(**given: Any) -> Any:
    found = lw.load(GAME).measure(
        2500, 5, jobs=1, names=["turns", "first_seat", "luck", "forced"], **given
    )
    return {name: each.as_json() for name, each in found.items()}


def compared(**given: Any) -> Any:
    return lw.compare([GAME, "kuhn-poker"], 1500, 5, jobs=1, **given).as_json()


RUNS = {"simulate": simulated, "measure": measured, "compare": compared}


class Interrupt:
    """Progress that interrupts a run after a number of calls."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self, *_: Any) -> None:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("run", RUNS)
def test_an_interrupted_run_goes_on(run: str, tmp_path: Path) -> None:
    do, file = RUNS[run], tmp_path / "saved"
    whole = do()
    rounds = 0
    for calls in (0, 1, 1, 2):
        with suppress(KeyboardInterrupt):
            do(save=file, progress=Interrupt(calls))
        rounds += file.exists() and file.read_bytes().count(b"\n") > 1
        if file.exists() and rounds == 1:  # killed in the middle of a line
            file.write_bytes(file.read_bytes()[:-5])
    assert rounds, "something was kept before the run was over"
    assert do(save=file) == whole


@pytest.mark.parametrize("run", RUNS)
def test_what_is_saved_is_not_played_again(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, file = RUNS[run], tmp_path / "saved"
    whole = do(save=file)

    def played(*_: Any, **given: Any) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(simulate.RandomGames, "play", played)
    monkeypatch.setattr(rows.RandomGames, "play", played)
    assert do(save=file) == whole


@pytest.mark.parametrize("run", RUNS)
def test_a_file_of_another_run_is_refused(run: str, tmp_path: Path) -> None:
    file = tmp_path / "saved"
    RUNS[run](save=file)
    before = file.read_bytes()
    for other in RUNS:
        given: dict[str, Any] = {} if other != run else {"bot": "first"}
        with pytest.raises(TableError, match=r"other settings|another command"):
            RUNS[other](save=file, **given)
    assert file.read_bytes() == before


NOT_RESULTS: tuple[Callable[[Any], Any], ...] = (
    lambda found: None if found is None else {},
    lambda found: 7,
    lambda found: "text",
    lambda found: {name: None for name in found},
    lambda found: {name: [[1e300]] for name in found},
    lambda found: {name: "eJwLCAAAAAAA" for name in found},
    lambda found: {name: [10**30] * 50 for name in found},
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each run saves."""
    folder = tmp_path_factory.mktemp("saved")
    for name, do in RUNS.items():
        do(save=folder / name)
    return {name: (folder / name).read_text() for name in RUNS}


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("change", NOT_RESULTS)
def test_a_file_that_was_tampered_with_is_refused(
    run: str, change: Callable[[Any], Any], tmp_path: Path, saved: dict[str, str]
) -> None:
    file = tmp_path / "saved"
    head, first, *rest = saved[run].splitlines()
    part = json.loads(first)
    line = json.dumps({"part": part["part"], "found": change(part["found"])})
    file.write_text("\n".join([head, line, *rest]) + "\n")
    with pytest.raises(TableError, match="invalid result"):
        RUNS[run](save=file)


def test_players_without_a_name_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="needs the name of a bot as 'bot'"):
        lw.load(GAME).simulate(10, bot=lambda: None, save=tmp_path / "saved")  # type: ignore[arg-type,return-value]
    assert not (tmp_path / "saved").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", GAME, "--games", "2000"],
        ["measure", GAME, "--games", "2000", "--only", "turns"],
        ["compare", GAME, "kuhn-poker", "--games", "2000"],
    ],
    ids=lambda command: command[0],
)
def test_the_commands_save(command: list[str], tmp_path: Path) -> None:
    file = tmp_path / "saved"
    told = [CliRunner().invoke(cli, [*command, "--save", str(file)]) for _ in range(2)]
    assert [each.exit_code for each in told] == [0, 0], told[0].output
    assert file.read_text().startswith('{"format":1,"run":"' + command[0])
    bad = CliRunner().invoke(cli, [*command, "--seed", "9", "--save", str(file)])
    assert (
        bad.exit_code == 2
        and "was made with other settings (seed); use another file" in " ".join(bad.output.split())
    )
