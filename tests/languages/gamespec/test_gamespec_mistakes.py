"""Effects with mistakes in them are read, or refused with places; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludwright.diagnostics import ERROR, Report
from ludwright.languages.gamespec.read.reader import Bindings, Reader, effects_of
from ludwright.languages.yaml.read import Scalar, Sequence, Tree
from samplers.mistakes import mutated_document
from tools.gamespec.readers import WORLD, tree_of
from tools.gamespec.trees import named

TEXT = """
- setVar: { scope: pvar, player: actor, var: a, value: { ref: binding, name: $t } }
- addVar: { scope: global, var: b, delta: { op: +, left: 1, right: { zoneCount: deck } } }
- moveToken: { token: $t, from: 'hand:actor', to: river, position: bottom }
- moveAll: { from: deck, to: river, filter: { op: ==, left: 1, right: 2 } }
- draw: { from: deck, to: 'hand:0', count: 2 }
- createToken: { type: card, zone: deck, props: { rank: 1, hue: { concat: [a, b] } } }
- if:
    when: { op: and, args: [true, { op: not, arg: { op: in, item: 1, set: { ref: binding, name: $l } } }] }
    then: [{ chooseOne: { bind: $c, options: { query: tokensInZone, zone: deck, filter: [{ prop: a, in: [b] }] } } }]
    else: [{ chooseN: { bind: $c, options: { query: enums, values: [x, y] }, min: 1, max: 2 } }]
- forEach:
    bind: $p
    over: { query: zones, filter: { owner: all, condition: { op: adjacent, left: $zone, right: deck } } }
    limit: 3
    countBind: $n
    effects: [{ setMarker: { space: $p, marker: m, state: s } }]
    in: [{ rollRandom: { bind: $r, min: 1, max: { ref: binding, name: $n }, in: [{ endTurn: {} }] } }]
- transferVar: { from: { player: left, var: a }, to: { var: b }, amount: 1, actualBind: $paid }
- reduce:
    itemBind: $i
    accBind: $s
    over: { query: concat, sources: [{ query: players }, { query: binding, name: $l }] }
    initial: { aggregate: { op: sum, query: { query: players }, bind: $q, valueExpr: { ref: activePlayer } } }
    next: { if: { when: { ref: gvar, var: f }, then: { ref: binding, name: $i }, else: 0 } }
    resultBind: $total
    in: [{ reveal: { zone: $c, to: { chosen: $total } } }, { gotoPhaseExact: { phase: end } }]
- evaluateSubset:
    source: { query: intsInRange, min: 1, max: 9, step: 2, alwaysInclude: [4] }
    subsetSize: 2
    subsetBind: $some
    scoreExpr: { aggregate: { op: count, query: { query: assetRows, tableId: t, where: [{ field: f, eq: 1 }] } } }
    resultBind: $score
    in: [{ setActivePlayer: { player: { relative: left } } }]
"""  # noqa: E501


def plain(tree: Tree) -> Any:
    if isinstance(tree, Scalar):
        return tree.value
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    return {key.text: plain(value) for key, value in tree.entries}


DOCUMENT = plain(tree_of(TEXT))


def read(document: Any) -> tuple[object, Report, int]:
    text, report = json.dumps(document, indent=1), Report()
    scope = Bindings().inner("$t", "$l")
    found = effects_of(Reader(report, WORLD), tree_of(text), "doc.x", scope)
    return found, report, text.count("\n") + 1


def test_without_mistakes_nothing_is_reported() -> None:
    found, report, _ = read(DOCUMENT)
    assert isinstance(found, tuple) and len(found) == len(DOCUMENT)
    assert report.items == []


@pytest.mark.quick(1)
@pytest.mark.parametrize("part", range(2))
def test_mistakes_are_reported_with_places(part: int) -> None:
    refused = 0
    for seed in range(part * 100, part * 100 + 100):
        found, report, lines = read(mutated_document(DOCUMENT, seed))
        assert found is not None or report.failed, seed
        for item in report.items:
            assert item.span and item.span.line <= lines and item.path.startswith("doc.x"), seed
        assert len(set(report.items)) == len(report.items), seed
        refused += report.failed
    assert 30 < refused <= 100


def names(report: Report) -> list[tuple[str, str]]:
    return [(named(d), d.path) for d in report.items if d.severity == ERROR]


def test_one_mistake_is_one_error_wherever_a_value_is_replaced() -> None:
    # A list in place of a mapping is always wrong, and what stood there binds nothing any more.
    for index, effect in enumerate(DOCUMENT):
        [word] = effect
        copy = [*DOCUMENT[:index], {word: [[]]}, *DOCUMENT[index + 1 :]]
        _, report, _ = read(copy)
        assert names(report) == [
            ("CNL_COMPILER_MISSING_CAPABILITY", f"doc.x.{index}.{word}"),
        ]
