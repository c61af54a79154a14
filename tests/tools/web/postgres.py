"""A PostgreSQL server in a temporary folder, on a loopback port, for as long as tests need it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "postgres"


def missing() -> str:
    """Why there is no PostgreSQL to test with; empty if there is."""
    if folder() is None:
        return "PostgreSQL is not installed (make system)"
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(USER)
        except KeyError:
            return f"PostgreSQL refuses to run as root, and there is no user {USER}"
        if shutil.which("setpriv") is None:
            return "PostgreSQL refuses to run as root, and setpriv is not installed"
    return ""


def folder() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).parent if named else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running() -> Iterator[str]:
    """The URL of a server."""
    # Not in pytest's folder: every start of another pytest closes that to other users.
    home = Path(tempfile.mkdtemp(prefix="ludwright-postgres-"))
    try:
        yield from _running(home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _running(home: Path) -> Iterator[str]:
    programs = folder()
    assert programs is not None
    as_user: list[str] = []
    if os.geteuid() == 0:
        as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        shutil.chown(home, USER, USER)
    password = home / "password"
    password.write_text("secret\n")
    password.chmod(0o644)
    port = free_port()

    def run(*command: str | Path) -> None:
        done = subprocess.run(
            [*as_user, "env", f"HOME={home}", *map(str, command)],
            capture_output=True,
            text=True,
            cwd=home,
        )
        assert done.returncode == 0, done.stderr + done.stdout

    data = home / "data"
    run(
        *(programs / "initdb", "-D", data, "-A", "scram-sha-256", "-U", "eng"),
        *(f"--pwfile={password}", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
    )
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home}"
    run(programs / "pg_ctl", "-D", data, "-w", "-l", home / "log", "-o", settings, "start")
    try:
        yield f"postgresql+psycopg://eng:secret@127.0.0.1:{port}/postgres"
    finally:
        pid = data / "postmaster.pid"
        if pid.exists():  # its first line; connections that are open do not matter any more
            os.kill(int(pid.read_text().split()[0]), signal.SIGQUIT)
            end = time.monotonic() + 10
            while pid.exists() and time.monotonic() < end:
                time.sleep(0.05)
