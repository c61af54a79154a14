"""Lower triggers, which respond to events and to each other up to a nesting depth."""

from __future__ import annotations

from collections.abc import Mapping

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE, TRUE, ZERO, and_, equals, number, plus
from ....gamedef.walk import walk
from ..read.tree import effects as e
from ..read.tree import sections
from .effects import block
from .scope import Environment, condition
from .symbols import ACTIVE, Symbols
from .terms import TEXT, ZONE, Bound

ENTERED = "token entered"
"""The procedure that runs the triggers for a token that has entered a zone."""
ACTOR = "actor"


def setting(
    symbols: Symbols, names: Mapping[str, Bound] | None = None
) -> tuple[n.Block, Environment]:
    """A new environment whose actor is the active player, and the statements that save it."""
    env = Environment(symbols, dict(names or {}))
    # The actor is who was active at the start, so a change of the active player must not affect it.
    if not symbols.shifts:
        return (), env
    env.actor = n.Local(name=ACTOR)
    return (n.Let(name=ACTOR, value=n.Variable(name=ACTIVE)),), env


def followed(env: Environment, effects: e.Effects, depth: n.Expr | None = None) -> n.Block:
    """Effects, then the triggers for tokens that entered zones."""
    name = listen(env)
    done = block(env, effects)
    return with_triggers(env, name, done, depth)


def listen(env: Environment) -> str:
    """Record the zones that tokens enter from here on, if a trigger waits for any."""
    waits = any(x.event.type == "tokenEntered" for x in env.symbols.triggers)
    env.entered = env.symbols.fresh("entered") if waits else ""
    return env.entered


def with_triggers(
    env: Environment, name: str, done: n.Block, depth: n.Expr | None = None
) -> n.Block:
    """Statements, then the triggers for tokens that entered zones while they ran."""
    # Nothing to do unless some statement records an entry.
    noted = any(isinstance(x, n.Let) and x.name == name for s in done for x in walk(s))
    if not name or not noted:
        return done
    zone = env.symbols.fresh("zone")
    # What actions and phases move fires at depth 0, what a trigger moves one level deeper.
    level = ZERO if depth is None else plus(depth, ONE)
    call = n.Call(procedure=ENTERED, arguments=(n.Local(name=zone), level))
    start = n.Let(name=name, value=n.ListOf(items=(), of="zone"))
    return (start, *done, n.ForEach(name=zone, items=n.Local(name=name), body=(call,)))


def fire(symbols: Symbols, type: str, of: str = "") -> n.Block:
    """The triggers of an event, at nesting depth 0."""
    done: list[n.Statement] = []
    for trigger in symbols.triggers:
        event = trigger.event
        if event.type == type and (event.of is None or event.of.text == of):
            names = {}
            if of:
                word = "$phase" if type.startswith("phase") else "$action"
                names[word] = Bound("", TEXT, known=symbols.term(of))
            names["$event"] = Bound("", TEXT, known=symbols.term(type))
            done += _fired(symbols, trigger, names, ZERO)
    return tuple(done)


def _fired(
    symbols: Symbols, trigger: sections.Trigger, names: Mapping[str, Bound], depth: n.Expr
) -> n.Block:
    before, env = setting(symbols, names)
    test = and_(condition(env, trigger.match), condition(env, trigger.when))
    if test == FALSE:
        return ()
    done = (*before, *followed(env, trigger.effects, depth))
    return done if test == TRUE else (n.If(test=test, then=done, span=trigger.at.span),)


def entered_procedure(symbols: Symbols) -> None:
    """Add the procedure that runs the triggers for tokens that enter zones."""
    waiting = [x for x in symbols.triggers if x.event.type == "tokenEntered"]
    if not waiting:
        return
    zone, depth = n.Local(name="zone"), n.Local(name="depth")
    done: list[n.Statement] = []
    for trigger in waiting:
        names = {
            "$zone": Bound("zone", ZONE),
            "$event": Bound("", TEXT, known=symbols.term("tokenEntered")),
        }
        fired = _fired(symbols, trigger, names, depth)
        meant = _meant(symbols, trigger, zone)
        done += fired if meant == TRUE else (n.If(test=meant, then=fired),)
    # Triggers may cause each other forever; beyond the maximum depth they do not fire.
    shallow = n.AtMost(left=depth, right=number(symbols.metadata.depth))
    body = (n.If(test=shallow, then=tuple(done)),)
    parameters = (n.Parameter(name="zone", type="zone"), n.Parameter(name="depth", type="int"))
    symbols.procedure(ENTERED, body, *parameters)


def _meant(symbols: Symbols, trigger: sections.Trigger, zone: n.Expr) -> n.Expr:
    """Whether a trigger waits for tokens entering a zone."""
    if trigger.event.of is None:
        return TRUE
    base, _, owner = trigger.event.of.text.partition(":")
    found = symbols.zone_at(trigger.event.of.text)
    if found is not None:
        return equals(zone, found)
    owned = symbols.zone(base, owned=True)
    if owned is None or owner not in ("", "all"):
        return FALSE
    return n.Contains(items=n.ZonesNamed(name=symbols.zone_name(owned)), value=zone)
