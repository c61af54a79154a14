"""Checks of hidden information: does the game reveal what a player may not know?"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Report, declare
from ..gamedef import nodes as n
from ..gamedef.english import phrase
from ..gamedef.information_flow import Env, InformationFlow, names_of
from ..gamedef.walk import walk

LOOKS = declare(
    "CK301",
    "options that reveal hidden cards",
    """The options of a player depend on cards or values that the player cannot see, so the list of
    options itself reveals them. Show the cards to the player first, let the player choose among
    zones or positions, or test the cards only after the choice.""",
)
HEARD = declare(
    "CK302",
    "announced secret",
    """An answer is stored in a variable that is hidden from the other players, but the answer
    itself is announced to everybody. Do not announce it, or make the variable public.""",
)


def options_reveal_nothing(game: n.GameDef, report: Report) -> None:
    """Warn where options depend on what the player who chooses certainly cannot see."""
    flow = InformationFlow(game)
    names = names_of(game, flow)
    for procedure in game.procedures:
        if any(isinstance(x, n.Show) for x in walk(procedure)):
            continue  # which tokens are shown is known only during play
        for choice in walk(procedure):
            if isinstance(choice, n.Decide | n.Ask | n.Pick):
                for expr in _looked_at(choice):
                    for source in _hidden(expr, choice.seat, flow, names[procedure.name]):
                        report.warning(
                            LOOKS,
                            expr.span or choice.span,
                            f"the options depend on {phrase(source)}, which the player who "
                            "chooses cannot see",
                        )


def answers_stay_secret(game: n.GameDef, report: Report) -> None:
    """Warn where an announced answer is stored in a hidden variable."""
    hidden = {v.name for v in game.variables if v.audience != "all"}
    for procedure in game.procedures:
        nodes = list(walk(procedure))
        # Only a direct assignment of the answer is recognised; what is computed from it may be
        # meant to be hidden.
        announced = {x.name for x in nodes if isinstance(x, n.Ask | n.Pick) and x.announced}
        for kept in nodes:
            if isinstance(kept, n.SetVariable) and kept.name in hidden:
                value = kept.value
                if isinstance(value, n.Local) and value.name in announced:
                    message = f"'{kept.name}' is hidden, but the answer stored in it is announced"
                    report.warning(HEARD, kept.span, message)


def _looked_at(choice: n.Decide | n.Ask | n.Pick) -> Iterator[n.Expr]:
    """The expressions on which the options of a choice depend."""
    if isinstance(choice, n.Ask):
        yield choice.items
        return
    if isinstance(choice, n.Pick):
        yield from (choice.items, choice.least, choice.most)
        return
    for action in choice.actions:
        yield from (p.items for p in action.parameters if p.items is not None)
        yield action.guard


def _hidden(expr: n.Expr, seat: n.Expr, flow: InformationFlow, env: Env) -> Iterator[n.Expr]:
    """What an expression depends on that a seat certainly cannot know."""
    for source in sorted(flow.depends_on(expr, env).secrets, key=phrase):
        if _unknown(source, seat, flow):
            yield source


def _unknown(source: n.Expr, seat: n.Expr, flow: InformationFlow) -> bool:
    if isinstance(source, n.Variable):
        # A hidden variable without an owner is hidden from everybody.
        return source.of is None or _differ(source.of, seat)
    return isinstance(source, n.ZoneAt) and _out_of_sight(source, seat, flow)


def _out_of_sight(source: n.ZoneAt, seat: n.Expr, flow: InformationFlow) -> bool:
    zone = flow.zones.get(source.name)
    if zone is None:
        return False
    # Only what is certainly hidden is reported: a card may have been shown at some point.
    if source.owner is None:
        return zone.others_see in ("count", "none") or zone.face == "down"
    if source.owner == seat:
        return zone.owner_sees in ("count", "none")
    return _differ(source.owner, seat) and zone.others_see in ("count", "none")


def _differ(one: n.Expr, other: n.Expr) -> bool:
    """Whether two seats certainly differ."""
    if isinstance(one, n.Seat) and isinstance(other, n.Seat):
        return one.number != other.number
    return any(
        isinstance(a, n.SeatAfter) and a.seat == b and a.steps != n.Number(value=0)
        for a, b in ((one, other), (other, one))
    )
