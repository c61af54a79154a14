"""A server with its real engines in a process of its own, which can be killed and started again.

As a program: the server that tests start, with limits that their quick hands do not reach.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
RATES = ("requests_per_minute", "costly_per_minute", "frames_per_second", "frames_burst")
RATES += ("address_frames_per_second", "address_frames_burst", "tables_per_day")


class RealServer:
    """A running server; `address` ends with a slash."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "web.db"
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start it, at the same address as before."""
        port = re.search(r":(\d+)/$", self.address)
        paths = os.pathsep.join(str(ROOT / each) for each in ("src", "tests"))
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self.store), port[1] if port else "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, "the server did not start"

    def kill(self) -> None:
        """End it and its engines as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._ended()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def main() -> None:
    """Serve until a signal ends it."""
    from ludwright.web.config import Config, Limits
    from ludwright.web.run import listen, serve, url_of
    from ludwright.web.store import store_url

    store, port = sys.argv[1:]
    limits = Limits(**dict.fromkeys(RATES, 100_000), tables_per_person=10_000)
    config = Config(store=store_url(store), port=int(port), limits=limits, pause=0.1)
    listener = listen(config)
    serve(config, listener, ready=lambda: print(url_of(config, listener), flush=True))


if __name__ == "__main__":
    main()
