"""Reading card-driven turn orders: slots, factions, option matrix, rewards, coup rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ....diagnostics import Code, did_you_mean
from ...shapes import keys
from ...yaml.read import Mapping, Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import turns as codes_turns
from .coups import coup_plan_of
from .forms import ReadContext
from .keyed import Keyed, Keys, report_duplicates, word_of
from .things import full_id
from .tree.sections import (
    CLASSES,
    SPECIAL,
    Cancellation,
    CardDriven,
    Monsoon,
    OptionRow,
    PassReward,
    Pivotal,
    Restriction,
    Window,
)
from .tree.values import Location, Name

_FLOW = (
    *("cardLifecycle: slots", "eligibility: eligibility", "optionMatrix: [option_row]"),
    *("passRewards: [reward]", "durationWindows: [turn|nextTurn|round|cycle]"),
    *("monsoon?: monsoon", "pivotal?: pivotal", "actionClassByActionId?: {classes}"),
)
_COUP = "coupPlan?: coup_plan"

FLOW = Keys("turnFlow", codes_turns.FLOW, keys(*_FLOW), codes_turns.FLOW_MISSING)
FLAT = Keys("config", codes_turns.FLOW, keys(*_FLOW, _COUP), codes_turns.FLOW_MISSING)
NESTED = Keys(
    "config", codes_turns.FLOW, keys("turnFlow: turn_flow", _COUP), codes_turns.FLOW_MISSING
)
SLOTS = Keys(
    "cardLifecycle", codes_turns.LIFECYCLE, keys("played: name, lookahead: name, leader: name")
)
ELIGIBILITY = Keys(
    "eligibility", codes_turns.ELIGIBILITY, keys("factions: [name]+, overrideWindows?: [window]")
)
WINDOW = Keys("a window", codes_turns.WINDOW, keys("id: name, duration: turn|nextTurn|round|cycle"))
ROW = Keys(
    "a row of the option matrix",
    codes_turns.MATRIX_ROW,
    keys(
        "first: event|operation|operationPlusSpecialActivity",
        "second: [pass|event|operation|limitedOperation|operationPlusSpecialActivity]",
    ),
)
REWARD = Keys(
    "a reward", codes_turns.REWARD, keys("factionClass: name, resource: name, amount: whole")
)
MONSOON = Keys(
    "monsoon",
    codes_turns.FLOW,
    keys("restrictedActions: [restriction], blockPivotal?: flag, pivotalOverrideToken?: name"),
)
RESTRICTION = Keys(
    "a restricted action",
    codes_turns.FLOW,
    keys("actionId: name, maxParam?: max_param, overrideToken?: name"),
)
MAX_PARAM = Keys("maxParam", codes_turns.FLOW, keys("name: name, max: whole"))
PIVOTAL = Keys(
    "pivotal",
    codes_turns.FLOW,
    keys(
        "actionIds: [name], requirePreActionWindow?: flag",
        "disallowWhenLookaheadIsCoup?: flag, interrupt?: interrupt",
    ),
)
INTERRUPT = Keys(
    "interrupt", codes_turns.FLOW, keys("precedence: [name]+, cancellation?: [cancellation]")
)
CANCELLATION = Keys(
    "a cancellation", codes_turns.FLOW, keys("winnerActionId: name, canceledActionId: name")
)


def card_driven_of(order: Keyed) -> CardDriven | None:
    """`turnOrder` of the type `cardDriven`."""
    c, config = order.c, order.get("config")
    if not isinstance(config, Mapping):
        help = "it defines the slots, the factions and the options"
        order.error(codes_turns.CONFIG_REQUIRED, "config", "'config' must be a mapping", help)
        return None
    # Both layouts are in use: `config.turnFlow` with `coupPlan` beside it, or all keys in `config`.
    nested = config.get("turnFlow") is not None
    outer = (NESTED if nested else FLAT).read(c, config, order.path("config"))
    if outer is None:
        return None
    flow = FLOW.read(c, config.get("turnFlow"), outer.path("turnFlow")) if nested else outer
    if flow is None:
        return None
    played, lookahead, leader = _slots(flow)
    factions, windows = _eligibility(flow)
    return CardDriven(
        order.at,
        played,
        lookahead,
        leader,
        factions,
        windows,
        _matrix(flow),
        _rewards(flow, factions),
        flow.words("durationWindows", codes_turns.DURATION_WINDOWS),
        _monsoon(flow),
        _pivotal(flow, factions),
        coup_plan_of(c, outer.get("coupPlan"), outer.path("coupPlan")),
        _classes(flow),
        _class_names(flow),
    )


def _slots(flow: Keyed) -> tuple[Name, Name, Name]:
    slots = SLOTS.read(flow.c, flow.tree.get("cardLifecycle"), flow.path("cardLifecycle"))
    if slots is None:
        none = Name("", flow.at)
        return none, none, none
    # `needs` lists the keys in the order of the table: played, lookahead, leader.
    played, lookahead, leader = (
        qualified(slots.name(key, codes_turns.LIFECYCLE)) for key in SLOTS.needs
    )
    return played, lookahead, leader


def qualified(name: Name) -> Name:
    """The full id of a zone, with the location of its name."""
    return Name(full_id(name.text), name.at)


def _eligibility(flow: Keyed) -> tuple[tuple[Name, ...], tuple[Window, ...]]:
    fields = ELIGIBILITY.read(flow.c, flow.tree.get("eligibility"), flow.path("eligibility"))
    if fields is None:
        return (), ()
    factions = fields.names("factions", codes_turns.FACTIONS, 1)
    report_duplicates(flow.c, factions, codes_turns.FACTION_TWICE, "faction")
    found = []
    if fields.has("overrideWindows"):
        items = fields.items("overrideWindows", codes_turns.WINDOWS)
        found = [_window(flow.c, tree, path) for tree, path in items]
    windows = tuple(w for w in found if w is not None)
    report_duplicates(flow.c, (w.id for w in windows), codes_sections.SAME_IDENTIFIER, "window")
    return factions, windows


def _window(c: ReadContext, tree: Tree, path: str) -> Window | None:
    fields = WINDOW.read(c, tree, path)
    if fields is None:
        return None
    duration = fields.word("duration", codes_turns.WINDOW)
    return Window(fields.at, fields.name("id", codes_turns.WINDOW), duration)


def _matrix(flow: Keyed) -> tuple[OptionRow, ...]:
    rows: list[OptionRow] = []
    seen: dict[str, int] = {}
    for tree, path in flow.items("optionMatrix", codes_turns.MATRIX):
        fields = ROW.read(flow.c, tree, path)
        if fields is None:
            continue
        first = fields.word("first", codes_turns.MATRIX_ROW)
        second = fields.words("second", codes_turns.MATRIX_SECOND)
        line = seen.setdefault(first, fields.at.span.line) if first else 0
        if first and any(row.first == first for row in rows):
            message = f"duplicate row for '{first}', first in line {line}"
            fields.error(codes_turns.ROW_TWICE, "first", message)
        rows.append(OptionRow(fields.at, first, second))
    return tuple(rows)


def _rewards(flow: Keyed, factions: tuple[Name, ...]) -> tuple[PassReward, ...]:
    rewards = []
    for tree, path in flow.items("passRewards", codes_turns.REWARDS):
        fields = REWARD.read(flow.c, tree, path)
        if fields is None:
            continue
        faction = fields.name("factionClass", codes_turns.REWARD)
        amount = fields.whole("amount", codes_turns.REWARD_AMOUNT)
        resource = fields.name("resource", codes_turns.REWARD)
        _known_faction(flow.c, faction, factions, codes_sections.NO_REFERENCE)
        rewards.append(PassReward(fields.at, faction, resource, amount))
    return tuple(rewards)


def _known_faction(c: ReadContext, name: Name, factions: Iterable[Name], code: Code) -> None:
    names = [f.text for f in factions]
    # Without factions their error has been reported, and every name would be unknown.
    if name.text and names and name.text not in names:
        hint = did_you_mean(name.text, names) or f"factions: {', '.join(names)}"
        c.error(code, name.at, f"unknown faction '{name.text}'", hint)


def _monsoon(flow: Keyed) -> Monsoon | None:
    fields = MONSOON.read(flow.c, flow.get("monsoon"), flow.path("monsoon"))
    if fields is None:
        return None
    items = fields.items("restrictedActions", codes_turns.FLOW)
    found = [_restriction(flow.c, tree, path) for tree, path in items]
    token = fields.optional("pivotalOverrideToken", codes_turns.FLOW)
    return Monsoon(
        fields.at,
        tuple(r for r in found if r is not None),
        fields.flag("blockPivotal", codes_turns.FLOW, True),
        token.text if token else None,
    )


def _restriction(c: ReadContext, tree: Tree, path: str) -> Restriction | None:
    fields = RESTRICTION.read(c, tree, path)
    if fields is None:
        return None
    limit = MAX_PARAM.read(c, fields.get("maxParam"), fields.path("maxParam"))
    token = fields.optional("overrideToken", codes_turns.FLOW)
    return Restriction(
        fields.at,
        fields.name("actionId", codes_turns.FLOW),
        limit.name("name", codes_turns.FLOW) if limit else None,
        limit.whole("max", codes_turns.FLOW) if limit else None,
        token.text if token else None,
    )


@dataclass(frozen=True, slots=True)
class _Interrupt:
    precedence: tuple[Name, ...] = ()
    cancellations: tuple[Cancellation, ...] = ()


def _pivotal(flow: Keyed, factions: tuple[Name, ...]) -> Pivotal | None:
    fields = PIVOTAL.read(flow.c, flow.get("pivotal"), flow.path("pivotal"))
    if fields is None:
        return None
    actions = fields.names("actionIds", codes_turns.FLOW)
    interrupt = _interrupt(fields, factions)
    # An `interrupt` without `precedence` has been reported by its table of keys.
    if len(actions) > 1 and not interrupt.precedence and not fields.has("interrupt"):
        message = "missing 'interrupt': several pivotal actions need a precedence"
        flow.c.error(codes_turns.PRECEDENCE, fields.at, message)
    return Pivotal(
        fields.at,
        actions,
        fields.flag("requirePreActionWindow", codes_turns.FLOW, True),
        fields.flag("disallowWhenLookaheadIsCoup", codes_turns.FLOW, True),
        interrupt.precedence,
        interrupt.cancellations,
    )


def _interrupt(pivotal: Keyed, factions: tuple[Name, ...]) -> _Interrupt:
    c = pivotal.c
    fields = INTERRUPT.read(c, pivotal.get("interrupt"), pivotal.path("interrupt"))
    if fields is None:
        return _Interrupt()
    precedence = fields.names("precedence", codes_turns.FLOW, 1)
    report_duplicates(c, precedence, codes_turns.PRECEDENCE_TWICE, "faction")
    for name in precedence:
        _known_faction(c, name, factions, codes_turns.PRECEDENCE_UNKNOWN)
    found = []
    items = fields.items("cancellation", codes_turns.FLOW) if fields.has("cancellation") else []
    for tree, path in items:
        each = CANCELLATION.read(c, tree, path)
        if each is not None:
            winner, canceled = (each.name(key, codes_turns.FLOW) for key in CANCELLATION.needs)
            found.append(Cancellation(each.at, winner, canceled))
    return _Interrupt(precedence, tuple(found))


def _classes(flow: Keyed) -> dict[str, tuple[str, ...]]:
    """The classes that each action may be played as."""
    tree, key = flow.get("actionClassByActionId"), "actionClassByActionId"
    if tree is None:
        return {}
    if not isinstance(tree, Mapping):
        flow.error(codes_turns.FLOW, key, f"'{key}' must be a mapping of action ids to classes")
        return {}
    known = (*CLASSES, SPECIAL)
    found: dict[str, tuple[str, ...]] = {}
    for action, value in tree.entries:
        path = f"{flow.path(key)}.{action.text}"
        # A single class may be written without a list.
        words = value.items if isinstance(value, Sequence) else (value,)
        found[action.text] = tuple(word_of(flow.c, w, path, known, codes_turns.FLOW) for w in words)
        if not words:
            at = Location(value.span, path)
            flow.c.error(codes_turns.FLOW, at, f"'{action.text}' must have at least one class")
    return found


def _class_names(flow: Keyed) -> tuple[Name, ...]:
    """The keys of `actionClassByActionId`, with locations: references to actions."""
    tree, path = flow.get("actionClassByActionId"), flow.path("actionClassByActionId")
    entries = tree.entries if isinstance(tree, Mapping) else ()
    return tuple(Name(k.text, Location(k.span, f"{path}.{k.text}")) for k, _ in entries)
