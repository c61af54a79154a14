"""Data assets of a GameSpecDoc: which of them are used, and what they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ....diagnostics import did_you_mean
from ...shapes import keys
from ...yaml import read as building
from ...yaml.read import Mapping, Sequence, Tree
from ..codes import assets as codes_assets
from ..codes import sections as codes_sections
from .forms import ReadContext
from .keyed import Keyed, Keys, number_of, once, section_items, sound
from .pieces import CATALOG, Catalog, catalog_of
from .spaces import MAP, GameMap, map_of
from .table_data import DataTable
from .things import plain_of
from .tree.values import Name, Scalar

T = TypeVar("T")

ASSET = Keys(
    "a data asset",
    codes_assets.ASSET,
    keys("id: name, kind: map|pieceCatalog|scenario|table|eventCardSet, payload: any"),
    strict=True,
)
TABLE = Keys("a table", codes_assets.ASSET, keys("rows: [row], columns?: any"))
ROW = Keys("a row", codes_assets.ASSET, keys(open=True))
DECLARED = {
    "map": ("zones", "global_vars"),
    "pieceCatalog": ("token_types",),
    "table": ("tables",),
    "scenario": ("tables",),
}
"""The sections that assets of a kind add declarations to."""
REFERENCES = ("mapAssetId", "pieceCatalogAssetId", "eventDeckAssetId")
SCENARIO = Keys(
    "a scenario", codes_assets.SCENARIO, keys(*(f"{key}?: name" for key in REFERENCES), open=True)
)
LOOKS = {"map": MAP, "pieceCatalog": CATALOG, "table": TABLE, "scenario": SCENARIO}
"""What assets of a kind hold, by which one of an unknown kind is known to be meant as such."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A data asset, not looked into."""

    id: Name
    kind: str
    payload: Tree
    path: str


@dataclass(slots=True)
class Assets:
    """What data assets hold: the map and the pieces in use, the scenario, tables, old cards. Kinds
    with an error in them are `broken`; of those there may be a part."""

    map: GameMap | None = None
    pieces: Catalog | None = None
    scenario: Keyed | None = None
    scenario_id: str = ""
    tables: tuple[DataTable, ...] = ()
    cards: tuple[Asset, ...] = ()
    broken: set[str] = field(default_factory=set)


def assets_of(c: ReadContext, tree: Tree | None, path: str) -> Assets:
    """`dataAssets`."""
    found = Assets()
    assets = [a for t, p in section_items(tree, path) if (a := _asset(c, t, p, found)) is not None]
    once(c, (a.id for a in assets), codes_sections.SAME_IDENTIFIER, "a data asset")
    scenarios = [a for a in assets if a.kind == "scenario"]
    if len(scenarios) > 1:
        first = scenarios[0].id.text
        message = f"of {len(scenarios)} scenarios the first one, '{first}', is played"
        c.warning(codes_assets.SCENARIOS, scenarios[1].id.at, message)
    if scenarios:
        found.scenario_id = scenarios[0].id.text
        found.scenario = SCENARIO.read(c, scenarios[0].payload, scenarios[0].path)
        found.broken |= {"scenario"} if found.scenario is None else set()
    found.map = _used(c, assets, "map", "mapAssetId", found, map_of)
    found.pieces = _used(c, assets, "pieceCatalog", "pieceCatalogAssetId", found, catalog_of)
    found.cards = tuple(a for a in assets if a.kind == "eventCardSet")
    _named(c, found, assets, "eventDeckAssetId", "eventCardSet")
    found.tables = _tables(c, assets, found)
    _lose(c, found)
    return found


def _lose(c: ReadContext, found: Assets) -> None:
    """Note what nobody knows because the asset that declares it can't be read at all."""
    missing = {"map": found.map, "pieceCatalog": found.pieces}
    unread = {kind for kind in found.broken if missing.get(kind) is None}
    for kind in unread:
        for section in DECLARED.get(kind, ()):
            c.lose(section)


def _asset(c: ReadContext, tree: Tree, path: str, found: Assets) -> Asset | None:
    fields = ASSET.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id", codes_assets.ASSET)
    kind = fields.word("kind", codes_assets.ASSET)
    payload = fields.tree.get("payload")
    if payload is not None and not isinstance(payload, Mapping):
        fields.wrong(codes_assets.ASSET, "payload", "'payload' is a mapping")
        found.broken.add(kind)
        return None
    if not kind and payload is not None:
        found.broken |= {x for x, keys in LOOKS.items() if _holds(payload, keys)}
    return Asset(name, kind, payload, fields.path("payload")) if payload else None


def _holds(payload: Mapping, keys: Keys) -> bool:
    return any(payload.get(key) is not None for key in keys.table.by_name)


def _used(
    c: ReadContext,
    assets: list[Asset],
    kind: str,
    key: str,
    found: Assets,
    read: Callable[[ReadContext, Tree, str], T | None],
) -> T | None:
    """What the asset of a kind holds that the scenario names, or the only one of its kind."""
    named = found.scenario is not None and found.scenario.has(key)
    asset = _named(c, found, assets, key, kind) if named else None
    mine = [a for a in assets if a.kind == kind]
    if not named and len(mine) > 1:
        names = ", ".join(a.id.text for a in mine)
        message = f"which is meant: {names}?"
        c.error(codes_assets.ASSET_AMBIGUOUS, mine[1].id.at, message, f"name one as '{key}'")
        found.broken.add(kind)
    elif not named and mine:
        asset = mine[0]
    if asset is None:
        found.broken |= {kind} if named else set()
        return None
    start = len(c.report.items)
    made = read(c, asset.payload, asset.path)
    if c.failed_since(start):
        found.broken.add(kind)
    return made


def _named(c: ReadContext, found: Assets, assets: list[Asset], key: str, kind: str) -> Asset | None:
    """The asset that the scenario names."""
    scenario = found.scenario
    if scenario is None or not scenario.has(key):
        return None
    name = scenario.name(key, codes_assets.SCENARIO_REF)
    known = {a.id.text: a for a in assets if a.kind == kind}
    unclear = {a.id.text for a in assets if not a.kind}
    if name.text and name.text not in {*known, *unclear}:
        message = f"there is no data asset '{name.text}' of the kind '{kind}'"
        hint = did_you_mean(name.text, known)
        c.error(codes_assets.ASSET_MISSING, name.at, message, hint)
    return known.get(name.text)


# ---- tables --------------------------------------------------------------------------------------


def _tables(c: ReadContext, assets: list[Asset], all_assets: Assets) -> tuple[DataTable, ...]:
    """All tables that can be read."""
    found: list[DataTable] = []
    start = len(c.report.items)
    for asset in assets:
        if asset.kind == "table":
            items = [(asset.payload, asset.path)]
            found += sound(c, "tables", items, _table(asset), lambda each: each.id)
        elif asset.kind == "scenario":
            found += _tables_in(c, asset)
    if c.failed_since(start):
        all_assets.broken.add("tables")
    return tuple(found)


def _table(asset: Asset) -> Callable[[ReadContext, Tree, str], DataTable | None]:
    def read(c: ReadContext, tree: Tree, path: str) -> DataTable | None:
        fields = TABLE.read(c, tree, path)
        if fields is None:
            return None
        rows = [_row(c, t, p) for t, p in fields.items("rows", codes_assets.ASSET)]
        return DataTable(fields.at, asset.id, tuple(rows))

    return read


def _row(c: ReadContext, tree: Tree, path: str) -> dict[str, Scalar]:
    fields = ROW.read(c, tree, path)
    if fields is None:
        return {}
    return {
        key.text: plain_of(c, value, fields.path(key.text), codes_assets.ASSET)
        for key, value in fields.tree.entries
    }


def _tables_in(c: ReadContext, asset: Asset) -> list[DataTable]:
    """The lists of plain mappings in a scenario: `scenario::path.to.list`."""
    found: list[DataTable] = []
    waiting = [(asset.payload, "")]
    while waiting:
        tree, way = waiting.pop(0)
        if isinstance(tree, Mapping):
            waiting += [(v, f"{way}.{k.text}" if way else k.text) for k, v in tree.entries]
        elif isinstance(tree, Sequence) and tree.items and way and _is_table(tree):
            where = f"{asset.path}.{way}"
            rows = tuple(_row(c, row, f"{where}.{i}") for i, row in enumerate(tree.items))
            name = Name(f"{asset.id.text}::{way}", asset.id.at)
            found.append(DataTable(asset.id.at, name, rows))
    return found


def _is_table(tree: Sequence) -> bool:
    rows = [row for row in tree.items if isinstance(row, Mapping)]
    plain = all(_is_plain(value) for row in rows for _, value in row.entries)
    return len(rows) == len(tree.items) and plain


def _is_plain(tree: Tree) -> bool:
    told = isinstance(tree, building.Scalar) and isinstance(tree.value, bool | str)
    return told or number_of(tree) is not None
