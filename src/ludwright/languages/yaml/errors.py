"""Translate errors of the YAML parser into messages for authors."""

from __future__ import annotations

import yaml

TABS = "indent with spaces: YAML does not allow tabs"
QUOTES = "put quotes around a text that begins with it"

# By a substring of the parser's message, the first match counts: our message and help. {line} is
# where the construct began that the parser was reading, {char} the character at the error.
MESSAGES: dict[str, tuple[str, str]] = {
    "expected ',' or '}'": (
        "the mapping that begins in line {line} is not closed",
        "add ',' or '}'",
    ),
    "expected ',' or ']'": ("the list that begins in line {line} is not closed", "add ',' or ']'"),
    "expected key": (
        "expected a key of the mapping that begins in line {line}",
        "indent all its keys alike",
    ),
    "expected '-' indicator": (
        "expected an item of the list that begins in line {line}",
        "begin it with '-', and indent all items alike",
    ),
    "expected <document start>": (
        "unexpected text after the end of the document",
        "indent this line like those it belongs to",
    ),
    "expected node content": ("expected a value", ""),
    "undefined tag handle": ("unknown tag", ""),
    "cannot start any token": ("unexpected character '{char}'", QUOTES),
    "could not find expected ':'": ("expected ':' after the key in line {line}", ""),
    "block sequence entries": ("unexpected '-'", "begin the list on a line of its own"),
    "mapping keys are not allowed": ("unexpected '?'", QUOTES),
    "mapping values are not allowed": (
        "unexpected ':'",
        "put quotes around a text that holds ': ', or begin a mapping on a line of its own",
    ),
    "unexpected end of stream": ("the text that begins in line {line} has no closing quote", ""),
    "unexpected document indicator": (
        "the text that begins in line {line} has no closing quote",
        "",
    ),
    "unknown escape character": (
        "unknown escape sequence in a quoted text",
        "write '\\\\' for a backslash, or use single quotes",
    ),
    "hexdecimal number": ("expected a hexadecimal number after the backslash", ""),
    "invalid Unicode character escape": ("invalid Unicode character escape", ""),
    "a tab character": ("unexpected tab", TABS),
    "alphabetic or numeric": ("expected a name after '&' or '*'", QUOTES),
    "indentation indicator equal to 0": ("expected an indentation of at least 1", ""),
    "comment or line break": ("expected the end of the line", ""),
    "control characters": ("unexpected control character", "remove it"),
    "directive": ("invalid directive", "remove the line that begins with '%'"),
    " tag": ("invalid tag", QUOTES),
}


def explained(problem: yaml.YAMLError, text: str, above: int = 0) -> tuple[str, str]:
    """The message and help for an error in a text that begins `above` lines down in its file."""
    # Scanner errors have a problem and a context, reader errors only a reason.
    said = " ".join(str(getattr(problem, name, "")) for name in ("problem", "reason", "context"))
    found = (pair for part, pair in MESSAGES.items() if part in said)
    message, help = next(found, ("invalid YAML", ""))
    here = getattr(problem, "problem_mark", None)
    begun = getattr(problem, "context_mark", None) or here
    lines = text.splitlines()
    line = lines[here.line] if here and here.line < len(lines) else ""
    char = line[here.column : here.column + 1] if here else ""
    # Tabs cause all sorts of parser errors: name them whatever the parser complained about.
    if "\t" in line[: len(line) - len(line.lstrip())]:
        help = TABS
    if char == "\t":
        message = "unexpected tab"
    # Between braces, a bracket ends a text without quotes: the path `$.players[current]`.
    if char in ("[", "{") and here and line[here.column - 1 : here.column].strip(" ,[]{}:"):
        message, help = "unexpected '{char}'", f"put quotes around a text that holds '{char}'"
    return message.format(line=above + begun.line + 1 if begun else "?", char=char), help
