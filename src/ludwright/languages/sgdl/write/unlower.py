"""Reconstruct the tree of a file from a GameDef, by inverting the lowering part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....diagnostics import Report, declare
from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.actions import player_actions
from ..lower.predicates import single
from ..lower.symbols import Symbols, symbol_table
from ..read.conditions import WIN
from ..read.tree import DRAW, REMOVE, Condition, Draw, File, MoveRule, Word
from .join_rules import joined
from .recognise_conditions import NOWHERE, recognized
from .unlower_deal import layout_of
from .unlower_rules import CONTEXTS, condition_of, in_either_order
from .unlower_scores import scores_of

NO_WORDS = declare(
    "SG502",
    "cannot be expressed in SGDL",
    """The game is of the right kind, but SGDL has no construct for this condition or effect. The
    location is in the file that the game was read from.""",
)


def file_of(game: n.GameDef, report: Report) -> File | None:
    """A candidate file for a game; what SGDL cannot express is reported."""
    *setup, turns = game.procedures[0].body
    inside = list(walk(turns))
    decides = [node for node in inside if isinstance(node, n.Decide)]
    # Lowering gives each ending a fixed reason: won, lost or stuck.
    ends = {why: node for node in inside if isinstance(node, n.If) for why in _reasons(node)}
    if len(decides) != 1 or "won" not in ends:
        _missing(turns, "expected one choice per turn and a winning condition", report)
        return None
    actions = decides[0].actions
    draws = [action for action in actions if action.name == "draw"]
    file = layout_of(game, setup, draws)
    symbols = symbol_table(file)
    takes = [node for node in inside if isinstance(node, n.TakeFirst)]
    # TakeFirst also occurs in the test for stuck games; only $auto leaves its loop.
    automatic = [a for node in takes if n.Leave() in node.otherwise for a in node.actions]
    moves, auto = (_rules(some, symbols, report) for some in (actions, automatic))
    # The counts may differ in a game that SGDL cannot express; the round trip rejects it.
    drawn = list(zip(draws, file.draws, strict=False))
    return replace(
        file,
        moves=(
            *joined([rule for _, rule in moves], symbols),
            *_draw_rules(drawn, file, symbols, report),
        ),
        auto=tuple(joined([rule for _, rule in auto], symbols)),
        win=_ending(ends["won"], symbols, report),
        lose=_ending(ends["lost"], symbols, report) if "lost" in ends else None,
        scores=scores_of(game, [*moves, *auto], drawn, ends["won"]),
    )


def _missing(node: n.Node, message: str, report: Report) -> None:
    report.error(NO_WORDS, node.span, message)


def _reasons(node: n.If) -> list[str]:
    return [statement.reason for statement in node.then if isinstance(statement, n.EndGame)]


def _ending(node: n.If, symbols: Symbols, report: Report) -> Condition | None:
    found = recognized(node.test, single(symbols), WIN)
    if found is None:
        _missing(node, "SGDL cannot express this condition for the end of the game", report)
    return found


# ---- rules -------------------------------------------------------------------------------------


def _rules(
    actions: Iterable[n.Action], symbols: Symbols, report: Report
) -> list[tuple[n.Action, MoveRule]]:
    """The actions for moving and removing cards with their rules, each for single names."""
    found = []
    for action in actions:
        kind = action.name.upper()
        if kind not in CONTEXTS:
            _missing(action, f"SGDL has no rule for action '{action.name}'", report)
        elif kind != DRAW:
            found += [(action, rule) for rule in _rule(kind, action, symbols, report)]
    return found


def _rule(kind: str, action: n.Action, symbols: Symbols, report: Report) -> list[MoveRule]:
    ends = [_end(parameter, symbols) for parameter in action.parameters if parameter.type == "zone"]
    source = ends[0].text if ends else ""
    condition = condition_of(kind, action, source, symbols)
    if condition is None:
        _missing(action, f"SGDL cannot express the condition of this {kind}", report)
        return []
    heaps = [node for statement in action.body for node in walk(statement)]
    # The heap is the first zone that a removal names; what it takes from are parameters.
    to = next((Word(x.name, NOWHERE) for x in heaps if isinstance(x, n.ZoneAt)), None)
    rule = MoveRule(kind, tuple(ends[:1]), tuple(ends[1:]), condition, NOWHERE)
    if kind == REMOVE and len({end.text for end in ends}) > 1 and in_either_order(action):
        rule = replace(rule, sources=tuple(ends), targets=tuple(reversed(ends)))
    return [replace(rule, to=to) if kind == REMOVE else rule]


def _end(parameter: n.Parameter, symbols: Symbols) -> Word:
    """The name of the piles that a parameter ranges over; a waste belongs to its draw pile."""
    items = parameter.items
    name = items.name if isinstance(items, n.ZonesNamed) else parameter.name
    shown = {zones.waste: draw for draw, zones in symbols.draws.items()}
    return Word(shown.get(name, name), NOWHERE)


def _draw_rules(
    draws: list[tuple[n.Action, Draw]], file: File, symbols: Symbols, report: Report
) -> Iterable[MoveRule]:
    """The DRAW rules: conditions beyond those that lowering adds to every draw."""
    # The file has no DRAW rules yet, so these are the guards without a condition.
    free = [action.guard for action in player_actions(file, symbols)]
    for action, draw in draws:
        if action.guard in free:
            continue
        condition = condition_of(DRAW, action, "", symbols)
        if condition is None:
            _missing(action, "SGDL cannot express the condition of this DRAW", report)
            continue
        name = () if draw.name == DRAW else (Word(draw.name, NOWHERE),)
        yield MoveRule(DRAW, name, (), condition, NOWHERE)
