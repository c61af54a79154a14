"""Files of the user: read within bounds, written whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludwright.disk import Lines, NotPlain, TooLarge, folder_of, read_whole, write_whole

OLD, NEW = "what was there\n", "something new\n" * 100


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text(OLD)
    return path


@pytest.fixture
def almost_full() -> Iterator[None]:
    """No file may be longer than 100 bytes."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def alone(file: Path) -> bool:
    return [each.name for each in file.parent.iterdir()] == [file.name]


# ---- writing -------------------------------------------------------------------------------------


def test_a_text_is_written(tmp_path: Path, file: Path) -> None:
    write_whole(file, NEW)
    assert file.read_bytes() == NEW.encode() and alone(file)
    write_whole(file, "")
    assert file.read_bytes() == b""
    longest = tmp_path / ("n" * 255)
    write_whole(str(longest), "é\r\n")
    assert longest.read_bytes() == b"\xc3\xa9\r\n"


def test_a_full_disk_leaves_the_old_file(file: Path, almost_full: None) -> None:
    with pytest.raises(OSError):
        write_whole(file, NEW)
    assert file.read_text() == OLD and alone(file)


def test_a_full_disk_leaves_no_new_file(tmp_path: Path, almost_full: None) -> None:
    with pytest.raises(OSError):
        write_whole(tmp_path / "new", NEW)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
def test_whatever_fails_the_old_file_is_left(
    file: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError):
        write_whole(file, NEW)
    assert file.read_text() == OLD and alone(file)


def test_a_text_that_can_t_be_encoded_leaves_the_old_file(file: Path) -> None:
    with pytest.raises(ValueError):
        write_whole(file, "\ud800")
    assert file.read_text() == OLD and alone(file)


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660, 0o755])
def test_the_mode_is_kept(file: Path, mode: int) -> None:
    file.chmod(mode)
    write_whole(file, NEW)
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_protected_file_is_left_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everything
    with pytest.raises(PermissionError, match="write-protected"):
        write_whole(file, NEW)
    assert file.read_text() == OLD


@pytest.mark.parametrize("depth", [1, 3])
def test_links_are_followed_and_stay(tmp_path: Path, depth: int) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "file").write_text(OLD)
    link = tmp_path / "link-0"
    link.symlink_to("inner/file")
    for number in range(1, depth):
        link = tmp_path / f"link-{number}"
        link.symlink_to(f"link-{number - 1}")
    write_whole(link, NEW)
    assert link.is_symlink() and (inner / "file").read_text() == NEW and alone(inner / "file")


def test_a_link_to_nothing_makes_its_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("there")
    write_whole(link, NEW)
    assert link.is_symlink() and (tmp_path / "there").read_text() == NEW


def test_links_in_a_circle_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError):
        write_whole(tmp_path / "a", NEW)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, NEW * 100)
    reader.join(10)
    assert got == [NEW.encode() * 100] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to() -> None:
    write_whole("/dev/null", NEW)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(OSError, match="No space left"):
        write_whole("/dev/full", NEW)


def test_an_open_file_is_added_to(tmp_path: Path) -> None:
    """As `--out /dev/stdout > file` does."""
    with (tmp_path / "out").open("w+b", buffering=0) as out:
        out.write(b"before\n")
        inode = os.fstat(out.fileno()).st_ino
        write_whole(f"/dev/fd/{out.fileno()}", NEW)
        assert (tmp_path / "out").read_text() == "before\n" + NEW
        assert (tmp_path / "out").stat().st_ino == inode
        assert folder_of(f"/dev/fd/{out.fileno()}") == Path()


@pytest.mark.parametrize("name", ["", "none/file", "x" * 300])
def test_a_place_where_nothing_can_be_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError):
        write_whole(tmp_path / name, NEW)


# ---- reading -------------------------------------------------------------------------------------


def test_a_file_is_read_within_bounds(file: Path) -> None:
    assert read_whole(file, len(OLD)) == OLD.encode()
    with pytest.raises(TooLarge, match=f"larger than {len(OLD) - 1} bytes"):
        read_whole(file, len(OLD) - 1)


@pytest.mark.parametrize("odd", ["fifo", "folder", "/dev/zero", "/dev/null", "/dev/tty"])
def test_only_plain_files_are_read(tmp_path: Path, odd: str) -> None:
    path = tmp_path / odd if "/" not in odd else Path(odd)
    if odd == "fifo":
        os.mkfifo(path)
    elif odd == "folder":
        path.mkdir()
    with pytest.raises(OSError) as caught:
        read_whole(path, 100)
    assert isinstance(caught.value, NotPlain) or odd == "/dev/tty"


# ---- lines ---------------------------------------------------------------------------------------


def test_lines_are_added_whole_or_not_at_all(file: Path, almost_full: None) -> None:
    lines = Lines(file)
    lines.add("more")
    with pytest.raises(OSError):
        lines.add("x" * 200)
    lines.close()
    assert file.read_text() == f"{OLD}more\n"
