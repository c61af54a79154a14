"""How people write games: a folder per language; LANGUAGES is the only list of them."""

from __future__ import annotations

from .language import Language

LANGUAGES: tuple[Language, ...] = (
    Language("cgml", "CGML", (".cgml", ".yml", ".yaml"), stdin=True, mark="cgml_version"),
    Language("sgdl", "SGDL", (".sgdl",)),
    Language(
        "rulexml",
        "Rule XML",
        (".xml",),
        mark="<data",
        parts=(".layout.xml", ".deck.xml", ".save.xml", ".scores.xml", ".style.xml"),
    ),
    # Pages for human readers are Markdown as well and lie beside the games: they are not games.
    Language("gamespec", "GameSpecDoc", (".md",), parts=("about.md", "readme.md"), mark="```yaml"),
)
