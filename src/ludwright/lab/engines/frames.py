"""Values sent through pipes to processes of our own: pickles, each after its length."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

LENGTH = struct.Struct(">Q")


def packed(value: Any) -> bytes:
    """A value as it is sent."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def write(pipe: IO[bytes], data: bytes) -> None:
    """Write a packed value."""
    pipe.write(LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def received(pipe: IO[bytes]) -> bytes:
    """Read a value, still packed; EOFError at the end, also in the middle of a value."""
    return _exactly(pipe, LENGTH.unpack(_exactly(pipe, LENGTH.size))[0])


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
