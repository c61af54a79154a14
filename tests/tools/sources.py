"""The modules of the package, parsed and walked once for all tests that look at them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "ludwright"
MODULES = sorted(SRC.rglob("*.py"))


@cache
def text(path: Path) -> str:
    """The text of a module."""
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """The parsed module."""
    return ast.parse(text(path))


@cache
def nodes(module: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a module that the tests ask for: most of the others are marks of context."""
    return tuple(node for node in ast.walk(module) if isinstance(node, ast.expr | ast.stmt))
