"""Packages of optional extras: what to say when one is missing."""

from __future__ import annotations


def absent(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """The error for a package that is not installed: how to get it."""
    what = f"{error.name} is not installed; install it with: pip install 'ludwright[{extra}]'"
    return ModuleNotFoundError(what, name=error.name)
