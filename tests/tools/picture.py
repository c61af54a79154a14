"""Draws the picture of the README, docs/table.svg: `PYTHONPATH=tests python -m tools.picture`."""

from __future__ import annotations

import re
from pathlib import Path

from tools.sitting import Person, at_screen, session

FILE = Path(__file__).parents[2] / "docs" / "table.svg"
SIZE = (100, 28)
MOVES = 10


def picture() -> str:
    """A game of FreeCell after the first moves of a solution, as SVG."""
    drawn = []
    sitting = session("freecell", seed=7)
    for _ in range(MOVES):
        hint = sitting.hint()
        assert hint.move is not None
        sitting.make(hint.move)

    async def draw(person: Person) -> None:
        drawn.append(person.app.export_screenshot(title="ludwright play freecell"))

    at_screen(sitting, draw, size=SIZE)
    # Rich's SVG loads its font from a public server; any local monospaced font will do.
    return re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", drawn[0], flags=re.DOTALL)


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
