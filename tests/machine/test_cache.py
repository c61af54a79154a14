"""Where compiled code is kept: changed sources never meet old code, and nothing else is touched."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludwright.machine import cache, jit
from ludwright.machine.cache import MARK, MARK_TEXT, READY, Store

SOURCES = Path(jit.__file__).parent
NAME = "0123456789abcdef"


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_said", set())


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    caplog.set_level(logging.WARNING, "ludwright")
    return lambda: caplog.text


# ---- names ---------------------------------------------------------------------------------------


def test_any_changed_source_changes_the_stamp(tmp_path: Path) -> None:
    copy = tmp_path / "machine"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache.stamp("1", copy)
    assert before == cache.stamp("1", SOURCES) != cache.stamp("2", SOURCES)
    # A helper in another file than the function it is compiled into: Numba alone does not notice.
    (copy / "rng.py").write_text((copy / "rng.py").read_text() + "\n")
    assert cache.stamp("1", copy) != before


@pytest.mark.parametrize("name", ["LUDWRIGHT_CACHE", "XDG_CACHE_HOME"])
def test_the_environment_names_the_home(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDWRIGHT_CACHE", raising=False)
    monkeypatch.setenv(name, "/somewhere")
    assert cache.cache_home() == Path("/somewhere/ludwright")


# ---- what is removed -----------------------------------------------------------------------------


def marked(folder: Path) -> Path:
    folder.mkdir()
    (folder / MARK).write_text(MARK_TEXT)
    (folder / "code").mkdir()
    return folder


def test_only_the_oldest_of_our_own_folders_are_removed(tmp_path: Path) -> None:
    ours = [marked(tmp_path / f"{number:016x}") for number in range(20)]
    for age, folder in enumerate(ours):
        os.utime(folder, (1000 - age, 1000 - age))
    Store(tmp_path, NAME)
    left = [folder for folder in ours if folder.exists()]
    assert left == ours[: cache.MOST_KEPT - 1] and (tmp_path / NAME).is_dir()


def test_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", marked(tmp_path / f"{99:016x}")
    home.mkdir()
    foreign = [home / f"{number:016x}" for number in range(20)]
    for folder in foreign:
        (folder / ".git").mkdir(parents=True)
    odd = marked(home / "checkout")  # our mark, but not a name that we give
    other = home / f"{50:016x}"  # the name of our mark, but not what it says
    other.mkdir()
    (other / MARK).write_text("mine\n")
    pipe = home / f"{51:016x}"
    pipe.mkdir()
    os.mkfifo(pipe / MARK)
    link = home / f"{52:016x}"
    link.symlink_to(elsewhere)
    (home / f"{53:016x}").write_text("a file")
    for number in range(100, 120):
        marked(home / f"{number:016x}")
    everything = {*foreign, odd, other, pipe, link, home / f"{53:016x}"}
    Store(home, NAME)
    left = set(home.iterdir())
    assert everything <= left and (elsewhere / "code").is_dir()
    assert all((folder / ".git").is_dir() for folder in foreign)
    assert len(left - everything) == cache.MOST_KEPT


# ---- who may write -------------------------------------------------------------------------------


def test_folders_are_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(tmp_path / "home", NAME)
    finally:
        os.umask(before)
    assert store.folder == tmp_path / "home" / NAME
    for folder in (tmp_path / "home", store.folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
@pytest.mark.parametrize("inner", [False, True])
def test_a_folder_that_others_may_write_to_is_not_used(
    tmp_path: Path, mode: int, inner: bool, said: Callable[[], str]
) -> None:
    home = tmp_path / "home"
    open_one = home / NAME if inner else home
    open_one.mkdir(parents=True)
    home.chmod(0o755)
    open_one.chmod(mode)
    used = Store(home, NAME).folder
    assert used is not None and home not in used.parents
    assert stat.S_IMODE(used.stat().st_mode) == 0o700
    assert f"'{open_one}' is writable by other users" in said()
    assert not (home / NAME / MARK).exists()


def test_a_folder_of_another_owner_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Callable[[], str]
) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    used = Store(tmp_path / "home", NAME).folder
    assert used is not None and tmp_path not in used.parents
    assert "belongs to another user" in said()


def test_a_system_without_owners_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "geteuid")
    assert Store(tmp_path, NAME).folder == tmp_path / NAME


# ---- nowhere to write ----------------------------------------------------------------------------


def test_without_a_home_the_folder_is_a_temporary_one(
    monkeypatch: pytest.MonkeyPatch, said: Callable[[], str]
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("LUDWRIGHT_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache.cache_home() is None
    used = Store(cache.cache_home(), NAME).folder
    assert used is not None and used.is_dir()
    assert "not cached: no home directory" in said()


def test_a_home_that_can_t_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Callable[[], str]
) -> None:
    def refuse(*given: Any, **more: Any) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "mkdir", refuse)
    used = Store(tmp_path / "home", NAME).folder
    assert used is not None and used.is_dir() and tmp_path not in used.parents
    assert "cannot be written: Read-only file system" in said()


def test_a_file_in_the_way_is_reported(tmp_path: Path, said: Callable[[], str]) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    used = Store(taken, NAME).folder
    assert used is not None and taken not in used.parents
    assert "cannot be written" in said()


def test_with_nowhere_to_write_at_all_functions_are_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_temporary", lambda: None)
    store = Store(None, NAME)
    assert store.folder is None and not store.complete
    assert doubling(store)(21) == 42
    store.ready()


# ---- compiling -----------------------------------------------------------------------------------


def doubling(store: Store) -> Any:
    def double(x: Any) -> Any:
        return 2 * x

    return jit.jit_into(store)("int64(int64)")(double)


def hits(function: Any) -> int:
    return sum(function.stats.cache_hits.values()) if hasattr(function, "stats") else 1


def filled(home: Path) -> list[Path]:
    store = Store(home, NAME)
    assert doubling(store)(21) == 42
    store.ready()
    return sorted((home / NAME).glob("*/*.nb*"))


needs_numba = pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled without Numba")


@needs_numba
def test_what_was_compiled_is_found_again(tmp_path: Path, said: Callable[[], str]) -> None:
    assert [file.suffix for file in filled(tmp_path)] == [".nbc", ".nbi"]
    store = Store(tmp_path, NAME)
    assert store.complete and hits(doubling(store)) == 1 and not said()


def flipped(data: bytes) -> bytes:
    at = len(data) // 2
    return data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "flipped": flipped,
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda data: b"",
    "noise": lambda data: b"noise" * 100,
}


@needs_numba
@pytest.mark.parametrize("damage", ["flipped", "emptied"])
@pytest.mark.parametrize("suffix", [".nbc", ".nbi"])
def test_a_damaged_file_is_compiled_again(
    tmp_path: Path, damage: str, suffix: str, said: Callable[[], str]
) -> None:
    file = next(file for file in filled(tmp_path) if file.suffix == suffix)
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    store = Store(tmp_path, NAME)
    assert not store.complete and "damaged compiled code" in said()
    again = doubling(store)
    assert again(21) == 42 and not hits(again)
    store.ready()
    mended = Store(tmp_path, NAME)
    assert mended.complete and hits(doubling(mended)) == 1


@needs_numba
@pytest.mark.parametrize("damage", ["cut", "noise"])
@pytest.mark.parametrize("suffix", [".nbc", ".nbi"])
def test_what_a_process_left_half_done_is_compiled_again(
    tmp_path: Path, damage: str, suffix: str, said: Callable[[], str]
) -> None:
    file = next(file for file in filled(tmp_path) if file.suffix == suffix)
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    (tmp_path / NAME / READY).unlink()
    assert doubling(Store(tmp_path, NAME))(21) == 42
    assert "damaged compiled code" in said()


@needs_numba
@pytest.mark.parametrize(
    "listed", ["", "[]", "{}", '{"a/b.nbc": "0"}', "\0", "[" * 9999], ids=range(6)
)
def test_a_damaged_list_is_made_again(tmp_path: Path, listed: str) -> None:
    filled(tmp_path)
    (tmp_path / NAME / READY).write_text(listed)
    store = Store(tmp_path, NAME)
    assert not store.complete
    assert doubling(store)(21) == 42


@needs_numba
def test_a_full_disk_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Callable[[], str]
) -> None:
    from numba.core.caching import IndexDataCacheFile

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    assert doubling(Store(tmp_path, NAME))(21) == 42
    assert "No space left on device" in said()


@needs_numba
def test_a_mistake_in_the_code_is_not_taken_for_damage(
    tmp_path: Path, said: Callable[[], str]
) -> None:
    import numba

    with pytest.raises(numba.core.errors.NumbaError):
        jit.jit_into(Store(tmp_path, NAME))("int64(int64)")(lambda x: x.nonsense)
    assert not said()


# ---- two at once ---------------------------------------------------------------------------------


def test_who_comes_second_waits_and_says_so(tmp_path: Path, said: Callable[[], str]) -> None:
    store = Store(tmp_path, NAME)
    held = os.open(tmp_path / NAME / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(held, fcntl.LOCK_EX)
    entered = threading.Event()

    def second() -> None:
        with store.lock():
            entered.set()

    waiting = threading.Thread(target=second)
    waiting.start()
    assert not entered.wait(0.2) and "another process is compiling" in said()
    os.close(held)
    waiting.join(10)
    assert entered.is_set()


TINY = """
import sys
from pathlib import Path
from ludwright.machine.cache import Store
from ludwright.machine.jit import jit_into

store = Store(Path(sys.argv[1]), sys.argv[2])

@jit_into(store)("int64(int64)")
def double(x):
    return 2 * x

store.ready()
print(double(21), Store(Path(sys.argv[1]), sys.argv[2]).complete)
"""


@needs_numba
def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    script, home = tmp_path / "tiny.py", tmp_path / "home"
    script.write_text(TINY)
    command = [sys.executable, script, home, NAME]
    two = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in two:
        out, err = process.communicate(timeout=100)
        assert out == "42 True\n" and "damaged" not in err, err
