"""Frames between the server and its engines: a length, then a value packed by msgpack."""

from __future__ import annotations

import struct
from typing import Any

import msgspec

LENGTH = struct.Struct(">I")
LARGEST = 64 << 20  # bytes; a longer frame is a mistake, not a message

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder().decode


def packed(value: Any) -> bytes:
    """A value as a frame; structs become mappings."""
    data = _pack(value)
    return LENGTH.pack(len(data)) + data


def unpacked(data: bytes) -> Any:
    """The value of a frame's contents."""
    return _unpack(data)
