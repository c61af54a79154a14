"""Checks of things: is everything that a game declares of any use in it?"""

from __future__ import annotations

from collections import Counter

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.walk import walk
from .reachability import Movements, is_own

UNUSED_VARIABLE = declare(
    "CK401",
    "a variable that nothing reads",
    """A variable is declared, but no rule reads it, and either no rule sets it or nobody may see
    it. Perhaps another name was meant somewhere; else leave it out.""",
)
UNSET_VARIABLE = declare(
    "CK406",
    "a variable that nothing sets",
    """A variable is read that has no value at the start and that nothing ever sets, so it never has
    one. Set it somewhere, or give it a value at the start.""",
)
UNUSED_OPTION = declare(
    "CK402",
    "an option that nothing reads",
    "Setting the option changes nothing, because no rule reads it. Read it, or leave it out.",
)
UNREACHED = declare(
    "CK403",
    "a zone that stays empty",
    """No card or piece starts in this zone and no movement leads to it, so it is always empty.
    Perhaps a movement names another zone; else leave the zone out.""",
)
UNCREATED = declare(
    "CK404",
    "pieces that never come into play",
    "These cards or pieces start in no zone, and nothing creates them. Create them somewhere.",
)
UNHEARD = declare(
    "CK405",
    "a movement that never happens",
    """A rule waits for movements from or to certain zones, but nothing ever moves a card or piece
    in that way. What is dealt before play does not count.""",
)


def variables_are_read(game: n.GameDef, report: Report) -> None:
    """Warn about variables that make no difference and are not shown either."""
    sets = [x for x in walk(game) if isinstance(x, n.SetVariable)]
    reads = Counter(x.name for x in walk(game) if isinstance(x, n.Variable))
    for statement in sets:  # a variable that is only counted up is not read by that
        reads.subtract(
            x.name
            for x in walk(statement.value)
            if isinstance(x, n.Variable) and x.name == statement.name
        )
    changed = {statement.name for statement in sets}
    for variable in game.variables:
        told = variable.name in changed and variable.audience != "none"
        ours = not variable.inner and is_own(variable, game)
        if ours and reads[variable.name] <= 0 and not told:
            message = f"nothing reads the variable '{variable.name}'"
            report.warning(
                UNUSED_VARIABLE, variable.span, message, "read it somewhere, or leave it out"
            )


def variables_are_set(game: n.GameDef, report: Report) -> None:
    """Warn about variables that are read but never have a value."""
    changed = {x.name for x in walk(game) if isinstance(x, n.SetVariable)}
    reads = {x.name for x in walk(game) if isinstance(x, n.Variable)}
    for variable in game.variables:
        unset = isinstance(variable.initial, n.Nothing) and variable.name not in changed
        ours = not variable.inner and is_own(variable, game)
        if unset and ours and variable.name in reads:
            message = f"the variable '{variable.name}' never has a value"
            report.warning(
                UNSET_VARIABLE,
                variable.span,
                message,
                "set it somewhere, or give it a value at the start",
            )


def options_are_read(game: n.GameDef, report: Report) -> None:
    """Warn about options that change nothing."""
    reads = {x.name for x in walk(game) if isinstance(x, n.OptionValue)}
    for option in game.options:
        if option.name not in reads and is_own(option, game):
            message = f"nothing reads the option '{option.name}'"
            report.warning(
                UNUSED_OPTION, option.span, message, "read it somewhere, or leave it out"
            )


def zones_are_reached(game: n.GameDef, report: Report) -> None:
    """Warn about zones that always stay empty."""
    targets = [m.targets for m in Movements(game).found]
    if None in targets:
        return
    reached = {supply.zone for supply in game.supplies}.union(*(t or () for t in targets))
    for zone in game.zones:
        if zone.name not in reached and not zone.branches and is_own(zone, game):
            name = zone.label or zone.name
            message = f"nothing ever comes to the zone '{name}'"
            report.warning(UNREACHED, zone.span, message, "move something there, or leave it out")


def pools_are_created(game: n.GameDef, report: Report) -> None:
    """Warn about tokens that are nowhere and stay there."""
    created = {x.supply for x in walk(game) if isinstance(x, n.Create)}
    for supply in game.supplies:
        if not supply.zone and supply.name not in created:
            message = f"nothing creates '{supply.name}'"
            report.warning(UNCREATED, supply.span, message, "create them, or leave them out")


def listeners_hear(game: n.GameDef, report: Report) -> None:
    """Warn about what waits for movements that nothing makes."""
    if not game.listeners:
        return
    moves = [m for m in Movements(game).found if not m.quiet]
    for listener in game.listeners:
        ends = (frozenset(listener.sources), frozenset(listener.targets))
        heard = any(_fits(m.sources, ends[0]) and _fits(m.targets, ends[1]) for m in moves)
        if not heard and is_own(listener, game):
            message = "nothing is ever moved in the way that this waits for"
            help = "wait for another movement, or leave it out"
            report.warning(UNHEARD, listener.span, message, help)


def _fits(zones: frozenset[str] | None, wanted: frozenset[str]) -> bool:
    return zones is None or not wanted or bool(zones & wanted)
