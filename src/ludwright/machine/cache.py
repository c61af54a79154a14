"""The cache of compiled code: a private folder for each version of the sources.

Its files are loaded and run, so a folder that other users may write to is not used, and files
that differ from what was written are discarded. Only folders with our mark are ever removed.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ..disk import DRAFT, read_whole, write_whole

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes may compile the same code
    fcntl = None  # type: ignore[assignment]

LOG = logging.getLogger("ludwright")

MARK = "made-by-ludwright"
MARK_TEXT = "Compiled code. Ludwright makes it again when it is missing, and removes it when old.\n"
MOST_KEPT = 8  # versions
MOST_FILES = 300  # of object code, in each
STALE = 600  # seconds: older drafts are those of processes that were killed
LARGEST = 100_000_000  # bytes of a file
DIGEST_BYTES = 16  # in front of every file
NAME = re.compile("[0-9a-f]{16}")


def stamp(version: str, *rooms: Path) -> str:
    """A name for the compiled sources of some folders; it changes with any of them."""
    digest = hashlib.sha256(version.encode())
    for path in (path for room in rooms for path in sorted(room.rglob("*.py"))):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path | None:
    """The user's cache folder; None without a home folder."""
    named = os.environ.get("LUDWRIGHT_CACHE") or os.environ.get("XDG_CACHE_HOME")
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    try:
        return Path(named or local or Path.home() / ".cache") / "ludwright"
    except RuntimeError:
        return None


class Store:
    """A folder of compiled code; None where nothing can be written at all."""

    def __init__(self, home: Path | None, name: str) -> None:
        self.folder = self._kept(home, name) or _temporary()

    def _kept(self, home: Path | None, name: str) -> Path | None:
        """The folder of a name in the user's cache; None, with a warning, if it cannot be used."""
        if home is None:
            _warn("no home directory; set LUDWRIGHT_CACHE to a directory")
            return None
        folder = home / name
        try:
            for each in (home, folder):
                each.mkdir(mode=0o700, parents=True, exist_ok=True)
                if why := _unsafe(each):
                    _warn(f"'{each}' {why}")
                    return None
            with tempfile.TemporaryFile(
                dir=folder
            ):  # also updates its time: pruning spares what is in use
                pass
            if not _marked(folder):
                write_whole(folder / MARK, MARK_TEXT)
        except OSError as error:
            _warn(f"'{folder}' cannot be written: {error.strerror}")
            return None
        _prune(home, keep=folder)
        return folder

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None if nothing was, or if it is damaged."""
        if self.folder is None:
            return None
        file = self.folder / name
        try:
            found = read_whole(file, LARGEST)
        except OSError:
            return None
        digest, data = found[:DIGEST_BYTES], found[DIGEST_BYTES:]
        if digest == _digest(data):
            with suppress(OSError):
                os.utime(file)  # pruning spares what is in use
            return data
        LOG.warning("damaged compiled code in '%s': compiling again", self.folder)
        file.unlink(missing_ok=True)
        return None

    def write(self, name: str, data: bytes) -> None:
        """Keep compiled code under a name, or warn that it cannot be kept."""
        if self.folder is None:
            return
        try:
            write_whole(self.folder / name, _digest(data) + data)
            _prune_files(self.folder, (self.folder / name).stat().st_mtime)
        except OSError as error:
            _warn(f"it cannot be written: {error.strerror}")

    def remove(self, name: str) -> None:
        """Forget what was written under a name."""
        if self.folder is not None:
            (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other processes from compiling the same code at the same time."""
        if self.folder is None or fcntl is None:
            yield
            return
        try:
            file = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            yield
            return
        try:
            _acquire(file)
            yield
        finally:
            os.close(file)


def _acquire(file: int) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        if "waiting" not in _said:
            _said.add("waiting")
            LOG.warning("another process is compiling the same code: waiting for it")
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:  # not on this file system
        pass


_said: set[str] = set()


def _warn(why: str) -> None:
    """Warn once that compiled code is not cached."""
    if why not in _said:
        _said.add(why)
        LOG.warning("compiled code is not cached: %s", why)


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a moment."""
    with tempfile.TemporaryDirectory(prefix="ludwright-") as folder:
        yield Path(folder)


@contextmanager
def unnamed(data: bytes) -> Iterator[IO[bytes]]:
    """A file to be read that has no name: nothing is left of it, even if its readers are killed."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        yield file


def _temporary() -> Path | None:
    """A folder for this process only; None if none can be made."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="ludwright-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _unsafe(folder: Path) -> str:
    """Why other users could write to a folder, on systems with owners; empty if they cannot."""
    if not hasattr(os, "geteuid"):
        return ""
    found = os.stat(folder)
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    if found.st_mode & 0o022:
        return f"is writable by other users (to fix this: chmod go-w '{folder}')"
    return ""


def _marked(folder: Path) -> bool:
    """Whether we made a folder."""
    try:
        mark = read_whole(folder / MARK, LARGEST)
    except OSError:
        return False
    ours = mark == MARK_TEXT.encode() and NAME.fullmatch(folder.name) is not None
    return ours and not folder.is_symlink()


def _prune(home: Path, keep: Path) -> None:
    """Remove the least recently used versions of compiled code, and nothing else."""
    try:
        others = [(p.stat().st_mtime, p) for p in home.iterdir() if p != keep and _marked(p)]
    except OSError:  # another process prunes too
        return
    for _, old in sorted(others, reverse=True)[MOST_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _prune_files(folder: Path, now: float) -> None:
    """Remove the object code that was not used for longest: each program played leaves some; and
    drafts that were never finished."""
    with suppress(OSError):  # another process prunes too
        for draft in folder.glob(f"{DRAFT}*"):
            if draft.stat().st_mtime < now - STALE:
                draft.unlink(missing_ok=True)
        files = sorted(folder.glob("*.o"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in files[MOST_FILES:]:
            old.unlink(missing_ok=True)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()
