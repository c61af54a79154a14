"""CGML 1.3: card games with states, phases and rules, written in YAML."""

from ..language import Language
from .lower import lower
from .schema import schema

LANGUAGE = Language("cgml", (".cgml", ".yml", ".yaml"), lower, schema)
