"""Reading `dataAssets`: selects the assets in use and reads their payloads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from ....diagnostics import did_you_mean
from ...shapes import keys
from ...yaml import read as yaml_read
from ...yaml.read import Mapping, Sequence, Tree
from ..codes import assets as codes_assets
from ..codes import sections as codes_sections
from .forms import ReadContext
from .keyed import Keyed, Keys, number_of, read_declarations, report_duplicates, section_items
from .pieces import CATALOG, Catalog, catalog_of
from .spaces import MAP, GameMap, map_of
from .table_data import DataTable
from .things import scalar_of
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
PAYLOADS = {"map": MAP, "pieceCatalog": CATALOG, "table": TABLE, "scenario": SCENARIO}
"""The payloads by kind; an asset of an unknown kind is recognised by its keys."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A data asset whose payload has not been read."""

    id: Name
    kind: str
    payload: Tree
    path: str


@dataclass(slots=True)
class Assets:
    """The data assets in use: map, pieces, scenario, tables, legacy event cards. Kinds with errors
    are `broken` and may be incomplete."""

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
    report_duplicates(c, (a.id for a in assets), codes_sections.SAME_IDENTIFIER, "data asset")
    scenarios = [a for a in assets if a.kind == "scenario"]
    if len(scenarios) > 1:
        first = scenarios[0].id.text
        message = f"only the first of {len(scenarios)} scenarios is used: '{first}'"
        c.warning(codes_assets.SCENARIOS, scenarios[1].id.at, message)
    # The scenario comes first, because it selects the other assets.
    if scenarios:
        found.scenario_id = scenarios[0].id.text
        found.scenario = SCENARIO.read(c, scenarios[0].payload, scenarios[0].path)
        found.broken |= {"scenario"} if found.scenario is None else set()
    found.map = _selected(c, assets, "map", "mapAssetId", found, map_of)
    found.pieces = _selected(c, assets, "pieceCatalog", "pieceCatalogAssetId", found, catalog_of)
    found.cards = tuple(a for a in assets if a.kind == "eventCardSet")
    _referenced(c, found, assets, "eventDeckAssetId", "eventCardSet")
    found.tables = _tables(c, assets, found)
    _mark_lost(c, found)
    return found


def _mark_lost(c: ReadContext, found: Assets) -> None:
    """Mark the sections whose declarations are unknown because an asset could not be read."""
    missing = {"map": found.map, "pieceCatalog": found.pieces}
    unread = {kind for kind in found.broken if missing.get(kind) is None}
    for kind in unread:
        for section in DECLARED.get(kind, ()):
            c.mark_lost(section)


def _asset(c: ReadContext, tree: Tree, path: str, found: Assets) -> Asset | None:
    fields = ASSET.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id", codes_assets.ASSET)
    kind = fields.word("kind", codes_assets.ASSET)
    payload = fields.tree.get("payload")
    if payload is not None and not isinstance(payload, Mapping):
        fields.error(codes_assets.ASSET, "payload", "'payload' must be a mapping")
        found.broken.add(kind)
        return None
    if not kind and payload is not None:
        # A misspelt kind must not make the zones or tokens of the asset unknown names.
        found.broken |= {x for x, keys in PAYLOADS.items() if _has_any_key(payload, keys)}
    return Asset(name, kind, payload, fields.path("payload")) if payload else None


def _has_any_key(payload: Mapping, keys: Keys) -> bool:
    return any(payload.get(key) is not None for key in keys.table.by_name)


def _selected(
    c: ReadContext,
    assets: list[Asset],
    kind: str,
    key: str,
    found: Assets,
    read: Callable[[ReadContext, Tree, str], T | None],
) -> T | None:
    """The payload of the asset that the scenario names, or else of the only one of its kind."""
    named = found.scenario is not None and found.scenario.has(key)
    asset = _referenced(c, found, assets, key, kind) if named else None
    candidates = [a for a in assets if a.kind == kind]
    if not named and len(candidates) > 1:
        names = ", ".join(a.id.text for a in candidates)
        message = f"ambiguous data assets of kind '{kind}': {names}"
        c.error(
            codes_assets.ASSET_AMBIGUOUS,
            candidates[1].id.at,
            message,
            f"select one with '{key}' in a scenario",
        )
        found.broken.add(kind)
    elif not named and candidates:
        asset = candidates[0]
    if asset is None:
        found.broken |= {kind} if named else set()
        return None
    start = len(c.report.items)
    payload = read(c, asset.payload, asset.path)
    if c.failed_since(start):
        found.broken.add(kind)
    return payload


def _referenced(
    c: ReadContext, found: Assets, assets: list[Asset], key: str, kind: str
) -> Asset | None:
    """The asset that the scenario refers to."""
    scenario = found.scenario
    if scenario is None or not scenario.has(key):
        return None
    name = scenario.name(key, codes_assets.SCENARIO_REF)
    known = {a.id.text: a for a in assets if a.kind == kind}
    # An asset of an invalid kind may be meant; its kind has been reported.
    unknown_kind = {a.id.text for a in assets if not a.kind}
    if name.text and name.text not in {*known, *unknown_kind}:
        message = f"unknown data asset '{name.text}' of kind '{kind}'"
        hint = did_you_mean(name.text, known)
        c.error(codes_assets.ASSET_MISSING, name.at, message, hint)
    return known.get(name.text)


# ---- tables --------------------------------------------------------------------------------------


def _tables(c: ReadContext, assets: list[Asset], all_assets: Assets) -> tuple[DataTable, ...]:
    """The tables that could be read: assets of this kind, and the lists of scenarios."""
    found: list[DataTable] = []
    start = len(c.report.items)
    for asset in assets:
        if asset.kind == "table":
            items = [(asset.payload, asset.path)]
            found += read_declarations(c, "tables", items, _table(asset), lambda each: each.id)
        elif asset.kind == "scenario":
            found += _scenario_tables(c, asset)
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
        key.text: scalar_of(c, value, fields.path(key.text), codes_assets.ASSET)
        for key, value in fields.tree.entries
    }


def _scenario_tables(c: ReadContext, asset: Asset) -> list[DataTable]:
    """The lists of flat mappings in a scenario, as tables named `scenario::path.to.list`."""
    found: list[DataTable] = []
    # Breadth first, and only through mappings: lists are either tables or something else.
    queue = [(asset.payload, "")]
    while queue:
        tree, path = queue.pop(0)
        if isinstance(tree, Mapping):
            queue += [(v, f"{path}.{k.text}" if path else k.text) for k, v in tree.entries]
        elif isinstance(tree, Sequence) and tree.items and path and _is_table(tree):
            where = f"{asset.path}.{path}"
            rows = tuple(_row(c, row, f"{where}.{i}") for i, row in enumerate(tree.items))
            name = Name(f"{asset.id.text}::{path}", asset.id.at)
            found.append(DataTable(asset.id.at, name, rows))
    return found


def _is_table(tree: Sequence) -> bool:
    rows = [row for row in tree.items if isinstance(row, Mapping)]
    plain = all(_is_plain(value) for row in rows for _, value in row.entries)
    return len(rows) == len(tree.items) and plain


def _is_plain(tree: Tree) -> bool:
    text_or_flag = isinstance(tree, yaml_read.Scalar) and isinstance(tree.value, bool | str)
    return text_or_flag or number_of(tree) is not None
