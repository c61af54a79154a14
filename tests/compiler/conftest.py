"""The game of base.txt, into which the tests of this folder put what they look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.gamedef.verify import verify

BASE = read((Path(__file__).parent / "base.txt").read_text(encoding="utf-8"))

GameWith = Callable[[n.Node], n.GameDef]


@pytest.fixture
def game_with() -> GameWith:
    """The base game with one thing more: an expression or a statement in main, a procedure."""
    return _game_with


def _game_with(node: n.Node) -> n.GameDef:
    assert isinstance(BASE, n.GameDef)
    if isinstance(node, n.Expr):
        node = n.Let(name="it", value=node)
    if isinstance(node, n.Statement):
        node = n.Procedure(name="main", body=(node,))
    assert isinstance(node, n.Procedure)
    others = [p for p in BASE.procedures if p.name != node.name]
    game = replace(BASE, procedures=(*others, node))
    assert verify(game) == []
    return game
