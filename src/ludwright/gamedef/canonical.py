"""The canonical text of a game: constructor calls, derived from the fields of the nodes alone."""

from __future__ import annotations

import ast
import dataclasses
import re
import types
import typing
import warnings
from collections.abc import Callable, Iterator
from dataclasses import MISSING
from itertools import accumulate
from typing import Any

from ..diagnostics import Span, did_you_mean
from . import nodes as n
from .walk import FIELDS, KINDS

WIDTH, INDENT = 100, 2
LONGEST, DEEPEST = 8_000_000, 190  # characters; levels, below the limits of Python's parser


# Resolved once at import: annotations are strings, and evaluating them for every field read would
# dominate reading.
_HINTS: dict[type[n.Node], dict[str, Any]] = {
    kind: {name: hints[name] for name in names}
    for kind, names in FIELDS.items()
    for hints in [typing.get_type_hints(kind)]
}
_DEFAULTS: dict[type[n.Node], dict[str, Any]] = {
    kind: {f.name: f.default for f in dataclasses.fields(kind) if f.default is not MISSING}
    for kind in FIELDS
}


class TextError(ValueError):
    """What is wrong with a canonical text, and where; lines and columns count from 1."""

    def __init__(self, message: str, file: str, line: int, column: int) -> None:
        super().__init__(f"{file}:{line}:{column}: {message}")
        self.message, self.file, self.line, self.column = message, file, line, column


# ---- writing -----------------------------------------------------------------------------------


@dataclasses.dataclass(slots=True)
class _Piece:
    """A stretch of text; `last` is where the group that it opens is closed, or itself."""

    text: str
    joined: str
    last: int = 0


_CLOSE = object()  # on the stack of `_pieces`: the end of a group


def write(node: n.Node) -> str:
    """The canonical text of a node; fields that have their default value are left out."""
    return "\n".join(_lines(_pieces(node)))


def _pieces(node: n.Node) -> list[_Piece]:
    # An explicit stack, because a game may be nested deeper than Python's recursion limit.
    pieces: list[_Piece] = []
    opened: list[int] = []
    waiting: list[tuple[str, object, str]] = [("", node, "")]
    while waiting:
        label, value, separator = waiting.pop()
        at = len(pieces)
        if value is _CLOSE:
            pieces[opened.pop()].last = at
            pieces.append(_Piece(")", label, at))
            continue
        head, items = _opened(value)
        pieces.append(_Piece(label + head, separator + label + head, at))
        if items:
            opened.append(at)
            single = isinstance(value, tuple) and len(value) == 1
            # On one line, a tuple of one item needs Python's comma; on several, each item has one
            # anyway.
            waiting.append((",)" if single else ")", _CLOSE, ""))
            waiting.extend((*item, ", ") for item in reversed(items[1:]))
            waiting.append((*items[0], ""))
    return pieces


def _opened(value: object) -> tuple[str, list[tuple[str, object]]]:
    if isinstance(value, n.Node):
        fields = list(_fields_to_write(value))
        return type(value).__name__ + ("(" if fields else "()"), fields
    if isinstance(value, tuple):
        return "(" if value else "()", [("", item) for item in value]
    return _quoted(value) if isinstance(value, str) else repr(value), []


def _fields_to_write(node: n.Node) -> Iterator[tuple[str, object]]:
    defaults = _DEFAULTS[type(node)]
    for name in FIELDS[type(node)]:
        value = getattr(node, name)
        if name not in defaults or value != defaults[name]:
            yield f"{name}=", value


def _quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else char.encode("unicode_escape").decode()


def _lines(pieces: list[_Piece]) -> Iterator[str]:
    # Prefix sums: whether a group fits on one line is then a subtraction.
    ends = list(accumulate(len(p.joined) for p in pieces))
    depth = at = 0
    while at < len(pieces):
        piece = pieces[at]
        # A text value is quoted, so only the end of a group is a bare parenthesis.
        closing = piece.last == at and piece.text == ")"
        depth -= closing
        comma = "," if depth else ""
        indent = " " * (INDENT * depth)
        width = ends[piece.last] - ends[at] + len(piece.text) + len(indent) + len(comma)
        if piece.last == at:
            yield indent + piece.text + comma
        elif width <= WIDTH:
            rest = "".join(p.joined for p in pieces[at + 1 : piece.last + 1])
            yield indent + piece.text + rest + comma
            at = piece.last
        else:
            yield indent + piece.text
            depth += 1
        at += 1


# ---- reading -----------------------------------------------------------------------------------


def read(text: str, name: str = "gamedef") -> n.Node:
    """Parse a canonical text; `name` is the file name in the spans of its nodes."""
    try:
        value = _Reader(name, text).value(_parsed(text, name), 0)
    except (RecursionError, MemoryError):
        raise TextError("the text is nested too deeply", name, 1, 1) from None
    if not isinstance(value, n.Node):
        raise TextError(f"expected a node, found {_described(value)}", name, 1, 1)
    return value


def _parsed(text: str, name: str) -> ast.expr:
    if len(text) > LONGEST:
        raise TextError(f"the text is longer than {LONGEST} characters", name, 1, 1)
    try:
        with warnings.catch_warnings():
            # An invalid escape sequence is only a warning in Python; here it is an error.
            warnings.simplefilter("error")
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        at = (error.lineno or 1, error.offset or 1)
        raise TextError(error.msg, name, *at) from None
    except ValueError as error:
        raise TextError(str(error), name, 1, 1) from None


class _Reader:
    """Builds nodes from Python's syntax tree without evaluating anything."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = re.split(r"\r\n?|\n", text)

    def value(self, tree: ast.expr, depth: int) -> Any:
        if depth > DEEPEST:
            raise self.error(tree, f"nested more than {DEEPEST} levels deep")
        build = _BUILDERS.get(type(tree))
        if build is None:
            raise self.error(tree, "expected a node, tuple, text, whole number or truth")
        return build(self, tree, depth)

    def error(self, tree: ast.expr | ast.keyword, message: str) -> TextError:
        span = self.span(tree)
        return TextError(message, self.file, span.line, span.column)

    def span(self, tree: ast.expr | ast.keyword) -> Span:
        end_line = tree.end_lineno or tree.lineno
        end = self.column(end_line, tree.end_col_offset or 0)
        return Span(
            self.file, tree.lineno, self.column(tree.lineno, tree.col_offset), end_line, end
        )

    def column(self, line: int, offset: int) -> int:
        """Python counts bytes; columns are characters."""
        text = self.lines[line - 1]
        return 1 + (offset if text.isascii() else len(text.encode()[:offset].decode()))


def _call(reader: _Reader, tree: ast.Call, depth: int) -> n.Node:
    kind = _kind(reader, tree)
    hints = _HINTS[kind]
    if tree.args:
        raise reader.error(tree.args[0], "fields must be given by name")
    fields: dict[str, Any] = {}
    for keyword in tree.keywords:
        name = keyword.arg or "**"
        if name not in hints:
            known = did_you_mean(name, hints)
            raise reader.error(keyword, _hinted(f"{kind.__name__} has no field '{name}'", known))
        if name in fields:
            raise reader.error(keyword, f"duplicate field '{name}'")
        fields[name] = reader.value(keyword.value, depth + 1)
        _demand(reader, keyword.value, fields[name], hints[name])
    missing = [name for name in hints if name not in fields and name not in _DEFAULTS[kind]]
    if missing:
        raise reader.error(tree, f"{kind.__name__} is missing the field '{missing[0]}'")
    return kind(**fields, span=reader.span(tree))


def _kind(reader: _Reader, tree: ast.Call) -> type[n.Node]:
    if not isinstance(tree.func, ast.Name):
        raise reader.error(tree.func, "expected the name of a node")
    kind = KINDS.get(tree.func.id)
    if kind is None:
        known = did_you_mean(tree.func.id, KINDS)
        raise reader.error(tree.func, _hinted(f"unknown node '{tree.func.id}'", known))
    return kind


def _tuple(reader: _Reader, tree: ast.Tuple, depth: int) -> tuple[Any, ...]:
    return tuple(reader.value(item, depth + 1) for item in tree.elts)


def _constant(reader: _Reader, tree: ast.Constant, depth: int) -> str | int | None:
    if tree.value is None or isinstance(tree.value, str | int):
        return tree.value
    raise reader.error(tree, f"a field cannot be {_described(tree.value)}")


def _negative(reader: _Reader, tree: ast.UnaryOp, depth: int) -> int:
    number = tree.operand.value if isinstance(tree.operand, ast.Constant) else None
    if isinstance(tree.op, ast.USub) and type(number) is int:
        return -number
    raise reader.error(tree, "expected a whole number after the minus sign")


_BUILDERS: dict[type[ast.expr], Callable[[_Reader, Any, int], Any]] = {
    ast.Call: _call,
    ast.Tuple: _tuple,
    ast.Constant: _constant,
    ast.UnaryOp: _negative,
}


def _demand(reader: _Reader, tree: ast.expr, value: Any, hint: Any) -> None:
    """Raise at the first item that the annotation of its field does not allow."""
    # `Block | None`: the tuple among the alternatives says what its items may be.
    if isinstance(hint, types.UnionType) and isinstance(value, tuple):
        parts = typing.get_args(hint)
        hint = next((part for part in parts if typing.get_origin(part) is tuple), hint)
    if typing.get_origin(hint) is tuple and isinstance(tree, ast.Tuple):
        for item_tree, item in zip(tree.elts, value, strict=True):
            _demand(reader, item_tree, item, typing.get_args(hint)[0])
    elif not _fits(value, hint):
        raise reader.error(tree, f"expected {_wanted(hint)}, found {_described(value)}")


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(hint, types.UnionType):
        return any(_fits(value, part) for part in typing.get_args(hint))
    if hint is int:
        # In Python True is an int, too.
        return type(value) is int
    return isinstance(value, hint) if isinstance(hint, type) else False


_WORDS: dict[Any, str] = {
    int: "a whole number",
    bool: "True or False",
    str: "a text",
    types.NoneType: "None",
}


def _wanted(hint: Any) -> str:
    if isinstance(hint, types.UnionType):
        return " or ".join(map(_wanted, typing.get_args(hint)))
    if typing.get_origin(hint) is tuple:
        return "a tuple"
    return _WORDS.get(hint) or str(hint.__name__)


def _described(value: object) -> str:
    return _WORDS.get(type(value), type(value).__name__) if value is not None else "None"


def _hinted(message: str, hint: str) -> str:
    return f"{message}; {hint}" if hint else message
