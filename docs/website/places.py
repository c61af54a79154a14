"""Which files of the repository are pages of the site, and where they are found there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LIBRARY = ROOT / "src" / "ludwright" / "library"
LANGUAGES = ROOT / "src" / "ludwright" / "languages"

# Pages outside docs/, and the page of docs/ that is another one on the site: the gallery there has
# pictures, and is generated with the pages of its games.
ELSEWHERE = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
    "tests/README.md": "tests.md",
}
GENERATED = ("docs/gallery.md",)
ASSETS = {".png", ".svg", ".jpg", ".css", ".js", ".ipynb"}  # of docs/, copied as they are


def pages() -> dict[str, str]:
    """The place on the site of each file that is a page, by its path in the repository."""
    found = {
        path.relative_to(ROOT).as_posix(): path.relative_to(DOCS).as_posix()
        for path in sorted(DOCS.rglob("*.md"))
    }
    found |= ELSEWHERE
    for path in sorted(LANGUAGES.glob("*/README.md")):
        found[path.relative_to(ROOT).as_posix()] = f"languages/{path.parent.name}.md"
    for path in sorted(LIBRARY.glob("*/ABOUT.md")):
        found[path.relative_to(ROOT).as_posix()] = game_page(path.parent.name)
    return found


def game_page(name: str) -> str:
    """The page of a library game."""
    return f"gallery/{name}.md"


def written() -> dict[str, str]:
    """The pages that are copied; the others of `pages` are generated."""
    return {
        source: page
        for source, page in pages().items()
        if source not in GENERATED and not page.startswith("gallery/")
    }


def assets() -> Iterator[tuple[Path, str]]:
    """Pictures and the like in docs/, with their places."""
    for path in sorted(DOCS.rglob("*")):
        if path.suffix in ASSETS and "website" not in path.relative_to(DOCS).parts:
            yield path, path.relative_to(DOCS).as_posix()
