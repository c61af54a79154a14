"""Reading coup plans: the rounds that follow when a coup card leaves."""

from __future__ import annotations

from ....diagnostics import did_you_mean
from ...shapes import keys
from ...yaml.read import Tree
from ..codes import turns as codes_turns
from .forms import ReadContext
from .keyed import Keyed, Keys, report_duplicates
from .scope import Bindings
from .tree.sections import CoupPhase, CoupPlan
from .tree.values import Name

PLAN = Keys(
    "coupPlan",
    codes_turns.COUP,
    keys("phases: [coup_phase]+, finalRoundOmitPhases?: [name], maxConsecutiveRounds?: whole"),
    missing=codes_turns.COUP_MISSING,
)
PHASE = Keys(
    "a phase of a coup round",
    codes_turns.COUP_PHASE,
    keys("id: name, steps?: [name]+, effects?: effects"),
    missing=codes_turns.COUP_MISSING,
)


def coup_plan_of(c: ReadContext, tree: Tree | None, path: str) -> CoupPlan | None:
    """`coupPlan`."""
    fields = PLAN.read(c, tree, path)
    if fields is None:
        return None
    phases = _phases(fields)
    omitted: tuple[Name, ...] = ()
    if fields.has("finalRoundOmitPhases"):
        omitted = fields.names("finalRoundOmitPhases", codes_turns.COUP_OMIT)
    ids = [phase.id.text for phase in phases]
    for name in omitted:
        if name.text and name.text not in ids:
            message = f"unknown phase '{name.text}' of the coup plan"
            c.error(codes_turns.COUP_OMIT_UNKNOWN, name.at, message, did_you_mean(name.text, ids))
    # None: no limit on coup rounds in a row.
    rounds = None
    if fields.has("maxConsecutiveRounds"):
        rounds = fields.whole("maxConsecutiveRounds", codes_turns.COUP_ROUNDS, 1)
    return CoupPlan(fields.at, phases, omitted, rounds)


def _phases(plan: Keyed) -> tuple[CoupPhase, ...]:
    items = plan.items("phases", codes_turns.COUP)
    # `[coup_phase]+` in the table is for schemas only; here an empty list has its own code.
    if plan.empty("phases"):
        plan.error(codes_turns.COUP_EMPTY, "phases", "a coup plan must have at least one phase")
    found = [_phase(plan.c, tree, path) for tree, path in items]
    phases = tuple(phase for phase in found if phase is not None)
    report_duplicates(plan.c, (p.id for p in phases), codes_turns.COUP_TWICE, "coup phase")
    return phases


def _phase(c: ReadContext, tree: Tree, path: str) -> CoupPhase | None:
    fields = PHASE.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id", codes_turns.COUP_ID)
    given = [key for key in ("steps", "effects") if fields.has(key)]
    if not given:
        message = "missing 'steps' or 'effects' in a phase of a coup round"
        c.error(codes_turns.COUP_MISSING, fields.at, message)
    if len(given) == 2:
        fields.error(codes_turns.COUP_PHASE, "steps", "'steps' and 'effects' exclude each other")
    steps: tuple[str, ...] = ()
    if "steps" in given:
        items = fields.names("steps", codes_turns.COUP_STEPS, 1)
        steps = tuple(step.text for step in items)
    # A coup round is not part of an action, so no params are bound.
    return CoupPhase(
        fields.at, name, steps, fields.effects("effects", Bindings(), codes_turns.COUP_PHASE)
    )
