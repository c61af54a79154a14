"""SGDL: patiences as piles, rules for moving cards between them, and a condition for winning."""

from ..language import Language
from .formatting import formatted
from .lower import lower
from .writing import write

LANGUAGE = Language("sgdl", (".sgdl",), lower, format=formatted, write=write)
