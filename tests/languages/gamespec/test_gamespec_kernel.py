"""The kernel form of sections: plain data with nothing left to read."""

import json
from dataclasses import is_dataclass

import pytest

from ludwright.diagnostics import Span
from ludwright.languages.gamespec.read import table_data
from ludwright.languages.gamespec.read.tree import effects, values
from ludwright.languages.gamespec.read.tree import sections as spec
from ludwright.languages.gamespec.read.tree.effects import AddVar, ChooseN, If, MoveToken
from ludwright.languages.gamespec.read.tree.sections import Metadata, Sections, VarDef, ZoneDef
from ludwright.languages.gamespec.read.tree.values import (
    Among,
    Binding,
    Compare,
    GlobalVar,
    Literal,
    Location,
    Name,
    Player,
    TokensInZone,
    TokenTest,
    ZoneBound,
    ZoneNamed,
    ZoneWorked,
)
from ludwright.languages.gamespec.write.kernel import as_kernel
from ludwright.languages.gamespec.write.kernel_forms import FORMS, json_of

AT = Location(Span("game.md", 1, 1, 1, 2), "doc")


def name(text: str) -> Name:
    return Name(text, AT)


def number(value: int) -> Literal:
    return Literal(AT, value)


def hand(kind: str, number: int = 0, bound: str = "") -> ZoneNamed:
    return ZoneNamed(AT, "hand", Player(AT, kind, number, name(bound) if bound else None))


def test_everything_that_can_be_said_has_a_form() -> None:
    parts = {
        each
        for module in (values, effects, spec, table_data)
        for each in vars(module).values()
        if is_dataclass(each) and isinstance(each, type) and issubclass(each, values.Part)
    }
    # A zone stands for several, which `as_kernel` writes out.
    assert set(FORMS) == parts - {values.Part, values.Hole, ZoneDef}


@pytest.mark.parametrize(
    ("part", "form"),
    [
        (Player(AT, "actor"), "actor"),
        (Player(AT, "left"), {"relative": "left"}),
        (Player(AT, "id", 2), {"id": 2}),
        (Player(AT, "chosen", name=name("$x")), {"chosen": "$x"}),
        (ZoneNamed(AT, "deck", None), "deck:none"),
        (hand("allOther"), "hand:allOther"),
        (hand("id", 3), "hand:3"),
        (hand("chosen", bound="$p"), "hand:$p"),
        (ZoneBound(AT, name("$z")), "$z"),
        (ZoneWorked(AT, Binding(AT, name("$z"))), {"zoneExpr": {"ref": "binding", "name": "$z"}}),
        (
            Compare(AT, "<", GlobalVar(AT, name("a")), number(0)),
            {"op": "<", "left": {"ref": "gvar", "var": "a"}, "right": 0},
        ),
        (
            Among(AT, number(1), name("$l")),
            {"op": "in", "item": 1, "set": {"ref": "binding", "name": "$l"}},
        ),
        (
            TokensInZone(AT, hand("actor"), (TokenTest(AT, name("hue"), "in", texts=("a", "b")),)),
            {
                "query": "tokensInZone",
                "zone": "hand:actor",
                "filter": [{"prop": "hue", "op": "in", "value": ["a", "b"]}],
            },
        ),
        (
            If(AT, values.Always(AT, False), ()),
            {"if": {"when": False, "then": []}},
        ),
        (
            AddVar(AT, name("a"), Player(AT, "active"), number(-1)),
            {"addVar": {"scope": "pvar", "player": "active", "var": "a", "delta": -1}},
        ),
        (
            MoveToken(AT, name("$t"), hand("actor"), ZoneNamed(AT, "deck", None), "random"),
            {
                "moveToken": {
                    "token": "$t",
                    "from": "hand:actor",
                    "to": "deck:none",
                    "position": "random",
                }
            },
        ),
    ],
)
def test_parts_have_these_forms(part: values.Part, form: object) -> None:
    assert json_of(part) == form


def test_choosing_exactly_so_many_is_told_from_a_range() -> None:
    one, options = number(1), values.Players(AT)
    forms = [
        json_of(ChooseN(AT, name("$c"), options, least, most))["chooseN"]
        for least, most in ((one, one), (number(0), one))
    ]
    numbers = [{key: form.get(key) for key in ("n", "min", "max")} for form in forms]
    exact, between = {"n": 1, "min": None, "max": None}, {"n": None, "min": 0, "max": 1}
    assert numbers == [exact, between]


def test_sections_are_written_out() -> None:
    sections = Sections(
        metadata=Metadata(AT, "tiny", 2, 3),
        global_vars=(VarDef(AT, name("a"), "int", 1, 0, 5), VarDef(AT, name("b"), "boolean", True)),
        zones=(
            ZoneDef(AT, "hand", True, "owner", "set"),
            ZoneDef(
                AT,
                "cell",
                False,
                "public",
                "set",
                (name("x:none"),),
                space=True,
                props={"row": 1},
                spot=(0, 100),
            ),
        ),
    )
    form = as_kernel(sections)
    assert form["globalVars"] == [
        {"name": "a", "type": "int", "init": 1, "min": 0, "max": 5},
        {"name": "b", "type": "boolean", "init": True},
    ]
    assert [zone["id"] for zone in form["zones"]] == ["hand:0", "hand:1", "hand:2", "cell:none"]
    assert form["zones"][3]["adjacentTo"] == ["x:none"] and "adjacentTo" not in form["zones"][0]
    assert form["mapSpaces"] == [{"id": "cell:none", "row": 1, "spot": [0, 100]}]
    assert form["setup"] == form["triggers"] == [] and "turnOrder" not in form
    assert json.loads(json.dumps(form)) == form
