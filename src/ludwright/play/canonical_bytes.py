"""Canonical bytes: equal values have equal bytes, whatever objects they share."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

ARRAY = "array"
HEAD = 8  # bytes of the length of the description, which the arrays follow


def packed(value: object) -> bytes:
    """The bytes of a value made of dataclasses, tuples, lists, arrays, texts, bytes and numbers. A
    pickle would not do: it also records which parts are the same object."""
    arrays: list[bytes] = []
    described = repr(_described(value, arrays)).encode()
    return b"".join([len(described).to_bytes(HEAD, "big"), described, *arrays])


def _described(value: Any, arrays: list[bytes]) -> object:
    if isinstance(value, np.ndarray):
        # Behind the text: as literals, thousands of numbers would be slow to parse.
        arrays.append(value.tobytes())
        return {ARRAY: (value.dtype.str, value.shape)}
    if isinstance(value, tuple | list):
        # A list stays a list, so that `unpacked` rebuilds values of the same types.
        return type(value)(_described(each, arrays) for each in value)
    if is_dataclass(value):
        parts = (_described(getattr(value, field.name), arrays) for field in fields(value))
        return {type(value).__name__: tuple(parts)}
    if value is not None and not isinstance(value, int | str | bytes):
        raise TypeError(f"{type(value).__name__} cannot be packed")
    return value


def unpacked(data: bytes, classes: Iterable[type]) -> Any:
    """The value of bytes, whose dataclasses are among these."""
    end = HEAD + int.from_bytes(data[:HEAD], "big")
    # Only literals: unlike a pickle, forged bytes cannot run code.
    described = ast.literal_eval(data[HEAD:end].decode())
    return _Unpacking(data, end, {each.__name__: each for each in classes}).value(described)


class _Unpacking:
    """Rebuilds a value; arrays follow one another in the order of the description."""

    def __init__(self, data: bytes, at: int, classes: dict[str, type]) -> None:
        self._data = data
        self._at = at
        self._classes = classes

    def value(self, described: Any) -> Any:
        """The value with a description."""
        if isinstance(described, tuple | list):
            return type(described)(self.value(each) for each in described)
        if not isinstance(described, dict):
            return described
        ((name, parts),) = described.items()
        if name == ARRAY:
            return self._array(*parts)
        return self._classes[name](*map(self.value, parts))

    def _array(self, kind: str, shape: tuple[int, ...]) -> Any:
        found = np.frombuffer(self._data, kind, int(np.prod(shape)), self._at)
        self._at += found.nbytes
        return found.reshape(shape)
