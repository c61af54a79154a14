"""Parsing the text of a path: enclosing functions, a root, and steps."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

NESTING_LIMIT = 8


class BadPath(Exception):
    """A path that cannot be parsed: the reason, and the range of characters it is about."""

    def __init__(self, message: str, start: int, end: int, unrooted: bool = False) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end
        self.unrooted = unrooted


@dataclass(frozen=True, slots=True)
class Function:
    """A function around a path, such as `top(...)`."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of a path: `.text`, or `[key=text]`, or `[path]`."""

    kind: str
    text: str
    start: int
    end: int
    key: str = ""
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A path: the functions outermost first, the name after the `$` if there is one, the steps."""

    functions: tuple[Function, ...]
    anchor: str
    steps: tuple[PathStep, ...]
    start: int
    end: int


_FUNCTION = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
_ROOT = re.compile(r"\s*\$([A-Za-z_]\w*)?")
_NAME = re.compile(r"\.([A-Za-z_]\w*(?:-\w+)*)")
_KEYED = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*")


def parse(text: str, offset: int = 0, level: int = 0) -> Path:
    """Parse a path; positions in it count from `offset`."""
    if level > NESTING_LIMIT:
        raise BadPath(
            f"paths are nested more than {NESTING_LIMIT} deep", offset, offset + len(text)
        )
    # Functions are stripped from the left, their parentheses counted off at the end.
    functions, at = _functions(text, offset)
    root = _ROOT.match(text, at)
    if root is None:
        help = "a path must start with '$', as in '$.zones.deck'"
        # `player.current.hand` was a path in version 1.2; callers suggest how it is written now.
        raise BadPath(help, offset + at, offset + len(text), unrooted=level == 0 and not functions)
    start, at = root.end() - len(root[0].lstrip()), root.end()
    steps = []
    while at < len(text) and text[at] in ".[":
        step, at = (_field if text[at] == "." else _selector)(text, at, offset, level)
        steps.append(step)
    end = at
    for _ in functions:
        at = _closing_parenthesis(text, at, offset)
    if text[at:].strip():
        raise BadPath(f"unexpected '{text[at:].strip()}'", offset + at, offset + len(text))
    return Path(tuple(functions), root[1] or "", tuple(steps), offset + start, offset + end)


def _functions(text: str, offset: int) -> tuple[list[Function], int]:
    functions, at = [], 0
    while found := _FUNCTION.match(text, at):
        functions.append(Function(found[1], offset + found.start(1), offset + found.end(1)))
        at = found.end()
    return functions, at


def _closing_parenthesis(text: str, at: int, offset: int) -> int:
    rest = text[at:]
    skip = len(rest) - len(rest.lstrip())
    if rest[skip : skip + 1] != ")":
        raise BadPath("missing ')'", offset + at, offset + len(text))
    return at + skip + 1


def _field(text: str, at: int, offset: int, level: int) -> tuple[PathStep, int]:
    found = _NAME.match(text, at)
    if found is None:
        raise BadPath("expected a name after '.'", offset + at, offset + at + 1)
    return PathStep("field", found[1], offset + at + 1, offset + found.end()), found.end()


def _selector(text: str, at: int, offset: int, level: int) -> tuple[PathStep, int]:
    end = _closing_bracket(text, at, offset)
    inner = text[at + 1 : end]
    start, stop = offset + at + 1, offset + end
    if not inner.strip():
        raise BadPath("empty selector", offset + at, offset + end + 1)
    keyed = _KEYED.fullmatch(inner)
    if keyed:
        step = PathStep("select", keyed[2].strip("'\""), start, stop, keyed[1])
    elif inner.lstrip().startswith("$"):
        step = PathStep("select", inner, start, stop, path=parse(inner, start, level + 1))
    else:
        step = PathStep("select", inner.strip().strip("'\""), start, stop)
    return step, end + 1


def _closing_bracket(text: str, at: int, offset: int) -> int:
    depth = 0
    for index in range(at, len(text)):
        # Selectors nest: a path inside a selector has brackets of its own.
        depth += (text[index] == "[") - (text[index] == "]")
        if depth == 0:
            return index
    raise BadPath("missing ']'", offset + at, offset + len(text))


def rooted(text: str, zones: Container[str]) -> str:
    """A hint how a path without its root would be written; empty if that is unclear."""
    first, *steps = text.strip().split(".")
    if first in ("player", "players") and len(steps) > 1:
        seat, *steps = steps
        first, steps = f"players[{seat}]", [*(["zones"] if steps[0] in zones else []), *steps]
    elif first in zones:
        first, steps = "zones", [first, *steps]
    elif first in ("shared_zones", "game"):
        first = "zones"
    path = ".".join(["$", first, *steps])
    return f"write '{path}'" if steps or first.partition("[")[0].isidentifier() else ""
