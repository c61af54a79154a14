"""Measures by the solver: how many deals of a solitaire can be won with all cards known."""

from __future__ import annotations

from ..machine import api
from ..players.solitaires import definition_of, why_no_solitaire
from ..solver.answers import Limits
from .definition import Measure, Plan
from .estimates import Estimate
from .solutions import Deal, Solutions, Summary
from .solve_deals import solve_deals

MOST_DEALS, STATES = 100, 200_000  # deals, and positions visited in each: no clock decides


def solved(plan: Plan) -> Solutions:
    """Solve the first deals of a batch."""
    number, told = min(plan.games, MOST_DEALS), plan.told("solver")
    seeds = [int(api.mix(plan.seed, deal)) for deal in range(number)]

    def tick(summary: Summary, deals: int, _: int) -> None:
        if told:
            told(summary.solved + summary.impossible + summary.unknown, deals)

    return solve_deals(
        definition_of(plan.program),
        plan.program,
        [Deal(seed) for seed in seeds],
        limits=Limits(seconds=None, states=STATES),
        jobs=plan.jobs,
        progress=tick,
        short=False,
    )


def _winnable(found: Solutions) -> Estimate:
    """With undecided deals, the interval reaches from all of them lost to all of them won."""
    summary = found.summary
    low, high = summary.ci95
    decided = summary.solved + summary.impossible
    value = summary.solved / decided if decided else None
    note = f"{summary.unknown} deals undecided" if summary.unknown else ""
    return Estimate(value, low, high, len(found.deals), note)


SOLVER_MEASURES = (
    Measure(
        "winnable",
        "Winnable deals",
        "share of deals",
        "Share of the deals of a solitaire that can be won with all cards known, of those that the "
        f"solver decides within {STATES:,} positions.",
        "Blake and Gent 2019 (winnability)",
        "Wilson, from all undecided deals lost to all of them won",
        of=_winnable,
        source="solver",
        why_not=why_no_solitaire,
    ),
)
