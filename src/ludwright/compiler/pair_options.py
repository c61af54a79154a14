"""Options of two zones as native loops: a bit table holds what their tokens must be.

The part of a guard that is a bit table picks the candidates; the rest is tested for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.walk import children, walk
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import test
from .emit_values import pair_bits
from .emitter import Emitter
from .fold import Folded
from .loop_patterns import size_of_tree
from .option_plan import (
    Plan,
    fixed_zones,
    shared_zones,
    with_operands,
    with_shared,
)
from .speculation import may_stop


@dataclass(frozen=True)
class Fit:
    """A guard over two zones: the bit table of their tokens, the parts that the native loop tests,
    and all others."""

    bits: Folded
    native: frozenset[n.Expr]
    rest: tuple[n.Expr, ...]


def _fit(
    e: Emitter, plan: Plan, tokens: tuple[n.Expr, n.Expr], known: frozenset[n.Expr]
) -> Fit | None:
    """The guard of an action, with as much as possible in the bit table; None if that is nothing.

    A part that may be a fault must be tested for the same values as in a plain loop: it stays in
    the rest, with all that follows it."""
    parts = _parts(plan.action.guard)
    zones = tuple(n.Local(name=parameter.name) for parameter in plan.action.parameters[:2])
    native, folded, rest = set[n.Expr](), list[n.Expr](), list[n.Expr]()
    stops = False
    for part in parts:
        bare = any(node in zones for node in _bare(part, tokens))
        if not stops and part in known:
            native.add(part)
        # What folds cannot fault: a number that is too large does not fold.
        elif not (stops or bare) and e.context.fold_pair(part, *tokens) is not None:
            folded.append(part)
        else:
            stops = stops or may_stop(e.layout, part)
            rest.append(part)
    bits = e.context.fold_pair(n.And(items=tuple(folded)), *tokens) if folded else None
    return Fit(bits, frozenset(native), tuple(rest)) if bits else None


def _parts(guard: n.Expr) -> tuple[n.Expr, ...]:
    return guard.items if isinstance(guard, n.And) else (guard,)


def _skips_nothing(fit: Fit, face_up: n.Expr) -> bool:
    """Whether an option needs a first token, as the native loops skip empty zones."""
    return face_up in fit.native or not any(fit.bits.bits[: fit.bits.words])


def _bare(expr: n.Expr, whole: tuple[n.Expr, ...]) -> Iterator[n.Expr]:
    """The names in an expression outside these parts."""
    if expr in whole:
        return
    if isinstance(expr, n.Local):
        yield expr
    for child in children(expr):
        if isinstance(child, n.Expr):
            yield from _bare(child, whole)


def _loop(
    e: Emitter, plan: Plan, number: int, rest: tuple[n.Expr, ...], op: tuple[int, ...]
) -> None:
    """Emit a loop over candidates: an op that finds the next one or jumps, then the other tests."""
    names = {parameter.name for parameter in plan.action.parameters}
    # Tests that do not depend on the candidate come first; none of them may be a fault.
    first = next((i for i, x in enumerate(rest) if may_stop(e.layout, x)), len(rest))
    apart = [
        part
        for part in rest[:first]
        if not any(isinstance(x, n.Local) and x.name in names for x in walk(part))
    ]
    again, refused, past = Label(), Label(), Label()
    if apart:
        test(e, n.And(items=tuple(apart)), past)
    e.emit(ops.COPY, plan.operands[0], e.constant(0))
    e.place(again)
    e.emit(*op, past)
    with with_operands(e, plan), ExitStack() as kept:
        if inner := tuple(part for part in rest if part not in apart):
            kept.enter_context(e.registers())
            for parameter in plan.action.parameters:
                shared = shared_zones(e, parameter, inner, kept)
                inner = tuple(with_shared(part, shared) for part in inner)
            test(e, n.And(items=inner, span=plan.action.guard.span), refused)
        e.emit(ops.ROW, number, len(plan.operands), *plan.operands)
    e.place(refused)
    e.emit(ops.JUMP, again)
    e.place(past)


# ---- piles -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairFit:
    """A guard over a source and a target zone, in the form that the native loops need."""

    zones: tuple[int, int, int, int]  # the first source, how many; the first target, how many
    face_up: bool
    follows: Folded | None  # how the tokens of a run follow each other
    fit: Fit


def pair_fit(e: Emitter, plan: Plan) -> PairFit | None:
    """The form of an action that moves a token or run from zone to zone; None if it has another."""
    parameters = plan.action.parameters
    if len(parameters) not in (2, 3) or [p.type for p in parameters[:2]] != ["zone", "zone"]:
        return None
    sources, targets = (fixed_zones(e, parameter.items) for parameter in parameters[:2])
    # The ops have the first zone and a count as operands.
    if not sources or not targets or not (_in_a_row(sources) and _in_a_row(targets)):
        return None
    source, target = (n.Local(name=parameter.name) for parameter in parameters[:2])
    run = _run(parameters[2], source) if len(parameters) == 3 else None
    if len(parameters) == 3 and run is None:
        return None
    token: n.Expr = n.TopOf(zone=source)
    if run:
        token = n.TokenAt(zone=source, position=n.Local(name=parameters[2].name))
    apart = {n.Not(item=n.Equal(left=a, right=b)) for a, b in ((source, target), (target, source))}
    face_up = n.IsFaceUp(token=token)
    with with_operands(e, plan):
        fit = _fit(e, plan, (token, n.TopOf(zone=target)), frozenset({*apart, face_up}))
        follows = pair_bits(e, run) if run else None
    if fit is None or (run and follows is None) or (fit.rest and not run):
        return None
    # The native loop skips equal zones, so the guard must exclude them, too.
    if set(sources) & set(targets) and not apart & fit.native:
        return None
    if not run and not _skips_nothing(fit, face_up):
        return None
    zones = (sources[0], len(sources), targets[0], len(targets))
    return PairFit(zones, face_up in fit.native, follows, fit)


def list_pairs(e: Emitter, plan: Plan, number: int, found: PairFit) -> None:
    """Emit one op, or a loop over candidates, for moving a token or run from zone to zone."""
    bits = (e.table(found.fit.bits.bits), found.fit.bits.words)
    if found.follows is None:
        e.emit(ops.ROWS_PAIRS, number, *found.zones, *bits, int(found.face_up))
        return
    runs = (e.table(found.follows.bits), found.follows.words)
    if found.fit.rest:
        op = (ops.NEXT_RUN, *plan.operands, *found.zones, *bits, *runs)
        _loop(e, plan, number, found.fit.rest, op)
    else:
        e.emit(ops.ROWS_RUNS, number, *found.zones, *bits, *runs)


def _run(parameter: n.Parameter, source: n.Expr) -> n.RunLength | None:
    """The run whose length less 1 is the upper bound of a depth from 1."""
    items = parameter.items
    if isinstance(items, n.Range) and items.low == n.Number(value=1):
        high = items.high
        if isinstance(high, n.Subtract) and high.right == n.Number(value=1):
            run = high.left
            if isinstance(run, n.RunLength) and run.zone == source:
                return run
    return None


def _in_a_row(zones: list[int]) -> bool:
    return zones == list(range(zones[0], zones[0] + len(zones)))


# ---- trees -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NodeFit:
    """A guard over a zone of some trees and a target, in the form that the native loop needs."""

    roots: tuple[int, ...]
    targets: tuple[int, ...]
    deep: bool  # whether the deepest zone below a target counts
    how: int
    fit: Fit

    @property
    def key(self) -> tuple[object, ...]:
        """What its list of top tokens depends on."""
        return self.targets, self.deep, self.fit.bits.bits


Tops = dict[tuple[object, ...], int]
"""The lists of top tokens that are ready: by targets, whether they are deep, and table."""


def node_fit(e: Emitter, plan: Plan) -> NodeFit | None:
    """The form of an action on a zone of a tree and a target; None if it has another."""
    parameters = plan.action.parameters
    if [parameter.type for parameter in parameters] != ["zone", "zone"]:
        return None
    roots, targets = _roots(e, parameters[0].items), fixed_zones(e, parameters[1].items)
    if not roots or not targets:
        return None
    node, target = (n.Local(name=parameter.name) for parameter in parameters)
    deepest = n.DeepestOf(zone=target)
    deep = deepest in walk(plan.action.guard)
    face_up = n.IsFaceUp(token=n.TopOf(zone=node))
    known: dict[n.Expr, int] = {face_up: m.FACE_UP}
    bare = not any(e.layout.zone_of(root).branches for root in roots)
    for at in (n.RootOf(zone=node), *((node,) if bare else ())):
        for left, right in ((at, target), (target, at)):
            known[n.Not(item=n.Equal(left=left, right=right))] = m.APART
    known |= dict.fromkeys(_alone(plan.action.guard, node), m.ALONE)
    # A row of the table for each token of a target: the rows of all targets are joined first.
    tokens = (n.TopOf(zone=deepest if deep else target), n.TopOf(zone=node))
    with with_operands(e, plan):
        fit = _fit(e, plan, tokens, frozenset(known))
    if fit is None or any(
        fit.bits.bits[at] & 1 for at in range(0, len(fit.bits.bits), fit.bits.words)
    ):
        return None
    alone = frozenset(_alone(plan.action.guard, node))
    if alone & fit.native and not alone & fit.native >= alone & {*_parts(plan.action.guard)}:
        return None
    how = 0
    for part in fit.native:
        how |= known[part]
    return NodeFit(tuple(roots), tuple(targets), deep, how, fit)


def _alone(guard: n.Expr, node: n.Expr) -> list[n.Expr]:
    """The parts of a guard that hold if the token in a zone is the only one there and below."""
    one = n.Number(value=1)
    whole = [x for x in _parts(guard) if isinstance(x, n.Equal) and size_of_tree(x.left) == node]
    whole = [x for x in whole if x.right == one]
    # Implied, but cheap: rules test it first.
    return [*whole, n.AtMost(left=n.SizeOf(zone=node), right=one)] if whole else []


def _roots(e: Emitter, items: n.Expr | None) -> list[int] | None:
    """The roots of the trees whose zones are the items, tree by tree and in preorder."""
    if isinstance(items, n.Join):
        parts = [_roots(e, part) for part in items.lists]
        return None if None in parts else [root for part in parts for root in part or ()]
    if isinstance(items, n.TreeOf):
        return fixed_zones(e, n.ListOf(items=(items.zone,), of="zone"))
    zones = fixed_zones(e, items)
    # A zone that may have branches is not its whole tree.
    return None if zones is None or any(e.layout.zone_of(z).branches for z in zones) else zones


def list_tops(e: Emitter, fits: list[NodeFit]) -> Tops:
    """Emit the lists of top tokens that several actions share."""
    found: Tops = {}
    for fit in fits:
        if fit.key not in found:
            bits, zones = fit.fit.bits, e.constant_list(fit.targets)
            found[fit.key] = e.register()
            table = (e.table(bits.bits), bits.words)
            e.emit(ops.TOPS, found[fit.key], zones, int(fit.deep), *table)
    return found


def list_nodes(e: Emitter, plan: Plan, number: int, found: NodeFit, tops: Tops) -> None:
    """Emit one op, or a loop over candidates, for an action on a zone of a tree and a target."""
    fit = found.fit
    operands = (
        *(e.constant_list(found.roots), e.constant_list(found.targets)),
        *(tops[found.key], e.table(fit.bits.bits), fit.bits.words, found.how),
    )
    if not fit.rest:
        e.emit(ops.ROWS_NODES, number, *operands)
        return
    with e.registers():
        cursors = (e.register(), e.register())
        _loop(e, plan, number, fit.rest, (ops.NEXT_NODE, *plan.operands, *cursors, *operands))
