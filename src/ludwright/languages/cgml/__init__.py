"""CGML 1.3: card games with states, phases and rules, written in YAML."""

from ..language import Language
from .lower.game import game_of
from .upgrade.migrate import migrated
from .write.format import formatted
from .write.schema import schema

LANGUAGE = Language(
    "cgml", "CGML", (".cgml", ".yml", ".yaml"), game_of, schema, formatted, migrated, stdin=True
)
