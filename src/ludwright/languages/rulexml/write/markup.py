"""Write XML: escaped text, attributes, elements and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
INDENT = "    "

# Unescaped, XML parsers turn a CR into an LF, and tabs and line ends in attributes into blanks.
_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_VALUE = {**_TEXT, '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}
# Letters that every edition of XML allows in names.
_START = (
    r"A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0131\u038E-\u03A1\u03A3-\u03CE\u040E-\u044F"
    r"\u3041-\u3094\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3"
)
_NOT_START = re.compile(f"[^{_START}]")
_NOT_NAME = re.compile(rf"[^{_START}0-9.\-]+")


def escaped(text: str) -> str:
    """A text, escaped for use between tags."""
    return "".join(_TEXT.get(letter, letter) for letter in text)


def attribute(name: str, value: str) -> str:
    """An attribute with its value, preceded by a blank."""
    return f' {name}="{"".join(_VALUE.get(letter, letter) for letter in value)}"'


def element(name: str, text: str, attributes: str = "") -> str:
    """An element with a text."""
    return f"<{name}{attributes}>{escaped(text)}</{name}>"


def document(kind: str, lines: Iterable[str]) -> str:
    """A whole file of a type, with its content given as lines."""
    inner = "".join(f"{INDENT}{line}\n" for line in lines)
    return f'{HEAD}\n<data type="{kind}">\n{inner}</data>\n'


def name_of_element(text: str) -> str:
    """A text converted to a valid element name in lower case."""
    name = _NOT_NAME.sub("_", text.lower()) or "_"
    return f"_{name}" if _NOT_START.match(name) else name
