"""Completion: the choices inside atomic actions after which nothing can fail any more.

A backward analysis over the statements that follow a choice up to the end of the outermost atomic
action, through the procedures it calls. A lookahead need not go on behind such a choice, and its
options need none.
"""

from __future__ import annotations

from dataclasses import replace

from . import nodes as n
from .block_fallibility import action_facts, after, block_can_fail, loop_facts, statement_can_fail
from .call_graph import due_at, within_atomic
from .fallibility import Facts
from .walk import walk


class Completion:
    """What is sure in one game: the actions, asks and picks are looked up by identity."""

    def __init__(self, game: n.GameDef, facts: Facts) -> None:
        self.facts = replace(facts.changed(), searched=False, through=True)
        self.procedures = {p.name: p for p in game.procedures}
        called = within_atomic(game)
        # Assume that nothing can fail after any call, and drop what contradicts it.
        self.returns = dict.fromkeys(called, True)
        for name in {name for names in due_at(game).values() for name in names} & called:
            self.returns[name] = False
        actions = [x for x in walk(game) if isinstance(x, n.Action) and x.atomic]
        before = None
        while before != self.returns:
            before = dict(self.returns)
            self.found: dict[int, bool] = {}
            for name in called:
                inner = replace(self.facts, names=frozenset(), ranges={})
                self._block(self.procedures[name].body, inner, before[name])
            for action in actions:
                self._block(action.body, action_facts(action, self.facts), True)

    def is_sure(self, choice: n.Action | n.Ask | n.Pick) -> bool:
        """Whether an atomic action can certainly be completed after a choice inside it."""
        return self.found.get(id(choice), False)

    def is_certain(self, action: n.Action) -> bool:
        """Whether an outermost atomic action can certainly be completed."""
        return not block_can_fail(action.body, action_facts(action, self.facts))

    def _block(self, block: n.Block, facts: Facts, sure: bool) -> None:
        """Visit the choices of a block; `sure` if nothing can fail behind it."""
        known = [facts]
        for statement in block:
            known.append(after(statement, known[-1]))
        for statement, here in zip(reversed(block), known[-2::-1], strict=True):
            self._statement(statement, here, sure)
            sure = sure and not statement_can_fail(statement, here)

    def _mark(self, choice: n.Node, sure: bool) -> None:
        # A choice may be on the way through several atomic actions.
        self.found[id(choice)] = sure and self.found.get(id(choice), True)

    def _statement(self, s: n.Statement, facts: Facts, sure: bool) -> None:
        if isinstance(s, n.Ask | n.Pick):
            self._mark(s, sure)
        elif isinstance(s, n.Decide | n.TakeFirst):
            for action in s.actions:
                inner = action_facts(action, facts.changed())
                self._mark(action, sure and not block_can_fail(action.body, inner))
                self._block(action.body, inner, sure)
            self._block(s.otherwise or (), facts, sure)
        elif isinstance(s, n.If):
            self._block(s.then, facts.plus(s.test), sure)
            self._block(s.otherwise, facts, sure)
        elif isinstance(s, n.While | n.ForEach):
            # Behind an iteration come the others.
            sure = sure and not statement_can_fail(s, facts)
            self._block(s.body, loop_facts(s, facts), sure)
        elif isinstance(s, n.Call):
            if s.procedure in self.returns:
                self.returns[s.procedure] &= sure
        else:
            # Of what is not followed, nothing is sure.
            for inside in walk(s):
                if isinstance(inside, n.Ask | n.Pick | n.Action):
                    self._mark(inside, False)
                elif isinstance(inside, n.Call) and inside.procedure in self.returns:
                    self.returns[inside.procedure] = False
