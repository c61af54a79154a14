"""Triggers of a GameSpecDoc: what follows events, and what follows that, to a depth."""

from __future__ import annotations

from collections.abc import Mapping

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ...builders import number
from ..read.tree import effects as e
from ..read.tree import sections
from . import terms
from .effects import block
from .scope import Environment, condition
from .symbols import ACTIVE, Symbols
from .terms import TEXT, ZONE, Bound, Term, both, plus, same, truth

ENTERED = "token entered"
"""The procedure that tells triggers of a token that has entered a zone."""
ACTOR = "actor"


def setting(
    world: Symbols, names: Mapping[str, Bound] | None = None
) -> tuple[n.Block, Environment]:
    """Where effects stand that the active player is the actor of."""
    around = Environment(world, dict(names or {}))
    if not world.shifts:
        return (), around
    around.actor = n.Local(name=ACTOR)
    return (n.Let(name=ACTOR, value=n.Variable(name=ACTIVE)),), around


def followed(around: Environment, effects: e.Effects, depth: n.Expr | None = None) -> n.Block:
    """Effects, and then what triggers make of the tokens that entered zones."""
    name = listen(around)
    done = block(around, effects)
    return heard(around, name, done, depth)


def listen(around: Environment) -> str:
    """Keep a list of the zones that tokens enter from here on, if a trigger waits for any."""
    waits = any(x.event.type == "tokenEntered" for x in around.world.triggers)
    around.entered = around.world.fresh("entered") if waits else ""
    return around.entered


def heard(around: Environment, name: str, done: n.Block, depth: n.Expr | None = None) -> n.Block:
    """Statements, and then what triggers make of the tokens that entered zones while they ran."""
    noted = any(isinstance(x, n.Let) and x.name == name for s in done for x in walk(s))
    if not name or not noted:
        return done
    zone = around.world.fresh("zone")
    level = number(0) if depth is None else plus(depth, number(1))
    tell = n.Call(procedure=ENTERED, arguments=(n.Local(name=zone), level))
    start = n.Let(name=name, value=n.ListOf(items=(), of="zone"))
    return (start, *done, n.ForEach(name=zone, items=n.Local(name=name), body=(tell,)))


def fire(world: Symbols, type: str, of: str = "") -> n.Block:
    """The triggers that an event sets off which no other trigger has brought about."""
    done: list[n.Statement] = []
    for trigger in world.triggers:
        event = trigger.event
        if event.type == type and (event.of is None or event.of.text == of):
            names = {}
            if of:
                word = "$phase" if type.startswith("phase") else "$action"
                names[word] = Bound("", TEXT, known=world.term(of))
            names["$event"] = Bound("", TEXT, known=world.term(type))
            done += _fired(world, trigger, names, number(0))
    return tuple(done)


def _fired(
    world: Symbols, trigger: sections.Trigger, names: Mapping[str, Bound], depth: n.Expr
) -> n.Block:
    before, around = setting(world, names)
    test = both(condition(around, trigger.match), condition(around, trigger.when))
    if test == truth(False):
        return ()
    done = (*before, *followed(around, trigger.effects, depth))
    return done if test == truth(True) else (n.If(test=test, then=done, span=trigger.at.span),)


def entered_procedure(world: Symbols) -> None:
    """Add the procedure that tells triggers of tokens that enter zones."""
    waiting = [x for x in world.triggers if x.event.type == "tokenEntered"]
    if not waiting:
        return
    zone, depth = n.Local(name="zone"), n.Local(name="depth")
    done: list[n.Statement] = []
    for trigger in waiting:
        names = {
            "$zone": Bound("zone", ZONE),
            "$event": Bound("", TEXT, known=world.term("tokenEntered")),
        }
        fired = _fired(world, trigger, names, depth)
        meant = _meant(world, trigger, zone)
        done += fired if meant == truth(True) else (n.If(test=meant, then=fired),)
    shallow = n.AtMost(left=depth, right=number(world.metadata.depth))
    body = (n.If(test=shallow, then=tuple(done)),)
    parameters = (n.Parameter(name="zone", type="zone"), n.Parameter(name="depth", type="int"))
    world.procedure(ENTERED, body, *parameters)


def _meant(world: Symbols, trigger: sections.Trigger, zone: n.Expr) -> n.Expr:
    """Whether a zone is the one, or one of those, that a trigger waits for."""
    if trigger.event.of is None:
        return truth(True)
    base, _, owner = trigger.event.of.text.partition(":")
    found = world.zone_at(trigger.event.of.text)
    if found is not None:
        return same(zone, found)
    owned = world.zone(base, owned=True)
    if owned is None or owner not in ("", "all"):
        return truth(False)
    return n.Contains(items=n.ZonesNamed(name=world.zone_name(owned)), value=zone)


def literal(world: Symbols, value: str) -> Bound:
    """A name for a text that is known."""
    return Bound("", terms.TEXT, known=Term(world.text(value), TEXT, value))
