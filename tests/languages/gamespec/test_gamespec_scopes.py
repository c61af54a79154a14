"""Which names are bound where, and what is said of those that are not."""

from __future__ import annotations

import pytest

from ludwright.diagnostics import Report, Span
from ludwright.languages.gamespec.read.reader import (
    IN_ACTIONS,
    Bindings,
    Reader,
    effects_of,
    value_of,
)
from ludwright.languages.gamespec.read.tree.values import Location, Name
from tools.gamespec.readers import WORLD, read, tree_of
from tools.gamespec.trees import named

UNBOUND, SHADOWED = "CNL_COMPILER_BINDING_UNBOUND", "CNL_COMPILER_BINDING_SHADOWED"
USE = "{setVar: {scope: global, var: a, value: {ref: binding, name: $x}}}"
CHOOSE = "{chooseOne: {bind: $x, options: {query: players}}}"
STAYING = {
    "chooseOne": CHOOSE,
    "chooseN": "{chooseN: {bind: $x, options: {query: players}, n: 1}}",
    "bindValue": "{bindValue: {bind: $x, value: 1}}",
    "transferVar": "{transferVar: {from: {var: a}, to: {var: b}, amount: 1, actualBind: $x}}",
    "commitResource": "{commitResource: {from: {var: a}, to: {var: b}, amount: 1, actualBind: $x}}",
}
INSIDE = {
    "let": "{let: {bind: $x, value: 1, in: [%s]}}",
    "forEach": "{forEach: {bind: $x, over: {query: players}, effects: [%s]}}",
    "count": "{forEach: {bind: $p, over: {query: players}, effects: [], countBind: $x, in: [%s]}}",
    "rollRandom": "{rollRandom: {bind: $x, min: 1, max: 2, in: [%s]}}",
    "reduce": "{reduce: {itemBind: $i, accBind: $s, over: {query: players}, initial: 0, next: 1,"
    " resultBind: $x, in: [%s]}}",
    "subset": "{evaluateSubset: {source: {query: players}, subsetSize: 1, subsetBind: $s,"
    " scoreExpr: 1, resultBind: $x, in: [%s]}}",
    "best": "{evaluateSubset: {source: {query: players}, subsetSize: 1, subsetBind: $s,"
    " scoreExpr: 1, resultBind: $r, bestSubsetBind: $x, in: [%s]}}",
}


@pytest.mark.parametrize("binder", STAYING.values(), ids=STAYING)
def test_what_is_chosen_or_kept_is_known_from_there_on(binder: str) -> None:
    assert read("effects", f"[{binder}, {USE}]").codes == []
    assert read("effects", f"[{USE}, {binder}]").codes == [UNBOUND]
    assert read("effects", f"[{{if: {{when: true, then: [{binder}]}}}}, {USE}]").codes == []
    assert (
        read("effects", f"[{{if: {{when: true, then: [], else: [{binder}]}}}}, {USE}]").codes == []
    )


@pytest.mark.parametrize("outer", INSIDE.values(), ids=INSIDE)
def test_the_name_of_a_block_is_known_inside_of_it(outer: str) -> None:
    assert read("effects", f"[{outer % USE}]").codes == []
    found = read("effects", f"[{outer % ''}, {USE}]")
    assert [(named(d), d.path) for d in found.diagnostics] == [
        (UNBOUND, "doc.x.1.setVar.value.name")
    ]


@pytest.mark.parametrize("outer", INSIDE.values(), ids=INSIDE)
def test_what_is_chosen_inside_of_a_block_is_not_known_outside(outer: str) -> None:
    chosen = CHOOSE.replace("$x", "$y")
    assert read("effects", f"[{outer % f'{chosen}, {{destroyToken: {{token: $y}}}}'}]").codes == []
    assert read("effects", f"[{outer % chosen}, {{destroyToken: {{token: $y}}}}]").codes == [
        UNBOUND
    ]


def test_a_branch_does_not_see_what_the_other_chose() -> None:
    assert read("effects", f"[{{if: {{when: true, then: [{CHOOSE}], else: [{USE}]}}}}]").codes == [
        UNBOUND
    ]


def test_the_inner_names_of_folds_are_not_known_in_what_follows() -> None:
    for name in ("$i", "$s"):
        use = USE.replace("$x", name)
        assert read("effects", f"[{INSIDE['reduce'] % use}]").codes == [UNBOUND]
    assert read("effects", f"[{INSIDE['subset'] % USE.replace('$x', '$s')}]").codes == [UNBOUND]
    assert read("effects", f"[{INSIDE['count'] % USE.replace('$x', '$p')}]").codes == [UNBOUND]


@pytest.mark.parametrize(
    ("kind", "text", "path"),
    [
        ("value", "{ref: binding, name: $y}", "name"),
        ("value", "{ref: tokenProp, token: $y, prop: a}", "token"),
        ("value", "{ref: tokenZone, token: $y}", "token"),
        ("value", "{ref: assetField, row: $y, tableId: a, field: b}", "row"),
        ("value", "{ref: pvar, player: $y, var: a}", "player"),
        ("value", "{ref: pvar, player: {chosen: $y}, var: a}", "player.chosen"),
        ("value", "{zoneCount: 'hand:$y'}", "zoneCount"),
        ("value", "{ref: zoneProp, zone: $y, prop: a}", "zone"),
        ("value", "{ref: markerState, space: $y, marker: a}", "space"),
        ("condition", "{op: in, item: 1, set: {ref: binding, name: $y}}", "set.name"),
        ("condition", "{op: adjacent, left: deck, right: $y}", "right"),
        ("query", "{query: binding, name: $y}", "name"),
        ("query", "{query: tokensInZone, zone: $y}", "zone"),
        ("query", "{query: zones, filter: {owner: $y}}", "filter.owner"),
        ("effects", "[{moveToken: {token: $y, from: deck, to: river}}]", "0.moveToken.token"),
        ("effects", "[{moveToken: {token: $x, from: deck, to: $y}}]", "0.moveToken.to"),
        (
            "effects",
            "[{moveTokenAdjacent: {token: $x, from: deck, direction: $y}}]",
            "0.moveTokenAdjacent.direction",
        ),
        ("effects", "[{setMarker: {space: $y, marker: m, state: s}}]", "0.setMarker.space"),
        (
            "effects",
            "[{moveAll: {from: deck, to: river}}, {destroyToken: {token: $token}}]",
            "1.destroyToken.token",
        ),
    ],
)
def test_every_use_of_a_name_is_looked_at(kind: str, text: str, path: str) -> None:
    found = read(kind, text, "$x")
    assert found.node is None
    assert [(named(d), d.path) for d in found.diagnostics] == [(UNBOUND, f"doc.x.{path}")]


def test_the_five_nearest_names_are_told() -> None:
    names = ("$price", "$pile", "$prince", "$pride", "$q", "$prize", "$zzz")
    [found] = read("value", "{ref: binding, name: $pric}", *names).diagnostics
    assert found.message == "unbound name '$pric'"
    told = found.help.removeprefix("bound here: ").split(", ")
    assert told[0] == "'$price'"
    assert set(told) == {"'$price'", "'$prince'", "'$pride'", "'$prize'", "'$pile'"}
    [alone] = read("value", "{ref: binding, name: $pric}").diagnostics
    assert alone.help == "nothing is bound here"


def test_a_name_that_hides_another_is_warned_of() -> None:
    loop = "{forEach: {bind: $x, over: {query: players}, effects: [%s]}}"
    found = read("effects", f"[{loop % (loop % USE)}]")
    [warning] = found.diagnostics
    assert (named(warning), warning.severity) == (SHADOWED, "warning")
    assert warning.path == "doc.x.0.forEach.effects.0.forEach.bind"
    assert found.node is not None
    assert read("effects", f"[{CHOOSE}, {loop % USE}]").codes == [SHADOWED]
    assert read("effects", f"[{CHOOSE}]", "$x").codes == [SHADOWED]
    aggregate = "{aggregate: {op: sum, query: {query: players}, bind: $x, valueExpr: 1}}"
    assert read("value", aggregate, "$x").codes == [SHADOWED]


def test_choosing_again_hides_nothing() -> None:
    assert read("effects", f"[{CHOOSE}, {USE}, {CHOOSE}, {USE}]").codes == []
    branch = f"{{if: {{when: true, then: [{CHOOSE}], else: [{CHOOSE}]}}}}"
    assert read("effects", f"[{branch}, {CHOOSE}, {USE}]").codes == []
    loop = "{forEach: {bind: $x, over: {query: players}, effects: []}}"
    assert read("effects", f"[{loop}, {loop}]").codes == []


def test_names_that_the_language_binds_hide_without_a_warning() -> None:
    text = "{query: zones, filter: {op: adjacent, left: $zone, right: deck}}"
    assert read("query", text, "$zone").codes == []


def name(text: str) -> Name:
    return Name(text, Location(Span("part.md", 1, 1, 1, 2), "doc.x"))


@pytest.mark.parametrize("written", ["n", "$n"])
def test_a_param_is_known_with_and_without_its_sign(written: str) -> None:
    report, scope = Report(), Bindings().inner(*IN_ACTIONS)
    scope.bind_param(report, name(written))
    for use in ("n", "$n", "__actionClass", "__freeOperation"):
        tree = tree_of(f"{{ref: binding, name: {use}}}")
        assert value_of(Reader(report, WORLD), tree, "doc.x", scope) is not None
    assert report.items == []
    scope.bind_param(report, name("n"))
    assert [named(d) for d in report.items] == [SHADOWED]


def test_one_scope_goes_through_the_stages_of_a_pipeline() -> None:
    report, scope = Report(), Bindings()
    reading = Reader(report, WORLD)
    for stage in (CHOOSE, USE):
        assert effects_of(reading, tree_of(f"[{stage}]"), "doc.x", scope) is not None
    assert effects_of(reading, None, "doc.x", scope) == ()
    assert report.items == []


@pytest.mark.parametrize(
    "broken",
    [
        "{chooseOne: {options: {query: players}}}",
        "{chooseOne: {bind: 3, options: {query: players}}}",
        "{chooseOne: {bind: $x, options: {query: nothing}}}",
        "{chooseOne: $x}",
        "{choosOne: {bind: $x, options: {query: players}}}",
        "{if: {when: true, then: [{chooseOne: $x}]}}",
    ],
)
def test_a_broken_choice_is_told_once_and_its_uses_are_not(broken: str) -> None:
    assert len(read("effects", f"[{broken}, {USE}, {USE}]").codes) == 1
