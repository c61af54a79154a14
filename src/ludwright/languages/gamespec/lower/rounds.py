"""Coup rounds: the phases that follow when a coup card leaves play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, TRUE, ZERO, not_, number, plus
from ...builders import set_number
from .triggers import followed, setting
from .turns import LOOK

if TYPE_CHECKING:
    from .cards import CardOrder

DURING, LAST, FINAL = "coup round", "last coup round", "after the last coup"
IN_A_ROW = "coup rounds in a row"
PROCEDURE = "hold a coup round"


class CoupRounds:
    """Lowers the plan of coup rounds."""

    def __init__(self, order: CardOrder) -> None:
        self.order, self.symbols, self.plan = order, order.symbols, order.config.coup
        self.used = "isCoup" in self.symbols.things.kinds
        keep = self.symbols.keep
        if self.used:
            for name in (DURING, FINAL):
                keep(n.VariableDef(name=name, type="bool", initial=FALSE, inner=True))
        if self.plan is not None and self.plan.most_in_a_row is not None:
            keep(n.VariableDef(name=IN_A_ROW, type="int", initial=ZERO, inner=True))

    def during(self) -> n.Expr:
        """Whether checkpoints during coups are evaluated now."""
        return n.Variable(name=DURING) if self.plan is not None and self.used else TRUE

    def last(self) -> n.Expr:
        """Whether checkpoints after the last coup are evaluated now."""
        return n.Variable(name=FINAL) if self.plan is not None and self.used else TRUE

    def card_leaves(self) -> n.Block:
        """Remove the card in play; a coup card goes to the leader slot and starts a round."""
        order = self.order
        played = order.slot(order.config.played)
        top = n.TopOf(zone=played)
        normal = order.left()
        limit = self.plan.most_in_a_row if self.plan is not None else None
        over: n.Block = (set_number(IN_A_ROW, 0),) if limit is not None else ()
        if not self.used:
            return normal
        handed: n.Block = (
            n.MoveTop(source=played, to=order.slot(order.config.leader), partial=True),
            *self._counted(limit),
            *self._round(),
        )
        if limit is not None:
            # Beyond the maximum of rounds in a row, a coup card is discarded like any other.
            few = n.Less(left=n.Variable(name=IN_A_ROW), right=number(limit))
            handed = (n.If(test=few, then=handed, otherwise=normal),)
        is_coup = order.is_coup(top)
        other = n.If(test=is_coup, then=handed, otherwise=(*normal, *over))
        return (n.If(test=n.Exists(item=top), then=(other,)),)

    def _counted(self, limit: int | None) -> n.Block:
        if limit is None:
            return ()
        more = plus(n.Variable(name=IN_A_ROW), ONE)
        return (n.SetVariable(name=IN_A_ROW, value=more),)

    def _round(self) -> n.Block:
        """Run the phases of a coup round; after each, the game may end."""
        begun = n.SetVariable(name=DURING, value=TRUE)
        if self.plan is None:
            return (begun,)
        # Declared before its body is lowered: effects in it may refer to the procedure.
        self.symbols.procedure(PROCEDURE, ())
        phases, omitted = self.plan.phases, {x.text for x in self.plan.omitted_at_last}
        body: list[n.Statement] = [begun]
        last = n.Local(name=LAST)
        body.append(n.Let(name=LAST, value=self._is_last()))
        look = n.Call(procedure=LOOK)
        for phase in phases:
            before, env = setting(self.symbols)
            done = (*before, *followed(env, phase.effects), look)
            if phase.id.text in omitted:
                done = (n.If(test=not_(last), then=done, span=phase.at.span),)
            body += done
        # FINAL is set only while the end is tested: final checkpoints hold at no other time.
        final = (
            n.SetVariable(name=FINAL, value=TRUE),
            look,
            n.SetVariable(name=FINAL, value=FALSE),
        )
        body.append(n.If(test=last, then=final))
        self.symbols.procedure(PROCEDURE, tuple(body))
        return (n.Call(procedure=PROCEDURE),)

    def _is_last(self) -> n.Expr:
        """Whether no coup card remains in the lookahead slot or the pile."""
        order = self.order
        pile, ahead = order.pile(), order.slot(order.config.lookahead)
        zones = (ahead,) if pile is None else (ahead, pile)
        name = self.symbols.fresh("card")
        cards = n.Join(lists=tuple(n.TokensIn(zone=zone) for zone in zones))
        some = n.AnyOf(items=cards, name=name, where=order.is_coup(n.Local(name=name)))
        return not_(some)

    def round_ends(self, lasting: n.Block) -> n.Block:
        """After a coup round, end what lasts until the end of a round."""
        if not self.used:
            return ()
        over = n.SetVariable(name=DURING, value=FALSE)
        return (n.If(test=n.Variable(name=DURING), then=(*lasting, over)),)
