"""Runs many commands in one process, each in a fork of it with streams and limits of its own.

A list of cases comes in as JSON, a list of what came of each goes out. So a whole matrix of
commands and streams costs one start of Python.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

SRC = Path(__file__).parent.parent / "src"
STREAMS = ("stdin", "stdout", "stderr")


def run_all(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What came of commands: `code`, `out`, `err`. A case has `args`, and if it likes `cwd`,
    `input`, `limit` (bytes of a file), and per stream `closed`, `full` or `broken`."""
    child = subprocess.run(
        [sys.executable, __file__],
        env=os.environ | {"PYTHONPATH": str(SRC)},
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert child.returncode == 0, child.stderr
    found: list[dict[str, Any]] = json.loads(child.stdout)
    return found


def _run(case: dict[str, Any]) -> dict[str, Any]:
    out, err, into = os.pipe(), os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        _become(case, into[0], out[1], err[1])
        for end in (*out, *err, *into):
            os.close(end)
        sys.argv = ["ludwright", *case["args"]]
        from ludwright.cli import main

        _leave(main)
    for end in (out[1], err[1], into[0]):
        os.close(end)
    with suppress(BrokenPipeError):
        os.write(into[1], case.get("input", "").encode())
    os.close(into[1])
    texts = []
    for end in (out[0], err[0]):
        with os.fdopen(end, "rb") as file:
            texts.append(file.read().decode())
    _, status = os.waitpid(child, 0)
    return {"code": os.waitstatus_to_exitcode(status), "out": texts[0], "err": texts[1]}


def _leave(main: Callable[[], None]) -> NoReturn:
    """Run a program and leave as Python would, without the time that it takes to tidy up."""
    code: Any = 0
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = 120
    os._exit(code)


def _become(case: dict[str, Any], *ends: int) -> None:
    """Give this process the streams and limits of a case."""
    os.chdir(case.get("cwd", "."))
    for number, (name, end) in enumerate(zip(STREAMS, ends, strict=True)):
        how = case.get(name)
        if how == "closed":
            os.close(number)
        elif how == "full":
            os.dup2(os.open("/dev/full", os.O_RDWR), number)
        elif how == "broken":
            reader, writer = os.pipe()
            os.close(reader)
            os.dup2(writer, number)
        else:
            os.dup2(end, number)
        mode = "w" if number else "r"
        # As Python does when it starts.
        fresh = None if how == "closed" else os.fdopen(number, mode, closefd=False)
        setattr(sys, name, fresh)
    if limit := case.get("limit"):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def _main() -> None:
    from ludwright.machine import calls  # noqa: F401  (here, so that no fork has to load it)
    from ludwright.ui import solving

    cases = json.load(sys.stdin)
    if any("solve" in case["args"] for case in cases):
        solving.warm_up()
    found = [_run(case) for case in cases]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main()
