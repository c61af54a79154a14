"""Ray: the same bytes from a cluster, out of reach of others, and nothing lost with a node."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ludwright as lw
from ludwright.lab.engines import contained
from ludwright.lab.executor import executor_of
from ludwright.play.errors import TableError
from tools import tasks
from tools.small_solitaires import little
from tools.timeless import timeless
from tools.two_nodes import GAMES, SEED, Slow

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.skipif(
        os.name != "posix" or not contained.is_possible(), reason="no network namespaces"
    ),
]


def outcome(found: Any) -> str:
    return json.dumps(timeless(found.as_json()))


@pytest.mark.timeout(300)
def test_a_cluster_of_our_own_gives_the_same_bytes(tmp_path: Path) -> None:
    eights, leduc = lw.load("crazy-eights"), lw.load("leduc-poker")
    with executor_of("ray", 2) as executor:
        found = eights.simulate(700, 5, engine=executor)
        assert outcome(found) == outcome(eights.simulate(700, 5))
        arena = leduc.arena(["greedy", "random"], 12, engine=executor)
        assert outcome(arena) == outcome(leduc.arena(["greedy", "random"], 12))
        solved = little().solve(range(1, 11), engine=executor)
        assert outcome(solved) == outcome(little().solve(range(1, 11)))
        with pytest.raises(TableError, match="no 3"):
            list(executor.map(tasks.refuse, range(9)))
        work = tasks.DieOnce(tmp_path, (3, 17))  # one machine, and one disk
        assert list(executor.map(work, range(30))) == list(range(30))
        assert len(list(tmp_path.iterdir())) == 2
        with pytest.raises(TableError, match=r"task 4 of 9 \(3\) ended 3 workers"):
            list(executor.map(tasks.die, range(9)))
        # Nobody else reaches what it listens to.
        ours = Path("/proc/net/tcp").read_text()
        inside = next(executor.map(tasks.network, range(1)))
        assert inside != ours and "0100007F" in inside


@pytest.mark.timeout(300)
def test_a_node_killed_in_mid_run_loses_nothing() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with TemporaryDirectory(prefix="lw-") as folder:  # names of sockets must be short
        command = contained.apart(sys.executable, "-m", "tools.two_nodes", folder)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["workers"] == [2] and report["killed_after"][0] < GAMES
    assert report["died"], "the node had a task"
    expected = lw.load("leduc-poker").simulate(GAMES, SEED, bot=Slow).as_json()
    assert timeless(report["found"]) == timeless(json.loads(json.dumps(expected)))
