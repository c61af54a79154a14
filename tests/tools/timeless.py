"""Results without what depends on the clock."""

from __future__ import annotations

from typing import Any


def timeless(data: Any) -> Any:
    """JSON data without the fields that speak of seconds."""
    if isinstance(data, dict):
        return {key: timeless(value) for key, value in data.items() if "second" not in key}
    return [timeless(each) for each in data] if isinstance(data, list) else data
