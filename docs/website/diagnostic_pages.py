"""Pages of all diagnostics: what `ludwright explain` prints, by hundreds, each with an anchor."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from click.testing import CliRunner

from ludwright.cli import cli

OVERVIEW = """\
# Diagnostics

Every problem that Ludwright reports has a code that never changes its meaning. `ludwright explain
CODE` prints the page of one, `ludwright explain` the list. There are {count} codes: each begins
with two letters for the part of Ludwright that reports it, and a digit for the kind of problem.
"""
# Who reports the codes of each pair of letters.
FAMILIES = {
    "CG": "CGML",
    "SG": "SGDL",
    "RX": "Rule XML",
    "GS": "GameSpecDoc",
    "YM": "YAML",
    "LW": "Files",
    "GD": "Definitions of games",
    "CK": "Checks",
    "CT": "Contracts",
    "RT": "Play",
    "RC": "Records",
}
# What the hundreds are about.
KINDS = {
    "CG1": "Keys, names and files",
    "CG2": "Names and paths in expressions",
    "CG3": "Types",
    "CG4": "What is not supported, not used, or not safe",
    "CG5": "Upgrades",
    "CK2": "The course of a game",
    "CK3": "Hidden information",
    "CK4": "Parts without use",
    "CT1": "Promises that every game keeps",
    "GD1": "Structure",
    "GD2": "Types",
    "GS1": "The text of a document, its blocks and macros",
    "GS2": "Sections",
    "GS3": "Values, conditions, queries and effects",
    "GS4": "The turn order",
    "GS5": "References between sections",
    "GS6": "Data assets: maps, pieces, scenarios",
    "GS7": "Types, and constructs without effect",
    "GS8": "Formatting",
    "LW1": "Finding and reading games",
    "RC1": "Reading and replaying",
    "RT1": "Faults",
    "RX1": "The document",
    "RX2": "Elements and attributes",
    "RX3": "Rules, phases and cards",
    "RX4": "Layouts",
    "RX5": "Saves",
    "RX6": "Writing Rule XML",
    "RX7": "Formatting",
    "SG1": "Sections",
    "SG2": "Decks and initial piles",
    "SG3": "Rules",
    "SG4": "Conditions",
    "SG5": "Writing SGDL",
    "SG6": "Formatting",
    "YM1": "Reading YAML",
}
FOLDER = "diagnostics"


def codes() -> list[dict[str, Any]]:
    """All diagnostics, as the command lists them."""
    ended = CliRunner().invoke(cli, ["explain", "--json"])
    assert ended.exit_code == 0, ended.output
    found: list[dict[str, Any]] = json.loads(ended.stdout)
    return found


def place(code: str) -> str:
    """Where a code is explained: page and anchor."""
    return f"{FOLDER}/{code[:2].lower()}.md#{code.lower()}"


def pages() -> dict[str, str]:
    """The overview and a page per family."""
    families: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for code in codes():
        families[code["code"][:2]].append(code)
    lines = [OVERVIEW.format(count=sum(map(len, families.values()))), "| codes | of | number |"]
    lines.append("|---|---|---|")
    found = {}
    for family, members in sorted(families.items()):
        page = f"{FOLDER}/{family.lower()}.md"
        lines.append(f"| [{family}]({page}) | {FAMILIES[family]} | {len(members)} |")
        found[page] = _family(family, members)
    for family, members in sorted(families.items()):
        lines += ["", f"## {FAMILIES[family]}", "", "| code | |", "|---|---|"]
        lines += [
            f"| [{each['code']}]({place(each['code'])}) | {each['title']} |" for each in members
        ]
    return {f"{FOLDER}.md": "\n".join(lines) + "\n"} | found


def _family(family: str, members: list[dict[str, Any]]) -> str:
    parts = [f"# {FAMILIES[family]}: {family}"]
    hundred = ""
    for code in members:
        if code["code"][:3] != hundred:
            hundred = code["code"][:3]
            parts.append(f"## {hundred}00: {KINDS[hundred]}")
        parts.append(f"### {code['code']}: {code['title']} {{ #{code['code'].lower()} }}")
        parts.append(code["page"])
        if code["alias"]:
            parts.append(f"Also known as `{code['alias']}`.")
    return "\n\n".join(parts) + "\n"
