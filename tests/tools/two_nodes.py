"""A Ray cluster of two nodes, one of which is killed in mid-run; prints what comes out of a
simulation there, and which nodes were at work. Runs in a network namespace of its own."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import ludwright as lw
from ludwright.lab.engines.work import Died
from ludwright.lab.executor import Run
from ludwright.players.first import First

GAMES, SEED = 200, 3


def main(folder: str) -> None:
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    os.environ["RAY_TMPDIR"] = folder
    os.mkdir(f"{folder}/ray")
    from ray.cluster_utils import Cluster

    sizes = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=sizes)
    second = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    cluster.wait_for_nodes()
    killed: list[float] = []
    workers: list[int] = []

    def kill_one(done: int, games: int) -> None:
        if done >= 10 and not killed:
            killed.append(done)
            workers.append(len(executor.engine._actors))
            cluster.remove_node(second, allow_graceful=False)

    died: list[str] = []
    put_back = Run._again

    def noted(run: Run, number: int | None, why: Died) -> None:
        died.append(str(why))
        put_back(run, number, why)

    Run._again = noted  # type: ignore[method-assign]
    with lw.executor_of("ray", address=cluster.address) as executor:
        found = lw.load("leduc-poker").simulate(
            GAMES, SEED, bot=Slow, engine=executor, progress=kill_one
        )
    report: dict[str, Any] = {"found": found.as_json(), "killed_after": killed, "workers": workers}
    print(json.dumps(report | {"died": died}))
    sys.stdout.flush()
    os._exit(0)  # the namespace ends with its first process, and Ray's with it


class Slow(First):
    """A bot that thinks for a while."""

    def pick(self, count: int) -> int:
        time.sleep(0.03)
        return 0


if __name__ == "__main__":
    from tools.two_nodes import main as run  # as a module, so that workers find the bot

    run(sys.argv[1])
