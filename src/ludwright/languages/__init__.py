"""How people write games: a folder per language; LANGUAGES is the only list of them."""

from __future__ import annotations

from . import cgml, gamespec, rulexml, sgdl
from .language import Language

LANGUAGES: tuple[Language, ...] = (
    cgml.LANGUAGE,
    sgdl.LANGUAGE,
    rulexml.LANGUAGE,
    gamespec.LANGUAGE,
)
