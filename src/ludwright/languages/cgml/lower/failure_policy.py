"""Whether statements may fail, as far as is known while a file is being lowered."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.block_fallibility import block_can_fail
from ....gamedef.fallibility import Facts
from .symbols import Symbols


def may_fail(symbols: Symbols, block: n.Block) -> bool:
    """Whether a block may fail; anything that depends on more than zones and variables may."""
    zones = tuple(
        n.Zone(name=zone.name, per_seat=zone.per_player, per_team=zone.per_team)
        for zone in symbols.zones.values()
    )
    variables = tuple(
        n.VariableDef(
            name=info.name,
            type=symbols.known(info.type),
            # Types and owners suffice for the analysis; initial values may not be lowered yet.
            initial=n.Hole(),
            per_seat=info.per_player,
            per_team=info.per_team,
        )
        for info in symbols.variables.values()
    )
    known = n.GameDef(
        name="", zones=zones, variables=variables, teams=tuple(symbols.teams.values())
    )
    return block_can_fail(block, Facts(known, symbols.least))
