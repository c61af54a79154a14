"""Write the grammars of the VS Code extension, with the keywords of the readers' tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludwright.languages.cgml.lower.operators import OPERATORS
from ludwright.languages.cgml.read import shapes
from ludwright.languages.gamespec.read.document import SECTIONS as GAMESPEC_SECTIONS
from ludwright.languages.gamespec.read.effects import EFFECTS
from ludwright.languages.rulexml.read.schema import KINDS, ROOT, SHAPES
from ludwright.languages.sgdl.read import conditions, draws, faces, scores, sections, words

FOLDER = Path(__file__).parent / "vscode" / "syntaxes"
Grammar = dict[str, Any]


def keywords() -> dict[str, dict[str, list[str]]]:
    """The words of each language by their scope."""
    operands = {*OPERATORS, "path", "ref", "use", "value"}
    return {
        "cgml": {
            "keyword.control": sorted(shapes.DOCUMENT.by_name),
            "support.function": sorted(shapes.ACTION_KEYS),
            "keyword.operator": sorted(operands),
        },
        "sgdl": {
            "keyword.control": sorted(sections.SECTIONS),
            "support.function": sorted({*sections.RULES, *scores.NAMES, "DECK"}),
            "keyword.operator": sorted(
                {*conditions.BLOCKS, *conditions.SUBJECTS, *conditions.QUANTIFIERS}
                | {conditions.COUNT, "TO"}
            ),
            "support.type": sorted(
                {each for every in conditions.ASPECTS.values() for each in every}
            ),
            "constant.language": sorted(
                {*words.SUITS, *words.SUIT_MODES, *words.RANK_MODES, *words.FACES, *draws.DRAWS}
                | {faces.PATTERN, words.BASE, draws.REFILL}
            ),
        },
        "rulexml": {
            "entity.name.tag": sorted(
                {ROOT, *(child.name for shape in SHAPES.values() for child in shape.children)}
            ),
            "entity.other.attribute-name": sorted(
                {"type", *(each.name for shape in SHAPES.values() for each in shape.attributes)}
            ),
            "constant.language": sorted(KINDS),
        },
        "gamespec": {
            "keyword.control": sorted(GAMESPEC_SECTIONS),
            "support.function": sorted(EFFECTS),
        },
    }


def _any(listed: Iterable[str]) -> str:
    # The longest first: an alternative that is the beginning of another must not hide it.
    return "|".join(sorted(map(re.escape, listed), key=lambda word: (-len(word), word)))


def _yaml(name: str, found: dict[str, list[str]]) -> list[Grammar]:
    """Rules for YAML whose keys and values are words of a language."""
    path = {"match": r"\$[\w.\[\]=*$-]*", "name": f"variable.other.path.{name}"}
    quoted = [
        {
            "begin": quote,
            "end": quote,
            "name": f"string.quoted.{name}",
            "patterns": [{"match": r"\\.", "name": f"constant.character.escape.{name}"}, path],
        }
        for quote in ('"', "'")
    ]
    keys = [
        {
            "match": rf"(?<![\w$-])({_any(listed)})(?=\s*:(\s|$))",
            "name": f"{scope}.{name}",
        }
        for scope, listed in found.items()
    ]
    actions = found["support.function"]
    return [
        {"match": r"(^|(?<=\s))#.*$", "name": f"comment.line.number-sign.{name}"},
        {"match": r"!(include|inherit)\b", "name": f"keyword.other.{name}"},
        *quoted,
        {
            "match": rf"(?<=action:\s)({_any(actions)})\b",
            "name": f"support.function.{name}",
        },
        *keys,
        {"match": r"[\w.-]+(?=\s*:(\s|$))", "name": f"entity.name.tag.{name}"},
        path,
        {"match": r"(?<![\w.-])-?\d+(\.\d+)?(?![\w.-])", "name": f"constant.numeric.{name}"},
        {
            "match": r"(?<![\w-])(true|false|null)(?![\w-])",
            "name": f"constant.language.{name}",
        },
    ]


def _cgml(found: dict[str, list[str]]) -> Grammar:
    return {"scopeName": "source.cgml", "patterns": _yaml("cgml", found)}


def _gamespec(found: dict[str, list[str]]) -> Grammar:
    block = {
        "begin": r"^\s*(`{3,})(ya?ml)?\s*$",
        "end": r"^\s*\1\s*$",
        "name": "markup.fenced_code.block.gamespec",
        "contentName": "meta.embedded.block.gamespec",
        "patterns": _yaml("gamespec", found),
    }
    return {"scopeName": "text.gamespec", "patterns": [block, {"include": "text.html.markdown"}]}


def _sgdl(found: dict[str, list[str]]) -> Grammar:
    patterns: list[Grammar] = [{"match": "#.*$", "name": "comment.line.number-sign.sgdl"}]
    for scope, listed in found.items():
        match = rf"(?<![\w$])({_any(listed)})(?![\w])"
        patterns.append({"match": match, "name": f"{scope}.sgdl"})
    patterns += [
        {"match": "==|!=|<=|>=|<|>", "name": "keyword.operator.comparison.sgdl"},
        {"match": r"\b\d+\b", "name": "constant.numeric.sgdl"},
        {"match": r"[^\s{},#]+", "name": "variable.other.sgdl"},
    ]
    return {"scopeName": "source.sgdl", "patterns": patterns}


def _rulexml(found: dict[str, list[str]]) -> Grammar:
    name = "rulexml"
    attributes = _any(found["entity.other.attribute-name"])
    value = {
        "begin": '"',
        "end": '"',
        "name": f"string.quoted.double.{name}",
        "patterns": [
            {
                "match": rf'(?<=type=")({_any(found["constant.language"])})(?=")',
                "name": f"constant.language.{name}",
            }
        ],
    }
    tag = {
        "begin": rf"(</?)({_any(found['entity.name.tag'])})(?=[\s/>])",
        "beginCaptures": {
            "1": {"name": f"punctuation.definition.tag.{name}"},
            "2": {"name": f"entity.name.tag.{name}"},
        },
        "end": "/?>",
        "endCaptures": {"0": {"name": f"punctuation.definition.tag.{name}"}},
        "patterns": [
            {
                "match": rf"(?<![\w-])({attributes})(?=\s*=)",
                "name": f"entity.other.attribute-name.{name}",
            },
            value,
        ],
    }
    comment = {"begin": "<!--", "end": "-->", "name": f"comment.block.{name}"}
    # What this grammar does not know is coloured as any XML.
    return {"scopeName": "text.xml.rulexml", "patterns": [comment, tag, {"include": "text.xml"}]}


GRAMMARS = {"cgml": _cgml, "sgdl": _sgdl, "rulexml": _rulexml, "gamespec": _gamespec}
NAMES = {"cgml": "CGML", "sgdl": "SGDL", "rulexml": "Rule XML", "gamespec": "GameSpecDoc"}


def grammars() -> dict[str, str]:
    """The text of each grammar by the name of its file."""
    found = keywords()
    return {
        f"{name}.tmLanguage.json": json.dumps({"name": NAMES[name], **make(found[name])}, indent=2)
        + "\n"
        for name, make in GRAMMARS.items()
    }


if __name__ == "__main__":
    for file, text in grammars().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
