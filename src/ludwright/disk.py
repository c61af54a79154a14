"""Files of the user: read within bounds, written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO

# What lies here is a device, a pipe or a handle of a process, also where it leads to a plain file.
HANDLES = ("/dev/", "/proc/")


class NotPlain(OSError):
    """A device, pipe or folder where a plain file is wanted."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(errno.EINVAL, "not a regular file", str(path))


class TooLarge(OSError):
    """A file of more bytes than are read."""

    def __init__(self, path: str | Path, most: int) -> None:
        super().__init__(errno.EFBIG, f"larger than {most:,} bytes", str(path))


def open_plain(path: str | Path, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a regular file to be read; nothing else is waited for, or even touched."""
    found = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(found).st_mode):
            raise NotPlain(path)
        return os.fdopen(found, "rb" if flags == os.O_RDONLY else "r+b")
    except BaseException:
        os.close(found)
        raise


def read_whole(path: str | Path, most: int) -> bytes:
    """What a regular file of so many bytes at most holds."""
    with open_plain(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(path, most)
    return data


def folder_of(path: str | Path | None) -> Path:
    """The folder in which a file that is written will lie; that where we are for what is none."""
    if path is None or is_handle(path):
        return Path()
    return Path(os.path.realpath(path)).parent


def is_handle(path: str | Path) -> bool:
    """Whether what is written does not replace anything: a device, a pipe, an open file."""
    if os.path.abspath(path).startswith(HANDLES):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def write_whole(path: str | Path, text: str) -> None:
    """Write a text over a file: afterwards it holds all of it or, with an OSError, what it held
    before. Links are followed and the mode is kept; devices and pipes are written to directly."""
    data = text.encode()
    if is_handle(path):
        with open(path, "ab", buffering=0) as file:
            _write_all(file, data)
        return
    target = Path(os.path.realpath(path))
    old = os.stat(target) if target.exists() else None
    if old and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected", str(path))
    _replace(target, data, old)


def _write_all(file: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def _replace(target: Path, data: bytes, old: os.stat_result | None) -> None:
    """Write a draft beside a file, and give it the file's name once it is safely there."""
    draft = target.with_name(f".ludwright-{os.urandom(8).hex()}")
    mode = 0o600 if old else 0o666  # nobody reads the draft of a private file
    try:
        with open(draft, "xb", 0, opener=lambda name, flags: os.open(name, flags, mode)) as file:
            _write_all(file, data)
            if old:
                _liken(draft, old)
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _liken(draft: Path, old: os.stat_result) -> None:
    """Give a draft the owner, if that is allowed, and the mode of the file it stands for."""
    made = os.stat(draft)
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.chown(draft, old.st_uid, old.st_gid)
    os.chmod(draft, stat.S_IMODE(old.st_mode))


def _settle(folder: Path) -> None:
    """Have a folder's new names on the disk before anything else happens, where that can be
    asked for."""
    try:
        found = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):
        os.fsync(found)
    os.close(found)


class Lines:
    """A regular file to which whole lines are added, each at once."""

    def __init__(self, path: str | Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
        found = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
        if not stat.S_ISREG(os.fstat(found).st_mode):
            os.close(found)
            raise NotPlain(path)
        self._file = os.fdopen(found, "r+b", buffering=0)

    def cut(self, size: int) -> None:
        """Leave so many bytes."""
        self._file.truncate(size)

    def add(self, line: str) -> None:
        """Write a line; one that can't be written whole is taken back, as far as that goes."""
        size = os.fstat(self._file.fileno()).st_size
        try:
            _write_all(self._file, line.encode() + b"\n")
        except OSError:
            self.cut(size)
            raise

    def close(self) -> None:
        """Be done with it."""
        self._file.close()
