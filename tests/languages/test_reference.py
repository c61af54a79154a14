"""The references of the languages are complete and true: words, examples, tests and pages."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ludwright import pipeline
from ludwright.languages import LANGUAGES
from ludwright.languages.cgml import reference as cgml
from ludwright.languages.cgml.lower import (
    aliases,
    expressions,
    functions,
    operators,
    rules,
    search_actions,
    selectors,
    visibility_actions,
)
from ludwright.languages.cgml.meanings.keys import KEYS
from ludwright.languages.cgml.read import shapes
from ludwright.languages.gamespec.read import (
    actions,
    assets,
    cardflow,
    coups,
    decks,
    effects,
    ending,
    filters,
    markers,
    pieces,
    pipelines,
    queries,
    scenarios,
    spaces,
    things,
    turns,
)
from ludwright.languages.gamespec.read import selectors as gamespec_selectors
from ludwright.languages.gamespec.read import values as gamespec_values
from ludwright.languages.gamespec.read.keyed import Keys
from ludwright.languages.gamespec.read.macros import builtins
from ludwright.languages.gamespec.upgrade import event_cards
from ludwright.languages.gamespec.write import schema
from ludwright.languages.language import Language
from ludwright.languages.reference import FILE, USES, Construct, Reference
from ludwright.languages.rulexml.read import rules as rulexml_rules
from ludwright.languages.rulexml.read import schema as rulexml_schema
from ludwright.languages.rulexml.read import tree as rulexml_tree
from ludwright.languages.rulexml.read import words as rulexml_readers
from ludwright.languages.sgdl.read import conditions, draws, faces, layout, scores, sections, words
from ludwright.languages.shapes import Table

ROOT = Path(__file__).parents[2]
NAMES = [each.name for each in LANGUAGES if each.tools.reference]
finder = runpy.run_path(str(ROOT / "docs" / "reference_uses.py"))
pages = runpy.run_path(str(ROOT / "docs" / "reference.py"))


@cache
def reference(name: str) -> Reference:
    [found] = (each.tools.reference for each in LANGUAGES if each.name == name)
    assert found
    return found()


@cache
def contents(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


@cache
def plain(file: str) -> str:
    found = finder["without_margins"](contents(file))
    assert isinstance(found, str)
    return found


def sgdl_words() -> Iterator[str]:
    """All words that the tables of the reader have."""
    yield from ("#", "DECK", "TO", draws.REFILL, words.UNLIMITED)
    yield from (*sections.SECTIONS, *sections.AFTER_COUNT, *draws.DRAWS, *sections.RULES)
    yield from (*words.FACES, faces.PATTERN, words.BASE, layout.AT, layout.COVERED_BY)
    yield from (*conditions.BLOCKS, *conditions.SUBJECTS)
    for subject, aspects in conditions.ASPECTS.items():
        yield from (f"{subject} {aspect}" for aspect in aspects)
    for word in (*conditions.QUANTIFIERS, conditions.COUNT, *conditions.PILE_ASPECTS):
        yield f"PILE {word}"
    yield from (*words.OPERATORS, *words.SUIT_MODES, *words.RANK_MODES, *words.SUITS, *words.RANKS)
    yield from scores.NAMES


def cgml_words() -> Iterator[str]:
    """All keys, actions, operators and words of the reader's tables."""
    for table in (*shapes.SECTIONS.values(), *shapes.WHOLES.values(), shapes.ALTERNATE):
        yield from keys_and_words(table)
    yield from keys_and_words(shapes.EVERY_ACTION)
    for action, table in shapes.ACTION_KEYS.items():
        yield from (action, *(f"{action} {key.name}" for key in table.keys))
        yield from (word for key in table.keys for word in key.words)
    yield from (*operators.OPERATORS, *expressions.LEAVES, aliases.AS, *functions.FUNCTIONS)
    yield from aliases.CONTEXT - {"shared_zones"}
    yield from (field for fields in selectors.FIELDS.values() for field in fields)
    yield from (*selectors.SEAT_WORDS, *selectors.TEAM_WORDS)
    yield from (*rules.CARD_EVENTS, *rules.TURN_EVENTS)
    yield from (f"on.{event}" for event in ("phase", "state.enter", "state.exit"))
    yield from (*visibility_actions.AUDIENCES, *search_actions.ORDERS)
    yield from ("genre", "payoff", "role", "look", "inner")  # read below `meta`


def keys_and_words(table: Table) -> Iterator[str]:
    for key in table.keys:
        yield from (key.name, *key.words)


def gamespec_words() -> Iterator[str]:
    """All keys, effects, conditions, queries, values and words of the reader's tables."""
    declared = {
        each.table
        for module in DECLARING
        for each in vars(module).values()
        if isinstance(each, Keys) and not each.table.open
    }
    for table in (schema.ROOT, schema.TABLES["board"], *declared):
        yield from keys_and_words(table)
    for open_table in ("scenario", "effect_macro", "condition_macro", "macro_param"):
        yield from keys_and_words(schema.TABLES[open_table])
    yield from keys_and_words(schema.TABLES["condition_call"])
    forms = {
        **effects.EFFECTS,
        **queries.QUERIES,
        **gamespec_values.REFERENCES,
        **gamespec_values.OPERATIONS,
    }
    for word, form in (*forms.items(), *gamespec_values.AGGREGATES.items()):
        yield from (word, *(f"{word} {key.name}" for key in form.table.keys))
    for word in ("refillToSize", "discardDownTo"):
        name = {"refillToSize": "refill", "discardDownTo": "discard"}[word]
        yield from (word, *(f"{word} {key.name}" for key in schema.TABLES[name].keys))
    yield from (*builtins.BUILT_INS, *gamespec_values.BY_KEY, "ref", "op", "macro", "macro args")
    yield from (f"if {key.name}" for key in gamespec_values.IF.table.keys)
    yield from ("constant", "constant name")
    for table in (effects.HOLDING.table, queries.OWNED.table):
        yield from (key.name for key in table.keys)
    yield from (*filters.OPS, "prop", "field", "op", "value")
    yield from (*gamespec_selectors.WORDS, *gamespec_selectors._MAPPINGS)
    yield from (*schema.ORDERS, "order", "config", "type", *schema.CLASSES.split("|"))
    yield from things.KINDS


DECLARING = (
    actions, assets, cardflow, coups, decks, ending, markers, pieces, pipelines, scenarios, spaces,
    things, turns, event_cards,
)  # fmt: skip


def rulexml_words() -> Iterator[str]:
    """All elements and attributes of the table of shapes, and the words of texts."""
    for shape in rulexml_schema.SHAPES.values():
        yield from (child.name for child in shape.children)
        yield from (attribute.name for attribute in shape.attributes)
    yield from (rulexml_schema.ROOT, f"{rulexml_schema.ROOT} type", *rulexml_schema.KINDS)
    yield from (*rulexml_tree.DIRECTIONS, rulexml_tree.NONE, rulexml_tree.RANDOM, rulexml_tree.REST)
    yield from (*rulexml_readers.LETTERS, *rulexml_rules.FLIPS)
    # Words that only a condition of the reader has.
    yield from ("m", "d", "r", "rev", "preserve", "auto", "l", "g", "=", "!", "U", "D")
    yield from ("y", "yes", "true", "n")


WORDS = {
    "sgdl": sgdl_words,
    "cgml": cgml_words,
    "gamespec": gamespec_words,
    "rulexml": rulexml_words,
}


def written(construct: Construct) -> str:
    """A construct as the functions above write it."""
    return f"{construct.of} {construct.name}" if construct.of else construct.name


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_the_reader_has_a_construct_and_no_other(name: str) -> None:
    known = set(WORDS[name]()) - (schema.OBSOLETE if name == "gamespec" else set())
    assert {written(each) for each in reference(name).constructs} == known


@pytest.mark.parametrize("name", NAMES)
def test_constructs_are_whole_and_have_names_of_their_own(name: str) -> None:
    found = reference(name)
    assert len(found.by_id) == len(found.constructs)
    for each in found.constructs:
        assert all((each.name, each.group, each.kind, each.form)), each.id
        assert re.match(r"[A-Z0-9$].*[.]$", each.meaning), f"{each.id}: {each.meaning}"
        assert 8 <= len(each.meaning) < 500, each.id
        assert len(set(each.values)) == len(each.values), each.id


def test_every_sentence_about_a_key_of_cgml_is_used() -> None:
    tables = {**cgml.TABLES, **shapes.ACTION_KEYS, "": shapes.EVERY_ACTION}
    keys = [(name, key.name) for name, table in tables.items() for key in table.keys]
    full = {f"{name}.{key}" for name, key in keys} & set(KEYS)
    assert set(KEYS) == full | {key for name, key in keys if f"{name}.{key}" not in full}


@pytest.mark.parametrize("name", NAMES)
def test_places_are_constructs(name: str) -> None:
    found = reference(name)
    unknown = [
        f"{each.id} in {place}"
        for each in found.constructs
        for place in each.inside
        if place != FILE and place not in found.by_id
    ]
    assert unknown == []
    assert found.within(FILE)
    owners = {*((each.group, each.name) for each in found.constructs if not each.of)}
    parts = [each for each in found.constructs if each.of]
    assert [each.id for each in parts if (each.group, each.of) not in owners] == []


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_parts_of_games(name: str) -> None:
    folder = ROOT / "src/ludwright/languages" / name
    kept = json.loads((folder / USES).read_text("utf-8"))
    assert list(kept) == list(reference(name).by_id), "run: make reference"
    for each in reference(name).constructs:
        assert each.example, each.id
        assert finder["without_margins"](each.example) in plain(each.source), (
            f"{each.id}: make reference"
        )
        assert finder["word"](each.name).search(each.example), each.id


@pytest.mark.parametrize("name", NAMES)
def test_games_that_only_examples_need_have_no_errors(name: str) -> None:
    sources = {each.source for each in reference(name).constructs}
    for source in sorted(source for source in sources if source.startswith("tests/data/")):
        loaded = pipeline.load(ROOT / source)
        errors = [d for d in loaded.diagnostics if d.severity == "error"]
        assert [d for d in errors if d.code != pipeline.ONLY_PART.code] == []


@pytest.mark.parametrize("name", NAMES)
def test_tests_have_the_words(name: str) -> None:
    for each in reference(name).constructs:
        assert re.match(f"tests/(languages|data)/{name}/", each.test), each.id
        assert finder["word"](each.name).search(contents(each.test)), f"{each.id}: make reference"


@pytest.mark.parametrize("name", NAMES)
def test_links_of_the_pages_lead_somewhere(name: str) -> None:
    text = contents(f"docs/reference/{name}.md")
    anchors = set(re.findall(r'<a id="([^"]+)">', text))
    anchors |= {pages["anchor"](title) for title in re.findall(r"^## (.*)$", text, re.MULTILINE)}
    targets = set(re.findall(r"\]\(([^)]+)\)", text))
    assert {target[1:] for target in targets if target[0] == "#"} <= anchors
    files = {target for target in targets if target[0] != "#"}
    assert [file for file in files if not (ROOT / "docs/reference" / file).is_file()] == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.name)
def test_the_pages_are_up_to_date(language: Language) -> None:
    if language.tools.reference:
        page = ROOT / "docs/reference" / f"{language.name}.md"
        assert pages["page"](language) == page.read_text("utf-8"), "run: make reference"
