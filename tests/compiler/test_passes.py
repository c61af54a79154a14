"""What each pass makes of a game: the cases are the files of `passes/`, a file per pass.

A case is a title behind `# `, what is put into the game of base.txt (an expression, a statement or
a procedure), a line `->` and what becomes of it; nothing behind that line means it stays the same.
Two seats play, the option `chosen` was set to 9, and one listens to movements within the grid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from ludwright.compiler import passes
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read, write

LISTENER = n.Listener(when="after", sources=("grid",), targets=("grid",), body=(n.Return(),))
FOLDER = Path(__file__).parent / "passes"


class Case(NamedTuple):
    """One case: the pass, a title, the texts before and after."""

    name: str
    title: str
    before: str
    after: str


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for part in f"\n{path.read_text(encoding='utf-8')}".split("\n# ")[1:]:
            title, _, texts = part.partition("\n")
            before, arrow, after = f"{texts}\n".partition("\n->\n")
            assert arrow, f"{path.name}: '{title}' has no line '->'"
            found.append(Case(path.stem, title, before, after.strip() or before))
    return found


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}: {case.title}")
def test_a_pass_does_this_and_no_more(case: Case, game_with: Callable[[n.Node], n.GameDef]) -> None:
    before = read(case.before)
    game = replace(game_with(before), listeners=(LISTENER,))
    done = getattr(passes, case.name)(game, 2, {"chosen": n.Number(value=9)})
    main = done.procedures[-1]
    found = main
    if not isinstance(before, n.Procedure):
        (statement,) = main.body
        found = statement.value if isinstance(before, n.Expr) else statement
    assert write(found) == write(read(case.after))


def test_every_pass_has_its_file() -> None:
    assert {case.name for case in CASES} == {each.__name__ for each in passes.PASSES}
    assert len({case[:2] for case in CASES}) == len(CASES), "two cases of one title"
