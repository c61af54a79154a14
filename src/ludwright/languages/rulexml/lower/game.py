"""Lower Rule XML to a GameDef: the cards, the cells and the phases."""

from __future__ import annotations

from ....diagnostics import Report, Source
from ....gamedef import nodes as n
from ...builders import with_spans
from ...files import Files
from ..check.names import record
from ..check.references import check
from ..read.files import read_file
from ..read.side_files import RawSave
from ..read.tree import Card, LayoutFile, Rules, Save
from ..saves.resume import read_position
from .conditions import ABSENT, VALUED, words_of
from .deal import NAME, deal, lay_out
from .looks import grows_of, look_of
from .phases import PHASE, settle_procedure, several, turns, variables
from .rule_groups import without_dead_rules
from .selection import Procedures
from .static_table import StaticTable, static_table

ROTATION, FIXED = "rotation", "fixed"


def game_of(source: Source, report: Report, files: Files | None = None, /) -> n.GameDef | None:
    """The game that a rules file or a save describes; None for files with errors or of another
    type."""
    found, position = read_file(source, report, files), None
    if isinstance(found.file, RawSave):
        position, found = read_position(found.file, source, report, files)
    if not isinstance(found.file, Rules):
        return None
    record(found.file)
    check(found.file, found.layout, report, found.broken)
    return None if report.failed else lower_rules(found.file, found.layout, report, position)


def lower_rules(
    rules: Rules, layout: LayoutFile | None, report: Report, position: Save | None = None
) -> n.GameDef:
    """The game of a rules file, from its deal or from a saved position."""
    # Dead rules can only be recognised with a table, but also make that table less precise.
    table = static_table(without_dead_rules(static_table(rules, position)), position)
    procedures = Procedures()
    start = tuple(lay_out(table)) if position else deal(table)
    main = n.Procedure(name="main", body=(*start, *turns(table, procedures)))
    settle = settle_procedure(table)
    turned = ROTATION if table.degree else ""
    degree = table.degree or 1
    look, spots = look_of(rules, layout, report, anchor=FIXED, rotation=turned, degree=degree)
    every = (main, *((settle,) if settle else ()), *procedures.found.values())
    return n.GameDef(
        name=rules.name,
        least_players=rules.players,
        most_players=rules.players,
        genre="" if several(rules) else "solitaire",
        enums=tuple(_enums(table)),
        properties=tuple(_properties(table)),
        supplies=(_supply(table),),
        zones=_zones(table),
        spots=spots,
        look=look,
        variables=variables(table),
        procedures=tuple(with_spans(each, rules.span) for each in every),
        span=rules.span,
    )


def _enums(table: StaticTable) -> list[n.Enum]:
    names = tuple(dict.fromkeys(card.name.text for card in table.cards))
    found = [
        n.Enum(name=PHASE, values=tuple(phase.name.text for phase in table.rules.phases)),
        n.Enum(name=NAME, values=names),
    ]
    for name in ("color", "suit"):
        words = words_of(name, table.cards)
        if words != (ABSENT,):
            found.append(n.Enum(name=name, values=words))
    return found


def _properties(table: StaticTable) -> list[n.Property]:
    """The properties that at least one card has."""
    # `open`: fixed cards are recognisable from the back. `write/game.py` relies on this order.
    found = [n.Property(name=NAME, type=NAME), n.Property(name=FIXED, type="bool", open=True)]
    for name in ("color", "suit"):
        if words_of(name, table.cards) != (ABSENT,):
            found.append(n.Property(name=name, type=name))
    if any(card.value is not None for card in table.cards):
        found.append(n.Property(name="value", type="int"))
    if any(card.value is None for card in table.cards):
        found.append(n.Property(name=VALUED, type="bool"))
    if table.degree:
        found.append(n.Property(name=ROTATION, type="int", changing=True))
    return found


def _supply(table: StaticTable) -> n.Supply:
    names = [each.name for each in _properties(table)]
    tokens = tuple(_token(card, names) for card in table.cards)
    return n.Supply(name="deck", zone=table.undealt, tokens=tokens, span=table.rules.deck.span)


def _token(card: Card, names: list[str]) -> n.Token:
    values: dict[str, int | bool | str] = {
        NAME: card.name.text,
        FIXED: card.fixed,
        # In lower case, as tests of colours and suits ignore case.
        "color": card.color.lower() or ABSENT,
        "suit": card.suit.lower() or ABSENT,
        "value": card.value or 0,
        VALUED: card.value is not None,
        ROTATION: 0,
    }
    return n.Token(
        name=card.name.text, values=tuple(values[name] for name in names), span=card.span
    )


def _zones(table: StaticTable) -> tuple[n.Zone, ...]:
    """The cells, and two zones for cards that are in none of them.

    There are at most as many nodes with cards as there are cards, and in the middle of a move as
    many again that have just become empty.
    """
    deep = [cell.name.text for cell in table.rules.cells if table.ways[cell.name.text]]
    # Branches are shared by all zones that have any, which includes `aside`.
    each = -(-2 * len(table.cards) // (len(deep) + 1)) + 1 if deep else 0
    cells = tuple(
        n.Zone(
            name=cell.name.text,
            label=cell.name.text,
            look="column" if table.ways[cell.name.text] else "pile",
            branches=each if cell.name.text in deep else 0,
            grows=grows_of(cell),
            turned=table.turned(cell.rotation),
            span=cell.span,
        )
        for cell in table.rules.cells
    )
    # Last, and in this order: `write/unlower_deal.py` finds them by position.
    undealt = n.Zone(name=table.undealt, owner_sees="none", others_see="none")
    return (*cells, undealt, n.Zone(name=table.aside, branches=each))
