"""GameSpecDoc: card-driven board and card games, written as Markdown with YAML."""

from ..language import Language
from .compile import lower
from .write.format import formatted

# Beside games lie pages for people, which are Markdown, too.
LANGUAGE = Language("gamespec", (".md",), lower, format=formatted, parts=("about.md", "readme.md"))
