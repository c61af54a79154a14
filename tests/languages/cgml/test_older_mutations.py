"""Files of version 1.2 with mistakes in them are upgraded, or refused; nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from ludwright.diagnostics import Report, Source
from ludwright.languages.cgml.tools import TOOLS
from samplers.mistakes import mutated_document

OLDER = sorted((Path(__file__).parent / "older").glob("*.cgml"))
QUICK, DEEP = 6, 150  # copies of each file
MINIMAL: dict[str, Any] = {
    "cgml_version": "1.2",
    "meta": {"name": "a", "players": {"min": 2, "max": 2}},
    "components": {"variables": [{"name": "score", "initial_value": 0}]},
    "setup": [],
    "flow": {"states": {"S": {"phases": ["A"]}}, "initial_state": "S"},
}


def upgraded(document: Any) -> list[str]:
    """The codes of what is said of a document; it is migrated, too, or that is refused."""
    source = Source("old.cgml", json.dumps(document, indent=1))
    report, again = Report(), Report()
    TOOLS.game_of(source, report)
    assert TOOLS.migrate is not None
    assert TOOLS.migrate(source, again) is not None or again.failed
    return [d.code for d in report.items]


def copies(path: Path, seeds: range) -> None:
    document = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    for seed in seeds:
        upgraded(mutated_document(document, seed))


@pytest.mark.quick(2)
@pytest.mark.parametrize("path", OLDER, ids=lambda p: p.stem)
def test_mutated_older_files(path: Path) -> None:
    copies(path, range(QUICK))


@pytest.mark.deep
@pytest.mark.parametrize("path", OLDER, ids=lambda p: p.stem)
def test_many_mutated_older_files(path: Path) -> None:
    copies(path, range(QUICK, DEEP))


@pytest.mark.parametrize("empty", [{}, [], None, "", [{}]])
def test_an_operand_of_an_ordering_may_be_anything(empty: Any) -> None:
    way = {"isGreaterThan": [{"path": "card.properties.rank"}, empty]}
    flow = {**MINIMAL["flow"], "transitions": [{"from": "S", "to": "S", "condition": way}]}
    assert upgraded({**MINIMAL, "flow": flow})


@pytest.mark.parametrize("components", [None, [], "", {}, {"variables": None}, {"variables": {}}])
def test_values_of_a_turn_need_components(components: Any) -> None:
    asks = [
        {"action": "REQUEST_INPUT", "options": {"value": [1, 2]}, "store_as": name}
        for name in ("x", "y")
    ]
    more = {"action": "INCREMENT_VARIABLE", "path": "score", "by": {"ref": "x"}}
    rules = [
        {"id": name, "trigger": "on.phase.A", "effect": effect}
        for name, effect in (("a", asks), ("b", [more]))
    ]
    assert upgraded({**MINIMAL, "components": components, "rules": rules})
