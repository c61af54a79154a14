"""User files: read up to a limit, written atomically."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

# Paths below these are devices, pipes or file descriptors, even if they resolve to regular files.
HANDLES = ("/dev/", "/proc/")
DRAFT = ".ludwright-"  # how the names of files begin that are being written


class NotPlain(OSError):
    """A device, pipe or folder instead of a regular file."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(errno.EINVAL, "not a regular file", str(path))


class TooLarge(OSError):
    """A file above the size limit."""

    def __init__(self, path: str | Path, most: int) -> None:
        super().__init__(errno.EFBIG, f"larger than {most:,} bytes", str(path))


def open_plain(path: str | Path, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a regular file; anything else is rejected without blocking on it."""
    # Opening a pipe would wait for a writer, unless it is non-blocking.
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotPlain(path)
        return os.fdopen(descriptor, "rb" if flags == os.O_RDONLY else "r+b")
    except BaseException:
        os.close(descriptor)
        raise


def read_whole(path: str | Path, most: int) -> bytes:
    """The contents of a regular file of at most `most` bytes."""
    with open_plain(path) as file:
        data = file.read(most + 1)  # not the size from stat: the file may be growing
    if len(data) > most:
        raise TooLarge(path, most)
    return data


def folder_of(path: str | Path | None) -> Path:
    """The folder of a file to be written; the current one for devices and for no file."""
    if path is None or is_handle(path):
        return Path()
    return Path(os.path.realpath(path)).parent


def is_handle(path: str | Path) -> bool:
    """Whether writing appends instead of replacing: a device, a pipe, an open file."""
    # By name, before any system call follows the link: /dev/stdout may resolve to a regular file,
    # which must be appended to.
    if os.path.abspath(path).startswith(HANDLES):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def overwrite_refusal(file: str | Path, what: str, same: Callable[[str], bool]) -> str:
    """Why a file must not be replaced: it exists, and is not what is to be written; else empty."""
    # Devices and pipes are written to, not replaced; an empty file has nothing to lose.
    try:
        if not os.path.isfile(file) or is_handle(file) or os.path.getsize(file) == 0:
            return ""
    except (OSError, ValueError):
        return ""  # writing will report what is wrong
    if same(str(file)):
        return ""
    return f"'{file}' exists and is not {what}; choose another name or delete it first"


@contextmanager
def folder_of_texts(texts: Mapping[str, str]) -> Iterator[Path]:
    """A temporary folder with texts as files, by their names."""
    with tempfile.TemporaryDirectory(prefix="ludwright-") as folder:
        for name, text in texts.items():
            write_whole(Path(folder) / name, text)
        yield Path(folder)


def write_whole(path: str | Path, contents: str | bytes) -> None:
    """Replace the contents of a file atomically: if this raises an OSError, the old contents stay.
    Links are followed and the mode is kept; devices and pipes are written to directly."""
    data = contents if isinstance(contents, bytes) else contents.encode()
    if is_handle(path):
        with open(path, "ab", buffering=0) as file:
            _write_all(file, data)
        return
    target = Path(os.path.realpath(path))
    old = os.stat(target) if target.exists() else None
    # Renaming needs only a writable folder, so a read-only file would be replaced silently.
    if old and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected", str(path))
    _replace(target, data, old)


def _write_all(file: IO[bytes], data: bytes) -> None:
    left = memoryview(data)
    while left:
        # An unbuffered write may be partial, for example into a pipe.
        left = left[file.write(left) :]


def _replace(target: Path, data: bytes, old: os.stat_result | None) -> None:
    """Write a draft next to a file, sync it, and rename it over the file."""
    mode = 0o600 if old else 0o666  # a draft of a private file must not be readable
    with _replacement(target, mode, buffering=0) as file:
        _write_all(file, data)
        if old:
            _copy_ownership(Path(file.name), old)


@contextmanager
def private_replacement(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write to that replaces another when it is complete, and that only its owner may
    read; if anything fails, the old one stays."""
    with _replacement(Path(os.path.realpath(path)), 0o600) as file:
        yield file


@contextmanager
def _replacement(target: Path, mode: int, buffering: int = -1) -> Iterator[IO[bytes]]:
    """A draft of a file, which replaces the file unless something fails."""
    # In the same folder: a rename is atomic only within one file system.
    draft = target.with_name(f"{DRAFT}{os.urandom(8).hex()}")
    try:
        with open(draft, "xb", buffering, opener=partial(os.open, mode=mode)) as file:
            yield file
            # Without the sync, a crash after the rename could leave an empty file.
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def make_folder(path: str | Path) -> None:
    """Create a folder with its parents, if it is missing."""
    Path(path).mkdir(parents=True, exist_ok=True)


def private_file(path: Path) -> None:
    """Create a file and its folder if they are missing; nobody else may read the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)


def _copy_ownership(draft: Path, old: os.stat_result) -> None:
    """Give a draft the owner (if permitted) and the mode of the file it replaces."""
    made = os.stat(draft)
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
        with suppress(PermissionError):
            os.chown(draft, old.st_uid, old.st_gid)
    os.chmod(draft, stat.S_IMODE(old.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make a rename durable, on systems that can sync folders."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):
        os.fsync(descriptor)
    os.close(descriptor)


class Lines:
    """A regular file to which lines are appended, each whole or not at all."""

    def __init__(self, path: str | Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise NotPlain(path)
        self._file = os.fdopen(descriptor, "r+b", buffering=0)

    def cut(self, size: int) -> None:
        """Truncate the file."""
        self._file.truncate(size)

    def add(self, line: str) -> None:
        """Append a line; if only part of it can be written, that is removed again."""
        # Asked each time: another process may append to the same file.
        size = os.fstat(self._file.fileno()).st_size
        try:
            _write_all(self._file, line.encode() + b"\n")
        except OSError:
            self.cut(size)
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()
