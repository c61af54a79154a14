"""SGDL: solitaires described as piles, rules for moving cards, and a winning condition."""

from ..language import Language
from .lower.game import game_of
from .write.format import formatted
from .write.game import write

LANGUAGE = Language("sgdl", "SGDL", (".sgdl",), game_of, format=formatted, write=write)
