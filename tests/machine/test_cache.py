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

from ludwright.machine import cache, native
from ludwright.machine.cache import MARK, MARK_TEXT, Store

SOURCES = native.HERE
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


def test_drafts_of_processes_that_were_killed_are_removed(tmp_path: Path) -> None:
    store = Store(tmp_path, NAME)
    assert store.folder is not None
    old, new = (store.folder / f".ludwright-{name}" for name in ("old", "new"))
    for draft in (old, new):
        draft.write_bytes(b"half")
    age = new.stat().st_mtime - cache.STALE - 60
    os.utime(old, (age, age))
    store.write("code.o", b"code")
    assert not old.exists() and new.exists() and store.read("code.o") == b"code"


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


def test_with_nowhere_to_write_at_all_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_temporary", lambda: None)
    store = Store(None, NAME)
    store.write("code.o", b"code")
    assert store.folder is None and store.read("code.o") is None
    with store.lock():
        pass


# ---- files ---------------------------------------------------------------------------------------

CODE = bytes(range(256)) * 20


def test_what_was_written_is_found_again(tmp_path: Path, said: Callable[[], str]) -> None:
    assert Store(tmp_path, NAME).read("code.o") is None
    Store(tmp_path, NAME).write("code.o", CODE)
    assert Store(tmp_path, NAME).read("code.o") == CODE and not said()


def flipped(data: bytes) -> bytes:
    at = len(data) // 2
    return data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "flipped": flipped,
    "cut": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"\0",
    "emptied": lambda data: b"",
    "noise": lambda data: b"noise" * 100,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_not_used(tmp_path: Path, damage: str, said: Callable[[], str]) -> None:
    store = Store(tmp_path, NAME)
    store.write("code.o", CODE)
    file = tmp_path / NAME / "code.o"
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert store.read("code.o") is None and "damaged compiled code" in said()
    assert not file.exists()
    store.write("code.o", CODE)
    assert store.read("code.o") == CODE


def test_object_code_that_was_not_used_for_longest_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    store = Store(tmp_path, NAME)
    for age, name in enumerate(("c.o", "b.o", "a.o")):
        store.write(name, CODE)
        os.utime(tmp_path / NAME / name, (1000 - age, 1000 - age))
    store.write("machine.bitcode", CODE)
    assert store.read("a.o") == CODE  # now it is the one used last
    store.write("d.o", CODE)
    assert [store.read(name) is not None for name in ("a.o", "b.o", "c.o", "d.o")] == [
        *(True, False, True, True)
    ]
    assert store.read("machine.bitcode") == CODE


def test_a_full_disk_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Callable[[], str]
) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = Store(tmp_path, NAME)
    monkeypatch.setattr(cache, "write_whole", full)
    store.write("code.o", CODE)
    assert store.read("code.o") is None and "No space left on device" in said()


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
import sys, time
from pathlib import Path
from ludwright.machine.cache import Store

store = Store(Path(sys.argv[1]), sys.argv[2])
with store.lock():
    found = store.read("code.o")
    if found is None:
        time.sleep(0.5)
        store.write("code.o", b"code")
print("made" if found is None else found.decode())
"""


def test_two_processes_compile_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TINY, tmp_path / "home", NAME]
    two = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=100) for process in two]
    assert sorted(out for out, _ in said) == ["code\n", "made\n"], said
