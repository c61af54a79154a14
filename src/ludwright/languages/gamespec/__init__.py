"""GameSpecDoc: card-driven board and card games, written as Markdown with YAML."""

from ..language import Language
from .front_end import game_of, read_sections
from .write.format import formatted
from .write.schema import schema

# Pages for human readers are Markdown as well and lie beside the games: they are not games.
LANGUAGE = Language(
    "gamespec",
    "GameSpecDoc",
    (".md",),
    game_of,
    schema,
    format=formatted,
    parts=("about.md", "readme.md"),
    sections=read_sections,
)
