"""Write picture.svg, a small picture of the table, into the folders of library games.

python docs/pictures.py [GAME...]      all games, by default
"""

from __future__ import annotations

import sys

import ludwright as lw
from ludwright.pipeline import LIBRARY, library_games
from ludwright.table.pictures import picture_of


def main() -> None:
    """Draw the named games, or all."""
    for name in sys.argv[1:] or [name for name in library_games() if ":" not in name]:
        file = LIBRARY / name / "picture.svg"
        file.write_text(picture_of(lw.load(name)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
