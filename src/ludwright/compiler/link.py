"""From a prepared game to a Program: emit everything, lay out the rest, resolve every place."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.call_graph import called_by, choosing, circles, due_at
from ..gamedef.information_flow import names_of
from ..gamedef.listeners import is_made, is_movement
from ..gamedef.walk import children, walk
from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, Program, PropertyInfo, Slot, TeamInfo, VariableInfo

# These three fill the tables of dispatch.
from . import emit_lists, emit_subsets, emit_tests, emit_values  # noqa: F401
from .emit_choices import chance_sites
from .emit_statements import procedure
from .emitter import SELECTIONS, Emitter, Frame, Label, TableAt
from .layout import Layout
from .list_escape import lasting
from .passes import prepare

BUDGET = 20_000  # thousands of ops between two decisions
LISTED = 8  # words of lists that each call in a circle may keep, besides what few calls may
DEEPEST_ROLLBACKS = 15  # attempts that undo inside of each other in calls in a circle
ALL_KEYS = m.EXACT | m.POSITION | m.FUTURE
NAMED = n.TokensIn | n.Filter | n.Each | n.Join | n.Sorted  # lists as long as there are tokens


def compile_game(
    game: n.GameDef,
    players: int | None = None,
    options: Mapping[str, n.Expr] | None = None,
    chance: bool = False,
) -> Program:
    """The program of a verified game for a number of players and values of its options; with
    `chance` the caller says what comes out of every shuffle and roll."""
    seats = game.least_players if players is None else players
    chosen = dict(options or {})
    prepared = prepare(game, seats, chosen)
    layout = Layout(prepared, seats, chance)
    e = Emitter(prepared, layout)
    if e.agenda.due:
        entries = len(e.words)
        e.words.extend([0] * (1 + m.MOST_DUE * m.DUE_WORDS))
        e.agenda = e.agenda._replace(entries=entries, due_now=len(e.words))
        e.words.extend([0] * (1 + m.MOST_ARGUMENTS))
    if any(isinstance(x, n.Possible) for x in walk(prepared)):
        e.probes = e.word()
    around = circles(prepared)
    told = names_of(prepared, e.secrecy)
    for each in prepared.procedures:
        frame = Frame(0 if each.name == "main" else e.word(), lasting=lasting(each))
        frame.circle = around.get(each.name, frozenset())
        frame.told = told[each.name]
        e.frames[each.name] = frame
        e.entries[each.name] = Label()
        for parameter in each.parameters:
            frame.names[parameter.name] = e.word()
            frame.types[parameter.name] = parameter.type
    ordered = sorted(prepared.procedures, key=lambda p: p.name != "main")
    for each in ordered:
        procedure(e, each)
    outcomes = chance_sites(e) if chance else ()
    chosen_options = {o.name: chosen.get(o.name, o.default) for o in game.options}
    return replace(_linked(game, e, chosen_options), chance=outcomes)


def _linked(game: n.GameDef, e: Emitter, options: dict[str, n.Expr]) -> Program:
    layout = e.layout
    sight = e.table(layout.sight())
    classes = e.table(list(range(len(layout.tokens) + 1)) if _names_tokens(e) else layout.classes())
    changing = e.table(_changing(e))
    procedures = e.table([len(e.procedures) // m.PROCEDURE_WORDS, *e.procedures])
    trees = e.table(layout.tree_table(_names_zones(e))) if layout.has_trees else None
    tries = len(e.words)
    tries_end = tries + m.ATTEMPT_WORDS * _most_tries(e)
    n1 = len(layout.tokens) + 1
    lists_end = tries_end + _list_room(e, n1)
    depth = _nested(e.game, lambda x: isinstance(x, n.Attempt) and x.rollback)
    probes = _nested(e.game, lambda x: isinstance(x, n.Possible))
    snapshots = lists_end + n1  # behind the lists: room to shuffle in
    snapshot_size = lists_end - (m.KNOWN + n1)
    answers = snapshots + depth * snapshot_size
    asks_together = any(isinstance(x, n.Together) for x in walk(e.game))
    given = m.A_HEAD + m.MOST_ANSWERS * (m.ANSWER_HEAD + e.widest)
    start = answers + given if asks_together else answers
    calls = start + lists_end - m.KNOWN if asks_together else start
    call_words = 3 + e.most_kept
    calls_end = calls + (_most_calls(e) * call_words if e.most_kept >= 0 else 0)
    size = calls_end + probes * (m.DRY_RUN_HEAD + lists_end - m.KNOWN)
    slots = _slots(e)
    if asks_together:
        slots += (
            Slot("answers", answers, given, "word", "answers"),
            Slot("common start", start, calls - start, "word", "answers"),
        )
    facts = e.table([len(slots), *(x for s in slots for x in (s.start, s.count, s.keys))])
    has_atomic = any(isinstance(x, n.Action) and x.atomic for x in walk(e.game))
    code_end = e.here
    header = {
        m.P_FAILED: ops.FAILED,
        m.P_SIZE: size,
        m.P_TOKENS: n1,
        m.P_ZONES: len(layout.zones),
        m.P_SEATS: layout.seats,
        m.P_RESULTS: layout.results,
        m.P_ATTEMPTS: tries,
        m.P_ATTEMPTS_END: tries_end,
        m.P_LISTS: tries_end,
        m.P_LISTS_END: lists_end,
        m.P_CHECKPOINTS: snapshots,
        m.P_CHECKPOINT_COUNT: depth,
        m.P_SIGHT: code_end + sight,
        m.P_WIDTH: e.widest,
        m.P_BUDGET: BUDGET,
        m.P_CLASSES: code_end + classes,
        m.P_FACTS: code_end + facts,
        m.P_RANGES: int(e.has_ranges),
        m.P_GRANTS: layout.grants,
        m.P_BAGS: layout.bags,
        m.P_PROCEDURES: code_end + procedures,
        m.P_CHANGING: code_end + changing,
        m.P_TREES: 0 if trees is None else code_end + trees,
        m.P_ANSWERS: answers if asks_together else 0,
        m.P_START: start,
        m.P_CALLS: calls,
        m.P_CALLS_END: calls_end,
        m.P_CALL_WORDS: call_words,
        m.P_AGENDA: e.agenda.entries,
        m.P_DRY_RUNS: e.probes,
        m.P_LOOKAHEAD: m.LOOKAHEAD_DEPTH if has_atomic else 0,
    }
    # One more word, because rows of bit tables are read two words at a time.
    code = np.zeros(code_end + len(e.tables) + 1, np.int32)
    for at, word in header.items():
        code[at] = word
    code[m.P_CODE : code_end] = _resolved_code(e, code_end)
    code[code_end:-1] = [_resolved(word, code_end) for word in e.tables]
    image = np.zeros(size, np.int32)
    image[: len(e.words)] = e.words
    image[m.PC] = _resolved(e.entries["main"], code_end)
    image[m.LIST_TOP] = tries_end
    image[m.ATTEMPT_TOP] = tries
    image[m.CALL_TOP] = calls
    return Program(
        name=game.name,
        seats=layout.seats,
        options={name: _plain(value) for name, value in options.items()},
        code=code,
        image=image,
        tokens=("", *(t.name for t in layout.tokens)),
        backs=("", *layout.signs()),
        zones=tuple(layout.zones),
        enums={enum.name: enum.values for enum in game.enums},
        variables=_variables(layout),
        sites={
            code_end + site.offset: replace(site, offset=code_end + site.offset) for site in e.sites
        },
        slots=slots,
        registers_at=layout.end,
        live={code_end + offset: live for offset, live in e.live.items()},
        reasons=tuple(e.reasons),
        places=tuple(e.places),
        attempts=tuple(e.attempts),
        code_end=code_end,
        shuffled=_shuffled(game),
        digest=_digest(code, image),
        ids=e.ids,
        properties={
            p.name: PropertyInfo(p.name, layout.changing[p.name], p.type, p.inner)
            for p in game.properties
            if p.changing
        },
        kinds=tuple(layout.classes()),
        rollbacks={_resolved(label, code_end): code_end + live for label, live in e.rollbacks},
        due=_due(e),
        teams=tuple(
            TeamInfo(team.name, tuple(seats))
            for team, seats in zip(game.teams, layout.teams, strict=True)
        ),
        look=layout.look(),
    )


def _names_tokens(e: Emitter) -> bool:
    """Whether something may hold on to one token of several that are alike."""
    kinds = {variable.type for variable in e.game.variables}
    kinds |= {kind for frame in e.frames.values() for kind in frame.types.values()}
    kinds |= {kind for s in e.sites for a in s.actions for _, kind, _ in a.operands}
    return not kinds.isdisjoint({"token", "[token]"})


def _names_zones(e: Emitter) -> bool:
    """Whether something may hold on to a zone while somebody chooses."""
    kinds = {variable.type for variable in e.game.variables}
    kinds |= {slot.type for offset in _waiting(e) for slot in e.live[offset]}
    return not kinds.isdisjoint({"zone", "[zone]"})


def _waiting(e: Emitter) -> set[int]:
    """The tables of what is live at sites, and at calls in which somebody may choose."""
    tables = [e.tables[site.offset + m.SITE_LIVE] for site in e.sites]
    found = {table.offset for table in tables if isinstance(table, TableAt)}
    chooses = {e.entries[name] for name in choosing(e.game)}
    code = [word if isinstance(word, int) else 0 for word in e.code]
    at = 0
    while at < len(code):
        if code[at] == ops.CALL and e.code[at + 1] in chooses:
            found.add(_resolved(e.code[at + 3], 0))
        at += ops.width(code, at)
    return found


def _changing(e: Emitter) -> list[int | TableAt]:
    """How many properties change; for each the address of its words and a table of first values."""
    words: list[int | TableAt] = [len(e.layout.changing)]
    for name, address in e.layout.changing.items():
        words += [address, TableAt(e.table(e.layout.property_table(name)))]
    return words


def _due(e: Emitter) -> dict[int, tuple[Slot, ...]]:
    """What the calls on the agenda are given, by the number of the procedure."""
    found = {}
    for number, each in enumerate(e.scope.procedures.values(), start=1):
        e.frame = e.frames[each.name]
        found[number] = tuple(
            Slot(p.name, 0, 1, p.type, e.audience(p.name, None)) for p in each.parameters
        )
    return found if e.agenda.due else {}


def _plain(value: n.Expr) -> int | bool | str:
    assert isinstance(value, n.Number | n.Truth | n.Symbol)
    return value.value


def _variables(layout: Layout) -> dict[str, VariableInfo]:
    return {
        v.name: VariableInfo(
            v.name,
            layout.variables[v.name],
            v.type,
            v.per_seat,
            v.audience,
            v.inner,
            v.per_team,
            v.count,
            v.places,
        )
        for v in layout.game.variables
        if not is_made(v.name)
    }


def _shuffled(game: n.GameDef) -> frozenset[str]:
    zones = (x.zone for x in walk(game) if isinstance(x, n.Shuffle))
    return frozenset(zone.name for zone in zones if isinstance(zone, n.ZoneAt))


def _digest(code: Array, image: Array) -> str:
    data = code.astype("<i4").tobytes() + image.astype("<i4").tobytes()
    return hashlib.sha256(data).hexdigest()[:16]


def _resolved(word: int | Label | TableAt, base: int) -> int:
    if isinstance(word, Label):
        assert word.address is not None, "a label was never placed"
        return word.address
    return base + word.offset if isinstance(word, TableAt) else word


def _resolved_code(e: Emitter, base: int) -> list[int]:
    """The code with labels as addresses and tables where they lie."""
    code = [_resolved(word, base) for word in e.code]
    at = 0
    while at < len(code):
        for i, kind in enumerate(ops.SPECS[code[at]].operands, start=1):
            if kind == "table":
                code[at + i] += base
        at += ops.width(code, at)
    return code


def _lists_that_stay(game: n.GameDef) -> int:
    """How many lists are named outside of loops and of procedures that end, so never given back."""
    waiting: list[n.Node] = [s for p in game.procedures if p.name == "main" for s in p.body]
    found = 0
    while waiting:
        node = waiting.pop()
        found += isinstance(node, n.Let) and isinstance(node.value, NAMED)
        found += isinstance(node, n.Pick)
        if not isinstance(node, n.While | n.ForEach):
            waiting.extend(children(node))
    return (found + 1) // 2  # each with the list it was chosen from


def _list_room(e: Emitter, n1: int) -> int:
    """Words for lists: none if the code makes none."""
    makers = {ops.NEW_LIST, ops.TOKENS, ops.SELECT, ops.RANGE, ops.DISTINCT, ops.REVERSE, ops.TREE}
    makers |= {ops.SUBSETS, ops.SELECTED, ops.MAP, ops.PICKED}
    at, used = 0, False
    code = [_resolved(word, 0) for word in e.code]
    while at < len(code):
        used = used or code[at] in makers
        at += ops.width(code, at)
    joins = 1 + any(isinstance(x, n.Join) for x in walk(e.game)) + _lists_that_stay(e.game)
    zones = len(e.layout.zones) if e.game.links or e.layout.has_trees else 0
    deep, circle = (8, LISTED * _most_calls(e)) if e.most_kept >= 0 else (1, 0)
    more = 4 * SELECTIONS if any(isinstance(x, n.Subsets) for x in walk(e.game)) else 0
    return deep * joins * max(128, 4 * n1, 4 * zones) + more + circle if used else 0


def _most_tries(e: Emitter) -> int:
    """How many Attempts may be under way at once."""
    kinds = (n.Attempt, n.Together, n.Possible)

    def nested(node: n.Node) -> int:
        return isinstance(node, kinds) + max(map(nested, children(node)), default=0)

    again = [nested(p) for p in e.game.procedures if e.frames[p.name].circle]
    most = sum(isinstance(x, kinds) for x in walk(e.game))
    return most + _most_calls(e) * max(again, default=0)


def _most_calls(e: Emitter) -> int:
    """How many calls in a circle may be under way at once. Between two that count there are at most
    those of a movement: of several tokens, and of each."""
    moves = any(is_movement(name) for name in e.frames)
    return (3 if moves else 1) * (m.DEEPEST_CALLS + 1)


def _nested(game: n.GameDef, counts: Callable[[n.Node], bool]) -> int:
    """How many of the nodes that count may be under way at once, each inside of another."""
    procedures, due = {p.name: p for p in game.procedures}, due_at(game)
    entered: list[str] = []
    again: set[str] = set()
    known: dict[str, int] = {}

    def depth(block: n.Block) -> int:
        return max((of(statement) for statement in block), default=0)

    def of(node: Any) -> int:
        inner = max((of(c) for c in children(node)), default=0)
        for name in called_by(due, node) if isinstance(node, n.Call | n.Boundary) else ():
            inner = max(inner, called(name))
        return inner + counts(node)

    def called(name: str) -> int:
        if name in entered:
            again.update(entered[entered.index(name) :])
            return 0
        if name in known and name not in again:
            return known[name]
        entered.append(name)
        known[name] = depth(procedures[name].body)
        entered.pop()
        return known[name]

    most = called("main")
    deeper = any(counts(x) for p in again for x in walk(procedures[p]))
    return most + (DEEPEST_ROLLBACKS if deeper else 0)


def _slots(e: Emitter) -> tuple[Slot, ...]:
    """What every stretch of words is, and of which keys it is part."""
    layout = e.layout
    n1, z1 = len(layout.tokens) + 1, len(layout.zones)
    play = m.EXACT | m.POSITION
    placed = m.EXACT if layout.has_trees else play  # elsewhere trees are hashed as they hang
    slots = [
        Slot("turns", m.TURNS, 1, "int", "all", m.EXACT),
        Slot("decider", m.DECIDER, 1, "seat", "all", ALL_KEYS),
        Slot("known", layout.columns.known, n1, "seats", "seers", play),
        Slot("after", layout.columns.next, n1, "token", "seers", play),
        Slot("before", layout.columns.previous, n1, "token", "seers", 0),
        Slot("place", layout.columns.zone, n1, "zone", "seers", placed),
        Slot("face", layout.columns.face, n1, "bool", "all", play),
        Slot("shown", layout.columns.shown, n1, "seats", "all", play),
        Slot("top", layout.columns.top, z1, "token", "seers", 0),
        Slot("bottom", layout.columns.bottom, z1, "token", "seers", 0),
        Slot("size", layout.columns.size, z1, "int", "all", 0),
        Slot("results", layout.results, 2 * layout.seats, "int", "all", m.EXACT),
    ]
    if layout.grants:
        slots.append(Slot("grants", layout.grants, n1, "seats", "all", play))
    if layout.bags:
        slots.append(Slot("bags", layout.bags, n1, "bool", "all", play))
    read = {x.name for x in walk(e.game) if isinstance(x, n.Variable)}
    for variable in layout.game.variables:
        count = layout.copies(variable)
        keys = ALL_KEYS if variable.name in read else m.EXACT
        start = layout.variables[variable.name]
        audience = variable.audience
        if audience == "owner" and variable.per_team:
            audience = "team"
        slots.append(Slot(variable.name, start, count, variable.type, audience, keys))
    kinds = {p.name: p.type for p in layout.game.properties}
    for name, start in layout.changing.items():
        slots.append(Slot(name, start, n1, kinds[name], "seers", play))
    if layout.has_trees:
        slots.append(Slot("parent", layout.parents, z1, "zone", "all", placed))
        slots.append(Slot("direction", layout.parents + z1, z1, "int", "all", placed))
        slots.append(Slot("child", layout.parents + 2 * z1, 8 * z1, "zone", "all", 0))
    if e.agenda.due:
        count = 1 + m.MOST_DUE * m.DUE_WORDS
        slots.append(Slot("agenda", e.agenda.entries, count, "word", "none", ALL_KEYS))
    return tuple(slots)
