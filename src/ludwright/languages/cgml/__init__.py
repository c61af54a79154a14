"""CGML 1.3: card games with states, phases and rules, written in YAML."""

from ..language import Language
from .formatting import formatted
from .lower import lower
from .migrating import migrated
from .schema import schema

LANGUAGE = Language("cgml", (".cgml", ".yml", ".yaml"), lower, schema, formatted, migrated)
