"""The laws of control flow: what Leave and Return may end, and what a Together may contain."""

from __future__ import annotations

from collections.abc import Iterator

from . import codes
from . import nodes as n
from .call_graph import call_graph, called_by, due_at, reached
from .claims import CHOOSES, DRAWS, may
from .listeners import desugar_listeners
from .scope import Problem
from .walk import children, walk


def leaves(game: n.GameDef) -> Iterator[Problem]:
    """Leave needs a loop; neither Leave nor Return ends a Together or a Possible."""
    waiting: list[tuple[n.Node, bool, str]] = [(game, False, "")]
    while waiting:
        node, looping, together = waiting.pop()
        if isinstance(node, n.Leave) and not looping:
            yield Problem(codes.LEAVE, node, "Leave outside a loop")
        if isinstance(node, n.Return) and together:
            yield Problem(codes.TOGETHER, node, f"Return inside a {together}")
        looping = looping or isinstance(node, n.While | n.ForEach)
        if isinstance(node, n.Together | n.Possible):
            # A loop outside cannot be left from inside.
            looping, together = False, type(node).__name__
        waiting.extend((child, looping, together) for child in children(node))


def together(game: n.GameDef) -> Iterator[Problem]:
    """A Together contains no other, and no choice that follows a random draw."""
    if not any(isinstance(x, n.Together) for x in walk(game)):
        return
    game = desugar_listeners(game)  # a movement may trigger a choice
    order = _Order(game)
    for node in walk(game):
        if isinstance(node, n.Together):
            if order.nests(*node.body):
                yield Problem(codes.TOGETHER, node, "nested Together")
            elif draw := order.early(node.body):
                message = (
                    "a choice may follow this random draw, which is made only after all choices"
                )
                yield Problem(codes.TOGETHER, draw, message)


def _done_in(node: n.Node) -> Iterator[n.Node]:
    """The nodes below a node, without those of dry runs."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend([] if isinstance(node, n.Possible) else children(node))


class _Order:
    """Finds the random draws that a choice may follow."""

    def __init__(self, game: n.GameDef) -> None:
        # Of duplicates the first counts, as in `Scope`; they are reported elsewhere.
        self.procedures = {p.name: p for p in reversed(game.procedures)}
        self.graph, self.due = call_graph(game), due_at(game)
        self._looked: set[str] = set()

    def below(self, *nodes: n.Node) -> set[str]:
        """The procedures that may be called in these nodes, also through others."""
        return reached(self.graph, called_by(self.due, *nodes))

    def nests(self, *nodes: n.Node) -> bool:
        """Whether there is a Together in these nodes, even in a dry run."""
        below = [self.procedures[p] for p in self.below(*nodes)]
        return any(isinstance(x, n.Together) for node in (*nodes, *below) for x in walk(node))

    def has(self, effect: str, *nodes: n.Node) -> bool:
        """Whether a statement with this effect may be carried out in these nodes."""
        below = [self.procedures[p] for p in self.below(*nodes)]
        return any(may(x, effect) for node in (*nodes, *below) for x in _done_in(node))

    def early(self, block: n.Block) -> n.Node | None:
        """A draw in a block that a choice may follow."""
        drawn: n.Node | None = None
        for statement in block:
            if drawn and self.has(CHOOSES, statement):
                return drawn
            if inner := self._inside(statement):
                return inner
            if drawn is None and self.has(DRAWS, statement):
                drawn = statement
        return None

    def _inside(self, node: n.Statement) -> n.Node | None:
        """A draw in a statement that a choice in the same statement may follow."""
        if not (self.has(DRAWS, node) and self.has(CHOOSES, node)):
            return None
        if isinstance(node, n.If):
            return self.early(node.then) or self.early(node.otherwise)
        if isinstance(node, n.Decide | n.TakeFirst):
            bodies = [action.body for action in node.actions]
            bodies.append(node.otherwise or ())
            return next((found for b in bodies if (found := self.early(b))), None)
        # `otherwise` runs after a part of the body, whose random draws are not undone.
        if isinstance(node, n.Attempt):
            return self.early((*node.body, *node.otherwise))
        # Each procedure is examined once, which also ends the recursion in a cycle.
        if isinstance(node, n.Call) and node.procedure not in self._looked:
            self._looked.add(node.procedure)
            return self.early(self.procedures[node.procedure].body)
        # In a loop, the choice of one iteration follows the draw of the one before.
        return None if isinstance(node, n.Call) else node
