"""Tables and views in notebooks: a picture, who decides, and the first legal moves."""

from __future__ import annotations

from itertools import islice

from ..markup import html as h
from ..play.table import Result, Table
from ..play.view import View
from .picture_parts import is_french
from .pictures import picture
from .scene import scene_of

WIDTH = 480  # pixels
MOST_MOVES = 12  # listed


def svg(shown: Table | View) -> str:
    """The picture of a table or of a view, as an SVG document."""
    view = _view(shown)
    return picture(scene_of(view), is_french([name for name in view.program.tokens if name]))


def html(shown: Table | View) -> str:
    """A table or a view as HTML; that of a view is made of what its seat knows, and nothing
    else."""
    view = _view(shown)
    title = f"{view.program.name}, as {view.names[view.seat]} sees it"
    if isinstance(shown, Table):
        made = len(shown.log)
        title += f"; seed {shown.seed}, {made} {'move' if made == 1 else 'moves'} made"
    parts = [h.image(svg(view), title, WIDTH), h.tag("div", h.text(title))]
    if standing := _standing(view):
        parts.append(h.tag("div", h.text(standing)))
    if moves := view.legal():
        shown_moves = h.items(islice(moves, MOST_MOVES))
        left = len(moves) - MOST_MOVES
        parts.append(shown_moves + (h.tag("div", f"and {left:,} more") if left > 0 else ""))
    return h.tag("div", "\n".join(parts))


def _view(shown: Table | View) -> View:
    return shown if isinstance(shown, View) else shown.view(shown.decider or 0, past=False)


def _standing(view: View) -> str:
    """Who decides what, or how the game ended."""
    if view.over:
        return _ended(view.result(), view.names)
    if view.paused or view.decider is None:
        return "paused" if view.paused else "chance decides"
    asked = f"{view.prompt}: " if view.prompt else ""
    moves = len(view.legal())
    number = f"; {moves:,} legal {'move' if moves == 1 else 'moves'}" if moves else ""
    return f"{asked}{view.names[view.decider]} decides{number}"


def _ended(result: Result, names: tuple[str, ...]) -> str:
    winners = ", ".join(names[seat] for seat in result.winners) or "nobody"
    scores = f"; scores {', '.join(map(str, result.scores))}" if result.scores else ""
    return f"over: {winners} won{scores}"
