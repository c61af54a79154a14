"""Linking: put code, tables and the initial state together, and resolve all labels."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.call_graph import deciding_procedures
from ..gamedef.listeners import is_made
from ..gamedef.walk import walk
from ..machine import ops
from ..machine import state as m
from ..machine.program import Array, Program, PropertyInfo, Slot, Symbols, TeamInfo, VariableInfo
from .code import TableAt, resolved
from .emitter import Emitter
from .layout import Layout
from .regions import regions_of
from .slots import slots_of

BUDGET = 20_000  # thousands of ops between two decisions


def link(game: n.GameDef, e: Emitter, options: dict[str, n.Expr]) -> Program:
    """The program of the emitted code, with all labels and tables as addresses."""
    layout = e.layout
    sight = e.table(layout.sight())
    # Keys treat equal tokens as one, unless something may refer to a single token among them.
    classes = e.table(list(range(len(layout.tokens) + 1)) if _names_tokens(e) else layout.classes())
    changing = e.table(_changing(e))
    procedures = e.table([len(e.code.procedures) // m.PROCEDURE_WORDS, *e.code.procedures])
    trees = e.table(layout.tree_table(_names_zones(e))) if layout.has_trees else None
    regions = regions_of(e)
    slots = (*slots_of(e), *regions.answer_slots())
    slices = e.table([len(slots), *(x for s in slots for x in (s.start, s.count, s.keys))])
    live = e.table(_live_registers(e))
    has_atomic = any(isinstance(x, n.Action) and x.atomic for x in walk(e.game))
    code_end = e.here
    header = {
        m.P_FAILED: ops.FAILED,
        m.P_SIZE: regions.size,
        m.P_TOKENS: len(layout.tokens) + 1,
        m.P_ZONES: len(layout.zones),
        m.P_SEATS: layout.seats,
        m.P_RESULTS: layout.results,
        m.P_ATTEMPTS: regions.attempts,
        m.P_ATTEMPTS_END: regions.lists,
        m.P_LISTS: regions.lists,
        m.P_LISTS_END: regions.lists_end,
        m.P_CHECKPOINTS: regions.checkpoints,
        m.P_CHECKPOINT_COUNT: regions.checkpoint_count,
        m.P_SIGHT: code_end + sight,
        m.P_WIDTH: e.code.widest,
        m.P_BUDGET: BUDGET,
        m.P_CLASSES: code_end + classes,
        m.P_KEY_SLICES: code_end + slices,
        m.P_RANGES: int(e.code.has_ranges),
        m.P_GRANTS: layout.grants,
        m.P_BAGS: layout.bags,
        m.P_PROCEDURES: code_end + procedures,
        m.P_CHANGING: code_end + changing,
        m.P_TREES: 0 if trees is None else code_end + trees,
        m.P_ANSWERS: regions.answers if regions.asks_together else 0,
        m.P_START: regions.start,
        m.P_CALLS: regions.calls,
        m.P_CALLS_END: regions.dry_runs,
        m.P_CALL_WORDS: regions.call_words,
        m.P_AGENDA: e.agenda.entries,
        m.P_DRY_RUNS: e.dry_runs,
        m.P_LOOKAHEAD: m.LOOKAHEAD_DEPTH if has_atomic else 0,
        m.P_REGISTERS: e.registers_at,
        m.P_LIVE: code_end + live,
    }
    # One more word, because rows of bit tables are read two words at a time.
    code = np.zeros(code_end + len(e.code.tables) + 1, np.int32)
    for at, word in header.items():
        code[at] = word
    code[m.P_CODE : code_end] = _resolved_code(e, code_end)
    code[code_end:-1] = [resolved(word, code_end) for word in e.code.tables]
    image = np.zeros(regions.size, np.int32)
    image[: len(e.code.words)] = e.code.words
    image[m.PC] = resolved(e.entries["main"], code_end)
    image[m.LIST_TOP] = regions.lists
    image[m.ATTEMPT_TOP] = regions.attempts
    image[m.CALL_TOP] = regions.calls
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
            code_end + site.offset: replace(site, offset=code_end + site.offset)
            for site in e.code.sites
        },
        slots=slots,
        registers_at=layout.end,
        live={code_end + offset: live for offset, live in e.code.live.items()},
        reasons=tuple(e.code.reasons),
        locations=tuple(e.code.locations),
        attempts=tuple(e.code.attempts),
        code_end=code_end,
        shuffled=_shuffled(game),
        digest=_digest(code, image),
        ids=e.code.ids,
        properties={
            p.name: PropertyInfo(p.name, layout.changing[p.name], p.type, p.inner)
            for p in game.properties
            if p.changing
        },
        kinds=tuple(layout.classes()),
        rollbacks={resolved(label, code_end): code_end + live for label, live in e.code.rollbacks},
        due=_due(e),
        teams=tuple(
            TeamInfo(team.name, tuple(seats))
            for team, seats in zip(game.teams, layout.teams, strict=True)
        ),
        look=layout.look(),
        payoff=game.payoff,
        symbols=_symbols(e),
    )


def _live_registers(e: Emitter) -> list[int]:
    """How many registers may be live while the machine waits, and their addresses; return addresses
    are among them."""
    found = {frame.returns for frame in e.frames.values()} - {0}
    for live in e.code.live.values():
        found.update(x for slot in live for x in range(slot.start, slot.start + slot.count))
    return [len(found), *sorted(found)]


def _symbols(e: Emitter) -> Symbols:
    """The names behind the code, for listings."""
    words: dict[int, str] = {}
    for procedure_name, frame in e.frames.items():
        words |= {address: name for name, address in frame.names.items()}
        words[frame.lists] = f"list top of {procedure_name}"
        words[frame.returns] = f"return of {procedure_name}"
    words.pop(0, None)  # the frame of main has no return address, most have no saved list top
    entries = {resolved(label, 0): name for name, label in e.entries.items()}
    return Symbols(entries, e.code.constants, words, tuple(e.code.bindings))


def _names_tokens(e: Emitter) -> bool:
    """Whether a variable, name or operand may denote one of several indistinguishable tokens."""
    kinds = {variable.type for variable in e.game.variables}
    kinds |= {kind for frame in e.frames.values() for kind in frame.types.values()}
    kinds |= {kind for s in e.code.sites for a in s.actions for _, kind, _ in a.operands}
    return not kinds.isdisjoint({"token", "[token]"})


def _names_zones(e: Emitter) -> bool:
    """Whether a variable or a live name may denote a zone during a decision."""
    kinds = {variable.type for variable in e.game.variables}
    kinds |= {slot.type for offset in _waiting(e) for slot in e.code.live[offset]}
    return not kinds.isdisjoint({"zone", "[zone]"})


def _waiting(e: Emitter) -> set[int]:
    """The tables of what is live at sites, and at calls of procedures with a decision."""
    tables = [e.code.tables[site.offset + m.SITE_LIVE] for site in e.code.sites]
    found = {table.offset for table in tables if isinstance(table, TableAt)}
    chooses = {e.entries[name] for name in deciding_procedures(e.game)}
    # Labels are operands, never opcodes, so any number will do for the widths.
    code = [word if isinstance(word, int) else 0 for word in e.code.ops]
    at = 0
    while at < len(code):
        if code[at] == ops.CALL and e.code.ops[at + 1] in chooses:
            found.add(resolved(e.code.ops[at + 3], 0))
        at += ops.width(code, at)
    return found


def _changing(e: Emitter) -> list[int | TableAt]:
    """The number of changing properties; for each its address and a table of initial values."""
    words: list[int | TableAt] = [len(e.layout.changing)]
    for name, address in e.layout.changing.items():
        words += [address, TableAt(e.table(e.layout.property_table(name)))]
    return words


def _due(e: Emitter) -> dict[int, tuple[Slot, ...]]:
    """The parameters of calls on the agenda, by the number of the procedure."""
    found = {}
    for number, each in enumerate(e.scope.procedures.values(), start=1):
        e.context.frame = e.frames[each.name]
        found[number] = tuple(
            Slot(p.name, 0, 1, p.type, e.context.audience(p.name, None)) for p in each.parameters
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


def _resolved_code(e: Emitter, base: int) -> list[int]:
    """The code with labels and tables as addresses."""
    code = [resolved(word, base) for word in e.code.ops]
    at = 0
    while at < len(code):
        for i, kind in enumerate(ops.SPECS[code[at]].operands, start=1):
            if kind == "table":
                code[at + i] += base
        at += ops.width(code, at)
    return code
