"""A process of a server with several: gets its listening socket, its name and its settings."""

from __future__ import annotations

import logging
import socket
import sys

import msgspec

from .config import Config
from .run import serve


def main() -> None:
    """Serve on an inherited socket; the settings come over the standard input."""
    logging.basicConfig(level=logging.WARNING)
    descriptor, process = sys.argv[1:]
    config = msgspec.json.decode(sys.stdin.buffer.readline(), type=Config)
    serve(config, socket.socket(fileno=int(descriptor)), process)


if __name__ == "__main__":
    main()
