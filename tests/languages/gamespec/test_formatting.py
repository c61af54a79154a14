"""`fmt` for GameSpecDoc: YAML blocks in one layout, prose as it is, and the same game."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source
from ludwright.languages.gamespec.tools import TOOLS
from ludwright.languages.yaml.concrete import comments as yaml_comments
from ludwright.languages.yaml.read import Mapping, Scalar, Sequence, Tree, read_yaml
from ludwright.pipeline import LIBRARY
from tools.layouts import fmt, keeps_everything, refused

DATA = Path(__file__).parents[2] / "data" / "gamespec"
OURS = [path for path in sorted(LIBRARY.glob("*/*.md")) if path.name != "ABOUT.md"]
FILES = [*OURS, *sorted(DATA.rglob("*.md"))]
_BLOCK = re.compile(r"(?<=```yaml)(\r?\n)(.*?)(?=```)", re.DOTALL)


def bodies(text: str) -> list[str]:
    return [found[2] for found in _BLOCK.finditer(text)]


def prose(text: str) -> str:
    return _BLOCK.sub(r"\1", text)


def comments(text: str) -> list[str]:
    """The comments in all blocks; one may have to stand before its neighbours."""
    return sorted(each for body in bodies(text) for each in yaml_comments(body))


def plain(tree: Tree | None) -> object:
    """A tree as data, with keys in their order."""
    if isinstance(tree, Scalar):
        return (type(tree.value).__name__, tree.text)
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    assert isinstance(tree, Mapping)
    return [(key.text, plain(value)) for key, value in tree.entries]


def content(body: str) -> object:
    report = Report()
    tree = read_yaml(Source("block", body), report)
    return None if tree is None or report.failed else plain(tree)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def laws(text: str) -> str:
    """What must hold for every file that can be read."""
    made = fmt(TOOLS, text)
    assert fmt(TOOLS, made) == made
    assert prose(made) == prose(text)
    assert comments(made) == comments(text)
    assert [content(body) for body in bodies(made)] == [content(body) for body in bodies(text)]
    return made


# ---- real files ----------------------------------------------------------------------------------


@pytest.mark.quick(4)
@pytest.mark.parametrize("path", OURS, ids=lambda p: p.stem)
def test_games_keep_everything(path: Path) -> None:
    keeps_everything(TOOLS, read(path), comments)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_laws_hold_for_real_files(path: Path) -> None:
    made = laws(read(path))
    assert made != "" and "\r" not in made


# ---- files that were laid out otherwise ----------------------------------------------------------

REMARKS = ("# one", "#two: x", "# - [three", "#  'four")


def spoiled(body: str, rng: Random) -> str:
    """The lines of a block that say the same in a random layout, with more comments."""
    lines, before = body.split("\n"), content(body)
    for _ in range(rng.randint(1, 12)):
        number, fresh = rng.randrange(len(lines)), list(lines)
        blanks = " " * rng.randint(0, 8)
        change = rng.choice(("above", "behind", "gap", "wide"))
        if change == "above":
            fresh.insert(number, blanks + rng.choice(REMARKS))
        elif change == "behind":
            fresh[number] += f" {blanks}{rng.choice(REMARKS)}"
        elif change == "gap":
            fresh[number:number] = [blanks] * rng.randint(1, 3)
        else:
            fresh[number] = re.sub("([,:{]) ", rf"\1{blanks} ", fresh[number])
        kept = sorted(yaml_comments("\n".join(lines)))
        made = "\n".join(fresh)
        if content(made) == before and "`" not in fresh[number]:
            added = 1 if change in ("above", "behind") else 0
            lines = fresh if len(yaml_comments(made)) == len(kept) + added else lines
    return "\n".join(lines)


def respelled(text: str, rng: Random) -> str:
    made = _BLOCK.sub(lambda found: found[1] + spoiled(found[2], rng), text)
    if rng.random() < 0.3:
        made = re.sub("^(?=.)", "  ", made, flags=re.MULTILINE)
    return made.replace("\n", rng.choice(("\n", "\r\n")))


SMALL = [path for path in FILES if path.stat().st_size < 20_000]


@given(st.sampled_from(SMALL), st.integers(0, 1 << 32).map(Random))
@settings(deadline=None)
def test_the_laws_hold_for_files_in_any_layout(path: Path, rng: Random) -> None:
    text = respelled(read(path), rng)
    made = laws(text)
    assert made.count("\r\n") in (0, made.count("\n"))


@given(st.sampled_from([p for p in OURS if p in SMALL]), st.integers(0, 1 << 32).map(Random))
@settings(deadline=None, max_examples=6)
def test_games_in_any_layout_keep_everything(path: Path, rng: Random) -> None:
    keeps_everything(TOOLS, respelled(read(path), rng), comments)


# ---- the layout ----------------------------------------------------------------------------------

UGLY = "metadata:   {id: 'a',players: { min: 2 , max: 2}} # c\nzones:\n- id: x\n"
TIDY = "metadata: { id: a, players: { min: 2, max: 2 } } # c\nzones:\n  - id: x\n"


def indented(text: str) -> str:
    return re.sub("^(?=.)", "  ", text, flags=re.MULTILINE)


LAYOUTS = {
    "one block": (f"# A\n\n```yaml\n{UGLY}```\nb  ", f"# A\n\n```yaml\n{TIDY}```\nb  "),
    "several": (
        f"```yaml\n{UGLY}```\n\n\n\ntext\t\n```YML\nsetup:   []\n```\n",
        f"```yaml\n{TIDY}```\n\n\n\ntext\t\n```YML\nsetup: []\n```\n",
    ),
    "keys in their order": ("```yaml\nzones: []\nmetadata: {}\n```\n",) * 2,
    "blocks in lists": (
        f"- a\n\n  ```yaml\n{indented(UGLY)}  ```\n- b\n",
        f"- a\n\n  ```yaml\n{indented(TIDY)}  ```\n- b\n",
    ),
    "behind a dash": (
        f"- ```yaml\n{indented(UGLY)}  ```\n",
        f"- ```yaml\n{indented(TIDY)}  ```\n",
    ),
    "indented further than its fence": (
        f"```yaml\n{indented(UGLY)}```\n",
        f"```yaml\n{TIDY}```\n",
    ),
    "a fence behind words": ("```yaml\nsetup:  []```\n", "```yaml\nsetup: []\n```\n"),
    "line ends of the block": (
        f"a\r\n```yaml\r\n{UGLY}```\r\nb\n".replace("\n", "\r\n").replace("\r\r", "\r"),
        f"a\r\n```yaml\r\n{TIDY}```\r\nb\n".replace("\n", "\r\n").replace("\r\r", "\r"),
    ),
    "no label, but a section": (f"```\n{UGLY}```\n", f"```\n{TIDY}```\n"),
    "no label and no section": (
        f"```yaml\n{TIDY}```\n```\nnote:   this\n```\n```text\nsetup:   []\n```\n",
    )
    * 2,
    "no mapping": (f"```yaml\n{TIDY}```\n```yaml\n```\n```yaml\n  a text\n```\n",) * 2,
    "a text": (
        "```yaml\nmetadata:\n    id: |\n        x\n          y\n\n    name: b\n```\n",
        "```yaml\nmetadata:\n  id: |\n    x\n      y\n\n  name: b\n```\n",
    ),
}


@pytest.mark.parametrize("what", LAYOUTS)
def test_layout(what: str) -> None:
    before, after = LAYOUTS[what]
    assert fmt(TOOLS, before) == after
    assert fmt(TOOLS, after) == after


def test_what_means_nothing_is_formatted_all_the_same() -> None:
    text = "```yaml\nmetadata:   {nonsense: true}\n```\n"
    assert fmt(TOOLS, text) == "```yaml\nmetadata: { nonsense: true }\n```\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "GS107"),
        ("# Only prose\n", "GS107"),
        ("```yaml\nmetadata: [\n```\n", "YM101"),
        ("```yaml\nsetup: []\n```\n```yaml\n\tzones: []\n```\n", "YM101"),
        ("```yaml\nsetup: []\nsetup: []\n```\n", "YM102"),
        ('```yaml\nmetadata: { id: "\\x60``" }\n```\n', "GS801"),
    ],
)
def test_what_can_not_be_read_or_kept_is_refused(text: str, code: str) -> None:
    assert code in refused(TOOLS, text)
