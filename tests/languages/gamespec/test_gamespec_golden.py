"""Whole documents in kernel form: as recorded, and the same again when that form is read."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ludwright.languages.gamespec.read.tree.sections import Sections
from ludwright.languages.gamespec.read.tree.values import Name, Part
from ludwright.languages.gamespec.write.kernel import as_kernel
from ludwright.pipeline import load_sections
from tools.gamespec.documents import compiled_text
from tools.gamespec.trees import block, named

DATA = Path(__file__).parents[2] / "data" / "gamespec"


def compiled(text: str) -> Sections:
    """The sections of a text that can all be read; whether names and kinds fit does not matter."""
    sections, findings = compiled_text(text)
    assert all(found.code.startswith(("GS5", "GS7")) for found in findings)
    return sections


def without_empty_else(form: Any) -> Any:
    """Recorded forms write `else: []` where a built-in macro made an `if`; it says nothing."""
    if isinstance(form, list):
        return [without_empty_else(each) for each in form]
    if isinstance(form, dict):
        kept = {key: value for key, value in form.items() if (key, value) != ("else", [])}
        return {key: without_empty_else(value) for key, value in kept.items()}
    return form


def test_a_document_has_the_recorded_form() -> None:
    form = load_sections((DATA / "lantern-drift.md").read_text(encoding="utf-8")).as_json()
    recorded = json.loads((DATA / "lantern-drift.gamedef.json").read_text(encoding="utf-8"))
    assert form == without_empty_else(recorded)


def bare(value: Any) -> Any:
    """What a section says without the places."""
    if isinstance(value, Name):
        return value.text
    if isinstance(value, tuple):
        return tuple(bare(each) for each in value)
    if isinstance(value, Part):
        names = (field.name for field in fields(value) if field.name != "at")
        return type(value).__name__, {name: bare(getattr(value, name)) for name in names}
    return value


@pytest.mark.parametrize("name", ["lantern-drift.md", "harbor-rumors.md", "everything.md"])
def test_the_kernel_form_says_the_same_again(name: str) -> None:
    first = compiled((DATA / name).read_text(encoding="utf-8"))
    form = as_kernel(first)
    # Zones are written out for all players, and boards with their neighbours: take them as written.
    zones = {"zones": [_as_written(zone) for zone in first.zones or ()]}
    form = {key: value for key, value in form.items() if key != "mapSpaces"} | zones
    second = compiled(block(json.dumps(form)))
    for field in fields(Sections):
        if field.name != "zones":
            assert bare(getattr(second, field.name)) == bare(getattr(first, field.name)), field.name
    assert as_kernel(second)["zones"] == as_kernel(first)["zones"]


def _as_written(zone: Any) -> dict[str, object]:
    return {
        "id": zone.base,
        "owner": "player" if zone.owned else "none",
        "visibility": zone.visibility,
        "ordering": zone.ordering,
        "adjacentTo": [name.text for name in zone.adjacent],
        "space": zone.space,
        "attributes": dict(zone.props),
    }


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("glow: { param: glow }, hue: gold", "glow: many, hue: gold", 40),
        ("glow: { param: glow }, hue: red", "glow: { param: glow }, hue: 3", 38),
        ("glow: { param: glow }, hue: red", "glow: true, hue: red", 38),
    ],
)
def test_what_a_macro_gives_to_a_token_must_fit_and_is_told_once(
    old: str, new: str, line: int
) -> None:
    text = (DATA / "lantern-drift.md").read_text(encoding="utf-8").replace(old, new)
    compiled = load_sections(text)
    assert [(named(d), d.span and d.span.line) for d in compiled.diagnostics] == [
        ("CNL_COMPILER_TYPE_MISMATCH", line)
    ]
    notes = compiled.diagnostics[0].notes
    assert notes[0] == "in the macro 'make-trio', called in line 43"
    assert notes[1] == "also at 3 other calls"
