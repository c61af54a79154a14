"""Tables and views as pictures: notebooks ask them, and a room above draws.

What is drawn is a scene, which is made in a room above this one. So the front door says once who
draws, by a function that is called at the first picture: nothing is imported before that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .table import Table
    from .view import View


class Artist(Protocol):
    """Who draws tables and views."""

    def svg(self, shown: Table | View, /) -> str:
        """An SVG document."""

    def html(self, shown: Table | View, /) -> str:
        """HTML for a notebook."""


class Pictured:
    """What can be drawn."""

    __slots__ = ()

    def svg(self) -> str:
        """A picture as an SVG document. A table is drawn as the seat sees it that decides (the
        first one, if none does); for another seat, draw its view."""
        return _artist().svg(self)  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        return _artist().html(self)  # type: ignore[arg-type]


_artist: Callable[[], Artist]


def drawn_by(artist: Callable[[], Artist]) -> None:
    """Say who draws."""
    global _artist
    _artist = artist
