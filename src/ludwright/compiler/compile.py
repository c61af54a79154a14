"""Compiling a game: prepare it, lay out its state, emit its code, link the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..gamedef import nodes as n
from ..gamedef.call_graph import cycles
from ..gamedef.information_flow import names_of
from ..gamedef.walk import walk
from ..machine import state as m
from ..machine.program import Program

# Importing these modules fills the tables of dispatch.
from . import emit_counts, emit_graphs, emit_lists, emit_subsets, emit_tests, emit_values  # noqa: F401
from .code import Label
from .emit_sites import chance_sites
from .emit_statements import procedure
from .emitter import Emitter
from .frame import Frame
from .layout import Layout
from .link import link
from .list_escape import escaping
from .passes import prepare
from .peephole import optimise


def compile_game(
    game: n.GameDef,
    players: int | None = None,
    options: Mapping[str, n.Expr] | None = None,
    chance: bool = False,
) -> Program:
    """The program of a verified game for a number of players and values of its options; with
    `chance` the caller decides the outcome of every shuffle and roll."""
    seats = game.least_players if players is None else players
    chosen = dict(options or {})
    prepared = prepare(game, seats, chosen)
    e = Emitter(prepared, Layout(prepared, seats, chance))
    _reserve(e)
    _add_frames(e)
    # `main` first; the addresses of the others do not matter.
    for each in sorted(prepared.procedures, key=lambda p: p.name != "main"):
        procedure(e, each)
    outcomes = chance_sites(e) if chance else ()
    optimise(e.code, e.entries.values(), outcomes)
    # Names and options are those of the game as it was written: passes remove what is not used.
    chosen_options = {o.name: chosen.get(o.name, o.default) for o in game.options}
    return replace(link(game, e, chosen_options), chance=outcomes)


def _reserve(e: Emitter) -> None:
    """Reserve the words of the agenda and of the depth of dry runs, if the game needs them."""
    if e.agenda.due:
        entries = len(e.code.words)
        e.code.words.extend([0] * (1 + m.MOST_DUE * m.DUE_WORDS))
        e.agenda = e.agenda._replace(entries=entries, due_now=len(e.code.words))
        e.code.words.extend([0] * (1 + m.MOST_ARGUMENTS))
    if any(isinstance(x, n.Possible) for x in walk(e.game)):
        e.dry_runs = e.word()
    e.registers_at = len(e.code.words)


def _add_frames(e: Emitter) -> None:
    """Make the frames of all procedures. They exist before any code, because a call writes to the
    registers of the callee's parameters."""
    recursive = cycles(e.game)
    depends = names_of(e.game, e.context.flow)
    for each in e.game.procedures:
        frame = Frame(e.code, 0 if each.name == "main" else e.word(), escaping(each))
        frame.cycle = recursive.get(each.name, frozenset())
        frame.body, frame.depends = each.body, depends[each.name]
        e.frames[each.name] = frame
        e.entries[each.name] = Label()
        for parameter in each.parameters:
            frame.names[parameter.name] = e.word()
            frame.types[parameter.name] = parameter.type
