"""Documents changed at random: each is a game, or it is told what is wrong and where."""

import random
import re
from pathlib import Path

import pytest

from ludwright.pipeline import load_sections

DATA = Path(__file__).parents[2] / "data" / "gamespec"
WORDS = re.compile(r"[A-Za-z_$][\w$]*|-?\d+|[{}\[\]:,'-]")
ODD = ["null", "true", "1.5", "-1", "99999999999", '""', "[]", "{}", "$x", ".nan", ".inf", "*a"]
TIMES = 60


def changed(text: str, chance: random.Random) -> str:
    """A text in which a few words, lines or mappings are others."""
    pool = sorted(set(WORDS.findall(text))) + ODD
    for _ in range(chance.choice((1, 1, 2, 4))):
        word = chance.choice(list(WORDS.finditer(text)))
        start, end = word.span()
        kind = chance.randrange(4)
        if kind == 0:
            lines = text.split("\n")
            lines[chance.randrange(len(lines))] = chance.choice(lines)
            text = "\n".join(lines)
        elif kind == 1 and text.find("}", start) > text.find("{", start) > 0:
            start = text.find("{", start)
            text = text[:start] + chance.choice(pool) + text[text.find("}", start) + 1 :]
        else:
            text = text[:start] + (chance.choice(pool) if kind == 2 else "") + text[end:]
    return text


@pytest.mark.quick(1)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", ["lantern-drift.md", "harbor-rumors.md", "everything.md"])
def test_changed_documents_never_break_anything(name: str, part: int) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    for seed in range(part, TIMES, 3):
        broken = changed(text, random.Random(seed))
        compiled = load_sections(broken, "game.md")
        last = len(broken.splitlines()) + 1
        assert (compiled.game is None) == any(d.severity == "error" for d in compiled.diagnostics)
        for told in compiled.diagnostics:
            assert told.span is not None and 1 <= told.span.line <= last, (seed, told)


def test_some_changed_documents_are_games_and_some_are_not() -> None:
    # Else the test above would look at one kind only.
    text = (DATA / "lantern-drift.md").read_text(encoding="utf-8")
    games = [load_sections(changed(text, random.Random(seed))).game for seed in range(30)]
    assert 0 < sum(game is not None for game in games) < 30
