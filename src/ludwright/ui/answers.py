"""Answers to queries as plain text and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from ..lab.query import Answer

Value = Any


def answer_as_data(found: Answer) -> dict[str, Any]:
    """The machine-readable form: the columns, and each row as an object."""
    rows = [{name: plain(value) for name, value in row.items()} for row in found]
    data: dict[str, Any] = {"columns": list(found.columns), "rows": rows}
    skipped = [{"file": str(each.path), "why": each.why} for each in found.damaged]
    return data | ({"skipped": skipped} if skipped else {})


def answer_lines(found: Answer) -> Iterator[str]:
    """Rows below the names of their columns, numbers on the right."""
    texts = [[_shown(value) for value in row] for row in found.rows]
    widths = [
        max(len(name), *(len(row[i]) for row in texts), 0) for i, name in enumerate(found.columns)
    ]
    right = [
        all(_is_number(row[i]) for row in found.rows) and bool(texts) for i in range(len(widths))
    ]
    for line in (list(found.columns), *texts):
        cells = zip(line, widths, right, strict=True)
        yield "  ".join(f"{text:>{w}}" if r else f"{text:<{w}}" for text, w, r in cells).rstrip()


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _shown(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    text = str(cell(value))
    return text if text.isprintable() else json.dumps(text)


def cell(value: Value) -> Value:
    """A value as a cell of CSV; null is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(plain(value)) if isinstance(value, list | dict) else value


def plain(value: Value) -> Value:
    """A value that JSON has; what is no number is null."""
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)
