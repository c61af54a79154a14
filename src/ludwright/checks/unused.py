"""Checks of declarations: is everything that a game declares used?"""

from __future__ import annotations

from collections import Counter

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.walk import walk
from .reachability import Movements, is_own

UNUSED_VARIABLE = declare(
    "CK401",
    "unused variable",
    """A variable is declared but never read, and either never set or visible to nobody. Perhaps
    another name is misspelled; otherwise remove it.""",
)
UNSET_VARIABLE = declare(
    "CK406",
    "variable that is never set",
    """A variable is read that has no initial value and is never set. Set it somewhere, or give it
    an initial value.""",
)
UNUSED_OPTION = declare(
    "CK402",
    "unused option",
    "Setting the option has no effect, because no rule reads it. Use it, or remove it.",
)
UNREACHED = declare(
    "CK403",
    "zone that is always empty",
    """No card or piece starts in this zone and none is ever moved to it. Perhaps a movement names
    the wrong zone; otherwise remove the zone.""",
)
UNCREATED = declare(
    "CK404",
    "pieces that never enter play",
    "These cards or pieces start out of play and are never created. Create them somewhere.",
)
UNHEARD = declare(
    "CK405",
    "listener without a movement",
    """A rule responds to movements between certain zones, but no card or piece ever moves between
    them. The initial contents of zones are not movements.""",
)


def variables_are_read(game: n.GameDef, report: Report) -> None:
    """Warn about variables that are neither used nor displayed."""
    sets = [x for x in walk(game) if isinstance(x, n.SetVariable)]
    reads = Counter(x.name for x in walk(game) if isinstance(x, n.Variable))
    for statement in sets:  # incrementing a variable does not count as reading it
        reads.subtract(
            x.name
            for x in walk(statement.value)
            if isinstance(x, n.Variable) and x.name == statement.name
        )
    changed = {statement.name for statement in sets}
    for variable in game.variables:
        # Players see it change, which is a use.
        shown = variable.name in changed and variable.audience != "none"
        ours = not variable.inner and is_own(variable, game)
        if ours and reads[variable.name] <= 0 and not shown:
            message = f"unused variable '{variable.name}'"
            report.warning(UNUSED_VARIABLE, variable.span, message, "use it, or remove it")


def variables_are_set(game: n.GameDef, report: Report) -> None:
    """Warn about variables that are read but never have a value."""
    changed = {x.name for x in walk(game) if isinstance(x, n.SetVariable)}
    reads = {x.name for x in walk(game) if isinstance(x, n.Variable)}
    for variable in game.variables:
        unset = isinstance(variable.initial, n.Nothing) and variable.name not in changed
        ours = not variable.inner and is_own(variable, game)
        if unset and ours and variable.name in reads:
            message = f"the variable '{variable.name}' is never set"
            report.warning(
                UNSET_VARIABLE,
                variable.span,
                message,
                "set it somewhere, or give it an initial value",
            )


def options_are_read(game: n.GameDef, report: Report) -> None:
    """Warn about options without effect."""
    reads = {x.name for x in walk(game) if isinstance(x, n.OptionValue)}
    for option in game.options:
        if option.name not in reads and is_own(option, game):
            message = f"unused option '{option.name}'"
            report.warning(UNUSED_OPTION, option.span, message, "use it, or remove it")


def zones_are_reached(game: n.GameDef, report: Report) -> None:
    """Warn about zones that always stay empty."""
    targets = [m.targets for m in Movements(game).found]
    if None in targets:  # a movement may lead to any zone
        return
    reached = {supply.zone for supply in game.supplies}.union(*(t or () for t in targets))
    for zone in game.zones:
        if zone.name not in reached and not zone.branches and is_own(zone, game):
            name = zone.label or zone.name
            message = f"the zone '{name}' is always empty"
            report.warning(UNREACHED, zone.span, message, "move something there, or remove it")


def pools_are_created(game: n.GameDef, report: Report) -> None:
    """Warn about tokens that are always out of play."""
    created = {x.supply for x in walk(game) if isinstance(x, n.Create)}
    for supply in game.supplies:
        if not supply.zone and supply.name not in created:
            message = f"'{supply.name}' never enters play"
            report.warning(UNCREATED, supply.span, message, "create them, or remove them")


def listeners_hear(game: n.GameDef, report: Report) -> None:
    """Warn about listeners that no movement triggers."""
    if not game.listeners:
        return
    # Quiet movements are those that no listener hears.
    moves = [m for m in Movements(game).found if not m.quiet]
    for listener in game.listeners:
        ends = (frozenset(listener.sources), frozenset(listener.targets))
        heard = any(_fits(m.sources, ends[0]) and _fits(m.targets, ends[1]) for m in moves)
        if not heard and is_own(listener, game):
            message = "no movement ever triggers this"
            help = "respond to another movement, or remove it"
            report.warning(UNHEARD, listener.span, message, help)


def _fits(zones: frozenset[str] | None, wanted: frozenset[str]) -> bool:
    return zones is None or not wanted or bool(zones & wanted)
