"""One document over another: who is right, what stays, what is deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source
from ludwright.languages.cgml.read.merge import merged, without_disabled
from ludwright.languages.yaml.read import Scalar, Sequence, Tree, read_yaml


def plain(tree: Tree) -> Any:
    """A tree as Python sees it."""
    if isinstance(tree, Scalar):
        return tree.value
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    return {key.text: plain(value) for key, value in tree.entries}


def tree(document: Any) -> Tree:
    """What Python sees as a tree."""
    report = Report()
    found = read_yaml(Source("test", json.dumps(document)), report)
    assert found is not None and not report.failed
    return found


def over(base: Any, child: Any) -> Any:
    """What a child makes of a base, both in Python's terms."""
    report = Report()
    found = plain(without_disabled(merged(tree(base), tree(child)), report))
    assert not report.items
    return found


BASE = yaml.safe_load("""
meta:
  name: B
  players: {min: 2, max: 4}
  options: [{name: o, default: 1, allowed: [1, 2]}]
components:
  component_types:
    deck_types: {six: {composition: [1], rank_hierarchy: [2, 3]}}
    zone_types: {open: {ordering: lifo, visibility: {owner: all, others: hidden}}}
  decks: {cards: {type: six}}
  zones: [{name: deck, type: open}, {name: hand, type: open, per_player: true}]
  variables: [{name: x, initial_value: 0}]
setup: [{action: SHUFFLE, id: mix, target: 1}, {action: LOG, text: a}]
flow:
  states: {Play: {phases: [A, B], description: d}, Over: {}}
  transitions:
    - {from: Play, to: Over, condition: 1}
    - {from: Play, to: Over, id: t, condition: 2}
    - {from: Play, to: Over, condition: 3}
  win_condition: {description: d, evaluator: {max: [1]}}
rules: [{id: a, effect: [1], priority: 1}, {id: b, effect: [2]}]
""")

# What a child says, then where to look, then what must be there.
OVERRIDES = """
a text
  meta: {name: C}
  meta name = C
a mapping, key by key
  meta: {players: {max: 9}}
  meta players = {min: 2, max: 9}
an option
  meta: {options: [{name: o, default: 2}]}
  meta options = [{name: o, default: 2, allowed: [1, 2]}]
a new option
  meta: {options: [{name: p}]}
  meta options 1 = {name: p}
a deck type
  components: {component_types: {deck_types: {six: {composition: [2]}}}}
  components component_types deck_types six = {composition: [2], rank_hierarchy: [2, 3]}
a part of a zone type, as a whole
  components: {component_types: {zone_types: {open: {visibility: {all: all}}}}}
  components component_types zone_types open = {ordering: lifo, visibility: {all: all}}
a new zone type
  components: {component_types: {zone_types: {new: {}}}}
  components component_types zone_types new = {}
a deck
  components: {decks: {cards: {type: t}, more: {}}}
  components decks = {cards: {type: t}, more: {}}
a zone, in its place
  components: {zones: [{name: deck, of_deck: x}]}
  components zones 0 = {name: deck, type: open, of_deck: x}
a new zone, at the end
  components: {zones: [{name: new}, {name: deck}]}
  components zones 2 = {name: new}
a variable
  components: {variables: [{name: x, initial_value: 5}]}
  components variables = [{name: x, initial_value: 5}]
an action of the setup
  setup: [{id: mix, action: LOG}, {action: LOG, text: a}]
  setup = [{action: LOG, id: mix, target: 1}, {action: LOG, text: a}, {action: LOG, text: a}]
a state
  flow: {states: {Play: {phases: [C]}}}
  flow states Play = {phases: [C], description: d}
a transition by its ends
  flow: {transitions: [{from: Play, to: Over, condition: 9}]}
  flow transitions 0 condition = 9
the second of two alike
  flow: {transitions: [{from: Play, to: Over}, {from: Play, to: Over, condition: 9}]}
  flow transitions 2 condition = 9
a transition by its id
  flow: {transitions: [{id: t, condition: 9}]}
  flow transitions 1 = {from: Play, to: Over, id: t, condition: 9}
no transition of another id
  flow: {transitions: [{from: Play, to: Over, id: u}]}
  flow transitions 3 = {from: Play, to: Over, id: u}
no transition between other states
  flow: {transitions: [{from: Over, to: Play, id: t}]}
  flow transitions 3 = {from: Over, to: Play, id: t}
the evaluator, as a whole
  flow: {win_condition: {evaluator: {min: [1]}}}
  flow win_condition = {description: d, evaluator: {min: [1]}}
a rule, in its place
  rules: [{id: a, effect: [3]}]
  rules = [{id: a, effect: [3], priority: 1}, {id: b, effect: [2]}]
another kind of value
  rules: none
  rules = none
a deleted option
  meta: {options: [{name: o, disabled: true}]}
  meta options = []
a deleted deck type
  components: {component_types: {deck_types: {six: {disabled: true}}}}
  components component_types deck_types = {}
a deleted zone type
  components: {component_types: {zone_types: {open: {disabled: true}}}}
  components component_types zone_types = {}
a deleted deck
  components: {decks: {cards: {disabled: true}}}
  components decks = {}
a deleted zone
  components: {zones: [{name: deck, disabled: true}]}
  components zones = [{name: hand, type: open, per_player: true}]
a deleted variable
  components: {variables: [{name: x, disabled: true}]}
  components variables = []
a deleted action
  setup: [{id: mix, disabled: true}]
  setup = [{action: LOG, text: a}]
a deleted state
  flow: {states: {Play: {disabled: true}}}
  flow states = {Over: {}}
a deleted transition
  flow: {transitions: [{id: t, disabled: true}]}
  flow transitions 1 condition = 3
a deleted rule
  rules: [{id: a, disabled: true}]
  rules = [{id: b, effect: [2]}]
"""


def cases() -> Iterator[Any]:
    lines = OVERRIDES.strip().splitlines()
    for title, child, wanted in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        where, _, expected = wanted.partition(" = ")
        values = yaml.safe_load(child), where.split(), yaml.safe_load(expected)
        yield pytest.param(*values, id=title)


def at(document: Any, where: list[str]) -> Any:
    for step in where:
        number = int(step) if isinstance(document, list) else step
        document = document[number]
    return document


@pytest.mark.parametrize(("child", "where", "expected"), list(cases()))
def test_a_child_overrides(child: Any, where: list[str], expected: Any) -> None:
    found = over(BASE, child)
    assert at(found, where) == expected
    others = set(BASE) - {where[0]}
    assert {name: found[name] for name in others} == {name: BASE[name] for name in others}


def test_a_child_of_a_child_may_bring_back_what_was_deleted() -> None:
    gone = plain(merged(tree(BASE), tree({"rules": [{"id": "a", "disabled": True}]})))
    back = over(gone, {"rules": [{"id": "a", "disabled": False}]})
    assert [rule["id"] for rule in back["rules"]] == ["a", "b"]


# ---- laws ----------------------------------------------------------------------------------------

names = st.sampled_from(["a", "b", "c"])
values = st.recursive(
    st.integers(0, 3) | names,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2),
    max_leaves=4,
)


def entries(*keys: str) -> st.SearchStrategy[Any]:
    """A list in which no two entries are called the same."""
    named = st.fixed_dictionaries({key: names for key in keys}, optional={"x": values, "y": values})
    return st.lists(named, max_size=3, unique_by=lambda entry: tuple(entry[key] for key in keys))


def some(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A mapping with some of these keys."""
    return st.fixed_dictionaries({}, optional=keys)


tables = st.dictionaries(names, st.dictionaries(names, values, max_size=2), max_size=2)
components = some(
    component_types=some(deck_types=tables, zone_types=tables),
    decks=tables,
    zones=entries("name"),
    variables=entries("name"),
)
documents = some(
    meta=some(name=names, players=some(min=values, max=values), options=entries("name")),
    components=components,
    setup=entries("id"),  # actions without an id are appended each time
    flow=some(states=tables, transitions=entries("from", "to")),
    rules=entries("id"),
)


@given(documents)
def test_an_empty_base_or_child_changes_nothing(document: Any) -> None:
    assert over({}, document) == document
    assert over(document, {}) == document


@given(documents, documents)
def test_merging_again_changes_nothing(base: Any, child: Any) -> None:
    once = over(base, child)
    assert over(once, child) == once
    assert over(base, base) == base


@given(documents, documents, documents)
def test_it_does_not_matter_which_two_are_merged_first(a: Any, b: Any, c: Any) -> None:
    assert over(over(a, b), c) == over(a, over(b, c))
