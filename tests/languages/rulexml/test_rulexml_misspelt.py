"""A misspelt word is one mistake: exactly one error, at the word, that names the right one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.rulexml.read.schema import KINDS, SHAPES
from ludwright.languages.rulexml.tools import TOOLS

GAME = (Path(__file__).parent / "lanes.xml").read_text(encoding="utf-8")
LAYOUT = """<data type="layout">
  <game>Lanes</game>
  <attributes>
    <players>1</players>
    <screen_height>60</screen_height>
    <card_width>8</card_width>
    <card_height>11</card_height>
    <face_down_offset>1</face_down_offset>
    <face_up_offset>3</face_up_offset>
  </attributes>
  <cards><card>AH</card></cards>
  <card_map><start>img</start><extension>png</extension></card_map>
  <cells><cell name="1"><x_val>10</x_val><y_val>10</y_val></cell></cells>
</data>
"""
STYLE = """<data type="style">
  <language>English</language>
  <difficulty>1</difficulty>
  <cards>plain</cards>
  <sound>1</sound>
  <table>green</table>
  <dark>0</dark>
</data>
"""
FILES = {"rule": GAME, "layout": LAYOUT, "style": STYLE}


def errors(text: str) -> list[Diagnostic]:
    report = Report()
    if TOOLS.part is not None:
        TOOLS.part(Source("test.xml", text), report)
    if not report.items:
        TOOLS.game_of(Source("test.xml", text), report)
    return [d for d in report.sorted() if d.severity == "error"]


def elements(kind: str) -> list[str]:
    """The names of elements that occur in a sample and that the schema of its kind knows."""
    known = {child.name for shape in SHAPES.values() for child in shape.children}
    return [each for each in dict.fromkeys(re.findall(r"<(\w+)", FILES[kind])) if each in known]


def slips(word: str) -> list[str]:
    """The word with a letter doubled, with one missing, with two exchanged."""
    middle = max(1, len(word) // 2)
    swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    found = [word + word[-1], word[:middle] + word[middle + 1 :], swapped]
    every = {child.name for shape in SHAPES.values() for child in shape.children}
    return [slip for slip in found if slip not in every]


def renamed(text: str, name: str, slip: str) -> tuple[str, int]:
    """The text with the first element of a name renamed, with its end tag; and its line."""
    start = re.search(rf"<{name}(?=[\s>/])", text)
    assert start is not None
    line = text.count("\n", 0, start.start()) + 1
    changed = f"{text[: start.start()]}<{slip}{text[start.end() :]}"
    after = start.start() + len(slip) + 1
    if changed[: changed.index(">", after)].endswith("/"):
        return changed, line
    depth, at = 1, after
    for each in re.finditer(rf"<(/?){name}(?=[\s>/])[^>]*?(/?)>", changed[after:]):
        depth += -1 if each[1] else 0 if each[2] else 1
        if depth == 0:
            at = after + each.start()
            break
    return changed[:at] + changed[at:].replace(f"</{name}>", f"</{slip}>", 1), line


def test_the_samples_are_clean() -> None:
    assert [errors(text) for text in FILES.values()] == [[], [], []]


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in FILES for name in elements(kind)]
)
def test_a_misspelt_element_is_one_error(kind: str, name: str) -> None:
    for slip in slips(name):
        text, line = renamed(FILES[kind], name, slip)
        (found,) = errors(text)
        assert found.code == "RX201" and found.span and found.span.line == line, slip
        assert f"<{slip}>" in found.message and f"'{name}'" in found.help, slip


ATTRIBUTES = sorted(set(re.findall(r"<(\w+) (\w+)=", GAME + LAYOUT)) - {("data", "type")})


@pytest.mark.parametrize(("element", "name"), ATTRIBUTES)
def test_a_misspelt_attribute_is_one_error(element: str, name: str) -> None:
    whole = GAME if f"<{element} {name}=" in GAME else LAYOUT
    line = whole[: whole.index(f"<{element} {name}=")].count("\n") + 1
    for slip in slips(name):
        (found,) = errors(whole.replace(f"<{element} {name}=", f"<{element} {slip}=", 1))
        assert found.code == "RX205" and found.span and found.span.line == line, slip
        assert f"'{slip}'" in found.message and f"'{name}'" in found.help, slip


@pytest.mark.parametrize("kind", KINDS)
def test_a_misspelt_type_is_one_error(kind: str) -> None:
    (found,) = errors(GAME.replace('type="rule"', f'type="{kind}x"', 1))
    assert found.code == "RX106" and f"'{kind}'" in found.help


@pytest.mark.parametrize("root", ["dat", "dataa", "dtaa"])
def test_a_misspelt_root_is_one_error(root: str) -> None:
    text = GAME.replace("<data ", f"<{root} ").replace("</data>", f"</{root}>")
    (found,) = errors(text)
    assert found.code == "RX106" and "<data " in found.help


@pytest.mark.parametrize("name", ["settings", "deck", "cell_groups", "phases"])
def test_a_missing_section_is_one_error(name: str) -> None:
    text = re.sub(rf"<{name}>.*</{name}>", "", GAME, count=1, flags=re.DOTALL)
    (found,) = errors(text)
    assert found.code == "RX202" and f"<{name}>" in found.message


def declared(pattern: str) -> list[str]:
    return list(dict.fromkeys(re.findall(pattern, GAME)))


@pytest.mark.parametrize("name", declared(r'<group category="(\w+)"'))
def test_a_group_that_is_declared_under_another_name_is_reported_once(name: str) -> None:
    changed = GAME.replace(f'<group category="{name}"', f'<group category="{name}x"', 1)
    found = [d for d in errors(changed) if f"'{name}'" in d.message]
    assert [d.code for d in found] in ([], ["RX302"])
    assert errors(changed) == found


@pytest.mark.parametrize("name", declared(r'<phase name="(\w+)"'))
def test_a_phase_that_is_declared_under_another_name_is_reported_once(name: str) -> None:
    changed = GAME.replace(f'<phase name="{name}"', f'<phase name="{name}x"', 1)
    found = errors(changed)
    used = f'<next_phase phase="{name}"' in GAME
    assert [d.code for d in found] == (["RX301"] if used else [])
    assert all(f"'{name}'" in d.message and f"'{name}x'" in d.help for d in found)


@pytest.mark.parametrize("name", elements("rule"))
def test_an_unclosed_element_is_one_error_that_names_both_tags(name: str) -> None:
    end = f"</{name}>"
    if end not in GAME:
        return
    at = GAME.rindex(end)
    (found,) = errors(GAME[:at] + GAME[at + len(end) :])
    assert found.code == "RX101"
    assert f"<{name}>" in found.message and "</" in found.message
    assert re.search(r"at line \d+", found.message)


def test_what_is_close_to_nothing_is_answered_with_all_that_is_known() -> None:
    xyzzy = GAME.replace("<settings>", "<settings><xyzzy/>", 1)
    (found,) = errors(xyzzy)
    assert "players" in found.help and "layout" in found.help
    (found,) = errors(re.sub(r"<phase name=", '<phase xyzzy="" name=', GAME, count=1))
    assert "'name'" in found.help and "'player'" in found.help
