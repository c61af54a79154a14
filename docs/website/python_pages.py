"""The pages of the Python API, from signatures and docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

# The names on each page; a name without a module is one of `ludwright`.
PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "loading": ("Loading, checking, solving", ("load", "loads", "check", "solve", "Diagnostic")),
    "game": ("Game", ("Game",)),
    "table": ("Table, moves and results", ("Table", "Move", "Result")),
    "view": ("View", ("View",)),
    "players": ("Players", ("Player", "PLAYERS", "play_on")),
    "batch": ("Batches and executors", ("Batch", "Executor", "executor_of")),
    "statistics": (
        "Statistics",
        (
            "ludwright.lab.metrics.Statistics",
            "ludwright.lab.metrics.SeatStatistics",
            "ludwright.lab.metrics.Length",
        ),
    ),
    "solutions": (
        "Solutions",
        (
            "ludwright.lab.solutions.Solutions",
            "ludwright.lab.solutions.Solution",
            "ludwright.lab.solutions.Summary",
            "ludwright.lab.solutions.Deal",
        ),
    ),
    "variants": ("Variants, reports, questions", ("compare", "evolve", "report", "query")),
    "adapters": (
        "Adapters",
        (
            "ludwright.adapters.gymnasium.make",
            "ludwright.adapters.gymnasium.make_vec",
            "ludwright.adapters.pettingzoo.env",
            "ludwright.adapters.pettingzoo.parallel_env",
            "ludwright.adapters.openspiel.load_game",
            "ludwright.adapters.openspiel.register",
        ),
    ),
    "errors": (
        "Errors",
        (
            "GameError",
            "MoveError",
            "InvalidMove",
            "IllegalMove",
            "AmbiguousMove",
            "TableError",
            "RecordError",
            "GameFault",
        ),
    ),
}
CONSTANTS = {"PLAYERS": "The bots that are built in, by name: what makes one of each."}
FOLDER = "python"
WIDTH = 88
COMMENT = re.compile(r"^    (\w+): [^#\n]*?  # (.+)$", re.MULTILINE)


def pages() -> dict[str, str]:
    """A page per part of the API."""
    return {place(page): _page(title, names) for page, (title, names) in PAGES.items()}


def place(page: str) -> str:
    """Where a page of `PAGES` is on the site."""
    return f"{FOLDER}/{page}.md"


def _page(title: str, names: tuple[str, ...]) -> str:
    parts = [f"# {title}"]
    for name in names:
        parts += _described(name)
    return "\n\n".join(parts) + "\n"


def resolved(name: str) -> Any:
    """What a name of `PAGES` denotes."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module or "ludwright"), last)


def _described(name: str) -> Iterator[str]:
    value, last = resolved(name), name.rpartition(".")[2]
    shown = name.removeprefix("ludwright.") if "adapters" in name else last
    yield f"## {shown} {{ #{last.lower()} }}"
    if inspect.isclass(value):
        yield from _class(last, value)
    elif callable(value):
        yield _signature(shown, value)
        yield _doc(value)
    else:
        yield CONSTANTS[last]
        yield ", ".join(f"`{each}`" for each in value)


def _class(name: str, value: type) -> Iterator[str]:
    yield _doc(value)
    if issubclass(value, BaseException):
        bases = [base.__name__ for base in value.__mro__[1:-2]]
        yield f"A subclass of {', '.join(f'`{base}`' for base in bases)}."
    if found := list(_fields(value)):
        yield "| attribute | type | |\n|---|---|---|\n" + "\n".join(found)
    for member, what in _members(value).items():
        yield f"### {member} {{ #{name.lower()}.{member.strip('_')} }}"
        if isinstance(what, property):
            kind = _type(what.fget.__annotations__.get("return", "")) if what.fget else ""
            yield f"*Property*{f': `{kind}`' if kind else ''}."
            yield _doc(what)
        else:
            yield _signature(f"{name}.{member}", what)
            yield _doc(what)


def _fields(value: type) -> Iterator[str]:
    """The public fields of a dataclass, with the comments beside them."""
    if not is_dataclass(value):
        return
    comments = dict(COMMENT.findall(inspect.getsource(value)))
    for field in fields(value):
        if not field.name.startswith("_"):
            said = comments.get(field.name, "")
            yield f"| `{field.name}` | `{_type(field.type)}` | {said} |"


def _members(value: type) -> dict[str, Any]:
    """The public methods and properties, also of bases of ours, in the order of the sources."""
    found: dict[str, Any] = {}
    for base in reversed(value.__mro__):
        if not base.__module__.startswith("ludwright"):
            continue
        for name, what in vars(base).items():
            known = isinstance(what, (property, staticmethod, classmethod))
            if not name.startswith("_") and (known or inspect.isfunction(what)):
                found[name] = what if isinstance(what, property) else getattr(value, name)
    return found


def _signature(name: str, what: Callable[..., Any]) -> str:
    """A call with its parameters, one per line if they are many."""
    signature = inspect.signature(what)
    given = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
    parameters = [_parameter(p) for p in given]
    for index, parameter in enumerate(given):
        keyword = parameter.kind is inspect.Parameter.KEYWORD_ONLY
        if keyword and not any(p.kind is p.VAR_POSITIONAL for p in given):
            parameters.insert(index, "*")
            break
    result = signature.return_annotation
    arrow = "" if result is signature.empty else f" -> {_type(result)}"
    line = f"{name}({', '.join(parameters)}){arrow}"
    if len(line) > WIDTH:
        inner = "".join(f"    {parameter},\n" for parameter in parameters)
        line = f"{name}(\n{inner}){arrow}"
    return f"```python\n{line}\n```"


def _parameter(parameter: inspect.Parameter) -> str:
    """A parameter with its type and its default."""
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    kind = "" if parameter.annotation is parameter.empty else f": {_type(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return f"{stars}{parameter.name}{kind}"
    equals = " = " if kind else "="
    return f"{parameter.name}{kind}{equals}{parameter.default!r}"


def _type(annotation: Any) -> str:
    """A type as the source writes it."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return str(text).replace("'", "")


def _doc(what: Any) -> str:
    return inspect.getdoc(what) or ""


def documented() -> Mapping[str, Any]:
    """Everything on these pages, by a name to report."""
    found: dict[str, Any] = {}
    for _, names in PAGES.values():
        for name in names:
            value = resolved(name)
            if inspect.isclass(value) or callable(value):
                found[name] = value
            if inspect.isclass(value):
                found |= {f"{name}.{member}": what for member, what in _members(value).items()}
    return found
