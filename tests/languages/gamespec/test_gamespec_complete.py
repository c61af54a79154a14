"""No effect is half added, and one that is missing from a list of exceptions does no harm."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

import models.gamespec.turns  # noqa: F401  (adds its effects to the table of the model)
from ludwright.diagnostics import Span
from ludwright.gamedef import nodes as n
from ludwright.languages import gamespec
from ludwright.languages.gamespec.lower import effects as lowering
from ludwright.languages.gamespec.lower import game  # noqa: F401  (fills the table of lowerings)
from ludwright.languages.gamespec.lower.scope import Environment
from ludwright.languages.gamespec.lower.terms import TOKEN, Bound
from ludwright.languages.gamespec.read import effects as reading
from ludwright.languages.gamespec.read.forms import Form
from ludwright.languages.gamespec.read.tree import effects as tree
from ludwright.languages.gamespec.read.tree.values import Location, Part
from ludwright.pipeline import load_sections
from models.gamespec.effects import EFFECTS as MODELLED
from tools.gamespec.tables import action, actions, document

README = (Path(str(gamespec.__file__)).parent / "README.md").read_text(encoding="utf-8")
PARTS_OF_EFFECTS = {tree.Holding}
"""Classes of the module that are only parts of effects."""
CLASSES = {
    kind
    for kind in vars(tree).values()
    if isinstance(kind, type) and issubclass(kind, Part) and kind.__module__ == tree.__name__
} - PARTS_OF_EFFECTS


def rows() -> list[list[str]]:
    """The columns of the table of effects in the README."""
    table = README.partition("\n### Effects\n")[2].partition("\n\n#")[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    return [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]


def named(column: int) -> set[str]:
    """The effects that a column of the table names."""
    return {word for row in rows() for word in re.findall(r"`(\w+)(?: \{[^`]*)?`", row[column])}


@pytest.mark.parametrize(
    ("place", "there"),
    [
        ("languages/gamespec/README.md, table 'Effects'", named(0)),
        ("tests/models/gamespec/effects.py EFFECTS", set(MODELLED)),
    ],
)
def test_every_effect_that_is_read_is_there(place: str, there: set[str]) -> None:
    missing = sorted(set(reading.EFFECTS) - there)
    assert not missing, f"add {missing} to {place}"


@pytest.mark.parametrize(
    ("place", "there"),
    [
        ("languages/gamespec/read/tree/effects.py, union Effect", set(get_args(tree.Effect))),
        ("languages/gamespec/lower/ EFFECTS", set(lowering.EFFECTS)),
    ],
)
def test_every_class_of_effect_is_there(place: str, there: set[type]) -> None:
    missing = sorted(kind.__name__ for kind in CLASSES - there)
    assert not missing, f"add {missing} to {place}"
    assert there <= CLASSES


def test_the_readme_has_the_classes_and_no_others() -> None:
    assert named(1) == {kind.__name__ for kind in CLASSES}
    assert named(0) == set(reading.EFFECTS)


# ---- an effect that no list knows --------------------------------------------------------------

AT = Location(Span("game.md", 1, 1, 1, 2), "doc")
ZONE = n.ZoneAt(name="pile")


@dataclass(frozen=True, slots=True)
class Unknown(Part):
    """An effect that was added to the tables, and to no list of exceptions."""


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(env: Environment, effect: Any) -> n.Block:
        return ()

    monkeypatch.setitem(lowering.EFFECTS, Unknown, nothing)
    monkeypatch.setitem(lowering.EFFECTS, tree.EndTurn, nothing)
    monkeypatch.setitem(reading.EFFECTS, "unknown", Form(lambda f: Unknown(f.at)))


def zone_after(*effects: Any) -> n.Expr | None:
    """The zone a token is known to be in after effects, if it was known before."""
    symbols: Any = SimpleNamespace(moves={})
    env = Environment(symbols, {"$t": Bound("t", TOKEN, zone=ZONE)})
    lowering.block(env, effects)
    return env.names["$t"].zone


@pytest.mark.usefixtures("planted")
def test_what_is_not_known_to_stay_may_move() -> None:
    assert zone_after() == zone_after(tree.EndTurn(AT)) == ZONE
    assert zone_after(Unknown(AT)) is None
    assert zone_after(tree.EndTurn(AT), Unknown(AT)) is None


def text(*effects: str) -> str:
    return document(actions(action("go", *effects)))


def failures(*effects: str) -> int:
    """The number of statements that fail because a token is not where it should be."""
    made = load_sections(text(*effects))
    assert made.game is not None, made.diagnostics
    return str(made.game).count("Fail(")


EACH = "{{ forEach: {{ bind: $t, over: {{ query: tokensInZone, zone: pile }}, effects: [{}] }} }}"
MOVE = "{ moveToken: { token: $t, from: pile, to: field } }"


@pytest.mark.usefixtures("planted")
def test_a_loop_checks_its_items_if_its_body_may_move_others() -> None:
    assert failures(EACH.format(MOVE)) < failures(EACH.format(f"{{ unknown: {{}} }}, {MOVE}"))


@pytest.mark.usefixtures("planted")
def test_what_is_not_known_to_bind_is_rejected_where_it_would_be_discarded() -> None:
    subset = (
        "{{ evaluateSubset: {{ source: {{ query: players }}, subsetSize: 1, subsetBind: $s,"
        " scoreExpr: 1, resultBind: $r, in: [], compute: [{}] }} }}"
    )
    bound = load_sections(text(subset.format("{ bindValue: { bind: $b, value: 1 } }")))
    assert [d.code for d in bound.diagnostics] == []
    lost = load_sections(text(subset.format("{ unknown: {} }")))
    assert [d.code for d in lost.diagnostics] == ["GS705"]
