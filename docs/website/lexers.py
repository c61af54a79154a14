"""Syntax highlighting of SGDL, and the names under which the other languages are highlighted."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.lexers import LEXERS
from pygments.lexers.data import YamlLexer
from pygments.lexers.html import XmlLexer
from pygments.lexers.markup import MarkdownLexer
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    Text,
    Whitespace,
)

__all__ = ["CgmlLexer", "GamespecLexer", "RulexmlLexer", "SgdlLexer"]


class SgdlLexer(RegexLexer):
    """SGDL: a title, sections that begin with $, words in capitals, operators."""

    name = "SGDL"
    aliases: ClassVar = ["sgdl"]
    filenames: ClassVar = ["*.sgdl"]
    tokens: ClassVar = {
        "root": [
            (r"\A([^$#\n][^\n]*)(\n)", bygroups(Generic.Heading, Whitespace)),
            (r"\n", Whitespace),
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r"\$\w+", Keyword.Namespace),
            (r"(AND|OR|NOT|ELSE)\b", Operator.Word),
            (r"[<>=!]=|[<>]", Operator),
            (r"-?\d+(\.\d+)?\b", Number),
            (r"[{}\[\],()]", Punctuation),
            (r"[A-Z][A-Z0-9_]+\b", Keyword),
            (r"[A-Z][a-z]\w*", Name.Class),
            (r"\w+", Name),
            (r".", Text),
        ]
    }


class CgmlLexer(YamlLexer):
    """CGML is YAML."""

    name = "CGML"
    aliases: ClassVar = ["cgml"]
    filenames: ClassVar = ["*.cgml"]


class RulexmlLexer(XmlLexer):
    """Rule XML is XML."""

    name = "Rule XML"
    aliases: ClassVar = ["rulexml"]
    filenames: ClassVar = []


class GamespecLexer(MarkdownLexer):
    """GameSpecDoc is Markdown with blocks of YAML."""

    name = "GameSpecDoc"
    aliases: ClassVar = ["gamespec"]
    filenames: ClassVar = []


def register() -> None:
    """Let Pygments find these lexers by their aliases."""
    for lexer in (SgdlLexer, CgmlLexer, RulexmlLexer, GamespecLexer):
        row = (__name__, lexer.name, tuple(lexer.aliases), tuple(lexer.filenames), ())
        LEXERS[lexer.__name__] = row
