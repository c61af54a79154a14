"""The symbol table: declarations of a GameSpecDoc by name, and what lowering adds to the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ....diagnostics import Code, Report
from ....gamedef import nodes as n
from ....gamedef.build import number, truth
from ...builders import written_out
from ..read.collation import collated
from ..read.table_data import DataTable, Lattice, Stacking
from ..read.tree import effects as e
from ..read.tree import sections as spec
from ..read.tree import values as t
from ..read.walk import parts_in
from .terms import FLAG, LINKS, NUMBER, TEXT, TEXTS, Term
from .things import Things

ACTIVE, PHASE, TURN = "active player", "current phase", "turn number"
"""Variables of the engine. Their names contain spaces, which identifiers of a document cannot."""
ENTER, EXIT, NEXT = "enter phase", "exit phase", "next phase"
BEGIN, END = "begin turn", "end turn"
"""Procedures that advance phases and turns."""
PHASES = "phase"
"""The enum of phases."""
RANKS = "place by name"
"""The trait of zones and the table of texts that hold their positions in the order of ids."""

MOST_NODES, MOST_ZONES = 250_000, 2_500
"""Limits on the size of a game."""


class TooLarge(Exception):
    """The lowered game would exceed MOST_NODES or MOST_ZONES."""


class Symbols:
    """The sections of a document, and the parts of the game that were added so far."""

    def __init__(self, sections: spec.Sections, report: Report, partial: bool = False) -> None:
        assert sections.metadata and sections.phases
        self.sections, self.report = sections, report
        self.partial = partial
        self.metadata, self.phases = sections.metadata, sections.phases
        self.zones = sections.zones or ()
        self.types = sections.token_types or ()
        self.actions, self.triggers = sections.actions or (), sections.triggers or ()
        self.lattices: Mapping[str, Lattice] = {x.id.text: x for x in sections.lattices or ()}
        self.stacking: tuple[Stacking, ...] = sections.stacking or ()
        self.tables: Mapping[str, DataTable] = {x.id.text: x for x in sections.tables or ()}
        self.globals = {x.name.text: x for x in sections.global_vars or ()}
        self.players = {x.name.text: x for x in sections.player_vars or ()}
        # All in advance: concatenations are lowered to a choice among the known texts.
        self.texts: dict[str, None] = dict.fromkeys(_texts(sections))
        self.traits: dict[str, n.Trait] = {}
        self.enums: dict[str, n.Enum] = {}
        self.number_tables: dict[str, n.Table] = {}
        self.variables: dict[str, n.VariableDef] = {}
        self.procedures: dict[str, n.Procedure] = {}
        self.lattice_tables: dict[str, Lattice] = {}
        self.ranks_texts = False
        self.away = ""
        self.moves: dict[int, bool] = {}
        self._spent = 0
        self._fresh: dict[str, int] = {}
        self._bases: dict[str, list[spec.ZoneDef]] = {}
        for zone in self.zones:
            self._bases.setdefault(zone.base, []).append(zone)
        self.things = Things(self)

    # ---- diagnostics and names ----

    def error(self, code: Code, at: t.Location, message: str, help: str = "") -> None:
        """Report an error at a location."""
        self.report.error(code, at.span, message, help, path=at.path)

    def warn(self, code: Code, at: t.Location, message: str, help: str = "") -> None:
        """Report a warning at a location."""
        self.report.warning(code, at.span, message, help, path=at.path)

    def lost(self, section: str) -> bool:
        """Whether declarations of a section could not be read, so that a name without a declaration
        is not an error."""
        return bool(self.sections.lost.get(section))

    def fresh(self, name: str) -> str:
        """A unique name for a local."""
        plain = name.lstrip("$") or "value"
        # Names are visible in explanations: "card", "card 2" rather than mangled ones.
        count = self._fresh[plain] = self._fresh.get(plain, 0) + 1
        return plain if count == 1 else f"{plain} {count}"

    def spend(self, count: int) -> None:
        """Charge a number of nodes to the budget of the game."""
        self._spent += count
        if self._spent > MOST_NODES:
            raise TooLarge

    def fits(self, expr: n.Expr) -> None:
        """Reject an expression that is too large when shared operands are written out."""
        # Lowering repeats operands (`min`, `max`, division), so nesting may grow exponentially.
        if written_out(expr) > MOST_NODES // 10:
            raise TooLarge

    def keep(self, variable: n.VariableDef) -> n.Variable:
        """Declare a variable of the game; an equal name replaces it."""
        self.variables[variable.name] = variable
        return n.Variable(name=variable.name)

    def procedure(self, name: str, body: n.Block, *parameters: n.Parameter) -> None:
        """Add a procedure to the game."""
        self.procedures[name] = n.Procedure(name=name, parameters=parameters, body=body)

    # ---- texts ----

    def text(self, value: str) -> n.Symbol:
        """A text as a symbol of the enum of texts."""
        self.texts.setdefault(value)
        return n.Symbol(enum=TEXTS, value=value)

    @property
    def seat_numbers(self) -> list[str]:
        """The numbers of all players, as texts."""
        return [str(number) for number in range(self.metadata.most)]

    def may_be_text(self, value: str) -> bool:
        """Whether a text may be the value of something: it is in the document, or a player's."""
        return value in self.texts or value in self.seat_numbers

    def text_ranks(self) -> str:
        """The table of each text's position in the order of ids. It is filled in at the end, when
        all texts are known."""
        self.ranks_texts = True
        return RANKS

    def term(self, value: t.Scalar) -> Term:
        """A constant."""
        # bool first: in Python it is a subclass of int.
        if isinstance(value, bool):
            return Term(truth(value), FLAG, value)
        if isinstance(value, int):
            return Term(number(value), NUMBER, value)
        return Term(self.text(value), TEXT, value)

    # ---- variables ----

    def variable_name(self, var: spec.VarDef) -> str:
        """The name of a variable in the game: global ones and those of players may share one."""
        name = var.name.text
        return (
            f"{name} of player" if self.players.get(name) is var and name in self.globals else name
        )

    # ---- zones ----

    def zone(self, base: str, owned: bool) -> spec.ZoneDef | None:
        """The zone of a base, owned by players or shared."""
        return next((z for z in self._bases.get(base, ()) if z.owned == owned), None)

    def zone_name(self, zone: spec.ZoneDef) -> str:
        """The name of a zone in the game. Owned and shared zones may have the same base."""
        mixed = zone.owned and len(self._bases[zone.base]) > 1
        return f"{zone.base} of player" if mixed else zone.base

    def zone_at(self, zone_id: str) -> n.Expr | None:
        """The zone with an id (`base`, `base:none` or `base:2`); None if there is none."""
        base, _, owner = zone_id.partition(":")
        if owner in ("", "none"):
            found = self.zone(base, owned=False)
            return n.ZoneAt(name=self.zone_name(found)) if found else None
        found = self.zone(base, owned=True) if owner.isdecimal() else None
        if found is None or int(owner) >= self.metadata.most:
            return None
        return n.ZoneAt(name=self.zone_name(found), owner=n.Seat(number=int(owner)))

    def ordered_zones(self) -> list[spec.ZoneDef]:
        """All zones, sorted by id."""
        return sorted(self.zones, key=lambda zone: collated(zone.ids(1)[0]))

    def spaces(self) -> list[spec.ZoneDef]:
        """The zones without owners, which hold markers, sorted by id."""
        return [zone for zone in self.ordered_zones() if not zone.owned]

    def all_zones(self, zones: list[spec.ZoneDef]) -> n.Expr:
        """A list of zones; those of players in the order of seats."""
        self.spend(len(zones))
        # Runs of shared zones are literal lists; ZonesNamed adapts to the number of players.
        parts: list[n.Expr] = []
        plain: list[n.Expr] = []
        for zone in zones:
            if zone.owned:
                parts += [n.ListOf(items=tuple(plain), of="zone")] if plain else []
                parts.append(n.ZonesNamed(name=self.zone_name(zone)))
                plain = []
            else:
                plain.append(n.ZoneAt(name=self.zone_name(zone)))
        if plain or not parts:
            parts.append(n.ListOf(items=tuple(plain), of="zone"))
        return parts[0] if len(parts) == 1 else n.Join(lists=tuple(parts))

    def linked(self) -> bool:
        """Whether any zones are adjacent."""
        return any(zone.adjacent for zone in self.zones)

    def links(self) -> Iterator[n.Link]:
        """The links between adjacent zones, in both directions; those of a zone sorted by id."""
        known = {zone.ids(1)[0]: zone for zone in self.zones if not zone.owned}
        near: dict[str, set[str]] = {name: set() for name in known}
        for name, zone in known.items():
            for other in zone.adjacent:
                # Adjacency is symmetric, even if only one of the zones declares it.
                if other.text in known:
                    near[name].add(other.text)
                    near[other.text].add(name)
        for name in sorted(near, key=collated):
            for other_name in sorted(near[name], key=collated):
                a, b = self.zone_name(known[name]), self.zone_name(known[other_name])
                yield n.Link(name=LINKS, zone_a=a, zone_b=b, both=False)

    def trait(self, name: str, type: str, values: Mapping[str, t.Scalar]) -> str:
        """Declare a trait, once: the values of zones without owners by zone name."""
        if name not in self.traits:
            listed = tuple(n.TraitValue(zone=zone, value=value) for zone, value in values.items())
            self.traits[name] = n.Trait(name=name, type=type, values=listed)
        return name

    def rows(self, table: DataTable) -> str:
        """Declare the enum of the rows of a table, once."""
        name = f"row of {table.id.text}"
        numbers = tuple(str(i) for i in range(1, len(table.rows) + 1))
        self.enums.setdefault(name, n.Enum(name=name, values=numbers))
        return name

    # ---- the whole document ----

    def everything(self) -> Iterator[t.Part]:
        """All parts of the document, including nested ones."""
        return parts_in(self.sections)

    @cached_property
    def _occurring(self) -> set[type]:
        return {type(part) for part in self.everything()}

    def does(self, *kinds: type) -> bool:
        """Whether a part of one of these kinds occurs anywhere."""
        return not self._occurring.isdisjoint(kinds)

    @property
    def shifts(self) -> bool:
        """Whether the active player may change while effects run: the actor must be saved then."""
        return self.does(e.SetActive, e.AdvancePhase)


def _texts(sections: spec.Sections) -> Iterator[str]:
    """All texts of the document that may occur as values."""
    for part in parts_in(sections):
        if isinstance(part, t.Literal) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, t.Enums):
            yield from part.values
        elif isinstance(part, t.TokenTest):
            yield from part.texts
        elif isinstance(part, Lattice):
            yield from part.states
        elif isinstance(part, spec.TokenType):
            yield part.id.text
        elif isinstance(part, spec.ZoneDef):
            for value in part.props.values():
                yield from (x for x in _each(value) if isinstance(x, str))
        elif isinstance(part, DataTable):
            for row in part.rows:
                yield from (x for x in row.values() if isinstance(x, str))


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
