"""Reconstruct phases from the turns of a game: their rules, actions and successors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.conditions import nodes
from ..lower.endpoints import Reach
from ..lower.looks import WRITTEN
from ..lower.phases import MOVED_BY, PHASE, SCORE, SETTLE
from ..lower.static_table import StaticTable
from ..read.tree import Act, Condition, GestureRule, Phase, Tests, Validation
from .groups import Groups
from .unlower_moves import Followed, acts_of
from .unlower_tests import Asked, asked, conditions, denied, validations
from .vocabulary import NoFit, cells_tested, expected, word

RULE = re.compile(r"rule (?P<number>\d+) of '.*'", re.DOTALL)
IDLE = re.compile(r"rule (?P<number>\d+), which has no action, .*")
DONORS = "valid_donors: "
ODD_TURNS = "the turns of the game are not organised in phases"
NEVER = GestureRule(
    word(""),
    (Validation(WRITTEN, receiver=Tests(WRITTEN, value=word("1"))),),
    (),
    WRITTEN,
)
"""A rule that never applies, as a placeholder for one that lowering dropped: the numbers of the
others must not change."""


@dataclass(slots=True)
class RuleDraft:
    """What is known about a rule: its tests, its movements, and the statements after them."""

    asked: Asked
    followed: list[Followed] = field(default_factory=list)
    after: n.Block = ()
    idle: bool = False


def phases_of(
    game: n.GameDef, table: StaticTable, groups: Groups, turns: n.Block
) -> Iterator[Phase | NoFit]:
    """All phases, or the reasons why they cannot be expressed."""
    waiting = dict(_chained(_turn(turns)))
    settle = next((each for each in game.procedures if each.name == SETTLE), None)
    loop = (
        next((each for each in settle.body if isinstance(each, n.While)), None) if settle else None
    )
    passing = dict(_chained(loop.body[-1:])) if loop else {}
    several = game.most_players > 1
    found: dict[str, Phase | NoFit] = {}
    for name, block in waiting.items():
        found[name] = _said(_manual, name, block, table, groups, game)
    # Manual phases name their groups in reasons. Automatic ones have no reasons, so come second.
    groups.settle()
    for name, block in passing.items():
        found[name] = _said(_automatic, name, block, table, groups, game)
    for number, name in enumerate(game.enums[0].values):
        phase = found.get(name, NoFit(game, f"phase '{name}' is not part of any turn"))
        # Without an owner in any phase, the file would be read as a game for one.
        if several and not number and isinstance(phase, Phase) and phase.player is None:
            phase = replace(phase, player=None if phase.automatic else 1)
        yield phase


Make = Callable[[str, n.Block, StaticTable, Groups, n.GameDef], Phase]


def _said(
    make: Make, name: str, block: n.Block, table: StaticTable, groups: Groups, game: n.GameDef
) -> Phase | NoFit:
    try:
        return make(name, block, table, groups, game)
    except NoFit as problem:
        return problem


def _turn(turns: n.Block) -> n.Block:
    """The statements of one turn: those after its mark."""
    loop = next((each for each in turns if isinstance(each, n.While)), None)
    if loop is None or len(loop.body) < 1:
        raise NoFit(turns[0] if turns else None, ODD_TURNS)
    return loop.body[1:2]


def _chained(block: n.Block) -> Iterator[tuple[str, n.Block]]:
    """The statements of each phase, from a chain of tests."""
    while block and isinstance(block[0], n.If) and (name := _phase_tested(block[0].test)):
        yield name, block[0].then
        block = block[0].otherwise


def _phase_tested(test: n.Expr) -> str:
    right = test.right if isinstance(test, n.Equal) else None
    return right.value if isinstance(right, n.Symbol) and right.enum == PHASE else ""


# ---- manual phases -----------------------------------------------------------------------------


def _manual(
    name: str, block: n.Block, table: StaticTable, groups: Groups, game: n.GameDef
) -> Phase:
    several = game.most_players > 1
    decide = block[0] if block else None
    if not isinstance(decide, n.Decide):
        return Phase(word(name), False, (), (), WRITTEN)
    owner = expected(decide.seat, n.Seat, decide, "the seat to move depends on more than the phase")
    drafts: dict[int, RuleDraft] = {}
    donors: dict[str, None] = {}
    for action in decide.actions:
        for donor in _donors(action, groups):
            donors[donor] = None
        _rules(action, table, groups, drafts)
    rules = tuple(
        _rule(drafts[number], name, owner, table, game) if number in drafts else NEVER
        for number in range(1, max(drafts, default=0) + 1)
    )
    player = owner.number + 1 if several else None
    words = tuple(word(donor) for donor in donors)
    return Phase(word(name), False, words, rules, WRITTEN, player)


def _donors(action: n.Action, groups: Groups) -> Iterator[str]:
    """The names of the valid donors."""
    first = action.because[0] if action.because else None
    if first is None or not first.text.startswith(DONORS):
        raise NoFit(action, f"action '{action.name}' has no reasons that name its rules")
    for reason in first.parts or (first,):
        name = reason.text.removeprefix(DONORS)
        groups.define(name, cells_tested(reason.test))
        yield name


def _rules(
    action: n.Action, table: StaticTable, groups: Groups, drafts: dict[int, RuleDraft]
) -> None:
    """Collect the rules of an action, with the statements of each."""
    last = action.because[-1]
    alternatives = (last,) if RULE.fullmatch(last.text) else last.parts
    body = action.body
    reach = _reach(action)
    for number, reason in enumerate(alternatives, start=1):
        match = RULE.fullmatch(reason.text)
        if not match:
            raise NoFit(action, f"action '{action.name}' has no reasons that name its rules")
        done = body
        # The last rule is not tested: the guard implies that it matches if no other does.
        if number < len(alternatives):
            chain = expected(body[0] if body else None, n.If, action, ODD_TURNS)
            done, body = chain.then, chain.otherwise
        idle = [part for part in reason.parts if IDLE.fullmatch(part.text)]
        lines = [part for part in reason.parts if part not in idle]
        for part in idle:
            _idle(part, groups, drafts)
        found = drafts.setdefault(int(match["number"]), RuleDraft(asked(lines, groups)))
        moves = done[0].body if done and isinstance(done[0], n.Attempt) else ()
        # A rule for drags and clicks is part of two actions: its movements must fit both.
        found.followed.append(Followed(nodes(reach, table), moves))
        found.after = done[1:] if moves else done


def _idle(reason: n.Reason, groups: Groups, drafts: dict[int, RuleDraft]) -> None:
    """Collect a rule without actions, which only preempts others."""
    match = IDLE.fullmatch(reason.text)
    assert match is not None
    lines = [denied(part) for part in reason.parts]
    drafts.setdefault(int(match["number"]), RuleDraft(asked(lines, groups), idle=True))


def _reach(action: n.Action) -> Reach:
    """The cells between which a gesture is possible."""
    lists = [
        tuple(dict.fromkeys(node.name for node in walk(each.items) if isinstance(node, n.ZoneAt)))
        for each in action.parameters
        if each.items is not None
    ]
    if not lists:
        raise NoFit(action, f"action '{action.name}' is neither a drag nor a click")
    return Reach(action.name, lists[0], lists[-1])


def _rule(
    draft: RuleDraft, phase: str, owner: n.Seat, table: StaticTable, game: n.GameDef
) -> GestureRule:
    asked_for = validations(draft.asked)
    acts: tuple[Act, ...] = ()
    if not draft.idle:
        acts = _led(acts_of(draft.followed, table, game), draft.after, phase, owner)
    return GestureRule(word(draft.asked.category), asked_for, acts, WRITTEN)


# ---- what a rule leads to ----------------------------------------------------------------------


def _led(acts: tuple[Act, ...], after: n.Block, phase: str, mover: n.Expr) -> tuple[Act, ...]:
    """The actions, completed with points and the next phase."""
    points: list[tuple[int | None, int]] = []
    target = phase
    for done in after:
        if isinstance(done, n.SetVariable) and done.name == SCORE:
            points.append(_points(done, mover, points))
        elif isinstance(done, n.SetVariable) and isinstance(done.value, n.Symbol):
            target = done.value.value
        elif not (isinstance(done, n.Call) and done.procedure == SETTLE):
            raise NoFit(done, "an action can only add points and change the phase")
    bare = Act(WRITTEN, word(""))
    # Lowering adds up the points of each player, so sums are assigned to actions in order.
    found = tuple(
        replace(act or bare, next_phase=word(target), points=gained[1], player=gained[0])
        for act, gained in zip_longest(acts, points, fillvalue=None)
        for gained in (gained or (None, 0),)
    )
    return found or (replace(bare, next_phase=word(target)),)


def _points(
    done: n.SetVariable, mover: n.Expr, before: list[tuple[int | None, int]]
) -> tuple[int | None, int]:
    """The player who gets points, or None for the one who moves, and their number."""
    gained = expected(done.value, n.Add, done, "the points added are not a constant")
    number = expected(gained.right, n.Number, done, "the points added are not a constant").value
    # There is one sum per player, so a second one for the mover's seat must name the seat.
    if done.of is None or (done.of == mover and not any(who is None for who, _ in before)):
        return None, number
    return expected(
        done.of, n.Seat, done, "the points do not go to a fixed seat"
    ).number + 1, number


# ---- automatic phases --------------------------------------------------------------------------


def _automatic(
    name: str, block: n.Block, table: StaticTable, groups: Groups, game: n.GameDef
) -> Phase:
    rules = []
    while len(block) == 1 and isinstance(block[0], n.If):
        test = conditions(block[0].test, groups, game)
        rules.append(_passed(name, test, block[0].then))
        block = block[0].otherwise
    # A chain that ends in Fail has no default rule.
    if not (block and isinstance(block[0], n.Fail)):
        rules.append(_passed(name, (), block))
    return Phase(word(name), True, (), tuple(rules), WRITTEN)


def _passed(
    name: str, asked_for: tuple[Condition, ...], block: tuple[n.Statement, ...]
) -> GestureRule:
    validation = (Validation(WRITTEN, conditions=asked_for),) if asked_for else ()
    acts = _led((Act(WRITTEN, word("")),), block, name, MOVED_BY)
    return GestureRule(word(""), validation, acts, WRITTEN)
