"""Where rows come from: the version of the package."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The version of the package; nothing if it runs from its sources."""
    try:
        return metadata.version("ludwright")
    except metadata.PackageNotFoundError:
        return ""
